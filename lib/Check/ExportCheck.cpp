//===- ExportCheck.cpp - Recorded facts of exported programs --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExportCheck.h"

#include "TorchScript/Target/ExportedProgram/ExportProgram.h"

using namespace torchscript;
using exported::InputSpec;

/// The error has to contain the phrases in order.
static std::string compareError(const json &expected,
                                const std::string &message) {
  size_t at = 0;
  for (const json &phrase : expected.value("phrases", json::array())) {
    const std::string &text = phrase.get_ref<const std::string &>();
    size_t found = message.find(text, at);
    if (found == std::string::npos)
      return "the error does not say \"" + text + "\": " + message;
    at = found + text.size();
  }
  return "";
}

static const char *getKindName(InputSpec::Kind kind) {
  switch (kind) {
  case InputSpec::Kind::UserInput:
    return "USER_INPUT";
  case InputSpec::Kind::Parameter:
    return "PARAMETER";
  case InputSpec::Kind::Buffer:
    return "BUFFER";
  case InputSpec::Kind::Constant:
    return "CONSTANT_TENSOR";
  case InputSpec::Kind::Object:
    return "CUSTOM_OBJ";
  case InputSpec::Kind::Token:
    return "TOKEN";
  }
  return "";
}

/// An input as the record describes it.
static json describeInput(const exported::Program &program,
                          const InputSpec &input) {
  json result = {{"kind", getKindName(input.kind)}, {"name", input.name}};
  if (!input.target.empty())
    result["target"] = input.target;
  if (input.kind == InputSpec::Kind::Buffer)
    result["persistent"] = input.isPersistent;
  if (auto meta = program.graph.tensors.find(input.name);
      meta != program.graph.tensors.end())
    result["type"] = exported::spellType(meta->second);
  using Kind = exported::Argument::Kind;
  const exported::Argument &value = input.argument;
  if (value.kind == Kind::Int)
    result["constant"] = value.integer;
  else if (value.kind == Kind::Float)
    result["constant"] = value.number;
  else if (value.kind == Kind::Bool)
    result["constant"] = value.integer != 0;
  else if (value.kind == Kind::Str)
    result["constant"] = value.text;
  else if (value.kind == Kind::None)
    result["constant"] = nullptr;
  return result;
}

/// The tensor of the example.
static exported::TensorMeta getExample(exported::TensorMeta meta) {
  for (exported::Extent &size : meta.sizes)
    if (!size.value)
      size.value = size.hint;
  return meta;
}

static std::string compareInputs(const exported::Program &program,
                                 const json &expected) {
  json found = json::array();
  for (const InputSpec &input : program.inputs)
    found.push_back(describeInput(program, input));
  for (size_t i = 0; i < expected.size() && i < found.size(); ++i)
    for (auto &[key, value] : expected[i].items()) {
      // Records without levels have the types of the example.
      auto meta = program.graph.tensors.find(program.inputs[i].name);
      if (key == "type" && meta != program.graph.tensors.end() &&
          value == exported::spellType(getExample(meta->second)))
        continue;
      // How a string or a special number stands in the record is not uniform.
      if (key == "constant" && value.is_object())
        continue;
      if (!found[i].contains(key) || found[i][key] != value)
        return "input " + std::to_string(i) + " is " + found[i].dump() +
               ", expected " + expected[i].dump();
    }
  if (expected.size() != found.size())
    return "there are " + std::to_string(found.size()) +
           " inputs, expected " + std::to_string(expected.size());
  return "";
}

/// Types of values that are tensors.
static std::string compareTypes(const exported::Program &program,
                                const json &nodes) {
  for (const json &node : nodes) {
    if (!node.contains("name") || !node["name"].is_string() ||
        !node.contains("type"))
      continue;
    auto meta = program.graph.tensors.find(node["name"].get<std::string>());
    if (meta == program.graph.tensors.end())
      continue;
    std::string found = exported::spellType(meta->second);
    if (node["type"] != found)
      return "'" + meta->first + "' is of type " + found + ", expected " +
             node["type"].dump();
  }
  return "";
}

/// The operators in order, where names are not said.
static std::string compareTargets(const exported::Program &program,
                                  const json &nodes) {
  std::vector<std::string> found, expected;
  for (const exported::Node &node : program.graph.nodes)
    found.push_back(node.target);
  for (const json &node : nodes) {
    std::string target = node.value("target", "");
    if (target.empty() || target == "_operator.getitem")
      continue;
    bool isPython = llvm::StringRef(target).starts_with("_operator.") ||
                    llvm::StringRef(target).starts_with("math.");
    expected.push_back(isPython ? target : "torch.ops." + target);
  }
  if (found == expected)
    return "";
  return "the operators are " + json(found).dump() + ", expected " +
         json(expected).dump();
}

static std::string compareLevel(const exported::Program &program,
                                const json &level) {
  if (level.contains("code")) {
    std::string code = exported::printCode(program);
    if (level["code"] != code)
      return "the code is\n" + code + "\nexpected\n" +
             level["code"].get<std::string>();
  } else if (std::string problem =
                 compareTargets(program, level.value("nodes", json::array()));
             !problem.empty()) {
    return problem;
  }
  if (std::string problem =
          compareTypes(program, level.value("nodes", json::array()));
      !problem.empty())
    return problem;
  if (!level.contains("text"))
    return "";
  std::string text = exported::printProgram(program);
  if (level["text"] == text)
    return "";
  return "the text is\n" + text + "\nexpected\n" +
         level["text"].get<std::string>();
}

/// How often the program calls operators.
static std::string compareCounts(const exported::Program &program,
                                 const json &expected) {
  for (auto &[target, count] : expected.items()) {
    auto calls = llvm::count_if(program.graph.nodes,
                                [&, &target = target](const auto &node) {
                                  return node.target == "torch.ops." + target;
                                });
    if (count != calls)
      return "'" + target + "' is called " + std::to_string(calls) +
             " times, expected " + count.dump();
  }
  return "";
}

static std::string compareRanges(const exported::Program &program,
                                 const json &expected) {
  json found = json::object();
  for (auto &[symbol, range] : program.ranges) {
    json bounds = json::array({nullptr, nullptr});
    if (range.min)
      bounds[0] = *range.min;
    if (range.max)
      bounds[1] = *range.max;
    found[symbol] = bounds;
  }
  if (found == expected)
    return "";
  return "the ranges are " + found.dump() + ", expected " + expected.dump();
}

/// The program, or the message of the error.
static llvm::Expected<std::unique_ptr<ExportedModule>>
exportExample(Session &session, const json &facts,
              const std::vector<json> &positional,
              const std::vector<std::pair<std::string, json>> &named,
              llvm::StringRef level = "training") {
  auto function = session.compile(facts.at("entry").get<std::string>());
  if (!function)
    return function.takeError();
  auto arguments = bindArguments(**function, positional, named);
  if (!arguments)
    return arguments.takeError();
  ProgramRequest request;
  request.numPositional = positional.size();
  request.level.name = level.str();
  request.dynamicShapes = facts.value("dynamic_shapes", json());
  request.readDims(facts.value("dims", json::object()));
  for (auto &[name, value] : named)
    request.named.push_back(name);
  return session.exportProgram(**function, *arguments, request);
}

std::vector<ExportFact> torchscript::checkExport(
    Session &session, const json &facts, const std::vector<json> &positional,
    const std::vector<std::pair<std::string, json>> &named) {
  std::vector<ExportFact> results;
  auto made = exportExample(session, facts, positional, named);
  bool isFailure = facts.contains("error") && !facts["error"].contains("when");
  std::string message =
      made ? "" : llvm::toString(made.takeError());
  if (isFailure) {
    results.push_back({"error", made ? "expected an error, but it was exported"
                                     : compareError(facts["error"], message)});
    return results;
  }
  const exported::Program *program = made ? &(*made)->program : nullptr;
  auto add = [&](std::string name, auto compare) {
    results.push_back({std::move(name), program ? compare() : message});
  };
  if (facts.contains("inputs"))
    add("inputs", [&] { return compareInputs(*program, facts["inputs"]); });
  json levels = facts.value("levels", json::object());
  for (auto &[name, level] : levels.items())
    add("level " + name, [&, &level = level, &name = name]() -> std::string {
      if (name == "training")
        return compareLevel(*program, level);
      auto other = exportExample(session, facts, positional, named, name);
      return other ? compareLevel((*other)->program, level)
                   : llvm::toString(other.takeError());
    });
  for (const json &fact : facts.value("facts", json::array())) {
    if (!fact.is_object() || !fact.contains("op_counts"))
      continue;
    std::string level = fact.value("level", "training");
    add("calls, " + level, [&]() -> std::string {
      if (level == "training")
        return compareCounts(*program, fact["op_counts"]);
      auto other = exportExample(session, facts, positional, named, level);
      return other ? compareCounts((*other)->program, fact["op_counts"])
                   : llvm::toString(other.takeError());
    });
  }
  if (facts.contains("range_constraints"))
    add("range_constraints", [&] {
      return compareRanges(*program, facts["range_constraints"]);
    });
  return results;
}

//===----------------------------------------------------------------------===//
// Written and read back
//===----------------------------------------------------------------------===//

llvm::Expected<std::unique_ptr<Session>> torchscript::reopenExport(
    Session &session, const json &facts, const std::vector<json> &positional,
    const std::vector<std::pair<std::string, json>> &named,
    llvm::StringRef path) {
  auto made = exportExample(session, facts, positional, named);
  if (!made)
    return made.takeError();
  if (llvm::Error error = writeExportedProgram(
          (*made)->program, (*made)->tensors,
          [&](llvm::StringRef key) -> llvm::Expected<llvm::StringRef> {
            auto known = (*made)->contents.find(key);
            return known != (*made)->contents.end()
                       ? llvm::StringRef(known->second)
                       : session.getStorage(key);
          },
          path))
    return std::move(error);
  return Session::open(path, SessionOptions());
}

json torchscript::spellFields(const json &value, HostTypes *types) {
  if (!value.is_structured())
    return value;
  const tsrt_type *type = nullptr;
  if (types && value.is_object() && value.value("t", "") == "object")
    type = types->findNamed(value.value("class", ""));
  if (!type) {
    json copy = value;
    for (json &part : copy)
      part = spellFields(part, types);
    return copy;
  }
  json items = json::array();
  for (uint32_t i = 0; i < type->num_elements; ++i)
    for (const json &field : value.value("attrs", json::array()))
      if (field.at(0) == type->element_names[i])
        items.push_back(spellFields(field.at(1), types));
  return {{"t", "tuple"}, {"v", items}};
}

bool torchscript::isInputMismatch(llvm::StringRef message) {
  return message.contains("Expected input ") ||
         message.contains("Unexpected number of dimensions in input") ||
         message.contains("Trying to flatten user inputs") ||
         message.contains("Ran into a kwarg keyword mismatch");
}

static json makeZeros(const json &example, const json &sizes) {
  size_t count = 1;
  for (const json &size : sizes)
    count *= size.get<size_t>();
  return {{"t", "tensor"},
          {"dtype", example.value("dtype", "float32")},
          {"shape", sizes},
          {"data", std::vector<int>(count, 0)}};
}

/// The arguments of a call that fails; nothing when they are told in words.
static std::optional<std::vector<json>>
makeArguments(const json &failure, const std::vector<json> &example) {
  std::vector<json> arguments;
  auto getExample = [&](size_t i) {
    return i < example.size() ? example[i] : json::object();
  };
  auto isTensor = [](const json &value) {
    return value.is_object() && value.value("t", "") == "tensor";
  };
  if (failure.contains("args_shapes")) {
    for (const json &sizes : failure["args_shapes"]) {
      json like = getExample(arguments.size());
      arguments.push_back(
          makeZeros(isTensor(like) ? like : json::object(), sizes));
    }
    return arguments;
  }
  if (!failure.contains("args"))
    return std::nullopt;
  for (const json &value : failure["args"]) {
    json like = getExample(arguments.size());
    if (value == "<tensor>") {
      arguments.push_back(like);
    } else if (value.is_number() && isTensor(like)) {
      json number = makeZeros(like, json::array());
      number["data"] = json::array({value});
      arguments.push_back(std::move(number));
    } else if (value.is_string()) {
      // Python text.
      json literal = json::parse(value.get<std::string>(), nullptr,
                                 /*allow_exceptions=*/false);
      if (!literal.is_number_integer())
        return std::nullopt;
      arguments.push_back({{"t", "int"}, {"v", literal}});
    } else if (value.is_number_integer()) {
      arguments.push_back({{"t", "int"}, {"v", value}});
    } else if (value.is_null()) {
      arguments.push_back({{"t", "None"}});
    } else {
      arguments.push_back(value);
    }
  }
  return arguments;
}

/// The message of a call that fails; empty when it does not.
static std::string getFailure(Session &program,
                              const std::vector<json> &positional) {
  auto function = program.compile(program.chooseEntry());
  if (!function)
    return llvm::toString(function.takeError());
  auto arguments = bindArguments(**function, positional, {});
  if (!arguments)
    return llvm::toString(arguments.takeError());
  const HostFunction *special = program.specialize(**function, *arguments);
  if (llvm::Error error = program.prepare(*special))
    return llvm::toString(std::move(error));
  auto result = callFunction(*special, *arguments);
  return result ? "" : llvm::toString(result.takeError());
}

std::vector<ExportFact>
torchscript::checkRuntimeErrors(Session &program, const json &facts,
                                const std::vector<json> &example) {
  std::vector<ExportFact> results;
  for (const json &failure : facts.value("runtime_errors", json::array())) {
    if (!failure.contains("phrases"))
      continue;
    std::optional<std::vector<json>> arguments =
        makeArguments(failure, example);
    if (!arguments)
      continue;
    std::string message = getFailure(program, *arguments);
    results.push_back({"runtime error",
                       message.empty() ? "expected an error, but the call "
                                         "returned"
                                       : compareError(failure, message)});
  }
  return results;
}
