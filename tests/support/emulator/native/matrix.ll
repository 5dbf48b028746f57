; Made of matrix.c by regenerate.py, see README.md.
%struct.Wait = type { i32, i32, i32, i32, ptr, ptr, ptr }
%struct.Rows = type { i64, i32, i32, i32, [4 x i32] }
%struct.Fragments = type { %struct.Shape, ptr, ptr, ptr, ptr }
%struct.Shape = type { i32, i32, i32, i32, i32, i32, i32 }

@launch = external local_unnamed_addr global ptr, align 8
@current = external local_unnamed_addr global ptr, align 8
@widths = internal unnamed_addr constant [10 x i32] [i32 16, i32 16, i32 32, i32 64, i32 8, i32 8, i32 8, i32 8, i32 32, i32 32], align 16

; Function Attrs: nounwind uwtable
define void @emu_ldmatrix(i64 noundef %address, i32 noundef %count, i32 noundef %transposed, ptr noundef writeonly captures(none) %words, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %.compoundliteral.i = alloca %struct.Wait, align 8
  %rows = alloca %struct.Rows, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %rows) #7
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
  tail call void @fail(i32 noundef 13, i32 noundef %site) #8
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
  call void @wait_for_warp(ptr noundef nonnull byval(%struct.Wait) align 8 %.compoundliteral.i, i32 noundef -1) #7
  call void @llvm.lifetime.end.p0(ptr nonnull %.compoundliteral.i)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %words, ptr noundef nonnull align 4 dereferenceable(16) %words4, i64 16, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %rows) #7
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
  call void @llvm.lifetime.start.p0(ptr nonnull %rows) #7
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
  tail call void @fail(i32 noundef 13, i32 noundef %site) #8
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
  call void @wait_for_warp(ptr noundef nonnull byval(%struct.Wait) align 8 %.compoundliteral.i, i32 noundef -1) #7
  call void @llvm.lifetime.end.p0(ptr nonnull %.compoundliteral.i)
  call void @llvm.lifetime.end.p0(ptr nonnull %rows) #7
  ret void
}

; Function Attrs: nounwind uwtable
define void @emu_mma(i32 noundef %m, i32 noundef %n, i32 noundef %k, i32 noundef %kinds, ptr noundef %a, ptr noundef %b, ptr noundef %c, ptr noundef %d, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %in = alloca %struct.Fragments, align 8
  %.compoundliteral = alloca %struct.Wait, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %in) #7
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
  store ptr null, ptr %out, align 8
  call void @wait_for_warp(ptr noundef nonnull byval(%struct.Wait) align 8 %.compoundliteral, i32 noundef -1) #7
  call void @llvm.lifetime.end.p0(ptr nonnull %in) #7
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
  %call.i43 = tail call i32 @emu_to_half(double noundef %add18) #7
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

; Function Attrs: noreturn
declare void @fail(i32 noundef, i32 noundef) local_unnamed_addr #5

; Function Attrs: nounwind uwtable
define internal void @move_rows(ptr noundef readonly captures(none) %threads, i32 %count) #0 {
entry:
  %elements = alloca [8 x i16], align 16
  %0 = load ptr, ptr %threads, align 8
  %in = getelementptr inbounds nuw i8, ptr %0, i64 56
  %1 = load ptr, ptr %in, align 8
  %2 = load ptr, ptr @current, align 8
  %count1 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %3 = load i32, ptr %count1, align 8
  %cmp79.not = icmp eq i32 %3, 0
  br i1 %cmp79.not, label %for.cond.cleanup, label %for.cond2.preheader.lr.ph

for.cond2.preheader.lr.ph:                        ; preds = %entry
  %stores = getelementptr inbounds nuw i8, ptr %1, i64 16
  %transposed = getelementptr inbounds nuw i8, ptr %1, i64 12
  br label %for.cond2.preheader

for.cond2.preheader:                              ; preds = %for.cond2.preheader.lr.ph, %for.cond.cleanup4
  %indvars.iv87 = phi i64 [ 0, %for.cond2.preheader.lr.ph ], [ %indvars.iv.next88, %for.cond.cleanup4 ]
  %mul = shl i64 %indvars.iv87, 3
  %4 = and i64 %mul, 4294967288
  %invariant.gep = getelementptr inbounds ptr, ptr %threads, i64 %4
  br label %for.body5

for.cond.cleanup:                                 ; preds = %for.cond.cleanup4, %entry
  store ptr %2, ptr @current, align 8
  ret void

for.cond.cleanup4:                                ; preds = %if.end44
  %indvars.iv.next88 = add nuw nsw i64 %indvars.iv87, 1
  %5 = load i32, ptr %count1, align 8
  %6 = zext i32 %5 to i64
  %cmp = icmp samesign ult i64 %indvars.iv.next88, %6
  br i1 %cmp, label %for.cond2.preheader, label %for.cond.cleanup, !llvm.loop !9

for.body5:                                        ; preds = %for.cond2.preheader, %if.end44
  %indvars.iv82 = phi i64 [ 0, %for.cond2.preheader ], [ %indvars.iv.next83, %if.end44 ]
  %gep = getelementptr inbounds ptr, ptr %invariant.gep, i64 %indvars.iv82
  %7 = load ptr, ptr %gep, align 8
  %in8 = getelementptr inbounds nuw i8, ptr %7, i64 56
  %8 = load ptr, ptr %in8, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %elements) #7
  store ptr %7, ptr @current, align 8
  %9 = load i32, ptr %stores, align 8
  %tobool.not = icmp eq i32 %9, 0
  br i1 %tobool.not, label %if.then, label %for.body13.preheader

for.body13.preheader:                             ; preds = %if.then, %for.body5
  br label %for.body13

if.then:                                          ; preds = %for.body5
  %10 = load i64, ptr %8, align 8
  %site = getelementptr inbounds nuw i8, ptr %7, i64 40
  %11 = load i32, ptr %site, align 8
  call void @read_shared(i64 noundef %10, ptr noundef nonnull %elements, i32 noundef 16, i32 noundef %11) #7
  br label %for.body13.preheader

for.cond.cleanup12:                               ; preds = %if.end36
  %12 = load i32, ptr %stores, align 8
  %tobool38.not = icmp eq i32 %12, 0
  br i1 %tobool38.not, label %if.end44, label %if.then39

for.body13:                                       ; preds = %for.body13.preheader, %if.end36
  %indvars.iv = phi i64 [ %indvars.iv.next, %if.end36 ], [ 0, %for.body13.preheader ]
  %13 = load i32, ptr %transposed, align 4
  %tobool14.not = icmp eq i32 %13, 0
  %cond.v = select i1 %tobool14.not, i64 %indvars.iv82, i64 %indvars.iv
  %cond = trunc i64 %cond.v to i32
  %cond20.v = select i1 %tobool14.not, i64 %indvars.iv, i64 %indvars.iv82
  %cond20 = trunc i64 %cond20.v to i32
  %mul21 = shl nuw nsw i32 %cond, 2
  %div76 = lshr i32 %cond20, 1
  %add22 = add nuw nsw i32 %mul21, %div76
  %idxprom23 = zext nneg i32 %add22 to i64
  %arrayidx24 = getelementptr inbounds nuw ptr, ptr %threads, i64 %idxprom23
  %14 = load ptr, ptr %arrayidx24, align 8
  %out = getelementptr inbounds nuw i8, ptr %14, i64 64
  %15 = load ptr, ptr %out, align 8
  %words = getelementptr inbounds nuw i8, ptr %15, i64 20
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %words, i64 %indvars.iv87
  %rem = and i64 %cond20.v, 1
  %arrayidx28 = getelementptr inbounds nuw i16, ptr %arrayidx.i, i64 %rem
  %16 = load i32, ptr %stores, align 8
  %tobool30.not = icmp eq i32 %16, 0
  br i1 %tobool30.not, label %if.else, label %if.then31

if.then31:                                        ; preds = %for.body13
  %17 = load i16, ptr %arrayidx28, align 2
  %arrayidx33 = getelementptr inbounds nuw i16, ptr %elements, i64 %indvars.iv
  store i16 %17, ptr %arrayidx33, align 2
  br label %if.end36

if.else:                                          ; preds = %for.body13
  %arrayidx35 = getelementptr inbounds nuw i16, ptr %elements, i64 %indvars.iv
  %18 = load i16, ptr %arrayidx35, align 2
  store i16 %18, ptr %arrayidx28, align 2
  br label %if.end36

if.end36:                                         ; preds = %if.else, %if.then31
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 8
  br i1 %exitcond.not, label %for.cond.cleanup12, label %for.body13, !llvm.loop !10

if.then39:                                        ; preds = %for.cond.cleanup12
  %19 = load i64, ptr %8, align 8
  %site43 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %20 = load i32, ptr %site43, align 8
  call void @write_shared(i64 noundef %19, ptr noundef nonnull %elements, i32 noundef 16, i32 noundef %20) #7
  br label %if.end44

if.end44:                                         ; preds = %if.then39, %for.cond.cleanup12
  call void @llvm.lifetime.end.p0(ptr nonnull %elements) #7
  %indvars.iv.next83 = add nuw nsw i64 %indvars.iv82, 1
  %exitcond86.not = icmp eq i64 %indvars.iv.next83, 8
  br i1 %exitcond86.not, label %for.cond.cleanup4, label %for.body5, !llvm.loop !11
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
  br i1 %exitcond.not, label %half_to_double.exit, label %for.body.i, !llvm.loop !12

half_to_double.exit:                              ; preds = %for.body.i, %cond.end8.i
  %size.0.lcssa.i = phi double [ %cond9.i, %cond.end8.i ], [ %mul14.i, %for.body.i ]
  %and15.i = and i32 %word.0.word.0.word.0.word.0.single.0.copyload, 32768
  %tobool16.not.i = icmp eq i32 %and15.i, 0
  %fneg.i = fneg double %size.0.lcssa.i
  %cond20.i = select i1 %tobool16.not.i, double %size.0.lcssa.i, double %fneg.i
  br label %cleanup

sw.bb12:                                          ; preds = %if.end11
  %call13 = tail call float @emu_from_small(i32 noundef %word.0.word.0.word.0.word.0.single.0.copyload, i32 noundef 0) #7
  %conv14 = fpext float %call13 to double
  br label %cleanup

sw.bb15:                                          ; preds = %if.end11
  %call16 = tail call float @emu_from_small(i32 noundef %word.0.word.0.word.0.word.0.single.0.copyload, i32 noundef 1) #7
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
declare double @llvm.fmuladd.f64(double, double, double) #6

declare float @emu_from_small(i32 noundef, i32 noundef) local_unnamed_addr #4

attributes #0 = { nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #6 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nounwind }
attributes #8 = { noreturn nounwind }

!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
!7 = distinct !{!7, !5, !6}
!8 = distinct !{!8, !5, !6}
!9 = distinct !{!9, !5, !6}
!10 = distinct !{!10, !5, !6}
!11 = distinct !{!11, !5, !6}
!12 = distinct !{!12, !5, !6}
