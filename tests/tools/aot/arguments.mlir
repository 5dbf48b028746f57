// out[i] = argument i, as f64, by program (1, 2, 0); all programs check that the last argument is not negative.
module {
  tt.func public @arguments(%out: !tt.ptr<f64>, %flag: i1, %byte: i8, %short: i16, %int: i32, %long: i64, %half: f16, %brain: bf16, %single: f32, %double: f64, %unsigned: i8, %last: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %ten = arith.constant 10 : i32
    %x = tt.get_program_id x : i32
    %y = tt.get_program_id y : i32
    %positive = arith.cmpi sge, %last, %zero : i32
    tt.assert %positive, "last must not be negative" : i1
    %is_x = arith.cmpi eq, %x, %one : i32
    %is_y = arith.cmpi eq, %y, %two : i32
    %here = arith.andi %is_x, %is_y : i1
    scf.if %here {
      %tens = arith.muli %x, %ten : i32
      %pid = arith.addi %tens, %y : i32
      tt.print " pid: " {hex = false, isSigned = array<i32: 1>} : %pid : i32
      %flag_f64 = arith.uitofp %flag : i1 to f64
      %c0 = arith.constant 0 : i32
      %p0 = tt.addptr %out, %c0 : !tt.ptr<f64>, i32
      tt.store %p0, %flag_f64 : !tt.ptr<f64>
      %byte_f64 = arith.sitofp %byte : i8 to f64
      %c1 = arith.constant 1 : i32
      %p1 = tt.addptr %out, %c1 : !tt.ptr<f64>, i32
      tt.store %p1, %byte_f64 : !tt.ptr<f64>
      %short_f64 = arith.sitofp %short : i16 to f64
      %c2 = arith.constant 2 : i32
      %p2 = tt.addptr %out, %c2 : !tt.ptr<f64>, i32
      tt.store %p2, %short_f64 : !tt.ptr<f64>
      %int_f64 = arith.sitofp %int : i32 to f64
      %c3 = arith.constant 3 : i32
      %p3 = tt.addptr %out, %c3 : !tt.ptr<f64>, i32
      tt.store %p3, %int_f64 : !tt.ptr<f64>
      %long_f64 = arith.sitofp %long : i64 to f64
      %c4 = arith.constant 4 : i32
      %p4 = tt.addptr %out, %c4 : !tt.ptr<f64>, i32
      tt.store %p4, %long_f64 : !tt.ptr<f64>
      %half_f64 = arith.extf %half : f16 to f64
      %c5 = arith.constant 5 : i32
      %p5 = tt.addptr %out, %c5 : !tt.ptr<f64>, i32
      tt.store %p5, %half_f64 : !tt.ptr<f64>
      %brain_f64 = arith.extf %brain : bf16 to f64
      %c6 = arith.constant 6 : i32
      %p6 = tt.addptr %out, %c6 : !tt.ptr<f64>, i32
      tt.store %p6, %brain_f64 : !tt.ptr<f64>
      %single_f64 = arith.extf %single : f32 to f64
      %c7 = arith.constant 7 : i32
      %p7 = tt.addptr %out, %c7 : !tt.ptr<f64>, i32
      tt.store %p7, %single_f64 : !tt.ptr<f64>
      %c8 = arith.constant 8 : i32
      %p8 = tt.addptr %out, %c8 : !tt.ptr<f64>, i32
      tt.store %p8, %double : !tt.ptr<f64>
      %unsigned_f64 = arith.uitofp %unsigned : i8 to f64
      %c9 = arith.constant 9 : i32
      %p9 = tt.addptr %out, %c9 : !tt.ptr<f64>, i32
      tt.store %p9, %unsigned_f64 : !tt.ptr<f64>
      %last_f64 = arith.sitofp %last : i32 to f64
      %c10 = arith.constant 10 : i32
      %p10 = tt.addptr %out, %c10 : !tt.ptr<f64>, i32
      tt.store %p10, %last_f64 : !tt.ptr<f64>
    }
    tt.return
  }
}
