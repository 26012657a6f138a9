//===- TensorOperators.h - What tensors are and do -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one way by which programs reach tensors. lib/Execution computes with the
// runtime's operators; another implementation may record them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_EVALUATE_TENSOROPERATORS_H
#define TORCHSCRIPT_FRONTEND_EVALUATE_TENSOROPERATORS_H

#include "TorchScript/Frontend/Evaluate/Interpreter.h"

#include <memory>

namespace torchscript::evaluate {

/// A tensor. Its class is `torch.Tensor` or derived from it; that class is text
/// (lib/Library/python/torch.py), which calls the functions of `_torch`.
struct TensorObject : HostObject {
  using HostObject::HostObject;
  /// What made it, for gradients: an object of the text `_tape`; empty for
  /// leaves.
  Value history;
  /// The tensor whose elements it shares, and the call that made it of that: a
  /// tuple of the operator, the other arguments and those with names. Empty for
  /// tensors that are no views.
  Value base, call;
  /// The last change of its base that its history knows of.
  int64_t change = 0;
  /// How often an operator has written to its elements; made when it is asked
  /// for. A view counts in the tensor that it is a view of, and a detached
  /// tensor has the count of the one it was made of.
  std::shared_ptr<int64_t> version;
  /// Whether it was made in inference mode.
  bool isInference = false;
};

/// The tensor a value is, or null.
TensorObject *asTensor(const Value &value);

class TensorOperators {
public:
  virtual ~TensorOperators();

  /// Whether calls with tensors that require gradients are recorded.
  bool records = true;
  /// Whether new tensors are inference tensors.
  bool infers = false;

  /// Calls an operator by its name without overload, "aten::add", for values of
  /// the program; raises what it fails with (TypeError when no overload fits).
  /// Results are of the class `tensorType`.
  virtual Value call(Interpreter &in, TypeObject *tensorType,
                     llvm::StringRef name, const Arguments &arguments) = 0;
  /// The overload that a call means, "aten::add.Tensor", and all its arguments
  /// in order, defaults included; raises TypeError when none fits.
  virtual std::string bind(Interpreter &in, llvm::StringRef name,
                           const Arguments &arguments, ValueVector &bound) = 0;
  /// Whether there is an operator of that name.
  virtual bool hasOperator(llvm::StringRef name) = 0;
  /// The operator that a member of a module is: "aten::relu" for `relu` of
  /// "torch"; empty when it is none.
  virtual std::string findOperator(llvm::StringRef module,
                                   llvm::StringRef member) = 0;

  /// A contiguous tensor of ints, floats, bools or complex numbers.
  virtual Value make(Interpreter &in, TypeObject *tensorType, int dtype,
                     llvm::ArrayRef<int64_t> sizes,
                     llvm::ArrayRef<Value> elements) = 0;
  /// The same tensor as an object of another class.
  virtual Value makeAs(Interpreter &in, TypeObject *type,
                       const TensorObject *tensor) = 0;
  /// Lets an object stand for another tensor from now on.
  virtual void assign(TensorObject *tensor, const TensorObject *other) = 0;
  /// Whether two objects stand for one tensor.
  virtual bool isSame(const TensorObject *tensor,
                      const TensorObject *other) = 0;
  /// The number of the dtype (c10's ScalarType).
  virtual int getDtype(const TensorObject *tensor) = 0;
  virtual llvm::ArrayRef<int64_t> getSizes(const TensorObject *tensor) = 0;
  /// Whether gradients of a tensor are asked for.
  virtual bool requiresGradient(const TensorObject *tensor) = 0;
  virtual void setRequiresGradient(TensorObject *tensor, bool requires) = 0;
  /// Whether two tensors have elements in the same memory.
  virtual bool shareMemory(const TensorObject *tensor,
                           const TensorObject *other) = 0;
  /// The bytes of the memory that a tensor has its elements in.
  virtual int64_t getStorageBytes(const TensorObject *tensor) = 0;
  /// Where the first element is.
  virtual int64_t getAddress(const TensorObject *tensor) = 0;
  /// A state of random numbers, as at the start of a program.
  virtual Value makeGenerator(Interpreter &in) = 0;
  /// Exchanges such a state with that of all other random numbers; makes it
  /// that state.
  virtual void swapGenerator(Interpreter &in, const Value &state) = 0;
  virtual void copyGenerator(Interpreter &in, const Value &state) = 0;
  /// The bytes that PyTorch writes of such a state; makes it what they say,
  /// and raises RuntimeError where they are no state.
  virtual std::string writeGenerator(Interpreter &in, const Value &state) = 0;
  virtual void readGenerator(Interpreter &in, const Value &state,
                             llvm::StringRef bytes) = 0;
  /// The bytes of all elements in order of rows.
  virtual std::string getBytes(const TensorObject *tensor) = 0;
  /// The tensor whose elements are such bytes; raises ValueError when they are
  /// too few or too many.
  virtual Value makeOfBytes(Interpreter &in, TypeObject *tensorType, int dtype,
                            llvm::ArrayRef<int64_t> sizes,
                            llvm::StringRef bytes) = 0;
  /// The bytes of a file of numpy's format with the tensor, and the tensor of
  /// such a file; raise ValueError for dtypes that the format lacks, and for
  /// what is no such file.
  virtual std::string writeNpy(Interpreter &in, const TensorObject *tensor) = 0;
  virtual Value readNpy(Interpreter &in, TypeObject *tensorType,
                        llvm::StringRef bytes) = 0;
  /// All elements in order of rows.
  virtual ValueVector getElements(Interpreter &in,
                                  const TensorObject *tensor) = 0;
};

/// Who is told of the operators of a program while one of its runs is traced:
/// an object with the methods `call(name, args, kwargs, result)`,
/// `function(function, args, kwargs, result)` and `sizes(tensor, sizes)`. Empty
/// when nothing is traced.
Value getRecorder(Interpreter &in);
void setRecorder(Interpreter &in, const Value &recorder);

} // namespace torchscript::evaluate

#endif // TORCHSCRIPT_FRONTEND_EVALUATE_TENSOROPERATORS_H
