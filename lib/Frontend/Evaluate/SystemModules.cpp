//===- SystemModules.cpp - Random bits, time and the process -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `_random` has the generator of the module random: MT19937 of M. Matsumoto and
// T. Nishimura, seeded as CPython does (init_by_array over the digits of the
// seed). `_system` has the little that programs see of the process.
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "Natives.h"

#include "TorchScript/Frontend/Evaluate/Definitions.h"
#include "TorchScript/Frontend/Evaluate/Evaluator.h"

#include <chrono>
#include <cstdio>

using namespace torchscript;
using namespace torchscript::evaluate;

namespace {
/// The generator.
struct TwisterObject : HostObject {
  static constexpr unsigned n = 624, m = 397;
  uint32_t state[n];
  unsigned index = n;
  using HostObject::HostObject;

  void seed(uint32_t value) {
    state[0] = value;
    for (unsigned i = 1; i < n; ++i)
      state[i] = 1812433253u * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
    index = n;
  }

  void seed(const std::vector<uint32_t> &key) {
    seed(19650218u);
    size_t i = 1, j = 0;
    auto mix = [&](uint32_t factor) {
      return state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30)) * factor);
    };
    auto advance = [&] {
      if (++i >= n) {
        state[0] = state[n - 1];
        i = 1;
      }
    };
    for (size_t k = std::max<size_t>(n, key.size()); k > 0; --k) {
      state[i] = mix(1664525u) + key[j] + uint32_t(j);
      advance();
      if (++j >= key.size())
        j = 0;
    }
    for (size_t k = n - 1; k > 0; --k) {
      state[i] = mix(1566083941u) - uint32_t(i);
      advance();
    }
    state[0] = 0x80000000u;
  }

  uint32_t next() {
    if (index >= n) {
      for (unsigned i = 0; i < n; ++i) {
        uint32_t bits =
            (state[i] & 0x80000000u) | (state[(i + 1) % n] & 0x7fffffffu);
        state[i] =
            state[(i + m) % n] ^ (bits >> 1) ^ (bits & 1 ? 0x9908b0dfu : 0);
      }
      index = 0;
    }
    uint32_t bits = state[index++];
    bits ^= bits >> 11;
    bits ^= (bits << 7) & 0x9d2c5680u;
    bits ^= (bits << 15) & 0xefc60000u;
    return bits ^ (bits >> 18);
  }
};
} // namespace

static TwisterObject *toTwister(Interpreter &in, const Value &value) {
  auto *twister = value.is(Kind::Host)
                      ? dynamic_cast<TwisterObject *>(value.getObject())
                      : nullptr;
  if (!twister)
    in.raiseTypeError("expected a generator of random bits");
  return twister;
}

static Value newTwister(Interpreter &in, Bound &) {
  static const char name[] = "_Twister";
  Value type = in.getAttr(in.importModule("_random"), name);
  auto *twister = new TwisterObject(type.as<TypeObject>());
  twister->seed(std::vector<uint32_t>{0});
  return Value(twister);
}

static Value seedTwister(Interpreter &in, Bound &a) {
  if (!in.isInt(a[1]))
    in.raiseTypeError("the seed must be an int");
  BigView view(a[1]);
  size_t count = 0;
  std::vector<uint32_t> key(mpz_sizeinbase(view.get(), 2) / 32 + 1);
  mpz_export(key.data(), &count, -1, 4, 0, 0, view.get());
  key.resize(std::max<size_t>(count, 1));
  toTwister(in, a[0])->seed(key);
  return Value::none();
}

static Value drawFloat(Interpreter &in, Bound &a) {
  TwisterObject *twister = toTwister(in, a[0]);
  uint32_t high = twister->next() >> 5, low = twister->next() >> 6;
  return in.makeFloat((high * 67108864.0 + low) * (1.0 / 9007199254740992.0));
}

static Value drawBits(Interpreter &in, Bound &a) {
  int64_t count = in.toIndex(a[1]);
  if (count < 0)
    in.raiseValueError("number of bits must be non-negative");
  TwisterObject *twister = toTwister(in, a[0]);
  if (count == 0)
    return in.makeInt(0);
  if (count <= 32)
    return in.makeInt(int64_t(twister->next() >> (32 - count)));
  in.reserve(size_t(count) / 8);
  std::vector<uint32_t> words;
  for (int64_t rest = count; rest > 0; rest -= 32) {
    uint32_t word = twister->next();
    words.push_back(rest < 32 ? word >> (32 - rest) : word);
  }
  mpz_t number;
  mpz_init(number);
  mpz_import(number, words.size(), -1, 4, 0, 0, words.data());
  Value result = in.makeBig(number);
  mpz_clear(number);
  return result;
}

static Value getState(Interpreter &in, Bound &a) {
  TwisterObject *twister = toTwister(in, a[0]);
  ValueVector words;
  for (uint32_t word : twister->state)
    words.push_back(in.makeInt(word));
  words.push_back(in.makeInt(twister->index));
  return in.makeTuple(std::move(words));
}

static Value setState(Interpreter &in, Bound &a) {
  TwisterObject *twister = toTwister(in, a[0]);
  ValueVector words = in.unpack(a[1]);
  if (words.size() != TwisterObject::n + 1)
    in.raiseValueError("state vector is the wrong size");
  for (unsigned i = 0; i < TwisterObject::n; ++i)
    twister->state[i] = uint32_t(in.toIndex(words[i]));
  twister->index = unsigned(
      std::clamp<int64_t>(in.toIndex(words.back()), 0, TwisterObject::n));
  return Value::none();
}

static Value writeError(Interpreter &in, Bound &a) {
  if (in.options.writeError)
    in.options.writeError(in.toStr(a[0], "write() argument"));
  return Value::none();
}
static Value writeOutput(Interpreter &in, Bound &a) {
  in.write(in.toStr(a[0], "write() argument"));
  return Value::none();
}

static Value now(Interpreter &in, Bound &) {
  auto time = std::chrono::steady_clock::now().time_since_epoch();
  return in.makeFloat(std::chrono::duration<double>(time).count());
}
static Value today(Interpreter &in, Bound &) {
  auto time = std::chrono::system_clock::now().time_since_epoch();
  return in.makeFloat(std::chrono::duration<double>(time).count());
}
static Value loadedModules(Interpreter &in, Bound &) { return in.modules; }
static Value currentException(Interpreter &in, Bound &) { return in.handled; }
static Value getDepth(Interpreter &in, Bound &) {
  return in.makeInt(in.options.maxDepth);
}
static Value countReferences(Interpreter &in, Bound &a) {
  return in.makeInt(a[0].isObject() ? a[0].getObject()->refs : 1);
}
/// A number for an object that may go; None for values that need no memory.
static Value watch(Interpreter &in, Bound &a) {
  if (!a[0].isObject())
    return Value::none();
  return in.makeInt(int64_t(in.heap.watch(a[0].getObject())));
}
static Value findWatched(Interpreter &in, Bound &a) {
  Object *object = in.heap.findWatched(uint64_t(in.toIndex(a[0])));
  return object ? Value(object) : Value::none();
}
/// The frame that is so many calls above the one that asks; null for none.
static const Frame *findFrame(Interpreter &in, const Value &distance) {
  const Frame *f = in.currentFrame();
  for (int64_t up = in.toIndex(distance) + 1; f && up > 0; --up)
    f = f->back;
  return f;
}
/// Where a function is called that is so many calls above the one that asks:
/// the file, the line and the name of the caller; None above the outermost.
static Value findCaller(Interpreter &in, Bound &a) {
  const Frame *f = findFrame(in, a[0]);
  if (!f)
    return Value::none();
  SourceRange range = f->getRange();
  return in.makeTuple({in.makeStr(range ? range.file->getName().str() : ""),
                       in.makeInt(range ? range.getBegin().line : 0),
                       in.makeStr(f->code->name)});
}
/// The names that the module knows whose code calls.
static Value findCallerGlobals(Interpreter &in, Bound &a) {
  const Frame *f = findFrame(in, a[0]);
  return f ? f->globalsOwner : Value::none();
}
/// How many values a caller takes something apart into, right now; None when it
/// does something else.
static Value countUnpacked(Interpreter &in, Bound &a) {
  const Frame *f = findFrame(in, a[0]);
  if (!f || f->pc == 0)
    return Value::none();
  const Instruction &running = f->code->instructions[f->pc - 1];
  return running.op == Op::Unpack ? in.makeInt(running.operand) : Value::none();
}
/// Whether a caller asks for the truth of an `assert`.
static Value isAssertion(Interpreter &in, Bound &a) {
  const Frame *f = findFrame(in, a[0]);
  if (!f || f->pc == 0)
    return Value::boolean(false);
  const std::vector<Instruction> &code = f->code->instructions;
  const Instruction &running = code[f->pc - 1];
  return Value::boolean(running.op == Op::JumpIfTrue &&
                        running.operand > f->pc &&
                        running.operand <= code.size() &&
                        code[running.operand - 1].op == Op::RaiseAssert);
}
/// The file of that name which runs; null when none does.
static const SourceFile *findRunningFile(Interpreter &in, const Value &name) {
  llvm::StringRef text = in.toStr(name, "file");
  for (const Frame *f = in.currentFrame(); f; f = f->back)
    if (f->code->file && f->code->file->getName() == text)
      return f->code->file;
  return nullptr;
}
/// A line of a file that runs; "" when it does not.
static Value getSourceLine(Interpreter &in, Bound &a) {
  const SourceFile *file = findRunningFile(in, a[0]);
  return in.makeStr(file ? file->getLine(unsigned(in.toIndex(a[1]))).str()
                         : "");
}
/// The text of a file that runs.
static Value getFileText(Interpreter &in, Bound &a) {
  if (const SourceFile *file = findRunningFile(in, a[0]))
    return in.makeStr(file->getText().str());
  in.raise(in.types.OSError, "could not get source code");
}
/// The file of a function, class or code object, all its text, and the first
/// and the last line of the definition; None for built-in ones.
static Value findSource(Interpreter &in, Bound &a) {
  DefinitionLines lines = findDefinitionLines(a[0]);
  if (!lines.file)
    return Value::none();
  return in.makeTuple({in.makeStr(lines.file->getName().str()),
                       in.makeStr(lines.file->getText().str()),
                       in.makeInt(lines.first), in.makeInt(lines.last)});
}
/// Calls a function with one value for each parameter, those that gather the
/// others included.
static Value callBound(Interpreter &in, Bound &a) {
  auto *function = a[0].dyn<FunctionObject>();
  ValueVector values = in.unpack(a[1]);
  auto *code = function ? function->code.as<CodeObject>() : nullptr;
  if (!code || code->isGenerator || values.size() != code->getNumParameters())
    in.raiseTypeError("expected a function and its arguments");
  Frame frame(function->code, function->globals);
  frame.function = a[0];
  frame.allocate(in, false);
  for (size_t i = 0; i < values.size(); ++i)
    frame.slots[i] = values[i];
  if (!code->cellNames.empty() || !code->freeNames.empty())
    frame.makeCells(in);
  return in.execute(frame);
}
static Value collect(Interpreter &in, Bound &) {
  return in.makeInt(int64_t(in.heap.collect()));
}
static Value describe(Interpreter &in, Bound &a) {
  if (!a[0].is(Kind::Exception))
    return in.makeStr("NoneType: None\n");
  return in.makeStr(in.describe(a[0]));
}

static const NativeDefinition twisterMethods[] = {
    {"__new__", "cls, /, *rest, **keywords", newTwister},
    {"seed", "self, value, /", seedTwister},
    {"random", "self", drawFloat},
    {"getrandbits", "self, count, /", drawBits},
    {"getstate", "self", getState},
    {"setstate", "self, state, /", setState},
};

void evaluate::addRandomModule(Interpreter &in, ModuleObject *module) {
  TypeObject *type = in.addType("_Twister", in.types.object, Kind::Host, false);
  in.addMethods(type, twisterMethods);
  module->attrs->set(in.intern("_Twister"), Value(type));
  addBitGenerator(in, module);
}

static const NativeDefinition systemFunctions[] = {
    {"write_error", "text, /", writeError},
    {"write_output", "text, /", writeOutput},
    {"perf_counter", "", now},
    {"time", "", today},
    {"modules", "", loadedModules},
    {"exception", "", currentException},
    {"recursion_limit", "", getDepth},
    {"references", "object, /", countReferences},
    {"watch", "object, /", watch},
    {"find_watched", "number, /", findWatched},
    {"caller", "up, /", findCaller},
    {"caller_globals", "up, /", findCallerGlobals},
    {"unpacked", "up, /", countUnpacked},
    {"asserts", "up, /", isAssertion},
    {"source_line", "file, line, /", getSourceLine},
    {"source_of", "object, /", findSource},
    {"text_of", "file, /", getFileText},
    {"call_bound", "function, values, /", callBound},
    {"collect", "", collect},
    {"describe", "exception, /", describe},
};

void evaluate::addSystemModule(Interpreter &in, ModuleObject *module) {
  in.addFunctions(module, systemFunctions);
}
