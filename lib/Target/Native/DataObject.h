//===- DataObject.h - Weights as an object file -----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Relocatable ELF files of data alone, written from where the data lies. As
// constants of a module they would be copied at each step of code generation.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TARGET_NATIVE_DATAOBJECT_H
#define TORCHSCRIPT_LIB_TARGET_NATIVE_DATAOBJECT_H

#include "TorchScript/Target/Native/CompiledFile.h"

#include "llvm/TargetParser/Triple.h"

namespace torchscript {

/// Alignment of embedded data, in bytes.
inline constexpr uint64_t kDataAlignment = 64;

/// Whether writeDataObject() knows the object files of a target: ELF of x86-64
/// and AArch64.
bool hasDataObjects(const llvm::Triple &triple);

/// Writes an object file that defines the symbols of `data`, hidden, each
/// aligned to kDataAlignment; those of x86-64 lie in sections of large data.
/// Errors name `name`.
llvm::Error writeDataObject(llvm::ArrayRef<EmbeddedData> data,
                            const llvm::Triple &triple, llvm::StringRef path,
                            llvm::StringRef name);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_TARGET_NATIVE_DATAOBJECT_H
