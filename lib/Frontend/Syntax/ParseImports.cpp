//===- ParseImports.cpp - Import statements -------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `import a.b as c` and `from ..a import b as c`.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

using namespace torchscript;

/// `a.b.c`; the name is the text without blanks.
bool Parser::parseDottedName(llvm::StringRef &name) {
  std::string text;
  do {
    if (!text.empty())
      text.push_back('.');
    std::optional<NameRef> part =
        parseName("a module name", /*anyWord=*/!text.empty());
    if (!part)
      return false;
    text += part->name;
  } while (accept(Tok::Dot));
  name = tree.copy(llvm::StringRef(text));
  return true;
}

bool Parser::parseAsName(llvm::StringRef &name) {
  if (!accept(Tok::KwAs))
    return true;
  std::optional<NameRef> as = parseName("a name after 'as'");
  if (!as)
    return false;
  name = as->name;
  return true;
}

Stmt *Parser::parseImport() {
  SourceRange keyword = here();
  advance();
  llvm::SmallVector<ImportAlias> names;
  do {
    ImportAlias alias;
    uint32_t begin = current().begin;
    if (!parseDottedName(alias.name) || !parseAsName(alias.asName))
      return nullptr;
    alias.range = since(begin);
    names.push_back(alias);
  } while (accept(Tok::Comma));
  return tree.create<ImportStmt>(since(keyword.begin), keyword,
                                 tree.copy(llvm::ArrayRef(names)));
}

Stmt *Parser::parseImportFrom() {
  SourceRange keyword = here();
  advance();
  unsigned level = 0;
  while (at(Tok::Dot) || at(Tok::Ellipsis)) {
    level += at(Tok::Dot) ? 1 : 3;
    advance();
  }
  llvm::StringRef module;
  if ((level == 0 || !at(Tok::KwImport)) && !parseDottedName(module))
    return nullptr;
  if (!expect(Tok::KwImport, "after the module name"))
    return nullptr;
  llvm::SmallVector<ImportAlias> names;
  if (at(Tok::Star)) {
    names.push_back({"*", {}, here()});
    advance();
  } else {
    bool inParens = accept(Tok::LParen);
    do {
      if (inParens && !names.empty() && at(Tok::RParen))
        break;
      ImportAlias alias;
      uint32_t begin = current().begin;
      std::optional<NameRef> name = parseName("a name to import");
      if (!name)
        return nullptr;
      alias.name = name->name;
      if (!parseAsName(alias.asName))
        return nullptr;
      alias.range = since(begin);
      names.push_back(alias);
    } while (accept(Tok::Comma));
    if (inParens && !expect(Tok::RParen, "after the imported names"))
      return nullptr;
  }
  return tree.create<ImportFromStmt>(since(keyword.begin), keyword, module,
                                     level, tree.copy(llvm::ArrayRef(names)));
}
