//===- UnflattenProgram.cpp - Methods of submodules again -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of a program stand in the order in which they run, so those of
// one call of a module stand behind each other: they move into a method, and the
// same is done to it for the modules below. A call whose operations do not stand
// behind each other becomes several: what runs and its order stay.
//
//===----------------------------------------------------------------------===//

#include "UnflattenProgram.h"

#include "TorchScript/Dialect/TS/IR/ModuleStacks.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

#include <map>

using namespace mlir;
using namespace mlir::ts;

namespace {
class Outliner {
public:
  Outliner(func::FuncOp method,
           llvm::function_ref<ObjectType(StringRef)> getType)
      : builder(method), getType(getType) {}

  /// Operations of a method, of the module of a path, that is called by `depth`
  /// modules.
  struct Scope {
    func::FuncOp method;
    std::string path;
    size_t depth;
  };
  void outline(Block &block, const Scope &scope);

  ModuleMethods methods;

private:
  using Stack = SmallVector<ModuleStackEntry>;

  const Stack &getStack(Operation *op);
  /// The call of a module below the scope's that an operation is of; null when
  /// it is the scope's own.
  const ModuleStackEntry *getCall(Operation *op, const Scope &scope);
  void moveRun(ArrayRef<Operation *> run, const ModuleStackEntry &call,
               const Scope &scope);
  func::FuncOp makeMethod(ArrayRef<Operation *> run, StringRef path,
                          const Scope &scope, ArrayRef<Value> inputs,
                          ArrayRef<Value> outputs);
  /// The method of the module that does the same, or this one with a name.
  func::FuncOp unite(func::FuncOp method, StringRef path);
  /// Values from outside that a run needs.
  SmallVector<Value> findInputs(ArrayRef<Operation *> run, StringRef path,
                                const Scope &scope);
  /// The attribute of the module tree that a value is; nothing for others.
  std::optional<std::string> getStatePath(Value value, const Scope &scope);
  /// Reads an attribute of the tree below a module.
  Value readState(Value object, StringRef from, StringRef path, Type type);

  OpBuilder builder;
  llvm::function_ref<ObjectType(StringRef)> getType;
  /// By the text; references to them stay.
  std::map<const void *, Stack> stacks;
};
} // namespace

/// The rest of a path below another; nothing when it is not below it.
static std::optional<StringRef> getBelow(StringRef path, StringRef from) {
  if (from.empty())
    return path;
  if (!path.consume_front(from) || !path.consume_front("."))
    return std::nullopt;
  return path;
}

/// Constants stand in each method that uses them.
static bool isConstant(Operation *op) {
  return op->getNumOperands() == 0 && op->getNumRegions() == 0 &&
         op->getNumResults() == 1 && isMemoryEffectFree(op);
}

static bool isFree(Operation *op) {
  return isConstant(op) || isa<GetAttrOp>(op);
}

const Outliner::Stack &Outliner::getStack(Operation *op) {
  // Casts that passes made are of the operation that uses them.
  StringRef text = getModuleStack(op->getLoc());
  for (Operation *at = op; text.empty() && isMemoryEffectFree(at) &&
                           at->getNumResults() == 1 && !at->use_empty();) {
    Operation *user = *at->user_begin();
    if (user->getBlock() != at->getBlock())
      break;
    at = user;
    text = getModuleStack(at->getLoc());
  }
  auto [known, isNew] = stacks.try_emplace(text.data());
  if (isNew && !text.empty())
    for (ModuleStackEntry &entry : parseModuleStack(text)) {
      Stack &stack = known->second;
      bool isSame = !stack.empty() && stack.back().path == entry.path;
      if (!entry.path.empty() && !isSame)
        stack.push_back(std::move(entry));
    }
  return known->second;
}

const ModuleStackEntry *Outliner::getCall(Operation *op, const Scope &scope) {
  const Stack &stack = getStack(op);
  if (stack.size() <= scope.depth)
    return nullptr;
  const ModuleStackEntry &entry = stack[scope.depth];
  // A module that is called by one that it is not in has no name there.
  return getBelow(entry.path, scope.path) ? &entry : nullptr;
}

std::optional<std::string> Outliner::getStatePath(Value value,
                                                  const Scope &scope) {
  std::string path;
  func::FuncOp method = scope.method;
  while (auto read = value.getDefiningOp<GetAttrOp>()) {
    path = read.getName().str() + (path.empty() ? "" : "." + path);
    value = read.getObject();
  }
  if (path.empty() || value != method.getArgument(0))
    return std::nullopt;
  return scope.path.empty() ? path : scope.path + "." + path;
}

Value Outliner::readState(Value object, StringRef from, StringRef path,
                          Type type) {
  std::string at = from.str();
  while (!path.empty()) {
    auto [name, rest] = path.split('.');
    at += (at.empty() ? "" : ".") + name.str();
    Type part = rest.empty() && type ? type : Type(getType(at));
    object = builder.create<GetAttrOp>(object.getLoc(), part, object,
                                       builder.getStringAttr(name));
    path = rest;
  }
  return object;
}

SmallVector<Value> Outliner::findInputs(ArrayRef<Operation *> run,
                                        StringRef path, const Scope &scope) {
  llvm::SmallDenseSet<Operation *> inside(run.begin(), run.end());
  llvm::SetVector<Value> inputs;
  auto add = [&](Value value) {
    Region *region = value.getParentRegion();
    Operation *owner = value.getDefiningOp();
    if (!owner)
      owner = region->getParentOp();
    for (Operation *at = owner; at && !isa<func::FuncOp>(at);
         at = at->getParentOp())
      if (inside.contains(at))
        return;
    if (Operation *made = value.getDefiningOp(); made && isConstant(made))
      return;
    std::optional<std::string> state = getStatePath(value, scope);
    if (!state || !getBelow(*state, path))
      inputs.insert(value);
  };
  for (Operation *op : run)
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        add(operand);
    });
  return inputs.takeVector();
}

/// Names for the arguments: those of the values outside, or `x`.
static void nameArguments(func::FuncOp method, ArrayRef<Value> inputs,
                          func::FuncOp caller) {
  Builder builder(method.getContext());
  method.setArgAttr(0, "ts.name", builder.getStringAttr("self"));
  llvm::StringSet<> taken;
  taken.insert("self");
  for (auto [i, input] : llvm::enumerate(inputs)) {
    std::string base = "x";
    auto argument = dyn_cast<BlockArgument>(input);
    if (argument && argument.getOwner() == &caller.getBody().front())
      if (auto name = caller.getArgAttrOfType<StringAttr>(
              argument.getArgNumber(), "ts.name"))
        base = name.str();
    std::string name = base;
    for (unsigned n = 1; !taken.insert(name).second; ++n)
      name = base + "_" + std::to_string(n);
    method.setArgAttr(unsigned(i) + 1, "ts.name", builder.getStringAttr(name));
  }
}

func::FuncOp Outliner::makeMethod(ArrayRef<Operation *> run, StringRef path,
                                  const Scope &scope, ArrayRef<Value> inputs,
                                  ArrayRef<Value> outputs) {
  // What is made here is of no module below.
  Location loc = stripModuleStack(run.front()->getLoc());
  OpBuilder::InsertionGuard guard(builder);
  ObjectType type = getType(path);
  SmallVector<Type> types = {type};
  llvm::append_range(types, ValueRange(inputs).getTypes());
  SmallVector<Type> results(ValueRange(outputs).getTypes());
  if (results.size() > 1)
    results = {TSTupleType::get(builder.getContext(), results)};
  builder.setInsertionPoint(scope.method);
  auto method = builder.create<func::FuncOp>(
      loc, (type.getName() + ".forward").str(),
      builder.getFunctionType(types, results));
  Block *body = method.addEntryBlock();
  nameArguments(method, inputs, scope.method);
  llvm::DenseMap<Value, Value> known;
  for (auto [input, argument] :
       llvm::zip_equal(inputs, body->getArguments().drop_front()))
    known[input] = argument;
  auto getValue = [&](Value value) -> Value {
    if (Value found = known.lookup(value))
      return found;
    Operation *made = value.getDefiningOp();
    // What is inside of the method by now.
    if (!made || method->isAncestor(made) || !isFree(made))
      return value;
    builder.setInsertionPoint(run.front());
    if (isConstant(made))
      return known[value] = builder.clone(*made)->getResult(0);
    std::string state = *getStatePath(value, scope);
    return known[value] =
               readState(body->getArgument(0), path, *getBelow(state, path),
                         value.getType());
  };
  for (Operation *op : run)
    op->moveBefore(body, body->end());
  for (Operation *op : run)
    op->walk([&](Operation *inner) {
      for (OpOperand &operand : inner->getOpOperands())
        operand.set(getValue(operand.get()));
    });
  builder.setInsertionPointToEnd(body);
  Value returned = outputs.empty() ? Value() : outputs.front();
  if (outputs.size() > 1)
    returned = builder.create<TupleConstructOp>(
        loc, cast<TSTupleType>(results.front()), outputs);
  builder.create<ReturnOp>(loc, returned);
  return method;
}

func::FuncOp Outliner::unite(func::FuncOp method, StringRef path) {
  SmallVector<func::FuncOp> &known = methods[path];
  for (func::FuncOp other : known)
    if (other.getFunctionType() == method.getFunctionType() &&
        OperationEquivalence::isRegionEquivalentTo(
            &other.getBody(), &method.getBody(),
            OperationEquivalence::IgnoreLocations)) {
      method.erase();
      return other;
    }
  std::string name = getType(path).getName().str() + ".forward";
  if (!known.empty())
    name += "_" + std::to_string(known.size());
  method.setSymName(name);
  known.push_back(method);
  return method;
}

void Outliner::moveRun(ArrayRef<Operation *> run, const ModuleStackEntry &call,
                       const Scope &scope) {
  std::string path = call.path;
  Location loc = stripModuleStack(run.front()->getLoc());
  SmallVector<Value> inputs = findInputs(run, path, scope);
  llvm::SmallDenseSet<Operation *> inside(run.begin(), run.end());
  Block *block = run.front()->getBlock();
  SmallVector<Value> outputs;
  for (Operation *op : run)
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            return !inside.contains(block->findAncestorOpInBlock(*user));
          }))
        outputs.push_back(result);
  Operation *next = run.back()->getNextNode();
  // What uses the results outside, before they move away.
  SmallVector<SmallVector<OpOperand *>> uses;
  for (Value output : outputs) {
    uses.emplace_back();
    for (OpOperand &use : output.getUses())
      if (!inside.contains(block->findAncestorOpInBlock(*use.getOwner())))
        uses.back().push_back(&use);
  }
  func::FuncOp method = makeMethod(run, path, scope, inputs, outputs);
  builder.setInsertionPoint(next);
  func::FuncOp caller = scope.method;
  SmallVector<Value> operands = {readState(
      caller.getArgument(0), scope.path, *getBelow(path, scope.path), Type())};
  llvm::append_range(operands, inputs);
  auto made = builder.create<func::CallOp>(loc, method, operands);
  for (auto [i, list] : llvm::enumerate(uses)) {
    Value result = made.getResult(0);
    if (uses.size() > 1)
      result = builder.create<TupleIndexOp>(
          loc, cast<TSTupleType>(result.getType()).getElements()[i], result,
          builder.getI64IntegerAttr(int64_t(i)));
    for (OpOperand *use : list)
      use->set(result);
  }
  outline(method.getBody().front(), {method, path, scope.depth + 1});
  made.setCallee(unite(method, path).getSymName());
}

void Outliner::outline(Block &block, const Scope &scope) {
  SmallVector<Operation *> ops;
  for (Operation &op : block.without_terminator())
    if (!isFree(&op))
      ops.push_back(&op);
  for (size_t i = 0; i < ops.size();) {
    const ModuleStackEntry *call = getCall(ops[i], scope);
    if (!call) {
      for (Region &region : ops[i]->getRegions())
        for (Block &inner : region)
          outline(inner, scope);
      ++i;
      continue;
    }
    size_t end = i + 1;
    while (end < ops.size()) {
      const ModuleStackEntry *other = getCall(ops[end], scope);
      if (!other || other->key != call->key || other->path != call->path)
        break;
      ++end;
    }
    ModuleStackEntry entry = *call;
    moveRun(ArrayRef(ops).slice(i, end - i), entry, scope);
    i = end;
  }
  // What stands in methods now.
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isFree(&op) && op.use_empty())
      op.erase();
}

StringRef ts::getMethodName(func::FuncOp method) {
  return method.getSymName().rsplit('.').second;
}

ModuleMethods
ts::outlineModules(func::FuncOp method,
                   llvm::function_ref<ObjectType(StringRef)> getType) {
  Outliner outliner(method, getType);
  outliner.outline(method.getBody().front(), {method, "", 0});
  return std::move(outliner.methods);
}
