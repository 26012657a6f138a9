//===- KernelRun.cpp - Entering compiled kernels --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks a kernel's inputs against its signature, allocates its results and
// its workspace, and calls it.
//
//===----------------------------------------------------------------------===//

#include "core/OutOfMemory.h"
#include "tensor/Copy.h"
#include "tsrt_kernel.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace {

/// Memory for temporaries of kernels of one thread. It grows and is kept, so
/// that a kernel that runs again touches no fresh pages.
class Workspace {
public:
  ~Workspace() { tsrt_free(data); }

  void *get(int64_t bytes) {
    if (bytes > size) {
      tsrt_free(std::exchange(data, nullptr));
      size = 0;
      data = tsrt_alloc(size_t(bytes));
      size = bytes;
    }
    return data;
  }

private:
  void *data = nullptr;
  int64_t size = 0;
};

/// Reads the words of a signature.
struct Reader {
  const int64_t *next;
  int64_t word() { return *next++; }
};

std::string describe(int32_t dtype, int32_t rank, const int64_t *sizes) {
  std::string text = std::string(tsrt_dtype_name(dtype)) + "[";
  for (int32_t i = 0; i < rank; ++i)
    text += (i ? ", " : "") + std::to_string(sizes[i]);
  return text + "]";
}

/// Releases what a call holds when it returns.
struct Holder {
  std::vector<tsrt_tensor *> tensors;
  ~Holder() {
    for (tsrt_tensor *tensor : tensors)
      tsrt_release(tensor);
  }
};

tsrt_error *run(void (*entry)(void *const *), const int64_t *signature,
                void *const *inputs, tsrt_tensor **outputs) {
  Reader reader{signature};
  int64_t numInputs = reader.word(), numOutputs = reader.word();
  int64_t workspaceSize = reader.word();
  std::vector<void *> buffers;
  buffers.reserve(size_t(numInputs + numOutputs + 1));
  Holder holder;
  for (int64_t i = 0; i < numInputs; ++i) {
    int64_t dtype = reader.word();
    if (dtype < 0) {
      buffers.push_back(inputs[i]);
      continue;
    }
    int64_t rank = reader.word();
    const int64_t *sizes = reader.next;
    reader.next += rank;
    auto *tensor = static_cast<tsrt_tensor *>(inputs[i]);
    if (tsrt_tensor_dtype(tensor) != dtype ||
        tsrt_tensor_rank(tensor) != rank ||
        !std::equal(sizes, sizes + rank, tsrt_tensor_sizes(tensor)))
      return tsrt_error_newf(
          "RuntimeError", "this program was compiled for a %s here, not a %s",
          describe(int32_t(dtype), int32_t(rank), sizes).c_str(),
          describe(tsrt_tensor_dtype(tensor), tsrt_tensor_rank(tensor),
                   tsrt_tensor_sizes(tensor))
              .c_str());
    if (!tsrt_tensor_is_contiguous(tensor)) {
      tensor = tsrt::contiguous(tsrt::Tensor::borrow(tensor)).take();
      if (tsrt_error *error = tsrt::takeNoted())
        return error;
      holder.tensors.push_back(tensor);
    }
    buffers.push_back(tsrt_tensor_data(tensor));
  }
  for (int64_t i = 0; i < numOutputs; ++i) {
    int64_t dtype = reader.word(), rank = reader.word();
    outputs[i] =
        tsrt::empty(tsrt::Dims(reader.next, reader.next + rank), int32_t(dtype))
            .take();
    if (tsrt_error *error = tsrt::takeNoted())
      return error;
    reader.next += rank;
    buffers.push_back(tsrt_tensor_data(outputs[i]));
  }
  static thread_local Workspace workspace;
  buffers.push_back(workspace.get(workspaceSize));
  entry(buffers.data());
  // Library functions note what fails in them.
  return tsrt::takeNoted();
}

} // namespace

tsrt_error *tsrt_kernel_run(void (*entry)(void *const *),
                            const int64_t *signature, void *const *inputs,
                            tsrt_tensor **outputs) {
  int64_t numOutputs = signature[1];
  std::fill(outputs, outputs + numOutputs, nullptr);
  tsrt_error *error =
      tsrt::guarded([&] { return run(entry, signature, inputs, outputs); });
  if (error)
    for (int64_t i = 0; i < numOutputs; ++i)
      tsrt_release(std::exchange(outputs[i], nullptr));
  return error;
}
