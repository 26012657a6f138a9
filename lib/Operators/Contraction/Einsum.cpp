//===- Einsum.cpp - Sums of products by an equation -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Operators/Einsum.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Operators/OperatorBuilder.h"
#include "TorchScript/Operators/Registry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace mlir;
using namespace mlir::ts;

namespace {

/// A tensor whose dimensions have names: letters, or characters below 32 for
/// those of an ellipsis, counted from the right.
struct Named {
  Value tensor;
  std::string names;

  bool has(char c) const { return names.find(c) != std::string::npos; }
};

/// What an equation asks for.
struct Equation {
  SmallVector<std::string> terms;
  std::string result;
};

/// The steps of an equation as operators before the one that is replaced.
class EinsumBuilder {
public:
  EinsumBuilder(OperatorOp op, Equation equation)
      : op(op), equation(std::move(equation)), builder(op),
        build(builder, op.getLoc()), any(TSTensorType::get(op.getContext())) {}

  /// False when names and sizes do not agree.
  bool collectSizes(ArrayRef<Value> operands);
  Value run(ArrayRef<Value> operands);

private:
  Value create(StringRef name, ValueRange args) {
    return build.call(name, args, any);
  }
  int64_t product(StringRef names) const {
    int64_t count = 1;
    for (char c : names)
      count *= sizes.at(c);
    return count;
  }
  Named takeDiagonals(Named operand);
  Named dropOnes(Named operand, ArrayRef<int64_t> shape);
  Named sum(const Named &operand, StringRef kept);
  Named order(const Named &operand, StringRef names);
  Named contract(Named a, Named b, StringRef kept);

  OperatorOp op;
  Equation equation;
  std::map<char, int64_t> sizes;
  OpBuilder builder;
  OperatorBuilder build;
  /// Of steps whose types are inferred later.
  Type any;
};

} // namespace

/// Replaces the ellipsis of a term by the names of `count` dimensions; false
/// for what is no term.
static bool nameEllipsis(std::string &term, int64_t count) {
  size_t at = term.find("...");
  if (at != std::string::npos) {
    std::string names;
    for (int64_t d = count; d-- > 0;)
      names += char(1 + d);
    term.replace(at, 3, names);
  }
  return llvm::all_of(term,
                      [](char c) { return llvm::isAlpha(c) || (c > 0 && c < 32); });
}

/// The equation with all dimensions named; nothing when it does not fit ranks.
static std::optional<Equation> parse(StringRef text, ArrayRef<int64_t> ranks) {
  std::string plain;
  for (char c : text)
    if (c != ' ')
      plain += c;
  auto [left, right] = StringRef(plain).split("->");
  bool hasArrow = StringRef(plain).contains("->");
  SmallVector<StringRef> terms;
  left.split(terms, ',');
  if (terms.size() != ranks.size())
    return std::nullopt;
  Equation equation;
  int64_t ellipsis = 0;
  std::map<char, int> counts;
  for (auto [term, rank] : llvm::zip_equal(terms, ranks)) {
    bool hasDots = term.contains("...");
    int64_t extra = rank - (int64_t(term.size()) - (hasDots ? 3 : 0));
    std::string names = term.str();
    if ((hasDots ? extra < 0 || extra > 30 : extra != 0) ||
        !nameEllipsis(names, extra))
      return std::nullopt;
    ellipsis = std::max(ellipsis, hasDots ? extra : 0);
    for (char c : names)
      ++counts[c];
    equation.terms.push_back(names);
  }
  equation.result = hasArrow ? right.str() : "...";
  if (!nameEllipsis(equation.result, ellipsis))
    return std::nullopt;
  if (!hasArrow)
    for (auto [c, count] : counts)
      if (c > 31 && count == 1)
        equation.result += c;
  // Each name once, and one that there is.
  for (size_t i = 0; i < equation.result.size(); ++i)
    if (!counts.count(equation.result[i]) ||
        equation.result.find(equation.result[i], i + 1) != std::string::npos)
      return std::nullopt;
  return equation;
}

bool EinsumBuilder::collectSizes(ArrayRef<Value> operands) {
  for (auto [operand, term] : llvm::zip_equal(operands, equation.terms)) {
    ArrayRef<int64_t> shape =
        cast<TSTensorType>(lookThroughCasts(operand).getType()).getShape();
    std::map<char, int64_t> own;
    for (auto [name, size] : llvm::zip_equal(term, shape)) {
      // A diagonal is of equal sizes, which have to be known.
      auto [place, isNew] = own.emplace(name, size);
      if (size == 0 || place->second != size ||
          (!isNew && ShapedType::isDynamic(size)))
        return false;
      int64_t &known = sizes.emplace(name, size).first->second;
      if (known != size && known != 1 && size != 1)
        return false;
      known = std::max(known, size);
    }
  }
  return true;
}

/// Of a name that is repeated, the diagonal, as a last dimension.
Named EinsumBuilder::takeDiagonals(Named operand) {
  for (size_t i = 0; i < operand.names.size(); ++i) {
    size_t j = operand.names.find(operand.names[i], i + 1);
    if (j == std::string::npos)
      continue;
    char name = operand.names[i];
    operand.tensor =
        create("aten::diagonal", {operand.tensor, build.integer(0),
                                  build.integer(i), build.integer(j)});
    operand.names.erase(j, 1);
    operand.names.erase(i, 1);
    operand.names += name;
    // The rest has moved to the left.
    --i;
  }
  return operand;
}

/// Drops dimensions of size one that are larger in another operand.
Named EinsumBuilder::dropOnes(Named operand, ArrayRef<int64_t> shape) {
  for (size_t i = shape.size(); i-- > 0;)
    if (shape[i] == 1 && sizes[operand.names[i]] != 1) {
      operand.tensor =
          create("aten::squeeze.dim", {operand.tensor, build.integer(i)});
      operand.names.erase(i, 1);
    }
  return operand;
}

/// Sums the dimensions without a name in `kept`.
Named EinsumBuilder::sum(const Named &operand, StringRef kept) {
  SmallVector<int64_t> dims;
  std::string names;
  for (auto [i, name] : llvm::enumerate(operand.names)) {
    if (kept.contains(name))
      names += name;
    else
      dims.push_back(i);
  }
  if (dims.empty())
    return operand;
  return {create("aten::sum.dim_IntList", {operand.tensor, build.integers(dims),
                                           build.truth(false), build.none()}),
          names};
}

/// The dimensions in the order of `names`.
Named EinsumBuilder::order(const Named &operand, StringRef names) {
  if (names == operand.names)
    return operand;
  SmallVector<int64_t> dims;
  for (char name : names)
    dims.push_back(operand.names.find(name));
  return {build.permute(operand.tensor, dims, any), names.str()};
}

/// The product of two operands, summed over the names that `kept` lacks.
Named EinsumBuilder::contract(Named a, Named b, StringRef kept) {
  a = sum(a, kept.str() + b.names);
  b = sum(b, kept.str() + a.names);
  std::string batch, inner, rows, columns;
  for (char c : a.names)
    (!b.has(c) ? rows : kept.contains(c) ? batch : inner) += c;
  for (char c : b.names)
    if (!a.has(c))
      columns += c;
  int64_t count = product(batch), height = product(rows),
          depth = product(inner), width = product(columns);
  Value left = build.reshape(order(a, batch + rows + inner).tensor,
                             build.integers({count, height, depth}), any);
  Value right = build.reshape(order(b, batch + inner + columns).tensor,
                              build.integers({count, depth, width}), any);
  // Without sums the product of matrices is that of elements.
  Value result = create(inner.empty() ? "aten::mul.Tensor" : "aten::bmm",
                        {left, right});
  SmallVector<int64_t> shape;
  for (char c : batch + rows + columns)
    shape.push_back(sizes[c]);
  return {build.reshape(result, build.integers(shape), any),
          batch + rows + columns};
}

Value EinsumBuilder::run(ArrayRef<Value> operands) {
  Named product;
  for (size_t k = 0; k < operands.size(); ++k) {
    SmallVector<int64_t> shape;
    Named operand = takeDiagonals({operands[k], equation.terms[k]});
    ArrayRef<int64_t> own =
        cast<TSTensorType>(lookThroughCasts(operands[k]).getType()).getShape();
    for (char name : operand.names)
      shape.push_back(own[equation.terms[k].find(name)]);
    operand = dropOnes(operand, shape);
    std::string kept = equation.result;
    for (size_t later = k + 1; later < operands.size(); ++later)
      kept += equation.terms[later];
    product = k == 0 ? sum(operand, kept) : contract(product, operand, kept);
  }
  return order(product, equation.result).tensor;
}

bool ts::inferEinsum(Inference &i, OperatorOp op) {
  std::optional<StringRef> text = getConstantStr(op.getArgs()[0]);
  std::optional<SmallVector<Value>> operands = getListElements(op.getArgs()[1]);
  if (!text || !operands || operands->empty())
    return false;
  SmallVector<TensorInfo> tensors;
  SmallVector<int64_t> ranks;
  for (Value operand : *operands) {
    std::optional<TensorInfo> tensor = i.typedTensor(operand);
    if (!tensor || (!tensors.empty() && tensor->dtype != tensors[0].dtype))
      return false;
    ranks.push_back(tensor->getRank());
    tensors.push_back(std::move(*tensor));
  }
  Type dtype = tensors[0].dtype;
  std::optional<Equation> equation = parse(*text, ranks);
  // Sums of smaller integers are wider than these.
  if (!equation || (isa<IntegerType>(dtype) && !dtype.isInteger(64)))
    return false;
  std::map<char, Size> sizes;
  for (auto [tensor, term] : llvm::zip_equal(tensors, equation->terms)) {
    std::map<char, Size> own;
    for (auto [name, size] : llvm::zip_equal(term, tensor.sizes)) {
      auto [place, isNew] = own.emplace(name, size);
      if (!isNew)
        place->second = i.requireEqual(place->second, size);
    }
    for (auto [name, size] : own) {
      auto [place, isNew] = sizes.emplace(name, size);
      if (isNew)
        continue;
      ArrayRef<Size> shapes[] = {place->second, size};
      place->second = i.broadcast(shapes)[0];
    }
  }
  SmallVector<Size> result;
  for (char name : equation->result)
    result.push_back(sizes.at(name));
  return i.result(dtype, result);
}

bool ts::expandEinsum(OperatorOp op) {
  if (op.getName() != "aten::einsum" || op.getArgs().size() < 2)
    return false;
  std::optional<StringRef> text = getConstantStr(op.getArgs()[0]);
  std::optional<SmallVector<Value>> operands = getListElements(op.getArgs()[1]);
  if (!text || !operands || operands->empty())
    return false;
  SmallVector<int64_t> ranks;
  Type dtype;
  for (Value operand : *operands) {
    auto type = dyn_cast<TSTensorType>(lookThroughCasts(operand).getType());
    // Of one operand no product is as large as sizes say.
    if (!type || !type.hasRank() || !type.getDtype() ||
        (operands->size() > 1 && !type.hasStaticShape()) ||
        (dtype && type.getDtype() != dtype))
      return false;
    dtype = type.getDtype();
    ranks.push_back(type.getShape().size());
  }
  // Sums of smaller integers are wider than these.
  if (isa<IntegerType>(dtype) && !dtype.isInteger(64))
    return false;
  std::optional<Equation> equation = parse(*text, ranks);
  if (!equation)
    return false;
  EinsumBuilder builder(op, *equation);
  if (!builder.collectSizes(*operands))
    return false;
  Value result = builder.run(*operands);
  Type wanted = op.getResult(0).getType();
  if (result.getType() != wanted) {
    OpBuilder before(op);
    result = before.create<UncheckedCastOp>(op.getLoc(), wanted, result);
  }
  op.getResult(0).replaceAllUsesWith(result);
  op.erase();
  return true;
}
