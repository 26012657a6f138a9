//===- CodeGraph.cpp - A function as PyTorch's graph of values ------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the statements with the value of each variable at hand. What a branch
// or loop assigns and the code around it knows becomes a result, by name.
//
//===----------------------------------------------------------------------===//

#include "CodeGraph.h"

#include "TorchScript/Dialect/TS/IR/TSAttrs.h"
#include "TorchScript/Dialect/TS/IR/ValueNames.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <optional>

using namespace torchscript;
namespace ts = mlir::ts;

namespace torchscript {

class CodeGraphBuilder {
public:
  CodeGraphBuilder(CodeGraph &graph, mlir::func::FuncOp function)
      : graph(graph), function(function) {}

  bool run();

private:
  /// Variables, by their slots, in a block and those around it.
  using Environment = llvm::MapVector<mlir::Value, CodeValue *>;

  /// A loop around what is emitted.
  struct Loop {
    mlir::Operation *op;
    llvm::SmallVector<mlir::Value> carried;
  };

  CodeNode *add(CodeBlock &block, CodeNode::Kind kind,
                mlir::Operation *op = nullptr) {
    return graph.insert(block, nullptr, kind, op);
  }
  CodeValue *addOutput(CodeNode *node, mlir::Type type, std::string name = "") {
    return graph.addOutput(node, type, std::move(name));
  }
  CodeValue *makeConstant(CodeBlock &block, mlir::Type type, std::string text);

  /// Statements up to the end of a block. True when its end is not reached.
  bool emit(mlir::Block &statements, CodeBlock &block, Environment &env);
  void emitExit(mlir::Operation *op, CodeBlock &block, Environment &env);
  bool emitOperation(mlir::Operation *op, CodeBlock &block, Environment &env);
  void store(ts::StoreOp op, CodeBlock &block, Environment &env);
  /// True when what follows is not reached.
  bool emitIf(ts::IfOp op, CodeBlock &block, Environment &env);
  /// None when the condition is no constant.
  std::optional<bool> emitDecidedIf(ts::IfOp op, CodeBlock &block,
                                    Environment &env);
  void joinBranches(ts::IfOp op, CodeNode *node, Environment (&inner)[2],
                    const bool (&exits)[2], Environment &env);
  void emitAssert(ts::AssertOp op, CodeBlock &block, Environment &env);
  void emitFor(ts::ForOp op, CodeBlock &block, Environment &env);
  void addCounters(ts::ForOp op, CodeNode *loop, CodeBlock &block);
  void emitWhile(ts::WhileOp op, CodeBlock &block, Environment &env);
  /// Parameters for what the loop assigns; the variables, in order.
  llvm::SmallVector<mlir::Value> openLoop(mlir::Operation *op, CodeNode *loop,
                                          CodeBlock &body, Environment &inner);
  void closeLoop(CodeNode *loop, CodeBlock &body,
                 llvm::ArrayRef<mlir::Value> carried, Environment &inner,
                 Environment &env);
  CodeValue *get(mlir::Value value, Environment &env);
  bool emitUnpack(ts::TupleIndexOp op, CodeBlock &block, Environment &env);
  bool emitFolded(ts::OperatorOp op, CodeBlock &block, Environment &env);

  CodeValue *makeTensor(CodeBlock &block, mlir::Type type,
                        mlir::DenseElementsAttr value);
  CodeValue *makeBool(CodeBlock &block, bool value);

  CodeGraph &graph;
  mlir::func::FuncOp function;
  std::vector<Loop> loops;
  bool isTraced = false;
  llvm::DenseMap<mlir::Value, CodeValue *> known;
  /// Elements by index of tuples that are made in the function.
  llvm::DenseSet<mlir::Value> elements;
  bool valid = true;
};

} // namespace torchscript

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

CodeValue *CodeGraphBuilder::makeConstant(CodeBlock &block, mlir::Type type,
                                          std::string text) {
  CodeNode *node = add(block, CodeNode::Constant);
  node->text = std::move(text);
  return addOutput(node, type);
}

CodeValue *CodeGraphBuilder::makeTensor(CodeBlock &block, mlir::Type type,
                                        mlir::DenseElementsAttr value) {
  CodeNode *node = add(block, CodeNode::Constant);
  node->value = value;
  return addOutput(node, type);
}

CodeValue *CodeGraphBuilder::makeBool(CodeBlock &block, bool value) {
  mlir::Builder builder(function.getContext());
  CodeNode *node = add(block, CodeNode::Constant);
  node->value = builder.getBoolAttr(value);
  return addOutput(node, builder.getI1Type());
}

CodeValue *CodeGraphBuilder::get(mlir::Value value, Environment &env) {
  CodeValue *found = known.lookup(value);
  if (!found) {
    valid = false;
    static CodeValue missing;
    return &missing;
  }
  return found;
}

/// Whether a variable's name says something: `_` and `_0` do not.
static bool isMeaningful(llvm::StringRef name) {
  if (name.empty() || name[0] != '_')
    return !name.empty();
  return llvm::any_of(name.drop_front(),
                      [](char c) { return !llvm::isDigit(c); });
}

static std::string getName(mlir::Value slot) {
  auto variable = slot.getDefiningOp<ts::VarOp>();
  llvm::StringRef name = variable ? variable.getName() : "";
  return isMeaningful(name) ? name.str() : "";
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// The variable that a value is a narrower form of, where it is stored under
/// the name of that variable; null for other values.
static mlir::Value getNarrowed(ts::StoreOp op) {
  auto cast = op.getValue().getDefiningOp<ts::UncheckedCastOp>();
  auto load =
      cast ? cast->getOperand(0).getDefiningOp<ts::LoadOp>() : ts::LoadOp();
  return load && getName(load.getSlot()) == getName(op.getSlot())
             ? load.getSlot()
             : mlir::Value();
}

void CodeGraphBuilder::store(ts::StoreOp op, CodeBlock &block,
                             Environment &env) {
  CodeValue *value = get(op.getValue(), env), *named = value;
  bool isUnnamed = value->node && value->node->op &&
                   value->node->op->hasAttr(ts::kUnnamedAttr);
  // What is converted to the type of the variable has its name.
  if (isUnnamed && !value->node->inputs.empty()) {
    named = value->node->inputs[0];
    isUnnamed = false;
  }
  if (named->name.empty() && named->node && named->node->block == &block &&
      !elements.contains(op.getValue()) && !isUnnamed)
    named->name = getName(op.getSlot());
  env[op.getSlot()] = value;
  if (mlir::Value narrowed = getNarrowed(op))
    env[narrowed] = value;
}

/// Which results of which operations are constants, which are printed in place.
static bool isConstant(mlir::Operation *op) {
  return op->hasTrait<mlir::OpTrait::ConstantLike>();
}

/// `a, b = t`: all elements of a tuple, in order.
bool CodeGraphBuilder::emitUnpack(ts::TupleIndexOp op, CodeBlock &block,
                                  Environment &env) {
  auto type = llvm::cast<ts::TSTupleType>(op.getTuple().getType());
  if (op.getIndex() != 0 || type.isNamed())
    return false;
  llvm::SmallVector<ts::TupleIndexOp> all;
  for (mlir::Operation *next = op; all.size() < type.size();
       next = next->getNextNode()) {
    auto index = llvm::dyn_cast_or_null<ts::TupleIndexOp>(next);
    if (!index || index.getTuple() != op.getTuple() ||
        index.getIndex() != all.size())
      return false;
    all.push_back(index);
  }
  CodeValue *tuple = get(op.getTuple(), env);
  if (tuple->node &&
      llvm::isa_and_nonnull<ts::TupleConstructOp>(tuple->node->op)) {
    for (auto [index, element] : llvm::zip(all, tuple->node->inputs))
      known[index.getResult()] = element;
    return true;
  }
  CodeNode *node = add(block, CodeNode::Unpack, op);
  addInput(node, tuple);
  for (ts::TupleIndexOp index : all)
    known[index.getResult()] = addOutput(node, index.getType());
  return true;
}

/// An operator on constants is one, too.
bool CodeGraphBuilder::emitFolded(ts::OperatorOp op, CodeBlock &block,
                                  Environment &env) {
  llvm::SmallVector<mlir::Attribute> operands;
  for (mlir::Value operand : op->getOperands()) {
    CodeValue *value = get(operand, env);
    operands.push_back(value->node ? value->node->value : mlir::Attribute());
  }
  mlir::Attribute result = foldOperator(op, operands);
  if (!result)
    return false;
  CodeNode *node = add(block, CodeNode::Constant);
  node->value = result;
  known[op->getResult(0)] = addOutput(node, op->getResult(0).getType());
  return true;
}

bool CodeGraphBuilder::emitOperation(mlir::Operation *op, CodeBlock &block,
                                     Environment &env) {
  if (op->getNumResults() && known.count(op->getResult(0)) &&
      llvm::isa<ts::TupleIndexOp>(op))
    return true;
  if (llvm::isa<ts::VarOp>(op))
    return true;
  if (auto load = llvm::dyn_cast<ts::LoadOp>(op)) {
    auto found = env.find(load.getSlot());
    if (found == env.end())
      return valid = false;
    known[load.getResult()] = found->second;
    return true;
  }
  if (auto assignment = llvm::dyn_cast<ts::StoreOp>(op)) {
    store(assignment, block, env);
    return true;
  }
  // A value of a wider type is the same value.
  if (llvm::isa<ts::DerefineOp, ts::BoxOp>(op)) {
    known[op->getResult(0)] = get(op->getOperand(0), env);
    return true;
  }
  if (auto index = llvm::dyn_cast<ts::TupleIndexOp>(op)) {
    if (emitUnpack(index, block, env))
      return true;
    // An element of a tuple that is made here is the value it was made of; it
    // keeps its name.
    CodeValue *tuple = get(index.getTuple(), env);
    if (tuple->node &&
        llvm::isa_and_nonnull<ts::TupleConstructOp>(tuple->node->op)) {
      known[index.getResult()] = tuple->node->inputs[index.getIndex()];
      elements.insert(index.getResult());
      return true;
    }
  }
  if (auto check = llvm::dyn_cast<ts::AssertOp>(op)) {
    emitAssert(check, block, env);
    return true;
  }
  if (auto loop = llvm::dyn_cast<ts::ForOp>(op)) {
    emitFor(loop, block, env);
    return true;
  }
  if (auto loop = llvm::dyn_cast<ts::WhileOp>(op)) {
    emitWhile(loop, block, env);
    return true;
  }
  if (op->getNumRegions())
    return valid = false;
  auto called = llvm::dyn_cast<ts::OperatorOp>(op);
  if (called && emitFolded(called, block, env))
    return true;
  if (called && isTraced)
    if (mlir::DenseElementsAttr tensor = getTracedTensor(called)) {
      mlir::Value result = op->getResult(0);
      known[result] = makeTensor(block, result.getType(), tensor);
      return true;
    }
  std::vector<CodeValue *> inputs;
  for (mlir::OpOperand &operand : op->getOpOperands()) {
    mlir::DenseElementsAttr number =
        called && isTraced ? getTracedNumber(called, operand.getOperandNumber())
                           : mlir::DenseElementsAttr();
    inputs.push_back(number ? makeTensor(block, operand.get().getType(), number)
                            : get(operand.get(), env));
  }
  CodeNode *node = add(block,
                       isConstant(op)                    ? CodeNode::Constant
                       : llvm::isa<ts::RaiseOp>(op)      ? CodeNode::Raise
                       : llvm::isa<ts::ListUnpackOp>(op) ? CodeNode::Unpack
                                                         : CodeNode::Operation,
                       op);
  if (node->kind == CodeNode::Constant)
    mlir::matchPattern(op->getResult(0), mlir::m_Constant(&node->value));
  if (auto raise = llvm::dyn_cast<ts::RaiseOp>(op))
    node->text = raise.getClassName().str();
  for (CodeValue *input : inputs)
    addInput(node, input);
  for (mlir::Value result : op->getResults())
    known[result] = addOutput(node, result.getType());
  if (auto attribute = llvm::dyn_cast<ts::GetAttrOp>(op))
    node->outputs[0]->name = attribute.getName().str();
  return valid;
}

void CodeGraphBuilder::emitExit(mlir::Operation *op, CodeBlock &block,
                                Environment &env) {
  if (llvm::isa<ts::ReturnOp>(op)) {
    CodeNode *node = add(block, CodeNode::Return, op);
    for (mlir::Value result : op->getOperands())
      addInput(node, get(result, env));
    return;
  }
  if (loops.empty()) {
    valid = false;
    return;
  }
  // Evaluating the condition may not change what surrounds the loop.
  Loop loop = loops.back();
  CodeValue *goesOn = nullptr;
  Environment inner = env;
  auto again = llvm::dyn_cast<ts::WhileOp>(loop.op);
  if (again && llvm::isa<ts::ContinueOp>(op)) {
    emit(*again.getConditionBlock(), block, inner);
    if (!valid)
      return;
    goesOn = get(again.getConditionOp().getCondition(), inner);
  } else {
    goesOn = makeBool(block, llvm::isa<ts::ContinueOp>(op));
  }
  CodeNode *node = add(block, CodeNode::GoOn, op);
  addInput(node, goesOn);
  for (mlir::Value slot : loop.carried)
    addInput(node, inner.lookup(slot));
}

bool CodeGraphBuilder::emit(mlir::Block &statements, CodeBlock &block,
                            Environment &env) {
  for (mlir::Operation &op : statements) {
    if (!valid || llvm::isa<ts::YieldOp, ts::ConditionOp>(op))
      return false;
    if (llvm::isa<ts::ReturnOp, ts::BreakOp, ts::ContinueOp>(op)) {
      emitExit(&op, block, env);
      return true;
    }
    if (auto branch = llvm::dyn_cast<ts::IfOp>(op)) {
      if (emitIf(branch, block, env))
        return true;
      continue;
    }
    emitOperation(&op, block, env);
    // Nothing is reached behind an exception.
    if (llvm::isa<ts::RaiseOp>(op))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// if
//===----------------------------------------------------------------------===//

/// A branch that a constant takes stands in the place of the `if`.
std::optional<bool> CodeGraphBuilder::emitDecidedIf(ts::IfOp op,
                                                    CodeBlock &block,
                                                    Environment &env) {
  CodeValue *condition = get(op.getCondition(), env);
  auto value = llvm::dyn_cast_or_null<mlir::BoolAttr>(
      condition->node ? condition->node->value : mlir::Attribute());
  if (!value)
    return std::nullopt;
  mlir::Region &region = op->getRegion(value.getValue() ? 0 : 1);
  if (region.empty() || region.front().empty())
    return op.getNumResults() == 0 ? std::optional(false) : std::nullopt;
  mlir::Block &statements = region.front();
  bool exits = emit(statements, block, env);
  auto yield = llvm::dyn_cast<ts::YieldOp>(statements.back());
  if (valid && !exits && yield)
    for (auto [result, operand] :
         llvm::zip(op.getResults(), yield.getOperands()))
      known[result] = get(operand, env);
  return exits;
}

bool CodeGraphBuilder::emitIf(ts::IfOp op, CodeBlock &block, Environment &env) {
  if (std::optional<bool> decided = emitDecidedIf(op, block, env))
    return *decided;
  CodeNode *node = add(block, CodeNode::If, op);
  addInput(node, get(op.getCondition(), env));
  Environment inner[2] = {env, env};
  bool exits[2] = {false, false};
  for (int i = 0; i < 2; ++i) {
    CodeBlock &branch = addBlock(*node);
    mlir::Region &region = op->getRegion(i);
    if (region.empty() || region.front().empty())
      continue;
    mlir::Block &statements = region.front();
    exits[i] = emit(statements, branch, inner[i]);
    if (!valid)
      return false;
    if (auto yield = llvm::dyn_cast<ts::YieldOp>(statements.back()))
      for (mlir::Value value : yield.getOperands())
        addInput(&branch.exit, get(value, inner[i]));
  }
  for (mlir::Value result : op.getResults())
    known[result] = addOutput(node, result.getType());
  if (exits[0] && exits[1])
    return true;
  if (op.getNumResults() == 0 || (!exits[0] && !exits[1]))
    joinBranches(op, node, inner, exits, env);
  return false;
}

/// Variables that a branch changed are results. What is not reached behind a
/// branch has no values; the other branch says them.
void CodeGraphBuilder::joinBranches(ts::IfOp op, CodeNode *node,
                                    Environment (&inner)[2],
                                    const bool (&exits)[2], Environment &env) {
  std::multimap<std::string, mlir::Value> changed;
  auto isChanged = [&](mlir::Value slot, int branch) {
    CodeValue *value = inner[branch].lookup(slot);
    return exits[branch] || (value && value != env.lookup(slot));
  };
  for (auto &[slot, value] : inner[exits[0] ? 1 : 0]) {
    bool isKnown =
        exits[0] || exits[1] || (inner[0].count(slot) && inner[1].count(slot));
    bool differs = exits[0] || exits[1]
                       ? isChanged(slot, exits[0] ? 1 : 0)
                       : isChanged(slot, 0) || isChanged(slot, 1);
    if (isKnown && differs)
      changed.insert({slot.getDefiningOp<ts::VarOp>().getName().str(), slot});
  }
  // Variables of one name and several types may have one value.
  std::map<std::pair<CodeValue *, CodeValue *>, CodeValue *> made;
  for (auto &[name, slot] : changed) {
    CodeValue *values[2];
    for (int i = 0; i < 2; ++i)
      values[i] = exits[i] ? nullptr : inner[i].lookup(slot);
    CodeValue *&result = made[{values[0], values[1]}];
    if (!result) {
      for (int i = 0; i < 2; ++i)
        if (exits[i])
          values[i] = addOutput(add(*node->blocks[i], CodeNode::Missing),
                                values[1 - i]->type);
      mlir::Type type =
          unifyTypes(values[0]->type, values[1]->type,
                     llvm::cast<ts::SlotType>(slot.getType()).getElementType());
      for (int i = 0; i < 2; ++i)
        addInput(&node->blocks[i]->exit, values[i]);
      result = addOutput(node, type, getName(slot));
    }
    env[slot] = result;
  }
}

void CodeGraphBuilder::emitAssert(ts::AssertOp op, CodeBlock &block,
                                  Environment &env) {
  CodeNode *node = add(block, CodeNode::If, op);
  addInput(node, get(op.getCondition(), env));
  addBlock(*node);
  CodeBlock &failing = addBlock(*node);
  CodeNode *raise = nullptr;
  if (op.getMessage().empty()) {
    CodeValue *message = makeConstant(failing, op.getCondition().getType(),
                                      "\"AssertionError: \"");
    raise = add(failing, CodeNode::Raise);
    addInput(raise, message);
    return;
  }
  Environment inner = env;
  mlir::Block &text = op.getMessage().front();
  emit(text, failing, inner);
  auto yield = llvm::dyn_cast<ts::YieldOp>(text.getTerminator());
  if (!valid || !yield || yield.getNumOperands() != 1) {
    valid = false;
    return;
  }
  raise = add(failing, CodeNode::Raise);
  raise->text = "AssertionError";
  addInput(raise, get(yield.getOperand(0), inner));
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

llvm::SmallVector<mlir::Value> CodeGraphBuilder::openLoop(mlir::Operation *op,
                                                          CodeNode *loop,
                                                          CodeBlock &body,
                                                          Environment &inner) {
  std::multimap<std::string, mlir::Value> assigned;
  llvm::DenseSet<mlir::Value> seen;
  op->walk([&](ts::StoreOp store) {
    for (mlir::Value slot : {mlir::Value(store.getSlot()), getNarrowed(store)})
      if (slot && inner.count(slot) && seen.insert(slot).second)
        assigned.insert(
            {slot.getDefiningOp<ts::VarOp>().getName().str(), slot});
  });
  llvm::SmallVector<mlir::Value> carried;
  for (auto &[name, slot] : assigned) {
    CodeValue *value = inner.lookup(slot);
    addInput(loop, value);
    mlir::Type type = llvm::cast<ts::SlotType>(slot.getType()).getElementType();
    inner[slot] = addOutput(&body.parameters, type, getName(slot));
    carried.push_back(slot);
  }
  return carried;
}

void CodeGraphBuilder::closeLoop(CodeNode *loop, CodeBlock &body,
                                 llvm::ArrayRef<mlir::Value> carried,
                                 Environment &inner, Environment &env) {
  for (mlir::Value slot : carried) {
    addInput(&body.exit, inner.lookup(slot));
    mlir::Type type = llvm::cast<ts::SlotType>(slot.getType()).getElementType();
    env[slot] = addOutput(loop, type, getName(slot));
  }
}

/// The counter of `enumerate` is one more iterable that may be the shortest.
void CodeGraphBuilder::addCounters(ts::ForOp op, CodeNode *loop,
                                   CodeBlock &block) {
  auto counters = op->getAttrOfType<mlir::DenseI64ArrayAttr>(ts::kCountersAttr);
  if (!counters)
    return;
  mlir::Builder builder(op.getContext());
  CodeValue *count = loop->inputs[0];
  CodeNode *list = count->node;
  auto call = llvm::dyn_cast_or_null<ts::OperatorOp>(list ? list->op : nullptr);
  if (call && call.getName() == "prim::min.self_int" && list->inputs[0]->node &&
      llvm::isa_and_nonnull<ts::ListConstructOp>(list->inputs[0]->node->op)) {
    list = list->inputs[0]->node;
  } else {
    list = graph.insert(block, loop, CodeNode::List);
    addInput(list, count);
    mlir::Type type = ts::ListType::get(builder.getI64Type());
    CodeNode *shortest = graph.insert(block, loop, CodeNode::Call);
    shortest->text = "prim::min";
    addInput(shortest, addOutput(list, type));
    replaceInput(*loop, 0, addOutput(shortest, builder.getI64Type()));
  }
  llvm::ArrayRef<int64_t> numbers = counters.asArrayRef();
  for (size_t i = 0; i + 1 < numbers.size(); i += 2) {
    CodeNode *number = graph.insert(block, list, CodeNode::Constant);
    number->value = builder.getI64IntegerAttr(numbers[i + 1]);
    std::vector<CodeValue *> inputs = list->inputs;
    size_t at = std::min(size_t(numbers[i]), inputs.size());
    inputs.insert(inputs.begin() + at, addOutput(number, builder.getI64Type()));
    while (!list->inputs.empty())
      removeInput(*list, list->inputs.size() - 1);
    for (CodeValue *input : inputs)
      addInput(list, input);
  }
}

void CodeGraphBuilder::emitFor(ts::ForOp op, CodeBlock &block,
                               Environment &env) {
  CodeValue *goesOn = makeBool(block, true);
  CodeNode *loop = add(block, CodeNode::For, op);
  addInput(loop, get(op.getCount(), env));
  addCounters(op, loop, block);
  CodeBlock &body = addBlock(*loop);
  known[op.getInductionVar()] =
      addOutput(&body.parameters, op.getInductionVar().getType());
  Environment inner = env;
  loops.push_back({op, openLoop(op, loop, body, inner)});
  // The turn is a value of the body: assigning it gives it a name.
  emit(*op.getBodyBlock(), body, inner);
  addInput(&body.exit, goesOn);
  closeLoop(loop, body, loops.back().carried, inner, env);
  loops.pop_back();
}

void CodeGraphBuilder::emitWhile(ts::WhileOp op, CodeBlock &block,
                                 Environment &env) {
  auto condition = [&](CodeBlock &where, Environment &seen) {
    emit(*op.getConditionBlock(), where, seen);
    return valid ? get(op.getConditionOp().getCondition(), seen) : nullptr;
  };
  CodeValue *first = condition(block, env);
  if (!valid)
    return;
  CodeNode *loop = add(block, CodeNode::While, op);
  addInput(loop, first);
  CodeBlock &body = addBlock(*loop);
  addOutput(&body.parameters, first->type);
  Environment inner = env;
  loops.push_back({op, openLoop(op, loop, body, inner)});
  emit(*op.getBodyBlock(), body, inner);
  CodeValue *again = valid ? condition(body, inner) : nullptr;
  if (!valid)
    return;
  addInput(&body.exit, again);
  closeLoop(loop, body, loops.back().carried, inner, env);
  loops.pop_back();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

bool CodeGraphBuilder::run() {
  setUp(graph.body, nullptr);
  isTraced = isTracedFunction(function);
  mlir::Block &block = function.getBody().front();
  for (mlir::BlockArgument argument : function.getArguments()) {
    auto name = function.getArgAttrOfType<mlir::StringAttr>(
        argument.getArgNumber(), "ts.name");
    known[argument] = addOutput(&graph.body.parameters, argument.getType(),
                                name ? name.getValue().str() : std::string());
  }
  Environment env;
  emit(block, graph.body, env);
  if (!valid)
    return false;
  mlir::FunctionType type = function.getFunctionType();
  graph.lowerExits(function.getContext(),
                   type.getNumResults() ? type.getResult(0) : mlir::Type());
  graph.propagateConstants();
  graph.simplify();
  return true;
}

std::unique_ptr<CodeGraph> CodeGraph::build(mlir::func::FuncOp function) {
  auto graph = std::make_unique<CodeGraph>();
  if (function.isExternal() || !CodeGraphBuilder(*graph, function).run())
    return nullptr;
  return graph;
}
