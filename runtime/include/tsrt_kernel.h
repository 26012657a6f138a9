/*===- tsrt_kernel.h - What compiled kernels call -----------------*- C -*-===*\
|*                                                                            *|
|* Part of the TorchScript compiler, under the Apache License v2.0 with LLVM  *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* How compiled code enters its kernels, and the library functions kernels    *|
|* call. Buffers are row-major; library functions have the form of            *|
|* tsrt.library_call: constant parameters, inputs, output, and a place of the *|
|* call, null at first, where the function keeps what it prepared.            *|
\*===----------------------------------------------------------------------===*/

#ifndef TSRT_KERNEL_H
#define TSRT_KERNEL_H

#include "tsrt.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Added to the dtype of an output that is written into a tensor. */
#define TSRT_KERNEL_DESTINATION 0x1000

/** Runs a kernel on tensors. `signature` holds the number of inputs and of
    outputs, the bytes of workspace, and for each input, then each output:
    dtype, rank, sizes; or -1 for what is the address of a number.
    `entry` gets the buffers of inputs, outputs and workspace. Tensors whose
    dtype or sizes differ are an error. Before the call `outputs` holds the
    addresses of numbers, the tensors that are written to (borrowed), and null
    for the others, which become fresh tensors, owned; null after an error. */
TSRT_API tsrt_error *tsrt_kernel_run(void (*entry)(void *const *buffers),
                                     const int64_t *signature,
                                     void *const *inputs, void **outputs);

/** As above for a kernel with sizes that its signature does not say, -1 in it.
    The kernel gets, behind the buffers of inputs and outputs, the sizes of those
    that have such a size, in the same order, and then the workspace. `sizes` gets
    the same with null for outputs and their sizes, and an array of words instead
    of the workspace, which it fills: all sizes of each such output, and the bytes
    of workspace. */
TSRT_API tsrt_error *tsrt_kernel_run_sized(void (*entry)(void *const *buffers),
                                           void (*sizes)(void *const *buffers),
                                           const int64_t *signature,
                                           void *const *inputs,
                                           void **outputs);

/** The code of a kernel for processors from a level of x86-64 on: 1, which all
    have, to 4 (x86-64-v4). */
typedef struct tsrt_version {
  int64_t level;
  void (*entry)(void *const *buffers);
} tsrt_version;

/** The level of this processor; ONEDNN_MAX_CPU_ISA bounds it: SSE41 and AVX to
    2, AVX2 to 3. The same for the whole life of the process. */
TSRT_API int64_t tsrt_cpu_level(void);

/** Null when this processor has the level, otherwise an error. */
TSRT_API tsrt_error *tsrt_check_cpu(int64_t level);

/** The entry of the last version that this processor has the level of, or of
    the first; levels ascend, and `count` is at least one. */
TSRT_API void (*tsrt_choose_version(const tsrt_version *versions,
                                    int64_t count))(void *const *buffers);

/** A profile of the calling thread begins. Each moment of it belongs to a part
    of the program: a text that compiled code enters, the name of an operator
    that the runtime runs, or null for the rest. */
TSRT_API void tsrt_profile_begin(void);

/** The calling thread is in `part`, a constant text, from now on, when it is
    profiled. Kernels that are compiled for it call this. */
TSRT_API void tsrt_profile_enter(const char *part);

/** The profile ends; `visit` gets every part with its time and how often it was
    entered. */
TSRT_API void tsrt_profile_end(void (*visit)(void *context, const char *part,
                                             int64_t nanoseconds,
                                             int64_t entries),
                               void *context);

/** A tensor with the elements of `t`, which it takes over, that nobody writes to
    as long as the result is there: what functions of the runtime make of them,
    such as packed weights, they keep. */
TSRT_API tsrt_tensor *tsrt_tensor_to_constant(tsrt_tensor *t);

/** The calls of library functions with these `n` places are about to be
    unloaded: what the functions prepared for them is freed, and the places
    become what they were. */
TSRT_API void tsrt_library_forget(void **places, int64_t n);

/** Packs the constant weights of a call of `function` as its first run in a
    process would, and passes what it made to `write`, in parts. The whole, as
   an image at a multiple of 64 bytes, is for the place of the call, which
   starts as its address plus one: a run whose processor and libraries pack
   alike reads the weights there, another packs them itself. The parameters and
   inputs are those of the call; of the inputs, the first is not read, and of a
   bias only whether there is one counts. Nothing is written where the call
   packs nothing. */
TSRT_API tsrt_error *tsrt_library_pack(
    const char *function, const int64_t *parameters, const void *const *inputs,
    void (*write)(void *context, const void *bytes, uint64_t size),
    void *context);

/** Two-dimensional f32 convolution: activation(convolution * scale + bias).
    parameters: N, C, H, W, F, KH, KW, stride (2), dilation (2), padding before
    (2), padding after (2), groups, channels are last, weights, scale and bias
    are constant (2: and products may be bf16x3), output is added to, activation, its bounds (2, the bits of
    floats), Winograd's method on squares of 2 or 4 outputs, or 0, elements from
    one pixel of the output to the next where channels are last, or 0 for F.
    Activations: 0 none, 1 relu, 2 clamp, 3 hardswish, 4 silu. inputs: [N,C,H,W] or
    [N,H,W,C], weights [F,C/groups,KH,KW], scale [F] and bias [F] or null. Only
    constant weights have a scale. */
TSRT_API void tsrt_onednn_convolution(const int64_t *parameters,
                                      const void *const *inputs, void *output,
                                      void **place);

/** f32 matrix products. parameters: batches, M, N, K, right side is transposed
    ([N,K]), has bias, right side is constant (2: and products may be bf16x3),
    relu follows. inputs: [B,M,K], [B,K,N] or [B,N,K], [N].

    Products that may be bf16x3 are sums of products of halves of floats where
    the processor has instructions for them (docs/accuracy.md). */
TSRT_API void tsrt_onednn_matmul(const int64_t *parameters,
                                 const void *const *inputs, void *output,
                                 void **place);

/* Functions of one element, as the runtime's own kernels compute it, have no
   declaration: `float tsrt_math_NAME_f32(float, ..)`, `tsrt_math_NAME_f64` in
   double, `tsrt_math_NAME_i64` in int64_t; of complex numbers, whose parts are
   arguments of their own, `tsrt_math_NAME_c64_real`, `.._c64_imag` and the same
   with c128. TSRT_EXPORT_REAL and its like in ops_tensor/ define them. */

#ifdef __cplusplus
}
#endif

#endif /* TSRT_KERNEL_H */
