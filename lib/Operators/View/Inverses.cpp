//===- Inverses.cpp - Writes through views --------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "View.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Operators/OperatorBuilder.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::view;

Value ts::getCopiedElements(OperatorOp op) {
  bool isCopy =
      op.getName() == "aten::copy_" || op.getName() == "aten::fill_.Tensor";
  return isCopy ? op.getArgs()[1] : Value();
}

namespace {
/// Builds the inverse of one view.
struct Inverse {
  OperatorBuilder build;
  OperatorOp view;
  Value base, part;

  Value reshape(bool mayCopy);
  Value permute();
  Value slice();
  /// By the operator that takes the view's other operands, too.
  Value scatter(StringRef ofView, StringRef name) {
    SmallVector<Value> operands = {base, part};
    llvm::append_range(operands, view.getArgs().drop_front());
    return view.getName() == ofView ? build.call(name, operands, base.getType())
                                    : Value();
  }
};
} // namespace

/// The type of the base; null unless its sizes are known.
static TSTensorType getStaticType(Value base) {
  TSTensorType type = getTensorType(base);
  return type && type.hasStaticShape() ? type : TSTensorType();
}

Value Inverse::reshape(bool mayCopy) {
  if (view.getName() == "aten::unsqueeze")
    return build.call("aten::squeeze.dim", {part, view.getArgs()[1]},
                      base.getType());
  TSTensorType type = getStaticType(base);
  if (!type)
    return {};
  Value sizes = build.integers(type.getShape());
  return mayCopy ? build.reshape(part, sizes, base.getType())
                 : build.view(part, sizes, base.getType());
}

Value Inverse::permute() {
  // What swaps two dimensions swaps them back.
  bool isSwap =
      view.getName() == "aten::t" || view.getName() == "aten::transpose.int";
  if (isSwap) {
    SmallVector<Value> operands(view.getArgs());
    operands[0] = part;
    return build.call(view.getName(), operands, base.getType());
  }
  TSTensorType type = getStaticType(base);
  auto order = type ? getPermutation(view, int64_t(type.getShape().size()))
                    : std::nullopt;
  if (!order)
    return {};
  SmallVector<int64_t> back(order->size());
  for (auto [to, from] : llvm::enumerate(*order))
    back[from] = int64_t(to);
  return build.permute(part, back, base.getType());
}

Value Inverse::slice() {
  if (Value made = scatter("aten::slice.Tensor", "aten::slice_scatter"))
    return made;
  Inference inference(view);
  TSTensorType type = getStaticType(base);
  std::optional<SliceInfo> slice =
      type ? getSlice(inference, view) : std::nullopt;
  std::optional<int64_t> start =
                             slice ? getConstant(slice->start) : std::nullopt,
                         size = slice ? getConstant(slice->size) : std::nullopt;
  if (!start || !size)
    return {};
  int64_t end = std::min(*start + *size * slice->step,
                         type.getShape()[size_t(slice->dim)]);
  Value operands[] = {base,
                      part,
                      build.integer(slice->dim),
                      build.integer(*start),
                      build.integer(end),
                      build.integer(slice->step)};
  return build.call("aten::slice_scatter", operands, base.getType());
}

Value ts::buildViewInverse(OpBuilder &builder, Location loc, OperatorOp view,
                           Value base, Value part, bool mayCopy) {
  Inverse inverse{OperatorBuilder(builder, loc), view, base, part};
  switch (getViewKind(view)) {
  case ViewKind::Identity:
    return part;
  case ViewKind::Reshape:
    return inverse.reshape(mayCopy);
  case ViewKind::Permute:
    return inverse.permute();
  case ViewKind::Select:
    return inverse.scatter("aten::select.int", "aten::select_scatter");
  case ViewKind::Slice:
    return inverse.slice();
  case ViewKind::Diagonal:
    return inverse.scatter("aten::diagonal", "aten::diagonal_scatter");
  case ViewKind::Strided:
    return inverse.scatter("aten::as_strided", "aten::as_strided_scatter");
  default:
    return {};
  }
}
