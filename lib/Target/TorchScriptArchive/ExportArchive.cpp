//===- ExportArchive.cpp - Writes torch.jit.save archives -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the instance, makes the texts and pickles, and streams the records into
// the file.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Target/TorchScriptArchive/ExportArchive.h"

#include "ArchiveData.h"
#include "FunctionModule.h"
#include "PrepareModule.h"

#include "TorchScript/Archive/Zip.h"

using namespace torchscript;
namespace ts = mlir::ts;

/// All records are below it. PyTorch takes the name of the file, readers any:
/// with a fixed one the bytes do not depend on where they are written.
static constexpr const char *rootName = "archive/";

/// PyTorch aligns the contents of records, so that they can be mapped.
static constexpr unsigned alignment = 64;

/// Code of at most this size is stored.
static constexpr size_t maxStoredCode = 200;

static ts::ObjectOp findRoot(mlir::ModuleOp module,
                             const ArchiveContents &contents) {
  llvm::StringRef wanted = contents.instance;
  if (!contents.function.empty())
    return makeFunctionModule(module, contents.function);
  llvm::SmallVector<ts::ObjectOp> roots;
  for (auto object : module.getOps<ts::ObjectOp>()) {
    llvm::StringRef name = object.getSymName();
    if (wanted.empty() ? !name.contains('.') : name == wanted)
      roots.push_back(object);
  }
  if (roots.empty() && wanted.empty())
    return makeFunctionModule(module);
  if (roots.size() == 1)
    return roots.front();
  auto error = module.emitError();
  if (roots.empty()) {
    error << "has no instance '" << wanted << "'";
    return {};
  }
  error << "has several instances, an archive holds one: name it with "
           "--instance:";
  for (ts::ObjectOp object : roots)
    error << " '" << object.getSymName() << "'";
  return {};
}

static bool isModuleObject(mlir::ModuleOp module, ts::ObjectOp object) {
  auto type =
      module.lookupSymbol<ts::ClassOp>(object.getObjectType().getName());
  return type && type.getIsModule();
}

namespace {
/// The records of one file.
class RecordWriter {
public:
  explicit RecordWriter(ZipWriter &zip) : zip(zip) {}

  llvm::Error add(const llvm::Twine &name, llvm::StringRef bytes,
                  bool isCode = false) {
    bool deflate = isCode && bytes.size() > maxStoredCode;
    return zip.add((rootName + name).str(), bytes, {deflate, alignment});
  }
  llvm::Error addStorages(llvm::StringRef directory,
                          llvm::ArrayRef<llvm::StringRef> storages) {
    for (auto [i, bytes] : llvm::enumerate(storages))
      if (llvm::Error error = add(directory + llvm::Twine(i), bytes))
        return error;
    return llvm::Error::success();
  }

private:
  ZipWriter &zip;
};
} // namespace

/// In PyTorch's order.
static llvm::Error writeRecords(ZipWriter &zip, const ArchiveContents &contents,
                                const ArchiveText &code,
                                const ArchiveData &data, llvm::StringRef root,
                                const ArchiveData &constants,
                                llvm::StringRef table) {
  RecordWriter records(zip);
  for (const auto &[name, bytes] : contents.extraFiles)
    if (llvm::Error error = records.add("extra/" + name, bytes))
      return error;
  if (llvm::Error error = records.addStorages("data/", data.getStorages()))
    return error;
  if (llvm::Error error = records.add("data.pkl", root))
    return error;
  for (const ArchiveTextFile &file : code.files) {
    std::string path = file.path;
    std::replace(path.begin(), path.end(), '.', '/');
    if (llvm::Error error =
            records.add("code/" + path + ".py", file.text, /*isCode=*/true))
      return error;
  }
  if (llvm::Error error =
          records.addStorages("constants/", constants.getStorages()))
    return error;
  if (llvm::Error error = records.add("constants.pkl", table))
    return error;
  llvm::StringRef record = code.version >= 6 ? ".data/version" : "version";
  if (llvm::Error error =
          records.add(record, std::to_string(code.version) + "\n"))
    return error;
  return zip.finish();
}

using ZipMaker =
    llvm::function_ref<llvm::Expected<std::unique_ptr<ZipWriter>>()>;

/// Null when there is an error, which was reported.
static std::unique_ptr<ZipWriter> writeArchive(mlir::ModuleOp module,
                                               const ArchiveContents &contents,
                                               ZipMaker makeZip) {
  ts::ObjectOp root = findRoot(module, contents);
  if (!root)
    return nullptr;
  if (!isModuleObject(module, root)) {
    root.emitError() << "'" << root.getSymName()
                     << "' is no module: an archive holds a module";
    return nullptr;
  }
  separateHooks(module);
  keepReachable(module, root);
  std::optional<ArchiveText> code = exportArchiveText(module);
  if (!code)
    return nullptr;
  ArchiveData data(module, *code, contents), constants(module, *code, contents);
  std::optional<std::string> rootPickle = data.pickleObject(root);
  std::optional<std::string> table = constants.pickleTuple(code->constants);
  if (!rootPickle || !table)
    return nullptr;
  auto zip = makeZip();
  llvm::Error error = zip ? writeRecords(**zip, contents, *code, data,
                                         *rootPickle, constants, *table)
                          : zip.takeError();
  if (error) {
    module.emitError() << llvm::toString(std::move(error));
    return nullptr;
  }
  return std::move(*zip);
}

llvm::LogicalResult torchscript::exportArchive(mlir::ModuleOp module,
                                               const ArchiveContents &contents,
                                               llvm::StringRef path) {
  return llvm::success(bool(writeArchive(
      module, contents, [&] { return ZipWriter::create(path); })));
}

std::optional<std::string>
torchscript::exportArchive(mlir::ModuleOp module,
                           const ArchiveContents &contents) {
  auto zip = writeArchive(module, contents,
                          [] { return ZipWriter::createInMemory(); });
  return zip ? std::optional(zip->takeBytes()) : std::nullopt;
}
