//===- RuntimeTensors.cpp - Tensors of the evaluator in the runtime -*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call goes through data, as calls of compiled functions do: values of the
// program become types and data, the operator's schema says what data becomes.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/RuntimeTensors.h"

#include "EvaluatorValues.h"
#include "OperatorCallErrors.h"
#include "TorchScript/Archive/Npy.h"
#include "TorchScript/Base/DType.h"
#include "TorchScript/Base/Schema/Match.h"
#include "TorchScript/Base/Schema/Names.h"
#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Execution/TensorData.h"

#include "tsrt_eager.h"

#include <map>
#include <mutex>

using namespace torchscript;
using namespace torchscript::evaluate;

// The runtime's types have the names of the schemas'.
using SchemaType = torchscript::Type;

namespace {

/// The runtime's descriptor of a class of extensions, which is its name alone.
const tsrt_type *getCapsuleType(const std::string &name) {
  static std::mutex mutex;
  static auto *known = new std::map<std::string, tsrt_type>();
  std::lock_guard<std::mutex> lock(mutex);
  auto [it, isNew] = known->try_emplace(name);
  if (isNew) {
    it->second.kind = TSRT_CAPSULE;
    it->second.size = it->second.align = sizeof(void *);
    it->second.name = it->first.c_str();
  }
  return &it->second;
}

/// The runtime's descriptor of a schema's type; null for types that no value of
/// the program has.
const tsrt_type *getRuntimeType(const SchemaType *type) {
  auto contained = [&](size_t i) {
    return getRuntimeType(type->getContained()[i]);
  };
  switch (type->getKind()) {
  case TypeKind::None:
    return &tsrt_type_none;
  case TypeKind::Bool:
    return &tsrt_type_bool;
  case TypeKind::Int:
    return &tsrt_type_int;
  case TypeKind::Float:
    return &tsrt_type_float;
  case TypeKind::Complex:
    return &tsrt_type_complex;
  case TypeKind::String:
    return &tsrt_type_str;
  case TypeKind::Tensor:
    return &tsrt_type_tensor;
  case TypeKind::Number:
    return &tsrt_type_scalar;
  case TypeKind::Device:
    return &tsrt_type_device;
  case TypeKind::Generator:
    return &tsrt_type_generator;
  case TypeKind::Any:
    return &tsrt_type_any;
  case TypeKind::Capsule:
    return getCapsuleType(type->spelling());
  case TypeKind::Optional: {
    const tsrt_type *inner = contained(0);
    return inner ? tsrt_type_optional(inner) : nullptr;
  }
  case TypeKind::List: {
    const tsrt_type *inner = contained(0);
    return inner ? tsrt_type_list(inner) : nullptr;
  }
  default:
    return nullptr;
  }
}

/// The random numbers of a `torch.Generator`.
struct GeneratorState : HostObject {
  tsrt_generator_state *state = tsrt_generator_new();
  explicit GeneratorState(TypeObject *cls) : HostObject(cls) {}
  ~GeneratorState() override { tsrt_generator_release(state); }
};

class RuntimeTensors : public TensorOperators {
public:
  Value call(Interpreter &in, TypeObject *tensorType, llvm::StringRef name,
             const Arguments &arguments) override;
  std::string bind(Interpreter &in, llvm::StringRef name,
                   const Arguments &arguments, ValueVector &bound) override;
  bool hasOperator(llvm::StringRef name) override {
    return SchemaRegistry::get().contains(name);
  }
  std::string findOperator(llvm::StringRef module,
                           llvm::StringRef member) override {
    auto found = lookupPythonName((module + "." + member).str());
    return found && found->kind == PythonName::Kind::Operator
               ? found->target.str()
               : std::string();
  }
  Value make(Interpreter &in, TypeObject *tensorType, int dtype,
             llvm::ArrayRef<int64_t> sizes,
             llvm::ArrayRef<Value> elements) override;
  Value makeAs(Interpreter &in, TypeObject *type,
               const TensorObject *tensor) override {
    return Value(new RuntimeTensor(type, asRuntime(tensor)->value.share()));
  }
  void assign(TensorObject *tensor, const TensorObject *other) override {
    if (setInPlace(asRuntime(tensor)->get(), asRuntime(other)->get()))
      return;
    static_cast<RuntimeTensor *>(tensor)->value =
        asRuntime(other)->value.share();
  }
  bool isSame(const TensorObject *tensor, const TensorObject *other) override {
    return asRuntime(tensor)->get() == asRuntime(other)->get();
  }
  int getDtype(const TensorObject *tensor) override {
    return tsrt_tensor_dtype(asRuntime(tensor)->get());
  }
  llvm::ArrayRef<int64_t> getSizes(const TensorObject *tensor) override {
    tsrt_tensor *t = asRuntime(tensor)->get();
    return {tsrt_tensor_sizes(t), size_t(tsrt_tensor_rank(t))};
  }
  bool requiresGradient(const TensorObject *tensor) override {
    return tsrt_tensor_requires_grad(asRuntime(tensor)->get());
  }
  void setRequiresGradient(TensorObject *tensor, bool requires) override {
    tsrt_tensor_set_requires_grad(asRuntime(tensor)->get(), requires);
  }
  bool shareMemory(const TensorObject *tensor,
                   const TensorObject *other) override {
    return tsrt_tensor_shares_storage(asRuntime(tensor)->get(),
                                      asRuntime(other)->get());
  }
  int64_t getStorageBytes(const TensorObject *tensor) override {
    return tsrt_tensor_storage_bytes(asRuntime(tensor)->get());
  }
  int64_t getAddress(const TensorObject *tensor) override {
    return int64_t(
        reinterpret_cast<intptr_t>(tsrt_tensor_data(asRuntime(tensor)->get())));
  }
  ValueVector getElements(Interpreter &in, const TensorObject *tensor) override;
  std::string getBytes(const TensorObject *tensor) override;
  Value makeOfBytes(Interpreter &in, TypeObject *tensorType, int dtype,
                    llvm::ArrayRef<int64_t> sizes,
                    llvm::StringRef bytes) override;
  std::string writeNpy(Interpreter &in, const TensorObject *tensor) override;
  Value readNpy(Interpreter &in, TypeObject *tensorType,
                llvm::StringRef bytes) override;
  Value makeGenerator(Interpreter &in) override {
    return Value(new GeneratorState(in.types.object));
  }
  void swapGenerator(Interpreter &in, const Value &state) override {
    tsrt_generator_swap(asState(in, state));
  }
  void copyGenerator(Interpreter &in, const Value &state) override {
    tsrt_generator_copy(asState(in, state));
  }
  std::string writeGenerator(Interpreter &in, const Value &state) override {
    std::string bytes(TSRT_GENERATOR_BYTES, 0);
    tsrt_generator_write(asState(in, state), bytes.data());
    return bytes;
  }
  void readGenerator(Interpreter &in, const Value &state,
                     llvm::StringRef bytes) override {
    if (bytes.size() != TSRT_GENERATOR_BYTES)
      in.raise(in.types.RuntimeError, "RNG state is wrong size: it has " +
                                          llvm::Twine(TSRT_GENERATOR_BYTES) +
                                          " bytes");
    if (tsrt_generator_read(asState(in, state), bytes.data()))
      in.raise(in.types.RuntimeError, "Invalid mt19937 state");
  }

private:
  /// Gives a tensor the memory of one of the same dtype, sizes and strides:
  /// others that have it, compiled code among them, see that. False when they
  /// differ.
  static bool setInPlace(tsrt_tensor *tensor, tsrt_tensor *other) {
    size_t rank = size_t(tsrt_tensor_rank(tensor));
    auto sizes = [&](tsrt_tensor *t) {
      return llvm::ArrayRef(tsrt_tensor_sizes(t), rank);
    };
    auto strides = [&](tsrt_tensor *t) {
      return llvm::ArrayRef(tsrt_tensor_strides(t), rank);
    };
    if (tsrt_tensor_dtype(tensor) != tsrt_tensor_dtype(other) ||
        rank != size_t(tsrt_tensor_rank(other)) ||
        sizes(tensor) != sizes(other) || strides(tensor) != strides(other))
      return false;
    tsrt_tensor_set_source(tensor, other);
    return true;
  }
  static tsrt_generator_state *asState(Interpreter &in, const Value &value) {
    auto *state = value.is(Kind::Host)
                      ? dynamic_cast<GeneratorState *>(value.getObject())
                      : nullptr;
    if (!state)
      in.raiseTypeError("expected the state of a generator");
    return state->state;
  }

  static const RuntimeTensor *asRuntime(const TensorObject *tensor) {
    return static_cast<const RuntimeTensor *>(tensor);
  }
  /// The arguments of a call as data, and the overload that takes them.
  struct Call {
    std::vector<json> positional, named;
    MatchResult result;
  };
  Call match(Interpreter &in, Encoder &encoder, llvm::StringRef name,
             const Arguments &arguments);
  /// All arguments of a call in order, defaults included.
  ValueVector getBound(Interpreter &in, const SchemaMatch &match,
                       const Arguments &arguments);
  std::vector<HostValue> makeValues(Interpreter &in, const Call &call,
                                    Encoder &encoder);

  TypeContext types;
};

} // namespace

std::unique_ptr<TensorOperators> torchscript::makeRuntimeTensors() {
  return std::make_unique<RuntimeTensors>();
}

/// The data of a default value.
static json encodeConstant(const Constant &constant) {
  switch (constant.getKind()) {
  case Constant::Kind::Bool:
    return {{"t", "bool"}, {"v", constant.getBool()}};
  case Constant::Kind::Int:
    return {{"t", "int"}, {"v", constant.getInt()}};
  case Constant::Kind::Float:
    return {{"t", "float"}, {"v", encodeFloat(constant.getFloat())}};
  case Constant::Kind::Complex:
    return {
        {"t", "complex"},
        {"v",
         {encodeFloat(constant.getReal()), encodeFloat(constant.getImag())}}};
  case Constant::Kind::String:
    return {{"t", "str"}, {"v", constant.getString().str()}};
  case Constant::Kind::Device:
    return {{"t", "device"}, {"v", constant.getString().str()}};
  case Constant::Kind::List:
  case Constant::Kind::Tuple: {
    json items = json::array();
    for (const Constant &element : constant.getElements())
      items.push_back(encodeConstant(element));
    return {{"t", "list"}, {"v", std::move(items)}};
  }
  default:
    return {{"t", "None"}};
  }
}

/// The value of a default.
static Value makeConstant(Interpreter &in, const Constant &constant) {
  switch (constant.getKind()) {
  case Constant::Kind::Bool:
    return Value::boolean(constant.getBool());
  case Constant::Kind::Int:
    return in.makeInt(constant.getInt());
  case Constant::Kind::Float:
    return in.makeFloat(constant.getFloat());
  case Constant::Kind::Complex:
    return in.makeComplex(constant.getReal(), constant.getImag());
  case Constant::Kind::String:
    return in.makeStr(constant.getString().str());
  case Constant::Kind::List:
  case Constant::Kind::Tuple: {
    ValueVector items;
    for (const Constant &element : constant.getElements())
      items.push_back(makeConstant(in, element));
    return in.makeList(std::move(items));
  }
  default:
    return Value::none();
  }
}

std::string RuntimeTensors::bind(Interpreter &in, llvm::StringRef name,
                                 const Arguments &arguments,
                                 ValueVector &bound) {
  Encoder encoder(in, types);
  Call call = match(in, encoder, name, arguments);
  bound = getBound(in, *call.result.match, arguments);
  return call.result.match->schema->getFullName();
}

ValueVector RuntimeTensors::getBound(Interpreter &in, const SchemaMatch &match,
                                     const Arguments &arguments) {
  ValueVector bound;
  for (size_t i = 0; i < match.arguments.size(); ++i) {
    const BoundArgument &argument = match.arguments[i];
    auto find = [&](const ArgumentSource &source) {
      switch (source.kind) {
      case ArgumentSource::Positional:
        return arguments.positional[source.index];
      case ArgumentSource::Keyword:
        return arguments.named[source.index];
      default:
        return makeConstant(in, match.schema->arguments[i].getDefault());
      }
    };
    if (argument.isGathered) {
      ValueVector items;
      for (const ArgumentSource &source : argument.sources)
        items.push_back(find(source));
      bound.push_back(in.makeList(std::move(items)));
      continue;
    }
    Value value = find(argument.sources.front());
    const Conversion &conversion = argument.conversions.front();
    if (conversion.kind == ConversionKind::Broadcast)
      value = in.makeList(ValueVector(size_t(conversion.count), value));
    bound.push_back(std::move(value));
  }
  return bound;
}

std::vector<HostValue> RuntimeTensors::makeValues(Interpreter &in,
                                                  const Call &call,
                                                  Encoder &encoder) {
  const SchemaMatch &match = *call.result.match;
  const std::vector<json> &positional = call.positional, &named = call.named;
  std::vector<HostValue> values;
  for (size_t i = 0; i < match.arguments.size(); ++i) {
    const BoundArgument &argument = match.arguments[i];
    auto find = [&](const ArgumentSource &source) -> json {
      switch (source.kind) {
      case ArgumentSource::Positional:
        return positional[source.index];
      case ArgumentSource::Keyword:
        return named[source.index];
      default:
        return encodeConstant(match.schema->arguments[i].getDefault());
      }
    };
    json data;
    if (argument.isGathered) {
      json items = json::array();
      for (const ArgumentSource &source : argument.sources)
        items.push_back(find(source));
      data = {{"t", "list"}, {"v", std::move(items)}};
    } else {
      data = find(argument.sources.front());
      const Conversion &conversion = argument.conversions.front();
      if (conversion.kind == ConversionKind::Broadcast)
        data = {{"t", "list"},
                {"v", std::vector<json>(size_t(conversion.count), data)}};
    }
    const tsrt_type *type = getRuntimeType(argument.type);
    if (!type)
      in.raiseTypeError("'" + match.schema->name +
                        "' takes an argument of a "
                        "type that programs cannot give");
    llvm::Expected<HostValue> value = makeValue(data, type, encoder.tensors);
    if (!value)
      in.raiseTypeError(match.schema->name + "(): argument '" +
                        match.schema->arguments[i].name +
                        "': " + llvm::toString(value.takeError()));
    values.push_back(std::move(*value));
  }
  return values;
}

/// Raises what an operator failed with.
[[noreturn]] static void raiseError(Interpreter &in, tsrt_error *error) {
  std::string message = tsrt_error_message(error);
  llvm::StringRef cls = tsrt_error_class(error);
  Value builtin = in.findAttr(in.builtins, cls);
  TypeObject *type = in.types.RuntimeError;
  if (llvm::StringRef(message).starts_with("linalg."))
    builtin = in.getAttr(in.findModule("torch"), "_LinAlgError");
  if (builtin.is(Kind::Type) &&
      builtin.as<TypeObject>()->isSubclassOf(in.types.Exception))
    type = builtin.as<TypeObject>();
  tsrt_error_release(error);
  in.raise(type, message);
}

/// Makes an int or a bool, or a list of ints, what a formal of floats takes,
/// and a bool what one of numbers takes, as Python's operators do.
static void widenTo(const SchemaType *formal, TypeContext &types,
                    CallArgument &argument, json &data) {
  while (formal->getKind() == TypeKind::Optional)
    formal = formal->getContained()[0];
  auto widen = [](json &number) {
    const json &value = number["v"];
    bool isBool = number["t"] == "bool";
    if (isBool || number["t"] == "int")
      number = {{"t", "float"},
                {"v", encodeFloat(isBool ? double(value.get<bool>())
                                         : double(value.get<int64_t>()))}};
  };
  // A truth value is a number, too, and keeps its type.
  if (formal->isNumber() && argument.type->isBool())
    argument.type = TypeContext::getNumber();
  if (formal->isFloat() &&
      (argument.type->isInt() || argument.type->isBool())) {
    widen(data);
    argument.type = TypeContext::getFloat();
  }
  if (formal->getKind() == TypeKind::List &&
      formal->getContained()[0]->isFloat() &&
      argument.type->getKind() == TypeKind::List &&
      argument.type->getContained()[0]->isInt()) {
    for (json &number : data["v"])
      widen(number);
    argument.type = types.getList(TypeContext::getFloat());
  }
}

/// Whether an overload of an operator has a formal of that name.
static bool hasFormal(llvm::StringRef name, llvm::StringRef formal) {
  for (const FunctionSchema *schema :
       SchemaRegistry::get().overloads(name.split('.').first))
    for (const auto &argument : schema->arguments)
      if (argument.name == formal)
        return true;
  return false;
}

RuntimeTensors::Call RuntimeTensors::match(Interpreter &in, Encoder &encoder,
                                           llvm::StringRef name,
                                           const Arguments &arguments) {
  Call call;
  call.positional.resize(arguments.positional.size());
  call.named.resize(arguments.named.size());
  std::vector<CallArgument> positional, named;
  for (size_t i = 0; i < call.positional.size(); ++i)
    positional.push_back(
        encoder.encode(arguments.positional[i], call.positional[i]));
  for (size_t i = 0; i < call.named.size(); ++i) {
    llvm::StringRef keyword = in.toStr(arguments.names[i], "keyword");
    CallArgument argument = encoder.encode(arguments.named[i], call.named[i]);
    argument.keyword = keyword == "axis" && !hasFormal(name, "axis") ? "dim"
                       : keyword == "keepdims"                       ? "keepdim"
                                               : keyword.str();
    named.push_back(argument);
  }
  // A full name means one overload alone.
  if (name.split("::").second.contains('.'))
    if (const FunctionSchema *schema = SchemaRegistry::get().find(name)) {
      call.result = matchSchemas(types, schema, positional, named, nullptr);
      if (call.result)
        return call;
      in.raiseTypeError(call.result.message);
    }
  call.result = matchOperator(types, name, positional, named);
  if (call.result)
    return call;
  for (const FunctionSchema *schema : SchemaRegistry::get().overloads(name)) {
    Call wide = call;
    auto widePositional = positional, wideNamed = named;
    for (size_t i = 0; i < schema->arguments.size(); ++i) {
      const auto &formal = schema->arguments[i];
      if (i < widePositional.size())
        widenTo(formal.type, types, widePositional[i], wide.positional[i]);
      for (size_t k = 0; k < wideNamed.size(); ++k)
        if (wideNamed[k].keyword == formal.name)
          widenTo(formal.type, types, wideNamed[k], wide.named[k]);
    }
    wide.result = matchOperator(types, name, widePositional, wideNamed);
    if (wide.result)
      return wide;
  }
  std::string text = explainOperatorCall(in, name, arguments);
  in.raiseTypeError(text.empty() ? call.result.message : text);
}

/// The object among arguments, or the parts of packed weights among them, that
/// is a tensor of the runtime; empty for none.
static Value findGiven(llvm::ArrayRef<Value> arguments, const void *raw) {
  for (const Value &argument : arguments) {
    if (auto *tensor = asTensor(argument))
      if (static_cast<const RuntimeTensor *>(tensor)->get() == raw)
        return argument;
    auto *capsule = argument.isObject() ? dynamic_cast<RuntimeCapsule *>(
                                              argument.getObject())
                                        : nullptr;
    if (Value part = capsule ? findGiven(capsule->parts, raw) : Value())
      return part;
  }
  return Value();
}

/// The schema's names of the tensors that a call gives together as `out=(...)`;
/// empty when no overload writes so many.
static std::vector<llvm::StringRef> getWritten(llvm::StringRef name,
                                               size_t count) {
  for (const FunctionSchema *schema : SchemaRegistry::get().overloads(name)) {
    std::vector<llvm::StringRef> written;
    for (const auto &argument : schema->arguments)
      if (argument.isWrite() && argument.kwOnly)
        written.push_back(argument.name);
    if (written.size() == count)
      return written;
  }
  return {};
}

Value RuntimeTensors::call(Interpreter &in, TypeObject *tensorType,
                           llvm::StringRef name, const Arguments &arguments) {
  for (size_t i = 0; i < arguments.names.size(); ++i) {
    auto *outs = arguments.named[i].dyn<TupleObject>();
    if (!outs || outs->items.size() < 2 ||
        in.toStr(arguments.names[i], "keyword") != "out")
      continue;
    std::vector<llvm::StringRef> written = getWritten(name, outs->items.size());
    if (written.empty())
      break;
    std::vector<Value> names = arguments.names, named = arguments.named;
    names.erase(names.begin() + i);
    named.erase(named.begin() + i);
    for (auto [formal, out] : llvm::zip_equal(written, outs->items)) {
      names.push_back(in.makeStr(formal));
      named.push_back(out);
    }
    return call(in, tensorType, name, {arguments.positional, names, named});
  }
  Encoder encoder(in, types);
  Call found = match(in, encoder, name, arguments);
  const SchemaMatch &match = *found.result.match;
  std::vector<HostValue> values = makeValues(in, found, encoder);
  std::vector<tsrt_value> raw;
  for (const HostValue &value : values)
    raw.push_back(value.get());
  std::vector<tsrt_value> results(
      std::max<size_t>(match.schema->returns.size(), 1));
  tsrt_error *error =
      tsrt_op_call(tsrt_op_resolve(match.schema->getFullName().c_str()),
                   raw.data(), int32_t(raw.size()), results.data(),
                   int32_t(match.schema->returns.size()));
  if (error)
    raiseError(in, error);
  std::vector<HostValue> owned;
  for (tsrt_value &value : results)
    owned.emplace_back(value);
  // A tensor that comes back is the object that was given.
  auto decode = [&](const tsrt_value &value) {
    if (value.type == &tsrt_type_tensor)
      for (llvm::ArrayRef<Value> given :
           {arguments.positional, arguments.named})
        if (Value known = findGiven(given, value.u.p))
          return known;
    return decodeValue(in, tensorType, value);
  };
  if (match.schema->returns.empty())
    return Value::none();
  if (match.schema->returns.size() == 1) {
    Value result = decode(owned[0].get());
    if (auto *capsule = result.isObject() ? dynamic_cast<RuntimeCapsule *>(
                                                result.getObject())
                                          : nullptr) {
      capsule->parts.assign(arguments.positional.begin(),
                            arguments.positional.end());
      capsule->parts.insert(capsule->parts.end(), arguments.named.begin(),
                            arguments.named.end());
    }
    return result;
  }
  ValueVector items;
  ValueVector fields;
  for (size_t i = 0; i < owned.size(); ++i) {
    items.push_back(decode(owned[i].get()));
    if (!match.schema->returns[i].name.empty())
      fields.push_back(in.makeStr(match.schema->returns[i].name));
  }
  if (fields.size() != items.size() ||
      !llvm::StringRef(match.schema->name).starts_with("aten::"))
    return in.makeTuple(std::move(items));
  // Results with names are `torch.return_types`.
  return in.call(
      in.getAttr(in.findModule("torch"), "_make_result"),
      {in.makeStr(llvm::StringRef(match.schema->name).split("::").second.str()),
       in.makeTuple(std::move(fields)), in.makeTuple(std::move(items))});
}

/// The elements in a dtype: the tensor itself where it has that.
static HostValue convertElements(Interpreter &in, const tsrt_tensor *tensor,
                                 int dtype) {
  tsrt_value converted{};
  converted.type = &tsrt_type_tensor;
  converted.u.p = tsrt_tensor_to_dtype(tensor, dtype);
  if (!converted.u.p)
    in.raise(in.types.RuntimeError,
             llvm::Twine("the elements of a tensor cannot be converted from ") +
                 tsrt_dtype_name(tsrt_tensor_dtype(tensor)) + " to " +
                 tsrt_dtype_name(dtype));
  return HostValue(converted);
}

Value RuntimeTensors::make(Interpreter &in, TypeObject *tensorType, int dtype,
                           llvm::ArrayRef<int64_t> sizes,
                           llvm::ArrayRef<Value> elements) {
  // Doubles and integers hold all elements; the runtime converts them.
  bool isComplex = dtype == TSRT_C64 || dtype == TSRT_C128 || dtype == TSRT_C32;
  bool isIntegral = dtype <= TSRT_I64 || dtype == TSRT_B8;
  int wide = isComplex ? TSRT_C128 : isIntegral ? TSRT_I64 : TSRT_F64;
  tsrt_tensor *tensor =
      tsrt_tensor_empty(wide, int32_t(sizes.size()), sizes.data());
  tsrt_value made{};
  made.type = &tsrt_type_tensor;
  made.u.p = tensor;
  HostValue owner(made);
  void *data = tsrt_tensor_data(tensor);
  for (size_t i = 0; i < elements.size(); ++i) {
    if (isIntegral) {
      Value number =
          in.isInt(elements[i])
              ? elements[i]
              : in.makeInt(dtype == TSRT_B8 ? in.isTrue(elements[i])
                                            : int64_t(in.toFloat(elements[i])));
      std::optional<int64_t> integer = in.asInt64(number);
      if (!integer)
        in.raise(in.types.RuntimeError, "Overflow when unpacking long");
      static_cast<int64_t *>(data)[i] = *integer;
    } else if (auto *complex = elements[i].dyn<ComplexObject>();
               complex && isComplex) {
      static_cast<double *>(data)[2 * i] = complex->real;
      static_cast<double *>(data)[2 * i + 1] = complex->imaginary;
    } else if (isComplex) {
      static_cast<double *>(data)[2 * i] = in.toFloat(elements[i]);
      static_cast<double *>(data)[2 * i + 1] = 0;
    } else {
      static_cast<double *>(data)[i] = in.toFloat(elements[i]);
    }
  }
  return Value(
      new RuntimeTensor(tensorType, convertElements(in, tensor, dtype)));
}

std::string RuntimeTensors::getBytes(const TensorObject *tensor) {
  tsrt_value dense{};
  dense.type = &tsrt_type_tensor;
  dense.u.p = tsrt_tensor_contiguous(asRuntime(tensor)->get());
  HostValue owner(dense);
  auto *contiguous = static_cast<tsrt_tensor *>(dense.u.p);
  size_t size = size_t(tsrt_tensor_numel(contiguous)) *
                size_t(tsrt_dtype_size(tsrt_tensor_dtype(contiguous)));
  auto *data = static_cast<const char *>(tsrt_tensor_data(contiguous));
  return size ? std::string(data, size) : std::string();
}

Value RuntimeTensors::makeOfBytes(Interpreter &in, TypeObject *tensorType,
                                  int dtype, llvm::ArrayRef<int64_t> sizes,
                                  llvm::StringRef bytes) {
  uint64_t expected = uint64_t(tsrt_dtype_size(dtype));
  for (int64_t size : sizes)
    if (size < 0 || __builtin_mul_overflow(expected, uint64_t(size), &expected))
      in.raiseValueError("a tensor of sizes that cannot be");
  if (expected != bytes.size())
    in.raiseValueError("a tensor of " + llvm::Twine(expected) + " bytes has " +
                       llvm::Twine(bytes.size()));
  tsrt_value made{};
  made.type = &tsrt_type_tensor;
  made.u.p = tsrt_tensor_empty(dtype, int32_t(sizes.size()), sizes.data());
  if (!bytes.empty())
    std::memcpy(tsrt_tensor_data(static_cast<tsrt_tensor *>(made.u.p)),
                bytes.data(), bytes.size());
  return Value(new RuntimeTensor(tensorType, HostValue(made)));
}

std::string RuntimeTensors::writeNpy(Interpreter &in,
                                     const TensorObject *tensor) {
  std::string data = getBytes(tensor);
  llvm::Expected<std::string> file = torchscript::writeNpy(
      {*getDType(getDtype(tensor)), getSizes(tensor), data});
  if (!file)
    in.raiseValueError(llvm::toString(file.takeError()));
  return *file;
}

Value RuntimeTensors::readNpy(Interpreter &in, TypeObject *tensorType,
                              llvm::StringRef bytes) {
  llvm::Expected<NpyArray> array =
      torchscript::readNpy(bytes, ArchivePlace{"file", "", std::nullopt});
  if (!array)
    in.raiseValueError(llvm::toString(array.takeError()));
  return makeOfBytes(in, tensorType, int(array->dtype), array->shape,
                     llvm::StringRef(array->data.data(), array->data.size()));
}

ValueVector RuntimeTensors::getElements(Interpreter &in,
                                        const TensorObject *tensor) {
  int dtype = getDtype(tensor);
  bool isComplex = dtype == TSRT_C64 || dtype == TSRT_C128 || dtype == TSRT_C32;
  bool isIntegral = dtype <= TSRT_I64 || dtype == TSRT_B8;
  int wide = isComplex ? TSRT_C128 : isIntegral ? TSRT_I64 : TSRT_F64;
  HostValue converted = convertElements(in, asRuntime(tensor)->get(), wide);
  tsrt_value dense{};
  dense.type = &tsrt_type_tensor;
  dense.u.p = tsrt_tensor_contiguous(
      static_cast<const tsrt_tensor *>(converted.get().u.p));
  HostValue owner(dense);
  auto *contiguous = static_cast<tsrt_tensor *>(dense.u.p);
  const void *data = tsrt_tensor_data(contiguous);
  ValueVector elements;
  size_t count = size_t(tsrt_tensor_numel(contiguous));
  in.reserve(count, 48);
  for (size_t i = 0; i < count; ++i) {
    if (dtype == TSRT_B8)
      elements.push_back(
          Value::boolean(static_cast<const int64_t *>(data)[i] != 0));
    else if (isIntegral)
      elements.push_back(in.makeInt(static_cast<const int64_t *>(data)[i]));
    else if (isComplex)
      elements.push_back(
          in.makeComplex(static_cast<const double *>(data)[2 * i],
                         static_cast<const double *>(data)[2 * i + 1]));
    else
      elements.push_back(in.makeFloat(static_cast<const double *>(data)[i]));
  }
  return elements;
}
