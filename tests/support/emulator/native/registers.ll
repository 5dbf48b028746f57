; Made of registers.c by regenerate.py, see README.md.
%struct.Registers = type { i32, i32, i32, i32 }
%struct.Wait = type { i32, i32, i32, i32, ptr, ptr, ptr, i32 }
%struct.Thread = type { ptr, ptr, i32, i32, i32, i32, %struct.Wait, i32, ptr, ptr, ptr, ptr, ptr, i32, ptr }

@launch = external local_unnamed_addr global ptr, align 8
@current = external local_unnamed_addr global ptr, align 8

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @begin_registers(ptr noundef writeonly captures(none) %block) local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %threads.i7 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %1 = load i64, ptr %threads.i7, align 8
  %sub.i8 = add nsw i64 %1, 31
  %div.i9 = sdiv i64 %sub.i8, 32
  %2 = and i64 %div.i9, 4294967295
  %cmp11.not = icmp eq i64 %2, 0
  br i1 %cmp11.not, label %for.cond.cleanup, label %for.body.lr.ph

for.body.lr.ph:                                   ; preds = %entry
  %registers = getelementptr inbounds nuw i8, ptr %block, i64 608
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %entry
  %spare_registers = getelementptr inbounds nuw i8, ptr %block, i64 1632
  store i64 0, ptr %spare_registers, align 8
  ret void

for.body:                                         ; preds = %for.body.lr.ph, %for.body
  %indvars.iv = phi i64 [ 0, %for.body.lr.ph ], [ %indvars.iv.next, %for.body ]
  %3 = phi ptr [ %0, %for.body.lr.ph ], [ %5, %for.body ]
  %arrayidx = getelementptr inbounds nuw %struct.Registers, ptr %registers, i64 %indvars.iv
  %registers1 = getelementptr inbounds nuw i8, ptr %3, i64 120
  %4 = load i64, ptr %registers1, align 8
  %conv = trunc i64 %4 to i32
  store i32 %conv, ptr %arrayidx, align 8
  %.compoundliteral.sroa.2.0.arrayidx.sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx, i64 4
  store i32 %conv, ptr %.compoundliteral.sroa.2.0.arrayidx.sroa_idx, align 4
  %.compoundliteral.sroa.3.0.arrayidx.sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  store i32 0, ptr %.compoundliteral.sroa.3.0.arrayidx.sroa_idx, align 8
  %.compoundliteral.sroa.4.0.arrayidx.sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx, i64 12
  store i32 0, ptr %.compoundliteral.sroa.4.0.arrayidx.sroa_idx, align 4
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %5 = load ptr, ptr @launch, align 8
  %threads.i = getelementptr inbounds nuw i8, ptr %5, i64 56
  %6 = load i64, ptr %threads.i, align 8
  %sub.i = add nsw i64 %6, 31
  %div.i = sdiv i64 %sub.i, 32
  %7 = and i64 %div.i, 4294967295
  %cmp = icmp samesign ult i64 %indvars.iv.next, %7
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !4
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #1

; Function Attrs: nounwind uwtable
define void @emu_set_registers(i32 noundef %count, i32 noundef %grows, i32 noundef %site) local_unnamed_addr #2 {
entry:
  %grows.addr = alloca i32, align 4
  %.compoundliteral = alloca %struct.Wait, align 8
  store i32 %grows, ptr %grows.addr, align 4
  %0 = load ptr, ptr @launch, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %0, i64 128
  %1 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp ne i64 %1, 0
  %conv.i = zext i32 %site to i64
  %cmp.i = icmp eq i64 %1, %conv.i
  %2 = and i1 %tobool.not.i, %cmp.i
  br i1 %2, label %while.end, label %if.end

if.end:                                           ; preds = %entry
  %rem = and i32 %count, 7
  %tobool = icmp ne i32 %rem, 0
  %3 = add i32 %count, -257
  %4 = icmp ult i32 %3, -233
  %or.cond19 = or i1 %tobool, %4
  br i1 %or.cond19, label %if.then3, label %if.end4

if.then3:                                         ; preds = %if.end
  tail call void @fail(i32 noundef 13, i32 noundef %site) #5
  unreachable

if.end4:                                          ; preds = %if.end
  store i32 268, ptr %.compoundliteral, align 8
  %key = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 4
  store i32 %count, ptr %key, align 4
  %site5 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 8
  store i32 %site, ptr %site5, align 8
  %expected = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 12
  store i32 0, ptr %expected, align 4
  %exchange = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 16
  store ptr @change, ptr %exchange, align 8
  %in = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 24
  store ptr %grows.addr, ptr %in, align 8
  %out = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 32
  store ptr null, ptr %out, align 8
  %apart = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 40
  store i32 1, ptr %apart, align 8
  %5 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 44
  store i32 0, ptr %5, align 4
  %call6 = call i32 @whole_warp() #6
  call void @wait_for_warp(ptr noundef nonnull byval(%struct.Wait) align 8 %.compoundliteral, i32 noundef %call6) #6
  %6 = load ptr, ptr @current, align 8
  %block.i28 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %7 = load ptr, ptr %block.i28, align 8
  %registers.i29 = getelementptr inbounds nuw i8, ptr %7, i64 608
  %number.i30 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %8 = load i32, ptr %number.i30, align 8
  %div1.i31 = lshr i32 %8, 5
  %idxprom.i32 = zext nneg i32 %div1.i31 to i64
  %arrayidx.i33 = getelementptr inbounds nuw %struct.Registers, ptr %registers.i29, i64 %idxprom.i32
  %9 = load i32, ptr %arrayidx.i33, align 4
  %cmp9.not34 = icmp eq i32 %9, %count
  br i1 %cmp9.not34, label %while.end, label %while.body

while.body:                                       ; preds = %if.end4, %while.body
  %10 = phi ptr [ %11, %while.body ], [ %6, %if.end4 ]
  %wait = getelementptr inbounds nuw i8, ptr %10, i64 32
  store i32 12, ptr %wait, align 8
  %.compoundliteral10.sroa.3.0.wait.sroa_idx = getelementptr inbounds nuw i8, ptr %10, i64 36
  store i32 %count, ptr %.compoundliteral10.sroa.3.0.wait.sroa_idx, align 4
  %.compoundliteral10.sroa.4.0.wait.sroa_idx = getelementptr inbounds nuw i8, ptr %10, i64 40
  store i32 %site, ptr %.compoundliteral10.sroa.4.0.wait.sroa_idx, align 8
  %.compoundliteral10.sroa.5.0.wait.sroa_idx = getelementptr inbounds nuw i8, ptr %10, i64 44
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(36) %.compoundliteral10.sroa.5.0.wait.sroa_idx, i8 0, i64 36, i1 false)
  %state = getelementptr inbounds nuw i8, ptr %10, i64 20
  store i32 1, ptr %state, align 4
  call void @leave_to_others() #6
  %11 = load ptr, ptr @current, align 8
  %block.i = getelementptr inbounds nuw i8, ptr %11, i64 8
  %12 = load ptr, ptr %block.i, align 8
  %registers.i = getelementptr inbounds nuw i8, ptr %12, i64 608
  %number.i = getelementptr inbounds nuw i8, ptr %11, i64 16
  %13 = load i32, ptr %number.i, align 8
  %div1.i = lshr i32 %13, 5
  %idxprom.i = zext nneg i32 %div1.i to i64
  %arrayidx.i = getelementptr inbounds nuw %struct.Registers, ptr %registers.i, i64 %idxprom.i
  %14 = load i32, ptr %arrayidx.i, align 4
  %cmp9.not = icmp eq i32 %14, %count
  br i1 %cmp9.not, label %while.end, label %while.body, !llvm.loop !7

while.end:                                        ; preds = %while.body, %if.end4, %entry
  ret void
}

; Function Attrs: noreturn
declare void @fail(i32 noundef, i32 noundef) local_unnamed_addr #3

declare void @wait_for_warp(ptr noundef byval(%struct.Wait) align 8, i32 noundef) local_unnamed_addr #4

; Function Attrs: nounwind uwtable
define internal void @change(ptr noundef %threads, i32 noundef %count) #2 {
entry:
  tail call void @check_whole_warps(ptr noundef %threads, i32 noundef %count) #6
  %0 = load ptr, ptr %threads, align 8
  store ptr %0, ptr @current, align 8
  %block.i = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block.i, align 8
  %registers.i = getelementptr inbounds nuw i8, ptr %1, i64 608
  %number.i = getelementptr inbounds nuw i8, ptr %0, i64 16
  %2 = load i32, ptr %number.i, align 8
  %div1.i = lshr i32 %2, 5
  %idxprom.i = zext nneg i32 %div1.i to i64
  %arrayidx.i = getelementptr inbounds nuw %struct.Registers, ptr %registers.i, i64 %idxprom.i
  %in = getelementptr inbounds nuw i8, ptr %0, i64 56
  %3 = load ptr, ptr %in, align 8
  %4 = load i32, ptr %3, align 4
  %tobool.not = icmp eq i32 %4, 0
  %key3 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %5 = load i32, ptr %key3, align 4
  %6 = load i32, ptr %arrayidx.i, align 4
  br i1 %tobool.not, label %cond.false, label %cond.true

cond.true:                                        ; preds = %entry
  %cmp = icmp ult i32 %5, %6
  br i1 %cmp, label %if.then, label %if.end

cond.false:                                       ; preds = %entry
  %cmp5 = icmp ugt i32 %5, %6
  br i1 %cmp5, label %if.then, label %if.end

if.then:                                          ; preds = %cond.false, %cond.true
  %site = getelementptr inbounds nuw i8, ptr %0, i64 40
  %7 = load i32, ptr %site, align 8
  tail call void @fail(i32 noundef 13, i32 noundef %7) #5
  unreachable

if.end:                                           ; preds = %cond.false, %cond.true
  %changes = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 8
  %8 = load i32, ptr %changes, align 4
  %inc = add i32 %8, 1
  store i32 %inc, ptr %changes, align 4
  %site6 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %9 = load i32, ptr %site6, align 8
  %site7 = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 12
  store i32 %9, ptr %site7, align 4
  %key8 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %10 = load i32, ptr %key8, align 4
  %wanted = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 4
  store i32 %10, ptr %wanted, align 4
  br i1 %tobool.not, label %if.then10, label %if.end17

if.then10:                                        ; preds = %if.end
  %11 = load i32, ptr %arrayidx.i, align 4
  %sub = sub i32 %11, %10
  %12 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %12, i64 8
  %13 = load ptr, ptr %block, align 8
  %spare_registers = getelementptr inbounds nuw i8, ptr %13, i64 1632
  %14 = load ptr, ptr @launch, align 8
  %cluster.i = getelementptr inbounds nuw i8, ptr %14, i64 96
  %15 = load i64, ptr %cluster.i, align 8
  %cmp.i = icmp eq i64 %15, 1
  br i1 %cmp.i, label %rank_of.exit, label %cond.false.i

cond.false.i:                                     ; preds = %if.then10
  %number.i34 = getelementptr inbounds nuw i8, ptr %12, i64 16
  %16 = load i32, ptr %number.i34, align 8
  %threads.i.i = getelementptr inbounds nuw i8, ptr %14, i64 56
  %17 = load i64, ptr %threads.i.i, align 8
  %div.i.i = sdiv i64 %17, %15
  %conv.i.i = trunc i64 %div.i.i to i32
  %div.i = udiv i32 %16, %conv.i.i
  %18 = zext i32 %div.i to i64
  br label %rank_of.exit

rank_of.exit:                                     ; preds = %if.then10, %cond.false.i
  %cond.i = phi i64 [ %18, %cond.false.i ], [ 0, %if.then10 ]
  %arrayidx14 = getelementptr inbounds nuw i32, ptr %spare_registers, i64 %cond.i
  %19 = load i32, ptr %arrayidx14, align 4
  %add = add i32 %sub, %19
  store i32 %add, ptr %arrayidx14, align 4
  %20 = load i32, ptr %wanted, align 4
  store i32 %20, ptr %arrayidx.i, align 4
  br label %if.end17

if.end17:                                         ; preds = %rank_of.exit, %if.end
  %21 = load ptr, ptr @launch, align 8
  %threads.i60.i = getelementptr inbounds nuw i8, ptr %21, i64 56
  %22 = load i64, ptr %threads.i60.i, align 8
  %sub.i61.i = add nsw i64 %22, 31
  %div.i62.i = sdiv i64 %sub.i61.i, 32
  %23 = and i64 %div.i62.i, 4294967295
  %cmp64.not.i = icmp eq i64 %23, 0
  br i1 %cmp64.not.i, label %grant.exit, label %for.body.lr.ph.i

for.body.lr.ph.i:                                 ; preds = %if.end17
  %24 = load ptr, ptr @current, align 8
  %block18 = getelementptr inbounds nuw i8, ptr %24, i64 8
  %25 = load ptr, ptr %block18, align 8
  %registers.i35 = getelementptr inbounds nuw i8, ptr %25, i64 608
  %spare_registers.i = getelementptr inbounds nuw i8, ptr %25, i64 1632
  %threads17.i = getelementptr inbounds nuw i8, ptr %25, i64 32
  br label %for.body.i

for.body.i:                                       ; preds = %cleanup.i, %for.body.lr.ph.i
  %indvars.iv69.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %indvars.iv.next70.i, %cleanup.i ]
  %indvars.iv.i = phi i32 [ 0, %for.body.lr.ph.i ], [ %indvars.iv.next.i, %cleanup.i ]
  %26 = phi i64 [ %22, %for.body.lr.ph.i ], [ %44, %cleanup.i ]
  %27 = phi ptr [ %21, %for.body.lr.ph.i ], [ %43, %cleanup.i ]
  %28 = zext i32 %indvars.iv.i to i64
  %arrayidx.i36 = getelementptr inbounds nuw %struct.Registers, ptr %registers.i35, i64 %indvars.iv69.i
  %wanted.i = getelementptr inbounds nuw i8, ptr %arrayidx.i36, i64 4
  %29 = load i32, ptr %wanted.i, align 4
  %30 = load i32, ptr %arrayidx.i36, align 4
  %sub.i = sub i32 %29, %30
  %31 = trunc nuw i64 %indvars.iv69.i to i32
  %mul.i = shl i32 %31, 5
  %cluster.i.i = getelementptr inbounds nuw i8, ptr %27, i64 96
  %32 = load i64, ptr %cluster.i.i, align 8
  %div.i51.i = sdiv i64 %26, %32
  %conv.i52.i = trunc i64 %div.i51.i to i32
  %div.i37 = udiv i32 %mul.i, %conv.i52.i
  %idxprom2.i = zext i32 %div.i37 to i64
  %arrayidx3.i = getelementptr inbounds nuw i32, ptr %spare_registers.i, i64 %idxprom2.i
  %tobool.not.i = icmp eq i32 %29, %30
  br i1 %tobool.not.i, label %cleanup.i, label %lor.lhs.false.i

lor.lhs.false.i:                                  ; preds = %for.body.i
  %33 = load i32, ptr %arrayidx3.i, align 4
  %cmp4.i = icmp ugt i32 %sub.i, %33
  br i1 %cmp4.i, label %cleanup.i, label %if.end.i

if.end.i:                                         ; preds = %lor.lhs.false.i
  %sub5.i = sub nuw i32 %33, %sub.i
  store i32 %sub5.i, ptr %arrayidx3.i, align 4
  %34 = load i32, ptr %wanted.i, align 4
  store i32 %34, ptr %arrayidx.i36, align 4
  %conv53.i = zext i32 %mul.i to i64
  %35 = load ptr, ptr @launch, align 8
  %threads54.i = getelementptr inbounds nuw i8, ptr %35, i64 56
  %36 = load i64, ptr %threads54.i, align 8
  %cmp1055.i = icmp sgt i64 %36, %conv53.i
  %cmp1356.i = icmp ne i32 %mul.i, -32
  %or.cond57.i = and i1 %cmp1356.i, %cmp1055.i
  br i1 %or.cond57.i, label %for.body16.preheader.i, label %cleanup.i

for.body16.preheader.i:                           ; preds = %if.end.i
  %mul12.i = add nuw i32 %mul.i, 32
  %37 = zext i32 %mul12.i to i64
  br label %for.body16.i

for.body16.i:                                     ; preds = %if.end25.i, %for.body16.preheader.i
  %indvars.iv66.i = phi i64 [ %28, %for.body16.preheader.i ], [ %indvars.iv.next67.i, %if.end25.i ]
  %38 = load ptr, ptr %threads17.i, align 8
  %arrayidx19.i = getelementptr inbounds nuw %struct.Thread, ptr %38, i64 %indvars.iv66.i
  %state.i = getelementptr inbounds nuw i8, ptr %arrayidx19.i, i64 20
  %39 = load i32, ptr %state.i, align 4
  %cmp20.i = icmp eq i32 %39, 1
  br i1 %cmp20.i, label %land.lhs.true.i, label %if.end25.i

land.lhs.true.i:                                  ; preds = %for.body16.i
  %wait.i = getelementptr inbounds nuw i8, ptr %arrayidx19.i, i64 32
  %40 = load i32, ptr %wait.i, align 8
  %cmp22.i = icmp eq i32 %40, 12
  br i1 %cmp22.i, label %if.then24.i, label %if.end25.i

if.then24.i:                                      ; preds = %land.lhs.true.i
  tail call void @resume(ptr noundef %arrayidx19.i) #6
  br label %if.end25.i

if.end25.i:                                       ; preds = %if.then24.i, %land.lhs.true.i, %for.body16.i
  %indvars.iv.next67.i = add nuw nsw i64 %indvars.iv66.i, 1
  %41 = load ptr, ptr @launch, align 8
  %threads.i = getelementptr inbounds nuw i8, ptr %41, i64 56
  %42 = load i64, ptr %threads.i, align 8
  %cmp10.i = icmp sgt i64 %42, %indvars.iv.next67.i
  %cmp13.i = icmp samesign ult i64 %indvars.iv.next67.i, %37
  %or.cond.i = and i1 %cmp13.i, %cmp10.i
  br i1 %or.cond.i, label %for.body16.i, label %cleanup.i, !llvm.loop !8

cleanup.i:                                        ; preds = %if.end25.i, %if.end.i, %lor.lhs.false.i, %for.body.i
  %indvars.iv.next70.i = add nuw nsw i64 %indvars.iv69.i, 1
  %43 = load ptr, ptr @launch, align 8
  %threads.i.i38 = getelementptr inbounds nuw i8, ptr %43, i64 56
  %44 = load i64, ptr %threads.i.i38, align 8
  %sub.i.i = add nsw i64 %44, 31
  %div.i.i39 = sdiv i64 %sub.i.i, 32
  %45 = and i64 %div.i.i39, 4294967295
  %cmp.i40 = icmp samesign ult i64 %indvars.iv.next70.i, %45
  %indvars.iv.next.i = add i32 %indvars.iv.i, 32
  br i1 %cmp.i40, label %for.body.i, label %grant.exit, !llvm.loop !9

grant.exit:                                       ; preds = %cleanup.i, %if.end17
  ret void
}

declare i32 @whole_warp() local_unnamed_addr #4

declare void @leave_to_others() local_unnamed_addr #4

; Function Attrs: nounwind uwtable
define void @check_registers() local_unnamed_addr #2 {
entry:
  %0 = load ptr, ptr @current, align 8
  %block1 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block1, align 8
  %live = getelementptr inbounds nuw i8, ptr %1, i64 24
  %2 = load i32, ptr %live, align 8
  %cmp = icmp ugt i32 %2, 1
  br i1 %cmp, label %cleanup, label %for.cond.preheader

for.cond.preheader:                               ; preds = %entry
  %3 = load ptr, ptr @launch, align 8
  %threads.i = getelementptr inbounds nuw i8, ptr %3, i64 56
  %4 = load i64, ptr %threads.i, align 8
  %sub.i = add nsw i64 %4, 31
  %div.i = sdiv i64 %sub.i, 32
  %conv.i = trunc i64 %div.i to i32
  %cmp262.not = icmp eq i32 %conv.i, 0
  br i1 %cmp262.not, label %cleanup, label %for.body.lr.ph

for.body.lr.ph:                                   ; preds = %for.cond.preheader
  %registers = getelementptr inbounds nuw i8, ptr %1, i64 608
  br label %for.body

for.body:                                         ; preds = %for.body.lr.ph, %if.then8
  %w.063 = phi i32 [ 0, %for.body.lr.ph ], [ %inc, %if.then8 ]
  %div59 = and i32 %w.063, -4
  %idxprom = zext i32 %w.063 to i64
  %arrayidx = getelementptr inbounds nuw %struct.Registers, ptr %registers, i64 %idxprom
  %idxprom4 = zext i32 %div59 to i64
  %arrayidx5 = getelementptr inbounds nuw %struct.Registers, ptr %registers, i64 %idxprom4
  %changes = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %5 = load i32, ptr %changes, align 4
  %changes6 = getelementptr inbounds nuw i8, ptr %arrayidx5, i64 8
  %6 = load i32, ptr %changes6, align 4
  %cmp7 = icmp eq i32 %5, %6
  br i1 %cmp7, label %if.then8, label %if.end9

if.then8:                                         ; preds = %for.body
  %inc = add nuw i32 %w.063, 1
  %exitcond.not = icmp eq i32 %inc, %conv.i
  br i1 %exitcond.not, label %cleanup, label %for.body, !llvm.loop !10

if.end9:                                          ; preds = %for.body
  %cmp12 = icmp ugt i32 %5, %6
  %threads = getelementptr inbounds nuw i8, ptr %1, i64 32
  %7 = load ptr, ptr %threads, align 8
  %mul13 = shl i32 %w.063, 5
  %idxprom14 = zext i32 %mul13 to i64
  %arrayidx15 = getelementptr inbounds nuw %struct.Thread, ptr %7, i64 %idxprom14
  %mul17 = shl i32 %div59, 5
  %idxprom18 = zext i32 %mul17 to i64
  %arrayidx19 = getelementptr inbounds nuw %struct.Thread, ptr %7, i64 %idxprom18
  %idxprom.idxprom4 = select i1 %cmp12, i64 %idxprom, i64 %idxprom4
  %8 = getelementptr inbounds nuw %struct.Registers, ptr %registers, i64 %idxprom.idxprom4
  %cond25.in = getelementptr inbounds nuw i8, ptr %8, i64 12
  %cond25 = load i32, ptr %cond25.in, align 4
  %cond30 = select i1 %cmp12, ptr %arrayidx19, ptr %arrayidx15
  %cond = select i1 %cmp12, ptr %arrayidx15, ptr %arrayidx19
  %9 = select i1 %cmp12, i64 %idxprom4, i64 %idxprom
  %10 = getelementptr inbounds nuw %struct.Registers, ptr %registers, i64 %9
  %cond37.in = getelementptr inbounds nuw i8, ptr %10, i64 12
  %cond37 = load i32, ptr %cond37.in, align 4
  tail call void @fail_apart(ptr noundef %cond, i32 noundef %cond25, ptr noundef %cond30, i32 noundef %cond37) #5
  unreachable

cleanup:                                          ; preds = %if.then8, %for.cond.preheader, %entry
  ret void
}

; Function Attrs: noreturn
declare void @fail_apart(ptr noundef, i32 noundef, ptr noundef, i32 noundef) local_unnamed_addr #3

declare void @check_whole_warps(ptr noundef, i32 noundef) local_unnamed_addr #4

declare void @resume(ptr noundef) local_unnamed_addr #4

attributes #0 = { nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #2 = { nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { noreturn nounwind }
attributes #6 = { nounwind }

!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
!7 = distinct !{!7, !5, !6}
!8 = distinct !{!8, !5, !6}
!9 = distinct !{!9, !5, !6}
!10 = distinct !{!10, !5, !6}
