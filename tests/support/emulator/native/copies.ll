; Made of copies.c by regenerate.py, see README.md.
%struct.Thread = type { ptr, ptr, i32, i32, i32, i32, %struct.Wait, i32, ptr, ptr, ptr, ptr, ptr, i32, ptr }
%struct.Wait = type { i32, i32, i32, i32, ptr, ptr, ptr, i32 }

@current = external local_unnamed_addr global ptr, align 8
@launch = external local_unnamed_addr global ptr, align 8

; Function Attrs: nounwind uwtable
define void @emu_copy_async(i64 noundef %to, ptr noundef %from, i32 noundef %size, i32 noundef %given, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @current, align 8
  %copies = getelementptr inbounds nuw i8, ptr %0, i64 112
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
  %copies = getelementptr inbounds nuw i8, ptr %0, i64 112
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
define range(i32 -1, 2) i32 @make_arrival() local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @current, align 8
  %block1 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block1, align 8
  %arrivals = getelementptr inbounds nuw i8, ptr %1, i64 5240
  br label %for.cond

for.cond:                                         ; preds = %for.cond, %entry
  %count.0 = phi i32 [ 0, %entry ], [ %inc, %for.cond ]
  %it.0.in = phi ptr [ %arrivals, %entry ], [ %it.0, %for.cond ]
  %it.0 = load ptr, ptr %it.0.in, align 8
  %tobool.not = icmp eq ptr %it.0, null
  %inc = add i32 %count.0, 1
  br i1 %tobool.not, label %for.cond.cleanup, label %for.cond, !llvm.loop !4

for.cond.cleanup:                                 ; preds = %for.cond
  %tobool2.not = icmp eq i32 %count.0, 0
  br i1 %tobool2.not, label %cleanup, label %if.end

if.end:                                           ; preds = %for.cond.cleanup
  %2 = load ptr, ptr @launch, align 8
  %seed = getelementptr inbounds nuw i8, ptr %2, i64 80
  %3 = load i64, ptr %seed, align 8
  %tobool4.not = icmp eq i64 %3, 0
  br i1 %tobool4.not, label %cond.end, label %cond.true

cond.true:                                        ; preds = %if.end
  %call = tail call i32 @choose(i32 noundef %count.0) #12
  br label %cond.end

cond.end:                                         ; preds = %if.end, %cond.true
  %cond = phi i32 [ %call, %cond.true ], [ 0, %if.end ]
  %tobool6.not20 = icmp eq i32 %cond, 0
  br i1 %tobool6.not20, label %for.cond.cleanup7, label %for.body8

for.cond.cleanup7:                                ; preds = %for.body8, %cond.end
  %place.0.lcssa = phi ptr [ %arrivals, %cond.end ], [ %4, %for.body8 ]
  %call12 = tail call fastcc i32 @make_at(ptr noundef %place.0.lcssa)
  br label %cleanup

for.body8:                                        ; preds = %cond.end, %for.body8
  %k.022 = phi i32 [ %dec, %for.body8 ], [ %cond, %cond.end ]
  %place.021 = phi ptr [ %4, %for.body8 ], [ %arrivals, %cond.end ]
  %4 = load ptr, ptr %place.021, align 8
  %dec = add i32 %k.022, -1
  %tobool6.not = icmp eq i32 %dec, 0
  br i1 %tobool6.not, label %for.cond.cleanup7, label %for.body8, !llvm.loop !7

cleanup:                                          ; preds = %for.cond.cleanup, %for.cond.cleanup7
  %retval.0 = phi i32 [ %call12, %for.cond.cleanup7 ], [ 0, %for.cond.cleanup ]
  ret i32 %retval.0
}

declare i32 @choose(i32 noundef) local_unnamed_addr #4

; Function Attrs: nounwind uwtable
define internal fastcc range(i32 -1, 2) i32 @make_at(ptr noundef captures(none) %place) unnamed_addr #0 {
entry:
  %0 = load ptr, ptr %place, align 8
  %1 = load ptr, ptr %0, align 8
  store ptr %1, ptr %place, align 8
  %2 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %2, i64 8
  %3 = load ptr, ptr %block, align 8
  %threads = getelementptr inbounds nuw i8, ptr %3, i64 32
  %4 = load ptr, ptr %threads, align 8
  %issuer = getelementptr inbounds nuw i8, ptr %0, i64 16
  %5 = load i32, ptr %issuer, align 8
  %idxprom = zext i32 %5 to i64
  %arrayidx = getelementptr inbounds nuw %struct.Thread, ptr %4, i64 %idxprom
  store ptr %arrayidx, ptr @current, align 8
  %first.i = getelementptr inbounds nuw i8, ptr %0, i64 8
  %6 = load ptr, ptr %first.i, align 8
  %tobool.not13.i = icmp eq ptr %6, null
  br i1 %tobool.not13.i, label %make_all.exit, label %while.body.i

while.body.i:                                     ; preds = %entry, %while.body.i
  %7 = phi ptr [ %13, %while.body.i ], [ %6, %entry ]
  %to2.i = getelementptr inbounds nuw i8, ptr %7, i64 8
  %8 = load i64, ptr %to2.i, align 8
  %call.i = tail call ptr @emu_to_generic(i64 noundef %8) #12
  %size.i = getelementptr inbounds nuw i8, ptr %7, i64 32
  %9 = load i32, ptr %size.i, align 8
  %conv.i = zext i32 %9 to i64
  tail call void @llvm.memset.p0.i64(ptr align 1 %call.i, i8 0, i64 %conv.i, i1 false)
  %from.i = getelementptr inbounds nuw i8, ptr %7, i64 24
  %10 = load ptr, ptr %from.i, align 8
  %given.i = getelementptr inbounds nuw i8, ptr %7, i64 36
  %11 = load i32, ptr %given.i, align 4
  %conv3.i = zext i32 %11 to i64
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %call.i, ptr align 1 %10, i64 %conv3.i, i1 false)
  %12 = load ptr, ptr %7, align 8
  store ptr %12, ptr %first.i, align 8
  tail call void @free(ptr noundef %7)
  %13 = load ptr, ptr %first.i, align 8
  %tobool.not.i = icmp eq ptr %13, null
  br i1 %tobool.not.i, label %make_all.exit, label %while.body.i, !llvm.loop !8

make_all.exit:                                    ; preds = %while.body.i, %entry
  %site = getelementptr inbounds nuw i8, ptr %0, i64 32
  %14 = load i32, ptr %site, align 8
  %conv = zext i32 %14 to i64
  %15 = load ptr, ptr @launch, align 8
  %site1 = getelementptr inbounds nuw i8, ptr %15, i64 192
  store i64 %conv, ptr %site1, align 8
  %number = getelementptr inbounds nuw i8, ptr %0, i64 20
  %16 = load i32, ptr %number, align 4
  %phase = getelementptr inbounds nuw i8, ptr %0, i64 24
  %17 = load i32, ptr %phase, align 8
  %known = getelementptr inbounds nuw i8, ptr %0, i64 40
  %18 = load ptr, ptr %known, align 8
  %call = tail call i32 @arrive_at(i32 noundef %16, i32 noundef %17, ptr noundef %18) #12
  %tobool.not = icmp eq i32 %call, 0
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %make_all.exit
  store ptr %2, ptr @current, align 8
  br label %if.end

if.end:                                           ; preds = %if.then, %make_all.exit
  %cond = phi i32 [ 1, %if.then ], [ -1, %make_all.exit ]
  %19 = load ptr, ptr %first.i, align 8
  %tobool.not8.i = icmp eq ptr %19, null
  br i1 %tobool.not8.i, label %discard.exit, label %while.body.i13

while.body.i13:                                   ; preds = %if.end, %while.body.i13
  %20 = phi ptr [ %22, %while.body.i13 ], [ %19, %if.end ]
  %21 = load ptr, ptr %20, align 8
  store ptr %21, ptr %first.i, align 8
  tail call void @free(ptr noundef %20)
  %22 = load ptr, ptr %first.i, align 8
  %tobool.not.i14 = icmp eq ptr %22, null
  br i1 %tobool.not.i14, label %discard.exit, label %while.body.i13, !llvm.loop !9

discard.exit:                                     ; preds = %while.body.i13, %if.end
  %23 = load ptr, ptr %known, align 8
  tail call void @free(ptr noundef %23)
  tail call void @free(ptr noundef nonnull %0)
  ret i32 %cond
}

; Function Attrs: nounwind memory(readwrite, target_mem0: none, target_mem1: none) uwtable
define void @forget_arrivals(ptr noundef captures(none) %block) local_unnamed_addr #7 {
entry:
  %arrivals = getelementptr inbounds nuw i8, ptr %block, i64 5240
  %0 = load ptr, ptr %arrivals, align 8
  %tobool.not6 = icmp eq ptr %0, null
  br i1 %tobool.not6, label %while.end, label %while.body

while.body:                                       ; preds = %entry, %discard.exit
  %1 = phi ptr [ %8, %discard.exit ], [ %0, %entry ]
  %2 = load ptr, ptr %1, align 8
  store ptr %2, ptr %arrivals, align 8
  %first.i = getelementptr inbounds nuw i8, ptr %1, i64 8
  %3 = load ptr, ptr %first.i, align 8
  %tobool.not8.i = icmp eq ptr %3, null
  br i1 %tobool.not8.i, label %discard.exit, label %while.body.i

while.body.i:                                     ; preds = %while.body, %while.body.i
  %4 = phi ptr [ %6, %while.body.i ], [ %3, %while.body ]
  %5 = load ptr, ptr %4, align 8
  store ptr %5, ptr %first.i, align 8
  tail call void @free(ptr noundef %4)
  %6 = load ptr, ptr %first.i, align 8
  %tobool.not.i = icmp eq ptr %6, null
  br i1 %tobool.not.i, label %discard.exit, label %while.body.i, !llvm.loop !9

discard.exit:                                     ; preds = %while.body.i, %while.body
  %known.i = getelementptr inbounds nuw i8, ptr %1, i64 40
  %7 = load ptr, ptr %known.i, align 8
  tail call void @free(ptr noundef %7)
  tail call void @free(ptr noundef nonnull %1)
  %8 = load ptr, ptr %arrivals, align 8
  %tobool.not = icmp eq ptr %8, null
  br i1 %tobool.not, label %while.end, label %while.body, !llvm.loop !10

while.end:                                        ; preds = %discard.exit, %entry
  ret void
}

; Function Attrs: nounwind uwtable
define void @emu_arrive_when_copied(i64 noundef %address, i32 noundef %one_more, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %0, i64 128
  %1 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp ne i64 %1, 0
  %conv.i = zext i32 %site to i64
  %cmp.i = icmp eq i64 %1, %conv.i
  %2 = and i1 %tobool.not.i, %cmp.i
  br i1 %2, label %return, label %if.end

if.end:                                           ; preds = %entry
  %threads = getelementptr inbounds nuw i8, ptr %0, i64 56
  %3 = load i64, ptr %threads, align 8
  %add = shl i64 %3, 2
  %mul = add i64 %add, 512
  %call1 = tail call dereferenceable_or_null(48) ptr @calloc(i64 noundef 1, i64 noundef 48) #10
  %4 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %4, i64 8
  %5 = load ptr, ptr %block, align 8
  %arrivals = getelementptr inbounds nuw i8, ptr %5, i64 5240
  %call2 = tail call i32 @number_of(i64 noundef %address, i32 noundef %one_more, i32 noundef %site) #12
  %number = getelementptr inbounds nuw i8, ptr %call1, i64 20
  store i32 %call2, ptr %number, align 4
  %call4 = tail call i32 @phase_of(i32 noundef %call2) #12
  %phase = getelementptr inbounds nuw i8, ptr %call1, i64 24
  store i32 %call4, ptr %phase, align 8
  %6 = load ptr, ptr @current, align 8
  %number5 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %7 = load i32, ptr %number5, align 8
  %issuer = getelementptr inbounds nuw i8, ptr %call1, i64 16
  store i32 %7, ptr %issuer, align 8
  %site6 = getelementptr inbounds nuw i8, ptr %call1, i64 32
  store i32 %site, ptr %site6, align 8
  %call7 = tail call ptr @calloc(i64 noundef 1, i64 noundef %mul) #10
  %known = getelementptr inbounds nuw i8, ptr %call1, i64 40
  store ptr %call7, ptr %known, align 8
  %clocks = getelementptr inbounds nuw i8, ptr %6, i64 96
  %8 = load ptr, ptr %clocks, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 4 %call7, ptr align 4 %8, i64 %mul, i1 false)
  %copies = getelementptr inbounds nuw i8, ptr %6, i64 112
  %9 = load ptr, ptr %copies, align 8
  %tobool.not = icmp eq ptr %9, null
  br i1 %tobool.not, label %if.end17, label %if.then9

if.then9:                                         ; preds = %if.end
  %group = getelementptr inbounds nuw i8, ptr %9, i64 16
  %10 = load i32, ptr %group, align 8
  %group11 = getelementptr inbounds nuw i8, ptr %call1, i64 28
  store i32 %10, ptr %group11, align 4
  %11 = load ptr, ptr %copies, align 8
  %12 = load ptr, ptr %11, align 8
  %first13 = getelementptr inbounds nuw i8, ptr %call1, i64 8
  store ptr %12, ptr %first13, align 8
  %13 = load ptr, ptr %copies, align 8
  %last = getelementptr inbounds nuw i8, ptr %13, i64 8
  store ptr null, ptr %last, align 8
  %14 = load ptr, ptr %copies, align 8
  store ptr null, ptr %14, align 8
  br label %if.end17

if.end17:                                         ; preds = %if.then9, %if.end
  %first18 = getelementptr inbounds nuw i8, ptr %call1, i64 8
  %copy.057 = load ptr, ptr %first18, align 8
  %tobool19.not58 = icmp eq ptr %copy.057, null
  br i1 %tobool19.not58, label %for.cond.cleanup, label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %if.end17
  %15 = load ptr, ptr @current, align 8
  %clocks27 = getelementptr inbounds nuw i8, ptr %15, i64 96
  %16 = load ptr, ptr %clocks27, align 8
  %number28 = getelementptr inbounds nuw i8, ptr %15, i64 16
  %17 = load i32, ptr %number28, align 8
  %idxprom = zext i32 %17 to i64
  %arrayidx = getelementptr inbounds nuw i32, ptr %16, i64 %idxprom
  %18 = load i32, ptr %arrayidx, align 4
  %inc = add i32 %18, 1
  store i32 %inc, ptr %arrayidx, align 4
  br label %while.cond

for.body:                                         ; preds = %if.end17, %for.body
  %copy.059 = phi ptr [ %copy.0, %for.body ], [ %copy.057, %if.end17 ]
  %to = getelementptr inbounds nuw i8, ptr %copy.059, i64 8
  %19 = load i64, ptr %to, align 8
  %size = getelementptr inbounds nuw i8, ptr %copy.059, i64 32
  %20 = load i32, ptr %size, align 8
  %write = getelementptr inbounds nuw i8, ptr %copy.059, i64 16
  %21 = load i64, ptr %write, align 8
  %site20 = getelementptr inbounds nuw i8, ptr %copy.059, i64 44
  %22 = load i32, ptr %site20, align 4
  tail call void @check_untouched(i64 noundef %19, i32 noundef %20, i64 noundef %21, i32 noundef %22) #12
  %23 = load i64, ptr %to, align 8
  %24 = load i32, ptr %size, align 8
  %25 = load i32, ptr %number, align 4
  %26 = load i32, ptr %phase, align 8
  %add25 = add i32 %26, 1
  %27 = load i32, ptr %site20, align 4
  tail call void @claim_shared(i64 noundef %23, i32 noundef %24, i32 noundef %25, i32 noundef %add25, i32 noundef 1, i32 noundef %27) #12
  %copy.0 = load ptr, ptr %copy.059, align 8
  %tobool19.not = icmp eq ptr %copy.0, null
  br i1 %tobool19.not, label %for.cond.cleanup, label %for.body, !llvm.loop !11

while.cond:                                       ; preds = %while.cond, %for.cond.cleanup
  %end.0 = phi ptr [ %arrivals, %for.cond.cleanup ], [ %28, %while.cond ]
  %28 = load ptr, ptr %end.0, align 8
  %tobool29.not = icmp eq ptr %28, null
  br i1 %tobool29.not, label %while.end, label %while.cond, !llvm.loop !12

while.end:                                        ; preds = %while.cond
  store ptr %call1, ptr %end.0, align 8
  br label %return

return:                                           ; preds = %entry, %while.end
  ret void
}

declare i32 @number_of(i64 noundef, i32 noundef, i32 noundef) local_unnamed_addr #4

declare i32 @phase_of(i32 noundef) local_unnamed_addr #4

declare void @check_untouched(i64 noundef, i32 noundef, i64 noundef, i32 noundef) local_unnamed_addr #4

declare void @claim_shared(i64 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #4

; Function Attrs: nounwind uwtable
define void @emu_wait_for_copies(i32 noundef %pending, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %bytes.i = alloca [16 x i8], align 16
  %0 = load ptr, ptr @launch, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %0, i64 128
  %1 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp ne i64 %1, 0
  %conv.i = zext i32 %site to i64
  %cmp.i = icmp eq i64 %1, %conv.i
  %2 = and i1 %tobool.not.i, %cmp.i
  br i1 %2, label %cond.end, label %cond.false

cond.false:                                       ; preds = %entry
  %3 = load ptr, ptr @current, align 8
  %copies = getelementptr inbounds nuw i8, ptr %3, i64 112
  %4 = load ptr, ptr %copies, align 8
  br label %cond.end

cond.end:                                         ; preds = %entry, %cond.false
  %cond = phi ptr [ %4, %cond.false ], [ null, %entry ]
  %tobool.not = icmp eq ptr %cond, null
  br i1 %tobool.not, label %if.end, label %land.lhs.true.lr.ph

land.lhs.true.lr.ph:                              ; preds = %cond.end
  %group3 = getelementptr inbounds nuw i8, ptr %cond, i64 16
  %last.i = getelementptr inbounds nuw i8, ptr %cond, i64 8
  %5 = load ptr, ptr %cond, align 8
  %tobool1.not40 = icmp eq ptr %5, null
  br i1 %tobool1.not40, label %land.lhs.true6, label %land.rhs

land.rhs:                                         ; preds = %land.lhs.true.lr.ph, %take_first.exit
  %6 = phi ptr [ %25, %take_first.exit ], [ %5, %land.lhs.true.lr.ph ]
  %group = getelementptr inbounds nuw i8, ptr %6, i64 40
  %7 = load i32, ptr %group, align 8
  %add = add i32 %7, %pending
  %8 = load i32, ptr %group3, align 8
  %cmp = icmp ult i32 %add, %8
  br i1 %cmp, label %while.body, label %land.lhs.true6

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
  %conv.i21 = zext i32 %19 to i64
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 16 %bytes.i, ptr align 1 %18, i64 %conv.i21, i1 false)
  %20 = load i64, ptr %to.i, align 8
  %21 = load i32, ptr %size.i, align 8
  %22 = load i32, ptr %site.i, align 4
  call void @write_shared(i64 noundef %20, ptr noundef nonnull %bytes.i, i32 noundef %21, i32 noundef %22) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.i) #12
  %23 = load ptr, ptr %cond, align 8
  %24 = load ptr, ptr %23, align 8
  store ptr %24, ptr %cond, align 8
  %tobool.not.i22 = icmp eq ptr %24, null
  br i1 %tobool.not.i22, label %if.then.i, label %take_first.exit

if.then.i:                                        ; preds = %while.body
  store ptr null, ptr %last.i, align 8
  br label %take_first.exit

take_first.exit:                                  ; preds = %while.body, %if.then.i
  call void @free(ptr noundef %23)
  %25 = load ptr, ptr %cond, align 8
  %tobool1.not = icmp eq ptr %25, null
  br i1 %tobool1.not, label %land.lhs.true6, label %land.rhs

land.lhs.true6:                                   ; preds = %take_first.exit, %land.rhs, %land.lhs.true.lr.ph
  %group7 = getelementptr inbounds nuw i8, ptr %cond, i64 16
  %26 = load i32, ptr %group7, align 8
  %cmp8 = icmp ugt i32 %26, %pending
  br i1 %cmp8, label %if.then, label %if.end

if.then:                                          ; preds = %land.lhs.true6
  %sub = sub nuw i32 %26, %pending
  %27 = load ptr, ptr @current, align 8
  %block.i = getelementptr inbounds nuw i8, ptr %27, i64 8
  %28 = load ptr, ptr %block.i, align 8
  %arrivals.i = getelementptr inbounds nuw i8, ptr %28, i64 5240
  br label %while.cond.outer.i

while.cond.outer.i.loopexit:                      ; preds = %lor.lhs.false.i, %while.body.i
  br label %while.cond.outer.i

while.cond.outer.i:                               ; preds = %while.cond.outer.i.loopexit, %if.then
  %place.0.ph.i = phi ptr [ %arrivals.i, %if.then ], [ %29, %while.cond.outer.i.loopexit ]
  br label %while.cond.i

while.cond.i:                                     ; preds = %for.cond.cleanup.i, %while.cond.outer.i
  %29 = load ptr, ptr %place.0.ph.i, align 8
  %tobool.not.i23 = icmp eq ptr %29, null
  br i1 %tobool.not.i23, label %if.end, label %while.body.i

while.body.i:                                     ; preds = %while.cond.i
  %issuer.i = getelementptr inbounds nuw i8, ptr %29, i64 16
  %30 = load i32, ptr %issuer.i, align 8
  %31 = load ptr, ptr @current, align 8
  %number.i = getelementptr inbounds nuw i8, ptr %31, i64 16
  %32 = load i32, ptr %number.i, align 8
  %cmp.not.i = icmp eq i32 %30, %32
  br i1 %cmp.not.i, label %lor.lhs.false.i, label %while.cond.outer.i.loopexit, !llvm.loop !13

lor.lhs.false.i:                                  ; preds = %while.body.i
  %group1.i = getelementptr inbounds nuw i8, ptr %29, i64 28
  %33 = load i32, ptr %group1.i, align 4
  %cmp2.not.i = icmp ult i32 %33, %sub
  br i1 %cmp2.not.i, label %if.end.i, label %while.cond.outer.i.loopexit, !llvm.loop !13

if.end.i:                                         ; preds = %lor.lhs.false.i
  %first.i = getelementptr inbounds nuw i8, ptr %29, i64 8
  %copy.020.i = load ptr, ptr %first.i, align 8
  %tobool3.not21.i = icmp eq ptr %copy.020.i, null
  br i1 %tobool3.not21.i, label %for.cond.cleanup.i, label %for.body.i

for.cond.cleanup.i:                               ; preds = %for.body.i, %if.end.i
  %call.i28 = call fastcc i32 @make_at(ptr noundef nonnull %place.0.ph.i)
  %cmp5.i = icmp slt i32 %call.i28, 0
  br i1 %cmp5.i, label %if.then6.i, label %while.cond.i, !llvm.loop !13

for.body.i:                                       ; preds = %if.end.i, %for.body.i
  %copy.022.i = phi ptr [ %copy.0.i, %for.body.i ], [ %copy.020.i, %if.end.i ]
  %to.i25 = getelementptr inbounds nuw i8, ptr %copy.022.i, i64 8
  %34 = load i64, ptr %to.i25, align 8
  %size.i26 = getelementptr inbounds nuw i8, ptr %copy.022.i, i64 32
  %35 = load i32, ptr %size.i26, align 8
  %site.i27 = getelementptr inbounds nuw i8, ptr %copy.022.i, i64 44
  %36 = load i32, ptr %site.i27, align 4
  call void @own_shared(i64 noundef %34, i32 noundef %35, i32 noundef %36) #12
  %copy.0.i = load ptr, ptr %copy.022.i, align 8
  %tobool3.not.i = icmp eq ptr %copy.0.i, null
  br i1 %tobool3.not.i, label %for.cond.cleanup.i, label %for.body.i, !llvm.loop !14

if.then6.i:                                       ; preds = %for.cond.cleanup.i
  %37 = load ptr, ptr @launch, align 8
  %site7.i = getelementptr inbounds nuw i8, ptr %37, i64 192
  %38 = load i64, ptr %site7.i, align 8
  %conv.i29 = trunc i64 %38 to i32
  call void @fail(i32 noundef 14, i32 noundef %conv.i29) #11
  unreachable

if.end:                                           ; preds = %while.cond.i, %cond.end, %land.lhs.true6
  ret void
}

; Function Attrs: nounwind uwtable
define void @emu_wait_for_all_copies(i32 noundef %site) local_unnamed_addr #0 {
entry:
  %bytes.i = alloca [16 x i8], align 16
  %0 = load ptr, ptr @launch, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %0, i64 128
  %1 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp ne i64 %1, 0
  %conv.i = zext i32 %site to i64
  %cmp.i = icmp eq i64 %1, %conv.i
  %2 = and i1 %tobool.not.i, %cmp.i
  br i1 %2, label %cond.end, label %cond.false

cond.false:                                       ; preds = %entry
  %3 = load ptr, ptr @current, align 8
  %copies = getelementptr inbounds nuw i8, ptr %3, i64 112
  %4 = load ptr, ptr %copies, align 8
  br label %cond.end

cond.end:                                         ; preds = %entry, %cond.false
  %cond = phi ptr [ %4, %cond.false ], [ null, %entry ]
  %tobool.not = icmp eq ptr %cond, null
  br i1 %tobool.not, label %if.end, label %land.rhs.lr.ph

land.rhs.lr.ph:                                   ; preds = %cond.end
  %last.i = getelementptr inbounds nuw i8, ptr %cond, i64 8
  %5 = load ptr, ptr %cond, align 8
  %tobool1.not27 = icmp eq ptr %5, null
  br i1 %tobool1.not27, label %if.then, label %while.body

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
  %conv.i9 = zext i32 %17 to i64
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 16 %bytes.i, ptr align 1 %16, i64 %conv.i9, i1 false)
  %18 = load i64, ptr %to.i, align 8
  %19 = load i32, ptr %size.i, align 8
  %20 = load i32, ptr %site.i, align 4
  call void @write_shared(i64 noundef %18, ptr noundef nonnull %bytes.i, i32 noundef %19, i32 noundef %20) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.i) #12
  %21 = load ptr, ptr %cond, align 8
  %22 = load ptr, ptr %21, align 8
  store ptr %22, ptr %cond, align 8
  %tobool.not.i10 = icmp eq ptr %22, null
  br i1 %tobool.not.i10, label %if.then.i, label %take_first.exit

if.then.i:                                        ; preds = %while.body
  store ptr null, ptr %last.i, align 8
  br label %take_first.exit

take_first.exit:                                  ; preds = %while.body, %if.then.i
  call void @free(ptr noundef %21)
  %23 = load ptr, ptr %cond, align 8
  %tobool1.not = icmp eq ptr %23, null
  br i1 %tobool1.not, label %if.then, label %while.body

if.then:                                          ; preds = %take_first.exit, %land.rhs.lr.ph
  %group = getelementptr inbounds nuw i8, ptr %cond, i64 16
  %24 = load i32, ptr %group, align 8
  %add = add i32 %24, 1
  %25 = load ptr, ptr @current, align 8
  %block.i = getelementptr inbounds nuw i8, ptr %25, i64 8
  %26 = load ptr, ptr %block.i, align 8
  %arrivals.i = getelementptr inbounds nuw i8, ptr %26, i64 5240
  br label %while.cond.outer.i

while.cond.outer.i.loopexit:                      ; preds = %lor.lhs.false.i, %while.body.i
  br label %while.cond.outer.i

while.cond.outer.i:                               ; preds = %while.cond.outer.i.loopexit, %if.then
  %place.0.ph.i = phi ptr [ %arrivals.i, %if.then ], [ %27, %while.cond.outer.i.loopexit ]
  br label %while.cond.i

while.cond.i:                                     ; preds = %for.cond.cleanup.i, %while.cond.outer.i
  %27 = load ptr, ptr %place.0.ph.i, align 8
  %tobool.not.i11 = icmp eq ptr %27, null
  br i1 %tobool.not.i11, label %if.end, label %while.body.i

while.body.i:                                     ; preds = %while.cond.i
  %issuer.i = getelementptr inbounds nuw i8, ptr %27, i64 16
  %28 = load i32, ptr %issuer.i, align 8
  %29 = load ptr, ptr @current, align 8
  %number.i = getelementptr inbounds nuw i8, ptr %29, i64 16
  %30 = load i32, ptr %number.i, align 8
  %cmp.not.i = icmp eq i32 %28, %30
  br i1 %cmp.not.i, label %lor.lhs.false.i, label %while.cond.outer.i.loopexit, !llvm.loop !13

lor.lhs.false.i:                                  ; preds = %while.body.i
  %group1.i = getelementptr inbounds nuw i8, ptr %27, i64 28
  %31 = load i32, ptr %group1.i, align 4
  %cmp2.not.i = icmp ult i32 %31, %add
  br i1 %cmp2.not.i, label %if.end.i, label %while.cond.outer.i.loopexit, !llvm.loop !13

if.end.i:                                         ; preds = %lor.lhs.false.i
  %first.i = getelementptr inbounds nuw i8, ptr %27, i64 8
  %copy.020.i = load ptr, ptr %first.i, align 8
  %tobool3.not21.i = icmp eq ptr %copy.020.i, null
  br i1 %tobool3.not21.i, label %for.cond.cleanup.i, label %for.body.i

for.cond.cleanup.i:                               ; preds = %for.body.i, %if.end.i
  %call.i16 = call fastcc i32 @make_at(ptr noundef nonnull %place.0.ph.i)
  %cmp5.i = icmp slt i32 %call.i16, 0
  br i1 %cmp5.i, label %if.then6.i, label %while.cond.i, !llvm.loop !13

for.body.i:                                       ; preds = %if.end.i, %for.body.i
  %copy.022.i = phi ptr [ %copy.0.i, %for.body.i ], [ %copy.020.i, %if.end.i ]
  %to.i13 = getelementptr inbounds nuw i8, ptr %copy.022.i, i64 8
  %32 = load i64, ptr %to.i13, align 8
  %size.i14 = getelementptr inbounds nuw i8, ptr %copy.022.i, i64 32
  %33 = load i32, ptr %size.i14, align 8
  %site.i15 = getelementptr inbounds nuw i8, ptr %copy.022.i, i64 44
  %34 = load i32, ptr %site.i15, align 4
  call void @own_shared(i64 noundef %32, i32 noundef %33, i32 noundef %34) #12
  %copy.0.i = load ptr, ptr %copy.022.i, align 8
  %tobool3.not.i = icmp eq ptr %copy.0.i, null
  br i1 %tobool3.not.i, label %for.cond.cleanup.i, label %for.body.i, !llvm.loop !14

if.then6.i:                                       ; preds = %for.cond.cleanup.i
  %35 = load ptr, ptr @launch, align 8
  %site7.i = getelementptr inbounds nuw i8, ptr %35, i64 192
  %36 = load i64, ptr %site7.i, align 8
  %conv.i17 = trunc i64 %36 to i32
  call void @fail(i32 noundef 14, i32 noundef %conv.i17) #11
  unreachable

if.end:                                           ; preds = %while.cond.i, %cond.end
  ret void
}

; Function Attrs: nounwind memory(readwrite, target_mem0: none, target_mem1: none) uwtable
define void @forget_copies(ptr noundef captures(none) %thread) local_unnamed_addr #7 {
entry:
  %copies = getelementptr inbounds nuw i8, ptr %thread, i64 112
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
  br i1 %tobool.not, label %while.end, label %land.rhs, !llvm.loop !15

while.end:                                        ; preds = %land.rhs, %take_first.exit, %entry
  %.lcssa = phi ptr [ null, %entry ], [ %1, %land.rhs ], [ null, %take_first.exit ]
  %copies.le = getelementptr inbounds nuw i8, ptr %thread, i64 112
  tail call void @free(ptr noundef %.lcssa)
  store ptr null, ptr %copies.le, align 8
  ret void
}

; Function Attrs: mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @free(ptr allocptr noundef captures(none)) local_unnamed_addr #8

declare i32 @arrive_at(i32 noundef, i32 noundef, ptr noundef) local_unnamed_addr #4

declare ptr @emu_to_generic(i64 noundef) local_unnamed_addr #4

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #9

declare void @write_shared(i64 noundef, ptr noundef, i32 noundef, i32 noundef) local_unnamed_addr #4

declare void @own_shared(i64 noundef, i32 noundef, i32 noundef) local_unnamed_addr #4

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
!7 = distinct !{!7, !5, !6}
!8 = distinct !{!8, !5, !6}
!9 = distinct !{!9, !5, !6}
!10 = distinct !{!10, !5, !6}
!11 = distinct !{!11, !5, !6}
!12 = distinct !{!12, !5, !6}
!13 = distinct !{!13, !5, !6}
!14 = distinct !{!14, !5, !6}
!15 = distinct !{!15, !5, !6}
