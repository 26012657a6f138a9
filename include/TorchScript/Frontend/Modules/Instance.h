//===- Instance.h - Values of the host program ------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the front end has to know of an instance of a class to script it: the
// one interface between the importer and whatever made the instance.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_MODULES_INSTANCE_H
#define TORCHSCRIPT_FRONTEND_MODULES_INSTANCE_H

#include "TorchScript/Base/DType.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace torchscript {

class SourceFile;
struct InstanceValue;

/// Where the text of a function or class is.
struct InstanceText {
  /// The file and where the statement `def` or `class` begins in it. Null for
  /// what the program has no text of.
  std::shared_ptr<const SourceFile> file;
  uint32_t offset = 0;
  /// The module it belongs to, "__main__" for the program itself; one object
  /// for each module.
  std::string module;
  const void *moduleKey = nullptr;
  /// The full Python name of what is PyTorch's or Python's: "torch.relu". The
  /// text does not count then.
  std::string libraryName;
};

/// A value with a name: a member of an instance.
struct InstanceMember {
  std::string name;
  const InstanceValue *value = nullptr;
  /// The type that the program says it has (`torch.jit.Attribute`), in a
  /// spelling of parseType(); empty where it says none.
  std::string declaredType = {};
};

/// A value of the host program. Values are shared by their address: two members
/// that point to one value are the same list, tensor or module.
struct InstanceValue {
  enum class Kind {
    None,
    Bool,
    Int, ///< also dtypes and layouts, by their numbers
    Float,
    Complex,
    String,
    Device,
    Tensor,
    List,
    Tuple,
    NamedTuple,
    Dict,
    Enum,
    Object, ///< an instance of a class that is no module
    Module,
    Function,
    Class,       ///< a class itself
    Namespace,   ///< a Python module
    Other, ///< anything else: TorchScript has no type for it
  };
  Kind kind = Kind::None;
  /// The type of a list or dict as TorchScript spells it, or the qualified name
  /// of an object's class, where the source knows it; else empty.
  std::string typeTag;
  /// Why the compiler cannot have the value; empty when it can.
  std::string problem;

  /// Bool and Int.
  int64_t integer = 0;
  /// Float is the real part.
  double real = 0, imaginary = 0;
  /// The string; the name of a device, function, class (of a NamedTuple, Enum,
  /// Object or Module) or Python type (Other).
  std::string text;
  /// The name of an enum's member.
  std::string member;
  /// Of a list, tuple or named tuple; the values of a dict.
  std::vector<const InstanceValue *> elements;
  /// The keys of a dict.
  std::vector<const InstanceValue *> keys;

  /// Attributes of an object or module, without those below; fields of a named
  /// tuple; constant defaults of a function, by its parameters, and of a
  /// class, as `method.parameter`.
  std::vector<InstanceMember> attributes;
  /// What the class of an object or module may be given to restore it, instead
  /// of attributes; null for nothing.
  const InstanceValue *state = nullptr;
  /// Of a module; values that are None are members, too.
  std::vector<InstanceMember> parameters, buffers, submodules;
  /// Of a module: names of buffers that its state dict has not.
  std::vector<std::string> unsaved;
  bool training = false;
  /// The class of an enum's member, named tuple, object or module, where the
  /// source knows more of it than its name.
  const InstanceValue *cls = nullptr;
  /// Functions around `forward` of a module, in the order in which they run:
  /// those before it, then those behind it.
  std::vector<const InstanceValue *> hooksBefore, hooksBehind;
  /// Of a function or class that the source knows by its text.
  InstanceText definition;
  bool isDefined() const {
    return definition.file || !definition.libraryName.empty();
  }
  /// The classes that a class is made of in the order of lookup, itself first,
  /// without `object` and `torch.nn.Module`.
  std::vector<const InstanceValue *> order;

  /// Of a tensor: sizes and strides in elements, and the key of the memory its
  /// elements lie in. Who made the instance has that memory.
  DType dtype = DType::Float32;
  std::vector<int64_t> sizes, strides;
  int64_t offset = 0;
  std::string storage;
  bool requiresGrad = false;

  /// The attribute of that name, or null.
  const InstanceValue *findAttribute(llvm::StringRef name) const;
};

/// Finds instances by name. They and their parts live as long as the source.
class InstanceSource {
public:
  virtual ~InstanceSource();
  /// The module instance called `name`; null when there is none.
  virtual const InstanceValue *find(llvm::StringRef name) const = 0;
  /// Whether values that are one object have one address. Where they have not,
  /// the constructors of the text are asked for what is shared and for hooks.
  virtual bool hasIdentity() const { return true; }
  /// Whether two tensors agree in type, shape and elements; only for sources
  /// without identity.
  virtual bool haveEqualElements(const InstanceValue &,
                                 const InstanceValue &) const {
    return false;
  }
  /// What a name stands for in the text of a function or class (its closure,
  /// then its module): a function, class or Python module. Null for everything
  /// else, which the text then says.
  virtual const InstanceValue *lookUp(const InstanceValue &definition,
                                      llvm::StringRef name) const {
    return nullptr;
  }
  /// The same for a name at the top level of a module (InstanceText::moduleKey;
  /// null for the program itself).
  virtual const InstanceValue *lookUpGlobal(const void *moduleKey,
                                            llvm::StringRef name) const {
    return nullptr;
  }
  /// A function of a class or one it is derived from, as it is in the class;
  /// null when there is none.
  virtual const InstanceValue *findMember(const InstanceValue &cls,
                                          llvm::StringRef name) const {
    return nullptr;
  }
  /// The name under which compiled code calls a function of the host that is
  /// not compiled; empty when it cannot.
  virtual std::string getHostFunction(const InstanceValue &function) const {
    return "";
  }
  /// Told under which name a class was compiled: `__torch__.C`.
  virtual void noteClass(const InstanceValue &cls,
                         llvm::StringRef qualifiedName) const {}
};

/// A source that has the instances of a program by name, with their tensors.
class InstanceState : public InstanceSource {
public:
  /// The names of all instances, in order.
  virtual llvm::ArrayRef<std::string> getNames() const = 0;
  /// Why the instance could not be made; empty when it could.
  virtual llvm::StringRef getConstructError(llvm::StringRef name) const {
    return "";
  }
  /// The elements of a tensor by its storage key; null when there is none.
  /// They may be written to.
  virtual llvm::StringRef getTensorMemory(llvm::StringRef storage) const = 0;
};

/// Python's name of the type of a value: `list`, `__main__.C`, `object`.
std::string getPythonTypeName(const InstanceValue &value);

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_MODULES_INSTANCE_H
