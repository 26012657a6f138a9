/*===- tsrt_devices.h - Devices that tensors lie on ---------------*- C -*-===*\
|*                                                                            *|
|* Part of the TorchScript compiler, under the Apache License v2.0 with LLVM  *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* For hosts: which devices there are, where a program runs, tensors on       *|
|* devices, and what moved. Devices are spelled "opencl:0", "cuda:1", "hip";  *|
|* without a number it is the first. Their drivers' libraries are opened at   *|
|* the first use. tsrt_device.h is for compiled code.                         *|
\*===----------------------------------------------------------------------===*/

#ifndef TSRT_DEVICES_H
#define TSRT_DEVICES_H

#include "tsrt.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A device, as its driver describes it; the texts live as long as the process.
 */
typedef struct {
  const char *name;   /* "opencl:0" */
  const char *kind;   /* of the driver, whatever the name: "opencl" */
  const char *model;  /* of the hardware */
  const char *driver; /* and its version */
  const char *chip;   /* "sm_90"; "" where code is for any chip */
  int64_t memory;     /* bytes */
} tsrt_device_info;

/** How many devices of a kind ("cuda", "opencl", "hip") there are. Where there
    are none, `*why` becomes the reason in the driver's words, which live as
    long as the process; it may be null. */
TSRT_API int32_t tsrt_device_count(const char *kind, const char **why);

/** Opens a device and describes it. */
TSRT_API tsrt_error *tsrt_device_describe(const char *device,
                                          tsrt_device_info *info);

/** Lets devices of the kind `from` in programs be those of the kind `to`; to be
    said before the first device is used. */
TSRT_API tsrt_error *tsrt_device_map(const char *from, const char *to);

/** Where the programs of this process run: on a device, or, for null and "cpu",
    on the processor. With a device, operators take tensors from both sides. */
TSRT_API tsrt_error *tsrt_device_set_target(const char *device);
/** The device of the above, or null. */
TSRT_API const char *tsrt_device_get_target(void);

/** Moves the memory of all tensors in a value to the target, if there is one:
    tensors stay the same objects, and share memory as before. Nothing else may
    use them meanwhile. What is there already is not copied; quantized tensors
    stay. tsrt_tensor_data moves memory back. */
TSRT_API tsrt_error *tsrt_value_to_target(const tsrt_value *value);

/** Waits for all that a device has to do. */
TSRT_API tsrt_error *tsrt_device_synchronize(const char *device);

/** Makes a tensor of device memory of the caller, as tsrt_tensor_from_memory
    does. What the caller enqueued for the memory has to be done; and
    tsrt_device_synchronize has to be called before the caller reads what
    programs wrote. OpenCL's pointers are those that the runtime gave out
    (tsrt_tensor_device_data). */
TSRT_API tsrt_error *
tsrt_tensor_from_device(const char *device, int32_t dtype, int32_t rank,
                        const int64_t *sizes, const int64_t *strides,
                        void *pointer, void (*release)(void *), void *context,
                        tsrt_tensor **result);

/** Copies a tensor to a device, or to "cpu"; `*result` is owned. */
TSRT_API tsrt_error *tsrt_tensor_to_device(const tsrt_tensor *t,
                                           const char *device,
                                           tsrt_tensor **result);

/** The first element of a tensor on a device, and the device in `*device`
    (which may be null); null for a tensor of the host. */
TSRT_API void *tsrt_tensor_device_data(const tsrt_tensor *t,
                                       const char **device);

/** What a device did since it was opened, or its statistics were reset. */
typedef struct {
  const char *device;
  int64_t launches;
  int64_t uploads, uploaded_bytes;     /* from the host */
  int64_t downloads, downloaded_bytes; /* to the host */
  int64_t copies, copied_bytes;        /* within the device */
  int64_t programs;                    /* that were loaded */
  int64_t held_bytes;                  /* by tensors and kernels, now */
  int64_t peak_bytes;                  /* the most that was held */
  int64_t reserved_bytes;              /* taken from the driver */
} tsrt_device_statistics;

/** Visits the devices that were opened. */
TSRT_API void tsrt_device_visit_statistics(
    void (*visit)(void *context, const tsrt_device_statistics *statistics),
    void *context);

/** Visits what ran on the host although its tensors lie on a device: the names
    of operators, "kernel" for compiled kernels of the host. `bytes` counts what
    was copied both ways for them. */
TSRT_API void tsrt_device_visit_host_calls(void (*visit)(void *context,
                                                         const char *name,
                                                         int64_t calls,
                                                         int64_t bytes),
                                           void *context);

/** Forgets what was counted; the most that is held becomes what is held. */
TSRT_API void tsrt_device_reset_statistics(void);

#ifdef __cplusplus
}
#endif

#endif /* TSRT_DEVICES_H */
