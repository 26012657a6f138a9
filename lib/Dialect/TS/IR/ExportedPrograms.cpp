//===- ExportedPrograms.cpp - Attributes of exported programs -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::ts;

//===----------------------------------------------------------------------===//
// Spelling
//===----------------------------------------------------------------------===//

Attribute GraphInputAttr::parse(AsmParser &parser, Type) {
  FailureOr<GraphInputKind> kind = failure();
  std::string target;
  bool persistent = true;
  if (parser.parseLess() ||
      failed(kind = FieldParser<GraphInputKind>::parse(parser)))
    return {};
  if (*kind != GraphInputKind::User && parser.parseString(&target))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("not_persistent"))
      return {};
    persistent = false;
  }
  if (parser.parseGreater())
    return {};
  return get(parser.getContext(), *kind,
             StringAttr::get(parser.getContext(), target), persistent);
}

void GraphInputAttr::print(AsmPrinter &printer) const {
  printer << "<" << stringifyGraphInputKind(getKind());
  if (getKind() != GraphInputKind::User)
    printer << " " << getTarget();
  if (!getPersistent())
    printer << ", not_persistent";
  printer << ">";
}

Attribute GraphOutputAttr::parse(AsmParser &parser, Type) {
  FailureOr<GraphOutputKind> kind = failure();
  std::string target;
  if (parser.parseLess() ||
      failed(kind = FieldParser<GraphOutputKind>::parse(parser)))
    return {};
  if (*kind != GraphOutputKind::User && parser.parseString(&target))
    return {};
  if (parser.parseGreater())
    return {};
  return get(parser.getContext(), *kind,
             StringAttr::get(parser.getContext(), target));
}

void GraphOutputAttr::print(AsmPrinter &printer) const {
  printer << "<" << stringifyGraphOutputKind(getKind());
  if (getKind() != GraphOutputKind::User)
    printer << " " << getTarget();
  printer << ">";
}

LogicalResult
TreeAttr::verify(function_ref<InFlightDiagnostic()> emitError, TreeKind kind,
                 ArrayAttr children, ArrayAttr keys) {
  bool hasKeys = keys && !keys.empty();
  if (kind != TreeKind::Dict && hasKeys)
    return emitError() << "only dicts have keys";
  if (kind == TreeKind::Dict &&
      (keys ? keys.size() : 0) != children.size())
    return emitError() << "a dict has a key for each child";
  if (hasKeys && !llvm::all_of(keys, llvm::IsaPred<StringAttr>))
    return emitError() << "keys are strings";
  if (!llvm::all_of(children, llvm::IsaPred<IntegerAttr, NoneAttr, TreeAttr>))
    return emitError() << "children are numbers of leaves, #ts.none and trees";
  return success();
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

bool ts::isExportedProgram(Operation *op) {
  return isa<func::FuncOp>(op) && op->hasAttr("ts.graph_outputs");
}

bool ts::isItem(StringRef name) {
  return name == "aten::item" || name == "aten::_local_scalar_dense";
}

static constexpr llvm::StringLiteral kAssertion = "aten::_assert_scalar";

Value ts::getAssertedCondition(OperatorOp op) {
  return op.getName() == kAssertion ? op.getArgs()[0] : Value();
}

void ts::buildAssertion(OpBuilder &builder, Location loc, Value condition,
                        StringRef text) {
  Value message = builder.create<ConstantStrOp>(loc, text);
  builder.create<OperatorOp>(loc, TypeRange(), kAssertion,
                             ValueRange{condition, message});
}

Value ts::buildWrite(OpBuilder &builder, Location loc, Value tensor,
                     Value elements) {
  Value no = builder.create<arith::ConstantIntOp>(loc, 0, 1);
  return builder
      .create<OperatorOp>(loc, tensor.getType(), "aten::copy_",
                          ValueRange{tensor, elements, no})
      .getResult(0);
}

bool ts::isSizeCheck(StringRef name) {
  return name == kAssertion || name == "aten::sym_constrain_range_for_size";
}

bool ts::isUnbacked(SymbolRangeAttr symbol) {
  StringRef name = symbol.getName();
  return name.empty() || (name.size() > 1 && name.front() == 'u' &&
                          llvm::all_of(name.drop_front(), llvm::isDigit));
}

std::string ts::spellSize(AffineExpr expression,
                          ArrayRef<std::string> names) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expression))
    return std::to_string(constant.getValue());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expression))
    return names[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expression);
  std::string a = spellSize(binary.getLHS(), names),
              b = spellSize(binary.getRHS(), names);
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    if (StringRef(b).starts_with("-"))
      return a + " - " + b.substr(1);
    return a + " + " + b;
  case AffineExprKind::Mul:
    if (isa<AffineConstantExpr>(binary.getRHS()))
      std::swap(a, b);
    return a + "*" + b;
  case AffineExprKind::Mod:
    return a + " % " + b;
  default:
    return "(" + a + "//" + b + ")";
  }
}

/// Appends the numbers of the leaves in order.
static void collectLeaves(Attribute tree, SmallVectorImpl<int64_t> &leaves) {
  if (auto number = dyn_cast<IntegerAttr>(tree))
    leaves.push_back(number.getInt());
  else if (auto inner = dyn_cast<TreeAttr>(tree))
    for (Attribute child : inner.getChildren())
      collectLeaves(child, leaves);
}

/// Whether the leaves are 0, 1, ... to `count`.
static bool hasLeaves(Attribute tree, size_t count) {
  SmallVector<int64_t> leaves;
  if (tree)
    collectLeaves(tree, leaves);
  return tree && leaves.size() == count &&
         llvm::equal(leaves, llvm::seq<int64_t>(0, count));
}

LogicalResult ts::verifyExportedProgram(func::FuncOp function) {
  auto outputs = function->getAttrOfType<ArrayAttr>("ts.graph_outputs");
  auto symbols = function->getAttrOfType<ArrayAttr>("ts.graph_symbols");
  if (!outputs || !llvm::all_of(outputs, llvm::IsaPred<GraphOutputAttr>))
    return function.emitOpError("has 'ts.graph_outputs', which expects an "
                                "array of #ts.graph_output");
  if (!symbols || !llvm::all_of(symbols, llvm::IsaPred<SymbolRangeAttr>))
    return function.emitOpError("is an exported program, which has an array "
                                "'ts.graph_symbols' of #ts.symbol_range");
  auto tuple = function.getNumResults() == 1
                   ? dyn_cast<TSTupleType>(function.getResultTypes().front())
                   : TSTupleType();
  if (!tuple || tuple.size() != outputs.size())
    return function.emitOpError("is an exported program, whose result is a "
                                "tuple of one element for each of "
                                "'ts.graph_outputs'");
  size_t users = 0, results = 0;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto input = function.getArgAttrOfType<GraphInputAttr>(i, "ts.graph_input");
    if (!input || !function.getArgAttrOfType<StringAttr>(i, "ts.name"))
      return function.emitOpError("is an exported program, whose arguments "
                                  "have 'ts.graph_input' and 'ts.name'");
    bool isUser = input.getKind() == GraphInputKind::User;
    users += isUser;
    if (!isUser && (input.getTarget().empty() ||
                    !isa<TSTensorType>(function.getArgumentTypes()[i]) ||
                    !function.getArgAttrOfType<TensorRefAttr>(i, "ts.value")))
      return function.emitOpError("has the argument ")
             << i << ", a " << stringifyGraphInputKind(input.getKind())
             << ", which is a tensor with a path and a 'ts.value'";
    auto shape = function.getArgAttrOfType<AffineMapAttr>(i, "ts.shape");
    if (shape && (shape.getValue().getNumDims() != 0 ||
                  shape.getValue().getNumSymbols() > symbols.size()))
      return function.emitOpError("has the argument ")
             << i << " whose 'ts.shape' is no map of 'ts.graph_symbols'";
  }
  for (Attribute output : outputs)
    results += cast<GraphOutputAttr>(output).getKind() == GraphOutputKind::User;
  if (!hasLeaves(function->getAttr("ts.input_tree"), users) ||
      !hasLeaves(function->getAttr("ts.output_tree"), results))
    return function.emitOpError("is an exported program, whose trees number "
                                "the inputs and results of users");
  return success();
}
