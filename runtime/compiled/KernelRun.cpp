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
#include "core/Profile.h"
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

/// One input or output of a signature.
struct Shape {
  int32_t dtype;
  int32_t rank;
  const int64_t *sizes;

  /// Reads the words from `next` on, and goes behind them.
  static Shape read(const int64_t *&next) {
    int64_t dtype = *next++;
    if (dtype < 0)
      return {-1, 0, next};
    int64_t rank = *next++;
    const int64_t *sizes = next;
    next += rank;
    return {int32_t(dtype), int32_t(rank), sizes};
  }

  bool isNumber() const { return dtype < 0; }
  bool fits(const tsrt_tensor *tensor) const {
    return tensor->dtype == dtype && int64_t(tensor->sizes.size()) == rank &&
           std::equal(sizes, sizes + rank, tensor->sizes.begin());
  }
  tsrt::Dims dims() const { return tsrt::Dims(sizes, sizes + rank); }
};

std::string describe(int32_t dtype, const int64_t *sizes, size_t rank) {
  std::string text = std::string(tsrt_dtype_name(dtype)) + "[";
  for (size_t i = 0; i < rank; ++i)
    text += (i ? ", " : "") + std::to_string(sizes[i]);
  return text + "]";
}

tsrt_error *makeShapeError(const Shape &expected, const tsrt_tensor *found) {
  return tsrt_error_newf(
      "RuntimeError", "this program was compiled for a %s here, not a %s",
      describe(expected.dtype, expected.sizes, size_t(expected.rank)).c_str(),
      describe(found->dtype, found->sizes.data(), found->sizes.size()).c_str());
}

void *dataOf(const tsrt_tensor *tensor) {
  tsrt::Storage *storage = tensor->storage;
  return storage && storage->data
             ? static_cast<char *>(storage->data) +
                   tensor->offset * tsrt::dtypeSize(tensor->dtype)
             : nullptr;
}

/// One call of a kernel: the buffers of its inputs, outputs and workspace.
class Call {
public:
  Call(const int64_t *signature, void *const *inputs, void **outputs)
      : next(signature + 3), numInputs(signature[0]), numOutputs(signature[1]),
        workspaceSize(signature[2]), inputs(inputs), outputs(outputs) {
    size_t count = size_t(numInputs + numOutputs + 1);
    if (count > std::size(few)) {
      many.resize(count);
      buffers = many.data();
    }
  }

  tsrt_error *run(void (*entry)(void *const *)) {
    for (int64_t i = 0; i < numInputs; ++i)
      if (tsrt_error *error = addInput(i))
        return error;
    for (int64_t i = 0; i < numOutputs; ++i)
      if (tsrt_error *error = addOutput(i))
        return error;
    static thread_local Workspace workspace;
    buffers[numInputs + numOutputs] =
        workspaceSize ? workspace.get(workspaceSize) : nullptr;
    {
      tsrt::PartScope scope("entering kernels");
      entry(buffers);
    }
    for (auto &[target, elements] : copies)
      tsrt::copyInPlace(target, elements);
    // Library functions note what fails in them.
    return tsrt::takeNoted();
  }

private:
  tsrt_error *addInput(int64_t index) {
    Shape shape = Shape::read(next);
    if (shape.isNumber()) {
      buffers[index] = inputs[index];
      return nullptr;
    }
    auto *tensor = static_cast<tsrt_tensor *>(inputs[index]);
    if (!shape.fits(tensor))
      return makeShapeError(shape, tensor);
    if (!tsrt_tensor_is_contiguous(tensor)) {
      dense.push_back(tsrt::contiguous(tsrt::Tensor::borrow(tensor)));
      if (tsrt_error *error = tsrt::takeNoted())
        return error;
      tensor = dense.back().get();
    }
    buffers[index] = dataOf(tensor);
    return nullptr;
  }

  tsrt_error *addOutput(int64_t index) {
    Shape shape = Shape::read(next);
    void *&buffer = buffers[numInputs + index];
    if (shape.isNumber()) {
      buffer = outputs[index];
      return nullptr;
    }
    if (shape.dtype & TSRT_KERNEL_DESTINATION) {
      shape.dtype &= ~TSRT_KERNEL_DESTINATION;
      return addDestination(index, shape);
    }
    tsrt::Tensor result = tsrt::empty(shape.dims(), shape.dtype);
    if (!result)
      return tsrt::takeNoted();
    buffer = dataOf(result.get());
    outputs[index] = result.take();
    return nullptr;
  }

  /// The kernel writes into the tensor itself where it is row-major and nothing
  /// that the kernel still reads or writes lies there.
  tsrt_error *addDestination(int64_t index, const Shape &shape) {
    auto *tensor = static_cast<tsrt_tensor *>(outputs[index]);
    if (!shape.fits(tensor))
      return makeShapeError(shape, tensor);
    void *&buffer = buffers[numInputs + index];
    buffer = dataOf(tensor);
    if (tsrt_tensor_is_contiguous(tensor) && !isUsed(tensor, index))
      return nullptr;
    tsrt::Tensor elements = tsrt::empty(shape.dims(), shape.dtype);
    if (!elements)
      return tsrt::takeNoted();
    buffer = dataOf(elements.get());
    copies.emplace_back(tsrt::Tensor::borrow(tensor), std::move(elements));
    return nullptr;
  }

  /// Whether an input, or an output before `index`, has memory of the storage.
  bool isUsed(const tsrt_tensor *tensor, int64_t index) const {
    if (!tensor->storage)
      return false;
    const char *first = static_cast<const char *>(tensor->storage->data);
    const char *last = first + tensor->storage->bytes;
    for (int64_t i = 0; i < numInputs + index; ++i) {
      auto *other = static_cast<const char *>(buffers[i]);
      if (other >= first && other < last)
        return true;
    }
    return false;
  }

  const int64_t *next;
  int64_t numInputs, numOutputs, workspaceSize;
  void *const *inputs;
  void **outputs;
  void *few[24];
  void **buffers = few;
  std::vector<void *> many;
  std::vector<tsrt::Tensor> dense;
  /// Destinations with what is to be written to them.
  std::vector<std::pair<tsrt::Tensor, tsrt::Tensor>> copies;
};

/// Releases the tensors that a failed call has made.
void releaseResults(const int64_t *signature, void **outputs) {
  const int64_t *next = signature + 3;
  for (int64_t i = 0; i < signature[0]; ++i)
    Shape::read(next);
  for (int64_t i = 0; i < signature[1]; ++i) {
    Shape shape = Shape::read(next);
    if (!shape.isNumber() && !(shape.dtype & TSRT_KERNEL_DESTINATION))
      tsrt_release(std::exchange(outputs[i], nullptr));
  }
}

} // namespace

tsrt_error *tsrt_kernel_run(void (*entry)(void *const *),
                            const int64_t *signature, void *const *inputs,
                            void **outputs) {
  tsrt_error *error = tsrt::guarded(
      [&] { return Call(signature, inputs, outputs).run(entry); });
  if (error)
    releaseResults(signature, outputs);
  return error;
}
