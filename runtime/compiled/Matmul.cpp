//===- Matmul.cpp - f32 matrix products of kernels ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products with a constant right side and some rows are our own kernels; with
// few rows, or where there are no kernels, they run as inner products with
// packed weights. All others are oneDNN's matmul.
//
//===----------------------------------------------------------------------===//

#include "Activation.h"
#include "Dense.h"
#include "Invalid.h"
#include "PackedMemory.h"
#include "Prepared.h"
#include "core/OutOfMemory.h"
#include "tensor/Tensor.h"
#include "tsrt_kernel.h"

using namespace dnnl;
using namespace tsrt;

namespace {

/// A product ready to run.
struct Product : Prepared {
  const PackedMemory *getPacked() const override {
    return packedRows ? &packedRows->getPacked() : &packedMemory;
  }

  /// Our own kernel: nothing else is prepared.
  std::unique_ptr<dense::PackedProduct> packedRows;
  /// With and without relu behind it.
  primitive fused, exact;
  memory::desc left, right, bias, target, scratchpad;
  /// The packed right side; empty when it is used as it is.
  PackedMemory packedMemory;
  memory packed;
  std::atomic<int> failures{0};
};

constexpr int kMaxFailures = 4;

/// With fewer rows, a product only waits for its weights.
constexpr int64_t kFewestRows = 6;

/// Sizes are the first parameters.
constexpr size_t kNumSizes = 4;

/// Products with fewer multiplications take less time than a call of oneDNN.
constexpr int64_t kSmallProduct = 16384;

/// What the parameters say.
struct Shape {
  explicit Shape(const int64_t *p)
      : b(p[0]), m(p[1]), n(p[2]), k(p[3]), transposed(p[4] != 0),
        hasBias(p[5] != 0), constant(p[6] != 0 && p[0] == 1),
        mayBeHalves(p[6] == 2), relu(p[7] != 0) {}
  int64_t b, m, n, k;
  bool transposed, hasBias, constant, mayBeHalves, relu;
  bool isSmall() const { return b * m * n * k <= kSmallProduct; }
};

} // namespace

static primitive_attr makeAttributes(bool relu) {
  primitive_attr attributes;
  attributes.set_scratchpad_mode(scratchpad_mode::user);
  if (relu) {
    post_ops after;
    appendActivation(after, Activation::Relu, 0, 0);
    attributes.set_post_ops(after);
  }
  return attributes;
}

/// [M,K] times constant weights, seen as [N,K] in either order.
static void makeInnerProduct(Product &product, const Shape &s,
                             const void *const *inputs) {
  using tag = memory::format_tag;
  constexpr auto dtype = memory::data_type::f32;
  product.left = memory::desc({s.m, s.k}, dtype, tag::ab);
  product.right =
      memory::desc({s.n, s.k}, dtype, s.transposed ? tag::ab : tag::ba);
  product.target = memory::desc({s.m, s.n}, dtype, tag::ab);
  if (s.hasBias)
    product.bias = memory::desc({s.n}, dtype, tag::a);
  auto choose = [&](const memory::desc &weights, bool relu) {
    return inner_product_forward::primitive_desc(
        inner_product_forward::desc(prop_kind::forward_inference, product.left,
                                    weights, product.bias, product.target),
        makeAttributes(relu), getEngine());
  };
  auto chosen = choose(memory::desc({s.n, s.k}, dtype, tag::any), s.relu);
  product.fused = inner_product_forward(chosen);
  product.exact =
      s.relu ? inner_product_forward(choose(chosen.weights_desc(), false))
             : product.fused;
  product.scratchpad = chosen.scratchpad_desc();
  const memory::desc packed = chosen.weights_desc();
  product.packedMemory = PackedMemory(
      {getLayoutKey(packed), product.image, inputs[1],
       product.right.get_size()},
      packed.get_size(), [&](void *memory) {
        reorderInto(view(product.right, inputs[1]), view(packed, memory));
      });
  product.packed = view(packed, product.packedMemory.get());
}

static void makeMatmul(Product &product, const Shape &s) {
  constexpr auto dtype = memory::data_type::f32;
  product.left =
      memory::desc({s.b, s.m, s.k}, dtype, memory::dims{s.m * s.k, s.k, 1});
  product.right = memory::desc({s.b, s.k, s.n}, dtype,
                               s.transposed ? memory::dims{s.k * s.n, 1, s.k}
                                            : memory::dims{s.k * s.n, s.n, 1});
  product.target =
      memory::desc({s.b, s.m, s.n}, dtype, memory::dims{s.m * s.n, s.n, 1});
  if (s.hasBias)
    product.bias = memory::desc({1, 1, s.n}, dtype, memory::dims{s.n, s.n, 1});
  auto choose = [&](bool relu) {
    return matmul::primitive_desc(
        matmul::desc(product.left, product.right, product.bias, product.target),
        makeAttributes(relu), getEngine());
  };
  auto chosen = choose(s.relu);
  product.fused = matmul(chosen);
  product.exact = s.relu ? matmul(choose(false)) : product.fused;
  product.scratchpad = chosen.scratchpad_desc();
}

static std::unique_ptr<Product>
prepare(const Shape &s, const void *const *inputs, const void *image) {
  auto product = std::make_unique<Product>();
  product->image = image;
  const dense::Kernels *kernels =
      s.constant && s.m >= kFewestRows ? dense::findKernels() : nullptr;
  if (kernels)
    product->packedRows = std::make_unique<dense::PackedProduct>(
        dense::Product{s.k, s.n, s.n, false}, *kernels,
        dense::PlainWeights{static_cast<const float *>(inputs[1]),
                            s.transposed ? 1 : s.n, s.transposed ? s.k : 1,
                            nullptr},
        image, s.mayBeHalves ? dense::chooseBf16x3(s.m, s.k, s.n) : nullptr);
  else if (s.constant)
    makeInnerProduct(*product, s, inputs);
  else
    makeMatmul(*product, s);
  return product;
}

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

std::unique_ptr<Prepared> tsrt::prepareProduct(const int64_t *parameters,
                                               const void *const *inputs) {
  Shape s(parameters);
  if (!s.constant || s.isSmall())
    return nullptr;
  return prepare(s, inputs, nullptr);
}

static void run(const int64_t *p, const void *const *inputs, void *output,
                void **place) {
  Shape s(p);
  if (s.isSmall()) {
    auto at = [&](int index) {
      return static_cast<const float *>(inputs[index]);
    };
    multiplySmall(p, at(0), at(1), s.hasBias ? at(2) : nullptr,
                  static_cast<float *>(output));
    if (s.relu)
      activateInPlace(static_cast<float *>(output), s.b * s.m * s.n,
                      Activation::Relu, 0, 0);
    return;
  }
  PreparedRef prepared =
      getPrepared(place, p, kNumSizes,
                  [&](const void *image) { return prepare(s, inputs, image); });
  auto &product = static_cast<Product &>(*prepared);
  if (product.packedRows)
    return product.packedRows->run(
        static_cast<const float *>(inputs[0]), s.m,
        {s.hasBias ? static_cast<const float *>(inputs[2]) : nullptr,
         int(s.relu ? Activation::Relu : Activation::None), 0, 0},
        s.n, static_cast<float *>(output));
  void *scratch = getScratch(product.scratchpad.get_size());
  std::unordered_map<int, memory> arguments{
      {DNNL_ARG_SRC, view(product.left, inputs[0])},
      {DNNL_ARG_WEIGHTS,
       s.constant ? product.packed : view(product.right, inputs[1])},
      {DNNL_ARG_DST, view(product.target, output)},
      {DNNL_ARG_SCRATCHPAD, view(product.scratchpad, scratch)}};
  if (s.hasBias)
    arguments.emplace(DNNL_ARG_BIAS, view(product.bias, inputs[2]));
  auto execute = [&](primitive &one) {
    one.execute(getStream(), arguments);
    getStream().wait();
  };
  if (!s.relu)
    return execute(product.fused);
  if (notesInvalid() &&
      product.failures.load(std::memory_order_relaxed) < kMaxFailures) {
    InvalidNote note;
    execute(product.fused);
    if (!note.seen())
      return;
    product.failures.fetch_add(1, std::memory_order_relaxed);
  }
  execute(product.exact);
  activateInPlace(static_cast<float *>(output), s.b * s.m * s.n,
                  Activation::Relu, 0, 0);
}

void tsrt_onednn_matmul(const int64_t *p, const void *const *inputs,
                        void *output, void **place) {
  try {
    run(p, inputs, output, place);
  } catch (...) {
    // Who runs the kernel looks for it.
    note(errorOfException());
  }
}
