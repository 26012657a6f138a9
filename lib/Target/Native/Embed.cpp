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

void torchscript::embedStorages(llvm::Module &module,
                                const std::vector<EmbeddedStorage> &storages) {
  llvm::Function *load =
      module.getFunction(llvm::StringRef(mlir::ts::kLoadTensorSymbol));
  if (!load || !load->isDeclaration())
    return;
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
    auto *bytes = makeGlobal(
        llvm::ConstantDataArray::getRaw(storage.bytes, storage.bytes.size(),
                                        builder.getInt8Ty()),
        false, "tsrt.weights");
    bytes->setAlignment(llvm::Align(64));
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
}

void torchscript::embedImages(llvm::Module &module,
                              std::vector<PackedImage> images) {
  for (PackedImage &image : images) {
    llvm::GlobalVariable *declared = module.getGlobalVariable(image.name);
    if (!declared)
      continue;
    llvm::Constant *contents = llvm::ConstantDataArray::getRaw(
        image.bytes, image.bytes.size(),
        llvm::Type::getInt8Ty(module.getContext()));
    // One copy is enough.
    image.bytes = std::string();
    auto *packed = new llvm::GlobalVariable(
        module, contents->getType(), /*isConstant=*/true,
        llvm::GlobalValue::InternalLinkage, contents);
    packed->setAlignment(llvm::Align(64));
    packed->takeName(declared);
    declared->replaceAllUsesWith(packed);
    declared->eraseFromParent();
  }
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
