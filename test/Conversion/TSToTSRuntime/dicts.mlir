// RUN: ts-opt --convert-ts-to-tsrt %s | FileCheck %s
// RUN: ts-opt --torchscript-to-tsrt --torchscript-to-llvm %s | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: func.func @update
// CHECK: tsrt.dict.get_or %arg0[%arg1], %arg2 : <!ts.str, i64>
// CHECK: tsrt.dict.set %{{.*}}, %arg0[%arg1] : <!ts.str, i64>
// LLVM-LABEL: llvm.func @update
// LLVM: llvm.call @"tsrt.dict.get_or.!ts.dict<!ts.str, i64>"
// LLVM: llvm.call @"tsrt.dict.set.!ts.dict<!ts.str, i64>"
func.func @update(%d: !ts.dict<!ts.str, i64>, %k: !ts.str, %x: i64) {
  %v = ts.op "aten::get.default_str"(%d, %k, %x) : (!ts.dict<!ts.str, i64>, !ts.str, i64) -> i64
  %w = arith.addi %v, %x : i64
  ts.op "aten::_set_item.str"(%d, %k, %w) : (!ts.dict<!ts.str, i64>, !ts.str, i64) -> ()
  return
}

// CHECK-LABEL: func.func @get
// CHECK: tsrt.dict.has %arg0[%arg1] : <i64, !ts.list<i64>>
// CHECK: tsrt.dict.get %arg0[%arg1] : <i64, !ts.list<i64>>
// LLVM-LABEL: llvm.func @get
// LLVM: llvm.call @tsrt_dict_find_int
// LLVM: llvm.call @"tsrt.dict.get.!ts.dict<i64, !ts.list<i64>>"
func.func @get(%d: !ts.dict<i64, !ts.list<i64>>, %k: i64) -> (i1, !ts.list<i64>) {
  %b = ts.op "aten::__contains__.int"(%d, %k) : (!ts.dict<i64, !ts.list<i64>>, i64) -> i1
  %v = ts.op "aten::__getitem__.Dict_int"(%d, %k) : (!ts.dict<i64, !ts.list<i64>>, i64) -> !ts.list<i64>
  return %b, %v : i1, !ts.list<i64>
}

// A missing key is an error, and what the look-up finds is owned.
// LLVM-LABEL: llvm.func internal @"tsrt.dict.get.!ts.dict<i64, !ts.list<i64>>"
// LLVM: llvm.call @tsrt_dict_find_int
// LLVM: llvm.call @tsrt_dict_key_error
// LLVM: llvm.call @tsrt.retain
