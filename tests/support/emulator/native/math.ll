; Made of math.c by regenerate.py, see README.md.
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
