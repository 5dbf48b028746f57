; Made of pool.c by regenerate.py, see README.md.
%struct.Arena = type { ptr, i64 }
%struct.Time = type { i64, i64 }
%struct.Watch = type { i32, i64, i64, ptr, ptr, i64 }
%struct.Worker = type { %struct.Part, i32, ptr, %struct.Arena, i64, [8 x i8], %struct.Lock, %struct.Condition, i8, [16 x i64], [16 x i64], [72 x i8] }
%struct.Part = type { i64, i64, [112 x i8] }
%struct.Lock = type { [128 x i8] }
%struct.Condition = type { [128 x i8] }
%struct.Pool = type { %struct.Job, [72 x i8], %struct.Part, i64, [120 x i8], i64, i64, ptr, %struct.Arena, double, i64, [8 x i8], %struct.Lock, %struct.Lock, %struct.Condition, %struct.Crew, ptr, [112 x i8] }
%struct.Job = type { ptr, ptr, i64, i64, i64, i64, ptr }
%struct.Crew = type { i64, i64, i64, i64, i64, i64, i64, i64, i8 }

@monotonic_clock = internal unnamed_addr global i32 0, align 4

; Function Attrs: nounwind uwtable
define range(i32 0, 13) i32 @run(ptr noundef %pool, ptr noundef captures(none) %launch, ptr noundef %args, i64 noundef %total) local_unnamed_addr #0 {
entry:
  %pace.i.i = alloca i64, align 8
  %pace.i.i.i = alloca i64, align 8
  %arena.i.i = alloca %struct.Arena, align 8
  %time.i.i.i = alloca %struct.Time, align 8
  %watch = alloca %struct.Watch, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %watch) #8
  %python1.i = getelementptr inbounds nuw i8, ptr %pool, i64 904
  %0 = load ptr, ptr %python1.i, align 8
  %call.i = tail call i64 @pthread_self() #8
  %1 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i.i) #8
  %call.i.i.i = call i32 @clock_gettime(i32 noundef %1, ptr noundef nonnull %time.i.i.i) #8
  %2 = load i64, ptr %time.i.i.i, align 8
  %mul.i.i.i = mul nsw i64 %2, 1000000000
  %nanoseconds.i.i.i = getelementptr inbounds nuw i8, ptr %time.i.i.i, i64 8
  %3 = load i64, ptr %nanoseconds.i.i.i, align 8
  %add.i.i.i = add nsw i64 %mul.i.i.i, %3
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i.i) #8
  store i32 0, ptr %watch, align 8
  %caller.i = getelementptr inbounds nuw i8, ptr %watch, i64 8
  store i64 %call.i, ptr %caller.i, align 8
  %main_thread.i = getelementptr inbounds nuw i8, ptr %0, i64 24
  %4 = load i64, ptr %main_thread.i, align 8
  %cmp.i = icmp eq i64 %call.i, %4
  %add.i = add nsw i64 %add.i.i.i, 50000000
  %cond.i = select i1 %cmp.i, i64 %add.i, i64 9223372036854775807
  %due.i = getelementptr inbounds nuw i8, ptr %watch, i64 16
  store i64 %cond.i, ptr %due.i, align 8
  %python3.i = getelementptr inbounds nuw i8, ptr %watch, i64 24
  store ptr %0, ptr %python3.i, align 8
  %start4.i = getelementptr inbounds nuw i8, ptr %watch, i64 40
  store i64 %add.i.i.i, ptr %start4.i, align 8
  %5 = load ptr, ptr %0, align 8
  %call5.i = call ptr %5() #8
  %state.i = getelementptr inbounds nuw i8, ptr %watch, i64 32
  store ptr %call5.i, ptr %state.i, align 8
  %busy.i = getelementptr inbounds nuw i8, ptr %pool, i64 448
  %call.i3 = call i32 @pthread_mutex_trylock(ptr noundef nonnull %busy.i) #8
  %tobool.not.i = icmp eq i32 %call.i3, 0
  br i1 %tobool.not.i, label %if.end.i, label %if.then.i

if.then.i:                                        ; preds = %entry
  call void @llvm.lifetime.start.p0(ptr nonnull %arena.i.i) #8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %arena.i.i, i8 0, i64 16, i1 false)
  %scratch.i.i = getelementptr inbounds nuw i8, ptr %launch, i64 16
  %6 = load i64, ptr %scratch.i.i, align 8
  %call.i.i = call fastcc ptr @reserve(ptr noundef nonnull %arena.i.i, i64 noundef %6)
  %tobool.not.i.i = icmp eq ptr %call.i.i, null
  br i1 %tobool.not.i.i, label %alone.exit.i, label %if.end.i.i

if.end.i.i:                                       ; preds = %if.then.i
  %7 = load ptr, ptr %arena.i.i, align 8
  %8 = load i64, ptr %start4.i, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %pace.i.i.i) #8
  store i64 1, ptr %pace.i.i.i, align 8
  %cond.i.i4.i.i = call noundef i64 @llvm.smin.i64(i64 %total, i64 1)
  %9 = load ptr, ptr %launch, align 8
  %call10.i5.i.i = call fastcc i64 @advance(ptr noundef nonnull %watch, ptr noundef %9, ptr noundef %args, i64 noundef 0, i64 noundef %cond.i.i4.i.i, i64 noundef %8, ptr noundef %pace.i.i.i, ptr noundef %7)
  %cmp22.i6.i.i = icmp slt i64 %total, 2
  br i1 %cmp22.i6.i.i, label %lead.exit.critedge.i.i, label %lor.lhs.false.i.i.i

for.cond.i.i.i:                                   ; preds = %lor.lhs.false.i.i.i
  %mul29.i.i.i = shl nsw i64 %batch.0.i7.i.i, 1
  %sub.i.i.i = sub nsw i64 %total, %add.i8.i.i
  %cond.i.i.i.i = call noundef i64 @llvm.smin.i64(i64 %mul29.i.i.i, i64 %sub.i.i.i)
  %add.i.i.i4 = add nsw i64 %cond.i.i.i.i, %add.i8.i.i
  %10 = load ptr, ptr %launch, align 8
  %call10.i.i.i = call fastcc i64 @advance(ptr noundef nonnull %watch, ptr noundef %10, ptr noundef %args, i64 noundef %add.i8.i.i, i64 noundef %add.i.i.i4, i64 noundef %call10.i9.i.i, ptr noundef %pace.i.i.i, ptr noundef %7)
  %cmp22.i.i.i = icmp eq i64 %add.i.i.i4, %total
  br i1 %cmp22.i.i.i, label %lead.exit.critedge.i.i, label %lor.lhs.false.i.i.i, !llvm.loop !4

lor.lhs.false.i.i.i:                              ; preds = %if.end.i.i, %for.cond.i.i.i
  %call10.i9.i.i = phi i64 [ %call10.i.i.i, %for.cond.i.i.i ], [ %call10.i5.i.i, %if.end.i.i ]
  %add.i8.i.i = phi i64 [ %add.i.i.i4, %for.cond.i.i.i ], [ %cond.i.i4.i.i, %if.end.i.i ]
  %batch.0.i7.i.i = phi i64 [ %mul29.i.i.i, %for.cond.i.i.i ], [ 1, %if.end.i.i ]
  %11 = load atomic i32, ptr %watch monotonic, align 8
  %tobool.not.i.i.i.i = icmp eq i32 %11, 0
  br i1 %tobool.not.i.i.i.i, label %for.cond.i.i.i, label %lead.exit.critedge.i.i

lead.exit.critedge.i.i:                           ; preds = %lor.lhs.false.i.i.i, %for.cond.i.i.i, %if.end.i.i
  call void @llvm.lifetime.end.p0(ptr nonnull %pace.i.i.i) #8
  %12 = load ptr, ptr %arena.i.i, align 8
  call void @free(ptr noundef %12)
  br label %alone.exit.i

alone.exit.i:                                     ; preds = %lead.exit.critedge.i.i, %if.then.i
  %retval.0.i.i = phi i32 [ 0, %lead.exit.critedge.i.i ], [ 12, %if.then.i ]
  call void @llvm.lifetime.end.p0(ptr nonnull %arena.i.i) #8
  br label %serve.exit

if.end.i:                                         ; preds = %entry
  %arena.i = getelementptr inbounds nuw i8, ptr %pool, i64 408
  %scratch.i = getelementptr inbounds nuw i8, ptr %launch, i64 16
  %13 = load i64, ptr %scratch.i, align 8
  %call2.i = call fastcc ptr @reserve(ptr noundef nonnull %arena.i, i64 noundef %13)
  %tobool3.not.i = icmp eq ptr %call2.i, null
  br i1 %tobool3.not.i, label %if.end10.i, label %if.then4.i

if.then4.i:                                       ; preds = %if.end.i
  %width.i = getelementptr inbounds nuw i8, ptr %launch, i64 8
  %14 = load i64, ptr %width.i, align 8
  %15 = load i64, ptr %start4.i, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %pace.i.i) #8
  store i64 1, ptr %pace.i.i, align 8
  %cost1.i.i = getelementptr inbounds nuw i8, ptr %launch, i64 24
  %16 = load double, ptr %cost1.i.i, align 8
  %cmp.i.i = icmp sgt i64 %14, 1
  br label %for.cond.i.i

for.cond.i.i:                                     ; preds = %cleanup27.i.i, %if.then4.i
  %trusted.0.i.i = phi i1 [ %cmp.i.i, %if.then4.i ], [ %trusted.1.i.i, %cleanup27.i.i ]
  %done.0.i.i = phi i64 [ 0, %if.then4.i ], [ %done.1.i.i, %cleanup27.i.i ]
  %batch.0.i.i = phi i64 [ 1, %if.then4.i ], [ %mul29.i.i, %cleanup27.i.i ]
  %cost.0.i.i = phi double [ %16, %if.then4.i ], [ %cost.1.i.i, %cleanup27.i.i ]
  %then.0.i.i = phi i64 [ %15, %if.then4.i ], [ %then.1.i.i, %cleanup27.i.i ]
  %retval.0.i25.i = phi double [ undef, %if.then4.i ], [ %retval.2.i.i, %cleanup27.i.i ]
  %sub.i.i = sub nsw i64 %total, %done.0.i.i
  %conv.i.i = sitofp i64 %sub.i.i to double
  %mul.i.i = fmul double %cost.0.i.i, %conv.i.i
  %cmp3.i.i = icmp sgt i64 %sub.i.i, 1
  %or.cond.i.i = select i1 %trusted.0.i.i, i1 %cmp3.i.i, i1 false
  %cmp6.i.i = fcmp ogt double %mul.i.i, 5.000000e+03
  %or.cond36.i.i = select i1 %or.cond.i.i, i1 %cmp6.i.i, i1 false
  br i1 %or.cond36.i.i, label %if.then.i.i, label %if.end.i26.i

if.then.i.i:                                      ; preds = %for.cond.i.i
  %call.i27.i = call fastcc double @share(ptr noundef %pool, ptr noundef readonly %launch, ptr noundef %args, i64 noundef %done.0.i.i, i64 noundef %total, double noundef %mul.i.i, ptr noundef nonnull %call2.i, i1 noundef zeroext false, ptr noundef nonnull %watch)
  br label %cleanup27.i.i

if.end.i26.i:                                     ; preds = %for.cond.i.i
  %cond.i.i.i = call noundef i64 @llvm.smin.i64(i64 %batch.0.i.i, i64 %sub.i.i)
  %add.i.i = add nsw i64 %cond.i.i.i, %done.0.i.i
  %17 = load ptr, ptr %launch, align 8
  %call10.i.i = call fastcc i64 @advance(ptr noundef nonnull %watch, ptr noundef %17, ptr noundef %args, i64 noundef %done.0.i.i, i64 noundef %add.i.i, i64 noundef %then.0.i.i, ptr noundef %pace.i.i, ptr noundef nonnull %call2.i)
  %18 = load i64, ptr %start4.i, align 8
  %sub12.i.i = sub nsw i64 %call10.i.i, %18
  %conv13.i.i = sitofp i64 %sub12.i.i to double
  %conv14.i.i = sitofp i64 %add.i.i to double
  %div.i.i = fdiv double %conv13.i.i, %conv14.i.i
  %cmp19.i.i = icmp sgt i64 %sub12.i.i, 1999
  %narrow.i.i = select i1 %cmp.i.i, i1 %cmp19.i.i, i1 false
  %cmp22.i.i = icmp eq i64 %add.i.i, %total
  br i1 %cmp22.i.i, label %cleanup27.i.i, label %lor.lhs.false.i.i

lor.lhs.false.i.i:                                ; preds = %if.end.i26.i
  %19 = load atomic i32, ptr %watch monotonic, align 8
  %tobool.not.i.i.i = icmp eq i32 %19, 0
  br i1 %tobool.not.i.i.i, label %if.end26.i.i, label %cleanup27.i.i

if.end26.i.i:                                     ; preds = %lor.lhs.false.i.i
  br label %cleanup27.i.i

cleanup27.i.i:                                    ; preds = %if.end26.i.i, %lor.lhs.false.i.i, %if.end.i26.i, %if.then.i.i
  %trusted.1.i.i = phi i1 [ true, %if.then.i.i ], [ %narrow.i.i, %if.end.i26.i ], [ %narrow.i.i, %lor.lhs.false.i.i ], [ %narrow.i.i, %if.end26.i.i ]
  %done.1.i.i = phi i64 [ %done.0.i.i, %if.then.i.i ], [ %add.i.i, %if.end.i26.i ], [ %add.i.i, %lor.lhs.false.i.i ], [ %add.i.i, %if.end26.i.i ]
  %cost.1.i.i = phi double [ %cost.0.i.i, %if.then.i.i ], [ %div.i.i, %if.end.i26.i ], [ %div.i.i, %lor.lhs.false.i.i ], [ %div.i.i, %if.end26.i.i ]
  %then.1.i.i = phi i64 [ %then.0.i.i, %if.then.i.i ], [ %call10.i.i, %if.end.i26.i ], [ %call10.i.i, %lor.lhs.false.i.i ], [ %call10.i.i, %if.end26.i.i ]
  %cleanup.dest.slot.1.i.i = phi i1 [ false, %if.then.i.i ], [ false, %if.end.i26.i ], [ false, %lor.lhs.false.i.i ], [ true, %if.end26.i.i ]
  %retval.2.i.i = phi double [ %call.i27.i, %if.then.i.i ], [ %div.i.i, %if.end.i26.i ], [ %div.i.i, %lor.lhs.false.i.i ], [ %retval.0.i25.i, %if.end26.i.i ]
  %mul29.i.i = shl nsw i64 %batch.0.i.i, 1
  br i1 %cleanup.dest.slot.1.i.i, label %for.cond.i.i, label %lead.exit.i, !llvm.loop !4

lead.exit.i:                                      ; preds = %cleanup27.i.i
  call void @llvm.lifetime.end.p0(ptr nonnull %pace.i.i) #8
  %20 = load atomic i32, ptr %watch monotonic, align 8
  %tobool.not.i28.i = icmp eq i32 %20, 0
  br i1 %tobool.not.i28.i, label %if.then7.i, label %if.end10.i

if.then7.i:                                       ; preds = %lead.exit.i
  store double %retval.2.i.i, ptr %cost1.i.i, align 8
  br label %if.end10.i

if.end10.i:                                       ; preds = %if.then7.i, %lead.exit.i, %if.end.i
  %status.0.i = phi i32 [ 12, %if.end.i ], [ 0, %if.then7.i ], [ 0, %lead.exit.i ]
  %call12.i = call i32 @pthread_mutex_unlock(ptr noundef nonnull %busy.i) #8
  br label %serve.exit

serve.exit:                                       ; preds = %alone.exit.i, %if.end10.i
  %retval.0.i = phi i32 [ %retval.0.i.i, %alone.exit.i ], [ %status.0.i, %if.end10.i ]
  %21 = load ptr, ptr %python3.i, align 8
  %restore_thread.i = getelementptr inbounds nuw i8, ptr %21, i64 8
  %22 = load ptr, ptr %restore_thread.i, align 8
  %23 = load ptr, ptr %state.i, align 8
  call void %22(ptr noundef %23) #8
  %24 = load atomic i32, ptr %watch monotonic, align 8
  %tobool.not.i.i6 = icmp eq i32 %24, 0
  %cond.i7 = select i1 %tobool.not.i.i6, i32 %retval.0.i, i32 4
  call void @llvm.lifetime.end.p0(ptr nonnull %watch) #8
  ret i32 %cond.i7
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: nounwind uwtable
define noundef ptr @create(i64 noundef %capacity, ptr noundef %python) local_unnamed_addr #0 {
entry:
  %memory = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %memory) #8
  %call = call i32 @posix_memalign(ptr noundef nonnull %memory, i64 noundef 128, i64 noundef 1024) #8
  %tobool.not = icmp eq i32 %call, 0
  br i1 %tobool.not, label %if.end, label %cleanup

if.end:                                           ; preds = %entry
  %0 = load ptr, ptr %memory, align 8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 128 dereferenceable(1024) %0, i8 0, i64 1024, i1 false)
  %busy2.i = getelementptr inbounds nuw i8, ptr %0, i64 448
  %call.i = call i32 @pthread_mutex_init(ptr noundef nonnull %busy2.i, ptr noundef null) #8
  %mutex3.i = getelementptr inbounds nuw i8, ptr %0, i64 576
  %call4.i = call i32 @pthread_mutex_init(ptr noundef nonnull %mutex3.i, ptr noundef null) #8
  %finished5.i = getelementptr inbounds nuw i8, ptr %0, i64 704
  %call6.i = call i32 @pthread_cond_init(ptr noundef nonnull %finished5.i, ptr noundef null) #8
  %clock = getelementptr inbounds nuw i8, ptr %python, i64 40
  %1 = load i32, ptr %clock, align 8
  store i32 %1, ptr @monotonic_clock, align 4
  %python1 = getelementptr inbounds nuw i8, ptr %0, i64 904
  store ptr %python, ptr %python1, align 8
  %mul = mul i64 %capacity, 768
  %call2 = call i32 @posix_memalign(ptr noundef nonnull %memory, i64 noundef 128, i64 noundef %mul) #8
  %tobool3.not = icmp eq i32 %call2, 0
  br i1 %tobool3.not, label %if.then4, label %cleanup

if.then4:                                         ; preds = %if.end
  %2 = load ptr, ptr %memory, align 8
  %workers = getelementptr inbounds nuw i8, ptr %0, i64 400
  store ptr %2, ptr %workers, align 16
  %capacity5 = getelementptr inbounds nuw i8, ptr %0, i64 384
  store i64 %capacity, ptr %capacity5, align 128
  br label %cleanup

cleanup:                                          ; preds = %if.end, %if.then4, %entry
  %retval.0 = phi ptr [ null, %entry ], [ %0, %if.then4 ], [ %0, %if.end ]
  call void @llvm.lifetime.end.p0(ptr nonnull %memory) #8
  ret ptr %retval.0
}

; Function Attrs: nofree
declare i32 @posix_memalign(ptr noundef, i64 noundef, i64 noundef) local_unnamed_addr #2

; Function Attrs: nounwind uwtable
define void @stop(ptr noundef %pool) local_unnamed_addr #0 {
entry:
  %busy = getelementptr inbounds nuw i8, ptr %pool, i64 448
  %call = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %busy) #8
  %created = getelementptr inbounds nuw i8, ptr %pool, i64 392
  %0 = load i64, ptr %created, align 8
  %cmp14 = icmp sgt i64 %0, 0
  br i1 %cmp14, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %entry
  %workers = getelementptr inbounds nuw i8, ptr %pool, i64 400
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %entry
  %capacity = getelementptr inbounds nuw i8, ptr %pool, i64 384
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 128 dereferenceable(16) %capacity, i8 0, i64 16, i1 false)
  %call4 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %busy) #8
  ret void

for.body:                                         ; preds = %for.body.lr.ph, %for.body
  %index.015 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.body ]
  %1 = load ptr, ptr %workers, align 16
  %arrayidx = getelementptr inbounds nuw %struct.Worker, ptr %1, i64 %index.015
  tail call fastcc void @post(ptr noundef %arrayidx, i32 noundef 4)
  %thread = getelementptr inbounds nuw i8, ptr %arrayidx, i64 160
  %2 = load i64, ptr %thread, align 32
  %call1 = tail call i32 @pthread_join(i64 noundef %2, ptr noundef null) #8
  %arena = getelementptr inbounds nuw i8, ptr %arrayidx, i64 144
  %3 = load ptr, ptr %arena, align 16
  tail call void @free(ptr noundef %3)
  %inc = add nuw nsw i64 %index.015, 1
  %4 = load i64, ptr %created, align 8
  %cmp = icmp slt i64 %inc, %4
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !6
}

declare i32 @pthread_mutex_lock(ptr noundef) local_unnamed_addr #3

; Function Attrs: nounwind uwtable
define internal fastcc void @post(ptr noundef %worker, i32 noundef range(i32 1, 5) %state) unnamed_addr #0 {
entry:
  %state1 = getelementptr inbounds nuw i8, ptr %worker, i64 128
  %0 = atomicrmw xchg ptr %state1, i32 %state acq_rel, align 128
  %cmp.not = icmp eq i32 %0, 3
  br i1 %cmp.not, label %if.end, label %return

if.end:                                           ; preds = %entry
  %mutex = getelementptr inbounds nuw i8, ptr %worker, i64 176
  %call = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %mutex) #8
  %pool.i = getelementptr inbounds nuw i8, ptr %worker, i64 136
  %1 = load ptr, ptr %pool.i, align 8
  %python.i = getelementptr inbounds nuw i8, ptr %1, i64 904
  %2 = load ptr, ptr %python.i, align 8
  %core1.i = getelementptr inbounds nuw i8, ptr %2, i64 48
  %3 = load ptr, ptr %core1.i, align 8
  %tobool.not.i = icmp eq ptr %3, null
  br i1 %tobool.not.i, label %cond.end.i, label %cond.true.i

cond.true.i:                                      ; preds = %if.end
  %call.i = tail call i32 %3() #8
  %4 = sext i32 %call.i to i64
  br label %cond.end.i

cond.end.i:                                       ; preds = %cond.true.i, %if.end
  %cond.i = phi i64 [ %4, %cond.true.i ], [ -1, %if.end ]
  %or.cond.i = icmp ugt i64 %cond.i, 1023
  br i1 %or.cond.i, label %steer.exit, label %if.end.i

if.end.i:                                         ; preds = %cond.end.i
  %get_cores.i = getelementptr inbounds nuw i8, ptr %2, i64 56
  %5 = load ptr, ptr %get_cores.i, align 8
  %thread.i = getelementptr inbounds nuw i8, ptr %worker, i64 160
  %6 = load i64, ptr %thread.i, align 32
  %cores.i = getelementptr inbounds nuw i8, ptr %worker, i64 440
  %call6.i = tail call i32 %5(i64 noundef %6, i64 noundef 128, ptr noundef nonnull %cores.i) #8
  %tobool7.not.i = icmp eq i32 %call6.i, 0
  br i1 %tobool7.not.i, label %for.cond.preheader.i, label %steer.exit

for.cond.preheader.i:                             ; preds = %if.end.i
  %div47.i = lshr i64 %cond.i, 6
  %rem.i = and i64 %cond.i, 63
  %shl.i = shl nuw i64 1, %rem.i
  %7 = xor i64 %shl.i, -1
  %others.i = getelementptr inbounds nuw i8, ptr %worker, i64 568
  br label %for.body.i

for.cond.cleanup.i:                               ; preds = %for.body.i
  %tobool22.not.i = icmp eq i64 %or.i, 0
  br i1 %tobool22.not.i, label %land.end.i, label %land.rhs.i

for.body.i:                                       ; preds = %for.body.i, %for.cond.preheader.i
  %indvars.iv.i = phi i64 [ 0, %for.cond.preheader.i ], [ %indvars.iv.next.i, %for.body.i ]
  %left.048.i = phi i64 [ 0, %for.cond.preheader.i ], [ %or.i, %for.body.i ]
  %cmp13.i = icmp eq i64 %div47.i, %indvars.iv.i
  %cond18.i = select i1 %cmp13.i, i64 %7, i64 -1
  %arrayidx.i = getelementptr inbounds nuw i64, ptr %cores.i, i64 %indvars.iv.i
  %8 = load i64, ptr %arrayidx.i, align 8
  %and.i = and i64 %8, %cond18.i
  %arrayidx21.i = getelementptr inbounds nuw i64, ptr %others.i, i64 %indvars.iv.i
  store i64 %and.i, ptr %arrayidx21.i, align 8
  %or.i = or i64 %and.i, %left.048.i
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, 16
  br i1 %exitcond.not.i, label %for.cond.cleanup.i, label %for.body.i, !llvm.loop !8

land.rhs.i:                                       ; preds = %for.cond.cleanup.i
  %set_cores.i = getelementptr inbounds nuw i8, ptr %2, i64 64
  %9 = load ptr, ptr %set_cores.i, align 8
  %10 = load i64, ptr %thread.i, align 32
  %call26.i = tail call i32 %9(i64 noundef %10, i64 noundef 128, ptr noundef nonnull %others.i) #8
  %tobool27.not.i = icmp eq i32 %call26.i, 0
  %11 = zext i1 %tobool27.not.i to i8
  br label %land.end.i

land.end.i:                                       ; preds = %land.rhs.i, %for.cond.cleanup.i
  %storedv.i = phi i8 [ 0, %for.cond.cleanup.i ], [ %11, %land.rhs.i ]
  %steered.i = getelementptr inbounds nuw i8, ptr %worker, i64 432
  store i8 %storedv.i, ptr %steered.i, align 16
  br label %steer.exit

steer.exit:                                       ; preds = %cond.end.i, %if.end.i, %land.end.i
  %posted = getelementptr inbounds nuw i8, ptr %worker, i64 304
  %call2 = tail call i32 @pthread_cond_signal(ptr noundef nonnull %posted) #8
  %call4 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %mutex) #8
  br label %return

return:                                           ; preds = %entry, %steer.exit
  ret void
}

declare i32 @pthread_join(i64 noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @free(ptr allocptr noundef captures(none)) local_unnamed_addr #4

declare i32 @pthread_mutex_unlock(ptr noundef) local_unnamed_addr #3

; Function Attrs: nounwind uwtable
define range(i32 0, 2) i32 @await(ptr noundef %pool, ptr noundef captures(none) %waiter) local_unnamed_addr #0 {
entry:
  %thread.i.i = alloca i64, align 8
  %time.i.i.i53 = alloca %struct.Time, align 8
  %time.i.i.i = alloca %struct.Time, align 8
  %time.i.i = alloca %struct.Time, align 8
  %.compoundliteral = alloca %struct.Time, align 8
  %crew1 = getelementptr inbounds nuw i8, ptr %pool, i64 832
  %watch2 = getelementptr inbounds nuw i8, ptr %pool, i64 48
  %0 = load ptr, ptr %watch2, align 16
  %call = tail call i32 @sched_yield() #8
  %1 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i) #8
  %call.i.i = call i32 @clock_gettime(i32 noundef %1, ptr noundef nonnull %time.i.i) #8
  %2 = load i64, ptr %time.i.i, align 8
  %nanoseconds.i.i = getelementptr inbounds nuw i8, ptr %time.i.i, i64 8
  %3 = load i64, ptr %nanoseconds.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i) #8
  %call.i = call i64 @pthread_self() #8
  %caller.i = getelementptr inbounds nuw i8, ptr %0, i64 8
  %4 = load i64, ptr %caller.i, align 8
  %cmp.not.i = icmp eq i64 %call.i, %4
  br i1 %cmp.not.i, label %lor.lhs.false.i, label %look.exit

lor.lhs.false.i:                                  ; preds = %entry
  %mul.i.i = mul nsw i64 %2, 1000000000
  %add.i.i = add nsw i64 %mul.i.i, %3
  %due.i = getelementptr inbounds nuw i8, ptr %0, i64 16
  %5 = load i64, ptr %due.i, align 8
  %cmp1.i = icmp slt i64 %add.i.i, %5
  br i1 %cmp1.i, label %look.exit, label %if.end.i

if.end.i:                                         ; preds = %lor.lhs.false.i
  %python2.i = getelementptr inbounds nuw i8, ptr %0, i64 24
  %6 = load ptr, ptr %python2.i, align 8
  %restore_thread.i = getelementptr inbounds nuw i8, ptr %6, i64 8
  %7 = load ptr, ptr %restore_thread.i, align 8
  %state.i = getelementptr inbounds nuw i8, ptr %0, i64 32
  %8 = load ptr, ptr %state.i, align 8
  call void %7(ptr noundef %8) #8
  %check_signals.i = getelementptr inbounds nuw i8, ptr %6, i64 16
  %9 = load ptr, ptr %check_signals.i, align 8
  %call3.i = call i32 %9() #8
  %cmp4.not.i = icmp eq i32 %call3.i, 0
  br i1 %cmp4.not.i, label %lor.rhs.i, label %if.then10.critedge.critedge.i

lor.rhs.i:                                        ; preds = %if.end.i
  %interrupted.i = getelementptr inbounds nuw i8, ptr %6, i64 32
  %10 = load ptr, ptr %interrupted.i, align 8
  %11 = load i32, ptr %10, align 4
  %tobool.not.i = icmp eq i32 %11, 0
  %12 = load ptr, ptr %6, align 8
  %call5.i = call ptr %12() #8
  store ptr %call5.i, ptr %state.i, align 8
  br i1 %tobool.not.i, label %cond.false.i, label %if.then10.critedge.i

cond.false.i:                                     ; preds = %lor.rhs.i
  %13 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i.i) #8
  %call.i.i.i = call i32 @clock_gettime(i32 noundef %13, ptr noundef nonnull %time.i.i.i) #8
  %14 = load i64, ptr %time.i.i.i, align 8
  %mul.i.i.i = mul nsw i64 %14, 1000000000
  %nanoseconds.i.i.i = getelementptr inbounds nuw i8, ptr %time.i.i.i, i64 8
  %15 = load i64, ptr %nanoseconds.i.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i.i) #8
  %add.i.i.i = add i64 %15, 50000000
  %add.i = add i64 %add.i.i.i, %mul.i.i.i
  store i64 %add.i, ptr %due.i, align 8
  br label %look.exit

if.then10.critedge.critedge.i:                    ; preds = %if.end.i
  %16 = load ptr, ptr %6, align 8
  %call5.c.i = call ptr %16() #8
  store ptr %call5.c.i, ptr %state.i, align 8
  br label %if.then10.critedge.i

if.then10.critedge.i:                             ; preds = %if.then10.critedge.critedge.i, %lor.rhs.i
  store i64 9223372036854775807, ptr %due.i, align 8
  store atomic i32 1, ptr %0 monotonic, align 8
  br label %look.exit

look.exit:                                        ; preds = %entry, %lor.lhs.false.i, %cond.false.i, %if.then10.critedge.i
  %17 = load atomic i32, ptr %0 monotonic, align 8
  %tobool.not.i52 = icmp ne i32 %17, 0
  %mutex = getelementptr inbounds nuw i8, ptr %pool, i64 576
  %call5 = call i32 @pthread_mutex_lock(ptr noundef nonnull %mutex) #8
  br i1 %tobool.not.i52, label %if.end16, label %land.lhs.true

land.lhs.true:                                    ; preds = %look.exit
  %hopeless = getelementptr inbounds nuw i8, ptr %pool, i64 896
  %18 = load i8, ptr %hopeless, align 8, !range !9, !noundef !10
  %loadedv6 = trunc nuw i8 %18 to i1
  br i1 %loadedv6, label %if.end16, label %if.then

if.then:                                          ; preds = %land.lhs.true
  %19 = load atomic i64, ptr %crew1 monotonic, align 8
  %epoch = getelementptr inbounds nuw i8, ptr %waiter, i64 8
  %20 = load i64, ptr %epoch, align 8
  %epoch8 = getelementptr inbounds nuw i8, ptr %pool, i64 848
  %21 = load i64, ptr %epoch8, align 8
  %cmp = icmp ne i64 %20, %21
  %conv9 = zext i1 %cmp to i64
  %arrived = getelementptr inbounds nuw i8, ptr %pool, i64 856
  %22 = load i64, ptr %arrived, align 8
  %add = add nsw i64 %22, %conv9
  store i64 %add, ptr %arrived, align 8
  store i64 %21, ptr %epoch, align 8
  %23 = load i64, ptr %arrived, align 8
  %cmp13.not = icmp slt i64 %23, %19
  br i1 %cmp13.not, label %if.end16, label %if.then15

if.then15:                                        ; preds = %if.then
  %24 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i.i53) #8
  %call.i.i.i54 = call i32 @clock_gettime(i32 noundef %24, ptr noundef nonnull %time.i.i.i53) #8
  %25 = load i64, ptr %time.i.i.i53, align 8
  %mul.i.i.i55 = mul nsw i64 %25, 1000000000
  %nanoseconds.i.i.i56 = getelementptr inbounds nuw i8, ptr %time.i.i.i53, i64 8
  %26 = load i64, ptr %nanoseconds.i.i.i56, align 8
  %add.i.i.i57 = add nsw i64 %mul.i.i.i55, %26
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i.i53) #8
  %ended2.i = getelementptr inbounds nuw i8, ptr %pool, i64 840
  %27 = load atomic i64, ptr %ended2.i monotonic, align 8
  %before.i = getelementptr inbounds nuw i8, ptr %pool, i64 864
  %28 = load i64, ptr %before.i, align 8
  %cmp.i = icmp eq i64 %27, %28
  %29 = load i64, ptr %epoch8, align 8
  %inc.i = add nsw i64 %29, 1
  store i64 %inc.i, ptr %epoch8, align 8
  store i64 0, ptr %arrived, align 8
  store i64 %27, ptr %before.i, align 8
  %part.i = getelementptr inbounds nuw i8, ptr %pool, i64 128
  %end.i = getelementptr inbounds nuw i8, ptr %pool, i64 136
  %30 = load i64, ptr %end.i, align 8
  %31 = load atomic i64, ptr %part.i monotonic, align 128
  br i1 %cmp.i, label %lor.lhs.false.i58, label %if.then.i

lor.lhs.false.i58:                                ; preds = %if.then15
  %sub.i = sub nsw i64 %30, %31
  %cond.i.i = call noundef i64 @llvm.smin.i64(i64 %19, i64 %sub.i)
  call void @llvm.lifetime.start.p0(ptr nonnull %thread.i.i) #8
  %extra.i.i = getelementptr inbounds nuw i8, ptr %pool, i64 888
  %cmp11.i.i = icmp sgt i64 %cond.i.i, 0
  br i1 %cmp11.i.i, label %land.lhs.true.i.i, label %if.else.critedge.i

land.lhs.true.i.i:                                ; preds = %lor.lhs.false.i58, %while.body.i.i
  %added.012.i.i = phi i64 [ %inc5.i.i, %while.body.i.i ], [ 0, %lor.lhs.false.i58 ]
  %32 = load i64, ptr %extra.i.i, align 8
  %cmp1.i.i = icmp slt i64 %32, 4096
  br i1 %cmp1.i.i, label %land.rhs.i.i, label %while.end.loopexit.i.i

land.rhs.i.i:                                     ; preds = %land.lhs.true.i.i
  %call.i.i59 = call i32 @pthread_create(ptr noundef nonnull %thread.i.i, ptr noundef null, ptr noundef nonnull @help, ptr noundef %pool) #8
  %tobool.not.i.i = icmp eq i32 %call.i.i59, 0
  br i1 %tobool.not.i.i, label %while.body.i.i, label %while.end.loopexit.i.i

while.body.i.i:                                   ; preds = %land.rhs.i.i
  %33 = load i64, ptr %thread.i.i, align 8
  %call2.i.i = call i32 @pthread_detach(i64 noundef %33) #8
  %34 = load i64, ptr %extra.i.i, align 8
  %inc.i.i = add nsw i64 %34, 1
  store i64 %inc.i.i, ptr %extra.i.i, align 8
  %inc5.i.i = add nuw nsw i64 %added.012.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %inc5.i.i, %cond.i.i
  br i1 %exitcond.not.i.i, label %while.end.loopexit.i.i, label %land.lhs.true.i.i, !llvm.loop !11

while.end.loopexit.i.i:                           ; preds = %while.body.i.i, %land.rhs.i.i, %land.lhs.true.i.i
  %added.0.lcssa.ph.i.i = phi i64 [ %added.012.i.i, %land.rhs.i.i ], [ 1, %while.body.i.i ], [ %added.012.i.i, %land.lhs.true.i.i ]
  %.not.i = icmp eq i64 %added.0.lcssa.ph.i.i, 0
  call void @llvm.lifetime.end.p0(ptr nonnull %thread.i.i) #8
  br i1 %.not.i, label %if.else.i, label %if.then.i

if.then.i:                                        ; preds = %while.end.loopexit.i.i, %if.then15
  %since.i = getelementptr inbounds nuw i8, ptr %pool, i64 872
  store i64 %add.i.i.i57, ptr %since.i, align 8
  br label %if.end16

if.else.critedge.i:                               ; preds = %lor.lhs.false.i58
  call void @llvm.lifetime.end.p0(ptr nonnull %thread.i.i) #8
  br label %if.else.i

if.else.i:                                        ; preds = %if.else.critedge.i, %while.end.loopexit.i.i
  %since8.i = getelementptr inbounds nuw i8, ptr %pool, i64 872
  %35 = load i64, ptr %since8.i, align 8
  %sub9.i = sub nsw i64 %add.i.i.i57, %35
  %limit.i = getelementptr inbounds nuw i8, ptr %pool, i64 880
  %36 = load i64, ptr %limit.i, align 8
  %cmp10.i = icmp sgt i64 %sub9.i, %36
  br i1 %cmp10.i, label %if.then11.i, label %if.end16

if.then11.i:                                      ; preds = %if.else.i
  store i8 1, ptr %hopeless, align 8
  %37 = load i64, ptr %end.i, align 8
  store atomic i64 %37, ptr %part.i monotonic, align 128
  br label %if.end16

if.end16:                                         ; preds = %if.then11.i, %if.else.i, %if.then.i, %if.then, %land.lhs.true, %look.exit
  %hopeless17 = getelementptr inbounds nuw i8, ptr %pool, i64 896
  %38 = load i8, ptr %hopeless17, align 8, !range !9, !noundef !10
  %extra23 = getelementptr inbounds nuw i8, ptr %pool, i64 888
  %39 = load i64, ptr %extra23, align 8
  %call25 = call i32 @pthread_mutex_unlock(ptr noundef nonnull %mutex) #8
  %tobool26.not = icmp eq i64 %39, 0
  br i1 %tobool26.not, label %if.end29, label %if.then27

if.then27:                                        ; preds = %if.end16
  store i64 0, ptr %.compoundliteral, align 8
  %nanoseconds = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 8
  %mul = mul nsw i64 %39, 1000
  store i64 %mul, ptr %nanoseconds, align 8
  %call28 = call i32 @nanosleep(ptr noundef nonnull %.compoundliteral, ptr noundef null) #8
  store i32 -64, ptr %waiter, align 8
  br label %if.end29

if.end29:                                         ; preds = %if.then27, %if.end16
  %40 = zext i1 %tobool.not.i52 to i8
  %or51 = or i8 %38, %40
  %conv31 = zext nneg i8 %or51 to i32
  ret i32 %conv31
}

declare i32 @sched_yield() local_unnamed_addr #3

declare i32 @nanosleep(ptr noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: nounwind uwtable
define range(i32 0, 13) i32 @run_waiting(ptr noundef %pool, ptr noundef captures(none) %launch, ptr noundef %args, i64 noundef %total, ptr noundef captures(none) initializes((32, 40)) %record) local_unnamed_addr #0 {
entry:
  %time.i.i.i3 = alloca %struct.Time, align 8
  %own.i = alloca %struct.Pool, align 128
  %time.i.i.i = alloca %struct.Time, align 8
  %watch = alloca %struct.Watch, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %watch) #8
  %python1.i = getelementptr inbounds nuw i8, ptr %pool, i64 904
  %0 = load ptr, ptr %python1.i, align 8
  %call.i = tail call i64 @pthread_self() #8
  %1 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i.i) #8
  %call.i.i.i = call i32 @clock_gettime(i32 noundef %1, ptr noundef nonnull %time.i.i.i) #8
  %2 = load i64, ptr %time.i.i.i, align 8
  %mul.i.i.i = mul nsw i64 %2, 1000000000
  %nanoseconds.i.i.i = getelementptr inbounds nuw i8, ptr %time.i.i.i, i64 8
  %3 = load i64, ptr %nanoseconds.i.i.i, align 8
  %add.i.i.i = add nsw i64 %mul.i.i.i, %3
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i.i) #8
  store i32 0, ptr %watch, align 8
  %caller.i = getelementptr inbounds nuw i8, ptr %watch, i64 8
  store i64 %call.i, ptr %caller.i, align 8
  %main_thread.i = getelementptr inbounds nuw i8, ptr %0, i64 24
  %4 = load i64, ptr %main_thread.i, align 8
  %cmp.i = icmp eq i64 %call.i, %4
  %add.i = add nsw i64 %add.i.i.i, 50000000
  %cond.i = select i1 %cmp.i, i64 %add.i, i64 9223372036854775807
  %due.i = getelementptr inbounds nuw i8, ptr %watch, i64 16
  store i64 %cond.i, ptr %due.i, align 8
  %python3.i = getelementptr inbounds nuw i8, ptr %watch, i64 24
  store ptr %0, ptr %python3.i, align 8
  %start4.i = getelementptr inbounds nuw i8, ptr %watch, i64 40
  store i64 %add.i.i.i, ptr %start4.i, align 8
  %5 = load ptr, ptr %0, align 8
  %call5.i = call ptr %5() #8
  %state.i = getelementptr inbounds nuw i8, ptr %watch, i64 32
  store ptr %call5.i, ptr %state.i, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %own.i) #8
  %busy1.i = getelementptr inbounds nuw i8, ptr %pool, i64 448
  %call.i4 = call i32 @pthread_mutex_trylock(ptr noundef nonnull %busy1.i) #8
  %cmp.not.i = icmp eq i32 %call.i4, 0
  %cond.i5 = select i1 %cmp.not.i, ptr %pool, ptr %own.i
  br i1 %cmp.not.i, label %if.end.i, label %if.then.i

if.then.i:                                        ; preds = %entry
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 128 dereferenceable(1024) %own.i, i8 0, i64 1024, i1 false)
  %busy2.i.i = getelementptr inbounds nuw i8, ptr %own.i, i64 448
  %call.i.i = call i32 @pthread_mutex_init(ptr noundef nonnull %busy2.i.i, ptr noundef null) #8
  %mutex3.i.i = getelementptr inbounds nuw i8, ptr %own.i, i64 576
  %call4.i.i = call i32 @pthread_mutex_init(ptr noundef nonnull %mutex3.i.i, ptr noundef null) #8
  %finished5.i.i = getelementptr inbounds nuw i8, ptr %own.i, i64 704
  %call6.i.i = call i32 @pthread_cond_init(ptr noundef nonnull %finished5.i.i, ptr noundef null) #8
  br label %if.end.i

if.end.i:                                         ; preds = %if.then.i, %entry
  %own.i.pn = phi ptr [ %own.i, %if.then.i ], [ %pool, %entry ]
  %own.i.pn.sroa.phi116 = getelementptr inbounds nuw i8, ptr %own.i.pn, i64 832
  %own.i.pn.sroa.phi113 = getelementptr inbounds nuw i8, ptr %own.i.pn, i64 840
  %own.i.pn.sroa.phi110 = getelementptr inbounds nuw i8, ptr %own.i.pn, i64 848
  %own.i.pn.sroa.phi107 = getelementptr inbounds nuw i8, ptr %own.i.pn, i64 856
  %own.i.pn.sroa.phi104 = getelementptr inbounds nuw i8, ptr %own.i.pn, i64 864
  %own.i.pn.sroa.phi101 = getelementptr inbounds nuw i8, ptr %own.i.pn, i64 872
  %own.i.pn.sroa.phi98 = getelementptr inbounds nuw i8, ptr %own.i.pn, i64 880
  %own.i.pn.sroa.phi95 = getelementptr inbounds nuw i8, ptr %own.i.pn, i64 888
  %own.i.pn.sroa.phi = getelementptr inbounds nuw i8, ptr %own.i.pn, i64 896
  %own.i.pn.sroa.phi91 = getelementptr inbounds nuw i8, ptr %own.i.pn, i64 897
  %6 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i.i3) #8
  %call.i.i.i6 = call i32 @clock_gettime(i32 noundef %6, ptr noundef nonnull %time.i.i.i3) #8
  %7 = load i64, ptr %time.i.i.i3, align 8
  %mul.i.i.i7 = mul nsw i64 %7, 1000000000
  %nanoseconds.i.i.i8 = getelementptr inbounds nuw i8, ptr %time.i.i.i3, i64 8
  %8 = load i64, ptr %nanoseconds.i.i.i8, align 8
  %add.i.i.i9 = add nsw i64 %mul.i.i.i7, %8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i.i3) #8
  %limit5.i = getelementptr inbounds nuw i8, ptr %record, i64 40
  %9 = load i64, ptr %limit5.i, align 8
  store i64 0, ptr %own.i.pn.sroa.phi116, align 64
  store i64 0, ptr %own.i.pn.sroa.phi113, align 8
  store i64 1, ptr %own.i.pn.sroa.phi110, align 16
  store i64 0, ptr %own.i.pn.sroa.phi107, align 8
  store i64 0, ptr %own.i.pn.sroa.phi104, align 32
  store i64 %add.i.i.i9, ptr %own.i.pn.sroa.phi101, align 8
  store i64 %9, ptr %own.i.pn.sroa.phi98, align 16
  store i64 0, ptr %own.i.pn.sroa.phi95, align 8
  store i8 0, ptr %own.i.pn.sroa.phi, align 64
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 1 dereferenceable(7) %own.i.pn.sroa.phi91, i8 0, i64 7, i1 false)
  %crew6.i = getelementptr inbounds nuw i8, ptr %record, i64 32
  store ptr %cond.i5, ptr %crew6.i, align 8
  %pool.sroa.gep68.i = getelementptr inbounds nuw i8, ptr %pool, i64 408
  %own.sroa.gep69.i = getelementptr inbounds nuw i8, ptr %own.i, i64 408
  %cond.sroa.sel70.i = select i1 %cmp.not.i, ptr %pool.sroa.gep68.i, ptr %own.sroa.gep69.i
  %scratch.i = getelementptr inbounds nuw i8, ptr %launch, i64 16
  %10 = load i64, ptr %scratch.i, align 8
  %call7.i = call fastcc ptr @reserve(ptr noundef nonnull %cond.sroa.sel70.i, i64 noundef %10)
  %tobool.not.i = icmp eq ptr %call7.i, null
  br i1 %tobool.not.i, label %if.end15.i, label %if.then8.i

if.then8.i:                                       ; preds = %if.end.i
  %cost.i = getelementptr inbounds nuw i8, ptr %launch, i64 24
  %11 = load double, ptr %cost.i, align 8
  %conv.i = sitofp i64 %total to double
  %mul.i = fmul double %11, %conv.i
  %call10.i = call fastcc double @share(ptr noundef %cond.i5, ptr noundef %launch, ptr noundef %args, i64 noundef 0, i64 noundef %total, double noundef %mul.i, ptr noundef nonnull %call7.i, i1 noundef zeroext true, ptr noundef nonnull %watch)
  %cond.sroa.sel73.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel.v = select i1 %cmp.not.i, ptr %pool, ptr %own.i
  %cond.sroa.sel73.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel = getelementptr inbounds nuw i8, ptr %cond.sroa.sel73.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel.v, i64 576
  %call.i39.i = call i32 @pthread_mutex_lock(ptr noundef nonnull %cond.sroa.sel73.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel) #8
  %12 = load i64, ptr %own.i.pn.sroa.phi95, align 8
  %tobool.not8.i.i = icmp eq i64 %12, 0
  br i1 %tobool.not8.i.i, label %dismiss_help.exit.i, label %while.body.lr.ph.i.i

while.body.lr.ph.i.i:                             ; preds = %if.then8.i
  %cond.sroa.sel79.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel.v = select i1 %cmp.not.i, ptr %pool, ptr %own.i
  %cond.sroa.sel79.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel = getelementptr inbounds nuw i8, ptr %cond.sroa.sel79.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel.v, i64 704
  br label %while.body.i.i

while.body.i.i:                                   ; preds = %while.body.i.i, %while.body.lr.ph.i.i
  call fastcc void @doze(ptr noundef nonnull %cond.sroa.sel79.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel, ptr noundef nonnull %cond.sroa.sel73.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel, ptr noundef nonnull %watch)
  %13 = load i64, ptr %own.i.pn.sroa.phi95, align 8
  %tobool.not.i.i = icmp eq i64 %13, 0
  br i1 %tobool.not.i.i, label %dismiss_help.exit.i, label %while.body.i.i, !llvm.loop !12

dismiss_help.exit.i:                              ; preds = %while.body.i.i, %if.then8.i
  %call3.i.i = call i32 @pthread_mutex_unlock(ptr noundef nonnull %cond.sroa.sel73.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel) #8
  %14 = load atomic i32, ptr %watch monotonic, align 8
  %tobool.not.i40.i = icmp eq i32 %14, 0
  br i1 %tobool.not.i40.i, label %if.then12.i, label %if.end15.i

if.then12.i:                                      ; preds = %dismiss_help.exit.i
  store double %call10.i, ptr %cost.i, align 8
  br label %if.end15.i

if.end15.i:                                       ; preds = %if.then12.i, %dismiss_help.exit.i, %if.end.i
  %status.0.i = phi i32 [ 12, %if.end.i ], [ 0, %if.then12.i ], [ 0, %dismiss_help.exit.i ]
  br i1 %cmp.not.i, label %if.else.i, label %if.then17.i

if.then17.i:                                      ; preds = %if.end15.i
  %15 = load ptr, ptr %own.sroa.gep69.i, align 8
  call void @free(ptr noundef %15)
  br label %serve_waiting.exit

if.else.i:                                        ; preds = %if.end15.i
  %call21.i = call i32 @pthread_mutex_unlock(ptr noundef nonnull %busy1.i) #8
  br label %serve_waiting.exit

serve_waiting.exit:                               ; preds = %if.then17.i, %if.else.i
  call void @llvm.lifetime.end.p0(ptr nonnull %own.i) #8
  %16 = load ptr, ptr %python3.i, align 8
  %restore_thread.i = getelementptr inbounds nuw i8, ptr %16, i64 8
  %17 = load ptr, ptr %restore_thread.i, align 8
  %18 = load ptr, ptr %state.i, align 8
  call void %17(ptr noundef %18) #8
  %19 = load atomic i32, ptr %watch monotonic, align 8
  %tobool.not.i.i11 = icmp eq i32 %19, 0
  %cond.i12 = select i1 %tobool.not.i.i11, i32 %status.0.i, i32 4
  call void @llvm.lifetime.end.p0(ptr nonnull %watch) #8
  ret i32 %cond.i12
}

declare i64 @pthread_self() local_unnamed_addr #3

declare i32 @pthread_mutex_trylock(ptr noundef) local_unnamed_addr #3

; Function Attrs: noinline nounwind uwtable
define internal fastcc ptr @reserve(ptr noundef %arena, i64 noundef %bytes) unnamed_addr #5 {
entry:
  %size = getelementptr inbounds nuw i8, ptr %arena, i64 8
  %0 = load i64, ptr %size, align 8
  %cmp = icmp slt i64 %0, %bytes
  br i1 %cmp, label %if.then, label %if.end7

if.then:                                          ; preds = %entry
  %1 = load ptr, ptr %arena, align 8
  tail call void @free(ptr noundef %1)
  %call = tail call i32 @posix_memalign(ptr noundef nonnull %arena, i64 noundef 64, i64 noundef %bytes) #8
  %cmp2.not = icmp eq i32 %call, 0
  %cond = select i1 %cmp2.not, i64 %bytes, i64 0
  store i64 %cond, ptr %size, align 8
  br i1 %cmp2.not, label %if.end7, label %if.then5

if.then5:                                         ; preds = %if.then
  store ptr null, ptr %arena, align 8
  br label %if.end7

if.end7:                                          ; preds = %if.then, %if.then5, %entry
  %2 = load ptr, ptr %arena, align 8
  ret ptr %2
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #6

; Function Attrs: nounwind uwtable
define internal fastcc double @share(ptr noundef %pool, ptr noundef readonly captures(none) %launch, ptr noundef %args, i64 noundef %done, i64 noundef %total, double noundef %work, ptr noundef %memory, i1 noundef zeroext %single, ptr noundef nonnull %watch) unnamed_addr #0 {
entry:
  %time.i.i41.i = alloca %struct.Time, align 8
  %time.i.i.i = alloca %struct.Time, align 8
  %time.i.i74 = alloca %struct.Time, align 8
  %time.i.i = alloca %struct.Time, align 8
  %sub = sub nsw i64 %total, %done
  %width = getelementptr inbounds nuw i8, ptr %launch, i64 8
  %0 = load i64, ptr %width, align 8
  %cond.i = tail call noundef i64 @llvm.smin.i64(i64 %0, i64 %sub)
  %sub1 = add nsw i64 %cond.i, -1
  %capacity = getelementptr inbounds nuw i8, ptr %pool, i64 384
  %1 = load i64, ptr %capacity, align 128
  %cond.i53 = tail call noundef i64 @llvm.smin.i64(i64 %sub1, i64 %1)
  %start = getelementptr inbounds nuw i8, ptr %watch, i64 40
  %2 = load i64, ptr %start, align 8
  %last.i = getelementptr inbounds nuw i8, ptr %pool, i64 432
  %3 = load i64, ptr %last.i, align 16
  %sub.i = sub nsw i64 %2, %3
  %cmp.i = icmp sgt i64 %sub.i, 100000
  br i1 %cmp.i, label %cond.end.i, label %cond.false.i

cond.false.i:                                     ; preds = %entry
  %wish.i = getelementptr inbounds nuw i8, ptr %pool, i64 424
  %4 = load double, ptr %wish.i, align 8
  br label %cond.end.i

cond.end.i:                                       ; preds = %cond.false.i, %entry
  %cond.i54 = phi double [ %4, %cond.false.i ], [ 0.000000e+00, %entry ]
  %add.i = fadd double %work, %cond.i54
  %wish1.i = getelementptr inbounds nuw i8, ptr %pool, i64 424
  store double %add.i, ptr %wish1.i, align 8
  store i64 %2, ptr %last.i, align 16
  %cmp536.i = icmp sgt i64 %cond.i53, 0
  br i1 %cmp536.i, label %for.body.lr.ph.i, label %worthwhile.exit

for.body.lr.ph.i:                                 ; preds = %cond.end.i
  %created.i = getelementptr inbounds nuw i8, ptr %pool, i64 392
  %5 = load i64, ptr %created.i, align 8
  %workers.i = getelementptr inbounds nuw i8, ptr %pool, i64 400
  br label %for.body.i

for.body.i:                                       ; preds = %for.inc.i, %for.body.lr.ph.i
  %work.addr.039.i = phi double [ %work, %for.body.lr.ph.i ], [ %sub8.i, %for.inc.i ]
  %wish3.038.i = phi double [ %add.i, %for.body.lr.ph.i ], [ %sub10.i, %for.inc.i ]
  %wanted.037.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.inc.i ]
  %cmp6.not.i = icmp slt i64 %wanted.037.i, %5
  br i1 %cmp6.not.i, label %lor.rhs.i, label %lor.end.i

lor.rhs.i:                                        ; preds = %for.body.i
  %6 = load ptr, ptr %workers.i, align 16
  %arrayidx.i = getelementptr inbounds nuw %struct.Worker, ptr %6, i64 %wanted.037.i
  %state.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 128
  %7 = load atomic i32, ptr %state.i monotonic, align 128
  %cmp7.i = icmp eq i32 %7, 3
  br label %lor.end.i

lor.end.i:                                        ; preds = %lor.rhs.i, %for.body.i
  %8 = phi i1 [ true, %for.body.i ], [ %cmp7.i, %lor.rhs.i ]
  %sub8.i = fadd double %work.addr.039.i, -5.000000e+03
  %cond9.i = select i1 %8, double 8.000000e+04, double 0.000000e+00
  %sub10.i = fsub double %wish3.038.i, %cond9.i
  %cmp11.i = fcmp uge double %sub8.i, 0.000000e+00
  %cmp12.i = fcmp uge double %sub10.i, 0.000000e+00
  %or.cond.not35.i = select i1 %cmp11.i, i1 %cmp12.i, i1 false
  %brmerge.not.i = select i1 %or.cond.not35.i, i1 %8, i1 false
  br i1 %brmerge.not.i, label %if.then14.i, label %cleanup.i

if.then14.i:                                      ; preds = %lor.end.i
  store double 0.000000e+00, ptr %wish1.i, align 8
  br label %for.inc.i

cleanup.i:                                        ; preds = %lor.end.i
  br i1 %or.cond.not35.i, label %for.inc.i, label %worthwhile.exit

for.inc.i:                                        ; preds = %cleanup.i, %if.then14.i
  %inc.i = add nuw nsw i64 %wanted.037.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %cond.i53
  br i1 %exitcond.not.i, label %worthwhile.exit, label %for.body.i, !llvm.loop !13

worthwhile.exit:                                  ; preds = %cleanup.i, %for.inc.i, %cond.end.i
  %wanted.0.lcssa.i = phi i64 [ 0, %cond.end.i ], [ %cond.i53, %for.inc.i ], [ %wanted.037.i, %cleanup.i ]
  %workers.i55 = getelementptr inbounds nuw i8, ptr %pool, i64 400
  %created = getelementptr inbounds nuw i8, ptr %pool, i64 392
  %9 = load i64, ptr %created, align 8
  %cmp90 = icmp slt i64 %9, %wanted.0.lcssa.i
  br i1 %cmp90, label %land.rhs, label %while.end

land.rhs:                                         ; preds = %worthwhile.exit, %if.end.i
  %10 = phi i64 [ %inc.i59, %if.end.i ], [ %9, %worthwhile.exit ]
  %11 = load ptr, ptr %workers.i55, align 16
  %arrayidx.i57 = getelementptr inbounds %struct.Worker, ptr %11, i64 %10
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 128 dereferenceable(136) %arrayidx.i57, i8 0, i64 136, i1 false)
  %.compoundliteral.sroa.2.0..sroa_idx.i = getelementptr inbounds nuw i8, ptr %arrayidx.i57, i64 136
  store ptr %pool, ptr %.compoundliteral.sroa.2.0..sroa_idx.i, align 8
  %.compoundliteral.sroa.3.0..sroa_idx.i = getelementptr inbounds nuw i8, ptr %arrayidx.i57, i64 144
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(624) %.compoundliteral.sroa.3.0..sroa_idx.i, i8 0, i64 624, i1 false)
  %mutex2.i = getelementptr inbounds nuw i8, ptr %arrayidx.i57, i64 176
  %call.i = tail call i32 @pthread_mutex_init(ptr noundef nonnull %mutex2.i, ptr noundef null) #8
  %posted3.i = getelementptr inbounds nuw i8, ptr %arrayidx.i57, i64 304
  %call4.i = tail call i32 @pthread_cond_init(ptr noundef nonnull %posted3.i, ptr noundef null) #8
  %thread5.i = getelementptr inbounds nuw i8, ptr %arrayidx.i57, i64 160
  %call6.i = tail call i32 @pthread_create(ptr noundef nonnull %thread5.i, ptr noundef null, ptr noundef nonnull @work, ptr noundef nonnull %arrayidx.i57) #8
  %tobool.not.i = icmp eq i32 %call6.i, 0
  br i1 %tobool.not.i, label %if.end.i, label %while.end

if.end.i:                                         ; preds = %land.rhs
  %12 = load i64, ptr %created, align 8
  %inc.i59 = add nsw i64 %12, 1
  store i64 %inc.i59, ptr %created, align 8
  %cmp = icmp slt i64 %inc.i59, %wanted.0.lcssa.i
  br i1 %cmp, label %land.rhs, label %while.end, !llvm.loop !14

while.end:                                        ; preds = %if.end.i, %land.rhs, %worthwhile.exit
  %13 = load i64, ptr %created, align 8
  %cond.i60 = tail call noundef i64 @llvm.smin.i64(i64 %wanted.0.lcssa.i, i64 %13)
  %14 = load ptr, ptr %launch, align 8
  br i1 %single, label %cond.end14, label %cond.false12

cond.false12:                                     ; preds = %while.end
  %add = add nsw i64 %cond.i60, 1
  %mul = shl nsw i64 %add, 6
  %div = sdiv i64 %sub, %mul
  %cond.i61 = tail call noundef i64 @llvm.smax.i64(i64 %div, i64 1)
  br label %cond.end14

cond.end14:                                       ; preds = %while.end, %cond.false12
  %cond20 = phi i64 [ %sub, %while.end ], [ 4, %cond.false12 ]
  %cond = phi i64 [ 1, %while.end ], [ %add, %cond.false12 ]
  %cond15 = phi i64 [ 1, %while.end ], [ %cond.i61, %cond.false12 ]
  %scratch21 = getelementptr inbounds nuw i8, ptr %launch, i64 16
  %15 = load i64, ptr %scratch21, align 8
  store ptr %14, ptr %pool, align 128
  %.compoundliteral.sroa.2.0.job.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 8
  store ptr %args, ptr %.compoundliteral.sroa.2.0.job.sroa_idx, align 8
  %.compoundliteral.sroa.3.0.job.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 16
  store i64 %cond, ptr %.compoundliteral.sroa.3.0.job.sroa_idx, align 16
  %.compoundliteral.sroa.4.0.job.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 24
  store i64 %cond15, ptr %.compoundliteral.sroa.4.0.job.sroa_idx, align 8
  %.compoundliteral.sroa.5.0.job.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 32
  store i64 %cond20, ptr %.compoundliteral.sroa.5.0.job.sroa_idx, align 32
  %.compoundliteral.sroa.6.0.job.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 40
  store i64 %15, ptr %.compoundliteral.sroa.6.0.job.sroa_idx, align 8
  %.compoundliteral.sroa.7.0.job.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 48
  store ptr %watch, ptr %.compoundliteral.sroa.7.0.job.sroa_idx, align 16
  %div.i = sdiv i64 %sub, %cond
  %rem.i = srem i64 %sub, %cond
  %cmp18.i = icmp sgt i64 %cond, 0
  br i1 %cmp18.i, label %for.body.lr.ph.i63, label %divide.exit

for.body.lr.ph.i63:                               ; preds = %cond.end14
  %workers.i.i = getelementptr inbounds nuw i8, ptr %pool, i64 400
  %part1.i.i = getelementptr inbounds nuw i8, ptr %pool, i64 128
  br label %for.body.i64

for.body.i64:                                     ; preds = %part_of.exit.i, %for.body.lr.ph.i63
  %begin.addr.020.i = phi i64 [ %done, %for.body.lr.ph.i63 ], [ %add5.i, %part_of.exit.i ]
  %index.019.i = phi i64 [ 0, %for.body.lr.ph.i63 ], [ %inc.i66, %part_of.exit.i ]
  %tobool.not.i.i = icmp eq i64 %index.019.i, 0
  br i1 %tobool.not.i.i, label %part_of.exit.i, label %cond.true.i.i

cond.true.i.i:                                    ; preds = %for.body.i64
  %16 = load ptr, ptr %workers.i.i, align 16
  %17 = getelementptr %struct.Worker, ptr %16, i64 %index.019.i
  %arrayidx.i.i = getelementptr i8, ptr %17, i64 -768
  br label %part_of.exit.i

part_of.exit.i:                                   ; preds = %cond.true.i.i, %for.body.i64
  %cond.i.i = phi ptr [ %arrayidx.i.i, %cond.true.i.i ], [ %part1.i.i, %for.body.i64 ]
  store atomic i64 %begin.addr.020.i, ptr %cond.i.i monotonic, align 128
  %cmp3.i = icmp slt i64 %index.019.i, %rem.i
  %conv4.i = zext i1 %cmp3.i to i64
  %add.i65 = add i64 %begin.addr.020.i, %div.i
  %add5.i = add i64 %add.i65, %conv4.i
  %end6.i = getelementptr inbounds nuw i8, ptr %cond.i.i, i64 8
  store i64 %add5.i, ptr %end6.i, align 8
  %inc.i66 = add nuw nsw i64 %index.019.i, 1
  %exitcond.not.i67 = icmp eq i64 %inc.i66, %cond
  br i1 %exitcond.not.i67, label %divide.exit, label %for.body.i64, !llvm.loop !15

divide.exit:                                      ; preds = %part_of.exit.i, %cond.end14
  %pending.i = getelementptr inbounds nuw i8, ptr %pool, i64 256
  store atomic i64 %cond.i60, ptr %pending.i release, align 128
  %cmp5.i = icmp sgt i64 %cond.i60, 0
  br i1 %cmp5.i, label %for.body.lr.ph.i68, label %invite.exit

for.body.lr.ph.i68:                               ; preds = %divide.exit
  %workers.i69 = getelementptr inbounds nuw i8, ptr %pool, i64 400
  br label %for.body.i70

for.body.i70:                                     ; preds = %for.body.i70, %for.body.lr.ph.i68
  %index.06.i = phi i64 [ 0, %for.body.lr.ph.i68 ], [ %inc.i72, %for.body.i70 ]
  %18 = load ptr, ptr %workers.i69, align 16
  %arrayidx.i71 = getelementptr inbounds nuw %struct.Worker, ptr %18, i64 %index.06.i
  tail call fastcc void @post(ptr noundef %arrayidx.i71, i32 noundef 1)
  %inc.i72 = add nuw nsw i64 %index.06.i, 1
  %exitcond.not.i73 = icmp eq i64 %inc.i72, %cond.i60
  br i1 %exitcond.not.i73, label %invite.exit, label %for.body.i70, !llvm.loop !16

invite.exit:                                      ; preds = %for.body.i70, %divide.exit
  %19 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i) #8
  %call.i.i = call i32 @clock_gettime(i32 noundef %19, ptr noundef nonnull %time.i.i) #8
  %20 = load i64, ptr %time.i.i, align 8
  %nanoseconds.i.i = getelementptr inbounds nuw i8, ptr %time.i.i, i64 8
  %21 = load i64, ptr %nanoseconds.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i) #8
  %call24 = call fastcc i64 @drain(ptr noundef nonnull %pool, i64 noundef 0, ptr noundef %memory)
  %22 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i74) #8
  %call.i.i75 = call i32 @clock_gettime(i32 noundef %22, ptr noundef nonnull %time.i.i74) #8
  %23 = load i64, ptr %time.i.i74, align 8
  %nanoseconds.i.i77 = getelementptr inbounds nuw i8, ptr %time.i.i74, i64 8
  %24 = load i64, ptr %nanoseconds.i.i77, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i74) #8
  br i1 %cmp5.i, label %for.body.lr.ph.i81, label %for.cond.cleanup.i

for.body.lr.ph.i81:                               ; preds = %invite.exit
  %workers.i82 = getelementptr inbounds nuw i8, ptr %pool, i64 400
  br label %for.body.i84

for.cond.cleanup.i:                               ; preds = %for.inc.i86, %invite.exit
  %25 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i.i) #8
  %call.i.i.i = call i32 @clock_gettime(i32 noundef %25, ptr noundef nonnull %time.i.i.i) #8
  %26 = load i64, ptr %time.i.i.i, align 8
  %mul.i.i.i = mul nsw i64 %26, 1000000000
  %nanoseconds.i.i.i = getelementptr inbounds nuw i8, ptr %time.i.i.i, i64 8
  %27 = load i64, ptr %nanoseconds.i.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i.i) #8
  %add.i.i.i = add i64 %27, 100000
  %add.i79 = add i64 %add.i.i.i, %mul.i.i.i
  %28 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i41.i) #8
  %call.i.i4252.i = call i32 @clock_gettime(i32 noundef %28, ptr noundef nonnull %time.i.i41.i) #8
  %29 = load i64, ptr %time.i.i41.i, align 8
  %mul.i.i4353.i = mul nsw i64 %29, 1000000000
  %nanoseconds.i.i44.i = getelementptr inbounds nuw i8, ptr %time.i.i41.i, i64 8
  %30 = load i64, ptr %nanoseconds.i.i44.i, align 8
  %add.i.i4554.i = add nsw i64 %mul.i.i4353.i, %30
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i41.i) #8
  %cmp4.not55.i = icmp slt i64 %add.i.i4554.i, %add.i79
  br i1 %cmp4.not55.i, label %for.body10.i, label %for.end22.i

for.body.i84:                                     ; preds = %for.inc.i86, %for.body.lr.ph.i81
  %index.049.i = phi i64 [ 0, %for.body.lr.ph.i81 ], [ %inc.i87, %for.inc.i86 ]
  %31 = load ptr, ptr %workers.i82, align 16
  %arrayidx.i85 = getelementptr inbounds nuw %struct.Worker, ptr %31, i64 %index.049.i
  %state.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i85, i64 128
  %32 = cmpxchg ptr %state.i.i, i32 1, i32 0 acq_rel acquire, align 128
  %33 = extractvalue { i32, i1 } %32, 1
  br i1 %33, label %if.then.i, label %for.inc.i86

if.then.i:                                        ; preds = %for.body.i84
  %34 = atomicrmw sub ptr %pending.i, i64 1 acq_rel, align 128
  br label %for.inc.i86

for.inc.i86:                                      ; preds = %if.then.i, %for.body.i84
  %inc.i87 = add nuw nsw i64 %index.049.i, 1
  %exitcond.not.i88 = icmp eq i64 %inc.i87, %cond.i60
  br i1 %exitcond.not.i88, label %for.cond.cleanup.i, label %for.body.i84, !llvm.loop !17

for.body10.i:                                     ; preds = %for.cond.cleanup.i, %for.body10.i.backedge
  %turn.050.i = phi i32 [ %turn.050.i.be, %for.body10.i.backedge ], [ 0, %for.cond.cleanup.i ]
  %35 = load atomic i64, ptr %pending.i acquire, align 128
  %tobool.not.i80 = icmp eq i64 %35, 0
  br i1 %tobool.not.i80, label %join.exit, label %for.inc15.i

for.inc15.i:                                      ; preds = %for.body10.i
  %inc16.i = add nuw nsw i32 %turn.050.i, 1
  call void @relax() #8
  %exitcond58.i = icmp eq i32 %inc16.i, 32
  br i1 %exitcond58.i, label %for.inc18.i, label %for.body10.i.backedge

for.body10.i.backedge:                            ; preds = %for.inc15.i, %for.inc18.i
  %turn.050.i.be = phi i32 [ %inc16.i, %for.inc15.i ], [ 0, %for.inc18.i ]
  br label %for.body10.i, !llvm.loop !18

for.inc18.i:                                      ; preds = %for.inc15.i
  %call19.i = call i32 @sched_yield() #8
  %36 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i41.i) #8
  %call.i.i42.i = call i32 @clock_gettime(i32 noundef %36, ptr noundef nonnull %time.i.i41.i) #8
  %37 = load i64, ptr %time.i.i41.i, align 8
  %mul.i.i43.i = mul nsw i64 %37, 1000000000
  %38 = load i64, ptr %nanoseconds.i.i44.i, align 8
  %add.i.i45.i = add nsw i64 %mul.i.i43.i, %38
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i41.i) #8
  %cmp4.not.i = icmp slt i64 %add.i.i45.i, %add.i79
  br i1 %cmp4.not.i, label %for.body10.i.backedge, label %for.end22.i

for.end22.i:                                      ; preds = %for.inc18.i, %for.cond.cleanup.i
  %mutex.i = getelementptr inbounds nuw i8, ptr %pool, i64 576
  %call23.i = call i32 @pthread_mutex_lock(ptr noundef nonnull %mutex.i) #8
  %39 = load atomic i64, ptr %pending.i acquire, align 128
  %tobool26.not57.i = icmp eq i64 %39, 0
  br i1 %tobool26.not57.i, label %while.end.i, label %while.body.lr.ph.i

while.body.lr.ph.i:                               ; preds = %for.end22.i
  %finished.i = getelementptr inbounds nuw i8, ptr %pool, i64 704
  br label %while.body.i

while.body.i:                                     ; preds = %while.body.i, %while.body.lr.ph.i
  call fastcc void @doze(ptr noundef nonnull %finished.i, ptr noundef nonnull %mutex.i, ptr noundef nonnull %watch)
  %40 = load atomic i64, ptr %pending.i acquire, align 128
  %tobool26.not.i = icmp eq i64 %40, 0
  br i1 %tobool26.not.i, label %while.end.i, label %while.body.i, !llvm.loop !19

while.end.i:                                      ; preds = %while.body.i, %for.end22.i
  %call29.i = call i32 @pthread_mutex_unlock(ptr noundef nonnull %mutex.i) #8
  br label %join.exit

join.exit:                                        ; preds = %for.body10.i, %while.end.i
  %reass.add = sub i64 %23, %20
  %reass.mul = mul i64 %reass.add, 1000000000
  %add.i.i78 = sub i64 %24, %21
  %sub26 = add i64 %add.i.i78, %reass.mul
  %conv = sitofp i64 %sub26 to double
  %cond.i89 = call noundef i64 @llvm.smax.i64(i64 %call24, i64 1)
  %conv28 = uitofp nneg i64 %cond.i89 to double
  %div29 = fdiv double %conv, %conv28
  ret double %div29
}

; Function Attrs: noinline nounwind uwtable
define internal fastcc i64 @advance(ptr noundef captures(none) %watch, ptr noundef readonly captures(none) %entry1, ptr noundef %args, i64 noundef %begin, i64 noundef %end, i64 noundef %then, ptr noundef nonnull captures(none) %pace, ptr noundef %memory) unnamed_addr #5 {
entry:
  %time.i.i.i = alloca %struct.Time, align 8
  %time.i.i = alloca %struct.Time, align 8
  %cmp30 = icmp slt i64 %begin, %end
  br i1 %cmp30, label %land.rhs.lr.ph, label %while.end

land.rhs.lr.ph:                                   ; preds = %entry
  %nanoseconds.i.i = getelementptr inbounds nuw i8, ptr %time.i.i, i64 8
  %caller.i = getelementptr inbounds nuw i8, ptr %watch, i64 8
  %due.i = getelementptr inbounds nuw i8, ptr %watch, i64 16
  %python2.i = getelementptr inbounds nuw i8, ptr %watch, i64 24
  %state.i = getelementptr inbounds nuw i8, ptr %watch, i64 32
  %nanoseconds.i.i.i = getelementptr inbounds nuw i8, ptr %time.i.i.i, i64 8
  br label %land.rhs

land.rhs:                                         ; preds = %land.rhs.lr.ph, %look.exit
  %begin.addr.032 = phi i64 [ %begin, %land.rhs.lr.ph ], [ %add, %look.exit ]
  %then.addr.031 = phi i64 [ %then, %land.rhs.lr.ph ], [ %add.i.i, %look.exit ]
  %0 = load atomic i32, ptr %watch monotonic, align 8
  %tobool.not.i = icmp eq i32 %0, 0
  br i1 %tobool.not.i, label %while.body, label %while.end

while.body:                                       ; preds = %land.rhs
  %1 = load i64, ptr %pace, align 8
  %sub = sub nsw i64 %end, %begin.addr.032
  %cond.i = call noundef i64 @llvm.smin.i64(i64 %1, i64 %sub)
  %add = add nsw i64 %cond.i, %begin.addr.032
  call void %entry1(ptr noundef %args, i64 noundef %begin.addr.032, i64 noundef %add, ptr noundef %memory) #8
  %2 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i) #8
  %call.i.i = call i32 @clock_gettime(i32 noundef %2, ptr noundef nonnull %time.i.i) #8
  %3 = load i64, ptr %time.i.i, align 8
  %mul.i.i = mul nsw i64 %3, 1000000000
  %4 = load i64, ptr %nanoseconds.i.i, align 8
  %add.i.i = add nsw i64 %mul.i.i, %4
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i) #8
  %sub4 = sub nsw i64 %add.i.i, %then.addr.031
  %cmp5 = icmp slt i64 %sub4, 4000
  br i1 %cmp5, label %cond.true, label %cond.false

cond.true:                                        ; preds = %while.body
  %mul = shl nsw i64 %cond.i, 1
  br label %cond.end10

cond.false:                                       ; preds = %while.body
  %cmp6 = icmp sgt i64 %sub4, 16000
  br i1 %cmp6, label %cond.true7, label %cond.end10

cond.true7:                                       ; preds = %cond.false
  %div = sdiv i64 %cond.i, 2
  %cond.i28 = call noundef i64 @llvm.smax.i64(i64 %div, i64 1)
  br label %cond.end10

cond.end10:                                       ; preds = %cond.false, %cond.true7, %cond.true
  %cond11 = phi i64 [ %mul, %cond.true ], [ %cond.i28, %cond.true7 ], [ %cond.i, %cond.false ]
  store i64 %cond11, ptr %pace, align 8
  %call.i = call i64 @pthread_self() #8
  %5 = load i64, ptr %caller.i, align 8
  %cmp.not.i = icmp eq i64 %call.i, %5
  br i1 %cmp.not.i, label %lor.lhs.false.i, label %look.exit

lor.lhs.false.i:                                  ; preds = %cond.end10
  %6 = load i64, ptr %due.i, align 8
  %cmp1.i = icmp slt i64 %add.i.i, %6
  br i1 %cmp1.i, label %look.exit, label %if.end.i

if.end.i:                                         ; preds = %lor.lhs.false.i
  %7 = load ptr, ptr %python2.i, align 8
  %restore_thread.i = getelementptr inbounds nuw i8, ptr %7, i64 8
  %8 = load ptr, ptr %restore_thread.i, align 8
  %9 = load ptr, ptr %state.i, align 8
  call void %8(ptr noundef %9) #8
  %check_signals.i = getelementptr inbounds nuw i8, ptr %7, i64 16
  %10 = load ptr, ptr %check_signals.i, align 8
  %call3.i = call i32 %10() #8
  %cmp4.not.i = icmp eq i32 %call3.i, 0
  br i1 %cmp4.not.i, label %lor.rhs.i, label %if.then10.critedge.critedge.i

lor.rhs.i:                                        ; preds = %if.end.i
  %interrupted.i = getelementptr inbounds nuw i8, ptr %7, i64 32
  %11 = load ptr, ptr %interrupted.i, align 8
  %12 = load i32, ptr %11, align 4
  %tobool.not.i29 = icmp eq i32 %12, 0
  %13 = load ptr, ptr %7, align 8
  %call5.i = call ptr %13() #8
  store ptr %call5.i, ptr %state.i, align 8
  br i1 %tobool.not.i29, label %cond.false.i, label %if.then10.critedge.i

cond.false.i:                                     ; preds = %lor.rhs.i
  %14 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i.i) #8
  %call.i.i.i = call i32 @clock_gettime(i32 noundef %14, ptr noundef nonnull %time.i.i.i) #8
  %15 = load i64, ptr %time.i.i.i, align 8
  %mul.i.i.i = mul nsw i64 %15, 1000000000
  %16 = load i64, ptr %nanoseconds.i.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i.i) #8
  %add.i.i.i = add i64 %16, 50000000
  %add.i = add i64 %add.i.i.i, %mul.i.i.i
  store i64 %add.i, ptr %due.i, align 8
  br label %look.exit

if.then10.critedge.critedge.i:                    ; preds = %if.end.i
  %17 = load ptr, ptr %7, align 8
  %call5.c.i = call ptr %17() #8
  store ptr %call5.c.i, ptr %state.i, align 8
  br label %if.then10.critedge.i

if.then10.critedge.i:                             ; preds = %if.then10.critedge.critedge.i, %lor.rhs.i
  store i64 9223372036854775807, ptr %due.i, align 8
  store atomic i32 1, ptr %watch monotonic, align 8
  br label %look.exit

look.exit:                                        ; preds = %cond.end10, %lor.lhs.false.i, %cond.false.i, %if.then10.critedge.i
  %cmp = icmp slt i64 %add, %end
  br i1 %cmp, label %land.rhs, label %while.end, !llvm.loop !20

while.end:                                        ; preds = %land.rhs, %look.exit, %entry
  %then.addr.0.lcssa = phi i64 [ %then, %entry ], [ %then.addr.031, %land.rhs ], [ %add.i.i, %look.exit ]
  ret i64 %then.addr.0.lcssa
}

; Function Attrs: nounwind uwtable
define internal fastcc i64 @drain(ptr noundef captures(none) %pool, i64 noundef range(i64 -12009599006321321, 12009599006321324) %first, ptr noundef %memory) unnamed_addr #0 {
entry:
  %time.i.i = alloca %struct.Time, align 8
  %pace = alloca i64, align 8
  %crew = getelementptr inbounds nuw i8, ptr %pool, i64 832
  %0 = atomicrmw add ptr %crew, i64 1 monotonic, align 64
  %job.sroa.0.0.copyload = load ptr, ptr %pool, align 128
  %job.sroa.4.0.pool.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 8
  %job.sroa.4.0.copyload = load ptr, ptr %job.sroa.4.0.pool.sroa_idx, align 8
  %job.sroa.5.0.pool.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 16
  %job.sroa.5.0.copyload = load i64, ptr %job.sroa.5.0.pool.sroa_idx, align 16
  %job.sroa.6.0.pool.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 24
  %job.sroa.6.0.copyload = load i64, ptr %job.sroa.6.0.pool.sroa_idx, align 8
  %job.sroa.7.0.pool.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 32
  %job.sroa.7.0.copyload = load i64, ptr %job.sroa.7.0.pool.sroa_idx, align 32
  %job.sroa.826.0.pool.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 48
  %job.sroa.826.0.copyload = load ptr, ptr %job.sroa.826.0.pool.sroa_idx, align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %pace) #8
  store i64 1, ptr %pace, align 8
  %1 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i) #8
  %call.i.i = call i32 @clock_gettime(i32 noundef %1, ptr noundef nonnull %time.i.i) #8
  %2 = load i64, ptr %time.i.i, align 8
  %nanoseconds.i.i = getelementptr inbounds nuw i8, ptr %time.i.i, i64 8
  %3 = load i64, ptr %nanoseconds.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i) #8
  %cmp29 = icmp sgt i64 %job.sroa.5.0.copyload, 0
  br i1 %cmp29, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %entry
  %mul.i.i = mul nsw i64 %2, 1000000000
  %add.i.i = add nsw i64 %mul.i.i, %3
  %workers.i = getelementptr inbounds nuw i8, ptr %pool, i64 400
  %part1.i = getelementptr inbounds nuw i8, ptr %pool, i64 128
  %ended = getelementptr inbounds nuw i8, ptr %pool, i64 840
  br label %for.body

for.cond.cleanup:                                 ; preds = %while.end, %entry
  %claimed.0.lcssa = phi i64 [ 0, %entry ], [ %claimed.1, %while.end ]
  %4 = atomicrmw sub ptr %crew, i64 1 monotonic, align 64
  call void @llvm.lifetime.end.p0(ptr nonnull %pace) #8
  ret i64 %claimed.0.lcssa

for.body:                                         ; preds = %for.body.lr.ph, %while.end
  %claimed.032 = phi i64 [ 0, %for.body.lr.ph ], [ %claimed.1, %while.end ]
  %then.031 = phi i64 [ %add.i.i, %for.body.lr.ph ], [ %then.1, %while.end ]
  %index.030 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %while.end ]
  %add = add nsw i64 %index.030, %first
  %rem = srem i64 %add, %job.sroa.5.0.copyload
  %tobool.not.i = icmp eq i64 %rem, 0
  br i1 %tobool.not.i, label %part_of.exit, label %cond.true.i

cond.true.i:                                      ; preds = %for.body
  %5 = load ptr, ptr %workers.i, align 16
  %6 = getelementptr %struct.Worker, ptr %5, i64 %rem
  %arrayidx.i = getelementptr i8, ptr %6, i64 -768
  br label %part_of.exit

part_of.exit:                                     ; preds = %for.body, %cond.true.i
  %cond.i = phi ptr [ %arrayidx.i, %cond.true.i ], [ %part1.i, %for.body ]
  %end.i = getelementptr inbounds nuw i8, ptr %cond.i, i64 8
  br label %while.cond

while.cond:                                       ; preds = %while.body, %part_of.exit
  %then.1 = phi i64 [ %then.031, %part_of.exit ], [ %call7, %while.body ]
  %claimed.1 = phi i64 [ %claimed.032, %part_of.exit ], [ %add8, %while.body ]
  %7 = load atomic i64, ptr %cond.i monotonic, align 128
  br label %for.cond.i

for.cond.i:                                       ; preds = %cleanup6.i, %while.cond
  %begin.0 = phi i64 [ %7, %while.cond ], [ %begin.1, %cleanup6.i ]
  %retval.0.i = phi i64 [ undef, %while.cond ], [ %retval.2.i, %cleanup6.i ]
  %8 = load i64, ptr %end.i, align 8
  %sub.i = sub nsw i64 %8, %begin.0
  %cmp.i = icmp slt i64 %sub.i, 1
  br i1 %cmp.i, label %cleanup6.i, label %lor.lhs.false.i

lor.lhs.false.i:                                  ; preds = %for.cond.i
  %9 = load atomic i32, ptr %job.sroa.826.0.copyload monotonic, align 8
  %tobool.not.i.i = icmp eq i32 %9, 0
  br i1 %tobool.not.i.i, label %if.end.i, label %cleanup6.i

if.end.i:                                         ; preds = %lor.lhs.false.i
  %div.i = sdiv i64 %sub.i, %job.sroa.7.0.copyload
  %cond.i.i = call noundef i64 @llvm.smax.i64(i64 %div.i, i64 %job.sroa.6.0.copyload)
  %cond.i17.i = call noundef i64 @llvm.smin.i64(i64 %cond.i.i, i64 %sub.i)
  %add.i = add nsw i64 %cond.i17.i, %begin.0
  %10 = cmpxchg ptr %cond.i, i64 %begin.0, i64 %add.i monotonic monotonic, align 128
  %11 = extractvalue { i64, i1 } %10, 1
  %12 = extractvalue { i64, i1 } %10, 0
  %spec.select28 = select i1 %11, i64 %cond.i17.i, i64 %retval.0.i
  %13 = xor i1 %11, true
  br label %cleanup6.i

cleanup6.i:                                       ; preds = %if.end.i, %lor.lhs.false.i, %for.cond.i
  %begin.1 = phi i64 [ %begin.0, %for.cond.i ], [ %12, %if.end.i ], [ %begin.0, %lor.lhs.false.i ]
  %cleanup.dest.slot.1.i = phi i1 [ false, %for.cond.i ], [ %13, %if.end.i ], [ false, %lor.lhs.false.i ]
  %retval.2.i = phi i64 [ 0, %for.cond.i ], [ %spec.select28, %if.end.i ], [ 0, %lor.lhs.false.i ]
  br i1 %cleanup.dest.slot.1.i, label %for.cond.i, label %claim.exit

claim.exit:                                       ; preds = %cleanup6.i
  %tobool.not = icmp eq i64 %retval.2.i, 0
  br i1 %tobool.not, label %while.end, label %while.body

while.body:                                       ; preds = %claim.exit
  %add6 = add nsw i64 %retval.2.i, %begin.1
  %call7 = call fastcc i64 @advance(ptr noundef %job.sroa.826.0.copyload, ptr noundef %job.sroa.0.0.copyload, ptr noundef %job.sroa.4.0.copyload, i64 noundef %begin.1, i64 noundef %add6, i64 noundef %then.1, ptr noundef %pace, ptr noundef %memory)
  %add8 = add nsw i64 %retval.2.i, %claimed.1
  %14 = atomicrmw add ptr %ended, i64 %retval.2.i monotonic, align 8
  br label %while.cond, !llvm.loop !21

while.end:                                        ; preds = %claim.exit
  %inc = add nuw nsw i64 %index.030, 1
  %exitcond.not = icmp eq i64 %inc, %job.sroa.5.0.copyload
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !22
}

declare i32 @pthread_mutex_init(ptr noundef, ptr noundef) local_unnamed_addr #3

declare i32 @pthread_cond_init(ptr noundef, ptr noundef) local_unnamed_addr #3

declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: nounwind uwtable
define internal noalias noundef ptr @work(ptr noundef %argument) #0 {
entry:
  %any.i.i.i = alloca [16 x i64], align 16
  %found.i.i.i = alloca [16 x i64], align 16
  %time.i.i25.i = alloca %struct.Time, align 8
  %time.i.i.i = alloca %struct.Time, align 8
  %pool1 = getelementptr inbounds nuw i8, ptr %argument, i64 136
  %0 = load ptr, ptr %pool1, align 8
  %nanoseconds.i.i.i = getelementptr inbounds nuw i8, ptr %time.i.i.i, i64 8
  %nanoseconds.i.i28.i = getelementptr inbounds nuw i8, ptr %time.i.i25.i, i64 8
  %state7.i = getelementptr inbounds nuw i8, ptr %argument, i64 128
  %mutex.i.i = getelementptr inbounds nuw i8, ptr %argument, i64 176
  %posted.i.i = getelementptr inbounds nuw i8, ptr %argument, i64 304
  %steered.i.i = getelementptr inbounds nuw i8, ptr %argument, i64 432
  %thread.i.i.i = getelementptr inbounds nuw i8, ptr %argument, i64 160
  %others.i.i.i = getelementptr inbounds nuw i8, ptr %argument, i64 568
  %cores.i.i.i = getelementptr inbounds nuw i8, ptr %argument, i64 440
  %arena = getelementptr inbounds nuw i8, ptr %argument, i64 144
  %scratch = getelementptr inbounds nuw i8, ptr %0, i64 40
  %workers = getelementptr inbounds nuw i8, ptr %0, i64 400
  %sub.ptr.lhs.cast = ptrtoint ptr %argument to i64
  %pending = getelementptr inbounds nuw i8, ptr %0, i64 256
  %mutex = getelementptr inbounds nuw i8, ptr %0, i64 576
  %finished = getelementptr inbounds nuw i8, ptr %0, i64 704
  br label %for.cond.i

for.cond.i:                                       ; preds = %for.cond.i.backedge, %entry
  %retval.0.i = phi i32 [ undef, %entry ], [ %retval.0.i.be, %for.cond.i.backedge ]
  %1 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i.i) #8
  %call.i.i.i = call i32 @clock_gettime(i32 noundef %1, ptr noundef nonnull %time.i.i.i) #8
  %2 = load i64, ptr %time.i.i.i, align 8
  %mul.i.i.i = mul nsw i64 %2, 1000000000
  %3 = load i64, ptr %nanoseconds.i.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i.i) #8
  %add.i.i.i = add i64 %3, 100000
  %add.i = add i64 %add.i.i.i, %mul.i.i.i
  %4 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i25.i) #8
  %call.i.i2634.i = call i32 @clock_gettime(i32 noundef %4, ptr noundef nonnull %time.i.i25.i) #8
  %5 = load i64, ptr %time.i.i25.i, align 8
  %mul.i.i2735.i = mul nsw i64 %5, 1000000000
  %6 = load i64, ptr %nanoseconds.i.i28.i, align 8
  %add.i.i2936.i = add nsw i64 %mul.i.i2735.i, %6
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i25.i) #8
  %cmp.not37.i = icmp slt i64 %add.i.i2936.i, %add.i
  br i1 %cmp.not37.i, label %for.body6.i, label %cleanup14.i

for.body6.i:                                      ; preds = %for.cond.i, %for.body6.i.backedge
  %retval.232.i = phi i32 [ %retval.3.i, %for.body6.i.backedge ], [ %retval.0.i, %for.cond.i ]
  %turn.031.i = phi i32 [ %turn.031.i.be, %for.body6.i.backedge ], [ 0, %for.cond.i ]
  %7 = load atomic i32, ptr %state7.i acquire, align 128
  switch i32 %7, label %if.end.i [
    i32 4, label %cleanup.i
    i32 1, label %cleanup.i
  ]

if.end.i:                                         ; preds = %for.body6.i
  br label %cleanup.i

cleanup.i:                                        ; preds = %if.end.i, %for.body6.i, %for.body6.i
  %retval.3.i = phi i32 [ %retval.232.i, %if.end.i ], [ %7, %for.body6.i ], [ %7, %for.body6.i ]
  switch i32 %7, label %for.inc.i [
    i32 4, label %cleanup10.i
    i32 1, label %cleanup10.i
  ]

for.inc.i:                                        ; preds = %cleanup.i
  %inc.i = add nuw nsw i32 %turn.031.i, 1
  call void @relax() #8
  %exitcond.i = icmp eq i32 %inc.i, 32
  br i1 %exitcond.i, label %cleanup10.i, label %for.body6.i.backedge

for.body6.i.backedge:                             ; preds = %for.inc.i, %for.inc12.i
  %turn.031.i.be = phi i32 [ %inc.i, %for.inc.i ], [ 0, %for.inc12.i ]
  br label %for.body6.i, !llvm.loop !23

cleanup10.i:                                      ; preds = %for.inc.i, %cleanup.i, %cleanup.i
  %cmp4.lcssa.i = phi i1 [ false, %cleanup.i ], [ false, %cleanup.i ], [ true, %for.inc.i ]
  br i1 %cmp4.lcssa.i, label %for.inc12.i, label %cleanup14.loopexit.i

for.inc12.i:                                      ; preds = %cleanup10.i
  %call13.i = call i32 @sched_yield() #8
  %8 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i25.i) #8
  %call.i.i26.i = call i32 @clock_gettime(i32 noundef %8, ptr noundef nonnull %time.i.i25.i) #8
  %9 = load i64, ptr %time.i.i25.i, align 8
  %mul.i.i27.i = mul nsw i64 %9, 1000000000
  %10 = load i64, ptr %nanoseconds.i.i28.i, align 8
  %add.i.i29.i = add nsw i64 %mul.i.i27.i, %10
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i25.i) #8
  %cmp.not.i = icmp slt i64 %add.i.i29.i, %add.i
  br i1 %cmp.not.i, label %for.body6.i.backedge, label %cleanup14.loopexit.i

cleanup14.loopexit.i:                             ; preds = %for.inc12.i, %cleanup10.i
  %cmp.not.lcssa.ph.i = xor i1 %cmp4.lcssa.i, true
  br label %cleanup14.i

cleanup14.i:                                      ; preds = %cleanup14.loopexit.i, %for.cond.i
  %cmp.not.lcssa.i = phi i1 [ false, %for.cond.i ], [ %cmp.not.lcssa.ph.i, %cleanup14.loopexit.i ]
  %retval.5.i = phi i32 [ %retval.0.i, %for.cond.i ], [ %retval.3.i, %cleanup14.loopexit.i ]
  br i1 %cmp.not.lcssa.i, label %await_post.exit, label %for.inc17.i

for.inc17.i:                                      ; preds = %cleanup14.i
  %call.i.i = call i32 @pthread_mutex_lock(ptr noundef nonnull %mutex.i.i) #8
  %11 = cmpxchg ptr %state7.i, i32 0, i32 3 acq_rel acquire, align 128
  %12 = extractvalue { i32, i1 } %11, 1
  br i1 %12, label %do.body.i.i, label %if.end.i.i

do.body.i.i:                                      ; preds = %for.inc17.i, %do.body.i.i
  %call3.i.i = call i32 @pthread_cond_wait(ptr noundef nonnull %posted.i.i, ptr noundef nonnull %mutex.i.i) #8
  %13 = load atomic i32, ptr %state7.i acquire, align 128
  %cmp.i.i = icmp eq i32 %13, 3
  br i1 %cmp.i.i, label %do.body.i.i, label %if.end.i.i, !llvm.loop !24

if.end.i.i:                                       ; preds = %do.body.i.i, %for.inc17.i
  %14 = load i8, ptr %steered.i.i, align 16, !range !9, !noundef !10
  %loadedv.i.i = trunc nuw i8 %14 to i1
  br i1 %loadedv.i.i, label %if.then4.i.i, label %park.exit.i

if.then4.i.i:                                     ; preds = %if.end.i.i
  %15 = load ptr, ptr %pool1, align 8
  %python.i.i.i = getelementptr inbounds nuw i8, ptr %15, i64 904
  %16 = load ptr, ptr %python.i.i.i, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %any.i.i.i) #8
  call void @llvm.lifetime.start.p0(ptr nonnull %found.i.i.i) #8
  store i8 0, ptr %steered.i.i, align 16
  %get_cores.i.i.i = getelementptr inbounds nuw i8, ptr %16, i64 56
  %17 = load ptr, ptr %get_cores.i.i.i, align 8
  %18 = load i64, ptr %thread.i.i.i, align 32
  %call.i.i30.i = call i32 %17(i64 noundef %18, i64 noundef 128, ptr noundef nonnull %found.i.i.i) #8
  %tobool.not.i.i.i = icmp eq i32 %call.i.i30.i, 0
  br i1 %tobool.not.i.i.i, label %for.body.i.i.i.i, label %release.exit.i.i

for.body.i.i.i.i:                                 ; preds = %if.then4.i.i, %for.body.i.i.i.i
  %indvars.iv.i.i.i.i = phi i64 [ %indvars.iv.next.i.i.i.i, %for.body.i.i.i.i ], [ 0, %if.then4.i.i ]
  %differ.07.i.i.i.i = phi i64 [ %or.i.i.i.i, %for.body.i.i.i.i ], [ 0, %if.then4.i.i ]
  %arrayidx.i.i.i.i = getelementptr inbounds nuw i64, ptr %found.i.i.i, i64 %indvars.iv.i.i.i.i
  %19 = load i64, ptr %arrayidx.i.i.i.i, align 8
  %arrayidx2.i.i.i.i = getelementptr inbounds nuw i64, ptr %others.i.i.i, i64 %indvars.iv.i.i.i.i
  %20 = load i64, ptr %arrayidx2.i.i.i.i, align 8
  %xor.i.i.i.i = xor i64 %20, %19
  %or.i.i.i.i = or i64 %xor.i.i.i.i, %differ.07.i.i.i.i
  %indvars.iv.next.i.i.i.i = add nuw nsw i64 %indvars.iv.i.i.i.i, 1
  %exitcond.not.i.i.i.i = icmp eq i64 %indvars.iv.next.i.i.i.i, 16
  br i1 %exitcond.not.i.i.i.i, label %same.exit.i.i.i, label %for.body.i.i.i.i, !llvm.loop !25

same.exit.i.i.i:                                  ; preds = %for.body.i.i.i.i
  %tobool.not.i.i.i.i = icmp eq i64 %or.i.i.i.i, 0
  br i1 %tobool.not.i.i.i.i, label %for.body.preheader.i.i.i, label %release.exit.i.i

for.body.preheader.i.i.i:                         ; preds = %same.exit.i.i.i
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %any.i.i.i, i8 -1, i64 128, i1 false)
  %set_cores.i.i.i = getelementptr inbounds nuw i8, ptr %16, i64 64
  %21 = load ptr, ptr %set_cores.i.i.i, align 8
  %22 = load i64, ptr %thread.i.i.i, align 32
  %call6.i.i.i = call i32 %21(i64 noundef %22, i64 noundef 128, ptr noundef nonnull %any.i.i.i) #8
  %23 = load ptr, ptr %get_cores.i.i.i, align 8
  %24 = load i64, ptr %thread.i.i.i, align 32
  %call10.i.i.i = call i32 %23(i64 noundef %24, i64 noundef 128, ptr noundef nonnull %found.i.i.i) #8
  %tobool11.not.i.i.i = icmp eq i32 %call10.i.i.i, 0
  br i1 %tobool11.not.i.i.i, label %for.body.i38.i.i.i, label %if.then16.i.i.i

for.body.i38.i.i.i:                               ; preds = %for.body.preheader.i.i.i, %for.body.i38.i.i.i
  %indvars.iv.i39.i.i.i = phi i64 [ %indvars.iv.next.i45.i.i.i, %for.body.i38.i.i.i ], [ 0, %for.body.preheader.i.i.i ]
  %differ.07.i40.i.i.i = phi i64 [ %or.i44.i.i.i, %for.body.i38.i.i.i ], [ 0, %for.body.preheader.i.i.i ]
  %arrayidx.i41.i.i.i = getelementptr inbounds nuw i64, ptr %found.i.i.i, i64 %indvars.iv.i39.i.i.i
  %25 = load i64, ptr %arrayidx.i41.i.i.i, align 8
  %arrayidx2.i42.i.i.i = getelementptr inbounds nuw i64, ptr %cores.i.i.i, i64 %indvars.iv.i39.i.i.i
  %26 = load i64, ptr %arrayidx2.i42.i.i.i, align 8
  %xor.i43.i.i.i = xor i64 %26, %25
  %or.i44.i.i.i = or i64 %xor.i43.i.i.i, %differ.07.i40.i.i.i
  %indvars.iv.next.i45.i.i.i = add nuw nsw i64 %indvars.iv.i39.i.i.i, 1
  %exitcond.not.i46.i.i.i = icmp eq i64 %indvars.iv.next.i45.i.i.i, 16
  br i1 %exitcond.not.i46.i.i.i, label %same.exit48.i.i.i, label %for.body.i38.i.i.i, !llvm.loop !25

same.exit48.i.i.i:                                ; preds = %for.body.i38.i.i.i
  %tobool.not.i47.i.i.i = icmp eq i64 %or.i44.i.i.i, 0
  br i1 %tobool.not.i47.i.i.i, label %release.exit.i.i, label %if.then16.i.i.i

if.then16.i.i.i:                                  ; preds = %same.exit48.i.i.i, %for.body.preheader.i.i.i
  %27 = load ptr, ptr %set_cores.i.i.i, align 8
  %28 = load i64, ptr %thread.i.i.i, align 32
  %call21.i.i.i = call i32 %27(i64 noundef %28, i64 noundef 128, ptr noundef nonnull %cores.i.i.i) #8
  br label %release.exit.i.i

release.exit.i.i:                                 ; preds = %if.then16.i.i.i, %same.exit48.i.i.i, %same.exit.i.i.i, %if.then4.i.i
  call void @llvm.lifetime.end.p0(ptr nonnull %found.i.i.i) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %any.i.i.i) #8
  br label %park.exit.i

park.exit.i:                                      ; preds = %release.exit.i.i, %if.end.i.i
  %call7.i.i = call i32 @pthread_mutex_unlock(ptr noundef nonnull %mutex.i.i) #8
  br label %for.cond.i.backedge

for.cond.i.backedge:                              ; preds = %while.body, %if.end6, %if.end10, %park.exit.i
  %retval.0.i.be = phi i32 [ %retval.5.i, %park.exit.i ], [ undef, %if.end10 ], [ undef, %if.end6 ], [ undef, %while.body ]
  br label %for.cond.i, !llvm.loop !26

await_post.exit:                                  ; preds = %cleanup14.i
  %cmp = icmp eq i32 %retval.5.i, 1
  br i1 %cmp, label %while.body, label %while.end

while.body:                                       ; preds = %await_post.exit
  %29 = cmpxchg ptr %state7.i, i32 1, i32 2 acq_rel acquire, align 128
  %30 = extractvalue { i32, i1 } %29, 1
  br i1 %30, label %if.end, label %for.cond.i.backedge

if.end:                                           ; preds = %while.body
  %31 = load i64, ptr %scratch, align 8
  %call3 = call fastcc ptr @reserve(ptr noundef nonnull %arena, i64 noundef %31)
  %tobool.not = icmp eq ptr %call3, null
  br i1 %tobool.not, label %if.end6, label %if.then4

if.then4:                                         ; preds = %if.end
  %32 = load ptr, ptr %workers, align 16
  %sub.ptr.rhs.cast = ptrtoint ptr %32 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %sub.ptr.div = sdiv exact i64 %sub.ptr.sub, 768
  %add = add nsw i64 %sub.ptr.div, 1
  %call5 = call fastcc i64 @drain(ptr noundef %0, i64 noundef %add, ptr noundef nonnull %call3)
  br label %if.end6

if.end6:                                          ; preds = %if.then4, %if.end
  store atomic i32 0, ptr %state7.i release, align 128
  %33 = atomicrmw sub ptr %pending, i64 1 acq_rel, align 128
  %cmp8 = icmp sgt i64 %33, 1
  br i1 %cmp8, label %for.cond.i.backedge, label %if.end10, !llvm.loop !26

if.end10:                                         ; preds = %if.end6
  %call11 = call i32 @pthread_mutex_lock(ptr noundef nonnull %mutex) #8
  %call12 = call i32 @pthread_cond_signal(ptr noundef nonnull %finished) #8
  %call14 = call i32 @pthread_mutex_unlock(ptr noundef nonnull %mutex) #8
  br label %for.cond.i.backedge

while.end:                                        ; preds = %await_post.exit
  ret ptr null
}

declare i32 @pthread_cond_signal(ptr noundef) local_unnamed_addr #3

declare void @relax() local_unnamed_addr #3

declare i32 @pthread_cond_wait(ptr noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: nounwind uwtable
define internal fastcc void @doze(ptr noundef %condition, ptr noundef %mutex, ptr noundef nonnull captures(none) %watch) unnamed_addr #0 {
entry:
  %time.i.i.i = alloca %struct.Time, align 8
  %time.i.i = alloca %struct.Time, align 8
  %time.i = alloca %struct.Time, align 8
  %until = alloca %struct.Time, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i) #8
  %call.i = call i32 @clock_gettime(i32 noundef 0, ptr noundef nonnull %time.i) #8
  %0 = load i64, ptr %time.i, align 8
  %mul.i = mul nsw i64 %0, 1000000000
  %nanoseconds.i = getelementptr inbounds nuw i8, ptr %time.i, i64 8
  %1 = load i64, ptr %nanoseconds.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i) #8
  %add.i = add i64 %1, 50000000
  %add = add i64 %add.i, %mul.i
  call void @llvm.lifetime.start.p0(ptr nonnull %until) #8
  %div = sdiv i64 %add, 1000000000
  store i64 %div, ptr %until, align 8
  %nanoseconds = getelementptr inbounds nuw i8, ptr %until, i64 8
  %rem = srem i64 %add, 1000000000
  store i64 %rem, ptr %nanoseconds, align 8
  %call1 = call i32 @pthread_cond_timedwait(ptr noundef %condition, ptr noundef %mutex, ptr noundef nonnull %until) #8
  %call2 = call i32 @pthread_mutex_unlock(ptr noundef %mutex) #8
  %2 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i) #8
  %call.i.i = call i32 @clock_gettime(i32 noundef %2, ptr noundef nonnull %time.i.i) #8
  %3 = load i64, ptr %time.i.i, align 8
  %nanoseconds.i.i = getelementptr inbounds nuw i8, ptr %time.i.i, i64 8
  %4 = load i64, ptr %nanoseconds.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i) #8
  %call.i8 = call i64 @pthread_self() #8
  %caller.i = getelementptr inbounds nuw i8, ptr %watch, i64 8
  %5 = load i64, ptr %caller.i, align 8
  %cmp.not.i = icmp eq i64 %call.i8, %5
  br i1 %cmp.not.i, label %lor.lhs.false.i, label %look.exit

lor.lhs.false.i:                                  ; preds = %entry
  %mul.i.i = mul nsw i64 %3, 1000000000
  %add.i.i = add nsw i64 %mul.i.i, %4
  %due.i = getelementptr inbounds nuw i8, ptr %watch, i64 16
  %6 = load i64, ptr %due.i, align 8
  %cmp1.i = icmp slt i64 %add.i.i, %6
  br i1 %cmp1.i, label %look.exit, label %if.end.i

if.end.i:                                         ; preds = %lor.lhs.false.i
  %python2.i = getelementptr inbounds nuw i8, ptr %watch, i64 24
  %7 = load ptr, ptr %python2.i, align 8
  %restore_thread.i = getelementptr inbounds nuw i8, ptr %7, i64 8
  %8 = load ptr, ptr %restore_thread.i, align 8
  %state.i = getelementptr inbounds nuw i8, ptr %watch, i64 32
  %9 = load ptr, ptr %state.i, align 8
  call void %8(ptr noundef %9) #8
  %check_signals.i = getelementptr inbounds nuw i8, ptr %7, i64 16
  %10 = load ptr, ptr %check_signals.i, align 8
  %call3.i = call i32 %10() #8
  %cmp4.not.i = icmp eq i32 %call3.i, 0
  br i1 %cmp4.not.i, label %lor.rhs.i, label %if.then10.critedge.critedge.i

lor.rhs.i:                                        ; preds = %if.end.i
  %interrupted.i = getelementptr inbounds nuw i8, ptr %7, i64 32
  %11 = load ptr, ptr %interrupted.i, align 8
  %12 = load i32, ptr %11, align 4
  %tobool.not.i = icmp eq i32 %12, 0
  %13 = load ptr, ptr %7, align 8
  %call5.i = call ptr %13() #8
  store ptr %call5.i, ptr %state.i, align 8
  br i1 %tobool.not.i, label %cond.false.i, label %if.then10.critedge.i

cond.false.i:                                     ; preds = %lor.rhs.i
  %14 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i.i) #8
  %call.i.i.i = call i32 @clock_gettime(i32 noundef %14, ptr noundef nonnull %time.i.i.i) #8
  %15 = load i64, ptr %time.i.i.i, align 8
  %mul.i.i.i = mul nsw i64 %15, 1000000000
  %nanoseconds.i.i.i = getelementptr inbounds nuw i8, ptr %time.i.i.i, i64 8
  %16 = load i64, ptr %nanoseconds.i.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i.i) #8
  %add.i.i.i = add i64 %16, 50000000
  %add.i9 = add i64 %add.i.i.i, %mul.i.i.i
  store i64 %add.i9, ptr %due.i, align 8
  br label %look.exit

if.then10.critedge.critedge.i:                    ; preds = %if.end.i
  %17 = load ptr, ptr %7, align 8
  %call5.c.i = call ptr %17() #8
  store ptr %call5.c.i, ptr %state.i, align 8
  br label %if.then10.critedge.i

if.then10.critedge.i:                             ; preds = %if.then10.critedge.critedge.i, %lor.rhs.i
  store i64 9223372036854775807, ptr %due.i, align 8
  store atomic i32 1, ptr %watch monotonic, align 8
  br label %look.exit

look.exit:                                        ; preds = %entry, %lor.lhs.false.i, %cond.false.i, %if.then10.critedge.i
  %call4 = call i32 @pthread_mutex_lock(ptr noundef %mutex) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %until) #8
  ret void
}

declare i32 @pthread_cond_timedwait(ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #3

declare i32 @clock_gettime(i32 noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: nounwind uwtable
define internal noalias noundef ptr @help(ptr noundef %argument) #0 {
entry:
  %arena = alloca %struct.Arena, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %arena) #8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %arena, i8 0, i64 16, i1 false)
  %scratch = getelementptr inbounds nuw i8, ptr %argument, i64 40
  %0 = load i64, ptr %scratch, align 8
  %call = call fastcc ptr @reserve(ptr noundef nonnull %arena, i64 noundef %0)
  %tobool.not = icmp eq ptr %call, null
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  %1 = load ptr, ptr %arena, align 8
  %call1 = call fastcc i64 @drain(ptr noundef %argument, i64 noundef 0, ptr noundef %1)
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  %2 = load ptr, ptr %arena, align 8
  call void @free(ptr noundef %2)
  %mutex = getelementptr inbounds nuw i8, ptr %argument, i64 576
  %call3 = call i32 @pthread_mutex_lock(ptr noundef nonnull %mutex) #8
  %extra = getelementptr inbounds nuw i8, ptr %argument, i64 888
  %3 = load i64, ptr %extra, align 8
  %dec = add nsw i64 %3, -1
  store i64 %dec, ptr %extra, align 8
  %finished = getelementptr inbounds nuw i8, ptr %argument, i64 704
  %call4 = call i32 @pthread_cond_signal(ptr noundef nonnull %finished) #8
  %call6 = call i32 @pthread_mutex_unlock(ptr noundef nonnull %mutex) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %arena) #8
  ret ptr null
}

declare i32 @pthread_detach(i64 noundef) local_unnamed_addr #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #7

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #7

attributes #0 = { nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nofree "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { noinline nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #6 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #7 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { nounwind }

!4 = distinct !{!4, !5}
!5 = !{!"llvm.loop.unroll.disable"}
!6 = distinct !{!6, !7, !5}
!7 = !{!"llvm.loop.mustprogress"}
!8 = distinct !{!8, !7, !5}
!9 = !{i8 0, i8 2}
!10 = !{}
!11 = distinct !{!11, !7, !5}
!12 = distinct !{!12, !7, !5}
!13 = distinct !{!13, !7, !5}
!14 = distinct !{!14, !7, !5}
!15 = distinct !{!15, !7, !5}
!16 = distinct !{!16, !7, !5}
!17 = distinct !{!17, !7, !5}
!18 = distinct !{!18, !7, !5}
!19 = distinct !{!19, !7, !5}
!20 = distinct !{!20, !7, !5}
!21 = distinct !{!21, !7, !5}
!22 = distinct !{!22, !7, !5}
!23 = distinct !{!23, !7, !5}
!24 = distinct !{!24, !7, !5}
!25 = distinct !{!25, !7, !5}
!26 = distinct !{!26, !7, !5}
