//===- ExportedProgramWriter.cpp - Writes files of torch.export -----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The archive of PyTorch 2.9 and later: the program as JSON, storages as raw
// records, and for each directory of them a list of the tensors in it.
//
//===----------------------------------------------------------------------===//

#include "ProgramWriter.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Path.h"

using namespace torchscript;
using namespace torchscript::exported;
using json = nlohmann::ordered_json;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {
/// One directory of tensors.
class TensorDirectory {
public:
  TensorDirectory(ZipWriter &zip, std::string root, StringRef prefix,
                  StorageReader read)
      : zip(zip), root(std::move(root)), prefix(prefix), read(read) {}

  Error add(StringRef name, const Payload &tensor, bool isParameter);
  /// Writes the list, `FILE` below the directory.
  Error finish(StringRef file) {
    json list = json::object();
    list["config"] = config;
    return zip.add((root + file).str(), list.dump(),
                   {/*deflate=*/false, /*alignment=*/64});
  }

private:
  ZipWriter &zip;
  std::string root;
  StringRef prefix;
  StorageReader read;
  json config = json::object();
  /// Names of records by storage and dtype.
  llvm::StringMap<std::string> records;
};
} // namespace

Error TensorDirectory::add(StringRef name, const Payload &tensor,
                           bool isParameter) {
  std::string key = tensor.storage + "!" + getDTypeName(tensor.dtype).str();
  // What has no storage shares none.
  if (tensor.storage.empty())
    key += "!" + name.str();
  auto [entry, isNew] = records.try_emplace(key);
  if (isNew) {
    entry->second = (prefix + llvm::Twine(records.size() - 1)).str();
    Expected<StringRef> bytes = StringRef();
    if (!tensor.storage.empty())
      bytes = read(tensor.storage);
    if (!bytes)
      return bytes.takeError();
    if (Error error = zip.add(root + entry->second, *bytes,
                              {/*deflate=*/false, /*alignment=*/64}))
      return error;
  }
  TensorMeta meta;
  meta.dtype = tensor.dtype;
  meta.requiresGrad = tensor.requiresGrad;
  for (int64_t size : tensor.sizes)
    meta.sizes.push_back({size, "", std::nullopt});
  for (int64_t stride : tensor.strides)
    meta.strides.push_back({stride, "", std::nullopt});
  meta.offset.value = tensor.offset;
  config[name.str()] = {{"path_name", entry->second},
                        {"is_param", isParameter},
                        {"use_pickle", false},
                        {"tensor_meta", writeTensorMeta(meta)}};
  return Error::success();
}

/// Tensors in the order of the signature, then the others.
static llvm::MapVector<StringRef, const InputSpec *>
orderTensors(const Program &program,
             const std::map<std::string, Payload> &tensors) {
  llvm::MapVector<StringRef, const InputSpec *> order;
  for (const InputSpec &input : program.inputs)
    if (tensors.count(input.target))
      order.insert({input.target, &input});
  for (auto &[name, tensor] : tensors)
    order.insert({name, nullptr});
  return order;
}

static Error writeTensors(const Program &program,
                          const std::map<std::string, Payload> &tensors,
                          StorageReader read, const std::string &root,
                          ZipWriter &zip) {
  TensorDirectory weights(zip, root + "data/weights/", "weight_", read);
  TensorDirectory constants(zip, root + "data/constants/", "tensor_", read);
  for (auto &[name, input] : orderTensors(program, tensors)) {
    const Payload &tensor = tensors.find(name.str())->second;
    bool isConstant = input ? input->kind == InputSpec::Kind::Constant ||
                                  !input->isPersistent
                            : tensor.isConstant;
    bool isParameter = input ? input->kind == InputSpec::Kind::Parameter
                             : tensor.requiresGrad;
    if (Error error = (isConstant ? constants : weights)
                          .add(name, tensor, isParameter))
      return error;
  }
  if (Error error = weights.finish("model_weights_config.json"))
    return error;
  return constants.finish("model_constants_config.json");
}

/// The name of a node that runs graphs and gives them tensors and numbers in one
/// list, for which files have no form; empty when there is none.
static std::string findMixedOperands(const Graph &graph) {
  for (const Node &node : graph.nodes)
    for (auto &[name, value] : node.inputs) {
      bool hasTensor = false, hasNumber = false;
      for (const Argument &element : value.elements) {
        hasTensor |= element.kind == Argument::Kind::Tensor;
        hasNumber |= element.kind == Argument::Kind::Symbol;
      }
      if (hasTensor && hasNumber)
        return node.name;
      if (value.graph)
        if (std::string found = findMixedOperands(*value.graph); !found.empty())
          return found;
    }
  return "";
}

/// Writes the records of an open archive. `path` is for errors.
static Error writeRecords(ZipWriter &zip, const Program &program,
                          const std::map<std::string, Payload> &tensors,
                          StorageReader read, StringRef path) {
  if (std::string name = findMixedOperands(program.graph); !name.empty())
    return llvm::createStringError(
        "'%s': the graphs of the node '%s' use a number from outside beside "
        "tensors, which files cannot say; compute it in the function that is "
        "given",
        path.str().c_str(), name.c_str());
  std::string root = (llvm::sys::path::stem(path) + "/").str();
  auto add = [&](StringRef name, StringRef bytes) {
    return zip.add(root + name.str(), bytes,
                   {/*deflate=*/false, /*alignment=*/64});
  };
  if (Error error = add("archive_format", "pt2"))
    return error;
  if (Error error = add("models/model.json", writeProgramText(program)))
    return error;
  // Nothing but its name is asked for where there are no examples.
  if (Error error = add("data/sample_inputs/model.pt", ""))
    return error;
  if (Error error = writeTensors(program, tensors, read, root, zip))
    return error;
  for (auto [name, text] :
       {std::pair("archive_version", "0"), std::pair("byteorder", "little"),
        std::pair(".data/version", "6\n")})
    if (Error error = add(name, text))
      return error;
  if (Error error = add(".data/serialization_id", std::string(40, '0')))
    return error;
  return zip.finish();
}

Error torchscript::writeExportedProgram(
    const Program &program, const std::map<std::string, Payload> &tensors,
    StorageReader read, StringRef path) {
  auto zip = ZipWriter::create(path);
  return zip ? writeRecords(**zip, program, tensors, read, path)
             : zip.takeError();
}

Expected<std::string>
torchscript::packExportedProgram(const Program &program,
                                 const std::map<std::string, Payload> &tensors,
                                 StorageReader read, StringRef name) {
  auto zip = ZipWriter::createInMemory();
  if (!zip)
    return zip.takeError();
  if (Error error = writeRecords(**zip, program, tensors, read, name))
    return std::move(error);
  return (*zip)->takeBytes();
}
