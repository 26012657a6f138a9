//===- TensorSignatureTest.cpp - Tests of signatures ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of the text of dtypes and sizes.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Types/TensorSignature.h"
#include "gtest/gtest.h"

using namespace torchscript;

/// The text of what a text says, or the error.
static std::string roundTrip(llvm::StringRef text) {
  auto signature = parseTensorSignature(text);
  return signature ? spellSignature(*signature)
                   : llvm::toString(signature.takeError());
}

TEST(TensorSignature, RoundTrips) {
  EXPECT_EQ(roundTrip("f32[1,3];-;i64[]"), "f32[1,3];-;i64[]");
  EXPECT_EQ(roundTrip("bool[0];bf16[2];c64[1,1,1];u8[]"),
            "i1[0];bf16[2];c64[1,1,1];u8[]");
  EXPECT_EQ(roundTrip(" float32[ 1 , 3 ] ; - ; long[] "), "f32[1,3];-;i64[]");
  EXPECT_EQ(roundTrip("qint8[2]"), "qint8[2]");
}

TEST(TensorSignature, SaysNothingOfNoTensors) {
  EXPECT_EQ(roundTrip(""), "");
  EXPECT_EQ(roundTrip("-;-"), "");
  EXPECT_EQ(parseTensorSignature("-;-")->size(), 2u);
}

TEST(TensorSignature, ReadsEveryDType) {
  for (int number = 0; number <= int(DType::BFloat16); ++number) {
    TensorSignature signature(1);
    signature[0].emplace();
    signature[0]->dtype = DType(number);
    std::string text = spellSignature(signature);
    auto parsed = parseTensorSignature(text);
    ASSERT_TRUE(bool(parsed)) << text;
    EXPECT_EQ((*parsed)[0]->dtype, DType(number)) << text;
    std::string full = getDTypeName(DType(number)).str() + "[]";
    EXPECT_EQ(roundTrip(full), text);
  }
}

TEST(TensorSignature, ShowsThePlace) {
  EXPECT_EQ(roundTrip("f32"),
            "in the signature 'f32': expected '[' and sizes at the end");
  EXPECT_EQ(roundTrip("f32[1;-"),
            "in the signature 'f32[1;-': expected ',' or ']' at ';-'");
  EXPECT_EQ(roundTrip("f32[1]]"),
            "in the signature 'f32[1]]': expected ';' at ']'");
  EXPECT_EQ(roundTrip(";"),
            "in the signature ';': expected '-' or DTYPE[SIZE,...] at ';'");
  EXPECT_EQ(roundTrip("x[1]"),
            "in the signature 'x[1]': expected a dtype (f32, f64, i64, bool, "
            "...) instead of 'x' at 'x[1]'");
}
