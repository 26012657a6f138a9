//===- DeviceForms.cpp - What can be computed on devices ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ts-expand-math makes arithmetic of the functions of floats; what chips and
// OpenCL compute themselves is listed here.
//
//===----------------------------------------------------------------------===//

#include "DeviceForms.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::ts;

bool ts::isDeviceType(Type type) {
  if (auto number = dyn_cast<IntegerType>(type))
    return llvm::is_contained({1u, 8u, 16u, 32u, 64u}, number.getWidth());
  return type.isIndex() || type.isF16() || type.isBF16() || type.isF32() ||
         type.isF64() || isa<NoneType>(type);
}

/// What is one instruction, or a few, on every chip.
static bool isNative(Operation *op) {
  return isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
             math::FloorOp, math::FmaOp, math::RoundEvenOp, math::RoundOp,
             math::RsqrtOp, math::SqrtOp, math::TruncOp>(op);
}

/// What ts-expand-math makes arithmetic of.
static bool isExpanded(Operation *op) {
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  // Angles of any size are the C library's.
  if (type.isF64() && isa<math::CosOp, math::SinOp, math::TanOp>(op))
    return false;
  return (type.isF64() || type.isF32() || type.isF16() || type.isBF16()) &&
         isa<math::AcosOp, math::AcoshOp, math::AsinOp, math::AsinhOp,
             math::Atan2Op, math::AtanOp, math::AtanhOp, math::CosOp,
             math::CoshOp, math::ErfOp, math::Exp2Op, math::ExpM1Op,
             math::ExpOp, math::Log10Op, math::Log1pOp, math::Log2Op,
             math::LogOp, math::PowFOp, math::SinOp, math::SinhOp, math::TanOp,
             math::TanhOp>(op);
}

/// What OpenCL has as a function of double and convert-math-to-spirv knows.
static bool isOpenCL(Operation *op) {
  return op->getResult(0).getType().isF64() &&
         isa<math::CosOp, math::ErfOp, math::ExpOp, math::LogOp, math::PowFOp,
             math::SinOp, math::TanhOp>(op);
}

bool ts::hasDeviceForm(Operation *op, ArrayRef<DeviceTarget> targets) {
  if (isNative(op) || isExpanded(op))
    return true;
  return isOpenCL(op) &&
         llvm::all_of(targets, [](const DeviceTarget &target) {
           return target.kind == DeviceKind::SPIRV;
         });
}

std::string ts::describeMath(Operation *op) {
  std::string text = op->getName().getStringRef().str() + " of ";
  llvm::raw_string_ostream(text)
      << getElementTypeOrSelf(op->getResult(0).getType());
  return text;
}
