// RUN: ts-opt %s --convert-tsrt-to-llvm --ts-export-library | FileCheck %s
// RUN: ts-opt %s --torchscript-to-llvm | FileCheck %s --check-prefix=GLOBAL
// RUN: ts-opt %s --torchscript-to-llvm | FileCheck %s --check-prefix=INLINE
// RUN: ts-opt %s --convert-tsrt-to-llvm | FileCheck %s --check-prefix=BEFORE
// RUN: not ts-opt %s --ts-export-library 2>&1 | FileCheck %s --check-prefix=EARLY
// EARLY: export-library.mlir:[[#@LINE+22]]:3: error: a library is exported from the LLVM dialect; run convert-tsrt-to-llvm (pipeline torchscript-to-llvm) first

// The conversion keeps what the library's description needs.
// BEFORE: ts.class @C
// BEFORE: llvm.func @f(
// BEFORE-SAME: ts.source_type
// BEFORE-NOT: @p_f
// BEFORE-NOT: tsrt.initialize

// What only its C function calls becomes part of that; attributes that only this
// pass reads are gone.
// INLINE-NOT: llvm.func @f(
// INLINE: llvm.func @h(%arg0: i64, %arg1: !llvm.ptr) -> !llvm.struct<(ptr, i64)> {

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
  // Of the same types, but may fail; called from elsewhere, too.
  func.func @h(%x: i64 {ts.name = "x"}, %l: !ts.list<i64> {ts.name = "l"}) -> (!tsrt.error, i64)
      attributes {ts.export = "p_h", ts.callable = "h"} {
    %e = tsrt.zero : !tsrt.error
    func.return %e, %x : !tsrt.error, i64
  }
  func.func private @calls_h(%x: i64, %l: !ts.list<i64>) -> !tsrt.error {
    %e, %r = func.call @h(%x, %l) : (i64, !ts.list<i64>) -> (!tsrt.error, i64)
    func.return %e : !tsrt.error
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

// What compares the sizes is part of the C function.
// CHECK-NOT: @g$dispatch
// CHECK: llvm.func @p_f(%{{.*}}: i64, %{{.*}}: !llvm.ptr, %[[R:.*]]: !llvm.ptr) -> !llvm.ptr
// CHECK: llvm.call @tsrt.ensure_initialized()
// CHECK-NEXT: llvm.br ^[[END:.*]](%arg0 : i64)
// CHECK-NEXT: ^[[END]](%[[V:.*]]: i64):
// CHECK-NEXT: llvm.store %[[V]], %[[R]]
// CHECK: llvm.func @p_h(
// CHECK: llvm.call @h(
// The variables of what it calls are there from the beginning.
// CHECK: llvm.func @p_g(
// CHECK: %[[SIZES:.*]] = llvm.alloca
// CHECK: llvm.call @tsrt.ensure_initialized()
// CHECK: llvm.call @tsrt_tensor_matches(%arg0, %{{.*}}, %{{.*}}, %[[SIZES]])
// CHECK: llvm.call @g$0(
// CHECK: llvm.call @g(

// The entry for boxed arguments leads to the C function by way of what those of
// the same types share.
// CHECK: llvm.func internal @tsrt.boxed_call.0(%[[ARGS:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr, %[[F:.*]]: !llvm.ptr) -> !llvm.ptr
// CHECK-SAME: noinline
// CHECK: %[[E:.*]] = llvm.call %[[F]](%{{.*}}, %{{.*}}, %{{.*}}) : !llvm.ptr, (i64, !llvm.ptr, !llvm.ptr) -> !llvm.ptr
// CHECK: llvm.return %[[E]]
// CHECK: llvm.func internal @f$boxed(
// CHECK: %[[PF:.*]] = llvm.mlir.addressof @p_f
// CHECK: llvm.call @tsrt.boxed_call.0(%arg0, %arg1, %[[PF]])
// CHECK: llvm.func internal @h$boxed(
// CHECK: %[[PH:.*]] = llvm.mlir.addressof @p_h
// CHECK: llvm.call @tsrt.boxed_call.0(%arg0, %arg1, %[[PH]])
// CHECK: llvm.func internal @g$boxed(
// CHECK: llvm.call @tsrt.boxed_call.1(
// CHECK-NOT: @tsrt.boxed_call.2
// GLOBAL-DAG: llvm.mlir.global external constant @p_program()
// GLOBAL-DAG: llvm.mlir.global weak_odr constant @tsrt_program_description()
// GLOBAL-DAG: llvm.mlir.global external constant @p_list()
// CHECK: llvm.func internal @tsrt.initialize()
// CHECK: llvm.func internal @tsrt.finalize()
