//===- Passes.td - Passes of the compiled tensor tier -------*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_TRANSFORMS_PASSES_TD
#define TORCHSCRIPT_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TSPromoteTensors : Pass<"ts-promote-tensors", "::mlir::func::FuncOp"> {
  let summary = "Tensors that only the function sees become slots of versions";
  let description = [{
    Pre-condition: ssa form, types inferred (`ts-infer-types`).

    A storage that an operator makes, that is written in place, and that nobody
    else can see while it is, becomes a slot: `ts.store` of a new tensor object
    for each write, `ts.load` where it is used. `aten::foo_` becomes `aten::foo`,
    broadcast and converted to the tensor as PyTorch does; what has no pure form
    with a rule writes to a copy. A view is made anew of the present version; a
    write to it goes back through it (`select` by `select_scatter`, `slice` by
    `slice_scatter`, `permute` and `view` by their inverses). `ts-promote-slots`
    then carries the versions through branches and loops.

    A storage stays as it is when a write is to a tensor whose way from the
    storage is not known, when somebody who keeps it may see a later write, when
    operands of a write overlap in part, which PyTorch refuses, or when a loop
    writes to parts of it, each of which would copy the whole.

    Before:

    ```mlir
    %0 = ts.op "aten::neg"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
    %1 = ts.op "aten::select.int"(%0, %zero, %one) : (!ts.tensor<[2,3],f32>, i64, i64) -> !ts.tensor<[3],f32>
    %2 = ts.op "aten::relu_"(%1) : (!ts.tensor<[3],f32>) -> !ts.tensor
    return %0 : !ts.tensor<[2,3],f32>
    ```

    After, with `ts-promote-slots`:

    ```mlir
    %0 = ts.op "aten::neg"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
    %1 = ts.op "aten::select.int"(%0, %zero, %one) : (!ts.tensor<[2,3],f32>, i64, i64) -> !ts.tensor<[3],f32>
    %2 = ts.op "aten::relu"(%1) : (!ts.tensor<[3],f32>) -> !ts.tensor<[3],f32>
    %3 = ts.op "aten::select_scatter"(%0, %2, %zero, %one) : (!ts.tensor<[2,3],f32>, !ts.tensor<[3],f32>, i64, i64) -> !ts.tensor<[2,3],f32>
    return %3 : !ts.tensor<[2,3],f32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numStorages", "num-storages", "Storages promoted">,
    Statistic<"numWrites", "num-writes", "In-place operators made pure">
  ];
}

def TSDecompose : Pass<"ts-decompose", "::mlir::ModuleOp"> {
  let summary = "Composite operators become the core operators they consist of";
  let description = [{
    Pre-condition: ssa form. What operators consist of is TorchScript text, which
    a function's decorator says it stands for:

    ```python
    @register_decomposition(torch.ops.aten.mv.default)
    def mv(self: Tensor, vec: Tensor) -> Tensor:
        return torch.sum(self * vec, 1)
    ```

    Such functions are in the nested module `@decompositions`, which
    `ts-add-decompositions` makes of users' texts; they replace their operators
    everywhere, and the nested module goes away. The functions of
    lib/Library/composites do the same, as the runtime has no kernels of those
    operators. Those of lib/Library/decompositions do where the tensors' dtypes and
    sizes are known, so that their parts can be compiled; elsewhere the runtime's
    kernel of the composite is faster. There `chunk`, `split`, `unbind` and
    `broadcast_tensors` become lists of views, too. The library's functions were
    compiled when the compiler was built. Where a function calls the operator it
    stands for, that call stays: it means the runtime's kernel. Errors of the parts
    stay errors, with the part's own text.

    Before:

    ```mlir
    %0 = ts.op "aten::mv"(%m, %v) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    ```

    After:

    ```mlir
    %0 = ts.op "aten::mul.Tensor"(%m, %v) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %1 = ts.op "aten::sum.dim_IntList"(%0, %dims, %keep, %dtype) : …
    ```
  }];
  let options = [
    Option<"builtin", "builtin", "bool", "true",
           "use the library's decompositions">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::func::FuncDialect"
  ];
  let statistics = [
    Statistic<"numDecomposed", "num-decomposed", "Operators replaced">
  ];
}

def TSInferTypes : Pass<"ts-infer-types", "::mlir::func::FuncOp"> {
  let summary = "dtype and sizes of tensors from those of the arguments";
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let description = [{
    Pre-condition: ssa form. Refines the result type of every operator a rule
    of its family answers for (see ShapeRules.h), in program order. A
    `ts.derefine` keeps uses that ask for the vague type, such as `return`,
    valid. What is known of sizes in part gives a type in part. What a loop
    carries has what the type it begins with and that of the end of a turn have
    in common; a branch gives what both its blocks have in common. Uses
    of the result of an in-place operator become uses of the tensor, which it is.
    Nothing is said of tensors whose sizes or dtype change in the function
    (`resize_`, `out=`). A literal is as precise as its value. Questions about a
    known shape (`dim`, `size`, `len`) become constants,
    comparisons with None become `ts.is_none`.

    Before:

    ```mlir
    %0 = ts.op "aten::relu"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
    ```

    After:

    ```mlir
    %0 = ts.op "aten::relu"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
    ```
  }];
  let statistics = [
    Statistic<"numRefined", "num-refined", "Results refined">,
    Statistic<"numAnswered", "num-answered", "Questions about shapes answered">
  ];
}

def TSMarkMutableTensors : Pass<"ts-mark-mutable-tensors", "::mlir::ModuleOp"> {
  let summary = "say whether tensor literals may be written to";
  let description = [{
    When a function of the module may write to a tensor that it did not make,
    weights may be among them, and kernels must not keep what they derive from
    weights. Then the
    module gets the attribute `ts.mutable_tensors`.

    ```mlir
    module {
      func.func @f(%x: !ts.tensor) -> !ts.tensor {
        %0 = ts.op "aten::relu_"(%x) : (!ts.tensor) -> !ts.tensor
        return %0 : !ts.tensor
      }
    }
    ```
    becomes
    ```mlir
    module attributes {ts.mutable_tensors} {
      func.func @f(%x: !ts.tensor) -> !ts.tensor {
        %0 = ts.op "aten::relu_"(%x) : (!ts.tensor) -> !ts.tensor
        return %0 : !ts.tensor
      }
    }
    ```
  }];
  let statistics = [Statistic<"numMarked", "marked", "modules marked">];
}

def TSToValue : Pass<"ts-to-value", "::mlir::func::FuncOp"> {
  let summary = "Tensor operators of known dtypes and ranks compute on values";
  let description = [{
    Pre-condition: ssa form, types inferred (`ts-infer-types`).

    Each operator with operands and results of known dtypes and ranks moves onto
    builtin ranked tensors. `ts.tensor.value` reads its operands; its result
    becomes a fresh object again by `ts.tensor.ref`, unless only values use it.
    A list of tensors becomes a list of fresh objects made of their values. Views
    keep their operator for users that need the object, so that aliasing does
    not change; `view` keeps it, too, where the strides of its tensor may refuse
    it, which only the object tells. An in-place operator computes the new elements of its tensor,
    broadcast and converted to it, and `ts.tensor.overwrite` stores them; tensors
    that may share storage with one that is written are read again at each use.
    All other operators stay; the attribute `ts.residue` of tensor operators
    among them says why.

    Before:

    ```mlir
    func.func @f(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32> {
      %0 = ts.op "aten::relu"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
      return %0 : !ts.tensor<[2,3],f32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32> {
      %0 = ts.tensor.value %x : !ts.tensor<[2,3],f32> -> tensor<2x3xf32>
      %1 = ts.op "aten::relu"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
      %2 = ts.tensor.ref %1 : tensor<2x3xf32> -> !ts.tensor<[2,3],f32>
      return %2 : !ts.tensor<[2,3],f32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numMoved", "num-moved", "Operators moved onto values">,
    Statistic<"numKept", "num-kept", "Tensor operators that stay on objects">
  ];
}

def TSGuardKernels : Pass<"ts-guard-kernels", "::mlir::func::FuncOp"> {
  let summary = "Operators that ask something of sizes run behind a guard";
  let description = [{
    Pre-condition: value form (`ts-to-value`).

    What a rule asks of sizes that are not known (equal sizes, an axis that is
    not empty, sizes whose product is that of others) makes a guard. In each
    block operators on values that can run as one are a group; where something is
    asked of it, it moves into a `ts.if`: operators on values, which take the
    attribute `ts.guarded` and may be compiled, when the guard is true, and else
    the same operators on objects, marked `ts.fallback`, which raise PyTorch's
    errors or do what the compiled code cannot. A guard is computed from sizes and
    ints only, with every fact asked for once.

    Broadcasting is not compiled for sizes that may or may not be 1: the guard
    asks for equal sizes.

    Before:

    ```mlir
    %0 = ts.tensor.value %x : !ts.tensor<[?],f32> -> tensor<?xf32>
    %1 = ts.tensor.value %y : !ts.tensor<[?],f32> -> tensor<?xf32>
    %2 = ts.op "aten::mul.Tensor"(%0, %1) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %3 = ts.tensor.ref %2 : tensor<?xf32> -> !ts.tensor<[?],f32>
    ```

    After:

    ```mlir
    %n = tensor.dim %0, %c0 : tensor<?xf32>
    %m = tensor.dim %1, %c0 : tensor<?xf32>
    %same = arith.cmpi eq, %n, %m : index
    %3 = ts.if %same -> (!ts.tensor<[?],f32>) {
      %2 = ts.op "aten::mul.Tensor"(%0, %1) {ts.guarded} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      %4 = ts.tensor.ref %2 : tensor<?xf32> -> !ts.tensor<[?],f32>
      ts.yield %4 : !ts.tensor<[?],f32>
    } else {
      %5 = ts.op "aten::mul.Tensor"(%x, %y) {ts.fallback} : (!ts.tensor<[?],f32>, !ts.tensor<[?],f32>) -> !ts.tensor<[?],f32>
      ts.yield %5 : !ts.tensor<[?],f32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numGuards", "num-guards", "Groups behind a guard">,
    Statistic<"numConditions", "num-conditions", "Facts that guards look at">
  ];
}

def TSResolveSizes : Pass<"ts-resolve-sizes", "::mlir::func::FuncOp"> {
  let summary = "Sizes come from the tensors that come from outside";
  let description = [{
    Pre-condition: `convert-ts-to-linalg`. The size of a result becomes
    arithmetic on sizes of what it is computed from, so that `tensor.dim` is left
    of contents of objects only. A `ts.symbol` becomes the size of a dimension
    that a `ts.bind_shape` says it is; those go away.

    Before:

    ```mlir
    %n = ts.symbol "n"
    ts.bind_shape %v, affine_map<()[s0] -> (s0, 3)>[%n] : tensor<?x3xf32>
    %0 = tensor.empty(%n) : tensor<?xf32>
    ```

    After:

    ```mlir
    %n = tensor.dim %v, %c0 : tensor<?x3xf32>
    %0 = tensor.empty(%n) : tensor<?xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numSymbols", "num-symbols", "Symbols replaced">
  ];
}

def TSValueToObjects : Pass<"ts-value-to-objects", "::mlir::func::FuncOp"> {
  let summary = "Operators on values become runtime calls on objects";
  let description = [{
    Every `ts.op` that still has builtin tensors works on objects again. An
    operand is the object the value was read from, when nothing can have written
    to it since, or a fresh one. The attribute `ts.residue` says why the operator
    was not lowered.

    Before:

    ```mlir
    %0 = ts.tensor.value %x : !ts.tensor<[2],f32> -> tensor<2xf32>
    %1 = ts.op "aten::cumsum"(%0, %zero, %none) : (tensor<2xf32>, i64, !ts.none) -> tensor<2xf32>
    %2 = ts.tensor.ref %1 : tensor<2xf32> -> !ts.tensor<[2],f32>
    ```

    After:

    ```mlir
    %2 = ts.op "aten::cumsum"(%x, %zero, %none) {ts.residue = "it has no lowering to linalg"} : (!ts.tensor<[2],f32>, i64, !ts.none) -> !ts.tensor<[2],f32>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numBoxed", "num-boxed", "Operators put back on objects">
  ];
}

def TSCarryValues : Pass<"ts-carry-values", "::mlir::func::FuncOp"> {
  let summary = "Loops and branches of tensor code hand on values";
  let description = [{
    Pre-condition: `convert-ts-to-linalg` and `torchscript-to-scf`. An `scf.for`,
    `scf.while` or `scf.if` in which nothing but numbers and tensors of static
    shape is computed, and that no object leaves but as a result, hands on
    builtin tensors in place of tensor objects. Such an operation can become
    part of a kernel, and what it carries stays in the same buffers.

    An object that comes out of it is fresh. It may be so only where it was
    fresh before, or where nothing is written to and it is only read.

    Before:

    ```mlir
    %r = scf.for … iter_args(%t = %x) -> (!ts.tensor<[2],f32>) {
      %0 = ts.tensor.value %t : !ts.tensor<[2],f32> -> tensor<2xf32>
      %1 = linalg.generic … ins(%0 : tensor<2xf32>) … -> tensor<2xf32>
      %2 = ts.tensor.ref %1 : tensor<2xf32> -> !ts.tensor<[2],f32>
      scf.yield %2 : !ts.tensor<[2],f32>
    }
    ```

    After:

    ```mlir
    %v = ts.tensor.value %x : !ts.tensor<[2],f32> -> tensor<2xf32>
    %r = scf.for … iter_args(%t = %v) -> (tensor<2xf32>) {
      %1 = linalg.generic … ins(%t : tensor<2xf32>) … -> tensor<2xf32>
      %2 = bufferization.materialize_in_destination %1 in %t : …
      scf.yield %2 : tensor<2xf32>
    }
    %o = ts.tensor.ref %r : tensor<2xf32> -> !ts.tensor<[2],f32>
    ```
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numCarriers", "num-carriers", "Loops and branches rewritten">
  ];
}

def TSOutlineKernels : Pass<"ts-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Groups of tensor operations become kernel functions";
  let description = [{
    Pre-condition: `convert-ts-to-linalg`. In each block the operations on
    builtin tensors are gathered into groups, as large as the operations between
    them allow; a group moves into a function of the nested module `@kernels`
    and is replaced by a `tsrt.kernel_call` on tensor objects. Loops and
    branches that hold nothing else go with them (`ts-carry-values`). Kernel
    functions take row-major buffers, inputs first and then outputs, and cannot
    raise.

    Nothing that reads a tensor moves behind an operation that may write to it.
    `ts.tensor.overwrite` becomes a destination of the kernel that computes the
    value, or a copy into the tensor. Afterwards no builtin tensor is left
    outside of kernels.

    Before:

    ```mlir
    %0 = ts.tensor.value %x : !ts.tensor<[2],f32> -> tensor<2xf32>
    %1 = linalg.generic … ins(%0 : tensor<2xf32>) … -> tensor<2xf32>
    %2 = ts.tensor.ref %1 : tensor<2xf32> -> !ts.tensor<[2],f32>
    ```

    After:

    ```mlir
    %2 = tsrt.kernel_call @kernels::@kernel_0(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tsrt::TSRTDialect"
  ];
  let statistics = [
    Statistic<"numKernels", "num-kernels", "Kernel functions made">
  ];
}

def TSPlanBuffers : Pass<"ts-plan-buffers", "::mlir::ModuleOp"> {
  let summary = "All buffers of a kernel in one workspace";
  let description = [{
    Pre-condition: a module of bufferized kernel functions of one block each,
    all of whose allocations have static sizes, and that nothing in the module
    calls. Each `memref.alloc` becomes a view into one workspace, a new
    last argument; two buffers share memory when their lives, counted in
    operations of the function's block, do not overlap. The workspace's size in
    bytes is the function attribute `ts.workspace`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
  ];
  let statistics = [
    Statistic<"numBuffers", "num-buffers", "Buffers placed">,
    Statistic<"numBytes", "num-bytes", "Bytes of workspace">
  ];
}

#endif // TORCHSCRIPT_TRANSFORMS_PASSES_TD
