//===- TSDialect.td - The ts dialect -----------------------*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TSDIALECT_TD
#define TORCHSCRIPT_DIALECT_TS_IR_TSDIALECT_TD

include "mlir/IR/OpBase.td"

def TS_Dialect : Dialect {
  let name = "ts";
  let cppNamespace = "::mlir::ts";
  let summary = "TorchScript's types, statements and operators";
  let description = [{
    The dialect models a TorchScript program in three forms that share one set
    of operations; `ts-verify-form` checks which form a module is in.

    * **source**: what the importer writes in one walk over the syntax tree.
      Variables are typed slots (`ts.var`, `ts.load`, `ts.store`), statements
      are region operations, and a block may end in an exit (`ts.break`,
      `ts.continue`, `ts.return`, `ts.raise`) wherever the program says so.
    * **ssa**: no slots and no exits. `ts.if`, `ts.for` and `ts.while` have
      results and carried values; a raise is a `ts.throw`.
    * **value**: builtin `tensor`s instead of `!ts.tensor` wherever dtype and
      rank are known and aliasing is understood.

    Scalars are builtin types: int is `i64`, float `f64`, bool `i1`, complex
    `complex<f64>`. Functions are `func.func`, integer constants
    `arith.constant`. Everything that has an operator schema is one operation,
    `ts.op`.

    Symbols keep their qualified TorchScript name, as in
    `@"__torch__.Net.forward"`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::func::FuncDialect"
  ];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Module attribute: dictionary from file name to the text of that file.
    static constexpr ::llvm::StringLiteral kSourcesAttr = "ts.sources";

    /// Adds all types of the dialect (defined in TSTypes.cpp).
    void registerTypes();

    /// Adds all attributes of the dialect (defined in TSAttrs.cpp).
    void registerAttributes();
  }];
}

/// Base of all operations of the dialect.
class TS_Op<string mnemonic, list<Trait> traits = []>
    : Op<TS_Dialect, mnemonic, traits>;

#endif // TORCHSCRIPT_DIALECT_TS_IR_TSDIALECT_TD
