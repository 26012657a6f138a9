//===- FrameNames.cpp - Instructions of names and the stack -*- C++ -*-===//
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

bool runNop(Interpreter &, Frame &, uint32_t) { return false; }

bool runLoadConst(Interpreter &, Frame &f, uint32_t a) {
  f.push(f.code->constants[a]);
  return false;
}

[[noreturn]] static void failUnbound(Interpreter &in, StrObject *name) {
  in.raise(in.types.UnboundLocalError,
           "cannot access local variable '" + name->text +
               "' where it is not associated with a value");
}

bool runLoadFast(Interpreter &in, Frame &f, uint32_t a) {
  if (!f.slots[a])
    failUnbound(in, f.code->localNames[a]);
  f.push(f.slots[a]);
  return false;
}

bool runStoreFast(Interpreter &, Frame &f, uint32_t a) {
  f.slots[a] = f.pop();
  return false;
}

bool runDeleteFast(Interpreter &in, Frame &f, uint32_t a) {
  if (!f.slots[a])
    failUnbound(in, f.code->localNames[a]);
  f.slots[a] = Value();
  return false;
}

/// The name of a cell.
static StrObject *getCellName(const Frame &f, uint32_t a) {
  size_t own = f.code->cellNames.size();
  return a < own ? f.code->cellNames[a] : f.code->freeNames[a - own];
}

static Value loadCell(Interpreter &in, Frame &f, uint32_t a) {
  const Value &value = f.cells[a].as<CellObject>()->value;
  if (value)
    return value;
  if (a < f.code->cellNames.size())
    failUnbound(in, getCellName(f, a));
  in.raise(in.types.NameError,
           "cannot access free variable '" + getCellName(f, a)->text +
               "' where it is not associated with a value in enclosing scope");
}

bool runLoadDeref(Interpreter &in, Frame &f, uint32_t a) {
  f.push(loadCell(in, f, a));
  return false;
}

bool runLoadClassDeref(Interpreter &in, Frame &f, uint32_t a) {
  if (Value *found = f.locals.as<DictObject>()->find(getCellName(f, a)))
    f.push(*found);
  else
    f.push(loadCell(in, f, a));
  return false;
}

bool runStoreDeref(Interpreter &, Frame &f, uint32_t a) {
  f.cells[a].as<CellObject>()->value = f.pop();
  return false;
}

bool runDeleteDeref(Interpreter &in, Frame &f, uint32_t a) {
  loadCell(in, f, a);
  f.cells[a].as<CellObject>()->value = Value();
  return false;
}

bool runLoadClosure(Interpreter &, Frame &f, uint32_t a) {
  f.push(f.cells[a]);
  return false;
}

static Value loadGlobal(Interpreter &in, Frame &f, StrObject *name) {
  if (Value *found = f.globals->find(name))
    return *found;
  return in.loadBuiltin(name);
}

bool runLoadName(Interpreter &in, Frame &f, uint32_t a) {
  if (f.locals)
    if (Value *found = f.locals.as<DictObject>()->find(f.name(a))) {
      f.push(*found);
      return false;
    }
  f.push(loadGlobal(in, f, f.name(a)));
  return false;
}

bool runStoreName(Interpreter &in, Frame &f, uint32_t a) {
  if (in.typeOf(f.locals) == in.types.dict)
    f.locals.as<DictObject>()->set(f.name(a), f.pop());
  else
    in.setItem(f.locals, Value(f.name(a)), f.pop());
  return false;
}

[[noreturn]] static void failName(Interpreter &in, StrObject *name) {
  in.raise(in.types.NameError, "name '" + name->text + "' is not defined");
}

bool runDeleteName(Interpreter &in, Frame &f, uint32_t a) {
  if (!f.locals || !f.locals.as<DictObject>()->remove(f.name(a)))
    failName(in, f.name(a));
  return false;
}

bool runLoadGlobal(Interpreter &in, Frame &f, uint32_t a) {
  f.push(loadGlobal(in, f, f.name(a)));
  return false;
}

bool runStoreGlobal(Interpreter &, Frame &f, uint32_t a) {
  f.globals->set(f.name(a), f.pop());
  return false;
}

bool runDeleteGlobal(Interpreter &in, Frame &f, uint32_t a) {
  if (!f.globals->remove(f.name(a)))
    failName(in, f.name(a));
  return false;
}

bool runSetupAnnotations(Interpreter &in, Frame &f, uint32_t) {
  Value target = f.locals ? f.locals : f.globalsOwner;
  if (target.is(Kind::Dict) &&
      !target.as<DictObject>()->find(in.names.annotations_))
    target.as<DictObject>()->set(in.names.annotations_, in.makeDict());
  return false;
}

//===----------------------------------------------------------------------===//
// The stack
//===----------------------------------------------------------------------===//

bool runPop(Interpreter &, Frame &f, uint32_t) {
  f.pop();
  return false;
}

bool runDup(Interpreter &, Frame &f, uint32_t) {
  f.push(f.peek());
  return false;
}

bool runDupTwo(Interpreter &, Frame &f, uint32_t) {
  f.push(f.peek(1));
  f.push(f.peek(1));
  return false;
}

bool runRotTwo(Interpreter &, Frame &f, uint32_t) {
  std::swap(f.peek(0), f.peek(1));
  return false;
}

bool runRotThree(Interpreter &, Frame &f, uint32_t) {
  std::swap(f.peek(0), f.peek(1));
  std::swap(f.peek(1), f.peek(2));
  return false;
}

bool runRotFour(Interpreter &, Frame &f, uint32_t) {
  std::swap(f.peek(0), f.peek(1));
  std::swap(f.peek(1), f.peek(2));
  std::swap(f.peek(2), f.peek(3));
  return false;
}

//===----------------------------------------------------------------------===//
// Jumps
//===----------------------------------------------------------------------===//

bool runJump(Interpreter &, Frame &f, uint32_t a) {
  f.pc = a;
  return false;
}

bool runJumpIfFalse(Interpreter &in, Frame &f, uint32_t a) {
  if (!in.isTrue(f.pop()))
    f.pc = a;
  return false;
}

bool runJumpIfTrue(Interpreter &in, Frame &f, uint32_t a) {
  if (in.isTrue(f.pop()))
    f.pc = a;
  return false;
}

bool runJumpIfFalseOrPop(Interpreter &in, Frame &f, uint32_t a) {
  if (!in.isTrue(f.peek()))
    f.pc = a;
  else
    f.pop();
  return false;
}

bool runJumpIfTrueOrPop(Interpreter &in, Frame &f, uint32_t a) {
  if (in.isTrue(f.peek()))
    f.pc = a;
  else
    f.pop();
  return false;
}

bool runForIter(Interpreter &in, Frame &f, uint32_t a) {
  if (Value item = in.next(f.peek())) {
    f.push(std::move(item));
    return false;
  }
  f.pop();
  f.pc = a;
  return false;
}

} // namespace torchscript::evaluate
