// RUN: triton-shared-opt %s --split-input-file --allocate-shared-memory | FileCheck %s

// Two regions that live at the same time lie side by side; the third comes after the first.

module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
// CHECK-LABEL: func.func @three
// CHECK-SAME:    attributes {tts.shared_bytes = 768 : i64}
// CHECK:         simt.shared_alloc{{.*}}bytes = 512 : i64{{.*}}offset = 0 : i64
// CHECK:         simt.shared_alloc{{.*}}bytes = 256 : i64{{.*}}offset = 512 : i64
// CHECK:         simt.shared_alloc{{.*}}bytes = 128 : i64{{.*}}offset = 0 : i64
func.func @three() {
  %a = "simt.shared_alloc"() {bytes = 512 : i64, alignment = 16 : i64} : () -> !llvm.ptr<3>
  %b = "simt.shared_alloc"() {bytes = 256 : i64, alignment = 16 : i64} : () -> !llvm.ptr<3>
  %r1 = llvm.load %a : !llvm.ptr<3> -> f32
  %r2 = llvm.load %b : !llvm.ptr<3> -> f32
  %c = "simt.shared_alloc"() {bytes = 128 : i64, alignment = 16 : i64} : () -> !llvm.ptr<3>
  %r3 = llvm.load %c : !llvm.ptr<3> -> f32
  %at = llvm.getelementptr %b[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %r4 = llvm.load %at : !llvm.ptr<3> -> f32
  return
}
}

// -----

// A region begins at a multiple of its own alignment, whatever the size of those beside it.

module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
// CHECK-LABEL: func.func @aligned
// CHECK-SAME:    attributes {tts.shared_bytes = 4096 : i64}
// CHECK:         simt.shared_alloc{{.*}}bytes = 2304 : i64{{.*}}offset = 0 : i64
// CHECK:         simt.shared_alloc{{.*}}bytes = 1024 : i64{{.*}}offset = 3072 : i64
// CHECK:         simt.shared_alloc{{.*}}bytes = 48 : i64{{.*}}offset = 2304 : i64
func.func @aligned() {
  %a = "simt.shared_alloc"() {bytes = 2304 : i64, alignment = 256 : i64} : () -> !llvm.ptr<3>
  %b = "simt.shared_alloc"() {bytes = 1024 : i64, alignment = 1024 : i64} : () -> !llvm.ptr<3>
  %c = "simt.shared_alloc"() {bytes = 48 : i64, alignment = 8 : i64} : () -> !llvm.ptr<3>
  %r5 = llvm.load %a : !llvm.ptr<3> -> f32
  %r6 = llvm.load %b : !llvm.ptr<3> -> f32
  %r7 = llvm.load %c : !llvm.ptr<3> -> f32
  return
}
}

// -----

// What nothing reads is not written; an address that goes elsewhere may be read.

module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
// CHECK-LABEL: func.func @unread
// CHECK-SAME:    attributes {tts.shared_bytes = 256 : i64}
// CHECK-NEXT:    simt.shared_alloc{{.*}}bytes = 256
// CHECK-NEXT:    llvm.store
// CHECK-NEXT:    llvm.load
// CHECK-NEXT:    simt.shared_alloc{{.*}}bytes = 128
// CHECK-NEXT:    llvm.ptrtoint
// CHECK-NEXT:    llvm.store
// CHECK-NEXT:    llvm.store
// CHECK-NEXT:    return
func.func @unread(%v: f32, %out: !llvm.ptr<1>) {
  %a = "simt.shared_alloc"() {bytes = 512 : i64, alignment = 16 : i64} : () -> !llvm.ptr<3>
  %b = "simt.shared_alloc"() {bytes = 256 : i64, alignment = 16 : i64} : () -> !llvm.ptr<3>
  llvm.store %v, %a : f32, !llvm.ptr<3>
  %at = llvm.getelementptr %a[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  llvm.store %v, %at : f32, !llvm.ptr<3>
  llvm.store %v, %b : f32, !llvm.ptr<3>
  %w = llvm.load %b : !llvm.ptr<3> -> f32
  %c = "simt.shared_alloc"() {bytes = 128 : i64, alignment = 16 : i64} : () -> !llvm.ptr<3>
  %n = llvm.ptrtoint %c : !llvm.ptr<3> to i64
  llvm.store %w, %c : f32, !llvm.ptr<3>
  llvm.store %n, %out : i64, !llvm.ptr<1>
  return
}
}

// -----

// What only launches with maps of tensors need lies behind the rest, though it is larger.

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// CHECK-LABEL: func.func @for_maps
// CHECK-SAME:    attributes {tts.shared_bytes = 4096 : i64, tts.shared_bytes_without_maps = 528 : i64}
// CHECK:         simt.shared_alloc{{.*}}bytes = 3072 {{.*}}offset = 1024
// CHECK:         simt.shared_alloc{{.*}}bytes = 528 {{.*}}offset = 0
func.func @for_maps(%v: f32) -> (f32, f32) {
  %a = "simt.shared_alloc"() {bytes = 3072 : i64, alignment = 1024 : i64, simt.for_maps, simt.kernel_lifetime} : () -> !llvm.ptr<3>
  %b = "simt.shared_alloc"() {bytes = 528 : i64, alignment = 16 : i64} : () -> !llvm.ptr<3>
  llvm.store %v, %a : f32, !llvm.ptr<3>
  llvm.store %v, %b : f32, !llvm.ptr<3>
  %x = llvm.load %a : !llvm.ptr<3> -> f32
  %y = llvm.load %b : !llvm.ptr<3> -> f32
  return %x, %y : f32, f32
}
}
