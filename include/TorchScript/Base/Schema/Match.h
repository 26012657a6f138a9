//===- Match.h - Overload resolution ----------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Binds the arguments of a call to the formals of one of several schemas, with
// TorchScript's rules (TS-CALL-001 to 014, TS-CONV-001 to 006, 017, 018).
// Serves operators, script functions, methods and constructors alike.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_BASE_SCHEMA_MATCH_H
#define TORCHSCRIPT_BASE_SCHEMA_MATCH_H

#include "TorchScript/Base/Types/FunctionSchema.h"

namespace torchscript {

/// An argument of a call: its static type and the facts matching needs.
struct CallArgument {
  const Type *type = nullptr;
  /// The keyword; empty for a positional argument.
  std::string keyword;
  /// The literal `[]` without a type hint: fits every list.
  bool isEmptyListLiteral = false;
  /// A Tensor only for want of an annotation; messages say so.
  bool isInferredTensor = false;
};

/// How a value becomes a value of another type.
enum class ConversionKind {
  None,            ///< the value as it is
  TensorToInt,     ///< aten::IntImplicit
  TensorToFloat,   ///< aten::FloatImplicit
  TensorToComplex, ///< aten::ComplexImplicit
  TensorToNumber,  ///< aten::ScalarImplicit
  NumberToInt,     ///< aten::Int.Scalar
  NumberToFloat,   ///< aten::Float.Scalar
  NumberToComplex, ///< aten::Complex.Scalar
  StringToDevice,  ///< aten::device
  EmptyList,       ///< a new empty list of type `result`; the value is unused
  Broadcast,       ///< a new list holding the value `count` times
  TupleToList,     ///< a new list of the converted elements
  TupleToTuple,    ///< a new tuple of the converted elements
};

/// A conversion. The converted value has type `result`; where that is a proper
/// subtype of what is expected, it remains to be widened (`ts.derefine`). The
/// same holds for the elements of a list or tuple that is built.
struct Conversion {
  ConversionKind kind = ConversionKind::None;
  const Type *result = nullptr;
  int64_t count = 0;
  /// For TupleToList and TupleToTuple: one conversion for each element.
  std::vector<Conversion> elements;
};

/// Tries to turn a value of type `from` into one of type `to`; where nothing
/// applies, the result is the value as it is. Whether the result is then a
/// subtype of `to` is the caller's question. Conversions between scalars,
/// tensors and devices happen only with `allowConversions`.
Conversion convertTo(TypeContext &context, const Type *from, const Type *to,
                     bool allowConversions, bool isEmptyListLiteral = false);

/// As convertTo() with conversions, including the check: nothing when the
/// result does not fit. This is the rule of `return` with an annotation,
/// `torch.jit.annotate` and reassignment in an inner block.
std::optional<Conversion> tryConvert(TypeContext &context, const Type *from,
                                     const Type *to,
                                     bool isEmptyListLiteral = false);

/// Where the value of a formal comes from.
struct ArgumentSource {
  enum Kind { Self, Positional, Keyword, Default };
  Kind kind = Default;
  /// The position among the positional or keyword arguments of the call.
  unsigned index = 0;
};

/// What one formal is bound to.
struct BoundArgument {
  /// The type of the formal with type variables replaced.
  const Type *type = nullptr;
  /// Whether positional arguments from `sources[0]` on are gathered into a new
  /// list of type `type`; then there is one source and one conversion for each
  /// element, else exactly one of both.
  bool isGathered = false;
  llvm::SmallVector<ArgumentSource, 1> sources;
  std::vector<Conversion> conversions;
};

/// A successful match.
struct SchemaMatch {
  /// The chosen schema and its position among the candidates.
  const FunctionSchema *schema = nullptr;
  size_t candidate = 0;
  /// One entry for each formal, in order.
  std::vector<BoundArgument> arguments;
  /// Positions of the positional arguments beyond the formals of a vararg
  /// schema, which follow the formals unconverted.
  llvm::SmallVector<unsigned, 2> varargs;
  /// The types of the results with type variables replaced.
  llvm::SmallVector<const Type *, 2> resultTypes;
  /// The type of the call: None, the result or a (named) tuple.
  const Type *resultType = nullptr;
};

/// Why a schema does not fit.
struct MatchFailure {
  /// Position of the schema among the candidates.
  size_t candidate = 0;
  /// The sentence, with a newline at the end.
  std::string reason;
  /// The argument it is about; `Default` when it is about none.
  ArgumentSource argument;
};

/// The outcome of resolution.
struct MatchResult {
  /// Set on success.
  std::optional<SchemaMatch> match;
  /// On failure the message up to the location of the call, in the form of
  /// TS-CALL-002 (one candidate: schema and reason, ending in a newline) or
  /// TS-CALL-011 (several: all of them with reasons, ending in "The original
  /// call is").
  std::string message;
  /// On failure the reasons of the last pass.
  std::vector<MatchFailure> failures;

  explicit operator bool() const { return match.has_value(); }
};

/// Resolves a call. `candidates` must not be empty; with several, they are
/// tried in order without and then with implicit conversions (TS-CALL-011,
/// 012). `self`, when given, binds to the formal named `self`.
MatchResult matchSchemas(TypeContext &context,
                         llvm::ArrayRef<const FunctionSchema *> candidates,
                         llvm::ArrayRef<CallArgument> positional,
                         llvm::ArrayRef<CallArgument> keywords = {},
                         const CallArgument *self = nullptr);

/// Resolves a call of an operator by name ("aten::add"). An unknown name is a
/// failure that lists similar names (TS-CALL-017).
MatchResult matchOperator(TypeContext &context, llvm::StringRef name,
                          llvm::ArrayRef<CallArgument> positional,
                          llvm::ArrayRef<CallArgument> keywords = {},
                          const CallArgument *self = nullptr);

/// Whether a value of type `self` has the operator `name` ("aten::append") as a
/// method: an overload has a formal named `self` that takes it without
/// conversion (TS-CALL-021).
bool isMethodOf(TypeContext &context, llvm::StringRef name, const Type *self);

} // namespace torchscript

#endif // TORCHSCRIPT_BASE_SCHEMA_MATCH_H
