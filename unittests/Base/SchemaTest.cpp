//===- SchemaTest.cpp - Tests of the schema table -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of the embedded schema data and its look-up.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Base/Types/TypeParser.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace torchscript;

static std::vector<std::string> namesOf(llvm::StringRef op) {
  std::vector<std::string> names;
  for (const FunctionSchema *schema : SchemaRegistry::get().overloads(op))
    names.push_back(schema->getFullName());
  return names;
}

TEST(Schema, EveryLineRoundTrips) {
  TypeContext context;
  size_t count = 0, aten = 0;
  SchemaRegistry::get().forEachLine([&](llvm::StringRef line) {
    std::string error;
    std::optional<FunctionSchema> schema = parseSchema(context, line, &error);
    ASSERT_TRUE(schema.has_value()) << error;
    EXPECT_EQ(schema->spelling(), line.str());
    ++count;
    aten += line.starts_with("aten::");
  });
  EXPECT_EQ(count, 4084u);
  EXPECT_EQ(aten, 3605u);
}

TEST(Schema, EveryNameIsFound) {
  SchemaRegistry &registry = SchemaRegistry::get();
  size_t missing = 0;
  registry.forEachLine([&](llvm::StringRef line) {
    llvm::StringRef full = line.substr(0, line.find('('));
    const FunctionSchema *schema = registry.find(full);
    if (!schema || schema->spelling() != line) {
      ++missing;
      ADD_FAILURE() << full.str();
    }
  });
  EXPECT_EQ(missing, 0u);
}

TEST(Schema, OverloadsStandInRegistrationOrder) {
  EXPECT_EQ(namesOf("aten::sum"),
            (std::vector<std::string>{
                "aten::sum.dim_IntList", "aten::sum",
                "aten::sum.dim_DimnameList", "aten::sum.DimnameList_out",
                "aten::sum.IntList_out", "aten::sum.out", "aten::sum.int",
                "aten::sum.float", "aten::sum.complex", "aten::sum.bool"}));
}

TEST(Schema, UnknownNamesAreAbsent) {
  SchemaRegistry &registry = SchemaRegistry::get();
  for (llvm::StringRef name : {"", "aten::", "aten::ad", "aten::zzz", "add",
                               "zzz::zzz", "aten::add.Tensor", "0", "#"})
    EXPECT_FALSE(registry.contains(name)) << name.str();
  EXPECT_EQ(registry.find("aten::add.Nope"), nullptr);
  EXPECT_EQ(registry.find("nope"), nullptr);
}

TEST(Schema, BuiltinFunctionsFollowOperators) {
  SchemaRegistry &registry = SchemaRegistry::get();
  auto overloads = registry.overloads("aten::add");
  EXPECT_EQ(registry.getBuiltinBody(overloads.front()), "");
  EXPECT_EQ(registry.getBuiltinBody(overloads.back()), "b + a");
  EXPECT_EQ(overloads.back()->spelling(), "add(complex a, Tensor b) -> Tensor");
}

TEST(Schema, SuggestsSimilarNames) {
  EXPECT_TRUE(llvm::is_contained(SchemaRegistry::get().suggest("aten::rleu"),
                                 "aten::relu"));
  EXPECT_TRUE(SchemaRegistry::get().suggest("aten::qwertyuiop").empty());
}
