//===- Evaluator.cpp - Running programs as Python would -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Evaluate/Evaluator.h"

#include "TorchScript/Frontend/Evaluate/Interpreter.h"
#include "TorchScript/Frontend/Syntax/Diagnostics.h"
#include "TorchScript/Frontend/Syntax/TreeVisitor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <new>

using namespace torchscript;
using namespace torchscript::evaluate;

Evaluator::Evaluator(EvaluatorOptions given) : options(std::move(given)) {
  interpreter = std::make_unique<Interpreter>(options);
}

Evaluator::~Evaluator() = default;

/// The status of SystemExit; what it says goes to `message`.
static int getExitStatus(Interpreter &in, const Value &exception,
                         std::string &message) {
  Value value = exception.as<ExceptionObject>()->getValue();
  if (value.isNone())
    return 0;
  if (in.isInt(value))
    return int(in.asInt64(value).value_or(-1) & 0xff);
  message = in.str(value) + "\n";
  return 1;
}

/// A message in the form of the compiler's diagnostics.
static std::string render(const Halted &halted) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Diagnostic diagnostic;
  diagnostic.message = halted.message;
  diagnostic.range = halted.range;
  if (halted.range)
    renderDiagnostic(diagnostic, os);
  else
    os << "error: " << halted.message << "\n";
  return text;
}

static constexpr const char *kOutOfMemory =
    "error: the program takes more memory than there is\n";

/// How an exception that nothing caught ends a program. Its texts are made by
/// methods of the program, which may fail in turn.
static EvaluationResult finish(Interpreter &in, const Value &exception) {
  EvaluationResult result;
  result.status = 1;
  try {
    if (in.isException(exception, in.types.SystemExit))
      result.status = getExitStatus(in, exception, result.message);
    else
      result.message = in.describe(exception);
    if (in.isException(exception, in.types.ModuleNotFoundError))
      result.message += "note: modules lie beside the program or in the "
                        "directories of --import-path=DIR,...\n";
  } catch (Raised &) {
    result.message = in.typeName(exception) + "\n";
  } catch (Halted &halted) {
    result.message = render(halted);
  } catch (std::bad_alloc &) {
    result.message = kOutOfMemory;
  }
  return result;
}

EvaluationResult Evaluator::run(std::shared_ptr<const SyntaxTree> tree,
                                llvm::StringRef name) {
  HeapScope scope(interpreter->heap);
  Interpreter &in = *interpreter;
  EvaluationResult result;
  in.keep(std::const_pointer_cast<SyntaxTree>(tree));
  try {
    Value module = in.makeModule(name.str());
    DictObject *members = module.getObject()->attrs;
    members->set(in.names.file_, in.makeStr(tree->getFile().getName().str()));
    members->set(in.names.doc_, Value::none());
    members->set(in.intern("__builtins__"), in.builtins);
    in.addModule(name, module);
    in.runModule(*tree, module.as<ModuleObject>());
  } catch (Raised &raised) {
    return finish(in, raised.exception);
  } catch (Halted &halted) {
    result.status = 1;
    result.message = render(halted);
  } catch (std::bad_alloc &) {
    result.status = 1;
    result.message = kOutOfMemory;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Files that only define things
//===----------------------------------------------------------------------===//

/// A value that can be written down: numbers, texts, names, displays of those.
static bool isPassive(const Expr *expr) {
  switch (expr->getKind()) {
  case Expr::Kind::Call:
  case Expr::Kind::Yield:
  case Expr::Kind::YieldFrom:
  case Expr::Kind::Await:
    return false;
  default:
    return true;
  }
}

/// Statements of files for the importer: imports, definitions, names for types
/// and constants.
static bool definesOnly(const Stmt *stmt) {
  switch (stmt->getKind()) {
  case Stmt::Kind::FunctionDef:
  case Stmt::Kind::ClassDef:
  case Stmt::Kind::Import:
  case Stmt::Kind::ImportFrom:
  case Stmt::Kind::Pass:
  case Stmt::Kind::AnnAssign:
  case Stmt::Kind::Assign:
  case Stmt::Kind::AugAssign:
  case Stmt::Kind::Delete:
    return true;
  case Stmt::Kind::ExprStmt:
    return isPassive(llvm::cast<ExprStmt>(stmt)->value);
  case Stmt::Kind::If:
  case Stmt::Kind::Try: {
    bool all = true;
    forEachBlock(stmt, [&](Block block) {
      all &= llvm::all_of(
          block, [](const Stmt *inner) { return definesOnly(inner); });
    });
    return all;
  }
  default:
    return false;
  }
}

bool evaluate::doesSomething(const SyntaxTree &tree) {
  auto defines = [](const Stmt *stmt) {
    return llvm::isa<FunctionDef, ClassDef>(stmt);
  };
  return !llvm::all_of(tree.body, definesOnly) ||
         llvm::none_of(tree.body, defines);
}
