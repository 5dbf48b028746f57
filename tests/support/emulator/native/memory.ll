; Made of memory.c by regenerate.py, see README.md.
%struct.Cell = type { i64, [2 x i64] }
%struct.Region = type { ptr, ptr, ptr, i64 }
%struct.Thread = type { ptr, ptr, i32, i32, i32, i32, %struct.Wait, i32, ptr, ptr, ptr, ptr, ptr, i32, ptr }
%struct.Wait = type { i32, i32, i32, i32, ptr, ptr, ptr, i32 }

@launch = external local_unnamed_addr global ptr, align 8
@current = external local_unnamed_addr global ptr, align 8
@region_of.last = internal unnamed_addr global i64 0, align 8

; Function Attrs: nounwind uwtable
define ptr @emu_shared(i64 noundef %address, i32 noundef %how, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %conv = trunc i64 %address to i32
  %call = tail call fastcc ptr @shared_at(i32 noundef %conv, ptr noundef null, i32 noundef %how, i32 noundef %site)
  %and = and i32 %how, 131072
  %tobool.not = icmp eq i32 %and, 0
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  tail call void @yield() #10
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  ret ptr %call
}

; Function Attrs: nounwind uwtable
define internal fastcc ptr @shared_at(i32 noundef %address, ptr noundef readonly captures(address_is_null) %value, i32 noundef %how, i32 noundef %site) unnamed_addr #0 {
entry:
  %conv = zext i32 %address to i64
  %shr.i.i.i = lshr i64 %conv, 24
  %tobool.not.i.i.i = icmp eq i64 %shr.i.i.i, 0
  br i1 %tobool.not.i.i.i, label %cond.false.i.i, label %land.rhs.i.i.i

land.rhs.i.i.i:                                   ; preds = %entry
  %0 = load ptr, ptr @launch, align 8
  %cluster.i.i.i = getelementptr inbounds nuw i8, ptr %0, i64 96
  %1 = load i64, ptr %cluster.i.i.i, align 8
  %cmp.i.not.i.i = icmp ugt i64 %shr.i.i.i, %1
  br i1 %cmp.i.not.i.i, label %cond.false.i.i, label %cond.true.i.i

cond.true.i.i:                                    ; preds = %land.rhs.i.i.i
  %2 = trunc nuw nsw i64 %shr.i.i.i to i32
  %3 = add nsw i32 %2, -1
  br label %rank_at.exit.i

cond.false.i.i:                                   ; preds = %land.rhs.i.i.i, %entry
  %4 = load ptr, ptr @launch, align 8
  %cluster.i4.i.i = getelementptr inbounds nuw i8, ptr %4, i64 96
  %5 = load i64, ptr %cluster.i4.i.i, align 8
  %cmp.i5.i.i = icmp eq i64 %5, 1
  br i1 %cmp.i5.i.i, label %rank_at.exit.i, label %cond.false.i.i.i

cond.false.i.i.i:                                 ; preds = %cond.false.i.i
  %6 = load ptr, ptr @current, align 8
  %number.i.i.i = getelementptr inbounds nuw i8, ptr %6, i64 16
  %7 = load i32, ptr %number.i.i.i, align 8
  %threads.i.i.i.i = getelementptr inbounds nuw i8, ptr %4, i64 56
  %8 = load i64, ptr %threads.i.i.i.i, align 8
  %div.i.i.i.i = sdiv i64 %8, %5
  %conv.i.i.i.i = trunc i64 %div.i.i.i.i to i32
  %div.i.i.i = udiv i32 %7, %conv.i.i.i.i
  br label %rank_at.exit.i

rank_at.exit.i:                                   ; preds = %cond.false.i.i.i, %cond.false.i.i, %cond.true.i.i
  %cond.i.i = phi i32 [ %3, %cond.true.i.i ], [ %div.i.i.i, %cond.false.i.i.i ], [ 0, %cond.false.i.i ]
  %9 = load ptr, ptr @launch, align 8
  %shared_bytes.i = getelementptr inbounds nuw i8, ptr %9, i64 64
  %10 = load i64, ptr %shared_bytes.i, align 8
  br i1 %tobool.not.i.i.i, label %offset_of.exit, label %land.rhs.i.i5.i

land.rhs.i.i5.i:                                  ; preds = %rank_at.exit.i
  %cluster.i.i6.i = getelementptr inbounds nuw i8, ptr %9, i64 96
  %11 = load i64, ptr %cluster.i.i6.i, align 8
  %cmp.i.i.i = icmp ule i64 %shr.i.i.i, %11
  br label %offset_of.exit

offset_of.exit:                                   ; preds = %rank_at.exit.i, %land.rhs.i.i5.i
  %12 = phi i1 [ false, %rank_at.exit.i ], [ %cmp.i.i.i, %land.rhs.i.i5.i ]
  %conv.i = zext i32 %cond.i.i to i64
  %mul.i = mul nsw i64 %10, %conv.i
  %and.i.i = and i64 %conv, 16777215
  %cond.i7.i = select i1 %12, i64 %and.i.i, i64 %conv
  %sub.i.i = add i64 %mul.i, -1024
  %add.i = add i64 %sub.i.i, %cond.i7.i
  br i1 %tobool.not.i.i.i, label %offset_in_block.exit, label %land.rhs.i.i

land.rhs.i.i:                                     ; preds = %offset_of.exit
  %cluster.i.i = getelementptr inbounds nuw i8, ptr %9, i64 96
  %13 = load i64, ptr %cluster.i.i, align 8
  %cmp.i.i.not = icmp ugt i64 %shr.i.i.i, %13
  %14 = select i1 %cmp.i.i.not, i64 %conv, i64 %and.i.i
  br label %offset_in_block.exit

offset_in_block.exit:                             ; preds = %offset_of.exit, %land.rhs.i.i
  %cond.i = phi i64 [ %conv, %offset_of.exit ], [ %14, %land.rhs.i.i ]
  %15 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %15, i64 8
  %16 = load ptr, ptr %block, align 8
  %shared = getelementptr inbounds nuw i8, ptr %16, i64 56
  %17 = load ptr, ptr %shared, align 8
  %add.ptr = getelementptr inbounds i8, ptr %17, i64 %add.i
  %shr.i = lshr i32 %how, 20
  %sh_prom.i = zext nneg i32 %shr.i to i64
  %notmask.i = shl nsw i64 -1, %sh_prom.i
  %sub.i24 = xor i64 %notmask.i, -1
  %and.i25 = and i64 %sub.i24, %conv
  %tobool.not.i = icmp eq i64 %and.i25, 0
  br i1 %tobool.not.i, label %check_alignment.exit, label %if.then.i

if.then.i:                                        ; preds = %offset_in_block.exit
  %in_shared.i.i = getelementptr inbounds nuw i8, ptr %9, i64 224
  store i64 1, ptr %in_shared.i.i, align 8
  %18 = load ptr, ptr %block, align 8
  %shared.i.i = getelementptr inbounds nuw i8, ptr %18, i64 56
  %19 = load ptr, ptr %shared.i.i, align 8
  %cluster.i.i.i27 = getelementptr inbounds nuw i8, ptr %9, i64 96
  %20 = load i64, ptr %cluster.i.i.i27, align 8
  %cmp.i.i.i28 = icmp eq i64 %20, 1
  br i1 %cmp.i.i.i28, label %rank_of.exit.i.i, label %cond.false.i.i.i29

cond.false.i.i.i29:                               ; preds = %if.then.i
  %number.i.i.i30 = getelementptr inbounds nuw i8, ptr %15, i64 16
  %21 = load i32, ptr %number.i.i.i30, align 8
  %threads.i.i.i.i31 = getelementptr inbounds nuw i8, ptr %9, i64 56
  %22 = load i64, ptr %threads.i.i.i.i31, align 8
  %div.i.i.i.i32 = sdiv i64 %22, %20
  %conv.i.i.i.i33 = trunc i64 %div.i.i.i.i32 to i32
  %div.i.i.i34 = udiv i32 %21, %conv.i.i.i.i33
  %23 = zext i32 %div.i.i.i34 to i64
  %24 = mul nsw i64 %10, %23
  br label %rank_of.exit.i.i

rank_of.exit.i.i:                                 ; preds = %cond.false.i.i.i29, %if.then.i
  %cond.i.i.i = phi i64 [ %24, %cond.false.i.i.i29 ], [ 0, %if.then.i ]
  %sub.ptr.rhs.cast.i.i = ptrtoint ptr %19 to i64
  %sub.ptr.lhs.cast.i.i = ptrtoint ptr %add.ptr to i64
  %25 = add i64 %cond.i.i.i, %sub.ptr.rhs.cast.i.i
  %sub.i.i35 = sub i64 %sub.ptr.lhs.cast.i.i, %25
  %address.i.i = getelementptr inbounds nuw i8, ptr %9, i64 216
  store i64 %sub.i.i35, ptr %address.i.i, align 8
  %and.i.i37 = and i32 %how, 65535
  %conv5.i.i = zext nneg i32 %and.i.i37 to i64
  %size.i.i = getelementptr inbounds nuw i8, ptr %9, i64 232
  store i64 %conv5.i.i, ptr %size.i.i, align 8
  %and6.i.i = lshr i32 %how, 16
  %and6.lobit.i.i = and i32 %and6.i.i, 1
  %conv8.i.i = zext nneg i32 %and6.lobit.i.i to i64
  %written.i.i = getelementptr inbounds nuw i8, ptr %9, i64 248
  store i64 %conv8.i.i, ptr %written.i.i, align 8
  tail call void @fail(i32 noundef 4, i32 noundef %site) #11
  unreachable

check_alignment.exit:                             ; preds = %offset_in_block.exit
  %cmp = icmp slt i64 %cond.i, 1024
  br i1 %cmp, label %if.then, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %check_alignment.exit
  %and = and i32 %how, 65535
  %conv5 = zext nneg i32 %and to i64
  %sub.i = add nsw i64 %conv5, -1024
  %add = add nsw i64 %sub.i, %cond.i
  %cmp6 = icmp sgt i64 %add, %10
  br i1 %cmp6, label %if.then, label %if.end

if.then:                                          ; preds = %lor.lhs.false, %check_alignment.exit
  %in_shared.i = getelementptr inbounds nuw i8, ptr %9, i64 224
  store i64 1, ptr %in_shared.i, align 8
  %26 = load ptr, ptr %block, align 8
  %shared.i = getelementptr inbounds nuw i8, ptr %26, i64 56
  %27 = load ptr, ptr %shared.i, align 8
  %cluster.i.i38 = getelementptr inbounds nuw i8, ptr %9, i64 96
  %28 = load i64, ptr %cluster.i.i38, align 8
  %cmp.i.i39 = icmp eq i64 %28, 1
  br i1 %cmp.i.i39, label %rank_of.exit.i, label %cond.false.i.i40

cond.false.i.i40:                                 ; preds = %if.then
  %number.i.i = getelementptr inbounds nuw i8, ptr %15, i64 16
  %29 = load i32, ptr %number.i.i, align 8
  %threads.i.i.i = getelementptr inbounds nuw i8, ptr %9, i64 56
  %30 = load i64, ptr %threads.i.i.i, align 8
  %div.i.i.i41 = sdiv i64 %30, %28
  %conv.i.i.i = trunc i64 %div.i.i.i41 to i32
  %div.i.i = udiv i32 %29, %conv.i.i.i
  %31 = zext i32 %div.i.i to i64
  %32 = mul nsw i64 %10, %31
  br label %rank_of.exit.i

rank_of.exit.i:                                   ; preds = %cond.false.i.i40, %if.then
  %cond.i.i42 = phi i64 [ %32, %cond.false.i.i40 ], [ 0, %if.then ]
  %sub.ptr.rhs.cast.i = ptrtoint ptr %27 to i64
  %sub.ptr.lhs.cast.i = ptrtoint ptr %add.ptr to i64
  %33 = add i64 %cond.i.i42, %sub.ptr.rhs.cast.i
  %sub.i45 = sub i64 %sub.ptr.lhs.cast.i, %33
  %address.i = getelementptr inbounds nuw i8, ptr %9, i64 216
  store i64 %sub.i45, ptr %address.i, align 8
  %and.i47 = and i32 %how, 65535
  %conv5.i = zext nneg i32 %and.i47 to i64
  %size.i = getelementptr inbounds nuw i8, ptr %9, i64 232
  store i64 %conv5.i, ptr %size.i, align 8
  %and6.i = lshr i32 %how, 16
  %and6.lobit.i = and i32 %and6.i, 1
  %conv8.i = zext nneg i32 %and6.lobit.i to i64
  %written.i = getelementptr inbounds nuw i8, ptr %9, i64 248
  store i64 %conv8.i, ptr %written.i, align 8
  tail call void @fail(i32 noundef 3, i32 noundef %site) #11
  unreachable

if.end:                                           ; preds = %lor.lhs.false
  %check_races = getelementptr inbounds nuw i8, ptr %9, i64 104
  %34 = load i64, ptr %check_races, align 8
  %tobool.not = icmp eq i64 %34, 0
  br i1 %tobool.not, label %if.end11, label %if.then8

if.then8:                                         ; preds = %if.end
  %cells = getelementptr inbounds nuw i8, ptr %16, i64 64
  %35 = load ptr, ptr %cells, align 8
  %add.ptr10 = getelementptr inbounds %struct.Cell, ptr %35, i64 %add.i
  tail call fastcc void @note(ptr noundef %add.ptr10, i32 noundef 0, ptr noundef %add.ptr, ptr noundef %value, i32 noundef %how, i32 noundef %site)
  br label %if.end11

if.end11:                                         ; preds = %if.then8, %if.end
  ret ptr %add.ptr
}

declare void @yield() local_unnamed_addr #1

; Function Attrs: nounwind uwtable
define ptr @emu_generic(ptr noundef %address, i32 noundef %how, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %call = tail call fastcc ptr @generic_at(ptr noundef %address, ptr noundef null, i32 noundef %how, i32 noundef %site)
  %and = and i32 %how, 131072
  %tobool.not = icmp eq i32 %and, 0
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  tail call void @yield() #10
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  ret ptr %call
}

; Function Attrs: nounwind uwtable
define internal fastcc ptr @generic_at(ptr noundef %place, ptr noundef readonly captures(address_is_null) %value, i32 noundef %how, i32 noundef %site) unnamed_addr #0 {
entry:
  %and = and i32 %how, 65535
  %0 = load ptr, ptr @current, align 8
  %block1 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block1, align 8
  %bottom = getelementptr inbounds nuw i8, ptr %0, i64 104
  %2 = load ptr, ptr %bottom, align 8
  %cmp.not = icmp ult ptr %place, %2
  br i1 %cmp.not, label %if.end, label %land.lhs.true

land.lhs.true:                                    ; preds = %entry
  %idx.ext = zext nneg i32 %and to i64
  %add.ptr = getelementptr inbounds nuw i8, ptr %place, i64 %idx.ext
  %3 = load ptr, ptr @launch, align 8
  %stack_bytes = getelementptr inbounds nuw i8, ptr %3, i64 72
  %4 = load i64, ptr %stack_bytes, align 8
  %add.ptr3 = getelementptr inbounds i8, ptr %2, i64 %4
  %cmp4.not = icmp ugt ptr %add.ptr, %add.ptr3
  br i1 %cmp4.not, label %if.end, label %cleanup

if.end:                                           ; preds = %land.lhs.true, %entry
  %shared = getelementptr inbounds nuw i8, ptr %1, i64 56
  %5 = load ptr, ptr %shared, align 8
  %cmp5.not = icmp ult ptr %place, %5
  br i1 %cmp5.not, label %if.end12, label %land.lhs.true6

land.lhs.true6:                                   ; preds = %if.end
  %6 = load ptr, ptr @launch, align 8
  %cluster = getelementptr inbounds nuw i8, ptr %6, i64 96
  %7 = load i64, ptr %cluster, align 8
  %shared_bytes = getelementptr inbounds nuw i8, ptr %6, i64 64
  %8 = load i64, ptr %shared_bytes, align 8
  %mul = mul nsw i64 %8, %7
  %add.ptr8 = getelementptr inbounds i8, ptr %5, i64 %mul
  %cmp9 = icmp ult ptr %place, %add.ptr8
  br i1 %cmp9, label %if.then10, label %if.end12

if.then10:                                        ; preds = %land.lhs.true6
  %sub.ptr.lhs.cast.i = ptrtoint ptr %place to i64
  %sub.ptr.rhs.cast.i = ptrtoint ptr %5 to i64
  %sub.ptr.sub.i = sub i64 %sub.ptr.lhs.cast.i, %sub.ptr.rhs.cast.i
  %cmp.i.i = icmp eq i64 %7, 1
  br i1 %cmp.i.i, label %rank_of.exit.i, label %cond.false.i.i

cond.false.i.i:                                   ; preds = %if.then10
  %number.i.i = getelementptr inbounds nuw i8, ptr %0, i64 16
  %9 = load i32, ptr %number.i.i, align 8
  %threads.i.i.i = getelementptr inbounds nuw i8, ptr %6, i64 56
  %10 = load i64, ptr %threads.i.i.i, align 8
  %div.i.i.i = sdiv i64 %10, %7
  %conv.i.i.i = trunc i64 %div.i.i.i to i32
  %div.i.i = udiv i32 %9, %conv.i.i.i
  %11 = zext i32 %div.i.i to i64
  br label %rank_of.exit.i

rank_of.exit.i:                                   ; preds = %cond.false.i.i, %if.then10
  %cond.i.i = phi i64 [ %11, %cond.false.i.i ], [ 0, %if.then10 ]
  %cmp.i = icmp sgt i64 %sub.ptr.sub.i, -1
  %cmp2.not.i = icmp slt i64 %sub.ptr.sub.i, %mul
  %or.cond.i = and i1 %cmp.i, %cmp2.not.i
  br i1 %or.cond.i, label %lor.lhs.false4.i, label %if.then.i

lor.lhs.false4.i:                                 ; preds = %rank_of.exit.i
  %div.i = sdiv i64 %sub.ptr.sub.i, %8
  %rem.i = srem i64 %sub.ptr.sub.i, %8
  %cmp5.i = icmp eq i64 %div.i, %cond.i.i
  br i1 %cmp5.i, label %if.then.i, label %if.end.i

if.then.i:                                        ; preds = %lor.lhs.false4.i, %rank_of.exit.i
  %mul7.i = mul nsw i64 %cond.i.i, %8
  %sub.i = add i64 %sub.ptr.sub.i, 1024
  %add.i = sub i64 %sub.i, %mul7.i
  br label %emu_to_shared.exit

if.end.i:                                         ; preds = %lor.lhs.false4.i
  %add8.i = add nuw nsw i64 %rem.i, 1024
  %add.i.i = shl i64 %div.i, 24
  %conv.i.i = add i64 %add.i.i, 16777216
  %shl.i.i = and i64 %conv.i.i, 72057594021150720
  %and.i.i = and i64 %add8.i, 16777215
  %or.i.i = or disjoint i64 %and.i.i, %shl.i.i
  br label %emu_to_shared.exit

emu_to_shared.exit:                               ; preds = %if.then.i, %if.end.i
  %retval.0.i = phi i64 [ %add.i, %if.then.i ], [ %or.i.i, %if.end.i ]
  %conv = trunc i64 %retval.0.i to i32
  %call11 = tail call fastcc ptr @shared_at(i32 noundef %conv, ptr noundef %value, i32 noundef %how, i32 noundef %site)
  br label %cleanup

if.end12:                                         ; preds = %land.lhs.true6, %if.end
  %12 = load i64, ptr @region_of.last, align 8
  %13 = load ptr, ptr @launch, align 8
  %region_count.i = getelementptr inbounds nuw i8, ptr %13, i64 168
  %14 = load i64, ptr %region_count.i, align 8
  %cmp.i62 = icmp slt i64 %12, %14
  br i1 %cmp.i62, label %land.lhs.true.i, label %if.end.i63

land.lhs.true.i:                                  ; preds = %if.end12
  %regions.i = getelementptr inbounds nuw i8, ptr %13, i64 160
  %15 = load ptr, ptr %regions.i, align 8
  %arrayidx.i = getelementptr inbounds %struct.Region, ptr %15, i64 %12
  %16 = load ptr, ptr %arrayidx.i, align 8
  %cmp1.not.i = icmp ult ptr %place, %16
  br i1 %cmp1.not.i, label %if.end.i63, label %land.lhs.true2.i

land.lhs.true2.i:                                 ; preds = %land.lhs.true.i
  %idx.ext.i = zext nneg i32 %and to i64
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %place, i64 %idx.ext.i
  %end.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 8
  %17 = load ptr, ptr %end.i, align 8
  %cmp5.not.i = icmp ugt ptr %add.ptr.i, %17
  br i1 %cmp5.not.i, label %if.end.i63, label %region_of.exit

if.end.i63:                                       ; preds = %land.lhs.true2.i, %land.lhs.true.i, %if.end12
  %cmp9.not34.i = icmp sgt i64 %14, 0
  br i1 %cmp9.not34.i, label %for.body.lr.ph.i, label %region_of.exit

for.body.lr.ph.i:                                 ; preds = %if.end.i63
  %regions10.i = getelementptr inbounds nuw i8, ptr %13, i64 160
  %18 = load ptr, ptr %regions10.i, align 8
  %idx.ext15.i = zext nneg i32 %and to i64
  %add.ptr16.i = getelementptr inbounds nuw i8, ptr %place, i64 %idx.ext15.i
  br label %for.body.i

for.body.i:                                       ; preds = %for.inc.i, %for.body.lr.ph.i
  %k.035.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.inc.i ]
  %arrayidx11.i = getelementptr inbounds nuw %struct.Region, ptr %18, i64 %k.035.i
  %19 = load ptr, ptr %arrayidx11.i, align 8
  %cmp13.not.i = icmp ult ptr %place, %19
  br i1 %cmp13.not.i, label %for.inc.i, label %land.lhs.true14.i

land.lhs.true14.i:                                ; preds = %for.body.i
  %end19.i = getelementptr inbounds nuw i8, ptr %arrayidx11.i, i64 8
  %20 = load ptr, ptr %end19.i, align 8
  %cmp20.not.i = icmp ugt ptr %add.ptr16.i, %20
  br i1 %cmp20.not.i, label %for.inc.i, label %if.then21.i

if.then21.i:                                      ; preds = %land.lhs.true14.i
  store i64 %k.035.i, ptr @region_of.last, align 8
  br label %region_of.exit

for.inc.i:                                        ; preds = %land.lhs.true14.i, %for.body.i
  %inc.i = add nuw nsw i64 %k.035.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %14
  br i1 %exitcond.not.i, label %region_of.exit, label %for.body.i, !llvm.loop !4

region_of.exit:                                   ; preds = %for.inc.i, %land.lhs.true2.i, %if.end.i63, %if.then21.i
  %retval.1.i = phi ptr [ %arrayidx.i, %land.lhs.true2.i ], [ %arrayidx11.i, %if.then21.i ], [ null, %if.end.i63 ], [ null, %for.inc.i ]
  %tobool.not = icmp eq ptr %retval.1.i, null
  br i1 %tobool.not, label %if.then14, label %if.end15

if.then14:                                        ; preds = %region_of.exit
  %in_shared.i = getelementptr inbounds nuw i8, ptr %13, i64 224
  store i64 0, ptr %in_shared.i, align 8
  %21 = ptrtoint ptr %place to i64
  %address.i = getelementptr inbounds nuw i8, ptr %13, i64 216
  store i64 %21, ptr %address.i, align 8
  %conv5.i = zext nneg i32 %and to i64
  %size.i = getelementptr inbounds nuw i8, ptr %13, i64 232
  store i64 %conv5.i, ptr %size.i, align 8
  %and6.i = lshr i32 %how, 16
  %and6.lobit.i = and i32 %and6.i, 1
  %conv8.i = zext nneg i32 %and6.lobit.i to i64
  %written.i = getelementptr inbounds nuw i8, ptr %13, i64 248
  store i64 %conv8.i, ptr %written.i, align 8
  tail call void @fail(i32 noundef 3, i32 noundef %site) #11
  unreachable

if.end15:                                         ; preds = %region_of.exit
  %and16 = and i32 %how, 65536
  %tobool17.not = icmp eq i32 %and16, 0
  br i1 %tobool17.not, label %if.end21, label %land.lhs.true18

land.lhs.true18:                                  ; preds = %if.end15
  %writable = getelementptr inbounds nuw i8, ptr %retval.1.i, i64 24
  %22 = load i64, ptr %writable, align 8
  %tobool19.not = icmp eq i64 %22, 0
  br i1 %tobool19.not, label %if.then20, label %if.end21

if.then20:                                        ; preds = %land.lhs.true18
  %in_shared.i64 = getelementptr inbounds nuw i8, ptr %13, i64 224
  store i64 0, ptr %in_shared.i64, align 8
  %23 = ptrtoint ptr %place to i64
  %address.i65 = getelementptr inbounds nuw i8, ptr %13, i64 216
  store i64 %23, ptr %address.i65, align 8
  %conv5.i67 = zext nneg i32 %and to i64
  %size.i68 = getelementptr inbounds nuw i8, ptr %13, i64 232
  store i64 %conv5.i67, ptr %size.i68, align 8
  %written.i72 = getelementptr inbounds nuw i8, ptr %13, i64 248
  store i64 1, ptr %written.i72, align 8
  tail call void @fail(i32 noundef 5, i32 noundef %site) #11
  unreachable

if.end21:                                         ; preds = %land.lhs.true18, %if.end15
  %24 = ptrtoint ptr %place to i64
  %shr.i = lshr i32 %how, 20
  %sh_prom.i = zext nneg i32 %shr.i to i64
  %notmask.i = shl nsw i64 -1, %sh_prom.i
  %sub.i74 = xor i64 %notmask.i, -1
  %and.i75 = and i64 %sub.i74, %24
  %tobool.not.i = icmp eq i64 %and.i75, 0
  br i1 %tobool.not.i, label %check_alignment.exit, label %if.then.i76

if.then.i76:                                      ; preds = %if.end21
  %in_shared.i.i = getelementptr inbounds nuw i8, ptr %13, i64 224
  store i64 0, ptr %in_shared.i.i, align 8
  %address.i.i = getelementptr inbounds nuw i8, ptr %13, i64 216
  store i64 %24, ptr %address.i.i, align 8
  %conv5.i.i = zext nneg i32 %and to i64
  %size.i.i = getelementptr inbounds nuw i8, ptr %13, i64 232
  store i64 %conv5.i.i, ptr %size.i.i, align 8
  %and6.i.i = lshr i32 %how, 16
  %and6.lobit.i.i = and i32 %and6.i.i, 1
  %conv8.i.i = zext nneg i32 %and6.lobit.i.i to i64
  %written.i.i = getelementptr inbounds nuw i8, ptr %13, i64 248
  store i64 %conv8.i.i, ptr %written.i.i, align 8
  tail call void @fail(i32 noundef 4, i32 noundef %site) #11
  unreachable

check_alignment.exit:                             ; preds = %if.end21
  %check_races = getelementptr inbounds nuw i8, ptr %13, i64 104
  %25 = load i64, ptr %check_races, align 8
  %tobool22.not = icmp eq i64 %25, 0
  br i1 %tobool22.not, label %cleanup, label %land.lhs.true23

land.lhs.true23:                                  ; preds = %check_alignment.exit
  %cells = getelementptr inbounds nuw i8, ptr %retval.1.i, i64 16
  %26 = load ptr, ptr %cells, align 8
  %tobool24.not = icmp eq ptr %26, null
  br i1 %tobool24.not, label %cleanup, label %if.then25

if.then25:                                        ; preds = %land.lhs.true23
  %27 = load ptr, ptr %retval.1.i, align 8
  %sub.ptr.rhs.cast = ptrtoint ptr %27 to i64
  %sub.ptr.sub = sub i64 %24, %sub.ptr.rhs.cast
  %add.ptr27 = getelementptr inbounds %struct.Cell, ptr %26, i64 %sub.ptr.sub
  tail call fastcc void @note(ptr noundef nonnull %add.ptr27, i32 noundef 1, ptr noundef %place, ptr noundef %value, i32 noundef %how, i32 noundef %site)
  br label %cleanup

cleanup:                                          ; preds = %check_alignment.exit, %land.lhs.true23, %if.then25, %land.lhs.true, %emu_to_shared.exit
  %retval.0 = phi ptr [ %place, %land.lhs.true ], [ %call11, %emu_to_shared.exit ], [ %place, %if.then25 ], [ %place, %land.lhs.true23 ], [ %place, %check_alignment.exit ]
  ret ptr %retval.0
}

; Function Attrs: nounwind uwtable
define void @emu_write_shared(i64 noundef %address, ptr noundef readonly captures(address_is_null) %value, i32 noundef %how, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %conv = trunc i64 %address to i32
  %call = tail call fastcc ptr @shared_at(i32 noundef %conv, ptr noundef %value, i32 noundef %how, i32 noundef %site)
  %and = and i32 %how, 65535
  %conv1 = zext nneg i32 %and to i64
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %call, ptr align 1 %value, i64 %conv1, i1 false)
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #2

; Function Attrs: nounwind uwtable
define void @emu_write_generic(ptr noundef %address, ptr noundef readonly captures(address_is_null) %value, i32 noundef %how, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %call = tail call fastcc ptr @generic_at(ptr noundef %address, ptr noundef %value, i32 noundef %how, i32 noundef %site)
  %and = and i32 %how, 65535
  %conv = zext nneg i32 %and to i64
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %call, ptr align 1 %value, i64 %conv, i1 false)
  ret void
}

; Function Attrs: nounwind uwtable
define void @read_shared(i64 noundef %address, ptr noundef writeonly captures(none) %value, i32 noundef %size, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %conv = trunc i64 %address to i32
  %0 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %size, i1 true)
  %shl.i = shl nuw nsw i32 %0, 20
  %or.i = or i32 %shl.i, %size
  %call1 = tail call fastcc ptr @shared_at(i32 noundef %conv, ptr noundef null, i32 noundef %or.i, i32 noundef %site)
  %conv2 = zext i32 %size to i64
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %value, ptr align 1 %call1, i64 %conv2, i1 false)
  ret void
}

; Function Attrs: nounwind uwtable
define void @write_shared(i64 noundef %address, ptr noundef readonly captures(address_is_null) %value, i32 noundef %size, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %conv = trunc i64 %address to i32
  %0 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %size, i1 true)
  %shl.i = shl nuw nsw i32 %0, 20
  %or.i = or i32 %size, %shl.i
  %or = or i32 %or.i, 65536
  %call1 = tail call fastcc ptr @shared_at(i32 noundef %conv, ptr noundef %value, i32 noundef %or, i32 noundef %site)
  %conv2 = zext i32 %size to i64
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %call1, ptr align 1 %value, i64 %conv2, i1 false)
  ret void
}

; Function Attrs: nounwind uwtable
define i64 @check_copy(i64 noundef %to, ptr noundef %from, i32 noundef %size, i32 noundef %given, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %tobool.not = icmp eq i32 %given, 0
  br i1 %tobool.not, label %if.else, label %if.then

if.then:                                          ; preds = %entry
  %0 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %size, i1 true)
  %shl.i = shl nuw nsw i32 %0, 20
  %size.masked = and i32 %size, -65536
  %1 = or i32 %size.masked, %shl.i
  %or = or i32 %1, %given
  %call1 = tail call fastcc ptr @generic_at(ptr noundef %from, ptr noundef null, i32 noundef %or, i32 noundef %site)
  br label %if.end

if.else:                                          ; preds = %entry
  %2 = ptrtoint ptr %from to i64
  %3 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %size, i1 true)
  %4 = lshr i32 %size, 20
  %shr.i = or i32 %4, %3
  %sh_prom.i = zext nneg i32 %shr.i to i64
  %notmask.i = shl nsw i64 -1, %sh_prom.i
  %sub.i = xor i64 %notmask.i, -1
  %and.i = and i64 %sub.i, %2
  %tobool.not.i = icmp eq i64 %and.i, 0
  br i1 %tobool.not.i, label %if.end, label %if.then.i

if.then.i:                                        ; preds = %if.else
  %5 = load ptr, ptr @launch, align 8
  %in_shared.i.i = getelementptr inbounds nuw i8, ptr %5, i64 224
  store i64 0, ptr %in_shared.i.i, align 8
  %address.i.i = getelementptr inbounds nuw i8, ptr %5, i64 216
  store i64 %2, ptr %address.i.i, align 8
  %and.i.i = and i32 %size, 65535
  %conv5.i.i = zext nneg i32 %and.i.i to i64
  %size.i.i = getelementptr inbounds nuw i8, ptr %5, i64 232
  store i64 %conv5.i.i, ptr %size.i.i, align 8
  %and6.i.i = lshr i32 %size, 16
  %and6.lobit.i.i = and i32 %and6.i.i, 1
  %conv8.i.i = zext nneg i32 %and6.lobit.i.i to i64
  %written.i.i = getelementptr inbounds nuw i8, ptr %5, i64 248
  store i64 %conv8.i.i, ptr %written.i.i, align 8
  tail call void @fail(i32 noundef 4, i32 noundef %site) #11
  unreachable

if.end:                                           ; preds = %if.else, %if.then
  %conv = trunc i64 %to to i32
  %6 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %size, i1 true)
  %shl.i18 = shl nuw nsw i32 %6, 20
  %or.i19 = or i32 %size, %shl.i18
  %or4 = or i32 %or.i19, 65536
  %call5 = tail call fastcc ptr @shared_at(i32 noundef %conv, ptr noundef null, i32 noundef %or4, i32 noundef %site)
  %7 = load ptr, ptr @launch, align 8
  %check_races = getelementptr inbounds nuw i8, ptr %7, i64 104
  %8 = load i64, ptr %check_races, align 8
  %tobool6.not = icmp eq i64 %8, 0
  br i1 %tobool6.not, label %cond.end, label %cond.true

cond.true:                                        ; preds = %if.end
  %9 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %9, i64 8
  %10 = load ptr, ptr %block, align 8
  %cells = getelementptr inbounds nuw i8, ptr %10, i64 64
  %11 = load ptr, ptr %cells, align 8
  %shr.i.i.i = lshr i64 %to, 24
  %tobool.not.i.i.i = icmp eq i64 %shr.i.i.i, 0
  br i1 %tobool.not.i.i.i, label %cond.false.i.i, label %land.rhs.i.i.i

land.rhs.i.i.i:                                   ; preds = %cond.true
  %cluster.i.i.i = getelementptr inbounds nuw i8, ptr %7, i64 96
  %12 = load i64, ptr %cluster.i.i.i, align 8
  %cmp.i.not.i.i = icmp ugt i64 %shr.i.i.i, %12
  br i1 %cmp.i.not.i.i, label %cond.false.i.i, label %cond.true.i.i

cond.true.i.i:                                    ; preds = %land.rhs.i.i.i
  %13 = trunc i64 %shr.i.i.i to i32
  %14 = add i32 %13, -1
  br label %rank_at.exit.i

cond.false.i.i:                                   ; preds = %land.rhs.i.i.i, %cond.true
  %cluster.i4.i.i = getelementptr inbounds nuw i8, ptr %7, i64 96
  %15 = load i64, ptr %cluster.i4.i.i, align 8
  %cmp.i5.i.i = icmp eq i64 %15, 1
  br i1 %cmp.i5.i.i, label %rank_at.exit.i, label %cond.false.i.i.i

cond.false.i.i.i:                                 ; preds = %cond.false.i.i
  %number.i.i.i = getelementptr inbounds nuw i8, ptr %9, i64 16
  %16 = load i32, ptr %number.i.i.i, align 8
  %threads.i.i.i.i = getelementptr inbounds nuw i8, ptr %7, i64 56
  %17 = load i64, ptr %threads.i.i.i.i, align 8
  %div.i.i.i.i = sdiv i64 %17, %15
  %conv.i.i.i.i = trunc i64 %div.i.i.i.i to i32
  %div.i.i.i = udiv i32 %16, %conv.i.i.i.i
  br label %rank_at.exit.i

rank_at.exit.i:                                   ; preds = %cond.false.i.i.i, %cond.false.i.i, %cond.true.i.i
  %cond.i.i = phi i32 [ %14, %cond.true.i.i ], [ %div.i.i.i, %cond.false.i.i.i ], [ 0, %cond.false.i.i ]
  %shared_bytes.i = getelementptr inbounds nuw i8, ptr %7, i64 64
  %18 = load i64, ptr %shared_bytes.i, align 8
  br i1 %tobool.not.i.i.i, label %offset_of.exit, label %land.rhs.i.i5.i

land.rhs.i.i5.i:                                  ; preds = %rank_at.exit.i
  %cluster.i.i6.i = getelementptr inbounds nuw i8, ptr %7, i64 96
  %19 = load i64, ptr %cluster.i.i6.i, align 8
  %cmp.i.i.i = icmp ule i64 %shr.i.i.i, %19
  br label %offset_of.exit

offset_of.exit:                                   ; preds = %rank_at.exit.i, %land.rhs.i.i5.i
  %20 = phi i1 [ false, %rank_at.exit.i ], [ %cmp.i.i.i, %land.rhs.i.i5.i ]
  %conv.i = zext i32 %cond.i.i to i64
  %mul.i = mul nsw i64 %18, %conv.i
  %and.i.i20 = and i64 %to, 16777215
  %cond.i7.i = select i1 %20, i64 %and.i.i20, i64 %to
  %21 = getelementptr %struct.Cell, ptr %11, i64 %mul.i
  %22 = getelementptr i8, ptr %21, i64 -24576
  %arrayidx = getelementptr %struct.Cell, ptr %22, i64 %cond.i7.i
  %23 = load i64, ptr %arrayidx, align 8
  br label %cond.end

cond.end:                                         ; preds = %if.end, %offset_of.exit
  %cond = phi i64 [ %23, %offset_of.exit ], [ 0, %if.end ]
  ret i64 %cond
}

; Function Attrs: nounwind uwtable
define void @check_proxy(i64 noundef %address, i32 noundef %size, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %shr.i.i.i = lshr i64 %address, 24
  %tobool.not.i.i.i = icmp eq i64 %shr.i.i.i, 0
  br i1 %tobool.not.i.i.i, label %cond.false.i.i, label %land.rhs.i.i.i

land.rhs.i.i.i:                                   ; preds = %entry
  %0 = load ptr, ptr @launch, align 8
  %cluster.i.i.i = getelementptr inbounds nuw i8, ptr %0, i64 96
  %1 = load i64, ptr %cluster.i.i.i, align 8
  %cmp.i.not.i.i = icmp ugt i64 %shr.i.i.i, %1
  br i1 %cmp.i.not.i.i, label %cond.false.i.i, label %cond.true.i.i

cond.true.i.i:                                    ; preds = %land.rhs.i.i.i
  %2 = trunc i64 %shr.i.i.i to i32
  %3 = add i32 %2, -1
  br label %rank_at.exit.i

cond.false.i.i:                                   ; preds = %land.rhs.i.i.i, %entry
  %4 = load ptr, ptr @launch, align 8
  %cluster.i4.i.i = getelementptr inbounds nuw i8, ptr %4, i64 96
  %5 = load i64, ptr %cluster.i4.i.i, align 8
  %cmp.i5.i.i = icmp eq i64 %5, 1
  br i1 %cmp.i5.i.i, label %rank_at.exit.i, label %cond.false.i.i.i

cond.false.i.i.i:                                 ; preds = %cond.false.i.i
  %6 = load ptr, ptr @current, align 8
  %number.i.i.i = getelementptr inbounds nuw i8, ptr %6, i64 16
  %7 = load i32, ptr %number.i.i.i, align 8
  %threads.i.i.i.i = getelementptr inbounds nuw i8, ptr %4, i64 56
  %8 = load i64, ptr %threads.i.i.i.i, align 8
  %div.i.i.i.i = sdiv i64 %8, %5
  %conv.i.i.i.i = trunc i64 %div.i.i.i.i to i32
  %div.i.i.i = udiv i32 %7, %conv.i.i.i.i
  br label %rank_at.exit.i

rank_at.exit.i:                                   ; preds = %cond.false.i.i.i, %cond.false.i.i, %cond.true.i.i
  %cond.i.i = phi i32 [ %3, %cond.true.i.i ], [ %div.i.i.i, %cond.false.i.i.i ], [ 0, %cond.false.i.i ]
  %9 = load ptr, ptr @launch, align 8
  %shared_bytes.i = getelementptr inbounds nuw i8, ptr %9, i64 64
  %10 = load i64, ptr %shared_bytes.i, align 8
  br i1 %tobool.not.i.i.i, label %offset_of.exit, label %land.rhs.i.i5.i

land.rhs.i.i5.i:                                  ; preds = %rank_at.exit.i
  %cluster.i.i6.i = getelementptr inbounds nuw i8, ptr %9, i64 96
  %11 = load i64, ptr %cluster.i.i6.i, align 8
  %cmp.i.i.i = icmp ule i64 %shr.i.i.i, %11
  br label %offset_of.exit

offset_of.exit:                                   ; preds = %rank_at.exit.i, %land.rhs.i.i5.i
  %12 = phi i1 [ false, %rank_at.exit.i ], [ %cmp.i.i.i, %land.rhs.i.i5.i ]
  %conv.i = zext i32 %cond.i.i to i64
  %mul.i = mul nsw i64 %10, %conv.i
  %and.i.i = and i64 %address, 16777215
  %cond.i7.i = select i1 %12, i64 %and.i.i, i64 %address
  %sub.i.i = add i64 %mul.i, -1024
  %add.i = add i64 %sub.i.i, %cond.i7.i
  %check_races = getelementptr inbounds nuw i8, ptr %9, i64 104
  %13 = load i64, ptr %check_races, align 8
  %tobool = icmp ne i64 %13, 0
  %cmp83 = icmp ne i32 %size, 0
  %14 = and i1 %tobool, %cmp83
  br i1 %14, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %offset_of.exit
  %15 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %15, i64 8
  %16 = load ptr, ptr %block, align 8
  %cells = getelementptr inbounds nuw i8, ptr %16, i64 64
  %17 = load ptr, ptr %cells, align 8
  %18 = getelementptr %struct.Cell, ptr %17, i64 %add.i
  %threads3 = getelementptr inbounds nuw i8, ptr %9, i64 56
  %19 = load i64, ptr %threads3, align 8
  %serial = getelementptr inbounds nuw i8, ptr %16, i64 20
  %threads20 = getelementptr inbounds nuw i8, ptr %16, i64 32
  %seen = getelementptr inbounds nuw i8, ptr %15, i64 88
  %20 = zext i32 %size to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %cleanup, %offset_of.exit
  ret void

for.body:                                         ; preds = %for.body.lr.ph, %cleanup
  %indvars.iv = phi i64 [ 0, %for.body.lr.ph ], [ %indvars.iv.next, %cleanup ]
  %arrayidx = getelementptr %struct.Cell, ptr %18, i64 %indvars.iv
  %21 = load i64, ptr %arrayidx, align 8
  %shr.i.i = lshr i64 %21, 21
  %and.i.i60 = and i64 %shr.i.i, 2047
  %tobool4.not = icmp eq i64 %21, 0
  br i1 %tobool4.not, label %cleanup, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %for.body
  %shr.i.i61 = lshr i64 %21, 32
  %and.i.i62 = and i64 %shr.i.i61, 32767
  %22 = load i32, ptr %serial, align 4
  %conv7 = zext i32 %22 to i64
  %cmp8.not = icmp eq i64 %and.i.i62, %conv7
  br i1 %cmp8.not, label %lor.lhs.false10, label %cleanup

lor.lhs.false10:                                  ; preds = %lor.lhs.false
  %cmp11.not = icmp ult i64 %and.i.i60, %19
  br i1 %cmp11.not, label %land.lhs.true17, label %land.lhs.true

land.lhs.true:                                    ; preds = %lor.lhs.false10
  %sub = sub nuw nsw i64 %shr.i.i, %19
  %rem = and i64 %sub, 1
  %cmp13 = icmp eq i64 %rem, 0
  br i1 %cmp13, label %cleanup, label %if.end26

land.lhs.true17:                                  ; preds = %lor.lhs.false10
  %and.i.i63 = and i64 %21, 1048575
  %23 = load ptr, ptr %threads20, align 8
  %arrayidx21 = getelementptr inbounds nuw %struct.Thread, ptr %23, i64 %and.i.i60
  %fenced = getelementptr inbounds nuw i8, ptr %arrayidx21, i64 80
  %24 = load i32, ptr %fenced, align 8
  %conv22 = zext i32 %24 to i64
  %cmp23.not = icmp samesign ugt i64 %and.i.i63, %conv22
  br i1 %cmp23.not, label %if.end26, label %cleanup

if.end26:                                         ; preds = %land.lhs.true, %land.lhs.true17
  %25 = load ptr, ptr %seen, align 8
  %tobool27.not = icmp eq ptr %25, null
  br i1 %tobool27.not, label %if.end36, label %land.lhs.true28

land.lhs.true28:                                  ; preds = %if.end26
  %and.i.i64 = and i64 %21, 1048575
  %arrayidx31 = getelementptr inbounds nuw i32, ptr %25, i64 %and.i.i60
  %26 = load i32, ptr %arrayidx31, align 4
  %conv32 = zext i32 %26 to i64
  %cmp33.not = icmp samesign ugt i64 %and.i.i64, %conv32
  br i1 %cmp33.not, label %if.end36, label %cleanup

if.end36:                                         ; preds = %land.lhs.true28, %if.end26
  %block.le = getelementptr inbounds nuw i8, ptr %15, i64 8
  %shared = getelementptr inbounds nuw i8, ptr %16, i64 56
  %27 = load ptr, ptr %shared, align 8
  %other_thread.i = getelementptr inbounds nuw i8, ptr %9, i64 200
  store i64 %and.i.i60, ptr %other_thread.i, align 8
  %shr.i.i66 = lshr i64 %21, 47
  %other_site.i = getelementptr inbounds nuw i8, ptr %9, i64 208
  store i64 %shr.i.i66, ptr %other_site.i, align 8
  %other_write.i = getelementptr inbounds nuw i8, ptr %9, i64 240
  store i64 1, ptr %other_write.i, align 8
  %in_shared.i.i = getelementptr inbounds nuw i8, ptr %9, i64 224
  store i64 1, ptr %in_shared.i.i, align 8
  %28 = load ptr, ptr %block.le, align 8
  %shared.i.i = getelementptr inbounds nuw i8, ptr %28, i64 56
  %29 = load ptr, ptr %shared.i.i, align 8
  %cluster.i.i.i68 = getelementptr inbounds nuw i8, ptr %9, i64 96
  %30 = load i64, ptr %cluster.i.i.i68, align 8
  %cmp.i.i.i69 = icmp eq i64 %30, 1
  br i1 %cmp.i.i.i69, label %rank_of.exit.i.i, label %cond.false.i.i.i70

cond.false.i.i.i70:                               ; preds = %if.end36
  %number.i.i.i71 = getelementptr inbounds nuw i8, ptr %15, i64 16
  %31 = load i32, ptr %number.i.i.i71, align 8
  %div.i.i.i.i73 = sdiv i64 %19, %30
  %conv.i.i.i.i74 = trunc i64 %div.i.i.i.i73 to i32
  %div.i.i.i75 = udiv i32 %31, %conv.i.i.i.i74
  %32 = zext i32 %div.i.i.i75 to i64
  %33 = mul nsw i64 %10, %32
  br label %rank_of.exit.i.i

rank_of.exit.i.i:                                 ; preds = %cond.false.i.i.i70, %if.end36
  %cond.i.i.i = phi i64 [ %33, %cond.false.i.i.i70 ], [ 0, %if.end36 ]
  %sub.ptr.rhs.cast.i.i = ptrtoint ptr %29 to i64
  %add.ptr = getelementptr inbounds i8, ptr %27, i64 %add.i
  %add.ptr38 = getelementptr inbounds nuw i8, ptr %add.ptr, i64 %indvars.iv
  %sub.ptr.lhs.cast.i.i = ptrtoint ptr %add.ptr38 to i64
  %34 = add i64 %cond.i.i.i, %sub.ptr.rhs.cast.i.i
  %sub.i.i76 = sub i64 %sub.ptr.lhs.cast.i.i, %34
  %address.i.i = getelementptr inbounds nuw i8, ptr %9, i64 216
  store i64 %sub.i.i76, ptr %address.i.i, align 8
  %and.i.i78 = and i32 %size, 65535
  %conv5.i.i = zext nneg i32 %and.i.i78 to i64
  %size.i.i = getelementptr inbounds nuw i8, ptr %9, i64 232
  store i64 %conv5.i.i, ptr %size.i.i, align 8
  %and6.i.i = lshr i32 %size, 16
  %and6.lobit.i.i = and i32 %and6.i.i, 1
  %conv8.i.i = zext nneg i32 %and6.lobit.i.i to i64
  %written.i.i = getelementptr inbounds nuw i8, ptr %9, i64 248
  store i64 %conv8.i.i, ptr %written.i.i, align 8
  tail call void @fail(i32 noundef 6, i32 noundef %site) #11
  unreachable

cleanup:                                          ; preds = %land.lhs.true28, %land.lhs.true17, %for.body, %lor.lhs.false, %land.lhs.true
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %cmp = icmp samesign ult i64 %indvars.iv.next, %20
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !7
}

; Function Attrs: nounwind uwtable
define void @check_untouched(i64 noundef %to, i32 noundef %size, i64 noundef %write, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %shr.i.i.i = lshr i64 %to, 24
  %tobool.not.i.i.i = icmp eq i64 %shr.i.i.i, 0
  br i1 %tobool.not.i.i.i, label %cond.false.i.i, label %land.rhs.i.i.i

land.rhs.i.i.i:                                   ; preds = %entry
  %0 = load ptr, ptr @launch, align 8
  %cluster.i.i.i = getelementptr inbounds nuw i8, ptr %0, i64 96
  %1 = load i64, ptr %cluster.i.i.i, align 8
  %cmp.i.not.i.i = icmp ugt i64 %shr.i.i.i, %1
  br i1 %cmp.i.not.i.i, label %cond.false.i.i, label %cond.true.i.i

cond.true.i.i:                                    ; preds = %land.rhs.i.i.i
  %2 = trunc i64 %shr.i.i.i to i32
  %3 = add i32 %2, -1
  br label %rank_at.exit.i

cond.false.i.i:                                   ; preds = %land.rhs.i.i.i, %entry
  %4 = load ptr, ptr @launch, align 8
  %cluster.i4.i.i = getelementptr inbounds nuw i8, ptr %4, i64 96
  %5 = load i64, ptr %cluster.i4.i.i, align 8
  %cmp.i5.i.i = icmp eq i64 %5, 1
  br i1 %cmp.i5.i.i, label %rank_at.exit.i, label %cond.false.i.i.i

cond.false.i.i.i:                                 ; preds = %cond.false.i.i
  %6 = load ptr, ptr @current, align 8
  %number.i.i.i = getelementptr inbounds nuw i8, ptr %6, i64 16
  %7 = load i32, ptr %number.i.i.i, align 8
  %threads.i.i.i.i = getelementptr inbounds nuw i8, ptr %4, i64 56
  %8 = load i64, ptr %threads.i.i.i.i, align 8
  %div.i.i.i.i = sdiv i64 %8, %5
  %conv.i.i.i.i = trunc i64 %div.i.i.i.i to i32
  %div.i.i.i = udiv i32 %7, %conv.i.i.i.i
  br label %rank_at.exit.i

rank_at.exit.i:                                   ; preds = %cond.false.i.i.i, %cond.false.i.i, %cond.true.i.i
  %cond.i.i = phi i32 [ %3, %cond.true.i.i ], [ %div.i.i.i, %cond.false.i.i.i ], [ 0, %cond.false.i.i ]
  %9 = load ptr, ptr @launch, align 8
  %shared_bytes.i = getelementptr inbounds nuw i8, ptr %9, i64 64
  %10 = load i64, ptr %shared_bytes.i, align 8
  br i1 %tobool.not.i.i.i, label %offset_of.exit, label %land.rhs.i.i5.i

land.rhs.i.i5.i:                                  ; preds = %rank_at.exit.i
  %cluster.i.i6.i = getelementptr inbounds nuw i8, ptr %9, i64 96
  %11 = load i64, ptr %cluster.i.i6.i, align 8
  %cmp.i.i.i = icmp ule i64 %shr.i.i.i, %11
  br label %offset_of.exit

offset_of.exit:                                   ; preds = %rank_at.exit.i, %land.rhs.i.i5.i
  %12 = phi i1 [ false, %rank_at.exit.i ], [ %cmp.i.i.i, %land.rhs.i.i5.i ]
  %conv.i = zext i32 %cond.i.i to i64
  %mul.i = mul nsw i64 %10, %conv.i
  %and.i.i = and i64 %to, 16777215
  %cond.i7.i = select i1 %12, i64 %and.i.i, i64 %to
  %sub.i.i = add i64 %mul.i, -1024
  %add.i = add i64 %sub.i.i, %cond.i7.i
  %check_races = getelementptr inbounds nuw i8, ptr %9, i64 104
  %13 = load i64, ptr %check_races, align 8
  %tobool.not = icmp ne i64 %13, 0
  %cmp113 = icmp ne i32 %size, 0
  %or.cond = and i1 %tobool.not, %cmp113
  br i1 %or.cond, label %for.body.lr.ph, label %cleanup

for.body.lr.ph:                                   ; preds = %offset_of.exit
  %14 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %14, i64 8
  %15 = load ptr, ptr %block, align 8
  %cells = getelementptr inbounds nuw i8, ptr %15, i64 64
  %16 = load ptr, ptr %cells, align 8
  %17 = getelementptr %struct.Cell, ptr %16, i64 %add.i
  br label %for.body

for.body:                                         ; preds = %for.body.lr.ph, %for.cond.cleanup13
  %k.0114 = phi i32 [ 0, %for.body.lr.ph ], [ %inc25, %for.cond.cleanup13 ]
  %conv = zext i32 %k.0114 to i64
  %arrayidx = getelementptr %struct.Cell, ptr %17, i64 %conv
  %18 = load i64, ptr %arrayidx, align 8
  %cmp4.not = icmp eq i64 %18, %write
  br i1 %cmp4.not, label %for.cond10.preheader, label %if.then6

for.cond10.preheader:                             ; preds = %for.body
  %reads = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  br label %for.body14

if.then6:                                         ; preds = %for.body
  %block.le111 = getelementptr inbounds nuw i8, ptr %14, i64 8
  %shared.le = getelementptr inbounds nuw i8, ptr %15, i64 56
  %19 = load ptr, ptr %shared.le, align 8
  %shr.i.i.i42 = lshr i64 %18, 21
  %and.i.i.i = and i64 %shr.i.i.i42, 2047
  %other_thread.i = getelementptr inbounds nuw i8, ptr %9, i64 200
  store i64 %and.i.i.i, ptr %other_thread.i, align 8
  %shr.i.i = lshr i64 %18, 47
  %other_site.i = getelementptr inbounds nuw i8, ptr %9, i64 208
  store i64 %shr.i.i, ptr %other_site.i, align 8
  %other_write.i = getelementptr inbounds nuw i8, ptr %9, i64 240
  store i64 1, ptr %other_write.i, align 8
  %in_shared.i.i = getelementptr inbounds nuw i8, ptr %9, i64 224
  store i64 1, ptr %in_shared.i.i, align 8
  %20 = load ptr, ptr %block.le111, align 8
  %shared.i.i = getelementptr inbounds nuw i8, ptr %20, i64 56
  %21 = load ptr, ptr %shared.i.i, align 8
  %cluster.i.i.i44 = getelementptr inbounds nuw i8, ptr %9, i64 96
  %22 = load i64, ptr %cluster.i.i.i44, align 8
  %cmp.i.i.i45 = icmp eq i64 %22, 1
  br i1 %cmp.i.i.i45, label %rank_of.exit.i.i, label %cond.false.i.i.i46

cond.false.i.i.i46:                               ; preds = %if.then6
  %number.i.i.i47 = getelementptr inbounds nuw i8, ptr %14, i64 16
  %23 = load i32, ptr %number.i.i.i47, align 8
  %threads.i.i.i.i48 = getelementptr inbounds nuw i8, ptr %9, i64 56
  %24 = load i64, ptr %threads.i.i.i.i48, align 8
  %div.i.i.i.i49 = sdiv i64 %24, %22
  %conv.i.i.i.i50 = trunc i64 %div.i.i.i.i49 to i32
  %div.i.i.i51 = udiv i32 %23, %conv.i.i.i.i50
  %25 = zext i32 %div.i.i.i51 to i64
  %26 = mul nsw i64 %10, %25
  br label %rank_of.exit.i.i

rank_of.exit.i.i:                                 ; preds = %cond.false.i.i.i46, %if.then6
  %cond.i.i.i = phi i64 [ %26, %cond.false.i.i.i46 ], [ 0, %if.then6 ]
  %add.ptr.le = getelementptr inbounds i8, ptr %19, i64 %add.i
  %add.ptr2.le100 = getelementptr inbounds nuw i8, ptr %add.ptr.le, i64 %conv
  %sub.ptr.rhs.cast.i.i = ptrtoint ptr %21 to i64
  %sub.ptr.lhs.cast.i.i = ptrtoint ptr %add.ptr2.le100 to i64
  %27 = add i64 %cond.i.i.i, %sub.ptr.rhs.cast.i.i
  %sub.i.i52 = sub i64 %sub.ptr.lhs.cast.i.i, %27
  %address.i.i = getelementptr inbounds nuw i8, ptr %9, i64 216
  store i64 %sub.i.i52, ptr %address.i.i, align 8
  %and.i.i54 = and i32 %size, 65535
  %conv5.i.i = zext nneg i32 %and.i.i54 to i64
  %size.i.i = getelementptr inbounds nuw i8, ptr %9, i64 232
  store i64 %conv5.i.i, ptr %size.i.i, align 8
  %written.i.i = getelementptr inbounds nuw i8, ptr %9, i64 248
  store i64 1, ptr %written.i.i, align 8
  tail call void @fail(i32 noundef 6, i32 noundef %site) #11
  unreachable

for.cond10:                                       ; preds = %for.body14
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %cmp11 = icmp eq i64 %indvars.iv, 0
  br i1 %cmp11, label %for.body14, label %for.cond.cleanup13, !llvm.loop !8

for.cond.cleanup13:                               ; preds = %for.cond10
  %inc25 = add nuw i32 %k.0114, 1
  %exitcond.not = icmp eq i32 %inc25, %size
  br i1 %exitcond.not, label %cleanup, label %for.body, !llvm.loop !9

for.body14:                                       ; preds = %for.cond10.preheader, %for.cond10
  %indvars.iv = phi i64 [ 0, %for.cond10.preheader ], [ %indvars.iv.next, %for.cond10 ]
  %arrayidx15 = getelementptr inbounds nuw i64, ptr %reads, i64 %indvars.iv
  %28 = load i64, ptr %arrayidx15, align 8
  %tobool16.not = icmp eq i64 %28, 0
  br i1 %tobool16.not, label %for.cond10, label %if.then17

if.then17:                                        ; preds = %for.body14
  %block.le = getelementptr inbounds nuw i8, ptr %14, i64 8
  %shared.le108 = getelementptr inbounds nuw i8, ptr %15, i64 56
  %29 = load ptr, ptr %shared.le108, align 8
  %shr.i.i.i57 = lshr i64 %28, 21
  %and.i.i.i58 = and i64 %shr.i.i.i57, 2047
  %other_thread.i59 = getelementptr inbounds nuw i8, ptr %9, i64 200
  store i64 %and.i.i.i58, ptr %other_thread.i59, align 8
  %shr.i.i60 = lshr i64 %28, 47
  %other_site.i61 = getelementptr inbounds nuw i8, ptr %9, i64 208
  store i64 %shr.i.i60, ptr %other_site.i61, align 8
  %other_write.i62 = getelementptr inbounds nuw i8, ptr %9, i64 240
  store i64 0, ptr %other_write.i62, align 8
  %in_shared.i.i63 = getelementptr inbounds nuw i8, ptr %9, i64 224
  store i64 1, ptr %in_shared.i.i63, align 8
  %30 = load ptr, ptr %block.le, align 8
  %shared.i.i66 = getelementptr inbounds nuw i8, ptr %30, i64 56
  %31 = load ptr, ptr %shared.i.i66, align 8
  %cluster.i.i.i69 = getelementptr inbounds nuw i8, ptr %9, i64 96
  %32 = load i64, ptr %cluster.i.i.i69, align 8
  %cmp.i.i.i70 = icmp eq i64 %32, 1
  br i1 %cmp.i.i.i70, label %rank_of.exit.i.i77, label %cond.false.i.i.i71

cond.false.i.i.i71:                               ; preds = %if.then17
  %number.i.i.i72 = getelementptr inbounds nuw i8, ptr %14, i64 16
  %33 = load i32, ptr %number.i.i.i72, align 8
  %threads.i.i.i.i73 = getelementptr inbounds nuw i8, ptr %9, i64 56
  %34 = load i64, ptr %threads.i.i.i.i73, align 8
  %div.i.i.i.i74 = sdiv i64 %34, %32
  %conv.i.i.i.i75 = trunc i64 %div.i.i.i.i74 to i32
  %div.i.i.i76 = udiv i32 %33, %conv.i.i.i.i75
  %35 = zext i32 %div.i.i.i76 to i64
  %36 = mul nsw i64 %10, %35
  br label %rank_of.exit.i.i77

rank_of.exit.i.i77:                               ; preds = %cond.false.i.i.i71, %if.then17
  %cond.i.i.i78 = phi i64 [ %36, %cond.false.i.i.i71 ], [ 0, %if.then17 ]
  %add.ptr.le104 = getelementptr inbounds i8, ptr %29, i64 %add.i
  %add.ptr2.le = getelementptr inbounds nuw i8, ptr %add.ptr.le104, i64 %conv
  %sub.ptr.rhs.cast.i.i68 = ptrtoint ptr %31 to i64
  %sub.ptr.lhs.cast.i.i67 = ptrtoint ptr %add.ptr2.le to i64
  %37 = add i64 %cond.i.i.i78, %sub.ptr.rhs.cast.i.i68
  %sub.i.i81 = sub i64 %sub.ptr.lhs.cast.i.i67, %37
  %address.i.i83 = getelementptr inbounds nuw i8, ptr %9, i64 216
  store i64 %sub.i.i81, ptr %address.i.i83, align 8
  %and.i.i84 = and i32 %size, 65535
  %conv5.i.i85 = zext nneg i32 %and.i.i84 to i64
  %size.i.i86 = getelementptr inbounds nuw i8, ptr %9, i64 232
  store i64 %conv5.i.i85, ptr %size.i.i86, align 8
  %written.i.i90 = getelementptr inbounds nuw i8, ptr %9, i64 248
  store i64 1, ptr %written.i.i90, align 8
  tail call void @fail(i32 noundef 6, i32 noundef %site) #11
  unreachable

cleanup:                                          ; preds = %for.cond.cleanup13, %offset_of.exit
  ret void
}

; Function Attrs: nounwind uwtable
define void @claim_shared(i64 noundef %address, i32 noundef %size, i32 noundef %number, i32 noundef %phase, i32 noundef %by, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %conv = trunc i64 %address to i32
  %0 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %size, i1 true)
  %shl.i = shl nuw nsw i32 %0, 20
  %or.i = or i32 %size, %shl.i
  %or = or i32 %or.i, 65536
  %call1 = tail call fastcc ptr @shared_at(i32 noundef %conv, ptr noundef null, i32 noundef %or, i32 noundef %site)
  %1 = load ptr, ptr @launch, align 8
  %check_races = getelementptr inbounds nuw i8, ptr %1, i64 104
  %2 = load i64, ptr %check_races, align 8
  %tobool.not = icmp eq i64 %2, 0
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  %threads = getelementptr inbounds nuw i8, ptr %1, i64 56
  %3 = load i64, ptr %threads, align 8
  %mul = shl i32 %number, 1
  %4 = trunc i64 %3 to i32
  %5 = add i32 %by, %mul
  %conv5 = add i32 %5, %4
  %conv.i = zext i32 %site to i64
  %6 = load ptr, ptr @current, align 8
  %block.i = getelementptr inbounds nuw i8, ptr %6, i64 8
  %7 = load ptr, ptr %block.i, align 8
  %serial.i = getelementptr inbounds nuw i8, ptr %7, i64 20
  %8 = load i32, ptr %serial.i, align 4
  %conv1.i = zext i32 %8 to i64
  %conv3.i = zext i32 %conv5 to i64
  %9 = shl nuw i64 %conv1.i, 32
  %10 = shl i64 %conv.i, 47
  %11 = shl nuw nsw i64 %conv3.i, 21
  %conv6.i = zext i32 %phase to i64
  %12 = or disjoint i64 %10, %conv6.i
  %shl5.i = or i64 %12, %11
  %or7.i = or i64 %shl5.i, %9
  %cmp16.not.i = icmp eq i32 %size, 0
  br i1 %cmp16.not.i, label %if.end, label %for.body.lr.ph.i

for.body.lr.ph.i:                                 ; preds = %if.then
  %shr.i.i.i.i = lshr i64 %address, 24
  %tobool.not.i.i.i.i = icmp eq i64 %shr.i.i.i.i, 0
  %13 = trunc i64 %shr.i.i.i.i to i32
  %14 = add i32 %13, -1
  %and.i.i.i = and i64 %address, 16777215
  %wide.trip.count.i = zext i32 %size to i64
  br label %for.body.i

for.body.i:                                       ; preds = %offset_of.exit.i, %for.body.lr.ph.i
  %indvars.iv.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %indvars.iv.next.i, %offset_of.exit.i ]
  %15 = load ptr, ptr @current, align 8
  %block9.i = getelementptr inbounds nuw i8, ptr %15, i64 8
  %16 = load ptr, ptr %block9.i, align 8
  %cells.i = getelementptr inbounds nuw i8, ptr %16, i64 64
  %17 = load ptr, ptr %cells.i, align 8
  br i1 %tobool.not.i.i.i.i, label %cond.false.i.i.i, label %land.rhs.i.i.i.i

land.rhs.i.i.i.i:                                 ; preds = %for.body.i
  %18 = load ptr, ptr @launch, align 8
  %cluster.i.i.i.i = getelementptr inbounds nuw i8, ptr %18, i64 96
  %19 = load i64, ptr %cluster.i.i.i.i, align 8
  %cmp.i.not.i.i.i = icmp ugt i64 %shr.i.i.i.i, %19
  br i1 %cmp.i.not.i.i.i, label %cond.false.i.i.i, label %rank_at.exit.i.i

cond.false.i.i.i:                                 ; preds = %land.rhs.i.i.i.i, %for.body.i
  %20 = load ptr, ptr @launch, align 8
  %cluster.i4.i.i.i = getelementptr inbounds nuw i8, ptr %20, i64 96
  %21 = load i64, ptr %cluster.i4.i.i.i, align 8
  %cmp.i5.i.i.i = icmp eq i64 %21, 1
  br i1 %cmp.i5.i.i.i, label %rank_at.exit.i.i, label %cond.false.i.i.i.i

cond.false.i.i.i.i:                               ; preds = %cond.false.i.i.i
  %number.i.i.i.i = getelementptr inbounds nuw i8, ptr %15, i64 16
  %22 = load i32, ptr %number.i.i.i.i, align 8
  %threads.i.i.i.i.i = getelementptr inbounds nuw i8, ptr %20, i64 56
  %23 = load i64, ptr %threads.i.i.i.i.i, align 8
  %div.i.i.i.i.i = sdiv i64 %23, %21
  %conv.i.i.i.i.i = trunc i64 %div.i.i.i.i.i to i32
  %div.i.i.i.i = udiv i32 %22, %conv.i.i.i.i.i
  br label %rank_at.exit.i.i

rank_at.exit.i.i:                                 ; preds = %cond.false.i.i.i.i, %cond.false.i.i.i, %land.rhs.i.i.i.i
  %cond.i.i.i = phi i32 [ 0, %cond.false.i.i.i ], [ %div.i.i.i.i, %cond.false.i.i.i.i ], [ %14, %land.rhs.i.i.i.i ]
  %24 = load ptr, ptr @launch, align 8
  %shared_bytes.i.i = getelementptr inbounds nuw i8, ptr %24, i64 64
  %25 = load i64, ptr %shared_bytes.i.i, align 8
  br i1 %tobool.not.i.i.i.i, label %offset_of.exit.i, label %land.rhs.i.i5.i.i

land.rhs.i.i5.i.i:                                ; preds = %rank_at.exit.i.i
  %cluster.i.i6.i.i = getelementptr inbounds nuw i8, ptr %24, i64 96
  %26 = load i64, ptr %cluster.i.i6.i.i, align 8
  %cmp.i.i.i.not.i = icmp ugt i64 %shr.i.i.i.i, %26
  %27 = select i1 %cmp.i.i.i.not.i, i64 %address, i64 %and.i.i.i
  br label %offset_of.exit.i

offset_of.exit.i:                                 ; preds = %land.rhs.i.i5.i.i, %rank_at.exit.i.i
  %cond.i7.i.i = phi i64 [ %address, %rank_at.exit.i.i ], [ %27, %land.rhs.i.i5.i.i ]
  %conv.i.i = zext i32 %cond.i.i.i to i64
  %mul.i.i = mul nsw i64 %25, %conv.i.i
  %28 = getelementptr %struct.Cell, ptr %17, i64 %mul.i.i
  %29 = getelementptr i8, ptr %28, i64 -24576
  %30 = getelementptr %struct.Cell, ptr %29, i64 %cond.i7.i.i
  %arrayidx.i = getelementptr %struct.Cell, ptr %30, i64 %indvars.iv.i
  store i64 %or7.i, ptr %arrayidx.i, align 8
  %.compoundliteral.sroa.2.0.arrayidx.sroa_idx.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 8
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, %wide.trip.count.i
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %.compoundliteral.sroa.2.0.arrayidx.sroa_idx.i, i8 0, i64 16, i1 false)
  br i1 %exitcond.not.i, label %if.end, label %for.body.i, !llvm.loop !10

if.end:                                           ; preds = %offset_of.exit.i, %if.then, %entry
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define void @own_shared(i64 noundef %address, i32 noundef %size, i32 noundef %site) local_unnamed_addr #3 {
entry:
  %0 = load ptr, ptr @launch, align 8
  %check_races = getelementptr inbounds nuw i8, ptr %0, i64 104
  %1 = load i64, ptr %check_races, align 8
  %tobool.not = icmp eq i64 %1, 0
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  %2 = load ptr, ptr @current, align 8
  %number = getelementptr inbounds nuw i8, ptr %2, i64 16
  %3 = load i32, ptr %number, align 8
  %clocks = getelementptr inbounds nuw i8, ptr %2, i64 96
  %4 = load ptr, ptr %clocks, align 8
  %idxprom = zext i32 %3 to i64
  %arrayidx = getelementptr inbounds nuw i32, ptr %4, i64 %idxprom
  %5 = load i32, ptr %arrayidx, align 4
  %conv.i = zext i32 %site to i64
  %block.i = getelementptr inbounds nuw i8, ptr %2, i64 8
  %6 = load ptr, ptr %block.i, align 8
  %serial.i = getelementptr inbounds nuw i8, ptr %6, i64 20
  %7 = load i32, ptr %serial.i, align 4
  %conv1.i = zext i32 %7 to i64
  %8 = shl nuw i64 %conv1.i, 32
  %9 = shl i64 %conv.i, 47
  %10 = shl nuw nsw i64 %idxprom, 21
  %11 = or i64 %10, %9
  %conv6.i = zext i32 %5 to i64
  %shl5.i = or i64 %11, %conv6.i
  %or7.i = or i64 %shl5.i, %8
  %cmp16.not.i = icmp eq i32 %size, 0
  br i1 %cmp16.not.i, label %if.end, label %for.body.lr.ph.i

for.body.lr.ph.i:                                 ; preds = %if.then
  %shr.i.i.i.i = lshr i64 %address, 24
  %tobool.not.i.i.i.i = icmp eq i64 %shr.i.i.i.i, 0
  %12 = trunc i64 %shr.i.i.i.i to i32
  %13 = add i32 %12, -1
  %and.i.i.i = and i64 %address, 16777215
  %wide.trip.count.i = zext i32 %size to i64
  br label %for.body.i

for.body.i:                                       ; preds = %offset_of.exit.i, %for.body.lr.ph.i
  %indvars.iv.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %indvars.iv.next.i, %offset_of.exit.i ]
  %14 = load ptr, ptr @current, align 8
  %block9.i = getelementptr inbounds nuw i8, ptr %14, i64 8
  %15 = load ptr, ptr %block9.i, align 8
  %cells.i = getelementptr inbounds nuw i8, ptr %15, i64 64
  %16 = load ptr, ptr %cells.i, align 8
  br i1 %tobool.not.i.i.i.i, label %cond.false.i.i.i, label %land.rhs.i.i.i.i

land.rhs.i.i.i.i:                                 ; preds = %for.body.i
  %17 = load ptr, ptr @launch, align 8
  %cluster.i.i.i.i = getelementptr inbounds nuw i8, ptr %17, i64 96
  %18 = load i64, ptr %cluster.i.i.i.i, align 8
  %cmp.i.not.i.i.i = icmp ugt i64 %shr.i.i.i.i, %18
  br i1 %cmp.i.not.i.i.i, label %cond.false.i.i.i, label %rank_at.exit.i.i

cond.false.i.i.i:                                 ; preds = %land.rhs.i.i.i.i, %for.body.i
  %19 = load ptr, ptr @launch, align 8
  %cluster.i4.i.i.i = getelementptr inbounds nuw i8, ptr %19, i64 96
  %20 = load i64, ptr %cluster.i4.i.i.i, align 8
  %cmp.i5.i.i.i = icmp eq i64 %20, 1
  br i1 %cmp.i5.i.i.i, label %rank_at.exit.i.i, label %cond.false.i.i.i.i

cond.false.i.i.i.i:                               ; preds = %cond.false.i.i.i
  %number.i.i.i.i = getelementptr inbounds nuw i8, ptr %14, i64 16
  %21 = load i32, ptr %number.i.i.i.i, align 8
  %threads.i.i.i.i.i = getelementptr inbounds nuw i8, ptr %19, i64 56
  %22 = load i64, ptr %threads.i.i.i.i.i, align 8
  %div.i.i.i.i.i = sdiv i64 %22, %20
  %conv.i.i.i.i.i = trunc i64 %div.i.i.i.i.i to i32
  %div.i.i.i.i = udiv i32 %21, %conv.i.i.i.i.i
  br label %rank_at.exit.i.i

rank_at.exit.i.i:                                 ; preds = %cond.false.i.i.i.i, %cond.false.i.i.i, %land.rhs.i.i.i.i
  %cond.i.i.i = phi i32 [ 0, %cond.false.i.i.i ], [ %div.i.i.i.i, %cond.false.i.i.i.i ], [ %13, %land.rhs.i.i.i.i ]
  %23 = load ptr, ptr @launch, align 8
  %shared_bytes.i.i = getelementptr inbounds nuw i8, ptr %23, i64 64
  %24 = load i64, ptr %shared_bytes.i.i, align 8
  br i1 %tobool.not.i.i.i.i, label %offset_of.exit.i, label %land.rhs.i.i5.i.i

land.rhs.i.i5.i.i:                                ; preds = %rank_at.exit.i.i
  %cluster.i.i6.i.i = getelementptr inbounds nuw i8, ptr %23, i64 96
  %25 = load i64, ptr %cluster.i.i6.i.i, align 8
  %cmp.i.i.i.not.i = icmp ugt i64 %shr.i.i.i.i, %25
  %26 = select i1 %cmp.i.i.i.not.i, i64 %address, i64 %and.i.i.i
  br label %offset_of.exit.i

offset_of.exit.i:                                 ; preds = %land.rhs.i.i5.i.i, %rank_at.exit.i.i
  %cond.i7.i.i = phi i64 [ %address, %rank_at.exit.i.i ], [ %26, %land.rhs.i.i5.i.i ]
  %conv.i.i = zext i32 %cond.i.i.i to i64
  %mul.i.i = mul nsw i64 %24, %conv.i.i
  %27 = getelementptr %struct.Cell, ptr %16, i64 %mul.i.i
  %28 = getelementptr i8, ptr %27, i64 -24576
  %29 = getelementptr %struct.Cell, ptr %28, i64 %cond.i7.i.i
  %arrayidx.i = getelementptr %struct.Cell, ptr %29, i64 %indvars.iv.i
  store i64 %or7.i, ptr %arrayidx.i, align 8
  %.compoundliteral.sroa.2.0.arrayidx.sroa_idx.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 8
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, %wide.trip.count.i
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %.compoundliteral.sroa.2.0.arrayidx.sroa_idx.i, i8 0, i64 16, i1 false)
  br i1 %exitcond.not.i, label %if.end, label %for.body.i, !llvm.loop !10

if.end:                                           ; preds = %offset_of.exit.i, %if.then, %entry
  ret void
}

; Function Attrs: nounwind uwtable
define void @check_read(ptr noundef %place, i32 noundef %size, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %call = tail call fastcc ptr @generic_at(ptr noundef %place, ptr noundef null, i32 noundef %size, i32 noundef %site)
  ret void
}

; Function Attrs: nounwind uwtable
define void @emu_move(i64 noundef %to, i64 noundef %from, i64 noundef %bytes, i32 noundef %spaces, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %cmp24 = icmp sgt i64 %bytes, 0
  br i1 %cmp24, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %entry
  %and = and i32 %spaces, 1
  %cmp.i = icmp eq i32 %and, 0
  %cmp.i16 = icmp ult i32 %spaces, 2
  br label %for.body

for.cond.cleanup:                                 ; preds = %place_at.exit23, %entry
  ret void

for.body:                                         ; preds = %for.body.lr.ph, %place_at.exit23
  %at.025 = phi i64 [ 0, %for.body.lr.ph ], [ %add4, %place_at.exit23 ]
  %sub = sub nsw i64 %bytes, %at.025
  %cond.i = tail call i64 @llvm.smin.i64(i64 %sub, i64 4096)
  %conv.i = trunc nuw i64 %cond.i to i32
  %add = add i64 %at.025, %from
  br i1 %cmp.i, label %cond.true.i, label %cond.false.i

cond.true.i:                                      ; preds = %for.body
  %conv.i15 = trunc i64 %add to i32
  %call.i = tail call fastcc ptr @shared_at(i32 noundef %conv.i15, ptr noundef null, i32 noundef %conv.i, i32 noundef %site)
  br label %place_at.exit

cond.false.i:                                     ; preds = %for.body
  %0 = inttoptr i64 %add to ptr
  %call1.i = tail call fastcc ptr @generic_at(ptr noundef %0, ptr noundef null, i32 noundef %conv.i, i32 noundef %site)
  br label %place_at.exit

place_at.exit:                                    ; preds = %cond.true.i, %cond.false.i
  %cond.i14 = phi ptr [ %call.i, %cond.true.i ], [ %call1.i, %cond.false.i ]
  %add2 = add i64 %at.025, %to
  %or = or i32 %conv.i, 65536
  br i1 %cmp.i16, label %cond.true.i20, label %cond.false.i17

cond.true.i20:                                    ; preds = %place_at.exit
  %conv.i21 = trunc i64 %add2 to i32
  %call.i22 = tail call fastcc ptr @shared_at(i32 noundef %conv.i21, ptr noundef null, i32 noundef %or, i32 noundef %site)
  br label %place_at.exit23

cond.false.i17:                                   ; preds = %place_at.exit
  %1 = inttoptr i64 %add2 to ptr
  %call1.i18 = tail call fastcc ptr @generic_at(ptr noundef %1, ptr noundef null, i32 noundef %or, i32 noundef %site)
  br label %place_at.exit23

place_at.exit23:                                  ; preds = %cond.true.i20, %cond.false.i17
  %cond.i19 = phi ptr [ %call.i22, %cond.true.i20 ], [ %call1.i18, %cond.false.i17 ]
  %conv = and i64 %cond.i, 4294967295
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %cond.i19, ptr align 1 %cond.i14, i64 %conv, i1 false)
  %add4 = add nuw nsw i64 %at.025, 4096
  %cmp = icmp slt i64 %add4, %bytes
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !11
}

; Function Attrs: nounwind uwtable
define void @emu_set(i64 noundef %to, i32 noundef %byte, i64 noundef %bytes, i32 noundef %space, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %cmp15 = icmp sgt i64 %bytes, 0
  br i1 %cmp15, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %entry
  %cmp.i = icmp eq i32 %space, 0
  %0 = trunc i32 %byte to i8
  br label %for.body

for.cond.cleanup:                                 ; preds = %place_at.exit, %entry
  ret void

for.body:                                         ; preds = %for.body.lr.ph, %place_at.exit
  %at.016 = phi i64 [ 0, %for.body.lr.ph ], [ %add4, %place_at.exit ]
  %add = add i64 %at.016, %to
  %sub = sub nsw i64 %bytes, %at.016
  %cond.i = tail call i64 @llvm.smin.i64(i64 %sub, i64 4096)
  %conv.i = trunc nuw i64 %cond.i to i32
  %or = or disjoint i32 %conv.i, 65536
  br i1 %cmp.i, label %cond.true.i, label %cond.false.i

cond.true.i:                                      ; preds = %for.body
  %conv.i12 = trunc i64 %add to i32
  %call.i = tail call fastcc ptr @shared_at(i32 noundef %conv.i12, ptr noundef null, i32 noundef %or, i32 noundef %site)
  br label %place_at.exit

cond.false.i:                                     ; preds = %for.body
  %1 = inttoptr i64 %add to ptr
  %call1.i = tail call fastcc ptr @generic_at(ptr noundef %1, ptr noundef null, i32 noundef %or, i32 noundef %site)
  br label %place_at.exit

place_at.exit:                                    ; preds = %cond.true.i, %cond.false.i
  %cond.i11 = phi ptr [ %call.i, %cond.true.i ], [ %call1.i, %cond.false.i ]
  %conv = and i64 %cond.i, 4294967295
  tail call void @llvm.memset.p0.i64(ptr align 1 %cond.i11, i8 %0, i64 %conv, i1 false)
  %add4 = add nuw nsw i64 %at.016, 4096
  %cmp = icmp slt i64 %add4, %bytes
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !12
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #4

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define ptr @emu_to_generic(i64 noundef %address) local_unnamed_addr #5 {
entry:
  %0 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block, align 8
  %shared = getelementptr inbounds nuw i8, ptr %1, i64 56
  %2 = load ptr, ptr %shared, align 8
  %conv1 = and i64 %address, 4294967295
  %shr.i.i.i = lshr i64 %conv1, 24
  %tobool.not.i.i.i = icmp eq i64 %shr.i.i.i, 0
  br i1 %tobool.not.i.i.i, label %cond.false.i.i, label %land.rhs.i.i.i

land.rhs.i.i.i:                                   ; preds = %entry
  %3 = load ptr, ptr @launch, align 8
  %cluster.i.i.i = getelementptr inbounds nuw i8, ptr %3, i64 96
  %4 = load i64, ptr %cluster.i.i.i, align 8
  %cmp.i.not.i.i = icmp ugt i64 %shr.i.i.i, %4
  br i1 %cmp.i.not.i.i, label %cond.false.i.i, label %cond.true.i.i

cond.true.i.i:                                    ; preds = %land.rhs.i.i.i
  %5 = trunc nuw nsw i64 %shr.i.i.i to i32
  %6 = add nsw i32 %5, -1
  br label %rank_at.exit.i

cond.false.i.i:                                   ; preds = %land.rhs.i.i.i, %entry
  %7 = load ptr, ptr @launch, align 8
  %cluster.i4.i.i = getelementptr inbounds nuw i8, ptr %7, i64 96
  %8 = load i64, ptr %cluster.i4.i.i, align 8
  %cmp.i5.i.i = icmp eq i64 %8, 1
  br i1 %cmp.i5.i.i, label %rank_at.exit.i, label %cond.false.i.i.i

cond.false.i.i.i:                                 ; preds = %cond.false.i.i
  %number.i.i.i = getelementptr inbounds nuw i8, ptr %0, i64 16
  %9 = load i32, ptr %number.i.i.i, align 8
  %threads.i.i.i.i = getelementptr inbounds nuw i8, ptr %7, i64 56
  %10 = load i64, ptr %threads.i.i.i.i, align 8
  %div.i.i.i.i = sdiv i64 %10, %8
  %conv.i.i.i.i = trunc i64 %div.i.i.i.i to i32
  %div.i.i.i = udiv i32 %9, %conv.i.i.i.i
  br label %rank_at.exit.i

rank_at.exit.i:                                   ; preds = %cond.false.i.i.i, %cond.false.i.i, %cond.true.i.i
  %cond.i.i = phi i32 [ %6, %cond.true.i.i ], [ %div.i.i.i, %cond.false.i.i.i ], [ 0, %cond.false.i.i ]
  %11 = load ptr, ptr @launch, align 8
  %shared_bytes.i = getelementptr inbounds nuw i8, ptr %11, i64 64
  %12 = load i64, ptr %shared_bytes.i, align 8
  br i1 %tobool.not.i.i.i, label %offset_of.exit, label %land.rhs.i.i5.i

land.rhs.i.i5.i:                                  ; preds = %rank_at.exit.i
  %cluster.i.i6.i = getelementptr inbounds nuw i8, ptr %11, i64 96
  %13 = load i64, ptr %cluster.i.i6.i, align 8
  %cmp.i.i.i = icmp ule i64 %shr.i.i.i, %13
  br label %offset_of.exit

offset_of.exit:                                   ; preds = %rank_at.exit.i, %land.rhs.i.i5.i
  %14 = phi i1 [ false, %rank_at.exit.i ], [ %cmp.i.i.i, %land.rhs.i.i5.i ]
  %conv.i = zext i32 %cond.i.i to i64
  %mul.i = mul nsw i64 %12, %conv.i
  %and.i.i = and i64 %address, 16777215
  %cond.i7.i = select i1 %14, i64 %and.i.i, i64 %conv1
  %15 = getelementptr i8, ptr %2, i64 %mul.i
  %16 = getelementptr i8, ptr %15, i64 -1024
  %add.ptr = getelementptr i8, ptr %16, i64 %cond.i7.i
  ret ptr %add.ptr
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define range(i64 -9223372036854774784, -9223372036854775808) i64 @emu_to_shared(ptr noundef %address) local_unnamed_addr #5 {
entry:
  %0 = load ptr, ptr @current, align 8
  %block = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block, align 8
  %shared = getelementptr inbounds nuw i8, ptr %1, i64 56
  %2 = load ptr, ptr %shared, align 8
  %sub.ptr.lhs.cast = ptrtoint ptr %address to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %2 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %3 = load ptr, ptr @launch, align 8
  %shared_bytes = getelementptr inbounds nuw i8, ptr %3, i64 64
  %4 = load i64, ptr %shared_bytes, align 8
  %cluster.i = getelementptr inbounds nuw i8, ptr %3, i64 96
  %5 = load i64, ptr %cluster.i, align 8
  %cmp.i = icmp eq i64 %5, 1
  br i1 %cmp.i, label %rank_of.exit, label %cond.false.i

cond.false.i:                                     ; preds = %entry
  %number.i = getelementptr inbounds nuw i8, ptr %0, i64 16
  %6 = load i32, ptr %number.i, align 8
  %threads.i.i = getelementptr inbounds nuw i8, ptr %3, i64 56
  %7 = load i64, ptr %threads.i.i, align 8
  %div.i.i = sdiv i64 %7, %5
  %conv.i.i = trunc i64 %div.i.i to i32
  %div.i = udiv i32 %6, %conv.i.i
  %8 = zext i32 %div.i to i64
  br label %rank_of.exit

rank_of.exit:                                     ; preds = %entry, %cond.false.i
  %cond.i = phi i64 [ %8, %cond.false.i ], [ 0, %entry ]
  %cmp = icmp sgt i64 %sub.ptr.sub, -1
  %mul = mul nsw i64 %5, %4
  %cmp2.not = icmp slt i64 %sub.ptr.sub, %mul
  %or.cond = select i1 %cmp, i1 %cmp2.not, i1 false
  br i1 %or.cond, label %lor.lhs.false4, label %if.then

lor.lhs.false4:                                   ; preds = %rank_of.exit
  %div = sdiv i64 %sub.ptr.sub, %4
  %rem = srem i64 %sub.ptr.sub, %4
  %cmp5 = icmp eq i64 %div, %cond.i
  br i1 %cmp5, label %if.then, label %if.end

if.then:                                          ; preds = %lor.lhs.false4, %rank_of.exit
  %mul7 = mul nsw i64 %cond.i, %4
  %sub = add i64 %sub.ptr.sub, 1024
  %add = sub i64 %sub, %mul7
  br label %cleanup

if.end:                                           ; preds = %lor.lhs.false4
  %add8 = add nuw nsw i64 %rem, 1024
  %add.i = shl i64 %div, 24
  %conv.i = add i64 %add.i, 16777216
  %shl.i = and i64 %conv.i, 72057594021150720
  %and.i = and i64 %add8, 16777215
  %or.i = or disjoint i64 %and.i, %shl.i
  br label %cleanup

cleanup:                                          ; preds = %if.end, %if.then
  %retval.0 = phi i64 [ %add, %if.then ], [ %or.i, %if.end ]
  ret i64 %retval.0
}

; Function Attrs: nounwind uwtable
define i32 @emu_map_shared(i64 noundef %address, i32 noundef %rank, i32 noundef %site) local_unnamed_addr #0 {
entry:
  %conv = zext i32 %rank to i64
  %0 = load ptr, ptr @launch, align 8
  %cluster = getelementptr inbounds nuw i8, ptr %0, i64 96
  %1 = load i64, ptr %cluster, align 8
  %cmp.not = icmp sgt i64 %1, %conv
  br i1 %cmp.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  tail call void @fail(i32 noundef 13, i32 noundef %site) #11
  unreachable

if.end:                                           ; preds = %entry
  %add.i = add i32 %rank, 1
  %conv.i = zext i32 %add.i to i64
  %shl.i = shl nuw nsw i64 %conv.i, 24
  %and.i = and i64 %address, 16777215
  %or.i = or disjoint i64 %shl.i, %and.i
  %conv2 = trunc i64 %or.i to i32
  ret i32 %conv2
}

; Function Attrs: noreturn
declare void @fail(i32 noundef, i32 noundef) local_unnamed_addr #6

; Function Attrs: nounwind uwtable
define void @emu_fence_proxy(i32 noundef %site) local_unnamed_addr #0 {
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
  %seen = getelementptr inbounds nuw i8, ptr %3, i64 88
  %4 = load ptr, ptr %seen, align 8
  %tobool.not = icmp eq ptr %4, null
  br i1 %tobool.not, label %if.then1, label %if.end4

if.then1:                                         ; preds = %if.end
  %threads = getelementptr inbounds nuw i8, ptr %0, i64 56
  %5 = load i64, ptr %threads, align 8
  %add = add nsw i64 %5, 128
  %call2 = tail call ptr @calloc(i64 noundef %add, i64 noundef 4) #12
  store ptr %call2, ptr %seen, align 8
  br label %if.end4

if.end4:                                          ; preds = %if.then1, %if.end
  %6 = load ptr, ptr %seen, align 8
  %clocks = getelementptr inbounds nuw i8, ptr %3, i64 96
  %7 = load ptr, ptr %clocks, align 8
  tail call void @join(ptr noundef %6, ptr noundef %7) #10
  %8 = load ptr, ptr @current, align 8
  %clocks6 = getelementptr inbounds nuw i8, ptr %8, i64 96
  %9 = load ptr, ptr %clocks6, align 8
  %number = getelementptr inbounds nuw i8, ptr %8, i64 16
  %10 = load i32, ptr %number, align 8
  %idxprom = zext i32 %10 to i64
  %arrayidx = getelementptr inbounds nuw i32, ptr %9, i64 %idxprom
  %11 = load i32, ptr %arrayidx, align 4
  %inc = add i32 %11, 1
  store i32 %inc, ptr %arrayidx, align 4
  %12 = load ptr, ptr @current, align 8
  %fenced = getelementptr inbounds nuw i8, ptr %12, i64 80
  store i32 %11, ptr %fenced, align 8
  br label %return

return:                                           ; preds = %entry, %if.end4
  ret void
}

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @calloc(i64 noundef, i64 noundef) local_unnamed_addr #7

declare void @join(ptr noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: nounwind uwtable
define void @emu_fence() local_unnamed_addr #0 {
entry:
  tail call void @fence() #10
  ret void
}

declare void @fence() local_unnamed_addr #1

; Function Attrs: nounwind uwtable
define internal fastcc void @note(ptr noundef captures(none) %cells, i32 noundef range(i32 0, 2) %space, ptr noundef %place, ptr noundef readonly captures(address_is_null) %value, i32 noundef %how, i32 noundef %site) unnamed_addr #0 {
entry:
  %conv.i = zext i32 %site to i64
  %0 = load ptr, ptr @current, align 8
  %block.i = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %block.i, align 8
  %serial.i = getelementptr inbounds nuw i8, ptr %1, i64 20
  %2 = load i32, ptr %serial.i, align 4
  %conv1.i = zext i32 %2 to i64
  %3 = shl nuw nsw i64 %conv.i, 26
  %4 = shl nuw nsw i64 %conv1.i, 11
  %shl2.i = or i64 %4, %3
  %number.i = getelementptr inbounds nuw i8, ptr %0, i64 16
  %5 = load i32, ptr %number.i, align 8
  %conv3.i = zext i32 %5 to i64
  %or4.i = or i64 %shl2.i, %conv3.i
  %6 = shl i64 %or4.i, 21
  %7 = shl i32 %how, 3
  %8 = and i32 %7, 1048576
  %9 = zext nneg i32 %8 to i64
  %shl9.i = or disjoint i64 %6, %9
  %clocks.i = getelementptr inbounds nuw i8, ptr %0, i64 96
  %10 = load ptr, ptr %clocks.i, align 8
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %10, i64 %conv3.i
  %11 = load i32, ptr %arrayidx.i, align 4
  %conv11.i = zext i32 %11 to i64
  %or12.i = or i64 %shl9.i, %conv11.i
  %and = and i32 %how, 65536
  %tobool = icmp ne i32 %and, 0
  %cmp = icmp ne i32 %space, 0
  %or.cond = and i1 %cmp, %tobool
  br i1 %or.cond, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %entry
  %12 = load ptr, ptr @launch, align 8
  %overlaps1 = getelementptr inbounds nuw i8, ptr %12, i64 112
  %13 = load i64, ptr %overlaps1, align 8
  %tobool2 = icmp ne i64 %13, 0
  br label %land.end

land.end:                                         ; preds = %land.rhs, %entry
  %14 = phi i1 [ %tobool2, %land.rhs ], [ false, %entry ]
  %and3 = and i32 %how, 65535
  %cmp4198.not = icmp eq i32 %and3, 0
  br i1 %cmp4198.not, label %for.cond.cleanup, label %for.body.lr.ph

for.body.lr.ph:                                   ; preds = %land.end
  %tobool8 = icmp ne ptr %value, null
  %or.cond58 = and i1 %tobool8, %tobool
  %and.i = and i32 %how, 131072
  %tobool3.i = icmp ne i32 %and.i, 0
  %and.i147 = and i32 %how, 131072
  %tobool3.i148 = icmp ne i32 %and.i147, 0
  %15 = and i64 %or12.i, 1048576
  %tobool.not.i = icmp ne i64 %15, 0
  %wide.trip.count = zext nneg i32 %and3 to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %cleanup, %land.end
  ret void

for.body:                                         ; preds = %for.body.lr.ph, %cleanup
  %indvars.iv207 = phi i64 [ 0, %for.body.lr.ph ], [ %indvars.iv.next208, %cleanup ]
  %arrayidx = getelementptr inbounds nuw %struct.Cell, ptr %cells, i64 %indvars.iv207
  br i1 %or.cond58, label %land.rhs9, label %land.end17

land.rhs9:                                        ; preds = %for.body
  %arrayidx11 = getelementptr inbounds nuw i8, ptr %value, i64 %indvars.iv207
  %16 = load i8, ptr %arrayidx11, align 1
  %arrayidx13 = getelementptr inbounds nuw i8, ptr %place, i64 %indvars.iv207
  %17 = load i8, ptr %arrayidx13, align 1
  %cmp15 = icmp eq i8 %16, %17
  br label %land.end17

land.end17:                                       ; preds = %land.rhs9, %for.body
  %18 = phi i1 [ %cmp15, %land.rhs9 ], [ false, %for.body ]
  %19 = load i64, ptr %arrayidx, align 8
  %tobool.not.i.i = icmp eq i64 %19, 0
  br i1 %tobool.not.i.i, label %if.end, label %lor.lhs.false.i.i

lor.lhs.false.i.i:                                ; preds = %land.end17
  %shr.i.i.i.i = lshr i64 %19, 32
  %and.i.i.i.i = and i64 %shr.i.i.i.i, 32767
  %20 = load ptr, ptr @current, align 8
  %block.i.i = getelementptr inbounds nuw i8, ptr %20, i64 8
  %21 = load ptr, ptr %block.i.i, align 8
  %serial.i.i = getelementptr inbounds nuw i8, ptr %21, i64 20
  %22 = load i32, ptr %serial.i.i, align 4
  %conv.i.i = zext i32 %22 to i64
  %cmp.not.i.i = icmp eq i64 %and.i.i.i.i, %conv.i.i
  br i1 %cmp.not.i.i, label %lor.lhs.false2.i.i, label %if.end

lor.lhs.false2.i.i:                               ; preds = %lor.lhs.false.i.i
  %shr.i.i16.i.i = lshr i64 %19, 21
  %and.i.i17.i.i = and i64 %shr.i.i16.i.i, 2047
  %number.i.i = getelementptr inbounds nuw i8, ptr %20, i64 16
  %23 = load i32, ptr %number.i.i, align 8
  %conv4.i.i = zext i32 %23 to i64
  %cmp5.i.i = icmp eq i64 %and.i.i17.i.i, %conv4.i.i
  br i1 %cmp5.i.i, label %if.end, label %if.end.i.i

if.end.i.i:                                       ; preds = %lor.lhs.false2.i.i
  %and.i.i18.i.i = and i64 %19, 1048575
  %clocks.i.i = getelementptr inbounds nuw i8, ptr %20, i64 96
  %24 = load ptr, ptr %clocks.i.i, align 8
  %arrayidx.i.i = getelementptr inbounds nuw i32, ptr %24, i64 %and.i.i17.i.i
  %25 = load i32, ptr %arrayidx.i.i, align 4
  %conv9.i.i = zext i32 %25 to i64
  %cmp10.i.not.i = icmp samesign ugt i64 %and.i.i18.i.i, %conv9.i.i
  br i1 %cmp10.i.not.i, label %land.rhs.i, label %if.end

land.rhs.i:                                       ; preds = %if.end.i.i
  %26 = and i64 %19, 1048576
  %tobool.i = icmp ne i64 %26, 0
  %.not.i.not = and i1 %tobool3.i, %tobool.i
  %27 = select i1 %.not.i.not, i1 true, i1 %18
  %28 = select i1 %27, i1 true, i1 %14
  br i1 %28, label %if.end, label %if.then

if.then:                                          ; preds = %land.rhs.i
  %add.ptr = getelementptr inbounds nuw i8, ptr %place, i64 %indvars.iv207
  %shr.i.i.i = lshr i64 %19, 21
  %and.i.i.i = and i64 %shr.i.i.i, 2047
  %29 = load ptr, ptr @launch, align 8
  %other_thread.i = getelementptr inbounds nuw i8, ptr %29, i64 200
  store i64 %and.i.i.i, ptr %other_thread.i, align 8
  %shr.i.i = lshr i64 %19, 47
  %other_site.i = getelementptr inbounds nuw i8, ptr %29, i64 208
  store i64 %shr.i.i, ptr %other_site.i, align 8
  %other_write.i = getelementptr inbounds nuw i8, ptr %29, i64 240
  store i64 1, ptr %other_write.i, align 8
  %cmp.i.i = icmp eq i32 %space, 0
  %conv.i.i96 = xor i32 %space, 1
  %conv1.i.i = zext nneg i32 %conv.i.i96 to i64
  %in_shared.i.i = getelementptr inbounds nuw i8, ptr %29, i64 224
  store i64 %conv1.i.i, ptr %in_shared.i.i, align 8
  br i1 %cmp.i.i, label %cond.true.i.i, label %cond.false.i.i

cond.true.i.i:                                    ; preds = %if.then
  %30 = load ptr, ptr @current, align 8
  %block.i.i97 = getelementptr inbounds nuw i8, ptr %30, i64 8
  %31 = load ptr, ptr %block.i.i97, align 8
  %shared.i.i = getelementptr inbounds nuw i8, ptr %31, i64 56
  %32 = load ptr, ptr %shared.i.i, align 8
  %sub.ptr.lhs.cast.i.i = ptrtoint ptr %add.ptr to i64
  %sub.ptr.rhs.cast.i.i = ptrtoint ptr %32 to i64
  %cluster.i.i.i = getelementptr inbounds nuw i8, ptr %29, i64 96
  %33 = load i64, ptr %cluster.i.i.i, align 8
  %cmp.i.i.i = icmp eq i64 %33, 1
  br i1 %cmp.i.i.i, label %rank_of.exit.i.i, label %cond.false.i.i.i

cond.false.i.i.i:                                 ; preds = %cond.true.i.i
  %number.i.i.i = getelementptr inbounds nuw i8, ptr %30, i64 16
  %34 = load i32, ptr %number.i.i.i, align 8
  %threads.i.i.i.i = getelementptr inbounds nuw i8, ptr %29, i64 56
  %35 = load i64, ptr %threads.i.i.i.i, align 8
  %div.i.i.i.i = sdiv i64 %35, %33
  %conv.i.i.i.i = trunc i64 %div.i.i.i.i to i32
  %div.i.i.i = udiv i32 %34, %conv.i.i.i.i
  %36 = zext i32 %div.i.i.i to i64
  br label %rank_of.exit.i.i

rank_of.exit.i.i:                                 ; preds = %cond.false.i.i.i, %cond.true.i.i
  %cond.i.i.i = phi i64 [ %36, %cond.false.i.i.i ], [ 0, %cond.true.i.i ]
  %shared_bytes.i.i = getelementptr inbounds nuw i8, ptr %29, i64 64
  %37 = load i64, ptr %shared_bytes.i.i, align 8
  %mul.i.i = mul nsw i64 %37, %cond.i.i.i
  %38 = add i64 %mul.i.i, %sub.ptr.rhs.cast.i.i
  %sub.i.i = sub i64 %sub.ptr.lhs.cast.i.i, %38
  br label %cond.end.i.i

cond.false.i.i:                                   ; preds = %if.then
  %39 = ptrtoint ptr %add.ptr to i64
  br label %cond.end.i.i

cond.end.i.i:                                     ; preds = %cond.false.i.i, %rank_of.exit.i.i
  %cond.i.i = phi i64 [ %sub.i.i, %rank_of.exit.i.i ], [ %39, %cond.false.i.i ]
  %address.i.i = getelementptr inbounds nuw i8, ptr %29, i64 216
  store i64 %cond.i.i, ptr %address.i.i, align 8
  %conv5.i.i = zext nneg i32 %and3 to i64
  %size.i.i = getelementptr inbounds nuw i8, ptr %29, i64 232
  store i64 %conv5.i.i, ptr %size.i.i, align 8
  %and6.i.i = lshr i32 %how, 16
  %and6.lobit.i.i = and i32 %and6.i.i, 1
  %conv8.i.i = zext nneg i32 %and6.lobit.i.i to i64
  %written.i.i = getelementptr inbounds nuw i8, ptr %29, i64 248
  store i64 %conv8.i.i, ptr %written.i.i, align 8
  tail call void @fail(i32 noundef 6, i32 noundef %site) #11
  unreachable

if.end:                                           ; preds = %if.end.i.i, %land.end17, %lor.lhs.false.i.i, %lor.lhs.false2.i.i, %land.rhs.i
  %reads = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  br i1 %tobool, label %for.cond29.preheader, label %if.then27

for.cond29.preheader:                             ; preds = %if.end
  %40 = load ptr, ptr @current, align 8
  %block.i.i129 = getelementptr inbounds nuw i8, ptr %40, i64 8
  %number.i.i136 = getelementptr inbounds nuw i8, ptr %40, i64 16
  %clocks.i.i141 = getelementptr inbounds nuw i8, ptr %40, i64 96
  br label %for.body33

if.then27:                                        ; preds = %if.end
  %41 = load i64, ptr %reads, align 8
  %tobool.not.i.i98 = icmp eq i64 %41, 0
  br i1 %tobool.not.i.i98, label %note_read.exit, label %lor.lhs.false.i.i99

lor.lhs.false.i.i99:                              ; preds = %if.then27
  %shr.i.i.i.i100 = lshr i64 %41, 32
  %and.i.i.i.i101 = and i64 %shr.i.i.i.i100, 32767
  %42 = load ptr, ptr @current, align 8
  %block.i.i102 = getelementptr inbounds nuw i8, ptr %42, i64 8
  %43 = load ptr, ptr %block.i.i102, align 8
  %serial.i.i103 = getelementptr inbounds nuw i8, ptr %43, i64 20
  %44 = load i32, ptr %serial.i.i103, align 4
  %conv.i.i104 = zext i32 %44 to i64
  %cmp.not.i.i105 = icmp eq i64 %and.i.i.i.i101, %conv.i.i104
  br i1 %cmp.not.i.i105, label %lor.lhs.false2.i.i106, label %note_read.exit

lor.lhs.false2.i.i106:                            ; preds = %lor.lhs.false.i.i99
  %shr.i.i16.i.i107 = lshr i64 %41, 21
  %and.i.i17.i.i108 = and i64 %shr.i.i16.i.i107, 2047
  %number.i.i109 = getelementptr inbounds nuw i8, ptr %42, i64 16
  %45 = load i32, ptr %number.i.i109, align 8
  %conv4.i.i110 = zext i32 %45 to i64
  %cmp5.i.i111 = icmp eq i64 %and.i.i17.i.i108, %conv4.i.i110
  br i1 %cmp5.i.i111, label %note_read.exit, label %if.end.i.i112

if.end.i.i112:                                    ; preds = %lor.lhs.false2.i.i106
  %and.i.i18.i.i113 = and i64 %41, 1048575
  %clocks.i.i114 = getelementptr inbounds nuw i8, ptr %42, i64 96
  %46 = load ptr, ptr %clocks.i.i114, align 8
  %arrayidx.i.i115 = getelementptr inbounds nuw i32, ptr %46, i64 %and.i.i17.i.i108
  %47 = load i32, ptr %arrayidx.i.i115, align 4
  %conv9.i.i116 = zext i32 %47 to i64
  %cmp10.i.not.i117 = icmp samesign ugt i64 %and.i.i18.i.i113, %conv9.i.i116
  br i1 %cmp10.i.not.i117, label %lor.rhs.i, label %note_read.exit

lor.rhs.i:                                        ; preds = %if.end.i.i112
  %arrayidx2.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 16
  %48 = load i64, ptr %arrayidx2.i, align 8
  %tobool.not.i15.i = icmp eq i64 %48, 0
  br i1 %tobool.not.i15.i, label %note_read.exit, label %lor.lhs.false.i16.i

lor.lhs.false.i16.i:                              ; preds = %lor.rhs.i
  %shr.i.i.i17.i = lshr i64 %48, 32
  %and.i.i.i18.i = and i64 %shr.i.i.i17.i, 32767
  %cmp.not.i22.i = icmp eq i64 %and.i.i.i18.i, %conv.i.i104
  br i1 %cmp.not.i22.i, label %lor.lhs.false2.i24.i, label %note_read.exit

lor.lhs.false2.i24.i:                             ; preds = %lor.lhs.false.i16.i
  %shr.i.i16.i25.i = lshr i64 %48, 21
  %and.i.i17.i26.i = and i64 %shr.i.i16.i25.i, 2047
  %cmp5.i29.i = icmp eq i64 %and.i.i17.i26.i, %conv4.i.i110
  br i1 %cmp5.i29.i, label %note_read.exit, label %if.end.i30.i

if.end.i30.i:                                     ; preds = %lor.lhs.false2.i24.i
  %and.i.i18.i31.i = and i64 %48, 1048575
  %arrayidx.i33.i = getelementptr inbounds nuw i32, ptr %46, i64 %and.i.i17.i26.i
  %49 = load i32, ptr %arrayidx.i33.i, align 4
  %conv9.i34.i = zext i32 %49 to i64
  %cmp10.i35.not.i = icmp samesign ugt i64 %and.i.i18.i31.i, %conv9.i34.i
  br i1 %cmp10.i35.not.i, label %land.rhs.i118, label %note_read.exit

land.rhs.i118:                                    ; preds = %if.end.i30.i
  %shr.i.i.i119 = lshr i64 %41, 26
  %and.i.i.i120 = and i64 %shr.i.i.i119, 63
  %div614.i = lshr i32 %45, 5
  %conv.i122 = zext nneg i32 %div614.i to i64
  %cmp.i = icmp ne i64 %and.i.i.i120, %conv.i122
  %50 = zext i1 %cmp.i to i64
  br label %note_read.exit

note_read.exit:                                   ; preds = %if.then27, %lor.lhs.false.i.i99, %lor.lhs.false2.i.i106, %if.end.i.i112, %lor.rhs.i, %lor.lhs.false.i16.i, %lor.lhs.false2.i24.i, %if.end.i30.i, %land.rhs.i118
  %not..i = phi i64 [ 0, %if.end.i.i112 ], [ 1, %if.end.i30.i ], [ %50, %land.rhs.i118 ], [ 0, %lor.lhs.false2.i.i106 ], [ 0, %if.then27 ], [ 0, %lor.lhs.false.i.i99 ], [ 1, %lor.rhs.i ], [ 1, %lor.lhs.false.i16.i ], [ 1, %lor.lhs.false2.i24.i ]
  %arrayidx9.i = getelementptr inbounds nuw i64, ptr %reads, i64 %not..i
  store i64 %or12.i, ptr %arrayidx9.i, align 8
  br label %cleanup

for.cond.cleanup32:                               ; preds = %for.inc
  %51 = and i64 %19, 1048576
  %tobool2.not.i = icmp eq i64 %51, 0
  %or.cond.i = and i1 %tobool.not.i, %tobool2.not.i
  %52 = xor i64 %19, %or12.i
  %53 = and i64 %52, 140737487306751
  %cmp.i124 = icmp eq i64 %53, 0
  %54 = select i1 %or.cond.i, i1 %cmp.i124, i1 false
  %spec.select = select i1 %54, i64 %19, i64 %or12.i
  store i64 %spec.select, ptr %arrayidx, align 8
  %.compoundliteral.sroa.2.0..sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %.compoundliteral.sroa.2.0..sroa_idx, i8 0, i64 16, i1 false)
  br label %cleanup

for.body33:                                       ; preds = %for.cond29.preheader, %for.inc
  %indvars.iv = phi i64 [ 0, %for.cond29.preheader ], [ %indvars.iv.next, %for.inc ]
  %arrayidx35 = getelementptr inbounds nuw i64, ptr %reads, i64 %indvars.iv
  %55 = load i64, ptr %arrayidx35, align 8
  %tobool.not.i.i125 = icmp eq i64 %55, 0
  br i1 %tobool.not.i.i125, label %for.inc, label %lor.lhs.false.i.i126

lor.lhs.false.i.i126:                             ; preds = %for.body33
  %shr.i.i.i.i127 = lshr i64 %55, 32
  %and.i.i.i.i128 = and i64 %shr.i.i.i.i127, 32767
  %56 = load ptr, ptr %block.i.i129, align 8
  %serial.i.i130 = getelementptr inbounds nuw i8, ptr %56, i64 20
  %57 = load i32, ptr %serial.i.i130, align 4
  %conv.i.i131 = zext i32 %57 to i64
  %cmp.not.i.i132 = icmp eq i64 %and.i.i.i.i128, %conv.i.i131
  br i1 %cmp.not.i.i132, label %lor.lhs.false2.i.i133, label %for.inc

lor.lhs.false2.i.i133:                            ; preds = %lor.lhs.false.i.i126
  %shr.i.i16.i.i134 = lshr i64 %55, 21
  %and.i.i17.i.i135 = and i64 %shr.i.i16.i.i134, 2047
  %58 = load i32, ptr %number.i.i136, align 8
  %conv4.i.i137 = zext i32 %58 to i64
  %cmp5.i.i138 = icmp eq i64 %and.i.i17.i.i135, %conv4.i.i137
  br i1 %cmp5.i.i138, label %for.inc, label %if.end.i.i139

if.end.i.i139:                                    ; preds = %lor.lhs.false2.i.i133
  %and.i.i18.i.i140 = and i64 %55, 1048575
  %59 = load ptr, ptr %clocks.i.i141, align 8
  %arrayidx.i.i142 = getelementptr inbounds nuw i32, ptr %59, i64 %and.i.i17.i.i135
  %60 = load i32, ptr %arrayidx.i.i142, align 4
  %conv9.i.i143 = zext i32 %60 to i64
  %cmp10.i.not.i144 = icmp samesign ugt i64 %and.i.i18.i.i140, %conv9.i.i143
  br i1 %cmp10.i.not.i144, label %land.rhs.i145, label %for.inc

land.rhs.i145:                                    ; preds = %if.end.i.i139
  %61 = and i64 %55, 1048576
  %tobool.i146 = icmp ne i64 %61, 0
  %.not.i149.not = and i1 %tobool3.i148, %tobool.i146
  %62 = select i1 %.not.i149.not, i1 true, i1 %18
  br i1 %62, label %for.inc, label %if.then40

if.then40:                                        ; preds = %land.rhs.i145
  %add.ptr45 = getelementptr inbounds nuw i8, ptr %place, i64 %indvars.iv207
  %shr.i.i.i151 = lshr i64 %55, 21
  %and.i.i.i152 = and i64 %shr.i.i.i151, 2047
  %63 = load ptr, ptr @launch, align 8
  %other_thread.i153 = getelementptr inbounds nuw i8, ptr %63, i64 200
  store i64 %and.i.i.i152, ptr %other_thread.i153, align 8
  %shr.i.i154 = lshr i64 %55, 47
  %other_site.i155 = getelementptr inbounds nuw i8, ptr %63, i64 208
  store i64 %shr.i.i154, ptr %other_site.i155, align 8
  %other_write.i156 = getelementptr inbounds nuw i8, ptr %63, i64 240
  store i64 0, ptr %other_write.i156, align 8
  %cmp.i.i157 = icmp eq i32 %space, 0
  %conv.i.i158 = xor i32 %space, 1
  %conv1.i.i159 = zext nneg i32 %conv.i.i158 to i64
  %in_shared.i.i160 = getelementptr inbounds nuw i8, ptr %63, i64 224
  store i64 %conv1.i.i159, ptr %in_shared.i.i160, align 8
  br i1 %cmp.i.i157, label %cond.true.i.i172, label %cond.false.i.i161

cond.true.i.i172:                                 ; preds = %if.then40
  %64 = load ptr, ptr @current, align 8
  %block.i.i173 = getelementptr inbounds nuw i8, ptr %64, i64 8
  %65 = load ptr, ptr %block.i.i173, align 8
  %shared.i.i174 = getelementptr inbounds nuw i8, ptr %65, i64 56
  %66 = load ptr, ptr %shared.i.i174, align 8
  %sub.ptr.lhs.cast.i.i175 = ptrtoint ptr %add.ptr45 to i64
  %sub.ptr.rhs.cast.i.i176 = ptrtoint ptr %66 to i64
  %cluster.i.i.i177 = getelementptr inbounds nuw i8, ptr %63, i64 96
  %67 = load i64, ptr %cluster.i.i.i177, align 8
  %cmp.i.i.i178 = icmp eq i64 %67, 1
  br i1 %cmp.i.i.i178, label %rank_of.exit.i.i185, label %cond.false.i.i.i179

cond.false.i.i.i179:                              ; preds = %cond.true.i.i172
  %number.i.i.i180 = getelementptr inbounds nuw i8, ptr %64, i64 16
  %68 = load i32, ptr %number.i.i.i180, align 8
  %threads.i.i.i.i181 = getelementptr inbounds nuw i8, ptr %63, i64 56
  %69 = load i64, ptr %threads.i.i.i.i181, align 8
  %div.i.i.i.i182 = sdiv i64 %69, %67
  %conv.i.i.i.i183 = trunc i64 %div.i.i.i.i182 to i32
  %div.i.i.i184 = udiv i32 %68, %conv.i.i.i.i183
  %70 = zext i32 %div.i.i.i184 to i64
  br label %rank_of.exit.i.i185

rank_of.exit.i.i185:                              ; preds = %cond.false.i.i.i179, %cond.true.i.i172
  %cond.i.i.i186 = phi i64 [ %70, %cond.false.i.i.i179 ], [ 0, %cond.true.i.i172 ]
  %shared_bytes.i.i187 = getelementptr inbounds nuw i8, ptr %63, i64 64
  %71 = load i64, ptr %shared_bytes.i.i187, align 8
  %mul.i.i188 = mul nsw i64 %71, %cond.i.i.i186
  %72 = add i64 %mul.i.i188, %sub.ptr.rhs.cast.i.i176
  %sub.i.i189 = sub i64 %sub.ptr.lhs.cast.i.i175, %72
  br label %cond.end.i.i162

cond.false.i.i161:                                ; preds = %if.then40
  %73 = ptrtoint ptr %add.ptr45 to i64
  br label %cond.end.i.i162

cond.end.i.i162:                                  ; preds = %cond.false.i.i161, %rank_of.exit.i.i185
  %cond.i.i163 = phi i64 [ %sub.i.i189, %rank_of.exit.i.i185 ], [ %73, %cond.false.i.i161 ]
  %address.i.i164 = getelementptr inbounds nuw i8, ptr %63, i64 216
  store i64 %cond.i.i163, ptr %address.i.i164, align 8
  %conv5.i.i166 = zext nneg i32 %and3 to i64
  %size.i.i167 = getelementptr inbounds nuw i8, ptr %63, i64 232
  store i64 %conv5.i.i166, ptr %size.i.i167, align 8
  %written.i.i171 = getelementptr inbounds nuw i8, ptr %63, i64 248
  store i64 1, ptr %written.i.i171, align 8
  tail call void @fail(i32 noundef 6, i32 noundef %site) #11
  unreachable

for.inc:                                          ; preds = %if.end.i.i139, %for.body33, %lor.lhs.false.i.i126, %lor.lhs.false2.i.i133, %land.rhs.i145
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %cmp30 = icmp eq i64 %indvars.iv, 0
  br i1 %cmp30, label %for.body33, label %for.cond.cleanup32, !llvm.loop !13

cleanup:                                          ; preds = %for.cond.cleanup32, %note_read.exit
  %indvars.iv.next208 = add nuw nsw i64 %indvars.iv207, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next208, %wide.trip.count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !14
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.cttz.i32(i32, i1 immarg) #8

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #9

attributes #0 = { nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #5 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #6 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #7 = { mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #8 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #9 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #10 = { nounwind }
attributes #11 = { noreturn nounwind }
attributes #12 = { allocsize(0,1) }

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
