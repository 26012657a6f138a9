//===- LibraryDescription.cpp - What a library says of itself -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tsrt_program of a library: names, types and entries.
//
//===----------------------------------------------------------------------===//

#include "LibraryFunction.h"
#include "Lowering.h"
#include "TorchScript/Conversion/Passes.h"

using namespace mlir;
using namespace mlir::tsrt;

void tsrt::addDescription(Lowering &l, StringRef prefix,
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
                    tableAddress(b, types),
                    l.addressOf(b, loc, kEnsureSymbol)});
  };
  l.constantAggregate((prefix + "_program").str(), programType,
                      LLVM::Linkage::External, describe);
  l.constantAggregate(ts::kProgramSymbol, programType, LLVM::Linkage::WeakODR,
                      describe);
}
