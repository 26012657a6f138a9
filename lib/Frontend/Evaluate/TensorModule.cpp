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

#include "Frame.h"
#include "Natives.h"
#include "Overrides.h"

#include "TorchScript/Frontend/Evaluate/Evaluator.h"
#include "TorchScript/Frontend/Evaluate/TensorOperators.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

using namespace torchscript;
using namespace torchscript::evaluate;

TensorOperators::~TensorOperators() = default;

TensorObject *evaluate::asTensor(const Value &value) {
  return value.is(Kind::Host) ? dynamic_cast<TensorObject *>(value.getObject())
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

/// Whether a value is, or has among its items, a tensor whose gradient is asked
/// for.
static bool requiresGradient(TensorOperators &operators, const Value &value) {
  if (TensorObject *tensor = asTensor(value))
    return operators.requiresGradient(tensor);
  ValueVector *items = getItems(value);
  return items && llvm::any_of(*items, [&](const Value &item) {
           TensorObject *tensor = asTensor(item);
           return tensor && operators.requiresGradient(tensor);
         });
}

static bool requiresGradient(TensorOperators &operators,
                             const Arguments &arguments) {
  for (llvm::ArrayRef<Value> given : {arguments.positional, arguments.named})
    for (const Value &value : given)
      if (requiresGradient(operators, value))
        return true;
  return false;
}

static Value makeKeywords(Interpreter &in, const Arguments &arguments) {
  Value keywords = in.makeDict();
  for (size_t i = 0; i < arguments.names.size(); ++i)
    in.dictSet(keywords, arguments.names[i], arguments.named[i]);
  return keywords;
}

/// The tensor whose elements a tensor has.
static TensorObject *getOwner(TensorObject *tensor) {
  while (TensorObject *base = asTensor(tensor->base))
    tensor = base;
  return tensor;
}

/// How often the elements of a tensor were written to.
static std::shared_ptr<int64_t> &getVersion(TensorObject *tensor) {
  std::shared_ptr<int64_t> &version = getOwner(tensor)->version;
  if (!version)
    version = std::make_shared<int64_t>(0);
  return version;
}

/// Notes in a result what it is a view of.
static void noteView(Interpreter &in, TensorOperators &operators,
                     llvm::StringRef name, const Arguments &arguments,
                     const Value &result) {
  TensorObject *view = asTensor(result);
  TensorObject *base = arguments.positional.empty()
                           ? nullptr
                           : asTensor(arguments.positional[0]);
  if (view && base && view != base && name == "aten::detach")
    view->version = getVersion(base);
  if (!view || !base || view == base || view->base || name == "aten::detach" ||
      !operators.shareMemory(view, base))
    return;
  ValueVector rest(arguments.positional.begin() + 1,
                   arguments.positional.end());
  view->base = arguments.positional[0];
  view->call =
      in.makeTuple({in.makeStr(name.str()), in.makeTuple(std::move(rest)),
                    makeKeywords(in, arguments)});
}

/// Marks the new tensors of a result that were made in inference mode; a view
/// is what the tensor is that it is a view of.
static void noteInference(Interpreter &in, TensorOperators &operators,
                          const Arguments &arguments, const Value &result) {
  TensorObject *first = arguments.positional.empty()
                            ? nullptr
                            : asTensor(arguments.positional[0]);
  if (!operators.infers && !(first && first->isInference))
    return;
  if (TensorObject *tensor = asTensor(result)) {
    auto isResult = [&](const Value &argument) {
      return asTensor(argument) == tensor;
    };
    if (llvm::none_of(arguments.positional, isResult) &&
        llvm::none_of(arguments.named, isResult))
      tensor->isInference = first && operators.shareMemory(tensor, first)
                                ? first->isInference
                                : operators.infers;
  } else if (result.is(Kind::Tuple) || result.is(Kind::List)) {
    for (const Value &part : in.unpack(result))
      noteInference(in, operators, arguments, part);
  }
}

/// The tensor that a call writes to, its first argument; null for none.
static TensorObject *getChanged(llvm::StringRef name,
                                const Arguments &arguments) {
  if (!name.ends_with("_") || name.ends_with("__") ||
      arguments.positional.empty())
    return nullptr;
  return asTensor(arguments.positional[0]);
}

/// Refuses to write to inference tensors outside of inference mode.
static void checkChange(Interpreter &in, TensorOperators &operators,
                        llvm::StringRef name, const Arguments &arguments) {
  TensorObject *changed = getChanged(name, arguments);
  if (changed && changed->isInference && !operators.infers &&
      name != "aten::detach_")
    in.raise(in.types.RuntimeError,
             "Inplace update to inference tensor outside InferenceMode is not "
             "allowed.You can make a clone to get a normal tensor before doing "
             "inplace update.See https://github.com/pytorch/rfcs/pull/17 for "
             "more details.");
}

/// Counts a call that wrote to its first argument.
static void noteChange(llvm::StringRef name, const Arguments &arguments) {
  if (TensorObject *changed = getChanged(name, arguments))
    ++*getVersion(changed);
}

namespace {
/// Takes the argument `generator` out of a call, and draws its numbers while it
/// lives.
class GeneratorScope {
public:
  GeneratorScope(Interpreter &in, const Arguments &given) : in(in) {
    for (size_t i = 0; i < given.names.size(); ++i) {
      if (in.toStr(given.names[i], "keyword") != "generator") {
        names.push_back(given.names[i]);
        named.push_back(given.named[i]);
      } else if (!given.named[i].isNone()) {
        state = in.getAttr(given.named[i], "_state");
      }
    }
    arguments = Arguments(given.positional, names, named);
    if (state && !state.isNone())
      getOperators(in).swapGenerator(in, state);
  }
  ~GeneratorScope() {
    if (state && !state.isNone())
      getOperators(in).swapGenerator(in, state);
  }
  Arguments arguments;

private:
  Interpreter &in;
  ValueVector names, named;
  Value state;
};
} // namespace

/// Calls an operator without recording it. One that has no kernel is computed
/// by the library's text of what it consists of.
static Value runOperator(Interpreter &in, llvm::StringRef name,
                         const Arguments &given) {
  TensorOperators &operators = getOperators(in);
  checkChange(in, operators, name, given);
  GeneratorScope scope(in, given);
  const Arguments &arguments = scope.arguments;
  Value result;
  try {
    result = operators.call(in, getTensorType(in), name, arguments);
  } catch (Raised &raised) {
    if (!in.isException(raised.exception, in.types.NotImplementedError) ||
        !llvm::StringRef(in.str(raised.exception)).ends_with("has no kernel"))
      throw;
    ValueVector bound;
    std::string overload = operators.bind(in, name, arguments, bound);
    result = in.call(in.getAttr(in.importModule("_compositions"), "run"),
                     {in.makeStr(overload), in.makeTuple(std::move(bound)),
                      raised.exception});
  }
  noteView(in, operators, name, arguments, result);
  noteInference(in, operators, arguments, result);
  noteChange(name, arguments);
  return result;
}

/// What the module `_torch` has under a name; empty for None.
static Value findHook(Interpreter &in, llvm::StringRef name) {
  Value module = in.findModule("_torch");
  Value *hook = module ? module.getObject()->attrs->find(name) : nullptr;
  return hook && !hook->isNone() ? *hook : Value();
}

Value evaluate::getRecorder(Interpreter &in) {
  return findHook(in, "recorder");
}

void evaluate::setRecorder(Interpreter &in, const Value &recorder) {
  in.setAttr(in.importModule("_torch"), "recorder", recorder);
}

static Value makePositional(Interpreter &in, const Arguments &arguments) {
  return in.makeTuple(
      ValueVector(arguments.positional.begin(), arguments.positional.end()));
}

/// Calls an operator; the tape notes it where gradients are asked for.
static Value callNoted(Interpreter &in, llvm::StringRef name,
                       const Arguments &arguments) {
  TensorOperators &operators = getOperators(in);
  if (!operators.records || !requiresGradient(operators, arguments))
    return runOperator(in, name, arguments);
  return in.call(in.getAttr(in.importModule("_tape"), "record"),
                 {in.makeStr(name.str()), makePositional(in, arguments),
                  makeKeywords(in, arguments)});
}

/// What `_torch.interceptor(name, arguments, keywords)` makes of a call; empty
/// when there is none. The operators that it calls itself are not intercepted.
static Value callIntercepted(Interpreter &in, llvm::StringRef name,
                             const Arguments &arguments) {
  Value interceptor = findHook(in, "interceptor");
  if (!interceptor)
    return Value();
  Value module = in.findModule("_torch");
  in.setAttr(module, "interceptor", Value::none());
  auto restore = llvm::make_scope_exit(
      [&] { in.setAttr(module, "interceptor", interceptor); });
  return in.call(interceptor,
                 {in.makeStr(name.str()), makePositional(in, arguments),
                  makeKeywords(in, arguments)});
}

/// Calls an operator and tells who traces it. What the call itself computes
/// with other operators is not told.
static Value callTraced(Interpreter &in, llvm::StringRef name,
                        const Arguments &arguments) {
  if (Value intercepted = callIntercepted(in, name, arguments))
    return intercepted;
  Value recorder = getRecorder(in);
  if (!recorder)
    return callNoted(in, name, arguments);
  setRecorder(in, Value::none());
  auto restore = llvm::make_scope_exit([&] { setRecorder(in, recorder); });
  Value result = callNoted(in, name, arguments);
  restore.release();
  setRecorder(in, recorder);
  in.callMethod(recorder, "call",
                {in.makeStr(name.str()), makePositional(in, arguments),
                 makeKeywords(in, arguments), result});
  return result;
}

/// Calls an operator. Arguments that fit no overload may be in an order that
/// PyTorch still takes.
static Value callOperator(Interpreter &in, llvm::StringRef name,
                          const Arguments &arguments) {
  if (in.asksOverrides)
    if (Value answer = callMethodOverride(in, name, arguments))
      return answer;
  try {
    return callTraced(in, name, arguments);
  } catch (Raised &raised) {
    if (!in.isException(raised.exception, in.types.TypeError))
      throw;
    Value reorder = in.getAttr(in.importModule("_deprecated_calls"), "reorder");
    Value found =
        in.call(reorder, {in.makeStr(name.str()), makePositional(in, arguments),
                          makeKeywords(in, arguments)});
    if (found.isNone())
      throw;
    ValueVector parts = in.unpack(found), names, values;
    for (auto &entry : parts[1].as<DictObject>()->entries)
      if (entry.key) {
        names.push_back(entry.key);
        values.push_back(entry.value);
      }
    return callTraced(
        in, name, Arguments(parts[0].as<TupleObject>()->items, names, values));
  }
}

/// The overload that a call means, and all its arguments.
static Value bindOperator(Interpreter &in, llvm::StringRef name,
                          const Arguments &arguments) {
  ValueVector bound;
  std::string overload = getOperators(in).bind(in, name, arguments, bound);
  return in.makeTuple({in.makeStr(overload), in.makeTuple(std::move(bound))});
}

template <Value (*function)(Interpreter &, llvm::StringRef, const Arguments &)>
static Value callNamed(Interpreter &in, Bound &a) {
  ValueVector names, values;
  for (auto &entry : a.keywords.as<DictObject>()->entries)
    if (entry.key) {
      names.push_back(entry.key);
      values.push_back(entry.value);
    }
  return function(in, in.toStr(a[0], "operator"),
                  Arguments(a.rest, names, values));
}

static Value hasOperator(Interpreter &in, Bound &a) {
  return Value::boolean(
      getOperators(in).hasOperator(in.toStr(a[0], "operator")));
}

static Value isMember(Interpreter &in, Bound &a) {
  return Value::boolean(
      !getOperators(in)
           .findOperator(in.toStr(a[0], "module"), in.toStr(a[1], "name"))
           .empty());
}

/// What PyTorch's functions return as a list of tensors is a tuple in Python.
static Value asParts(Interpreter &in, const Value &result) {
  if (!result.is(Kind::List))
    return result;
  const ValueVector &parts = result.as<ListObject>()->items;
  bool areTensors = !parts.empty() && llvm::all_of(parts, asTensor);
  return areTensors ? in.makeTuple(ValueVector(parts)) : result;
}

namespace {
/// An operator as a member of a module.
struct MemberFunction : HostFunctionObject {
  using HostFunctionObject::HostFunctionObject;
  Value call(Interpreter &in, const Arguments &arguments) override {
    if (in.asksOverrides)
      if (Value answer = callOverride(in, Value(this), arguments))
        return answer;
    return HostFunctionObject::call(in, arguments);
  }
  std::string repr(Interpreter &) override {
    return llvm::StringRef(module).starts_with("torch._C.")
               ? "<built-in function " + name + ">"
               : "<built-in method " + name + " of type object at 0x" +
                     llvm::utohexstr(uintptr_t(this), true) + ">";
  }
};
} // namespace

/// Makes the members of a module that are operators callable by their names:
/// functions that are the same whenever they are asked for.
static Value delegate(Interpreter &in, Bound &a) {
  auto *module = a[0].dyn<ModuleObject>();
  if (!module)
    in.raiseTypeError("expected a module");
  std::string name = module->name;
  auto known = std::make_shared<llvm::StringMap<Value>>();
  module->findMore = [name, known](Interpreter &in,
                                   llvm::StringRef member) -> Value {
    if (auto found = known->find(member); found != known->end())
      return found->second;
    std::string target = getOperators(in).findOperator(name, member);
    if (target.empty())
      return Value();
    // The module that PyTorch has the function in may be another.
    Value home = in.call(in.getAttr(in.importModule("_torch_homes"), "find"),
                         {in.makeStr(name), in.makeStr(member.str())});
    if (!home.isNone()) {
      ValueVector place = in.unpack(home);
      Value shared = in.getAttr(in.importModule(in.toStr(place[0], "module")),
                                in.toStr(place[1], "name"));
      return (*known)[member] = shared;
    }
    auto *made = new MemberFunction(
        in.types.native, member.str(),
        [target](Interpreter &in, const Arguments &arguments) -> Value {
          return asParts(in, callOperator(in, target, arguments));
        });
    made->module = name;
    return (*known)[member] = Value(made);
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
  return Value::boolean(
      getOperators(in).isSame(toTensor(in, a[0]), toTensor(in, a[1])));
}

static Value getDtype(Interpreter &in, Bound &a) {
  return in.makeInt(getOperators(in).getDtype(toTensor(in, a[0])));
}

static Value getSizes(Interpreter &in, Bound &a) {
  ValueVector sizes;
  for (int64_t size : getOperators(in).getSizes(toTensor(in, a[0])))
    sizes.push_back(in.makeInt(size));
  Value result = in.makeTuple(std::move(sizes));
  // What is traced computes the sizes of its own inputs.
  if (Value recorder = getRecorder(in))
    if (Value traced = in.callMethod(recorder, "sizes", {a[0], result});
        !traced.isNone())
      return traced;
  return result;
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

//===----------------------------------------------------------------------===//
// What the tape keeps
//===----------------------------------------------------------------------===//

static Value versionOf(Interpreter &in, Bound &a) {
  return in.makeInt(*getVersion(toTensor(in, a[0])));
}

/// Gives a tensor a count of its own, as `data` has one.
static Value restartVersion(Interpreter &in, Bound &a) {
  toTensor(in, a[0])->version.reset();
  return a[0];
}

static Value setRecording(Interpreter &in, Bound &a) {
  getOperators(in).records = in.isTrue(a[0]);
  return Value::none();
}

static Value getRequires(Interpreter &in, Bound &a) {
  return Value::boolean(getOperators(in).requiresGradient(toTensor(in, a[0])));
}

static Value setInference(Interpreter &in, Bound &a) {
  getOperators(in).infers = in.isTrue(a[0]);
  return Value::none();
}

static Value getInference(Interpreter &in, Bound &) {
  return Value::boolean(getOperators(in).infers);
}

static Value isInference(Interpreter &in, Bound &a) {
  return Value::boolean(toTensor(in, a[0])->isInference);
}

static Value makeInference(Interpreter &in, Bound &a) {
  toTensor(in, a[0])->isInference = true;
  return a[0];
}

static Value setRequires(Interpreter &in, Bound &a) {
  getOperators(in).setRequiresGradient(toTensor(in, a[0]), in.isTrue(a[1]));
  return Value::none();
}

static Value getHistory(Interpreter &in, Bound &a) {
  TensorObject *tensor = toTensor(in, a[0]);
  return tensor->history ? tensor->history : Value::none();
}

static Value setHistory(Interpreter &in, Bound &a) {
  toTensor(in, a[0])->history = a[1].isNone() ? Value() : a[1];
  return Value::none();
}

/// The base of a view and the call that makes it, or None.
static Value getView(Interpreter &in, Bound &a) {
  TensorObject *tensor = toTensor(in, a[0]);
  if (!tensor->base)
    return Value::none();
  ValueVector parts = tensor->call.as<TupleObject>()->items;
  parts.insert(parts.begin(), tensor->base);
  return in.makeTuple(std::move(parts));
}

static Value getChange(Interpreter &in, Bound &a) {
  return in.makeInt(toTensor(in, a[0])->change);
}

static Value setChange(Interpreter &in, Bound &a) {
  toTensor(in, a[0])->change = in.toIndex(a[1]);
  return Value::none();
}

static Value newGenerator(Interpreter &in, Bound &) {
  return getOperators(in).makeGenerator(in);
}

static Value swapGenerator(Interpreter &in, Bound &a) {
  getOperators(in).swapGenerator(in, a[0]);
  return Value::none();
}

static Value writeGenerator(Interpreter &in, Bound &a) {
  return in.makeBytes(getOperators(in).writeGenerator(in, a[0]));
}

static Value readGenerator(Interpreter &in, Bound &a) {
  auto *bytes = a[1].dyn<BytesObject>();
  if (!bytes)
    in.raiseTypeError("expected bytes");
  getOperators(in).readGenerator(in, a[0], bytes->data);
  return Value::none();
}

static Value copyGenerator(Interpreter &in, Bound &a) {
  getOperators(in).copyGenerator(in, a[0]);
  return Value::none();
}

static Value getBytes(Interpreter &in, Bound &a) {
  return in.makeBytes(getOperators(in).getBytes(toTensor(in, a[0])));
}

static Value makeOfBytes(Interpreter &in, Bound &a) {
  auto *data = a[1].dyn<BytesObject>();
  if (!a[0].is(Kind::Type) || !data)
    in.raiseTypeError("expected a class of tensors and bytes");
  std::vector<int64_t> sizes;
  for (const Value &size : in.unpack(a[2]))
    sizes.push_back(in.toIndex(size));
  int64_t dtype = in.toIndex(a[3]);
  if (dtype < 0 || dtype > 15)
    in.raiseValueError("no dtype has this number");
  return getOperators(in).makeOfBytes(in, a[0].as<TypeObject>(), int(dtype),
                                      sizes, data->data);
}

static Value writeNpy(Interpreter &in, Bound &a) {
  return in.makeBytes(getOperators(in).writeNpy(in, toTensor(in, a[0])));
}

static Value readNpy(Interpreter &in, Bound &a) {
  auto *data = a[1].dyn<BytesObject>();
  if (!a[0].is(Kind::Type) || !data)
    in.raiseTypeError("expected a class of tensors and bytes");
  return getOperators(in).readNpy(in, a[0].as<TypeObject>(), data->data);
}

/// Whether a file is that of the functions of `torch` themselves, which are
/// built in for the programs that call them.
static bool isBuiltIn(const Frame &f) {
  llvm::StringRef name = f.code->file ? f.code->file->getName() : "";
  return name == "python/torch.py" || name.starts_with("python/_");
}

/// The name of the local variable of whoever calls a function of `torch` that
/// is a value; "" when there is none.
static Value findLocalName(Interpreter &in, Bound &a) {
  const Frame *f = in.currentFrame();
  while (f && isBuiltIn(*f))
    f = f->back;
  if (!f)
    return in.makeStr("");
  auto is = [&](const Value &value) {
    return value.isObject() && a[0].isObject() &&
           value.getObject() == a[0].getObject();
  };
  const CodeObject *code = f->code;
  if (f->function)
    for (size_t i = 0; i < code->localNames.size(); ++i)
      if (is(f->slots[i]))
        return in.makeStr(code->localNames[i]->text);
  for (size_t i = 0; i < code->cellNames.size(); ++i)
    if (auto *cell = f->cells[i].dyn<CellObject>())
      if (is(cell->value))
        return in.makeStr(code->cellNames[i]->text);
  if (!f->function)
    for (auto &entry : f->globals->entries)
      if (entry.key && is(entry.value) && entry.key.is(Kind::Str))
        return in.makeStr(entry.key.as<StrObject>()->text);
  return in.makeStr("");
}

static Value getStorageBytes(Interpreter &in, Bound &a) {
  return in.makeInt(getOperators(in).getStorageBytes(toTensor(in, a[0])));
}

static Value getAddress(Interpreter &in, Bound &a) {
  return in.makeInt(getOperators(in).getAddress(toTensor(in, a[0])));
}

static Value isTensor(Interpreter &, Bound &a) {
  return Value::boolean(asTensor(a[0]) != nullptr);
}

static const NativeDefinition functions[] = {
    {"call", "name, /, *rest, **keywords", callNamed<callOperator>},
    {"run", "name, /, *rest, **keywords", callNamed<runOperator>},
    {"bind", "name, /, *rest, **keywords", callNamed<bindOperator>},
    {"set_recording", "mode, /", setRecording},
    {"version_of", "tensor, /", versionOf},
    {"restart_version", "tensor, /", restartVersion},
    {"requires_gradient", "tensor, /", getRequires},
    {"set_requires_gradient", "tensor, requires, /", setRequires},
    {"set_inference", "mode, /", setInference},
    {"infers", "", getInference},
    {"is_inference", "tensor, /", isInference},
    {"make_inference", "tensor, /", makeInference},
    {"history_of", "tensor, /", getHistory},
    {"set_history", "tensor, history, /", setHistory},
    {"view_of", "tensor, /", getView},
    {"change_of", "tensor, /", getChange},
    {"set_change", "tensor, change, /", setChange},
    {"new_generator", "", newGenerator},
    {"swap_generator", "state, /", swapGenerator},
    {"copy_generator", "state, /", copyGenerator},
    {"write_generator", "state, /", writeGenerator},
    {"read_generator", "state, bytes, /", readGenerator},
    {"has", "name, /", hasOperator},
    {"is_member", "module, name, /", isMember},
    {"delegate", "module, /", delegate},
    {"make", "elements, sizes, dtype, /", makeTensor},
    {"make_as", "type, tensor, /", makeAs},
    {"assign", "tensor, other, /", assign},
    {"is_same", "tensor, other, /", isSame},
    {"dtype_of", "tensor, /", getDtype},
    {"sizes_of", "tensor, /", getSizes},
    {"elements_of", "tensor, /", getElements},
    {"to_list", "tensor, /", toList},
    {"bytes_of", "tensor, /", getBytes},
    {"of_bytes", "type, data, sizes, dtype, /", makeOfBytes},
    {"write_npy", "tensor, /", writeNpy},
    {"read_npy", "type, data, /", readNpy},
    {"storage_bytes", "tensor, /", getStorageBytes},
    {"address_of", "tensor, /", getAddress},
    {"is_tensor", "object, /", isTensor},
    {"local_name", "value, /", findLocalName},
};

void evaluate::addTensorModule(Interpreter &in, ModuleObject *module) {
  in.addFunctions(module, functions);
  TypeObject *type = in.addType("TensorBase", in.types.object, Kind::Host);
  module->attrs->set(in.intern("TensorBase"), Value(type));
  module->attrs->set(in.intern("recorder"), Value::none());
  module->attrs->set(in.intern("interceptor"), Value::none());
}
