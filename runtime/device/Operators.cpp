//===- Operators.cpp - Operators of devices -------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// torch.cuda's functions.
//
//===----------------------------------------------------------------------===//

#include "core/Kernel.h"
#include "device/Accelerator.h"

using namespace tsrt;

namespace {

int64_t deviceCount() { return countDevices(CudaDevice, nullptr); }

bool isAvailable() { return deviceCount() != 0; }

/// The device that is meant without a number.
Result<int64_t> currentDevice() {
  Result<Accelerator *> found = Accelerator::find(Device::make(CudaDevice, -1));
  if (!found)
    return found.failure();
  return (*found)->getDevice().index();
}

Status synchronizeDevice(std::optional<Device> device) {
  Result<Accelerator *> found =
      Accelerator::find(device.value_or(Device::make(CudaDevice, -1)));
  if (!found)
    return found.failure();
  return (*found)->synchronize();
}

const KernelEntry entries[] = {
    {"cuda::is_available", kernel<isAvailable>},
    {"cuda::device_count", kernel<deviceCount>},
    {"cuda::_current_device", kernel<currentDevice>},
    {"cuda::synchronize", fn([] { return synchronizeDevice({}); })},
    {"cuda::synchronize.device", kernel<synchronizeDevice>},
};
const KernelTable table(entries);

} // namespace
