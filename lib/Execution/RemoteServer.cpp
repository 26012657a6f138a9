//===- RemoteServer.cpp - The functions of a program for other workers ----===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/RemoteServer.h"

#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TS/Transforms/FunctionClosure.h"

#include <dlfcn.h>
#include <set>

using namespace torchscript;
namespace ts = mlir::ts;

tsrt_rpc_provider RemoteServer::getProvider() {
  tsrt_rpc_provider provider{};
  provider.context = this;
  provider.find = [](void *context, const char *name, const char *hash,
                     tsrt_rpc_function *function) {
    return static_cast<RemoteServer *>(context)->find(name, hash, function);
  };
  provider.run = [](void *context, const tsrt_rpc_function *function,
                    const tsrt_value *args, tsrt_value *result) {
    return static_cast<RemoteServer *>(context)->run(
        *static_cast<const Served *>(function->handle), args, result);
  };
  return provider;
}

std::string RemoteServer::getHash(llvm::StringRef symbol) {
  if (!session.isCompiled())
    return ts::hashFunction(session.getModule(), symbol);
  // A library has a table of them.
  std::string hash;
  void *library =
      dlopen(session.getPath().str().c_str(), RTLD_NOW | RTLD_NOLOAD);
  auto *program = static_cast<const tsrt_program *>(
      library ? dlsym(library, "tsrt_program_description") : nullptr);
  auto *hashes = static_cast<const char *const *>(
      library ? dlsym(library, "tsrt_program_hashes") : nullptr);
  for (uint32_t i = 0; program && hashes && i < program->num_functions; ++i)
    if (symbol == program->functions[i].name)
      hash = hashes[i];
  if (library)
    dlclose(library);
  return hash;
}

std::vector<std::string> RemoteServer::getNames() {
  if (session.isCompiled())
    return session.getFunctionNames();
  (void)session.getExportNames();
  std::set<std::string> names;
  session.getModule().walk([&](ts::RpcOp rpc) {
    if (rpc.getCallee())
      names.insert(rpc.getCallee()->str());
  });
  return {names.begin(), names.end()};
}

RemoteServer::Served &RemoteServer::find(const std::string &name) {
  auto [place, isNew] = served.try_emplace(name);
  Served &found = place->second;
  if (!isNew)
    return found;
  auto function = session.compile(name);
  if (!function) {
    found.problem = llvm::toString(function.takeError());
    return found;
  }
  found.function = *function;
  found.hash = getHash(name);
  for (const HostParameter &parameter : (*function)->parameters)
    found.parameters.push_back(parameter.type);
  return found;
}

tsrt_error *RemoteServer::find(const char *name, const char *hash,
                               tsrt_rpc_function *function) {
  std::lock_guard<std::mutex> lock(mutex);
  const Served &found = find(name);
  if (!found.problem.empty())
    return tsrt_error_new("RuntimeError", found.problem.c_str());
  // A library without the table is trusted to be of the same program: what is
  // sent is compared with its types all the same.
  if (!(session.isCompiled() && found.hash.empty()) && found.hash != hash)
    return tsrt_error_newf(
        "RuntimeError",
        "'%s' is another function in the program of this worker, %s: its hash "
        "is %s, that of the caller's %s",
        name, session.getPath().str().c_str(), found.hash.c_str(), hash);
  function->handle = &found;
  function->num_parameters = uint32_t(found.parameters.size());
  function->parameters = found.parameters.data();
  return nullptr;
}

tsrt_error *RemoteServer::run(const Served &found, const tsrt_value *args,
                              tsrt_value *result) {
  tsrt_entry entry;
  {
    std::vector<HostValue> arguments;
    for (size_t i = 0; i < found.parameters.size(); ++i) {
      tsrt_value_retain(&args[i]);
      arguments.emplace_back(args[i]);
    }
    std::lock_guard<std::mutex> lock(mutex);
    const HostFunction *chosen = session.specialize(*found.function, arguments);
    if (llvm::Error error = session.prepare(*chosen))
      return tsrt_error_new("RuntimeError",
                            llvm::toString(std::move(error)).c_str());
    entry = chosen->entry;
  }
  return entry(args, result);
}

const std::string &RemoteServer::prepareServed(const std::string &name) {
  Served &found = find(name);
  if (found.problem.empty())
    if (llvm::Error error = session.prepare(*found.function))
      found.problem = llvm::toString(std::move(error));
  return found.problem;
}

std::string RemoteServer::prepare(const std::string &name) {
  std::lock_guard<std::mutex> lock(mutex);
  return prepareServed(name);
}

std::vector<std::string> RemoteServer::prepareAll() {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<std::string> problems;
  for (const std::string &name : getNames())
    if (const std::string &problem = prepareServed(name); !problem.empty())
      problems.push_back(name + ": " + problem);
  return problems;
}
