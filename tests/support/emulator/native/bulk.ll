; Made of bulk.c by regenerate.py, see README.md.
%struct.Mbarrier = type { i64, i32, i32, i32, i32, i32, i64, ptr, ptr }
%struct.Thread = type { ptr, ptr, i32, i32, i32, %struct.Wait, ptr, ptr, ptr, ptr }
%struct.Wait = type { i32, i32, i32, i32, ptr, ptr, ptr }

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
  %2 = add i32 %count, -1048576
  %or.cond = icmp ult i32 %2, -1048575
  br i1 %or.cond, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  tail call void @fail(i32 noundef 13, i32 noundef %site) #11
  unreachable

if.end:                                           ; preds = %entry
  call void @write_shared(i64 noundef %address, ptr noundef nonnull %address.addr, i32 noundef 8, i32 noundef %site) #12
  %3 = load i64, ptr %address.addr, align 8
  %4 = load ptr, ptr @current, align 8
  %block1.i = getelementptr inbounds nuw i8, ptr %4, i64 8
  %5 = load ptr, ptr %block1.i, align 8
  %mbarriers.i = getelementptr inbounds nuw i8, ptr %5, i64 144
  %mbarrier_count.i = getelementptr inbounds nuw i8, ptr %5, i64 3728
  %6 = load i32, ptr %mbarrier_count.i, align 8
  %cmp.not13.not.i = icmp eq i32 %6, 0
  br i1 %cmp.not13.not.i, label %slot_of.exit, label %for.body.i.preheader

for.body.i.preheader:                             ; preds = %if.end
  %7 = zext i32 %6 to i64
  br label %for.body.i

for.cond.i:                                       ; preds = %for.body.i
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next, %7
  br i1 %exitcond.not.i, label %slot_of.exit, label %for.body.i, !llvm.loop !4

for.body.i:                                       ; preds = %for.body.i.preheader, %for.cond.i
  %indvars.iv = phi i64 [ 0, %for.body.i.preheader ], [ %indvars.iv.next, %for.cond.i ]
  %arrayidx.i = getelementptr inbounds nuw %struct.Mbarrier, ptr %mbarriers.i, i64 %indvars.iv
  %8 = load i64, ptr %arrayidx.i, align 8
  %cmp3.i = icmp eq i64 %8, %3
  br i1 %cmp3.i, label %slot_of.exit, label %for.cond.i

slot_of.exit:                                     ; preds = %for.cond.i, %for.body.i, %if.end
  %spec.select.i = phi ptr [ null, %if.end ], [ null, %for.cond.i ], [ %arrayidx.i, %for.body.i ]
  %tobool2.not = icmp eq ptr %spec.select.i, null
  br i1 %tobool2.not, label %if.then7, label %land.lhs.true

land.lhs.true:                                    ; preds = %slot_of.exit
  %is_used = getelementptr inbounds nuw i8, ptr %spec.select.i, i64 8
  %9 = load i32, ptr %is_used, align 8
  %tobool3.not = icmp eq i32 %9, 0
  br i1 %tobool3.not, label %if.end20, label %if.then4

if.then4:                                         ; preds = %land.lhs.true
  call void @fail(i32 noundef 13, i32 noundef %site) #11
  unreachable

if.then7:                                         ; preds = %slot_of.exit
  %mbarrier_count = getelementptr inbounds nuw i8, ptr %1, i64 3728
  %10 = load i32, ptr %mbarrier_count, align 8
  %cmp8 = icmp eq i32 %10, 64
  br i1 %cmp8, label %if.then9, label %if.end10

if.then9:                                         ; preds = %if.then7
  call void @fail(i32 noundef 13, i32 noundef %site) #11
  unreachable

if.end10:                                         ; preds = %if.then7
  %mbarriers = getelementptr inbounds nuw i8, ptr %1, i64 144
  %inc = add i32 %10, 1
  store i32 %inc, ptr %mbarrier_count, align 8
  %idxprom = zext i32 %10 to i64
  %arrayidx = getelementptr inbounds nuw %struct.Mbarrier, ptr %mbarriers, i64 %idxprom
  %gathered = getelementptr inbounds nuw i8, ptr %arrayidx, i64 40
  %11 = load ptr, ptr %gathered, align 8
  %tobool12.not = icmp eq ptr %11, null
  br i1 %tobool12.not, label %if.then13, label %if.end16

if.then13:                                        ; preds = %if.end10
  %12 = load ptr, ptr @launch, align 8
  %threads = getelementptr inbounds nuw i8, ptr %12, i64 56
  %13 = load i64, ptr %threads, align 8
  %add = shl i64 %13, 1
  %mul = add i64 %add, 128
  %call14 = call ptr @calloc(i64 noundef %mul, i64 noundef 4) #13
  store ptr %call14, ptr %gathered, align 8
  br label %if.end16

if.end16:                                         ; preds = %if.then13, %if.end10
  %14 = load ptr, ptr %gathered, align 8
  %15 = load ptr, ptr @launch, align 8
  %threads18 = getelementptr inbounds nuw i8, ptr %15, i64 56
  %16 = load i64, ptr %threads18, align 8
  %add.ptr = getelementptr inbounds i32, ptr %14, i64 %16
  %add.ptr19 = getelementptr inbounds nuw i8, ptr %add.ptr, i64 256
  %known = getelementptr inbounds nuw i8, ptr %arrayidx, i64 48
  store ptr %add.ptr19, ptr %known, align 8
  br label %if.end20

if.end20:                                         ; preds = %land.lhs.true, %if.end16
  %it.0 = phi ptr [ %arrayidx, %if.end16 ], [ %spec.select.i, %land.lhs.true ]
  %gathered21 = getelementptr inbounds nuw i8, ptr %it.0, i64 40
  %17 = load ptr, ptr %gathered21, align 8
  %18 = load ptr, ptr @launch, align 8
  %threads22 = getelementptr inbounds nuw i8, ptr %18, i64 56
  %19 = load i64, ptr %threads22, align 8
  %add23 = shl i64 %19, 3
  %mul25 = add i64 %add23, 512
  call void @llvm.memset.p0.i64(ptr align 4 %17, i8 0, i64 %mul25, i1 false)
  %20 = load i64, ptr %address.addr, align 8
  store i64 %20, ptr %it.0, align 8
  %is_used27 = getelementptr inbounds nuw i8, ptr %it.0, i64 8
  store i32 1, ptr %is_used27, align 8
  %pending = getelementptr inbounds nuw i8, ptr %it.0, i64 16
  store i32 %count, ptr %pending, align 8
  %expected = getelementptr inbounds nuw i8, ptr %it.0, i64 12
  store i32 %count, ptr %expected, align 4
  %parity = getelementptr inbounds nuw i8, ptr %it.0, i64 20
  store i32 0, ptr %parity, align 4
  %bytes = getelementptr inbounds nuw i8, ptr %it.0, i64 32
  store i64 0, ptr %bytes, align 8
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
  %bytes.i = alloca [8 x i8], align 1
  %bytes = alloca [8 x i8], align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes) #12
  store i64 0, ptr %bytes, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes.i) #12
  call void @read_shared(i64 noundef %address, ptr noundef nonnull %bytes.i, i32 noundef 8, i32 noundef %site) #12
  %0 = load ptr, ptr @current, align 8
  %block1.i.i = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block1.i.i, align 8
  %mbarriers.i.i = getelementptr inbounds nuw i8, ptr %1, i64 144
  %mbarrier_count.i.i = getelementptr inbounds nuw i8, ptr %1, i64 3728
  %2 = load i32, ptr %mbarrier_count.i.i, align 8
  %cmp.not13.not.i.i = icmp eq i32 %2, 0
  br i1 %cmp.not13.not.i.i, label %slot_of.exit.i, label %for.body.i.preheader.i

for.body.i.preheader.i:                           ; preds = %entry
  %3 = zext i32 %2 to i64
  br label %for.body.i.i

for.cond.i.i:                                     ; preds = %for.body.i.i
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i.i = icmp eq i64 %indvars.iv.next.i, %3
  br i1 %exitcond.not.i.i, label %slot_of.exit.i, label %for.body.i.i, !llvm.loop !4

for.body.i.i:                                     ; preds = %for.cond.i.i, %for.body.i.preheader.i
  %indvars.iv.i = phi i64 [ 0, %for.body.i.preheader.i ], [ %indvars.iv.next.i, %for.cond.i.i ]
  %arrayidx.i.i = getelementptr inbounds nuw %struct.Mbarrier, ptr %mbarriers.i.i, i64 %indvars.iv.i
  %4 = load i64, ptr %arrayidx.i.i, align 8
  %cmp3.i.i = icmp eq i64 %4, %address
  br i1 %cmp3.i.i, label %slot_of.exit.i, label %for.cond.i.i

slot_of.exit.i:                                   ; preds = %for.body.i.i, %for.cond.i.i, %entry
  %spec.select.i.i = phi ptr [ null, %entry ], [ null, %for.cond.i.i ], [ %arrayidx.i.i, %for.body.i.i ]
  %tobool.not.i = icmp eq ptr %spec.select.i.i, null
  br i1 %tobool.not.i, label %if.then.i, label %lor.lhs.false.i

lor.lhs.false.i:                                  ; preds = %slot_of.exit.i
  %is_used.i = getelementptr inbounds nuw i8, ptr %spec.select.i.i, i64 8
  %5 = load i32, ptr %is_used.i, align 8
  %tobool1.not.i = icmp eq i32 %5, 0
  br i1 %tobool1.not.i, label %if.then.i, label %lor.lhs.false2.i

lor.lhs.false2.i:                                 ; preds = %lor.lhs.false.i
  %bcmp.i = call i32 @bcmp(ptr noundef nonnull dereferenceable(8) %bytes.i, ptr noundef nonnull dereferenceable(8) %spec.select.i.i, i64 8)
  %tobool6.not.i = icmp eq i32 %bcmp.i, 0
  br i1 %tobool6.not.i, label %find.exit, label %if.then.i

if.then.i:                                        ; preds = %lor.lhs.false2.i, %lor.lhs.false.i, %slot_of.exit.i
  call void @fail(i32 noundef 13, i32 noundef %site) #11
  unreachable

find.exit:                                        ; preds = %lor.lhs.false2.i
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.i) #12
  store i32 0, ptr %is_used.i, align 8
  call void @write_shared(i64 noundef %address, ptr noundef nonnull %bytes, i32 noundef 8, i32 noundef %site) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes) #12
  ret void
}

; Function Attrs: nounwind uwtable
define void @emu_mbarrier_expect(i64 noundef %address, i32 noundef %bytes, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %bytes.i = alloca [8 x i8], align 1
  %cmp = icmp ugt i32 %bytes, 1048575
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  tail call void @fail(i32 noundef 13, i32 noundef %site) #11
  unreachable

if.end:                                           ; preds = %entry
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes.i) #12
  call void @read_shared(i64 noundef %address, ptr noundef nonnull %bytes.i, i32 noundef 8, i32 noundef %site) #12
  %0 = load ptr, ptr @current, align 8
  %block1.i.i = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block1.i.i, align 8
  %mbarriers.i.i = getelementptr inbounds nuw i8, ptr %1, i64 144
  %mbarrier_count.i.i = getelementptr inbounds nuw i8, ptr %1, i64 3728
  %2 = load i32, ptr %mbarrier_count.i.i, align 8
  %cmp.not13.not.i.i = icmp eq i32 %2, 0
  br i1 %cmp.not13.not.i.i, label %slot_of.exit.i, label %for.body.i.preheader.i

for.body.i.preheader.i:                           ; preds = %if.end
  %3 = zext i32 %2 to i64
  br label %for.body.i.i

for.cond.i.i:                                     ; preds = %for.body.i.i
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i.i = icmp eq i64 %indvars.iv.next.i, %3
  br i1 %exitcond.not.i.i, label %slot_of.exit.i, label %for.body.i.i, !llvm.loop !4

for.body.i.i:                                     ; preds = %for.cond.i.i, %for.body.i.preheader.i
  %indvars.iv.i = phi i64 [ 0, %for.body.i.preheader.i ], [ %indvars.iv.next.i, %for.cond.i.i ]
  %arrayidx.i.i = getelementptr inbounds nuw %struct.Mbarrier, ptr %mbarriers.i.i, i64 %indvars.iv.i
  %4 = load i64, ptr %arrayidx.i.i, align 8
  %cmp3.i.i = icmp eq i64 %4, %address
  br i1 %cmp3.i.i, label %slot_of.exit.i, label %for.cond.i.i

slot_of.exit.i:                                   ; preds = %for.body.i.i, %for.cond.i.i, %if.end
  %spec.select.i.i = phi ptr [ null, %if.end ], [ null, %for.cond.i.i ], [ %arrayidx.i.i, %for.body.i.i ]
  %tobool.not.i = icmp eq ptr %spec.select.i.i, null
  br i1 %tobool.not.i, label %if.then.i, label %lor.lhs.false.i

lor.lhs.false.i:                                  ; preds = %slot_of.exit.i
  %is_used.i = getelementptr inbounds nuw i8, ptr %spec.select.i.i, i64 8
  %5 = load i32, ptr %is_used.i, align 8
  %tobool1.not.i = icmp eq i32 %5, 0
  br i1 %tobool1.not.i, label %if.then.i, label %lor.lhs.false2.i

lor.lhs.false2.i:                                 ; preds = %lor.lhs.false.i
  %bcmp.i = call i32 @bcmp(ptr noundef nonnull dereferenceable(8) %bytes.i, ptr noundef nonnull dereferenceable(8) %spec.select.i.i, i64 8)
  %tobool6.not.i = icmp eq i32 %bcmp.i, 0
  br i1 %tobool6.not.i, label %find.exit, label %if.then.i

if.then.i:                                        ; preds = %lor.lhs.false2.i, %lor.lhs.false.i, %slot_of.exit.i
  call void @fail(i32 noundef 13, i32 noundef %site) #11
  unreachable

find.exit:                                        ; preds = %lor.lhs.false2.i
  %conv = zext nneg i32 %bytes to i64
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.i) #12
  %bytes1 = getelementptr inbounds nuw i8, ptr %spec.select.i.i, i64 32
  %6 = load i64, ptr %bytes1, align 8
  %add = add nsw i64 %6, %conv
  store i64 %add, ptr %bytes1, align 8
  ret void
}

; Function Attrs: nounwind uwtable
define void @emu_mbarrier_arrive(i64 noundef %address, i32 noundef %count, i32 noundef %bytes, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %bytes.i = alloca [8 x i8], align 1
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes.i) #12
  call void @read_shared(i64 noundef %address, ptr noundef nonnull %bytes.i, i32 noundef 8, i32 noundef %site) #12
  %0 = load ptr, ptr @current, align 8
  %block1.i.i = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block1.i.i, align 8
  %mbarriers.i.i = getelementptr inbounds nuw i8, ptr %1, i64 144
  %mbarrier_count.i.i = getelementptr inbounds nuw i8, ptr %1, i64 3728
  %2 = load i32, ptr %mbarrier_count.i.i, align 8
  %cmp.not13.not.i.i = icmp eq i32 %2, 0
  br i1 %cmp.not13.not.i.i, label %slot_of.exit.i, label %for.body.i.preheader.i

for.body.i.preheader.i:                           ; preds = %entry
  %3 = zext i32 %2 to i64
  br label %for.body.i.i

for.cond.i.i:                                     ; preds = %for.body.i.i
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i.i = icmp eq i64 %indvars.iv.next.i, %3
  br i1 %exitcond.not.i.i, label %slot_of.exit.i, label %for.body.i.i, !llvm.loop !4

for.body.i.i:                                     ; preds = %for.cond.i.i, %for.body.i.preheader.i
  %indvars.iv.i = phi i64 [ 0, %for.body.i.preheader.i ], [ %indvars.iv.next.i, %for.cond.i.i ]
  %arrayidx.i.i = getelementptr inbounds nuw %struct.Mbarrier, ptr %mbarriers.i.i, i64 %indvars.iv.i
  %4 = load i64, ptr %arrayidx.i.i, align 8
  %cmp3.i.i = icmp eq i64 %4, %address
  br i1 %cmp3.i.i, label %slot_of.exit.i, label %for.cond.i.i

slot_of.exit.i:                                   ; preds = %for.body.i.i, %for.cond.i.i, %entry
  %spec.select.i.i = phi ptr [ null, %entry ], [ null, %for.cond.i.i ], [ %arrayidx.i.i, %for.body.i.i ]
  %tobool.not.i = icmp eq ptr %spec.select.i.i, null
  br i1 %tobool.not.i, label %if.then.i, label %lor.lhs.false.i

lor.lhs.false.i:                                  ; preds = %slot_of.exit.i
  %is_used.i = getelementptr inbounds nuw i8, ptr %spec.select.i.i, i64 8
  %5 = load i32, ptr %is_used.i, align 8
  %tobool1.not.i = icmp eq i32 %5, 0
  br i1 %tobool1.not.i, label %if.then.i, label %lor.lhs.false2.i

lor.lhs.false2.i:                                 ; preds = %lor.lhs.false.i
  %bcmp.i = call i32 @bcmp(ptr noundef nonnull dereferenceable(8) %bytes.i, ptr noundef nonnull dereferenceable(8) %spec.select.i.i, i64 8)
  %tobool6.not.i = icmp eq i32 %bcmp.i, 0
  br i1 %tobool6.not.i, label %find.exit, label %if.then.i

if.then.i:                                        ; preds = %lor.lhs.false2.i, %lor.lhs.false.i, %slot_of.exit.i
  call void @fail(i32 noundef 13, i32 noundef %site) #11
  unreachable

find.exit:                                        ; preds = %lor.lhs.false2.i
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.i) #12
  %tobool.not = icmp eq i32 %count, 0
  br i1 %tobool.not, label %if.then, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %find.exit
  %pending = getelementptr inbounds nuw i8, ptr %spec.select.i.i, i64 16
  %6 = load i32, ptr %pending, align 8
  %cmp = icmp ugt i32 %count, %6
  %cmp2 = icmp ugt i32 %bytes, 1048575
  %or.cond = or i1 %cmp2, %cmp
  br i1 %or.cond, label %if.then, label %if.end

if.then:                                          ; preds = %lor.lhs.false, %find.exit
  call void @fail(i32 noundef 13, i32 noundef %site) #11
  unreachable

if.end:                                           ; preds = %lor.lhs.false
  %gathered = getelementptr inbounds nuw i8, ptr %spec.select.i.i, i64 40
  %7 = load ptr, ptr %gathered, align 8
  %clocks = getelementptr inbounds nuw i8, ptr %0, i64 72
  %8 = load ptr, ptr %clocks, align 8
  %9 = load ptr, ptr @launch, align 8
  %check_races.i = getelementptr inbounds nuw i8, ptr %9, i64 96
  %10 = load i64, ptr %check_races.i, align 8
  %tobool.not.i14 = icmp eq i64 %10, 0
  br i1 %tobool.not.i14, label %join.exit, label %for.cond.preheader.i

for.cond.preheader.i:                             ; preds = %if.end
  %threads.i20.i = getelementptr inbounds nuw i8, ptr %9, i64 56
  %11 = load i64, ptr %threads.i20.i, align 8
  %12 = trunc i64 %11 to i32
  %conv1.i23.i = sub i32 0, %12
  %cmp24.not.i = icmp eq i32 %2, %conv1.i23.i
  br i1 %cmp24.not.i, label %join.exit, label %for.body.i

for.body.i:                                       ; preds = %for.cond.preheader.i, %for.body.i
  %indvars.iv.i15 = phi i64 [ %indvars.iv.next.i16, %for.body.i ], [ 0, %for.cond.preheader.i ]
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %7, i64 %indvars.iv.i15
  %13 = load i32, ptr %arrayidx.i, align 4
  %arrayidx2.i = getelementptr inbounds nuw i32, ptr %8, i64 %indvars.iv.i15
  %14 = load i32, ptr %arrayidx2.i, align 4
  %..i = call i32 @llvm.umax.i32(i32 %13, i32 %14)
  store i32 %..i, ptr %arrayidx.i, align 4
  %indvars.iv.next.i16 = add nuw nsw i64 %indvars.iv.i15, 1
  %15 = load ptr, ptr @launch, align 8
  %threads.i.i = getelementptr inbounds nuw i8, ptr %15, i64 56
  %16 = load i64, ptr %threads.i.i, align 8
  %17 = load ptr, ptr @current, align 8
  %block.i.i = getelementptr inbounds nuw i8, ptr %17, i64 8
  %18 = load ptr, ptr %block.i.i, align 8
  %mbarrier_count.i.i17 = getelementptr inbounds nuw i8, ptr %18, i64 3728
  %19 = load i32, ptr %mbarrier_count.i.i17, align 8
  %20 = trunc i64 %16 to i32
  %conv1.i.i = add i32 %19, %20
  %21 = zext i32 %conv1.i.i to i64
  %cmp.i = icmp samesign ult i64 %indvars.iv.next.i16, %21
  br i1 %cmp.i, label %for.body.i, label %join.exit, !llvm.loop !7

join.exit:                                        ; preds = %for.body.i, %if.end, %for.cond.preheader.i
  %22 = load ptr, ptr @current, align 8
  %clocks3 = getelementptr inbounds nuw i8, ptr %22, i64 72
  %23 = load ptr, ptr %clocks3, align 8
  %number = getelementptr inbounds nuw i8, ptr %22, i64 16
  %24 = load i32, ptr %number, align 8
  %idxprom = zext i32 %24 to i64
  %arrayidx = getelementptr inbounds nuw i32, ptr %23, i64 %idxprom
  %25 = load i32, ptr %arrayidx, align 4
  %inc = add i32 %25, 1
  store i32 %inc, ptr %arrayidx, align 4
  %conv = zext nneg i32 %bytes to i64
  %bytes4 = getelementptr inbounds nuw i8, ptr %spec.select.i.i, i64 32
  %26 = load i64, ptr %bytes4, align 8
  %add = add nsw i64 %26, %conv
  store i64 %add, ptr %bytes4, align 8
  %27 = load i32, ptr %pending, align 8
  %sub = sub i32 %27, %count
  store i32 %sub, ptr %pending, align 8
  call fastcc void @end_phase(ptr noundef nonnull %spec.select.i.i)
  ret void
}

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
  %mbarriers = getelementptr inbounds nuw i8, ptr %3, i64 144
  %sub.ptr.lhs.cast = ptrtoint ptr %it to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %mbarriers to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %sub.ptr.div = sdiv exact i64 %sub.ptr.sub, 56
  %conv = trunc i64 %sub.ptr.div to i32
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
  %9 = load ptr, ptr @launch, align 8
  %check_races.i = getelementptr inbounds nuw i8, ptr %9, i64 96
  %10 = load i64, ptr %check_races.i, align 8
  %tobool.not.i = icmp eq i64 %10, 0
  br i1 %tobool.not.i, label %join.exit, label %for.cond.preheader.i

for.cond.preheader.i:                             ; preds = %if.end
  %threads.i20.i = getelementptr inbounds nuw i8, ptr %9, i64 56
  %11 = load i64, ptr %threads.i20.i, align 8
  %12 = load ptr, ptr %block2, align 8
  %mbarrier_count.i22.i = getelementptr inbounds nuw i8, ptr %12, i64 3728
  %13 = load i32, ptr %mbarrier_count.i22.i, align 8
  %14 = trunc i64 %11 to i32
  %conv1.i23.i = sub i32 0, %14
  %cmp24.not.i = icmp eq i32 %13, %conv1.i23.i
  br i1 %cmp24.not.i, label %join.exit, label %for.body.i

for.body.i:                                       ; preds = %for.cond.preheader.i, %for.body.i
  %indvars.iv.i = phi i64 [ %indvars.iv.next.i, %for.body.i ], [ 0, %for.cond.preheader.i ]
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %7, i64 %indvars.iv.i
  %15 = load i32, ptr %arrayidx.i, align 4
  %arrayidx2.i = getelementptr inbounds nuw i32, ptr %8, i64 %indvars.iv.i
  %16 = load i32, ptr %arrayidx2.i, align 4
  %..i = tail call i32 @llvm.umax.i32(i32 %15, i32 %16)
  store i32 %..i, ptr %arrayidx.i, align 4
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %17 = load ptr, ptr @launch, align 8
  %threads.i.i = getelementptr inbounds nuw i8, ptr %17, i64 56
  %18 = load i64, ptr %threads.i.i, align 8
  %19 = load ptr, ptr @current, align 8
  %block.i.i = getelementptr inbounds nuw i8, ptr %19, i64 8
  %20 = load ptr, ptr %block.i.i, align 8
  %mbarrier_count.i.i = getelementptr inbounds nuw i8, ptr %20, i64 3728
  %21 = load i32, ptr %mbarrier_count.i.i, align 8
  %22 = trunc i64 %18 to i32
  %conv1.i.i = add i32 %21, %22
  %23 = zext i32 %conv1.i.i to i64
  %cmp.i = icmp samesign ult i64 %indvars.iv.next.i, %23
  br i1 %cmp.i, label %for.body.i, label %join.exit, !llvm.loop !7

join.exit:                                        ; preds = %for.body.i, %if.end, %for.cond.preheader.i
  %24 = load i32, ptr %ended, align 8
  %25 = load ptr, ptr %known, align 8
  %26 = load ptr, ptr @launch, align 8
  %threads = getelementptr inbounds nuw i8, ptr %26, i64 56
  %27 = load i64, ptr %threads, align 8
  %conv6 = and i64 %sub.ptr.div, 4294967295
  %28 = getelementptr i32, ptr %25, i64 %27
  %arrayidx = getelementptr i32, ptr %28, i64 %conv6
  store i32 %24, ptr %arrayidx, align 4
  %29 = load ptr, ptr %gathered, align 8
  %30 = load ptr, ptr @launch, align 8
  %threads8 = getelementptr inbounds nuw i8, ptr %30, i64 56
  %31 = load i64, ptr %threads8, align 8
  %add9 = shl i64 %31, 2
  %mul = add i64 %add9, 256
  tail call void @llvm.memset.p0.i64(ptr align 4 %29, i8 0, i64 %mul, i1 false)
  %32 = load ptr, ptr @launch, align 8
  %threads1043 = getelementptr inbounds nuw i8, ptr %32, i64 56
  %33 = load i64, ptr %threads1043, align 8
  %cmp44 = icmp sgt i64 %33, 0
  br i1 %cmp44, label %for.body.lr.ph, label %return

for.body.lr.ph:                                   ; preds = %join.exit
  %threads12 = getelementptr inbounds nuw i8, ptr %3, i64 32
  br label %for.body

for.body:                                         ; preds = %for.body.lr.ph, %if.end23
  %t.045 = phi i64 [ 0, %for.body.lr.ph ], [ %inc24, %if.end23 ]
  %34 = load ptr, ptr %threads12, align 8
  %arrayidx13 = getelementptr inbounds nuw %struct.Thread, ptr %34, i64 %t.045
  %state = getelementptr inbounds nuw i8, ptr %arrayidx13, i64 20
  %35 = load i32, ptr %state, align 4
  %cmp14 = icmp eq i32 %35, 1
  br i1 %cmp14, label %land.lhs.true, label %if.end23

land.lhs.true:                                    ; preds = %for.body
  %wait = getelementptr inbounds nuw i8, ptr %arrayidx13, i64 32
  %36 = load i32, ptr %wait, align 8
  %cmp16 = icmp eq i32 %36, 10
  br i1 %cmp16, label %land.lhs.true18, label %if.end23

land.lhs.true18:                                  ; preds = %land.lhs.true
  %key = getelementptr inbounds nuw i8, ptr %arrayidx13, i64 36
  %37 = load i32, ptr %key, align 4
  %cmp20 = icmp eq i32 %37, %conv
  br i1 %cmp20, label %if.then22, label %if.end23

if.then22:                                        ; preds = %land.lhs.true18
  tail call void @resume(ptr noundef %arrayidx13) #12
  br label %if.end23

if.end23:                                         ; preds = %if.then22, %land.lhs.true18, %land.lhs.true, %for.body
  %inc24 = add nuw nsw i64 %t.045, 1
  %38 = load ptr, ptr @launch, align 8
  %threads10 = getelementptr inbounds nuw i8, ptr %38, i64 56
  %39 = load i64, ptr %threads10, align 8
  %cmp = icmp slt i64 %inc24, %39
  br i1 %cmp, label %for.body, label %return, !llvm.loop !8

return:                                           ; preds = %if.end23, %join.exit, %entry, %lor.lhs.false
  ret void
}

; Function Attrs: nounwind uwtable
define range(i32 0, 2) i32 @emu_mbarrier_wait(i64 noundef %address, i32 noundef %parity, i32 noundef %may_wait, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %bytes.i = alloca [8 x i8], align 1
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes.i) #12
  call void @read_shared(i64 noundef %address, ptr noundef nonnull %bytes.i, i32 noundef 8, i32 noundef %site) #12
  %0 = load ptr, ptr @current, align 8
  %block1.i.i = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block1.i.i, align 8
  %mbarriers.i.i = getelementptr inbounds nuw i8, ptr %1, i64 144
  %mbarrier_count.i.i = getelementptr inbounds nuw i8, ptr %1, i64 3728
  %2 = load i32, ptr %mbarrier_count.i.i, align 8
  %cmp.not13.not.i.i = icmp eq i32 %2, 0
  br i1 %cmp.not13.not.i.i, label %slot_of.exit.i, label %for.body.i.preheader.i

for.body.i.preheader.i:                           ; preds = %entry
  %3 = zext i32 %2 to i64
  br label %for.body.i.i

for.cond.i.i:                                     ; preds = %for.body.i.i
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i.i = icmp eq i64 %indvars.iv.next.i, %3
  br i1 %exitcond.not.i.i, label %slot_of.exit.i, label %for.body.i.i, !llvm.loop !4

for.body.i.i:                                     ; preds = %for.cond.i.i, %for.body.i.preheader.i
  %indvars.iv.i = phi i64 [ 0, %for.body.i.preheader.i ], [ %indvars.iv.next.i, %for.cond.i.i ]
  %arrayidx.i.i = getelementptr inbounds nuw %struct.Mbarrier, ptr %mbarriers.i.i, i64 %indvars.iv.i
  %4 = load i64, ptr %arrayidx.i.i, align 8
  %cmp3.i.i = icmp eq i64 %4, %address
  br i1 %cmp3.i.i, label %slot_of.exit.i, label %for.cond.i.i

slot_of.exit.i:                                   ; preds = %for.body.i.i, %for.cond.i.i, %entry
  %spec.select.i.i = phi ptr [ null, %entry ], [ null, %for.cond.i.i ], [ %arrayidx.i.i, %for.body.i.i ]
  %tobool.not.i = icmp eq ptr %spec.select.i.i, null
  br i1 %tobool.not.i, label %if.then.i, label %lor.lhs.false.i

lor.lhs.false.i:                                  ; preds = %slot_of.exit.i
  %is_used.i = getelementptr inbounds nuw i8, ptr %spec.select.i.i, i64 8
  %5 = load i32, ptr %is_used.i, align 8
  %tobool1.not.i = icmp eq i32 %5, 0
  br i1 %tobool1.not.i, label %if.then.i, label %lor.lhs.false2.i

lor.lhs.false2.i:                                 ; preds = %lor.lhs.false.i
  %bcmp.i = call i32 @bcmp(ptr noundef nonnull dereferenceable(8) %bytes.i, ptr noundef nonnull dereferenceable(8) %spec.select.i.i, i64 8)
  %tobool6.not.i = icmp eq i32 %bcmp.i, 0
  br i1 %tobool6.not.i, label %find.exit, label %if.then.i

if.then.i:                                        ; preds = %lor.lhs.false2.i, %lor.lhs.false.i, %slot_of.exit.i
  call void @fail(i32 noundef 13, i32 noundef %site) #11
  unreachable

find.exit:                                        ; preds = %lor.lhs.false2.i
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.i) #12
  %6 = load ptr, ptr @launch, align 8
  %seed = getelementptr inbounds nuw i8, ptr %6, i64 80
  %7 = load i64, ptr %seed, align 8
  %tobool.not = icmp eq i64 %7, 0
  br i1 %tobool.not, label %land.end, label %land.rhs

land.rhs:                                         ; preds = %find.exit
  %call1 = call i32 @choose(i32 noundef 4) #12
  %cmp = icmp eq i32 %call1, 0
  br label %land.end

land.end:                                         ; preds = %land.rhs, %find.exit
  %8 = phi i1 [ false, %find.exit ], [ %cmp, %land.rhs ]
  %cmp2 = icmp ugt i32 %parity, 1
  br i1 %cmp2, label %if.then, label %if.end

if.then:                                          ; preds = %land.end
  call void @fail(i32 noundef 13, i32 noundef %site) #11
  unreachable

if.end:                                           ; preds = %land.end
  %parity3 = getelementptr inbounds nuw i8, ptr %spec.select.i.i, i64 20
  %9 = load i32, ptr %parity3, align 4
  %cmp4 = icmp eq i32 %9, %parity
  %tobool5 = icmp eq i32 %may_wait, 0
  %or.cond = select i1 %tobool5, i1 true, i1 %8
  %or.cond36 = select i1 %cmp4, i1 %or.cond, i1 false
  br i1 %or.cond36, label %if.then7, label %if.else

if.then7:                                         ; preds = %if.end
  %10 = load ptr, ptr @current, align 8
  %call8 = call i32 @make_transfer()
  %cmp9 = icmp slt i32 %call8, 0
  br i1 %cmp9, label %if.then10, label %if.end12

if.then10:                                        ; preds = %if.then7
  %11 = load ptr, ptr @launch, align 8
  %site11 = getelementptr inbounds nuw i8, ptr %11, i64 168
  %12 = load i64, ptr %site11, align 8
  %conv = trunc i64 %12 to i32
  call void @fail(i32 noundef 14, i32 noundef %conv) #11
  unreachable

if.end12:                                         ; preds = %if.then7
  store ptr %10, ptr @current, align 8
  call void @yield() #12
  br label %if.end20

if.else:                                          ; preds = %if.end
  br i1 %cmp4, label %if.then16, label %if.end20

if.then16:                                        ; preds = %if.else
  %13 = load ptr, ptr @current, align 8
  %wait = getelementptr inbounds nuw i8, ptr %13, i64 32
  %block = getelementptr inbounds nuw i8, ptr %13, i64 8
  %14 = load ptr, ptr %block, align 8
  %mbarriers = getelementptr inbounds nuw i8, ptr %14, i64 144
  %sub.ptr.lhs.cast = ptrtoint ptr %spec.select.i.i to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %mbarriers to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %sub.ptr.div = sdiv exact i64 %sub.ptr.sub, 56
  %conv17 = trunc i64 %sub.ptr.div to i32
  store i32 10, ptr %wait, align 8
  %.compoundliteral.sroa.2.0.wait.sroa_idx = getelementptr inbounds nuw i8, ptr %13, i64 36
  store i32 %conv17, ptr %.compoundliteral.sroa.2.0.wait.sroa_idx, align 4
  %.compoundliteral.sroa.3.0.wait.sroa_idx = getelementptr inbounds nuw i8, ptr %13, i64 40
  store i32 %site, ptr %.compoundliteral.sroa.3.0.wait.sroa_idx, align 8
  %.compoundliteral.sroa.4.0.wait.sroa_idx = getelementptr inbounds nuw i8, ptr %13, i64 44
  %state = getelementptr inbounds nuw i8, ptr %13, i64 20
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(28) %.compoundliteral.sroa.4.0.wait.sroa_idx, i8 0, i64 28, i1 false)
  store i32 1, ptr %state, align 4
  call void @leave_to_others() #12
  br label %if.end20

if.end20:                                         ; preds = %if.else, %if.then16, %if.end12
  %15 = load i32, ptr %parity3, align 4
  %cmp22 = icmp eq i32 %15, %parity
  br i1 %cmp22, label %cleanup, label %if.end25

if.end25:                                         ; preds = %if.end20
  %16 = load ptr, ptr @current, align 8
  %clocks = getelementptr inbounds nuw i8, ptr %16, i64 72
  %17 = load ptr, ptr %clocks, align 8
  %known = getelementptr inbounds nuw i8, ptr %spec.select.i.i, i64 48
  %18 = load ptr, ptr %known, align 8
  %19 = load ptr, ptr @launch, align 8
  %check_races.i = getelementptr inbounds nuw i8, ptr %19, i64 96
  %20 = load i64, ptr %check_races.i, align 8
  %tobool.not.i37 = icmp eq i64 %20, 0
  br i1 %tobool.not.i37, label %cleanup, label %for.cond.preheader.i

for.cond.preheader.i:                             ; preds = %if.end25
  %threads.i20.i = getelementptr inbounds nuw i8, ptr %19, i64 56
  %21 = load i64, ptr %threads.i20.i, align 8
  %block.i21.i = getelementptr inbounds nuw i8, ptr %16, i64 8
  %22 = load ptr, ptr %block.i21.i, align 8
  %mbarrier_count.i22.i = getelementptr inbounds nuw i8, ptr %22, i64 3728
  %23 = load i32, ptr %mbarrier_count.i22.i, align 8
  %24 = trunc i64 %21 to i32
  %conv1.i23.i = sub i32 0, %24
  %cmp24.not.i = icmp eq i32 %23, %conv1.i23.i
  br i1 %cmp24.not.i, label %cleanup, label %for.body.i

for.body.i:                                       ; preds = %for.cond.preheader.i, %for.body.i
  %indvars.iv.i38 = phi i64 [ %indvars.iv.next.i39, %for.body.i ], [ 0, %for.cond.preheader.i ]
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %17, i64 %indvars.iv.i38
  %25 = load i32, ptr %arrayidx.i, align 4
  %arrayidx2.i = getelementptr inbounds nuw i32, ptr %18, i64 %indvars.iv.i38
  %26 = load i32, ptr %arrayidx2.i, align 4
  %..i = call i32 @llvm.umax.i32(i32 %25, i32 %26)
  store i32 %..i, ptr %arrayidx.i, align 4
  %indvars.iv.next.i39 = add nuw nsw i64 %indvars.iv.i38, 1
  %27 = load ptr, ptr @launch, align 8
  %threads.i.i = getelementptr inbounds nuw i8, ptr %27, i64 56
  %28 = load i64, ptr %threads.i.i, align 8
  %29 = load ptr, ptr @current, align 8
  %block.i.i = getelementptr inbounds nuw i8, ptr %29, i64 8
  %30 = load ptr, ptr %block.i.i, align 8
  %mbarrier_count.i.i40 = getelementptr inbounds nuw i8, ptr %30, i64 3728
  %31 = load i32, ptr %mbarrier_count.i.i40, align 8
  %32 = trunc i64 %28 to i32
  %conv1.i.i = add i32 %31, %32
  %33 = zext i32 %conv1.i.i to i64
  %cmp.i = icmp samesign ult i64 %indvars.iv.next.i39, %33
  br i1 %cmp.i, label %for.body.i, label %cleanup, !llvm.loop !7

cleanup:                                          ; preds = %for.body.i, %for.cond.preheader.i, %if.end25, %if.end20
  %retval.0 = phi i32 [ 0, %if.end20 ], [ 1, %if.end25 ], [ 1, %for.cond.preheader.i ], [ 1, %for.body.i ]
  ret i32 %retval.0
}

declare i32 @choose(i32 noundef) local_unnamed_addr #3

; Function Attrs: nounwind uwtable
define range(i32 -1, 2) i32 @make_transfer() local_unnamed_addr #0 {
entry:
  %whole.i = alloca [4096 x i8], align 16
  %0 = load ptr, ptr @current, align 8
  %block1 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block1, align 8
  %transfers = getelementptr inbounds nuw i8, ptr %1, i64 3736
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
  %call = tail call i32 @choose(i32 noundef %count.0) #12
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
  %mbarriers = getelementptr inbounds nuw i8, ptr %1, i64 144
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
  %site17 = getelementptr inbounds nuw i8, ptr %15, i64 168
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
  call void @llvm.lifetime.start.p0(ptr nonnull %whole.i) #12
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
  call void @llvm.lifetime.end.p0(ptr nonnull %whole.i) #12
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
  %call12.i = tail call ptr @emu_to_generic(i64 noundef %cond.i46.i) #12
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

declare void @yield() local_unnamed_addr #3

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #6

declare void @leave_to_others() local_unnamed_addr #3

; Function Attrs: nounwind uwtable
define void @emu_copy_tensor(i64 noundef %to, ptr noundef readonly captures(none) %map, i32 noundef %rank, ptr noundef readonly captures(none) %at, i64 noundef %mbarrier, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %bytes.i = alloca [8 x i8], align 1
  %0 = load ptr, ptr @current, align 8
  %block1 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block1, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes.i) #12
  call void @read_shared(i64 noundef %mbarrier, ptr noundef nonnull %bytes.i, i32 noundef 8, i32 noundef %site) #12
  %2 = load ptr, ptr @current, align 8
  %block1.i.i = getelementptr inbounds nuw i8, ptr %2, i64 8
  %3 = load ptr, ptr %block1.i.i, align 8
  %mbarriers.i.i = getelementptr inbounds nuw i8, ptr %3, i64 144
  %mbarrier_count.i.i = getelementptr inbounds nuw i8, ptr %3, i64 3728
  %4 = load i32, ptr %mbarrier_count.i.i, align 8
  %cmp.not13.not.i.i = icmp eq i32 %4, 0
  br i1 %cmp.not13.not.i.i, label %slot_of.exit.i, label %for.body.i.preheader.i

for.body.i.preheader.i:                           ; preds = %entry
  %5 = zext i32 %4 to i64
  br label %for.body.i.i

for.cond.i.i:                                     ; preds = %for.body.i.i
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i.i = icmp eq i64 %indvars.iv.next.i, %5
  br i1 %exitcond.not.i.i, label %slot_of.exit.i, label %for.body.i.i, !llvm.loop !4

for.body.i.i:                                     ; preds = %for.cond.i.i, %for.body.i.preheader.i
  %indvars.iv.i = phi i64 [ 0, %for.body.i.preheader.i ], [ %indvars.iv.next.i, %for.cond.i.i ]
  %arrayidx.i.i = getelementptr inbounds nuw %struct.Mbarrier, ptr %mbarriers.i.i, i64 %indvars.iv.i
  %6 = load i64, ptr %arrayidx.i.i, align 8
  %cmp3.i.i = icmp eq i64 %6, %mbarrier
  br i1 %cmp3.i.i, label %slot_of.exit.i, label %for.cond.i.i

slot_of.exit.i:                                   ; preds = %for.body.i.i, %for.cond.i.i, %entry
  %spec.select.i.i = phi ptr [ null, %entry ], [ null, %for.cond.i.i ], [ %arrayidx.i.i, %for.body.i.i ]
  %tobool.not.i = icmp eq ptr %spec.select.i.i, null
  br i1 %tobool.not.i, label %if.then.i, label %lor.lhs.false.i

lor.lhs.false.i:                                  ; preds = %slot_of.exit.i
  %is_used.i = getelementptr inbounds nuw i8, ptr %spec.select.i.i, i64 8
  %7 = load i32, ptr %is_used.i, align 8
  %tobool1.not.i = icmp eq i32 %7, 0
  br i1 %tobool1.not.i, label %if.then.i, label %lor.lhs.false2.i

lor.lhs.false2.i:                                 ; preds = %lor.lhs.false.i
  %bcmp.i = call i32 @bcmp(ptr noundef nonnull dereferenceable(8) %bytes.i, ptr noundef nonnull dereferenceable(8) %spec.select.i.i, i64 8)
  %tobool6.not.i = icmp eq i32 %bcmp.i, 0
  br i1 %tobool6.not.i, label %find.exit, label %if.then.i

if.then.i:                                        ; preds = %lor.lhs.false2.i, %lor.lhs.false.i, %slot_of.exit.i
  call void @fail(i32 noundef 13, i32 noundef %site) #11
  unreachable

find.exit:                                        ; preds = %lor.lhs.false2.i
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.i) #12
  %call2 = call dereferenceable_or_null(184) ptr @calloc(i64 noundef 1, i64 noundef 184) #13
  %bcmp.i72 = call i32 @bcmp(ptr noundef nonnull readonly dereferenceable(8) %map, ptr noundef nonnull dereferenceable(8) @is_well_formed.mark, i64 8)
  %tobool.not.i73 = icmp eq i32 %bcmp.i72, 0
  br i1 %tobool.not.i73, label %lor.lhs.false.i74, label %is_well_formed.exit

lor.lhs.false.i74:                                ; preds = %find.exit
  %rank1.i = getelementptr inbounds nuw i8, ptr %map, i64 16
  %8 = load i32, ptr %rank1.i, align 8
  %cmp.not.i = icmp eq i32 %8, %rank
  br i1 %cmp.not.i, label %lor.lhs.false2.i75, label %is_well_formed.exit

lor.lhs.false2.i75:                               ; preds = %lor.lhs.false.i74
  %base.i = getelementptr inbounds nuw i8, ptr %map, i64 8
  %9 = load ptr, ptr %base.i, align 8
  %10 = ptrtoint ptr %9 to i64
  %rem.i = and i64 %10, 15
  %tobool3.not.i = icmp eq i64 %rem.i, 0
  br i1 %tobool3.not.i, label %if.end.i, label %is_well_formed.exit

if.end.i:                                         ; preds = %lor.lhs.false2.i75
  %box.i.i = getelementptr inbounds nuw i8, ptr %map, i64 104
  %11 = load i32, ptr %box.i.i, align 8
  %size.i.i = getelementptr inbounds nuw i8, ptr %map, i64 20
  %12 = load i32, ptr %size.i.i, align 4
  %mul.i.i = mul i32 %12, %11
  %rem5.i = and i32 %mul.i.i, 15
  %tobool6.not.i76 = icmp eq i32 %rem5.i, 0
  br i1 %tobool6.not.i76, label %lor.lhs.false7.i, label %is_well_formed.exit

lor.lhs.false7.i:                                 ; preds = %if.end.i
  %swizzle.i = getelementptr inbounds nuw i8, ptr %map, i64 24
  %13 = load i32, ptr %swizzle.i, align 8
  %tobool8.not.i = icmp ne i32 %13, 0
  %cmp11.i = icmp ugt i32 %mul.i.i, %13
  %or.cond83.i = and i1 %tobool8.not.i, %cmp11.i
  br i1 %or.cond83.i, label %is_well_formed.exit, label %for.cond.preheader.i

for.cond.preheader.i:                             ; preds = %lor.lhs.false7.i
  %cmp14.not85.not.i = icmp eq i32 %rank, 0
  br i1 %cmp14.not85.not.i, label %for.cond33.preheader.i, label %for.body.lr.ph.i

for.body.lr.ph.i:                                 ; preds = %for.cond.preheader.i
  %extents.i = getelementptr inbounds nuw i8, ptr %map, i64 32
  %14 = zext i32 %rank to i64
  br label %for.body.i

for.cond.i:                                       ; preds = %lor.lhs.false21.i
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next, %14
  br i1 %exitcond.not.i, label %for.cond33.preheader.i, label %for.body.i, !llvm.loop !15

for.body.i:                                       ; preds = %for.cond.i, %for.body.lr.ph.i
  %indvars.iv = phi i64 [ %indvars.iv.next, %for.cond.i ], [ 0, %for.body.lr.ph.i ]
  %arrayidx.i = getelementptr inbounds nuw i64, ptr %extents.i, i64 %indvars.iv
  %15 = load i64, ptr %arrayidx.i, align 8
  %16 = add i64 %15, -1
  %or.cond.i = icmp ult i64 %16, 4294967295
  br i1 %or.cond.i, label %lor.lhs.false21.i, label %is_well_formed.exit

lor.lhs.false21.i:                                ; preds = %for.body.i
  %arrayidx23.i = getelementptr inbounds nuw i32, ptr %box.i.i, i64 %indvars.iv
  %17 = load i32, ptr %arrayidx23.i, align 4
  %18 = add i32 %17, -257
  %or.cond78.i = icmp ult i32 %18, -256
  br i1 %or.cond78.i, label %is_well_formed.exit, label %for.cond.i

for.cond33.preheader.i:                           ; preds = %for.cond.i, %for.cond.preheader.i
  %strides.i = getelementptr inbounds nuw i8, ptr %map, i64 72
  %19 = call i32 @llvm.usub.sat.i32(i32 %rank, i32 1)
  %20 = zext i32 %19 to i64
  br label %for.cond33.i

for.cond33.i:                                     ; preds = %for.body36.i, %for.cond33.preheader.i
  %indvars.iv121 = phi i64 [ %indvars.iv.next122, %for.body36.i ], [ 0, %for.cond33.preheader.i ]
  %indvars.iv.next122 = add nuw nsw i64 %indvars.iv121, 1
  %exitcond88.i = icmp eq i64 %indvars.iv121, %20
  br i1 %exitcond88.i, label %is_well_formed.exit.loopexit, label %for.body36.i

for.body36.i:                                     ; preds = %for.cond33.i
  %arrayidx38.i = getelementptr inbounds nuw i64, ptr %strides.i, i64 %indvars.iv121
  %21 = load i64, ptr %arrayidx38.i, align 8
  %22 = and i64 %21, -1099511627761
  %or.cond79.i = icmp eq i64 %22, 0
  br i1 %or.cond79.i, label %for.cond33.i, label %is_well_formed.exit.loopexit, !llvm.loop !16

is_well_formed.exit.loopexit:                     ; preds = %for.body36.i, %for.cond33.i
  %23 = trunc nuw i64 %indvars.iv.next122 to i32
  %cmp34.not.not.i.le = icmp ule i32 %rank, %23
  br label %is_well_formed.exit

is_well_formed.exit:                              ; preds = %for.body.i, %lor.lhs.false21.i, %is_well_formed.exit.loopexit, %find.exit, %lor.lhs.false.i74, %lor.lhs.false2.i75, %if.end.i, %lor.lhs.false7.i
  %retval.2.i = phi i1 [ false, %lor.lhs.false7.i ], [ false, %find.exit ], [ false, %if.end.i ], [ %cmp34.not.not.i.le, %is_well_formed.exit.loopexit ], [ false, %lor.lhs.false2.i75 ], [ false, %lor.lhs.false.i74 ], [ false, %lor.lhs.false21.i ], [ false, %for.body.i ]
  %rem = and i64 %to, 127
  %tobool4.not = icmp eq i64 %rem, 0
  %or.cond = and i1 %tobool4.not, %retval.2.i
  br i1 %or.cond, label %if.end, label %if.then

if.then:                                          ; preds = %is_well_formed.exit
  call void @fail(i32 noundef 13, i32 noundef %site) #11
  unreachable

if.end:                                           ; preds = %is_well_formed.exit
  %mbarriers = getelementptr inbounds nuw i8, ptr %1, i64 144
  %sub.ptr.lhs.cast = ptrtoint ptr %spec.select.i.i to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %mbarriers to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %sub.ptr.div = sdiv exact i64 %sub.ptr.sub, 56
  %conv = trunc i64 %sub.ptr.div to i32
  %ended = getelementptr inbounds nuw i8, ptr %spec.select.i.i, i64 24
  %24 = load i32, ptr %ended, align 8
  %number8 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %25 = load i32, ptr %number8, align 8
  store ptr null, ptr %call2, align 8
  %.compoundliteral.sroa.2.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call2, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(128) %.compoundliteral.sroa.2.0..sroa_idx, ptr noundef nonnull align 8 dereferenceable(128) %map, i64 128, i1 false)
  %.compoundliteral.sroa.3.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call2, i64 136
  %.compoundliteral.sroa.5.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call2, i64 160
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %.compoundliteral.sroa.3.0..sroa_idx, i8 0, i64 24, i1 false)
  store i64 %to, ptr %.compoundliteral.sroa.5.0..sroa_idx, align 8
  %.compoundliteral.sroa.6.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call2, i64 168
  store i32 %conv, ptr %.compoundliteral.sroa.6.0..sroa_idx, align 8
  %.compoundliteral.sroa.7.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call2, i64 172
  store i32 %24, ptr %.compoundliteral.sroa.7.0..sroa_idx, align 4
  %.compoundliteral.sroa.8.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call2, i64 176
  store i32 %25, ptr %.compoundliteral.sroa.8.0..sroa_idx, align 8
  %.compoundliteral.sroa.9.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call2, i64 180
  store i32 %site, ptr %.compoundliteral.sroa.9.0..sroa_idx, align 4
  %cmp114.not = icmp eq i32 %rank, 0
  br i1 %cmp114.not, label %for.cond14.preheader, label %for.body.preheader

for.body.preheader:                               ; preds = %if.end
  %26 = zext i32 %rank to i64
  %27 = shl nuw nsw i64 %26, 2
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 4 %.compoundliteral.sroa.3.0..sroa_idx, ptr align 4 %at, i64 %27, i1 false)
  br label %for.cond14.preheader

for.cond14.preheader:                             ; preds = %for.body.preheader, %if.end
  %rank.i = getelementptr inbounds nuw i8, ptr %map, i64 16
  %box.i = getelementptr inbounds nuw i8, ptr %map, i64 104
  %base.i83 = getelementptr inbounds nuw i8, ptr %call2, i64 16
  %rank.i84 = getelementptr inbounds nuw i8, ptr %call2, i64 24
  %box.i86 = getelementptr inbounds nuw i8, ptr %call2, i64 112
  %extents.i87 = getelementptr inbounds nuw i8, ptr %call2, i64 40
  %28 = getelementptr i8, ptr %call2, i64 72
  %box22.i = getelementptr inbounds nuw i8, ptr %call2, i64 112
  %extents28.i = getelementptr inbounds nuw i8, ptr %call2, i64 40
  %size.i = getelementptr inbounds nuw i8, ptr %call2, i64 28
  %box.i100 = getelementptr inbounds nuw i8, ptr %map, i64 104
  %size.i101 = getelementptr inbounds nuw i8, ptr %map, i64 20
  %box.i.i103 = getelementptr inbounds nuw i8, ptr %call2, i64 112
  %size.i.i104 = getelementptr inbounds nuw i8, ptr %call2, i64 28
  %swizzle.i109 = getelementptr inbounds nuw i8, ptr %call2, i64 32
  br label %for.cond14

for.cond14:                                       ; preds = %for.cond14.preheader, %for.cond.cleanup28
  %inside.0 = phi i32 [ %inside.1, %for.cond.cleanup28 ], [ undef, %for.cond14.preheader ]
  %row.0 = phi i32 [ %inc40, %for.cond.cleanup28 ], [ 0, %for.cond14.preheader ]
  %29 = load i32, ptr %rank.i, align 8
  %cmp5.i = icmp ugt i32 %29, 1
  br i1 %cmp5.i, label %for.body.lr.ph.i77, label %box_rows.exit

for.body.lr.ph.i77:                               ; preds = %for.cond14
  %wide.trip.count.i = zext i32 %29 to i64
  br label %for.body.i78

for.body.i78:                                     ; preds = %for.body.i78, %for.body.lr.ph.i77
  %indvars.iv.i79 = phi i64 [ 1, %for.body.lr.ph.i77 ], [ %indvars.iv.next.i81, %for.body.i78 ]
  %rows.06.i = phi i32 [ 1, %for.body.lr.ph.i77 ], [ %mul.i, %for.body.i78 ]
  %arrayidx.i80 = getelementptr inbounds nuw i32, ptr %box.i, i64 %indvars.iv.i79
  %30 = load i32, ptr %arrayidx.i80, align 4
  %mul.i = mul i32 %30, %rows.06.i
  %indvars.iv.next.i81 = add nuw nsw i64 %indvars.iv.i79, 1
  %exitcond.not.i82 = icmp eq i64 %indvars.iv.next.i81, %wide.trip.count.i
  br i1 %exitcond.not.i82, label %box_rows.exit, label %for.body.i78, !llvm.loop !11

box_rows.exit:                                    ; preds = %for.body.i78, %for.cond14
  %rows.0.lcssa.i = phi i32 [ 1, %for.cond14 ], [ %mul.i, %for.body.i78 ]
  %cmp16 = icmp ult i32 %row.0, %rows.0.lcssa.i
  br i1 %cmp16, label %for.body19, label %for.cond.cleanup18

for.cond.cleanup18:                               ; preds = %box_rows.exit
  %transfers = getelementptr inbounds nuw i8, ptr %1, i64 3736
  br label %while.cond

for.body19:                                       ; preds = %box_rows.exit
  %31 = load ptr, ptr %base.i83, align 8
  %32 = load i32, ptr %rank.i84, align 8
  %cmp.not95.i = icmp ugt i32 %32, 1
  br i1 %cmp.not95.i, label %for.body.lr.ph.i85, label %cleanup17.i

for.body.lr.ph.i85:                               ; preds = %for.body19
  %wide.trip.count.i88 = zext i32 %32 to i64
  br label %for.body.i89

for.body.i89:                                     ; preds = %cleanup.i, %for.body.lr.ph.i85
  %indvars.iv.i90 = phi i64 [ 1, %for.body.lr.ph.i85 ], [ %indvars.iv.next.i95, %cleanup.i ]
  %row.addr.098.i = phi i32 [ %row.0, %for.body.lr.ph.i85 ], [ %div.i, %cleanup.i ]
  %place.097.i = phi ptr [ %31, %for.body.lr.ph.i85 ], [ %place.1.i, %cleanup.i ]
  %arrayidx.i91 = getelementptr inbounds nuw i32, ptr %.compoundliteral.sroa.3.0..sroa_idx, i64 %indvars.iv.i90
  %33 = load i32, ptr %arrayidx.i91, align 4
  %conv.i = sext i32 %33 to i64
  %arrayidx4.i = getelementptr inbounds nuw i32, ptr %box.i86, i64 %indvars.iv.i90
  %34 = load i32, ptr %arrayidx4.i, align 4
  %rem.i92 = urem i32 %row.addr.098.i, %34
  %conv5.i = zext i32 %rem.i92 to i64
  %add.i93 = add nsw i64 %conv5.i, %conv.i
  %div.i = udiv i32 %row.addr.098.i, %34
  %cmp9.i = icmp slt i64 %add.i93, 0
  br i1 %cmp9.i, label %cleanup.i, label %lor.lhs.false.i94

lor.lhs.false.i94:                                ; preds = %for.body.i89
  %arrayidx12.i = getelementptr inbounds nuw i64, ptr %extents.i87, i64 %indvars.iv.i90
  %35 = load i64, ptr %arrayidx12.i, align 8
  %cmp13.not.i = icmp slt i64 %add.i93, %35
  br i1 %cmp13.not.i, label %if.end.i98, label %cleanup.i

if.end.i98:                                       ; preds = %lor.lhs.false.i94
  %arrayidx16.i = getelementptr i64, ptr %28, i64 %indvars.iv.i90
  %36 = load i64, ptr %arrayidx16.i, align 8
  %mul.i99 = mul i64 %36, %add.i93
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %place.097.i, i64 %mul.i99
  br label %cleanup.i

cleanup.i:                                        ; preds = %if.end.i98, %lor.lhs.false.i94, %for.body.i89
  %cond62.i = phi i1 [ false, %if.end.i98 ], [ true, %lor.lhs.false.i94 ], [ true, %for.body.i89 ]
  %place.1.i = phi ptr [ %add.ptr.i, %if.end.i98 ], [ %place.097.i, %lor.lhs.false.i94 ], [ %place.097.i, %for.body.i89 ]
  %indvars.iv.next.i95 = add nuw nsw i64 %indvars.iv.i90, 1
  %exitcond.not.i96 = icmp eq i64 %indvars.iv.next.i95, %wide.trip.count.i88
  %or.cond.i97 = select i1 %cond62.i, i1 true, i1 %exitcond.not.i96
  br i1 %or.cond.i97, label %cleanup17.i, label %for.body.i89, !llvm.loop !12

cleanup17.i:                                      ; preds = %cleanup.i, %for.body19
  %cmp.not.lcssa.i = phi i1 [ false, %for.body19 ], [ %cond62.i, %cleanup.i ]
  %place.2.i = phi ptr [ %31, %for.body19 ], [ %place.1.i, %cleanup.i ]
  br i1 %cmp.not.lcssa.i, label %row_at.exit, label %for.end.i

for.end.i:                                        ; preds = %cleanup17.i
  %37 = load i32, ptr %.compoundliteral.sroa.3.0..sroa_idx, align 8
  %conv21.i = sext i32 %37 to i64
  %38 = load i32, ptr %box22.i, align 8
  %conv24.i = zext i32 %38 to i64
  %add25.i = add nsw i64 %conv24.i, %conv21.i
  %cond.i = call i64 @llvm.smax.i64(i64 %conv21.i, i64 0)
  %39 = load i64, ptr %extents28.i, align 8
  %add25..i = call i64 @llvm.smin.i64(i64 %add25.i, i64 %39)
  %cmp38.not.i = icmp slt i64 %cond.i, %add25..i
  br i1 %cmp38.not.i, label %if.end41.i, label %row_at.exit

if.end41.i:                                       ; preds = %for.end.i
  %40 = load i32, ptr %size.i, align 4
  %sub46.i = sub nsw i64 %add25..i, %cond.i
  %41 = trunc i64 %sub46.i to i32
  %conv50.i = mul i32 %40, %41
  %conv52.i = zext i32 %40 to i64
  %mul53.i = mul nuw nsw i64 %cond.i, %conv52.i
  %add.ptr54.i = getelementptr inbounds nuw i8, ptr %place.2.i, i64 %mul53.i
  br label %row_at.exit

row_at.exit:                                      ; preds = %cleanup17.i, %for.end.i, %if.end41.i
  %inside.1 = phi i32 [ %inside.0, %cleanup17.i ], [ %conv50.i, %if.end41.i ], [ %inside.0, %for.end.i ]
  %retval.4.i = phi ptr [ null, %cleanup17.i ], [ %add.ptr54.i, %if.end41.i ], [ null, %for.end.i ]
  %tobool21.not = icmp eq ptr %retval.4.i, null
  br i1 %tobool21.not, label %if.end23, label %if.then22

if.then22:                                        ; preds = %row_at.exit
  call void @check_read(ptr noundef nonnull %retval.4.i, i32 noundef %inside.1, i32 noundef %site) #12
  br label %if.end23

if.end23:                                         ; preds = %if.then22, %row_at.exit
  %42 = load i32, ptr %box.i100, align 8
  %43 = load i32, ptr %size.i101, align 4
  %mul.i102116 = mul i32 %43, %42
  %cmp26117.not = icmp eq i32 %mul.i102116, 0
  br i1 %cmp26117.not, label %for.cond.cleanup28, label %for.body29

for.cond.cleanup28:                               ; preds = %chunk_of.exit, %if.end23
  %inc40 = add i32 %row.0, 1
  br label %for.cond14, !llvm.loop !17

for.body29:                                       ; preds = %if.end23, %chunk_of.exit
  %k.0118 = phi i32 [ %add37, %chunk_of.exit ], [ 0, %if.end23 ]
  %44 = load i64, ptr %.compoundliteral.sroa.5.0..sroa_idx, align 8
  %45 = load i32, ptr %box.i.i103, align 8
  %46 = load i32, ptr %size.i.i104, align 4
  %mul.i.i105 = mul i32 %45, %row.0
  %mul.i106 = mul i32 %mul.i.i105, %46
  %conv.i107 = zext i32 %mul.i106 to i64
  %conv1.i = zext i32 %k.0118 to i64
  %add.i108 = add i64 %44, %conv1.i
  %add2.i = add i64 %add.i108, %conv.i107
  %47 = load i32, ptr %swizzle.i109, align 8
  %tobool.not.i110 = icmp eq i32 %47, 0
  br i1 %tobool.not.i110, label %chunk_of.exit, label %cond.true.i

cond.true.i:                                      ; preds = %for.body29
  %div14.i = lshr i64 %add2.i, 7
  %div615.i = lshr i32 %47, 4
  %conv7.i = zext nneg i32 %div615.i to i64
  %rem.i111 = urem i64 %div14.i, %conv7.i
  %mul8.i = shl nuw nsw i64 %rem.i111, 4
  %xor.i = xor i64 %mul8.i, %add2.i
  br label %chunk_of.exit

chunk_of.exit:                                    ; preds = %for.body29, %cond.true.i
  %cond.i112 = phi i64 [ %xor.i, %cond.true.i ], [ %add2.i, %for.body29 ]
  %48 = load ptr, ptr @launch, align 8
  %threads = getelementptr inbounds nuw i8, ptr %48, i64 56
  %49 = load i64, ptr %threads, align 8
  %50 = load i32, ptr %.compoundliteral.sroa.6.0..sroa_idx, align 8
  %51 = trunc i64 %49 to i32
  %conv33 = add i32 %50, %51
  %52 = load i32, ptr %.compoundliteral.sroa.7.0..sroa_idx, align 4
  %add35 = add i32 %52, 1
  call void @claim_shared(i64 noundef %cond.i112, i32 noundef 16, i32 noundef %conv33, i32 noundef %add35, i32 noundef %site) #12
  %add37 = add i32 %k.0118, 16
  %53 = load i32, ptr %box.i100, align 8
  %54 = load i32, ptr %size.i101, align 4
  %mul.i102 = mul i32 %54, %53
  %cmp26 = icmp ult i32 %add37, %mul.i102
  br i1 %cmp26, label %for.body29, label %for.cond.cleanup28, !llvm.loop !18

while.cond:                                       ; preds = %while.cond, %for.cond.cleanup18
  %end.0 = phi ptr [ %transfers, %for.cond.cleanup18 ], [ %55, %while.cond ]
  %55 = load ptr, ptr %end.0, align 8
  %tobool42.not = icmp eq ptr %55, null
  br i1 %tobool42.not, label %while.end, label %while.cond, !llvm.loop !19

while.end:                                        ; preds = %while.cond
  store ptr %call2, ptr %end.0, align 8
  ret void
}

declare void @check_read(ptr noundef, i32 noundef, i32 noundef) local_unnamed_addr #3

declare void @claim_shared(i64 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #3

; Function Attrs: mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @free(ptr allocptr noundef captures(none)) local_unnamed_addr #7

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
  %transfers = getelementptr inbounds nuw i8, ptr %3, i64 3736
  %4 = load ptr, ptr %transfers, align 8
  %tobool1.not = icmp eq ptr %4, null
  br i1 %tobool1.not, label %land.end, label %land.rhs

land.rhs:                                         ; preds = %land.lhs.true
  %call = tail call i32 @choose(i32 noundef 32) #12
  %cmp = icmp eq i32 %call, 0
  %5 = zext i1 %cmp to i32
  br label %land.end

land.end:                                         ; preds = %land.rhs, %land.lhs.true, %entry
  %land.ext = phi i32 [ 0, %land.lhs.true ], [ 0, %entry ], [ %5, %land.rhs ]
  ret i32 %land.ext
}

; Function Attrs: nounwind memory(readwrite, target_mem0: none, target_mem1: none) uwtable
define void @forget_transfers(ptr noundef captures(none) %block) local_unnamed_addr #8 {
entry:
  %transfers = getelementptr inbounds nuw i8, ptr %block, i64 3736
  %0 = load ptr, ptr %transfers, align 8
  %tobool.not15 = icmp eq ptr %0, null
  br i1 %tobool.not15, label %for.cond.preheader, label %while.body

for.cond.preheader:                               ; preds = %while.body, %entry
  %mbarriers = getelementptr inbounds nuw i8, ptr %block, i64 144
  br label %for.body

while.body:                                       ; preds = %entry, %while.body
  %1 = phi ptr [ %3, %while.body ], [ %0, %entry ]
  %2 = load ptr, ptr %1, align 8
  store ptr %2, ptr %transfers, align 8
  tail call void @free(ptr noundef %1)
  %3 = load ptr, ptr %transfers, align 8
  %tobool.not = icmp eq ptr %3, null
  br i1 %tobool.not, label %for.cond.preheader, label %while.body, !llvm.loop !20

for.cond.cleanup:                                 ; preds = %for.body
  %mbarrier_count = getelementptr inbounds nuw i8, ptr %block, i64 3728
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
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !21
}

; Function Attrs: nounwind uwtable
define void @emu_set_registers(i32 noundef %count, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %rem = and i32 %count, 7
  %tobool = icmp ne i32 %rem, 0
  %0 = add i32 %count, -257
  %1 = icmp ult i32 %0, -233
  %or.cond3 = or i1 %tobool, %1
  br i1 %or.cond3, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  tail call void @fail(i32 noundef 13, i32 noundef %site) #11
  unreachable

if.end:                                           ; preds = %entry
  ret void
}

declare void @read_shared(i64 noundef, ptr noundef, i32 noundef, i32 noundef) local_unnamed_addr #3

declare void @resume(ptr noundef) local_unnamed_addr #3

declare ptr @emu_to_generic(i64 noundef) local_unnamed_addr #3

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @bcmp(ptr captures(none), ptr captures(none), i64) local_unnamed_addr #9

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #10

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #10

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #10

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.usub.sat.i32(i32, i32) #10

attributes #0 = { nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #6 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #7 = { mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #8 = { nounwind memory(readwrite, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #9 = { nocallback nofree nounwind willreturn memory(argmem: read) }
attributes #10 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #11 = { noreturn nounwind }
attributes #12 = { nounwind }
attributes #13 = { allocsize(0,1) }

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
