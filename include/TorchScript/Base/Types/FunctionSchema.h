//===- FunctionSchema.h - Signatures of operators and functions -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The signature of an operator overload, script function or method, as data.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_BASE_TYPES_FUNCTIONSCHEMA_H
#define TORCHSCRIPT_BASE_TYPES_FUNCTIONSCHEMA_H

#include "TorchScript/Base/Types/Type.h"
#include <optional>

namespace torchscript {

/// The alias annotation of one formal or result: `(a)`, `(a!)`, `(a -> *)`,
/// `(a|b)`, `(a!)[]`.
struct AliasInfo {
  /// Names of the alias sets before the operation; "*" is the wildcard. Empty
  /// for a value that aliases nothing.
  std::vector<std::string> before;
  /// Names after the operation; equal to `before` unless written with `->`.
  std::vector<std::string> after;
  /// Whether the operator writes to the value.
  bool isWrite = false;
  /// The annotation of the elements of a list, as in `Tensor(a)[]`.
  std::vector<AliasInfo> elements;

  /// Whether there is any annotation, here or on an element.
  explicit operator bool() const {
    return !before.empty() || !elements.empty();
  }
};

/// A formal parameter or a result.
struct Argument {
  /// Empty for an unnamed result.
  std::string name;
  /// The type matching uses.
  const Type *type = nullptr;
  /// The type as written where it differs: `ScalarType`, `SymInt[]`, `Layout?`.
  const Type *writtenType = nullptr;
  /// The default value; unset when there is none.
  Constant defaultValue;
  /// N of a list such as `int[2]`, where one number stands for N copies.
  std::optional<int64_t> listSize;
  bool kwOnly = false;
  /// Whether the type is Tensor only because there is no annotation; messages
  /// say so.
  bool isInferred = false;
  AliasInfo alias;

  bool hasDefault() const { return bool(defaultValue); }
  /// The default as a value of the type: a number that stands for a list of
  /// fixed size as that list.
  Constant getDefault() const;
  bool isWrite() const { return alias.isWrite; }
  const Type *getWrittenType() const {
    return writtenType ? writtenType : type;
  }
};

/// A signature.
struct FunctionSchema {
  /// With namespace for operators (`aten::add`), the plain name for functions
  /// and methods.
  std::string name;
  /// The overload, without dot; empty for the default overload.
  std::string overload;
  std::vector<Argument> arguments;
  std::vector<Argument> returns;
  /// Ends in `...`: takes any number of further positional values.
  bool isVararg = false;
  /// Returns `...`.
  bool isVarret = false;

  /// `aten::add.Tensor`, or the name alone without an overload.
  std::string getFullName() const;
  /// The index of the formal, or -1.
  int getArgumentIndex(llvm::StringRef name) const;
  /// Whether any formal is written to.
  bool isMutable() const;
  /// Whether result `index` may share storage with a formal.
  bool resultMayAlias(size_t index) const;
  /// Indices of the formals whose alias sets result `index` is in.
  llvm::SmallVector<unsigned, 2> getAliasedArguments(size_t index) const;
  /// The type of a call: None for no result, the result, or a tuple.
  const Type *getResultType(TypeContext &context) const;

  /// `aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) ->
  /// Tensor`.
  std::string spelling() const;
};

/// Whether a method of signature `sub` may stand for one of signature `super`
/// (class against interface): parameters contravariant, result covariant, equal
/// names, kinds and defaults. With `isMethod`, `self` is not compared.
bool isSubtypeOf(const FunctionSchema &sub, const FunctionSchema &super,
                 bool isMethod, std::string *why = nullptr);

} // namespace torchscript

#endif // TORCHSCRIPT_BASE_TYPES_FUNCTIONSCHEMA_H
