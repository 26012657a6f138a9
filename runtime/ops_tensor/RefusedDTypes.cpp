//===- RefusedDTypes.cpp - What operators refuse, by dtype ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls that PyTorch's CPU kernels refuse for their dtype fail with its text,
// although the runtime's kernels, which compute in few wide types, could give a
// result.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/RefusedDTypes.h"
#include "core/TensorHooks.h"
#include "ops_tensor/Kernels.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

using namespace tsrt;
using namespace tsrt::refused;

namespace {

/// A row of the table.
struct Row {
  const char *op, *dtypes, *text;
  uint8_t how;
};

constexpr Row rows[] = {
#define TSRT_REFUSED(op, dtypes, text, how) {op, dtypes, text, how},
#include "ops_tensor/RefusedDTypes.inc"
#undef TSRT_REFUSED
};

int compare(const char *a, std::string_view b) {
  return std::string_view(a).compare(b);
}
constexpr bool areSorted() {
  for (size_t i = 1; i < std::size(rows); ++i)
    if (std::string_view(rows[i].op) < rows[i - 1].op)
      return false;
  return true;
}
static_assert(areSorted(), "rows are found by bisection");

int dtypeOfLetter(char letter) {
  // Those the runtime has stand at their numbers.
  constexpr char letters[] = {
#define TSRT_DTYPE(id, number, size, name, kind, cpp, npy, brief, letter)      \
  letter,
#include "tsrt_dtypes.def"
#undef TSRT_DTYPE
  };
  return int(std::string_view(letters, std::size(letters)).find(letter));
}

/// The dtype of a tensor argument or of the first tensor of a list.
const tsrt_tensor *tensorIn(const tsrt_value &v) {
  if (kindOf(v) == TSRT_TENSOR)
    return static_cast<const tsrt_tensor *>(v.u.p);
  TensorSpan span;
  if (kindOf(v) == TSRT_LIST && Arg<TensorSpan>::get(v, span) && span.size)
    return span[0];
  return nullptr;
}

/// The dtype the operands have together, numbers among them where they count.
int promotedDType(const tsrt_value *args, int32_t count, bool numbers) {
  Tensors operands;
  for (int32_t i = 0; i < count; ++i) {
    Scalar number;
    if (kindOf(args[i]) == TSRT_TENSOR)
      operands.push_back(
          Tensor::borrow(static_cast<tsrt_tensor *>(args[i].u.p)));
    else if (numbers && kindOf(args[i]) != TSRT_BOOL &&
             Scalar::unbox(args[i], number))
      operands.push_back(wrapNumber(number));
  }
  return resultType(operands);
}

} // namespace

/// The rows of one operator.
struct tsrt::RefusedDTypes {
  const Row *first;
  size_t count;
  /// Bit d: some row has dtype d.
  uint32_t dtypes = 0;
  bool isPromoted = false, numbers = true;
};

const RefusedDTypes *tsrt::findRefusedDTypes(std::string_view op) {
  constexpr std::string_view prefix = "aten::";
  if (op.substr(0, prefix.size()) != prefix)
    return nullptr;
  op.remove_prefix(prefix.size());
  size_t dot = op.find('.');
  std::string base(op.substr(0, dot));
  if (base.size() > 1 && base.back() == '_')
    base.pop_back(); // in place: as the operator itself
  std::string overload(dot == op.npos ? "default" : op.substr(dot + 1));
  for (const std::string &name : {base + "." + overload, base}) {
    auto [first, last] = std::equal_range(
        std::begin(rows), std::end(rows), Row{name.c_str(), "", "", DTypeLast},
        [](const Row &a, const Row &b) { return compare(a.op, b.op) < 0; });
    if (first == last)
      continue;
    RefusedDTypes found{first, size_t(last - first)};
    for (; first != last; ++first) {
      if (first->how & Sometimes)
        continue;
      found.isPromoted |= (first->how & Promoted) != 0;
      found.numbers &= !(first->how & WithoutNumbers);
      for (const char *letter = first->dtypes; *letter; ++letter)
        found.dtypes |= 1u << dtypeOfLetter(*letter);
    }
    // Calls of an operator whose kernel refuses need no look at their operands.
    return found.dtypes ? new RefusedDTypes(found) : nullptr;
  }
  return nullptr;
}

uint32_t tsrt::dtypesRefused(const RefusedDTypes &refused) {
  return refused.dtypes;
}

tsrt_error *tsrt::refuseDTypes(const RefusedDTypes &refused,
                               const tsrt_value *args, int32_t count) {
  // Promotion ends at a refused dtype only where an operand has one.
  const tsrt_tensor *first = nullptr;
  bool any = false;
  for (int32_t i = 0; i < count && !(first && !refused.isPromoted); ++i)
    if (const tsrt_tensor *t = tensorIn(args[i])) {
      any |= refused.dtypes >> t->dtype & 1;
      first = first ? first : t;
    }
  if (!any)
    return nullptr;
  int dtype = refused.isPromoted ? promotedDType(args, count, refused.numbers)
                                 : first->dtype;
  for (size_t i = 0; i < refused.count; ++i) {
    const Row &row = refused.first[i];
    int wanted = dtype;
    if ((row.how & DTypeLast) && kindOf(args[count - 1]) == TSRT_INT)
      wanted = int(args[count - 1].u.i);
    if ((row.how & Sometimes) || ((row.how & Elements) && first->numel == 0) ||
        ((row.how & Dimensions) && first->sizes.empty()))
      continue;
    for (const char *letter = row.dtypes; *letter; ++letter)
      if (dtypeOfLetter(*letter) == wanted) {
        bool isSentence =
            std::string_view(row.text).find(' ') != std::string_view::npos;
        std::string text = isSentence ? row.text
                                      : "\"" + std::string(row.text) +
                                            "\" not implemented for '%s'";
        for (size_t place; (place = text.find("%s")) != text.npos;)
          text.replace(place, 2, scalarTypeName(wanted));
        return fail("%s", text.c_str()).error;
      }
  }
  return nullptr;
}
