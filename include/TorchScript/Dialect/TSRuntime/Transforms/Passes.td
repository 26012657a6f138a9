//===- Passes.td - Passes on tsrt -*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TSRUNTIME_TRANSFORMS_PASSES_TD
#define TORCHSCRIPT_DIALECT_TSRUNTIME_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ReserveLists : Pass<"ts-reserve-lists"> {
  let summary = "make room for what loops append to lists";
  let description = [{
    Before: structured control flow, lists as `tsrt.list.*`. A counted loop that
    appends to a list in every iteration, such as a list comprehension, makes room
    before it begins. When nothing else can change the list meanwhile, its appends
    do not look for room: if the count is a small constant, if the loop surely runs
    to its end, or else in a copy of the loop for counts that turn out to be small.

    ```mlir
    %l = tsrt.list.make() : () -> !ts.list<i64>
    scf.for %i = %c0 to %c9 step %c1 : i64 {
      tsrt.list.append %i, %l : !ts.list<i64>
    }
    ```
    becomes
    ```mlir
    %l = tsrt.list.make() : () -> !ts.list<i64>
    tsrt.list.reserve %l, %c9 : !ts.list<i64>
    scf.for %i = %c0 to %c9 step %c1 : i64 {
      tsrt.list.append reserved %i, %l : !ts.list<i64>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tsrt::TSRTDialect"];
  let statistics = [
    Statistic<"numReserved", "reserved", "lists that loops make room in">,
    Statistic<"numUnchecked", "unchecked", "appends that do not look for room">,
    Statistic<"numCopied", "copied", "loops copied for small counts">
  ];
}

def LowerRaise : Pass<"ts-lower-raise", "::mlir::ModuleOp"> {
  let summary = "make errors results of functions, and branches";
  let description = [{
    Before: functions are control flow graphs; an operation that may fail, a
    `ts.throw` and a `tsrt.raise_if` leave the function in some unsaid way.

    After: a function that may fail, found by looking through calls, has a
    leading result `!tsrt.error`; each failing operation has one too and is
    followed by a branch to a block that appends a traceback frame. Functions
    that cannot fail stay as they are.

    ```mlir
    %r = tsrt.op_call "aten::f"(%a) : (i64) -> i64
    ```
    becomes
    ```mlir
      %e, %r = tsrt.op_call "aten::f"(%a) : (i64) -> (!tsrt.error, i64)
      %failed = tsrt.is_error %e
      cf.cond_br %failed, ^bb2, ^bb1
    ^bb2:
      %e1 = tsrt.add_frame %e
      cf.br ^exit(%e1 : !tsrt.error)
    ```
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect",
                           "::mlir::tsrt::TSRTDialect"];
  let statistics = [
    Statistic<"numRaising", "raising-functions", "functions that may fail">,
    Statistic<"numPlain", "plain-functions", "functions that cannot fail">
  ];
}

def LowerControlFlow
    : Pass<"tsrt-lower-control-flow", "::mlir::func::FuncOp"> {
  let summary = "make branches of scf.if, scf.for and scf.while";
  let description = [{
    Does what `convert-scf-to-cf` does to these, in time linear in the size of
    the function: a function may have thousands of branches in a row.

    ```mlir
    scf.if %c {
      tsrt.print(%s) : !ts.str
    }
    ```
    becomes
    ```mlir
      cf.cond_br %c, ^bb1, ^bb2
    ^bb1:
      tsrt.print(%s) : !ts.str
      cf.br ^bb2
    ^bb2:
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect"];
  let statistics = [
    Statistic<"numLowered", "lowered", "operations that became branches">];
}

def InsertRefcounts : Pass<"tsrt-insert-refcounts", "::mlir::func::FuncOp"> {
  let summary = "insert retains and releases from liveness";
  let description = [{
    Before: control flow graphs without reference counting, errors lowered.

    After: every owned value is consumed exactly once on every path: passed to
    a block argument, returned, taken by an operation, or released right after
    its last use. Critical edges that need code are split.
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect",
                           "::mlir::tsrt::TSRTDialect"];
  let statistics = [
    Statistic<"numRetains", "retains", "retains inserted">,
    Statistic<"numReleases", "releases", "releases inserted">
  ];
}

def OptimizeRefcounts
    : Pass<"tsrt-optimize-refcounts", "::mlir::func::FuncOp"> {
  let summary = "remove reference counting that changes nothing";
  let description = [{
    Removes a retain and the release that undoes it, when nothing between them
    can drop the last owner, and makes element loads borrowed whose list stays
    unchanged until the element was used last. A release right behind the
    operator call that uses the value last becomes part of the call.
  }];
  let dependentDialects = ["::mlir::tsrt::TSRTDialect"];
  let statistics = [
    Statistic<"numPairs", "pairs", "retain/release pairs removed">,
    Statistic<"numBorrowed", "borrowed", "loads made borrowed">,
    Statistic<"numGiven", "given", "releases made part of a call">
  ];
}

#endif // TORCHSCRIPT_DIALECT_TSRUNTIME_TRANSFORMS_PASSES_TD
