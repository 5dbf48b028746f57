; Made of math.c by regenerate.py, see README.md.
%struct.Small = type { i32, i32, float, i32 }

@smalls = internal unnamed_addr constant [2 x %struct.Small] [%struct.Small { i32 3, i32 7, float 4.480000e+02, i32 127 }, %struct.Small { i32 2, i32 15, float 5.734400e+04, i32 127 }], align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define double @emu_extreme_d(double noundef %a, double noundef %b, i32 noundef %how) local_unnamed_addr #0 {
entry:
  %cmp = fcmp uno double %a, 0.000000e+00
  %and = and i32 %how, 2
  %tobool.not = icmp eq i32 %and, 0
  br i1 %tobool.not, label %cond.false, label %cond.true

cond.true:                                        ; preds = %entry
  %or.cond = fcmp uno double %a, %b
  br i1 %or.cond, label %cleanup, label %if.end

cond.false:                                       ; preds = %entry
  %cmp1 = fcmp uno double %b, 0.000000e+00
  %or.cond45 = and i1 %cmp, %cmp1
  br i1 %or.cond45, label %cleanup, label %if.end

if.end:                                           ; preds = %cond.true, %cond.false
  %or.cond46 = fcmp uno double %a, %b
  br i1 %or.cond46, label %if.then9, label %if.end13

if.then9:                                         ; preds = %if.end
  %cond = select i1 %cmp, double %b, double %a
  br label %cleanup

if.end13:                                         ; preds = %if.end
  %and14 = and i32 %how, 1
  %cmp17 = fcmp oeq double %a, %b
  br i1 %cmp17, label %cond.true18, label %cond.false23

cond.true18:                                      ; preds = %if.end13
  %0 = bitcast double %a to i64
  %.lobit = lshr i64 %0, 63
  %lnot.ext = trunc nuw nsw i64 %.lobit to i32
  %cmp21 = icmp ne i32 %and14, %lnot.ext
  br label %cond.end34

cond.false23:                                     ; preds = %if.end13
  %tobool15.not = icmp eq i32 %and14, 0
  br i1 %tobool15.not, label %cond.false29, label %cond.true26

cond.true26:                                      ; preds = %cond.false23
  %cmp27 = fcmp ogt double %a, %b
  br label %cond.end34

cond.false29:                                     ; preds = %cond.false23
  %cmp30 = fcmp olt double %a, %b
  br label %cond.end34

cond.end34:                                       ; preds = %cond.true26, %cond.false29, %cond.true18
  %cond35.in = phi i1 [ %cmp21, %cond.true18 ], [ %cmp27, %cond.true26 ], [ %cmp30, %cond.false29 ]
  %cond43 = select i1 %cond35.in, double %a, double %b
  br label %cleanup

cleanup:                                          ; preds = %cond.true, %cond.false, %cond.end34, %if.then9
  %retval.0 = phi double [ %cond43, %cond.end34 ], [ %cond, %if.then9 ], [ 0x7FFFFFFFFFFFFFFF, %cond.false ], [ 0x7FFFFFFFFFFFFFFF, %cond.true ]
  ret double %retval.0
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define float @emu_extreme(float noundef %a, float noundef %b, i32 noundef %how) local_unnamed_addr #0 {
entry:
  %conv = fpext float %a to double
  %conv1 = fpext float %b to double
  %cmp.i = fcmp uno float %a, 0.000000e+00
  %and.i = and i32 %how, 2
  %tobool.not.i = icmp eq i32 %and.i, 0
  br i1 %tobool.not.i, label %cond.false.i, label %cond.true.i

cond.true.i:                                      ; preds = %entry
  %or.cond.i = fcmp uno float %a, %b
  br i1 %or.cond.i, label %emu_extreme_d.exit, label %if.end.i

cond.false.i:                                     ; preds = %entry
  %cmp1.i = fcmp uno float %b, 0.000000e+00
  %or.cond45.i = and i1 %cmp.i, %cmp1.i
  br i1 %or.cond45.i, label %emu_extreme_d.exit, label %if.end.i

if.end.i:                                         ; preds = %cond.false.i, %cond.true.i
  %or.cond46.i = fcmp uno float %a, %b
  br i1 %or.cond46.i, label %if.then9.i, label %if.end13.i

if.then9.i:                                       ; preds = %if.end.i
  %cond.i = select i1 %cmp.i, double %conv1, double %conv
  br label %emu_extreme_d.exit

if.end13.i:                                       ; preds = %if.end.i
  %and14.i = and i32 %how, 1
  %cmp17.i = fcmp oeq float %a, %b
  br i1 %cmp17.i, label %cond.true18.i, label %cond.false23.i

cond.true18.i:                                    ; preds = %if.end13.i
  %0 = bitcast double %conv to i64
  %.lobit.i = lshr i64 %0, 63
  %lnot.ext.i = trunc nuw nsw i64 %.lobit.i to i32
  %cmp21.i = icmp ne i32 %and14.i, %lnot.ext.i
  br label %cond.end34.i

cond.false23.i:                                   ; preds = %if.end13.i
  %tobool15.not.i = icmp eq i32 %and14.i, 0
  br i1 %tobool15.not.i, label %cond.false29.i, label %cond.true26.i

cond.true26.i:                                    ; preds = %cond.false23.i
  %cmp27.i = fcmp ogt float %a, %b
  br label %cond.end34.i

cond.false29.i:                                   ; preds = %cond.false23.i
  %cmp30.i = fcmp olt float %a, %b
  br label %cond.end34.i

cond.end34.i:                                     ; preds = %cond.false29.i, %cond.true26.i, %cond.true18.i
  %cond35.in.i = phi i1 [ %cmp21.i, %cond.true18.i ], [ %cmp27.i, %cond.true26.i ], [ %cmp30.i, %cond.false29.i ]
  %cond43.i = select i1 %cond35.in.i, double %conv, double %conv1
  br label %emu_extreme_d.exit

emu_extreme_d.exit:                               ; preds = %cond.true.i, %cond.false.i, %if.then9.i, %cond.end34.i
  %retval.0.i = phi double [ %cond43.i, %cond.end34.i ], [ %cond.i, %if.then9.i ], [ 0x7FFFFFFFFFFFFFFF, %cond.false.i ], [ 0x7FFFFFFFFFFFFFFF, %cond.true.i ]
  %cmp = fcmp ord double %retval.0.i, 0.000000e+00
  %1 = fptrunc double %retval.0.i to float
  %cond = select i1 %cmp, float %1, float 0x7FFFFFFFE0000000
  ret float %cond
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define noundef float @emu_ftz(float noundef %x) local_unnamed_addr #0 {
entry:
  %0 = bitcast float %x to i32
  %and = and i32 %0, 2139095040
  %tobool.not = icmp eq i32 %and, 0
  %and1 = and i32 %0, -2147483648
  %1 = bitcast i32 %and1 to float
  %cond = select i1 %tobool.not, float %1, float %x
  ret float %cond
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define float @emu_fma_down(float noundef %a, float noundef %b, float noundef %c) local_unnamed_addr #0 {
entry:
  %conv = fpext float %a to double
  %conv1 = fpext float %b to double
  %mul = fmul double %conv, %conv1
  %conv2 = fpext float %c to double
  %add = fadd double %mul, %conv2
  %sub = fsub double %add, %mul
  %sub3 = fsub double %add, %sub
  %sub4 = fsub double %mul, %sub3
  %sub6 = fsub double %conv2, %sub
  %add7 = fadd double %sub6, %sub4
  %conv8 = fptrunc double %add to float
  %0 = bitcast float %conv8 to i32
  %cmp = fcmp oeq double %add, 0.000000e+00
  %cmp10 = fcmp oeq double %add7, 0.000000e+00
  %or.cond = and i1 %cmp, %cmp10
  br i1 %or.cond, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %cmp12 = fcmp oeq double %mul, 0.000000e+00
  %cmp16 = tail call i1 @llvm.is.fpclass.f32(float %c, i32 64)
  %or.cond68 = and i1 %cmp16, %cmp12
  %1 = bitcast double %mul to i64
  %2 = icmp sgt i64 %1, -1
  %3 = and i1 %or.cond68, %2
  %4 = select i1 %3, float 0.000000e+00, float -0.000000e+00
  br label %cleanup

if.end:                                           ; preds = %entry
  %conv19 = fpext float %conv8 to double
  %cmp20 = fcmp olt double %add, %conv19
  br i1 %cmp20, label %if.end29, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %if.end
  %cmp23 = fcmp oeq double %add, %conv19
  %cmp26 = fcmp olt double %add7, 0.000000e+00
  %or.cond48 = and i1 %cmp23, %cmp26
  br i1 %or.cond48, label %if.end29, label %cleanup

if.end29:                                         ; preds = %lor.lhs.false, %if.end
  %cmp30 = fcmp oeq float %conv8, 0.000000e+00
  br i1 %cmp30, label %cleanup, label %cond.false

cond.false:                                       ; preds = %if.end29
  %cmp33 = fcmp ogt double %add, 0x3690000000000000
  %cond39.v = select i1 %cmp33, i32 -1, i32 1
  %cond39 = add i32 %cond39.v, %0
  %5 = bitcast i32 %cond39 to float
  br label %cleanup

cleanup:                                          ; preds = %if.end29, %cond.false, %lor.lhs.false, %if.then
  %retval.0 = phi float [ %4, %if.then ], [ %conv8, %lor.lhs.false ], [ %5, %cond.false ], [ 0xB6A0000000000000, %if.end29 ]
  ret float %retval.0
}

; Function Attrs: mustprogress nofree norecurse nounwind willreturn memory(errnomem: write) uwtable
define float @emu_ex2(float noundef %x) local_unnamed_addr #1 {
entry:
  %call = tail call float @exp2f(float noundef %x) #6
  ret float %call
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(errnomem: write)
declare float @exp2f(float noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nofree norecurse nounwind willreturn memory(errnomem: write) uwtable
define float @emu_lg2(float noundef %x) local_unnamed_addr #1 {
entry:
  %call = tail call float @log2f(float noundef %x) #6
  ret float %call
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(errnomem: write)
declare float @log2f(float noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define noundef float @emu_rcp(float noundef %x) local_unnamed_addr #0 {
entry:
  %div = fdiv float 1.000000e+00, %x
  ret float %div
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define noundef float @emu_sqrt(float noundef %x) local_unnamed_addr #0 {
entry:
  %0 = tail call float @llvm.sqrt.f32(float %x)
  ret float %0
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #3

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define noundef float @emu_rsqrt(float noundef %x) local_unnamed_addr #0 {
entry:
  %0 = tail call float @llvm.sqrt.f32(float %x)
  %div = fdiv float 1.000000e+00, %0
  ret float %div
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define noundef double @emu_rsqrt_d(double noundef %x) local_unnamed_addr #0 {
entry:
  %0 = tail call double @llvm.sqrt.f64(double %x)
  %div = fdiv double 1.000000e+00, %0
  ret double %div
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.sqrt.f64(double) #3

; Function Attrs: mustprogress nofree norecurse nounwind willreturn memory(errnomem: write) uwtable
define float @emu_sin(float noundef %x) local_unnamed_addr #1 {
entry:
  %call = tail call float @sinf(float noundef %x) #6
  ret float %call
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(errnomem: write)
declare float @sinf(float noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nofree norecurse nounwind willreturn memory(errnomem: write) uwtable
define float @emu_cos(float noundef %x) local_unnamed_addr #1 {
entry:
  %call = tail call float @cosf(float noundef %x) #6
  ret float %call
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(errnomem: write)
declare float @cosf(float noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nofree norecurse nounwind willreturn memory(errnomem: write) uwtable
define float @emu_tanh(float noundef %x) local_unnamed_addr #1 {
entry:
  %call = tail call float @tanhf(float noundef %x) #6
  ret float %call
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(errnomem: write)
declare float @tanhf(float noundef) local_unnamed_addr #2

; Function Attrs: nofree norecurse nosync nounwind memory(none) uwtable
define i32 @emu_prmt(i32 noundef %a, i32 noundef %b, i32 noundef %select) local_unnamed_addr #4 {
entry:
  %conv = zext i32 %b to i64
  %shl = shl nuw i64 %conv, 32
  %conv1 = zext i32 %a to i64
  %or = or disjoint i64 %shl, %conv1
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body
  ret i32 %or13

for.body:                                         ; preds = %entry, %for.body
  %result.021 = phi i32 [ 0, %entry ], [ %or13, %for.body ]
  %k.020 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %mul = shl nuw nsw i32 %k.020, 2
  %shr = lshr i32 %select, %mul
  %and3 = shl i32 %shr, 3
  %mul4 = and i32 %and3, 56
  %sh_prom = zext nneg i32 %mul4 to i64
  %shr5 = lshr i64 %or, %sh_prom
  %0 = trunc i64 %shr5 to i32
  %conv7 = and i32 %0, 255
  %and8 = and i32 %shr, 8
  %tobool.not = icmp eq i32 %and8, 0
  %and9 = and i32 %0, 128
  %tobool10.not = icmp eq i32 %and9, 0
  %cond = select i1 %tobool10.not, i32 0, i32 255
  %byte.0 = select i1 %tobool.not, i32 %conv7, i32 %cond
  %mul11 = shl nuw nsw i32 %k.020, 3
  %shl12 = shl nuw i32 %byte.0, %mul11
  %or13 = or i32 %shl12, %result.021
  %inc = add nuw nsw i32 %k.020, 1
  %exitcond.not = icmp eq i32 %inc, 4
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !4
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define range(i32 0, 65536) i32 @emu_to_bfloat(float noundef %x) local_unnamed_addr #0 {
entry:
  %0 = bitcast float %x to i32
  %1 = tail call float @llvm.fabs.f32(float %x)
  %and = bitcast float %1 to i32
  %cmp = icmp samesign ugt i32 %and, 2139095040
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %shr = lshr i32 %0, 16
  %or = or i32 %shr, 64
  br label %cleanup

if.end:                                           ; preds = %entry
  %add = add i32 %0, 32767
  %shr1 = lshr i32 %0, 16
  %and2 = and i32 %shr1, 1
  %add3 = add i32 %add, %and2
  %shr4 = lshr i32 %add3, 16
  br label %cleanup

cleanup:                                          ; preds = %if.end, %if.then
  %retval.0 = phi i32 [ %or, %if.then ], [ %shr4, %if.end ]
  ret i32 %retval.0
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define i32 @emu_to_small(float noundef %x, i32 noundef %kind) local_unnamed_addr #0 {
entry:
  %idxprom = zext i32 %kind to i64
  %arrayidx = getelementptr inbounds nuw %struct.Small, ptr @smalls, i64 %idxprom
  %cmp = fcmp uno float %x, 0.000000e+00
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %nan = getelementptr inbounds nuw i8, ptr %arrayidx, i64 12
  %0 = load i32, ptr %nan, align 4
  br label %cleanup

if.end:                                           ; preds = %entry
  %1 = tail call float @llvm.fabs.f32(float %x)
  %2 = bitcast float %x to i32
  %shr = lshr i32 %2, 24
  %and = and i32 %shr, 128
  %largest = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %3 = load float, ptr %largest, align 8
  %cmp3 = fcmp ogt float %1, %3
  %size.0 = select i1 %cmp3, float %3, float %1
  %4 = bitcast float %size.0 to i32
  %shr8 = lshr i32 %4, 23
  %sub = add nsw i32 %shr8, -127
  %bias = getelementptr inbounds nuw i8, ptr %arrayidx, i64 4
  %5 = load i32, ptr %bias, align 4
  %sub9 = sub nsw i32 1, %5
  %exponent.0 = tail call i32 @llvm.smax.i32(i32 %sub, i32 %sub9)
  %6 = load i32, ptr %arrayidx, align 16
  %sub15 = sub nsw i32 %6, %exponent.0
  %add.i = shl i32 %sub15, 23
  %shl.i = add i32 %add.i, 1065353216
  %7 = bitcast i32 %shl.i to float
  %mul = fmul float %size.0, %7
  %8 = tail call float @llvm.roundeven.f32(float %mul)
  %conv = fptosi float %8 to i32
  %add = add i32 %5, -1
  %sub18 = add i32 %add, %exponent.0
  %shl = shl i32 %sub18, %6
  %add20 = add nsw i32 %shl, %conv
  %or = or i32 %add20, %and
  br label %cleanup

cleanup:                                          ; preds = %if.end, %if.then
  %retval.0 = phi i32 [ %0, %if.then ], [ %or, %if.end ]
  ret i32 %retval.0
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.roundeven.f32(float) #3

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define float @emu_from_small(i32 noundef %bits, i32 noundef %kind) local_unnamed_addr #0 {
entry:
  %idxprom = zext i32 %kind to i64
  %arrayidx = getelementptr inbounds nuw %struct.Small, ptr @smalls, i64 %idxprom
  %0 = load i32, ptr %arrayidx, align 16
  %shr68 = and i32 %bits, 127
  %and = lshr i32 %shr68, %0
  %shl = shl nuw i32 1, %0
  %sub = add i32 %shl, -1
  %and4 = and i32 %sub, %bits
  %shr6 = lshr i32 127, %0
  %cmp = icmp eq i32 %and, %shr6
  %tobool.not = icmp eq i32 %and, 0
  %spec.select = select i1 %tobool.not, i32 0, i32 %shl
  %add = add nuw i32 %and4, %spec.select
  %conv = uitofp i32 %add to float
  %cond13 = tail call i32 @llvm.umax.i32(i32 %and, i32 1)
  %bias = getelementptr inbounds nuw i8, ptr %arrayidx, i64 4
  %1 = load i32, ptr %bias, align 4
  %2 = add i32 %1, %0
  %sub16 = sub i32 %cond13, %2
  %add.i = shl i32 %sub16, 23
  %shl.i = add i32 %add.i, 1065353216
  %3 = bitcast i32 %shl.i to float
  %mul = fmul float %conv, %3
  %cmp17 = icmp eq i32 %kind, 0
  br i1 %cmp17, label %cond.true19, label %cond.false23

cond.true19:                                      ; preds = %entry
  %cmp21 = icmp eq i32 %and4, 7
  %or.cond = select i1 %cmp, i1 %cmp21, i1 false
  br i1 %or.cond, label %cleanup, label %if.end

cond.false23:                                     ; preds = %entry
  %tobool27 = icmp ne i32 %and4, 0
  %or.cond48 = select i1 %cmp, i1 %tobool27, i1 false
  br i1 %or.cond48, label %cleanup, label %if.end

if.end:                                           ; preds = %cond.false23, %cond.true19
  %cmp29 = icmp eq i32 %kind, 1
  %or.cond49 = select i1 %cmp29, i1 %cmp, i1 false
  %size.0 = select i1 %or.cond49, float 0x7FF0000000000000, float %mul
  %and37 = and i32 %bits, 128
  %tobool38.not = icmp eq i32 %and37, 0
  %fneg = fneg float %size.0
  %cond42 = select i1 %tobool38.not, float %size.0, float %fneg
  br label %cleanup

cleanup:                                          ; preds = %cond.true19, %cond.false23, %if.end
  %retval.0 = phi float [ %cond42, %if.end ], [ 0x7FF8000000000000, %cond.false23 ], [ 0x7FF8000000000000, %cond.true19 ]
  ret float %retval.0
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define i32 @emu_to_half(double noundef %x) local_unnamed_addr #0 {
entry:
  %cmp = fcmp olt double %x, 0.000000e+00
  %fneg = fneg double %x
  %cond = select i1 %cmp, double %fneg, double %x
  %0 = bitcast double %x to i64
  %shr = lshr i64 %0, 48
  %1 = trunc nuw nsw i64 %shr to i32
  %conv = and i32 %1, 32768
  %cmp1 = fcmp uno double %x, 0.000000e+00
  br i1 %cmp1, label %cleanup, label %if.end

if.end:                                           ; preds = %entry
  %cmp3 = fcmp ult double %cond, 6.552000e+04
  br i1 %cmp3, label %if.end6, label %if.then5

if.then5:                                         ; preds = %if.end
  %or = or disjoint i32 %conv, 31744
  br label %cleanup

if.end6:                                          ; preds = %if.end
  %shr7 = lshr i64 %0, 52
  %2 = trunc nuw nsw i64 %shr7 to i32
  %conv9 = and i32 %2, 2047
  %3 = tail call i32 @llvm.smax.i32(i32 %conv9, i32 1009)
  %sub14 = sub nuw nsw i32 2056, %3
  %conv15 = zext nneg i32 %sub14 to i64
  %shl = shl nuw nsw i64 %conv15, 52
  %4 = bitcast i64 %shl to double
  %add = shl nuw nsw i32 %3, 10
  %shl16 = add nsw i32 %add, -1033216
  %mul = fmul double %cond, %4
  %5 = tail call double @llvm.roundeven.f64(double %mul)
  %conv17 = fptosi double %5 to i32
  %add18 = add nsw i32 %shl16, %conv17
  %or19 = or i32 %add18, %conv
  br label %cleanup

cleanup:                                          ; preds = %entry, %if.end6, %if.then5
  %retval.0 = phi i32 [ %or19, %if.end6 ], [ %or, %if.then5 ], [ 32256, %entry ]
  ret i32 %retval.0
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.roundeven.f64(double) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i1 @llvm.is.fpclass.f32(float, i32 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #5

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nofree norecurse nounwind willreturn memory(errnomem: write) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(errnomem: write) "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nofree norecurse nosync nounwind memory(none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nounwind }

!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
