//===- Value.h - Values read from an archive's pickles ----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value graph of a pickle. Values have identity: what is shared in the
// archive is the same node here. The graph has no cycles.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_ARCHIVE_VALUE_H
#define TORCHSCRIPT_ARCHIVE_VALUE_H

#include "TorchScript/Base/DType.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Casting.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace torchscript {

class ArchiveGraph;

/// A node of the graph. Nodes belong to their `ArchiveGraph`; strings in them
/// point into the pickle they were read from.
class ArchiveValue {
public:
  enum class Kind : uint8_t {
    None,
    Bool,
    Int,
    Float,
    Complex,
    String,
    List,
    Tuple,
    Dict,
    Tensor,
    Object,
    Enum,
    Device,
    /// The bytes behind tensors; only ever found in tensors.
    Storage,
    /// The name of a class or function; never found in a finished graph.
    Global,
  };

  virtual ~ArchiveValue();

  Kind getKind() const { return kind; }
  /// Byte of the pickle's opcode that made the value.
  uint64_t getOffset() const { return offset; }
  /// Number of the value within its graph, from 0.
  uint32_t getIndex() const { return index; }

protected:
  explicit ArchiveValue(Kind kind) : kind(kind) {}

private:
  friend class ArchiveGraph;
  Kind kind;
  uint32_t index = 0;
  uint64_t offset = 0;
};

/// A kind of value with its article: "a list".
llvm::StringRef describeKind(ArchiveValue::Kind kind);

/// What all classes of values have in common for `llvm::isa` and `dyn_cast`.
template <ArchiveValue::Kind TheKind>
class ArchiveValueOf : public ArchiveValue {
public:
  ArchiveValueOf() : ArchiveValue(TheKind) {}
  static bool classof(const ArchiveValue *value) {
    return value->getKind() == TheKind;
  }
};

/// None.
class ArchiveNone : public ArchiveValueOf<ArchiveValue::Kind::None> {};

/// True or False.
class ArchiveBool : public ArchiveValueOf<ArchiveValue::Kind::Bool> {
public:
  explicit ArchiveBool(bool value) : value(value) {}
  bool value;
};

/// An int.
class ArchiveInt : public ArchiveValueOf<ArchiveValue::Kind::Int> {
public:
  explicit ArchiveInt(int64_t value) : value(value) {}
  int64_t value;
};

/// A float.
class ArchiveFloat : public ArchiveValueOf<ArchiveValue::Kind::Float> {
public:
  explicit ArchiveFloat(double value) : value(value) {}
  double value;
};

/// A complex number.
class ArchiveComplex : public ArchiveValueOf<ArchiveValue::Kind::Complex> {
public:
  ArchiveComplex(double real, double imaginary)
      : real(real), imaginary(imaginary) {}
  double real, imaginary;
};

/// A string: bytes, normally UTF-8, which is not checked.
class ArchiveString : public ArchiveValueOf<ArchiveValue::Kind::String> {
public:
  explicit ArchiveString(llvm::StringRef value) : value(value) {}
  llvm::StringRef value;
};

/// A list.
class ArchiveList : public ArchiveValueOf<ArchiveValue::Kind::List> {
public:
  std::vector<const ArchiveValue *> elements;
  /// TorchScript's spelling of its type (`List[int]`); empty when the archive
  /// does not say, as in versions up to 2.
  llvm::StringRef typeTag;
};

/// A tuple, also where the declared type is a NamedTuple.
class ArchiveTuple : public ArchiveValueOf<ArchiveValue::Kind::Tuple> {
public:
  std::vector<const ArchiveValue *> elements;
};

/// A dict in insertion order. A repeated key stands for an overwrite.
class ArchiveDict : public ArchiveValueOf<ArchiveValue::Kind::Dict> {
public:
  std::vector<std::pair<const ArchiveValue *, const ArchiveValue *>> entries;
  /// As for lists: `Dict[str, int]`.
  llvm::StringRef typeTag;

  /// The value of a string key, null when there is none. Linear.
  const ArchiveValue *lookup(llvm::StringRef key) const;
};

/// The bytes behind one or more tensors. Two storages may name one record when
/// the archive gives it two dtypes.
class ArchiveStorage : public ArchiveValueOf<ArchiveValue::Kind::Storage> {
public:
  DType dtype = DType::Float32;
  /// The record without the root directory: `data/0`. Equal names: same memory.
  std::string recordName;
  /// `cpu`, `cuda:0`, ...: where it was; it is read to the CPU.
  llvm::StringRef location;
  /// Number of elements.
  uint64_t numel = 0;
};

class ArchiveTensor;

/// How the integers of a quantized tensor stand for reals.
struct ArchiveQuantizer {
  enum class Scheme { PerTensorAffine, PerChannelAffine, PerChannelFloat };
  Scheme scheme = Scheme::PerTensorAffine;
  /// Per tensor: real = scale * (integer - zeroPoint).
  double scale = 1;
  int64_t zeroPoint = 0;
  /// Per channel: one entry for each index of dimension `axis`.
  const ArchiveTensor *scales = nullptr, *zeroPoints = nullptr;
  int64_t axis = 0;
};

/// A tensor. Its elements were checked to lie inside its storage.
class ArchiveTensor : public ArchiveValueOf<ArchiveValue::Kind::Tensor> {
public:
  enum class Layout { Strided, SparseCoo, SparseCsr };
  Layout layout = Layout::Strided;
  DType dtype = DType::Float32;
  llvm::SmallVector<int64_t, 4> sizes;
  bool requiresGrad = false;

  /// Strided tensors only: memory, and offset and strides in elements.
  const ArchiveStorage *storage = nullptr;
  int64_t storageOffset = 0;
  llvm::SmallVector<int64_t, 4> strides;
  /// Values are to be conjugated, negated when read.
  bool conjugate = false, negative = false;
  std::optional<ArchiveQuantizer> quantizer;

  /// Sparse tensors only. COO: indices, values. CSR: row starts, columns,
  /// values.
  llvm::SmallVector<const ArchiveTensor *, 3> parts;

  /// Product of the sizes; does not overflow.
  int64_t getNumElements() const;
  /// True when strided in C order without gaps.
  bool isContiguous() const;
};

/// An instance of a TorchScript class: module, plain class or torchbind class.
class ArchiveObject : public ArchiveValueOf<ArchiveValue::Kind::Object> {
public:
  /// Full name: `__torch__.torch.nn.modules.linear.Linear`.
  std::string className;
  /// A dict of attributes, the result of `__getstate__`, or null when the
  /// archive gives none.
  const ArchiveValue *state = nullptr;

  /// The attributes when the state is a dict, else null.
  const ArchiveDict *getAttributes() const {
    return llvm::dyn_cast_or_null<ArchiveDict>(state);
  }
  /// True for classes that live in compiled code, not in the archive.
  bool isTorchbind() const;
};

/// A member of an enum, named by its value.
class ArchiveEnum : public ArchiveValueOf<ArchiveValue::Kind::Enum> {
public:
  std::string className;
  const ArchiveValue *value = nullptr;
};

/// A `torch.device`.
class ArchiveDevice : public ArchiveValueOf<ArchiveValue::Kind::Device> {
public:
  llvm::StringRef name;
};

/// A class or function, while a pickle is being read.
class ArchiveGlobal : public ArchiveValueOf<ArchiveValue::Kind::Global> {
public:
  llvm::StringRef module, name;
};

/// Owns the values of one pickle.
class ArchiveGraph {
public:
  ArchiveGraph() = default;
  ArchiveGraph(const ArchiveGraph &) = delete;
  ArchiveGraph &operator=(const ArchiveGraph &) = delete;

  /// Makes a value.
  template <typename ValueT, typename... Args>
  ValueT *create(uint64_t offset, Args &&...args) {
    auto owned = std::make_unique<ValueT>(std::forward<Args>(args)...);
    ValueT *value = owned.get();
    value->offset = offset;
    value->index = values.size();
    values.push_back(std::move(owned));
    return value;
  }
  /// All values ever made, by index, also those that are not in use.
  llvm::ArrayRef<std::unique_ptr<ArchiveValue>> getValues() const {
    return values;
  }
  /// Number of values made so far.
  size_t size() const { return values.size(); }

private:
  std::vector<std::unique_ptr<ArchiveValue>> values;
};

} // namespace torchscript

#endif // TORCHSCRIPT_ARCHIVE_VALUE_H
