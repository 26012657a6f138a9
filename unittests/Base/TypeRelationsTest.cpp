//===- TypeRelationsTest.cpp - Tests of subtyping and unification ---------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replays relations between types that PyTorch recorded.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Types/TypeParser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace torchscript;

TEST(TypeRelations, AgreeWithPyTorch) {
  auto file = llvm::MemoryBuffer::getFile(TS_TEST_DATA "/relations.txt");
  ASSERT_TRUE(bool(file));
  auto [head, body] = (*file)->getBuffer().split("\n\n");

  TypeContext context;
  std::vector<const Type *> types;
  auto none = [](llvm::StringRef) -> const Type * { return nullptr; };
  for (llvm::StringRef line : llvm::split(head, '\n')) {
    auto [text, spelling] = line.split('\t');
    const Type *type = parseType(context, text, none);
    ASSERT_TRUE(type) << text.str();
    EXPECT_EQ(type->spelling(), spelling);
    types.push_back(type);
  }
  ASSERT_GE(types.size(), 40u);

  size_t pairs = 0;
  for (llvm::StringRef line : llvm::split(body.trim(), '\n')) {
    llvm::SmallVector<llvm::StringRef, 4> fields;
    line.split(fields, '\t');
    ASSERT_EQ(fields.size(), 4u) << line.str();
    size_t i, j, k;
    ASSERT_FALSE(fields[0].getAsInteger(10, i));
    ASSERT_FALSE(fields[1].getAsInteger(10, j));
    std::string pair = types[i]->spelling() + " and " + types[j]->spelling();
    EXPECT_EQ(isSubtypeOf(types[i], types[j]), fields[2] == "1") << pair;
    const Type *joined = unify(context, types[i], types[j]);
    const Type *expected = nullptr;
    if (!fields[3].getAsInteger(10, k))
      expected = types[k];
    else if (fields[3] != "-")
      expected = parseType(context, fields[3], none);
    EXPECT_EQ(joined, expected) << pair << ": " << fields[3].str();
    ++pairs;
  }
  EXPECT_EQ(pairs, types.size() * types.size());
}

TEST(TypeRelations, ListLiteralsFallBackToUnion) {
  TypeContext c;
  const Type *integer = TypeContext::getInt(),
             *floating = TypeContext::getFloat();
  EXPECT_EQ(unifyAll(c, {integer, floating}), nullptr);
  EXPECT_EQ(unifyAll(c, {integer, floating}, nullptr, true)->spelling(),
            "Union[float, int]");
  EXPECT_EQ(unify(c, integer, floating, false, TypeContext::getNumber()),
            TypeContext::getNumber());
  std::string why;
  EXPECT_EQ(unifyAll(c, {integer, integer, floating}, &why), nullptr);
  EXPECT_EQ(why, "Could not unify type list since element 2 of type float did "
                 "not match the types before it (int)");
}

TEST(TypeRelations, NamedAndPlainTuplesUnifyToPlain) {
  TypeContext c;
  const Type *plain = c.getTuple({TypeContext::getInt()});
  const Type *named =
      c.getNamedTuple("__torch__.P", {"x"}, {TypeContext::getInt()});
  EXPECT_EQ(unify(c, named, plain), plain);
}
