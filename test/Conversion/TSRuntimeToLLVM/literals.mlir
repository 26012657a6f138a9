// Large containers of constants are data: a table each, the strings of all of
// them, and one call.
// RUN: ts-opt %s --convert-tsrt-to-llvm | FileCheck %s

// 3 numbers behind their count.
// CHECK-DAG: llvm.mlir.global internal constant @[[INTS:tsrt.literal.[0-9]+]]("\03\00\00\00\00\00\00\00\01\00\00\00\00\00\00\00\FE\FF\FF\FF\FF\FF\FF\FF\03\00\00\00\00\00\00\00")
// One byte per bool.
// CHECK-DAG: @tsrt.literal.{{[0-9]+}}("\02\00\00\00\00\00\00\00\01\00")
// Count, keys (offsets of strings), values.
// CHECK-DAG: @[[DICT:tsrt.literal.[0-9]+]]("\02\00\00\00\00\00\00\00\08\00\00\00\00\00\00\000\00\00\00\00\00\00\00\01\00\00\00\00\00\00\00\02\00\00\00\00\00\00\00")
// Strings are objects: immortal, without type, size, without hash, bytes.
// CHECK-DAG: llvm.mlir.global internal @tsrt.strings("\00\00\00\00\00\00\00\00\FF\FF\FF\FF\FF\FF\FF\FF\00\00\00\00\00\00\00\00\01\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00k\00{{.*}}l\00

// CHECK-LABEL: llvm.func @ints
// CHECK-NOT: store
// CHECK: llvm.mlir.addressof @[[INTS]]
// CHECK: llvm.mlir.addressof @tsrt.strings
// CHECK: llvm.call @tsrt_literal
// CHECK: llvm.return
func.func @ints() -> !ts.list<i64> {
  %l = ts.literal #ts.list<!ts.list<i64>, [1, -2, 3]>
  return %l : !ts.list<i64>
}

func.func @bools() -> !ts.list<i1> {
  %l = ts.literal #ts.list<!ts.list<i1>, [true, false]>
  return %l : !ts.list<i1>
}

// The same value has one table.
// CHECK-LABEL: llvm.func @again
// CHECK: llvm.mlir.addressof @[[INTS]]
func.func @again() -> !ts.list<i64> {
  %l = ts.literal #ts.list<!ts.list<i64>, [1, -2, 3]>
  return %l : !ts.list<i64>
}

// CHECK-LABEL: llvm.func @dict
// CHECK: llvm.mlir.addressof @[[DICT]]
func.func @dict() -> !ts.dict<!ts.str, i64> {
  %d = ts.literal #ts.dict<!ts.dict<!ts.str, i64>, ["k", "l"], [1, 2]>
  return %d : !ts.dict<!ts.str, i64>
}

// Values of type Any name their types, here int and str.
// CHECK-LABEL: llvm.func @any
// CHECK: llvm.mlir.addressof @tsrt.array
// CHECK: llvm.call @tsrt_literal
func.func @any() -> !ts.list<!ts.any> {
  %l = ts.literal #ts.list<!ts.list<!ts.any>, [1, "k", #ts.none]>
  return %l : !ts.list<!ts.any>
}

// CHECK-LABEL: llvm.func @tsrt.module_init()
// CHECK: llvm.call @tsrt_literal_strings
