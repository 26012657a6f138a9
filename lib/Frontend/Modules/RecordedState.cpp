//===- RecordedState.cpp - Instances in JSON ------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the recorded state of module instances.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Modules/RecordedState.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>

#include <set>

using namespace torchscript;
using json = nlohmann::json;
using Kind = InstanceValue::Kind;

/// Deepest nesting of values.
static constexpr unsigned maxDepth = 300;

/// A float; those that JSON does not have are strings.
static double readFloat(const json &data) {
  if (data.is_number())
    return data.get<double>();
  if (data == "inf")
    return HUGE_VAL;
  if (data == "-inf")
    return -HUGE_VAL;
  return std::nan("");
}

/// The bits of a 16-bit float nearest to a number.
static uint16_t narrow(double value, const llvm::fltSemantics &semantics) {
  llvm::APFloat number(value);
  bool inexact;
  number.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &inexact);
  return uint16_t(number.bitcastToAPInt().getZExtValue());
}

/// Writes one element at `place`.
static void writeElement(DType dtype, const json &data, char *place) {
  auto write = [&](auto value) { std::memcpy(place, &value, sizeof(value)); };
  auto part = [&](size_t i) {
    return data.is_array() && i < data.size() ? readFloat(data[i]) : 0.0;
  };
  int64_t integer = data.is_boolean()          ? int64_t(data.get<bool>())
                    : data.is_number_integer() ? data.get<int64_t>()
                                               : 0;
  switch (dtype) {
  case DType::Float64:
    return write(readFloat(data));
  case DType::Float32:
    return write(float(readFloat(data)));
  case DType::Float16:
    return write(narrow(readFloat(data), llvm::APFloat::IEEEhalf()));
  case DType::BFloat16:
    return write(narrow(readFloat(data), llvm::APFloat::BFloat()));
  case DType::Complex64:
    write(float(part(0)));
    place += sizeof(float);
    return write(float(part(1)));
  case DType::Complex128:
    write(part(0));
    place += sizeof(double);
    return write(part(1));
  default:
    // Little endian: the low bytes come first.
    std::memcpy(place, &integer, std::min<size_t>(getItemSize(dtype), 8));
  }
}

static int64_t layoutNumber(llvm::StringRef name) {
  return llvm::StringSwitch<int64_t>(name)
      .Case("sparse_coo", 1)
      .Case("sparse_csr", 2)
      .Case("_mkldnn", 3)
      .Case("sparse_csc", 4)
      .Case("sparse_bsr", 5)
      .Case("sparse_bsc", 6)
      .Default(0);
}

/// Makes values from data; the first problem ends the work.
class RecordedState::Reader {
public:
  explicit Reader(RecordedState &state) : state(state) {}

  const InstanceValue *read(const json &data, const std::string &path,
                            unsigned depth = 0);
  std::string problem;
  /// Paths of buffers that are not persistent.
  std::set<std::string> unsaved;

private:
  const InstanceValue *fail(const std::string &path, const char *what) {
    if (problem.empty())
      problem = path + ": " + what;
    return nullptr;
  }
  bool readTensor(const json &data, InstanceValue &value,
                  const std::string &path);
  /// A tensor on one of the storages of the file.
  bool readView(const json &data, InstanceValue &value,
                const std::string &path);
  bool readModule(const json &data, InstanceValue &value,
                  const std::string &path, unsigned depth);
  /// Pairs of name and value.
  bool readMembers(const json &data, const char *key,
                   std::vector<InstanceMember> &members,
                   const std::string &path, unsigned depth);
  bool readDict(const json &v, InstanceValue &value, const std::string &path,
                unsigned depth);
  bool readItems(const json &items, std::vector<const InstanceValue *> &out,
                 const std::string &path, unsigned depth);

  RecordedState &state;
  /// What has an `id`.
  llvm::StringMap<const InstanceValue *> known;
};

bool RecordedState::Reader::readView(const json &data, InstanceValue &value,
                                     const std::string &path) {
  value.storage = data.value("storage", "");
  auto storage = state.sizes.find(value.storage);
  if (storage == state.sizes.end())
    return fail(path, "the file has no such storage");
  auto readNumbers = [&](const char *key, std::vector<int64_t> &out) {
    for (const json &number : data.value(key, json::array())) {
      if (!number.is_number_unsigned())
        return false;
      out.push_back(number.get<int64_t>());
    }
    return true;
  };
  if (!readNumbers("shape", value.sizes) ||
      !readNumbers("strides", value.strides) ||
      value.sizes.size() != value.strides.size())
    return fail(path, "expected a size and a stride for each dimension");
  value.offset = data.value("offset", int64_t(0));
  // The last element, and how many there are room for.
  int64_t last = value.offset;
  int64_t room = int64_t(storage->second / getItemSize(value.dtype));
  bool isOutside = last < 0, isEmpty = false;
  for (auto [size, stride] : llvm::zip(value.sizes, value.strides)) {
    int64_t reach = 0;
    isEmpty |= size == 0;
    isOutside |=
        size < 0 || stride < 0 ||
        llvm::MulOverflow(std::max<int64_t>(size - 1, 0), stride, reach) ||
        llvm::AddOverflow(last, reach, last);
  }
  if (!isEmpty && (isOutside || last >= room))
    return fail(path, "the tensor reaches outside its storage");
  return true;
}

bool RecordedState::Reader::readTensor(const json &data, InstanceValue &value,
                                       const std::string &path) {
  const json elements = data.value("data", json());
  std::optional<DType> dtype = parseDTypeName(data.value("dtype", ""));
  if (dtype && data.contains("storage")) {
    value.dtype = *dtype;
    value.requiresGrad = data.value("requires_grad", false);
    return readView(data, value, path);
  }
  if (!dtype || !elements.is_array()) {
    // Sparse and quantized tensors have no recorded elements.
    value.kind = Kind::Other;
    value.text = "Tensor";
    return true;
  }
  value.dtype = *dtype;
  value.requiresGrad = data.value("requires_grad", false);
  int64_t count = 1;
  for (const json &size : data.value("shape", json::array())) {
    if (!size.is_number_unsigned())
      return fail(path, "a shape has sizes that are not numbers");
    value.sizes.push_back(size.get<int64_t>());
  }
  value.strides.resize(value.sizes.size());
  for (size_t i = value.sizes.size(); i-- > 0;) {
    value.strides[i] = count;
    count *= value.sizes[i];
  }
  if (size_t(count) != elements.size())
    return fail(path, "the tensor's shape and data do not agree");
  value.storage = path;
  size_t itemSize = getItemSize(*dtype);
  size_t bytes = itemSize * elements.size();
  auto &memory = state.memory[path];
  memory.resize(bytes / sizeof(std::max_align_t) + 1);
  state.sizes[path] = bytes;
  char *place = reinterpret_cast<char *>(memory.data());
  for (const json &element : elements) {
    writeElement(*dtype, element, place);
    place += itemSize;
  }
  return true;
}

bool RecordedState::Reader::readItems(const json &items,
                                      std::vector<const InstanceValue *> &out,
                                      const std::string &path, unsigned depth) {
  if (!items.is_array())
    return fail(path, "expected a list of values");
  for (const json &item : items) {
    out.push_back(
        read(item, path + "." + std::to_string(out.size()), depth + 1));
    if (!out.back())
      return false;
  }
  return true;
}

bool RecordedState::Reader::readMembers(const json &data, const char *key,
                                        std::vector<InstanceMember> &members,
                                        const std::string &path,
                                        unsigned depth) {
  for (const json &pair : data.value(key, json::array())) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string())
      return fail(path, "expected pairs of a name and a value");
    std::string name = pair[0];
    const InstanceValue *value = read(pair[1], path + "." + name, depth + 1);
    if (!value)
      return false;
    members.push_back({name, value});
  }
  return true;
}

bool RecordedState::Reader::readModule(const json &data, InstanceValue &value,
                                       const std::string &path,
                                       unsigned depth) {
  value.training = data.value("training", true);
  std::string prefix = path + ".";
  for (const std::string &buffer : unsaved)
    if (buffer.compare(0, prefix.size(), prefix) == 0)
      value.unsaved.push_back(buffer.substr(prefix.size()));
  return readMembers(data, "parameters", value.parameters, path, depth) &&
         readMembers(data, "buffers", value.buffers, path, depth) &&
         readMembers(data, "submodules", value.submodules, path, depth) &&
         readMembers(data, "attributes", value.attributes, path, depth);
}

/// What kind of value a tag stands for.
static Kind getKind(llvm::StringRef tag) {
  return llvm::StringSwitch<Kind>(tag)
      .Case("None", Kind::None)
      .Case("bool", Kind::Bool)
      .Cases("int", "dtype", "layout", Kind::Int)
      .Case("float", Kind::Float)
      .Case("complex", Kind::Complex)
      .Case("str", Kind::String)
      .Case("device", Kind::Device)
      .Case("tensor", Kind::Tensor)
      .Case("list", Kind::List)
      .Case("tuple", Kind::Tuple)
      .Case("namedtuple", Kind::NamedTuple)
      .Case("dict", Kind::Dict)
      .Case("enum", Kind::Enum)
      .Case("object", Kind::Object)
      .Case("module", Kind::Module)
      .Case("function", Kind::Function)
      .Default(Kind::Other);
}

bool RecordedState::Reader::readDict(const json &v, InstanceValue &value,
                                     const std::string &path, unsigned depth) {
  json keys = json::array(), values = json::array();
  for (const json &entry : v) {
    if (!entry.is_array() || entry.size() != 2)
      return fail(path, "expected pairs of a key and a value");
    keys.push_back(entry[0]);
    values.push_back(entry[1]);
  }
  return readItems(keys, value.keys, path + ".keys", depth) &&
         readItems(values, value.elements, path, depth);
}

const InstanceValue *RecordedState::Reader::read(const json &data,
                                                 const std::string &path,
                                                 unsigned depth) {
  if (depth > maxDepth)
    return fail(path, "the state is nested too deeply");
  if (!data.is_object() || !data.contains("t") || !data["t"].is_string())
    return fail(path, "not an encoded value");
  const std::string tag = data["t"];
  const json v = data.value("v", json());
  if (tag == "ref") {
    const InstanceValue *same =
        v.is_string() ? known.lookup(v.get<std::string>()) : nullptr;
    if (!same)
      return fail(path, "refers to an id that no value before it has");
    return same;
  }
  InstanceValue &value = state.values.emplace_back();
  if (data.contains("id"))
    known[data.value("id", "")] = &value;
  auto text = [&] { return v.is_string() ? v.get<std::string>() : ""; };
  value.kind = getKind(tag);
  bool ok = true;
  switch (value.kind) {
  case Kind::None:
    break;
  case Kind::Bool:
    value.integer = v.is_boolean() && v.get<bool>();
    break;
  case Kind::Int:
    if (tag == "layout")
      value.integer = layoutNumber(text());
    else if (tag == "dtype")
      value.integer = int64_t(parseDTypeName(text()).value_or(DType::Float32));
    else if (v.is_number_integer())
      value.integer = v.get<int64_t>();
    else
      return fail(path, "not an int");
    break;
  case Kind::Float:
    value.real = readFloat(v);
    break;
  case Kind::Complex:
    if (!v.is_array() || v.size() != 2)
      return fail(path, "not a complex number");
    value.real = readFloat(v[0]);
    value.imaginary = readFloat(v[1]);
    break;
  case Kind::String:
  case Kind::Device:
  case Kind::Function:
    value.text = text();
    break;
  case Kind::Tensor:
    ok = readTensor(data, value, path);
    break;
  case Kind::List:
  case Kind::Tuple:
    ok = readItems(v, value.elements, path, depth);
    break;
  case Kind::NamedTuple:
    value.text = data.value("class", "");
    ok = readMembers(data, "fields", value.attributes, path, depth);
    for (const InstanceMember &field : value.attributes)
      value.elements.push_back(field.value);
    break;
  case Kind::Dict:
    ok = readDict(v, value, path, depth);
    break;
  case Kind::Enum:
    value.text = data.value("class", "");
    value.member = data.value("name", "");
    break;
  case Kind::Object:
    value.text = data.value("class", "");
    ok = readMembers(data, "attrs", value.attributes, path, depth);
    break;
  case Kind::Module:
    value.text = data.value("class", "");
    ok = readModule(data, value, path, depth);
    break;
  case Kind::Class:
  case Kind::Namespace:
  case Kind::Other:
    value.text = tag == "class" ? "type" : text();
    break;
  }
  return ok ? &value : nullptr;
}

llvm::Expected<std::unique_ptr<RecordedState>>
RecordedState::read(const json &file) try {
  std::unique_ptr<RecordedState> state(new RecordedState());
  Reader reader(*state);
  if (file.is_object() && file.contains("storages")) {
    state->isShared = true;
    for (const auto &[key, text] : file["storages"].items()) {
      std::vector<char> bytes;
      if (llvm::Error error =
              llvm::decodeBase64(text.get<std::string>(), bytes))
        return std::move(error);
      auto &memory = state->memory[key];
      memory.resize(bytes.size() / sizeof(std::max_align_t) + 1);
      std::copy(bytes.begin(), bytes.end(),
                reinterpret_cast<char *>(memory.data()));
      state->sizes[key] = bytes.size();
    }
  }
  for (const json &record : file.is_object()
                                ? file.value("instances", json::array())
                                : json::array()) {
    std::string name =
        record.is_object() ? record.value("name", "") : std::string();
    if (name.empty())
      return llvm::createStringError("an instance without a name");
    state->names.push_back(name);
    if (record.contains("error")) {
      state->constructErrors[name] = record["error"].value("message", "");
      continue;
    }
    reader.unsaved.clear();
    for (const json &path : record.value("non_persistent_buffers", json::array()))
      reader.unsaved.insert(name + "." + path.get<std::string>());
    // Without a state it is an instance of some other class.
    json other = {{"t", "object"}, {"class", record.value("class", "")}};
    const InstanceValue *value =
        reader.read(record.value("state", other), name);
    if (!value)
      return llvm::createStringError("%s", reader.problem.c_str());
    state->instances[name] = value;
  }
  return std::move(state);
} catch (const json::exception &error) {
  // The library reports values of other types than expected this way.
  return llvm::createStringError("damaged record: %s", error.what());
}

llvm::Expected<std::unique_ptr<RecordedState>>
RecordedState::open(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError("%s: %s", path.str().c_str(),
                                   buffer.getError().message().c_str());
  llvm::StringRef text = (*buffer)->getBuffer();
  json file = json::parse(text.begin(), text.end(), nullptr,
                          /*allow_exceptions=*/false);
  if (!file.is_object() || !file.contains("instances"))
    return llvm::createStringError("%s: not a file of recorded instances",
                                   path.str().c_str());
  return read(file);
}

const InstanceValue *RecordedState::find(llvm::StringRef name) const {
  return instances.lookup(name);
}

llvm::StringRef RecordedState::getConstructError(llvm::StringRef name) const {
  auto it = constructErrors.find(name);
  return it == constructErrors.end() ? llvm::StringRef()
                                     : llvm::StringRef(it->second);
}

llvm::StringRef RecordedState::getTensorMemory(llvm::StringRef storage) const {
  auto it = memory.find(storage);
  if (it == memory.end())
    return {};
  return {reinterpret_cast<const char *>(it->second.data()),
          sizes.lookup(storage)};
}

bool RecordedState::haveEqualElements(const InstanceValue &a,
                                      const InstanceValue &b) const {
  return a.dtype == b.dtype && a.sizes == b.sizes &&
         getTensorMemory(a.storage) == getTensorMemory(b.storage);
}
