//===- Driver.h - What every kind of device can do ---------------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One interface for OpenCL, CUDA and HIP. Their libraries are opened by name at
// the first use, so that neither the build nor a program without devices needs
// them. What goes wrong is a value with the driver's own text.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_DEVICE_DRIVER_H
#define TSRT_DEVICE_DRIVER_H

#include "tsrt_device.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace tsrt {

/// Kinds of devices, by the numbers of torch.device's kinds.
enum DeviceKind {
  CpuDevice = 0,
  CudaDevice = 1,
  OpenCLDevice = 4,
  HipDevice = 6
};

/// What went wrong in a driver, in words; empty: nothing.
using Problem = std::string;

/// What a driver says about a device.
struct DriverInfo {
  /// "cuda", "opencl" or "hip".
  const char *kind = "";
  std::string name;
  /// The driver and its version.
  std::string driver;
  /// The name that images for it have, "sm_80"; empty for OpenCL.
  std::string chip;
  /// Bytes of its memory.
  size_t memory = 0;
};

/// An opened device with one stream, in order. Calls are not synchronized: the
/// owner makes them one at a time. Pointers into device memory may be moved
/// inside of their allocation.
class Driver {
public:
  virtual ~Driver() = default;

  /// A program that was loaded, a kernel of it.
  using Program = void *;
  using Kernel = void *;

  const DriverInfo &getInfo() const { return info; }
  /// What the offsets of kernels' arguments in their allocation are multiples
  /// of.
  virtual size_t getAlignment() const { return 1; }

  /// Memory of `bytes` bytes, more than none. `outOfMemory` says that the
  /// problem is the lack of it.
  virtual Problem allocate(size_t bytes, void *&pointer, bool &outOfMemory) = 0;
  /// Gives memory back that nothing in the stream uses any more.
  virtual void release(void *pointer) = 0;
  /// Copies from the host; `from` may change when this returns.
  virtual Problem upload(void *to, const void *from, size_t bytes) = 0;
  /// Copies to the host and waits.
  virtual Problem download(void *to, const void *from, size_t bytes) = 0;
  /// Copies within the device; the regions do not overlap.
  virtual Problem copy(void *to, const void *from, size_t bytes) = 0;
  /// Does the device take images of this kind?
  virtual bool takes(const tsrt_device_image &image) const = 0;
  virtual Problem load(const tsrt_device_image &image, Program &program) = 0;
  virtual void unload(Program program) = 0;
  virtual Problem find(Program program, const char *name, Kernel &kernel) = 0;
  /// Runs a kernel of a program on blocks, in order; does not wait.
  virtual Problem launch(Kernel kernel, const tsrt_device_kernel &description,
                         const int64_t *grid, void *const *arguments) = 0;
  /// Waits for all that was enqueued.
  virtual Problem synchronize() = 0;

protected:
  DriverInfo info;
};

/// The devices that one library serves.
class Platform {
public:
  virtual ~Platform() = default;
  /// Opens the library and counts the devices, once; the problem says why there
  /// are none.
  virtual Problem open() = 0;
  virtual int count() const = 0;
  virtual Problem openDevice(int index, std::unique_ptr<Driver> &driver) = 0;
};

Platform &getOpenCLPlatform();
Platform &getCudaPlatform();
Platform &getHipPlatform();

/// Opens a library by its names, in turn; null with a problem about the first.
void *openDriverLibrary(const char *const *names, Problem &problem);
/// Finds the functions of a library: names and where the addresses go, up to a
/// name that is null.
struct DriverSymbol {
  const char *name;
  void **address;
};
Problem findDriverSymbols(void *library, const DriverSymbol *symbols);

/// SPIR-V as bitcode for drivers that take no SPIR-V, by the translator
/// `llvm-spirv-15` on PATH ($TSRT_LLVM_SPIRV names another one).
Problem translateSpirv(const void *bytes, size_t size, std::string &bitcode);

} // namespace tsrt

#endif // TSRT_DEVICE_DRIVER_H
