// Passes count what they do, also where LLVM was built without assertions.
// RUN: ts-opt %s --ts-canonicalize --convert-ts-to-arith --mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s
// RUN: ts-opt %s --ts-infer-types --ts-to-value --convert-ts-to-linalg --ts-value-to-objects --mlir-pass-statistics 2>&1 | FileCheck %s --check-prefix=LINALG
// RUN: ts-opt %s --torchscript-to-cpu --mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: ts-opt %s --ts-canonicalize 2>&1 | FileCheck %s --check-prefix=SILENT

// CHECK: Pass statistics:
// CHECK: convert-ts-to-arith
// CHECK-NEXT: (S)      1 num-converted - Scalar operators converted
// CHECK: ts-canonicalize
// CHECK-NEXT: (S)      1 removed - operations removed

// LINALG: ts.op "aten::sort"
// LINALG-SAME: ts.residue = "the dtype of operand 0 is not known"
// LINALG: convert-ts-to-linalg
// LINALG-NEXT: (S)      1 num-converted - Operators converted
// LINALG: ts-to-value
// LINALG-NEXT: (S)      1 num-kept - Tensor operators that stay on objects
// LINALG-NEXT: (S)      1 num-moved - Operators moved onto values

// CPU: convert-ts-to-scf
// CPU-NEXT: num-branches
// CPU: convert-tsrt-to-llvm
// CPU-NEXT: (S) {{ *}}3 num-entries - Entries for the host made
// CPU-NEXT: (S) {{ *}}[[#]] num-functions - Functions lowered

// SILENT-NOT: (S)

func.func @scalars(%a: i64, %b: i64, %c: i1) -> i64 {
  %unused = arith.constant 7 : i64
  %0 = ts.op "aten::add.int"(%a, %b) : (i64, i64) -> i64
  %1 = ts.if %c -> (i64) {
    ts.yield %0 : i64
  } else {
    ts.yield %a : i64
  }
  return %1 : i64
}

func.func @known(%x: !ts.tensor<[2], f32>) -> !ts.tensor {
  %0 = ts.op "aten::relu"(%x) : (!ts.tensor<[2], f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

func.func @unknown(%x: !ts.tensor<[?], *>) -> !ts.tensor {
  %dim = arith.constant 0 : i64
  %down = arith.constant false
  %0, %1 = ts.op "aten::sort"(%x, %dim, %down) : (!ts.tensor<[?], *>, i64, i1) -> (!ts.tensor, !ts.tensor)
  return %0 : !ts.tensor
}
