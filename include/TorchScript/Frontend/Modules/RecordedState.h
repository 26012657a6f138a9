//===- RecordedState.h - Instances in JSON -----------------------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Module instances as recorded examples keep them: their state as data.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_MODULES_RECORDEDSTATE_H
#define TORCHSCRIPT_FRONTEND_MODULES_RECORDEDSTATE_H

#include "TorchScript/Frontend/Modules/Instance.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <nlohmann/json_fwd.hpp>

#include <deque>
#include <memory>
#include <vector>

namespace torchscript {

/// The instances of a file of recorded calls (`instances`, see docs/run.md).
class RecordedState : public InstanceState {
public:
  /// Reads the key `instances` of a file of recorded calls, which may be
  /// absent.
  static llvm::Expected<std::unique_ptr<RecordedState>>
  read(const nlohmann::json &file);
  /// Likewise from a file's name.
  static llvm::Expected<std::unique_ptr<RecordedState>>
  open(llvm::StringRef path);

  const InstanceValue *find(llvm::StringRef name) const override;
  /// Data has no identity, what is shared is written twice; but a file with
  /// `storages` names what is the same.
  bool hasIdentity() const override { return isShared; }
  bool haveEqualElements(const InstanceValue &a,
                         const InstanceValue &b) const override;
  llvm::ArrayRef<std::string> getNames() const override { return names; }
  llvm::StringRef getConstructError(llvm::StringRef name) const override;
  llvm::StringRef getTensorMemory(llvm::StringRef storage) const override;

private:
  class Reader;
  RecordedState() = default;

  std::deque<InstanceValue> values;
  llvm::StringMap<const InstanceValue *> instances;
  std::vector<std::string> names;
  llvm::StringMap<std::string> constructErrors;
  /// In units that any element type may lie in.
  llvm::StringMap<std::vector<std::max_align_t>> memory;
  llvm::StringMap<size_t> sizes;
  bool isShared = false;
};

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_MODULES_RECORDEDSTATE_H
