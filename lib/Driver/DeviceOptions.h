//===- DeviceOptions.h - Devices on the command line ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where programs run, which devices there are, and what they did.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DRIVER_DEVICEOPTIONS_H
#define TORCHSCRIPT_LIB_DRIVER_DEVICEOPTIONS_H

#include "Report.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace torchscript {

/// `--target`, `--device-map`, `--list-devices` and `--device-stats`.
struct DeviceOptions {
  explicit DeviceOptions(llvm::cl::OptionCategory &category)
      : target(
            "target", llvm::cl::init("cpu"),
            llvm::cl::desc("Where the program runs: cpu (default), or all of "
                           "it on a device: opencl, cuda, hip, with a number "
                           "opencl:1"),
            llvm::cl::value_desc("DEVICE"), llvm::cl::cat(category)),
        map("device-map", llvm::cl::CommaSeparated,
            llvm::cl::desc("Devices of one kind that programs name are those "
                           "of another: cuda=opencl"),
            llvm::cl::value_desc("KIND=KIND"), llvm::cl::cat(category)),
        list("list-devices", llvm::cl::cat(category),
             llvm::cl::desc("List the devices that drivers offer, and exit")),
        statistics("device-stats", llvm::cl::cat(category),
                   llvm::cl::desc(
                       "Say what devices did: launches, transfers and bytes, "
                       "memory, and what ran on the host")) {}

  llvm::cl::opt<std::string> target;
  llvm::cl::list<std::string> map;
  llvm::cl::opt<bool> list;
  llvm::cl::opt<bool> statistics;

  /// Tells the runtime the mapping and the target.
  llvm::Error apply() const;
  /// What kernels are compiled for, once that was done: spellings of
  /// LoweringHooks::devices.
  std::vector<std::string> getTargets() const;
};

/// Prints a line for each device, or for each kind why there is none.
int listDevices(bool asJson);

/// What devices did since the start: text to standard error, or the member
/// `devices` of the report.
void reportDevices(ToolReport &report);

/// What ran on the host although its tensors lie on a device, in the same way:
/// the member `host_calls`.
void reportHostCalls(ToolReport &report);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_DRIVER_DEVICEOPTIONS_H
