; Made of pool.c by regenerate.py, see README.md.
%struct.Arena = type { ptr, i64 }
%struct.Time = type { i64, i64 }
%struct.Watch = type { i32, i64, i64, ptr, ptr, i64 }
%struct.Worker = type { %struct.Part, i32, ptr, %struct.Arena, i64, [8 x i8], %struct.Lock, %struct.Condition, i8, [16 x i64], [16 x i64], [72 x i8] }
%struct.Part = type { i64, i64, [112 x i8] }
%struct.Lock = type { [128 x i8] }
%struct.Condition = type { [128 x i8] }
%struct.Pool = type { %struct.Job, [80 x i8], %struct.Part, i64, [120 x i8], i64, i64, i64, ptr, %struct.Arena, i64, i64, i64, i32, i64, double, double, i64, %struct.Lock, %struct.Lock, %struct.Condition, %struct.Crew, ptr, [64 x i8] }
%struct.Job = type { ptr, ptr, i64, i64, i64, ptr }
%struct.Crew = type { i64, i64, i64, i64, i64, i64, i64, i64, i8 }
%struct.Region = type { ptr, ptr }

@monotonic_clock = internal unnamed_addr global i32 0, align 4
@crowd = internal global i64 0, align 8
@step_is_alone = internal unnamed_addr global i32 0, align 4

; Function Attrs: nounwind uwtable
define range(i32 0, 13) i32 @run(ptr noundef %pool, ptr noundef %launch, ptr noundef %args, i64 noundef %total) local_unnamed_addr #0 {
entry:
  %arena.i.i = alloca %struct.Arena, align 8
  %time.i.i.i = alloca %struct.Time, align 8
  %watch = alloca %struct.Watch, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %watch) #8
  %python1.i = getelementptr inbounds nuw i8, ptr %pool, i64 952
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
  %6 = atomicrmw add ptr @crowd, i64 1 seq_cst, align 8
  %7 = load atomic i32, ptr @step_is_alone seq_cst, align 4
  %tobool.not2.i = icmp eq i32 %7, 0
  br i1 %tobool.not2.i, label %enlist.exit, label %for.body.i

for.body.i:                                       ; preds = %entry, %for.inc.i
  %spin.03.i = phi i32 [ %inc.i, %for.inc.i ], [ 0, %entry ]
  %inc.i = add nuw nsw i32 %spin.03.i, 1
  %rem.i = and i32 %inc.i, 31
  %cmp.i3 = icmp eq i32 %rem.i, 0
  br i1 %cmp.i3, label %if.then.i, label %for.inc.i

if.then.i:                                        ; preds = %for.body.i
  %call.i4 = call i32 @sched_yield() #8
  br label %for.inc.i

for.inc.i:                                        ; preds = %if.then.i, %for.body.i
  call void @relax() #8
  %8 = load atomic i32, ptr @step_is_alone seq_cst, align 4
  %tobool.not.i = icmp eq i32 %8, 0
  br i1 %tobool.not.i, label %enlist.exit, label %for.body.i, !llvm.loop !4

enlist.exit:                                      ; preds = %for.inc.i, %entry
  %busy.i = getelementptr inbounds nuw i8, ptr %pool, i64 496
  %call.i5 = call i32 @pthread_mutex_trylock(ptr noundef nonnull %busy.i) #8
  %tobool.not.i6 = icmp eq i32 %call.i5, 0
  br i1 %tobool.not.i6, label %if.end.i, label %if.then.i7

if.then.i7:                                       ; preds = %enlist.exit
  call void @llvm.lifetime.start.p0(ptr nonnull %arena.i.i) #8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %arena.i.i, i8 0, i64 16, i1 false)
  %scratch.i.i = getelementptr inbounds nuw i8, ptr %launch, i64 16
  %9 = load i64, ptr %scratch.i.i, align 8
  %call.i.i = call fastcc ptr @reserve(ptr noundef nonnull %arena.i.i, i64 noundef %9)
  %tobool.not.i.i = icmp eq ptr %call.i.i, null
  br i1 %tobool.not.i.i, label %by_itself.exit.i, label %if.end.i.i

if.end.i.i:                                       ; preds = %if.then.i7
  %10 = load ptr, ptr %arena.i.i, align 8
  %call1.i.i = call fastcc double @lead(ptr noundef null, ptr noundef %launch, ptr noundef %args, i64 noundef %total, i64 noundef 1, ptr noundef %10, ptr noundef nonnull %watch)
  %11 = load ptr, ptr %arena.i.i, align 8
  call void @free(ptr noundef %11)
  br label %by_itself.exit.i

by_itself.exit.i:                                 ; preds = %if.end.i.i, %if.then.i7
  %retval.0.i.i = phi i32 [ 0, %if.end.i.i ], [ 12, %if.then.i7 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %arena.i.i) #8
  br label %serve.exit

if.end.i:                                         ; preds = %enlist.exit
  %arena.i = getelementptr inbounds nuw i8, ptr %pool, i64 416
  %scratch.i = getelementptr inbounds nuw i8, ptr %launch, i64 16
  %12 = load i64, ptr %scratch.i, align 8
  %call2.i = call fastcc ptr @reserve(ptr noundef nonnull %arena.i, i64 noundef %12)
  %tobool3.not.i = icmp eq ptr %call2.i, null
  br i1 %tobool3.not.i, label %if.end10.i, label %if.then4.i

if.then4.i:                                       ; preds = %if.end.i
  %13 = load ptr, ptr %python1.i, align 8
  %tobool.not.i28.i = icmp eq ptr %13, null
  br i1 %tobool.not.i28.i, label %cond.end.i.i, label %land.lhs.true.i.i

land.lhs.true.i.i:                                ; preds = %if.then4.i
  %torch_threads.i.i = getelementptr inbounds nuw i8, ptr %13, i64 72
  %14 = load ptr, ptr %torch_threads.i.i, align 8
  %tobool1.not.i.i = icmp eq ptr %14, null
  br i1 %tobool1.not.i.i, label %cond.end.i.i, label %cond.true.i.i

cond.true.i.i:                                    ; preds = %land.lhs.true.i.i
  %call.i29.i = call i32 %14() #8
  %15 = sext i32 %call.i29.i to i64
  br label %cond.end.i.i

cond.end.i.i:                                     ; preds = %cond.true.i.i, %land.lhs.true.i.i, %if.then4.i
  %cond.i.i = phi i64 [ %15, %cond.true.i.i ], [ 0, %land.lhs.true.i.i ], [ 0, %if.then4.i ]
  %team.i.i = getelementptr inbounds nuw i8, ptr %pool, i64 440
  store i64 %cond.i.i, ptr %team.i.i, align 8
  %follows.i.i = getelementptr inbounds nuw i8, ptr %launch, i64 56
  %16 = load i64, ptr %follows.i.i, align 8
  %tobool3.not.i.i = icmp eq i64 %16, 0
  %tobool6.not.i.i = icmp eq i64 %cond.i.i, 0
  %or.cond.i.i = select i1 %tobool3.not.i.i, i1 true, i1 %tobool6.not.i.i
  br i1 %or.cond.i.i, label %cond.false9.i.i, label %measure.exit.i

cond.false9.i.i:                                  ; preds = %cond.end.i.i
  %width.i.i = getelementptr inbounds nuw i8, ptr %launch, i64 8
  %17 = load i64, ptr %width.i.i, align 8
  br label %measure.exit.i

measure.exit.i:                                   ; preds = %cond.false9.i.i, %cond.end.i.i
  %cond11.i.i = phi i64 [ %17, %cond.false9.i.i ], [ %cond.i.i, %cond.end.i.i ]
  %width12.i.i = getelementptr inbounds nuw i8, ptr %pool, i64 432
  store i64 %cond11.i.i, ptr %width12.i.i, align 16
  %call5.i8 = call fastcc double @lead(ptr noundef %pool, ptr noundef %launch, ptr noundef %args, i64 noundef %total, i64 noundef %cond11.i.i, ptr noundef nonnull %call2.i, ptr noundef nonnull %watch)
  %18 = load atomic i32, ptr %watch monotonic, align 8
  %tobool.not.i30.i = icmp eq i32 %18, 0
  br i1 %tobool.not.i30.i, label %if.then7.i, label %if.end10.i

if.then7.i:                                       ; preds = %measure.exit.i
  %cost8.i = getelementptr inbounds nuw i8, ptr %launch, i64 24
  store double %call5.i8, ptr %cost8.i, align 8
  br label %if.end10.i

if.end10.i:                                       ; preds = %if.then7.i, %measure.exit.i, %if.end.i
  %status.0.i = phi i32 [ 12, %if.end.i ], [ 0, %if.then7.i ], [ 0, %measure.exit.i ]
  %call12.i = call i32 @pthread_mutex_unlock(ptr noundef nonnull %busy.i) #8
  br label %serve.exit

serve.exit:                                       ; preds = %by_itself.exit.i, %if.end10.i
  %retval.0.i = phi i32 [ %retval.0.i.i, %by_itself.exit.i ], [ %status.0.i, %if.end10.i ]
  %19 = atomicrmw sub ptr @crowd, i64 1 seq_cst, align 8
  %20 = load ptr, ptr %python3.i, align 8
  %restore_thread.i = getelementptr inbounds nuw i8, ptr %20, i64 8
  %21 = load ptr, ptr %restore_thread.i, align 8
  %22 = load ptr, ptr %state.i, align 8
  call void %21(ptr noundef %22) #8
  %23 = load atomic i32, ptr %watch monotonic, align 8
  %tobool.not.i.i11 = icmp eq i32 %23, 0
  %cond.i12 = select i1 %tobool.not.i.i11, i32 %retval.0.i, i32 4
  call void @llvm.lifetime.end.p0(ptr nonnull %watch) #8
  ret i32 %cond.i12
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
  %busy1.i = getelementptr inbounds nuw i8, ptr %0, i64 496
  %call.i = call i32 @pthread_mutex_init(ptr noundef nonnull %busy1.i, ptr noundef null) #8
  %mutex2.i = getelementptr inbounds nuw i8, ptr %0, i64 624
  %call3.i = call i32 @pthread_mutex_init(ptr noundef nonnull %mutex2.i, ptr noundef null) #8
  %finished4.i = getelementptr inbounds nuw i8, ptr %0, i64 752
  %call5.i = call i32 @pthread_cond_init(ptr noundef nonnull %finished4.i, ptr noundef null) #8
  %clock = getelementptr inbounds nuw i8, ptr %python, i64 40
  %1 = load i32, ptr %clock, align 8
  store i32 %1, ptr @monotonic_clock, align 4
  %python1 = getelementptr inbounds nuw i8, ptr %0, i64 952
  store ptr %python, ptr %python1, align 8
  %mul = mul i64 %capacity, 768
  %call2 = call i32 @posix_memalign(ptr noundef nonnull %memory, i64 noundef 128, i64 noundef %mul) #8
  %tobool3.not = icmp eq i32 %call2, 0
  br i1 %tobool3.not, label %if.then4, label %cleanup

if.then4:                                         ; preds = %if.end
  %2 = load ptr, ptr %memory, align 8
  %workers = getelementptr inbounds nuw i8, ptr %0, i64 408
  store ptr %2, ptr %workers, align 8
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
  %busy = getelementptr inbounds nuw i8, ptr %pool, i64 496
  %call = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %busy) #8
  %created = getelementptr inbounds nuw i8, ptr %pool, i64 392
  %0 = load i64, ptr %created, align 8
  %cmp29 = icmp sgt i64 %0, 0
  br i1 %cmp29, label %for.body.lr.ph, label %for.cond3.preheader

for.body.lr.ph:                                   ; preds = %entry
  %workers = getelementptr inbounds nuw i8, ptr %pool, i64 408
  br label %for.body

for.cond3.preheader:                              ; preds = %for.body, %entry
  %equipped = getelementptr inbounds nuw i8, ptr %pool, i64 400
  %1 = load i64, ptr %equipped, align 16
  %cmp431 = icmp sgt i64 %1, 0
  br i1 %cmp431, label %for.body6.lr.ph, label %for.cond.cleanup5

for.body6.lr.ph:                                  ; preds = %for.cond3.preheader
  %workers7 = getelementptr inbounds nuw i8, ptr %pool, i64 408
  br label %for.body6

for.body:                                         ; preds = %for.body.lr.ph, %for.body
  %index.030 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.body ]
  %2 = load ptr, ptr %workers, align 8
  %arrayidx = getelementptr inbounds nuw %struct.Worker, ptr %2, i64 %index.030
  tail call fastcc void @post(ptr noundef %arrayidx, i32 noundef 4)
  %thread = getelementptr inbounds nuw i8, ptr %arrayidx, i64 160
  %3 = load i64, ptr %thread, align 32
  %call1 = tail call i32 @pthread_join(i64 noundef %3, ptr noundef null) #8
  %inc = add nuw nsw i64 %index.030, 1
  %4 = load i64, ptr %created, align 8
  %cmp = icmp slt i64 %inc, %4
  br i1 %cmp, label %for.body, label %for.cond3.preheader, !llvm.loop !7

for.cond.cleanup5:                                ; preds = %for.body6, %for.cond3.preheader
  %capacity = getelementptr inbounds nuw i8, ptr %pool, i64 384
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 128 dereferenceable(24) %capacity, i8 0, i64 24, i1 false)
  %call15 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %busy) #8
  ret void

for.body6:                                        ; preds = %for.body6.lr.ph, %for.body6
  %index2.032 = phi i64 [ 0, %for.body6.lr.ph ], [ %inc10, %for.body6 ]
  %5 = load ptr, ptr %workers7, align 8
  %arrayidx8 = getelementptr inbounds nuw %struct.Worker, ptr %5, i64 %index2.032
  %arena = getelementptr inbounds nuw i8, ptr %arrayidx8, i64 144
  %6 = load ptr, ptr %arena, align 16
  tail call void @free(ptr noundef %6)
  %inc10 = add nuw nsw i64 %index2.032, 1
  %7 = load i64, ptr %equipped, align 16
  %cmp4 = icmp slt i64 %inc10, %7
  br i1 %cmp4, label %for.body6, label %for.cond.cleanup5, !llvm.loop !8
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
  %python.i = getelementptr inbounds nuw i8, ptr %1, i64 952
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
  br i1 %exitcond.not.i, label %for.cond.cleanup.i, label %for.body.i, !llvm.loop !9

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
  %crew1 = getelementptr inbounds nuw i8, ptr %pool, i64 880
  %watch2 = getelementptr inbounds nuw i8, ptr %pool, i64 40
  %0 = load ptr, ptr %watch2, align 8
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
  %mutex = getelementptr inbounds nuw i8, ptr %pool, i64 624
  %call5 = call i32 @pthread_mutex_lock(ptr noundef nonnull %mutex) #8
  br i1 %tobool.not.i52, label %if.end16, label %land.lhs.true

land.lhs.true:                                    ; preds = %look.exit
  %hopeless = getelementptr inbounds nuw i8, ptr %pool, i64 944
  %18 = load i8, ptr %hopeless, align 8, !range !10, !noundef !11
  %loadedv6 = trunc nuw i8 %18 to i1
  br i1 %loadedv6, label %if.end16, label %if.then

if.then:                                          ; preds = %land.lhs.true
  %19 = load atomic i64, ptr %crew1 monotonic, align 8
  %epoch = getelementptr inbounds nuw i8, ptr %waiter, i64 8
  %20 = load i64, ptr %epoch, align 8
  %epoch8 = getelementptr inbounds nuw i8, ptr %pool, i64 896
  %21 = load i64, ptr %epoch8, align 8
  %cmp = icmp ne i64 %20, %21
  %conv9 = zext i1 %cmp to i64
  %arrived = getelementptr inbounds nuw i8, ptr %pool, i64 904
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
  %ended2.i = getelementptr inbounds nuw i8, ptr %pool, i64 888
  %27 = load atomic i64, ptr %ended2.i monotonic, align 8
  %before.i = getelementptr inbounds nuw i8, ptr %pool, i64 912
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
  %extra.i.i = getelementptr inbounds nuw i8, ptr %pool, i64 936
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
  br i1 %exitcond.not.i.i, label %while.end.loopexit.i.i, label %land.lhs.true.i.i, !llvm.loop !12

while.end.loopexit.i.i:                           ; preds = %while.body.i.i, %land.rhs.i.i, %land.lhs.true.i.i
  %added.0.lcssa.ph.i.i = phi i64 [ %added.012.i.i, %land.rhs.i.i ], [ 1, %while.body.i.i ], [ %added.012.i.i, %land.lhs.true.i.i ]
  %.not.i = icmp eq i64 %added.0.lcssa.ph.i.i, 0
  call void @llvm.lifetime.end.p0(ptr nonnull %thread.i.i) #8
  br i1 %.not.i, label %if.else.i, label %if.then.i

if.then.i:                                        ; preds = %while.end.loopexit.i.i, %if.then15
  %since.i = getelementptr inbounds nuw i8, ptr %pool, i64 920
  store i64 %add.i.i.i57, ptr %since.i, align 8
  br label %if.end16

if.else.critedge.i:                               ; preds = %lor.lhs.false.i58
  call void @llvm.lifetime.end.p0(ptr nonnull %thread.i.i) #8
  br label %if.else.i

if.else.i:                                        ; preds = %if.else.critedge.i, %while.end.loopexit.i.i
  %since8.i = getelementptr inbounds nuw i8, ptr %pool, i64 920
  %35 = load i64, ptr %since8.i, align 8
  %sub9.i = sub nsw i64 %add.i.i.i57, %35
  %limit.i = getelementptr inbounds nuw i8, ptr %pool, i64 928
  %36 = load i64, ptr %limit.i, align 8
  %cmp10.i = icmp sgt i64 %sub9.i, %36
  br i1 %cmp10.i, label %if.then11.i, label %if.end16

if.then11.i:                                      ; preds = %if.else.i
  store i8 1, ptr %hopeless, align 8
  %37 = load i64, ptr %end.i, align 8
  store atomic i64 %37, ptr %part.i monotonic, align 128
  br label %if.end16

if.end16:                                         ; preds = %if.then11.i, %if.else.i, %if.then.i, %if.then, %land.lhs.true, %look.exit
  %hopeless17 = getelementptr inbounds nuw i8, ptr %pool, i64 944
  %38 = load i8, ptr %hopeless17, align 8, !range !10, !noundef !11
  %extra23 = getelementptr inbounds nuw i8, ptr %pool, i64 936
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
define range(i32 0, 13) i32 @run_waiting(ptr noundef %pool, ptr noundef %launch, ptr noundef %args, i64 noundef %total, ptr noundef captures(none) %record) local_unnamed_addr #0 {
entry:
  %time.i.i.i5 = alloca %struct.Time, align 8
  %own.i = alloca %struct.Pool, align 128
  %time.i.i.i = alloca %struct.Time, align 8
  %watch = alloca %struct.Watch, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %watch) #8
  %python1.i = getelementptr inbounds nuw i8, ptr %pool, i64 952
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
  %6 = atomicrmw add ptr @crowd, i64 1 seq_cst, align 8
  %7 = load atomic i32, ptr @step_is_alone seq_cst, align 4
  %tobool.not2.i = icmp eq i32 %7, 0
  br i1 %tobool.not2.i, label %enlist.exit, label %for.body.i

for.body.i:                                       ; preds = %entry, %for.inc.i
  %spin.03.i = phi i32 [ %inc.i, %for.inc.i ], [ 0, %entry ]
  %inc.i = add nuw nsw i32 %spin.03.i, 1
  %rem.i = and i32 %inc.i, 31
  %cmp.i3 = icmp eq i32 %rem.i, 0
  br i1 %cmp.i3, label %if.then.i, label %for.inc.i

if.then.i:                                        ; preds = %for.body.i
  %call.i4 = call i32 @sched_yield() #8
  br label %for.inc.i

for.inc.i:                                        ; preds = %if.then.i, %for.body.i
  call void @relax() #8
  %8 = load atomic i32, ptr @step_is_alone seq_cst, align 4
  %tobool.not.i = icmp eq i32 %8, 0
  br i1 %tobool.not.i, label %enlist.exit, label %for.body.i, !llvm.loop !4

enlist.exit:                                      ; preds = %for.inc.i, %entry
  call void @llvm.lifetime.start.p0(ptr nonnull %own.i) #8
  %busy1.i = getelementptr inbounds nuw i8, ptr %pool, i64 496
  %call.i6 = call i32 @pthread_mutex_trylock(ptr noundef nonnull %busy1.i) #8
  %cmp.not.i = icmp eq i32 %call.i6, 0
  %cond.i7 = select i1 %cmp.not.i, ptr %pool, ptr %own.i
  br i1 %cmp.not.i, label %if.end.i, label %if.then.i8

if.then.i8:                                       ; preds = %enlist.exit
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 128 dereferenceable(1024) %own.i, i8 0, i64 1024, i1 false)
  %busy1.i.i = getelementptr inbounds nuw i8, ptr %own.i, i64 496
  %call.i.i = call i32 @pthread_mutex_init(ptr noundef nonnull %busy1.i.i, ptr noundef null) #8
  %mutex2.i.i = getelementptr inbounds nuw i8, ptr %own.i, i64 624
  %call3.i.i = call i32 @pthread_mutex_init(ptr noundef nonnull %mutex2.i.i, ptr noundef null) #8
  %finished4.i.i = getelementptr inbounds nuw i8, ptr %own.i, i64 752
  %call5.i.i = call i32 @pthread_cond_init(ptr noundef nonnull %finished4.i.i, ptr noundef null) #8
  br label %if.end.i

if.end.i:                                         ; preds = %if.then.i8, %enlist.exit
  %own.i.pn = phi ptr [ %own.i, %if.then.i8 ], [ %pool, %enlist.exit ]
  %own.i.pn.sroa.phi130 = getelementptr inbounds nuw i8, ptr %own.i.pn, i64 880
  %own.i.pn.sroa.phi127 = getelementptr inbounds nuw i8, ptr %own.i.pn, i64 888
  %own.i.pn.sroa.phi124 = getelementptr inbounds nuw i8, ptr %own.i.pn, i64 896
  %own.i.pn.sroa.phi121 = getelementptr inbounds nuw i8, ptr %own.i.pn, i64 904
  %own.i.pn.sroa.phi118 = getelementptr inbounds nuw i8, ptr %own.i.pn, i64 912
  %own.i.pn.sroa.phi115 = getelementptr inbounds nuw i8, ptr %own.i.pn, i64 920
  %own.i.pn.sroa.phi112 = getelementptr inbounds nuw i8, ptr %own.i.pn, i64 928
  %own.i.pn.sroa.phi109 = getelementptr inbounds nuw i8, ptr %own.i.pn, i64 936
  %own.i.pn.sroa.phi = getelementptr inbounds nuw i8, ptr %own.i.pn, i64 944
  %own.i.pn.sroa.phi105 = getelementptr inbounds nuw i8, ptr %own.i.pn, i64 945
  %9 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i.i5) #8
  %call.i.i.i9 = call i32 @clock_gettime(i32 noundef %9, ptr noundef nonnull %time.i.i.i5) #8
  %10 = load i64, ptr %time.i.i.i5, align 8
  %mul.i.i.i10 = mul nsw i64 %10, 1000000000
  %nanoseconds.i.i.i11 = getelementptr inbounds nuw i8, ptr %time.i.i.i5, i64 8
  %11 = load i64, ptr %nanoseconds.i.i.i11, align 8
  %add.i.i.i12 = add nsw i64 %mul.i.i.i10, %11
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i.i5) #8
  %limit5.i = getelementptr inbounds nuw i8, ptr %record, i64 40
  %12 = load i64, ptr %limit5.i, align 8
  store i64 0, ptr %own.i.pn.sroa.phi130, align 16
  store i64 0, ptr %own.i.pn.sroa.phi127, align 8
  store i64 1, ptr %own.i.pn.sroa.phi124, align 16
  store i64 0, ptr %own.i.pn.sroa.phi121, align 8
  store i64 0, ptr %own.i.pn.sroa.phi118, align 16
  store i64 %add.i.i.i12, ptr %own.i.pn.sroa.phi115, align 8
  store i64 %12, ptr %own.i.pn.sroa.phi112, align 16
  store i64 0, ptr %own.i.pn.sroa.phi109, align 8
  store i8 0, ptr %own.i.pn.sroa.phi, align 16
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 1 dereferenceable(7) %own.i.pn.sroa.phi105, i8 0, i64 7, i1 false)
  %crew6.i = getelementptr inbounds nuw i8, ptr %record, i64 32
  store ptr %cond.i7, ptr %crew6.i, align 8
  %pool.sroa.gep74.i = getelementptr inbounds nuw i8, ptr %pool, i64 416
  %own.sroa.gep75.i = getelementptr inbounds nuw i8, ptr %own.i, i64 416
  %cond.sroa.sel76.i = select i1 %cmp.not.i, ptr %pool.sroa.gep74.i, ptr %own.sroa.gep75.i
  %scratch.i = getelementptr inbounds nuw i8, ptr %launch, i64 16
  %13 = load i64, ptr %scratch.i, align 8
  %call7.i = call fastcc ptr @reserve(ptr noundef nonnull %cond.sroa.sel76.i, i64 noundef %13)
  %tobool.not.i13 = icmp eq ptr %call7.i, null
  br i1 %tobool.not.i13, label %if.end15.i, label %if.then8.i

if.then8.i:                                       ; preds = %if.end.i
  %14 = load ptr, ptr %python1.i, align 8
  %tobool.not.i.i = icmp eq ptr %14, null
  br i1 %tobool.not.i.i, label %cond.end.i.i, label %land.lhs.true.i.i

land.lhs.true.i.i:                                ; preds = %if.then8.i
  %torch_threads.i.i = getelementptr inbounds nuw i8, ptr %14, i64 72
  %15 = load ptr, ptr %torch_threads.i.i, align 8
  %tobool1.not.i.i = icmp eq ptr %15, null
  br i1 %tobool1.not.i.i, label %cond.end.i.i, label %cond.true.i.i

cond.true.i.i:                                    ; preds = %land.lhs.true.i.i
  %call.i42.i = call i32 %15() #8
  %16 = sext i32 %call.i42.i to i64
  br label %cond.end.i.i

cond.end.i.i:                                     ; preds = %cond.true.i.i, %land.lhs.true.i.i, %if.then8.i
  %cond.i.i = phi i64 [ %16, %cond.true.i.i ], [ 0, %land.lhs.true.i.i ], [ 0, %if.then8.i ]
  %cond.sroa.sel79.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel.v = select i1 %cmp.not.i, ptr %pool, ptr %own.i
  %cond.sroa.sel79.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel = getelementptr inbounds nuw i8, ptr %cond.sroa.sel79.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel.v, i64 440
  store i64 %cond.i.i, ptr %cond.sroa.sel79.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel, align 8
  %follows.i.i = getelementptr inbounds nuw i8, ptr %launch, i64 56
  %17 = load i64, ptr %follows.i.i, align 8
  %tobool3.not.i.i = icmp eq i64 %17, 0
  %tobool6.not.i.i = icmp eq i64 %cond.i.i, 0
  %or.cond.i.i = select i1 %tobool3.not.i.i, i1 true, i1 %tobool6.not.i.i
  br i1 %or.cond.i.i, label %cond.false9.i.i, label %measure.exit.i

cond.false9.i.i:                                  ; preds = %cond.end.i.i
  %width.i.i = getelementptr inbounds nuw i8, ptr %launch, i64 8
  %18 = load i64, ptr %width.i.i, align 8
  br label %measure.exit.i

measure.exit.i:                                   ; preds = %cond.false9.i.i, %cond.end.i.i
  %cond11.i.i = phi i64 [ %18, %cond.false9.i.i ], [ %cond.i.i, %cond.end.i.i ]
  %cond.sroa.sel82.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel.v = select i1 %cmp.not.i, ptr %pool, ptr %own.i
  %cond.sroa.sel82.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel = getelementptr inbounds nuw i8, ptr %cond.sroa.sel82.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel.v, i64 432
  store i64 %cond11.i.i, ptr %cond.sroa.sel82.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel, align 16
  %cost.i = getelementptr inbounds nuw i8, ptr %launch, i64 24
  %19 = load double, ptr %cost.i, align 8
  %conv.i = sitofp i64 %total to double
  %mul.i = fmul double %19, %conv.i
  %call10.i = call fastcc double @share(ptr noundef %cond.i7, ptr noundef %launch, ptr noundef %args, i64 noundef 0, i64 noundef %total, double noundef %mul.i, ptr noundef nonnull %call7.i, i1 noundef zeroext true, ptr noundef nonnull %watch)
  %cond.sroa.sel85.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel.v = select i1 %cmp.not.i, ptr %pool, ptr %own.i
  %cond.sroa.sel85.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel = getelementptr inbounds nuw i8, ptr %cond.sroa.sel85.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel.v, i64 624
  %call.i43.i = call i32 @pthread_mutex_lock(ptr noundef nonnull %cond.sroa.sel85.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel) #8
  %20 = load i64, ptr %own.i.pn.sroa.phi109, align 8
  %tobool.not8.i.i = icmp eq i64 %20, 0
  br i1 %tobool.not8.i.i, label %dismiss_help.exit.i, label %while.body.lr.ph.i.i

while.body.lr.ph.i.i:                             ; preds = %measure.exit.i
  %cond.sroa.sel91.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel.v = select i1 %cmp.not.i, ptr %pool, ptr %own.i
  %cond.sroa.sel91.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel = getelementptr inbounds nuw i8, ptr %cond.sroa.sel91.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel.v, i64 752
  br label %while.body.i.i

while.body.i.i:                                   ; preds = %while.body.i.i, %while.body.lr.ph.i.i
  call fastcc void @doze(ptr noundef nonnull %cond.sroa.sel91.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel, ptr noundef nonnull %cond.sroa.sel85.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel, ptr noundef nonnull %watch)
  %21 = load i64, ptr %own.i.pn.sroa.phi109, align 8
  %tobool.not.i44.i = icmp eq i64 %21, 0
  br i1 %tobool.not.i44.i, label %dismiss_help.exit.i, label %while.body.i.i, !llvm.loop !13

dismiss_help.exit.i:                              ; preds = %while.body.i.i, %measure.exit.i
  %call3.i45.i = call i32 @pthread_mutex_unlock(ptr noundef nonnull %cond.sroa.sel85.v.sroa.sel.v.i.sroa.sel.v.sroa.sel.v.sroa.sel) #8
  %22 = load atomic i32, ptr %watch monotonic, align 8
  %tobool.not.i46.i = icmp eq i32 %22, 0
  br i1 %tobool.not.i46.i, label %if.then12.i, label %if.end15.i

if.then12.i:                                      ; preds = %dismiss_help.exit.i
  store double %call10.i, ptr %cost.i, align 8
  br label %if.end15.i

if.end15.i:                                       ; preds = %if.then12.i, %dismiss_help.exit.i, %if.end.i
  %status.0.i = phi i32 [ 12, %if.end.i ], [ 0, %if.then12.i ], [ 0, %dismiss_help.exit.i ]
  br i1 %cmp.not.i, label %if.else.i, label %if.then17.i

if.then17.i:                                      ; preds = %if.end15.i
  %23 = load ptr, ptr %own.sroa.gep75.i, align 32
  call void @free(ptr noundef %23)
  br label %serve_waiting.exit

if.else.i:                                        ; preds = %if.end15.i
  %call21.i = call i32 @pthread_mutex_unlock(ptr noundef nonnull %busy1.i) #8
  br label %serve_waiting.exit

serve_waiting.exit:                               ; preds = %if.then17.i, %if.else.i
  call void @llvm.lifetime.end.p0(ptr nonnull %own.i) #8
  %24 = atomicrmw sub ptr @crowd, i64 1 seq_cst, align 8
  %25 = load ptr, ptr %python3.i, align 8
  %restore_thread.i = getelementptr inbounds nuw i8, ptr %25, i64 8
  %26 = load ptr, ptr %restore_thread.i, align 8
  %27 = load ptr, ptr %state.i, align 8
  call void %26(ptr noundef %27) #8
  %28 = load atomic i32, ptr %watch monotonic, align 8
  %tobool.not.i.i16 = icmp eq i32 %28, 0
  %cond.i17 = select i1 %tobool.not.i.i16, i32 %status.0.i, i32 4
  call void @llvm.lifetime.end.p0(ptr nonnull %watch) #8
  ret i32 %cond.i17
}

declare i64 @pthread_self() local_unnamed_addr #3

declare void @relax() local_unnamed_addr #3

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

; Function Attrs: nounwind uwtable
define internal fastcc double @lead(ptr noundef %pool, ptr noundef %launch, ptr noundef %args, i64 noundef %total, i64 noundef %width, ptr noundef %memory, ptr noundef nonnull %watch) unnamed_addr #0 {
entry:
  %pace.i = alloca i64, align 8
  %pace = alloca i64, align 8
  %lone = getelementptr inbounds nuw i8, ptr %launch, i64 32
  %0 = load i64, ptr %lone, align 8
  %tobool = icmp ne i64 %0, 0
  %cmp = icmp sgt i64 %width, 1
  %or.cond = and i1 %cmp, %tobool
  br i1 %or.cond, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %number1.i = getelementptr inbounds nuw i8, ptr %launch, i64 48
  %1 = load i64, ptr %number1.i, align 8
  %.fr81.i = freeze i64 %1
  %inc.i = add nsw i64 %.fr81.i, 1
  store i64 %inc.i, ptr %number1.i, align 8
  %start.i = getelementptr inbounds nuw i8, ptr %watch, i64 40
  %2 = load i64, ptr %start.i, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %pace.i) #8
  store i64 1, ptr %pace.i, align 8
  %cost2.i = getelementptr inbounds nuw i8, ptr %launch, i64 24
  %3 = load double, ptr %cost2.i, align 8
  %4 = and i64 %.fr81.i, 127
  %cmp.i.i = icmp eq i64 %4, 0
  br i1 %cmp.i.i, label %land.end.i, label %switch.early.test.i

switch.early.test.i:                              ; preds = %if.then
  switch i64 %.fr81.i, label %land.lhs.true.i [
    i64 16, label %land.end.i
    i64 2, label %land.end.i
  ]

land.lhs.true.i:                                  ; preds = %switch.early.test.i
  %cmp.i74.i = icmp eq i64 %4, 1
  br i1 %cmp.i74.i, label %land.end.i, label %switch.early.test79.i

switch.early.test79.i:                            ; preds = %land.lhs.true.i
  switch i64 %.fr81.i, label %land.rhs.i [
    i64 17, label %land.end.i
    i64 3, label %land.end.i
  ]

land.rhs.i:                                       ; preds = %switch.early.test79.i
  %company.i = getelementptr inbounds nuw i8, ptr %launch, i64 40
  %5 = load double, ptr %company.i, align 8
  %cmp.i = fcmp olt double %3, %5
  %6 = zext i1 %cmp.i to i8
  br label %land.end.i

land.end.i:                                       ; preds = %land.rhs.i, %switch.early.test79.i, %switch.early.test79.i, %land.lhs.true.i, %switch.early.test.i, %switch.early.test.i, %if.then
  %storedv4.i = phi i8 [ 0, %switch.early.test79.i ], [ 0, %switch.early.test.i ], [ %6, %land.rhs.i ], [ 0, %if.then ], [ 0, %switch.early.test.i ], [ 0, %land.lhs.true.i ], [ 0, %switch.early.test79.i ]
  %company15.i = getelementptr inbounds nuw i8, ptr %launch, i64 40
  br label %while.cond.i

while.cond.i:                                     ; preds = %cleanup.i, %land.end.i
  %stays.0.i = phi i8 [ %storedv4.i, %land.end.i ], [ %stays.1.i, %cleanup.i ]
  %cost.0.i = phi double [ %3, %land.end.i ], [ %cost.1.i, %cleanup.i ]
  %done.0.i = phi i64 [ 0, %land.end.i ], [ %done.1.i, %cleanup.i ]
  %then.0.i = phi i64 [ %2, %land.end.i ], [ %then.1.i, %cleanup.i ]
  %cmp5.i = icmp slt i64 %done.0.i, %total
  br i1 %cmp5.i, label %land.rhs6.i, label %prefer.exit

land.rhs6.i:                                      ; preds = %while.cond.i
  %7 = load atomic i32, ptr %watch monotonic, align 8
  %tobool.not.i.i = icmp eq i32 %7, 0
  br i1 %tobool.not.i.i, label %while.body.i, label %prefer.exit

while.body.i:                                     ; preds = %land.rhs6.i
  %sub9.i = sub nsw i64 %total, %done.0.i
  %conv.i = sitofp i64 %sub9.i to double
  %mul.i = fmul double %cost.0.i, %conv.i
  br i1 %cmp.i.i, label %if.then.i, label %switch.early.test80.i

switch.early.test80.i:                            ; preds = %while.body.i
  switch i64 %.fr81.i, label %if.end.i [
    i64 16, label %if.then.i
    i64 2, label %if.then.i
  ]

if.then.i:                                        ; preds = %switch.early.test80.i, %switch.early.test80.i, %while.body.i
  %8 = load i64, ptr %start.i, align 8
  %sub12.i = sub nsw i64 %then.0.i, %8
  %cmp13.i = icmp slt i64 %sub12.i, 100000
  br i1 %cmp13.i, label %if.end.i, label %lor.rhs.i

lor.rhs.i:                                        ; preds = %if.then.i
  %9 = load double, ptr %company15.i, align 8
  %cmp16.i = fcmp olt double %cost.0.i, %9
  %10 = zext i1 %cmp16.i to i8
  br label %if.end.i

if.end.i:                                         ; preds = %lor.rhs.i, %if.then.i, %switch.early.test80.i
  %stays.1.i = phi i8 [ %stays.0.i, %switch.early.test80.i ], [ 1, %if.then.i ], [ %10, %lor.rhs.i ]
  %loadedv19.i = trunc nuw i8 %stays.1.i to i1
  %cmp21.i = fcmp ule double %mul.i, 5.000000e+03
  %or.cond.not.i = select i1 %loadedv19.i, i1 true, i1 %cmp21.i
  %cmp24.i = icmp slt i64 %sub9.i, 2
  %or.cond43.not.i = select i1 %or.cond.not.i, i1 true, i1 %cmp24.i
  br i1 %or.cond43.not.i, label %if.end28.i, label %if.then26.i

if.then26.i:                                      ; preds = %if.end.i
  %call27.i = tail call fastcc double @share(ptr noundef %pool, ptr noundef %launch, ptr noundef %args, i64 noundef %done.0.i, i64 noundef %total, double noundef %mul.i, ptr noundef %memory, i1 noundef zeroext false, ptr noundef nonnull %watch)
  br label %cleanup.i

if.end28.i:                                       ; preds = %if.end.i
  %11 = load i64, ptr %pace.i, align 8
  %cond.i.i = tail call noundef i64 @llvm.smin.i64(i64 %11, i64 %sub9.i)
  %add.i = add nsw i64 %cond.i.i, %done.0.i
  %call30.i = call fastcc i64 @advance(ptr noundef nonnull %watch, ptr noundef %launch, ptr noundef %args, i64 noundef %done.0.i, i64 noundef %add.i, i64 noundef %then.0.i, ptr noundef %pace.i, ptr noundef %memory)
  %12 = load i64, ptr %start.i, align 8
  %sub32.i = sub nsw i64 %call30.i, %12
  %conv33.i = sitofp i64 %sub32.i to double
  %conv34.i = sitofp i64 %add.i to double
  %div.i = fdiv double %conv33.i, %conv34.i
  br label %cleanup.i

cleanup.i:                                        ; preds = %if.end28.i, %if.then26.i
  %cost.1.i = phi double [ %cost.0.i, %if.then26.i ], [ %div.i, %if.end28.i ]
  %done.1.i = phi i64 [ %done.0.i, %if.then26.i ], [ %add.i, %if.end28.i ]
  %then.1.i = phi i64 [ %then.0.i, %if.then26.i ], [ %call30.i, %if.end28.i ]
  br i1 %or.cond43.not.i, label %while.cond.i, label %prefer.exit

prefer.exit:                                      ; preds = %while.cond.i, %land.rhs6.i, %cleanup.i
  %cost.2.i = phi double [ %cost.1.i, %cleanup.i ], [ %cost.0.i, %land.rhs6.i ], [ %cost.0.i, %while.cond.i ]
  call void @llvm.lifetime.end.p0(ptr nonnull %pace.i) #8
  br label %return

if.end:                                           ; preds = %entry
  %start = getelementptr inbounds nuw i8, ptr %watch, i64 40
  %13 = load i64, ptr %start, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %pace) #8
  store i64 1, ptr %pace, align 8
  %cost1 = getelementptr inbounds nuw i8, ptr %launch, i64 24
  %14 = load double, ptr %cost1, align 8
  br label %for.cond

for.cond:                                         ; preds = %cleanup31, %if.end
  %trusted.0 = phi i1 [ %cmp, %if.end ], [ %trusted.1, %cleanup31 ]
  %done.0 = phi i64 [ 0, %if.end ], [ %done.1, %cleanup31 ]
  %batch.0 = phi i64 [ 1, %if.end ], [ %mul33, %cleanup31 ]
  %cost.0 = phi double [ %14, %if.end ], [ %cost.1, %cleanup31 ]
  %then.0 = phi i64 [ %13, %if.end ], [ %then.1, %cleanup31 ]
  %retval.0 = phi double [ undef, %if.end ], [ %retval.2, %cleanup31 ]
  %sub = sub nsw i64 %total, %done.0
  %conv = sitofp i64 %sub to double
  %mul = fmul double %cost.0, %conv
  %cmp5 = icmp sgt i64 %sub, 1
  %or.cond40 = select i1 %trusted.0, i1 %cmp5, i1 false
  %cmp8 = fcmp ogt double %mul, 5.000000e+03
  %or.cond41 = select i1 %or.cond40, i1 %cmp8, i1 false
  br i1 %or.cond41, label %if.then10, label %if.end12

if.then10:                                        ; preds = %for.cond
  %call11 = tail call fastcc double @share(ptr noundef %pool, ptr noundef %launch, ptr noundef %args, i64 noundef %done.0, i64 noundef %total, double noundef %mul, ptr noundef %memory, i1 noundef zeroext false, ptr noundef %watch)
  br label %cleanup31

if.end12:                                         ; preds = %for.cond
  %cond.i = tail call noundef i64 @llvm.smin.i64(i64 %batch.0, i64 %sub)
  %add = add nsw i64 %cond.i, %done.0
  %call14 = call fastcc i64 @advance(ptr noundef nonnull %watch, ptr noundef %launch, ptr noundef %args, i64 noundef %done.0, i64 noundef %add, i64 noundef %then.0, ptr noundef %pace, ptr noundef %memory)
  %15 = load i64, ptr %start, align 8
  %sub16 = sub nsw i64 %call14, %15
  %conv17 = sitofp i64 %sub16 to double
  %conv18 = sitofp i64 %add to double
  %div = fdiv double %conv17, %conv18
  %cmp23 = icmp sgt i64 %sub16, 1999
  %narrow = select i1 %cmp, i1 %cmp23, i1 false
  %cmp26 = icmp eq i64 %add, %total
  br i1 %cmp26, label %cleanup31, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %if.end12
  %16 = load atomic i32, ptr %watch monotonic, align 8
  %tobool.not.i = icmp eq i32 %16, 0
  br i1 %tobool.not.i, label %if.end30, label %cleanup31

if.end30:                                         ; preds = %lor.lhs.false
  br label %cleanup31

cleanup31:                                        ; preds = %if.end30, %lor.lhs.false, %if.end12, %if.then10
  %trusted.1 = phi i1 [ true, %if.then10 ], [ %narrow, %if.end12 ], [ %narrow, %lor.lhs.false ], [ %narrow, %if.end30 ]
  %done.1 = phi i64 [ %done.0, %if.then10 ], [ %add, %if.end12 ], [ %add, %lor.lhs.false ], [ %add, %if.end30 ]
  %cost.1 = phi double [ %cost.0, %if.then10 ], [ %div, %if.end12 ], [ %div, %lor.lhs.false ], [ %div, %if.end30 ]
  %then.1 = phi i64 [ %then.0, %if.then10 ], [ %call14, %if.end12 ], [ %call14, %lor.lhs.false ], [ %call14, %if.end30 ]
  %cleanup.dest.slot.1 = phi i1 [ false, %if.then10 ], [ false, %if.end12 ], [ false, %lor.lhs.false ], [ true, %if.end30 ]
  %retval.2 = phi double [ %call11, %if.then10 ], [ %div, %if.end12 ], [ %div, %lor.lhs.false ], [ %retval.0, %if.end30 ]
  %mul33 = shl nsw i64 %batch.0, 1
  br i1 %cleanup.dest.slot.1, label %for.cond, label %cleanup34, !llvm.loop !14

cleanup34:                                        ; preds = %cleanup31
  call void @llvm.lifetime.end.p0(ptr nonnull %pace) #8
  br label %return

return:                                           ; preds = %cleanup34, %prefer.exit
  %retval.3 = phi double [ %cost.2.i, %prefer.exit ], [ %retval.2, %cleanup34 ]
  ret double %retval.3
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #6

; Function Attrs: nounwind uwtable
define internal fastcc double @share(ptr noundef %pool, ptr noundef %launch, ptr noundef %args, i64 noundef %done, i64 noundef %total, double noundef %work, ptr noundef %memory, i1 noundef zeroext %single, ptr noundef nonnull %watch) unnamed_addr #0 {
entry:
  %time.i.i140 = alloca %struct.Time, align 8
  %time.i.i5.i = alloca %struct.Time, align 8
  %time.i.i.i = alloca %struct.Time, align 8
  %region.i = alloca %struct.Region, align 8
  %time.i.i = alloca %struct.Time, align 8
  %before.i = alloca %struct.Time, align 8
  %after.i = alloca %struct.Time, align 8
  %sub = sub nsw i64 %total, %done
  %width = getelementptr inbounds nuw i8, ptr %pool, i64 432
  %0 = load i64, ptr %width, align 16
  %cond.i = tail call noundef i64 @llvm.smin.i64(i64 %0, i64 %sub)
  %sub1 = add nsw i64 %cond.i, -1
  %capacity = getelementptr inbounds nuw i8, ptr %pool, i64 384
  %1 = load i64, ptr %capacity, align 128
  %cond.i87 = tail call noundef i64 @llvm.smin.i64(i64 %sub1, i64 %1)
  br i1 %single, label %land.end, label %land.rhs

land.rhs:                                         ; preds = %entry
  %python.i = getelementptr inbounds nuw i8, ptr %pool, i64 952
  %2 = load ptr, ptr %python.i, align 8
  %parallel.i = getelementptr inbounds nuw i8, ptr %2, i64 104
  %3 = load ptr, ptr %parallel.i, align 8
  %tobool.not.i = icmp eq ptr %3, null
  br i1 %tobool.not.i, label %land.end, label %lor.lhs.false.i

lor.lhs.false.i:                                  ; preds = %land.rhs
  %team.i = getelementptr inbounds nuw i8, ptr %pool, i64 440
  %4 = load i64, ptr %team.i, align 8
  %cmp.i = icmp slt i64 %4, 2
  %cmp3.i = icmp sgt i64 %0, %4
  %or.cond145 = select i1 %cmp.i, i1 true, i1 %cmp3.i
  br i1 %or.cond145, label %land.end, label %if.end.i

if.end.i:                                         ; preds = %lor.lhs.false.i
  call void @llvm.lifetime.start.p0(ptr nonnull %before.i) #8
  call void @llvm.lifetime.start.p0(ptr nonnull %after.i) #8
  %leader.i = getelementptr inbounds nuw i8, ptr %pool, i64 448
  %5 = load i64, ptr %leader.i, align 64
  %caller.i = getelementptr inbounds nuw i8, ptr %watch, i64 8
  %6 = load i64, ptr %caller.i, align 8
  %cmp4.i = icmp eq i64 %5, %6
  br i1 %cmp4.i, label %land.lhs.true.i, label %if.end12.i

land.lhs.true.i:                                  ; preds = %if.end.i
  %member.i = getelementptr inbounds nuw i8, ptr %pool, i64 456
  %7 = load i32, ptr %member.i, align 8
  %call.i = call i32 @clock_gettime(i32 noundef %7, ptr noundef nonnull %before.i) #8
  %tobool5.not.i = icmp eq i32 %call.i, 0
  br i1 %tobool5.not.i, label %for.body.i, label %if.end12.i

for.cond.cleanup.i:                               ; preds = %for.body.i
  %8 = load i32, ptr %member.i, align 8
  %call9.i = call i32 @clock_gettime(i32 noundef %8, ptr noundef nonnull %after.i) #8
  %nanoseconds.i = getelementptr inbounds nuw i8, ptr %after.i, i64 8
  %9 = load i64, ptr %nanoseconds.i, align 8
  %nanoseconds10.i = getelementptr inbounds nuw i8, ptr %before.i, i64 8
  %10 = load i64, ptr %nanoseconds10.i, align 8
  %cmp11.i = icmp ne i64 %9, %10
  br label %cleanup.i

for.body.i:                                       ; preds = %land.lhs.true.i, %for.body.i
  %spin.030.i = phi i32 [ %inc.i, %for.body.i ], [ 0, %land.lhs.true.i ]
  call void @relax() #8
  %inc.i = add nuw nsw i32 %spin.030.i, 1
  %exitcond.not.i = icmp eq i32 %inc.i, 32
  br i1 %exitcond.not.i, label %for.cond.cleanup.i, label %for.body.i, !llvm.loop !15

if.end12.i:                                       ; preds = %land.lhs.true.i, %if.end.i
  %start.i = getelementptr inbounds nuw i8, ptr %watch, i64 40
  %11 = load i64, ptr %start.i, align 8
  %met.i = getelementptr inbounds nuw i8, ptr %pool, i64 464
  %12 = load i64, ptr %met.i, align 16
  %sub.i = sub nsw i64 %11, %12
  %cmp13.i = icmp slt i64 %sub.i, 1000000000
  br i1 %cmp13.i, label %cleanup.i, label %if.end15.i

if.end15.i:                                       ; preds = %if.end12.i
  store i64 %11, ptr %met.i, align 16
  br label %cleanup.i

cleanup.i:                                        ; preds = %if.end15.i, %if.end12.i, %for.cond.cleanup.i
  %retval.0.i = phi i1 [ %cmp11.i, %for.cond.cleanup.i ], [ true, %if.end15.i ], [ false, %if.end12.i ]
  call void @llvm.lifetime.end.p0(ptr nonnull %after.i) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %before.i) #8
  br label %land.end

land.end:                                         ; preds = %cleanup.i, %lor.lhs.false.i, %land.rhs, %entry
  %13 = phi i1 [ false, %entry ], [ %retval.0.i, %cleanup.i ], [ false, %land.rhs ], [ false, %lor.lhs.false.i ]
  %start = getelementptr inbounds nuw i8, ptr %watch, i64 40
  %14 = load i64, ptr %start, align 8
  %last.i = getelementptr inbounds nuw i8, ptr %pool, i64 488
  %15 = load i64, ptr %last.i, align 8
  %sub.i88 = sub nsw i64 %14, %15
  %cmp.i89 = icmp sgt i64 %sub.i88, 100000
  br i1 %cmp.i89, label %cond.end.i, label %cond.false.i

cond.false.i:                                     ; preds = %land.end
  %wish.i = getelementptr inbounds nuw i8, ptr %pool, i64 480
  %16 = load double, ptr %wish.i, align 32
  br label %cond.end.i

cond.end.i:                                       ; preds = %cond.false.i, %land.end
  %cond.i90 = phi double [ %16, %cond.false.i ], [ 0.000000e+00, %land.end ]
  %add.i = fadd double %work, %cond.i90
  %wish1.i = getelementptr inbounds nuw i8, ptr %pool, i64 480
  store double %add.i, ptr %wish1.i, align 32
  store i64 %14, ptr %last.i, align 8
  %cmp538.i = icmp sgt i64 %cond.i87, 0
  br i1 %cmp538.i, label %for.body.lr.ph.i, label %worthwhile.exit

for.body.lr.ph.i:                                 ; preds = %cond.end.i
  %created.i = getelementptr inbounds nuw i8, ptr %pool, i64 392
  %workers.i = getelementptr inbounds nuw i8, ptr %pool, i64 408
  br label %for.body.i91

for.body.i91:                                     ; preds = %for.inc.i, %for.body.lr.ph.i
  %work.addr.041.i = phi double [ %work, %for.body.lr.ph.i ], [ %sub9.i, %for.inc.i ]
  %wish3.040.i = phi double [ %add.i, %for.body.lr.ph.i ], [ %sub12.i, %for.inc.i ]
  %wanted.039.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i94, %for.inc.i ]
  br i1 %13, label %land.end.i, label %land.rhs.i

land.rhs.i:                                       ; preds = %for.body.i91
  %17 = load i64, ptr %created.i, align 8
  %cmp6.not.i = icmp slt i64 %wanted.039.i, %17
  br i1 %cmp6.not.i, label %lor.rhs.i, label %land.end.i

lor.rhs.i:                                        ; preds = %land.rhs.i
  %18 = load ptr, ptr %workers.i, align 8
  %arrayidx.i = getelementptr inbounds nuw %struct.Worker, ptr %18, i64 %wanted.039.i
  %state.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 128
  %19 = load atomic i32, ptr %state.i monotonic, align 128
  %cmp7.i = icmp eq i32 %19, 3
  br label %land.end.i

land.end.i:                                       ; preds = %lor.rhs.i, %land.rhs.i, %for.body.i91
  %20 = phi i1 [ false, %for.body.i91 ], [ true, %land.rhs.i ], [ %cmp7.i, %lor.rhs.i ]
  %sub9.i = fadd double %work.addr.041.i, -5.000000e+03
  %cond11.i = select i1 %20, double 8.000000e+04, double 0.000000e+00
  %sub12.i = fsub double %wish3.040.i, %cond11.i
  %cmp13.i92 = fcmp uge double %sub9.i, 0.000000e+00
  %cmp14.i = fcmp uge double %sub12.i, 0.000000e+00
  %or.cond.not37.i = select i1 %cmp13.i92, i1 %cmp14.i, i1 false
  %brmerge.not.i = select i1 %or.cond.not37.i, i1 %20, i1 false
  br i1 %brmerge.not.i, label %if.then16.i, label %cleanup.i93

if.then16.i:                                      ; preds = %land.end.i
  store double 0.000000e+00, ptr %wish1.i, align 32
  br label %for.inc.i

cleanup.i93:                                      ; preds = %land.end.i
  br i1 %or.cond.not37.i, label %for.inc.i, label %worthwhile.exit

for.inc.i:                                        ; preds = %cleanup.i93, %if.then16.i
  %inc.i94 = add nuw nsw i64 %wanted.039.i, 1
  %exitcond.not.i95 = icmp eq i64 %inc.i94, %cond.i87
  br i1 %exitcond.not.i95, label %worthwhile.exit, label %for.body.i91, !llvm.loop !16

worthwhile.exit:                                  ; preds = %cleanup.i93, %for.inc.i, %cond.end.i
  %wanted.0.lcssa.i = phi i64 [ 0, %cond.end.i ], [ %cond.i87, %for.inc.i ], [ %wanted.039.i, %cleanup.i93 ]
  %equipped.i = getelementptr inbounds nuw i8, ptr %pool, i64 400
  %21 = load i64, ptr %equipped.i, align 16
  %cmp13.i96 = icmp slt i64 %21, %wanted.0.lcssa.i
  br i1 %cmp13.i96, label %for.body.lr.ph.i97, label %equip.exit

for.body.lr.ph.i97:                               ; preds = %worthwhile.exit
  %workers.i98 = getelementptr inbounds nuw i8, ptr %pool, i64 408
  br label %for.body.i99

for.body.i99:                                     ; preds = %for.body.i99, %for.body.lr.ph.i97
  %22 = phi i64 [ %21, %for.body.lr.ph.i97 ], [ %inc.i102, %for.body.i99 ]
  %23 = load ptr, ptr %workers.i98, align 8
  %arrayidx.i100 = getelementptr inbounds %struct.Worker, ptr %23, i64 %22
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 128 dereferenceable(136) %arrayidx.i100, i8 0, i64 136, i1 false)
  %.compoundliteral.sroa.2.0..sroa_idx.i = getelementptr inbounds nuw i8, ptr %arrayidx.i100, i64 136
  store ptr %pool, ptr %.compoundliteral.sroa.2.0..sroa_idx.i, align 8
  %.compoundliteral.sroa.3.0..sroa_idx.i = getelementptr inbounds nuw i8, ptr %arrayidx.i100, i64 144
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(624) %.compoundliteral.sroa.3.0..sroa_idx.i, i8 0, i64 624, i1 false)
  %mutex3.i = getelementptr inbounds nuw i8, ptr %arrayidx.i100, i64 176
  %call.i101 = call i32 @pthread_mutex_init(ptr noundef nonnull %mutex3.i, ptr noundef null) #8
  %posted4.i = getelementptr inbounds nuw i8, ptr %arrayidx.i100, i64 304
  %call5.i = call i32 @pthread_cond_init(ptr noundef nonnull %posted4.i, ptr noundef null) #8
  %24 = load i64, ptr %equipped.i, align 16
  %inc.i102 = add nsw i64 %24, 1
  store i64 %inc.i102, ptr %equipped.i, align 16
  %cmp.i103 = icmp slt i64 %inc.i102, %wanted.0.lcssa.i
  br i1 %cmp.i103, label %for.body.i99, label %equip.exit, !llvm.loop !17

equip.exit:                                       ; preds = %for.body.i99, %worthwhile.exit
  br i1 %13, label %cond.end, label %land.lhs.true.preheader

land.lhs.true.preheader:                          ; preds = %equip.exit
  %workers.i104 = getelementptr inbounds nuw i8, ptr %pool, i64 408
  %created = getelementptr inbounds nuw i8, ptr %pool, i64 392
  %25 = load i64, ptr %created, align 8
  %cmp147 = icmp slt i64 %25, %wanted.0.lcssa.i
  br i1 %cmp147, label %land.rhs8, label %cond.false

land.rhs8:                                        ; preds = %land.lhs.true.preheader, %if.end.i110
  %26 = phi i64 [ %inc.i111, %if.end.i110 ], [ %25, %land.lhs.true.preheader ]
  %27 = load ptr, ptr %workers.i104, align 8
  %arrayidx.i106 = getelementptr inbounds %struct.Worker, ptr %27, i64 %26
  %thread.i = getelementptr inbounds nuw i8, ptr %arrayidx.i106, i64 160
  %call.i107 = call i32 @pthread_create(ptr noundef nonnull %thread.i, ptr noundef null, ptr noundef nonnull @work, ptr noundef %arrayidx.i106) #8
  %tobool.not.i108 = icmp eq i32 %call.i107, 0
  br i1 %tobool.not.i108, label %if.end.i110, label %cond.false

if.end.i110:                                      ; preds = %land.rhs8
  %28 = load i64, ptr %created, align 8
  %inc.i111 = add nsw i64 %28, 1
  store i64 %inc.i111, ptr %created, align 8
  %cmp = icmp slt i64 %inc.i111, %wanted.0.lcssa.i
  br i1 %cmp, label %land.rhs8, label %cond.false, !llvm.loop !18

cond.false:                                       ; preds = %land.rhs8, %if.end.i110, %land.lhs.true.preheader
  %29 = load i64, ptr %created, align 8
  %cond.i112 = call noundef i64 @llvm.smin.i64(i64 %wanted.0.lcssa.i, i64 %29)
  br label %cond.end

cond.end:                                         ; preds = %equip.exit, %cond.false
  %cond = phi i64 [ %cond.i112, %cond.false ], [ %wanted.0.lcssa.i, %equip.exit ]
  %add = add nsw i64 %cond, 1
  %cond20 = select i1 %single, i64 1, i64 %add
  br i1 %single, label %cond.end25, label %cond.false23

cond.false23:                                     ; preds = %cond.end
  %mul = shl nsw i64 %add, 6
  %div = sdiv i64 %sub, %mul
  %cond.i113 = call noundef i64 @llvm.smax.i64(i64 %div, i64 1)
  br label %cond.end25

cond.end25:                                       ; preds = %cond.end, %cond.false23
  %cond31 = phi i64 [ 4, %cond.false23 ], [ %sub, %cond.end ]
  %cond26 = phi i64 [ %cond.i113, %cond.false23 ], [ 1, %cond.end ]
  store ptr %launch, ptr %pool, align 128
  %.compoundliteral.sroa.2.0.job.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 8
  store ptr %args, ptr %.compoundliteral.sroa.2.0.job.sroa_idx, align 8
  %.compoundliteral.sroa.3.0.job.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 16
  store i64 %cond20, ptr %.compoundliteral.sroa.3.0.job.sroa_idx, align 16
  %.compoundliteral.sroa.4.0.job.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 24
  store i64 %cond26, ptr %.compoundliteral.sroa.4.0.job.sroa_idx, align 8
  %.compoundliteral.sroa.5.0.job.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 32
  store i64 %cond31, ptr %.compoundliteral.sroa.5.0.job.sroa_idx, align 32
  %.compoundliteral.sroa.6.0.job.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 40
  store ptr %watch, ptr %.compoundliteral.sroa.6.0.job.sroa_idx, align 8
  %div.i = sdiv i64 %sub, %cond20
  %rem.i = srem i64 %sub, %cond20
  %cmp18.i = icmp sgt i64 %cond20, 0
  br i1 %cmp18.i, label %for.body.lr.ph.i116, label %divide.exit

for.body.lr.ph.i116:                              ; preds = %cond.end25
  %workers.i.i = getelementptr inbounds nuw i8, ptr %pool, i64 408
  %part1.i.i = getelementptr inbounds nuw i8, ptr %pool, i64 128
  br label %for.body.i117

for.body.i117:                                    ; preds = %part_of.exit.i, %for.body.lr.ph.i116
  %begin.addr.020.i = phi i64 [ %done, %for.body.lr.ph.i116 ], [ %add5.i, %part_of.exit.i ]
  %index.019.i = phi i64 [ 0, %for.body.lr.ph.i116 ], [ %inc.i120, %part_of.exit.i ]
  %tobool.not.i.i = icmp eq i64 %index.019.i, 0
  br i1 %tobool.not.i.i, label %part_of.exit.i, label %cond.true.i.i

cond.true.i.i:                                    ; preds = %for.body.i117
  %30 = load ptr, ptr %workers.i.i, align 8
  %31 = getelementptr %struct.Worker, ptr %30, i64 %index.019.i
  %arrayidx.i.i = getelementptr i8, ptr %31, i64 -768
  br label %part_of.exit.i

part_of.exit.i:                                   ; preds = %cond.true.i.i, %for.body.i117
  %cond.i.i = phi ptr [ %arrayidx.i.i, %cond.true.i.i ], [ %part1.i.i, %for.body.i117 ]
  store atomic i64 %begin.addr.020.i, ptr %cond.i.i monotonic, align 128
  %cmp3.i118 = icmp slt i64 %index.019.i, %rem.i
  %conv4.i = zext i1 %cmp3.i118 to i64
  %add.i119 = add i64 %begin.addr.020.i, %div.i
  %add5.i = add i64 %add.i119, %conv4.i
  %end6.i = getelementptr inbounds nuw i8, ptr %cond.i.i, i64 8
  store i64 %add5.i, ptr %end6.i, align 8
  %inc.i120 = add nuw nsw i64 %index.019.i, 1
  %exitcond.not.i121 = icmp eq i64 %inc.i120, %cond20
  br i1 %exitcond.not.i121, label %divide.exit, label %for.body.i117, !llvm.loop !19

divide.exit:                                      ; preds = %part_of.exit.i, %cond.end25
  %32 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i) #8
  %call.i.i = call i32 @clock_gettime(i32 noundef %32, ptr noundef nonnull %time.i.i) #8
  %33 = load i64, ptr %time.i.i, align 8
  %nanoseconds.i.i = getelementptr inbounds nuw i8, ptr %time.i.i, i64 8
  %34 = load i64, ptr %nanoseconds.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i) #8
  %tobool = icmp ne i64 %cond, 0
  %or.cond = and i1 %13, %tobool
  br i1 %or.cond, label %if.then, label %if.else

if.then:                                          ; preds = %divide.exit
  call void @llvm.lifetime.start.p0(ptr nonnull %region.i) #8
  store ptr %pool, ptr %region.i, align 8
  %memory2.i = getelementptr inbounds nuw i8, ptr %region.i, i64 8
  store ptr %memory, ptr %memory2.i, align 8
  %leader.i122 = getelementptr inbounds nuw i8, ptr %pool, i64 448
  store i64 0, ptr %leader.i122, align 64
  %pending.i = getelementptr inbounds nuw i8, ptr %pool, i64 256
  %35 = load i64, ptr %.compoundliteral.sroa.3.0.job.sroa_idx, align 16
  %sub.i123 = add nsw i64 %35, -1
  store atomic i64 %sub.i123, ptr %pending.i release, align 128
  %python.i124 = getelementptr inbounds nuw i8, ptr %pool, i64 952
  %36 = load ptr, ptr %python.i124, align 8
  %parallel.i125 = getelementptr inbounds nuw i8, ptr %36, i64 104
  %37 = load ptr, ptr %parallel.i125, align 8
  %team.i126 = getelementptr inbounds nuw i8, ptr %pool, i64 440
  %38 = load i64, ptr %team.i126, align 8
  %conv.i = trunc i64 %38 to i32
  call void %37(ptr noundef nonnull @meet, ptr noundef nonnull %region.i, i32 noundef %conv.i, i32 noundef 0) #8
  %cost.i = getelementptr inbounds nuw i8, ptr %pool, i64 472
  %39 = load double, ptr %cost.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %region.i) #8
  br label %if.end

if.else:                                          ; preds = %divide.exit
  %pending.i127 = getelementptr inbounds nuw i8, ptr %pool, i64 256
  store atomic i64 %cond, ptr %pending.i127 release, align 128
  %cmp5.i = icmp sgt i64 %cond, 0
  br i1 %cmp5.i, label %for.body.lr.ph.i129, label %invite.exit

for.body.lr.ph.i129:                              ; preds = %if.else
  %workers.i130 = getelementptr inbounds nuw i8, ptr %pool, i64 408
  br label %for.body.i131

for.body.i131:                                    ; preds = %for.body.i131, %for.body.lr.ph.i129
  %index.06.i = phi i64 [ 0, %for.body.lr.ph.i129 ], [ %inc.i133, %for.body.i131 ]
  %40 = load ptr, ptr %workers.i130, align 8
  %arrayidx.i132 = getelementptr inbounds nuw %struct.Worker, ptr %40, i64 %index.06.i
  call fastcc void @post(ptr noundef %arrayidx.i132, i32 noundef 1)
  %inc.i133 = add nuw nsw i64 %index.06.i, 1
  %exitcond.not.i134 = icmp eq i64 %inc.i133, %cond
  br i1 %exitcond.not.i134, label %invite.exit, label %for.body.i131, !llvm.loop !20

invite.exit:                                      ; preds = %for.body.i131, %if.else
  %41 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i.i) #8
  %call.i.i.i = call i32 @clock_gettime(i32 noundef %41, ptr noundef nonnull %time.i.i.i) #8
  %42 = load i64, ptr %time.i.i.i, align 8
  %nanoseconds.i.i.i = getelementptr inbounds nuw i8, ptr %time.i.i.i, i64 8
  %43 = load i64, ptr %nanoseconds.i.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i.i) #8
  %call1.i = call fastcc i64 @drain(ptr noundef nonnull %pool, i64 noundef 0, ptr noundef %memory)
  %44 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i5.i) #8
  %call.i.i6.i = call i32 @clock_gettime(i32 noundef %44, ptr noundef nonnull %time.i.i5.i) #8
  %45 = load i64, ptr %time.i.i5.i, align 8
  %nanoseconds.i.i8.i = getelementptr inbounds nuw i8, ptr %time.i.i5.i, i64 8
  %46 = load i64, ptr %nanoseconds.i.i8.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i5.i) #8
  %reass.add.i = sub i64 %45, %42
  %reass.mul.i = mul i64 %reass.add.i, 1000000000
  %add.i.i9.i = sub i64 %46, %43
  %sub.i135 = add i64 %add.i.i9.i, %reass.mul.i
  %conv.i136 = sitofp i64 %sub.i135 to double
  %cond.i.i137 = call noundef i64 @llvm.smax.i64(i64 %call1.i, i64 1)
  %conv4.i138 = uitofp nneg i64 %cond.i.i137 to double
  %div.i139 = fdiv double %conv.i136, %conv4.i138
  call fastcc void @join(ptr noundef nonnull %pool, i64 noundef %cond, ptr noundef nonnull %watch)
  br label %if.end

if.end:                                           ; preds = %invite.exit, %if.then
  %cost.0 = phi double [ %39, %if.then ], [ %div.i139, %invite.exit ]
  br i1 %tobool, label %land.lhs.true39, label %if.end46

land.lhs.true39:                                  ; preds = %if.end
  %lone = getelementptr inbounds nuw i8, ptr %launch, i64 32
  %47 = load i64, ptr %lone, align 8
  %tobool40.not = icmp eq i64 %47, 0
  br i1 %tobool40.not, label %if.end46, label %if.then41

if.then41:                                        ; preds = %land.lhs.true39
  %48 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i140) #8
  %call.i.i141 = call i32 @clock_gettime(i32 noundef %48, ptr noundef nonnull %time.i.i140) #8
  %49 = load i64, ptr %time.i.i140, align 8
  %nanoseconds.i.i143 = getelementptr inbounds nuw i8, ptr %time.i.i140, i64 8
  %50 = load i64, ptr %nanoseconds.i.i143, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i140) #8
  %reass.add = sub i64 %49, %33
  %reass.mul = mul i64 %reass.add, 1000000000
  %add.i.i144 = sub i64 %50, %34
  %sub43 = add i64 %add.i.i144, %reass.mul
  %conv = sitofp i64 %sub43 to double
  %conv44 = sitofp i64 %sub to double
  %div45 = fdiv double %conv, %conv44
  %company = getelementptr inbounds nuw i8, ptr %launch, i64 40
  store double %div45, ptr %company, align 8
  br label %if.end46

if.end46:                                         ; preds = %if.then41, %land.lhs.true39, %if.end
  ret double %cost.0
}

; Function Attrs: noinline nounwind uwtable
define internal fastcc i64 @advance(ptr noundef captures(none) %watch, ptr noundef readonly captures(none) %launch, ptr noundef %args, i64 noundef %begin, i64 noundef %end, i64 noundef %then, ptr noundef nonnull captures(none) %pace, ptr noundef %memory) unnamed_addr #5 {
entry:
  %time.i.i.i = alloca %struct.Time, align 8
  %time.i.i = alloca %struct.Time, align 8
  %cmp30 = icmp slt i64 %begin, %end
  br i1 %cmp30, label %land.rhs.lr.ph, label %while.end

land.rhs.lr.ph:                                   ; preds = %entry
  %lone.i = getelementptr inbounds nuw i8, ptr %launch, i64 32
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
  %2 = load i64, ptr %lone.i, align 8
  %tobool.not.i27 = icmp eq i64 %2, 0
  br i1 %tobool.not.i27, label %if.end13.critedge.i, label %land.rhs.i

land.rhs.i:                                       ; preds = %while.body
  %3 = load atomic i64, ptr @crowd monotonic, align 8
  %cmp.i = icmp eq i64 %3, 1
  br i1 %cmp.i, label %if.then.i, label %if.end13.critedge.i

if.then.i:                                        ; preds = %land.rhs.i
  store atomic i32 1, ptr @step_is_alone seq_cst, align 4
  %4 = load atomic i64, ptr @crowd seq_cst, align 8
  %cmp2.i = icmp eq i64 %4, 1
  br i1 %cmp2.i, label %if.end7.i, label %if.then5.i

if.then5.i:                                       ; preds = %if.then.i
  store atomic i32 0, ptr @step_is_alone seq_cst, align 4
  %5 = load ptr, ptr %launch, align 8
  call void %5(ptr noundef %args, i64 noundef %begin.addr.032, i64 noundef %add, ptr noundef %memory) #8
  br label %run_step.exit

if.end7.i:                                        ; preds = %if.then.i
  %6 = load ptr, ptr %launch, align 8
  %or.i = or i64 %begin.addr.032, 4611686018427387904
  call void %6(ptr noundef %args, i64 noundef %or.i, i64 noundef %add, ptr noundef %memory) #8
  store atomic i32 0, ptr @step_is_alone release, align 4
  br label %run_step.exit

if.end13.critedge.i:                              ; preds = %land.rhs.i, %while.body
  %7 = load ptr, ptr %launch, align 8
  call void %7(ptr noundef %args, i64 noundef %begin.addr.032, i64 noundef %add, ptr noundef %memory) #8
  br label %run_step.exit

run_step.exit:                                    ; preds = %if.then5.i, %if.end7.i, %if.end13.critedge.i
  %8 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i) #8
  %call.i.i = call i32 @clock_gettime(i32 noundef %8, ptr noundef nonnull %time.i.i) #8
  %9 = load i64, ptr %time.i.i, align 8
  %mul.i.i = mul nsw i64 %9, 1000000000
  %10 = load i64, ptr %nanoseconds.i.i, align 8
  %add.i.i = add nsw i64 %mul.i.i, %10
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i) #8
  %sub3 = sub nsw i64 %add.i.i, %then.addr.031
  %cmp4 = icmp slt i64 %sub3, 4000
  br i1 %cmp4, label %cond.true, label %cond.false

cond.true:                                        ; preds = %run_step.exit
  %mul = shl nsw i64 %cond.i, 1
  br label %cond.end9

cond.false:                                       ; preds = %run_step.exit
  %cmp5 = icmp sgt i64 %sub3, 16000
  br i1 %cmp5, label %cond.true6, label %cond.end9

cond.true6:                                       ; preds = %cond.false
  %div = sdiv i64 %cond.i, 2
  %cond.i28 = call noundef i64 @llvm.smax.i64(i64 %div, i64 1)
  br label %cond.end9

cond.end9:                                        ; preds = %cond.false, %cond.true6, %cond.true
  %cond10 = phi i64 [ %mul, %cond.true ], [ %cond.i28, %cond.true6 ], [ %cond.i, %cond.false ]
  store i64 %cond10, ptr %pace, align 8
  %call.i = call i64 @pthread_self() #8
  %11 = load i64, ptr %caller.i, align 8
  %cmp.not.i = icmp eq i64 %call.i, %11
  br i1 %cmp.not.i, label %lor.lhs.false.i, label %look.exit

lor.lhs.false.i:                                  ; preds = %cond.end9
  %12 = load i64, ptr %due.i, align 8
  %cmp1.i = icmp slt i64 %add.i.i, %12
  br i1 %cmp1.i, label %look.exit, label %if.end.i

if.end.i:                                         ; preds = %lor.lhs.false.i
  %13 = load ptr, ptr %python2.i, align 8
  %restore_thread.i = getelementptr inbounds nuw i8, ptr %13, i64 8
  %14 = load ptr, ptr %restore_thread.i, align 8
  %15 = load ptr, ptr %state.i, align 8
  call void %14(ptr noundef %15) #8
  %check_signals.i = getelementptr inbounds nuw i8, ptr %13, i64 16
  %16 = load ptr, ptr %check_signals.i, align 8
  %call3.i = call i32 %16() #8
  %cmp4.not.i = icmp eq i32 %call3.i, 0
  br i1 %cmp4.not.i, label %lor.rhs.i, label %if.then10.critedge.critedge.i

lor.rhs.i:                                        ; preds = %if.end.i
  %interrupted.i = getelementptr inbounds nuw i8, ptr %13, i64 32
  %17 = load ptr, ptr %interrupted.i, align 8
  %18 = load i32, ptr %17, align 4
  %tobool.not.i29 = icmp eq i32 %18, 0
  %19 = load ptr, ptr %13, align 8
  %call5.i = call ptr %19() #8
  store ptr %call5.i, ptr %state.i, align 8
  br i1 %tobool.not.i29, label %cond.false.i, label %if.then10.critedge.i

cond.false.i:                                     ; preds = %lor.rhs.i
  %20 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i.i) #8
  %call.i.i.i = call i32 @clock_gettime(i32 noundef %20, ptr noundef nonnull %time.i.i.i) #8
  %21 = load i64, ptr %time.i.i.i, align 8
  %mul.i.i.i = mul nsw i64 %21, 1000000000
  %22 = load i64, ptr %nanoseconds.i.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i.i) #8
  %add.i.i.i = add i64 %22, 50000000
  %add.i = add i64 %add.i.i.i, %mul.i.i.i
  store i64 %add.i, ptr %due.i, align 8
  br label %look.exit

if.then10.critedge.critedge.i:                    ; preds = %if.end.i
  %23 = load ptr, ptr %13, align 8
  %call5.c.i = call ptr %23() #8
  store ptr %call5.c.i, ptr %state.i, align 8
  br label %if.then10.critedge.i

if.then10.critedge.i:                             ; preds = %if.then10.critedge.critedge.i, %lor.rhs.i
  store i64 9223372036854775807, ptr %due.i, align 8
  store atomic i32 1, ptr %watch monotonic, align 8
  br label %look.exit

look.exit:                                        ; preds = %cond.end9, %lor.lhs.false.i, %cond.false.i, %if.then10.critedge.i
  %cmp = icmp slt i64 %add, %end
  br i1 %cmp, label %land.rhs, label %while.end, !llvm.loop !21

while.end:                                        ; preds = %land.rhs, %look.exit, %entry
  %then.addr.0.lcssa = phi i64 [ %then, %entry ], [ %then.addr.031, %land.rhs ], [ %add.i.i, %look.exit ]
  ret i64 %then.addr.0.lcssa
}

; Function Attrs: nounwind uwtable
define internal fastcc void @join(ptr noundef %pool, i64 noundef %asked, ptr noundef captures(none) %watch) unnamed_addr #0 {
entry:
  %time.i.i41 = alloca %struct.Time, align 8
  %time.i.i = alloca %struct.Time, align 8
  %cmp48 = icmp sgt i64 %asked, 0
  br i1 %cmp48, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %entry
  %workers = getelementptr inbounds nuw i8, ptr %pool, i64 408
  %pending = getelementptr inbounds nuw i8, ptr %pool, i64 256
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.inc, %entry
  %0 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i) #8
  %call.i.i = call i32 @clock_gettime(i32 noundef %0, ptr noundef nonnull %time.i.i) #8
  %1 = load i64, ptr %time.i.i, align 8
  %mul.i.i = mul nsw i64 %1, 1000000000
  %nanoseconds.i.i = getelementptr inbounds nuw i8, ptr %time.i.i, i64 8
  %2 = load i64, ptr %nanoseconds.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i) #8
  %add.i.i = add i64 %2, 100000
  %add = add i64 %add.i.i, %mul.i.i
  %3 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i41) #8
  %call.i.i4252 = call i32 @clock_gettime(i32 noundef %3, ptr noundef nonnull %time.i.i41) #8
  %4 = load i64, ptr %time.i.i41, align 8
  %mul.i.i4353 = mul nsw i64 %4, 1000000000
  %nanoseconds.i.i44 = getelementptr inbounds nuw i8, ptr %time.i.i41, i64 8
  %5 = load i64, ptr %nanoseconds.i.i44, align 8
  %add.i.i4554 = add nsw i64 %mul.i.i4353, %5
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i41) #8
  %cmp4.not55 = icmp slt i64 %add.i.i4554, %add
  br i1 %cmp4.not55, label %for.cond7.preheader.lr.ph, label %for.end22

for.cond7.preheader.lr.ph:                        ; preds = %for.cond.cleanup
  %pending11 = getelementptr inbounds nuw i8, ptr %pool, i64 256
  br label %for.body10

for.body:                                         ; preds = %for.body.lr.ph, %for.inc
  %index.049 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.inc ]
  %6 = load ptr, ptr %workers, align 8
  %arrayidx = getelementptr inbounds nuw %struct.Worker, ptr %6, i64 %index.049
  %state.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 128
  %7 = cmpxchg ptr %state.i, i32 1, i32 0 acq_rel acquire, align 128
  %8 = extractvalue { i32, i1 } %7, 1
  br i1 %8, label %if.then, label %for.inc

if.then:                                          ; preds = %for.body
  %9 = atomicrmw sub ptr %pending, i64 1 acq_rel, align 128
  br label %for.inc

for.inc:                                          ; preds = %for.body, %if.then
  %inc = add nuw nsw i64 %index.049, 1
  %exitcond.not = icmp eq i64 %inc, %asked
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !22

for.body10:                                       ; preds = %for.body10.backedge, %for.cond7.preheader.lr.ph
  %spin.050 = phi i32 [ 0, %for.cond7.preheader.lr.ph ], [ %spin.050.be, %for.body10.backedge ]
  %10 = load atomic i64, ptr %pending11 acquire, align 128
  %tobool.not = icmp eq i64 %10, 0
  br i1 %tobool.not, label %return, label %for.inc15

for.inc15:                                        ; preds = %for.body10
  %inc16 = add nuw nsw i32 %spin.050, 1
  call void @relax() #8
  %exitcond58 = icmp eq i32 %inc16, 32
  br i1 %exitcond58, label %for.inc18, label %for.body10.backedge

for.body10.backedge:                              ; preds = %for.inc15, %for.inc18
  %spin.050.be = phi i32 [ %inc16, %for.inc15 ], [ 0, %for.inc18 ]
  br label %for.body10, !llvm.loop !23

for.inc18:                                        ; preds = %for.inc15
  %call19 = call i32 @sched_yield() #8
  %11 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i41) #8
  %call.i.i42 = call i32 @clock_gettime(i32 noundef %11, ptr noundef nonnull %time.i.i41) #8
  %12 = load i64, ptr %time.i.i41, align 8
  %mul.i.i43 = mul nsw i64 %12, 1000000000
  %13 = load i64, ptr %nanoseconds.i.i44, align 8
  %add.i.i45 = add nsw i64 %mul.i.i43, %13
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i41) #8
  %cmp4.not = icmp slt i64 %add.i.i45, %add
  br i1 %cmp4.not, label %for.body10.backedge, label %for.end22

for.end22:                                        ; preds = %for.inc18, %for.cond.cleanup
  %mutex = getelementptr inbounds nuw i8, ptr %pool, i64 624
  %call23 = call i32 @pthread_mutex_lock(ptr noundef nonnull %mutex) #8
  %pending24 = getelementptr inbounds nuw i8, ptr %pool, i64 256
  %14 = load atomic i64, ptr %pending24 acquire, align 128
  %tobool26.not57 = icmp eq i64 %14, 0
  br i1 %tobool26.not57, label %while.end, label %while.body.lr.ph

while.body.lr.ph:                                 ; preds = %for.end22
  %finished = getelementptr inbounds nuw i8, ptr %pool, i64 752
  br label %while.body

while.body:                                       ; preds = %while.body.lr.ph, %while.body
  call fastcc void @doze(ptr noundef nonnull %finished, ptr noundef nonnull %mutex, ptr noundef %watch)
  %15 = load atomic i64, ptr %pending24 acquire, align 128
  %tobool26.not = icmp eq i64 %15, 0
  br i1 %tobool26.not, label %while.end, label %while.body, !llvm.loop !24

while.end:                                        ; preds = %while.body, %for.end22
  %call29 = call i32 @pthread_mutex_unlock(ptr noundef nonnull %mutex) #8
  br label %return

return:                                           ; preds = %for.body10, %while.end
  ret void
}

declare i32 @clock_gettime(i32 noundef, ptr noundef) local_unnamed_addr #3

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
  %nanoseconds.i.i.i = getelementptr inbounds nuw i8, ptr %time.i.i.i, i64 8
  %nanoseconds.i.i28.i = getelementptr inbounds nuw i8, ptr %time.i.i25.i, i64 8
  %state7.i = getelementptr inbounds nuw i8, ptr %argument, i64 128
  %mutex.i.i = getelementptr inbounds nuw i8, ptr %argument, i64 176
  %posted.i.i = getelementptr inbounds nuw i8, ptr %argument, i64 304
  %steered.i.i = getelementptr inbounds nuw i8, ptr %argument, i64 432
  %pool.i.i.i = getelementptr inbounds nuw i8, ptr %argument, i64 136
  %thread.i.i.i = getelementptr inbounds nuw i8, ptr %argument, i64 160
  %others.i.i.i = getelementptr inbounds nuw i8, ptr %argument, i64 568
  %cores.i.i.i = getelementptr inbounds nuw i8, ptr %argument, i64 440
  %arena.i = getelementptr inbounds nuw i8, ptr %argument, i64 144
  %sub.ptr.lhs.cast.i = ptrtoint ptr %argument to i64
  br label %for.cond.i

for.cond.i:                                       ; preds = %for.cond.i.backedge, %entry
  %retval.0.i = phi i32 [ undef, %entry ], [ %retval.0.i.be, %for.cond.i.backedge ]
  %0 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i.i) #8
  %call.i.i.i = call i32 @clock_gettime(i32 noundef %0, ptr noundef nonnull %time.i.i.i) #8
  %1 = load i64, ptr %time.i.i.i, align 8
  %mul.i.i.i = mul nsw i64 %1, 1000000000
  %2 = load i64, ptr %nanoseconds.i.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i.i) #8
  %add.i.i.i = add i64 %2, 100000
  %add.i = add i64 %add.i.i.i, %mul.i.i.i
  %3 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i25.i) #8
  %call.i.i2634.i = call i32 @clock_gettime(i32 noundef %3, ptr noundef nonnull %time.i.i25.i) #8
  %4 = load i64, ptr %time.i.i25.i, align 8
  %mul.i.i2735.i = mul nsw i64 %4, 1000000000
  %5 = load i64, ptr %nanoseconds.i.i28.i, align 8
  %add.i.i2936.i = add nsw i64 %mul.i.i2735.i, %5
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i25.i) #8
  %cmp.not37.i = icmp slt i64 %add.i.i2936.i, %add.i
  br i1 %cmp.not37.i, label %for.body6.i, label %cleanup14.i

for.body6.i:                                      ; preds = %for.cond.i, %for.body6.i.backedge
  %retval.232.i = phi i32 [ %retval.3.i, %for.body6.i.backedge ], [ %retval.0.i, %for.cond.i ]
  %spin.031.i = phi i32 [ %spin.031.i.be, %for.body6.i.backedge ], [ 0, %for.cond.i ]
  %6 = load atomic i32, ptr %state7.i acquire, align 128
  switch i32 %6, label %if.end.i [
    i32 4, label %cleanup.i
    i32 1, label %cleanup.i
  ]

if.end.i:                                         ; preds = %for.body6.i
  br label %cleanup.i

cleanup.i:                                        ; preds = %if.end.i, %for.body6.i, %for.body6.i
  %retval.3.i = phi i32 [ %retval.232.i, %if.end.i ], [ %6, %for.body6.i ], [ %6, %for.body6.i ]
  switch i32 %6, label %for.inc.i [
    i32 4, label %cleanup10.i
    i32 1, label %cleanup10.i
  ]

for.inc.i:                                        ; preds = %cleanup.i
  %inc.i = add nuw nsw i32 %spin.031.i, 1
  call void @relax() #8
  %exitcond.i = icmp eq i32 %inc.i, 32
  br i1 %exitcond.i, label %cleanup10.i, label %for.body6.i.backedge

for.body6.i.backedge:                             ; preds = %for.inc.i, %for.inc12.i
  %spin.031.i.be = phi i32 [ %inc.i, %for.inc.i ], [ 0, %for.inc12.i ]
  br label %for.body6.i, !llvm.loop !25

cleanup10.i:                                      ; preds = %for.inc.i, %cleanup.i, %cleanup.i
  %cmp4.lcssa.i = phi i1 [ false, %cleanup.i ], [ false, %cleanup.i ], [ true, %for.inc.i ]
  br i1 %cmp4.lcssa.i, label %for.inc12.i, label %cleanup14.loopexit.i

for.inc12.i:                                      ; preds = %cleanup10.i
  %call13.i = call i32 @sched_yield() #8
  %7 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i25.i) #8
  %call.i.i26.i = call i32 @clock_gettime(i32 noundef %7, ptr noundef nonnull %time.i.i25.i) #8
  %8 = load i64, ptr %time.i.i25.i, align 8
  %mul.i.i27.i = mul nsw i64 %8, 1000000000
  %9 = load i64, ptr %nanoseconds.i.i28.i, align 8
  %add.i.i29.i = add nsw i64 %mul.i.i27.i, %9
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
  %10 = cmpxchg ptr %state7.i, i32 0, i32 3 acq_rel acquire, align 128
  %11 = extractvalue { i32, i1 } %10, 1
  br i1 %11, label %do.body.i.i, label %if.end.i.i

do.body.i.i:                                      ; preds = %for.inc17.i, %do.body.i.i
  %call3.i.i = call i32 @pthread_cond_wait(ptr noundef nonnull %posted.i.i, ptr noundef nonnull %mutex.i.i) #8
  %12 = load atomic i32, ptr %state7.i acquire, align 128
  %cmp.i.i = icmp eq i32 %12, 3
  br i1 %cmp.i.i, label %do.body.i.i, label %if.end.i.i, !llvm.loop !26

if.end.i.i:                                       ; preds = %do.body.i.i, %for.inc17.i
  %13 = load i8, ptr %steered.i.i, align 16, !range !10, !noundef !11
  %loadedv.i.i = trunc nuw i8 %13 to i1
  br i1 %loadedv.i.i, label %if.then4.i.i, label %park.exit.i

if.then4.i.i:                                     ; preds = %if.end.i.i
  %14 = load ptr, ptr %pool.i.i.i, align 8
  %python.i.i.i = getelementptr inbounds nuw i8, ptr %14, i64 952
  %15 = load ptr, ptr %python.i.i.i, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %any.i.i.i) #8
  call void @llvm.lifetime.start.p0(ptr nonnull %found.i.i.i) #8
  store i8 0, ptr %steered.i.i, align 16
  %get_cores.i.i.i = getelementptr inbounds nuw i8, ptr %15, i64 56
  %16 = load ptr, ptr %get_cores.i.i.i, align 8
  %17 = load i64, ptr %thread.i.i.i, align 32
  %call.i.i30.i = call i32 %16(i64 noundef %17, i64 noundef 128, ptr noundef nonnull %found.i.i.i) #8
  %tobool.not.i.i.i = icmp eq i32 %call.i.i30.i, 0
  br i1 %tobool.not.i.i.i, label %for.body.i.i.i.i, label %release.exit.i.i

for.body.i.i.i.i:                                 ; preds = %if.then4.i.i, %for.body.i.i.i.i
  %indvars.iv.i.i.i.i = phi i64 [ %indvars.iv.next.i.i.i.i, %for.body.i.i.i.i ], [ 0, %if.then4.i.i ]
  %differ.07.i.i.i.i = phi i64 [ %or.i.i.i.i, %for.body.i.i.i.i ], [ 0, %if.then4.i.i ]
  %arrayidx.i.i.i.i = getelementptr inbounds nuw i64, ptr %found.i.i.i, i64 %indvars.iv.i.i.i.i
  %18 = load i64, ptr %arrayidx.i.i.i.i, align 8
  %arrayidx2.i.i.i.i = getelementptr inbounds nuw i64, ptr %others.i.i.i, i64 %indvars.iv.i.i.i.i
  %19 = load i64, ptr %arrayidx2.i.i.i.i, align 8
  %xor.i.i.i.i = xor i64 %19, %18
  %or.i.i.i.i = or i64 %xor.i.i.i.i, %differ.07.i.i.i.i
  %indvars.iv.next.i.i.i.i = add nuw nsw i64 %indvars.iv.i.i.i.i, 1
  %exitcond.not.i.i.i.i = icmp eq i64 %indvars.iv.next.i.i.i.i, 16
  br i1 %exitcond.not.i.i.i.i, label %same.exit.i.i.i, label %for.body.i.i.i.i, !llvm.loop !27

same.exit.i.i.i:                                  ; preds = %for.body.i.i.i.i
  %tobool.not.i.i.i.i = icmp eq i64 %or.i.i.i.i, 0
  br i1 %tobool.not.i.i.i.i, label %for.body.preheader.i.i.i, label %release.exit.i.i

for.body.preheader.i.i.i:                         ; preds = %same.exit.i.i.i
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %any.i.i.i, i8 -1, i64 128, i1 false)
  %set_cores.i.i.i = getelementptr inbounds nuw i8, ptr %15, i64 64
  %20 = load ptr, ptr %set_cores.i.i.i, align 8
  %21 = load i64, ptr %thread.i.i.i, align 32
  %call6.i.i.i = call i32 %20(i64 noundef %21, i64 noundef 128, ptr noundef nonnull %any.i.i.i) #8
  %22 = load ptr, ptr %get_cores.i.i.i, align 8
  %23 = load i64, ptr %thread.i.i.i, align 32
  %call10.i.i.i = call i32 %22(i64 noundef %23, i64 noundef 128, ptr noundef nonnull %found.i.i.i) #8
  %tobool11.not.i.i.i = icmp eq i32 %call10.i.i.i, 0
  br i1 %tobool11.not.i.i.i, label %for.body.i38.i.i.i, label %if.then16.i.i.i

for.body.i38.i.i.i:                               ; preds = %for.body.preheader.i.i.i, %for.body.i38.i.i.i
  %indvars.iv.i39.i.i.i = phi i64 [ %indvars.iv.next.i45.i.i.i, %for.body.i38.i.i.i ], [ 0, %for.body.preheader.i.i.i ]
  %differ.07.i40.i.i.i = phi i64 [ %or.i44.i.i.i, %for.body.i38.i.i.i ], [ 0, %for.body.preheader.i.i.i ]
  %arrayidx.i41.i.i.i = getelementptr inbounds nuw i64, ptr %found.i.i.i, i64 %indvars.iv.i39.i.i.i
  %24 = load i64, ptr %arrayidx.i41.i.i.i, align 8
  %arrayidx2.i42.i.i.i = getelementptr inbounds nuw i64, ptr %cores.i.i.i, i64 %indvars.iv.i39.i.i.i
  %25 = load i64, ptr %arrayidx2.i42.i.i.i, align 8
  %xor.i43.i.i.i = xor i64 %25, %24
  %or.i44.i.i.i = or i64 %xor.i43.i.i.i, %differ.07.i40.i.i.i
  %indvars.iv.next.i45.i.i.i = add nuw nsw i64 %indvars.iv.i39.i.i.i, 1
  %exitcond.not.i46.i.i.i = icmp eq i64 %indvars.iv.next.i45.i.i.i, 16
  br i1 %exitcond.not.i46.i.i.i, label %same.exit48.i.i.i, label %for.body.i38.i.i.i, !llvm.loop !27

same.exit48.i.i.i:                                ; preds = %for.body.i38.i.i.i
  %tobool.not.i47.i.i.i = icmp eq i64 %or.i44.i.i.i, 0
  br i1 %tobool.not.i47.i.i.i, label %release.exit.i.i, label %if.then16.i.i.i

if.then16.i.i.i:                                  ; preds = %same.exit48.i.i.i, %for.body.preheader.i.i.i
  %26 = load ptr, ptr %set_cores.i.i.i, align 8
  %27 = load i64, ptr %thread.i.i.i, align 32
  %call21.i.i.i = call i32 %26(i64 noundef %27, i64 noundef 128, ptr noundef nonnull %cores.i.i.i) #8
  br label %release.exit.i.i

release.exit.i.i:                                 ; preds = %if.then16.i.i.i, %same.exit48.i.i.i, %same.exit.i.i.i, %if.then4.i.i
  call void @llvm.lifetime.end.p0(ptr nonnull %found.i.i.i) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %any.i.i.i) #8
  br label %park.exit.i

park.exit.i:                                      ; preds = %release.exit.i.i, %if.end.i.i
  %call7.i.i = call i32 @pthread_mutex_unlock(ptr noundef nonnull %mutex.i.i) #8
  br label %for.cond.i.backedge

for.cond.i.backedge:                              ; preds = %park.exit.i, %if.end.i10, %take_part.exit, %while.body
  %retval.0.i.be = phi i32 [ %retval.5.i, %park.exit.i ], [ undef, %if.end.i10 ], [ undef, %take_part.exit ], [ undef, %while.body ]
  br label %for.cond.i, !llvm.loop !28

await_post.exit:                                  ; preds = %cleanup14.i
  %cmp = icmp eq i32 %retval.5.i, 1
  br i1 %cmp, label %while.body, label %while.end

while.body:                                       ; preds = %await_post.exit
  %28 = cmpxchg ptr %state7.i, i32 1, i32 2 acq_rel acquire, align 128
  %29 = extractvalue { i32, i1 } %28, 1
  br i1 %29, label %if.end, label %for.cond.i.backedge

if.end:                                           ; preds = %while.body
  %30 = load ptr, ptr %pool.i.i.i, align 8
  %31 = load ptr, ptr %30, align 128
  %scratch.i = getelementptr inbounds nuw i8, ptr %31, i64 16
  %32 = load i64, ptr %scratch.i, align 8
  %call.i = call fastcc ptr @reserve(ptr noundef nonnull %arena.i, i64 noundef %32)
  %33 = atomicrmw add ptr @crowd, i64 1 seq_cst, align 8
  %34 = load atomic i32, ptr @step_is_alone seq_cst, align 4
  %tobool.not2.i.i = icmp eq i32 %34, 0
  br i1 %tobool.not2.i.i, label %enlist.exit.i, label %for.body.i.i

for.body.i.i:                                     ; preds = %if.end, %for.inc.i.i
  %spin.03.i.i = phi i32 [ %inc.i.i, %for.inc.i.i ], [ 0, %if.end ]
  %inc.i.i = add nuw nsw i32 %spin.03.i.i, 1
  %rem.i.i = and i32 %inc.i.i, 31
  %cmp.i.i6 = icmp eq i32 %rem.i.i, 0
  br i1 %cmp.i.i6, label %if.then.i.i, label %for.inc.i.i

if.then.i.i:                                      ; preds = %for.body.i.i
  %call.i.i9 = call i32 @sched_yield() #8
  br label %for.inc.i.i

for.inc.i.i:                                      ; preds = %if.then.i.i, %for.body.i.i
  call void @relax() #8
  %35 = load atomic i32, ptr @step_is_alone seq_cst, align 4
  %tobool.not.i.i = icmp eq i32 %35, 0
  br i1 %tobool.not.i.i, label %enlist.exit.i, label %for.body.i.i, !llvm.loop !4

enlist.exit.i:                                    ; preds = %for.inc.i.i, %if.end
  %tobool.not.i = icmp eq ptr %call.i, null
  br i1 %tobool.not.i, label %take_part.exit, label %if.then.i

if.then.i:                                        ; preds = %enlist.exit.i
  %workers.i = getelementptr inbounds nuw i8, ptr %30, i64 408
  %36 = load ptr, ptr %workers.i, align 8
  %sub.ptr.rhs.cast.i = ptrtoint ptr %36 to i64
  %sub.ptr.sub.i = sub i64 %sub.ptr.lhs.cast.i, %sub.ptr.rhs.cast.i
  %sub.ptr.div.i = sdiv exact i64 %sub.ptr.sub.i, 768
  %add.i7 = add nsw i64 %sub.ptr.div.i, 1
  %call2.i = call fastcc i64 @drain(ptr noundef nonnull %30, i64 noundef %add.i7, ptr noundef nonnull %call.i)
  br label %take_part.exit

take_part.exit:                                   ; preds = %enlist.exit.i, %if.then.i
  %37 = atomicrmw sub ptr @crowd, i64 1 seq_cst, align 8
  store atomic i32 0, ptr %state7.i release, align 128
  %38 = load ptr, ptr %pool.i.i.i, align 8
  %pending.i = getelementptr inbounds nuw i8, ptr %38, i64 256
  %39 = atomicrmw sub ptr %pending.i, i64 1 acq_rel, align 128
  %cmp.i = icmp sgt i64 %39, 1
  br i1 %cmp.i, label %for.cond.i.backedge, label %if.end.i10

if.end.i10:                                       ; preds = %take_part.exit
  %mutex.i = getelementptr inbounds nuw i8, ptr %38, i64 624
  %call.i11 = call i32 @pthread_mutex_lock(ptr noundef nonnull %mutex.i) #8
  %finished.i = getelementptr inbounds nuw i8, ptr %38, i64 752
  %call1.i = call i32 @pthread_cond_signal(ptr noundef nonnull %finished.i) #8
  %call3.i = call i32 @pthread_mutex_unlock(ptr noundef nonnull %mutex.i) #8
  br label %for.cond.i.backedge

while.end:                                        ; preds = %await_post.exit
  ret ptr null
}

declare i32 @pthread_cond_wait(ptr noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: nounwind uwtable
define internal fastcc i64 @drain(ptr noundef captures(none) %pool, i64 noundef range(i64 -12009599006321321, 12009599006321324) %first, ptr noundef %memory) unnamed_addr #0 {
entry:
  %time.i.i = alloca %struct.Time, align 8
  %pace = alloca i64, align 8
  %crew = getelementptr inbounds nuw i8, ptr %pool, i64 880
  %0 = atomicrmw add ptr %crew, i64 1 monotonic, align 16
  %job.sroa.0.0.copyload = load ptr, ptr %pool, align 128
  %job.sroa.4.0.pool.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 8
  %job.sroa.4.0.copyload = load ptr, ptr %job.sroa.4.0.pool.sroa_idx, align 8
  %job.sroa.5.0.pool.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 16
  %job.sroa.5.0.copyload = load i64, ptr %job.sroa.5.0.pool.sroa_idx, align 16
  %job.sroa.6.0.pool.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 24
  %job.sroa.6.0.copyload = load i64, ptr %job.sroa.6.0.pool.sroa_idx, align 8
  %job.sroa.7.0.pool.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 32
  %job.sroa.7.0.copyload = load i64, ptr %job.sroa.7.0.pool.sroa_idx, align 32
  %job.sroa.8.0.pool.sroa_idx = getelementptr inbounds nuw i8, ptr %pool, i64 40
  %job.sroa.8.0.copyload = load ptr, ptr %job.sroa.8.0.pool.sroa_idx, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %pace) #8
  store i64 1, ptr %pace, align 8
  %1 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i) #8
  %call.i.i = call i32 @clock_gettime(i32 noundef %1, ptr noundef nonnull %time.i.i) #8
  %2 = load i64, ptr %time.i.i, align 8
  %nanoseconds.i.i = getelementptr inbounds nuw i8, ptr %time.i.i, i64 8
  %3 = load i64, ptr %nanoseconds.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i) #8
  %cmp27 = icmp sgt i64 %job.sroa.5.0.copyload, 0
  br i1 %cmp27, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %entry
  %mul.i.i = mul nsw i64 %2, 1000000000
  %add.i.i = add nsw i64 %mul.i.i, %3
  %workers.i = getelementptr inbounds nuw i8, ptr %pool, i64 408
  %part1.i = getelementptr inbounds nuw i8, ptr %pool, i64 128
  %ended = getelementptr inbounds nuw i8, ptr %pool, i64 888
  br label %for.body

for.cond.cleanup:                                 ; preds = %while.end, %entry
  %claimed.0.lcssa = phi i64 [ 0, %entry ], [ %claimed.1, %while.end ]
  %4 = atomicrmw sub ptr %crew, i64 1 monotonic, align 16
  call void @llvm.lifetime.end.p0(ptr nonnull %pace) #8
  ret i64 %claimed.0.lcssa

for.body:                                         ; preds = %for.body.lr.ph, %while.end
  %claimed.030 = phi i64 [ 0, %for.body.lr.ph ], [ %claimed.1, %while.end ]
  %then.029 = phi i64 [ %add.i.i, %for.body.lr.ph ], [ %then.1, %while.end ]
  %index.028 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %while.end ]
  %add = add nsw i64 %index.028, %first
  %rem = srem i64 %add, %job.sroa.5.0.copyload
  %tobool.not.i = icmp eq i64 %rem, 0
  br i1 %tobool.not.i, label %part_of.exit, label %cond.true.i

cond.true.i:                                      ; preds = %for.body
  %5 = load ptr, ptr %workers.i, align 8
  %6 = getelementptr %struct.Worker, ptr %5, i64 %rem
  %arrayidx.i = getelementptr i8, ptr %6, i64 -768
  br label %part_of.exit

part_of.exit:                                     ; preds = %for.body, %cond.true.i
  %cond.i = phi ptr [ %arrayidx.i, %cond.true.i ], [ %part1.i, %for.body ]
  %end.i = getelementptr inbounds nuw i8, ptr %cond.i, i64 8
  br label %while.cond

while.cond:                                       ; preds = %while.body, %part_of.exit
  %then.1 = phi i64 [ %then.029, %part_of.exit ], [ %call6, %while.body ]
  %claimed.1 = phi i64 [ %claimed.030, %part_of.exit ], [ %add7, %while.body ]
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
  %9 = load atomic i32, ptr %job.sroa.8.0.copyload monotonic, align 8
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
  %spec.select26 = select i1 %11, i64 %cond.i17.i, i64 %retval.0.i
  %13 = xor i1 %11, true
  br label %cleanup6.i

cleanup6.i:                                       ; preds = %if.end.i, %lor.lhs.false.i, %for.cond.i
  %begin.1 = phi i64 [ %begin.0, %for.cond.i ], [ %12, %if.end.i ], [ %begin.0, %lor.lhs.false.i ]
  %cleanup.dest.slot.1.i = phi i1 [ false, %for.cond.i ], [ %13, %if.end.i ], [ false, %lor.lhs.false.i ]
  %retval.2.i = phi i64 [ 0, %for.cond.i ], [ %spec.select26, %if.end.i ], [ 0, %lor.lhs.false.i ]
  br i1 %cleanup.dest.slot.1.i, label %for.cond.i, label %claim.exit

claim.exit:                                       ; preds = %cleanup6.i
  %tobool.not = icmp eq i64 %retval.2.i, 0
  br i1 %tobool.not, label %while.end, label %while.body

while.body:                                       ; preds = %claim.exit
  %add5 = add nsw i64 %retval.2.i, %begin.1
  %call6 = call fastcc i64 @advance(ptr noundef %job.sroa.8.0.copyload, ptr noundef %job.sroa.0.0.copyload, ptr noundef %job.sroa.4.0.copyload, i64 noundef %begin.1, i64 noundef %add5, i64 noundef %then.1, ptr noundef %pace, ptr noundef %memory)
  %add7 = add nsw i64 %retval.2.i, %claimed.1
  %14 = atomicrmw add ptr %ended, i64 %retval.2.i monotonic, align 8
  br label %while.cond, !llvm.loop !29

while.end:                                        ; preds = %claim.exit
  %inc = add nuw nsw i64 %index.028, 1
  %exitcond.not = icmp eq i64 %inc, %job.sroa.5.0.copyload
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !30
}

declare i32 @pthread_cond_signal(ptr noundef) local_unnamed_addr #3

; Function Attrs: nounwind uwtable
define internal void @meet(ptr noundef readonly captures(none) %argument) #0 {
entry:
  %time.i.i5.i = alloca %struct.Time, align 8
  %time.i.i.i = alloca %struct.Time, align 8
  %0 = load ptr, ptr %argument, align 8
  %python2 = getelementptr inbounds nuw i8, ptr %0, i64 952
  %1 = load ptr, ptr %python2, align 8
  %rank3 = getelementptr inbounds nuw i8, ptr %1, i64 88
  %2 = load ptr, ptr %rank3, align 8
  %call = tail call i32 %2() #8
  %conv = sext i32 %call to i64
  %parts4 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %3 = load i64, ptr %parts4, align 16
  %members5 = getelementptr inbounds nuw i8, ptr %1, i64 96
  %4 = load ptr, ptr %members5, align 8
  %call6 = tail call i32 %4() #8
  %conv7 = sext i32 %call6 to i64
  %tobool.not = icmp ne i32 %call, 0
  %sub = add nsw i64 %conv7, -1
  %cmp = icmp eq i64 %sub, %conv
  %or.cond = select i1 %tobool.not, i1 %cmp, i1 false
  br i1 %or.cond, label %land.lhs.true9, label %if.end

land.lhs.true9:                                   ; preds = %entry
  %clock_of = getelementptr inbounds nuw i8, ptr %1, i64 80
  %5 = load ptr, ptr %clock_of, align 8
  %call10 = tail call i64 @pthread_self() #8
  %member = getelementptr inbounds nuw i8, ptr %0, i64 456
  %call11 = tail call i32 %5(i64 noundef %call10, ptr noundef nonnull %member) #8
  %tobool12.not = icmp eq i32 %call11, 0
  br i1 %tobool12.not, label %if.then, label %if.end

if.then:                                          ; preds = %land.lhs.true9
  %watch = getelementptr inbounds nuw i8, ptr %0, i64 40
  %6 = load ptr, ptr %watch, align 8
  %caller = getelementptr inbounds nuw i8, ptr %6, i64 8
  %7 = load i64, ptr %caller, align 8
  %leader = getelementptr inbounds nuw i8, ptr %0, i64 448
  store i64 %7, ptr %leader, align 64
  br label %if.end

if.end:                                           ; preds = %if.then, %land.lhs.true9, %entry
  %cmp14.not = icmp sgt i64 %3, %conv
  br i1 %cmp14.not, label %if.end17, label %cleanup

if.end17:                                         ; preds = %if.end
  br i1 %tobool.not, label %if.then19, label %if.end21

if.then19:                                        ; preds = %if.end17
  %workers = getelementptr inbounds nuw i8, ptr %0, i64 408
  %8 = load ptr, ptr %workers, align 8
  %9 = getelementptr %struct.Worker, ptr %8, i64 %conv
  %arrayidx = getelementptr i8, ptr %9, i64 -768
  %pool1.i = getelementptr i8, ptr %9, i64 -632
  %10 = load ptr, ptr %pool1.i, align 8
  %arena.i = getelementptr i8, ptr %9, i64 -624
  %11 = load ptr, ptr %10, align 128
  %scratch.i = getelementptr inbounds nuw i8, ptr %11, i64 16
  %12 = load i64, ptr %scratch.i, align 8
  %call.i = tail call fastcc ptr @reserve(ptr noundef nonnull %arena.i, i64 noundef %12)
  %13 = atomicrmw add ptr @crowd, i64 1 seq_cst, align 8
  %14 = load atomic i32, ptr @step_is_alone seq_cst, align 4
  %tobool.not2.i.i = icmp eq i32 %14, 0
  br i1 %tobool.not2.i.i, label %enlist.exit.i, label %for.body.i.i

for.body.i.i:                                     ; preds = %if.then19, %for.inc.i.i
  %spin.03.i.i = phi i32 [ %inc.i.i, %for.inc.i.i ], [ 0, %if.then19 ]
  %inc.i.i = add nuw nsw i32 %spin.03.i.i, 1
  %rem.i.i = and i32 %inc.i.i, 31
  %cmp.i.i = icmp eq i32 %rem.i.i, 0
  br i1 %cmp.i.i, label %if.then.i.i, label %for.inc.i.i

if.then.i.i:                                      ; preds = %for.body.i.i
  %call.i.i = tail call i32 @sched_yield() #8
  br label %for.inc.i.i

for.inc.i.i:                                      ; preds = %if.then.i.i, %for.body.i.i
  tail call void @relax() #8
  %15 = load atomic i32, ptr @step_is_alone seq_cst, align 4
  %tobool.not.i.i = icmp eq i32 %15, 0
  br i1 %tobool.not.i.i, label %enlist.exit.i, label %for.body.i.i, !llvm.loop !4

enlist.exit.i:                                    ; preds = %for.inc.i.i, %if.then19
  %tobool.not.i = icmp eq ptr %call.i, null
  br i1 %tobool.not.i, label %take_part.exit, label %if.then.i

if.then.i:                                        ; preds = %enlist.exit.i
  %workers.i = getelementptr inbounds nuw i8, ptr %10, i64 408
  %16 = load ptr, ptr %workers.i, align 8
  %sub.ptr.lhs.cast.i = ptrtoint ptr %arrayidx to i64
  %sub.ptr.rhs.cast.i = ptrtoint ptr %16 to i64
  %sub.ptr.sub.i = sub i64 %sub.ptr.lhs.cast.i, %sub.ptr.rhs.cast.i
  %sub.ptr.div.i = sdiv exact i64 %sub.ptr.sub.i, 768
  %add.i = add nsw i64 %sub.ptr.div.i, 1
  %call2.i = tail call fastcc i64 @drain(ptr noundef nonnull %10, i64 noundef %add.i, ptr noundef nonnull %call.i)
  br label %take_part.exit

take_part.exit:                                   ; preds = %enlist.exit.i, %if.then.i
  %17 = atomicrmw sub ptr @crowd, i64 1 seq_cst, align 8
  %pending.i = getelementptr inbounds nuw i8, ptr %0, i64 256
  %18 = atomicrmw sub ptr %pending.i, i64 1 acq_rel, align 128
  %cmp.i = icmp sgt i64 %18, 1
  br i1 %cmp.i, label %cleanup, label %if.end.i

if.end.i:                                         ; preds = %take_part.exit
  %mutex.i = getelementptr inbounds nuw i8, ptr %0, i64 624
  %call.i57 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %mutex.i) #8
  %finished.i = getelementptr inbounds nuw i8, ptr %0, i64 752
  %call1.i = tail call i32 @pthread_cond_signal(ptr noundef nonnull %finished.i) #8
  %call3.i = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %mutex.i) #8
  br label %cleanup

if.end21:                                         ; preds = %if.end17
  %cmp22 = icmp sgt i64 %3, %conv7
  br i1 %cmp22, label %if.then24, label %if.end26

if.then24:                                        ; preds = %if.end21
  %sub25 = sub nsw i64 %3, %conv7
  %pending.i58 = getelementptr inbounds nuw i8, ptr %0, i64 256
  %19 = atomicrmw sub ptr %pending.i58, i64 %sub25 acq_rel, align 128
  %cmp.i59 = icmp sgt i64 %19, %sub25
  br i1 %cmp.i59, label %if.end26, label %if.end.i60

if.end.i60:                                       ; preds = %if.then24
  %mutex.i61 = getelementptr inbounds nuw i8, ptr %0, i64 624
  %call.i62 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %mutex.i61) #8
  %finished.i63 = getelementptr inbounds nuw i8, ptr %0, i64 752
  %call1.i64 = tail call i32 @pthread_cond_signal(ptr noundef nonnull %finished.i63) #8
  %call3.i65 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %mutex.i61) #8
  br label %if.end26

if.end26:                                         ; preds = %if.end.i60, %if.then24, %if.end21
  %memory = getelementptr inbounds nuw i8, ptr %argument, i64 8
  %20 = load ptr, ptr %memory, align 8
  %21 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i.i) #8
  %call.i.i.i = call i32 @clock_gettime(i32 noundef %21, ptr noundef nonnull %time.i.i.i) #8
  %22 = load i64, ptr %time.i.i.i, align 8
  %nanoseconds.i.i.i = getelementptr inbounds nuw i8, ptr %time.i.i.i, i64 8
  %23 = load i64, ptr %nanoseconds.i.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i.i) #8
  %call1.i67 = call fastcc i64 @drain(ptr noundef %0, i64 noundef 0, ptr noundef %20)
  %24 = load i32, ptr @monotonic_clock, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %time.i.i5.i) #8
  %call.i.i6.i = call i32 @clock_gettime(i32 noundef %24, ptr noundef nonnull %time.i.i5.i) #8
  %25 = load i64, ptr %time.i.i5.i, align 8
  %nanoseconds.i.i8.i = getelementptr inbounds nuw i8, ptr %time.i.i5.i, i64 8
  %26 = load i64, ptr %nanoseconds.i.i8.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %time.i.i5.i) #8
  %reass.add.i = sub i64 %25, %22
  %reass.mul.i = mul i64 %reass.add.i, 1000000000
  %add.i.i9.i = sub i64 %26, %23
  %sub.i = add i64 %add.i.i9.i, %reass.mul.i
  %conv.i = sitofp i64 %sub.i to double
  %cond.i.i = call noundef i64 @llvm.smax.i64(i64 %call1.i67, i64 1)
  %conv4.i = uitofp nneg i64 %cond.i.i to double
  %div.i = fdiv double %conv.i, %conv4.i
  %cost = getelementptr inbounds nuw i8, ptr %0, i64 472
  store double %div.i, ptr %cost, align 8
  %watch29 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %27 = load ptr, ptr %watch29, align 8
  call fastcc void @join(ptr noundef %0, i64 noundef 0, ptr noundef %27)
  br label %cleanup

cleanup:                                          ; preds = %if.end.i, %take_part.exit, %if.end, %if.end26
  ret void
}

; Function Attrs: nounwind uwtable
define internal fastcc void @doze(ptr noundef %condition, ptr noundef %mutex, ptr noundef captures(none) %watch) unnamed_addr #0 {
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

; Function Attrs: nounwind uwtable
define internal noalias noundef ptr @help(ptr noundef %argument) #0 {
entry:
  %arena = alloca %struct.Arena, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %arena) #8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %arena, i8 0, i64 16, i1 false)
  %0 = atomicrmw add ptr @crowd, i64 1 seq_cst, align 8
  %1 = load atomic i32, ptr @step_is_alone seq_cst, align 4
  %tobool.not2.i = icmp eq i32 %1, 0
  br i1 %tobool.not2.i, label %enlist.exit, label %for.body.i

for.body.i:                                       ; preds = %entry, %for.inc.i
  %spin.03.i = phi i32 [ %inc.i, %for.inc.i ], [ 0, %entry ]
  %inc.i = add nuw nsw i32 %spin.03.i, 1
  %rem.i = and i32 %inc.i, 31
  %cmp.i = icmp eq i32 %rem.i, 0
  br i1 %cmp.i, label %if.then.i, label %for.inc.i

if.then.i:                                        ; preds = %for.body.i
  %call.i = tail call i32 @sched_yield() #8
  br label %for.inc.i

for.inc.i:                                        ; preds = %if.then.i, %for.body.i
  tail call void @relax() #8
  %2 = load atomic i32, ptr @step_is_alone seq_cst, align 4
  %tobool.not.i = icmp eq i32 %2, 0
  br i1 %tobool.not.i, label %enlist.exit, label %for.body.i, !llvm.loop !4

enlist.exit:                                      ; preds = %for.inc.i, %entry
  %3 = load ptr, ptr %argument, align 128
  %scratch = getelementptr inbounds nuw i8, ptr %3, i64 16
  %4 = load i64, ptr %scratch, align 8
  %call = call fastcc ptr @reserve(ptr noundef nonnull %arena, i64 noundef %4)
  %tobool.not = icmp eq ptr %call, null
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %enlist.exit
  %5 = load ptr, ptr %arena, align 8
  %call1 = call fastcc i64 @drain(ptr noundef nonnull %argument, i64 noundef 0, ptr noundef %5)
  br label %if.end

if.end:                                           ; preds = %if.then, %enlist.exit
  %6 = atomicrmw sub ptr @crowd, i64 1 seq_cst, align 8
  %7 = load ptr, ptr %arena, align 8
  call void @free(ptr noundef %7)
  %mutex = getelementptr inbounds nuw i8, ptr %argument, i64 624
  %call3 = call i32 @pthread_mutex_lock(ptr noundef nonnull %mutex) #8
  %extra = getelementptr inbounds nuw i8, ptr %argument, i64 936
  %8 = load i64, ptr %extra, align 8
  %dec = add nsw i64 %8, -1
  store i64 %dec, ptr %extra, align 8
  %finished = getelementptr inbounds nuw i8, ptr %argument, i64 752
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

!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
!7 = distinct !{!7, !5, !6}
!8 = distinct !{!8, !5, !6}
!9 = distinct !{!9, !5, !6}
!10 = !{i8 0, i8 2}
!11 = !{}
!12 = distinct !{!12, !5, !6}
!13 = distinct !{!13, !5, !6}
!14 = distinct !{!14, !6}
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
!27 = distinct !{!27, !5, !6}
!28 = distinct !{!28, !5, !6}
!29 = distinct !{!29, !5, !6}
!30 = distinct !{!30, !5, !6}
