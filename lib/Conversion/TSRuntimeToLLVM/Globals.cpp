//===- Globals.cpp - Constants of the module -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Strings, traceback frames, operator handles and tensor literals, and the
// function that prepares them when the module is loaded.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Dialect/TS/IR/Locations.h"
#include "TorchScript/Dialect/TSRuntime/IR/KernelOps.h"

using namespace mlir;
using namespace mlir::tsrt;

LLVM::GlobalOp Lowering::makeGlobal(Type type, bool isConstant,
                                    LLVM::Linkage linkage, StringRef name,
                                    Attribute value) {
  OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
  return b.create<LLVM::GlobalOp>(module.getLoc(), type, isConstant, linkage,
                                  name, value);
}

Value Lowering::addressOf(OpBuilder &b, Location loc, StringRef global) {
  return b.create<LLVM::AddressOfOp>(loc, ptr(), global);
}

Value Lowering::cString(OpBuilder &b, Location loc, StringRef text) {
  std::string &name = cStrings[text];
  if (name.empty()) {
    name = "tsrt.text." + std::to_string(nextId++);
    std::string bytes = text.str();
    bytes.push_back('\0');
    makeGlobal(LLVM::LLVMArrayType::get(b.getI8Type(), bytes.size()), true,
               LLVM::Linkage::Internal, name, b.getStringAttr(bytes));
  }
  return addressOf(b, loc, name);
}

Value Lowering::stringObject(OpBuilder &b, Location loc, StringRef text) {
  std::string &name = stringObjects[text];
  if (!name.empty())
    return addressOf(b, loc, name);
  name = "tsrt.str." + std::to_string(nextId++);
  std::string bytes = text.str();
  bytes.push_back('\0');
  Type array = LLVM::LLVMArrayType::get(b.getI8Type(), bytes.size());
  Type type = LLVM::LLVMStructType::getLiteral(
      getContext(), {i64(), ptr(), i64(), i64(), array});
  // Not constant: the hash is filled in when it is first needed.
  LLVM::GlobalOp global =
      makeGlobal(type, false, LLVM::Linkage::Internal, name, {});
  OpBuilder init(getContext());
  init.createBlock(&global.getInitializerRegion());
  Location nowhere = module.getLoc();
  Value members[] = {
      constant(init, nowhere, i64(), -1), // immortal
      descriptor(init, nowhere, ts::StrType::get(getContext())),
      constant(init, nowhere, i64(), int64_t(text.size())),
      constant(init, nowhere, i64(), 0),
      init.create<LLVM::ConstantOp>(nowhere, array, init.getStringAttr(bytes))};
  Value object = init.create<LLVM::UndefOp>(nowhere, type);
  for (auto [i, member] : llvm::enumerate(members))
    object = init.create<LLVM::InsertValueOp>(nowhere, object, member, i);
  init.create<LLVM::ReturnOp>(nowhere, object);
  return addressOf(b, loc, name);
}

Value Lowering::frame(OpBuilder &b, Location loc, StringRef function) {
  ts::SourceRange range = ts::decodeLocation(loc).value_or(
      ts::SourceRange{"<nowhere>", 0, 0, 0, 0, ""});
  if (!function.empty())
    range.function = function.str();
  std::string key = (Twine(range.file) + "\n" + range.function + "\n" +
                     Twine(range.line) + ":" + Twine(range.column) + ":" +
                     Twine(range.endLine) + ":" + Twine(range.endColumn))
                        .str();
  std::string &name = frames[key];
  if (!name.empty())
    return addressOf(b, loc, name);
  name = "tsrt.frame." + std::to_string(nextId++);
  Type type = LLVM::LLVMStructType::getLiteral(
      getContext(), {ptr(), ptr(), i32(), i32(), i32(), i32()});
  constantAggregate(name, type, LLVM::Linkage::Internal,
                    [&](OpBuilder &init, SmallVectorImpl<Value> &members) {
                      Location nowhere = module.getLoc();
                      members.assign(
                          {cString(init, nowhere, range.file),
                           cString(init, nowhere, range.function),
                           constant(init, nowhere, i32(), range.line),
                           constant(init, nowhere, i32(), range.column),
                           constant(init, nowhere, i32(), range.endLine),
                           constant(init, nowhere, i32(), range.endColumn)});
                    });
  return addressOf(b, loc, name);
}

Value Lowering::methodSite(OpBuilder &b, Location loc, StringRef method) {
  std::string name = "tsrt.site." + std::to_string(nextId++);
  Type type = LLVM::LLVMStructType::getLiteral(getContext(), {ptr(), ptr()});
  LLVM::GlobalOp global =
      makeGlobal(type, false, LLVM::Linkage::Internal, name, {});
  OpBuilder init(getContext());
  init.createBlock(&global.getInitializerRegion());
  Location nowhere = module.getLoc();
  Value site = zero(init, nowhere, type);
  site = init.create<LLVM::InsertValueOp>(nowhere, site,
                                          cString(init, nowhere, method), 0);
  init.create<LLVM::ReturnOp>(nowhere, site);
  return addressOf(b, loc, name);
}

Value Lowering::operatorHandle(OpBuilder &b, Location loc, StringRef op) {
  std::string &name = operators[op];
  if (name.empty()) {
    name = ("tsrt.op." + op).str();
    LLVM::GlobalOp global =
        makeGlobal(ptr(), false, LLVM::Linkage::Internal, name, {});
    OpBuilder init(getContext());
    init.createBlock(&global.getInitializerRegion());
    init.create<LLVM::ReturnOp>(module.getLoc(),
                                nullPointer(init, module.getLoc()));
  }
  return load(b, loc, ptr(), addressOf(b, loc, name));
}

Value Lowering::objectVariable(OpBuilder &b, Location loc, StringRef name,
                               Type llvmType) {
  std::string symbol = (ts::kVariablePrefix + name).str();
  if (externalGlobals.insert(symbol).second) {
    LLVM::GlobalOp global =
        makeGlobal(llvmType, false, LLVM::Linkage::External, symbol, {});
    OpBuilder init(getContext());
    init.createBlock(&global.getInitializerRegion());
    Location nowhere = module.getLoc();
    init.create<LLVM::ReturnOp>(nowhere, zero(init, nowhere, llvmType));
  }
  return addressOf(b, loc, symbol);
}

int32_t tsrt::getDtypeNumber(Type type) {
  std::optional<torchscript::DType> dtype = ts::getDType(type);
  return dtype ? int32_t(*dtype) : -1;
}

FailureOr<Value> Lowering::tensorLiteral(OpBuilder &b, Location loc,
                                         Attribute value, bool isConstant) {
  if (!isa<DenseElementsAttr, ts::TensorRefAttr>(value))
    return emitError(loc, "not supported yet: this kind of tensor literal");
  if (isConstant)
    constants.insert(value);
  std::string &name = literals[value];
  if (name.empty()) {
    name = "tsrt.tensor." + std::to_string(nextId++);
    LLVM::GlobalOp global =
        makeGlobal(ptr(), false, LLVM::Linkage::Internal, name, {});
    OpBuilder init(getContext());
    init.createBlock(&global.getInitializerRegion());
    init.create<LLVM::ReturnOp>(module.getLoc(),
                                nullPointer(init, module.getLoc()));
  }
  return load(b, loc, ptr(), addressOf(b, loc, name));
}

Value Lowering::sizes(OpBuilder &b, Location loc, ArrayRef<int64_t> sizes) {
  Value slot =
      stackSlot(b, loc, i64(), std::max<int64_t>(1, int64_t(sizes.size())));
  for (auto [i, size] : llvm::enumerate(sizes))
    store(b, loc, constant(b, loc, i64(), size),
          offset(b, loc, slot, int64_t(i) * 8));
  return slot;
}

/// Elements of an array that are put in one after the other: LLVM makes a new
/// constant for each step.
static constexpr size_t kPiece = 128;

/// An array in pieces, which lies in memory like the whole.
static Type splitArray(Type type) {
  auto array = dyn_cast<LLVM::LLVMArrayType>(type);
  if (!array || array.getNumElements() <= kPiece)
    return type;
  SmallVector<Type> pieces;
  for (size_t i = 0, e = array.getNumElements(); i < e; i += kPiece)
    pieces.push_back(LLVM::LLVMArrayType::get(array.getElementType(),
                                              std::min(kPiece, e - i)));
  return LLVM::LLVMStructType::getLiteral(type.getContext(), pieces);
}

/// A constant struct or array.
static Value insertMembers(OpBuilder &b, Location loc, Type type,
                           ValueRange members) {
  Value object = b.create<LLVM::UndefOp>(loc, type);
  for (auto [i, member] : llvm::enumerate(members))
    object = b.create<LLVM::InsertValueOp>(loc, object, member, i);
  return object;
}

LLVM::GlobalOp Lowering::constantAggregate(
    StringRef name, Type type, LLVM::Linkage linkage,
    function_ref<void(OpBuilder &, SmallVectorImpl<Value> &)> make) {
  Type split = splitArray(type);
  LLVM::GlobalOp global = makeGlobal(split, true, linkage, name, {});
  OpBuilder init(getContext());
  init.createBlock(&global.getInitializerRegion());
  Location loc = module.getLoc();
  SmallVector<Value> members;
  make(init, members);
  Value object;
  if (!isa<LLVM::LLVMStructType, LLVM::LLVMArrayType>(type)) {
    object = members.front();
  } else if (split == type) {
    object = insertMembers(init, loc, type, members);
  } else {
    SmallVector<Value> pieces;
    ValueRange rest = members;
    for (Type piece : cast<LLVM::LLVMStructType>(split).getBody()) {
      size_t size = cast<LLVM::LLVMArrayType>(piece).getNumElements();
      pieces.push_back(insertMembers(init, loc, piece, rest.take_front(size)));
      rest = rest.drop_front(size);
    }
    object = insertMembers(init, loc, split, pieces);
  }
  init.create<LLVM::ReturnOp>(loc, object);
  return global;
}

Value Lowering::makeTensor(OpBuilder &b, Location loc,
                           DenseElementsAttr value) {
  auto type = cast<ShapedType>(value.getType());
  std::string name = "tsrt.data." + std::to_string(nextId++);
  // Bytes in memory order: one per bool, splats spread out.
  std::string bytes;
  if (type.getElementType().isInteger(1)) {
    for (bool element : value.getValues<bool>())
      bytes.push_back(element);
  } else {
    ArrayRef<char> raw = value.getRawData();
    int64_t copies = value.isSplat() ? value.getNumElements() : 1;
    for (int64_t i = 0; i < copies; ++i)
      bytes.append(raw.begin(), raw.end());
  }
  int64_t size = std::max<int64_t>(1, bytes.size());
  bytes.resize(size);
  LLVM::GlobalOp data =
      makeGlobal(LLVM::LLVMArrayType::get(b.getI8Type(), size), false,
                 LLVM::Linkage::Internal, name, b.getStringAttr(bytes));
  data.setAlignment(64);
  return call(b, loc, "tsrt_tensor_from_memory", ptr(),
              {constant(b, loc, i32(), getDtypeNumber(type.getElementType())),
               constant(b, loc, i32(), type.getRank()),
               sizes(b, loc, type.getShape()), nullPointer(b, loc),
               addressOf(b, loc, name), nullPointer(b, loc),
               nullPointer(b, loc)});
}

Value Lowering::makeTensor(OpBuilder &b, Location loc,
                           ts::TensorRefAttr value) {
  // The host knows where the bytes are.
  if (!module.lookupSymbol(ts::kHostSymbol))
    makeGlobal(b.getI8Type(), /*isConstant=*/false, LLVM::Linkage::External,
               ts::kHostSymbol, {});
  return call(b, loc, ts::kLoadTensorSymbol, ptr(),
              {addressOf(b, loc, ts::kHostSymbol),
               cString(b, loc, value.getStorage().getValue()),
               constant(b, loc, i32(), getDtypeNumber(value.getDtype())),
               constant(b, loc, i32(), value.getSizes().size()),
               sizes(b, loc, value.getSizes()),
               sizes(b, loc, value.getStrides()),
               constant(b, loc, i64(), value.getOffset())});
}

void Lowering::finishModule() {
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  Location loc = module.getLoc();
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(getContext()),
                                          ArrayRef<Type>());
  auto function = b.create<LLVM::LLVMFuncOp>(loc, ts::kModuleInitSymbol, type);
  b.setInsertionPointToStart(function.addEntryBlock(b));
  SmallVector<std::pair<StringRef, StringRef>> sorted;
  for (auto &entry : operators)
    sorted.emplace_back(entry.getKey(), entry.getValue());
  llvm::sort(sorted);
  for (auto [op, global] : sorted)
    store(b, loc, call(b, loc, "tsrt_op_resolve", ptr(), cString(b, loc, op)),
          addressOf(b, loc, global));
  for (auto &[value, global] : literals) {
    Value tensor = isa<DenseElementsAttr>(value)
                       ? makeTensor(b, loc, cast<DenseElementsAttr>(value))
                       : makeTensor(b, loc, cast<ts::TensorRefAttr>(value));
    if (constants.contains(value))
      tensor = call(b, loc, "tsrt_tensor_to_constant", ptr(), tensor);
    store(b, loc, tensor, addressOf(b, loc, global));
  }
  finishLiterals(b, loc);
  b.create<LLVM::ReturnOp>(loc, ValueRange());

  b.setInsertionPointToEnd(module.getBody());
  auto release = b.create<LLVM::LLVMFuncOp>(loc, ts::kModuleFiniSymbol, type);
  b.setInsertionPointToStart(release.addEntryBlock(b));
  for (auto &[value, global] : literals)
    call(b, loc, "tsrt_release", {},
         load(b, loc, ptr(), addressOf(b, loc, global)));
  // Library calls keep what they made of constants and parameters.
  for (auto global : module.getOps<LLVM::GlobalOp>())
    if (auto places = global->getAttrOfType<IntegerAttr>(kLibraryPlacesAttr))
      call(b, loc, "tsrt_library_forget", {},
           {addressOf(b, loc, global.getSymName()),
            constant(b, loc, i64(), places.getInt())});
    else if (global->hasAttr(kDeviceProgramAttr))
      call(b, loc, "tsrt_device_forget", {},
           addressOf(b, loc, global.getSymName()));
  b.create<LLVM::ReturnOp>(loc, ValueRange());
}
