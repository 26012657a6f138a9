//===- WriteProgramSizes.cpp - ts-decide-sizes, ts-write-sizes ------------===//
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
#define GEN_PASS_DEF_TSDECIDESIZES
#define GEN_PASS_DEF_TSWRITESIZES
#include "TorchScript/Transforms/ProgramPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

/// Whether a program has symbols.
static bool isDynamic(func::FuncOp function) {
  auto symbols = function->getAttrOfType<ArrayAttr>("ts.graph_symbols");
  return symbols && !symbols.empty() && !function.isExternal() &&
         llvm::hasSingleElement(function.getBody());
}

static Value makeInt(OpBuilder &builder, Location loc, int64_t number,
                     Type type) {
  return builder.create<arith::ConstantOp>(
      loc, cast<TypedAttr>(builder.getIntegerAttr(type, number)));
}

/// Adds facts to those of earlier rounds.
static void noteFacts(func::FuncOp function, const ProgramSizes &sizes) {
  Builder builder(function.getContext());
  unsigned count = function->getAttrOfType<ArrayAttr>("ts.graph_symbols").size();
  SmallVector<Attribute> notes;
  if (auto known = function->getAttrOfType<ArrayAttr>("ts.size_facts"))
    llvm::append_range(notes, known);
  for (const SizeFact &fact : sizes.getFacts()) {
    AffineExpr sides[] = {fact.lhs, fact.rhs};
    auto map = AffineMap::get(0, count, sides, builder.getContext());
    Attribute parts[] = {builder.getI64IntegerAttr(int64_t(fact.kind)),
                         AffineMapAttr::get(map), LocationAttr(fact.loc)};
    Attribute note = builder.getArrayAttr(parts);
    if (!llvm::is_contained(notes, note))
      notes.push_back(note);
  }
  if (!notes.empty())
    function->setAttr("ts.size_facts", builder.getArrayAttr(notes));
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

namespace {
struct DecideSizes : public ts::impl::TSDecideSizesBase<DecideSizes> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (isDynamic(function))
        decide(function);
  }

  static void decide(func::FuncOp function) {
    ProgramSizes sizes(function);
    for (Operation &op :
         llvm::make_early_inc_range(function.getBody().front())) {
      OpBuilder builder(&op);
      if (auto branch = dyn_cast<IfOp>(op)) {
        Value condition = branch.getCondition();
        if (matchPattern(condition, m_Constant()))
          continue;
        std::optional<bool> taken = sizes.getBool(condition);
        // What is behind the branch may hang on it.
        if (!taken && isGraphControlFlow(&op))
          continue;
        if (!taken)
          break;
        op.replaceUsesOfWith(condition, makeInt(builder, op.getLoc(), *taken,
                                                condition.getType()));
      } else if (auto loop = dyn_cast<ForOp>(op);
                 loop && !isGraphControlFlow(loop)) {
        Value count = loop.getCount();
        AffineExpr turns =
            matchPattern(count, m_Constant()) ? AffineExpr()
                                              : sizes.getInteger(count);
        std::optional<int64_t> hint =
            turns ? sizes.getHint(turns) : std::nullopt;
        if (!hint)
          continue;
        if (!sizes.fix(turns, *hint, op.getLoc()))
          continue;
        op.replaceUsesOfWith(
            count, makeInt(builder, op.getLoc(), *hint, count.getType()));
      }
    }
    noteFacts(function, sizes);
  }
};

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
  /// The int as operators on sizes of inputs; null when no input has them.
  Value compute(AffineExpr expression, Location loc);
  Value computeSymbol(unsigned position, Location loc);
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
};

struct WriteSizes : public ts::impl::TSWriteSizesBase<WriteSizes> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (isDynamic(function))
        SizeWriter(function).run();
  }
};
} // namespace

void SizeWriter::note(Operation *op) {
  unsigned count = function->getAttrOfType<ArrayAttr>("ts.graph_symbols").size();
  SmallVector<Attribute> maps;
  bool isNeeded = false;
  for (Value result : op->getResults()) {
    auto type = dyn_cast<TSTensorType>(result.getType());
    auto known = type ? sizes.getSizes(result) : std::nullopt;
    if (!known) {
      maps.push_back(NoneAttr::get(builder.getContext()));
      continue;
    }
    isNeeded |= !type.hasStaticShape();
    maps.push_back(AffineMapAttr::get(
        AffineMap::get(0, count, *known, builder.getContext())));
  }
  if (isNeeded)
    op->setAttr("ts.sizes", builder.getArrayAttr(maps));
}

Value SizeWriter::computeSymbol(unsigned position, Location loc) {
  for (BlockArgument argument : body.getArguments()) {
    auto shape = function.getArgAttrOfType<AffineMapAttr>(
        argument.getArgNumber(), "ts.shape");
    if (!shape)
      continue;
    for (auto [dim, size] : llvm::enumerate(shape.getValue().getResults())) {
      auto symbol = dyn_cast<AffineSymbolExpr>(size);
      if (symbol && symbol.getPosition() == position)
        return call("aten::sym_size.int",
                    {argument, makeInt(builder, loc, int64_t(dim),
                                       builder.getI64Type())},
                    loc);
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
  return computed[expression] = made;
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

/// Whether an operation is about numbers and what holds them.
static bool isNumber(Operation &op) {
  return !isa<OperatorOp>(op) || (op.getNumResults() == 1 &&
                                  op.getResult(0).getType().isInteger(64));
}

void SizeWriter::run() {
  SmallVector<Operation *> users;
  function.walk([&](Operation *op) {
    if (isGraphControlFlow(op) ||
        (isa<OperatorOp>(op) && op->getBlock() != &body))
      note(op);
  });
  for (Operation &op : body) {
    auto operation = dyn_cast<OperatorOp>(op);
    bool isTensor = operation && llvm::any_of(op.getResultTypes(), [](Type t) {
                      return isa<TSTensorType, ListType>(t);
                    });
    if (isTensor)
      note(operation);
    if (isTensor || isa<TupleConstructOp, DictConstructOp>(op) ||
        op.hasTrait<OpTrait::IsTerminator>())
      users.push_back(&op);
  }
  for (Operation *op : users)
    replaceInts(op);
  noteFacts(function, sizes);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isOpTriviallyDead(&op) && isNumber(op))
      op.erase();
}
