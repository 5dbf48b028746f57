; Made of fibers.c by regenerate.py, see README.md.
%struct.Wait = type { i32, i32, i32, i32, ptr, ptr, ptr }
%struct.Thread = type { ptr, ptr, i32, i32, i32, %struct.Wait, ptr, ptr, ptr, ptr, i32, ptr }

@stalled = internal unnamed_addr global i64 0, align 8
@launch = local_unnamed_addr global ptr null, align 8
@current = local_unnamed_addr global ptr null, align 8
@blocks = internal unnamed_addr global ptr null, align 8
@next_program = internal unnamed_addr global i64 0, align 8
@spare = internal unnamed_addr global ptr null, align 8
@serial = internal unnamed_addr global i32 0, align 4
@random_state = internal unnamed_addr global i64 0, align 8
@main_stack = internal global ptr null, align 8

; Function Attrs: nounwind uwtable
define void @leave_to_others() local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @current, align 8
  %1 = load ptr, ptr @main_stack, align 8
  tail call void @switch_stack(ptr noundef %0, ptr noundef %1) #16
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @resume(ptr noundef captures(none) initializes((20, 24)) %thread) local_unnamed_addr #1 {
entry:
  %block = getelementptr inbounds nuw i8, ptr %thread, i64 8
  %0 = load ptr, ptr %block, align 8
  %idle = getelementptr inbounds nuw i8, ptr %0, i64 28
  store i32 0, ptr %idle, align 4
  store i64 0, ptr @stalled, align 8
  %1 = load ptr, ptr %block, align 8
  %state.i = getelementptr inbounds nuw i8, ptr %thread, i64 20
  store i32 0, ptr %state.i, align 4
  %number.i = getelementptr inbounds nuw i8, ptr %thread, i64 16
  %2 = load i32, ptr %number.i, align 8
  %ready.i = getelementptr inbounds nuw i8, ptr %1, i64 40
  %3 = load ptr, ptr %ready.i, align 8
  %first.i = getelementptr inbounds nuw i8, ptr %1, i64 48
  %4 = load i32, ptr %first.i, align 8
  %count.i = getelementptr inbounds nuw i8, ptr %1, i64 52
  %5 = load i32, ptr %count.i, align 4
  %inc.i = add i32 %5, 1
  store i32 %inc.i, ptr %count.i, align 4
  %add.i = add i32 %5, %4
  %conv.i = zext i32 %add.i to i64
  %6 = load ptr, ptr @launch, align 8
  %threads.i = getelementptr inbounds nuw i8, ptr %6, i64 56
  %7 = load i64, ptr %threads.i, align 8
  %rem.i = srem i64 %conv.i, %7
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %3, i64 %rem.i
  store i32 %2, ptr %arrayidx.i, align 4
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define range(i32 0, -1) i32 @choose(i32 noundef %count) local_unnamed_addr #2 {
entry:
  %0 = load i64, ptr @random_state, align 8
  %shl.i = shl i64 %0, 13
  %xor.i = xor i64 %shl.i, %0
  %shr.i = lshr i64 %xor.i, 7
  %xor1.i = xor i64 %shr.i, %xor.i
  %shl2.i = shl i64 %xor1.i, 17
  %xor3.i = xor i64 %shl2.i, %xor1.i
  store i64 %xor3.i, ptr @random_state, align 8
  %conv = zext i32 %count to i64
  %rem = urem i64 %xor3.i, %conv
  %conv1 = trunc nuw i64 %rem to i32
  ret i32 %conv1
}

; Function Attrs: nounwind uwtable
define void @leave(i32 noundef %status) local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @current, align 8
  %number.i = getelementptr inbounds nuw i8, ptr %0, i64 16
  %1 = load i32, ptr %number.i, align 8
  %conv.i = zext i32 %1 to i64
  %2 = load ptr, ptr @launch, align 8
  %thread.i = getelementptr inbounds nuw i8, ptr %2, i64 160
  store i64 %conv.i, ptr %thread.i, align 8
  br label %for.body.i

for.body.i:                                       ; preds = %for.body.i, %entry
  %indvars.iv.i = phi i64 [ 0, %entry ], [ %indvars.iv.next.i, %for.body.i ]
  %3 = load ptr, ptr @current, align 8
  %block.i = getelementptr inbounds nuw i8, ptr %3, i64 8
  %4 = load ptr, ptr %block.i, align 8
  %id.i = getelementptr inbounds nuw i8, ptr %4, i64 8
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %id.i, i64 %indvars.iv.i
  %5 = load i32, ptr %arrayidx.i, align 4
  %conv2.i = zext i32 %5 to i64
  %6 = load ptr, ptr @launch, align 8
  %block3.i = getelementptr inbounds nuw i8, ptr %6, i64 232
  %arrayidx5.i = getelementptr inbounds nuw i64, ptr %block3.i, i64 %indvars.iv.i
  store i64 %conv2.i, ptr %arrayidx5.i, align 8
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, 3
  br i1 %exitcond.not.i, label %by_current.exit, label %for.body.i, !llvm.loop !4

by_current.exit:                                  ; preds = %for.body.i
  %conv6.i = zext i32 %status to i64
  %7 = load ptr, ptr @launch, align 8
  %status7.i = getelementptr inbounds nuw i8, ptr %7, i64 152
  store i64 %conv6.i, ptr %status7.i, align 8
  %8 = load ptr, ptr @current, align 8
  %9 = load ptr, ptr @main_stack, align 8
  tail call void @switch_stack(ptr noundef %8, ptr noundef %9) #16
  ret void
}

; Function Attrs: noreturn nounwind uwtable
define void @fail(i32 noundef %status, i32 noundef %site) local_unnamed_addr #3 {
entry:
  %conv = zext i32 %site to i64
  %0 = load ptr, ptr @launch, align 8
  %site1 = getelementptr inbounds nuw i8, ptr %0, i64 168
  store i64 %conv, ptr %site1, align 8
  %conv6.i.i = zext i32 %status to i64
  br label %for.cond

for.cond:                                         ; preds = %leave.exit, %entry
  %1 = load ptr, ptr @current, align 8
  %number.i.i = getelementptr inbounds nuw i8, ptr %1, i64 16
  %2 = load i32, ptr %number.i.i, align 8
  %conv.i.i = zext i32 %2 to i64
  %3 = load ptr, ptr @launch, align 8
  %thread.i.i = getelementptr inbounds nuw i8, ptr %3, i64 160
  store i64 %conv.i.i, ptr %thread.i.i, align 8
  br label %for.body.i.i

for.body.i.i:                                     ; preds = %for.body.i.i, %for.cond
  %indvars.iv.i.i = phi i64 [ 0, %for.cond ], [ %indvars.iv.next.i.i, %for.body.i.i ]
  %4 = load ptr, ptr @current, align 8
  %block.i.i = getelementptr inbounds nuw i8, ptr %4, i64 8
  %5 = load ptr, ptr %block.i.i, align 8
  %id.i.i = getelementptr inbounds nuw i8, ptr %5, i64 8
  %arrayidx.i.i = getelementptr inbounds nuw i32, ptr %id.i.i, i64 %indvars.iv.i.i
  %6 = load i32, ptr %arrayidx.i.i, align 4
  %conv2.i.i = zext i32 %6 to i64
  %7 = load ptr, ptr @launch, align 8
  %block3.i.i = getelementptr inbounds nuw i8, ptr %7, i64 232
  %arrayidx5.i.i = getelementptr inbounds nuw i64, ptr %block3.i.i, i64 %indvars.iv.i.i
  store i64 %conv2.i.i, ptr %arrayidx5.i.i, align 8
  %indvars.iv.next.i.i = add nuw nsw i64 %indvars.iv.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %indvars.iv.next.i.i, 3
  br i1 %exitcond.not.i.i, label %leave.exit, label %for.body.i.i, !llvm.loop !4

leave.exit:                                       ; preds = %for.body.i.i
  %8 = load ptr, ptr @launch, align 8
  %status7.i.i = getelementptr inbounds nuw i8, ptr %8, i64 152
  store i64 %conv6.i.i, ptr %status7.i.i, align 8
  %9 = load ptr, ptr @current, align 8
  %10 = load ptr, ptr @main_stack, align 8
  tail call void @switch_stack(ptr noundef %9, ptr noundef %10) #16
  br label %for.cond, !llvm.loop !7
}

; Function Attrs: nounwind uwtable
define void @yield() local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @current, align 8
  %spins = getelementptr inbounds nuw i8, ptr %0, i64 24
  %1 = load i32, ptr %spins, align 8
  %inc = add i32 %1, 1
  store i32 %inc, ptr %spins, align 8
  %rem = and i32 %inc, 15
  %tobool.not = icmp eq i32 %rem, 0
  br i1 %tobool.not, label %if.end, label %return

if.end:                                           ; preds = %entry
  %block = getelementptr inbounds nuw i8, ptr %0, i64 8
  %2 = load ptr, ptr %block, align 8
  %idle = getelementptr inbounds nuw i8, ptr %2, i64 28
  %3 = load i32, ptr %idle, align 4
  %inc1 = add i32 %3, 1
  store i32 %inc1, ptr %idle, align 4
  %4 = load ptr, ptr %block, align 8
  %state.i = getelementptr inbounds nuw i8, ptr %0, i64 20
  store i32 0, ptr %state.i, align 4
  %number.i = getelementptr inbounds nuw i8, ptr %0, i64 16
  %5 = load i32, ptr %number.i, align 8
  %ready.i = getelementptr inbounds nuw i8, ptr %4, i64 40
  %6 = load ptr, ptr %ready.i, align 8
  %first.i = getelementptr inbounds nuw i8, ptr %4, i64 48
  %7 = load i32, ptr %first.i, align 8
  %count.i = getelementptr inbounds nuw i8, ptr %4, i64 52
  %8 = load i32, ptr %count.i, align 4
  %inc.i = add i32 %8, 1
  store i32 %inc.i, ptr %count.i, align 4
  %add.i = add i32 %8, %7
  %conv.i = zext i32 %add.i to i64
  %9 = load ptr, ptr @launch, align 8
  %threads.i = getelementptr inbounds nuw i8, ptr %9, i64 56
  %10 = load i64, ptr %threads.i, align 8
  %rem.i = srem i64 %conv.i, %10
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %6, i64 %rem.i
  store i32 %5, ptr %arrayidx.i, align 4
  %11 = load ptr, ptr @current, align 8
  %12 = load ptr, ptr @main_stack, align 8
  tail call void @switch_stack(ptr noundef %11, ptr noundef %12) #16
  br label %return

return:                                           ; preds = %entry, %if.end
  ret void
}

; Function Attrs: noreturn nounwind uwtable
define void @emu_exit() local_unnamed_addr #3 {
entry:
  tail call void @check_stores() #16
  %0 = load ptr, ptr @current, align 8
  %state = getelementptr inbounds nuw i8, ptr %0, i64 20
  store i32 2, ptr %state, align 4
  %block = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block, align 8
  %live = getelementptr inbounds nuw i8, ptr %1, i64 24
  %2 = load i32, ptr %live, align 8
  %dec = add i32 %2, -1
  store i32 %dec, ptr %live, align 8
  %3 = load ptr, ptr %block, align 8
  %idle = getelementptr inbounds nuw i8, ptr %3, i64 28
  store i32 0, ptr %idle, align 4
  store i64 0, ptr @stalled, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.cond, %entry
  %4 = load ptr, ptr @current, align 8
  %5 = load ptr, ptr @main_stack, align 8
  tail call void @switch_stack(ptr noundef %4, ptr noundef %5) #16
  br label %for.cond, !llvm.loop !8
}

declare void @check_stores() local_unnamed_addr #4

; Function Attrs: noreturn nounwind uwtable
define void @emu_trap(i32 noundef %site) local_unnamed_addr #3 {
entry:
  tail call void @fail(i32 noundef 9, i32 noundef %site) #17
  unreachable
}

; Function Attrs: noreturn nounwind uwtable
define void @emu_fail_assertion(ptr noundef %message, ptr noundef %file, i32 noundef %line, ptr noundef %function, i32 noundef %site) local_unnamed_addr #3 {
entry:
  %0 = ptrtoint ptr %message to i64
  %1 = load ptr, ptr @launch, align 8
  %format = getelementptr inbounds nuw i8, ptr %1, i64 256
  store i64 %0, ptr %format, align 8
  %2 = ptrtoint ptr %file to i64
  %values = getelementptr inbounds nuw i8, ptr %1, i64 264
  store i64 %2, ptr %values, align 8
  %conv = zext i32 %line to i64
  %size = getelementptr inbounds nuw i8, ptr %1, i64 208
  store i64 %conv, ptr %size, align 8
  %3 = ptrtoint ptr %function to i64
  %address = getelementptr inbounds nuw i8, ptr %1, i64 192
  store i64 %3, ptr %address, align 8
  tail call void @fail(i32 noundef 10, i32 noundef %site) #17
  unreachable
}

; Function Attrs: nounwind uwtable
define noundef i32 @emu_print(ptr noundef %format, ptr noundef %values, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %0 = ptrtoint ptr %format to i64
  %1 = load ptr, ptr @launch, align 8
  %format1 = getelementptr inbounds nuw i8, ptr %1, i64 256
  store i64 %0, ptr %format1, align 8
  %2 = ptrtoint ptr %values to i64
  %values2 = getelementptr inbounds nuw i8, ptr %1, i64 264
  store i64 %2, ptr %values2, align 8
  %conv = zext i32 %site to i64
  %site3 = getelementptr inbounds nuw i8, ptr %1, i64 168
  store i64 %conv, ptr %site3, align 8
  %3 = load ptr, ptr @current, align 8
  %number.i.i = getelementptr inbounds nuw i8, ptr %3, i64 16
  %4 = load i32, ptr %number.i.i, align 8
  %conv.i.i = zext i32 %4 to i64
  %thread.i.i = getelementptr inbounds nuw i8, ptr %1, i64 160
  store i64 %conv.i.i, ptr %thread.i.i, align 8
  br label %for.body.i.i

for.body.i.i:                                     ; preds = %for.body.i.i, %entry
  %indvars.iv.i.i = phi i64 [ 0, %entry ], [ %indvars.iv.next.i.i, %for.body.i.i ]
  %5 = load ptr, ptr @current, align 8
  %block.i.i = getelementptr inbounds nuw i8, ptr %5, i64 8
  %6 = load ptr, ptr %block.i.i, align 8
  %id.i.i = getelementptr inbounds nuw i8, ptr %6, i64 8
  %arrayidx.i.i = getelementptr inbounds nuw i32, ptr %id.i.i, i64 %indvars.iv.i.i
  %7 = load i32, ptr %arrayidx.i.i, align 4
  %conv2.i.i = zext i32 %7 to i64
  %8 = load ptr, ptr @launch, align 8
  %block3.i.i = getelementptr inbounds nuw i8, ptr %8, i64 232
  %arrayidx5.i.i = getelementptr inbounds nuw i64, ptr %block3.i.i, i64 %indvars.iv.i.i
  store i64 %conv2.i.i, ptr %arrayidx5.i.i, align 8
  %indvars.iv.next.i.i = add nuw nsw i64 %indvars.iv.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %indvars.iv.next.i.i, 3
  br i1 %exitcond.not.i.i, label %leave.exit, label %for.body.i.i, !llvm.loop !4

leave.exit:                                       ; preds = %for.body.i.i
  %9 = load ptr, ptr @launch, align 8
  %status7.i.i = getelementptr inbounds nuw i8, ptr %9, i64 152
  store i64 1, ptr %status7.i.i, align 8
  %10 = load ptr, ptr @current, align 8
  %11 = load ptr, ptr @main_stack, align 8
  tail call void @switch_stack(ptr noundef %10, ptr noundef %11) #16
  ret i32 0
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @join_clocks(ptr noundef readonly captures(none) %threads, i32 noundef %count) local_unnamed_addr #5 {
entry:
  %0 = load ptr, ptr %threads, align 8
  %clocks = getelementptr inbounds nuw i8, ptr %0, i64 72
  %1 = load ptr, ptr %clocks, align 8
  %2 = load ptr, ptr @launch, align 8
  %threads1 = getelementptr inbounds nuw i8, ptr %2, i64 56
  %3 = load i64, ptr %threads1, align 8
  %block = getelementptr inbounds nuw i8, ptr %0, i64 8
  %4 = load ptr, ptr %block, align 8
  %mbarrier_count = getelementptr inbounds nuw i8, ptr %4, i64 3728
  %5 = load i32, ptr %mbarrier_count, align 8
  %6 = trunc i64 %3 to i32
  %conv3 = add i32 %5, %6
  %cmp85 = icmp ugt i32 %count, 1
  br i1 %cmp85, label %for.body.lr.ph, label %for.cond28.preheader

for.body.lr.ph:                                   ; preds = %entry
  %cmp883.not = icmp eq i32 %conv3, 0
  %wide.trip.count95 = zext i32 %count to i64
  %wide.trip.count = zext i32 %conv3 to i64
  br label %for.body

for.cond28.preheader:                             ; preds = %for.cond.cleanup10, %entry
  %cmp2987 = icmp ugt i32 %count, 1
  br i1 %cmp2987, label %for.body32.lr.ph, label %for.cond41.preheader

for.body32.lr.ph:                                 ; preds = %for.cond28.preheader
  %conv36 = zext i32 %conv3 to i64
  %mul = shl nuw nsw i64 %conv36, 2
  %wide.trip.count100 = zext i32 %count to i64
  br label %for.body32

for.body:                                         ; preds = %for.body.lr.ph, %for.cond.cleanup10
  %indvars.iv92 = phi i64 [ 1, %for.body.lr.ph ], [ %indvars.iv.next93, %for.cond.cleanup10 ]
  %arrayidx5 = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv92
  %7 = load ptr, ptr %arrayidx5, align 8
  %clocks6 = getelementptr inbounds nuw i8, ptr %7, i64 72
  %8 = load ptr, ptr %clocks6, align 8
  br i1 %cmp883.not, label %for.cond.cleanup10, label %for.body11

for.cond.cleanup10:                               ; preds = %for.body11, %for.body
  %indvars.iv.next93 = add nuw nsw i64 %indvars.iv92, 1
  %exitcond96.not = icmp eq i64 %indvars.iv.next93, %wide.trip.count95
  br i1 %exitcond96.not, label %for.cond28.preheader, label %for.body, !llvm.loop !9

for.body11:                                       ; preds = %for.body, %for.body11
  %indvars.iv = phi i64 [ %indvars.iv.next, %for.body11 ], [ 0, %for.body ]
  %arrayidx13 = getelementptr inbounds nuw i32, ptr %1, i64 %indvars.iv
  %9 = load i32, ptr %arrayidx13, align 4
  %arrayidx15 = getelementptr inbounds nuw i32, ptr %8, i64 %indvars.iv
  %10 = load i32, ptr %arrayidx15, align 4
  %. = tail call i32 @llvm.umax.i32(i32 %9, i32 %10)
  store i32 %., ptr %arrayidx13, align 4
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond.cleanup10, label %for.body11, !llvm.loop !10

for.cond41.preheader:                             ; preds = %for.body32, %for.cond28.preheader
  %cmp4289.not = icmp eq i32 %count, 0
  br i1 %cmp4289.not, label %for.cond.cleanup44, label %for.body45.preheader

for.body45.preheader:                             ; preds = %for.cond41.preheader
  %wide.trip.count105 = zext i32 %count to i64
  br label %for.body45

for.body32:                                       ; preds = %for.body32.lr.ph, %for.body32
  %indvars.iv97 = phi i64 [ 1, %for.body32.lr.ph ], [ %indvars.iv.next98, %for.body32 ]
  %arrayidx34 = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv97
  %11 = load ptr, ptr %arrayidx34, align 8
  %clocks35 = getelementptr inbounds nuw i8, ptr %11, i64 72
  %12 = load ptr, ptr %clocks35, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 4 %12, ptr align 4 %1, i64 %mul, i1 false)
  %indvars.iv.next98 = add nuw nsw i64 %indvars.iv97, 1
  %exitcond101.not = icmp eq i64 %indvars.iv.next98, %wide.trip.count100
  br i1 %exitcond101.not, label %for.cond41.preheader, label %for.body32, !llvm.loop !11

for.cond.cleanup44:                               ; preds = %for.body45, %for.cond41.preheader
  ret void

for.body45:                                       ; preds = %for.body45.preheader, %for.body45
  %indvars.iv102 = phi i64 [ 0, %for.body45.preheader ], [ %indvars.iv.next103, %for.body45 ]
  %arrayidx47 = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv102
  %13 = load ptr, ptr %arrayidx47, align 8
  %clocks48 = getelementptr inbounds nuw i8, ptr %13, i64 72
  %14 = load ptr, ptr %clocks48, align 8
  %number = getelementptr inbounds nuw i8, ptr %13, i64 16
  %15 = load i32, ptr %number, align 8
  %idxprom51 = zext i32 %15 to i64
  %arrayidx52 = getelementptr inbounds nuw i32, ptr %14, i64 %idxprom51
  %16 = load i32, ptr %arrayidx52, align 4
  %inc53 = add i32 %16, 1
  store i32 %inc53, ptr %arrayidx52, align 4
  %indvars.iv.next103 = add nuw nsw i64 %indvars.iv102, 1
  %exitcond106.not = icmp eq i64 %indvars.iv.next103, %wide.trip.count105
  br i1 %exitcond106.not, label %for.cond.cleanup44, label %for.body45, !llvm.loop !12
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #6

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #6

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #7

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @fence() local_unnamed_addr #5 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %check_races = getelementptr inbounds nuw i8, ptr %0, i64 96
  %1 = load i64, ptr %check_races, align 8
  %tobool.not = icmp eq i64 %1, 0
  br i1 %tobool.not, label %return, label %if.end

if.end:                                           ; preds = %entry
  %2 = load ptr, ptr @current, align 8
  %clocks = getelementptr inbounds nuw i8, ptr %2, i64 72
  %3 = load ptr, ptr %clocks, align 8
  %block = getelementptr inbounds nuw i8, ptr %2, i64 8
  %4 = load ptr, ptr %block, align 8
  %released1 = getelementptr inbounds nuw i8, ptr %4, i64 72
  %5 = load ptr, ptr %released1, align 8
  %6 = load ptr, ptr @launch, align 8
  %threads26 = getelementptr inbounds nuw i8, ptr %6, i64 56
  %7 = load i64, ptr %threads26, align 8
  %8 = load ptr, ptr @current, align 8
  %block227 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %9 = load ptr, ptr %block227, align 8
  %mbarrier_count28 = getelementptr inbounds nuw i8, ptr %9, i64 3728
  %10 = load i32, ptr %mbarrier_count28, align 8
  %conv29 = zext i32 %10 to i64
  %add30 = add nsw i64 %7, %conv29
  %cmp31 = icmp sgt i64 %add30, 0
  br i1 %cmp31, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.body, %if.end
  %.lcssa = phi ptr [ %8, %if.end ], [ %17, %for.body ]
  %number = getelementptr inbounds nuw i8, ptr %.lcssa, i64 16
  %11 = load i32, ptr %number, align 8
  %idxprom = zext i32 %11 to i64
  %arrayidx11 = getelementptr inbounds nuw i32, ptr %3, i64 %idxprom
  %12 = load i32, ptr %arrayidx11, align 4
  %inc12 = add i32 %12, 1
  store i32 %inc12, ptr %arrayidx11, align 4
  br label %return

for.body:                                         ; preds = %if.end, %for.body
  %t.032 = phi i64 [ %inc, %for.body ], [ 0, %if.end ]
  %arrayidx = getelementptr inbounds nuw i32, ptr %3, i64 %t.032
  %13 = load i32, ptr %arrayidx, align 4
  %arrayidx4 = getelementptr inbounds nuw i32, ptr %5, i64 %t.032
  %14 = load i32, ptr %arrayidx4, align 4
  %. = tail call i32 @llvm.umax.i32(i32 %13, i32 %14)
  store i32 %., ptr %arrayidx, align 4
  store i32 %., ptr %arrayidx4, align 4
  %inc = add nuw nsw i64 %t.032, 1
  %15 = load ptr, ptr @launch, align 8
  %threads = getelementptr inbounds nuw i8, ptr %15, i64 56
  %16 = load i64, ptr %threads, align 8
  %17 = load ptr, ptr @current, align 8
  %block2 = getelementptr inbounds nuw i8, ptr %17, i64 8
  %18 = load ptr, ptr %block2, align 8
  %mbarrier_count = getelementptr inbounds nuw i8, ptr %18, i64 3728
  %19 = load i32, ptr %mbarrier_count, align 8
  %conv = zext i32 %19 to i64
  %add = add nsw i64 %16, %conv
  %cmp = icmp slt i64 %inc, %add
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !13

return:                                           ; preds = %entry, %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define void @wait_for_block(ptr noundef readonly byval(%struct.Wait) align 8 captures(none) %wait) local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @current, align 8
  %wait1 = getelementptr inbounds nuw i8, ptr %0, i64 32
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %wait1, ptr noundef nonnull align 8 dereferenceable(40) %wait, i64 40, i1 false)
  %state = getelementptr inbounds nuw i8, ptr %0, i64 20
  store i32 1, ptr %state, align 4
  call fastcc void @complete_barrier(ptr noundef nonnull %wait)
  store ptr %0, ptr @current, align 8
  %1 = load ptr, ptr @main_stack, align 8
  tail call void @switch_stack(ptr noundef %0, ptr noundef %1) #16
  ret void
}

; Function Attrs: nounwind uwtable
define internal fastcc void @complete_barrier(ptr noundef readonly captures(none) %wait) unnamed_addr #0 {
entry:
  %together = alloca [1024 x ptr], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %together) #16
  %0 = load ptr, ptr @current, align 8
  %block1 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block1, align 8
  %arrived2 = getelementptr inbounds nuw i8, ptr %1, i64 80
  %key = getelementptr inbounds nuw i8, ptr %wait, i64 4
  %2 = load i32, ptr %key, align 4
  %idxprom = zext i32 %2 to i64
  %arrayidx = getelementptr inbounds nuw i32, ptr %arrived2, i64 %idxprom
  %threads = getelementptr inbounds nuw i8, ptr %1, i64 32
  %3 = load ptr, ptr %threads, align 8
  %4 = load ptr, ptr @launch, align 8
  %threads3 = getelementptr inbounds nuw i8, ptr %4, i64 56
  %5 = load i64, ptr %threads3, align 8
  %6 = and i64 %5, 4294967295
  %cmp21.not.i = icmp eq i64 %6, 0
  br i1 %cmp21.not.i, label %gather.exit, label %for.body.lr.ph.i

for.body.lr.ph.i:                                 ; preds = %entry
  %wide.trip.count.i = and i64 %5, 4294967295
  br label %for.body.i

for.body.i:                                       ; preds = %for.inc.i, %for.body.lr.ph.i
  %indvars.iv.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %indvars.iv.next.i, %for.inc.i ]
  %found.022.i = phi i32 [ 0, %for.body.lr.ph.i ], [ %found.1.i, %for.inc.i ]
  %arrayidx.i = getelementptr inbounds nuw %struct.Thread, ptr %3, i64 %indvars.iv.i
  %state.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 20
  %7 = load i32, ptr %state.i, align 4
  %cmp2.i = icmp eq i32 %7, 1
  br i1 %cmp2.i, label %land.lhs.true3.i, label %for.inc.i

land.lhs.true3.i:                                 ; preds = %for.body.i
  %wait6.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 32
  %8 = load i32, ptr %wait6.i, align 8
  %9 = load i32, ptr %wait, align 8
  %cmp.i.i = icmp eq i32 %8, %9
  br i1 %cmp.i.i, label %land.rhs.i.i, label %for.inc.i

land.rhs.i.i:                                     ; preds = %land.lhs.true3.i
  %key.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 36
  %10 = load i32, ptr %key.i.i, align 4
  %cmp3.i.i = icmp eq i32 %10, %2
  br i1 %cmp3.i.i, label %if.then.i, label %for.inc.i

if.then.i:                                        ; preds = %land.rhs.i.i
  %inc.i = add i32 %found.022.i, 1
  %idxprom9.i = zext i32 %found.022.i to i64
  %arrayidx10.i = getelementptr inbounds nuw ptr, ptr %together, i64 %idxprom9.i
  store ptr %arrayidx.i, ptr %arrayidx10.i, align 8
  br label %for.inc.i

for.inc.i:                                        ; preds = %if.then.i, %land.rhs.i.i, %land.lhs.true3.i, %for.body.i
  %found.1.i = phi i32 [ %inc.i, %if.then.i ], [ %found.022.i, %land.rhs.i.i ], [ %found.022.i, %for.body.i ], [ %found.022.i, %land.lhs.true3.i ]
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, %wide.trip.count.i
  br i1 %exitcond.not.i, label %gather.exit, label %for.body.i, !llvm.loop !14

gather.exit:                                      ; preds = %for.inc.i, %entry
  %found.0.lcssa.i = phi i32 [ 0, %entry ], [ %found.1.i, %for.inc.i ]
  %tobool.not = icmp eq i32 %found.0.lcssa.i, 0
  br i1 %tobool.not, label %cleanup, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %gather.exit
  %11 = load i32, ptr %arrayidx, align 4
  %add = add i32 %11, %found.0.lcssa.i
  %expected = getelementptr inbounds nuw i8, ptr %wait, i64 12
  %12 = load i32, ptr %expected, align 4
  %cmp.not = icmp eq i32 %add, %12
  br i1 %cmp.not, label %if.end, label %cleanup

if.end:                                           ; preds = %lor.lhs.false
  %tobool5.not = icmp eq i32 %11, 0
  br i1 %tobool5.not, label %if.end11, label %for.body.preheader

for.body.preheader:                               ; preds = %if.end
  %wide.trip.count = zext i32 %found.0.lcssa.i to i64
  br label %for.body

for.body:                                         ; preds = %for.body.preheader, %fence.exit
  %indvars.iv = phi i64 [ 0, %for.body.preheader ], [ %indvars.iv.next, %fence.exit ]
  %arrayidx10 = getelementptr inbounds nuw ptr, ptr %together, i64 %indvars.iv
  %13 = load ptr, ptr %arrayidx10, align 8
  store ptr %13, ptr @current, align 8
  %14 = load ptr, ptr @launch, align 8
  %check_races.i = getelementptr inbounds nuw i8, ptr %14, i64 96
  %15 = load i64, ptr %check_races.i, align 8
  %tobool.not.i = icmp eq i64 %15, 0
  br i1 %tobool.not.i, label %fence.exit, label %if.end.i

if.end.i:                                         ; preds = %for.body
  %clocks.i = getelementptr inbounds nuw i8, ptr %13, i64 72
  %16 = load ptr, ptr %clocks.i, align 8
  %block.i = getelementptr inbounds nuw i8, ptr %13, i64 8
  %17 = load ptr, ptr %block.i, align 8
  %released1.i = getelementptr inbounds nuw i8, ptr %17, i64 72
  %18 = load ptr, ptr %released1.i, align 8
  %threads26.i = getelementptr inbounds nuw i8, ptr %14, i64 56
  %19 = load i64, ptr %threads26.i, align 8
  %mbarrier_count28.i = getelementptr inbounds nuw i8, ptr %17, i64 3728
  %20 = load i32, ptr %mbarrier_count28.i, align 8
  %conv29.i = zext i32 %20 to i64
  %add30.i = add nsw i64 %19, %conv29.i
  %cmp31.i = icmp sgt i64 %add30.i, 0
  br i1 %cmp31.i, label %for.body.i26, label %for.cond.cleanup.i

for.cond.cleanup.i:                               ; preds = %for.body.i26, %if.end.i
  %.lcssa.i = phi ptr [ %13, %if.end.i ], [ %27, %for.body.i26 ]
  %number.i = getelementptr inbounds nuw i8, ptr %.lcssa.i, i64 16
  %21 = load i32, ptr %number.i, align 8
  %idxprom.i = zext i32 %21 to i64
  %arrayidx11.i = getelementptr inbounds nuw i32, ptr %16, i64 %idxprom.i
  %22 = load i32, ptr %arrayidx11.i, align 4
  %inc12.i = add i32 %22, 1
  store i32 %inc12.i, ptr %arrayidx11.i, align 4
  br label %fence.exit

for.body.i26:                                     ; preds = %if.end.i, %for.body.i26
  %t.032.i = phi i64 [ %inc.i28, %for.body.i26 ], [ 0, %if.end.i ]
  %arrayidx.i27 = getelementptr inbounds nuw i32, ptr %16, i64 %t.032.i
  %23 = load i32, ptr %arrayidx.i27, align 4
  %arrayidx4.i = getelementptr inbounds nuw i32, ptr %18, i64 %t.032.i
  %24 = load i32, ptr %arrayidx4.i, align 4
  %..i = tail call i32 @llvm.umax.i32(i32 %23, i32 %24)
  store i32 %..i, ptr %arrayidx.i27, align 4
  store i32 %..i, ptr %arrayidx4.i, align 4
  %inc.i28 = add nuw nsw i64 %t.032.i, 1
  %25 = load ptr, ptr @launch, align 8
  %threads.i = getelementptr inbounds nuw i8, ptr %25, i64 56
  %26 = load i64, ptr %threads.i, align 8
  %27 = load ptr, ptr @current, align 8
  %block2.i = getelementptr inbounds nuw i8, ptr %27, i64 8
  %28 = load ptr, ptr %block2.i, align 8
  %mbarrier_count.i = getelementptr inbounds nuw i8, ptr %28, i64 3728
  %29 = load i32, ptr %mbarrier_count.i, align 8
  %conv.i = zext i32 %29 to i64
  %add.i = add nsw i64 %26, %conv.i
  %cmp.i = icmp slt i64 %inc.i28, %add.i
  br i1 %cmp.i, label %for.body.i26, label %for.cond.cleanup.i, !llvm.loop !13

fence.exit:                                       ; preds = %for.body, %for.cond.cleanup.i
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %if.end11, label %for.body, !llvm.loop !15

if.end11:                                         ; preds = %fence.exit, %if.end
  store i32 0, ptr %arrayidx, align 4
  call fastcc void @complete(ptr noundef %together, i32 noundef %found.0.lcssa.i)
  br label %cleanup

cleanup:                                          ; preds = %gather.exit, %lor.lhs.false, %if.end11
  call void @llvm.lifetime.end.p0(ptr nonnull %together) #16
  ret void
}

; Function Attrs: nounwind uwtable
define void @arrive(ptr noundef readonly byval(%struct.Wait) align 8 captures(none) %wait) local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @current, align 8
  %1 = load ptr, ptr @launch, align 8
  %check_races.i = getelementptr inbounds nuw i8, ptr %1, i64 96
  %2 = load i64, ptr %check_races.i, align 8
  %tobool.not.i = icmp eq i64 %2, 0
  br i1 %tobool.not.i, label %fence.exit, label %if.end.i

if.end.i:                                         ; preds = %entry
  %clocks.i = getelementptr inbounds nuw i8, ptr %0, i64 72
  %3 = load ptr, ptr %clocks.i, align 8
  %block.i = getelementptr inbounds nuw i8, ptr %0, i64 8
  %4 = load ptr, ptr %block.i, align 8
  %released1.i = getelementptr inbounds nuw i8, ptr %4, i64 72
  %5 = load ptr, ptr %released1.i, align 8
  %threads26.i = getelementptr inbounds nuw i8, ptr %1, i64 56
  %6 = load i64, ptr %threads26.i, align 8
  %mbarrier_count28.i = getelementptr inbounds nuw i8, ptr %4, i64 3728
  %7 = load i32, ptr %mbarrier_count28.i, align 8
  %conv29.i = zext i32 %7 to i64
  %add30.i = add nsw i64 %6, %conv29.i
  %cmp31.i = icmp sgt i64 %add30.i, 0
  br i1 %cmp31.i, label %for.body.i, label %for.cond.cleanup.i

for.cond.cleanup.i:                               ; preds = %for.body.i, %if.end.i
  %.lcssa.i = phi ptr [ %0, %if.end.i ], [ %14, %for.body.i ]
  %number.i = getelementptr inbounds nuw i8, ptr %.lcssa.i, i64 16
  %8 = load i32, ptr %number.i, align 8
  %idxprom.i = zext i32 %8 to i64
  %arrayidx11.i = getelementptr inbounds nuw i32, ptr %3, i64 %idxprom.i
  %9 = load i32, ptr %arrayidx11.i, align 4
  %inc12.i = add i32 %9, 1
  store i32 %inc12.i, ptr %arrayidx11.i, align 4
  br label %fence.exit

for.body.i:                                       ; preds = %if.end.i, %for.body.i
  %t.032.i = phi i64 [ %inc.i, %for.body.i ], [ 0, %if.end.i ]
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %3, i64 %t.032.i
  %10 = load i32, ptr %arrayidx.i, align 4
  %arrayidx4.i = getelementptr inbounds nuw i32, ptr %5, i64 %t.032.i
  %11 = load i32, ptr %arrayidx4.i, align 4
  %..i = tail call i32 @llvm.umax.i32(i32 %10, i32 %11)
  store i32 %..i, ptr %arrayidx.i, align 4
  store i32 %..i, ptr %arrayidx4.i, align 4
  %inc.i = add nuw nsw i64 %t.032.i, 1
  %12 = load ptr, ptr @launch, align 8
  %threads.i = getelementptr inbounds nuw i8, ptr %12, i64 56
  %13 = load i64, ptr %threads.i, align 8
  %14 = load ptr, ptr @current, align 8
  %block2.i = getelementptr inbounds nuw i8, ptr %14, i64 8
  %15 = load ptr, ptr %block2.i, align 8
  %mbarrier_count.i = getelementptr inbounds nuw i8, ptr %15, i64 3728
  %16 = load i32, ptr %mbarrier_count.i, align 8
  %conv.i = zext i32 %16 to i64
  %add.i = add nsw i64 %13, %conv.i
  %cmp.i = icmp slt i64 %inc.i, %add.i
  br i1 %cmp.i, label %for.body.i, label %for.cond.cleanup.i, !llvm.loop !13

fence.exit:                                       ; preds = %entry, %for.cond.cleanup.i
  %block = getelementptr inbounds nuw i8, ptr %0, i64 8
  %17 = load ptr, ptr %block, align 8
  %arrived = getelementptr inbounds nuw i8, ptr %17, i64 80
  %key = getelementptr inbounds nuw i8, ptr %wait, i64 4
  %18 = load i32, ptr %key, align 4
  %idxprom = zext i32 %18 to i64
  %arrayidx = getelementptr inbounds nuw i32, ptr %arrived, i64 %idxprom
  %19 = load i32, ptr %arrayidx, align 4
  %inc = add i32 %19, 1
  store i32 %inc, ptr %arrayidx, align 4
  call fastcc void @complete_barrier(ptr noundef nonnull %wait)
  store ptr %0, ptr @current, align 8
  ret void
}

; Function Attrs: nounwind uwtable
define void @wait_for_warp(ptr noundef readonly byval(%struct.Wait) align 8 captures(none) %it, i32 noundef %mask) local_unnamed_addr #0 {
entry:
  %together = alloca [32 x ptr], align 16
  %0 = load ptr, ptr @current, align 8
  %number = getelementptr inbounds nuw i8, ptr %0, i64 16
  %1 = load i32, ptr %number, align 8
  %rem.i = and i32 %1, 31
  %2 = shl nuw i32 1, %rem.i
  %3 = and i32 %2, %mask
  %tobool.not = icmp eq i32 %3, 0
  br i1 %tobool.not, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %site = getelementptr inbounds nuw i8, ptr %it, i64 8
  %4 = load i32, ptr %site, align 8
  tail call void @fail(i32 noundef 13, i32 noundef %4) #17
  unreachable

if.end:                                           ; preds = %entry
  %5 = load ptr, ptr @launch, align 8
  %threads = getelementptr inbounds nuw i8, ptr %5, i64 56
  %6 = load i64, ptr %threads, align 8
  %sub = and i32 %1, -32
  %conv = zext i32 %sub to i64
  %7 = trunc i64 %6 to i32
  call void @llvm.lifetime.start.p0(ptr nonnull %together) #16
  %wait = getelementptr inbounds nuw i8, ptr %0, i64 32
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %wait, ptr noundef nonnull align 8 dereferenceable(40) %it, i64 40, i1 false)
  %state = getelementptr inbounds nuw i8, ptr %0, i64 20
  store i32 1, ptr %state, align 4
  %block = getelementptr inbounds nuw i8, ptr %0, i64 8
  %8 = load ptr, ptr %block, align 8
  %threads4 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %9 = load ptr, ptr %threads4, align 8
  %add.ptr = getelementptr inbounds nuw %struct.Thread, ptr %9, i64 %conv
  %cmp21.not.i = icmp eq i32 %sub, %7
  br i1 %cmp21.not.i, label %gather.exit, label %for.body.lr.ph.i

for.body.lr.ph.i:                                 ; preds = %if.end
  %conv2 = sub i32 %7, %sub
  %cond = tail call i32 @llvm.umin.i32(i32 %conv2, i32 32)
  %cmp1.i = icmp eq i32 %mask, -1
  %key2.i.i = getelementptr inbounds nuw i8, ptr %it, i64 4
  %wide.trip.count.i = zext nneg i32 %cond to i64
  %10 = load i32, ptr %it, align 8
  %11 = load i32, ptr %key2.i.i, align 4
  br label %for.body.i

for.body.i:                                       ; preds = %for.inc.i, %for.body.lr.ph.i
  %indvars.iv.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %indvars.iv.next.i, %for.inc.i ]
  %found.022.i = phi i32 [ 0, %for.body.lr.ph.i ], [ %found.1.i, %for.inc.i ]
  br i1 %cmp1.i, label %land.lhs.true.i, label %lor.lhs.false.i

lor.lhs.false.i:                                  ; preds = %for.body.i
  %12 = trunc nuw i64 %indvars.iv.i to i32
  %13 = shl nuw i32 1, %12
  %14 = and i32 %13, %mask
  %tobool.not.i = icmp eq i32 %14, 0
  br i1 %tobool.not.i, label %for.inc.i, label %land.lhs.true.i

land.lhs.true.i:                                  ; preds = %lor.lhs.false.i, %for.body.i
  %arrayidx.i = getelementptr inbounds nuw %struct.Thread, ptr %add.ptr, i64 %indvars.iv.i
  %state.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 20
  %15 = load i32, ptr %state.i, align 4
  %cmp2.i = icmp eq i32 %15, 1
  br i1 %cmp2.i, label %land.lhs.true3.i, label %for.inc.i

land.lhs.true3.i:                                 ; preds = %land.lhs.true.i
  %wait6.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 32
  %16 = load i32, ptr %wait6.i, align 8
  %cmp.i.i = icmp eq i32 %16, %10
  br i1 %cmp.i.i, label %land.rhs.i.i, label %for.inc.i

land.rhs.i.i:                                     ; preds = %land.lhs.true3.i
  %key.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 36
  %17 = load i32, ptr %key.i.i, align 4
  %cmp3.i.i = icmp eq i32 %17, %11
  br i1 %cmp3.i.i, label %if.then.i, label %for.inc.i

if.then.i:                                        ; preds = %land.rhs.i.i
  %inc.i = add i32 %found.022.i, 1
  %idxprom9.i = zext i32 %found.022.i to i64
  %arrayidx10.i = getelementptr inbounds nuw ptr, ptr %together, i64 %idxprom9.i
  store ptr %arrayidx.i, ptr %arrayidx10.i, align 8
  br label %for.inc.i

for.inc.i:                                        ; preds = %if.then.i, %land.rhs.i.i, %land.lhs.true3.i, %land.lhs.true.i, %lor.lhs.false.i
  %found.1.i = phi i32 [ %inc.i, %if.then.i ], [ %found.022.i, %land.rhs.i.i ], [ %found.022.i, %land.lhs.true.i ], [ %found.022.i, %lor.lhs.false.i ], [ %found.022.i, %land.lhs.true3.i ]
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, %wide.trip.count.i
  br i1 %exitcond.not.i, label %gather.exit, label %for.body.i, !llvm.loop !14

gather.exit:                                      ; preds = %for.inc.i, %if.end
  %found.0.lcssa.i = phi i32 [ 0, %if.end ], [ %found.1.i, %for.inc.i ]
  %18 = tail call range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %mask)
  %cmp7 = icmp eq i32 %found.0.lcssa.i, %18
  br i1 %cmp7, label %if.then9, label %if.end11

if.then9:                                         ; preds = %gather.exit
  call fastcc void @complete(ptr noundef %together, i32 noundef %found.0.lcssa.i)
  br label %if.end11

if.end11:                                         ; preds = %if.then9, %gather.exit
  %19 = load ptr, ptr @current, align 8
  %20 = load ptr, ptr @main_stack, align 8
  call void @switch_stack(ptr noundef %19, ptr noundef %20) #16
  call void @llvm.lifetime.end.p0(ptr nonnull %together) #16
  ret void
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctpop.i32(i32) #8

; Function Attrs: nounwind uwtable
define internal fastcc void @complete(ptr noundef nonnull %threads, i32 noundef %count) unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %check_races = getelementptr inbounds nuw i8, ptr %0, i64 96
  %1 = load i64, ptr %check_races, align 8
  %tobool.not = icmp eq i64 %1, 0
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  %2 = load ptr, ptr %threads, align 8
  %clocks.i = getelementptr inbounds nuw i8, ptr %2, i64 72
  %3 = load ptr, ptr %clocks.i, align 8
  %threads1.i = getelementptr inbounds nuw i8, ptr %0, i64 56
  %4 = load i64, ptr %threads1.i, align 8
  %block.i = getelementptr inbounds nuw i8, ptr %2, i64 8
  %5 = load ptr, ptr %block.i, align 8
  %mbarrier_count.i = getelementptr inbounds nuw i8, ptr %5, i64 3728
  %6 = load i32, ptr %mbarrier_count.i, align 8
  %7 = trunc i64 %4 to i32
  %conv3.i = add i32 %6, %7
  %cmp85.i = icmp ugt i32 %count, 1
  br i1 %cmp85.i, label %for.body.lr.ph.i, label %for.cond41.preheader.i

for.body.lr.ph.i:                                 ; preds = %if.then
  %cmp883.not.i = icmp eq i32 %conv3.i, 0
  %wide.trip.count95.i = zext i32 %count to i64
  %wide.trip.count.i = zext i32 %conv3.i to i64
  br label %for.body.i

for.body32.lr.ph.i:                               ; preds = %for.cond.cleanup10.i
  %conv36.i = zext i32 %conv3.i to i64
  %mul.i = shl nuw nsw i64 %conv36.i, 2
  %wide.trip.count100.i = zext i32 %count to i64
  br label %for.body32.i

for.body.i:                                       ; preds = %for.cond.cleanup10.i, %for.body.lr.ph.i
  %indvars.iv92.i = phi i64 [ 1, %for.body.lr.ph.i ], [ %indvars.iv.next93.i, %for.cond.cleanup10.i ]
  %arrayidx5.i = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv92.i
  %8 = load ptr, ptr %arrayidx5.i, align 8
  %clocks6.i = getelementptr inbounds nuw i8, ptr %8, i64 72
  %9 = load ptr, ptr %clocks6.i, align 8
  br i1 %cmp883.not.i, label %for.cond.cleanup10.i, label %for.body11.i

for.cond.cleanup10.i:                             ; preds = %for.body11.i, %for.body.i
  %indvars.iv.next93.i = add nuw nsw i64 %indvars.iv92.i, 1
  %exitcond96.not.i = icmp eq i64 %indvars.iv.next93.i, %wide.trip.count95.i
  br i1 %exitcond96.not.i, label %for.body32.lr.ph.i, label %for.body.i, !llvm.loop !9

for.body11.i:                                     ; preds = %for.body.i, %for.body11.i
  %indvars.iv.i = phi i64 [ %indvars.iv.next.i, %for.body11.i ], [ 0, %for.body.i ]
  %arrayidx13.i = getelementptr inbounds nuw i32, ptr %3, i64 %indvars.iv.i
  %10 = load i32, ptr %arrayidx13.i, align 4
  %arrayidx15.i = getelementptr inbounds nuw i32, ptr %9, i64 %indvars.iv.i
  %11 = load i32, ptr %arrayidx15.i, align 4
  %..i = tail call i32 @llvm.umax.i32(i32 %10, i32 %11)
  store i32 %..i, ptr %arrayidx13.i, align 4
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, %wide.trip.count.i
  br i1 %exitcond.not.i, label %for.cond.cleanup10.i, label %for.body11.i, !llvm.loop !10

for.cond41.preheader.i:                           ; preds = %for.body32.i, %if.then
  %cmp4289.not.i = icmp eq i32 %count, 0
  br i1 %cmp4289.not.i, label %if.end, label %for.body45.preheader.i

for.body45.preheader.i:                           ; preds = %for.cond41.preheader.i
  %wide.trip.count105.i = zext i32 %count to i64
  br label %for.body45.i

for.body32.i:                                     ; preds = %for.body32.i, %for.body32.lr.ph.i
  %indvars.iv97.i = phi i64 [ 1, %for.body32.lr.ph.i ], [ %indvars.iv.next98.i, %for.body32.i ]
  %arrayidx34.i = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv97.i
  %12 = load ptr, ptr %arrayidx34.i, align 8
  %clocks35.i = getelementptr inbounds nuw i8, ptr %12, i64 72
  %13 = load ptr, ptr %clocks35.i, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 4 %13, ptr align 4 %3, i64 %mul.i, i1 false)
  %indvars.iv.next98.i = add nuw nsw i64 %indvars.iv97.i, 1
  %exitcond101.not.i = icmp eq i64 %indvars.iv.next98.i, %wide.trip.count100.i
  br i1 %exitcond101.not.i, label %for.cond41.preheader.i, label %for.body32.i, !llvm.loop !11

for.body45.i:                                     ; preds = %for.body45.i, %for.body45.preheader.i
  %indvars.iv102.i = phi i64 [ 0, %for.body45.preheader.i ], [ %indvars.iv.next103.i, %for.body45.i ]
  %arrayidx47.i = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv102.i
  %14 = load ptr, ptr %arrayidx47.i, align 8
  %clocks48.i = getelementptr inbounds nuw i8, ptr %14, i64 72
  %15 = load ptr, ptr %clocks48.i, align 8
  %number.i = getelementptr inbounds nuw i8, ptr %14, i64 16
  %16 = load i32, ptr %number.i, align 8
  %idxprom51.i = zext i32 %16 to i64
  %arrayidx52.i = getelementptr inbounds nuw i32, ptr %15, i64 %idxprom51.i
  %17 = load i32, ptr %arrayidx52.i, align 4
  %inc53.i = add i32 %17, 1
  store i32 %inc53.i, ptr %arrayidx52.i, align 4
  %indvars.iv.next103.i = add nuw nsw i64 %indvars.iv102.i, 1
  %exitcond106.not.i = icmp eq i64 %indvars.iv.next103.i, %wide.trip.count105.i
  br i1 %exitcond106.not.i, label %if.end, label %for.body45.i, !llvm.loop !12

if.end:                                           ; preds = %for.body45.i, %for.cond41.preheader.i, %entry
  %18 = load ptr, ptr %threads, align 8
  %exchange1 = getelementptr inbounds nuw i8, ptr %18, i64 48
  %19 = load ptr, ptr %exchange1, align 8
  %tobool2.not = icmp eq ptr %19, null
  br i1 %tobool2.not, label %if.end4, label %if.then3

if.then3:                                         ; preds = %if.end
  tail call void %19(ptr noundef nonnull %threads, i32 noundef %count) #16
  br label %if.end4

if.end4:                                          ; preds = %if.then3, %if.end
  %20 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %20, i64 8
  %21 = load ptr, ptr %block, align 8
  %idle = getelementptr inbounds nuw i8, ptr %21, i64 28
  store i32 0, ptr %idle, align 4
  store i64 0, ptr @stalled, align 8
  %cmp15.not = icmp eq i32 %count, 0
  br i1 %cmp15.not, label %for.cond.cleanup, label %for.body.preheader

for.body.preheader:                               ; preds = %if.end4
  %wide.trip.count = zext i32 %count to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %if.end4
  ret void

for.body:                                         ; preds = %for.body.preheader, %for.body
  %indvars.iv = phi i64 [ 0, %for.body.preheader ], [ %indvars.iv.next, %for.body ]
  %arrayidx5 = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv
  %22 = load ptr, ptr %arrayidx5, align 8
  %block1.i = getelementptr inbounds nuw i8, ptr %22, i64 8
  %23 = load ptr, ptr %block1.i, align 8
  %state.i = getelementptr inbounds nuw i8, ptr %22, i64 20
  store i32 0, ptr %state.i, align 4
  %number.i14 = getelementptr inbounds nuw i8, ptr %22, i64 16
  %24 = load i32, ptr %number.i14, align 8
  %ready.i = getelementptr inbounds nuw i8, ptr %23, i64 40
  %25 = load ptr, ptr %ready.i, align 8
  %first.i = getelementptr inbounds nuw i8, ptr %23, i64 48
  %26 = load i32, ptr %first.i, align 8
  %count.i = getelementptr inbounds nuw i8, ptr %23, i64 52
  %27 = load i32, ptr %count.i, align 4
  %inc.i = add i32 %27, 1
  store i32 %inc.i, ptr %count.i, align 4
  %add.i = add i32 %27, %26
  %conv.i = zext i32 %add.i to i64
  %28 = load ptr, ptr @launch, align 8
  %threads.i = getelementptr inbounds nuw i8, ptr %28, i64 56
  %29 = load i64, ptr %threads.i, align 8
  %rem.i = srem i64 %conv.i, %29
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %25, i64 %rem.i
  store i32 %24, ptr %arrayidx.i, align 4
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !16
}

; Function Attrs: nounwind uwtable
define range(i64 0, 4294967296) i64 @emu_run() local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %status1 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %1 = load i64, ptr %status1, align 8
  %cmp = icmp eq i64 %1, 1
  br i1 %cmp, label %cond.true, label %cond.end

cond.true:                                        ; preds = %entry
  %call = tail call fastcc i32 @go_on()
  br label %cond.end

cond.end:                                         ; preds = %entry, %cond.true
  %cond = phi i32 [ %call, %cond.true ], [ 0, %entry ]
  %cmp27 = icmp eq i32 %cond, 0
  br i1 %cmp27, label %land.rhs, label %while.end

land.rhs:                                         ; preds = %cond.end, %step.exit
  %2 = load ptr, ptr @blocks, align 8
  %tobool.not = icmp eq ptr %2, null
  br i1 %tobool.not, label %lor.rhs, label %if.end.i

lor.rhs:                                          ; preds = %land.rhs
  %3 = load i64, ptr @next_program, align 8
  %4 = load ptr, ptr @launch, align 8
  %last = getelementptr inbounds nuw i8, ptr %4, i64 48
  %5 = load i64, ptr %last, align 8
  %cmp3 = icmp slt i64 %3, %5
  br i1 %cmp3, label %land.lhs.true.i, label %while.end

land.lhs.true.i:                                  ; preds = %lor.rhs
  %call.i = tail call fastcc zeroext i1 @begin_block()
  br i1 %call.i, label %if.end.i, label %step.exit

if.end.i:                                         ; preds = %land.rhs, %land.lhs.true.i
  %6 = load ptr, ptr @blocks, align 8
  %threads.i = getelementptr inbounds nuw i8, ptr %6, i64 32
  %7 = load ptr, ptr %threads.i, align 8
  store ptr %7, ptr @current, align 8
  %live.i = getelementptr inbounds nuw i8, ptr %6, i64 24
  %8 = load i32, ptr %live.i, align 8
  %tobool1.not.i = icmp eq i32 %8, 0
  br i1 %tobool1.not.i, label %land.lhs.true2.i, label %if.end6.i

land.lhs.true2.i:                                 ; preds = %if.end.i
  %transfers.i = getelementptr inbounds nuw i8, ptr %6, i64 3736
  %9 = load ptr, ptr %transfers.i, align 8
  %tobool3.not.i = icmp eq ptr %9, null
  br i1 %tobool3.not.i, label %if.end6.i, label %if.then4.i

if.then4.i:                                       ; preds = %land.lhs.true2.i
  store ptr %7, ptr @current, align 8
  %call.i.i = tail call i32 @make_transfer() #16
  %10 = load ptr, ptr @current, align 8
  %number.i.i.i = getelementptr inbounds nuw i8, ptr %10, i64 16
  %11 = load i32, ptr %number.i.i.i, align 8
  %conv.i.i.i = zext i32 %11 to i64
  %12 = load ptr, ptr @launch, align 8
  %thread.i.i.i = getelementptr inbounds nuw i8, ptr %12, i64 160
  store i64 %conv.i.i.i, ptr %thread.i.i.i, align 8
  br label %for.body.i.i.i

for.body.i.i.i:                                   ; preds = %for.body.i.i.i, %if.then4.i
  %indvars.iv.i.i.i = phi i64 [ 0, %if.then4.i ], [ %indvars.iv.next.i.i.i, %for.body.i.i.i ]
  %13 = load ptr, ptr @current, align 8
  %block.i.i.i = getelementptr inbounds nuw i8, ptr %13, i64 8
  %14 = load ptr, ptr %block.i.i.i, align 8
  %id.i.i.i = getelementptr inbounds nuw i8, ptr %14, i64 8
  %arrayidx.i.i.i = getelementptr inbounds nuw i32, ptr %id.i.i.i, i64 %indvars.iv.i.i.i
  %15 = load i32, ptr %arrayidx.i.i.i, align 4
  %conv2.i.i.i = zext i32 %15 to i64
  %16 = load ptr, ptr @launch, align 8
  %block3.i.i.i = getelementptr inbounds nuw i8, ptr %16, i64 232
  %arrayidx5.i.i.i = getelementptr inbounds nuw i64, ptr %block3.i.i.i, i64 %indvars.iv.i.i.i
  store i64 %conv2.i.i.i, ptr %arrayidx5.i.i.i, align 8
  %indvars.iv.next.i.i.i = add nuw nsw i64 %indvars.iv.i.i.i, 1
  %exitcond.not.i.i.i = icmp eq i64 %indvars.iv.next.i.i.i, 3
  br i1 %exitcond.not.i.i.i, label %unfinished.exit.i, label %for.body.i.i.i, !llvm.loop !4

unfinished.exit.i:                                ; preds = %for.body.i.i.i
  %17 = load ptr, ptr @launch, align 8
  %status7.i.i.i = getelementptr inbounds nuw i8, ptr %17, i64 152
  store i64 15, ptr %status7.i.i.i, align 8
  br label %step.exit

if.end6.i:                                        ; preds = %land.lhs.true2.i, %if.end.i
  %count.i = getelementptr inbounds nuw i8, ptr %6, i64 52
  %18 = load i32, ptr %count.i, align 4
  %tobool7.not.i = icmp eq i32 %18, 0
  br i1 %tobool7.not.i, label %if.then10.i, label %lor.lhs.false.i

lor.lhs.false.i:                                  ; preds = %if.end6.i
  %call8.i = tail call i32 @makes_early() #16
  %tobool9.not.i = icmp eq i32 %call8.i, 0
  br i1 %tobool9.not.i, label %if.end16.i, label %if.then10.i

if.then10.i:                                      ; preds = %lor.lhs.false.i, %if.end6.i
  %call11.i = tail call i32 @make_transfer() #16
  %tobool12.not.not.i = icmp eq i32 %call11.i, 0
  br i1 %tobool12.not.not.i, label %cleanup.i, label %if.then13.i

if.then13.i:                                      ; preds = %if.then10.i
  %cmp.i = icmp slt i32 %call11.i, 0
  br i1 %cmp.i, label %cond.true.i, label %cleanup.i

cond.true.i:                                      ; preds = %if.then13.i
  %19 = load ptr, ptr @current, align 8
  %number.i.i = getelementptr inbounds nuw i8, ptr %19, i64 16
  %20 = load i32, ptr %number.i.i, align 8
  %conv.i.i = zext i32 %20 to i64
  %21 = load ptr, ptr @launch, align 8
  %thread.i.i = getelementptr inbounds nuw i8, ptr %21, i64 160
  store i64 %conv.i.i, ptr %thread.i.i, align 8
  br label %for.body.i.i

for.body.i.i:                                     ; preds = %for.body.i.i, %cond.true.i
  %indvars.iv.i.i = phi i64 [ 0, %cond.true.i ], [ %indvars.iv.next.i.i, %for.body.i.i ]
  %22 = load ptr, ptr @current, align 8
  %block.i.i = getelementptr inbounds nuw i8, ptr %22, i64 8
  %23 = load ptr, ptr %block.i.i, align 8
  %id.i.i = getelementptr inbounds nuw i8, ptr %23, i64 8
  %arrayidx.i.i = getelementptr inbounds nuw i32, ptr %id.i.i, i64 %indvars.iv.i.i
  %24 = load i32, ptr %arrayidx.i.i, align 4
  %conv2.i.i = zext i32 %24 to i64
  %25 = load ptr, ptr @launch, align 8
  %block3.i.i = getelementptr inbounds nuw i8, ptr %25, i64 232
  %arrayidx5.i.i = getelementptr inbounds nuw i64, ptr %block3.i.i, i64 %indvars.iv.i.i
  store i64 %conv2.i.i, ptr %arrayidx5.i.i, align 8
  %indvars.iv.next.i.i = add nuw nsw i64 %indvars.iv.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %indvars.iv.next.i.i, 3
  br i1 %exitcond.not.i.i, label %by_current.exit.i, label %for.body.i.i, !llvm.loop !4

by_current.exit.i:                                ; preds = %for.body.i.i
  %26 = load ptr, ptr @launch, align 8
  %status7.i.i = getelementptr inbounds nuw i8, ptr %26, i64 152
  store i64 14, ptr %status7.i.i, align 8
  br label %cleanup.i

cleanup.i:                                        ; preds = %by_current.exit.i, %if.then13.i, %if.then10.i
  %retval.0.i = phi i32 [ 0, %if.then13.i ], [ 14, %by_current.exit.i ], [ undef, %if.then10.i ]
  br i1 %tobool12.not.not.i, label %if.end16.i, label %step.exit

if.end16.i:                                       ; preds = %cleanup.i, %lor.lhs.false.i
  %27 = load ptr, ptr @blocks, align 8
  %count17.i = getelementptr inbounds nuw i8, ptr %27, i64 52
  %28 = load i32, ptr %count17.i, align 4
  %tobool18.not.i = icmp eq i32 %28, 0
  br i1 %tobool18.not.i, label %if.then19.i, label %if.end25.i

if.then19.i:                                      ; preds = %if.end16.i
  %live20.i = getelementptr inbounds nuw i8, ptr %27, i64 24
  %29 = load i32, ptr %live20.i, align 8
  %tobool21.not.i = icmp eq i32 %29, 0
  br i1 %tobool21.not.i, label %while.cond.i.i, label %if.then22.i

if.then22.i:                                      ; preds = %if.then19.i
  %threads.i29.i = getelementptr inbounds nuw i8, ptr %27, i64 32
  %30 = load ptr, ptr %threads.i29.i, align 8
  store ptr %30, ptr @current, align 8
  %31 = load ptr, ptr @launch, align 8
  %threads1.i.i = getelementptr inbounds nuw i8, ptr %31, i64 56
  %32 = load i64, ptr %threads1.i.i, align 8
  %cmp17.i.i = icmp sgt i64 %32, 0
  br i1 %cmp17.i.i, label %for.body.i44.i, label %for.cond.cleanup.i.i

for.cond.cleanup.i.i:                             ; preds = %for.inc.i.i, %if.then22.i
  %33 = load ptr, ptr @current, align 8
  %site.i.i = getelementptr inbounds nuw i8, ptr %33, i64 40
  %34 = load i32, ptr %site.i.i, align 8
  %conv10.i.i = zext i32 %34 to i64
  %site11.i.i = getelementptr inbounds nuw i8, ptr %31, i64 168
  store i64 %conv10.i.i, ptr %site11.i.i, align 8
  %number.i.i30.i = getelementptr inbounds nuw i8, ptr %33, i64 16
  %35 = load i32, ptr %number.i.i30.i, align 8
  %conv.i.i31.i = zext i32 %35 to i64
  %thread.i.i32.i = getelementptr inbounds nuw i8, ptr %31, i64 160
  store i64 %conv.i.i31.i, ptr %thread.i.i32.i, align 8
  br label %for.body.i.i33.i

for.body.i.i33.i:                                 ; preds = %for.body.i.i33.i, %for.cond.cleanup.i.i
  %indvars.iv.i.i34.i = phi i64 [ 0, %for.cond.cleanup.i.i ], [ %indvars.iv.next.i.i41.i, %for.body.i.i33.i ]
  %36 = load ptr, ptr @current, align 8
  %block.i.i35.i = getelementptr inbounds nuw i8, ptr %36, i64 8
  %37 = load ptr, ptr %block.i.i35.i, align 8
  %id.i.i36.i = getelementptr inbounds nuw i8, ptr %37, i64 8
  %arrayidx.i.i37.i = getelementptr inbounds nuw i32, ptr %id.i.i36.i, i64 %indvars.iv.i.i34.i
  %38 = load i32, ptr %arrayidx.i.i37.i, align 4
  %conv2.i.i38.i = zext i32 %38 to i64
  %39 = load ptr, ptr @launch, align 8
  %block3.i.i39.i = getelementptr inbounds nuw i8, ptr %39, i64 232
  %arrayidx5.i.i40.i = getelementptr inbounds nuw i64, ptr %block3.i.i39.i, i64 %indvars.iv.i.i34.i
  store i64 %conv2.i.i38.i, ptr %arrayidx5.i.i40.i, align 8
  %indvars.iv.next.i.i41.i = add nuw nsw i64 %indvars.iv.i.i34.i, 1
  %exitcond.not.i.i42.i = icmp eq i64 %indvars.iv.next.i.i41.i, 3
  br i1 %exitcond.not.i.i42.i, label %stuck.exit.i, label %for.body.i.i33.i, !llvm.loop !4

for.body.i44.i:                                   ; preds = %if.then22.i, %for.inc.i.i
  %conv19.i.i = phi i64 [ %conv.i45.i, %for.inc.i.i ], [ 0, %if.then22.i ]
  %t.018.i.i = phi i32 [ %inc.i.i, %for.inc.i.i ], [ 0, %if.then22.i ]
  %arrayidx4.i.i = getelementptr inbounds nuw %struct.Thread, ptr %30, i64 %conv19.i.i
  %state.i.i = getelementptr inbounds nuw i8, ptr %arrayidx4.i.i, i64 20
  %40 = load i32, ptr %state.i.i, align 4
  %cmp5.i.i = icmp eq i32 %40, 1
  br i1 %cmp5.i.i, label %if.then.i.i, label %for.inc.i.i

if.then.i.i:                                      ; preds = %for.body.i44.i
  store ptr %arrayidx4.i.i, ptr @current, align 8
  br label %for.inc.i.i

for.inc.i.i:                                      ; preds = %if.then.i.i, %for.body.i44.i
  %inc.i.i = add i32 %t.018.i.i, 1
  %conv.i45.i = zext i32 %inc.i.i to i64
  %cmp.i.i = icmp sgt i64 %32, %conv.i45.i
  br i1 %cmp.i.i, label %for.body.i44.i, label %for.cond.cleanup.i.i, !llvm.loop !17

stuck.exit.i:                                     ; preds = %for.body.i.i33.i
  %41 = load ptr, ptr @launch, align 8
  %status7.i.i43.i = getelementptr inbounds nuw i8, ptr %41, i64 152
  store i64 7, ptr %status7.i.i43.i, align 8
  br label %step.exit

while.cond.i.i:                                   ; preds = %if.then19.i, %while.cond.i.i
  %before.0.i.i = phi ptr [ %42, %while.cond.i.i ], [ %27, %if.then19.i ]
  %42 = load ptr, ptr %before.0.i.i, align 8
  %cmp.not.i.i = icmp eq ptr %42, %27
  br i1 %cmp.not.i.i, label %end_block.exit.i, label %while.cond.i.i, !llvm.loop !18

end_block.exit.i:                                 ; preds = %while.cond.i.i
  %43 = load ptr, ptr %27, align 8
  store ptr %43, ptr %before.0.i.i, align 8
  %cmp4.i.i = icmp eq ptr %before.0.i.i, %27
  %cond.i.i = select i1 %cmp4.i.i, ptr null, ptr %before.0.i.i
  store ptr %cond.i.i, ptr @blocks, align 8
  %44 = load ptr, ptr @spare, align 8
  store ptr %44, ptr %27, align 8
  store ptr %27, ptr @spare, align 8
  br label %step.exit

if.end25.i:                                       ; preds = %if.end16.i
  %ready.i.i = getelementptr inbounds nuw i8, ptr %27, i64 40
  %45 = load ptr, ptr %ready.i.i, align 8
  %first1.i.i = getelementptr inbounds nuw i8, ptr %27, i64 48
  %46 = load i32, ptr %first1.i.i, align 8
  %idxprom.i.i = zext i32 %46 to i64
  %arrayidx.i46.i = getelementptr inbounds nuw i32, ptr %45, i64 %idxprom.i.i
  %47 = load ptr, ptr @launch, align 8
  %seed.i.i = getelementptr inbounds nuw i8, ptr %47, i64 80
  %48 = load i64, ptr %seed.i.i, align 8
  %tobool.not.i.i = icmp eq i64 %48, 0
  br i1 %tobool.not.i.i, label %take_ready.exit.i, label %if.then.i47.i

if.then.i47.i:                                    ; preds = %if.end25.i
  %49 = load i64, ptr @random_state, align 8
  %shl.i.i.i = shl i64 %49, 13
  %xor.i.i.i = xor i64 %shl.i.i.i, %49
  %shr.i.i.i = lshr i64 %xor.i.i.i, 7
  %xor1.i.i.i = xor i64 %shr.i.i.i, %xor.i.i.i
  %shl2.i.i.i = shl i64 %xor1.i.i.i, 17
  %xor3.i.i.i = xor i64 %shl2.i.i.i, %xor1.i.i.i
  store i64 %xor3.i.i.i, ptr @random_state, align 8
  %conv4.i.i = zext i32 %28 to i64
  %rem.i.i = urem i64 %xor3.i.i.i, %conv4.i.i
  %add.i.i = add nuw nsw i64 %rem.i.i, %idxprom.i.i
  %threads.i48.i = getelementptr inbounds nuw i8, ptr %47, i64 56
  %50 = load i64, ptr %threads.i48.i, align 8
  %rem5.i.i = urem i64 %add.i.i, %50
  %arrayidx6.i.i = getelementptr inbounds nuw i32, ptr %45, i64 %rem5.i.i
  %51 = load i32, ptr %arrayidx6.i.i, align 4
  %52 = load i32, ptr %arrayidx.i46.i, align 4
  store i32 %52, ptr %arrayidx6.i.i, align 4
  store i32 %51, ptr %arrayidx.i46.i, align 4
  br label %take_ready.exit.i

take_ready.exit.i:                                ; preds = %if.then.i47.i, %if.end25.i
  %53 = load i32, ptr %first1.i.i, align 8
  %add8.i.i = add i32 %53, 1
  %conv9.i.i = zext i32 %add8.i.i to i64
  %54 = load ptr, ptr @launch, align 8
  %threads10.i.i = getelementptr inbounds nuw i8, ptr %54, i64 56
  %55 = load i64, ptr %threads10.i.i, align 8
  %rem11.i.i = srem i64 %conv9.i.i, %55
  %conv12.i.i = trunc nuw i64 %rem11.i.i to i32
  store i32 %conv12.i.i, ptr %first1.i.i, align 8
  %56 = load i32, ptr %count17.i, align 4
  %dec.i.i = add i32 %56, -1
  store i32 %dec.i.i, ptr %count17.i, align 4
  %threads15.i.i = getelementptr inbounds nuw i8, ptr %27, i64 32
  %57 = load ptr, ptr %threads15.i.i, align 8
  %58 = load i32, ptr %arrayidx.i46.i, align 4
  %idxprom16.i.i = zext i32 %58 to i64
  %arrayidx17.i.i = getelementptr inbounds nuw %struct.Thread, ptr %57, i64 %idxprom16.i.i
  store ptr %arrayidx17.i.i, ptr @current, align 8
  %call27.i = tail call fastcc i32 @go_on()
  br label %step.exit

step.exit:                                        ; preds = %land.lhs.true.i, %unfinished.exit.i, %cleanup.i, %stuck.exit.i, %end_block.exit.i, %take_ready.exit.i
  %retval.1.i = phi i32 [ %call27.i, %take_ready.exit.i ], [ 7, %stuck.exit.i ], [ 0, %end_block.exit.i ], [ %retval.0.i, %cleanup.i ], [ 15, %unfinished.exit.i ], [ 2, %land.lhs.true.i ]
  %cmp2 = icmp eq i32 %retval.1.i, 0
  br i1 %cmp2, label %land.rhs, label %while.end, !llvm.loop !19

while.end:                                        ; preds = %lor.rhs, %step.exit, %cond.end
  %status.0.lcssa = phi i32 [ %cond, %cond.end ], [ 0, %lor.rhs ], [ %retval.1.i, %step.exit ]
  %conv = zext i32 %status.0.lcssa to i64
  %59 = load ptr, ptr @launch, align 8
  %status5 = getelementptr inbounds nuw i8, ptr %59, i64 152
  store i64 %conv, ptr %status5, align 8
  ret i64 %conv
}

; Function Attrs: nounwind uwtable
define internal fastcc i32 @go_on() unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %status = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 0, ptr %status, align 8
  %1 = load ptr, ptr @current, align 8
  %2 = load ptr, ptr %1, align 8
  tail call void @switch_stack(ptr noundef nonnull @main_stack, ptr noundef %2) #16
  %3 = load ptr, ptr @current, align 8
  %bottom = getelementptr inbounds nuw i8, ptr %3, i64 80
  %4 = load ptr, ptr %bottom, align 8
  %5 = load i64, ptr %4, align 8
  %cmp.not = icmp eq i64 %5, 6556890168739938526
  br i1 %cmp.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  %number.i = getelementptr inbounds nuw i8, ptr %3, i64 16
  %6 = load i32, ptr %number.i, align 8
  %conv.i = zext i32 %6 to i64
  %7 = load ptr, ptr @launch, align 8
  %thread.i = getelementptr inbounds nuw i8, ptr %7, i64 160
  store i64 %conv.i, ptr %thread.i, align 8
  br label %for.body.i

for.body.i:                                       ; preds = %for.body.i, %if.then
  %indvars.iv.i = phi i64 [ 0, %if.then ], [ %indvars.iv.next.i, %for.body.i ]
  %8 = load ptr, ptr @current, align 8
  %block.i = getelementptr inbounds nuw i8, ptr %8, i64 8
  %9 = load ptr, ptr %block.i, align 8
  %id.i = getelementptr inbounds nuw i8, ptr %9, i64 8
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %id.i, i64 %indvars.iv.i
  %10 = load i32, ptr %arrayidx.i, align 4
  %conv2.i = zext i32 %10 to i64
  %11 = load ptr, ptr @launch, align 8
  %block3.i = getelementptr inbounds nuw i8, ptr %11, i64 232
  %arrayidx5.i = getelementptr inbounds nuw i64, ptr %block3.i, i64 %indvars.iv.i
  store i64 %conv2.i, ptr %arrayidx5.i, align 8
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, 3
  br i1 %exitcond.not.i, label %by_current.exit, label %for.body.i, !llvm.loop !4

by_current.exit:                                  ; preds = %for.body.i
  %12 = load ptr, ptr @launch, align 8
  %status7.i = getelementptr inbounds nuw i8, ptr %12, i64 152
  store i64 11, ptr %status7.i, align 8
  br label %return

if.end:                                           ; preds = %entry
  %13 = load ptr, ptr @launch, align 8
  %status1 = getelementptr inbounds nuw i8, ptr %13, i64 152
  %14 = load i64, ptr %status1, align 8
  %cmp2.not = icmp eq i64 %14, 0
  br i1 %cmp2.not, label %if.end5, label %if.then3

if.then3:                                         ; preds = %if.end
  %conv = trunc i64 %14 to i32
  br label %return

if.end5:                                          ; preds = %if.end
  %15 = load ptr, ptr @blocks, align 8
  %idle = getelementptr inbounds nuw i8, ptr %15, i64 28
  %16 = load i32, ptr %idle, align 4
  %tobool.not = icmp eq i32 %16, 0
  br i1 %tobool.not, label %return, label %cond.true

cond.true:                                        ; preds = %if.end5
  %conv.i7 = zext i32 %16 to i64
  %threads.i = getelementptr inbounds nuw i8, ptr %13, i64 56
  %17 = load i64, ptr %threads.i, align 8
  %mul.i = shl nsw i64 %17, 6
  %cmp.i = icmp sgt i64 %mul.i, %conv.i7
  br i1 %cmp.i, label %return, label %if.end.i

if.end.i:                                         ; preds = %cond.true
  store i32 0, ptr %idle, align 4
  %18 = load i64, ptr @stalled, align 8
  %inc.i = add nsw i64 %18, 1
  store i64 %inc.i, ptr @stalled, align 8
  br label %for.cond.i

for.cond.i:                                       ; preds = %for.cond.i, %if.end.i
  %begun.0.i = phi i32 [ 1, %if.end.i ], [ %inc5.i, %for.cond.i ]
  %b.0.in.i = phi ptr [ %15, %if.end.i ], [ %b.0.i, %for.cond.i ]
  %b.0.i = load ptr, ptr %b.0.in.i, align 8
  %cmp3.not.i = icmp eq ptr %b.0.i, %15
  %inc5.i = add i32 %begun.0.i, 1
  br i1 %cmp3.not.i, label %for.cond.cleanup.i, label %for.cond.i, !llvm.loop !20

for.cond.cleanup.i:                               ; preds = %for.cond.i
  %stall_limit.i = getelementptr inbounds nuw i8, ptr %13, i64 128
  %19 = load i64, ptr %stall_limit.i, align 8
  %conv7.i = zext i32 %begun.0.i to i64
  %mul8.i = mul nsw i64 %19, %conv7.i
  %cmp9.not.i = icmp slt i64 %18, %mul8.i
  br i1 %cmp9.not.i, label %if.end12.i, label %return

if.end12.i:                                       ; preds = %for.cond.cleanup.i
  %20 = load i64, ptr @next_program, align 8
  %last.i = getelementptr inbounds nuw i8, ptr %13, i64 48
  %21 = load i64, ptr %last.i, align 8
  %cmp13.i = icmp slt i64 %20, %21
  br i1 %cmp13.i, label %land.lhs.true.i, label %if.end20.i

land.lhs.true.i:                                  ; preds = %if.end12.i
  %resident.i = getelementptr inbounds nuw i8, ptr %13, i64 88
  %22 = load i64, ptr %resident.i, align 8
  %cmp16.i = icmp sgt i64 %22, %conv7.i
  br i1 %cmp16.i, label %if.then18.i, label %if.end20.i

if.then18.i:                                      ; preds = %land.lhs.true.i
  %call.i = tail call fastcc zeroext i1 @begin_block()
  %cond.i = select i1 %call.i, i32 0, i32 2
  br label %return

if.end20.i:                                       ; preds = %land.lhs.true.i, %if.end12.i
  %23 = load ptr, ptr %15, align 8
  store ptr %23, ptr @blocks, align 8
  br label %return

return:                                           ; preds = %if.end20.i, %if.then18.i, %for.cond.cleanup.i, %cond.true, %if.end5, %if.then3, %by_current.exit
  %retval.0 = phi i32 [ 11, %by_current.exit ], [ %conv, %if.then3 ], [ 0, %if.end5 ], [ 0, %cond.true ], [ 0, %if.end20.i ], [ %cond.i, %if.then18.i ], [ 12, %for.cond.cleanup.i ]
  ret i32 %retval.0
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define noundef i64 @emu_launch_bytes() local_unnamed_addr #9 {
entry:
  ret i64 272
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @emu_begin(ptr noundef %it) local_unnamed_addr #10 {
entry:
  store ptr %it, ptr @launch, align 8
  store ptr null, ptr @spare, align 8
  store ptr null, ptr @blocks, align 8
  store ptr null, ptr @current, align 8
  %first = getelementptr inbounds nuw i8, ptr %it, i64 40
  %0 = load i64, ptr %first, align 8
  store i64 %0, ptr @next_program, align 8
  store i32 0, ptr @serial, align 4
  store i64 0, ptr @stalled, align 8
  %seed = getelementptr inbounds nuw i8, ptr %it, i64 80
  %1 = load i64, ptr %seed, align 8
  %mul = mul i64 %1, -7046029254386353131
  %or = or i64 %mul, 1
  store i64 %or, ptr @random_state, align 8
  ret void
}

; Function Attrs: nounwind uwtable
define void @emu_end() local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @blocks, align 8
  %tobool.not = icmp eq ptr %0, null
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  %1 = load ptr, ptr %0, align 8
  store ptr null, ptr %0, align 8
  tail call fastcc void @free_blocks(ptr noundef %1)
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  %2 = load ptr, ptr @spare, align 8
  tail call fastcc void @free_blocks(ptr noundef %2)
  store ptr null, ptr @spare, align 8
  store ptr null, ptr @blocks, align 8
  ret void
}

; Function Attrs: nounwind uwtable
define internal fastcc void @free_blocks(ptr noundef %block) unnamed_addr #0 {
entry:
  %tobool.not21 = icmp eq ptr %block, null
  br i1 %tobool.not21, label %while.end, label %while.body

while.body:                                       ; preds = %entry, %for.cond.cleanup
  %block.addr.022 = phi ptr [ %0, %for.cond.cleanup ], [ %block, %entry ]
  %0 = load ptr, ptr %block.addr.022, align 8
  %1 = load ptr, ptr @launch, align 8
  %threads18 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %2 = load i64, ptr %threads18, align 8
  %cmp19 = icmp sgt i64 %2, 0
  br i1 %cmp19, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %while.body
  %threads2 = getelementptr inbounds nuw i8, ptr %block.addr.022, i64 32
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %while.body
  tail call void @forget_transfers(ptr noundef nonnull %block.addr.022) #16
  %cells = getelementptr inbounds nuw i8, ptr %block.addr.022, i64 64
  %3 = load ptr, ptr %cells, align 8
  tail call void @free(ptr noundef %3)
  tail call void @free(ptr noundef %block.addr.022)
  %tobool.not = icmp eq ptr %0, null
  br i1 %tobool.not, label %while.end, label %while.body, !llvm.loop !21

for.body:                                         ; preds = %for.body.lr.ph, %for.body
  %t.020 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.body ]
  %4 = load ptr, ptr %threads2, align 8
  %arrayidx = getelementptr inbounds nuw %struct.Thread, ptr %4, i64 %t.020
  tail call void @forget_copies(ptr noundef %arrayidx) #16
  %5 = load ptr, ptr %threads2, align 8
  %arrayidx4 = getelementptr inbounds nuw %struct.Thread, ptr %5, i64 %t.020
  tail call void @forget_stores(ptr noundef %arrayidx4) #16
  %6 = load ptr, ptr %threads2, align 8
  %arrayidx6 = getelementptr inbounds nuw %struct.Thread, ptr %6, i64 %t.020
  tail call void @forget_products(ptr noundef %arrayidx6) #16
  %inc = add nuw nsw i64 %t.020, 1
  %7 = load ptr, ptr @launch, align 8
  %threads = getelementptr inbounds nuw i8, ptr %7, i64 56
  %8 = load i64, ptr %threads, align 8
  %cmp = icmp slt i64 %inc, %8
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !22

while.end:                                        ; preds = %for.cond.cleanup, %entry
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @emu_thread(i32 noundef %number, ptr noundef writeonly captures(none) initializes((0, 16)) %state) local_unnamed_addr #11 {
entry:
  %0 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block, align 8
  %threads = getelementptr inbounds nuw i8, ptr %1, i64 32
  %2 = load ptr, ptr %threads, align 8
  %idxprom = zext i32 %number to i64
  %arrayidx = getelementptr inbounds nuw %struct.Thread, ptr %2, i64 %idxprom
  %state1 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 20
  %3 = load i32, ptr %state1, align 4
  store i32 %3, ptr %state, align 4
  %wait = getelementptr inbounds nuw i8, ptr %arrayidx, i64 32
  %4 = load i32, ptr %wait, align 8
  %arrayidx3 = getelementptr inbounds nuw i8, ptr %state, i64 4
  store i32 %4, ptr %arrayidx3, align 4
  %key = getelementptr inbounds nuw i8, ptr %arrayidx, i64 36
  %5 = load i32, ptr %key, align 4
  %arrayidx5 = getelementptr inbounds nuw i8, ptr %state, i64 8
  store i32 %5, ptr %arrayidx5, align 4
  %site = getelementptr inbounds nuw i8, ptr %arrayidx, i64 40
  %6 = load i32, ptr %site, align 8
  %arrayidx7 = getelementptr inbounds nuw i8, ptr %state, i64 12
  store i32 %6, ptr %arrayidx7, align 4
  ret void
}

declare void @switch_stack(ptr noundef, ptr noundef) local_unnamed_addr #4

; Function Attrs: nounwind uwtable
define internal fastcc noundef zeroext i1 @begin_block() unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @spare, align 8
  %tobool.not = icmp eq ptr %0, null
  br i1 %tobool.not, label %cond.false, label %cond.end

cond.false:                                       ; preds = %entry
  %1 = load ptr, ptr @launch, align 8
  %threads.i = getelementptr inbounds nuw i8, ptr %1, i64 56
  %2 = load i64, ptr %threads.i, align 8
  %add.i = shl i64 %2, 2
  %add.i.i = add i64 %add.i, 511
  %div1.i.i = and i64 %add.i.i, -256
  %shared_bytes.i = getelementptr inbounds nuw i8, ptr %1, i64 64
  %3 = load i64, ptr %shared_bytes.i, align 8
  %add.i73.i = add i64 %3, 255
  %div1.i74.i = and i64 %add.i73.i, -256
  %mul3.i = mul i64 %2, 120
  %add.i75.i = add i64 %mul3.i, 255
  %div1.i76.i = and i64 %add.i75.i, -256
  %add6.i = add i64 %2, 2
  %mul7.i = mul i64 %div1.i.i, %add6.i
  %stack_bytes.i = getelementptr inbounds nuw i8, ptr %1, i64 72
  %4 = load i64, ptr %stack_bytes.i, align 8
  %mul11.i = mul i64 %4, %2
  %add9.i = add i64 %div1.i76.i, 4352
  %add10.i = add i64 %add9.i, %div1.i74.i
  %add12.i = add i64 %add10.i, %mul11.i
  %add13.i = add i64 %add12.i, %mul7.i
  %call14.i = tail call ptr @calloc(i64 noundef 1, i64 noundef %add13.i) #18
  %tobool.not.i = icmp eq ptr %call14.i, null
  br i1 %tobool.not.i, label %cond.end, label %if.end.i

if.end.i:                                         ; preds = %cond.false
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %call14.i, i64 3840
  %add.ptr.i.i = getelementptr inbounds nuw i8, ptr %add.ptr.i, i64 %div1.i76.i
  %threads18.i = getelementptr inbounds nuw i8, ptr %call14.i, i64 32
  store ptr %add.ptr.i, ptr %threads18.i, align 8
  %add.ptr.i79.i = getelementptr inbounds nuw i8, ptr %add.ptr.i.i, i64 %div1.i.i
  %ready.i = getelementptr inbounds nuw i8, ptr %call14.i, i64 40
  store ptr %add.ptr.i.i, ptr %ready.i, align 8
  %released.i = getelementptr inbounds nuw i8, ptr %call14.i, i64 72
  store ptr %add.ptr.i79.i, ptr %released.i, align 8
  %memory.096.i = getelementptr inbounds nuw i8, ptr %add.ptr.i79.i, i64 %div1.i.i
  %cmp97.not.i = icmp eq i64 %2, 0
  br i1 %cmp97.not.i, label %for.cond.cleanup29.i.critedge, label %for.body.i

for.cond.cleanup.i:                               ; preds = %for.body.i
  %5 = ptrtoint ptr %memory.0.i to i64
  %sub.i = sub i64 0, %5
  %rem.i = and i64 %sub.i, 255
  %add.ptr23.i = getelementptr inbounds nuw i8, ptr %memory.0.i, i64 %rem.i
  %add.ptr.i85.i = getelementptr inbounds nuw i8, ptr %add.ptr23.i, i64 %div1.i74.i
  %shared25.i = getelementptr inbounds nuw i8, ptr %call14.i, i64 56
  store ptr %add.ptr23.i, ptr %shared25.i, align 8
  br label %for.body30.i

for.body.i:                                       ; preds = %if.end.i, %for.body.i
  %memory.099.i = phi ptr [ %memory.0.i, %for.body.i ], [ %memory.096.i, %if.end.i ]
  %t.098.i = phi i64 [ %inc.i, %for.body.i ], [ 0, %if.end.i ]
  %6 = load ptr, ptr %threads18.i, align 8
  %arrayidx.i = getelementptr inbounds nuw %struct.Thread, ptr %6, i64 %t.098.i
  %clocks.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 72
  store ptr %memory.099.i, ptr %clocks.i, align 8
  %inc.i = add nuw i64 %t.098.i, 1
  %memory.0.i = getelementptr inbounds nuw i8, ptr %memory.099.i, i64 %div1.i.i
  %exitcond.not.i = icmp eq i64 %inc.i, %2
  br i1 %exitcond.not.i, label %for.cond.cleanup.i, label %for.body.i, !llvm.loop !23

for.cond.cleanup29.i.critedge:                    ; preds = %if.end.i
  %7 = ptrtoint ptr %memory.096.i to i64
  %sub.i.c = sub i64 0, %7
  %rem.i.c = and i64 %sub.i.c, 255
  %add.ptr23.i.c = getelementptr inbounds nuw i8, ptr %memory.096.i, i64 %rem.i.c
  %shared25.i.c = getelementptr inbounds nuw i8, ptr %call14.i, i64 56
  store ptr %add.ptr23.i.c, ptr %shared25.i.c, align 8
  br label %for.cond.cleanup29.i

for.cond.cleanup29.i:                             ; preds = %for.body30.i, %for.cond.cleanup29.i.critedge
  %8 = load ptr, ptr @launch, align 8
  %check_races.i = getelementptr inbounds nuw i8, ptr %8, i64 96
  %9 = load i64, ptr %check_races.i, align 8
  %tobool39.not.i = icmp eq i64 %9, 0
  br i1 %tobool39.not.i, label %cond.end, label %land.lhs.true.i

for.body30.i:                                     ; preds = %for.cond.cleanup.i, %for.body30.i
  %t26.0101.i = phi i64 [ %inc37.i, %for.body30.i ], [ 0, %for.cond.cleanup.i ]
  %10 = load ptr, ptr @launch, align 8
  %stack_bytes31.i = getelementptr inbounds nuw i8, ptr %10, i64 72
  %11 = load i64, ptr %stack_bytes31.i, align 8
  %mul32.i = mul i64 %11, %t26.0101.i
  %add.ptr33.i = getelementptr inbounds nuw i8, ptr %add.ptr.i85.i, i64 %mul32.i
  %12 = load ptr, ptr %threads18.i, align 8
  %arrayidx35.i = getelementptr inbounds nuw %struct.Thread, ptr %12, i64 %t26.0101.i
  %bottom.i = getelementptr inbounds nuw i8, ptr %arrayidx35.i, i64 80
  store ptr %add.ptr33.i, ptr %bottom.i, align 8
  %inc37.i = add nuw i64 %t26.0101.i, 1
  %exitcond103.not.i = icmp eq i64 %inc37.i, %2
  br i1 %exitcond103.not.i, label %for.cond.cleanup29.i, label %for.body30.i, !llvm.loop !24

land.lhs.true.i:                                  ; preds = %for.cond.cleanup29.i
  %shared_bytes40.i = getelementptr inbounds nuw i8, ptr %8, i64 64
  %13 = load i64, ptr %shared_bytes40.i, align 8
  %tobool41.not.i = icmp eq i64 %13, 0
  br i1 %tobool41.not.i, label %cond.end, label %if.then42.i

if.then42.i:                                      ; preds = %land.lhs.true.i
  %call44.i = tail call ptr @calloc(i64 noundef %13, i64 noundef 24) #18
  %cells.i = getelementptr inbounds nuw i8, ptr %call14.i, i64 64
  store ptr %call44.i, ptr %cells.i, align 8
  br label %cond.end

cond.end:                                         ; preds = %if.then42.i, %land.lhs.true.i, %for.cond.cleanup29.i, %cond.false, %entry
  %cond = phi ptr [ %0, %entry ], [ null, %cond.false ], [ %call14.i, %if.then42.i ], [ %call14.i, %land.lhs.true.i ], [ %call14.i, %for.cond.cleanup29.i ]
  %tobool1.not = icmp ne ptr %cond, null
  br i1 %tobool1.not, label %if.end, label %cleanup

if.end:                                           ; preds = %cond.end
  br i1 %tobool.not, label %if.end4, label %if.then3

if.then3:                                         ; preds = %if.end
  %14 = load ptr, ptr %0, align 8
  store ptr %14, ptr @spare, align 8
  br label %if.end4

if.end4:                                          ; preds = %if.then3, %if.end
  %15 = load i64, ptr @next_program, align 8
  %inc = add nsw i64 %15, 1
  store i64 %inc, ptr @next_program, align 8
  %16 = load ptr, ptr @launch, align 8
  %grid = getelementptr inbounds nuw i8, ptr %16, i64 16
  %17 = load i64, ptr %grid, align 8
  %rem = srem i64 %15, %17
  %conv = trunc i64 %rem to i32
  %id = getelementptr inbounds nuw i8, ptr %cond, i64 8
  store i32 %conv, ptr %id, align 8
  %18 = load i64, ptr %grid, align 8
  %div = sdiv i64 %15, %18
  %arrayidx9 = getelementptr inbounds nuw i8, ptr %16, i64 24
  %19 = load i64, ptr %arrayidx9, align 8
  %rem10 = srem i64 %div, %19
  %conv11 = trunc i64 %rem10 to i32
  %arrayidx13 = getelementptr inbounds nuw i8, ptr %cond, i64 12
  store i32 %conv11, ptr %arrayidx13, align 4
  %20 = load i64, ptr %grid, align 8
  %div16 = sdiv i64 %15, %20
  %21 = load i64, ptr %arrayidx9, align 8
  %div19 = sdiv i64 %div16, %21
  %conv20 = trunc i64 %div19 to i32
  %arrayidx22 = getelementptr inbounds nuw i8, ptr %cond, i64 16
  store i32 %conv20, ptr %arrayidx22, align 8
  %22 = load i32, ptr @serial, align 4
  %inc23 = add i32 %22, 1
  store i32 %inc23, ptr @serial, align 4
  %and = and i32 %inc23, 32767
  %serial = getelementptr inbounds nuw i8, ptr %cond, i64 20
  store i32 %and, ptr %serial, align 4
  %threads = getelementptr inbounds nuw i8, ptr %16, i64 56
  %23 = load i64, ptr %threads, align 8
  %conv24 = trunc i64 %23 to i32
  %live = getelementptr inbounds nuw i8, ptr %cond, i64 24
  store i32 %conv24, ptr %live, align 8
  %count = getelementptr inbounds nuw i8, ptr %cond, i64 52
  store i32 0, ptr %count, align 4
  %first = getelementptr inbounds nuw i8, ptr %cond, i64 48
  store i32 0, ptr %first, align 8
  %idle = getelementptr inbounds nuw i8, ptr %cond, i64 28
  store i32 0, ptr %idle, align 4
  %shared = getelementptr inbounds nuw i8, ptr %cond, i64 56
  %24 = load ptr, ptr %shared, align 8
  %shared_bytes = getelementptr inbounds nuw i8, ptr %16, i64 64
  %25 = load i64, ptr %shared_bytes, align 8
  tail call void @llvm.memset.p0.i64(ptr align 1 %24, i8 -53, i64 %25, i1 false)
  %arrived = getelementptr inbounds nuw i8, ptr %cond, i64 80
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(64) %arrived, i8 0, i64 64, i1 false)
  %released = getelementptr inbounds nuw i8, ptr %cond, i64 72
  %26 = load ptr, ptr %released, align 8
  %27 = load ptr, ptr @launch, align 8
  %threads25 = getelementptr inbounds nuw i8, ptr %27, i64 56
  %28 = load i64, ptr %threads25, align 8
  %add = shl i64 %28, 2
  %mul = add i64 %add, 256
  tail call void @llvm.memset.p0.i64(ptr align 4 %26, i8 0, i64 %mul, i1 false)
  tail call void @forget_transfers(ptr noundef nonnull %cond) #16
  %29 = load ptr, ptr @launch, align 8
  %threads2773 = getelementptr inbounds nuw i8, ptr %29, i64 56
  %30 = load i64, ptr %threads2773, align 8
  %cmp74 = icmp sgt i64 %30, 0
  br i1 %cmp74, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %if.end4
  %threads.i65 = getelementptr inbounds nuw i8, ptr %cond, i64 32
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %if.end4
  %31 = load ptr, ptr @blocks, align 8
  %tobool30.not = icmp eq ptr %31, null
  br i1 %tobool30.not, label %if.end40, label %cond.true31

for.body:                                         ; preds = %for.body.lr.ph, %for.body
  %32 = phi ptr [ %29, %for.body.lr.ph ], [ %51, %for.body ]
  %conv2676 = phi i64 [ 0, %for.body.lr.ph ], [ %conv26, %for.body ]
  %t.075 = phi i32 [ 0, %for.body.lr.ph ], [ %inc29, %for.body ]
  %33 = load ptr, ptr %threads.i65, align 8
  %arrayidx.i66 = getelementptr inbounds nuw %struct.Thread, ptr %33, i64 %conv2676
  %bottom.i67 = getelementptr inbounds nuw i8, ptr %arrayidx.i66, i64 80
  %34 = load ptr, ptr %bottom.i67, align 8
  %stack_bytes.i68 = getelementptr inbounds nuw i8, ptr %32, i64 72
  %35 = load i64, ptr %stack_bytes.i68, align 8
  %add.ptr.i69 = getelementptr inbounds i8, ptr %34, i64 %35
  %frame_words.i = getelementptr inbounds nuw i8, ptr %32, i64 112
  %36 = load i64, ptr %frame_words.i, align 8
  %idx.neg.i = sub i64 0, %36
  %add.ptr1.i = getelementptr inbounds ptr, ptr %add.ptr.i69, i64 %idx.neg.i
  %mul.i = shl i64 %36, 3
  tail call void @llvm.memset.p0.i64(ptr align 8 %add.ptr1.i, i8 0, i64 %mul.i, i1 false)
  %37 = load ptr, ptr @launch, align 8
  %frame_return.i = getelementptr inbounds nuw i8, ptr %37, i64 120
  %38 = load i64, ptr %frame_return.i, align 8
  %arrayidx3.i = getelementptr inbounds ptr, ptr %add.ptr1.i, i64 %38
  store ptr @fiber, ptr %arrayidx3.i, align 8
  %39 = load ptr, ptr %bottom.i67, align 8
  store i64 6556890168739938526, ptr %39, align 8
  store ptr %add.ptr1.i, ptr %arrayidx.i66, align 8
  %block5.i = getelementptr inbounds nuw i8, ptr %arrayidx.i66, i64 8
  store ptr %cond, ptr %block5.i, align 8
  %number6.i = getelementptr inbounds nuw i8, ptr %arrayidx.i66, i64 16
  store i32 %t.075, ptr %number6.i, align 8
  %spins.i = getelementptr inbounds nuw i8, ptr %arrayidx.i66, i64 24
  store i32 0, ptr %spins.i, align 8
  tail call void @forget_copies(ptr noundef nonnull %arrayidx.i66) #16
  tail call void @forget_stores(ptr noundef nonnull %arrayidx.i66) #16
  tail call void @forget_products(ptr noundef nonnull %arrayidx.i66) #16
  %clocks.i70 = getelementptr inbounds nuw i8, ptr %arrayidx.i66, i64 72
  %40 = load ptr, ptr %clocks.i70, align 8
  %41 = load ptr, ptr @launch, align 8
  %threads7.i = getelementptr inbounds nuw i8, ptr %41, i64 56
  %42 = load i64, ptr %threads7.i, align 8
  %add.i71 = shl i64 %42, 2
  %mul8.i = add i64 %add.i71, 256
  tail call void @llvm.memset.p0.i64(ptr align 4 %40, i8 0, i64 %mul8.i, i1 false)
  %43 = load ptr, ptr %clocks.i70, align 8
  %arrayidx11.i = getelementptr inbounds nuw i32, ptr %43, i64 %conv2676
  store i32 1, ptr %arrayidx11.i, align 4
  %44 = load ptr, ptr %block5.i, align 8
  %state.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i66, i64 20
  store i32 0, ptr %state.i.i, align 4
  %45 = load i32, ptr %number6.i, align 8
  %ready.i.i = getelementptr inbounds nuw i8, ptr %44, i64 40
  %46 = load ptr, ptr %ready.i.i, align 8
  %first.i.i = getelementptr inbounds nuw i8, ptr %44, i64 48
  %47 = load i32, ptr %first.i.i, align 8
  %count.i.i = getelementptr inbounds nuw i8, ptr %44, i64 52
  %48 = load i32, ptr %count.i.i, align 4
  %inc.i.i = add i32 %48, 1
  store i32 %inc.i.i, ptr %count.i.i, align 4
  %add.i.i72 = add i32 %48, %47
  %conv.i.i = zext i32 %add.i.i72 to i64
  %49 = load ptr, ptr @launch, align 8
  %threads.i.i = getelementptr inbounds nuw i8, ptr %49, i64 56
  %50 = load i64, ptr %threads.i.i, align 8
  %rem.i.i = srem i64 %conv.i.i, %50
  %arrayidx.i.i = getelementptr inbounds nuw i32, ptr %46, i64 %rem.i.i
  store i32 %45, ptr %arrayidx.i.i, align 4
  %inc29 = add i32 %t.075, 1
  %conv26 = zext i32 %inc29 to i64
  %51 = load ptr, ptr @launch, align 8
  %threads27 = getelementptr inbounds nuw i8, ptr %51, i64 56
  %52 = load i64, ptr %threads27, align 8
  %cmp = icmp sgt i64 %52, %conv26
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !25

cond.true31:                                      ; preds = %for.cond.cleanup
  %53 = load ptr, ptr %31, align 8
  store ptr %53, ptr %cond, align 8
  br label %if.end40

if.end40:                                         ; preds = %for.cond.cleanup, %cond.true31
  %cond.sink = phi ptr [ %31, %cond.true31 ], [ %cond, %for.cond.cleanup ]
  store ptr %cond, ptr %cond.sink, align 8
  store ptr %cond, ptr @blocks, align 8
  br label %cleanup

cleanup:                                          ; preds = %cond.end, %if.end40
  ret i1 %tobool1.not
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #12

declare void @forget_transfers(ptr noundef) local_unnamed_addr #4

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @calloc(i64 noundef, i64 noundef) local_unnamed_addr #13

; Function Attrs: noreturn nounwind uwtable
define internal void @fiber() #3 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %1 = load ptr, ptr %0, align 8
  %arguments = getelementptr inbounds nuw i8, ptr %0, i64 8
  %2 = load ptr, ptr %arguments, align 8
  tail call void %1(ptr noundef %2) #16
  tail call void @check_stores() #16
  %3 = load ptr, ptr @current, align 8
  %state.i = getelementptr inbounds nuw i8, ptr %3, i64 20
  store i32 2, ptr %state.i, align 4
  %block.i = getelementptr inbounds nuw i8, ptr %3, i64 8
  %4 = load ptr, ptr %block.i, align 8
  %live.i = getelementptr inbounds nuw i8, ptr %4, i64 24
  %5 = load i32, ptr %live.i, align 8
  %dec.i = add i32 %5, -1
  store i32 %dec.i, ptr %live.i, align 8
  %6 = load ptr, ptr %block.i, align 8
  %idle.i = getelementptr inbounds nuw i8, ptr %6, i64 28
  store i32 0, ptr %idle.i, align 4
  store i64 0, ptr @stalled, align 8
  br label %for.cond.i

for.cond.i:                                       ; preds = %for.cond.i, %entry
  %7 = load ptr, ptr @current, align 8
  %8 = load ptr, ptr @main_stack, align 8
  tail call void @switch_stack(ptr noundef %7, ptr noundef %8) #16
  br label %for.cond.i, !llvm.loop !8
}

declare void @forget_copies(ptr noundef) local_unnamed_addr #4

declare void @forget_stores(ptr noundef) local_unnamed_addr #4

declare void @forget_products(ptr noundef) local_unnamed_addr #4

declare i32 @makes_early() local_unnamed_addr #4

declare i32 @make_transfer() local_unnamed_addr #4

; Function Attrs: mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @free(ptr allocptr noundef captures(none)) local_unnamed_addr #14

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #15

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #15

attributes #0 = { nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { noreturn nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #6 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #7 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #8 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #9 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #10 = { mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #11 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #12 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #13 = { mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #14 = { mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #15 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #16 = { nounwind }
attributes #17 = { noreturn }
attributes #18 = { allocsize(0,1) }

!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
!7 = distinct !{!7, !6}
!8 = distinct !{!8, !6}
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
