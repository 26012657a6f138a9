//===- EvaluatedState.cpp - Instances that a file makes -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates a file and reads the instances it leaves.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/EvaluatedState.h"

#include "EvaluatedInstances.h"
#include "FileEvaluation.h"
#include "HostPrograms.h"
#include "ScriptedObjects.h"
#include "StateDict.h"
#include "TorchScript/Execution/RuntimeTensors.h"
#include "TorchScript/Execution/ScriptedFunctions.h"
#include "TorchScript/Frontend/Evaluate/Evaluator.h"
#include "TorchScript/Frontend/Syntax/Parser.h"
#include "TorchScript/Frontend/Syntax/TreeVisitor.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace torchscript;
using namespace torchscript::evaluate;
using llvm::StringRef;

namespace {

class EvaluatedState : public InstanceState, public HostProgram {
public:
  explicit EvaluatedState(const EvaluationRequest &request)
      : request(request), evaluation(request) {}
  ~EvaluatedState() override;

  llvm::Error run(std::shared_ptr<SyntaxTree> tree, std::string &note);

  const InstanceValue *find(StringRef name) const override {
    return instances->find(name);
  }
  const InstanceValue *lookUp(const InstanceValue &definition,
                              StringRef name) const override {
    return instances->lookUp(definition, name);
  }
  const InstanceValue *lookUpGlobal(const void *moduleKey,
                                    StringRef name) const override {
    return instances->lookUpGlobal(moduleKey, name);
  }
  const InstanceValue *findMember(const InstanceValue &cls,
                                  StringRef name) const override {
    return instances->findMember(cls, name);
  }
  std::string getHostFunction(const InstanceValue &function) const override {
    return instances->getHostFunction(function);
  }
  void noteClass(const InstanceValue &cls,
                 StringRef qualifiedName) const override {
    instances->noteClass(cls, qualifiedName);
  }
  llvm::ArrayRef<std::string> getNames() const override { return names; }
  StringRef getTensorMemory(StringRef storage) const override;

protected:
  void onConnected() override { instances->setProgramName(getProgramName()); }
  Interpreter *getInterpreter(std::string &) override {
    return &evaluation.getInterpreter();
  }
  Value findFunction(StringRef name) override {
    return instances->findHostFunction(name);
  }
  const ProgramClasses &getClasses() override {
    bindInstances();
    return *instances;
  }

private:
  /// Says which modules of the program stand for the session's objects.
  void bindInstances();
  void bindParts(const tsrt_value &object, const Value &module);
  Value instantiate(Interpreter &in);
  void collect(Interpreter &in, std::string &note);
  void loadStateDict(Interpreter &in, const Value &module);

  EvaluationRequest request;
  FileEvaluation evaluation;
  std::unique_ptr<EvaluatedInstances> instances;
  std::vector<std::string> names;
  /// The modules among the instances by their names, until they are bound.
  std::vector<std::pair<std::string, Value>> unbound;
};

} // namespace

EvaluatedState::~EvaluatedState() {
  HeapScope scope(evaluation.getInterpreter().heap);
  unbound.clear();
  instances.reset();
}

void EvaluatedState::bindParts(const tsrt_value &object, const Value &module) {
  instances->bindObject(object.u.p, module);
  Value parts = evaluation.getInterpreter().findAttr(module, "_modules");
  if (!parts.is(evaluate::Kind::Dict))
    return;
  for (uint32_t i = 0; i < object.type->num_elements; ++i) {
    Value *part =
        parts.as<DictObject>()->find(StringRef(object.type->element_names[i]));
    if (!part || object.type->elements[i]->kind != TSRT_OBJECT)
      continue;
    tsrt_value boxed{};
    tsrt_box_value(object.type->elements[i],
                   static_cast<const char *>(object.u.p) +
                       object.type->offsets[i],
                   &boxed);
    HostValue owner(boxed);
    bindParts(boxed, *part);
  }
}

void EvaluatedState::bindInstances() {
  for (auto &[name, module] : std::exchange(unbound, {})) {
    std::string symbol;
    if (auto object = getSession()->importInstance(name, symbol))
      bindParts((*object)->get(), module);
    else
      llvm::consumeError(object.takeError());
  }
}

Value EvaluatedState::instantiate(Interpreter &in) {
  // One assignment in the namespace of the program.
  static constexpr const char *variable = "__instance__";
  auto file = std::make_shared<const SourceFile>(
      "--instantiate",
      std::string(variable) + " = (" + request.instantiate + ")\n");
  DiagnosticSink sink;
  std::shared_ptr<SyntaxTree> tree = parseFile(file, sink);
  if (!tree || sink.hasErrors())
    in.raise(in.types.SyntaxError, "--instantiate: '" + request.instantiate +
                                       "' is not an expression");
  in.keep(std::const_pointer_cast<SourceFile>(file));
  in.keep(tree);
  Value main = in.findModule("__main__");
  in.runModule(*tree, main.as<ModuleObject>());
  DictObject *globals = main.getObject()->attrs;
  Value made = *globals->find(variable);
  globals->remove(in.intern(variable));
  return made;
}

void EvaluatedState::loadStateDict(Interpreter &in, const Value &module) {
  auto read = readStateDict(request.stateDict);
  if (!read)
    in.raise(in.types.RuntimeError, llvm::toString(read.takeError()));
  Value type = in.getAttr(in.importModule("torch"), "Tensor");
  ValueVector keys, values;
  for (NamedTensor &tensor : *read) {
    keys.push_back(in.makeStr(tensor.first));
    values.push_back(Value(
        new RuntimeTensor(type.as<TypeObject>(), std::move(tensor.second))));
  }
  in.call(
      in.getAttr(in.importModule("_torch_program"), "load"),
      {module, in.makeList(std::move(keys)), in.makeList(std::move(values))});
}

void EvaluatedState::collect(Interpreter &in, std::string &note) {
  Value program = in.importModule("_torch_program");
  Value main(in.findModule("__main__").getObject()->attrs);
  Value chosen;
  if (!request.recorded.empty()) {
    chosen = in.call(in.getAttr(program, "construct"),
                     {main, in.makeStr(request.recorded)});
  } else {
    Value made = request.instantiate.empty() ? Value::none() : instantiate(in);
    ValueVector parts =
        in.unpack(in.call(in.getAttr(program, "collect"), {main, made}));
    chosen = parts[0];
    note = in.str(parts[1]);
  }
  instances = std::make_unique<EvaluatedInstances>(in, /*isIndependent=*/true);
  for (const Value &pair : in.unpack(chosen)) {
    ValueVector named = in.unpack(pair);
    if (!request.stateDict.empty() &&
        !dynamic_cast<ScriptedFunction *>(named[1].getObject()))
      loadStateDict(in, named[1]);
    names.push_back(instances->add(named[1], in.toStr(named[0], "a name")));
    if (instances->find(names.back())->kind == InstanceValue::Kind::Module)
      unbound.emplace_back(names.back(), named[1]);
  }
  if (names.empty())
    in.raise(in.types.RuntimeError, request.path + ": " + note);
}

llvm::Error EvaluatedState::run(std::shared_ptr<SyntaxTree> tree,
                                std::string &note) {
  if (request.seed)
    if (llvm::Error error = evaluation.attempt([&](Interpreter &in) {
          in.call(in.getAttr(in.importModule("torch"), "manual_seed"),
                  {in.makeInt(*request.seed)});
        }))
      return error;
  if (llvm::Error error = evaluation.run(std::move(tree), "__main__"))
    return error;
  return evaluation.attempt([&](Interpreter &in) { collect(in, note); });
}

StringRef EvaluatedState::getTensorMemory(StringRef storage) const {
  return instances->getTensorMemory(storage);
}

llvm::Expected<std::unique_ptr<InstanceState>>
torchscript::evaluateState(const EvaluationRequest &request,
                           std::string &note) {
  auto buffer = llvm::MemoryBuffer::getFile(request.path);
  if (!buffer)
    return llvm::createStringError("%s: %s", request.path.c_str(),
                                   buffer.getError().message().c_str());
  auto file = std::make_shared<const SourceFile>(request.path,
                                                 (*buffer)->getBuffer().str());
  auto tree = parseForEvaluation(file);
  if (!tree)
    return tree.takeError();
  auto state = std::make_unique<EvaluatedState>(request);
  if (llvm::Error error = state->run(std::move(*tree), note))
    return std::move(error);
  return std::unique_ptr<InstanceState>(std::move(state));
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

/// The last two names of a dotted expression: "jit.script".
static std::string getCallee(const Expr *expr) {
  auto *attribute = llvm::dyn_cast<AttributeExpr>(expr);
  if (!attribute)
    return "";
  if (auto *name = llvm::dyn_cast<NameExpr>(attribute->value))
    return (name->name + "." + attribute->name).str();
  if (auto *inner = llvm::dyn_cast<AttributeExpr>(attribute->value))
    return (inner->name + "." + attribute->name).str();
  return "";
}

static bool scripts(const Expr *expr) {
  if (auto *call = llvm::dyn_cast<CallExpr>(expr)) {
    std::string callee = getCallee(call->callee);
    if (callee == "jit.script" || callee == "jit.trace" ||
        callee == "jit.trace_module")
      return true;
  }
  bool found = false;
  forEachChild(expr, [&](Expr *child) { found |= scripts(child); });
  return found;
}

bool torchscript::scriptsAtTopLevel(StringRef text) {
  DiagnosticSink sink;
  auto file = std::make_shared<const SourceFile>("", text.str());
  std::unique_ptr<SyntaxTree> tree = parseFile(file, sink);
  if (!tree || sink.hasErrors())
    return false;
  bool found = false;
  auto look = [&](Block block, auto &self) -> void {
    for (const Stmt *statement : block) {
      if (llvm::isa<FunctionDef, ClassDef>(statement))
        continue;
      forEachExpr(statement, [&](Expr *expr) { found |= scripts(expr); });
      forEachBlock(statement, [&](Block inner) { self(inner, self); });
    }
  };
  look(tree->body, look);
  return found;
}
