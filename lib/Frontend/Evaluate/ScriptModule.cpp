//===- ScriptModule.cpp - The module _torch_jit -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Natives.h"

#include "TorchScript/Frontend/Evaluate/Evaluator.h"
#include "TorchScript/Frontend/Evaluate/ScriptCompiler.h"
#include "TorchScript/Frontend/Syntax/Parser.h"

using namespace torchscript;
using namespace torchscript::evaluate;

ScriptCompiler::~ScriptCompiler() = default;

static ScriptCompiler &getCompiler(Interpreter &in) {
  if (!in.options.compiler)
    in.halt("this tool does not compile what a program scripts");
  return *in.options.compiler;
}

static Value scriptFunction(Interpreter &in, Bound &a) {
  // What is compiled already is as good as scripted.
  if (a[0].is(Kind::Host))
    return a[0];
  return getCompiler(in).compileFunction(in, a[0]);
}

static Value scriptModule(Interpreter &in, Bound &a) {
  return getCompiler(in).compileModule(in, a[0]);
}

static Value scriptClass(Interpreter &in, Bound &a) {
  getCompiler(in).compileClass(in, a[0]);
  return a[0];
}

/// The items of a dict or the pairs of a list: names and bytes.
static NamedBytes toNamedBytes(Interpreter &in, const Value &value) {
  NamedBytes files;
  for (const Value &item : in.unpack(value)) {
    ValueVector pair = in.unpack(item);
    if (pair.size() != 2)
      in.raiseTypeError("expected pairs of a name and bytes");
    auto *bytes = pair[1].dyn<BytesObject>();
    files.push_back({in.toStr(pair[0], "a name").str(),
                     bytes ? bytes->data : in.toStr(pair[1], "bytes").str()});
  }
  return files;
}

static Value makeNamedBytes(Interpreter &in, NamedBytes files) {
  Value made = in.makeDict();
  for (auto &[name, bytes] : files)
    in.dictSet(made, in.makeStr(name), in.makeBytes(std::move(bytes)));
  return made;
}

static llvm::StringRef toBytes(Interpreter &in, const Value &value) {
  auto *bytes = value.dyn<BytesObject>();
  if (!bytes)
    in.raiseTypeError("expected bytes, not '" + in.typeName(value) + "'");
  return bytes->data;
}

static Value save(Interpreter &in, Bound &a) {
  return in.makeBytes(
      getCompiler(in).save(in, a[0], toNamedBytes(in, a[1])));
}

static Value load(Interpreter &in, Bound &a) {
  NamedBytes files;
  Value handle = getCompiler(in).load(in, toBytes(in, a[0]),
                                      in.isTrue(a[1]), files);
  return in.makeTuple({handle, makeNamedBytes(in, std::move(files))});
}

static Value writeRecords(Interpreter &in, Bound &a) {
  return in.makeBytes(
      getCompiler(in).writeRecords(in, toNamedBytes(in, a[0])));
}

static Value readRecords(Interpreter &in, Bound &a) {
  return makeNamedBytes(in,
                        getCompiler(in).readRecords(in, toBytes(in, a[0])));
}

static Value compileForExport(Interpreter &in, Bound &a) {
  return getCompiler(in).compileForExport(in, a[0]);
}

static Value exportProgram(Interpreter &in, Bound &a) {
  ValueVector positional = in.unpack(a[1]), names, named;
  if (!a[2].is(Kind::Dict))
    in.raiseTypeError("expected a dict of arguments");
  for (auto &entry : a[2].as<DictObject>()->entries) {
    names.push_back(entry.key);
    named.push_back(entry.value);
  }
  return in.makeBytes(getCompiler(in).exportProgram(
      in, a[0], Arguments{positional, names, named},
      in.toStr(a[3], "a request")));
}

static Value decomposeProgram(Interpreter &in, Bound &a) {
  return in.makeBytes(getCompiler(in).decomposeProgram(
      in, toBytes(in, a[0]), in.toStr(a[1], "a request")));
}

static Value spellDecomposition(Interpreter &in, Bound &a) {
  auto [name, text] = getCompiler(in).spellDecomposition(
      in, a[0], in.toStr(a[1], "an operator"));
  return in.makeTuple({in.makeStr(name), in.makeStr(text)});
}

static Value printProgram(Interpreter &in, Bound &a) {
  auto [text, code] = getCompiler(in).printProgram(in, toBytes(in, a[0]));
  return in.makeTuple({in.makeStr(text), in.makeStr(code)});
}

/// Runs a text as a module with these names in it.
static Value define(Interpreter &in, Bound &a) {
  auto file = std::make_shared<SourceFile>(
      in.toStr(a[1], "a file name").str(), in.toStr(a[0], "a text").str());
  DiagnosticSink sink;
  std::shared_ptr<SyntaxTree> tree = parseFile(file, sink);
  if (!tree || sink.hasErrors())
    in.raise(in.types.SyntaxError, sink.getDiagnostics().front().message);
  in.keep(file);
  in.keep(tree);
  if (!a[2].is(Kind::Dict))
    in.raiseTypeError("expected a dict of names");
  Value module = in.makeModule("__main__");
  for (auto &entry : a[2].as<DictObject>()->entries)
    if (auto *name = entry.key.dyn<StrObject>())
      module.getObject()->attrs->set(in.intern(name->text), entry.value);
  in.runModule(*tree, module.as<ModuleObject>());
  return module;
}

static const NativeDefinition functions[] = {
    {"define", "text, file, names, /", define},
    {"compile_for_export", "value, /", compileForExport},
    {"export_program", "compiled, args, kwargs, request, /", exportProgram},
    {"decompose_program", "file, request, /", decomposeProgram},
    {"spell_decomposition", "function, op, /", spellDecomposition},
    {"print_program", "file, /", printProgram},
    {"save", "compiled, extra_files, /", save},
    {"load", "archive, unflattens, /", load},
    {"write_records", "records, /", writeRecords},
    {"read_records", "file, /", readRecords},
    {"script_function", "function, /", scriptFunction},
    {"script_module", "module, /", scriptModule},
    {"script_class", "cls, /", scriptClass},
};

void evaluate::addScriptModule(Interpreter &in, ModuleObject *module) {
  in.addFunctions(module, functions);
  for (const char *name : {"ScriptFunction", "ScriptMethod", "ScriptObject"}) {
    TypeObject *type = in.addType(name, in.types.object, Kind::Host, false);
    type->attrs->set(in.intern("__module__"),
                     in.makeStr(name == llvm::StringRef("ScriptFunction")
                                    ? "torch.jit"
                                    : "torch._C"));
    module->attrs->set(in.intern(name), Value(type));
  }
}
