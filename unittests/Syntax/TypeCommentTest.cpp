//===- TypeCommentTest.cpp - Type comments --------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where `# type:` comments belong, and how signatures are cut.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

using namespace torchscript;
using namespace torchscript::test;

namespace {

const FunctionDef *functionOf(const Parsed &parsed) {
  return llvm::cast<FunctionDef>(parsed.tree->body[0]);
}

TEST(TypeComment, BelowTheHeader) {
  Parsed parsed("def f(x, y):\n"
                "    # type: (int, Tuple[int, str]) -> List[int]\n"
                "    z = []  # type: List[int]\n"
                "    return z  # type: ignore[misc]\n");
  const FunctionDef *f = functionOf(parsed);
  ASSERT_NE(f->typeComment, nullptr);
  EXPECT_TRUE(f->typeComment->ownLine);
  EXPECT_TRUE(f->typeComment->regularPrefix);
  EXPECT_EQ(f->typeComment->text, "(int, Tuple[int, str]) -> List[int]");
  EXPECT_EQ(f->typeComment->textRange.getBegin().column, 13u);
  EXPECT_EQ(f->allTypeComments.size(), 2u);
  auto *assign = llvm::cast<AssignStmt>(f->body[0]);
  ASSERT_NE(assign->typeComment, nullptr);
  EXPECT_EQ(assign->typeComment->text, "List[int]");
  EXPECT_FALSE(assign->typeComment->ownLine);

  SignatureComment signature;
  ASSERT_TRUE(splitSignatureComment(*f->typeComment, signature));
  ASSERT_EQ(signature.arguments.size(), 2u);
  EXPECT_EQ(signature.arguments[1].getText(), "Tuple[int, str]");
  EXPECT_EQ(signature.result.getText(), "List[int]");
  Expr *type =
      parseExpression(*parsed.tree, signature.arguments[1], parsed.sink);
  ASSERT_NE(type, nullptr);
  EXPECT_EQ(type->getRange(), signature.arguments[1]);
}

TEST(TypeComment, BehindParameters) {
  Parsed parsed("def f(x,  # type: int\n"
                "      y, z  # type: str\n"
                "      ):\n"
                "    # type: (...) -> int\n"
                "    return x\n");
  const FunctionDef *f = functionOf(parsed);
  llvm::ArrayRef<Parameter> parameters = f->parameters->parameters;
  ASSERT_NE(parameters[0].typeComment, nullptr);
  EXPECT_EQ(parameters[0].typeComment->text, "int");
  EXPECT_EQ(parameters[1].typeComment, nullptr);
  ASSERT_NE(parameters[2].typeComment, nullptr);
  EXPECT_EQ(parameters[2].typeComment->text, "str");
  SignatureComment signature;
  ASSERT_NE(f->typeComment, nullptr);
  ASSERT_TRUE(splitSignatureComment(*f->typeComment, signature));
  ASSERT_EQ(signature.arguments.size(), 1u);
  EXPECT_EQ(signature.arguments[0].getText(), "...");
  signature.arguments.clear();
  ASSERT_TRUE(splitParameterComment(*parameters[0].typeComment, signature));
  ASSERT_EQ(signature.arguments.size(), 1u);
  EXPECT_EQ(signature.arguments[0].getText(), "int");
}

TEST(TypeComment, IrregularPrefix) {
  Parsed parsed("def f(x):\n    #type: (int) -> int\n    return x\n");
  ASSERT_NE(functionOf(parsed)->typeComment, nullptr);
  EXPECT_FALSE(functionOf(parsed)->typeComment->regularPrefix);
}

TEST(TypeComment, Ignore) {
  Parsed parsed("def f(x):\n    a = 1  # type: ignore\n    b = 1  # type: "
                "ignore[attr-defined]\n    c = 1  #type: ignore[a, b]\n");
  EXPECT_EQ(parsed.tree->typeComments.size(), 0u);
  // What ends in it is no signature; without a blank it is no such comment.
  Parsed other("# type: (int) -> int  # type: ignore\n# type:ignore\n");
  ASSERT_EQ(other.tree->typeComments.size(), 2u);
  EXPECT_FALSE(other.tree->typeComments[0].regularPrefix);
  EXPECT_TRUE(other.tree->typeComments[1].regularPrefix);
}

TEST(TypeComment, LineStart) {
  Parsed parsed("y = 1  # type: int\nfor i in y:  # type: int\n    pass\n");
  ASSERT_EQ(parsed.tree->typeComments.size(), 2u);
  EXPECT_EQ(getLineStartKind(parsed.tree->typeComments[0]), "ident");
  EXPECT_EQ(getLineStartKind(parsed.tree->typeComments[1]), "for");
}

TEST(TypeComment, NotComments) {
  Parsed parsed("def f(x):\n    y = '# type: int'  # types: x\n    return y\n");
  EXPECT_EQ(parsed.tree->typeComments.size(), 0u);
}

TEST(TypeComment, MalformedSignatures) {
  std::pair<const char *, const char *> cases[] = {
      {"int", "expected ( but found 'ident' here"},
      {"(int", "expected ) but found 'eof' here"},
      {"(int -> int", "expected ) but found 'arrow' here"},
      {"(List[int) -> int", "expected ] but found ')' here"},
      {"(int) -> ", "expected ident but found 'eof' here"},
      {"(,int)", "expected ident but found ',' here"}};
  for (auto [text, problem] : cases) {
    Parsed parsed("# type: " + std::string(text) + "\n");
    ASSERT_EQ(parsed.tree->typeComments.size(), 1u);
    SignatureComment signature;
    EXPECT_FALSE(splitSignatureComment(parsed.tree->typeComments[0], signature))
        << text;
    EXPECT_EQ(signature.problem, problem) << text;
  }
  Parsed parsed("# type: ()\n");
  SignatureComment signature;
  EXPECT_TRUE(splitSignatureComment(parsed.tree->typeComments[0], signature));
  EXPECT_FALSE(signature.result.isValid());
}

} // namespace
