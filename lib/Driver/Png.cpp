//===- Png.cpp - Pictures as tensors --------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads PNG files through libpng's simplified interface.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Driver/Png.h"

#include <png.h>

using namespace torchscript;

bool torchscript::isPng(llvm::StringRef bytes) {
  return bytes.starts_with("\x89PNG\r\n\x1a\n");
}

llvm::Expected<Picture> torchscript::readPng(llvm::StringRef bytes,
                                             llvm::StringRef name) {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  auto fail = [&](llvm::StringRef why) {
    llvm::Error error = llvm::createStringError(
        llvm::inconvertibleErrorCode(), name + ": not a readable PNG: " + why);
    png_image_free(&image);
    return error;
  };
  if (!png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()))
    return fail(image.message);
  int64_t height = image.height, width = image.width;
  // Palettes become colours; the number of channels stays what the file says.
  image.format &= PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA;
  int64_t channels = PNG_IMAGE_SAMPLE_CHANNELS(image.format);
  if (height * width > (int64_t(1) << 28) / channels)
    return fail("more than 2^28 samples");
  std::vector<uint8_t> rows(height * width * channels);
  if (!png_image_finish_read(&image, /*background=*/nullptr, rows.data(),
                             /*row_stride=*/0, /*colormap=*/nullptr))
    return fail(image.message);
  Picture picture{{channels, height, width}, std::vector<uint8_t>(rows.size())};
  for (int64_t c = 0; c < channels; ++c)
    for (int64_t i = 0; i < height * width; ++i)
      picture.data[c * height * width + i] = rows[i * channels + c];
  return picture;
}
