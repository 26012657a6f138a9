//===- NamesTest.cpp - Tests of the table of Python names -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of looking up members of torch, math and cmath.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Schema/Names.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace torchscript;

/// The operator a name stands for, or empty.
static std::string operatorOf(llvm::StringRef name) {
  std::optional<PythonName> found = lookupPythonName(name);
  return found && found->kind == PythonName::Kind::Operator
             ? found->target.str()
             : "";
}

TEST(Names, FindsOperators) {
  EXPECT_EQ(operatorOf("torch.add"), "aten::add");
  EXPECT_EQ(operatorOf("torch.linalg.det"), "aten::linalg_det");
  EXPECT_EQ(operatorOf("torch.nn.functional.logsigmoid"), "aten::log_sigmoid");
  EXPECT_EQ(operatorOf("math.sqrt"), "aten::sqrt");
  EXPECT_EQ(operatorOf("torch.finfo"), "aten::finfo");
}

TEST(Names, FindsConstants) {
  EXPECT_EQ(lookupPythonName("torch.float32")->value, Constant::integer(6));
  EXPECT_EQ(lookupPythonName("torch.channels_last")->value,
            Constant::integer(2));
  EXPECT_EQ(lookupPythonName("math.pi")->value, Constant::floating(M_PI));
  EXPECT_EQ(lookupPythonName("torch.inf")->value, Constant::floating(INFINITY));
  EXPECT_TRUE(std::isnan(lookupPythonName("math.nan")->value.getFloat()));
}

TEST(Names, TellsOtherKindsApart) {
  EXPECT_EQ(lookupPythonName("torch")->kind, PythonName::Kind::Module);
  EXPECT_EQ(lookupPythonName("torch.jit")->kind, PythonName::Kind::Module);
  EXPECT_EQ(lookupPythonName("torch.nn.functional.relu")->kind,
            PythonName::Kind::Function);
  EXPECT_EQ(lookupPythonName("math.hypot")->target,
            "<built-in function hypot>");
  for (llvm::StringRef name : {"", "torch.", "torch.frobnicate", "tor", "zzz",
                               "#", "torch.add.Tensor", "cmath.zzz"})
    EXPECT_FALSE(lookupPythonName(name)) << name.str();
}
