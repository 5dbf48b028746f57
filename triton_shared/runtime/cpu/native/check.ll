; Made of check.c by regenerate.py, see README.md.
%struct.Slot = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 }
%struct.Extent = type { i64, i64, i64, i64, i64, [5 x %struct.Dim], i64 }
%struct.Dim = type { i64, i64 }
%struct.Visit = type { i64, i32, i32, i32, i32 }
%struct.Sync = type { i64, i32, i32, i32, i32 }

; Function Attrs: nounwind uwtable
define range(i64 0, 2) i64 @triton_shared_touches(ptr noundef captures(none) %record, i64 noundef %number, i64 noundef %text, i64 noundef %argument, i64 noundef %place, i64 noundef %width, i64 noundef %lane, i64 noundef %x, i64 noundef %y, i64 noundef %z) local_unnamed_addr #0 {
entry:
  %found = alloca %struct.Slot, align 8
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
  %sub.i72 = sub i64 %place.addr.0, %6
  %rank.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 32
  %7 = load i64, ptr %rank.i.i, align 8
  %cmp.i.i = icmp eq i64 %7, -1
  br i1 %cmp.i.i, label %return, label %if.end.i.i

if.end.i.i:                                       ; preds = %for.body.i
  %cmp1.i.i = icmp sgt i64 %sub.i72, -1
  br i1 %cmp1.i.i, label %land.rhs.i.i, label %for.inc.i

land.rhs.i.i:                                     ; preds = %if.end.i.i
  %cmp28.i.i.i = icmp sgt i64 %7, 0
  br i1 %cmp28.i.i.i, label %for.body.lr.ph.i.i.i, label %split.exit.i.i

for.body.lr.ph.i.i.i:                             ; preds = %land.rhs.i.i
  %dims.i.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 40
  br label %for.body.i.i.i

for.body.i.i.i:                                   ; preds = %for.body.i.i.i, %for.body.lr.ph.i.i.i
  %place.addr.030.i.i.i = phi i64 [ %sub.i72, %for.body.lr.ph.i.i.i ], [ %sub12.i.i.i, %for.body.i.i.i ]
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
  %place.addr.0.lcssa.i.i.i = phi i64 [ %sub.i72, %land.rhs.i.i ], [ %sub12.i.i.i, %for.body.i.i.i ]
  %run.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 24
  %10 = load i64, ptr %run.i.i, align 8
  %sub.i.i74 = sub nsw i64 %10, %width
  %cmp2.i.not.i = icmp sgt i64 %place.addr.0.lcssa.i.i.i, %sub.i.i74
  br i1 %cmp2.i.not.i, label %for.inc.i, label %return

for.inc.i:                                        ; preds = %split.exit.i.i, %if.end.i.i
  %inc.i = add nuw nsw i64 %n.09.i, 1
  %exitcond.not.i73 = icmp eq i64 %inc.i, %5
  br i1 %exitcond.not.i73, label %if.end10.critedge, label %for.body.i, !llvm.loop !7

if.end10.critedge:                                ; preds = %for.inc.i, %if.else
  %cmp11 = icmp eq i64 %argument.addr.0, -2
  %cmp12 = icmp ugt i64 %place.addr.0, 4095
  %or.cond = select i1 %cmp11, i1 %cmp12, i1 false
  br i1 %or.cond, label %return, label %if.end14

if.end14:                                         ; preds = %if.end10.critedge
  %brmerge = or i1 %cmp11, %cmp.not8.i
  br i1 %brmerge, label %cond.end, label %for.body.i76

for.body.i76:                                     ; preds = %if.end14, %cleanup.i
  %found.033.i = phi i64 [ %found.2.i, %cleanup.i ], [ -1, %if.end14 ]
  %least.032.i = phi i64 [ %least.2.i, %cleanup.i ], [ -1, %if.end14 ]
  %n.031.i = phi i64 [ %inc.i83, %cleanup.i ], [ 0, %if.end14 ]
  %arrayidx.i77 = getelementptr inbounds nuw %struct.Extent, ptr %extents4, i64 %n.031.i
  %rank.i78 = getelementptr inbounds nuw i8, ptr %arrayidx.i77, i64 32
  %11 = load i64, ptr %rank.i78, align 8
  %cmp1.i79 = icmp eq i64 %11, -1
  br i1 %cmp1.i79, label %cleanup.i, label %if.end.i80

if.end.i80:                                       ; preds = %for.body.i76
  %low2.i = getelementptr inbounds nuw i8, ptr %arrayidx.i77, i64 16
  %12 = load i64, ptr %low2.i, align 8
  %run.i.i81 = getelementptr inbounds nuw i8, ptr %arrayidx.i77, i64 24
  %13 = load i64, ptr %run.i.i81, align 8
  %cmp10.i.i = icmp sgt i64 %11, 0
  br i1 %cmp10.i.i, label %for.body.lr.ph.i.i85, label %last_of.exit.i

for.body.lr.ph.i.i85:                             ; preds = %if.end.i80
  %dims.i.i86 = getelementptr inbounds nuw i8, ptr %arrayidx.i77, i64 40
  br label %for.body.i.i87

for.body.i.i87:                                   ; preds = %for.body.i.i87, %for.body.lr.ph.i.i85
  %d.012.i.i = phi i64 [ 0, %for.body.lr.ph.i.i85 ], [ %inc.i.i92, %for.body.i.i87 ]
  %end.011.i.i = phi i64 [ %13, %for.body.lr.ph.i.i85 ], [ %add.i.i, %for.body.i.i87 ]
  %arrayidx.i.i88 = getelementptr inbounds nuw %struct.Dim, ptr %dims.i.i86, i64 %d.012.i.i
  %14 = load i64, ptr %arrayidx.i.i88, align 8
  %sub.i.i89 = add nsw i64 %14, -1
  %stride.i.i90 = getelementptr inbounds nuw i8, ptr %arrayidx.i.i88, i64 8
  %15 = load i64, ptr %stride.i.i90, align 8
  %mul.i.i91 = mul nsw i64 %sub.i.i89, %15
  %add.i.i = add nsw i64 %mul.i.i91, %end.011.i.i
  %inc.i.i92 = add nuw nsw i64 %d.012.i.i, 1
  %exitcond.not.i.i93 = icmp eq i64 %inc.i.i92, %11
  br i1 %exitcond.not.i.i93, label %last_of.exit.i, label %for.body.i.i87, !llvm.loop !8

last_of.exit.i:                                   ; preds = %for.body.i.i87, %if.end.i80
  %end.0.lcssa.i.i = phi i64 [ %13, %if.end.i80 ], [ %add.i.i, %for.body.i.i87 ]
  %add.i = add i64 %end.0.lcssa.i.i, %12
  %cmp3.i = icmp ult i64 %place.addr.0, %12
  %sub.i82 = sub nuw i64 %12, %place.addr.0
  %sub4.i = sub i64 %place.addr.0, %add.i
  %cond.i = select i1 %cmp3.i, i64 %sub.i82, i64 %sub4.i
  %cmp5.not.i = icmp uge i64 %place.addr.0, %12
  %cmp6.i = icmp ult i64 %place.addr.0, %add.i
  %or.cond.i = select i1 %cmp5.not.i, i1 %cmp6.i, i1 false
  %distance.0.i = select i1 %or.cond.i, i64 0, i64 %cond.i
  %cmp9.i = icmp ult i64 %distance.0.i, %least.032.i
  %least.1.i = tail call i64 @llvm.umin.i64(i64 %distance.0.i, i64 %least.032.i)
  %found.1.i = select i1 %cmp9.i, i64 %n.031.i, i64 %found.033.i
  br label %cleanup.i

cleanup.i:                                        ; preds = %last_of.exit.i, %for.body.i76
  %least.2.i = phi i64 [ %least.1.i, %last_of.exit.i ], [ %least.032.i, %for.body.i76 ]
  %found.2.i = phi i64 [ %found.1.i, %last_of.exit.i ], [ %found.033.i, %for.body.i76 ]
  %inc.i83 = add nuw nsw i64 %n.031.i, 1
  %exitcond.not.i84 = icmp eq i64 %inc.i83, %5
  br i1 %exitcond.not.i84, label %cond.end, label %for.body.i76, !llvm.loop !9

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
  %cmp28 = icmp eq i64 %argument.addr.1, -1
  br i1 %cmp28, label %cond.end34, label %cond.false30

cond.false30:                                     ; preds = %if.end24
  %arrayidx32 = getelementptr %struct.Extent, ptr %record, i64 %argument.addr.1
  %low33 = getelementptr i8, ptr %arrayidx32, i64 144
  %19 = load i64, ptr %low33, align 8
  br label %cond.end34

cond.end34:                                       ; preds = %if.end24, %cond.false30
  %cond35 = phi i64 [ %19, %cond.false30 ], [ 0, %if.end24 ]
  %add36 = add i64 %cond35, %place.addr.2
  call void @llvm.lifetime.start.p0(ptr nonnull %found) #12
  %text37 = getelementptr inbounds nuw i8, ptr %found, i64 16
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %found, i8 0, i64 16, i1 false)
  store i64 %text, ptr %text37, align 8
  %program38 = getelementptr inbounds nuw i8, ptr %found, i64 24
  store i64 %add26, ptr %program38, align 8
  %lane39 = getelementptr inbounds nuw i8, ptr %found, i64 32
  store i64 %lane, ptr %lane39, align 8
  %place40 = getelementptr inbounds nuw i8, ptr %found, i64 40
  store i64 %place.addr.2, ptr %place40, align 8
  %argument41 = getelementptr inbounds nuw i8, ptr %found, i64 48
  store i64 %argument.addr.1, ptr %argument41, align 8
  %least = getelementptr inbounds nuw i8, ptr %found, i64 56
  store i64 %add36, ptr %least, align 8
  %most = getelementptr inbounds nuw i8, ptr %found, i64 64
  store i64 %add36, ptr %most, align 8
  %width42 = getelementptr inbounds nuw i8, ptr %found, i64 72
  store i64 %width, ptr %width42, align 8
  call fastcc void @note(ptr noundef %record, i64 noundef %number, ptr noundef %found)
  call void @llvm.lifetime.end.p0(ptr nonnull %found) #12
  br label %return

return:                                           ; preds = %split.exit.i.i, %for.body.i, %if.then3, %if.end10.critedge, %split.exit.i, %cond.end34
  %retval.0 = phi i64 [ 1, %if.then3 ], [ 0, %cond.end34 ], [ 1, %split.exit.i ], [ 1, %if.end10.critedge ], [ 1, %for.body.i ], [ 1, %split.exit.i.i ]
  ret i64 %retval.0
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: nounwind uwtable
define internal fastcc void @note(ptr noundef captures(none) %record, i64 noundef %number, ptr noundef nonnull readonly captures(none) %found) unnamed_addr #0 {
entry:
  %lock = getelementptr inbounds nuw i8, ptr %record, i64 56
  %0 = atomicrmw xchg ptr %lock, i64 1 acquire, align 8
  %tobool.not2.i = icmp eq i64 %0, 0
  br i1 %tobool.not2.i, label %take.exit, label %for.body.i

for.body.i:                                       ; preds = %entry, %for.inc.i
  %spins.03.i = phi i32 [ %inc.i, %for.inc.i ], [ 0, %entry ]
  tail call void @relax() #12
  %rem.i = and i32 %spins.03.i, 63
  %cmp.i = icmp eq i32 %rem.i, 63
  br i1 %cmp.i, label %if.then.i, label %for.inc.i

if.then.i:                                        ; preds = %for.body.i
  %call.i = tail call i32 @sched_yield() #12
  br label %for.inc.i

for.inc.i:                                        ; preds = %if.then.i, %for.body.i
  %inc.i = add nuw nsw i32 %spins.03.i, 1
  %1 = atomicrmw xchg ptr %lock, i64 1 acquire, align 8
  %tobool.not.i = icmp eq i64 %1, 0
  br i1 %tobool.not.i, label %take.exit, label %for.body.i, !llvm.loop !10

take.exit:                                        ; preds = %for.inc.i, %entry
  %slots = getelementptr inbounds nuw i8, ptr %record, i64 24
  %2 = load ptr, ptr %slots, align 8
  %capacity = getelementptr inbounds nuw i8, ptr %record, i64 32
  %3 = load i64, ptr %capacity, align 8
  %rem = srem i64 %number, %3
  %arrayidx = getelementptr inbounds %struct.Slot, ptr %2, i64 %rem
  %bits = getelementptr inbounds nuw i8, ptr %record, i64 48
  %4 = load i64, ptr %bits, align 8
  %mul = mul nsw i64 %4, %rem
  %program = getelementptr inbounds nuw i8, ptr %found, i64 24
  %5 = load i64, ptr %program, align 8
  %rem4 = srem i64 %5, %4
  %add = add nsw i64 %rem4, %mul
  %seen = getelementptr inbounds nuw i8, ptr %record, i64 40
  %6 = load ptr, ptr %seen, align 8
  %div89 = lshr i64 %add, 3
  %arrayidx5 = getelementptr inbounds nuw i8, ptr %6, i64 %div89
  %7 = load i8, ptr %arrayidx5, align 1
  %8 = trunc i64 %add to i32
  %sh_prom = and i32 %8, 7
  %9 = load i64, ptr %arrayidx, align 8
  %programs9 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %10 = load i64, ptr %programs9, align 8
  %cmp = icmp eq i64 %9, 0
  br i1 %cmp, label %cond.true, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %take.exit
  %least16 = getelementptr inbounds nuw i8, ptr %found, i64 56
  %11 = load i64, ptr %least16, align 8
  %least17 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 56
  %12 = load i64, ptr %least17, align 8
  %cmp18 = icmp slt i64 %11, %12
  br i1 %cmp18, label %cond.true, label %cond.end

cond.true:                                        ; preds = %lor.lhs.false, %take.exit
  %least20 = getelementptr inbounds nuw i8, ptr %found, i64 56
  %13 = load i64, ptr %least20, align 8
  br label %cond.end

cond.end:                                         ; preds = %lor.lhs.false, %cond.true
  %cond = phi i64 [ %13, %cond.true ], [ %12, %lor.lhs.false ]
  br i1 %cmp, label %cond.true29, label %lor.lhs.false24

lor.lhs.false24:                                  ; preds = %cond.end
  %most25 = getelementptr inbounds nuw i8, ptr %found, i64 64
  %14 = load i64, ptr %most25, align 8
  %most26 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 64
  %15 = load i64, ptr %most26, align 8
  %cmp27 = icmp sgt i64 %14, %15
  br i1 %cmp27, label %cond.true29, label %cond.end33

cond.true29:                                      ; preds = %lor.lhs.false24, %cond.end
  %most30 = getelementptr inbounds nuw i8, ptr %found, i64 64
  %16 = load i64, ptr %most30, align 8
  br label %cond.end33

cond.end33:                                       ; preds = %lor.lhs.false24, %cond.true29
  %cond34 = phi i64 [ %16, %cond.true29 ], [ %15, %lor.lhs.false24 ]
  %shl = shl nuw nsw i32 1, %sh_prom
  %17 = trunc nuw i32 %shl to i8
  %conv43 = or i8 %7, %17
  store i8 %conv43, ptr %arrayidx5, align 1
  br i1 %cmp, label %if.then, label %lor.lhs.false46

lor.lhs.false46:                                  ; preds = %cond.end33
  %18 = load i64, ptr %program, align 8
  %program48 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 24
  %19 = load i64, ptr %program48, align 8
  %cmp49 = icmp slt i64 %18, %19
  br i1 %cmp49, label %if.then, label %if.end

if.then:                                          ; preds = %lor.lhs.false46, %cond.end33
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(80) %arrayidx, ptr noundef nonnull align 8 dereferenceable(80) %found, i64 80, i1 false)
  br label %if.end

if.end:                                           ; preds = %if.then, %lor.lhs.false46
  %add8 = add nsw i64 %9, 1
  %conv = zext i8 %7 to i32
  %20 = xor i32 %conv, -1
  %21 = lshr i32 %20, %sh_prom
  %22 = and i32 %21, 1
  %conv10 = zext nneg i32 %22 to i64
  %add11 = add nsw i64 %10, %conv10
  store i64 %add8, ptr %arrayidx, align 8
  store i64 %add11, ptr %programs9, align 8
  %least53 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 56
  store i64 %cond, ptr %least53, align 8
  %most54 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 64
  store i64 %cond34, ptr %most54, align 8
  store atomic i64 0, ptr %lock release, align 8
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read) uwtable
define i64 @triton_shared_covers(ptr noundef readonly captures(none) %record, i64 noundef %argument, i64 noundef %place, i64 noundef %width, i64 noundef %n0, i64 noundef %s0, i64 noundef %n1, i64 noundef %s1, i64 noundef %n2, i64 noundef %s2, i64 noundef %n3, i64 noundef %s3, i64 noundef %n4, i64 noundef %s4) local_unnamed_addr #2 {
entry:
  %box = alloca [5 x %struct.Dim], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %box) #12
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
  call void @llvm.lifetime.end.p0(ptr nonnull %box) #12
  ret i64 %retval.2
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read) uwtable
define internal fastcc zeroext i1 @box_fits(ptr noundef readonly captures(none) %extent, i64 noundef %place, i64 noundef %width, ptr noundef nonnull readonly captures(none) %box) unnamed_addr #2 {
entry:
  %at = alloca [5 x i64], align 16
  %step = alloca [5 x i64], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %at) #12
  call void @llvm.lifetime.start.p0(ptr nonnull %step) #12
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
  call void @llvm.lifetime.end.p0(ptr nonnull %step) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %at) #12
  ret i1 %retval.6
}

; Function Attrs: nounwind uwtable
define void @triton_shared_found(ptr noundef captures(none) %record, i64 noundef %number, i64 noundef %x, i64 noundef %y, i64 noundef %z, i64 noundef %text, i64 noundef %lane, i64 noundef %first, i64 noundef %second, i64 noundef %third) local_unnamed_addr #0 {
entry:
  %found = alloca %struct.Slot, align 8
  %columns = getelementptr inbounds nuw i8, ptr %record, i64 8
  %0 = load i64, ptr %columns, align 8
  %rows = getelementptr inbounds nuw i8, ptr %record, i64 16
  %1 = load i64, ptr %rows, align 8
  %mul = mul nsw i64 %1, %z
  %add = add nsw i64 %mul, %y
  %mul1 = mul nsw i64 %add, %0
  %add2 = add nsw i64 %mul1, %x
  call void @llvm.lifetime.start.p0(ptr nonnull %found) #12
  %text3 = getelementptr inbounds nuw i8, ptr %found, i64 16
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %found, i8 0, i64 16, i1 false)
  store i64 %text, ptr %text3, align 8
  %program4 = getelementptr inbounds nuw i8, ptr %found, i64 24
  store i64 %add2, ptr %program4, align 8
  %lane5 = getelementptr inbounds nuw i8, ptr %found, i64 32
  store i64 %lane, ptr %lane5, align 8
  %place = getelementptr inbounds nuw i8, ptr %found, i64 40
  store i64 %first, ptr %place, align 8
  %argument = getelementptr inbounds nuw i8, ptr %found, i64 48
  store i64 %second, ptr %argument, align 8
  %least = getelementptr inbounds nuw i8, ptr %found, i64 56
  %width = getelementptr inbounds nuw i8, ptr %found, i64 72
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %least, i8 0, i64 16, i1 false)
  store i64 %third, ptr %width, align 8
  call fastcc void @note(ptr noundef %record, i64 noundef %number, ptr noundef %found)
  call void @llvm.lifetime.end.p0(ptr nonnull %found) #12
  ret void
}

; Function Attrs: nounwind uwtable
define void @triton_shared_visits(ptr noundef captures(none) %record, i64 noundef %number, i64 noundef %x, i64 noundef %y, i64 noundef %z, i64 noundef %text, i64 noundef %kind, i64 noundef %argument, i64 noundef %place, i64 noundef %width, i64 noundef %lane, i64 noundef %n0, i64 noundef %s0, i64 noundef %l0, i64 noundef %n1, i64 noundef %s1, i64 noundef %l1, i64 noundef %n2, i64 noundef %s2, i64 noundef %l2, i64 noundef %n3, i64 noundef %s3, i64 noundef %l3) local_unnamed_addr #0 {
entry:
  %box = alloca [4 x %struct.Dim], align 16
  %lanes = alloca [4 x i64], align 16
  %index = alloca [4 x i64], align 16
  %log1 = getelementptr inbounds nuw i8, ptr %record, i64 64
  %0 = load ptr, ptr %log1, align 8
  %patience1.i = getelementptr inbounds nuw i8, ptr %record, i64 104
  %1 = load atomic i64, ptr %patience1.i monotonic, align 8
  %cmp.i = icmp slt i64 %1, 1
  br i1 %cmp.i, label %take_turn.exit, label %if.end.i

if.end.i:                                         ; preds = %entry
  %call.i = tail call i64 @pthread_self() #12
  %and.i = and i64 %call.i, -2
  %or.i = or i64 %call.i, 1
  %last2.i = getelementptr inbounds nuw i8, ptr %record, i64 112
  %2 = cmpxchg ptr %last2.i, i64 %or.i, i64 %and.i seq_cst seq_cst, align 8
  %div57.i = lshr i64 %1, 1
  %cmp3.not58.not.i = icmp eq i64 %div57.i, 0
  br i1 %cmp3.not58.not.i, label %for.end.i, label %for.body.i

for.body.i:                                       ; preds = %if.end.i, %if.end27.i
  %tries.059.i = phi i64 [ %inc.i, %if.end27.i ], [ 0, %if.end.i ]
  %3 = load atomic i64, ptr %last2.i seq_cst, align 8
  %cmp6.not.i = icmp ne i64 %3, %and.i
  %and7.i = and i64 %3, 1
  %tobool.not.i = icmp eq i64 %and7.i, 0
  %or.cond.i = and i1 %cmp6.not.i, %tobool.not.i
  br i1 %or.cond.i, label %land.lhs.true8.i, label %if.end27.i

land.lhs.true8.i:                                 ; preds = %for.body.i
  %4 = cmpxchg ptr %last2.i, i64 %3, i64 %or.i seq_cst seq_cst, align 8
  %5 = extractvalue { i64, i1 } %4, 1
  br i1 %5, label %if.then17.i, label %if.end27.i

if.then17.i:                                      ; preds = %land.lhs.true8.i
  %tobool18.not.i = icmp eq i64 %3, 0
  br i1 %tobool18.not.i, label %take_turn.exit, label %land.lhs.true19.i

land.lhs.true19.i:                                ; preds = %if.then17.i
  %met.i = getelementptr inbounds nuw i8, ptr %record, i64 120
  %6 = atomicrmw xchg ptr %met.i, i64 1 seq_cst, align 8
  %tobool22.not.i = icmp eq i64 %6, 0
  br i1 %tobool22.not.i, label %if.then23.i, label %take_turn.exit

if.then23.i:                                      ; preds = %land.lhs.true19.i
  store atomic i64 4096, ptr %patience1.i seq_cst, align 8
  br label %take_turn.exit

if.end27.i:                                       ; preds = %land.lhs.true8.i, %for.body.i
  %7 = atomicrmw sub ptr %patience1.i, i64 1 monotonic, align 8
  %call31.i = tail call i32 @sched_yield() #12
  %inc.i = add nuw nsw i64 %tries.059.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %div57.i
  br i1 %exitcond.not.i, label %for.end.i, label %for.body.i, !llvm.loop !16

for.end.i:                                        ; preds = %if.end27.i, %if.end.i
  store atomic i64 %or.i, ptr %last2.i seq_cst, align 8
  br label %take_turn.exit

take_turn.exit:                                   ; preds = %entry, %if.then17.i, %land.lhs.true19.i, %if.then23.i, %for.end.i
  %cmp = icmp sgt i64 %argument, -1
  br i1 %cmp, label %cond.end5, label %cond.false

cond.false:                                       ; preds = %take_turn.exit
  %cmp2 = icmp slt i64 %argument, -2
  br i1 %cmp2, label %cond.true3, label %cond.false4

cond.true3:                                       ; preds = %cond.false
  %sub = sub nuw nsw i64 -3, %argument
  br label %cond.end5

cond.false4:                                      ; preds = %cond.false
  %8 = load i64, ptr %record, align 8
  br label %cond.end5

cond.end5:                                        ; preds = %take_turn.exit, %cond.true3, %cond.false4
  %cond6 = phi i64 [ %8, %cond.false4 ], [ %sub, %cond.true3 ], [ %argument, %take_turn.exit ]
  %tobool.not = icmp eq ptr %0, null
  br i1 %tobool.not, label %cleanup162, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %cond.end5
  %watched = getelementptr inbounds nuw i8, ptr %0, i64 104
  %9 = load ptr, ptr %watched, align 8
  %arrayidx = getelementptr inbounds i8, ptr %9, i64 %cond6
  %10 = load i8, ptr %arrayidx, align 1
  %tobool7.not = icmp eq i8 %10, 0
  br i1 %tobool7.not, label %cleanup162, label %if.end

if.end:                                           ; preds = %lor.lhs.false
  %11 = load i64, ptr %record, align 8
  %cmp9 = icmp slt i64 %cond6, %11
  %extents = getelementptr inbounds nuw i8, ptr %record, i64 128
  %arrayidx11 = getelementptr inbounds %struct.Extent, ptr %extents, i64 %cond6
  %cond14 = select i1 %cmp9, ptr %arrayidx11, ptr null
  br i1 %cmp, label %cond.true16, label %cond.end20

cond.true16:                                      ; preds = %if.end
  %low17 = getelementptr inbounds nuw i8, ptr %arrayidx11, i64 16
  %12 = load i64, ptr %low17, align 8
  %13 = load i64, ptr %arrayidx11, align 8
  %add = add i64 %12, %place
  %add18 = add i64 %add, %13
  br label %cond.end20

cond.end20:                                       ; preds = %if.end, %cond.true16
  %cond21 = phi i64 [ %add18, %cond.true16 ], [ %place, %if.end ]
  call void @llvm.lifetime.start.p0(ptr nonnull %box) #12
  store i64 %n0, ptr %box, align 16
  %stride = getelementptr inbounds nuw i8, ptr %box, i64 8
  store i64 %s0, ptr %stride, align 8
  %arrayinit.element = getelementptr inbounds nuw i8, ptr %box, i64 16
  store i64 %n1, ptr %arrayinit.element, align 16
  %stride23 = getelementptr inbounds nuw i8, ptr %box, i64 24
  store i64 %s1, ptr %stride23, align 8
  %arrayinit.element24 = getelementptr inbounds nuw i8, ptr %box, i64 32
  store i64 %n2, ptr %arrayinit.element24, align 16
  %stride26 = getelementptr inbounds nuw i8, ptr %box, i64 40
  store i64 %s2, ptr %stride26, align 8
  %arrayinit.element27 = getelementptr inbounds nuw i8, ptr %box, i64 48
  store i64 %n3, ptr %arrayinit.element27, align 16
  %stride29 = getelementptr inbounds nuw i8, ptr %box, i64 56
  store i64 %s3, ptr %stride29, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %lanes) #12
  store i64 %l0, ptr %lanes, align 16
  %arrayinit.element30 = getelementptr inbounds nuw i8, ptr %lanes, i64 8
  store i64 %l1, ptr %arrayinit.element30, align 8
  %arrayinit.element31 = getelementptr inbounds nuw i8, ptr %lanes, i64 16
  store i64 %l2, ptr %arrayinit.element31, align 16
  %arrayinit.element32 = getelementptr inbounds nuw i8, ptr %lanes, i64 24
  store i64 %l3, ptr %arrayinit.element32, align 8
  br label %for.body

for.cond:                                         ; preds = %for.body
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond = icmp eq i64 %indvars.iv.next, 4
  br i1 %exitcond, label %land.rhs, label %for.body, !llvm.loop !17

for.body:                                         ; preds = %cond.end20, %for.cond
  %indvars.iv = phi i64 [ 0, %cond.end20 ], [ %indvars.iv.next, %for.cond ]
  %arrayidx34 = getelementptr inbounds nuw %struct.Dim, ptr %box, i64 %indvars.iv
  %14 = load i64, ptr %arrayidx34, align 16
  %cmp36 = icmp slt i64 %14, 1
  br i1 %cmp36, label %cleanup158, label %for.cond

land.rhs:                                         ; preds = %for.cond, %while.body
  %last.0290 = phi i32 [ %dec, %while.body ], [ 3, %for.cond ]
  %idxprom40 = zext nneg i32 %last.0290 to i64
  %arrayidx41 = getelementptr inbounds nuw %struct.Dim, ptr %box, i64 %idxprom40
  %15 = load i64, ptr %arrayidx41, align 16
  %cmp43 = icmp eq i64 %15, 1
  br i1 %cmp43, label %while.body, label %land.lhs.true

while.body:                                       ; preds = %land.rhs
  %dec = add nsw i32 %last.0290, -1
  %cmp39.not = icmp eq i32 %last.0290, 0
  br i1 %cmp39.not, label %if.end58, label %land.rhs, !llvm.loop !18

land.lhs.true:                                    ; preds = %land.rhs
  %stride47 = getelementptr inbounds nuw i8, ptr %arrayidx41, i64 8
  %16 = load i64, ptr %stride47, align 8
  %cmp48 = icmp eq i64 %16, %width
  br i1 %cmp48, label %land.lhs.true49, label %if.end58

land.lhs.true49:                                  ; preds = %land.lhs.true
  %cmp53 = icmp slt i64 %15, 268435456
  %mul = select i1 %cmp53, i64 %15, i64 1
  %spec.select = mul nsw i64 %mul, %width
  br label %if.end58

if.end58:                                         ; preds = %while.body, %land.lhs.true49, %land.lhs.true
  %last.0286 = phi i32 [ %last.0290, %land.lhs.true ], [ %last.0290, %land.lhs.true49 ], [ -1, %while.body ]
  %run.0 = phi i64 [ %width, %land.lhs.true ], [ %spec.select, %land.lhs.true49 ], [ %width, %while.body ]
  %texts = getelementptr inbounds nuw i8, ptr %0, i64 88
  %17 = load ptr, ptr %texts, align 8
  %arrayidx59 = getelementptr inbounds i64, ptr %17, i64 %number
  store i64 %text, ptr %arrayidx59, align 8
  %kinds = getelementptr inbounds nuw i8, ptr %0, i64 96
  %18 = load ptr, ptr %kinds, align 8
  %arrayidx60 = getelementptr inbounds i64, ptr %18, i64 %number
  store i64 %kind, ptr %arrayidx60, align 8
  %segments = getelementptr inbounds nuw i8, ptr %0, i64 48
  %19 = load ptr, ptr %segments, align 8
  %columns.i = getelementptr inbounds nuw i8, ptr %record, i64 8
  %20 = load i64, ptr %columns.i, align 8
  %rows.i = getelementptr inbounds nuw i8, ptr %record, i64 16
  %21 = load i64, ptr %rows.i, align 8
  %mul.i = mul nsw i64 %21, %z
  %add.i = add nsw i64 %mul.i, %y
  %mul1.i = mul nsw i64 %add.i, %20
  %22 = getelementptr i32, ptr %19, i64 %mul1.i
  %arrayidx61 = getelementptr i32, ptr %22, i64 %x
  %23 = load i32, ptr %arrayidx61, align 4
  %used = getelementptr inbounds nuw i8, ptr %0, i64 56
  %24 = load ptr, ptr %used, align 8
  %idxprom62 = zext i32 %23 to i64
  %arrayidx63 = getelementptr inbounds nuw i8, ptr %24, i64 %idxprom62
  store i8 1, ptr %arrayidx63, align 1
  %cmp64 = icmp sle i64 %run.0, %width
  %add67 = zext i1 %cmp64 to i32
  %cond69 = add nsw i32 %last.0286, %add67
  call void @llvm.lifetime.start.p0(ptr nonnull %index) #12
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(32) %index, i8 0, i64 32, i1 false)
  %cmp74291 = icmp sgt i32 %cond69, 0
  %cmp129299 = icmp sgt i32 %cond69, 0
  %low95 = getelementptr inbounds nuw i8, ptr %arrayidx11, i64 16
  %rank.i = getelementptr inbounds nuw i8, ptr %cond14, i64 32
  %dims.i.i = getelementptr inbounds nuw i8, ptr %cond14, i64 40
  %run.i = getelementptr inbounds nuw i8, ptr %arrayidx11, i64 24
  %dims.i.i258 = getelementptr inbounds nuw i8, ptr %cond14, i64 40
  %run.i254 = getelementptr inbounds nuw i8, ptr %arrayidx11, i64 24
  %cmp111 = icmp slt i32 %cond69, 4
  %idxprom113 = sext i32 %cond69 to i64
  %arrayidx114 = getelementptr inbounds i64, ptr %lanes, i64 %idxprom113
  %visit_count.i272 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %visit_room.i273 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %conv.i276 = trunc i64 %width to i32
  %conv5.i277 = trunc i64 %number to i32
  %visit_count.i = getelementptr inbounds nuw i8, ptr %0, i64 32
  %visit_room.i = getelementptr inbounds nuw i8, ptr %0, i64 16
  %conv.i = trunc i64 %run.0 to i32
  %conv5.i = trunc i64 %number to i32
  %25 = zext i32 %cond69 to i64
  %wide.trip.count = zext nneg i32 %cond69 to i64
  br label %for.cond70

for.cond70:                                       ; preds = %land.rhs130, %if.end58
  br i1 %cmp74291, label %for.body76, label %for.cond.cleanup75

for.cond.cleanup75:                               ; preds = %for.body76, %for.cond70
  %at.0.lcssa = phi i64 [ %cond21, %for.cond70 ], [ %add83, %for.body76 ]
  %first71.0.lcssa = phi i64 [ %lane, %for.cond70 ], [ %add89, %for.body76 ]
  br i1 %cmp9, label %lor.rhs, label %if.then98

for.body76:                                       ; preds = %for.cond70, %for.body76
  %indvars.iv308 = phi i64 [ %indvars.iv.next309, %for.body76 ], [ 0, %for.cond70 ]
  %first71.0293 = phi i64 [ %add89, %for.body76 ], [ %lane, %for.cond70 ]
  %at.0292 = phi i64 [ %add83, %for.body76 ], [ %cond21, %for.cond70 ]
  %arrayidx78 = getelementptr inbounds nuw i64, ptr %index, i64 %indvars.iv308
  %26 = load i64, ptr %arrayidx78, align 8
  %arrayidx80 = getelementptr inbounds nuw %struct.Dim, ptr %box, i64 %indvars.iv308
  %stride81 = getelementptr inbounds nuw i8, ptr %arrayidx80, i64 8
  %27 = load i64, ptr %stride81, align 8
  %mul82 = mul nsw i64 %27, %26
  %add83 = add nsw i64 %mul82, %at.0292
  %arrayidx87 = getelementptr inbounds nuw i64, ptr %lanes, i64 %indvars.iv308
  %28 = load i64, ptr %arrayidx87, align 8
  %mul88 = mul nsw i64 %28, %26
  %add89 = add nsw i64 %mul88, %first71.0293
  %indvars.iv.next309 = add nuw nsw i64 %indvars.iv308, 1
  %exitcond311.not = icmp eq i64 %indvars.iv.next309, %wide.trip.count
  br i1 %exitcond311.not, label %for.cond.cleanup75, label %for.body76, !llvm.loop !19

lor.rhs:                                          ; preds = %for.cond.cleanup75
  %29 = load i64, ptr %low95, align 8
  %sub96 = sub nsw i64 %at.0.lcssa, %29
  %30 = load i64, ptr %rank.i, align 8
  %cmp.i241 = icmp eq i64 %30, -1
  br i1 %cmp.i241, label %if.then98, label %if.end.i242

if.end.i242:                                      ; preds = %lor.rhs
  %cmp1.i = icmp sgt i64 %sub96, -1
  br i1 %cmp1.i, label %land.rhs.i, label %for.cond99.preheader

for.cond99.preheader:                             ; preds = %split.exit.i, %if.end.i242
  %div = sdiv i64 %run.0, %width
  %cmp100296 = icmp sgt i64 %div, 0
  br i1 %cmp100296, label %for.body102, label %if.end125

land.rhs.i:                                       ; preds = %if.end.i242
  %cmp28.i.i = icmp sgt i64 %30, 0
  br i1 %cmp28.i.i, label %for.body.i.i, label %split.exit.i

for.body.i.i:                                     ; preds = %land.rhs.i, %for.body.i.i
  %place.addr.030.i.i = phi i64 [ %sub12.i.i, %for.body.i.i ], [ %sub96, %land.rhs.i ]
  %d.029.i.i = phi i64 [ %inc.i.i, %for.body.i.i ], [ 0, %land.rhs.i ]
  %arrayidx.i.i = getelementptr inbounds nuw %struct.Dim, ptr %dims.i.i, i64 %d.029.i.i
  %stride.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i.i, i64 8
  %31 = load i64, ptr %stride.i.i, align 8
  %div.i.i = sdiv i64 %place.addr.030.i.i, %31
  %32 = load i64, ptr %arrayidx.i.i, align 8
  %sub.i.i = add nsw i64 %32, -1
  %cond.i.i = tail call i64 @llvm.smin.i64(i64 %div.i.i, i64 %sub.i.i)
  %mul.i.i = mul nsw i64 %cond.i.i, %31
  %sub12.i.i = sub nsw i64 %place.addr.030.i.i, %mul.i.i
  %inc.i.i = add nuw nsw i64 %d.029.i.i, 1
  %exitcond.not.i243 = icmp eq i64 %inc.i.i, %30
  br i1 %exitcond.not.i243, label %split.exit.i, label %for.body.i.i, !llvm.loop !4

split.exit.i:                                     ; preds = %for.body.i.i, %land.rhs.i
  %place.addr.0.lcssa.i.i = phi i64 [ %sub96, %land.rhs.i ], [ %sub12.i.i, %for.body.i.i ]
  %33 = load i64, ptr %run.i, align 8
  %sub.i = sub nsw i64 %33, %run.0
  %cmp2.i.not = icmp sgt i64 %place.addr.0.lcssa.i.i, %sub.i
  br i1 %cmp2.i.not, label %for.cond99.preheader, label %if.then98

if.then98:                                        ; preds = %lor.rhs, %for.cond.cleanup75, %split.exit.i
  %34 = atomicrmw add ptr %visit_count.i, i64 1 monotonic, align 8
  %35 = load i64, ptr %visit_room.i, align 8
  %cmp.not.i = icmp slt i64 %34, %35
  br i1 %cmp.not.i, label %if.end.i244, label %if.end125

if.end.i244:                                      ; preds = %if.then98
  %conv7.i = trunc i64 %first71.0.lcssa to i32
  %36 = load ptr, ptr %0, align 8
  %arrayidx.i = getelementptr inbounds %struct.Visit, ptr %36, i64 %34
  store i64 %at.0.lcssa, ptr %arrayidx.i, align 8
  %visit.sroa.4.0.arrayidx.sroa_idx.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 8
  store i32 %conv.i, ptr %visit.sroa.4.0.arrayidx.sroa_idx.i, align 8
  %visit.sroa.5.0.arrayidx.sroa_idx.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 12
  store i32 %23, ptr %visit.sroa.5.0.arrayidx.sroa_idx.i, align 4
  %visit.sroa.6.0.arrayidx.sroa_idx.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 16
  store i32 %conv5.i, ptr %visit.sroa.6.0.arrayidx.sroa_idx.i, align 8
  %visit.sroa.7.0.arrayidx.sroa_idx.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 20
  store i32 %conv7.i, ptr %visit.sroa.7.0.arrayidx.sroa_idx.i, align 4
  br label %if.end125

for.body102:                                      ; preds = %for.cond99.preheader, %for.inc121
  %n.0297 = phi i64 [ %inc122, %for.inc121 ], [ 0, %for.cond99.preheader ]
  %mul103 = mul nsw i64 %n.0297, %width
  %add104 = add nsw i64 %mul103, %at.0.lcssa
  %37 = load i64, ptr %low95, align 8
  %sub106 = sub nsw i64 %add104, %37
  %38 = load i64, ptr %rank.i, align 8
  %cmp.i246 = icmp eq i64 %38, -1
  br i1 %cmp.i246, label %if.then108, label %if.end.i247

if.end.i247:                                      ; preds = %for.body102
  %cmp1.i248 = icmp sgt i64 %sub106, -1
  br i1 %cmp1.i248, label %land.rhs.i250, label %for.inc121

land.rhs.i250:                                    ; preds = %if.end.i247
  %cmp28.i.i251 = icmp sgt i64 %38, 0
  br i1 %cmp28.i.i251, label %for.body.i.i259, label %split.exit.i252

for.body.i.i259:                                  ; preds = %land.rhs.i250, %for.body.i.i259
  %place.addr.030.i.i260 = phi i64 [ %sub12.i.i268, %for.body.i.i259 ], [ %sub106, %land.rhs.i250 ]
  %d.029.i.i261 = phi i64 [ %inc.i.i269, %for.body.i.i259 ], [ 0, %land.rhs.i250 ]
  %arrayidx.i.i262 = getelementptr inbounds nuw %struct.Dim, ptr %dims.i.i258, i64 %d.029.i.i261
  %stride.i.i263 = getelementptr inbounds nuw i8, ptr %arrayidx.i.i262, i64 8
  %39 = load i64, ptr %stride.i.i263, align 8
  %div.i.i264 = sdiv i64 %place.addr.030.i.i260, %39
  %40 = load i64, ptr %arrayidx.i.i262, align 8
  %sub.i.i265 = add nsw i64 %40, -1
  %cond.i.i266 = tail call i64 @llvm.smin.i64(i64 %div.i.i264, i64 %sub.i.i265)
  %mul.i.i267 = mul nsw i64 %cond.i.i266, %39
  %sub12.i.i268 = sub nsw i64 %place.addr.030.i.i260, %mul.i.i267
  %inc.i.i269 = add nuw nsw i64 %d.029.i.i261, 1
  %exitcond.not.i270 = icmp eq i64 %inc.i.i269, %38
  br i1 %exitcond.not.i270, label %split.exit.i252, label %for.body.i.i259, !llvm.loop !4

split.exit.i252:                                  ; preds = %for.body.i.i259, %land.rhs.i250
  %place.addr.0.lcssa.i.i253 = phi i64 [ %sub106, %land.rhs.i250 ], [ %sub12.i.i268, %for.body.i.i259 ]
  %41 = load i64, ptr %run.i254, align 8
  %sub.i255 = sub nsw i64 %41, %width
  %cmp2.i256.not = icmp sgt i64 %place.addr.0.lcssa.i.i253, %sub.i255
  br i1 %cmp2.i256.not, label %for.inc121, label %if.then108

if.then108:                                       ; preds = %for.body102, %split.exit.i252
  br i1 %cmp111, label %cond.true112, label %cond.end116

cond.true112:                                     ; preds = %if.then108
  %42 = load i64, ptr %arrayidx114, align 8
  %43 = mul nsw i64 %42, %n.0297
  br label %cond.end116

cond.end116:                                      ; preds = %if.then108, %cond.true112
  %cond117 = phi i64 [ %43, %cond.true112 ], [ 0, %if.then108 ]
  %44 = atomicrmw add ptr %visit_count.i272, i64 1 monotonic, align 8
  %45 = load i64, ptr %visit_room.i273, align 8
  %cmp.not.i274 = icmp slt i64 %44, %45
  br i1 %cmp.not.i274, label %if.end.i275, label %for.inc121

if.end.i275:                                      ; preds = %cond.end116
  %add119 = add nsw i64 %cond117, %first71.0.lcssa
  %conv7.i278 = trunc i64 %add119 to i32
  %46 = load ptr, ptr %0, align 8
  %arrayidx.i279 = getelementptr inbounds %struct.Visit, ptr %46, i64 %44
  store i64 %add104, ptr %arrayidx.i279, align 8
  %visit.sroa.4.0.arrayidx.sroa_idx.i280 = getelementptr inbounds nuw i8, ptr %arrayidx.i279, i64 8
  store i32 %conv.i276, ptr %visit.sroa.4.0.arrayidx.sroa_idx.i280, align 8
  %visit.sroa.5.0.arrayidx.sroa_idx.i281 = getelementptr inbounds nuw i8, ptr %arrayidx.i279, i64 12
  store i32 %23, ptr %visit.sroa.5.0.arrayidx.sroa_idx.i281, align 4
  %visit.sroa.6.0.arrayidx.sroa_idx.i282 = getelementptr inbounds nuw i8, ptr %arrayidx.i279, i64 16
  store i32 %conv5.i277, ptr %visit.sroa.6.0.arrayidx.sroa_idx.i282, align 8
  %visit.sroa.7.0.arrayidx.sroa_idx.i283 = getelementptr inbounds nuw i8, ptr %arrayidx.i279, i64 20
  store i32 %conv7.i278, ptr %visit.sroa.7.0.arrayidx.sroa_idx.i283, align 4
  br label %for.inc121

for.inc121:                                       ; preds = %if.end.i247, %if.end.i275, %cond.end116, %split.exit.i252
  %inc122 = add nuw nsw i64 %n.0297, 1
  %exitcond312.not = icmp eq i64 %inc122, %div
  br i1 %exitcond312.not, label %if.end125, label %for.body102, !llvm.loop !20

if.end125:                                        ; preds = %for.inc121, %for.cond99.preheader, %if.end.i244, %if.then98
  br i1 %cmp129299, label %land.rhs130, label %cleanup153

land.rhs130:                                      ; preds = %if.end125, %while.body139
  %indvars.iv313 = phi i64 [ %indvars.iv.next314, %while.body139 ], [ %25, %if.end125 ]
  %indvars.iv.next314 = add nsw i64 %indvars.iv313, -1
  %arrayidx132 = getelementptr inbounds nuw i64, ptr %index, i64 %indvars.iv.next314
  %47 = load i64, ptr %arrayidx132, align 8
  %inc133 = add nsw i64 %47, 1
  store i64 %inc133, ptr %arrayidx132, align 8
  %arrayidx135 = getelementptr inbounds nuw %struct.Dim, ptr %box, i64 %indvars.iv.next314
  %48 = load i64, ptr %arrayidx135, align 16
  %cmp137 = icmp eq i64 %inc133, %48
  br i1 %cmp137, label %while.body139, label %for.cond70, !llvm.loop !21

while.body139:                                    ; preds = %land.rhs130
  store i64 0, ptr %arrayidx132, align 8
  %cmp129 = icmp sgt i64 %indvars.iv313, 1
  br i1 %cmp129, label %land.rhs130, label %cleanup153, !llvm.loop !22

cleanup153:                                       ; preds = %if.end125, %while.body139
  call void @llvm.lifetime.end.p0(ptr nonnull %index) #12
  br label %cleanup158

cleanup158:                                       ; preds = %for.body, %cleanup153
  call void @llvm.lifetime.end.p0(ptr nonnull %lanes) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %box) #12
  br label %cleanup162

cleanup162:                                       ; preds = %cond.end5, %lor.lhs.false, %cleanup158
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #3

; Function Attrs: nounwind uwtable
define void @triton_shared_before(ptr noundef readonly captures(none) %record, i64 noundef %number, i64 noundef %x, i64 noundef %y, i64 noundef %z, i64 noundef %text, i64 noundef %kind, i64 noundef %argument, i64 noundef %place) local_unnamed_addr #0 {
entry:
  %log = getelementptr inbounds nuw i8, ptr %record, i64 64
  %0 = load ptr, ptr %log, align 8
  %tobool.not = icmp eq ptr %0, null
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  %lock = getelementptr inbounds nuw i8, ptr %0, i64 80
  %1 = atomicrmw xchg ptr %lock, i64 1 acquire, align 8
  %tobool.not2.i = icmp eq i64 %1, 0
  br i1 %tobool.not2.i, label %if.end, label %for.body.i

for.body.i:                                       ; preds = %if.then, %for.inc.i
  %spins.03.i = phi i32 [ %inc.i, %for.inc.i ], [ 0, %if.then ]
  tail call void @relax() #12
  %rem.i = and i32 %spins.03.i, 63
  %cmp.i = icmp eq i32 %rem.i, 63
  br i1 %cmp.i, label %if.then.i, label %for.inc.i

if.then.i:                                        ; preds = %for.body.i
  %call.i = tail call i32 @sched_yield() #12
  br label %for.inc.i

for.inc.i:                                        ; preds = %if.then.i, %for.body.i
  %inc.i = add nuw nsw i32 %spins.03.i, 1
  %2 = atomicrmw xchg ptr %lock, i64 1 acquire, align 8
  %tobool.not.i = icmp eq i64 %2, 0
  br i1 %tobool.not.i, label %if.end, label %for.body.i, !llvm.loop !10

if.end:                                           ; preds = %for.inc.i, %if.then, %entry
  ret void
}

; Function Attrs: mustprogress nofree norecurse nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @triton_shared_after(ptr noundef readonly captures(none) %record, i64 noundef %number, i64 noundef %x, i64 noundef %y, i64 noundef %z, i64 noundef %text, i64 noundef %kind, i64 noundef %argument, i64 noundef %place) local_unnamed_addr #4 {
entry:
  %log1 = getelementptr inbounds nuw i8, ptr %record, i64 64
  %0 = load ptr, ptr %log1, align 8
  %tobool.not = icmp eq ptr %0, null
  br i1 %tobool.not, label %cleanup, label %if.end

if.end:                                           ; preds = %entry
  %cmp = icmp sgt i64 %argument, -1
  br i1 %cmp, label %cond.true, label %cond.end

cond.true:                                        ; preds = %if.end
  %extents = getelementptr inbounds nuw i8, ptr %record, i64 128
  %arrayidx = getelementptr inbounds nuw %struct.Extent, ptr %extents, i64 %argument
  %low2 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 16
  %1 = load i64, ptr %low2, align 8
  %2 = load i64, ptr %arrayidx, align 8
  %add = add i64 %1, %place
  %add5 = add i64 %add, %2
  br label %cond.end

cond.end:                                         ; preds = %if.end, %cond.true
  %cond = phi i64 [ %add5, %cond.true ], [ %place, %if.end ]
  %columns.i = getelementptr inbounds nuw i8, ptr %record, i64 8
  %3 = load i64, ptr %columns.i, align 8
  %rows.i = getelementptr inbounds nuw i8, ptr %record, i64 16
  %4 = load i64, ptr %rows.i, align 8
  %mul.i = mul nsw i64 %4, %z
  %add.i = add nsw i64 %mul.i, %y
  %mul1.i = mul nsw i64 %add.i, %3
  %add2.i = add nsw i64 %mul1.i, %x
  %sync_count = getelementptr inbounds nuw i8, ptr %0, i64 40
  %5 = load atomic i64, ptr %sync_count monotonic, align 8
  %segments = getelementptr inbounds nuw i8, ptr %0, i64 48
  %6 = load ptr, ptr %segments, align 8
  %arrayidx6 = getelementptr inbounds i32, ptr %6, i64 %add2.i
  %7 = load i32, ptr %arrayidx6, align 4
  %tobool7.not = icmp eq i64 %5, 0
  br i1 %tobool7.not, label %cond.end11, label %cond.true8

cond.true8:                                       ; preds = %cond.end
  %syncs = getelementptr inbounds nuw i8, ptr %0, i64 8
  %8 = load ptr, ptr %syncs, align 8
  %9 = getelementptr %struct.Sync, ptr %8, i64 %5
  %arrayidx9 = getelementptr i8, ptr %9, i64 -24
  br label %cond.end11

cond.end11:                                       ; preds = %cond.end, %cond.true8
  %cond12 = phi ptr [ %arrayidx9, %cond.true8 ], [ null, %cond.end ]
  %tobool13.not = icmp eq ptr %cond12, null
  br i1 %tobool13.not, label %land.end, label %land.lhs.true

land.lhs.true:                                    ; preds = %cond.end11
  %10 = load i64, ptr %cond12, align 8
  %cmp15 = icmp eq i64 %10, %cond
  br i1 %cmp15, label %land.lhs.true16, label %land.end

land.lhs.true16:                                  ; preds = %land.lhs.true
  %after = getelementptr inbounds nuw i8, ptr %cond12, i64 12
  %11 = load i32, ptr %after, align 4
  %cmp17 = icmp eq i32 %11, %7
  br i1 %cmp17, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %land.lhs.true16
  %used = getelementptr inbounds nuw i8, ptr %0, i64 56
  %12 = load ptr, ptr %used, align 8
  %idxprom = zext i32 %7 to i64
  %arrayidx18 = getelementptr inbounds nuw i8, ptr %12, i64 %idxprom
  %13 = load i8, ptr %arrayidx18, align 1
  %tobool19.not = icmp eq i8 %13, 0
  br label %land.end

land.end:                                         ; preds = %land.rhs, %land.lhs.true16, %land.lhs.true, %cond.end11
  %14 = phi i1 [ false, %land.lhs.true16 ], [ false, %land.lhs.true ], [ false, %cond.end11 ], [ %tobool19.not, %land.rhs ]
  %segment_count = getelementptr inbounds nuw i8, ptr %0, i64 72
  %15 = load atomic i64, ptr %segment_count monotonic, align 8
  br i1 %14, label %if.end41, label %land.lhs.true22

land.lhs.true22:                                  ; preds = %land.end
  %segment_room = getelementptr inbounds nuw i8, ptr %0, i64 64
  %16 = load i64, ptr %segment_room, align 8
  %cmp23 = icmp slt i64 %15, %16
  br i1 %cmp23, label %land.lhs.true24, label %if.end41

land.lhs.true24:                                  ; preds = %land.lhs.true22
  %sync_room = getelementptr inbounds nuw i8, ptr %0, i64 24
  %17 = load i64, ptr %sync_room, align 8
  %cmp25 = icmp slt i64 %5, %17
  br i1 %cmp25, label %if.then26, label %if.end41

if.then26:                                        ; preds = %land.lhs.true24
  %conv = trunc i64 %15 to i32
  %conv30 = trunc i64 %number to i32
  %syncs31 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %18 = load ptr, ptr %syncs31, align 8
  %arrayidx32 = getelementptr inbounds %struct.Sync, ptr %18, i64 %5
  store i64 %cond, ptr %arrayidx32, align 8
  %sync.sroa.4.0.arrayidx32.sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx32, i64 8
  store i32 %7, ptr %sync.sroa.4.0.arrayidx32.sroa_idx, align 8
  %sync.sroa.5.0.arrayidx32.sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx32, i64 12
  store i32 %conv, ptr %sync.sroa.5.0.arrayidx32.sroa_idx, align 4
  %sync.sroa.6.0.arrayidx32.sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx32, i64 16
  store i32 %conv30, ptr %sync.sroa.6.0.arrayidx32.sroa_idx, align 8
  %sync.sroa.7.0.arrayidx32.sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx32, i64 20
  store i32 0, ptr %sync.sroa.7.0.arrayidx32.sroa_idx, align 4
  %19 = load ptr, ptr %segments, align 8
  %arrayidx35 = getelementptr inbounds i32, ptr %19, i64 %add2.i
  store i32 %conv, ptr %arrayidx35, align 4
  %add37 = add nsw i64 %15, 1
  store atomic i64 %add37, ptr %segment_count monotonic, align 8
  %add40 = add nsw i64 %5, 1
  store atomic i64 %add40, ptr %sync_count monotonic, align 8
  br label %if.end41

if.end41:                                         ; preds = %if.then26, %land.lhs.true24, %land.lhs.true22, %land.end
  %lock = getelementptr inbounds nuw i8, ptr %0, i64 80
  store atomic i64 0, ptr %lock release, align 8
  br label %cleanup

cleanup:                                          ; preds = %entry, %if.end41
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #5

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define i64 @triton_shared_order(ptr noundef readonly captures(none) %record, i64 noundef %number, i64 noundef %x, i64 noundef %y, i64 noundef %z, i64 noundef %programs) local_unnamed_addr #6 {
entry:
  %columns.i = getelementptr inbounds nuw i8, ptr %record, i64 8
  %0 = load i64, ptr %columns.i, align 8
  %rows.i = getelementptr inbounds nuw i8, ptr %record, i64 16
  %1 = load i64, ptr %rows.i, align 8
  %mul.i = mul nsw i64 %1, %z
  %add.i = add nsw i64 %mul.i, %y
  %mul1.i = mul nsw i64 %add.i, %0
  %add2.i = add nsw i64 %mul1.i, %x
  %factor = getelementptr inbounds nuw i8, ptr %record, i64 72
  %2 = load i64, ptr %factor, align 8
  %tobool.not = icmp eq i64 %2, 0
  br i1 %tobool.not, label %cond.end, label %cond.true

cond.true:                                        ; preds = %entry
  %mul = mul i64 %add2.i, %2
  %first = getelementptr inbounds nuw i8, ptr %record, i64 80
  %3 = load i64, ptr %first, align 8
  %add = add i64 %3, %mul
  %rem = urem i64 %add, %programs
  br label %cond.end

cond.end:                                         ; preds = %entry, %cond.true
  %cond = phi i64 [ %rem, %cond.true ], [ %add2.i, %entry ]
  ret i64 %cond
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define i64 @triton_shared_fill(ptr noundef readonly captures(none) %record, i64 noundef %number, i64 noundef %x, i64 noundef %y, i64 noundef %z, i64 noundef %text) local_unnamed_addr #7 {
entry:
  %slots = getelementptr inbounds nuw i8, ptr %record, i64 24
  %0 = load ptr, ptr %slots, align 8
  %capacity = getelementptr inbounds nuw i8, ptr %record, i64 32
  %1 = load i64, ptr %capacity, align 8
  %rem = srem i64 %number, %1
  %arrayidx = getelementptr inbounds %struct.Slot, ptr %0, i64 %rem
  %text1 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 16
  store i64 %text, ptr %text1, align 8
  %whose = getelementptr inbounds nuw i8, ptr %record, i64 96
  %2 = load i64, ptr %whose, align 8
  %cmp = icmp eq i64 %2, -1
  %cmp3 = icmp eq i64 %2, %number
  %or.cond = or i1 %cmp, %cmp3
  br i1 %or.cond, label %cond.true, label %cond.end

cond.true:                                        ; preds = %entry
  %fill = getelementptr inbounds nuw i8, ptr %record, i64 88
  %3 = load i64, ptr %fill, align 8
  br label %cond.end

cond.end:                                         ; preds = %entry, %cond.true
  %cond = phi i64 [ %3, %cond.true ], [ 0, %entry ]
  ret i64 %cond
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64) #8

declare i64 @pthread_self() local_unnamed_addr #9

declare i32 @sched_yield() local_unnamed_addr #9

declare void @relax() local_unnamed_addr #9

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #10

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #10

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.abs.i64(i64, i1 immarg) #11

attributes #0 = { nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nofree norecurse nosync nounwind memory(argmem: read) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #4 = { mustprogress nofree norecurse nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #7 = { mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #8 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #9 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #10 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #11 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #12 = { nounwind }

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
!21 = distinct !{!21, !6}
!22 = distinct !{!22, !5, !6}
