//===- OpenCL.cpp - Devices of OpenCL drivers -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any device of any OpenCL driver that the loader finds. With shared virtual
// memory, device pointers are the driver's. Without, they are addresses that
// were reserved and never hold anything: a table leads from them to the buffer
// and the offset in it, and a touch by the host ends the process at once, so
// that $TSRT_OPENCL_MEMORY=buffers shows accesses that real devices would not
// allow.
//
//===----------------------------------------------------------------------===//

#include "device/Driver.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <sys/mman.h>

using namespace tsrt;

namespace {

// What OpenCL's headers declare.
using Int = int32_t;
using UInt = uint32_t;
using ULong = uint64_t;
using Handle = void *;

constexpr Int kBuildFailure = -11, kOutOfResources = -5,
              kAllocationFailure = -4, kOutOfHostMemory = -6,
              kInvalidBufferSize = -61;
constexpr ULong kDeviceTypeAll = 0xffffffff;
constexpr UInt kPlatformName = 0x0902;
constexpr UInt kDeviceName = 0x102b, kDriverVersion = 0x102d,
               kGlobalMemSize = 0x101f, kBaseAlign = 0x1019,
               kIlVersion = 0x105b, kSvmCapabilities = 0x1053;
constexpr UInt kBuildLog = 0x1183;
constexpr ULong kReadWrite = 1;
constexpr UInt kRegion = 0x1220;

/// The functions, in the order of the names below.
struct Functions {
  Int (*platformIDs)(UInt, Handle *, UInt *);
  Int (*platformInfo)(Handle, UInt, size_t, void *, size_t *);
  Int (*deviceIDs)(Handle, ULong, UInt, Handle *, UInt *);
  Int (*deviceInfo)(Handle, UInt, size_t, void *, size_t *);
  Handle (*createContext)(const intptr_t *, UInt, const Handle *, void *,
                          void *, Int *);
  Handle (*createQueue)(Handle, Handle, ULong, Int *);
  Handle (*createBuffer)(Handle, ULong, size_t, void *, Int *);
  Handle (*createSubBuffer)(Handle, ULong, UInt, const void *, Int *);
  Int (*releaseBuffer)(Handle);
  Int (*enqueueWrite)(Handle, Handle, UInt, size_t, size_t, const void *, UInt,
                      const Handle *, Handle *);
  Int (*enqueueRead)(Handle, Handle, UInt, size_t, size_t, void *, UInt,
                     const Handle *, Handle *);
  Int (*enqueueCopy)(Handle, Handle, Handle, size_t, size_t, size_t, UInt,
                     const Handle *, Handle *);
  Handle (*programWithBinary)(Handle, UInt, const Handle *, const size_t *,
                              const unsigned char **, Int *, Int *);
  Int (*buildProgram)(Handle, UInt, const Handle *, const char *, void *,
                      void *);
  Int (*buildInfo)(Handle, Handle, UInt, size_t, void *, size_t *);
  Int (*releaseProgram)(Handle);
  Handle (*createKernel)(Handle, const char *, Int *);
  Int (*setArgument)(Handle, UInt, size_t, const void *);
  Int (*enqueueKernel)(Handle, Handle, UInt, const size_t *, const size_t *,
                       const size_t *, UInt, const Handle *, Handle *);
  Int (*finish)(Handle);
};
const char *const kNames[] = {"clGetPlatformIDs",
                              "clGetPlatformInfo",
                              "clGetDeviceIDs",
                              "clGetDeviceInfo",
                              "clCreateContext",
                              "clCreateCommandQueue",
                              "clCreateBuffer",
                              "clCreateSubBuffer",
                              "clReleaseMemObject",
                              "clEnqueueWriteBuffer",
                              "clEnqueueReadBuffer",
                              "clEnqueueCopyBuffer",
                              "clCreateProgramWithBinary",
                              "clBuildProgram",
                              "clGetProgramBuildInfo",
                              "clReleaseProgram",
                              "clCreateKernel",
                              "clSetKernelArg",
                              "clEnqueueNDRangeKernel",
                              "clFinish"};

/// The functions that came later: null in a loader that lacks them.
struct LaterFunctions {
  Handle (*programWithIL)(Handle, const void *, size_t, Int *);
  void *(*svmAlloc)(Handle, ULong, size_t, UInt);
  void (*svmFree)(Handle, void *);
  Int (*enqueueSvmCopy)(Handle, UInt, void *, const void *, size_t, UInt,
                        const Handle *, Handle *);
  Int (*setSvmArgument)(Handle, UInt, const void *);
};

struct Api {
  Functions f{};
  LaterFunctions later{};

  Problem open() {
    const char *const libraries[] = {"libOpenCL.so.1", nullptr};
    Problem problem;
    void *library = openDriverLibrary(libraries, problem);
    if (!library)
      return problem;
    constexpr size_t count = sizeof(Functions) / sizeof(void *);
    static_assert(count == sizeof(kNames) / sizeof(*kNames));
    DriverSymbol symbols[count + 1] = {};
    for (size_t i = 0; i < count; ++i)
      symbols[i] = {kNames[i], reinterpret_cast<void **>(&f) + i};
    problem = findDriverSymbols(library, symbols);
    auto findLater = [&](auto &function, const char *name) {
      void *address = nullptr;
      DriverSymbol one[2] = {{name, &address}, {nullptr, nullptr}};
      if (findDriverSymbols(library, one).empty())
        std::memcpy(&function, &address, sizeof address);
    };
    findLater(later.programWithIL, "clCreateProgramWithIL");
    findLater(later.svmAlloc, "clSVMAlloc");
    findLater(later.svmFree, "clSVMFree");
    findLater(later.enqueueSvmCopy, "clEnqueueSVMMemcpy");
    findLater(later.setSvmArgument, "clSetKernelArgSVMPointer");
    return problem;
  }
};

/// The names of the errors that users meet.
const char *nameError(Int code) {
  switch (code) {
  case -3:
    return "CL_COMPILER_NOT_AVAILABLE";
  case kAllocationFailure:
    return "CL_MEM_OBJECT_ALLOCATION_FAILURE";
  case kOutOfResources:
    return "CL_OUT_OF_RESOURCES";
  case kOutOfHostMemory:
    return "CL_OUT_OF_HOST_MEMORY";
  case kBuildFailure:
    return "CL_BUILD_PROGRAM_FAILURE";
  case -13:
    return "CL_MISALIGNED_SUB_BUFFER_OFFSET";
  case -30:
    return "CL_INVALID_VALUE";
  case -42:
    return "CL_INVALID_BINARY";
  case -45:
    return "CL_INVALID_PROGRAM_EXECUTABLE";
  case -46:
    return "CL_INVALID_KERNEL_NAME";
  case -50:
    return "CL_INVALID_ARG_VALUE";
  case -51:
    return "CL_INVALID_ARG_SIZE";
  case -52:
    return "CL_INVALID_KERNEL_ARGS";
  case -54:
    return "CL_INVALID_WORK_GROUP_SIZE";
  case kInvalidBufferSize:
    return "CL_INVALID_BUFFER_SIZE";
  default:
    return "error";
  }
}

Problem check(Int code, const char *function) {
  return code == 0 ? Problem()
                   : std::string(function) + ": " + nameError(code) + " (" +
                         std::to_string(code) + ")";
}

/// Buffers at reserved addresses.
class AddressTable {
public:
  struct Place {
    Handle buffer;
    size_t offset, size;
  };

  void *add(Handle buffer, size_t bytes) {
    size_t reserved = (bytes + 4095) & ~size_t(4095);
    void *address = mmap(nullptr, reserved, PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (address == MAP_FAILED)
      return nullptr;
    buffers[uintptr_t(address)] = {buffer, reserved, bytes};
    return address;
  }
  Handle remove(void *address) {
    auto found = buffers.find(uintptr_t(address));
    Handle buffer = found->second.buffer;
    munmap(address, found->second.offset);
    buffers.erase(found);
    return buffer;
  }
  /// The buffer that `pointer` points into; its handle is null when there is
  /// none.
  Place find(const void *pointer) const {
    auto next = buffers.upper_bound(uintptr_t(pointer));
    if (next == buffers.begin())
      return {};
    auto &[address, entry] = *--next;
    size_t offset = uintptr_t(pointer) - address;
    return offset < entry.size ? Place{entry.buffer, offset, entry.size}
                               : Place{};
  }

private:
  /// By address: the buffer, the bytes that are reserved, its size.
  std::map<uintptr_t, Place> buffers;
};

class OpenCLDriver : public Driver {
public:
  OpenCLDriver(const Api &api, Handle platform, Handle device)
      : api(api), platform(platform), device(device) {}

  Problem open() {
    Int code;
    context = api.f.createContext(nullptr, 1, &device, nullptr, nullptr, &code);
    if (code)
      return check(code, "clCreateContext");
    queue = api.f.createQueue(context, device, 0, &code);
    if (code)
      return check(code, "clCreateCommandQueue");
    char platformName[256] = "";
    api.f.platformInfo(platform, kPlatformName, sizeof platformName - 1,
                       platformName, nullptr);
    info.kind = "opencl";
    info.name = ask(kDeviceName);
    info.driver =
        std::string("OpenCL, ") + platformName + " " + ask(kDriverVersion);
    ULong memory = 0, svm = 0;
    UInt align = 0;
    api.f.deviceInfo(device, kGlobalMemSize, sizeof memory, &memory, nullptr);
    api.f.deviceInfo(device, kSvmCapabilities, sizeof svm, &svm, nullptr);
    api.f.deviceInfo(device, kBaseAlign, sizeof align, &align, nullptr);
    info.memory = size_t(memory);
    baseAlign = align >= 8 ? align / 8 : 1;
    takesIL = api.later.programWithIL && !ask(kIlVersion).empty();
    const char *wanted = getenv("TSRT_OPENCL_MEMORY");
    hasSvm = svm && api.later.svmAlloc && api.later.svmFree &&
             api.later.enqueueSvmCopy && api.later.setSvmArgument &&
             !(wanted && std::strcmp(wanted, "buffers") == 0);
    return {};
  }

  size_t getAlignment() const override { return hasSvm ? 1 : baseAlign; }
  Problem allocate(size_t bytes, void *&pointer, bool &outOfMemory) override {
    outOfMemory = false;
    if (hasSvm) {
      pointer = api.later.svmAlloc(context, kReadWrite, bytes, 0);
      outOfMemory = !pointer;
      return pointer ? Problem() : "clSVMAlloc gives no memory";
    }
    Int code;
    Handle buffer =
        api.f.createBuffer(context, kReadWrite, bytes, nullptr, &code);
    outOfMemory = code == kAllocationFailure || code == kOutOfResources ||
                  code == kOutOfHostMemory || code == kInvalidBufferSize;
    if (code)
      return check(code, "clCreateBuffer");
    pointer = addresses.add(buffer, bytes);
    if (pointer)
      return {};
    api.f.releaseBuffer(buffer);
    return "no addresses are left for buffers";
  }
  void release(void *pointer) override {
    if (!hasSvm) {
      api.f.releaseBuffer(addresses.remove(pointer));
      return;
    }
    // Unlike buffers it goes at once.
    api.f.finish(queue);
    api.later.svmFree(context, pointer);
  }
  Problem upload(void *to, const void *from, size_t bytes) override {
    if (hasSvm)
      return copyShared(true, to, from, bytes);
    AddressTable::Place place = addresses.find(to);
    return check(api.f.enqueueWrite(queue, place.buffer, 1, place.offset, bytes,
                                    from, 0, nullptr, nullptr),
                 "clEnqueueWriteBuffer");
  }
  Problem download(void *to, const void *from, size_t bytes) override {
    if (hasSvm)
      return copyShared(true, to, from, bytes);
    AddressTable::Place place = addresses.find(from);
    return check(api.f.enqueueRead(queue, place.buffer, 1, place.offset, bytes,
                                   to, 0, nullptr, nullptr),
                 "clEnqueueReadBuffer");
  }
  Problem copy(void *to, const void *from, size_t bytes) override {
    if (hasSvm)
      return copyShared(false, to, from, bytes);
    AddressTable::Place target = addresses.find(to),
                        source = addresses.find(from);
    return check(api.f.enqueueCopy(queue, source.buffer, target.buffer,
                                   source.offset, target.offset, bytes, 0,
                                   nullptr, nullptr),
                 "clEnqueueCopyBuffer");
  }
  bool takes(const tsrt_device_image &image) const override {
    return image.kind == tsrt_image_spirv;
  }
  Problem load(const tsrt_device_image &image, Program &program) override {
    Int code, status = 0;
    if (takesIL) {
      program = api.later.programWithIL(context, image.bytes,
                                        size_t(image.size), &code);
      if (code)
        return check(code, "clCreateProgramWithIL");
    } else {
      std::string bitcode;
      if (Problem problem =
              translateSpirv(image.bytes, size_t(image.size), bitcode);
          !problem.empty())
        return problem;
      auto *bytes = reinterpret_cast<const unsigned char *>(bitcode.data());
      size_t size = bitcode.size();
      program = api.f.programWithBinary(context, 1, &device, &size, &bytes,
                                        &status, &code);
      if (code)
        return check(code, "clCreateProgramWithBinary");
    }
    code = api.f.buildProgram(program, 1, &device, "", nullptr, nullptr);
    if (code == 0)
      return {};
    Problem problem = check(code, "clBuildProgram");
    size_t size = 0;
    api.f.buildInfo(program, device, kBuildLog, 0, nullptr, &size);
    std::string log(size, '\0');
    api.f.buildInfo(program, device, kBuildLog, size, log.data(), nullptr);
    api.f.releaseProgram(program);
    log.resize(std::strlen(log.c_str()));
    return log.empty() ? problem : problem + "\n" + log;
  }
  void unload(Program program) override {
    api.f.finish(queue);
    api.f.releaseProgram(program);
  }
  Problem find(Program program, const char *name, Kernel &kernel) override {
    Int code;
    kernel = api.f.createKernel(program, name, &code);
    return check(code, "clCreateKernel");
  }
  Problem launch(Kernel kernel, const tsrt_device_kernel &description,
                 const int64_t *grid, void *const *arguments) override {
    std::vector<Handle> regions;
    Problem problem;
    for (int64_t i = 0; problem.empty() && i < description.num_arguments; ++i)
      problem = setArgument(kernel, UInt(i), description.argument_bytes[i],
                            arguments[i], regions);
    size_t global[3], local[3];
    for (int i = 0; i < 3; ++i) {
      local[i] = size_t(description.block[i]);
      global[i] = size_t(grid[i]) * local[i];
    }
    if (problem.empty())
      problem = check(api.f.enqueueKernel(queue, kernel, 3, nullptr, global,
                                          local, 0, nullptr, nullptr),
                      "clEnqueueNDRangeKernel");
    // The command that was enqueued keeps them.
    for (Handle region : regions)
      api.f.releaseBuffer(region);
    return problem;
  }
  Problem synchronize() override {
    return check(api.f.finish(queue), "clFinish");
  }

private:
  /// A copy between shared memory and the host's, or inside of shared memory;
  /// `waits` for its end.
  Problem copyShared(bool waits, void *to, const void *from, size_t bytes) {
    return check(api.later.enqueueSvmCopy(queue, waits, to, from, bytes, 0,
                                          nullptr, nullptr),
                 "clEnqueueSVMMemcpy");
  }

  /// A text about the device.
  std::string ask(UInt what) const {
    char text[1024] = "";
    if (api.f.deviceInfo(device, what, sizeof text - 1, text, nullptr) != 0)
      return "";
    return text;
  }

  /// Sets a number, or the memory that a pointer points to.
  Problem setArgument(Kernel kernel, UInt index, size_t bytes, void *value,
                      std::vector<Handle> &regions) {
    if (bytes)
      return check(api.f.setArgument(kernel, index, bytes, value),
                   "clSetKernelArg");
    void *pointer;
    std::memcpy(&pointer, value, sizeof pointer);
    if (hasSvm)
      return check(api.later.setSvmArgument(kernel, index, pointer),
                   "clSetKernelArgSVMPointer");
    AddressTable::Place place = addresses.find(pointer);
    Handle buffer = place.buffer;
    if (place.offset) {
      if (place.offset % baseAlign)
        return "an argument of a kernel lies at the offset " +
               std::to_string(place.offset) + ", which is no multiple of " +
               std::to_string(baseAlign) + " as this OpenCL driver needs";
      size_t region[2] = {place.offset, place.size - place.offset};
      Int code;
      buffer = api.f.createSubBuffer(place.buffer, kReadWrite, kRegion, region,
                                     &code);
      if (code)
        return check(code, "clCreateSubBuffer");
      regions.push_back(buffer);
    }
    return check(api.f.setArgument(kernel, index, sizeof buffer, &buffer),
                 "clSetKernelArg");
  }

  const Api &api;
  Handle platform, device, context = nullptr, queue = nullptr;
  AddressTable addresses;
  size_t baseAlign = 1;
  bool hasSvm = false, takesIL = false;
};

class OpenCLPlatform : public Platform {
public:
  Problem open() override {
    std::call_once(once, [&] {
      problem = api.open();
      if (problem.empty())
        problem = findDevices();
    });
    return problem;
  }
  int count() const override { return int(devices.size()); }
  Problem openDevice(int index, std::unique_ptr<Driver> &driver) override {
    auto [platform, device] = devices[size_t(index)];
    auto made = std::make_unique<OpenCLDriver>(api, platform, device);
    Problem problem = made->open();
    driver = std::move(made);
    return problem;
  }

private:
  Problem findDevices() {
    UInt count = 0;
    // A loader without drivers says so with an error.
    if (api.f.platformIDs(0, nullptr, &count) != 0 || count == 0)
      return "no OpenCL driver is installed";
    std::vector<Handle> platforms(count);
    api.f.platformIDs(count, platforms.data(), nullptr);
    for (Handle platform : platforms) {
      UInt found = 0;
      if (api.f.deviceIDs(platform, kDeviceTypeAll, 0, nullptr, &found) != 0)
        continue;
      std::vector<Handle> all(found);
      api.f.deviceIDs(platform, kDeviceTypeAll, found, all.data(), nullptr);
      for (Handle device : all)
        devices.emplace_back(platform, device);
    }
    return devices.empty() ? "the OpenCL drivers have no device" : Problem();
  }

  std::once_flag once;
  Problem problem;
  Api api;
  std::vector<std::pair<Handle, Handle>> devices;
};

} // namespace

// Never destroyed: drivers may be gone before the runtime's own objects are.
Platform &tsrt::getOpenCLPlatform() {
  static auto *platform = new OpenCLPlatform;
  return *platform;
}
