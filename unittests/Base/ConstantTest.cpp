//===- ConstantTest.cpp - Tests of constants ------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of spelling and comparison of constants.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Types/Constant.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>

using namespace torchscript;

TEST(Constant, SpellsLikeSchemas) {
  EXPECT_EQ(Constant::none().spelling(), "None");
  EXPECT_EQ(Constant::boolean(true).spelling(), "True");
  EXPECT_EQ(Constant::integer(-7).spelling(), "-7");
  EXPECT_EQ(Constant::floating(2).spelling(), "2.");
  EXPECT_EQ(Constant::floating(-0.0).spelling(), "0.");
  EXPECT_EQ(Constant::floating(1e17).spelling(), "100000000000000000.");
  EXPECT_EQ(Constant::floating(1e20).spelling(), "1e+20");
  EXPECT_EQ(Constant::floating(1e-5).spelling(), "1.0000000000000001e-05");
  EXPECT_EQ(Constant::floating(-INFINITY).spelling(), "-inf");
  EXPECT_EQ(Constant::complex(1, -2).spelling(), "1.-2.j");
  EXPECT_EQ(Constant::string("a\n\"b\"").spelling(), R"("a\n\"b\"")");
  EXPECT_EQ(
      Constant::list({Constant::integer(0), Constant::integer(1)}).spelling(),
      "[0, 1]");
  EXPECT_EQ(Constant::tuple({Constant::boolean(false)}).spelling(), "(False,)");
}

TEST(Constant, ComparesBitwise) {
  EXPECT_EQ(Constant::floating(NAN), Constant::floating(NAN));
  EXPECT_NE(Constant::floating(0.0), Constant::floating(-0.0));
  EXPECT_NE(Constant::integer(1), Constant::boolean(true));
  EXPECT_NE(Constant::list({}), Constant::tuple({}));
  EXPECT_FALSE(Constant());
  EXPECT_TRUE(Constant::none());
}
