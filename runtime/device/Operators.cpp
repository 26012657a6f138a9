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

#include <chrono>

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

/// The device with a number, which programs call `cuda:index`.
Result<Accelerator *> getDevice(int64_t index) {
  if (index < 0 || index > INT16_MAX)
    return fail("CUDA error: invalid device ordinal (there %s %lld)",
                deviceCount() == 1 ? "is" : "are", (long long)deviceCount());
  return Accelerator::find(Device::make(CudaDevice, int(index)));
}

Result<int64_t> exchangeDevice(int64_t index) {
  Result<int64_t> before = currentDevice();
  if (!before)
    return before;
  Result<Accelerator *> found = getDevice(index);
  if (!found)
    return found.failure();
  Accelerator::setCurrent((*found)->getDevice());
  return before;
}

Status setDevice(int64_t index) {
  Result<int64_t> before = exchangeDevice(index);
  return before ? success() : Status(before.failure());
}

/// Numbers of streams: 0 is each device's own. All are one queue.
thread_local std::map<int64_t, int64_t> currentStreams;

Result<int64_t> makeStream(int64_t index) {
  static std::atomic<int64_t> last{0};
  Result<Accelerator *> found = getDevice(index);
  if (!found)
    return found.failure();
  return ++last;
}

Result<int64_t> currentStream(int64_t index) {
  Result<Accelerator *> found = getDevice(index);
  if (!found)
    return found.failure();
  return currentStreams[index];
}

Status setStream(int64_t index, int64_t number) {
  Result<Accelerator *> found = getDevice(index);
  if (!found)
    return found.failure();
  currentStreams[index] = number;
  return success();
}

Status synchronizeIndex(std::optional<int64_t> index) {
  Result<Accelerator *> found =
      index ? getDevice(*index)
            : Accelerator::find(Device::make(CudaDevice, -1));
  if (!found)
    return found.failure();
  return (*found)->synchronize();
}

/// Milliseconds of the host's clock when all of the device's work is done.
Result<double> timeDone(int64_t index) {
  Status done = synchronizeIndex(index);
  if (!done)
    return Failure{done.take()};
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(now).count();
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
    {"cuda::_current_stream", kernel<currentStream>},
    {"cuda::_exchange_device", kernel<exchangeDevice>},
    {"cuda::_make_stream", kernel<makeStream>},
    {"cuda::_set_device", kernel<setDevice>},
    {"cuda::_set_stream", kernel<setStream>},
    {"cuda::_time_done", kernel<timeDone>},
    {"cuda::synchronize", fn([] { return synchronizeDevice({}); })},
    {"cuda::synchronize.device", kernel<synchronizeDevice>},
    {"cuda::synchronize.int", kernel<synchronizeIndex>},
};
const KernelTable table(entries);

} // namespace
