//===- Representation.cpp - Native representation of types -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes and reference counting of TorchScript types.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TSRuntime/IR/Representation.h"

#include "TorchScript/Dialect/TS/IR/TSTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

bool tsrt::isHeapPointer(Type type) {
  if (auto optional = dyn_cast<ts::OptionalType>(type))
    return isHeapPointer(optional.getElementType());
  return isa<ts::TSTensorType, ts::StrType, ts::ListType, ts::DictType,
             ts::ObjectType, ts::InterfaceType, ts::FutureType, ts::AwaitType,
             ts::RRefType, ts::StreamType, ts::GeneratorType, ts::CapsuleType>(
      type);
}

bool tsrt::isBoxedValue(Type type) {
  return isa<ts::AnyType, ts::UnionType, ts::ScalarType, ts::AnyListType,
             ts::AnyTupleType>(type);
}

bool tsrt::isRefcounted(Type type) {
  if (isHeapPointer(type))
    return true;
  if (isa<ts::ScalarType>(type))
    return false;
  if (isBoxedValue(type))
    return true;
  if (auto optional = dyn_cast<ts::OptionalType>(type))
    return isRefcounted(optional.getElementType());
  if (auto tuple = dyn_cast<ts::TSTupleType>(type))
    return llvm::any_of(tuple.getElements(), isRefcounted);
  return false;
}

bool tsrt::isNativeStruct(Type type) {
  return isBoxedValue(type) || isa<ts::TSTupleType>(type) ||
         (isa<ts::OptionalType>(type) && !isHeapPointer(type));
}

tsrt::NativeLayout tsrt::getStructLayout(TypeRange members, uint64_t start,
                                         SmallVectorImpl<uint64_t> &offsets) {
  NativeLayout layout{start, 1};
  for (Type member : members) {
    NativeLayout part = getNativeLayout(member);
    layout.size = llvm::alignTo(layout.size, part.align);
    offsets.push_back(layout.size);
    layout.size += part.size;
    layout.align = std::max(layout.align, part.align);
  }
  layout.size = llvm::alignTo(layout.size, layout.align);
  return layout;
}

tsrt::NativeLayout tsrt::getNativeLayout(Type type) {
  if (isBoxedValue(type))
    return {kValueSize, 8};
  if (type.isInteger(1) || isa<ts::TSNoneType>(type))
    return {1, 1};
  if (isa<ComplexType>(type))
    return {16, 8};
  SmallVector<uint64_t> offsets;
  if (auto optional = dyn_cast<ts::OptionalType>(type))
    if (!isHeapPointer(type))
      return getStructLayout(
          {optional.getElementType(), IntegerType::get(type.getContext(), 1)},
          0, offsets);
  if (auto tuple = dyn_cast<ts::TSTupleType>(type))
    return getStructLayout(tuple.getElements(), 0, offsets);
  return {8, 8}; // int, float, enum, device and pointers
}
