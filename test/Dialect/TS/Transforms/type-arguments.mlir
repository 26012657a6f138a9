// RUN: ts-opt %s '--ts-type-arguments=entry=f signature=f32[2,3];-' | FileCheck %s
// RUN: ts-opt %s '--ts-type-arguments=entry=f signature=float32[2,3];-' | FileCheck %s
// RUN: ts-opt %s '--ts-type-arguments=entry=f' | FileCheck %s --check-prefix=NOTHING
// RUN: ts-opt %s '--ts-type-arguments=entry=kinds signature=bool[];u8[0];c128[1];qint8[2];i64[4]' | FileCheck %s --check-prefix=KINDS
// RUN: ts-opt %s '--ts-type-arguments=entry=f signature=f32[2,3]@strided;-' | FileCheck %s --check-prefix=STRIDED

// The example of the pass's documentation.
// STRIDED-LABEL: func @f(
// STRIDED-SAME: %{{.*}}: !ts.tensor<[2,3],f32> {ts.strided}, %{{.*}}: i64)
// CHECK-LABEL: func @f(
// CHECK-SAME: %[[X:.*]]: !ts.tensor<[2,3],f32>, %{{.*}}: i64)
// CHECK-NEXT: %[[OLD:.*]] = ts.derefine %[[X]] : !ts.tensor<[2,3],f32> to !ts.tensor
// CHECK-NEXT: return %[[OLD]]
// NOTHING-LABEL: func @f(
// NOTHING-SAME: !ts.tensor, %{{.*}}: i64)
// NOTHING-NEXT: return
func.func @f(%x: !ts.tensor, %n: i64) -> !ts.tensor {
  func.return %x : !ts.tensor
}

// Where there may be None, there is a tensor; a dtype that the dialect has not
// stays.
// KINDS-LABEL: func @kinds(
// KINDS-SAME: !ts.tensor<[],i1>, %{{.*}}: !ts.tensor<[0],ui8>, %{{.*}}: !ts.tensor<[1],complex<f64>>, %{{.*}}: !ts.tensor, %{{.*}}: !ts.tensor<[4],i64>)
func.func @kinds(%a: !ts.tensor, %b: !ts.tensor, %c: !ts.tensor, %d: !ts.tensor, %e: !ts.optional<!ts.tensor>) {
  func.return
}
