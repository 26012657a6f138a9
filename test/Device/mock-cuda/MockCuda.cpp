//===- MockCuda.cpp - A libcuda.so.1 without a device ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Its memory cannot be touched by the host but through the functions here, and
// kernels, which run on the processor, touch no other. Calls are logged to
// standard error when MOCK_CUDA_LOG is set; MOCK_CUDA_MEMORY is the size of its
// memory, MOCK_CUDA_CHIP its chip (86: sm_86).
//
//===----------------------------------------------------------------------===//

#include "Ptx.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

enum {
  OutOfMemory = 2,
  InvalidImage = 200,
  NotFound = 500,
  LaunchFailed = 719
};
static constexpr int kMaxBlocks = 4096;

static struct {
  char *base;
  size_t bytes, used;
} blocks[kMaxBlocks];
static int numBlocks;
static size_t held;

static size_t capacity(void) {
  const char *text = getenv("MOCK_CUDA_MEMORY");
  return text ? strtoull(text, NULL, 10) : (size_t)1 << 30;
}

static void logCall(const char *text) {
  if (getenv("MOCK_CUDA_LOG"))
    fprintf(stderr, "mock: %s\n", text);
}

/// Lets or forbids access to all memory.
static void protect(int flags) {
  for (int i = 0; i < numBlocks; ++i)
    if (blocks[i].base)
      mprotect(blocks[i].base, blocks[i].bytes, flags);
}

static ptx::Region findRegion(uint64_t address) {
  for (int i = 0; i < numBlocks; ++i) {
    auto begin = reinterpret_cast<uint64_t>(blocks[i].base);
    if (begin && address >= begin && address < begin + blocks[i].bytes)
      return {begin, begin + blocks[i].used};
  }
  return {};
}

/// Ends the test when a region is not inside of one allocation.
static void check(uint64_t address, size_t bytes, const char *what) {
  ptx::Region region = findRegion(address);
  if (region.begin && address + bytes <= region.end)
    return;
  fprintf(stderr, "mock: %s reaches out of device memory\n", what);
  abort();
}

extern "C" {
int cuInit(unsigned flags) { return flags ? 1 : 0; }
int cuDeviceGetCount(int *count) {
  *count = 2;
  return 0;
}
int cuDeviceGet(int *device, int index) {
  *device = index;
  return 0;
}
int cuDeviceGetName(char *name, int size, int device) {
  snprintf(name, (size_t)size, "Mock %d", device);
  return 0;
}
int cuDeviceTotalMem_v2(size_t *bytes, int device) {
  (void)device;
  *bytes = capacity();
  return 0;
}
int cuDeviceGetAttribute(int *value, int attribute, int device) {
  (void)device;
  const char *text = getenv("MOCK_CUDA_CHIP");
  int chip = text ? atoi(text) : 86;
  *value = attribute == 75 ? chip / 10 : attribute == 76 ? chip % 10 : 0;
  return 0;
}
int cuDriverGetVersion(int *version) {
  *version = 12040;
  return 0;
}
int cuDevicePrimaryCtxRetain(void **context, int device) {
  *context = (void *)(intptr_t)(device + 1);
  return 0;
}
int cuCtxSetCurrent(void *context) { return context ? 0 : 201; }
int cuStreamCreate(void **stream, unsigned flags) {
  *stream = (void *)(intptr_t)(16 + flags);
  return 0;
}
int cuStreamSynchronize(void *stream) {
  (void)stream;
  logCall("synchronize");
  return 0;
}
int cuMemAlloc_v2(uint64_t *address, size_t bytes) {
  if (held + bytes > capacity() || numBlocks == kMaxBlocks)
    return OutOfMemory;
  size_t size = (bytes + 4095) & ~(size_t)4095;
  auto *base = static_cast<char *>(
      mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (base == MAP_FAILED)
    return OutOfMemory;
  blocks[numBlocks++] = {base, size, bytes};
  held += bytes;
  *address = (uintptr_t)base;
  logCall("allocate");
  return 0;
}
int cuMemFree_v2(uint64_t address) {
  for (int i = 0; i < numBlocks; ++i)
    if ((uintptr_t)blocks[i].base == address) {
      munmap(blocks[i].base, blocks[i].bytes);
      held -= blocks[i].bytes < held ? blocks[i].bytes : held;
      blocks[i].base = NULL;
    }
  logCall("free");
  return 0;
}
}

static int copy(void *to, const void *from, size_t bytes, const char *what) {
  protect(PROT_READ | PROT_WRITE);
  memcpy(to, from, bytes);
  protect(PROT_NONE);
  logCall(what);
  return 0;
}
extern "C" {
int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t bytes,
                         void *stream) {
  (void)stream;
  check(to, bytes, "an upload");
  return copy((void *)to, from, bytes, "upload");
}
int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes, void *stream) {
  (void)stream;
  check(from, bytes, "a download");
  return copy(to, (void *)from, bytes, "download");
}
int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes,
                         void *stream) {
  (void)stream;
  check(to, bytes, "a copy");
  check(from, bytes, "a copy");
  return copy((void *)to, (void *)from, bytes, "copy");
}
int cuModuleLoadDataEx(void **module, const void *image, unsigned count,
                       int *options, void **values) {
  auto *text = static_cast<const char *>(image);
  std::string problem;
  try {
    if (!strstr(text, ".version"))
      throw ptx::Error("no .version in the text");
    *module = ptx::read(text).release();
    logCall("load");
    return 0;
  } catch (const ptx::Error &error) {
    problem = std::string("ptxas: ") + error.what();
  }
  for (unsigned i = 0; i < count; ++i)
    if (options[i] == 5)
      strcpy(static_cast<char *>(values[i]), problem.substr(0, 200).c_str());
  return InvalidImage;
}
int cuModuleUnload(void *module) {
  delete static_cast<ptx::Module *>(module);
  logCall("unload");
  return 0;
}
int cuModuleGetFunction(void **function, void *module, const char *name) {
  auto *code = static_cast<ptx::Module *>(module);
  auto found = code->kernels.find(name);
  if (found == code->kernels.end())
    return NotFound;
  // A kernel knows its module, which lives as long.
  *function = new std::pair<ptx::Module *, ptx::Kernel *>(code, &found->second);
  return 0;
}
int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz,
                   unsigned bx, unsigned by, unsigned bz, unsigned shared,
                   void *stream, void **params, void **extra) {
  (void)stream;
  auto &[module, kernel] =
      *static_cast<std::pair<ptx::Module *, ptx::Kernel *> *>(function);
  if (shared || extra)
    return 1;
  if (getenv("MOCK_CUDA_LOG"))
    fprintf(stderr, "mock: %s on %ux%ux%u blocks of %ux%ux%u\n",
            kernel->name.c_str(), gx, gy, gz, bx, by, bz);
  protect(PROT_READ | PROT_WRITE);
  int status = 0;
  try {
    ptx::launch(*module, *kernel, {gx, gy, gz}, {bx, by, bz}, params,
                findRegion);
  } catch (const ptx::Error &error) {
    fprintf(stderr, "mock: %s\n", error.what());
    status = LaunchFailed;
  }
  protect(PROT_NONE);
  return status;
}
int cuGetErrorString(int code, const char **text) {
  *text = code == OutOfMemory    ? "out of memory"
          : code == InvalidImage ? "device kernel image is invalid"
          : code == NotFound     ? "named symbol not found"
          : code == LaunchFailed ? "unspecified launch failure"
                                 : "invalid argument";
  return 0;
}
}
