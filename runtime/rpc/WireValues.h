//===- WireValues.h - Values in messages ---------------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of TorchScript as bytes and back. What is the same object several
// times in what is sent is one object where it arrives.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_WIREVALUES_H
#define TSRT_RPC_WIREVALUES_H

#include "core/Value.h"
#include "rpc/Wire.h"

#include <unordered_map>

namespace tsrt::rpc {

/// How deep values may be nested.
constexpr unsigned kMaxDepth = 200;

/// A number that is unique in the group: of the worker that made it, and its
/// own.
struct GlobalId {
  uint32_t worker = 0;
  uint64_t number = 0;
  bool operator==(const GlobalId &o) const {
    return worker == o.worker && number == o.number;
  }
};
struct GlobalIdHash {
  size_t operator()(const GlobalId &id) const {
    return size_t(id.number * 0x9e3779b97f4a7c15 + id.worker);
  }
};

/// A reference on its way from one worker to another.
struct Handed {
  GlobalId reference, user, parent;
  /// The worker that has the value, and the one that hands the reference on.
  uint32_t owner = 0, from = 0;
};

/// What hands references on and takes them over: the worker's table of them.
class ReferenceTable {
public:
  virtual ~ReferenceTable() = default;
  /// Describes a reference that is sent; a text when it cannot be.
  virtual std::string handOn(void *remote, Handed &handed) = 0;
  /// The object for a reference that arrived, owned; null with a text.
  virtual void *takeOver(const Handed &handed, const tsrt_type *rrefType,
                         std::string &problem) = 0;
};

/// Writes values.
class Encoder {
public:
  explicit Encoder(ReferenceTable *references) : references(references) {}
  /// Writes a value behind those before; false when it cannot be sent, which
  /// `problem` then explains.
  TSRT_API bool write(const tsrt_value &value);
  /// The message: `prologue`, the types of the values, the values, the bytes of
  /// their tensors.
  TSRT_API Message finish(Kind kind, const std::string &prologue);
  /// For a receiver in this process: references are kept as they are.
  void keepReferences() { keeps = true; }
  /// The types and references that values name by their position; borrowed.
  const std::vector<const tsrt_type *> &getTypes() const { return types; }
  const std::vector<void *> &getKept() const { return kept; }

  std::string problem;

private:
  bool writeValue(const tsrt_value &value, unsigned depth);
  bool writeNative(const tsrt_type *type, const void *data, unsigned depth);
  bool writeList(const tsrt_value &value, unsigned depth);
  bool writeDict(const tsrt_value &value, unsigned depth);
  bool writeTensor(tsrt_tensor *tensor);
  bool writeReference(const tsrt_value &value);
  /// True when the object was written before, and is named now.
  bool writeAgain(void *object);
  /// The position of a type; -1 when values of it cannot be sent.
  int64_t typeIndex(const tsrt_type *type, unsigned depth = 0);
  bool refuse(const tsrt_type *type);
  /// What was collected of small tensors becomes a piece.
  void flushSmall();

  ReferenceTable *references;
  bool keeps = false;
  std::vector<void *> kept;
  std::string small;
  Writer values, typeBytes;
  std::vector<const tsrt_type *> types;
  std::unordered_map<const tsrt_type *, int64_t> typeIndices;
  std::unordered_map<void *, uint32_t> objects;
  std::vector<Piece> payloads;
};

/// Reads values.
class Decoder {
public:
  /// `head` is what follows the prologue; the bytes of tensors begin at
  /// `payload` in the message.
  Decoder(const Message &message, std::string_view head, size_t payload,
          ReferenceTable *references)
      : message(message), reader(head), payload(payload),
        references(references) {}
  TSRT_API ~Decoder();
  Decoder(const Decoder &) = delete;

  /// Reads the types. Those of `expected` are used where they are the same;
  /// others are made as far as the process has room for them.
  TSRT_API bool readTypes(const std::vector<const tsrt_type *> &expected);
  /// The types and kept references are those of an encoder in this process.
  void setTypes(std::vector<const tsrt_type *> encoded,
                std::vector<void *> references) {
    types = std::move(encoded);
    kept = std::move(references);
    isLocal = true;
  }
  /// The next value; false when the bytes are wrong, which `problem` explains.
  TSRT_API bool read(Value &value);
  /// Whether everything was read.
  TSRT_API bool atEnd();

  std::string problem;

private:
  bool readValue(tsrt_value &value, unsigned depth);
  bool readList(tsrt_value &value, unsigned depth);
  bool readDict(tsrt_value &value, unsigned depth);
  bool readTuple(tsrt_value &value, unsigned depth);
  bool readTensor(tsrt_value &value);
  /// A tensor on the next `bytes` bytes of the payload themselves; null when
  /// they must be copied.
  tsrt_tensor *adoptPayload(const std::vector<int64_t> &sizes,
                            const std::vector<int64_t> &strides, int dtype,
                            size_t bytes);
  bool readReference(tsrt_value &value);
  bool readSame(tsrt_value &value);
  const tsrt_type *readType();
  const tsrt_type *makeType(uint8_t kind);
  bool fail(std::string text);

  const Message &message;
  Reader reader;
  size_t payload;
  ReferenceTable *references;
  std::vector<const tsrt_type *> types, known;
  /// Of how many parts the types that were made consist.
  std::unordered_map<const tsrt_type *, uint64_t> weights;
  std::vector<void *> kept;
  bool isLocal = false;
  /// Objects in the order in which they began; null while they are being read.
  std::vector<void *> objects;
};

/// A copy of values as the receiver in another process would have it; a text
/// when they cannot be sent.
std::string copyValues(const tsrt_value *from, size_t count,
                       std::vector<Value> &to);

} // namespace tsrt::rpc

#endif // TSRT_RPC_WIREVALUES_H
