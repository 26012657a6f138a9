//===- FunctionalizeProgram.cpp - Exported programs without writes --------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An exported program is one block, so one walk in its order does: each tensor
// has a value that is its contents now. A write gives the tensor, or the tensor
// that a view looks at, a new one; views are made anew when they are read and
// their base was written in between.
//
//===----------------------------------------------------------------------===//

#include "Casts.h"
#include "ProgramViews.h"
#include "ProgramWrites.h"

#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Operators/OperatorBuilder.h"
#include "TorchScript/Operators/Registry.h"
#include "TorchScript/Operators/Views.h"
#include "TorchScript/Transforms/ProgramPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSFUNCTIONALIZEPROGRAM
#include "TorchScript/Transforms/ProgramPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;
using torchscript::FunctionSchema;
using torchscript::SchemaRegistry;

namespace {
class Functionalizer {
public:
  explicit Functionalizer(func::FuncOp function)
      : function(function), body(function.getBody().front()),
        builder(function) {}
  /// Of one block, whose end tells what of its tensors is wanted.
  explicit Functionalizer(Block &block)
      : body(block), builder(block.getParentOp()->getContext()) {}

  LogicalResult run();
  LogicalResult convertBlock();
  LogicalResult runOnGraph();
  unsigned getNumWrites() const { return writes; }

private:
  /// The value that holds what the tensor contains now.
  Value read(Value tensor);
  /// The view or cast that made the tensor; null for one of its own.
  Operation *getView(Value tensor) const;
  Value getRoot(Value tensor) const;
  /// The tensor contains `contents` from here on.
  LogicalResult write(Value tensor, Value contents, OperatorOp op);
  /// Lets an operation read what tensors contain now; inside of the graphs of
  /// another operation only those from outside of it.
  void readOperands(Operation *op, Operation *around = nullptr);
  LogicalResult convert(OperatorOp op);
  LogicalResult convertBatchNorm(OperatorOp op, BatchStatistics statistics);
  /// The operator without the write; null after an error.
  Value buildPure(OperatorOp op, unsigned written);
  Value castLike(Value value, Value tensor);
  /// The graphs of control flow read what tensors contain, and write nothing.
  LogicalResult convertGraphs(Operation *op);
  LogicalResult addResults();

  func::FuncOp function;
  Block &body;
  OpBuilder builder;
  /// Of tensors that were written, or whose base was.
  llvm::DenseMap<Value, Value> contents;
  /// How often a root was written, and the count a view was made at.
  llvm::DenseMap<Value, unsigned> versions, madeAt;
  unsigned writes = 0;
};

struct FunctionalizeProgram
    : public ts::impl::TSFunctionalizeProgramBase<FunctionalizeProgram> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!isExportedProgram(function))
        continue;
      Functionalizer functionalizer(function);
      if (failed(functionalizer.run()))
        return signalPassFailure();
      numWrites += functionalizer.getNumWrites();
    }
  }
};
} // namespace

Operation *ts::getProgramView(Value tensor) {
  Operation *made = tensor.getDefiningOp();
  if (isa_and_nonnull<DerefineOp, UncheckedCastOp>(made) &&
      isa<TSTensorType>(made->getOperand(0).getType()))
    return made;
  auto op = dyn_cast_or_null<OperatorOp>(made);
  return op && isProgramView(op) ? made : nullptr;
}

Operation *Functionalizer::getView(Value tensor) const {
  return getProgramView(tensor);
}

Value Functionalizer::getRoot(Value tensor) const {
  while (Operation *view = getView(tensor))
    tensor = view->getOperand(0);
  return tensor;
}

Value Functionalizer::read(Value tensor) {
  Operation *view = getView(tensor);
  if (!view) {
    Value now = contents.lookup(tensor);
    return now ? now : tensor;
  }
  unsigned version = versions.lookup(getRoot(tensor));
  if (madeAt.lookup(tensor) == version) {
    Value now = contents.lookup(tensor);
    return now ? now : tensor;
  }
  Value base = read(view->getOperand(0));
  Operation *copy = builder.clone(*view);
  copy->setOperand(0, base);
  madeAt[tensor] = version;
  return contents[tensor] = copy->getResult(0);
}

LogicalResult Functionalizer::write(Value tensor, Value value, OperatorOp op) {
  Operation *view = getView(tensor);
  if (!view) {
    contents[tensor] = value;
    ++versions[tensor];
    return success();
  }
  Value base = view->getOperand(0);
  if (isa<DerefineOp, UncheckedCastOp>(view))
    return write(base, value, op);
  Value whole = buildViewInverse(builder, op.getLoc(), cast<OperatorOp>(view),
                                 read(base), value, /*mayCopy=*/false);
  if (!whole)
    return op.emitError("writes through '")
           << cast<OperatorOp>(view).getName()
           << "', whose inverse is not known, so it cannot be made functional";
  return write(base, whole, op);
}

void Functionalizer::readOperands(Operation *op, Operation *around) {
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    if (around && around->isAncestor(value.getParentRegion()->getParentOp()))
      continue;
    Value inner = lookThroughCasts(value);
    if (isa<TSTensorType>(inner.getType()) &&
        isa<TSTensorType>(value.getType())) {
      operand.set(read(value));
      continue;
    }
    // An optional tensor.
    if (isa<TSTensorType>(inner.getType())) {
      Value now = read(inner);
      if (now != inner)
        operand.set(builder.create<DerefineOp>(op->getLoc(), value.getType(),
                                               now));
      continue;
    }
    auto list = inner.getDefiningOp<ListConstructOp>();
    if (!list)
      continue;
    SmallVector<Value> elements;
    for (Value element : list.getElements())
      elements.push_back(isa<TSTensorType>(element.getType()) ? read(element)
                                                              : element);
    if (llvm::equal(elements, list.getElements()))
      continue;
    Value fresh = builder.create<ListConstructOp>(op->getLoc(), list.getType(),
                                                  elements);
    if (fresh.getType() != value.getType())
      fresh = builder.create<DerefineOp>(op->getLoc(), value.getType(), fresh);
    operand.set(fresh);
  }
}

/// The operator that gives what `op` writes: without the `_` of its name, or
/// without `out`. Null when there is none.
static const FunctionSchema *findPure(OperatorOp op) {
  StringRef name = op.getName();
  auto [base, overload] = name.split('.');
  if (base.consume_back("_")) {
    std::string pure = base.str();
    if (!overload.empty())
      pure += "." + overload.str();
    const FunctionSchema *schema = SchemaRegistry::get().find(pure);
    return schema && schema->arguments.size() == op.getArgs().size() ? schema
                                                                     : nullptr;
  }
  const FunctionSchema *writer = SchemaRegistry::get().find(name);
  if (!writer)
    return nullptr;
  for (const FunctionSchema *schema : SchemaRegistry::get().overloads(base)) {
    size_t count = schema->arguments.size();
    if (schema->isMutable() || count + 1 != writer->arguments.size())
      continue;
    bool same = true;
    for (size_t i = 0; i < count; ++i)
      same &= schema->arguments[i].name == writer->arguments[i].name &&
              schema->arguments[i].type == writer->arguments[i].type;
    if (same)
      return schema;
  }
  return nullptr;
}

Value Functionalizer::castLike(Value value, Value tensor) {
  Type wanted = getTensorDtype(lookThroughCasts(tensor).getType());
  Type has = getTensorDtype(lookThroughCasts(value).getType());
  std::optional<torchscript::DType> dtype =
      wanted ? getDType(wanted) : std::nullopt;
  if (!dtype || !has || wanted == has)
    return value;
  return OperatorBuilder(builder, value.getLoc())
      .copyOfDtype(value, *dtype, tensor.getType());
}

Value Functionalizer::buildPure(OperatorOp op, unsigned written) {
  const FunctionSchema *schema = findPure(op);
  if (!schema || schema->returns.size() != 1) {
    op.emitError("has no form that does not write, so it cannot be made "
                 "functional");
    return nullptr;
  }
  SmallVector<Value> operands(op.getArgs());
  operands.resize(schema->arguments.size());
  auto pure = builder.create<OperatorOp>(
      op.getLoc(), TSTensorType::get(builder.getContext()),
      schema->getFullName(), operands);
  if (auto types = inferResultTypes(pure); types && types->size() == 1)
    pure.getResult(0).setType(types->front());
  else if (written == 0)
    pure.getResult(0).setType(op.getArgs()[0].getType());
  Value value = pure.getResult(0);
  return written == 0 ? castLike(value, op.getArgs()[written]) : value;
}

LogicalResult Functionalizer::convertBatchNorm(OperatorOp op,
                                               BatchStatistics statistics) {
  statistics.mean = lookThroughCasts(statistics.mean);
  statistics.variance = lookThroughCasts(statistics.variance);
  OperatorOp norm = buildPureBatchNorm(
      builder, op, {read(statistics.mean), read(statistics.variance)});
  for (auto [i, result] : llvm::enumerate(op.getResults()))
    result.replaceAllUsesWith(norm.getResult(unsigned(i)));
  if (failed(write(statistics.mean, norm.getResult(3), op)) ||
      failed(write(statistics.variance, norm.getResult(4), op)))
    return failure();
  ++writes;
  op.erase();
  return success();
}

LogicalResult Functionalizer::convert(OperatorOp op) {
  builder.setInsertionPoint(op);
  std::optional<unsigned> written;
  SmallVector<Value> tensors(op.getArgs());
  for (unsigned i = 0; i < tensors.size(); ++i)
    if (writesTensorsOf(op, i)) {
      if (written)
        return op.emitError("writes to several tensors, which cannot be made "
                            "functional");
      written = i;
    }
  if (isProgramView(op) && !written) {
    // The base is read where the view is; `getView` follows what it was.
    if (read(op.getArgs()[0]) != op.getArgs()[0]) {
      madeAt[op.getResult(0)] = ~0u;
      read(op.getResult(0));
    } else {
      madeAt[op.getResult(0)] = versions.lookup(getRoot(op.getResult(0)));
    }
    return success();
  }
  readOperands(op);
  if (std::optional<BatchStatistics> statistics = getWrittenStatistics(op))
    return convertBatchNorm(op, *statistics);
  if (!written)
    return success();
  Value value = buildPure(op, *written);
  if (!value || failed(write(tensors[*written], value, op)))
    return failure();
  for (Value result : op.getResults())
    result.replaceAllUsesWith(tensors[*written]);
  ++writes;
  op.erase();
  return success();
}

LogicalResult Functionalizer::convertGraphs(Operation *op) {
  builder.setInsertionPoint(op);
  WalkResult pure = op->walk([&](OperatorOp inner) {
    for (unsigned i = 0; i < inner.getArgs().size(); ++i)
      if (writesTensorsOf(inner, i)) {
        inner.emitError("a graph of control flow may not write to tensors");
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  if (pure.wasInterrupted())
    return failure();
  if (std::optional<SliceLoop> parts = matchSliceLoop(op))
    for (OperatorOp slice : parts->slices)
      slice->setOperand(0, read(lookThroughCasts(slice.getArgs()[0])));
  op->walk([&](Operation *inner) {
    if (inner != op)
      readOperands(inner, op);
  });
  if (isa<WhileOp, ForOp>(op))
    for (OpOperand &init : op->getOpOperands())
      if (Type type = init.get().getType(); isa<TSTensorType>(type))
        init.set(castTo(builder, read(init.get()), type));
  return success();
}

LogicalResult Functionalizer::addResults() {
  Operation *terminator = body.getTerminator();
  auto tuple = terminator->getOperand(0).getDefiningOp<TupleConstructOp>();
  if (!tuple)
    return function.emitError("returns a tuple that is not made here");
  builder.setInsertionPoint(terminator);
  SmallVector<Value> values;
  SmallVector<Attribute> outputs;
  for (BlockArgument argument : body.getArguments()) {
    if (!versions.lookup(argument))
      continue;
    unsigned i = argument.getArgNumber();
    auto input = function.getArgAttrOfType<GraphInputAttr>(i, "ts.graph_input");
    if (input.getKind() == GraphInputKind::Constant)
      return function.emitError("Constant ")
             << input.getTarget().getValue()
             << " is mutated in the forward method. Pls register it as buffer";
    bool isUser = input.getKind() == GraphInputKind::User;
    outputs.push_back(GraphOutputAttr::get(
        builder.getContext(),
        isUser ? GraphOutputKind::InputMutation
        : input.getKind() == GraphInputKind::Buffer
            ? GraphOutputKind::BufferMutation
            : GraphOutputKind::ParameterMutation,
        isUser ? function.getArgAttrOfType<StringAttr>(i, "ts.name")
               : input.getTarget()));
    values.push_back(contents.lookup(argument));
  }
  for (auto [value, output] :
       llvm::zip_equal(tuple.getElements(),
                       function->getAttrOfType<ArrayAttr>("ts.graph_outputs"))) {
    Value inner = lookThroughCasts(value);
    values.push_back(isa<TSTensorType>(inner.getType()) ? read(inner) : value);
    outputs.push_back(output);
  }
  auto type = TSTupleType::get(builder.getContext(),
                               llvm::to_vector(ValueRange(values).getTypes()));
  Value result = builder.create<TupleConstructOp>(terminator->getLoc(), type,
                                                  values);
  terminator->setOperand(0, result);
  function.setType(
      builder.getFunctionType(function.getArgumentTypes(), type));
  function->setAttr("ts.graph_outputs", builder.getArrayAttr(outputs));
  if (tuple.use_empty())
    tuple.erase();
  return success();
}

LogicalResult Functionalizer::convertBlock() {
  for (Operation &op : llvm::make_early_inc_range(body)) {
    if (auto operation = dyn_cast<OperatorOp>(op)) {
      if (!isSliceLoopPart(&op) && failed(convert(operation)))
        return failure();
      continue;
    }
    if (isGraphControlFlow(&op) && failed(convertGraphs(&op)))
      return failure();
  }
  return success();
}

LogicalResult Functionalizer::runOnGraph() {
  if (failed(convertBlock()))
    return failure();
  builder.setInsertionPoint(body.getTerminator());
  readOperands(body.getTerminator());
  return success();
}

LogicalResult ts::removeWrites(Block &block) {
  return Functionalizer(block).runOnGraph();
}

LogicalResult Functionalizer::run() {
  if (failed(convertBlock()) || failed(addResults()))
    return failure();
  function->setAttr("ts.graph_dialect", builder.getStringAttr("ATEN"));
  return success();
}
