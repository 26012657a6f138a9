//===- ExportSizes.cpp - Sizes that may change ----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphWriter.h"

#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Matchers.h"

using namespace torchscript;
using namespace mlir;
using GraphValue = exported::Argument;

GraphWriter::GraphWriter(func::FuncOp function, exported::Graph &graph)
    : function(function), graph(graph) {
  if (auto symbols = function->getAttrOfType<ArrayAttr>("ts.graph_symbols"))
    for (auto symbol : symbols.getAsRange<ts::SymbolRangeAttr>())
      numInts += ts::isUnbacked(symbol) && !symbol.getName().empty();
}

/// An expression as a call of Python's classes, the form of files.
static std::string spellCall(AffineExpr expression, ArrayAttr symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expression))
    return "Integer(" + std::to_string(constant.getValue()) + ")";
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expression))
  {
    auto range = cast<ts::SymbolRangeAttr>(symbols[symbol.getPosition()]);
    return "Symbol('" + range.getName().str() +
           (ts::isUnbacked(range) ? "', integer=True)"
                                  : "', positive=True, integer=True)");
  }
  auto binary = cast<AffineBinaryOpExpr>(expression);
  AffineExprKind kind = binary.getKind();
  std::string a = spellCall(binary.getLHS(), symbols),
              b = spellCall(binary.getRHS(), symbols);
  // Numbers stand in front of what they multiply.
  if (kind == AffineExprKind::Mul && isa<AffineConstantExpr>(binary.getRHS()))
    std::swap(a, b);
  StringRef name = kind == AffineExprKind::Add        ? "Add"
                   : kind == AffineExprKind::Mul      ? "Mul"
                   : kind == AffineExprKind::FloorDiv ? "FloorDiv"
                                                      : "Mod";
  return (name + "(" + a + ", " + b + ")").str();
}

exported::Extent GraphWriter::getExtent(AffineExpr expression) const {
  exported::Extent extent;
  if (auto constant = dyn_cast<AffineConstantExpr>(expression)) {
    extent.value = constant.getValue();
    return extent;
  }
  auto symbols = function->getAttrOfType<ArrayAttr>("ts.graph_symbols");
  if (auto hints =
          function->getAttrOfType<DenseI64ArrayAttr>("ts.symbol_hints")) {
    SmallVector<AffineExpr> values;
    for (int64_t hint : hints.asArrayRef())
      values.push_back(getAffineConstantExpr(hint, expression.getContext()));
    if (auto known =
            dyn_cast<AffineConstantExpr>(expression.replaceSymbols(values)))
      extent.hint = known.getValue();
  }
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expression))
    extent.expression =
        cast<ts::SymbolRangeAttr>(symbols[symbol.getPosition()]).getName().str();
  else
    extent.expression = spellCall(expression, symbols);
  return extent;
}

AffineMapAttr GraphWriter::getSizeMap(mlir::Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return function.getArgAttrOfType<AffineMapAttr>(argument.getArgNumber(),
                                                    "ts.shape");
  auto result = cast<OpResult>(value);
  auto maps = result.getOwner()->getAttrOfType<ArrayAttr>("ts.sizes");
  return maps && result.getResultNumber() < maps.size()
             ? dyn_cast<AffineMapAttr>(maps[result.getResultNumber()])
             : AffineMapAttr();
}

std::optional<exported::TensorMeta>
GraphWriter::getSymbolicMeta(mlir::Value value) {
  auto type = dyn_cast<ts::TSTensorType>(value.getType());
  AffineMapAttr map = getSizeMap(value);
  std::optional<DType> dtype =
      type && type.hasDtype() ? ts::getDType(type.getDtype()) : std::nullopt;
  if (!map || !dtype)
    return std::nullopt;
  exported::TensorMeta meta;
  meta.dtype = *dtype;
  AffineExpr stride = getAffineConstantExpr(1, function.getContext());
  for (AffineExpr size : llvm::reverse(map.getValue().getResults())) {
    meta.sizes.insert(meta.sizes.begin(), getExtent(size));
    meta.strides.insert(meta.strides.begin(), getExtent(stride));
    stride = stride * size;
  }
  meta.offset.value = 0;
  return meta;
}

bool GraphWriter::defineItem(ts::OperatorOp op, exported::Node &node) {
  auto type = dyn_cast<ts::TSTensorType>(
      stripDerefines(op.getOperand(0)).getType());
  if (!type || !type.hasDtype() || isa<ComplexType>(type.getDtype()))
    return false;
  using Number = exported::SymbolicNumber::Kind;
  if (auto places = op->getAttrOfType<DenseI64ArrayAttr>("ts.unbacked");
      places && places.size() == 3) {
    AffineExpr symbol =
        getAffineSymbolExpr(unsigned(places[2]), function.getContext());
    names[op.getResult(0)] = node.name;
    numbers[op.getResult(0)] = symbol;
    graph.numbers[node.name].extent = getExtent(symbol);
    GraphValue &output = node.outputs.emplace_back();
    output.kind = GraphValue::Kind::Symbol;
    output.text = node.name;
    return true;
  }
  bool isFloat = isa<FloatType>(type.getDtype());
  bool isBool = type.getDtype().isInteger(1);
  names[op.getResult(0)] = node.name;
  exported::SymbolicNumber &number = graph.numbers[node.name];
  number.kind = isFloat ? Number::Float : isBool ? Number::Bool : Number::Int;
  number.extent.expression =
      isFloat ? "zuf" + std::to_string(numFloats++)
      : isBool ? "Eq(Symbol('u" + std::to_string(numInts++) +
                     "', integer=True), Integer(1))"
               : "u" + std::to_string(numInts++);
  GraphValue &output = node.outputs.emplace_back();
  output.kind = GraphValue::Kind::Symbol;
  output.integer = isFloat ? 1 : isBool ? 2 : 0;
  output.text = node.name;
  return true;
}

void GraphWriter::defineComparison(StringRef name, AffineExpr a, AffineExpr b,
                                   exported::SymbolicNumber &number) const {
  auto symbols = function->getAttrOfType<ArrayAttr>("ts.graph_symbols");
  StringRef relation = name == "aten::eq.int"   ? "Equality"
                       : name == "aten::ne.int" ? "Unequality"
                       : name == "aten::ge.int" ? "GreaterThan"
                       : name == "aten::le.int" ? "LessThan"
                       : name == "aten::gt.int" ? "StrictGreaterThan"
                                                : "StrictLessThan";
  number.kind = exported::SymbolicNumber::Kind::Bool;
  number.extent.expression = (relation + "(" + spellCall(a, symbols) + ", " +
                              spellCall(b, symbols) + ")")
                                 .str();
}

void GraphWriter::defineNumber(mlir::Value value, const std::string &node) {
  names[value] = node;
  auto op = value.getDefiningOp<ts::OperatorOp>();
  auto get = [&](unsigned i) -> AffineExpr {
    mlir::Value operand = stripDerefines(op.getOperand(i));
    APInt known;
    if (matchPattern(operand, m_ConstantInt(&known)))
      return getAffineConstantExpr(known.getSExtValue(),
                                   function.getContext());
    return numbers.lookup(operand);
  };
  AffineExpr made;
  if (op.getName() == "aten::sym_size.int") {
    AffineMapAttr shape = getSizeMap(stripDerefines(op.getOperand(0)));
    APInt dim;
    if (shape && matchPattern(op.getOperand(1), m_ConstantInt(&dim)))
      made = shape.getValue().getResult(unsigned(dim.getZExtValue()));
  } else if (AffineExpr a = get(0), b = get(1); a && b) {
    StringRef name = op.getName();
    if (value.getType().isInteger(1)) {
      defineComparison(name, a, b, graph.numbers[node]);
      return;
    }
    made = name == "aten::add.int"        ? a + b
           : name == "aten::sub.int"      ? a - b
           : name == "aten::mul.int"      ? a * b
           : name == "aten::floordiv.int" ? a.floorDiv(b)
                                          : a % b;
  }
  numbers[value] = made;
  exported::SymbolicNumber &number = graph.numbers[node];
  number.kind = exported::SymbolicNumber::Kind::Int;
  if (made)
    number.extent = getExtent(made);
  else
    number.extent.expression = "u_" + node;
}
