//===- TensorTest.cpp - Tests of tensor objects and iteration -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Sharing, promotion, broadcasting and strided iteration, through the C ABI.
// Expected values are PyTorch 1.13's.
//
//===----------------------------------------------------------------------===//

#include "TensorHelpers.h"

using namespace tsrt;
using namespace tsrt::test;

namespace {

/// A tensor of a dtype holding 0, 1, 2, ... (as that dtype).
Value iota(int dtype, std::initializer_list<int64_t> sizes) {
  std::vector<int64_t> shape(sizes);
  int64_t n = 1;
  for (int64_t s : shape)
    n *= s;
  tsrt_value flat;
  tsrt_value args[] = {intValue(n), intValue(dtype), noneValue(), noneValue(),
                       noneValue()};
  EXPECT_EQ(nullptr,
            tsrt_op_call(tsrt_op_find("aten::arange"), args, 5, &flat, 1));
  Value list = L({I(0)});
  tsrt_list *raw = tsrt_list_new(list.get().type, int64_t(shape.size()));
  for (int64_t s : shape) {
    *static_cast<int64_t *>(tsrt_list_grow(raw)) = s;
    ++raw->size;
  }
  Value sizesValue = Value::adopt(objectValue(raw));
  Value flatValue = Value::adopt(flat);
  tsrt_value viewArgs[] = {flatValue.get(), sizesValue.get()}, out;
  EXPECT_EQ(nullptr,
            tsrt_op_call(tsrt_op_find("aten::view"), viewArgs, 2, &out, 1));
  return Value::adopt(out);
}

TEST(Tensor, ViewsShareStorage) {
  Value t = iota(TSRT_F32, {2, 3});
  Value row = call("aten::select.int", {t, I(0), I(1)});
  call("aten::fill_.Scalar", {row, F(7)});
  EXPECT_EQ(" 0  1  2\n 7  7  7\n[ CPUFloatType{2,3} ]", text(t));
  Value column = call("aten::select.int", {t, I(1), I(-1)});
  call("aten::add_.Scalar", {column, I(1), I(1)});
  EXPECT_EQ(" 0  1  3\n 7  7  8\n[ CPUFloatType{2,3} ]", text(t));
}

TEST(Tensor, ForeignMemoryIsReleasedWithTheLastView) {
  static int released;
  released = 0;
  float data[4] = {1, 2, 3, 4};
  int64_t sizes[] = {4};
  Value t = Value::adopt(objectValue(tsrt_tensor_from_memory(
      TSRT_F32, 1, sizes, nullptr, data, [](void *) { ++released; }, nullptr)));
  Value part = call("aten::slice.Tensor", {t, I(0), I(1), I(3), I(1)});
  EXPECT_EQ(data + 1, tsrt_tensor_data(tensorOf(part)));
  t = Value();
  EXPECT_EQ(0, released);
  EXPECT_EQ(" 2\n 3\n[ CPUFloatType{2} ]", text(part));
  part = Value();
  EXPECT_EQ(1, released);
}

TEST(Tensor, ContiguousCopiesOnlyWhenNeeded) {
  Value t = iota(TSRT_I32, {2, 3});
  tsrt_tensor *same = tsrt_tensor_contiguous(tensorOf(t));
  EXPECT_EQ(tensorOf(t), same);
  tsrt_release(same);
  Value turned = call("aten::t", {t});
  EXPECT_FALSE(tsrt_tensor_is_contiguous(tensorOf(turned)));
  tsrt_tensor *copy = tsrt_tensor_contiguous(tensorOf(turned));
  const int32_t expected[] = {0, 3, 1, 4, 2, 5};
  EXPECT_EQ(0, std::memcmp(expected, tsrt_tensor_data(copy), sizeof expected));
  tsrt_release(copy);
}

TEST(Tensor, PromotionHasThreeCategories) {
  auto result = [](Value a, Value b) {
    return run("prim::dtype", {call("aten::add.Tensor", {a, b, I(1)})});
  };
  Value i8 = iota(TSRT_I8, {2}), u8 = iota(TSRT_U8, {2});
  Value half = iota(TSRT_F16, {2}), bf = iota(TSRT_BF16, {2});
  Value zeroDim = call("aten::select.int", {iota(TSRT_F64, {1}), I(0), I(0)});
  EXPECT_EQ("2", result(i8, u8));        // int16
  EXPECT_EQ("6", result(half, bf));      // float32
  EXPECT_EQ("5", result(half, zeroDim)); // a 0-dim float does not widen
  EXPECT_EQ("7", result(i8, zeroDim));   // but it changes the category
  EXPECT_EQ("6",
            run("prim::dtype", {call("aten::add.Scalar", {i8, F(1.5), I(1)})}));
  EXPECT_EQ(
      "1", run("prim::dtype", {call("aten::add.Scalar", {i8, I(1000), I(1)})}));
}

TEST(Tensor, NumbersWrapIntoSmallIntegers) {
  Value u8 = iota(TSRT_U8, {3});
  EXPECT_EQ(" 0\n 0\n 0\n[ CPUBoolType{3} ]",
            run("aten::gt.Scalar", {u8, I(-1)}));
}

TEST(Tensor, BroadcastsStridedOperands) {
  Value a = call("aten::t", {iota(TSRT_F32, {2, 3})}); // [3, 2]
  Value b = iota(TSRT_I64, {3, 1});
  EXPECT_EQ(" 0  3\n 2  5\n 4  7\n[ CPUFloatType{3,2} ]",
            run("aten::add.Tensor", {a, b, I(1)}));
  EXPECT_EQ("error: The size of tensor a (2) must match the size of tensor b "
            "(3) at non-singleton dimension 0",
            run("aten::add.Tensor",
                {iota(TSRT_F32, {2}), iota(TSRT_F32, {3}), I(1)}));
}

TEST(Tensor, InPlaceKeepsDTypeAndShape) {
  Value i = iota(TSRT_I32, {2});
  EXPECT_EQ("error: result type Float can't be cast to the desired output type "
            "Int",
            run("aten::add_.Scalar", {i, F(1.5), I(1)}));
  EXPECT_EQ("error: output with shape [2] doesn't match the broadcast shape "
            "[3, 2]",
            run("aten::add_.Tensor", {i, iota(TSRT_I32, {3, 2}), I(1)}));
  Value half = iota(TSRT_F16, {2});
  EXPECT_EQ(" 0.1000\n 1.0996\n[ CPUHalfType{2} ]",
            run("aten::add_.Scalar", {half, F(0.1), I(1)}));
}

TEST(Tensor, LargeElementwiseMatchesAcrossThreads) {
  constexpr int64_t n = 100003;
  Value t = iota(TSRT_F32, {n});
  Value doubled = call("aten::mul.Scalar", {t, I(2)});
  const auto *p = static_cast<float *>(tsrt_tensor_data(tensorOf(doubled)));
  for (int64_t i = 0; i < n; ++i)
    ASSERT_EQ(float(2 * i), p[i]);
}

TEST(Tensor, ResultsKeepTheOrderOfDimensions) {
  Value turned = call("aten::t", {iota(TSRT_F32, {2, 3})});
  EXPECT_EQ("[1, 3]", run("aten::stride", {call("aten::neg", {turned})}));
}

TEST(Tensor, OverlappingCopyIsRefused) {
  Value t = iota(TSRT_I64, {5});
  Value left = call("aten::slice.Tensor", {t, I(0), I(0), I(4), I(1)});
  Value right = call("aten::slice.Tensor", {t, I(0), I(1), I(5), I(1)});
  EXPECT_EQ("error: unsupported operation: some elements of the input tensor "
            "and the written-to tensor refer to a single memory location. "
            "Please clone() the tensor before performing the operation.",
            run("aten::copy_", {right, left, B(false)}));
  EXPECT_EQ(" 0\n 1\n 2\n 3\n 4\n[ CPULongType{5} ]", text(t));
}

} // namespace
