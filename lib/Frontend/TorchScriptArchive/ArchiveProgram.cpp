//===- ArchiveProgram.cpp - The code of an archive ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds definitions in the files of code, parsed on demand, and says what names
// mean there.
//
//===----------------------------------------------------------------------===//

#include "ArchiveProgram.h"

#include "ArchiveInstance.h"
#include "ArchiveMeanings.h"

#include "TorchScript/Base/Types/TypeParser.h"
#include "TorchScript/Frontend/Syntax/Parser.h"

#include <limits>

using namespace torchscript;

Constant ArchiveFile::evaluateLiteral(const Expr *expr) const {
  return torchscript::evaluateLiteral(expr);
}
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

ArchiveFile::ArchiveFile(ArchiveProgram &program, const ArchiveCode &code,
                         std::unique_ptr<SyntaxTree> syntaxTree)
    : program(program), code(code), tree(std::move(syntaxTree)) {
  for (const Stmt *statement : tree->body) {
    StringRef name;
    if (const auto *def = llvm::dyn_cast<FunctionDef>(statement))
      name = def->name;
    else if (const auto *def = llvm::dyn_cast<ClassDef>(statement))
      name = def->name;
    else
      continue;
    if (!definitions.try_emplace(name, statement).second)
      program.getDiagnostics().error(statement->getFirstToken(),
                                     "'" + name + "' is defined twice");
  }
}

const Stmt *ArchiveFile::find(StringRef name) const {
  return definitions.lookup(name);
}

Meaning *ArchiveFile::lookup(StringRef name) {
  return program.lookupGlobal(name);
}

std::string ArchiveFile::qualify(StringRef name) {
  return code.path + "." + name.str();
}

const Type *ArchiveFile::lookupType(StringRef dottedName) {
  return dottedName.starts_with("__torch__.") ? program.lookupType(dottedName)
                                              : nullptr;
}

//===----------------------------------------------------------------------===//
// Program
//===----------------------------------------------------------------------===//

ArchiveProgram::ArchiveProgram(TorchScriptArchive &archive, Compilation &unit,
                               DiagnosticSink &diagnostics)
    : archive(archive), unit(unit), diagnostics(diagnostics) {
  for (const ArchiveCode &code : archive.getCode())
    for (StringRef path = code.path; !path.empty();
         path = path.rsplit('.').first) {
      paths[path] = true;
      if (!path.contains('.'))
        break;
    }
}

ArchiveProgram::~ArchiveProgram() = default;

bool ArchiveProgram::isPath(StringRef path) const { return paths.count(path); }

ArchiveFile *ArchiveProgram::getFile(StringRef path) {
  auto it = files.find(path);
  if (it != files.end())
    return it->second.get();
  std::unique_ptr<ArchiveFile> file;
  if (const ArchiveCode *code = archive.findCode(path)) {
    auto text = std::make_shared<SourceFile>(code->record, code->text.str());
    diagnostics.retain(text);
    ParseOptions options;
    options.dialect = Dialect::Archive;
    std::unique_ptr<SyntaxTree> tree = parseFile(text, diagnostics, options);
    unit.addSource(*text);
    file = std::make_unique<ArchiveFile>(*this, *code, std::move(tree));
  }
  return files.try_emplace(path, std::move(file)).first->second.get();
}

Meaning *ArchiveProgram::lookupGlobal(StringRef name) {
  auto it = meanings.find(name);
  if (it != meanings.end())
    return it->second;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  auto form = [&](SpecialForm kind) -> Meaning * {
    return unit.make<SpecialFormMeaning>(kind);
  };
  auto number = [&](double value, bool isImaginary) -> Meaning * {
    return unit.make<ArchiveNumberMeaning>(value, isImaginary);
  };
  Meaning *meaning = nullptr;
  if (name == "torch")
    meaning = unit.make<ArchiveOperatorsMeaning>(*this, "torch", "aten");
  else if (name == "ops")
    meaning = unit.make<ArchiveOperatorsMeaning>(*this, "ops", "");
  else if (name == "CONSTANTS")
    meaning = unit.make<ArchiveConstantsMeaning>(*this);
  else if (name == "__torch__")
    meaning = unit.make<ArchivePathMeaning>(*this, "__torch__");
  else if (name == "fork")
    meaning = form(SpecialForm::Fork);
  else if (name == "annotate")
    meaning = form(SpecialForm::Annotate);
  else if (name == "unchecked_cast")
    meaning = form(SpecialForm::UncheckedCast);
  else if (name == "uninitialized")
    meaning = form(SpecialForm::Uninitialized);
  else if (name == "inf" || name == "infj")
    meaning = number(infinity, name == "infj");
  else if (name == "nan" || name == "nanj")
    meaning = number(nan, name == "nanj");
  if (meaning)
    meanings[name] = meaning;
  return meaning;
}

Meaning *ArchiveProgram::lookup(StringRef qualifiedName) {
  auto it = meanings.find(qualifiedName);
  if (it != meanings.end())
    return it->second;
  auto [path, name] = qualifiedName.rsplit('.');
  ArchiveFile *file = getFile(path);
  const Stmt *definition = file ? file->find(name) : nullptr;
  Meaning *meaning = nullptr;
  if (const auto *def = llvm::dyn_cast_or_null<FunctionDef>(definition)) {
    meaning = unit.make<FunctionMeaning>(
        unit.makeFunction(def, file, name, qualifiedName));
  } else if (definition) {
    ArchiveClass *declared = findClass(qualifiedName);
    if (!declared || !declared->type)
      return nullptr;
    if (declared->entry)
      meaning = unit.make<ArchiveClassMeaning>(declared->entry);
    else if (const auto *named = llvm::dyn_cast<NamedTupleType>(declared->type))
      meaning = unit.make<NamedTupleMeaning>(named);
    else if (const auto *members = llvm::dyn_cast<EnumType>(declared->type))
      meaning = unit.make<EnumClassMeaning>(members);
    else
      meaning = unit.make<TypeMeaning>(declared->type);
  } else if (isPath(qualifiedName)) {
    meaning = unit.make<ArchivePathMeaning>(*this, qualifiedName);
  }
  if (meaning)
    meanings[qualifiedName] = meaning;
  return meaning;
}

const Type *ArchiveProgram::lookupType(StringRef qualifiedName) {
  if (qualifiedName.starts_with("__torch__.torch.classes."))
    return unit.getTypes().getOrCreateCapsule(qualifiedName);
  ArchiveClass *declared = findClass(qualifiedName);
  return declared ? declared->type : nullptr;
}

const Type *ArchiveProgram::parseType(StringRef text, std::string &error) {
  return torchscript::parseType(
      unit.getTypes(), text, [&](StringRef name) { return lookupType(name); },
      &error);
}
