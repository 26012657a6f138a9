// RUN: ts-opt %s '--pass-pipeline=builtin.module(func.func(ts-unless-form{form=ssa pipeline=func.func(ts-lower-exits,cse)}))' | FileCheck %s
// RUN: not ts-opt %s '--ts-unless-form=form=sideways pipeline=any(cse)' 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not ts-opt %s '--ts-unless-form=pipeline=any(cse' 2>&1 | FileCheck %s --check-prefix=OPEN
// FORM: no form 'sideways'; expected source, ssa or value
// OPEN: the option 'pipeline' is no pipeline

// In source form: the pipeline runs.
// CHECK-LABEL: func @source
// CHECK-NOT: ts.return
// CHECK: arith.addi
// CHECK-NOT: arith.addi
// CHECK: return
func.func @source(%x: i64) -> (i64) {
  %0 = arith.addi %x, %x : i64
  %1 = arith.addi %x, %x : i64
  %2 = arith.muli %0, %1 : i64
  ts.return %2 : i64
}

// In ssa form: it does not.
// CHECK-LABEL: func @ssa
// CHECK-COUNT-2: arith.addi
func.func @ssa(%x: i64) -> (i64) {
  %0 = arith.addi %x, %x : i64
  %1 = arith.addi %x, %x : i64
  %2 = arith.muli %0, %1 : i64
  func.return %2 : i64
}
