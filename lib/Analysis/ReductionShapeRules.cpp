//===- ReductionShapeRules.cpp - Shapes of reductions ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules of reductions over dimensions, of softmax and of normalizations.
//
//===----------------------------------------------------------------------===//

#include "ShapeRulesInternal.h"
#include "TorchScript/Analysis/Constants.h"
#include "TorchScript/Analysis/Reductions.h"

using namespace mlir;
using namespace mlir::ts;
using rules::answer;
using rules::getTensor;
using rules::Results;
using rules::withShape;

std::optional<Reduction> ts::getReduction(OperatorOp op) {
  static const llvm::StringMap<ReductionKind> kinds = {
      {"aten::sum", ReductionKind::Sum},
      {"aten::sum.dim_IntList", ReductionKind::Sum},
      {"aten::mean", ReductionKind::Mean},
      {"aten::mean.dim", ReductionKind::Mean},
      {"aten::amax", ReductionKind::Max},
      {"aten::amin", ReductionKind::Min}};
  auto it = kinds.find(op.getName());
  if (it == kinds.end())
    return std::nullopt;
  OperandRange args = op.getArgs();
  std::optional<TSTensorType> input = getTensor(op, 0);
  if (!input || !isa<FloatType>(input->getDtype()))
    return std::nullopt;
  Reduction reduction{it->second, lookThroughCasts(args[0]), *input, {}, {}};
  int64_t rank = input->getShape().size();
  SmallVector<bool> reduced(rank, false);
  bool keep = false, isFull = args.size() == 2 &&
                              it->second != ReductionKind::Max &&
                              it->second != ReductionKind::Min;
  bool hasDtype =
      it->second == ReductionKind::Sum || it->second == ReductionKind::Mean;
  if (hasDtype && !isNone(args.back()))
    return std::nullopt;
  SmallVector<int64_t> dims;
  if (!isFull && !isNone(args[1])) {
    std::optional<SmallVector<int64_t>> list = getConstantIntList(args[1]);
    if (!list)
      return std::nullopt;
    dims = *list;
  }
  if (!isFull) {
    std::optional<bool> keepDims = getConstantBool(args[2]);
    if (!keepDims)
      return std::nullopt;
    keep = *keepDims;
  }
  if (dims.empty())
    reduced.assign(rank, true);
  for (int64_t dim : dims) {
    std::optional<int64_t> normal = normalizeDim(dim, rank);
    if (!normal || rank == 0 || reduced[*normal])
      return std::nullopt;
    reduced[*normal] = true;
  }
  SmallVector<int64_t> shape;
  for (int64_t i = 0; i < rank; ++i) {
    if (reduced[i])
      reduction.dims.push_back(i);
    if (reduced[i] && input->getShape()[i] == 0)
      return std::nullopt;
    if (!reduced[i] || keep)
      shape.push_back(reduced[i] ? 1 : input->getShape()[i]);
  }
  reduction.resultType = *withShape(*input, shape);
  return reduction;
}

static Results inferReduction(OperatorOp op) {
  if (std::optional<Reduction> reduction = getReduction(op))
    return answer(reduction->resultType);
  return std::nullopt;
}

static Results inferSoftmax(OperatorOp op) {
  std::optional<TSTensorType> input = getTensor(op, 0);
  std::optional<int64_t> dim = getConstantInt(op.getArgs()[1]);
  if (!input || !dim || !isNone(op.getArgs()[2]) ||
      !isa<FloatType>(input->getDtype()) || input->getShape().empty() ||
      !normalizeDim(*dim, input->getShape().size()))
    return std::nullopt;
  return answer(input);
}

/// Whether an optional operand is None or a tensor like `like` of this shape.
static bool isParameter(OperatorOp op, unsigned index, TSTensorType like,
                        ArrayRef<int64_t> shape) {
  if (isNone(op.getArgs()[index]))
    return true;
  std::optional<TSTensorType> type = getTensor(op, index);
  return type && type->getShape() == shape &&
         type->getDtype() == like.getDtype();
}

/// batch_norm with running statistics.
static Results inferBatchNorm(OperatorOp op) {
  std::optional<TSTensorType> input = getTensor(op, 0);
  std::optional<bool> training = getConstantBool(op.getArgs()[5]);
  if (!input || !training || *training || input->getShape().size() < 2 ||
      !isa<FloatType>(input->getDtype()) || isNone(op.getArgs()[3]) ||
      isNone(op.getArgs()[4]) || !getConstantNumber(op.getArgs()[7]))
    return std::nullopt;
  for (unsigned index : {1, 2, 3, 4})
    if (!isParameter(op, index, *input, input->getShape()[1]))
      return std::nullopt;
  return answer(input);
}

static Results inferLayerNorm(OperatorOp op) {
  std::optional<TSTensorType> input = getTensor(op, 0);
  std::optional<SmallVector<int64_t>> shape =
      getConstantIntList(op.getArgs()[1]);
  if (!input || !shape || shape->empty() ||
      shape->size() > input->getShape().size() ||
      !isa<FloatType>(input->getDtype()) ||
      input->getShape().take_back(shape->size()) != ArrayRef(*shape) ||
      !getConstantNumber(op.getArgs()[4]) ||
      !isParameter(op, 2, *input, *shape) ||
      !isParameter(op, 3, *input, *shape))
    return std::nullopt;
  return answer(input);
}

void rules::addReductionRules(llvm::StringMap<Rule> &table) {
  for (StringRef name : {"aten::sum", "aten::sum.dim_IntList", "aten::mean",
                         "aten::mean.dim", "aten::amax", "aten::amin"})
    table[name] = inferReduction;
  table["aten::softmax.int"] = inferSoftmax;
  table["aten::log_softmax.int"] = inferSoftmax;
  table["aten::batch_norm"] = inferBatchNorm;
  table["aten::layer_norm"] = inferLayerNorm;
}
