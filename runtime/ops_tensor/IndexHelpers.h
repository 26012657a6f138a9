//===- IndexHelpers.h - Gathering and scattering by index -------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_INDEXHELPERS_H
#define TSRT_OPS_TENSOR_INDEXHELPERS_H

#include "ops_tensor/Kernels.h"

namespace tsrt {

/// self[indices]: undefined entries keep their dimension; bool and uint8 ones
/// mask. A copy.
Tensor indexTensor(const Tensor &self, const Tensors &indices);
/// self[indices] = values (or +=), in place.
Tensor indexPut(const Tensor &self, const Tensors &indices,
                const Tensor &values, bool accumulate);
Tensor indexSelect(const Tensor &self, int64_t dim, const Tensor &index);
/// Positions of the non-zero elements, [n, rank].
Tensor nonzero(const Tensor &self);
Tensor gather(const Tensor &self, int64_t dim, const Tensor &index);
/// Concatenation along a dimension with promotion.
Tensor cat(const Tensors &tensors, int64_t dim);
Tensor stack(const Tensors &tensors, int64_t dim);

/// False, with an IndexError, for an index of a dimension beyond its size, on
/// either end.
bool checkBounds(int64_t index, int64_t dim, int64_t size);

/// Calls f with a value that is as large as an element.
template <class F>
void withSize(int64_t itemsize, F f) {
  switch (itemsize) {
  case 1:
    return f(uint8_t());
  case 2:
    return f(uint16_t());
  case 4:
    return f(uint32_t());
  case 8:
    return f(uint64_t());
  default:
    return f(c128());
  }
}

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_INDEXHELPERS_H
