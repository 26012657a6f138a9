//===- GraphEmitter.h - Nodes as operations ---------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_EXPORTEDPROGRAM_GRAPHEMITTER_H
#define TORCHSCRIPT_LIB_FRONTEND_EXPORTEDPROGRAM_GRAPHEMITTER_H

#include "TorchScript/Archive/ExportedProgram.h"
#include "TorchScript/Base/Types/FunctionSchema.h"
#include "TorchScript/Dialect/TS/IR/TS.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringMap.h"

namespace torchscript {

/// Emits the nodes of one graph. Names of a graph inside another are its own.
class GraphEmitter {
public:
  GraphEmitter(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  /// Gives a name of the graph its value; false, and a problem, when it has
  /// one.
  bool define(llvm::StringRef name, mlir::Value value);
  /// Emits all nodes. False on failure.
  bool emit(const exported::Graph &graph);
  /// A value of the graph or a literal; null on failure.
  mlir::Value getValue(const exported::Argument &argument);
  /// What is wrong, and with which node.
  std::string takeProblem() { return std::move(problem); }

private:
  /// Keeps what is wrong with the current node; null, for callers to return.
  mlir::Value fail(const llvm::Twine &message);
  bool emitNode(const exported::Node &node);
  /// An operator of the table of schemas.
  bool emitOperator(const exported::Node &node, const std::string &name);
  /// A function of Python on numbers; nothing when `node` calls another one.
  std::optional<bool> emitNumber(const exported::Node &node);
  /// What only says something of numbers: `_assert_scalar` and the like.
  std::optional<bool> emitCheck(const exported::Node &node);
  /// An operator that runs graphs.
  std::optional<bool> emitControlFlow(const exported::Node &node);
  bool emitCond(const exported::Node &node);
  bool emitWhile(const exported::Node &node);
  /// `map_impl` or `scan`.
  bool emitSlices(const exported::Node &node, bool isMap);
  /// The slices of a tensor along its first dimension from the last on.
  mlir::Value makeReversed(mlir::Value tensor);
  /// One turn of it; the outputs are put into `lists` before the loop.
  bool emitTurn(const exported::Graph &graph, mlir::ts::ForOp loop,
                mlir::ValueRange inputs, mlir::ValueRange others,
                llvm::SmallVectorImpl<mlir::Value> &lists);
  /// The nodes of a graph here; its results, nothing on failure.
  std::optional<llvm::SmallVector<mlir::Value>>
  emitInline(const exported::Graph &graph, mlir::ValueRange operands);
  /// The operands from `first` on; lists give their elements.
  std::optional<llvm::SmallVector<mlir::Value>>
  getOperands(const exported::Node &node, size_t first);

  /// The value as `formal` wants it: numbers are converted.
  mlir::Value getArgument(const exported::Argument &argument,
                          const Argument &formal);
  mlir::Value getList(const exported::Argument &argument, const Type *formal);
  mlir::Value getConstant(const Constant &constant, const Type *type);
  mlir::Value convertNumber(mlir::Value value, const Type *type);
  bool bindResults(const exported::Node &node, mlir::ValueRange results);
  bool bindResult(const exported::Argument &output, mlir::Value result);
  /// `values` as one condition.
  mlir::Value getCondition(mlir::Value value);
  /// Raises RuntimeError unless `holds`.
  void emitAssert(mlir::Value holds, llvm::StringRef message);
  mlir::Value callOperator(llvm::StringRef name, mlir::Type result,
                           mlir::ValueRange operands);
  mlir::Value makeInt(int64_t value);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::StringMap<mlir::Value> values;
  std::string problem;
  const exported::Node *current = nullptr;
  unsigned depth = 0;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_FRONTEND_EXPORTEDPROGRAM_GRAPHEMITTER_H
