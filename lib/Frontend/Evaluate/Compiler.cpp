//===- Compiler.cpp - Scopes, names and instructions -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "TorchScript/Frontend/Evaluate/Evaluator.h"

using namespace torchscript;
using namespace torchscript::evaluate;

/// Instructions of one scope; more comes from nested `finally` blocks, which
/// stand once at each exit.
static constexpr size_t kMaxInstructions = 1 << 20;

Compiler::Compiler(Interpreter &in, const SyntaxTree &tree,
                   DiagnosticSink &sink)
    : in(in), tree(tree), sink(sink), scopes(tree, sink) {
  for (const Stmt *stmt : tree.body)
    if (auto *import = llvm::dyn_cast<ImportFromStmt>(stmt))
      if (import->module == "__future__")
        for (const ImportAlias &alias : import->names)
          annotationsAreTexts |= alias.name == "annotations";
}

Value Compiler::compile() {
  if (sink.hasErrors())
    return Value();
  Unit module;
  enter(module, scopes.getModule(), "<module>", nullptr);
  layOutSlots(module, nullptr);
  if (Value doc = getDocumentation(in, tree.body); !doc.isNone()) {
    emitConst(doc);
    emit(Op::StoreGlobal, nameOperand("__doc__"));
  }
  compile(tree.body);
  emitConst(Value::none());
  emit(Op::Return);
  Value code = leave();
  return sink.hasErrors() ? Value() : code;
}

Value evaluate::compileModule(Interpreter &in, const SyntaxTree &tree,
                              DiagnosticSink &sink) {
  return Compiler(in, tree, sink).compile();
}

void Compiler::error(SourceRange range, const llvm::Twine &message,
                     bool isUnsupported) {
  if (sink.getNumErrors() < 100)
    sink.error(range, message).isUnsupported = isUnsupported;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void Compiler::emit(Op op, uint32_t operand) {
  CodeObject *code = unit->code;
  if (code->instructions.size() == kMaxInstructions)
    error(unit->range, "the function is too complicated to be run");
  if (code->instructions.size() >= kMaxInstructions)
    return;
  code->instructions.push_back({op, operand});
  code->ranges.push_back(unit->range);
}

void Compiler::emitConst(Value value) {
  unit->code->constants.push_back(std::move(value));
  emit(Op::LoadConst, unit->code->constants.size() - 1);
}

Compiler::Label Compiler::newLabel() {
  unit->labels.push_back(0);
  return unit->labels.size() - 1;
}

StrObject *Compiler::mangled(llvm::StringRef name) {
  return in.intern(scopes.mangle(unit->scope, name));
}

uint32_t Compiler::nameOperand(llvm::StringRef name) {
  StrObject *string = mangled(name);
  auto [entry, isNew] =
      unit->nameIndex.try_emplace(string, unit->code->names.size());
  if (isNew)
    unit->code->names.push_back(string);
  return entry->second;
}

static bool isJump(Op op) {
  switch (op) {
  case Op::Jump:
  case Op::JumpIfFalse:
  case Op::JumpIfTrue:
  case Op::JumpIfFalseOrPop:
  case Op::JumpIfTrueOrPop:
  case Op::JumpIfNotMatch:
  case Op::ForIter:
  case Op::SetupTry:
  case Op::SetupWith:
    return true;
  default:
    return false;
  }
}

void Compiler::resolveJumps() {
  for (Instruction &instruction : unit->code->instructions)
    if (isJump(instruction.op))
      instruction.operand = unit->labels[instruction.operand];
}

/// How many values an instruction adds; `jumps` for the way to its target.
static int getStackEffect(const Instruction &instruction, bool jumps) {
  int n = int(instruction.operand);
  switch (instruction.op) {
  case Op::LoadConst:
  case Op::LoadFast:
  case Op::LoadDeref:
  case Op::LoadClassDeref:
  case Op::LoadClosure:
  case Op::LoadName:
  case Op::LoadGlobal:
  case Op::LoadMethod:
  case Op::Dup:
  case Op::ImportFrom:
  case Op::ExitWithError:
  case Op::MatchCase:
    return 1;
  case Op::DupTwo:
    return 2;
  case Op::StoreFast:
  case Op::StoreDeref:
  case Op::StoreName:
  case Op::StoreGlobal:
  case Op::DeleteAttr:
  case Op::LoadItem:
  case Op::Binary:
  case Op::InPlace:
  case Op::Compare:
  case Op::Pop:
  case Op::ListAppend:
  case Op::SetAdd:
  case Op::ListExtend:
  case Op::SetExtend:
  case Op::DictExtend:
  case Op::DictMerge:
  case Op::JumpIfFalse:
  case Op::JumpIfTrue:
  case Op::JumpIfNotMatch:
  case Op::Return:
  case Op::YieldFrom:
  case Op::PopExcept:
  case Op::Reraise:
  case Op::ExitWith:
  case Op::ImportStar:
    return -1;
  case Op::StoreAttr:
  case Op::DeleteItem:
  case Op::DictAdd:
    return -2;
  case Op::StoreItem:
  case Op::BuildClass:
    return -3;
  case Op::BuildSlice:
  case Op::BuildList:
  case Op::BuildTuple:
  case Op::BuildSet:
  case Op::BuildString:
    return 1 - n;
  case Op::BuildDict:
    return 1 - 2 * n;
  case Op::CallMethod:
  case Op::CallNamed:
    return -(n + 1);
  case Op::Call:
  case Op::Raise:
  case Op::RaiseAssert:
    return -n;
  case Op::CallSpread:
    return -(1 + n);
  case Op::Unpack:
    return n - 1;
  case Op::UnpackStar:
    return (n & 0xffff) + (n >> 16);
  case Op::MakeFunction:
    return -__builtin_popcount(n);
  case Op::ForIter:
    return jumps ? -1 : 1;
  case Op::JumpIfFalseOrPop:
  case Op::JumpIfTrueOrPop:
    return jumps ? 0 : -1;
  case Op::SetupTry:
    return jumps ? 2 : 0;
  case Op::SetupWith:
    return jumps ? 2 : 1;
  case Op::FormatValue:
    return n & 8 ? -1 : 0;
  default:
    return 0;
  }
}

/// Finds how high the stack grows; false when ways to one place disagree, which
/// would be an error of this compiler.
bool Compiler::measureStack() {
  CodeObject *code = unit->code;
  std::vector<int> depths(code->instructions.size() + 1, -1);
  std::vector<std::pair<uint32_t, int>> work{{0, 0}};
  int most = 0;
  bool isSound = true;
  auto reach = [&](uint32_t place, int depth) {
    isSound &= depth >= 0 && (depths[place] < 0 || depths[place] == depth);
    if (isSound && depths[place] < 0)
      work.push_back({place, depth});
  };
  while (!work.empty() && isSound) {
    auto [place, depth] = work.back();
    work.pop_back();
    while (place < code->instructions.size() && depths[place] < 0) {
      depths[place] = depth;
      const Instruction &instruction = code->instructions[place];
      if (isJump(instruction.op))
        reach(instruction.operand, depth + getStackEffect(instruction, true));
      most = std::max(most, depth + 3);
      depth += getStackEffect(instruction, false);
      isSound &= depth >= 0;
      if (instruction.op == Op::Jump || instruction.op == Op::Return ||
          instruction.op == Op::Reraise || instruction.op == Op::Raise ||
          instruction.op == Op::RaiseAssert || !isSound)
        break;
      ++place;
      if (depths[place] >= 0)
        isSound &= depths[place] == depth;
    }
    most = std::max(most, depth + 3);
  }
  code->maxStack = most + 3;
  return isSound;
}

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

void Compiler::enter(Unit &inner, Scope *scope, llvm::StringRef name,
                     const void *node) {
  inner.outer = unit;
  inner.scope = scope;
  inner.code = new CodeObject(in.types.code);
  inner.owner = Value(inner.code);
  inner.code->name = name.str();
  inner.code->qualifiedName = name.str();
  inner.code->file = &tree.getFile();
  inner.code->node = node;
  inner.code->isGenerator = scope->isGenerator;
  inner.code->isClass = scope->kind == Scope::Kind::Class;
  if (unit && unit->scope->kind != Scope::Kind::Module) {
    auto found = unit->scope->names.find(name);
    bool isGlobal = found != unit->scope->names.end() && found->second.isGlobal;
    if (!isGlobal)
      inner.code->qualifiedName =
          unit->code->qualifiedName +
          (unit->scope->isFunction() ? ".<locals>." : ".") + name.str();
  }
  if (unit)
    inner.range = unit->range;
  unit = &inner;
}

Value Compiler::leave() {
  resolveJumps();
  bool tooLong = unit->code->instructions.size() >= kMaxInstructions;
  if (!sink.hasErrors() && !tooLong && !measureStack())
    error(unit->range, "internal error: the code of '" + unit->code->name +
                           "' is not sound");
  Value code = unit->owner;
  unit = unit->outer;
  return code;
}

void Compiler::layOutSlots(Unit &inner, const ParameterList *parameters) {
  CodeObject *code = inner.code;
  auto addLocal = [&](llvm::StringRef name) {
    StrObject *string = in.intern(name);
    if (inner.localIndex.try_emplace(string, code->localNames.size()).second)
      code->localNames.push_back(string);
  };
  llvm::StringRef gathersPositional, gathersKeywords;
  if (parameters)
    for (const Parameter &parameter : parameters->parameters) {
      llvm::StringRef name = scopes.mangle(inner.scope, parameter.name);
      switch (parameter.kind) {
      case ParameterKind::PositionalOnly:
        ++code->numPositionalOnly;
        [[fallthrough]];
      case ParameterKind::Regular:
        ++code->numPositional;
        addLocal(name);
        break;
      case ParameterKind::KeywordOnly:
        ++code->numKeywordOnly;
        addLocal(name);
        break;
      case ParameterKind::VarPositional:
        if (!name.empty())
          gathersPositional = name;
        break;
      case ParameterKind::VarKeyword:
        gathersKeywords = name;
        break;
      }
    }
  if (inner.scope->kind == Scope::Kind::Comprehension) {
    code->numPositional = 1;
    addLocal(".0");
  }
  code->gathersPositional = !gathersPositional.empty();
  code->gathersKeywords = !gathersKeywords.empty();
  if (code->gathersPositional)
    addLocal(gathersPositional);
  if (code->gathersKeywords)
    addLocal(gathersKeywords);
  size_t numParameters = code->localNames.size();
  bool hasSlots = inner.scope->isFunction();
  for (auto &[name, use] : inner.scope->names) {
    StrObject *string = in.intern(name);
    if (use.place == Place::Local && hasSlots)
      addLocal(name);
    if (use.place == Place::Cell) {
      auto local = inner.localIndex.find(string);
      code->cellParameters.push_back(local != inner.localIndex.end() &&
                                             local->second < numParameters
                                         ? int(local->second)
                                         : -1);
      code->cellNames.push_back(string);
    }
    if (use.place == Place::Free)
      code->freeNames.push_back(string);
  }
  for (llvm::StringRef name : inner.scope->passed)
    code->freeNames.push_back(in.intern(name));
  uint32_t cell = 0;
  for (StrObject *name : code->cellNames)
    inner.cellIndex[name] = cell++;
  for (StrObject *name : code->freeNames)
    inner.cellIndex[name] = cell++;
}

void Compiler::loadClosure(llvm::StringRef name) {
  auto found = unit->cellIndex.find(in.intern(name));
  if (found == unit->cellIndex.end())
    return error(unit->range, "internal error: no cell for '" + name + "'");
  emit(Op::LoadClosure, found->second);
}

void Compiler::makeFunction(const Value &code, uint32_t flags) {
  CodeObject *object = code.as<CodeObject>();
  if (!object->freeNames.empty()) {
    for (StrObject *name : object->freeNames)
      loadClosure(name->text);
    emit(Op::BuildTuple, object->freeNames.size());
    flags |= kHasClosure;
  }
  emitConst(code);
  emit(Op::MakeFunction, flags);
}

void Compiler::accessName(llvm::StringRef name, Access access) {
  StrObject *string = mangled(name);
  Place place = Place::ImplicitGlobal;
  auto found = unit->scope->names.find(string->text);
  if (found != unit->scope->names.end())
    place = found->second.place;
  auto choose = [&](Op load, Op store, Op remove) {
    return access == Access::Load    ? load
           : access == Access::Store ? store
                                     : remove;
  };
  switch (place) {
  case Place::Local:
    if (unit->scope->isFunction())
      return emit(choose(Op::LoadFast, Op::StoreFast, Op::DeleteFast),
                  unit->localIndex[string]);
    return emit(choose(Op::LoadName, Op::StoreName, Op::DeleteName),
                nameOperand(name));
  case Place::Cell:
  case Place::Free: {
    bool readsClass =
        unit->scope->kind == Scope::Kind::Class && access == Access::Load;
    return emit(readsClass
                    ? Op::LoadClassDeref
                    : choose(Op::LoadDeref, Op::StoreDeref, Op::DeleteDeref),
                unit->cellIndex[string]);
  }
  case Place::Global:
    return emit(choose(Op::LoadGlobal, Op::StoreGlobal, Op::DeleteGlobal),
                nameOperand(name));
  default:
    if (unit->scope->kind == Scope::Kind::Class)
      return emit(choose(Op::LoadName, Op::StoreName, Op::DeleteName),
                  nameOperand(name));
    return emit(choose(Op::LoadGlobal, Op::StoreGlobal, Op::DeleteGlobal),
                nameOperand(name));
  }
}
