//===- ProgramSignature.cpp - Signatures of programs ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramReader.h"

#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;
using namespace torchscript::exported;

size_t Tree::countLeaves() const {
  if (kind == Kind::Leaf)
    return 1;
  size_t count = 0;
  for (const Tree &child : children)
    count += child.countLeaves();
  return count;
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

static void readKeys(Tree &tree, const Cursor &context) {
  std::string text = context.asString();
  nlohmann::json keys = nlohmann::json::parse(text, nullptr, false);
  // A defaultdict says its function first.
  if (keys.is_array() && keys.size() == 2 && keys[1].is_array())
    keys = nlohmann::json(keys[1]);
  if (!keys.is_array() || keys.size() != tree.children.size())
    return context.fail("the keys of a dict are expected");
  for (const nlohmann::json &key : keys) {
    if (!key.is_string() && !key.is_number_integer())
      return context.fail("only strings and integers are keys");
    tree.keys.push_back(key.is_string() ? key.get<std::string>() : key.dump());
  }
}

static Tree readTreeNode(const Cursor &at, unsigned depth) {
  Tree tree;
  if (depth > maxDepth) {
    at.fail("nested too deep");
    return tree;
  }
  Cursor type = at.find("type");
  if (!type)
    return tree;
  tree.type = type.asString();
  if (Cursor context = at.find("context"); context && context.isString())
    tree.context = context.asString();
  llvm::StringRef name = tree.type;
  Cursor children = at["children_spec"];
  for (size_t i = 0; i < children.size(); ++i)
    tree.children.push_back(readTreeNode(children[i], depth + 1));
  tree.kind = llvm::StringSwitch<Tree::Kind>(name)
                  .Case("builtins.tuple", Tree::Kind::Tuple)
                  .Cases("builtins.list", "collections.deque",
                         "torch.fx.immutable_collections.immutable_list",
                         Tree::Kind::List)
                  .Cases("builtins.dict", "collections.OrderedDict",
                         "collections.defaultdict",
                         "torch.fx.immutable_collections.immutable_dict",
                         Tree::Kind::Dict)
                  .Case("collections.namedtuple", Tree::Kind::NamedTuple)
                  .Cases("builtins.NoneType", "builtins.none", Tree::Kind::None)
                  .Default(Tree::Kind::Other);
  if (tree.kind == Tree::Kind::Dict)
    readKeys(tree, at["context"]);
  return tree;
}

Tree exported::readTree(const std::string &text, const Cursor &at) {
  nlohmann::json spec = nlohmann::json::parse(text, nullptr, false);
  // [1, tree]: the version of the spelling, and the tree.
  if (!spec.is_array() || spec.size() != 2 || spec[0] != 1) {
    at.fail("a tree of version 1 is expected");
    return {};
  }
  std::string problem;
  Cursor root(&spec[1], problem);
  Tree tree = readTreeNode(root, 0);
  if (!problem.empty())
    at.fail(problem);
  return tree;
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

/// A value of the graph.
static Argument makeValue(Argument::Kind kind, std::string name) {
  Argument value;
  value.kind = kind;
  value.text = std::move(name);
  return value;
}

static InputSpec readInput(const Cursor &at) {
  using Kind = InputSpec::Kind;
  InputSpec input;
  std::string tag = at.getTag();
  Cursor spec = at.find(tag.c_str());
  auto lifted = [&](Kind kind, const char *target) {
    input.kind = kind;
    input.argument = makeValue(kind == Kind::Object ? Argument::Kind::Object
                                                   : Argument::Kind::Tensor,
                              spec["arg"]["name"].asString());
    if (target)
      input.target = spec[target].asString();
  };
  if (tag == "user_input") {
    input.argument = readArgument(spec["arg"], 0);
  } else if (tag == "parameter") {
    lifted(Kind::Parameter, "parameter_name");
  } else if (tag == "buffer") {
    lifted(Kind::Buffer, "buffer_name");
    // PyTorch 2.1 and 2.2 do not say.
    if (Cursor persistent = spec.find("persistent"))
      input.isPersistent = persistent.asBool();
  } else if (tag == "tensor_constant") {
    lifted(Kind::Constant, "tensor_constant_name");
  } else if (tag == "custom_obj") {
    lifted(Kind::Object, "custom_obj_name");
  } else if (tag == "token") {
    lifted(Kind::Token, nullptr);
  } else if (tag == "constant_input") {
    input.name = spec["name"].asString();
    input.argument = readArgument(spec["value"], 0);
  } else if (!tag.empty()) {
    at.fail("inputs of kind '" + tag + "' are not supported");
  }
  if (input.name.empty())
    input.name = input.argument.text;
  return input;
}

static OutputSpec readOutput(const Cursor &at) {
  using Kind = OutputSpec::Kind;
  OutputSpec output;
  std::string tag = at.getTag();
  Cursor spec = at.find(tag.c_str());
  auto named = [&](Kind kind, const char *target) {
    output.kind = kind;
    output.argument =
        makeValue(Argument::Kind::Tensor, spec["arg"]["name"].asString());
    if (target)
      output.target = spec[target].asString();
  };
  if (tag == "user_output")
    output.argument = readArgument(spec["arg"], 0);
  else if (tag == "loss_output")
    named(Kind::Loss, nullptr);
  else if (tag == "buffer_mutation")
    named(Kind::BufferMutation, "buffer_name");
  else if (tag == "parameter_mutation")
    named(Kind::ParameterMutation, "parameter_name");
  else if (tag == "user_input_mutation")
    named(Kind::InputMutation, "user_input_name");
  else if (tag == "gradient_to_parameter")
    named(Kind::GradientToParameter, "parameter_name");
  else if (tag == "gradient_to_user_input")
    named(Kind::GradientToInput, "user_input_name");
  else if (tag == "token")
    named(Kind::Token, nullptr);
  else if (!tag.empty())
    at.fail("results of kind '" + tag + "' are not supported");
  return output;
}

void exported::readSignature(const Cursor &at, Program &program) {
  Cursor signature = at["signature"];
  Cursor inputs = signature["input_specs"];
  for (size_t i = 0; i < inputs.size(); ++i)
    program.inputs.push_back(readInput(inputs[i]));
  // Up to schema 5 literals have no name.
  for (size_t i = 0; i < program.inputs.size(); ++i)
    if (program.inputs[i].name.empty())
      program.inputs[i].name = "arg" + std::to_string(i);
  Cursor outputs = signature["output_specs"];
  for (size_t i = 0; i < outputs.size(); ++i)
    program.outputs.push_back(readOutput(outputs[i]));
  if (Cursor fields = at.find("treespec_namedtuple_fields"))
    for (const std::string &type : fields.getKeys()) {
      Cursor entry = fields[type.c_str()], names = entry["field_names"];
      for (size_t i = 0; i < names.size(); ++i)
        program.namedTuples[type].push_back(names[i].asString());
    }
  // The first entry is the program itself.
  Cursor calls = at["module_call_graph"];
  if (calls.size() == 0)
    return calls.fail("the call of the program is missing");
  Cursor first = calls[size_t(0)];
  Cursor call = first["signature"];
  program.inputTree = readTree(call["in_spec"].asString(), call);
  program.outputTree = readTree(call["out_spec"].asString(), call);
  for (size_t i = 1; i < calls.size(); ++i)
    program.calledModules.push_back(calls[i]["fqn"].asString());
  if (Cursor names = call.find("forward_arg_names"))
    for (size_t i = 0; i < names.size(); ++i)
      program.parameterNames.push_back(names[i].asString());
}
