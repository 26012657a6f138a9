//===- FileModule.cpp - The module _disk ------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whole files below the directories that the user allows
// (EvaluatorOptions::allowedFiles): a path is followed through links before it
// is compared with them.
//
//===----------------------------------------------------------------------===//

#include "Natives.h"

#include "TorchScript/Frontend/Evaluate/Evaluator.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace torchscript;
using namespace torchscript::evaluate;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The path without links; of what does not exist yet, the path of its
/// directory and its name. Empty when that does not exist either.
static std::string resolve(llvm::StringRef name) {
  llvm::SmallString<128> real;
  if (!fs::real_path(name, real))
    return real.str().str();
  llvm::StringRef directory = path::parent_path(name);
  llvm::StringRef last = path::filename(name);
  if (fs::real_path(directory.empty() ? "." : directory, real) ||
      last == ".." || last == "." || fs::is_symlink_file(name))
    return "";
  path::append(real, last);
  return real.str().str();
}

static bool isBelow(llvm::StringRef file, llvm::StringRef directory) {
  return file == directory || directory == "/" ||
         (file.starts_with(directory) && file[directory.size()] == '/');
}

/// The path that may be used; raises PermissionError for others.
static std::string getAllowed(Interpreter &in, const Value &value) {
  std::string name = in.toStr(value, "path").str();
  if (in.options.allowedFiles.empty())
    in.raise(in.types.PermissionError,
             "'" + name + "': the program opens no files; --allow-files=DIR "
             "lets it read and write those below a directory");
  std::string file =
      name.find('\0') == std::string::npos ? resolve(name) : std::string();
  std::string allowed;
  for (const std::string &directory : in.options.allowedFiles) {
    llvm::SmallString<128> real;
    if (!file.empty() && !fs::real_path(directory, real) &&
        isBelow(file, real))
      return file;
    allowed += (allowed.empty() ? "'" : ", '") + directory + "'";
  }
  in.raise(in.types.PermissionError,
           "'" + name + "' is not below the directories that --allow-files "
           "names: " + allowed);
}

[[noreturn]] static void fail(Interpreter &in, std::error_code error,
                              const Value &name) {
  bool isMissing = error == std::errc::no_such_file_or_directory;
  in.raise(isMissing ? in.types.FileNotFoundError : in.types.OSError,
           "[Errno " + llvm::Twine(error.value()) + "] " + error.message() +
               ": " + quoteStr(in.str(name)));
}

static Value readFile(Interpreter &in, Bound &a) {
  std::string name = getAllowed(in, a[0]);
  uint64_t size = 0;
  if (std::error_code error = fs::file_size(name, size))
    fail(in, error, a[0]);
  if (!fs::is_regular_file(name))
    fail(in, std::make_error_code(std::errc::is_a_directory), a[0]);
  in.reserve(size);
  auto buffer = llvm::MemoryBuffer::getFile(name);
  if (!buffer)
    fail(in, buffer.getError(), a[0]);
  return in.makeBytes((*buffer)->getBuffer().str());
}

static Value writeFile(Interpreter &in, Bound &a) {
  std::string name = getAllowed(in, a[0]);
  auto *bytes = a[1].dyn<BytesObject>();
  if (!bytes)
    in.raiseTypeError("expected bytes");
  std::error_code error;
  llvm::raw_fd_ostream os(name, error);
  if (error)
    fail(in, error, a[0]);
  os << bytes->data;
  os.close();
  if (os.has_error()) {
    error = os.error();
    os.clear_error();
    fail(in, error, a[0]);
  }
  return Value::none();
}

/// "file", "directory" or nothing.
static Value getKind(Interpreter &in, Bound &a) {
  std::string name = getAllowed(in, a[0]);
  return in.makeStr(fs::is_directory(name)      ? "directory"
                    : fs::is_regular_file(name) ? "file"
                                                : "");
}

static Value listDirectory(Interpreter &in, Bound &a) {
  std::string name = getAllowed(in, a[0]);
  std::error_code error;
  std::vector<std::string> found;
  for (fs::directory_iterator it(name, error), end; it != end && !error;
       it.increment(error))
    found.push_back(path::filename(it->path()).str());
  if (error)
    fail(in, error, a[0]);
  llvm::sort(found);
  ValueVector names;
  for (std::string &file : found)
    names.push_back(in.makeStr(std::move(file)));
  return in.makeList(std::move(names));
}

static Value makeDirectory(Interpreter &in, Bound &a) {
  if (std::error_code error =
          fs::create_directory(getAllowed(in, a[0]), /*IgnoreExisting=*/false))
    fail(in, error, a[0]);
  return Value::none();
}

static Value removeFile(Interpreter &in, Bound &a) {
  if (std::error_code error =
          fs::remove(getAllowed(in, a[0]), /*IgnoreNonExisting=*/false))
    fail(in, error, a[0]);
  return Value::none();
}

static const NativeDefinition functions[] = {
    {"read", "path, /", readFile},
    {"write", "path, data, /", writeFile},
    {"kind", "path, /", getKind},
    {"names", "path, /", listDirectory},
    {"make_directory", "path, /", makeDirectory},
    {"remove", "path, /", removeFile},
};

void evaluate::addFileModule(Interpreter &in, ModuleObject *module) {
  in.addFunctions(module, functions);
}
