// RUN: ts-opt %s '--pass-pipeline=builtin.module(func.func(ts-when-changed{pipeline=func.func(cse) then=func.func(ts-canonicalize)}))' | FileCheck %s
// RUN: ts-opt %s '--pass-pipeline=builtin.module(func.func(ts-when-changed{pipeline=func.func(cse) then=func.func(ts-canonicalize)}))' --mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: ts-opt %s '--pass-pipeline=builtin.module(func.func(ts-when-changed{pipeline=func.func(cse) then=func.func(ts-canonicalize)}))' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: not ts-opt %s '--ts-when-changed=pipeline=any(cse)' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not ts-opt %s '--ts-when-changed=pipeline=any(cse) then=any(no-such-pass)' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not ts-opt %s '--pass-pipeline=builtin.module(ts-when-changed{pipeline=builtin.module(ts-internalize{keep=nobody}) then=any(cse)})' 2>&1 | FileCheck %s --check-prefix=FAILS

// DUMP: ts-when-changed{pipeline=func.func(cse) then=func.func(ts-canonicalize)}
// NONE: the option 'then' is missing
// UNKNOWN: the option 'then' is no pipeline: {{.*}}'no-such-pass' does not refer to a registered pass
// FAILS: error: ts-internalize: no function 'nobody'

// COUNT: 1 changed
// COUNT-NEXT: 1 unchanged

// The sums are the same: one is left, and the zero goes.
// CHECK-LABEL: func @changes
// CHECK-NEXT: arith.muli %arg0, %arg0
// CHECK-NEXT: return
func.func @changes(%x: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %0 = arith.addi %x, %zero : i64
  %1 = arith.addi %x, %zero : i64
  %2 = arith.muli %0, %1 : i64
  return %2 : i64
}

// CHECK-LABEL: func @stays
// CHECK: arith.addi %arg0, %{{.*}}
func.func @stays(%x: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %0 = arith.addi %x, %zero : i64
  return %0 : i64
}
