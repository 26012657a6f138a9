//===- Value.cpp - Values read from an archive's pickles ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small queries on archive values.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Archive/Value.h"

using namespace torchscript;
using llvm::StringRef;

ArchiveValue::~ArchiveValue() = default;

StringRef torchscript::describeKind(ArchiveValue::Kind kind) {
  switch (kind) {
  case ArchiveValue::Kind::None:
    return "None";
  case ArchiveValue::Kind::Bool:
    return "a bool";
  case ArchiveValue::Kind::Int:
    return "an int";
  case ArchiveValue::Kind::Float:
    return "a float";
  case ArchiveValue::Kind::Complex:
    return "a complex number";
  case ArchiveValue::Kind::String:
    return "a string";
  case ArchiveValue::Kind::List:
    return "a list";
  case ArchiveValue::Kind::Tuple:
    return "a tuple";
  case ArchiveValue::Kind::Dict:
    return "a dict";
  case ArchiveValue::Kind::Tensor:
    return "a tensor";
  case ArchiveValue::Kind::Object:
    return "an object";
  case ArchiveValue::Kind::Enum:
    return "an enum member";
  case ArchiveValue::Kind::Device:
    return "a device";
  case ArchiveValue::Kind::Storage:
    return "a storage";
  case ArchiveValue::Kind::Global:
    return "a name of a class or function";
  }
  return "a value";
}

const ArchiveValue *ArchiveDict::lookup(StringRef key) const {
  for (auto it = entries.rbegin(), end = entries.rend(); it != end; ++it)
    if (const auto *name = llvm::dyn_cast<ArchiveString>(it->first))
      if (name->value == key)
        return it->second;
  return nullptr;
}

int64_t ArchiveTensor::getNumElements() const {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

bool ArchiveTensor::isContiguous() const {
  if (layout != Layout::Strided)
    return false;
  int64_t expected = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    if (sizes[i] == 0)
      return true;
    if (sizes[i] != 1 && strides[i] != expected)
      return false;
    expected *= sizes[i];
  }
  return true;
}

bool ArchiveObject::isTorchbind() const {
  return StringRef(className).starts_with("__torch__.torch.classes.");
}
