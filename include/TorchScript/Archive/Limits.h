//===- Limits.h - Every limit on what an archive may contain ----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All limits of the archive readers in one place. Nothing an archive says about
// sizes is believed before it was compared with the bytes that are there and
// with these numbers.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_ARCHIVE_LIMITS_H
#define TORCHSCRIPT_ARCHIVE_LIMITS_H

#include <cstdint>

namespace torchscript {

/// Limits of the zip, pickle and npy readers. Sizes are in bytes.
struct ArchiveLimits {
  /// Records of a zip archive.
  uint64_t maxRecords = 1u << 18;
  /// Length of a record's name.
  uint64_t maxRecordName = 4096;
  /// One record after inflation. Stored records are slices of the mapped file
  /// and have no limit of their own.
  uint64_t maxInflatedRecord = uint64_t(2) << 30;
  /// All inflated records of one archive together.
  uint64_t maxTotalInflated = uint64_t(8) << 30;
  /// One pickle.
  uint64_t maxPickle = uint64_t(256) << 20;
  /// One file of code.
  uint64_t maxCode = uint64_t(64) << 20;

  /// Values a pickle may make.
  uint64_t maxPickleValues = 1u << 24;
  /// Highest memo slot of a pickle.
  uint64_t maxPickleMemo = 1u << 24;
  /// One string of a pickle.
  uint64_t maxPickleString = uint64_t(64) << 20;
  /// Line of a GLOBAL opcode.
  uint64_t maxGlobalName = 4096;
  /// How deep lists, tuples, dicts and objects may be nested in each other.
  uint64_t maxNestingDepth = 512;
  /// Values when everything shared is written out at each use, objects and
  /// tensors excepted. Stops small pickles that unfold to giant tuples.
  uint64_t maxUnfoldedValues = 1u << 26;

  /// Dimensions of a tensor.
  uint64_t maxTensorRank = 64;
  /// One tensor copied into C order. A tensor that is expanded with stride 0
  /// may be far larger than its storage.
  uint64_t maxTensorCopy = uint64_t(16) << 30;
  /// Header of an npy file.
  uint64_t maxNpyHeader = 1u << 16;
};

/// How archives are read.
struct ArchiveOptions {
  ArchiveLimits limits;
  /// Compare each record with its CRC when it is first read.
  bool checkCrc = true;
};

} // namespace torchscript

#endif // TORCHSCRIPT_ARCHIVE_LIMITS_H
