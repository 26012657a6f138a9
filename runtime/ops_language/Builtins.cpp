//===- Builtins.cpp - Other builtin functions of the language -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranges, hashing, identity, modes, and small operators of the compiler.
//
//===----------------------------------------------------------------------===//

#include "core/Format.h"
#include "core/Kernel.h"
#include "core/TensorHooks.h"
#include "ops_language/Containers.h"
#include "ops_language/Numbers.h"

#include <chrono>
#include <functional>

using namespace tsrt;

namespace {

/// Trip count of range(low, high, step).
Result<int64_t> rangeLength(int64_t low, int64_t high, int64_t step) {
  if (step == 0)
    return fail("range() arg 3 must not be zero");
  if (step > 0 ? low >= high : low <= high)
    return int64_t(0);
  uint64_t distance = step > 0 ? uint64_t(high) - uint64_t(low)
                               : uint64_t(low) - uint64_t(high);
  uint64_t magnitude = step > 0 ? uint64_t(step) : 0 - uint64_t(step);
  return int64_t(1 + (distance - 1) / magnitude);
}

int64_t deriveIndex(int64_t index, int64_t start, int64_t step) {
  return wrapAdd(start, wrapMul(index, step));
}

uint64_t combineHashes(uint64_t seed, uint64_t value) {
  return seed ^ (value + 0x9e3779b9 + (seed << 6) + (seed >> 2));
}

/// hash(): ints are their own hash; tensors hash by identity.
Result<int64_t> hashNative(const tsrt_type *type, const void *data) {
  switch (type->kind) {
  case TSRT_NONE:
    return int64_t(0);
  case TSRT_BOOL:
    return int64_t(*static_cast<const uint8_t *>(data) != 0);
  case TSRT_INT:
    return *static_cast<const int64_t *>(data);
  case TSRT_FLOAT:
    return int64_t(std::hash<double>()(*static_cast<const double *>(data)));
  case TSRT_COMPLEX: {
    const auto *parts = static_cast<const double *>(data);
    std::hash<double> hash;
    return int64_t(
        combineHashes(combineHashes(0, hash(parts[0])), hash(parts[1])));
  }
  case TSRT_STR:
    return int64_t(std::hash<std::string_view>()(
        view(*static_cast<tsrt_str *const *>(data))));
  case TSRT_DEVICE: {
    Device device{*static_cast<const int64_t *>(data)};
    return int64_t(device.kind()) << 16 | uint8_t(device.index());
  }
  case TSRT_ENUM:
    return fail("unhashable type: 'Enum<%s>'", type->name);
  case TSRT_TENSOR:
    return int64_t(
        reinterpret_cast<uintptr_t>(*static_cast<void *const *>(data)));
  case TSRT_TUPLE: {
    uint64_t seed = 0;
    for (uint32_t i = 0; i < type->num_elements; ++i) {
      TSRT_ASSIGN(
          part, hashNative(type->elements[i],
                           static_cast<const char *>(data) + type->offsets[i]));
      seed = combineHashes(seed, uint64_t(part));
    }
    return int64_t(seed);
  }
  case TSRT_OPTIONAL:
  case TSRT_ANY:
  case TSRT_UNION:
  case TSRT_SCALAR: {
    Value value = Value::box(type, data);
    if (value.kind() == TSRT_NONE)
      return int64_t(0);
    if (value.kind() == TSRT_TUPLE)
      return hashNative(value.get().type,
                        static_cast<tsrt_box *>(value.get().u.p)->data);
    return hashNative(value.get().type, &value.get().u);
  }
  default:
    return fail("unhashable type: '%s'", type->name);
  }
}

Result<int64_t> hash(const tsrt_value &value) {
  return hashNative(&tsrt_type_any, &value);
}

/// id(): the address of an object; 0 for None.
int64_t identity(const tsrt_value &value) {
  return isPointerKind(kindOf(value)) ? int64_t(uintptr_t(value.u.p)) : 0;
}

Result<Value> unwrap(const tsrt_value &value) {
  if (isNone(value))
    return fail("Unwrapping null optional");
  return Value::retain(value);
}
Value unchanged(const tsrt_value &value) { return Value::retain(value); }

Result<Value> tupleIndex(const tsrt_value &tuple, int64_t index) {
  if (kindOf(tuple) != TSRT_TUPLE)
    return Failure{wrongArgument(0, "Tuple", tuple)};
  int64_t i = normalizeIndex(index, int64_t(tuple.type->num_elements));
  if (i < 0)
    return fail("Tuple index out of range");
  return Value::box(tuple.type->elements[i],
                    static_cast<tsrt_box *>(tuple.u.p)->data +
                        tuple.type->offsets[i]);
}

Result<std::string> enumName(const tsrt_value &value) {
  if (kindOf(value) != TSRT_ENUM || !value.type->element_names ||
      uint64_t(value.u.i) >= value.type->num_elements)
    return Failure{wrongArgument(0, "Enum", value)};
  return std::string(value.type->element_names[value.u.i]);
}
Result<Value> enumValue(const tsrt_value &value) {
  if (kindOf(value) != TSRT_ENUM || !value.type->enum_values ||
      uint64_t(value.u.i) >= value.type->num_elements)
    return Failure{wrongArgument(0, "Enum", value)};
  return Value::retain(value.type->enum_values[value.u.i]);
}

Status raise(tsrt_str *message, std::optional<std::string_view> cls) {
  return Status(
      tsrt_raise(cls ? std::string(*cls).c_str() : kRuntimeError, message));
}

/// The shape that two shapes broadcast to.
Result<std::vector<int64_t>> inferSize(IntSpan a, IntSpan b) {
  int64_t rank = std::max(a.size, b.size);
  std::vector<int64_t> result(static_cast<size_t>(rank));
  for (int64_t i = rank - 1; i >= 0; --i) {
    int64_t inA = i - (rank - a.size), inB = i - (rank - b.size);
    int64_t sizeA = inA >= 0 ? a[inA] : 1, sizeB = inB >= 0 ? b[inB] : 1;
    // The message names the operands in the order TorchScript does.
    if (sizeA != sizeB && sizeA != 1 && sizeB != 1)
      return fail("The size of tensor a (%lld) must match the size of tensor b "
                  "(%lld) at non-singleton dimension %lld",
                  static_cast<long long>(sizeB), static_cast<long long>(sizeA),
                  static_cast<long long>(i));
    result[size_t(i)] = sizeA == 1 ? sizeB : sizeA;
  }
  return result;
}

/// A shape without its dimensions of size 1.
std::vector<int64_t> squeezedSizes(IntSpan sizes) {
  std::vector<int64_t> result;
  for (int64_t size : sizes)
    if (size != 1)
      result.push_back(size);
  return result;
}
/// A shape without dimension `dim` if its size is 1.
Result<std::vector<int64_t>> squeezedSizesAt(IntSpan sizes, int64_t dim) {
  std::vector<int64_t> result = sizes.vec();
  int64_t at = normalizeIndex(dim, sizes.size);
  if (at < 0)
    return fail("Dimension out of range (got %lld)",
                static_cast<long long>(dim));
  if (result[size_t(at)] == 1)
    result.erase(result.begin() + at);
  return result;
}
/// A shape with a dimension of size 1 inserted at `dim`.
Result<std::vector<int64_t>> unsqueezedSizes(IntSpan sizes, int64_t dim) {
  std::vector<int64_t> result = sizes.vec();
  int64_t at = normalizeIndex(dim, sizes.size + 1);
  if (at < 0)
    return fail("Dimension out of range (got %lld)",
                static_cast<long long>(dim));
  result.insert(result.begin() + at, 1);
  return result;
}

std::vector<int64_t> rangeList(int64_t n) {
  std::vector<int64_t> result;
  for (int64_t i = 0; i < n; ++i)
    result.push_back(i);
  return result;
}

int64_t timePoint() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

const KernelEntry entries[] = {
    {"aten::__range_length", kernel<rangeLength>},
    {"aten::__derive_index", kernel<deriveIndex>},
    {"prim::infer_squeeze_size", kernel<squeezedSizes>},
    {"prim::infer_squeeze_size.dim", kernel<squeezedSizesAt>},
    {"prim::infer_unsqueeze_size", kernel<unsqueezedSizes>},
    {"prim::rangelist", kernel<rangeList>},
    {"aten::hash.generic", kernel<hash>},
    {"prim::id", kernel<identity>},
    {"aten::_unwrap_optional", kernel<unwrap>},
    {"prim::unchecked_unwrap_optional", kernel<unchanged>},
    {"prim::unchecked_cast", kernel<unchanged>},
    {"prim::IfThenElse",
     fn([](bool condition, const tsrt_value &a, const tsrt_value &b) {
       return Value::retain(condition ? a : b);
     })},
    {"prim::TupleIndex", kernel<tupleIndex>},
    {"prim::EnumName", kernel<enumName>},
    {"prim::EnumValue.int", kernel<enumValue>},
    {"prim::EnumValue.float", kernel<enumValue>},
    {"prim::EnumValue.str", kernel<enumValue>},
    {"prim::RaiseException", kernel<raise>},
    {"prim::TimePoint", kernel<timePoint>},
    {"aten::warn", fn([](tsrt_str *message, int64_t) { tsrt_warn(message); })},
    {"aten::is_grad_enabled", fn([] { return gradMode(); })},
    {"aten::set_grad_enabled", fn([](bool on) { gradMode() = on; })},
    {"aten::is_scripting", fn([] { return true; })},
    {"aten::_get_tracing_state", fn([] { return false; })},
    {"aten::is_autocast_enabled", fn([] { return false; })},
    {"aten::is_autocast_cpu_enabled", fn([] { return false; })},
    {"aten::is_vulkan_available", fn([] { return false; })},
    {"aten::_nnpack_available", fn([] { return false; })},
    {"aten::_infer_size", kernel<inferSize>},
    {"aten::Size", fn([](IntSpan sizes) { return sizes.vec(); })},
    {"aten::_size_if_not_equal", fn([](IntSpan a, IntSpan b) {
       bool same =
           a.size == b.size && std::equal(a.begin(), a.end(), b.begin());
       return same ? std::optional<std::vector<int64_t>>() : a.vec();
     })},
};
const KernelTable table(entries);

} // namespace
