//===- Objects.h - Objects of the evaluator -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layouts of built-in objects. What programs do with them is in
// Interpreter.h.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_EVALUATE_OBJECTS_H
#define TORCHSCRIPT_FRONTEND_EVALUATE_OBJECTS_H

#include "TorchScript/Frontend/Evaluate/Value.h"
#include "TorchScript/Frontend/Syntax/Source.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <gmp.h>

#include <functional>
#include <memory>
#include <string>

namespace torchscript::evaluate {

class Interpreter;
struct CodeObject;
struct Frame;
struct Arguments;

using Visitor = void (*)(const Value &, void *);

//===----------------------------------------------------------------------===//
// Numbers and strings
//===----------------------------------------------------------------------===//

/// An integer that does not fit in a value, or an instance of a subclass.
struct IntObject : Object {
  static constexpr Kind kKind = Kind::Int;
  mpz_t number;
  explicit IntObject(TypeObject *cls) : Object(kKind, cls) { mpz_init(number); }
  ~IntObject() override { mpz_clear(number); }
};

struct FloatObject : Object {
  static constexpr Kind kKind = Kind::Float;
  double number;
  FloatObject(TypeObject *cls, double number)
      : Object(kKind, cls), number(number) {}
};

struct ComplexObject : Object {
  static constexpr Kind kKind = Kind::Complex;
  double real, imaginary;
  ComplexObject(TypeObject *cls, double real, double imaginary)
      : Object(kKind, cls), real(real), imaginary(imaginary) {}
};

/// A string of code points, as UTF-8; a lone surrogate is encoded like others.
struct StrObject : Object {
  static constexpr Kind kKind = Kind::Str;
  std::string text;
  /// Number of code points.
  size_t length;
  uint64_t hash = 0; ///< 0 until it is asked for
  bool interned = false;
  StrObject(TypeObject *cls, std::string text);
  ~StrObject() override;
  bool isAscii() const { return length == text.size(); }
  uint64_t getHash();
};

struct BytesObject : Object {
  static constexpr Kind kKind = Kind::Bytes;
  std::string data;
  BytesObject(TypeObject *cls, std::string data)
      : Object(kKind, cls), data(std::move(data)) {}
};

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

struct ListObject : Container {
  static constexpr Kind kKind = Kind::List;
  ValueVector items;
  explicit ListObject(TypeObject *cls) : Container(kKind, cls) {}
  void traverse(Visitor visit, void *data) override;
  void clear() override;
};

struct TupleObject : Container {
  static constexpr Kind kKind = Kind::Tuple;
  ValueVector items;
  explicit TupleObject(TypeObject *cls) : Container(kKind, cls) {}
  void traverse(Visitor visit, void *data) override;
  void clear() override;
};

/// A hash table that keeps the order in which keys came.
struct DictObject : Container {
  static constexpr Kind kKind = Kind::Dict;
  struct Entry {
    uint64_t hash;
    Value key; ///< empty when deleted
    Value value;
  };
  std::vector<Entry, CountedAllocator<Entry>> entries;
  /// Positions in `entries`, by hash; -1 is free, -2 was deleted.
  std::vector<int32_t, CountedAllocator<int32_t>> index;
  size_t used = 0;
  /// Changes whenever keys come or go.
  uint64_t version = 0;

  explicit DictObject(TypeObject *cls) : Container(kKind, cls) {}
  void traverse(Visitor visit, void *data) override;
  void clear() override;

  /// The value of a string key, or null; no code of the program runs.
  Value *find(StrObject *key);
  Value *find(llvm::StringRef key);
  /// The value of any key, or null. May run `__eq__` of the program.
  Value *find(Interpreter &in, const Value &key, uint64_t hash);
  void set(StrObject *key, Value value);
  void set(Interpreter &in, const Value &key, uint64_t hash, Value value);
  /// The value that went; empty when there was none.
  Value remove(StrObject *key);
  Value remove(Interpreter &in, const Value &key, uint64_t hash);

private:
  int64_t findEntry(Interpreter *in, const Value &key, uint64_t hash,
                    size_t *slot);
  void append(const Value &key, uint64_t hash, Value value);
  Value removeAt(int64_t position, size_t slot);
  void rebuild(size_t capacity);
};

/// A set; its order is that of CPython's table.
struct SetObject : Container {
  static constexpr Kind kKind = Kind::Set;
  struct Entry {
    uint64_t hash = 0;
    Value key;
    bool deleted = false;
  };
  std::vector<Entry, CountedAllocator<Entry>> table;
  size_t used = 0, filled = 0;
  uint64_t version = 0;
  SetObject(TypeObject *cls, bool isFrozen);
  void traverse(Visitor visit, void *data) override;
  void clear() override;
  bool contains(Interpreter &in, const Value &key, uint64_t hash);
  /// False when it was there.
  bool add(Interpreter &in, const Value &key, uint64_t hash);
  /// False when it was not there.
  bool remove(Interpreter &in, const Value &key, uint64_t hash);
  /// A table for `count` keys without growing.
  void reserve(size_t count);

private:
  Entry *find(Interpreter &in, const Value &key, uint64_t hash);
  void grow(size_t atLeast);
  void insertClean(uint64_t hash, Value key);
};

struct SliceObject : Object {
  static constexpr Kind kKind = Kind::Slice;
  Value start, stop, step;
  SliceObject(TypeObject *cls, Value start, Value stop, Value step)
      : Object(kKind, cls), start(std::move(start)), stop(std::move(stop)),
        step(std::move(step)) {}
};

/// A range of machine integers.
struct RangeObject : Object {
  static constexpr Kind kKind = Kind::Range;
  int64_t start, stop, step;
  RangeObject(TypeObject *cls, int64_t start, int64_t stop, int64_t step)
      : Object(kKind, cls), start(start), stop(stop), step(step) {}
  int64_t getLength() const;
};

/// The keys, values or items of a dict.
struct ViewObject : Object {
  static constexpr Kind kKind = Kind::View;
  enum Part { Keys, Values, Items } part;
  Value dict;
  ViewObject(TypeObject *cls, Part part, Value dict)
      : Object(kKind, cls), part(part), dict(std::move(dict)) {}
};

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

struct CellObject : Container {
  static constexpr Kind kKind = Kind::Cell;
  Value value;
  explicit CellObject(TypeObject *cls) : Container(kKind, cls) {}
  void traverse(Visitor visit, void *data) override { visit(value, data); }
  void clear() override { value = Value(); }
};

struct FunctionObject : Container {
  static constexpr Kind kKind = Kind::Function;
  Value code, globals, name, qualifiedName, module, doc;
  /// Of the last positional parameters; in order.
  ValueVector defaults;
  /// By name, of keyword-only parameters; empty for none.
  Value keywordDefaults;
  ValueVector closure;
  /// A dict; empty until there are annotations.
  Value annotations;
  explicit FunctionObject(TypeObject *cls) : Container(kKind, cls) {}
  void traverse(Visitor visit, void *data) override;
  void clear() override;
};

/// The arguments of a native function after they were bound: one value for each
/// parameter, empty when it is optional and missing.
struct Bound {
  Value *values;
  /// What `*` and `**` of the signature gathered.
  llvm::ArrayRef<Value> rest;
  Value keywords;
  Value &operator[](size_t i) { return values[i]; }
  bool has(size_t i) const { return bool(values[i]); }
};
using NativeFunction = Value (*)(Interpreter &in, Bound &arguments);

/// One built-in function or method. The signature is a list of parameter names;
/// `a?` may be missing, `/` and `*` as in Python, `*name` and `**name` gather.
struct NativeDefinition {
  const char *name;
  const char *signature;
  NativeFunction function;
};

/// A signature after it was read.
struct NativeSignature {
  struct Parameter {
    llvm::StringRef name;
    bool isOptional = false;
  };
  std::vector<Parameter> parameters;
  size_t numPositional = 0; ///< that may be given by position
  size_t numPositionalOnly = 0;
  bool gathersPositional = false, gathersKeywords = false;
};

struct NativeObject : Object {
  static constexpr Kind kKind = Kind::Native;
  const NativeDefinition *definition;
  NativeSignature signature;
  /// The class it is a method of; null for a function.
  TypeObject *owner = nullptr;
  /// The first argument of a function that is bound to something.
  Value self;
  /// The name of the module it is a member of; empty for methods.
  std::string module;
  NativeObject(TypeObject *cls, const NativeDefinition *definition);
};

struct BoundMethodObject : Container {
  static constexpr Kind kKind = Kind::BoundMethod;
  Value function, self;
  BoundMethodObject(TypeObject *cls, Value function, Value self)
      : Container(kKind, cls), function(std::move(function)),
        self(std::move(self)) {}
  void traverse(Visitor visit, void *data) override;
  void clear() override;
};

//===----------------------------------------------------------------------===//
// Classes and instances
//===----------------------------------------------------------------------===//

struct TypeObject : Container {
  static constexpr Kind kKind = Kind::Type;
  std::string name;
  Value qualifiedName;
  /// Classes it names as bases, and all in order of lookup, itself first.
  ValueVector bases, order;
  /// The function that is the body of its `class` statement, with the names it
  /// knows; empty for classes made in another way.
  Value body;
  /// What its instances are laid out as.
  Kind layout = Kind::Instance;
  /// True for classes that the program made.
  bool isHeap = false;
  /// Whether a program may derive from it.
  bool isBase = true;
  bool hasInstanceDict = true;
  /// Names of `__slots__`; instances then have no others.
  bool hasSlots = false;
  /// True when it, or a class it is derived from, has the method.
  bool hasGetAttribute = false, hasGetAttr = false, hasSetAttr = false,
       hasDelAttr = false;
  bool isMetaclass = false;
  DictObject *getDict() const { return attrs; }
  TypeObject(TypeObject *metaclass, std::string name)
      : Container(kKind, metaclass), name(std::move(name)) {}
  void traverse(Visitor visit, void *data) override;
  void clear() override;
  bool isSubclassOf(const TypeObject *base) const;
};

struct InstanceObject : Container {
  static constexpr Kind kKind = Kind::Instance;
  explicit InstanceObject(TypeObject *cls) : Container(kKind, cls) {}
  void traverse(Visitor visit, void *data) override;
  void clear() override;
};

/// Where an exception passed a frame.
struct TraceEntry {
  Value code;
  torchscript::SourceRange range;
};

struct ExceptionObject : Container {
  static constexpr Kind kKind = Kind::Exception;
  Value arguments; ///< a tuple
  Value cause, context;
  bool suppressContext = false;
  std::vector<TraceEntry> trace;
  /// The value of StopIteration and SystemExit.
  Value getValue() const;
  explicit ExceptionObject(TypeObject *cls) : Container(kKind, cls) {}
  void traverse(Visitor visit, void *data) override;
  void clear() override;
};

struct ModuleObject : Container {
  static constexpr Kind kKind = Kind::Module;
  std::string name;
  /// Finds what the module's dict lacks; may be null.
  std::function<Value(Interpreter &, llvm::StringRef)> findMore;
  ModuleObject(TypeObject *cls, std::string name)
      : Container(kKind, cls), name(std::move(name)) {}
  void traverse(Visitor visit, void *data) override;
  void clear() override;
};

struct PropertyObject : Container {
  static constexpr Kind kKind = Kind::Property;
  Value getter, setter, deleter, doc;
  explicit PropertyObject(TypeObject *cls) : Container(kKind, cls) {}
  void traverse(Visitor visit, void *data) override;
  void clear() override;
};

/// A static method or class method: which, says the kind.
struct WrapperObject : Container {
  Value function;
  WrapperObject(Kind kind, TypeObject *cls, Value function)
      : Container(kind, cls), function(std::move(function)) {}
  void traverse(Visitor visit, void *data) override { visit(function, data); }
  void clear() override { function = Value(); }
};

struct SuperObject : Object {
  static constexpr Kind kKind = Kind::Super;
  /// The class behind which the search begins, the object, and its class.
  Value start, self, selfType;
  explicit SuperObject(TypeObject *cls) : Object(kKind, cls) {}
};

//===----------------------------------------------------------------------===//
// Iterators
//===----------------------------------------------------------------------===//

/// A built-in iterator.
struct IteratorObject : Container {
  static constexpr Kind kKind = Kind::Iterator;
  explicit IteratorObject(TypeObject *cls) : Container(kKind, cls) {}
  /// The next value; empty at the end.
  virtual Value next(Interpreter &in) = 0;
};

/// A value of the host: a tensor, a dtype, a compiled function.
struct HostObject : Object {
  static constexpr Kind kKind = Kind::Host;
  explicit HostObject(TypeObject *cls) : Object(kKind, cls) {}
  /// Calls it. Raises TypeError unless a class overrides it.
  virtual Value call(Interpreter &in, const Arguments &arguments);
  /// What `callable` says where its class does not.
  virtual bool isCallable() const { return false; }
  /// An attribute that its class does not have; empty for none.
  virtual Value getAttr(Interpreter &in, llvm::StringRef name);
  /// Assigns an attribute; false when it has none of that name.
  virtual bool setAttr(Interpreter &in, llvm::StringRef name,
                       const Value &value);
  /// What `repr` shows; empty for the text that all objects have.
  virtual std::string repr(Interpreter &in);
};

/// A function of the host that is made while a program runs.
struct HostFunctionObject : HostObject {
  using Body = std::function<Value(Interpreter &, const Arguments &)>;
  std::string name;
  /// The module it is a member of; empty when it is none.
  std::string module;
  Body body;
  HostFunctionObject(TypeObject *cls, std::string name, Body body)
      : HostObject(cls), name(std::move(name)), body(std::move(body)) {}
  Value call(Interpreter &in, const Arguments &arguments) override;
  bool isCallable() const override { return true; }
};

} // namespace torchscript::evaluate

#endif // TORCHSCRIPT_FRONTEND_EVALUATE_OBJECTS_H
