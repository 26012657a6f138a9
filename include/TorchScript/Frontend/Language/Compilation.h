//===- Compilation.h - State shared by all functions of a compilation  -*- C++
//-*--===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compilation unit: sources, types, functions and classes, compiled on
// demand into one module.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_LANGUAGE_COMPILATION_H
#define TORCHSCRIPT_FRONTEND_LANGUAGE_COMPILATION_H

#include "TorchScript/Frontend/Language/Meaning.h"
#include "TorchScript/Frontend/Syntax/SourceFinder.h"

#include "TorchScript/Base/Types/FunctionSchema.h"
#include "TorchScript/Frontend/Syntax/Diagnostics.h"
#include "TorchScript/Frontend/Syntax/Tree.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

#include <deque>
#include <functional>
#include <memory>

namespace torchscript {

class Compilation;
struct ClassEntry;
class ModuleType;

/// Where the global names of a text resolve.
class Scope {
public:
  virtual ~Scope();
  /// What a global name stands for; null when it is not defined. Reports
  /// nothing.
  virtual Meaning *lookup(llvm::StringRef name) = 0;
  /// The expression a global name was assigned, and the scope it belongs to;
  /// nulls when it was bound in another way.
  virtual std::pair<Expr *, Scope *> findValue(llvm::StringRef name) {
    return {nullptr, nullptr};
  }
  /// Calls `visit` with each name that is defined, for suggestions.
  virtual void
  forEachName(llvm::function_ref<void(llvm::StringRef)> visit) const {}
  /// The syntax tree, for annotations inside strings and comments.
  virtual SyntaxTree &getTree() = 0;
  /// The prefix of qualified names made here, such as `__torch__.`.
  virtual std::string qualify(llvm::StringRef name) = 0;
  /// The type a dotted name stands for in annotations, where the scope has
  /// types that are found by their full name; null for all others.
  virtual const Type *lookupType(llvm::StringRef dottedName) { return nullptr; }
  /// Whether the text is the code of an archive: it was checked when it was
  /// written, and some rules for users' texts do not hold.
  virtual bool isArchive() const { return false; }
  /// Whether the text is one of the compiler's library.
  virtual bool isLibrary() const { return false; }
  /// The value of a literal that only texts of this kind have; none for all
  /// others.
  virtual Constant evaluateLiteral(const Expr *expr) const {
    return Constant();
  }
};

/// A function or method and how far its compilation has come.
struct FunctionEntry {
  enum class State { Untouched, InProgress, Done, Failed };

  const FunctionDef *def = nullptr;
  /// The declaration that gives the signature, where it is not `def` itself.
  const FunctionDef *signature = nullptr;
  Scope *scope = nullptr;
  /// The name messages and schemas show.
  std::string name;
  /// The name in the module.
  std::string symbol;
  /// The class of `self`; null for plain functions and static methods.
  const Type *selfType = nullptr;
  /// The class a method belongs to, static ones too.
  ClassEntry *owner = nullptr;

  State state = State::Untouched;
  /// Whether arguments are known; the result may still be open.
  bool signatureKnown = false;
  FunctionSchema schema;
  /// Whether the result was annotated.
  bool resultAnnotated = false;
  /// Parameters whose type Tensor was not written.
  llvm::SmallVector<bool> inferred;
  mlir::func::FuncOp op;
  /// Why it failed, and what else is wrong with it.
  Diagnostic failure;
  std::vector<Diagnostic> moreFailures;
  /// Records the first or a further failure.
  Diagnostic &addFailure(Diagnostic diagnostic) {
    if (failure.message.empty())
      return failure = std::move(diagnostic);
    return moreFailures.emplace_back(std::move(diagnostic));
  }
  /// Selects another function by a flag: the flag, the function where it is
  /// True, and the one where it is not (this one when empty).
  std::string dispatchFlag, dispatchTarget, dispatchElse;
  bool isLibrary = false;
  /// Compiled together with other methods of its class: until all of them are
  /// done, it is known without its default values (TS-CALL-001).
  bool lacksDefaults = false;
  /// The body is replaced by a raise of this message.
  std::string unusedMessage;
  /// The body is replaced by a call of `host::call` with this name, a slash and
  /// the symbol of the function, then its arguments. Only for what has an
  /// `unusedMessage`, too.
  std::string hostFunction;

  /// The name that errors of callees show: `M.forward` for methods of modules.
  std::string getCallName() const;
  /// The signature as callers see it now.
  FunctionSchema getCallSchema() const;
};

/// A script class.
struct ClassEntry {
  enum class State { Untouched, Compiling, Done, Failed };
  const ClassDef *def = nullptr;
  Scope *scope = nullptr;
  ClassType *type = nullptr;
  State state = State::Untouched;
  llvm::MapVector<std::string, FunctionEntry *, llvm::StringMap<unsigned>>
      methods;
  llvm::SmallVector<llvm::StringRef> classAttributes;
  /// Why it failed, and what is wrong with its other methods.
  Diagnostic failure;
  std::vector<Diagnostic> moreFailures;
  /// The method that failed first.
  std::string failedMethod;
  /// Why compiled code cannot use the class unless the host compiles it; empty
  /// when it can.
  std::string refusal;
  /// Set for the types of module instances of the program.
  ModuleType *module = nullptr;
};

/// All state of one compilation; makes and owns meanings.
class Compilation {
public:
  explicit Compilation(mlir::MLIRContext &context);
  ~Compilation();

  mlir::MLIRContext &getContext() { return context; }
  TypeContext &getTypes() { return types; }
  mlir::ModuleOp getModule() { return module.get(); }
  mlir::OwningOpRef<mlir::ModuleOp> takeModule() { return std::move(module); }

  /// Makes a meaning that lives as long as the compilation.
  template <typename T, typename... Args>
  T *make(Args &&...args) {
    auto owned = std::make_unique<T>(std::forward<Args>(args)...);
    T *meaning = owned.get();
    meanings.push_back(std::move(owned));
    return meaning;
  }

  /// Adds a text: its scope is made and its source travels with the module.
  Scope *addFile(std::unique_ptr<SyntaxTree> tree, llvm::StringRef prefix,
                 bool isLibrary);
  /// Keeps a scope as long as the compilation.
  Scope *addScope(std::unique_ptr<Scope> scope);
  /// The scope of a library module such as `torch.nn.functional`; null when the
  /// library has none of this name.
  Scope *getLibrary(llvm::StringRef moduleName);
  /// Says where the program's own modules are.
  void setFinder(SourceFinder found) { finder = std::move(found); }
  const SourceFinder &getFinder() const { return finder; }
  /// The scope of a module of the program; null when there is none, or its text
  /// is wrong: then `unreadable` says why.
  Scope *getSourceModule(llvm::StringRef moduleName);
  /// What a global name of `scope` stands for, or of any other file of the
  /// program: the host knows classes by their own names only.
  Meaning *lookupAnywhere(Scope &scope, llvm::StringRef name);
  /// Records a text in `ts.sources`.
  void addSource(const SourceFile &file);

  /// All texts added so far.
  llvm::ArrayRef<std::shared_ptr<const SourceFile>> getTexts() const {
    return texts;
  }

  /// Makes the entry of a function; the symbol is made unique.
  FunctionEntry *makeFunction(const FunctionDef *def, Scope *scope,
                              llvm::StringRef name, llvm::StringRef symbol);
  /// Makes the entry of a script class, with its methods.
  ClassEntry *makeClass(const ClassDef *def, Scope *scope);
  /// Declares a method, property accessor or static method of a class whose
  /// text is in `scope`; a later one replaces an earlier one.
  void declareMethod(ClassEntry &entry, const FunctionDef *method,
                     Scope *scope);
  /// Makes the entry of a class whose attributes and methods the caller
  /// declares.
  ClassEntry *declareClass(const ClassDef *def, Scope *scope, ClassType *type);
  /// The entry of a class type, or null.
  ClassEntry *findClass(const Type *type);
  /// Compiles a class with all its methods; false after a failure, which is in
  /// the entry.
  bool compileClass(ClassEntry &entry);

  /// Resolves parameter types and defaults; false after a failure, which is in
  /// the entry.
  bool resolveSignature(FunctionEntry &entry);
  /// Compiles a function unless done; false after a failure, in the entry.
  bool compile(FunctionEntry &entry);

  /// What a dotted Python module or one of its members stands for; null when
  /// there is no such thing.
  Meaning *lookupNamespace(llvm::StringRef dottedName);
  /// The same for what is imported from files of the program.
  Meaning *lookupSourceModule(llvm::StringRef dottedName);
  /// Gives a function of a module of the program ("__main__" for the file
  /// itself) the name under which the host runs it when compiled code calls it;
  /// empty when the host runs none.
  std::function<std::string(llvm::StringRef module, llvm::StringRef function)>
      nameHostFunction;

  /// Builtin names that win over globals of the program (TS-SCOPE-020); null
  /// when the name is none.
  Meaning *lookupBuiltin(llvm::StringRef name);
  /// Python builtins that the program may hide: exceptions, types.
  Meaning *lookupPythonBuiltin(llvm::StringRef name);

  /// Whether the program is one for torch.export, which takes some Python that
  /// torch.jit.script does not: data classes without its decorator, context
  /// managers without annotations, arguments by name alone with defaults.
  bool acceptsPython = false;

  /// Functions whose results are default values, by the number in the constant
  /// that stands for them (Constant::external).
  std::vector<FunctionEntry *> hostFunctions;

  /// A symbol that is not used in the module yet.
  std::string uniqueSymbol(llvm::StringRef wanted);

  /// Nesting of compile() calls, to bound recursion.
  unsigned compileDepth = 0;

private:
  mlir::MLIRContext &context;
  TypeContext types;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<std::unique_ptr<Meaning>> meanings;
  std::vector<std::unique_ptr<Scope>> scopes;
  llvm::StringMap<Scope *> libraries;
  SourceFinder finder;
  /// Modules of the program in the order they were read, null where there is
  /// none, and the first errors of those that are wrong.
  llvm::MapVector<std::string, Scope *, llvm::StringMap<unsigned>> modules;
  llvm::StringMap<std::string> unreadable;
  std::deque<FunctionEntry> functions;
  std::deque<ClassEntry> classes;
  llvm::DenseMap<const Type *, ClassEntry *> classesByType;
  llvm::StringMap<std::string> sources;
  std::vector<std::shared_ptr<const SourceFile>> texts;
  llvm::StringMap<Meaning *> builtins;
  llvm::StringMap<Meaning *> namespaces;
  llvm::StringMap<bool> symbols;
};

/// A function of the program or the library.
class FunctionMeaning : public Meaning {
public:
  explicit FunctionMeaning(FunctionEntry *entry)
      : Meaning(MeaningKind::Function), entry(entry) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::Function;
  }
  std::string describe() const override { return "function"; }
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;

  FunctionEntry *const entry;
};

/// A function declared with several signatures (TS-META-008).
class OverloadedFunctionMeaning : public Meaning {
public:
  /// `self` is the object of a method.
  explicit OverloadedFunctionMeaning(llvm::ArrayRef<FunctionEntry *> variants,
                                     TypedValue self = {})
      : Meaning(MeaningKind::OverloadedFunction),
        variants(variants.begin(), variants.end()), self(self) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::OverloadedFunction;
  }
  std::string describe() const override { return "function"; }
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;

  /// In the order of their declarations.
  const std::vector<FunctionEntry *> variants;
  const TypedValue self;
};

/// A method with its object.
class MethodMeaning : public Meaning {
public:
  MethodMeaning(FunctionEntry *entry, TypedValue self)
      : Meaning(MeaningKind::Method), entry(entry), self(self) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::Method;
  }
  std::string describe() const override { return "method"; }
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;

  FunctionEntry *const entry;
  const TypedValue self;
};

/// A method of a value known only by its interface: dispatched at run time.
class InterfaceMethodMeaning : public Meaning {
public:
  InterfaceMethodMeaning(const FunctionSchema *schema, TypedValue self)
      : Meaning(MeaningKind::InterfaceMethod), schema(schema), self(self) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::InterfaceMethod;
  }
  std::string describe() const override { return "method"; }
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;

  const FunctionSchema *const schema;
  const TypedValue self;
};

/// A Python module such as `torch.nn`.
class NamespaceMeaning : public Meaning {
public:
  NamespaceMeaning(Compilation &unit, llvm::StringRef name)
      : Meaning(MeaningKind::Namespace), unit(unit), name(name) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::Namespace;
  }
  std::string describe() const override {
    return "python value of type 'module'";
  }
  TypedValue asValue(FunctionEmitter &emitter, SourceRange range) override;
  Meaning *attribute(FunctionEmitter &emitter, SourceRange range,
                     llvm::StringRef member) override;

  Compilation &unit;
  const std::string name;
};

/// A script class, called to make an instance.
class ClassMeaning : public Meaning {
public:
  explicit ClassMeaning(ClassEntry *entry)
      : Meaning(MeaningKind::Class), entry(entry) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::Class;
  }
  std::string describe() const override { return "Python type"; }
  Meaning *attribute(FunctionEmitter &emitter, SourceRange range,
                     llvm::StringRef name) override;
  std::optional<bool> hasAttribute(FunctionEmitter &emitter, SourceRange range,
                                   llvm::StringRef name) override;
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;

  ClassEntry *const entry;
};

/// A NamedTuple class, called to make a tuple.
class NamedTupleMeaning : public Meaning {
public:
  explicit NamedTupleMeaning(const NamedTupleType *type, bool isTyped = true)
      : Meaning(MeaningKind::NamedTupleClass), type(type), isTyped(isTyped) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::NamedTupleClass;
  }
  std::string describe() const override { return "Python type"; }
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;

  const NamedTupleType *const type;
  /// Whether the class gives its fields types; else all are tensors.
  const bool isTyped;
};

/// An enum class.
class EnumClassMeaning : public Meaning {
public:
  explicit EnumClassMeaning(const EnumType *type)
      : Meaning(MeaningKind::EnumClass), type(type) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::EnumClass;
  }
  std::string describe() const override { return "EnumClass"; }
  Meaning *attribute(FunctionEmitter &emitter, SourceRange range,
                     llvm::StringRef name) override;
  bool asElements(FunctionEmitter &emitter, SourceRange range,
                  llvm::SmallVectorImpl<Meaning *> &elements,
                  std::optional<size_t> wanted) override;
  Meaning *iterable(FunctionEmitter &emitter, SourceRange range) override;

  const EnumType *const type;
};

/// An exception class, raised or called.
class ExceptionClassMeaning : public Meaning {
public:
  explicit ExceptionClassMeaning(llvm::StringRef qualifiedName)
      : Meaning(MeaningKind::ExceptionClass), qualifiedName(qualifiedName) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::ExceptionClass;
  }
  std::string describe() const override { return "exception"; }
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;

  /// For example `builtins.ValueError`.
  const std::string qualifiedName;
};

/// An exception instance: its class and message.
class ExceptionMeaning : public Meaning {
public:
  ExceptionMeaning(llvm::StringRef qualifiedName, TypedValue message)
      : Meaning(MeaningKind::Exception), qualifiedName(qualifiedName),
        message(message) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::Exception;
  }
  std::string describe() const override { return "exception"; }

  const std::string qualifiedName;
  const TypedValue message;
};

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_LANGUAGE_COMPILATION_H
