//===- TSAttrs.td - Attributes of the ts dialect -----------*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TSATTRS_TD
#define TORCHSCRIPT_DIALECT_TS_IR_TSATTRS_TD

include "TorchScript/Dialect/TS/IR/TSDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class TS_AttrDef<string name, string attrMnemonic>
    : AttrDef<TS_Dialect, name> {
  let mnemonic = attrMnemonic;
}

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

def TS_RangeAttr : TS_AttrDef<"Range", "range"> {
  let summary = "the end of a source range and the function around it";
  let description = [{
    Metadata of a fused location whose only member is the FileLineColLoc of the
    start. Lines and columns count from 1, the end is exclusive, columns count
    bytes.

    ```mlir
    loc(fused<#ts.range<3, 14, "f">>["a.py":3:8])
    ```
  }];
  let parameters = (ins "unsigned":$endLine, "unsigned":$endColumn,
                        "::mlir::StringAttr":$function);
  let assemblyFormat = "`<` $endLine `,` $endColumn `,` $function `>`";
}

//===----------------------------------------------------------------------===//
// Values: constants and the initial state of objects
//===----------------------------------------------------------------------===//

def TS_NoneAttr : TS_AttrDef<"None", "none"> {
  let summary = "the value `None`";
}

def TS_ComplexAttr : TS_AttrDef<"Complex", "complex"> {
  let summary = "a complex number";
  let description = [{
    ```mlir
    #ts.complex<1.0, -2.5>
    ```
  }];
  let parameters = (ins "::mlir::FloatAttr":$real, "::mlir::FloatAttr":$imag);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [AttrBuilder<(ins "double":$real, "double":$imag), [{
    ::mlir::Type f64 = ::mlir::Float64Type::get($_ctxt);
    return $_get($_ctxt, ::mlir::FloatAttr::get(f64, real),
                 ::mlir::FloatAttr::get(f64, imag));
  }]>];
}

def TS_ListAttr : TS_AttrDef<"List", "list"> {
  let summary = "a list of value attributes with its type";
  let description = [{
    ```mlir
    #ts.list<!ts.list<i64>, [1, 2, 3]>
    ```
  }];
  let parameters = (ins "::mlir::ts::ListType":$listType,
                        "::mlir::ArrayAttr":$elements);
  let assemblyFormat = "`<` custom<FullType>($listType) `,` $elements `>`";
  let genVerifyDecl = 1;
}

def TS_TupleAttr : TS_AttrDef<"Tuple", "tuple"> {
  let summary = "a tuple of value attributes with its type";
  let description = [{
    ```mlir
    #ts.tuple<!ts.tuple<i64, !ts.str>, [1, "a"]>
    ```
  }];
  let parameters = (ins "::mlir::ts::TSTupleType":$tupleType,
                        "::mlir::ArrayAttr":$elements);
  let assemblyFormat = "`<` custom<FullType>($tupleType) `,` $elements `>`";
  let genVerifyDecl = 1;
}

def TS_DictAttr : TS_AttrDef<"Dict", "dict"> {
  let summary = "a dict as parallel keys and values, with its type";
  let description = [{
    ```mlir
    #ts.dict<!ts.dict<!ts.str, i64>, ["a", "b"], [1, 2]>
    ```
  }];
  let parameters = (ins "::mlir::ts::DictType":$dictType,
                        "::mlir::ArrayAttr":$keys,
                        "::mlir::ArrayAttr":$values);
  let assemblyFormat = "`<` custom<FullType>($dictType) `,` $keys `,` $values `>`";
  let genVerifyDecl = 1;
}

def TS_DeviceAttr : TS_AttrDef<"Device", "device"> {
  let summary = "a device: its kind and, when given, its index";
  let description = [{
    ```mlir
    #ts.device<"cpu">
    #ts.device<"cuda", 1>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$kind,
                        DefaultValuedParameter<"int", "-1", "-1: none">:$index);
  let assemblyFormat = "`<` $kind (`,` $index^)? `>`";
  let genVerifyDecl = 1;
}

def TS_MemberAttr : TS_AttrDef<"Member", "member"> {
  let summary = "a member of an enum class";
  let description = [{
    ```mlir
    #ts.member<@"__torch__.Color", "RED">
    ```
  }];
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$enumName,
                        "::mlir::StringAttr":$member);
  let assemblyFormat = "`<` $enumName `,` $member `>`";
}

def TS_TensorRefAttr : TS_AttrDef<"TensorRef", "tensor_ref"> {
  let summary = "a tensor whose bytes stay outside the IR";
  let description = [{
    The storage key names a record of the archive or an entry of an `.npz` file;
    two tensors with the same key share their storage. Sizes, strides and
    offset count elements.

    ```mlir
    #ts.tensor_ref<"data/0", f32, [2, 3], strides [3, 1], offset 0>
    #ts.tensor_ref<"data/1", f32, [4], strides [1], offset 8, requires_grad>
    ```
  }];
  let parameters = (ins
    "::mlir::StringAttr":$storage, "::mlir::Type":$dtype,
    ArrayRefParameter<"int64_t">:$sizes,
    ArrayRefParameter<"int64_t">:$strides,
    "int64_t":$offset, "bool":$requiresGrad);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The most precise tensor type of the value.
    TSTensorType getTensorType() const;
  }];
}

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

def TS_FieldKind : I32EnumAttr<"FieldKind", "what an attribute of a class is", [
    I32EnumAttrCase<"Attribute", 0, "attribute">,
    I32EnumAttrCase<"Parameter", 1, "parameter">,
    I32EnumAttrCase<"Buffer", 2, "buffer">,
    I32EnumAttrCase<"Constant", 3, "constant">]> {
  let cppNamespace = "::mlir::ts";
  let genSpecializedAttr = 0;
}

def TS_FieldKindAttr : EnumAttr<TS_Dialect, TS_FieldKind, "kind">;

//===----------------------------------------------------------------------===//
// Exported programs
//===----------------------------------------------------------------------===//

def TS_GraphInputKind : I32EnumAttr<"GraphInputKind",
    "what an argument of an exported program is", [
    I32EnumAttrCase<"User", 0, "user">,
    I32EnumAttrCase<"Parameter", 1, "parameter">,
    I32EnumAttrCase<"Buffer", 2, "buffer">,
    I32EnumAttrCase<"Constant", 3, "constant">]> {
  let cppNamespace = "::mlir::ts";
  let genSpecializedAttr = 0;
}

def TS_GraphOutputKind : I32EnumAttr<"GraphOutputKind",
    "what a result of an exported program is", [
    I32EnumAttrCase<"User", 0, "user">,
    I32EnumAttrCase<"BufferMutation", 1, "buffer_mutation">,
    I32EnumAttrCase<"ParameterMutation", 2, "parameter_mutation">,
    I32EnumAttrCase<"InputMutation", 3, "input_mutation">]> {
  let cppNamespace = "::mlir::ts";
  let genSpecializedAttr = 0;
}

def TS_TreeKind : I32EnumAttr<"TreeKind", "a container of Python", [
    I32EnumAttrCase<"Tuple", 0, "tuple">,
    I32EnumAttrCase<"List", 1, "list">,
    I32EnumAttrCase<"Dict", 2, "dict">]> {
  let cppNamespace = "::mlir::ts";
  let genSpecializedAttr = 0;
}

def TS_GraphInputAttr : TS_AttrDef<"GraphInput", "graph_input"> {
  let summary = "what an argument of an exported program is";
  let description = [{
    Parameters, buffers and constants say the path of the attribute they were.
    A buffer that is not persistent is not in the state dict.

    ```mlir
    #ts.graph_input<user>
    #ts.graph_input<parameter "fc.weight">
    #ts.graph_input<buffer "mask", not_persistent>
    ```
  }];
  let parameters = (ins
    EnumParameter<TS_GraphInputKind>:$kind, "::mlir::StringAttr":$target,
    "bool":$persistent);
  let hasCustomAssemblyFormat = 1;
}

def TS_GraphOutputAttr : TS_AttrDef<"GraphOutput", "graph_output"> {
  let summary = "what a result of an exported program is";
  let description = [{
    New values of buffers and parameters say the path of the attribute, new
    values of inputs the name (`ts.name`) of the argument.

    ```mlir
    #ts.graph_output<user>
    #ts.graph_output<buffer_mutation "bn.running_mean">
    ```
  }];
  let parameters = (ins
    EnumParameter<TS_GraphOutputKind>:$kind, "::mlir::StringAttr":$target);
  let hasCustomAssemblyFormat = 1;
}

def TS_SymbolRangeAttr : TS_AttrDef<"SymbolRange", "symbol_range"> {
  let summary = "a symbol of sizes and its bounds";
  let description = [{
    The largest value of 64 bits stands for no upper bound.

    ```mlir
    #ts.symbol_range<"s0", 2, 64>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$name, "int64_t":$min,
                        "int64_t":$max);
  let assemblyFormat = "`<` $name `,` $min `,` $max `>`";
}

def TS_TreeAttr : TS_AttrDef<"Tree", "tree"> {
  let summary = "how inputs or results are nested";
  let description = [{
    A child is the number of a leaf, `#ts.none`, or another tree. Dicts have as
    many keys as children.

    ```mlir
    #ts.tree<tuple, [0, #ts.tree<dict, [1, 2], ["a", "b"]>]>
    ```
  }];
  let parameters = (ins
    EnumParameter<TS_TreeKind>:$kind, "::mlir::ArrayAttr":$children,
    OptionalParameter<"::mlir::ArrayAttr">:$keys);
  let assemblyFormat = "`<` $kind `,` $children (`,` $keys^)? `>`";
  let genVerifyDecl = 1;
}

#endif // TORCHSCRIPT_DIALECT_TS_IR_TSATTRS_TD
