//===- TensorModule.cpp - The module _torch -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the text of torch is written with: tensors and their operators.
//
//===----------------------------------------------------------------------===//

#include "Natives.h"

#include "TorchScript/Frontend/Evaluate/Evaluator.h"
#include "TorchScript/Frontend/Evaluate/TensorOperators.h"

using namespace torchscript;
using namespace torchscript::evaluate;

TensorOperators::~TensorOperators() = default;

TensorObject *evaluate::asTensor(const Value &value) {
  return value.is(Kind::Host)
             ? dynamic_cast<TensorObject *>(value.getObject())
             : nullptr;
}

static TensorOperators &getOperators(Interpreter &in) {
  if (!in.options.tensors)
    in.halt("this tool has no tensors");
  return *in.options.tensors;
}

static TensorObject *toTensor(Interpreter &in, const Value &value) {
  TensorObject *tensor = asTensor(value);
  if (!tensor)
    in.raiseTypeError("expected a Tensor, not " + in.typeName(value));
  return tensor;
}

/// The class of results: torch.Tensor, once it is defined.
static TypeObject *getTensorType(Interpreter &in) {
  Value torch = in.findModule("torch");
  Value type = torch ? in.findAttr(torch, "Tensor") : Value();
  if (!type.is(Kind::Type))
    in.raise(in.types.RuntimeError, "torch has no class Tensor");
  return type.as<TypeObject>();
}

static Value callNamed(Interpreter &in, llvm::StringRef name,
                       llvm::ArrayRef<Value> rest, const Value &keywords) {
  ValueVector names, values;
  for (auto &entry : keywords.as<DictObject>()->entries)
    if (entry.key) {
      names.push_back(entry.key);
      values.push_back(entry.value);
    }
  return getOperators(in).call(in, getTensorType(in), name,
                               Arguments(rest, names, values));
}

static Value callOperator(Interpreter &in, Bound &a) {
  return callNamed(in, in.toStr(a[0], "operator"), a.rest, a.keywords);
}

static Value hasOperator(Interpreter &in, Bound &a) {
  return Value::boolean(
      getOperators(in).hasOperator(in.toStr(a[0], "operator")));
}

/// Makes the members of a module that are operators callable by their names.
static Value delegate(Interpreter &in, Bound &a) {
  auto *module = a[0].dyn<ModuleObject>();
  if (!module)
    in.raiseTypeError("expected a module");
  std::string name = module->name;
  module->findMore = [name](Interpreter &in, llvm::StringRef member) -> Value {
    std::string target = getOperators(in).findOperator(name, member);
    if (target.empty())
      return Value();
    Value made = in.makeFunction(
        member.str(),
        [target](Interpreter &in, const Arguments &arguments) -> Value {
          return getOperators(in).call(in, getTensorType(in), target,
                                       arguments);
        });
    static_cast<HostFunctionObject *>(made.getObject())->module = name;
    return made;
  };
  return Value::none();
}

/// `make(elements, sizes, dtype)`.
static Value makeTensor(Interpreter &in, Bound &a) {
  std::vector<int64_t> sizes;
  size_t count = 1;
  for (const Value &size : in.unpack(a[1])) {
    sizes.push_back(in.toIndex(size));
    if (sizes.back() < 0)
      in.raiseValueError("negative size");
    if (__builtin_mul_overflow(count, size_t(sizes.back()), &count))
      in.raiseValueError("too many elements");
  }
  ValueVector elements = in.unpack(a[0]);
  if (elements.size() != count)
    in.raiseValueError("the number of elements is not that of the sizes");
  return getOperators(in).make(in, getTensorType(in), int(in.toIndex(a[2])),
                               sizes, elements);
}

static Value makeAs(Interpreter &in, Bound &a) {
  auto *type = a[0].dyn<TypeObject>();
  if (!type || type->layout != Kind::Host)
    in.raiseTypeError("expected a class derived from Tensor");
  return getOperators(in).makeAs(in, type, toTensor(in, a[1]));
}

static Value assign(Interpreter &in, Bound &a) {
  getOperators(in).assign(toTensor(in, a[0]), toTensor(in, a[1]));
  return Value::none();
}

static Value isSame(Interpreter &in, Bound &a) {
  return Value::boolean(getOperators(in).isSame(toTensor(in, a[0]),
                                                toTensor(in, a[1])));
}

static Value getDtype(Interpreter &in, Bound &a) {
  return in.makeInt(getOperators(in).getDtype(toTensor(in, a[0])));
}

static Value getSizes(Interpreter &in, Bound &a) {
  ValueVector sizes;
  for (int64_t size : getOperators(in).getSizes(toTensor(in, a[0])))
    sizes.push_back(in.makeInt(size));
  return in.makeTuple(std::move(sizes));
}

static Value getElements(Interpreter &in, Bound &a) {
  return in.makeList(getOperators(in).getElements(in, toTensor(in, a[0])));
}

/// Nested lists of the elements; the element of a tensor without dimensions.
static Value nest(Interpreter &in, llvm::ArrayRef<int64_t> sizes,
                  const ValueVector &elements, size_t &next) {
  if (sizes.empty())
    return elements[next++];
  ValueVector items;
  for (int64_t i = 0; i < sizes[0]; ++i)
    items.push_back(nest(in, sizes.drop_front(), elements, next));
  return in.makeList(std::move(items));
}

static Value toList(Interpreter &in, Bound &a) {
  TensorObject *tensor = toTensor(in, a[0]);
  ValueVector elements = getOperators(in).getElements(in, tensor);
  size_t next = 0;
  return nest(in, getOperators(in).getSizes(tensor), elements, next);
}

static Value isTensor(Interpreter &, Bound &a) {
  return Value::boolean(asTensor(a[0]) != nullptr);
}

static const NativeDefinition functions[] = {
    {"call", "name, /, *rest, **keywords", callOperator},
    {"has", "name, /", hasOperator},
    {"delegate", "module, /", delegate},
    {"make", "elements, sizes, dtype, /", makeTensor},
    {"make_as", "type, tensor, /", makeAs},
    {"assign", "tensor, other, /", assign},
    {"is_same", "tensor, other, /", isSame},
    {"dtype_of", "tensor, /", getDtype},
    {"sizes_of", "tensor, /", getSizes},
    {"elements_of", "tensor, /", getElements},
    {"to_list", "tensor, /", toList},
    {"is_tensor", "object, /", isTensor},
};

void evaluate::addTensorModule(Interpreter &in, ModuleObject *module) {
  in.addFunctions(module, functions);
  TypeObject *type = in.addType("TensorBase", in.types.object, Kind::Host);
  module->attrs->set(in.intern("TensorBase"), Value(type));
}
