// RUN: ts-opt --convert-tsrt-to-llvm %s | FileCheck %s

// The native type of each TorchScript type (NativeTypes.cpp, and the table in
// docs/architecture.md).

// CHECK-LABEL: llvm.func @scalars(i64, f64, i1, !llvm.struct<(f64, f64)>, i8, i64, i64)
func.func private @scalars(i64, f64, i1, complex<f64>, !ts.none, !ts.device, !ts.enum<@E>)

// CHECK-LABEL: llvm.func @objects(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr)
func.func private @objects(!ts.tensor, !ts.str, !ts.list<i64>, !ts.dict<!ts.str, i64>, !ts.object<@C>, !ts.interface<@I>, !ts.future<i64>)

// CHECK-LABEL: llvm.func @boxes(!llvm.struct<(ptr, i64, i64)>, !llvm.struct<(ptr, i64, i64)>, !llvm.struct<(ptr, i64, i64)>)
func.func private @boxes(!ts.any, !ts.union<i64, !ts.str>, !ts.scalar)

// An optional object is a pointer, an optional number a struct with a flag.
// CHECK-LABEL: llvm.func @optionals(!llvm.ptr, !llvm.struct<(i64, i1)>, !llvm.struct<(struct<(i64, ptr)>, i1)>)
func.func private @optionals(!ts.optional<!ts.tensor>, !ts.optional<i64>, !ts.optional<!ts.tuple<i64, !ts.str>>)

// CHECK-LABEL: llvm.func @tuples(!llvm.struct<(i64, struct<(ptr, i1)>)>, !llvm.struct<()>)
func.func private @tuples(!ts.tuple<i64, !ts.tuple<!ts.str, i1>>, !ts.tuple<>)

// Several results come back as a struct.
// CHECK-LABEL: llvm.func @results() -> !llvm.struct<(ptr, i64)>
func.func private @results() -> (!tsrt.error, i64)

ts.class @C {
}
ts.enum @E : i64 ["A"] = [1]
ts.interface @I {
}
