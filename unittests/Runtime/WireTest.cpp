//===- WireTest.cpp - The format of remote calls --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values survive the way to another worker, and bytes that nobody sent are
// refused. TS_MUTATIONS says how many damaged messages are tried, TS_SEED
// which.
//
//===----------------------------------------------------------------------===//

#include "Damage.h"
#include "Helpers.h"
#include "rpc/WireValues.h"
#include "tsrt_rpc.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

using namespace tsrt;
using namespace tsrt::rpc;
using namespace tsrt::test;

namespace {

Message encode(const std::vector<Value> &values) {
  Encoder encoder(nullptr);
  for (const Value &value : values)
    EXPECT_TRUE(encoder.write(value.get())) << encoder.problem;
  return encoder.finish(Kind::Call, "");
}

/// Reads `count` values; the text of what is wrong, or nothing.
std::string decode(const Message &message, size_t count,
                   std::vector<Value> &values,
                   const std::vector<const tsrt_type *> &expected = {}) {
  Opened opened;
  std::string problem = open(message, opened);
  if (!problem.empty())
    return problem;
  Decoder decoder(message, opened.head, opened.payload, nullptr);
  if (!decoder.readTypes(expected))
    return decoder.problem;
  for (size_t i = 0; i < count; ++i)
    if (!decoder.read(values.emplace_back()))
      return decoder.problem;
  return decoder.atEnd() ? "" : decoder.problem;
}

std::string textOf(const Value &value) {
  StrRef text = StrRef::adopt(tsrt_value_str(&value));
  return std::string(view(text.get()));
}

/// A value and what arrives of it, as text with its type.
void expectSame(const Value &value) {
  std::vector<Value> back;
  ASSERT_EQ(decode(encode({value}), 1, back), "");
  EXPECT_EQ(textOf(back[0]), textOf(value));
  const tsrt_type *type = value.get().type;
  EXPECT_TRUE(
      tsrt_type_equal(back[0].get().type, type ? type : &tsrt_type_none));
}

Value tensorOf(int32_t dtype, std::vector<int64_t> sizes,
               const int64_t *strides = nullptr) {
  int64_t numel = 1;
  for (int64_t size : sizes)
    numel *= size;
  auto *data = static_cast<char *>(tsrt_alloc(size_t(numel * 16 + 64)));
  for (int64_t i = 0; i < numel * tsrt_dtype_size(dtype); ++i)
    data[i] = char(i % 63);
  return Value::adopt(objectValue(tsrt_tensor_from_memory(
      dtype, int32_t(sizes.size()), sizes.data(), strides, data,
      [](void *memory) { tsrt_free(memory); }, data)));
}

Value namedTuple() {
  const tsrt_type *elements[] = {&tsrt_type_int, &tsrt_type_tensor};
  const char *names[] = {"x", "y"};
  const tsrt_type *type = tsrt_type_tuple("__torch__.P", 2, elements, names);
  struct {
    int64_t x;
    void *y;
  } fields{3, nullptr};
  Value tensor = tensorOf(TSRT_F32, {2});
  fields.y = tensor.get().u.p;
  return Value::box(type, &fields);
}

Value nested() {
  Value list = makeListOfType(
      tsrt_type_list(tsrt_type_optional(&tsrt_type_str)),
      {makeListOfType(tsrt_type_optional(&tsrt_type_str), {S("a"), none()}),
       makeListOfType(tsrt_type_optional(&tsrt_type_str), {})});
  return list;
}

Value someDict() {
  DictRef dict = DictRef::adopt(tsrt_dict_new(
      tsrt_type_dict(&tsrt_type_str, tsrt_type_list(&tsrt_type_float))));
  Value key = S("k"), held = makeListOfType(&tsrt_type_float, {F(1.5), F(-2)});
  void *native[] = {key.get().u.p, held.get().u.p};
  EXPECT_EQ(tsrt_dict_set(dict.get(), &native[0], &native[1]), nullptr);
  return Value::adopt(objectValue(dict.take()));
}

std::vector<Value> allKinds() {
  tsrt_value device = intValue(1 | 3 << 8);
  device.type = &tsrt_type_device;
  return {none(),
          B(true),
          B(false),
          I(-1),
          I(INT64_MAX),
          F(-0.0),
          F(2.5),
          C(1, -2),
          S(""),
          S("text with \xc3\xa4"),
          Value::adopt(device),
          makeListOfType(&tsrt_type_int, {I(1), I(2)}),
          makeListOfType(&tsrt_type_bool, {B(true), B(false)}),
          makeListOfType(&tsrt_type_complex, {C(1, 2)}),
          makeListOfType(&tsrt_type_any, {I(1), S("x"), none()}),
          makeListOfType(&tsrt_type_scalar, {I(1), F(2)}),
          nested(),
          someDict(),
          namedTuple(),
          tensorOf(TSRT_F32, {2, 3}),
          tensorOf(TSRT_I64, {}),
          tensorOf(TSRT_B8, {0, 4}),
          tensorOf(TSRT_C64, {3})};
}

TEST(Wire, KeepsValues) {
  for (const Value &value : allKinds())
    expectSame(value);
}

TEST(Wire, KeepsSeveralValuesInOrder) {
  std::vector<Value> values = allKinds(), back;
  ASSERT_EQ(decode(encode(values), values.size(), back), "");
  for (size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(textOf(back[i]), textOf(values[i]));
}

TEST(Wire, KeepsWhatIsTheSameObject) {
  Value list = makeListOfType(&tsrt_type_int, {I(1)});
  Value tensor = tensorOf(TSRT_F32, {2});
  std::vector<Value> back;
  ASSERT_EQ(decode(encode({list, tensor, list, tensor}), 4, back), "");
  EXPECT_EQ(back[0].get().u.p, back[2].get().u.p);
  EXPECT_EQ(back[1].get().u.p, back[3].get().u.p);
  EXPECT_NE(back[0].get().u.p, list.get().u.p);
}

TEST(Wire, KeepsStridesOfViews) {
  const int64_t strides[] = {1, 2};
  Value tensor = tensorOf(TSRT_F32, {2, 3}, strides);
  std::vector<Value> back;
  ASSERT_EQ(decode(encode({tensor}), 1, back), "");
  auto *object = static_cast<tsrt_tensor *>(back[0].get().u.p);
  EXPECT_EQ(tsrt_tensor_strides(object)[0], 1);
  EXPECT_EQ(tsrt_tensor_strides(object)[1], 2);
  EXPECT_EQ(textOf(back[0]), textOf(tensor));
}

TEST(Wire, SendsWhatAViewShows) {
  // Ten elements of a storage of a hundred thousand.
  auto *data = static_cast<float *>(tsrt_alloc(400000));
  std::fill(data, data + 100000, 1.0f);
  const int64_t sizes[] = {10}, strides[] = {1000};
  Value tensor = Value::adopt(objectValue(tsrt_tensor_from_memory(
      TSRT_F32, 1, sizes, strides, data,
      [](void *memory) { tsrt_free(memory); }, data)));
  Message message = encode({tensor});
  std::vector<Value> back;
  ASSERT_EQ(decode(message, 1, back), "");
  EXPECT_EQ(textOf(back[0]), textOf(tensor));
}

TEST(Wire, DoesNotCopyLargeTensors) {
  Value tensor = tensorOf(TSRT_F32, {100, 100});
  Message message = encode({tensor});
  const Piece &last = message.pieces().back();
  EXPECT_EQ(last.data,
            tsrt_tensor_data(static_cast<tsrt_tensor *>(tensor.get().u.p)));
  EXPECT_EQ(last.size, 40000u);
}

TEST(Wire, LeavesLargeTensorsInPrivateMemory) {
  Value tensor = tensorOf(TSRT_F32, {100, 100});
  Message sent = encode({tensor});
  std::string begin(kPrefixSize, 0);
  ASSERT_TRUE(sent.copy(0, kPrefixSize, begin.data()));
  size_t offset = payloadOffset(begin);
  ASSERT_EQ(sent.size(), offset + 40000);
  for (size_t shift : {size_t(0), size_t(4)})
    for (bool isPrivate : {true, false}) {
      std::shared_ptr<void> memory(tsrt_alloc(sent.size() + 192), tsrt_free);
      char *data = static_cast<char *>(memory.get()) + 64 - offset % 64 + shift;
      ASSERT_TRUE(sent.copy(0, sent.size(), data));
      Message message;
      message.append(Piece{data, sent.size(), memory, isPrivate});
      std::vector<Value> back;
      ASSERT_EQ(decode(message, 1, back), "");
      EXPECT_EQ(textOf(back[0]), textOf(tensor));
      // Only what lies as tensors do, and belongs to nobody else.
      auto *there = static_cast<tsrt_tensor *>(back[0].get().u.p);
      EXPECT_EQ(tsrt_tensor_data(there) == data + offset, isPrivate && !shift);
    }
}

TEST(Wire, RefusesEnums) {
  tsrt_type type{};
  type.kind = TSRT_ENUM;
  type.name = "__torch__.Color";
  type.size = type.align = 8;
  tsrt_value value = intValue(0);
  value.type = &type;
  Encoder encoder(nullptr);
  EXPECT_FALSE(encoder.write(value));
  EXPECT_EQ(encoder.problem,
            "a value of type '__torch__.Color' cannot be sent to a worker");
}

TEST(Wire, RefusesDeepValues) {
  Value value = I(1);
  for (int i = 0; i < 300; ++i)
    value = makeListOfType(&tsrt_type_any, {value});
  Encoder encoder(nullptr);
  EXPECT_FALSE(encoder.write(value.get()));
  EXPECT_EQ(encoder.problem,
            "a value is nested too deeply to be sent to a worker");
}

TEST(Wire, RefusesOtherVersions) {
  std::string bytes = makePrefix(Kind::Call, 0);
  bytes[4] = 9;
  Message message;
  message.append(bytes);
  Opened opened;
  EXPECT_EQ(open(message, opened),
            "a message has version 9 of the format, expected 1");
}

TEST(Wire, RefusesTruncatedMessages) {
  Message whole = encode(allKinds());
  std::string bytes(whole.size(), '\0');
  ASSERT_TRUE(whole.copy(0, bytes.size(), bytes.data()));
  int64_t before = tsrt_live_objects();
  for (size_t size = 0; size < bytes.size(); ++size) {
    Message message;
    message.append(bytes.substr(0, size));
    std::vector<Value> back;
    EXPECT_NE(decode(message, allKinds().size(), back), "") << size;
  }
  EXPECT_EQ(tsrt_live_objects(), before);
}

/// Tells values of expected types from others, as a worker does.
TEST(Wire, UsesExpectedTypes) {
  Value value = namedTuple();
  std::vector<Value> back;
  ASSERT_EQ(decode(encode({value}), 1, back, {value.get().type}), "");
  EXPECT_EQ(back[0].get().type, value.get().type);
}

TEST(Wire, SurvivesDamagedMessages) {
  const char *count = std::getenv("TS_MUTATIONS");
  const char *seed = std::getenv("TS_SEED");
  std::mt19937_64 random(seed ? std::strtoull(seed, nullptr, 10) : 1);
  std::vector<std::string> samples;
  for (const Value &value : allKinds()) {
    Message message = encode({value, value});
    std::string bytes(message.size(), '\0');
    message.copy(0, bytes.size(), bytes.data());
    samples.push_back(std::move(bytes));
  }
  int64_t before = tsrt_live_objects();
  size_t refused = 0;
  for (int i = 0, end = count ? std::atoi(count) : 3000; i < end; ++i) {
    Message message;
    message.append(damage(samples[random() % samples.size()], random));
    std::vector<Value> back;
    std::string problem = decode(message, 2, back);
    refused += !problem.empty();
    // What arrives can be used.
    if (problem.empty())
      for (const Value &value : back)
        if (value.kind() != TSRT_TENSOR)
          textOf(value);
  }
  EXPECT_GT(refused, 0u);
  EXPECT_EQ(tsrt_live_objects(), before);
}

} // namespace
