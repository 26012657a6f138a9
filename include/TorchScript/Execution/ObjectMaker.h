//===- ArchiveObjects.h - The saved object of an archive -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the objects an archive or a recorded state holds; their tensors are
// its bytes, not copies of them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_EXECUTION_OBJECTMAKER_H
#define TORCHSCRIPT_EXECUTION_OBJECTMAKER_H

#include "TorchScript/Execution/HostValues.h"

#include "TorchScript/Dialect/TS/IR/MadeValues.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"

#include "llvm/ADT/StringMap.h"

#include <functional>

namespace torchscript {

/// The bytes of a tensor storage by its key, which stay where they are as long
/// as the objects live and may be written to.
using TensorMemory =
    std::function<llvm::Expected<llvm::StringRef>(llvm::StringRef key)>;

/// Makes runtime objects of `ts.object`s.
class ObjectMaker {
public:
  ObjectMaker(mlir::ModuleOp module, HostTypes &types)
      : module(module), types(types) {}

  /// Finds tensors that the host has already, by key; null for those it has
  /// not. They are used as they are: the program and the host share them.
  using TensorFinder = std::function<const HostValue *(llvm::StringRef key)>;
  void setTensorFinder(TensorFinder finder) { shared = std::move(finder); }
  /// Whether those tensors have the dtypes, sizes and strides that the IR says;
  /// the host may have given them others since.
  bool areSharedTensorsUnchanged() const;

  /// Says where tensors outside the IR lie.
  void setTensorMemory(TensorMemory memory) { tensors = std::move(memory); }

  /// Calls a function of the program that restores an object from its state.
  using Restorer = std::function<llvm::Error(llvm::StringRef function,
                                             const HostValue &object,
                                             const HostValue &state)>;
  /// Says how objects are restored.
  void setRestorer(Restorer newRestorer) { restorer = std::move(newRestorer); }

  /// The object a symbol names; the same one each time.
  llvm::Expected<const HostValue *> getObject(llvm::StringRef symbol);

  /// The objects that were made, with their symbols.
  std::vector<std::pair<std::string, const void *>> getAddresses() const;

  /// A new tensor on a storage outside the IR; offset, sizes and strides in
  /// elements.
  llvm::Expected<HostValue> loadTensor(llvm::StringRef storage, int32_t dtype,
                                       llvm::ArrayRef<int64_t> sizes,
                                       llvm::ArrayRef<int64_t> strides,
                                       int64_t offset);

  /// The value an attribute of the IR stands for, as one of `type`.
  llvm::Expected<HostValue> makeAttribute(mlir::Attribute data,
                                          mlir::Type type);

  /// Keeps the first error of code that has no way to return one.
  void keepProblem(llvm::Error error);
  /// That error, which is forgotten; success when there was none.
  llvm::Error takeProblem();

private:
  llvm::Error storeAttribute(mlir::Attribute data, mlir::Type type,
                             void *place);
  /// A value that an operator makes.
  llvm::Expected<HostValue> makeByOperator(const mlir::ts::MadeValue &data);
  /// makeAttribute() of containers, for the descriptor of their type.
  llvm::Expected<HostValue> makeList(mlir::ts::ListAttr data,
                                     const tsrt_type *descriptor);
  llvm::Expected<HostValue> makeTuple(mlir::ts::TupleAttr data,
                                      const tsrt_type *descriptor);
  llvm::Expected<HostValue> makeDict(mlir::ts::DictAttr data,
                                     const tsrt_type *descriptor);

  mlir::ModuleOp module;
  HostTypes &types;
  llvm::Error restore(mlir::ts::ObjectOp declaration, const HostValue &object);

  Restorer restorer;
  /// Null when there are no tensors outside the IR.
  TensorMemory tensors;
  TensorFinder shared;
  /// Shared tensors that were loaded, with what the IR says of them.
  struct SharedTensor {
    int32_t dtype;
    std::vector<int64_t> sizes, strides;
  };
  llvm::StringMap<SharedTensor> loadedShared;
  llvm::StringMap<HostValue> objects;
  /// Text of the error that is kept; empty for none.
  std::string problem;
  /// Storages by key.
  llvm::StringMap<llvm::StringRef> storages;
};

} // namespace torchscript

#endif // TORCHSCRIPT_EXECUTION_OBJECTMAKER_H
