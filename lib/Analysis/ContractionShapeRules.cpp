//===- ContractionShapeRules.cpp - Shapes of products ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules of matrix products, convolutions and poolings.
//
//===----------------------------------------------------------------------===//

#include "ShapeRulesInternal.h"
#include "TorchScript/Analysis/Constants.h"
#include "TorchScript/Analysis/Contractions.h"

using namespace mlir;
using namespace mlir::ts;
using rules::answer;
using rules::getTensor;
using rules::Results;
using rules::withShape;

static Results inferConvolution(OperatorOp op) {
  if (std::optional<Convolution2D> conv = getConvolution2D(op))
    return answer(conv->resultType);
  return std::nullopt;
}

static Results inferPooling(OperatorOp op) {
  if (std::optional<Pooling2D> pool = getPooling2D(op))
    return answer(pool->resultType);
  return std::nullopt;
}

/// [.., M, K] x [.., K, N]; one-dimensional operands get a dimension that the
/// result loses again.
static Results inferMatmul(OperatorOp op) {
  std::optional<TSTensorType> lhs = getTensor(op, 0), rhs = getTensor(op, 1);
  if (!lhs || !rhs || lhs->getDtype() != rhs->getDtype())
    return std::nullopt;
  SmallVector<int64_t> a(lhs->getShape()), b(rhs->getShape());
  if (a.empty() || b.empty())
    return std::nullopt;
  bool vectorA = a.size() == 1, vectorB = b.size() == 1;
  if (vectorA)
    a.insert(a.begin(), 1);
  if (vectorB)
    b.push_back(1);
  if (a.back() != b[b.size() - 2])
    return std::nullopt;
  std::optional<SmallVector<int64_t>> shape =
      broadcastShapes({ArrayRef(a).drop_back(2), ArrayRef(b).drop_back(2)});
  if (!shape)
    return std::nullopt;
  if (!vectorA)
    shape->push_back(a[a.size() - 2]);
  if (!vectorB)
    shape->push_back(b.back());
  return answer(withShape(*lhs, *shape));
}

/// mm and bmm: matmul of exactly two or three dimensions.
static Results inferFixedRankMatmul(OperatorOp op) {
  size_t rank = op.getName() == "aten::mm" ? 2 : 3;
  std::optional<TSTensorType> lhs = getTensor(op, 0), rhs = getTensor(op, 1);
  if (!lhs || !rhs || lhs->getShape().size() != rank ||
      rhs->getShape().size() != rank ||
      lhs->getShape().drop_back(2) != rhs->getShape().drop_back(2))
    return std::nullopt;
  return inferMatmul(op);
}

static Results inferLinear(OperatorOp op) {
  std::optional<TSTensorType> input = getTensor(op, 0),
                              weight = getTensor(op, 1);
  if (!input || !weight || weight->getShape().size() != 2 ||
      input->getShape().empty() || input->getDtype() != weight->getDtype() ||
      input->getShape().back() != weight->getShape()[1])
    return std::nullopt;
  if (!isNone(op.getArgs()[2])) {
    std::optional<TSTensorType> bias = getTensor(op, 2);
    if (!bias || bias->getShape() != weight->getShape().take_front(1) ||
        bias->getDtype() != weight->getDtype())
      return std::nullopt;
  }
  SmallVector<int64_t> shape(input->getShape());
  shape.back() = weight->getShape()[0];
  return answer(withShape(*input, shape));
}

static Results inferAddmm(OperatorOp op) {
  std::optional<TSTensorType> self = getTensor(op, 0), lhs = getTensor(op, 1),
                              rhs = getTensor(op, 2);
  if (!self || !lhs || !rhs || lhs->getShape().size() != 2 ||
      rhs->getShape().size() != 2 || lhs->getShape()[1] != rhs->getShape()[0] ||
      lhs->getDtype() != rhs->getDtype() || self->getDtype() != lhs->getDtype())
    return std::nullopt;
  SmallVector<int64_t> shape{lhs->getShape()[0], rhs->getShape()[1]};
  std::optional<SmallVector<int64_t>> all =
      broadcastShapes({self->getShape(), shape});
  if (!all || *all != shape)
    return std::nullopt;
  return answer(withShape(*lhs, shape));
}

void rules::addContractionRules(llvm::StringMap<Rule> &table) {
  for (StringRef name :
       {"aten::conv2d", "aten::conv2d.padding", "aten::convolution",
        "aten::_convolution", "aten::_convolution.deprecated"})
    table[name] = inferConvolution;
  for (StringRef name :
       {"aten::max_pool2d", "aten::avg_pool2d", "aten::adaptive_avg_pool2d"})
    table[name] = inferPooling;
  table["aten::matmul"] = inferMatmul;
  table["aten::mm"] = inferFixedRankMatmul;
  table["aten::bmm"] = inferFixedRankMatmul;
  table["aten::linear"] = inferLinear;
  table["aten::addmm"] = inferAddmm;
}
