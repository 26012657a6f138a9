//===- NpyTest.cpp - npy and npz files ------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests arrays of all types and orders, and damaged files.
//
//===----------------------------------------------------------------------===//

#include "TestHelpers.h"

#include "TorchScript/Archive/Npy.h"

using namespace torchscript;
using namespace torchscript::test;
using llvm::StringRef;

/// An npy file of version 1 with this header.
static std::string makeNpy(StringRef header, StringRef data) {
  std::string result = bytes("\x93NUMPY\1\0");
  result += char(header.size() & 0xff);
  result += char(header.size() >> 8);
  return result + header.str() + data.str();
}

static std::string fail(StringRef file) { return errorOf(readNpy(file, {})); }

TEST(Npy, HeaderIsNumpys) {
  // As numpy 1.24 writes np.array([[1., 2., 3.]], np.float32).
  std::string data = bytes("\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40");
  std::string expected =
      bytes("\x93NUMPY\1\0v\0{'descr': '<f4', 'fortran_order': False, "
            "'shape': (1, 3), }") +
      std::string(58, ' ') + "\n" + data;
  auto written = writeNpy({DType::Float32, {1, 3}, data});
  ASSERT_TRUE(bool(written));
  EXPECT_EQ(*written, expected);
}

TEST(Npy, AllTypesGoThere) {
  for (StringRef name :
       {"uint8", "int8", "int16", "int32", "int64", "float16", "float32",
        "float64", "complex32", "complex64", "complex128", "bool", "bfloat16",
        "uint16", "uint32", "uint64"}) {
    std::optional<DType> dtype = parseDTypeName(name);
    ASSERT_TRUE(dtype.has_value()) << name.str();
    std::string data(6 * getItemSize(*dtype), '\1');
    data.back() = '\2';
    auto written = writeNpy({*dtype, {3, 2}, data});
    ASSERT_TRUE(bool(written)) << name.str();
    auto read = readNpy(*written, {});
    ASSERT_TRUE(bool(read)) << name.str();
    EXPECT_EQ(read->dtype, *dtype) << name.str();
    EXPECT_EQ(read->shape, (llvm::SmallVector<int64_t, 4>{3, 2}));
    EXPECT_EQ(std::string(read->data.begin(), read->data.end()), data);
  }
  EXPECT_EQ(errorOf(writeNpy({DType::QInt8, {1}, "x"})),
            "npy files cannot hold qint8");
}

TEST(Npy, ScalarsAndEmptyArrays) {
  auto scalar = writeNpy({DType::Bool, {}, "\1"});
  ASSERT_TRUE(bool(scalar));
  auto read = readNpy(*scalar, {});
  ASSERT_TRUE(bool(read));
  EXPECT_TRUE(read->shape.empty());
  EXPECT_EQ(read->data.size(), 1u);
  auto empty = writeNpy({DType::Int64, {0, 7}, ""});
  ASSERT_TRUE(bool(empty));
  read = readNpy(*empty, {});
  ASSERT_TRUE(bool(read));
  EXPECT_EQ(read->shape.size(), 2u);
  EXPECT_TRUE(read->data.empty());
}

TEST(Npy, OtherOrdersBecomeOurs) {
  auto fortran = readNpy(
      makeNpy("{'shape': (2, 3), 'fortran_order': True, 'descr': '|u1'}\n",
              "\1\2\3\4\5\6"),
      {});
  ASSERT_TRUE(bool(fortran));
  EXPECT_EQ(std::string(fortran->data.begin(), fortran->data.end()),
            "\1\3\5\2\4\6");
  auto big =
      readNpy(makeNpy("{'descr': '>i2', 'fortran_order': False, 'shape': (2,)}",
                      "abcd"),
              {});
  ASSERT_TRUE(bool(big));
  EXPECT_EQ(std::string(big->data.begin(), big->data.end()), "badc");
  auto complex =
      readNpy(makeNpy("{'descr': '>c8', 'fortran_order': False, 'shape': ()}",
                      "abcdefgh"),
              {});
  ASSERT_TRUE(bool(complex));
  EXPECT_EQ(std::string(complex->data.begin(), complex->data.end()),
            "dcbahgfe");
}

TEST(Npy, RefusesWhatIsWrong) {
  EXPECT_EQ(fail("text"), "not an npy file");
  EXPECT_EQ(fail(bytes("\x93NUMPY\4\0\1\0x")),
            "npy files of versions 1 to 3 are read");
  EXPECT_EQ(fail(bytes("\x93NUMPY\1\0\xff\xff{")),
            "an npy header of 65535 bytes");
  EXPECT_EQ(
      fail(makeNpy("{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}",
                   "12345678901")),
      "11 bytes of data; the shape needs 12");
  EXPECT_EQ(fail(makeNpy("{'descr': '<f4', 'fortran_order': False, 'shape': "
                         "(4294967296, 4294967296)}",
                         "")),
            "npy header: the shape has too many elements");
  EXPECT_EQ(
      fail(makeNpy("{'descr': '|O', 'fortran_order': False, 'shape': ()}", "")),
      "npy header: arrays of type '|O' are not supported");
  EXPECT_EQ(
      fail(makeNpy("{'descr': [('a', '<f4')], 'fortran_order': False}", "")),
      "npy header: 'descr' is not the name of a simple type; arrays of "
      "records are not supported");
  EXPECT_EQ(fail(makeNpy("{'descr': '<f4', 'shape': (1,)}", "1234")),
            "npy header: 'descr', 'fortran_order' and 'shape' are expected");
  EXPECT_EQ(fail(makeNpy("{'shape': (-1,)}", "")),
            "npy header: 'shape' is not a tuple of sizes");
  EXPECT_EQ(errorOf(writeNpy({DType::Int32, {2}, "1234"})),
            "4 bytes of data; the shape needs 8");
}

TEST(Npy, Files) {
  TemporaryFile file;
  ASSERT_FALSE(
      errorToBool(writeNpyFile(file.str(), {DType::UInt8, {3}, "abc"})));
  auto array = readNpyFile(file.str());
  ASSERT_TRUE(bool(array));
  EXPECT_EQ(std::string(array->data.begin(), array->data.end()), "abc");
}

TEST(Npz, Files) {
  TemporaryFile file;
  ASSERT_FALSE(errorToBool(
      writeNpzFile(file.str(), {{"x", {DType::UInt8, {3}, "abc"}},
                                {"out/y", {DType::Int16, {}, "de"}}})));
  auto arrays = readNpzFile(file.str());
  ASSERT_TRUE(bool(arrays));
  ASSERT_EQ(arrays->size(), 2u);
  EXPECT_EQ((*arrays)[0].first, "x");
  EXPECT_EQ((*arrays)[1].first, "out/y");
  EXPECT_EQ((*arrays)[1].second.dtype, DType::Int16);
  EXPECT_EQ(errorOf(readNpzFile(TS_ARCHIVE_INPUTS "/state_dict.pt"))
                    .find("not an array") == std::string::npos,
            false);
}
