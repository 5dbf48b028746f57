; Made of memory.c by regenerate.py, see README.md.
%struct.Cell = type { i64, [2 x i64] }
%struct.Region = type { ptr, ptr, ptr, i64 }
%struct.Thread = type { ptr, ptr, i32, i32, i32, %struct.Wait, i32, ptr, ptr, ptr, ptr, ptr, i32, ptr }
%struct.Wait = type { i32, i32, i32, i32, ptr, ptr, ptr, i32 }

@launch = external local_unnamed_addr global ptr, align 8
@current = external local_unnamed_addr global ptr, align 8
@region_of.last = internal unnamed_addr global i64 0, align 8

; Function Attrs: nounwind uwtable
define ptr @emu_shared(i64 noundef %address, i32 noundef %how, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %conv = trunc i64 %address to i32
  %call = tail call fastcc ptr @shared_at(i32 noundef %conv, ptr noundef null, i32 noundef %how, i32 noundef %site)
  %and = and i32 %how, 131072
  %tobool.not = icmp eq i32 %and, 0
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  tail call void @yield() #10
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  ret ptr %call
}

; Function Attrs: nounwind uwtable
define internal fastcc ptr @shared_at(i32 noundef %address, ptr noundef readonly captures(address_is_null) %value, i32 noundef %how, i32 noundef %site) unnamed_addr #0 {
entry:
  %conv = zext i32 %address to i64
  %sub = add nsw i64 %conv, -1024
  %0 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block, align 8
  %shared = getelementptr inbounds nuw i8, ptr %1, i64 56
  %2 = load ptr, ptr %shared, align 8
  %add.ptr = getelementptr inbounds i8, ptr %2, i64 %sub
  %shr.i = lshr i32 %how, 20
  %sh_prom.i = zext nneg i32 %shr.i to i64
  %notmask.i = shl nsw i64 -1, %sh_prom.i
  %sub.i = xor i64 %notmask.i, -1
  %and.i = and i64 %sub.i, %conv
  %tobool.not.i = icmp eq i64 %and.i, 0
  br i1 %tobool.not.i, label %check_alignment.exit, label %if.then.i

if.then.i:                                        ; preds = %entry
  %3 = load ptr, ptr @launch, align 8
  %in_shared.i.i = getelementptr inbounds nuw i8, ptr %3, i64 216
  store i64 1, ptr %in_shared.i.i, align 8
  %4 = load ptr, ptr %block, align 8
  %shared.i.i = getelementptr inbounds nuw i8, ptr %4, i64 56
  %5 = load ptr, ptr %shared.i.i, align 8
  %sub.ptr.lhs.cast.i.i = ptrtoint ptr %add.ptr to i64
  %sub.ptr.rhs.cast.i.i = ptrtoint ptr %5 to i64
  %sub.ptr.sub.i.i = sub i64 %sub.ptr.lhs.cast.i.i, %sub.ptr.rhs.cast.i.i
  %address.i.i = getelementptr inbounds nuw i8, ptr %3, i64 208
  store i64 %sub.ptr.sub.i.i, ptr %address.i.i, align 8
  %and.i.i = and i32 %how, 65535
  %conv4.i.i = zext nneg i32 %and.i.i to i64
  %size.i.i = getelementptr inbounds nuw i8, ptr %3, i64 224
  store i64 %conv4.i.i, ptr %size.i.i, align 8
  %and5.i.i = lshr i32 %how, 16
  %and5.lobit.i.i = and i32 %and5.i.i, 1
  %conv7.i.i = zext nneg i32 %and5.lobit.i.i to i64
  %written.i.i = getelementptr inbounds nuw i8, ptr %3, i64 240
  store i64 %conv7.i.i, ptr %written.i.i, align 8
  tail call void @fail(i32 noundef 4, i32 noundef %site) #11
  unreachable

check_alignment.exit:                             ; preds = %entry
  %cmp = icmp ult i32 %address, 1024
  br i1 %cmp, label %if.then, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %check_alignment.exit
  %and = and i32 %how, 65535
  %conv3 = zext nneg i32 %and to i64
  %add = add nuw nsw i64 %sub, %conv3
  %6 = load ptr, ptr @launch, align 8
  %shared_bytes = getelementptr inbounds nuw i8, ptr %6, i64 64
  %7 = load i64, ptr %shared_bytes, align 8
  %cmp4 = icmp sgt i64 %add, %7
  br i1 %cmp4, label %if.then, label %if.end

if.then:                                          ; preds = %lor.lhs.false, %check_alignment.exit
  %8 = load ptr, ptr @launch, align 8
  %in_shared.i = getelementptr inbounds nuw i8, ptr %8, i64 216
  store i64 1, ptr %in_shared.i, align 8
  %9 = load ptr, ptr %block, align 8
  %shared.i = getelementptr inbounds nuw i8, ptr %9, i64 56
  %10 = load ptr, ptr %shared.i, align 8
  %sub.ptr.lhs.cast.i = ptrtoint ptr %add.ptr to i64
  %sub.ptr.rhs.cast.i = ptrtoint ptr %10 to i64
  %sub.ptr.sub.i = sub i64 %sub.ptr.lhs.cast.i, %sub.ptr.rhs.cast.i
  %address.i = getelementptr inbounds nuw i8, ptr %8, i64 208
  store i64 %sub.ptr.sub.i, ptr %address.i, align 8
  %and.i22 = and i32 %how, 65535
  %conv4.i = zext nneg i32 %and.i22 to i64
  %size.i = getelementptr inbounds nuw i8, ptr %8, i64 224
  store i64 %conv4.i, ptr %size.i, align 8
  %and5.i = lshr i32 %how, 16
  %and5.lobit.i = and i32 %and5.i, 1
  %conv7.i = zext nneg i32 %and5.lobit.i to i64
  %written.i = getelementptr inbounds nuw i8, ptr %8, i64 240
  store i64 %conv7.i, ptr %written.i, align 8
  tail call void @fail(i32 noundef 3, i32 noundef %site) #11
  unreachable

if.end:                                           ; preds = %lor.lhs.false
  %check_races = getelementptr inbounds nuw i8, ptr %6, i64 96
  %11 = load i64, ptr %check_races, align 8
  %tobool.not = icmp eq i64 %11, 0
  br i1 %tobool.not, label %if.end9, label %if.then6

if.then6:                                         ; preds = %if.end
  %cells = getelementptr inbounds nuw i8, ptr %1, i64 64
  %12 = load ptr, ptr %cells, align 8
  %add.ptr8 = getelementptr inbounds %struct.Cell, ptr %12, i64 %sub
  tail call fastcc void @note(ptr noundef %add.ptr8, i32 noundef 0, ptr noundef %add.ptr, ptr noundef %value, i32 noundef %how, i32 noundef %site)
  br label %if.end9

if.end9:                                          ; preds = %if.then6, %if.end
  ret ptr %add.ptr
}

declare void @yield() local_unnamed_addr #1

; Function Attrs: nounwind uwtable
define ptr @emu_generic(ptr noundef %address, i32 noundef %how, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %call = tail call fastcc ptr @generic_at(ptr noundef %address, ptr noundef null, i32 noundef %how, i32 noundef %site)
  %and = and i32 %how, 131072
  %tobool.not = icmp eq i32 %and, 0
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  tail call void @yield() #10
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  ret ptr %call
}

; Function Attrs: nounwind uwtable
define internal fastcc ptr @generic_at(ptr noundef %place, ptr noundef readonly captures(address_is_null) %value, i32 noundef %how, i32 noundef %site) unnamed_addr #0 {
entry:
  %and = and i32 %how, 65535
  %0 = load ptr, ptr @current, align 8
  %block1 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block1, align 8
  %bottom = getelementptr inbounds nuw i8, ptr %0, i64 104
  %2 = load ptr, ptr %bottom, align 8
  %cmp.not = icmp ult ptr %place, %2
  br i1 %cmp.not, label %if.end, label %land.lhs.true

land.lhs.true:                                    ; preds = %entry
  %idx.ext = zext nneg i32 %and to i64
  %add.ptr = getelementptr inbounds nuw i8, ptr %place, i64 %idx.ext
  %3 = load ptr, ptr @launch, align 8
  %stack_bytes = getelementptr inbounds nuw i8, ptr %3, i64 72
  %4 = load i64, ptr %stack_bytes, align 8
  %add.ptr3 = getelementptr inbounds i8, ptr %2, i64 %4
  %cmp4.not = icmp ugt ptr %add.ptr, %add.ptr3
  br i1 %cmp4.not, label %if.end, label %cleanup

if.end:                                           ; preds = %land.lhs.true, %entry
  %shared = getelementptr inbounds nuw i8, ptr %1, i64 56
  %5 = load ptr, ptr %shared, align 8
  %cmp5.not = icmp ult ptr %place, %5
  br i1 %cmp5.not, label %if.end12, label %land.lhs.true6

land.lhs.true6:                                   ; preds = %if.end
  %6 = load ptr, ptr @launch, align 8
  %shared_bytes = getelementptr inbounds nuw i8, ptr %6, i64 64
  %7 = load i64, ptr %shared_bytes, align 8
  %add.ptr8 = getelementptr inbounds i8, ptr %5, i64 %7
  %cmp9 = icmp ult ptr %place, %add.ptr8
  br i1 %cmp9, label %if.then10, label %if.end12

if.then10:                                        ; preds = %land.lhs.true6
  %sub.ptr.lhs.cast = ptrtoint ptr %place to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %5 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %8 = trunc i64 %sub.ptr.sub to i32
  %conv = add i32 %8, 1024
  %call = tail call fastcc ptr @shared_at(i32 noundef %conv, ptr noundef %value, i32 noundef %how, i32 noundef %site)
  br label %cleanup

if.end12:                                         ; preds = %land.lhs.true6, %if.end
  %9 = load i64, ptr @region_of.last, align 8
  %10 = load ptr, ptr @launch, align 8
  %region_count.i = getelementptr inbounds nuw i8, ptr %10, i64 160
  %11 = load i64, ptr %region_count.i, align 8
  %cmp.i = icmp slt i64 %9, %11
  br i1 %cmp.i, label %land.lhs.true.i, label %if.end.i

land.lhs.true.i:                                  ; preds = %if.end12
  %regions.i = getelementptr inbounds nuw i8, ptr %10, i64 152
  %12 = load ptr, ptr %regions.i, align 8
  %arrayidx.i = getelementptr inbounds %struct.Region, ptr %12, i64 %9
  %13 = load ptr, ptr %arrayidx.i, align 8
  %cmp1.not.i = icmp ult ptr %place, %13
  br i1 %cmp1.not.i, label %if.end.i, label %land.lhs.true2.i

land.lhs.true2.i:                                 ; preds = %land.lhs.true.i
  %idx.ext.i = zext nneg i32 %and to i64
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %place, i64 %idx.ext.i
  %end.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 8
  %14 = load ptr, ptr %end.i, align 8
  %cmp5.not.i = icmp ugt ptr %add.ptr.i, %14
  br i1 %cmp5.not.i, label %if.end.i, label %region_of.exit

if.end.i:                                         ; preds = %land.lhs.true2.i, %land.lhs.true.i, %if.end12
  %cmp9.not34.i = icmp sgt i64 %11, 0
  br i1 %cmp9.not34.i, label %for.body.lr.ph.i, label %region_of.exit

for.body.lr.ph.i:                                 ; preds = %if.end.i
  %regions10.i = getelementptr inbounds nuw i8, ptr %10, i64 152
  %15 = load ptr, ptr %regions10.i, align 8
  %idx.ext15.i = zext nneg i32 %and to i64
  %add.ptr16.i = getelementptr inbounds nuw i8, ptr %place, i64 %idx.ext15.i
  br label %for.body.i

for.body.i:                                       ; preds = %for.inc.i, %for.body.lr.ph.i
  %k.035.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.inc.i ]
  %arrayidx11.i = getelementptr inbounds nuw %struct.Region, ptr %15, i64 %k.035.i
  %16 = load ptr, ptr %arrayidx11.i, align 8
  %cmp13.not.i = icmp ult ptr %place, %16
  br i1 %cmp13.not.i, label %for.inc.i, label %land.lhs.true14.i

land.lhs.true14.i:                                ; preds = %for.body.i
  %end19.i = getelementptr inbounds nuw i8, ptr %arrayidx11.i, i64 8
  %17 = load ptr, ptr %end19.i, align 8
  %cmp20.not.i = icmp ugt ptr %add.ptr16.i, %17
  br i1 %cmp20.not.i, label %for.inc.i, label %if.then21.i

if.then21.i:                                      ; preds = %land.lhs.true14.i
  store i64 %k.035.i, ptr @region_of.last, align 8
  br label %region_of.exit

for.inc.i:                                        ; preds = %land.lhs.true14.i, %for.body.i
  %inc.i = add nuw nsw i64 %k.035.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %11
  br i1 %exitcond.not.i, label %region_of.exit, label %for.body.i, !llvm.loop !4

region_of.exit:                                   ; preds = %for.inc.i, %land.lhs.true2.i, %if.end.i, %if.then21.i
  %retval.1.i = phi ptr [ %arrayidx.i, %land.lhs.true2.i ], [ %arrayidx11.i, %if.then21.i ], [ null, %if.end.i ], [ null, %for.inc.i ]
  %tobool.not = icmp eq ptr %retval.1.i, null
  br i1 %tobool.not, label %if.then14, label %if.end15

if.then14:                                        ; preds = %region_of.exit
  %in_shared.i = getelementptr inbounds nuw i8, ptr %10, i64 216
  store i64 0, ptr %in_shared.i, align 8
  %18 = ptrtoint ptr %place to i64
  %address.i = getelementptr inbounds nuw i8, ptr %10, i64 208
  store i64 %18, ptr %address.i, align 8
  %conv4.i = zext nneg i32 %and to i64
  %size.i = getelementptr inbounds nuw i8, ptr %10, i64 224
  store i64 %conv4.i, ptr %size.i, align 8
  %and5.i = lshr i32 %how, 16
  %and5.lobit.i = and i32 %and5.i, 1
  %conv7.i = zext nneg i32 %and5.lobit.i to i64
  %written.i = getelementptr inbounds nuw i8, ptr %10, i64 240
  store i64 %conv7.i, ptr %written.i, align 8
  tail call void @fail(i32 noundef 3, i32 noundef %site) #11
  unreachable

if.end15:                                         ; preds = %region_of.exit
  %and16 = and i32 %how, 65536
  %tobool17.not = icmp eq i32 %and16, 0
  br i1 %tobool17.not, label %if.end21, label %land.lhs.true18

land.lhs.true18:                                  ; preds = %if.end15
  %writable = getelementptr inbounds nuw i8, ptr %retval.1.i, i64 24
  %19 = load i64, ptr %writable, align 8
  %tobool19.not = icmp eq i64 %19, 0
  br i1 %tobool19.not, label %if.then20, label %if.end21

if.then20:                                        ; preds = %land.lhs.true18
  %in_shared.i66 = getelementptr inbounds nuw i8, ptr %10, i64 216
  store i64 0, ptr %in_shared.i66, align 8
  %20 = ptrtoint ptr %place to i64
  %address.i67 = getelementptr inbounds nuw i8, ptr %10, i64 208
  store i64 %20, ptr %address.i67, align 8
  %conv4.i69 = zext nneg i32 %and to i64
  %size.i70 = getelementptr inbounds nuw i8, ptr %10, i64 224
  store i64 %conv4.i69, ptr %size.i70, align 8
  %written.i74 = getelementptr inbounds nuw i8, ptr %10, i64 240
  store i64 1, ptr %written.i74, align 8
  tail call void @fail(i32 noundef 5, i32 noundef %site) #11
  unreachable

if.end21:                                         ; preds = %land.lhs.true18, %if.end15
  %21 = ptrtoint ptr %place to i64
  %shr.i = lshr i32 %how, 20
  %sh_prom.i = zext nneg i32 %shr.i to i64
  %notmask.i = shl nsw i64 -1, %sh_prom.i
  %sub.i = xor i64 %notmask.i, -1
  %and.i76 = and i64 %sub.i, %21
  %tobool.not.i = icmp eq i64 %and.i76, 0
  br i1 %tobool.not.i, label %check_alignment.exit, label %if.then.i

if.then.i:                                        ; preds = %if.end21
  %in_shared.i.i = getelementptr inbounds nuw i8, ptr %10, i64 216
  store i64 0, ptr %in_shared.i.i, align 8
  %address.i.i = getelementptr inbounds nuw i8, ptr %10, i64 208
  store i64 %21, ptr %address.i.i, align 8
  %conv4.i.i = zext nneg i32 %and to i64
  %size.i.i = getelementptr inbounds nuw i8, ptr %10, i64 224
  store i64 %conv4.i.i, ptr %size.i.i, align 8
  %and5.i.i = lshr i32 %how, 16
  %and5.lobit.i.i = and i32 %and5.i.i, 1
  %conv7.i.i = zext nneg i32 %and5.lobit.i.i to i64
  %written.i.i = getelementptr inbounds nuw i8, ptr %10, i64 240
  store i64 %conv7.i.i, ptr %written.i.i, align 8
  tail call void @fail(i32 noundef 4, i32 noundef %site) #11
  unreachable

check_alignment.exit:                             ; preds = %if.end21
  %check_races = getelementptr inbounds nuw i8, ptr %10, i64 96
  %22 = load i64, ptr %check_races, align 8
  %tobool22.not = icmp eq i64 %22, 0
  br i1 %tobool22.not, label %cleanup, label %land.lhs.true23

land.lhs.true23:                                  ; preds = %check_alignment.exit
  %cells = getelementptr inbounds nuw i8, ptr %retval.1.i, i64 16
  %23 = load ptr, ptr %cells, align 8
  %tobool24.not = icmp eq ptr %23, null
  br i1 %tobool24.not, label %cleanup, label %if.then25

if.then25:                                        ; preds = %land.lhs.true23
  %24 = load ptr, ptr %retval.1.i, align 8
  %sub.ptr.rhs.cast28 = ptrtoint ptr %24 to i64
  %sub.ptr.sub29 = sub i64 %21, %sub.ptr.rhs.cast28
  %add.ptr30 = getelementptr inbounds %struct.Cell, ptr %23, i64 %sub.ptr.sub29
  tail call fastcc void @note(ptr noundef nonnull %add.ptr30, i32 noundef 1, ptr noundef %place, ptr noundef %value, i32 noundef %how, i32 noundef %site)
  br label %cleanup

cleanup:                                          ; preds = %check_alignment.exit, %land.lhs.true23, %if.then25, %land.lhs.true, %if.then10
  %retval.0 = phi ptr [ %place, %land.lhs.true ], [ %call, %if.then10 ], [ %place, %if.then25 ], [ %place, %land.lhs.true23 ], [ %place, %check_alignment.exit ]
  ret ptr %retval.0
}

; Function Attrs: nounwind uwtable
define void @emu_write_shared(i64 noundef %address, ptr noundef readonly captures(address_is_null) %value, i32 noundef %how, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %conv = trunc i64 %address to i32
  %call = tail call fastcc ptr @shared_at(i32 noundef %conv, ptr noundef %value, i32 noundef %how, i32 noundef %site)
  %and = and i32 %how, 65535
  %conv1 = zext nneg i32 %and to i64
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %call, ptr align 1 %value, i64 %conv1, i1 false)
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #2

; Function Attrs: nounwind uwtable
define void @emu_write_generic(ptr noundef %address, ptr noundef readonly captures(address_is_null) %value, i32 noundef %how, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %call = tail call fastcc ptr @generic_at(ptr noundef %address, ptr noundef %value, i32 noundef %how, i32 noundef %site)
  %and = and i32 %how, 65535
  %conv = zext nneg i32 %and to i64
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %call, ptr align 1 %value, i64 %conv, i1 false)
  ret void
}

; Function Attrs: nounwind uwtable
define void @read_shared(i64 noundef %address, ptr noundef writeonly captures(none) %value, i32 noundef %size, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %conv = trunc i64 %address to i32
  %0 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %size, i1 true)
  %shl.i = shl nuw nsw i32 %0, 20
  %or.i = or i32 %shl.i, %size
  %call1 = tail call fastcc ptr @shared_at(i32 noundef %conv, ptr noundef null, i32 noundef %or.i, i32 noundef %site)
  %conv2 = zext i32 %size to i64
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %value, ptr align 1 %call1, i64 %conv2, i1 false)
  ret void
}

; Function Attrs: nounwind uwtable
define void @write_shared(i64 noundef %address, ptr noundef readonly captures(address_is_null) %value, i32 noundef %size, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %conv = trunc i64 %address to i32
  %0 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %size, i1 true)
  %shl.i = shl nuw nsw i32 %0, 20
  %or.i = or i32 %size, %shl.i
  %or = or i32 %or.i, 65536
  %call1 = tail call fastcc ptr @shared_at(i32 noundef %conv, ptr noundef %value, i32 noundef %or, i32 noundef %site)
  %conv2 = zext i32 %size to i64
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %call1, ptr align 1 %value, i64 %conv2, i1 false)
  ret void
}

; Function Attrs: nounwind uwtable
define i64 @check_copy(i64 noundef %to, ptr noundef %from, i32 noundef %size, i32 noundef %given, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %tobool.not = icmp eq i32 %given, 0
  br i1 %tobool.not, label %if.else, label %if.then

if.then:                                          ; preds = %entry
  %0 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %size, i1 true)
  %shl.i = shl nuw nsw i32 %0, 20
  %size.masked = and i32 %size, -65536
  %1 = or i32 %size.masked, %shl.i
  %or = or i32 %1, %given
  %call1 = tail call fastcc ptr @generic_at(ptr noundef %from, ptr noundef null, i32 noundef %or, i32 noundef %site)
  br label %if.end

if.else:                                          ; preds = %entry
  %2 = ptrtoint ptr %from to i64
  %3 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %size, i1 true)
  %4 = lshr i32 %size, 20
  %shr.i = or i32 %4, %3
  %sh_prom.i = zext nneg i32 %shr.i to i64
  %notmask.i = shl nsw i64 -1, %sh_prom.i
  %sub.i = xor i64 %notmask.i, -1
  %and.i = and i64 %sub.i, %2
  %tobool.not.i = icmp eq i64 %and.i, 0
  br i1 %tobool.not.i, label %if.end, label %if.then.i

if.then.i:                                        ; preds = %if.else
  %5 = load ptr, ptr @launch, align 8
  %in_shared.i.i = getelementptr inbounds nuw i8, ptr %5, i64 216
  store i64 0, ptr %in_shared.i.i, align 8
  %address.i.i = getelementptr inbounds nuw i8, ptr %5, i64 208
  store i64 %2, ptr %address.i.i, align 8
  %and.i.i = and i32 %size, 65535
  %conv4.i.i = zext nneg i32 %and.i.i to i64
  %size.i.i = getelementptr inbounds nuw i8, ptr %5, i64 224
  store i64 %conv4.i.i, ptr %size.i.i, align 8
  %and5.i.i = lshr i32 %size, 16
  %and5.lobit.i.i = and i32 %and5.i.i, 1
  %conv7.i.i = zext nneg i32 %and5.lobit.i.i to i64
  %written.i.i = getelementptr inbounds nuw i8, ptr %5, i64 240
  store i64 %conv7.i.i, ptr %written.i.i, align 8
  tail call void @fail(i32 noundef 4, i32 noundef %site) #11
  unreachable

if.end:                                           ; preds = %if.else, %if.then
  %conv = trunc i64 %to to i32
  %6 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %size, i1 true)
  %shl.i17 = shl nuw nsw i32 %6, 20
  %or.i18 = or i32 %size, %shl.i17
  %or4 = or i32 %or.i18, 65536
  %call5 = tail call fastcc ptr @shared_at(i32 noundef %conv, ptr noundef null, i32 noundef %or4, i32 noundef %site)
  %7 = load ptr, ptr @launch, align 8
  %check_races = getelementptr inbounds nuw i8, ptr %7, i64 96
  %8 = load i64, ptr %check_races, align 8
  %tobool6.not = icmp eq i64 %8, 0
  br i1 %tobool6.not, label %cond.end, label %cond.true

cond.true:                                        ; preds = %if.end
  %9 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %9, i64 8
  %10 = load ptr, ptr %block, align 8
  %cells = getelementptr inbounds nuw i8, ptr %10, i64 64
  %11 = load ptr, ptr %cells, align 8
  %12 = getelementptr %struct.Cell, ptr %11, i64 %to
  %arrayidx = getelementptr i8, ptr %12, i64 -24576
  %13 = load i64, ptr %arrayidx, align 8
  br label %cond.end

cond.end:                                         ; preds = %if.end, %cond.true
  %cond = phi i64 [ %13, %cond.true ], [ 0, %if.end ]
  ret i64 %cond
}

; Function Attrs: nounwind uwtable
define void @check_proxy(i64 noundef %address, i32 noundef %size, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %sub = add nsw i64 %address, -1024
  %0 = load ptr, ptr @launch, align 8
  %check_races = getelementptr inbounds nuw i8, ptr %0, i64 96
  %1 = load i64, ptr %check_races, align 8
  %tobool = icmp ne i64 %1, 0
  %cmp69 = icmp ne i32 %size, 0
  %2 = and i1 %tobool, %cmp69
  br i1 %2, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %entry
  %3 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %3, i64 8
  %4 = load ptr, ptr %block, align 8
  %cells = getelementptr inbounds nuw i8, ptr %4, i64 64
  %5 = load ptr, ptr %cells, align 8
  %6 = getelementptr %struct.Cell, ptr %5, i64 %sub
  %threads2 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %7 = load i64, ptr %threads2, align 8
  %serial = getelementptr inbounds nuw i8, ptr %4, i64 20
  %threads20 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %seen = getelementptr inbounds nuw i8, ptr %3, i64 88
  %8 = zext i32 %size to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %cleanup, %entry
  ret void

for.body:                                         ; preds = %for.body.lr.ph, %cleanup
  %indvars.iv = phi i64 [ 0, %for.body.lr.ph ], [ %indvars.iv.next, %cleanup ]
  %arrayidx = getelementptr %struct.Cell, ptr %6, i64 %indvars.iv
  %9 = load i64, ptr %arrayidx, align 8
  %shr.i.i = lshr i64 %9, 21
  %and.i.i = and i64 %shr.i.i, 2047
  %tobool3.not = icmp eq i64 %9, 0
  br i1 %tobool3.not, label %cleanup, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %for.body
  %shr.i.i60 = lshr i64 %9, 32
  %and.i.i61 = and i64 %shr.i.i60, 32767
  %10 = load i32, ptr %serial, align 4
  %conv6 = zext i32 %10 to i64
  %cmp7.not = icmp eq i64 %and.i.i61, %conv6
  br i1 %cmp7.not, label %lor.lhs.false9, label %cleanup

lor.lhs.false9:                                   ; preds = %lor.lhs.false
  %cmp10.not = icmp ult i64 %and.i.i, %7
  br i1 %cmp10.not, label %land.lhs.true17, label %land.lhs.true

land.lhs.true:                                    ; preds = %lor.lhs.false9
  %sub12 = sub nuw nsw i64 %shr.i.i, %7
  %rem = and i64 %sub12, 1
  %cmp13 = icmp eq i64 %rem, 0
  br i1 %cmp13, label %cleanup, label %if.end26

land.lhs.true17:                                  ; preds = %lor.lhs.false9
  %and.i.i62 = and i64 %9, 1048575
  %11 = load ptr, ptr %threads20, align 8
  %arrayidx21 = getelementptr inbounds nuw %struct.Thread, ptr %11, i64 %and.i.i
  %fenced = getelementptr inbounds nuw i8, ptr %arrayidx21, i64 80
  %12 = load i32, ptr %fenced, align 8
  %conv22 = zext i32 %12 to i64
  %cmp23.not = icmp samesign ugt i64 %and.i.i62, %conv22
  br i1 %cmp23.not, label %if.end26, label %cleanup

if.end26:                                         ; preds = %land.lhs.true, %land.lhs.true17
  %13 = load ptr, ptr %seen, align 8
  %tobool27.not = icmp eq ptr %13, null
  br i1 %tobool27.not, label %if.end36, label %land.lhs.true28

land.lhs.true28:                                  ; preds = %if.end26
  %and.i.i63 = and i64 %9, 1048575
  %arrayidx31 = getelementptr inbounds nuw i32, ptr %13, i64 %and.i.i
  %14 = load i32, ptr %arrayidx31, align 4
  %conv32 = zext i32 %14 to i64
  %cmp33.not = icmp samesign ugt i64 %and.i.i63, %conv32
  br i1 %cmp33.not, label %if.end36, label %cleanup

if.end36:                                         ; preds = %land.lhs.true28, %if.end26
  %block.le = getelementptr inbounds nuw i8, ptr %3, i64 8
  %shared = getelementptr inbounds nuw i8, ptr %4, i64 56
  %15 = load ptr, ptr %shared, align 8
  %add.ptr = getelementptr inbounds i8, ptr %15, i64 %sub
  %add.ptr38 = getelementptr inbounds nuw i8, ptr %add.ptr, i64 %indvars.iv
  %other_thread.i = getelementptr inbounds nuw i8, ptr %0, i64 192
  store i64 %and.i.i, ptr %other_thread.i, align 8
  %shr.i.i64 = lshr i64 %9, 47
  %other_site.i = getelementptr inbounds nuw i8, ptr %0, i64 200
  store i64 %shr.i.i64, ptr %other_site.i, align 8
  %other_write.i = getelementptr inbounds nuw i8, ptr %0, i64 232
  store i64 1, ptr %other_write.i, align 8
  %in_shared.i.i = getelementptr inbounds nuw i8, ptr %0, i64 216
  store i64 1, ptr %in_shared.i.i, align 8
  %16 = load ptr, ptr %block.le, align 8
  %shared.i.i = getelementptr inbounds nuw i8, ptr %16, i64 56
  %17 = load ptr, ptr %shared.i.i, align 8
  %sub.ptr.lhs.cast.i.i = ptrtoint ptr %add.ptr38 to i64
  %sub.ptr.rhs.cast.i.i = ptrtoint ptr %17 to i64
  %sub.ptr.sub.i.i = sub i64 %sub.ptr.lhs.cast.i.i, %sub.ptr.rhs.cast.i.i
  %address.i.i = getelementptr inbounds nuw i8, ptr %0, i64 208
  store i64 %sub.ptr.sub.i.i, ptr %address.i.i, align 8
  %and.i.i65 = and i32 %size, 65535
  %conv4.i.i = zext nneg i32 %and.i.i65 to i64
  %size.i.i = getelementptr inbounds nuw i8, ptr %0, i64 224
  store i64 %conv4.i.i, ptr %size.i.i, align 8
  %and5.i.i = lshr i32 %size, 16
  %and5.lobit.i.i = and i32 %and5.i.i, 1
  %conv7.i.i = zext nneg i32 %and5.lobit.i.i to i64
  %written.i.i = getelementptr inbounds nuw i8, ptr %0, i64 240
  store i64 %conv7.i.i, ptr %written.i.i, align 8
  tail call void @fail(i32 noundef 6, i32 noundef %site) #11
  unreachable

cleanup:                                          ; preds = %land.lhs.true28, %land.lhs.true17, %for.body, %lor.lhs.false, %land.lhs.true
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %cmp = icmp samesign ult i64 %indvars.iv.next, %8
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !7
}

; Function Attrs: nounwind uwtable
define void @check_untouched(i64 noundef %to, i32 noundef %size, i64 noundef %write, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %sub = add nsw i64 %to, -1024
  %0 = load ptr, ptr @launch, align 8
  %check_races = getelementptr inbounds nuw i8, ptr %0, i64 96
  %1 = load i64, ptr %check_races, align 8
  %tobool.not = icmp ne i64 %1, 0
  %cmp82 = icmp ne i32 %size, 0
  %or.cond = and i1 %tobool.not, %cmp82
  br i1 %or.cond, label %for.body.lr.ph, label %cleanup

for.body.lr.ph:                                   ; preds = %entry
  %2 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %2, i64 8
  %3 = load ptr, ptr %block, align 8
  %cells = getelementptr inbounds nuw i8, ptr %3, i64 64
  %4 = load ptr, ptr %cells, align 8
  %5 = getelementptr %struct.Cell, ptr %4, i64 %sub
  br label %for.body

for.body:                                         ; preds = %for.body.lr.ph, %for.cond.cleanup12
  %k.083 = phi i32 [ 0, %for.body.lr.ph ], [ %inc24, %for.cond.cleanup12 ]
  %conv = zext i32 %k.083 to i64
  %arrayidx = getelementptr %struct.Cell, ptr %5, i64 %conv
  %6 = load i64, ptr %arrayidx, align 8
  %cmp4.not = icmp eq i64 %6, %write
  br i1 %cmp4.not, label %for.cond9.preheader, label %if.then6

for.cond9.preheader:                              ; preds = %for.body
  %reads = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  br label %for.body13

if.then6:                                         ; preds = %for.body
  %block.le80 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %shared.le = getelementptr inbounds nuw i8, ptr %3, i64 56
  %7 = load ptr, ptr %shared.le, align 8
  %add.ptr.le = getelementptr inbounds i8, ptr %7, i64 %sub
  %add.ptr2.le69 = getelementptr inbounds nuw i8, ptr %add.ptr.le, i64 %conv
  %shr.i.i.i = lshr i64 %6, 21
  %and.i.i.i = and i64 %shr.i.i.i, 2047
  %other_thread.i = getelementptr inbounds nuw i8, ptr %0, i64 192
  store i64 %and.i.i.i, ptr %other_thread.i, align 8
  %shr.i.i = lshr i64 %6, 47
  %other_site.i = getelementptr inbounds nuw i8, ptr %0, i64 200
  store i64 %shr.i.i, ptr %other_site.i, align 8
  %other_write.i = getelementptr inbounds nuw i8, ptr %0, i64 232
  store i64 1, ptr %other_write.i, align 8
  %in_shared.i.i = getelementptr inbounds nuw i8, ptr %0, i64 216
  store i64 1, ptr %in_shared.i.i, align 8
  %8 = load ptr, ptr %block.le80, align 8
  %shared.i.i = getelementptr inbounds nuw i8, ptr %8, i64 56
  %9 = load ptr, ptr %shared.i.i, align 8
  %sub.ptr.lhs.cast.i.i = ptrtoint ptr %add.ptr2.le69 to i64
  %sub.ptr.rhs.cast.i.i = ptrtoint ptr %9 to i64
  %sub.ptr.sub.i.i = sub i64 %sub.ptr.lhs.cast.i.i, %sub.ptr.rhs.cast.i.i
  %address.i.i = getelementptr inbounds nuw i8, ptr %0, i64 208
  store i64 %sub.ptr.sub.i.i, ptr %address.i.i, align 8
  %and.i.i = and i32 %size, 65535
  %conv4.i.i = zext nneg i32 %and.i.i to i64
  %size.i.i = getelementptr inbounds nuw i8, ptr %0, i64 224
  store i64 %conv4.i.i, ptr %size.i.i, align 8
  %written.i.i = getelementptr inbounds nuw i8, ptr %0, i64 240
  store i64 1, ptr %written.i.i, align 8
  tail call void @fail(i32 noundef 6, i32 noundef %site) #11
  unreachable

for.cond9:                                        ; preds = %for.body13
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %cmp10 = icmp eq i64 %indvars.iv, 0
  br i1 %cmp10, label %for.body13, label %for.cond.cleanup12, !llvm.loop !8

for.cond.cleanup12:                               ; preds = %for.cond9
  %inc24 = add nuw i32 %k.083, 1
  %exitcond.not = icmp eq i32 %inc24, %size
  br i1 %exitcond.not, label %cleanup, label %for.body, !llvm.loop !9

for.body13:                                       ; preds = %for.cond9.preheader, %for.cond9
  %indvars.iv = phi i64 [ 0, %for.cond9.preheader ], [ %indvars.iv.next, %for.cond9 ]
  %arrayidx14 = getelementptr inbounds nuw i64, ptr %reads, i64 %indvars.iv
  %10 = load i64, ptr %arrayidx14, align 8
  %tobool15.not = icmp eq i64 %10, 0
  br i1 %tobool15.not, label %for.cond9, label %if.then16

if.then16:                                        ; preds = %for.body13
  %block.le = getelementptr inbounds nuw i8, ptr %2, i64 8
  %shared.le77 = getelementptr inbounds nuw i8, ptr %3, i64 56
  %11 = load ptr, ptr %shared.le77, align 8
  %add.ptr.le73 = getelementptr inbounds i8, ptr %11, i64 %sub
  %add.ptr2.le = getelementptr inbounds nuw i8, ptr %add.ptr.le73, i64 %conv
  %shr.i.i.i43 = lshr i64 %10, 21
  %and.i.i.i44 = and i64 %shr.i.i.i43, 2047
  %other_thread.i45 = getelementptr inbounds nuw i8, ptr %0, i64 192
  store i64 %and.i.i.i44, ptr %other_thread.i45, align 8
  %shr.i.i46 = lshr i64 %10, 47
  %other_site.i47 = getelementptr inbounds nuw i8, ptr %0, i64 200
  store i64 %shr.i.i46, ptr %other_site.i47, align 8
  %other_write.i48 = getelementptr inbounds nuw i8, ptr %0, i64 232
  store i64 0, ptr %other_write.i48, align 8
  %in_shared.i.i49 = getelementptr inbounds nuw i8, ptr %0, i64 216
  store i64 1, ptr %in_shared.i.i49, align 8
  %12 = load ptr, ptr %block.le, align 8
  %shared.i.i51 = getelementptr inbounds nuw i8, ptr %12, i64 56
  %13 = load ptr, ptr %shared.i.i51, align 8
  %sub.ptr.lhs.cast.i.i52 = ptrtoint ptr %add.ptr2.le to i64
  %sub.ptr.rhs.cast.i.i53 = ptrtoint ptr %13 to i64
  %sub.ptr.sub.i.i54 = sub i64 %sub.ptr.lhs.cast.i.i52, %sub.ptr.rhs.cast.i.i53
  %address.i.i55 = getelementptr inbounds nuw i8, ptr %0, i64 208
  store i64 %sub.ptr.sub.i.i54, ptr %address.i.i55, align 8
  %and.i.i56 = and i32 %size, 65535
  %conv4.i.i57 = zext nneg i32 %and.i.i56 to i64
  %size.i.i58 = getelementptr inbounds nuw i8, ptr %0, i64 224
  store i64 %conv4.i.i57, ptr %size.i.i58, align 8
  %written.i.i62 = getelementptr inbounds nuw i8, ptr %0, i64 240
  store i64 1, ptr %written.i.i62, align 8
  tail call void @fail(i32 noundef 6, i32 noundef %site) #11
  unreachable

cleanup:                                          ; preds = %for.cond.cleanup12, %entry
  ret void
}

; Function Attrs: nounwind uwtable
define void @claim_shared(i64 noundef %address, i32 noundef %size, i32 noundef %number, i32 noundef %phase, i32 noundef %by, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %conv = trunc i64 %address to i32
  %0 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %size, i1 true)
  %shl.i = shl nuw nsw i32 %0, 20
  %or.i = or i32 %size, %shl.i
  %or = or i32 %or.i, 65536
  %call1 = tail call fastcc ptr @shared_at(i32 noundef %conv, ptr noundef null, i32 noundef %or, i32 noundef %site)
  %1 = load ptr, ptr @launch, align 8
  %check_races = getelementptr inbounds nuw i8, ptr %1, i64 96
  %2 = load i64, ptr %check_races, align 8
  %tobool.not = icmp eq i64 %2, 0
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  %threads = getelementptr inbounds nuw i8, ptr %1, i64 56
  %3 = load i64, ptr %threads, align 8
  %mul = shl i32 %number, 1
  %4 = trunc i64 %3 to i32
  %5 = add i32 %by, %mul
  %conv5 = add i32 %5, %4
  %conv.i = zext i32 %site to i64
  %6 = load ptr, ptr @current, align 8
  %block.i = getelementptr inbounds nuw i8, ptr %6, i64 8
  %7 = load ptr, ptr %block.i, align 8
  %serial.i = getelementptr inbounds nuw i8, ptr %7, i64 20
  %8 = load i32, ptr %serial.i, align 4
  %conv1.i = zext i32 %8 to i64
  %conv3.i = zext i32 %conv5 to i64
  %9 = shl nuw i64 %conv1.i, 32
  %10 = shl i64 %conv.i, 47
  %11 = shl nuw nsw i64 %conv3.i, 21
  %conv6.i = zext i32 %phase to i64
  %12 = or disjoint i64 %10, %conv6.i
  %shl5.i = or i64 %12, %11
  %or7.i = or i64 %shl5.i, %9
  %cmp16.not.i = icmp eq i32 %size, 0
  br i1 %cmp16.not.i, label %if.end, label %for.body.preheader.i

for.body.preheader.i:                             ; preds = %if.then
  %wide.trip.count.i = zext i32 %size to i64
  br label %for.body.i

for.body.i:                                       ; preds = %for.body.i, %for.body.preheader.i
  %indvars.iv.i = phi i64 [ 0, %for.body.preheader.i ], [ %indvars.iv.next.i, %for.body.i ]
  %13 = load ptr, ptr @current, align 8
  %block9.i = getelementptr inbounds nuw i8, ptr %13, i64 8
  %14 = load ptr, ptr %block9.i, align 8
  %cells.i = getelementptr inbounds nuw i8, ptr %14, i64 64
  %15 = load ptr, ptr %cells.i, align 8
  %16 = getelementptr %struct.Cell, ptr %15, i64 %address
  %17 = getelementptr i8, ptr %16, i64 -24576
  %arrayidx.i = getelementptr %struct.Cell, ptr %17, i64 %indvars.iv.i
  store i64 %or7.i, ptr %arrayidx.i, align 8
  %.compoundliteral.sroa.2.0.arrayidx.sroa_idx.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 8
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, %wide.trip.count.i
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %.compoundliteral.sroa.2.0.arrayidx.sroa_idx.i, i8 0, i64 16, i1 false)
  br i1 %exitcond.not.i, label %if.end, label %for.body.i, !llvm.loop !10

if.end:                                           ; preds = %for.body.i, %if.then, %entry
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @own_shared(i64 noundef %address, i32 noundef %size, i32 noundef %site) local_unnamed_addr #3 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %check_races = getelementptr inbounds nuw i8, ptr %0, i64 96
  %1 = load i64, ptr %check_races, align 8
  %tobool.not = icmp eq i64 %1, 0
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  %2 = load ptr, ptr @current, align 8
  %number = getelementptr inbounds nuw i8, ptr %2, i64 16
  %3 = load i32, ptr %number, align 8
  %clocks = getelementptr inbounds nuw i8, ptr %2, i64 96
  %4 = load ptr, ptr %clocks, align 8
  %idxprom = zext i32 %3 to i64
  %arrayidx = getelementptr inbounds nuw i32, ptr %4, i64 %idxprom
  %5 = load i32, ptr %arrayidx, align 4
  %conv.i = zext i32 %site to i64
  %block.i = getelementptr inbounds nuw i8, ptr %2, i64 8
  %6 = load ptr, ptr %block.i, align 8
  %serial.i = getelementptr inbounds nuw i8, ptr %6, i64 20
  %7 = load i32, ptr %serial.i, align 4
  %conv1.i = zext i32 %7 to i64
  %8 = shl nuw i64 %conv1.i, 32
  %9 = shl i64 %conv.i, 47
  %10 = shl nuw nsw i64 %idxprom, 21
  %11 = or i64 %10, %9
  %conv6.i = zext i32 %5 to i64
  %shl5.i = or i64 %11, %conv6.i
  %or7.i = or i64 %shl5.i, %8
  %cmp16.not.i = icmp eq i32 %size, 0
  br i1 %cmp16.not.i, label %if.end, label %for.body.preheader.i

for.body.preheader.i:                             ; preds = %if.then
  %wide.trip.count.i = zext i32 %size to i64
  br label %for.body.i

for.body.i:                                       ; preds = %for.body.i, %for.body.preheader.i
  %indvars.iv.i = phi i64 [ 0, %for.body.preheader.i ], [ %indvars.iv.next.i, %for.body.i ]
  %12 = load ptr, ptr @current, align 8
  %block9.i = getelementptr inbounds nuw i8, ptr %12, i64 8
  %13 = load ptr, ptr %block9.i, align 8
  %cells.i = getelementptr inbounds nuw i8, ptr %13, i64 64
  %14 = load ptr, ptr %cells.i, align 8
  %15 = getelementptr %struct.Cell, ptr %14, i64 %address
  %16 = getelementptr i8, ptr %15, i64 -24576
  %arrayidx.i = getelementptr %struct.Cell, ptr %16, i64 %indvars.iv.i
  store i64 %or7.i, ptr %arrayidx.i, align 8
  %.compoundliteral.sroa.2.0.arrayidx.sroa_idx.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 8
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, %wide.trip.count.i
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %.compoundliteral.sroa.2.0.arrayidx.sroa_idx.i, i8 0, i64 16, i1 false)
  br i1 %exitcond.not.i, label %if.end, label %for.body.i, !llvm.loop !10

if.end:                                           ; preds = %for.body.i, %if.then, %entry
  ret void
}

; Function Attrs: nounwind uwtable
define void @check_read(ptr noundef %place, i32 noundef %size, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %call = tail call fastcc ptr @generic_at(ptr noundef %place, ptr noundef null, i32 noundef %size, i32 noundef %site)
  ret void
}

; Function Attrs: nounwind uwtable
define void @emu_move(i64 noundef %to, i64 noundef %from, i64 noundef %bytes, i32 noundef %spaces, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %cmp24 = icmp sgt i64 %bytes, 0
  br i1 %cmp24, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %entry
  %and = and i32 %spaces, 1
  %cmp.i = icmp eq i32 %and, 0
  %cmp.i16 = icmp ult i32 %spaces, 2
  br label %for.body

for.cond.cleanup:                                 ; preds = %place_at.exit23, %entry
  ret void

for.body:                                         ; preds = %for.body.lr.ph, %place_at.exit23
  %at.025 = phi i64 [ 0, %for.body.lr.ph ], [ %add4, %place_at.exit23 ]
  %sub = sub nsw i64 %bytes, %at.025
  %cond.i = tail call i64 @llvm.smin.i64(i64 %sub, i64 4096)
  %conv.i = trunc nuw i64 %cond.i to i32
  %add = add i64 %at.025, %from
  br i1 %cmp.i, label %cond.true.i, label %cond.false.i

cond.true.i:                                      ; preds = %for.body
  %conv.i15 = trunc i64 %add to i32
  %call.i = tail call fastcc ptr @shared_at(i32 noundef %conv.i15, ptr noundef null, i32 noundef %conv.i, i32 noundef %site)
  br label %place_at.exit

cond.false.i:                                     ; preds = %for.body
  %0 = inttoptr i64 %add to ptr
  %call1.i = tail call fastcc ptr @generic_at(ptr noundef %0, ptr noundef null, i32 noundef %conv.i, i32 noundef %site)
  br label %place_at.exit

place_at.exit:                                    ; preds = %cond.true.i, %cond.false.i
  %cond.i14 = phi ptr [ %call.i, %cond.true.i ], [ %call1.i, %cond.false.i ]
  %add2 = add i64 %at.025, %to
  %or = or i32 %conv.i, 65536
  br i1 %cmp.i16, label %cond.true.i20, label %cond.false.i17

cond.true.i20:                                    ; preds = %place_at.exit
  %conv.i21 = trunc i64 %add2 to i32
  %call.i22 = tail call fastcc ptr @shared_at(i32 noundef %conv.i21, ptr noundef null, i32 noundef %or, i32 noundef %site)
  br label %place_at.exit23

cond.false.i17:                                   ; preds = %place_at.exit
  %1 = inttoptr i64 %add2 to ptr
  %call1.i18 = tail call fastcc ptr @generic_at(ptr noundef %1, ptr noundef null, i32 noundef %or, i32 noundef %site)
  br label %place_at.exit23

place_at.exit23:                                  ; preds = %cond.true.i20, %cond.false.i17
  %cond.i19 = phi ptr [ %call.i22, %cond.true.i20 ], [ %call1.i18, %cond.false.i17 ]
  %conv = and i64 %cond.i, 4294967295
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %cond.i19, ptr align 1 %cond.i14, i64 %conv, i1 false)
  %add4 = add nuw nsw i64 %at.025, 4096
  %cmp = icmp slt i64 %add4, %bytes
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !11
}

; Function Attrs: nounwind uwtable
define void @emu_set(i64 noundef %to, i32 noundef %byte, i64 noundef %bytes, i32 noundef %space, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %cmp15 = icmp sgt i64 %bytes, 0
  br i1 %cmp15, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %entry
  %cmp.i = icmp eq i32 %space, 0
  %0 = trunc i32 %byte to i8
  br label %for.body

for.cond.cleanup:                                 ; preds = %place_at.exit, %entry
  ret void

for.body:                                         ; preds = %for.body.lr.ph, %place_at.exit
  %at.016 = phi i64 [ 0, %for.body.lr.ph ], [ %add4, %place_at.exit ]
  %add = add i64 %at.016, %to
  %sub = sub nsw i64 %bytes, %at.016
  %cond.i = tail call i64 @llvm.smin.i64(i64 %sub, i64 4096)
  %conv.i = trunc nuw i64 %cond.i to i32
  %or = or disjoint i32 %conv.i, 65536
  br i1 %cmp.i, label %cond.true.i, label %cond.false.i

cond.true.i:                                      ; preds = %for.body
  %conv.i12 = trunc i64 %add to i32
  %call.i = tail call fastcc ptr @shared_at(i32 noundef %conv.i12, ptr noundef null, i32 noundef %or, i32 noundef %site)
  br label %place_at.exit

cond.false.i:                                     ; preds = %for.body
  %1 = inttoptr i64 %add to ptr
  %call1.i = tail call fastcc ptr @generic_at(ptr noundef %1, ptr noundef null, i32 noundef %or, i32 noundef %site)
  br label %place_at.exit

place_at.exit:                                    ; preds = %cond.true.i, %cond.false.i
  %cond.i11 = phi ptr [ %call.i, %cond.true.i ], [ %call1.i, %cond.false.i ]
  %conv = and i64 %cond.i, 4294967295
  tail call void @llvm.memset.p0.i64(ptr align 1 %cond.i11, i8 %0, i64 %conv, i1 false)
  %add4 = add nuw nsw i64 %at.016, 4096
  %cmp = icmp slt i64 %add4, %bytes
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !12
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #4

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define nonnull ptr @emu_to_generic(i64 noundef %address) local_unnamed_addr #5 {
entry:
  %0 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block, align 8
  %shared = getelementptr inbounds nuw i8, ptr %1, i64 56
  %2 = load ptr, ptr %shared, align 8
  %idx.ext = and i64 %address, 4294967295
  %add.ptr = getelementptr inbounds nuw i8, ptr %2, i64 %idx.ext
  %add.ptr1 = getelementptr inbounds i8, ptr %add.ptr, i64 -1024
  ret ptr %add.ptr1
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define range(i64 -9223372036854774784, -9223372036854775808) i64 @emu_to_shared(ptr noundef %address) local_unnamed_addr #5 {
entry:
  %0 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block, align 8
  %shared = getelementptr inbounds nuw i8, ptr %1, i64 56
  %2 = load ptr, ptr %shared, align 8
  %sub.ptr.lhs.cast = ptrtoint ptr %address to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %2 to i64
  %sub.ptr.sub = add i64 %sub.ptr.lhs.cast, 1024
  %add = sub i64 %sub.ptr.sub, %sub.ptr.rhs.cast
  ret i64 %add
}

; Function Attrs: nounwind uwtable
define void @emu_fence_proxy(i32 noundef %site) local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %0, i64 120
  %1 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp ne i64 %1, 0
  %conv.i = zext i32 %site to i64
  %cmp.i = icmp eq i64 %1, %conv.i
  %2 = and i1 %tobool.not.i, %cmp.i
  br i1 %2, label %return, label %if.end

if.end:                                           ; preds = %entry
  %3 = load ptr, ptr @current, align 8
  %seen = getelementptr inbounds nuw i8, ptr %3, i64 88
  %4 = load ptr, ptr %seen, align 8
  %tobool.not = icmp eq ptr %4, null
  br i1 %tobool.not, label %if.then1, label %if.end4

if.then1:                                         ; preds = %if.end
  %threads = getelementptr inbounds nuw i8, ptr %0, i64 56
  %5 = load i64, ptr %threads, align 8
  %add = add nsw i64 %5, 128
  %call2 = tail call ptr @calloc(i64 noundef %add, i64 noundef 4) #12
  store ptr %call2, ptr %seen, align 8
  br label %if.end4

if.end4:                                          ; preds = %if.then1, %if.end
  %6 = load ptr, ptr %seen, align 8
  %clocks = getelementptr inbounds nuw i8, ptr %3, i64 96
  %7 = load ptr, ptr %clocks, align 8
  tail call void @join(ptr noundef %6, ptr noundef %7) #10
  %8 = load ptr, ptr @current, align 8
  %clocks6 = getelementptr inbounds nuw i8, ptr %8, i64 96
  %9 = load ptr, ptr %clocks6, align 8
  %number = getelementptr inbounds nuw i8, ptr %8, i64 16
  %10 = load i32, ptr %number, align 8
  %idxprom = zext i32 %10 to i64
  %arrayidx = getelementptr inbounds nuw i32, ptr %9, i64 %idxprom
  %11 = load i32, ptr %arrayidx, align 4
  %inc = add i32 %11, 1
  store i32 %inc, ptr %arrayidx, align 4
  %12 = load ptr, ptr @current, align 8
  %fenced = getelementptr inbounds nuw i8, ptr %12, i64 80
  store i32 %11, ptr %fenced, align 8
  br label %return

return:                                           ; preds = %entry, %if.end4
  ret void
}

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @calloc(i64 noundef, i64 noundef) local_unnamed_addr #6

declare void @join(ptr noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: nounwind uwtable
define void @emu_fence() local_unnamed_addr #0 {
entry:
  tail call void @fence() #10
  ret void
}

declare void @fence() local_unnamed_addr #1

; Function Attrs: nounwind uwtable
define internal fastcc void @note(ptr noundef captures(none) %cells, i32 noundef range(i32 0, 2) %space, ptr noundef %place, ptr noundef readonly captures(address_is_null) %value, i32 noundef %how, i32 noundef %site) unnamed_addr #0 {
entry:
  %conv.i = zext i32 %site to i64
  %0 = load ptr, ptr @current, align 8
  %block.i = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block.i, align 8
  %serial.i = getelementptr inbounds nuw i8, ptr %1, i64 20
  %2 = load i32, ptr %serial.i, align 4
  %conv1.i = zext i32 %2 to i64
  %3 = shl nuw nsw i64 %conv.i, 26
  %4 = shl nuw nsw i64 %conv1.i, 11
  %shl2.i = or i64 %4, %3
  %number.i = getelementptr inbounds nuw i8, ptr %0, i64 16
  %5 = load i32, ptr %number.i, align 8
  %conv3.i = zext i32 %5 to i64
  %or4.i = or i64 %shl2.i, %conv3.i
  %6 = shl i64 %or4.i, 21
  %7 = shl i32 %how, 3
  %8 = and i32 %7, 1048576
  %9 = zext nneg i32 %8 to i64
  %shl9.i = or disjoint i64 %6, %9
  %clocks.i = getelementptr inbounds nuw i8, ptr %0, i64 96
  %10 = load ptr, ptr %clocks.i, align 8
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %10, i64 %conv3.i
  %11 = load i32, ptr %arrayidx.i, align 4
  %conv11.i = zext i32 %11 to i64
  %or12.i = or i64 %shl9.i, %conv11.i
  %and = and i32 %how, 65536
  %tobool = icmp ne i32 %and, 0
  %cmp = icmp ne i32 %space, 0
  %or.cond = and i1 %cmp, %tobool
  br i1 %or.cond, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %entry
  %12 = load ptr, ptr @launch, align 8
  %overlaps1 = getelementptr inbounds nuw i8, ptr %12, i64 104
  %13 = load i64, ptr %overlaps1, align 8
  %tobool2 = icmp ne i64 %13, 0
  br label %land.end

land.end:                                         ; preds = %land.rhs, %entry
  %14 = phi i1 [ %tobool2, %land.rhs ], [ false, %entry ]
  %and3 = and i32 %how, 65535
  %cmp4186.not = icmp eq i32 %and3, 0
  br i1 %cmp4186.not, label %for.cond.cleanup, label %for.body.lr.ph

for.body.lr.ph:                                   ; preds = %land.end
  %tobool8 = icmp ne ptr %value, null
  %or.cond58 = and i1 %tobool8, %tobool
  %and.i = and i32 %how, 131072
  %tobool3.i = icmp ne i32 %and.i, 0
  %and.i148 = and i32 %how, 131072
  %tobool3.i149 = icmp ne i32 %and.i148, 0
  %15 = and i64 %or12.i, 1048576
  %tobool.not.i = icmp ne i64 %15, 0
  %wide.trip.count = zext nneg i32 %and3 to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %cleanup, %land.end
  ret void

for.body:                                         ; preds = %for.body.lr.ph, %cleanup
  %indvars.iv195 = phi i64 [ 0, %for.body.lr.ph ], [ %indvars.iv.next196, %cleanup ]
  %arrayidx = getelementptr inbounds nuw %struct.Cell, ptr %cells, i64 %indvars.iv195
  br i1 %or.cond58, label %land.rhs9, label %land.end17

land.rhs9:                                        ; preds = %for.body
  %arrayidx11 = getelementptr inbounds nuw i8, ptr %value, i64 %indvars.iv195
  %16 = load i8, ptr %arrayidx11, align 1
  %arrayidx13 = getelementptr inbounds nuw i8, ptr %place, i64 %indvars.iv195
  %17 = load i8, ptr %arrayidx13, align 1
  %cmp15 = icmp eq i8 %16, %17
  br label %land.end17

land.end17:                                       ; preds = %land.rhs9, %for.body
  %18 = phi i1 [ %cmp15, %land.rhs9 ], [ false, %for.body ]
  %19 = load i64, ptr %arrayidx, align 8
  %tobool.not.i.i = icmp eq i64 %19, 0
  br i1 %tobool.not.i.i, label %if.end, label %lor.lhs.false.i.i

lor.lhs.false.i.i:                                ; preds = %land.end17
  %shr.i.i.i.i = lshr i64 %19, 32
  %and.i.i.i.i = and i64 %shr.i.i.i.i, 32767
  %20 = load ptr, ptr @current, align 8
  %block.i.i = getelementptr inbounds nuw i8, ptr %20, i64 8
  %21 = load ptr, ptr %block.i.i, align 8
  %serial.i.i = getelementptr inbounds nuw i8, ptr %21, i64 20
  %22 = load i32, ptr %serial.i.i, align 4
  %conv.i.i = zext i32 %22 to i64
  %cmp.not.i.i = icmp eq i64 %and.i.i.i.i, %conv.i.i
  br i1 %cmp.not.i.i, label %lor.lhs.false2.i.i, label %if.end

lor.lhs.false2.i.i:                               ; preds = %lor.lhs.false.i.i
  %shr.i.i16.i.i = lshr i64 %19, 21
  %and.i.i17.i.i = and i64 %shr.i.i16.i.i, 2047
  %number.i.i = getelementptr inbounds nuw i8, ptr %20, i64 16
  %23 = load i32, ptr %number.i.i, align 8
  %conv4.i.i = zext i32 %23 to i64
  %cmp5.i.i = icmp eq i64 %and.i.i17.i.i, %conv4.i.i
  br i1 %cmp5.i.i, label %if.end, label %if.end.i.i

if.end.i.i:                                       ; preds = %lor.lhs.false2.i.i
  %and.i.i18.i.i = and i64 %19, 1048575
  %clocks.i.i = getelementptr inbounds nuw i8, ptr %20, i64 96
  %24 = load ptr, ptr %clocks.i.i, align 8
  %arrayidx.i.i = getelementptr inbounds nuw i32, ptr %24, i64 %and.i.i17.i.i
  %25 = load i32, ptr %arrayidx.i.i, align 4
  %conv9.i.i = zext i32 %25 to i64
  %cmp10.i.not.i = icmp samesign ugt i64 %and.i.i18.i.i, %conv9.i.i
  br i1 %cmp10.i.not.i, label %land.rhs.i, label %if.end

land.rhs.i:                                       ; preds = %if.end.i.i
  %26 = and i64 %19, 1048576
  %tobool.i = icmp ne i64 %26, 0
  %.not.i.not = and i1 %tobool3.i, %tobool.i
  %27 = select i1 %.not.i.not, i1 true, i1 %18
  %28 = select i1 %27, i1 true, i1 %14
  br i1 %28, label %if.end, label %if.then

if.then:                                          ; preds = %land.rhs.i
  %add.ptr = getelementptr inbounds nuw i8, ptr %place, i64 %indvars.iv195
  %shr.i.i.i = lshr i64 %19, 21
  %and.i.i.i = and i64 %shr.i.i.i, 2047
  %29 = load ptr, ptr @launch, align 8
  %other_thread.i = getelementptr inbounds nuw i8, ptr %29, i64 192
  store i64 %and.i.i.i, ptr %other_thread.i, align 8
  %shr.i.i = lshr i64 %19, 47
  %other_site.i = getelementptr inbounds nuw i8, ptr %29, i64 200
  store i64 %shr.i.i, ptr %other_site.i, align 8
  %other_write.i = getelementptr inbounds nuw i8, ptr %29, i64 232
  store i64 1, ptr %other_write.i, align 8
  %cmp.i.i = icmp eq i32 %space, 0
  %conv.i.i96 = xor i32 %space, 1
  %conv1.i.i = zext nneg i32 %conv.i.i96 to i64
  %in_shared.i.i = getelementptr inbounds nuw i8, ptr %29, i64 216
  store i64 %conv1.i.i, ptr %in_shared.i.i, align 8
  br i1 %cmp.i.i, label %cond.true.i.i, label %cond.false.i.i

cond.true.i.i:                                    ; preds = %if.then
  %30 = load ptr, ptr @current, align 8
  %block.i.i98 = getelementptr inbounds nuw i8, ptr %30, i64 8
  %31 = load ptr, ptr %block.i.i98, align 8
  %shared.i.i = getelementptr inbounds nuw i8, ptr %31, i64 56
  %32 = load ptr, ptr %shared.i.i, align 8
  %sub.ptr.lhs.cast.i.i = ptrtoint ptr %add.ptr to i64
  %sub.ptr.rhs.cast.i.i = ptrtoint ptr %32 to i64
  %sub.ptr.sub.i.i = sub i64 %sub.ptr.lhs.cast.i.i, %sub.ptr.rhs.cast.i.i
  br label %cond.end.i.i

cond.false.i.i:                                   ; preds = %if.then
  %33 = ptrtoint ptr %add.ptr to i64
  br label %cond.end.i.i

cond.end.i.i:                                     ; preds = %cond.false.i.i, %cond.true.i.i
  %cond.i.i = phi i64 [ %sub.ptr.sub.i.i, %cond.true.i.i ], [ %33, %cond.false.i.i ]
  %address.i.i = getelementptr inbounds nuw i8, ptr %29, i64 208
  store i64 %cond.i.i, ptr %address.i.i, align 8
  %conv4.i.i97 = zext nneg i32 %and3 to i64
  %size.i.i = getelementptr inbounds nuw i8, ptr %29, i64 224
  store i64 %conv4.i.i97, ptr %size.i.i, align 8
  %and5.i.i = lshr i32 %how, 16
  %and5.lobit.i.i = and i32 %and5.i.i, 1
  %conv7.i.i = zext nneg i32 %and5.lobit.i.i to i64
  %written.i.i = getelementptr inbounds nuw i8, ptr %29, i64 240
  store i64 %conv7.i.i, ptr %written.i.i, align 8
  tail call void @fail(i32 noundef 6, i32 noundef %site) #11
  unreachable

if.end:                                           ; preds = %if.end.i.i, %land.end17, %lor.lhs.false.i.i, %lor.lhs.false2.i.i, %land.rhs.i
  %reads = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  br i1 %tobool, label %for.cond29.preheader, label %if.then27

for.cond29.preheader:                             ; preds = %if.end
  %34 = load ptr, ptr @current, align 8
  %block.i.i130 = getelementptr inbounds nuw i8, ptr %34, i64 8
  %number.i.i137 = getelementptr inbounds nuw i8, ptr %34, i64 16
  %clocks.i.i142 = getelementptr inbounds nuw i8, ptr %34, i64 96
  br label %for.body33

if.then27:                                        ; preds = %if.end
  %35 = load i64, ptr %reads, align 8
  %tobool.not.i.i99 = icmp eq i64 %35, 0
  br i1 %tobool.not.i.i99, label %note_read.exit, label %lor.lhs.false.i.i100

lor.lhs.false.i.i100:                             ; preds = %if.then27
  %shr.i.i.i.i101 = lshr i64 %35, 32
  %and.i.i.i.i102 = and i64 %shr.i.i.i.i101, 32767
  %36 = load ptr, ptr @current, align 8
  %block.i.i103 = getelementptr inbounds nuw i8, ptr %36, i64 8
  %37 = load ptr, ptr %block.i.i103, align 8
  %serial.i.i104 = getelementptr inbounds nuw i8, ptr %37, i64 20
  %38 = load i32, ptr %serial.i.i104, align 4
  %conv.i.i105 = zext i32 %38 to i64
  %cmp.not.i.i106 = icmp eq i64 %and.i.i.i.i102, %conv.i.i105
  br i1 %cmp.not.i.i106, label %lor.lhs.false2.i.i107, label %note_read.exit

lor.lhs.false2.i.i107:                            ; preds = %lor.lhs.false.i.i100
  %shr.i.i16.i.i108 = lshr i64 %35, 21
  %and.i.i17.i.i109 = and i64 %shr.i.i16.i.i108, 2047
  %number.i.i110 = getelementptr inbounds nuw i8, ptr %36, i64 16
  %39 = load i32, ptr %number.i.i110, align 8
  %conv4.i.i111 = zext i32 %39 to i64
  %cmp5.i.i112 = icmp eq i64 %and.i.i17.i.i109, %conv4.i.i111
  br i1 %cmp5.i.i112, label %note_read.exit, label %if.end.i.i113

if.end.i.i113:                                    ; preds = %lor.lhs.false2.i.i107
  %and.i.i18.i.i114 = and i64 %35, 1048575
  %clocks.i.i115 = getelementptr inbounds nuw i8, ptr %36, i64 96
  %40 = load ptr, ptr %clocks.i.i115, align 8
  %arrayidx.i.i116 = getelementptr inbounds nuw i32, ptr %40, i64 %and.i.i17.i.i109
  %41 = load i32, ptr %arrayidx.i.i116, align 4
  %conv9.i.i117 = zext i32 %41 to i64
  %cmp10.i.not.i118 = icmp samesign ugt i64 %and.i.i18.i.i114, %conv9.i.i117
  br i1 %cmp10.i.not.i118, label %lor.rhs.i, label %note_read.exit

lor.rhs.i:                                        ; preds = %if.end.i.i113
  %arrayidx2.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 16
  %42 = load i64, ptr %arrayidx2.i, align 8
  %tobool.not.i15.i = icmp eq i64 %42, 0
  br i1 %tobool.not.i15.i, label %note_read.exit, label %lor.lhs.false.i16.i

lor.lhs.false.i16.i:                              ; preds = %lor.rhs.i
  %shr.i.i.i17.i = lshr i64 %42, 32
  %and.i.i.i18.i = and i64 %shr.i.i.i17.i, 32767
  %cmp.not.i22.i = icmp eq i64 %and.i.i.i18.i, %conv.i.i105
  br i1 %cmp.not.i22.i, label %lor.lhs.false2.i24.i, label %note_read.exit

lor.lhs.false2.i24.i:                             ; preds = %lor.lhs.false.i16.i
  %shr.i.i16.i25.i = lshr i64 %42, 21
  %and.i.i17.i26.i = and i64 %shr.i.i16.i25.i, 2047
  %cmp5.i29.i = icmp eq i64 %and.i.i17.i26.i, %conv4.i.i111
  br i1 %cmp5.i29.i, label %note_read.exit, label %if.end.i30.i

if.end.i30.i:                                     ; preds = %lor.lhs.false2.i24.i
  %and.i.i18.i31.i = and i64 %42, 1048575
  %arrayidx.i33.i = getelementptr inbounds nuw i32, ptr %40, i64 %and.i.i17.i26.i
  %43 = load i32, ptr %arrayidx.i33.i, align 4
  %conv9.i34.i = zext i32 %43 to i64
  %cmp10.i35.not.i = icmp samesign ugt i64 %and.i.i18.i31.i, %conv9.i34.i
  br i1 %cmp10.i35.not.i, label %land.rhs.i119, label %note_read.exit

land.rhs.i119:                                    ; preds = %if.end.i30.i
  %shr.i.i.i120 = lshr i64 %35, 26
  %and.i.i.i121 = and i64 %shr.i.i.i120, 63
  %div614.i = lshr i32 %39, 5
  %conv.i123 = zext nneg i32 %div614.i to i64
  %cmp.i = icmp ne i64 %and.i.i.i121, %conv.i123
  %44 = zext i1 %cmp.i to i64
  br label %note_read.exit

note_read.exit:                                   ; preds = %if.then27, %lor.lhs.false.i.i100, %lor.lhs.false2.i.i107, %if.end.i.i113, %lor.rhs.i, %lor.lhs.false.i16.i, %lor.lhs.false2.i24.i, %if.end.i30.i, %land.rhs.i119
  %not..i = phi i64 [ 0, %if.end.i.i113 ], [ 1, %if.end.i30.i ], [ %44, %land.rhs.i119 ], [ 0, %lor.lhs.false2.i.i107 ], [ 0, %if.then27 ], [ 0, %lor.lhs.false.i.i100 ], [ 1, %lor.rhs.i ], [ 1, %lor.lhs.false.i16.i ], [ 1, %lor.lhs.false2.i24.i ]
  %arrayidx9.i = getelementptr inbounds nuw i64, ptr %reads, i64 %not..i
  store i64 %or12.i, ptr %arrayidx9.i, align 8
  br label %cleanup

for.cond.cleanup32:                               ; preds = %for.inc
  %45 = and i64 %19, 1048576
  %tobool2.not.i = icmp eq i64 %45, 0
  %or.cond.i = and i1 %tobool.not.i, %tobool2.not.i
  %46 = xor i64 %19, %or12.i
  %47 = and i64 %46, 140737487306751
  %cmp.i125 = icmp eq i64 %47, 0
  %48 = select i1 %or.cond.i, i1 %cmp.i125, i1 false
  %spec.select = select i1 %48, i64 %19, i64 %or12.i
  store i64 %spec.select, ptr %arrayidx, align 8
  %.compoundliteral.sroa.2.0..sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %.compoundliteral.sroa.2.0..sroa_idx, i8 0, i64 16, i1 false)
  br label %cleanup

for.body33:                                       ; preds = %for.cond29.preheader, %for.inc
  %indvars.iv = phi i64 [ 0, %for.cond29.preheader ], [ %indvars.iv.next, %for.inc ]
  %arrayidx35 = getelementptr inbounds nuw i64, ptr %reads, i64 %indvars.iv
  %49 = load i64, ptr %arrayidx35, align 8
  %tobool.not.i.i126 = icmp eq i64 %49, 0
  br i1 %tobool.not.i.i126, label %for.inc, label %lor.lhs.false.i.i127

lor.lhs.false.i.i127:                             ; preds = %for.body33
  %shr.i.i.i.i128 = lshr i64 %49, 32
  %and.i.i.i.i129 = and i64 %shr.i.i.i.i128, 32767
  %50 = load ptr, ptr %block.i.i130, align 8
  %serial.i.i131 = getelementptr inbounds nuw i8, ptr %50, i64 20
  %51 = load i32, ptr %serial.i.i131, align 4
  %conv.i.i132 = zext i32 %51 to i64
  %cmp.not.i.i133 = icmp eq i64 %and.i.i.i.i129, %conv.i.i132
  br i1 %cmp.not.i.i133, label %lor.lhs.false2.i.i134, label %for.inc

lor.lhs.false2.i.i134:                            ; preds = %lor.lhs.false.i.i127
  %shr.i.i16.i.i135 = lshr i64 %49, 21
  %and.i.i17.i.i136 = and i64 %shr.i.i16.i.i135, 2047
  %52 = load i32, ptr %number.i.i137, align 8
  %conv4.i.i138 = zext i32 %52 to i64
  %cmp5.i.i139 = icmp eq i64 %and.i.i17.i.i136, %conv4.i.i138
  br i1 %cmp5.i.i139, label %for.inc, label %if.end.i.i140

if.end.i.i140:                                    ; preds = %lor.lhs.false2.i.i134
  %and.i.i18.i.i141 = and i64 %49, 1048575
  %53 = load ptr, ptr %clocks.i.i142, align 8
  %arrayidx.i.i143 = getelementptr inbounds nuw i32, ptr %53, i64 %and.i.i17.i.i136
  %54 = load i32, ptr %arrayidx.i.i143, align 4
  %conv9.i.i144 = zext i32 %54 to i64
  %cmp10.i.not.i145 = icmp samesign ugt i64 %and.i.i18.i.i141, %conv9.i.i144
  br i1 %cmp10.i.not.i145, label %land.rhs.i146, label %for.inc

land.rhs.i146:                                    ; preds = %if.end.i.i140
  %55 = and i64 %49, 1048576
  %tobool.i147 = icmp ne i64 %55, 0
  %.not.i150.not = and i1 %tobool3.i149, %tobool.i147
  %56 = select i1 %.not.i150.not, i1 true, i1 %18
  br i1 %56, label %for.inc, label %if.then40

if.then40:                                        ; preds = %land.rhs.i146
  %add.ptr45 = getelementptr inbounds nuw i8, ptr %place, i64 %indvars.iv195
  %shr.i.i.i152 = lshr i64 %49, 21
  %and.i.i.i153 = and i64 %shr.i.i.i152, 2047
  %57 = load ptr, ptr @launch, align 8
  %other_thread.i154 = getelementptr inbounds nuw i8, ptr %57, i64 192
  store i64 %and.i.i.i153, ptr %other_thread.i154, align 8
  %shr.i.i155 = lshr i64 %49, 47
  %other_site.i156 = getelementptr inbounds nuw i8, ptr %57, i64 200
  store i64 %shr.i.i155, ptr %other_site.i156, align 8
  %other_write.i157 = getelementptr inbounds nuw i8, ptr %57, i64 232
  store i64 0, ptr %other_write.i157, align 8
  %cmp.i.i158 = icmp eq i32 %space, 0
  %conv.i.i159 = xor i32 %space, 1
  %conv1.i.i160 = zext nneg i32 %conv.i.i159 to i64
  %in_shared.i.i161 = getelementptr inbounds nuw i8, ptr %57, i64 216
  store i64 %conv1.i.i160, ptr %in_shared.i.i161, align 8
  br i1 %cmp.i.i158, label %cond.true.i.i173, label %cond.false.i.i162

cond.true.i.i173:                                 ; preds = %if.then40
  %58 = load ptr, ptr @current, align 8
  %block.i.i174 = getelementptr inbounds nuw i8, ptr %58, i64 8
  %59 = load ptr, ptr %block.i.i174, align 8
  %shared.i.i175 = getelementptr inbounds nuw i8, ptr %59, i64 56
  %60 = load ptr, ptr %shared.i.i175, align 8
  %sub.ptr.lhs.cast.i.i176 = ptrtoint ptr %add.ptr45 to i64
  %sub.ptr.rhs.cast.i.i177 = ptrtoint ptr %60 to i64
  %sub.ptr.sub.i.i178 = sub i64 %sub.ptr.lhs.cast.i.i176, %sub.ptr.rhs.cast.i.i177
  br label %cond.end.i.i163

cond.false.i.i162:                                ; preds = %if.then40
  %61 = ptrtoint ptr %add.ptr45 to i64
  br label %cond.end.i.i163

cond.end.i.i163:                                  ; preds = %cond.false.i.i162, %cond.true.i.i173
  %cond.i.i164 = phi i64 [ %sub.ptr.sub.i.i178, %cond.true.i.i173 ], [ %61, %cond.false.i.i162 ]
  %address.i.i165 = getelementptr inbounds nuw i8, ptr %57, i64 208
  store i64 %cond.i.i164, ptr %address.i.i165, align 8
  %conv4.i.i167 = zext nneg i32 %and3 to i64
  %size.i.i168 = getelementptr inbounds nuw i8, ptr %57, i64 224
  store i64 %conv4.i.i167, ptr %size.i.i168, align 8
  %written.i.i172 = getelementptr inbounds nuw i8, ptr %57, i64 240
  store i64 1, ptr %written.i.i172, align 8
  tail call void @fail(i32 noundef 6, i32 noundef %site) #11
  unreachable

for.inc:                                          ; preds = %if.end.i.i140, %for.body33, %lor.lhs.false.i.i127, %lor.lhs.false2.i.i134, %land.rhs.i146
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %cmp30 = icmp eq i64 %indvars.iv, 0
  br i1 %cmp30, label %for.body33, label %for.cond.cleanup32, !llvm.loop !13

cleanup:                                          ; preds = %for.cond.cleanup32, %note_read.exit
  %indvars.iv.next196 = add nuw nsw i64 %indvars.iv195, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next196, %wide.trip.count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !14
}

; Function Attrs: noreturn
declare void @fail(i32 noundef, i32 noundef) local_unnamed_addr #7

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.cttz.i32(i32, i1 immarg) #8

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #9

attributes #0 = { nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #5 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #6 = { mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #7 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #8 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #9 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #10 = { nounwind }
attributes #11 = { noreturn nounwind }
attributes #12 = { allocsize(0,1) }

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
