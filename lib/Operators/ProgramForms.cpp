//===- ProgramForms.cpp - Operators of exported programs ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Operators/ProgramForms.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/Derefine.h"
#include "TorchScript/Operators/OperatorBuilder.h"
#include "TorchScript/Operators/Registry.h"
#include "TorchScript/Operators/ViewLists.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::ts;

static void replace(OpBuilder &builder, OperatorOp op, Value value) {
  op.getResult(0).replaceAllUsesWith(
      castTo(builder, value, op.getResult(0).getType()));
  op.erase();
}

//===----------------------------------------------------------------------===//
// What depends on strides
//===----------------------------------------------------------------------===//

/// The sizes of the result as ints; those that are not known are asked for.
/// Nothing when that takes more than the operands.
static std::optional<SmallVector<Value>> getSizes(OpBuilder &builder,
                                                  OperatorOp op) {
  auto type = dyn_cast<TSTensorType>(op.getResult(0).getType());
  if (!type || !type.hasRank())
    return std::nullopt;
  Location loc = op.getLoc();
  OperatorBuilder build(builder, loc);
  SmallVector<Value> sizes;
  std::optional<SmallVector<Value>> given;
  if (op.getName() == "aten::reshape" || op.getName() == "aten::view")
    given = getListElements(op.getArgs()[1]);
  Inference inference(op);
  bool isKnown = inference.run();
  for (auto [i, size] : llvm::enumerate(type.getShape())) {
    if (!ShapedType::isDynamic(size)) {
      sizes.push_back(build.integer(size));
      continue;
    }
    bool isGiven = given && i < given->size();
    if (isGiven && getConstantInt((*given)[i]) != -1) {
      sizes.push_back((*given)[i]);
      continue;
    }
    if (!isKnown)
      return std::nullopt;
    // Sizes are arithmetic on the operands' sizes.
    Value made = getValueOrCreateConstantIndexOp(
        builder, loc,
        inference.materialize(builder, loc,
                              inference.getResults()[0].sizes[i]));
    sizes.push_back(
        builder.create<arith::IndexCastOp>(loc, builder.getI64Type(), made));
  }
  return sizes;
}

/// As `view`, behind a copy where the elements lie in another order.
static bool expandReshape(OperatorOp op, bool isView) {
  static const llvm::StringSet<> reshapes = {
      "aten::_unsafe_view", "aten::flatten.using_ints", "aten::ravel",
      "aten::reshape",      "aten::reshape_as",         "aten::unflatten.int",
      "aten::view_as"};
  if (!reshapes.contains(op.getName()))
    return false;
  OpBuilder builder(op);
  OperatorBuilder build(builder, op.getLoc());
  Value tensor = op.getArgs()[0];
  Type type = op.getResult(0).getType();
  std::optional<SmallVector<Value>> sizes = getSizes(builder, op);
  if (!sizes)
    return false;
  // The others are views, or errors.
  if (mayCopy(op) && !isView)
    tensor = build.cloneContiguous(tensor);
  // A flattened vector is what it was.
  if (getBaseName(op) != "aten::flatten" || tensor.getType() != type)
    tensor = build.view(tensor, build.integers(*sizes), type);
  replace(builder, op, tensor);
  return true;
}

static bool expandContiguous(OperatorOp op, bool isView) {
  if (op.getName() != "aten::contiguous")
    return false;
  OpBuilder builder(op);
  Value tensor = op.getArgs()[0];
  replace(builder, op,
          isView
              ? tensor
              : OperatorBuilder(builder, op.getLoc()).cloneContiguous(tensor));
  return true;
}

//===----------------------------------------------------------------------===//
// Lists of views
//===----------------------------------------------------------------------===//

/// `split_with_sizes` of the operator's tensor.
static Value splitWith(OperatorBuilder &build, OperatorOp op,
                       ArrayRef<int64_t> sizes, int64_t dim) {
  return build.call(
      "aten::split_with_sizes",
      {op.getArgs()[0], build.integers(sizes), build.integer(dim)},
      op.getResult(0).getType());
}

/// `squeeze` of each part of `split_with_sizes`.
static Value unbind(OpBuilder &builder, OperatorOp op, const Cut &cut,
                    ArrayRef<Type> rows) {
  auto type = cast<TSTensorType>(lookThroughCasts(op.getArgs()[0]).getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[size_t(cut.dim)] = 1;
  Type part = TSTensorType::get(op.getContext(), ArrayRef<int64_t>(shape),
                                type.getDtype());
  OperatorBuilder build(builder, op.getLoc());
  Value split =
      splitWith(build, op, SmallVector<int64_t>(rows.size(), 1), cut.dim);
  auto parts = builder.create<ListUnpackOp>(
      op.getLoc(), SmallVector<Type>(rows.size(), part), split);
  SmallVector<Value> squeezed;
  for (auto [value, row] : llvm::zip_equal(parts.getResults(), rows)) {
    Value dims = build.integers(ArrayRef<int64_t>(cut.dim));
    squeezed.push_back(build.call("aten::squeeze.dims", {value, dims}, row));
  }
  return builder.create<ListConstructOp>(op.getLoc(), op.getResult(0).getType(),
                                         squeezed);
}

/// In Core ATen there is `split_with_sizes` alone.
static bool expandParts(OperatorOp op, bool isCore) {
  StringRef base = getBaseName(op);
  bool isChunk = base == "aten::chunk", isUnbind = base == "aten::unbind",
       isSplit = op.getName() == "aten::split.Tensor";
  if (!isChunk && !((isUnbind || isSplit) && isCore))
    return false;
  std::optional<Cut> cut = getCut(op);
  if (!cut || cut->sizes.empty())
    return false;
  OpBuilder builder(op);
  OperatorBuilder build(builder, op.getLoc());
  if (isUnbind) {
    std::optional<SmallVector<Type>> rows = getPartTypes(op);
    if (!rows)
      return false;
    replace(builder, op, unbind(builder, op, *cut, *rows));
  } else if (isChunk) {
    Value size = build.integer(cut->sizes.front());
    replace(builder, op,
            build.call("aten::split.Tensor",
                       {op.getArgs()[0], size, op.getArgs()[2]},
                       op.getResult(0).getType()));
  } else {
    replace(builder, op, splitWith(build, op, cut->sizes, cut->dim));
  }
  return true;
}

/// Lists that no operator of a program gives.
static bool expandComposite(OperatorOp op) {
  static const llvm::StringSet<> composites = {
      "aten::broadcast_tensors", "aten::dsplit",       "aten::hsplit",
      "aten::meshgrid",          "aten::tensor_split", "aten::vsplit"};
  return composites.contains(getBaseName(op)) && expandListOperator(op);
}

//===----------------------------------------------------------------------===//
// What Core ATen has in one form
//===----------------------------------------------------------------------===//

/// `squeeze` takes a list of dimensions.
static bool expandSqueeze(OperatorOp op) {
  bool isOne = op.getName() == "aten::squeeze.dim";
  if (!isOne && op.getName() != "aten::squeeze")
    return false;
  OpBuilder builder(op);
  OperatorBuilder build(builder, op.getLoc());
  SmallVector<Value> dims;
  auto type =
      dyn_cast<TSTensorType>(lookThroughCasts(op.getArgs()[0]).getType());
  if (isOne)
    dims.push_back(op.getArgs()[1]);
  else if (!type || !type.hasRank())
    return false;
  else
    for (size_t dim = 0; dim < type.getShape().size(); ++dim)
      dims.push_back(build.integer(int64_t(dim)));
  replace(builder, op,
          build.call("aten::squeeze.dims",
                     {op.getArgs()[0], build.integers(dims)},
                     op.getResult(0).getType()));
  return true;
}

/// `rsub` of a number is `sub` with the number first.
static bool expandNumberLeft(OperatorOp op) {
  if (op.getName() != "aten::rsub.Scalar")
    return false;
  OpBuilder builder(op);
  OperatorBuilder build(builder, op.getLoc());
  Value number = op.getArgs()[1];
  Type scalar = ScalarType::get(op.getContext());
  if (number.getType() != scalar)
    number = builder.create<DerefineOp>(op.getLoc(), scalar, number);
  Value tensor = build.call("prim::NumToTensor.wrapped", number,
                            TSTensorType::get(op.getContext()));
  replace(builder, op,
          build.call("aten::sub.Tensor",
                     {tensor, op.getArgs()[0], op.getArgs()[2]},
                     op.getResult(0).getType()));
  return true;
}

bool ts::expandForProgram(OperatorOp op, bool isView, bool isCore) {
  // The element keeps its symbol.
  if (op.getName() == "aten::item") {
    op.setName("aten::_local_scalar_dense");
    return true;
  }
  return expandContiguous(op, isView) || expandReshape(op, isView) ||
         expandParts(op, isCore) || expandComposite(op) ||
         (isCore && (expandSqueeze(op) || expandNumberLeft(op)));
}
