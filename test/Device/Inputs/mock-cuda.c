/* A libcuda.so.1 without a device: its memory cannot be touched by the host but
   through the functions here, and it runs one kernel, `scale`. Calls are logged
   to standard error when MOCK_CUDA_LOG is set; MOCK_CUDA_MEMORY is the size of
   its memory. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { OutOfMemory = 2, InvalidImage = 200, NotFound = 500 };
#define MAX_BLOCKS 4096

static struct {
  char *base;
  size_t bytes;
} blocks[MAX_BLOCKS];
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

/* Lets or forbids access to all memory. */
static void protect(int flags) {
  for (int i = 0; i < numBlocks; ++i)
    if (blocks[i].base)
      mprotect(blocks[i].base, blocks[i].bytes, flags);
}

/* Ends the test when a region is not inside of one allocation. */
static void check(uint64_t address, size_t bytes, const char *what) {
  for (int i = 0; i < numBlocks; ++i)
    if (blocks[i].base && (uintptr_t)blocks[i].base <= address &&
        address + bytes <= (uintptr_t)blocks[i].base + blocks[i].bytes)
      return;
  fprintf(stderr, "mock: %s reaches out of device memory\n", what);
  abort();
}

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
  *value = attribute == 75 ? 8 : attribute == 76 ? 6 : 0;
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
  if (held + bytes > capacity() || numBlocks == MAX_BLOCKS)
    return OutOfMemory;
  size_t size = (bytes + 4095) & ~(size_t)4095;
  char *base = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED)
    return OutOfMemory;
  blocks[numBlocks].base = base;
  blocks[numBlocks++].bytes = size;
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
static int copy(void *to, const void *from, size_t bytes, const char *what) {
  protect(PROT_READ | PROT_WRITE);
  memcpy(to, from, bytes);
  protect(PROT_NONE);
  logCall(what);
  return 0;
}
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
  if (!strstr(image, ".version")) {
    for (unsigned i = 0; i < count; ++i)
      if (options[i] == 5)
        strcpy(values[i], "ptxas: no .version in the text");
    return InvalidImage;
  }
  *module = (void *)image;
  logCall("load");
  return 0;
}
int cuModuleUnload(void *module) {
  (void)module;
  logCall("unload");
  return 0;
}
int cuModuleGetFunction(void **function, void *module, const char *name) {
  char entry[128];
  snprintf(entry, sizeof entry, ".entry %s(", name);
  *function = strstr(module, entry) ? (void *)strdup(name) : NULL;
  return *function ? 0 : NotFound;
}
int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz,
                   unsigned bx, unsigned by, unsigned bz, unsigned shared,
                   void *stream, void **params, void **extra) {
  (void)stream;
  (void)extra;
  if (strcmp(function, "scale") != 0 || shared)
    return 1;
  float *x = *(float **)params[0], *y = *(float **)params[1];
  float a = *(float *)params[2];
  uint64_t n = *(uint64_t *)params[3], threads = (uint64_t)gx * bx;
  if (threads > n)
    threads = n;
  check((uintptr_t)x, threads * 4, "a kernel");
  check((uintptr_t)y, threads * 4, "a kernel");
  protect(PROT_READ | PROT_WRITE);
  for (uint64_t i = 0; i < threads; ++i)
    y[i] = a * x[i];
  protect(PROT_NONE);
  if (getenv("MOCK_CUDA_LOG"))
    fprintf(stderr, "mock: scale on %ux%ux%u blocks of %ux%ux%u\n", gx, gy, gz,
            bx, by, bz);
  return 0;
}
int cuGetErrorString(int code, const char **text) {
  *text = code == OutOfMemory    ? "out of memory"
          : code == InvalidImage ? "device kernel image is invalid"
          : code == NotFound     ? "named symbol not found"
                                 : "invalid argument";
  return 0;
}
