//===- GraphWriter.h - Operations as nodes ----------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TARGET_EXPORTEDPROGRAM_GRAPHWRITER_H
#define TORCHSCRIPT_LIB_TARGET_EXPORTEDPROGRAM_GRAPHWRITER_H

#include "TorchScript/Base/Types/FunctionSchema.h"
#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Target/ExportedProgram/ExportProgram.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace torchscript {

/// Makes the graph of a lifted function.
class GraphWriter {
public:
  GraphWriter(mlir::func::FuncOp function, exported::Graph &graph);

  /// False after errors, which were reported.
  bool run();
  /// A value of the graph or a literal; nothing, and an error at `user`, for
  /// what is neither.
  std::optional<exported::Argument> getArgument(mlir::Value value,
                                                mlir::Operation *user,
                                                const Argument *formal);

private:
  bool nameInputs();
  /// The nodes of a block; false after errors.
  bool writeBlock(mlir::Block &block);
  /// `cond` or `while_loop`.
  bool writeControlFlow(mlir::Operation *op);
  /// The graph that a region is; null after errors. `operands` are its inputs.
  std::shared_ptr<exported::Graph>
  writeGraph(mlir::Operation *op, mlir::Region &region,
             llvm::ArrayRef<exported::Argument> operands,
             mlir::ValueRange outer);
  /// What a condition is in the graph.
  mlir::Value getPredicate(mlir::Value condition) const;
  bool writeNode(mlir::ts::OperatorOp op);
  bool writeInputs(mlir::ts::OperatorOp op, const FunctionSchema &schema,
                   exported::Node &node);
  bool writeOutputs(mlir::ts::OperatorOp op, const FunctionSchema &schema,
                    exported::Node &node);
  /// Names a result and says what is known of it.
  bool define(mlir::Value value, const std::string &name,
              std::optional<exported::TensorMeta> known, mlir::Operation *op);
  /// What the program says of the sizes of a value that may change.
  std::optional<exported::TensorMeta> getSymbolicMeta(mlir::Value value);
  /// A number that is an element of a tensor, with a symbol of its own; false
  /// when the dtype is not known.
  bool defineItem(mlir::ts::OperatorOp op, exported::Node &node);
  /// A size, or a comparison of sizes, as a number of the graph.
  void defineNumber(mlir::Value value, const std::string &node);
  void defineComparison(llvm::StringRef name, mlir::AffineExpr a,
                        mlir::AffineExpr b,
                        exported::SymbolicNumber &number) const;
  /// What the sizes of a value are made of; null when that is not said.
  mlir::AffineMapAttr getSizeMap(mlir::Value value);
  /// An expression as files spell it.
  exported::Extent getExtent(mlir::AffineExpr expression) const;
  /// Whether the value is made of what was refused, which one message says.
  bool followsRefused(mlir::Value value) const;
  std::string getTrace(mlir::Location loc);
  /// Says of which line and of which modules a node is.
  void describeOrigin(mlir::Operation *op, exported::Node &node);

  mlir::func::FuncOp function;
  exported::Graph &graph;
  /// What values are called now: behind a write in place, as the write.
  llvm::DenseMap<mlir::Value, std::string> names;
  /// Operators that are no nodes, with an error each, and those behind them.
  llvm::SmallPtrSet<mlir::Operation *, 4> refused;
  /// How many symbols `u0`, ... and `zuf0`, ... there are beside those of the
  /// program.
  unsigned numInts = 0, numFloats = 0;
  /// Numbers of the graph, and what they are made of.
  llvm::DenseMap<mlir::Value, mlir::AffineExpr> numbers;
};

/// The value behind conversions to wider types.
mlir::Value stripDerefines(mlir::Value value);
/// What a static type says of a tensor, which is taken to be contiguous;
/// nothing unless dtype and sizes are known.
std::optional<exported::TensorMeta> getTensorMeta(mlir::Type type);
/// A number, string or None; nothing for other attributes.
std::optional<exported::Argument> getLiteral(mlir::Attribute attribute);
/// Reads the signature and state of a lifted function.
bool writeSignature(mlir::func::FuncOp function, GraphWriter &graph,
                    ExportedModule &module);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_TARGET_EXPORTEDPROGRAM_GRAPHWRITER_H
