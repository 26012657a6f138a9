//===- StreamDriver.cpp - NVIDIA's and AMD's devices ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The drivers' interfaces of CUDA and HIP have the same shape: one class over a
// table of functions serves both. The context is the device's primary one, so
// that pointers of other libraries in the process are valid here.
//
//===----------------------------------------------------------------------===//

#include "device/Driver.h"

#include <cstring>
#include <mutex>

using namespace tsrt;

namespace {

// What the headers of both declare, in the types of this platform.
using Code = int;
using Address = uint64_t;

/// CU_JIT_ERROR_LOG_BUFFER and CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, which HIP
/// numbers alike.
constexpr int kErrorLog = 5, kErrorLogSize = 6;
constexpr Code kOutOfMemory = 2;
/// CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and .._MINOR.
constexpr int kMajor = 75, kMinor = 76;

/// The functions of a driver. Null where one lacks it.
struct Functions {
  Code (*init)(unsigned);
  Code (*deviceCount)(int *);
  Code (*deviceGet)(int *, int);
  Code (*deviceName)(char *, int, int);
  Code (*deviceMemory)(size_t *, int);
  Code (*deviceAttribute)(int *, int, int);
  Code (*driverVersion)(int *);
  Code (*retainContext)(void **, int);
  Code (*setContext)(void *);
  Code (*streamCreate)(void **, unsigned);
  Code (*streamSynchronize)(void *);
  Code (*allocate)(Address *, size_t);
  Code (*release)(Address);
  Code (*upload)(Address, const void *, size_t, void *);
  Code (*download)(void *, Address, size_t, void *);
  Code (*copy)(Address, Address, size_t, void *);
  Code (*moduleLoad)(void **, const void *, unsigned, int *, void **);
  Code (*moduleUnload)(void *);
  Code (*moduleFunction)(void **, void *, const char *);
  Code (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                 unsigned, unsigned, void *, void **, void **);
  Code (*errorText)(Code, const char **);
};

/// What tells CUDA and HIP apart.
struct Dialect {
  const char *word;
  const char *const *libraries;
  int32_t imageKind;
  bool isHip;
  /// The names of the functions, in the order of `Functions`.
  const char *const *names;
};

const char *const kCudaLibraries[] = {"libcuda.so.1", nullptr};
const char *const kCudaNames[] = {"cuInit",
                                  "cuDeviceGetCount",
                                  "cuDeviceGet",
                                  "cuDeviceGetName",
                                  "cuDeviceTotalMem_v2",
                                  "cuDeviceGetAttribute",
                                  "cuDriverGetVersion",
                                  "cuDevicePrimaryCtxRetain",
                                  "cuCtxSetCurrent",
                                  "cuStreamCreate",
                                  "cuStreamSynchronize",
                                  "cuMemAlloc_v2",
                                  "cuMemFree_v2",
                                  "cuMemcpyHtoDAsync_v2",
                                  "cuMemcpyDtoHAsync_v2",
                                  "cuMemcpyDtoDAsync_v2",
                                  "cuModuleLoadDataEx",
                                  "cuModuleUnload",
                                  "cuModuleGetFunction",
                                  "cuLaunchKernel",
                                  "cuGetErrorString"};
const Dialect kCuda = {"CUDA", kCudaLibraries, tsrt_image_ptx, false,
                       kCudaNames};

const char *const kHipLibraries[] = {"libamdhip64.so", "libamdhip64.so.6",
                                     "libamdhip64.so.5", nullptr};
const char *const kHipNames[] = {"hipInit",
                                 "hipGetDeviceCount",
                                 "hipDeviceGet",
                                 "hipDeviceGetName",
                                 "hipDeviceTotalMem",
                                 "hipDeviceGetAttribute",
                                 "hipDriverGetVersion",
                                 "hipDevicePrimaryCtxRetain",
                                 "hipCtxSetCurrent",
                                 "hipStreamCreateWithFlags",
                                 "hipStreamSynchronize",
                                 "hipMalloc",
                                 "hipFree",
                                 "hipMemcpyHtoDAsync",
                                 "hipMemcpyDtoHAsync",
                                 "hipMemcpyDtoDAsync",
                                 "hipModuleLoadDataEx",
                                 "hipModuleUnload",
                                 "hipModuleGetFunction",
                                 "hipModuleLaunchKernel",
                                 "hipDrvGetErrorString"};
const Dialect kHip = {"HIP", kHipLibraries, tsrt_image_hsaco, true, kHipNames};

/// An opened library of a driver.
struct Api {
  const Dialect *dialect = nullptr;
  Functions f{};

  Problem open() {
    Problem problem;
    void *library = openDriverLibrary(dialect->libraries, problem);
    if (!library)
      return problem;
    constexpr size_t count = sizeof(Functions) / sizeof(void *);
    DriverSymbol symbols[count + 1] = {};
    for (size_t i = 0; i < count; ++i)
      symbols[i] = {dialect->names[i], reinterpret_cast<void **>(&f) + i};
    problem = findDriverSymbols(library, symbols);
    return problem.empty() ? check(f.init(0), dialect->names[0]) : problem;
  }
  /// The problem of a call that answered with `code`.
  Problem check(Code code, const char *function) const {
    if (code == 0)
      return {};
    const char *text = nullptr;
    if (f.errorText(code, &text) != 0 || !text)
      text = "unknown error";
    return std::string(function) + ": " + text + " (" + std::to_string(code) +
           ")";
  }
};

class StreamDriver : public Driver {
public:
  explicit StreamDriver(const Api &api) : api(api) {}

  Problem open(int index) {
    int device = 0, version = 0;
    Problem problem;
    auto call = [&](Code code, const char *function) {
      if (problem.empty())
        problem = api.check(code, function);
      return problem.empty();
    };
    char name[256] = "";
    if (!call(api.f.deviceGet(&device, index), "DeviceGet") ||
        !call(api.f.retainContext(&context, device), "PrimaryCtxRetain") ||
        !call(api.f.setContext(context), "CtxSetCurrent") ||
        !call(api.f.streamCreate(&stream, /*non-blocking*/ 1), "StreamCreate"))
      return problem;
    call(api.f.deviceName(name, sizeof name - 1, device), "DeviceGetName");
    call(api.f.deviceMemory(&info.memory, device), "DeviceTotalMem");
    call(api.f.driverVersion(&version), "DriverGetVersion");
    info.kind = api.dialect->isHip ? "hip" : "cuda";
    info.name = name;
    info.driver = std::string(api.dialect->word) + " " +
                  std::to_string(version / 1000) + "." +
                  std::to_string(version % 1000 / 10);
    if (!api.dialect->isHip) {
      int major = 0, minor = 0;
      call(api.f.deviceAttribute(&major, kMajor, device), "DeviceGetAttribute");
      call(api.f.deviceAttribute(&minor, kMinor, device), "DeviceGetAttribute");
      capability = 10 * major + minor;
      info.chip = "sm_" + std::to_string(capability);
    }
    return problem;
  }

  Problem allocate(size_t bytes, void *&pointer, bool &outOfMemory) override {
    Address address = 0;
    enter();
    Code code = api.f.allocate(&address, bytes);
    outOfMemory = code == kOutOfMemory;
    pointer = reinterpret_cast<void *>(address);
    return api.check(code, "MemAlloc");
  }
  void release(void *pointer) override {
    enter();
    api.f.release(Address(pointer));
  }
  Problem upload(void *to, const void *from, size_t bytes) override {
    enter();
    Problem problem = api.check(api.f.upload(Address(to), from, bytes, stream),
                                "MemcpyHtoDAsync");
    // Memory that is not pinned was staged when this returns; pinned memory of
    // the caller may still be read.
    return problem.empty() ? synchronize() : problem;
  }
  Problem download(void *to, const void *from, size_t bytes) override {
    enter();
    Problem problem = api.check(
        api.f.download(to, Address(from), bytes, stream), "MemcpyDtoHAsync");
    return problem.empty() ? synchronize() : problem;
  }
  Problem copy(void *to, const void *from, size_t bytes) override {
    enter();
    return api.check(api.f.copy(Address(to), Address(from), bytes, stream),
                     "MemcpyDtoDAsync");
  }
  bool takes(const tsrt_device_image &image) const override {
    if (image.kind != api.dialect->imageKind)
      return false;
    if (api.dialect->isHip || std::strncmp(image.chip, "sm_", 3) != 0)
      return true;
    // The driver compiles PTX for its chip and all later ones, but for forms
    // with a letter, which are for one chip alone.
    int wanted = 0;
    const char *next = image.chip + 3;
    while (*next >= '0' && *next <= '9')
      wanted = 10 * wanted + (*next++ - '0');
    return *next ? wanted == capability : wanted <= capability;
  }
  Problem load(const tsrt_device_image &image, Program &program) override {
    char log[8192] = "";
    int options[] = {kErrorLog, kErrorLogSize};
    void *values[] = {log, reinterpret_cast<void *>(sizeof log - 1)};
    enter();
    Problem problem =
        api.check(api.f.moduleLoad(&program, image.bytes,
                                   api.dialect->isHip ? 0 : 2, options, values),
                  "ModuleLoadDataEx");
    return problem.empty() || !*log ? problem : problem + "\n" + log;
  }
  void unload(Program program) override {
    enter();
    api.f.moduleUnload(program);
  }
  Problem find(Program program, const char *name, Kernel &kernel) override {
    enter();
    return api.check(api.f.moduleFunction(&kernel, program, name),
                     "ModuleGetFunction");
  }
  Problem launch(Kernel kernel, const tsrt_device_kernel &description,
                 const int64_t *grid, void *const *arguments) override {
    for (int i = 0; i < 3; ++i)
      if (grid[i] > (i ? 65535 : INT32_MAX))
        return "a grid of " + std::to_string(grid[0]) + "x" +
               std::to_string(grid[1]) + "x" + std::to_string(grid[2]) +
               " blocks is too large";
    const int64_t *block = description.block;
    enter();
    return api.check(api.f.launch(kernel, unsigned(grid[0]), unsigned(grid[1]),
                                  unsigned(grid[2]), unsigned(block[0]),
                                  unsigned(block[1]), unsigned(block[2]), 0,
                                  stream, const_cast<void **>(arguments),
                                  nullptr),
                     "LaunchKernel");
  }
  Problem synchronize() override {
    enter();
    return api.check(api.f.streamSynchronize(stream), "StreamSynchronize");
  }

private:
  /// The context belongs to the calling thread from now on.
  void enter() { api.f.setContext(context); }

  const Api &api;
  void *context = nullptr, *stream = nullptr;
  int capability = 0;
};

class StreamPlatform : public Platform {
public:
  explicit StreamPlatform(const Dialect &dialect) { api.dialect = &dialect; }

  Problem open() override {
    std::call_once(once, [&] {
      problem = api.open();
      if (problem.empty())
        problem = api.check(api.f.deviceCount(&devices), "DeviceGetCount");
      if (problem.empty() && devices == 0)
        problem = "the driver has no device";
    });
    return problem;
  }
  int count() const override { return devices; }
  Problem openDevice(int index, std::unique_ptr<Driver> &driver) override {
    auto made = std::make_unique<StreamDriver>(api);
    Problem problem = made->open(index);
    driver = std::move(made);
    return problem;
  }

private:
  std::once_flag once;
  Problem problem;
  Api api;
  int devices = 0;
};

} // namespace

// Never destroyed: drivers may be gone before the runtime's own objects are.
Platform &tsrt::getCudaPlatform() {
  static auto *platform = new StreamPlatform(kCuda);
  return *platform;
}

Platform &tsrt::getHipPlatform() {
  static auto *platform = new StreamPlatform(kHip);
  return *platform;
}
