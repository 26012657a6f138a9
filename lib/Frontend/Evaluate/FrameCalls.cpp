//===- FrameCalls.cpp - Instructions of calls, exceptions and imports -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frame.h"

using namespace torchscript;
using namespace torchscript::evaluate;

namespace torchscript::evaluate {

/// Replaces the topmost `count` values by the result of a call.
static void finishCall(Frame &f, size_t count, Value result) {
  for (size_t i = 0; i < count; ++i)
    *--f.top = Value();
  f.push(std::move(result));
}

bool runCall(Interpreter &in, Frame &f, uint32_t a) {
  Value result =
      in.call(f.peek(a), Arguments(llvm::ArrayRef<Value>(f.top - a, a)));
  finishCall(f, a + 1, std::move(result));
  return false;
}

bool runCallMethod(Interpreter &in, Frame &f, uint32_t a) {
  bool hasSelf = bool(f.peek(a));
  size_t count = a + hasSelf;
  Value result = in.call(
      f.peek(a + 1), Arguments(llvm::ArrayRef<Value>(f.top - count, count)));
  finishCall(f, a + 2, std::move(result));
  return false;
}

bool runCallNamed(Interpreter &in, Frame &f, uint32_t a) {
  Value owner = f.pop();
  auto &names = owner.as<TupleObject>()->items;
  size_t named = names.size(), positional = a - named;
  llvm::ArrayRef<Value> all(f.top - a, a);
  Value result =
      in.call(f.peek(a), Arguments(all.take_front(positional), names,
                                   all.drop_front(positional)));
  finishCall(f, a + 1, std::move(result));
  return false;
}

bool runCallSpread(Interpreter &in, Frame &f, uint32_t a) {
  Value keywords = a ? f.pop() : Value();
  Value positional = f.pop();
  ValueVector names, named;
  if (keywords)
    for (auto &entry : keywords.as<DictObject>()->entries)
      if (entry.key) {
        names.push_back(entry.key);
        named.push_back(entry.value);
      }
  f.peek() = in.call(
      f.peek(),
      Arguments(positional.as<TupleObject>()->items, names, named));
  return false;
}

bool runMakeFunction(Interpreter &in, Frame &f, uint32_t a) {
  auto *function = new FunctionObject(in.types.function);
  Value result(function);
  function->code = f.pop();
  auto *code = function->code.as<CodeObject>();
  function->globals = f.globalsOwner;
  function->name = in.makeStr(code->name);
  function->qualifiedName = in.makeStr(code->qualifiedName);
  function->doc = code->doc ? code->doc : Value::none();
  if (Value *module = f.globals->find(in.names.name_))
    function->module = *module;
  if (a & kHasClosure) {
    Value closure = f.pop();
    function->closure = closure.as<TupleObject>()->items;
  }
  if (a & kHasAnnotations)
    function->annotations = f.pop();
  if (a & kHasKeywordDefaults)
    function->keywordDefaults = f.pop();
  if (a & kHasDefaults) {
    Value defaults = f.pop();
    function->defaults = defaults.as<TupleObject>()->items;
  }
  f.push(std::move(result));
  return false;
}

bool runBuildClass(Interpreter &in, Frame &f, uint32_t) {
  Value keywords = f.pop(), bases = f.pop(), name = f.pop();
  ValueVector names, named;
  for (auto &entry : keywords.as<DictObject>()->entries)
    if (entry.key) {
      names.push_back(entry.key);
      named.push_back(entry.value);
    }
  f.peek() = in.buildClass(
      f.peek(), name, Arguments(bases.as<TupleObject>()->items, names, named));
  return false;
}

bool runReturn(Interpreter &, Frame &f, uint32_t) {
  f.result = f.pop();
  return true;
}

bool runYield(Interpreter &, Frame &f, uint32_t) {
  f.result = f.pop();
  f.yields = true;
  return true;
}

/// `yield from`: [iterator, sent] until the iterator ends. The frame is left
/// with the pc on this instruction.
bool runYieldFrom(Interpreter &in, Frame &f, uint32_t) {
  Value sent = f.pop();
  Value iterator = f.peek();
  Value item;
  auto *generator = iterator.dyn<GeneratorObject>();
  Value thrown = std::move(f.thrown);
  f.thrown = Value();
  if (thrown && (!generator || !generator->frame)) {
    in.raiseValue(thrown);
  } else if (thrown) {
    if (in.isException(thrown, in.types.GeneratorExit)) {
      in.callMethod(iterator, "close", {});
      in.raiseValue(thrown);
    }
    item = in.resume(generator, Value::none(), thrown);
  } else if (generator) {
    item = in.resume(generator, sent, Value());
  } else if (sent.isNone()) {
    item = in.next(iterator);
  } else {
    item = in.callMethod(iterator, "send", {sent});
  }
  if (!item) {
    f.pop();
    f.push(generator && generator->returned ? generator->returned
                                            : Value::none());
    return false;
  }
  --f.pc;
  f.result = std::move(item);
  f.yields = true;
  return true;
}

//===----------------------------------------------------------------------===//
// Exceptions
//===----------------------------------------------------------------------===//

bool runSetupTry(Interpreter &, Frame &f, uint32_t a) {
  f.blocks.push_back({false, a, f.depth()});
  return false;
}

bool runPopBlock(Interpreter &, Frame &f, uint32_t) {
  f.blocks.pop_back();
  return false;
}

bool runPopExcept(Interpreter &in, Frame &f, uint32_t) {
  f.blocks.pop_back();
  in.handled = f.pop();
  return false;
}

bool runReraise(Interpreter &, Frame &f, uint32_t) {
  throw Raised{f.pop()};
}

bool runJumpIfNotMatch(Interpreter &in, Frame &f, uint32_t a) {
  Value types = f.pop();
  auto check = [&](const Value &type) {
    if (!type.is(Kind::Type) ||
        !type.as<TypeObject>()->isSubclassOf(in.types.BaseException))
      in.raiseTypeError("catching classes that do not inherit from "
                        "BaseException is not allowed");
  };
  bool matches = false;
  if (auto *tuple = types.dyn<TupleObject>()) {
    for (const Value &type : tuple->items) {
      check(type);
      matches |= in.isInstance(f.peek(), type.as<TypeObject>());
    }
  } else {
    check(types);
    matches = in.isInstance(f.peek(), types.as<TypeObject>());
  }
  if (!matches)
    f.pc = a;
  return false;
}

/// The instance that `raise value` raises.
static Value makeRaised(Interpreter &in, const Value &value) {
  if (value.is(Kind::Exception))
    return value;
  if (value.is(Kind::Type) &&
      value.as<TypeObject>()->isSubclassOf(in.types.BaseException)) {
    Value made = in.call(value, {});
    if (made.is(Kind::Exception))
      return made;
  }
  in.raiseTypeError("exceptions must derive from BaseException");
}

bool runRaise(Interpreter &in, Frame &f, uint32_t a) {
  if (a == 0) {
    if (in.handled.isNone())
      in.raise(in.types.RuntimeError, "No active exception to reraise");
    throw Raised{in.handled};
  }
  Value cause = a == 2 ? f.pop() : Value();
  Value exception = makeRaised(in, f.pop());
  auto *object = exception.as<ExceptionObject>();
  if (cause) {
    object->cause = cause.isNone() ? cause : makeRaised(in, cause);
    object->suppressContext = true;
  }
  in.raiseValue(exception);
}

bool runRaiseAssert(Interpreter &in, Frame &f, uint32_t a) {
  Value type(in.types.AssertionError);
  in.raiseValue(a ? in.call(type, {f.pop()}) : in.call(type, {}));
}

bool runSetupWith(Interpreter &in, Frame &f, uint32_t a) {
  Value context = f.pop();
  Value enter = in.findSpecial(context, in.names.enter_);
  Value exit = in.findSpecial(context, in.names.exit_);
  if (!enter || !exit)
    in.raiseTypeError("'" + in.typeName(context) +
                      "' object does not support the context manager protocol" +
                      (enter ? " (missed __exit__ method)" : ""));
  f.push(exit);
  Value result = in.call(enter, {});
  f.blocks.push_back({false, a, f.depth()});
  f.push(std::move(result));
  return false;
}

bool runExitWith(Interpreter &in, Frame &f, uint32_t) {
  Value exit = f.pop();
  in.call(exit, {Value::none(), Value::none(), Value::none()});
  return false;
}

bool runExitWithError(Interpreter &in, Frame &f, uint32_t) {
  Value exception = f.peek();
  f.push(in.call(f.peek(2), {Value(in.typeOf(exception)), exception,
                             Value::none()}));
  return false;
}

//===----------------------------------------------------------------------===//
// Imports
//===----------------------------------------------------------------------===//

/// The full name of a relative import.
static std::string resolveRelative(Interpreter &in, Frame &f,
                                   llvm::StringRef name, int64_t level) {
  if (level == 0)
    return name.str();
  Value *package = f.globals->find(in.names.package_);
  std::string base = package && package->is(Kind::Str)
                         ? package->as<StrObject>()->text
                         : "";
  for (int64_t i = 1; i < level && !base.empty(); ++i) {
    size_t dot = base.rfind('.');
    base = dot == std::string::npos ? "" : base.substr(0, dot);
  }
  if (base.empty())
    in.raise(in.types.ImportError,
             "attempted relative import with no known parent package");
  return name.empty() ? base : base + "." + name.str();
}

bool runImportName(Interpreter &in, Frame &f, uint32_t a) {
  Value how = f.pop();
  auto &parts = how.as<TupleObject>()->items;
  std::string name =
      resolveRelative(in, f, f.name(a)->text, parts[0].getSmall());
  Value module = in.importModule(name);
  if (parts[1].isFalse())
    module = in.importModule(llvm::StringRef(name).split('.').first);
  f.push(std::move(module));
  return false;
}

bool runImportFrom(Interpreter &in, Frame &f, uint32_t a) {
  f.push(in.importFrom(f.peek(), f.name(a)));
  return false;
}

bool runImportStar(Interpreter &in, Frame &f, uint32_t) {
  Value module = f.pop();
  DictObject *names = module.getObject()->attrs;
  if (!module.is(Kind::Module) || !names)
    return false;
  if (Value *all = names->find(in.names.all_)) {
    for (const Value &name : in.unpack(*all))
      f.globals->set(in.intern(in.toStr(name, "__all__")),
                     in.getAttr(module, in.toStr(name, "__all__")));
    return false;
  }
  // Names may come while they are copied, when a module imports itself.
  for (size_t i = 0; i < names->entries.size(); ++i) {
    auto &entry = names->entries[i];
    if (auto *name = entry.key.dyn<StrObject>())
      if (name->text.empty() || name->text[0] != '_')
        f.globals->set(name, entry.value);
  }
  return false;
}

} // namespace torchscript::evaluate
