//===- Unpickler.h - The pickle reader's inside ---------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stack machine that readPickle runs.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_ARCHIVE_UNPICKLER_H
#define TORCHSCRIPT_LIB_ARCHIVE_UNPICKLER_H

#include "TorchScript/Archive/Pickle.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace torchscript {

/// Interprets one pickle.
class Unpickler {
public:
  Unpickler(llvm::StringRef bytes, const PickleContext &context,
            ArchiveGraph &graph);

  /// Runs to STOP and returns the value.
  llvm::Expected<const ArchiveValue *> run();

private:
  using Values = std::vector<ArchiveValue *>;

  /// An error at the opcode that is being executed.
  llvm::Error failure(const llvm::Twine &message) const {
    return failureAt(opcodeOffset, message);
  }
  llvm::Error failureAt(uint64_t offset, const llvm::Twine &message) const;

  // Input: each fails when the pickle ends early.
  llvm::Error take(uint64_t count, llvm::StringRef &out);
  template <typename T>
  llvm::Error takeLittle(T &out);
  llvm::Error takeLine(llvm::StringRef &out);

  // Stack. Values below the innermost mark cannot be popped.
  llvm::Error push(ArchiveValue *value);
  llvm::Error pop(ArchiveValue *&out);
  llvm::Error top(ArchiveValue *&out);
  llvm::Error popMark(Values &out);
  template <typename T, typename... Args>
  llvm::Error make(Args &&...args) {
    return push(graph.create<T>(opcodeOffset, std::forward<Args>(args)...));
  }

  // Opcodes.
  llvm::Error execute(uint8_t opcode);
  llvm::Error executeAtom(uint8_t opcode);
  llvm::Error executeContainer(uint8_t opcode);
  llvm::Error memoPut(uint64_t slot);
  llvm::Error memoGet(uint64_t slot);
  llvm::Error pushString(uint64_t size);
  llvm::Error pushGlobal();
  llvm::Error makeTuple(size_t count);
  llvm::Error append(const Values &values);
  llvm::Error setItems(const Values &values);
  llvm::Error newObject();
  llvm::Error build();
  llvm::Error persistentId();

  // REDUCE.
  llvm::Error reduce();
  llvm::Expected<ArchiveValue *> call(const ArchiveGlobal &callee,
                                      ArchiveValue *argument);
  llvm::Expected<ArchiveValue *> callFromType(ArchiveTuple &arguments);
  llvm::Expected<ArchiveValue *> tagContainer(ArchiveTuple &arguments);
  llvm::Expected<ArchiveValue *> buildList(llvm::StringRef tag,
                                           ArchiveTuple &arguments);
  llvm::Expected<ArchiveValue *> rebuildTensor(ArchiveTuple &arguments);
  llvm::Expected<ArchiveValue *> rebuildQuantized(ArchiveTuple &arguments);
  llvm::Expected<ArchiveValue *> rebuildSparse(ArchiveTuple &arguments);
  llvm::Error readGeometry(ArchiveTensor &tensor, const ArchiveValue *storage,
                           const ArchiveValue *offset,
                           const ArchiveValue *sizes,
                           const ArchiveValue *strides);
  llvm::Error checkGeometry(const ArchiveTensor &tensor) const;
  llvm::Error readQuantizer(ArchiveTensor &tensor, const ArchiveValue *params);
  llvm::Error readMathBits(ArchiveTensor &tensor, const ArchiveValue *bits);

  /// Reads ints out of a tuple or list.
  llvm::Error readInts(const ArchiveValue *value, llvm::StringRef what,
                       llvm::SmallVectorImpl<int64_t> &out) const;

  llvm::Error checkGraph(const ArchiveValue *root) const;

  llvm::StringRef bytes;
  const PickleContext &context;
  ArchiveGraph &graph;
  uint64_t position = 0;
  uint64_t opcodeOffset = 0;
  Values stack;
  std::vector<size_t> marks;
  llvm::DenseMap<uint64_t, ArchiveValue *> memo;
  /// None, True and False need no identity.
  ArchiveValue *none, *yes, *no;
  /// Storages by record, one for each dtype and size a record is given.
  llvm::StringMap<llvm::SmallVector<ArchiveStorage *, 1>> storages;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_ARCHIVE_UNPICKLER_H
