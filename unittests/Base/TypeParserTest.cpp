//===- TypeParserTest.cpp - Tests of the type parser ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of parsing types in Python spelling.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Types/TypeParser.h"
#include "gtest/gtest.h"

using namespace torchscript;

namespace {
class TypeParser : public ::testing::Test {
protected:
  const Type *parse(llvm::StringRef text) {
    error.clear();
    return parseType(
        context, text,
        [&](llvm::StringRef name) -> const Type * {
          return context.lookupNominal(name);
        },
        &error);
  }

  /// The spelling of the parsed type, or the error.
  std::string respell(llvm::StringRef text) {
    const Type *type = parse(text);
    return type ? type->spelling() : "error: " + error;
  }

  TypeContext context;
  std::string error;
};
} // namespace

TEST_F(TypeParser, RoundTrips) {
  for (llvm::StringRef text :
       {"int", "List[Tuple[int, str]]", "Dict[str, Tensor]", "Optional[Tensor]",
        "Union[float, int]", "Tuple[()]", "Future[List[int]]", "number",
        "Dict[Any, Optional[List[bool]]]", "NoneType", "Device", "list"})
    EXPECT_EQ(respell(text), text);
}

TEST_F(TypeParser, AcceptsOtherSpellings) {
  EXPECT_EQ(respell("torch.Tensor"), "Tensor");
  EXPECT_EQ(respell("typing.List[ int ]"), "List[int]");
  EXPECT_EQ(respell("tuple[int,dict[str,float]]"),
            "Tuple[int, Dict[str, float]]");
  EXPECT_EQ(respell("None"), "NoneType");
  EXPECT_EQ(respell("torch.device"), "Device");
}

TEST_F(TypeParser, ResolvesClassNames) {
  ClassType *type =
      context.getOrCreateClass("__torch__.a.___torch_mangle_0.Bar", false);
  EXPECT_EQ(parse("__torch__.a.___torch_mangle_0.Bar"), type);
  EXPECT_EQ(parse("List[__torch__.a.___torch_mangle_0.Bar]"),
            context.getList(type));
}

TEST_F(TypeParser, ReportsErrors) {
  EXPECT_EQ(respell("Foo"),
            "error: unknown type name 'Foo' at offset 3 of type 'Foo'");
  for (llvm::StringRef text :
       {"", "List[", "List[]", "List[int", "List[int,int]", "int]", "Dict[int]",
        "Dict[List[int], int]", "Tuple[(]", "Sequence[int]", "int int", "[int]",
        "Union[", "Optional[int]]"})
    EXPECT_EQ(parse(text), nullptr) << text.str();
}

TEST_F(TypeParser, BoundsNesting) {
  std::string deep;
  for (int i = 0; i < 100000; ++i)
    deep += "List[";
  EXPECT_EQ(parse(deep), nullptr);
  EXPECT_NE(error.find("nested deeper than"), std::string::npos);
}
