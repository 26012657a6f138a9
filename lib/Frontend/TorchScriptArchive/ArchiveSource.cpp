//===- ArchiveSource.cpp - Values of an archive as instances --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads pickled values. What cannot be had says why, where it is used.
//
//===----------------------------------------------------------------------===//

#include "ArchiveSource.h"

using namespace torchscript;
using llvm::cast;
using llvm::dyn_cast;
using Kind = InstanceValue::Kind;

const InstanceValue *ArchiveSource::find(llvm::StringRef name) const {
  return name == "root" ? get(archive.getRoot()) : nullptr;
}

void ArchiveSource::readTensor(const ArchiveTensor &tensor,
                               InstanceValue &value) const {
  value.kind = Kind::Tensor;
  value.dtype = tensor.dtype;
  value.requiresGrad = tensor.requiresGrad;
  value.sizes.assign(tensor.sizes.begin(), tensor.sizes.end());
  if (tensor.layout != ArchiveTensor::Layout::Strided) {
    value.problem = "not supported yet: sparse tensors";
    return;
  }
  value.strides.assign(tensor.strides.begin(), tensor.strides.end());
  value.offset = tensor.storageOffset;
  value.storage = tensor.storage->recordName;
  if (tensor.conjugate || tensor.negative)
    value.problem = "not supported yet: tensors that are conjugated or negated "
                    "when they are read";
  else if (llvm::any_of(tensor.strides, [](int64_t n) { return n < 0; }))
    value.problem = "not supported yet: tensors with negative strides";
  else if (tensor.quantizer && !(value.state = readQuantized(tensor)))
    value.problem = "not supported yet: quantized tensors of dtype " +
                    getDTypeName(tensor.dtype).str();
}

void ArchiveSource::readObject(const ArchiveObject &object,
                               InstanceValue &value) const {
  value.kind = Kind::Object;
  value.text = value.typeTag = object.className;
  if (object.isTorchbind())
    return readExtension(object, value);
  if (object.state)
    value.state = get(*object.state);
  const ArchiveDict *attributes = object.getAttributes();
  if (!attributes)
    return;
  // The last of repeated keys counts.
  llvm::StringMap<size_t> places;
  for (auto [key, element] : attributes->entries) {
    const auto *name = dyn_cast<ArchiveString>(key);
    if (!name)
      continue;
    auto [place, isNew] =
        places.try_emplace(name->value, value.attributes.size());
    if (isNew)
      value.attributes.push_back({name->value.str(), nullptr});
    value.attributes[place->second].value = get(*element);
  }
}

const InstanceValue *ArchiveSource::get(const ArchiveValue &pickled) const {
  auto it = known.find(&pickled);
  if (it != known.end())
    return it->second;
  // Known before its parts are read: objects may refer to each other.
  InstanceValue &value = values.emplace_back();
  known[&pickled] = &value;
  origins[&value] = &pickled;
  switch (pickled.getKind()) {
  case ArchiveValue::Kind::None:
    break;
  case ArchiveValue::Kind::Bool:
    value.kind = Kind::Bool;
    value.integer = cast<ArchiveBool>(pickled).value;
    break;
  case ArchiveValue::Kind::Int:
    value.kind = Kind::Int;
    value.integer = cast<ArchiveInt>(pickled).value;
    break;
  case ArchiveValue::Kind::Float:
    value.kind = Kind::Float;
    value.real = cast<ArchiveFloat>(pickled).value;
    break;
  case ArchiveValue::Kind::Complex:
    value.kind = Kind::Complex;
    value.real = cast<ArchiveComplex>(pickled).real;
    value.imaginary = cast<ArchiveComplex>(pickled).imaginary;
    break;
  case ArchiveValue::Kind::String:
    value.kind = Kind::String;
    value.text = cast<ArchiveString>(pickled).value.str();
    break;
  case ArchiveValue::Kind::Device:
    value.kind = Kind::Device;
    value.text = cast<ArchiveDevice>(pickled).name.str();
    break;
  case ArchiveValue::Kind::Tensor:
    readTensor(cast<ArchiveTensor>(pickled), value);
    break;
  case ArchiveValue::Kind::List: {
    const auto &list = cast<ArchiveList>(pickled);
    value.kind = Kind::List;
    value.typeTag = list.typeTag.str();
    for (const ArchiveValue *element : list.elements)
      value.elements.push_back(get(*element));
    break;
  }
  case ArchiveValue::Kind::Tuple:
    value.kind = Kind::Tuple;
    for (const ArchiveValue *element : cast<ArchiveTuple>(pickled).elements)
      value.elements.push_back(get(*element));
    break;
  case ArchiveValue::Kind::Dict: {
    const auto &dict = cast<ArchiveDict>(pickled);
    value.kind = Kind::Dict;
    value.typeTag = dict.typeTag.str();
    for (auto [key, element] : dict.entries) {
      value.keys.push_back(get(*key));
      value.elements.push_back(get(*element));
    }
    break;
  }
  case ArchiveValue::Kind::Object:
    readObject(cast<ArchiveObject>(pickled), value);
    break;
  case ArchiveValue::Kind::Enum: {
    const auto &member = cast<ArchiveEnum>(pickled);
    value.kind = Kind::Enum;
    value.text = member.className;
    value.member = memberOf(member);
    if (value.member.empty())
      value.problem =
          "enum '" + member.className + "' has no member of this value";
    break;
  }
  case ArchiveValue::Kind::Storage:
  case ArchiveValue::Kind::Global:
    value.kind = Kind::Other;
    value.text = describeKind(pickled.getKind()).str();
    break;
  }
  return &value;
}
