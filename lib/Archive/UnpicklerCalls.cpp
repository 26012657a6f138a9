//===- UnpicklerCalls.cpp - Names the pickle reader knows -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REDUCE and persistent ids: the closed list of names and what each makes.
//
//===----------------------------------------------------------------------===//

#include "Unpickler.h"

using namespace torchscript;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

/// True for names of classes that the archive itself defines.
static bool isTorchScriptClass(const ArchiveGlobal &global) {
  return global.module == "__torch__" ||
         global.module.starts_with("__torch__.");
}

Error Unpickler::reduce() {
  ArchiveValue *argument, *callee;
  if (Error error = pop(argument))
    return error;
  if (Error error = pop(callee))
    return error;
  auto *global = llvm::dyn_cast<ArchiveGlobal>(callee);
  if (!global)
    return failure(Twine(describeKind(callee->getKind())) + " is called");
  Expected<ArchiveValue *> result = call(*global, argument);
  if (!result)
    return result.takeError();
  return push(*result);
}

Expected<ArchiveValue *> Unpickler::call(const ArchiveGlobal &callee,
                                         ArchiveValue *argument) {
  StringRef module = callee.module, name = callee.name;
  if (isTorchScriptClass(callee)) {
    // The only names of TorchScript that are called are enums. The argument is
    // the value itself, not a tuple.
    auto *member = graph.create<ArchiveEnum>(opcodeOffset);
    member->className = (module + "." + name).str();
    member->value = argument;
    return member;
  }
  auto *arguments = llvm::dyn_cast<ArchiveTuple>(argument);
  if (!arguments)
    return failure("'" + module + "." + name + "' is called with " +
                   describeKind(argument->getKind()) + "; a tuple is expected");
  const std::vector<const ArchiveValue *> &elements = arguments->elements;

  if (module == "torch._utils") {
    if (name == "_rebuild_tensor_v2")
      return rebuildTensor(*arguments);
    if (name == "_rebuild_qtensor")
      return rebuildQuantized(*arguments);
    if (name == "_rebuild_sparse_tensor")
      return rebuildSparse(*arguments);
    if (name == "_rebuild_parameter" && elements.size() >= 2 &&
        llvm::isa<ArchiveTensor>(elements[0]))
      return const_cast<ArchiveValue *>(elements[0]);
  } else if (module == "torch._tensor" && name == "_rebuild_from_type_v2") {
    return callFromType(*arguments);
  } else if (module == "torch.jit._pickle") {
    if (name == "restore_type_tag")
      return tagContainer(*arguments);
    if (name == "build_intlist")
      return buildList("List[int]", *arguments);
    if (name == "build_doublelist")
      return buildList("List[float]", *arguments);
    if (name == "build_boollist")
      return buildList("List[bool]", *arguments);
    if (name == "build_tensorlist")
      return buildList("List[Tensor]", *arguments);
    if (name == "build_tensor_from_id")
      return failure("a tensor of a tensor table, as only remote procedure "
                     "calls have one");
  } else if (module == "torch" && name == "device") {
    const auto *text =
        elements.empty() ? nullptr : llvm::dyn_cast<ArchiveString>(elements[0]);
    if (!text || elements.size() != 1)
      return failure("torch.device is not called with one string");
    auto *device = graph.create<ArchiveDevice>(opcodeOffset);
    device->name = text->value;
    return device;
  } else if (module == "builtins" && name == "complex") {
    double parts[2];
    if (elements.size() != 2)
      return failure("complex is not called with two numbers");
    for (int i = 0; i < 2; ++i) {
      if (const auto *real = llvm::dyn_cast<ArchiveFloat>(elements[i]))
        parts[i] = real->value;
      else if (const auto *whole = llvm::dyn_cast<ArchiveInt>(elements[i]))
        parts[i] = double(whole->value);
      else
        return failure("complex is not called with two numbers");
    }
    return graph.create<ArchiveComplex>(opcodeOffset, parts[0], parts[1]);
  } else if (module == "collections" && name == "OrderedDict") {
    if (!elements.empty())
      return failure("OrderedDict is called with arguments");
    return graph.create<ArchiveDict>(opcodeOffset);
  } else if (module == "__main__" &&
             (name == "TensorID" || name == "IntList")) {
    return failure("'" + module + "." + name +
                   "' belongs to archives older than PyTorch 1.2; load and "
                   "save the file with PyTorch 1.4 or newer");
  } else if (module == "torch.distributed.rpc" && name == "rref") {
    return failure("a remote reference (RRef) cannot be read from a file");
  }
  return failure("the call of '" + module + "." + name +
                 "' is refused: it is not among the names PyTorch's archives "
                 "use");
}

Expected<ArchiveValue *> Unpickler::callFromType(ArchiveTuple &arguments) {
  // (function, type, arguments, state): a tensor with Python attributes, which
  // are dropped.
  if (arguments.elements.size() == 4) {
    const auto *callee = llvm::dyn_cast<ArchiveGlobal>(arguments.elements[0]);
    if (callee && callee->module == "torch._utils")
      return call(*callee, const_cast<ArchiveValue *>(arguments.elements[2]));
  }
  return failure("_rebuild_from_type_v2 is not called with a function of "
                 "torch._utils, a type, arguments and state");
}

Expected<ArchiveValue *> Unpickler::tagContainer(ArchiveTuple &arguments) {
  if (arguments.elements.size() == 2) {
    // Containers made by this reader may be changed by it.
    auto *value = const_cast<ArchiveValue *>(arguments.elements[0]);
    if (const auto *tag =
            llvm::dyn_cast<ArchiveString>(arguments.elements[1])) {
      if (auto *list = llvm::dyn_cast<ArchiveList>(value)) {
        list->typeTag = tag->value;
        return list;
      }
      if (auto *dict = llvm::dyn_cast<ArchiveDict>(value)) {
        dict->typeTag = tag->value;
        return dict;
      }
    }
  }
  return failure("restore_type_tag is not called with a list or dict and a "
                 "string");
}

Expected<ArchiveValue *> Unpickler::buildList(StringRef tag,
                                              ArchiveTuple &arguments) {
  if (arguments.elements.size() == 1)
    if (const auto *list = llvm::dyn_cast<ArchiveList>(arguments.elements[0])) {
      auto *tagged = const_cast<ArchiveList *>(list);
      tagged->typeTag = tag;
      return tagged;
    }
  return failure("a function that makes a " + tag +
                 " is not called with one list");
}

Error Unpickler::persistentId() {
  ArchiveValue *value;
  if (Error error = pop(value))
    return error;
  // ('storage', torch.<Kind>Storage, key, location, numel)
  const auto *tuple = llvm::dyn_cast<ArchiveTuple>(value);
  if (!tuple || tuple->elements.size() < 5)
    return failure("a persistent id that does not name a storage");
  const auto &elements = tuple->elements;
  const auto *word = llvm::dyn_cast<ArchiveString>(elements[0]);
  const auto *type = llvm::dyn_cast<ArchiveGlobal>(elements[1]);
  const auto *key = llvm::dyn_cast<ArchiveString>(elements[2]);
  const auto *location = llvm::dyn_cast<ArchiveString>(elements[3]);
  const auto *numel = llvm::dyn_cast<ArchiveInt>(elements[4]);
  if (!word || word->value != "storage" || !type || !key || !location || !numel)
    return failure("a persistent id that does not name a storage");
  StringRef kind = type->name;
  std::optional<DType> dtype;
  if (type->module == "torch" && kind.consume_back("Storage"))
    dtype = parseStorageKind(kind);
  if (!dtype)
    return failure("unknown class of storage '" + type->module + "." +
                   type->name + "'");
  if (numel->value < 0)
    return failure("a storage of " + Twine(numel->value) + " elements");
  uint64_t count = numel->value;

  std::string recordName = context.storagePrefix + key->value.str();
  if (count > 0) {
    std::optional<uint64_t> size;
    if (context.getRecordSize)
      size = context.getRecordSize(recordName);
    if (!size)
      return failure("the storage's record '" + Twine(recordName) +
                     "' is missing");
    if (*size / getItemSize(*dtype) < count)
      return failure("record '" + Twine(recordName) + "' has " + Twine(*size) +
                     " bytes; a storage of " + Twine(count) + " " +
                     getDTypeName(*dtype) + " needs more");
  }
  for (ArchiveStorage *known : storages[recordName])
    if (known->dtype == *dtype && known->numel == count)
      return push(known);
  auto *storage = graph.create<ArchiveStorage>(opcodeOffset);
  storage->dtype = *dtype;
  storage->recordName = recordName;
  storage->location = location->value;
  storage->numel = count;
  storages[recordName].push_back(storage);
  return push(storage);
}
