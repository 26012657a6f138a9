//===- TSClassOps.td - Classes, objects, globals -----------*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_TSCLASSOPS_TD
#define TORCHSCRIPT_DIALECT_TS_IR_TSCLASSOPS_TD

include "TorchScript/Dialect/TS/IR/TSAttrs.td"
include "TorchScript/Dialect/TS/IR/TSInterfaces.td"
include "TorchScript/Dialect/TS/IR/TSTypes.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

def TS_ClassOp : TS_Op<"class", [Symbol, SingleBlock, NoTerminator,
    NoRegionArguments, IsolatedFromAbove]> {
  let summary = "a script class or a module's type";
  let description = [{
    Lists attributes (`ts.attr`) and methods (`ts.method`) by name. `module`
    marks subclasses of `nn.Module`.

    ```mlir
    ts.class module @"__torch__.Net" {
      ts.attr parameter "weight" : !ts.tensor
      ts.attr "training" : i1
      ts.method "forward" = @"__torch__.Net.forward"
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       UnitAttr:$is_module,
                       OptionalAttr<TypedArrayAttrBase<FlatSymbolRefAttr,
                         "class names">>:$bases);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`module` $is_module^)? ($sym_visibility^)? $sym_name (`extends` $bases^)?
    attr-dict-with-keyword custom<DeclBody>($body)
  }];
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name,
                                 CArg<"bool", "false">:$isModule)>];
  let extraClassDeclaration = [{
    /// The declaration of an attribute; null when there is none of this name.
    AttrOp lookupAttr(::llvm::StringRef name);

    /// The declaration of a method; null when there is none of this name.
    MethodOp lookupMethod(::llvm::StringRef name);
  }];
}

def TS_AttrOp : TS_Op<"attr", [HasParent<"ClassOp">]> {
  let summary = "an attribute of a class";
  let description = [{
    The kind is absent for plain attributes, else `parameter`, `buffer` or
    `constant`. A default value is that of the class (constants).

    ```mlir
    ts.class @C {
      ts.attr "count" : i64
      ts.attr constant "limit" : i64 = 3
    }
    ```
  }];
  let arguments = (ins StrAttr:$name, TypeAttr:$type,
    DefaultValuedAttr<TS_FieldKindAttr, "::mlir::ts::FieldKind::Attribute">:$kind,
    OptionalAttr<AnyAttr>:$init);
  let assemblyFormat = [{
    custom<FieldKind>($kind) $name `:` $type (`=` $init^)? attr-dict
  }];
  let hasVerifier = 1;
}

def TS_MethodOp : TS_Op<"method", [HasParent<"ClassOp">,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a method of a class";
  let description = [{
    Names the function that implements it; its first argument is the object.
    A property is a method with `property`; a static method has `static`.

    ```mlir
    ts.class @C {
      ts.method "forward" = @"C.forward"
      ts.method static "make" = @"C.make"
    }
    ```
  }];
  let arguments = (ins StrAttr:$name, FlatSymbolRefAttr:$function,
                       UnitAttr:$is_static, UnitAttr:$is_property);
  let assemblyFormat = [{
    (`static` $is_static^)? (`property` $is_property^)? $name `=` $function
    attr-dict
  }];
}

def TS_InterfaceOp : TS_Op<"interface", [Symbol, SingleBlock, NoTerminator,
    NoRegionArguments, IsolatedFromAbove]> {
  let summary = "an interface: methods by name and signature";
  let description = [{
    ```mlir
    ts.interface @I {
      ts.signature "forward" : (!ts.tensor) -> !ts.tensor
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       UnitAttr:$is_module);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`module` $is_module^)? ($sym_visibility^)? $sym_name
    attr-dict-with-keyword custom<DeclBody>($body)
  }];
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name,
                                 CArg<"bool", "false">:$isModule)>];
  let extraClassDeclaration = [{
    /// The signature of a method; null when there is none of this name.
    SignatureOp lookupSignature(::llvm::StringRef name);
  }];
}

def TS_SignatureOp : TS_Op<"signature", [HasParent<"InterfaceOp">]> {
  let summary = "a method of an interface, without `self`";
  let description = [{
    ```mlir
    ts.interface @I {
      ts.signature "forward" : (!ts.tensor) -> !ts.tensor
    }
    ```
  }];
  let arguments = (ins StrAttr:$name, TypeAttrOf<FunctionType>:$type);
  let assemblyFormat = "$name `:` $type attr-dict";
}

def TS_EnumOp : TS_Op<"enum", [Symbol]> {
  let summary = "an enum class: members in order, with values of one type";
  let description = [{
    ```mlir
    ts.enum @Color : i64 ["RED", "GREEN"] = [1, 2]
    ts.enum @Mode : !ts.str ["A"] = ["a"]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       TypeAttr:$value_type, StrArrayAttr:$members,
                       ArrayAttr:$values);
  let assemblyFormat = [{
    ($sym_visibility^)? $sym_name `:` $value_type $members `=` $values attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The position of a member, -1 when there is none of this name.
    int64_t lookupMember(::llvm::StringRef name);
  }];
}

def TS_ObjectOp : TS_Op<"object", [Symbol,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "an object that exists before the program runs";
  let description = [{
    Gives each attribute of the class its initial value: a builtin attribute
    (`i64`, `f64`, `i1`, string), one of the `#ts` value attributes, a small
    `dense` tensor, or a symbol that names another `ts.object`.

    ```mlir
    ts.object @m : !ts.object<@Net> = {
      weight = #ts.tensor_ref<"0", f32, [2], strides [1], offset 0>,
      training = false, sub = @m.sub
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       TypeAttrOf<TS_ObjectType>:$type,
                       DictionaryAttr:$fields);
  let assemblyFormat = [{
    ($sym_visibility^)? $sym_name `:` $type `=` $fields attr-dict
  }];
  let extraClassDeclaration = [{
    /// The type of the object.
    ObjectType getObjectType() {
      return ::llvm::cast<ObjectType>(getType());
    }
  }];
}

def TS_GlobalOp : TS_Op<"global", [Symbol]> {
  let summary = "a variable of the whole program";
  let description = [{
    Holds what was an attribute of a known object. `mutable` allows
    `ts.global.store`.

    ```mlir
    ts.global mutable @"m.count" : i64 = 0
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       TypeAttr:$type, AnyAttr:$init, UnitAttr:$is_mutable);
  let assemblyFormat = [{
    (`mutable` $is_mutable^)? ($sym_visibility^)? $sym_name `:` $type `=` $init
    attr-dict
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

def TS_GlobalLoadOp : TS_Op<"global.load", [
    MemoryEffects<[MemRead<TS_ObjectResource>]>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "reads a global";
  let description = [{
    ```mlir
    %0 = ts.global.load @count : i64
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$global);
  let results = (outs TS_Value:$value);
  let assemblyFormat = "$global attr-dict `:` type($value)";
}

def TS_GlobalStoreOp : TS_Op<"global.store", [
    MemoryEffects<[MemWrite<TS_ObjectResource>]>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "writes a mutable global";
  let description = [{
    ```mlir
    ts.global.store %0, @count : i64
    ```
  }];
  let arguments = (ins TS_Value:$value, FlatSymbolRefAttr:$global);
  let assemblyFormat = "$value `,` $global attr-dict `:` type($value)";
}

def TS_ObjectRefOp : TS_Op<"object.ref", [Pure,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "the object a `ts.object` declares";
  let description = [{
    ```mlir
    %m = ts.object.ref @m : !ts.object<@Net>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$object);
  let results = (outs TS_ObjectType:$result);
  let assemblyFormat = "$object attr-dict `:` custom<FullType>(type($result))";
}

def TS_NewOp : TS_Op<"new", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "makes an object whose attributes are not yet set";
  let description = [{
    The importer calls `__init__` on it.

    ```mlir
    %o = ts.new : !ts.object<@C>
    ```
  }];
  let results = (outs Res<TS_ObjectType, "", [MemAlloc]>:$result);
  let assemblyFormat = "attr-dict `:` custom<FullType>(type($result))";
}

def TS_GetAttrOp : TS_Op<"getattr", [
    MemoryEffects<[MemRead<TS_ObjectResource>]>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "reads an attribute of an object";
  let description = [{
    ```mlir
    %w = ts.getattr %o["weight"] : !ts.object<@Net> -> !ts.tensor
    ```
  }];
  let arguments = (ins TS_ObjectType:$object, StrAttr:$name);
  let results = (outs TS_Value:$value);
  let assemblyFormat = [{
    $object `[` $name `]` attr-dict `:` custom<FullType>(type($object)) `->` type($value)
  }];
}

def TS_SetAttrOp : TS_Op<"setattr", [
    MemoryEffects<[MemWrite<TS_ObjectResource>]>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "assigns to an attribute of an object";
  let description = [{
    ```mlir
    ts.setattr %o["count"] = %n : !ts.object<@Net>, i64
    ```
  }];
  let arguments = (ins TS_ObjectType:$object, StrAttr:$name, TS_Value:$value);
  let assemblyFormat = [{
    $object `[` $name `]` `=` $value attr-dict `:` custom<FullType>(type($object)) `,` type($value)
  }];
}

def TS_CallMethodOp : TS_Op<"call_method", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "calls a method by name on an object or interface";
  let description = [{
    Dispatches on the object's class at run time; calls of a method of a known
    class are `func.call` with the object as first argument.

    ```mlir
    %y = ts.call_method %o["forward"](%x) : !ts.interface<@I>, (!ts.tensor) -> !ts.tensor
    ```
  }];
  let arguments = (ins TS_Value:$object, StrAttr:$name,
                       Variadic<TS_Value>:$args);
  let results = (outs Variadic<TS_Value>:$results);
  let assemblyFormat = [{
    $object `[` $name `]` `` `(` $args `)` attr-dict `:` custom<FullType>(type($object)) `,`
    functional-type($args, $results)
  }];
}

#endif // TORCHSCRIPT_DIALECT_TS_IR_TSCLASSOPS_TD
