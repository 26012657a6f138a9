// RUN: ts-opt %s '--pass-pipeline=builtin.module(ts-repeat{pipeline=builtin.module(ts-inline-methods) max-iterations=8})' | FileCheck %s
// RUN: ts-opt %s '--pass-pipeline=builtin.module(ts-repeat{pipeline=builtin.module(ts-inline-methods) max-iterations=1})' | FileCheck %s --check-prefix=ONCE
// RUN: ts-opt %s '--pass-pipeline=builtin.module(ts-repeat{pipeline=builtin.module(func.func(canonicalize{max-iterations=2},cse)) max-iterations=3})' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: not ts-opt %s '--ts-repeat=pipeline=builtin.module(no-such-pass)' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not ts-opt %s --ts-repeat=max-iterations=2 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not ts-opt %s '--pass-pipeline=builtin.module(ts-repeat{pipeline=builtin.module(ts-internalize{keep=nobody})})' 2>&1 | FileCheck %s --check-prefix=FAILS

// UNKNOWN: 'no-such-pass' does not refer to a registered pass or pass pipeline
// NONE: the option 'pipeline' is missing
// FAILS: error: ts-internalize: no function 'nobody'
// DUMP: ts-repeat{max-iterations=3 pipeline=builtin.module(func.func(canonicalize{{.*}}max-iterations=2{{.*}},cse))}

// Two levels of calls take two rounds.
ts.class @C {
}
ts.object @m : !ts.object<@C> = {}
func.func private @inner(%self: !ts.object<@C>, %x: i64) -> i64 {
  %0 = arith.addi %x, %x : i64
  func.return %0 : i64
}
func.func private @outer(%self: !ts.object<@C>, %x: i64) -> i64 {
  %0 = func.call @inner(%self, %x) : (!ts.object<@C>, i64) -> i64
  func.return %0 : i64
}
// CHECK-LABEL: func @m.forward
// CHECK-NOT: call
// CHECK: arith.addi
// ONCE-LABEL: func @m.forward
// ONCE: call @inner
func.func @m.forward(%x: i64) -> i64 {
  %m = ts.object.ref @m : !ts.object<@C>
  %0 = func.call @outer(%m, %x) : (!ts.object<@C>, i64) -> i64
  func.return %0 : i64
}
