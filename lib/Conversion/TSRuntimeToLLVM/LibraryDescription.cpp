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

/// The global of all names.
static constexpr StringLiteral kNames = "tsrt.names";

namespace {
/// Writes the tables of a tsrt_program and the program itself; the layouts are
/// those of tsrt.h.
class Description {
public:
  Description(Lowering &l, StringRef prefix)
      : l(l), loc(l.module.getLoc()), prefix(prefix), ptr(l.ptr()),
        i32(l.i32()) {}

  void write(ArrayRef<LibraryFunction> functions,
             ArrayRef<LibraryFunction> makers);

private:
  Type structOf(ArrayRef<Type> members) {
    return LLVM::LLVMStructType::getLiteral(l.getContext(), members);
  }
  /// A value of a struct type.
  Value aggregate(OpBuilder &b, Type type, ArrayRef<Value> members) {
    Value object = b.create<LLVM::UndefOp>(loc, type);
    for (auto [i, member] : llvm::enumerate(members))
      object = b.create<LLVM::InsertValueOp>(loc, object, member, i);
    return object;
  }
  /// A private table of `count` entries; its name, or "" when it is empty.
  std::string table(const std::string &name, Type type, size_t count,
                    function_ref<Value(OpBuilder &, size_t)> makeEntry) {
    if (!count)
      return "";
    // An entry may make a table of its own, in another global.
    Value outerNames = namesHere;
    l.constantAggregate(name, LLVM::LLVMArrayType::get(type, count),
                        LLVM::Linkage::Internal,
                        [&](OpBuilder &b, SmallVectorImpl<Value> &members) {
                          namesHere = l.addressOf(b, loc, kNames);
                          for (size_t i = 0; i < count; ++i)
                            members.push_back(makeEntry(b, i));
                        });
    namesHere = outerNames;
    return name;
  }
  /// The address of a text in the table at hand, among the names.
  Value nameAddress(OpBuilder &b, StringRef text) {
    auto [place, isNew] = nameOffsets.try_emplace(text, names.size());
    if (isNew) {
      names += text;
      names.push_back('\0');
    }
    return l.offset(b, loc, namesHere, int64_t(place->second));
  }
  Value tableAddress(OpBuilder &b, const std::string &name) {
    return name.empty() ? l.nullPointer(b, loc) : l.addressOf(b, loc, name);
  }
  Value entryOf(OpBuilder &b, const LibraryFunction &f) {
    return l.addressOf(b, loc, f.name + ts::kBoxedSuffix.str());
  }

  std::string addParameters(const LibraryFunction &f);
  std::string addFunctions(ArrayRef<LibraryFunction> functions);
  std::string addInstances(ArrayRef<LibraryFunction> makers);
  /// The classes and enums of the module; sets `count`.
  std::string addTypes(size_t &count);
  void addNames();

  Lowering &l;
  Location loc;
  StringRef prefix;
  Type ptr, i32;
  /// By names, types and texts of defaults.
  DenseMap<Attribute, std::string> parameterTables;
  /// All texts of the tables, one behind the other: as globals they would take
  /// the translation and the assembler as long as small functions.
  std::string names;
  llvm::StringMap<size_t> nameOffsets;
  /// Their address, in the table that is being made.
  Value namesHere;
};
} // namespace

std::string Description::addParameters(const LibraryFunction &f) {
  unsigned first = f.instance >= 0 ? 1 : 0;
  Type type = structOf({ptr, ptr, ptr});
  // Functions of the same parameters share a table.
  SmallVector<Attribute> key;
  Builder builder(l.getContext());
  for (unsigned i = first; i < f.type.getNumInputs(); ++i)
    key.append({builder.getStringAttr(f.parameterNames[i]),
                TypeAttr::get(f.type.getInput(i)),
                builder.getStringAttr(f.defaultTexts[i])});
  std::string &name = parameterTables[builder.getArrayAttr(key)];
  if (!name.empty())
    return name;
  return name = table("tsrt.parameters." + f.name, type,
                      f.type.getNumInputs() - first,
                      [&](OpBuilder &b, size_t number) {
                        size_t i = first + number;
                        Value text = f.defaultTexts[i].empty()
                                         ? l.nullPointer(b, loc)
                                         : nameAddress(b, f.defaultTexts[i]);
                        return aggregate(
                            b, type,
                            {nameAddress(b, f.parameterNames[i]),
                             l.descriptor(b, loc, f.type.getInput(i)), text});
                      });
}

std::string Description::addFunctions(ArrayRef<LibraryFunction> functions) {
  Type type = structOf({ptr, ptr, ptr, ptr, i32, i32, ptr});
  return table(
      "tsrt.functions", type, functions.size(), [&](OpBuilder &b, size_t i) {
        const LibraryFunction &f = functions[i];
        std::string parameters = addParameters(f);
        TypeRange results = f.type.getResults();
        Type result = results.empty() || isa<ErrorType>(results.back())
                          ? ts::TSNoneType::get(l.getContext())
                          : results.back();
        int64_t count = f.type.getNumInputs() - (f.instance >= 0 ? 1 : 0);
        return aggregate(b, type,
                         {nameAddress(b, f.callableName),
                          nameAddress(b, f.exportName), entryOf(b, f),
                          tableAddress(b, parameters),
                          l.constant(b, loc, i32, count),
                          l.constant(b, loc, i32, f.instance),
                          l.descriptor(b, loc, result)});
      });
}

std::string Description::addInstances(ArrayRef<LibraryFunction> makers) {
  Type type = structOf({ptr, ptr, ptr});
  return table(
      "tsrt.instances", type, makers.size(), [&](OpBuilder &b, size_t i) {
        const LibraryFunction &f = makers[i];
        return aggregate(b, type,
                         {nameAddress(b, f.callableName), entryOf(b, f),
                          l.descriptor(b, loc, f.type.getResults().back())});
      });
}

std::string Description::addTypes(size_t &count) {
  MLIRContext *context = l.getContext();
  SmallVector<Type> named;
  for (Operation &op : *l.module.getBody())
    if (auto declaration = dyn_cast<ts::EnumOp>(op))
      named.push_back(ts::EnumType::get(context, declaration.getSymName()));
    else if (auto declaration = dyn_cast<ts::ClassOp>(op);
             declaration && !declaration.getIsModule())
      named.push_back(ts::ObjectType::get(context, declaration.getSymName()));
  count = named.size();
  return table("tsrt.named_types", ptr, count, [&](OpBuilder &b, size_t i) {
    return l.descriptor(b, loc, named[i]);
  });
}

void Description::addNames() {
  if (names.empty())
    names.push_back('\0');
  OpBuilder b = OpBuilder::atBlockBegin(l.module.getBody());
  b.create<LLVM::GlobalOp>(
      loc, LLVM::LLVMArrayType::get(b.getI8Type(), names.size()),
      /*isConstant=*/true, LLVM::Linkage::Internal, kNames,
      b.getStringAttr(names));
}

void Description::write(ArrayRef<LibraryFunction> functions,
                        ArrayRef<LibraryFunction> makers) {
  size_t numTypes;
  std::string functionTable = addFunctions(functions),
              instanceTable = addInstances(makers),
              typeTable = addTypes(numTypes);
  addNames();
  auto describe = [&](OpBuilder &b, SmallVectorImpl<Value> &members) {
    auto number = [&](size_t value) {
      return l.constant(b, loc, i32, int64_t(value));
    };
    members.assign({number(ts::kProgramABI), number(functions.size()),
                    number(makers.size()), number(numTypes),
                    tableAddress(b, functionTable),
                    tableAddress(b, instanceTable), tableAddress(b, typeTable),
                    l.addressOf(b, loc, kEnsureSymbol)});
  };
  Type type = structOf({i32, i32, i32, i32, ptr, ptr, ptr, ptr});
  l.constantAggregate((prefix + "_program").str(), type,
                      LLVM::Linkage::External, describe);
  l.constantAggregate(ts::kProgramSymbol, type, LLVM::Linkage::WeakODR,
                      describe);
}

void tsrt::addDescription(Lowering &l, StringRef prefix,
                          ArrayRef<LibraryFunction> functions,
                          ArrayRef<LibraryFunction> makers) {
  Description(l, prefix).write(functions, makers);
}
