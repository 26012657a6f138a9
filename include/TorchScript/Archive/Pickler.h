//===- Pickler.h - Writes pickles -------------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The subset of protocol 2 that PyTorch writes into archives. Values are
// written from the outside in; equal input gives equal bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_ARCHIVE_PICKLER_H
#define TORCHSCRIPT_ARCHIVE_PICKLER_H

#include "TorchScript/Base/DType.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace torchscript {

/// A strided tensor as a pickle says it.
struct PickledTensor {
  DType dtype = DType::Float32;
  /// The key of its storage, which names the record, and how many elements the
  /// storage has.
  std::string key;
  uint64_t numel = 0;
  /// In elements.
  int64_t offset = 0;
  llvm::ArrayRef<int64_t> sizes, strides;
  bool requiresGrad = false;
};

/// The suffix of a storage's class: `Float` of `torch.FloatStorage`.
llvm::StringRef getStorageKind(DType dtype);

/// Writes one pickle. Every function writes one value; callbacks write those
/// inside it.
class Pickler {
public:
  /// Writes what a value consists of.
  using Body = llvm::function_ref<void()>;

  Pickler();

  void none() { op('N'); }
  void boolean(bool value) { op(value ? '\x88' : '\x89'); }
  void integer(int64_t value);
  void real(double value);
  void complex(double real, double imaginary);
  /// Bytes, normally UTF-8; a string that was written is referred to.
  void string(llvm::StringRef value);
  void device(llvm::StringRef name);
  /// A tuple of `size` elements.
  void tuple(size_t size, Body elements);
  void intTuple(llvm::ArrayRef<int64_t> values);
  /// A list whose type the reader knows: `build_intlist` and the like, by name.
  void specializedList(llvm::StringRef builder, Body elements);
  /// Any other list, and every dict (keys and values in turn), with its
  /// TorchScript type.
  void taggedList(llvm::StringRef type, Body elements);
  void taggedDict(llvm::StringRef type, Body entries);
  void tensor(const PickledTensor &tensor);
  /// The same of a quantized dtype, with the quantizer: a tuple that begins
  /// with a scheme.
  void quantizedTensor(const PickledTensor &tensor, Body quantizer);
  /// A quantization scheme: `per_tensor_affine` and the like.
  void scheme(llvm::StringRef name) { global("torch", name); }
  /// A member of an enum by its value.
  void enumMember(llvm::StringRef className, Body value);
  /// An object with its state, under an identity that `objectRef` knows.
  void object(llvm::StringRef className, llvm::StringRef identity, Body state);
  /// The state of most objects: a dict, names and values in turn.
  void attributes(Body entries);
  /// True when the object has been written; then this refers to it.
  bool objectRef(llvm::StringRef identity) { return reuse('o', identity); }
  /// The pickle, of everything that was written.
  std::string finish();

private:
  /// What every kind of strided tensor begins with: storage and view.
  void geometry(const PickledTensor &tensor);
  void op(char code) { out.push_back(code); }
  void number(uint64_t value, unsigned bytes);
  /// `module name` of a class by its full name.
  void classOf(llvm::StringRef fullName);
  void global(llvm::StringRef module, llvm::StringRef name);
  bool reuse(char kind, llvm::StringRef name);
  void remember(char kind, llvm::StringRef name);

  std::string out;
  /// Slots of the memo by kind and name.
  llvm::StringMap<uint32_t> memo;
};

} // namespace torchscript

#endif // TORCHSCRIPT_ARCHIVE_PICKLER_H
