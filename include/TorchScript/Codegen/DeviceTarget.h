//===- DeviceTarget.h - Kinds of devices code is made for -------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What kernels are compiled for beside the processor: a form of device code and,
// where that is code of one kind of chip, its name.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CODEGEN_DEVICETARGET_H
#define TORCHSCRIPT_CODEGEN_DEVICETARGET_H

#include "mlir/IR/Operation.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::ts {

/// Attribute of a program: the targets of its kernels, an array of spellings
/// (ts-set-device).
inline constexpr llvm::StringLiteral kDeviceAttr = "ts.device";
/// The nested module of the kernels that run on devices.
inline constexpr llvm::StringLiteral kDeviceKernelModule = "device_kernels";
/// The gpu.module of the device code in it, and the prefix of the symbols of
/// what describes that code.
inline constexpr llvm::StringLiteral kDeviceCode = "device_code";
/// Attribute of a kernel: why it stays on the processor.
inline constexpr llvm::StringLiteral kHostReasonAttr = "ts.host_reason";
/// Argument attribute of a kernel for devices: the buffer is the host's memory.
inline constexpr llvm::StringLiteral kHostMemoryAttr = "ts.host_memory";

/// The form of device code.
enum class DeviceKind {
  SPIRV, ///< kernels of OpenCL, for any chip
  NVVM,  ///< PTX text, for NVIDIA's chips from the named one on
  ROCDL, ///< a code object for one of AMD's chips
};

/// A form of device code and the chip it is for; spelled `spirv`, `nvvm:sm_80`,
/// `rocdl:gfx90a`.
struct DeviceTarget {
  DeviceKind kind = DeviceKind::SPIRV;
  /// Empty for SPIR-V.
  std::string chip;
  /// Whether products of float32 may read their elements with 10 bits behind the
  /// point, as NVIDIA's matrix units do (from sm_80 on): `nvvm:sm_80+tf32`.
  bool allowsTF32 = false;

  /// Reads a spelling; a missing chip is the oldest that all kernels can be
  /// compiled for. The error says what is wrong with it.
  static llvm::Expected<DeviceTarget> parse(llvm::StringRef spelling);
  std::string spell() const;
};

/// The targets of the program that `op` is in; none for the processor alone.
std::vector<DeviceTarget> getDeviceTargets(Operation *op);

/// The targets that a user's word stands for: `cpu` (none), `opencl`, `cuda`,
/// `hip`, or spellings of targets with commas between them.
llvm::Expected<std::vector<std::string>>
readDeviceTargets(llvm::StringRef word);

} // namespace mlir::ts

#endif // TORCHSCRIPT_CODEGEN_DEVICETARGET_H
