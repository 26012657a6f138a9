//===- ModuleHooks.cpp - Hooks of modules ---------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls the hooks around forward and checks their signatures (TS-MOD-028).
//
//===----------------------------------------------------------------------===//

#include "ModuleProgram.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;
using llvm::StringRef;
using llvm::Twine;

FunctionEntry *ModuleProgram::getHook(ModuleEntry &module,
                                      const ModuleHook &hook) {
  StringRef name = hook.function.node->name;
  auto it = module.methods.find(name);
  return it != module.methods.end() ? it->second
                                    : makeMethod(module, name, hook.function);
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

/// How a hook has to look, for errors.
static std::string describeHook(const ModuleEntry &module, StringRef name,
                                bool isBefore, const TupleType *inputs,
                                const Type *output) {
  std::string signature = (name + "(self, input: " + inputs->spelling()).str();
  std::string text = "This error occured while scripting the forward " +
                     std::string(isBefore ? "pre-hook" : "hook") + " '" +
                     name.str() + "' on module ";
  if (!isBefore)
    return text + module.getName().str() +
           ". If you did not want to script this hook remove it from the "
           "original NN module before scripting. This hook was expected to "
           "have the following signature: " +
           signature + ", output: " + output->spelling() +
           "). The type of the output arg is the returned type from either the "
           "forward method or the previous hook if it exists. Note that hooks "
           "can return anything, but if the hook is on a submodule the outer "
           "module is expecting the same return type as the submodule's "
           "forward.";
  text += "'" + module.getName().str() +
          "'. If you did not want to script this pre-hook remove it from the "
          "original NN module before scripting. Pre-hooks for module '" +
          module.getName().str() +
          "' are expected to have the following signature: " + signature +
          ") with a return type of either 'None'";
  if (inputs->size() == 1)
    text += ", '" + inputs->getElements()[0]->spelling() + "',";
  return text + " or '" + inputs->spelling() + "'.";
}

/// What is wrong with the signature of a hook, as a sentence with its end;
/// empty when nothing is.
static std::string findMistake(const FunctionEntry &hook, bool isBefore,
                               const TupleType *inputs, const Type *output) {
  const FunctionSchema &schema = hook.schema;
  size_t expected = isBefore ? 2 : 3;
  if (schema.arguments.size() != expected)
    return " was expected to only have exactly " + std::to_string(expected) +
           " inputs but it had " + std::to_string(schema.arguments.size()) +
           " inputs. ";
  const Type *input = schema.arguments[1].type;
  const auto *tuple = llvm::dyn_cast<TupleType>(input);
  if (!tuple)
    return " expected the input argument to be typed as a Tuple but found "
           "type: '" +
           input->spelling() + "' instead.\n";
  if (tuple->size() != inputs->size())
    return " has the wrong number of contained types for the input argument's "
           "Tuple. Received type: '" +
           input->spelling() + "'.\n";
  if (tuple != inputs)
    return " has the wrong inner types for the input tuple argument. Received "
           "type: '" +
           input->spelling() + "'.\n";
  const Type *result = schema.returns[0].type;
  if (isBefore) {
    if (!hook.resultAnnotated)
      return " is missing a return annotation. Return annotations are "
             "required, "
             "please add one.\n";
    bool single = inputs->size() == 1 && result == inputs->getElements()[0];
    if (!result->isNone() && result != inputs && !single)
      return " returned the wrong type of: '" + result->spelling() + "'.";
    return "";
  }
  if (schema.arguments[2].type != output)
    return " has the wrong type for the output argument. Received type: '" +
           schema.arguments[2].type->spelling() + "'. Expected type: '" +
           output->spelling() + "'.\n";
  return "";
}

bool ModuleProgram::compileHooks(ModuleEntry &module) {
  if (module.hooks.empty())
    return true;
  auto forward = module.entry->methods.find("forward");
  if (forward == module.entry->methods.end())
    return true;
  const FunctionSchema &signature = forward->second->schema;
  llvm::SmallVector<const Type *> inputTypes;
  for (const Argument &argument : llvm::drop_begin(signature.arguments))
    inputTypes.push_back(argument.type);
  const TupleType *inputs = unit.getTypes().getTuple(inputTypes);
  const Type *output = signature.returns[0].type;
  for (bool isBefore : {true, false})
    for (const ModuleHook &hook : module.hooks) {
      if (hook.isBefore != isBefore)
        continue;
      FunctionEntry *function = getHook(module, hook);
      if (!unit.compile(*function)) {
        module.failure = function->failure;
        return false;
      }
      std::string mistake = findMistake(*function, isBefore, inputs, output);
      if (!mistake.empty()) {
        module.failure = Diagnostic();
        module.failure.message =
            (isBefore ? "Pre-hook '" : "Hook '") + function->name +
            "' on module '" + module.getName().str() + "'" + mistake +
            describeHook(module, function->name, isBefore, inputs, output);
        return false;
      }
      if (!isBefore)
        output = function->schema.returns[0].type;
    }
  return true;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Meaning *ModuleMeaning::callWithHooks(FunctionEmitter &emitter,
                                      const CallSite &site, Meaning *forward,
                                      const ActualArguments &arguments) {
  auto callHook = [&](const ModuleHook &hook,
                      llvm::ArrayRef<TypedValue> values) {
    ActualArguments actual;
    for (const TypedValue &value : values)
      actual.positional.push_back({"", site.call, value});
    return emitter.callFunction({site.call, site.call},
                                *module->program->getHook(*module, hook),
                                actual);
  };
  // Hooks take the inputs as one tuple; what a pre-hook returns replaces them.
  llvm::SmallVector<TypedValue> inputs;
  for (const ActualArgument &argument : arguments.positional)
    inputs.push_back(argument.value);
  TypedValue packed = emitter.makeTuple(site.call, inputs);
  for (const ModuleHook &hook : module->hooks) {
    if (!hook.isBefore)
      continue;
    TypedValue result = callHook(hook, {self, packed});
    if (!result)
      return nullptr;
    if (!result.type->isNone())
      packed = llvm::isa<TupleType>(result.type)
                   ? result
                   : emitter.makeTuple(site.call, {result});
  }
  ActualArguments actual;
  actual.keywords = arguments.keywords;
  for (size_t i = 0; i < llvm::cast<TupleType>(packed.type)->size(); ++i)
    actual.positional.push_back(
        {"", site.call, emitter.tupleElement(site.call, packed, i)});
  Meaning *called = forward->call(emitter, site, actual);
  TypedValue output =
      called ? called->asValue(emitter, site.call) : TypedValue();
  if (!output)
    return nullptr;
  for (const ModuleHook &hook : module->hooks) {
    if (hook.isBefore)
      continue;
    TypedValue result = callHook(hook, {self, packed, output});
    if (!result)
      return nullptr;
    if (!result.type->isNone())
      output = result;
  }
  return emitter.makeValue(output);
}
