//===- Pickler.cpp - Writes pickles ---------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opcodes as PyTorch chooses them: the smallest form of an integer, short forms
// of small tuples, a memo for strings, globals, storages and objects.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Archive/Pickler.h"

#include "llvm/ADT/Twine.h"

#include <cstring>

using namespace torchscript;
using llvm::StringRef;

StringRef torchscript::getStorageKind(DType dtype) {
  for (StringRef kind :
       {"Byte", "Char", "Short", "Int", "Long", "Half", "Float", "Double",
        "ComplexHalf", "ComplexFloat", "ComplexDouble", "Bool", "BFloat16",
        "QInt8", "QUInt8", "QInt32", "QUInt4x2", "QUInt2x4"})
    if (parseStorageKind(kind) == dtype)
      return kind;
  return "";
}

Pickler::Pickler() { out = "\x80\x02"; }

std::string Pickler::finish() {
  op('.');
  return std::move(out);
}

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

/// Little endian.
void Pickler::number(uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i)
    out.push_back(static_cast<char>(value >> (8 * i)));
}

void Pickler::global(StringRef module, StringRef name) {
  std::string full = (module + "\n" + name + "\n").str();
  if (reuse('g', full))
    return;
  op('c');
  out += full;
  remember('g', full);
}

void Pickler::classOf(StringRef fullName) {
  auto [module, name] = fullName.rsplit('.');
  global(module, name);
}

bool Pickler::reuse(char kind, StringRef name) {
  auto it = memo.find((llvm::Twine(kind) + name).str());
  if (it == memo.end())
    return false;
  bool isShort = it->second < 256;
  op(isShort ? 'h' : 'j');
  number(it->second, isShort ? 1 : 4);
  return true;
}

void Pickler::remember(char kind, StringRef name) {
  uint32_t slot = memo.size();
  memo[(llvm::Twine(kind) + name).str()] = slot;
  op(slot < 256 ? 'q' : 'r');
  number(slot, slot < 256 ? 1 : 4);
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

void Pickler::integer(int64_t value) {
  if (value >= 0 && value <= 0xff) {
    op('K');
    number(value, 1);
  } else if (value >= 0 && value <= 0xffff) {
    op('M');
    number(value, 2);
  } else if (value >= INT32_MIN && value <= INT32_MAX) {
    op('J');
    number(value, 4);
  } else {
    op('\x8a');
    number(8, 1);
    number(value, 8);
  }
}

void Pickler::real(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  op('G');
  // The one number that is big endian.
  for (int i = 7; i >= 0; --i)
    out.push_back(static_cast<char>(bits >> (8 * i)));
}

void Pickler::complex(double real, double imaginary) {
  global("builtins", "complex");
  tuple(2, [&] {
    this->real(real);
    this->real(imaginary);
  });
  op('R');
}

void Pickler::string(StringRef value) {
  if (reuse('s', value))
    return;
  bool isLong = value.size() > UINT32_MAX;
  op(isLong ? '\x8d' : 'X');
  number(value.size(), isLong ? 8 : 4);
  out += value;
  remember('s', value);
}

void Pickler::device(StringRef name) {
  if (reuse('d', name))
    return;
  global("torch", "device");
  tuple(1, [&] { string(name); });
  op('R');
  remember('d', name);
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

void Pickler::tuple(size_t size, Body elements) {
  if (size == 0)
    return op(')');
  if (size > 3)
    op('(');
  elements();
  op(size == 1 ? '\x85' : size == 2 ? '\x86' : size == 3 ? '\x87' : 't');
}

void Pickler::intTuple(llvm::ArrayRef<int64_t> values) {
  tuple(values.size(), [&] {
    for (int64_t value : values)
      integer(value);
  });
}

void Pickler::specializedList(StringRef builder, Body elements) {
  global("torch.jit._pickle", builder);
  out += "(](";
  elements();
  out += "etR";
}

void Pickler::taggedList(StringRef type, Body elements) {
  global("torch.jit._pickle", "restore_type_tag");
  out += "](";
  elements();
  op('e');
  string(type);
  out += "\x86R";
}

void Pickler::attributes(Body entries) {
  out += "}(";
  entries();
  op('u');
}

void Pickler::taggedDict(StringRef type, Body entries) {
  global("torch.jit._pickle", "restore_type_tag");
  attributes(entries);
  string(type);
  out += "\x86R";
}

//===----------------------------------------------------------------------===//
// Tensors and objects
//===----------------------------------------------------------------------===//

void Pickler::geometry(const PickledTensor &tensor) {
  op('(');
  if (!reuse('t', tensor.key)) {
    op('(');
    string("storage");
    global("torch", (getStorageKind(tensor.dtype) + "Storage").str());
    string(tensor.key);
    string("cpu");
    integer(tensor.numel);
    out += "tQ";
    remember('t', tensor.key);
  }
  integer(tensor.offset);
  intTuple(tensor.sizes);
  intTuple(tensor.strides);
}

void Pickler::tensor(const PickledTensor &tensor) {
  global("torch._utils", "_rebuild_tensor_v2");
  geometry(tensor);
  boolean(tensor.requiresGrad);
  global("collections", "OrderedDict");
  out += ")RtR";
}

void Pickler::quantizedTensor(const PickledTensor &tensor, Body quantizer) {
  global("torch._utils", "_rebuild_qtensor");
  geometry(tensor);
  quantizer();
  boolean(tensor.requiresGrad);
  global("collections", "OrderedDict");
  out += ")RtR";
}

void Pickler::enumMember(StringRef className, Body value) {
  classOf(className);
  value();
  op('R');
}

void Pickler::object(StringRef className, StringRef identity, Body state) {
  classOf(className);
  out += ")\x81";
  state();
  op('b');
  remember('o', identity);
}
