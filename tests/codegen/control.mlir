// Early return, an atomic, scalar loads and stores, and loops: hist[x[i]] += 1 for i < n, one element a program,
// then steps[i] = how many times x[i] can be halved before it is zero.
module {
  func.func @control(%x: memref<*xi32>, %hist: memref<*xi32>, %steps: memref<*xi32>, %n: i32,
                     %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    %out = arith.cmpi sge, %px, %n : i32
    cf.cond_br %out, ^bb1, ^bb2
  ^bb1:
    return
  ^bb2:
    %p = arith.index_cast %px : i32 to index
    %xv = memref.reinterpret_cast %x to offset: [%p], sizes: [1], strides: [1] : memref<*xi32> to memref<1xi32, strided<[1], offset: ?>>
    %which = memref.load %xv[%c0] : memref<1xi32, strided<[1], offset: ?>>
    %at = arith.index_cast %which : i32 to index
    %hv = memref.reinterpret_cast %hist to offset: [%at], sizes: [1], strides: [1] : memref<*xi32> to memref<1xi32, strided<[1], offset: ?>>
    %old = memref.atomic_rmw addi %one, %hv[%c0] : (i32, memref<1xi32, strided<[1], offset: ?>>) -> i32
    %count, %last = scf.while (%i = %zero, %v = %which) : (i32, i32) -> (i32, i32) {
      %more = arith.cmpi ne, %v, %zero : i32
      scf.condition(%more) %i, %v : i32, i32
    } do {
    ^bb0(%i: i32, %v: i32):
      %next = arith.addi %i, %one : i32
      %half = arith.shrui %v, %one : i32
      scf.yield %next, %half : i32, i32
    }
    %sv = memref.reinterpret_cast %steps to offset: [%p], sizes: [1], strides: [1] : memref<*xi32> to memref<1xi32, strided<[1], offset: ?>>
    memref.store %count, %sv[%c0] : memref<1xi32, strided<[1], offset: ?>>
    return
  }
}
