//===- ExportLibrary.cpp - ts-export-library ------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of a library for C, and its initialisation.
//
//===----------------------------------------------------------------------===//

#include "LibraryFunction.h"
#include "Lowering.h"
#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Transforms/CpuLevels.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSEXPORTLIBRARY
#include "TorchScript/Conversion/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::tsrt;

/// Variable that is set when a library is initialised, and the function that
/// does it.
static constexpr StringLiteral kState = "tsrt.initialized";
static constexpr StringLiteral kInitialize = "tsrt.initialize";
static constexpr StringLiteral kFinalize = "tsrt.finalize";

/// The type of a function before it was converted.
static FunctionType getSourceType(LLVM::LLVMFuncOp function) {
  auto type = function->getAttrOfType<TypeAttr>(ts::kSourceTypeAttr);
  return type ? dyn_cast<FunctionType>(type.getValue()) : FunctionType();
}

/// Reads the attributes of an exported function; nullopt when it is none.
static std::optional<LibraryFunction>
getLibraryFunction(LLVM::LLVMFuncOp function) {
  auto exportName = function->getAttrOfType<StringAttr>(ts::kExportAttr);
  if (!exportName || !getSourceType(function))
    return std::nullopt;
  LibraryFunction result;
  result.name = function.getName().str();
  result.callee = function;
  result.exportName = exportName.str();
  if (auto name = function->getAttrOfType<StringAttr>(ts::kCallableNameAttr))
    result.callableName = name.str();
  if (auto name = function->getAttrOfType<StringAttr>(ts::kDestroyAttr))
    result.destroyName = name.str();
  if (auto instance = function->getAttrOfType<IntegerAttr>(ts::kInstanceAttr))
    result.instance = int32_t(instance.getInt());
  result.type = getSourceType(function);
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto text = [&](StringRef attribute) {
      auto found = function.getArgAttrOfType<StringAttr>(i, attribute);
      return found ? found.str() : std::string();
    };
    result.parameterNames.push_back(text("ts.name"));
    result.defaultTexts.push_back(text(ts::kDefaultTextAttr));
  }
  if (auto variants = function->getAttrOfType<ArrayAttr>(ts::kVariantsAttr)) {
    auto module = function->getParentOfType<ModuleOp>();
    for (auto name : variants.getAsRange<StringAttr>())
      if (auto variant = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
        if (FunctionType type = getSourceType(variant))
          result.variants.emplace_back(name.str(), type);
  }
  return result;
}

/// After ts-lower-raise: does the function have an error result?
static bool canRaise(FunctionType type) {
  return type.getNumResults() && isa<ErrorType>(type.getResult(0));
}

/// Puts the choice of a variant before a function: the function its callers
/// from outside should call, which has the same type.
static LLVM::LLVMFuncOp addDispatch(Lowering &l,
                                    const LibraryFunction &function) {
  LLVM::LLVMFuncOp generic = function.callee;
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
      if (!tensor || !tensor.hasRank() || !tensor.getDtype())
        continue;
      SmallVector<int64_t> sizes(tensor.getShape());
      for (int64_t &size : sizes)
        size = ShapedType::isDynamic(size) ? -1 : size;
      Value same = l.call(
          b, loc, "tsrt_tensor_matches", l.i32(),
          {arguments[i],
           l.constant(b, loc, l.i32(), getDtypeNumber(tensor.getDtype())),
           l.constant(b, loc, l.i32(), int64_t(tensor.getShape().size())),
           l.sizes(b, loc, sizes)});
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

Type tsrt::getCParameterType(Lowering &l, Type type) {
  if (isa<ts::TSNoneType>(type))
    return {};
  if (isNativeStruct(type) || isa<ComplexType>(type))
    return l.ptr();
  return l.native(type);
}

/// Returns an error of the function for C where the processor cannot run the
/// library; `result` is the type of what the last parameter points to, if any.
static void callCheck(Lowering &l, OpBuilder &b, Location loc, Type result) {
  unsigned level = ts::getCpuLevel(l.module);
  if (level <= ts::kLowestCpuLevel)
    return;
  Value error = l.call(b, loc, "tsrt_check_cpu", l.ptr(),
                       l.constant(b, loc, l.i64(), level));
  Region *region = b.getInsertionBlock()->getParent();
  Block *before = b.getInsertionBlock();
  Block *refuse = b.createBlock(region, region->end());
  Block *go = b.createBlock(region, region->end());
  b.setInsertionPointToEnd(before);
  Value isFine = b.create<LLVM::ICmpOp>(loc, LLVM::ICmpPredicate::eq, error,
                                        l.nullPointer(b, loc));
  b.create<LLVM::CondBrOp>(loc, isFine, go, refuse);
  b.setInsertionPointToStart(refuse);
  if (result)
    l.store(b, loc, l.zero(b, loc, l.native(result)),
            region->getArguments().back());
  b.create<LLVM::ReturnOp>(loc, error);
  b.setInsertionPointToStart(go);
}

/// Calls what initialises the library, unless that has been done.
static void callEnsure(Lowering &l, OpBuilder &b, Location loc) {
  l.call(b, loc, kEnsureSymbol, {}, {});
}

/// The function for C: scalars and objects by value, structs by address; the
/// result through a last parameter; the error, or null, returned.
static void addFunction(Lowering &l, StringRef name, LLVM::LLVMFuncOp callee,
                        FunctionType type) {
  OpBuilder b = OpBuilder::atBlockEnd(l.module.getBody());
  Location loc = callee.getLoc();
  SmallVector<Type> parameters;
  for (Type input : type.getInputs())
    if (Type parameter = getCParameterType(l, input))
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
  callCheck(l, b, loc, hasResult ? results.back() : Type());
  callEnsure(l, b, loc);
  SmallVector<Value> operands;
  unsigned next = 0;
  for (Type input : type.getInputs()) {
    Type parameter = getCParameterType(l, input);
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
  if (l.isDeclared("tsrt_fork"))
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
    l.call(b, loc, "tsrt_rpc_init_alone", {},
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
  auto ensure = l.module.lookupSymbol<LLVM::LLVMFuncOp>(kEnsureSymbol);
  if (!ensure)
    ensure = b.create<LLVM::LLVMFuncOp>(loc, kEnsureSymbol, type);
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

/// Lets the host's entry of a function call its dispatcher.
static void redirectEntry(Lowering &l, const LibraryFunction &function) {
  LLVM::LLVMFuncOp callee = function.callee;
  if (callee.getName() == function.name)
    return;
  auto entry = l.module.lookupSymbol<LLVM::LLVMFuncOp>(
      (function.name + ts::kBoxedSuffix).str());
  if (!entry)
    return;
  entry.walk([&](LLVM::CallOp call) {
    if (call.getCallee() == function.name)
      call.setCallee(callee.getName());
  });
}

/// Whether every name that the library gives to others is its only one.
static LogicalResult verifyNames(ModuleOp module,
                                 ArrayRef<LibraryFunction> functions) {
  llvm::StringSet<> names;
  SymbolTable symbols(module);
  auto check = [&](Operation *at, StringRef name) -> LogicalResult {
    if (!names.insert(name).second)
      return at->emitError("the library exports two things as '")
             << name << "'";
    if (symbols.lookup(name))
      return at->emitError("the library exports this as '")
             << name << "', which is already the name of a symbol";
    return success();
  };
  for (const LibraryFunction &function : functions) {
    LLVM::LLVMFuncOp at = function.callee;
    if (failed(check(at, function.exportName)) ||
        (!function.destroyName.empty() &&
         failed(check(at, function.destroyName))))
      return failure();
  }
  if (auto types =
          module->getAttrOfType<DictionaryAttr>(ts::kExportedTypesAttr))
    for (NamedAttribute named : types)
      if (failed(check(module, named.getName())))
        return failure();
  return success();
}

/// Removes what only this pass reads; the translation to LLVM IR would look at
/// each attribute.
static void dropAttributes(LLVM::LLVMFuncOp function) {
  auto isOurs = [](NamedAttribute attribute) {
    return attribute.getName().getValue().starts_with("ts.");
  };
  SmallVector<NamedAttribute> own(function->getDiscardableAttrs());
  for (NamedAttribute attribute : own)
    if (isOurs(attribute))
      function->removeDiscardableAttr(attribute.getName());
  ArrayAttr arguments = function.getArgAttrsAttr();
  if (!arguments)
    return;
  SmallVector<Attribute> kept;
  for (auto dictionary : arguments.getAsRange<DictionaryAttr>()) {
    SmallVector<NamedAttribute> others(
        llvm::make_filter_range(dictionary, [&](NamedAttribute attribute) {
          return !isOurs(attribute);
        }));
    kept.push_back(DictionaryAttr::get(function.getContext(), others));
  }
  function.setAllArgAttrs(kept);
}

namespace {
struct ExportLibrary : public ts::impl::TSExportLibraryBase<ExportLibrary> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto prefix = module->getAttrOfType<StringAttr>(ts::kLibraryAttr);
    if (!prefix)
      return;
    auto early = module.getOps<func::FuncOp>();
    if (!early.empty()) {
      (*early.begin())
          .emitError("a library is exported from the LLVM dialect; run "
                     "convert-tsrt-to-llvm (pipeline torchscript-to-llvm) "
                     "first");
      return signalPassFailure();
    }
    LLVMTypeConverter converter(&getContext(),
                                LowerToLLVMOptions(&getContext()));
    addNativeTypes(converter);
    Lowering lowering(module, converter);
    std::vector<LibraryFunction> functions;
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      if (auto exported = getLibraryFunction(function))
        functions.push_back(std::move(*exported));
    if (failed(verifyNames(module, functions)))
      return signalPassFailure();
    for (LibraryFunction &function : functions) {
      function.callee = addDispatch(lowering, function);
      redirectEntry(lowering, function);
      numDispatchers += !function.variants.empty();
    }
    addLibrary(lowering, prefix, functions);
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      dropAttributes(function);
    eraseDeclarations(module);
  }

private:
  /// Adds the functions for C, the descriptors, the description of the program
  /// and its initialisation.
  void addLibrary(Lowering &l, StringRef prefix,
                  ArrayRef<LibraryFunction> functions);
};
} // namespace

/// The type of a function without the error.
static FunctionType getTypeWithoutError(FunctionType type) {
  TypeRange results = type.getResults();
  return FunctionType::get(type.getContext(), type.getInputs(),
                           canRaise(type) ? results.drop_front() : results);
}

/// Adds the entries for boxed arguments that other code of the module does not
/// need. They call the C functions; those of the same types share the work.
static void addEntries(Lowering &l, ArrayRef<LibraryFunction> functions) {
  SymbolTable symbols(l.module);
  DenseMap<FunctionType, LLVM::LLVMFuncOp> calls;
  for (const LibraryFunction &f : functions) {
    std::string name = f.name + ts::kBoxedSuffix.str();
    if (symbols.lookup(name))
      continue;
    FunctionType type = getTypeWithoutError(f.type);
    LLVM::LLVMFuncOp &call = calls[type];
    if (!call)
      call = addBoxedCall(
          l, "tsrt.boxed_call." + std::to_string(calls.size() - 1), type);
    OpBuilder b = OpBuilder::atBlockEnd(l.module.getBody());
    LLVM::LLVMFuncOp callee = f.callee;
    Location loc = callee.getLoc();
    auto entry = b.create<LLVM::LLVMFuncOp>(
        loc, name, LLVM::LLVMFunctionType::get(l.ptr(), {l.ptr(), l.ptr()}),
        LLVM::Linkage::Internal);
    Block *block = entry.addEntryBlock(b);
    b.setInsertionPointToStart(block);
    auto result = b.create<LLVM::CallOp>(
        loc, call,
        ValueRange{block->getArgument(0), block->getArgument(1),
                   l.addressOf(b, loc, f.exportName)});
    b.create<LLVM::ReturnOp>(loc, result.getResults());
  }
}

/// Moves the variables of a block in front of what its function does: LLVM
/// keeps those in registers that a function begins with.
static void moveVariablesUp(Block &block) {
  Operation *first = &block.getParent()->front().front();
  for (Operation &op : llvm::make_early_inc_range(block)) {
    auto variable = dyn_cast<LLVM::AllocaOp>(op);
    auto size = variable
                    ? variable.getArraySize().getDefiningOp<LLVM::ConstantOp>()
                    : LLVM::ConstantOp();
    if (!size || &op == first)
      continue;
    OpBuilder b(first);
    variable.getArraySizeMutable().assign(b.clone(*size)->getResult(0));
    variable->moveBefore(first);
  }
}

/// Puts the body of a function in the place of the only reference to it, a
/// call.
static void moveBody(LLVM::CallOp call, LLVM::LLVMFuncOp callee) {
  Block *before = call->getBlock();
  Block *after = before->splitBlock(call);
  for (Block &block : callee.getBody())
    if (auto end = dyn_cast<LLVM::ReturnOp>(block.getTerminator())) {
      OpBuilder b(end);
      b.create<LLVM::BrOp>(end.getLoc(), end->getOperands(), after);
      end.erase();
    }
  for (Value result : call->getResults())
    result.replaceAllUsesWith(
        after->addArgument(result.getType(), call.getLoc()));
  Block &entry = callee.getBody().front();
  for (auto [argument, operand] :
       llvm::zip_equal(entry.getArguments(), call.getArgOperands()))
    argument.replaceAllUsesWith(operand);
  before->getOperations().splice(before->end(), entry.getOperations());
  entry.erase();
  before->getParent()->getBlocks().splice(after->getIterator(),
                                          callee.getBody().getBlocks());
  call.erase();
  callee.erase();
  moveVariablesUp(*before);
}

/// Functions that only their C function calls become part of it.
static void inlineSingleCallees(ModuleOp module,
                                ArrayRef<LibraryFunction> functions) {
  DenseMap<StringAttr, unsigned> uses;
  DenseMap<StringAttr, LLVM::CallOp> calls;
  module.walk([&](Operation *op) {
    if (auto call = dyn_cast<LLVM::CallOp>(op); call && call.getCalleeAttr()) {
      ++uses[call.getCalleeAttr().getAttr()];
      calls[call.getCalleeAttr().getAttr()] = call;
    } else if (auto address = dyn_cast<LLVM::AddressOfOp>(op)) {
      ++uses[address.getGlobalNameAttr().getAttr()];
    }
  });
  for (const LibraryFunction &f : functions) {
    LLVM::LLVMFuncOp callee = f.callee;
    LLVM::CallOp call = calls.lookup(callee.getNameAttr());
    // A loop that leads to the beginning keeps the function: its first block
    // would become part of another.
    if (uses.lookup(callee.getNameAttr()) == 1 && call &&
        callee.getBody().front().hasNoPredecessors() &&
        !callee->isAncestor(call))
      moveBody(call, callee);
  }
}

void ExportLibrary::addLibrary(Lowering &l, StringRef prefix,
                               ArrayRef<LibraryFunction> functions) {
  auto exportedTypes =
      l.module->getAttrOfType<DictionaryAttr>(ts::kExportedTypesAttr);
  for (const LibraryFunction &f : functions)
    addFunction(l, f.exportName, f.callee, f.type);
  addEntries(l, functions);
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
  inlineSingleCallees(l.module, functions);
  numFunctions += described.size();
  numInstances += makers.size();
}
