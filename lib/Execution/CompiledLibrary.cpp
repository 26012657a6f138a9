//===- CompiledLibrary.cpp - Libraries of ts-compile --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the description a compiled library carries.
//
//===----------------------------------------------------------------------===//

#include "CompiledLibrary.h"

#include "TorchScript/Conversion/Passes.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <dlfcn.h>

using namespace torchscript;

static_assert(mlir::ts::kProgramABI == TSRT_PROGRAM_ABI,
              "libraries are made for another version of the runtime");

CompiledLibrary::~CompiledLibrary() {
  instances.clear();
  if (handle)
    dlclose(handle);
}

/// Refuses a file that is shorter than its segments: dlopen maps them, and the
/// first access to what is missing would end the process.
static llvm::Error checkSegments(llvm::StringRef path) {
  auto fail = [&](const llvm::Twine &problem) {
    return llvm::createStringError(
        path + ": the library is cut off or damaged: " + problem);
  };
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError(path + ": " + buffer.getError().message());
  llvm::StringRef bytes = (*buffer)->getBuffer();
  auto file = llvm::object::ELF64LEFile::create(bytes);
  if (!file)
    return fail(llvm::toString(file.takeError()));
  auto segments = file->program_headers();
  if (!segments)
    return fail(llvm::toString(segments.takeError()));
  for (const auto &segment : *segments)
    if (segment.p_offset > bytes.size() ||
        segment.p_filesz > bytes.size() - segment.p_offset)
      return fail("a segment ends behind the end of the file");
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<CompiledLibrary>>
CompiledLibrary::open(llvm::StringRef path) {
  // A name without a slash would be searched for.
  llvm::SmallString<128> absolute(path);
  if (std::error_code error = llvm::sys::fs::make_absolute(absolute))
    return llvm::createStringError(error, "%s: %s", path.str().c_str(),
                                   error.message().c_str());
  if (llvm::Error error = checkSegments(path))
    return std::move(error);
  std::unique_ptr<CompiledLibrary> library(new CompiledLibrary());
  library->handle = dlopen(absolute.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library->handle)
    return llvm::createStringError("%s", dlerror());
  library->program = static_cast<const tsrt_program *>(
      dlsym(library->handle, mlir::ts::kProgramSymbol.data()));
  if (!library->program)
    return llvm::createStringError("%s is no library of ts-compile",
                                   path.str().c_str());
  if (library->program->abi_version != TSRT_PROGRAM_ABI)
    return llvm::createStringError(
        "%s has version %u of the interface of compiled libraries, expected "
        "%u: compile it again",
        path.str().c_str(), library->program->abi_version, TSRT_PROGRAM_ABI);
  library->program->initialize();
  library->types = std::make_unique<HostTypes>(
      llvm::ArrayRef(library->program->types, library->program->num_types));
  return std::move(library);
}

std::vector<std::string> CompiledLibrary::getFunctionNames() const {
  std::vector<std::string> names;
  for (uint32_t i = 0; i < program->num_functions; ++i)
    names.push_back(program->functions[i].name);
  return names;
}

bool CompiledLibrary::hasInstance(llvm::StringRef name) const {
  for (uint32_t i = 0; i < program->num_instances; ++i)
    if (name == program->instances[i].name)
      return true;
  return false;
}

llvm::Expected<std::unique_ptr<HostFunction>>
CompiledLibrary::find(llvm::StringRef name) {
  const tsrt_function *found = nullptr;
  for (uint32_t i = 0; i < program->num_functions; ++i)
    if (name == program->functions[i].name)
      found = &program->functions[i];
  if (!found)
    return nullptr;
  auto function = std::make_unique<HostFunction>();
  function->name = name.str();
  function->symbol = found->symbol;
  function->entry = found->entry;
  function->types = types.get();
  for (uint32_t i = 0; i < found->num_parameters; ++i) {
    const tsrt_parameter &parameter = found->parameters[i];
    HostParameter made{parameter.name, parameter.type, nullptr};
    if (parameter.default_value) {
      auto value = makeValue(json::parse(parameter.default_value, nullptr,
                                         /*allow_exceptions=*/false),
                             parameter.type);
      if (!value)
        return value.takeError();
      made.defaultValue = std::make_shared<const HostValue>(std::move(*value));
    }
    function->parameters.push_back(std::move(made));
  }
  if (found->instance < 0)
    return std::move(function);
  auto instance = instances.find(found->instance);
  if (instance == instances.end()) {
    tsrt_value made{};
    if (tsrt_error *error =
            program->instances[found->instance].create(nullptr, &made)) {
      std::string message = tsrt_error_message(error);
      tsrt_error_release(error);
      return llvm::createStringError("%s", message.c_str());
    }
    instance = instances.emplace(found->instance, HostValue(made)).first;
  }
  function->self = &instance->second;
  return std::move(function);
}
