//===- TensorOpsTest.cpp - Tests of tensor operators, one or more per family
//===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Every expected text is what PyTorch 1.13 prints or reports.
//
//===----------------------------------------------------------------------===//

#include "TensorHelpers.h"

#include <cmath>

using namespace tsrt;
using namespace tsrt::test;

namespace {

Value sizes(std::initializer_list<Value> list) {
  return makeListOfType(&tsrt_type_int, list);
}
Value tensors(std::initializer_list<Value> list) {
  return makeListOfType(&tsrt_type_tensor, list);
}
Value optionalTensors(std::initializer_list<Value> list) {
  return makeListOfType(tsrt_type_optional(&tsrt_type_tensor), list);
}
Value tensor(std::initializer_list<Value> list) {
  return call("aten::tensor", {L(list), none(), none(), B(false)});
}
/// 0, 1, 2, ... as float32 in a shape.
Value grid(std::initializer_list<Value> shape, int64_t n) {
  Value flat =
      call("aten::arange", {I(n), I(TSRT_F32), none(), none(), none()});
  return call("aten::view", {flat, sizes(shape)});
}
Value x23() { return grid({I(2), I(3)}, 6); }

TEST(TensorOps, Indexing) {
  EXPECT_EQ(" 5\n 0\n[ CPUFloatType{2} ]",
            run("aten::index.Tensor",
                {x23(), optionalTensors(
                            {tensor({I(1), I(0)}), tensor({I(2), I(-3)})})}));
  Value mask = call("aten::gt.Scalar", {x23(), I(2)});
  EXPECT_EQ(" 3\n 4\n 5\n[ CPUFloatType{3} ]",
            run("aten::index.Tensor", {x23(), optionalTensors({mask})}));
  EXPECT_EQ(
      "error: index 5 is out of bounds for dimension 0 with size 2",
      run("aten::index.Tensor", {x23(), optionalTensors({tensor({I(5)})})}));
  Value t = x23();
  call("aten::index_put_",
       {t, optionalTensors({none(), tensor({I(0)})}), tensor({F(9)}), B(true)});
  EXPECT_EQ("  9   1   2\n 12   4   5\n[ CPUFloatType{2,3} ]", text(t));
}

TEST(TensorOps, Reductions) {
  EXPECT_EQ(
      "  3\n 12\n[ CPUFloatType{2} ]",
      run("aten::sum.dim_IntList", {x23(), sizes({I(1)}), B(false), none()}));
  EXPECT_EQ("2.5\n[ CPUFloatType{} ]", run("aten::mean", {x23(), none()}));
  EXPECT_EQ("1.87083\n[ CPUFloatType{} ]", run("aten::std", {x23(), B(true)}));
  EXPECT_EQ(" 2\n 5\n[ CPUFloatType{2} ] |  2\n 2\n[ CPULongType{2} ]",
            run("aten::max.dim", {x23(), I(1), B(false)}, 2));
  EXPECT_EQ(
      "error: Dimension out of range (expected to be in range of "
      "[-2, 1], but got 5)",
      run("aten::sum.dim_IntList", {x23(), sizes({I(5)}), B(false), none()}));
}

TEST(TensorOps, IntegerDivision) {
  Value a = tensor({I(-7), I(7)}), b = tensor({I(2), I(-2)});
  EXPECT_EQ("-4\n-4\n[ CPULongType{2} ]", run("aten::floor_divide", {a, b}));
  EXPECT_EQ(" 1\n-1\n[ CPULongType{2} ]",
            run("aten::remainder.Tensor", {a, b}));
  EXPECT_EQ("error: ZeroDivisionError",
            run("aten::floor_divide.Scalar", {a, I(0)}));
}

TEST(TensorOps, TypesAreChecked) {
  EXPECT_EQ("error: \"bitwise_and_cpu\" not implemented for 'Float'",
            run("aten::__and__.Scalar", {x23(), I(1)}));
  EXPECT_EQ("error: Boolean value of Tensor with more than one value is "
            "ambiguous",
            run("aten::Bool.Tensor", {x23()}));
}

TEST(TensorOps, Shapes) {
  EXPECT_EQ("error: shape '[4]' is invalid for input of size 6",
            run("aten::view", {x23(), sizes({I(4)})}));
  EXPECT_EQ(
      "error: Sizes of tensors must match except in dimension 0. "
      "Expected size 3 but got size 2 for tensor number 1 in the list.",
      run("aten::cat", {tensors({x23(), call("aten::t", {x23()})}), I(0)}));
  EXPECT_EQ("[3, 2]", run("aten::size", {call("aten::t", {x23()})}));
}

TEST(TensorOps, Products) {
  EXPECT_EQ("  5  14\n 14  50\n[ CPUFloatType{2,2} ]",
            run("aten::matmul", {x23(), call("aten::t", {x23()})}));
  EXPECT_EQ("error: mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)",
            run("aten::matmul", {x23(), x23()}));
}

TEST(TensorOps, LargeProductsUseTheSameNumbers) {
  // Above the size at which oneDNN takes over: rows of ones count columns.
  Value ones = call("aten::ones",
                    {sizes({I(64), I(64)}), none(), none(), none(), none()});
  Value product = call("aten::matmul", {ones, ones});
  Value expected = call("aten::full", {sizes({I(64), I(64)}), F(64), none(),
                                       none(), none(), none()});
  EXPECT_EQ("True", run("aten::equal", {product, expected}));
}

TEST(TensorOps, ConvolutionAndPooling) {
  Value image = grid({I(1), I(1), I(3), I(3)}, 9);
  Value kernel = call("aten::ones", {sizes({I(1), I(1), I(2), I(2)}), none(),
                                     none(), none(), none()});
  EXPECT_EQ(
      "(1,1,.,.) = \n   9  13\n  21  25\n[ CPUFloatType{1,1,2,2} ]",
      run("aten::conv2d", {image, kernel, tensor({F(1)}), sizes({I(1), I(1)}),
                           sizes({I(0), I(0)}), sizes({I(1), I(1)}), I(1)}));
  Value two = sizes({I(2), I(2)});
  EXPECT_EQ("(1,1,.,.) = \n   5   7\n  13  15\n[ CPUFloatType{1,1,2,2} ]",
            run("aten::max_pool2d",
                {grid({I(1), I(1), I(4), I(4)}, 16), two, two,
                 sizes({I(0), I(0)}), sizes({I(1), I(1)}), B(false)}));
}

TEST(TensorOps, LargeConvolutionMatchesItsDefinition) {
  // The same convolution through oneDNN (float32) and the reference (float64).
  auto make = [](int64_t c, int64_t h) {
    Value t = grid({I(2), I(c), I(h), I(h)}, 2 * c * h * h);
    return call("aten::sin", {t});
  };
  Value x = make(8, 12), w = make(8, 3);
  w = call("aten::slice.Tensor", {w, I(0), I(0), I(2), I(1)});
  w = call("aten::repeat", {w, sizes({I(4), I(1), I(1), I(1)})});
  auto convolve = [&](const Value &a, const Value &b) {
    return call("aten::conv2d",
                {a, b, none(), sizes({I(2), I(1)}), sizes({I(1), I(1)}),
                 sizes({I(1), I(1)}), I(1)});
  };
  auto cast = [](const Value &v, int dtype) {
    return call("aten::to.dtype", {v, I(dtype), B(false), B(false), none()});
  };
  Value fast = cast(convolve(x, w), TSRT_F64);
  Value exact = convolve(cast(x, TSRT_F64), cast(w, TSRT_F64));
  EXPECT_EQ("True",
            run("aten::allclose", {fast, exact, F(1e-4), F(1e-4), B(false)}));
}

TEST(TensorOps, Softmax) {
  EXPECT_EQ(" 0.0900  0.2447  0.6652\n 0.0900  0.2447  0.6652\n"
            "[ CPUFloatType{2,3} ]",
            run("aten::softmax.int", {x23(), I(1), none()}));
}

TEST(TensorOps, SortPutsNanLast) {
  EXPECT_EQ(
      " 1\n 3\nnan\n[ CPUFloatType{3} ] |  2\n 0\n 1\n"
      "[ CPULongType{3} ]",
      run("aten::sort", {tensor({F(3), F(NAN), F(1)}), I(-1), B(false)}, 2));
}

TEST(TensorOps, SeedsGiveTheNumbersOfPyTorch) {
  auto made = [](const char *name, int64_t seed, std::vector<Value> args) {
    run("aten::manual_seed", {I(seed)}, 0);
    return run(name, std::move(args));
  };
  Value three = sizes({I(3)});
  EXPECT_EQ(" 0.4963\n 0.7682\n 0.0885\n[ CPUFloatType{3} ]",
            made("aten::rand", 0, {three, none(), none(), none(), none()}));
  EXPECT_EQ(" 1.5410\n-0.2934\n-2.1788\n[ CPUFloatType{3} ]",
            made("aten::randn", 0, {three, none(), none(), none(), none()}));
  EXPECT_EQ(" 0\n 4\n 2\n 3\n 1\n[ CPULongType{5} ]",
            made("aten::randperm", 1, {I(5), I(4), none(), none(), none()}));
  EXPECT_EQ(" 8\n 7\n 1\n 4\n[ CPULongType{4} ]",
            made("aten::randint", 2,
                 {I(10), sizes({I(4)}), I(4), none(), none(), none()}));
  Value six =
      call("aten::ones", {sizes({I(6)}), none(), none(), none(), none()});
  EXPECT_EQ(" 2\n 2\n 0\n 2\n 0\n 0\n[ CPUFloatType{6} ]",
            made("aten::dropout", 3, {six, F(0.5), B(true)}));
}

TEST(TensorOps, OutArgumentsAreResized) {
  Value out = call("aten::empty.memory_format",
                   {sizes({I(0)}), none(), none(), none(), none(), none()});
  run("aten::add.out", {x23(), x23(), I(1), out});
  EXPECT_EQ("  0   2   4\n  6   8  10\n[ CPUFloatType{2,3} ]", text(out));
}

TEST(TensorOps, NestedListsMustBeRectangular) {
  EXPECT_EQ("error: Expected sequence of length 2 at dim 1 (got 1)",
            run("aten::tensor",
                {L({L({I(1), I(2)}), L({I(3)})}), none(), none(), B(false)}));
  EXPECT_EQ("[[0, 1], [2, 3]]",
            run("prim::tolist",
                {tensor({L({I(0), I(1)}), L({I(2), I(3)})}), I(2), I(0)}));
}

TEST(TensorOps, Histograms) {
  // The last bin has both of its edges.
  Value values = tensor({F(0), F(1), F(1.5), F(4)});
  EXPECT_EQ(" 3\n 1\n[ CPUFloatType{2} ] |  0\n 2\n 4\n[ CPUFloatType{3} ]",
            run("aten::histogram.bin_ct",
                {values, I(2), none(), none(), B(false)}, 2));
  EXPECT_EQ("error: torch.histogram(): bins must be > 0, but got 0 for "
            "dimension 0",
            run("aten::histogram.bin_ct",
                {values, I(0), none(), none(), B(false)}, 2));
}

TEST(TensorOps, Eigenvalues) {
  Value symmetric =
      tensor({L({F(2), F(1)}), L({F(9), F(2)})}); // only one triangle counts
  EXPECT_EQ(" 1\n 3\n[ CPUFloatType{2} ]",
            run("aten::linalg_eigvalsh", {symmetric, S("U")}));
  EXPECT_EQ(" -7\n 11\n[ CPUFloatType{2} ]",
            run("aten::linalg_eigvalsh", {symmetric, S("L")}));
  // A quarter turn has no real eigenvalue.
  Value turn = tensor({L({F(0), F(-1)}), L({F(1), F(0)})});
  Value values = call("aten::linalg_eigvals", {turn});
  EXPECT_EQ(" 1\n 1\n[ CPUFloatType{2} ]", run("aten::abs", {values}));
  EXPECT_EQ(
      "0",
      run("aten::sum", {call("aten::real", {values}), none()}).substr(0, 1));
  Value wide = x23();
  EXPECT_EQ("error: linalg.eigvals: A must be batches of square matrices, but "
            "they are 2 by 3 matrices",
            run("aten::linalg_eigvals", {wide}));
}

} // namespace
