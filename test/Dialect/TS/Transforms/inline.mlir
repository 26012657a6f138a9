// RUN: ts-opt %s --ts-inline --split-input-file | FileCheck %s

// The example of the pass's documentation.
// CHECK-NOT: func private
// CHECK: func @f
// CHECK-NEXT: arith.addi
// CHECK-NEXT: return
func.func private @twice(%x: i64) -> i64 {
  %0 = arith.addi %x, %x : i64
  func.return %0 : i64
}
func.func @f(%x: i64) -> i64 {
  %0 = call @twice(%x) : (i64) -> i64
  func.return %0 : i64
}

// -----

// Each function calls every other: the calls stay, however often they stand.
// CHECK-LABEL: func @a
// CHECK-COUNT-4: call @{{[bc]}}
// CHECK-LABEL: func @b
// CHECK-COUNT-4: call @{{[ac]}}
// CHECK-LABEL: func @c
// CHECK-COUNT-4: call @{{[ab]}}
// CHECK-LABEL: func @outside
// CHECK: call @a
// CHECK-NOT: call @leaf
func.func @a() {
  call @b() : () -> ()
  call @c() : () -> ()
  call @b() : () -> ()
  call @c() : () -> ()
  func.return
}
func.func @b() {
  call @a() : () -> ()
  call @c() : () -> ()
  call @a() : () -> ()
  call @c() : () -> ()
  func.return
}
func.func @c() {
  call @a() : () -> ()
  call @b() : () -> ()
  call @a() : () -> ()
  call @b() : () -> ()
  func.return
}
func.func private @leaf() {
  func.return
}
func.func @outside() {
  call @a() : () -> ()
  call @leaf() : () -> ()
  func.return
}
