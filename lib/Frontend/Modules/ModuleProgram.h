//===- ModuleProgram.h - Modules scripted from instances --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types, methods and objects of nn.Module instances (section 16 of the
// language): attribute types come from values, methods from classes.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_MODULES_MODULEPROGRAM_H
#define TORCHSCRIPT_LIB_FRONTEND_MODULES_MODULEPROGRAM_H

#include "ConstructorNotes.h"
#include "HostNames.h"
#include "TorchScript/Frontend/Language/Compilation.h"
#include "TorchScript/Frontend/Language/ModuleInterface.h"
#include "TorchScript/Frontend/Modules/InstanceWriter.h"

#include "TorchScript/Frontend/Modules/Instance.h"

#include "TorchScript/Dialect/TS/IR/TS.h"

#include "llvm/ADT/StringSet.h"

namespace torchscript {

class ModuleProgram;

/// A subclass of nn.Module: the class and its bases in the order in which
/// Python looks for members.
class ModuleClass {
public:
  ModuleClass(Compilation &unit, const ClassDef *def, Scope *scope);
  /// One whose order of lookup is known.
  ModuleClass(Compilation &unit, std::vector<ClassMember<ClassDef>> order)
      : unit(unit), order(std::move(order)) {}

  const ClassDef *getDef() const { return order.front().node; }
  Scope &getScope() const { return *order.front().scope; }
  /// `__torch__.M`.
  std::string getQualifiedName() const {
    return getScope().qualify(getDef()->name);
  }

  /// The method, property or static method of that name; of several definitions
  /// the last one. Overload declarations do not count. A name that is assigned
  /// a function is one, too: `forward = step`.
  ClassMember<FunctionDef> findFunction(llvm::StringRef name) const;
  /// The setter of a property.
  ClassMember<FunctionDef> findSetter(llvm::StringRef name) const;
  /// The declarations `@torch.jit._overload_method` of a method, in order.
  llvm::SmallVector<ClassMember<FunctionDef>>
  findOverloads(llvm::StringRef name) const;
  /// The names of all functions of class and bases, sorted.
  std::vector<std::string> getFunctionNames() const;
  /// The annotation of a class attribute; those of a base count only when the
  /// class has none of its own, as in Python.
  ClassMember<Expr> findAnnotation(llvm::StringRef name) const;
  /// The names annotated as Final.
  std::vector<llvm::StringRef> getFinalNames() const;
  /// The value assigned to a name in the body of class or base.
  ClassMember<Expr> findValue(llvm::StringRef name) const;
  /// The strings of a list such as `__constants__`.
  std::vector<llvm::StringRef> getNames(llvm::StringRef list) const;
  /// Whether it is or derives from the torch.nn class of that name.
  bool isA(llvm::StringRef libraryClass) const;
  /// Class and bases, nn.Module left out.
  llvm::ArrayRef<ClassMember<ClassDef>> getOrder() const { return order; }

private:
  const ClassMember<ClassDef> *findAnnotated() const;
  Compilation &unit;
  std::vector<ClassMember<ClassDef>> order;
};

/// How a module is iterated and indexed.
enum class ModuleContainer { None, List, Dict, ParameterList, ParameterDict };

/// The type of a module instance with all that is known at compile time.
/// Instances that agree in it share the type.
struct ModuleEntry : ModuleType {
  enum class State { Untouched, Compiling, Done, Failed };

  ModuleProgram *program = nullptr;
  std::shared_ptr<const ModuleClass> cls;
  /// The class as the host has it; null where it is known by its name.
  const InstanceValue *hostClass = nullptr;
  ClassEntry *entry = nullptr;
  mlir::ts::ClassOp op;
  ModuleContainer container = ModuleContainer::None;

  /// Type, kind and constants; also submodules, by the types below.
  std::vector<ClassAttribute> attributes;
  struct Submodule {
    std::string name;
    /// Null when the attribute's type is an interface.
    ModuleEntry *module = nullptr;
    /// What is compiled of it when its type is an interface.
    ModuleEntry *behind = nullptr;
    const InterfaceType *interface = nullptr;
  };
  std::vector<Submodule> submodules;
  /// Attributes that hold functions, by name.
  std::map<std::string, Meaning *, std::less<>> functions;
  /// Attributes without a TorchScript type, and why.
  std::map<std::string, std::string, std::less<>> failedAttributes;
  llvm::StringSet<> ignoredAttributes;
  /// Hooks around forward, in the order in which they run.
  std::vector<ModuleHook> hooks;

  State state = State::Untouched;
  Diagnostic failure;
  /// Methods of the class that were used so far, compiled or not; those that
  /// were compiled are in `entry`, too.
  std::map<std::string, FunctionEntry *, std::less<>> methods;
  /// The variants of overloaded methods.
  std::map<std::string, std::vector<FunctionEntry *>, std::less<>> overloads;

  Meaning *getSelf(Compilation &unit, TypedValue self) override;
  void addMethod(FunctionEntry &method) override;
  FunctionEntry *findExported(llvm::StringRef name) override;

  const Submodule *findSubmodule(llvm::StringRef name) const;
  /// The class name as messages show it.
  llvm::StringRef getName() const { return cls->getDef()->name; }
};

/// A module: `self`, `self.sub`.
class ModuleMeaning : public Meaning {
public:
  ModuleMeaning(ModuleEntry *module, TypedValue self)
      : Meaning(MeaningKind::Module), module(module), self(self) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::Module;
  }
  std::string describe() const override { return "module"; }
  TypedValue asValue(FunctionEmitter &, SourceRange) override { return self; }
  Meaning *attribute(FunctionEmitter &emitter, SourceRange range,
                     llvm::StringRef name) override;
  std::optional<bool> hasAttribute(FunctionEmitter &emitter, SourceRange range,
                                   llvm::StringRef name) override;
  bool setAttribute(FunctionEmitter &emitter, SourceRange range,
                    llvm::StringRef name, TypedValue value) override;
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;
  Meaning *subscript(FunctionEmitter &emitter, SourceRange range,
                     TypedValue index, const Type *hint) override;
  bool asElements(FunctionEmitter &emitter, SourceRange range,
                  llvm::SmallVectorImpl<Meaning *> &elements,
                  std::optional<size_t> wanted) override;
  Meaning *iterable(FunctionEmitter &emitter, SourceRange range) override;

  /// A submodule, read from this module.
  Meaning *submodule(FunctionEmitter &emitter, SourceRange range,
                     const ModuleEntry::Submodule &sub);
  /// The elements of a container: modules or parameters with their names.
  bool members(FunctionEmitter &emitter, SourceRange range,
               llvm::SmallVectorImpl<std::pair<std::string, Meaning *>> &out);

  ModuleEntry *const module;
  const TypedValue self;

private:
  Meaning *callWithHooks(FunctionEmitter &emitter, const CallSite &site,
                         Meaning *forward, const ActualArguments &arguments);
  Meaning *classMember(FunctionEmitter &emitter, SourceRange range,
                       llvm::StringRef name);
};

/// What `module.named_children` and the like stand for; calling it gives a
/// static tuple.
class ModuleIterationMeaning : public Meaning {
public:
  enum class Kind {
    Items,
    Keys,
    Values,
    Children,
    NamedChildren,
    Modules,
    NamedModules,
    NamedBuffers
  };
  ModuleIterationMeaning(ModuleMeaning *owner, Kind kind)
      : Meaning(MeaningKind::ModuleIteration), owner(owner), kind(kind) {}
  std::string describe() const override { return "module dict method"; }
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;
  /// The kind `name` stands for on a module; nothing for other names.
  static std::optional<Kind> find(const ModuleEntry &module,
                                  llvm::StringRef name);

private:
  ModuleMeaning *const owner;
  const Kind kind;
};

/// Scripts module instances.
class ModuleProgram {
public:
  /// `scope` is that of the program, where classes of values are looked up.
  /// `names` and `source` live as long as it.
  ModuleProgram(Compilation &unit, Scope &scope, const InstanceSource &source,
                HostNames &names)
      : unit(unit), scope(scope), source(source), names(names),
        instanceTypes(*this), writer(unit, instanceTypes) {}

  Compilation &getUnit() { return unit; }

  /// Scripts an instance: its type, methods and object, once. The symbol of the
  /// object is `name`, those of parts begin with it. Null after an error, which
  /// is in `failure`.
  mlir::ts::ObjectOp script(const InstanceValue &instance, llvm::StringRef name,
                            Diagnostic &failure);

  /// A method of the class that some code names, compiled or not; null when the
  /// class has none.
  FunctionEntry *getMethod(ModuleEntry &module, llvm::StringRef name);
  /// The function of a hook as a method of the module.
  FunctionEntry *getHook(ModuleEntry &module, const ModuleHook &hook);
  /// Adds a method that was compiled to the type and declaration of the module.
  void addMethod(ModuleEntry &module, FunctionEntry &method);

private:
  friend class ModuleTypeBuilder;

  /// What the writer has to know of the instances.
  class WrittenTypes : public InstanceTypes {
  public:
    explicit WrittenTypes(ModuleProgram &program) : program(program) {}
    const ClassType *getClass(const InstanceValue &instance,
                              const Type *declared,
                              llvm::StringRef name) override;
    const Type *getOwnType(const InstanceValue &value) override;
    const InstanceValue &getFirst(const InstanceValue &tensor) override;
    mlir::Location getLocation(const ClassType *type) override;
    bool sharesContainers() const override { return false; }
    void fail(llvm::StringRef name, const llvm::Twine &what) override;
    void mismatch(const InstanceValue &value, const Type *type,
                  llvm::StringRef name) override;
    /// The first error of an instance; empty for none.
    std::string why;

  private:
    ModuleProgram &program;
  };

  /// The type of an instance; null after an error.
  ModuleEntry *describe(const InstanceValue &instance, unsigned depth);
  /// The class an instance names; null when there is none.
  std::shared_ptr<const ModuleClass> findClass(llvm::StringRef name);
  /// The class of a module.
  std::shared_ptr<const ModuleClass> findClassOf(const InstanceValue &module);
  std::shared_ptr<const ModuleClass> findBaseClass();
  /// The entry that equals `candidate`, or a new one.
  ModuleEntry *unique(std::unique_ptr<ModuleEntry> candidate);
  /// Compiles the methods of a module and its submodules. With an interface,
  /// only its methods.
  bool compile(ModuleEntry &module, const InterfaceType *interface = nullptr);
  bool compileOwn(ModuleEntry &module, const InterfaceType *interface);
  bool compileHooks(ModuleEntry &module);
  /// The entry of a method; `signature` is the declaration of an overload.
  FunctionEntry *makeMethod(ModuleEntry &module, llvm::StringRef key,
                            ClassMember<FunctionDef> def,
                            const FunctionDef *signature = nullptr);
  void declareOverloads(ModuleEntry &module);
  void declareProperties(ModuleEntry &module);
  void defineContainerMethods(ModuleEntry &module);
  Compilation &unit;
  Scope &scope;
  const InstanceSource &source;
  HostNames &names;
  ConstructorNotes notes;
  Diagnostic failure;
  std::vector<std::unique_ptr<ModuleEntry>> modules;
  llvm::DenseMap<const InstanceValue *, ModuleEntry *> described;
  llvm::StringMap<std::shared_ptr<const ModuleClass>> classes;
  /// Classes that the source knows by their text.
  llvm::DenseMap<const InstanceValue *, std::shared_ptr<const ModuleClass>>
      definedClasses;
  WrittenTypes instanceTypes;
  InstanceWriter writer;
};

/// The type of a value that has no annotation; null with the reason in `why`,
/// as a sentence (TS-MOD-007, 009).
const Type *inferType(Compilation &unit, HostNames &names,
                      const InstanceValue &value, std::string &why);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_FRONTEND_MODULES_MODULEPROGRAM_H
