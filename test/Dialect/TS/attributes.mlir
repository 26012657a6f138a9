// RUN: ts-opt %s --split-input-file | ts-opt --split-input-file | FileCheck %s

// The values of objects round-trip.

ts.enum @Color : i64 ["RED"] = [1]
ts.class module @Sub {
  ts.attr "p" : i64
}
ts.class module @C {
  ts.attr "i" : i64
  ts.attr "f" : f64
  ts.attr "b" : i1
  ts.attr "s" : !ts.str
  ts.attr "n" : !ts.none
  ts.attr "o" : !ts.optional<i64>
  ts.attr "c" : complex<f64>
  ts.attr "inf" : complex<f64>
  ts.attr "l" : !ts.list<i64>
  ts.attr "empty" : !ts.list<!ts.list<!ts.str>>
  ts.attr "t" : !ts.tuple<i64, !ts.str>
  ts.attr "d" : !ts.dict<!ts.str, f64>
  ts.attr "dev" : !ts.device
  ts.attr "cuda" : !ts.device
  ts.attr "e" : !ts.enum<@Color>
  ts.attr parameter "w" : !ts.tensor
  ts.attr buffer "r" : !ts.optional<!ts.tensor>
  ts.attr "small" : !ts.tensor
  ts.attr "sub" : !ts.object<@Sub>
}
ts.object @sub : !ts.object<@Sub> = {p = 1}

// CHECK: ts.object @m : !ts.object<@C> = {
// CHECK-SAME: b = true
// CHECK-SAME: c = #ts.complex<1.000000e+00, -2.500000e+00>
// CHECK-SAME: cuda = #ts.device<"cuda", 1>
// CHECK-SAME: d = #ts.dict<!ts.dict<!ts.str, f64>, ["a", "b"], [1.000000e+00, 2.000000e+00]>
// CHECK-SAME: dev = #ts.device<"cpu">
// CHECK-SAME: e = #ts.member<@Color, "RED">
// CHECK-SAME: empty = #ts.list<!ts.list<!ts.list<!ts.str>>, []>
// CHECK-SAME: f = 1.500000e+00 : f64
// CHECK-SAME: i = 3 : i64
// CHECK-SAME: inf = #ts.complex<0x7FF0000000000000, 0.000000e+00>
// CHECK-SAME: l = #ts.list<!ts.list<i64>, [1, 2]>
// CHECK-SAME: n = #ts.none
// CHECK-SAME: o = #ts.none
// CHECK-SAME: r = #ts.tensor_ref<"data/1", i64, [], strides [], offset 8>
// CHECK-SAME: s = "text"
// CHECK-SAME: small = dense<[1, 2]> : tensor<2xi64>
// CHECK-SAME: sub = @sub
// CHECK-SAME: t = #ts.tuple<!ts.tuple<i64, !ts.str>, [1, "a"]>
// CHECK-SAME: w = #ts.tensor_ref<"data/0", f32, [2, 3], strides [3, 1], offset 0, requires_grad>
ts.object @m : !ts.object<@C> = {
  i = 3, f = 1.5, b = true, s = "text", n = #ts.none, o = #ts.none,
  c = #ts.complex<1.0, -2.5>, inf = #ts.complex<0x7FF0000000000000, 0.0>,
  l = #ts.list<!ts.list<i64>, [1, 2]>,
  empty = #ts.list<!ts.list<!ts.list<!ts.str>>, []>,
  t = #ts.tuple<!ts.tuple<i64, !ts.str>, [1, "a"]>,
  d = #ts.dict<!ts.dict<!ts.str, f64>, ["a", "b"], [1.0, 2.0]>,
  dev = #ts.device<"cpu">, cuda = #ts.device<"cuda", 1>,
  e = #ts.member<@Color, "RED">,
  w = #ts.tensor_ref<"data/0", f32, [2, 3], strides [3, 1], offset 0, requires_grad>,
  r = #ts.tensor_ref<"data/1", i64, [], strides [], offset 8>,
  small = dense<[1, 2]> : tensor<2xi64>,
  sub = @sub
}

// -----

// Source ranges are location metadata.
// RUN: ts-opt %s --split-input-file --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOC
func.func @ranges() {
  // LOC: ts.constant.none loc(fused<#ts.range<3, 14, "f">>["a.py":3:8])
  %0 = ts.constant.none loc(fused<#ts.range<3, 14, "f">>["a.py":3:8])
  return
}
