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

using namespace torchscript;
namespace ts = mlir::ts;

namespace torchscript {

class CodeGraphBuilder {
public:
  explicit CodeGraphBuilder(CodeGraph &graph) : graph(graph) {}

  bool run(mlir::func::FuncOp function);

private:
  /// Variables, by their slots, in a block and those around it.
  using Environment = llvm::MapVector<mlir::Value, CodeValue *>;
  using Iterator = mlir::Block::iterator;

  CodeNode *add(CodeBlock &block, CodeNode::Kind kind,
                mlir::Operation *op = nullptr);
  CodeValue *addOutput(CodeNode *node, mlir::Type type, std::string name = "");
  void addInput(CodeNode *node, CodeValue *value);
  CodeValue *makeConstant(CodeBlock &block, mlir::Type type, std::string text);

  /// Statements up to the end of a block; what follows behind an `if` with a
  /// return goes where it is reached. True when the block returns.
  bool emit(Iterator begin, Iterator end, CodeBlock &block, Environment &env);
  bool emitOperation(mlir::Operation *op, CodeBlock &block, Environment &env);
  void store(ts::StoreOp op, CodeBlock &block, Environment &env);
  void emitIf(ts::IfOp op, CodeBlock &block, Environment &env);
  bool emitDecidedIf(ts::IfOp op, CodeBlock &block, Environment &env);
  bool emitReturningIf(ts::IfOp op, Iterator rest, Iterator end,
                       CodeBlock &block, Environment &env);
  void emitAssert(ts::AssertOp op, CodeBlock &block, Environment &env);
  void emitFor(ts::ForOp op, CodeBlock &block, Environment &env);
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

  CodeGraph &graph;
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

CodeNode *CodeGraphBuilder::add(CodeBlock &block, CodeNode::Kind kind,
                                mlir::Operation *op) {
  block.nodes.push_back(std::make_unique<CodeNode>());
  CodeNode *node = block.nodes.back().get();
  node->kind = kind;
  node->op = op;
  node->block = &block;
  return node;
}

CodeValue *CodeGraphBuilder::addOutput(CodeNode *node, mlir::Type type,
                                       std::string name) {
  graph.values.push_back(std::make_unique<CodeValue>());
  CodeValue *value = graph.values.back().get();
  value->node = node;
  value->type = type;
  value->name = std::move(name);
  node->outputs.push_back(value);
  return value;
}

void CodeGraphBuilder::addInput(CodeNode *node, CodeValue *value) {
  value->uses.push_back({node, unsigned(node->inputs.size())});
  node->inputs.push_back(value);
}

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

static void setUp(CodeBlock &block, CodeNode *owner) {
  block.owner = owner;
  for (CodeNode *node : {&block.parameters, &block.exit})
    node->block = &block;
  block.parameters.kind = CodeNode::Parameter;
  block.exit.kind = CodeNode::Exit;
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

void CodeGraphBuilder::store(ts::StoreOp op, CodeBlock &block,
                             Environment &env) {
  CodeValue *value = get(op.getValue(), env);
  if (value->name.empty() && value->node && value->node->block == &block &&
      !elements.contains(op.getValue()) &&
      !(value->node->op && value->node->op->hasAttr(ts::kUnnamedAttr)))
    value->name = getName(op.getSlot());
  env[op.getSlot()] = value;
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
  if (tuple->node && llvm::isa_and_nonnull<ts::TupleConstructOp>(tuple->node->op)) {
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
  if (auto branch = llvm::dyn_cast<ts::IfOp>(op)) {
    emitIf(branch, block, env);
    return true;
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
  if (op->getNumRegions() || llvm::isa<ts::BreakOp, ts::ContinueOp>(op))
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
        called && isTraced
            ? getTracedNumber(called, operand.getOperandNumber())
            : mlir::DenseElementsAttr();
    inputs.push_back(number
                         ? makeTensor(block, operand.get().getType(), number)
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

static bool returns(mlir::Operation *op) {
  return op
      ->walk([](ts::ReturnOp) { return mlir::WalkResult::interrupt(); })
      .wasInterrupted();
}

bool CodeGraphBuilder::emit(Iterator begin, Iterator end, CodeBlock &block,
                            Environment &env) {
  for (auto it = begin; it != end && valid; ++it) {
    if (auto exit = llvm::dyn_cast<ts::ReturnOp>(*it)) {
      if (exit->getNumOperands())
        addInput(&block.exit, get(exit->getOperand(0), env));
      return true;
    }
    if (returns(&*it)) {
      auto branch = llvm::dyn_cast<ts::IfOp>(*it);
      if (!branch || branch->getNumResults())
        return valid = false;
      return emitReturningIf(branch, std::next(it), end, block, env);
    }
    if (llvm::isa<ts::YieldOp, ts::ConditionOp>(*it))
      return false;
    emitOperation(&*it, block, env);
    // Nothing is reached behind an exception.
    if (llvm::isa<ts::RaiseOp>(*it))
      return false;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// if
//===----------------------------------------------------------------------===//

/// A branch that a constant takes stands in the place of the `if`.
bool CodeGraphBuilder::emitDecidedIf(ts::IfOp op, CodeBlock &block,
                                     Environment &env) {
  CodeValue *condition = get(op.getCondition(), env);
  auto value = llvm::dyn_cast_or_null<mlir::BoolAttr>(
      condition->node ? condition->node->value : mlir::Attribute());
  if (!value)
    return false;
  mlir::Region &region = op->getRegion(value.getValue() ? 0 : 1);
  if (region.empty() || region.front().empty())
    return op.getNumResults() == 0;
  mlir::Block &statements = region.front();
  emit(statements.begin(), statements.end(), block, env);
  auto yield = llvm::dyn_cast<ts::YieldOp>(statements.back());
  if (valid && yield)
    for (auto [result, operand] :
         llvm::zip(op.getResults(), yield.getOperands()))
      known[result] = get(operand, env);
  return true;
}

void CodeGraphBuilder::emitIf(ts::IfOp op, CodeBlock &block, Environment &env) {
  if (emitDecidedIf(op, block, env))
    return;
  CodeNode *node = add(block, CodeNode::If, op);
  addInput(node, get(op.getCondition(), env));
  Environment inner[2] = {env, env};
  CodeBlock *branches[2];
  bool ends[2] = {false, false};
  for (int i = 0; i < 2; ++i) {
    node->blocks.push_back(std::make_unique<CodeBlock>());
    branches[i] = node->blocks.back().get();
    setUp(*branches[i], node);
    mlir::Region &region = op->getRegion(i);
    if (region.empty())
      continue;
    mlir::Block &statements = region.front();
    emit(statements.begin(), statements.end(), *branches[i], inner[i]);
    if (!valid)
      return;
    ends[i] = !statements.empty() &&
              llvm::any_of(statements, [](mlir::Operation &o) {
                return llvm::isa<ts::RaiseOp>(o);
              });
    if (auto yield = statements.empty()
                         ? ts::YieldOp()
                         : llvm::dyn_cast<ts::YieldOp>(statements.back()))
      for (mlir::Value value : yield.getOperands())
        addInput(&branches[i]->exit, get(value, inner[i]));
  }
  for (mlir::Value result : op.getResults())
    known[result] = addOutput(node, result.getType());
  // What is not reached has no values; the other branch says them.
  if (ends[0] || ends[1]) {
    if (op.getNumResults() || (ends[0] && ends[1]))
      return;
    Environment &left = inner[ends[0] ? 1 : 0];
    std::map<std::string, mlir::Value> changed;
    for (auto &[slot, value] : left)
      if (CodeValue *before = env.lookup(slot); before != value)
        changed[slot.getDefiningOp<ts::VarOp>().getName().str()] = slot;
    for (auto &[name, slot] : changed) {
      CodeValue *value = left.lookup(slot);
      addInput(&branches[ends[0] ? 1 : 0]->exit, value);
      addInput(&branches[ends[0] ? 0 : 1]->exit,
               makeConstant(*branches[ends[0] ? 0 : 1], value->type,
                            "uninitialized"));
      env[slot] = addOutput(node, value->type, getName(slot));
    }
    return;
  }
  std::map<std::string, mlir::Value> changed;
  for (auto &[slot, value] : inner[0])
    if (CodeValue *other = inner[1].lookup(slot);
        other && (other != env.lookup(slot) || value != env.lookup(slot)))
      changed[slot.getDefiningOp<ts::VarOp>().getName().str()] = slot;
  for (auto &[name, slot] : changed) {
    CodeValue *values[2] = {inner[0].lookup(slot), inner[1].lookup(slot)};
    for (int i = 0; i < 2; ++i)
      addInput(&branches[i]->exit, values[i]);
    mlir::Type type = llvm::cast<ts::SlotType>(slot.getType()).getElementType();
    env[slot] = addOutput(node, type, getName(slot));
  }
}

/// `if c: return a`, and what follows in the other branch.
bool CodeGraphBuilder::emitReturningIf(ts::IfOp op, Iterator rest, Iterator end,
                                       CodeBlock &block, Environment &env) {
  CodeNode *node = add(block, CodeNode::If, op);
  addInput(node, get(op.getCondition(), env));
  unsigned numFallen = 0;
  mlir::Type type;
  for (mlir::Region &region : op->getRegions()) {
    node->blocks.push_back(std::make_unique<CodeBlock>());
    CodeBlock &branch = *node->blocks.back();
    setUp(branch, node);
    Environment inner = env;
    bool isDone = !region.empty() && emit(region.front().begin(),
                                          region.front().end(), branch, inner);
    // What follows can stand in one place only.
    if (valid && !isDone)
      valid = ++numFallen == 1 && emit(rest, end, branch, inner) && valid;
    if (!valid)
      return false;
    if (!branch.exit.inputs.empty())
      type = branch.exit.inputs[0]->type;
  }
  size_t count = node->blocks[0]->exit.inputs.size();
  if (count != node->blocks[1]->exit.inputs.size())
    return valid = false;
  if (count)
    addInput(&block.exit, addOutput(node, type));
  return true;
}

void CodeGraphBuilder::emitAssert(ts::AssertOp op, CodeBlock &block,
                                  Environment &env) {
  CodeNode *node = add(block, CodeNode::If, op);
  addInput(node, get(op.getCondition(), env));
  for (int i = 0; i < 2; ++i) {
    node->blocks.push_back(std::make_unique<CodeBlock>());
    setUp(*node->blocks.back(), node);
  }
  CodeBlock &failing = *node->blocks[1];
  CodeNode *raise = nullptr;
  if (op.getMessage().empty()) {
    CodeValue *message =
        makeConstant(failing, op.getCondition().getType(),
                     "\"AssertionError: \"");
    raise = add(failing, CodeNode::Raise);
    addInput(raise, message);
    return;
  }
  Environment inner = env;
  mlir::Block &text = op.getMessage().front();
  emit(text.begin(), text.end(), failing, inner);
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

llvm::SmallVector<mlir::Value>
CodeGraphBuilder::openLoop(mlir::Operation *op, CodeNode *loop, CodeBlock &body,
                           Environment &inner) {
  std::map<std::string, mlir::Value> assigned;
  op->walk([&](ts::StoreOp store) {
    if (inner.count(store.getSlot()))
      assigned[store.getSlot().getDefiningOp<ts::VarOp>().getName().str()] =
          store.getSlot();
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

void CodeGraphBuilder::emitFor(ts::ForOp op, CodeBlock &block,
                               Environment &env) {
  CodeNode *loop = add(block, CodeNode::For, op);
  addInput(loop, get(op.getCount(), env));
  loop->blocks.push_back(std::make_unique<CodeBlock>());
  CodeBlock &body = *loop->blocks.back();
  setUp(body, loop);
  known[op.getInductionVar()] =
      addOutput(&body.parameters, op.getInductionVar().getType());
  Environment inner = env;
  auto carried = openLoop(op, loop, body, inner);
  // The turn is a value of the body: assigning it gives it a name.
  emit(op.getBodyBlock()->begin(), op.getBodyBlock()->end(), body, inner);
  closeLoop(loop, body, carried, inner, env);
}

void CodeGraphBuilder::emitWhile(ts::WhileOp op, CodeBlock &block,
                                 Environment &env) {
  auto condition = [&](CodeBlock &where, Environment &seen) {
    mlir::Block *tests = op.getConditionBlock();
    emit(tests->begin(), tests->end(), where, seen);
    return valid ? get(op.getConditionOp().getCondition(), seen) : nullptr;
  };
  CodeValue *first = condition(block, env);
  if (!valid)
    return;
  CodeNode *loop = add(block, CodeNode::While, op);
  addInput(loop, first);
  loop->blocks.push_back(std::make_unique<CodeBlock>());
  CodeBlock &body = *loop->blocks.back();
  setUp(body, loop);
  addOutput(&body.parameters, first->type);
  Environment inner = env;
  auto carried = openLoop(op, loop, body, inner);
  emit(op.getBodyBlock()->begin(), op.getBodyBlock()->end(), body, inner);
  CodeValue *again = valid ? condition(body, inner) : nullptr;
  if (!valid)
    return;
  addInput(&body.exit, again);
  closeLoop(loop, body, carried, inner, env);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

bool CodeGraphBuilder::run(mlir::func::FuncOp function) {
  setUp(graph.body, nullptr);
  isTraced = isTracedFunction(function);
  mlir::Block &block = function.getBody().front();
  for (mlir::BlockArgument argument : function.getArguments()) {
    auto name = function.getArgAttrOfType<mlir::StringAttr>(
        argument.getArgNumber(), "ts.name");
    known[argument] =
        addOutput(&graph.body.parameters, argument.getType(),
                  name ? name.getValue().str() : std::string());
  }
  Environment env;
  emit(block.begin(), block.end(), graph.body, env);
  if (!valid)
    return false;
  graph.simplify();
  return true;
}

std::unique_ptr<CodeGraph> CodeGraph::build(mlir::func::FuncOp function) {
  auto graph = std::make_unique<CodeGraph>();
  if (function.isExternal() || !CodeGraphBuilder(*graph).run(function))
    return nullptr;
  return graph;
}
