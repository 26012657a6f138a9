//===- CompiledFunction.h - Functions as machine code -------------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_UNITTESTS_CODEGEN_COMPILEDFUNCTION_H
#define TORCHSCRIPT_UNITTESTS_CODEGEN_COMPILEDFUNCTION_H

#include "TorchScript/Codegen/Passes.h"
#include "TorchScript/Target/Native/JIT.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

#include <string>

namespace torchscript {

/// Compiles `@f(x, y, z, n)`: z[i] = op(x[i], y[i]) of floats or doubles.
template <class T>
class CompiledFunction {
public:
  using Entry = void (*)(const T *, const T *, T *, int64_t);

  CompiledFunction() {
    mlir::DialectRegistry registry;
    registry.insert<mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect,
                    mlir::func::FuncDialect, mlir::LLVM::LLVMDialect,
                    mlir::math::MathDialect, mlir::memref::MemRefDialect,
                    mlir::scf::SCFDialect, mlir::vector::VectorDialect>();
    context.appendDialectRegistry(registry);
    auto created = JIT::create();
    if (created)
      jit = std::move(*created);
    else
      llvm::consumeError(created.takeError());
  }

  Entry compile(const std::string &op, bool isBinary) {
    std::string operands = isBinary ? "%a, %b" : "%a";
    std::string type = sizeof(T) == 4 ? "f32" : "f64";
    std::string text = R"(
      llvm.func @tsrt.module_init() {
        llvm.return
      }
      func.func @f(%x: BUFFER, %y: BUFFER, %z: BUFFER) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %n = memref.dim %x, %c0 : BUFFER
        scf.for %i = %c0 to %n step %c1 {
          %a = memref.load %x[%i] : BUFFER
          %b = memref.load %y[%i] : BUFFER
          %r = math.)" +
                       op + " " + operands + " : " + type + R"(
          memref.store %r, %z[%i] : BUFFER
        }
        return
      })";
    for (size_t at = 0; (at = text.find("BUFFER")) != std::string::npos;)
      text.replace(at, 6, "memref<?x" + type + ">");
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    mlir::PassManager manager(&context);
    manager.addNestedPass<mlir::func::FuncOp>(mlir::ts::createTSExpandMath());
    manager.addPass(mlir::createConvertSCFToCFPass());
    manager.addPass(mlir::createConvertMathToLibmPass());
    manager.addPass(mlir::createConvertMathToLLVMPass());
    manager.addPass(mlir::createFinalizeMemRefToLLVMConversionPass());
    manager.addPass(mlir::createConvertFuncToLLVMPass());
    manager.addPass(mlir::createArithToLLVMConversionPass());
    manager.addPass(mlir::createConvertIndexToLLVMPass());
    manager.addPass(mlir::createConvertControlFlowToLLVMPass());
    manager.addPass(mlir::createReconcileUnrealizedCastsPass());
    if (!jit || !module || mlir::failed(manager.run(*module)))
      return nullptr;
    auto loaded = jit->load(op, *module);
    if (!loaded) {
      ADD_FAILURE() << llvm::toString(loaded.takeError());
      return nullptr;
    }
    entry = reinterpret_cast<Descriptors>((*loaded)->lookup("f"));
    return entry ? call : nullptr;
  }

private:
  /// A memref of one dimension is base, aligned base, offset, size, stride.
  using Descriptors = void (*)(const T *, const T *, int64_t, int64_t, int64_t,
                               const T *, const T *, int64_t, int64_t, int64_t,
                               T *, T *, int64_t, int64_t, int64_t);
  inline static Descriptors entry = nullptr;
  static void call(const T *x, const T *y, T *z, int64_t n) {
    entry(x, x, 0, n, 1, y, y, 0, n, 1, z, z, 0, n, 1);
  }

  mlir::MLIRContext context;
  std::unique_ptr<JIT> jit;
};

} // namespace torchscript

#endif // TORCHSCRIPT_UNITTESTS_CODEGEN_COMPILEDFUNCTION_H
