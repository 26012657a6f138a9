// RUN: ts-opt %s --ts-verify-form=form=ssa --split-input-file --verify-diagnostics
// RUN: not ts-opt %s --ts-verify-form=form=value 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not ts-opt %s --ts-verify-form=form=machine 2>&1 | FileCheck %s --check-prefix=FORM

// All violations are reported, then how many of each there are.

// FORM: error: ts-verify-form: no form 'machine'; expected source, ssa or value
// VALUE: error: 'ts.unsupported' is not supported; not allowed in value form
// VALUE: remark: 'aten::relu' runs in the runtime: operand 0 has no known dtype and rank
// VALUE: remark: 'aten::relu' runs in the runtime: operand 0 has no known rank
// VALUE: remark: 'aten::relu' runs in the runtime: no pass has tried to compile it

// expected-error @below {{not in ssa form: ts.var 1 ts.store 2 ts.return 1}}
module {
  func.func @f(%a: i64) {
    // expected-error @+1 {{'ts.var' is about a slot; not allowed in ssa form}}
    %x = ts.var "x" : !ts.slot<i64>
    // expected-error @+1 {{'ts.store' is about a slot; not allowed in ssa form}}
    ts.store %a, %x : !ts.slot<i64>
    // expected-error @+1 {{'ts.store' is about a slot; not allowed in ssa form}}
    ts.store %a, %x : !ts.slot<i64>
    ts.unsupported "thing"() : () -> ()
    // expected-error @+1 {{'ts.return' is an exit; not allowed in ssa form}}
    ts.return
  }
  func.func @g(%a: !ts.tensor, %b: !ts.tensor<*,f32>, %c: !ts.tensor<[2],f32>) {
    %0 = ts.op "aten::relu"(%a) : (!ts.tensor) -> !ts.tensor
    %1 = ts.op "aten::relu"(%b) : (!ts.tensor<*,f32>) -> !ts.tensor<*,f32>
    %2 = ts.op "aten::relu"(%c) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
    return
  }
}

// -----

// A with and an assert are statements of source form.
// expected-error @below {{not in ssa form: ts.with 1 ts.assert 1}}
module {
  ts.class @Timer {
  }
  func.func @f(%m: !ts.object<@Timer>, %c: i1) {
    // expected-error @+1 {{'ts.with' is a statement of source form}}
    ts.with %m : !ts.object<@Timer> {
    }
    // expected-error @+1 {{'ts.assert' is a statement of source form}}
    ts.assert %c
    return
  }
}
