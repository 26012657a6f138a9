//===- Constant.h - Compile-time constant values ----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant values known at compile time: defaults of parameters, constants of
// modules, values of enum members.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_BASE_TYPES_CONSTANT_H
#define TORCHSCRIPT_BASE_TYPES_CONSTANT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace torchscript {

class Type;

/// A constant value. Small and copyable; lists and tuples nest.
class Constant {
public:
  /// What the constant is.
  enum class Kind {
    Unset, ///< no value
    None,
    Bool,
    Int,
    Float,
    Complex,
    String,
    List,
    Tuple,
    Device,     ///< a device by its name, as in `"cuda:0"`
    EnumMember, ///< the member at position getInt() of the enum getType()
    External,   ///< a value the front end keeps elsewhere (a tensor), by id
  };

  Constant() = default;
  static Constant none() { return Constant(Kind::None); }
  static Constant boolean(bool value);
  static Constant integer(int64_t value);
  static Constant floating(double value);
  static Constant complex(double real, double imag);
  static Constant string(llvm::StringRef value);
  static Constant device(llvm::StringRef name);
  static Constant list(std::vector<Constant> elements);
  static Constant tuple(std::vector<Constant> elements);
  static Constant enumMember(const Type *type, int64_t index);
  /// `type` is the static type of the value, `id` a number the owner of the
  /// value chose.
  static Constant external(const Type *type, int64_t id);

  Kind getKind() const { return kind; }
  /// Whether there is a value.
  explicit operator bool() const { return kind != Kind::Unset; }
  bool isNone() const { return kind == Kind::None; }
  bool getBool() const { return integerValue != 0; }
  int64_t getInt() const { return integerValue; }
  double getFloat() const { return real; }
  double getReal() const { return real; }
  double getImag() const { return imag; }
  llvm::StringRef getString() const { return text; }
  llvm::ArrayRef<Constant> getElements() const { return elements; }
  /// The type of an enum member or external value, else null.
  const Type *getType() const { return type; }

  bool operator==(const Constant &other) const;
  bool operator!=(const Constant &other) const { return !(*this == other); }

  /// The spelling of schema defaults: `1`, `2.`, `True`, `"s"`, `None`,
  /// `[0, 1]` (TS-CALL-024).
  std::string spelling() const;

private:
  explicit Constant(Kind kind) : kind(kind) {}

  Kind kind = Kind::Unset;
  int64_t integerValue = 0;
  double real = 0, imag = 0;
  std::string text;
  std::vector<Constant> elements;
  const Type *type = nullptr;
};

} // namespace torchscript

#endif // TORCHSCRIPT_BASE_TYPES_CONSTANT_H
