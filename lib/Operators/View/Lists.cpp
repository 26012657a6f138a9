//===- Lists.cpp - Operators that give lists of views ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the list of views.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Operators/ViewLists.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Operators/OperatorBuilder.h"
#include "TorchScript/Operators/Registry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <numeric>
#include <utility>

using namespace mlir;
using namespace mlir::ts;

/// More parts than this stay one operator.
static constexpr int64_t kMaxParts = 64;

/// Of lists of more tensors than this nothing is known.
static constexpr int64_t kMaxListed = 1 << 16;

namespace {
/// Builds operators on tensors before the one that is replaced, which gives a
/// list of them.
class ViewBuilder {
public:
  explicit ViewBuilder(OperatorOp op)
      : builder(op), build(builder, op.getLoc()), loc(op.getLoc()),
        type(cast<ListType>(op.getResult(0).getType())),
        element(type.getElementType()) {}

  Value number(int64_t value) { return build.integer(value); }
  /// The results.
  Value list(ValueRange elements) {
    return builder.create<ListConstructOp>(loc, type, elements);
  }
  Value row(Value tensor, int64_t dim, int64_t index) {
    return build.call("aten::select.int", {tensor, number(dim), number(index)},
                      element);
  }
  Value slice(Value tensor, int64_t dim, int64_t start, int64_t end) {
    return build.slice(tensor, dim, start, end, element);
  }
  /// The size of a dimension, which may not be known.
  Value size(Value tensor, int64_t dim) {
    int64_t known = cast<TSTensorType>(lookThroughCasts(tensor).getType())
                        .getShape()[dim];
    return ShapedType::isDynamic(known) ? build.size(tensor, dim)
                                        : number(known);
  }
  Value expand(Value tensor, ArrayRef<Value> shape) {
    return build.expand(tensor, build.integers(shape), element);
  }
  Value reshape(Value tensor, ArrayRef<Value> shape) {
    return build.reshape(tensor, build.integers(shape), element);
  }

private:
  OpBuilder builder;
  OperatorBuilder build;
  Location loc;
  ListType type;
  Type element;
};
} // namespace

static TSTensorType getRanked(Value value) {
  auto type = dyn_cast<TSTensorType>(lookThroughCasts(value).getType());
  return type && type.hasRank() ? type : TSTensorType();
}

static bool givesList(OperatorOp op) {
  return op.getNumResults() == 1 && !op.getArgs().empty() &&
         isa<ListType>(op.getResult(0).getType());
}

/// The type of the tensor a list of whose parts the operator gives; null for
/// other operators, and where its rank is not known or 0.
static TSTensorType getListedType(OperatorOp op) {
  TSTensorType type =
      givesList(op) ? getRanked(op.getArgs()[0]) : TSTensorType();
  return type && !type.getShape().empty() ? type : TSTensorType();
}

/// Sizes of parts between the indices, as slices take them.
static SmallVector<int64_t> cutAt(ArrayRef<int64_t> indices, int64_t extent) {
  SmallVector<int64_t> sizes;
  int64_t start = 0;
  for (int64_t index : indices) {
    int64_t end = index < 0 ? index + extent : index;
    end = std::clamp<int64_t>(end, 0, extent);
    sizes.push_back(std::max<int64_t>(end - start, 0));
    start = end;
  }
  sizes.push_back(extent - start);
  return sizes;
}

/// The indices between parts, for the operators that take them.
static std::optional<SmallVector<int64_t>> getIndices(OperatorOp op) {
  StringRef overload = op.getName().split('.').second;
  bool hasIndices = overload == "array" || overload == "indices";
  return hasIndices ? getConstantIntList(op.getArgs()[1]) : std::nullopt;
}

/// The parts of tensor_split, hsplit, vsplit and dsplit: a number of them, of
/// about the same size, or the indices between them, which have to ascend.
static std::optional<SmallVector<int64_t>> getSections(OperatorOp op,
                                                       int64_t extent) {
  auto [base, overload] = op.getName().split('.');
  bool isTensorSplit = base == "aten::tensor_split";
  if (!isTensorSplit && base != "aten::hsplit" && base != "aten::vsplit" &&
      base != "aten::dsplit")
    return std::nullopt;
  if (overload == "array" || overload == "indices") {
    std::optional<SmallVector<int64_t>> indices = getIndices(op);
    if (!indices)
      return std::nullopt;
    SmallVector<int64_t> sizes = cutAt(*indices, extent);
    int64_t total = std::accumulate(sizes.begin(), sizes.end(), int64_t(0));
    return total == extent ? std::optional(sizes) : std::nullopt;
  }
  std::optional<int64_t> count = getConstantInt(op.getArgs()[1]);
  if (!count || *count <= 0 || *count > kMaxListed ||
      (!isTensorSplit && extent % *count != 0))
    return std::nullopt;
  SmallVector<int64_t> sizes(*count, extent / *count);
  for (int64_t i = 0; i < extent % *count; ++i)
    ++sizes[i];
  return sizes;
}

/// The dimension that is cut.
static std::optional<int64_t> getCutDim(OperatorOp op, int64_t rank) {
  StringRef base = getBaseName(op);
  int64_t dim = base == "aten::vsplit"   ? 0
                : base == "aten::hsplit" ? std::min<int64_t>(rank - 1, 1)
                : base == "aten::dsplit" ? 2
                                         : -1;
  if (dim >= 0) {
    // Rows are cut of matrices only.
    bool isThere = dim < rank && (base != "aten::vsplit" || rank > 1);
    return isThere ? std::optional(dim) : std::nullopt;
  }
  size_t arity = op.getName() == "aten::unbind.int" ? 2 : 3;
  std::optional<int64_t> given = op.getArgs().size() == arity
                                     ? getConstantInt(op.getArgs().back())
                                     : std::nullopt;
  return given ? normalizeDim(*given, rank) : std::nullopt;
}

/// The sizes of the parts chunk or split cut `extent` into; nothing when the
/// operator is neither, or raises.
static std::optional<SmallVector<int64_t>> getParts(OperatorOp op,
                                                    int64_t extent) {
  StringRef name = op.getName();
  if (std::optional<SmallVector<int64_t>> parts = getSections(op, extent))
    return parts;
  name.consume_front("aten::unsafe_");
  name.consume_front("aten::");
  if (name == "split" || name == "split.sizes" || name == "split_with_sizes") {
    std::optional<SmallVector<int64_t>> sizes =
        getConstantIntList(op.getArgs()[1]);
    if (!sizes || llvm::any_of(*sizes, [](int64_t n) { return n < 0; }) ||
        std::accumulate(sizes->begin(), sizes->end(), int64_t(0)) != extent)
      return std::nullopt;
    return sizes;
  }
  if (name != "chunk" && name != "split.Tensor")
    return std::nullopt;
  std::optional<int64_t> number = getConstantInt(op.getArgs()[1]);
  if (!number || *number <= 0 || extent == 0)
    return std::nullopt;
  int64_t size = name == "chunk" ? (extent - 1) / *number + 1 : *number;
  if (extent / size > kMaxListed)
    return std::nullopt;
  SmallVector<int64_t> parts;
  for (int64_t start = 0; start < extent; start += size)
    parts.push_back(std::min(size, extent - start));
  return parts;
}

std::optional<Cut> ts::getCut(OperatorOp op) {
  TSTensorType type = getListedType(op);
  std::optional<int64_t> dim =
      type ? getCutDim(op, type.getShape().size()) : std::nullopt;
  if (!dim || ShapedType::isDynamic(type.getShape()[*dim]))
    return std::nullopt;
  int64_t extent = type.getShape()[*dim];
  bool isRows = op.getName() == "aten::unbind.int";
  if (isRows && extent > kMaxListed)
    return std::nullopt;
  if (isRows)
    return Cut{*dim, SmallVector<int64_t>(size_t(extent), 1), /*isRows=*/true};
  std::optional<SmallVector<int64_t>> sizes = getParts(op, extent);
  return sizes ? std::optional(Cut{*dim, *sizes}) : std::nullopt;
}

/// The parts of a tensor along a dimension; nothing for other operators.
static std::optional<SmallVector<Value>> cut(OperatorOp op) {
  Value tensor = op.getArgs()[0];
  SmallVector<Value> parts;
  ViewBuilder builder(op);
  std::optional<Cut> cut = getCut(op);
  if (!cut) {
    // Between indices there are as many parts whatever the size.
    TSTensorType type = getListedType(op);
    std::optional<int64_t> dim =
        type ? getCutDim(op, type.getShape().size()) : std::nullopt;
    std::optional<SmallVector<int64_t>> indices = getIndices(op);
    if (!dim || !ShapedType::isDynamic(type.getShape()[*dim]) || !indices ||
        int64_t(indices->size()) >= kMaxParts)
      return std::nullopt;
    int64_t start = 0;
    for (int64_t index : *indices)
      parts.push_back(builder.slice(tensor, *dim, std::exchange(start, index),
                                    index));
    parts.push_back(builder.slice(tensor, *dim, start, INT64_MAX));
    return parts;
  }
  if (int64_t(cut->sizes.size()) > kMaxParts)
    return std::nullopt;
  int64_t start = 0;
  for (int64_t size : cut->sizes) {
    parts.push_back(cut->isRows
                        ? builder.row(tensor, cut->dim, start)
                        : builder.slice(tensor, cut->dim, start, start + size));
    start += size;
  }
  return parts;
}

/// Each tensor along a dimension of its own of a common shape.
static std::optional<SmallVector<Value>> makeGrid(OperatorOp op) {
  std::optional<SmallVector<Value>> tensors = getListElements(op.getArgs()[0]);
  if (!tensors || tensors->empty())
    return std::nullopt;
  bool isSwapped = false;
  if (op.getArgs().size() > 1) {
    std::optional<StringRef> indexing = getConstantStr(op.getArgs()[1]);
    if (indexing != StringRef("ij") && indexing != StringRef("xy"))
      return std::nullopt;
    isSwapped = *indexing == "xy" && tensors->size() > 1;
  }
  if (isSwapped)
    std::swap((*tensors)[0], (*tensors)[1]);
  ViewBuilder builder(op);
  SmallVector<Value> shape;
  Type dtype;
  for (Value tensor : *tensors) {
    TSTensorType type = getRanked(tensor);
    if (!type || type.getShape().size() > 1 ||
        (dtype && type.getDtype() != dtype))
      return std::nullopt;
    dtype = type.getDtype();
  }
  for (Value tensor : *tensors)
    shape.push_back(getRanked(tensor).getShape().empty()
                        ? builder.number(1)
                        : builder.size(tensor, 0));
  SmallVector<Value> results;
  for (auto [dim, tensor] : llvm::enumerate(*tensors)) {
    SmallVector<Value> own(shape.size(), builder.number(1));
    own[dim] = shape[dim];
    results.push_back(builder.expand(builder.reshape(tensor, own), shape));
  }
  if (isSwapped)
    std::swap(results[0], results[1]);
  return results;
}

static std::optional<SmallVector<Value>> broadcast(OperatorOp op) {
  std::optional<SmallVector<Value>> tensors = getListElements(op.getArgs()[0]);
  if (!tensors || tensors->empty())
    return std::nullopt;
  SmallVector<ArrayRef<int64_t>> shapes;
  for (Value tensor : *tensors) {
    TSTensorType type = getRanked(tensor);
    if (!type || !type.hasStaticShape())
      return std::nullopt;
    shapes.push_back(type.getShape());
  }
  std::optional<SmallVector<int64_t>> shape = broadcastShapes(shapes);
  if (!shape)
    return std::nullopt;
  ViewBuilder builder(op);
  SmallVector<Value> sizes, results;
  for (int64_t size : *shape)
    sizes.push_back(builder.number(size));
  for (Value tensor : *tensors)
    results.push_back(builder.expand(tensor, sizes));
  return results;
}

std::optional<int64_t> ts::countParts(OperatorOp op) {
  if (!givesList(op))
    return std::nullopt;
  StringRef base = getBaseName(op);
  if (base == "aten::broadcast_tensors" || base == "aten::meshgrid") {
    std::optional<SmallVector<Value>> tensors = getListElements(op.getArgs()[0]);
    return tensors ? std::optional(int64_t(tensors->size())) : std::nullopt;
  }
  if (std::optional<SmallVector<int64_t>> indices = getIndices(op))
    return int64_t(indices->size()) + 1;
  if (base == "aten::tensor_split" || base == "aten::hsplit" ||
      base == "aten::vsplit" || base == "aten::dsplit")
    return getConstantInt(op.getArgs()[1]);
  std::optional<Cut> cut = getCut(op);
  return cut ? std::optional(int64_t(cut->sizes.size())) : std::nullopt;
}

std::optional<SmallVector<Type>> ts::getPartTypes(OperatorOp op) {
  std::optional<Cut> cut = getCut(op);
  TSTensorType type = getListedType(op);
  if (!cut || !type.hasStaticShape() || !type.hasDtype())
    return std::nullopt;
  SmallVector<Type> types;
  for (int64_t size : cut->sizes) {
    SmallVector<int64_t> shape(type.getShape());
    if (cut->isRows)
      shape.erase(shape.begin() + cut->dim);
    else
      shape[cut->dim] = size;
    types.push_back(TSTensorType::get(op.getContext(), ArrayRef<int64_t>(shape),
                                      type.getDtype()));
  }
  return types;
}

bool ts::expandListOperator(OperatorOp op) {
  if (!givesList(op))
    return false;
  std::optional<SmallVector<Value>> parts =
      op.getName() == "aten::broadcast_tensors"   ? broadcast(op)
      : getBaseName(op) == "aten::meshgrid" ? makeGrid(op)
                                            : cut(op);
  if (!parts)
    return false;
  ViewBuilder builder(op);
  op.getResult(0).replaceAllUsesWith(builder.list(*parts));
  op.erase();
  return true;
}
