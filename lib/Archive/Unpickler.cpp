//===- Unpickler.cpp - Opcodes of the pickle reader -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stack machine: input, stack, memo, and the opcodes that make plain values
// and containers.
//
//===----------------------------------------------------------------------===//

#include "Unpickler.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"

using namespace torchscript;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

namespace {
/// The opcodes PyTorch writes or accepts, by their names in Python's pickle.
enum Opcode : uint8_t {
  MARK = '(',
  EMPTY_TUPLE = ')',
  STOP = '.',
  BINFLOAT = 'G',
  BININT = 'J',
  BININT1 = 'K',
  BININT2 = 'M',
  NONE = 'N',
  BINPERSID = 'Q',
  REDUCE = 'R',
  BINUNICODE = 'X',
  EMPTY_LIST = ']',
  APPEND = 'a',
  BUILD = 'b',
  GLOBAL = 'c',
  DICT = 'd',
  APPENDS = 'e',
  BINGET = 'h',
  LONG_BINGET = 'j',
  LIST = 'l',
  BINPUT = 'q',
  LONG_BINPUT = 'r',
  SETITEM = 's',
  TUPLE = 't',
  SETITEMS = 'u',
  EMPTY_DICT = '}',
  PROTO = 0x80,
  NEWOBJ = 0x81,
  TUPLE1 = 0x85,
  TUPLE2 = 0x86,
  TUPLE3 = 0x87,
  NEWTRUE = 0x88,
  NEWFALSE = 0x89,
  LONG1 = 0x8a,
  BINUNICODE8 = 0x8d,
};
} // namespace

llvm::Expected<const ArchiveValue *>
torchscript::readPickle(StringRef bytes, const PickleContext &context,
                        ArchiveGraph &graph) {
  return Unpickler(bytes, context, graph).run();
}

Unpickler::Unpickler(StringRef bytes, const PickleContext &context,
                     ArchiveGraph &graph)
    : bytes(bytes), context(context), graph(graph),
      none(graph.create<ArchiveNone>(0)),
      yes(graph.create<ArchiveBool>(0, true)),
      no(graph.create<ArchiveBool>(0, false)) {}

Error Unpickler::failureAt(uint64_t offset, const Twine &message) const {
  return makeArchiveError({context.file, context.record, offset}, message);
}

//===----------------------------------------------------------------------===//
// Input
//===----------------------------------------------------------------------===//

Error Unpickler::take(uint64_t count, StringRef &out) {
  if (count > bytes.size() - position)
    return failure("the pickle ends early: " + Twine(count) +
                   " more bytes expected, " + Twine(bytes.size() - position) +
                   " are there");
  out = bytes.substr(position, count);
  position += count;
  return Error::success();
}

template <typename T>
Error Unpickler::takeLittle(T &out) {
  StringRef raw;
  if (Error error = take(sizeof(T), raw))
    return error;
  out = llvm::support::endian::read<T, llvm::endianness::little>(raw.data());
  return Error::success();
}

Error Unpickler::takeLine(StringRef &out) {
  size_t end = bytes.substr(0, position + context.limits.maxGlobalName + 1)
                   .find('\n', position);
  if (end == StringRef::npos)
    return failure("the line of a GLOBAL opcode does not end");
  out = bytes.slice(position, end);
  position = end + 1;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Stack
//===----------------------------------------------------------------------===//

Error Unpickler::push(ArchiveValue *value) {
  if (graph.size() > context.limits.maxPickleValues ||
      stack.size() >= context.limits.maxPickleValues)
    return failure("the pickle makes more than " +
                   Twine(context.limits.maxPickleValues) + " values");
  stack.push_back(value);
  return Error::success();
}

Error Unpickler::top(ArchiveValue *&out) {
  if (stack.size() <= (marks.empty() ? 0 : marks.back()))
    return failure("an opcode finds too few values on the stack");
  out = stack.back();
  return Error::success();
}

Error Unpickler::pop(ArchiveValue *&out) {
  if (Error error = top(out))
    return error;
  stack.pop_back();
  return Error::success();
}

Error Unpickler::popMark(Values &out) {
  if (marks.empty())
    return failure("an opcode needs a MARK, and there is none");
  out.assign(stack.begin() + marks.back(), stack.end());
  stack.resize(marks.back());
  marks.pop_back();
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

llvm::Expected<const ArchiveValue *> Unpickler::run() {
  if (bytes.size() > context.limits.maxPickle)
    return failure("the pickle has " + Twine(bytes.size()) +
                   " bytes; the limit is " + Twine(context.limits.maxPickle));
  StringRef head;
  if (Error error = take(2, head))
    return std::move(error);
  if (uint8_t(head[0]) != PROTO)
    return failure("not a pickle: it does not begin with PROTO");
  if (head[1] != 2)
    return failure("pickle protocol " + Twine(unsigned(uint8_t(head[1]))) +
                   "; PyTorch's archives use protocol 2");
  while (true) {
    opcodeOffset = position;
    uint8_t opcode;
    if (Error error = takeLittle(opcode))
      return std::move(error);
    if (opcode == STOP)
      break;
    if (Error error = execute(opcode))
      return std::move(error);
  }
  if (stack.size() != 1 || !marks.empty())
    return failure("STOP with " + Twine(stack.size()) +
                   " values on the stack; one is expected");
  if (Error error = checkGraph(stack.back()))
    return std::move(error);
  return stack.back();
}

Error Unpickler::execute(uint8_t opcode) {
  switch (opcode) {
  case MARK:
    if (marks.size() >= context.limits.maxPickleValues)
      return failure("too many MARKs");
    marks.push_back(stack.size());
    return Error::success();
  case BINPUT:
  case BINGET: {
    uint8_t slot;
    if (Error error = takeLittle(slot))
      return error;
    return opcode == BINPUT ? memoPut(slot) : memoGet(slot);
  }
  case LONG_BINPUT:
  case LONG_BINGET: {
    uint32_t slot;
    if (Error error = takeLittle(slot))
      return error;
    return opcode == LONG_BINPUT ? memoPut(slot) : memoGet(slot);
  }
  case GLOBAL:
    return pushGlobal();
  case NEWOBJ:
    return newObject();
  case BUILD:
    return build();
  case REDUCE:
    return reduce();
  case BINPERSID:
    return persistentId();
  case EMPTY_TUPLE:
  case EMPTY_LIST:
  case EMPTY_DICT:
  case TUPLE:
  case TUPLE1:
  case TUPLE2:
  case TUPLE3:
  case LIST:
  case DICT:
  case APPEND:
  case APPENDS:
  case SETITEM:
  case SETITEMS:
    return executeContainer(opcode);
  default:
    return executeAtom(opcode);
  }
}

Error Unpickler::executeAtom(uint8_t opcode) {
  switch (opcode) {
  case NONE:
    return push(none);
  case NEWTRUE:
    return push(yes);
  case NEWFALSE:
    return push(no);
  case BININT1: {
    uint8_t value;
    if (Error error = takeLittle(value))
      return error;
    return make<ArchiveInt>(value);
  }
  case BININT2: {
    uint16_t value;
    if (Error error = takeLittle(value))
      return error;
    return make<ArchiveInt>(value);
  }
  case BININT: {
    int32_t value;
    if (Error error = takeLittle(value))
      return error;
    return make<ArchiveInt>(value);
  }
  case LONG1: {
    uint8_t size;
    if (Error error = takeLittle(size))
      return error;
    if (size != 8)
      return failure("an integer of " + Twine(unsigned(size)) +
                     " bytes; TorchScript's have 8");
    int64_t value;
    if (Error error = takeLittle(value))
      return error;
    return make<ArchiveInt>(value);
  }
  case BINFLOAT: {
    StringRef raw;
    if (Error error = take(8, raw))
      return error;
    return make<ArchiveFloat>(
        llvm::bit_cast<double>(llvm::support::endian::read64be(raw.data())));
  }
  case BINUNICODE: {
    uint32_t size;
    if (Error error = takeLittle(size))
      return error;
    return pushString(size);
  }
  case BINUNICODE8: {
    uint64_t size;
    if (Error error = takeLittle(size))
      return error;
    return pushString(size);
  }
  default:
    return failure("opcode 0x" + Twine(llvm::utohexstr(opcode, true)) +
                   " is not among those PyTorch's archives use");
  }
}

Error Unpickler::executeContainer(uint8_t opcode) {
  Values values;
  switch (opcode) {
  case EMPTY_TUPLE:
    return make<ArchiveTuple>();
  case EMPTY_LIST:
    return make<ArchiveList>();
  case EMPTY_DICT:
    return make<ArchiveDict>();
  case TUPLE:
    if (Error error = popMark(values))
      return error;
    stack.insert(stack.end(), values.begin(), values.end());
    return makeTuple(values.size());
  case TUPLE1:
    return makeTuple(1);
  case TUPLE2:
    return makeTuple(2);
  case TUPLE3:
    return makeTuple(3);
  case LIST:
    if (Error error = popMark(values))
      return error;
    if (Error error = make<ArchiveList>())
      return error;
    return append(values);
  case DICT:
    if (Error error = popMark(values))
      return error;
    if (Error error = make<ArchiveDict>())
      return error;
    return setItems(values);
  case APPENDS:
    if (Error error = popMark(values))
      return error;
    return append(values);
  case APPEND:
    values.resize(1);
    if (Error error = pop(values[0]))
      return error;
    return append(values);
  case SETITEMS:
    if (Error error = popMark(values))
      return error;
    return setItems(values);
  default: // SETITEM
    values.resize(2);
    if (Error error = pop(values[1]))
      return error;
    if (Error error = pop(values[0]))
      return error;
    return setItems(values);
  }
}

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

Error Unpickler::memoPut(uint64_t slot) {
  if (slot > context.limits.maxPickleMemo)
    return failure("memo slot " + Twine(slot) + " is above the limit of " +
                   Twine(context.limits.maxPickleMemo));
  ArchiveValue *value;
  if (Error error = top(value))
    return error;
  memo[slot] = value;
  return Error::success();
}

Error Unpickler::memoGet(uint64_t slot) {
  auto it = memo.find(slot);
  if (it == memo.end())
    return failure("memo slot " + Twine(slot) + " was never filled");
  return push(it->second);
}

Error Unpickler::pushString(uint64_t size) {
  if (size > context.limits.maxPickleString)
    return failure("a string of " + Twine(size) + " bytes; the limit is " +
                   Twine(context.limits.maxPickleString));
  StringRef value;
  if (Error error = take(size, value))
    return error;
  return make<ArchiveString>(value);
}

Error Unpickler::pushGlobal() {
  StringRef module, name;
  if (Error error = takeLine(module))
    return error;
  if (Error error = takeLine(name))
    return error;
  auto *global = graph.create<ArchiveGlobal>(opcodeOffset);
  global->module = module;
  global->name = name;
  return push(global);
}

Error Unpickler::makeTuple(size_t count) {
  size_t bottom = marks.empty() ? 0 : marks.back();
  if (stack.size() - bottom < count)
    return failure("a tuple of " + Twine(count) +
                   " finds too few values on the stack");
  auto *tuple = graph.create<ArchiveTuple>(opcodeOffset);
  tuple->elements.assign(stack.end() - count, stack.end());
  stack.resize(stack.size() - count);
  return push(tuple);
}

Error Unpickler::append(const Values &values) {
  ArchiveValue *value;
  if (Error error = top(value))
    return error;
  auto *list = llvm::dyn_cast<ArchiveList>(value);
  if (!list)
    return failure("an element is appended to " +
                   describeKind(value->getKind()));
  list->elements.insert(list->elements.end(), values.begin(), values.end());
  return Error::success();
}

Error Unpickler::setItems(const Values &values) {
  ArchiveValue *value;
  if (Error error = top(value))
    return error;
  auto *dict = llvm::dyn_cast<ArchiveDict>(value);
  if (!dict)
    return failure("an item is set in " + describeKind(value->getKind()));
  if (values.size() % 2)
    return failure("a dict is given a key without a value");
  for (size_t i = 0; i < values.size(); i += 2)
    dict->entries.emplace_back(values[i], values[i + 1]);
  return Error::success();
}

Error Unpickler::newObject() {
  ArchiveValue *arguments, *type;
  if (Error error = pop(arguments))
    return error;
  if (Error error = pop(type))
    return error;
  auto *global = llvm::dyn_cast<ArchiveGlobal>(type);
  if (!global)
    return failure("an object is made of " + describeKind(type->getKind()));
  // Some backends' classes live under torch.jit instead of __torch__.
  if (!global->module.starts_with("__torch__") &&
      global->module != "torch.jit" &&
      !global->module.starts_with("torch.jit."))
    return failure("an object of class '" + global->module + "." +
                   global->name + "', which is not a TorchScript class");
  auto *tuple = llvm::dyn_cast<ArchiveTuple>(arguments);
  if (!tuple || !tuple->elements.empty())
    return failure("an object of class '" + global->name +
                   "' is made with arguments");
  auto *object = graph.create<ArchiveObject>(opcodeOffset);
  object->className = (global->module + "." + global->name).str();
  return push(object);
}

Error Unpickler::build() {
  ArchiveValue *state, *value;
  if (Error error = pop(state))
    return error;
  if (Error error = top(value))
    return error;
  // torch.save gives its OrderedDicts attributes of no use here.
  if (llvm::isa<ArchiveDict>(value))
    return Error::success();
  auto *object = llvm::dyn_cast<ArchiveObject>(value);
  if (!object)
    return failure("state is given to " + describeKind(value->getKind()));
  if (object->state)
    return failure("an object of class '" + Twine(object->className) +
                   "' is given its state twice");
  object->state = state;
  return Error::success();
}
