/* Runs a kernel function for a device as compiled code does:

     launch DEVICE KIND IMAGE

   KIND is the number of the image's kind. The function scales its input by 2 in
   the workspace, by 3 from there into its result, and reads one element. */
#include "tsrt_device.h"
#include "tsrt_devices.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1000

static const uint8_t kArguments[] = {0, 0, 4, 8};
static const tsrt_device_kernel kKernels[] = {
    {"scale", {64, 1, 1}, 4, kArguments, "scale.py:3"},
    {"missing", {64, 1, 1}, 4, kArguments, "scale.py:4"}};
static tsrt_device_image image;
static void *place;
static const tsrt_device_program kProgram = {&image, 1, kKernels, 2, &place};
static float firstElement;
static int64_t kernelOfSecond;

static void scale(void *x, void *y, float a, int64_t kernel) {
  int64_t n = N, grid[3] = {(N + 63) / 64, 1, 1};
  void *arguments[] = {&x, &y, &a, &n};
  tsrt_device_launch(&kProgram, kernel, grid, arguments);
}

static void entry(void *const *buffers) {
  /* Behind the start of the workspace, as planned buffers are. */
  char *middle = (char *)buffers[3] + 512;
  int64_t none[3] = {0, 1, 1};
  scale(buffers[0], middle, 2, 0);
  tsrt_device_launch(&kProgram, 0, none, NULL);
  scale(middle, buffers[1], 3, kernelOfSecond);
  tsrt_device_read(buffers[2], buffers[1], sizeof firstElement);
}

/* One tensor in, one tensor and one number out, 8 KiB of workspace. */
static const int64_t kSignature[] = {1, 2,        8192, TSRT_F32, 1,
                                     N, TSRT_F32, 1,    N,        -1};

static tsrt_tensor *run(tsrt_tensor *input) {
  void *inputs[] = {input}, *outputs[] = {NULL, &firstElement};
  tsrt_error *error =
      tsrt_device_run(&kProgram, entry, NULL, kSignature, inputs, outputs);
  if (error) {
    printf("error: %s\n", tsrt_error_message(error));
    tsrt_error_release(error);
  }
  return outputs[0];
}

static void printStatistics(void *context, const tsrt_device_statistics *s) {
  (void)context;
  printf("%s: %d launches, %d uploads, %d bytes, %d downloads, %d bytes, "
         "%d programs, %d held\n",
         s->device, (int)s->launches, (int)s->uploads, (int)s->uploaded_bytes,
         (int)s->downloads, (int)s->downloaded_bytes, (int)s->programs,
         (int)s->held_bytes);
}

static void checkElements(tsrt_tensor *t, float factor) {
  const float *data = tsrt_tensor_data(t);
  for (int i = 0; i < N; ++i)
    assert(data[i] == factor * (float)i);
}

int main(int argc, char **argv) {
  static char bytes[1 << 16];
  assert(argc == 4);
  FILE *file = fopen(argv[3], "rb");
  assert(file);
  image.kind = atoi(argv[2]);
  image.chip = image.kind == tsrt_image_ptx ? "sm_80" : "";
  image.bytes = bytes;
  image.size = (int64_t)fread(bytes, 1, sizeof bytes - 1, file);
  fclose(file);
  tsrt_error *error = tsrt_device_set_target(argv[1]);
  if (error) {
    printf("error: %s\n", tsrt_error_message(error));
    return 1;
  }

  /* An input of the host is copied; what a run gives stays on the device. */
  int64_t size = N;
  tsrt_tensor *x = tsrt_tensor_empty(TSRT_F32, 1, &size);
  for (int i = 0; i < N; ++i)
    ((float *)tsrt_tensor_data(x))[i] = (float)i;
  tsrt_tensor *y = run(x);
  if (!y)
    return 1;
  const char *device;
  assert(tsrt_tensor_device_data(y, &device) && strcmp(device, argv[1]) == 0);
  tsrt_tensor *z = run(y);
  tsrt_device_visit_statistics(printStatistics, NULL);
  assert(firstElement == 0);

  /* A view keeps its device and is made dense for the next kernel. */
  const tsrt_type *ints = tsrt_type_list(&tsrt_type_int);
  tsrt_value view[] = {{&tsrt_type_tensor, {.p = z}},
                       {ints, {.p = tsrt_list_new(ints, 0)}}},
             flipped[1];
  error = tsrt_op_call(tsrt_op_find("aten::flip"), view, 2, flipped, 1);
  tsrt_release(view[1].u.p);
  assert(!error && tsrt_tensor_device_data(flipped[0].u.p, NULL));

  /* Reading moves to the host. */
  checkElements(z, 36);
  assert(!tsrt_tensor_device_data(z, NULL));

  /* Device memory of the caller. */
  tsrt_tensor *wrapped, *scaled;
  error = tsrt_tensor_from_device(argv[1], TSRT_F32, 1, &size, NULL,
                                  tsrt_tensor_device_data(y, NULL), NULL, NULL,
                                  &wrapped);
  assert(!error);
  scaled = run(wrapped);
  checkElements(scaled, 36);

  /* An error in a run: nothing is launched after it, and its results go. */
  kernelOfSecond = 1;
  assert(!run(y));
  tsrt_device_forget(&kProgram);
  tsrt_release(wrapped);
  tsrt_release(scaled);
  tsrt_release(x);
  tsrt_release(y);
  tsrt_release(z);
  tsrt_release(flipped[0].u.p);
  tsrt_device_visit_statistics(printStatistics, NULL);
  return 0;
}
