//===- TSTypes.td - Types of the ts dialect ----------------*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TSTYPES_TD
#define TORCHSCRIPT_DIALECT_TS_IR_TSTYPES_TD

include "TorchScript/Dialect/TS/IR/TSDialect.td"
include "mlir/IR/AttrTypeBase.td"

class TS_TypeDef<string name, string typeMnemonic> : TypeDef<TS_Dialect, name> {
  let mnemonic = typeMnemonic;
}

/// A type with one type parameter that is a value type.
class TS_UnaryTypeDef<string name, string typeMnemonic>
    : TS_TypeDef<name, typeMnemonic> {
  let parameters = (ins "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $elementType `>`";
  let genVerifyDecl = 1;
  let builders = [TypeBuilderWithInferredContext<
      (ins "::mlir::Type":$elementType),
      [{ return $_get(elementType.getContext(), elementType); }]>];
  let skipDefaultBuilders = 1;
}

/// A type that names a symbol.
class TS_SymbolTypeDef<string name, string typeMnemonic>
    : TS_TypeDef<name, typeMnemonic> {
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$symbol);
  let assemblyFormat = "`<` $symbol `>`";
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::FlatSymbolRefAttr":$symbol),
      [{ return $_get(symbol.getContext(), symbol); }]>,
    TypeBuilder<(ins "::llvm::StringRef":$symbol),
      [{ return $_get($_ctxt, ::mlir::FlatSymbolRefAttr::get($_ctxt, symbol)); }]>
  ];
  let extraClassDeclaration = [{
    /// The name of the symbol, without the `@`.
    ::llvm::StringRef getName() const { return getSymbol().getValue(); }
  }];
}

//===----------------------------------------------------------------------===//
// Tensors and numbers
//===----------------------------------------------------------------------===//

def TS_TensorType : TS_TypeDef<"TSTensor", "tensor"> {
  let summary = "a TorchScript tensor: a mutable object that may be aliased";
  let description = [{
    A reference to a tensor object. What is known about it is in the
    parameters: sizes (`?` where unknown, `*` when the rank is unknown) and
    dtype (`*` when unknown). `!ts.tensor` knows nothing.

    dtypes are `f16 bf16 f32 f64 i8 i16 i32 i64 ui8 i1 complex<f32>
    complex<f64>`; `ui8` is `torch.uint8`, `i1` is `torch.bool`.

    ```mlir
    !ts.tensor
    !ts.tensor<[2,?,3],f32>
    !ts.tensor<[],i64>
    !ts.tensor<*,f32>
    !ts.tensor<[?,?],*>
    ```
  }];
  let parameters = (ins
    "bool":$ranked,
    ArrayRefParameter<"int64_t", "sizes, dynamic ones ShapedType::kDynamic">:$shape,
    OptionalParameter<"::mlir::Type", "element type or null">:$dtype);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [
    TypeBuilder<(ins), [{
      return $_get($_ctxt, false, ::llvm::ArrayRef<int64_t>(), ::mlir::Type());
    }]>,
    TypeBuilder<(ins "::std::optional<::llvm::ArrayRef<int64_t>>":$shape,
                     "::mlir::Type":$dtype), [{
      return $_get($_ctxt, shape.has_value(),
                   shape.value_or(::llvm::ArrayRef<int64_t>()), dtype);
    }]>
  ];
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    /// True when the rank is known.
    bool hasRank() const { return getRanked(); }

    /// True when the element type is known.
    bool hasDtype() const { return static_cast<bool>(getDtype()); }

    /// True when dtype, rank and every size are known.
    bool hasStaticShape() const;

    /// The builtin tensor type with the same sizes, with `ui8` as signless
    /// `i8`; null unless rank and dtype are known.
    ::mlir::RankedTensorType toBuiltin() const;

    /// The tensor type with the sizes and element type of `type`.
    static TSTensorType fromBuiltin(::mlir::RankedTensorType type);

    /// True when `type` may be the element type of a tensor.
    static bool isValidDtype(::mlir::Type type);
  }];
}

def TS_ScalarType : TS_TypeDef<"Scalar", "scalar"> {
  let summary = "`number`: a boxed int, float, bool or complex";
}

//===----------------------------------------------------------------------===//
// None, Optional, Union, Any
//===----------------------------------------------------------------------===//

def TS_NoneType : TS_TypeDef<"TSNone", "none"> {
  let summary = "`NoneType`: the type whose only value is `None`";
}

def TS_OptionalType : TS_UnaryTypeDef<"Optional", "optional"> {
  let summary = "`Optional[T]`: a `T` or `None`";
  let description = [{
    `T` is neither `None` nor itself optional: TorchScript has one level only.

    ```mlir
    !ts.optional<i64>
    ```
  }];
}

def TS_UnionType : TS_TypeDef<"Union", "union"> {
  let summary = "`Union[A, B, ...]`: a value of one of the member types";
  let description = [{
    At least two distinct members, none of them a union or an optional; `None`
    is the member `!ts.none`.

    ```mlir
    !ts.union<i64, !ts.str>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$members);
  let assemblyFormat = "`<` $members `>`";
  let genVerifyDecl = 1;
}

def TS_AnyType : TS_TypeDef<"Any", "any"> {
  let summary = "`Any`: a value that carries its type";
}

//===----------------------------------------------------------------------===//
// Strings and containers
//===----------------------------------------------------------------------===//

def TS_StrType : TS_TypeDef<"Str", "str"> {
  let summary = "`str`: an immutable string";
}

def TS_ListType : TS_UnaryTypeDef<"List", "list"> {
  let summary = "`List[T]`: a mutable sequence";
}

def TS_DictType : TS_TypeDef<"Dict", "dict"> {
  let summary = "`Dict[K, V]`: a mutable map in insertion order";
  let description = [{
    Keys are int, float, bool, complex, str, device or Tensor, as in
    TorchScript.

    ```mlir
    !ts.dict<!ts.str, !ts.list<i64>>
    ```
  }];
  let parameters = (ins "::mlir::Type":$keyType, "::mlir::Type":$valueType);
  let assemblyFormat = "`<` $keyType `,` $valueType `>`";
  let genVerifyDecl = 1;
  let builders = [TypeBuilderWithInferredContext<
      (ins "::mlir::Type":$keyType, "::mlir::Type":$valueType),
      [{ return $_get(keyType.getContext(), keyType, valueType); }]>];
  let skipDefaultBuilders = 1;
}

def TS_TupleType : TS_TypeDef<"TSTuple", "tuple"> {
  let summary = "`Tuple[...]` and `NamedTuple` classes";
  let description = [{
    An immutable sequence of values of fixed length. A NamedTuple carries its
    qualified name and the names of its fields.

    ```mlir
    !ts.tuple<>
    !ts.tuple<i64, !ts.tensor>
    !ts.tuple<"__torch__.Point" x: i64, y: f64>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::Type">:$elements,
    OptionalParameter<"::mlir::StringAttr", "null for a plain tuple">:$name,
    ArrayRefParameter<"::mlir::StringAttr", "one per element, or none">:$fields);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [
    TypeBuilder<(ins "::llvm::ArrayRef<::mlir::Type>":$elements), [{
      return $_get($_ctxt, elements, ::mlir::StringAttr(),
                   ::llvm::ArrayRef<::mlir::StringAttr>());
    }]>,
    TypeBuilder<(ins "::llvm::ArrayRef<::mlir::Type>":$elements,
                     "::mlir::StringAttr":$name,
                     "::llvm::ArrayRef<::mlir::StringAttr>":$fields), [{
      return $_get($_ctxt, elements, name, fields);
    }]>
  ];
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    /// True for a NamedTuple.
    bool isNamed() const { return static_cast<bool>(getName()); }

    /// The number of elements.
    size_t size() const { return getElements().size(); }
  }];
}

def TS_AnyListType : TS_TypeDef<"AnyList", "any_list"> {
  let summary = "bare `list` in isinstance: a list of any element type";
}

def TS_AnyTupleType : TS_TypeDef<"AnyTuple", "any_tuple"> {
  let summary = "bare `tuple` in isinstance: a tuple of any length and types";
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

def TS_ObjectType : TS_SymbolTypeDef<"Object", "object"> {
  let summary = "an instance of a `ts.class`: a script class or module";
  let description = [{
    ```mlir
    !ts.object<@"__torch__.Net">
    ```
  }];
}

def TS_InterfaceType : TS_SymbolTypeDef<"Interface", "interface"> {
  let summary = "an object known only by the `ts.interface` it implements";
}

def TS_EnumType : TS_SymbolTypeDef<"Enum", "enum"> {
  let summary = "a member of a `ts.enum`";
}

//===----------------------------------------------------------------------===//
// Concurrency, devices, opaque handles
//===----------------------------------------------------------------------===//

def TS_FutureType : TS_UnaryTypeDef<"Future", "future"> {
  let summary = "`Future[T]`: the result of `ts.fork`";
}

def TS_AwaitType : TS_UnaryTypeDef<"Await", "await"> {
  let summary = "`Await[T]`: a computation that runs when it is waited for";
}

def TS_RRefType : TS_UnaryTypeDef<"RRef", "rref"> {
  let summary = "`RRef[T]`: a reference to a value on another worker";
}

def TS_DeviceType : TS_TypeDef<"Device", "device"> {
  let summary = "`torch.device`";
}

def TS_StreamType : TS_TypeDef<"Stream", "stream"> {
  let summary = "`torch.Stream`: a queue of work on a device";
}

def TS_GeneratorType : TS_TypeDef<"Generator", "generator"> {
  let summary = "`torch.Generator`: the state of a random number generator";
}

def TS_CapsuleType : TS_TypeDef<"Capsule", "capsule"> {
  let summary = "a handle whose inside only its operators know";
  let description = [{
    Packed quantized weights and other custom classes; the name is the
    qualified name of the class.

    ```mlir
    !ts.capsule<"__torch__.torch.classes.quantized.LinearPackedParamsBase">
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$name);
  let assemblyFormat = "`<` $name `>`";
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

def TS_SlotType : TS_UnaryTypeDef<"Slot", "slot"> {
  let summary = "a local variable of type T in source form";
  let description = [{
    Made by `ts.var` and used by `ts.load`, `ts.store` and `ts.del` only: a
    slot is never passed on, so that its promotion needs no alias analysis.

    ```mlir
    !ts.slot<i64>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

def TS_Value : Type<CPred<"::mlir::ts::isValueType($_self)">,
                    "a TorchScript value type", "::mlir::Type">;
def TS_IteratedList : Type<CPred<"::llvm::isa<::mlir::ts::ListType>($_self)">,
                           "a list", "::mlir::ts::ListType">;
def TS_Nullable : Type<CPred<"::mlir::ts::mayBeNone($_self)">,
                       "an Optional, a Union with None or Any",
                       "::mlir::Type">;
def TS_Dynamic : Type<CPred<"::llvm::isa<::mlir::ts::AnyType, "
                            "::mlir::ts::ScalarType, ::mlir::ts::UnionType>"
                            "($_self)">,
                      "a value that carries its type", "::mlir::Type">;

#endif // TORCHSCRIPT_DIALECT_TS_IR_TSTYPES_TD
