//===- KernelGenerator.cpp - Random kernels -------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions on tensors as ts-outline-kernels makes them, and on buffers as
// bufferization leaves them.
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "TorchScript/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace tsfuzz;
using namespace mlir;

namespace {

class KernelGenerator {
public:
  KernelGenerator(OpBuilder &b, Random &random)
      : b(b), random(random), loc(b.getUnknownLoc()) {}

  func::FuncOp onTensors(ModuleOp kernels, unsigned number);
  void onBuffers(ModuleOp kernels, unsigned number);

private:
  RankedTensorType type() {
    static const SmallVector<int64_t> shapes[] = {
        {3, 3}, {3, 3}, {3}, {2, 3}, {1, 3, 8, 8}, {}, {0, 3}};
    return RankedTensorType::get(
        random.pick(ArrayRef(shapes)),
        random.pick<Type>({b.getF32Type(), b.getF32Type(), b.getF64Type(),
                           b.getI64Type(), b.getI1Type()}));
  }
  Value empty(RankedTensorType type) {
    return b.create<tensor::EmptyOp>(loc, type.getShape(),
                                     type.getElementType());
  }
  Value pointwise(Value input);
  Value product(Value lhs, Value rhs);
  Value reduce(Value input);
  Value view(Value input);

  OpBuilder &b;
  Random &random;
  Location loc;
};

} // namespace

Value KernelGenerator::pointwise(Value input) {
  auto type = cast<RankedTensorType>(input.getType());
  AffineMap map = b.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  return b
      .create<linalg::GenericOp>(
          loc, type, input, empty(type), ArrayRef<AffineMap>{map, map}, loops,
          [&](OpBuilder &inner, Location, ValueRange arguments) {
            Value value = arguments[0];
            if (isa<FloatType>(value.getType()))
              value = inner.create<arith::AddFOp>(loc, value, value);
            else
              value = inner.create<arith::XOrIOp>(loc, value, value);
            inner.create<linalg::YieldOp>(loc, value);
          })
      .getResult(0);
}

Value KernelGenerator::reduce(Value input) {
  auto type = cast<RankedTensorType>(input.getType());
  if (type.getRank() == 0)
    return input;
  int64_t dim = random.below(type.getRank());
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + dim);
  Value init = empty(RankedTensorType::get(shape, type.getElementType()));
  auto op = b.create<linalg::ReduceOp>(
      loc, input, init, ArrayRef<int64_t>{dim},
      [&](OpBuilder &inner, Location, ValueRange arguments) {
        Value value =
            isa<FloatType>(type.getElementType())
                ? inner.create<arith::AddFOp>(loc, arguments[0], arguments[1])
                      .getResult()
                : inner.create<arith::AddIOp>(loc, arguments[0], arguments[1])
                      .getResult();
        inner.create<linalg::YieldOp>(loc, value);
      });
  return op.getResult(0);
}

Value KernelGenerator::product(Value lhs, Value rhs) {
  auto a = cast<RankedTensorType>(lhs.getType());
  auto c = cast<RankedTensorType>(rhs.getType());
  if (a.getRank() != 2 || c.getRank() != 2 ||
      a.getDimSize(1) != c.getDimSize(0) ||
      a.getElementType() != c.getElementType() ||
      a.getElementType().isInteger(1))
    return pointwise(lhs);
  Value init = empty(RankedTensorType::get({a.getDimSize(0), c.getDimSize(1)},
                                           a.getElementType()));
  if (random.oneIn(2)) {
    Value zero =
        b.create<arith::ConstantOp>(loc, b.getZeroAttr(a.getElementType()));
    init = b.create<linalg::FillOp>(loc, zero, init).getResult(0);
  }
  return b.create<linalg::MatmulOp>(loc, ValueRange{lhs, rhs}, init)
      .getResult(0);
}

Value KernelGenerator::view(Value input) {
  auto type = cast<RankedTensorType>(input.getType());
  if (type.getRank() == 0)
    return input;
  SmallVector<OpFoldResult> offsets, sizes, strides;
  for (int64_t size : type.getShape()) {
    int64_t kept = size ? 1 + int64_t(random.below(size)) : 0;
    offsets.push_back(b.getIndexAttr(size - kept));
    sizes.push_back(b.getIndexAttr(kept));
    strides.push_back(b.getIndexAttr(1));
  }
  return b.create<tensor::ExtractSliceOp>(loc, input, offsets, sizes, strides);
}

func::FuncOp KernelGenerator::onTensors(ModuleOp kernels, unsigned number) {
  SmallVector<Type> inputs;
  for (size_t i = 0, n = 1 + random.below(3); i < n; ++i)
    inputs.push_back(type());
  b.setInsertionPointToEnd(kernels.getBody());
  auto function = b.create<func::FuncOp>(
      loc, "kernel_" + std::to_string(number), b.getFunctionType(inputs, {}));
  Block *block = function.addEntryBlock();
  b.setInsertionPointToStart(block);
  SmallVector<Value> values(block->getArguments());
  for (size_t i = 0, n = random.below(5); i < n; ++i) {
    Value value = random.pick(values);
    switch (random.below(4)) {
    case 0:
      values.push_back(product(value, random.pick(values)));
      break;
    case 1:
      values.push_back(reduce(value));
      break;
    case 2:
      values.push_back(view(value));
      break;
    default:
      values.push_back(pointwise(value));
    }
  }
  SmallVector<Value> results{values.back()};
  if (random.oneIn(4))
    results.push_back(random.pick(values));
  b.create<func::ReturnOp>(loc, results);
  function.setFunctionType(
      b.getFunctionType(inputs, ValueRange(results).getTypes()));
  return function;
}

void KernelGenerator::onBuffers(ModuleOp kernels, unsigned number) {
  auto buffer = [&] {
    RankedTensorType tensor = type();
    return MemRefType::get(tensor.getShape(), tensor.getElementType());
  };
  MemRefType input = buffer();
  b.setInsertionPointToEnd(kernels.getBody());
  auto function =
      b.create<func::FuncOp>(loc, "buffers_" + std::to_string(number),
                             b.getFunctionType({input}, {input}));
  Block *block = function.addEntryBlock();
  b.setInsertionPointToStart(block);
  SmallVector<Value> values(block->getArguments());
  for (size_t i = 0, n = random.below(4); i < n; ++i) {
    Value source = random.pick(values);
    auto type = cast<MemRefType>(source.getType());
    switch (random.below(4)) {
    case 0:
      values.push_back(b.create<memref::AllocOp>(loc, buffer()));
      break;
    case 1: {
      Value copy = b.create<memref::AllocOp>(
          loc, MemRefType::get(type.getShape(), type.getElementType()));
      b.create<memref::CopyOp>(loc, source, copy);
      values.push_back(copy);
      break;
    }
    case 2: {
      Value zero = b.create<arith::ConstantOp>(
          loc, b.getZeroAttr(type.getElementType()));
      b.create<linalg::FillOp>(loc, zero, source);
      break;
    }
    default:
      b.create<tsrt::LibraryCallOp>(loc, TypeRange(), "tsrt_onednn_matmul",
                                    ArrayRef<int64_t>{2, 3, 4, 0},
                                    ValueRange{source}, random.pick(values));
    }
  }
  b.create<func::ReturnOp>(loc, block->getArguments());
}

void tsfuzz::generateKernels(ModuleOp module, Random &random) {
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  Location loc = b.getUnknownLoc();
  ModuleOp kernels = module;
  if (!random.oneIn(4))
    kernels = b.create<ModuleOp>(loc, ts::kKernelModule);
  KernelGenerator generator(b, random);
  SmallVector<func::FuncOp> functions;
  for (size_t i = 0, n = random.below(4); i < n; ++i) {
    if (random.oneIn(2))
      functions.push_back(generator.onTensors(kernels, i));
    else
      generator.onBuffers(kernels, i);
  }
  if (functions.empty() || kernels == module)
    return;
  func::FuncOp kernel = functions.front();
  auto toObjects = [](TypeRange types) {
    SmallVector<Type> objects;
    for (Type type : types)
      objects.push_back(
          ts::TSTensorType::fromBuiltin(cast<RankedTensorType>(type)));
    return objects;
  };
  b.setInsertionPointToEnd(module.getBody());
  auto caller = b.create<func::FuncOp>(
      loc, "caller",
      b.getFunctionType(toObjects(kernel.getArgumentTypes()),
                        toObjects(kernel.getResultTypes())));
  b.setInsertionPointToStart(caller.addEntryBlock());
  auto callee = SymbolRefAttr::get(
      b.getContext(), ts::kKernelModule,
      {FlatSymbolRefAttr::get(b.getContext(), kernel.getName())});
  auto call = b.create<tsrt::KernelCallOp>(loc, caller.getResultTypes(), callee,
                                           caller.getArguments());
  b.create<func::ReturnOp>(loc, call.getResults());
}
