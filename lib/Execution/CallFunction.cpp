//===- CallFunction.cpp - Arguments and calls -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Binds arguments to parameters as TorchScript's host boundary does, and calls.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/Failure.h"
#include "TorchScript/Execution/Function.h"
#include "tsrt_devices.h"

using namespace torchscript;

/// The list that a single number stands for, as a value of `parameter`; null
/// when it is none.
static json repeatNumber(const json &data, const HostParameter &parameter) {
  const tsrt_type *type = parameter.type;
  if (type->kind == TSRT_OPTIONAL)
    type = type->elements[0];
  if (!parameter.listSize || type->kind != TSRT_LIST || !data.is_object())
    return nullptr;
  bool isInteger =
      data.value("t", "") == "int" || data.value("t", "") == "bool";
  bool isFloat = data.value("t", "") == "float";
  tsrt_kind element = tsrt_kind(type->elements[0]->kind);
  if (!(isInteger && element == TSRT_INT) &&
      !(isFloat && element == TSRT_FLOAT))
    return nullptr;
  return {{"t", "list"},
          {"v", std::vector<json>(size_t(parameter.listSize), data)}};
}

llvm::Expected<std::vector<HostValue>> torchscript::bindArguments(
    const HostFunction &function, const std::vector<json> &positional,
    const std::vector<std::pair<std::string, json>> &named,
    llvm::ArrayRef<HostValue> tensors) {
  size_t count = function.parameters.size();
  count -=
      llvm::count_if(function.parameters, [](const HostParameter &parameter) {
        return parameter.isKeywordOnly;
      });
  if (positional.size() > count)
    return llvm::createStringError(
        "%s() expected at most %zu argument(s) but received %zu argument(s).",
        function.name.c_str(), count, positional.size());
  for (auto &[name, data] : named) {
    bool known = false;
    for (const HostParameter &parameter : function.parameters)
      known |= parameter.name == name;
    if (!known)
      return llvm::createStringError("Unknown keyword argument '%s' for '%s'.",
                                     name.c_str(), function.name.c_str());
  }
  std::vector<HostValue> values;
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    const HostParameter &parameter = function.parameters[i];
    const json *data = i < positional.size() ? &positional[i] : nullptr;
    for (auto &[name, given] : named)
      if (name == parameter.name) {
        if (data)
          return llvm::createStringError(
              "%s() got multiple values for argument '%s'",
              function.name.c_str(), name.c_str());
        data = &given;
      }
    if (!data) {
      if (!parameter.defaultValue)
        return llvm::createStringError(
            "%s() is missing value for argument '%s'.", function.name.c_str(),
            parameter.name.c_str());
      values.push_back(parameter.defaultValue->share());
      continue;
    }
    json repeated = repeatNumber(*data, parameter);
    llvm::Expected<HostValue> value =
        makeValue(repeated.is_null() ? *data : repeated, parameter.type,
                  tensors, function.types);
    if (!value)
      return llvm::createStringError(
          "%s() argument '%s' (position %zu): %s", function.name.c_str(),
          parameter.name.c_str(), i, llvm::toString(value.takeError()).c_str());
    values.push_back(std::move(*value));
  }
  return std::move(values);
}

llvm::Expected<HostValue>
torchscript::callFunction(const HostFunction &function,
                          llvm::ArrayRef<HostValue> arguments) {
  std::vector<tsrt_value> values;
  if (function.self)
    values.push_back(function.self->get());
  for (const HostValue &argument : arguments)
    values.push_back(argument.get());
  tsrt_value result{};
  tsrt_error *error = nullptr;
  // What is on the device already stays.
  for (const tsrt_value &value : values)
    if (!error)
      error = tsrt_value_to_target(&value);
  if (!error)
    error = function.entry(values.data(), &result);
  // Tasks nobody waited for belong to this call.
  tsrt_join_tasks();
  if (!error)
    return HostValue(result);
  tsrt_str *text = tsrt_error_traceback(error);
  std::string message(text->data, size_t(text->size));
  tsrt_release(text);
  bool isUnsupported = tsrt_error_is_unsupported(error);
  tsrt_error_release(error);
  return llvm::make_error<RunError>(std::move(message), isUnsupported);
}
