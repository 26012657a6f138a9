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

#include "ArgumentError.h"
#include "TorchScript/Execution/Failure.h"
#include "TorchScript/Execution/Function.h"
#include "tsrt_devices.h"

#include "llvm/Support/FormatVariadic.h"

using namespace torchscript;

char ArgumentError::ID = 0;

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

//===----------------------------------------------------------------------===//
// Exported programs
//===----------------------------------------------------------------------===//

/// Whether the function is the module that an exported program becomes
/// (ts-unlift-programs), which says in torch.export's words what it is not
/// given.
static bool isProgram(const HostFunction &function) {
  return function.symbol == "__torch__.ExportedProgram.forward";
}

/// `TreeSpec(tuple, None, [*, *])`: children behind the first stand on lines of
/// their own.
static std::string spellTree(llvm::StringRef kind, llvm::StringRef context,
                             llvm::ArrayRef<std::string> children) {
  std::string text = ("TreeSpec(" + kind + ", " + context + ", [").str();
  for (const std::string &child : children) {
    text += &child == children.begin() ? "" : ",\n  ";
    for (char c : child)
      text += c == '\n' ? std::string("\n  ") : std::string(1, c);
  }
  return text + "])";
}

/// How a value is nested.
static std::string spellTree(const json &data) {
  std::string kind = data.is_object() ? data.value("t", "") : "";
  if (kind != "list" && kind != "tuple" && kind != "dict")
    return "*";
  std::vector<std::string> children;
  std::string keys;
  const json elements = data.value("v", json::array());
  for (const json &element : elements) {
    bool isPair = kind == "dict" && element.is_array() && element.size() == 2;
    if (isPair) {
      const json &key = element[0];
      std::string name = key.is_object() && key.contains("v") &&
                                 key["v"].is_string()
                             ? key["v"].get<std::string>()
                             : key.dump();
      keys += (keys.empty() ? "'" : ", '") + name + "'";
    }
    children.push_back(spellTree(isPair ? element[1] : element));
  }
  return spellTree(kind, kind == "dict" ? "[" + keys + "]" : "None", children);
}

/// How a parameter is nested; how long lists are its type does not say.
static std::string spellTree(const tsrt_type *type) {
  if (type->kind == TSRT_TUPLE) {
    std::vector<std::string> children;
    for (uint32_t i = 0; i < type->num_elements; ++i)
      children.push_back(spellTree(type->elements[i]));
    return spellTree("tuple", "None", children);
  }
  if (type->kind == TSRT_LIST || type->kind == TSRT_DICT)
    return type->kind == TSRT_LIST ? "TreeSpec(list, None, [...])"
                                   : "TreeSpec(dict, [...], [...])";
  return "*";
}

/// The pair of positional and named arguments.
static std::string spellPair(
    llvm::ArrayRef<std::string> positional,
    llvm::ArrayRef<std::pair<std::string, std::string>> named) {
  std::vector<std::string> children;
  std::string keys;
  for (auto &[name, tree] : named) {
    keys += (keys.empty() ? "'" : ", '") + name + "'";
    children.push_back(tree);
  }
  std::string pair[] = {spellTree("tuple", "None", positional),
                        spellTree("dict", "[" + keys + "]", children)};
  return spellTree("tuple", "None", pair);
}

/// The error of a call with other arguments than the program was made with;
/// success when they are as many.
static llvm::Error
checkTree(const HostFunction &function, const std::vector<json> &positional,
          const std::vector<std::pair<std::string, json>> &named) {
  std::vector<std::string> wanted, given;
  std::vector<std::pair<std::string, std::string>> wantedNames, givenNames;
  bool fits = positional.size() + named.size() == function.parameters.size();
  for (const HostParameter &parameter : function.parameters) {
    std::string tree = spellTree(parameter.type);
    if (parameter.isKeywordOnly)
      wantedNames.emplace_back(parameter.name, tree);
    else
      wanted.push_back(tree);
  }
  for (const json &data : positional)
    given.push_back(spellTree(data));
  for (auto &[name, data] : named)
    givenNames.emplace_back(name, spellTree(data));
  if (fits)
    return llvm::Error::success();
  return llvm::createStringError(
      "Trying to flatten user inputs with exported input tree spec: \n%s\nbut "
      "actually got inputs with tree spec of: \n%s.\nPlease check that the "
      "inputs have the same number of args and kwargs as the ones you used when "
      "tracing.",
      spellPair(wanted, wantedNames).c_str(),
      spellPair(given, givenNames).c_str());
}

/// Python's name of the class of a value that is no tensor; empty for others.
static std::string getClassName(const json &data) {
  if (data.is_number_integer())
    return "int";
  if (!data.is_object())
    return "";
  std::string kind = data.value("t", "");
  if (kind == "None")
    return "NoneType";
  bool isPlain = kind == "int" || kind == "float" || kind == "bool" ||
                 kind == "str" || kind == "list" || kind == "tuple" ||
                 kind == "dict";
  return isPlain ? kind : "";
}

/// The error of another value where a tensor is expected; success for others.
static llvm::Error checkTensor(const HostParameter &parameter,
                               size_t position, const json &data) {
  std::string name =
      parameter.type->kind == TSRT_TENSOR ? getClassName(data) : "";
  if (name.empty())
    return llvm::Error::success();
  std::string where = parameter.isKeywordOnly
                          ? parameter.name
                          : "*args[" + std::to_string(position) + "]";
  return llvm::createStringError(
      "Expected input at %s to be a tensor, but got <class '%s'>",
      where.c_str(), name.c_str());
}

llvm::Expected<std::vector<HostValue>> torchscript::bindArguments(
    const HostFunction &function, const std::vector<json> &positional,
    const std::vector<std::pair<std::string, json>> &named,
    llvm::ArrayRef<HostValue> tensors) {
  if (isProgram(function))
    if (llvm::Error error = checkTree(function, positional, named))
      return std::move(error);
  size_t count = function.parameters.size();
  count -=
      llvm::count_if(function.parameters, [](const HostParameter &parameter) {
        return parameter.isKeywordOnly;
      });
  if (positional.size() > count)
    return llvm::make_error<ArgumentError>(
        ArgumentError::Kind::TooMany,
        llvm::formatv("{0}() expected at most {1} argument(s) but received {2} "
                      "argument(s).",
                      function.name, count, positional.size())
            .str());
  for (auto &[name, data] : named) {
    bool known = false;
    for (const HostParameter &parameter : function.parameters)
      known |= parameter.name == name;
    if (!known)
      return llvm::make_error<ArgumentError>(
          ArgumentError::Kind::Unknown,
          "Unknown keyword argument '" + name + "' for '" + function.name +
              "'.",
          name);
  }
  std::vector<HostValue> values;
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    const HostParameter &parameter = function.parameters[i];
    const json *data = i < positional.size() ? &positional[i] : nullptr;
    for (auto &[name, given] : named)
      if (name == parameter.name) {
        if (data)
          return llvm::make_error<ArgumentError>(
              ArgumentError::Kind::Twice,
              function.name + "() got multiple values for argument '" + name +
                  "'",
              name);
        data = &given;
      }
    if (!data) {
      if (!parameter.defaultValue)
        return llvm::make_error<ArgumentError>(
            ArgumentError::Kind::Missing,
            function.name + "() is missing value for argument '" +
                parameter.name + "'.",
            parameter.name, i);
      values.push_back(parameter.defaultValue->share());
      continue;
    }
    if (isProgram(function))
      if (llvm::Error error = checkTensor(parameter, i, *data))
        return std::move(error);
    json repeated = repeatNumber(*data, parameter);
    llvm::Expected<HostValue> value =
        makeValue(repeated.is_null() ? *data : repeated, parameter.type,
                  tensors, function.types);
    if (!value)
      return llvm::make_error<ArgumentError>(
          ArgumentError::Kind::Mismatch,
          function.name + "() argument '" + parameter.name + "' (position " +
              std::to_string(i) +
              "): " + llvm::toString(value.takeError()),
          parameter.name, i);
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
  tsrt_begin_call(function.callsProgram);
  if (!error)
    error = function.entry(values.data(), &result);
  // Tasks nobody waited for belong to this call.
  tsrt_end_call();
  if (!error)
    return HostValue(result);
  tsrt_str *text = tsrt_error_traceback(error);
  std::string message(text->data, size_t(text->size));
  tsrt_release(text);
  bool isUnsupported = tsrt_error_is_unsupported(error);
  tsrt_error_release(error);
  return llvm::make_error<RunError>(std::move(message), isUnsupported);
}
