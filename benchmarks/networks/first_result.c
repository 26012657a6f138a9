/* Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
   Exceptions. See LICENSE for license information.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

   What the first result of a library of ts-compile costs.

       first_result LIBRARY.so INPUT.npy THREADS

   The library was made with --prefix=network, for the shape of the input, which
   is float32. Prints processor seconds from the start of the process to the
   result, those of a second call, and the most memory of the process in MB. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { F32 = 6 /* tsrt_dtype */, MAX_RANK = 8 };

static void fail(const char *what) {
  fprintf(stderr, "first_result: %s\n", what);
  exit(1);
}

static double processorSeconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

static void *find(void *library, const char *name) {
  void *symbol = dlsym(library, name);
  if (!symbol)
    fail(dlerror());
  return symbol;
}

/* The elements of a file of version 1 of numpy's format, and their sizes. */
static float *load(const char *path, int64_t *sizes, int32_t *rank) {
  FILE *file = fopen(path, "rb");
  unsigned char head[10];
  if (!file || fread(head, 1, 10, file) != 10 ||
      memcmp(head, "\x93NUMPY\x01", 7))
    fail("the input is no .npy file of version 1");
  size_t length = head[8] + 256u * head[9];
  char *text = calloc(length + 1, 1);
  if (!text || fread(text, 1, length, file) != length || !strstr(text, "<f4"))
    fail("the input is not float32");
  char *next = strstr(text, "'shape': (");
  if (!next)
    fail("the input has no shape");
  next += strlen("'shape': (");
  size_t count = 1;
  for (*rank = 0; *next && *next != ')'; ++*rank) {
    if (*rank == MAX_RANK)
      fail("the input has too many dimensions");
    sizes[*rank] = strtoll(next, &next, 10);
    count *= (size_t)sizes[*rank];
    next += strspn(next, ", ");
  }
  free(text);
  float *elements = malloc(count * sizeof(float));
  if (!elements || fread(elements, sizeof(float), count, file) != count)
    fail("the input is too short");
  fclose(file);
  return elements;
}

int main(int argc, char **argv) {
  if (argc != 4)
    fail("usage: first_result LIBRARY.so INPUT.npy THREADS");
  void *library = dlopen(argv[1], RTLD_LAZY);
  if (!library)
    fail(dlerror());
  void *(*create)(void **) =
      (void *(*)(void **))find(library, "network_create");
  void *(*forward)(void *, void *, void **) =
      (void *(*)(void *, void *, void **))find(library, "network_forward");
  void *(*wrap)(int32_t, int32_t, const int64_t *, const int64_t *, void *,
                void (*)(void *), void *) =
      (void *(*)(int32_t, int32_t, const int64_t *, const int64_t *, void *,
                 void (*)(void *), void *))find(library,
                                                "tsrt_tensor_from_memory");
  void (*release)(void *) = (void (*)(void *))find(library, "tsrt_release");
  void (*setThreads)(int32_t) =
      (void (*)(int32_t))find(library, "tsrt_set_num_threads");
  int64_t sizes[MAX_RANK];
  int32_t rank;
  float *elements = load(argv[2], sizes, &rank);
  setThreads(atoi(argv[3]));
  void *model = NULL;
  if (create(&model))
    fail("the instance cannot be made");
  void *x = wrap(F32, rank, sizes, NULL, elements, NULL, NULL);
  double times[3] = {0};
  for (int i = 1; i <= 2; ++i) {
    void *y = NULL;
    if (forward(model, x, &y))
      fail("the call failed");
    times[i] = processorSeconds();
    release(y);
  }
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("%.4f %.4f %.0f\n", times[1], times[2] - times[1],
         usage.ru_maxrss / 1024.0);
  return 0;
}
