//===- ScriptedFunctions.cpp - What a program scripts, compiled -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// torch.jit.script for the evaluator: functions, classes and modules go into
// one session, by their definitions.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/ScriptedFunctions.h"

#include "ArgumentError.h"
#include "ScriptedObjects.h"

using namespace torchscript;
using namespace torchscript::evaluate;

namespace {

class SessionCompiler : public ScriptCompiler {
public:
  SessionCompiler(const SessionOptions &options, llvm::StringRef path)
      : options(options), path(path) {
    // The program itself has the functions.
    this->options.runsHostFunctions = false;
  }
  ~SessionCompiler() override;
  Value compileFunction(Interpreter &in, const Value &function) override;
  Value compileModule(Interpreter &in, const Value &module) override;
  void compileClass(Interpreter &in, const Value &cls) override;
  std::string save(Interpreter &in, const Value &compiled,
                   const NamedBytes &extraFiles) override {
    return saveScripted(in, compiled, extraFiles);
  }
  Value load(Interpreter &in, llvm::StringRef bytes, bool unflattens,
             NamedBytes &extraFiles) override;
  std::string writeRecords(Interpreter &in,
                           const NamedBytes &records) override {
    return writeRecordFile(in, records);
  }
  NamedBytes readRecords(Interpreter &in, llvm::StringRef bytes) override {
    return readRecordFile(in, bytes);
  }
  Value compileForExport(Interpreter &in, const Value &value) override;
  std::string exportProgram(Interpreter &in, const Value &compiled,
                            const Arguments &arguments,
                            llvm::StringRef request) override {
    return exportScripted(in, compiled, arguments, request);
  }
  std::string decomposeProgram(Interpreter &in, llvm::StringRef bytes,
                               llvm::StringRef request) override {
    return decomposeProgramFile(in, bytes, request);
  }
  std::pair<std::string, std::string>
  spellDecomposition(Interpreter &in, const Value &function,
                     llvm::StringRef op) override {
    return torchscript::spellDecomposition(in, function, op);
  }
  std::pair<std::string, std::string>
  printProgram(Interpreter &in, llvm::StringRef bytes) override {
    return printProgramFile(in, bytes);
  }

private:
  /// The session, opened on first use.
  ScriptedProgram &getProgram(Interpreter &in) {
    return open(in, program, /*acceptsPython=*/false);
  }
  ScriptedProgram &open(Interpreter &in, ScriptedProgram &program,
                        bool acceptsPython);

  SessionOptions options;
  std::string path;
  Interpreter *interpreter = nullptr;
  ScriptedProgram program;
  /// What torch.export makes programs of.
  ScriptedProgram exports;
  /// One for each archive that was loaded.
  std::vector<std::unique_ptr<ScriptedProgram>> loaded;
  /// Functions that were scripted.
  llvm::DenseMap<const Object *, Value> functions;
};

} // namespace

std::unique_ptr<ScriptCompiler>
torchscript::makeScriptCompiler(const SessionOptions &options,
                                llvm::StringRef path) {
  return std::make_unique<SessionCompiler>(options, path);
}

SessionCompiler::~SessionCompiler() {
  if (!interpreter)
    return;
  // Values go where they were made.
  HeapScope scope(interpreter->heap);
  functions.clear();
  for (auto &archive : loaded) {
    archive->session.reset();
    archive->instances.reset();
  }
  for (ScriptedProgram *each : {&exports, &program}) {
    each->session.reset();
    each->instances.reset();
  }
}

ScriptedProgram &SessionCompiler::open(Interpreter &in,
                                       ScriptedProgram &program,
                                       bool acceptsPython) {
  if (program.session)
    return program;
  interpreter = &in;
  auto opened = Session::open(path, options);
  if (!opened)
    raiseFailure(in, opened.takeError());
  if (options.tier == Tier::Compiled)
    program.hotAfter = 0;
  program.instances = std::make_unique<EvaluatedInstances>(in);
  program.session = std::move(*opened);
  if (acceptsPython)
    program.session->acceptPython();
  program.connect(in);
  program.session->setInstances(*program.instances,
                                [&program](llvm::StringRef key) {
                                  return program.instances->findTensor(key);
                                });
  return program;
}

static TypeObject *getType(Interpreter &in, const char *name) {
  return in.getAttr(in.importModule("_torch_jit"), name).as<TypeObject>();
}

/// What is scripted of a function, by its own name.
static std::string getName(Interpreter &in, const Value &value) {
  Value name = in.findAttr(value, "__name__");
  return name.is(Kind::Str) ? name.as<StrObject>()->text : in.typeName(value);
}

Value SessionCompiler::compileFunction(Interpreter &in,
                                       const Value &function) {
  auto known = functions.find(function.getObject());
  if (known != functions.end())
    return known->second;
  ScriptedProgram &program = getProgram(in);
  std::string name =
      program.instances->add(function, getName(in, function));
  const InstanceValue *instance = program.instances->find(name);
  if (instance->kind != InstanceValue::Kind::Function ||
      !instance->definition.file)
    in.raiseTypeError("torch.jit.script of an object of class '" +
                      in.typeName(function) + "' is not supported");
  auto compiled = program.session->compile(name);
  if (!compiled)
    raiseFailure(in, compiled.takeError());
  auto *scripted = new ScriptedFunction(getType(in, "ScriptFunction"), program,
                                        **compiled, function);
  scripted->instance = instance;
  return functions[function.getObject()] = Value(scripted);
}

Value SessionCompiler::compileModule(Interpreter &in, const Value &module) {
  ScriptedProgram &program = getProgram(in);
  std::string name = program.instances->add(module, in.typeName(module));
  if (program.instances->sawScripted())
    program.session->expectPartCalls();
  std::string symbol;
  auto object = program.session->importInstance(name, symbol);
  if (!object)
    raiseFailure(in, object.takeError());
  auto *scripted = new ScriptedModule(getType(in, "ScriptObject"), program,
                                      name, symbol);
  scripted->instance = program.instances->find(name);
  return Value(scripted);
}

void SessionCompiler::compileClass(Interpreter &in, const Value &cls) {
  ScriptedProgram &program = getProgram(in);
  std::string name = program.instances->add(cls, getName(in, cls));
  if (llvm::Error error = program.session->importClass(name))
    raiseFailure(in, std::move(error));
}

Value SessionCompiler::compileForExport(Interpreter &in, const Value &value) {
  ScriptedProgram &program = open(in, exports, /*acceptsPython=*/true);
  std::string name = program.instances->add(value, getName(in, value));
  bool isFunction =
      program.instances->find(name)->kind == InstanceValue::Kind::Function;
  std::string path = isFunction ? name : name + ".forward";
  auto compiled = program.session->compile(path);
  if (!compiled)
    raiseFailure(in, compiled.takeError());
  if (isFunction)
    return Value(new ScriptedFunction(getType(in, "ScriptFunction"), program,
                                      **compiled, value));
  return Value(new ScriptedMethod(getType(in, "ScriptMethod"), program, path));
}

Value SessionCompiler::load(Interpreter &in, llvm::StringRef bytes,
                            bool unflattens, NamedBytes &extraFiles) {
  interpreter = &in;
  SessionOptions own = options;
  own.unflattensPrograms = unflattens;
  loaded.push_back(openArchive(in, bytes, own));
  ScriptedProgram &archive = *loaded.back();
  for (auto &[name, text] : archive.session->getExtraFiles())
    extraFiles.push_back({name, text.str()});
  return Value(new ScriptedModule(getType(in, "ScriptObject"), archive, "",
                                  "root"));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Value torchscript::decodeFor(Interpreter &in, ScriptedProgram &program,
                             const tsrt_value &value) {
  Value tensor = in.getAttr(in.importModule("torch"), "Tensor");
  return decodeValue(in, tensor.as<TypeObject>(), value,
                     program.instances.get());
}

Value torchscript::callCompiled(Interpreter &in, ScriptedProgram &program,
                                const HostFunction &function,
                                const Arguments &arguments) {
  TypeContext types;
  Encoder encoder(in, types, /*takesObjects=*/true);
  std::vector<json> positional;
  std::vector<std::pair<std::string, json>> named;
  for (const Value &value : arguments.positional)
    encoder.encode(value, positional.emplace_back());
  for (size_t i = 0; i < arguments.names.size(); ++i) {
    named.emplace_back(in.toStr(arguments.names[i], "keyword").str(), json());
    encoder.encode(arguments.named[i], named.back().second);
  }
  auto bound = bindArguments(function, positional, named, encoder.tensors);
  if (!bound)
    raiseArgumentError(in, *program.session, function, arguments,
                       bound.takeError());
  if (program.needsGradients(in, function, arguments))
    return program.callRecorded(in, function, *bound, arguments);
  Session &session = *program.session;
  const HostFunction *chosen = &function;
  if (program.isHot(function))
    chosen = session.specialize(function, *bound);
  if (llvm::Error error = session.prepare(*chosen))
    raiseFailure(in, std::move(error));
  auto result = callFunction(*chosen, *bound);
  program.rethrow();
  if (!result)
    raiseFailure(in, result.takeError());
  return decodeFor(in, program, result->get());
}

Value ScriptedFunction::call(Interpreter &in, const Arguments &arguments) {
  Value recorder = getRecorder(in);
  if (!recorder)
    return callCompiled(in, program, function, arguments);
  // What is traced calls it as a whole.
  setRecorder(in, Value::none());
  Value result = callCompiled(in, program, function, arguments);
  Value keywords = in.makeDict();
  for (size_t i = 0; i < arguments.names.size(); ++i)
    in.dictSet(keywords, arguments.names[i], arguments.named[i]);
  in.callMethod(recorder, "function",
                {Value(this),
                 in.makeTuple(ValueVector(arguments.positional.begin(),
                                          arguments.positional.end())),
                 keywords, result});
  setRecorder(in, recorder);
  return result;
}

/// A function as PyTorch prints it.
static std::string printCode(Interpreter &in, ScriptedProgram &program,
                             const HostFunction &function) {
  auto text = program.session->printCode(function.symbol);
  if (!text)
    raiseFailure(in, text.takeError());
  return std::move(*text);
}

/// The declaration of a function, as PyTorch writes it.
static Value makeSchema(Interpreter &in, ScriptedProgram &program,
                        llvm::StringRef symbol) {
  auto function =
      program.session->getModule().lookupSymbol<mlir::func::FuncOp>(symbol);
  auto schema = function
                    ? function->getAttrOfType<mlir::StringAttr>("ts.schema")
                    : mlir::StringAttr();
  return schema ? in.makeStr(schema.str()) : Value();
}

/// Why there is no text of the compiled form, as an exception.
[[noreturn]] static void refuseText(Interpreter &in, llvm::StringRef name) {
  in.raise(in.types.RuntimeError,
           "'" + name + "' is not available: its text numbers the nodes of "
           "PyTorch's own compiler, and this one has no such form; 'code' "
           "says what is computed, and 'ts-translate --import-torchscript' "
           "prints the IR");
}

static bool isText(llvm::StringRef name) {
  return name == "graph" || name == "inlined_graph" ||
         name == "code_with_constants" || name == "graph_for";
}

Value ScriptedFunction::getAttr(Interpreter &in, llvm::StringRef name) {
  if (name == "name" || name == "__name__")
    return in.makeStr(function.name);
  if (name == "qualified_name")
    return in.makeStr("__torch__." + function.name);
  if (name == "code")
    return in.makeStr(printCode(in, program, function));
  if (name == "schema")
    return makeSchema(in, program, function.symbol);
  if (isText(name))
    refuseText(in, name);
  return name.starts_with("__") ? in.findAttr(original, name) : Value();
}

Value ScriptedMethod::call(Interpreter &in, const Arguments &arguments) {
  auto function = program.session->compile(path);
  if (!function)
    raiseFailure(in, function.takeError());
  return callCompiled(in, program, **function, arguments);
}

Value ScriptedMethod::getAttr(Interpreter &in, llvm::StringRef name) {
  if (name == "name" || name == "__name__")
    return in.makeStr(llvm::StringRef(path).rsplit('.').second.str());
  if (name == "code" || name == "schema") {
    auto function = program.session->compile(path);
    if (!function)
      raiseFailure(in, function.takeError());
    return name == "code" ? in.makeStr(printCode(in, program, **function))
                          : makeSchema(in, program, (*function)->symbol);
  }
  if (isText(name))
    refuseText(in, name);
  return Value();
}
