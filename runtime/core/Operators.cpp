//===- Operators.cpp - The table of operators -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds kernels by operator name.
//
//===----------------------------------------------------------------------===//

#include "core/Kernel.h"
#include "core/OutOfMemory.h"
#include "core/OutOverloads.h"
#include "core/Profile.h"
#include "core/TensorHooks.h"
#include "device/Accelerator.h"
#include "device/HostCalls.h"
#include "tensor/Improper.h"
#include "tensor/QuantizedCalls.h"
#include "tensor/Quantizer.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <unordered_map>

using namespace tsrt;

const KernelTable *KernelTable::first = nullptr;

struct tsrt_op {
  tsrt_op_head head;
  tsrt_kernel kernel;
  /// The operator's own direct entry.
  tsrt_direct direct;
  std::string name;
  /// Looked up when the operator is found for the first time.
  const RefusedDTypes *refused = nullptr;
  bool isLookedUp = false;
  /// An overload that writes into its last arguments what this operator gives:
  /// it has no kernel of its own.
  const tsrt_op *writes = nullptr;
  /// The kernel on quantized tensors, or null; looked up like `refused`.
  tsrt_kernel quantized = nullptr;

  /// Decides where direct calls begin.
  void setHead();
};

/// Is it the value of type Tensor that is no tensor, or a list with it?
static bool isImproper(const tsrt_value &value) {
  if (kindOf(value) == TSRT_TENSOR)
    return value.u.p == improperTensor;
  if (kindOf(value) != TSRT_LIST)
    return false;
  auto *list = static_cast<tsrt_list *>(value.u.p);
  if (elementType(list)->kind != TSRT_TENSOR)
    return false;
  Span<tsrt_tensor *> all = span<tsrt_tensor *>(list);
  return std::find(all.begin(), all.end(), improperTensor) != all.end();
}

/// The error of an operator on what is no tensor; null for those that only pass
/// values on or look which they are.
static tsrt_error *refuseImproper(const std::string &op, const tsrt_value *args,
                                  int32_t count) {
  static const char *const allowed[] = {"aten::__is__",   "aten::__isnot__",
                                        "aten::str",      "aten::format",
                                        "prim::Print",    "aten::percentFormat",
                                        "aten::append.t", "aten::insert.t"};
  const tsrt_value *found = std::find_if(args, args + count, isImproper);
  if (found == args + count || std::find(std::begin(allowed), std::end(allowed),
                                         op) != std::end(allowed))
    return nullptr;
  return fail(
             "Expected a proper Tensor but got None (or an undefined Tensor in "
             "C++) for argument #%d%s",
             int(found - args), found == args ? " 'self'" : "")
      .error;
}

static tsrt_error *callThroughBoxes(const tsrt_op *op, uint64_t call,
                                    const uint64_t *args, uint64_t *results);

/// Whether an argument of a direct call is a quantized tensor or may be a list
/// of them.
static bool mayHaveQuantized(DirectArguments arguments, const uint64_t *args) {
  for (int32_t i = 0; i < arguments.size(); ++i) {
    int32_t kind = arguments.kind(i);
    if (kind == TSRT_LIST)
      return true;
    const auto *t = reinterpret_cast<const tsrt_tensor *>(args[i]);
    if (kind == TSRT_TENSOR && t && isQuantized(t->dtype))
      return true;
  }
  return false;
}

/// Whether an argument of a direct call is a tensor on a device, or a list that
/// may have one.
static bool mayHaveDevice(DirectArguments arguments, const uint64_t *args) {
  for (int32_t i = 0; i < arguments.size(); ++i) {
    int32_t kind = arguments.kind(i);
    const auto *t = reinterpret_cast<const tsrt_tensor *>(args[i]);
    if (kind == TSRT_LIST ||
        (kind == TSRT_TENSOR && t && t->storage && t->storage->memory))
      return true;
  }
  return false;
}

/// Calls the operator's own direct entry; what is thrown becomes an error.
static tsrt_error *callDirect(const tsrt_op *op, uint64_t call,
                              const uint64_t *args, uint64_t *results) {
  if (__builtin_expect(haveQuantized.load(std::memory_order_relaxed), false) &&
      mayHaveQuantized(DirectArguments(call), args))
    return callThroughBoxes(op, call, args, results);
  if (__builtin_expect(haveAccelerators.load(std::memory_order_relaxed),
                       false) &&
      mayHaveDevice(DirectArguments(call), args))
    return callThroughBoxes(op, call, args, results);
  PartScope scope(op->name.c_str());
  if (__builtin_expect(improperTensor != nullptr, false)) {
    DirectArguments arguments(call);
    tsrt_value boxes[TSRT_MAX_DIRECT];
    for (int32_t i = 0; i < arguments.size(); ++i)
      boxes[i] = boxWord(arguments.kind(i), args[i]);
    if (tsrt_error *error = refuseImproper(op->name, boxes, arguments.size())) {
      std::fill_n(results, call >> 4 & 15, 0);
      releaseLastUses(arguments, args);
      return error;
    }
  }
  try {
    return op->direct(op, call, args, results);
  } catch (...) {
    std::fill_n(results, call >> 4 & 15, 0);
    // Entries do this at their end.
    releaseLastUses(DirectArguments(call), args);
    return errorOfException();
  }
}

/// The operator whose results the out= overload `name` writes, by the way
/// PyTorch names these; empty when it is none, or takes other arguments.
static std::string nameWithoutOut(std::string_view name) {
  // Operators that make tensors from nothing: dtype and layout, which an
  // out= overload has from its last argument, are arguments of theirs.
  static const char *const makers[] = {
      "_to_copy",     "empty_like",    "empty_strided",
      "fft_fftfreq",  "fft_rfftfreq",  "full_like",
      "logspace",     "new_empty",     "new_empty_strided",
      "new_full",     "new_ones",      "new_zeros",
      "normal",       "ones_like",     "rand",
      "rand_like",    "randint",       "randint_like",
      "randn",        "randn_like",    "randperm",
      "range",        "scalar_tensor", "tril_indices",
      "triu_indices", "zeros_like"};
  size_t colons = name.find("::"), dot = name.find('.');
  if (colons == name.npos || dot == name.npos)
    return "";
  std::string_view base = name.substr(0, dot), overload = name.substr(dot + 1);
  std::string_view plain = base.substr(colons + 2);
  if (std::find(std::begin(makers), std::end(makers), plain) !=
      std::end(makers))
    return "";
  if (overload == "out" || overload == "grad_input" || overload == "output")
    return std::string(base);
  constexpr std::string_view suffix = "_out";
  if (overload.size() > suffix.size() &&
      overload.substr(overload.size() - suffix.size()) == suffix)
    return std::string(name.substr(0, name.size() - suffix.size()));
  return "";
}

/// Calls the operator that gives what `op` writes, and writes it.
static tsrt_error *callAndWrite(const tsrt_op *op, const tsrt_value *args,
                                int32_t numArgs, tsrt_value *results,
                                int32_t numResults) {
  if (numResults == 0)
    return failUnsupported("operator '" + op->name + "' has no kernel").error;
  if (numArgs < numResults)
    return wrongArgumentCount(numResults, numArgs);
  int32_t given = numArgs - numResults;
  if (tsrt_error *error =
          tsrt_op_call(op->writes, args, given, results, numResults))
    return error;
  return writeToOut(results, args + given, numResults);
}

/// The direct entry of operators that have none of their own.
static tsrt_error *callThroughBoxes(const tsrt_op *op, uint64_t call,
                                    const uint64_t *args, uint64_t *results) {
  DirectArguments arguments(call);
  tsrt_value boxes[TSRT_MAX_DIRECT], boxedResults[15];
  for (int32_t i = 0; i < arguments.size(); ++i)
    boxes[i] = boxWord(arguments.kind(i), args[i]);
  auto numResults = int32_t(call >> 4 & 15);
  tsrt_error *error =
      tsrt_op_call(op, boxes, arguments.size(), boxedResults, numResults);
  for (int32_t i = 0; i < numResults; ++i)
    results[i] = isNone(boxedResults[i]) ? 0 : uint64_t(boxedResults[i].u.i);
  releaseLastUses(arguments, args);
  return error;
}

/// The direct entry of operators that refuse some dtypes.
static tsrt_error *callWhatIsNotRefused(const tsrt_op *op, uint64_t call,
                                        const uint64_t *args,
                                        uint64_t *results) {
  DirectArguments arguments(call);
  uint32_t refused = dtypesRefused(*op->refused);
  for (int32_t i = 0; i < arguments.size(); ++i) {
    int32_t kind = arguments.kind(i);
    // The text of the error is made from boxes.
    if (kind == TSRT_LIST ||
        (kind == TSRT_TENSOR && args[i] &&
         refused >> tsrt_tensor_dtype(
                        reinterpret_cast<const tsrt_tensor *>(args[i])) &
             1))
      return callThroughBoxes(op, call, args, results);
  }
  return callDirect(op, call, args, results);
}

void tsrt_op::setHead() {
  head.direct = !direct   ? callThroughBoxes
                : refused ? callWhatIsNotRefused
                          : callDirect;
}

namespace {

/// All operators by name; built from the announced tables at the first use.
struct Operators {
  std::mutex mutex;
  std::deque<tsrt_op> storage; // addresses are stable
  std::unordered_map<std::string_view, tsrt_op *> byName;

  Operators() {
    size_t count = 0;
    for (const KernelTable *table = KernelTable::first; table;
         table = table->next)
      count += table->size;
    byName.reserve(count);
    for (const KernelTable *table = KernelTable::first; table;
         table = table->next)
      for (size_t i = 0; i < table->size; ++i)
        add(table->entries[i].name, table->entries[i].kernel);
  }
  void add(std::string_view name, Kernel kernel) {
    auto found = byName.find(name);
    tsrt_op *op = found != byName.end() ? found->second : nullptr;
    if (!op) {
      op = &storage.emplace_back();
      op->name = name;
      byName.emplace(op->name, op);
    }
    op->kernel = kernel.boxed;
    op->direct = kernel.direct;
    op->setHead();
  }
  /// The operator of a name, ready to be called, or null.
  tsrt_op *find(std::string_view name) {
    auto found = byName.find(name);
    if (found == byName.end())
      return derive(name);
    tsrt_op &op = *found->second;
    if (!op.isLookedUp) {
      op.refused = findRefusedDTypes(name);
      auto quantized = byName.find(std::string(quantizedPrefix) + op.name);
      if (quantized != byName.end())
        op.quantized = quantized->second->kernel;
      op.isLookedUp = true;
      op.setHead();
    }
    return &op;
  }
  /// An out= overload made from the operator without; null when there is none.
  tsrt_op *derive(std::string_view name) {
    std::string source = nameWithoutOut(name);
    auto found = source.empty() ? byName.end() : byName.find(source);
    if (found == byName.end() || !found->second->kernel)
      return nullptr;
    tsrt_op *writes = find(source);
    add(name, nullptr);
    tsrt_op *op = byName.find(name)->second;
    op->writes = writes;
    op->isLookedUp = true;
    return op;
  }
  static Operators &get() {
    static Operators *operators = new Operators;
    return *operators;
  }
};

} // namespace

const tsrt_op *tsrt_op_find(const char *name) {
  Operators &operators = Operators::get();
  std::lock_guard<std::mutex> lock(operators.mutex);
  const tsrt_op *found = operators.find(name);
  return found && (found->kernel || found->writes) ? found : nullptr;
}

const tsrt_op *tsrt_op_resolve(const char *name) {
  Operators &operators = Operators::get();
  std::lock_guard<std::mutex> lock(operators.mutex);
  if (const tsrt_op *found = operators.find(name))
    return found;
  operators.add(name, nullptr);
  return operators.find(name);
}

tsrt_error *tsrt_op_call(const tsrt_op *op, const tsrt_value *args,
                         int32_t num_args, tsrt_value *results,
                         int32_t num_results) {
  PartScope scope(op->name.c_str());
  for (int32_t i = 0; i < num_results; ++i)
    results[i] = noneValue();
  if (hasDevice(args, num_args) && !knowsDevices(op->name, args, num_args))
    return guarded([&] {
      return callOnHost(op, op->name, args, num_args, results, num_results);
    });
  if (op->writes && !op->kernel)
    return callAndWrite(op, args, num_args, results, num_results);
  if (!op->kernel)
    return failUnsupported("operator '" + op->name + "' has no kernel").error;
  if (improperTensor)
    if (tsrt_error *error = refuseImproper(op->name, args, num_args))
      return error;
  tsrt_kernel kernel = op->kernel;
  if (haveQuantized.load(std::memory_order_relaxed) &&
      hasQuantized(args, num_args)) {
    if (op->quantized)
      kernel = op->quantized;
    else if (tsrt_error *error = refuseQuantized(op->name, args, num_args))
      return error;
  } else if (op->refused) {
    if (tsrt_error *error = refuseDTypes(*op->refused, args, num_args))
      return error;
  }
  try {
    return kernel(args, num_args, results, num_results);
  } catch (...) {
    for (int32_t i = 0; i < num_results; ++i) {
      tsrt_value_release(&results[i]);
      results[i] = noneValue();
    }
    return errorOfException();
  }
}

void tsrt_op_register(const char *name, tsrt_kernel kernel) {
  Operators &operators = Operators::get();
  std::lock_guard<std::mutex> lock(operators.mutex);
  operators.add(name, kernel);
}

int32_t tsrt_op_names(const char **names, int32_t max) {
  Operators &operators = Operators::get();
  std::lock_guard<std::mutex> lock(operators.mutex);
  std::vector<const char *> all;
  for (const tsrt_op &op : operators.storage)
    if (op.kernel &&
        op.name.compare(0, quantizedPrefix.size(), quantizedPrefix) != 0)
      all.push_back(op.name.c_str());
  std::sort(all.begin(), all.end(), [](const char *a, const char *b) {
    return std::string_view(a) < std::string_view(b);
  });
  for (int32_t i = 0; i < max && i < int32_t(all.size()); ++i)
    names[i] = all[size_t(i)];
  return int32_t(all.size());
}

tsrt_value tsrt::boxWord(int32_t kind, uint64_t word) {
  static constexpr const tsrt_type *types[8] = {
      &tsrt_type_none, &tsrt_type_bool, &tsrt_type_int,    &tsrt_type_float,
      &tsrt_type_none, &tsrt_type_str,  &tsrt_type_tensor, &tsrt_type_none};
  tsrt_value box = noneValue();
  box.u.i = int64_t(word);
  box.type = kind == TSRT_LIST ? static_cast<tsrt_header *>(box.u.p)->type
                               : types[kind & 7];
  return box;
}

void tsrt::releaseLastUses(DirectArguments arguments, const uint64_t *args) {
  for (int32_t i = 0; arguments.hasLastUses() && i < arguments.size(); ++i)
    if (arguments.isLastUse(i))
      releaseObject(reinterpret_cast<void *>(args[i]));
}

tsrt_error *tsrt::wrongArgument(int32_t index, const char *expected,
                                const tsrt_value &found) {
  return fail("Expected a value of type '%s' for argument %d but instead found "
              "type '%s'.",
              expected, int(index), found.type ? found.type->name : "NoneType")
      .error;
}

tsrt_error *tsrt::wrongArgumentCount(int32_t expected, int32_t found) {
  return fail("Expected %d arguments but found %d.", int(expected), int(found))
      .error;
}

Status tsrt::callOperator(const char *name, const tsrt_value *args,
                          int32_t numArgs, tsrt_value *results,
                          int32_t numResults) {
  const tsrt_op *op = tsrt_op_find(name);
  if (!op)
    return failAs(kNotImplementedError, "The operator '%s' is not implemented.",
                  name);
  return Status(tsrt_op_call(op, args, numArgs, results, numResults));
}
