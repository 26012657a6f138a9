//===- FlatbufferModule.cpp - Modules in flatbuffer form ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of a flatbuffer are a table in which they refer to one another by
// number; the sources of the code are texts in it. Both are written as the
// records of a zip archive.
//
//===----------------------------------------------------------------------===//

#include "FlatbufferModule.h"

#include "FlatbufferReader.h"
#include "TorchScript/Archive/ArchiveError.h"
#include "TorchScript/Archive/Pickler.h"
#include "TorchScript/Archive/Zip.h"

#include "llvm/ADT/SmallString.h"

#include <set>

using namespace torchscript;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// Fields of the root table.
enum ModuleField : unsigned {
  BytecodeVersion = 0,
  ExtraFiles = 1,
  StateObject = 3,
  Values = 4,
  Storages = 6,
  ObjectTypes = 7,
  Sources = 8,
  Constants = 9
};

/// What a value is.
enum class ValueKind : uint8_t {
  None,
  Int,
  Bool,
  Double,
  Complex,
  Tensor,
  String,
  List,
  Tuple,
  Dict,
  Object,
  IntList,
  DoubleList,
  BoolList,
  Device,
  EnumMember,
  Function
};

/// How an object is made.
enum class ObjectKind : uint8_t { Unset, Fields, Custom, SetState, NoObject };

/// Deepest nesting of values, and how many are written: containers that are in
/// several places are written at each.
constexpr unsigned kMaxDepth = 256;
constexpr uint64_t kMaxValues = 4'000'000;

class Converter {
public:
  explicit Converter(llvm::MemoryBufferRef file)
      : file(file), in(file.getBuffer()), module(in.getRoot()),
        values(in.child(module, Values)), storages(in.child(module, Storages)),
        types(in.child(module, ObjectTypes)),
        numValues(in.getSize(values, 4)), numStorages(in.getSize(storages, 4)),
        numTypes(in.getSize(types, 4)) {}

  Expected<std::unique_ptr<llvm::MemoryBuffer>> convert();

private:
  void fail(const Twine &message) {
    if (problem.empty())
      problem = message.str();
  }
  bool isFine() const { return problem.empty() && !in.damage; }

  void write(Pickler &out, uint32_t index, unsigned depth);
  void writeItems(Pickler &out, uint64_t vector, unsigned depth);
  void writeTensor(Pickler &out, uint64_t tensor);
  void writeQuantizer(Pickler &out, uint64_t schema);
  void writeObject(Pickler &out, uint64_t object, uint32_t index,
                   unsigned depth);
  Error addSources(ZipWriter &zip);
  Error addStorages(ZipWriter &zip, StringRef directory);

  llvm::MemoryBufferRef file;
  FlatbufferReader in;
  uint64_t module, values, storages, types;
  uint32_t numValues, numStorages, numTypes;
  /// Storages of tensors of the pickle that is being written.
  std::set<uint32_t> used;
  uint64_t written = 0;
  std::string problem;
};

} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void Converter::writeItems(Pickler &out, uint64_t vector, unsigned depth) {
  for (uint32_t i = 0, n = in.getSize(vector, 4); i < n && isFine(); ++i)
    write(out, in.number<uint32_t>(vector, i), depth + 1);
}

void Converter::writeQuantizer(Pickler &out, uint64_t schema) {
  // PyTorch's numbers of schemes: per tensor, per channel, and the latter with
  // zero points that are floats.
  int scheme = in.get<int8_t>(schema, 0);
  if (scheme == 0) {
    out.tuple(3, [&] {
      out.scheme("per_tensor_affine");
      out.real(in.get<double>(schema, 1));
      out.integer(in.get<int32_t>(schema, 2));
    });
    return;
  }
  if (scheme != 1 && scheme != 4)
    return fail("a quantized tensor of the unknown scheme " + Twine(scheme));
  out.tuple(4, [&] {
    out.scheme(scheme == 1 ? "per_channel_affine"
                           : "per_channel_affine_float_qparams");
    writeTensor(out, in.child(schema, 3));
    writeTensor(out, in.child(schema, 4));
    out.integer(in.get<int32_t>(schema, 5));
  });
}

void Converter::writeTensor(Pickler &out, uint64_t tensor) {
  uint32_t storage = in.get<uint32_t>(tensor, 0);
  int dtype = in.get<int8_t>(tensor, 1);
  if (!tensor || storage >= numStorages)
    return fail("a tensor has no storage");
  std::optional<DType> known = getDType(dtype);
  if (!known || !getItemSize(*known))
    return fail("a tensor of the unknown dtype " + Twine(dtype));
  PickledTensor made;
  made.dtype = *known;
  llvm::SmallString<16> key;
  Twine(storage).toVector(key);
  made.key = key.str().str();
  made.numel =
      in.getBytes(in.child(in.element(storages, storage), 0), 1).size() /
      getItemSize(made.dtype);
  made.offset = in.get<int32_t>(tensor, 2);
  llvm::SmallVector<int64_t> sizes, strides;
  uint64_t sizeVector = in.child(tensor, 3), strideVector = in.child(tensor, 4);
  for (uint32_t i = 0, n = in.getSize(sizeVector, 4); i < n; ++i)
    sizes.push_back(in.number<int32_t>(sizeVector, i));
  for (uint32_t i = 0, n = in.getSize(strideVector, 4); i < n; ++i)
    strides.push_back(in.number<int32_t>(strideVector, i));
  if (sizes.size() != strides.size())
    return fail("a tensor has " + Twine(sizes.size()) + " sizes but " +
                Twine(strides.size()) + " strides");
  made.sizes = sizes;
  made.strides = strides;
  made.requiresGrad = in.get<uint8_t>(tensor, 5) != 0;
  used.insert(storage);
  if (uint64_t schema = in.child(tensor, 6))
    out.quantizedTensor(made, [&] { writeQuantizer(out, schema); });
  else
    out.tensor(made);
}

void Converter::writeObject(Pickler &out, uint64_t object, uint32_t index,
                            unsigned depth) {
  llvm::SmallString<16> identity;
  Twine(index).toVector(identity);
  if (out.objectRef(identity))
    return;
  uint32_t typeIndex = in.get<uint32_t>(object, 0);
  if (typeIndex >= numTypes)
    return fail("an object has no class");
  uint64_t type = in.element(types, typeIndex);
  StringRef name = in.getString(type, 0);
  auto kind = ObjectKind(in.get<uint8_t>(type, 1));
  if (name.empty() || !name.contains('.'))
    return fail("a class without a name");
  switch (kind) {
  case ObjectKind::Fields: {
    uint64_t names = in.child(type, 2), fields = in.child(object, 2);
    uint32_t count = in.getSize(names, 4);
    if (in.getSize(fields, 4) != count)
      return fail("an object of the class '" + name + "' has " +
                  Twine(in.getSize(fields, 4)) + " of its " + Twine(count) +
                  " attributes");
    out.object(name, identity, [&] {
      out.attributes([&] {
        for (uint32_t i = 0; i < count && isFine(); ++i) {
          out.string(in.getBytes(in.element(names, i), 1));
          write(out, in.number<uint32_t>(fields, i), depth + 1);
        }
      });
    });
    return;
  }
  case ObjectKind::Custom:
  case ObjectKind::SetState:
    out.object(name, identity,
               [&] { write(out, in.get<uint32_t>(object, 1), depth + 1); });
    return;
  case ObjectKind::Unset:
  case ObjectKind::NoObject:
    break;
  }
  fail("an object of the class '" + name + "', which has none");
}

void Converter::write(Pickler &out, uint32_t index, unsigned depth) {
  if (index >= numValues)
    return fail("there is no value " + Twine(index));
  if (depth > kMaxDepth || ++written > kMaxValues)
    return fail(depth > kMaxDepth ? "values are nested too deeply"
                                  : "there are too many values");
  uint64_t value = in.element(values, index), of = in.child(value, 1);
  auto numbers = [&](const char *builder, auto tag, auto put) {
    uint64_t items = in.child(of, 0);
    out.specializedList(builder, [&] {
      for (uint32_t i = 0, n = in.getSize(items, sizeof(tag)); i < n; ++i)
        put(in.number<decltype(tag)>(items, i));
    });
  };
  switch (ValueKind(in.get<uint8_t>(value, 0))) {
  case ValueKind::None:
    return out.none();
  case ValueKind::Int:
    return out.integer(in.read<int64_t>(of));
  case ValueKind::Bool:
    return out.boolean(in.read<uint8_t>(of) != 0);
  case ValueKind::Double:
    return out.real(in.read<double>(of));
  case ValueKind::Complex:
    return out.complex(in.read<double>(of), in.read<double>(of + 8));
  case ValueKind::Tensor:
    return writeTensor(out, of);
  case ValueKind::String:
    return out.string(in.getString(of, 0));
  case ValueKind::List:
    return out.taggedList(in.getString(of, 1), [&] {
      writeItems(out, in.child(of, 0), depth);
    });
  case ValueKind::Tuple: {
    uint64_t items = in.child(of, 0);
    return out.tuple(in.getSize(items, 4),
                     [&] { writeItems(out, items, depth); });
  }
  case ValueKind::Dict: {
    uint64_t keys = in.child(of, 0), items = in.child(of, 1);
    uint32_t count = in.getSize(keys, 4);
    if (count != in.getSize(items, 4))
      return fail("a dict has more keys than values, or fewer");
    return out.taggedDict(in.getString(of, 2), [&] {
      for (uint32_t i = 0; i < count && isFine(); ++i) {
        write(out, in.number<uint32_t>(keys, i), depth + 1);
        write(out, in.number<uint32_t>(items, i), depth + 1);
      }
    });
  }
  case ValueKind::Object:
    return writeObject(out, of, index, depth);
  case ValueKind::IntList:
    return numbers("build_intlist", int64_t(),
                   [&](int64_t number) { out.integer(number); });
  case ValueKind::DoubleList:
    return numbers("build_doublelist", double(),
                   [&](double number) { out.real(number); });
  case ValueKind::BoolList:
    return numbers("build_boollist", uint8_t(),
                   [&](uint8_t number) { out.boolean(number != 0); });
  case ValueKind::Device:
    return out.device(in.getString(of, 0));
  case ValueKind::EnumMember:
    return out.enumMember(in.getString(of, 0), [&] {
      write(out, in.get<uint32_t>(of, 1), depth + 1);
    });
  case ValueKind::Function:
    break;
  }
  fail("value " + Twine(index) + " is of an unknown kind");
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

Error Converter::addSources(ZipWriter &zip) {
  uint64_t sources = in.child(module, Sources);
  std::set<std::string> known;
  for (uint32_t i = 0, n = in.getSize(sources, 4); i < n; ++i) {
    std::string path = in.getString(in.element(sources, i), 0).str();
    std::replace(path.begin(), path.end(), '.', '/');
    if (path.empty() || !known.insert(path).second)
      continue;
    if (Error error = zip.add("archive/code/" + path + ".py",
                              in.getString(in.element(sources, i), 1)))
      return error;
  }
  uint64_t extras = in.child(module, ExtraFiles);
  for (uint32_t i = 0, n = in.getSize(extras, 4); i < n; ++i) {
    std::string name = in.getString(in.element(extras, i), 0).str();
    if (name.empty() || !known.insert("extra/" + name).second)
      continue;
    if (Error error = zip.add("archive/extra/" + name,
                              in.getString(in.element(extras, i), 1)))
      return error;
  }
  return Error::success();
}

Error Converter::addStorages(ZipWriter &zip, StringRef directory) {
  for (uint32_t storage : std::exchange(used, {})) {
    std::string name =
        ("archive/" + directory + "/" + Twine(storage)).str();
    if (Error error =
            zip.add(name,
                    in.getBytes(in.child(in.element(storages, storage), 0), 1),
                    {/*deflate=*/false, /*alignment=*/64}))
      return error;
  }
  return Error::success();
}

Expected<std::unique_ptr<llvm::MemoryBuffer>> Converter::convert() {
  auto zip = ZipWriter::createInMemory();
  if (!zip)
    return zip.takeError();
  Pickler data, constants;
  write(data, in.get<uint32_t>(module, StateObject), 0);
  Error error = (*zip)->add("archive/data.pkl", data.finish());
  if (!error)
    error = addSources(**zip);
  if (!error)
    error = addStorages(**zip, "data");
  uint64_t table = in.child(module, Constants);
  constants.tuple(in.getSize(table, 4), [&] { writeItems(constants, table, 0); });
  if (!error)
    error = (*zip)->add("archive/constants.pkl", constants.finish());
  if (!error)
    error = addStorages(**zip, "constants");
  // PyTorch reads the sources as those of this version.
  if (!error)
    error = (*zip)->add(
        "archive/version",
        std::to_string(in.get<uint32_t>(module, BytecodeVersion)) + "\n");
  if (!error)
    error = (*zip)->finish();
  if (error)
    return std::move(error);
  if (in.damage)
    return makeArchiveError(
        {file.getBufferIdentifier().str(), "", in.damage},
        "the flatbuffer leads outside of the file; it is cut off or damaged");
  if (!problem.empty())
    return makeArchiveError(
        {file.getBufferIdentifier().str(), "", std::nullopt}, problem);
  return llvm::MemoryBuffer::getMemBufferCopy((*zip)->takeBytes(),
                                              file.getBufferIdentifier());
}

bool torchscript::isFlatbufferModule(StringRef bytes) {
  return bytes.substr(4, 4) == "PTMF";
}

bool torchscript::hasFlatbufferSources(StringRef bytes) {
  if (!isFlatbufferModule(bytes))
    return false;
  FlatbufferReader in(bytes);
  return in.getSize(in.child(in.getRoot(), Sources), 4) != 0;
}

Expected<std::unique_ptr<llvm::MemoryBuffer>>
torchscript::convertFlatbufferModule(llvm::MemoryBufferRef file) {
  return Converter(file).convert();
}
