//===- Lowering.h - State of convert-tsrt-to-llvm -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the patterns of convert-tsrt-to-llvm share: native types, constants of
// the module, type descriptors, boxing and reference counting.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_CONVERSION_TSRUNTIMETOLLVM_LOWERING_H
#define TORCHSCRIPT_LIB_CONVERSION_TSRUNTIMETOLLVM_LOWERING_H

#include "LiteralEncoder.h"
#include "TorchScript/Dialect/TS/IR/Literals.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/Representation.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::tsrt {

/// The fields of a class: types, names, offsets from the start of the object.
struct ClassLayout {
  SmallVector<Type> types;
  SmallVector<StringRef> names;
  SmallVector<uint64_t> offsets;
  NativeLayout layout;
  ts::ClassOp declaration;

  /// The position of a field, -1 when there is none of this name.
  int64_t find(StringRef name) const;
};

/// Adds the native types of ts and tsrt to a converter.
void addNativeTypes(LLVMTypeConverter &converter);

/// Builds LLVM operations at one place; `lowering` keeps what is shared. In a
/// module that another one worked on, its type descriptors are found again.
class Lowering {
public:
  Lowering(ModuleOp module, LLVMTypeConverter &converter);

  //===--- Types and small constants --------------------------------------===//

  MLIRContext *getContext() { return module.getContext(); }
  LLVM::LLVMPointerType ptr();
  Type i32();
  Type i64();
  /// `tsrt_value`.
  LLVM::LLVMStructType valueType();
  /// The native LLVM type of a TorchScript type.
  Type native(Type type);

  Value constant(OpBuilder &b, Location loc, Type type, int64_t value);
  Value nullPointer(OpBuilder &b, Location loc);
  /// A value of all zeros of an LLVM type.
  Value zero(OpBuilder &b, Location loc, Type llvmType);
  /// Stack memory for `count` values, allocated once per call.
  Value stackSlot(OpBuilder &b, Location loc, Type llvmType, int64_t count = 1);
  /// A new stack slot that holds `value`.
  Value spill(OpBuilder &b, Location loc, Value value);
  Value load(OpBuilder &b, Location loc, Type llvmType, Value address);
  void store(OpBuilder &b, Location loc, Value value, Value address);
  /// load() and store() of memory that only accesses of the same kind touch,
  /// such as the size of a list: LLVM keeps it in registers across others. An
  /// empty kind says nothing.
  Value loadOf(OpBuilder &b, Location loc, Type llvmType, Value address,
               StringRef kind);
  void storeOf(OpBuilder &b, Location loc, Value value, Value address,
               StringRef kind);
  /// The kind of list elements of a native type.
  static StringRef elementKind(Type llvmType);
  /// `base` plus a number of bytes.
  Value offset(OpBuilder &b, Location loc, Value base, int64_t bytes);
  /// Address of element `index` of an array of `llvmType`.
  Value element(OpBuilder &b, Location loc, Type llvmType, Value base,
                Value index);
  /// A private function of the module, to be inlined. `body` writes it when it
  /// is new, from the beginning of its entry block.
  LLVM::LLVMFuncOp
  helper(StringRef name, Type result, ArrayRef<Type> arguments,
         function_ref<void(OpBuilder &, LLVM::LLVMFuncOp)> body);
  /// Stack memory that belongs to the code at hand, and to the next user of the
  /// same number after it. What only the runtime reads or writes lies there:
  /// a function of many calls does not have as many variables.
  Value scratch(OpBuilder &b, Location loc, int64_t bytes, unsigned number);
  /// True when some code calls a C function.
  bool isDeclared(StringRef function) const {
    return functions.contains(function);
  }
  /// Calls a C function, declared on demand; null for a void result.
  Value call(OpBuilder &b, Location loc, StringRef function, Type result,
             ValueRange arguments);

  //===--- Constants of the module (Globals.cpp) --------------------------===//

  /// Address of a NUL-terminated constant.
  Value cString(OpBuilder &b, Location loc, StringRef text);
  /// Address of an immortal `tsrt_str`.
  Value stringObject(OpBuilder &b, Location loc, StringRef text);
  /// Address of the `tsrt_frame` of a location; `function` replaces the name of
  /// its function when given.
  Value frame(OpBuilder &b, Location loc, StringRef function = {});
  /// Address of the `tsrt_method_site` of one call of a method by name.
  Value methodSite(OpBuilder &b, Location loc, StringRef method);
  /// The handle of an operator, looked up when the module is loaded.
  Value operatorHandle(OpBuilder &b, Location loc, StringRef name);
  /// The tensor object of a literal, made when the module is loaded; a constant
  /// when one of its uses says so.
  FailureOr<Value> tensorLiteral(OpBuilder &b, Location loc, Attribute value,
                                 bool isConstant);
  /// A new container, made from a table.
  FailureOr<Value> literal(OpBuilder &b, Location loc, ts::LiteralOp op);
  /// The position of a member in its enum; -1 when there is none.
  int64_t memberNumber(ts::MemberAttr member);
  /// Address of the variable that holds a `ts.object` or `ts.global`.
  Value objectVariable(OpBuilder &b, Location loc, StringRef name,
                       Type llvmType);
  /// A constant array of i64 on the stack, and its address.
  Value sizes(OpBuilder &b, Location loc, ArrayRef<int64_t> sizes);
  /// A constant of an LLVM struct or array type made of the given members, or
  /// of another type from one.
  LLVM::GlobalOp
  constantAggregate(StringRef name, Type type, LLVM::Linkage linkage,
                    function_ref<void(OpBuilder &, SmallVectorImpl<Value> &)>);
  Value addressOf(OpBuilder &b, Location loc, StringRef global);
  /// Address of the C library's byte that is not zero while the process never
  /// had a second thread.
  Value singleThreaded(OpBuilder &b, Location loc);
  /// Writes the function that looks up operators and makes literals.
  void finishModule();

  /// The functions that have an entry for the runtime, and their types before
  /// conversion.
  llvm::StringMap<FunctionType> callable;

  //===--- Type descriptors (Descriptors.cpp) -----------------------------===//

  Value descriptor(OpBuilder &b, Location loc, Type type);
  /// The name of the global that is the descriptor of `type`.
  std::string descriptorSymbol(Type type);
  /// The layout of a class; null when the module does not declare it.
  const ClassLayout *getClass(StringRef name);
  /// The declaration of an enum, or null.
  ts::EnumOp getEnum(StringRef name) { return enums.lookup(name); }

  //===--- Boxing (Boxing.cpp) --------------------------------------------===//

  /// The `tsrt_value` of a native value, valid while the native value is;
  /// values to release after use are added to `cleanup`.
  Value boxBorrowed(OpBuilder &b, Location loc, Type type, Value value,
                    SmallVectorImpl<Value> &cleanup);
  /// Native → boxed; ownership moves along.
  Value boxOwned(OpBuilder &b, Location loc, Type type, Value value);
  /// Boxed → native; ownership moves along. `None` gives zeros.
  Value unboxOwned(OpBuilder &b, Location loc, Type type, Value value);
  /// True (i1) when a boxed value is None.
  Value isNone(OpBuilder &b, Location loc, Value value);
  /// A native value of one type seen as one of another; ownership moves along.
  Value convert(OpBuilder &b, Location loc, Type from, Type to, Value value);
  void retain(OpBuilder &b, Location loc, Type type, Value value);
  void release(OpBuilder &b, Location loc, Type type, Value value);

  ModuleOp module;
  LLVMTypeConverter &converter;

private:
  friend class DescriptorBuilder;

  /// A function of the module by name, or null.
  LLVM::LLVMFuncOp lookupFunction(StringRef name);
  /// Declares or finds a C function.
  LLVM::LLVMFuncOp declare(StringRef name, Type result,
                           ArrayRef<Type> arguments, bool isVarArg);
  /// Appends a global to the module.
  LLVM::GlobalOp makeGlobal(Type type, bool isConstant, LLVM::Linkage linkage,
                            StringRef name, Attribute value);
  /// True when boxing `type` allocates: a tuple is or may be in it.
  static bool needsBox(Type type);
  Value makeValue(OpBuilder &b, Location loc, Value type, Value first,
                  Value second);
  /// The functions that count a reference to one object or null, mostly without
  /// a call of the runtime.
  LLVM::LLVMFuncOp getRetain();
  LLVM::LLVMFuncOp getRelease();
  void emitCounting(OpBuilder &b, Location loc, Type type, Value value,
                    bool retain);
  /// Writes the strings of the literals, and their preparation into the
  /// initialisation function.
  void finishLiterals(OpBuilder &b, Location loc);
  /// Emits the making of a literal into the initialisation function.
  Value makeTensor(OpBuilder &b, Location loc, DenseElementsAttr value);
  Value makeTensor(OpBuilder &b, Location loc, ts::TensorRefAttr value);

  /// The tag that says that an access is of a kind.
  ArrayAttr getTag(StringRef kind);

  /// The globals of a literal: its bytes, and the types it names, if any.
  struct LiteralTable {
    std::string bytes, types;
  };
  StringPool strings;
  llvm::MapVector<Attribute, LiteralTable> tables;
  llvm::StringMap<ArrayAttr> tags;
  llvm::StringMap<std::string> cStrings, stringObjects, operators, frames;
  llvm::MapVector<Attribute, std::string> literals;
  DenseSet<Attribute> constants;
  DenseMap<Type, std::string> descriptors;
  llvm::StringMap<ClassLayout> classes;
  llvm::StringMap<ts::EnumOp> enums;
  /// The helpers and C functions by name.
  llvm::StringMap<LLVM::LLVMFuncOp> functions;
  /// The scratch memory of each function: its address and size, by number.
  struct Scratch {
    LLVM::AllocaOp memory;
    int64_t bytes = 0;
  };
  DenseMap<std::pair<Region *, unsigned>, Scratch> scratches;
  llvm::StringSet<> externalGlobals;
  unsigned nextId = 0;
};

/// Base of the patterns: the operation's types are those before conversion.
template <typename OpTy>
class RuntimePattern : public ConvertOpToLLVMPattern<OpTy> {
public:
  explicit RuntimePattern(Lowering &lowering)
      : ConvertOpToLLVMPattern<OpTy>(lowering.converter), lowering(lowering) {}

protected:
  Lowering &lowering;
};

void populateCallPatterns(Lowering &lowering, RewritePatternSet &patterns);
void populateContainerPatterns(Lowering &lowering, RewritePatternSet &patterns);
void populateDictPatterns(Lowering &lowering, RewritePatternSet &patterns);
void populateDataPatterns(Lowering &lowering, RewritePatternSet &patterns);
void populateInterfacePatterns(Lowering &lowering, RewritePatternSet &patterns);
void populateLiteralPatterns(Lowering &lowering, RewritePatternSet &patterns);
void populateKernelPatterns(Lowering &lowering, RewritePatternSet &patterns);
void populateOperatorPatterns(Lowering &lowering, RewritePatternSet &patterns);
void populateObjectPatterns(Lowering &lowering, RewritePatternSet &patterns);

/// Checks that control flow is a graph, that errors are results, that kernels
/// are functions of the module, and that no name is taken.
LogicalResult verifyRuntimeForm(ModuleOp module);

/// Can the host pass the arguments and take the result of such a function?
bool isCallableByHost(FunctionType type);

/// Writes the body of `entry`, which calls `function`, whose type before
/// conversion is given.
void addBoxedEntry(Lowering &lowering, LLVM::LLVMFuncOp entry,
                   LLVM::LLVMFuncOp function, FunctionType type);

/// Erases the declarations of classes, enums, objects and so on, which no
/// operation refers to any more.
void eraseDeclarations(ModuleOp module);

/// The native form of a device: c10's DeviceType and the index; -1 when its
/// kind is unknown.
int64_t getDeviceNumber(ts::DeviceAttr device);

/// dtype number of an element type, c10's ScalarType; -1 when there is none.
int32_t getDtypeNumber(Type type);

} // namespace mlir::tsrt

#endif // TORCHSCRIPT_LIB_CONVERSION_TSRUNTIMETOLLVM_LOWERING_H
