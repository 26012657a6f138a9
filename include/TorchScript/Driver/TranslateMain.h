//===- TranslateMain.h - The command line of ts-translate ---- -*- C++ -*--===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entry point of ts-translate.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DRIVER_TRANSLATEMAIN_H
#define TORCHSCRIPT_DRIVER_TRANSLATEMAIN_H

namespace torchscript {

/// Runs ts-translate; returns the exit status.
int runTranslateMain(int argc, char **argv);

} // namespace torchscript

#endif // TORCHSCRIPT_DRIVER_TRANSLATEMAIN_H
