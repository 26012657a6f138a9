//===- HostCalls.h - Operators on tensors of devices ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the table of operators treats tensors on devices.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_DEVICE_HOSTCALLS_H
#define TSRT_DEVICE_HOSTCALLS_H

#include "tsrt.h"

#include <string>

namespace tsrt {

/// Whether an argument is a tensor on a device, a list with one, or the name of
/// a device.
bool hasDevice(const tsrt_value *args, int32_t count);
/// Whether an operator on such arguments runs as any other: it looks at no
/// elements, gives views, moves between devices, or is one of containers.
bool knowsDevices(const std::string &op, const tsrt_value *args, int32_t count);
/// Runs an operator on copies of its arguments on the host, and gives results,
/// and what it changes, back to the device. Tensors on different devices are an
/// error, unless programs run on a device as a whole.
tsrt_error *callOnHost(const tsrt_op *op, const std::string &name,
                       const tsrt_value *args, int32_t numArgs,
                       tsrt_value *results, int32_t numResults);

} // namespace tsrt

#endif // TSRT_DEVICE_HOSTCALLS_H
