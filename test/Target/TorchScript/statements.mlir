// RUN: ts-translate --export-torchscript %s | FileCheck %s
// REQUIRES: ts-translate

// CHECK: import torch
// CHECK-NEXT: from torch import Tensor

// A value used once stands in place; a variable keeps its name.
// CHECK-LABEL: def inline(x: int) -> int:
// CHECK-NEXT:    y = x * (x + 1)
// CHECK-NEXT:    return -y
func.func @inline(%arg0: i64) -> i64 {
  %x = ts.var "x" : !ts.slot<i64>
  ts.store %arg0, %x : !ts.slot<i64>
  %0 = ts.load %x : !ts.slot<i64>
  %1 = ts.load %x : !ts.slot<i64>
  %one = arith.constant 1 : i64
  %2 = ts.op "aten::add.int"(%1, %one) : (i64, i64) -> i64
  %3 = ts.op "aten::mul.int"(%0, %2) : (i64, i64) -> i64
  %y = ts.var "y" : !ts.slot<i64>
  ts.store %3, %y : !ts.slot<i64>
  %4 = ts.load %y : !ts.slot<i64>
  %5 = ts.op "aten::neg.int"(%4) : (i64) -> i64
  ts.return %5 : i64
}

// What was read before a variable changes is kept.
// CHECK-LABEL: def swap(a: int, b: int) -> Tuple[int, int]:
// CHECK-NEXT:    _0 = a
// CHECK-NEXT:    a = b
// CHECK-NEXT:    return (a, _0)
func.func @swap(%arg0: i64, %arg1: i64) -> !ts.tuple<i64, i64> {
  %a = ts.var "a" : !ts.slot<i64>
  ts.store %arg0, %a : !ts.slot<i64>
  %b = ts.var "b" : !ts.slot<i64>
  ts.store %arg1, %b : !ts.slot<i64>
  %0 = ts.load %a : !ts.slot<i64>
  %1 = ts.load %b : !ts.slot<i64>
  ts.store %1, %a : !ts.slot<i64>
  %2 = ts.load %a : !ts.slot<i64>
  %3 = ts.tuple.construct %2, %0 : !ts.tuple<i64, i64>
  ts.return %3 : !ts.tuple<i64, i64>
}

// Two calls keep their order although the second is used first.
// CHECK-LABEL: def order(x: str, y: str) -> str:
// CHECK-NEXT:    _0 = x.upper()
// CHECK-NEXT:    _1 = y.lower()
// CHECK-NEXT:    return _1 + _0
func.func @order(%arg0: !ts.str, %arg1: !ts.str) -> !ts.str {
  %x = ts.var "x" : !ts.slot<!ts.str>
  ts.store %arg0, %x : !ts.slot<!ts.str>
  %y = ts.var "y" : !ts.slot<!ts.str>
  ts.store %arg1, %y : !ts.slot<!ts.str>
  %0 = ts.load %x : !ts.slot<!ts.str>
  %1 = ts.op "aten::upper"(%0) : (!ts.str) -> !ts.str
  %2 = ts.load %y : !ts.slot<!ts.str>
  %3 = ts.op "aten::lower"(%2) : (!ts.str) -> !ts.str
  %4 = ts.op "aten::add.str"(%3, %1) : (!ts.str, !ts.str) -> !ts.str
  ts.return %4 : !ts.str
}

// Parameters keep their names, so that they can be given by name; the type of
// an Optional is stated.
// CHECK-LABEL: def names(len: int) -> Optional[int]:
// CHECK-NEXT:    r: Optional[int] = None
// CHECK-NEXT:    if len > 0 and len < 9:
// CHECK-NEXT:        r = len
// CHECK-NEXT:    elif len == 0:
// CHECK-NEXT:        print("zero", len)
// CHECK-NEXT:    else:
// CHECK-NEXT:        raise ValueError("negative")
// CHECK-NEXT:    return r
func.func @names(%arg0: i64) -> !ts.optional<i64> {
  %len = ts.var "len" : !ts.slot<i64>
  ts.store %arg0, %len : !ts.slot<i64>
  %none = ts.constant.none
  %0 = ts.derefine %none : !ts.none to !ts.optional<i64>
  %r = ts.var "r" : !ts.slot<!ts.optional<i64>>
  ts.store %0, %r : !ts.slot<!ts.optional<i64>>
  %zero = arith.constant 0 : i64
  %1 = ts.load %len : !ts.slot<i64>
  %2 = ts.op "aten::gt.int"(%1, %zero) : (i64, i64) -> i1
  %3 = ts.if %2 -> (i1) {
    %nine = arith.constant 9 : i64
    %4 = ts.load %len : !ts.slot<i64>
    %5 = ts.op "aten::lt.int"(%4, %nine) : (i64, i64) -> i1
    ts.yield %5 : i1
  } else {
    %false = arith.constant false
    ts.yield %false : i1
  }
  ts.if %3 {
    %4 = ts.load %len : !ts.slot<i64>
    %5 = ts.derefine %4 : i64 to !ts.optional<i64>
    ts.store %5, %r : !ts.slot<!ts.optional<i64>>
    ts.yield
  } else {
    %4 = ts.load %len : !ts.slot<i64>
    %5 = ts.op "aten::eq.int"(%4, %zero) : (i64, i64) -> i1
    ts.if %5 {
      %s = ts.constant.str "zero"
      %6 = ts.load %len : !ts.slot<i64>
      ts.print %s, %6 : !ts.str, i64
      ts.yield
    } else {
      %s = ts.constant.str "negative"
      ts.raise "builtins.ValueError"(%s)
    }
    ts.yield
  }
  %7 = ts.load %r : !ts.slot<!ts.optional<i64>>
  ts.return %7 : !ts.optional<i64>
}

// Loops over ranges and lists get their headers back.
// CHECK-LABEL: def loops(xs: List[int]) -> int:
// CHECK-NEXT:    s = 0
// CHECK-NEXT:    for x in xs:
// CHECK-NEXT:        s = s + x
// CHECK-NEXT:    for i in range(1, s, 2):
// CHECK-NEXT:        if i % 3 == 0:
// CHECK-NEXT:            break
// CHECK-NEXT:    while s < 10:
// CHECK-NEXT:        s = s + 1
// CHECK-NEXT:    return s
func.func @loops(%arg0: !ts.list<i64>) -> i64 {
  %xs = ts.var "xs" : !ts.slot<!ts.list<i64>>
  ts.store %arg0, %xs : !ts.slot<!ts.list<i64>>
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %s = ts.var "s" : !ts.slot<i64>
  ts.store %zero, %s : !ts.slot<i64>
  %0 = ts.load %xs : !ts.slot<!ts.list<i64>>
  %1 = ts.op "aten::len.t"(%0) : (!ts.list<i64>) -> i64
  ts.for %n to %1 {
    %e = ts.op "aten::__getitem__.t"(%0, %n) : (!ts.list<i64>, i64) -> i64
    %x = ts.var "x" : !ts.slot<i64>
    ts.store %e, %x : !ts.slot<i64>
    %2 = ts.load %s : !ts.slot<i64>
    %3 = ts.load %x : !ts.slot<i64>
    %4 = ts.op "aten::add.int"(%2, %3) : (i64, i64) -> i64
    ts.store %4, %s : !ts.slot<i64>
    ts.yield
  }
  %5 = ts.load %s : !ts.slot<i64>
  %6 = ts.op "aten::__range_length"(%one, %5, %two) : (i64, i64, i64) -> i64
  ts.for %n to %6 {
    %e = ts.op "aten::__derive_index"(%n, %one, %two) : (i64, i64, i64) -> i64
    %i = ts.var "i" : !ts.slot<i64>
    ts.store %e, %i : !ts.slot<i64>
    %7 = ts.load %i : !ts.slot<i64>
    %three = arith.constant 3 : i64
    %8 = ts.op "aten::remainder.int"(%7, %three) : (i64, i64) -> i64
    %9 = ts.op "aten::eq.int"(%8, %zero) : (i64, i64) -> i1
    ts.if %9 {
      ts.break
    } else {
      ts.yield
    }
    ts.yield
  }
  ts.while {
    %ten = arith.constant 10 : i64
    %7 = ts.load %s : !ts.slot<i64>
    %8 = ts.op "aten::lt.int"(%7, %ten) : (i64, i64) -> i1
    ts.condition(%8)
  } do {
    %7 = ts.load %s : !ts.slot<i64>
    %8 = ts.op "aten::add.int"(%7, %one) : (i64, i64) -> i64
    ts.store %8, %s : !ts.slot<i64>
    ts.yield
  }
  %10 = ts.load %s : !ts.slot<i64>
  ts.return %10 : i64
}

// A name the text itself needs is not given to a variable.
// CHECK-LABEL: def hidden(len_1: List[int], return_1: int) -> int:
// CHECK-NEXT:    return len(len_1) + return_1
func.func @hidden(%arg0: !ts.list<i64>, %arg1: i64) -> i64 {
  %len = ts.var "len" : !ts.slot<!ts.list<i64>>
  ts.store %arg0, %len : !ts.slot<!ts.list<i64>>
  %return = ts.var "return" : !ts.slot<i64>
  ts.store %arg1, %return : !ts.slot<i64>
  %0 = ts.load %len : !ts.slot<!ts.list<i64>>
  %1 = ts.op "aten::len.t"(%0) : (!ts.list<i64>) -> i64
  %2 = ts.load %return : !ts.slot<i64>
  %3 = ts.op "aten::add.int"(%1, %2) : (i64, i64) -> i64
  ts.return %3 : i64
}
