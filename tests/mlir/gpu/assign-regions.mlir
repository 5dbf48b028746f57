// RUN: triton-shared-opt %s --assign-regions | FileCheck %s

// Two regions that live at the same time lie side by side; the third comes after the first.

module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
// CHECK-LABEL: func.func @three
// CHECK-SAME:    attributes {tts.shared_bytes = 768 : i64}
// CHECK:         simt.region{{.*}}bytes = 512 : i64{{.*}}offset = 0 : i64
// CHECK:         simt.region{{.*}}bytes = 256 : i64{{.*}}offset = 512 : i64
// CHECK:         simt.region{{.*}}bytes = 128 : i64{{.*}}offset = 0 : i64
func.func @three(%v: f32) {
  %a = "simt.region"() {bytes = 512 : i64, alignment = 16 : i64} : () -> !llvm.ptr<3>
  %b = "simt.region"() {bytes = 256 : i64, alignment = 16 : i64} : () -> !llvm.ptr<3>
  llvm.store %v, %a : f32, !llvm.ptr<3>
  llvm.store %v, %b : f32, !llvm.ptr<3>
  %c = "simt.region"() {bytes = 128 : i64, alignment = 16 : i64} : () -> !llvm.ptr<3>
  llvm.store %v, %c : f32, !llvm.ptr<3>
  %at = llvm.getelementptr %b[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  llvm.store %v, %at : f32, !llvm.ptr<3>
  return
}
}
