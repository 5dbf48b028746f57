; Made of fibers.c by regenerate.py, see README.md.
%struct.Wait = type { i32, i32, i32, i32, ptr, ptr, ptr, i32 }
%struct.Barrier = type { i32, i32, ptr }
%struct.Thread = type { ptr, ptr, i32, i32, i32, i32, %struct.Wait, i32, ptr, ptr, ptr, ptr, ptr, i32, ptr }

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
  tail call void @switch_stack(ptr noundef %0, ptr noundef %1) #18
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
  %thread.i = getelementptr inbounds nuw i8, ptr %2, i64 184
  store i64 %conv.i, ptr %thread.i, align 8
  br label %for.body.i

for.body.i:                                       ; preds = %cond.end.i, %entry
  %indvars.iv.i = phi i64 [ 0, %entry ], [ %indvars.iv.next.i, %cond.end.i ]
  %3 = load ptr, ptr @current, align 8
  %block.i = getelementptr inbounds nuw i8, ptr %3, i64 8
  %4 = load ptr, ptr %block.i, align 8
  %id.i = getelementptr inbounds nuw i8, ptr %4, i64 8
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %id.i, i64 %indvars.iv.i
  %5 = load i32, ptr %arrayidx.i, align 4
  %tobool.not.i = icmp eq i64 %indvars.iv.i, 0
  br i1 %tobool.not.i, label %cond.false.i, label %cond.end.i

cond.false.i:                                     ; preds = %for.body.i
  %6 = load ptr, ptr @launch, align 8
  %cluster.i.i = getelementptr inbounds nuw i8, ptr %6, i64 96
  %7 = load i64, ptr %cluster.i.i, align 8
  %cmp.i.i = icmp eq i64 %7, 1
  br i1 %cmp.i.i, label %cond.end.i, label %cond.false.i.i

cond.false.i.i:                                   ; preds = %cond.false.i
  %number.i.i = getelementptr inbounds nuw i8, ptr %3, i64 16
  %8 = load i32, ptr %number.i.i, align 8
  %threads.i.i.i = getelementptr inbounds nuw i8, ptr %6, i64 56
  %9 = load i64, ptr %threads.i.i.i, align 8
  %div.i.i.i = sdiv i64 %9, %7
  %conv.i.i.i = trunc i64 %div.i.i.i to i32
  %div.i.i = udiv i32 %8, %conv.i.i.i
  br label %cond.end.i

cond.end.i:                                       ; preds = %cond.false.i.i, %cond.false.i, %for.body.i
  %cond.i = phi i32 [ 0, %for.body.i ], [ %div.i.i, %cond.false.i.i ], [ 0, %cond.false.i ]
  %add.i = add i32 %cond.i, %5
  %conv2.i = zext i32 %add.i to i64
  %10 = load ptr, ptr @launch, align 8
  %block3.i = getelementptr inbounds nuw i8, ptr %10, i64 256
  %arrayidx5.i = getelementptr inbounds nuw i64, ptr %block3.i, i64 %indvars.iv.i
  store i64 %conv2.i, ptr %arrayidx5.i, align 8
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, 3
  br i1 %exitcond.not.i, label %by_current.exit, label %for.body.i, !llvm.loop !4

by_current.exit:                                  ; preds = %cond.end.i
  %conv6.i = zext i32 %status to i64
  %11 = load ptr, ptr @launch, align 8
  %status7.i = getelementptr inbounds nuw i8, ptr %11, i64 176
  store i64 %conv6.i, ptr %status7.i, align 8
  %12 = load ptr, ptr @current, align 8
  %13 = load ptr, ptr @main_stack, align 8
  tail call void @switch_stack(ptr noundef %12, ptr noundef %13) #18
  ret void
}

; Function Attrs: noreturn nounwind uwtable
define void @fail(i32 noundef %status, i32 noundef %site) local_unnamed_addr #3 {
entry:
  %conv = zext i32 %site to i64
  %0 = load ptr, ptr @launch, align 8
  %site1 = getelementptr inbounds nuw i8, ptr %0, i64 192
  store i64 %conv, ptr %site1, align 8
  %conv6.i.i = zext i32 %status to i64
  br label %for.cond

for.cond:                                         ; preds = %leave.exit, %entry
  %1 = load ptr, ptr @current, align 8
  %number.i.i = getelementptr inbounds nuw i8, ptr %1, i64 16
  %2 = load i32, ptr %number.i.i, align 8
  %conv.i.i = zext i32 %2 to i64
  %3 = load ptr, ptr @launch, align 8
  %thread.i.i = getelementptr inbounds nuw i8, ptr %3, i64 184
  store i64 %conv.i.i, ptr %thread.i.i, align 8
  br label %for.body.i.i

for.body.i.i:                                     ; preds = %cond.end.i.i, %for.cond
  %indvars.iv.i.i = phi i64 [ 0, %for.cond ], [ %indvars.iv.next.i.i, %cond.end.i.i ]
  %4 = load ptr, ptr @current, align 8
  %block.i.i = getelementptr inbounds nuw i8, ptr %4, i64 8
  %5 = load ptr, ptr %block.i.i, align 8
  %id.i.i = getelementptr inbounds nuw i8, ptr %5, i64 8
  %arrayidx.i.i = getelementptr inbounds nuw i32, ptr %id.i.i, i64 %indvars.iv.i.i
  %6 = load i32, ptr %arrayidx.i.i, align 4
  %tobool.not.i.i = icmp eq i64 %indvars.iv.i.i, 0
  br i1 %tobool.not.i.i, label %cond.false.i.i, label %cond.end.i.i

cond.false.i.i:                                   ; preds = %for.body.i.i
  %7 = load ptr, ptr @launch, align 8
  %cluster.i.i.i = getelementptr inbounds nuw i8, ptr %7, i64 96
  %8 = load i64, ptr %cluster.i.i.i, align 8
  %cmp.i.i.i = icmp eq i64 %8, 1
  br i1 %cmp.i.i.i, label %cond.end.i.i, label %cond.false.i.i.i

cond.false.i.i.i:                                 ; preds = %cond.false.i.i
  %number.i.i.i = getelementptr inbounds nuw i8, ptr %4, i64 16
  %9 = load i32, ptr %number.i.i.i, align 8
  %threads.i.i.i.i = getelementptr inbounds nuw i8, ptr %7, i64 56
  %10 = load i64, ptr %threads.i.i.i.i, align 8
  %div.i.i.i.i = sdiv i64 %10, %8
  %conv.i.i.i.i = trunc i64 %div.i.i.i.i to i32
  %div.i.i.i = udiv i32 %9, %conv.i.i.i.i
  br label %cond.end.i.i

cond.end.i.i:                                     ; preds = %cond.false.i.i.i, %cond.false.i.i, %for.body.i.i
  %cond.i.i = phi i32 [ 0, %for.body.i.i ], [ %div.i.i.i, %cond.false.i.i.i ], [ 0, %cond.false.i.i ]
  %add.i.i = add i32 %cond.i.i, %6
  %conv2.i.i = zext i32 %add.i.i to i64
  %11 = load ptr, ptr @launch, align 8
  %block3.i.i = getelementptr inbounds nuw i8, ptr %11, i64 256
  %arrayidx5.i.i = getelementptr inbounds nuw i64, ptr %block3.i.i, i64 %indvars.iv.i.i
  store i64 %conv2.i.i, ptr %arrayidx5.i.i, align 8
  %indvars.iv.next.i.i = add nuw nsw i64 %indvars.iv.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %indvars.iv.next.i.i, 3
  br i1 %exitcond.not.i.i, label %leave.exit, label %for.body.i.i, !llvm.loop !4

leave.exit:                                       ; preds = %cond.end.i.i
  %12 = load ptr, ptr @launch, align 8
  %status7.i.i = getelementptr inbounds nuw i8, ptr %12, i64 176
  store i64 %conv6.i.i, ptr %status7.i.i, align 8
  %13 = load ptr, ptr @current, align 8
  %14 = load ptr, ptr @main_stack, align 8
  tail call void @switch_stack(ptr noundef %13, ptr noundef %14) #18
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
  tail call void @switch_stack(ptr noundef %11, ptr noundef %12) #18
  br label %return

return:                                           ; preds = %entry, %if.end
  ret void
}

; Function Attrs: noreturn nounwind uwtable
define void @emu_exit() local_unnamed_addr #3 {
entry:
  tail call void @check_stores() #18
  %0 = load ptr, ptr @current, align 8
  %arrived = getelementptr inbounds nuw i8, ptr %0, i64 28
  %1 = load i32, ptr %arrived, align 4
  %tobool.not = icmp eq i32 %1, 0
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  tail call void @fail(i32 noundef 13, i32 noundef %1) #19
  unreachable

if.end:                                           ; preds = %entry
  tail call void @check_registers() #18
  %2 = load ptr, ptr @current, align 8
  %state = getelementptr inbounds nuw i8, ptr %2, i64 20
  store i32 2, ptr %state, align 4
  %block = getelementptr inbounds nuw i8, ptr %2, i64 8
  %3 = load ptr, ptr %block, align 8
  %live = getelementptr inbounds nuw i8, ptr %3, i64 24
  %4 = load i32, ptr %live, align 8
  %dec = add i32 %4, -1
  store i32 %dec, ptr %live, align 8
  %5 = load ptr, ptr %block, align 8
  %idle = getelementptr inbounds nuw i8, ptr %5, i64 28
  store i32 0, ptr %idle, align 4
  store i64 0, ptr @stalled, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.cond, %if.end
  %6 = load ptr, ptr @current, align 8
  %7 = load ptr, ptr @main_stack, align 8
  tail call void @switch_stack(ptr noundef %6, ptr noundef %7) #18
  br label %for.cond, !llvm.loop !8
}

declare void @check_stores() local_unnamed_addr #4

declare void @check_registers() local_unnamed_addr #4

; Function Attrs: noreturn nounwind uwtable
define void @emu_trap(i32 noundef %site) local_unnamed_addr #3 {
entry:
  tail call void @fail(i32 noundef 9, i32 noundef %site) #19
  unreachable
}

; Function Attrs: noreturn nounwind uwtable
define void @emu_fail_assertion(ptr noundef %message, ptr noundef %file, i32 noundef %line, ptr noundef %function, i32 noundef %site) local_unnamed_addr #3 {
entry:
  %0 = ptrtoint ptr %message to i64
  %1 = load ptr, ptr @launch, align 8
  %format = getelementptr inbounds nuw i8, ptr %1, i64 280
  store i64 %0, ptr %format, align 8
  %2 = ptrtoint ptr %file to i64
  %values = getelementptr inbounds nuw i8, ptr %1, i64 288
  store i64 %2, ptr %values, align 8
  %conv = zext i32 %line to i64
  %size = getelementptr inbounds nuw i8, ptr %1, i64 232
  store i64 %conv, ptr %size, align 8
  %3 = ptrtoint ptr %function to i64
  %address = getelementptr inbounds nuw i8, ptr %1, i64 216
  store i64 %3, ptr %address, align 8
  tail call void @fail(i32 noundef 10, i32 noundef %site) #19
  unreachable
}

; Function Attrs: nounwind uwtable
define noundef i32 @emu_print(ptr noundef %format, ptr noundef %values, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %0 = ptrtoint ptr %format to i64
  %1 = load ptr, ptr @launch, align 8
  %format1 = getelementptr inbounds nuw i8, ptr %1, i64 280
  store i64 %0, ptr %format1, align 8
  %2 = ptrtoint ptr %values to i64
  %values2 = getelementptr inbounds nuw i8, ptr %1, i64 288
  store i64 %2, ptr %values2, align 8
  %conv = zext i32 %site to i64
  %site3 = getelementptr inbounds nuw i8, ptr %1, i64 192
  store i64 %conv, ptr %site3, align 8
  %3 = load ptr, ptr @current, align 8
  %number.i.i = getelementptr inbounds nuw i8, ptr %3, i64 16
  %4 = load i32, ptr %number.i.i, align 8
  %conv.i.i = zext i32 %4 to i64
  %thread.i.i = getelementptr inbounds nuw i8, ptr %1, i64 184
  store i64 %conv.i.i, ptr %thread.i.i, align 8
  br label %for.body.i.i

for.body.i.i:                                     ; preds = %cond.end.i.i, %entry
  %indvars.iv.i.i = phi i64 [ 0, %entry ], [ %indvars.iv.next.i.i, %cond.end.i.i ]
  %5 = load ptr, ptr @current, align 8
  %block.i.i = getelementptr inbounds nuw i8, ptr %5, i64 8
  %6 = load ptr, ptr %block.i.i, align 8
  %id.i.i = getelementptr inbounds nuw i8, ptr %6, i64 8
  %arrayidx.i.i = getelementptr inbounds nuw i32, ptr %id.i.i, i64 %indvars.iv.i.i
  %7 = load i32, ptr %arrayidx.i.i, align 4
  %tobool.not.i.i = icmp eq i64 %indvars.iv.i.i, 0
  br i1 %tobool.not.i.i, label %cond.false.i.i, label %cond.end.i.i

cond.false.i.i:                                   ; preds = %for.body.i.i
  %8 = load ptr, ptr @launch, align 8
  %cluster.i.i.i = getelementptr inbounds nuw i8, ptr %8, i64 96
  %9 = load i64, ptr %cluster.i.i.i, align 8
  %cmp.i.i.i = icmp eq i64 %9, 1
  br i1 %cmp.i.i.i, label %cond.end.i.i, label %cond.false.i.i.i

cond.false.i.i.i:                                 ; preds = %cond.false.i.i
  %number.i.i.i = getelementptr inbounds nuw i8, ptr %5, i64 16
  %10 = load i32, ptr %number.i.i.i, align 8
  %threads.i.i.i.i = getelementptr inbounds nuw i8, ptr %8, i64 56
  %11 = load i64, ptr %threads.i.i.i.i, align 8
  %div.i.i.i.i = sdiv i64 %11, %9
  %conv.i.i.i.i = trunc i64 %div.i.i.i.i to i32
  %div.i.i.i = udiv i32 %10, %conv.i.i.i.i
  br label %cond.end.i.i

cond.end.i.i:                                     ; preds = %cond.false.i.i.i, %cond.false.i.i, %for.body.i.i
  %cond.i.i = phi i32 [ 0, %for.body.i.i ], [ %div.i.i.i, %cond.false.i.i.i ], [ 0, %cond.false.i.i ]
  %add.i.i = add i32 %cond.i.i, %7
  %conv2.i.i = zext i32 %add.i.i to i64
  %12 = load ptr, ptr @launch, align 8
  %block3.i.i = getelementptr inbounds nuw i8, ptr %12, i64 256
  %arrayidx5.i.i = getelementptr inbounds nuw i64, ptr %block3.i.i, i64 %indvars.iv.i.i
  store i64 %conv2.i.i, ptr %arrayidx5.i.i, align 8
  %indvars.iv.next.i.i = add nuw nsw i64 %indvars.iv.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %indvars.iv.next.i.i, 3
  br i1 %exitcond.not.i.i, label %leave.exit, label %for.body.i.i, !llvm.loop !4

leave.exit:                                       ; preds = %cond.end.i.i
  %13 = load ptr, ptr @launch, align 8
  %status7.i.i = getelementptr inbounds nuw i8, ptr %13, i64 176
  store i64 1, ptr %status7.i.i, align 8
  %14 = load ptr, ptr @current, align 8
  %15 = load ptr, ptr @main_stack, align 8
  tail call void @switch_stack(ptr noundef %14, ptr noundef %15) #18
  ret i32 0
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @join(ptr noundef captures(none) %to, ptr noundef readonly captures(none) %from) local_unnamed_addr #5 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %threads = getelementptr inbounds nuw i8, ptr %0, i64 56
  %1 = load i64, ptr %threads, align 8
  %2 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %2, i64 8
  %3 = load ptr, ptr %block, align 8
  %mbarrier_count = getelementptr inbounds nuw i8, ptr %3, i64 5224
  %4 = load i32, ptr %mbarrier_count, align 8
  %mul = shl i32 %4, 1
  %5 = trunc i64 %1 to i32
  %conv1 = add i32 %mul, %5
  %6 = load ptr, ptr @launch, align 8
  %check_races23 = getelementptr inbounds nuw i8, ptr %6, i64 104
  %7 = load i64, ptr %check_races23, align 8
  %tobool24 = icmp ne i64 %7, 0
  %cmp25 = icmp ne i32 %conv1, 0
  %8 = select i1 %tobool24, i1 %cmp25, i1 false
  br i1 %8, label %for.body.preheader, label %for.cond.cleanup

for.body.preheader:                               ; preds = %entry
  %9 = zext i32 %conv1 to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %entry
  ret void

for.body:                                         ; preds = %for.body.preheader, %for.body
  %indvars.iv = phi i64 [ 0, %for.body.preheader ], [ %indvars.iv.next, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr %to, i64 %indvars.iv
  %10 = load i32, ptr %arrayidx, align 4
  %arrayidx4 = getelementptr inbounds nuw i32, ptr %from, i64 %indvars.iv
  %11 = load i32, ptr %arrayidx4, align 4
  %. = tail call i32 @llvm.umax.i32(i32 %10, i32 %11)
  store i32 %., ptr %arrayidx, align 4
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %12 = load ptr, ptr @launch, align 8
  %check_races = getelementptr inbounds nuw i8, ptr %12, i64 104
  %13 = load i64, ptr %check_races, align 8
  %tobool = icmp ne i64 %13, 0
  %cmp = icmp samesign ult i64 %indvars.iv.next, %9
  %14 = select i1 %tobool, i1 %cmp, i1 false
  br i1 %14, label %for.body, label %for.cond.cleanup, !llvm.loop !9
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #6

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #6

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @join_clocks(ptr noundef readonly captures(none) %threads, i32 noundef %count) local_unnamed_addr #7 {
entry:
  %0 = load ptr, ptr %threads, align 8
  %clocks = getelementptr inbounds nuw i8, ptr %0, i64 96
  %1 = load ptr, ptr %clocks, align 8
  %2 = load ptr, ptr @launch, align 8
  %threads1 = getelementptr inbounds nuw i8, ptr %2, i64 56
  %3 = load i64, ptr %threads1, align 8
  %block = getelementptr inbounds nuw i8, ptr %0, i64 8
  %4 = load ptr, ptr %block, align 8
  %mbarrier_count = getelementptr inbounds nuw i8, ptr %4, i64 5224
  %5 = load i32, ptr %mbarrier_count, align 8
  %mul = shl i32 %5, 1
  %6 = trunc i64 %3 to i32
  %conv3 = add i32 %mul, %6
  %cmp53 = icmp ugt i32 %count, 1
  br i1 %cmp53, label %for.body.preheader, label %for.cond8.preheader

for.body.preheader:                               ; preds = %entry
  %wide.trip.count = zext i32 %count to i64
  br label %for.body

for.cond8.preheader:                              ; preds = %join.exit, %entry
  %cmp955 = icmp ugt i32 %count, 1
  br i1 %cmp955, label %for.body12.lr.ph, label %for.cond22.preheader

for.body12.lr.ph:                                 ; preds = %for.cond8.preheader
  %conv16 = zext i32 %conv3 to i64
  %mul17 = shl nuw nsw i64 %conv16, 2
  %wide.trip.count63 = zext i32 %count to i64
  br label %for.body12

for.body:                                         ; preds = %for.body.preheader, %join.exit
  %indvars.iv = phi i64 [ 1, %for.body.preheader ], [ %indvars.iv.next, %join.exit ]
  %arrayidx5 = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv
  %7 = load ptr, ptr %arrayidx5, align 8
  %clocks6 = getelementptr inbounds nuw i8, ptr %7, i64 96
  %8 = load ptr, ptr %clocks6, align 8
  %9 = load ptr, ptr @launch, align 8
  %threads.i = getelementptr inbounds nuw i8, ptr %9, i64 56
  %10 = load i64, ptr %threads.i, align 8
  %11 = load ptr, ptr @current, align 8
  %block.i = getelementptr inbounds nuw i8, ptr %11, i64 8
  %12 = load ptr, ptr %block.i, align 8
  %mbarrier_count.i = getelementptr inbounds nuw i8, ptr %12, i64 5224
  %13 = load i32, ptr %mbarrier_count.i, align 8
  %mul.i = shl i32 %13, 1
  %14 = trunc i64 %10 to i32
  %conv1.i = add i32 %mul.i, %14
  %check_races23.i = getelementptr inbounds nuw i8, ptr %9, i64 104
  %15 = load i64, ptr %check_races23.i, align 8
  %tobool24.i = icmp ne i64 %15, 0
  %cmp25.i = icmp ne i32 %conv1.i, 0
  %16 = select i1 %tobool24.i, i1 %cmp25.i, i1 false
  br i1 %16, label %for.body.preheader.i, label %join.exit

for.body.preheader.i:                             ; preds = %for.body
  %17 = zext i32 %conv1.i to i64
  br label %for.body.i

for.body.i:                                       ; preds = %for.body.i, %for.body.preheader.i
  %indvars.iv.i = phi i64 [ 0, %for.body.preheader.i ], [ %indvars.iv.next.i, %for.body.i ]
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %1, i64 %indvars.iv.i
  %18 = load i32, ptr %arrayidx.i, align 4
  %arrayidx4.i = getelementptr inbounds nuw i32, ptr %8, i64 %indvars.iv.i
  %19 = load i32, ptr %arrayidx4.i, align 4
  %..i = tail call i32 @llvm.umax.i32(i32 %18, i32 %19)
  store i32 %..i, ptr %arrayidx.i, align 4
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %20 = load ptr, ptr @launch, align 8
  %check_races.i = getelementptr inbounds nuw i8, ptr %20, i64 104
  %21 = load i64, ptr %check_races.i, align 8
  %tobool.i = icmp ne i64 %21, 0
  %cmp.i = icmp samesign ult i64 %indvars.iv.next.i, %17
  %22 = select i1 %tobool.i, i1 %cmp.i, i1 false
  br i1 %22, label %for.body.i, label %join.exit, !llvm.loop !9

join.exit:                                        ; preds = %for.body.i, %for.body
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond8.preheader, label %for.body, !llvm.loop !10

for.cond22.preheader:                             ; preds = %for.body12, %for.cond8.preheader
  %cmp2357.not = icmp eq i32 %count, 0
  br i1 %cmp2357.not, label %for.cond.cleanup25, label %for.body26.preheader

for.body26.preheader:                             ; preds = %for.cond22.preheader
  %wide.trip.count68 = zext i32 %count to i64
  br label %for.body26

for.body12:                                       ; preds = %for.body12.lr.ph, %for.body12
  %indvars.iv60 = phi i64 [ 1, %for.body12.lr.ph ], [ %indvars.iv.next61, %for.body12 ]
  %arrayidx14 = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv60
  %23 = load ptr, ptr %arrayidx14, align 8
  %clocks15 = getelementptr inbounds nuw i8, ptr %23, i64 96
  %24 = load ptr, ptr %clocks15, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 4 %24, ptr align 4 %1, i64 %mul17, i1 false)
  %indvars.iv.next61 = add nuw nsw i64 %indvars.iv60, 1
  %exitcond64.not = icmp eq i64 %indvars.iv.next61, %wide.trip.count63
  br i1 %exitcond64.not, label %for.cond22.preheader, label %for.body12, !llvm.loop !11

for.cond.cleanup25:                               ; preds = %for.body26, %for.cond22.preheader
  ret void

for.body26:                                       ; preds = %for.body26.preheader, %for.body26
  %indvars.iv65 = phi i64 [ 0, %for.body26.preheader ], [ %indvars.iv.next66, %for.body26 ]
  %arrayidx28 = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv65
  %25 = load ptr, ptr %arrayidx28, align 8
  %clocks29 = getelementptr inbounds nuw i8, ptr %25, i64 96
  %26 = load ptr, ptr %clocks29, align 8
  %number = getelementptr inbounds nuw i8, ptr %25, i64 16
  %27 = load i32, ptr %number, align 8
  %idxprom32 = zext i32 %27 to i64
  %arrayidx33 = getelementptr inbounds nuw i32, ptr %26, i64 %idxprom32
  %28 = load i32, ptr %arrayidx33, align 4
  %inc34 = add i32 %28, 1
  store i32 %inc34, ptr %arrayidx33, align 4
  %indvars.iv.next66 = add nuw nsw i64 %indvars.iv65, 1
  %exitcond69.not = icmp eq i64 %indvars.iv.next66, %wide.trip.count68
  br i1 %exitcond69.not, label %for.cond.cleanup25, label %for.body26, !llvm.loop !12
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #8

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @fence() local_unnamed_addr #7 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %check_races = getelementptr inbounds nuw i8, ptr %0, i64 104
  %1 = load i64, ptr %check_races, align 8
  %tobool.not = icmp eq i64 %1, 0
  br i1 %tobool.not, label %return, label %if.end

if.end:                                           ; preds = %entry
  %2 = load ptr, ptr @current, align 8
  %clocks = getelementptr inbounds nuw i8, ptr %2, i64 96
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
  %mbarrier_count28 = getelementptr inbounds nuw i8, ptr %9, i64 5224
  %10 = load i32, ptr %mbarrier_count28, align 8
  %mul29 = shl i32 %10, 1
  %conv30 = zext i32 %mul29 to i64
  %add31 = add nsw i64 %7, %conv30
  %cmp32 = icmp sgt i64 %add31, 0
  br i1 %cmp32, label %for.body, label %for.cond.cleanup

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
  %t.033 = phi i64 [ %inc, %for.body ], [ 0, %if.end ]
  %arrayidx = getelementptr inbounds nuw i32, ptr %3, i64 %t.033
  %13 = load i32, ptr %arrayidx, align 4
  %arrayidx4 = getelementptr inbounds nuw i32, ptr %5, i64 %t.033
  %14 = load i32, ptr %arrayidx4, align 4
  %. = tail call i32 @llvm.umax.i32(i32 %13, i32 %14)
  store i32 %., ptr %arrayidx, align 4
  store i32 %., ptr %arrayidx4, align 4
  %inc = add nuw nsw i64 %t.033, 1
  %15 = load ptr, ptr @launch, align 8
  %threads = getelementptr inbounds nuw i8, ptr %15, i64 56
  %16 = load i64, ptr %threads, align 8
  %17 = load ptr, ptr @current, align 8
  %block2 = getelementptr inbounds nuw i8, ptr %17, i64 8
  %18 = load ptr, ptr %block2, align 8
  %mbarrier_count = getelementptr inbounds nuw i8, ptr %18, i64 5224
  %19 = load i32, ptr %mbarrier_count, align 8
  %mul = shl i32 %19, 1
  %conv = zext i32 %mul to i64
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
  %block.i = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block.i, align 8
  %barriers.i = getelementptr inbounds nuw i8, ptr %1, i64 80
  %key.i = getelementptr inbounds nuw i8, ptr %wait, i64 4
  %2 = load i32, ptr %key.i, align 4
  %idxprom.i = zext i32 %2 to i64
  %arrayidx.i = getelementptr inbounds nuw %struct.Barrier, ptr %barriers.i, i64 %idxprom.i
  %3 = load i32, ptr %arrayidx.i, align 8
  %tobool.not.i = icmp eq i32 %3, 0
  %expected2.i = getelementptr inbounds nuw i8, ptr %wait, i64 12
  %4 = load i32, ptr %expected2.i, align 4
  %cmp.not.i = icmp eq i32 %3, %4
  %or.cond = select i1 %tobool.not.i, i1 true, i1 %cmp.not.i
  br i1 %or.cond, label %barrier_of.exit, label %if.then.i

if.then.i:                                        ; preds = %entry
  %site.i = getelementptr inbounds nuw i8, ptr %wait, i64 8
  %5 = load i32, ptr %site.i, align 8
  tail call void @fail(i32 noundef 13, i32 noundef %5) #19
  unreachable

barrier_of.exit:                                  ; preds = %entry
  %expected3.i = getelementptr inbounds nuw i8, ptr %wait, i64 12
  %6 = load i32, ptr %expected3.i, align 4
  store i32 %6, ptr %arrayidx.i, align 8
  %wait1 = getelementptr inbounds nuw i8, ptr %0, i64 32
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(48) %wait1, ptr noundef nonnull align 8 dereferenceable(48) %wait, i64 48, i1 false)
  %state = getelementptr inbounds nuw i8, ptr %0, i64 20
  store i32 1, ptr %state, align 4
  call fastcc void @complete_barrier(ptr noundef nonnull %wait)
  store ptr %0, ptr @current, align 8
  %7 = load ptr, ptr @main_stack, align 8
  tail call void @switch_stack(ptr noundef %0, ptr noundef %7) #18
  ret void
}

; Function Attrs: nounwind uwtable
define internal fastcc void @complete_barrier(ptr noundef readonly captures(none) %wait) unnamed_addr #0 {
entry:
  %together = alloca [2048 x ptr], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %together) #18
  %0 = load ptr, ptr @current, align 8
  %block1 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block1, align 8
  %barriers = getelementptr inbounds nuw i8, ptr %1, i64 80
  %key = getelementptr inbounds nuw i8, ptr %wait, i64 4
  %2 = load i32, ptr %key, align 4
  %idxprom = zext i32 %2 to i64
  %arrayidx = getelementptr inbounds nuw %struct.Barrier, ptr %barriers, i64 %idxprom
  %threads = getelementptr inbounds nuw i8, ptr %1, i64 32
  %3 = load ptr, ptr %threads, align 8
  %4 = load ptr, ptr @launch, align 8
  %threads2 = getelementptr inbounds nuw i8, ptr %4, i64 56
  %5 = load i64, ptr %threads2, align 8
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
  %arrived = getelementptr inbounds nuw i8, ptr %arrayidx, i64 4
  %11 = load i32, ptr %arrived, align 4
  %add = add i32 %11, %found.0.lcssa.i
  %expected = getelementptr inbounds nuw i8, ptr %wait, i64 12
  %12 = load i32, ptr %expected, align 4
  %cmp.not = icmp eq i32 %add, %12
  br i1 %cmp.not, label %if.end, label %cleanup

if.end:                                           ; preds = %gather.exit
  %tobool.not = icmp eq i32 %found.0.lcssa.i, 0
  %tobool5.not = icmp eq i32 %11, 0
  %or.cond = or i1 %tobool.not, %tobool5.not
  br i1 %or.cond, label %if.end8, label %if.then6

if.then6:                                         ; preds = %if.end
  %13 = load ptr, ptr %together, align 16
  %clocks = getelementptr inbounds nuw i8, ptr %13, i64 96
  %14 = load ptr, ptr %clocks, align 8
  %gathered = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %15 = load ptr, ptr %gathered, align 8
  %16 = load i64, ptr %threads2, align 8
  %17 = load ptr, ptr %block1, align 8
  %mbarrier_count.i = getelementptr inbounds nuw i8, ptr %17, i64 5224
  %18 = load i32, ptr %mbarrier_count.i, align 8
  %mul.i = shl i32 %18, 1
  %19 = trunc i64 %16 to i32
  %conv1.i = add i32 %mul.i, %19
  %check_races23.i = getelementptr inbounds nuw i8, ptr %4, i64 104
  %20 = load i64, ptr %check_races23.i, align 8
  %tobool24.i = icmp ne i64 %20, 0
  %cmp25.i = icmp ne i32 %conv1.i, 0
  %21 = select i1 %tobool24.i, i1 %cmp25.i, i1 false
  br i1 %21, label %for.body.preheader.i, label %if.end8

for.body.preheader.i:                             ; preds = %if.then6
  %22 = zext i32 %conv1.i to i64
  br label %for.body.i32

for.body.i32:                                     ; preds = %for.body.i32, %for.body.preheader.i
  %indvars.iv.i33 = phi i64 [ 0, %for.body.preheader.i ], [ %indvars.iv.next.i35, %for.body.i32 ]
  %arrayidx.i34 = getelementptr inbounds nuw i32, ptr %14, i64 %indvars.iv.i33
  %23 = load i32, ptr %arrayidx.i34, align 4
  %arrayidx4.i = getelementptr inbounds nuw i32, ptr %15, i64 %indvars.iv.i33
  %24 = load i32, ptr %arrayidx4.i, align 4
  %..i = tail call i32 @llvm.umax.i32(i32 %23, i32 %24)
  store i32 %..i, ptr %arrayidx.i34, align 4
  %indvars.iv.next.i35 = add nuw nsw i64 %indvars.iv.i33, 1
  %25 = load ptr, ptr @launch, align 8
  %check_races.i = getelementptr inbounds nuw i8, ptr %25, i64 104
  %26 = load i64, ptr %check_races.i, align 8
  %tobool.i = icmp ne i64 %26, 0
  %cmp.i = icmp samesign ult i64 %indvars.iv.next.i35, %22
  %27 = select i1 %tobool.i, i1 %cmp.i, i1 false
  br i1 %27, label %for.body.i32, label %if.end8, !llvm.loop !9

if.end8:                                          ; preds = %for.body.i32, %if.then6, %if.end
  store i32 0, ptr %arrayidx, align 8
  store i32 0, ptr %arrived, align 4
  %gathered11 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %28 = load ptr, ptr %gathered11, align 8
  %29 = load ptr, ptr @launch, align 8
  %threads12 = getelementptr inbounds nuw i8, ptr %29, i64 56
  %30 = load i64, ptr %threads12, align 8
  %add13 = shl i64 %30, 2
  %mul = add i64 %add13, 512
  tail call void @llvm.memset.p0.i64(ptr align 4 %28, i8 0, i64 %mul, i1 false)
  br i1 %tobool.not, label %cleanup, label %if.then15

if.then15:                                        ; preds = %if.end8
  %31 = load ptr, ptr @launch, align 8
  %check_races.i36 = getelementptr inbounds nuw i8, ptr %31, i64 104
  %32 = load i64, ptr %check_races.i36, align 8
  %tobool.not.i = icmp eq i64 %32, 0
  br i1 %tobool.not.i, label %if.end.i, label %land.lhs.true.i

land.lhs.true.i:                                  ; preds = %if.then15
  %33 = load ptr, ptr %together, align 16
  %apart.i = getelementptr inbounds nuw i8, ptr %33, i64 72
  %34 = load i32, ptr %apart.i, align 8
  %tobool1.not.i = icmp eq i32 %34, 0
  br i1 %tobool1.not.i, label %if.then.i44, label %if.end.i

if.then.i44:                                      ; preds = %land.lhs.true.i
  call void @join_clocks(ptr noundef nonnull %together, i32 noundef %found.0.lcssa.i)
  br label %if.end.i

if.end.i:                                         ; preds = %if.then.i44, %land.lhs.true.i, %if.then15
  %35 = load ptr, ptr %together, align 16
  %exchange4.i = getelementptr inbounds nuw i8, ptr %35, i64 48
  %36 = load ptr, ptr %exchange4.i, align 8
  %37 = load ptr, ptr @current, align 8
  %tobool5.not.i = icmp eq ptr %36, null
  br i1 %tobool5.not.i, label %if.end7.i, label %if.then6.i

if.then6.i:                                       ; preds = %if.end.i
  call void %36(ptr noundef nonnull %together, i32 noundef %found.0.lcssa.i) #18
  br label %if.end7.i

if.end7.i:                                        ; preds = %if.then6.i, %if.end.i
  store ptr %37, ptr @current, align 8
  %block.i37 = getelementptr inbounds nuw i8, ptr %37, i64 8
  %38 = load ptr, ptr %block.i37, align 8
  %idle.i = getelementptr inbounds nuw i8, ptr %38, i64 28
  store i32 0, ptr %idle.i, align 4
  store i64 0, ptr @stalled, align 8
  %wide.trip.count.i39 = zext i32 %found.0.lcssa.i to i64
  br label %for.body.i40

for.body.i40:                                     ; preds = %for.body.i40, %if.end7.i
  %indvars.iv.i41 = phi i64 [ 0, %if.end7.i ], [ %indvars.iv.next.i42, %for.body.i40 ]
  %arrayidx8.i = getelementptr inbounds nuw ptr, ptr %together, i64 %indvars.iv.i41
  %39 = load ptr, ptr %arrayidx8.i, align 8
  %block1.i.i = getelementptr inbounds nuw i8, ptr %39, i64 8
  %40 = load ptr, ptr %block1.i.i, align 8
  %state.i.i = getelementptr inbounds nuw i8, ptr %39, i64 20
  store i32 0, ptr %state.i.i, align 4
  %number.i.i = getelementptr inbounds nuw i8, ptr %39, i64 16
  %41 = load i32, ptr %number.i.i, align 8
  %ready.i.i = getelementptr inbounds nuw i8, ptr %40, i64 40
  %42 = load ptr, ptr %ready.i.i, align 8
  %first.i.i = getelementptr inbounds nuw i8, ptr %40, i64 48
  %43 = load i32, ptr %first.i.i, align 8
  %count.i.i = getelementptr inbounds nuw i8, ptr %40, i64 52
  %44 = load i32, ptr %count.i.i, align 4
  %inc.i.i = add i32 %44, 1
  store i32 %inc.i.i, ptr %count.i.i, align 4
  %add.i.i = add i32 %44, %43
  %conv.i.i = zext i32 %add.i.i to i64
  %45 = load ptr, ptr @launch, align 8
  %threads.i.i = getelementptr inbounds nuw i8, ptr %45, i64 56
  %46 = load i64, ptr %threads.i.i, align 8
  %rem.i.i = srem i64 %conv.i.i, %46
  %arrayidx.i.i = getelementptr inbounds nuw i32, ptr %42, i64 %rem.i.i
  store i32 %41, ptr %arrayidx.i.i, align 4
  %indvars.iv.next.i42 = add nuw nsw i64 %indvars.iv.i41, 1
  %exitcond.not.i43 = icmp eq i64 %indvars.iv.next.i42, %wide.trip.count.i39
  br i1 %exitcond.not.i43, label %cleanup, label %for.body.i40, !llvm.loop !15

cleanup:                                          ; preds = %for.body.i40, %if.end8, %gather.exit
  call void @llvm.lifetime.end.p0(ptr nonnull %together) #18
  ret void
}

; Function Attrs: nounwind uwtable
define void @arrive(ptr noundef readonly byval(%struct.Wait) align 8 captures(none) %wait) local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @current, align 8
  %block.i = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block.i, align 8
  %barriers.i = getelementptr inbounds nuw i8, ptr %1, i64 80
  %key.i = getelementptr inbounds nuw i8, ptr %wait, i64 4
  %2 = load i32, ptr %key.i, align 4
  %idxprom.i = zext i32 %2 to i64
  %arrayidx.i = getelementptr inbounds nuw %struct.Barrier, ptr %barriers.i, i64 %idxprom.i
  %3 = load i32, ptr %arrayidx.i, align 8
  %tobool.not.i = icmp eq i32 %3, 0
  %expected2.i = getelementptr inbounds nuw i8, ptr %wait, i64 12
  %4 = load i32, ptr %expected2.i, align 4
  %cmp.not.i = icmp eq i32 %3, %4
  %or.cond = select i1 %tobool.not.i, i1 true, i1 %cmp.not.i
  br i1 %or.cond, label %barrier_of.exit, label %if.then.i

if.then.i:                                        ; preds = %entry
  %site.i = getelementptr inbounds nuw i8, ptr %wait, i64 8
  %5 = load i32, ptr %site.i, align 8
  tail call void @fail(i32 noundef 13, i32 noundef %5) #19
  unreachable

barrier_of.exit:                                  ; preds = %entry
  %expected3.i = getelementptr inbounds nuw i8, ptr %wait, i64 12
  %6 = load i32, ptr %expected3.i, align 4
  store i32 %6, ptr %arrayidx.i, align 8
  %gathered = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 8
  %7 = load ptr, ptr %gathered, align 8
  %clocks = getelementptr inbounds nuw i8, ptr %0, i64 96
  %8 = load ptr, ptr %clocks, align 8
  %9 = load ptr, ptr @launch, align 8
  %threads.i = getelementptr inbounds nuw i8, ptr %9, i64 56
  %10 = load i64, ptr %threads.i, align 8
  %11 = load ptr, ptr @current, align 8
  %block.i7 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %12 = load ptr, ptr %block.i7, align 8
  %mbarrier_count.i = getelementptr inbounds nuw i8, ptr %12, i64 5224
  %13 = load i32, ptr %mbarrier_count.i, align 8
  %mul.i = shl i32 %13, 1
  %14 = trunc i64 %10 to i32
  %conv1.i = add i32 %mul.i, %14
  %check_races23.i = getelementptr inbounds nuw i8, ptr %9, i64 104
  %15 = load i64, ptr %check_races23.i, align 8
  %tobool24.i = icmp ne i64 %15, 0
  %cmp25.i = icmp ne i32 %conv1.i, 0
  %16 = select i1 %tobool24.i, i1 %cmp25.i, i1 false
  br i1 %16, label %for.body.preheader.i, label %join.exit

for.body.preheader.i:                             ; preds = %barrier_of.exit
  %17 = zext i32 %conv1.i to i64
  br label %for.body.i

for.body.i:                                       ; preds = %for.body.i, %for.body.preheader.i
  %indvars.iv.i = phi i64 [ 0, %for.body.preheader.i ], [ %indvars.iv.next.i, %for.body.i ]
  %arrayidx.i8 = getelementptr inbounds nuw i32, ptr %7, i64 %indvars.iv.i
  %18 = load i32, ptr %arrayidx.i8, align 4
  %arrayidx4.i = getelementptr inbounds nuw i32, ptr %8, i64 %indvars.iv.i
  %19 = load i32, ptr %arrayidx4.i, align 4
  %..i = tail call i32 @llvm.umax.i32(i32 %18, i32 %19)
  store i32 %..i, ptr %arrayidx.i8, align 4
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %20 = load ptr, ptr @launch, align 8
  %check_races.i = getelementptr inbounds nuw i8, ptr %20, i64 104
  %21 = load i64, ptr %check_races.i, align 8
  %tobool.i = icmp ne i64 %21, 0
  %cmp.i = icmp samesign ult i64 %indvars.iv.next.i, %17
  %22 = select i1 %tobool.i, i1 %cmp.i, i1 false
  br i1 %22, label %for.body.i, label %join.exit, !llvm.loop !9

join.exit:                                        ; preds = %for.body.i, %barrier_of.exit
  %23 = load ptr, ptr %clocks, align 8
  %number = getelementptr inbounds nuw i8, ptr %0, i64 16
  %24 = load i32, ptr %number, align 8
  %idxprom = zext i32 %24 to i64
  %arrayidx = getelementptr inbounds nuw i32, ptr %23, i64 %idxprom
  %25 = load i32, ptr %arrayidx, align 4
  %inc = add i32 %25, 1
  store i32 %inc, ptr %arrayidx, align 4
  %arrived = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 4
  %26 = load i32, ptr %arrived, align 4
  %inc2 = add i32 %26, 1
  store i32 %inc2, ptr %arrived, align 4
  call fastcc void @complete_barrier(ptr noundef nonnull %wait)
  store ptr %0, ptr @current, align 8
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define range(i32 -1, -2147483648) i32 @whole_warp() local_unnamed_addr #9 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %threads = getelementptr inbounds nuw i8, ptr %0, i64 56
  %1 = load i64, ptr %threads, align 8
  %2 = load ptr, ptr @current, align 8
  %number = getelementptr inbounds nuw i8, ptr %2, i64 16
  %3 = load i32, ptr %number, align 8
  %4 = and i32 %3, -32
  %5 = trunc i64 %1 to i32
  %conv2 = sub i32 %5, %4
  %cmp = icmp ult i32 %conv2, 32
  %notmask = shl nsw i32 -1, %conv2
  %sub4 = xor i32 %notmask, -1
  %cond = select i1 %cmp, i32 %sub4, i32 -1
  ret i32 %cond
}

; Function Attrs: noreturn nounwind uwtable
define void @fail_apart(ptr noundef %thread, i32 noundef %site, ptr noundef readonly captures(none) %other, i32 noundef %other_site) local_unnamed_addr #3 {
entry:
  store ptr %thread, ptr @current, align 8
  %number = getelementptr inbounds nuw i8, ptr %other, i64 16
  %0 = load i32, ptr %number, align 8
  %conv = zext i32 %0 to i64
  %1 = load ptr, ptr @launch, align 8
  %other_thread = getelementptr inbounds nuw i8, ptr %1, i64 200
  store i64 %conv, ptr %other_thread, align 8
  %conv1 = zext i32 %other_site to i64
  %other_site2 = getelementptr inbounds nuw i8, ptr %1, i64 208
  store i64 %conv1, ptr %other_site2, align 8
  tail call void @fail(i32 noundef 8, i32 noundef %site) #19
  unreachable
}

; Function Attrs: nounwind uwtable
define void @check_whole_warps(ptr noundef readonly captures(none) %threads, i32 noundef %count) local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block, align 8
  %threads1 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %2 = load ptr, ptr %threads1, align 8
  %cmp71.not = icmp eq i32 %count, 0
  br i1 %cmp71.not, label %for.cond.cleanup, label %for.body.lr.ph

for.body.lr.ph:                                   ; preds = %entry
  %3 = load ptr, ptr @launch, align 8
  %threads2 = getelementptr inbounds nuw i8, ptr %3, i64 56
  %4 = load i64, ptr %threads2, align 8
  %5 = trunc i64 %4 to i32
  br label %for.body

for.cond.loopexit:                                ; preds = %if.end36, %for.body
  %k.1.lcssa = phi i32 [ %k.072, %for.body ], [ %10, %if.end36 ]
  %cmp = icmp ult i32 %k.1.lcssa, %count
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !16

for.cond.cleanup:                                 ; preds = %for.cond.loopexit, %entry
  ret void

for.body:                                         ; preds = %for.body.lr.ph, %for.cond.loopexit
  %k.072 = phi i32 [ 0, %for.body.lr.ph ], [ %k.1.lcssa, %for.cond.loopexit ]
  %idxprom = zext i32 %k.072 to i64
  %arrayidx = getelementptr inbounds nuw ptr, ptr %threads, i64 %idxprom
  %6 = load ptr, ptr %arrayidx, align 8
  %number = getelementptr inbounds nuw i8, ptr %6, i64 16
  %7 = load i32, ptr %number, align 8
  %div62 = and i32 %7, -32
  %conv3 = sub i32 %5, %div62
  %conv3.fr = freeze i32 %conv3
  %.not = icmp eq i32 %conv3.fr, 0
  br i1 %.not, label %for.cond.loopexit, label %for.body12.lr.ph

for.body12.lr.ph:                                 ; preds = %for.body
  %invariant.umin = tail call i32 @llvm.umin.i32(i32 %conv3.fr, i32 32)
  %site28 = getelementptr inbounds nuw i8, ptr %6, i64 40
  %8 = zext i32 %div62 to i64
  %9 = zext nneg i32 %invariant.umin to i64
  %10 = add i32 %k.072, %invariant.umin
  %invariant.gep = getelementptr inbounds %struct.Thread, ptr %2, i64 %8
  br label %for.body12

for.body12:                                       ; preds = %for.body12.lr.ph, %if.end36
  %indvars.iv = phi i64 [ 0, %for.body12.lr.ph ], [ %indvars.iv.next, %if.end36 ]
  %k.170 = phi i32 [ %k.072, %for.body12.lr.ph ], [ %inc37, %if.end36 ]
  %gep = getelementptr inbounds %struct.Thread, ptr %invariant.gep, i64 %indvars.iv
  %cmp15 = icmp eq i32 %k.170, %count
  br i1 %cmp15, label %if.then, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %for.body12
  %idxprom17 = zext i32 %k.170 to i64
  %arrayidx18 = getelementptr inbounds nuw ptr, ptr %threads, i64 %idxprom17
  %11 = load ptr, ptr %arrayidx18, align 8
  %cmp19.not = icmp eq ptr %11, %gep
  br i1 %cmp19.not, label %if.end, label %if.then

if.then:                                          ; preds = %lor.lhs.false, %for.body12
  %site = getelementptr inbounds nuw i8, ptr %6, i64 40
  %12 = load i32, ptr %site, align 8
  %state = getelementptr inbounds nuw i8, ptr %gep, i64 20
  %13 = load i32, ptr %state, align 4
  %cmp21 = icmp eq i32 %13, 1
  br i1 %cmp21, label %cond.true, label %cond.end

cond.true:                                        ; preds = %if.then
  %site24 = getelementptr inbounds nuw i8, ptr %gep, i64 40
  %14 = load i32, ptr %site24, align 8
  br label %cond.end

cond.end:                                         ; preds = %if.then, %cond.true
  %cond = phi i32 [ %14, %cond.true ], [ 0, %if.then ]
  tail call void @fail_apart(ptr noundef %6, i32 noundef %12, ptr noundef %gep, i32 noundef %cond) #19
  unreachable

if.end:                                           ; preds = %lor.lhs.false
  %site26 = getelementptr inbounds nuw i8, ptr %gep, i64 40
  %15 = load i32, ptr %site26, align 8
  %16 = load i32, ptr %site28, align 8
  %cmp29.not = icmp eq i32 %15, %16
  br i1 %cmp29.not, label %if.end36, label %if.then31

if.then31:                                        ; preds = %if.end
  tail call void @fail_apart(ptr noundef %gep, i32 noundef %15, ptr noundef %6, i32 noundef %16) #19
  unreachable

if.end36:                                         ; preds = %if.end
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %inc37 = add i32 %k.170, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %9
  br i1 %exitcond.not, label %for.cond.loopexit, label %for.body12, !llvm.loop !17
}

; Function Attrs: nounwind uwtable
define void @wait_for_warp(ptr noundef readonly byval(%struct.Wait) align 8 captures(none) %it, i32 noundef %mask) local_unnamed_addr #0 {
entry:
  %together = alloca [32 x ptr], align 16
  %0 = load ptr, ptr @current, align 8
  %number = getelementptr inbounds nuw i8, ptr %0, i64 16
  %1 = load i32, ptr %number, align 8
  %rem.i = and i32 %1, 31
  %2 = load ptr, ptr @launch, align 8
  %3 = shl nuw i32 1, %rem.i
  %4 = and i32 %3, %mask
  %tobool.not = icmp eq i32 %4, 0
  br i1 %tobool.not, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %site = getelementptr inbounds nuw i8, ptr %it, i64 8
  %5 = load i32, ptr %site, align 8
  tail call void @fail(i32 noundef 13, i32 noundef %5) #19
  unreachable

if.end:                                           ; preds = %entry
  %threads = getelementptr inbounds nuw i8, ptr %2, i64 56
  %6 = load i64, ptr %threads, align 8
  %sub = and i32 %1, -32
  %conv = zext i32 %sub to i64
  %7 = trunc i64 %6 to i32
  call void @llvm.lifetime.start.p0(ptr nonnull %together) #18
  %wait = getelementptr inbounds nuw i8, ptr %0, i64 32
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(48) %wait, ptr noundef nonnull align 8 dereferenceable(48) %it, i64 48, i1 false)
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
  %check_races.i = getelementptr inbounds nuw i8, ptr %2, i64 104
  %19 = load i64, ptr %check_races.i, align 8
  %tobool.not.i19 = icmp eq i64 %19, 0
  br i1 %tobool.not.i19, label %if.end.i, label %land.lhs.true.i20

land.lhs.true.i20:                                ; preds = %if.then9
  %20 = load ptr, ptr %together, align 16
  %apart.i = getelementptr inbounds nuw i8, ptr %20, i64 72
  %21 = load i32, ptr %apart.i, align 8
  %tobool1.not.i = icmp eq i32 %21, 0
  br i1 %tobool1.not.i, label %if.then.i26, label %if.end.i

if.then.i26:                                      ; preds = %land.lhs.true.i20
  call void @join_clocks(ptr noundef nonnull %together, i32 noundef %found.0.lcssa.i)
  br label %if.end.i

if.end.i:                                         ; preds = %if.then.i26, %land.lhs.true.i20, %if.then9
  %22 = load ptr, ptr %together, align 16
  %exchange4.i = getelementptr inbounds nuw i8, ptr %22, i64 48
  %23 = load ptr, ptr %exchange4.i, align 8
  %24 = load ptr, ptr @current, align 8
  %tobool5.not.i = icmp eq ptr %23, null
  br i1 %tobool5.not.i, label %if.end7.i, label %if.then6.i

if.then6.i:                                       ; preds = %if.end.i
  call void %23(ptr noundef nonnull %together, i32 noundef %found.0.lcssa.i) #18
  br label %if.end7.i

if.end7.i:                                        ; preds = %if.then6.i, %if.end.i
  store ptr %24, ptr @current, align 8
  %block.i = getelementptr inbounds nuw i8, ptr %24, i64 8
  %25 = load ptr, ptr %block.i, align 8
  %idle.i = getelementptr inbounds nuw i8, ptr %25, i64 28
  store i32 0, ptr %idle.i, align 4
  store i64 0, ptr @stalled, align 8
  %cmp18.not.i = icmp eq i32 %found.0.lcssa.i, 0
  br i1 %cmp18.not.i, label %if.end11, label %for.body.preheader.i

for.body.preheader.i:                             ; preds = %if.end7.i
  %wide.trip.count.i21 = zext nneg i32 %found.0.lcssa.i to i64
  br label %for.body.i22

for.body.i22:                                     ; preds = %for.body.i22, %for.body.preheader.i
  %indvars.iv.i23 = phi i64 [ 0, %for.body.preheader.i ], [ %indvars.iv.next.i24, %for.body.i22 ]
  %arrayidx8.i = getelementptr inbounds nuw ptr, ptr %together, i64 %indvars.iv.i23
  %26 = load ptr, ptr %arrayidx8.i, align 8
  %block1.i.i = getelementptr inbounds nuw i8, ptr %26, i64 8
  %27 = load ptr, ptr %block1.i.i, align 8
  %state.i.i = getelementptr inbounds nuw i8, ptr %26, i64 20
  store i32 0, ptr %state.i.i, align 4
  %number.i.i = getelementptr inbounds nuw i8, ptr %26, i64 16
  %28 = load i32, ptr %number.i.i, align 8
  %ready.i.i = getelementptr inbounds nuw i8, ptr %27, i64 40
  %29 = load ptr, ptr %ready.i.i, align 8
  %first.i.i = getelementptr inbounds nuw i8, ptr %27, i64 48
  %30 = load i32, ptr %first.i.i, align 8
  %count.i.i = getelementptr inbounds nuw i8, ptr %27, i64 52
  %31 = load i32, ptr %count.i.i, align 4
  %inc.i.i = add i32 %31, 1
  store i32 %inc.i.i, ptr %count.i.i, align 4
  %add.i.i = add i32 %31, %30
  %conv.i.i = zext i32 %add.i.i to i64
  %32 = load ptr, ptr @launch, align 8
  %threads.i.i = getelementptr inbounds nuw i8, ptr %32, i64 56
  %33 = load i64, ptr %threads.i.i, align 8
  %rem.i.i = srem i64 %conv.i.i, %33
  %arrayidx.i.i = getelementptr inbounds nuw i32, ptr %29, i64 %rem.i.i
  store i32 %28, ptr %arrayidx.i.i, align 4
  %indvars.iv.next.i24 = add nuw nsw i64 %indvars.iv.i23, 1
  %exitcond.not.i25 = icmp eq i64 %indvars.iv.next.i24, %wide.trip.count.i21
  br i1 %exitcond.not.i25, label %if.end11, label %for.body.i22, !llvm.loop !15

if.end11:                                         ; preds = %for.body.i22, %if.end7.i, %gather.exit
  %34 = load ptr, ptr @current, align 8
  %35 = load ptr, ptr @main_stack, align 8
  call void @switch_stack(ptr noundef %34, ptr noundef %35) #18
  call void @llvm.lifetime.end.p0(ptr nonnull %together) #18
  ret void
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctpop.i32(i32) #10

; Function Attrs: nounwind uwtable
define range(i64 0, 4294967296) i64 @emu_run() local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %status1 = getelementptr inbounds nuw i8, ptr %0, i64 176
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
  %transfers.i = getelementptr inbounds nuw i8, ptr %6, i64 5232
  %9 = load ptr, ptr %transfers.i, align 8
  %tobool3.not.i = icmp eq ptr %9, null
  br i1 %tobool3.not.i, label %if.end6.i, label %if.then4.i

if.then4.i:                                       ; preds = %land.lhs.true2.i
  store ptr %7, ptr @current, align 8
  %call.i.i = tail call i32 @make_transfer() #18
  %10 = load ptr, ptr @current, align 8
  %number.i.i.i = getelementptr inbounds nuw i8, ptr %10, i64 16
  %11 = load i32, ptr %number.i.i.i, align 8
  %conv.i.i.i = zext i32 %11 to i64
  %12 = load ptr, ptr @launch, align 8
  %thread.i.i.i = getelementptr inbounds nuw i8, ptr %12, i64 184
  store i64 %conv.i.i.i, ptr %thread.i.i.i, align 8
  br label %for.body.i.i.i

for.body.i.i.i:                                   ; preds = %cond.end.i.i.i, %if.then4.i
  %indvars.iv.i.i.i = phi i64 [ 0, %if.then4.i ], [ %indvars.iv.next.i.i.i, %cond.end.i.i.i ]
  %13 = load ptr, ptr @current, align 8
  %block.i.i.i = getelementptr inbounds nuw i8, ptr %13, i64 8
  %14 = load ptr, ptr %block.i.i.i, align 8
  %id.i.i.i = getelementptr inbounds nuw i8, ptr %14, i64 8
  %arrayidx.i.i.i = getelementptr inbounds nuw i32, ptr %id.i.i.i, i64 %indvars.iv.i.i.i
  %15 = load i32, ptr %arrayidx.i.i.i, align 4
  %tobool.not.i.i.i = icmp eq i64 %indvars.iv.i.i.i, 0
  br i1 %tobool.not.i.i.i, label %cond.false.i.i.i, label %cond.end.i.i.i

cond.false.i.i.i:                                 ; preds = %for.body.i.i.i
  %16 = load ptr, ptr @launch, align 8
  %cluster.i.i.i.i = getelementptr inbounds nuw i8, ptr %16, i64 96
  %17 = load i64, ptr %cluster.i.i.i.i, align 8
  %cmp.i.i.i.i = icmp eq i64 %17, 1
  br i1 %cmp.i.i.i.i, label %cond.end.i.i.i, label %cond.false.i.i.i.i

cond.false.i.i.i.i:                               ; preds = %cond.false.i.i.i
  %number.i.i.i.i = getelementptr inbounds nuw i8, ptr %13, i64 16
  %18 = load i32, ptr %number.i.i.i.i, align 8
  %threads.i.i.i.i.i = getelementptr inbounds nuw i8, ptr %16, i64 56
  %19 = load i64, ptr %threads.i.i.i.i.i, align 8
  %div.i.i.i.i.i = sdiv i64 %19, %17
  %conv.i.i.i.i.i = trunc i64 %div.i.i.i.i.i to i32
  %div.i.i.i.i = udiv i32 %18, %conv.i.i.i.i.i
  br label %cond.end.i.i.i

cond.end.i.i.i:                                   ; preds = %cond.false.i.i.i.i, %cond.false.i.i.i, %for.body.i.i.i
  %cond.i.i.i = phi i32 [ 0, %for.body.i.i.i ], [ %div.i.i.i.i, %cond.false.i.i.i.i ], [ 0, %cond.false.i.i.i ]
  %add.i.i.i = add i32 %cond.i.i.i, %15
  %conv2.i.i.i = zext i32 %add.i.i.i to i64
  %20 = load ptr, ptr @launch, align 8
  %block3.i.i.i = getelementptr inbounds nuw i8, ptr %20, i64 256
  %arrayidx5.i.i.i = getelementptr inbounds nuw i64, ptr %block3.i.i.i, i64 %indvars.iv.i.i.i
  store i64 %conv2.i.i.i, ptr %arrayidx5.i.i.i, align 8
  %indvars.iv.next.i.i.i = add nuw nsw i64 %indvars.iv.i.i.i, 1
  %exitcond.not.i.i.i = icmp eq i64 %indvars.iv.next.i.i.i, 3
  br i1 %exitcond.not.i.i.i, label %unfinished.exit.i, label %for.body.i.i.i, !llvm.loop !4

unfinished.exit.i:                                ; preds = %cond.end.i.i.i
  %21 = load ptr, ptr @launch, align 8
  %status7.i.i.i = getelementptr inbounds nuw i8, ptr %21, i64 176
  store i64 15, ptr %status7.i.i.i, align 8
  br label %step.exit

if.end6.i:                                        ; preds = %land.lhs.true2.i, %if.end.i
  %count.i = getelementptr inbounds nuw i8, ptr %6, i64 52
  %22 = load i32, ptr %count.i, align 4
  %tobool7.not.i = icmp eq i32 %22, 0
  br i1 %tobool7.not.i, label %if.then10.i, label %lor.lhs.false.i

lor.lhs.false.i:                                  ; preds = %if.end6.i
  %call8.i = tail call i32 @makes_early() #18
  %tobool9.not.i = icmp eq i32 %call8.i, 0
  br i1 %tobool9.not.i, label %if.end20.i, label %if.then10.i

if.then10.i:                                      ; preds = %lor.lhs.false.i, %if.end6.i
  %call11.i = tail call i32 @make_transfer() #18
  %tobool12.not.i = icmp eq i32 %call11.i, 0
  br i1 %tobool12.not.i, label %if.then13.i, label %if.end15.i

if.then13.i:                                      ; preds = %if.then10.i
  %call14.i = tail call i32 @make_arrival() #18
  br label %if.end15.i

if.end15.i:                                       ; preds = %if.then13.i, %if.then10.i
  %made.0.i = phi i32 [ %call11.i, %if.then10.i ], [ %call14.i, %if.then13.i ]
  %tobool16.not.not.i = icmp eq i32 %made.0.i, 0
  br i1 %tobool16.not.not.i, label %cleanup.i, label %if.then17.i

if.then17.i:                                      ; preds = %if.end15.i
  %cmp.i = icmp slt i32 %made.0.i, 0
  br i1 %cmp.i, label %cond.true.i, label %cleanup.i

cond.true.i:                                      ; preds = %if.then17.i
  %23 = load ptr, ptr @current, align 8
  %number.i.i = getelementptr inbounds nuw i8, ptr %23, i64 16
  %24 = load i32, ptr %number.i.i, align 8
  %conv.i.i = zext i32 %24 to i64
  %25 = load ptr, ptr @launch, align 8
  %thread.i.i = getelementptr inbounds nuw i8, ptr %25, i64 184
  store i64 %conv.i.i, ptr %thread.i.i, align 8
  br label %for.body.i.i

for.body.i.i:                                     ; preds = %cond.end.i.i, %cond.true.i
  %indvars.iv.i.i = phi i64 [ 0, %cond.true.i ], [ %indvars.iv.next.i.i, %cond.end.i.i ]
  %26 = load ptr, ptr @current, align 8
  %block.i.i = getelementptr inbounds nuw i8, ptr %26, i64 8
  %27 = load ptr, ptr %block.i.i, align 8
  %id.i.i = getelementptr inbounds nuw i8, ptr %27, i64 8
  %arrayidx.i.i = getelementptr inbounds nuw i32, ptr %id.i.i, i64 %indvars.iv.i.i
  %28 = load i32, ptr %arrayidx.i.i, align 4
  %tobool.not.i.i = icmp eq i64 %indvars.iv.i.i, 0
  br i1 %tobool.not.i.i, label %cond.false.i.i, label %cond.end.i.i

cond.false.i.i:                                   ; preds = %for.body.i.i
  %29 = load ptr, ptr @launch, align 8
  %cluster.i.i.i = getelementptr inbounds nuw i8, ptr %29, i64 96
  %30 = load i64, ptr %cluster.i.i.i, align 8
  %cmp.i.i.i = icmp eq i64 %30, 1
  br i1 %cmp.i.i.i, label %cond.end.i.i, label %cond.false.i.i34.i

cond.false.i.i34.i:                               ; preds = %cond.false.i.i
  %number.i.i35.i = getelementptr inbounds nuw i8, ptr %26, i64 16
  %31 = load i32, ptr %number.i.i35.i, align 8
  %threads.i.i.i.i = getelementptr inbounds nuw i8, ptr %29, i64 56
  %32 = load i64, ptr %threads.i.i.i.i, align 8
  %div.i.i.i36.i = sdiv i64 %32, %30
  %conv.i.i.i.i = trunc i64 %div.i.i.i36.i to i32
  %div.i.i.i = udiv i32 %31, %conv.i.i.i.i
  br label %cond.end.i.i

cond.end.i.i:                                     ; preds = %cond.false.i.i34.i, %cond.false.i.i, %for.body.i.i
  %cond.i.i = phi i32 [ 0, %for.body.i.i ], [ %div.i.i.i, %cond.false.i.i34.i ], [ 0, %cond.false.i.i ]
  %add.i.i = add i32 %cond.i.i, %28
  %conv2.i.i = zext i32 %add.i.i to i64
  %33 = load ptr, ptr @launch, align 8
  %block3.i.i = getelementptr inbounds nuw i8, ptr %33, i64 256
  %arrayidx5.i.i = getelementptr inbounds nuw i64, ptr %block3.i.i, i64 %indvars.iv.i.i
  store i64 %conv2.i.i, ptr %arrayidx5.i.i, align 8
  %indvars.iv.next.i.i = add nuw nsw i64 %indvars.iv.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %indvars.iv.next.i.i, 3
  br i1 %exitcond.not.i.i, label %by_current.exit.i, label %for.body.i.i, !llvm.loop !4

by_current.exit.i:                                ; preds = %cond.end.i.i
  %34 = load ptr, ptr @launch, align 8
  %status7.i.i = getelementptr inbounds nuw i8, ptr %34, i64 176
  store i64 14, ptr %status7.i.i, align 8
  br label %cleanup.i

cleanup.i:                                        ; preds = %by_current.exit.i, %if.then17.i, %if.end15.i
  %retval.0.i = phi i32 [ 0, %if.then17.i ], [ 14, %by_current.exit.i ], [ undef, %if.end15.i ]
  br i1 %tobool16.not.not.i, label %if.end20.i, label %step.exit

if.end20.i:                                       ; preds = %cleanup.i, %lor.lhs.false.i
  %35 = load ptr, ptr @blocks, align 8
  %count21.i = getelementptr inbounds nuw i8, ptr %35, i64 52
  %36 = load i32, ptr %count21.i, align 4
  %tobool22.not.i = icmp eq i32 %36, 0
  br i1 %tobool22.not.i, label %if.then23.i, label %if.end29.i

if.then23.i:                                      ; preds = %if.end20.i
  %live24.i = getelementptr inbounds nuw i8, ptr %35, i64 24
  %37 = load i32, ptr %live24.i, align 8
  %tobool25.not.i = icmp eq i32 %37, 0
  br i1 %tobool25.not.i, label %while.cond.i.i, label %if.then26.i

if.then26.i:                                      ; preds = %if.then23.i
  %threads.i37.i = getelementptr inbounds nuw i8, ptr %35, i64 32
  %38 = load ptr, ptr %threads.i37.i, align 8
  store ptr %38, ptr @current, align 8
  %39 = load ptr, ptr @launch, align 8
  %threads1.i.i = getelementptr inbounds nuw i8, ptr %39, i64 56
  %40 = load i64, ptr %threads1.i.i, align 8
  %cmp17.i.i = icmp sgt i64 %40, 0
  br i1 %cmp17.i.i, label %for.body.i65.i, label %for.cond.cleanup.i.i

for.cond.cleanup.i.i:                             ; preds = %for.inc.i.i, %if.then26.i
  %41 = load ptr, ptr @current, align 8
  %site.i.i = getelementptr inbounds nuw i8, ptr %41, i64 40
  %42 = load i32, ptr %site.i.i, align 8
  %conv10.i.i = zext i32 %42 to i64
  %site11.i.i = getelementptr inbounds nuw i8, ptr %39, i64 192
  store i64 %conv10.i.i, ptr %site11.i.i, align 8
  %number.i.i38.i = getelementptr inbounds nuw i8, ptr %41, i64 16
  %43 = load i32, ptr %number.i.i38.i, align 8
  %conv.i.i39.i = zext i32 %43 to i64
  %thread.i.i40.i = getelementptr inbounds nuw i8, ptr %39, i64 184
  store i64 %conv.i.i39.i, ptr %thread.i.i40.i, align 8
  br label %for.body.i.i41.i

for.body.i.i41.i:                                 ; preds = %cond.end.i.i47.i, %for.cond.cleanup.i.i
  %indvars.iv.i.i42.i = phi i64 [ 0, %for.cond.cleanup.i.i ], [ %indvars.iv.next.i.i53.i, %cond.end.i.i47.i ]
  %44 = load ptr, ptr @current, align 8
  %block.i.i43.i = getelementptr inbounds nuw i8, ptr %44, i64 8
  %45 = load ptr, ptr %block.i.i43.i, align 8
  %id.i.i44.i = getelementptr inbounds nuw i8, ptr %45, i64 8
  %arrayidx.i.i45.i = getelementptr inbounds nuw i32, ptr %id.i.i44.i, i64 %indvars.iv.i.i42.i
  %46 = load i32, ptr %arrayidx.i.i45.i, align 4
  %tobool.not.i.i46.i = icmp eq i64 %indvars.iv.i.i42.i, 0
  br i1 %tobool.not.i.i46.i, label %cond.false.i.i56.i, label %cond.end.i.i47.i

cond.false.i.i56.i:                               ; preds = %for.body.i.i41.i
  %47 = load ptr, ptr @launch, align 8
  %cluster.i.i.i57.i = getelementptr inbounds nuw i8, ptr %47, i64 96
  %48 = load i64, ptr %cluster.i.i.i57.i, align 8
  %cmp.i.i.i58.i = icmp eq i64 %48, 1
  br i1 %cmp.i.i.i58.i, label %cond.end.i.i47.i, label %cond.false.i.i.i59.i

cond.false.i.i.i59.i:                             ; preds = %cond.false.i.i56.i
  %number.i.i.i60.i = getelementptr inbounds nuw i8, ptr %44, i64 16
  %49 = load i32, ptr %number.i.i.i60.i, align 8
  %threads.i.i.i.i61.i = getelementptr inbounds nuw i8, ptr %47, i64 56
  %50 = load i64, ptr %threads.i.i.i.i61.i, align 8
  %div.i.i.i.i62.i = sdiv i64 %50, %48
  %conv.i.i.i.i63.i = trunc i64 %div.i.i.i.i62.i to i32
  %div.i.i.i64.i = udiv i32 %49, %conv.i.i.i.i63.i
  br label %cond.end.i.i47.i

cond.end.i.i47.i:                                 ; preds = %cond.false.i.i.i59.i, %cond.false.i.i56.i, %for.body.i.i41.i
  %cond.i.i48.i = phi i32 [ 0, %for.body.i.i41.i ], [ %div.i.i.i64.i, %cond.false.i.i.i59.i ], [ 0, %cond.false.i.i56.i ]
  %add.i.i49.i = add i32 %cond.i.i48.i, %46
  %conv2.i.i50.i = zext i32 %add.i.i49.i to i64
  %51 = load ptr, ptr @launch, align 8
  %block3.i.i51.i = getelementptr inbounds nuw i8, ptr %51, i64 256
  %arrayidx5.i.i52.i = getelementptr inbounds nuw i64, ptr %block3.i.i51.i, i64 %indvars.iv.i.i42.i
  store i64 %conv2.i.i50.i, ptr %arrayidx5.i.i52.i, align 8
  %indvars.iv.next.i.i53.i = add nuw nsw i64 %indvars.iv.i.i42.i, 1
  %exitcond.not.i.i54.i = icmp eq i64 %indvars.iv.next.i.i53.i, 3
  br i1 %exitcond.not.i.i54.i, label %stuck.exit.i, label %for.body.i.i41.i, !llvm.loop !4

for.body.i65.i:                                   ; preds = %if.then26.i, %for.inc.i.i
  %conv19.i.i = phi i64 [ %conv.i66.i, %for.inc.i.i ], [ 0, %if.then26.i ]
  %t.018.i.i = phi i32 [ %inc.i.i, %for.inc.i.i ], [ 0, %if.then26.i ]
  %arrayidx4.i.i = getelementptr inbounds nuw %struct.Thread, ptr %38, i64 %conv19.i.i
  %state.i.i = getelementptr inbounds nuw i8, ptr %arrayidx4.i.i, i64 20
  %52 = load i32, ptr %state.i.i, align 4
  %cmp5.i.i = icmp eq i32 %52, 1
  br i1 %cmp5.i.i, label %if.then.i.i, label %for.inc.i.i

if.then.i.i:                                      ; preds = %for.body.i65.i
  store ptr %arrayidx4.i.i, ptr @current, align 8
  br label %for.inc.i.i

for.inc.i.i:                                      ; preds = %if.then.i.i, %for.body.i65.i
  %inc.i.i = add i32 %t.018.i.i, 1
  %conv.i66.i = zext i32 %inc.i.i to i64
  %cmp.i.i = icmp sgt i64 %40, %conv.i66.i
  br i1 %cmp.i.i, label %for.body.i65.i, label %for.cond.cleanup.i.i, !llvm.loop !18

stuck.exit.i:                                     ; preds = %cond.end.i.i47.i
  %53 = load ptr, ptr @launch, align 8
  %status7.i.i55.i = getelementptr inbounds nuw i8, ptr %53, i64 176
  store i64 7, ptr %status7.i.i55.i, align 8
  br label %step.exit

while.cond.i.i:                                   ; preds = %if.then23.i, %while.cond.i.i
  %before.0.i.i = phi ptr [ %54, %while.cond.i.i ], [ %35, %if.then23.i ]
  %54 = load ptr, ptr %before.0.i.i, align 8
  %cmp.not.i.i = icmp eq ptr %54, %35
  br i1 %cmp.not.i.i, label %end_block.exit.i, label %while.cond.i.i, !llvm.loop !19

end_block.exit.i:                                 ; preds = %while.cond.i.i
  %55 = load ptr, ptr %35, align 8
  store ptr %55, ptr %before.0.i.i, align 8
  %cmp4.i.i = icmp eq ptr %before.0.i.i, %35
  %cond.i67.i = select i1 %cmp4.i.i, ptr null, ptr %before.0.i.i
  store ptr %cond.i67.i, ptr @blocks, align 8
  %56 = load ptr, ptr @spare, align 8
  store ptr %56, ptr %35, align 8
  store ptr %35, ptr @spare, align 8
  br label %step.exit

if.end29.i:                                       ; preds = %if.end20.i
  %ready.i.i = getelementptr inbounds nuw i8, ptr %35, i64 40
  %57 = load ptr, ptr %ready.i.i, align 8
  %first1.i.i = getelementptr inbounds nuw i8, ptr %35, i64 48
  %58 = load i32, ptr %first1.i.i, align 8
  %idxprom.i.i = zext i32 %58 to i64
  %arrayidx.i68.i = getelementptr inbounds nuw i32, ptr %57, i64 %idxprom.i.i
  %59 = load ptr, ptr @launch, align 8
  %seed.i.i = getelementptr inbounds nuw i8, ptr %59, i64 80
  %60 = load i64, ptr %seed.i.i, align 8
  %tobool.not.i69.i = icmp eq i64 %60, 0
  br i1 %tobool.not.i69.i, label %take_ready.exit.i, label %if.then.i70.i

if.then.i70.i:                                    ; preds = %if.end29.i
  %61 = load i64, ptr @random_state, align 8
  %shl.i.i.i = shl i64 %61, 13
  %xor.i.i.i = xor i64 %shl.i.i.i, %61
  %shr.i.i.i = lshr i64 %xor.i.i.i, 7
  %xor1.i.i.i = xor i64 %shr.i.i.i, %xor.i.i.i
  %shl2.i.i.i = shl i64 %xor1.i.i.i, 17
  %xor3.i.i.i = xor i64 %shl2.i.i.i, %xor1.i.i.i
  store i64 %xor3.i.i.i, ptr @random_state, align 8
  %conv4.i.i = zext i32 %36 to i64
  %rem.i.i = urem i64 %xor3.i.i.i, %conv4.i.i
  %add.i71.i = add nuw nsw i64 %rem.i.i, %idxprom.i.i
  %threads.i72.i = getelementptr inbounds nuw i8, ptr %59, i64 56
  %62 = load i64, ptr %threads.i72.i, align 8
  %rem5.i.i = urem i64 %add.i71.i, %62
  %arrayidx6.i.i = getelementptr inbounds nuw i32, ptr %57, i64 %rem5.i.i
  %63 = load i32, ptr %arrayidx6.i.i, align 4
  %64 = load i32, ptr %arrayidx.i68.i, align 4
  store i32 %64, ptr %arrayidx6.i.i, align 4
  store i32 %63, ptr %arrayidx.i68.i, align 4
  br label %take_ready.exit.i

take_ready.exit.i:                                ; preds = %if.then.i70.i, %if.end29.i
  %65 = load i32, ptr %first1.i.i, align 8
  %add8.i.i = add i32 %65, 1
  %conv9.i.i = zext i32 %add8.i.i to i64
  %66 = load ptr, ptr @launch, align 8
  %threads10.i.i = getelementptr inbounds nuw i8, ptr %66, i64 56
  %67 = load i64, ptr %threads10.i.i, align 8
  %rem11.i.i = srem i64 %conv9.i.i, %67
  %conv12.i.i = trunc nuw i64 %rem11.i.i to i32
  store i32 %conv12.i.i, ptr %first1.i.i, align 8
  %68 = load i32, ptr %count21.i, align 4
  %dec.i.i = add i32 %68, -1
  store i32 %dec.i.i, ptr %count21.i, align 4
  %threads15.i.i = getelementptr inbounds nuw i8, ptr %35, i64 32
  %69 = load ptr, ptr %threads15.i.i, align 8
  %70 = load i32, ptr %arrayidx.i68.i, align 4
  %idxprom16.i.i = zext i32 %70 to i64
  %arrayidx17.i.i = getelementptr inbounds nuw %struct.Thread, ptr %69, i64 %idxprom16.i.i
  store ptr %arrayidx17.i.i, ptr @current, align 8
  %call31.i = tail call fastcc i32 @go_on()
  br label %step.exit

step.exit:                                        ; preds = %land.lhs.true.i, %unfinished.exit.i, %cleanup.i, %stuck.exit.i, %end_block.exit.i, %take_ready.exit.i
  %retval.1.i = phi i32 [ %call31.i, %take_ready.exit.i ], [ 7, %stuck.exit.i ], [ 0, %end_block.exit.i ], [ %retval.0.i, %cleanup.i ], [ 15, %unfinished.exit.i ], [ 2, %land.lhs.true.i ]
  %cmp2 = icmp eq i32 %retval.1.i, 0
  br i1 %cmp2, label %land.rhs, label %while.end, !llvm.loop !20

while.end:                                        ; preds = %lor.rhs, %step.exit, %cond.end
  %status.0.lcssa = phi i32 [ %cond, %cond.end ], [ 0, %lor.rhs ], [ %retval.1.i, %step.exit ]
  %conv = zext i32 %status.0.lcssa to i64
  %71 = load ptr, ptr @launch, align 8
  %status5 = getelementptr inbounds nuw i8, ptr %71, i64 176
  store i64 %conv, ptr %status5, align 8
  ret i64 %conv
}

; Function Attrs: nounwind uwtable
define internal fastcc i32 @go_on() unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %status = getelementptr inbounds nuw i8, ptr %0, i64 176
  store i64 0, ptr %status, align 8
  %1 = load ptr, ptr @current, align 8
  %2 = load ptr, ptr %1, align 8
  tail call void @switch_stack(ptr noundef nonnull @main_stack, ptr noundef %2) #18
  %3 = load ptr, ptr @current, align 8
  %bottom = getelementptr inbounds nuw i8, ptr %3, i64 104
  %4 = load ptr, ptr %bottom, align 8
  %5 = load i64, ptr %4, align 8
  %cmp.not = icmp eq i64 %5, 6556890168739938526
  br i1 %cmp.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  %number.i = getelementptr inbounds nuw i8, ptr %3, i64 16
  %6 = load i32, ptr %number.i, align 8
  %conv.i = zext i32 %6 to i64
  %7 = load ptr, ptr @launch, align 8
  %thread.i = getelementptr inbounds nuw i8, ptr %7, i64 184
  store i64 %conv.i, ptr %thread.i, align 8
  br label %for.body.i

for.body.i:                                       ; preds = %cond.end.i, %if.then
  %indvars.iv.i = phi i64 [ 0, %if.then ], [ %indvars.iv.next.i, %cond.end.i ]
  %8 = load ptr, ptr @current, align 8
  %block.i = getelementptr inbounds nuw i8, ptr %8, i64 8
  %9 = load ptr, ptr %block.i, align 8
  %id.i = getelementptr inbounds nuw i8, ptr %9, i64 8
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %id.i, i64 %indvars.iv.i
  %10 = load i32, ptr %arrayidx.i, align 4
  %tobool.not.i = icmp eq i64 %indvars.iv.i, 0
  br i1 %tobool.not.i, label %cond.false.i, label %cond.end.i

cond.false.i:                                     ; preds = %for.body.i
  %11 = load ptr, ptr @launch, align 8
  %cluster.i.i = getelementptr inbounds nuw i8, ptr %11, i64 96
  %12 = load i64, ptr %cluster.i.i, align 8
  %cmp.i.i = icmp eq i64 %12, 1
  br i1 %cmp.i.i, label %cond.end.i, label %cond.false.i.i

cond.false.i.i:                                   ; preds = %cond.false.i
  %number.i.i = getelementptr inbounds nuw i8, ptr %8, i64 16
  %13 = load i32, ptr %number.i.i, align 8
  %threads.i.i.i = getelementptr inbounds nuw i8, ptr %11, i64 56
  %14 = load i64, ptr %threads.i.i.i, align 8
  %div.i.i.i = sdiv i64 %14, %12
  %conv.i.i.i = trunc i64 %div.i.i.i to i32
  %div.i.i = udiv i32 %13, %conv.i.i.i
  br label %cond.end.i

cond.end.i:                                       ; preds = %cond.false.i.i, %cond.false.i, %for.body.i
  %cond.i = phi i32 [ 0, %for.body.i ], [ %div.i.i, %cond.false.i.i ], [ 0, %cond.false.i ]
  %add.i = add i32 %cond.i, %10
  %conv2.i = zext i32 %add.i to i64
  %15 = load ptr, ptr @launch, align 8
  %block3.i = getelementptr inbounds nuw i8, ptr %15, i64 256
  %arrayidx5.i = getelementptr inbounds nuw i64, ptr %block3.i, i64 %indvars.iv.i
  store i64 %conv2.i, ptr %arrayidx5.i, align 8
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, 3
  br i1 %exitcond.not.i, label %by_current.exit, label %for.body.i, !llvm.loop !4

by_current.exit:                                  ; preds = %cond.end.i
  %16 = load ptr, ptr @launch, align 8
  %status7.i = getelementptr inbounds nuw i8, ptr %16, i64 176
  store i64 11, ptr %status7.i, align 8
  br label %return

if.end:                                           ; preds = %entry
  %17 = load ptr, ptr @launch, align 8
  %status1 = getelementptr inbounds nuw i8, ptr %17, i64 176
  %18 = load i64, ptr %status1, align 8
  %cmp2.not = icmp eq i64 %18, 0
  br i1 %cmp2.not, label %if.end5, label %if.then3

if.then3:                                         ; preds = %if.end
  %conv = trunc i64 %18 to i32
  br label %return

if.end5:                                          ; preds = %if.end
  %19 = load ptr, ptr @blocks, align 8
  %idle = getelementptr inbounds nuw i8, ptr %19, i64 28
  %20 = load i32, ptr %idle, align 4
  %tobool.not = icmp eq i32 %20, 0
  br i1 %tobool.not, label %return, label %cond.true

cond.true:                                        ; preds = %if.end5
  %conv.i7 = zext i32 %20 to i64
  %threads.i = getelementptr inbounds nuw i8, ptr %17, i64 56
  %21 = load i64, ptr %threads.i, align 8
  %mul.i = shl nsw i64 %21, 6
  %cmp.i = icmp sgt i64 %mul.i, %conv.i7
  br i1 %cmp.i, label %return, label %if.end.i

if.end.i:                                         ; preds = %cond.true
  store i32 0, ptr %idle, align 4
  %22 = load i64, ptr @stalled, align 8
  %inc.i = add nsw i64 %22, 1
  store i64 %inc.i, ptr @stalled, align 8
  br label %for.cond.i

for.cond.i:                                       ; preds = %for.cond.i, %if.end.i
  %begun.0.i = phi i32 [ 1, %if.end.i ], [ %inc5.i, %for.cond.i ]
  %b.0.in.i = phi ptr [ %19, %if.end.i ], [ %b.0.i, %for.cond.i ]
  %b.0.i = load ptr, ptr %b.0.in.i, align 8
  %cmp3.not.i = icmp eq ptr %b.0.i, %19
  %inc5.i = add i32 %begun.0.i, 1
  br i1 %cmp3.not.i, label %for.cond.cleanup.i, label %for.cond.i, !llvm.loop !21

for.cond.cleanup.i:                               ; preds = %for.cond.i
  %stall_limit.i = getelementptr inbounds nuw i8, ptr %17, i64 152
  %23 = load i64, ptr %stall_limit.i, align 8
  %conv7.i = zext i32 %begun.0.i to i64
  %mul8.i = mul nsw i64 %23, %conv7.i
  %cmp9.not.i = icmp slt i64 %22, %mul8.i
  br i1 %cmp9.not.i, label %if.end12.i, label %return

if.end12.i:                                       ; preds = %for.cond.cleanup.i
  %24 = load i64, ptr @next_program, align 8
  %last.i = getelementptr inbounds nuw i8, ptr %17, i64 48
  %25 = load i64, ptr %last.i, align 8
  %cmp13.i = icmp slt i64 %24, %25
  br i1 %cmp13.i, label %land.lhs.true.i, label %if.end20.i

land.lhs.true.i:                                  ; preds = %if.end12.i
  %resident.i = getelementptr inbounds nuw i8, ptr %17, i64 88
  %26 = load i64, ptr %resident.i, align 8
  %cmp16.i = icmp sgt i64 %26, %conv7.i
  br i1 %cmp16.i, label %if.then18.i, label %if.end20.i

if.then18.i:                                      ; preds = %land.lhs.true.i
  %call.i = tail call fastcc zeroext i1 @begin_block()
  %cond.i8 = select i1 %call.i, i32 0, i32 2
  br label %return

if.end20.i:                                       ; preds = %land.lhs.true.i, %if.end12.i
  %27 = load ptr, ptr %19, align 8
  store ptr %27, ptr @blocks, align 8
  br label %return

return:                                           ; preds = %if.end20.i, %if.then18.i, %for.cond.cleanup.i, %cond.true, %if.end5, %if.then3, %by_current.exit
  %retval.0 = phi i32 [ 11, %by_current.exit ], [ %conv, %if.then3 ], [ 0, %if.end5 ], [ 0, %cond.true ], [ 0, %if.end20.i ], [ %cond.i8, %if.then18.i ], [ 12, %for.cond.cleanup.i ]
  ret i32 %retval.0
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define noundef i64 @emu_launch_bytes() local_unnamed_addr #11 {
entry:
  ret i64 296
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @emu_begin(ptr noundef %it) local_unnamed_addr #12 {
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
  %tobool.not22 = icmp eq ptr %block, null
  br i1 %tobool.not22, label %while.end, label %while.body

while.body:                                       ; preds = %entry, %for.cond.cleanup
  %block.addr.023 = phi ptr [ %0, %for.cond.cleanup ], [ %block, %entry ]
  %0 = load ptr, ptr %block.addr.023, align 8
  %1 = load ptr, ptr @launch, align 8
  %threads19 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %2 = load i64, ptr %threads19, align 8
  %cmp20 = icmp sgt i64 %2, 0
  br i1 %cmp20, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %while.body
  %threads2 = getelementptr inbounds nuw i8, ptr %block.addr.023, i64 32
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %while.body
  tail call void @forget_transfers(ptr noundef nonnull %block.addr.023) #18
  tail call void @forget_arrivals(ptr noundef nonnull %block.addr.023) #18
  %cells = getelementptr inbounds nuw i8, ptr %block.addr.023, i64 64
  %3 = load ptr, ptr %cells, align 8
  tail call void @free(ptr noundef %3)
  tail call void @free(ptr noundef %block.addr.023)
  %tobool.not = icmp eq ptr %0, null
  br i1 %tobool.not, label %while.end, label %while.body, !llvm.loop !22

for.body:                                         ; preds = %for.body.lr.ph, %for.body
  %t.021 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.body ]
  %4 = load ptr, ptr %threads2, align 8
  %arrayidx = getelementptr inbounds nuw %struct.Thread, ptr %4, i64 %t.021
  tail call void @forget_copies(ptr noundef %arrayidx) #18
  %5 = load ptr, ptr %threads2, align 8
  %arrayidx4 = getelementptr inbounds nuw %struct.Thread, ptr %5, i64 %t.021
  tail call void @forget_stores(ptr noundef %arrayidx4) #18
  %6 = load ptr, ptr %threads2, align 8
  %arrayidx6 = getelementptr inbounds nuw %struct.Thread, ptr %6, i64 %t.021
  tail call void @forget_products(ptr noundef %arrayidx6) #18
  %inc = add nuw nsw i64 %t.021, 1
  %7 = load ptr, ptr @launch, align 8
  %threads = getelementptr inbounds nuw i8, ptr %7, i64 56
  %8 = load i64, ptr %threads, align 8
  %cmp = icmp slt i64 %inc, %8
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !23

while.end:                                        ; preds = %for.cond.cleanup, %entry
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @emu_thread(i32 noundef %number, ptr noundef writeonly captures(none) initializes((0, 16)) %state) local_unnamed_addr #13 {
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

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #14

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
  %add.i.i = add i64 %add.i, 767
  %div1.i.i = and i64 %add.i.i, -256
  %cluster.i = getelementptr inbounds nuw i8, ptr %1, i64 96
  %3 = load i64, ptr %cluster.i, align 8
  %shared_bytes.i = getelementptr inbounds nuw i8, ptr %1, i64 64
  %4 = load i64, ptr %shared_bytes.i, align 8
  %mul1.i = mul nsw i64 %4, %3
  %add.i90.i = add i64 %mul1.i, 255
  %div1.i91.i = and i64 %add.i90.i, -256
  %mul4.i = mul i64 %2, 144
  %add.i92.i = add i64 %mul4.i, 255
  %div1.i93.i = and i64 %add.i92.i, -256
  %add8.i = add i64 %2, 35
  %mul9.i = mul i64 %div1.i.i, %add8.i
  %stack_bytes.i = getelementptr inbounds nuw i8, ptr %1, i64 72
  %5 = load i64, ptr %stack_bytes.i, align 8
  %mul13.i = mul i64 %5, %2
  %add11.i = add i64 %div1.i93.i, 5888
  %add12.i = add i64 %add11.i, %mul9.i
  %add14.i = add i64 %add12.i, %mul13.i
  %add15.i = add i64 %add14.i, %div1.i91.i
  %call16.i = tail call ptr @calloc(i64 noundef 1, i64 noundef %add15.i) #20
  %tobool.not.i = icmp eq ptr %call16.i, null
  br i1 %tobool.not.i, label %cond.end, label %if.end.i

if.end.i:                                         ; preds = %cond.false
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %call16.i, i64 5376
  %add.ptr.i.i = getelementptr inbounds nuw i8, ptr %add.ptr.i, i64 %div1.i93.i
  %threads20.i = getelementptr inbounds nuw i8, ptr %call16.i, i64 32
  store ptr %add.ptr.i, ptr %threads20.i, align 8
  %add.ptr.i96.i = getelementptr inbounds nuw i8, ptr %add.ptr.i.i, i64 %div1.i.i
  %ready.i = getelementptr inbounds nuw i8, ptr %call16.i, i64 40
  store ptr %add.ptr.i.i, ptr %ready.i, align 8
  %released.i = getelementptr inbounds nuw i8, ptr %call16.i, i64 72
  store ptr %add.ptr.i96.i, ptr %released.i, align 8
  %memory.0117.i = getelementptr inbounds nuw i8, ptr %add.ptr.i96.i, i64 %div1.i.i
  %cmp118.not.i = icmp eq i64 %2, 0
  br i1 %cmp118.not.i, label %for.body28.i.preheader, label %for.body.i

for.body28.i.preheader:                           ; preds = %for.body.i, %if.end.i
  %memory.1121.i.ph = phi ptr [ %memory.0117.i, %if.end.i ], [ %memory.0.i, %for.body.i ]
  br label %for.body28.i

for.body.i:                                       ; preds = %if.end.i, %for.body.i
  %memory.0120.i = phi ptr [ %memory.0.i, %for.body.i ], [ %memory.0117.i, %if.end.i ]
  %t.0119.i = phi i64 [ %inc.i, %for.body.i ], [ 0, %if.end.i ]
  %6 = load ptr, ptr %threads20.i, align 8
  %arrayidx.i = getelementptr inbounds nuw %struct.Thread, ptr %6, i64 %t.0119.i
  %clocks.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 96
  store ptr %memory.0120.i, ptr %clocks.i, align 8
  %inc.i = add nuw i64 %t.0119.i, 1
  %memory.0.i = getelementptr inbounds nuw i8, ptr %memory.0120.i, i64 %div1.i.i
  %exitcond.not.i = icmp eq i64 %inc.i, %2
  br i1 %exitcond.not.i, label %for.body28.i.preheader, label %for.body.i, !llvm.loop !24

for.cond.cleanup27.i:                             ; preds = %for.body28.i
  %7 = ptrtoint ptr %add.ptr.i108.i to i64
  %sub.i = sub i64 0, %7
  %rem.i = and i64 %sub.i, 255
  %add.ptr34.i = getelementptr inbounds nuw i8, ptr %add.ptr.i108.i, i64 %rem.i
  %add.ptr.i105.i = getelementptr inbounds nuw i8, ptr %add.ptr34.i, i64 %div1.i91.i
  %shared36.i = getelementptr inbounds nuw i8, ptr %call16.i, i64 56
  store ptr %add.ptr34.i, ptr %shared36.i, align 8
  br i1 %cmp118.not.i, label %for.cond.cleanup40.i, label %for.body41.i

for.body28.i:                                     ; preds = %for.body28.i.preheader, %for.body28.i
  %k.0122.i = phi i64 [ %inc32.i, %for.body28.i ], [ 0, %for.body28.i.preheader ]
  %memory.1121.i = phi ptr [ %add.ptr.i108.i, %for.body28.i ], [ %memory.1121.i.ph, %for.body28.i.preheader ]
  %add.ptr.i108.i = getelementptr inbounds nuw i8, ptr %memory.1121.i, i64 %div1.i.i
  %arrayidx30.i = getelementptr inbounds nuw %struct.Barrier, ptr %call16.i, i64 %k.0122.i
  %gathered.i = getelementptr inbounds nuw i8, ptr %arrayidx30.i, i64 88
  store ptr %memory.1121.i, ptr %gathered.i, align 8
  %inc32.i = add nuw nsw i64 %k.0122.i, 1
  %exitcond126.not.i = icmp eq i64 %inc32.i, 33
  br i1 %exitcond126.not.i, label %for.cond.cleanup27.i, label %for.body28.i, !llvm.loop !25

for.cond.cleanup40.i:                             ; preds = %for.body41.i, %for.cond.cleanup27.i
  %8 = load ptr, ptr @launch, align 8
  %check_races.i = getelementptr inbounds nuw i8, ptr %8, i64 104
  %9 = load i64, ptr %check_races.i, align 8
  %tobool50.not.i = icmp eq i64 %9, 0
  br i1 %tobool50.not.i, label %cond.end, label %land.lhs.true.i

for.body41.i:                                     ; preds = %for.cond.cleanup27.i, %for.body41.i
  %t37.0124.i = phi i64 [ %inc48.i, %for.body41.i ], [ 0, %for.cond.cleanup27.i ]
  %10 = load ptr, ptr @launch, align 8
  %stack_bytes42.i = getelementptr inbounds nuw i8, ptr %10, i64 72
  %11 = load i64, ptr %stack_bytes42.i, align 8
  %mul43.i = mul i64 %11, %t37.0124.i
  %add.ptr44.i = getelementptr inbounds nuw i8, ptr %add.ptr.i105.i, i64 %mul43.i
  %12 = load ptr, ptr %threads20.i, align 8
  %arrayidx46.i = getelementptr inbounds nuw %struct.Thread, ptr %12, i64 %t37.0124.i
  %bottom.i = getelementptr inbounds nuw i8, ptr %arrayidx46.i, i64 104
  store ptr %add.ptr44.i, ptr %bottom.i, align 8
  %inc48.i = add nuw i64 %t37.0124.i, 1
  %exitcond127.not.i = icmp eq i64 %inc48.i, %2
  br i1 %exitcond127.not.i, label %for.cond.cleanup40.i, label %for.body41.i, !llvm.loop !26

land.lhs.true.i:                                  ; preds = %for.cond.cleanup40.i
  %shared_bytes51.i = getelementptr inbounds nuw i8, ptr %8, i64 64
  %13 = load i64, ptr %shared_bytes51.i, align 8
  %tobool52.not.i = icmp eq i64 %13, 0
  br i1 %tobool52.not.i, label %cond.end, label %if.then53.i

if.then53.i:                                      ; preds = %land.lhs.true.i
  %cluster54.i = getelementptr inbounds nuw i8, ptr %8, i64 96
  %14 = load i64, ptr %cluster54.i, align 8
  %mul56.i = mul nsw i64 %14, %13
  %call57.i = tail call ptr @calloc(i64 noundef %mul56.i, i64 noundef 24) #20
  %cells.i = getelementptr inbounds nuw i8, ptr %call16.i, i64 64
  store ptr %call57.i, ptr %cells.i, align 8
  br label %cond.end

cond.end:                                         ; preds = %if.then53.i, %land.lhs.true.i, %for.cond.cleanup40.i, %cond.false, %entry
  %cond = phi ptr [ %0, %entry ], [ null, %cond.false ], [ %call16.i, %if.then53.i ], [ %call16.i, %land.lhs.true.i ], [ %call16.i, %for.cond.cleanup40.i ]
  %tobool1.not = icmp ne ptr %cond, null
  br i1 %tobool1.not, label %if.end, label %cleanup

if.end:                                           ; preds = %cond.end
  br i1 %tobool.not, label %if.end4, label %if.then3

if.then3:                                         ; preds = %if.end
  %15 = load ptr, ptr %0, align 8
  store ptr %15, ptr @spare, align 8
  br label %if.end4

if.end4:                                          ; preds = %if.then3, %if.end
  %16 = load i64, ptr @next_program, align 8
  %inc = add nsw i64 %16, 1
  store i64 %inc, ptr @next_program, align 8
  %17 = load ptr, ptr @launch, align 8
  %grid = getelementptr inbounds nuw i8, ptr %17, i64 16
  %18 = load i64, ptr %grid, align 8
  %cluster = getelementptr inbounds nuw i8, ptr %17, i64 96
  %19 = load i64, ptr %cluster, align 8
  %div = sdiv i64 %18, %19
  %rem = srem i64 %16, %div
  %mul = mul nsw i64 %rem, %19
  %conv = trunc i64 %mul to i32
  %id = getelementptr inbounds nuw i8, ptr %cond, i64 8
  store i32 %conv, ptr %id, align 8
  %div7 = sdiv i64 %16, %div
  %arrayidx9 = getelementptr inbounds nuw i8, ptr %17, i64 24
  %20 = load i64, ptr %arrayidx9, align 8
  %rem10 = srem i64 %div7, %20
  %conv11 = trunc i64 %rem10 to i32
  %arrayidx13 = getelementptr inbounds nuw i8, ptr %cond, i64 12
  store i32 %conv11, ptr %arrayidx13, align 4
  %21 = load i64, ptr %arrayidx9, align 8
  %div17 = sdiv i64 %div7, %21
  %conv18 = trunc i64 %div17 to i32
  %arrayidx20 = getelementptr inbounds nuw i8, ptr %cond, i64 16
  store i32 %conv18, ptr %arrayidx20, align 8
  %22 = load i32, ptr @serial, align 4
  %inc21 = add i32 %22, 1
  store i32 %inc21, ptr @serial, align 4
  %and = and i32 %inc21, 32767
  %serial = getelementptr inbounds nuw i8, ptr %cond, i64 20
  store i32 %and, ptr %serial, align 4
  %threads = getelementptr inbounds nuw i8, ptr %17, i64 56
  %23 = load i64, ptr %threads, align 8
  %conv22 = trunc i64 %23 to i32
  %live = getelementptr inbounds nuw i8, ptr %cond, i64 24
  store i32 %conv22, ptr %live, align 8
  %count = getelementptr inbounds nuw i8, ptr %cond, i64 52
  store i32 0, ptr %count, align 4
  %first = getelementptr inbounds nuw i8, ptr %cond, i64 48
  store i32 0, ptr %first, align 8
  %idle = getelementptr inbounds nuw i8, ptr %cond, i64 28
  store i32 0, ptr %idle, align 4
  %shared = getelementptr inbounds nuw i8, ptr %cond, i64 56
  %24 = load ptr, ptr %shared, align 8
  %25 = load i64, ptr %cluster, align 8
  %shared_bytes = getelementptr inbounds nuw i8, ptr %17, i64 64
  %26 = load i64, ptr %shared_bytes, align 8
  %mul24 = mul nsw i64 %26, %25
  tail call void @llvm.memset.p0.i64(ptr align 1 %24, i8 -53, i64 %mul24, i1 false)
  %barriers = getelementptr inbounds nuw i8, ptr %cond, i64 80
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body
  tail call void @begin_registers(ptr noundef nonnull %cond) #18
  %released = getelementptr inbounds nuw i8, ptr %cond, i64 72
  %27 = load ptr, ptr %released, align 8
  %28 = load ptr, ptr @launch, align 8
  %threads30 = getelementptr inbounds nuw i8, ptr %28, i64 56
  %29 = load i64, ptr %threads30, align 8
  %add31 = shl i64 %29, 2
  %mul32 = add i64 %add31, 512
  tail call void @llvm.memset.p0.i64(ptr align 4 %27, i8 0, i64 %mul32, i1 false)
  tail call void @forget_transfers(ptr noundef nonnull %cond) #18
  %30 = load ptr, ptr @launch, align 8
  %threads3598 = getelementptr inbounds nuw i8, ptr %30, i64 56
  %31 = load i64, ptr %threads3598, align 8
  %cmp3699 = icmp sgt i64 %31, 0
  br i1 %cmp3699, label %for.body39.lr.ph, label %for.cond.cleanup38

for.body39.lr.ph:                                 ; preds = %for.cond.cleanup
  %threads.i85 = getelementptr inbounds nuw i8, ptr %cond, i64 32
  br label %for.body39

for.body:                                         ; preds = %if.end4, %for.body
  %indvars.iv = phi i64 [ 0, %if.end4 ], [ %indvars.iv.next, %for.body ]
  %arrayidx26 = getelementptr inbounds nuw %struct.Barrier, ptr %barriers, i64 %indvars.iv
  %arrived = getelementptr inbounds nuw i8, ptr %arrayidx26, i64 4
  store i32 0, ptr %arrived, align 4
  store i32 0, ptr %arrayidx26, align 8
  %gathered = getelementptr inbounds nuw i8, ptr %arrayidx26, i64 8
  %32 = load ptr, ptr %gathered, align 8
  %33 = load ptr, ptr @launch, align 8
  %threads27 = getelementptr inbounds nuw i8, ptr %33, i64 56
  %34 = load i64, ptr %threads27, align 8
  %add = shl i64 %34, 2
  %mul28 = add i64 %add, 512
  tail call void @llvm.memset.p0.i64(ptr align 4 %32, i8 0, i64 %mul28, i1 false)
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 33
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !27

for.cond.cleanup38:                               ; preds = %start_thread.exit, %for.cond.cleanup
  %35 = load ptr, ptr @blocks, align 8
  %tobool43.not = icmp eq ptr %35, null
  br i1 %tobool43.not, label %if.end53, label %cond.true44

for.body39:                                       ; preds = %for.body39.lr.ph, %start_thread.exit
  %36 = phi ptr [ %30, %for.body39.lr.ph ], [ %58, %start_thread.exit ]
  %conv34101 = phi i64 [ 0, %for.body39.lr.ph ], [ %conv34, %start_thread.exit ]
  %t.0100 = phi i32 [ 0, %for.body39.lr.ph ], [ %inc41, %start_thread.exit ]
  %37 = load ptr, ptr %threads.i85, align 8
  %arrayidx.i86 = getelementptr inbounds nuw %struct.Thread, ptr %37, i64 %conv34101
  %bottom.i87 = getelementptr inbounds nuw i8, ptr %arrayidx.i86, i64 104
  %38 = load ptr, ptr %bottom.i87, align 8
  %stack_bytes.i88 = getelementptr inbounds nuw i8, ptr %36, i64 72
  %39 = load i64, ptr %stack_bytes.i88, align 8
  %add.ptr.i89 = getelementptr inbounds i8, ptr %38, i64 %39
  %frame_words.i = getelementptr inbounds nuw i8, ptr %36, i64 136
  %40 = load i64, ptr %frame_words.i, align 8
  %idx.neg.i = sub i64 0, %40
  %add.ptr1.i = getelementptr inbounds ptr, ptr %add.ptr.i89, i64 %idx.neg.i
  %mul.i = shl i64 %40, 3
  tail call void @llvm.memset.p0.i64(ptr align 8 %add.ptr1.i, i8 0, i64 %mul.i, i1 false)
  %41 = load ptr, ptr @launch, align 8
  %frame_return.i = getelementptr inbounds nuw i8, ptr %41, i64 144
  %42 = load i64, ptr %frame_return.i, align 8
  %arrayidx3.i = getelementptr inbounds ptr, ptr %add.ptr1.i, i64 %42
  store ptr @fiber, ptr %arrayidx3.i, align 8
  %43 = load ptr, ptr %bottom.i87, align 8
  store i64 6556890168739938526, ptr %43, align 8
  store ptr %add.ptr1.i, ptr %arrayidx.i86, align 8
  %block5.i = getelementptr inbounds nuw i8, ptr %arrayidx.i86, i64 8
  store ptr %cond, ptr %block5.i, align 8
  %number6.i = getelementptr inbounds nuw i8, ptr %arrayidx.i86, i64 16
  store i32 %t.0100, ptr %number6.i, align 8
  %arrived.i = getelementptr inbounds nuw i8, ptr %arrayidx.i86, i64 28
  store i32 0, ptr %arrived.i, align 4
  %fenced.i = getelementptr inbounds nuw i8, ptr %arrayidx.i86, i64 80
  store i32 0, ptr %fenced.i, align 8
  %spins.i = getelementptr inbounds nuw i8, ptr %arrayidx.i86, i64 24
  store i32 0, ptr %spins.i, align 8
  %seen.i = getelementptr inbounds nuw i8, ptr %arrayidx.i86, i64 88
  %44 = load ptr, ptr %seen.i, align 8
  %tobool.not.i90 = icmp eq ptr %44, null
  br i1 %tobool.not.i90, label %start_thread.exit, label %if.then.i

if.then.i:                                        ; preds = %for.body39
  %45 = load ptr, ptr @launch, align 8
  %threads8.i = getelementptr inbounds nuw i8, ptr %45, i64 56
  %46 = load i64, ptr %threads8.i, align 8
  %add.i91 = shl i64 %46, 2
  %mul9.i92 = add i64 %add.i91, 512
  tail call void @llvm.memset.p0.i64(ptr nonnull align 4 %44, i8 0, i64 %mul9.i92, i1 false)
  br label %start_thread.exit

start_thread.exit:                                ; preds = %for.body39, %if.then.i
  tail call void @forget_copies(ptr noundef nonnull %arrayidx.i86) #18
  tail call void @forget_stores(ptr noundef nonnull %arrayidx.i86) #18
  tail call void @forget_products(ptr noundef nonnull %arrayidx.i86) #18
  %clocks.i94 = getelementptr inbounds nuw i8, ptr %arrayidx.i86, i64 96
  %47 = load ptr, ptr %clocks.i94, align 8
  %48 = load ptr, ptr @launch, align 8
  %threads10.i = getelementptr inbounds nuw i8, ptr %48, i64 56
  %49 = load i64, ptr %threads10.i, align 8
  %add11.i95 = shl i64 %49, 2
  %mul12.i = add i64 %add11.i95, 512
  tail call void @llvm.memset.p0.i64(ptr align 4 %47, i8 0, i64 %mul12.i, i1 false)
  %50 = load ptr, ptr %clocks.i94, align 8
  %arrayidx15.i = getelementptr inbounds nuw i32, ptr %50, i64 %conv34101
  store i32 1, ptr %arrayidx15.i, align 4
  %51 = load ptr, ptr %block5.i, align 8
  %state.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i86, i64 20
  store i32 0, ptr %state.i.i, align 4
  %52 = load i32, ptr %number6.i, align 8
  %ready.i.i = getelementptr inbounds nuw i8, ptr %51, i64 40
  %53 = load ptr, ptr %ready.i.i, align 8
  %first.i.i = getelementptr inbounds nuw i8, ptr %51, i64 48
  %54 = load i32, ptr %first.i.i, align 8
  %count.i.i = getelementptr inbounds nuw i8, ptr %51, i64 52
  %55 = load i32, ptr %count.i.i, align 4
  %inc.i.i = add i32 %55, 1
  store i32 %inc.i.i, ptr %count.i.i, align 4
  %add.i.i96 = add i32 %55, %54
  %conv.i.i = zext i32 %add.i.i96 to i64
  %56 = load ptr, ptr @launch, align 8
  %threads.i.i = getelementptr inbounds nuw i8, ptr %56, i64 56
  %57 = load i64, ptr %threads.i.i, align 8
  %rem.i.i = srem i64 %conv.i.i, %57
  %arrayidx.i.i = getelementptr inbounds nuw i32, ptr %53, i64 %rem.i.i
  store i32 %52, ptr %arrayidx.i.i, align 4
  %inc41 = add i32 %t.0100, 1
  %conv34 = zext i32 %inc41 to i64
  %58 = load ptr, ptr @launch, align 8
  %threads35 = getelementptr inbounds nuw i8, ptr %58, i64 56
  %59 = load i64, ptr %threads35, align 8
  %cmp36 = icmp sgt i64 %59, %conv34
  br i1 %cmp36, label %for.body39, label %for.cond.cleanup38, !llvm.loop !28

cond.true44:                                      ; preds = %for.cond.cleanup38
  %60 = load ptr, ptr %35, align 8
  store ptr %60, ptr %cond, align 8
  br label %if.end53

if.end53:                                         ; preds = %for.cond.cleanup38, %cond.true44
  %cond.sink = phi ptr [ %35, %cond.true44 ], [ %cond, %for.cond.cleanup38 ]
  store ptr %cond, ptr %cond.sink, align 8
  store ptr %cond, ptr @blocks, align 8
  br label %cleanup

cleanup:                                          ; preds = %cond.end, %if.end53
  ret i1 %tobool1.not
}

declare void @begin_registers(ptr noundef) local_unnamed_addr #4

declare void @forget_transfers(ptr noundef) local_unnamed_addr #4

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @calloc(i64 noundef, i64 noundef) local_unnamed_addr #15

; Function Attrs: noreturn nounwind uwtable
define internal void @fiber() #3 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %1 = load ptr, ptr %0, align 8
  %arguments = getelementptr inbounds nuw i8, ptr %0, i64 8
  %2 = load ptr, ptr %arguments, align 8
  tail call void %1(ptr noundef %2) #18
  tail call void @check_stores() #18
  %3 = load ptr, ptr @current, align 8
  %arrived.i = getelementptr inbounds nuw i8, ptr %3, i64 28
  %4 = load i32, ptr %arrived.i, align 4
  %tobool.not.i = icmp eq i32 %4, 0
  br i1 %tobool.not.i, label %if.end.i, label %if.then.i

if.then.i:                                        ; preds = %entry
  tail call void @fail(i32 noundef 13, i32 noundef %4) #19
  unreachable

if.end.i:                                         ; preds = %entry
  tail call void @check_registers() #18
  %5 = load ptr, ptr @current, align 8
  %state.i = getelementptr inbounds nuw i8, ptr %5, i64 20
  store i32 2, ptr %state.i, align 4
  %block.i = getelementptr inbounds nuw i8, ptr %5, i64 8
  %6 = load ptr, ptr %block.i, align 8
  %live.i = getelementptr inbounds nuw i8, ptr %6, i64 24
  %7 = load i32, ptr %live.i, align 8
  %dec.i = add i32 %7, -1
  store i32 %dec.i, ptr %live.i, align 8
  %8 = load ptr, ptr %block.i, align 8
  %idle.i = getelementptr inbounds nuw i8, ptr %8, i64 28
  store i32 0, ptr %idle.i, align 4
  store i64 0, ptr @stalled, align 8
  br label %for.cond.i

for.cond.i:                                       ; preds = %for.cond.i, %if.end.i
  %9 = load ptr, ptr @current, align 8
  %10 = load ptr, ptr @main_stack, align 8
  tail call void @switch_stack(ptr noundef %9, ptr noundef %10) #18
  br label %for.cond.i, !llvm.loop !8
}

declare void @forget_copies(ptr noundef) local_unnamed_addr #4

declare void @forget_stores(ptr noundef) local_unnamed_addr #4

declare void @forget_products(ptr noundef) local_unnamed_addr #4

declare i32 @makes_early() local_unnamed_addr #4

declare i32 @make_transfer() local_unnamed_addr #4

declare i32 @make_arrival() local_unnamed_addr #4

declare void @forget_arrivals(ptr noundef) local_unnamed_addr #4

; Function Attrs: mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @free(ptr allocptr noundef captures(none)) local_unnamed_addr #16

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #17

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #17

attributes #0 = { nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { noreturn nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #6 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #7 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #8 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #9 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #10 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #11 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #12 = { mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #13 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #14 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #15 = { mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #16 = { mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #17 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #18 = { nounwind }
attributes #19 = { noreturn }
attributes #20 = { allocsize(0,1) }

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
!26 = distinct !{!26, !5, !6}
!27 = distinct !{!27, !5, !6}
!28 = distinct !{!28, !5, !6}
