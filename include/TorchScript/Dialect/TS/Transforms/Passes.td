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

def TSKeepTupleNames : Pass<"ts-keep-tuple-names", "::mlir::ModuleOp"> {
  let summary = "let the host and `Any` see the names of joined tuples";
  let description = [{
    Works on ssa form. Where a NamedTuple and a plain tuple meet, the static type
    is the plain one, but the value keeps its name while the program runs. When a
    function may return such a value, its result becomes a union of what it can
    be; when it always returns the same NamedTuple, `ts.named_result` says so. A
    branch or loop on the way to that result, or to `Any`, carries the union.
    Functions that are called by the names of methods, forked or passed on keep
    their type, so names are lost there; they are lost in containers, too.

    ```mlir
    func.func @f(%c: i1, %p: !ts.tuple<"P" a: i64>, %t: !ts.tuple<i64>) -> !ts.tuple<i64> {
      %0 = ts.if %c -> (!ts.tuple<i64>) {
        %1 = ts.derefine %p : !ts.tuple<"P" a: i64> to !ts.tuple<i64>
        ts.yield %1 : !ts.tuple<i64>
      } else {
        ts.yield %t : !ts.tuple<i64>
      }
      func.return %0 : !ts.tuple<i64>
    }
    ```
    returns `!ts.union<!ts.tuple<"P" a: i64>, !ts.tuple<i64>>`.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
  let statistics = [
    Statistic<"numNamed", "named", "functions that return one NamedTuple">,
    Statistic<"numDynamic", "dynamic", "functions whose result carries its type">];
}

def TSFoldLiterals : Pass<"ts-fold-literals", "::mlir::func::FuncOp"> {
  let summary = "make one operation of a large list or dict of constants";
  let description = [{
    Works on every form. A list or dict of at least as many constants as the
    option says, with the tuples and containers in it, becomes a `ts.literal`:
    data instead of code, which costs the same whatever its size. Smaller ones
    stay as they are, so that other passes see their elements.

    ```mlir
    func.func @f() -> !ts.list<i64> {
      %a = arith.constant 1 : i64
      %b = arith.constant 2 : i64
      %l = ts.list.construct %a, %b : !ts.list<i64>
      func.return %l : !ts.list<i64>
    }
    ```
    with `least=2` becomes
    ```mlir
    func.func @f() -> !ts.list<i64> {
      %l = ts.literal #ts.list<!ts.list<i64>, [1, 2]>
      func.return %l : !ts.list<i64>
    }
    ```
  }];
  let options = [Option<"least", "least", "unsigned",
                        /*default=kLargeLiteral*/"64",
                        "constants that make a container large">];
  let statistics = [Statistic<"numFolded", "folded", "containers folded">];
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
    Lists and dicts that nobody reads go, with what only changes them.

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
  let statistics = [
    Statistic<"numRemoved", "removed", "operations removed">
  ];
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
  let summary = "make copies of the methods of a known object";
  let description = [{
    Before: ssa form. After: for each method there is the public function
    `@"<object>.<method>"`, which is the method of the object's class without its
    `self` argument, and all other functions are private: only these are called
    from outside. `ts-freeze-attributes` and `ts-inline-methods` use what is known
    of the object then.

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
      %m = ts.object.ref @m : !ts.object<@C>
      %0 = ts.getattr %m["n"] : !ts.object<@C> -> i64
      %1 = arith.addi %x, %0 : i64
      func.return %1 : i64
    }
    ```
  }];
  let options = [
    Option<"object", "object", "std::string", "\"\"",
           "symbol of the ts.object; default: all that no other refers to">,
    ListOption<"methods", "methods", "std::string",
           "names of the methods; default: forward, or all when there is none">];
  let statistics = [Statistic<"numMade", "made", "functions made">];
}

def TSFreezeAttributes : Pass<"ts-freeze-attributes", "::mlir::ModuleOp"> {
  let summary = "make constants of attributes that are never assigned";
  let description = [{
    Before: ssa form; the public functions are all that is called from outside. An
    attribute of a `ts.object` that nothing they may run assigns keeps its initial
    value, so reads of it become constants; a list or dict only where nobody can
    change it.

    ```mlir
    ts.object @m : !ts.object<@C> = {n = 3}
    func.func @m.forward(%x: i64) -> i64 {
      %m = ts.object.ref @m : !ts.object<@C>
      %0 = ts.getattr %m["n"] : !ts.object<@C> -> i64
      %1 = arith.addi %x, %0 : i64
      func.return %1 : i64
    }
    ```
    becomes
    ```mlir
    func.func @m.forward(%x: i64) -> i64 {
      %0 = arith.constant 3 : i64
      %1 = arith.addi %x, %0 : i64
      func.return %1 : i64
    }
    ```
  }];
  let statistics = [
    Statistic<"numConstants", "constants", "attribute reads made constants">,
    Statistic<"numKept", "kept", "attribute reads that stay">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::complex::ComplexDialect"];
}

def TSInline : Pass<"ts-inline"> {
  let summary = "inline calls of functions that cannot call themselves";
  let description = [{
    Before: ssa form. As `inline`, callees first, each canonicalized before it
    is inlined. A function that may call itself, directly or through others, is
    called as before: upstream's pass inlines such functions into each other and
    takes exponentially long.

    ```mlir
    func.func private @twice(%x: i64) -> i64 {
      %0 = arith.addi %x, %x : i64
      func.return %0 : i64
    }
    func.func @f(%x: i64) -> i64 {
      %0 = call @twice(%x) : (i64) -> i64
      func.return %0 : i64
    }
    ```
    becomes
    ```mlir
    func.func @f(%x: i64) -> i64 {
      %0 = arith.addi %x, %x : i64
      func.return %0 : i64
    }
    ```
  }];
}

def TSInlineMethods : Pass<"ts-inline-methods", "::mlir::ModuleOp"> {
  let summary = "inline calls that are about known objects";
  let description = [{
    Before: ssa form. In the public functions, a call of a method by name on an
    object whose class is known becomes a direct call, and a direct call with a
    `ts.object.ref` among its operands is replaced by the function it calls, one
    level at a time. Functions that may call themselves are not inlined.

    ```mlir
    func.func @m.forward(%x: i64) -> i64 {
      %m = ts.object.ref @m : !ts.object<@C>
      %0 = ts.call_method %m["twice"](%x) : !ts.object<@C>, (i64) -> i64
      func.return %0 : i64
    }
    ```
    becomes
    ```mlir
    func.func @m.forward(%x: i64) -> i64 {
      %m = ts.object.ref @m : !ts.object<@C>
      %0 = arith.addi %x, %x : i64
      func.return %0 : i64
    }
    ```
  }];
  let options = [
    Option<"maxInlined", "max-inlined", "unsigned", "100000",
           "stop inlining when a function has so many operations">,
    Option<"markModules", "mark-modules", "bool", "false",
           "keep in locations which modules the inlined calls were about">];
  let statistics = [
    Statistic<"numResolved", "resolved", "calls by name made direct">,
    Statistic<"numInlined", "inlined", "calls inlined">];
}

def TSPruneFunctions : Pass<"ts-prune-functions", "::mlir::ModuleOp"> {
  let summary = "erase functions and methods that nothing may call";
  let description = [{
    What no public function may call, directly, by the name of a method or as a
    task, is erased, and so are the methods of classes that name it, which
    `symbol-dce` takes for uses.

    ```mlir
    ts.class @C {
      ts.method "f" = @C.f
    }
    func.func private @C.f(%self: !ts.object<@C>) {
      func.return
    }
    func.func @g() {
      func.return
    }
    ```
    becomes
    ```mlir
    ts.class @C {
    }
    func.func @g() {
      func.return
    }
    ```
  }];
  let statistics = [Statistic<"numErased", "erased", "functions erased">];
}

def TSUnliftPrograms : Pass<"ts-unlift-programs", "::mlir::ModuleOp"> {
  let summary = "make a module with state of an exported program";
  let description = [{
    An exported program is a function of its parameters, buffers and constants.
    They become attributes of an object again, in a tree of modules by their
    paths, and the program its method `forward`: inputs and results are nested
    as in the source, inputs are checked with torch.export's messages, and new
    values of buffers and inputs are written to them.

    ```mlir
    func.func @forward(%w: !ts.tensor {ts.name = "p_w", ts.graph_input = #ts.graph_input<parameter "w">,
                                       ts.value = #ts.tensor_ref<"w", f32, [2], strides [1], offset 0>},
                       %x: !ts.tensor {ts.name = "x", ts.graph_input = #ts.graph_input<user>}) -> !ts.tuple<!ts.tensor>
        attributes {ts.graph_outputs = [#ts.graph_output<user>], ts.graph_symbols = [],
                    ts.input_tree = #ts.tree<tuple, [#ts.tree<tuple, [0]>, #ts.tree<dict, []>]>,
                    ts.output_tree = 0 : i64} {
      %y = ts.op "aten::mul.Tensor"(%x, %w) : (!ts.tensor, !ts.tensor) -> !ts.tensor
      %r = ts.tuple.construct %y : !ts.tuple<!ts.tensor>
      ts.return %r : !ts.tuple<!ts.tensor>
    }
    ```
    becomes
    ```mlir
    func.func @__torch__.ExportedProgram.forward(%self: !ts.object<@__torch__.ExportedProgram>, %x: !ts.tensor) -> !ts.tensor {
      %w = ts.getattr %self["w"] : !ts.object<@__torch__.ExportedProgram> -> !ts.tensor
      %y = ts.op "aten::mul.Tensor"(%x, %w) : (!ts.tensor, !ts.tensor) -> !ts.tensor
      ts.return %y : !ts.tensor
    }
    ts.object @root : !ts.object<@__torch__.ExportedProgram> = {training = false, w = #ts.tensor_ref<...>}
    ```
  }];
  let options = [
    Option<"unflatten", "unflatten", "bool", "false",
           "modules below have the methods that the program's stacks of modules "
           "tell (nn_module_stack), and their classes">];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"numUnlifted", "unlifted", "programs unlifted">];
}

def TSInternalize : Pass<"ts-internalize", "::mlir::ModuleOp"> {
  let summary = "make all functions but some private";
  let description = [{
    Functions that have a body and are not named become private, so that
    `symbol-dce` may erase them.

    ```mlir
    func.func @f() {
      func.return
    }
    func.func @g() {
      func.return
    }
    ```
    becomes, with `keep=f`,
    ```mlir
    func.func @f() {
      func.return
    }
    func.func private @g() {
      func.return
    }
    ```
  }];
  let options = [
    ListOption<"keep", "keep", "std::string", "functions that stay public">];
  let statistics = [Statistic<"numHidden", "hidden", "functions made private">];
}

def TSTypeArguments : Pass<"ts-type-arguments", "::mlir::ModuleOp"> {
  let summary = "give the tensor arguments of a function dtypes and sizes";
  let description = [{
    The signature has an entry for each argument, between semicolons: `-` for one
    of which nothing is said, or dtype and sizes of a tensor; `@strided` behind
    them says that its elements do not lie in memory in the order of their indices
    without gaps. The body keeps seeing
    the types it had. Arguments that may be something else than a tensor, and
    dtypes that the dialect does not have, stay as they are.

    ```mlir
    func.func @f(%x: !ts.tensor, %n: i64) -> !ts.tensor {
      func.return %x : !ts.tensor
    }
    ```
    becomes, with `entry=f signature=f32[2,3];-`,
    ```mlir
    func.func @f(%x: !ts.tensor<[2,3],f32>, %n: i64) -> !ts.tensor {
      %0 = ts.derefine %x : !ts.tensor<[2,3],f32> to !ts.tensor
      func.return %0 : !ts.tensor
    }
    ```
  }];
  let options = [
    Option<"entry", "entry", "std::string", "\"\"", "symbol of the function">,
    Option<"signature", "signature", "std::string", "\"\"",
           "f32[1,3];-;i64[]; nothing is said of any argument when empty">];
  let statistics = [Statistic<"numTyped", "typed", "arguments typed">];
}

def TSVerifyDecompositions
    : Pass<"ts-verify-decompositions", "::mlir::ModuleOp"> {
  let summary = "check that functions can be put in place of operators";
  let description = [{
    In a module with the attribute `ts.decomposition`, the function it names must
    have one block, without calls, and need no classes. Changes nothing.

    ```mlir
    module attributes {ts.decomposition = @f} {
      func.func @f(%x: !ts.tensor) -> !ts.tensor {
        %0 = func.call @g(%x) : (!ts.tensor) -> !ts.tensor
        func.return %0 : !ts.tensor
      }
      func.func private @g(!ts.tensor) -> !ts.tensor
    }
    ```
    is an error at the place `ts.decorator` of the module.
  }];
  let statistics = [Statistic<"numVerified", "verified", "functions checked">];
}

def TSRepeat : Pass<"ts-repeat"> {
  let constructor = "::mlir::ts::createTSRepeat()";
  let summary = "run a pipeline until it changes nothing";
  let description = [{
    Runs the pipeline on the operation again and again, until a round leaves it as
    it was or the bound is reached; what is there then is right in both cases.

    ```mlir
    ts-repeat{pipeline=builtin.module(ts-refine-types,cse) max-iterations=4}
    ```
  }];
  let options = [
    Option<"pipeline", "pipeline", "std::string", "\"\"",
           "passes, within the operation they run on: builtin.module(a,b) or any(a,b)">,
    Option<"maxIterations", "max-iterations", "unsigned", "8",
           "how often the pipeline runs at most">];
  let statistics = [
    Statistic<"numIterations", "iterations", "rounds run">,
    Statistic<"numStable", "stable", "operations that a last round left as they were">,
    Statistic<"numCut", "cut", "operations that still changed in the last round">];
}

def TSWhenChanged : Pass<"ts-when-changed"> {
  let constructor = "::mlir::ts::createTSWhenChanged()";
  let summary = "run a pipeline, and another where that changed something";
  let description = [{
    Runs the first pipeline on the operation; when that did not leave it as it was,
    the second follows.

    ```mlir
    ts-when-changed{pipeline=builtin.module(ts-refine-types) then=builtin.module(cse)}
    ```
  }];
  let options = [
    Option<"pipeline", "pipeline", "std::string", "\"\"",
           "passes, within the operation they run on: builtin.module(a,b) or any(a,b)">,
    Option<"then", "then", "std::string", "\"\"", "what runs after a change">];
  let statistics = [
    Statistic<"numChanged", "changed", "operations that the first pipeline changed">,
    Statistic<"numUnchanged", "unchanged", "operations that it left as they were">];
}

def TSUnlessForm : Pass<"ts-unless-form"> {
  let constructor = "::mlir::ts::createTSUnlessForm()";
  let summary = "run a pipeline on what is not in a form yet";
  let description = [{
    Runs the pipeline when the operation holds something that does not belong to
    the form, as `ts-verify-form` sees it; what is in the form stays untouched.

    ```mlir
    ts-unless-form{form=ssa pipeline=func.func(ts-lower-exits,ts-lower-with,ts-promote-slots)}
    ```
  }];
  let options = [
    Option<"form", "form", "std::string", "\"ssa\"", "source, ssa or value">,
    Option<"pipeline", "pipeline", "std::string", "\"\"",
           "passes, within the operation they run on: func.func(a,b) or any(a,b)">];
  let statistics = [
    Statistic<"numRun", "run", "operations the pipeline ran on">,
    Statistic<"numSkipped", "skipped", "operations that were in the form">];
}

def TSScalarizeContainers : Pass<"ts-scalarize-containers"> {
  let summary = "remove lists and tuples that are only taken apart";
  let description = [{
    Works on ssa form. A list that is constructed and that nobody changes answers
    what it is asked: its length, elements at constant positions, slices,
    concatenations, comparisons. It is gone when nobody else reads it. A tuple
    that comes out of a branch or loop becomes its elements. Lists, and dicts of
    constant strings, that change in the block that makes them are known as far
    as their changes are; short loops over them are written out. An object that
    only the block that makes it sets attributes of, and that nobody else sees,
    is gone, too.

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
