; Made of checks.c by regenerate.py, see README.md.
%struct.Extent = type { i64, i64, i64, i64, i64, [5 x %struct.Dim], i64 }
%struct.Dim = type { i64, i64 }

; Function Attrs: nofree noinline norecurse nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define range(i64 0, 2) i64 @triton_shared_touches(i64 noundef %address, i64 noundef %number, i64 noundef %when, i64 noundef %argument, i64 noundef %place, i64 noundef %width, i64 noundef %lane, i64 noundef %x, i64 noundef %y, i64 noundef %z) local_unnamed_addr #0 {
entry:
  %0 = inttoptr i64 %address to ptr addrspace(1)
  %cmp = icmp slt i64 %argument, -2
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %sub = sub nuw nsw i64 -3, %argument
  %arrayidx = getelementptr inbounds nuw %struct.Extent, ptr addrspace(1) %0, i64 %sub
  %low.i = getelementptr inbounds nuw i8, ptr addrspace(1) %arrayidx, i64 144
  %1 = load i64, ptr addrspace(1) %low.i, align 8
  %sub.i = sub i64 %place, %1
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  %place.addr.0 = phi i64 [ %sub.i, %if.then ], [ %place, %entry ]
  %argument.addr.0 = phi i64 [ %sub, %if.then ], [ %argument, %entry ]
  %cmp1 = icmp sgt i64 %argument.addr.0, -1
  br i1 %cmp1, label %if.then2, label %for.cond.preheader

for.cond.preheader:                               ; preds = %if.end
  %2 = load i64, ptr addrspace(1) %0, align 8
  %cmp10.not98 = icmp sgt i64 %2, 0
  br i1 %cmp10.not98, label %for.body.lr.ph, label %for.end

for.body.lr.ph:                                   ; preds = %for.cond.preheader
  %extents11 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 128
  br label %for.body

if.then2:                                         ; preds = %if.end
  %extents3 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 128
  %arrayidx4 = getelementptr inbounds nuw %struct.Extent, ptr addrspace(1) %extents3, i64 %argument.addr.0
  %call5 = tail call fastcc zeroext i1 @holds(ptr addrspace(1) noundef nonnull %arrayidx4, i64 noundef %place.addr.0, i64 noundef %width)
  br i1 %call5, label %cleanup51, label %if.end7

if.end7:                                          ; preds = %if.then2
  %low = getelementptr inbounds nuw i8, ptr addrspace(1) %arrayidx4, i64 16
  %3 = load i64, ptr addrspace(1) %low, align 8
  %add = add i64 %3, %place.addr.0
  br label %if.end46

for.cond:                                         ; preds = %for.body
  %inc = add nuw nsw i64 %n.099, 1
  %exitcond.not = icmp eq i64 %inc, %2
  br i1 %exitcond.not, label %for.end, label %for.body, !llvm.loop !4

for.body:                                         ; preds = %for.body.lr.ph, %for.cond
  %n.099 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.cond ]
  %arrayidx12 = getelementptr inbounds nuw %struct.Extent, ptr addrspace(1) %extents11, i64 %n.099
  %low.i92 = getelementptr inbounds nuw i8, ptr addrspace(1) %arrayidx12, i64 16
  %4 = load i64, ptr addrspace(1) %low.i92, align 8
  %sub.i93 = sub i64 %place.addr.0, %4
  %call16 = tail call fastcc zeroext i1 @holds(ptr addrspace(1) noundef nonnull %arrayidx12, i64 noundef %sub.i93, i64 noundef %width)
  br i1 %call16, label %cleanup51, label %for.cond

for.end:                                          ; preds = %for.cond, %for.cond.preheader
  %cmp19 = icmp eq i64 %argument.addr.0, -2
  %cmp20 = icmp ugt i64 %place.addr.0, 4095
  %or.cond = select i1 %cmp19, i1 %cmp20, i1 false
  br i1 %or.cond, label %cleanup51, label %for.cond24.preheader

for.cond24.preheader:                             ; preds = %for.end
  %cmp27100 = icmp slt i64 %2, 1
  %or.cond96.not101 = or i1 %cmp19, %cmp27100
  br i1 %or.cond96.not101, label %for.cond.cleanup28, label %for.body29.lr.ph

for.body29.lr.ph:                                 ; preds = %for.cond24.preheader
  %extents30 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 128
  br label %for.body29

for.cond.cleanup28:                               ; preds = %for.body29, %for.cond24.preheader
  %near.0.lcssa = phi i64 [ -1, %for.cond24.preheader ], [ %spec.select, %for.body29 ]
  %cmp40.not = icmp eq i64 %near.0.lcssa, -1
  br i1 %cmp40.not, label %if.end46, label %if.then41

for.body29:                                       ; preds = %for.body29.lr.ph, %for.body29
  %n23.0104 = phi i64 [ 0, %for.body29.lr.ph ], [ %inc37, %for.body29 ]
  %least.0103 = phi i64 [ -1, %for.body29.lr.ph ], [ %spec.select91, %for.body29 ]
  %near.0102 = phi i64 [ -1, %for.body29.lr.ph ], [ %spec.select, %for.body29 ]
  %arrayidx31 = getelementptr inbounds nuw %struct.Extent, ptr addrspace(1) %extents30, i64 %n23.0104
  %call32 = tail call fastcc i64 @distance(ptr addrspace(1) noundef nonnull %arrayidx31, i64 noundef %place.addr.0)
  %cmp33 = icmp ult i64 %call32, %least.0103
  %spec.select = select i1 %cmp33, i64 %n23.0104, i64 %near.0102
  %spec.select91 = tail call i64 @llvm.umin.i64(i64 %call32, i64 %least.0103)
  %inc37 = add nuw nsw i64 %n23.0104, 1
  %cmp27.not = icmp slt i64 %inc37, %2
  br i1 %cmp27.not, label %for.body29, label %for.cond.cleanup28, !llvm.loop !7

if.then41:                                        ; preds = %for.cond.cleanup28
  %arrayidx43 = getelementptr %struct.Extent, ptr addrspace(1) %0, i64 %near.0.lcssa
  %low.i94 = getelementptr i8, ptr addrspace(1) %arrayidx43, i64 144
  %5 = load i64, ptr addrspace(1) %low.i94, align 8
  %sub.i95 = sub i64 %place.addr.0, %5
  br label %if.end46

if.end46:                                         ; preds = %for.cond.cleanup28, %if.then41, %if.end7
  %place.addr.2 = phi i64 [ %place.addr.0, %if.end7 ], [ %sub.i95, %if.then41 ], [ %place.addr.0, %for.cond.cleanup28 ]
  %argument.addr.1 = phi i64 [ %argument.addr.0, %if.end7 ], [ %near.0.lcssa, %if.then41 ], [ -1, %for.cond.cleanup28 ]
  %touched.0 = phi i64 [ %add, %if.end7 ], [ %place, %if.then41 ], [ %place, %for.cond.cleanup28 ]
  %cmp47 = icmp sgt i64 %number, -1
  br i1 %cmp47, label %if.then48, label %cleanup51

if.then48:                                        ; preds = %if.end46
  %columns.i = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 8
  %6 = load i64, ptr addrspace(1) %columns.i, align 8
  %rows.i = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 16
  %7 = load i64, ptr addrspace(1) %rows.i, align 8
  %mul.i = mul nsw i64 %7, %z
  %add.i = add nsw i64 %mul.i, %y
  %mul1.i = mul nsw i64 %add.i, %6
  %add2.i = add nsw i64 %mul1.i, %x
  tail call fastcc void @note(ptr addrspace(1) noundef %0, i64 noundef %number, i64 noundef %when, i64 noundef %argument.addr.1, i64 noundef %place.addr.2, i64 noundef %width, i64 noundef %lane, i64 noundef %add2.i, i64 noundef %touched.0)
  br label %cleanup51

cleanup51:                                        ; preds = %for.body, %if.end46, %if.then48, %for.end, %if.then2
  %retval.1 = phi i64 [ 0, %if.end46 ], [ 1, %for.end ], [ 1, %if.then2 ], [ 0, %if.then48 ], [ 1, %for.body ]
  ret i64 %retval.1
}

; Function Attrs: nofree noinline norecurse nosync nounwind memory(argmem: read) uwtable
define internal fastcc zeroext i1 @holds(ptr addrspace(1) noundef readonly captures(none) %extent, i64 noundef %place, i64 noundef %width) unnamed_addr #1 {
entry:
  %rank = getelementptr inbounds nuw i8, ptr addrspace(1) %extent, i64 32
  %0 = load i64, ptr addrspace(1) %rank, align 8
  %cmp = icmp eq i64 %0, -1
  br i1 %cmp, label %return, label %if.end

if.end:                                           ; preds = %entry
  %cmp1 = icmp slt i64 %place, 0
  br i1 %cmp1, label %return, label %for.cond.preheader

for.cond.preheader:                               ; preds = %if.end
  %cmp529 = icmp sgt i64 %0, 0
  br i1 %cmp529, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %for.cond.preheader
  %dims = getelementptr inbounds nuw i8, ptr addrspace(1) %extent, i64 40
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %for.cond.preheader
  %place.addr.0.lcssa = phi i64 [ %place, %for.cond.preheader ], [ %sub12, %for.body ]
  %run = getelementptr inbounds nuw i8, ptr addrspace(1) %extent, i64 24
  %1 = load i64, ptr addrspace(1) %run, align 8
  %sub13 = sub nsw i64 %1, %width
  %cmp14 = icmp sle i64 %place.addr.0.lcssa, %sub13
  br label %return

for.body:                                         ; preds = %for.body.lr.ph, %for.body
  %place.addr.031 = phi i64 [ %place, %for.body.lr.ph ], [ %sub12, %for.body ]
  %d.030 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw %struct.Dim, ptr addrspace(1) %dims, i64 %d.030
  %stride = getelementptr inbounds nuw i8, ptr addrspace(1) %arrayidx, i64 8
  %2 = load i64, ptr addrspace(1) %stride, align 8
  %div = sdiv i64 %place.addr.031, %2
  %3 = load i64, ptr addrspace(1) %arrayidx, align 8
  %sub = add nsw i64 %3, -1
  %cond = tail call i64 @llvm.smin.i64(i64 %div, i64 %sub)
  %mul = mul nsw i64 %cond, %2
  %sub12 = sub nsw i64 %place.addr.031, %mul
  %inc = add nuw nsw i64 %d.030, 1
  %exitcond.not = icmp eq i64 %inc, %0
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !8

return:                                           ; preds = %if.end, %entry, %for.cond.cleanup
  %retval.0 = phi i1 [ %cmp14, %for.cond.cleanup ], [ true, %entry ], [ false, %if.end ]
  ret i1 %retval.0
}

; Function Attrs: nofree noinline norecurse nosync nounwind memory(argmem: read) uwtable
define internal fastcc i64 @distance(ptr addrspace(1) noundef readonly captures(none) %extent, i64 noundef %address) unnamed_addr #1 {
entry:
  %rank = getelementptr inbounds nuw i8, ptr addrspace(1) %extent, i64 32
  %0 = load i64, ptr addrspace(1) %rank, align 8
  %cmp = icmp eq i64 %0, -1
  br i1 %cmp, label %return, label %if.end

if.end:                                           ; preds = %entry
  %low1 = getelementptr inbounds nuw i8, ptr addrspace(1) %extent, i64 16
  %1 = load i64, ptr addrspace(1) %low1, align 8
  %run = getelementptr inbounds nuw i8, ptr addrspace(1) %extent, i64 24
  %2 = load i64, ptr addrspace(1) %run, align 8
  %add = add i64 %2, %1
  %cmp330 = icmp sgt i64 %0, 0
  br i1 %cmp330, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %if.end
  %dims = getelementptr inbounds nuw i8, ptr addrspace(1) %extent, i64 40
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %if.end
  %end.0.lcssa = phi i64 [ %add, %if.end ], [ %add6, %for.body ]
  %cmp7 = icmp ult i64 %address, %1
  br i1 %cmp7, label %cond.true, label %cond.false

for.body:                                         ; preds = %for.body.lr.ph, %for.body
  %d.032 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.body ]
  %end.031 = phi i64 [ %add, %for.body.lr.ph ], [ %add6, %for.body ]
  %arrayidx = getelementptr inbounds nuw %struct.Dim, ptr addrspace(1) %dims, i64 %d.032
  %3 = load i64, ptr addrspace(1) %arrayidx, align 8
  %sub = add nsw i64 %3, -1
  %stride = getelementptr inbounds nuw i8, ptr addrspace(1) %arrayidx, i64 8
  %4 = load i64, ptr addrspace(1) %stride, align 8
  %mul = mul nsw i64 %sub, %4
  %add6 = add i64 %mul, %end.031
  %inc = add nuw nsw i64 %d.032, 1
  %exitcond.not = icmp eq i64 %inc, %0
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !9

cond.true:                                        ; preds = %for.cond.cleanup
  %sub8 = sub nuw i64 %1, %address
  br label %return

cond.false:                                       ; preds = %for.cond.cleanup
  %cond = tail call i64 @llvm.usub.sat.i64(i64 %address, i64 %end.0.lcssa)
  br label %return

return:                                           ; preds = %cond.true, %cond.false, %entry
  %retval.0 = phi i64 [ -1, %entry ], [ %sub8, %cond.true ], [ %cond, %cond.false ]
  ret i64 %retval.0
}

; Function Attrs: mustprogress nofree noinline norecurse nounwind willreturn memory(argmem: readwrite) uwtable
define internal fastcc void @note(ptr addrspace(1) noundef captures(none) %record, i64 noundef %number, i64 noundef %when, i64 noundef %argument, i64 noundef %place, i64 noundef %width, i64 noundef %lane, i64 noundef %program, i64 noundef %address) unnamed_addr #2 {
entry:
  %slots = getelementptr inbounds nuw i8, ptr addrspace(1) %record, i64 24
  %0 = load i64, ptr addrspace(1) %slots, align 8
  %add.ptr = getelementptr inbounds i64, ptr addrspace(1) %record, i64 %0
  %add.ptr1.idx = mul nsw i64 %number, 24
  %add.ptr1 = getelementptr inbounds i8, ptr addrspace(1) %add.ptr, i64 %add.ptr1.idx
  %1 = atomicrmw add ptr addrspace(1) %add.ptr1, i64 1 monotonic, align 8
  %arrayidx2 = getelementptr inbounds nuw i8, ptr addrspace(1) %add.ptr1, i64 8
  %2 = atomicrmw min ptr addrspace(1) %arrayidx2, i64 %address monotonic, align 8
  %arrayidx5 = getelementptr inbounds nuw i8, ptr addrspace(1) %add.ptr1, i64 16
  %3 = atomicrmw max ptr addrspace(1) %arrayidx5, i64 %address monotonic, align 8
  %div58 = lshr i64 %program, 6
  %words8 = getelementptr inbounds nuw i8, ptr addrspace(1) %record, i64 48
  %4 = load i64, ptr addrspace(1) %words8, align 8
  %rem = urem i64 %div58, %4
  %seen9 = getelementptr inbounds nuw i8, ptr addrspace(1) %record, i64 32
  %5 = load i64, ptr addrspace(1) %seen9, align 8
  %add.ptr10 = getelementptr inbounds i64, ptr addrspace(1) %record, i64 %5
  %mul12 = mul nsw i64 %4, %number
  %add.ptr13 = getelementptr inbounds i64, ptr addrspace(1) %add.ptr10, i64 %mul12
  %add.ptr14 = getelementptr inbounds nuw i64, ptr addrspace(1) %add.ptr13, i64 %rem
  %rem16 = and i64 %program, 63
  %shl = shl nuw i64 1, %rem16
  %6 = atomicrmw or ptr addrspace(1) %add.ptr14, i64 %shl monotonic, align 8
  %room = getelementptr inbounds nuw i8, ptr addrspace(1) %record, i64 56
  %7 = load i64, ptr addrspace(1) %room, align 8
  %cmp.not = icmp slt i64 %1, %7
  br i1 %cmp.not, label %if.end, label %cleanup

if.end:                                           ; preds = %entry
  %entries = getelementptr inbounds nuw i8, ptr addrspace(1) %record, i64 40
  %8 = load i64, ptr addrspace(1) %entries, align 8
  %add.ptr19 = getelementptr inbounds i64, ptr addrspace(1) %record, i64 %8
  %mul21 = mul nsw i64 %7, %number
  %add = add nsw i64 %mul21, %1
  %add.ptr23.idx = mul nsw i64 %add, 48
  %add.ptr23 = getelementptr inbounds i8, ptr addrspace(1) %add.ptr19, i64 %add.ptr23.idx
  store i64 %program, ptr addrspace(1) %add.ptr23, align 8
  %arrayidx25 = getelementptr inbounds nuw i8, ptr addrspace(1) %add.ptr23, i64 8
  store i64 %lane, ptr addrspace(1) %arrayidx25, align 8
  %arrayidx26 = getelementptr inbounds nuw i8, ptr addrspace(1) %add.ptr23, i64 16
  store i64 %when, ptr addrspace(1) %arrayidx26, align 8
  %arrayidx27 = getelementptr inbounds nuw i8, ptr addrspace(1) %add.ptr23, i64 24
  store i64 %place, ptr addrspace(1) %arrayidx27, align 8
  %arrayidx28 = getelementptr inbounds nuw i8, ptr addrspace(1) %add.ptr23, i64 32
  store i64 %argument, ptr addrspace(1) %arrayidx28, align 8
  %arrayidx29 = getelementptr inbounds nuw i8, ptr addrspace(1) %add.ptr23, i64 40
  store i64 %width, ptr addrspace(1) %arrayidx29, align 8
  br label %cleanup

cleanup:                                          ; preds = %entry, %if.end
  ret void
}

; Function Attrs: mustprogress nofree noinline norecurse nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @triton_shared_found(i64 noundef %address, i64 noundef %number, i64 noundef %x, i64 noundef %y, i64 noundef %z, i64 noundef %when, i64 noundef %lane, i64 noundef %first, i64 noundef %second, i64 noundef %third) local_unnamed_addr #3 {
entry:
  %0 = inttoptr i64 %address to ptr addrspace(1)
  %columns.i = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 8
  %1 = load i64, ptr addrspace(1) %columns.i, align 8
  %rows.i = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 16
  %2 = load i64, ptr addrspace(1) %rows.i, align 8
  %mul.i = mul nsw i64 %2, %z
  %add.i = add nsw i64 %mul.i, %y
  %mul1.i = mul nsw i64 %add.i, %1
  %add2.i = add nsw i64 %mul1.i, %x
  tail call fastcc void @note(ptr addrspace(1) noundef %0, i64 noundef %number, i64 noundef %when, i64 noundef %second, i64 noundef %first, i64 noundef %third, i64 noundef %lane, i64 noundef %add2.i, i64 noundef %first)
  ret void
}

; Function Attrs: nofree noinline norecurse nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @triton_shared_visits(i64 noundef %address, i64 noundef %number, i64 noundef %x, i64 noundef %y, i64 noundef %z, i64 noundef %when, i64 noundef %kind, i64 noundef %argument, i64 noundef %place, i64 noundef %width, i64 noundef %lane, i64 noundef %n0, i64 noundef %s0, i64 noundef %l0, i64 noundef %n1, i64 noundef %s1, i64 noundef %l1, i64 noundef %n2, i64 noundef %s2, i64 noundef %l2, i64 noundef %n3, i64 noundef %s3, i64 noundef %l3) local_unnamed_addr #0 {
entry:
  %0 = inttoptr i64 %address to ptr addrspace(1)
  %columns.i = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 8
  %1 = load i64, ptr addrspace(1) %columns.i, align 8
  %rows.i = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 16
  %2 = load i64, ptr addrspace(1) %rows.i, align 8
  %mul.i = mul nsw i64 %2, %z
  %add.i = add nsw i64 %mul.i, %y
  %mul1.i = mul nsw i64 %add.i, %1
  %add2.i = add nsw i64 %mul1.i, %x
  tail call fastcc void @take_turn(ptr addrspace(1) noundef %0, i64 noundef %add2.i)
  %log1 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 64
  %3 = load i64, ptr addrspace(1) %log1, align 8
  %4 = inttoptr i64 %3 to ptr addrspace(1)
  %tobool = icmp eq i64 %3, 0
  %cmp = icmp slt i64 %n0, 1
  %or.cond = or i1 %cmp, %tobool
  %cmp3 = icmp slt i64 %n1, 1
  %or.cond152 = or i1 %cmp3, %or.cond
  %cmp5 = icmp slt i64 %n2, 1
  %or.cond153 = or i1 %cmp5, %or.cond152
  %cmp7 = icmp slt i64 %n3, 1
  %or.cond154 = or i1 %cmp7, %or.cond153
  br i1 %or.cond154, label %cleanup147, label %if.end

if.end:                                           ; preds = %entry
  %cmp8 = icmp sgt i64 %argument, -1
  br i1 %cmp8, label %cond.end12, label %cond.false

cond.false:                                       ; preds = %if.end
  %cmp9 = icmp slt i64 %argument, -2
  br i1 %cmp9, label %cond.true10, label %cond.false11

cond.true10:                                      ; preds = %cond.false
  %sub = sub nuw nsw i64 -3, %argument
  br label %cond.end12

cond.false11:                                     ; preds = %cond.false
  %5 = load i64, ptr addrspace(1) %0, align 8
  br label %cond.end12

cond.end12:                                       ; preds = %if.end, %cond.true10, %cond.false11
  %cond13 = phi i64 [ %5, %cond.false11 ], [ %sub, %cond.true10 ], [ %argument, %if.end ]
  %watched = getelementptr inbounds nuw i8, ptr addrspace(1) %4, i64 96
  %6 = load i64, ptr addrspace(1) %watched, align 8
  %7 = getelementptr i64, ptr addrspace(1) %4, i64 %6
  %arrayidx = getelementptr i64, ptr addrspace(1) %7, i64 %cond13
  %8 = load atomic i64, ptr addrspace(1) %arrayidx monotonic, align 8
  %tobool15.not = icmp eq i64 %8, 0
  br i1 %tobool15.not, label %cleanup147, label %if.end17

if.end17:                                         ; preds = %cond.end12
  %9 = load i64, ptr addrspace(1) %0, align 8
  %cmp19 = icmp sge i64 %cond13, %9
  %extents = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 128
  %arrayidx21 = getelementptr inbounds %struct.Extent, ptr addrspace(1) %extents, i64 %cond13
  %cmp.i = icmp slt i64 %argument, 0
  br i1 %cmp.i, label %begin.exit, label %if.end.i

if.end.i:                                         ; preds = %if.end17
  %arrayidx.i = getelementptr inbounds nuw %struct.Extent, ptr addrspace(1) %extents, i64 %argument
  %low.i = getelementptr inbounds nuw i8, ptr addrspace(1) %arrayidx.i, i64 16
  %10 = load i64, ptr addrspace(1) %low.i, align 8
  %11 = load i64, ptr addrspace(1) %arrayidx.i, align 8
  %add.i240 = add i64 %11, %10
  br label %begin.exit

begin.exit:                                       ; preds = %if.end17, %if.end.i
  %retval.0.i = phi i64 [ %add.i240, %if.end.i ], [ 0, %if.end17 ]
  %add26 = add i64 %retval.0.i, %place
  %cmp27.not = icmp eq i64 %n3, 1
  br i1 %cmp27.not, label %cond.false29, label %cond.end47

cond.false29:                                     ; preds = %begin.exit
  %cmp30.not = icmp eq i64 %n2, 1
  br i1 %cmp30.not, label %cond.false35, label %cond.end47

cond.false35:                                     ; preds = %cond.false29
  %cmp36.not = icmp eq i64 %n1, 1
  %l0.l1 = select i1 %cmp36.not, i64 %l0, i64 %l1
  %s0.s1 = select i1 %cmp36.not, i64 %s0, i64 %s1
  %n0.n1 = select i1 %cmp36.not, i64 %n0, i64 %n1
  br label %cond.end47

cond.end47:                                       ; preds = %cond.false35, %cond.false29, %begin.exit
  %inner.sroa.13.0 = phi i64 [ %l2, %cond.false29 ], [ %l3, %begin.exit ], [ %l0.l1, %cond.false35 ]
  %inner.sroa.8.0 = phi i64 [ %s2, %cond.false29 ], [ %s3, %begin.exit ], [ %s0.s1, %cond.false35 ]
  %inner.sroa.0.0 = phi i64 [ %n2, %cond.false29 ], [ %n3, %begin.exit ], [ %n0.n1, %cond.false35 ]
  %cmp49 = icmp eq i64 %inner.sroa.8.0, %width
  %cmp51 = icmp slt i64 %inner.sroa.0.0, 268435456
  %12 = and i1 %cmp49, %cmp51
  %mul = select i1 %12, i64 %inner.sroa.0.0, i64 1
  %cond56 = mul i64 %mul, %width
  br i1 %12, label %if.then58, label %if.end70

if.then58:                                        ; preds = %cond.end47
  br i1 %cmp27.not, label %if.else, label %if.end70

if.else:                                          ; preds = %if.then58
  %cmp61.not = icmp eq i64 %n2, 1
  br i1 %cmp61.not, label %if.else63, label %if.end70

if.else63:                                        ; preds = %if.else
  %cmp64.not = icmp eq i64 %n1, 1
  %.n0 = select i1 %cmp64.not, i64 1, i64 %n0
  br label %if.end70

if.end70:                                         ; preds = %if.else63, %if.else, %if.then58, %cond.end47
  %n3.addr.0 = phi i64 [ %n3, %cond.end47 ], [ 1, %if.then58 ], [ 1, %if.else63 ], [ 1, %if.else ]
  %n2.addr.0 = phi i64 [ %n2, %cond.end47 ], [ %n2, %if.then58 ], [ 1, %if.else63 ], [ 1, %if.else ]
  %n1.addr.0 = phi i64 [ %n1, %cond.end47 ], [ %n1, %if.then58 ], [ 1, %if.else63 ], [ %n1, %if.else ]
  %n0.addr.0 = phi i64 [ %n0, %cond.end47 ], [ %n0, %if.then58 ], [ %.n0, %if.else63 ], [ %n0, %if.else ]
  %kinds = getelementptr inbounds nuw i8, ptr addrspace(1) %4, i64 104
  %13 = load i64, ptr addrspace(1) %kinds, align 8
  %14 = getelementptr i64, ptr addrspace(1) %4, i64 %13
  %arrayidx72 = getelementptr i64, ptr addrspace(1) %14, i64 %number
  store atomic i64 %kind, ptr addrspace(1) %arrayidx72 monotonic, align 8
  %segments = getelementptr inbounds nuw i8, ptr addrspace(1) %4, i64 80
  %15 = load i64, ptr addrspace(1) %segments, align 8
  %16 = getelementptr i64, ptr addrspace(1) %4, i64 %15
  %arrayidx74 = getelementptr i64, ptr addrspace(1) %16, i64 %add2.i
  %17 = load atomic i64, ptr addrspace(1) %arrayidx74 monotonic, align 8
  %used = getelementptr inbounds nuw i8, ptr addrspace(1) %4, i64 88
  %18 = load i64, ptr addrspace(1) %used, align 8
  %19 = getelementptr i64, ptr addrspace(1) %4, i64 %18
  %arrayidx77 = getelementptr i64, ptr addrspace(1) %19, i64 %17
  store atomic i64 1, ptr addrspace(1) %arrayidx77 monotonic, align 8
  %tobool107.not239 = icmp eq ptr addrspace(1) %arrayidx21, null
  %tobool107.not = select i1 %cmp19, i1 true, i1 %tobool107.not239
  %low.i241 = getelementptr inbounds nuw i8, ptr addrspace(1) %arrayidx21, i64 16
  %cmp114244.not = icmp ugt i64 %width, %cond56
  br label %for.cond79.preheader

for.cond79.preheader:                             ; preds = %if.end70, %for.cond.cleanup81
  %i0.0253 = phi i64 [ 0, %if.end70 ], [ %inc142, %for.cond.cleanup81 ]
  %mul91 = mul i64 %i0.0253, %s0
  %add92 = add i64 %add26, %mul91
  %mul99 = mul i64 %i0.0253, %l0
  %add100 = add i64 %mul99, %lane
  br label %for.cond83.preheader

for.cond83.preheader:                             ; preds = %for.cond79.preheader, %for.cond.cleanup85
  %i1.0251 = phi i64 [ 0, %for.cond79.preheader ], [ %inc138, %for.cond.cleanup85 ]
  %mul93 = mul i64 %i1.0251, %s1
  %add94 = add i64 %add92, %mul93
  %mul101 = mul i64 %i1.0251, %l1
  %add102 = add i64 %add100, %mul101
  br label %for.cond87.preheader

for.cond.cleanup81:                               ; preds = %for.cond.cleanup85
  %inc142 = add nuw i64 %i0.0253, 1
  %exitcond256.not = icmp eq i64 %inc142, %n0.addr.0
  br i1 %exitcond256.not, label %cleanup147, label %for.cond79.preheader, !llvm.loop !10

for.cond87.preheader:                             ; preds = %for.cond83.preheader, %for.cond.cleanup89
  %i2.0249 = phi i64 [ 0, %for.cond83.preheader ], [ %inc134, %for.cond.cleanup89 ]
  %mul95 = mul i64 %i2.0249, %s2
  %add96 = add i64 %add94, %mul95
  %mul103 = mul i64 %i2.0249, %l2
  %add104 = add i64 %add102, %mul103
  br label %for.body90

for.cond.cleanup85:                               ; preds = %for.cond.cleanup89
  %inc138 = add nuw i64 %i1.0251, 1
  %exitcond255.not = icmp eq i64 %inc138, %n1.addr.0
  br i1 %exitcond255.not, label %for.cond.cleanup81, label %for.cond83.preheader, !llvm.loop !11

for.cond.cleanup89:                               ; preds = %cleanup
  %inc134 = add nuw i64 %i2.0249, 1
  %exitcond254.not = icmp eq i64 %inc134, %n2.addr.0
  br i1 %exitcond254.not, label %for.cond.cleanup85, label %for.cond87.preheader, !llvm.loop !12

for.body90:                                       ; preds = %for.cond87.preheader, %cleanup
  %i3.0247 = phi i64 [ 0, %for.cond87.preheader ], [ %inc130, %cleanup ]
  %mul97 = mul i64 %i3.0247, %s3
  %add98 = add i64 %add96, %mul97
  %mul105 = mul i64 %i3.0247, %l3
  %add106 = add i64 %add104, %mul105
  br i1 %tobool107.not, label %if.then111, label %lor.lhs.false108

lor.lhs.false108:                                 ; preds = %for.body90
  %20 = load i64, ptr addrspace(1) %low.i241, align 8
  %sub.i = sub i64 %add98, %20
  %call110 = tail call fastcc zeroext i1 @holds(ptr addrspace(1) noundef nonnull %arrayidx21, i64 noundef %sub.i, i64 noundef %cond56)
  br i1 %call110, label %if.then111, label %for.cond113.preheader

for.cond113.preheader:                            ; preds = %lor.lhs.false108
  %div = udiv i64 %cond56, %width
  br i1 %cmp114244.not, label %cleanup, label %for.body116

if.then111:                                       ; preds = %lor.lhs.false108, %for.body90
  tail call fastcc void @log_run(ptr addrspace(1) noundef %4, i64 noundef %add98, i64 noundef %cond56, i64 noundef %17, i64 noundef %number, i64 noundef %add106)
  br label %cleanup

for.body116:                                      ; preds = %for.cond113.preheader, %for.inc
  %e.0245 = phi i64 [ %inc, %for.inc ], [ 0, %for.cond113.preheader ]
  %mul117 = mul i64 %e.0245, %width
  %add118 = add i64 %mul117, %add98
  %21 = load i64, ptr addrspace(1) %low.i241, align 8
  %sub.i243 = sub i64 %add118, %21
  %call120 = tail call fastcc zeroext i1 @holds(ptr addrspace(1) noundef nonnull %arrayidx21, i64 noundef %sub.i243, i64 noundef %width)
  br i1 %call120, label %if.then121, label %for.inc

if.then121:                                       ; preds = %for.body116
  %mul125 = mul i64 %e.0245, %inner.sroa.13.0
  %add126 = add i64 %mul125, %add106
  tail call fastcc void @log_run(ptr addrspace(1) noundef %4, i64 noundef %add118, i64 noundef %width, i64 noundef %17, i64 noundef %number, i64 noundef %add126)
  br label %for.inc

for.inc:                                          ; preds = %for.body116, %if.then121
  %inc = add nuw i64 %e.0245, 1
  %cmp114 = icmp ult i64 %inc, %div
  br i1 %cmp114, label %for.body116, label %cleanup, !llvm.loop !13

cleanup:                                          ; preds = %for.inc, %for.cond113.preheader, %if.then111
  %inc130 = add nuw i64 %i3.0247, 1
  %exitcond.not = icmp eq i64 %inc130, %n3.addr.0
  br i1 %exitcond.not, label %for.cond.cleanup89, label %for.body90, !llvm.loop !14

cleanup147:                                       ; preds = %for.cond.cleanup81, %cond.end12, %entry
  ret void
}

; Function Attrs: nofree noinline norecurse nounwind memory(argmem: readwrite) uwtable
define internal fastcc void @take_turn(ptr addrspace(1) noundef captures(none) %record, i64 noundef %program) unnamed_addr #4 {
entry:
  %patience1 = getelementptr inbounds nuw i8, ptr addrspace(1) %record, i64 104
  %0 = load atomic i64, ptr addrspace(1) %patience1 monotonic, align 8
  %add = shl i64 %program, 1
  %shl = add i64 %add, 2
  %or = or disjoint i64 %shl, 1
  %cmp = icmp slt i64 %0, 1
  br i1 %cmp, label %cleanup24, label %if.end

if.end:                                           ; preds = %entry
  %last = getelementptr inbounds nuw i8, ptr addrspace(1) %record, i64 112
  %1 = cmpxchg ptr addrspace(1) %last, i64 %or, i64 %shl acq_rel monotonic, align 8
  %div48 = lshr i64 %0, 1
  %cmp3.not50.not = icmp eq i64 %div48, 0
  br i1 %cmp3.not50.not, label %for.end, label %for.body

for.body:                                         ; preds = %if.end, %for.inc
  %tries.051 = phi i64 [ %inc, %for.inc ], [ 0, %if.end ]
  %2 = load atomic i64, ptr addrspace(1) %last monotonic, align 8
  %cmp7.not = icmp ne i64 %2, %shl
  %and = and i64 %2, 1
  %tobool.not = icmp eq i64 %and, 0
  %or.cond = and i1 %cmp7.not, %tobool.not
  br i1 %or.cond, label %land.lhs.true8, label %for.inc

land.lhs.true8:                                   ; preds = %for.body
  %3 = cmpxchg ptr addrspace(1) %last, i64 %2, i64 %or acq_rel monotonic, align 8
  %4 = extractvalue { i64, i1 } %3, 1
  br i1 %4, label %if.then11, label %for.inc

if.then11:                                        ; preds = %land.lhs.true8
  %tobool12.not = icmp eq i64 %2, 0
  br i1 %tobool12.not, label %cleanup24, label %land.lhs.true13

land.lhs.true13:                                  ; preds = %if.then11
  %met = getelementptr inbounds nuw i8, ptr addrspace(1) %record, i64 120
  %5 = atomicrmw xchg ptr addrspace(1) %met, i64 1 monotonic, align 8
  %tobool14.not = icmp eq i64 %5, 0
  br i1 %tobool14.not, label %if.then15, label %cleanup24

if.then15:                                        ; preds = %land.lhs.true13
  store atomic i64 4096, ptr addrspace(1) %patience1 monotonic, align 8
  br label %cleanup24

for.inc:                                          ; preds = %land.lhs.true8, %for.body
  %inc = add nuw nsw i64 %tries.051, 1
  %exitcond.not = icmp eq i64 %inc, %div48
  br i1 %exitcond.not, label %for.end, label %for.body, !llvm.loop !15

for.end:                                          ; preds = %for.inc, %if.end
  store atomic i64 %div48, ptr addrspace(1) %patience1 monotonic, align 8
  store atomic i64 %or, ptr addrspace(1) %last monotonic, align 8
  br label %cleanup24

cleanup24:                                        ; preds = %land.lhs.true13, %if.then15, %if.then11, %entry, %for.end
  ret void
}

; Function Attrs: mustprogress nofree noinline norecurse nounwind willreturn memory(argmem: readwrite) uwtable
define internal fastcc void @log_run(ptr addrspace(1) noundef nonnull captures(none) %log, i64 noundef %low, i64 noundef %bytes, i64 noundef %segment, i64 noundef %site, i64 noundef %lane) unnamed_addr #2 {
entry:
  %0 = atomicrmw add ptr addrspace(1) %log, i64 1 monotonic, align 8
  %visit_room = getelementptr inbounds nuw i8, ptr addrspace(1) %log, i64 8
  %1 = load i64, ptr addrspace(1) %visit_room, align 8
  %cmp.not = icmp slt i64 %0, %1
  br i1 %cmp.not, label %if.end, label %cleanup

if.end:                                           ; preds = %entry
  %visits = getelementptr inbounds nuw i8, ptr addrspace(1) %log, i64 64
  %2 = load i64, ptr addrspace(1) %visits, align 8
  %add.ptr = getelementptr inbounds i64, ptr addrspace(1) %log, i64 %2
  %add.ptr1.idx = mul nsw i64 %0, 24
  %add.ptr1 = getelementptr inbounds i8, ptr addrspace(1) %add.ptr, i64 %add.ptr1.idx
  store i64 %low, ptr addrspace(1) %add.ptr1, align 8
  %shl = shl i64 %segment, 32
  %or = or i64 %shl, %bytes
  %arrayidx2 = getelementptr inbounds nuw i8, ptr addrspace(1) %add.ptr1, i64 8
  store i64 %or, ptr addrspace(1) %arrayidx2, align 8
  %conv3 = and i64 %site, 4294967295
  %shl4 = shl i64 %lane, 32
  %or5 = or disjoint i64 %shl4, %conv3
  %arrayidx6 = getelementptr inbounds nuw i8, ptr addrspace(1) %add.ptr1, i64 16
  store i64 %or5, ptr addrspace(1) %arrayidx6, align 8
  br label %cleanup

cleanup:                                          ; preds = %entry, %if.end
  ret void
}

; Function Attrs: nofree noinline norecurse nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @triton_shared_before(i64 noundef %address, i64 noundef %number, i64 noundef %x, i64 noundef %y, i64 noundef %z, i64 noundef %when, i64 noundef %kind, i64 noundef %argument, i64 noundef %place) local_unnamed_addr #0 {
entry:
  %0 = inttoptr i64 %address to ptr addrspace(1)
  %log1 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 64
  %1 = load i64, ptr addrspace(1) %log1, align 8
  %tobool.old.not = icmp eq i64 %1, 0
  br i1 %tobool.old.not, label %while.end, label %land.rhs.preheader

land.rhs.preheader:                               ; preds = %entry
  %2 = inttoptr i64 %1 to ptr addrspace(1)
  %lock = getelementptr inbounds nuw i8, ptr addrspace(1) %2, i64 48
  br label %land.rhs

land.rhs:                                         ; preds = %land.rhs.preheader, %land.rhs
  %3 = cmpxchg ptr addrspace(1) %lock, i64 0, i64 1 acq_rel monotonic, align 8
  %4 = extractvalue { i64, i1 } %3, 1
  br i1 %4, label %while.end, label %land.rhs, !llvm.loop !16

while.end:                                        ; preds = %land.rhs, %entry
  ret void
}

; Function Attrs: mustprogress nofree noinline norecurse nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @triton_shared_after(i64 noundef %address, i64 noundef %number, i64 noundef %x, i64 noundef %y, i64 noundef %z, i64 noundef %when, i64 noundef %kind, i64 noundef %argument, i64 noundef %place) local_unnamed_addr #3 {
entry:
  %0 = inttoptr i64 %address to ptr addrspace(1)
  %log1 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 64
  %1 = load i64, ptr addrspace(1) %log1, align 8
  %2 = inttoptr i64 %1 to ptr addrspace(1)
  %tobool.not = icmp eq i64 %1, 0
  br i1 %tobool.not, label %cleanup, label %if.end

if.end:                                           ; preds = %entry
  %segments = getelementptr inbounds nuw i8, ptr addrspace(1) %2, i64 80
  %3 = load i64, ptr addrspace(1) %segments, align 8
  %columns.i = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 8
  %4 = load i64, ptr addrspace(1) %columns.i, align 8
  %rows.i = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 16
  %5 = load i64, ptr addrspace(1) %rows.i, align 8
  %mul.i = mul nsw i64 %5, %z
  %add.i = add nsw i64 %mul.i, %y
  %mul1.i = mul nsw i64 %add.i, %4
  %6 = getelementptr i64, ptr addrspace(1) %2, i64 %3
  %7 = getelementptr i64, ptr addrspace(1) %6, i64 %mul1.i
  %arrayidx = getelementptr i64, ptr addrspace(1) %7, i64 %x
  %cmp.i = icmp slt i64 %argument, 0
  br i1 %cmp.i, label %begin.exit, label %if.end.i

if.end.i:                                         ; preds = %if.end
  %extents.i = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 128
  %arrayidx.i = getelementptr inbounds nuw %struct.Extent, ptr addrspace(1) %extents.i, i64 %argument
  %low.i = getelementptr inbounds nuw i8, ptr addrspace(1) %arrayidx.i, i64 16
  %8 = load i64, ptr addrspace(1) %low.i, align 8
  %9 = load i64, ptr addrspace(1) %arrayidx.i, align 8
  %add.i63 = add i64 %9, %8
  br label %begin.exit

begin.exit:                                       ; preds = %if.end, %if.end.i
  %retval.0.i = phi i64 [ %add.i63, %if.end.i ], [ 0, %if.end ]
  %add3 = add i64 %retval.0.i, %place
  %sync_count = getelementptr inbounds nuw i8, ptr addrspace(1) %2, i64 16
  %10 = load atomic i64, ptr addrspace(1) %sync_count monotonic, align 8
  %11 = load atomic i64, ptr addrspace(1) %arrayidx monotonic, align 8
  %segment_count = getelementptr inbounds nuw i8, ptr addrspace(1) %2, i64 32
  %12 = load atomic i64, ptr addrspace(1) %segment_count monotonic, align 8
  %syncs = getelementptr inbounds nuw i8, ptr addrspace(1) %2, i64 72
  %13 = load i64, ptr addrspace(1) %syncs, align 8
  %14 = getelementptr i64, ptr addrspace(1) %2, i64 %13
  %arrayidx8.idx = mul i64 %10, 24
  %arrayidx8 = getelementptr i8, ptr addrspace(1) %14, i64 %arrayidx8.idx
  %tobool9.not = icmp eq i64 %10, 0
  br i1 %tobool9.not, label %land.lhs.true20, label %land.lhs.true

land.lhs.true:                                    ; preds = %begin.exit
  %arrayidx10 = getelementptr inbounds i8, ptr addrspace(1) %arrayidx8, i64 -24
  %15 = load atomic i64, ptr addrspace(1) %arrayidx10 monotonic, align 8
  %cmp = icmp eq i64 %15, %add3
  br i1 %cmp, label %land.lhs.true12, label %land.lhs.true20

land.lhs.true12:                                  ; preds = %land.lhs.true
  %arrayidx13 = getelementptr inbounds i8, ptr addrspace(1) %arrayidx8, i64 -16
  %16 = load atomic i64, ptr addrspace(1) %arrayidx13 monotonic, align 8
  %shr = lshr i64 %16, 32
  %cmp15 = icmp eq i64 %shr, %11
  br i1 %cmp15, label %land.rhs, label %land.lhs.true20

land.rhs:                                         ; preds = %land.lhs.true12
  %used = getelementptr inbounds nuw i8, ptr addrspace(1) %2, i64 88
  %17 = load i64, ptr addrspace(1) %used, align 8
  %18 = getelementptr i64, ptr addrspace(1) %2, i64 %17
  %arrayidx17 = getelementptr i64, ptr addrspace(1) %18, i64 %11
  %19 = load atomic i64, ptr addrspace(1) %arrayidx17 monotonic, align 8
  %tobool19.not = icmp eq i64 %19, 0
  br i1 %tobool19.not, label %if.end32, label %land.lhs.true20

land.lhs.true20:                                  ; preds = %land.lhs.true12, %land.lhs.true, %begin.exit, %land.rhs
  %segment_room = getelementptr inbounds nuw i8, ptr addrspace(1) %2, i64 40
  %20 = load i64, ptr addrspace(1) %segment_room, align 8
  %cmp21 = icmp slt i64 %12, %20
  br i1 %cmp21, label %land.lhs.true22, label %if.end32

land.lhs.true22:                                  ; preds = %land.lhs.true20
  %sync_room = getelementptr inbounds nuw i8, ptr addrspace(1) %2, i64 24
  %21 = load i64, ptr addrspace(1) %sync_room, align 8
  %cmp23 = icmp slt i64 %10, %21
  br i1 %cmp23, label %if.then24, label %if.end32

if.then24:                                        ; preds = %land.lhs.true22
  store atomic i64 %add3, ptr addrspace(1) %arrayidx8 monotonic, align 8
  %arrayidx26 = getelementptr inbounds nuw i8, ptr addrspace(1) %arrayidx8, i64 8
  %shl = shl i64 %12, 32
  %or = or i64 %shl, %11
  store atomic i64 %or, ptr addrspace(1) %arrayidx26 monotonic, align 8
  %arrayidx27 = getelementptr inbounds nuw i8, ptr addrspace(1) %arrayidx8, i64 16
  store atomic i64 %number, ptr addrspace(1) %arrayidx27 monotonic, align 8
  store atomic i64 %12, ptr addrspace(1) %arrayidx monotonic, align 8
  %add29 = add nsw i64 %12, 1
  store atomic i64 %add29, ptr addrspace(1) %segment_count monotonic, align 8
  %add31 = add nsw i64 %10, 1
  store atomic i64 %add31, ptr addrspace(1) %sync_count monotonic, align 8
  br label %if.end32

if.end32:                                         ; preds = %if.then24, %land.lhs.true22, %land.lhs.true20, %land.rhs
  %lock = getelementptr inbounds nuw i8, ptr addrspace(1) %2, i64 48
  store atomic i64 0, ptr addrspace(1) %lock release, align 8
  br label %cleanup

cleanup:                                          ; preds = %entry, %if.end32
  ret void
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define i64 @triton_shared_order(i64 noundef %address, i64 noundef %number, i64 noundef %x, i64 noundef %y, i64 noundef %z, i64 noundef %programs) local_unnamed_addr #5 {
entry:
  %0 = inttoptr i64 %address to ptr addrspace(1)
  %columns.i = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 8
  %1 = load i64, ptr addrspace(1) %columns.i, align 8
  %rows.i = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 16
  %2 = load i64, ptr addrspace(1) %rows.i, align 8
  %mul.i = mul nsw i64 %2, %z
  %add.i = add nsw i64 %mul.i, %y
  %mul1.i = mul nsw i64 %add.i, %1
  %add2.i = add nsw i64 %mul1.i, %x
  %factor1 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 72
  %3 = load i64, ptr addrspace(1) %factor1, align 8
  %tobool.not = icmp eq i64 %3, 0
  br i1 %tobool.not, label %cond.end, label %cond.true

cond.true:                                        ; preds = %entry
  %mul = mul i64 %add2.i, %3
  %first = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 80
  %4 = load i64, ptr addrspace(1) %first, align 8
  %add = add i64 %4, %mul
  %rem = urem i64 %add, %programs
  br label %cond.end

cond.end:                                         ; preds = %entry, %cond.true
  %cond = phi i64 [ %rem, %cond.true ], [ %add2.i, %entry ]
  ret i64 %cond
}

; Function Attrs: mustprogress nofree noinline norecurse nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define i64 @triton_shared_fill(i64 noundef %address, i64 noundef %number, i64 noundef %x, i64 noundef %y, i64 noundef %z, i64 noundef %when) local_unnamed_addr #3 {
entry:
  %0 = inttoptr i64 %address to ptr addrspace(1)
  %slots = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 24
  %1 = load i64, ptr addrspace(1) %slots, align 8
  %add.ptr = getelementptr inbounds i64, ptr addrspace(1) %0, i64 %1
  %add.ptr1.idx = mul nsw i64 %number, 24
  %add.ptr1 = getelementptr inbounds i8, ptr addrspace(1) %add.ptr, i64 %add.ptr1.idx
  %add.ptr2 = getelementptr inbounds nuw i8, ptr addrspace(1) %add.ptr1, i64 16
  store atomic i64 0, ptr addrspace(1) %add.ptr2 monotonic, align 8
  %whose = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 96
  %2 = load i64, ptr addrspace(1) %whose, align 8
  %cmp = icmp eq i64 %2, -1
  %cmp4 = icmp eq i64 %2, %number
  %or.cond = or i1 %cmp, %cmp4
  br i1 %or.cond, label %cond.true, label %cond.end

cond.true:                                        ; preds = %entry
  %fill = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 88
  %3 = load i64, ptr addrspace(1) %fill, align 8
  br label %cond.end

cond.end:                                         ; preds = %entry, %cond.true
  %cond = phi i64 [ %3, %cond.true ], [ 0, %entry ]
  ret i64 %cond
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #6

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.usub.sat.i64(i64, i64) #6

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #6

attributes #0 = { nofree noinline norecurse nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { nofree noinline norecurse nosync nounwind memory(argmem: read) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { mustprogress nofree noinline norecurse nounwind willreturn memory(argmem: readwrite) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { mustprogress nofree noinline norecurse nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { nofree noinline norecurse nounwind memory(argmem: readwrite) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #6 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
