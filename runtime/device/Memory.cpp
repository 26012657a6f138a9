//===- Memory.cpp - Tensors on devices ------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes, moves, copies and mirrors tensors on devices.
//
//===----------------------------------------------------------------------===//

#include "device/Memory.h"

#include "core/OutOfMemory.h"
#include "tensor/Copy.h"
#include "tensor/Quantizer.h"
#include "tensor/Views.h"

#include <algorithm>

using namespace tsrt;

/// Notes the error of a status; true when it is none.
static bool succeeded(Status status) {
  if (status)
    return true;
  note(status.take());
  return false;
}

static void releaseDeviceMemory(void *context) {
  auto *memory = static_cast<DeviceMemory *>(context);
  if (memory->isOwned)
    memory->device->release(memory->pointer);
  else if (memory->release)
    memory->release(memory->context);
  delete memory;
}

void *tsrt::deviceData(const tsrt_tensor *t) {
  return static_cast<char *>(t->storage->memory->pointer) +
         t->offset * dtypeSize(t->dtype);
}

/// Gives a storage memory on a device instead of what it had.
static void attach(Storage &storage, DeviceMemory *memory, size_t bytes) {
  if (storage.release)
    storage.release(storage.context);
  storage.data = nullptr;
  storage.bytes = bytes;
  storage.memory = memory;
  storage.context = memory;
  storage.release = releaseDeviceMemory;
}

/// New memory of a device; null after a noted error.
static DeviceMemory *allocateOn(Accelerator &device, size_t bytes) {
  void *pointer = nullptr;
  if (!succeeded(device.allocate(bytes, pointer)))
    return nullptr;
  return new DeviceMemory{&device, pointer, nullptr, nullptr, true};
}

/// Gives a storage memory of the host instead of memory of a device.
static void attachHost(Storage &storage, void *data, size_t bytes) {
  storage.release(storage.context);
  storage.memory = nullptr;
  storage.data = storage.context = data;
  storage.bytes = bytes;
  storage.release = data ? tsrt_free : nullptr;
}

/// The bytes that a storage of this shape has; the tensor is checked already.
static size_t storageBytes(const Dims &sizes, const Dims &strides, int dtype) {
  int64_t last = 1;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 0)
      return 0;
    last += (sizes[i] - 1) * strides[i];
  }
  return size_t(last * dtypeSize(dtype));
}

/// Makes a tensor of no elements one of this shape on its storage.
static void setShape(const Tensor &t, const Dims &sizes, const Dims &strides) {
  tsrt_tensor *impl = t.get();
  impl->sizes = sizes;
  impl->strides = strides;
  impl->numel = sizes.product();
}

Tensor tsrt::emptyOn(Accelerator *device, const Dims &sizes,
                     const Dims &strides, int dtype) {
  if (!device)
    return emptyStrided(sizes, strides, dtype);
  // Checks the sizes as on the host, and takes no memory there.
  int64_t elements = dtypeSize(dtype);
  for (int64_t size : sizes)
    if (size < 0 || __builtin_mul_overflow(elements, size, &elements))
      return emptyStrided(sizes, strides, dtype);
  Tensor t = emptyStrided(Dims(sizes.size(), 0), strides, dtype);
  if (!t)
    return t;
  size_t bytes = storageBytes(sizes, strides, dtype);
  DeviceMemory *memory = allocateOn(*device, bytes);
  if (!memory)
    return {};
  attach(*t.get()->storage, memory, bytes);
  setShape(t, sizes, strides);
  return t;
}

Tensor tsrt::onDeviceMemory(Accelerator &device, int dtype, const Dims &sizes,
                            const Dims &strides, void *pointer,
                            void (*release)(void *), void *context) {
  Tensor t = emptyStrided(Dims(sizes.size(), 0), strides, dtype);
  if (!t)
    return t;
  attach(*t.get()->storage,
         new DeviceMemory{&device, pointer, release, context, false},
         storageBytes(sizes, strides, dtype));
  setShape(t, sizes, strides);
  return t;
}

void tsrt::moveStorage(Storage &storage, Accelerator *device) {
  Accelerator *now = storage.memory ? storage.memory->device : nullptr;
  if (now == device || failed())
    return;
  size_t bytes = storage.bytes;
  if (now && device) {
    moveStorage(storage, nullptr);
    return moveStorage(storage, device);
  }
  if (device) {
    DeviceMemory *memory = allocateOn(*device, bytes);
    if (!memory)
      return;
    if (succeeded(device->upload(memory->pointer, storage.data, bytes)))
      attach(storage, memory, bytes);
    else
      releaseDeviceMemory(memory);
    return;
  }
  void *data = bytes ? tsrt_alloc(bytes) : nullptr;
  if (succeeded(now->download(data, storage.memory->pointer, bytes)))
    attachHost(storage, data, bytes);
  else
    tsrt_free(data);
}

char tsrt::libraryMemory;

void tsrt::moveLibraryTensor(const tsrt_tensor &t, Accelerator &device) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  if (t.storage && !t.storage->memory && t.storage->context == &libraryMemory)
    moveStorage(*t.storage, &device);
}

/// Whether the elements lie close together in some order.
static bool isDense(const Tensor &t) {
  return t.numel() == 0 || preservedStrides(t) == t.strides();
}

Tensor tsrt::copyTo(const Tensor &t, Accelerator *device) {
  Accelerator *now = acceleratorOf(t);
  if (!t || failed() || now == device)
    return t;
  if (isQuantized(t.dtype()))
    return bail("quantized tensors lie on the CPU: '%s' cannot have them",
                device->getName());
  if (!isDense(t) && !now)
    return copyTo(cloneOf(t), device);
  if (now && device)
    return copyTo(copyTo(t, nullptr), device);
  if (!isDense(t)) {
    // All that the view reaches, once; gaps are dropped on the host.
    HostMirrors mirrors;
    return cloneOf(mirrors.toHost(t));
  }
  Tensor copy = emptyOn(device, t.sizes(), t.strides(), t.dtype());
  if (!copy)
    return copy;
  copy.get()->requiresGrad = t.get()->requiresGrad;
  copy.get()->wrapped = t.get()->wrapped;
  size_t bytes = size_t(t.numel() * t.itemsize());
  bool done =
      device
          ? succeeded(device->upload(deviceData(copy.get()), t.data(), bytes))
          : succeeded(now->download(copy.data(), deviceData(t.get()), bytes));
  return done ? copy : Tensor();
}

/// More runs than this are not copied one by one.
static constexpr int64_t kMostRuns = 1024;

bool tsrt::copyRuns(const Tensor &target, const Tensor &source) {
  // The last dimensions that are row-major in both make up a run.
  int64_t run = 1, outer = target.dim();
  for (; outer > 0; --outer) {
    int64_t d = outer - 1;
    if (target.size(d) != 1 &&
        (target.stride(d) != run || source.stride(d) != run))
      break;
    run *= target.size(d);
  }
  int64_t runs = run ? target.numel() / run : 0, size = target.itemsize();
  if (runs > kMostRuns)
    return false;
  Accelerator &device = *acceleratorOf(target);
  char *to = static_cast<char *>(deviceData(target.get()));
  char *from = static_cast<char *>(deviceData(source.get()));
  for (int64_t i = 0; i < runs && !failed(); ++i) {
    int64_t rest = i, toOffset = 0, fromOffset = 0;
    for (int64_t d = outer; d-- > 0; rest /= target.size(d)) {
      toOffset += rest % target.size(d) * target.stride(d);
      fromOffset += rest % target.size(d) * source.stride(d);
    }
    succeeded(device.copy(to + toOffset * size, from + fromOffset * size,
                          size_t(run * size)));
  }
  return true;
}

void tsrt::copyWithDevices(const Tensor &target, const Tensor &source) {
  Accelerator *to = acceleratorOf(target), *from = acceleratorOf(source);
  bool isPlain = target.dtype() == source.dtype() &&
                 target.sizes() == source.sizes() && isDense(target) &&
                 target.strides() == source.strides();
  size_t bytes = size_t(target.numel() * target.itemsize());
  if (isPlain && to == from) {
    if (target.get()->storage != source.get()->storage)
      succeeded(
          to->copy(deviceData(target.get()), deviceData(source.get()), bytes));
    else if (target.offset() != source.offset())
      copyWithDevices(target, onHost(source));
    return;
  }
  if (isPlain && to && !from) {
    succeeded(to->upload(deviceData(target.get()), source.data(), bytes));
    return;
  }
  if (isPlain && from && !to) {
    succeeded(from->download(target.data(), deviceData(source.get()), bytes));
    return;
  }
  if (to && to == from && target.dtype() == source.dtype() &&
      target.sizes() == source.sizes() &&
      target.get()->storage != source.get()->storage &&
      copyRuns(target, source))
    return;
  if (to && to == from)
    countHostCall("aten::copy_",
                  int64_t(bytes) + source.numel() * source.itemsize());
  Tensor elements = onHost(source);
  if (!to)
    return copyInPlace(target, elements);
  if (isDense(target)) {
    // All of it is written: nothing has to be read.
    Tensor staged =
        emptyStrided(target.sizes(), target.strides(), target.dtype());
    copyInPlace(staged, elements);
    if (staged && !failed())
      succeeded(to->upload(deviceData(target.get()), staged.data(), bytes));
    return;
  }
  HostMirrors mirrors;
  copyInPlace(mirrors.toHost(target), elements);
  if (!failed())
    mirrors.writeBack();
}

//===----------------------------------------------------------------------===//
// Mirrors
//===----------------------------------------------------------------------===//

HostMirrors::~HostMirrors() {
  for (Mirror &mirror : mirrors)
    mirror.host->drop();
}

Storage *HostMirrors::mirror(Storage *storage) {
  for (Mirror &mirror : mirrors)
    if (mirror.device == storage)
      return mirror.host;
  Storage *host = Storage::allocate(storage->bytes);
  mirrors.push_back({storage, host});
  bytes += int64_t(storage->bytes);
  succeeded(storage->memory->device->download(
      host->data, storage->memory->pointer, storage->bytes));
  return host;
}

const HostMirrors::Mirror *HostMirrors::findMirror(const Storage *host) const {
  for (const Mirror &mirror : mirrors)
    if (mirror.host == host)
      return &mirror;
  return nullptr;
}

/// A tensor like another one on another storage.
static Tensor onStorage(const Tensor &t, Storage *storage) {
  Tensor view = viewOf(t, t.sizes(), t.strides(), t.offset());
  if (!view)
    return view;
  storage->retain();
  std::exchange(view.get()->storage, storage)->drop();
  view.get()->requiresGrad = t.get()->requiresGrad;
  view.get()->wrapped = t.get()->wrapped;
  return view;
}

Tensor HostMirrors::toHost(const Tensor &t) {
  if (!t || !t.isOnDevice() || failed())
    return t;
  // The same object twice stays the same object.
  for (Argument &argument : arguments)
    if (argument.device.is(t))
      return argument.host;
  Tensor host = onStorage(t, mirror(t.get()->storage));
  if (host)
    arguments.push_back({t, host});
  return host;
}

Tensor HostMirrors::toDevice(const Tensor &result, Accelerator *device) {
  if (!result || failed())
    return result;
  for (Argument &argument : arguments)
    if (argument.host.is(result))
      return argument.device;
  if (const Mirror *mirror = findMirror(result.get()->storage))
    return onStorage(result, mirror->device);
  if (!device || isQuantized(result.dtype()))
    return result;
  Tensor copy = copyTo(result, device);
  if (acceleratorOf(copy))
    bytes += int64_t(copy.get()->storage->bytes);
  return copy;
}

void HostMirrors::writeBack() {
  for (Mirror &mirror : mirrors) {
    Accelerator *device = mirror.device->memory->device;
    if (mirror.host->bytes > mirror.device->bytes) {
      // It was resized.
      DeviceMemory *grown = allocateOn(*device, mirror.host->bytes);
      if (!grown)
        return;
      attach(*mirror.device, grown, mirror.host->bytes);
    }
    bytes += int64_t(mirror.host->bytes);
    if (!succeeded(device->upload(mirror.device->memory->pointer,
                                  mirror.host->data, mirror.host->bytes)))
      return;
  }
  for (Argument &argument : arguments) {
    tsrt_tensor *to = argument.device.get(), *from = argument.host.get();
    to->sizes = from->sizes;
    to->strides = from->strides;
    to->offset = from->offset;
    to->numel = from->numel;
    to->requiresGrad = from->requiresGrad;
    if (findMirror(from->storage) || to->dtype != from->dtype)
      continue;
    // It was given another storage, set_ for example.
    Tensor moved = toDevice(
        viewOf(argument.host, from->sizes, from->strides, from->offset),
        acceleratorOf(to));
    if (!moved)
      return;
    std::swap(to->storage, moved.get()->storage);
    to->strides = moved.strides();
    to->offset = moved.offset();
  }
}
