//===- ArchiveData.cpp - The pickles of an archive ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes of the IR as values of a pickle. Objects and storages keep their
// identity.
//
//===----------------------------------------------------------------------===//

#include "ArchiveData.h"

#include "TorchScript/Dialect/TS/IR/ElementTypes.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace torchscript;
namespace ts = mlir::ts;

void ArchiveData::fail(const llvm::Twine &what) {
  valid = false;
  current->emitError() << "cannot be written into an archive: " << what;
}

std::string ArchiveData::spell(mlir::Type type) {
  std::optional<std::string> spelling = code.spell(type);
  if (!spelling)
    fail("a value whose type has no name there");
  return spelling.value_or("Any");
}

std::string ArchiveData::lookup(llvm::StringRef symbol) {
  std::string name = code.lookup(symbol);
  if (name.empty())
    fail("a value of '" + symbol + "', which is not in the module");
  return name;
}

std::optional<std::string> ArchiveData::pickleObject(ts::ObjectOp root) {
  current = root;
  object(root.getSymName());
  std::string bytes = pickle.finish();
  return valid ? std::optional(bytes) : std::nullopt;
}

std::optional<std::string>
ArchiveData::pickleTuple(llvm::ArrayRef<mlir::Attribute> values) {
  current = module;
  pickle.tuple(values.size(), [&] {
    for (mlir::Attribute element : values)
      value(element);
  });
  std::string bytes = pickle.finish();
  return valid ? std::optional(bytes) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

ArchiveData::Storage ArchiveData::addStorage(llvm::StringRef bytes,
                                             DType dtype) {
  Storage storage{std::to_string(storages.size()), dtype,
                  bytes.size() / getItemSize(dtype)};
  storages.push_back(bytes);
  return storage;
}

std::optional<ArchiveData::Storage>
ArchiveData::getStorage(ts::TensorRefAttr data, DType dtype) {
  auto [it, isNew] = known.try_emplace(data.getStorage().getValue());
  if (isNew) {
    auto bytes = contents.storages(data.getStorage().getValue());
    if (!bytes) {
      fail(llvm::toString(bytes.takeError()));
      return std::nullopt;
    }
    it->second = addStorage(*bytes, dtype);
  }
  // A storage has one dtype in the pickle: readers would take the other
  // tensor's elements for something else.
  if (it->second.dtype == dtype)
    return it->second;
  fail("a " + getDTypeName(dtype) + " tensor on the storage of a " +
       getDTypeName(it->second.dtype) + " tensor");
  return std::nullopt;
}

void ArchiveData::tensor(ts::TensorRefAttr data) {
  std::optional<DType> dtype = ts::getDType(data.getDtype());
  if (!dtype)
    return fail("a tensor of this dtype");
  std::optional<Storage> storage = getStorage(data, *dtype);
  if (!storage)
    return;
  PickledTensor tensor{*dtype,
                       storage->key,
                       storage->numel,
                       data.getOffset(),
                       data.getSizes(),
                       data.getStrides(),
                       data.getRequiresGrad()};
  pickle.tensor(tensor);
}

/// Elements in C order, little endian.
static std::string getBytes(mlir::DenseElementsAttr data) {
  std::string bytes;
  if (data.getElementType().isInteger(1)) {
    for (bool element : data.getValues<bool>())
      bytes.push_back(element);
    return bytes;
  }
  llvm::ArrayRef<char> raw = data.getRawData();
  size_t count = data.isSplat() ? data.getNumElements() : 1;
  for (size_t i = 0; i < count; ++i)
    bytes.append(raw.data(), raw.size());
  return bytes;
}

void ArchiveData::dense(mlir::DenseElementsAttr data) {
  std::optional<DType> dtype = ts::getDType(data.getElementType());
  if (!dtype)
    return fail("a tensor of this dtype");
  owned.push_back(getBytes(data));
  Storage storage = addStorage(owned.back(), *dtype);
  llvm::ArrayRef<int64_t> sizes = data.getType().getShape();
  llvm::SmallVector<int64_t> strides(sizes.size(), 1);
  for (size_t i = sizes.size(); i-- > 1;)
    strides[i - 1] = strides[i] * std::max<int64_t>(sizes[i], 1);
  pickle.tensor({*dtype, storage.key, storage.numel, 0, sizes, strides, false});
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

void ArchiveData::object(llvm::StringRef symbol) {
  if (pickle.objectRef(symbol))
    return;
  auto object = module.lookupSymbol<ts::ObjectOp>(symbol);
  auto type =
      object
          ? module.lookupSymbol<ts::ClassOp>(object.getObjectType().getName())
          : ts::ClassOp();
  if (!type)
    return fail("object '" + symbol + "', whose class is not declared");
  mlir::Operation *outer = std::exchange(current, object);
  if (++depth > maxDepth) {
    fail("objects that are nested too deeply");
  } else {
    mlir::Attribute state = object->getAttr("ts.state");
    pickle.object(lookup(type.getSymName()), symbol, [&] {
      if (object->hasAttr("ts.restorer"))
        return value(state ? state : ts::NoneAttr::get(object.getContext()));
      pickle.attributes([&] {
        for (auto attribute : type.getBody().getOps<ts::AttrOp>()) {
          if (attribute.getKind() == ts::FieldKind::Constant)
            continue;
          mlir::Attribute field = object.getFields().get(attribute.getName());
          pickle.string(attribute.getName());
          value(field ? field : ts::NoneAttr::get(object.getContext()));
        }
      });
    });
  }
  --depth;
  current = outer;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void ArchiveData::list(ts::ListAttr data) {
  auto elements = [&] {
    for (mlir::Attribute element : data.getElements())
      value(element);
  };
  mlir::Type type = data.getListType().getElementType();
  llvm::StringRef builder = type.isInteger(64)  ? "build_intlist"
                            : type.isInteger(1) ? "build_boollist"
                            : type.isF64()      ? "build_doublelist"
                            : llvm::isa<ts::TSTensorType>(type)
                                ? "build_tensorlist"
                                : "";
  if (builder.empty())
    pickle.taggedList(spell(data.getListType()), elements);
  else
    pickle.specializedList(builder, elements);
}

void ArchiveData::value(mlir::Attribute data) {
  llvm::TypeSwitch<mlir::Attribute>(data)
      .Case([&](mlir::FlatSymbolRefAttr symbol) { object(symbol.getValue()); })
      .Case([&](ts::NoneAttr) { pickle.none(); })
      .Case([&](mlir::BoolAttr boolean) { pickle.boolean(boolean.getValue()); })
      .Case(
          [&](mlir::IntegerAttr integer) { pickle.integer(integer.getInt()); })
      .Case([&](mlir::FloatAttr real) { pickle.real(real.getValueAsDouble()); })
      .Case([&](ts::ComplexAttr complex) {
        pickle.complex(complex.getReal().getValueAsDouble(),
                       complex.getImag().getValueAsDouble());
      })
      .Case([&](mlir::StringAttr string) { pickle.string(string.getValue()); })
      .Case([&](ts::DeviceAttr device) {
        std::string name = device.getKind().str();
        if (device.getIndex() >= 0)
          name += ":" + std::to_string(device.getIndex());
        pickle.device(name);
      })
      .Case([&](ts::MemberAttr member) {
        auto type = module.lookupSymbol<ts::EnumOp>(member.getEnumName());
        mlir::Attribute found;
        if (type)
          for (auto [name, memberValue] :
               llvm::zip(type.getMembers(), type.getValues()))
            if (name == member.getMember())
              found = memberValue;
        if (!found)
          return fail("a member of an enum that is not declared");
        pickle.enumMember(lookup(member.getEnumName().getValue()),
                          [&] { value(found); });
      })
      .Case([&](ts::ListAttr sequence) { list(sequence); })
      .Case([&](ts::TupleAttr tuple) {
        mlir::ArrayAttr elements = tuple.getElements();
        pickle.tuple(elements.size(), [&] {
          for (mlir::Attribute element : elements)
            value(element);
        });
      })
      .Case([&](ts::DictAttr dict) {
        pickle.taggedDict(spell(dict.getDictType()), [&] {
          for (auto [key, element] :
               llvm::zip(dict.getKeys(), dict.getValues())) {
            value(key);
            value(element);
          }
        });
      })
      .Case([&](ts::TensorRefAttr reference) { tensor(reference); })
      .Case([&](mlir::DictionaryAttr dictionary) {
        if (auto data = ts::MadeValue::from(dictionary))
          return made(*data);
        fail("the value of an attribute");
      })
      .Case([&](mlir::DenseElementsAttr elements) { dense(elements); })
      .Default([&](mlir::Attribute) { fail("the value of an attribute"); });
}
