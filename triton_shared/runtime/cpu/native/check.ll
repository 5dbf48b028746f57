; Made of check.c by regenerate.py, see README.md.
%struct.Extent = type { i64, i64, i64, i64, i64, [5 x %struct.Dim], i64 }
%struct.Dim = type { i64, i64 }
%struct.Slot = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 }

; Function Attrs: nounwind uwtable
define range(i64 0, 2) i64 @triton_shared_touches(ptr noundef captures(none) %record, i64 noundef %number, i64 noundef %text, i64 noundef %argument, i64 noundef %place, i64 noundef %width, i64 noundef %lane, i64 noundef %x, i64 noundef %y, i64 noundef %z) local_unnamed_addr #0 {
entry:
  %cmp = icmp slt i64 %argument, -2
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %sub = sub nuw nsw i64 -3, %argument
  %arrayidx = getelementptr inbounds nuw %struct.Extent, ptr %record, i64 %sub
  %low = getelementptr inbounds nuw i8, ptr %arrayidx, i64 144
  %0 = load i64, ptr %low, align 8
  %sub1 = sub i64 %place, %0
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  %place.addr.0 = phi i64 [ %sub1, %if.then ], [ %place, %entry ]
  %argument.addr.0 = phi i64 [ %sub, %if.then ], [ %argument, %entry ]
  %cmp2 = icmp sgt i64 %argument.addr.0, -1
  %extents4 = getelementptr inbounds nuw i8, ptr %record, i64 128
  br i1 %cmp2, label %if.then3, label %if.else

if.then3:                                         ; preds = %if.end
  %arrayidx5 = getelementptr inbounds nuw %struct.Extent, ptr %extents4, i64 %argument.addr.0
  %rank.i = getelementptr inbounds nuw i8, ptr %arrayidx5, i64 32
  %1 = load i64, ptr %rank.i, align 8
  %cmp.i = icmp eq i64 %1, -1
  br i1 %cmp.i, label %return, label %if.end.i

if.end.i:                                         ; preds = %if.then3
  %cmp1.i = icmp sgt i64 %place.addr.0, -1
  br i1 %cmp1.i, label %land.rhs.i, label %if.end24

land.rhs.i:                                       ; preds = %if.end.i
  %cmp28.i.i = icmp sgt i64 %1, 0
  br i1 %cmp28.i.i, label %for.body.lr.ph.i.i, label %split.exit.i

for.body.lr.ph.i.i:                               ; preds = %land.rhs.i
  %dims.i.i = getelementptr inbounds nuw i8, ptr %arrayidx5, i64 40
  br label %for.body.i.i

for.body.i.i:                                     ; preds = %for.body.i.i, %for.body.lr.ph.i.i
  %place.addr.030.i.i = phi i64 [ %place.addr.0, %for.body.lr.ph.i.i ], [ %sub12.i.i, %for.body.i.i ]
  %d.029.i.i = phi i64 [ 0, %for.body.lr.ph.i.i ], [ %inc.i.i, %for.body.i.i ]
  %arrayidx.i.i = getelementptr inbounds nuw %struct.Dim, ptr %dims.i.i, i64 %d.029.i.i
  %stride.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i.i, i64 8
  %2 = load i64, ptr %stride.i.i, align 8
  %div.i.i = sdiv i64 %place.addr.030.i.i, %2
  %3 = load i64, ptr %arrayidx.i.i, align 8
  %sub.i.i = add nsw i64 %3, -1
  %cond.i.i = tail call i64 @llvm.smin.i64(i64 %div.i.i, i64 %sub.i.i)
  %mul.i.i = mul nsw i64 %cond.i.i, %2
  %sub12.i.i = sub nsw i64 %place.addr.030.i.i, %mul.i.i
  %inc.i.i = add nuw nsw i64 %d.029.i.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i.i, %1
  br i1 %exitcond.not.i, label %split.exit.i, label %for.body.i.i, !llvm.loop !4

split.exit.i:                                     ; preds = %for.body.i.i, %land.rhs.i
  %place.addr.0.lcssa.i.i = phi i64 [ %place.addr.0, %land.rhs.i ], [ %sub12.i.i, %for.body.i.i ]
  %run.i = getelementptr inbounds nuw i8, ptr %arrayidx5, i64 24
  %4 = load i64, ptr %run.i, align 8
  %sub.i = sub nsw i64 %4, %width
  %cmp2.i.not = icmp sgt i64 %place.addr.0.lcssa.i.i, %sub.i
  br i1 %cmp2.i.not, label %if.end24, label %return

if.else:                                          ; preds = %if.end
  %5 = load i64, ptr %record, align 8
  %cmp.not8.i = icmp slt i64 %5, 1
  br i1 %cmp.not8.i, label %if.end10.critedge, label %for.body.i

for.body.i:                                       ; preds = %if.else, %for.inc.i
  %n.09.i = phi i64 [ %inc.i, %for.inc.i ], [ 0, %if.else ]
  %arrayidx.i = getelementptr inbounds nuw %struct.Extent, ptr %extents4, i64 %n.09.i
  %low.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 16
  %6 = load i64, ptr %low.i, align 8
  %sub.i57 = sub i64 %place.addr.0, %6
  %rank.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 32
  %7 = load i64, ptr %rank.i.i, align 8
  %cmp.i.i = icmp eq i64 %7, -1
  br i1 %cmp.i.i, label %return, label %if.end.i.i

if.end.i.i:                                       ; preds = %for.body.i
  %cmp1.i.i = icmp sgt i64 %sub.i57, -1
  br i1 %cmp1.i.i, label %land.rhs.i.i, label %for.inc.i

land.rhs.i.i:                                     ; preds = %if.end.i.i
  %cmp28.i.i.i = icmp sgt i64 %7, 0
  br i1 %cmp28.i.i.i, label %for.body.lr.ph.i.i.i, label %split.exit.i.i

for.body.lr.ph.i.i.i:                             ; preds = %land.rhs.i.i
  %dims.i.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 40
  br label %for.body.i.i.i

for.body.i.i.i:                                   ; preds = %for.body.i.i.i, %for.body.lr.ph.i.i.i
  %place.addr.030.i.i.i = phi i64 [ %sub.i57, %for.body.lr.ph.i.i.i ], [ %sub12.i.i.i, %for.body.i.i.i ]
  %d.029.i.i.i = phi i64 [ 0, %for.body.lr.ph.i.i.i ], [ %inc.i.i.i, %for.body.i.i.i ]
  %arrayidx.i.i.i = getelementptr inbounds nuw %struct.Dim, ptr %dims.i.i.i, i64 %d.029.i.i.i
  %stride.i.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i.i.i, i64 8
  %8 = load i64, ptr %stride.i.i.i, align 8
  %div.i.i.i = sdiv i64 %place.addr.030.i.i.i, %8
  %9 = load i64, ptr %arrayidx.i.i.i, align 8
  %sub.i.i.i = add nsw i64 %9, -1
  %cond.i.i.i = tail call i64 @llvm.smin.i64(i64 %div.i.i.i, i64 %sub.i.i.i)
  %mul.i.i.i = mul nsw i64 %cond.i.i.i, %8
  %sub12.i.i.i = sub nsw i64 %place.addr.030.i.i.i, %mul.i.i.i
  %inc.i.i.i = add nuw nsw i64 %d.029.i.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %inc.i.i.i, %7
  br i1 %exitcond.not.i.i, label %split.exit.i.i, label %for.body.i.i.i, !llvm.loop !4

split.exit.i.i:                                   ; preds = %for.body.i.i.i, %land.rhs.i.i
  %place.addr.0.lcssa.i.i.i = phi i64 [ %sub.i57, %land.rhs.i.i ], [ %sub12.i.i.i, %for.body.i.i.i ]
  %run.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 24
  %10 = load i64, ptr %run.i.i, align 8
  %sub.i.i59 = sub nsw i64 %10, %width
  %cmp2.i.not.i = icmp sgt i64 %place.addr.0.lcssa.i.i.i, %sub.i.i59
  br i1 %cmp2.i.not.i, label %for.inc.i, label %return

for.inc.i:                                        ; preds = %split.exit.i.i, %if.end.i.i
  %inc.i = add nuw nsw i64 %n.09.i, 1
  %exitcond.not.i58 = icmp eq i64 %inc.i, %5
  br i1 %exitcond.not.i58, label %if.end10.critedge, label %for.body.i, !llvm.loop !7

if.end10.critedge:                                ; preds = %for.inc.i, %if.else
  %cmp11 = icmp eq i64 %argument.addr.0, -2
  %cmp12 = icmp ugt i64 %place.addr.0, 4095
  %or.cond = select i1 %cmp11, i1 %cmp12, i1 false
  br i1 %or.cond, label %return, label %if.end14

if.end14:                                         ; preds = %if.end10.critedge
  %brmerge = or i1 %cmp11, %cmp.not8.i
  br i1 %brmerge, label %cond.end, label %for.body.i61

for.body.i61:                                     ; preds = %if.end14, %cleanup.i
  %found.033.i = phi i64 [ %found.2.i, %cleanup.i ], [ -1, %if.end14 ]
  %least.032.i = phi i64 [ %least.2.i, %cleanup.i ], [ -1, %if.end14 ]
  %n.031.i = phi i64 [ %inc.i68, %cleanup.i ], [ 0, %if.end14 ]
  %arrayidx.i62 = getelementptr inbounds nuw %struct.Extent, ptr %extents4, i64 %n.031.i
  %rank.i63 = getelementptr inbounds nuw i8, ptr %arrayidx.i62, i64 32
  %11 = load i64, ptr %rank.i63, align 8
  %cmp1.i64 = icmp eq i64 %11, -1
  br i1 %cmp1.i64, label %cleanup.i, label %if.end.i65

if.end.i65:                                       ; preds = %for.body.i61
  %low2.i = getelementptr inbounds nuw i8, ptr %arrayidx.i62, i64 16
  %12 = load i64, ptr %low2.i, align 8
  %run.i.i66 = getelementptr inbounds nuw i8, ptr %arrayidx.i62, i64 24
  %13 = load i64, ptr %run.i.i66, align 8
  %cmp10.i.i = icmp sgt i64 %11, 0
  br i1 %cmp10.i.i, label %for.body.lr.ph.i.i70, label %last_of.exit.i

for.body.lr.ph.i.i70:                             ; preds = %if.end.i65
  %dims.i.i71 = getelementptr inbounds nuw i8, ptr %arrayidx.i62, i64 40
  br label %for.body.i.i72

for.body.i.i72:                                   ; preds = %for.body.i.i72, %for.body.lr.ph.i.i70
  %d.012.i.i = phi i64 [ 0, %for.body.lr.ph.i.i70 ], [ %inc.i.i77, %for.body.i.i72 ]
  %end.011.i.i = phi i64 [ %13, %for.body.lr.ph.i.i70 ], [ %add.i.i, %for.body.i.i72 ]
  %arrayidx.i.i73 = getelementptr inbounds nuw %struct.Dim, ptr %dims.i.i71, i64 %d.012.i.i
  %14 = load i64, ptr %arrayidx.i.i73, align 8
  %sub.i.i74 = add nsw i64 %14, -1
  %stride.i.i75 = getelementptr inbounds nuw i8, ptr %arrayidx.i.i73, i64 8
  %15 = load i64, ptr %stride.i.i75, align 8
  %mul.i.i76 = mul nsw i64 %sub.i.i74, %15
  %add.i.i = add nsw i64 %mul.i.i76, %end.011.i.i
  %inc.i.i77 = add nuw nsw i64 %d.012.i.i, 1
  %exitcond.not.i.i78 = icmp eq i64 %inc.i.i77, %11
  br i1 %exitcond.not.i.i78, label %last_of.exit.i, label %for.body.i.i72, !llvm.loop !8

last_of.exit.i:                                   ; preds = %for.body.i.i72, %if.end.i65
  %end.0.lcssa.i.i = phi i64 [ %13, %if.end.i65 ], [ %add.i.i, %for.body.i.i72 ]
  %add.i = add i64 %end.0.lcssa.i.i, %12
  %cmp3.i = icmp ult i64 %place.addr.0, %12
  %sub.i67 = sub nuw i64 %12, %place.addr.0
  %sub4.i = sub i64 %place.addr.0, %add.i
  %cond.i = select i1 %cmp3.i, i64 %sub.i67, i64 %sub4.i
  %cmp5.not.i = icmp uge i64 %place.addr.0, %12
  %cmp6.i = icmp ult i64 %place.addr.0, %add.i
  %or.cond.i = select i1 %cmp5.not.i, i1 %cmp6.i, i1 false
  %distance.0.i = select i1 %or.cond.i, i64 0, i64 %cond.i
  %cmp9.i = icmp ult i64 %distance.0.i, %least.032.i
  %least.1.i = tail call i64 @llvm.umin.i64(i64 %distance.0.i, i64 %least.032.i)
  %found.1.i = select i1 %cmp9.i, i64 %n.031.i, i64 %found.033.i
  br label %cleanup.i

cleanup.i:                                        ; preds = %last_of.exit.i, %for.body.i61
  %least.2.i = phi i64 [ %least.1.i, %last_of.exit.i ], [ %least.032.i, %for.body.i61 ]
  %found.2.i = phi i64 [ %found.1.i, %last_of.exit.i ], [ %found.033.i, %for.body.i61 ]
  %inc.i68 = add nuw nsw i64 %n.031.i, 1
  %exitcond.not.i69 = icmp eq i64 %inc.i68, %5
  br i1 %exitcond.not.i69, label %cond.end, label %for.body.i61, !llvm.loop !9

cond.end:                                         ; preds = %cleanup.i, %if.end14
  %cond = phi i64 [ -1, %if.end14 ], [ %found.2.i, %cleanup.i ]
  %cmp17.not = icmp eq i64 %cond, -1
  br i1 %cmp17.not, label %if.end24, label %if.then18

if.then18:                                        ; preds = %cond.end
  %arrayidx20 = getelementptr %struct.Extent, ptr %record, i64 %cond
  %low21 = getelementptr i8, ptr %arrayidx20, i64 144
  %16 = load i64, ptr %low21, align 8
  %sub22 = sub i64 %place.addr.0, %16
  br label %if.end24

if.end24:                                         ; preds = %if.end.i, %cond.end, %if.then18, %split.exit.i
  %place.addr.2 = phi i64 [ %place.addr.0, %split.exit.i ], [ %sub22, %if.then18 ], [ %place.addr.0, %cond.end ], [ %place.addr.0, %if.end.i ]
  %argument.addr.1 = phi i64 [ %argument.addr.0, %split.exit.i ], [ %cond, %if.then18 ], [ -1, %cond.end ], [ %argument.addr.0, %if.end.i ]
  %columns = getelementptr inbounds nuw i8, ptr %record, i64 8
  %17 = load i64, ptr %columns, align 8
  %rows = getelementptr inbounds nuw i8, ptr %record, i64 16
  %18 = load i64, ptr %rows, align 8
  %mul = mul nsw i64 %18, %z
  %add = add nsw i64 %mul, %y
  %mul25 = mul nsw i64 %add, %17
  %add26 = add nsw i64 %mul25, %x
  %lock.i = getelementptr inbounds nuw i8, ptr %record, i64 56
  %19 = atomicrmw xchg ptr %lock.i, i64 1 acquire, align 8
  %tobool.not96.i = icmp eq i64 %19, 0
  br i1 %tobool.not96.i, label %for.cond.cleanup.i, label %for.body.i79

for.cond.cleanup.i:                               ; preds = %for.inc.i81, %if.end24
  %slots.i = getelementptr inbounds nuw i8, ptr %record, i64 24
  %20 = load ptr, ptr %slots.i, align 8
  %capacity.i = getelementptr inbounds nuw i8, ptr %record, i64 32
  %21 = load i64, ptr %capacity.i, align 8
  %rem1.i = srem i64 %number, %21
  %arrayidx.i83 = getelementptr inbounds %struct.Slot, ptr %20, i64 %rem1.i
  %bits.i = getelementptr inbounds nuw i8, ptr %record, i64 48
  %22 = load i64, ptr %bits.i, align 8
  %mul.i = mul nsw i64 %22, %rem1.i
  %rem5.i = srem i64 %add26, %22
  %add.i84 = add nsw i64 %rem5.i, %mul.i
  %seen.i = getelementptr inbounds nuw i8, ptr %record, i64 40
  %23 = load ptr, ptr %seen.i, align 8
  %div95.i = lshr i64 %add.i84, 3
  %arrayidx6.i = getelementptr inbounds nuw i8, ptr %23, i64 %div95.i
  %24 = load i8, ptr %arrayidx6.i, align 1
  %25 = trunc i64 %add.i84 to i32
  %sh_prom.i = and i32 %25, 7
  %26 = load i64, ptr %arrayidx.i83, align 8
  %programs11.i = getelementptr inbounds nuw i8, ptr %arrayidx.i83, i64 8
  %27 = load i64, ptr %programs11.i, align 8
  %cmp14.i = icmp eq i64 %26, 0
  br i1 %cmp14.i, label %cond.true.i, label %lor.lhs.false.i

for.body.i79:                                     ; preds = %if.end24, %for.inc.i81
  %turns.097.i = phi i32 [ %inc.i82, %for.inc.i81 ], [ 0, %if.end24 ]
  tail call void @relax() #8
  %rem.i = and i32 %turns.097.i, 63
  %cmp.i80 = icmp eq i32 %rem.i, 63
  br i1 %cmp.i80, label %if.then.i, label %for.inc.i81

if.then.i:                                        ; preds = %for.body.i79
  %call.i = tail call i32 @sched_yield() #8
  br label %for.inc.i81

for.inc.i81:                                      ; preds = %if.then.i, %for.body.i79
  %inc.i82 = add nuw nsw i32 %turns.097.i, 1
  %28 = atomicrmw xchg ptr %lock.i, i64 1 acquire, align 8
  %tobool.not.i = icmp eq i64 %28, 0
  br i1 %tobool.not.i, label %for.cond.cleanup.i, label %for.body.i79, !llvm.loop !10

lor.lhs.false.i:                                  ; preds = %for.cond.cleanup.i
  %least19.i = getelementptr inbounds nuw i8, ptr %arrayidx.i83, i64 56
  %29 = load i64, ptr %least19.i, align 8
  %cmp20.i = icmp slt i64 %place.addr.2, %29
  br i1 %cmp20.i, label %cond.true.i, label %cond.end.i

cond.true.i:                                      ; preds = %lor.lhs.false.i, %for.cond.cleanup.i
  br label %cond.end.i

cond.end.i:                                       ; preds = %cond.true.i, %lor.lhs.false.i
  %cond.i85 = phi i64 [ %place.addr.2, %cond.true.i ], [ %29, %lor.lhs.false.i ]
  br i1 %cmp14.i, label %cond.true31.i, label %lor.lhs.false26.i

lor.lhs.false26.i:                                ; preds = %cond.end.i
  %most28.i = getelementptr inbounds nuw i8, ptr %arrayidx.i83, i64 64
  %30 = load i64, ptr %most28.i, align 8
  %cmp29.i = icmp sgt i64 %place.addr.2, %30
  br i1 %cmp29.i, label %cond.true31.i, label %cond.end35.i

cond.true31.i:                                    ; preds = %lor.lhs.false26.i, %cond.end.i
  br label %cond.end35.i

cond.end35.i:                                     ; preds = %cond.true31.i, %lor.lhs.false26.i
  %cond36.i = phi i64 [ %place.addr.2, %cond.true31.i ], [ %30, %lor.lhs.false26.i ]
  %shl.i = shl nuw nsw i32 1, %sh_prom.i
  %31 = trunc nuw i32 %shl.i to i8
  %conv45.i = or i8 %24, %31
  store i8 %conv45.i, ptr %arrayidx6.i, align 1
  br i1 %cmp14.i, label %if.then53.i, label %lor.lhs.false48.i

lor.lhs.false48.i:                                ; preds = %cond.end35.i
  %program50.i = getelementptr inbounds nuw i8, ptr %arrayidx.i83, i64 24
  %32 = load i64, ptr %program50.i, align 8
  %cmp51.i = icmp slt i64 %add26, %32
  br i1 %cmp51.i, label %if.then53.i, label %note.exit

if.then53.i:                                      ; preds = %lor.lhs.false48.i, %cond.end35.i
  %found.sroa.5.0.arrayidx.i83.sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx.i83, i64 16
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %arrayidx.i83, i8 0, i64 16, i1 false)
  store i64 %text, ptr %found.sroa.5.0.arrayidx.i83.sroa_idx, align 8
  %found.sroa.6.0.arrayidx.i83.sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx.i83, i64 24
  store i64 %add26, ptr %found.sroa.6.0.arrayidx.i83.sroa_idx, align 8
  %found.sroa.9.0.arrayidx.i83.sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx.i83, i64 32
  store i64 %lane, ptr %found.sroa.9.0.arrayidx.i83.sroa_idx, align 8
  %found.sroa.10.0.arrayidx.i83.sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx.i83, i64 40
  store i64 %place.addr.2, ptr %found.sroa.10.0.arrayidx.i83.sroa_idx, align 8
  %found.sroa.15.0.arrayidx.i83.sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx.i83, i64 48
  store i64 %argument.addr.1, ptr %found.sroa.15.0.arrayidx.i83.sroa_idx, align 8
  %found.sroa.16.0.arrayidx.i83.sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx.i83, i64 56
  %found.sroa.18.0.arrayidx.i83.sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx.i83, i64 72
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %found.sroa.16.0.arrayidx.i83.sroa_idx, i8 0, i64 16, i1 false)
  store i64 %width, ptr %found.sroa.18.0.arrayidx.i83.sroa_idx, align 8
  br label %note.exit

note.exit:                                        ; preds = %lor.lhs.false48.i, %if.then53.i
  %add10.i = add nsw i64 %26, 1
  %conv.i = zext i8 %24 to i32
  %33 = xor i32 %conv.i, -1
  %34 = lshr i32 %33, %sh_prom.i
  %35 = and i32 %34, 1
  %conv12.i = zext nneg i32 %35 to i64
  %add13.i = add nsw i64 %27, %conv12.i
  store i64 %add10.i, ptr %arrayidx.i83, align 8
  store i64 %add13.i, ptr %programs11.i, align 8
  %least57.i = getelementptr inbounds nuw i8, ptr %arrayidx.i83, i64 56
  store i64 %cond.i85, ptr %least57.i, align 8
  %most58.i = getelementptr inbounds nuw i8, ptr %arrayidx.i83, i64 64
  store i64 %cond36.i, ptr %most58.i, align 8
  store atomic i64 0, ptr %lock.i release, align 8
  br label %return

return:                                           ; preds = %split.exit.i.i, %for.body.i, %if.then3, %if.end10.critedge, %split.exit.i, %note.exit
  %retval.0 = phi i64 [ 1, %if.then3 ], [ 0, %note.exit ], [ 1, %split.exit.i ], [ 1, %if.end10.critedge ], [ 1, %for.body.i ], [ 1, %split.exit.i.i ]
  ret i64 %retval.0
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read) uwtable
define i64 @triton_shared_covers(ptr noundef readonly captures(none) %record, i64 noundef %argument, i64 noundef %place, i64 noundef %width, i64 noundef %n0, i64 noundef %s0, i64 noundef %n1, i64 noundef %s1, i64 noundef %n2, i64 noundef %s2, i64 noundef %n3, i64 noundef %s3, i64 noundef %n4, i64 noundef %s4) local_unnamed_addr #2 {
entry:
  %box = alloca [5 x %struct.Dim], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %box) #8
  store i64 %n0, ptr %box, align 16
  %stride = getelementptr inbounds nuw i8, ptr %box, i64 8
  store i64 %s0, ptr %stride, align 8
  %arrayinit.element = getelementptr inbounds nuw i8, ptr %box, i64 16
  store i64 %n1, ptr %arrayinit.element, align 16
  %stride2 = getelementptr inbounds nuw i8, ptr %box, i64 24
  store i64 %s1, ptr %stride2, align 8
  %arrayinit.element3 = getelementptr inbounds nuw i8, ptr %box, i64 32
  store i64 %n2, ptr %arrayinit.element3, align 16
  %stride5 = getelementptr inbounds nuw i8, ptr %box, i64 40
  store i64 %s2, ptr %stride5, align 8
  %arrayinit.element6 = getelementptr inbounds nuw i8, ptr %box, i64 48
  store i64 %n3, ptr %arrayinit.element6, align 16
  %stride8 = getelementptr inbounds nuw i8, ptr %box, i64 56
  store i64 %s3, ptr %stride8, align 8
  %arrayinit.element9 = getelementptr inbounds nuw i8, ptr %box, i64 64
  store i64 %n4, ptr %arrayinit.element9, align 16
  %stride11 = getelementptr inbounds nuw i8, ptr %box, i64 72
  store i64 %s4, ptr %stride11, align 8
  br label %for.body

for.cond:                                         ; preds = %lor.lhs.false
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond = icmp eq i64 %indvars.iv.next, 5
  br i1 %exitcond, label %cleanup, label %for.body, !llvm.loop !11

for.body:                                         ; preds = %entry, %for.cond
  %indvars.iv = phi i64 [ 0, %entry ], [ %indvars.iv.next, %for.cond ]
  %arrayidx = getelementptr inbounds nuw %struct.Dim, ptr %box, i64 %indvars.iv
  %0 = load i64, ptr %arrayidx, align 16
  %cmp13 = icmp slt i64 %0, 1
  br i1 %cmp13, label %cleanup, label %if.end

if.end:                                           ; preds = %for.body
  %cmp17 = icmp sgt i64 %0, 67108864
  br i1 %cmp17, label %cleanup, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %if.end
  %stride20 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %1 = load i64, ptr %stride20, align 8
  %2 = add i64 %1, -68719476737
  %or.cond = icmp ult i64 %2, -137438953473
  br i1 %or.cond, label %cleanup, label %for.cond

cleanup:                                          ; preds = %if.end, %lor.lhs.false, %for.body, %for.cond
  %cmp.lcssa = phi i1 [ false, %if.end ], [ false, %lor.lhs.false ], [ false, %for.body ], [ true, %for.cond ]
  %retval.0 = phi i64 [ 0, %if.end ], [ 0, %lor.lhs.false ], [ 1, %for.body ], [ undef, %for.cond ]
  br i1 %cmp.lcssa, label %for.end, label %cleanup59

for.end:                                          ; preds = %cleanup
  %cmp29 = icmp slt i64 %argument, -2
  br i1 %cmp29, label %if.then30, label %if.end33

if.then30:                                        ; preds = %for.end
  %sub = sub nuw nsw i64 -3, %argument
  %arrayidx31 = getelementptr inbounds nuw %struct.Extent, ptr %record, i64 %sub
  %low = getelementptr inbounds nuw i8, ptr %arrayidx31, i64 144
  %3 = load i64, ptr %low, align 8
  %sub32 = sub i64 %place, %3
  br label %if.end33

if.end33:                                         ; preds = %if.then30, %for.end
  %place.addr.0 = phi i64 [ %sub32, %if.then30 ], [ %place, %for.end ]
  %argument.addr.0 = phi i64 [ %sub, %if.then30 ], [ %argument, %for.end ]
  %cmp34 = icmp sgt i64 %argument.addr.0, -1
  br i1 %cmp34, label %if.then35, label %for.cond39.preheader

for.cond39.preheader:                             ; preds = %if.end33
  %4 = load i64, ptr %record, align 8
  %cmp40.not86 = icmp sgt i64 %4, 0
  br i1 %cmp40.not86, label %for.body43.lr.ph, label %cleanup59

for.body43.lr.ph:                                 ; preds = %for.cond39.preheader
  %extents44 = getelementptr inbounds nuw i8, ptr %record, i64 128
  br label %for.body43

if.then35:                                        ; preds = %if.end33
  %extents36 = getelementptr inbounds nuw i8, ptr %record, i64 128
  %arrayidx37 = getelementptr inbounds nuw %struct.Extent, ptr %extents36, i64 %argument.addr.0
  %call = call fastcc zeroext i1 @box_fits(ptr noundef nonnull %arrayidx37, i64 noundef %place.addr.0, i64 noundef %width, ptr noundef %box)
  %conv = zext i1 %call to i64
  br label %cleanup59

for.cond39:                                       ; preds = %for.body43
  %inc55 = add nuw nsw i64 %n.087, 1
  %exitcond90.not = icmp eq i64 %inc55, %4
  br i1 %exitcond90.not, label %cleanup59, label %for.body43, !llvm.loop !12

for.body43:                                       ; preds = %for.body43.lr.ph, %for.cond39
  %n.087 = phi i64 [ 0, %for.body43.lr.ph ], [ %inc55, %for.cond39 ]
  %arrayidx45 = getelementptr inbounds nuw %struct.Extent, ptr %extents44, i64 %n.087
  %low48 = getelementptr inbounds nuw i8, ptr %arrayidx45, i64 16
  %5 = load i64, ptr %low48, align 8
  %sub49 = sub i64 %place.addr.0, %5
  %call51 = call fastcc zeroext i1 @box_fits(ptr noundef nonnull %arrayidx45, i64 noundef %sub49, i64 noundef %width, ptr noundef %box)
  br i1 %call51, label %cleanup59, label %for.cond39

cleanup59:                                        ; preds = %for.body43, %for.cond39, %for.cond39.preheader, %cleanup, %if.then35
  %retval.2 = phi i64 [ %conv, %if.then35 ], [ %retval.0, %cleanup ], [ 0, %for.cond39.preheader ], [ 0, %for.cond39 ], [ 1, %for.body43 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %box) #8
  ret i64 %retval.2
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read) uwtable
define internal fastcc zeroext i1 @box_fits(ptr noundef readonly captures(none) %extent, i64 noundef %place, i64 noundef %width, ptr noundef nonnull readonly captures(none) %box) unnamed_addr #2 {
entry:
  %at = alloca [5 x i64], align 16
  %step = alloca [5 x i64], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %at) #8
  call void @llvm.lifetime.start.p0(ptr nonnull %step) #8
  %rank = getelementptr inbounds nuw i8, ptr %extent, i64 32
  %0 = load i64, ptr %rank, align 8
  %cmp = icmp eq i64 %0, -1
  br i1 %cmp, label %cleanup86, label %for.body

for.body:                                         ; preds = %entry, %for.inc
  %indvars.iv = phi i64 [ %indvars.iv.next, %for.inc ], [ 0, %entry ]
  %place.addr.0153 = phi i64 [ %place.addr.1, %for.inc ], [ %place, %entry ]
  %arrayidx = getelementptr inbounds nuw %struct.Dim, ptr %box, i64 %indvars.iv
  %1 = load i64, ptr %arrayidx, align 8
  %cmp2 = icmp sgt i64 %1, 1
  br i1 %cmp2, label %land.lhs.true, label %for.inc

land.lhs.true:                                    ; preds = %for.body
  %stride = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %2 = load i64, ptr %stride, align 8
  %cmp5 = icmp slt i64 %2, 0
  br i1 %cmp5, label %land.lhs.true6, label %for.inc

land.lhs.true6:                                   ; preds = %land.lhs.true
  %sub = add nsw i64 %1, -1
  %mul = mul nsw i64 %2, %sub
  %3 = tail call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %place.addr.0153, i64 %mul)
  %4 = extractvalue { i64, i1 } %3, 1
  %5 = extractvalue { i64, i1 } %3, 0
  br i1 %4, label %cleanup, label %for.inc

for.inc:                                          ; preds = %for.body, %land.lhs.true, %land.lhs.true6
  %place.addr.1 = phi i64 [ %5, %land.lhs.true6 ], [ %place.addr.0153, %land.lhs.true ], [ %place.addr.0153, %for.body ]
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 5
  br i1 %exitcond.not, label %cleanup, label %for.body, !llvm.loop !13

cleanup:                                          ; preds = %land.lhs.true6, %for.inc
  %cmp1.lcssa = phi i1 [ true, %land.lhs.true6 ], [ false, %for.inc ]
  %place.addr.2 = phi i64 [ %5, %land.lhs.true6 ], [ %place.addr.1, %for.inc ]
  %cmp15 = icmp slt i64 %place.addr.2, 0
  %or.cond = select i1 %cmp1.lcssa, i1 true, i1 %cmp15
  br i1 %or.cond, label %cleanup86, label %if.end17

if.end17:                                         ; preds = %cleanup
  %cmp28.i = icmp sgt i64 %0, 0
  br i1 %cmp28.i, label %for.body.lr.ph.i, label %split.exit

for.body.lr.ph.i:                                 ; preds = %if.end17
  %dims.i = getelementptr inbounds nuw i8, ptr %extent, i64 40
  br label %for.body.i

for.body.i:                                       ; preds = %for.body.i, %for.body.lr.ph.i
  %place.addr.030.i = phi i64 [ %place.addr.2, %for.body.lr.ph.i ], [ %sub12.i, %for.body.i ]
  %d.029.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.body.i ]
  %arrayidx.i = getelementptr inbounds nuw %struct.Dim, ptr %dims.i, i64 %d.029.i
  %stride.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 8
  %6 = load i64, ptr %stride.i, align 8
  %div.i = sdiv i64 %place.addr.030.i, %6
  %7 = load i64, ptr %arrayidx.i, align 8
  %sub.i = add nsw i64 %7, -1
  %cond.i = tail call i64 @llvm.smin.i64(i64 %div.i, i64 %sub.i)
  %arrayidx7.i = getelementptr inbounds nuw i64, ptr %at, i64 %d.029.i
  store i64 %cond.i, ptr %arrayidx7.i, align 8
  %mul.i = mul nsw i64 %cond.i, %6
  %sub12.i = sub nsw i64 %place.addr.030.i, %mul.i
  %inc.i = add nuw nsw i64 %d.029.i, 1
  %exitcond165.not = icmp eq i64 %inc.i, %0
  br i1 %exitcond165.not, label %split.exit, label %for.body.i, !llvm.loop !4

split.exit:                                       ; preds = %for.body.i, %if.end17
  %place.addr.0.lcssa.i = phi i64 [ %place.addr.2, %if.end17 ], [ %sub12.i, %for.body.i ]
  %dims.i137 = getelementptr inbounds nuw i8, ptr %extent, i64 40
  %cmp45.not155 = icmp sgt i64 %0, 0
  %dims = getelementptr inbounds nuw i8, ptr %extent, i64 40
  %run = getelementptr inbounds nuw i8, ptr %extent, i64 24
  br label %for.body22

for.body22:                                       ; preds = %split.exit, %for.inc78
  %indvars.iv168 = phi i64 [ 0, %split.exit ], [ %indvars.iv.next169, %for.inc78 ]
  %rest.0161 = phi i64 [ %place.addr.0.lcssa.i, %split.exit ], [ %rest.2, %for.inc78 ]
  %arrayidx25 = getelementptr inbounds nuw %struct.Dim, ptr %box, i64 %indvars.iv168
  %8 = load i64, ptr %arrayidx25, align 8
  %cmp38 = icmp slt i64 %8, 2
  br i1 %cmp38, label %cleanup76, label %if.end40

if.end40:                                         ; preds = %for.body22
  %stride26 = getelementptr inbounds nuw i8, ptr %arrayidx25, i64 8
  %9 = load i64, ptr %stride26, align 8
  %cond = tail call i64 @llvm.abs.i64(i64 %9, i1 true)
  br i1 %cmp28.i, label %for.body.i138, label %split.exit151

for.body.i138:                                    ; preds = %if.end40, %for.body.i138
  %place.addr.030.i139 = phi i64 [ %sub12.i148, %for.body.i138 ], [ %cond, %if.end40 ]
  %d.029.i140 = phi i64 [ %inc.i149, %for.body.i138 ], [ 0, %if.end40 ]
  %arrayidx.i141 = getelementptr inbounds nuw %struct.Dim, ptr %dims.i137, i64 %d.029.i140
  %stride.i142 = getelementptr inbounds nuw i8, ptr %arrayidx.i141, i64 8
  %10 = load i64, ptr %stride.i142, align 8
  %div.i143 = sdiv i64 %place.addr.030.i139, %10
  %11 = load i64, ptr %arrayidx.i141, align 8
  %sub.i144 = add nsw i64 %11, -1
  %cond.i145 = tail call i64 @llvm.smin.i64(i64 %div.i143, i64 %sub.i144)
  %arrayidx7.i146 = getelementptr inbounds nuw i64, ptr %step, i64 %d.029.i140
  store i64 %cond.i145, ptr %arrayidx7.i146, align 8
  %mul.i147 = mul nsw i64 %cond.i145, %10
  %sub12.i148 = sub nsw i64 %place.addr.030.i139, %mul.i147
  %inc.i149 = add nuw nsw i64 %d.029.i140, 1
  %exitcond166.not = icmp eq i64 %inc.i149, %0
  br i1 %exitcond166.not, label %split.exit151, label %for.body.i138, !llvm.loop !4

split.exit151:                                    ; preds = %for.body.i138, %if.end40
  %place.addr.0.lcssa.i135 = phi i64 [ %cond, %if.end40 ], [ %sub12.i148, %for.body.i138 ]
  %sub51 = add nsw i64 %8, -1
  br i1 %cmp45.not155, label %for.body47, label %cleanup63

for.cond43:                                       ; preds = %for.body47
  %inc62 = add nuw nsw i64 %k.0156, 1
  %exitcond167.not = icmp eq i64 %inc62, %0
  br i1 %exitcond167.not, label %cleanup63, label %for.body47, !llvm.loop !14

for.body47:                                       ; preds = %split.exit151, %for.cond43
  %k.0156 = phi i64 [ %inc62, %for.cond43 ], [ 0, %split.exit151 ]
  %arrayidx52 = getelementptr inbounds nuw i64, ptr %step, i64 %k.0156
  %12 = load i64, ptr %arrayidx52, align 8
  %mul53 = mul nsw i64 %12, %sub51
  %arrayidx54 = getelementptr inbounds nuw i64, ptr %at, i64 %k.0156
  %13 = load i64, ptr %arrayidx54, align 8
  %add = add nsw i64 %13, %mul53
  store i64 %add, ptr %arrayidx54, align 8
  %arrayidx56 = getelementptr inbounds nuw %struct.Dim, ptr %dims, i64 %k.0156
  %14 = load i64, ptr %arrayidx56, align 8
  %cmp58.not.not.not = icmp sge i64 %add, %14
  br i1 %cmp58.not.not.not, label %cleanup63, label %for.cond43

cleanup63:                                        ; preds = %for.cond43, %for.body47, %split.exit151
  %cmp45.not.lcssa = phi i1 [ false, %split.exit151 ], [ %cmp58.not.not.not, %for.body47 ], [ %cmp58.not.not.not, %for.cond43 ]
  %cleanup.dest.slot.1 = phi i32 [ 8, %split.exit151 ], [ 8, %for.cond43 ], [ 1, %for.body47 ]
  br i1 %cmp45.not.lcssa, label %cleanup76, label %for.end65

for.end65:                                        ; preds = %cleanup63
  %15 = load i64, ptr %run, align 8
  %cmp66 = icmp sgt i64 %place.addr.0.lcssa.i135, %15
  br i1 %cmp66, label %cleanup76, label %if.end68

if.end68:                                         ; preds = %for.end65
  %sub72 = add nsw i64 %8, -1
  %mul73 = mul nsw i64 %place.addr.0.lcssa.i135, %sub72
  %add74 = add nsw i64 %mul73, %rest.0161
  br label %cleanup76

cleanup76:                                        ; preds = %if.end68, %cleanup63, %for.end65, %for.body22
  %rest.2 = phi i64 [ %rest.0161, %for.body22 ], [ %rest.0161, %cleanup63 ], [ %add74, %if.end68 ], [ %rest.0161, %for.end65 ]
  %cleanup.dest.slot.3 = phi i32 [ 7, %for.body22 ], [ %cleanup.dest.slot.1, %cleanup63 ], [ 0, %if.end68 ], [ 1, %for.end65 ]
  switch i32 %cleanup.dest.slot.3, label %cleanup86 [
    i32 0, label %for.inc78
    i32 7, label %for.inc78
  ]

for.inc78:                                        ; preds = %cleanup76, %cleanup76
  %indvars.iv.next169 = add nuw nsw i64 %indvars.iv168, 1
  %exitcond171 = icmp eq i64 %indvars.iv.next169, 5
  br i1 %exitcond171, label %for.end82.critedge, label %for.body22, !llvm.loop !15

for.end82.critedge:                               ; preds = %for.inc78
  %run83 = getelementptr inbounds nuw i8, ptr %extent, i64 24
  %16 = load i64, ptr %run83, align 8
  %sub84 = sub nsw i64 %16, %width
  %cmp85 = icmp sle i64 %rest.2, %sub84
  br label %cleanup86

cleanup86:                                        ; preds = %cleanup76, %entry, %cleanup, %for.end82.critedge
  %retval.6 = phi i1 [ false, %cleanup ], [ true, %entry ], [ %cmp85, %for.end82.critedge ], [ false, %cleanup76 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %step) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %at) #8
  ret i1 %retval.6
}

declare void @relax() local_unnamed_addr #3

declare i32 @sched_yield() local_unnamed_addr #3

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64) #4

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #5

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #6

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.abs.i64(i64, i1 immarg) #7

attributes #0 = { nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nofree norecurse nosync nounwind memory(argmem: read) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #7 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { nounwind }

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
