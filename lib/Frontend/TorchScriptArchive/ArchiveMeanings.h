//===- ArchiveMeanings.h - Names that only archives have --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What torch, ops, CONSTANTS and __torch__ stand for in an archive's code.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_TORCHSCRIPTARCHIVE_ARCHIVEMEANINGS_H
#define TORCHSCRIPT_LIB_FRONTEND_TORCHSCRIPTARCHIVE_ARCHIVEMEANINGS_H

#include "ArchiveProgram.h"

namespace torchscript {

/// A name of archives whose attributes are looked up.
class ArchiveNameMeaning : public Meaning {
public:
  std::string describe() const override { return "'" + name + "'"; }

  /// As it is written: `torch`, `__torch__.torch.nn`.
  const std::string name;

protected:
  ArchiveNameMeaning(ArchiveProgram &program, llvm::StringRef name)
      : Meaning(MeaningKind::ArchiveName), name(name), program(program) {}
  ArchiveProgram &program;
};

/// A prefix of names below `__torch__`.
class ArchivePathMeaning : public ArchiveNameMeaning {
public:
  ArchivePathMeaning(ArchiveProgram &program, llvm::StringRef path)
      : ArchiveNameMeaning(program, path) {}
  Meaning *attribute(FunctionEmitter &emitter, SourceRange range,
                     llvm::StringRef member) override;
};

/// `torch` or `ops.NAMESPACE`: operators by name. With `ops`, namespaces.
class ArchiveOperatorsMeaning : public ArchiveNameMeaning {
public:
  /// `space` is the operators' namespace, empty for `ops` itself.
  ArchiveOperatorsMeaning(ArchiveProgram &program, llvm::StringRef name,
                          llvm::StringRef space)
      : ArchiveNameMeaning(program, name), space(space) {}
  Meaning *attribute(FunctionEmitter &emitter, SourceRange range,
                     llvm::StringRef member) override;

private:
  const std::string space;
};

/// `CONSTANTS`: entries `c0`, `c1`, ...
class ArchiveConstantsMeaning : public ArchiveNameMeaning {
public:
  explicit ArchiveConstantsMeaning(ArchiveProgram &program)
      : ArchiveNameMeaning(program, "CONSTANTS") {}
  Meaning *attribute(FunctionEmitter &emitter, SourceRange range,
                     llvm::StringRef member) override;
};

/// `inf`, `nan`, `infj`, `nanj`.
class ArchiveNumberMeaning : public Meaning {
public:
  ArchiveNumberMeaning(double value, bool isImaginary)
      : Meaning(MeaningKind::ArchiveName), value(value),
        isImaginary(isImaginary) {}
  std::string describe() const override { return "number"; }
  TypedValue asValue(FunctionEmitter &emitter, SourceRange range) override;

private:
  const double value;
  const bool isImaginary;
};

/// `ops.prim.RaiseException`.
class ArchiveRaiseMeaning : public Meaning {
public:
  ArchiveRaiseMeaning() : Meaning(MeaningKind::ArchiveName) {}
  std::string describe() const override { return "builtin"; }
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;
};

/// A class of an archive: `C.__new__`, and methods as functions.
class ArchiveClassMeaning : public ClassMeaning {
public:
  explicit ArchiveClassMeaning(ClassEntry *entry) : ClassMeaning(entry) {}
  Meaning *attribute(FunctionEmitter &emitter, SourceRange range,
                     llvm::StringRef name) override;
};

/// `C.__new__`: its argument, the class itself, is not evaluated.
class NewObjectMeaning : public Meaning {
public:
  explicit NewObjectMeaning(const Type *type)
      : Meaning(MeaningKind::NewObject), type(type) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::NewObject;
  }
  std::string describe() const override { return "builtin"; }
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;

private:
  const Type *const type;
};

/// The meaning of an operator of an archive of that version: the operator
/// itself, or what it meant when the archive was written.
Meaning *makeArchiveOperator(ArchiveProgram &program,
                             llvm::StringRef qualifiedName);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_FRONTEND_TORCHSCRIPTARCHIVE_ARCHIVEMEANINGS_H
