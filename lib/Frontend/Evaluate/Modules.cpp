//===- Modules.cpp - Imports -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module is, in this order: one that was imported, one of the host (math), a
// text of the library (collections), a file on the import path, the name of one
// that is not here. Installed packages in binary form are names, too.
//
//===----------------------------------------------------------------------===//

#include "Code.h"
#include "Frame.h"
#include "Natives.h"

#include "TorchScript/Frontend/Evaluate/Evaluator.h"
#include "TorchScript/Frontend/Syntax/Parser.h"
#include "TorchScript/Frontend/Syntax/SourceFinder.h"
#include "TorchScript/Library/Library.h"

#include "llvm/ADT/StringExtras.h"

using namespace torchscript;
using namespace torchscript::evaluate;

void Interpreter::addModule(llvm::StringRef name, const Value &module) {
  modules.as<DictObject>()->set(intern(name), module);
}

Value Interpreter::findModule(llvm::StringRef name) {
  Value *found = modules.as<DictObject>()->find(intern(name));
  return found ? *found : Value();
}

Value Interpreter::runModule(const SyntaxTree &tree, ModuleObject *module) {
  auto sink = std::make_shared<DiagnosticSink>();
  Value code = compileModule(*this, tree, *sink);
  if (!code) {
    const Diagnostic &first = sink->getDiagnostics().front();
    if (first.isUnsupported)
      throw Halted{first.message, first.range};
    LineColumn place = first.range.getBegin();
    raise(types.SyntaxError,
          first.message + " (" + tree.getFile().getName() + ", line " +
              llvm::Twine(place.line) + ")");
  }
  Frame frame(code, Value(module->attrs));
  frame.allocate(*this, false);
  return execute(frame);
}

Value Interpreter::loadText(llvm::StringRef name, llvm::StringRef fileName,
                            llvm::StringRef text, bool isPackage) {
  auto file = std::make_shared<SourceFile>(fileName.str(), text.str());
  auto sink = std::make_shared<DiagnosticSink>();
  std::shared_ptr<SyntaxTree> tree = parseFile(file, *sink);
  if (!tree || sink->hasErrors()) {
    const Diagnostic &first = sink->getDiagnostics().front();
    raise(types.SyntaxError,
          first.message + " (" + fileName + ", line " +
              llvm::Twine(first.range ? first.range.getBegin().line : 1) + ")");
  }
  keep(file);
  keep(tree);
  Value module = makeModule(name.str());
  DictObject *members = module.getObject()->attrs;
  members->set(names.file_, makeStr(fileName.str()));
  members->set(names.package_,
               makeStr(isPackage ? name.str() : name.rsplit('.').first == name
                                                    ? std::string()
                                                    : name.rsplit('.').first.str()));
  if (isPackage)
    members->set(names.path_, makeList());
  addModule(name, module);
  // Texts of torch use some names that they do not import.
  if (name.starts_with("torch.") && !fileName.starts_with("python/"))
    for (auto &entry : importModule("_torch_names").getObject()->attrs->entries)
      if (auto *known = entry.key.dyn<StrObject>();
          known && !llvm::StringRef(known->text).starts_with("_"))
        members->set(known, entry.value);
  try {
    runModule(*tree, module.as<ModuleObject>());
    if (name.starts_with("torch.") && options.tensors)
      call(getAttr(importModule("_torch"), "delegate"), {module});
  } catch (...) {
    modules.as<DictObject>()->remove(intern(name));
    throw;
  }
  return module;
}

/// A package without a file of its own: directories of that name.
Value Interpreter::findNamespace(llvm::StringRef name) {
  ValueVector directories;
  for (const std::string &directory :
       SourceFinder(options.importPath).findDirectories(name))
    directories.push_back(makeStr(directory));
  if (directories.empty())
    return Value();
  Value module = makeModule(name.str());
  DictObject *members = module.getObject()->attrs;
  members->set(names.package_, makeStr(name.str()));
  members->set(names.path_, makeList(std::move(directories)));
  addModule(name, module);
  return module;
}

/// Whether a file was put there by a package manager.
static bool isInstalled(llvm::StringRef path) {
  return path.contains("/site-packages/") || path.contains("/dist-packages/");
}

Value Interpreter::loadModule(llvm::StringRef name) {
  DepthGuard guard(*this);
  if (Value native = makeNativeModule(*this, name)) {
    addModule(name, native);
    return native;
  }
  if (auto library = findLibrary(("python." + name).str()))
    return loadText(name, library->fileName, library->text,
                    library->fileName.ends_with("__init__.py"));
  // Texts of operators; their names are no names of modules.
  if (name.contains('/'))
    if (auto library = findLibrary(llvm::join(llvm::split(name, '/'), ".")))
      return loadText(name, library->fileName, library->text, false);
  // Texts of torch that are TorchScript are Python, too.
  if (name.starts_with("torch."))
    if (auto library = findLibrary(name))
      return loadText(name, library->fileName, library->text, false);
  // What many programs import and few use.
  Value find = getAttr(importModule("_absent"), "find");
  auto findAbsent = [&](bool isFirst) {
    Value absent = call(find, {makeStr(name.str()), Value::boolean(isFirst)});
    if (!absent.isNone())
      addModule(name, absent);
    return absent;
  };
  // A PyTorch that is installed there is another torch than this one.
  SourceFinder::Found found;
  if (!name.starts_with("torch."))
    found = SourceFinder(options.importPath).find(name);
  if (!found.file || isInstalled(found.file->getName()))
    if (Value absent = findAbsent(true); !absent.isNone())
      return absent;
  if (found.file)
    return loadText(name, found.file->getName(), found.file->getText(),
                    found.isPackage);
  if (Value package = findNamespace(name))
    return package;
  if (Value absent = findAbsent(false); !absent.isNone())
    return absent;
  Value exception = makeException(types.ModuleNotFoundError,
                                  "No module named '" + name + "'");
  getInstanceDict(exception, true)->set(intern("name"), makeStr(name.str()));
  raiseValue(exception);
}

Value Interpreter::importModule(llvm::StringRef name) {
  if (Value found = findModule(name))
    return found;
  auto [parentName, child] = name.rsplit('.');
  bool isNested = parentName != name;
  Value parent = isNested ? importModule(parentName) : Value();
  // Importing the package may have brought the module.
  if (Value found = findModule(name))
    return found;
  Value module = loadModule(name);
  if (parent && parent.is(Kind::Module))
    getInstanceDict(parent, true)->set(intern(child), module);
  return module;
}

Value Interpreter::importFrom(const Value &module, StrObject *name) {
  if (Value found = findAttr(module, name))
    return found;
  if (auto *object = module.dyn<ModuleObject>()) {
    std::string nested = object->name + "." + name->text;
    try {
      return importModule(nested);
    } catch (Raised &raised) {
      if (!isException(raised.exception, types.ModuleNotFoundError))
        throw;
      Value missing = findAttr(raised.exception, "name");
      if (!missing.is(Kind::Str) || missing.as<StrObject>()->text != nested)
        throw;
    }
    raise(types.ImportError, "cannot import name '" + name->text + "' from '" +
                                 object->name + "'");
  }
  raise(types.ImportError, "cannot import name '" + name->text + "'");
}

Value evaluate::makeNativeModule(Interpreter &in, llvm::StringRef name) {
  void (*fill)(Interpreter &, ModuleObject *) =
      name == "math"      ? addMathModule
      : name == "_random" ? addRandomModule
      : name == "_system" ? addSystemModule
      : name == "_disk"   ? addFileModule
      : name == "_torch"  ? addTensorModule
      : name == "_torch_jit" ? addScriptModule
                          : nullptr;
  if (!fill)
    return Value();
  Value module = in.makeModule(name.str());
  fill(in, module.as<ModuleObject>());
  return module;
}
