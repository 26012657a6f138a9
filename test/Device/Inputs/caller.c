/* Calls a compiled library whose tensors lie in device memory of the caller:

     caller DEVICE

   The memory here is that of a tensor that was copied to the device; on CUDA it
   would be another library's. */
#include "scale.h"
#include "tsrt_devices.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define ROWS 6
#define COLUMNS 4

static int releases;
static void countRelease(void *context) {
  (void)context;
  ++releases;
}

static void check(tsrt_error *error) {
  if (!error)
    return;
  printf("error: %s\n", tsrt_error_message(error));
  tsrt_error_release(error);
}

static void printTransfers(void *context, const tsrt_device_statistics *s) {
  (void)context;
  printf("%s: %d uploads, %d downloads\n", s->device, (int)s->uploads,
         (int)s->downloads);
}

static float valueAt(int row, int column) { return (float)(row * COLUMNS + column); }

int main(int argc, char **argv) {
  assert(argc == 2);
  /* The caller's memory, a matrix of which every other row is used. */
  int64_t sizes[2] = {ROWS, COLUMNS}, half[2] = {ROWS / 2, COLUMNS};
  int64_t strides[2] = {2 * COLUMNS, 1}, two[2] = {2, COLUMNS};
  tsrt_tensor *host = tsrt_tensor_empty(TSRT_F32, 2, sizes), *owner;
  for (int i = 0; i < ROWS * COLUMNS; ++i)
    ((float *)tsrt_tensor_data(host))[i] = (float)i;
  check(tsrt_tensor_to_device(host, argv[1], &owner));
  tsrt_device_reset_statistics();
  float *pointer = tsrt_tensor_device_data(owner, NULL);
  assert(pointer);

  tsrt_tensor *dense, *rows, *sum, *of_rows;
  check(tsrt_tensor_from_device(argv[1], TSRT_F32, 2, sizes, NULL, pointer,
                                countRelease, NULL, &dense));
  check(tsrt_tensor_from_device(argv[1], TSRT_F32, 2, half, strides, pointer,
                                countRelease, NULL, &rows));
  check(scale_scale(dense, 3, &sum));
  check(scale_scale(rows, 10, &of_rows));
  const char *device;
  assert(tsrt_tensor_device_data(sum, &device));
  printf("on %s\n", device);
  /* Nothing came to the host, nothing went there. */
  tsrt_device_visit_statistics(printTransfers, NULL);
  const float *a = tsrt_tensor_data(sum), *b = tsrt_tensor_data(of_rows);
  for (int row = 0; row < ROWS; ++row)
    for (int column = 0; column < COLUMNS; ++column)
      assert(a[row * COLUMNS + column] == 3 * valueAt(row, column) + 1);
  for (int row = 0; row < ROWS / 2; ++row)
    for (int column = 0; column < COLUMNS; ++column)
      assert(b[row * COLUMNS + column] == 10 * valueAt(2 * row, column) + 1);

  /* Devices and memory that are not there. */
  tsrt_tensor *none;
  check(tsrt_tensor_from_device("opencl:99", TSRT_F32, 2, two, NULL, pointer,
                                NULL, NULL, &none));
  assert(!none);
  tsrt_release(dense);
  tsrt_release(rows);
  printf("%d released\n", releases);
  tsrt_release(sum);
  tsrt_release(of_rows);
  tsrt_release(owner);
  tsrt_release(host);
  return 0;
}
