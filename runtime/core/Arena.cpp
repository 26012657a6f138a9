//===- Arena.cpp - The threads that run tasks -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A work-stealing arena of oneTBB that lives as long as the process.
//
//===----------------------------------------------------------------------===//

#include "core/Arena.h"

#include <tbb/task_arena.h>

void tsrt::enqueueTask(void (*run)(void *), void *data) {
  static auto *arena = new tbb::task_arena;
  arena->enqueue([run, data] { run(data); });
}
