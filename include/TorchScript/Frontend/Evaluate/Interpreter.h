//===- Interpreter.h - What programs do with values -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of Python on values: calls, attributes, operators, iteration.
// An exception of the program is a C++ exception, `Raised`, inside this room;
// what ends a program is `Halted`. Evaluator.h, the entrance, lets neither out.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_EVALUATE_INTERPRETER_H
#define TORCHSCRIPT_FRONTEND_EVALUATE_INTERPRETER_H

#include "TorchScript/Frontend/Evaluate/Objects.h"
#include "TorchScript/Frontend/Syntax/Expr.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

#include <deque>
#include <optional>

namespace torchscript {
class SyntaxTree;
class DiagnosticSink;
} // namespace torchscript

namespace torchscript::evaluate {

struct EvaluatorOptions;

/// An exception of the program on its way.
struct Raised {
  Value exception;
};

/// The end of a program that nothing of it can stop: a limit, or a construct
/// that the evaluator does not know.
struct Halted {
  std::string message;
  torchscript::SourceRange range;
};

/// The arguments of a call: positional ones, then one for each name.
struct Arguments {
  llvm::ArrayRef<Value> positional;
  llvm::ArrayRef<Value> names; ///< strings
  llvm::ArrayRef<Value> named;
  Arguments() = default;
  Arguments(llvm::ArrayRef<Value> positional) : positional(positional) {}
  Arguments(llvm::ArrayRef<Value> positional, llvm::ArrayRef<Value> names,
            llvm::ArrayRef<Value> named)
      : positional(positional), names(names), named(named) {}
};

/// The built-in classes.
struct BuiltinTypes {
#define TS_EVALUATE_TYPE(field, name) TypeObject *field = nullptr;
#include "TorchScript/Frontend/Evaluate/BuiltinTypes.def"
};

/// Which operator of a comparison is asked for, by its dunder methods.
using Comparison = torchscript::CompareOperator;
using Operation = torchscript::BinaryOperator;

class Interpreter {
public:
  explicit Interpreter(const EvaluatorOptions &options);
  ~Interpreter();
  Interpreter(const Interpreter &) = delete;

  BuiltinTypes types;
  const EvaluatorOptions &options;

  //===--------------------------------------------------------------------===//
  // Making values
  //===--------------------------------------------------------------------===//
  Value makeInt(int64_t value);
  Value makeBig(const mpz_t value);
  Value makeUnsigned(uint64_t value);
  Value makeFloat(double value);
  Value makeComplex(double real, double imaginary);
  Value makeStr(std::string text);
  Value makeStr(const llvm::Twine &text) { return makeStr(text.str()); }
  Value makeStr(const char *text) { return makeStr(std::string(text)); }
  Value makeBytes(std::string data);
  /// The one string object of a text; names of attributes and variables.
  StrObject *intern(llvm::StringRef text);
  Value makeList(ValueVector items = {});
  Value makeTuple(ValueVector items = {});
  Value makeDict();
  Value makeSet(bool frozen = false);
  Value makeSlice(Value start, Value stop, Value step);
  Value makeRange(int64_t start, int64_t stop, int64_t step);
  Value makeFunction(std::string name, HostFunctionObject::Body body);
  Value makeModule(std::string name);

  //===--------------------------------------------------------------------===//
  // Errors and bounds
  //===--------------------------------------------------------------------===//
  /// Raises an exception with a message.
  [[noreturn]] void raise(TypeObject *type, const llvm::Twine &message);
  [[noreturn]] void raiseValue(Value exception);
  [[noreturn]] void raiseTypeError(const llvm::Twine &message);
  [[noreturn]] void raiseValueError(const llvm::Twine &message);
  [[noreturn]] void raiseKeyError(const Value &key);
  [[noreturn]] void raiseAttributeError(const Value &object,
                                        llvm::StringRef name);
  /// Ends the program: it needs what the evaluator does not have.
  [[noreturn]] void halt(const llvm::Twine &message);
  Value makeException(TypeObject *type, const llvm::Twine &message);
  bool isException(const Value &exception, const TypeObject *type);
  /// Counts a step of a native loop.
  void step() {
    if (--budget < 0)
      checkLimits();
  }
  /// Raises MemoryError when `bytes` more do not fit.
  void reserve(size_t bytes);
  /// `count * size`, checked like reserve.
  void reserve(size_t count, size_t size);

  //===--------------------------------------------------------------------===//
  // Classes and attributes
  //===--------------------------------------------------------------------===//
  TypeObject *typeOf(const Value &value);
  /// The name of a value's class.
  std::string typeName(const Value &value) { return typeOf(value)->name; }
  bool isInstance(const Value &value, const TypeObject *type) {
    return typeOf(value)->isSubclassOf(type);
  }
  /// All classes there are.
  llvm::ArrayRef<Value> getTypes() const { return allTypes; }
  /// Looks a name up in a class and those it is derived from; null when none
  /// has it. The pointer is valid until a class changes.
  Value *lookUp(TypeObject *type, StrObject *name);
  Value *lookUp(TypeObject *type, llvm::StringRef name);
  /// The method of a special name, bound to a value; empty when its class has
  /// none.
  Value findSpecial(const Value &object, StrObject *name);
  Value getAttr(const Value &object, StrObject *name);
  Value getAttr(const Value &object, llvm::StringRef name);
  /// Empty when there is none (AttributeError).
  Value findAttr(const Value &object, StrObject *name);
  Value findAttr(const Value &object, llvm::StringRef name);
  void setAttr(const Value &object, StrObject *name, const Value &value);
  void setAttr(const Value &object, llvm::StringRef name, const Value &value);
  void delAttr(const Value &object, StrObject *name);
  /// What `object.__getattribute__` does.
  Value findAttrPlain(const Value &object, StrObject *name);
  void setAttrPlain(const Value &object, StrObject *name, const Value &value);
  /// The dict of an object's own attributes; made on demand, null when it
  /// cannot have any.
  DictObject *getInstanceDict(const Value &object, bool create);
  Value makeType(TypeObject *metaclass, llvm::StringRef name,
                 llvm::ArrayRef<Value> bases, DictObject *members);
  /// `class name(bases, **keywords)` with the members.
  Value buildClass(const Value &body, const Value &name, const Arguments &rest);
  /// Tells the caches that a class changed.
  void typeChanged(TypeObject *type);
  /// An instance of a built-in class or one derived from it.
  Value makeInstance(TypeObject *cls);
  bool isInstanceOfAny(const Value &value, const Value &classes);
  bool isSubclassOfAny(const Value &type, const Value &classes);
  /// Registers a built-in class; `base` null for object.
  TypeObject *addType(llvm::StringRef name, TypeObject *base, Kind layout,
                      bool isBase = true);
  void addMethods(TypeObject *type, llvm::ArrayRef<NativeDefinition> methods);
  void addFunctions(ModuleObject *module,
                    llvm::ArrayRef<NativeDefinition> functions);
  Value makeNative(const NativeDefinition &definition, TypeObject *owner);

  //===--------------------------------------------------------------------===//
  // Calls
  //===--------------------------------------------------------------------===//
  Value call(const Value &callee, const Arguments &arguments);
  Value call(const Value &callee, std::initializer_list<Value> arguments) {
    return call(callee, Arguments(llvm::ArrayRef<Value>(arguments)));
  }
  /// What calling a class does, whatever its metaclass says.
  Value callTypeObject(TypeObject *type, const Arguments &arguments) {
    return callType(type, arguments);
  }
  Value callMethod(const Value &object, llvm::StringRef name,
                   std::initializer_list<Value> arguments = {});
  bool isCallable(const Value &value);

  //===--------------------------------------------------------------------===//
  // Operators
  //===--------------------------------------------------------------------===//
  Value binary(Operation op, const Value &lhs, const Value &rhs);
  Value inPlace(Operation op, const Value &lhs, const Value &rhs);
  /// What built-in classes make of it; NotImplemented when they do not know.
  Value binaryPlain(Operation op, const Value &lhs, const Value &rhs);
  Value unary(torchscript::UnaryOperator op, const Value &operand);
  Value compare(Comparison op, const Value &lhs, const Value &rhs);
  Value comparePlain(Comparison op, const Value &lhs, const Value &rhs);
  bool isEqual(const Value &lhs, const Value &rhs);
  bool isLess(const Value &lhs, const Value &rhs);
  bool contains(const Value &container, const Value &item);
  bool containsPlain(const Value &container, const Value &item);
  bool isTrue(const Value &value);
  uint64_t hash(const Value &value);
  uint64_t hashPlain(const Value &value);
  size_t length(const Value &value);
  /// The length of a built-in object; nothing for others.
  std::optional<size_t> lengthPlain(const Value &value);
  std::string repr(const Value &value);
  std::string reprPlain(const Value &value);
  std::string str(const Value &value);
  std::string format(const Value &value, llvm::StringRef spec);
  Value pow(const Value &base, const Value &exponent, const Value &modulus);

  //===--------------------------------------------------------------------===//
  // Items and iteration
  //===--------------------------------------------------------------------===//
  Value getItem(const Value &object, const Value &key);
  Value getItemPlain(const Value &object, const Value &key);
  void setItem(const Value &object, const Value &key, const Value &value);
  void setItemPlain(const Value &object, const Value &key, const Value &value);
  void delItem(const Value &object, const Value &key);
  void delItemPlain(const Value &object, const Value &key);
  Value iterate(const Value &object);
  Value iteratePlain(const Value &object);
  /// The next value of an iterator; empty at its end.
  Value next(const Value &iterator);
  /// All values of an iterable.
  ValueVector unpack(const Value &iterable);
  /// Calls `visit` for each value until it answers false.
  template <typename Visit>
  void forEach(const Value &iterable, Visit visit) {
    Value iterator = iterate(iterable);
    while (Value item = next(iterator))
      if (!visit(item))
        return;
  }
  void dictSet(const Value &dict, const Value &key, Value value);
  Value *dictFind(const Value &dict, const Value &key);
  /// Adds the pairs of a mapping or an iterable of pairs.
  void dictUpdate(const Value &dict, const Value &source);
  bool setAdd(const Value &set, const Value &key);

  //===--------------------------------------------------------------------===//
  // Conversions
  //===--------------------------------------------------------------------===//
  bool isInt(const Value &value) {
    return value.isSmall() || value.isBool() || value.is(Kind::Int);
  }
  /// The machine integer of an int; nothing when it is none or too large.
  std::optional<int64_t> asInt64(const Value &value);
  /// An index: an int, or what has `__index__`; raises otherwise.
  int64_t toIndex(const Value &value);
  /// toIndex(), with the ends of the range for what lies beyond.
  int64_t toIndexClamped(const Value &value);
  /// The float of a number, or of what has `__float__`.
  double toFloat(const Value &value);
  std::optional<double> asFloat(const Value &value);
  llvm::StringRef toStr(const Value &value, const char *what);
  /// Start, stop and step of a slice for a length; the number of items.
  int64_t sliceIndices(const SliceObject *slice, int64_t length, int64_t &start,
                       int64_t &stop, int64_t &step);

  //===--------------------------------------------------------------------===//
  // Modules and programs
  //===--------------------------------------------------------------------===//
  /// The module of a name, imported when it was not; raises
  /// ModuleNotFoundError.
  Value importModule(llvm::StringRef name);
  /// `from module import name`.
  Value importFrom(const Value &module, StrObject *name);
  /// Runs the statements of a file as the module of a name.
  Value runModule(const SyntaxTree &tree, ModuleObject *module);
  void addModule(llvm::StringRef name, const Value &module);
  /// A module that was imported; empty otherwise.
  Value findModule(llvm::StringRef name);
  Value builtins;
  void write(llvm::StringRef text);

  /// Where the program is, for messages.
  torchscript::SourceRange getPlace() const;
  /// The traceback and the message of an exception, as Python prints it.
  std::string describe(const Value &exception);
  /// The globals of the function that runs.
  DictObject *currentGlobals();
  Frame *currentFrame() const { return frame; }
  /// The dict of the names that the running frame knows.
  Value currentLocals();
  Value handled; ///< the exception that is being handled
  /// Whether functions of torch ask the classes of their arguments: from the
  /// first class with `__torch_function__` on.
  bool asksOverrides = false;

  // For Frame.cpp.
  Value execute(Frame &frame);
  Value resume(struct GeneratorObject *generator, Value sent, Value thrown);
  Value callFunction(FunctionObject *function, const Arguments &arguments);
  Value loadBuiltin(StrObject *name);

private:
  friend struct Frame;
  friend class DepthGuard;
  void addTypes();
  void checkLimits();
  [[noreturn]] void failRecursion();
  Value callNative(NativeObject *native, const Value *self,
                   const Arguments &arguments);
  Value callType(TypeObject *type, const Arguments &arguments);
  Value callHere(const Value &callee, const Arguments &arguments);
  Value loadModule(llvm::StringRef name);
  Value loadText(llvm::StringRef name, llvm::StringRef fileName,
                 llvm::StringRef text, bool isPackage);
  Value findNamespace(llvm::StringRef name);
  Value binaryDispatch(Operation op, const Value &lhs, const Value &rhs);
  Value compareDispatch(Comparison op, const Value &lhs, const Value &rhs);

public:
  Heap heap;

private:
  llvm::StringMap<Value> interned;
  Frame *frame = nullptr;
  unsigned depth = 0;
  int64_t budget = 0;
  uint64_t steps = 0;
  size_t nextCollection;
  std::unique_ptr<Value[]> stack;
  size_t stackUsed = 0;
  struct CacheEntry {
    TypeObject *type = nullptr;
    StrObject *name = nullptr;
    uint64_t version = 0;
    Value *found = nullptr;
  };
  std::vector<CacheEntry> cache;
  uint64_t typeVersion = 1;
  std::vector<Value> allTypes;
  /// What lives as long as the evaluation: trees, diagnostics, signatures.
  std::vector<std::shared_ptr<void>> kept;

public:
  Value modules; ///< sys.modules
  void keep(std::shared_ptr<void> thing) { kept.push_back(std::move(thing)); }
  /// The strings of names that the interpreter itself looks for.
  struct Names {
#define TS_EVALUATE_NAME(field, text) StrObject *field;
#include "TorchScript/Frontend/Evaluate/Names.def"
  } names;
};

/// Counts nested calls of native code; raises RecursionError.
class DepthGuard {
public:
  explicit DepthGuard(Interpreter &in);
  ~DepthGuard();

private:
  Interpreter &in;
};

} // namespace torchscript::evaluate

#endif // TORCHSCRIPT_FRONTEND_EVALUATE_INTERPRETER_H
