//===- WriteProgramSizes.cpp - ts-write-sizes -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramSizes.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Transforms/ProgramPasses.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSWRITESIZES
#include "TorchScript/Transforms/ProgramPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

static Value makeInt(OpBuilder &builder, Location loc, int64_t number,
                     Type type) {
  return builder.create<arith::ConstantOp>(
      loc, cast<TypedAttr>(builder.getIntegerAttr(type, number)));
}

namespace {
//===----------------------------------------------------------------------===//
// Sizes of values
//===----------------------------------------------------------------------===//

class SizeWriter {
public:
  explicit SizeWriter(func::FuncOp function)
      : function(function), body(function.getBody().front()), sizes(function),
        builder(function.getContext()) {}

  void run();

private:
  void note(Operation *op);
  void replaceInts(Operation *op);
  /// The condition of `torch.cond` on sizes as an operator on sizes of inputs.
  void writeCondition(IfOp branch);
  /// The int as operators on sizes of inputs; null when no input has them.
  Value compute(AffineExpr expression, Location loc);
  /// The size of an input that the expression is; null when there is none.
  Value findSize(AffineExpr expression, Location loc);
  Value computeSymbol(unsigned position, Location loc);
  /// Names the numbers that an operation gives which only data say, and checks
  /// behind it what has to hold of them.
  void defineUnbacked(Operation *op);
  void checkSymbol(unsigned position, Value number, Location loc);
  void checkFact(SizeFact::Kind kind, AffineExpr lhs, AffineExpr rhs,
                 Location loc);
  /// Whether the numbers of an expression are all there.
  bool isDefined(AffineExpr expression) const;
  void dropChecks();
  Value call(StringRef name, ValueRange operands, Location loc) {
    return builder
        .create<OperatorOp>(loc, builder.getI64Type(), name, operands)
        .getResult(0);
  }

  func::FuncOp function;
  Block &body;
  ProgramSizes sizes;
  OpBuilder builder;
  /// Equal expressions are computed once.
  llvm::DenseMap<AffineExpr, Value> computed;
  /// Numbers of data that are there, by symbol.
  llvm::DenseMap<unsigned, Value> defined;
  /// How many of the checks are written.
  llvm::SmallDenseSet<size_t> written;
};

struct WriteSizes : public ts::impl::TSWriteSizesBase<WriteSizes> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (hasOpenSizes(function))
        SizeWriter(function).run();
  }
};
} // namespace

void SizeWriter::note(Operation *op) {
  unsigned count = sizes.getNumSymbols();
  SmallVector<Attribute> maps;
  bool isNeeded = false;
  if (auto call = dyn_cast<OperatorOp>(op))
    sizes.ask(call);
  for (Value result : op->getResults()) {
    auto type = dyn_cast<TSTensorType>(result.getType());
    (void)sizes.takeUndecided();
    auto known = type ? sizes.getSizes(result) : std::nullopt;
    if (std::string undecided = sizes.takeUndecided();
        type && !known && !undecided.empty())
      op->setAttr("ts.undecided", builder.getStringAttr(undecided));
    if (!known) {
      maps.push_back(NoneAttr::get(builder.getContext()));
      continue;
    }
    isNeeded |= !type.hasStaticShape();
    // What a symbol stands for is called like it, whatever it equals.
    if (auto places = op->getAttrOfType<DenseI64ArrayAttr>("ts.unbacked"))
      for (size_t i = 0; i + 2 < places.asArrayRef().size(); i += 3)
        if (places[i] == int64_t(cast<OpResult>(result).getResultNumber()) &&
            places[i + 1] >= 0 && places[i + 1] < int64_t(known->size()))
          (*known)[size_t(places[i + 1])] = getAffineSymbolExpr(
              unsigned(places[i + 2]), builder.getContext());
    maps.push_back(AffineMapAttr::get(
        AffineMap::get(0, count, *known, builder.getContext())));
  }
  if (isNeeded)
    op->setAttr("ts.sizes", builder.getArrayAttr(maps));
}

/// Whether an expression is `scale * symbol + offset`.
static bool isLinear(AffineExpr expression, unsigned position, int64_t &scale,
                     int64_t &offset) {
  scale = 1;
  offset = 0;
  if (auto sum = dyn_cast<AffineBinaryOpExpr>(expression);
      sum && sum.getKind() == AffineExprKind::Add) {
    std::optional<int64_t> constant = getConstant(sum.getRHS());
    if (!constant)
      return false;
    offset = *constant;
    expression = sum.getLHS();
  }
  if (auto product = dyn_cast<AffineBinaryOpExpr>(expression);
      product && product.getKind() == AffineExprKind::Mul) {
    std::optional<int64_t> constant = getConstant(product.getRHS());
    if (!constant)
      return false;
    scale = *constant;
    expression = product.getLHS();
  }
  auto symbol = dyn_cast<AffineSymbolExpr>(expression);
  return symbol && symbol.getPosition() == position && scale > 0;
}

Value SizeWriter::findSize(AffineExpr expression, Location loc) {
  for (BlockArgument argument : body.getArguments()) {
    auto shape = function.getArgAttrOfType<AffineMapAttr>(
        argument.getArgNumber(), "ts.shape");
    if (!shape)
      continue;
    for (auto [dim, size] : llvm::enumerate(shape.getValue().getResults()))
      if (size == expression)
        return call("aten::sym_size.int",
                    {argument, makeInt(builder, loc, int64_t(dim),
                                       builder.getI64Type())},
                    loc);
  }
  return {};
}

Value SizeWriter::computeSymbol(unsigned position, Location loc) {
  if (sizes.isUnbacked(position))
    return defined.lookup(position);
  if (Value size = findSize(
          getAffineSymbolExpr(position, builder.getContext()), loc))
    return size;
  // Only sizes that are made of it.
  for (BlockArgument argument : body.getArguments()) {
    auto shape = function.getArgAttrOfType<AffineMapAttr>(
        argument.getArgNumber(), "ts.shape");
    if (!shape)
      continue;
    for (AffineExpr size : shape.getValue().getResults()) {
      int64_t scale, offset;
      if (!isLinear(size, position, scale, offset))
        continue;
      Value number = compute(size, loc);
      if (offset)
        number = call("aten::sub.int",
                      {number, makeInt(builder, loc, offset,
                                       builder.getI64Type())},
                      loc);
      if (scale != 1)
        number = call("aten::floordiv.int",
                      {number, makeInt(builder, loc, scale,
                                       builder.getI64Type())},
                      loc);
      return number;
    }
  }
  return {};
}

Value SizeWriter::compute(AffineExpr expression, Location loc) {
  if (std::optional<int64_t> constant = getConstant(expression))
    return makeInt(builder, loc, *constant, builder.getI64Type());
  if (Value known = computed.lookup(expression))
    return known;
  Value made;
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expression)) {
    made = computeSymbol(symbol.getPosition(), loc);
  } else if (Value size = findSize(expression, loc)) {
    made = size;
  } else if (auto binary = dyn_cast<AffineBinaryOpExpr>(expression)) {
    Value a = compute(binary.getLHS(), loc), b = compute(binary.getRHS(), loc);
    AffineExprKind kind = binary.getKind();
    StringRef name = kind == AffineExprKind::Add        ? "aten::add.int"
                     : kind == AffineExprKind::Mul      ? "aten::mul.int"
                     : kind == AffineExprKind::FloorDiv ? "aten::floordiv.int"
                     : kind == AffineExprKind::Mod      ? "aten::remainder.int"
                                                        : "";
    if (a && b && !name.empty())
      made = call(name, {a, b}, loc);
  }
  if (made)
    computed[expression] = made;
  return made;
}

//===----------------------------------------------------------------------===//
// Numbers that only data say
//===----------------------------------------------------------------------===//

bool SizeWriter::isDefined(AffineExpr expression) const {
  bool isFine = true;
  expression.walk([&](AffineExpr part) {
    auto symbol = dyn_cast<AffineSymbolExpr>(part);
    isFine &= !symbol || !sizes.isUnbacked(symbol.getPosition()) ||
              defined.contains(symbol.getPosition());
  });
  return isFine;
}

void SizeWriter::checkFact(SizeFact::Kind kind, AffineExpr lhs, AffineExpr rhs,
                           Location loc) {
  std::string spelled = sizes.spell(kind, lhs, rhs);
  bool isAtMost = StringRef(spelled).contains(" <= ");
  if (isAtMost)
    rhs = simplifyAffineExpr(rhs - 1, 0, sizes.getNumSymbols());
  StringRef name = kind == SizeFact::Equal     ? "aten::eq.int"
                   : kind == SizeFact::Differ  ? "aten::ne.int"
                   : kind == SizeFact::AtLeast ? "aten::ge.int"
                   : isAtMost                  ? "aten::le.int"
                                               : "aten::lt.int";
  Value a = compute(lhs, loc), b = compute(rhs, loc);
  if (!a || !b)
    return;
  Value holds = builder
                    .create<OperatorOp>(loc, builder.getI1Type(), name,
                                        ValueRange{a, b})
                    .getResult(0);
  buildAssertion(builder, loc, holds,
                 "Runtime assertion failed for expression " + spelled);
}

void SizeWriter::checkSymbol(unsigned position, Value number, Location loc) {
  AffineExpr symbol = getAffineSymbolExpr(position, builder.getContext());
  if (sizes.isSize(position)) {
    Value none = builder.create<ConstantNoneOp>(loc);
    builder.create<OperatorOp>(loc, TypeRange(),
                               "aten::sym_constrain_range_for_size",
                               ValueRange{number, none, none});
  }
  auto bound = [&](SizeFact::Kind kind, int64_t limit) {
    checkFact(kind, symbol, getAffineConstantExpr(limit, builder.getContext()),
              loc);
  };
  if (std::optional<int64_t> min = sizes.getMin(position))
    bound(SizeFact::AtLeast, *min);
  if (std::optional<int64_t> max = sizes.getMax(position);
      max && *max < INT64_MAX)
    bound(SizeFact::Below, *max + 1);
}

void SizeWriter::defineUnbacked(Operation *op) {
  auto places = op->getAttrOfType<DenseI64ArrayAttr>("ts.unbacked");
  if (!places)
    return;
  builder.setInsertionPointAfter(op);
  for (size_t i = 0; i + 2 < places.asArrayRef().size(); i += 3) {
    Value result = op->getResult(unsigned(places[i]));
    unsigned position = unsigned(places[i + 2]);
    if (defined.contains(position))
      continue;
    Value number;
    if (places[i + 1] >= 0) {
      number = call("aten::sym_size.int",
                    {result, makeInt(builder, op->getLoc(), places[i + 1],
                                     builder.getI64Type())},
                    op->getLoc());
    } else {
      for (Operation *user : result.getUsers())
        if (auto conversion = dyn_cast<OperatorOp>(user);
            conversion && conversion.getName() == "aten::Int.Scalar" &&
            conversion->getBlock() == &body)
          number = conversion.getResult(0);
      if (!number)
        continue;
      // Conversions stand right behind what they convert.
      number.getDefiningOp()->moveAfter(op);
      builder.setInsertionPointAfter(number.getDefiningOp());
    }
    defined[position] = number;
    checkSymbol(position, number, op->getLoc());
  }
  for (auto [i, check] : llvm::enumerate(sizes.getChecks()))
    if (isDefined(check.lhs) && isDefined(check.rhs) &&
        (sizes.hasUnbacked(check.lhs) || sizes.hasUnbacked(check.rhs)) &&
        written.insert(i).second)
      checkFact(check.kind, check.lhs, check.rhs, op->getLoc());
}

/// Takes out the checks of earlier rounds.
void SizeWriter::dropChecks() {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body))) {
    auto check = dyn_cast<OperatorOp>(op);
    if (check && isSizeCheck(check.getName()))
      op.erase();
    else if (isOpTriviallyDead(&op) && !check)
      op.erase();
  }
}

void SizeWriter::replaceInts(Operation *op) {
  builder.setInsertionPoint(op);
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = lookThroughCasts(operand.get());
    if (auto list = value.getDefiningOp<ListConstructOp>()) {
      SmallVector<Value> elements;
      for (Value element : list.getElements()) {
        AffineExpr size = element.getType().isInteger(64)
                              ? sizes.getInteger(element)
                              : AffineExpr();
        Value made = size ? compute(size, op->getLoc()) : Value();
        elements.push_back(made ? made : element);
      }
      if (llvm::equal(elements, list.getElements()))
        continue;
      Value fresh = builder.create<ListConstructOp>(op->getLoc(),
                                                    list.getType(), elements);
      if (fresh.getType() != operand.get().getType())
        fresh = builder.create<DerefineOp>(op->getLoc(),
                                           operand.get().getType(), fresh);
      operand.set(fresh);
      continue;
    }
    if (!value.getType().isInteger(64) || matchPattern(value, m_Constant()))
      continue;
    AffineExpr size = sizes.getInteger(value);
    Value made = size ? compute(size, op->getLoc()) : Value();
    if (!made)
      continue;
    if (made.getType() != operand.get().getType())
      made = builder.create<DerefineOp>(op->getLoc(), operand.get().getType(),
                                        made);
    operand.set(made);
  }
}

static StringRef getComparison(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return "aten::eq.int";
  case arith::CmpIPredicate::ne:
    return "aten::ne.int";
  case arith::CmpIPredicate::slt:
    return "aten::lt.int";
  case arith::CmpIPredicate::sle:
    return "aten::le.int";
  case arith::CmpIPredicate::sgt:
    return "aten::gt.int";
  case arith::CmpIPredicate::sge:
    return "aten::ge.int";
  default:
    return "";
  }
}

void SizeWriter::writeCondition(IfOp branch) {
  auto compare = branch.getCondition().getDefiningOp<arith::CmpIOp>();
  AffineExpr a = compare ? sizes.getInteger(compare.getLhs()) : AffineExpr(),
             b = compare ? sizes.getInteger(compare.getRhs()) : AffineExpr();
  StringRef name = compare ? getComparison(compare.getPredicate()) : "";
  if (!a || !b || name.empty())
    return;
  builder.setInsertionPoint(branch);
  Value first = compute(a, branch.getLoc()), second = compute(b, branch.getLoc());
  if (first && second)
    branch.getConditionMutable().set(
        builder
            .create<OperatorOp>(branch.getLoc(), builder.getI1Type(), name,
                                ValueRange{first, second})
            .getResult(0));
}

/// Whether an operation is about numbers and what holds them.
static bool isNumber(Operation &op) {
  return !isa<OperatorOp>(op) || (op.getNumResults() == 1 &&
                                  op.getResult(0).getType().isInteger(64));
}

void SizeWriter::run() {
  dropChecks();
  for (auto op : body.getOps<OperatorOp>())
    sizes.visit(op);
  // What is not said of symbols is said by operators: all are asked first.
  sizes.renumber();
  sizes.note();
  function.walk([&](Operation *op) {
    if (isGraphControlFlow(op) ||
        (isa<OperatorOp>(op) && op->getBlock() != &body))
      note(op);
  });
  SmallVector<Operation *> operations;
  for (Operation &op : body)
    operations.push_back(&op);
  for (Operation *op : operations) {
    auto operation = dyn_cast<OperatorOp>(op);
    bool isTensor = operation && llvm::any_of(op->getResultTypes(), [](Type t) {
                      return isa<TSTensorType, ListType>(t);
                    });
    if (isTensor)
      note(operation);
    if (isTensor || isa<TupleConstructOp, DictConstructOp>(op) ||
        op->hasTrait<OpTrait::IsTerminator>())
      replaceInts(op);
    if (auto branch = dyn_cast<IfOp>(op); branch && isGraphControlFlow(op))
      writeCondition(branch);
    defineUnbacked(op);
  }
  sizes.note();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isOpTriviallyDead(&op) && isNumber(op))
      op.erase();
}
