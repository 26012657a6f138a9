//===- VectorBody.h - The body of an operation on vectors ---------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads, computes and writes elements of a linalg.generic on buffers, one or
// `lanes` at a time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_CODEGEN_CPU_VECTORBODY_H
#define TORCHSCRIPT_LIB_CODEGEN_CPU_VECTORBODY_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <optional>

namespace mlir::ts::loops {

/// How an operand's address moves with a loop.
enum class Access { Fixed, Contiguous, EverySecond, Other };

/// Of the elements that `operand` reads or writes when loop `dim` advances.
Access getAccess(linalg::GenericOp op, OpOperand &operand, unsigned dim);

/// Where an instance of the body stands.
struct Place {
  /// The value of each loop; of the vectorized one that of the first lane.
  SmallVector<Value> indices;
  /// The vectorized loop, and how many of its turns are done at once; 1: the
  /// body computes elements, not vectors.
  unsigned dim = 0;
  int64_t lanes = 1;
  /// Which lanes count, or null for all.
  Value mask;
  /// What was read before the vectorized loop, by number of the input; others
  /// are null.
  SmallVector<Value> known;
  /// Of a window whose elements 0 and 1, 2 and 3, ... are read from the same
  /// vectors: the loop that counts them, and whether this is the second of two.
  std::optional<unsigned> paired;
  bool isSecond = false;
};

/// Whether the operations of the body exist on vectors, and operands have
/// elements that do. It may read elements of other buffers.
bool isVectorizable(linalg::GenericOp op);

/// Whether what the body reads of other buffers lies side by side when loop
/// `dim` advances, or is the same: rows that are found by numbers of another
/// buffer, for example. `width` is the most bits that such an element may have.
bool readsAlong(linalg::GenericOp op, unsigned dim, unsigned width);

/// Whether the body reads elements of other buffers.
bool readsOthers(linalg::GenericOp op);

class Body {
public:
  Body(ImplicitLocOpBuilder &b, linalg::GenericOp op) : b(b), op(op) {}

  /// What `operand` has at a place: a vector where the loop moves it, otherwise
  /// an element.
  Value read(OpOperand &operand, const Place &place);
  void write(OpOperand &operand, const Place &place, Value value);
  /// All operands that the body uses, in order; others are null.
  SmallVector<Value> readInputs(const Place &place);
  /// What the body yields for values of its arguments; `outputs` are those of
  /// what it combines with.
  SmallVector<Value> compute(const Place &place, ArrayRef<Value> inputs,
                             ArrayRef<Value> outputs);
  /// A vector of a scalar, when the place asks for it.
  Value spread(const Place &place, Value value);

  /// An extremum of the body that leaves out NaN, and what it has compared with
  /// what was found: somebody else looks for NaN there. Null: none.
  Operation *withoutNan = nullptr;
  SmallVector<Value> compared;

private:
  SmallVector<Value> getIndices(OpOperand &operand, const Place &place);
  Value getIndex(const Place &place, int64_t dim);
  Value cloneOnVectors(const Place &place, Operation &inner,
                       ArrayRef<Value> operands);
  Value getFirst(const Place &place, IRMapping &values, Value index);
  Value readOther(const Place &place, IRMapping &values, memref::LoadOp load);

  ImplicitLocOpBuilder &b;
  linalg::GenericOp op;
};

/// The larger (smaller) of both; `found` where one is NaN.
Value buildBeyond(ImplicitLocOpBuilder &b, bool isMax, Value x, Value found);

/// The larger (smaller) of `x` and what was found before, or the NaN of either:
/// one comparison, which processors have, for `found`, and one for `x`.
Value buildExtremum(ImplicitLocOpBuilder &b, bool isMax, Value x, Value found);

} // namespace mlir::ts::loops

#endif // TORCHSCRIPT_LIB_CODEGEN_CPU_VECTORBODY_H
