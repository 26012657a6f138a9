//===- Meaning.h - What a name or expression stands for ------ -*- C++ -*--===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compile-time meanings: besides plain values a name may stand for a function,
// an operator, a class, a Python module, something to iterate over, and so on.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_LANGUAGE_MEANING_H
#define TORCHSCRIPT_FRONTEND_LANGUAGE_MEANING_H

#include "TorchScript/Base/Types/Type.h"
#include "TorchScript/Frontend/Syntax/Source.h"

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>

namespace torchscript {

class FunctionEmitter;
class Meaning;

/// An SSA value with its static type.
struct TypedValue {
  mlir::Value value;
  const Type *type = nullptr;
  /// The type is Tensor only because a parameter was not annotated; messages
  /// say so.
  bool inferred = false;

  TypedValue() = default;
  TypedValue(mlir::Value value, const Type *type, bool inferred = false)
      : value(value), type(type), inferred(inferred) {}
  explicit operator bool() const { return type != nullptr; }
  /// The type as messages spell it.
  std::string spelling() const {
    return inferred && type->isTensor() ? "Tensor (inferred)"
                                        : type->spelling();
  }
};

/// One argument of a call, evaluated.
struct ActualArgument {
  /// Empty for a positional argument.
  std::string name;
  SourceRange range;
  TypedValue value;
};

/// The arguments of a call.
struct ActualArguments {
  llvm::SmallVector<ActualArgument, 4> positional;
  llvm::SmallVector<ActualArgument, 2> keywords;
};

/// Where a call stands.
struct CallSite {
  /// The callee, what schema mismatches underline.
  SourceRange callee;
  /// The whole call.
  SourceRange call;
};

/// The kinds of meanings, for dispatch with isa and cast.
enum class MeaningKind {
  Value,
  StaticTuple,
  Operator,
  Cast,
  MagicMethod,
  Function,
  OverloadedFunction,
  Method,
  InterfaceMethod,
  SpecialForm,
  Namespace,
  Type,
  Class,
  NamedTupleClass,
  EnumClass,
  ExceptionClass,
  Exception,
  Module,
  /// A class below nn.Module.
  ModuleClass,
  /// `items`, `named_children` and the like of a module.
  ModuleIteration,
  Range,
  IterableTree,
  Slice,
  PythonValue,
  /// What a statement with an error would have bound.
  Unknown,
  /// Names only the code of archives has.
  ArchiveName,
  /// `C.__new__` in an archive, whose argument is not evaluated.
  NewObject,
  Other,
};

/// What a name or expression stands for. Meanings are owned by the Compilation
/// and immutable. Every operation reports its own error and then returns a null
/// value; the defaults report that the operation does not exist.
class Meaning {
public:
  virtual ~Meaning();
  MeaningKind getKind() const { return meaningKind; }

  /// What messages call it: "builtin", "function", "range".
  virtual std::string describe() const = 0;
  /// The first-class value, if it has one.
  virtual TypedValue asValue(FunctionEmitter &emitter, SourceRange range);
  /// `meaning.name`.
  virtual Meaning *attribute(FunctionEmitter &emitter, SourceRange range,
                             llvm::StringRef name);
  /// Whether `hasattr(meaning, name)`; reports when it cannot be asked.
  virtual std::optional<bool> hasAttribute(FunctionEmitter &emitter,
                                           SourceRange range,
                                           llvm::StringRef name);
  /// `meaning.name = value`; false after an error.
  virtual bool setAttribute(FunctionEmitter &emitter, SourceRange range,
                            llvm::StringRef name, TypedValue value);
  /// `meaning(arguments)`.
  virtual Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                        const ActualArguments &arguments);
  /// `meaning[index]`.
  virtual Meaning *subscript(FunctionEmitter &emitter, SourceRange range,
                             TypedValue index, const Type *hint);
  /// The elements when it can be taken apart; `wanted` is the number of targets
  /// when that is known. False after an error.
  virtual bool asElements(FunctionEmitter &emitter, SourceRange range,
                          llvm::SmallVectorImpl<Meaning *> &elements,
                          std::optional<size_t> wanted = std::nullopt);
  /// What to iterate over: a value, a range, a tree or a static tuple.
  virtual Meaning *iterable(FunctionEmitter &emitter, SourceRange range);
  /// The number of iterations when it is known at compile time; loops over it
  /// are unrolled.
  virtual std::optional<size_t> staticLength(FunctionEmitter &emitter);
  /// The number of iterations as a value; for iterables without static length.
  virtual TypedValue length(FunctionEmitter &emitter, SourceRange range);
  /// The element at a position; for iterables.
  virtual Meaning *element(FunctionEmitter &emitter, SourceRange range,
                           TypedValue index);

protected:
  explicit Meaning(MeaningKind kind) : meaningKind(kind) {}

private:
  MeaningKind meaningKind;
};

/// A first-class value.
class ValueMeaning : public Meaning {
public:
  explicit ValueMeaning(TypedValue value)
      : Meaning(MeaningKind::Value), value(value) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::Value;
  }
  std::string describe() const override;
  TypedValue asValue(FunctionEmitter &, SourceRange) override { return value; }
  Meaning *attribute(FunctionEmitter &emitter, SourceRange range,
                     llvm::StringRef name) override;
  std::optional<bool> hasAttribute(FunctionEmitter &emitter, SourceRange range,
                                   llvm::StringRef name) override;
  bool setAttribute(FunctionEmitter &emitter, SourceRange range,
                    llvm::StringRef name, TypedValue assigned) override;
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;
  Meaning *subscript(FunctionEmitter &emitter, SourceRange range,
                     TypedValue index, const Type *hint) override;
  bool asElements(FunctionEmitter &emitter, SourceRange range,
                  llvm::SmallVectorImpl<Meaning *> &elements,
                  std::optional<size_t> wanted) override;
  Meaning *iterable(FunctionEmitter &emitter, SourceRange range) override;
  std::optional<size_t> staticLength(FunctionEmitter &emitter) override;
  TypedValue length(FunctionEmitter &emitter, SourceRange range) override;
  Meaning *element(FunctionEmitter &emitter, SourceRange range,
                   TypedValue index) override;

  const TypedValue value;
};

/// A tuple of meanings with a static length, such as the modules of a
/// ModuleList or a tuple being iterated over.
class StaticTupleMeaning : public Meaning {
public:
  explicit StaticTupleMeaning(llvm::ArrayRef<Meaning *> elements)
      : Meaning(MeaningKind::StaticTuple),
        elements(elements.begin(), elements.end()) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::StaticTuple;
  }
  std::string describe() const override { return "Tuple"; }
  TypedValue asValue(FunctionEmitter &emitter, SourceRange range) override;
  Meaning *subscript(FunctionEmitter &emitter, SourceRange range,
                     TypedValue index, const Type *hint) override;
  bool asElements(FunctionEmitter &emitter, SourceRange range,
                  llvm::SmallVectorImpl<Meaning *> &out,
                  std::optional<size_t> wanted) override;
  Meaning *iterable(FunctionEmitter &, SourceRange) override { return this; }
  std::optional<size_t> staticLength(FunctionEmitter &) override {
    return elements.size();
  }
  TypedValue length(FunctionEmitter &emitter, SourceRange range) override;
  Meaning *element(FunctionEmitter &emitter, SourceRange range,
                   TypedValue index) override;

  const std::vector<Meaning *> elements;
};

/// What a statement with an error would have bound: names that stand for it are
/// not reported again.
class UnknownMeaning : public Meaning {
public:
  UnknownMeaning() : Meaning(MeaningKind::Unknown) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::Unknown;
  }
  std::string describe() const override { return "unknown value"; }
};

/// All overloads of one operator, perhaps with its first argument.
class OperatorMeaning : public Meaning {
public:
  explicit OperatorMeaning(llvm::StringRef name,
                           std::optional<ActualArgument> self = std::nullopt)
      : Meaning(MeaningKind::Operator), name(name), self(std::move(self)) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::Operator;
  }
  std::string describe() const override { return "builtin"; }
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;

  /// With namespace, without overload: `aten::add`.
  const std::string name;
  const std::optional<ActualArgument> self;
};

/// `int`, `float`, `bool`, `str`, `complex`: the identity on values of the
/// type, else an operator.
class CastMeaning : public Meaning {
public:
  CastMeaning(const Type *target, llvm::StringRef op, llvm::StringRef magic)
      : Meaning(MeaningKind::Cast), target(target), op(op), magic(magic) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::Cast;
  }
  std::string describe() const override { return magic; }
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;

  const Type *const target;
  const std::string op;
  const std::string magic;
};

/// An operator that classes overload by a method, such as `len`.
class MagicMethodMeaning : public Meaning {
public:
  MagicMethodMeaning(llvm::StringRef magic, llvm::StringRef op)
      : Meaning(MeaningKind::MagicMethod), magic(magic), op(op) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::MagicMethod;
  }
  std::string describe() const override { return magic; }
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;

  const std::string magic;
  const std::string op;
};

/// Functions whose arguments are not, or not only, evaluated.
enum class SpecialForm {
  Print,
  Tuple,
  List,
  Dict,
  OrderedDict,
  GetAttr,
  HasAttr,
  IsInstance,
  Range,
  Zip,
  Enumerate,
  Annotate,
  UnwrapOptional,
  UncheckedCast,
  Uninitialized,
  Slice,
  ToList,
  Fork,
  Wait,
  RpcAsync,
  RpcSync,
  RpcRemote,
  IsScripting,
  HasTorchFunction,
  Warn,
  Assert,
};

/// A SpecialForm; ToList has the tensor.
class SpecialFormMeaning : public Meaning {
public:
  explicit SpecialFormMeaning(SpecialForm form, TypedValue self = {})
      : Meaning(MeaningKind::SpecialForm), form(form), self(self) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::SpecialForm;
  }
  std::string describe() const override;

  const SpecialForm form;
  const TypedValue self;
};

/// Anything that only has a description: Python values TorchScript does not
/// know, `print`'s result.
class OpaqueMeaning : public Meaning {
public:
  /// The complete messages of using it as a value, reading an attribute, and
  /// calling it; where empty, the defaults apply.
  struct Messages {
    std::string value, attribute, call;
    /// The complete message of using it as an annotation.
    std::string annotation;
    /// Whether it is the compiler that lacks it (Diagnostic::isUnsupported).
    bool isUnsupported = false;
  };
  OpaqueMeaning(llvm::StringRef description, Messages messages)
      : Meaning(MeaningKind::Other), description(description),
        messages(std::move(messages)) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::Other;
  }
  std::string describe() const override { return description; }
  TypedValue asValue(FunctionEmitter &emitter, SourceRange range) override;
  Meaning *attribute(FunctionEmitter &emitter, SourceRange range,
                     llvm::StringRef name) override;
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;

  const std::string description;
  const Messages messages;
};

/// A constant of a Python module, such as `math.pi`, or an enum member.
class ConstantMeaning : public Meaning {
public:
  explicit ConstantMeaning(Constant value)
      : Meaning(MeaningKind::PythonValue), value(std::move(value)) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::PythonValue;
  }
  std::string describe() const override { return "constant"; }
  TypedValue asValue(FunctionEmitter &emitter, SourceRange range) override;
  Meaning *attribute(FunctionEmitter &emitter, SourceRange range,
                     llvm::StringRef name) override;

  const Constant value;
};

/// A type used as a value: `int` of `isinstance(x, int)` never gets here, but
/// `x = List[int]` does.
class TypeMeaning : public Meaning {
public:
  explicit TypeMeaning(const Type *type)
      : Meaning(MeaningKind::Type), type(type) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::Type;
  }
  std::string describe() const override { return "Python type"; }
  Meaning *attribute(FunctionEmitter &emitter, SourceRange range,
                     llvm::StringRef name) override;
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;

  const Type *const type;
};

/// `range(...)`.
class RangeMeaning : public Meaning {
public:
  RangeMeaning(TypedValue start, TypedValue end, TypedValue step, bool onlyEnd,
               std::optional<size_t> knownLength)
      : Meaning(MeaningKind::Range), start(start), end(end), step(step),
        onlyEnd(onlyEnd), knownLength(knownLength) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::Range;
  }
  std::string describe() const override { return "range"; }
  Meaning *iterable(FunctionEmitter &, SourceRange) override { return this; }
  std::optional<size_t> staticLength(FunctionEmitter &) override {
    return knownLength;
  }
  TypedValue length(FunctionEmitter &emitter, SourceRange range) override;
  Meaning *element(FunctionEmitter &emitter, SourceRange range,
                   TypedValue index) override;

  const TypedValue start, end, step;
  const bool onlyEnd;
  /// Set for the counter of an `enumerate` over something of static length.
  const std::optional<size_t> knownLength;
};

/// `zip(...)` and `enumerate(...)`: several iterables side by side.
class IterableTreeMeaning : public Meaning {
public:
  explicit IterableTreeMeaning(llvm::ArrayRef<Meaning *> children)
      : Meaning(MeaningKind::IterableTree),
        children(children.begin(), children.end()) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::IterableTree;
  }
  std::string describe() const override { return "iterabletree"; }
  Meaning *iterable(FunctionEmitter &, SourceRange) override { return this; }
  std::optional<size_t> staticLength(FunctionEmitter &emitter) override;
  TypedValue length(FunctionEmitter &emitter, SourceRange range) override;
  Meaning *element(FunctionEmitter &emitter, SourceRange range,
                   TypedValue index) override;

  /// The iterables, in the order of the elements, with those of a child that is
  /// such a tree in its place.
  llvm::SmallVector<Meaning *> leaves() const;

  /// The iterables, in the order of the elements.
  const std::vector<Meaning *> children;
};

/// `slice(...)` or a slice bound to a name; absent bounds are None values.
class SliceMeaning : public Meaning {
public:
  SliceMeaning(TypedValue start, TypedValue stop, TypedValue step)
      : Meaning(MeaningKind::Slice), start(start), stop(stop), step(step) {}
  static bool classof(const Meaning *m) {
    return m->getKind() == MeaningKind::Slice;
  }
  std::string describe() const override { return "slice"; }

  const TypedValue start, stop, step;
};

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_LANGUAGE_MEANING_H
