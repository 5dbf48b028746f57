; Made of matrix.c by regenerate.py, see README.md.
%struct.Wait = type { i32, i32, i32, i32, ptr, ptr, ptr, i32 }
%struct.Rows = type { i64, i32, i32, i32, [4 x i32] }
%struct.Fragments = type { %struct.Shape, ptr, ptr, ptr, ptr }
%struct.Shape = type { i32, i32, i32, i32, i32, i32, i32 }
%struct.Product = type { i32, i32, i32, %struct.Source, %struct.Source, ptr, ptr }
%struct.Source = type { i64, i32, i32 }

@launch = external local_unnamed_addr global ptr, align 8
@widths = internal unnamed_addr constant [10 x i32] [i32 16, i32 16, i32 32, i32 64, i32 8, i32 8, i32 8, i32 8, i32 32, i32 32], align 16
@current = external local_unnamed_addr global ptr, align 8
@multiply_group.rows = internal global [2048 x double] zeroinitializer, align 16
@multiply_group.b = internal global [8192 x double] zeroinitializer, align 16
@chunk_at.row_bytes = internal unnamed_addr constant [4 x i32] [i32 16, i32 128, i32 64, i32 32], align 16

; Function Attrs: nounwind uwtable
define void @emu_ldmatrix(i64 noundef %address, i32 noundef %count, i32 noundef %transposed, ptr noundef writeonly captures(none) %words, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %.compoundliteral.i = alloca %struct.Wait, align 8
  %rows = alloca %struct.Rows, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %rows) #11
  store i64 %address, ptr %rows, align 8
  %count2 = getelementptr inbounds nuw i8, ptr %rows, i64 8
  store i32 %count, ptr %count2, align 8
  %transposed3 = getelementptr inbounds nuw i8, ptr %rows, i64 12
  store i32 %transposed, ptr %transposed3, align 4
  %stores = getelementptr inbounds nuw i8, ptr %rows, i64 16
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %stores, i8 0, i64 24, i1 false)
  call void @llvm.lifetime.start.p0(ptr nonnull %.compoundliteral.i)
  %0 = load ptr, ptr @launch, align 8
  %threads.i = getelementptr inbounds nuw i8, ptr %0, i64 56
  %1 = load i64, ptr %threads.i, align 8
  %2 = and i64 %1, 31
  %tobool.not.i = icmp eq i64 %2, 0
  br i1 %tobool.not.i, label %exchange_rows.exit, label %if.then.i

if.then.i:                                        ; preds = %entry
  tail call void @fail(i32 noundef 13, i32 noundef %site) #12
  unreachable

exchange_rows.exit:                               ; preds = %entry
  %words4 = getelementptr inbounds nuw i8, ptr %rows, i64 20
  %shl.i = shl i32 %count, 8
  %or.i = or disjoint i32 %shl.i, 7
  store i32 %or.i, ptr %.compoundliteral.i, align 8
  %key.i = getelementptr inbounds nuw i8, ptr %.compoundliteral.i, i64 4
  store i32 -1, ptr %key.i, align 4
  %site1.i = getelementptr inbounds nuw i8, ptr %.compoundliteral.i, i64 8
  store i32 %site, ptr %site1.i, align 8
  %expected.i = getelementptr inbounds nuw i8, ptr %.compoundliteral.i, i64 12
  store i32 0, ptr %expected.i, align 4
  %exchange.i = getelementptr inbounds nuw i8, ptr %.compoundliteral.i, i64 16
  store ptr @move_rows, ptr %exchange.i, align 8
  %in.i = getelementptr inbounds nuw i8, ptr %.compoundliteral.i, i64 24
  store ptr %rows, ptr %in.i, align 8
  %out.i = getelementptr inbounds nuw i8, ptr %.compoundliteral.i, i64 32
  store ptr %rows, ptr %out.i, align 8
  %apart.i = getelementptr inbounds nuw i8, ptr %.compoundliteral.i, i64 40
  store i32 0, ptr %apart.i, align 8
  %3 = getelementptr inbounds nuw i8, ptr %.compoundliteral.i, i64 44
  store i32 0, ptr %3, align 4
  call void @wait_for_warp(ptr noundef nonnull byval(%struct.Wait) align 8 %.compoundliteral.i, i32 noundef -1) #11
  call void @llvm.lifetime.end.p0(ptr nonnull %.compoundliteral.i)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %words, ptr noundef nonnull align 4 dereferenceable(16) %words4, i64 16, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %rows) #11
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #2

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: nounwind uwtable
define void @emu_stmatrix(i64 noundef %address, i32 noundef %count, i32 noundef %transposed, ptr noundef readonly captures(none) %words, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %.compoundliteral.i = alloca %struct.Wait, align 8
  %rows = alloca %struct.Rows, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %rows) #11
  store i64 %address, ptr %rows, align 8
  %count2 = getelementptr inbounds nuw i8, ptr %rows, i64 8
  store i32 %count, ptr %count2, align 8
  %transposed3 = getelementptr inbounds nuw i8, ptr %rows, i64 12
  store i32 %transposed, ptr %transposed3, align 4
  %stores = getelementptr inbounds nuw i8, ptr %rows, i64 16
  store i32 1, ptr %stores, align 8
  %words4 = getelementptr inbounds nuw i8, ptr %rows, i64 20
  %conv = zext i32 %count to i64
  %mul = shl nuw nsw i64 %conv, 2
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(20) %words4, i8 0, i64 20, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 4 %words4, ptr align 4 %words, i64 %mul, i1 false)
  call void @llvm.lifetime.start.p0(ptr nonnull %.compoundliteral.i)
  %0 = load ptr, ptr @launch, align 8
  %threads.i = getelementptr inbounds nuw i8, ptr %0, i64 56
  %1 = load i64, ptr %threads.i, align 8
  %2 = and i64 %1, 31
  %tobool.not.i = icmp eq i64 %2, 0
  br i1 %tobool.not.i, label %exchange_rows.exit, label %if.then.i

if.then.i:                                        ; preds = %entry
  tail call void @fail(i32 noundef 13, i32 noundef %site) #12
  unreachable

exchange_rows.exit:                               ; preds = %entry
  %shl.i = shl i32 %count, 8
  %or.i = or disjoint i32 %shl.i, 7
  store i32 %or.i, ptr %.compoundliteral.i, align 8
  %key.i = getelementptr inbounds nuw i8, ptr %.compoundliteral.i, i64 4
  store i32 -1, ptr %key.i, align 4
  %site1.i = getelementptr inbounds nuw i8, ptr %.compoundliteral.i, i64 8
  store i32 %site, ptr %site1.i, align 8
  %expected.i = getelementptr inbounds nuw i8, ptr %.compoundliteral.i, i64 12
  store i32 0, ptr %expected.i, align 4
  %exchange.i = getelementptr inbounds nuw i8, ptr %.compoundliteral.i, i64 16
  store ptr @move_rows, ptr %exchange.i, align 8
  %in.i = getelementptr inbounds nuw i8, ptr %.compoundliteral.i, i64 24
  store ptr %rows, ptr %in.i, align 8
  %out.i = getelementptr inbounds nuw i8, ptr %.compoundliteral.i, i64 32
  store ptr %rows, ptr %out.i, align 8
  %apart.i = getelementptr inbounds nuw i8, ptr %.compoundliteral.i, i64 40
  store i32 0, ptr %apart.i, align 8
  %3 = getelementptr inbounds nuw i8, ptr %.compoundliteral.i, i64 44
  store i32 0, ptr %3, align 4
  call void @wait_for_warp(ptr noundef nonnull byval(%struct.Wait) align 8 %.compoundliteral.i, i32 noundef -1) #11
  call void @llvm.lifetime.end.p0(ptr nonnull %.compoundliteral.i)
  call void @llvm.lifetime.end.p0(ptr nonnull %rows) #11
  ret void
}

; Function Attrs: nounwind uwtable
define void @emu_mma(i32 noundef %m, i32 noundef %n, i32 noundef %k, i32 noundef %kinds, ptr noundef %a, ptr noundef %b, ptr noundef %c, ptr noundef %d, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %in = alloca %struct.Fragments, align 8
  %.compoundliteral = alloca %struct.Wait, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %in) #11
  store i32 %m, ptr %in, align 8
  %n2 = getelementptr inbounds nuw i8, ptr %in, i64 4
  store i32 %n, ptr %n2, align 4
  %k3 = getelementptr inbounds nuw i8, ptr %in, i64 8
  store i32 %k, ptr %k3, align 8
  %a4 = getelementptr inbounds nuw i8, ptr %in, i64 12
  %and = and i32 %kinds, 15
  store i32 %and, ptr %a4, align 4
  %b5 = getelementptr inbounds nuw i8, ptr %in, i64 16
  %shr = lshr i32 %kinds, 4
  %and6 = and i32 %shr, 15
  store i32 %and6, ptr %b5, align 8
  %c7 = getelementptr inbounds nuw i8, ptr %in, i64 20
  %shr8 = lshr i32 %kinds, 8
  %and9 = and i32 %shr8, 15
  store i32 %and9, ptr %c7, align 4
  %d10 = getelementptr inbounds nuw i8, ptr %in, i64 24
  %shr11 = lshr i32 %kinds, 12
  %and12 = and i32 %shr11, 15
  store i32 %and12, ptr %d10, align 8
  %0 = getelementptr inbounds nuw i8, ptr %in, i64 28
  store i32 0, ptr %0, align 4
  %a13 = getelementptr inbounds nuw i8, ptr %in, i64 32
  store ptr %a, ptr %a13, align 8
  %b14 = getelementptr inbounds nuw i8, ptr %in, i64 40
  store ptr %b, ptr %b14, align 8
  %c15 = getelementptr inbounds nuw i8, ptr %in, i64 48
  store ptr %c, ptr %c15, align 8
  %d16 = getelementptr inbounds nuw i8, ptr %in, i64 56
  store ptr %d, ptr %d16, align 8
  %shl = shl i32 %k, 8
  %or = or disjoint i32 %shl, 8
  store i32 %or, ptr %.compoundliteral, align 8
  %key = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 4
  store i32 -1, ptr %key, align 4
  %site17 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 8
  store i32 %site, ptr %site17, align 8
  %expected = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 12
  store i32 0, ptr %expected, align 4
  %exchange = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 16
  store ptr @multiply, ptr %exchange, align 8
  %in18 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 24
  store ptr %in, ptr %in18, align 8
  %out = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 32
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %out, i8 0, i64 16, i1 false)
  call void @wait_for_warp(ptr noundef nonnull byval(%struct.Wait) align 8 %.compoundliteral, i32 noundef -1) #11
  call void @llvm.lifetime.end.p0(ptr nonnull %in) #11
  ret void
}

declare void @wait_for_warp(ptr noundef byval(%struct.Wait) align 8, i32 noundef) local_unnamed_addr #4

; Function Attrs: nounwind uwtable
define internal void @multiply(ptr noundef readonly captures(none) %threads, i32 noundef %count) #0 {
entry:
  %0 = load ptr, ptr %threads, align 8
  %in = getelementptr inbounds nuw i8, ptr %0, i64 56
  %1 = load ptr, ptr %in, align 8
  %cmp48.not = icmp eq i32 %count, 0
  br i1 %cmp48.not, label %for.cond.cleanup, label %for.body.lr.ph

for.body.lr.ph:                                   ; preds = %entry
  %n = getelementptr inbounds nuw i8, ptr %1, i64 4
  %d15 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %k1.i = getelementptr inbounds nuw i8, ptr %1, i64 8
  %a.i = getelementptr inbounds nuw i8, ptr %1, i64 12
  %b.i = getelementptr inbounds nuw i8, ptr %1, i64 16
  %c16 = getelementptr inbounds nuw i8, ptr %1, i64 20
  %wide.trip.count = zext i32 %count to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.cond.cleanup7, %entry
  ret void

for.body:                                         ; preds = %for.body.lr.ph, %for.cond.cleanup7
  %indvars.iv51 = phi i64 [ 0, %for.body.lr.ph ], [ %indvars.iv.next52, %for.cond.cleanup7 ]
  %2 = load i32, ptr %1, align 4
  %3 = load i32, ptr %n, align 4
  %mul44 = mul i32 %3, %2
  %cmp646.not = icmp ult i32 %mul44, 32
  br i1 %cmp646.not, label %for.cond.cleanup7, label %for.body8.lr.ph

for.body8.lr.ph:                                  ; preds = %for.body
  %arrayidx2 = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv51
  %4 = load ptr, ptr %arrayidx2, align 8
  %in4 = getelementptr inbounds nuw i8, ptr %4, i64 56
  %5 = load ptr, ptr %in4, align 8
  %d = getelementptr inbounds nuw i8, ptr %5, i64 56
  %6 = trunc nuw i64 %indvars.iv51 to i32
  %rem = shl i32 %6, 1
  %mul12 = and i32 %rem, 6
  %7 = trunc nuw i64 %indvars.iv51 to i32
  %div939 = lshr i32 %7, 2
  %8 = trunc nuw i64 %indvars.iv51 to i32
  %mul5.i.i = and i32 %8, 28
  %c = getelementptr inbounds nuw i8, ptr %5, i64 48
  br label %for.body8

for.cond.cleanup7:                                ; preds = %store.exit, %for.body
  %indvars.iv.next52 = add nuw nsw i64 %indvars.iv51, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next52, %wide.trip.count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !4

for.body8:                                        ; preds = %for.body8.lr.ph, %store.exit
  %indvars.iv = phi i64 [ 0, %for.body8.lr.ph ], [ %indvars.iv.next, %store.exit ]
  %9 = load ptr, ptr %d, align 8
  %10 = load i32, ptr %d15, align 4
  %11 = load i32, ptr %k1.i, align 4
  %cmp45.not.i = icmp eq i32 %11, 0
  br i1 %cmp45.not.i, label %dot.exit, label %for.body.lr.ph.i

for.body.lr.ph.i:                                 ; preds = %for.body8
  %12 = trunc nuw nsw i64 %indvars.iv to i32
  %rem13 = and i32 %12, 1
  %add14 = or disjoint i32 %rem13, %mul12
  %indvars.iv.tr = trunc i64 %indvars.iv to i32
  %13 = shl i32 %indvars.iv.tr, 2
  %mul11 = and i32 %13, 2147483640
  %add = add nuw nsw i32 %mul11, %div939
  %div322.i.i = lshr i32 %add, 3
  %rem.i33.i = shl nuw nsw i32 %add14, 2
  br label %for.body.i

for.body.i:                                       ; preds = %locate.exit44.i, %for.body.lr.ph.i
  %sum.047.i = phi double [ 0.000000e+00, %for.body.lr.ph.i ], [ %31, %locate.exit44.i ]
  %k.046.i = phi i32 [ 0, %for.body.lr.ph.i ], [ %inc.i, %locate.exit44.i ]
  %14 = load i32, ptr %a.i, align 4
  %15 = load i32, ptr %1, align 4
  %idxprom.i.i = zext i32 %14 to i64
  %16 = shl nuw i64 1, %idxprom.i.i
  %17 = and i64 %16, 243
  %cmp.not.i.i = icmp eq i64 %17, 0
  br i1 %cmp.not.i.i, label %locate.exit.i, label %cond.true.i.i

cond.true.i.i:                                    ; preds = %for.body.i
  %arrayidx.i.i = getelementptr inbounds nuw i32, ptr @widths, i64 %idxprom.i.i
  %18 = load i32, ptr %arrayidx.i.i, align 4
  %div.i.i = udiv i32 32, %18
  br label %locate.exit.i

locate.exit.i:                                    ; preds = %cond.true.i.i, %for.body.i
  %cond.i.i = phi i32 [ %div.i.i, %cond.true.i.i ], [ 1, %for.body.i ]
  %mul.i.i = shl nuw nsw i32 %cond.i.i, 2
  %div423.i.i = lshr i32 %15, 3
  %rem6.i.i = urem i32 %k.046.i, %mul.i.i
  %div7.i.i = udiv i32 %rem6.i.i, %cond.i.i
  %add.i.i = add nuw nsw i32 %div7.i.i, %mul5.i.i
  %div8.i.i = udiv i32 %k.046.i, %mul.i.i
  %mul9.i.i = mul i32 %div8.i.i, %div423.i.i
  %add10.i.i = add i32 %mul9.i.i, %div322.i.i
  %mul11.i.i = mul i32 %add10.i.i, %cond.i.i
  %rem12.i.i = urem i32 %k.046.i, %cond.i.i
  %add13.i.i = add i32 %mul11.i.i, %rem12.i.i
  %19 = load i32, ptr %b.i, align 4
  %20 = load i32, ptr %n, align 4
  %idxprom.i24.i = zext i32 %19 to i64
  %21 = shl nuw i64 1, %idxprom.i24.i
  %22 = and i64 %21, 243
  %cmp.not.i25.i = icmp eq i64 %22, 0
  br i1 %cmp.not.i25.i, label %locate.exit44.i, label %cond.true.i26.i

cond.true.i26.i:                                  ; preds = %locate.exit.i
  %arrayidx.i27.i = getelementptr inbounds nuw i32, ptr @widths, i64 %idxprom.i24.i
  %23 = load i32, ptr %arrayidx.i27.i, align 4
  %div.i28.i = udiv i32 32, %23
  br label %locate.exit44.i

locate.exit44.i:                                  ; preds = %cond.true.i26.i, %locate.exit.i
  %cond.i29.i = phi i32 [ %div.i28.i, %cond.true.i26.i ], [ 1, %locate.exit.i ]
  %mul.i30.i = shl nuw nsw i32 %cond.i29.i, 2
  %div423.i32.i = lshr i32 %20, 3
  %rem6.i35.i = urem i32 %k.046.i, %mul.i30.i
  %div7.i36.i = udiv i32 %rem6.i35.i, %cond.i29.i
  %add.i37.i = add nuw nsw i32 %div7.i36.i, %rem.i33.i
  %div8.i38.i = udiv i32 %k.046.i, %mul.i30.i
  %mul9.i39.i = mul i32 %cond.i29.i, %div423.i32.i
  %mul11.i41.i = mul i32 %mul9.i39.i, %div8.i38.i
  %rem12.i42.i = urem i32 %k.046.i, %cond.i29.i
  %add13.i43.i = add i32 %mul11.i41.i, %rem12.i42.i
  %idxprom.i = zext nneg i32 %add.i.i to i64
  %arrayidx.i = getelementptr inbounds nuw ptr, ptr %threads, i64 %idxprom.i
  %24 = load ptr, ptr %arrayidx.i, align 8
  %in.i = getelementptr inbounds nuw i8, ptr %24, i64 56
  %25 = load ptr, ptr %in.i, align 8
  %idxprom4.i = zext nneg i32 %add.i37.i to i64
  %arrayidx5.i = getelementptr inbounds nuw ptr, ptr %threads, i64 %idxprom4.i
  %26 = load ptr, ptr %arrayidx5.i, align 8
  %in7.i = getelementptr inbounds nuw i8, ptr %26, i64 56
  %27 = load ptr, ptr %in7.i, align 8
  %a8.i = getelementptr inbounds nuw i8, ptr %25, i64 32
  %28 = load ptr, ptr %a8.i, align 8
  %call.i = tail call fastcc double @element_at(ptr noundef %28, i32 noundef %14, i32 noundef %add13.i.i)
  %b10.i = getelementptr inbounds nuw i8, ptr %27, i64 40
  %29 = load ptr, ptr %b10.i, align 8
  %30 = load i32, ptr %b.i, align 4
  %call12.i = tail call fastcc double @element_at(ptr noundef %29, i32 noundef %30, i32 noundef %add13.i43.i)
  %31 = tail call double @llvm.fmuladd.f64(double %call.i, double %call12.i, double %sum.047.i)
  %inc.i = add nuw i32 %k.046.i, 1
  %32 = load i32, ptr %k1.i, align 4
  %cmp.i = icmp ult i32 %inc.i, %32
  br i1 %cmp.i, label %for.body.i, label %dot.exit, !llvm.loop !7

dot.exit:                                         ; preds = %locate.exit44.i, %for.body8
  %sum.0.lcssa.i = phi double [ 0.000000e+00, %for.body8 ], [ %31, %locate.exit44.i ]
  %33 = load ptr, ptr %c, align 8
  %34 = load i32, ptr %c16, align 4
  %35 = trunc nuw nsw i64 %indvars.iv to i32
  %call17 = tail call fastcc double @element_at(ptr noundef %33, i32 noundef %34, i32 noundef %35)
  %add18 = fadd double %sum.0.lcssa.i, %call17
  switch i32 %10, label %if.else13.i [
    i32 3, label %if.then.i
    i32 8, label %if.then2.i
    i32 9, label %if.then8.i
  ]

if.then.i:                                        ; preds = %dot.exit
  %arrayidx.i42 = getelementptr inbounds nuw double, ptr %9, i64 %indvars.iv
  store double %add18, ptr %arrayidx.i42, align 8
  br label %store.exit

if.then2.i:                                       ; preds = %dot.exit
  %conv.i = fptrunc double %add18 to float
  %arrayidx4.i = getelementptr inbounds nuw float, ptr %9, i64 %indvars.iv
  store float %conv.i, ptr %arrayidx4.i, align 4
  br label %store.exit

if.then8.i:                                       ; preds = %dot.exit
  %conv9.i = fptosi double %add18 to i64
  %conv10.i = trunc i64 %conv9.i to i32
  %arrayidx12.i = getelementptr inbounds nuw i32, ptr %9, i64 %indvars.iv
  store i32 %conv10.i, ptr %arrayidx12.i, align 4
  br label %store.exit

if.else13.i:                                      ; preds = %dot.exit
  %call.i43 = tail call i32 @emu_to_half(double noundef %add18) #11
  %conv14.i = trunc i32 %call.i43 to i16
  %arrayidx16.i = getelementptr inbounds nuw i16, ptr %9, i64 %indvars.iv
  store i16 %conv14.i, ptr %arrayidx16.i, align 2
  br label %store.exit

store.exit:                                       ; preds = %if.then.i, %if.then2.i, %if.then8.i, %if.else13.i
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %36 = load i32, ptr %1, align 4
  %37 = load i32, ptr %n, align 4
  %mul = mul i32 %37, %36
  %div38 = lshr i32 %mul, 5
  %38 = zext nneg i32 %div38 to i64
  %cmp6 = icmp samesign ult i64 %indvars.iv.next, %38
  br i1 %cmp6, label %for.body8, label %for.cond.cleanup7, !llvm.loop !8
}

; Function Attrs: nounwind uwtable
define void @emu_wgmma(i32 noundef %n, i32 noundef %kinds, i32 noundef %turned, i32 noundef %scale, i64 noundef %a, i64 noundef %b, ptr noundef %words, ptr noundef %sums, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %in = alloca %struct.Product, align 8
  %.compoundliteral = alloca %struct.Wait, align 8
  %and = and i32 %kinds, 15
  %shr = lshr i32 %kinds, 4
  %and1 = and i32 %shr, 15
  call void @llvm.lifetime.start.p0(ptr nonnull %in) #11
  store i32 %n, ptr %in, align 8
  %total = getelementptr inbounds nuw i8, ptr %in, i64 4
  %shr3 = lshr i32 %kinds, 8
  %and4 = and i32 %shr3, 15
  store i32 %and4, ptr %total, align 4
  %scale5 = getelementptr inbounds nuw i8, ptr %in, i64 8
  store i32 %scale, ptr %scale5, align 8
  %0 = getelementptr inbounds nuw i8, ptr %in, i64 12
  store i32 0, ptr %0, align 4
  %a6 = getelementptr inbounds nuw i8, ptr %in, i64 16
  store i64 %a, ptr %a6, align 8
  %turned7 = getelementptr inbounds nuw i8, ptr %in, i64 24
  %and8 = and i32 %turned, 1
  store i32 %and8, ptr %turned7, align 8
  %kind = getelementptr inbounds nuw i8, ptr %in, i64 28
  store i32 %and, ptr %kind, align 4
  %b9 = getelementptr inbounds nuw i8, ptr %in, i64 32
  store i64 %b, ptr %b9, align 8
  %turned11 = getelementptr inbounds nuw i8, ptr %in, i64 40
  %shr12 = lshr i32 %turned, 1
  store i32 %shr12, ptr %turned11, align 8
  %kind13 = getelementptr inbounds nuw i8, ptr %in, i64 44
  store i32 %and1, ptr %kind13, align 4
  %words14 = getelementptr inbounds nuw i8, ptr %in, i64 48
  store ptr %words, ptr %words14, align 8
  %sums15 = getelementptr inbounds nuw i8, ptr %in, i64 56
  store ptr %sums, ptr %sums15, align 8
  %cmp = icmp ult i32 %n, 257
  %rem = and i32 %n, 7
  %tobool.not = icmp eq i32 %rem, 0
  %or.cond = and i1 %cmp, %tobool.not
  br i1 %or.cond, label %lor.lhs.false16, label %if.then

lor.lhs.false16:                                  ; preds = %entry
  %1 = load ptr, ptr @launch, align 8
  %threads = getelementptr inbounds nuw i8, ptr %1, i64 56
  %2 = load i64, ptr %threads, align 8
  %3 = and i64 %2, 127
  %tobool18.not = icmp eq i64 %3, 0
  br i1 %tobool18.not, label %lor.lhs.false19, label %if.then

lor.lhs.false19:                                  ; preds = %lor.lhs.false16
  %tobool20.not = icmp eq i32 %turned, 0
  %cmp21.not = icmp samesign ult i32 %and, 2
  %or.cond44 = select i1 %tobool20.not, i1 true, i1 %cmp21.not
  br i1 %or.cond44, label %if.end, label %if.then

if.then:                                          ; preds = %lor.lhs.false19, %lor.lhs.false16, %entry
  tail call void @fail(i32 noundef 13, i32 noundef %site) #12
  unreachable

if.end:                                           ; preds = %lor.lhs.false19
  %div42 = lshr exact i32 %n, 1
  %idxprom23 = zext nneg i32 %and4 to i64
  %arrayidx24 = getelementptr inbounds nuw i32, ptr @widths, i64 %idxprom23
  %4 = load i32, ptr %arrayidx24, align 4
  %mul = mul i32 %4, %div42
  %div2543 = lshr i32 %mul, 5
  %5 = load ptr, ptr @current, align 8
  %products.i = getelementptr inbounds nuw i8, ptr %5, i64 136
  %6 = load ptr, ptr %products.i, align 8
  %tobool.not.i = icmp eq ptr %6, null
  br i1 %tobool.not.i, label %if.then.i, label %products_of.exit

if.then.i:                                        ; preds = %if.end
  %call.i = tail call dereferenceable_or_null(16800) ptr @calloc(i64 noundef 1, i64 noundef 16800) #13
  store ptr %call.i, ptr %products.i, align 8
  br label %products_of.exit

products_of.exit:                                 ; preds = %if.end, %if.then.i
  %7 = load ptr, ptr %products.i, align 8
  %cmp29.not.i = icmp eq i32 %div2543, 0
  br i1 %cmp29.not.i, label %for.cond.cleanup.i, label %for.body.lr.ph.i

for.body.lr.ph.i:                                 ; preds = %products_of.exit
  %it.0.ptr17.i.i = getelementptr inbounds nuw i8, ptr %7, i64 28
  %wide.trip.count.i = zext nneg i32 %div2543 to i64
  br label %for.body.i

for.cond.cleanup.i:                               ; preds = %if.end.i, %products_of.exit
  %taken.0.lcssa.i = phi ptr [ null, %products_of.exit ], [ %taken.1.i, %if.end.i ]
  %tobool13.i.not = icmp eq ptr %taken.0.lcssa.i, null
  br i1 %tobool13.i.not, label %unmark.exit, label %if.then14.i

for.body.i:                                       ; preds = %if.end.i, %for.body.lr.ph.i
  %indvars.iv.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %indvars.iv.next.i, %if.end.i ]
  %taken.031.i = phi ptr [ null, %for.body.lr.ph.i ], [ %taken.1.i, %if.end.i ]
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %sums, i64 %indvars.iv.i
  %8 = load i32, ptr %arrayidx.i, align 4
  %and.i = and i32 %8, 2143289344
  %cmp1.i = icmp eq i32 %and.i, 2143289344
  br i1 %cmp1.i, label %cond.true.i, label %cond.end.i

cond.true.i:                                      ; preds = %for.body.i
  %and.i.i = and i32 %8, 255
  %invariant.op = or disjoint i32 %and.i.i, 2143289344
  br label %for.body.i.i

for.body.i.i:                                     ; preds = %for.inc.i.i, %cond.true.i
  %it.0.ptr19.i.i = phi ptr [ %it.0.ptr17.i.i, %cond.true.i ], [ %it.0.ptr.i.i, %for.inc.i.i ]
  %it.0.idx18.i.i = phi i64 [ 28, %cond.true.i ], [ %it.0.add.i.i, %for.inc.i.i ]
  %count.i.i = getelementptr inbounds nuw i8, ptr %it.0.ptr19.i.i, i64 8
  %9 = load i32, ptr %count.i.i, align 4
  %cmp3.i.i = icmp ult i32 %and.i.i, %9
  br i1 %cmp3.i.i, label %land.lhs.true.i.i, label %for.inc.i.i

land.lhs.true.i.i:                                ; preds = %for.body.i.i
  %10 = load i32, ptr %it.0.ptr19.i.i, align 4
  %and.i.i.i = shl i32 %10, 8
  %shl.i.i.i = and i32 %and.i.i.i, 4194048
  %or1.i.i.i.reass = or disjoint i32 %shl.i.i.i, %invariant.op
  %cmp5.i.i = icmp eq i32 %8, %or1.i.i.i.reass
  br i1 %cmp5.i.i, label %cond.end.i, label %for.inc.i.i

for.inc.i.i:                                      ; preds = %land.lhs.true.i.i, %for.body.i.i
  %it.0.add.i.i = add nuw nsw i64 %it.0.idx18.i.i, 524
  %it.0.ptr.i.i = getelementptr inbounds nuw i8, ptr %7, i64 %it.0.add.i.i
  %cmp.i.i = icmp samesign ugt i64 %it.0.idx18.i.i, 16271
  br i1 %cmp.i.i, label %cond.end.i, label %for.body.i.i, !llvm.loop !9

cond.end.i:                                       ; preds = %land.lhs.true.i.i, %for.inc.i.i, %for.body.i
  %cond.i = phi ptr [ null, %for.body.i ], [ null, %for.inc.i.i ], [ %it.0.ptr19.i.i, %land.lhs.true.i.i ]
  %tobool.not.i45 = icmp eq ptr %cond.i, null
  br i1 %tobool.not.i45, label %if.end.i, label %if.then.i46

if.then.i46:                                      ; preds = %cond.end.i
  %words4.i = getelementptr inbounds nuw i8, ptr %cond.i, i64 12
  %and7.i = and i32 %8, 255
  %idxprom8.i = zext nneg i32 %and7.i to i64
  %arrayidx9.i = getelementptr inbounds nuw i32, ptr %words4.i, i64 %idxprom8.i
  %11 = load i32, ptr %arrayidx9.i, align 4
  store i32 %11, ptr %arrayidx.i, align 4
  br label %if.end.i

if.end.i:                                         ; preds = %if.then.i46, %cond.end.i
  %taken.1.i = phi ptr [ %cond.i, %if.then.i46 ], [ %taken.031.i, %cond.end.i ]
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, %wide.trip.count.i
  br i1 %exitcond.not.i, label %for.cond.cleanup.i, label %for.body.i, !llvm.loop !10

if.then14.i:                                      ; preds = %for.cond.cleanup.i
  %count15.i = getelementptr inbounds nuw i8, ptr %taken.0.lcssa.i, i64 8
  store i32 0, ptr %count15.i, align 4
  br label %unmark.exit

unmark.exit:                                      ; preds = %for.cond.cleanup.i, %if.then14.i
  %shl = shl nuw nsw i32 %n, 8
  %or = or disjoint i32 %shl, 9
  store i32 %or, ptr %.compoundliteral, align 8
  %key = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 4
  store i32 -1, ptr %key, align 4
  %site26 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 8
  store i32 %site, ptr %site26, align 8
  %expected = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 12
  store i32 0, ptr %expected, align 4
  %exchange = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 16
  store ptr @multiply_group, ptr %exchange, align 8
  %in27 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 24
  store ptr %in, ptr %in27, align 8
  %out = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 32
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %out, i8 0, i64 16, i1 false)
  call void @wait_for_warp(ptr noundef nonnull byval(%struct.Wait) align 8 %.compoundliteral, i32 noundef -1) #11
  %12 = load ptr, ptr @current, align 8
  %products.i47 = getelementptr inbounds nuw i8, ptr %12, i64 136
  %13 = load ptr, ptr %products.i47, align 8
  %tobool.not.i48 = icmp eq ptr %13, null
  br i1 %tobool.not.i48, label %if.then.i50, label %products_of.exit52

if.then.i50:                                      ; preds = %unmark.exit
  %call.i51 = call dereferenceable_or_null(16800) ptr @calloc(i64 noundef 1, i64 noundef 16800) #13
  store ptr %call.i51, ptr %products.i47, align 8
  br label %products_of.exit52

products_of.exit52:                               ; preds = %unmark.exit, %if.then.i50
  %14 = load ptr, ptr %products.i47, align 8
  %sums.ptr.i = getelementptr inbounds nuw i8, ptr %14, i64 28
  br label %for.body.i53

for.cond.cleanup.i55:                             ; preds = %for.inc.i
  %serial8.i = getelementptr inbounds nuw i8, ptr %14, i64 24
  %15 = load i32, ptr %serial8.i, align 8
  %inc.i = add i32 %15, 1
  store i32 %inc.i, ptr %serial8.i, align 8
  store i32 %inc.i, ptr %it.1.i, align 4
  %group.i = getelementptr inbounds nuw i8, ptr %14, i64 16
  %16 = load i32, ptr %group.i, align 8
  %group10.i = getelementptr inbounds nuw i8, ptr %it.1.i, i64 4
  store i32 %16, ptr %group10.i, align 4
  %count11.i = getelementptr inbounds nuw i8, ptr %it.1.i, i64 8
  store i32 %div2543, ptr %count11.i, align 4
  br i1 %cmp29.not.i, label %mark.exit, label %for.body15.lr.ph.i

for.body15.lr.ph.i:                               ; preds = %for.cond.cleanup.i55
  %words16.i = getelementptr inbounds nuw i8, ptr %it.1.i, i64 12
  %wide.trip.count.i56 = zext nneg i32 %div2543 to i64
  br label %for.body15.i

for.body.i53:                                     ; preds = %for.inc.i, %products_of.exit52
  %other.0.ptr48.i = phi ptr [ %sums.ptr.i, %products_of.exit52 ], [ %other.0.ptr.i, %for.inc.i ]
  %other.0.idx47.i = phi i64 [ 28, %products_of.exit52 ], [ %other.0.add.i, %for.inc.i ]
  %it.046.i = phi ptr [ %sums.ptr.i, %products_of.exit52 ], [ %it.1.i, %for.inc.i ]
  %count3.i = getelementptr inbounds nuw i8, ptr %other.0.ptr48.i, i64 8
  %17 = load i32, ptr %count3.i, align 4
  %tobool.not.i54 = icmp eq i32 %17, 0
  br i1 %tobool.not.i54, label %if.then.i62, label %lor.lhs.false.i

lor.lhs.false.i:                                  ; preds = %for.body.i53
  %count4.i = getelementptr inbounds nuw i8, ptr %it.046.i, i64 8
  %18 = load i32, ptr %count4.i, align 4
  %tobool5.not.i = icmp eq i32 %18, 0
  br i1 %tobool5.not.i, label %for.inc.i, label %land.lhs.true.i

land.lhs.true.i:                                  ; preds = %lor.lhs.false.i
  %19 = load i32, ptr %other.0.ptr48.i, align 4
  %20 = load i32, ptr %it.046.i, align 4
  %cmp7.i = icmp ult i32 %19, %20
  br i1 %cmp7.i, label %if.then.i62, label %for.inc.i

if.then.i62:                                      ; preds = %land.lhs.true.i, %for.body.i53
  br label %for.inc.i

for.inc.i:                                        ; preds = %if.then.i62, %land.lhs.true.i, %lor.lhs.false.i
  %it.1.i = phi ptr [ %other.0.ptr48.i, %if.then.i62 ], [ %it.046.i, %land.lhs.true.i ], [ %it.046.i, %lor.lhs.false.i ]
  %other.0.add.i = add nuw nsw i64 %other.0.idx47.i, 524
  %other.0.ptr.i = getelementptr inbounds nuw i8, ptr %14, i64 %other.0.add.i
  %cmp.i = icmp samesign ult i64 %other.0.idx47.i, 16272
  br i1 %cmp.i, label %for.body.i53, label %for.cond.cleanup.i55, !llvm.loop !11

for.body15.i:                                     ; preds = %for.body15.i, %for.body15.lr.ph.i
  %indvars.iv.i57 = phi i64 [ 0, %for.body15.lr.ph.i ], [ %indvars.iv.next.i60, %for.body15.i ]
  %arrayidx.i58 = getelementptr inbounds nuw i32, ptr %sums, i64 %indvars.iv.i57
  %21 = load i32, ptr %arrayidx.i58, align 4
  %arrayidx18.i = getelementptr inbounds nuw i32, ptr %words16.i, i64 %indvars.iv.i57
  store i32 %21, ptr %arrayidx18.i, align 4
  %22 = load i32, ptr %it.1.i, align 4
  %and.i.i59 = shl i32 %22, 8
  %shl.i.i = and i32 %and.i.i59, 4194048
  %23 = trunc nuw nsw i64 %indvars.iv.i57 to i32
  %or.i.i = or i32 %shl.i.i, %23
  %or1.i.i = or i32 %or.i.i, 2143289344
  store i32 %or1.i.i, ptr %arrayidx.i58, align 4
  %indvars.iv.next.i60 = add nuw nsw i64 %indvars.iv.i57, 1
  %exitcond.not.i61 = icmp eq i64 %indvars.iv.next.i60, %wide.trip.count.i56
  br i1 %exitcond.not.i61, label %mark.exit, label %for.body15.i, !llvm.loop !12

mark.exit:                                        ; preds = %for.body15.i, %for.cond.cleanup.i55
  call void @llvm.lifetime.end.p0(ptr nonnull %in) #11
  ret void
}

; Function Attrs: noreturn
declare void @fail(i32 noundef, i32 noundef) local_unnamed_addr #5

; Function Attrs: nounwind uwtable
define internal void @multiply_group(ptr noundef readonly captures(none) %threads, i32 noundef %count) #0 {
entry:
  %0 = load ptr, ptr %threads, align 8
  %in = getelementptr inbounds nuw i8, ptr %0, i64 56
  %1 = load ptr, ptr %in, align 8
  %site3 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %2 = load i32, ptr %site3, align 8
  %words = getelementptr inbounds nuw i8, ptr %1, i64 48
  %3 = load ptr, ptr %words, align 8
  %tobool.not = icmp eq ptr %3, null
  br i1 %tobool.not, label %cond.false, label %cond.end

cond.false:                                       ; preds = %entry
  %number = getelementptr inbounds nuw i8, ptr %0, i64 16
  %4 = load i32, ptr %number, align 8
  %5 = shl i32 %4, 4
  %mul5 = and i32 %5, 1536
  %6 = zext nneg i32 %mul5 to i64
  br label %cond.end

cond.end:                                         ; preds = %entry, %cond.false
  %cond = phi i64 [ %6, %cond.false ], [ 0, %entry ]
  %add.ptr = getelementptr inbounds nuw double, ptr @multiply_group.rows, i64 %cond
  %kind = getelementptr inbounds nuw i8, ptr %1, i64 28
  %7 = load i32, ptr %kind, align 4
  %idxprom = zext i32 %7 to i64
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @widths, i64 %idxprom
  %8 = load i32, ptr %arrayidx7, align 4
  %div8 = udiv i32 256, %8
  store ptr %0, ptr @current, align 8
  %b = getelementptr inbounds nuw i8, ptr %1, i64 32
  %9 = load i32, ptr %1, align 8
  %call = tail call fastcc i64 @read_matrix(ptr noundef nonnull %b, i32 noundef %9, ptr noundef nonnull @multiply_group.b, i32 noundef %2)
  %10 = load ptr, ptr %words, align 8
  %tobool11.not = icmp eq ptr %10, null
  br i1 %tobool11.not, label %if.else, label %if.then

if.then:                                          ; preds = %cond.end
  %11 = load i32, ptr %kind, align 4
  %idxprom.i = zext i32 %11 to i64
  %arrayidx.i = getelementptr inbounds nuw i32, ptr @widths, i64 %idxprom.i
  %12 = load i32, ptr %arrayidx.i, align 4
  %div.i = udiv i32 256, %12
  %13 = zext nneg i32 %div.i to i64
  br label %for.cond1.preheader.i

for.cond1.preheader.i:                            ; preds = %for.cond.cleanup3.i, %if.then
  %indvars.iv29.i = phi i64 [ 0, %if.then ], [ %indvars.iv.next30.i, %for.cond.cleanup3.i ]
  %14 = trunc i64 %indvars.iv29.i to i32
  %div322.i.i = lshr i32 %14, 3
  %15 = shl i32 %14, 2
  %mul5.i.i = and i32 %15, 28
  %arrayidx12.idx.i = shl nuw nsw i64 %indvars.iv29.i, 8
  %invariant.gep = getelementptr inbounds nuw i8, ptr %add.ptr, i64 %arrayidx12.idx.i
  br label %for.body4.i

for.cond.cleanup3.i:                              ; preds = %locate.exit.i
  %indvars.iv.next30.i = add nuw nsw i64 %indvars.iv29.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next30.i, 16
  br i1 %exitcond.not.i, label %if.end, label %for.cond1.preheader.i, !llvm.loop !13

for.body4.i:                                      ; preds = %locate.exit.i, %for.cond1.preheader.i
  %indvars.iv.i = phi i64 [ 0, %for.cond1.preheader.i ], [ %indvars.iv.next.i, %locate.exit.i ]
  %16 = load i32, ptr %kind, align 4
  %idxprom.i.i = zext i32 %16 to i64
  %17 = shl nuw i64 1, %idxprom.i.i
  %18 = and i64 %17, 243
  %cmp.not.i.i = icmp eq i64 %18, 0
  br i1 %cmp.not.i.i, label %locate.exit.i, label %cond.true.i.i

cond.true.i.i:                                    ; preds = %for.body4.i
  %arrayidx.i.i = getelementptr inbounds nuw i32, ptr @widths, i64 %idxprom.i.i
  %19 = load i32, ptr %arrayidx.i.i, align 4
  %div.i.i = udiv i32 32, %19
  br label %locate.exit.i

locate.exit.i:                                    ; preds = %cond.true.i.i, %for.body4.i
  %cond.i.i = phi i32 [ %div.i.i, %cond.true.i.i ], [ 1, %for.body4.i ]
  %mul.i.i = shl nuw nsw i32 %cond.i.i, 2
  %20 = trunc nuw nsw i64 %indvars.iv.i to i32
  %rem6.i.i = urem i32 %20, %mul.i.i
  %div7.i.i = udiv i32 %rem6.i.i, %cond.i.i
  %add.i.i = add nuw nsw i32 %div7.i.i, %mul5.i.i
  %div8.i.i = udiv i32 %20, %mul.i.i
  %mul9.i.i = shl nuw i32 %div8.i.i, 1
  %add10.i.i = add nuw nsw i32 %mul9.i.i, %div322.i.i
  %mul11.i.i = mul i32 %add10.i.i, %cond.i.i
  %rem12.i.i = urem i32 %20, %cond.i.i
  %add13.i.i = add i32 %mul11.i.i, %rem12.i.i
  %idxprom7.i = zext nneg i32 %add.i.i to i64
  %arrayidx8.i = getelementptr inbounds nuw ptr, ptr %threads, i64 %idxprom7.i
  %21 = load ptr, ptr %arrayidx8.i, align 8
  %in.i = getelementptr inbounds nuw i8, ptr %21, i64 56
  %22 = load ptr, ptr %in.i, align 8
  %words.i = getelementptr inbounds nuw i8, ptr %22, i64 48
  %23 = load ptr, ptr %words.i, align 8
  %call.i = tail call fastcc double @element_at(ptr noundef %23, i32 noundef %16, i32 noundef %add13.i.i)
  %gep = getelementptr inbounds nuw double, ptr %invariant.gep, i64 %indvars.iv.i
  store double %call.i, ptr %gep, align 8
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %cmp2.i = icmp samesign ult i64 %indvars.iv.next.i, %13
  br i1 %cmp2.i, label %for.body4.i, label %for.cond.cleanup3.i, !llvm.loop !14

if.else:                                          ; preds = %cond.end
  %a6 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %call13 = tail call fastcc i64 @read_matrix(ptr noundef nonnull %a6, i32 noundef 64, ptr noundef nonnull @multiply_group.rows, i32 noundef %2)
  br label %if.end

if.end:                                           ; preds = %for.cond.cleanup3.i, %if.else
  %seen.sroa.0.0 = phi i64 [ %call13, %if.else ], [ 0, %for.cond.cleanup3.i ]
  %24 = load ptr, ptr %threads, align 8
  %products.i.i = getelementptr inbounds nuw i8, ptr %24, i64 136
  %25 = load ptr, ptr %products.i.i, align 8
  %tobool.not.i.i = icmp eq ptr %25, null
  br i1 %tobool.not.i.i, label %if.then.i.i, label %products_of.exit.i

if.then.i.i:                                      ; preds = %if.end
  %call.i.i = tail call dereferenceable_or_null(16800) ptr @calloc(i64 noundef 1, i64 noundef 16800) #13
  store ptr %call.i.i, ptr %products.i.i, align 8
  br label %products_of.exit.i

products_of.exit.i:                               ; preds = %if.then.i.i, %if.end
  %26 = load ptr, ptr %products.i.i, align 8
  %call1.i = tail call dereferenceable_or_null(72) ptr @calloc(i64 noundef 1, i64 noundef 72) #13
  %a.i = getelementptr inbounds nuw i8, ptr %1, i64 16
  %27 = load ptr, ptr %words, align 8
  %tobool.not.i = icmp eq ptr %27, null
  %cond.i = select i1 %tobool.not.i, i32 64, i32 0
  %28 = load i32, ptr %1, align 8
  %group6.i = getelementptr inbounds nuw i8, ptr %26, i64 16
  %29 = load i32, ptr %group6.i, align 8
  %site7.i = getelementptr inbounds nuw i8, ptr %24, i64 40
  %30 = load i32, ptr %site7.i, align 8
  store ptr null, ptr %call1.i, align 8
  %.compoundliteral.sroa.2.0..sroa_idx.i = getelementptr inbounds nuw i8, ptr %call1.i, i64 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %.compoundliteral.sroa.2.0..sroa_idx.i, ptr noundef nonnull readonly align 8 dereferenceable(16) %a.i, i64 16, i1 false)
  %.compoundliteral.sroa.3.0..sroa_idx.i = getelementptr inbounds nuw i8, ptr %call1.i, i64 24
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %.compoundliteral.sroa.3.0..sroa_idx.i, ptr noundef nonnull readonly align 8 dereferenceable(16) %b, i64 16, i1 false)
  %.compoundliteral.sroa.4.0..sroa_idx.i = getelementptr inbounds nuw i8, ptr %call1.i, i64 40
  store i64 %seen.sroa.0.0, ptr %.compoundliteral.sroa.4.0..sroa_idx.i, align 8
  %.compoundliteral.sroa.5.0..sroa_idx.i = getelementptr inbounds nuw i8, ptr %call1.i, i64 48
  store i64 %call, ptr %.compoundliteral.sroa.5.0..sroa_idx.i, align 8
  %.compoundliteral.sroa.6.0..sroa_idx.i = getelementptr inbounds nuw i8, ptr %call1.i, i64 56
  store i32 %cond.i, ptr %.compoundliteral.sroa.6.0..sroa_idx.i, align 8
  %.compoundliteral.sroa.7.0..sroa_idx.i = getelementptr inbounds nuw i8, ptr %call1.i, i64 60
  store i32 %28, ptr %.compoundliteral.sroa.7.0..sroa_idx.i, align 4
  %.compoundliteral.sroa.8.0..sroa_idx.i = getelementptr inbounds nuw i8, ptr %call1.i, i64 64
  store i32 %29, ptr %.compoundliteral.sroa.8.0..sroa_idx.i, align 8
  %.compoundliteral.sroa.9.0..sroa_idx.i = getelementptr inbounds nuw i8, ptr %call1.i, i64 68
  store i32 %30, ptr %.compoundliteral.sroa.9.0..sroa_idx.i, align 4
  %last.i = getelementptr inbounds nuw i8, ptr %26, i64 8
  %31 = load ptr, ptr %last.i, align 8
  %tobool8.not.i = icmp eq ptr %31, null
  %. = select i1 %tobool8.not.i, ptr %26, ptr %31
  store ptr %call1.i, ptr %., align 8
  store ptr %call1.i, ptr %last.i, align 8
  %cmp116.not = icmp eq i32 %count, 0
  br i1 %cmp116.not, label %for.cond.cleanup, label %for.body.lr.ph

for.body.lr.ph:                                   ; preds = %products_of.exit.i
  %scale = getelementptr inbounds nuw i8, ptr %1, i64 8
  %total = getelementptr inbounds nuw i8, ptr %1, i64 4
  %total57 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %32 = zext nneg i32 %div8 to i64
  %wide.trip.count = zext i32 %count to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.cond.cleanup24, %products_of.exit.i
  ret void

for.body:                                         ; preds = %for.body.lr.ph, %for.cond.cleanup24
  %indvars.iv122 = phi i64 [ 0, %for.body.lr.ph ], [ %indvars.iv.next123, %for.cond.cleanup24 ]
  %33 = load i32, ptr %1, align 8
  %cmp23114.not = icmp ult i32 %33, 2
  br i1 %cmp23114.not, label %for.cond.cleanup24, label %for.body25.lr.ph

for.body25.lr.ph:                                 ; preds = %for.body
  %arrayidx17 = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv122
  %34 = load ptr, ptr %arrayidx17, align 8
  %in19 = getelementptr inbounds nuw i8, ptr %34, i64 56
  %35 = load ptr, ptr %in19, align 8
  %36 = trunc nuw i64 %indvars.iv122 to i32
  %div26100 = lshr i32 %36, 2
  %rem30 = shl nuw i64 %indvars.iv122, 1
  %mul31 = and i64 %rem30, 6
  %sums = getelementptr inbounds nuw i8, ptr %35, i64 56
  %sums56 = getelementptr inbounds nuw i8, ptr %35, i64 56
  br label %for.body25

for.cond.cleanup24:                               ; preds = %store.exit, %for.body
  %indvars.iv.next123 = add nuw nsw i64 %indvars.iv122, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next123, %wide.trip.count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !15

for.body25:                                       ; preds = %for.body25.lr.ph, %store.exit
  %indvars.iv119 = phi i64 [ 0, %for.body25.lr.ph ], [ %indvars.iv.next120, %store.exit ]
  %37 = trunc nuw nsw i64 %indvars.iv119 to i32
  %38 = shl i32 %37, 2
  %mul29 = and i32 %38, 8
  %add = add nuw nsw i32 %mul29, %div26100
  %rem32 = and i64 %indvars.iv119, 1
  %add33 = or disjoint i64 %mul31, %rem32
  %39 = shl nuw i64 %indvars.iv119, 1
  %mul35 = and i64 %39, 134217720
  %add36 = or disjoint i64 %add33, %mul35
  %40 = load i32, ptr %scale, align 8
  %tobool37.not = icmp eq i32 %40, 0
  br i1 %tobool37.not, label %for.body46.lr.ph, label %cond.true38

cond.true38:                                      ; preds = %for.body25
  %41 = load ptr, ptr %sums, align 8
  %42 = load i32, ptr %total, align 4
  %43 = trunc nuw nsw i64 %indvars.iv119 to i32
  %call39 = tail call fastcc double @element_at(ptr noundef %41, i32 noundef %42, i32 noundef %43)
  br label %for.body46.lr.ph

for.body46.lr.ph:                                 ; preds = %cond.true38, %for.body25
  %cond42 = phi double [ %call39, %cond.true38 ], [ 0.000000e+00, %for.body25 ]
  %mul47 = shl i32 %add, 5
  %mul51 = shl nuw nsw i64 %add36, 5
  br label %for.body46

for.cond.cleanup45:                               ; preds = %for.body46
  %44 = load ptr, ptr %sums56, align 8
  %45 = load i32, ptr %total57, align 4
  switch i32 %45, label %if.else13.i [
    i32 3, label %if.then.i106
    i32 8, label %if.then2.i
    i32 9, label %if.then8.i
  ]

if.then.i106:                                     ; preds = %for.cond.cleanup45
  %arrayidx.i108 = getelementptr inbounds nuw double, ptr %44, i64 %indvars.iv119
  store double %51, ptr %arrayidx.i108, align 8
  br label %store.exit

if.then2.i:                                       ; preds = %for.cond.cleanup45
  %conv.i = fptrunc double %51 to float
  %arrayidx4.i105 = getelementptr inbounds nuw float, ptr %44, i64 %indvars.iv119
  store float %conv.i, ptr %arrayidx4.i105, align 4
  br label %store.exit

if.then8.i:                                       ; preds = %for.cond.cleanup45
  %conv9.i = fptosi double %51 to i64
  %conv10.i = trunc i64 %conv9.i to i32
  %arrayidx12.i104 = getelementptr inbounds nuw i32, ptr %44, i64 %indvars.iv119
  store i32 %conv10.i, ptr %arrayidx12.i104, align 4
  br label %store.exit

if.else13.i:                                      ; preds = %for.cond.cleanup45
  %call.i109 = tail call i32 @emu_to_half(double noundef %51) #11
  %conv14.i = trunc i32 %call.i109 to i16
  %arrayidx16.i = getelementptr inbounds nuw i16, ptr %44, i64 %indvars.iv119
  store i16 %conv14.i, ptr %arrayidx16.i, align 2
  br label %store.exit

store.exit:                                       ; preds = %if.then.i106, %if.then2.i, %if.then8.i, %if.else13.i
  %indvars.iv.next120 = add nuw nsw i64 %indvars.iv119, 1
  %46 = load i32, ptr %1, align 8
  %div2299 = lshr i32 %46, 1
  %47 = zext nneg i32 %div2299 to i64
  %cmp23 = icmp samesign ult i64 %indvars.iv.next120, %47
  br i1 %cmp23, label %for.body25, label %for.cond.cleanup24, !llvm.loop !16

for.body46:                                       ; preds = %for.body46.lr.ph, %for.body46
  %indvars.iv = phi i64 [ 0, %for.body46.lr.ph ], [ %indvars.iv.next, %for.body46 ]
  %sum.0111 = phi double [ %cond42, %for.body46.lr.ph ], [ %51, %for.body46 ]
  %48 = trunc nuw nsw i64 %indvars.iv to i32
  %add48 = add i32 %mul47, %48
  %idxprom49 = zext i32 %add48 to i64
  %arrayidx50 = getelementptr inbounds nuw double, ptr %add.ptr, i64 %idxprom49
  %49 = load double, ptr %arrayidx50, align 8
  %add52 = add nuw i64 %mul51, %indvars.iv
  %idxprom53 = and i64 %add52, 4294967295
  %arrayidx54 = getelementptr inbounds nuw double, ptr @multiply_group.b, i64 %idxprom53
  %50 = load double, ptr %arrayidx54, align 8
  %51 = tail call double @llvm.fmuladd.f64(double %49, double %50, double %sum.0111)
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %cmp44 = icmp samesign ult i64 %indvars.iv.next, %32
  br i1 %cmp44, label %for.body46, label %for.cond.cleanup45, !llvm.loop !17
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @emu_commit_products() local_unnamed_addr #6 {
entry:
  %0 = load ptr, ptr @current, align 8
  %products = getelementptr inbounds nuw i8, ptr %0, i64 136
  %1 = load ptr, ptr %products, align 8
  %tobool.not = icmp eq ptr %1, null
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  %group = getelementptr inbounds nuw i8, ptr %1, i64 16
  %2 = load i32, ptr %group, align 8
  %inc = add i32 %2, 1
  store i32 %inc, ptr %group, align 8
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  ret void
}

; Function Attrs: nounwind uwtable
define void @emu_wait_for_products(i32 noundef %pending, ptr noundef captures(none) %words, i32 noundef %count, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @current, align 8
  %products = getelementptr inbounds nuw i8, ptr %0, i64 136
  %1 = load ptr, ptr %products, align 8
  %2 = load ptr, ptr @launch, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %2, i64 128
  %3 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp ne i64 %3, 0
  %conv.i = zext i32 %site to i64
  %cmp.i = icmp eq i64 %3, %conv.i
  %4 = and i1 %tobool.not.i, %cmp.i
  %conv = zext i1 %4 to i32
  %add = add i32 %pending, %conv
  %tobool.not = icmp eq ptr %1, null
  br i1 %tobool.not, label %if.end41, label %land.lhs.true

land.lhs.true:                                    ; preds = %entry
  %group = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load i32, ptr %group, align 8
  %ended = getelementptr inbounds nuw i8, ptr %1, i64 20
  %6 = load i32, ptr %ended, align 4
  %add1 = add i32 %6, %add
  %cmp = icmp ugt i32 %5, %add1
  br i1 %cmp, label %if.then, label %land.lhs.true6.lr.ph

if.then:                                          ; preds = %land.lhs.true
  %sub = sub i32 %5, %add
  store i32 %sub, ptr %ended, align 4
  br label %land.lhs.true6.lr.ph

land.lhs.true6.lr.ph:                             ; preds = %land.lhs.true, %if.then
  %group11 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %last = getelementptr inbounds nuw i8, ptr %1, i64 8
  %7 = load ptr, ptr %1, align 8
  %tobool7.not80 = icmp eq ptr %7, null
  br i1 %tobool7.not80, label %if.then40, label %land.rhs

land.rhs:                                         ; preds = %land.lhs.true6.lr.ph, %if.end38
  %8 = phi ptr [ %23, %if.end38 ], [ %7, %land.lhs.true6.lr.ph ]
  %group9 = getelementptr inbounds nuw i8, ptr %8, i64 64
  %9 = load i32, ptr %group9, align 8
  %add10 = add i32 %9, %add
  %10 = load i32, ptr %group11, align 8
  %cmp12 = icmp ult i32 %add10, %10
  br i1 %cmp12, label %while.body, label %if.then40

while.body:                                       ; preds = %land.rhs
  %rows = getelementptr inbounds nuw i8, ptr %8, i64 56
  %11 = load i32, ptr %rows, align 8
  %tobool15.not = icmp eq i32 %11, 0
  br i1 %tobool15.not, label %cond.end, label %cond.true

cond.true:                                        ; preds = %while.body
  %sources = getelementptr inbounds nuw i8, ptr %8, i64 8
  %site17 = getelementptr inbounds nuw i8, ptr %8, i64 68
  %12 = load i32, ptr %site17, align 4
  %call18 = tail call fastcc i64 @read_matrix(ptr noundef nonnull %sources, i32 noundef 64, ptr noundef null, i32 noundef %12)
  br label %cond.end

cond.end:                                         ; preds = %while.body, %cond.true
  %cond = phi i64 [ %call18, %cond.true ], [ 0, %while.body ]
  %arrayidx20 = getelementptr inbounds nuw i8, ptr %8, i64 24
  %arrayidx22 = getelementptr inbounds nuw i8, ptr %8, i64 60
  %13 = load i32, ptr %arrayidx22, align 4
  %site23 = getelementptr inbounds nuw i8, ptr %8, i64 68
  %14 = load i32, ptr %site23, align 4
  %call24 = tail call fastcc i64 @read_matrix(ptr noundef nonnull %arrayidx20, i32 noundef %13, ptr noundef null, i32 noundef %14)
  %seen = getelementptr inbounds nuw i8, ptr %8, i64 40
  %15 = load i64, ptr %seen, align 8
  %cmp26.not = icmp eq i64 %cond, %15
  br i1 %cmp26.not, label %lor.lhs.false, label %if.then32

lor.lhs.false:                                    ; preds = %cond.end
  %arrayidx29 = getelementptr inbounds nuw i8, ptr %8, i64 48
  %16 = load i64, ptr %arrayidx29, align 8
  %cmp30.not = icmp eq i64 %call24, %16
  br i1 %cmp30.not, label %if.end33, label %if.then32

if.then32:                                        ; preds = %lor.lhs.false, %cond.end
  %site23.le = getelementptr inbounds nuw i8, ptr %8, i64 68
  %17 = load ptr, ptr @current, align 8
  %number.i = getelementptr inbounds nuw i8, ptr %17, i64 16
  %18 = load i32, ptr %number.i, align 8
  %conv.i71 = zext i32 %18 to i64
  %19 = load ptr, ptr @launch, align 8
  %other_thread.i = getelementptr inbounds nuw i8, ptr %19, i64 200
  store i64 %conv.i71, ptr %other_thread.i, align 8
  %20 = load i32, ptr %site23.le, align 4
  %conv1.i = zext i32 %20 to i64
  %other_site.i = getelementptr inbounds nuw i8, ptr %19, i64 208
  store i64 %conv1.i, ptr %other_site.i, align 8
  %in_shared.i = getelementptr inbounds nuw i8, ptr %19, i64 224
  store i64 1, ptr %in_shared.i, align 8
  %other_write.i = getelementptr inbounds nuw i8, ptr %19, i64 240
  store i64 1, ptr %other_write.i, align 8
  %address.i = getelementptr inbounds nuw i8, ptr %19, i64 216
  store i64 0, ptr %address.i, align 8
  %written.i = getelementptr inbounds nuw i8, ptr %19, i64 248
  store i64 0, ptr %written.i, align 8
  %21 = load i32, ptr %site23.le, align 4
  tail call void @fail(i32 noundef 6, i32 noundef %21) #12
  unreachable

if.end33:                                         ; preds = %lor.lhs.false
  %22 = load ptr, ptr %8, align 8
  store ptr %22, ptr %1, align 8
  %tobool36.not = icmp eq ptr %22, null
  br i1 %tobool36.not, label %if.then37, label %if.end38

if.then37:                                        ; preds = %if.end33
  store ptr null, ptr %last, align 8
  br label %if.end38

if.end38:                                         ; preds = %if.then37, %if.end33
  tail call void @free(ptr noundef %8)
  %23 = load ptr, ptr %1, align 8
  %tobool7.not = icmp eq ptr %23, null
  br i1 %tobool7.not, label %if.then40, label %land.rhs

if.then40:                                        ; preds = %if.end38, %land.rhs, %land.lhs.true6.lr.ph
  %cmp29.not.i = icmp eq i32 %count, 0
  br i1 %cmp29.not.i, label %if.end41, label %for.body.lr.ph.i

for.body.lr.ph.i:                                 ; preds = %if.then40
  %it.0.ptr17.i.i = getelementptr inbounds nuw i8, ptr %1, i64 28
  %ended.i.i = getelementptr inbounds nuw i8, ptr %1, i64 20
  %wide.trip.count.i = zext i32 %count to i64
  br label %for.body.i

for.body.i:                                       ; preds = %if.end.i, %for.body.lr.ph.i
  %indvars.iv.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %indvars.iv.next.i, %if.end.i ]
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %words, i64 %indvars.iv.i
  %24 = load i32, ptr %arrayidx.i, align 4
  %and.i = and i32 %24, 2143289344
  %cmp1.i = icmp eq i32 %and.i, 2143289344
  br i1 %cmp1.i, label %cond.true.i, label %cond.end.i

cond.true.i:                                      ; preds = %for.body.i
  %and.i.i = and i32 %24, 255
  %invariant.op = or disjoint i32 %and.i.i, 2143289344
  br label %for.body.i.i

for.body.i.i:                                     ; preds = %for.inc.i.i, %cond.true.i
  %it.0.ptr19.i.i = phi ptr [ %it.0.ptr17.i.i, %cond.true.i ], [ %it.0.ptr.i.i, %for.inc.i.i ]
  %it.0.idx18.i.i = phi i64 [ 28, %cond.true.i ], [ %it.0.add.i.i, %for.inc.i.i ]
  %count.i.i = getelementptr inbounds nuw i8, ptr %it.0.ptr19.i.i, i64 8
  %25 = load i32, ptr %count.i.i, align 4
  %cmp3.i.i = icmp ult i32 %and.i.i, %25
  br i1 %cmp3.i.i, label %land.lhs.true.i.i, label %for.inc.i.i

land.lhs.true.i.i:                                ; preds = %for.body.i.i
  %26 = load i32, ptr %it.0.ptr19.i.i, align 4
  %and.i.i.i = shl i32 %26, 8
  %shl.i.i.i = and i32 %and.i.i.i, 4194048
  %or1.i.i.i.reass = or disjoint i32 %shl.i.i.i, %invariant.op
  %cmp5.i.i = icmp eq i32 %24, %or1.i.i.i.reass
  br i1 %cmp5.i.i, label %land.lhs.true6.i.i, label %for.inc.i.i

land.lhs.true6.i.i:                               ; preds = %land.lhs.true.i.i
  %group.i.i = getelementptr inbounds nuw i8, ptr %it.0.ptr19.i.i, i64 4
  %27 = load i32, ptr %group.i.i, align 4
  %28 = load i32, ptr %ended.i.i, align 4
  %cmp7.i.i = icmp ult i32 %27, %28
  br i1 %cmp7.i.i, label %cond.end.i, label %for.inc.i.i

for.inc.i.i:                                      ; preds = %land.lhs.true6.i.i, %land.lhs.true.i.i, %for.body.i.i
  %it.0.add.i.i = add nuw nsw i64 %it.0.idx18.i.i, 524
  %it.0.ptr.i.i = getelementptr inbounds nuw i8, ptr %1, i64 %it.0.add.i.i
  %cmp.i.i = icmp samesign ugt i64 %it.0.idx18.i.i, 16271
  br i1 %cmp.i.i, label %cond.end.i, label %for.body.i.i, !llvm.loop !9

cond.end.i:                                       ; preds = %for.inc.i.i, %land.lhs.true6.i.i, %for.body.i
  %cond.i = phi ptr [ null, %for.body.i ], [ null, %for.inc.i.i ], [ %it.0.ptr19.i.i, %land.lhs.true6.i.i ]
  %tobool.not.i72 = icmp eq ptr %cond.i, null
  br i1 %tobool.not.i72, label %if.end.i, label %if.then.i

if.then.i:                                        ; preds = %cond.end.i
  %words4.i = getelementptr inbounds nuw i8, ptr %cond.i, i64 12
  %and7.i = and i32 %24, 255
  %idxprom8.i = zext nneg i32 %and7.i to i64
  %arrayidx9.i = getelementptr inbounds nuw i32, ptr %words4.i, i64 %idxprom8.i
  %29 = load i32, ptr %arrayidx9.i, align 4
  store i32 %29, ptr %arrayidx.i, align 4
  br label %if.end.i

if.end.i:                                         ; preds = %if.then.i, %cond.end.i
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, %wide.trip.count.i
  br i1 %exitcond.not.i, label %if.end41, label %for.body.i, !llvm.loop !10

if.end41:                                         ; preds = %if.end.i, %entry, %if.then40
  ret void
}

; Function Attrs: nounwind uwtable
define internal fastcc i64 @read_matrix(ptr noundef readonly captures(none) %it, i32 noundef %rows, ptr noundef writeonly captures(address_is_null) %to, i32 noundef %site) unnamed_addr #0 {
entry:
  %bytes = alloca [16 x i8], align 16
  %kind = getelementptr inbounds nuw i8, ptr %it, i64 12
  %0 = load i32, ptr %kind, align 4
  %idxprom = zext i32 %0 to i64
  %arrayidx = getelementptr inbounds nuw i32, ptr @widths, i64 %idxprom
  %1 = load i32, ptr %arrayidx, align 4
  %div84 = lshr i32 %1, 3
  %div1 = udiv i32 32, %div84
  %div2 = udiv i32 16, %div84
  %turned = getelementptr inbounds nuw i8, ptr %it, i64 8
  %2 = load i32, ptr %turned, align 8
  %tobool.not = icmp eq i32 %2, 0
  %cond = select i1 %tobool.not, i32 1, i32 %div2
  %cond8 = select i1 %tobool.not, i32 %div2, i32 1
  %cmp156.not = icmp eq i32 %rows, 0
  br i1 %cmp156.not, label %for.cond.cleanup, label %for.cond9.preheader.lr.ph

for.cond9.preheader.lr.ph:                        ; preds = %entry
  %tobool22.not = icmp eq ptr %to, null
  %cmp30 = icmp samesign ugt i32 %cond, 1
  %cmp39 = icmp samesign ugt i32 %cond8, 1
  br label %for.cond9.preheader

for.cond9.preheader:                              ; preds = %for.cond9.preheader.lr.ph, %for.cond.cleanup11
  %row.0158 = phi i32 [ 0, %for.cond9.preheader.lr.ph ], [ %add55, %for.cond.cleanup11 ]
  %seen.0157 = phi i64 [ 0, %for.cond9.preheader.lr.ph ], [ %add, %for.cond.cleanup11 ]
  %div2588.i = lshr i32 %row.0158, 3
  %conv26.i = zext nneg i32 %div2588.i to i64
  %rem28.i = and i32 %row.0158, 7
  %div3786.i = lshr i32 %row.0158, 3
  %conv38.i = zext nneg i32 %div3786.i to i64
  %rem40.i = and i32 %row.0158, 7
  %div2588.i125 = lshr i32 %row.0158, 3
  %conv26.i126 = zext nneg i32 %div2588.i125 to i64
  %rem28.i128 = and i32 %row.0158, 7
  %div3786.i136 = lshr i32 %row.0158, 3
  %conv38.i137 = zext nneg i32 %div3786.i136 to i64
  %rem40.i139 = and i32 %row.0158, 7
  br label %for.body12

for.cond.cleanup:                                 ; preds = %for.cond.cleanup11, %entry
  %seen.0.lcssa = phi i64 [ 0, %entry ], [ %add, %for.cond.cleanup11 ]
  ret i64 %seen.0.lcssa

for.cond.cleanup11:                               ; preds = %for.cond.cleanup25
  %add55 = add i32 %row.0158, %cond
  %cmp = icmp ult i32 %add55, %rows
  br i1 %cmp, label %for.cond9.preheader, label %for.cond.cleanup, !llvm.loop !18

for.body12:                                       ; preds = %for.cond9.preheader, %for.cond.cleanup25
  %k.0155 = phi i32 [ 0, %for.cond9.preheader ], [ %add52, %for.cond.cleanup25 ]
  %seen.1154 = phi i64 [ %seen.0157, %for.cond9.preheader ], [ %add, %for.cond.cleanup25 ]
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes) #11
  %3 = load i64, ptr %it, align 8
  %shr.i = lshr i64 %3, 62
  %arrayidx.i = getelementptr inbounds nuw i32, ptr @chunk_at.row_bytes, i64 %shr.i
  %4 = load i32, ptr %arrayidx.i, align 4
  %5 = load i32, ptr %kind, align 4
  %idxprom1.i = zext i32 %5 to i64
  %arrayidx2.i = getelementptr inbounds nuw i32, ptr @widths, i64 %idxprom1.i
  %6 = load i32, ptr %arrayidx2.i, align 4
  %div85.i = lshr i32 %6, 3
  %7 = lshr i64 %3, 12
  %shl.i = and i64 %7, 262128
  %8 = lshr i64 %3, 28
  %shl6.i = and i64 %8, 262128
  %9 = load i32, ptr %turned, align 8
  %tobool.not.i = icmp eq i32 %9, 0
  br i1 %tobool.not.i, label %if.else.i, label %if.then.i

if.then.i:                                        ; preds = %for.body12
  %mul.i = mul i32 %div85.i, %row.0158
  %div9.i = udiv i32 %mul.i, %4
  %conv10.i = zext i32 %div9.i to i64
  %mul11.i = mul nuw nsw i64 %shl.i, %conv10.i
  %div1289.i = lshr i32 %k.0155, 3
  %conv13.i = zext nneg i32 %div1289.i to i64
  %mul14.i = mul nuw nsw i64 %shl6.i, %conv13.i
  %rem.i = and i32 %k.0155, 7
  %mul15.i = mul i32 %4, %rem.i
  %conv16.i = zext i32 %mul15.i to i64
  %rem19.i = urem i32 %mul.i, %4
  %conv20.i = zext i32 %rem19.i to i64
  %add.i = add nuw nsw i64 %mul14.i, %conv16.i
  %add17.i = add nuw nsw i64 %add.i, %mul11.i
  %add21.i = add nuw nsw i64 %add17.i, %conv20.i
  br label %chunk_at.exit

if.else.i:                                        ; preds = %for.body12
  %tobool23.not.i = icmp eq i64 %shr.i, 0
  %mul44.i = mul i32 %div85.i, %k.0155
  br i1 %tobool23.not.i, label %if.else36.i, label %if.then24.i

if.then24.i:                                      ; preds = %if.else.i
  %mul27.i = mul nuw nsw i64 %shl6.i, %conv26.i
  %mul29.i = mul i32 %4, %rem28.i
  %conv30.i = zext i32 %mul29.i to i64
  %add31.i = add nuw nsw i64 %mul27.i, %conv30.i
  %conv33.i = zext i32 %mul44.i to i64
  %add34.i = add nuw nsw i64 %add31.i, %conv33.i
  br label %chunk_at.exit

if.else36.i:                                      ; preds = %if.else.i
  %mul39.i = mul nuw nsw i64 %shl6.i, %conv38.i
  %mul41.i = mul i32 %4, %rem40.i
  %conv42.i = zext i32 %mul41.i to i64
  %add43.i = add nuw nsw i64 %mul39.i, %conv42.i
  %div4587.i = lshr i32 %mul44.i, 4
  %conv46.i = zext nneg i32 %div4587.i to i64
  %mul47.i = mul nuw nsw i64 %shl.i, %conv46.i
  %add48.i = add nuw nsw i64 %add43.i, %mul47.i
  br label %chunk_at.exit

chunk_at.exit:                                    ; preds = %if.then.i, %if.then24.i, %if.else36.i
  %add21.pn.i = phi i64 [ %add21.i, %if.then.i ], [ %add34.i, %if.then24.i ], [ %add48.i, %if.else36.i ]
  %and7.i = shl i64 %3, 4
  %shl8.i = and i64 %and7.i, 262128
  %address.0.i = add nuw nsw i64 %add21.pn.i, %shl8.i
  %shr51.i = lshr i64 %address.0.i, 7
  %div5290.i = lshr i32 %4, 4
  %sub.i = add nsw i32 %div5290.i, -1
  %conv53.i = zext i32 %sub.i to i64
  %and54.i = and i64 %shr51.i, %conv53.i
  %shl55.i = shl nuw nsw i64 %and54.i, 4
  %xor.i = xor i64 %shl55.i, %address.0.i
  call void @read_shared(i64 noundef %xor.i, ptr noundef nonnull %bytes, i32 noundef 16, i32 noundef %site) #11
  %10 = load i64, ptr %it, align 8
  %shr.i85 = lshr i64 %10, 62
  %arrayidx.i86 = getelementptr inbounds nuw i32, ptr @chunk_at.row_bytes, i64 %shr.i85
  %11 = load i32, ptr %arrayidx.i86, align 4
  %12 = load i32, ptr %kind, align 4
  %idxprom1.i88 = zext i32 %12 to i64
  %arrayidx2.i89 = getelementptr inbounds nuw i32, ptr @widths, i64 %idxprom1.i88
  %13 = load i32, ptr %arrayidx2.i89, align 4
  %div85.i90 = lshr i32 %13, 3
  %14 = lshr i64 %10, 12
  %shl.i91 = and i64 %14, 262128
  %15 = lshr i64 %10, 28
  %shl6.i92 = and i64 %15, 262128
  %16 = load i32, ptr %turned, align 8
  %tobool.not.i94 = icmp eq i32 %16, 0
  br i1 %tobool.not.i94, label %if.else.i122, label %if.then.i95

if.then.i95:                                      ; preds = %chunk_at.exit
  %mul.i96 = mul i32 %div85.i90, %row.0158
  %div9.i97 = udiv i32 %mul.i96, %11
  %conv10.i98 = zext i32 %div9.i97 to i64
  %mul11.i99 = mul nuw nsw i64 %shl.i91, %conv10.i98
  %div1289.i100 = lshr i32 %k.0155, 3
  %conv13.i101 = zext nneg i32 %div1289.i100 to i64
  %mul14.i102 = mul nuw nsw i64 %shl6.i92, %conv13.i101
  %rem.i103 = and i32 %k.0155, 7
  %mul15.i104 = mul i32 %11, %rem.i103
  %conv16.i105 = zext i32 %mul15.i104 to i64
  %rem19.i106 = urem i32 %mul.i96, %11
  %conv20.i107 = zext i32 %rem19.i106 to i64
  %add.i108 = add nuw nsw i64 %mul14.i102, %conv16.i105
  %add17.i109 = add nuw nsw i64 %add.i108, %mul11.i99
  %add21.i110 = add nuw nsw i64 %add17.i109, %conv20.i107
  br label %chunk_at.exit148

if.else.i122:                                     ; preds = %chunk_at.exit
  %tobool23.not.i123 = icmp eq i64 %shr.i85, 0
  %mul44.i143 = mul i32 %div85.i90, %k.0155
  br i1 %tobool23.not.i123, label %if.else36.i135, label %if.then24.i124

if.then24.i124:                                   ; preds = %if.else.i122
  %mul27.i127 = mul nuw nsw i64 %shl6.i92, %conv26.i126
  %mul29.i129 = mul i32 %11, %rem28.i128
  %conv30.i130 = zext i32 %mul29.i129 to i64
  %add31.i131 = add nuw nsw i64 %mul27.i127, %conv30.i130
  %conv33.i133 = zext i32 %mul44.i143 to i64
  %add34.i134 = add nuw nsw i64 %add31.i131, %conv33.i133
  br label %chunk_at.exit148

if.else36.i135:                                   ; preds = %if.else.i122
  %mul39.i138 = mul nuw nsw i64 %shl6.i92, %conv38.i137
  %mul41.i140 = mul i32 %11, %rem40.i139
  %conv42.i141 = zext i32 %mul41.i140 to i64
  %add43.i142 = add nuw nsw i64 %mul39.i138, %conv42.i141
  %div4587.i144 = lshr i32 %mul44.i143, 4
  %conv46.i145 = zext nneg i32 %div4587.i144 to i64
  %mul47.i146 = mul nuw nsw i64 %shl.i91, %conv46.i145
  %add48.i147 = add nuw nsw i64 %add43.i142, %mul47.i146
  br label %chunk_at.exit148

chunk_at.exit148:                                 ; preds = %if.then.i95, %if.then24.i124, %if.else36.i135
  %add21.pn.i111 = phi i64 [ %add21.i110, %if.then.i95 ], [ %add34.i134, %if.then24.i124 ], [ %add48.i147, %if.else36.i135 ]
  %and7.i112 = shl i64 %10, 4
  %shl8.i113 = and i64 %and7.i112, 262128
  %address.0.i114 = add nuw nsw i64 %add21.pn.i111, %shl8.i113
  %shr51.i115 = lshr i64 %address.0.i114, 7
  %div5290.i116 = lshr i32 %11, 4
  %sub.i117 = add nsw i32 %div5290.i116, -1
  %conv53.i118 = zext i32 %sub.i117 to i64
  %and54.i119 = and i64 %shr51.i115, %conv53.i118
  %shl55.i120 = shl nuw nsw i64 %and54.i119, 4
  %xor.i121 = xor i64 %shl55.i120, %address.0.i114
  call void @check_proxy(i64 noundef %xor.i121, i32 noundef 16, i32 noundef %site) #11
  br label %for.body17

for.cond21.preheader:                             ; preds = %for.body17
  br i1 %tobool22.not, label %for.cond.cleanup25, label %for.body26

for.body17:                                       ; preds = %chunk_at.exit148, %for.body17
  %indvars.iv = phi i64 [ 0, %chunk_at.exit148 ], [ %indvars.iv.next, %for.body17 ]
  %seen.2149 = phi i64 [ %seen.1154, %chunk_at.exit148 ], [ %add, %for.body17 ]
  %arrayidx19 = getelementptr inbounds nuw i8, ptr %bytes, i64 %indvars.iv
  %17 = load i8, ptr %arrayidx19, align 1
  %conv = zext i8 %17 to i64
  %xor = xor i64 %seen.2149, %conv
  %mul = mul i64 %xor, 1099511628211
  %add = add i64 %mul, 1
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 16
  br i1 %exitcond.not, label %for.cond21.preheader, label %for.body17, !llvm.loop !19

for.cond.cleanup25:                               ; preds = %for.body26, %for.cond21.preheader
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes) #11
  %add52 = add nuw nsw i32 %k.0155, %cond8
  %cmp10 = icmp samesign ult i32 %add52, %div1
  br i1 %cmp10, label %for.body12, label %for.cond.cleanup11, !llvm.loop !20

for.body26:                                       ; preds = %for.cond21.preheader, %for.body26
  %e20.0152 = phi i32 [ %inc49, %for.body26 ], [ 0, %for.cond21.preheader ]
  %18 = load i32, ptr %kind, align 4
  %call29 = call fastcc double @element_at(ptr noundef nonnull %bytes, i32 noundef %18, i32 noundef %e20.0152)
  %cond35 = select i1 %cmp30, i32 %e20.0152, i32 0
  %add36 = add i32 %cond35, %row.0158
  %mul37 = shl i32 %add36, 5
  %cond44 = select i1 %cmp39, i32 %e20.0152, i32 0
  %add38 = add nuw i32 %cond44, %k.0155
  %add45 = add i32 %add38, %mul37
  %idxprom46 = zext i32 %add45 to i64
  %arrayidx47 = getelementptr inbounds nuw double, ptr %to, i64 %idxprom46
  store double %call29, ptr %arrayidx47, align 8
  %inc49 = add nuw nsw i32 %e20.0152, 1
  %cmp23 = icmp samesign ult i32 %inc49, %div2
  br i1 %cmp23, label %for.body26, label %for.cond.cleanup25, !llvm.loop !21
}

; Function Attrs: mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @free(ptr allocptr noundef captures(none)) local_unnamed_addr #7

; Function Attrs: nounwind memory(readwrite, target_mem0: none, target_mem1: none) uwtable
define void @forget_products(ptr noundef captures(none) %thread) local_unnamed_addr #8 {
entry:
  %products = getelementptr inbounds nuw i8, ptr %thread, i64 136
  %0 = load ptr, ptr %products, align 8
  %tobool.not16 = icmp eq ptr %0, null
  br i1 %tobool.not16, label %while.end, label %land.rhs

land.rhs:                                         ; preds = %entry, %while.body
  %1 = phi ptr [ %4, %while.body ], [ %0, %entry ]
  %2 = load ptr, ptr %1, align 8
  %tobool2.not = icmp eq ptr %2, null
  br i1 %tobool2.not, label %while.end, label %while.body

while.body:                                       ; preds = %land.rhs
  %3 = load ptr, ptr %2, align 8
  store ptr %3, ptr %1, align 8
  tail call void @free(ptr noundef %2)
  %4 = load ptr, ptr %products, align 8
  %tobool.not = icmp eq ptr %4, null
  br i1 %tobool.not, label %while.end, label %land.rhs, !llvm.loop !22

while.end:                                        ; preds = %land.rhs, %while.body, %entry
  %.lcssa = phi ptr [ null, %entry ], [ %1, %land.rhs ], [ null, %while.body ]
  %products.le = getelementptr inbounds nuw i8, ptr %thread, i64 136
  tail call void @free(ptr noundef %.lcssa)
  store ptr null, ptr %products.le, align 8
  ret void
}

; Function Attrs: nounwind uwtable
define internal void @move_rows(ptr noundef readonly captures(none) %threads, i32 %count) #0 {
entry:
  %elements = alloca [8 x i16], align 16
  %0 = load ptr, ptr %threads, align 8
  %in = getelementptr inbounds nuw i8, ptr %0, i64 56
  %1 = load ptr, ptr %in, align 8
  %count1 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %2 = load i32, ptr %count1, align 8
  %cmp79.not = icmp eq i32 %2, 0
  br i1 %cmp79.not, label %for.cond.cleanup, label %for.cond2.preheader.lr.ph

for.cond2.preheader.lr.ph:                        ; preds = %entry
  %stores = getelementptr inbounds nuw i8, ptr %1, i64 16
  %transposed = getelementptr inbounds nuw i8, ptr %1, i64 12
  br label %for.cond2.preheader

for.cond2.preheader:                              ; preds = %for.cond2.preheader.lr.ph, %for.cond.cleanup4
  %indvars.iv87 = phi i64 [ 0, %for.cond2.preheader.lr.ph ], [ %indvars.iv.next88, %for.cond.cleanup4 ]
  %mul = shl i64 %indvars.iv87, 3
  %3 = and i64 %mul, 4294967288
  %invariant.gep = getelementptr inbounds ptr, ptr %threads, i64 %3
  br label %for.body5

for.cond.cleanup:                                 ; preds = %for.cond.cleanup4, %entry
  ret void

for.cond.cleanup4:                                ; preds = %if.end44
  %indvars.iv.next88 = add nuw nsw i64 %indvars.iv87, 1
  %4 = load i32, ptr %count1, align 8
  %5 = zext i32 %4 to i64
  %cmp = icmp samesign ult i64 %indvars.iv.next88, %5
  br i1 %cmp, label %for.cond2.preheader, label %for.cond.cleanup, !llvm.loop !23

for.body5:                                        ; preds = %for.cond2.preheader, %if.end44
  %indvars.iv82 = phi i64 [ 0, %for.cond2.preheader ], [ %indvars.iv.next83, %if.end44 ]
  %gep = getelementptr inbounds ptr, ptr %invariant.gep, i64 %indvars.iv82
  %6 = load ptr, ptr %gep, align 8
  %in8 = getelementptr inbounds nuw i8, ptr %6, i64 56
  %7 = load ptr, ptr %in8, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %elements) #11
  store ptr %6, ptr @current, align 8
  %8 = load i32, ptr %stores, align 8
  %tobool.not = icmp eq i32 %8, 0
  br i1 %tobool.not, label %if.then, label %for.body13.preheader

for.body13.preheader:                             ; preds = %if.then, %for.body5
  br label %for.body13

if.then:                                          ; preds = %for.body5
  %9 = load i64, ptr %7, align 8
  %site = getelementptr inbounds nuw i8, ptr %6, i64 40
  %10 = load i32, ptr %site, align 8
  call void @read_shared(i64 noundef %9, ptr noundef nonnull %elements, i32 noundef 16, i32 noundef %10) #11
  br label %for.body13.preheader

for.cond.cleanup12:                               ; preds = %if.end36
  %11 = load i32, ptr %stores, align 8
  %tobool38.not = icmp eq i32 %11, 0
  br i1 %tobool38.not, label %if.end44, label %if.then39

for.body13:                                       ; preds = %for.body13.preheader, %if.end36
  %indvars.iv = phi i64 [ %indvars.iv.next, %if.end36 ], [ 0, %for.body13.preheader ]
  %12 = load i32, ptr %transposed, align 4
  %tobool14.not = icmp eq i32 %12, 0
  %cond.v = select i1 %tobool14.not, i64 %indvars.iv82, i64 %indvars.iv
  %cond = trunc i64 %cond.v to i32
  %cond20.v = select i1 %tobool14.not, i64 %indvars.iv, i64 %indvars.iv82
  %cond20 = trunc i64 %cond20.v to i32
  %mul21 = shl nuw nsw i32 %cond, 2
  %div76 = lshr i32 %cond20, 1
  %add22 = add nuw nsw i32 %mul21, %div76
  %idxprom23 = zext nneg i32 %add22 to i64
  %arrayidx24 = getelementptr inbounds nuw ptr, ptr %threads, i64 %idxprom23
  %13 = load ptr, ptr %arrayidx24, align 8
  %out = getelementptr inbounds nuw i8, ptr %13, i64 64
  %14 = load ptr, ptr %out, align 8
  %words = getelementptr inbounds nuw i8, ptr %14, i64 20
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %words, i64 %indvars.iv87
  %rem = and i64 %cond20.v, 1
  %arrayidx28 = getelementptr inbounds nuw i16, ptr %arrayidx.i, i64 %rem
  %15 = load i32, ptr %stores, align 8
  %tobool30.not = icmp eq i32 %15, 0
  br i1 %tobool30.not, label %if.else, label %if.then31

if.then31:                                        ; preds = %for.body13
  %16 = load i16, ptr %arrayidx28, align 2
  %arrayidx33 = getelementptr inbounds nuw i16, ptr %elements, i64 %indvars.iv
  store i16 %16, ptr %arrayidx33, align 2
  br label %if.end36

if.else:                                          ; preds = %for.body13
  %arrayidx35 = getelementptr inbounds nuw i16, ptr %elements, i64 %indvars.iv
  %17 = load i16, ptr %arrayidx35, align 2
  store i16 %17, ptr %arrayidx28, align 2
  br label %if.end36

if.end36:                                         ; preds = %if.else, %if.then31
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 8
  br i1 %exitcond.not, label %for.cond.cleanup12, label %for.body13, !llvm.loop !24

if.then39:                                        ; preds = %for.cond.cleanup12
  %18 = load i64, ptr %7, align 8
  %site43 = getelementptr inbounds nuw i8, ptr %6, i64 40
  %19 = load i32, ptr %site43, align 8
  call void @write_shared(i64 noundef %18, ptr noundef nonnull %elements, i32 noundef 16, i32 noundef %19) #11
  br label %if.end44

if.end44:                                         ; preds = %if.then39, %for.cond.cleanup12
  call void @llvm.lifetime.end.p0(ptr nonnull %elements) #11
  %indvars.iv.next83 = add nuw nsw i64 %indvars.iv82, 1
  %exitcond86.not = icmp eq i64 %indvars.iv.next83, 8
  br i1 %exitcond86.not, label %for.cond.cleanup4, label %for.body5, !llvm.loop !25
}

declare void @read_shared(i64 noundef, ptr noundef, i32 noundef, i32 noundef) local_unnamed_addr #4

declare void @write_shared(i64 noundef, ptr noundef, i32 noundef, i32 noundef) local_unnamed_addr #4

; Function Attrs: nounwind uwtable
define internal fastcc double @element_at(ptr noundef readonly captures(none) %fragment, i32 noundef %kind, i32 noundef %index) unnamed_addr #0 {
entry:
  %word = alloca i32, align 4
  %idxprom = zext i32 %kind to i64
  %arrayidx = getelementptr inbounds nuw i32, ptr @widths, i64 %idxprom
  %0 = load i32, ptr %arrayidx, align 4
  %mul = mul i32 %0, %index
  %div42 = lshr i32 %mul, 3
  %idx.ext = zext nneg i32 %div42 to i64
  %add.ptr = getelementptr inbounds nuw i8, ptr %fragment, i64 %idx.ext
  call void @llvm.lifetime.start.p0(ptr nonnull %word)
  store i32 0, ptr %word, align 4
  %cmp = icmp eq i32 %kind, 3
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %value.0.copyload = load double, ptr %add.ptr, align 1
  br label %cleanup

if.end:                                           ; preds = %entry
  %div343 = lshr i32 %0, 3
  %conv = zext nneg i32 %div343 to i64
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 4 %word, ptr align 1 %add.ptr, i64 %conv, i1 false)
  switch i32 %kind, label %if.end11 [
    i32 1, label %if.then6
    i32 2, label %if.then10
  ]

if.then6:                                         ; preds = %if.end
  %word.0.word.0.word.0.word.0. = load i32, ptr %word, align 4
  %shl = shl i32 %word.0.word.0.word.0.word.0., 16
  br label %if.end11.sink.split

if.then10:                                        ; preds = %if.end
  %word.0.word.0.word.0.word.0.29 = load i32, ptr %word, align 4
  %and = and i32 %word.0.word.0.word.0.word.0.29, -8192
  br label %if.end11.sink.split

if.end11.sink.split:                              ; preds = %if.then10, %if.then6
  %shl.sink = phi i32 [ %shl, %if.then6 ], [ %and, %if.then10 ]
  store i32 %shl.sink, ptr %word, align 4
  br label %if.end11

if.end11:                                         ; preds = %if.end11.sink.split, %if.end
  %word.0.word.0.word.0.word.0.single.0.copyload = load i32, ptr %word, align 4
  switch i32 %kind, label %sw.default [
    i32 0, label %sw.bb
    i32 4, label %sw.bb12
    i32 5, label %sw.bb15
    i32 6, label %sw.bb18
    i32 7, label %sw.bb21
    i32 9, label %sw.bb23
  ]

sw.bb:                                            ; preds = %if.end11
  %shr.i = lshr i32 %word.0.word.0.word.0.word.0.single.0.copyload, 10
  %and.i = and i32 %shr.i, 31
  %and1.i = and i32 %word.0.word.0.word.0.word.0.single.0.copyload, 1023
  switch i32 %and.i, label %cond.true3.i [
    i32 31, label %cond.true.i
    i32 0, label %cond.false4.i
  ]

cond.true.i:                                      ; preds = %sw.bb
  %tobool.not.i = icmp eq i32 %and1.i, 0
  %cond.i = select i1 %tobool.not.i, double 0x7FF0000000000000, double 0x7FF8000000000000
  br label %cond.end8.i

cond.true3.i:                                     ; preds = %sw.bb
  %add.i = or disjoint i32 %and1.i, 1024
  %conv.i = uitofp nneg i32 %add.i to double
  %mul.i = fmul double %conv.i, 0x3E60000000000000
  br label %cond.end8.i

cond.false4.i:                                    ; preds = %sw.bb
  %conv5.i = uitofp nneg i32 %and1.i to double
  %mul6.i = fmul double %conv5.i, 0x3E70000000000000
  br label %cond.end8.i

cond.end8.i:                                      ; preds = %cond.false4.i, %cond.true3.i, %cond.true.i
  %cond9.i = phi double [ %cond.i, %cond.true.i ], [ %mul.i, %cond.true3.i ], [ %mul6.i, %cond.false4.i ]
  %and.off.i = add nsw i32 %and.i, -1
  %switch.i = icmp ult i32 %and.off.i, 30
  br i1 %switch.i, label %for.body.i, label %half_to_double.exit

for.body.i:                                       ; preds = %cond.end8.i, %for.body.i
  %e.033.i = phi i32 [ %inc.i, %for.body.i ], [ 0, %cond.end8.i ]
  %size.032.i = phi double [ %mul14.i, %for.body.i ], [ %cond9.i, %cond.end8.i ]
  %mul14.i = fmul double %size.032.i, 2.000000e+00
  %inc.i = add nuw nsw i32 %e.033.i, 1
  %exitcond.not = icmp eq i32 %inc.i, %and.i
  br i1 %exitcond.not, label %half_to_double.exit, label %for.body.i, !llvm.loop !26

half_to_double.exit:                              ; preds = %for.body.i, %cond.end8.i
  %size.0.lcssa.i = phi double [ %cond9.i, %cond.end8.i ], [ %mul14.i, %for.body.i ]
  %and15.i = and i32 %word.0.word.0.word.0.word.0.single.0.copyload, 32768
  %tobool16.not.i = icmp eq i32 %and15.i, 0
  %fneg.i = fneg double %size.0.lcssa.i
  %cond20.i = select i1 %tobool16.not.i, double %size.0.lcssa.i, double %fneg.i
  br label %cleanup

sw.bb12:                                          ; preds = %if.end11
  %call13 = tail call float @emu_from_small(i32 noundef %word.0.word.0.word.0.word.0.single.0.copyload, i32 noundef 0) #11
  %conv14 = fpext float %call13 to double
  br label %cleanup

sw.bb15:                                          ; preds = %if.end11
  %call16 = tail call float @emu_from_small(i32 noundef %word.0.word.0.word.0.word.0.single.0.copyload, i32 noundef 1) #11
  %conv17 = fpext float %call16 to double
  br label %cleanup

sw.bb18:                                          ; preds = %if.end11
  %conv19 = trunc i32 %word.0.word.0.word.0.word.0.single.0.copyload to i8
  %conv20 = sitofp i8 %conv19 to double
  br label %cleanup

sw.bb21:                                          ; preds = %if.end11
  %conv22 = uitofp i32 %word.0.word.0.word.0.word.0.single.0.copyload to double
  br label %cleanup

sw.bb23:                                          ; preds = %if.end11
  %conv24 = sitofp i32 %word.0.word.0.word.0.word.0.single.0.copyload to double
  br label %cleanup

sw.default:                                       ; preds = %if.end11
  %1 = bitcast i32 %word.0.word.0.word.0.word.0.single.0.copyload to float
  %conv25 = fpext float %1 to double
  br label %cleanup

cleanup:                                          ; preds = %sw.default, %sw.bb23, %sw.bb21, %sw.bb18, %sw.bb15, %sw.bb12, %half_to_double.exit, %if.then
  %retval.0 = phi double [ %value.0.copyload, %if.then ], [ %conv25, %sw.default ], [ %cond20.i, %half_to_double.exit ], [ %conv14, %sw.bb12 ], [ %conv17, %sw.bb15 ], [ %conv20, %sw.bb18 ], [ %conv22, %sw.bb21 ], [ %conv24, %sw.bb23 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %word)
  ret double %retval.0
}

declare i32 @emu_to_half(double noundef) local_unnamed_addr #4

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #9

declare float @emu_from_small(i32 noundef, i32 noundef) local_unnamed_addr #4

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @calloc(i64 noundef, i64 noundef) local_unnamed_addr #10

declare void @check_proxy(i64 noundef, i32 noundef, i32 noundef) local_unnamed_addr #4

attributes #0 = { nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #6 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #7 = { mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #8 = { nounwind memory(readwrite, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #9 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #10 = { mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #11 = { nounwind }
attributes #12 = { noreturn nounwind }
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
!22 = distinct !{!22, !5, !6}
!23 = distinct !{!23, !5, !6}
!24 = distinct !{!24, !5, !6}
!25 = distinct !{!25, !5, !6}
!26 = distinct !{!26, !5, !6}
