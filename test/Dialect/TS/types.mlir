// RUN: ts-opt %s | ts-opt | FileCheck %s
// RUN: ts-opt %s --emit-bytecode | ts-opt | FileCheck %s

// The types of the dialect round-trip, in text and in bytecode.

// CHECK-LABEL: func private @tensors(
// CHECK-SAME: !ts.tensor, !ts.tensor<[2,?,3],f32>, !ts.tensor<[],i64>,
// CHECK-SAME: !ts.tensor<*,f32>, !ts.tensor<[?,?],*>)
func.func private @tensors(!ts.tensor, !ts.tensor<[2, ?, 3], f32>, !ts.tensor<[], i64>, !ts.tensor<*, f32>, !ts.tensor<[?, ?], *>)

// A tensor of which nothing is known has one spelling.
// CHECK-LABEL: func private @unknown(!ts.tensor)
func.func private @unknown(!ts.tensor<*, *>)

// CHECK-LABEL: func private @dtypes(
// CHECK-SAME: !ts.tensor<*,f16>, !ts.tensor<*,bf16>, !ts.tensor<*,f32>, !ts.tensor<*,f64>
// CHECK-SAME: !ts.tensor<*,i8>, !ts.tensor<*,i16>, !ts.tensor<*,i32>, !ts.tensor<*,i64>
// CHECK-SAME: !ts.tensor<*,ui8>, !ts.tensor<*,i1>
// CHECK-SAME: !ts.tensor<*,complex<f32>>, !ts.tensor<*,complex<f64>>
func.func private @dtypes(
  !ts.tensor<*,f16>, !ts.tensor<*,bf16>, !ts.tensor<*,f32>, !ts.tensor<*,f64>,
  !ts.tensor<*,i8>, !ts.tensor<*,i16>, !ts.tensor<*,i32>, !ts.tensor<*,i64>,
  !ts.tensor<*,ui8>, !ts.tensor<*,i1>, !ts.tensor<*,complex<f32>>, !ts.tensor<*,complex<f64>>)

// CHECK-LABEL: func private @scalars(i64, f64, i1, complex<f64>, !ts.scalar, !ts.str, !ts.none, !ts.any)
func.func private @scalars(i64, f64, i1, complex<f64>, !ts.scalar, !ts.str, !ts.none, !ts.any)

// CHECK-LABEL: func private @optionals(!ts.optional<i64>, !ts.optional<!ts.list<!ts.optional<f64>>>)
func.func private @optionals(!ts.optional<i64>, !ts.optional<!ts.list<!ts.optional<f64>>>)

// CHECK-LABEL: func private @unions(!ts.union<i64, !ts.str>, !ts.union<!ts.none, i64, f64>)
func.func private @unions(!ts.union<i64, !ts.str>, !ts.union<!ts.none, i64, f64>)

// CHECK-LABEL: func private @containers(!ts.list<i64>, !ts.dict<!ts.str, !ts.list<i64>>, !ts.any_list, !ts.any_tuple)
func.func private @containers(!ts.list<i64>, !ts.dict<!ts.str, !ts.list<i64>>, !ts.any_list, !ts.any_tuple)

// CHECK-LABEL: func private @tuples(!ts.tuple<>, !ts.tuple<i64, !ts.tuple<f64>>)
func.func private @tuples(!ts.tuple<>, !ts.tuple<i64, !ts.tuple<f64>>)

// Field names that are keywords of MLIR or not identifiers keep their spelling.
// CHECK-LABEL: func private @named_tuples(
// CHECK-SAME: !ts.tuple<"__torch__.Point" x: i64, y: f64>
// CHECK-SAME: !ts.tuple<"Empty">
// CHECK-SAME: !ts.tuple<"K" i64: i64, "a-b": f64, true: i1>
func.func private @named_tuples(!ts.tuple<"__torch__.Point" x: i64, y: f64>, !ts.tuple<"Empty">, !ts.tuple<"K" i64: i64, "a-b": f64, true: i1>)

// CHECK-LABEL: func private @classes(!ts.object<@__torch__.M>, !ts.interface<@"my mod.I">, !ts.enum<@Color>)
func.func private @classes(!ts.object<@"__torch__.M">, !ts.interface<@"my mod.I">, !ts.enum<@Color>)

// CHECK-LABEL: func private @concurrency(!ts.future<i64>, !ts.await<!ts.tensor>, !ts.rref<!ts.list<i64>>)
func.func private @concurrency(!ts.future<i64>, !ts.await<!ts.tensor>, !ts.rref<!ts.list<i64>>)

// CHECK-LABEL: func private @handles(!ts.device, !ts.stream, !ts.generator, !ts.capsule<"__torch__.torch.classes.Q">)
func.func private @handles(!ts.device, !ts.stream, !ts.generator, !ts.capsule<"__torch__.torch.classes.Q">)

// CHECK-LABEL: func private @slots(!ts.slot<!ts.optional<i64>>)
func.func private @slots(!ts.slot<!ts.optional<i64>>)
