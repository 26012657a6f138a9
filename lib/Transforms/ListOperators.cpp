//===- ListOperators.cpp - Operators that give lists of views -------------===//
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

#include "ListOperators.h"

#include "Casts.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Operators/Registry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <numeric>
#include <utility>

using namespace mlir;
using namespace mlir::ts;

/// More parts than this stay one operator.
static constexpr int64_t kMaxParts = 64;

namespace {
/// Builds operators on tensors before the one that is replaced.
class ViewBuilder {
public:
  explicit ViewBuilder(OperatorOp op)
      : type(cast<ListType>(op.getResult(0).getType())), loc(op.getLoc()),
        builder(op) {}

  Value number(int64_t value) {
    return builder.create<arith::ConstantIntOp>(loc, value, 64);
  }
  Value list(Type type, ValueRange elements) {
    return builder.create<ListConstructOp>(loc, type, elements);
  }
  Value tensor(StringRef name, ValueRange args) {
    return builder
        .create<OperatorOp>(loc, TypeRange(type.getElementType()), name, args)
        .getResult(0);
  }
  Value slice(Value tensor, int64_t dim, int64_t start, int64_t end) {
    return this->tensor(
        "aten::slice.Tensor",
        {tensor, number(dim), number(start), number(end), number(1)});
  }
  /// The size of a dimension, which may not be known.
  Value size(Value tensor, int64_t dim) {
    int64_t known = cast<TSTensorType>(lookThroughCasts(tensor).getType())
                        .getShape()[dim];
    if (!ShapedType::isDynamic(known))
      return number(known);
    return builder
        .create<OperatorOp>(loc, TypeRange(builder.getI64Type()),
                            "aten::size.int", ValueRange{tensor, number(dim)})
        .getResult(0);
  }
  Value expand(Value tensor, ArrayRef<Value> shape) {
    Value no = builder.create<arith::ConstantIntOp>(loc, 0, 1);
    return this->tensor("aten::expand", {tensor, sizes(shape), no});
  }
  Value reshape(Value tensor, ArrayRef<Value> shape) {
    return this->tensor("aten::reshape", {tensor, sizes(shape)});
  }

  /// The type of the operator's result.
  const ListType type;

private:
  Value sizes(ArrayRef<Value> values) {
    return list(ListType::get(builder.getI64Type()), values);
  }

  Location loc;
  OpBuilder builder;
};
} // namespace

static TSTensorType getRanked(Value value) {
  auto type = dyn_cast<TSTensorType>(lookThroughCasts(value).getType());
  return type && type.hasRank() ? type : TSTensorType();
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
  if (!count || *count <= 0 || (!isTensorSplit && extent % *count != 0))
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
  int64_t size =
      name == "chunk" ? (extent + *number - 1) / *number : *number;
  SmallVector<int64_t> parts;
  for (int64_t start = 0; start < extent; start += size)
    parts.push_back(std::min(size, extent - start));
  return parts;
}

/// The parts of a tensor along a dimension; nothing for other operators.
static std::optional<SmallVector<Value>> cut(OperatorOp op) {
  Value tensor = op.getArgs()[0];
  TSTensorType type = getRanked(tensor);
  bool isUnbind = op.getName() == "aten::unbind.int";
  if (!type || type.getShape().empty())
    return std::nullopt;
  std::optional<int64_t> dim = getCutDim(op, type.getShape().size());
  if (!dim)
    return std::nullopt;
  int64_t extent = type.getShape()[*dim];
  SmallVector<Value> parts;
  ViewBuilder builder(op);
  if (ShapedType::isDynamic(extent)) {
    // Between indices there are as many parts whatever the size.
    std::optional<SmallVector<int64_t>> indices = getIndices(op);
    if (!indices || int64_t(indices->size()) >= kMaxParts)
      return std::nullopt;
    int64_t start = 0;
    for (int64_t index : *indices)
      parts.push_back(builder.slice(tensor, *dim, std::exchange(start, index),
                                    index));
    parts.push_back(builder.slice(tensor, *dim, start, INT64_MAX));
    return parts;
  }
  if (isUnbind) {
    if (extent > kMaxParts)
      return std::nullopt;
    for (int64_t i = 0; i < extent; ++i)
      parts.push_back(
          builder.tensor("aten::select.int",
                         {tensor, builder.number(*dim), builder.number(i)}));
    return parts;
  }
  std::optional<SmallVector<int64_t>> sizes = getParts(op, extent);
  if (!sizes || int64_t(sizes->size()) > kMaxParts)
    return std::nullopt;
  int64_t start = 0;
  for (int64_t size : *sizes) {
    parts.push_back(builder.slice(tensor, *dim, start, start + size));
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
  if (op.getNumResults() != 1 || op.getArgs().empty() ||
      !isa<ListType>(op.getResult(0).getType()))
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
  TSTensorType type = getRanked(op.getArgs()[0]);
  if (!type || type.getShape().empty())
    return std::nullopt;
  std::optional<int64_t> dim = getCutDim(op, type.getShape().size());
  if (!dim || ShapedType::isDynamic(type.getShape()[*dim]))
    return std::nullopt;
  int64_t extent = type.getShape()[*dim];
  if (op.getName() == "aten::unbind.int")
    return extent;
  std::optional<SmallVector<int64_t>> parts = getParts(op, extent);
  return parts ? std::optional(int64_t(parts->size())) : std::nullopt;
}

std::optional<SmallVector<Type>> ts::getPartTypes(OperatorOp op) {
  if (op.getNumResults() != 1 || op.getArgs().empty() ||
      !isa<ListType>(op.getResult(0).getType()))
    return std::nullopt;
  TSTensorType type = getRanked(op.getArgs()[0]);
  if (!type || !type.hasStaticShape() || !type.hasDtype() ||
      type.getShape().empty())
    return std::nullopt;
  std::optional<int64_t> dim = getCutDim(op, type.getShape().size());
  if (!dim)
    return std::nullopt;
  SmallVector<int64_t> shape(type.getShape());
  int64_t extent = shape[*dim];
  auto make = [&] {
    return TSTensorType::get(op.getContext(), ArrayRef<int64_t>(shape),
                             type.getDtype());
  };
  if (op.getName() == "aten::unbind.int") {
    shape.erase(shape.begin() + *dim);
    return SmallVector<Type>(size_t(extent), make());
  }
  std::optional<SmallVector<int64_t>> sizes = getParts(op, extent);
  if (!sizes)
    return std::nullopt;
  SmallVector<Type> types;
  for (int64_t size : *sizes) {
    shape[*dim] = size;
    types.push_back(make());
  }
  return types;
}

bool ts::expandListOperator(OperatorOp op) {
  if (op.getNumResults() != 1 || op.getArgs().empty() ||
      !isa<ListType>(op.getResult(0).getType()))
    return false;
  std::optional<SmallVector<Value>> parts =
      op.getName() == "aten::broadcast_tensors"   ? broadcast(op)
      : getBaseName(op) == "aten::meshgrid" ? makeGrid(op)
                                            : cut(op);
  if (!parts)
    return false;
  ViewBuilder builder(op);
  op.getResult(0).replaceAllUsesWith(builder.list(builder.type, *parts));
  op.erase();
  return true;
}

bool ts::forwardElements(ListUnpackOp unpack) {
  auto list = unpack.getList().getDefiningOp<ListConstructOp>();
  if (!list || list.getElements().size() != unpack->getNumResults() ||
      !llvm::all_of(list->getUsers(), llvm::IsaPred<ListUnpackOp>))
    return false;
  SmallVector<Value> elements;
  for (auto [part, element] :
       llvm::zip_equal(unpack.getElements(), list.getElements())) {
    elements.push_back(lookThroughCasts(element));
    if (!isCastable(elements.back().getType(), part.getType()))
      return false;
  }
  OpBuilder builder(unpack);
  for (auto [part, element] : llvm::zip_equal(unpack.getElements(), elements))
    part.replaceAllUsesWith(castTo(builder, element, part.getType()));
  unpack.erase();
  if (list->use_empty())
    list.erase();
  return true;
}
