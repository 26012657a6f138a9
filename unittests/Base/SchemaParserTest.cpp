//===- SchemaParserTest.cpp - Tests of the schema parser ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of parsing and spelling one-line schemas, and of their queries.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Types/TypeParser.h"
#include "gtest/gtest.h"

using namespace torchscript;

namespace {
class SchemaParser : public ::testing::Test {
protected:
  FunctionSchema parse(llvm::StringRef text) {
    std::string error;
    std::optional<FunctionSchema> schema = parseSchema(context, text, &error);
    EXPECT_TRUE(schema.has_value()) << error;
    return schema.value_or(FunctionSchema());
  }
  TypeContext context;
};
} // namespace

TEST_F(SchemaParser, RoundTrips) {
  for (llvm::StringRef text :
       {"aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> "
        "Tensor",
        "aten::f(int[2]? p=None, float[] q=[0., -2.5], str s=\"a\\n\\\"\") -> "
        "()",
        "aten::g(Tensor(a!)[] self, Tensor(b|a) x, t(c -> *) v) -> (Tensor(a) "
        "values, int indices)",
        "aten::values.str(Dict(str, t) self) -> t[](*)",
        "aten::items.str(Dict(str, t) self) -> ((str, t)[])",
        "aten::h(SymInt[] size, *, ScalarType? dtype=None, Layout l, "
        "MemoryFormat? m=None) -> Tensor(a!)",
        "aten::format(str self, ...) -> str", "prim::Print(...) -> ()",
        "prim::TupleUnpack(Any tup) -> ...", "g(int a, int b) -> int",
        "f(__torch__.torch.classes.q.P p, Union(float, int) u) -> (int, int)"})
    EXPECT_EQ(parse(text).spelling(), text.str());
}

TEST_F(SchemaParser, SeparatesMatchingAndWrittenTypes) {
  FunctionSchema schema =
      parse("aten::h(SymInt[] size, *, ScalarType? dtype=None) -> Tensor");
  EXPECT_EQ(schema.arguments[0].type->spelling(), "List[int]");
  EXPECT_EQ(schema.arguments[1].type->spelling(), "Optional[int]");
  EXPECT_TRUE(schema.arguments[1].kwOnly);
  EXPECT_TRUE(schema.arguments[1].defaultValue.isNone());
  EXPECT_EQ(schema.getArgumentIndex("dtype"), 1);
  EXPECT_EQ(schema.getArgumentIndex("nope"), -1);
}

TEST_F(SchemaParser, AnswersAliasQueries) {
  FunctionSchema inplace =
      parse("aten::add_(Tensor(a!) self, Tensor other) -> Tensor(a!)");
  EXPECT_TRUE(inplace.isMutable());
  EXPECT_TRUE(inplace.arguments[0].isWrite());
  EXPECT_EQ(inplace.getAliasedArguments(0),
            (llvm::SmallVector<unsigned, 2>{0}));
  FunctionSchema view =
      parse("aten::view(Tensor(a) self, int[] s) -> Tensor(a)");
  EXPECT_FALSE(view.isMutable());
  EXPECT_TRUE(view.resultMayAlias(0));
  FunctionSchema list =
      parse("aten::split(Tensor(a -> *) self, int n) -> Tensor[]");
  EXPECT_FALSE(list.resultMayAlias(0));
  FunctionSchema elements = parse("aten::f(Tensor(a!)[] self) -> ()");
  EXPECT_TRUE(elements.isMutable());
}

TEST_F(SchemaParser, GivesResultTypes) {
  EXPECT_TRUE(parse("f() -> ()").getResultType(context)->isNone());
  EXPECT_EQ(parse("f() -> (int, str)").getResultType(context)->spelling(),
            "Tuple[int, str]");
  auto *named = llvm::dyn_cast<NamedTupleType>(
      parse("f() -> (Tensor values, Tensor indices)").getResultType(context));
  ASSERT_TRUE(named);
  EXPECT_EQ(named->getFieldIndex("indices"), 1);
}

TEST_F(SchemaParser, RejectsMalformedText) {
  for (llvm::StringRef text :
       {"", "f", "f(", "f(int", "f(int a", "f(int a)", "f(int a) ->",
        "f(int a=) -> int", "f(int[ a) -> int", "f(int(a a) -> int",
        "f(str s=\"x) -> int", "f(int) -> int", "f(int a) -> (int",
        "f(Dict(int) d) -> int", "f(int a) -> int int int"}) {
    std::string error;
    EXPECT_FALSE(parseSchema(context, text, &error)) << text.str();
    EXPECT_FALSE(error.empty());
  }
  std::string deep = "f(" + std::string(100000, '(');
  EXPECT_FALSE(parseSchema(context, deep));
}
