//===- InputChecks.h - What exported programs ask of inputs -----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DIALECT_TS_TRANSFORMS_INPUTCHECKS_H
#define TORCHSCRIPT_LIB_DIALECT_TS_TRANSFORMS_INPUTCHECKS_H

#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"

namespace mlir::ts {

/// Emits the checks of torch.export on the leaves of the inputs, in their
/// order: the number of dimensions, sizes, relations between sizes and the
/// bounds of symbols, with torch.export's messages.
class InputChecks {
public:
  InputChecks(OpBuilder &builder, func::FuncOp program);

  /// Checks argument `index` of the program. `where` names it in messages:
  /// `*args[0]['k']`.
  void check(unsigned index, Value value, StringRef where);

private:
  void checkLiteral(Attribute literal, Value value, StringRef where);
  void checkSize(AffineExpr expected, Value size, unsigned dim,
                 StringRef where, StringRef name);
  /// The value of an expression whose symbols are all known.
  Value compute(AffineExpr expression);
  bool isKnown(AffineExpr expression) const;
  std::string spell(AffineExpr expression) const;
  /// Raises RuntimeError with the text and, behind it, the value.
  void raiseIf(Value condition, const Twine &text, Value shown = {},
               const Twine &rest = "");
  Value op(StringRef name, Type result, ValueRange operands);
  Value makeInt(int64_t value);
  /// Says what was expected and what was found.
  void raiseUnequal(Value differs, const Twine &before, Value expected,
                    Value found);
  Value makeText(const Twine &text);
  Value asText(Value value);

  OpBuilder &builder;
  Location loc;
  func::FuncOp program;
  ArrayAttr symbols;
  /// What symbols are, once they are known.
  SmallVector<Value> bound;
};

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_DIALECT_TS_TRANSFORMS_INPUTCHECKS_H
