//===- DeviceOptions.cpp - Devices on the command line --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes options to the runtime and prints what it knows of devices.
//
//===----------------------------------------------------------------------===//

#include "DeviceOptions.h"

#include "TorchScript/Codegen/DeviceTarget.h"
#include "TorchScript/Driver/Tool.h"
#include "tsrt_devices.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace torchscript;

/// An error of the runtime as one of ours.
static llvm::Error takeError(tsrt_error *error) {
  if (!error)
    return llvm::Error::success();
  std::string message = tsrt_error_message(error);
  tsrt_error_release(error);
  return llvm::createStringError(message);
}

llvm::Error DeviceOptions::apply() const {
  for (const std::string &pair : map) {
    auto [from, to] = llvm::StringRef(pair).split('=');
    if (from.empty() || to.empty())
      return llvm::createStringError("--device-map=" + pair +
                                     ": expected KIND=KIND");
    if (llvm::Error error =
            takeError(tsrt_device_map(from.str().c_str(), to.str().c_str())))
      return error;
  }
  if (target == "cpu")
    return llvm::Error::success();
  auto [kind, number] = llvm::StringRef(target).split(':');
  unsigned index = 0;
  bool isNumbered = llvm::StringRef(target).contains(':');
  if ((kind != "opencl" && kind != "cuda" && kind != "hip") ||
      (isNumbered && number.getAsInteger(10, index)))
    return llvm::createStringError(
        "--target=" + target +
        ": expected cpu, opencl, cuda or hip, or one of these with a number");
  const char *why = nullptr;
  unsigned count = tsrt_device_count(kind.str().c_str(), &why);
  if (count == 0)
    return llvm::createStringError(
        "--target=" + target + ": no device: " + std::string(why ? why : ""));
  if (index >= count)
    return llvm::createStringError(
        "--target=" + target + ": there is no such device: " + kind + ":0" +
        (count == 1 ? std::string(" is the only one")
                    : " to " + kind.str() + ":" + std::to_string(count - 1) +
                          " are there"));
  return takeError(tsrt_device_set_target(target.c_str()));
}

std::vector<std::string> DeviceOptions::getTargets() const {
  const char *target = tsrt_device_get_target();
  tsrt_device_info info;
  if (!target || tsrt_device_describe(target, &info))
    return {};
  auto targets = mlir::ts::readDeviceTargets(info.kind);
  if (targets)
    return *targets;
  llvm::consumeError(targets.takeError());
  return {};
}

int torchscript::listDevices(bool asJson) {
  json devices = json::array();
  for (const char *kind : {"opencl", "cuda", "hip"}) {
    const char *why = nullptr;
    int32_t count = tsrt_device_count(kind, &why);
    if (count == 0) {
      devices.push_back({{"kind", kind}, {"none", why ? why : ""}});
      continue;
    }
    for (int32_t i = 0; i < count; ++i) {
      std::string name = std::string(kind) + ":" + std::to_string(i);
      tsrt_device_info info;
      if (llvm::Error error =
              takeError(tsrt_device_describe(name.c_str(), &info))) {
        devices.push_back(
            {{"kind", name}, {"none", llvm::toString(std::move(error))}});
        continue;
      }
      devices.push_back({{"name", info.name},
                         {"model", info.model},
                         {"driver", info.driver},
                         {"chip", info.chip},
                         {"memory", info.memory}});
    }
  }
  if (asJson) {
    llvm::outs() << json{{"devices", devices}}.dump(
                        -1, ' ', false, json::error_handler_t::replace)
                 << "\n";
    return kSuccess;
  }
  for (const json &device : devices) {
    if (device.contains("none")) {
      llvm::outs() << device["kind"].get<std::string>() << ": none ("
                   << device["none"].get<std::string>() << ")\n";
      continue;
    }
    std::string chip = device["chip"];
    llvm::outs() << llvm::formatv(
        "{0}: {1}{2}, {3:f1} GB, {4}\n", device["name"].get<std::string>(),
        device["model"].get<std::string>(), chip.empty() ? "" : ", " + chip,
        device["memory"].get<double>() / 1e9,
        device["driver"].get<std::string>());
  }
  return kSuccess;
}

void torchscript::reportDevices(ToolReport &report) {
  json devices = json::array();
  tsrt_device_visit_statistics(
      [](void *context, const tsrt_device_statistics *s) {
        static_cast<json *>(context)->push_back(
            {{"device", s->device},
             {"launches", s->launches},
             {"uploads", s->uploads},
             {"uploaded_bytes", s->uploaded_bytes},
             {"downloads", s->downloads},
             {"downloaded_bytes", s->downloaded_bytes},
             {"copies", s->copies},
             {"copied_bytes", s->copied_bytes},
             {"programs", s->programs},
             {"held_bytes", s->held_bytes},
             {"peak_bytes", s->peak_bytes},
             {"reserved_bytes", s->reserved_bytes}});
      },
      &devices);
  if (!report.wantsJson())
    for (const json &s : devices) {
      auto number = [&](const char *key) { return s[key].get<int64_t>(); };
      llvm::errs() << llvm::formatv(
          "{0}: {1} launch(es) of {2} program(s); {3} upload(s), {4} bytes; "
          "{5} download(s), {6} bytes; {7} copies, {8} bytes; memory: {9} "
          "bytes held, {10} at most, {11} reserved\n",
          s["device"].get<std::string>(), number("launches"),
          number("programs"), number("uploads"), number("uploaded_bytes"),
          number("downloads"), number("downloaded_bytes"), number("copies"),
          number("copied_bytes"), number("held_bytes"), number("peak_bytes"),
          number("reserved_bytes"));
    }
  report.set("devices", std::move(devices));
}

void torchscript::reportHostCalls(ToolReport &report) {
  json calls = json::array();
  tsrt_device_visit_host_calls(
      [](void *context, const char *name, int64_t count, int64_t bytes) {
        static_cast<json *>(context)->push_back(
            {{"operator", name}, {"calls", count}, {"bytes", bytes}});
      },
      &calls);
  if (!report.wantsJson())
    for (const json &call : calls)
      llvm::errs() << llvm::formatv(
          "{0} ran on the host {1} time(s), {2} bytes were copied\n",
          call["operator"].get<std::string>(), call["calls"].get<int64_t>(),
          call["bytes"].get<int64_t>());
  if (!calls.empty())
    report.set("host_calls", std::move(calls));
}
