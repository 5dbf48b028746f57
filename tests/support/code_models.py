"""Triton code models to test with."""

from pathlib import Path

import triton_shared
from triton_shared.interop.importers import babylon

HERE = Path(__file__).parents[1] / "importers"
NAMES = ["vector_add", "matmul", "softmax"]


def text_of(name: str) -> str:
    return (HERE / f"{name}.txt").read_text()


def kernel(text: str) -> triton_shared.Kernel:
    return triton_shared.compile(babylon.parse(text))


def function(body: str, parameters: str = "%0 : ptr<int>, %1 : int", extra: str = "") -> str:
    return f'module ()void -> {{ {extra} tt.func @"f" ({parameters})void -> {{\n{body}\ntt.return; }}; unreachable; }};'


MASKS = """
%2 : tensor<x8, int> = tt.make_range @start="0" @end="8";
%3 : tensor<x8, int> = tt.splat %1;
%4 : tensor<x8, int> = arith.cmpi %2 %3 @"slt";
%5 : tensor<x8, int> = arith.constant @"2";
%6 : tensor<x8, int> = arith.cmpi %2 %5 @"sge";
%7 : tensor<x8, int> = arith.andi %4 %6;
%8 : tensor<x8, int> = arith.addi %4 %6;
%9 : tensor<x8, int> = arith.andi %7 %8;
%10 : int = arith.constant @"0";
%11 : int = arith.constant @"1";
%12 : int = arith.constant @"3";
%13 : Tuple<tensor<x8, int>, tensor<x8, int>> = scf.for %10 %12 %11 %8 %4 (
    %14 : int, %15 : tensor<x8, int>, %16 : tensor<x8, int>)Tuple<tensor<x8, int>, tensor<x8, int>> -> {
    %17 : tensor<x8, int> = tt.splat %14;
    %18 : tensor<x8, int> = arith.addi %15 %17;
    scf.yield %18 %7;
};
%19 : tensor<x8, int> = tuple.load %13 @"0";
%20 : tensor<x8, int> = tuple.load %13 @"1";
%21 : tensor<x8, int> = arith.subi %19 %9;
%22 : tensor<x8, ptr<int>> = tt.splat %0;
%23 : tensor<x8, ptr<int>> = tt.addptr %22 %2;
tt.store %23 %21 %20;
"""
