//===- TSControlFlowOps.td - Statements with blocks, and the exits --*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TSCONTROLFLOWOPS_TD
#define TORCHSCRIPT_DIALECT_TS_IR_TSCONTROLFLOWOPS_TD

include "TorchScript/Dialect/TS/IR/TSInterfaces.td"
include "TorchScript/Dialect/TS/IR/TSTypes.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/LoopLikeInterface.td"

class TS_RegionOp<string mnemonic, list<Trait> traits = []>
    : TS_Op<mnemonic, !listconcat(traits, [
        SingleBlock, RecursiveMemoryEffects,
        DeclareOpInterfaceMethods<RegionBranchOpInterface,
                                  ["getEntrySuccessorOperands"]>])>;

def TS_IfOp : TS_RegionOp<"if", [NoRegionArguments]> {
  let summary = "`if` and the conditional expression";
  let description = [{
    Runs the first region when the condition is true, the second otherwise.
    A missing `else` yields nothing.

    A block ends in `ts.yield` with one value per result. In source form it may
    also end in an exit (`ts.return`, `ts.break`, `ts.continue`, `ts.raise`).
    Statements of source form have no results; the conditional expression
    `a if c else b` and the operators `and` and `or` have one.

    ```mlir
    ts.if %c {
      ts.print %s : !ts.str
    }
    %r = ts.if %c -> (i64) {
      ts.yield %a : i64
    } else {
      ts.yield %b : i64
    }
    ```
  }];
  let arguments = (ins I1:$condition);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$thenRegion, AnyRegion:$elseRegion);
  let assemblyFormat = [{
    $condition custom<Branches>(type($results), $thenRegion, $elseRegion)
    attr-dict
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    /// Makes empty blocks, without terminators.
    OpBuilder<(ins "::mlir::TypeRange":$results, "::mlir::Value":$condition,
                   "bool":$withElse)>
  ];
  let extraClassDeclaration = [{
    /// The block that runs when the condition is true.
    ::mlir::Block *getThenBlock() { return &getThenRegion().front(); }

    /// The block that runs otherwise; null when there is no `else`.
    ::mlir::Block *getElseBlock() {
      return getElseRegion().empty() ? nullptr : &getElseRegion().front();
    }
  }];
}

def TS_WhileOp : TS_RegionOp<"while"> {
  let summary = "`while`";
  let description = [{
    Runs the first region; its `ts.condition` decides whether to run the body
    and once more, or to leave. Initial values, the arguments of both regions,
    the values of `ts.condition` and `ts.yield`, and the results have the same
    types. Source form carries nothing.

    The body may end in an exit in source form.

    ```mlir
    %r = ts.while (%i = %zero) : (i64) {
      %c = arith.cmpi slt, %i, %n : i64
      ts.condition(%c) %i : i64
    } do {
    ^bb0(%j: i64):
      %k = arith.addi %j, %one : i64
      ts.yield %k : i64
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inits);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$condition, SizedRegion<1>:$body);
  let assemblyFormat = [{
    custom<While>($inits, type($inits), type($results), $condition, $body)
    attr-dict
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    /// Makes both blocks with their arguments, without terminators.
    OpBuilder<(ins CArg<"::mlir::ValueRange", "{}">:$inits)>
  ];
  let extraClassDeclaration = [{
    /// The block that ends in `ts.condition`.
    ::mlir::Block *getConditionBlock() { return &getCondition().front(); }

    /// The block of the loop's statements.
    ::mlir::Block *getBodyBlock() { return &getBody().front(); }

    /// The `ts.condition`.
    ConditionOp getConditionOp();
  }];
}

def TS_ForOp : TS_RegionOp<"for", [
    DeclareOpInterfaceMethods<LoopLikeOpInterface,
      ["getRegionIterArgs", "getYieldedValuesMutable",
       "getLoopResults"]>]> {
  let summary = "`for` over 0, 1, ... n-1";
  let description = [{
    The body runs `n` times (never when `n` <= 0) with the number of the turn
    and the carried values. `for x in xs` fetches its element in the body.
    `n` is fixed before the loop. Source form carries nothing, and its body may
    end in an exit.

    ```mlir
    %sum = ts.for %i to %n iter_args(%s = %zero) : (i64) {
      %t = arith.addi %s, %i : i64
      ts.yield %t : i64
    }
    ```
  }];
  let arguments = (ins I64:$count, Variadic<AnyType>:$inits);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    custom<For>($count, $inits, type($inits), type($results), $body) attr-dict
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    /// Makes the body block with its arguments, without terminator.
    OpBuilder<(ins "::mlir::Value":$count,
                   CArg<"::mlir::ValueRange", "{}">:$inits)>
  ];
  let extraClassDeclaration = [{
    /// The block of the loop's statements.
    ::mlir::Block *getBodyBlock() { return &getBody().front(); }

    /// The number of the turn, from 0.
    ::mlir::BlockArgument getInductionVar() {
      return getBody().getArgument(0);
    }
  }];
}

def TS_YieldOp : TS_Op<"yield", [Pure, Terminator, ReturnLike,
    ParentOneOf<["IfOp", "WhileOp", "ForOp", "WithOp", "AssertOp"]>]> {
  let summary = "ends a block and hands values to the enclosing operation";
  let description = [{
    ```mlir
    %r = ts.if %c -> (i64) {
      ts.yield %a : i64
    } else {
      ts.yield %b : i64
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
}

def TS_ConditionOp : TS_Op<"condition", [Pure, Terminator, HasParent<"WhileOp">,
    DeclareOpInterfaceMethods<RegionBranchTerminatorOpInterface,
                              ["getSuccessorRegions"]>]> {
  let summary = "ends the condition of a `ts.while`";
  let description = [{
    True runs the body, false leaves the loop; the values go either way.

    ```mlir
    ts.while {
      ts.condition(%c)
    } do {
    }
    ```
  }];
  let arguments = (ins I1:$condition, Variadic<AnyType>:$args);
  let assemblyFormat = "`(` $condition `)` attr-dict ($args^ `:` type($args))?";
}

class TS_ExitOp<string mnemonic, list<Trait> traits = []>
    : TS_Op<mnemonic, !listconcat(traits, [Terminator])>;

def TS_BreakOp : TS_ExitOp<"break"> {
  let summary = "leaves the innermost loop";
  let description = [{
    May end any block inside a loop. Source form only.

    ```mlir
    ts.for %i to %n {
      ts.break
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def TS_ContinueOp : TS_ExitOp<"continue"> {
  let summary = "goes on with the next turn of the innermost loop";
  let description = [{
    May end any block inside a loop. Source form only.

    ```mlir
    ts.for %i to %n {
      ts.continue
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def TS_ReturnOp : TS_ExitOp<"return"> {
  let summary = "leaves the function";
  let description = [{
    May end any block of a function. The operand, if any, has the type of the
    function's result; a function without a value returns nothing. Source form
    only: `ts-lower-exits` leaves one `func.return`.

    ```mlir
    func.func @f(%c: i1, %a: i64) -> i64 {
      ts.if %c {
        ts.return %a : i64
      }
      %zero = arith.constant 0 : i64
      ts.return %zero : i64
    }
    ```
  }];
  let arguments = (ins Optional<AnyType>:$value);
  let assemblyFormat = "attr-dict ($value^ `:` type($value))?";
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::Value()); }]>];
}

def TS_WithOp : TS_RegionOp<"with", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "`with`";
  let description = [{
    Calls `__enter__` of the manager, runs the body with its result (the
    body's argument, present when `__enter__` returns a value that is bound by
    `as`), and calls `__exit__` however the body is left: at its end, by an exit
    or by a raise. Source form only; `ts-lower-with` makes `ts.enter` and
    `ts.exit` of it.

    ```mlir
    ts.with %m : !ts.object<@Timer> {
    ^bb0(%x: i64):
      ts.print %x : i64
    }
    ```
  }];
  let arguments = (ins TS_Value:$manager);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$manager `:` type($manager) custom<Body>($body) attr-dict";
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The block of the statements inside.
    ::mlir::Block *getBodyBlock() { return &getBody().front(); }
  }];
}

def TS_EnterOp : TS_Op<"enter", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "calls `__enter__` of a context manager";
  let description = [{
    From here to the matching `ts.exit` a raise runs `__exit__` first.

    ```mlir
    %x = ts.enter %m : !ts.object<@Timer> -> i64
    ```
  }];
  let arguments = (ins TS_Value:$manager);
  let results = (outs Optional<TS_Value>:$value);
  let assemblyFormat = "$manager attr-dict `:` type($manager) (`->` type($value)^)?";
}

def TS_ExitScopeOp : TS_Op<"exit", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "calls `__exit__` of a context manager";
  let description = [{
    ```mlir
    ts.exit %m : !ts.object<@Timer>
    ```
  }];
  let arguments = (ins TS_Value:$manager);
  let assemblyFormat = "$manager attr-dict `:` type($manager)";
}

#endif // TORCHSCRIPT_DIALECT_TS_IR_TSCONTROLFLOWOPS_TD
