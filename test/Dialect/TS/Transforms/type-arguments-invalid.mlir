// RUN: not ts-opt %s '--ts-type-arguments=entry=g signature=-' 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not ts-opt %s '--ts-type-arguments=entry=f signature=f32[2,+];-' 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not ts-opt %s '--ts-type-arguments=entry=f signature=f31[2];-' 2>&1 | FileCheck %s --check-prefix=DTYPE
// RUN: not ts-opt %s '--ts-type-arguments=entry=f signature=f32[2' 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: not ts-opt %s '--ts-type-arguments=entry=f signature=f32[2];' 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not ts-opt %s '--ts-type-arguments=entry=f signature=f32[-1];-' 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not ts-opt %s '--ts-type-arguments=entry=f signature=f32[2],-' 2>&1 | FileCheck %s --check-prefix=SEPARATOR
// RUN: not ts-opt %s '--ts-type-arguments=entry=f signature=f32[2]' 2>&1 | FileCheck %s --check-prefix=ARITY
// RUN: not ts-opt %s '--ts-type-arguments=entry=f signature=-;f32[2]' 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not ts-opt %s '--ts-type-arguments=entry=f signature=f32[99999999999999999999];-' 2>&1 | FileCheck %s --check-prefix=HUGE
// RUN: not ts-opt %s '--ts-type-arguments=entry=f signature=f32[2]@stride;-' 2>&1 | FileCheck %s --check-prefix=ORDER

// ENTRY: error: ts-type-arguments: no function 'g'
// SIZE: type-arguments-invalid.mlir:[[#@LINE+10]]:1: error: in the signature 'f32[2,+];-': expected a size, which is a number, a name or '?' at '+];-'
// DTYPE: error: in the signature 'f31[2];-': expected a dtype (f32, f64, i64, bool, ...) instead of 'f31' at 'f31[2];-'
// OPEN: error: in the signature 'f32[2': expected ',' or ']' at the end
// MISSING: error: in the signature 'f32[2];': expected '-' or DTYPE[SIZE,...] at the end
// NEGATIVE: expected a size, which is a number, a name or '?' at '-1];-'
// SEPARATOR: expected ';' at ',-'
// ARITY: error: the signature 'f32[2]' is for 1 argument(s), the function has 2
// KIND: error: the signature '-;f32[2]' has a tensor for argument 2, which is 'int'
// ORDER: error: in the signature 'f32[2]@stride;-': expected 'strided' at 'stride;-'
// HUGE: expected a size, which is a number, a name or '?' at '99999999999999999999
func.func @f(%x: !ts.tensor, %n: i64) {
  func.return
}
