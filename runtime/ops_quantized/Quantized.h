//===- Quantized.h - Adapters of kernels on quantized tensors ---*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the files of operators on quantized tensors share.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_QUANTIZED_QUANTIZED_H
#define TSRT_OPS_QUANTIZED_QUANTIZED_H

#include "ops_tensor/Kernels.h"
#include "tensor/Copy.h"
#include "tensor/Quantizer.h"

namespace tsrt {

/// Calls an operator with the integers of quantized tensors in their place,
/// and gives results of such integers the quantizer of the first.
tsrt_error *callOnIntegers(const char *op, const tsrt_value *args,
                           int32_t numArgs, tsrt_value *results,
                           int32_t numResults);
/// Calls an operator with the numbers of quantized tensors in their place, and
/// quantizes results of floats like the first.
tsrt_error *callOnFloats(const char *op, const tsrt_value *args,
                         int32_t numArgs, tsrt_value *results,
                         int32_t numResults);
/// The same with integers less their zero points as the numbers: means and
/// interpolations round their exact sums, as in PyTorch.
tsrt_error *callOnSteps(const char *op, const tsrt_value *args, int32_t numArgs,
                        tsrt_value *results, int32_t numResults);
/// The same for poolings: of tensors whose channels lie last, and of volumes,
/// steps are rounded, of others integers.
tsrt_error *callOnPooled(const char *op, const tsrt_value *args,
                         int32_t numArgs, tsrt_value *results,
                         int32_t numResults);
/// The same for means, which are computed of numbers unless they are those of
/// dense rows.
tsrt_error *callOnMean(const char *op, const tsrt_value *args, int32_t numArgs,
                       tsrt_value *results, int32_t numResults);
/// Calls an operator on tensors of numbers; the first result.
Tensor callOperator(const char *op, std::initializer_list<tsrt_value> args);

/// The value of a tensor, borrowed.
inline tsrt_value valueOf(const Tensor &t) {
  tsrt_value v = noneValue();
  if (t) {
    v.type = &tsrt_type_tensor;
    v.u.p = t.get();
  }
  return v;
}

/// Notes an error unless the tensor is quantized with one scale; says so.
bool checkPerTensor(const Tensor &t, const char *what);

/// The number of an element as PyTorch quantizes single numbers.
int64_t quantizeNumber(double number, const Quantizer &by, int dtype);

/// Scale and zero point for numbers between two bounds, as PyTorch's observers
/// choose them.
struct Choice {
  double scale;
  int64_t zeroPoint;
};
Choice chooseQuantizer(float low, float high, int64_t smallest,
                       int64_t largest, bool reduceRange);
/// The same for the elements of a tensor of floats.
Choice chooseQuantizer(const Tensor &t, int64_t smallest, int64_t largest,
                       bool reduceRange);

} // namespace tsrt

/// Table lines of kernels on quantized tensors, through integers and floats.
#define TSRT_ON_QUANTIZED(name, call)                                          \
  {                                                                            \
    "QuantizedCPU:aten::" name,                                                \
        Kernel([](const tsrt_value *args, int32_t numArgs,                     \
                  tsrt_value *results, int32_t numResults) {                   \
          return call("aten::" name, args, numArgs, results, numResults);      \
        })                                                                     \
  }
#define TSRT_ON_INTEGERS(name) TSRT_ON_QUANTIZED(name, callOnIntegers)
#define TSRT_ON_FLOATS(name) TSRT_ON_QUANTIZED(name, callOnFloats)
#define TSRT_ON_STEPS(name) TSRT_ON_QUANTIZED(name, callOnSteps)
#define TSRT_ON_POOLED(name) TSRT_ON_QUANTIZED(name, callOnPooled)
#define TSRT_ON_MEAN(name) TSRT_ON_QUANTIZED(name, callOnMean)

#endif // TSRT_OPS_QUANTIZED_QUANTIZED_H
