//===- LiteralEncoder.cpp - Constant containers as bytes ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values in their native representation, with offsets for pointers.
//
//===----------------------------------------------------------------------===//

#include "LiteralEncoder.h"

#include "TorchScript/Dialect/TSRuntime/IR/Representation.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir;
using namespace mlir::tsrt;

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

uint64_t StringPool::add(StringRef text) {
  auto [entry, isNew] = offsets.try_emplace(text, 0);
  if (!isNew)
    return entry->second;
  // Nothing lies at offset 0, which stands for None.
  if (bytes.empty())
    bytes.resize(8);
  uint64_t offset = entry->second = bytes.size();
  // Immortal; the type is filled in when the module is loaded, the hash later.
  const uint64_t head[] = {~uint64_t(0), 0, text.size(), 0};
  bytes.append(reinterpret_cast<const char *>(head), sizeof(head));
  bytes.append(text.data(), text.size());
  bytes.resize(llvm::alignTo(bytes.size() + 1, 8));
  return offset;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

uint64_t LiteralEncoder::reserve(uint64_t size, uint64_t align) {
  uint64_t place = llvm::alignTo(bytes.size(), align);
  bytes.resize(place + size);
  return place;
}

void LiteralEncoder::writeWord(uint64_t word, uint64_t place) {
  std::memcpy(&bytes[place], &word, sizeof(word));
}

/// The type of a value by itself.
static Type getDynamicType(Attribute value) {
  MLIRContext *context = value.getContext();
  if (auto list = dyn_cast<ts::ListAttr>(value))
    return list.getListType();
  if (auto dict = dyn_cast<ts::DictAttr>(value))
    return dict.getDictType();
  if (auto tuple = dyn_cast<ts::TupleAttr>(value))
    return tuple.getTupleType();
  if (auto member = dyn_cast<ts::MemberAttr>(value))
    return ts::EnumType::get(member.getEnumName());
  if (isa<StringAttr>(value))
    return ts::StrType::get(context);
  if (isa<ts::DeviceAttr>(value))
    return ts::DeviceType::get(context);
  if (isa<ts::ComplexAttr>(value))
    return ComplexType::get(Float64Type::get(context));
  auto number = dyn_cast<TypedAttr>(value);
  return number ? number.getType() : Type();
}

bool LiteralEncoder::writeBoxed(Attribute value, uint64_t place) {
  // None has no type.
  if (isa<ts::NoneAttr>(value))
    return true;
  Type type = getDynamicType(value);
  if (!type)
    return false;
  writeWord(types.try_emplace(type, types.size() + 1).first->second, place);
  uint64_t payload = place + 8;
  if (auto flag = dyn_cast<BoolAttr>(value)) {
    writeWord(flag.getValue(), payload);
    return true;
  }
  if (isa<ts::TupleAttr>(value)) {
    pending.push_back({value, payload});
    return true;
  }
  return write(value, type, payload);
}

bool LiteralEncoder::write(Attribute value, Type type, uint64_t place) {
  if (isBoxedValue(type))
    return writeBoxed(value, place);
  if (auto optional = dyn_cast<ts::OptionalType>(type)) {
    if (isa<ts::NoneAttr>(value))
      return true;
    Type payload = optional.getElementType();
    // The flag stands behind the payload.
    if (!isHeapPointer(type))
      bytes[place + getNativeLayout(payload).size] = 1;
    return write(value, payload, place);
  }
  if (isa<ts::NoneAttr>(value))
    return true;
  if (auto flag = dyn_cast<BoolAttr>(value)) {
    bytes[place] = flag.getValue();
    return type.isInteger(1);
  }
  if (auto integer = dyn_cast<IntegerAttr>(value)) {
    writeWord(integer.getValue().getZExtValue(), place);
    return type.isInteger(64);
  }
  auto writeReal = [&](FloatAttr real, uint64_t place) {
    writeWord(real.getValue().bitcastToAPInt().getZExtValue(), place);
  };
  if (auto real = dyn_cast<FloatAttr>(value)) {
    writeReal(real, place);
    return type.isF64();
  }
  if (auto number = dyn_cast<ts::ComplexAttr>(value)) {
    writeReal(number.getReal(), place);
    writeReal(number.getImag(), place + 8);
    return isa<ComplexType>(type);
  }
  if (auto text = dyn_cast<StringAttr>(value)) {
    writeWord(strings.add(text.getValue()), place);
    return isa<ts::StrType>(type);
  }
  if (auto device = dyn_cast<ts::DeviceAttr>(value)) {
    int64_t number = deviceOf(device);
    writeWord(uint64_t(number), place);
    return number >= 0;
  }
  if (auto member = dyn_cast<ts::MemberAttr>(value)) {
    int64_t position = memberOf(member);
    writeWord(uint64_t(position), place);
    return position >= 0;
  }
  if (auto tuple = dyn_cast<ts::TupleAttr>(value)) {
    auto tupleType = dyn_cast<ts::TSTupleType>(type);
    if (!tupleType || tupleType.size() != tuple.getElements().size())
      return false;
    SmallVector<uint64_t> offsets;
    (void)getStructLayout(tupleType.getElements(), 0, offsets);
    for (auto [part, partType, offset] :
         llvm::zip_equal(tuple.getElements(), tupleType.getElements(), offsets))
      if (!write(part, partType, place + offset))
        return false;
    return true;
  }
  if (!isa<ts::ListAttr, ts::DictAttr>(value) || !isHeapPointer(type))
    return false;
  pending.push_back({value, place});
  return true;
}

bool LiteralEncoder::writeAll(ArrayAttr values, Type type) {
  NativeLayout layout = getNativeLayout(type);
  uint64_t place = reserve(layout.size * values.size(), 8);
  for (Attribute value : values) {
    if (!write(value, type, place))
      return false;
    place += layout.size;
  }
  return true;
}

bool LiteralEncoder::encodeContents(Attribute container) {
  if (auto tuple = dyn_cast<ts::TupleAttr>(container))
    return write(tuple, tuple.getTupleType(),
                 reserve(getNativeLayout(tuple.getTupleType()).size, 8));
  auto list = dyn_cast<ts::ListAttr>(container);
  auto dict = dyn_cast<ts::DictAttr>(container);
  size_t count = list ? list.getElements().size() : dict.getKeys().size();
  writeWord(count, reserve(8, 8));
  if (list)
    return writeAll(list.getElements(), list.getListType().getElementType());
  return writeAll(dict.getKeys(), dict.getDictType().getKeyType()) &&
         writeAll(dict.getValues(), dict.getDictType().getValueType());
}

bool LiteralEncoder::encode(Attribute container) {
  if (!encodeContents(container))
    return false;
  // Those inside come behind it; they may add more.
  for (size_t i = 0; i < pending.size(); ++i) {
    Pending part = pending[i];
    writeWord(llvm::alignTo(bytes.size(), 8), part.reference);
    if (!encodeContents(part.value))
      return false;
  }
  return true;
}
