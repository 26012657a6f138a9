//===- Memory.h - Tensors on devices ----------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A storage on a device has no `data`: what reads or writes elements on the
// host first makes a mirror of the storage, or moves it. Views share the
// storage, on a device as on the host.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_DEVICE_MEMORY_H
#define TSRT_DEVICE_MEMORY_H

#include "device/Accelerator.h"
#include "tensor/Tensor.h"

#include <vector>

namespace tsrt {

/// The bytes of a storage on a device.
struct DeviceMemory {
  Accelerator *device;
  void *pointer;
  /// Gives memory of another owner back; null: the memory is the device's.
  void (*release)(void *);
  void *context;
  bool isOwned;
};

/// The device of a tensor; null: the host.
inline Accelerator *acceleratorOf(const tsrt_tensor *t) {
  return t->storage && t->storage->memory ? t->storage->memory->device
                                          : nullptr;
}
inline Accelerator *acceleratorOf(const Tensor &t) {
  return t ? acceleratorOf(t.get()) : nullptr;
}
/// The first element of a tensor on a device.
void *deviceData(const tsrt_tensor *t);

/// A new tensor on a device, or for null on the host; errors are noted, as for
/// all functions here.
Tensor emptyOn(Accelerator *device, const Dims &sizes, const Dims &strides,
               int dtype);
/// Makes a storage's memory that of a device pointer of the caller.
Tensor onDeviceMemory(Accelerator &device, int dtype, const Dims &sizes,
                      const Dims &strides, void *pointer,
                      void (*release)(void *), void *context);
/// Moves the memory of a storage, for all tensors on it, to a device, or for
/// null to the host.
void moveStorage(Storage &storage, Accelerator *device);
/// The context of storages with memory of compiled libraries, which no other
/// owner writes to: they move to the device that first needs them.
extern char libraryMemory;
/// Moves the storage of a tensor of a library to a device. Several threads may
/// ask for it; what else uses the tensor on the host has to be done.
void moveLibraryTensor(const tsrt_tensor &t, Accelerator &device);
/// A copy on a device, or for null on the host, with the strides of the tensor
/// where these are dense; the tensor itself when it is there.
Tensor copyTo(const Tensor &t, Accelerator *device);
/// A tensor whose elements the host can read: itself, or a copy.
inline Tensor onHost(const Tensor &t) {
  return t.isOnDevice() ? copyTo(t, nullptr) : t;
}
/// copyInPlace where one of the tensors, or both, lie on a device. The shapes
/// fit.
void copyWithDevices(const Tensor &target, const Tensor &source);

/// Copies elements within a device, from a tensor of the same dtype and sizes
/// on another storage, run by run: elements that lie next to each other in both
/// are a run. False, and nothing is copied, when the runs are too many.
bool copyRuns(const Tensor &target, const Tensor &source);

/// Copies of storages of devices that the host works on.
class HostMirrors {
public:
  HostMirrors() = default;
  HostMirrors(const HostMirrors &) = delete;
  ~HostMirrors();

  /// A tensor on the mirror of its storage, which is read at the first; a
  /// tensor of the host itself.
  Tensor toHost(const Tensor &t);
  /// What a result of the host's work is on the device: an argument itself, a
  /// view of an argument's storage, or a copy on `device`.
  Tensor toDevice(const Tensor &result, Accelerator *device);
  /// Arguments that the host changed, changed on their devices.
  void writeBack();
  /// The bytes that were copied so far.
  int64_t getBytes() const { return bytes; }

private:
  struct Mirror {
    Storage *device, *host;
  };
  struct Argument {
    Tensor device, host;
  };
  Storage *mirror(Storage *storage);
  const Mirror *findMirror(const Storage *host) const;

  std::vector<Mirror> mirrors;
  std::vector<Argument> arguments;
  int64_t bytes = 0;
};

} // namespace tsrt

#endif // TSRT_DEVICE_MEMORY_H
