//===- AssemblyFormat.h - Custom directives of assembly formats --*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_TS_IR_ASSEMBLYFORMAT_H
#define LIB_DIALECT_TS_IR_ASSEMBLYFORMAT_H

#include "TorchScript/Dialect/TS/IR/TSOps.h"

namespace mlir::ts {

/// Operands as the parser sees them.
using ParsedOperands = SmallVectorImpl<OpAsmParser::UnresolvedOperand>;

/// A type with its dialect and name, which the generated code leaves out where
/// they are known.
ParseResult parseFullType(OpAsmParser &parser, Type &type);
/// Counterpart of parseFullType.
void printFullType(OpAsmPrinter &printer, Operation *op, Type type);

/// A region of one block; a `ts.yield` without values is left out.
ParseResult parseBody(OpAsmParser &parser, Region &body);
/// Counterpart of parseBody.
void printBody(OpAsmPrinter &printer, Operation *op, Region &body);

/// A body or nothing.
ParseResult parseOptionalBody(OpAsmParser &parser, Region &body);
/// Counterpart of parseOptionalBody.
void printOptionalBody(OpAsmPrinter &printer, Operation *op, Region &body);

/// A region of declarations, without terminator.
ParseResult parseDeclBody(OpAsmParser &parser, Region &body);
/// Counterpart of parseDeclBody.
void printDeclBody(OpAsmPrinter &printer, Operation *op, Region &body);

/// `-> (types) { then } else { else }`; types and else may be missing.
ParseResult parseBranches(OpAsmParser &parser, SmallVectorImpl<Type> &types,
                          Region &thenRegion, Region &elseRegion);
/// Counterpart of parseBranches.
void printBranches(OpAsmPrinter &printer, Operation *op, TypeRange types,
                   Region &thenRegion, Region &elseRegion);

/// `(%a = %init) : (types) { condition } do { body }`.
ParseResult parseWhile(OpAsmParser &parser, ParsedOperands &inits,
                       SmallVectorImpl<Type> &initTypes,
                       SmallVectorImpl<Type> &resultTypes, Region &condition,
                       Region &body);
/// Counterpart of parseWhile.
void printWhile(OpAsmPrinter &printer, Operation *op, OperandRange inits,
                TypeRange initTypes, TypeRange resultTypes, Region &condition,
                Region &body);

/// `%i to %n iter_args(%a = %init) : (types) { body }`.
ParseResult parseFor(OpAsmParser &parser, OpAsmParser::UnresolvedOperand &count,
                     ParsedOperands &inits, SmallVectorImpl<Type> &initTypes,
                     SmallVectorImpl<Type> &resultTypes, Region &body);
/// Counterpart of parseFor.
void printFor(OpAsmPrinter &printer, Operation *op, Value count,
              OperandRange inits, TypeRange initTypes, TypeRange resultTypes,
              Region &body);

/// The type of a list, from which those of its elements follow.
ParseResult parseListTypes(OpAsmParser &parser, Type &result,
                           const ParsedOperands &elements,
                           SmallVectorImpl<Type> &elementTypes);
/// Counterpart of parseListTypes.
void printListTypes(OpAsmPrinter &printer, Operation *op, Type result,
                    OperandRange elements, TypeRange elementTypes);

/// The type of a dict, from which those of its keys and values follow.
ParseResult parseDictTypes(OpAsmParser &parser, Type &result,
                           const ParsedOperands &keys,
                           SmallVectorImpl<Type> &keyTypes,
                           SmallVectorImpl<Type> &valueTypes);
/// Counterpart of parseDictTypes.
void printDictTypes(OpAsmPrinter &printer, Operation *op, Type result,
                    OperandRange keys, TypeRange keyTypes,
                    TypeRange valueTypes);

/// The kind of an attribute of a class; nothing for a plain one.
ParseResult parseFieldKind(OpAsmParser &parser, FieldKindAttr &kind);
/// Counterpart of parseFieldKind.
void printFieldKind(OpAsmPrinter &printer, Operation *op, FieldKindAttr kind);

} // namespace mlir::ts

#endif // LIB_DIALECT_TS_IR_ASSEMBLYFORMAT_H
