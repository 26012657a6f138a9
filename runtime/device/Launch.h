//===- Launch.h - The device of a kernel function ---------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernel functions for devices are host code that launches kernels; they do so
// on the device that their run has chosen.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_DEVICE_LAUNCH_H
#define TSRT_DEVICE_LAUNCH_H

#include "device/Accelerator.h"

namespace tsrt {

/// For its life, what the thread launches goes to a device.
class DeviceScope {
public:
  explicit DeviceScope(Accelerator *device);
  ~DeviceScope();
  DeviceScope(const DeviceScope &) = delete;
  DeviceScope &operator=(const DeviceScope &) = delete;

private:
  Accelerator *before;
};

/// Where a program runs whose inputs lie on the host: on the target, or on the
/// first device that its images are for, which is the target from now on.
Result<Accelerator *> chooseDevice(const tsrt_device_program &program);

} // namespace tsrt

#endif // TSRT_DEVICE_LAUNCH_H
