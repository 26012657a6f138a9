//===- Library.cpp - The LAPACK library, loaded when needed ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lapack/Library.h"

#include "tensor/Tensor.h"

#include <dlfcn.h>

using namespace tsrt;

/// OpenBLAS, which has BLAS and LAPACK in one, before whatever LAPACK the
/// system has.
static void *openLibrary() {
  for (const char *name : {"libopenblas.so.0", "liblapack.so.3"}) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library)
      continue;
    // OpenBLAS on OpenMP (2) runs on the thread pool of this runtime. One that
    // has a pool of its own (1) would fight it for the cores.
    auto *kind =
        reinterpret_cast<int (*)()>(dlsym(library, "openblas_get_parallel"));
    auto *setThreads = reinterpret_cast<void (*)(int)>(
        dlsym(library, "openblas_set_num_threads"));
    if (kind && setThreads && kind() == 1)
      setThreads(1);
    return library;
  }
  return nullptr;
}

static void *library() {
  static void *const handle = openLibrary();
  return handle;
}

bool tsrt::haveLapack(bool noting) {
  if (library())
    return true;
  if (noting)
    bail("LAPACK is not installed: linear algebra needs libopenblas.so.0 or "
         "liblapack.so.3 (Debian: libopenblas0-openmp)");
  return false;
}

void *tsrt::lapackSymbol(const std::string &name) {
  return library() ? dlsym(library(), (name + "_").c_str()) : nullptr;
}

void tsrt::missingLapackSymbol(const std::string &name) {
  bail("the LAPACK library has no function %s", name.c_str());
}
