// RUN: ts-opt %s --convert-tsrt-to-llvm --ts-export-library | FileCheck %s
// RUN: ts-opt %s --torchscript-to-llvm | FileCheck %s --check-prefix=GLOBAL
// RUN: ts-opt %s --convert-tsrt-to-llvm | FileCheck %s --check-prefix=BEFORE
// RUN: not ts-opt %s --ts-export-library 2>&1 | FileCheck %s --check-prefix=EARLY
// EARLY: export-library.mlir:[[#@LINE+17]]:3: error: a library is exported from the LLVM dialect; run convert-tsrt-to-llvm (pipeline torchscript-to-llvm) first

// The conversion keeps what the library's description needs.
// BEFORE: ts.class @C
// BEFORE: llvm.func @f(
// BEFORE-SAME: ts.source_type
// BEFORE-NOT: @p_f
// BEFORE-NOT: tsrt.initialize

// One descriptor for a type, though two passes name it.
// CHECK-NOT: ts.class
// CHECK-COUNT-1: ts.described_type = !ts.list<i64>
// CHECK-NOT: ts.described_type = !ts.list<i64>
module attributes {ts.library = "p", ts.exported_types = {p_list = !ts.list<i64>}} {
  ts.class @C {
    ts.method "m" = @C.m
  }
  func.func private @C.m(%self: !ts.object<@C>) {
    func.return
  }
  func.func @f(%x: i64 {ts.name = "x", ts.default_text = "3"}, %l: !ts.list<i64> {ts.name = "l"}) -> i64
      attributes {ts.export = "p_f", ts.callable = "f"} {
    func.return %x : i64
  }
  // With a variant for known sizes.
  func.func @g(%x: !ts.tensor) -> i64
      attributes {ts.export = "p_g", ts.callable = "g", ts.variants = ["g$0"]} {
    %0 = arith.constant 1 : i64
    func.return %0 : i64
  }
  func.func @g$0(%x: !ts.tensor<[2],f32>) -> i64 {
    %0 = arith.constant 2 : i64
    func.return %0 : i64
  }
}

// The host's entry and the C function call what compares the sizes.
// CHECK: llvm.func @g$boxed
// CHECK: llvm.call @g$dispatch(
// CHECK: llvm.func internal @g$dispatch(
// CHECK: llvm.call @tsrt_tensor_matches(
// CHECK: llvm.call @g$0(
// CHECK: llvm.call @g(
// CHECK: llvm.func @p_f(%{{.*}}: i64, %{{.*}}: !llvm.ptr, %[[R:.*]]: !llvm.ptr) -> !llvm.ptr
// CHECK: llvm.call @tsrt.ensure_initialized()
// CHECK: %[[V:.*]] = llvm.call @f(
// CHECK: llvm.store %[[V]], %[[R]]
// CHECK: llvm.func @p_g(
// CHECK: llvm.call @g$dispatch(
// GLOBAL-DAG: llvm.mlir.global external constant @p_program()
// GLOBAL-DAG: llvm.mlir.global weak_odr constant @tsrt_program_description()
// GLOBAL-DAG: llvm.mlir.global external constant @p_list()
// CHECK: llvm.func internal @tsrt.initialize()
// CHECK: llvm.func internal @tsrt.finalize()
