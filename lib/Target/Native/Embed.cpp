//===- Embed.cpp - Weights and visibility of compiled libraries --------------
//===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds to a module of LLVM IR what only a library in a file has.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Target/Native/CompiledFile.h"

#include "TorchScript/Conversion/Passes.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace torchscript;

/// A variable whose contents come with the file.
static llvm::GlobalVariable *declareData(llvm::Module &module,
                                         llvm::StringRef symbol,
                                         llvm::Type *type, bool isConstant) {
  auto *variable =
      llvm::cast<llvm::GlobalVariable>(module.getOrInsertGlobal(symbol, type));
  variable->setConstant(isConstant);
  variable->setVisibility(llvm::GlobalValue::HiddenVisibility);
  variable->setDSOLocal(true);
  return variable;
}

std::vector<EmbeddedData>
torchscript::embedStorages(llvm::Module &module,
                           const std::vector<EmbeddedStorage> &storages) {
  std::vector<EmbeddedData> data;
  llvm::Function *load =
      module.getFunction(llvm::StringRef(mlir::ts::kLoadTensorSymbol));
  if (!load || !load->isDeclaration())
    return data;
  llvm::LLVMContext &context = module.getContext();
  llvm::IRBuilder<> builder(context);
  llvm::Type *pointer = builder.getPtrTy(), *i64 = builder.getInt64Ty();
  auto *entryType = llvm::StructType::get(pointer, pointer, i64);
  std::vector<llvm::Constant *> entries;
  auto makeGlobal = [&](llvm::Constant *contents, bool isConstant,
                        const char *name) {
    return new llvm::GlobalVariable(module, contents->getType(), isConstant,
                                    llvm::GlobalValue::InternalLinkage,
                                    contents, name);
  };
  for (const EmbeddedStorage &storage : storages) {
    // Writing to weights changes private pages.
    auto *bytes = declareData(
        module, storage.symbol,
        llvm::ArrayType::get(builder.getInt8Ty(), storage.bytes.size()),
        /*isConstant=*/false);
    data.push_back({storage.symbol, storage.bytes, /*isConstant=*/false});
    auto *name =
        makeGlobal(llvm::ConstantDataArray::getString(context, storage.name),
                   true, "tsrt.weights.name");
    entries.push_back(llvm::ConstantStruct::get(
        entryType, {name, bytes, builder.getInt64(storage.bytes.size())}));
  }
  auto *table =
      makeGlobal(llvm::ConstantArray::get(
                     llvm::ArrayType::get(entryType, entries.size()), entries),
                 true, "tsrt.weights.table");
  std::vector<llvm::Type *> parameters{pointer, i64};
  llvm::append_range(parameters,
                     llvm::drop_begin(load->getFunctionType()->params()));
  llvm::FunctionCallee find = module.getOrInsertFunction(
      "tsrt_tensor_from_storage",
      llvm::FunctionType::get(pointer, parameters, false));
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "", load));
  std::vector<llvm::Value *> arguments{table, builder.getInt64(entries.size())};
  // The first argument is the session of a host, which a library has not.
  for (llvm::Argument &argument : llvm::drop_begin(load->args()))
    arguments.push_back(&argument);
  builder.CreateRet(builder.CreateCall(find, arguments));
  if (llvm::GlobalVariable *host =
          module.getGlobalVariable(llvm::StringRef(mlir::ts::kHostSymbol))) {
    host->replaceAllUsesWith(llvm::ConstantPointerNull::get(
        llvm::cast<llvm::PointerType>(host->getType())));
    host->eraseFromParent();
  }
  return data;
}

std::vector<EmbeddedData>
torchscript::embedImages(llvm::Module &module,
                         const std::vector<PackedImage> &images) {
  std::vector<EmbeddedData> data;
  for (const PackedImage &image : images)
    if (llvm::GlobalVariable *declared = module.getGlobalVariable(image.name)) {
      declareData(module, image.name, declared->getValueType(),
                  /*isConstant=*/true);
      data.push_back({image.name, image.bytes, /*isConstant=*/true});
    }
  return data;
}

void torchscript::hideAllBut(llvm::Module &module,
                             const std::vector<std::string> &exported) {
  llvm::StringSet<> names;
  for (const std::string &name : exported)
    names.insert(name);
  llvm::internalizeModule(module, [&](const llvm::GlobalValue &value) {
    return names.contains(value.getName());
  });
}
