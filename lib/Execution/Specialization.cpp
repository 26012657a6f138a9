//===- Specialization.cpp - Code for one signature ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the specializing passes and types the arguments.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/Specialization.h"

#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"
#include "TorchScript/Pipelines/Pipelines.h"
#include "TorchScript/Pipelines/TensorPipeline.h"
#include "TorchScript/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace torchscript;
using namespace mlir;

/// How often the types of tensors are refined at most.
static constexpr unsigned kMaxRounds = 8;

/// The tensor of an argument, or null.
static const tsrt_tensor *getTensor(const HostValue &argument) {
  const tsrt_value &value = argument.get();
  if (!value.type || value.type->kind != TSRT_TENSOR)
    return nullptr;
  return static_cast<const tsrt_tensor *>(value.u.p);
}

/// Whether results of operators on the tensor require gradients, too. Kernels
/// do not keep track of that.
static bool requiresGrad(const HostValue &argument) {
  tsrt_value result{};
  tsrt_error *error = tsrt_op_call(tsrt_op_resolve("prim::requires_grad"),
                                   &argument.get(), 1, &result, 1);
  tsrt_error_release(error);
  return !error && result.u.i != 0;
}

std::string torchscript::spellSignature(ArrayRef<HostValue> arguments) {
  std::string text;
  bool any = false;
  for (const HostValue &argument : arguments) {
    if (!text.empty())
      text += ";";
    const tsrt_tensor *tensor = getTensor(argument);
    if (!tensor) {
      text += "-";
      continue;
    }
    if (requiresGrad(argument))
      return "";
    any = true;
    text += tsrt_dtype_name(tsrt_tensor_dtype(tensor));
    text += "[";
    for (int32_t i = 0, rank = tsrt_tensor_rank(tensor); i < rank; ++i)
      text += (i ? "," : "") + std::to_string(tsrt_tensor_sizes(tensor)[i]);
    text += "]";
  }
  return any ? text : "";
}

/// The element type of a dtype number; null for one the dialect has not.
static Type getElementType(MLIRContext *context, int32_t dtype) {
  Builder builder(context);
  switch (dtype) {
  case TSRT_U8:
    return builder.getIntegerType(8, /*isSigned=*/false);
  case TSRT_I8:
    return builder.getI8Type();
  case TSRT_I16:
    return builder.getI16Type();
  case TSRT_I32:
    return builder.getI32Type();
  case TSRT_I64:
    return builder.getI64Type();
  case TSRT_F16:
    return builder.getF16Type();
  case TSRT_BF16:
    return builder.getBF16Type();
  case TSRT_F32:
    return builder.getF32Type();
  case TSRT_F64:
    return builder.getF64Type();
  case TSRT_C64:
    return ComplexType::get(builder.getF32Type());
  case TSRT_C128:
    return ComplexType::get(builder.getF64Type());
  case TSRT_B8:
    return builder.getI1Type();
  default:
    return {};
  }
}

/// Gives the tensor arguments their types; the body keeps seeing the old ones.
static void typeArguments(func::FuncOp function,
                          ArrayRef<HostValue> arguments) {
  Block &entry = function.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  for (auto [index, argument] : llvm::enumerate(entry.getArguments())) {
    const tsrt_tensor *tensor =
        index < arguments.size() ? getTensor(arguments[index]) : nullptr;
    if (!tensor || !isa<ts::TSTensorType>(argument.getType()))
      continue;
    Type element =
        getElementType(function.getContext(), tsrt_tensor_dtype(tensor));
    if (!element)
      continue;
    ArrayRef<int64_t> sizes(tsrt_tensor_sizes(tensor),
                            size_t(tsrt_tensor_rank(tensor)));
    Type old = argument.getType();
    argument.setType(
        ts::TSTensorType::get(function.getContext(), sizes, element));
    auto vague =
        builder.create<ts::DerefineOp>(function.getLoc(), old, argument);
    argument.replaceAllUsesExcept(vague, vague);
  }
  function.setType(FunctionType::get(function.getContext(),
                                     entry.getArgumentTypes(),
                                     function.getResultTypes()));
}

std::string torchscript::specialize(ModuleOp module, StringRef symbol,
                                    const MethodOf *method,
                                    ArrayRef<HostValue> arguments) {
  std::string entry = symbol.str();
  PassManager first(module.getContext());
  ts::buildToSSA(first);
  if (method) {
    entry = method->object + "." + method->method;
    ts::TSSpecializeObjectsOptions options;
    options.object = method->object;
    options.methods = method->callable;
    first.addPass(ts::createTSSpecializeObjects(options));
  }
  first.addPass(createInlinerPass({}, [](OpPassManager &inner) {
    inner.addPass(ts::createTSCanonicalize());
  }));
  if (failed(first.run(module)))
    return "";
  auto function = module.lookupSymbol<func::FuncOp>(entry);
  if (!function) {
    module.emitError("the method '") << entry << "' was not specialized";
    return "";
  }
  for (auto other : module.getOps<func::FuncOp>())
    if (other != function && !other.isExternal())
      other.setPrivate();
  typeArguments(function, arguments);
  // The passes stay: one of them reads the library's decompositions.
  PassManager refinement(module.getContext());
  ts::buildRefinementRound(refinement);
  for (unsigned round = 0; round < kMaxRounds; ++round) {
    OperationFingerPrint before(module);
    if (failed(refinement.run(module)))
      return "";
    if (before == OperationFingerPrint(module))
      break;
  }
  // When some function changes tensors in place, weights may change as well.
  if (llvm::any_of(module.getOps<func::FuncOp>(), [](func::FuncOp other) {
        return ts::mayWriteTensors(other);
      }))
    module->setAttr(ts::kMutableTensorsAttr,
                    UnitAttr::get(module.getContext()));
  PassManager last(module.getContext());
  last.addPass(createSymbolDCEPass());
  return succeeded(last.run(module)) ? entry : "";
}
