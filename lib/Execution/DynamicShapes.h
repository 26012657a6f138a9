//===- DynamicShapes.h - Sizes that may change ------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a caller says of the sizes of a program's inputs (`dynamic_shapes` of
// torch.export), as symbols; and whether what the program needs of sizes follows
// from it. Messages are torch.export's.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_EXECUTION_DYNAMICSHAPES_H
#define TORCHSCRIPT_LIB_EXECUTION_DYNAMICSHAPES_H

#include "TorchScript/Execution/ProgramRequest.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AffineExpr.h"

#include <map>

namespace torchscript {

class DynamicShapes {
public:
  DynamicShapes(mlir::MLIRContext *context, const ProgramRequest &request)
      : context(context), request(request) {}

  /// An argument that is given: its name and its example (ts-flatten-inputs).
  struct Input {
    std::string name;
    mlir::Attribute example;
  };
  /// Reads the request. `inputs` are in the order of the function's parameters,
  /// `places` says which input comes first, second, ... among the leaves.
  llvm::Error read(llvm::ArrayRef<Input> inputs,
                   llvm::ArrayRef<unsigned> places);
  /// Whether a size is dynamic.
  bool hasSymbols() const { return !symbols.empty(); }
  /// Gives a function the attributes that its passes read.
  void annotate(mlir::func::FuncOp function) const;
  /// Compares `ts.size_facts` with what the caller said. Then the program has
  /// its last symbols, and `getRanges` says what lies between which bounds.
  llvm::Error solve(mlir::func::FuncOp function);
  const std::map<std::string, std::pair<std::optional<int64_t>,
                                        std::optional<int64_t>>> &
  getRanges() const {
    return ranges;
  }

private:
  enum class Kind { Static, Fixed, Auto, Dynamic, Named };
  /// One dimension as the caller says it: `scale * root + offset` of a Dim.
  struct Spec {
    Kind kind = Kind::Static;
    int64_t scale = 1, offset = 0, value = 0;
    std::string root, text;
  };
  /// A dimension of an input that is dynamic.
  struct Place {
    Spec spec;
    std::string source;
    int64_t hint = 0;
    unsigned leaf = 0, dim = 0;
    mlir::AffineExpr size;
  };
  struct Symbol {
    std::string name;
    int64_t hint = 2;
    Kind kind = Kind::Auto;
    /// Of a Dim: its name. What it sizes first.
    std::string root, source;
    std::optional<int64_t> min, max;
  };
  /// A tensor among the leaves.
  struct Leaf {
    std::vector<int64_t> sizes;
    mlir::Type dtype;
    std::vector<mlir::AffineExpr> shape;
    bool isTensor = false;
  };
  /// What is wrong, by the name of the Dim.
  struct Violation {
    std::string name, message;
  };

  llvm::Error readInput(mlir::Attribute example, const json &spec,
                        const std::string &path, const std::string &source);
  llvm::Error readTensor(mlir::Attribute example, const json &spec,
                         const std::string &path, const std::string &source);
  llvm::Expected<Spec> readDim(const json &dim) const;
  llvm::Error addPlace(const Spec &spec, const std::string &source,
                       unsigned dim, int64_t size);
  llvm::Error bindDerived();
  unsigned addSymbol(Kind kind, int64_t hint, const std::string &root,
                     const std::string &source);

  void checkFact(int64_t kind, mlir::AffineExpr lhs, mlir::AffineExpr rhs);
  void specialize(unsigned symbol, int64_t value, mlir::AffineExpr asked);
  void relate(mlir::AffineExpr difference);
  void bound(unsigned symbol, std::optional<int64_t> min,
             std::optional<int64_t> max);
  void divide(mlir::AffineExpr whole, int64_t divisor);
  std::string spellRange(unsigned symbol) const;
  std::string spell(mlir::AffineExpr expression, bool asDims) const;
  llvm::Error report() const;

  mlir::MLIRContext *context;
  const ProgramRequest &request;
  std::vector<Leaf> leaves;
  std::vector<Place> places;
  std::vector<Symbol> symbols;
  unsigned count = 0;
  std::vector<Violation> violations, forced;
  /// By root: what to write for it.
  std::map<std::string, std::string> rangeFixes, otherFixes;
  std::vector<mlir::AffineExpr> equals;
  std::map<std::string,
           std::pair<std::optional<int64_t>, std::optional<int64_t>>>
      ranges;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_EXECUTION_DYNAMICSHAPES_H
