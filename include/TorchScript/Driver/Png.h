//===- Png.h - Pictures as tensors ------------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads PNG files given as inputs on the command line, with libpng.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DRIVER_PNG_H
#define TORCHSCRIPT_DRIVER_PNG_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <cstdint>
#include <vector>

namespace torchscript {

/// A picture as the uint8 tensor of shape [channels, height, width], row-major,
/// that torchvision.io.read_image gives: 1 channel for grey, 3 for colour; 2
/// and 4 with alpha.
struct Picture {
  std::array<int64_t, 3> sizes;
  std::vector<uint8_t> data;
};

/// Does the file content begin with the PNG signature?
bool isPng(llvm::StringRef bytes);

/// Decodes a PNG file held in memory; `name` appears in errors. Pictures of
/// more than 2^28 samples are refused.
llvm::Expected<Picture> readPng(llvm::StringRef bytes, llvm::StringRef name);

} // namespace torchscript

#endif // TORCHSCRIPT_DRIVER_PNG_H
