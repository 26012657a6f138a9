//===- Type.h - Static types of the TorchScript front end -------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The static types of TorchScript as the front end sees them: immutable,
// uniqued in a TypeContext, independent of MLIR.
//
// Structural types without user-defined parts are uniqued once per process, so
// that operator schemas and all compilations share them; types that mention a
// class, interface, enum or named tuple live in the TypeContext of their
// compilation. Either way two equal types have the same address.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_BASE_TYPES_TYPE_H
#define TORCHSCRIPT_BASE_TYPES_TYPE_H

#include "TorchScript/Base/Types/Constant.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Casting.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace torchscript {

class TypeContext;
struct FunctionSchema;

/// The kinds of types. The order is the order in which the members of a union
/// are printed (TS-TYPE-017).
enum class TypeKind {
  Any,
  Enum,
  AnyEnum,
  Tensor,
  Storage,
  Tuple,      ///< also named tuples, see NamedTupleType
  NamedTuple, ///< a tuple with a name and field names
  List,
  Dict,
  Number, ///< Scalar: int, float or complex
  Float,
  Complex,
  Future,
  Await,
  RRef,
  Int,
  None,
  String,
  Generator,
  Quantizer,
  Bool,
  Optional,
  Variable, ///< a type variable of an operator schema, such as `t`
  Device,
  Stream,
  Function, ///< the type of a function name; functions are not first class
  Class,    ///< script class or nn.Module
  PyObject,
  Capsule, ///< an opaque object bound by a native library (torchbind)
  Interface,
  QScheme,
  ScalarType,   ///< spelling only: a `ScalarType` formal has type int
  Layout,       ///< spelling only: a `Layout` formal has type int
  MemoryFormat, ///< spelling only: a `MemoryFormat` formal has type int
  AnyList,      ///< bare `list`
  AnyTuple,     ///< bare `tuple`
  AnyClass,
  SymInt, ///< spelling only: a `SymInt` formal has type int
  Union,
};

/// A static type. Compare with `==` on pointers.
class Type {
public:
  virtual ~Type();
  Type(const Type &) = delete;
  Type &operator=(const Type &) = delete;

  TypeKind getKind() const { return kind; }

  /// The types this one is built from: the elements of a tuple, the members of
  /// a union, key and value of a dict. Empty for leaves and nominal types.
  llvm::ArrayRef<const Type *> getContained() const { return contained; }

  /// Whether a type variable occurs in the type.
  bool containsTypeVariable() const { return hasVariable; }
  /// Whether a class, interface, enum or named tuple occurs in the type; such
  /// a type belongs to one TypeContext.
  bool containsNominal() const { return hasNominal; }

  /// The spelling of messages: that of annotations, but `Enum<__torch__.E>`.
  std::string spelling() const;
  /// The spelling of annotations and type tags: `List[int]`, `Optional[int]`,
  /// `Dict[str, Tensor]`, `number`, `__torch__.C`, `NoneType`.
  std::string annotationSpelling() const;
  /// The spelling of schemas (TS-CALL-024): `int[]`, `int?`, `Dict(str, int)`,
  /// `Scalar`, `(int, str)`.
  std::string schemaSpelling() const;

  bool is(TypeKind k) const { return kind == k; }
  bool isAny() const { return is(TypeKind::Any); }
  bool isInt() const { return is(TypeKind::Int); }
  bool isFloat() const { return is(TypeKind::Float); }
  bool isComplex() const { return is(TypeKind::Complex); }
  bool isBool() const { return is(TypeKind::Bool); }
  bool isString() const { return is(TypeKind::String); }
  bool isNone() const { return is(TypeKind::None); }
  bool isNumber() const { return is(TypeKind::Number); }
  bool isTensor() const { return is(TypeKind::Tensor); }
  bool isDevice() const { return is(TypeKind::Device); }
  /// int, float, complex or number.
  bool isNumeric() const {
    return isInt() || isFloat() || isComplex() || isNumber();
  }

protected:
  Type(TypeKind kind, llvm::ArrayRef<const Type *> contained);

  TypeKind kind;
  bool hasVariable = false;
  bool hasNominal = false;
  std::vector<const Type *> contained;

  friend class TypeContext;
};

/// `List[T]`.
class ListType : public Type {
public:
  const Type *getElement() const { return contained[0]; }
  static bool classof(const Type *t) { return t->is(TypeKind::List); }

private:
  using Type::Type;
  friend class TypeContext;
};

/// `Dict[K, V]`.
class DictType : public Type {
public:
  const Type *getKey() const { return contained[0]; }
  const Type *getValue() const { return contained[1]; }
  static bool classof(const Type *t) { return t->is(TypeKind::Dict); }

private:
  using Type::Type;
  friend class TypeContext;
};

/// `Tuple[T...]`; the base of named tuples.
class TupleType : public Type {
public:
  llvm::ArrayRef<const Type *> getElements() const { return contained; }
  size_t size() const { return contained.size(); }
  static bool classof(const Type *t) {
    return t->is(TypeKind::Tuple) || t->is(TypeKind::NamedTuple);
  }

protected:
  using Type::Type;
  friend class TypeContext;
};

/// A named tuple: uniqued by name, field names and field types.
class NamedTupleType : public TupleType {
public:
  /// The qualified name, such as `__torch__.Point`; empty for the result tuple
  /// of an operator.
  llvm::StringRef getName() const { return name; }
  /// The part of the name after the last dot.
  llvm::StringRef getShortName() const;
  llvm::ArrayRef<std::string> getFieldNames() const { return fields; }
  /// The position of field `field`, or -1.
  int getFieldIndex(llvm::StringRef field) const;
  /// Default values of the last fields, at most one for each field.
  llvm::ArrayRef<Constant> getDefaults() const { return defaults; }
  static bool classof(const Type *t) { return t->is(TypeKind::NamedTuple); }

private:
  NamedTupleType(llvm::StringRef name, llvm::ArrayRef<std::string> fields,
                 llvm::ArrayRef<const Type *> types,
                 llvm::ArrayRef<Constant> defaults);
  std::string name;
  std::vector<std::string> fields;
  std::vector<Constant> defaults;
  friend class TypeContext;
};

/// `Optional[T]`. T is never None, an Optional or a Union with None: those are
/// canonicalised (TS-TYPE-016). `Optional[Any]` exists. `Optional[Union[int,
/// str]]` comes from unification (TS-SUB-012) and is not `Union[int, str,
/// None]`, though each is a subtype of the other.
class OptionalType : public Type {
public:
  const Type *getElement() const { return contained[0]; }
  static bool classof(const Type *t) { return t->is(TypeKind::Optional); }

private:
  using Type::Type;
  friend class TypeContext;
};

/// `Union[...]`: at least two members, none a subtype of another, sorted in the
/// canonical order, never just {T, None} or {int, float, complex}.
class UnionType : public Type {
public:
  llvm::ArrayRef<const Type *> getMembers() const { return contained; }
  /// Whether `None` is a member.
  bool hasNone() const;
  static bool classof(const Type *t) { return t->is(TypeKind::Union); }

private:
  using Type::Type;
  friend class TypeContext;
};

/// `Future[T]`, `Await[T]` or `RRef[T]`.
class WrapperType : public Type {
public:
  const Type *getElement() const { return contained[0]; }
  static bool classof(const Type *t) {
    return t->is(TypeKind::Future) || t->is(TypeKind::Await) ||
           t->is(TypeKind::RRef);
  }

private:
  using Type::Type;
  friend class TypeContext;
};

/// A type variable of an operator schema.
class VariableType : public Type {
public:
  llvm::StringRef getName() const { return name; }
  static bool classof(const Type *t) { return t->is(TypeKind::Variable); }

private:
  explicit VariableType(llvm::StringRef name);
  std::string name;
  friend class TypeContext;
};

/// The base of types identified by a qualified name.
class NominalType : public Type {
public:
  /// For example `__torch__.my_module.C`.
  llvm::StringRef getName() const { return name; }
  /// The part after the last dot.
  llvm::StringRef getShortName() const;
  static bool classof(const Type *t) {
    return t->is(TypeKind::Class) || t->is(TypeKind::Interface) ||
           t->is(TypeKind::Enum) || t->is(TypeKind::Function) ||
           t->is(TypeKind::Capsule);
  }

protected:
  NominalType(TypeKind kind, llvm::StringRef name);
  std::string name;
};

/// A function name used as a value; the payload is the emitter's.
class FunctionType : public NominalType {
public:
  static bool classof(const Type *t) { return t->is(TypeKind::Function); }

private:
  explicit FunctionType(llvm::StringRef name)
      : NominalType(TypeKind::Function, name) {}
  friend class TypeContext;
};

/// A torchbind class, opaque to the compiler.
class CapsuleType : public NominalType {
public:
  static bool classof(const Type *t) { return t->is(TypeKind::Capsule); }

private:
  explicit CapsuleType(llvm::StringRef name)
      : NominalType(TypeKind::Capsule, name) {}
  friend class TypeContext;
};

/// What an attribute of a class is.
enum class AttributeKind {
  Regular,   ///< assigned in `__init__`, mutable
  Parameter, ///< nn.Parameter of a module
  Buffer,    ///< registered buffer of a module
  Constant,  ///< Final or __constants__ of a module, or a class constant
};

/// An attribute of a script class or module.
struct ClassAttribute {
  std::string name;
  const Type *type = nullptr;
  AttributeKind kind = AttributeKind::Regular;
  /// The value of a constant; unset otherwise.
  Constant value;
};

/// A method of a class or interface.
struct ClassMethod {
  std::string name;
  /// The signature including `self`; null until it is known. Owned by whoever
  /// defined the method and alive as long as the type.
  const FunctionSchema *schema = nullptr;
  bool isStatic = false;
};

/// A property of a class: names of its getter and setter methods.
struct ClassProperty {
  std::string name;
  std::string getter;
  std::string setter; ///< empty for a read-only property
  const Type *type = nullptr;
};

/// A script class or the type of an nn.Module instance. The identity and name
/// are fixed, the content grows while the class is being compiled.
class ClassType : public NominalType {
public:
  bool isModule() const { return module; }

  llvm::ArrayRef<ClassAttribute> getAttributes() const { return attributes; }
  llvm::ArrayRef<ClassMethod> getMethods() const { return methods; }
  llvm::ArrayRef<ClassProperty> getProperties() const { return properties; }

  /// The named member, or null.
  const ClassAttribute *findAttribute(llvm::StringRef name) const;
  const ClassMethod *findMethod(llvm::StringRef name) const;
  const ClassProperty *findProperty(llvm::StringRef name) const;
  /// The position of attribute `name`, or -1.
  int getAttributeIndex(llvm::StringRef name) const;

  /// Appends a member, or replaces the one of the same name.
  void addAttribute(ClassAttribute attribute);
  void addMethod(ClassMethod method);
  void addProperty(ClassProperty property);

  static bool classof(const Type *t) { return t->is(TypeKind::Class); }

private:
  ClassType(llvm::StringRef name, bool module)
      : NominalType(TypeKind::Class, name), module(module) {}
  bool module;
  std::vector<ClassAttribute> attributes;
  std::vector<ClassMethod> methods;
  std::vector<ClassProperty> properties;
  friend class TypeContext;
};

/// A class or module interface.
class InterfaceType : public NominalType {
public:
  bool isModule() const { return module; }
  llvm::ArrayRef<ClassMethod> getMethods() const { return methods; }
  const ClassMethod *findMethod(llvm::StringRef name) const;
  void addMethod(ClassMethod method);
  static bool classof(const Type *t) { return t->is(TypeKind::Interface); }

private:
  InterfaceType(llvm::StringRef name, bool module)
      : NominalType(TypeKind::Interface, name), module(module) {}
  bool module;
  std::vector<ClassMethod> methods;
  friend class TypeContext;
};

/// A member of an enum.
struct EnumMember {
  std::string name;
  Constant value;
};

/// An enum: all values have the type getValueType().
class EnumType : public NominalType {
public:
  /// int, float or str.
  const Type *getValueType() const { return valueType; }
  llvm::ArrayRef<EnumMember> getMembers() const { return members; }
  /// The position of the member, or -1.
  int getMemberIndex(llvm::StringRef name) const;
  static bool classof(const Type *t) { return t->is(TypeKind::Enum); }

private:
  EnumType(llvm::StringRef name, const Type *valueType,
           llvm::ArrayRef<EnumMember> members)
      : NominalType(TypeKind::Enum, name), valueType(valueType),
        members(members.begin(), members.end()) {}
  const Type *valueType;
  std::vector<EnumMember> members;
  friend class TypeContext;
};

/// Owns and uniques types. Types without nominal parts come from a table shared
/// by the process (guarded by a lock); the others from this context, which must
/// outlive them. A context is used by one thread at a time.
class TypeContext {
public:
  TypeContext();
  ~TypeContext();
  TypeContext(const TypeContext &) = delete;
  TypeContext &operator=(const TypeContext &) = delete;

  /// A type without parts. `kind` must be a kind that has none.
  static const Type *getLeaf(TypeKind kind);
  static const Type *getAny() { return getLeaf(TypeKind::Any); }
  static const Type *getInt() { return getLeaf(TypeKind::Int); }
  static const Type *getFloat() { return getLeaf(TypeKind::Float); }
  static const Type *getComplex() { return getLeaf(TypeKind::Complex); }
  static const Type *getBool() { return getLeaf(TypeKind::Bool); }
  static const Type *getString() { return getLeaf(TypeKind::String); }
  static const Type *getNone() { return getLeaf(TypeKind::None); }
  static const Type *getNumber() { return getLeaf(TypeKind::Number); }
  static const Type *getTensor() { return getLeaf(TypeKind::Tensor); }
  static const Type *getDevice() { return getLeaf(TypeKind::Device); }

  const ListType *getList(const Type *element);
  const DictType *getDict(const Type *key, const Type *value);
  const TupleType *getTuple(llvm::ArrayRef<const Type *> elements);
  const NamedTupleType *getNamedTuple(llvm::StringRef name,
                                      llvm::ArrayRef<std::string> fields,
                                      llvm::ArrayRef<const Type *> types,
                                      llvm::ArrayRef<Constant> defaults = {});
  /// `Optional[T]` in canonical form: T itself when T already holds None.
  const Type *getOptional(const Type *element);
  /// `Union[...]` in canonical form (TS-TYPE-016, 017, 018), hence perhaps an
  /// Optional, number or a single type. `members` must not be empty.
  const Type *getUnion(llvm::ArrayRef<const Type *> members);
  const WrapperType *getFuture(const Type *element);
  const WrapperType *getAwait(const Type *element);
  const WrapperType *getRRef(const Type *element);
  const VariableType *getVariable(llvm::StringRef name);

  /// The class named `name`, made on first use. Names are unique across the
  /// nominal types of a context.
  ClassType *getOrCreateClass(llvm::StringRef name, bool isModule);
  InterfaceType *getOrCreateInterface(llvm::StringRef name, bool isModule);
  FunctionType *getOrCreateFunction(llvm::StringRef name);
  CapsuleType *getOrCreateCapsule(llvm::StringRef name);
  /// Makes an enum; an existing one of this name is returned unchanged.
  const EnumType *getOrCreateEnum(llvm::StringRef name, const Type *valueType,
                                  llvm::ArrayRef<EnumMember> members);
  /// The class, interface, enum, function or torchbind type of this name.
  NominalType *lookupNominal(llvm::StringRef name) const;

  /// `type` with every part replaced through `map` (called on leaves, nominal
  /// types and variables), rebuilt in canonical form. Null when `map` returns
  /// null for a part.
  const Type *
  substitute(const Type *type,
             llvm::function_ref<const Type *(const Type *leaf)> map);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

//===----------------------------------------------------------------------===//
// Relations
//===----------------------------------------------------------------------===//

/// Whether a value of type `sub` may be used where `super` is expected without
/// conversion (TS-SUB-001 to 009, 016, 017). On failure `why`, when given,
/// receives complete sentences ending in newlines for the cases that deserve an
/// explanation (interfaces); it may stay empty.
bool isSubtypeOf(const Type *sub, const Type *super,
                 std::string *why = nullptr);

/// One type for values that come from two paths (TS-SUB-010, 011, 014, 015), or
/// null. `hint`, when given, is returned for two types that only it joins. With
/// `defaultToUnion` the result of a failure is their Union (TS-SUB-012).
const Type *unify(TypeContext &context, const Type *a, const Type *b,
                  bool defaultToUnion = false, const Type *hint = nullptr);

/// Unifies from left to right. Null on failure or for an empty list, with the
/// reason in `why`.
const Type *unifyAll(TypeContext &context, llvm::ArrayRef<const Type *> types,
                     std::string *why = nullptr, bool defaultToUnion = false,
                     const Type *hint = nullptr);

/// T for `Optional[T]`, else the type itself.
const Type *unwrapOptional(const Type *type);

/// Whether None is a value of the type: None, Optional, a Union with None. Not
/// Any (TS-TYPE-006).
bool canBeNone(const Type *type);

/// What remains of `type` once it is known not to be None: T for Optional[T], a
/// union without None. Null for None itself.
const Type *withoutNone(TypeContext &context, const Type *type);

/// The alternatives of a type: the members of a Union, T and None for an
/// Optional, int, float and complex for number, else the type alone.
llvm::SmallVector<const Type *, 4> getAlternatives(const Type *type);

/// What the runtime can iterate with a static element type: T for List[T], the
/// key for a dict, str for str, Tensor for Tensor; null otherwise.
const Type *getIterationElement(const Type *type);

/// Whether `key` may be a dict key type (TS-TYPE-014).
bool isValidDictKey(const Type *key);

/// Prints spelling().
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const Type &type);

} // namespace torchscript

#endif // TORCHSCRIPT_BASE_TYPES_TYPE_H
