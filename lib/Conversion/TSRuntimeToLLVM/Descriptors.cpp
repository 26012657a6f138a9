//===- Descriptors.cpp - Type descriptors as constants -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a constant tsrt_type for each type the module needs. Types without
// parameters are those of the runtime library.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TS/IR/SpecialMethods.h"
#include "TorchScript/Dialect/TS/IR/TSTypes.h"

using namespace mlir;
using namespace mlir::tsrt;

namespace {

/// Numbers of tsrt_kind.
enum Kind : int32_t {
  None,
  Bool,
  Int,
  Float,
  Complex,
  Str,
  Tensor,
  List,
  Dict,
  Tuple,
  Optional,
  Any,
  Union,
  Scalar,
  Object,
  Interface,
  Enum,
  Device,
  Generator,
  Stream,
  Future,
  Await,
  RRef,
  Capsule,
  Function
};

/// What goes into a descriptor.
struct Contents {
  Kind kind;
  SmallVector<Type> elements;
  SmallVector<uint64_t> offsets;
  SmallVector<std::string> names;
};

/// The runtime's own descriptor of a type without parameters, or empty.
StringRef getRuntimeDescriptor(Type type) {
  if (type.isInteger(64))
    return "tsrt_type_int";
  if (type.isInteger(1))
    return "tsrt_type_bool";
  if (type.isF64())
    return "tsrt_type_float";
  if (isa<ComplexType>(type))
    return "tsrt_type_complex";
  if (isa<ts::TSNoneType>(type))
    return "tsrt_type_none";
  if (isa<ts::StrType>(type))
    return "tsrt_type_str";
  if (isa<ts::TSTensorType>(type))
    return "tsrt_type_tensor";
  if (isa<ts::AnyType>(type))
    return "tsrt_type_any";
  if (isa<ts::AnyListType>(type))
    return "tsrt_type_any_list";
  if (isa<ts::AnyTupleType>(type))
    return "tsrt_type_any_tuple";
  if (isa<ts::ScalarType>(type))
    return "tsrt_type_scalar";
  if (isa<ts::DeviceType>(type))
    return "tsrt_type_device";
  if (isa<ts::GeneratorType>(type))
    return "tsrt_type_generator";
  if (isa<ts::StreamType>(type))
    return "tsrt_type_stream";
  return {};
}

} // namespace

static Contents describe(Lowering &lowering, Type type) {
  Contents contents;
  if (auto list = dyn_cast<ts::ListType>(type)) {
    contents.kind = List;
    contents.elements = {list.getElementType()};
  } else if (auto dict = dyn_cast<ts::DictType>(type)) {
    contents.kind = Dict;
    contents.elements = {dict.getKeyType(), dict.getValueType()};
  } else if (auto optional = dyn_cast<ts::OptionalType>(type)) {
    contents.kind = Optional;
    contents.elements = {optional.getElementType()};
  } else if (auto future = dyn_cast<ts::FutureType>(type)) {
    contents.kind = Future;
    contents.elements = {future.getElementType()};
  } else if (auto awaitable = dyn_cast<ts::AwaitType>(type)) {
    contents.kind = Await;
    contents.elements = {awaitable.getElementType()};
  } else if (auto rref = dyn_cast<ts::RRefType>(type)) {
    contents.kind = RRef;
    contents.elements = {rref.getElementType()};
  } else if (auto tuple = dyn_cast<ts::TSTupleType>(type)) {
    contents.kind = Tuple;
    contents.elements = llvm::to_vector(tuple.getElements());
    (void)getStructLayout(contents.elements, 0, contents.offsets);
    for (StringAttr field : tuple.getFields())
      contents.names.push_back(field.str());
  } else if (auto sum = dyn_cast<ts::UnionType>(type)) {
    contents.kind = Union;
    contents.elements = llvm::to_vector(sum.getMembers());
  } else if (auto object = dyn_cast<ts::ObjectType>(type)) {
    contents.kind = Object;
    if (const ClassLayout *layout = lowering.getClass(object.getName())) {
      contents.elements = layout->types;
      contents.offsets = layout->offsets;
      for (StringRef name : layout->names)
        contents.names.push_back(name.str());
    }
  } else if (isa<ts::InterfaceType>(type)) {
    contents.kind = Interface;
  } else if (auto enumeration = dyn_cast<ts::EnumType>(type)) {
    contents.kind = Enum;
    if (ts::EnumOp declaration = lowering.getEnum(enumeration.getName()))
      for (auto name : declaration.getMembers().getAsRange<StringAttr>())
        contents.names.push_back(name.str());
  } else {
    contents.kind = Capsule;
  }
  return contents;
}

/// The TorchScript spelling; of an object its qualified name.
static std::string spell(Type type) {
  if (auto tuple = dyn_cast<ts::TSTupleType>(type); tuple && tuple.isNamed())
    return tuple.getName().str();
  if (auto object = dyn_cast<ts::ObjectType>(type))
    return object.getName().str();
  if (auto enumeration = dyn_cast<ts::EnumType>(type))
    return enumeration.getName().str();
  return ts::spellType(type);
}

namespace mlir::tsrt {

/// Fills in the initialiser of one descriptor.
class DescriptorBuilder {
public:
  DescriptorBuilder(Lowering &lowering, Region &region)
      : lowering(lowering), b(lowering.getContext()),
        loc(lowering.module.getLoc()) {
    b.createBlock(&region);
  }

  void fill(Type type, LLVM::LLVMStructType structType) {
    Contents contents = describe(lowering, type);
    auto enumeration = dyn_cast<ts::EnumType>(type);
    NativeLayout layout = getNativeLayout(type);
    SmallVector<Method> methods = getMethods(type);
    size_t count =
        enumeration ? contents.names.size() : contents.elements.size();
    Value members[] = {number(contents.kind),
                       number(layout.size),
                       number(layout.align),
                       lowering.cString(b, loc, spell(type)),
                       number(count),
                       number(methods.size()),
                       elementArray(contents.elements),
                       offsetArray(contents.offsets),
                       nameArray(contents.names),
                       methodArray(methods),
                       enumeration ? enumValues(enumeration) : null()};
    Value result = b.create<LLVM::UndefOp>(loc, structType);
    for (auto [i, member] : llvm::enumerate(members))
      result = b.create<LLVM::InsertValueOp>(loc, result, member, i);
    b.create<LLVM::ReturnOp>(loc, result);
  }

private:
  Value number(int64_t value) {
    return lowering.constant(b, loc, lowering.i32(), value);
  }
  Value null() { return lowering.nullPointer(b, loc); }

  /// A constant array whose elements `make` builds; null when empty.
  Value array(Type element, size_t size,
              function_ref<Value(OpBuilder &, size_t)> make) {
    if (size == 0)
      return null();
    std::string name = "tsrt.array." + std::to_string(lowering.nextId++);
    lowering.constantAggregate(
        name, LLVM::LLVMArrayType::get(element, size), LLVM::Linkage::Internal,
        [&](OpBuilder &init, SmallVectorImpl<Value> &members) {
          for (size_t i = 0; i < size; ++i)
            members.push_back(make(init, i));
        });
    return lowering.addressOf(b, loc, name);
  }

  Value elementArray(ArrayRef<Type> types) {
    return array(lowering.ptr(), types.size(), [&](OpBuilder &init, size_t i) {
      return lowering.descriptor(init, loc, types[i]);
    });
  }
  Value offsetArray(ArrayRef<uint64_t> offsets) {
    return array(
        lowering.i32(), offsets.size(), [&](OpBuilder &init, size_t i) {
          return lowering.constant(init, loc, lowering.i32(), offsets[i]);
        });
  }
  Value nameArray(ArrayRef<std::string> names) {
    return array(lowering.ptr(), names.size(), [&](OpBuilder &init, size_t i) {
      return lowering.cString(init, loc, names[i]);
    });
  }

  /// A method's name and the function that implements it.
  using Method = std::pair<StringRef, StringRef>;
  SmallVector<Method> getMethods(Type type) {
    SmallVector<Method> result;
    auto object = dyn_cast<ts::ObjectType>(type);
    const ClassLayout *layout =
        object ? lowering.getClass(object.getName()) : nullptr;
    if (!layout)
      return result;
    ts::ClassOp declaration = layout->declaration;
    for (auto method : declaration.getBody().getOps<ts::MethodOp>()) {
      auto known = lowering.callable.find(method.getFunction());
      if (known != lowering.callable.end() &&
          !ts::isCallableByRuntime(method.getName(), known->second))
        continue;
      if (!method.getIsStatic() &&
          lowering.callable.contains(method.getFunction()))
        result.emplace_back(method.getName(), method.getFunction());
    }
    return result;
  }
  Value methodArray(ArrayRef<Method> methods) {
    Type pair = LLVM::LLVMStructType::getLiteral(
        lowering.getContext(), {lowering.ptr(), lowering.ptr()});
    return array(pair, methods.size(), [&](OpBuilder &init, size_t i) -> Value {
      auto [name, function] = methods[i];
      Value result = init.create<LLVM::UndefOp>(loc, pair);
      result = init.create<LLVM::InsertValueOp>(
          loc, result, lowering.cString(init, loc, name), 0);
      return init.create<LLVM::InsertValueOp>(
          loc, result,
          lowering.addressOf(init, loc, (function + ts::kBoxedSuffix).str()),
          1);
    });
  }

  /// The values of the members: int, float and str are known.
  Value enumValues(ts::EnumType type) {
    ts::EnumOp declaration = lowering.getEnum(type.getName());
    if (!declaration)
      return null();
    ArrayAttr values = declaration.getValues();
    return array(
        lowering.valueType(), values.size(),
        [&](OpBuilder &init, size_t i) -> Value {
          Value zero = lowering.constant(init, loc, lowering.i64(), 0);
          Type valueType = declaration.getValueType();
          Value payload = zero;
          if (auto integer = dyn_cast<IntegerAttr>(values[i]))
            payload =
                lowering.constant(init, loc, lowering.i64(), integer.getInt());
          else if (auto real = dyn_cast<FloatAttr>(values[i]))
            payload = lowering.constant(
                init, loc, lowering.i64(),
                int64_t(real.getValue().bitcastToAPInt().getZExtValue()));
          else if (auto text = dyn_cast<StringAttr>(values[i]))
            payload = init.create<LLVM::PtrToIntOp>(
                loc, lowering.i64(),
                lowering.stringObject(init, loc, text.getValue()));
          return lowering.makeValue(init, loc,
                                    lowering.descriptor(init, loc, valueType),
                                    payload, zero);
        });
  }

  Lowering &lowering;
  OpBuilder b;
  Location loc;
};

} // namespace mlir::tsrt

std::string Lowering::descriptorSymbol(Type type) {
  if (StringRef known = getRuntimeDescriptor(type); !known.empty()) {
    if (externalGlobals.insert(known).second)
      makeGlobal(
          LLVM::LLVMArrayType::get(IntegerType::get(getContext(), 8), 72), true,
          LLVM::Linkage::External, known, {});
    return known.str();
  }
  std::string &name = descriptors[type];
  if (!name.empty())
    return name;
  std::string symbol = "tsrt.type." + std::to_string(nextId++);
  name = symbol; // before the elements, which may mention this type
  auto structType = LLVM::LLVMStructType::getLiteral(
      getContext(), {i32(), i32(), i32(), ptr(), i32(), i32(), ptr(), ptr(),
                     ptr(), ptr(), ptr()});
  LLVM::GlobalOp global =
      makeGlobal(structType, true, LLVM::Linkage::Internal, symbol, {});
  global->setAttr(ts::kDescribedTypeAttr, TypeAttr::get(type));
  DescriptorBuilder(*this, global.getInitializerRegion())
      .fill(type, structType);
  return symbol;
}

Value Lowering::descriptor(OpBuilder &b, Location loc, Type type) {
  return addressOf(b, loc, descriptorSymbol(type));
}
