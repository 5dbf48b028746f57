; Made of copies.c by regenerate.py, see README.md.
@current = external local_unnamed_addr global ptr, align 8
@launch = external local_unnamed_addr global ptr, align 8

; Function Attrs: nounwind uwtable
define void @emu_copy_async(i64 noundef %to, ptr noundef %from, i32 noundef %size, i32 noundef %given, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @current, align 8
  %copies = getelementptr inbounds nuw i8, ptr %0, i64 104
  %1 = load ptr, ptr %copies, align 8
  %tobool.not = icmp eq ptr %1, null
  br i1 %tobool.not, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %call = tail call dereferenceable_or_null(24) ptr @calloc(i64 noundef 1, i64 noundef 24) #10
  store ptr %call, ptr %copies, align 8
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  %2 = load ptr, ptr %copies, align 8
  %call3 = tail call dereferenceable_or_null(48) ptr @calloc(i64 noundef 1, i64 noundef 48) #10
  %cmp = icmp ugt i32 %given, %size
  br i1 %cmp, label %if.then4, label %if.end5

if.then4:                                         ; preds = %if.end
  tail call void @fail(i32 noundef 13, i32 noundef %site) #11
  unreachable

if.end5:                                          ; preds = %if.end
  %call7 = tail call i64 @check_copy(i64 noundef %to, ptr noundef %from, i32 noundef %size, i32 noundef %given, i32 noundef %site) #12
  %group11 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %3 = load i32, ptr %group11, align 8
  store ptr null, ptr %call3, align 8
  %.compoundliteral.sroa.2.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call3, i64 8
  store i64 %to, ptr %.compoundliteral.sroa.2.0..sroa_idx, align 8
  %.compoundliteral.sroa.3.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call3, i64 16
  store i64 %call7, ptr %.compoundliteral.sroa.3.0..sroa_idx, align 8
  %.compoundliteral.sroa.4.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call3, i64 24
  store ptr %from, ptr %.compoundliteral.sroa.4.0..sroa_idx, align 8
  %.compoundliteral.sroa.5.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call3, i64 32
  store i32 %size, ptr %.compoundliteral.sroa.5.0..sroa_idx, align 8
  %.compoundliteral.sroa.6.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call3, i64 36
  store i32 %given, ptr %.compoundliteral.sroa.6.0..sroa_idx, align 4
  %.compoundliteral.sroa.7.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call3, i64 40
  store i32 %3, ptr %.compoundliteral.sroa.7.0..sroa_idx, align 8
  %.compoundliteral.sroa.8.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call3, i64 44
  store i32 %site, ptr %.compoundliteral.sroa.8.0..sroa_idx, align 4
  %last = getelementptr inbounds nuw i8, ptr %2, i64 8
  %4 = load ptr, ptr %last, align 8
  %tobool13.not = icmp eq ptr %4, null
  %. = select i1 %tobool13.not, ptr %2, ptr %4
  store ptr %call3, ptr %., align 8
  store ptr %call3, ptr %last, align 8
  ret void
}

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @calloc(i64 noundef, i64 noundef) local_unnamed_addr #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

; Function Attrs: noreturn
declare void @fail(i32 noundef, i32 noundef) local_unnamed_addr #3

declare i64 @check_copy(i64 noundef, ptr noundef, i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #4

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @emu_commit_copies() local_unnamed_addr #6 {
entry:
  %0 = load ptr, ptr @current, align 8
  %copies = getelementptr inbounds nuw i8, ptr %0, i64 104
  %1 = load ptr, ptr %copies, align 8
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
define void @emu_wait_for_copies(i32 noundef %pending, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %bytes.i = alloca [16 x i8], align 16
  %0 = load ptr, ptr @launch, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %0, i64 120
  %1 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp ne i64 %1, 0
  %conv.i = zext i32 %site to i64
  %cmp.i = icmp eq i64 %1, %conv.i
  %2 = and i1 %tobool.not.i, %cmp.i
  br i1 %2, label %cond.end, label %cond.false

cond.false:                                       ; preds = %entry
  %3 = load ptr, ptr @current, align 8
  %copies = getelementptr inbounds nuw i8, ptr %3, i64 104
  %4 = load ptr, ptr %copies, align 8
  br label %cond.end

cond.end:                                         ; preds = %entry, %cond.false
  %cond = phi ptr [ %4, %cond.false ], [ null, %entry ]
  %tobool.not = icmp eq ptr %cond, null
  br i1 %tobool.not, label %while.end, label %land.lhs.true.lr.ph

land.lhs.true.lr.ph:                              ; preds = %cond.end
  %group3 = getelementptr inbounds nuw i8, ptr %cond, i64 16
  %last.i = getelementptr inbounds nuw i8, ptr %cond, i64 8
  %5 = load ptr, ptr %cond, align 8
  %tobool1.not12 = icmp eq ptr %5, null
  br i1 %tobool1.not12, label %while.end, label %land.rhs

land.rhs:                                         ; preds = %land.lhs.true.lr.ph, %take_first.exit
  %6 = phi ptr [ %25, %take_first.exit ], [ %5, %land.lhs.true.lr.ph ]
  %group = getelementptr inbounds nuw i8, ptr %6, i64 40
  %7 = load i32, ptr %group, align 8
  %add = add i32 %7, %pending
  %8 = load i32, ptr %group3, align 8
  %cmp = icmp ult i32 %add, %8
  br i1 %cmp, label %while.body, label %while.end

while.body:                                       ; preds = %land.rhs
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes.i) #12
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %bytes.i, i8 0, i64 16, i1 false)
  %to.i = getelementptr inbounds nuw i8, ptr %6, i64 8
  %9 = load i64, ptr %to.i, align 8
  %size.i = getelementptr inbounds nuw i8, ptr %6, i64 32
  %10 = load i32, ptr %size.i, align 8
  %write.i = getelementptr inbounds nuw i8, ptr %6, i64 16
  %11 = load i64, ptr %write.i, align 8
  %site.i = getelementptr inbounds nuw i8, ptr %6, i64 44
  %12 = load i32, ptr %site.i, align 4
  call void @check_untouched(i64 noundef %9, i32 noundef %10, i64 noundef %11, i32 noundef %12) #12
  %13 = load i64, ptr %to.i, align 8
  %from.i = getelementptr inbounds nuw i8, ptr %6, i64 24
  %14 = load ptr, ptr %from.i, align 8
  %15 = load i32, ptr %size.i, align 8
  %given.i = getelementptr inbounds nuw i8, ptr %6, i64 36
  %16 = load i32, ptr %given.i, align 4
  %17 = load i32, ptr %site.i, align 4
  %call.i = call i64 @check_copy(i64 noundef %13, ptr noundef %14, i32 noundef %15, i32 noundef %16, i32 noundef %17) #12
  %18 = load ptr, ptr %from.i, align 8
  %19 = load i32, ptr %given.i, align 4
  %conv.i10 = zext i32 %19 to i64
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 16 %bytes.i, ptr align 1 %18, i64 %conv.i10, i1 false)
  %20 = load i64, ptr %to.i, align 8
  %21 = load i32, ptr %size.i, align 8
  %22 = load i32, ptr %site.i, align 4
  call void @write_shared(i64 noundef %20, ptr noundef nonnull %bytes.i, i32 noundef %21, i32 noundef %22) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.i) #12
  %23 = load ptr, ptr %cond, align 8
  %24 = load ptr, ptr %23, align 8
  store ptr %24, ptr %cond, align 8
  %tobool.not.i11 = icmp eq ptr %24, null
  br i1 %tobool.not.i11, label %if.then.i, label %take_first.exit

if.then.i:                                        ; preds = %while.body
  store ptr null, ptr %last.i, align 8
  br label %take_first.exit

take_first.exit:                                  ; preds = %while.body, %if.then.i
  call void @free(ptr noundef %23)
  %25 = load ptr, ptr %cond, align 8
  %tobool1.not = icmp eq ptr %25, null
  br i1 %tobool1.not, label %while.end, label %land.rhs

while.end:                                        ; preds = %take_first.exit, %land.rhs, %land.lhs.true.lr.ph, %cond.end
  ret void
}

; Function Attrs: nounwind uwtable
define void @emu_wait_for_all_copies(i32 noundef %site) local_unnamed_addr #0 {
entry:
  %bytes.i = alloca [16 x i8], align 16
  %0 = load ptr, ptr @launch, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %0, i64 120
  %1 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp ne i64 %1, 0
  %conv.i = zext i32 %site to i64
  %cmp.i = icmp eq i64 %1, %conv.i
  %2 = and i1 %tobool.not.i, %cmp.i
  br i1 %2, label %cond.end, label %cond.false

cond.false:                                       ; preds = %entry
  %3 = load ptr, ptr @current, align 8
  %copies = getelementptr inbounds nuw i8, ptr %3, i64 104
  %4 = load ptr, ptr %copies, align 8
  br label %cond.end

cond.end:                                         ; preds = %entry, %cond.false
  %cond = phi ptr [ %4, %cond.false ], [ null, %entry ]
  %tobool.not = icmp eq ptr %cond, null
  br i1 %tobool.not, label %while.end, label %land.rhs.lr.ph

land.rhs.lr.ph:                                   ; preds = %cond.end
  %last.i = getelementptr inbounds nuw i8, ptr %cond, i64 8
  %5 = load ptr, ptr %cond, align 8
  %tobool1.not8 = icmp eq ptr %5, null
  br i1 %tobool1.not8, label %while.end, label %while.body

while.body:                                       ; preds = %land.rhs.lr.ph, %take_first.exit
  %6 = phi ptr [ %23, %take_first.exit ], [ %5, %land.rhs.lr.ph ]
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes.i) #12
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %bytes.i, i8 0, i64 16, i1 false)
  %to.i = getelementptr inbounds nuw i8, ptr %6, i64 8
  %7 = load i64, ptr %to.i, align 8
  %size.i = getelementptr inbounds nuw i8, ptr %6, i64 32
  %8 = load i32, ptr %size.i, align 8
  %write.i = getelementptr inbounds nuw i8, ptr %6, i64 16
  %9 = load i64, ptr %write.i, align 8
  %site.i = getelementptr inbounds nuw i8, ptr %6, i64 44
  %10 = load i32, ptr %site.i, align 4
  call void @check_untouched(i64 noundef %7, i32 noundef %8, i64 noundef %9, i32 noundef %10) #12
  %11 = load i64, ptr %to.i, align 8
  %from.i = getelementptr inbounds nuw i8, ptr %6, i64 24
  %12 = load ptr, ptr %from.i, align 8
  %13 = load i32, ptr %size.i, align 8
  %given.i = getelementptr inbounds nuw i8, ptr %6, i64 36
  %14 = load i32, ptr %given.i, align 4
  %15 = load i32, ptr %site.i, align 4
  %call.i = call i64 @check_copy(i64 noundef %11, ptr noundef %12, i32 noundef %13, i32 noundef %14, i32 noundef %15) #12
  %16 = load ptr, ptr %from.i, align 8
  %17 = load i32, ptr %given.i, align 4
  %conv.i6 = zext i32 %17 to i64
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 16 %bytes.i, ptr align 1 %16, i64 %conv.i6, i1 false)
  %18 = load i64, ptr %to.i, align 8
  %19 = load i32, ptr %size.i, align 8
  %20 = load i32, ptr %site.i, align 4
  call void @write_shared(i64 noundef %18, ptr noundef nonnull %bytes.i, i32 noundef %19, i32 noundef %20) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.i) #12
  %21 = load ptr, ptr %cond, align 8
  %22 = load ptr, ptr %21, align 8
  store ptr %22, ptr %cond, align 8
  %tobool.not.i7 = icmp eq ptr %22, null
  br i1 %tobool.not.i7, label %if.then.i, label %take_first.exit

if.then.i:                                        ; preds = %while.body
  store ptr null, ptr %last.i, align 8
  br label %take_first.exit

take_first.exit:                                  ; preds = %while.body, %if.then.i
  call void @free(ptr noundef %21)
  %23 = load ptr, ptr %cond, align 8
  %tobool1.not = icmp eq ptr %23, null
  br i1 %tobool1.not, label %while.end, label %while.body

while.end:                                        ; preds = %take_first.exit, %land.rhs.lr.ph, %cond.end
  ret void
}

; Function Attrs: nounwind memory(readwrite, target_mem0: none, target_mem1: none) uwtable
define void @forget_copies(ptr noundef captures(none) %thread) local_unnamed_addr #7 {
entry:
  %copies = getelementptr inbounds nuw i8, ptr %thread, i64 104
  %0 = load ptr, ptr %copies, align 8
  %tobool.not10 = icmp eq ptr %0, null
  br i1 %tobool.not10, label %while.end, label %land.rhs

land.rhs:                                         ; preds = %entry, %take_first.exit
  %1 = phi ptr [ %4, %take_first.exit ], [ %0, %entry ]
  %2 = load ptr, ptr %1, align 8
  %tobool2.not = icmp eq ptr %2, null
  br i1 %tobool2.not, label %while.end, label %while.body

while.body:                                       ; preds = %land.rhs
  %3 = load ptr, ptr %2, align 8
  store ptr %3, ptr %1, align 8
  %tobool.not.i = icmp eq ptr %3, null
  br i1 %tobool.not.i, label %if.then.i, label %take_first.exit

if.then.i:                                        ; preds = %while.body
  %last.i = getelementptr inbounds nuw i8, ptr %1, i64 8
  store ptr null, ptr %last.i, align 8
  br label %take_first.exit

take_first.exit:                                  ; preds = %while.body, %if.then.i
  tail call void @free(ptr noundef %2)
  %4 = load ptr, ptr %copies, align 8
  %tobool.not = icmp eq ptr %4, null
  br i1 %tobool.not, label %while.end, label %land.rhs, !llvm.loop !4

while.end:                                        ; preds = %land.rhs, %take_first.exit, %entry
  %.lcssa = phi ptr [ null, %entry ], [ %1, %land.rhs ], [ null, %take_first.exit ]
  %copies.le = getelementptr inbounds nuw i8, ptr %thread, i64 104
  tail call void @free(ptr noundef %.lcssa)
  store ptr null, ptr %copies.le, align 8
  ret void
}

; Function Attrs: mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @free(ptr allocptr noundef captures(none)) local_unnamed_addr #8

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #9

declare void @check_untouched(i64 noundef, i32 noundef, i64 noundef, i32 noundef) local_unnamed_addr #4

declare void @write_shared(i64 noundef, ptr noundef, i32 noundef, i32 noundef) local_unnamed_addr #4

attributes #0 = { nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #7 = { nounwind memory(readwrite, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #8 = { mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #9 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #10 = { allocsize(0,1) }
attributes #11 = { noreturn nounwind }
attributes #12 = { nounwind }

!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
