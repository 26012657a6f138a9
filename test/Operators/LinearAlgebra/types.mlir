// Sizes of factors and solutions.
// RUN: ts-opt %s --ts-infer-types -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @factors(
// CHECK: "aten::linalg_qr"{{.*}} -> (!ts.tensor<[2,5,3],f32>, !ts.tensor<[2,3,3],f32>)
// CHECK: "aten::linalg_svd"{{.*}} -> (!ts.tensor<[2,5,5],f32>, !ts.tensor<[2,3],f32>, !ts.tensor<[2,3,3],f32>)
// CHECK: "aten::linalg_det"{{.*}} -> !ts.tensor<[2],complex<f64>>
// CHECK: "aten::linalg_eigh"{{.*}} -> (!ts.tensor<[2,3],f64>, !ts.tensor<[2,3,3],complex<f64>>)
func.func @factors(%x: !ts.tensor<[2,5,3],f32>, %z: !ts.tensor<[2,3,3],complex<f64>>) {
  %none = ts.constant.none
  %yes = arith.constant true
  %mode = ts.constant.str "reduced"
  %lower = ts.constant.str "L"
  %driver = ts.derefine %none : !ts.none to !ts.optional<!ts.str>
  %0:2 = ts.op "aten::linalg_qr"(%x, %mode) : (!ts.tensor<[2,5,3],f32>, !ts.str) -> (!ts.tensor, !ts.tensor)
  %1:3 = ts.op "aten::linalg_svd"(%x, %yes, %driver) : (!ts.tensor<[2,5,3],f32>, i1, !ts.optional<!ts.str>) -> (!ts.tensor, !ts.tensor, !ts.tensor)
  %2 = ts.op "aten::linalg_det"(%z) : (!ts.tensor<[2,3,3],complex<f64>>) -> !ts.tensor
  %3:2 = ts.op "aten::linalg_eigh"(%z, %lower) : (!ts.tensor<[2,3,3],complex<f64>>, !ts.str) -> (!ts.tensor, !ts.tensor)
  return
}

// -----

// A vector is no matrix, and right sides have the dtype of the matrices.
// CHECK-LABEL: func.func @solve(
// CHECK: "aten::linalg_solve"{{.*}} -> !ts.tensor<[?,3,4],f32>
// CHECK: "aten::linalg_solve"{{.*}} -> !ts.tensor{{$}}
// CHECK: "aten::linalg_inv"{{.*}} -> !ts.tensor{{$}}
func.func @solve(%a: !ts.tensor<[?,3,3],f32>, %b: !ts.tensor<[3,4],f32>, %c: !ts.tensor<[3,4],f64>, %v: !ts.tensor<[3],f32>) {
  %yes = arith.constant true
  %0 = ts.op "aten::linalg_solve"(%a, %b, %yes) : (!ts.tensor<[?,3,3],f32>, !ts.tensor<[3,4],f32>, i1) -> !ts.tensor
  %1 = ts.op "aten::linalg_solve"(%a, %c, %yes) : (!ts.tensor<[?,3,3],f32>, !ts.tensor<[3,4],f64>, i1) -> !ts.tensor
  %2 = ts.op "aten::linalg_inv"(%v) : (!ts.tensor<[3],f32>) -> !ts.tensor
  return
}

// -----

// What a driver does not say has no elements; what is left of tall systems is
// known of "gels" only.
// CHECK-LABEL: func.func @least_squares(
// CHECK: "aten::linalg_lstsq"{{.*}} -> (!ts.tensor<[2,3,4],f32>, !ts.tensor<[0],f32>, !ts.tensor<[2],i64>, !ts.tensor<[0],f32>)
// CHECK: "aten::linalg_lstsq"{{.*}} -> (!ts.tensor<[2,3,4],f32>, !ts.tensor<[2,4],f32>, !ts.tensor<[0],i64>, !ts.tensor<[0],f32>)
// CHECK: "aten::linalg_lstsq"{{.*}} -> (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor)
// CHECK: "aten::linalg_lstsq"{{.*}} -> (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor)
func.func @least_squares(%a: !ts.tensor<[2,5,3],f32>, %b: !ts.tensor<[2,5,4],f32>, %c: !ts.tensor<[2,5,4],f64>) {
  %none = ts.constant.none
  %rcond = ts.derefine %none : !ts.none to !ts.optional<f64>
  %unsaid = ts.derefine %none : !ts.none to !ts.optional<!ts.str>
  %gels = ts.constant.str "gels"
  %gelsd = ts.constant.str "gelsd"
  %0:4 = ts.op "aten::linalg_lstsq"(%a, %b, %rcond, %unsaid) : (!ts.tensor<[2,5,3],f32>, !ts.tensor<[2,5,4],f32>, !ts.optional<f64>, !ts.optional<!ts.str>) -> (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor)
  %1:4 = ts.op "aten::linalg_lstsq"(%a, %b, %rcond, %gels) : (!ts.tensor<[2,5,3],f32>, !ts.tensor<[2,5,4],f32>, !ts.optional<f64>, !ts.str) -> (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor)
  %2:4 = ts.op "aten::linalg_lstsq"(%a, %b, %rcond, %gelsd) : (!ts.tensor<[2,5,3],f32>, !ts.tensor<[2,5,4],f32>, !ts.optional<f64>, !ts.str) -> (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor)
  %3:4 = ts.op "aten::linalg_lstsq"(%a, %c, %rcond, %gels) : (!ts.tensor<[2,5,3],f32>, !ts.tensor<[2,5,4],f64>, !ts.optional<f64>, !ts.str) -> (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor)
  return
}
