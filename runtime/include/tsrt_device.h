/*===- tsrt_device.h - Devices beside the processor ---------------*- C -*-===*\
|*                                                                            *|
|* Part of the TorchScript compiler, under the Apache License v2.0 with LLVM  *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* What compiled code says of the kernels it has for devices, and how it runs *|
|* them. Device memory is addressed by pointers, which may be moved inside of *|
|* their allocation by arithmetic on any kind of device, and must not be read *|
|* or written by the host. All that is called here goes to the stream of the  *|
|* device that the calling thread's kernel run has chosen, in order, and does *|
|* not wait. Errors are noted, as those of library functions are, with the    *|
|* driver's text; what follows an error in the same run does nothing.         *|
\*===----------------------------------------------------------------------===*/

#ifndef TSRT_DEVICE_H
#define TSRT_DEVICE_H

#include "tsrt.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What an image holds: PTX text that ends with a null byte, a code object of
    HSA, or SPIR-V for OpenCL. */
enum tsrt_image_kind { tsrt_image_ptx = 1, tsrt_image_hsaco, tsrt_image_spirv };

/** The kernels of a program as code for one kind of device. */
typedef struct {
  int32_t kind;     /* tsrt_image_kind */
  const char *chip; /* "sm_80", "gfx90a"; "" for SPIR-V */
  const void *bytes;
  int64_t size;
} tsrt_device_image;

/** A kernel. Its arguments are what the memory's layout leaves open: a pointer
    for each buffer, and numbers. */
typedef struct {
  const char *name;
  int64_t block[3];     /* threads of a block in x, y, z; fixed */
  int64_t num_arguments;
  /** The bytes of each argument: 1, 2, 4 or 8; 0 for a pointer to device
      memory. */
  const uint8_t *argument_bytes;
  /** The source line that a message about the kernel names, or null. */
  const char *place;
} tsrt_device_kernel;

/** All kernels of a compiled module, a constant of it. `place` is the runtime's,
    null at first: what it loaded for each device. */
typedef struct {
  const tsrt_device_image *images;
  int64_t num_images;
  const tsrt_device_kernel *kernels;
  int64_t num_kernels;
  void **place;
} tsrt_device_program;

/** Runs `program->kernels[kernel]` on a grid of blocks (x, y, z; none of them
    if one is 0). `arguments` holds the address of each argument's value; they
    are read before this returns. */
TSRT_API void tsrt_device_launch(const tsrt_device_program *program,
                                 int64_t kernel, const int64_t *grid,
                                 void *const *arguments);

/** Copies bytes of device memory; the regions do not overlap. */
TSRT_API void tsrt_device_copy(void *to, const void *from, int64_t bytes);

/** Copies bytes of device memory to the host and waits for them: what host
    code inside of a kernel function must know, a number that decides a loop. */
TSRT_API void tsrt_device_read(void *to, const void *from, int64_t bytes);

/** The code with this program is about to be unloaded. */
TSRT_API void tsrt_device_forget(const tsrt_device_program *program);

/** As tsrt_kernel_run and tsrt_kernel_run_sized (tsrt_kernel.h; `sizes` is
    null where all sizes are known) for a kernel function that launches kernels of
    `program`: the buffers it gets are device memory of one device, that of its
    inputs, or the context's where they are on the host; inputs that are
    elsewhere are copied there first, and counted. Numbers stay on the host. */
TSRT_API tsrt_error *
tsrt_device_run(const tsrt_device_program *program,
                void (*entry)(void *const *buffers),
                void (*sizes)(void *const *buffers), const int64_t *signature,
                void *const *inputs, void **outputs);

#ifdef __cplusplus
}
#endif

#endif /* TSRT_DEVICE_H */
