// RUN: ts-opt %s --ts-internalize=keep=f,h | FileCheck %s
// RUN: ts-opt %s --ts-internalize=keep=f,h --symbol-dce | FileCheck %s --check-prefix=DCE
// RUN: not ts-opt %s --ts-internalize=keep=nobody 2>&1 | FileCheck %s --check-prefix=NOBODY
// NOBODY: error: ts-internalize: no function 'nobody'

// CHECK: func @f
// DCE: func @f
func.func @f() {
  func.return
}
// CHECK: func private @g
// DCE-NOT: @g
func.func @g() {
  func.return
}
// CHECK: func @h
// DCE: func @h
func.func @h() {
  func.return
}
