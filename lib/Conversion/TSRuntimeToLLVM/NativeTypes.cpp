//===- NativeTypes.cpp - Native types and simple operations -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM types of TorchScript values, and the small builders everything uses.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TSRuntime/IR/RuntimeFunctions.h"

using namespace mlir;
using namespace mlir::tsrt;

void tsrt::addNativeTypes(LLVMTypeConverter &converter) {
  MLIRContext *context = &converter.getContext();
  // Later conversions are tried first.
  converter.addConversion([context](Type type) -> std::optional<Type> {
    if (isHeapPointer(type) || isa<ErrorType, DescriptorType>(type))
      return LLVM::LLVMPointerType::get(context);
    if (isBoxedValue(type)) {
      Type i64 = IntegerType::get(context, 64);
      return LLVM::LLVMStructType::getLiteral(
          context, {LLVM::LLVMPointerType::get(context), i64, i64});
    }
    if (isa<ts::TSNoneType>(type))
      return IntegerType::get(context, 8);
    if (isa<ts::DeviceType, ts::EnumType>(type))
      return IntegerType::get(context, 64);
    return std::nullopt;
  });
  converter.addConversion(
      [&converter, context](ts::TSTupleType type) -> std::optional<Type> {
        SmallVector<Type> members;
        if (failed(converter.convertTypes(type.getElements(), members)))
          return std::nullopt;
        return LLVM::LLVMStructType::getLiteral(context, members);
      });
  converter.addConversion(
      [&converter, context](ts::OptionalType type) -> std::optional<Type> {
        if (isHeapPointer(type))
          return LLVM::LLVMPointerType::get(context);
        Type payload = converter.convertType(type.getElementType());
        if (!payload)
          return std::nullopt;
        return LLVM::LLVMStructType::getLiteral(
            context, {payload, IntegerType::get(context, 1)});
      });
}

int64_t ClassLayout::find(StringRef name) const {
  auto found = llvm::find(names, name);
  return found == names.end() ? -1 : found - names.begin();
}

Lowering::Lowering(ModuleOp module, LLVMTypeConverter &converter)
    : module(module), converter(converter) {
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    // Fewer names were numbered than there are globals.
    ++nextId;
    if (global.getLinkage() == LLVM::Linkage::External)
      externalGlobals.insert(global.getName());
    if (auto type = global->getAttrOfType<TypeAttr>(ts::kDescribedTypeAttr))
      descriptors[type.getValue()] = global.getName().str();
  }
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    functions[function.getName()] = function;
  for (auto declaration : module.getOps<ts::ClassOp>()) {
    ClassLayout &layout = classes[declaration.getName()];
    layout.declaration = declaration;
    for (auto attribute : declaration.getBody().getOps<ts::AttrOp>()) {
      layout.names.push_back(attribute.getName());
      layout.types.push_back(attribute.getType());
    }
    layout.layout = getStructLayout(layout.types, kHeaderSize, layout.offsets);
  }
  for (auto declaration : module.getOps<ts::EnumOp>())
    enums[declaration.getName()] = declaration;
}

const ClassLayout *Lowering::getClass(StringRef name) {
  auto found = classes.find(name);
  return found == classes.end() ? nullptr : &found->second;
}

LLVM::LLVMPointerType Lowering::ptr() {
  return LLVM::LLVMPointerType::get(getContext());
}
Type Lowering::i32() { return IntegerType::get(getContext(), 32); }
Type Lowering::i64() { return IntegerType::get(getContext(), 64); }
LLVM::LLVMStructType Lowering::valueType() {
  return LLVM::LLVMStructType::getLiteral(getContext(), {ptr(), i64(), i64()});
}
Type Lowering::native(Type type) { return converter.convertType(type); }

Value Lowering::constant(OpBuilder &b, Location loc, Type type, int64_t value) {
  return b.create<LLVM::ConstantOp>(loc, type, b.getIntegerAttr(type, value));
}

Value Lowering::nullPointer(OpBuilder &b, Location loc) {
  return b.create<LLVM::ZeroOp>(loc, ptr());
}

Value Lowering::zero(OpBuilder &b, Location loc, Type llvmType) {
  return b.create<LLVM::ZeroOp>(loc, llvmType);
}

Value Lowering::stackSlot(OpBuilder &b, Location loc, Type llvmType,
                          int64_t count) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&b.getInsertionBlock()->getParent()->front());
  return b.create<LLVM::AllocaOp>(loc, ptr(), llvmType,
                                  constant(b, loc, i64(), count));
}

Value Lowering::scratch(OpBuilder &b, Location loc, int64_t bytes,
                        unsigned number) {
  Region *region = b.getInsertionBlock()->getParent();
  Scratch &scratch = scratches[{region, number}];
  if (!scratch.memory) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&region->front());
    scratch.memory = b.create<LLVM::AllocaOp>(loc, ptr(), b.getI64Type(),
                                              constant(b, loc, i64(), 1));
  }
  if (bytes > scratch.bytes) {
    scratch.bytes = bytes;
    scratch.memory.getArraySize()
        .getDefiningOp<LLVM::ConstantOp>()
        .setValueAttr(b.getI64IntegerAttr((bytes + 7) / 8));
  }
  return scratch.memory;
}

Value Lowering::spill(OpBuilder &b, Location loc, Value value) {
  Value slot = stackSlot(b, loc, value.getType());
  store(b, loc, value, slot);
  return slot;
}

Value Lowering::load(OpBuilder &b, Location loc, Type llvmType, Value address) {
  return b.create<LLVM::LoadOp>(loc, llvmType, address);
}

void Lowering::store(OpBuilder &b, Location loc, Value value, Value address) {
  b.create<LLVM::StoreOp>(loc, value, address);
}

ArrayAttr Lowering::getTag(StringRef kind) {
  ArrayAttr &tag = tags[kind];
  if (!tag) {
    MLIRContext *context = getContext();
    auto root = LLVM::TBAARootAttr::get(
        context, StringAttr::get(context, "TorchScript"));
    auto type = LLVM::TBAATypeDescriptorAttr::get(
        context, kind, LLVM::TBAAMemberAttr::get(root, 0));
    tag = ArrayAttr::get(context, LLVM::TBAATagAttr::get(type, type, 0));
  }
  return tag;
}

StringRef Lowering::elementKind(Type llvmType) {
  if (llvmType.isInteger(64))
    return "element int";
  if (llvmType.isInteger(1))
    return "element bool";
  if (llvmType.isF64())
    return "element float";
  if (isa<LLVM::LLVMPointerType>(llvmType))
    return "element pointer";
  return "";
}

Value Lowering::loadOf(OpBuilder &b, Location loc, Type llvmType, Value address,
                       StringRef kind) {
  auto op = b.create<LLVM::LoadOp>(loc, llvmType, address);
  if (!kind.empty())
    op.setTBAATags(getTag(kind));
  return op;
}

void Lowering::storeOf(OpBuilder &b, Location loc, Value value, Value address,
                       StringRef kind) {
  auto op = b.create<LLVM::StoreOp>(loc, value, address);
  if (!kind.empty())
    op.setTBAATags(getTag(kind));
}

Value Lowering::offset(OpBuilder &b, Location loc, Value base, int64_t bytes) {
  return b.create<LLVM::GEPOp>(loc, ptr(), b.getI8Type(), base,
                               ArrayRef<LLVM::GEPArg>{int32_t(bytes)});
}

Value Lowering::element(OpBuilder &b, Location loc, Type llvmType, Value base,
                        Value index) {
  return b.create<LLVM::GEPOp>(loc, ptr(), llvmType, base,
                               ArrayRef<LLVM::GEPArg>{index});
}

LLVM::LLVMFuncOp Lowering::lookupFunction(StringRef name) {
  auto known = functions.find(name);
  if (known != functions.end())
    return known->second;
  // Kernels declare some by themselves.
  auto found = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (found)
    functions[name] = found;
  return found;
}

LLVM::LLVMFuncOp
Lowering::helper(StringRef name, Type result, ArrayRef<Type> arguments,
                 function_ref<void(OpBuilder &, LLVM::LLVMFuncOp)> body) {
  if (LLVM::LLVMFuncOp found = lookupFunction(name))
    return found;
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  if (!result)
    result = LLVM::LLVMVoidType::get(getContext());
  auto function = b.create<LLVM::LLVMFuncOp>(
      module.getLoc(), name, LLVM::LLVMFunctionType::get(result, arguments),
      LLVM::Linkage::Internal);
  b.setInsertionPointToStart(function.addEntryBlock(b));
  functions[name] = function;
  body(b, function);
  return function;
}

LLVM::LLVMFuncOp Lowering::declare(StringRef name, Type result,
                                   ArrayRef<Type> arguments, bool isVarArg) {
  if (LLVM::LLVMFuncOp found = lookupFunction(name))
    return found;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  if (!result)
    result = LLVM::LLVMVoidType::get(getContext());
  auto function = builder.create<LLVM::LLVMFuncOp>(
      module.getLoc(), name,
      LLVM::LLVMFunctionType::get(result, arguments, isVarArg));
  functions[name] = function;
  if (!name.starts_with("tsrt_"))
    return function;
  // Nothing of the runtime throws. What makes errors is rarely called, which
  // keeps the code around it out of the way.
  RuntimeFunction known = getRuntimeFunction(name);
  SmallVector<Attribute> attributes{builder.getStringAttr("nounwind")};
  if (known.isCold)
    attributes.push_back(builder.getStringAttr("cold"));
  if (known.onlyReads)
    attributes.push_back(builder.getStringAttr("willreturn"));
  function.setPassthroughAttr(builder.getArrayAttr(attributes));
  if (known.onlyReads) {
    auto reads = LLVM::ModRefInfo::Ref;
    function.setMemoryAttr(
        LLVM::MemoryEffectsAttr::get(getContext(), {reads, reads, reads}));
  }
  if (known.isFresh)
    function.setResultAttr(0, LLVM::LLVMDialect::getNoAliasAttrName(),
                           builder.getUnitAttr());
  return function;
}

Value Lowering::call(OpBuilder &b, Location loc, StringRef function,
                     Type result, ValueRange arguments) {
  bool isVarArg = function == "tsrt_error_newf";
  SmallVector<Type> types(arguments.getTypes());
  if (isVarArg)
    types.resize(2);
  auto declaration = declare(function, result, types, isVarArg);
  auto type = LLVM::LLVMFunctionType::get(
      result ? result : LLVM::LLVMVoidType::get(getContext()), types, isVarArg);
  // Calls that a person wrote may see the function in another way.
  if (declaration.getFunctionType() != type) {
    SmallVector<Value> operands{
        b.create<LLVM::AddressOfOp>(loc, ptr(), function)};
    llvm::append_range(operands, arguments);
    auto call = b.create<LLVM::CallOp>(loc, type, operands);
    return result ? call.getResult() : Value();
  }
  auto call = b.create<LLVM::CallOp>(loc, declaration, arguments);
  return result ? call.getResult() : Value();
}
