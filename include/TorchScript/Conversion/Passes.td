//===- Passes.td - Conversion passes -*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CONVERSION_PASSES_TD
#define TORCHSCRIPT_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTSToArith : Pass<"convert-ts-to-arith"> {
  let summary = "scalar operators become arith, math and complex";
  let description = [{
    Replaces `ts.op`s whose operands and result are int, float, bool or complex
    by operations of the upstream dialects, with TorchScript's semantics: ints
    wrap, `//` floors, `%` has the sign of the divisor, `/` never fails; integer
    division by zero is a `tsrt.raise_if`. What it does not know stays.

    ```mlir
    %r = ts.op "aten::add.int"(%a, %b) : (i64, i64) -> i64
    ```
    becomes
    ```mlir
    %r = arith.addi %a, %b : i64
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::complex::ComplexDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::tsrt::TSRTDialect"];
}

def ConvertTSToSCF : Pass<"convert-ts-to-scf"> {
  let summary = "ts.if, ts.while and ts.for become scf";
  let description = [{
    Before: ssa form. After: no structured control flow of `ts` is left;
    counted loops are `scf.for` over `i64`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def ConvertTSToTSRuntime : Pass<"convert-ts-to-tsrt"> {
  let summary = "containers inline, other operators as runtime calls";
  let description = [{
    List accesses become bounds checks and `tsrt.list.*`; every other `ts.op`
    becomes a `tsrt.op_call`. Operations of `ts` that only change how a value is
    seen (`ts.derefine`, `ts.tuple.*`, `ts.getattr`, ...) stay. What cannot be
    lowered is reported, all of it, and the pass fails.

    ```mlir
    %n = ts.op "aten::len.t"(%l) : (!ts.list<i64>) -> i64
    ```
    becomes
    ```mlir
    %n = tsrt.list.size %l : !ts.list<i64>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tsrt::TSRTDialect"];
}

def ConvertTSRuntimeToLLVM : Pass<"convert-tsrt-to-llvm", "::mlir::ModuleOp"> {
  let summary = "everything becomes the LLVM dialect";
  let description = [{
    Types get their native representation (docs/architecture.md), type
    descriptors and traceback frames become constants, operators are looked up
    once when the module is loaded. For every public function `f` there is a
    function `f$boxed` with the type `tsrt_entry`.

    Before: control flow graphs, errors and ownership explicit. After: only the
    LLVM dialect.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // TORCHSCRIPT_CONVERSION_PASSES_TD
