// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(ts-expand-math))' | FileCheck %s

// CHECK-LABEL: func @of_floats
// CHECK-NOT: math.tanh
// CHECK: arith.extf %arg0 : f32 to f64
// CHECK: arith.bitcast %{{.*}} : f64 to i64
// CHECK: %[[RESULT:.*]] = arith.truncf %{{.*}} : f64 to f32
// CHECK-NEXT: return %[[RESULT]]
func.func @of_floats(%x: f32) -> f32 {
  %0 = math.tanh %x : f32
  return %0 : f32
}

// CHECK-LABEL: func @others_stay
// CHECK: math.tanh %arg0 : f64
// CHECK: math.exp %arg1 : f32
func.func @others_stay(%x: f64, %y: f32) -> (f64, f32) {
  %0 = math.tanh %x : f64
  %1 = math.exp %y : f32
  return %0, %1 : f64, f32
}
