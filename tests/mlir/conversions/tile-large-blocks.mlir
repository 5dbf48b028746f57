// RUN: triton-shared-opt %s --split-input-file --tile-large-blocks=large-blocks=1024 | FileCheck %s
// RUN: triton-shared-opt %s --split-input-file --tile-large-blocks | FileCheck %s --check-prefix=DEFAULT

// What is loaded, computed and stored, tile by tile. The option decides.

// CHECK-LABEL: tt.func public @elements
// CHECK:         scf.for %[[J:.+]] = %{{.+}} to %c1024{{.*}} step %c64
// CHECK-NEXT:      %[[R:.+]] = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
// CHECK-NEXT:      %[[S:.+]] = tt.splat %[[J]] : i32 -> tensor<64xi32>
// CHECK-NEXT:      %[[I:.+]] = arith.addi %[[R]], %[[S]] : tensor<64xi32>
// CHECK:           tt.load
// CHECK-NEXT:      math.exp %{{.+}} : tensor<64xf32>
// CHECK-NEXT:      tt.store
// CHECK-NOT:     tt.load
// CHECK:         tt.return
// DEFAULT-NOT:   scf.for
tt.func public @elements(%x: !tt.ptr<f32>) {
  %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %p = tt.addptr %s, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %p : tensor<1024x!tt.ptr<f32>>
  %e = math.exp %v : tensor<1024xf32>
  tt.store %p, %e : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// A loop of what is reduced, in front of one that loads again. The first tile has nothing before it.

// CHECK-LABEL: tt.func public @less_maximum
// CHECK:         %[[M:.+]] = scf.for %[[J:.+]] = {{.+}} iter_args(%[[B:.+]] = %{{.+}}) -> (f32)
// CHECK:           tt.load
// CHECK:           %[[F:.+]] = arith.cmpi eq, %[[J]], %c0
// CHECK:           %[[N:.+]] = "tt.reduce"
// CHECK:           %[[G:.+]] = arith.maxnumf %[[B]], %[[N]] : f32
// CHECK-NEXT:      %[[T:.+]] = arith.select %[[F]], %[[N]], %[[G]] : f32
// CHECK-NEXT:      scf.yield %[[T]]
// CHECK:         scf.for
// CHECK:           tt.load
// CHECK:           tt.splat %[[M]] : f32 -> tensor<64xf32>
// CHECK:           tt.store
tt.func public @less_maximum(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %p = tt.addptr %s, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %p : tensor<1024x!tt.ptr<f32>>
  %m = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.maxnumf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<1024xf32>) -> f32
  %ms = tt.splat %m : f32 -> tensor<1024xf32>
  %d = arith.subf %v, %ms : tensor<1024xf32>
  %t = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %q = tt.addptr %t, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %q, %d : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// A tile would load what the one before it has stored.

// CHECK-LABEL: tt.func public @moved
// CHECK-NOT:     scf.for
tt.func public @moved(%x: !tt.ptr<f32>) {
  %c1 = arith.constant 1 : i32
  %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %p = tt.addptr %s, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %p : tensor<1024x!tt.ptr<f32>>
  %n = tt.addptr %x, %c1 : !tt.ptr<f32>, i32
  %t = tt.splat %n : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %q = tt.addptr %t, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %q, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// A scan takes all elements.

// CHECK-LABEL: tt.func public @running
// CHECK-NOT:     scf.for
tt.func public @running(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>) {
  %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %s = tt.splat %x : !tt.ptr<i32> -> tensor<1024x!tt.ptr<i32>>
  %p = tt.addptr %s, %r : tensor<1024x!tt.ptr<i32>>, tensor<1024xi32>
  %v = tt.load %p : tensor<1024x!tt.ptr<i32>>
  %m = "tt.scan"(%v) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tt.scan.return %c : i32
  }) : (tensor<1024xi32>) -> tensor<1024xi32>
  %t = tt.splat %y : !tt.ptr<i32> -> tensor<1024x!tt.ptr<i32>>
  %q = tt.addptr %t, %r : tensor<1024x!tt.ptr<i32>>, tensor<1024xi32>
  tt.store %q, %m : tensor<1024x!tt.ptr<i32>>
  tt.return
}
