//===- Accelerator.cpp - Devices and their memory -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds and opens devices, keeps their memory and programs.
//
//===----------------------------------------------------------------------===//

#include "device/Accelerator.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace tsrt;

std::atomic<bool> tsrt::haveAccelerators{false};
std::atomic<Accelerator *> Accelerator::first{nullptr};

//===----------------------------------------------------------------------===//
// Which devices there are
//===----------------------------------------------------------------------===//

namespace {

/// What is known of devices before they are opened.
struct Registry {
  std::mutex mutex;
  /// Kinds that stand for others, in both directions.
  std::map<int, int> physical, logical;
  std::atomic<Accelerator *> target{nullptr};
  /// Why there are no devices, by kind.
  std::map<int, std::string> reasons;

  static Registry &get() {
    static auto *registry = new Registry;
    return *registry;
  }
  /// The kind of the devices that a program's kind stands for.
  int getPhysical(int kind) const {
    auto found = physical.find(kind);
    return found == physical.end() ? kind : found->second;
  }
  int getLogical(int kind) const {
    auto found = logical.find(kind);
    return found == logical.end() ? kind : found->second;
  }
};

Platform *getPlatform(int kind) {
  switch (kind) {
  case CudaDevice:
    return &getCudaPlatform();
  case OpenCLDevice:
    return &getOpenCLPlatform();
  case HipDevice:
    return &getHipPlatform();
  default:
    return nullptr;
  }
}

} // namespace

int tsrt::countDevices(int kind, const char **why) {
  Registry &registry = Registry::get();
  std::lock_guard<std::mutex> lock(registry.mutex);
  Platform *platform = getPlatform(registry.getPhysical(kind));
  Problem problem = platform ? platform->open() : "no driver serves the kind";
  if (problem.empty())
    return platform->count();
  // The first reason stays: others hold it.
  auto reason = registry.reasons.emplace(kind, problem).first;
  if (why)
    *why = reason->second.c_str();
  return 0;
}

Status tsrt::mapDevices(const char *from, const char *to) {
  Device source, target;
  auto isKind = [](const char *text, Device &device) {
    return parseDevice(text, device) && device.index() < 0 &&
           getPlatform(device.kind());
  };
  for (const char *text : {from, to})
    if (!isKind(text, text == from ? source : target))
      return fail("'%s' is no kind of device: cuda, opencl or hip", text);
  Registry &registry = Registry::get();
  std::lock_guard<std::mutex> lock(registry.mutex);
  if (haveAccelerators)
    return fail("devices are in use: '%s' cannot become '%s' any more", from,
                to);
  registry.physical[source.kind()] = target.kind();
  registry.logical[target.kind()] = source.kind();
  return success();
}

Accelerator::Accelerator(Device device, std::unique_ptr<Driver> driver)
    : device(device), name(deviceName(device)), driver(std::move(driver)) {
  statistics.device = name.c_str();
}

Result<Accelerator *> Accelerator::open(Device device) {
  Registry &registry = Registry::get();
  Platform *platform = getPlatform(registry.getPhysical(device.kind()));
  std::unique_ptr<Driver> driver;
  Problem problem = platform->openDevice(device.index(), driver);
  if (!problem.empty())
    return fail("the device '%s' cannot be opened: %s",
                deviceName(device).c_str(), problem.c_str());
  auto *made = new Accelerator(device, std::move(driver));
  made->next = first.load();
  first.store(made);
  haveAccelerators = true;
  return made;
}

/// By kind.
static thread_local std::map<int, int> currentIndices;

void Accelerator::setCurrent(Device device) {
  currentIndices[device.kind()] = device.index();
}

Result<Accelerator *> Accelerator::find(Device wanted) {
  Registry &registry = Registry::get();
  int count = countDevices(wanted.kind(), nullptr);
  if (count == 0)
    return fail("PyTorch is not linked with support for %s devices",
                deviceKindName(wanted.kind()));
  Accelerator *target = getTarget();
  std::lock_guard<std::mutex> lock(registry.mutex);
  // One device has one name, whichever of its kinds is asked for.
  int kind = registry.getLogical(registry.getPhysical(wanted.kind()));
  int index = wanted.index();
  if (index < 0) {
    auto current = currentIndices.find(kind);
    if (current == currentIndices.end() && target &&
        target->device.kind() == kind)
      return target;
    index = current == currentIndices.end() ? 0 : current->second;
  }
  if (index >= count)
    return fail("%s error: invalid device ordinal (there %s %d)",
                kind == CudaDevice ? "CUDA" : deviceKindName(kind),
                count == 1 ? "is" : "are", count);
  Device device = Device::make(kind, index);
  for (Accelerator *known = first.load(); known; known = known->next)
    if (known->device.bits == device.bits)
      return known;
  return open(device);
}

Result<Accelerator *> Accelerator::find(const char *text) {
  Device device;
  if (!parseDevice(text, device))
    return fail("Invalid device string: '%s'", text);
  if (device.kind() == CpuDevice)
    return static_cast<Accelerator *>(nullptr);
  return find(device);
}

Accelerator *Accelerator::getTarget() { return Registry::get().target.load(); }
void Accelerator::setTarget(Accelerator *accelerator) {
  Registry::get().target.store(accelerator);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Sizes that blocks have, so that they fit again: multiples of 512 bytes, of
/// larger ones those of 1/8 of a power of two.
static size_t roundUp(size_t bytes) {
  size_t step = 512;
  while (step * 16 < bytes)
    step *= 2;
  return bytes > SIZE_MAX - step ? bytes : (bytes + step - 1) / step * step;
}

static std::string spellBytes(size_t bytes) {
  char text[32];
  double mebi = double(bytes) / (1 << 20);
  if (bytes < (1 << 20))
    snprintf(text, sizeof text, "%zu bytes", bytes);
  else if (mebi < 1024)
    snprintf(text, sizeof text, "%.2f MiB", mebi);
  else
    snprintf(text, sizeof text, "%.2f GiB", mebi / 1024);
  return text;
}

Failure Accelerator::outOfMemory(size_t bytes) const {
  return fail("%s out of memory. Tried to allocate %s (%s; %s total capacity; "
              "%s already allocated; %s reserved in total)",
              device.kind() == CudaDevice ? "CUDA"
                                          : deviceKindName(device.kind()),
              spellBytes(bytes).c_str(), name.c_str(),
              spellBytes(getInfo().memory).c_str(),
              spellBytes(size_t(statistics.held_bytes)).c_str(),
              spellBytes(size_t(statistics.reserved_bytes)).c_str());
}

void Accelerator::releaseUnused() {
  for (auto &[size, pointer] : unused) {
    driver->release(pointer);
    statistics.reserved_bytes -= int64_t(size);
  }
  unused.clear();
}

Status Accelerator::allocate(size_t bytes, void *&pointer) {
  size_t size = roundUp(std::max<size_t>(bytes, 1));
  std::lock_guard<std::mutex> lock(mutex);
  // A block that is a little larger will do.
  auto found = unused.lower_bound(size);
  if (found != unused.end() && found->first <= size + size / 4) {
    size = found->first;
    pointer = found->second;
    unused.erase(found);
  } else {
    bool outOfDeviceMemory = false;
    if (size > getInfo().memory && getInfo().memory)
      return outOfMemory(bytes);
    Problem problem = driver->allocate(size, pointer, outOfDeviceMemory);
    if (outOfDeviceMemory && !unused.empty()) {
      driver->synchronize();
      releaseUnused();
      problem = driver->allocate(size, pointer, outOfDeviceMemory);
    }
    if (outOfDeviceMemory)
      return outOfMemory(bytes);
    if (!problem.empty())
      return check("allocating memory", problem);
    statistics.reserved_bytes += int64_t(size);
  }
  used.emplace(pointer, size);
  statistics.held_bytes += int64_t(size);
  statistics.peak_bytes =
      std::max(statistics.peak_bytes, statistics.held_bytes);
  return success();
}

void Accelerator::release(void *pointer) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = used.find(pointer);
  if (found == used.end())
    return;
  statistics.held_bytes -= int64_t(found->second);
  unused.emplace(found->second, pointer);
  used.erase(found);
}

Status Accelerator::check(const char *what, const Problem &problem) const {
  if (problem.empty())
    return success();
  return failText(kRuntimeError, name + " error in " + what + ": " + problem);
}

Status Accelerator::upload(void *to, const void *from, size_t bytes) {
  if (!bytes)
    return success();
  std::lock_guard<std::mutex> lock(mutex);
  ++statistics.uploads;
  statistics.uploaded_bytes += int64_t(bytes);
  return check("a copy to the device", driver->upload(to, from, bytes));
}

Status Accelerator::download(void *to, const void *from, size_t bytes) {
  if (!bytes)
    return success();
  std::lock_guard<std::mutex> lock(mutex);
  ++statistics.downloads;
  statistics.downloaded_bytes += int64_t(bytes);
  return check("a copy to the host", driver->download(to, from, bytes));
}

Status Accelerator::copy(void *to, const void *from, size_t bytes) {
  if (!bytes)
    return success();
  std::lock_guard<std::mutex> lock(mutex);
  ++statistics.copies;
  statistics.copied_bytes += int64_t(bytes);
  return check("a copy", driver->copy(to, from, bytes));
}

Status Accelerator::synchronize() {
  std::lock_guard<std::mutex> lock(mutex);
  return check("synchronizing", driver->synchronize());
}

tsrt_device_statistics Accelerator::getStatistics() {
  std::lock_guard<std::mutex> lock(mutex);
  return statistics;
}

void Accelerator::resetStatistics() {
  std::lock_guard<std::mutex> lock(mutex);
  tsrt_device_statistics cleared{};
  cleared.device = statistics.device;
  cleared.held_bytes = cleared.peak_bytes = statistics.held_bytes;
  cleared.reserved_bytes = statistics.reserved_bytes;
  statistics = cleared;
}
