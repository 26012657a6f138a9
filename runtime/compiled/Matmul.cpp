//===- Matmul.cpp - f32 matrix products of kernels ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products with a constant right side run as inner products with packed
// weights, which oneDNN does best; all others as its matmul.
//
//===----------------------------------------------------------------------===//

#include "PrimitiveCache.h"
#include "Relu.h"
#include "core/OutOfMemory.h"
#include "tensor/Tensor.h"
#include "tsrt_kernel.h"

using namespace dnnl;
using tsrt::getEngine;
using tsrt::getStream;

namespace {

/// A product ready to run.
struct Product {
  primitive run;
  memory::desc left, right, bias, target;
  /// The packed right side; empty when it is used as it is.
  memory packed;
};

} // namespace

/// [M,K] times constant weights, seen as [N,K] in either order.
static Product makeInnerProduct(const int64_t *p, const void *weights) {
  using tag = memory::format_tag;
  auto dtype = memory::data_type::f32;
  int64_t m = p[1], n = p[2], k = p[3];
  bool transposed = p[4] != 0, hasBias = p[5] != 0;
  Product product;
  product.left = memory::desc({m, k}, dtype, tag::ab);
  product.right = memory::desc({n, k}, dtype, transposed ? tag::ab : tag::ba);
  product.target = memory::desc({m, n}, dtype, tag::ab);
  product.bias = hasBias ? memory::desc({n}, dtype, tag::a) : memory::desc();
  memory::desc any({n, k}, dtype, tag::any);
  auto kind = prop_kind::forward_inference;
  auto desc = hasBias
                  ? inner_product_forward::desc(kind, product.left, any,
                                                product.bias, product.target)
                  : inner_product_forward::desc(kind, product.left, any,
                                                product.target);
  inner_product_forward::primitive_desc chosen(desc, getEngine());
  product.run = inner_product_forward(chosen);
  product.packed = tsrt::reorderTo(
      memory(product.right, getEngine(), const_cast<void *>(weights)),
      chosen.weights_desc());
  return product;
}

static Product makeMatmul(const int64_t *p) {
  auto dtype = memory::data_type::f32;
  int64_t b = p[0], m = p[1], n = p[2], k = p[3];
  bool transposed = p[4] != 0, hasBias = p[5] != 0;
  Product product;
  product.left = memory::desc({b, m, k}, dtype, memory::dims{m * k, k, 1});
  product.right = memory::desc({b, k, n}, dtype,
                               transposed ? memory::dims{k * n, 1, k}
                                          : memory::dims{k * n, n, 1});
  product.target = memory::desc({b, m, n}, dtype, memory::dims{m * n, n, 1});
  product.bias = hasBias ? memory::desc({1, 1, n}, dtype, memory::dims{n, n, 1})
                         : memory::desc();
  matmul::desc desc =
      hasBias ? matmul::desc(product.left, product.right, product.bias,
                             product.target)
              : matmul::desc(product.left, product.right, product.target);
  product.run = matmul(matmul::primitive_desc(desc, getEngine()));
  return product;
}

/// Products with fewer multiplications take less time than a call of oneDNN.
static constexpr int64_t kSmallProduct = 16384;

static float dot(const float *a, const float *b, int64_t n) {
  float sums[8] = {};
  int64_t i = 0;
  for (; i + 8 <= n; i += 8)
    for (int64_t lane = 0; lane < 8; ++lane)
      sums[lane] += a[i + lane] * b[i + lane];
  for (; i < n; ++i)
    sums[0] += a[i] * b[i];
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) +
         ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

/// target += factor * row
static void addRow(float *__restrict target, float factor,
                   const float *__restrict row, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    target[i] += factor * row[i];
}

static void multiplySmall(const int64_t *p, const float *left,
                          const float *right, const float *bias,
                          float *output) {
  int64_t rows = p[1], columns = p[2], depth = p[3];
  for (int64_t b = 0; b < p[0]; ++b) {
    const float *matrix = right + b * depth * columns;
    for (int64_t m = 0; m < rows; ++m, left += depth, output += columns) {
      for (int64_t n = 0; n < columns; ++n)
        output[n] = (bias ? bias[n] : 0) +
                    (p[4] ? dot(left, matrix + n * depth, depth) : 0);
      for (int64_t k = 0; k < depth && !p[4]; ++k)
        addRow(output, left[k], matrix + k * columns, columns);
    }
  }
}

static void run(const int64_t *p, const void *const *inputs, void *output) {
  if (p[0] * p[1] * p[2] * p[3] <= kSmallProduct) {
    auto at = [&](int index) {
      return static_cast<const float *>(inputs[index]);
    };
    multiplySmall(p, at(0), at(1), p[5] ? at(2) : nullptr,
                  static_cast<float *>(output));
    if (p[7] != 0)
      tsrt::reluInPlace(static_cast<float *>(output), p[0] * p[1] * p[2]);
    return;
  }
  bool hasBias = p[5] != 0, constant = p[6] != 0 && p[0] == 1;
  static thread_local tsrt::PrimitiveCache<Product> cache;
  Product &product = cache.get(
      {std::vector<int64_t>(p, p + 8), constant ? inputs[1] : nullptr}, [&] {
        return constant ? makeInnerProduct(p, inputs[1]) : makeMatmul(p);
      });
  auto user = [](const memory::desc &desc, const void *data) {
    return memory(desc, getEngine(), const_cast<void *>(data));
  };
  std::unordered_map<int, memory> arguments{
      {DNNL_ARG_SRC, user(product.left, inputs[0])},
      {DNNL_ARG_WEIGHTS,
       constant ? product.packed : user(product.right, inputs[1])},
      {DNNL_ARG_DST, user(product.target, output)}};
  if (hasBias)
    arguments.emplace(DNNL_ARG_BIAS, user(product.bias, inputs[2]));
  product.run.execute(getStream(), arguments);
  getStream().wait();
  if (p[7] != 0)
    tsrt::reluInPlace(static_cast<float *>(output), p[0] * p[1] * p[2]);
}

void tsrt_onednn_matmul(const int64_t *p, const void *const *inputs,
                        void *output) {
  try {
    run(p, inputs, output);
  } catch (...) {
    // Who runs the kernel looks for it.
    tsrt::note(tsrt::errorOfException());
  }
}
