//===- DirectCallTest.cpp - Tests of calls without boxes ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Direct calls of operators: what they give, whose references they take, whose
// memory they use; and accesses of one element.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

#include <gtest/gtest.h>

using namespace tsrt;
using namespace tsrt::test;

namespace {

/// A direct call under way.
struct Call {
  explicit Call(const char *name, uint64_t numResults = 1)
      : op(tsrt_op_resolve(name)), numResults(numResults) {}

  /// Adds an argument, lent, or given away when it is the last use.
  Call &with(const Value &value, bool lastUse = false) {
    size_t i = words.size();
    uint64_t kind = uint64_t(value.kind());
    call |= (kind | (lastUse ? 8 : 0)) << (8 + 4 * i);
    if (lastUse)
      tsrt_value_retain(&value);
    words.push_back(kind == TSRT_NONE ? 0 : uint64_t(value.get().u.i));
    return *this;
  }
  /// Adds a temporary: the call gets the only reference.
  Call &giving(Value value) {
    with(value);
    call |= uint64_t(8) << (8 + 4 * (words.size() - 1));
    value.take();
    return *this;
  }

  /// The error's message; empty on success.
  std::string run() {
    const auto *head = reinterpret_cast<const tsrt_op_head *>(op);
    tsrt_error *error = head->direct(op, call | words.size() | numResults << 4,
                                     words.data(), results);
    std::string message = error ? tsrt_error_message(error) : "";
    tsrt_error_release(error);
    return message;
  }
  /// The first result, an object; owned.
  Value object() {
    EXPECT_EQ("", run());
    return Value::adopt(objectValue(reinterpret_cast<void *>(results[0])));
  }

  const tsrt_op *op;
  uint64_t numResults, call = 0;
  std::vector<uint64_t> words;
  uint64_t results[4] = {};
};

/// 0, 1, 2, ... in a shape.
Value counting(std::vector<int64_t> shape, int32_t dtype = TSRT_F32) {
  tsrt_tensor *t =
      tsrt_tensor_empty(dtype, int32_t(shape.size()), shape.data());
  for (int64_t i = 0; i < tsrt_tensor_numel(t); ++i)
    if (dtype == TSRT_F32)
      static_cast<float *>(tsrt_tensor_data(t))[i] = float(i);
    else
      static_cast<int64_t *>(tsrt_tensor_data(t))[i] = i;
  return Value::adopt(objectValue(t));
}

tsrt_tensor *in(const Value &v) {
  return static_cast<tsrt_tensor *>(v.get().u.p);
}

/// What the call with boxes gives.
std::string same(const char *name, std::vector<Value> args) {
  return test::run(name, std::move(args));
}

TEST(DirectCall, GivesWhatTheBoxedCallGives) {
  Value x = counting({2, 3}), y = counting({3}), ints = counting({3}, TSRT_I64);
  EXPECT_EQ(same("aten::add.Tensor", {x, y, I(1)}),
            text(Call("aten::add.Tensor").with(x).with(y).with(I(1)).object()));
  EXPECT_EQ(
      same("aten::add.Tensor", {x, y, F(2.5)}),
      text(Call("aten::add.Tensor").with(x).with(y).with(F(2.5)).object()));
  EXPECT_EQ(same("aten::mul.Scalar", {ints, F(0.5)}),
            text(Call("aten::mul.Scalar").with(ints).with(F(0.5)).object()));
  EXPECT_EQ(same("aten::lt.Scalar", {x, F(2.0)}),
            text(Call("aten::lt.Scalar").with(x).with(F(2.0)).object()));
  EXPECT_EQ(
      same("aten::clamp", {x, F(1.0), none()}),
      text(Call("aten::clamp").with(x).with(F(1.0)).with(none()).object()));
  EXPECT_EQ(same("aten::sum.dim_IntList", {x, L({I(0)}), B(true), none()}),
            text(Call("aten::sum.dim_IntList")
                     .with(x)
                     .with(L({I(0)}))
                     .with(B(true))
                     .with(none())
                     .object()));
}

TEST(DirectCall, GivesNumbersAndSeveralResults) {
  Call item("aten::Float.Tensor");
  EXPECT_EQ("", item.with(counting({1})).run());
  EXPECT_EQ(0u, item.results[0]);
  Call size("aten::size.int");
  EXPECT_EQ("", size.with(counting({2, 3})).with(I(-1)).run());
  EXPECT_EQ(3u, size.results[0]);
  Call max("aten::max.dim", 2);
  EXPECT_EQ("", max.with(counting({2, 3})).with(I(1)).with(B(false)).run());
  Value values =
      Value::adopt(objectValue(reinterpret_cast<void *>(max.results[0])));
  Value indices =
      Value::adopt(objectValue(reinterpret_cast<void *>(max.results[1])));
  EXPECT_EQ(same("aten::add.Scalar", {values, I(0), I(1)}), text(values));
  EXPECT_EQ(TSRT_I64, tsrt_tensor_dtype(in(indices)));
}

TEST(DirectCall, BroadcastsRowsAndBools) {
  Value m = counting({4, 3}), row = counting({1, 3}), column = counting({4, 1});
  Value mask = Call("aten::gt.Scalar").with(m).with(F(5)).object();
  for (const Value &other : {row, column, counting({1})})
    EXPECT_EQ(
        same("aten::sub.Tensor", {m, other, I(1)}),
        text(Call("aten::sub.Tensor").with(m).with(other).with(I(1)).object()));
  Value rowMask = Call("aten::gt.Scalar").with(row).with(F(0)).object();
  Value both =
      Call("aten::bitwise_and.Tensor").with(mask).with(rowMask).object();
  EXPECT_EQ(" 0  0  0\n 0  0  0\n 0  1  1\n 0  1  1\n[ CPUBoolType{4,3} ]",
            text(both));
  EXPECT_EQ(same("aten::add.Tensor", {mask, rowMask, I(1)}),
            text(Call("aten::add.Tensor")
                     .with(mask)
                     .with(rowMask)
                     .with(I(1))
                     .object()));
}

TEST(DirectCall, UsesTheMemoryOfALastUse) {
  Value x = counting({4});
  tsrt_tensor *address = in(x);
  Value y = Call("aten::add.Scalar")
                .giving(std::move(x))
                .with(F(1))
                .with(I(1))
                .object();
  EXPECT_EQ(address, in(y));
  Value z = Call("aten::mul.Tensor")
                .with(counting({4}))
                .giving(std::move(y))
                .object();
  EXPECT_EQ(address, in(z));
  EXPECT_EQ("  0\n  2\n  6\n 12\n[ CPUFloatType{4} ]", text(z));
}

TEST(DirectCall, LeavesMemoryThatOthersSee) {
  Value x = counting({4}), other = x;
  Value y = Call("aten::neg").giving(std::move(other)).object();
  EXPECT_NE(in(x), in(y));
  // A view of it lives on.
  Value base = counting({4});
  Value view = Call("aten::slice.Tensor")
                   .with(base)
                   .with(I(0))
                   .with(I(0))
                   .with(I(2))
                   .with(I(1))
                   .object();
  tsrt_tensor *address = in(base);
  Value z = Call("aten::neg").giving(std::move(base)).object();
  EXPECT_NE(address, in(z));
  EXPECT_EQ(" 0\n 1\n[ CPUFloatType{2} ]", text(view));
  // Another dtype or shape does not fit.
  Value i = counting({4}, TSRT_I64);
  address = in(i);
  EXPECT_EQ(TSRT_F32, tsrt_tensor_dtype(in(Call("aten::mul.Scalar")
                                               .giving(std::move(i))
                                               .with(F(0.5))
                                               .object())));
  EXPECT_EQ(same("aten::add.Tensor", {counting({2, 3}), counting({3}), I(1)}),
            text(Call("aten::add.Tensor")
                     .with(counting({2, 3}))
                     .giving(counting({3}))
                     .with(I(1))
                     .object()));
}

TEST(DirectCall, ChangesInPlace) {
  Value x = counting({4});
  Value same = Call("aten::add_.Scalar").with(x).with(F(1)).with(I(1)).object();
  EXPECT_EQ(in(x), in(same));
  EXPECT_EQ(" 1\n 2\n 3\n 4\n[ CPUFloatType{4} ]", text(x));
  // PyTorch refuses operands that are a part of the target, or overlap with it.
  const char *refusal = "unsupported operation: some elements of the input "
                        "tensor and the written-to tensor refer to a single "
                        "memory location. Please clone() the tensor before "
                        "performing the operation.";
  Value first = Call("aten::select.int").with(x).with(I(0)).with(I(1)).object();
  EXPECT_EQ(refusal, Call("aten::mul_.Tensor").with(x).with(first).run());
  auto slice = [&](Value begin, Value end) {
    return Call("aten::slice.Tensor")
        .with(x)
        .with(I(0))
        .with(begin)
        .with(end)
        .with(I(1))
        .object();
  };
  Value tail = slice(I(1), none()), head = slice(I(0), I(3));
  EXPECT_EQ(refusal,
            Call("aten::add_.Tensor").with(tail).with(head).with(I(1)).run());
  EXPECT_EQ(" 1\n 2\n 3\n 4\n[ CPUFloatType{4} ]", text(x));
  Value ints = counting({2}, TSRT_I64);
  EXPECT_EQ("result type Float can't be cast to the desired output type Long",
            Call("aten::mul_.Scalar").with(ints).with(F(0.5)).run());
}

TEST(DirectCall, ReleasesLastUsesWhenItFails) {
  int64_t before = tsrt_live_objects();
  Call call("aten::add.Tensor");
  call.giving(counting({2})).giving(counting({3})).with(I(1));
  EXPECT_EQ("The size of tensor a (2) must match the size of tensor b (3) at "
            "non-singleton dimension 0",
            call.run());
  EXPECT_EQ(0u, call.results[0]);
  EXPECT_EQ("Expected a value of type 'Tensor' for argument 0 but instead "
            "found type 'int'.",
            Call("aten::neg").with(I(1)).run());
  EXPECT_EQ("Expected 1 arguments but found 2.",
            Call("aten::neg").giving(counting({2})).with(I(1)).run());
  EXPECT_EQ("not supported yet: operator 'test::missing' has no kernel",
            Call("test::missing").giving(counting({2})).run());
  EXPECT_EQ(before, tsrt_live_objects());
}

tsrt_error *countArguments(const tsrt_value *args, int32_t numArgs,
                           tsrt_value *results, int32_t) {
  results[0] = intValue(numArgs + args[0].u.i);
  return nullptr;
}

TEST(DirectCall, ReachesKernelsThatTakeBoxes) {
  tsrt_op_register("test::count", countArguments);
  int64_t before = tsrt_live_objects();
  Call call("test::count");
  EXPECT_EQ("", call.with(I(40)).giving(counting({2})).run());
  EXPECT_EQ(42u, call.results[0]);
  EXPECT_EQ(before, tsrt_live_objects());
}

TEST(Element, LoadsAndStores) {
  Value m = counting({2, 3});
  int64_t place[] = {-1, 1}, outside[] = {2, 0};
  double number = 0;
  EXPECT_EQ(1, tsrt_element_load_float(in(m), 2, place, &number));
  EXPECT_EQ(4.0, number);
  EXPECT_EQ(0, tsrt_element_load_float(in(m), 2, outside, &number));
  EXPECT_EQ(0.0, number);
  EXPECT_EQ(0, tsrt_element_load_float(in(m), 1, place, &number));
  number = -2.75;
  EXPECT_EQ(1, tsrt_element_store_float(in(m), 2, place, &number));
  EXPECT_EQ(0, tsrt_element_store_float(in(m), 2, outside, &number));
  int64_t integer = 0;
  EXPECT_EQ(1, tsrt_element_load_int(in(m), 2, place, &integer));
  EXPECT_EQ(-2, integer);
  uint8_t truth = 0;
  EXPECT_EQ(1, tsrt_element_load_bool(in(m), 2, place, &truth));
  EXPECT_EQ(1, truth);
  // Strides and offsets of a view count.
  Value column =
      Call("aten::select.int").with(m).with(I(1)).with(I(2)).object();
  int64_t second = 1;
  EXPECT_EQ(1, tsrt_element_load_int(in(column), 1, &second, &integer));
  EXPECT_EQ(5, integer);
}

TEST(Element, LeavesConversionsThatNeedAWarning) {
  Value ints = counting({2}, TSRT_I64);
  int64_t place = 1;
  double number = 7.5;
  uint8_t truth = 1;
  EXPECT_EQ(0, tsrt_element_store_float(in(ints), 1, &place, &number));
  EXPECT_EQ(0, tsrt_element_store_bool(in(ints), 1, &place, &truth));
  EXPECT_EQ(" 0\n 1\n[ CPULongType{2} ]", text(ints));
}

} // namespace
