; Made of bulk.c by regenerate.py, see README.md.
%struct.Mbarrier = type { i64, i32, i32, i32, i32, i32, i64, ptr, ptr }
%struct.Thread = type { ptr, ptr, i32, i32, i32, i32, %struct.Wait, i32, ptr, ptr, ptr, ptr, ptr, i32, ptr }
%struct.Wait = type { i32, i32, i32, i32, ptr, ptr, ptr, i32 }

@current = external local_unnamed_addr global ptr, align 8
@launch = external local_unnamed_addr global ptr, align 8
@is_well_formed.mark = internal constant [8 x i8] c"tensors\00", align 1

; Function Attrs: nounwind uwtable
define void @emu_mbarrier_init(i64 noundef %address, i32 noundef %count, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %address.addr = alloca i64, align 8
  store i64 %address, ptr %address.addr, align 8
  %0 = load ptr, ptr @current, align 8
  %block1 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block1, align 8
  %2 = load ptr, ptr @launch, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %2, i64 128
  %3 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp ne i64 %3, 0
  %conv.i = zext i32 %site to i64
  %cmp.i = icmp eq i64 %3, %conv.i
  %4 = and i1 %tobool.not.i, %cmp.i
  br i1 %4, label %cleanup, label %if.end

if.end:                                           ; preds = %entry
  %5 = add i32 %count, -1048576
  %or.cond = icmp ult i32 %5, -1048575
  br i1 %or.cond, label %if.then2, label %if.end3

if.then2:                                         ; preds = %if.end
  tail call void @fail(i32 noundef 13, i32 noundef %site) #13
  unreachable

if.end3:                                          ; preds = %if.end
  %shr.i.i = lshr i64 %address, 24
  %tobool.not.i.i = icmp eq i64 %shr.i.i, 0
  br i1 %tobool.not.i.i, label %cond.false.i, label %land.rhs.i.i

land.rhs.i.i:                                     ; preds = %if.end3
  %cluster.i.i = getelementptr inbounds nuw i8, ptr %2, i64 96
  %6 = load i64, ptr %cluster.i.i, align 8
  %cmp.i.not.i = icmp ugt i64 %shr.i.i, %6
  br i1 %cmp.i.not.i, label %cond.false.i, label %cond.true.i

cond.true.i:                                      ; preds = %land.rhs.i.i
  %7 = trunc i64 %shr.i.i to i32
  br label %rank_at.exit

cond.false.i:                                     ; preds = %land.rhs.i.i, %if.end3
  %cluster.i4.i = getelementptr inbounds nuw i8, ptr %2, i64 96
  %8 = load i64, ptr %cluster.i4.i, align 8
  %cmp.i5.i = icmp eq i64 %8, 1
  br i1 %cmp.i5.i, label %rank_at.exit, label %cond.false.i.i

cond.false.i.i:                                   ; preds = %cond.false.i
  %number.i.i = getelementptr inbounds nuw i8, ptr %0, i64 16
  %9 = load i32, ptr %number.i.i, align 8
  %threads.i.i.i = getelementptr inbounds nuw i8, ptr %2, i64 56
  %10 = load i64, ptr %threads.i.i.i, align 8
  %div.i.i.i = sdiv i64 %10, %8
  %conv.i.i.i = trunc i64 %div.i.i.i to i32
  %div.i.i = udiv i32 %9, %conv.i.i.i
  %11 = add i32 %div.i.i, 1
  br label %rank_at.exit

rank_at.exit:                                     ; preds = %cond.true.i, %cond.false.i, %cond.false.i.i
  %cond.i = phi i32 [ %7, %cond.true.i ], [ %11, %cond.false.i.i ], [ 1, %cond.false.i ]
  %conv.i54 = zext i32 %cond.i to i64
  %shl.i = shl nuw nsw i64 %conv.i54, 24
  %and.i = and i64 %address, 16777215
  %or.i = or disjoint i64 %shl.i, %and.i
  store i64 %or.i, ptr %address.addr, align 8
  call void @write_shared(i64 noundef %or.i, ptr noundef nonnull %address.addr, i32 noundef 8, i32 noundef %site) #14
  %12 = load i64, ptr %address.addr, align 8
  %13 = load ptr, ptr @current, align 8
  %block1.i = getelementptr inbounds nuw i8, ptr %13, i64 8
  %14 = load ptr, ptr %block1.i, align 8
  %mbarriers.i = getelementptr inbounds nuw i8, ptr %14, i64 1640
  %mbarrier_count.i = getelementptr inbounds nuw i8, ptr %14, i64 5224
  %15 = load i32, ptr %mbarrier_count.i, align 8
  %cmp.not13.not.i = icmp eq i32 %15, 0
  br i1 %cmp.not13.not.i, label %slot_of.exit, label %for.body.i.preheader

for.body.i.preheader:                             ; preds = %rank_at.exit
  %16 = zext i32 %15 to i64
  br label %for.body.i

for.cond.i:                                       ; preds = %for.body.i
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next, %16
  br i1 %exitcond.not.i, label %slot_of.exit, label %for.body.i, !llvm.loop !4

for.body.i:                                       ; preds = %for.body.i.preheader, %for.cond.i
  %indvars.iv = phi i64 [ 0, %for.body.i.preheader ], [ %indvars.iv.next, %for.cond.i ]
  %arrayidx.i = getelementptr inbounds nuw %struct.Mbarrier, ptr %mbarriers.i, i64 %indvars.iv
  %17 = load i64, ptr %arrayidx.i, align 8
  %cmp3.i = icmp eq i64 %17, %12
  br i1 %cmp3.i, label %slot_of.exit, label %for.cond.i

slot_of.exit:                                     ; preds = %for.cond.i, %for.body.i, %rank_at.exit
  %spec.select.i = phi ptr [ null, %rank_at.exit ], [ null, %for.cond.i ], [ %arrayidx.i, %for.body.i ]
  %tobool7.not = icmp eq ptr %spec.select.i, null
  br i1 %tobool7.not, label %if.then12, label %land.lhs.true

land.lhs.true:                                    ; preds = %slot_of.exit
  %is_used = getelementptr inbounds nuw i8, ptr %spec.select.i, i64 8
  %18 = load i32, ptr %is_used, align 8
  %tobool8.not = icmp eq i32 %18, 0
  br i1 %tobool8.not, label %if.end25, label %if.then9

if.then9:                                         ; preds = %land.lhs.true
  call void @fail(i32 noundef 13, i32 noundef %site) #13
  unreachable

if.then12:                                        ; preds = %slot_of.exit
  %mbarrier_count = getelementptr inbounds nuw i8, ptr %1, i64 5224
  %19 = load i32, ptr %mbarrier_count, align 8
  %cmp13 = icmp eq i32 %19, 64
  br i1 %cmp13, label %if.then14, label %if.end15

if.then14:                                        ; preds = %if.then12
  call void @fail(i32 noundef 13, i32 noundef %site) #13
  unreachable

if.end15:                                         ; preds = %if.then12
  %mbarriers = getelementptr inbounds nuw i8, ptr %1, i64 1640
  %inc = add i32 %19, 1
  store i32 %inc, ptr %mbarrier_count, align 8
  %idxprom = zext i32 %19 to i64
  %arrayidx = getelementptr inbounds nuw %struct.Mbarrier, ptr %mbarriers, i64 %idxprom
  %gathered = getelementptr inbounds nuw i8, ptr %arrayidx, i64 40
  %20 = load ptr, ptr %gathered, align 8
  %tobool17.not = icmp eq ptr %20, null
  br i1 %tobool17.not, label %if.then18, label %if.end21

if.then18:                                        ; preds = %if.end15
  %21 = load ptr, ptr @launch, align 8
  %threads = getelementptr inbounds nuw i8, ptr %21, i64 56
  %22 = load i64, ptr %threads, align 8
  %add = shl i64 %22, 1
  %mul = add i64 %add, 256
  %call19 = call ptr @calloc(i64 noundef %mul, i64 noundef 4) #15
  store ptr %call19, ptr %gathered, align 8
  br label %if.end21

if.end21:                                         ; preds = %if.then18, %if.end15
  %23 = load ptr, ptr %gathered, align 8
  %24 = load ptr, ptr @launch, align 8
  %threads23 = getelementptr inbounds nuw i8, ptr %24, i64 56
  %25 = load i64, ptr %threads23, align 8
  %add.ptr = getelementptr inbounds i32, ptr %23, i64 %25
  %add.ptr24 = getelementptr inbounds nuw i8, ptr %add.ptr, i64 512
  %known = getelementptr inbounds nuw i8, ptr %arrayidx, i64 48
  store ptr %add.ptr24, ptr %known, align 8
  br label %if.end25

if.end25:                                         ; preds = %land.lhs.true, %if.end21
  %it.0 = phi ptr [ %arrayidx, %if.end21 ], [ %spec.select.i, %land.lhs.true ]
  %gathered26 = getelementptr inbounds nuw i8, ptr %it.0, i64 40
  %26 = load ptr, ptr %gathered26, align 8
  %27 = load ptr, ptr @launch, align 8
  %threads27 = getelementptr inbounds nuw i8, ptr %27, i64 56
  %28 = load i64, ptr %threads27, align 8
  %add28 = shl i64 %28, 3
  %mul30 = add i64 %add28, 1024
  call void @llvm.memset.p0.i64(ptr align 4 %26, i8 0, i64 %mul30, i1 false)
  %29 = load i64, ptr %address.addr, align 8
  store i64 %29, ptr %it.0, align 8
  %is_used32 = getelementptr inbounds nuw i8, ptr %it.0, i64 8
  store i32 1, ptr %is_used32, align 8
  %pending = getelementptr inbounds nuw i8, ptr %it.0, i64 16
  store i32 %count, ptr %pending, align 8
  %expected = getelementptr inbounds nuw i8, ptr %it.0, i64 12
  store i32 %count, ptr %expected, align 4
  %parity = getelementptr inbounds nuw i8, ptr %it.0, i64 20
  store i32 0, ptr %parity, align 4
  %bytes = getelementptr inbounds nuw i8, ptr %it.0, i64 32
  store i64 0, ptr %bytes, align 8
  br label %cleanup

cleanup:                                          ; preds = %entry, %if.end25
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: noreturn
declare void @fail(i32 noundef, i32 noundef) local_unnamed_addr #2

declare void @write_shared(i64 noundef, ptr noundef, i32 noundef, i32 noundef) local_unnamed_addr #3

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @calloc(i64 noundef, i64 noundef) local_unnamed_addr #4

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: nounwind uwtable
define void @emu_mbarrier_forget(i64 noundef %address, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %bytes = alloca [8 x i8], align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes) #14
  store i64 0, ptr %bytes, align 8
  %0 = load ptr, ptr @launch, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %0, i64 128
  %1 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp ne i64 %1, 0
  %conv.i = zext i32 %site to i64
  %cmp.i = icmp eq i64 %1, %conv.i
  %2 = and i1 %tobool.not.i, %cmp.i
  br i1 %2, label %cleanup, label %if.end

if.end:                                           ; preds = %entry
  %call1 = tail call fastcc ptr @find(i64 noundef %address, i32 noundef %site)
  %is_used = getelementptr inbounds nuw i8, ptr %call1, i64 8
  store i32 0, ptr %is_used, align 8
  call void @write_shared(i64 noundef %address, ptr noundef nonnull %bytes, i32 noundef 8, i32 noundef %site) #14
  br label %cleanup

cleanup:                                          ; preds = %entry, %if.end
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes) #14
  ret void
}

; Function Attrs: nounwind uwtable
define internal fastcc nonnull ptr @find(i64 noundef %address, i32 noundef %site) unnamed_addr #0 {
entry:
  %bytes = alloca [8 x i8], align 1
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes) #14
  %shr.i.i = lshr i64 %address, 24
  %tobool.not.i.i = icmp eq i64 %shr.i.i, 0
  br i1 %tobool.not.i.i, label %cond.false.i, label %land.rhs.i.i

land.rhs.i.i:                                     ; preds = %entry
  %0 = load ptr, ptr @launch, align 8
  %cluster.i.i = getelementptr inbounds nuw i8, ptr %0, i64 96
  %1 = load i64, ptr %cluster.i.i, align 8
  %cmp.i.not.i = icmp ugt i64 %shr.i.i, %1
  br i1 %cmp.i.not.i, label %cond.false.i, label %cond.true.i

cond.true.i:                                      ; preds = %land.rhs.i.i
  %2 = trunc i64 %shr.i.i to i32
  br label %rank_at.exit

cond.false.i:                                     ; preds = %land.rhs.i.i, %entry
  %3 = load ptr, ptr @launch, align 8
  %cluster.i4.i = getelementptr inbounds nuw i8, ptr %3, i64 96
  %4 = load i64, ptr %cluster.i4.i, align 8
  %cmp.i5.i = icmp eq i64 %4, 1
  br i1 %cmp.i5.i, label %rank_at.exit, label %cond.false.i.i

cond.false.i.i:                                   ; preds = %cond.false.i
  %5 = load ptr, ptr @current, align 8
  %number.i.i = getelementptr inbounds nuw i8, ptr %5, i64 16
  %6 = load i32, ptr %number.i.i, align 8
  %threads.i.i.i = getelementptr inbounds nuw i8, ptr %3, i64 56
  %7 = load i64, ptr %threads.i.i.i, align 8
  %div.i.i.i = sdiv i64 %7, %4
  %conv.i.i.i = trunc i64 %div.i.i.i to i32
  %div.i.i = udiv i32 %6, %conv.i.i.i
  %8 = add i32 %div.i.i, 1
  br label %rank_at.exit

rank_at.exit:                                     ; preds = %cond.true.i, %cond.false.i, %cond.false.i.i
  %cond.i = phi i32 [ %2, %cond.true.i ], [ %8, %cond.false.i.i ], [ 1, %cond.false.i ]
  %conv.i = zext i32 %cond.i to i64
  %shl.i = shl nuw nsw i64 %conv.i, 24
  %and.i = and i64 %address, 16777215
  %or.i = or disjoint i64 %shl.i, %and.i
  call void @read_shared(i64 noundef %or.i, ptr noundef nonnull %bytes, i32 noundef 8, i32 noundef %site) #14
  %9 = load ptr, ptr @current, align 8
  %block1.i = getelementptr inbounds nuw i8, ptr %9, i64 8
  %10 = load ptr, ptr %block1.i, align 8
  %mbarriers.i = getelementptr inbounds nuw i8, ptr %10, i64 1640
  %mbarrier_count.i = getelementptr inbounds nuw i8, ptr %10, i64 5224
  %11 = load i32, ptr %mbarrier_count.i, align 8
  %cmp.not13.not.i = icmp eq i32 %11, 0
  br i1 %cmp.not13.not.i, label %slot_of.exit, label %for.body.i.preheader

for.body.i.preheader:                             ; preds = %rank_at.exit
  %12 = zext i32 %11 to i64
  br label %for.body.i

for.cond.i:                                       ; preds = %for.body.i
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next, %12
  br i1 %exitcond.not.i, label %slot_of.exit, label %for.body.i, !llvm.loop !4

for.body.i:                                       ; preds = %for.body.i.preheader, %for.cond.i
  %indvars.iv = phi i64 [ 0, %for.body.i.preheader ], [ %indvars.iv.next, %for.cond.i ]
  %arrayidx.i = getelementptr inbounds nuw %struct.Mbarrier, ptr %mbarriers.i, i64 %indvars.iv
  %13 = load i64, ptr %arrayidx.i, align 8
  %cmp3.i = icmp eq i64 %13, %or.i
  br i1 %cmp3.i, label %slot_of.exit, label %for.cond.i

slot_of.exit:                                     ; preds = %for.cond.i, %for.body.i, %rank_at.exit
  %spec.select.i = phi ptr [ null, %rank_at.exit ], [ null, %for.cond.i ], [ %arrayidx.i, %for.body.i ]
  %tobool.not = icmp eq ptr %spec.select.i, null
  br i1 %tobool.not, label %if.then, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %slot_of.exit
  %is_used = getelementptr inbounds nuw i8, ptr %spec.select.i, i64 8
  %14 = load i32, ptr %is_used, align 8
  %tobool3.not = icmp eq i32 %14, 0
  br i1 %tobool3.not, label %if.then, label %lor.lhs.false4

lor.lhs.false4:                                   ; preds = %lor.lhs.false
  %bcmp = call i32 @bcmp(ptr noundef nonnull dereferenceable(8) %bytes, ptr noundef nonnull dereferenceable(8) %spec.select.i, i64 8)
  %tobool8.not = icmp eq i32 %bcmp, 0
  br i1 %tobool8.not, label %if.end, label %if.then

if.then:                                          ; preds = %lor.lhs.false4, %lor.lhs.false, %slot_of.exit
  call void @fail(i32 noundef 13, i32 noundef %site) #13
  unreachable

if.end:                                           ; preds = %lor.lhs.false4
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes) #14
  ret ptr %spec.select.i
}

; Function Attrs: nounwind uwtable
define void @emu_mbarrier_expect(i64 noundef %address, i32 noundef %bytes, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %0, i64 128
  %1 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp ne i64 %1, 0
  %conv.i = zext i32 %site to i64
  %cmp.i = icmp eq i64 %1, %conv.i
  %2 = and i1 %tobool.not.i, %cmp.i
  br i1 %2, label %return, label %if.end

if.end:                                           ; preds = %entry
  %cmp = icmp ugt i32 %bytes, 1048575
  br i1 %cmp, label %if.then1, label %if.end2

if.then1:                                         ; preds = %if.end
  tail call void @fail(i32 noundef 13, i32 noundef %site) #13
  unreachable

if.end2:                                          ; preds = %if.end
  %conv = zext nneg i32 %bytes to i64
  %call3 = tail call fastcc ptr @find(i64 noundef %address, i32 noundef %site)
  %bytes4 = getelementptr inbounds nuw i8, ptr %call3, i64 32
  %3 = load i64, ptr %bytes4, align 8
  %add = add nsw i64 %3, %conv
  store i64 %add, ptr %bytes4, align 8
  br label %return

return:                                           ; preds = %entry, %if.end2
  ret void
}

; Function Attrs: nounwind uwtable
define void @emu_mbarrier_arrive(i64 noundef %address, i32 noundef %count, i32 noundef %bytes, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %0, i64 128
  %1 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp ne i64 %1, 0
  %conv.i = zext i32 %site to i64
  %cmp.i = icmp eq i64 %1, %conv.i
  %2 = and i1 %tobool.not.i, %cmp.i
  br i1 %2, label %return, label %if.end

if.end:                                           ; preds = %entry
  %call1 = tail call fastcc ptr @find(i64 noundef %address, i32 noundef %site)
  %tobool.not = icmp eq i32 %count, 0
  br i1 %tobool.not, label %if.then4, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %if.end
  %pending = getelementptr inbounds nuw i8, ptr %call1, i64 16
  %3 = load i32, ptr %pending, align 8
  %cmp = icmp ugt i32 %count, %3
  %cmp3 = icmp ugt i32 %bytes, 1048575
  %or.cond = or i1 %cmp3, %cmp
  br i1 %or.cond, label %if.then4, label %if.end5

if.then4:                                         ; preds = %lor.lhs.false, %if.end
  tail call void @fail(i32 noundef 13, i32 noundef %site) #13
  unreachable

if.end5:                                          ; preds = %lor.lhs.false
  %gathered = getelementptr inbounds nuw i8, ptr %call1, i64 40
  %4 = load ptr, ptr %gathered, align 8
  %5 = load ptr, ptr @current, align 8
  %clocks = getelementptr inbounds nuw i8, ptr %5, i64 96
  %6 = load ptr, ptr %clocks, align 8
  tail call void @join(ptr noundef %4, ptr noundef %6) #14
  %7 = load ptr, ptr @current, align 8
  %clocks6 = getelementptr inbounds nuw i8, ptr %7, i64 96
  %8 = load ptr, ptr %clocks6, align 8
  %number = getelementptr inbounds nuw i8, ptr %7, i64 16
  %9 = load i32, ptr %number, align 8
  %idxprom = zext i32 %9 to i64
  %arrayidx = getelementptr inbounds nuw i32, ptr %8, i64 %idxprom
  %10 = load i32, ptr %arrayidx, align 4
  %inc = add i32 %10, 1
  store i32 %inc, ptr %arrayidx, align 4
  %conv = zext nneg i32 %bytes to i64
  %bytes7 = getelementptr inbounds nuw i8, ptr %call1, i64 32
  %11 = load i64, ptr %bytes7, align 8
  %add = add nsw i64 %11, %conv
  store i64 %add, ptr %bytes7, align 8
  %12 = load i32, ptr %pending, align 8
  %sub = sub i32 %12, %count
  store i32 %sub, ptr %pending, align 8
  tail call fastcc void @end_phase(ptr noundef nonnull %call1)
  br label %return

return:                                           ; preds = %entry, %if.end5
  ret void
}

declare void @join(ptr noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: nounwind uwtable
define internal fastcc void @end_phase(ptr noundef %it) unnamed_addr #0 {
entry:
  %pending = getelementptr inbounds nuw i8, ptr %it, i64 16
  %0 = load i32, ptr %pending, align 8
  %tobool.not = icmp eq i32 %0, 0
  br i1 %tobool.not, label %lor.lhs.false, label %return

lor.lhs.false:                                    ; preds = %entry
  %bytes = getelementptr inbounds nuw i8, ptr %it, i64 32
  %1 = load i64, ptr %bytes, align 8
  %tobool1.not = icmp eq i64 %1, 0
  br i1 %tobool1.not, label %if.end, label %return

if.end:                                           ; preds = %lor.lhs.false
  %2 = load ptr, ptr @current, align 8
  %block2 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %3 = load ptr, ptr %block2, align 8
  %mbarriers = getelementptr inbounds nuw i8, ptr %3, i64 1640
  %sub.ptr.lhs.cast = ptrtoint ptr %it to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %mbarriers to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %sub.ptr.div = sdiv exact i64 %sub.ptr.sub, 56
  %expected = getelementptr inbounds nuw i8, ptr %it, i64 12
  %4 = load i32, ptr %expected, align 4
  store i32 %4, ptr %pending, align 8
  %parity = getelementptr inbounds nuw i8, ptr %it, i64 20
  %5 = load i32, ptr %parity, align 4
  %xor = xor i32 %5, 1
  store i32 %xor, ptr %parity, align 4
  %ended = getelementptr inbounds nuw i8, ptr %it, i64 24
  %6 = load i32, ptr %ended, align 8
  %inc = add i32 %6, 1
  store i32 %inc, ptr %ended, align 8
  %known = getelementptr inbounds nuw i8, ptr %it, i64 48
  %7 = load ptr, ptr %known, align 8
  %gathered = getelementptr inbounds nuw i8, ptr %it, i64 40
  %8 = load ptr, ptr %gathered, align 8
  tail call void @join(ptr noundef %7, ptr noundef %8) #14
  %mul = shl nsw i64 %sub.ptr.div, 1
  %conv7 = and i64 %mul, 4294967294
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body
  %conv = trunc i64 %sub.ptr.div to i32
  %9 = load ptr, ptr %gathered, align 8
  %10 = load ptr, ptr @launch, align 8
  %threads12 = getelementptr inbounds nuw i8, ptr %10, i64 56
  %11 = load i64, ptr %threads12, align 8
  %add13 = shl i64 %11, 2
  %mul14 = add i64 %add13, 512
  tail call void @llvm.memset.p0.i64(ptr align 4 %9, i8 0, i64 %mul14, i1 false)
  %12 = load ptr, ptr @launch, align 8
  %threads1657 = getelementptr inbounds nuw i8, ptr %12, i64 56
  %13 = load i64, ptr %threads1657, align 8
  %cmp1758 = icmp sgt i64 %13, 0
  br i1 %cmp1758, label %for.body20.lr.ph, label %return

for.body20.lr.ph:                                 ; preds = %for.cond.cleanup
  %threads21 = getelementptr inbounds nuw i8, ptr %3, i64 32
  br label %for.body20

for.body:                                         ; preds = %if.end, %for.body
  %indvars.iv = phi i64 [ 0, %if.end ], [ %indvars.iv.next, %for.body ]
  %14 = load i32, ptr %ended, align 8
  %15 = load ptr, ptr %known, align 8
  %16 = load ptr, ptr @launch, align 8
  %threads = getelementptr inbounds nuw i8, ptr %16, i64 56
  %17 = load i64, ptr %threads, align 8
  %18 = getelementptr i32, ptr %15, i64 %17
  %19 = getelementptr i32, ptr %18, i64 %conv7
  %arrayidx = getelementptr i32, ptr %19, i64 %indvars.iv
  store i32 %14, ptr %arrayidx, align 4
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %cmp = icmp eq i64 %indvars.iv, 0
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !7

for.body20:                                       ; preds = %for.body20.lr.ph, %if.end32
  %t.059 = phi i64 [ 0, %for.body20.lr.ph ], [ %inc34, %if.end32 ]
  %20 = load ptr, ptr %threads21, align 8
  %arrayidx22 = getelementptr inbounds nuw %struct.Thread, ptr %20, i64 %t.059
  %state = getelementptr inbounds nuw i8, ptr %arrayidx22, i64 20
  %21 = load i32, ptr %state, align 4
  %cmp23 = icmp eq i32 %21, 1
  br i1 %cmp23, label %land.lhs.true, label %if.end32

land.lhs.true:                                    ; preds = %for.body20
  %wait = getelementptr inbounds nuw i8, ptr %arrayidx22, i64 32
  %22 = load i32, ptr %wait, align 8
  %cmp25 = icmp eq i32 %22, 10
  br i1 %cmp25, label %land.lhs.true27, label %if.end32

land.lhs.true27:                                  ; preds = %land.lhs.true
  %key = getelementptr inbounds nuw i8, ptr %arrayidx22, i64 36
  %23 = load i32, ptr %key, align 4
  %cmp29 = icmp eq i32 %23, %conv
  br i1 %cmp29, label %if.then31, label %if.end32

if.then31:                                        ; preds = %land.lhs.true27
  tail call void @resume(ptr noundef %arrayidx22) #14
  br label %if.end32

if.end32:                                         ; preds = %if.then31, %land.lhs.true27, %land.lhs.true, %for.body20
  %inc34 = add nuw nsw i64 %t.059, 1
  %24 = load ptr, ptr @launch, align 8
  %threads16 = getelementptr inbounds nuw i8, ptr %24, i64 56
  %25 = load i64, ptr %threads16, align 8
  %cmp17 = icmp slt i64 %inc34, %25
  br i1 %cmp17, label %for.body20, label %return, !llvm.loop !8

return:                                           ; preds = %if.end32, %for.cond.cleanup, %entry, %lor.lhs.false
  ret void
}

; Function Attrs: nounwind uwtable
define i32 @number_of(i64 noundef %address, i32 noundef %one_more, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %call = tail call fastcc ptr @find(i64 noundef %address, i32 noundef %site)
  %pending = getelementptr inbounds nuw i8, ptr %call, i64 16
  %0 = load i32, ptr %pending, align 8
  %add = add i32 %0, %one_more
  store i32 %add, ptr %pending, align 8
  %1 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %1, i64 8
  %2 = load ptr, ptr %block, align 8
  %mbarriers = getelementptr inbounds nuw i8, ptr %2, i64 1640
  %sub.ptr.lhs.cast = ptrtoint ptr %call to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %mbarriers to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %sub.ptr.div = sdiv exact i64 %sub.ptr.sub, 56
  %conv = trunc i64 %sub.ptr.div to i32
  ret i32 %conv
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define i32 @phase_of(i32 noundef %number) local_unnamed_addr #6 {
entry:
  %0 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block, align 8
  %idxprom = zext i32 %number to i64
  %arrayidx = getelementptr inbounds nuw %struct.Mbarrier, ptr %1, i64 %idxprom
  %ended = getelementptr inbounds nuw i8, ptr %arrayidx, i64 1664
  %2 = load i32, ptr %ended, align 8
  ret i32 %2
}

; Function Attrs: nounwind uwtable
define range(i32 0, 2) i32 @arrive_at(i32 noundef %number, i32 noundef %phase, ptr noundef %known) local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block, align 8
  %mbarriers = getelementptr inbounds nuw i8, ptr %1, i64 1640
  %idxprom = zext i32 %number to i64
  %arrayidx = getelementptr inbounds nuw %struct.Mbarrier, ptr %mbarriers, i64 %idxprom
  %is_used = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %2 = load i32, ptr %is_used, align 8
  %tobool.not = icmp eq i32 %2, 0
  br i1 %tobool.not, label %cleanup, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %entry
  %pending = getelementptr inbounds nuw i8, ptr %arrayidx, i64 16
  %3 = load i32, ptr %pending, align 8
  %tobool1.not = icmp eq i32 %3, 0
  br i1 %tobool1.not, label %cleanup, label %lor.lhs.false2

lor.lhs.false2:                                   ; preds = %lor.lhs.false
  %ended = getelementptr inbounds nuw i8, ptr %arrayidx, i64 24
  %4 = load i32, ptr %ended, align 8
  %cmp.not = icmp eq i32 %4, %phase
  br i1 %cmp.not, label %if.end, label %cleanup

if.end:                                           ; preds = %lor.lhs.false2
  %gathered = getelementptr inbounds nuw i8, ptr %arrayidx, i64 40
  %5 = load ptr, ptr %gathered, align 8
  tail call void @join(ptr noundef %5, ptr noundef %known) #14
  %6 = load i32, ptr %pending, align 8
  %dec = add i32 %6, -1
  store i32 %dec, ptr %pending, align 8
  tail call fastcc void @end_phase(ptr noundef nonnull %arrayidx)
  br label %cleanup

cleanup:                                          ; preds = %entry, %lor.lhs.false, %lor.lhs.false2, %if.end
  %retval.0 = phi i32 [ 1, %if.end ], [ 0, %lor.lhs.false2 ], [ 0, %lor.lhs.false ], [ 0, %entry ]
  ret i32 %retval.0
}

; Function Attrs: nounwind uwtable
define range(i32 0, 2) i32 @emu_mbarrier_wait(i64 noundef %address, i32 noundef %parity, i32 noundef %may_wait, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %0, i64 128
  %1 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp ne i64 %1, 0
  %conv.i = zext i32 %site to i64
  %cmp.i = icmp eq i64 %1, %conv.i
  %2 = and i1 %tobool.not.i, %cmp.i
  br i1 %2, label %return, label %if.end

if.end:                                           ; preds = %entry
  %call1 = tail call fastcc ptr @find(i64 noundef %address, i32 noundef %site)
  %3 = load ptr, ptr @launch, align 8
  %seed = getelementptr inbounds nuw i8, ptr %3, i64 80
  %4 = load i64, ptr %seed, align 8
  %tobool.not = icmp eq i64 %4, 0
  br i1 %tobool.not, label %land.end, label %land.rhs

land.rhs:                                         ; preds = %if.end
  %call2 = tail call i32 @choose(i32 noundef 4) #14
  %cmp = icmp eq i32 %call2, 0
  br label %land.end

land.end:                                         ; preds = %land.rhs, %if.end
  %5 = phi i1 [ false, %if.end ], [ %cmp, %land.rhs ]
  %cmp3 = icmp ugt i32 %parity, 1
  br i1 %cmp3, label %if.then4, label %if.end5

if.then4:                                         ; preds = %land.end
  tail call void @fail(i32 noundef 13, i32 noundef %site) #13
  unreachable

if.end5:                                          ; preds = %land.end
  %parity6 = getelementptr inbounds nuw i8, ptr %call1, i64 20
  %6 = load i32, ptr %parity6, align 4
  %cmp7 = icmp eq i32 %6, %parity
  %tobool8 = icmp eq i32 %may_wait, 0
  %or.cond = select i1 %tobool8, i1 true, i1 %5
  %or.cond43 = select i1 %cmp7, i1 %or.cond, i1 false
  br i1 %or.cond43, label %if.then10, label %if.else

if.then10:                                        ; preds = %if.end5
  %7 = load ptr, ptr @current, align 8
  %call11 = tail call i32 @make_transfer()
  %cmp12 = icmp slt i32 %call11, 0
  br i1 %cmp12, label %if.then16, label %lor.lhs.false13

lor.lhs.false13:                                  ; preds = %if.then10
  %call14 = tail call i32 @make_arrival() #14
  %cmp15 = icmp slt i32 %call14, 0
  br i1 %cmp15, label %if.then16, label %if.end18

if.then16:                                        ; preds = %lor.lhs.false13, %if.then10
  %8 = load ptr, ptr @launch, align 8
  %site17 = getelementptr inbounds nuw i8, ptr %8, i64 192
  %9 = load i64, ptr %site17, align 8
  %conv = trunc i64 %9 to i32
  tail call void @fail(i32 noundef 14, i32 noundef %conv) #13
  unreachable

if.end18:                                         ; preds = %lor.lhs.false13
  store ptr %7, ptr @current, align 8
  tail call void @yield() #14
  br label %if.end26

if.else:                                          ; preds = %if.end5
  br i1 %cmp7, label %if.then22, label %if.end26

if.then22:                                        ; preds = %if.else
  %10 = load ptr, ptr @current, align 8
  %wait = getelementptr inbounds nuw i8, ptr %10, i64 32
  %block = getelementptr inbounds nuw i8, ptr %10, i64 8
  %11 = load ptr, ptr %block, align 8
  %mbarriers = getelementptr inbounds nuw i8, ptr %11, i64 1640
  %sub.ptr.lhs.cast = ptrtoint ptr %call1 to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %mbarriers to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %sub.ptr.div = sdiv exact i64 %sub.ptr.sub, 56
  %conv23 = trunc i64 %sub.ptr.div to i32
  store i32 10, ptr %wait, align 8
  %.compoundliteral.sroa.3.0.wait.sroa_idx = getelementptr inbounds nuw i8, ptr %10, i64 36
  store i32 %conv23, ptr %.compoundliteral.sroa.3.0.wait.sroa_idx, align 4
  %.compoundliteral.sroa.4.0.wait.sroa_idx = getelementptr inbounds nuw i8, ptr %10, i64 40
  store i32 %site, ptr %.compoundliteral.sroa.4.0.wait.sroa_idx, align 8
  %.compoundliteral.sroa.5.0.wait.sroa_idx = getelementptr inbounds nuw i8, ptr %10, i64 44
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(36) %.compoundliteral.sroa.5.0.wait.sroa_idx, i8 0, i64 36, i1 false)
  %state = getelementptr inbounds nuw i8, ptr %10, i64 20
  store i32 1, ptr %state, align 4
  tail call void @leave_to_others() #14
  br label %if.end26

if.end26:                                         ; preds = %if.else, %if.then22, %if.end18
  %12 = load i32, ptr %parity6, align 4
  %cmp28 = icmp eq i32 %12, %parity
  br i1 %cmp28, label %return, label %if.end31

if.end31:                                         ; preds = %if.end26
  %13 = load ptr, ptr @current, align 8
  %clocks = getelementptr inbounds nuw i8, ptr %13, i64 96
  %14 = load ptr, ptr %clocks, align 8
  %known = getelementptr inbounds nuw i8, ptr %call1, i64 48
  %15 = load ptr, ptr %known, align 8
  tail call void @join(ptr noundef %14, ptr noundef %15) #14
  br label %return

return:                                           ; preds = %if.end31, %if.end26, %entry
  %retval.1 = phi i32 [ 1, %entry ], [ 1, %if.end31 ], [ 0, %if.end26 ]
  ret i32 %retval.1
}

declare i32 @choose(i32 noundef) local_unnamed_addr #3

; Function Attrs: nounwind uwtable
define range(i32 -1, 2) i32 @make_transfer() local_unnamed_addr #0 {
entry:
  %whole.i = alloca [4096 x i8], align 16
  %0 = load ptr, ptr @current, align 8
  %block1 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block1, align 8
  %transfers = getelementptr inbounds nuw i8, ptr %1, i64 5232
  br label %for.cond

for.cond:                                         ; preds = %for.cond, %entry
  %it.0.in = phi ptr [ %transfers, %entry ], [ %it.0, %for.cond ]
  %count.0 = phi i32 [ 0, %entry ], [ %inc, %for.cond ]
  %it.0 = load ptr, ptr %it.0.in, align 8
  %tobool.not = icmp eq ptr %it.0, null
  %inc = add i32 %count.0, 1
  br i1 %tobool.not, label %for.cond.cleanup, label %for.cond, !llvm.loop !9

for.cond.cleanup:                                 ; preds = %for.cond
  %tobool2.not = icmp eq i32 %count.0, 0
  br i1 %tobool2.not, label %cleanup, label %if.end

if.end:                                           ; preds = %for.cond.cleanup
  %2 = load ptr, ptr @launch, align 8
  %seed = getelementptr inbounds nuw i8, ptr %2, i64 80
  %3 = load i64, ptr %seed, align 8
  %tobool4.not = icmp eq i64 %3, 0
  br i1 %tobool4.not, label %cond.end, label %cond.true

cond.true:                                        ; preds = %if.end
  %call = tail call i32 @choose(i32 noundef %count.0) #14
  br label %cond.end

cond.end:                                         ; preds = %if.end, %cond.true
  %cond = phi i32 [ %call, %cond.true ], [ 0, %if.end ]
  %tobool6.not54 = icmp eq i32 %cond, 0
  br i1 %tobool6.not54, label %for.cond.cleanup7, label %for.body8

for.cond.cleanup7:                                ; preds = %for.body8, %cond.end
  %place.0.lcssa = phi ptr [ %transfers, %cond.end ], [ %8, %for.body8 ]
  %4 = load ptr, ptr %place.0.lcssa, align 8
  %5 = load ptr, ptr %4, align 8
  store ptr %5, ptr %place.0.lcssa, align 8
  %mbarriers = getelementptr inbounds nuw i8, ptr %1, i64 1640
  %number = getelementptr inbounds nuw i8, ptr %4, i64 168
  %6 = load i32, ptr %number, align 8
  %idxprom = zext i32 %6 to i64
  %arrayidx = getelementptr inbounds nuw %struct.Mbarrier, ptr %mbarriers, i64 %idxprom
  %is_used = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %7 = load i32, ptr %is_used, align 8
  %tobool14.not = icmp eq i32 %7, 0
  br i1 %tobool14.not, label %land.end, label %land.rhs

for.body8:                                        ; preds = %cond.end, %for.body8
  %k.056 = phi i32 [ %dec, %for.body8 ], [ %cond, %cond.end ]
  %place.055 = phi ptr [ %8, %for.body8 ], [ %transfers, %cond.end ]
  %8 = load ptr, ptr %place.055, align 8
  %dec = add i32 %k.056, -1
  %tobool6.not = icmp eq i32 %dec, 0
  br i1 %tobool6.not, label %for.cond.cleanup7, label %for.body8, !llvm.loop !10

land.rhs:                                         ; preds = %for.cond.cleanup7
  %ended = getelementptr inbounds nuw i8, ptr %arrayidx, i64 24
  %9 = load i32, ptr %ended, align 8
  %phase = getelementptr inbounds nuw i8, ptr %4, i64 172
  %10 = load i32, ptr %phase, align 4
  %cmp = icmp eq i32 %9, %10
  br label %land.end

land.end:                                         ; preds = %land.rhs, %for.cond.cleanup7
  %11 = phi i1 [ false, %for.cond.cleanup7 ], [ %cmp, %land.rhs ]
  %threads = getelementptr inbounds nuw i8, ptr %1, i64 32
  %12 = load ptr, ptr %threads, align 8
  %issuer = getelementptr inbounds nuw i8, ptr %4, i64 176
  %13 = load i32, ptr %issuer, align 8
  %idxprom15 = zext i32 %13 to i64
  %arrayidx16 = getelementptr inbounds nuw %struct.Thread, ptr %12, i64 %idxprom15
  store ptr %arrayidx16, ptr @current, align 8
  %site = getelementptr inbounds nuw i8, ptr %4, i64 180
  %14 = load i32, ptr %site, align 4
  %conv = zext i32 %14 to i64
  %15 = load ptr, ptr @launch, align 8
  %site17 = getelementptr inbounds nuw i8, ptr %15, i64 192
  store i64 %conv, ptr %site17, align 8
  %box.i.i = getelementptr inbounds nuw i8, ptr %4, i64 112
  %16 = load i32, ptr %box.i.i, align 8
  %size.i.i = getelementptr inbounds nuw i8, ptr %4, i64 28
  %17 = load i32, ptr %size.i.i, align 4
  %mul.i.i = mul i32 %17, %16
  %rank.i.i = getelementptr inbounds nuw i8, ptr %4, i64 24
  %18 = load i32, ptr %rank.i.i, align 8
  %cmp5.i.i = icmp ugt i32 %18, 1
  br i1 %cmp5.i.i, label %for.body.lr.ph.i.i, label %box_rows.exit.i

for.body.lr.ph.i.i:                               ; preds = %land.end
  %wide.trip.count.i.i = zext i32 %18 to i64
  br label %for.body.i.i

for.body.i.i:                                     ; preds = %for.body.i.i, %for.body.lr.ph.i.i
  %indvars.iv.i.i = phi i64 [ 1, %for.body.lr.ph.i.i ], [ %indvars.iv.next.i.i, %for.body.i.i ]
  %rows.06.i.i = phi i32 [ 1, %for.body.lr.ph.i.i ], [ %mul.i30.i, %for.body.i.i ]
  %arrayidx.i.i = getelementptr inbounds nuw i32, ptr %box.i.i, i64 %indvars.iv.i.i
  %19 = load i32, ptr %arrayidx.i.i, align 4
  %mul.i30.i = mul i32 %19, %rows.06.i.i
  %indvars.iv.next.i.i = add nuw nsw i64 %indvars.iv.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %indvars.iv.next.i.i, %wide.trip.count.i.i
  br i1 %exitcond.not.i.i, label %box_rows.exit.i, label %for.body.i.i, !llvm.loop !11

box_rows.exit.i:                                  ; preds = %for.body.i.i, %land.end
  %rows.0.lcssa.i.i = phi i32 [ 1, %land.end ], [ %mul.i30.i, %for.body.i.i ]
  %cmp49.not.i = icmp eq i32 %rows.0.lcssa.i.i, 0
  br i1 %cmp49.not.i, label %make.exit, label %for.body.lr.ph.i

for.body.lr.ph.i:                                 ; preds = %box_rows.exit.i
  %conv.i = zext i32 %mul.i.i to i64
  %base.i.i = getelementptr inbounds nuw i8, ptr %4, i64 16
  %at2.i.i = getelementptr inbounds nuw i8, ptr %4, i64 136
  %extents.i.i = getelementptr inbounds nuw i8, ptr %4, i64 40
  %20 = getelementptr i8, ptr %4, i64 72
  %cmp747.not.i = icmp eq i32 %mul.i.i, 0
  %to.i.i = getelementptr inbounds nuw i8, ptr %4, i64 160
  %swizzle.i.i = getelementptr inbounds nuw i8, ptr %4, i64 32
  br label %for.body.i

for.body.i:                                       ; preds = %for.cond.cleanup9.i, %for.body.lr.ph.i
  %row.052.i = phi i32 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.cond.cleanup9.i ]
  %inside.051.i = phi i32 [ undef, %for.body.lr.ph.i ], [ %inside.1.i, %for.cond.cleanup9.i ]
  %before.050.i = phi i32 [ undef, %for.body.lr.ph.i ], [ %before.1.i, %for.cond.cleanup9.i ]
  call void @llvm.lifetime.start.p0(ptr nonnull %whole.i) #14
  call void @llvm.memset.p0.i64(ptr nonnull align 16 %whole.i, i8 0, i64 %conv.i, i1 false)
  %21 = load ptr, ptr %base.i.i, align 8
  %22 = load i32, ptr %rank.i.i, align 8
  %cmp.not95.i.i = icmp ugt i32 %22, 1
  br i1 %cmp.not95.i.i, label %for.body.lr.ph.i33.i, label %cleanup17.i.i

for.body.lr.ph.i33.i:                             ; preds = %for.body.i
  %wide.trip.count.i35.i = zext i32 %22 to i64
  br label %for.body.i36.i

for.body.i36.i:                                   ; preds = %cleanup.i.i, %for.body.lr.ph.i33.i
  %indvars.iv.i37.i = phi i64 [ 1, %for.body.lr.ph.i33.i ], [ %indvars.iv.next.i39.i, %cleanup.i.i ]
  %row.addr.098.i.i = phi i32 [ %row.052.i, %for.body.lr.ph.i33.i ], [ %div.i.i, %cleanup.i.i ]
  %place.097.i.i = phi ptr [ %21, %for.body.lr.ph.i33.i ], [ %place.1.i.i, %cleanup.i.i ]
  %arrayidx.i38.i = getelementptr inbounds nuw i32, ptr %at2.i.i, i64 %indvars.iv.i37.i
  %23 = load i32, ptr %arrayidx.i38.i, align 4
  %conv.i.i = sext i32 %23 to i64
  %arrayidx4.i.i = getelementptr inbounds nuw i32, ptr %box.i.i, i64 %indvars.iv.i37.i
  %24 = load i32, ptr %arrayidx4.i.i, align 4
  %rem.i.i = urem i32 %row.addr.098.i.i, %24
  %conv5.i.i = zext i32 %rem.i.i to i64
  %add.i.i = add nsw i64 %conv5.i.i, %conv.i.i
  %div.i.i = udiv i32 %row.addr.098.i.i, %24
  %cmp9.i.i = icmp slt i64 %add.i.i, 0
  br i1 %cmp9.i.i, label %cleanup.i.i, label %lor.lhs.false.i.i

lor.lhs.false.i.i:                                ; preds = %for.body.i36.i
  %arrayidx12.i.i = getelementptr inbounds nuw i64, ptr %extents.i.i, i64 %indvars.iv.i37.i
  %25 = load i64, ptr %arrayidx12.i.i, align 8
  %cmp13.not.i.i = icmp slt i64 %add.i.i, %25
  br i1 %cmp13.not.i.i, label %if.end.i.i, label %cleanup.i.i

if.end.i.i:                                       ; preds = %lor.lhs.false.i.i
  %arrayidx16.i.i = getelementptr i64, ptr %20, i64 %indvars.iv.i37.i
  %26 = load i64, ptr %arrayidx16.i.i, align 8
  %mul.i41.i = mul i64 %26, %add.i.i
  %add.ptr.i.i = getelementptr inbounds nuw i8, ptr %place.097.i.i, i64 %mul.i41.i
  br label %cleanup.i.i

cleanup.i.i:                                      ; preds = %if.end.i.i, %lor.lhs.false.i.i, %for.body.i36.i
  %cond62.i.i = phi i1 [ false, %if.end.i.i ], [ true, %lor.lhs.false.i.i ], [ true, %for.body.i36.i ]
  %place.1.i.i = phi ptr [ %add.ptr.i.i, %if.end.i.i ], [ %place.097.i.i, %lor.lhs.false.i.i ], [ %place.097.i.i, %for.body.i36.i ]
  %indvars.iv.next.i39.i = add nuw nsw i64 %indvars.iv.i37.i, 1
  %exitcond.not.i40.i = icmp eq i64 %indvars.iv.next.i39.i, %wide.trip.count.i35.i
  %or.cond.i.i = select i1 %cond62.i.i, i1 true, i1 %exitcond.not.i40.i
  br i1 %or.cond.i.i, label %cleanup17.i.i, label %for.body.i36.i, !llvm.loop !12

cleanup17.i.i:                                    ; preds = %cleanup.i.i, %for.body.i
  %cmp.not.lcssa.i.i = phi i1 [ false, %for.body.i ], [ %cond62.i.i, %cleanup.i.i ]
  %place.2.i.i = phi ptr [ %21, %for.body.i ], [ %place.1.i.i, %cleanup.i.i ]
  br i1 %cmp.not.lcssa.i.i, label %row_at.exit.i, label %for.end.i.i

for.end.i.i:                                      ; preds = %cleanup17.i.i
  %27 = load i32, ptr %at2.i.i, align 8
  %conv21.i.i = sext i32 %27 to i64
  %28 = load i32, ptr %box.i.i, align 8
  %conv24.i.i = zext i32 %28 to i64
  %add25.i.i = add nsw i64 %conv24.i.i, %conv21.i.i
  %cond.i.i = tail call i64 @llvm.smax.i64(i64 %conv21.i.i, i64 0)
  %29 = load i64, ptr %extents.i.i, align 8
  %add25..i.i = tail call i64 @llvm.smin.i64(i64 %add25.i.i, i64 %29)
  %cmp38.not.i.i = icmp slt i64 %cond.i.i, %add25..i.i
  br i1 %cmp38.not.i.i, label %if.end41.i.i, label %row_at.exit.i

if.end41.i.i:                                     ; preds = %for.end.i.i
  %30 = load i32, ptr %size.i.i, align 4
  %31 = trunc nuw nsw i64 %cond.i.i to i32
  %32 = sub i32 %31, %27
  %conv45.i.i = mul i32 %30, %32
  %sub46.i.i = sub nsw i64 %add25..i.i, %cond.i.i
  %33 = trunc i64 %sub46.i.i to i32
  %conv50.i.i = mul i32 %30, %33
  %conv52.i.i = zext i32 %30 to i64
  %mul53.i.i = mul nuw nsw i64 %cond.i.i, %conv52.i.i
  %add.ptr54.i.i = getelementptr inbounds nuw i8, ptr %place.2.i.i, i64 %mul53.i.i
  br label %row_at.exit.i

row_at.exit.i:                                    ; preds = %if.end41.i.i, %for.end.i.i, %cleanup17.i.i
  %before.1.i = phi i32 [ %before.050.i, %cleanup17.i.i ], [ %conv45.i.i, %if.end41.i.i ], [ %before.050.i, %for.end.i.i ]
  %inside.1.i = phi i32 [ %inside.051.i, %cleanup17.i.i ], [ %conv50.i.i, %if.end41.i.i ], [ %inside.051.i, %for.end.i.i ]
  %retval.4.i.i = phi ptr [ null, %cleanup17.i.i ], [ %add.ptr54.i.i, %if.end41.i.i ], [ null, %for.end.i.i ]
  %tobool.not.i = icmp eq ptr %retval.4.i.i, null
  br i1 %tobool.not.i, label %if.end.i, label %if.then.i

if.then.i:                                        ; preds = %row_at.exit.i
  %idx.ext.i = zext i32 %before.1.i to i64
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %whole.i, i64 %idx.ext.i
  %conv5.i = zext i32 %inside.1.i to i64
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %add.ptr.i, ptr nonnull align 1 %retval.4.i.i, i64 %conv5.i, i1 false)
  br label %if.end.i

if.end.i:                                         ; preds = %if.then.i, %row_at.exit.i
  br i1 %cmp747.not.i, label %for.cond.cleanup9.i, label %for.body10.i

for.cond.cleanup9.i:                              ; preds = %chunk_of.exit.i, %if.end.i
  call void @llvm.lifetime.end.p0(ptr nonnull %whole.i) #14
  %inc.i = add nuw i32 %row.052.i, 1
  %exitcond.not.i = icmp eq i32 %inc.i, %rows.0.lcssa.i.i
  br i1 %exitcond.not.i, label %make.exit, label %for.body.i, !llvm.loop !13

for.body10.i:                                     ; preds = %if.end.i, %chunk_of.exit.i
  %k.048.i = phi i32 [ %add.i, %chunk_of.exit.i ], [ 0, %if.end.i ]
  %34 = load i64, ptr %to.i.i, align 8
  %35 = load i32, ptr %box.i.i, align 8
  %36 = load i32, ptr %size.i.i, align 4
  %mul.i.i.i = mul i32 %35, %row.052.i
  %mul.i42.i = mul i32 %mul.i.i.i, %36
  %conv.i43.i = zext i32 %mul.i42.i to i64
  %conv1.i.i = zext i32 %k.048.i to i64
  %add.i44.i = add i64 %34, %conv1.i.i
  %add2.i.i = add i64 %add.i44.i, %conv.i43.i
  %37 = load i32, ptr %swizzle.i.i, align 8
  %tobool.not.i.i = icmp eq i32 %37, 0
  br i1 %tobool.not.i.i, label %chunk_of.exit.i, label %cond.true.i.i

cond.true.i.i:                                    ; preds = %for.body10.i
  %div14.i.i = lshr i64 %add2.i.i, 7
  %div615.i.i = lshr i32 %37, 4
  %conv7.i.i = zext nneg i32 %div615.i.i to i64
  %rem.i45.i = urem i64 %div14.i.i, %conv7.i.i
  %mul8.i.i = shl nuw nsw i64 %rem.i45.i, 4
  %xor.i.i = xor i64 %mul8.i.i, %add2.i.i
  br label %chunk_of.exit.i

chunk_of.exit.i:                                  ; preds = %cond.true.i.i, %for.body10.i
  %cond.i46.i = phi i64 [ %xor.i.i, %cond.true.i.i ], [ %add2.i.i, %for.body10.i ]
  %call12.i = tail call ptr @emu_to_generic(i64 noundef %cond.i46.i) #14
  %add.ptr15.i = getelementptr inbounds nuw i8, ptr %whole.i, i64 %conv1.i.i
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 1 dereferenceable(16) %call12.i, ptr noundef nonnull align 16 dereferenceable(16) %add.ptr15.i, i64 16, i1 false)
  %add.i = add i32 %k.048.i, 16
  %cmp7.i = icmp ult i32 %add.i, %mul.i.i
  br i1 %cmp7.i, label %for.body10.i, label %for.cond.cleanup9.i, !llvm.loop !14

make.exit:                                        ; preds = %for.cond.cleanup9.i, %box_rows.exit.i
  %box.i = getelementptr inbounds nuw i8, ptr %4, i64 112
  %38 = load i32, ptr %box.i, align 8
  %size.i = getelementptr inbounds nuw i8, ptr %4, i64 28
  %39 = load i32, ptr %size.i, align 4
  %mul.i = mul i32 %39, %38
  %rank.i = getelementptr inbounds nuw i8, ptr %4, i64 24
  %40 = load i32, ptr %rank.i, align 8
  %cmp5.i = icmp ugt i32 %40, 1
  br i1 %cmp5.i, label %for.body.lr.ph.i49, label %box_rows.exit

for.body.lr.ph.i49:                               ; preds = %make.exit
  %wide.trip.count.i = zext i32 %40 to i64
  br label %for.body.i51

for.body.i51:                                     ; preds = %for.body.i51, %for.body.lr.ph.i49
  %indvars.iv.i = phi i64 [ 1, %for.body.lr.ph.i49 ], [ %indvars.iv.next.i, %for.body.i51 ]
  %rows.06.i = phi i32 [ 1, %for.body.lr.ph.i49 ], [ %mul.i52, %for.body.i51 ]
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %box.i, i64 %indvars.iv.i
  %41 = load i32, ptr %arrayidx.i, align 4
  %mul.i52 = mul i32 %41, %rows.06.i
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i53 = icmp eq i64 %indvars.iv.next.i, %wide.trip.count.i
  br i1 %exitcond.not.i53, label %box_rows.exit, label %for.body.i51, !llvm.loop !11

box_rows.exit:                                    ; preds = %for.body.i51, %make.exit
  %rows.0.lcssa.i = phi i32 [ 1, %make.exit ], [ %mul.i52, %for.body.i51 ]
  %mul = mul i32 %mul.i, %rows.0.lcssa.i
  %conv21 = zext i32 %mul to i64
  %bytes = getelementptr inbounds nuw i8, ptr %arrayidx, i64 32
  %42 = load i64, ptr %bytes, align 8
  %sub = sub nsw i64 %42, %conv21
  store i64 %sub, ptr %bytes, align 8
  tail call void @free(ptr noundef %4)
  br i1 %11, label %if.then23, label %cleanup

if.then23:                                        ; preds = %box_rows.exit
  tail call fastcc void @end_phase(ptr noundef nonnull %arrayidx)
  br label %cleanup

cleanup:                                          ; preds = %box_rows.exit, %if.then23, %for.cond.cleanup
  %retval.0 = phi i32 [ 0, %for.cond.cleanup ], [ 1, %if.then23 ], [ -1, %box_rows.exit ]
  ret i32 %retval.0
}

declare i32 @make_arrival() local_unnamed_addr #3

declare void @yield() local_unnamed_addr #3

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #7

declare void @leave_to_others() local_unnamed_addr #3

; Function Attrs: nounwind uwtable
define void @emu_copy_tensor(i64 noundef %to, ptr noundef readonly captures(none) %map, i32 noundef %rank, ptr noundef readonly captures(none) %at, i64 noundef %mbarrier, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %0, i64 128
  %1 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp ne i64 %1, 0
  %conv.i = zext i32 %site to i64
  %cmp.i = icmp eq i64 %1, %conv.i
  %2 = and i1 %tobool.not.i, %cmp.i
  br i1 %2, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  tail call fastcc void @copy_tensor(i64 noundef %to, ptr noundef %map, i32 noundef %rank, ptr noundef %at, i64 noundef %mbarrier, i32 noundef %site)
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  ret void
}

; Function Attrs: nounwind uwtable
define internal fastcc void @copy_tensor(i64 noundef %to, ptr noundef readonly captures(none) %map, i32 noundef %rank, ptr noundef readonly captures(none) %at, i64 noundef %mbarrier, i32 noundef %site) unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @current, align 8
  %block1 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block1, align 8
  %call = tail call fastcc ptr @find(i64 noundef %mbarrier, i32 noundef %site)
  %call2 = tail call fastcc ptr @begin(i64 noundef %to, ptr noundef %map, i32 noundef %rank, ptr noundef %at, i32 noundef %site)
  %mbarriers = getelementptr inbounds nuw i8, ptr %1, i64 1640
  %sub.ptr.lhs.cast = ptrtoint ptr %call to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %mbarriers to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %sub.ptr.div = sdiv exact i64 %sub.ptr.sub, 56
  %conv = trunc i64 %sub.ptr.div to i32
  %number = getelementptr inbounds nuw i8, ptr %call2, i64 168
  store i32 %conv, ptr %number, align 8
  %ended = getelementptr inbounds nuw i8, ptr %call, i64 24
  %2 = load i32, ptr %ended, align 8
  %phase = getelementptr inbounds nuw i8, ptr %call2, i64 172
  store i32 %2, ptr %phase, align 4
  %rank.i = getelementptr inbounds nuw i8, ptr %map, i64 16
  %box.i = getelementptr inbounds nuw i8, ptr %map, i64 104
  %base.i = getelementptr inbounds nuw i8, ptr %call2, i64 16
  %rank.i37 = getelementptr inbounds nuw i8, ptr %call2, i64 24
  %at2.i = getelementptr inbounds nuw i8, ptr %call2, i64 136
  %box.i39 = getelementptr inbounds nuw i8, ptr %call2, i64 112
  %extents.i = getelementptr inbounds nuw i8, ptr %call2, i64 40
  %3 = getelementptr i8, ptr %call2, i64 72
  %at19.i = getelementptr inbounds nuw i8, ptr %call2, i64 136
  %box22.i = getelementptr inbounds nuw i8, ptr %call2, i64 112
  %extents28.i = getelementptr inbounds nuw i8, ptr %call2, i64 40
  %size.i = getelementptr inbounds nuw i8, ptr %call2, i64 28
  %box.i47 = getelementptr inbounds nuw i8, ptr %map, i64 104
  %size.i48 = getelementptr inbounds nuw i8, ptr %map, i64 20
  %to.i = getelementptr inbounds nuw i8, ptr %call2, i64 160
  %box.i.i = getelementptr inbounds nuw i8, ptr %call2, i64 112
  %size.i.i = getelementptr inbounds nuw i8, ptr %call2, i64 28
  %swizzle.i = getelementptr inbounds nuw i8, ptr %call2, i64 32
  br label %for.cond

for.cond:                                         ; preds = %for.cond.cleanup10, %entry
  %inside.0 = phi i32 [ undef, %entry ], [ %inside.1, %for.cond.cleanup10 ]
  %row.0 = phi i32 [ 0, %entry ], [ %inc, %for.cond.cleanup10 ]
  %4 = load i32, ptr %rank.i, align 8
  %cmp5.i = icmp ugt i32 %4, 1
  br i1 %cmp5.i, label %for.body.lr.ph.i, label %box_rows.exit

for.body.lr.ph.i:                                 ; preds = %for.cond
  %wide.trip.count.i = zext i32 %4 to i64
  br label %for.body.i

for.body.i:                                       ; preds = %for.body.i, %for.body.lr.ph.i
  %indvars.iv.i = phi i64 [ 1, %for.body.lr.ph.i ], [ %indvars.iv.next.i, %for.body.i ]
  %rows.06.i = phi i32 [ 1, %for.body.lr.ph.i ], [ %mul.i, %for.body.i ]
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %box.i, i64 %indvars.iv.i
  %5 = load i32, ptr %arrayidx.i, align 4
  %mul.i = mul i32 %5, %rows.06.i
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, %wide.trip.count.i
  br i1 %exitcond.not.i, label %box_rows.exit, label %for.body.i, !llvm.loop !11

box_rows.exit:                                    ; preds = %for.body.i, %for.cond
  %rows.0.lcssa.i = phi i32 [ 1, %for.cond ], [ %mul.i, %for.body.i ]
  %cmp = icmp ult i32 %row.0, %rows.0.lcssa.i
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %box_rows.exit
  %transfers = getelementptr inbounds nuw i8, ptr %1, i64 5232
  br label %while.cond.i

while.cond.i:                                     ; preds = %while.cond.i, %for.cond.cleanup
  %end.addr.0.i = phi ptr [ %transfers, %for.cond.cleanup ], [ %6, %while.cond.i ]
  %6 = load ptr, ptr %end.addr.0.i, align 8
  %tobool.not.i = icmp eq ptr %6, null
  br i1 %tobool.not.i, label %append.exit, label %while.cond.i, !llvm.loop !15

append.exit:                                      ; preds = %while.cond.i
  store ptr %call2, ptr %end.addr.0.i, align 8
  ret void

for.body:                                         ; preds = %box_rows.exit
  %7 = load ptr, ptr %base.i, align 8
  %8 = load i32, ptr %rank.i37, align 8
  %cmp.not95.i = icmp ugt i32 %8, 1
  br i1 %cmp.not95.i, label %for.body.lr.ph.i38, label %cleanup17.i

for.body.lr.ph.i38:                               ; preds = %for.body
  %wide.trip.count.i40 = zext i32 %8 to i64
  br label %for.body.i41

for.body.i41:                                     ; preds = %cleanup.i, %for.body.lr.ph.i38
  %indvars.iv.i42 = phi i64 [ 1, %for.body.lr.ph.i38 ], [ %indvars.iv.next.i44, %cleanup.i ]
  %row.addr.098.i = phi i32 [ %row.0, %for.body.lr.ph.i38 ], [ %div.i, %cleanup.i ]
  %place.097.i = phi ptr [ %7, %for.body.lr.ph.i38 ], [ %place.1.i, %cleanup.i ]
  %arrayidx.i43 = getelementptr inbounds nuw i32, ptr %at2.i, i64 %indvars.iv.i42
  %9 = load i32, ptr %arrayidx.i43, align 4
  %conv.i = sext i32 %9 to i64
  %arrayidx4.i = getelementptr inbounds nuw i32, ptr %box.i39, i64 %indvars.iv.i42
  %10 = load i32, ptr %arrayidx4.i, align 4
  %rem.i = urem i32 %row.addr.098.i, %10
  %conv5.i = zext i32 %rem.i to i64
  %add.i = add nsw i64 %conv5.i, %conv.i
  %div.i = udiv i32 %row.addr.098.i, %10
  %cmp9.i = icmp slt i64 %add.i, 0
  br i1 %cmp9.i, label %cleanup.i, label %lor.lhs.false.i

lor.lhs.false.i:                                  ; preds = %for.body.i41
  %arrayidx12.i = getelementptr inbounds nuw i64, ptr %extents.i, i64 %indvars.iv.i42
  %11 = load i64, ptr %arrayidx12.i, align 8
  %cmp13.not.i = icmp slt i64 %add.i, %11
  br i1 %cmp13.not.i, label %if.end.i, label %cleanup.i

if.end.i:                                         ; preds = %lor.lhs.false.i
  %arrayidx16.i = getelementptr i64, ptr %3, i64 %indvars.iv.i42
  %12 = load i64, ptr %arrayidx16.i, align 8
  %mul.i46 = mul i64 %12, %add.i
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %place.097.i, i64 %mul.i46
  br label %cleanup.i

cleanup.i:                                        ; preds = %if.end.i, %lor.lhs.false.i, %for.body.i41
  %cond62.i = phi i1 [ false, %if.end.i ], [ true, %lor.lhs.false.i ], [ true, %for.body.i41 ]
  %place.1.i = phi ptr [ %add.ptr.i, %if.end.i ], [ %place.097.i, %lor.lhs.false.i ], [ %place.097.i, %for.body.i41 ]
  %indvars.iv.next.i44 = add nuw nsw i64 %indvars.iv.i42, 1
  %exitcond.not.i45 = icmp eq i64 %indvars.iv.next.i44, %wide.trip.count.i40
  %or.cond.i = select i1 %cond62.i, i1 true, i1 %exitcond.not.i45
  br i1 %or.cond.i, label %cleanup17.i, label %for.body.i41, !llvm.loop !12

cleanup17.i:                                      ; preds = %cleanup.i, %for.body
  %cmp.not.lcssa.i = phi i1 [ false, %for.body ], [ %cond62.i, %cleanup.i ]
  %place.2.i = phi ptr [ %7, %for.body ], [ %place.1.i, %cleanup.i ]
  br i1 %cmp.not.lcssa.i, label %row_at.exit, label %for.end.i

for.end.i:                                        ; preds = %cleanup17.i
  %13 = load i32, ptr %at19.i, align 8
  %conv21.i = sext i32 %13 to i64
  %14 = load i32, ptr %box22.i, align 8
  %conv24.i = zext i32 %14 to i64
  %add25.i = add nsw i64 %conv24.i, %conv21.i
  %cond.i = tail call i64 @llvm.smax.i64(i64 %conv21.i, i64 0)
  %15 = load i64, ptr %extents28.i, align 8
  %add25..i = tail call i64 @llvm.smin.i64(i64 %add25.i, i64 %15)
  %cmp38.not.i = icmp slt i64 %cond.i, %add25..i
  br i1 %cmp38.not.i, label %if.end41.i, label %row_at.exit

if.end41.i:                                       ; preds = %for.end.i
  %16 = load i32, ptr %size.i, align 4
  %sub46.i = sub nsw i64 %add25..i, %cond.i
  %17 = trunc i64 %sub46.i to i32
  %conv50.i = mul i32 %16, %17
  %conv52.i = zext i32 %16 to i64
  %mul53.i = mul nuw nsw i64 %cond.i, %conv52.i
  %add.ptr54.i = getelementptr inbounds nuw i8, ptr %place.2.i, i64 %mul53.i
  br label %row_at.exit

row_at.exit:                                      ; preds = %cleanup17.i, %for.end.i, %if.end41.i
  %inside.1 = phi i32 [ %inside.0, %cleanup17.i ], [ %conv50.i, %if.end41.i ], [ %inside.0, %for.end.i ]
  %retval.4.i = phi ptr [ null, %cleanup17.i ], [ %add.ptr54.i, %if.end41.i ], [ null, %for.end.i ]
  %tobool.not = icmp eq ptr %retval.4.i, null
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %row_at.exit
  tail call void @check_read(ptr noundef nonnull %retval.4.i, i32 noundef %inside.1, i32 noundef %site) #14
  br label %if.end

if.end:                                           ; preds = %if.then, %row_at.exit
  %18 = load i32, ptr %box.i47, align 8
  %19 = load i32, ptr %size.i48, align 4
  %mul.i4956 = mul i32 %19, %18
  %cmp857.not = icmp eq i32 %mul.i4956, 0
  br i1 %cmp857.not, label %for.cond.cleanup10, label %for.body11

for.cond.cleanup10:                               ; preds = %chunk_of.exit, %if.end
  %inc = add i32 %row.0, 1
  br label %for.cond, !llvm.loop !16

for.body11:                                       ; preds = %if.end, %chunk_of.exit
  %k.058 = phi i32 [ %add15, %chunk_of.exit ], [ 0, %if.end ]
  %20 = load i64, ptr %to.i, align 8
  %21 = load i32, ptr %box.i.i, align 8
  %22 = load i32, ptr %size.i.i, align 4
  %mul.i.i = mul i32 %21, %row.0
  %mul.i50 = mul i32 %mul.i.i, %22
  %conv.i51 = zext i32 %mul.i50 to i64
  %conv1.i = zext i32 %k.058 to i64
  %add.i52 = add i64 %20, %conv1.i
  %add2.i = add i64 %add.i52, %conv.i51
  %23 = load i32, ptr %swizzle.i, align 8
  %tobool.not.i53 = icmp eq i32 %23, 0
  br i1 %tobool.not.i53, label %chunk_of.exit, label %cond.true.i

cond.true.i:                                      ; preds = %for.body11
  %div14.i = lshr i64 %add2.i, 7
  %div615.i = lshr i32 %23, 4
  %conv7.i = zext nneg i32 %div615.i to i64
  %rem.i54 = urem i64 %div14.i, %conv7.i
  %mul8.i = shl nuw nsw i64 %rem.i54, 4
  %xor.i = xor i64 %mul8.i, %add2.i
  br label %chunk_of.exit

chunk_of.exit:                                    ; preds = %for.body11, %cond.true.i
  %cond.i55 = phi i64 [ %xor.i, %cond.true.i ], [ %add2.i, %for.body11 ]
  %24 = load i32, ptr %number, align 8
  %25 = load i32, ptr %phase, align 4
  %add = add i32 %25, 1
  tail call void @claim_shared(i64 noundef %cond.i55, i32 noundef 16, i32 noundef %24, i32 noundef %add, i32 noundef 0, i32 noundef %site) #14
  %add15 = add i32 %k.058, 16
  %26 = load i32, ptr %box.i47, align 8
  %27 = load i32, ptr %size.i48, align 4
  %mul.i49 = mul i32 %27, %26
  %cmp8 = icmp ult i32 %add15, %mul.i49
  br i1 %cmp8, label %for.body11, label %for.cond.cleanup10, !llvm.loop !17
}

; Function Attrs: nounwind uwtable
define void @emu_multicast_tensor(i64 noundef %to, ptr noundef readonly captures(none) %map, i32 noundef %rank, ptr noundef readonly captures(none) %at, i64 noundef %mbarrier, i32 noundef %blocks, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %tobool.not = icmp eq i32 %blocks, 0
  br i1 %tobool.not, label %if.then, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %entry
  %0 = load ptr, ptr @launch, align 8
  %cluster = getelementptr inbounds nuw i8, ptr %0, i64 96
  %1 = load i64, ptr %cluster, align 8
  %sh_prom = trunc i64 %1 to i32
  %shr = lshr i32 %blocks, %sh_prom
  %tobool1.not = icmp eq i32 %shr, 0
  br i1 %tobool1.not, label %for.cond.preheader, label %if.then

for.cond.preheader:                               ; preds = %lor.lhs.false
  %2 = load ptr, ptr @launch, align 8
  %cluster224 = getelementptr inbounds nuw i8, ptr %2, i64 96
  %3 = load i64, ptr %cluster224, align 8
  %cmp25 = icmp sgt i64 %3, 0
  br i1 %cmp25, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %for.cond.preheader
  %conv.i = zext i32 %site to i64
  %and.i = and i64 %to, 16777215
  %and.i22 = and i64 %mbarrier, 16777215
  br label %for.body

if.then:                                          ; preds = %lor.lhs.false, %entry
  tail call void @fail(i32 noundef 13, i32 noundef %site) #13
  unreachable

for.cond.cleanup:                                 ; preds = %for.inc, %for.cond.preheader
  ret void

for.body:                                         ; preds = %for.body.lr.ph, %for.inc
  %4 = phi ptr [ %2, %for.body.lr.ph ], [ %9, %for.inc ]
  %k.026 = phi i32 [ 0, %for.body.lr.ph ], [ %inc, %for.inc ]
  %5 = shl nuw i32 1, %k.026
  %6 = and i32 %5, %blocks
  %tobool5.not = icmp eq i32 %6, 0
  br i1 %tobool5.not, label %for.inc, label %land.lhs.true

land.lhs.true:                                    ; preds = %for.body
  %without.i = getelementptr inbounds nuw i8, ptr %4, i64 128
  %7 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp ne i64 %7, 0
  %cmp.i = icmp eq i64 %7, %conv.i
  %8 = and i1 %tobool.not.i, %cmp.i
  br i1 %8, label %for.inc, label %if.then6

if.then6:                                         ; preds = %land.lhs.true
  %add.i = add i32 %k.026, 1
  %conv.i18 = zext i32 %add.i to i64
  %shl.i = shl nuw nsw i64 %conv.i18, 24
  %or.i = or disjoint i64 %shl.i, %and.i
  %or.i23 = or disjoint i64 %shl.i, %and.i22
  tail call fastcc void @copy_tensor(i64 noundef %or.i, ptr noundef %map, i32 noundef %rank, ptr noundef %at, i64 noundef %or.i23, i32 noundef %site)
  br label %for.inc

for.inc:                                          ; preds = %for.body, %land.lhs.true, %if.then6
  %inc = add i32 %k.026, 1
  %conv = zext i32 %inc to i64
  %9 = load ptr, ptr @launch, align 8
  %cluster2 = getelementptr inbounds nuw i8, ptr %9, i64 96
  %10 = load i64, ptr %cluster2, align 8
  %cmp = icmp sgt i64 %10, %conv
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !18
}

; Function Attrs: mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @free(ptr allocptr noundef captures(none)) local_unnamed_addr #8

; Function Attrs: nounwind uwtable
define range(i32 0, 2) i32 @makes_early() local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %seed = getelementptr inbounds nuw i8, ptr %0, i64 80
  %1 = load i64, ptr %seed, align 8
  %tobool.not = icmp eq i64 %1, 0
  br i1 %tobool.not, label %land.end, label %land.lhs.true

land.lhs.true:                                    ; preds = %entry
  %2 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %2, i64 8
  %3 = load ptr, ptr %block, align 8
  %transfers = getelementptr inbounds nuw i8, ptr %3, i64 5232
  %4 = load ptr, ptr %transfers, align 8
  %tobool1.not = icmp eq ptr %4, null
  br i1 %tobool1.not, label %lor.lhs.false, label %land.rhs

lor.lhs.false:                                    ; preds = %land.lhs.true
  %arrivals = getelementptr inbounds nuw i8, ptr %3, i64 5240
  %5 = load ptr, ptr %arrivals, align 8
  %tobool3.not = icmp eq ptr %5, null
  br i1 %tobool3.not, label %land.end, label %land.rhs

land.rhs:                                         ; preds = %lor.lhs.false, %land.lhs.true
  %call = tail call i32 @choose(i32 noundef 32) #14
  %cmp = icmp eq i32 %call, 0
  %6 = zext i1 %cmp to i32
  br label %land.end

land.end:                                         ; preds = %land.rhs, %lor.lhs.false, %entry
  %land.ext = phi i32 [ 0, %lor.lhs.false ], [ 0, %entry ], [ %6, %land.rhs ]
  ret i32 %land.ext
}

; Function Attrs: nounwind memory(readwrite, target_mem0: none, target_mem1: none) uwtable
define void @forget_transfers(ptr noundef captures(none) %block) local_unnamed_addr #9 {
entry:
  %transfers = getelementptr inbounds nuw i8, ptr %block, i64 5232
  %0 = load ptr, ptr %transfers, align 8
  %tobool.not15 = icmp eq ptr %0, null
  br i1 %tobool.not15, label %for.cond.preheader, label %while.body

for.cond.preheader:                               ; preds = %while.body, %entry
  %mbarriers = getelementptr inbounds nuw i8, ptr %block, i64 1640
  br label %for.body

while.body:                                       ; preds = %entry, %while.body
  %1 = phi ptr [ %3, %while.body ], [ %0, %entry ]
  %2 = load ptr, ptr %1, align 8
  store ptr %2, ptr %transfers, align 8
  tail call void @free(ptr noundef %1)
  %3 = load ptr, ptr %transfers, align 8
  %tobool.not = icmp eq ptr %3, null
  br i1 %tobool.not, label %for.cond.preheader, label %while.body, !llvm.loop !19

for.cond.cleanup:                                 ; preds = %for.body
  %mbarrier_count = getelementptr inbounds nuw i8, ptr %block, i64 5224
  store i32 0, ptr %mbarrier_count, align 8
  ret void

for.body:                                         ; preds = %for.cond.preheader, %for.body
  %indvars.iv = phi i64 [ 0, %for.cond.preheader ], [ %indvars.iv.next, %for.body ]
  %arrayidx = getelementptr inbounds nuw %struct.Mbarrier, ptr %mbarriers, i64 %indvars.iv
  %gathered = getelementptr inbounds nuw i8, ptr %arrayidx, i64 40
  %4 = load ptr, ptr %gathered, align 8
  tail call void @free(ptr noundef %4)
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(56) %arrayidx, i8 0, i64 56, i1 false)
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 64
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !20
}

; Function Attrs: nounwind uwtable
define void @emu_store_tensor(ptr noundef readonly captures(none) %map, i32 noundef %rank, ptr noundef readonly captures(none) %at, i64 noundef %from, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %0, i64 128
  %1 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp ne i64 %1, 0
  %conv.i = zext i32 %site to i64
  %cmp.i = icmp eq i64 %1, %conv.i
  %2 = and i1 %tobool.not.i, %cmp.i
  br i1 %2, label %return, label %if.end

if.end:                                           ; preds = %entry
  %call1 = tail call fastcc ptr @begin(i64 noundef %from, ptr noundef %map, i32 noundef %rank, ptr noundef %at, i32 noundef %site)
  %3 = load ptr, ptr @launch, align 8
  %threads = getelementptr inbounds nuw i8, ptr %3, i64 56
  %4 = load i64, ptr %threads, align 8
  %cmp46 = icmp sgt i64 %4, 0
  br i1 %cmp46, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %if.end
  %5 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %5, i64 8
  %6 = load ptr, ptr %block, align 8
  %threads2 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %7 = load ptr, ptr %threads2, align 8
  %base.i = getelementptr inbounds nuw i8, ptr %call1, i64 16
  %rank.i = getelementptr inbounds nuw i8, ptr %call1, i64 24
  %at.i = getelementptr inbounds nuw i8, ptr %call1, i64 136
  %box19.i = getelementptr inbounds nuw i8, ptr %call1, i64 112
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.cond.cleanup4, %if.end
  %call12 = tail call fastcc i64 @read_box(ptr noundef %call1, ptr noundef null)
  %seen = getelementptr inbounds nuw i8, ptr %call1, i64 184
  store i64 %call12, ptr %seen, align 8
  %8 = load ptr, ptr @current, align 8
  %stored = getelementptr inbounds nuw i8, ptr %8, i64 128
  %9 = load i32, ptr %stored, align 8
  %phase = getelementptr inbounds nuw i8, ptr %call1, i64 172
  store i32 %9, ptr %phase, align 4
  %stores13 = getelementptr inbounds nuw i8, ptr %8, i64 120
  br label %while.cond.i

while.cond.i:                                     ; preds = %while.cond.i, %for.cond.cleanup
  %end.addr.0.i = phi ptr [ %stores13, %for.cond.cleanup ], [ %10, %while.cond.i ]
  %10 = load ptr, ptr %end.addr.0.i, align 8
  %tobool.not.i25 = icmp eq ptr %10, null
  br i1 %tobool.not.i25, label %append.exit, label %while.cond.i, !llvm.loop !15

append.exit:                                      ; preds = %while.cond.i
  store ptr %call1, ptr %end.addr.0.i, align 8
  br label %return

for.body:                                         ; preds = %for.body.lr.ph, %for.cond.cleanup4
  %t.047 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.cond.cleanup4 ]
  %arrayidx = getelementptr inbounds nuw %struct.Thread, ptr %7, i64 %t.047
  %stores = getelementptr inbounds nuw i8, ptr %arrayidx, i64 120
  br label %for.cond3

for.cond3:                                        ; preds = %overlap.exit, %for.body
  %other.0.in = phi ptr [ %stores, %for.body ], [ %other.0, %overlap.exit ]
  %other.0 = load ptr, ptr %other.0.in, align 8
  %tobool.not = icmp eq ptr %other.0, null
  br i1 %tobool.not, label %for.cond.cleanup4, label %for.body5

for.cond.cleanup4:                                ; preds = %for.cond3
  %inc = add nuw nsw i64 %t.047, 1
  %exitcond.not = icmp eq i64 %inc, %4
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !21

for.body5:                                        ; preds = %for.cond3
  %11 = load ptr, ptr %base.i, align 8
  %base2.i = getelementptr inbounds nuw i8, ptr %other.0, i64 16
  %12 = load ptr, ptr %base2.i, align 8
  %cmp.i26 = icmp eq ptr %11, %12
  %13 = load i32, ptr %rank.i, align 8
  %cmp437.not.i = icmp eq i32 %13, 0
  br i1 %cmp437.not.i, label %overlap.exit, label %for.body.lr.ph.i

for.body.lr.ph.i:                                 ; preds = %for.body5
  %at7.i = getelementptr inbounds nuw i8, ptr %other.0, i64 136
  %box.i = getelementptr inbounds nuw i8, ptr %other.0, i64 112
  %wide.trip.count.i = zext i32 %13 to i64
  br label %for.body.i

for.body.i:                                       ; preds = %land.end.i, %for.body.lr.ph.i
  %indvars.iv.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %indvars.iv.next.i, %land.end.i ]
  %share.0.in39.i = phi i1 [ %cmp.i26, %for.body.lr.ph.i ], [ %18, %land.end.i ]
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %at.i, i64 %indvars.iv.i
  %14 = load i32, ptr %arrayidx.i, align 4
  %conv6.i = sext i32 %14 to i64
  %arrayidx9.i = getelementptr inbounds nuw i32, ptr %at7.i, i64 %indvars.iv.i
  %15 = load i32, ptr %arrayidx9.i, align 4
  %conv10.i = sext i32 %15 to i64
  %sub.i = sub nsw i64 %conv6.i, %conv10.i
  br i1 %share.0.in39.i, label %land.lhs.true.i, label %land.end.i

land.lhs.true.i:                                  ; preds = %for.body.i
  %arrayidx13.i = getelementptr inbounds nuw i32, ptr %box.i, i64 %indvars.iv.i
  %16 = load i32, ptr %arrayidx13.i, align 4
  %conv14.i = zext i32 %16 to i64
  %cmp15.i = icmp slt i64 %sub.i, %conv14.i
  br i1 %cmp15.i, label %land.rhs.i, label %land.end.i

land.rhs.i:                                       ; preds = %land.lhs.true.i
  %sub17.i = sub nsw i64 0, %sub.i
  %arrayidx21.i = getelementptr inbounds nuw i32, ptr %box19.i, i64 %indvars.iv.i
  %17 = load i32, ptr %arrayidx21.i, align 4
  %conv22.i = zext i32 %17 to i64
  %cmp23.i = icmp slt i64 %sub17.i, %conv22.i
  br label %land.end.i

land.end.i:                                       ; preds = %land.rhs.i, %land.lhs.true.i, %for.body.i
  %18 = phi i1 [ false, %land.lhs.true.i ], [ false, %for.body.i ], [ %cmp23.i, %land.rhs.i ]
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, %wide.trip.count.i
  br i1 %exitcond.not.i, label %overlap.exit, label %for.body.i, !llvm.loop !22

overlap.exit:                                     ; preds = %land.end.i, %for.body5
  %share.0.in.lcssa.i = phi i1 [ %cmp.i26, %for.body5 ], [ %18, %land.end.i ]
  br i1 %share.0.in.lcssa.i, label %if.then8, label %for.cond3, !llvm.loop !23

if.then8:                                         ; preds = %overlap.exit
  br i1 %cmp437.not.i, label %for.cond.cleanup.i, label %for.body.lr.ph.i29

for.body.lr.ph.i29:                               ; preds = %if.then8
  %at.i30 = getelementptr inbounds nuw i8, ptr %call1, i64 136
  %at2.i = getelementptr inbounds nuw i8, ptr %other.0, i64 136
  %size.i = getelementptr inbounds nuw i8, ptr %call1, i64 28
  %wide.trip.count.i31 = zext i32 %13 to i64
  %19 = getelementptr i8, ptr %call1, i64 72
  br label %for.body.i32

for.cond.cleanup.i:                               ; preds = %cond.end19.i, %if.then8
  %place.0.lcssa.i = phi ptr [ %11, %if.then8 ], [ %add.ptr.i, %cond.end19.i ]
  %other_thread.i = getelementptr inbounds nuw i8, ptr %3, i64 200
  store i64 %4, ptr %other_thread.i, align 8
  %site.i = getelementptr inbounds nuw i8, ptr %other.0, i64 180
  %20 = load i32, ptr %site.i, align 4
  %conv21.i = zext i32 %20 to i64
  %other_site.i = getelementptr inbounds nuw i8, ptr %3, i64 208
  store i64 %conv21.i, ptr %other_site.i, align 8
  %written.i = getelementptr inbounds nuw i8, ptr %3, i64 248
  store i64 1, ptr %written.i, align 8
  %other_write.i = getelementptr inbounds nuw i8, ptr %3, i64 240
  store i64 1, ptr %other_write.i, align 8
  %in_shared.i = getelementptr inbounds nuw i8, ptr %3, i64 224
  store i64 0, ptr %in_shared.i, align 8
  %21 = ptrtoint ptr %place.0.lcssa.i to i64
  %address.i = getelementptr inbounds nuw i8, ptr %3, i64 216
  store i64 %21, ptr %address.i, align 8
  %site22.i = getelementptr inbounds nuw i8, ptr %call1, i64 180
  %22 = load i32, ptr %site22.i, align 4
  tail call void @fail(i32 noundef 6, i32 noundef %22) #13
  unreachable

for.body.i32:                                     ; preds = %cond.end19.i, %for.body.lr.ph.i29
  %indvars.iv.i33 = phi i64 [ 0, %for.body.lr.ph.i29 ], [ %indvars.iv.next.i37, %cond.end19.i ]
  %place.042.i = phi ptr [ %11, %for.body.lr.ph.i29 ], [ %add.ptr.i, %cond.end19.i ]
  %arrayidx.i34 = getelementptr inbounds nuw i32, ptr %at.i30, i64 %indvars.iv.i33
  %23 = load i32, ptr %arrayidx.i34, align 4
  %arrayidx4.i = getelementptr inbounds nuw i32, ptr %at2.i, i64 %indvars.iv.i33
  %24 = load i32, ptr %arrayidx4.i, align 4
  %..i = tail call i32 @llvm.smax.i32(i32 %23, i32 %24)
  %conv.i35 = sext i32 %..i to i64
  %tobool.not.i36 = icmp eq i64 %indvars.iv.i33, 0
  br i1 %tobool.not.i36, label %cond.false16.i, label %cond.true12.i

cond.true12.i:                                    ; preds = %for.body.i32
  %arrayidx15.i = getelementptr i64, ptr %19, i64 %indvars.iv.i33
  %25 = load i64, ptr %arrayidx15.i, align 8
  br label %cond.end19.i

cond.false16.i:                                   ; preds = %for.body.i32
  %26 = load i32, ptr %size.i, align 4
  %conv18.i = zext i32 %26 to i64
  br label %cond.end19.i

cond.end19.i:                                     ; preds = %cond.false16.i, %cond.true12.i
  %cond20.i = phi i64 [ %25, %cond.true12.i ], [ %conv18.i, %cond.false16.i ]
  %mul.i = mul i64 %cond20.i, %conv.i35
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %place.042.i, i64 %mul.i
  %indvars.iv.next.i37 = add nuw nsw i64 %indvars.iv.i33, 1
  %exitcond.not.i38 = icmp eq i64 %indvars.iv.next.i37, %wide.trip.count.i31
  br i1 %exitcond.not.i38, label %for.cond.cleanup.i, label %for.body.i32, !llvm.loop !24

return:                                           ; preds = %entry, %append.exit
  ret void
}

; Function Attrs: nounwind uwtable
define internal fastcc noalias noundef ptr @begin(i64 noundef %place, ptr noundef readonly captures(none) %map, i32 noundef %rank, ptr noundef readonly captures(none) %at, i32 noundef %site) unnamed_addr #0 {
entry:
  %call = tail call dereferenceable_or_null(200) ptr @calloc(i64 noundef 1, i64 noundef 200) #15
  %bcmp.i = tail call i32 @bcmp(ptr noundef nonnull readonly dereferenceable(8) %map, ptr noundef nonnull dereferenceable(8) @is_well_formed.mark, i64 8)
  %tobool.not.i = icmp eq i32 %bcmp.i, 0
  br i1 %tobool.not.i, label %lor.lhs.false.i, label %is_well_formed.exit

lor.lhs.false.i:                                  ; preds = %entry
  %rank1.i = getelementptr inbounds nuw i8, ptr %map, i64 16
  %0 = load i32, ptr %rank1.i, align 8
  %cmp.not.i = icmp eq i32 %0, %rank
  br i1 %cmp.not.i, label %lor.lhs.false2.i, label %is_well_formed.exit

lor.lhs.false2.i:                                 ; preds = %lor.lhs.false.i
  %base.i = getelementptr inbounds nuw i8, ptr %map, i64 8
  %1 = load ptr, ptr %base.i, align 8
  %2 = ptrtoint ptr %1 to i64
  %rem.i = and i64 %2, 15
  %tobool3.not.i = icmp eq i64 %rem.i, 0
  br i1 %tobool3.not.i, label %if.end.i, label %is_well_formed.exit

if.end.i:                                         ; preds = %lor.lhs.false2.i
  %box.i.i = getelementptr inbounds nuw i8, ptr %map, i64 104
  %3 = load i32, ptr %box.i.i, align 8
  %size.i.i = getelementptr inbounds nuw i8, ptr %map, i64 20
  %4 = load i32, ptr %size.i.i, align 4
  %mul.i.i = mul i32 %4, %3
  %rem5.i = and i32 %mul.i.i, 15
  %tobool6.not.i = icmp eq i32 %rem5.i, 0
  br i1 %tobool6.not.i, label %lor.lhs.false7.i, label %is_well_formed.exit

lor.lhs.false7.i:                                 ; preds = %if.end.i
  %swizzle.i = getelementptr inbounds nuw i8, ptr %map, i64 24
  %5 = load i32, ptr %swizzle.i, align 8
  %tobool8.not.i = icmp ne i32 %5, 0
  %cmp11.i = icmp ugt i32 %mul.i.i, %5
  %or.cond83.i = and i1 %tobool8.not.i, %cmp11.i
  br i1 %or.cond83.i, label %is_well_formed.exit, label %for.cond.preheader.i

for.cond.preheader.i:                             ; preds = %lor.lhs.false7.i
  %cmp14.not85.not.i = icmp eq i32 %rank, 0
  br i1 %cmp14.not85.not.i, label %for.cond33.preheader.i, label %for.body.lr.ph.i

for.body.lr.ph.i:                                 ; preds = %for.cond.preheader.i
  %extents.i = getelementptr inbounds nuw i8, ptr %map, i64 32
  %6 = zext i32 %rank to i64
  br label %for.body.i

for.cond.i:                                       ; preds = %lor.lhs.false21.i
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next, %6
  br i1 %exitcond.not.i, label %for.cond33.preheader.i, label %for.body.i, !llvm.loop !25

for.body.i:                                       ; preds = %for.cond.i, %for.body.lr.ph.i
  %indvars.iv = phi i64 [ %indvars.iv.next, %for.cond.i ], [ 0, %for.body.lr.ph.i ]
  %arrayidx.i = getelementptr inbounds nuw i64, ptr %extents.i, i64 %indvars.iv
  %7 = load i64, ptr %arrayidx.i, align 8
  %8 = add i64 %7, -1
  %or.cond.i = icmp ult i64 %8, 4294967295
  br i1 %or.cond.i, label %lor.lhs.false21.i, label %is_well_formed.exit

lor.lhs.false21.i:                                ; preds = %for.body.i
  %arrayidx23.i = getelementptr inbounds nuw i32, ptr %box.i.i, i64 %indvars.iv
  %9 = load i32, ptr %arrayidx23.i, align 4
  %10 = add i32 %9, -257
  %or.cond78.i = icmp ult i32 %10, -256
  br i1 %or.cond78.i, label %is_well_formed.exit, label %for.cond.i

for.cond33.preheader.i:                           ; preds = %for.cond.i, %for.cond.preheader.i
  %strides.i = getelementptr inbounds nuw i8, ptr %map, i64 72
  %11 = tail call i32 @llvm.usub.sat.i32(i32 %rank, i32 1)
  %12 = zext i32 %11 to i64
  br label %for.cond33.i

for.cond33.i:                                     ; preds = %for.body36.i, %for.cond33.preheader.i
  %indvars.iv24 = phi i64 [ %indvars.iv.next25, %for.body36.i ], [ 0, %for.cond33.preheader.i ]
  %indvars.iv.next25 = add nuw nsw i64 %indvars.iv24, 1
  %exitcond88.i = icmp eq i64 %indvars.iv24, %12
  br i1 %exitcond88.i, label %is_well_formed.exit.loopexit, label %for.body36.i

for.body36.i:                                     ; preds = %for.cond33.i
  %arrayidx38.i = getelementptr inbounds nuw i64, ptr %strides.i, i64 %indvars.iv24
  %13 = load i64, ptr %arrayidx38.i, align 8
  %14 = and i64 %13, -1099511627761
  %or.cond79.i = icmp eq i64 %14, 0
  br i1 %or.cond79.i, label %for.cond33.i, label %is_well_formed.exit.loopexit, !llvm.loop !26

is_well_formed.exit.loopexit:                     ; preds = %for.body36.i, %for.cond33.i
  %15 = trunc nuw i64 %indvars.iv.next25 to i32
  %cmp34.not.not.i.le = icmp ule i32 %rank, %15
  br label %is_well_formed.exit

is_well_formed.exit:                              ; preds = %for.body.i, %lor.lhs.false21.i, %is_well_formed.exit.loopexit, %entry, %lor.lhs.false.i, %lor.lhs.false2.i, %if.end.i, %lor.lhs.false7.i
  %retval.2.i = phi i1 [ false, %lor.lhs.false7.i ], [ false, %entry ], [ false, %if.end.i ], [ %cmp34.not.not.i.le, %is_well_formed.exit.loopexit ], [ false, %lor.lhs.false2.i ], [ false, %lor.lhs.false.i ], [ false, %lor.lhs.false21.i ], [ false, %for.body.i ]
  %rem = and i64 %place, 127
  %tobool2.not = icmp eq i64 %rem, 0
  %or.cond = and i1 %tobool2.not, %retval.2.i
  br i1 %or.cond, label %if.end, label %if.then

if.then:                                          ; preds = %is_well_formed.exit
  tail call void @fail(i32 noundef 13, i32 noundef %site) #13
  unreachable

if.end:                                           ; preds = %is_well_formed.exit
  %16 = load ptr, ptr @current, align 8
  %number5 = getelementptr inbounds nuw i8, ptr %16, i64 16
  %17 = load i32, ptr %number5, align 8
  store ptr null, ptr %call, align 8
  %.compoundliteral.sroa.2.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call, i64 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(128) %.compoundliteral.sroa.2.0..sroa_idx, ptr noundef nonnull align 8 dereferenceable(128) %map, i64 128, i1 false)
  %.compoundliteral.sroa.3.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call, i64 136
  %.compoundliteral.sroa.5.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call, i64 160
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %.compoundliteral.sroa.3.0..sroa_idx, i8 0, i64 24, i1 false)
  store i64 %place, ptr %.compoundliteral.sroa.5.0..sroa_idx, align 8
  %.compoundliteral.sroa.6.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call, i64 168
  store i32 0, ptr %.compoundliteral.sroa.6.0..sroa_idx, align 8
  %.compoundliteral.sroa.7.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call, i64 172
  store i32 0, ptr %.compoundliteral.sroa.7.0..sroa_idx, align 4
  %.compoundliteral.sroa.8.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call, i64 176
  store i32 %17, ptr %.compoundliteral.sroa.8.0..sroa_idx, align 8
  %.compoundliteral.sroa.9.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call, i64 180
  store i32 %site, ptr %.compoundliteral.sroa.9.0..sroa_idx, align 4
  %.compoundliteral.sroa.10.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call, i64 184
  %cmp20.not = icmp eq i32 %rank, 0
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %.compoundliteral.sroa.10.0..sroa_idx, i8 0, i64 16, i1 false)
  br i1 %cmp20.not, label %for.cond.cleanup, label %for.body.preheader

for.body.preheader:                               ; preds = %if.end
  %18 = zext i32 %rank to i64
  %19 = shl nuw nsw i64 %18, 2
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 4 %.compoundliteral.sroa.3.0..sroa_idx, ptr align 4 %at, i64 %19, i1 false)
  br label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.body.preheader, %if.end
  ret ptr %call
}

; Function Attrs: nounwind uwtable
define internal fastcc i64 @read_box(ptr noundef readonly captures(none) %it, ptr noundef writeonly captures(address_is_null) %rows) unnamed_addr #0 {
entry:
  %chunk = alloca [16 x i8], align 16
  %box.i = getelementptr inbounds nuw i8, ptr %it, i64 112
  %0 = load i32, ptr %box.i, align 8
  %size.i = getelementptr inbounds nuw i8, ptr %it, i64 28
  %1 = load i32, ptr %size.i, align 4
  %mul.i = mul i32 %1, %0
  %rank.i = getelementptr inbounds nuw i8, ptr %it, i64 24
  %cmp467.not = icmp eq i32 %mul.i, 0
  %to.i = getelementptr inbounds nuw i8, ptr %it, i64 160
  %box.i.i = getelementptr inbounds nuw i8, ptr %it, i64 112
  %size.i.i = getelementptr inbounds nuw i8, ptr %it, i64 28
  %swizzle.i = getelementptr inbounds nuw i8, ptr %it, i64 32
  %site = getelementptr inbounds nuw i8, ptr %it, i64 180
  %tobool.not = icmp eq ptr %rows, null
  br label %for.cond

for.cond:                                         ; preds = %for.cond.cleanup5, %entry
  %indvars.iv71 = phi i64 [ %indvars.iv.next72, %for.cond.cleanup5 ], [ 0, %entry ]
  %seen.0 = phi i64 [ %seen.1.lcssa, %for.cond.cleanup5 ], [ 0, %entry ]
  %2 = load i32, ptr %rank.i, align 8
  %cmp5.i = icmp ugt i32 %2, 1
  br i1 %cmp5.i, label %for.body.lr.ph.i, label %box_rows.exit

for.body.lr.ph.i:                                 ; preds = %for.cond
  %wide.trip.count.i = zext i32 %2 to i64
  br label %for.body.i

for.body.i:                                       ; preds = %for.body.i, %for.body.lr.ph.i
  %indvars.iv.i = phi i64 [ 1, %for.body.lr.ph.i ], [ %indvars.iv.next.i, %for.body.i ]
  %rows.06.i = phi i32 [ 1, %for.body.lr.ph.i ], [ %mul.i43, %for.body.i ]
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %box.i, i64 %indvars.iv.i
  %3 = load i32, ptr %arrayidx.i, align 4
  %mul.i43 = mul i32 %3, %rows.06.i
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, %wide.trip.count.i
  br i1 %exitcond.not.i, label %box_rows.exit.loopexit, label %for.body.i, !llvm.loop !11

box_rows.exit.loopexit:                           ; preds = %for.body.i
  %4 = zext i32 %mul.i43 to i64
  br label %box_rows.exit

box_rows.exit:                                    ; preds = %box_rows.exit.loopexit, %for.cond
  %rows.0.lcssa.i = phi i64 [ 1, %for.cond ], [ %4, %box_rows.exit.loopexit ]
  %cmp = icmp samesign ult i64 %indvars.iv71, %rows.0.lcssa.i
  br i1 %cmp, label %for.cond3.preheader, label %for.cond.cleanup

for.cond3.preheader:                              ; preds = %box_rows.exit
  br i1 %cmp467.not, label %for.cond.cleanup5, label %for.body6.lr.ph

for.body6.lr.ph:                                  ; preds = %for.cond3.preheader
  %5 = trunc nuw i64 %indvars.iv71 to i32
  %mul14 = mul i32 %mul.i, %5
  %idx.ext = zext i32 %mul14 to i64
  %add.ptr = getelementptr inbounds nuw i8, ptr %rows, i64 %idx.ext
  %6 = trunc nuw i64 %indvars.iv71 to i32
  %7 = trunc nuw i64 %indvars.iv71 to i32
  br label %for.body6

for.cond.cleanup:                                 ; preds = %box_rows.exit
  ret i64 %seen.0

for.cond.cleanup5:                                ; preds = %if.end, %for.cond3.preheader
  %seen.1.lcssa = phi i64 [ %seen.0, %for.cond3.preheader ], [ %add, %if.end ]
  %indvars.iv.next72 = add nuw nsw i64 %indvars.iv71, 1
  br label %for.cond, !llvm.loop !27

for.body6:                                        ; preds = %for.body6.lr.ph, %if.end
  %k.069 = phi i32 [ 0, %for.body6.lr.ph ], [ %add19, %if.end ]
  %seen.168 = phi i64 [ %seen.0, %for.body6.lr.ph ], [ %add, %if.end ]
  call void @llvm.lifetime.start.p0(ptr nonnull %chunk) #14
  %8 = load i64, ptr %to.i, align 8
  %9 = load i32, ptr %box.i.i, align 8
  %10 = load i32, ptr %size.i.i, align 4
  %mul.i.i = mul i32 %9, %6
  %mul.i44 = mul i32 %mul.i.i, %10
  %conv.i = zext i32 %mul.i44 to i64
  %conv1.i = zext i32 %k.069 to i64
  %add.i = add i64 %8, %conv1.i
  %add2.i = add i64 %add.i, %conv.i
  %11 = load i32, ptr %swizzle.i, align 8
  %tobool.not.i = icmp eq i32 %11, 0
  br i1 %tobool.not.i, label %chunk_of.exit, label %cond.true.i

cond.true.i:                                      ; preds = %for.body6
  %div14.i = lshr i64 %add2.i, 7
  %div615.i = lshr i32 %11, 4
  %conv7.i = zext nneg i32 %div615.i to i64
  %rem.i = urem i64 %div14.i, %conv7.i
  %mul8.i = shl nuw nsw i64 %rem.i, 4
  %xor.i = xor i64 %mul8.i, %add2.i
  br label %chunk_of.exit

chunk_of.exit:                                    ; preds = %for.body6, %cond.true.i
  %cond.i = phi i64 [ %xor.i, %cond.true.i ], [ %add2.i, %for.body6 ]
  %12 = load i32, ptr %site, align 4
  call void @read_shared(i64 noundef %cond.i, ptr noundef nonnull %chunk, i32 noundef 16, i32 noundef %12) #14
  %13 = load i64, ptr %to.i, align 8
  %14 = load i32, ptr %box.i.i, align 8
  %15 = load i32, ptr %size.i.i, align 4
  %mul.i.i48 = mul i32 %14, %7
  %mul.i49 = mul i32 %mul.i.i48, %15
  %conv.i50 = zext i32 %mul.i49 to i64
  %add.i52 = add i64 %13, %conv1.i
  %add2.i53 = add i64 %add.i52, %conv.i50
  %16 = load i32, ptr %swizzle.i, align 8
  %tobool.not.i55 = icmp eq i32 %16, 0
  br i1 %tobool.not.i55, label %chunk_of.exit64, label %cond.true.i56

cond.true.i56:                                    ; preds = %chunk_of.exit
  %div14.i57 = lshr i64 %add2.i53, 7
  %div615.i58 = lshr i32 %16, 4
  %conv7.i59 = zext nneg i32 %div615.i58 to i64
  %rem.i60 = urem i64 %div14.i57, %conv7.i59
  %mul8.i61 = shl nuw nsw i64 %rem.i60, 4
  %xor.i62 = xor i64 %mul8.i61, %add2.i53
  br label %chunk_of.exit64

chunk_of.exit64:                                  ; preds = %chunk_of.exit, %cond.true.i56
  %cond.i63 = phi i64 [ %xor.i62, %cond.true.i56 ], [ %add2.i53, %chunk_of.exit ]
  %17 = load i32, ptr %site, align 4
  call void @check_proxy(i64 noundef %cond.i63, i32 noundef 16, i32 noundef %17) #14
  br label %for.body13

for.cond.cleanup12:                               ; preds = %for.body13
  br i1 %tobool.not, label %if.end, label %if.then

for.body13:                                       ; preds = %chunk_of.exit64, %for.body13
  %indvars.iv = phi i64 [ 0, %chunk_of.exit64 ], [ %indvars.iv.next, %for.body13 ]
  %seen.265 = phi i64 [ %seen.168, %chunk_of.exit64 ], [ %add, %for.body13 ]
  %arrayidx = getelementptr inbounds nuw i8, ptr %chunk, i64 %indvars.iv
  %18 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %18 to i64
  %xor = xor i64 %seen.265, %conv
  %mul = mul i64 %xor, 1099511628211
  %add = add i64 %mul, 1
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 16
  br i1 %exitcond.not, label %for.cond.cleanup12, label %for.body13, !llvm.loop !28

if.then:                                          ; preds = %for.cond.cleanup12
  %add.ptr16 = getelementptr inbounds nuw i8, ptr %add.ptr, i64 %conv1.i
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 1 dereferenceable(16) %add.ptr16, ptr noundef nonnull align 16 dereferenceable(16) %chunk, i64 16, i1 false)
  br label %if.end

if.end:                                           ; preds = %if.then, %for.cond.cleanup12
  call void @llvm.lifetime.end.p0(ptr nonnull %chunk) #14
  %add19 = add i32 %k.069, 16
  %cmp4 = icmp ult i32 %add19, %mul.i
  br i1 %cmp4, label %for.body6, label %for.cond.cleanup5, !llvm.loop !29
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @emu_commit_stores(i32 noundef %site) local_unnamed_addr #10 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %0, i64 128
  %1 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp eq i64 %1, 0
  %conv.i = zext i32 %site to i64
  %cmp.i = icmp ne i64 %1, %conv.i
  %.not = or i1 %tobool.not.i, %cmp.i
  %lnot.ext = zext i1 %.not to i32
  %2 = load ptr, ptr @current, align 8
  %stored = getelementptr inbounds nuw i8, ptr %2, i64 128
  %3 = load i32, ptr %stored, align 8
  %add = add i32 %3, %lnot.ext
  store i32 %add, ptr %stored, align 8
  ret void
}

; Function Attrs: nounwind uwtable
define void @emu_wait_for_stores(i32 noundef %pending, i32 noundef %only_read, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %0, i64 128
  %1 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp ne i64 %1, 0
  %conv.i = zext i32 %site to i64
  %cmp.i = icmp eq i64 %1, %conv.i
  %2 = and i1 %tobool.not.i, %cmp.i
  br i1 %2, label %while.end, label %if.end

if.end:                                           ; preds = %entry
  %3 = load ptr, ptr @current, align 8
  %stores = getelementptr inbounds nuw i8, ptr %3, i64 120
  %it.018 = load ptr, ptr %stores, align 8
  %tobool.not19 = icmp eq ptr %it.018, null
  br i1 %tobool.not19, label %for.cond.cleanup, label %land.rhs

land.rhs:                                         ; preds = %if.end, %read_transfer.exit
  %it.020 = phi ptr [ %it.0, %read_transfer.exit ], [ %it.018, %if.end ]
  %phase = getelementptr inbounds nuw i8, ptr %it.020, i64 172
  %4 = load i32, ptr %phase, align 4
  %add = add i32 %4, %pending
  %5 = load ptr, ptr @current, align 8
  %stored = getelementptr inbounds nuw i8, ptr %5, i64 128
  %6 = load i32, ptr %stored, align 8
  %cmp = icmp ult i32 %add, %6
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %land.rhs, %read_transfer.exit, %if.end
  %tobool1.not = icmp eq i32 %only_read, 0
  br i1 %tobool1.not, label %land.lhs.true.preheader, label %while.end

land.lhs.true.preheader:                          ; preds = %for.cond.cleanup
  %7 = load ptr, ptr @current, align 8
  %stores224 = getelementptr inbounds nuw i8, ptr %7, i64 120
  %8 = load ptr, ptr %stores224, align 8
  %tobool3.not25 = icmp eq ptr %8, null
  br i1 %tobool3.not25, label %while.end, label %land.rhs4

for.body:                                         ; preds = %land.rhs
  %rows.i = getelementptr inbounds nuw i8, ptr %it.020, i64 192
  %9 = load ptr, ptr %rows.i, align 8
  %tobool.not.i16 = icmp eq ptr %9, null
  br i1 %tobool.not.i16, label %if.end.i, label %read_transfer.exit

if.end.i:                                         ; preds = %for.body
  %rank.i.i = getelementptr inbounds nuw i8, ptr %it.020, i64 24
  %10 = load i32, ptr %rank.i.i, align 8
  %cmp5.i.i = icmp ugt i32 %10, 1
  br i1 %cmp5.i.i, label %for.body.lr.ph.i.i, label %box_rows.exit.i

for.body.lr.ph.i.i:                               ; preds = %if.end.i
  %box.i.i = getelementptr inbounds nuw i8, ptr %it.020, i64 112
  %wide.trip.count.i.i = zext i32 %10 to i64
  br label %for.body.i.i

for.body.i.i:                                     ; preds = %for.body.i.i, %for.body.lr.ph.i.i
  %indvars.iv.i.i = phi i64 [ 1, %for.body.lr.ph.i.i ], [ %indvars.iv.next.i.i, %for.body.i.i ]
  %rows.06.i.i = phi i32 [ 1, %for.body.lr.ph.i.i ], [ %mul.i.i, %for.body.i.i ]
  %arrayidx.i.i = getelementptr inbounds nuw i32, ptr %box.i.i, i64 %indvars.iv.i.i
  %11 = load i32, ptr %arrayidx.i.i, align 4
  %mul.i.i = mul i32 %11, %rows.06.i.i
  %indvars.iv.next.i.i = add nuw nsw i64 %indvars.iv.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %indvars.iv.next.i.i, %wide.trip.count.i.i
  br i1 %exitcond.not.i.i, label %box_rows.exit.loopexit.i, label %for.body.i.i, !llvm.loop !11

box_rows.exit.loopexit.i:                         ; preds = %for.body.i.i
  %12 = zext i32 %mul.i.i to i64
  br label %box_rows.exit.i

box_rows.exit.i:                                  ; preds = %box_rows.exit.loopexit.i, %if.end.i
  %rows.0.lcssa.i.i = phi i64 [ 1, %if.end.i ], [ %12, %box_rows.exit.loopexit.i ]
  %box.i18.i = getelementptr inbounds nuw i8, ptr %it.020, i64 112
  %13 = load i32, ptr %box.i18.i, align 8
  %size.i.i = getelementptr inbounds nuw i8, ptr %it.020, i64 28
  %14 = load i32, ptr %size.i.i, align 4
  %mul.i19.i = mul i32 %14, %13
  %conv3.i = zext i32 %mul.i19.i to i64
  %call4.i = tail call ptr @calloc(i64 noundef %rows.0.lcssa.i.i, i64 noundef %conv3.i) #15
  store ptr %call4.i, ptr %rows.i, align 8
  %call7.i = tail call fastcc i64 @read_box(ptr noundef nonnull %it.020, ptr noundef %call4.i)
  %seen.i = getelementptr inbounds nuw i8, ptr %it.020, i64 184
  %15 = load i64, ptr %seen.i, align 8
  %cmp.not.i = icmp eq i64 %call7.i, %15
  br i1 %cmp.not.i, label %read_transfer.exit, label %if.then9.i

if.then9.i:                                       ; preds = %box_rows.exit.i
  %site.i = getelementptr inbounds nuw i8, ptr %it.020, i64 180
  %16 = load i32, ptr %site.i, align 4
  tail call void @fail(i32 noundef 14, i32 noundef %16) #13
  unreachable

read_transfer.exit:                               ; preds = %for.body, %box_rows.exit.i
  %it.0 = load ptr, ptr %it.020, align 8
  %tobool.not = icmp eq ptr %it.0, null
  br i1 %tobool.not, label %for.cond.cleanup, label %land.rhs, !llvm.loop !30

land.rhs4:                                        ; preds = %land.lhs.true.preheader, %while.body
  %17 = phi ptr [ %22, %while.body ], [ %8, %land.lhs.true.preheader ]
  %18 = phi ptr [ %21, %while.body ], [ %7, %land.lhs.true.preheader ]
  %phase6 = getelementptr inbounds nuw i8, ptr %17, i64 172
  %19 = load i32, ptr %phase6, align 4
  %add7 = add i32 %19, %pending
  %stored8 = getelementptr inbounds nuw i8, ptr %18, i64 128
  %20 = load i32, ptr %stored8, align 8
  %cmp9 = icmp ult i32 %add7, %20
  br i1 %cmp9, label %while.body, label %while.end

while.body:                                       ; preds = %land.rhs4
  tail call fastcc void @write_first(i32 noundef %site)
  %21 = load ptr, ptr @current, align 8
  %stores2 = getelementptr inbounds nuw i8, ptr %21, i64 120
  %22 = load ptr, ptr %stores2, align 8
  %tobool3.not = icmp eq ptr %22, null
  br i1 %tobool3.not, label %while.end, label %land.rhs4

while.end:                                        ; preds = %while.body, %land.rhs4, %land.lhs.true.preheader, %for.cond.cleanup, %entry
  ret void
}

; Function Attrs: nounwind uwtable
define internal fastcc void @write_first(i32 noundef %site) unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @current, align 8
  %stores = getelementptr inbounds nuw i8, ptr %0, i64 120
  %1 = load ptr, ptr %stores, align 8
  %rank.i = getelementptr inbounds nuw i8, ptr %1, i64 24
  %box.i = getelementptr inbounds nuw i8, ptr %1, i64 112
  %base.i = getelementptr inbounds nuw i8, ptr %1, i64 16
  %rank.i36 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %at2.i = getelementptr inbounds nuw i8, ptr %1, i64 136
  %box.i38 = getelementptr inbounds nuw i8, ptr %1, i64 112
  %extents.i = getelementptr inbounds nuw i8, ptr %1, i64 40
  %2 = getelementptr i8, ptr %1, i64 72
  %at19.i = getelementptr inbounds nuw i8, ptr %1, i64 136
  %box22.i = getelementptr inbounds nuw i8, ptr %1, i64 112
  %extents28.i = getelementptr inbounds nuw i8, ptr %1, i64 40
  %size.i = getelementptr inbounds nuw i8, ptr %1, i64 28
  %rows = getelementptr inbounds nuw i8, ptr %1, i64 192
  %box.i46 = getelementptr inbounds nuw i8, ptr %1, i64 112
  %size.i47 = getelementptr inbounds nuw i8, ptr %1, i64 28
  %size = getelementptr inbounds nuw i8, ptr %1, i64 28
  br label %for.cond

for.cond:                                         ; preds = %for.cond.cleanup4, %entry
  %before.0 = phi i32 [ undef, %entry ], [ %before.1, %for.cond.cleanup4 ]
  %inside.0 = phi i32 [ undef, %entry ], [ %inside.1, %for.cond.cleanup4 ]
  %row.0 = phi i32 [ 0, %entry ], [ %inc, %for.cond.cleanup4 ]
  %3 = load i32, ptr %rank.i, align 8
  %cmp5.i = icmp ugt i32 %3, 1
  br i1 %cmp5.i, label %for.body.lr.ph.i, label %box_rows.exit

for.body.lr.ph.i:                                 ; preds = %for.cond
  %wide.trip.count.i = zext i32 %3 to i64
  br label %for.body.i

for.body.i:                                       ; preds = %for.body.i, %for.body.lr.ph.i
  %indvars.iv.i = phi i64 [ 1, %for.body.lr.ph.i ], [ %indvars.iv.next.i, %for.body.i ]
  %rows.06.i = phi i32 [ 1, %for.body.lr.ph.i ], [ %mul.i, %for.body.i ]
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %box.i, i64 %indvars.iv.i
  %4 = load i32, ptr %arrayidx.i, align 4
  %mul.i = mul i32 %4, %rows.06.i
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, %wide.trip.count.i
  br i1 %exitcond.not.i, label %box_rows.exit, label %for.body.i, !llvm.loop !11

box_rows.exit:                                    ; preds = %for.body.i, %for.cond
  %rows.0.lcssa.i = phi i32 [ 1, %for.cond ], [ %mul.i, %for.body.i ]
  %cmp = icmp ult i32 %row.0, %rows.0.lcssa.i
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %box_rows.exit
  %5 = load ptr, ptr %1, align 8
  %6 = load ptr, ptr @current, align 8
  %stores19 = getelementptr inbounds nuw i8, ptr %6, i64 120
  store ptr %5, ptr %stores19, align 8
  %rows20 = getelementptr inbounds nuw i8, ptr %1, i64 192
  %7 = load ptr, ptr %rows20, align 8
  tail call void @free(ptr noundef %7)
  tail call void @free(ptr noundef %1)
  ret void

for.body:                                         ; preds = %box_rows.exit
  %8 = load ptr, ptr %base.i, align 8
  %9 = load i32, ptr %rank.i36, align 8
  %cmp.not95.i = icmp ugt i32 %9, 1
  br i1 %cmp.not95.i, label %for.body.lr.ph.i37, label %cleanup17.i

for.body.lr.ph.i37:                               ; preds = %for.body
  %wide.trip.count.i39 = zext i32 %9 to i64
  br label %for.body.i40

for.body.i40:                                     ; preds = %cleanup.i, %for.body.lr.ph.i37
  %indvars.iv.i41 = phi i64 [ 1, %for.body.lr.ph.i37 ], [ %indvars.iv.next.i43, %cleanup.i ]
  %row.addr.098.i = phi i32 [ %row.0, %for.body.lr.ph.i37 ], [ %div.i, %cleanup.i ]
  %place.097.i = phi ptr [ %8, %for.body.lr.ph.i37 ], [ %place.1.i, %cleanup.i ]
  %arrayidx.i42 = getelementptr inbounds nuw i32, ptr %at2.i, i64 %indvars.iv.i41
  %10 = load i32, ptr %arrayidx.i42, align 4
  %conv.i = sext i32 %10 to i64
  %arrayidx4.i = getelementptr inbounds nuw i32, ptr %box.i38, i64 %indvars.iv.i41
  %11 = load i32, ptr %arrayidx4.i, align 4
  %rem.i = urem i32 %row.addr.098.i, %11
  %conv5.i = zext i32 %rem.i to i64
  %add.i = add nsw i64 %conv5.i, %conv.i
  %div.i = udiv i32 %row.addr.098.i, %11
  %cmp9.i = icmp slt i64 %add.i, 0
  br i1 %cmp9.i, label %cleanup.i, label %lor.lhs.false.i

lor.lhs.false.i:                                  ; preds = %for.body.i40
  %arrayidx12.i = getelementptr inbounds nuw i64, ptr %extents.i, i64 %indvars.iv.i41
  %12 = load i64, ptr %arrayidx12.i, align 8
  %cmp13.not.i = icmp slt i64 %add.i, %12
  br i1 %cmp13.not.i, label %if.end.i, label %cleanup.i

if.end.i:                                         ; preds = %lor.lhs.false.i
  %arrayidx16.i = getelementptr i64, ptr %2, i64 %indvars.iv.i41
  %13 = load i64, ptr %arrayidx16.i, align 8
  %mul.i45 = mul i64 %13, %add.i
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %place.097.i, i64 %mul.i45
  br label %cleanup.i

cleanup.i:                                        ; preds = %if.end.i, %lor.lhs.false.i, %for.body.i40
  %cond62.i = phi i1 [ false, %if.end.i ], [ true, %lor.lhs.false.i ], [ true, %for.body.i40 ]
  %place.1.i = phi ptr [ %add.ptr.i, %if.end.i ], [ %place.097.i, %lor.lhs.false.i ], [ %place.097.i, %for.body.i40 ]
  %indvars.iv.next.i43 = add nuw nsw i64 %indvars.iv.i41, 1
  %exitcond.not.i44 = icmp eq i64 %indvars.iv.next.i43, %wide.trip.count.i39
  %or.cond.i = select i1 %cond62.i, i1 true, i1 %exitcond.not.i44
  br i1 %or.cond.i, label %cleanup17.i, label %for.body.i40, !llvm.loop !12

cleanup17.i:                                      ; preds = %cleanup.i, %for.body
  %cmp.not.lcssa.i = phi i1 [ false, %for.body ], [ %cond62.i, %cleanup.i ]
  %place.2.i = phi ptr [ %8, %for.body ], [ %place.1.i, %cleanup.i ]
  br i1 %cmp.not.lcssa.i, label %row_at.exit, label %for.end.i

for.end.i:                                        ; preds = %cleanup17.i
  %14 = load i32, ptr %at19.i, align 8
  %conv21.i = sext i32 %14 to i64
  %15 = load i32, ptr %box22.i, align 8
  %conv24.i = zext i32 %15 to i64
  %add25.i = add nsw i64 %conv24.i, %conv21.i
  %cond.i = tail call i64 @llvm.smax.i64(i64 %conv21.i, i64 0)
  %16 = load i64, ptr %extents28.i, align 8
  %add25..i = tail call i64 @llvm.smin.i64(i64 %add25.i, i64 %16)
  %cmp38.not.i = icmp slt i64 %cond.i, %add25..i
  br i1 %cmp38.not.i, label %if.end41.i, label %row_at.exit

if.end41.i:                                       ; preds = %for.end.i
  %17 = load i32, ptr %size.i, align 4
  %18 = trunc nuw nsw i64 %cond.i to i32
  %19 = sub i32 %18, %14
  %conv45.i = mul i32 %17, %19
  %sub46.i = sub nsw i64 %add25..i, %cond.i
  %20 = trunc i64 %sub46.i to i32
  %conv50.i = mul i32 %17, %20
  %conv52.i = zext i32 %17 to i64
  %mul53.i = mul nuw nsw i64 %cond.i, %conv52.i
  %add.ptr54.i = getelementptr inbounds nuw i8, ptr %place.2.i, i64 %mul53.i
  br label %row_at.exit

row_at.exit:                                      ; preds = %cleanup17.i, %for.end.i, %if.end41.i
  %before.1 = phi i32 [ %before.0, %cleanup17.i ], [ %conv45.i, %if.end41.i ], [ %before.0, %for.end.i ]
  %inside.1 = phi i32 [ %inside.0, %cleanup17.i ], [ %conv50.i, %if.end41.i ], [ %inside.0, %for.end.i ]
  %retval.4.i = phi ptr [ null, %cleanup17.i ], [ %add.ptr54.i, %if.end41.i ], [ null, %for.end.i ]
  %tobool = icmp ne ptr %retval.4.i, null
  %cmp349 = icmp ne i32 %inside.1, 0
  %21 = select i1 %tobool, i1 %cmp349, i1 false
  br i1 %21, label %for.body5.lr.ph, label %for.cond.cleanup4

for.body5.lr.ph:                                  ; preds = %row_at.exit
  %idx.ext10 = zext i32 %before.1 to i64
  br label %for.body5

for.cond.cleanup4:                                ; preds = %for.body5, %row_at.exit
  %inc = add i32 %row.0, 1
  br label %for.cond, !llvm.loop !31

for.body5:                                        ; preds = %for.body5.lr.ph, %for.body5
  %k.050 = phi i32 [ 0, %for.body5.lr.ph ], [ %add, %for.body5 ]
  %idx.ext = zext i32 %k.050 to i64
  %add.ptr = getelementptr inbounds nuw i8, ptr %retval.4.i, i64 %idx.ext
  %22 = load ptr, ptr %rows, align 8
  %23 = load i32, ptr %box.i46, align 8
  %24 = load i32, ptr %size.i47, align 4
  %mul.i48 = mul i32 %23, %row.0
  %mul = mul i32 %mul.i48, %24
  %idx.ext8 = zext i32 %mul to i64
  %add.ptr9 = getelementptr inbounds nuw i8, ptr %22, i64 %idx.ext8
  %add.ptr11 = getelementptr inbounds nuw i8, ptr %add.ptr9, i64 %idx.ext10
  %add.ptr13 = getelementptr inbounds nuw i8, ptr %add.ptr11, i64 %idx.ext
  %25 = load i32, ptr %size, align 4
  %or = or i32 %25, 65536
  tail call void @emu_write_generic(ptr noundef nonnull %add.ptr, ptr noundef %add.ptr13, i32 noundef %or, i32 noundef %site) #14
  %26 = load i32, ptr %size, align 4
  %add = add i32 %26, %k.050
  %cmp3 = icmp ult i32 %add, %inside.1
  br i1 %cmp3, label %for.body5, label %for.cond.cleanup4, !llvm.loop !32
}

; Function Attrs: nounwind uwtable
define void @check_stores() local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @current, align 8
  %stores10 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %1 = load ptr, ptr %stores10, align 8
  %tobool.not11 = icmp eq ptr %1, null
  br i1 %tobool.not11, label %if.end, label %land.rhs

land.rhs:                                         ; preds = %entry, %while.body
  %2 = phi ptr [ %6, %while.body ], [ %1, %entry ]
  %rows = getelementptr inbounds nuw i8, ptr %2, i64 192
  %3 = load ptr, ptr %rows, align 8
  %tobool2.not = icmp eq ptr %3, null
  %site7 = getelementptr inbounds nuw i8, ptr %2, i64 180
  %4 = load i32, ptr %site7, align 4
  br i1 %tobool2.not, label %if.then, label %while.body

while.body:                                       ; preds = %land.rhs
  tail call fastcc void @write_first(i32 noundef %4)
  %5 = load ptr, ptr @current, align 8
  %stores = getelementptr inbounds nuw i8, ptr %5, i64 120
  %6 = load ptr, ptr %stores, align 8
  %tobool.not = icmp eq ptr %6, null
  br i1 %tobool.not, label %if.end, label %land.rhs, !llvm.loop !33

if.then:                                          ; preds = %land.rhs
  tail call void @fail(i32 noundef 15, i32 noundef %4) #13
  unreachable

if.end:                                           ; preds = %while.body, %entry
  ret void
}

; Function Attrs: nounwind memory(readwrite, target_mem0: none, target_mem1: none) uwtable
define void @forget_stores(ptr noundef captures(none) %thread) local_unnamed_addr #9 {
entry:
  %stores = getelementptr inbounds nuw i8, ptr %thread, i64 120
  %0 = load ptr, ptr %stores, align 8
  %tobool.not8 = icmp eq ptr %0, null
  br i1 %tobool.not8, label %while.end, label %while.body

while.body:                                       ; preds = %entry, %while.body
  %1 = phi ptr [ %4, %while.body ], [ %0, %entry ]
  %2 = load ptr, ptr %1, align 8
  store ptr %2, ptr %stores, align 8
  %rows = getelementptr inbounds nuw i8, ptr %1, i64 192
  %3 = load ptr, ptr %rows, align 8
  tail call void @free(ptr noundef %3)
  tail call void @free(ptr noundef %1)
  %4 = load ptr, ptr %stores, align 8
  %tobool.not = icmp eq ptr %4, null
  br i1 %tobool.not, label %while.end, label %while.body, !llvm.loop !34

while.end:                                        ; preds = %while.body, %entry
  %stored = getelementptr inbounds nuw i8, ptr %thread, i64 128
  store i32 0, ptr %stored, align 8
  ret void
}

declare void @read_shared(i64 noundef, ptr noundef, i32 noundef, i32 noundef) local_unnamed_addr #3

declare void @resume(ptr noundef) local_unnamed_addr #3

declare void @check_read(ptr noundef, i32 noundef, i32 noundef) local_unnamed_addr #3

declare void @claim_shared(i64 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #3

declare ptr @emu_to_generic(i64 noundef) local_unnamed_addr #3

declare void @check_proxy(i64 noundef, i32 noundef, i32 noundef) local_unnamed_addr #3

declare void @emu_write_generic(ptr noundef, ptr noundef, i32 noundef, i32 noundef) local_unnamed_addr #3

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @bcmp(ptr captures(none), ptr captures(none), i64) local_unnamed_addr #11

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #12

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #12

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.usub.sat.i32(i32, i32) #12

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #12

attributes #0 = { nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #6 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #7 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #8 = { mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #9 = { nounwind memory(readwrite, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #10 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #11 = { nocallback nofree nounwind willreturn memory(argmem: read) }
attributes #12 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #13 = { noreturn nounwind }
attributes #14 = { nounwind }
attributes #15 = { allocsize(0,1) }

!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
!7 = distinct !{!7, !5, !6}
!8 = distinct !{!8, !5, !6}
!9 = distinct !{!9, !5, !6}
!10 = distinct !{!10, !5, !6}
!11 = distinct !{!11, !5, !6}
!12 = distinct !{!12, !5, !6}
!13 = distinct !{!13, !5, !6}
!14 = distinct !{!14, !5, !6}
!15 = distinct !{!15, !5, !6}
!16 = distinct !{!16, !5, !6}
!17 = distinct !{!17, !5, !6}
!18 = distinct !{!18, !5, !6}
!19 = distinct !{!19, !5, !6}
!20 = distinct !{!20, !5, !6}
!21 = distinct !{!21, !5, !6}
!22 = distinct !{!22, !5, !6}
!23 = distinct !{!23, !5, !6}
!24 = distinct !{!24, !5, !6}
!25 = distinct !{!25, !5, !6}
!26 = distinct !{!26, !5, !6}
!27 = distinct !{!27, !5, !6}
!28 = distinct !{!28, !5, !6}
!29 = distinct !{!29, !5, !6}
!30 = distinct !{!30, !5, !6}
!31 = distinct !{!31, !5, !6}
!32 = distinct !{!32, !5, !6}
!33 = distinct !{!33, !5, !6}
!34 = distinct !{!34, !5, !6}
