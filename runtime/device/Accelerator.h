//===- Accelerator.h - A device and its memory ------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The devices of the process: each is opened at its first use, has a driver
// with one stream, memory that is kept for reuse, and counts what it does.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_DEVICE_ACCELERATOR_H
#define TSRT_DEVICE_ACCELERATOR_H

#include "core/Error.h"
#include "core/Value.h"
#include "device/Driver.h"
#include "tsrt_devices.h"

#include <atomic>
#include <map>
#include <mutex>
#include <unordered_map>

namespace tsrt {

/// Whether a device was ever opened: while none was, no tensor lies on one.
extern std::atomic<bool> haveAccelerators;

/// An opened device. All methods may be called by several threads.
class Accelerator {
public:
  /// The device that a program names, opened; the error has PyTorch's text.
  static Result<Accelerator *> find(Device device);
  /// By its spelling; null for "cpu".
  static Result<Accelerator *> find(const char *text);
  /// The device of its kind that a program of this thread means without a
  /// number; the first one before.
  static void setCurrent(Device device);
  /// Where programs run; null: on the processor.
  static Accelerator *getTarget();
  static void setTarget(Accelerator *accelerator);
  /// Calls `visit` for those that were opened.
  template <class F>
  static void forEach(const F &visit) {
    for (Accelerator *next = first.load(); next; next = next->next)
      visit(*next);
  }

  /// What `tensor.device` answers.
  Device getDevice() const { return device; }
  const char *getName() const { return name.c_str(); }
  const DriverInfo &getInfo() const { return driver->getInfo(); }
  /// Whether a kernel can be given the address.
  bool isAligned(const void *pointer) const {
    return reinterpret_cast<uintptr_t>(pointer) % driver->getAlignment() == 0;
  }

  /// Memory, aligned to 256 bytes at least; not initialized. What was enqueued
  /// before with memory that is reused comes before what is enqueued now.
  Status allocate(size_t bytes, void *&pointer);
  void release(void *pointer);
  Status upload(void *to, const void *from, size_t bytes);
  Status download(void *to, const void *from, size_t bytes);
  Status copy(void *to, const void *from, size_t bytes);
  Status synchronize();
  /// Runs a kernel of a program, which is loaded at the first launch.
  Status launch(const tsrt_device_program *program, int64_t kernel,
                const int64_t *grid, void *const *arguments);
  /// Unloads a program, if it was loaded here.
  void forget(const tsrt_device_program *program);

  tsrt_device_statistics getStatistics();
  void resetStatistics();

private:
  struct Loaded {
    Driver::Program program = nullptr;
    std::vector<Driver::Kernel> kernels;
  };

  Accelerator(Device device, std::unique_ptr<Driver> driver);
  static Result<Accelerator *> open(Device device);

  /// The error of a driver's problem in doing something.
  Status check(const char *what, const Problem &problem) const;
  Status load(const tsrt_device_program *program, Loaded *&loaded);
  Failure outOfMemory(size_t bytes) const;
  /// Gives all memory that is kept for reuse back to the driver.
  void releaseUnused();

  static std::atomic<Accelerator *> first;
  Accelerator *next = nullptr;

  const Device device;
  const std::string name;
  std::mutex mutex;
  const std::unique_ptr<Driver> driver;
  std::unordered_map<const tsrt_device_program *, Loaded> programs;
  /// Memory that is not used, by size, and the sizes of all that is.
  std::multimap<size_t, void *> unused;
  std::unordered_map<void *, size_t> used;
  tsrt_device_statistics statistics{};
};

/// Lets devices of one kind be those of another.
Status mapDevices(const char *from, const char *to);
/// How many devices there are of a kind that a program names, and why there are
/// none.
int countDevices(int kind, const char **why);

/// Counts something that ran on the host although its tensors lie on a device.
void countHostCall(const char *name, int64_t bytes);

} // namespace tsrt

#endif // TSRT_DEVICE_ACCELERATOR_H
