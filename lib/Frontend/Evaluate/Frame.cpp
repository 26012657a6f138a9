//===- Frame.cpp - Running code -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "Overrides.h"

#include "TorchScript/Frontend/Evaluate/Evaluator.h"

using namespace torchscript;
using namespace torchscript::evaluate;

/// Values on the common stack of frames.
static constexpr size_t kStackSize = 1 << 18;

Frame::Frame(Value owner, Value globals)
    : codeOwner(std::move(owner)), code(codeOwner.as<CodeObject>()),
      globalsOwner(std::move(globals)),
      globals(globalsOwner.as<DictObject>()) {}

Frame::~Frame() {
  if (slots)
    for (Value *slot = slots, *end = slots + code->getNumSlots(); slot != end;
         ++slot)
      *slot = Value();
  if (lender)
    lender->stackUsed -= lent;
}

void Frame::allocate(Interpreter &in, bool own) {
  size_t count = code->getNumSlots();
  if (!in.stack)
    in.stack.reset(new Value[kStackSize]);
  if (own || in.stackUsed + count > kStackSize) {
    in.reserve(count, sizeof(Value));
    memory.resize(count);
    slots = memory.data();
  } else {
    slots = in.stack.get() + in.stackUsed;
    in.stackUsed += count;
    lender = &in;
    lent = count;
  }
  cells = slots + code->localNames.size();
  stack = top = cells + code->cellNames.size() + code->freeNames.size();
}

void Frame::makeCells(Interpreter &in) {
  for (size_t i = 0; i < code->cellNames.size(); ++i) {
    auto *cell = new CellObject(in.types.cell);
    cells[i] = Value(cell);
    int parameter = code->cellParameters[i];
    if (parameter >= 0)
      cell->value = std::move(slots[parameter]);
  }
  if (auto *owner = function.dyn<FunctionObject>())
    for (size_t i = 0; i < owner->closure.size(); ++i)
      cells[code->cellNames.size() + i] = owner->closure[i];
}

SourceRange Frame::getRange() const {
  if (code->ranges.empty())
    return SourceRange();
  return code->ranges[std::min<size_t>(pc ? pc - 1 : 0,
                                       code->ranges.size() - 1)];
}

static const Handler handlers[] = {
#define TS_OP(name) run##name,
#include "Opcodes.def"
};

/// Takes an exception to the innermost block; false when there is none.
static bool handle(Interpreter &in, Frame &f, const Value &exception) {
  auto *object = exception.as<ExceptionObject>();
  SourceRange range = f.getRange();
  // An exception that goes on keeps the place it came from.
  Op op = f.pc ? f.code->instructions[f.pc - 1].op : Op::Nop;
  bool goesOn = (op == Op::Reraise || op == Op::Raise) &&
                !object->trace.empty() &&
                object->trace.back().code.isSame(f.codeOwner);
  if (!goesOn && object->trace.size() < 2000)
    object->trace.push_back({f.codeOwner, range});
  while (!f.blocks.empty()) {
    Frame::Block block = f.blocks.pop_back_val();
    if (block.isHandler) {
      in.handled = f.stack[block.depth];
      f.truncate(block.depth);
      continue;
    }
    f.truncate(block.depth);
    f.push(in.handled);
    f.blocks.push_back({true, 0, block.depth});
    f.push(exception);
    in.handled = exception;
    f.pc = block.target;
    return true;
  }
  return false;
}

namespace {
/// Links a frame to those that wait for it.
class FrameScope {
public:
  FrameScope(Frame *&current, Frame &frame) : current(current) {
    frame.back = current;
    current = &frame;
  }
  ~FrameScope() { current = current->back; }

private:
  Frame *&current;
};
} // namespace

Value Interpreter::execute(Frame &f) {
  DepthGuard guard(*this);
  FrameScope scope(frame, f);
  while (true) {
    try {
      // What `yield from` waits for is asked first.
      if (f.thrown && f.code->instructions[f.pc].op != Op::YieldFrom) {
        Value thrown = std::move(f.thrown);
        f.thrown = Value();
        raiseValue(thrown);
      }
      const Instruction *code = f.code->instructions.data();
      while (true) {
        step();
        Instruction instruction = code[f.pc++];
        if (handlers[unsigned(instruction.op)](*this, f, instruction.operand))
          return std::move(f.result);
      }
    } catch (Raised &raised) {
      if (!handle(*this, f, raised.exception))
        throw;
    }
  }
}

Value Interpreter::callFunction(FunctionObject *function,
                                const Arguments &arguments) {
  if (asksOverrides)
    if (Value answer = callOverride(*this, Value(function), arguments))
      return answer;
  auto *code = function->code.as<CodeObject>();
  if (code->isGenerator) {
    auto frame =
        std::make_unique<Frame>(function->code, function->globals);
    frame->function = Value(function);
    frame->allocate(*this, true);
    bindArguments(*this, function, code, arguments, frame->slots);
    frame->makeCells(*this);
    auto *generator = new GeneratorObject(types.generator);
    Value result(generator);
    generator->name = function->qualifiedName;
    generator->frame = std::move(frame);
    return result;
  }
  Frame frame(function->code, function->globals);
  frame.function = Value(function);
  frame.allocate(*this, false);
  bindArguments(*this, function, code, arguments, frame.slots);
  if (!code->cellNames.empty() || !code->freeNames.empty())
    frame.makeCells(*this);
  return execute(frame);
}

//===----------------------------------------------------------------------===//
// Generators
//===----------------------------------------------------------------------===//

void GeneratorObject::traverse(Visitor visit, void *data) {
  if (!frame)
    return;
  visit(frame->function, data);
  for (const Value &value : frame->memory)
    visit(value, data);
}

void GeneratorObject::clear() {
  if (!isRunning)
    frame.reset();
}

/// Goes on with a generator; empty at its end, with `returned` set.
Value Interpreter::resume(GeneratorObject *generator, Value sent,
                          Value thrown) {
  if (generator->isRunning)
    raiseValueError("generator already executing");
  if (!generator->frame) {
    if (thrown)
      raiseValue(thrown);
    return Value();
  }
  Value alive(generator);
  Frame &f = *generator->frame;
  if (generator->hasStarted)
    f.push(std::move(sent));
  else if (thrown)
    f.push(Value::none());
  f.thrown = std::move(thrown);
  generator->hasStarted = generator->isRunning = true;
  f.yields = false;
  Value outer = handled;
  auto leave = [&] {
    generator->isRunning = false;
    generator->handled = std::move(handled);
    handled = outer;
  };
  if (!generator->handled.isNone())
    handled = generator->handled;
  Value result;
  try {
    result = execute(f);
  } catch (Raised &raised) {
    leave();
    generator->frame.reset();
    // A generator ends by returning only.
    if (isException(raised.exception, types.StopIteration)) {
      Value error = makeException(types.RuntimeError,
                                  "generator raised StopIteration");
      error.as<ExceptionObject>()->cause = raised.exception;
      throw Raised{error};
    }
    throw;
  } catch (...) {
    leave();
    generator->frame.reset();
    throw;
  }
  leave();
  if (f.yields)
    return result;
  generator->frame.reset();
  generator->returned = std::move(result);
  return Value();
}
