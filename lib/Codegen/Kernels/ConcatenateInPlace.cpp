//===- ConcatenateInPlace.cpp - Parts written where they belong -----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Concatenations that are contiguous pieces of a larger one are slices of it,
// as in a dense block, where each layer reads what all before it made. Each part
// is put into the largest right behind what computes it: bufferization then
// lets it be computed there.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

#include "TorchScript/Dialect/TSRuntime/IR/KernelOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSCONCATENATEINPLACE
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

/// A tensor that slices along one dimension fill.
struct Concatenation {
  tensor::InsertSliceOp last;
  int64_t dim = -1;
  /// Of the tensor; that along the dimension is known.
  SmallVector<OpFoldResult> sizes;
  /// In the order of their places.
  SmallVector<Value> parts;
};

/// The largest concatenation, and those that are pieces of it, each with the
/// number of its first part there.
struct Group {
  Concatenation largest;
  SmallVector<std::pair<Concatenation, size_t>> pieces;
};

/// One state of the tensor that grows.
struct State {
  Value value;
  Operation *op;
};

struct TSConcatenateInPlace
    : public ts::impl::TSConcatenateInPlaceBase<TSConcatenateInPlace> {
  void runOnOperation() override;

private:
  void convert(Block &block);
  void grow(Block &block, const Group &group);
  Value put(OpBuilder &builder, Location loc, Value part, Value into,
            const Concatenation &largest, int64_t offset);
};

/// Where a part of a concatenation lies.
struct Place {
  SmallVector<OpFoldResult> offsets, sizes, strides;
};

} // namespace

static RankedTensorType getTensor(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static Place getPlace(OpBuilder &builder, const Concatenation &made,
                      int64_t offset, int64_t size) {
  Place place;
  place.sizes = made.sizes;
  place.offsets.assign(made.sizes.size(), builder.getIndexAttr(0));
  place.strides.assign(made.sizes.size(), builder.getIndexAttr(1));
  place.offsets[made.dim] = builder.getIndexAttr(offset);
  place.sizes[made.dim] = builder.getIndexAttr(size);
  return place;
}

/// The dimension along which a slice is shorter than what it is put into;
/// nothing when it is not one, or places are not known.
static std::optional<int64_t> getDim(tensor::InsertSliceOp op) {
  RankedTensorType into = op.getType(), part = op.getSourceType();
  if (into.getRank() != part.getRank() ||
      !llvm::all_of(op.getStaticStrides(), [](int64_t s) { return s == 1; }) ||
      ShapedType::isDynamicShape(op.getStaticOffsets()))
    return std::nullopt;
  std::optional<int64_t> found;
  for (int64_t dim = 0; dim < into.getRank(); ++dim) {
    int64_t all = into.getDimSize(dim), some = part.getDimSize(dim);
    if (all == some)
      continue;
    if (found || ShapedType::isDynamic(all) || ShapedType::isDynamic(some))
      return std::nullopt;
    found = dim;
  }
  return found;
}

/// Whether sizes along other dimensions are the same values.
static bool areEqualBeside(ArrayRef<OpFoldResult> a, ArrayRef<OpFoldResult> b,
                           int64_t dim) {
  for (auto [index, size, other] : llvm::enumerate(a, b))
    if (int64_t(index) != dim && !isEqualConstantIntOrValue(size, other))
      return false;
  return true;
}

/// The concatenation whose last part `op` puts in its place, if it is one.
static std::optional<Concatenation> match(tensor::InsertSliceOp last) {
  std::optional<int64_t> dim = getDim(last);
  if (!dim)
    return std::nullopt;
  Concatenation result{last, *dim, last.getMixedSizes(), {}};
  result.sizes[*dim] =
      OpBuilder(last).getIndexAttr(last.getType().getDimSize(*dim));
  tensor::InsertSliceOp op = last;
  for (int64_t end = last.getType().getDimSize(*dim);;) {
    int64_t size = op.getSourceType().getDimSize(*dim);
    if (getDim(op) != dim || op.getStaticOffsets()[*dim] != end - size ||
        !areEqualBeside(op.getMixedSizes(), result.sizes, *dim))
      return std::nullopt;
    result.parts.push_back(op.getSource());
    end -= size;
    Value dest = op.getDest();
    if (end == 0) {
      std::reverse(result.parts.begin(), result.parts.end());
      auto empty = dest.getDefiningOp<tensor::EmptyOp>();
      return empty && areEqualBeside(empty.getMixedSizes(), result.sizes, *dim)
                 ? std::optional<Concatenation>(std::move(result))
                 : std::nullopt;
    }
    op = dest.getDefiningOp<tensor::InsertSliceOp>();
    if (!op || !op->hasOneUse() || op->getBlock() != last->getBlock())
      return std::nullopt;
  }
}

/// The concatenations of a block, by their last operation. Parts that are
/// concatenations themselves are replaced by their parts.
static llvm::MapVector<Operation *, Concatenation> collect(Block &block) {
  llvm::MapVector<Operation *, Concatenation> found;
  for (auto op : block.getOps<tensor::InsertSliceOp>()) {
    bool isInner = op->hasOneUse() &&
                   isa<tensor::InsertSliceOp>(*op->user_begin()) &&
                   op->use_begin()->getOperandNumber() == 1;
    std::optional<Concatenation> made = isInner ? std::nullopt : match(op);
    if (!made)
      continue;
    SmallVector<Value> parts;
    for (Value part : made->parts) {
      auto inner = found.find(part.getDefiningOp());
      if (inner != found.end() && inner->second.dim == made->dim &&
          areEqualBeside(inner->second.sizes, made->sizes, made->dim))
        llvm::append_range(parts, inner->second.parts);
      else
        parts.push_back(part);
    }
    made->parts = std::move(parts);
    found.insert({op, std::move(*made)});
  }
  return found;
}

/// Largest first, each with its pieces.
static std::vector<Group> makeGroups(Block &block) {
  auto all = collect(block).takeVector();
  llvm::sort(all, [](const auto &a, const auto &b) {
    size_t more = a.second.parts.size(), fewer = b.second.parts.size();
    return more != fewer ? more > fewer : a.first->isBeforeInBlock(b.first);
  });
  std::vector<Group> groups;
  for (auto &[op, made] : all) {
    bool isPiece = false;
    for (Group &group : groups) {
      ArrayRef<Value> parts = group.largest.parts;
      auto *at = std::search(parts.begin(), parts.end(), made.parts.begin(),
                             made.parts.end());
      if (at == parts.end() || group.largest.dim != made.dim ||
          !areEqualBeside(group.largest.sizes, made.sizes, made.dim))
        continue;
      group.pieces.emplace_back(std::move(made), at - parts.begin());
      isPiece = true;
      break;
    }
    if (!isPiece)
      groups.push_back({std::move(made), {}});
  }
  return groups;
}

/// Whether a part is best computed in its place, whose rows are apart. Library
/// calls want their operands row by row, but a convolution with its channels
/// last can write with gaps.
static bool isComputedInPlace(Value part, int64_t dim) {
  Operation *op = part.getDefiningOp();
  auto convolution = dyn_cast_if_present<tsrt::ConvolutionOp>(op);
  bool isFree = convolution ? convolution.getChannelsLast() && dim == 3
                            : isa_and_present<linalg::LinalgOp>(op);
  return isFree && llvm::none_of(part.getUsers(), [](Operation *user) {
           return isa<tsrt::LibraryCallOp, tsrt::ConvolutionOp>(user);
         });
}

/// Puts a part into the tensor; one that must not be computed there is copied.
Value TSConcatenateInPlace::put(OpBuilder &builder, Location loc, Value part,
                                Value into, const Concatenation &largest,
                                int64_t offset) {
  int64_t dim = largest.dim;
  Place place =
      getPlace(builder, largest, offset, getTensor(part).getDimSize(dim));
  if (!isComputedInPlace(part, dim)) {
    Value slice = builder.create<tensor::ExtractSliceOp>(
        loc, into, place.offsets, place.sizes, place.strides);
    part = builder.create<linalg::CopyOp>(loc, part, slice).getResult(0);
  }
  return builder.create<tensor::InsertSliceOp>(
      loc, part, into, place.offsets, place.sizes, place.strides);
}

/// Reads a slice where a piece was read: of the tensor's last state before.
static void readFrom(OpBuilder &builder, ArrayRef<State> states, Block &block,
                     OpOperand &use, const Concatenation &largest,
                     int64_t offset) {
  Operation *user = block.findAncestorOpInBlock(*use.getOwner());
  const State *state = nullptr;
  for (const State &next : states)
    if (next.op->isBeforeInBlock(user))
      state = &next;
  RankedTensorType type = getTensor(use.get());
  if (type == state->value.getType())
    return use.set(state->value);
  Place place =
      getPlace(builder, largest, offset, type.getDimSize(largest.dim));
  builder.setInsertionPoint(user);
  use.set(builder.create<tensor::ExtractSliceOp>(
      use.get().getLoc(), type, state->value, place.offsets, place.sizes,
      place.strides));
}

/// The first place in a block where the sizes are known.
static void goBehind(OpBuilder &builder, Block &block,
                     ArrayRef<OpFoldResult> sizes) {
  builder.setInsertionPointToStart(&block);
  Operation *last = nullptr;
  for (OpFoldResult size : sizes)
    if (auto value = dyn_cast<Value>(size))
      if (Operation *made = value.getDefiningOp();
          made && made->getBlock() == &block &&
          (!last || last->isBeforeInBlock(made)))
        last = made;
  if (last)
    builder.setInsertionPointAfter(last);
}

void TSConcatenateInPlace::grow(Block &block, const Group &group) {
  Concatenation largest = group.largest;
  int64_t dim = largest.dim;
  Location loc = largest.last.getLoc();
  // The parts in the order in which they are computed, with their places.
  SmallVector<std::pair<Operation *, unsigned>> order;
  SmallVector<int64_t> offsets{0};
  for (auto [index, part] : llvm::enumerate(largest.parts)) {
    Operation *op = part.getDefiningOp();
    order.emplace_back(op && op->getBlock() == &block ? op : nullptr, index);
    offsets.push_back(offsets.back() + getTensor(part).getDimSize(dim));
  }
  llvm::sort(order, [](const auto &a, const auto &b) {
    if (a.first == b.first)
      return a.second < b.second;
    return !a.first || (b.first && a.first->isBeforeInBlock(b.first));
  });
  // Where all that computes parts can see it.
  OpBuilder builder(&block, block.begin());
  goBehind(builder, block, largest.sizes);
  Value tensor = builder.create<tensor::EmptyOp>(
      loc, largest.sizes, largest.last.getType().getElementType());
  SmallVector<State> states;
  for (auto &[op, index] : order) {
    if (op && tensor.getDefiningOp()->isBeforeInBlock(op))
      builder.setInsertionPointAfter(op);
    else
      builder.setInsertionPointAfter(tensor.getDefiningOp());
    tensor = put(builder, loc, largest.parts[index], tensor, largest,
                 offsets[index]);
    states.push_back({tensor, tensor.getDefiningOp()});
  }
  auto replace = [&](tensor::InsertSliceOp piece, int64_t offset) {
    for (OpOperand &use : llvm::make_early_inc_range(piece->getUses()))
      readFrom(builder, states, block, use, largest, offset);
    ++numConcatenations;
  };
  for (const auto &[piece, first] : group.pieces)
    replace(piece.last, offsets[first]);
  replace(largest.last, 0);
  ++numTensors;
}

void TSConcatenateInPlace::convert(Block &block) {
  std::vector<Group> groups = makeGroups(block);
  // One may be a part of a later one.
  llvm::sort(groups, [](const Group &a, const Group &b) {
    return b.largest.last->isBeforeInBlock(a.largest.last);
  });
  SmallVector<Operation *> old;
  for (Group &group : groups) {
    old.push_back(group.largest.last);
    for (auto &piece : group.pieces)
      old.push_back(piece.first.last);
    grow(block, group);
  }
  // A piece may be read by a larger one.
  for (bool erases = true; erases;) {
    erases = false;
    for (Operation *&op : old)
      while (op && op->use_empty()) {
        Operation *before =
            op->getOperand(1).getDefiningOp<tensor::InsertSliceOp>();
        op->erase();
        op = before;
        erases = true;
      }
  }
}

void TSConcatenateInPlace::runOnOperation() {
  SmallVector<Block *> blocks;
  getOperation().walk([&](Block *block) {
    if (!block->getOps<tensor::InsertSliceOp>().empty())
      blocks.push_back(block);
  });
  for (Block *block : blocks)
    convert(*block);
}
