//===- PickleTensorTest.cpp - Tensors of the pickle reader ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests tensors: geometry, storages, quantizers, sparse parts.
//
//===----------------------------------------------------------------------===//

#include "TestHelpers.h"

#include "TorchScript/Archive/Pickle.h"

#include "llvm/Support/Endian.h"

using namespace torchscript;
using namespace torchscript::test;
using llvm::cast;
using llvm::StringRef;

/// A pickled string.
static std::string pickled(StringRef text) {
  char size[4];
  llvm::support::endian::write32le(size, text.size());
  return "X" + std::string(size, 4) + text.str();
}

/// A pickled int.
static std::string pickled(int64_t value) {
  char raw[8];
  llvm::support::endian::write64le(raw, value);
  return "\x8a\x08" + std::string(raw, 8);
}

/// A pickled tuple of ints.
static std::string pickled(std::initializer_list<int64_t> values) {
  std::string result = "(";
  for (int64_t value : values)
    result += pickled(value);
  return result + "t";
}

/// A pickled storage.
static std::string storage(StringRef kind, StringRef key, int64_t numel) {
  return "(" + pickled("storage") + "ctorch\n" + kind.str() + "Storage\n" +
         pickled(key) + pickled("cpu") + pickled(numel) + "tQ";
}

/// A pickled strided tensor; `tail` follows the hooks.
static std::string tensor(StringRef storageText, int64_t offset,
                          std::initializer_list<int64_t> sizes,
                          std::initializer_list<int64_t> strides,
                          StringRef tail = "") {
  return "ctorch._utils\n_rebuild_tensor_v2\n(" + storageText.str() +
         pickled(offset) + pickled(sizes) + pickled(strides) + "\x88" +
         "ccollections\nOrderedDict\n)R" + tail.str() + "tR";
}

namespace {
/// Reads tensors. There is a record data/0 of 24 bytes and data/1 of 16.
class PickleTensorTest : public testing::Test {
protected:
  PickleTensorTest() {
    context.record = "data.pkl";
    context.storagePrefix = "data/";
    context.getRecordSize = sizes;
  }
  static std::optional<uint64_t> sizes(StringRef name) {
    if (name == "data/0")
      return 24;
    if (name == "data/1")
      return 16;
    return std::nullopt;
  }
  llvm::Expected<const ArchiveValue *> read(const std::string &body) {
    texts.push_back(std::make_unique<std::string>("\x80\x02" + body + "."));
    return readPickle(*texts.back(), context, graph);
  }
  /// The error without its place.
  std::string fail(const std::string &body) {
    return StringRef(errorOf(read(body))).split(": ").second.str();
  }

  PickleContext context;
  ArchiveGraph graph;
  std::vector<std::unique_ptr<std::string>> texts;
};
} // namespace

TEST_F(PickleTensorTest, Strided) {
  auto value = read(tensor(storage("Float", "0", 6), 1, {2, 2}, {3, 1}));
  ASSERT_EQ(errorOf(std::move(value)), "success");
  const auto &result = *cast<ArchiveTensor>(*value);
  EXPECT_EQ(result.dtype, DType::Float32);
  EXPECT_EQ(result.storageOffset, 1);
  EXPECT_EQ(result.getNumElements(), 4);
  EXPECT_TRUE(result.requiresGrad);
  EXPECT_FALSE(result.isContiguous());
  EXPECT_EQ(result.storage->recordName, "data/0");
  EXPECT_EQ(result.storage->location, "cpu");
}

TEST_F(PickleTensorTest, SharesStorages) {
  std::string first = storage("Float", "0", 6) + "q\1";
  auto value = read(tensor(first, 0, {6}, {1}) + tensor("h\1", 5, {}, {}) +
                    tensor(storage("Float", "0", 6), 0, {0}, {1}) + "\x87");
  ASSERT_EQ(errorOf(std::move(value)), "success");
  const auto &tuple = *cast<ArchiveTuple>(*value);
  for (const ArchiveValue *element : tuple.elements)
    EXPECT_EQ(cast<ArchiveTensor>(element)->storage,
              cast<ArchiveTensor>(tuple.elements[0])->storage);
}

TEST_F(PickleTensorTest, ChecksStorages) {
  EXPECT_EQ(fail(tensor(storage("Float", "0", 7), 0, {7}, {1})),
            "record 'data/0' has 24 bytes; a storage of 7 float32 needs more");
  EXPECT_EQ(fail(storage("Double", "0", int64_t(1) << 61)),
            "record 'data/0' has 24 bytes; a storage of 2305843009213693952 "
            "float64 needs more");
  EXPECT_EQ(fail(storage("Float", "9", 1)),
            "the storage's record 'data/9' is missing");
  EXPECT_EQ(fail(storage("Float", "0", -1)), "a storage of -1 elements");
  EXPECT_EQ(fail(storage("Quad", "0", 1)),
            "unknown class of storage 'torch.QuadStorage'");
  EXPECT_EQ(fail(storage("Float", "0", 6)),
            "a storage where a value is expected");
  // Without elements no record is needed.
  EXPECT_EQ(fail(tensor(storage("Float", "9", 0), 0, {0, 3}, {3, 1})), "");
}

TEST_F(PickleTensorTest, ChecksGeometry) {
  std::string floats = storage("Float", "0", 6);
  auto outside = [](const std::string &error) {
    return StringRef(error).starts_with(
        "a tensor reaches outside its storage 'data/0' of 6 float32");
  };
  EXPECT_EQ(fail(tensor(floats, 0, {6}, {1})), "");
  EXPECT_EQ(fail(tensor(floats, 5, {6}, {-1})), "");
  EXPECT_EQ(fail(tensor(floats, 0, {1000000}, {0})), "");
  EXPECT_TRUE(outside(fail(tensor(floats, 1, {6}, {1}))));
  EXPECT_TRUE(outside(fail(tensor(floats, 4, {6}, {-1}))));
  EXPECT_TRUE(outside(fail(tensor(floats, 6, {}, {}))));
  EXPECT_TRUE(outside(
      fail(tensor(floats, 0, {3, 3}, {int64_t(1) << 62, int64_t(1) << 62}))));
  EXPECT_TRUE(outside(fail(tensor(floats, INT64_MAX, {2}, {1}))));
  EXPECT_EQ(fail(tensor(floats, -1, {1}, {1})),
            "a tensor with the storage offset -1");
  EXPECT_EQ(fail(tensor(floats, 0, {-1}, {1})), "a tensor with the size -1");
  EXPECT_EQ(fail(tensor(floats, 0, {2, 3}, {1})),
            "a tensor with 2 sizes and 1 strides");
  EXPECT_EQ(fail(tensor(floats, 0, {INT64_MAX, 3}, {0, 0})),
            "a tensor with more elements than a 64-bit number can count");
}

TEST_F(PickleTensorTest, NoticesViewsWithAnotherDtype) {
  std::string two = storage("ComplexFloat", "1", 2);
  EXPECT_EQ(fail(tensor(two, 1, {2}, {2})),
            "a tensor reaches outside its storage 'data/1' of 2 complex64; it "
            "would fit smaller elements: probably it was a view with another "
            "dtype, which PyTorch saves with the dtype of the first tensor on "
            "the storage; clone it before saving");
}

TEST_F(PickleTensorTest, MathBits) {
  auto value = read(tensor(storage("ComplexFloat", "1", 2), 0, {2}, {1},
                           "}" + pickled("conj") + "\x88s"));
  ASSERT_EQ(errorOf(std::move(value)), "success");
  EXPECT_TRUE(cast<ArchiveTensor>(*value)->conjugate);
  EXPECT_FALSE(cast<ArchiveTensor>(*value)->negative);
  EXPECT_EQ(fail(tensor(storage("Float", "0", 2), 0, {2}, {1},
                        "}" + pickled("odd") + "\x88s")),
            "a tensor with an unknown bit");
}

/// A pickled quantized tensor of 2 x 2 int8.
static std::string quantized(StringRef params) {
  return "ctorch._utils\n_rebuild_qtensor\n(" + storage("QInt8", "0", 4) +
         pickled(int64_t(0)) + pickled({2, 2}) + pickled({2, 1}) +
         params.str() + "\x89" + "ccollections\nOrderedDict\n)RtR";
}

TEST_F(PickleTensorTest, Quantized) {
  std::string half = bytes("G\x3f\xe0\0\0\0\0\0\0");
  auto value = read(quantized("(ctorch\nper_tensor_affine\n" + half + "K\3t"));
  ASSERT_EQ(errorOf(std::move(value)), "success");
  const auto &affine = *cast<ArchiveTensor>(*value);
  EXPECT_EQ(affine.dtype, DType::QInt8);
  ASSERT_TRUE(affine.quantizer.has_value());
  EXPECT_EQ(affine.quantizer->scale, 0.5);
  EXPECT_EQ(affine.quantizer->zeroPoint, 3);

  auto channels = [&](int64_t count, int64_t axis) {
    return quantized("(ctorch\nper_channel_affine\n" +
                     tensor(storage("Double", "1", 2), 0, {count}, {1}) +
                     tensor(storage("Long", "1", 2), 0, {count}, {1}) +
                     pickled(axis) + "t");
  };
  value = read(channels(2, 1));
  ASSERT_EQ(errorOf(std::move(value)), "success");
  EXPECT_EQ(cast<ArchiveTensor>(*value)->quantizer->axis, 1);
  EXPECT_EQ(fail(channels(2, 2)),
            "a quantizer with the axis 2 on a tensor of 2 dimensions");
  EXPECT_EQ(fail(channels(1, 0)),
            "a quantizer whose scales or zero points do not fit the tensor");
  EXPECT_EQ(fail(quantized("(ctorch\nper_moon\nt")),
            "unknown quantization scheme 'per_moon'");
}

TEST_F(PickleTensorTest, Sparse) {
  auto coo = [&](int64_t rank) {
    return "ctorch._utils\n_rebuild_sparse_tensor\n(" + pickled(int64_t(1)) +
           pickled({5, 5}) + "\x89" +
           tensor(storage("Long", "1", 2), 0, {rank, 1}, {1, 1}) +
           tensor(storage("Float", "0", 1), 0, {1}, {1}) +
           "ccollections\nOrderedDict\n)RtR";
  };
  auto value = read(coo(2));
  ASSERT_EQ(errorOf(std::move(value)), "success");
  const auto &result = *cast<ArchiveTensor>(*value);
  EXPECT_EQ(result.layout, ArchiveTensor::Layout::SparseCoo);
  EXPECT_EQ(result.dtype, DType::Float32);
  EXPECT_EQ(result.parts.size(), 2u);
  EXPECT_EQ(fail(coo(1)), "");
  EXPECT_EQ(fail("ctorch._utils\n_rebuild_sparse_tensor\n(" +
                 pickled(int64_t(3)) + "tR"),
            "a sparse tensor of an unknown layout");
}
