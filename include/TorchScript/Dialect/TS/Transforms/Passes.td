//===- Passes.td - Passes on the ts dialect ----------------*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_TRANSFORMS_PASSES_TD
#define TORCHSCRIPT_DIALECT_TS_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TSVerifyForm : Pass<"ts-verify-form", "::mlir::ModuleOp"> {
  let summary = "check that a module is in source, ssa or value form";
  let description = [{
    Reports every operation that does not belong to the form, then one line
    with the count per operation, and fails. Changes nothing.

    * `source`: no carried values, no `ts.throw`, no builtin tensors; every
      operation has a source location.
    * `ssa`: no slots, no exits, no `ts.with`, no `ts.assert`.
    * `value`: as `ssa`, and no `ts.unsupported`. Operators that still work on
      `!ts.tensor` are allowed; a remark says why each stayed.

    ```mlir
    func.func @f() {
      ts.return
    }
    ```
    is not in ssa form: `'ts.return' is an exit; not allowed in ssa form`.
  }];
  let options = [
    Option<"form", "form", "std::string", "\"ssa\"",
           "source, ssa or value">,
    Option<"remarks", "remarks", "bool", "true",
           "in value form, remark on what stays in the runtime">];
  let statistics = [
    Statistic<"numViolations", "violations", "operations outside of the form">,
    Statistic<"numResidue", "residue", "operators that stay in the runtime">];
}

def TSLowerExits : Pass<"ts-lower-exits", "::mlir::func::FuncOp"> {
  let summary = "make structured control flow of break, continue, return, "
                "raise and assert";
  let description = [{
    Before: source form. After: the only exit is one `func.return` at the end
    of the function; slots are still there and hold the returned value and the
    flags.

    What follows a `ts.if` one of whose branches always leaves moves into the
    other branch, which needs no flag. Where a statement may or may not have
    left, the rest of the block is guarded by the flags of the exits that may
    have happened. A `ts.for` becomes a `ts.while` only when it contains a
    `ts.break` or a `ts.return`. `ts.raise` becomes `ts.throw`, and `ts.assert` a
    `ts.if` around one: a raise needs no flag, as nothing after it runs.

    ```mlir
    func.func @f(%c: i1, %a: i64, %b: i64) -> i64 {
      ts.if %c {
        ts.return %a : i64
      }
      ts.return %b : i64
    }
    ```
    becomes
    ```mlir
    func.func @f(%c: i1, %a: i64, %b: i64) -> i64 {
      %r = ts.var "<returned value>" : !ts.slot<i64>
      ts.if %c {
        ts.store %a, %r : !ts.slot<i64>
      } else {
        ts.store %b, %r : !ts.slot<i64>
      }
      %0 = ts.load %r : !ts.slot<i64>
      func.return %0 : i64
    }
    ```
  }];
  let statistics = [
    Statistic<"numExits", "exits", "exits removed">,
    Statistic<"numGuards", "guards", "blocks guarded by flags">,
    Statistic<"numLoops", "loops", "counted loops that became while loops">];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TSLowerWith : Pass<"ts-lower-with", "::mlir::func::FuncOp"> {
  let summary = "make ts.enter and ts.exit of ts.with";
  let description = [{
    Runs after `ts-lower-exits`: the body of a `ts.with` has one end then. A
    raise between `ts.enter` and `ts.exit` runs `__exit__` first; that is what
    the two operations mean.

    ```mlir
    ts.with %m : !ts.object<@Timer> {
      ts.print %s : !ts.str
    }
    ```
    becomes
    ```mlir
    ts.enter %m : !ts.object<@Timer>
    ts.print %s : !ts.str
    ts.exit %m : !ts.object<@Timer>
    ```
  }];
  let statistics = [Statistic<"numScopes", "scopes", "with statements lowered">];
}

def TSPromoteSlots : Pass<"ts-promote-slots", "::mlir::func::FuncOp"> {
  let summary = "make results and carried values of variable slots";
  let description = [{
    Before: no exits, no `ts.with`. After: no slots. A variable that a branch
    or loop assigns is a result of it when it is read later, and carried around
    a loop when it is read in the next turn; others are not. A variable that is
    not defined on some way is `ts.uninitialized` there.

    ```mlir
    func.func @f(%c: i1, %a: i64, %b: i64) -> i64 {
      %x = ts.var "x" : !ts.slot<i64>
      ts.store %a, %x : !ts.slot<i64>
      ts.if %c {
        ts.store %b, %x : !ts.slot<i64>
      }
      %0 = ts.load %x : !ts.slot<i64>
      func.return %0 : i64
    }
    ```
    becomes
    ```mlir
    func.func @f(%c: i1, %a: i64, %b: i64) -> i64 {
      %0 = ts.if %c -> (i64) {
        ts.yield %b : i64
      } else {
        ts.yield %a : i64
      }
      func.return %0 : i64
    }
    ```
  }];
  let statistics = [
    Statistic<"numSlots", "slots", "slots promoted">,
    Statistic<"numResults", "results", "results added to branches">,
    Statistic<"numCarried", "carried", "values carried around loops">];
}

def TSCanonicalize : Pass<"ts-canonicalize"> {
  let summary = "canonicalize; no operation loses its place";
  let description = [{
    MLIR's `canonicalize` merges equal constants and takes their locations. This
    does the same, and then gives each of them the location of its first user.

    ```mlir
    func.func @f(%x: i64) -> (i64, i64) {
      %a = arith.constant 1 : i64 loc("a")
      %0 = arith.addi %x, %a : i64 loc("b")
      %c = arith.constant 1 : i64 loc("c")
      %1 = arith.subi %0, %c : i64 loc("d")
      func.return %0, %1 : i64, i64
    }
    ```
    becomes
    ```mlir
    func.func @f(%x: i64) -> (i64, i64) {
      %a = arith.constant 1 : i64 loc("b")
      %0 = arith.addi %x, %a : i64 loc("b")
      %1 = arith.subi %0, %a : i64 loc("d")
      func.return %0, %1 : i64, i64
    }
    ```
  }];
}

def TSRefineTypes : Pass<"ts-refine-types"> {
  let summary = "narrow static types and fold the tests they decide";
  let description = [{
    Works on ssa form. Folds `ts.is_none`, `ts.isinstance` and the conditions
    that follow; gives a result or carried value the type all its values have
    before they are derefined. Operations get a more precise type only: users
    that need the old one see a `ts.derefine`.

    ```mlir
    func.func @f(%c: i1, %a: i64, %b: i64) -> i1 {
      %0 = ts.derefine %a : i64 to !ts.optional<i64>
      %1 = ts.derefine %b : i64 to !ts.optional<i64>
      %2 = ts.if %c -> (!ts.optional<i64>) {
        ts.yield %0 : !ts.optional<i64>
      } else {
        ts.yield %1 : !ts.optional<i64>
      }
      %3 = ts.is_none %2 : !ts.optional<i64>
      func.return %3 : i1
    }
    ```
    becomes
    ```mlir
    func.func @f(%c: i1, %a: i64, %b: i64) -> i1 {
      %false = arith.constant false
      func.return %false : i1
    }
    ```
  }];
  let statistics = [
    Statistic<"numNarrowed", "narrowed", "results and carried values narrowed">];
}

def TSSpecializeObjects : Pass<"ts-specialize-objects", "::mlir::ModuleOp"> {
  let summary = "make one copy of a method for a known object";
  let description = [{
    Makes the function `@"<object>.<method>"`, which is the method of the
    object's class without its `self` argument: calls of methods are inlined,
    and attributes that nothing reachable from it assigns are constants. What
    cannot be specialized stays an access to the `ts.object` at run time.

    The methods named by the option are all that run: an attribute another
    method assigns must not be frozen, so name that method too, or turn
    `freeze` off.

    ```mlir
    func.func @"C.forward"(%self: !ts.object<@C>, %x: i64) -> i64 {
      %0 = ts.getattr %self["n"] : !ts.object<@C> -> i64
      %1 = arith.addi %x, %0 : i64
      func.return %1 : i64
    }
    ts.object @m : !ts.object<@C> = {n = 3}
    ```
    gives
    ```mlir
    func.func @m.forward(%x: i64) -> i64 {
      %0 = arith.constant 3 : i64
      %1 = arith.addi %x, %0 : i64
      func.return %1 : i64
    }
    ```
  }];
  let options = [
    Option<"object", "object", "std::string", "\"\"",
           "symbol of the ts.object; default: the only one no other refers to">,
    ListOption<"methods", "methods", "std::string",
           "names of the methods; default: forward, or all when there is none">,
    Option<"freeze", "freeze", "bool", "true",
           "make constants of attributes that are never assigned">,
    Option<"prune", "prune", "bool", "true",
           "erase the functions that no specialized one may call">,
    Option<"maxInlined", "max-inlined", "unsigned", "100000",
           "stop inlining when a function has so many operations">];
  let statistics = [
    Statistic<"numInlined", "inlined", "calls inlined">,
    Statistic<"numConstants", "constants", "attribute reads made constants">,
    Statistic<"numKept", "kept", "attribute reads that stay">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::complex::ComplexDialect"];
}

def TSScalarizeContainers : Pass<"ts-scalarize-containers"> {
  let summary = "remove lists and tuples that are only taken apart";
  let description = [{
    Works on ssa form. A list that is constructed and that nobody changes answers
    what it is asked: its length, elements at constant positions, slices,
    concatenations, comparisons. It is gone when nobody else reads it. A tuple
    that comes out of a branch or loop becomes its elements.

    ```mlir
    func.func @f(%a: i64, %b: i64) -> i64 {
      %0 = ts.list.construct %a, %b : !ts.list<i64>
      %c1 = arith.constant 1 : i64
      %1 = ts.op "aten::__getitem__.t"(%0, %c1) : (!ts.list<i64>, i64) -> i64
      func.return %1 : i64
    }
    ```
    becomes
    ```mlir
    func.func @f(%a: i64, %b: i64) -> i64 {
      func.return %b : i64
    }
    ```
  }];
  let statistics = [
    Statistic<"numLists", "lists", "lists removed">,
    Statistic<"numTuples", "tuples", "tuples taken apart">];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

#endif // TORCHSCRIPT_DIALECT_TS_TRANSFORMS_PASSES_TD
