//===- LoopNest.cpp - Loops of vectors ------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "LoopNest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::loops;

/// Fewer elements are not worth a vector.
static constexpr int64_t kFewestLanes = 4;

namespace {

/// Writes loops of one operation.
class Nest {
public:
  Nest(RewriterBase &rewriter, linalg::GenericOp op, unsigned dim,
       int64_t lanes, const Strategy &strategy, Value start = {});

  void buildParallel();
  void buildReduction();

private:
  using Inner = llvm::function_ref<void()>;
  using Turn = llvm::function_ref<SmallVector<Value>(Value, ValueRange)>;

  Value number(int64_t n) { return b.create<arith::ConstantIndexOp>(n); }
  /// The upper bound of a loop; all begin at 0 and step by 1.
  Value getEnd(unsigned loop);
  /// Loops `order`, the first outermost, around what `inner` writes.
  void around(ArrayRef<unsigned> order, Inner inner);
  /// A loop from `begin` to `end`; its turns give what they carry.
  SmallVector<Value> loop(Value begin, Value end, int64_t step,
                          ValueRange carried, Turn turn);
  /// Reads the inputs that the loops inside of here do not move.
  void readFixed(ArrayRef<unsigned> inside);
  /// The vectorized loop: whole vectors, then the rest. A turn that may be
  /// done twice makes the rest a whole vector, too.
  void alongVectors(bool repeats, llvm::function_ref<void()> inner);
  /// `n` less what is left of whole groups of `unit`.
  Value getWhole(Value n, int64_t unit);
  Value getMask(Value begin, Value end);
  void findNext();
  void prefetchNext();
  void buildElements();
  void buildWindow(ArrayRef<unsigned> window);
  SmallVector<Value> combineInto(ArrayRef<Value> found);
  Value getNeutral(Operation *combiner);
  Value join(Operation *combiner, Value x, Value y);
  void buildRow();
  SmallVector<Value> buildGroups(ArrayRef<Operation *> combiners, int64_t count,
                                 Value groups);
  Value getNan(Type type);
  Value noteNan(Value noted);
  SmallVector<Value> buildRest(Value begin, Value end,
                               SmallVector<Value> found);
  Value finish(Operation *combiner, Value vector);

  ImplicitLocOpBuilder b;
  linalg::GenericOp op;
  const Strategy &strategy;
  int64_t lanes;
  /// What a window begins with, or null for what the results are.
  Value start;
  Body body;
  Place place;
  SmallVector<utils::IteratorType> iterators;
  SmallVector<int64_t, 4> sizes;
  SmallVector<Value> ends;
  /// Rows that the next turn of the loop around all of this reads or writes,
  /// beside those of this turn: buffers, and the indices of their beginnings.
  SmallVector<std::pair<Value, SmallVector<int64_t>>> next;
};

} // namespace

Nest::Nest(RewriterBase &rewriter, linalg::GenericOp op, unsigned dim,
           int64_t lanes, const Strategy &strategy, Value start)
    : b(op.getLoc(), rewriter), op(op), strategy(strategy), lanes(lanes),
      start(start), body(b, op), iterators(op.getIteratorTypesArray()),
      sizes(op.getStaticLoopRanges()) {
  place.dim = dim;
  place.indices.resize(iterators.size());
  for (const Range &range : cast<linalg::LinalgOp>(op.getOperation())
                                .createLoopRanges(b, b.getLoc()))
    ends.push_back(getValueOrCreateConstantIndexOp(b, b.getLoc(), range.size));
}

SmallVector<Value> Nest::loop(Value begin, Value end, int64_t step,
                              ValueRange carried, Turn turn) {
  auto loop = b.create<scf::ForOp>(begin, end, number(step), carried);
  OpBuilder::InsertionGuard guard(b);
  if (carried.empty()) {
    b.setInsertionPoint(loop.getBody()->getTerminator());
    turn(loop.getInductionVar(), {});
  } else {
    b.setInsertionPointToEnd(loop.getBody());
    SmallVector<Value> results =
        turn(loop.getInductionVar(), loop.getRegionIterArgs());
    b.create<scf::YieldOp>(results);
  }
  // Arithmetic on what the loop does not move.
  moveLoopInvariantCode(loop);
  return SmallVector<Value>(loop.getResults());
}

void Nest::readFixed(ArrayRef<unsigned> inside) {
  place.lanes = 1;
  place.known.clear();
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    bool isFixed = !map.isFunctionOfDim(place.dim) &&
                   !op.getMatchingBlockArgument(input).use_empty() &&
                   llvm::none_of(inside, [&](unsigned dim) {
                     return map.isFunctionOfDim(dim);
                   });
    place.known.push_back(isFixed ? body.read(*input, place) : Value());
  }
}

void Nest::around(ArrayRef<unsigned> order, Inner inner) {
  if (order.empty())
    return inner();
  unsigned dim = order.front();
  loop(number(0), ends[dim], 1, {}, [&](Value index, ValueRange) {
    place.indices[dim] = index;
    around(order.drop_front(), inner);
    return SmallVector<Value>();
  });
}

Value Nest::getWhole(Value n, int64_t unit) {
  if (std::optional<int64_t> known = getConstantIntValue(n))
    return number(*known - *known % unit);
  return b.create<arith::SubIOp>(n, b.create<arith::RemUIOp>(n, number(unit)));
}

Value Nest::getMask(Value begin, Value end) {
  return b.create<vector::CreateMaskOp>(
      VectorType::get(lanes, b.getI1Type()),
      ValueRange{b.create<arith::SubIOp>(end, begin).getResult()});
}

//===----------------------------------------------------------------------===//
// Parallel loops
//===----------------------------------------------------------------------===//

/// Whether a vector of which some lanes count can be read from all operands.
static bool isMaskable(linalg::GenericOp op, unsigned dim) {
  return llvm::none_of(op->getOpOperands(), [&](OpOperand &operand) {
    return !op.getMatchingBlockArgument(&operand).use_empty() &&
           getAccess(op, operand, dim) == Access::EverySecond;
  });
}

void Nest::alongVectors(bool repeats, llvm::function_ref<void()> inner) {
  Value end = ends[place.dim], whole = getWhole(end, lanes);
  auto turn = [&](Value index, ValueRange) {
    place.indices[place.dim] = index;
    inner();
    return SmallVector<Value>();
  };
  place.lanes = lanes;
  loop(number(0), whole, lanes, {}, turn);
  int64_t size = sizes[place.dim];
  if (!ShapedType::isDynamic(size) && size % lanes == 0)
    return;
  bool isMasked = strategy.masksRest && isMaskable(op, place.dim);
  if (!isMasked && repeats && size >= lanes) {
    turn(number(size - lanes), {});
    return;
  }
  if (!isMasked) {
    // Shorter vectors as far as they go, then elements.
    for (int64_t rest = ShapedType::isDynamic(size) ? 0 : size % lanes;
         rest >= kFewestLanes; rest %= place.lanes) {
      place.lanes = llvm::bit_floor(uint64_t(rest));
      turn(whole, {});
      whole = number(size - rest % place.lanes);
    }
    place.lanes = 1;
    loop(whole, end, 1, {}, turn);
    return;
  }
  loop(whole, end, lanes, {}, [&](Value index, ValueRange carried) {
    place.mask = getMask(index, end);
    return turn(index, carried);
  });
  place.mask = {};
}

/// What the body gives for what was found before.
SmallVector<Value> Nest::combineInto(ArrayRef<Value> found) {
  return body.compute(place, body.readInputs(place), found);
}

/// Looks for rows of as many elements as the vectorized loop has turns that a
/// loop over rows moves on by one. The first pass over a row that is computed
/// element by element asks for the next one: memory works while this one is
/// computed.
void Nest::findNext() {
  auto rows = dyn_cast<scf::ForOp>(op->getParentOp());
  int64_t size = sizes[place.dim];
  if (!rows || ShapedType::isDynamic(size) ||
      getConstantIntValue(rows.getStep()) != 1 ||
      rows->walk([](memref::PrefetchOp) { return WalkResult::interrupt(); })
          .wasInterrupted())
    return;
  auto isKnown = [&](Value operand) {
    return operand == rows.getInductionVar() ||
           rows.isDefinedOutsideOfLoop(operand);
  };
  for (auto row : llvm::make_early_inc_range(
           rows.getBody()->getOps<memref::SubViewOp>())) {
    MemRefType type = row.getType();
    SmallVector<int64_t> index;
    for (OpFoldResult offset : row.getMixedOffsets())
      index.push_back(offset == OpFoldResult(rows.getInductionVar()));
    bool isRow = type.getRank() == row.getSourceType().getRank() &&
                 type.hasStaticShape() && type.getShape().back() == size &&
                 type.getNumElements() == size && index.back() == 0 &&
                 llvm::count(index, 1) == 1 &&
                 llvm::all_of(row->getOperands(), isKnown);
    if (!isRow)
      continue;
    // Results have their places behind this pass.
    if (op->isBeforeInBlock(row))
      row->moveBefore(op);
    next.push_back({row, index});
  }
}

/// Asks for what the next row has at this place.
void Nest::prefetchNext() {
  for (auto &[row, index] : next) {
    SmallVector<Value> indices;
    for (int64_t i : index)
      indices.push_back(number(i));
    indices.back() = place.indices[place.dim];
    b.create<memref::PrefetchOp>(row, indices, /*isWrite=*/false,
                                 /*localityHint=*/3, /*isDataCache=*/true);
  }
}

/// One vector of each result.
void Nest::buildElements() {
  prefetchNext();
  SmallVector<Value> found;
  for (OpOperand &output : op.getDpsInitsMutable())
    found.push_back(op.getMatchingBlockArgument(&output).use_empty()
                        ? Value()
                        : body.read(output, place));
  SmallVector<Value> results = combineInto(found);
  for (auto [output, value] : llvm::zip(op.getDpsInitsMutable(), results))
    body.write(output, place, value);
}

/// The extremum that is the only result, or null.
static Operation *getExtremum(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1)
    return nullptr;
  Operation *last = getCombiner(op, op.getDpsInitsMutable()[0]);
  return last && isa<arith::MaximumFOp, arith::MinimumFOp>(last) ? last
                                                                 : nullptr;
}

/// The loop of a window that moves along memory with every second element that
/// is read, or nothing.
static std::optional<unsigned> findPaired(linalg::GenericOp op, unsigned dim,
                                          ArrayRef<unsigned> window) {
  for (unsigned loop : window)
    if (llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
          return op.getMatchingBlockArgument(&operand).use_empty() ||
                 getAccess(op, operand, dim) != Access::EverySecond ||
                 getAccess(op, operand, loop) == Access::Contiguous;
        }))
      return loop;
  return std::nullopt;
}

/// A vector of results in registers, over all elements of the window. NaN is
/// looked for once, behind an extremum.
void Nest::buildWindow(ArrayRef<unsigned> window) {
  SmallVector<Value> found;
  for (OpOperand &output : op.getDpsInitsMutable())
    found.push_back(start ? body.spread(place, start)
                          : body.read(output, place));
  int64_t turns = 1;
  for (unsigned dim : window)
    turns *= sizes[dim];
  Operation *extremum = turns > 1 ? getExtremum(op) : nullptr;
  Value before = found.front();
  body.withoutNan = extremum;
  std::optional<unsigned> paired = findPaired(op, place.dim, window);
  for (int64_t turn = 0; turn < turns; ++turn) {
    int64_t rest = turn;
    place.paired = std::nullopt;
    for (unsigned dim : llvm::reverse(window)) {
      int64_t index = rest % sizes[dim];
      place.indices[dim] = number(index);
      if (dim == paired && (index ^ 1) < sizes[dim]) {
        place.paired = dim;
        place.isSecond = index % 2 == 1;
      }
      rest /= sizes[dim];
    }
    found = combineInto(found);
  }
  place.paired = std::nullopt;
  body.withoutNan = nullptr;
  if (extremum) {
    APFloat known = APFloat::getNaN(APFloat::IEEEsingle());
    if (!start || !matchPattern(start, m_ConstantFloat(&known)) ||
        known.isNaN())
      body.compared.push_back(before);
    found.front() = noteNan(found.front());
  }
  for (auto [output, value] : llvm::zip(op.getDpsInitsMutable(), found))
    body.write(output, place, value);
}

bool loops::hasWindow(linalg::GenericOp op, const Strategy &strategy) {
  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  int64_t turns = 1;
  for (unsigned dim : reductions) {
    int64_t size = op.getStaticLoopRanges()[dim];
    if (ShapedType::isDynamic(size))
      return false;
    turns *= size;
    if (turns > strategy.largestWindow)
      return false;
  }
  // A window gives its results behind its last turn, a scan at each.
  bool isScan = llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &output) {
    AffineMap map = op.getMatchingIndexingMap(&output);
    return llvm::any_of(reductions,
                        [&](unsigned dim) { return map.isFunctionOfDim(dim); });
  });
  return !reductions.empty() && !isScan;
}

void Nest::buildParallel() {
  SmallVector<unsigned> outer, reductions;
  for (unsigned dim = 0; dim < iterators.size(); ++dim)
    if (dim != place.dim)
      (linalg::isParallelIterator(iterators[dim]) ? outer : reductions)
          .push_back(dim);
  bool isWindow = hasWindow(op, strategy);
  // Rows of results stay in cache while reductions go over them.
  if (!isWindow)
    llvm::append_range(outer, reductions);
  if (reductions.empty())
    findNext();
  around(outer, [&] {
    readFixed(isWindow ? reductions : ArrayRef<unsigned>());
    // Inputs of a window are not what it writes.
    alongVectors(/*repeats=*/isWindow && (start || getExtremum(op)), [&] {
      if (isWindow)
        buildWindow(reductions);
      else
        buildElements();
    });
  });
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Operation *loops::getCombiner(linalg::GenericOp op, OpOperand &output) {
  BlockArgument found = op.getMatchingBlockArgument(&output);
  unsigned number = output.getOperandNumber() - op.getNumDpsInputs();
  Operation *last =
      op.getBody()->getTerminator()->getOperand(number).getDefiningOp();
  if (!last || !found.hasOneUse() || *found.user_begin() != last ||
      last->getNumOperands() != 2 ||
      last->getOperand(0) == last->getOperand(1) ||
      !last->getResult(0).hasOneUse())
    return nullptr;
  if (isa<arith::MaximumFOp, arith::MinimumFOp, arith::AddIOp, arith::MulIOp,
          arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::MaxSIOp,
          arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(last))
    return last;
  auto math = dyn_cast<arith::ArithFastMathInterface>(last);
  bool isReordered =
      math && bitEnumContainsAll(math.getFastMathFlagsAttr().getValue(),
                                 arith::FastMathFlags::reassoc);
  return isReordered && isa<arith::AddFOp, arith::MulFOp>(last) ? last
                                                                : nullptr;
}

/// The kind of a combiner as vectors are reduced.
static vector::CombiningKind getKind(Operation *combiner) {
  using Kind = vector::CombiningKind;
  return llvm::TypeSwitch<Operation *, Kind>(combiner)
      .Case<arith::AddFOp, arith::AddIOp>([](auto) { return Kind::ADD; })
      .Case<arith::MulFOp, arith::MulIOp>([](auto) { return Kind::MUL; })
      .Case([](arith::MaximumFOp) { return Kind::MAXIMUMF; })
      .Case([](arith::MinimumFOp) { return Kind::MINIMUMF; })
      .Case([](arith::AndIOp) { return Kind::AND; })
      .Case([](arith::OrIOp) { return Kind::OR; })
      .Case([](arith::XOrIOp) { return Kind::XOR; })
      .Case([](arith::MaxSIOp) { return Kind::MAXSI; })
      .Case([](arith::MinSIOp) { return Kind::MINSI; })
      .Case([](arith::MaxUIOp) { return Kind::MAXUI; })
      .Default([](Operation *) { return Kind::MINUI; });
}

/// A vector of what changes nothing.
Value Nest::getNeutral(Operation *combiner) {
  Type type = combiner->getResult(0).getType();
  using Kind = arith::AtomicRMWKind;
  Kind kind = llvm::TypeSwitch<Operation *, Kind>(combiner)
                  .Case([](arith::AddFOp) { return Kind::addf; })
                  .Case([](arith::MulFOp) { return Kind::mulf; })
                  .Case([](arith::MaximumFOp) { return Kind::maximumf; })
                  .Case([](arith::MinimumFOp) { return Kind::minimumf; })
                  .Case([](arith::MulIOp) { return Kind::muli; })
                  .Case([](arith::AndIOp) { return Kind::andi; })
                  .Case([](arith::MaxSIOp) { return Kind::maxs; })
                  .Case([](arith::MinSIOp) { return Kind::mins; })
                  .Case([](arith::MinUIOp) { return Kind::minu; })
                  .Default([](Operation *) { return Kind::addi; });
  Value neutral;
  if (kind == Kind::andi || kind == Kind::minu)
    neutral = b.create<arith::ConstantOp>(b.getIntegerAttr(
        type, APInt::getAllOnes(type.getIntOrFloatBitWidth())));
  else
    neutral = arith::getIdentityValue(kind, type, b, b.getLoc());
  return b.create<vector::BroadcastOp>(VectorType::get(lanes, type), neutral);
}

Value Nest::join(Operation *combiner, Value x, Value y) {
  if (isa<arith::MaximumFOp, arith::MinimumFOp>(combiner))
    return buildExtremum(b, isa<arith::MaximumFOp>(combiner), x, y);
  OperationState state(combiner->getLoc(), combiner->getName());
  state.addOperands({x, y});
  state.addTypes(x.getType());
  state.addAttributes(combiner->getAttrs());
  return b.create(state)->getResult(0);
}

/// One number of a vector, by halves. Whether a lane is NaN is asked beside
/// these, once for all of them.
Value Nest::finish(Operation *combiner, Value vector) {
  bool isMax = isa<arith::MaximumFOp>(combiner);
  if (!isMax && !isa<arith::MinimumFOp>(combiner)) {
    auto flags = arith::FastMathFlags::none;
    if (auto math = dyn_cast<arith::ArithFastMathInterface>(combiner))
      flags = math.getFastMathFlagsAttr().getValue();
    return b.create<vector::ReductionOp>(getKind(combiner), vector, flags);
  }
  Value isNan = b.create<vector::ReductionOp>(
      vector::CombiningKind::OR,
      b.create<arith::CmpFOp>(arith::CmpFPredicate::UNO, vector, vector));
  for (int64_t half = lanes / 2; half > 0; half /= 2) {
    auto low = llvm::to_vector(llvm::seq<int64_t>(0, half));
    auto high = llvm::to_vector(llvm::seq<int64_t>(half, 2 * half));
    vector =
        buildBeyond(b, isMax, b.create<vector::ShuffleOp>(vector, vector, low),
                    b.create<vector::ShuffleOp>(vector, vector, high));
  }
  Value found = b.create<vector::ExtractOp>(vector, ArrayRef<int64_t>{0});
  return b.create<arith::SelectOp>(isNan, getNan(found.getType()), found);
}

Value Nest::getNan(Type type) {
  auto element = cast<FloatType>(getElementTypeOrSelf(type));
  TypedAttr number =
      b.getFloatAttr(element, APFloat::getNaN(element.getFloatSemantics()));
  if (auto vector = dyn_cast<VectorType>(type))
    number = DenseElementsAttr::get(vector, Attribute(number));
  return b.create<arith::ConstantOp>(number);
}

/// What is left of a row, into the first accumulators.
SmallVector<Value> Nest::buildRest(Value begin, Value end,
                                   SmallVector<Value> found) {
  Value whole = getWhole(end, lanes);
  found = loop(begin, whole, lanes, found, [&](Value index, ValueRange before) {
    place.indices[place.dim] = index;
    return combineInto(SmallVector<Value>(before));
  });
  int64_t size = sizes[place.dim];
  if (!strategy.masksRest ||
      (!ShapedType::isDynamic(size) && size % lanes == 0))
    return found;
  return loop(whole, end, lanes, found, [&](Value index, ValueRange before) {
    place.indices[place.dim] = index;
    place.mask = getMask(index, end);
    SmallVector<Value> results = combineInto(SmallVector<Value>(before));
    for (auto [result, old] : llvm::zip_equal(results, before))
      result = b.create<arith::SelectOp>(place.mask, result, old);
    place.mask = {};
    return results;
  });
}

/// Whether the only result is an extremum of what was found and another number,
/// in this order.
static bool isExtremum(linalg::GenericOp op, ArrayRef<Operation *> combiners) {
  return combiners.size() == 1 &&
         isa<arith::MaximumFOp, arith::MinimumFOp>(combiners[0]) &&
         combiners[0]->getOperand(1) == op.getRegionOutputArgs()[0];
}

/// `noted`, with NaN in the lanes where something that was compared is NaN: one
/// comparison for two vectors.
Value Nest::noteNan(Value noted) {
  Value isNan;
  for (size_t i = 0; i < body.compared.size(); i += 2) {
    Value first = body.compared[i];
    Value second = i + 1 < body.compared.size() ? body.compared[i + 1] : first;
    Value here =
        b.create<arith::CmpFOp>(arith::CmpFPredicate::UNO, first, second);
    isNan = isNan ? b.create<arith::OrIOp>(isNan, here).getResult() : here;
  }
  body.compared.clear();
  return b.create<arith::SelectOp>(isNan, getNan(noted.getType()), noted);
}

/// The vectors before `groups`, `count` of them side by side; the results as
/// one vector each. An extremum leaves out NaN, which a vector beside it notes.
SmallVector<Value> Nest::buildGroups(ArrayRef<Operation *> combiners,
                                     int64_t count, Value groups) {
  size_t results = combiners.size();
  bool notesNan = count > 1 && isExtremum(op, combiners);
  SmallVector<Value> found;
  for (int64_t i = 0; i < count + notesNan; ++i)
    for (Operation *combiner : combiners)
      found.push_back(getNeutral(combiner));
  body.withoutNan = notesNan ? combiners[0] : nullptr;
  found = loop(number(0), groups, count * lanes, found,
               [&](Value index, ValueRange before) {
                 SmallVector<Value> after;
                 for (int64_t i = 0; i < count; ++i) {
                   place.indices[place.dim] =
                       b.create<arith::AddIOp>(index, number(i * lanes));
                   llvm::append_range(after,
                                      combineInto(SmallVector<Value>(
                                          before.slice(i * results, results))));
                 }
                 if (notesNan)
                   after.push_back(noteNan(before.back()));
                 return after;
               });
  body.withoutNan = nullptr;
  // What noted NaN comes last.
  bool isMax = notesNan && isa<arith::MaximumFOp>(combiners[0]);
  for (size_t i = results; i < found.size(); ++i) {
    Value &first = found[i % results];
    bool leavesNan = notesNan && i + 1 < found.size();
    first = leavesNan ? buildBeyond(b, isMax, found[i], first)
                      : join(combiners[i % results], found[i], first);
  }
  found.resize(results);
  return found;
}

/// A row: groups of vectors side by side, then vectors, then elements.
void Nest::buildRow() {
  SmallVector<Operation *> combiners;
  for (OpOperand &output : op.getDpsInitsMutable())
    combiners.push_back(getCombiner(op, output));
  Value end = ends[place.dim];
  int64_t size = sizes[place.dim], count = strategy.accumulators;
  while (count > 1 && !ShapedType::isDynamic(size) && size < count * lanes)
    count /= 2;
  readFixed({});
  place.lanes = lanes;
  Value groups = getWhole(end, count * lanes);
  SmallVector<Value> found =
      buildRest(groups, end, buildGroups(combiners, count, groups));
  for (auto [i, output] : llvm::enumerate(op.getDpsInitsMutable())) {
    Value before = body.read(output, place);
    found[i] = join(combiners[i], finish(combiners[i], found[i]), before);
  }
  if (!strategy.masksRest) {
    place.lanes = 1;
    found = loop(getWhole(end, lanes), end, 1, found,
                 [&](Value index, ValueRange before) {
                   place.indices[place.dim] = index;
                   return combineInto(SmallVector<Value>(before));
                 });
  }
  for (auto [output, value] : llvm::zip(op.getDpsInitsMutable(), found))
    body.write(output, place, value);
}

void Nest::buildReduction() {
  SmallVector<unsigned> outer;
  for (bool isParallel : {true, false})
    for (unsigned dim = 0; dim < iterators.size(); ++dim)
      if (dim != place.dim &&
          linalg::isParallelIterator(iterators[dim]) == isParallel)
        outer.push_back(dim);
  around(outer, [&] { buildRow(); });
}

void loops::buildParallel(RewriterBase &rewriter, linalg::GenericOp op,
                          unsigned dim, int64_t lanes, const Strategy &strategy,
                          Value start) {
  Nest(rewriter, op, dim, lanes, strategy, start).buildParallel();
}

void loops::buildReduction(RewriterBase &rewriter, linalg::GenericOp op,
                           unsigned dim, int64_t lanes,
                           const Strategy &strategy) {
  Nest(rewriter, op, dim, lanes, strategy).buildReduction();
}
