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
  let statistics = [
    Statistic<"numConverted", "num-converted", "Scalar operators converted">
  ];
}

def ConvertTSToSCF : Pass<"convert-ts-to-scf"> {
  let summary = "ts.if, ts.while and ts.for become scf";
  let description = [{
    Before: ssa form. After: no structured control flow of `ts` is left;
    counted loops are `scf.for` over `i64`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numBranches", "num-branches", "Branches converted">,
    Statistic<"numCounted", "num-counted", "Counted loops converted">,
    Statistic<"numWhile", "num-while", "Other loops converted">
  ];
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
  let statistics = [
    Statistic<"numOperators", "num-operators", "Operators lowered">,
    Statistic<"numCalls", "num-calls", "Calls of the runtime made for them">
  ];
}

def ConvertTSRuntimeToLLVM : Pass<"convert-tsrt-to-llvm", "::mlir::ModuleOp"> {
  let summary = "everything becomes the LLVM dialect";
  let description = [{
    Types get their native representation (docs/architecture.md), type
    descriptors and traceback frames become constants, operators are looked up
    once when the module is loaded. For every public function `f` there is a
    function `f$boxed` with the type `tsrt_entry`.

    Before: control flow graphs, errors and ownership explicit. After: only the
    LLVM dialect; in a module for a library (`ts.library`) also the declarations of
    classes and enums, which `ts-export-library` describes and erases.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::ts::TSDialect",
    "::mlir::tsrt::TSRTDialect"
  ];
  let statistics = [
    Statistic<"numFunctions", "num-functions", "Functions lowered">,
    Statistic<"numEntries", "num-entries", "Entries for the host made">
  ];
}

def TSExportLibrary : Pass<"ts-export-library", "::mlir::ModuleOp"> {
  let summary = "add what a library exports";
  let description = [{
    Before: `convert-tsrt-to-llvm`. A module without the attribute `ts.library`
    stays as it is. Otherwise each function with the attribute `ts.export` gets a
    function for C of that name, which takes scalars and objects by value and
    structs by address, stores the result through its last parameter and returns the
    error. Where there are variants for known shapes (`ts.variants`), a dispatcher
    compares the shapes. The module gets its initialisation, the descriptors in
    `ts.exported_types` and the `tsrt_program` that describes all of it.

    ```mlir
    module attributes {ts.library = "p"} {
      llvm.func @f(%x: i64) -> i64 attributes {
          ts.callable = "f", ts.export = "p_f", ts.source_type = (i64) -> i64} {…}
    }
    ```
    gets
    ```mlir
    llvm.func @p_f(%x: i64, %result: !llvm.ptr) -> !llvm.ptr {
      llvm.call @tsrt.ensure_initialized() : () -> ()
      %0 = llvm.call @f(%x) : (i64) -> i64
      llvm.store %0, %result : i64, !llvm.ptr
      %none = llvm.mlir.zero : !llvm.ptr
      llvm.return %none : !llvm.ptr
    }
    llvm.mlir.global external constant @p_program() …
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let statistics = [
    Statistic<"numFunctions", "functions", "functions exported">,
    Statistic<"numInstances", "instances", "instances that can be made">,
    Statistic<"numDispatchers", "dispatchers", "functions with variants">
  ];
}

def TSQualifySymbols : Pass<"ts-qualify-symbols", "::mlir::ModuleOp"> {
  let summary = "names of the program's functions get a prefix";
  let description = [{
    Beside the functions of a program stand soon those of the mathematical library,
    of the runtime and of LLVM, and a program may use any of their names. Each
    function with a body, and each reference to one, gets the prefix `ts.`; the
    names that the host and C see do not change. Runs before `ts-flatten-kernels`.

    ```mlir
    func.func @pow() -> i64 {…}
    ```
    becomes
    ```mlir
    func.func @ts.pow() -> i64 {…}
    ```
  }];
  let statistics = [
    Statistic<"numRenamed", "num-renamed", "Functions renamed">
  ];
}

#endif // TORCHSCRIPT_CONVERSION_PASSES_TD
