; Made of crash.c by regenerate.py, see README.md.
%struct.Machine = type { i64, i64, i32 }
%struct.Action = type { ptr, [128 x i8], i32, ptr }
%struct.Lines = type { ptr, ptr, i64, i64, i64, i64, i64, i64, i64, ptr }
%struct.Range = type { ptr, i64 }
%struct.Text = type { i64, [1024 x i8] }

@machine = internal unnamed_addr global %struct.Machine zeroinitializer, align 8
@kernels = local_unnamed_addr global ptr null, align 8
@previous = internal unnamed_addr global [32 x %struct.Action] zeroinitializer, align 16
@owner = internal global i64 0, align 8
@.str = private unnamed_addr constant [16 x i8] c"triton_shared: \00", align 1
@.str.1 = private unnamed_addr constant [34 x i8] c" in a function called by kernel '\00", align 1
@.str.2 = private unnamed_addr constant [13 x i8] c" in kernel '\00", align 1
@.str.3 = private unnamed_addr constant [13 x i8] c" (address 0x\00", align 1
@.str.4 = private unnamed_addr constant [11 x i8] c", code +0x\00", align 1
@.str.5 = private unnamed_addr constant [3 x i8] c")\0A\00", align 1
@.str.6 = private unnamed_addr constant [7 x i8] c"SIGILL\00", align 1
@.str.7 = private unnamed_addr constant [7 x i8] c"SIGBUS\00", align 1
@.str.8 = private unnamed_addr constant [7 x i8] c"SIGFPE\00", align 1
@.str.9 = private unnamed_addr constant [8 x i8] c"SIGSEGV\00", align 1
@names = internal unnamed_addr constant <{ [12 x ptr], [20 x ptr] }> <{ [12 x ptr] [ptr null, ptr null, ptr null, ptr null, ptr @.str.6, ptr null, ptr null, ptr @.str.7, ptr @.str.8, ptr null, ptr null, ptr @.str.9], [20 x ptr] zeroinitializer }>, align 16
@.str.11 = private unnamed_addr constant [6 x i8] c"' at \00", align 1
@.str.12 = private unnamed_addr constant [8 x i8] c"' near \00", align 1
@.str.13 = private unnamed_addr constant [2 x i8] c"'\00", align 1
@.str.15 = private unnamed_addr constant [17 x i8] c"0123456789abcdef\00", align 1

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define i32 @next_line(ptr noundef captures(none) %lines) local_unnamed_addr #0 {
entry:
  %end = getelementptr inbounds nuw i8, ptr %lines, i64 8
  %0 = load ptr, ptr %end, align 8
  %lines.promoted = load ptr, ptr %lines, align 8
  %first_special = getelementptr inbounds nuw i8, ptr %lines, i64 64
  %base = getelementptr inbounds nuw i8, ptr %lines, i64 48
  %range = getelementptr inbounds nuw i8, ptr %lines, i64 56
  %line = getelementptr inbounds nuw i8, ptr %lines, i64 32
  %step = getelementptr inbounds nuw i8, ptr %lines, i64 40
  %address = getelementptr inbounds nuw i8, ptr %lines, i64 16
  %address41 = getelementptr inbounds nuw i8, ptr %lines, i64 16
  %range28 = getelementptr inbounds nuw i8, ptr %lines, i64 56
  %step30 = getelementptr inbounds nuw i8, ptr %lines, i64 40
  %address32 = getelementptr inbounds nuw i8, ptr %lines, i64 16
  %file = getelementptr inbounds nuw i8, ptr %lines, i64 24
  %line21 = getelementptr inbounds nuw i8, ptr %lines, i64 32
  %step15 = getelementptr inbounds nuw i8, ptr %lines, i64 40
  %address17 = getelementptr inbounds nuw i8, ptr %lines, i64 16
  %address.i = getelementptr inbounds nuw i8, ptr %lines, i64 16
  %line.i = getelementptr inbounds nuw i8, ptr %lines, i64 32
  %file.i = getelementptr inbounds nuw i8, ptr %lines, i64 24
  %operands = getelementptr inbounds nuw i8, ptr %lines, i64 72
  br label %while.cond

while.cond:                                       ; preds = %cleanup, %entry
  %incdec.ptr.i124143 = phi ptr [ %lines.promoted, %entry ], [ %incdec.ptr.i124144, %cleanup ]
  %retval.0 = phi i32 [ undef, %entry ], [ %retval.1, %cleanup ]
  %cmp = icmp ult ptr %incdec.ptr.i124143, %0
  br i1 %cmp, label %while.body, label %return

while.body:                                       ; preds = %while.cond
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %incdec.ptr.i124143, i64 1
  store ptr %incdec.ptr, ptr %lines, align 8
  %1 = load i8, ptr %incdec.ptr.i124143, align 1
  %conv = zext i8 %1 to i64
  %2 = load i64, ptr %first_special, align 8
  %cmp2.not = icmp sgt i64 %2, %conv
  br i1 %cmp2.not, label %if.end, label %if.then

if.then:                                          ; preds = %while.body
  %sub = sub nsw i64 %conv, %2
  %3 = load i64, ptr %base, align 8
  %4 = load i64, ptr %range, align 8
  %rem = srem i64 %sub, %4
  %add = add nsw i64 %rem, %3
  %5 = load i64, ptr %line, align 8
  %add6 = add nsw i64 %add, %5
  store i64 %add6, ptr %line, align 8
  %div = sdiv i64 %sub, %4
  %6 = load i64, ptr %step, align 8
  %mul = mul nsw i64 %6, %div
  %7 = load i64, ptr %address, align 8
  %add8 = add nsw i64 %7, %mul
  store i64 %add8, ptr %address, align 8
  br label %cleanup

if.end:                                           ; preds = %while.body
  switch i8 %1, label %for.cond.preheader [
    i8 0, label %do.body.i.i
    i8 1, label %cleanup
    i8 2, label %do.body.i
    i8 3, label %do.body.i85
    i8 4, label %do.body.i102
    i8 8, label %sw.bb25
    i8 9, label %sw.bb34
  ]

for.cond.preheader:                               ; preds = %if.end
  %8 = load ptr, ptr %operands, align 8
  %arrayidx44 = getelementptr inbounds nuw i8, ptr %8, i64 %conv
  %9 = load i8, ptr %arrayidx44, align 1
  %cmp46140.not = icmp eq i8 %9, 0
  br i1 %cmp46140.not, label %cleanup, label %for.body

do.body.i.i:                                      ; preds = %if.end, %do.body.i.i
  %indvars.iv.i.i = phi i64 [ %indvars.iv.next.i.i, %do.body.i.i ], [ 0, %if.end ]
  %10 = phi ptr [ %incdec.ptr.i.i, %do.body.i.i ], [ %incdec.ptr, %if.end ]
  %value.0.i.i = phi i64 [ %or.i.i, %do.body.i.i ], [ 0, %if.end ]
  %incdec.ptr.i.i = getelementptr inbounds nuw i8, ptr %10, i64 1
  store ptr %incdec.ptr.i.i, ptr %lines, align 8
  %11 = load i8, ptr %10, align 1
  %12 = and i8 %11, 127
  %and.i.i = zext nneg i8 %12 to i64
  %shl.i.i = shl i64 %and.i.i, %indvars.iv.i.i
  %or.i.i = or i64 %shl.i.i, %value.0.i.i
  %indvars.iv.next.i.i = add nuw nsw i64 %indvars.iv.i.i, 7
  %cmp.i.i = icmp slt i8 %11, 0
  %cmp2.i.i = icmp samesign ult i64 %indvars.iv.i.i, 56
  %13 = select i1 %cmp.i.i, i1 %cmp2.i.i, i1 false
  br i1 %13, label %do.body.i.i, label %leb128.exit.i, !llvm.loop !4

leb128.exit.i:                                    ; preds = %do.body.i.i
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %incdec.ptr.i.i, i64 %or.i.i
  store ptr %add.ptr.i, ptr %lines, align 8
  %14 = load i8, ptr %incdec.ptr.i.i, align 1
  %cmp.i = icmp eq i8 %14, 2
  br i1 %cmp.i, label %if.then.i, label %if.end.i

if.then.i:                                        ; preds = %leb128.exit.i
  %add.ptr3.i = getelementptr inbounds nuw i8, ptr %10, i64 2
  %15 = load i64, ptr %add.ptr3.i, align 1
  store i64 %15, ptr %address.i, align 8
  br label %if.end.i

if.end.i:                                         ; preds = %if.then.i, %leb128.exit.i
  %16 = load i8, ptr %incdec.ptr.i.i, align 1
  %cmp5.not.i = icmp eq i8 %16, 1
  br i1 %cmp5.not.i, label %if.end8.i, label %cleanup

if.end8.i:                                        ; preds = %if.end.i
  store i64 1, ptr %line.i, align 8
  store i64 1, ptr %file.i, align 8
  br label %cleanup

do.body.i:                                        ; preds = %if.end, %do.body.i
  %indvars.iv.i = phi i64 [ %indvars.iv.next.i, %do.body.i ], [ 0, %if.end ]
  %17 = phi ptr [ %incdec.ptr.i, %do.body.i ], [ %incdec.ptr, %if.end ]
  %value.0.i = phi i64 [ %or.i, %do.body.i ], [ 0, %if.end ]
  %incdec.ptr.i = getelementptr inbounds nuw i8, ptr %17, i64 1
  store ptr %incdec.ptr.i, ptr %lines, align 8
  %18 = load i8, ptr %17, align 1
  %19 = and i8 %18, 127
  %and.i = zext nneg i8 %19 to i64
  %shl.i = shl i64 %and.i, %indvars.iv.i
  %or.i = or i64 %shl.i, %value.0.i
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 7
  %cmp.i83 = icmp slt i8 %18, 0
  %cmp2.i = icmp samesign ult i64 %indvars.iv.i, 56
  %20 = select i1 %cmp.i83, i1 %cmp2.i, i1 false
  br i1 %20, label %do.body.i, label %leb128.exit, !llvm.loop !4

leb128.exit:                                      ; preds = %do.body.i
  %21 = load i64, ptr %step15, align 8
  %mul16 = mul i64 %21, %or.i
  %22 = load i64, ptr %address17, align 8
  %add18 = add i64 %22, %mul16
  store i64 %add18, ptr %address17, align 8
  br label %cleanup

do.body.i85:                                      ; preds = %if.end, %do.body.i85
  %indvars.iv.i86 = phi i64 [ %indvars.iv.next.i93, %do.body.i85 ], [ 0, %if.end ]
  %23 = phi ptr [ %incdec.ptr.i88, %do.body.i85 ], [ %incdec.ptr, %if.end ]
  %value.0.i87 = phi i64 [ %or.i92, %do.body.i85 ], [ 0, %if.end ]
  %incdec.ptr.i88 = getelementptr inbounds nuw i8, ptr %23, i64 1
  store ptr %incdec.ptr.i88, ptr %lines, align 8
  %24 = load i8, ptr %23, align 1
  %conv.i89 = zext i8 %24 to i64
  %and.i90 = and i64 %conv.i89, 127
  %shl.i91 = shl i64 %and.i90, %indvars.iv.i86
  %or.i92 = or i64 %shl.i91, %value.0.i87
  %indvars.iv.next.i93 = add nuw nsw i64 %indvars.iv.i86, 7
  %cmp.i94 = icmp slt i8 %24, 0
  %cmp2.i95 = icmp samesign ult i64 %indvars.iv.i86, 56
  %25 = select i1 %cmp.i94, i1 %cmp2.i95, i1 false
  br i1 %25, label %do.body.i85, label %leb128.exit100, !llvm.loop !4

leb128.exit100:                                   ; preds = %do.body.i85
  %and5.i96 = and i64 %conv.i89, 64
  %tobool.not.i97.not = icmp eq i64 %and5.i96, 0
  %sh_prom6.i98 = and i64 %indvars.iv.next.i93, 4294967295
  %shl7.i99 = shl nsw i64 -1, %sh_prom6.i98
  %or8.i = select i1 %tobool.not.i97.not, i64 0, i64 %shl7.i99
  %cond.i = or i64 %or8.i, %or.i92
  %26 = load i64, ptr %line21, align 8
  %add22 = add i64 %26, %cond.i
  store i64 %add22, ptr %line21, align 8
  br label %cleanup

do.body.i102:                                     ; preds = %if.end, %do.body.i102
  %indvars.iv.i103 = phi i64 [ %indvars.iv.next.i110, %do.body.i102 ], [ 0, %if.end ]
  %27 = phi ptr [ %incdec.ptr.i105, %do.body.i102 ], [ %incdec.ptr, %if.end ]
  %value.0.i104 = phi i64 [ %or.i109, %do.body.i102 ], [ 0, %if.end ]
  %incdec.ptr.i105 = getelementptr inbounds nuw i8, ptr %27, i64 1
  store ptr %incdec.ptr.i105, ptr %lines, align 8
  %28 = load i8, ptr %27, align 1
  %29 = and i8 %28, 127
  %and.i107 = zext nneg i8 %29 to i64
  %shl.i108 = shl i64 %and.i107, %indvars.iv.i103
  %or.i109 = or i64 %shl.i108, %value.0.i104
  %indvars.iv.next.i110 = add nuw nsw i64 %indvars.iv.i103, 7
  %cmp.i111 = icmp slt i8 %28, 0
  %cmp2.i112 = icmp samesign ult i64 %indvars.iv.i103, 56
  %30 = select i1 %cmp.i111, i1 %cmp2.i112, i1 false
  br i1 %30, label %do.body.i102, label %leb128.exit119, !llvm.loop !4

leb128.exit119:                                   ; preds = %do.body.i102
  store i64 %or.i109, ptr %file, align 8
  br label %cleanup

sw.bb25:                                          ; preds = %if.end
  %sub27 = sub nsw i64 255, %2
  %31 = load i64, ptr %range28, align 8
  %div29 = sdiv i64 %sub27, %31
  %32 = load i64, ptr %step30, align 8
  %mul31 = mul nsw i64 %32, %div29
  %33 = load i64, ptr %address32, align 8
  %add33 = add nsw i64 %33, %mul31
  store i64 %add33, ptr %address32, align 8
  br label %cleanup

sw.bb34:                                          ; preds = %if.end
  %34 = load i8, ptr %incdec.ptr, align 1
  %conv36 = zext i8 %34 to i64
  %arrayidx38 = getelementptr inbounds nuw i8, ptr %incdec.ptr.i124143, i64 2
  %35 = load i8, ptr %arrayidx38, align 1
  %conv39 = zext i8 %35 to i64
  %shl = shl nuw nsw i64 %conv39, 8
  %or = or disjoint i64 %shl, %conv36
  %36 = load i64, ptr %address41, align 8
  %add42 = add nsw i64 %or, %36
  store i64 %add42, ptr %address41, align 8
  %add.ptr = getelementptr inbounds nuw i8, ptr %incdec.ptr.i124143, i64 3
  store ptr %add.ptr, ptr %lines, align 8
  br label %cleanup

for.body:                                         ; preds = %for.cond.preheader, %leb128.exit138
  %incdec.ptr.i124142 = phi ptr [ %incdec.ptr.i124, %leb128.exit138 ], [ %incdec.ptr, %for.cond.preheader ]
  %operand.0141 = phi i32 [ %inc, %leb128.exit138 ], [ 0, %for.cond.preheader ]
  br label %do.body.i121

do.body.i121:                                     ; preds = %do.body.i121, %for.body
  %indvars.iv.i122 = phi i64 [ %indvars.iv.next.i129, %do.body.i121 ], [ 0, %for.body ]
  %37 = phi ptr [ %incdec.ptr.i124, %do.body.i121 ], [ %incdec.ptr.i124142, %for.body ]
  %incdec.ptr.i124 = getelementptr inbounds nuw i8, ptr %37, i64 1
  store ptr %incdec.ptr.i124, ptr %lines, align 8
  %38 = load i8, ptr %37, align 1
  %indvars.iv.next.i129 = add nuw nsw i64 %indvars.iv.i122, 7
  %cmp.i130 = icmp slt i8 %38, 0
  %cmp2.i131 = icmp samesign ult i64 %indvars.iv.i122, 56
  %39 = select i1 %cmp.i130, i1 %cmp2.i131, i1 false
  br i1 %39, label %do.body.i121, label %leb128.exit138, !llvm.loop !4

leb128.exit138:                                   ; preds = %do.body.i121
  %inc = add nuw nsw i32 %operand.0141, 1
  %40 = load i8, ptr %arrayidx44, align 1
  %conv45 = zext i8 %40 to i32
  %cmp46 = icmp samesign ult i32 %inc, %conv45
  br i1 %cmp46, label %for.body, label %cleanup, !llvm.loop !7

cleanup:                                          ; preds = %leb128.exit138, %for.cond.preheader, %leb128.exit, %leb128.exit100, %leb128.exit119, %sw.bb25, %sw.bb34, %if.end.i, %if.end8.i, %if.end, %if.then
  %incdec.ptr.i124144 = phi ptr [ %incdec.ptr, %if.then ], [ %incdec.ptr, %if.end ], [ %add.ptr.i, %if.end8.i ], [ %add.ptr.i, %if.end.i ], [ %incdec.ptr.i, %leb128.exit ], [ %add.ptr, %sw.bb34 ], [ %incdec.ptr, %sw.bb25 ], [ %incdec.ptr.i105, %leb128.exit119 ], [ %incdec.ptr.i88, %leb128.exit100 ], [ %incdec.ptr, %for.cond.preheader ], [ %incdec.ptr.i124, %leb128.exit138 ]
  %retval.1 = phi i32 [ 1, %if.then ], [ 1, %if.end ], [ 2, %if.end8.i ], [ %retval.0, %if.end.i ], [ %retval.0, %leb128.exit ], [ %retval.0, %sw.bb34 ], [ %retval.0, %sw.bb25 ], [ %retval.0, %leb128.exit119 ], [ %retval.0, %leb128.exit100 ], [ %retval.0, %for.cond.preheader ], [ %retval.0, %leb128.exit138 ]
  %41 = phi i1 [ false, %if.then ], [ false, %if.end ], [ false, %if.end8.i ], [ true, %if.end.i ], [ true, %leb128.exit ], [ true, %sw.bb34 ], [ true, %sw.bb25 ], [ true, %leb128.exit119 ], [ true, %leb128.exit100 ], [ true, %for.cond.preheader ], [ true, %leb128.exit138 ]
  br i1 %41, label %while.cond, label %return

return:                                           ; preds = %while.cond, %cleanup
  %retval.2 = phi i32 [ %retval.1, %cleanup ], [ 0, %while.cond ]
  ret i32 %retval.2
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: nounwind uwtable
define void @install(ptr noundef readonly captures(none) %here) local_unnamed_addr #2 {
entry:
  %action.i19 = alloca %struct.Action, align 8
  %action.i10 = alloca %struct.Action, align 8
  %action.i1 = alloca %struct.Action, align 8
  %action.i = alloca %struct.Action, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) @machine, ptr noundef nonnull align 8 dereferenceable(24) %here, i64 24, i1 false)
  call void @llvm.lifetime.start.p0(ptr nonnull %action.i) #7
  %call.i = call i32 @sigaction(i32 noundef 4, ptr noundef null, ptr noundef nonnull %action.i) #7
  %0 = load ptr, ptr %action.i, align 8
  %cmp.i = icmp eq ptr %0, @handle
  br i1 %cmp.i, label %guard.exit, label %if.end.i

if.end.i:                                         ; preds = %entry
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(152) getelementptr inbounds nuw (i8, ptr @previous, i64 608), ptr noundef nonnull align 8 dereferenceable(152) %action.i, i64 152, i1 false)
  store ptr @handle, ptr %action.i, align 8
  %flags.i = getelementptr inbounds nuw i8, ptr %action.i, i64 136
  %1 = load i32, ptr %flags.i, align 8
  %and.i = and i32 %1, 1073741824
  %or2.i = or disjoint i32 %and.i, 134217732
  store i32 %or2.i, ptr %flags.i, align 8
  %call4.i = call i32 @sigaction(i32 noundef 4, ptr noundef nonnull %action.i, ptr noundef null) #7
  br label %guard.exit

guard.exit:                                       ; preds = %entry, %if.end.i
  call void @llvm.lifetime.end.p0(ptr nonnull %action.i) #7
  call void @llvm.lifetime.start.p0(ptr nonnull %action.i1) #7
  %call.i2 = call i32 @sigaction(i32 noundef 7, ptr noundef null, ptr noundef nonnull %action.i1) #7
  %2 = load ptr, ptr %action.i1, align 8
  %cmp.i3 = icmp eq ptr %2, @handle
  br i1 %cmp.i3, label %guard.exit9, label %if.end.i4

if.end.i4:                                        ; preds = %guard.exit
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(152) getelementptr inbounds nuw (i8, ptr @previous, i64 1064), ptr noundef nonnull align 8 dereferenceable(152) %action.i1, i64 152, i1 false)
  store ptr @handle, ptr %action.i1, align 8
  %flags.i5 = getelementptr inbounds nuw i8, ptr %action.i1, i64 136
  %3 = load i32, ptr %flags.i5, align 8
  %and.i6 = and i32 %3, 1073741824
  %or2.i7 = or disjoint i32 %and.i6, 134217732
  store i32 %or2.i7, ptr %flags.i5, align 8
  %call4.i8 = call i32 @sigaction(i32 noundef 7, ptr noundef nonnull %action.i1, ptr noundef null) #7
  br label %guard.exit9

guard.exit9:                                      ; preds = %guard.exit, %if.end.i4
  call void @llvm.lifetime.end.p0(ptr nonnull %action.i1) #7
  call void @llvm.lifetime.start.p0(ptr nonnull %action.i10) #7
  %call.i11 = call i32 @sigaction(i32 noundef 8, ptr noundef null, ptr noundef nonnull %action.i10) #7
  %4 = load ptr, ptr %action.i10, align 8
  %cmp.i12 = icmp eq ptr %4, @handle
  br i1 %cmp.i12, label %guard.exit18, label %if.end.i13

if.end.i13:                                       ; preds = %guard.exit9
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(152) getelementptr inbounds nuw (i8, ptr @previous, i64 1216), ptr noundef nonnull align 8 dereferenceable(152) %action.i10, i64 152, i1 false)
  store ptr @handle, ptr %action.i10, align 8
  %flags.i14 = getelementptr inbounds nuw i8, ptr %action.i10, i64 136
  %5 = load i32, ptr %flags.i14, align 8
  %and.i15 = and i32 %5, 1073741824
  %or2.i16 = or disjoint i32 %and.i15, 134217732
  store i32 %or2.i16, ptr %flags.i14, align 8
  %call4.i17 = call i32 @sigaction(i32 noundef 8, ptr noundef nonnull %action.i10, ptr noundef null) #7
  br label %guard.exit18

guard.exit18:                                     ; preds = %guard.exit9, %if.end.i13
  call void @llvm.lifetime.end.p0(ptr nonnull %action.i10) #7
  call void @llvm.lifetime.start.p0(ptr nonnull %action.i19) #7
  %call.i20 = call i32 @sigaction(i32 noundef 11, ptr noundef null, ptr noundef nonnull %action.i19) #7
  %6 = load ptr, ptr %action.i19, align 8
  %cmp.i21 = icmp eq ptr %6, @handle
  br i1 %cmp.i21, label %guard.exit27, label %if.end.i22

if.end.i22:                                       ; preds = %guard.exit18
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(152) getelementptr inbounds nuw (i8, ptr @previous, i64 1672), ptr noundef nonnull align 8 dereferenceable(152) %action.i19, i64 152, i1 false)
  store ptr @handle, ptr %action.i19, align 8
  %flags.i23 = getelementptr inbounds nuw i8, ptr %action.i19, i64 136
  %7 = load i32, ptr %flags.i23, align 8
  %and.i24 = and i32 %7, 1073741824
  %or2.i25 = or disjoint i32 %and.i24, 134217732
  store i32 %or2.i25, ptr %flags.i23, align 8
  %call4.i26 = call i32 @sigaction(i32 noundef 11, ptr noundef nonnull %action.i19, ptr noundef null) #7
  br label %guard.exit27

guard.exit27:                                     ; preds = %guard.exit18, %if.end.i22
  call void @llvm.lifetime.end.p0(ptr nonnull %action.i19) #7
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #3

declare i32 @sigaction(i32 noundef, ptr noundef, ptr noundef) local_unnamed_addr #4

; Function Attrs: nounwind uwtable
define internal void @handle(i32 noundef %number, ptr noundef %info, ptr noundef %context) #2 {
entry:
  %.compoundliteral.i = alloca %struct.Action, align 8
  %digits.i112.i = alloca [24 x i8], align 16
  %digits.i.i = alloca [24 x i8], align 16
  %digits.i.i.i = alloca [24 x i8], align 16
  %lines.i.i = alloca %struct.Lines, align 8
  %word.i.i = alloca i64, align 8
  %.compoundliteral.i.i = alloca %struct.Range, align 8
  %.compoundliteral1.i.i = alloca %struct.Range, align 8
  %text.i = alloca %struct.Text, align 8
  %code = getelementptr inbounds nuw i8, ptr %info, i64 8
  %0 = load i32, ptr %code, align 8
  %cmp = icmp sgt i32 %0, 0
  %idxprom = sext i32 %number to i64
  %arrayidx = getelementptr inbounds %struct.Action, ptr @previous, i64 %idxprom
  %1 = load ptr, ptr %arrayidx, align 8
  %call = tail call i64 @pthread_self() #7
  br i1 %cmp, label %if.then, label %land.rhs

if.then:                                          ; preds = %entry
  %2 = load i64, ptr @machine, align 8
  %add.ptr.i = getelementptr inbounds i8, ptr %context, i64 %2
  %3 = load i64, ptr %add.ptr.i, align 8
  %4 = load atomic i64, ptr @kernels acquire, align 8
  %5 = inttoptr i64 %4 to ptr
  %tobool.not7.i.i = icmp eq i64 %4, 0
  br i1 %tobool.not7.i.i, label %kernel_at.exit.i, label %land.rhs.i.i

land.rhs.i.i:                                     ; preds = %if.then, %while.body.i.i
  %kernel.08.i.i = phi ptr [ %8, %while.body.i.i ], [ %5, %if.then ]
  %begin.i.i = getelementptr inbounds nuw i8, ptr %kernel.08.i.i, i64 8
  %6 = load i64, ptr %begin.i.i, align 8
  %cmp.i.i = icmp slt i64 %3, %6
  br i1 %cmp.i.i, label %while.body.i.i, label %lor.rhs.i.i

lor.rhs.i.i:                                      ; preds = %land.rhs.i.i
  %end.i.i = getelementptr inbounds nuw i8, ptr %kernel.08.i.i, i64 16
  %7 = load i64, ptr %end.i.i, align 8
  %cmp1.not.i.i = icmp slt i64 %3, %7
  br i1 %cmp1.not.i.i, label %kernel_at.exit.i, label %while.body.i.i

while.body.i.i:                                   ; preds = %lor.rhs.i.i, %land.rhs.i.i
  %8 = load ptr, ptr %kernel.08.i.i, align 8
  %tobool.not.i.i = icmp eq ptr %8, null
  br i1 %tobool.not.i.i, label %kernel_at.exit.i, label %land.rhs.i.i, !llvm.loop !8

kernel_at.exit.i:                                 ; preds = %while.body.i.i, %lor.rhs.i.i, %if.then
  %kernel.0.lcssa.i.i = phi ptr [ %5, %if.then ], [ %kernel.08.i.i, %lor.rhs.i.i ], [ null, %while.body.i.i ]
  %tobool.not.i = icmp eq ptr %kernel.0.lcssa.i.i, null
  br i1 %tobool.not.i, label %if.then.i, label %if.end.i

if.then.i:                                        ; preds = %kernel_at.exit.i
  call void @llvm.lifetime.start.p0(ptr nonnull %.compoundliteral.i.i)
  call void @llvm.lifetime.start.p0(ptr nonnull %.compoundliteral1.i.i)
  %9 = load i64, ptr getelementptr inbounds nuw (i8, ptr @machine, i64 8), align 8
  %add.ptr.i.i = getelementptr inbounds i8, ptr %context, i64 %9
  %10 = load ptr, ptr %add.ptr.i.i, align 8
  %11 = load i32, ptr getelementptr inbounds nuw (i8, ptr @machine, i64 16), align 8
  %tobool.not.i21.i = icmp eq i32 %11, 0
  br i1 %tobool.not.i21.i, label %if.then.i.i, label %if.end.i.i

if.then.i.i:                                      ; preds = %if.then.i
  %12 = ptrtoint ptr %10 to i64
  br label %return_address.exit.i

if.end.i.i:                                       ; preds = %if.then.i
  call void @llvm.lifetime.start.p0(ptr nonnull %word.i.i) #7
  store i64 0, ptr %word.i.i, align 8
  %call.i.i = tail call i32 @getpid() #7
  store ptr %word.i.i, ptr %.compoundliteral.i.i, align 8
  %size.i.i = getelementptr inbounds nuw i8, ptr %.compoundliteral.i.i, i64 8
  store i64 8, ptr %size.i.i, align 8
  store ptr %10, ptr %.compoundliteral1.i.i, align 8
  %size3.i.i = getelementptr inbounds nuw i8, ptr %.compoundliteral1.i.i, i64 8
  store i64 8, ptr %size3.i.i, align 8
  %call4.i.i = call i64 @process_vm_readv(i32 noundef %call.i.i, ptr noundef nonnull %.compoundliteral.i.i, i64 noundef 1, ptr noundef nonnull %.compoundliteral1.i.i, i64 noundef 1, i64 noundef 0) #7
  %13 = load i64, ptr %word.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %word.i.i) #7
  br label %return_address.exit.i

return_address.exit.i:                            ; preds = %if.end.i.i, %if.then.i.i
  %retval.0.i.i = phi i64 [ %13, %if.end.i.i ], [ %12, %if.then.i.i ]
  call void @llvm.lifetime.end.p0(ptr nonnull %.compoundliteral.i.i)
  call void @llvm.lifetime.end.p0(ptr nonnull %.compoundliteral1.i.i)
  %sub.i = add nsw i64 %retval.0.i.i, -1
  %14 = load atomic i64, ptr @kernels acquire, align 8
  %15 = inttoptr i64 %14 to ptr
  %tobool.not7.i22.i = icmp eq i64 %14, 0
  br i1 %tobool.not7.i22.i, label %if.end.i, label %land.rhs.i23.i

land.rhs.i23.i:                                   ; preds = %return_address.exit.i, %while.body.i30.i
  %kernel.08.i24.i = phi ptr [ %18, %while.body.i30.i ], [ %15, %return_address.exit.i ]
  %begin.i25.i = getelementptr inbounds nuw i8, ptr %kernel.08.i24.i, i64 8
  %16 = load i64, ptr %begin.i25.i, align 8
  %cmp.i26.not.i = icmp sgt i64 %retval.0.i.i, %16
  br i1 %cmp.i26.not.i, label %lor.rhs.i27.i, label %while.body.i30.i

lor.rhs.i27.i:                                    ; preds = %land.rhs.i23.i
  %end.i28.i = getelementptr inbounds nuw i8, ptr %kernel.08.i24.i, i64 16
  %17 = load i64, ptr %end.i28.i, align 8
  %cmp1.not.i29.not.i = icmp sgt i64 %retval.0.i.i, %17
  br i1 %cmp1.not.i29.not.i, label %while.body.i30.i, label %if.end.i

while.body.i30.i:                                 ; preds = %lor.rhs.i27.i, %land.rhs.i23.i
  %18 = load ptr, ptr %kernel.08.i24.i, align 8
  %tobool.not.i31.i = icmp eq ptr %18, null
  br i1 %tobool.not.i31.i, label %if.end.i, label %land.rhs.i23.i, !llvm.loop !8

if.end.i:                                         ; preds = %while.body.i30.i, %lor.rhs.i27.i, %return_address.exit.i, %kernel_at.exit.i
  %kernel.0.i = phi ptr [ %kernel.0.lcssa.i.i, %kernel_at.exit.i ], [ %15, %return_address.exit.i ], [ %kernel.08.i24.i, %lor.rhs.i27.i ], [ null, %while.body.i30.i ]
  %pc.0.i = phi i64 [ %3, %kernel_at.exit.i ], [ %sub.i, %return_address.exit.i ], [ %sub.i, %lor.rhs.i27.i ], [ %sub.i, %while.body.i30.i ]
  %tobool3.not.i = icmp eq ptr %kernel.0.i, null
  br i1 %tobool3.not.i, label %land.end, label %if.end5.i

if.end5.i:                                        ; preds = %if.end.i
  call void @llvm.lifetime.start.p0(ptr nonnull %text.i) #7
  store i64 0, ptr %text.i, align 8
  %bytes.i.i = getelementptr inbounds nuw i8, ptr %text.i, i64 8
  br label %land.rhs.i34.i

land.rhs.i34.i:                                   ; preds = %while.body.i36.i, %if.end5.i
  %19 = phi i8 [ 116, %if.end5.i ], [ %21, %while.body.i36.i ]
  %from.addr.07.i.idx.i = phi i64 [ 0, %if.end5.i ], [ %from.addr.07.i.add.i, %while.body.i36.i ]
  %20 = load i64, ptr %text.i, align 8
  %cmp.i35.i = icmp slt i64 %20, 1024
  br i1 %cmp.i35.i, label %while.body.i36.i, label %append.exit.i

while.body.i36.i:                                 ; preds = %land.rhs.i34.i
  %from.addr.07.i.add.i = add nuw nsw i64 %from.addr.07.i.idx.i, 1
  %incdec.ptr.i.ptr.i = getelementptr inbounds nuw i8, ptr @.str, i64 %from.addr.07.i.add.i
  %inc.i.i = add nsw i64 %20, 1
  store i64 %inc.i.i, ptr %text.i, align 8
  %arrayidx.i.i = getelementptr inbounds i8, ptr %bytes.i.i, i64 %20
  store i8 %19, ptr %arrayidx.i.i, align 1
  %21 = load i8, ptr %incdec.ptr.i.ptr.i, align 1
  %exitcond.i = icmp eq i64 %from.addr.07.i.add.i, 15
  br i1 %exitcond.i, label %append.exit.i, label %land.rhs.i34.i, !llvm.loop !9

append.exit.i:                                    ; preds = %while.body.i36.i, %land.rhs.i34.i
  %arrayidx.i = getelementptr inbounds ptr, ptr @names, i64 %idxprom
  %22 = load ptr, ptr %arrayidx.i, align 8
  %23 = load i8, ptr %22, align 1
  %tobool.not6.i.i = icmp eq i8 %23, 0
  br i1 %tobool.not6.i.i, label %append.exit47.i, label %land.rhs.i39.i

land.rhs.i39.i:                                   ; preds = %append.exit.i, %while.body.i42.i
  %24 = phi i8 [ %26, %while.body.i42.i ], [ %23, %append.exit.i ]
  %from.addr.07.i40.i = phi ptr [ %incdec.ptr.i43.i, %while.body.i42.i ], [ %22, %append.exit.i ]
  %25 = load i64, ptr %text.i, align 8
  %cmp.i41.i = icmp slt i64 %25, 1024
  br i1 %cmp.i41.i, label %while.body.i42.i, label %append.exit47.i

while.body.i42.i:                                 ; preds = %land.rhs.i39.i
  %incdec.ptr.i43.i = getelementptr inbounds nuw i8, ptr %from.addr.07.i40.i, i64 1
  %inc.i44.i = add nsw i64 %25, 1
  store i64 %inc.i44.i, ptr %text.i, align 8
  %arrayidx.i45.i = getelementptr inbounds i8, ptr %bytes.i.i, i64 %25
  store i8 %24, ptr %arrayidx.i45.i, align 1
  %26 = load i8, ptr %incdec.ptr.i43.i, align 1
  %tobool.not.i46.i = icmp eq i8 %26, 0
  br i1 %tobool.not.i46.i, label %append.exit47.i, label %land.rhs.i39.i, !llvm.loop !9

append.exit47.i:                                  ; preds = %while.body.i42.i, %land.rhs.i39.i, %append.exit.i
  %cond.i = select i1 %tobool.not.i, ptr @.str.1, ptr @.str.2
  %27 = load i8, ptr %cond.i, align 1
  %tobool.not6.i48.i = icmp eq i8 %27, 0
  br i1 %tobool.not6.i48.i, label %append.exit59.i, label %land.rhs.i51.i

land.rhs.i51.i:                                   ; preds = %append.exit47.i, %while.body.i54.i
  %28 = phi i8 [ %30, %while.body.i54.i ], [ %27, %append.exit47.i ]
  %from.addr.07.i52.i = phi ptr [ %incdec.ptr.i55.i, %while.body.i54.i ], [ %cond.i, %append.exit47.i ]
  %29 = load i64, ptr %text.i, align 8
  %cmp.i53.i = icmp slt i64 %29, 1024
  br i1 %cmp.i53.i, label %while.body.i54.i, label %append.exit59.i

while.body.i54.i:                                 ; preds = %land.rhs.i51.i
  %incdec.ptr.i55.i = getelementptr inbounds nuw i8, ptr %from.addr.07.i52.i, i64 1
  %inc.i56.i = add nsw i64 %29, 1
  store i64 %inc.i56.i, ptr %text.i, align 8
  %arrayidx.i57.i = getelementptr inbounds i8, ptr %bytes.i.i, i64 %29
  store i8 %28, ptr %arrayidx.i57.i, align 1
  %30 = load i8, ptr %incdec.ptr.i55.i, align 1
  %tobool.not.i58.i = icmp eq i8 %30, 0
  br i1 %tobool.not.i58.i, label %append.exit59.i, label %land.rhs.i51.i, !llvm.loop !9

append.exit59.i:                                  ; preds = %while.body.i54.i, %land.rhs.i51.i, %append.exit47.i
  %name.i = getelementptr inbounds nuw i8, ptr %kernel.0.i, i64 24
  %31 = load ptr, ptr %name.i, align 8
  %32 = load i8, ptr %31, align 1
  %tobool.not6.i60.i = icmp eq i8 %32, 0
  br i1 %tobool.not6.i60.i, label %append.exit71.i, label %land.rhs.i63.i

land.rhs.i63.i:                                   ; preds = %append.exit59.i, %while.body.i66.i
  %33 = phi i8 [ %35, %while.body.i66.i ], [ %32, %append.exit59.i ]
  %from.addr.07.i64.i = phi ptr [ %incdec.ptr.i67.i, %while.body.i66.i ], [ %31, %append.exit59.i ]
  %34 = load i64, ptr %text.i, align 8
  %cmp.i65.i = icmp slt i64 %34, 1024
  br i1 %cmp.i65.i, label %while.body.i66.i, label %append.exit71.i

while.body.i66.i:                                 ; preds = %land.rhs.i63.i
  %incdec.ptr.i67.i = getelementptr inbounds nuw i8, ptr %from.addr.07.i64.i, i64 1
  %inc.i68.i = add nsw i64 %34, 1
  store i64 %inc.i68.i, ptr %text.i, align 8
  %arrayidx.i69.i = getelementptr inbounds i8, ptr %bytes.i.i, i64 %34
  store i8 %33, ptr %arrayidx.i69.i, align 1
  %35 = load i8, ptr %incdec.ptr.i67.i, align 1
  %tobool.not.i70.i = icmp eq i8 %35, 0
  br i1 %tobool.not.i70.i, label %append.exit71.i, label %land.rhs.i63.i, !llvm.loop !9

append.exit71.i:                                  ; preds = %while.body.i66.i, %land.rhs.i63.i, %append.exit59.i
  call void @llvm.lifetime.start.p0(ptr nonnull %lines.i.i) #7
  %lines1.i.i = getelementptr inbounds nuw i8, ptr %kernel.0.i, i64 40
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(80) %lines.i.i, ptr noundef nonnull readonly align 8 dereferenceable(80) %lines1.i.i, i64 80, i1 false)
  %call63.i.i = call i32 @next_line(ptr noundef nonnull %lines.i.i)
  %cmp.not64.i.i = icmp eq i32 %call63.i.i, 0
  br i1 %cmp.not64.i.i, label %for.cond.cleanup.i.i, label %land.rhs.lr.ph.i72.i

land.rhs.lr.ph.i72.i:                             ; preds = %append.exit71.i
  %address.i.i = getelementptr inbounds nuw i8, ptr %lines.i.i, i64 16
  %line8.i.i = getelementptr inbounds nuw i8, ptr %lines.i.i, i64 32
  %file14.i.i = getelementptr inbounds nuw i8, ptr %lines.i.i, i64 24
  br label %for.body.i.i

land.rhs.i73.i:                                   ; preds = %for.body.i.i
  %36 = load i64, ptr %address.i.i, align 8
  %cmp3.i.i = icmp sgt i64 %36, %pc.0.i
  %.not.i.i = select i1 %cmp5.i.i, i1 %cmp3.i.i, i1 false
  br i1 %.not.i.i, label %for.cond.cleanup.loopexit.i.i, label %for.body.i.i, !llvm.loop !10

for.cond.cleanup.loopexit.i.i:                    ; preds = %for.body.i.i, %land.rhs.i73.i
  %37 = select i1 %43, ptr @.str.11, ptr @.str.12
  br label %for.cond.cleanup.i.i

for.cond.cleanup.i.i:                             ; preds = %for.cond.cleanup.loopexit.i.i, %append.exit71.i
  %line.0.lcssa.i.i = phi i64 [ 0, %append.exit71.i ], [ %line.2.i.i, %for.cond.cleanup.loopexit.i.i ]
  %exact.0.lcssa.i.i = phi ptr [ @.str.12, %append.exit71.i ], [ %37, %for.cond.cleanup.loopexit.i.i ]
  %file.0.lcssa.i.i = phi i64 [ 0, %append.exit71.i ], [ %file.1.i.i, %for.cond.cleanup.loopexit.i.i ]
  %tobool17.not.i.i = icmp eq i64 %line.0.lcssa.i.i, 0
  %spec.select.i.i = select i1 %tobool17.not.i.i, ptr @.str.13, ptr %exact.0.lcssa.i.i
  %38 = load i8, ptr %spec.select.i.i, align 1
  %tobool.not6.i.i.i = icmp eq i8 %38, 0
  br i1 %tobool.not6.i.i.i, label %append.exit.i.i, label %land.rhs.i.i.i

land.rhs.i.i.i:                                   ; preds = %for.cond.cleanup.i.i, %while.body.i.i.i
  %39 = phi i8 [ %41, %while.body.i.i.i ], [ %38, %for.cond.cleanup.i.i ]
  %from.addr.07.i.i.i = phi ptr [ %incdec.ptr.i.i.i, %while.body.i.i.i ], [ %spec.select.i.i, %for.cond.cleanup.i.i ]
  %40 = load i64, ptr %text.i, align 8
  %cmp.i.i.i = icmp slt i64 %40, 1024
  br i1 %cmp.i.i.i, label %while.body.i.i.i, label %append.exit.i.i

while.body.i.i.i:                                 ; preds = %land.rhs.i.i.i
  %incdec.ptr.i.i.i = getelementptr inbounds nuw i8, ptr %from.addr.07.i.i.i, i64 1
  %inc.i.i.i = add nsw i64 %40, 1
  store i64 %inc.i.i.i, ptr %text.i, align 8
  %arrayidx.i.i.i = getelementptr inbounds i8, ptr %bytes.i.i, i64 %40
  store i8 %39, ptr %arrayidx.i.i.i, align 1
  %41 = load i8, ptr %incdec.ptr.i.i.i, align 1
  %tobool.not.i.i.i = icmp eq i8 %41, 0
  br i1 %tobool.not.i.i.i, label %append.exit.i.i, label %land.rhs.i.i.i, !llvm.loop !9

append.exit.i.i:                                  ; preds = %while.body.i.i.i, %land.rhs.i.i.i, %for.cond.cleanup.i.i
  br i1 %tobool17.not.i.i, label %append_place.exit.i, label %if.end22.i.i

for.body.i.i:                                     ; preds = %land.rhs.i73.i, %land.rhs.lr.ph.i72.i
  %line.065.i152.i = phi i64 [ 0, %land.rhs.lr.ph.i72.i ], [ %line.2.i.i, %land.rhs.i73.i ]
  %file.068.i151.i = phi i64 [ 0, %land.rhs.lr.ph.i72.i ], [ %file.1.i.i, %land.rhs.i73.i ]
  %call69.i150.i = phi i32 [ %call63.i.i, %land.rhs.lr.ph.i72.i ], [ %call.i74.i, %land.rhs.i73.i ]
  %cmp5.i.i = icmp eq i32 %call69.i150.i, 1
  %42 = load i64, ptr %line8.i.i, align 8
  %tobool.i.i = icmp ne i64 %42, 0
  %43 = select i1 %cmp5.i.i, i1 %tobool.i.i, i1 false
  %44 = load i64, ptr %file14.i.i, align 8
  %spec.select36.i.i = select i1 %tobool.i.i, i64 %42, i64 %line.065.i152.i
  %line.2.i.i = select i1 %cmp5.i.i, i64 %spec.select36.i.i, i64 0
  %file.1.i.i = select i1 %43, i64 %44, i64 %file.068.i151.i
  %call.i74.i = call i32 @next_line(ptr noundef nonnull %lines.i.i)
  %cmp.not.i.i = icmp eq i32 %call.i74.i, 0
  br i1 %cmp.not.i.i, label %for.cond.cleanup.loopexit.i.i, label %land.rhs.i73.i, !llvm.loop !10

if.end22.i.i:                                     ; preds = %append.exit.i.i
  %files.i.i = getelementptr inbounds nuw i8, ptr %kernel.0.i, i64 32
  %45 = load ptr, ptr %files.i.i, align 8
  %arrayidx.i75.i = getelementptr inbounds ptr, ptr %45, i64 %file.0.lcssa.i.i
  %46 = load ptr, ptr %arrayidx.i75.i, align 8
  %47 = load i8, ptr %46, align 1
  %tobool.not6.i37.i.i = icmp eq i8 %47, 0
  br i1 %tobool.not6.i37.i.i, label %append.exit48.i.i, label %land.rhs.i40.i.i

land.rhs.i40.i.i:                                 ; preds = %if.end22.i.i, %while.body.i43.i.i
  %48 = phi i8 [ %50, %while.body.i43.i.i ], [ %47, %if.end22.i.i ]
  %from.addr.07.i41.i.i = phi ptr [ %incdec.ptr.i44.i.i, %while.body.i43.i.i ], [ %46, %if.end22.i.i ]
  %49 = load i64, ptr %text.i, align 8
  %cmp.i42.i.i = icmp slt i64 %49, 1024
  br i1 %cmp.i42.i.i, label %while.body.i43.i.i, label %append.exit48.i.i

while.body.i43.i.i:                               ; preds = %land.rhs.i40.i.i
  %incdec.ptr.i44.i.i = getelementptr inbounds nuw i8, ptr %from.addr.07.i41.i.i, i64 1
  %inc.i45.i.i = add nsw i64 %49, 1
  store i64 %inc.i45.i.i, ptr %text.i, align 8
  %arrayidx.i46.i.i = getelementptr inbounds i8, ptr %bytes.i.i, i64 %49
  store i8 %48, ptr %arrayidx.i46.i.i, align 1
  %50 = load i8, ptr %incdec.ptr.i44.i.i, align 1
  %tobool.not.i47.i.i = icmp eq i8 %50, 0
  br i1 %tobool.not.i47.i.i, label %append.exit48.i.i, label %land.rhs.i40.i.i, !llvm.loop !9

append.exit48.i.i:                                ; preds = %while.body.i43.i.i, %land.rhs.i40.i.i, %if.end22.i.i
  %51 = load i64, ptr %text.i, align 8
  %cmp.i53.i.i = icmp slt i64 %51, 1024
  br i1 %cmp.i53.i.i, label %while.body.i54.i.i, label %append.exit59.i.i

while.body.i54.i.i:                               ; preds = %append.exit48.i.i
  %inc.i56.i.i = add nsw i64 %51, 1
  store i64 %inc.i56.i.i, ptr %text.i, align 8
  %arrayidx.i57.i.i = getelementptr inbounds i8, ptr %bytes.i.i, i64 %51
  store i8 58, ptr %arrayidx.i57.i.i, align 1
  br label %append.exit59.i.i

append.exit59.i.i:                                ; preds = %while.body.i54.i.i, %append.exit48.i.i
  call void @llvm.lifetime.start.p0(ptr nonnull %digits.i.i.i) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(24) %digits.i.i.i, i8 0, i64 24, i1 false)
  %add.ptr1.i.i.i = getelementptr inbounds nuw i8, ptr %digits.i.i.i, i64 23
  br label %do.body.i.i.i

do.body.i.i.i:                                    ; preds = %do.body.i.i.i, %append.exit59.i.i
  %number.addr.0.i.i.i = phi i64 [ %line.0.lcssa.i.i, %append.exit59.i.i ], [ %div.i.i.i, %do.body.i.i.i ]
  %at.0.i.i.i = phi ptr [ %add.ptr1.i.i.i, %append.exit59.i.i ], [ %incdec.ptr.i61.i.i, %do.body.i.i.i ]
  %rem.i.i.i = urem i64 %number.addr.0.i.i.i, 10
  %arrayidx.i60.i.i = getelementptr inbounds nuw i8, ptr @.str.15, i64 %rem.i.i.i
  %52 = load i8, ptr %arrayidx.i60.i.i, align 1
  %incdec.ptr.i61.i.i = getelementptr inbounds i8, ptr %at.0.i.i.i, i64 -1
  store i8 %52, ptr %incdec.ptr.i61.i.i, align 1
  %div.i.i.i = udiv i64 %number.addr.0.i.i.i, 10
  %tobool.not.i62.i.i = icmp ult i64 %number.addr.0.i.i.i, 10
  br i1 %tobool.not.i62.i.i, label %land.rhs.i.i.i.i, label %do.body.i.i.i, !llvm.loop !11

land.rhs.i.i.i.i:                                 ; preds = %do.body.i.i.i, %while.body.i.i.i.i
  %53 = phi i8 [ %55, %while.body.i.i.i.i ], [ %52, %do.body.i.i.i ]
  %from.addr.07.i.i.i.i = phi ptr [ %incdec.ptr.i.i.i.i, %while.body.i.i.i.i ], [ %incdec.ptr.i61.i.i, %do.body.i.i.i ]
  %54 = load i64, ptr %text.i, align 8
  %cmp.i.i.i.i = icmp slt i64 %54, 1024
  br i1 %cmp.i.i.i.i, label %while.body.i.i.i.i, label %append_number.exit.i.i

while.body.i.i.i.i:                               ; preds = %land.rhs.i.i.i.i
  %incdec.ptr.i.i.i.i = getelementptr inbounds nuw i8, ptr %from.addr.07.i.i.i.i, i64 1
  %inc.i.i.i.i = add nsw i64 %54, 1
  store i64 %inc.i.i.i.i, ptr %text.i, align 8
  %arrayidx.i.i.i.i = getelementptr inbounds i8, ptr %bytes.i.i, i64 %54
  store i8 %53, ptr %arrayidx.i.i.i.i, align 1
  %55 = load i8, ptr %incdec.ptr.i.i.i.i, align 1
  %tobool.not.i.i.i.i = icmp eq i8 %55, 0
  br i1 %tobool.not.i.i.i.i, label %append_number.exit.i.i, label %land.rhs.i.i.i.i, !llvm.loop !9

append_number.exit.i.i:                           ; preds = %while.body.i.i.i.i, %land.rhs.i.i.i.i
  call void @llvm.lifetime.end.p0(ptr nonnull %digits.i.i.i) #7
  br label %append_place.exit.i

append_place.exit.i:                              ; preds = %append_number.exit.i.i, %append.exit.i.i
  call void @llvm.lifetime.end.p0(ptr nonnull %lines.i.i) #7
  br label %land.rhs.i78.i

land.rhs.i78.i:                                   ; preds = %while.body.i81.i, %append_place.exit.i
  %56 = phi i8 [ 32, %append_place.exit.i ], [ %58, %while.body.i81.i ]
  %from.addr.07.i79.idx.i = phi i64 [ 0, %append_place.exit.i ], [ %from.addr.07.i79.add.i, %while.body.i81.i ]
  %57 = load i64, ptr %text.i, align 8
  %cmp.i80.i = icmp slt i64 %57, 1024
  br i1 %cmp.i80.i, label %while.body.i81.i, label %append.exit86.i

while.body.i81.i:                                 ; preds = %land.rhs.i78.i
  %from.addr.07.i79.add.i = add nuw nsw i64 %from.addr.07.i79.idx.i, 1
  %incdec.ptr.i82.ptr.i = getelementptr inbounds nuw i8, ptr @.str.3, i64 %from.addr.07.i79.add.i
  %inc.i83.i = add nsw i64 %57, 1
  store i64 %inc.i83.i, ptr %text.i, align 8
  %arrayidx.i84.i = getelementptr inbounds i8, ptr %bytes.i.i, i64 %57
  store i8 %56, ptr %arrayidx.i84.i, align 1
  %58 = load i8, ptr %incdec.ptr.i82.ptr.i, align 1
  %exitcond156.i = icmp eq i64 %from.addr.07.i79.add.i, 12
  br i1 %exitcond156.i, label %append.exit86.i, label %land.rhs.i78.i, !llvm.loop !9

append.exit86.i:                                  ; preds = %while.body.i81.i, %land.rhs.i78.i
  %address.i = getelementptr inbounds nuw i8, ptr %info, i64 16
  %59 = load i64, ptr %address.i, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %digits.i.i) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(24) %digits.i.i, i8 0, i64 24, i1 false)
  %add.ptr1.i.i = getelementptr inbounds nuw i8, ptr %digits.i.i, i64 23
  br label %do.body.i.i

do.body.i.i:                                      ; preds = %do.body.i.i, %append.exit86.i
  %number.addr.0.i.i = phi i64 [ %59, %append.exit86.i ], [ %div.i145.i, %do.body.i.i ]
  %at.0.i.i = phi ptr [ %add.ptr1.i.i, %append.exit86.i ], [ %incdec.ptr.i88.i, %do.body.i.i ]
  %rem.i.i = and i64 %number.addr.0.i.i, 15
  %arrayidx.i87.i = getelementptr inbounds nuw i8, ptr @.str.15, i64 %rem.i.i
  %60 = load i8, ptr %arrayidx.i87.i, align 1
  %incdec.ptr.i88.i = getelementptr inbounds i8, ptr %at.0.i.i, i64 -1
  store i8 %60, ptr %incdec.ptr.i88.i, align 1
  %div.i145.i = lshr i64 %number.addr.0.i.i, 4
  %tobool.not.i89.i = icmp ult i64 %number.addr.0.i.i, 16
  br i1 %tobool.not.i89.i, label %land.rhs.i.i92.i, label %do.body.i.i, !llvm.loop !11

land.rhs.i.i92.i:                                 ; preds = %do.body.i.i, %while.body.i.i96.i
  %61 = phi i8 [ %63, %while.body.i.i96.i ], [ %60, %do.body.i.i ]
  %from.addr.07.i.i93.i = phi ptr [ %incdec.ptr.i.i97.i, %while.body.i.i96.i ], [ %incdec.ptr.i88.i, %do.body.i.i ]
  %62 = load i64, ptr %text.i, align 8
  %cmp.i.i94.i = icmp slt i64 %62, 1024
  br i1 %cmp.i.i94.i, label %while.body.i.i96.i, label %append_number.exit.i

while.body.i.i96.i:                               ; preds = %land.rhs.i.i92.i
  %incdec.ptr.i.i97.i = getelementptr inbounds nuw i8, ptr %from.addr.07.i.i93.i, i64 1
  %inc.i.i98.i = add nsw i64 %62, 1
  store i64 %inc.i.i98.i, ptr %text.i, align 8
  %arrayidx.i.i99.i = getelementptr inbounds i8, ptr %bytes.i.i, i64 %62
  store i8 %61, ptr %arrayidx.i.i99.i, align 1
  %63 = load i8, ptr %incdec.ptr.i.i97.i, align 1
  %tobool.not.i.i100.i = icmp eq i8 %63, 0
  br i1 %tobool.not.i.i100.i, label %append_number.exit.i, label %land.rhs.i.i92.i, !llvm.loop !9

append_number.exit.i:                             ; preds = %while.body.i.i96.i, %land.rhs.i.i92.i
  call void @llvm.lifetime.end.p0(ptr nonnull %digits.i.i) #7
  br label %land.rhs.i103.i

land.rhs.i103.i:                                  ; preds = %while.body.i106.i, %append_number.exit.i
  %64 = phi i8 [ 44, %append_number.exit.i ], [ %66, %while.body.i106.i ]
  %from.addr.07.i104.idx.i = phi i64 [ 0, %append_number.exit.i ], [ %from.addr.07.i104.add.i, %while.body.i106.i ]
  %65 = load i64, ptr %text.i, align 8
  %cmp.i105.i = icmp slt i64 %65, 1024
  br i1 %cmp.i105.i, label %while.body.i106.i, label %append.exit111.i

while.body.i106.i:                                ; preds = %land.rhs.i103.i
  %from.addr.07.i104.add.i = add nuw nsw i64 %from.addr.07.i104.idx.i, 1
  %incdec.ptr.i107.ptr.i = getelementptr inbounds nuw i8, ptr @.str.4, i64 %from.addr.07.i104.add.i
  %inc.i108.i = add nsw i64 %65, 1
  store i64 %inc.i108.i, ptr %text.i, align 8
  %arrayidx.i109.i = getelementptr inbounds i8, ptr %bytes.i.i, i64 %65
  store i8 %64, ptr %arrayidx.i109.i, align 1
  %66 = load i8, ptr %incdec.ptr.i107.ptr.i, align 1
  %exitcond157.i = icmp eq i64 %from.addr.07.i104.add.i, 10
  br i1 %exitcond157.i, label %append.exit111.i, label %land.rhs.i103.i, !llvm.loop !9

append.exit111.i:                                 ; preds = %while.body.i106.i, %land.rhs.i103.i
  %begin.i = getelementptr inbounds nuw i8, ptr %kernel.0.i, i64 8
  %67 = load i64, ptr %begin.i, align 8
  %sub7.i = sub nsw i64 %pc.0.i, %67
  call void @llvm.lifetime.start.p0(ptr nonnull %digits.i112.i) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(24) %digits.i112.i, i8 0, i64 24, i1 false)
  %add.ptr1.i113.i = getelementptr inbounds nuw i8, ptr %digits.i112.i, i64 23
  br label %do.body.i114.i

do.body.i114.i:                                   ; preds = %do.body.i114.i, %append.exit111.i
  %number.addr.0.i115.i = phi i64 [ %sub7.i, %append.exit111.i ], [ %div.i120146.i, %do.body.i114.i ]
  %at.0.i116.i = phi ptr [ %add.ptr1.i113.i, %append.exit111.i ], [ %incdec.ptr.i119.i, %do.body.i114.i ]
  %rem.i117.i = and i64 %number.addr.0.i115.i, 15
  %arrayidx.i118.i = getelementptr inbounds nuw i8, ptr @.str.15, i64 %rem.i117.i
  %68 = load i8, ptr %arrayidx.i118.i, align 1
  %incdec.ptr.i119.i = getelementptr inbounds i8, ptr %at.0.i116.i, i64 -1
  store i8 %68, ptr %incdec.ptr.i119.i, align 1
  %div.i120146.i = lshr i64 %number.addr.0.i115.i, 4
  %tobool.not.i121.i = icmp ult i64 %number.addr.0.i115.i, 16
  br i1 %tobool.not.i121.i, label %land.rhs.i.i124.i, label %do.body.i114.i, !llvm.loop !11

land.rhs.i.i124.i:                                ; preds = %do.body.i114.i, %while.body.i.i128.i
  %69 = phi i8 [ %71, %while.body.i.i128.i ], [ %68, %do.body.i114.i ]
  %from.addr.07.i.i125.i = phi ptr [ %incdec.ptr.i.i129.i, %while.body.i.i128.i ], [ %incdec.ptr.i119.i, %do.body.i114.i ]
  %70 = load i64, ptr %text.i, align 8
  %cmp.i.i126.i = icmp slt i64 %70, 1024
  br i1 %cmp.i.i126.i, label %while.body.i.i128.i, label %append_number.exit133.i

while.body.i.i128.i:                              ; preds = %land.rhs.i.i124.i
  %incdec.ptr.i.i129.i = getelementptr inbounds nuw i8, ptr %from.addr.07.i.i125.i, i64 1
  %inc.i.i130.i = add nsw i64 %70, 1
  store i64 %inc.i.i130.i, ptr %text.i, align 8
  %arrayidx.i.i131.i = getelementptr inbounds i8, ptr %bytes.i.i, i64 %70
  store i8 %69, ptr %arrayidx.i.i131.i, align 1
  %71 = load i8, ptr %incdec.ptr.i.i129.i, align 1
  %tobool.not.i.i132.i = icmp eq i8 %71, 0
  br i1 %tobool.not.i.i132.i, label %append_number.exit133.i, label %land.rhs.i.i124.i, !llvm.loop !9

append_number.exit133.i:                          ; preds = %while.body.i.i128.i, %land.rhs.i.i124.i
  call void @llvm.lifetime.end.p0(ptr nonnull %digits.i112.i) #7
  br label %land.rhs.i136.i

land.rhs.i136.i:                                  ; preds = %while.body.i139.i, %append_number.exit133.i
  %72 = phi i8 [ 41, %append_number.exit133.i ], [ %74, %while.body.i139.i ]
  %exitcond158.i = phi i1 [ false, %append_number.exit133.i ], [ true, %while.body.i139.i ]
  %from.addr.07.i137.idx.i = phi i64 [ 1, %append_number.exit133.i ], [ 2, %while.body.i139.i ]
  %73 = load i64, ptr %text.i, align 8
  %cmp.i138.i = icmp slt i64 %73, 1024
  br i1 %cmp.i138.i, label %while.body.i139.i, label %append.exit144.i

while.body.i139.i:                                ; preds = %land.rhs.i136.i
  %incdec.ptr.i140.ptr.i = getelementptr inbounds nuw i8, ptr @.str.5, i64 %from.addr.07.i137.idx.i
  %inc.i141.i = add nsw i64 %73, 1
  store i64 %inc.i141.i, ptr %text.i, align 8
  %arrayidx.i142.i = getelementptr inbounds i8, ptr %bytes.i.i, i64 %73
  store i8 %72, ptr %arrayidx.i142.i, align 1
  %74 = load i8, ptr %incdec.ptr.i140.ptr.i, align 1
  br i1 %exitcond158.i, label %append.exit144.i, label %land.rhs.i136.i, !llvm.loop !9

append.exit144.i:                                 ; preds = %while.body.i139.i, %land.rhs.i136.i
  %75 = load i64, ptr %text.i, align 8
  %call9.i = call i64 @write(i32 noundef 2, ptr noundef nonnull %bytes.i.i, i64 noundef %75) #7
  call void @llvm.lifetime.end.p0(ptr nonnull %text.i) #7
  br label %land.end

land.rhs:                                         ; preds = %entry
  %76 = load atomic i64, ptr @owner monotonic, align 8
  %cmp3 = icmp eq i64 %76, %call
  %77 = freeze i1 %cmp3
  br label %land.end

land.end:                                         ; preds = %append.exit144.i, %if.end.i, %land.rhs
  %78 = phi i1 [ %77, %land.rhs ], [ false, %if.end.i ], [ false, %append.exit144.i ]
  %cmp5 = icmp ne ptr %1, inttoptr (i64 1 to ptr)
  %or.cond.not52 = select i1 %cmp5, i1 true, i1 %cmp
  %or.cond31 = or i1 %or.cond.not52, %78
  br i1 %or.cond31, label %if.end10, label %cleanup

if.end10:                                         ; preds = %land.end
  %79 = icmp ult ptr %1, inttoptr (i64 2 to ptr)
  %or.cond49 = select i1 %78, i1 true, i1 %79
  br i1 %or.cond49, label %if.then15, label %if.end17

if.then15:                                        ; preds = %if.end10
  call void @llvm.lifetime.start.p0(ptr nonnull %.compoundliteral.i)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(152) %.compoundliteral.i, i8 0, i64 152, i1 false)
  %call.i = call i32 @sigaction(i32 noundef %number, ptr noundef nonnull %.compoundliteral.i, ptr noundef null) #7
  br i1 %cmp, label %die.exit, label %if.then.i51

if.then.i51:                                      ; preds = %if.then15
  %call1.i = call i32 @raise(i32 noundef %number) #7
  br label %die.exit

die.exit:                                         ; preds = %if.then15, %if.then.i51
  call void @llvm.lifetime.end.p0(ptr nonnull %.compoundliteral.i)
  br label %cleanup

if.end17:                                         ; preds = %if.end10
  %80 = cmpxchg ptr @owner, i64 0, i64 %call monotonic monotonic, align 8
  call void %1(i32 noundef %number, ptr noundef %info, ptr noundef %context) #7
  %81 = cmpxchg ptr @owner, i64 %call, i64 0 monotonic monotonic, align 8
  br label %cleanup

cleanup:                                          ; preds = %land.end, %if.end17, %die.exit
  ret void
}

declare i64 @pthread_self() local_unnamed_addr #4

; Function Attrs: nofree
declare noundef i64 @write(i32 noundef, ptr noundef readonly captures(none), i64 noundef) local_unnamed_addr #5

declare i64 @process_vm_readv(i32 noundef, ptr noundef, i64 noundef, ptr noundef, i64 noundef, i64 noundef) local_unnamed_addr #4

declare i32 @getpid() local_unnamed_addr #4

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #6

declare i32 @raise(i32 noundef) local_unnamed_addr #4

attributes #0 = { nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { nofree "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #6 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #7 = { nounwind }

!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
!7 = distinct !{!7, !5, !6}
!8 = distinct !{!8, !5, !6}
!9 = distinct !{!9, !5, !6}
!10 = distinct !{!10, !5, !6}
!11 = distinct !{!11, !5, !6}
