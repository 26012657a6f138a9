//===- Library.cpp - What a compiled library exports -------------------------
//===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions for C, the description of the program, and its initialisation.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "TorchScript/Conversion/Passes.h"

using namespace mlir;
using namespace mlir::tsrt;

/// Variable that is set when a library is initialised, and the function that
/// does it.
static constexpr StringLiteral kState = "tsrt.initialized";
static constexpr StringLiteral kInitialize = "tsrt.initialize";
static constexpr StringLiteral kFinalize = "tsrt.finalize";
static constexpr StringLiteral kEnsure = "tsrt.ensure_initialized";

std::optional<LibraryFunction> tsrt::getLibraryFunction(func::FuncOp function) {
  auto exportName = function->getAttrOfType<StringAttr>(ts::kExportAttr);
  if (!exportName)
    return std::nullopt;
  LibraryFunction result;
  result.name = function.getName().str();
  result.exportName = exportName.str();
  if (auto name = function->getAttrOfType<StringAttr>(ts::kCallableNameAttr))
    result.callableName = name.str();
  if (auto name = function->getAttrOfType<StringAttr>(ts::kDestroyAttr))
    result.destroyName = name.str();
  if (auto instance = function->getAttrOfType<IntegerAttr>(ts::kInstanceAttr))
    result.instance = int32_t(instance.getInt());
  result.type = function.getFunctionType();
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto text = [&](StringRef attribute) {
      auto found = function.getArgAttrOfType<StringAttr>(i, attribute);
      return found ? found.str() : std::string();
    };
    result.parameterNames.push_back(text("ts.name"));
    result.defaultTexts.push_back(text(ts::kDefaultTextAttr));
  }
  auto module = function->getParentOfType<ModuleOp>();
  if (auto variants = function->getAttrOfType<ArrayAttr>(ts::kVariantsAttr))
    for (auto name : variants.getAsRange<StringAttr>())
      if (auto variant = module.lookupSymbol<func::FuncOp>(name))
        result.variants.emplace_back(name.str(), variant.getFunctionType());
  return result;
}

/// After ts-lower-raise: does the function have an error result?
static bool canRaise(FunctionType type) {
  return type.getNumResults() && isa<ErrorType>(type.getResult(0));
}

LLVM::LLVMFuncOp tsrt::addDispatch(Lowering &l,
                                   const LibraryFunction &function) {
  auto generic = l.module.lookupSymbol<LLVM::LLVMFuncOp>(function.name);
  if (function.variants.empty())
    return generic;
  OpBuilder b = OpBuilder::atBlockEnd(l.module.getBody());
  Location loc = generic.getLoc();
  auto dispatch = b.create<LLVM::LLVMFuncOp>(loc, function.name + "$dispatch",
                                             generic.getFunctionType(),
                                             LLVM::Linkage::Internal);
  Block *block = dispatch.addEntryBlock(b);
  ValueRange arguments = block->getArguments();
  b.setInsertionPointToStart(block);
  bool raises = canRaise(function.type);
  auto finish = [&](LLVM::LLVMFuncOp callee, FunctionType type) {
    auto call = b.create<LLVM::CallOp>(loc, callee, arguments);
    if (raises == canRaise(type)) {
      b.create<LLVM::ReturnOp>(loc, call.getResults());
      return;
    }
    // A variant that cannot fail.
    Value result = l.nullPointer(b, loc);
    if (call.getNumResults()) {
      Value both = b.create<LLVM::UndefOp>(
          loc, generic.getFunctionType().getReturnType());
      both = b.create<LLVM::InsertValueOp>(loc, both, result, 0);
      result = b.create<LLVM::InsertValueOp>(loc, both, call.getResult(), 1);
    }
    b.create<LLVM::ReturnOp>(loc, result);
  };
  for (auto &[name, type] : function.variants) {
    auto variant = l.module.lookupSymbol<LLVM::LLVMFuncOp>(name);
    if (!variant || (canRaise(type) && !raises))
      continue;
    Value matches = l.constant(b, loc, b.getI1Type(), 1);
    for (auto [i, input] : llvm::enumerate(type.getInputs())) {
      auto tensor = dyn_cast<ts::TSTensorType>(input);
      if (!tensor || !tensor.hasStaticShape() || !tensor.getDtype())
        continue;
      Value same = l.call(
          b, loc, "tsrt_tensor_matches", l.i32(),
          {arguments[i],
           l.constant(b, loc, l.i32(), getDtypeNumber(tensor.getDtype())),
           l.constant(b, loc, l.i32(), int64_t(tensor.getShape().size())),
           l.sizes(b, loc, tensor.getShape())});
      matches = b.create<LLVM::AndOp>(
          loc, matches,
          b.create<LLVM::ICmpOp>(loc, LLVM::ICmpPredicate::ne, same,
                                 l.constant(b, loc, l.i32(), 0)));
    }
    Block *take = b.createBlock(&dispatch.getBody(), dispatch.getBody().end());
    finish(variant, type);
    Block *next = b.createBlock(&dispatch.getBody(), dispatch.getBody().end());
    b.setInsertionPointToEnd(take->getPrevNode());
    b.create<LLVM::CondBrOp>(loc, matches, take, next);
    b.setInsertionPointToStart(next);
  }
  finish(generic, function.type);
  return dispatch;
}

/// How C sees a parameter: by value, by address, or not at all.
static Type getParameterType(Lowering &l, Type type) {
  if (isa<ts::TSNoneType>(type))
    return {};
  if (isNativeStruct(type) || isa<ComplexType>(type))
    return l.ptr();
  return l.native(type);
}

/// Calls what initialises the library, unless that has been done.
static void callEnsure(Lowering &l, OpBuilder &b, Location loc) {
  l.call(b, loc, kEnsure, {}, {});
}

/// The function for C: scalars and objects by value, structs by address; the
/// result through a last parameter; the error, or null, returned.
static void addFunction(Lowering &l, StringRef name, LLVM::LLVMFuncOp callee,
                        FunctionType type) {
  OpBuilder b = OpBuilder::atBlockEnd(l.module.getBody());
  Location loc = callee.getLoc();
  SmallVector<Type> parameters;
  for (Type input : type.getInputs())
    if (Type parameter = getParameterType(l, input))
      parameters.push_back(parameter);
  SmallVector<Type> results(type.getResults());
  bool raises = canRaise(type);
  bool hasResult = results.size() > (raises ? 1 : 0);
  if (hasResult)
    parameters.push_back(l.ptr());
  auto function = b.create<LLVM::LLVMFuncOp>(
      loc, name, LLVM::LLVMFunctionType::get(l.ptr(), parameters));
  for (auto [i, parameter] : llvm::enumerate(parameters))
    if (parameter.isInteger(1))
      function.setArgAttr(i, "llvm.zeroext", b.getUnitAttr());
  Block *block = function.addEntryBlock(b);
  b.setInsertionPointToStart(block);
  callEnsure(l, b, loc);
  SmallVector<Value> operands;
  unsigned next = 0;
  for (Type input : type.getInputs()) {
    Type parameter = getParameterType(l, input);
    if (!parameter) {
      operands.push_back(l.zero(b, loc, l.native(input)));
      continue;
    }
    Value argument = block->getArgument(next++);
    operands.push_back(parameter == l.native(input)
                           ? argument
                           : l.load(b, loc, l.native(input), argument));
  }
  auto call = b.create<LLVM::CallOp>(loc, callee, operands);
  if (l.module.lookupSymbol<LLVM::LLVMFuncOp>("tsrt_fork"))
    l.call(b, loc, "tsrt_join_tasks", {}, {});
  auto getResult = [&](unsigned i) -> Value {
    if (results.size() == 1)
      return call.getResult();
    return b.create<LLVM::ExtractValueOp>(loc, call.getResult(), i);
  };
  if (hasResult)
    l.store(b, loc, getResult(results.size() - 1),
            block->getArgument(parameters.size() - 1));
  b.create<LLVM::ReturnOp>(loc, raises ? getResult(0) : l.nullPointer(b, loc));
}

/// The function that drops an instance.
static void addDestroy(Lowering &l, StringRef name) {
  OpBuilder b = OpBuilder::atBlockEnd(l.module.getBody());
  Location loc = l.module.getLoc();
  auto destroy = b.create<LLVM::LLVMFuncOp>(
      loc, name,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(l.getContext()),
                                  l.ptr()));
  Block *block = destroy.addEntryBlock(b);
  b.setInsertionPointToStart(block);
  l.call(b, loc, "tsrt_release", {}, block->getArgument(0));
  b.create<LLVM::ReturnOp>(loc, ValueRange());
}

/// Registers the sources, then prepares the module.
static void addInitialization(Lowering &l) {
  OpBuilder b = OpBuilder::atBlockEnd(l.module.getBody());
  Location loc = l.module.getLoc();
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(l.getContext()), ArrayRef<Type>());
  auto function = b.create<LLVM::LLVMFuncOp>(loc, kInitialize, type,
                                             LLVM::Linkage::Internal);
  b.setInsertionPointToStart(function.addEntryBlock(b));
  if (auto sources =
          l.module->getAttrOfType<DictionaryAttr>(ts::TSDialect::kSourcesAttr))
    for (NamedAttribute file : sources)
      if (auto text = dyn_cast<StringAttr>(file.getValue()))
        l.call(b, loc, "tsrt_register_source", {},
               {l.cString(b, loc, file.getName()), l.cString(b, loc, text),
                l.constant(b, loc, l.i64(), int64_t(text.size()))});
  if (auto worker = l.module->getAttrOfType<StringAttr>(ts::kWorkerAttr))
    l.call(b, loc, "tsrt_rpc_init", {},
           {l.cString(b, loc, worker),
            l.constant(b, loc, l.i64(), int64_t(worker.size()))});
  l.call(b, loc, ts::kModuleInitSymbol, {}, {});
  if (auto objects =
          l.module.lookupSymbol<LLVM::LLVMFuncOp>(ts::kInitObjectsSymbol))
    b.create<LLVM::CallOp>(loc, objects, ValueRange());
  b.create<LLVM::ReturnOp>(loc, ValueRange());

  b.setInsertionPointToEnd(l.module.getBody());
  auto state = b.create<LLVM::GlobalOp>(loc, l.i32(), /*isConstant=*/false,
                                        LLVM::Linkage::Internal, kState,
                                        b.getI32IntegerAttr(0));
  // Declared by its callers.
  auto ensure = l.module.lookupSymbol<LLVM::LLVMFuncOp>(kEnsure);
  if (!ensure)
    ensure = b.create<LLVM::LLVMFuncOp>(loc, kEnsure, type);
  ensure.setLinkage(LLVM::Linkage::Internal);
  ensure.setAlwaysInline(true);
  Block *entry = ensure.addEntryBlock(b);
  Block *slow = b.createBlock(&ensure.getBody(), ensure.getBody().end());
  Block *done = b.createBlock(&ensure.getBody(), ensure.getBody().end());
  b.setInsertionPointToStart(entry);
  Value address = b.create<LLVM::AddressOfOp>(loc, state);
  auto loaded = b.create<LLVM::LoadOp>(loc, l.i32(), address, /*alignment=*/4);
  loaded.setOrdering(LLVM::AtomicOrdering::acquire);
  Value isReady = b.create<LLVM::ICmpOp>(loc, LLVM::ICmpPredicate::ne, loaded,
                                         l.constant(b, loc, l.i32(), 0));
  b.create<LLVM::CondBrOp>(loc, isReady, done, slow);
  b.setInsertionPointToStart(slow);
  l.call(b, loc, "tsrt_initialize_once", {},
         {address, l.addressOf(b, loc, kInitialize)});
  b.create<LLVM::BrOp>(loc, done);
  b.setInsertionPointToStart(done);
  b.create<LLVM::ReturnOp>(loc, ValueRange());
}

/// Lets go of what the initialization made when the library is unloaded.
static void addFinalization(Lowering &l) {
  OpBuilder b = OpBuilder::atBlockEnd(l.module.getBody());
  Location loc = l.module.getLoc();
  auto function = b.create<LLVM::LLVMFuncOp>(
      loc, kFinalize,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(l.getContext()),
                                  ArrayRef<Type>()),
      LLVM::Linkage::Internal);
  b.create<LLVM::GlobalDtorsOp>(
      loc, b.getArrayAttr(FlatSymbolRefAttr::get(function)),
      b.getI32ArrayAttr(/*priority=*/65535));
  Block *entry = function.addEntryBlock(b);
  Block *release = b.createBlock(&function.getBody(), function.getBody().end());
  Block *done = b.createBlock(&function.getBody(), function.getBody().end());
  b.setInsertionPointToStart(entry);
  Value state = l.load(b, loc, l.i32(), l.addressOf(b, loc, kState));
  Value isReady = b.create<LLVM::ICmpOp>(loc, LLVM::ICmpPredicate::ne, state,
                                         l.constant(b, loc, l.i32(), 0));
  b.create<LLVM::CondBrOp>(loc, isReady, release, done);
  b.setInsertionPointToStart(release);
  if (auto objects =
          l.module.lookupSymbol<LLVM::LLVMFuncOp>(ts::kReleaseObjectsSymbol))
    b.create<LLVM::CallOp>(loc, objects, ValueRange());
  l.call(b, loc, ts::kModuleFiniSymbol, {}, {});
  b.create<LLVM::BrOp>(loc, done);
  b.setInsertionPointToStart(done);
  b.create<LLVM::ReturnOp>(loc, ValueRange());
}

/// The tsrt_program and what it points to; layouts are those of tsrt.h.
static void addDescription(Lowering &l, StringRef prefix,
                           ArrayRef<LibraryFunction> functions,
                           ArrayRef<LibraryFunction> makers) {
  Type ptr = l.ptr(), i32 = l.i32();
  auto parameterType =
      LLVM::LLVMStructType::getLiteral(l.getContext(), {ptr, ptr, ptr});
  auto functionType = LLVM::LLVMStructType::getLiteral(
      l.getContext(), {ptr, ptr, ptr, ptr, i32, i32, ptr});
  auto instanceType =
      LLVM::LLVMStructType::getLiteral(l.getContext(), {ptr, ptr, ptr});
  auto programType = LLVM::LLVMStructType::getLiteral(
      l.getContext(), {i32, i32, i32, i32, ptr, ptr, ptr, ptr});
  auto aggregate = [&](OpBuilder &b, Type type, ArrayRef<Value> members) {
    Value object = b.create<LLVM::UndefOp>(l.module.getLoc(), type);
    for (auto [i, member] : llvm::enumerate(members))
      object =
          b.create<LLVM::InsertValueOp>(l.module.getLoc(), object, member, i);
    return object;
  };
  auto parametersOf = [&](const LibraryFunction &f) -> std::string {
    std::string name = "tsrt.parameters." + f.name;
    unsigned first = f.instance >= 0 ? 1 : 0;
    size_t count = f.type.getNumInputs() - first;
    if (!count)
      return "";
    l.constantAggregate(name, LLVM::LLVMArrayType::get(parameterType, count),
                        LLVM::Linkage::Internal,
                        [&](OpBuilder &b, SmallVectorImpl<Value> &members) {
                          Location loc = l.module.getLoc();
                          for (size_t i = first; i < first + count; ++i)
                            members.push_back(aggregate(
                                b, parameterType,
                                {l.cString(b, loc, f.parameterNames[i]),
                                 l.descriptor(b, loc, f.type.getInput(i)),
                                 f.defaultTexts[i].empty()
                                     ? l.nullPointer(b, loc)
                                     : l.cString(b, loc, f.defaultTexts[i])}));
                        });
    return name;
  };
  std::string table;
  if (!functions.empty()) {
    table = "tsrt.functions";
    l.constantAggregate(
        table, LLVM::LLVMArrayType::get(functionType, functions.size()),
        LLVM::Linkage::Internal,
        [&](OpBuilder &b, SmallVectorImpl<Value> &members) {
          Location loc = l.module.getLoc();
          for (const LibraryFunction &f : functions) {
            std::string parameters = parametersOf(f);
            SmallVector<Type> results(f.type.getResults());
            Type result = results.empty() || isa<ErrorType>(results.back())
                              ? ts::TSNoneType::get(l.getContext())
                              : results.back();
            members.push_back(aggregate(
                b, functionType,
                {l.cString(b, loc, f.callableName),
                 l.cString(b, loc, f.exportName),
                 l.addressOf(b, loc, f.name + ts::kBoxedSuffix.str()),
                 parameters.empty() ? l.nullPointer(b, loc)
                                    : l.addressOf(b, loc, parameters),
                 l.constant(b, loc, i32,
                            f.type.getNumInputs() - (f.instance >= 0 ? 1 : 0)),
                 l.constant(b, loc, i32, f.instance),
                 l.descriptor(b, loc, result)}));
          }
        });
  }
  std::string instances;
  if (!makers.empty()) {
    instances = "tsrt.instances";
    l.constantAggregate(
        instances, LLVM::LLVMArrayType::get(instanceType, makers.size()),
        LLVM::Linkage::Internal,
        [&](OpBuilder &b, SmallVectorImpl<Value> &members) {
          Location loc = l.module.getLoc();
          for (const LibraryFunction &f : makers)
            members.push_back(
                aggregate(b, instanceType,
                          {l.cString(b, loc, f.callableName),
                           l.addressOf(b, loc, f.name + ts::kBoxedSuffix.str()),
                           l.descriptor(b, loc, f.type.getResults().back())}));
        });
  }
  SmallVector<Type> named;
  for (Operation &op : *l.module.getBody())
    if (auto declaration = dyn_cast<ts::EnumOp>(op))
      named.push_back(
          ts::EnumType::get(l.getContext(), declaration.getSymName()));
    else if (auto declaration = dyn_cast<ts::ClassOp>(op);
             declaration && !declaration.getIsModule())
      named.push_back(
          ts::ObjectType::get(l.getContext(), declaration.getSymName()));
  std::string types;
  if (!named.empty()) {
    types = "tsrt.named_types";
    l.constantAggregate(types, LLVM::LLVMArrayType::get(ptr, named.size()),
                        LLVM::Linkage::Internal,
                        [&](OpBuilder &b, SmallVectorImpl<Value> &members) {
                          for (Type type : named)
                            members.push_back(
                                l.descriptor(b, l.module.getLoc(), type));
                        });
  }
  auto tableAddress = [&](OpBuilder &b, const std::string &name) {
    Location loc = l.module.getLoc();
    return name.empty() ? l.nullPointer(b, loc) : l.addressOf(b, loc, name);
  };
  auto describe = [&](OpBuilder &b, SmallVectorImpl<Value> &members) {
    Location loc = l.module.getLoc();
    members.assign({l.constant(b, loc, i32, ts::kProgramABI),
                    l.constant(b, loc, i32, int64_t(functions.size())),
                    l.constant(b, loc, i32, int64_t(makers.size())),
                    l.constant(b, loc, i32, int64_t(named.size())),
                    tableAddress(b, table), tableAddress(b, instances),
                    tableAddress(b, types), l.addressOf(b, loc, kEnsure)});
  };
  l.constantAggregate((prefix + "_program").str(), programType,
                      LLVM::Linkage::External, describe);
  l.constantAggregate(ts::kProgramSymbol, programType, LLVM::Linkage::WeakODR,
                      describe);
}

void tsrt::addLibrary(Lowering &l, StringRef prefix,
                      DictionaryAttr exportedTypes,
                      ArrayRef<LibraryFunction> functions) {
  for (const LibraryFunction &f : functions)
    addFunction(l, f.exportName, f.callee, f.type);
  std::vector<LibraryFunction> described, makers;
  for (const LibraryFunction &f : functions)
    (f.destroyName.empty() ? described : makers).push_back(f);
  for (const LibraryFunction &f : makers)
    addDestroy(l, f.destroyName);
  addDescription(l, prefix, described, makers);
  if (exportedTypes)
    for (NamedAttribute named : exportedTypes)
      l.constantAggregate(named.getName(), l.ptr(), LLVM::Linkage::External,
                          [&](OpBuilder &b, SmallVectorImpl<Value> &members) {
                            members.assign({l.descriptor(
                                b, l.module.getLoc(),
                                cast<TypeAttr>(named.getValue()).getValue())});
                          });
  addInitialization(l);
  addFinalization(l);
}
