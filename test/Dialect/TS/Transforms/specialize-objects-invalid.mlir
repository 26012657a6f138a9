// RUN: ts-opt %s --ts-specialize-objects=methods=nothing --verify-diagnostics
// RUN: not ts-opt %s --ts-specialize-objects=object=nobody 2>&1 | FileCheck %s

// CHECK: error: ts-specialize-objects: no 'ts.object' is called 'nobody'

// expected-note @+1 {{the class is here}}
ts.class @C {
}
// expected-error @+1 {{the class of 'm' has no method 'nothing'}}
ts.object @m : !ts.object<@C> = {}
