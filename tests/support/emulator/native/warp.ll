; Made of warp.c by regenerate.py, see README.md.
%struct.Wait = type { i32, i32, i32, i32, ptr, ptr, ptr, i32 }
%struct.Shuffle = type { i32, i32, i32, i32 }
%struct.Operand = type { i32, i32 }
%struct.Thread = type { ptr, ptr, i32, i32, i32, i32, %struct.Wait, i32, ptr, ptr, ptr, ptr, ptr, i32, ptr }

@current = external local_unnamed_addr global ptr, align 8
@launch = external local_unnamed_addr global ptr, align 8

; Function Attrs: nounwind uwtable
define void @emu_barrier_arrive(i32 noundef %id, i32 noundef %count, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %agg.tmp = alloca %struct.Wait, align 8
  %0 = load ptr, ptr @launch, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %0, i64 128
  %1 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp ne i64 %1, 0
  %conv.i = zext i32 %site to i64
  %cmp.i = icmp eq i64 %1, %conv.i
  %2 = and i1 %tobool.not.i, %cmp.i
  br i1 %2, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  tail call void @llvm.experimental.noalias.scope.decl(metadata !4)
  %cmp.i2 = icmp ult i32 %id, 16
  %rem.i = and i32 %count, 31
  %tobool.not.i3 = icmp eq i32 %rem.i, 0
  %or.cond.i = and i1 %cmp.i2, %tobool.not.i3
  br i1 %or.cond.i, label %if.end.i, label %if.then.i

if.then.i:                                        ; preds = %if.then
  tail call void @fail(i32 noundef 13, i32 noundef %site) #11, !noalias !4
  unreachable

if.end.i:                                         ; preds = %if.then
  store i32 0, ptr %agg.tmp, align 8, !alias.scope !4
  %key.i = getelementptr inbounds nuw i8, ptr %agg.tmp, i64 4
  %cluster.i.i = getelementptr inbounds nuw i8, ptr %0, i64 96
  %3 = load i64, ptr %cluster.i.i, align 8, !noalias !4
  %cmp.i.i = icmp eq i64 %3, 1
  br i1 %cmp.i.i, label %rank_of.exit.i, label %cond.false.i.i

cond.false.i.i:                                   ; preds = %if.end.i
  %4 = load ptr, ptr @current, align 8, !noalias !4
  %number.i.i = getelementptr inbounds nuw i8, ptr %4, i64 16
  %5 = load i32, ptr %number.i.i, align 8, !noalias !4
  %threads.i.i.i = getelementptr inbounds nuw i8, ptr %0, i64 56
  %6 = load i64, ptr %threads.i.i.i, align 8, !noalias !4
  %div.i.i.i = sdiv i64 %6, %3
  %conv.i.i.i = trunc i64 %div.i.i.i to i32
  %div.i.i = udiv i32 %5, %conv.i.i.i
  %7 = shl i32 %div.i.i, 4
  %8 = or disjoint i32 %7, %id
  br label %rank_of.exit.i

rank_of.exit.i:                                   ; preds = %cond.false.i.i, %if.end.i
  %cond.i.i = phi i32 [ %8, %cond.false.i.i ], [ %id, %if.end.i ]
  store i32 %cond.i.i, ptr %key.i, align 4, !alias.scope !4
  %site1.i = getelementptr inbounds nuw i8, ptr %agg.tmp, i64 8
  store i32 %site, ptr %site1.i, align 8, !alias.scope !4
  %tobool2.not.i = icmp eq i32 %count, 0
  br i1 %tobool2.not.i, label %cond.false.i, label %at_barrier.exit

cond.false.i:                                     ; preds = %rank_of.exit.i
  %threads.i.i = getelementptr inbounds nuw i8, ptr %0, i64 56
  %9 = load i64, ptr %threads.i.i, align 8, !noalias !4
  %div.i9.i = sdiv i64 %9, %3
  %conv.i.i = trunc i64 %div.i9.i to i32
  br label %at_barrier.exit

at_barrier.exit:                                  ; preds = %rank_of.exit.i, %cond.false.i
  %cond.i = phi i32 [ %conv.i.i, %cond.false.i ], [ %count, %rank_of.exit.i ]
  %expected.i = getelementptr inbounds nuw i8, ptr %agg.tmp, i64 12
  store i32 %cond.i, ptr %expected.i, align 4, !alias.scope !4
  %exchange.i = getelementptr inbounds nuw i8, ptr %agg.tmp, i64 16
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %exchange.i, i8 0, i64 32, i1 false), !alias.scope !4
  tail call void @arrive(ptr noundef nonnull byval(%struct.Wait) align 8 %agg.tmp) #12
  br label %if.end

if.end:                                           ; preds = %at_barrier.exit, %entry
  ret void
}

declare void @arrive(ptr noundef byval(%struct.Wait) align 8) local_unnamed_addr #1

; Function Attrs: nounwind uwtable
define void @emu_barrier_arrive_aligned(i32 noundef %id, i32 noundef %count, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %wait = alloca %struct.Wait, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %wait) #12
  tail call void @llvm.experimental.noalias.scope.decl(metadata !7)
  %cmp.i = icmp ult i32 %id, 16
  %rem.i = and i32 %count, 31
  %tobool.not.i = icmp eq i32 %rem.i, 0
  %or.cond.i = and i1 %cmp.i, %tobool.not.i
  br i1 %or.cond.i, label %if.end.i, label %if.then.i

if.then.i:                                        ; preds = %entry
  tail call void @fail(i32 noundef 13, i32 noundef %site) #11, !noalias !7
  unreachable

if.end.i:                                         ; preds = %entry
  store i32 0, ptr %wait, align 8, !alias.scope !7
  %key.i = getelementptr inbounds nuw i8, ptr %wait, i64 4
  %0 = load ptr, ptr @launch, align 8, !noalias !7
  %cluster.i.i = getelementptr inbounds nuw i8, ptr %0, i64 96
  %1 = load i64, ptr %cluster.i.i, align 8, !noalias !7
  %cmp.i.i = icmp eq i64 %1, 1
  br i1 %cmp.i.i, label %rank_of.exit.i, label %cond.false.i.i

cond.false.i.i:                                   ; preds = %if.end.i
  %2 = load ptr, ptr @current, align 8, !noalias !7
  %number.i.i = getelementptr inbounds nuw i8, ptr %2, i64 16
  %3 = load i32, ptr %number.i.i, align 8, !noalias !7
  %threads.i.i.i = getelementptr inbounds nuw i8, ptr %0, i64 56
  %4 = load i64, ptr %threads.i.i.i, align 8, !noalias !7
  %div.i.i.i = sdiv i64 %4, %1
  %conv.i.i.i = trunc i64 %div.i.i.i to i32
  %div.i.i = udiv i32 %3, %conv.i.i.i
  %5 = shl i32 %div.i.i, 4
  %6 = or disjoint i32 %5, %id
  br label %rank_of.exit.i

rank_of.exit.i:                                   ; preds = %cond.false.i.i, %if.end.i
  %cond.i.i = phi i32 [ %6, %cond.false.i.i ], [ %id, %if.end.i ]
  store i32 %cond.i.i, ptr %key.i, align 4, !alias.scope !7
  %site1.i = getelementptr inbounds nuw i8, ptr %wait, i64 8
  store i32 %site, ptr %site1.i, align 8, !alias.scope !7
  %tobool2.not.i = icmp eq i32 %count, 0
  br i1 %tobool2.not.i, label %cond.false.i, label %at_barrier.exit

cond.false.i:                                     ; preds = %rank_of.exit.i
  %threads.i.i = getelementptr inbounds nuw i8, ptr %0, i64 56
  %7 = load i64, ptr %threads.i.i, align 8, !noalias !7
  %div.i9.i = sdiv i64 %7, %1
  %conv.i.i = trunc i64 %div.i9.i to i32
  br label %at_barrier.exit

at_barrier.exit:                                  ; preds = %rank_of.exit.i, %cond.false.i
  %cond.i = phi i32 [ %conv.i.i, %cond.false.i ], [ %count, %rank_of.exit.i ]
  %expected.i = getelementptr inbounds nuw i8, ptr %wait, i64 12
  store i32 %cond.i, ptr %expected.i, align 4, !alias.scope !7
  %exchange.i = getelementptr inbounds nuw i8, ptr %wait, i64 16
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %exchange.i, i8 0, i64 32, i1 false), !alias.scope !7
  store i32 11, ptr %wait, align 8
  store ptr @arrive_together, ptr %exchange.i, align 8
  %apart = getelementptr inbounds nuw i8, ptr %wait, i64 40
  store i32 1, ptr %apart, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %0, i64 128
  %8 = load i64, ptr %without.i, align 8
  %tobool.not.i3 = icmp ne i64 %8, 0
  %conv.i = zext i32 %site to i64
  %cmp.i4 = icmp eq i64 %8, %conv.i
  %9 = and i1 %tobool.not.i3, %cmp.i4
  br i1 %9, label %if.end, label %if.then

if.then:                                          ; preds = %at_barrier.exit
  %call1 = tail call i32 @whole_warp() #12
  tail call void @wait_for_warp(ptr noundef nonnull byval(%struct.Wait) align 8 %wait, i32 noundef %call1) #12
  br label %if.end

if.end:                                           ; preds = %if.then, %at_barrier.exit
  call void @llvm.lifetime.end.p0(ptr nonnull %wait) #12
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

; Function Attrs: nounwind uwtable
define internal void @arrive_together(ptr noundef %threads, i32 noundef %count) #0 {
entry:
  %wait = alloca %struct.Wait, align 8
  tail call void @check_whole_warps(ptr noundef %threads, i32 noundef %count) #12
  %cmp6.not = icmp eq i32 %count, 0
  br i1 %cmp6.not, label %for.cond.cleanup, label %for.body.preheader

for.body.preheader:                               ; preds = %entry
  %wide.trip.count = zext i32 %count to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %entry
  ret void

for.body:                                         ; preds = %for.body.preheader, %for.body
  %indvars.iv = phi i64 [ 0, %for.body.preheader ], [ %indvars.iv.next, %for.body ]
  %arrayidx = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv
  %0 = load ptr, ptr %arrayidx, align 8
  store ptr %0, ptr @current, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %wait) #12
  %wait1 = getelementptr inbounds nuw i8, ptr %0, i64 32
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(48) %wait, ptr noundef nonnull align 8 dereferenceable(48) %wait1, i64 48, i1 false)
  store i32 0, ptr %wait, align 8
  tail call void @arrive(ptr noundef nonnull byval(%struct.Wait) align 8 %wait) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %wait) #12
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !10
}

declare void @wait_for_warp(ptr noundef byval(%struct.Wait) align 8, i32 noundef) local_unnamed_addr #1

declare i32 @whole_warp() local_unnamed_addr #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

; Function Attrs: nounwind uwtable
define void @emu_barrier(i32 noundef %id, i32 noundef %count, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %wait.i = alloca %struct.Wait, align 8
  %0 = load ptr, ptr @launch, align 8
  %without.i.i = getelementptr inbounds nuw i8, ptr %0, i64 128
  %1 = load i64, ptr %without.i.i, align 8
  %tobool.not.i.i = icmp ne i64 %1, 0
  %conv.i.i = zext i32 %site to i64
  %cmp.i.i = icmp eq i64 %1, %conv.i.i
  %2 = and i1 %tobool.not.i.i, %cmp.i.i
  br i1 %2, label %barrier.exit, label %if.end.i

if.end.i:                                         ; preds = %entry
  call void @llvm.lifetime.start.p0(ptr nonnull %wait.i) #12
  tail call void @llvm.experimental.noalias.scope.decl(metadata !13)
  %cmp.i6.i = icmp ult i32 %id, 16
  %rem.i.i = and i32 %count, 31
  %tobool.not.i7.i = icmp eq i32 %rem.i.i, 0
  %or.cond.i.i = and i1 %cmp.i6.i, %tobool.not.i7.i
  br i1 %or.cond.i.i, label %if.end.i.i, label %if.then.i.i

if.then.i.i:                                      ; preds = %if.end.i
  tail call void @fail(i32 noundef 13, i32 noundef %site) #11, !noalias !13
  unreachable

if.end.i.i:                                       ; preds = %if.end.i
  store i32 0, ptr %wait.i, align 8, !alias.scope !13
  %key.i.i = getelementptr inbounds nuw i8, ptr %wait.i, i64 4
  %cluster.i.i.i = getelementptr inbounds nuw i8, ptr %0, i64 96
  %3 = load i64, ptr %cluster.i.i.i, align 8, !noalias !13
  %cmp.i.i.i = icmp eq i64 %3, 1
  br i1 %cmp.i.i.i, label %rank_of.exit.i.i, label %cond.false.i.i.i

cond.false.i.i.i:                                 ; preds = %if.end.i.i
  %4 = load ptr, ptr @current, align 8, !noalias !13
  %number.i.i.i = getelementptr inbounds nuw i8, ptr %4, i64 16
  %5 = load i32, ptr %number.i.i.i, align 8, !noalias !13
  %threads.i.i.i.i = getelementptr inbounds nuw i8, ptr %0, i64 56
  %6 = load i64, ptr %threads.i.i.i.i, align 8, !noalias !13
  %div.i.i.i.i = sdiv i64 %6, %3
  %conv.i.i.i.i = trunc i64 %div.i.i.i.i to i32
  %div.i.i.i = udiv i32 %5, %conv.i.i.i.i
  %7 = shl i32 %div.i.i.i, 4
  %8 = or disjoint i32 %7, %id
  br label %rank_of.exit.i.i

rank_of.exit.i.i:                                 ; preds = %cond.false.i.i.i, %if.end.i.i
  %cond.i.i.i = phi i32 [ %8, %cond.false.i.i.i ], [ %id, %if.end.i.i ]
  store i32 %cond.i.i.i, ptr %key.i.i, align 4, !alias.scope !13
  %site1.i.i = getelementptr inbounds nuw i8, ptr %wait.i, i64 8
  store i32 %site, ptr %site1.i.i, align 8, !alias.scope !13
  %tobool2.not.i.i = icmp eq i32 %count, 0
  br i1 %tobool2.not.i.i, label %cond.false.i.i, label %at_barrier.exit.i

cond.false.i.i:                                   ; preds = %rank_of.exit.i.i
  %threads.i.i.i = getelementptr inbounds nuw i8, ptr %0, i64 56
  %9 = load i64, ptr %threads.i.i.i, align 8, !noalias !13
  %div.i9.i.i = sdiv i64 %9, %3
  %conv.i.i.i = trunc i64 %div.i9.i.i to i32
  br label %at_barrier.exit.i

at_barrier.exit.i:                                ; preds = %cond.false.i.i, %rank_of.exit.i.i
  %cond.i.i = phi i32 [ %conv.i.i.i, %cond.false.i.i ], [ %count, %rank_of.exit.i.i ]
  %expected.i.i = getelementptr inbounds nuw i8, ptr %wait.i, i64 12
  store i32 %cond.i.i, ptr %expected.i.i, align 4, !alias.scope !13
  %exchange.i.i = getelementptr inbounds nuw i8, ptr %wait.i, i64 16
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %exchange.i.i, i8 0, i64 32, i1 false)
  tail call void @wait_for_block(ptr noundef nonnull byval(%struct.Wait) align 8 %wait.i) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %wait.i) #12
  br label %barrier.exit

barrier.exit:                                     ; preds = %entry, %at_barrier.exit.i
  ret void
}

; Function Attrs: nounwind uwtable
define void @emu_barrier_aligned(i32 noundef %id, i32 noundef %count, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %wait.i = alloca %struct.Wait, align 8
  %0 = load ptr, ptr @launch, align 8
  %without.i.i = getelementptr inbounds nuw i8, ptr %0, i64 128
  %1 = load i64, ptr %without.i.i, align 8
  %tobool.not.i.i = icmp ne i64 %1, 0
  %conv.i.i = zext i32 %site to i64
  %cmp.i.i = icmp eq i64 %1, %conv.i.i
  %2 = and i1 %tobool.not.i.i, %cmp.i.i
  br i1 %2, label %barrier.exit, label %if.end.i

if.end.i:                                         ; preds = %entry
  call void @llvm.lifetime.start.p0(ptr nonnull %wait.i) #12
  tail call void @llvm.experimental.noalias.scope.decl(metadata !16)
  %cmp.i6.i = icmp ult i32 %id, 16
  %rem.i.i = and i32 %count, 31
  %tobool.not.i7.i = icmp eq i32 %rem.i.i, 0
  %or.cond.i.i = and i1 %cmp.i6.i, %tobool.not.i7.i
  br i1 %or.cond.i.i, label %if.end.i.i, label %if.then.i.i

if.then.i.i:                                      ; preds = %if.end.i
  tail call void @fail(i32 noundef 13, i32 noundef %site) #11, !noalias !16
  unreachable

if.end.i.i:                                       ; preds = %if.end.i
  store i32 0, ptr %wait.i, align 8, !alias.scope !16
  %key.i.i = getelementptr inbounds nuw i8, ptr %wait.i, i64 4
  %cluster.i.i.i = getelementptr inbounds nuw i8, ptr %0, i64 96
  %3 = load i64, ptr %cluster.i.i.i, align 8, !noalias !16
  %cmp.i.i.i = icmp eq i64 %3, 1
  br i1 %cmp.i.i.i, label %rank_of.exit.i.i, label %cond.false.i.i.i

cond.false.i.i.i:                                 ; preds = %if.end.i.i
  %4 = load ptr, ptr @current, align 8, !noalias !16
  %number.i.i.i = getelementptr inbounds nuw i8, ptr %4, i64 16
  %5 = load i32, ptr %number.i.i.i, align 8, !noalias !16
  %threads.i.i.i.i = getelementptr inbounds nuw i8, ptr %0, i64 56
  %6 = load i64, ptr %threads.i.i.i.i, align 8, !noalias !16
  %div.i.i.i.i = sdiv i64 %6, %3
  %conv.i.i.i.i = trunc i64 %div.i.i.i.i to i32
  %div.i.i.i = udiv i32 %5, %conv.i.i.i.i
  %7 = shl i32 %div.i.i.i, 4
  %8 = or disjoint i32 %7, %id
  br label %rank_of.exit.i.i

rank_of.exit.i.i:                                 ; preds = %cond.false.i.i.i, %if.end.i.i
  %cond.i.i.i = phi i32 [ %8, %cond.false.i.i.i ], [ %id, %if.end.i.i ]
  store i32 %cond.i.i.i, ptr %key.i.i, align 4, !alias.scope !16
  %site1.i.i = getelementptr inbounds nuw i8, ptr %wait.i, i64 8
  store i32 %site, ptr %site1.i.i, align 8, !alias.scope !16
  %tobool2.not.i.i = icmp eq i32 %count, 0
  br i1 %tobool2.not.i.i, label %cond.false.i.i, label %at_barrier.exit.i

cond.false.i.i:                                   ; preds = %rank_of.exit.i.i
  %threads.i.i.i = getelementptr inbounds nuw i8, ptr %0, i64 56
  %9 = load i64, ptr %threads.i.i.i, align 8, !noalias !16
  %div.i9.i.i = sdiv i64 %9, %3
  %conv.i.i.i = trunc i64 %div.i9.i.i to i32
  br label %at_barrier.exit.i

at_barrier.exit.i:                                ; preds = %cond.false.i.i, %rank_of.exit.i.i
  %cond.i.i = phi i32 [ %conv.i.i.i, %cond.false.i.i ], [ %count, %rank_of.exit.i.i ]
  %expected.i.i = getelementptr inbounds nuw i8, ptr %wait.i, i64 12
  store i32 %cond.i.i, ptr %expected.i.i, align 4, !alias.scope !16
  %exchange.i.i = getelementptr inbounds nuw i8, ptr %wait.i, i64 16
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %exchange.i.i, i8 0, i64 32, i1 false), !alias.scope !16
  store ptr @check_whole_warps, ptr %exchange.i.i, align 8
  %in2.i = getelementptr inbounds nuw i8, ptr %wait.i, i64 24
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %in2.i, i8 0, i64 16, i1 false)
  tail call void @wait_for_block(ptr noundef nonnull byval(%struct.Wait) align 8 %wait.i) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %wait.i) #12
  br label %barrier.exit

barrier.exit:                                     ; preds = %entry, %at_barrier.exit.i
  ret void
}

declare void @check_whole_warps(ptr noundef, i32 noundef) #1

; Function Attrs: nounwind uwtable
define void @emu_cluster_arrive(i32 noundef %site) local_unnamed_addr #0 {
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
  %3 = load ptr, ptr @current, align 8
  %arrived = getelementptr inbounds nuw i8, ptr %3, i64 28
  %4 = load i32, ptr %arrived, align 4
  %tobool.not = icmp eq i32 %4, 0
  br i1 %tobool.not, label %if.end2, label %if.then1

if.then1:                                         ; preds = %if.end
  tail call void @fail(i32 noundef 13, i32 noundef %site) #11
  unreachable

if.end2:                                          ; preds = %if.end
  store i32 %site, ptr %arrived, align 4
  br label %return

return:                                           ; preds = %entry, %if.end2
  ret void
}

; Function Attrs: noreturn
declare void @fail(i32 noundef, i32 noundef) local_unnamed_addr #3

; Function Attrs: nounwind uwtable
define void @emu_cluster_wait(i32 noundef %site) local_unnamed_addr #0 {
entry:
  %.compoundliteral = alloca %struct.Wait, align 8
  %0 = load ptr, ptr @launch, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %0, i64 128
  %1 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp ne i64 %1, 0
  %conv.i = zext i32 %site to i64
  %cmp.i = icmp eq i64 %1, %conv.i
  %2 = and i1 %tobool.not.i, %cmp.i
  br i1 %2, label %return, label %if.end

if.end:                                           ; preds = %entry
  %3 = load ptr, ptr @current, align 8
  %arrived = getelementptr inbounds nuw i8, ptr %3, i64 28
  %4 = load i32, ptr %arrived, align 4
  %tobool.not = icmp eq i32 %4, 0
  br i1 %tobool.not, label %if.then1, label %if.end2

if.then1:                                         ; preds = %if.end
  tail call void @fail(i32 noundef 13, i32 noundef %site) #11
  unreachable

if.end2:                                          ; preds = %if.end
  store i32 0, ptr %arrived, align 4
  store i32 0, ptr %.compoundliteral, align 8
  %key = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 4
  store i32 32, ptr %key, align 4
  %site4 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 8
  store i32 %site, ptr %site4, align 8
  %expected = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 12
  %threads = getelementptr inbounds nuw i8, ptr %0, i64 56
  %5 = load i64, ptr %threads, align 8
  %conv = trunc i64 %5 to i32
  store i32 %conv, ptr %expected, align 4
  %exchange = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 16
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %exchange, i8 0, i64 32, i1 false)
  tail call void @wait_for_block(ptr noundef nonnull byval(%struct.Wait) align 8 %.compoundliteral) #12
  br label %return

return:                                           ; preds = %entry, %if.end2
  ret void
}

declare void @wait_for_block(ptr noundef byval(%struct.Wait) align 8) local_unnamed_addr #1

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #4

; Function Attrs: nounwind uwtable
define i32 @emu_barrier_reduce(i32 noundef %id, i32 noundef %count, i32 noundef %value, i32 noundef %how, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %wait.i = alloca %struct.Wait, align 8
  %in = alloca i32, align 4
  %out = alloca [2 x i32], align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %in) #12
  %tobool = icmp ne i32 %value, 0
  %lnot.ext = zext i1 %tobool to i32
  store i32 %lnot.ext, ptr %in, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %out) #12
  %0 = load ptr, ptr @launch, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %wait.i) #12
  tail call void @llvm.experimental.noalias.scope.decl(metadata !19)
  %cmp.i6.i = icmp ult i32 %id, 16
  %rem.i.i = and i32 %count, 31
  %tobool.not.i7.i = icmp eq i32 %rem.i.i, 0
  %or.cond.i.i = and i1 %cmp.i6.i, %tobool.not.i7.i
  br i1 %or.cond.i.i, label %if.end.i.i, label %if.then.i.i

if.then.i.i:                                      ; preds = %entry
  tail call void @fail(i32 noundef 13, i32 noundef %site) #11, !noalias !19
  unreachable

if.end.i.i:                                       ; preds = %entry
  store i32 0, ptr %wait.i, align 8, !alias.scope !19
  %key.i.i = getelementptr inbounds nuw i8, ptr %wait.i, i64 4
  %cluster.i.i.i = getelementptr inbounds nuw i8, ptr %0, i64 96
  %1 = load i64, ptr %cluster.i.i.i, align 8, !noalias !19
  %cmp.i.i.i = icmp eq i64 %1, 1
  br i1 %cmp.i.i.i, label %rank_of.exit.i.i, label %cond.false.i.i.i

cond.false.i.i.i:                                 ; preds = %if.end.i.i
  %2 = load ptr, ptr @current, align 8, !noalias !19
  %number.i.i.i = getelementptr inbounds nuw i8, ptr %2, i64 16
  %3 = load i32, ptr %number.i.i.i, align 8, !noalias !19
  %threads.i.i.i.i = getelementptr inbounds nuw i8, ptr %0, i64 56
  %4 = load i64, ptr %threads.i.i.i.i, align 8, !noalias !19
  %div.i.i.i.i = sdiv i64 %4, %1
  %conv.i.i.i.i = trunc i64 %div.i.i.i.i to i32
  %div.i.i.i = udiv i32 %3, %conv.i.i.i.i
  %5 = shl i32 %div.i.i.i, 4
  %6 = or disjoint i32 %5, %id
  br label %rank_of.exit.i.i

rank_of.exit.i.i:                                 ; preds = %cond.false.i.i.i, %if.end.i.i
  %cond.i.i.i = phi i32 [ %6, %cond.false.i.i.i ], [ %id, %if.end.i.i ]
  store i32 %cond.i.i.i, ptr %key.i.i, align 4, !alias.scope !19
  %site1.i.i = getelementptr inbounds nuw i8, ptr %wait.i, i64 8
  store i32 %site, ptr %site1.i.i, align 8, !alias.scope !19
  %tobool2.not.i.i = icmp eq i32 %count, 0
  br i1 %tobool2.not.i.i, label %cond.false.i.i, label %barrier.exit

cond.false.i.i:                                   ; preds = %rank_of.exit.i.i
  %threads.i.i.i = getelementptr inbounds nuw i8, ptr %0, i64 56
  %7 = load i64, ptr %threads.i.i.i, align 8, !noalias !19
  %div.i9.i.i = sdiv i64 %7, %1
  %conv.i.i.i = trunc i64 %div.i9.i.i to i32
  br label %barrier.exit

barrier.exit:                                     ; preds = %rank_of.exit.i.i, %cond.false.i.i
  %cond.i.i = phi i32 [ %conv.i.i.i, %cond.false.i.i ], [ %count, %rank_of.exit.i.i ]
  %expected.i.i = getelementptr inbounds nuw i8, ptr %wait.i, i64 12
  store i32 %cond.i.i, ptr %expected.i.i, align 4, !alias.scope !19
  %exchange.i.i = getelementptr inbounds nuw i8, ptr %wait.i, i64 16
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %exchange.i.i, i8 0, i64 32, i1 false), !alias.scope !19
  store ptr @count_true, ptr %exchange.i.i, align 8
  %in2.i = getelementptr inbounds nuw i8, ptr %wait.i, i64 24
  store ptr %in, ptr %in2.i, align 8
  %out3.i = getelementptr inbounds nuw i8, ptr %wait.i, i64 32
  store ptr %out, ptr %out3.i, align 8
  call void @wait_for_block(ptr noundef nonnull byval(%struct.Wait) align 8 %wait.i) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %wait.i) #12
  %8 = load i32, ptr %out, align 4
  switch i32 %how, label %cond.false7 [
    i32 8, label %cond.end11
    i32 1, label %cond.true3
  ]

cond.true3:                                       ; preds = %barrier.exit
  %arrayidx5 = getelementptr inbounds nuw i8, ptr %out, i64 4
  %9 = load i32, ptr %arrayidx5, align 4
  %cmp6 = icmp eq i32 %8, %9
  %conv = zext i1 %cmp6 to i32
  br label %cond.end11

cond.false7:                                      ; preds = %barrier.exit
  %cmp9 = icmp ne i32 %8, 0
  %conv10 = zext i1 %cmp9 to i32
  br label %cond.end11

cond.end11:                                       ; preds = %barrier.exit, %cond.true3, %cond.false7
  %cond12 = phi i32 [ %conv10, %cond.false7 ], [ %conv, %cond.true3 ], [ %8, %barrier.exit ]
  call void @llvm.lifetime.end.p0(ptr nonnull %out) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %in) #12
  ret i32 %cond12
}

; Function Attrs: nounwind uwtable
define internal void @count_true(ptr noundef %threads, i32 noundef %count) #0 {
entry:
  tail call void @check_whole_warps(ptr noundef %threads, i32 noundef %count) #12
  %cmp30.not = icmp eq i32 %count, 0
  br i1 %cmp30.not, label %for.cond2.preheader, label %for.body.preheader

for.body.preheader:                               ; preds = %entry
  %wide.trip.count = zext i32 %count to i64
  br label %for.body

for.cond2.preheader:                              ; preds = %for.body, %entry
  %total.0.lcssa = phi i32 [ 0, %entry ], [ %add, %for.body ]
  %cmp333.not = icmp eq i32 %count, 0
  br i1 %cmp333.not, label %for.cond.cleanup4, label %for.body5.preheader

for.body5.preheader:                              ; preds = %for.cond2.preheader
  %wide.trip.count39 = zext i32 %count to i64
  br label %for.body5

for.body:                                         ; preds = %for.body.preheader, %for.body
  %indvars.iv = phi i64 [ 0, %for.body.preheader ], [ %indvars.iv.next, %for.body ]
  %total.031 = phi i32 [ 0, %for.body.preheader ], [ %add, %for.body ]
  %arrayidx = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv
  %0 = load ptr, ptr %arrayidx, align 8
  %in = getelementptr inbounds nuw i8, ptr %0, i64 56
  %1 = load ptr, ptr %in, align 8
  %2 = load i32, ptr %1, align 4
  %add = add i32 %2, %total.031
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond2.preheader, label %for.body, !llvm.loop !22

for.cond.cleanup4:                                ; preds = %for.body5, %for.cond2.preheader
  ret void

for.body5:                                        ; preds = %for.body5.preheader, %for.body5
  %indvars.iv36 = phi i64 [ 0, %for.body5.preheader ], [ %indvars.iv.next37, %for.body5 ]
  %arrayidx7 = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv36
  %3 = load ptr, ptr %arrayidx7, align 8
  %out = getelementptr inbounds nuw i8, ptr %3, i64 64
  %4 = load ptr, ptr %out, align 8
  store i32 %total.0.lcssa, ptr %4, align 4
  %5 = load ptr, ptr %arrayidx7, align 8
  %out13 = getelementptr inbounds nuw i8, ptr %5, i64 64
  %6 = load ptr, ptr %out13, align 8
  %arrayidx14 = getelementptr inbounds nuw i8, ptr %6, i64 4
  store i32 %count, ptr %arrayidx14, align 4
  %indvars.iv.next37 = add nuw nsw i64 %indvars.iv36, 1
  %exitcond40.not = icmp eq i64 %indvars.iv.next37, %wide.trip.count39
  br i1 %exitcond40.not, label %for.cond.cleanup4, label %for.body5, !llvm.loop !23
}

; Function Attrs: nounwind uwtable
define void @emu_warp_barrier(i32 noundef %mask, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %.compoundliteral = alloca %struct.Wait, align 8
  %0 = load ptr, ptr @launch, align 8
  %without.i = getelementptr inbounds nuw i8, ptr %0, i64 128
  %1 = load i64, ptr %without.i, align 8
  %tobool.not.i = icmp ne i64 %1, 0
  %conv.i = zext i32 %site to i64
  %cmp.i = icmp eq i64 %1, %conv.i
  %2 = and i1 %tobool.not.i, %cmp.i
  br i1 %2, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(48) %.compoundliteral, i8 0, i64 48, i1 false)
  store i32 1, ptr %.compoundliteral, align 8
  %key = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 4
  store i32 %mask, ptr %key, align 4
  %site1 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 8
  store i32 %site, ptr %site1, align 8
  tail call void @wait_for_warp(ptr noundef nonnull byval(%struct.Wait) align 8 %.compoundliteral, i32 noundef %mask) #12
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  ret void
}

; Function Attrs: nounwind uwtable
define i64 @emu_shuffle(i32 noundef %mode, i32 noundef %mask, i32 noundef %value, i32 noundef %from, i32 noundef %clamp, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %in = alloca %struct.Shuffle, align 4
  %out = alloca [2 x i32], align 4
  %.compoundliteral = alloca %struct.Wait, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %in) #12
  store i32 %value, ptr %in, align 4
  %lane = getelementptr inbounds nuw i8, ptr %in, i64 4
  store i32 %from, ptr %lane, align 4
  %clamp2 = getelementptr inbounds nuw i8, ptr %in, i64 8
  store i32 %clamp, ptr %clamp2, align 4
  %mode3 = getelementptr inbounds nuw i8, ptr %in, i64 12
  store i32 %mode, ptr %mode3, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %out) #12
  %shl = shl i32 %mode, 8
  %or = or disjoint i32 %shl, 2
  store i32 %or, ptr %.compoundliteral, align 8
  %key = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 4
  store i32 %mask, ptr %key, align 4
  %site4 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 8
  store i32 %site, ptr %site4, align 8
  %expected = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 12
  store i32 0, ptr %expected, align 4
  %exchange = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 16
  store ptr @shuffle, ptr %exchange, align 8
  %in5 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 24
  store ptr %in, ptr %in5, align 8
  %out6 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 32
  store ptr %out, ptr %out6, align 8
  %apart = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 40
  store i32 0, ptr %apart, align 8
  %0 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 44
  store i32 0, ptr %0, align 4
  call void @wait_for_warp(ptr noundef nonnull byval(%struct.Wait) align 8 %.compoundliteral, i32 noundef %mask) #12
  %1 = load i32, ptr %out, align 4
  %conv = zext i32 %1 to i64
  %arrayidx7 = getelementptr inbounds nuw i8, ptr %out, i64 4
  %2 = load i32, ptr %arrayidx7, align 4
  %conv8 = zext i32 %2 to i64
  %shl9 = shl nuw i64 %conv8, 32
  %or10 = or disjoint i64 %shl9, %conv
  call void @llvm.lifetime.end.p0(ptr nonnull %out) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %in) #12
  ret i64 %or10
}

; Function Attrs: nounwind uwtable
define internal void @shuffle(ptr noundef readonly captures(none) %threads, i32 noundef %count) #0 {
entry:
  %lanes.i = alloca [4 x i32], align 16
  %cmp36.not = icmp eq i32 %count, 0
  br i1 %cmp36.not, label %for.cond.cleanup, label %for.body.lr.ph

for.body.lr.ph:                                   ; preds = %entry
  %arrayinit.element.i = getelementptr inbounds nuw i8, ptr %lanes.i, i64 4
  %arrayinit.element7.i = getelementptr inbounds nuw i8, ptr %lanes.i, i64 8
  %arrayinit.element8.i = getelementptr inbounds nuw i8, ptr %lanes.i, i64 12
  %0 = zext i32 %count to i64
  %wide.trip.count = zext i32 %count to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %if.end, %entry
  ret void

for.body:                                         ; preds = %for.body.lr.ph, %if.end
  %indvars.iv43 = phi i64 [ 0, %for.body.lr.ph ], [ %indvars.iv.next44, %if.end ]
  %arrayidx = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv43
  %1 = load ptr, ptr %arrayidx, align 8
  %in = getelementptr inbounds nuw i8, ptr %1, i64 56
  %2 = load ptr, ptr %in, align 8
  %out4 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %3 = load ptr, ptr %out4, align 8
  %number.i = getelementptr inbounds nuw i8, ptr %1, i64 16
  %4 = load i32, ptr %number.i, align 8
  %rem.i = and i32 %4, 31
  %clamp.i = getelementptr inbounds nuw i8, ptr %2, i64 8
  %5 = load i32, ptr %clamp.i, align 4
  %shr.i = lshr i32 %5, 8
  %and2.i = and i32 %5, 31
  %lane.i = getelementptr inbounds nuw i8, ptr %2, i64 4
  %6 = load i32, ptr %lane.i, align 4
  %and3.i = and i32 %6, 31
  %and4.i = and i32 %shr.i, %rem.i
  %not.i = xor i32 %shr.i, -1
  %and5.i = and i32 %and2.i, %not.i
  %or.i = or i32 %and4.i, %and5.i
  call void @llvm.lifetime.start.p0(ptr nonnull %lanes.i) #12
  %sub.i = sub nsw i32 %rem.i, %and3.i
  store i32 %sub.i, ptr %lanes.i, align 16
  %add.i = add nuw nsw i32 %and3.i, %rem.i
  store i32 %add.i, ptr %arrayinit.element.i, align 4
  %xor.i = xor i32 %and3.i, %rem.i
  store i32 %xor.i, ptr %arrayinit.element7.i, align 8
  %and10.i = and i32 %and3.i, %not.i
  %or11.i = or i32 %and10.i, %and4.i
  store i32 %or11.i, ptr %arrayinit.element8.i, align 4
  %mode.i = getelementptr inbounds nuw i8, ptr %2, i64 12
  %7 = load i32, ptr %mode.i, align 4
  %idxprom.i = zext i32 %7 to i64
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %lanes.i, i64 %idxprom.i
  %8 = load i32, ptr %arrayidx.i, align 4
  %cmp.i = icmp eq i32 %7, 0
  %cmp13.i = icmp sge i32 %8, %or.i
  %cmp14.i = icmp ule i32 %8, %or.i
  %cond.in.i = select i1 %cmp.i, i1 %cmp13.i, i1 %cmp14.i
  %cond20.i = select i1 %cond.in.i, i32 %8, i32 %rem.i
  call void @llvm.lifetime.end.p0(ptr nonnull %lanes.i) #12
  br label %for.body.i

for.cond.i:                                       ; preds = %for.body.i
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next, %0
  br i1 %exitcond.not.i, label %at_lane.exit, label %for.body.i, !llvm.loop !24

for.body.i:                                       ; preds = %for.body, %for.cond.i
  %indvars.iv = phi i64 [ 0, %for.body ], [ %indvars.iv.next, %for.cond.i ]
  %arrayidx.i32 = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv
  %9 = load ptr, ptr %arrayidx.i32, align 8
  %number.i.i = getelementptr inbounds nuw i8, ptr %9, i64 16
  %10 = load i32, ptr %number.i.i, align 8
  %rem.i.i = and i32 %10, 31
  %cmp1.i = icmp eq i32 %rem.i.i, %cond20.i
  br i1 %cmp1.i, label %at_lane.exit, label %for.cond.i

at_lane.exit:                                     ; preds = %for.cond.i, %for.body.i
  %spec.select.i = phi ptr [ %9, %for.body.i ], [ null, %for.cond.i ]
  %tobool.not = icmp eq ptr %spec.select.i, null
  br i1 %tobool.not, label %if.then, label %if.end

if.then:                                          ; preds = %at_lane.exit
  store ptr %1, ptr @current, align 8
  %sub = and i32 %4, -32
  %add = add i32 %cond20.i, %sub
  %conv = zext i32 %add to i64
  %11 = load ptr, ptr @launch, align 8
  %other_thread = getelementptr inbounds nuw i8, ptr %11, i64 200
  store i64 %conv, ptr %other_thread, align 8
  %site = getelementptr inbounds nuw i8, ptr %1, i64 40
  %12 = load i32, ptr %site, align 8
  tail call void @fail(i32 noundef 13, i32 noundef %12) #11
  unreachable

if.end:                                           ; preds = %at_lane.exit
  %in14 = getelementptr inbounds nuw i8, ptr %spec.select.i, i64 56
  %13 = load ptr, ptr %in14, align 8
  %14 = load i32, ptr %13, align 4
  store i32 %14, ptr %3, align 4
  %loadedv = zext i1 %cond.in.i to i32
  %arrayidx17 = getelementptr inbounds nuw i8, ptr %3, i64 4
  store i32 %loadedv, ptr %arrayidx17, align 4
  %indvars.iv.next44 = add nuw nsw i64 %indvars.iv43, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next44, %wide.trip.count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !25
}

; Function Attrs: nounwind uwtable
define i32 @emu_ballot(i32 noundef %mask, i32 noundef %value, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %in = alloca i32, align 4
  %out = alloca [2 x i32], align 4
  %.compoundliteral = alloca %struct.Wait, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %in) #12
  %and = and i32 %value, 1
  store i32 %and, ptr %in, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %out) #12
  store i32 3, ptr %.compoundliteral, align 8
  %key = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 4
  store i32 %mask, ptr %key, align 4
  %site1 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 8
  store i32 %site, ptr %site1, align 8
  %expected = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 12
  store i32 0, ptr %expected, align 4
  %exchange = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 16
  store ptr @vote, ptr %exchange, align 8
  %in2 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 24
  store ptr %in, ptr %in2, align 8
  %out3 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 32
  store ptr %out, ptr %out3, align 8
  %apart = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 40
  store i32 0, ptr %apart, align 8
  %0 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 44
  store i32 0, ptr %0, align 4
  call void @wait_for_warp(ptr noundef nonnull byval(%struct.Wait) align 8 %.compoundliteral, i32 noundef %mask) #12
  %1 = load i32, ptr %out, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %out) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %in) #12
  ret i32 %1
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define internal void @vote(ptr noundef readonly captures(none) %threads, i32 noundef %count) #5 {
entry:
  %cmp41.not = icmp eq i32 %count, 0
  br i1 %cmp41.not, label %for.cond9.preheader, label %for.body.preheader

for.body.preheader:                               ; preds = %entry
  %wide.trip.count = zext i32 %count to i64
  br label %for.body

for.cond9.preheader:                              ; preds = %for.body, %entry
  %ballot.0.lcssa = phi i32 [ 0, %entry ], [ %or, %for.body ]
  %all.0.lcssa = phi i32 [ 0, %entry ], [ %or7, %for.body ]
  %cmp1046.not = icmp eq i32 %count, 0
  br i1 %cmp1046.not, label %for.cond.cleanup11, label %for.body12.preheader

for.body12.preheader:                             ; preds = %for.cond9.preheader
  %wide.trip.count52 = zext i32 %count to i64
  br label %for.body12

for.body:                                         ; preds = %for.body.preheader, %for.body
  %indvars.iv = phi i64 [ 0, %for.body.preheader ], [ %indvars.iv.next, %for.body ]
  %all.043 = phi i32 [ 0, %for.body.preheader ], [ %or7, %for.body ]
  %ballot.042 = phi i32 [ 0, %for.body.preheader ], [ %or, %for.body ]
  %arrayidx = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv
  %0 = load ptr, ptr %arrayidx, align 8
  %in = getelementptr inbounds nuw i8, ptr %0, i64 56
  %1 = load ptr, ptr %in, align 8
  %2 = load i32, ptr %1, align 4
  %number.i = getelementptr inbounds nuw i8, ptr %0, i64 16
  %3 = load i32, ptr %number.i, align 8
  %rem.i = and i32 %3, 31
  %shl = shl i32 %2, %rem.i
  %or = or i32 %shl, %ballot.042
  %shl6 = shl nuw i32 1, %rem.i
  %or7 = or i32 %shl6, %all.043
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond9.preheader, label %for.body, !llvm.loop !26

for.cond.cleanup11:                               ; preds = %for.body12, %for.cond9.preheader
  ret void

for.body12:                                       ; preds = %for.body12.preheader, %for.body12
  %indvars.iv49 = phi i64 [ 0, %for.body12.preheader ], [ %indvars.iv.next50, %for.body12 ]
  %arrayidx14 = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv49
  %4 = load ptr, ptr %arrayidx14, align 8
  %out = getelementptr inbounds nuw i8, ptr %4, i64 64
  %5 = load ptr, ptr %out, align 8
  store i32 %ballot.0.lcssa, ptr %5, align 4
  %6 = load ptr, ptr %arrayidx14, align 8
  %out20 = getelementptr inbounds nuw i8, ptr %6, i64 64
  %7 = load ptr, ptr %out20, align 8
  %arrayidx21 = getelementptr inbounds nuw i8, ptr %7, i64 4
  store i32 %all.0.lcssa, ptr %arrayidx21, align 4
  %indvars.iv.next50 = add nuw nsw i64 %indvars.iv49, 1
  %exitcond53.not = icmp eq i64 %indvars.iv.next50, %wide.trip.count52
  br i1 %exitcond53.not, label %for.cond.cleanup11, label %for.body12, !llvm.loop !27
}

; Function Attrs: nounwind uwtable
define i32 @emu_reduce(i32 noundef %how, i32 noundef %value, i32 noundef %mask, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %in = alloca %struct.Operand, align 4
  %out = alloca i32, align 4
  %.compoundliteral = alloca %struct.Wait, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %in) #12
  store i32 %value, ptr %in, align 4
  %how2 = getelementptr inbounds nuw i8, ptr %in, i64 4
  store i32 %how, ptr %how2, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %out) #12
  %shl = shl i32 %how, 8
  %or = or disjoint i32 %shl, 4
  store i32 %or, ptr %.compoundliteral, align 8
  %key = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 4
  store i32 %mask, ptr %key, align 4
  %site3 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 8
  store i32 %site, ptr %site3, align 8
  %expected = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 12
  store i32 0, ptr %expected, align 4
  %exchange = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 16
  store ptr @reduce, ptr %exchange, align 8
  %in4 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 24
  store ptr %in, ptr %in4, align 8
  %out5 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 32
  store ptr %out, ptr %out5, align 8
  %apart = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 40
  store i32 0, ptr %apart, align 8
  %0 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 44
  store i32 0, ptr %0, align 4
  call void @wait_for_warp(ptr noundef nonnull byval(%struct.Wait) align 8 %.compoundliteral, i32 noundef %mask) #12
  %1 = load i32, ptr %out, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %out) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %in) #12
  ret i32 %1
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define internal void @reduce(ptr noundef readonly captures(none) %threads, i32 noundef %count) #5 {
entry:
  %0 = load ptr, ptr %threads, align 8
  %in = getelementptr inbounds nuw i8, ptr %0, i64 56
  %1 = load ptr, ptr %in, align 8
  %2 = load i32, ptr %1, align 4
  %cmp25 = icmp ugt i32 %count, 1
  br i1 %cmp25, label %for.body.lr.ph, label %for.cond6.preheader

for.body.lr.ph:                                   ; preds = %entry
  %how = getelementptr inbounds nuw i8, ptr %1, i64 4
  %3 = load i32, ptr %how, align 4
  %wide.trip.count = zext i32 %count to i64
  br label %for.body

for.cond6.preheader:                              ; preds = %combine.exit, %entry
  %total.0.lcssa = phi i32 [ %2, %entry ], [ %retval.0.i, %combine.exit ]
  %cmp728.not = icmp eq i32 %count, 0
  br i1 %cmp728.not, label %for.cond.cleanup8, label %for.body9.preheader

for.body9.preheader:                              ; preds = %for.cond6.preheader
  %wide.trip.count34 = zext i32 %count to i64
  br label %for.body9

for.body:                                         ; preds = %for.body.lr.ph, %combine.exit
  %indvars.iv = phi i64 [ 1, %for.body.lr.ph ], [ %indvars.iv.next, %combine.exit ]
  %total.026 = phi i32 [ %2, %for.body.lr.ph ], [ %retval.0.i, %combine.exit ]
  %arrayidx1 = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv
  %4 = load ptr, ptr %arrayidx1, align 8
  %in3 = getelementptr inbounds nuw i8, ptr %4, i64 56
  %5 = load ptr, ptr %in3, align 8
  %6 = load i32, ptr %5, align 4
  switch i32 %3, label %sw.default.i [
    i32 0, label %sw.bb.i
    i32 1, label %sw.bb1.i
    i32 2, label %sw.bb2.i
    i32 3, label %sw.bb3.i
    i32 4, label %sw.bb4.i
    i32 5, label %sw.bb5.i
    i32 6, label %sw.bb11.i
  ]

sw.bb.i:                                          ; preds = %for.body
  %add.i = add i32 %6, %total.026
  br label %combine.exit

sw.bb1.i:                                         ; preds = %for.body
  %and.i = and i32 %6, %total.026
  br label %combine.exit

sw.bb2.i:                                         ; preds = %for.body
  %or.i = or i32 %6, %total.026
  br label %combine.exit

sw.bb3.i:                                         ; preds = %for.body
  %xor.i = xor i32 %6, %total.026
  br label %combine.exit

sw.bb4.i:                                         ; preds = %for.body
  %cond.i = tail call i32 @llvm.umin.i32(i32 %total.026, i32 %6)
  br label %combine.exit

sw.bb5.i:                                         ; preds = %for.body
  %cond10.i = tail call i32 @llvm.umax.i32(i32 %total.026, i32 %6)
  br label %combine.exit

sw.bb11.i:                                        ; preds = %for.body
  %cond16.i = tail call i32 @llvm.smin.i32(i32 %total.026, i32 %6)
  br label %combine.exit

sw.default.i:                                     ; preds = %for.body
  %cond21.i = tail call i32 @llvm.smax.i32(i32 %total.026, i32 %6)
  br label %combine.exit

combine.exit:                                     ; preds = %sw.bb.i, %sw.bb1.i, %sw.bb2.i, %sw.bb3.i, %sw.bb4.i, %sw.bb5.i, %sw.bb11.i, %sw.default.i
  %retval.0.i = phi i32 [ %cond21.i, %sw.default.i ], [ %add.i, %sw.bb.i ], [ %and.i, %sw.bb1.i ], [ %or.i, %sw.bb2.i ], [ %xor.i, %sw.bb3.i ], [ %cond.i, %sw.bb4.i ], [ %cond10.i, %sw.bb5.i ], [ %cond16.i, %sw.bb11.i ]
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond6.preheader, label %for.body, !llvm.loop !28

for.cond.cleanup8:                                ; preds = %for.body9, %for.cond6.preheader
  ret void

for.body9:                                        ; preds = %for.body9.preheader, %for.body9
  %indvars.iv31 = phi i64 [ 0, %for.body9.preheader ], [ %indvars.iv.next32, %for.body9 ]
  %arrayidx11 = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv31
  %7 = load ptr, ptr %arrayidx11, align 8
  %out = getelementptr inbounds nuw i8, ptr %7, i64 64
  %8 = load ptr, ptr %out, align 8
  store i32 %total.0.lcssa, ptr %8, align 4
  %indvars.iv.next32 = add nuw nsw i64 %indvars.iv31, 1
  %exitcond35.not = icmp eq i64 %indvars.iv.next32, %wide.trip.count34
  br i1 %exitcond35.not, label %for.cond.cleanup8, label %for.body9, !llvm.loop !29
}

; Function Attrs: nounwind uwtable
define i32 @emu_match(i32 noundef %mask, i64 noundef %value, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %value.addr = alloca i64, align 8
  %out = alloca i32, align 4
  %.compoundliteral = alloca %struct.Wait, align 8
  store i64 %value, ptr %value.addr, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %out) #12
  store i32 5, ptr %.compoundliteral, align 8
  %key = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 4
  store i32 %mask, ptr %key, align 4
  %site1 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 8
  store i32 %site, ptr %site1, align 8
  %expected = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 12
  store i32 0, ptr %expected, align 4
  %exchange = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 16
  store ptr @match, ptr %exchange, align 8
  %in = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 24
  store ptr %value.addr, ptr %in, align 8
  %out2 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 32
  store ptr %out, ptr %out2, align 8
  %apart = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 40
  store i32 0, ptr %apart, align 8
  %0 = getelementptr inbounds nuw i8, ptr %.compoundliteral, i64 44
  store i32 0, ptr %0, align 4
  call void @wait_for_warp(ptr noundef nonnull byval(%struct.Wait) align 8 %.compoundliteral, i32 noundef %mask) #12
  %1 = load i32, ptr %out, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %out) #12
  ret i32 %1
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define internal void @match(ptr noundef readonly captures(none) %threads, i32 noundef %count) #5 {
entry:
  %cmp31.not = icmp eq i32 %count, 0
  br i1 %cmp31.not, label %for.cond.cleanup, label %for.cond1.preheader.preheader

for.cond1.preheader.preheader:                    ; preds = %entry
  %wide.trip.count37 = zext i32 %count to i64
  %wide.trip.count = zext i32 %count to i64
  br label %for.cond1.preheader

for.cond1.preheader:                              ; preds = %for.cond1.preheader.preheader, %for.cond.cleanup3
  %indvars.iv34 = phi i64 [ 0, %for.cond1.preheader.preheader ], [ %indvars.iv.next35, %for.cond.cleanup3 ]
  %arrayidx6 = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv34
  %0 = load ptr, ptr %arrayidx6, align 8
  %in8 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %1 = load ptr, ptr %in8, align 8
  %2 = load i64, ptr %1, align 8
  br label %for.body4

for.cond.cleanup:                                 ; preds = %for.cond.cleanup3, %entry
  ret void

for.cond.cleanup3:                                ; preds = %for.inc
  %arrayidx13 = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv34
  %3 = load ptr, ptr %arrayidx13, align 8
  %out = getelementptr inbounds nuw i8, ptr %3, i64 64
  %4 = load ptr, ptr %out, align 8
  store i32 %alike.1, ptr %4, align 4
  %indvars.iv.next35 = add nuw nsw i64 %indvars.iv34, 1
  %exitcond38.not = icmp eq i64 %indvars.iv.next35, %wide.trip.count37
  br i1 %exitcond38.not, label %for.cond.cleanup, label %for.cond1.preheader, !llvm.loop !30

for.body4:                                        ; preds = %for.cond1.preheader, %for.inc
  %indvars.iv = phi i64 [ 0, %for.cond1.preheader ], [ %indvars.iv.next, %for.inc ]
  %alike.029 = phi i32 [ 0, %for.cond1.preheader ], [ %alike.1, %for.inc ]
  %arrayidx = getelementptr inbounds nuw ptr, ptr %threads, i64 %indvars.iv
  %5 = load ptr, ptr %arrayidx, align 8
  %in = getelementptr inbounds nuw i8, ptr %5, i64 56
  %6 = load ptr, ptr %in, align 8
  %7 = load i64, ptr %6, align 8
  %cmp9 = icmp eq i64 %7, %2
  br i1 %cmp9, label %if.then, label %for.inc

if.then:                                          ; preds = %for.body4
  %number.i = getelementptr inbounds nuw i8, ptr %5, i64 16
  %8 = load i32, ptr %number.i, align 8
  %rem.i = and i32 %8, 31
  %shl = shl nuw i32 1, %rem.i
  %or = or i32 %shl, %alike.029
  br label %for.inc

for.inc:                                          ; preds = %for.body4, %if.then
  %alike.1 = phi i32 [ %or, %if.then ], [ %alike.029, %for.body4 ]
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond.cleanup3, label %for.body4, !llvm.loop !31
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define i32 @emu_register(i32 noundef %which, i32 noundef %axis) local_unnamed_addr #6 {
entry:
  %0 = load ptr, ptr @current, align 8
  %number.i = getelementptr inbounds nuw i8, ptr %0, i64 16
  %1 = load i32, ptr %number.i, align 8
  %rem.i = and i32 %1, 31
  switch i32 %which, label %sw.default [
    i32 0, label %sw.bb
    i32 1, label %sw.bb2
    i32 2, label %sw.bb9
    i32 3, label %sw.bb16
    i32 4, label %cleanup
    i32 5, label %sw.bb20
    i32 6, label %sw.bb24
    i32 7, label %sw.bb28
    i32 8, label %sw.bb32
    i32 9, label %sw.bb33
    i32 10, label %sw.bb36
    i32 11, label %sw.bb39
  ]

sw.bb:                                            ; preds = %entry
  %tobool.not = icmp eq i32 %axis, 0
  br i1 %tobool.not, label %cond.false, label %cleanup

cond.false:                                       ; preds = %sw.bb
  %2 = load ptr, ptr @launch, align 8
  %threads.i = getelementptr inbounds nuw i8, ptr %2, i64 56
  %3 = load i64, ptr %threads.i, align 8
  %cluster.i = getelementptr inbounds nuw i8, ptr %2, i64 96
  %4 = load i64, ptr %cluster.i, align 8
  %div.i = sdiv i64 %3, %4
  %conv.i = trunc i64 %div.i to i32
  %rem = urem i32 %1, %conv.i
  br label %cleanup

sw.bb2:                                           ; preds = %entry
  %tobool3.not = icmp eq i32 %axis, 0
  br i1 %tobool3.not, label %cond.false5, label %cleanup

cond.false5:                                      ; preds = %sw.bb2
  %5 = load ptr, ptr @launch, align 8
  %threads.i57 = getelementptr inbounds nuw i8, ptr %5, i64 56
  %6 = load i64, ptr %threads.i57, align 8
  %cluster.i58 = getelementptr inbounds nuw i8, ptr %5, i64 96
  %7 = load i64, ptr %cluster.i58, align 8
  %div.i59 = sdiv i64 %6, %7
  %conv.i60 = trunc i64 %div.i59 to i32
  br label %cleanup

sw.bb9:                                           ; preds = %entry
  %block = getelementptr inbounds nuw i8, ptr %0, i64 8
  %8 = load ptr, ptr %block, align 8
  %id = getelementptr inbounds nuw i8, ptr %8, i64 8
  %idxprom = zext i32 %axis to i64
  %arrayidx = getelementptr inbounds nuw i32, ptr %id, i64 %idxprom
  %9 = load i32, ptr %arrayidx, align 4
  %tobool10.not = icmp eq i32 %axis, 0
  br i1 %tobool10.not, label %cond.false12, label %cond.end14

cond.false12:                                     ; preds = %sw.bb9
  %10 = load ptr, ptr @launch, align 8
  %cluster.i61 = getelementptr inbounds nuw i8, ptr %10, i64 96
  %11 = load i64, ptr %cluster.i61, align 8
  %cmp.i = icmp eq i64 %11, 1
  br i1 %cmp.i, label %cond.end14, label %cond.false.i

cond.false.i:                                     ; preds = %cond.false12
  %threads.i.i = getelementptr inbounds nuw i8, ptr %10, i64 56
  %12 = load i64, ptr %threads.i.i, align 8
  %div.i.i = sdiv i64 %12, %11
  %conv.i.i = trunc i64 %div.i.i to i32
  %div.i63 = udiv i32 %1, %conv.i.i
  br label %cond.end14

cond.end14:                                       ; preds = %cond.false.i, %cond.false12, %sw.bb9
  %cond15 = phi i32 [ 0, %sw.bb9 ], [ %div.i63, %cond.false.i ], [ 0, %cond.false12 ]
  %add = add i32 %cond15, %9
  br label %cleanup

sw.bb16:                                          ; preds = %entry
  %13 = load ptr, ptr @launch, align 8
  %grid = getelementptr inbounds nuw i8, ptr %13, i64 16
  %idxprom17 = zext i32 %axis to i64
  %arrayidx18 = getelementptr inbounds nuw i64, ptr %grid, i64 %idxprom17
  %14 = load i64, ptr %arrayidx18, align 8
  %conv = trunc i64 %14 to i32
  br label %cleanup

sw.bb20:                                          ; preds = %entry
  %15 = load ptr, ptr @launch, align 8
  %threads.i64 = getelementptr inbounds nuw i8, ptr %15, i64 56
  %16 = load i64, ptr %threads.i64, align 8
  %cluster.i65 = getelementptr inbounds nuw i8, ptr %15, i64 96
  %17 = load i64, ptr %cluster.i65, align 8
  %div.i66 = sdiv i64 %16, %17
  %conv.i67 = trunc i64 %div.i66 to i32
  %rem23 = urem i32 %1, %conv.i67
  %div55 = lshr i32 %rem23, 5
  br label %cleanup

sw.bb24:                                          ; preds = %entry
  %18 = load ptr, ptr @launch, align 8
  %threads.i68 = getelementptr inbounds nuw i8, ptr %18, i64 56
  %19 = load i64, ptr %threads.i68, align 8
  %cluster.i69 = getelementptr inbounds nuw i8, ptr %18, i64 96
  %20 = load i64, ptr %cluster.i69, align 8
  %div.i70 = sdiv i64 %19, %20
  %conv.i71 = trunc i64 %div.i70 to i32
  %sub = add i32 %conv.i71, 31
  %div2754 = lshr i32 %sub, 5
  br label %cleanup

sw.bb28:                                          ; preds = %entry
  %clocks = getelementptr inbounds nuw i8, ptr %0, i64 96
  %21 = load ptr, ptr %clocks, align 8
  %idxprom30 = zext i32 %1 to i64
  %arrayidx31 = getelementptr inbounds nuw i32, ptr %21, i64 %idxprom30
  %22 = load i32, ptr %arrayidx31, align 4
  br label %cleanup

sw.bb32:                                          ; preds = %entry
  %shl = shl nuw i32 1, %rem.i
  br label %cleanup

sw.bb33:                                          ; preds = %entry
  %notmask = shl nsw i32 -1, %rem.i
  %sub35 = xor i32 %notmask, -1
  br label %cleanup

sw.bb36:                                          ; preds = %entry
  %shl37 = shl i32 2, %rem.i
  %sub38 = add i32 %shl37, -1
  br label %cleanup

sw.bb39:                                          ; preds = %entry
  %shl40.neg = shl i32 -2, %rem.i
  br label %cleanup

sw.default:                                       ; preds = %entry
  %notmask56 = shl nsw i32 -1, %rem.i
  br label %cleanup

cleanup:                                          ; preds = %entry, %cond.false5, %sw.bb2, %cond.false, %sw.bb, %sw.default, %sw.bb39, %sw.bb36, %sw.bb33, %sw.bb32, %sw.bb28, %sw.bb24, %sw.bb20, %sw.bb16, %cond.end14
  %retval.0 = phi i32 [ %notmask56, %sw.default ], [ %shl40.neg, %sw.bb39 ], [ 0, %sw.bb ], [ %add, %cond.end14 ], [ %conv, %sw.bb16 ], [ 1, %sw.bb2 ], [ %div55, %sw.bb20 ], [ %div2754, %sw.bb24 ], [ %22, %sw.bb28 ], [ %shl, %sw.bb32 ], [ %sub35, %sw.bb33 ], [ %sub38, %sw.bb36 ], [ %rem, %cond.false ], [ %conv.i60, %cond.false5 ], [ %rem.i, %entry ]
  ret i32 %retval.0
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define i32 @emu_active_lanes() local_unnamed_addr #7 {
entry:
  %0 = load ptr, ptr @current, align 8
  %number = getelementptr inbounds nuw i8, ptr %0, i64 16
  %1 = load i32, ptr %number, align 8
  %sub = and i32 %1, -32
  %2 = load ptr, ptr @launch, align 8
  %threads = getelementptr inbounds nuw i8, ptr %2, i64 56
  %3 = load i64, ptr %threads, align 8
  %block = getelementptr inbounds nuw i8, ptr %0, i64 8
  %4 = zext i32 %sub to i64
  br label %land.rhs

land.rhs:                                         ; preds = %entry, %for.body
  %indvars.iv = phi i64 [ 0, %entry ], [ %indvars.iv.next, %for.body ]
  %lanes.013 = phi i32 [ 0, %entry ], [ %lanes.1, %for.body ]
  %5 = or disjoint i64 %indvars.iv, %4
  %cmp1 = icmp sgt i64 %3, %5
  br i1 %cmp1, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.body, %land.rhs
  %lanes.0.lcssa = phi i32 [ %lanes.1, %for.body ], [ %lanes.013, %land.rhs ]
  ret i32 %lanes.0.lcssa

for.body:                                         ; preds = %land.rhs
  %6 = load ptr, ptr %block, align 8
  %threads3 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %7 = load ptr, ptr %threads3, align 8
  %arrayidx = getelementptr inbounds nuw %struct.Thread, ptr %7, i64 %5
  %state = getelementptr inbounds nuw i8, ptr %arrayidx, i64 20
  %8 = load i32, ptr %state, align 4
  %cmp5.not = icmp eq i32 %8, 2
  %9 = trunc nuw nsw i64 %indvars.iv to i32
  %shl = shl nuw i32 1, %9
  %or = select i1 %cmp5.not, i32 0, i32 %shl
  %lanes.1 = or i32 %or, %lanes.013
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 32
  br i1 %exitcond.not, label %for.cond.cleanup, label %land.rhs, !llvm.loop !32
}

; Function Attrs: nounwind uwtable
define void @emu_nanosleep() local_unnamed_addr #0 {
entry:
  tail call void @yield() #12
  ret void
}

declare void @yield() local_unnamed_addr #1

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #8

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32) #9

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #9

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #9

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #9

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #10

attributes #0 = { nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #5 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #6 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #7 = { nofree norecurse nosync nounwind memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #8 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #9 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #10 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #11 = { noreturn nounwind }
attributes #12 = { nounwind }

!4 = !{!5}
!5 = distinct !{!5, !6, !"at_barrier: %agg.result"}
!6 = distinct !{!6, !"at_barrier"}
!7 = !{!8}
!8 = distinct !{!8, !9, !"at_barrier: %agg.result"}
!9 = distinct !{!9, !"at_barrier"}
!10 = distinct !{!10, !11, !12}
!11 = !{!"llvm.loop.mustprogress"}
!12 = !{!"llvm.loop.unroll.disable"}
!13 = !{!14}
!14 = distinct !{!14, !15, !"at_barrier: %agg.result"}
!15 = distinct !{!15, !"at_barrier"}
!16 = !{!17}
!17 = distinct !{!17, !18, !"at_barrier: %agg.result"}
!18 = distinct !{!18, !"at_barrier"}
!19 = !{!20}
!20 = distinct !{!20, !21, !"at_barrier: %agg.result"}
!21 = distinct !{!21, !"at_barrier"}
!22 = distinct !{!22, !11, !12}
!23 = distinct !{!23, !11, !12}
!24 = distinct !{!24, !11, !12}
!25 = distinct !{!25, !11, !12}
!26 = distinct !{!26, !11, !12}
!27 = distinct !{!27, !11, !12}
!28 = distinct !{!28, !11, !12}
!29 = distinct !{!29, !11, !12}
!30 = distinct !{!30, !11, !12}
!31 = distinct !{!31, !11, !12}
!32 = distinct !{!32, !11, !12}
