// RUN: ts-opt %s --ts-straighten-program | FileCheck %s

// Devices of known names are constants; others are made when the program runs.
// CHECK-LABEL: func.func @devices(
// CHECK-DAG: ts.constant.device <"cpu">
// CHECK-DAG: ts.constant.device <"cuda", 1>
// CHECK: ts.op "aten::device"
// CHECK-NOT: ts.op "aten::device"
func.func @devices() -> (!ts.device, !ts.device, !ts.device) attributes {ts.input_tree = "[]"} {
  %0 = ts.constant.str "cpu"
  %1 = ts.constant.str "cuda:1"
  %2 = ts.constant.str "cuda:x"
  %3 = ts.op "aten::device"(%0) : (!ts.str) -> !ts.device
  %4 = ts.op "aten::device"(%1) : (!ts.str) -> !ts.device
  %5 = ts.op "aten::device"(%2) : (!ts.str) -> !ts.device
  return %3, %4, %5 : !ts.device, !ts.device, !ts.device
}
