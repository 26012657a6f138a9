//===- Einsum.cpp - Sums of products over named dimensions ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands are multiplied from left to right. Names that no later operand and
// not the result has are summed with the product that has them last: a batched
// matrix product, whose batch are the names that both operands keep.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/Products.h"
#include "ops_tensor/Reduce.h"

#include <algorithm>

using namespace tsrt;

namespace {

/// A tensor whose dimensions have names: letters, or characters below 32 for
/// those of an ellipsis, counted from the right.
struct Named {
  Tensor tensor;
  std::string names;

  bool has(char c) const { return names.find(c) != std::string::npos; }
  /// The size of a dimension; 1 where there is none.
  int64_t size(char c) const {
    size_t at = names.find(c);
    return at == std::string::npos ? 1 : tensor.size(int64_t(at));
  }
  /// The dimensions of `order` (those that are missing have size 1), each group
  /// flattened into one.
  Tensor grouped(const std::string &batch, const std::string &rows,
                 const std::string &columns) const {
    Dims dims, shape;
    for (char c : batch + rows + columns)
      if (has(c))
        dims.push_back(int64_t(names.find(c)));
    for (const std::string *group : {&batch, &rows, &columns}) {
      shape.push_back(1);
      for (char c : *group)
        shape.back() *= size(c);
    }
    return reshape(permute(tensor, dims), shape);
  }
};

/// What an equation asks for.
struct Equation {
  std::vector<std::string> terms;
  std::string result;
};

/// Replaces the ellipsis of a term by the names of `count` dimensions.
std::string nameEllipsis(const std::string &term, int64_t count) {
  size_t at = term.find("...");
  if (at == std::string::npos)
    return term;
  std::string names;
  for (int64_t d = count; d-- > 0;)
    names += char(1 + d);
  return term.substr(0, at) + names + term.substr(at + 3);
}

/// Splits an equation, checks it against the operands and names the dimensions
/// of ellipses.
Equation parse(std::string_view equation, const Tensors &operands) {
  Equation e;
  std::string text;
  for (char c : equation)
    if (c != ' ')
      text += c;
  size_t arrow = text.find("->");
  e.terms.emplace_back();
  for (char c : text.substr(0, arrow)) {
    if (c == ',')
      e.terms.emplace_back();
    else
      e.terms.back().push_back(c);
  }
  if (e.terms.size() != operands.size()) {
    bail("einsum(): %s operands were provided than specified in the equation",
         operands.size() > e.terms.size() ? "more" : "fewer");
    return e;
  }
  int64_t ellipsis = 0;
  int counts[128] = {};
  for (size_t k = 0; k < e.terms.size(); ++k) {
    std::string &term = e.terms[k];
    bool hasDots = term.find("...") != std::string::npos;
    int64_t letters = int64_t(term.size()) - (hasDots ? 3 : 0);
    int64_t extra = operands[k].dim() - letters;
    if (hasDots ? extra < 0 : extra != 0) {
      bail("einsum(): the number of subscripts in the equation (%lld) %s the "
           "number of dimensions (%lld) for operand %zu and no ellipsis was "
           "given",
           LL(letters), extra > 0 ? "does not match" : "is more than",
           LL(operands[k].dim()), k);
      return e;
    }
    if (hasDots) {
      term = nameEllipsis(term, extra);
      ellipsis = std::max(ellipsis, extra);
    }
    for (char c : term) {
      if (c < 0 || (c > 31 && !isalpha(c))) {
        bail("einsum(): invalid subscript given at index %zu in the equation "
             "string, subscripts must be in [a-zA-Z]",
             k);
        return e;
      }
      ++counts[int(c)];
    }
  }
  if (arrow == std::string::npos) {
    e.result = nameEllipsis("...", ellipsis);
    for (int c = 'A'; c <= 'z'; ++c)
      if (counts[c] == 1)
        e.result += char(c);
  } else {
    e.result = nameEllipsis(text.substr(arrow + 2), ellipsis);
  }
  for (char c : e.result)
    if (c < 0 || (c > 31 && !counts[int(c)])) {
      bail("einsum(): output subscript %c does not appear in the equation for "
           "any input operand",
           c);
      return e;
    }
  return e;
}

/// An operand by its term: of a name that is repeated, the diagonal.
Named operandOf(const Tensor &t, const std::string &term, size_t k) {
  Named n{t, term};
  for (size_t i = 0; i < n.names.size(); ++i)
    for (size_t j = n.names.size(); j-- > i + 1;) {
      if (n.names[i] != n.names[j])
        continue;
      int64_t a = n.tensor.size(int64_t(i)), b = n.tensor.size(int64_t(j));
      if (a != b) {
        bail("einsum(): subscript %c is repeated for operand %zu but the sizes "
             "don't match, %lld != %lld",
             n.names[i], k, LL(b), LL(a));
        return n;
      }
      n.tensor = movedim(diagonal(n.tensor, 0, int64_t(i), int64_t(j)), -1,
                         int64_t(i));
      n.names.erase(j, 1);
    }
  return n;
}

/// Sums the dimensions without a name in `kept`; sums of ints are of the same
/// dtype, or int64 when `isWide`.
Named summed(const Named &n, const std::string &kept, bool isWide = false) {
  Dims dims;
  std::string names;
  for (size_t i = 0; i < n.names.size(); ++i) {
    if (kept.find(n.names[i]) == std::string::npos)
      dims.push_back(int64_t(i));
    else
      names += n.names[i];
  }
  if (dims.empty())
    return n;
  Tensor total = sum(n.tensor, dims);
  return {isWide ? total : toDType(total, n.tensor.dtype()), names};
}

/// The product of two operands, summed over the names that `kept` lacks.
Named contracted(Named a, Named b, const std::string &kept) {
  for (char c : b.names)
    if (a.has(c) && a.size(c) != b.size(c) && a.size(c) != 1 && b.size(c) != 1)
      return bail("einsum(): operands do not broadcast with remapped shapes "
                  "[original->remapped]: size %lld of subscript %c does not "
                  "match %lld",
                  LL(b.size(c)), c, LL(a.size(c)));
  // What only one has, or has more of, is summed before.
  auto needed = [&](const Named &own, const Named &other) {
    std::string names = kept;
    for (char c : own.names)
      if (other.has(c) && own.size(c) == other.size(c))
        names += c;
    return names;
  };
  std::string forA = needed(a, b), forB = needed(b, a);
  a = summed(a, forA);
  b = summed(b, forB);
  std::string batch, inner, rows, columns;
  for (char c : a.names) {
    if (!b.has(c) || (b.size(c) == 1 && a.size(c) != 1))
      rows += c;
    else if (a.size(c) != b.size(c))
      columns += c;
    else if (kept.find(c) == std::string::npos)
      inner += c;
    else
      batch += c;
  }
  for (char c : b.names)
    if (!a.has(c))
      columns += c;
  // A dimension of size 1 that the other has too belongs to the other.
  auto without = [](Named n, const std::string &names) {
    for (char c : names)
      if (n.has(c)) {
        size_t at = n.names.find(c);
        n.tensor = squeeze(n.tensor, int64_t(at));
        n.names.erase(at, 1);
      }
    return n;
  };
  a = without(a, columns);
  b = without(b, rows);
  Tensor product;
  if (inner.empty() &&
      (rows.empty() || columns.empty())) // no sums: elementwise
    product = a.grouped(batch, rows, columns) * b.grouped(batch, rows, columns);
  else if (!inner.empty() &&
           (a.tensor.dtype() == TSRT_B8 || a.tensor.dtype() == TSRT_F16))
    return {bailNotImplemented("bmm", a.tensor.dtype()), {}};
  else
    product =
        bmm(a.grouped(batch, rows, inner), b.grouped(batch, inner, columns));
  Dims shape;
  for (char c : batch + rows + columns)
    shape.push_back(a.has(c) ? a.size(c) : b.size(c));
  return {viewTo(contiguous(product), shape), batch + rows + columns};
}

Tensor einsum(std::string_view equation, const Tensors &operands,
              std::optional<Dims>) {
  Equation e = parse(equation, operands);
  Named product;
  for (size_t k = 0; k < operands.size() && !failed(); ++k) {
    Named operand = operandOf(operands[k], e.terms[k], k);
    std::string kept = e.result;
    for (size_t later = k + 1; later < operands.size(); ++later)
      kept += e.terms[later];
    product = k == 0 ? summed(operand, kept, operands.size() == 1)
                     : contracted(product, operand, kept);
  }
  if (failed())
    return {};
  Dims order;
  for (char c : e.result)
    if (product.has(c))
      order.push_back(int64_t(product.names.find(c)));
  Tensor result = permute(product.tensor, order);
  for (size_t i = 0; i < e.result.size(); ++i) // an ellipsis nobody fills
    if (!product.has(e.result[i]))
      result = unsqueeze(result, int64_t(i));
  return result;
}

const KernelEntry entries[] = {
    TSRT_OP("einsum", einsum),
};
const KernelTable table(entries);

} // namespace
