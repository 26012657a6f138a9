//===- TSRuntimeContainerOps.td - Inlined containers -*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMECONTAINEROPS_TD
#define TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMECONTAINEROPS_TD

include "TorchScript/Dialect/TS/IR/TSTypes.td"
include "TorchScript/Dialect/TSRuntime/IR/TSRuntimeErrorOps.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TSRT_Takes : DeclareOpInterfaceMethods<TSRT_OwnershipOpInterface>;

class TSRT_ElementOf<string container, string element>
    : TypesMatchWith<element # " is the element type", container, element,
                     "::llvm::cast<::mlir::ts::ListType>($_self)"
                     ".getElementType()">;

class TSRT_KeyOf<string container, string key>
    : TypesMatchWith<key # " is the key type", container, key,
                     "::llvm::cast<::mlir::ts::DictType>($_self)"
                     ".getKeyType()">;

class TSRT_ValueOf<string container, string value>
    : TypesMatchWith<value # " is the value type", container, value,
                     "::llvm::cast<::mlir::ts::DictType>($_self)"
                     ".getValueType()">;

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

def TSRT_ListMakeOp : TSRT_Op<"list.make", [TSRT_Takes]> {
  let summary = "a new list of the given elements, which are taken over";
  let description = [{
    ```mlir
    %l = tsrt.list.make(%a, %b) : (i64, i64) -> !ts.list<i64>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$elements);
  let results = (outs TS_ListType:$list);
  let assemblyFormat = [{
    `(` $elements `)` attr-dict `:` functional-type($elements, $list)
  }];
  let hasVerifier = 1;
  let extraClassDefinition = [{
    bool $cppClass::takesOperand(unsigned index) { return true; }
  }];
}

def TSRT_ListSizeOp : TSRT_Op<"list.size", [MemoryEffects<[MemRead]>]> {
  let summary = "the number of elements of a list";
  let description = [{
    ```mlir
    %n = tsrt.list.size %l : !ts.list<i64>
    ```
  }];
  let arguments = (ins TS_ListType:$list);
  let results = (outs I64:$size);
  let assemblyFormat = "$list `:` type($list) attr-dict";
}

def TSRT_ListLoadOp : TSRT_Op<"list.load",
    [MemoryEffects<[MemRead]>, TSRT_ElementOf<"list", "result">]> {
  let summary = "an element of a list, at an index known to be in range";
  let description = [{
    The result is owned, unless `borrowed` says that the list keeps it alive.

    ```mlir
    %x = tsrt.list.load %l[%i] : !ts.list<i64>
    ```
  }];
  let arguments = (ins TS_ListType:$list, I64:$index, UnitAttr:$borrowed);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    (`borrowed` $borrowed^)? $list `[` $index `]` `:` type($list) attr-dict
  }];
}

def TSRT_ListStoreOp : TSRT_Op<"list.store",
    [TSRT_Takes, TSRT_ElementOf<"list", "value">]> {
  let summary = "replace an element at an index known to be in range";
  let description = [{
    Takes over the value and releases the element it replaces.

    ```mlir
    tsrt.list.store %x, %l[%i] : !ts.list<i64>
    ```
  }];
  let arguments = (ins AnyType:$value, TS_ListType:$list, I64:$index);
  let assemblyFormat = "$value `,` $list `[` $index `]` `:` type($list) attr-dict";
  let extraClassDefinition = [{
    bool $cppClass::takesOperand(unsigned index) { return index == 0; }
  }];
}

def TSRT_ListReserveOp : TSRT_Op<"list.reserve"> {
  let summary = "make room for more elements at the end of a list";
  let description = [{
    A count that is not positive does nothing.

    ```mlir
    tsrt.list.reserve %l, %n : !ts.list<i64>
    ```
  }];
  let arguments = (ins TS_ListType:$list, I64:$count);
  let assemblyFormat = "$list `,` $count `:` type($list) attr-dict";
}

def TSRT_ListAppendOp : TSRT_Op<"list.append",
    [DeclareOpInterfaceMethods<TSRT_RaisingOpInterface, ["mayRaise"]>,
     TSRT_Takes, TSRT_ElementOf<"list", "value">]> {
  let summary = "append an element, which is taken over";
  let description = [{
    Fails for want of memory. With `reserved` the list is known to have room
    for it.

    ```mlir
    tsrt.list.append %x, %l : !ts.list<i64>
    %e = tsrt.list.append %x, %l : !ts.list<i64> or !tsrt.error
    tsrt.list.append reserved %x, %l : !ts.list<i64>
    ```
  }];
  let arguments = (ins AnyType:$value, TS_ListType:$list, UnitAttr:$reserved);
  let results = (outs Optional<TSRT_ErrorType>:$error);
  let assemblyFormat = [{
    (`reserved` $reserved^)? $value `,` $list `:` type($list)
      (`or` type($error)^)? attr-dict
  }];
  let builders = [OpBuilder<(ins "Value":$value, "Value":$list), [{
    build($_builder, $_state, /*error=*/Type(), value, list,
          /*reserved=*/UnitAttr());
  }]>];
  let extraClassDefinition = [{
    bool $cppClass::takesOperand(unsigned index) { return index == 0; }
    bool $cppClass::mayRaise() { return !getReserved(); }
  }];
}

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

def TSRT_StrSizeOp : TSRT_Op<"str.size", [Pure]> {
  let summary = "the number of bytes of a string";
  let description = [{
    ```mlir
    %n = tsrt.str.size %s
    ```
  }];
  let arguments = (ins TS_StrType:$str);
  let results = (outs I64:$size);
  let assemblyFormat = "$str attr-dict";
}

//===----------------------------------------------------------------------===//
// Dicts
//===----------------------------------------------------------------------===//

def TSRT_DictMakeOp : TSRT_Op<"dict.make", [TSRT_RaisingOpInterface]> {
  let summary = "a new dict of alternating keys and values";
  let description = [{
    ```mlir
    %d = tsrt.dict.make(%k, %v) : (!ts.str, i64) -> !ts.dict<!ts.str, i64>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$entries);
  let results = (outs Optional<TSRT_ErrorType>:$error, TS_DictType:$dict);
  let assemblyFormat = [{
    `(` $entries `)` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TSRT_DictHasOp : TSRT_Op<"dict.has",
    [MemoryEffects<[MemRead]>, TSRT_KeyOf<"dict", "key">]> {
  let summary = "does a dict have an entry of a key?";
  let description = [{
    ```mlir
    %b = tsrt.dict.has %d[%k] : !ts.dict<!ts.str, i64>
    ```
  }];
  let arguments = (ins TS_DictType:$dict, AnyType:$key);
  let results = (outs I1:$result);
  let assemblyFormat = "$dict `[` $key `]` `:` type($dict) attr-dict";
}

def TSRT_DictGetOp : TSRT_Op<"dict.get",
    [TSRT_RaisingOpInterface, TSRT_KeyOf<"dict", "key">,
     TSRT_ValueOf<"dict", "value">]> {
  let summary = "the value of a key; a KeyError when it is missing";
  let description = [{
    ```mlir
    %v = tsrt.dict.get %d[%k] : !ts.dict<!ts.str, i64>
    %e, %w = tsrt.dict.get %d[%k] : !ts.dict<!ts.str, i64> or !tsrt.error
    ```
  }];
  let arguments = (ins TS_DictType:$dict, AnyType:$key);
  let results = (outs Optional<TSRT_ErrorType>:$error, AnyType:$value);
  let assemblyFormat = [{
    $dict `[` $key `]` `:` type($dict) (`or` type($error)^)? attr-dict
  }];
}

def TSRT_DictGetOrOp : TSRT_Op<"dict.get_or",
    [TSRT_Takes, TSRT_KeyOf<"dict", "key">, TSRT_ValueOf<"dict", "otherwise">,
     TSRT_ValueOf<"dict", "value">]> {
  let summary = "the value of a key, or a default";
  let description = [{
    Takes over the default.

    ```mlir
    %v = tsrt.dict.get_or %d[%k], %x : !ts.dict<!ts.str, i64>
    ```
  }];
  let arguments = (ins TS_DictType:$dict, AnyType:$key, AnyType:$otherwise);
  let results = (outs AnyType:$value);
  let assemblyFormat = [{
    $dict `[` $key `]` `,` $otherwise `:` type($dict) attr-dict
  }];
  let extraClassDefinition = [{
    bool $cppClass::takesOperand(unsigned index) { return index == 2; }
  }];
}

def TSRT_DictSetOp : TSRT_Op<"dict.set",
    [TSRT_RaisingOpInterface, TSRT_Takes, TSRT_KeyOf<"dict", "key">,
     TSRT_ValueOf<"dict", "value">]> {
  let summary = "insert or replace the value of a key";
  let description = [{
    Takes over the value and releases the one it replaces. Fails when the dict
    has as many entries as it can hold.

    ```mlir
    tsrt.dict.set %v, %d[%k] : !ts.dict<!ts.str, i64>
    %e = tsrt.dict.set %v, %d[%k] : !ts.dict<!ts.str, i64> or !tsrt.error
    ```
  }];
  let arguments = (ins AnyType:$value, TS_DictType:$dict, AnyType:$key);
  let results = (outs Optional<TSRT_ErrorType>:$error);
  let assemblyFormat = [{
    $value `,` $dict `[` $key `]` `:` type($dict) (`or` type($error)^)?
    attr-dict
  }];
  let extraClassDefinition = [{
    bool $cppClass::takesOperand(unsigned index) { return index == 0; }
  }];
}

#endif // TORCHSCRIPT_DIALECT_TSRUNTIME_IR_TSRUNTIMECONTAINEROPS_TD
