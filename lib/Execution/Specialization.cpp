//===- Specialization.cpp - Code for one signature ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads signatures off arguments, and runs the specializing pipeline.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/Specialization.h"

#include "TorchScript/Base/Types/TensorSignature.h"
#include "TorchScript/Pipelines/Pipelines.h"
#include "TorchScript/Pipelines/Specialize.h"
#include "tsrt_eager.h"

using namespace torchscript;
using namespace mlir;

/// The tensor of an argument, or null.
static tsrt_tensor *getTensor(const HostValue &argument) {
  const tsrt_value &value = argument.get();
  if (!value.type || value.type->kind != TSRT_TENSOR)
    return nullptr;
  return static_cast<tsrt_tensor *>(value.u.p);
}

/// Whether the tensor is one that compiled code does not know: results of
/// operators on it require gradients, too, or it is a tensor without anything.
static bool isForRuntime(tsrt_tensor *tensor) {
  return tsrt_tensor_requires_grad(tensor) || tsrt_tensor_is_undefined(tensor);
}

bool DynamicSizes::contains(int64_t dim, int64_t rank) const {
  return all || llvm::is_contained(dims, dim) ||
         llvm::is_contained(dims, dim - rank);
}

/// Names the dynamic sizes of a shape; `sizes` has those named so far.
static void nameSizes(TensorShape &shape, const DynamicSizes &dynamic,
                      SmallVectorImpl<int64_t> &sizes) {
  int64_t rank = shape.sizes.size();
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t &size = shape.sizes[dim];
    if (size < 2 || !dynamic.contains(dim, rank))
      continue;
    auto *known = llvm::find(sizes, size);
    std::string name = "s" + std::to_string(known - sizes.begin());
    if (known == sizes.end())
      sizes.push_back(size);
    shape.symbols[unsigned(dim)] = {name, 2};
    size = kUnknownSize;
  }
}

static TensorShape getShape(const tsrt_tensor *tensor,
                            const DynamicSizes &dynamic,
                            SmallVectorImpl<int64_t> &named) {
  TensorShape shape;
  shape.dtype = DType(tsrt_tensor_dtype(tensor));
  const int64_t *sizes = tsrt_tensor_sizes(tensor);
  shape.sizes.assign(sizes, sizes + tsrt_tensor_rank(tensor));
  nameSizes(shape, dynamic, named);
  shape.strided = !tsrt_tensor_is_contiguous(tensor);
  return shape;
}

/// The tensors of an argument that is a list of them.
static ArrayRef<tsrt_tensor *> getTensors(const HostValue &argument) {
  const tsrt_value &value = argument.get();
  if (!value.type || value.type->kind != TSRT_LIST ||
      value.type->elements[0]->kind != TSRT_TENSOR)
    return {};
  auto *list = static_cast<const tsrt_list *>(value.u.p);
  return {static_cast<tsrt_tensor *const *>(list->data), size_t(list->size)};
}

std::optional<std::string>
torchscript::spellSignature(ArrayRef<HostValue> arguments,
                            const DynamicSizes &dynamic) {
  TensorSignature signature;
  SmallVector<int64_t> named;
  for (const HostValue &argument : arguments) {
    std::optional<TensorShape> &shape = signature.emplace_back();
    if (tsrt_tensor *tensor = getTensor(argument)) {
      if (isForRuntime(tensor))
        return std::nullopt;
      shape = getShape(tensor, dynamic, named);
      continue;
    }
    ArrayRef<tsrt_tensor *> tensors = getTensors(argument);
    if (tensors.empty())
      continue;
    shape.emplace().elements.emplace();
    for (tsrt_tensor *tensor : tensors) {
      if (isForRuntime(tensor))
        return std::nullopt;
      shape->elements->push_back(getShape(tensor, dynamic, named));
    }
  }
  return spellSignature(signature);
}

std::string torchscript::specialize(ModuleOp module, StringRef symbol,
                                    const MethodOf *method,
                                    StringRef signature) {
  ts::Specialization options;
  options.entry = method ? method->method : symbol.str();
  options.signature = signature.str();
  if (method) {
    options.object = method->object;
    options.methods = method->callable;
  }
  LogicalResult done = ts::runPipeline(
      module, [&](OpPassManager &pm) { ts::buildSpecialize(pm, options); });
  return succeeded(done) ? options.getSymbol() : "";
}
