//===- Library.cpp - Libraries of drivers ---------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens the libraries of drivers and runs the translator of SPIR-V.
//
//===----------------------------------------------------------------------===//

#include "device/Driver.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tsrt;

void *tsrt::openDriverLibrary(const char *const *names, Problem &problem) {
  for (const char *const *name = names; *name; ++name) {
    if (void *library = dlopen(*name, RTLD_NOW | RTLD_LOCAL))
      return library;
    if (problem.empty())
      problem = dlerror();
  }
  return nullptr;
}

Problem tsrt::findDriverSymbols(void *library, const DriverSymbol *symbols) {
  for (; symbols->name; ++symbols)
    if (!(*symbols->address = dlsym(library, symbols->name)))
      return dlerror();
  return {};
}

namespace {

/// A file that disappears with the object.
class TemporaryFile {
public:
  TemporaryFile() {
    const char *directory = getenv("TMPDIR");
    path = std::string(directory && *directory ? directory : "/tmp") +
           "/tsrt-spirv-XXXXXX";
    descriptor = mkostemp(path.data(), O_CLOEXEC);
  }
  TemporaryFile(const TemporaryFile &) = delete;
  ~TemporaryFile() {
    if (descriptor < 0)
      return;
    close(descriptor);
    unlink(path.c_str());
  }

  Problem write(const void *bytes, size_t size) {
    auto *next = static_cast<const char *>(bytes);
    while (descriptor >= 0 && size) {
      ssize_t n = ::write(descriptor, next, size);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        break;
      next += n;
      size -= size_t(n);
    }
    return descriptor < 0 || size ? path + ": " + std::strerror(errno)
                                  : Problem();
  }
  std::string read() {
    std::string text;
    char buffer[4096];
    lseek(descriptor, 0, SEEK_SET);
    for (ssize_t n; (n = ::read(descriptor, buffer, sizeof buffer)) > 0;)
      text.append(buffer, size_t(n));
    return text;
  }

  std::string path;
  int descriptor;
};

} // namespace

Problem tsrt::translateSpirv(const void *bytes, size_t size,
                             std::string &bitcode) {
  TemporaryFile input, output, messages;
  if (Problem problem = input.write(bytes, size); !problem.empty())
    return problem;
  if (output.descriptor < 0 || messages.descriptor < 0)
    return output.path + ": " + std::strerror(errno);
  const char *named = getenv("TSRT_LLVM_SPIRV");
  std::string tool = named && *named ? named : "llvm-spirv-15";
  std::string reverse = "-r", option = "-o";
  char *arguments[] = {tool.data(),   reverse.data(),     input.path.data(),
                       option.data(), output.path.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, messages.descriptor, 2);
  pid_t child;
  int error =
      posix_spawnp(&child, tool.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error)
    return "this OpenCL driver takes no SPIR-V, and '" + tool +
           "', which translates it, cannot be run (" + std::strerror(error) +
           "); it is part of Debian's package llvm-spirv-15";
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return tool + ": " + std::strerror(errno);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return tool + " failed: " + messages.read();
  // The tool may have replaced the file.
  bitcode.clear();
  FILE *file = std::fopen(output.path.c_str(), "rb");
  if (!file)
    return output.path + ": " + std::strerror(errno);
  char buffer[4096];
  for (size_t n; (n = std::fread(buffer, 1, sizeof buffer, file)) > 0;)
    bitcode.append(buffer, n);
  std::fclose(file);
  return bitcode.empty() ? tool + " wrote nothing" : Problem();
}
