// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(ts-expand-math),builtin.module(func.func(ts-expand-math)))' | FileCheck %s
// How exact the arithmetic is, unittests/Codegen/MathTest.cpp tells.

// Two constants and two multiply-adds take x apart, six give e^r, and two
// factors the exponent.
// CHECK-LABEL: func @exp
// CHECK-NOT: math.
// CHECK: %[[PRODUCT:.*]] = arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : f32
// CHECK: arith.addf %[[PRODUCT]], %{{.*}} fastmath<contract> : f32
// CHECK: arith.shli
// CHECK: %[[SCALED:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK: %[[RESULT:.*]] = arith.mulf %[[SCALED]], %{{.*}} : f32
// CHECK-NEXT: return %[[RESULT]]
func.func @exp(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}

// CHECK-LABEL: func @vectors
// CHECK: math.absf %arg0 : vector<16xf32>
// CHECK: arith.constant dense<{{.*}}> : vector<16xf32>
// CHECK-NOT: math.tanh
// CHECK: arith.bitcast %{{.*}} : vector<16xf32> to vector<16xi32>
// CHECK: arith.bitcast %{{.*}} : vector<16xi32> to vector<16xf32>
func.func @vectors(%x: vector<16xf32>) -> vector<16xf32> {
  %0 = math.tanh %x : vector<16xf32>
  return %0 : vector<16xf32>
}

// With AVX-512, one instruction scales.
// CHECK-LABEL: func @scaled
// CHECK: %[[SCALED:.*]] = llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.ps.512"(
// CHECK-NEXT: return %[[SCALED]]
func.func @scaled(%x: vector<16xf32>) -> vector<16xf32> attributes {ts.cpu = "x86-64-v4"} {
  %0 = math.exp %x : vector<16xf32>
  return %0 : vector<16xf32>
}

// CHECK-LABEL: func @in_two_steps
// CHECK-NOT: llvm.call_intrinsic
// CHECK: arith.shli
func.func @in_two_steps(%x: vector<16xf32>) -> vector<16xf32> attributes {ts.cpu = "x86-64-v3"} {
  %0 = math.exp %x : vector<16xf32>
  return %0 : vector<16xf32>
}

// 1 + erf(x) is one function, whose last sum is rounded as the written one.
// CHECK-LABEL: func @one_plus_erf
// CHECK-NOT: math.erf
// CHECK-NOT: arith.constant -0.0268615857 : f32
// CHECK: arith.addi
// CHECK-NEXT: arith.bitcast
// CHECK-NEXT: %[[POWER:.*]] = arith.mulf
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1.000000e+00
// CHECK-NEXT: %[[SIZE:.*]] = arith.subf %[[ONE]], %[[POWER]] : f32
// CHECK: math.absf %[[SIZE]] : f32
// CHECK: %[[ERF:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK: %[[SUM:.*]] = arith.addf %{{.*}}, %[[ERF]] : f32
// CHECK: return %[[SUM]]
func.func @one_plus_erf(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %0 = math.erf %x : f32
  %1 = arith.addf %one, %0 : f32
  return %1 : f32
}

// With AVX-512, one instruction looks up a coefficient of each lane's piece.
// CHECK-LABEL: func @one_plus_erf_in_pieces
// CHECK: %[[SHIFTED:.*]] = arith.addf %{{.*}}, %{{.*}} : vector<16xf32>
// CHECK: %[[PIECE:.*]] = arith.bitcast %[[SHIFTED]] : vector<16xf32> to vector<16xi32>
// CHECK-COUNT-5: llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.ps.512"(%{{.*}}, %[[PIECE]], %{{.*}})
// CHECK-NOT: llvm.call_intrinsic
// CHECK: return
func.func @one_plus_erf_in_pieces(%x: vector<16xf32>) -> vector<16xf32> attributes {ts.cpu = "x86-64-v4"} {
  %one = arith.constant dense<1.0> : vector<16xf32>
  %0 = math.erf %x : vector<16xf32>
  %1 = arith.addf %0, %one : vector<16xf32>
  return %1 : vector<16xf32>
}

// The function alone is computed where somebody else reads it, too.
// CHECK-LABEL: func @erf_and_sum
// CHECK: arith.constant -0.0268615857 : f32
// CHECK: return
func.func @erf_and_sum(%x: f32) -> (f32, f32) {
  %one = arith.constant 1.0 : f32
  %0 = math.erf %x : f32
  %1 = arith.addf %0, %one : f32
  return %0, %1 : f32, f32
}

// Half precision by way of single precision.
// CHECK-LABEL: func @short
// CHECK: arith.extf %arg0 : f16 to f32
// CHECK-NOT: math.
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @short(%x: f16) -> f16 {
  %0 = math.log %x : f16
  return %0 : f16
}

// Absolute values and roots stay.
// CHECK-LABEL: func @all
// CHECK-NOT: math.{{[^as]}}
// CHECK: return
func.func @all(%x: f32, %y: f32) -> f32 {
  %0 = math.acos %x : f32
  %1 = math.acosh %0 : f32
  %2 = math.asin %1 : f32
  %3 = math.asinh %2 : f32
  %4 = math.atan %3 : f32
  %5 = math.atanh %4 : f32
  %6 = math.cos %5 : f32
  %7 = math.cosh %6 : f32
  %8 = math.erf %7 : f32
  %9 = math.exp2 %8 : f32
  %10 = math.expm1 %9 : f32
  %11 = math.log10 %10 : f32
  %12 = math.log1p %11 : f32
  %13 = math.log2 %12 : f32
  %14 = math.sin %13 : f32
  %15 = math.sinh %14 : f32
  %16 = math.tan %15 : f32
  %17 = math.atan2 %16, %y : f32
  %18 = math.powf %17, %y : f32
  return %18 : f32
}

// Functions of doubles are arithmetic on words of their width; with AVX-512,
// one instruction scales.
// CHECK-LABEL: func @doubles
// CHECK-NOT: math.
// CHECK: arith.bitcast %{{.*}} : vector<4xf64> to vector<4xi64>
// CHECK: arith.shli %{{.*}}, %{{.*}} : vector<4xi64>
// CHECK: return
func.func @doubles(%x: vector<4xf64>) -> vector<4xf64> {
  %0 = math.exp %x : vector<4xf64>
  return %0 : vector<4xf64>
}

// CHECK-LABEL: func @scaled_doubles
// CHECK: %[[SCALED:.*]] = llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.pd.512"(
// CHECK-NEXT: return %[[SCALED]]
func.func @scaled_doubles(%x: vector<8xf64>) -> vector<8xf64> attributes {ts.cpu = "x86-64-v4"} {
  %0 = math.exp %x : vector<8xf64>
  return %0 : vector<8xf64>
}

// What products lose is found by one rounded product and sum, where processors
// have that.
// CHECK-LABEL: func @power
// CHECK: llvm.intr.fma
// CHECK-LABEL: func @power_of_halves
// CHECK-NOT: llvm.intr.fma
// CHECK: return
func.func @power(%x: f64, %y: f64) -> f64 attributes {ts.cpu = "x86-64-v3"} {
  %0 = math.powf %x, %y : f64
  return %0 : f64
}
func.func @power_of_halves(%x: f64, %y: f64) -> f64 attributes {ts.cpu = "x86-64-v2"} {
  %0 = math.powf %x, %y : f64
  return %0 : f64
}

// Sines of large angles are the C library's, in a branch for vectors that have
// some.
// CHECK-LABEL: func @angles
// CHECK: %[[NEAR:.*]] = arith.select %{{.*}}, %arg0, %{{.*}} : vector<8xi1>, vector<8xf64>
// CHECK: %[[IS_FAR:.*]] = arith.cmpf oge
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %[[IS_FAR]] : vector<8xi1> into i1
// CHECK: scf.if %[[ANY]] -> (vector<8xf64>)
// CHECK-NEXT: %[[FAR:.*]] = math.sin %arg0 {ts.far} : vector<8xf64>
// CHECK-NEXT: arith.select %[[IS_FAR]], %[[FAR]], %[[NEAR]]
// CHECK: scf.yield %[[NEAR]]
func.func @angles(%x: vector<8xf64>) -> vector<8xf64> {
  %0 = math.sin %x : vector<8xf64>
  return %0 : vector<8xf64>
}

// CHECK-LABEL: func @angles_on_device
// CHECK-NOT: scf.if
// CHECK: math.cos
// CHECK-NOT: math.exp
// CHECK: gpu.terminator
func.func @angles_on_device(%x: memref<1xf64>) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%a, %b, %c) in (%d = %one, %e = %one, %f = %one) threads(%g, %h, %i) in (%j = %one, %k = %one, %l = %one) {
    %zero = arith.constant 0 : index
    %0 = memref.load %x[%zero] : memref<1xf64>
    %1 = math.cos %0 : f64
    %2 = math.exp %1 : f64
    memref.store %2, %x[%zero] : memref<1xf64>
    gpu.terminator
  }
  return
}

// CHECK-LABEL: func @others_stay
// CHECK: math.tanh %arg0 : f80
// CHECK: math.floor %arg1 : f32
// CHECK: math.exp %arg2 : tensor<?xf32>
func.func @others_stay(%x: f80, %y: f32, %z: tensor<?xf32>) -> (f80, f32, tensor<?xf32>) {
  %0 = math.tanh %x : f80
  %1 = math.floor %y : f32
  %2 = math.exp %z : tensor<?xf32>
  return %0, %1, %2 : f80, f32, tensor<?xf32>
}

// Conversions of bfloat16 are arithmetic on integers; NaN stays NaN, which is
// chosen before the rounding.
// CHECK-LABEL: func @brain
// CHECK-NOT: bf16 to f32
// CHECK: arith.shli {{.*}} : vector<8xi32>
// CHECK: %[[IS_NAN:.*]] = arith.cmpf une, %[[X:.*]], %[[X]]
// CHECK: %[[NAN:.*]] = arith.constant dense<0x7FC00000> : vector<8xf32>
// CHECK: %[[ALL:.*]] = arith.select %[[IS_NAN]], %[[NAN]], %[[X]] : vector<8xi1>, vector<8xf32>
// CHECK: arith.bitcast %[[ALL]] : vector<8xf32> to vector<8xi32>
// CHECK: %[[HALF:.*]] = arith.trunci %{{.*}} : vector<8xi32> to vector<8xi16>
// CHECK-NEXT: %[[RESULT:.*]] = arith.bitcast %[[HALF]] : vector<8xi16> to vector<8xbf16>
// CHECK-NEXT: return %[[RESULT]]
func.func @brain(%x: vector<8xbf16>) -> vector<8xbf16> {
  %0 = arith.extf %x : vector<8xbf16> to vector<8xf32>
  %1 = arith.mulf %0, %0 : vector<8xf32>
  %2 = arith.truncf %1 : vector<8xf32> to vector<8xbf16>
  return %2 : vector<8xbf16>
}

// The larger of two values of bfloat16 and a constant is one: it is not rounded.
// CHECK-LABEL: func @largest
// CHECK: %[[LARGEST:.*]] = arith.select
// CHECK-NEXT: %[[BITS:.*]] = arith.bitcast %[[LARGEST]] : vector<8xf32> to vector<8xi32>
// CHECK-NOT: arith.addi
// CHECK: arith.trunci
func.func @largest(%x: vector<8xbf16>, %y: vector<8xbf16>, %take: vector<8xi1>) -> vector<8xbf16> {
  %half = arith.constant dense<0.5> : vector<8xf32>
  %0 = arith.extf %x : vector<8xbf16> to vector<8xf32>
  %1 = arith.extf %y : vector<8xbf16> to vector<8xf32>
  %2 = arith.maximumf %0, %1 : vector<8xf32>
  %3 = arith.select %take, %2, %half : vector<8xi1>, vector<8xf32>
  %4 = arith.truncf %3 : vector<8xf32> to vector<8xbf16>
  return %4 : vector<8xbf16>
}

// A third is not: it is rounded.
// CHECK-LABEL: func @atLeastAThird
// CHECK: arith.addi
func.func @atLeastAThird(%x: vector<8xbf16>) -> vector<8xbf16> {
  %third = arith.constant dense<0.333333343> : vector<8xf32>
  %0 = arith.extf %x : vector<8xbf16> to vector<8xf32>
  %1 = arith.maximumf %0, %third : vector<8xf32>
  %2 = arith.truncf %1 : vector<8xf32> to vector<8xbf16>
  return %2 : vector<8xbf16>
}

// An instruction here; elsewhere, where a processor may have none, exact
// products in double precision.
// CHECK-LABEL: func @fma
// CHECK: llvm.intr.fma(%{{.*}}) : (vector<16xf32>, vector<16xf32>, vector<16xf32>) -> vector<16xf32>
// CHECK: llvm.intr.fma(%{{.*}}) : (f64, f64, f64) -> f64
func.func @fma(%x: vector<16xf32>, %y: f64) -> (vector<16xf32>, f64) {
  %0 = math.fma %x, %x, %x : vector<16xf32>
  %1 = math.fma %y, %y, %y : f64
  return %0, %1 : vector<16xf32>, f64
}

// Devices have the instruction.
// CHECK-LABEL: func @on_device
// CHECK: math.fma
func.func @on_device(%x: memref<1xf32>) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%a, %b, %c) in (%d = %one, %e = %one, %f = %one) threads(%g, %h, %i) in (%j = %one, %k = %one, %l = %one) {
    %zero = arith.constant 0 : index
    %0 = memref.load %x[%zero] : memref<1xf32>
    %1 = math.fma %0, %0, %0 : f32
    memref.store %1, %x[%zero] : memref<1xf32>
    gpu.terminator
  }
  return
}

// CHECK: module @elsewhere
module @elsewhere attributes {ts.library = "elsewhere"} {
  // CHECK: arith.mulf %{{.*}}, %{{.*}} : vector<4xf64>
  // CHECK: arith.addf %{{.*}}, %{{.*}} : vector<4xf64>
  // CHECK: arith.truncf %{{.*}} : vector<4xf64> to vector<4xf32>
  // CHECK-NOT: fma
  func.func @portable(%x: vector<4xf32>) -> vector<4xf32> {
    %0 = math.fma %x, %x, %x : vector<4xf32>
    return %0 : vector<4xf32>
  }
}
