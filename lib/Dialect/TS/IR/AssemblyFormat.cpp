//===- AssemblyFormat.cpp - Custom directives of assembly formats ---------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyFormat.h"

using namespace mlir;
using namespace mlir::ts;

ParseResult ts::parseFullType(OpAsmParser &parser, Type &type) {
  return parser.parseType(type);
}

void ts::printFullType(OpAsmPrinter &printer, Operation *, Type type) {
  printer << type;
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

static void ensureYield(OpAsmParser &parser, Region &body) {
  if (body.empty())
    body.emplaceBlock();
  Block &block = body.front();
  if (!block.empty() && block.back().mightHaveTrait<OpTrait::IsTerminator>())
    return;
  // The region has no parent yet to take a context from.
  OpBuilder builder(parser.getContext());
  builder.setInsertionPointToEnd(&block);
  builder.create<YieldOp>(
      parser.getEncodedSourceLoc(parser.getCurrentLocation()));
}

static bool endsInBareYield(Region &body) {
  if (body.empty() || body.front().empty())
    return false;
  auto yield = dyn_cast<YieldOp>(body.front().back());
  return yield && yield.getNumOperands() == 0 && yield->getAttrs().empty();
}

ParseResult ts::parseBody(OpAsmParser &parser, Region &body) {
  if (parser.parseRegion(body))
    return failure();
  ensureYield(parser, body);
  return success();
}

void ts::printBody(OpAsmPrinter &printer, Operation *, Region &body) {
  printer.printRegion(body, /*printEntryBlockArgs=*/true,
                      /*printBlockTerminators=*/!endsInBareYield(body));
}

ParseResult ts::parseBranches(OpAsmParser &parser, SmallVectorImpl<Type> &types,
                              Region &thenRegion, Region &elseRegion) {
  if (succeeded(parser.parseOptionalArrow()) &&
      parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, [&] {
        return parser.parseType(types.emplace_back());
      }))
    return failure();
  if (parseBody(parser, thenRegion))
    return failure();
  if (failed(parser.parseOptionalKeyword("else")))
    return success();
  return parseBody(parser, elseRegion);
}

void ts::printBranches(OpAsmPrinter &printer, Operation *op, TypeRange types,
                       Region &thenRegion, Region &elseRegion) {
  if (!types.empty()) {
    printer << "-> (";
    llvm::interleaveComma(types, printer);
    printer << ") ";
  }
  printBody(printer, op, thenRegion);
  if (elseRegion.empty())
    return;
  printer << " else ";
  printBody(printer, op, elseRegion);
}

ParseResult ts::parseOptionalBody(OpAsmParser &parser, Region &body) {
  OptionalParseResult parsed = parser.parseOptionalRegion(body);
  if (!parsed.has_value())
    return success();
  if (failed(*parsed))
    return failure();
  ensureYield(parser, body);
  return success();
}

void ts::printOptionalBody(OpAsmPrinter &printer, Operation *op, Region &body) {
  if (!body.empty())
    printBody(printer, op, body);
}

ParseResult ts::parseDeclBody(OpAsmParser &parser, Region &body) {
  if (parser.parseRegion(body))
    return failure();
  if (body.empty())
    body.emplaceBlock();
  return success();
}

void ts::printDeclBody(OpAsmPrinter &printer, Operation *, Region &body) {
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// Carried values
//===----------------------------------------------------------------------===//

/// Parses `(%a = %init, ...) : (types)`.
static ParseResult parseCarried(OpAsmParser &parser,
                                SmallVectorImpl<OpAsmParser::Argument> &args,
                                ParsedOperands &inits,
                                SmallVectorImpl<Type> &types) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  if (parser.parseAssignmentList(args, operands) || parser.parseColon() ||
      parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, [&] {
        return parser.parseType(types.emplace_back());
      }))
    return failure();
  if (types.size() != args.size())
    return parser.emitError(parser.getCurrentLocation())
           << args.size() << " carried values and " << types.size() << " types";
  auto first = args.end() - types.size();
  for (auto [arg, type] : llvm::zip(llvm::make_range(first, args.end()), types))
    arg.type = type;
  inits.append(operands.begin(), operands.end());
  return success();
}

static void printCarried(OpAsmPrinter &printer, ValueRange args,
                         OperandRange inits, TypeRange types) {
  printer << '(';
  llvm::interleaveComma(llvm::zip(args, inits), printer, [&](auto pair) {
    printer << std::get<0>(pair) << " = " << std::get<1>(pair);
  });
  printer << ") : (";
  llvm::interleaveComma(types, printer);
  printer << ") ";
}

ParseResult ts::parseWhile(OpAsmParser &parser, ParsedOperands &inits,
                           SmallVectorImpl<Type> &initTypes,
                           SmallVectorImpl<Type> &resultTypes,
                           Region &condition, Region &body) {
  SmallVector<OpAsmParser::Argument> args;
  if (succeeded(parser.parseOptionalLParen())) {
    // parseAssignmentList wants the parenthesis itself.
    auto carried = [&]() -> ParseResult {
      return failure(parser.parseArgument(args.emplace_back()) ||
                     parser.parseEqual() ||
                     parser.parseOperand(inits.emplace_back()));
    };
    if (parser.parseCommaSeparatedList(carried) || parser.parseRParen() ||
        parser.parseColon() ||
        parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, [&] {
          return parser.parseType(initTypes.emplace_back());
        }))
      return failure();
    if (initTypes.size() != args.size())
      return parser.emitError(parser.getCurrentLocation())
             << args.size() << " carried values and " << initTypes.size()
             << " types";
    for (auto [arg, type] : llvm::zip(args, initTypes))
      arg.type = type;
  }
  resultTypes.append(initTypes.begin(), initTypes.end());
  if (parser.parseRegion(condition, args) || parser.parseKeyword("do"))
    return failure();
  return parseBody(parser, body);
}

void ts::printWhile(OpAsmPrinter &printer, Operation *op, OperandRange inits,
                    TypeRange initTypes, TypeRange, Region &condition,
                    Region &body) {
  if (!inits.empty())
    printCarried(printer, condition.getArguments(), inits, initTypes);
  printer.printRegion(condition, /*printEntryBlockArgs=*/false);
  printer << " do ";
  printBody(printer, op, body);
}

ParseResult ts::parseFor(OpAsmParser &parser,
                         OpAsmParser::UnresolvedOperand &count,
                         ParsedOperands &inits,
                         SmallVectorImpl<Type> &initTypes,
                         SmallVectorImpl<Type> &resultTypes, Region &body) {
  SmallVector<OpAsmParser::Argument> args(1), carried;
  args.front().type = parser.getBuilder().getI64Type();
  if (parser.parseArgument(args.front()) || parser.parseKeyword("to") ||
      parser.parseOperand(count))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("iter_args")) &&
      parseCarried(parser, carried, inits, initTypes))
    return failure();
  args.append(carried);
  resultTypes.append(initTypes.begin(), initTypes.end());
  if (parser.parseRegion(body, args))
    return failure();
  ensureYield(parser, body);
  return success();
}

void ts::printFor(OpAsmPrinter &printer, Operation *, Value count,
                  OperandRange inits, TypeRange initTypes, TypeRange,
                  Region &body) {
  printer << body.getArgument(0) << " to " << count << ' ';
  if (!inits.empty()) {
    printer << "iter_args";
    printCarried(printer, body.getArguments().drop_front(), inits, initTypes);
  }
  printer.printRegion(body, /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/!endsInBareYield(body));
}

//===----------------------------------------------------------------------===//
// Types of containers
//===----------------------------------------------------------------------===//

ParseResult ts::parseListTypes(OpAsmParser &parser, Type &result,
                               const ParsedOperands &elements,
                               SmallVectorImpl<Type> &elementTypes) {
  ListType list;
  if (parser.parseType(list))
    return failure();
  result = list;
  elementTypes.assign(elements.size(), list.getElementType());
  return success();
}

void ts::printListTypes(OpAsmPrinter &printer, Operation *, Type result,
                        OperandRange, TypeRange) {
  printer << result;
}

ParseResult ts::parseDictTypes(OpAsmParser &parser, Type &result,
                               const ParsedOperands &keys,
                               SmallVectorImpl<Type> &keyTypes,
                               SmallVectorImpl<Type> &valueTypes) {
  DictType dict;
  if (parser.parseType(dict))
    return failure();
  result = dict;
  keyTypes.assign(keys.size(), dict.getKeyType());
  valueTypes.assign(keys.size(), dict.getValueType());
  return success();
}

void ts::printDictTypes(OpAsmPrinter &printer, Operation *, Type result,
                        OperandRange, TypeRange, TypeRange) {
  printer << result;
}

//===----------------------------------------------------------------------===//
// Attributes of classes
//===----------------------------------------------------------------------===//

ParseResult ts::parseFieldKind(OpAsmParser &parser, FieldKindAttr &kind) {
  StringRef keyword;
  FieldKind value = FieldKind::Attribute;
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword(&keyword))) {
    std::optional<FieldKind> parsed = symbolizeFieldKind(keyword);
    if (!parsed)
      return parser.emitError(loc)
             << "'" << keyword << "' is not a kind of attribute; expected "
             << "parameter, buffer or constant";
    value = *parsed;
  }
  kind = FieldKindAttr::get(parser.getContext(), value);
  return success();
}

void ts::printFieldKind(OpAsmPrinter &printer, Operation *,
                        FieldKindAttr kind) {
  if (kind && kind.getValue() != FieldKind::Attribute)
    printer << stringifyFieldKind(kind.getValue());
}
