//===- HostValues.h - Values of the host -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runtime values made from and compared with data. Data is JSON in the encoding
// of recorded calls: every value is an object with a tag `t` (`int`, `list`,
// `tensor`, ...), see docs/run.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_EXECUTION_HOSTVALUES_H
#define TORCHSCRIPT_EXECUTION_HOSTVALUES_H

#include "tsrt.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <nlohmann/json.hpp>

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace torchscript {

using json = nlohmann::json;

/// A boxed runtime value that is released with it.
class HostValue {
public:
  HostValue() : value{} {}
  /// Takes over the references of `owned`.
  explicit HostValue(tsrt_value owned) : value(owned) {}
  HostValue(HostValue &&other) : value(other.take()) {}
  HostValue &operator=(HostValue &&other) {
    if (this != &other) {
      tsrt_value_release(&value);
      value = other.take();
    }
    return *this;
  }
  ~HostValue() { tsrt_value_release(&value); }

  const tsrt_value &get() const { return value; }
  tsrt_value *address() { return &value; }
  /// Another owner of the same value.
  HostValue share() const;
  /// The text TorchScript's print shows.
  std::string str() const;

private:
  tsrt_value take() {
    tsrt_value result = value;
    value = tsrt_value{};
    return result;
  }
  tsrt_value value;
};

/// Runtime descriptors of the types of a module. Keep it as long as values of
/// its classes and enums live.
class HostTypes {
public:
  explicit HostTypes(mlir::ModuleOp module) : module(module) {}
  /// Those of a compiled library.
  explicit HostTypes(llvm::ArrayRef<const tsrt_type *> named)
      : named(named.begin(), named.end()) {}

  /// The descriptor of a TorchScript type; null for types without values.
  const tsrt_type *get(mlir::Type type);
  /// The class or enum whose unqualified name this is; null when the module
  /// has none.
  const tsrt_type *findNamed(llvm::StringRef name);
  /// Tells the descriptors of classes where their methods are, for calls on
  /// interfaces: `find` is asked for the entry of a function, and answers null
  /// when it has none.
  void linkMethods(llvm::function_ref<tsrt_entry(llvm::StringRef)> find);

private:
  struct Declared;
  const tsrt_type *makeObject(mlir::Type type);
  const tsrt_type *makeEnum(mlir::Type type);
  const tsrt_type *makeUnion(mlir::Type type);

  mlir::ModuleOp module;
  std::vector<const tsrt_type *> named;
  llvm::DenseMap<mlir::Type, const tsrt_type *> known;
  std::deque<std::shared_ptr<Declared>> declared;
};

/// How deep the data of a value may be nested.
constexpr unsigned kMaxHostDepth = 200;

/// The type a value has where no type is declared, as the host boundary infers
/// it: elements must agree, so that empty containers have none. `types` knows
/// the classes and enums; it may be null.
llvm::Expected<const tsrt_type *>
inferHostType(const json &data, HostTypes *types, unsigned depth = 0);

/// Makes the value `data` describes, as one of `type`, with the conversions of
/// the host boundary (TS-CONV-014). The error says what was expected and found.
/// `tensors` are what `{"t": "handle"}` refers to; `types` finds the classes of
/// values for `Any`.
llvm::Expected<HostValue> makeValue(const json &data, const tsrt_type *type,
                                    llvm::ArrayRef<HostValue> tensors = {},
                                    HostTypes *types = nullptr);

/// The data of a runtime value.
json encodeValue(const tsrt_value &value);

/// An encoded value as Python would write it, with its type; shortened.
std::string spellData(const json &data);

/// How close floats must be.
struct Tolerance {
  double relative = 1e-5;    ///< of float32 and narrower tensor elements
  double absolute = 1e-6;    ///< of float32 tensor elements near zero
  double relative64 = 1e-12; ///< of float64 elements and float scalars
};

/// Compares data; empty when equal, else where and how they differ.
std::string compareValues(const json &expected, const json &actual,
                          const Tolerance &tolerance,
                          const std::string &place = "result");

/// Rewrites data of the archive samples' encoding (items, hexadecimal floats,
/// base64 tensors) in that of recorded calls.
json fromSampleEncoding(const json &data);

} // namespace torchscript

#endif // TORCHSCRIPT_EXECUTION_HOSTVALUES_H
