//===- KernelRun.cpp - Entering compiled kernels --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks a kernel's inputs against its signature, allocates its results and
// its workspace, and calls it. A kernel works on the memory of one place, the
// host's or a device's: inputs that lie elsewhere are copied there.
//
//===----------------------------------------------------------------------===//

#include "core/OutOfMemory.h"
#include "core/Profile.h"
#include "device/Launch.h"
#include "device/Memory.h"
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
  /// Does the kernel get the sizes, because one is not known?
  bool isSized() const {
    return std::any_of(sizes, sizes + rank,
                       [](int64_t size) { return size < 0; });
  }
  bool fits(const tsrt_tensor *tensor) const {
    return tensor->dtype == dtype && int64_t(tensor->sizes.size()) == rank &&
           std::equal(sizes, sizes + rank, tensor->sizes.begin(),
                      [](int64_t wanted, int64_t size) {
                        return wanted == size || wanted < 0;
                      });
  }
  tsrt::Dims dims() const { return tsrt::Dims(sizes, sizes + rank); }
};

std::string describe(int32_t dtype, const int64_t *sizes, size_t rank) {
  std::string text = std::string(tsrt_dtype_name(dtype)) + "[";
  for (size_t i = 0; i < rank; ++i)
    text += (i ? ", " : "") +
            (sizes[i] < 0 ? std::string("?") : std::to_string(sizes[i]));
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
  if (storage && storage->memory)
    return tsrt::deviceData(tensor);
  return storage && storage->data
             ? static_cast<char *>(storage->data) +
                   tensor->offset * tsrt::dtypeSize(tensor->dtype)
             : nullptr;
}

using Entry = void (*)(void *const *);

/// One call of a kernel: the buffers of its inputs, outputs and workspace, and
/// before the last the sizes of those whose sizes are not known.
class Call {
public:
  /// `ask` is null when all sizes are known; `place` is the device that the
  /// kernel works on, or null.
  Call(Entry ask, const int64_t *signature, void *const *inputs, void **outputs,
       tsrt::Accelerator *place)
      : ask(ask), signature(signature), next(signature + 3),
        numInputs(signature[0]), numOutputs(signature[1]),
        workspaceSize(signature[2]), inputs(inputs), outputs(outputs),
        place(place), numBuffers(numInputs + numOutputs) {
    size_t count = size_t((ask ? 2 : 1) * numBuffers + 1);
    if (count > std::size(few)) {
      many.resize(count);
      buffers = many.data();
    }
  }

  tsrt_error *run(Entry entry) {
    for (int64_t i = 0; i < numInputs; ++i)
      if (tsrt_error *error = addInput(i))
        return error;
    if (ask)
      askSizes();
    for (int64_t i = 0; i < numOutputs; ++i)
      if (tsrt_error *error = addOutput(i))
        return error;
    if (place)
      enterOnDevice(entry);
    else
      enterOnHost(entry);
    for (auto &[target, elements] : copies)
      tsrt::copyInPlace(target, elements);
    if (source)
      giveBack();
    // Library functions note what fails in them.
    return tsrt::takeNoted();
  }

private:
  void enterOnHost(Entry entry) {
    static thread_local Workspace workspace;
    buffers[numBuffers] =
        workspaceSize ? workspace.get(workspaceSize) : nullptr;
    tsrt::PartScope scope("entering kernels");
    entry(buffers);
  }

  void enterOnDevice(Entry entry) {
    void *workspace = nullptr;
    if (workspaceSize)
      if (tsrt::Status done = place->allocate(size_t(workspaceSize), workspace);
          !done) {
        tsrt::note(done.take());
        return;
      }
    buffers[numBuffers] = workspace;
    {
      tsrt::PartScope scope("entering kernels");
      tsrt::DeviceScope device(place);
      entry(buffers);
    }
    // What comes after in the stream may have it.
    if (workspace)
      place->release(workspace);
  }

  /// Moves the results of a kernel of the host whose inputs came from a device
  /// there.
  void giveBack() {
    const int64_t *word = signature + 3;
    for (int64_t i = 0; i < numInputs; ++i)
      Shape::read(word);
    for (int64_t i = 0; i < numOutputs; ++i) {
      Shape shape = Shape::read(word);
      if (shape.isNumber() || (shape.dtype & TSRT_KERNEL_DESTINATION))
        continue;
      auto *made = static_cast<tsrt_tensor *>(outputs[i]);
      tsrt::Tensor moved = tsrt::copyTo(tsrt::Tensor::borrow(made), source);
      if (!moved)
        return;
      copiedBytes += made->numel * tsrt::dtypeSize(made->dtype);
      outputs[i] = moved.take();
      tsrt_release(made);
    }
    tsrt::countHostCall("kernel", copiedBytes);
  }

  /// Whether the kernel can work on the memory of the tensor.
  bool isUsable(const tsrt_tensor *tensor) {
    return tsrt_tensor_is_contiguous(tensor) &&
           tsrt::acceleratorOf(tensor) == place &&
           (!place || !tensor->numel || place->isAligned(dataOf(tensor)));
  }

  /// A row-major tensor in the kernel's place; undefined after a noted error.
  tsrt::Tensor bring(const tsrt::Tensor &tensor) {
    tsrt::Accelerator *from = tsrt::acceleratorOf(tensor);
    if (place && from == place) {
      if (!tensor.isContiguous())
        return tsrt::contiguous(tensor);
      tsrt::Tensor moved =
          tsrt::emptyOn(place, tensor.sizes(), tensor.strides(),
                        tensor.dtype());
      if (moved)
        tsrt::copyInPlace(moved, tensor);
      return moved;
    }
    tsrt::Tensor dense = tsrt::contiguous(tsrt::onHost(tensor));
    int64_t bytes = tensor.numel() * tensor.itemsize();
    if (place && from)
      tsrt::countHostCall("aten::contiguous", 2 * bytes);
    if (!place && from) {
      source = source ? source : from;
      copiedBytes += bytes;
    }
    return place ? tsrt::copyTo(dense, place) : dense;
  }

  tsrt_error *addInput(int64_t index) {
    Shape shape = Shape::read(next);
    if (shape.isNumber()) {
      buffers[index] = inputs[index];
      return nullptr;
    }
    auto *tensor = static_cast<tsrt_tensor *>(inputs[index]);
    if (!shape.fits(tensor))
      return makeShapeError(shape, tensor);
    if (place && tensor->storage &&
        tensor->storage->context == &tsrt::libraryMemory)
      tsrt::moveLibraryTensor(*tensor, *place);
    if (!isUsable(tensor)) {
      dense.push_back(bring(tsrt::Tensor::borrow(tensor)));
      if (tsrt_error *error = tsrt::takeNoted())
        return error;
      tensor = dense.back().get();
    }
    buffers[index] = dataOf(tensor);
    if (shape.isSized())
      buffers[numBuffers++] = const_cast<int64_t *>(tensor->sizes.data());
    return nullptr;
  }

  /// Lets the kernel's function of sizes say what the sizes of results are, and
  /// how many bytes of workspace it takes.
  void askSizes() {
    size_t count = 1, sized = 0;
    const int64_t *word = next;
    for (int64_t i = 0; i < numOutputs; ++i)
      if (Shape shape = Shape::read(word); shape.isSized()) {
        count += size_t(shape.rank);
        ++sized;
      }
    answers.resize(count);
    std::fill_n(buffers + numInputs, numOutputs, nullptr);
    std::fill_n(buffers + numBuffers, sized, nullptr);
    buffers[numBuffers + int64_t(sized)] = answers.data();
    ask(buffers);
    workspaceSize = answers.back();
    answer = answers.data();
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
    bool isSized = ask && shape.isSized();
    if (isSized)
      shape.sizes = std::exchange(answer, answer + shape.rank);
    tsrt::Tensor result = makeEmpty(shape);
    if (!result)
      return tsrt::takeNoted();
    buffer = dataOf(result.get());
    if (isSized)
      buffers[numBuffers++] = const_cast<int64_t *>(result.get()->sizes.data());
    outputs[index] = result.take();
    return nullptr;
  }

  tsrt::Tensor makeEmpty(const Shape &shape) {
    tsrt::Dims sizes = shape.dims();
    return place ? tsrt::emptyOn(place, sizes, tsrt::contiguousStrides(sizes),
                                 shape.dtype)
                 : tsrt::empty(sizes, shape.dtype);
  }

  /// The kernel writes into the tensor itself where it is row-major and nothing
  /// that the kernel still reads or writes lies there.
  tsrt_error *addDestination(int64_t index, const Shape &shape) {
    auto *tensor = static_cast<tsrt_tensor *>(outputs[index]);
    if (!shape.fits(tensor))
      return makeShapeError(shape, tensor);
    void *&buffer = buffers[numInputs + index];
    buffer = dataOf(tensor);
    if (isUsable(tensor) && !isUsed(tensor, index))
      return nullptr;
    tsrt::Tensor elements = makeEmpty(shape);
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
    const tsrt::Storage *storage = tensor->storage;
    auto *first = static_cast<const char *>(
        storage->memory ? storage->memory->pointer : storage->data);
    const char *last = first + tensor->storage->bytes;
    for (int64_t i = 0; i < numInputs + index; ++i) {
      auto *other = static_cast<const char *>(buffers[i]);
      if (other >= first && other < last)
        return true;
    }
    return false;
  }

  Entry ask;
  const int64_t *signature, *next;
  int64_t numInputs, numOutputs, workspaceSize;
  void *const *inputs;
  void **outputs;
  /// The device that the kernel works on; null: the host.
  tsrt::Accelerator *place;
  /// The device that inputs of a kernel of the host came from, and what was
  /// copied for it.
  tsrt::Accelerator *source = nullptr;
  int64_t copiedBytes = 0;
  /// How many of the buffers are there.
  int64_t numBuffers;
  /// What the function of sizes says, and what of it is not used yet.
  std::vector<int64_t> answers;
  const int64_t *answer = nullptr;
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

tsrt_error *enter(Entry entry, Entry ask, const int64_t *signature,
                  void *const *inputs, void **outputs,
                  tsrt::Accelerator *place = nullptr) {
  tsrt_error *error = tsrt::guarded(
      [&] { return Call(ask, signature, inputs, outputs, place).run(entry); });
  if (error)
    releaseResults(signature, outputs);
  return error;
}

} // namespace

tsrt_error *tsrt_kernel_run(void (*entry)(void *const *),
                            const int64_t *signature, void *const *inputs,
                            void **outputs) {
  return enter(entry, nullptr, signature, inputs, outputs);
}

tsrt_error *tsrt_kernel_run_sized(void (*entry)(void *const *),
                                  void (*sizes)(void *const *),
                                  const int64_t *signature, void *const *inputs,
                                  void **outputs) {
  return enter(entry, sizes, signature, inputs, outputs);
}

/// The device of the first input that lies on one.
static tsrt::Accelerator *findDevice(const int64_t *signature,
                                     void *const *inputs) {
  const int64_t *next = signature + 3;
  for (int64_t i = 0; i < signature[0]; ++i)
    if (!Shape::read(next).isNumber())
      if (tsrt::Accelerator *device =
              tsrt::acceleratorOf(static_cast<const tsrt_tensor *>(inputs[i])))
        return device;
  return nullptr;
}

tsrt_error *tsrt_device_run(const tsrt_device_program *program,
                            void (*entry)(void *const *),
                            void (*sizes)(void *const *),
                            const int64_t *signature, void *const *inputs,
                            void **outputs) {
  tsrt::Accelerator *place = findDevice(signature, inputs);
  if (!place) {
    tsrt::Result<tsrt::Accelerator *> chosen = tsrt::chooseDevice(*program);
    if (!chosen)
      return chosen.failure().error;
    place = *chosen;
  }
  return enter(entry, sizes, signature, inputs, outputs, place);
}
