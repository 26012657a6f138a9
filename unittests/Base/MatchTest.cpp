//===- MatchTest.cpp - Tests of overload resolution -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of binding, conversions and messages of overload resolution.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Schema/Match.h"
#include "TorchScript/Base/Types/TypeParser.h"
#include "gtest/gtest.h"

using namespace torchscript;
using TC = TypeContext;

namespace {
class Match : public ::testing::Test {
protected:
  CallArgument arg(const Type *type, llvm::StringRef keyword = "") {
    CallArgument argument;
    argument.type = type;
    argument.keyword = keyword.str();
    return argument;
  }

  MatchResult user(llvm::StringRef schema,
                   llvm::ArrayRef<CallArgument> positional,
                   llvm::ArrayRef<CallArgument> keywords = {},
                   const CallArgument *self = nullptr) {
    std::optional<FunctionSchema> parsed = parseSchema(context, schema);
    EXPECT_TRUE(parsed.has_value());
    schemas.push_back(std::make_unique<FunctionSchema>(*parsed));
    return matchSchemas(context, schemas.back().get(), positional, keywords,
                        self);
  }

  TypeContext context;
  std::vector<std::unique_ptr<FunctionSchema>> schemas;
};
} // namespace

TEST_F(Match, BindsPositionKeywordAndDefault) {
  MatchResult result = user("g(int a, str b, bool c=True) -> int",
                            {arg(TC::getInt())}, {arg(TC::getString(), "b")});
  ASSERT_TRUE(bool(result)) << result.message;
  ASSERT_EQ(result.match->arguments.size(), 3u);
  EXPECT_EQ(result.match->arguments[0].sources[0].kind,
            ArgumentSource::Positional);
  EXPECT_EQ(result.match->arguments[1].sources[0].kind,
            ArgumentSource::Keyword);
  EXPECT_EQ(result.match->arguments[2].sources[0].kind,
            ArgumentSource::Default);
  EXPECT_EQ(result.match->resultType, TC::getInt());
}

TEST_F(Match, ReportsUserFunctionErrors) {
  auto message = [&](llvm::StringRef schema,
                     llvm::ArrayRef<CallArgument> positional,
                     llvm::ArrayRef<CallArgument> keywords = {}) {
    return user(schema, positional, keywords).message;
  };
  CallArgument integer = arg(TC::getInt());
  EXPECT_EQ(message("g(int a, int b) -> int", {integer}),
            "g(int a, int b) -> int:\nArgument b not provided.\n");
  EXPECT_EQ(message("g(int a) -> int", {integer, integer}),
            "g(int a) -> int:\nExpected at most 1 arguments but found 2 "
            "positional arguments.\n");
  EXPECT_EQ(message("g(int a) -> int", {integer}, {arg(TC::getInt(), "b")}),
            "g(int a) -> int:\nKeyword argument b unknown.\n");
  EXPECT_EQ(message("g(int a) -> int", {integer}, {arg(TC::getInt(), "a")}),
            "g(int a) -> int:\nKeyword argument a specified twice.\n");
  EXPECT_EQ(message("g(int a) -> int", {arg(TC::getString())}),
            "g(int a) -> int:\nExpected a value of type 'int' for argument 'a' "
            "but instead found type 'str'.\n");
  EXPECT_EQ(message("g(int[] a) -> int[]", {integer, arg(TC::getString())}),
            "g(int[] a) -> int[]:\nExpected a value of type 'int' for argument "
            "'<varargs>' but instead found type 'str'.\n");
}

TEST_F(Match, PointsAtTheArgument) {
  MatchResult result = user("g(int a, int b) -> int", {arg(TC::getInt())},
                            {arg(TC::getString(), "b")});
  ASSERT_EQ(result.failures.size(), 1u);
  EXPECT_EQ(result.failures[0].argument.kind, ArgumentSource::Keyword);
  EXPECT_EQ(result.failures[0].argument.index, 0u);
}

TEST_F(Match, SaysWhenATypeWasInferred) {
  auto parsed = parseSchema(context, "g(Tensor a, int b) -> Tensor");
  parsed->arguments[0].isInferred = true;
  MatchResult formal = matchSchemas(context, &*parsed, arg(TC::getInt()));
  EXPECT_EQ(formal.message,
            "g(Tensor a, int b) -> Tensor:\nExpected a value of type 'Tensor "
            "(inferred)' for argument 'a' but instead found type 'int'.\n"
            "Inferred 'a' to be of type 'Tensor' because it was not annotated "
            "with an explicit type.\n");
  CallArgument actual = arg(TC::getTensor());
  actual.isInferredTensor = true;
  MatchResult value = user("g(str a) -> str", {actual});
  EXPECT_EQ(value.message,
            "g(str a) -> str:\nExpected a value of type 'str' for argument 'a' "
            "but instead found type 'Tensor (inferred)'.\nInferred the value "
            "for argument 'a' to be of type 'Tensor' because it was not "
            "annotated with an explicit type.\n");
}

TEST_F(Match, NamesInferredTensorsInReasons) {
  CallArgument list = arg(context.getList(TC::getInt()));
  CallArgument element = arg(TC::getTensor());
  element.isInferredTensor = true;
  MatchResult result = matchOperator(context, "aten::append", {list, element});
  EXPECT_NE(result.message.find(
                "Could not match type Tensor (inferred) to t in argument 'el': "
                "Type variable 't' previously matched to type int is matched "
                "to type Tensor (inferred)."),
            std::string::npos)
      << result.message;
}

TEST_F(Match, GathersTrailingArguments) {
  CallArgument integer = arg(TC::getInt());
  MatchResult result =
      matchOperator(context, "aten::zeros", {integer, integer, integer});
  ASSERT_TRUE(bool(result)) << result.message;
  const BoundArgument &size = result.match->arguments[0];
  EXPECT_TRUE(size.isGathered);
  EXPECT_EQ(size.sources.size(), 3u);
  EXPECT_EQ(size.type->spelling(), "List[int]");
}

TEST_F(Match, ConvertsInTheSecondPassOnly) {
  // sum(List[int]) is exact although a list would also convert.
  MatchResult exact =
      matchOperator(context, "aten::sum", arg(context.getList(TC::getInt())));
  ASSERT_TRUE(bool(exact));
  EXPECT_EQ(exact.match->schema->overload, "int");
  MatchResult device = user("g(Device d) -> Device", {arg(TC::getString())});
  ASSERT_TRUE(bool(device));
  EXPECT_EQ(device.match->arguments[0].conversions[0].kind,
            ConversionKind::StringToDevice);
}

TEST_F(Match, BroadcastsToFixedSizeLists) {
  MatchResult result = user("g(int[2]? p) -> int", {arg(TC::getInt())});
  ASSERT_TRUE(bool(result)) << result.message;
  const Conversion &conversion = result.match->arguments[0].conversions[0];
  EXPECT_EQ(conversion.kind, ConversionKind::Broadcast);
  EXPECT_EQ(conversion.count, 2);
  EXPECT_EQ(conversion.result->spelling(), "List[int]");
  EXPECT_EQ(result.match->arguments[0].type->spelling(), "Optional[List[int]]");
}

TEST_F(Match, ConvertsTuplesElementwise) {
  const Type *from = context.getTuple({TC::getTensor(), TC::getNumber()});
  MatchResult result = user("g((float, int) t) -> int", {arg(from)});
  ASSERT_TRUE(bool(result)) << result.message;
  const Conversion &conversion = result.match->arguments[0].conversions[0];
  ASSERT_EQ(conversion.kind, ConversionKind::TupleToTuple);
  EXPECT_EQ(conversion.elements[0].kind, ConversionKind::TensorToFloat);
  EXPECT_EQ(conversion.elements[1].kind, ConversionKind::NumberToInt);
}

TEST_F(Match, BindsSelf) {
  CallArgument self = arg(context.getList(TC::getString()));
  MatchResult result =
      matchOperator(context, "aten::append", arg(TC::getString()), {}, &self);
  ASSERT_TRUE(bool(result)) << result.message;
  EXPECT_EQ(result.match->arguments[0].sources[0].kind, ArgumentSource::Self);
  MatchResult unused = user("g(int a) -> int", {arg(TC::getInt())}, {}, &self);
  EXPECT_EQ(unused.message,
            "g(int a) -> int:\nProvided self argument not used in schema.\n");
}

TEST_F(Match, FindsMethods) {
  const Type *list = context.getList(TC::getInt());
  const Type *tuple = context.getTuple({TC::getInt(), TC::getInt()});
  EXPECT_TRUE(isMethodOf(context, "aten::append", list));
  EXPECT_TRUE(isMethodOf(context, "aten::count", list));
  EXPECT_TRUE(isMethodOf(context, "aten::upper", TC::getString()));
  EXPECT_TRUE(isMethodOf(context, "aten::relu", TC::getTensor()));
  // A tuple has no methods although it converts to a list.
  EXPECT_FALSE(isMethodOf(context, "aten::count", tuple));
  // `len` takes a list, but not as `self`.
  EXPECT_FALSE(isMethodOf(context, "aten::len", list));
  EXPECT_FALSE(isMethodOf(context, "aten::no_such_op", list));
}

TEST_F(Match, AcceptsInputForSelf) {
  MatchResult result =
      matchOperator(context, "aten::relu", {}, arg(TC::getTensor(), "input"));
  EXPECT_TRUE(bool(result)) << result.message;
}

TEST_F(Match, GivesNamedResults) {
  MatchResult result = matchOperator(context, "aten::max",
                                     {arg(TC::getTensor()), arg(TC::getInt())});
  ASSERT_TRUE(bool(result)) << result.message;
  auto *named = llvm::dyn_cast<NamedTupleType>(result.match->resultType);
  ASSERT_TRUE(named);
  EXPECT_EQ(named->getFieldNames()[1], "indices");
}

TEST_F(Match, ListsVariants) {
  MatchResult result =
      matchOperator(context, "aten::bitwise_not", arg(TC::getInt()));
  EXPECT_EQ(result.message,
            "Arguments for call are not valid.\n"
            "The following variants are available:\n"
            "  \n"
            "  aten::bitwise_not(Tensor self) -> Tensor:\n"
            "  Expected a value of type 'Tensor' for argument 'self' but "
            "instead found type 'int'.\n"
            "  \n"
            "  aten::bitwise_not.out(Tensor self, *, Tensor(a!) out) -> "
            "Tensor(a!):\n"
            "  Expected a value of type 'Tensor' for argument 'self' but "
            "instead found type 'int'.\n"
            "\nThe original call is");
}

TEST_F(Match, ReportsUnknownOperators) {
  EXPECT_EQ(
      matchOperator(context, "aten::no_such_op", {}).message,
      "Unknown builtin op: aten::no_such_op.\nCould not find any similar ops "
      "to aten::no_such_op. This op may not exist or may not be currently "
      "supported in TorchScript.\n");
  std::string similar = matchOperator(context, "aten::rleu", {}).message;
  EXPECT_NE(similar.find("Here are some suggestions: \n"), std::string::npos);
  EXPECT_NE(similar.find("\taten::relu\n"), std::string::npos);
}

TEST_F(Match, TryConvertChecks) {
  EXPECT_TRUE(tryConvert(context, TC::getTensor(), TC::getInt()));
  EXPECT_TRUE(tryConvert(context, TC::getNumber(), TC::getFloat()));
  EXPECT_TRUE(tryConvert(context, TC::getInt(), TC::getAny()));
  EXPECT_FALSE(tryConvert(context, TC::getInt(), TC::getFloat()));
  EXPECT_FALSE(tryConvert(context, TC::getTensor(), TC::getBool()));
}
