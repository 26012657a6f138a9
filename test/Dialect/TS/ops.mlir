// RUN: ts-opt %s --split-input-file | ts-opt --split-input-file | FileCheck %s
// RUN: ts-opt %s --split-input-file --mlir-print-op-generic | ts-opt --split-input-file | FileCheck %s

// Every operation round-trips in its own and in generic form.

// CHECK-LABEL: func @variables
func.func @variables(%a: i64) -> i64 {
  // CHECK: %[[X:.*]] = ts.var "x" : !ts.slot<i64>
  %x = ts.var "x" : !ts.slot<i64>
  // CHECK: ts.store %{{.*}}, %[[X]] : !ts.slot<i64>
  ts.store %a, %x : !ts.slot<i64>
  // CHECK: ts.load %[[X]] : !ts.slot<i64>
  %0 = ts.load %x : !ts.slot<i64>
  // CHECK: ts.del %[[X]] : !ts.slot<i64>
  ts.del %x : !ts.slot<i64>
  // CHECK: ts.uninitialized : i64
  %1 = ts.uninitialized : i64
  // CHECK: ts.return %{{.*}} : i64
  ts.return %0 : i64
}

// -----

// CHECK-LABEL: func @statements
func.func @statements(%c: i1, %n: i64, %msg: !ts.str) {
  // CHECK: ts.if %{{.*}} {
  // CHECK-NEXT: ts.print %{{.*}} : !ts.str
  // CHECK-NEXT: }
  ts.if %c {
    ts.print %msg : !ts.str
  }
  // CHECK: ts.for %{{.*}} to %{{.*}} {
  // CHECK-NEXT: ts.if
  // CHECK-NEXT: ts.break
  // CHECK-NEXT: } else {
  // CHECK-NEXT: ts.continue
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  ts.for %i to %n {
    ts.if %c {
      ts.break
    } else {
      ts.continue
    }
  }
  // CHECK: ts.while {
  // CHECK-NEXT: ts.condition(%{{.*}})
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ts.return
  // CHECK-NEXT: }
  ts.while {
    ts.condition(%c)
  } do {
    ts.return
  }
  // CHECK: ts.if %{{.*}} {
  // CHECK-NEXT: ts.raise "ValueError"(%{{.*}})
  ts.if %c {
    ts.raise "ValueError"(%msg)
  }
  // CHECK: ts.assert %{{.*}} {
  // CHECK-NEXT: ts.yield %{{.*}} : !ts.str
  ts.assert %c {
    ts.yield %msg : !ts.str
  }
  // CHECK: ts.assert %{{[^ ]* *$}}
  ts.assert %c
  // CHECK: ts.warn %{{[^ ]* *$}}
  ts.warn %msg
  // CHECK: ts.warn %{{.*}}, 3
  ts.warn %msg, 3
  // CHECK: ts.print(){{$}}
  ts.print ()
  ts.return
}

// -----

// CHECK-LABEL: func @carried
func.func @carried(%c: i1, %n: i64, %a: i64, %f: f64, %msg: !ts.str) -> i64 {
  // CHECK: ts.if %{{.*}} -> (i64, f64) {
  // CHECK-NEXT: ts.yield %{{.*}}, %{{.*}} : i64, f64
  // CHECK-NEXT: } else {
  // CHECK: ts.throw "ValueError"(%{{.*}})
  %0:2 = ts.if %c -> (i64, f64) {
    ts.yield %a, %f : i64, f64
  } else {
    ts.throw "ValueError"(%msg)
    ts.yield %n, %f : i64, f64
  }
  // CHECK: ts.for %[[I:.*]] to %{{.*}} iter_args(%[[S:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) : (i64, f64) {
  // CHECK-NEXT: arith.addi %[[S]], %[[I]]
  %1:2 = ts.for %i to %n iter_args(%s = %0#0, %t = %f) : (i64, f64) {
    %2 = arith.addi %s, %i : i64
    ts.yield %2, %t : i64, f64
  }
  // CHECK: ts.while (%[[X:.*]] = %{{.*}}) : (i64) {
  // CHECK-NEXT: ts.condition(%{{.*}}) %[[X]] : i64
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[Y:.*]]: i64):
  // CHECK-NEXT: ts.yield %[[Y]] : i64
  %3 = ts.while (%x = %1#0) : (i64) {
    ts.condition(%c) %x : i64
  } do {
  ^bb0(%y: i64):
    ts.yield %y : i64
  }
  func.return %3 : i64
}

// -----

ts.class @Timer {
}

// CHECK-LABEL: func @with
func.func @with(%m: !ts.object<@Timer>) {
  // CHECK: ts.with %{{.*}} : !ts.object<@Timer> {
  // CHECK-NEXT: ^bb0(%[[X:.*]]: i64):
  // CHECK-NEXT: ts.print %[[X]] : i64
  ts.with %m : !ts.object<@Timer> {
  ^bb0(%x: i64):
    ts.print %x : i64
  }
  // CHECK: ts.enter %{{.*}} : !ts.object<@Timer> -> i64
  %0 = ts.enter %m : !ts.object<@Timer> -> i64
  // CHECK: ts.enter %{{.*}} : !ts.object<@Timer>{{$}}
  ts.enter %m : !ts.object<@Timer>
  // CHECK: ts.exit %{{.*}} : !ts.object<@Timer>
  ts.exit %m : !ts.object<@Timer>
  ts.return
}

// -----

ts.enum @Color : i64 ["RED", "GREEN"] = [1, 2]

// CHECK-LABEL: func @constants
func.func @constants() {
  // CHECK: ts.constant.none
  %0 = ts.constant.none
  // CHECK: ts.constant.str "a\22b\0A"
  %1 = ts.constant.str "a\22b\0A"
  // CHECK: ts.constant.device <"cuda", 1>
  %2 = ts.constant.device <"cuda", 1>
  // CHECK: ts.constant.enum <@Color, "GREEN"> : !ts.enum<@Color>
  %3 = ts.constant.enum <@Color, "GREEN"> : !ts.enum<@Color>
  ts.return
}

// -----

// CHECK-LABEL: func @casts
func.func @casts(%a: i64, %o: !ts.optional<i64>, %any: !ts.any) {
  // CHECK: ts.derefine %{{.*}} : i64 to !ts.optional<i64>
  %0 = ts.derefine %a : i64 to !ts.optional<i64>
  // CHECK: ts.unchecked_cast %{{.*}} : !ts.optional<i64> to i64
  %1 = ts.unchecked_cast %o : !ts.optional<i64> to i64
  // CHECK: ts.isinstance %{{.*}} is [i64, !ts.any_list] : !ts.any
  %2 = ts.isinstance %any is [i64, !ts.any_list] : !ts.any
  // CHECK: ts.is_none %{{.*}} : !ts.optional<i64>
  %3 = ts.is_none %o : !ts.optional<i64>
  // CHECK: ts.unwrap %{{.*}} : !ts.optional<i64>
  %4 = ts.unwrap %o : !ts.optional<i64>
  // CHECK: ts.box %{{.*}} : i64 to !ts.scalar
  %5 = ts.box %a : i64 to !ts.scalar
  // CHECK: ts.unbox %{{.*}} : !ts.any to !ts.str
  %6 = ts.unbox %any : !ts.any to !ts.str
  ts.return
}

// -----

// CHECK-LABEL: func @containers
func.func @containers(%a: i64, %f: f64, %s: !ts.str) {
  // CHECK: ts.tuple.construct %{{.*}}, %{{.*}} : !ts.tuple<i64, f64>
  %0 = ts.tuple.construct %a, %f : !ts.tuple<i64, f64>
  // CHECK: ts.tuple.construct : !ts.tuple<>
  %1 = ts.tuple.construct : !ts.tuple<>
  // CHECK: ts.tuple.index %{{.*}}[1] : !ts.tuple<i64, f64>
  %2 = ts.tuple.index %0[1] : !ts.tuple<i64, f64>
  // CHECK: ts.print %{{.*}} : f64
  ts.print %2 : f64
  // CHECK: %[[SLICE:.*]] = ts.tuple.slice %{{.*}}[0 to 1] : !ts.tuple<i64, f64>
  %3 = ts.tuple.slice %0[0 to 1] : !ts.tuple<i64, f64>
  // CHECK: ts.print %[[SLICE]] : !ts.tuple<i64>
  ts.print %3 : !ts.tuple<i64>
  // CHECK: ts.list.construct %{{.*}}, %{{.*}} : !ts.list<i64>
  %4 = ts.list.construct %a, %a : !ts.list<i64>
  // CHECK: ts.list.construct : !ts.list<!ts.str>
  %5 = ts.list.construct : !ts.list<!ts.str>
  // CHECK: ts.list.unpack %{{.*}} : !ts.list<i64> -> i64, i64
  %6:2 = ts.list.unpack %4 : !ts.list<i64> -> i64, i64
  // CHECK: ts.dict.construct keys(%{{.*}}) values(%{{.*}}) : !ts.dict<!ts.str, i64>
  %7 = ts.dict.construct keys(%s) values(%a) : !ts.dict<!ts.str, i64>
  // CHECK: ts.dict.construct keys() values() : !ts.dict<i64, i64>
  %8 = ts.dict.construct keys() values() : !ts.dict<i64, i64>
  ts.return
}

// -----

// CHECK: ts.class module @__torch__.Net extends [@Base] {
// CHECK-NEXT: ts.attr parameter "weight" : !ts.tensor
// CHECK-NEXT: ts.attr buffer "mean" : !ts.tensor
// CHECK-NEXT: ts.attr constant "limit" : i64 = 3
// CHECK-NEXT: ts.attr "training" : i1
// CHECK-NEXT: ts.method "forward" = @__torch__.Net.forward
// CHECK-NEXT: ts.method static "make" = @__torch__.Net.forward
// CHECK-NEXT: ts.method property "size" = @__torch__.Net.forward
// CHECK-NEXT: }
ts.class module @"__torch__.Net" extends [@Base] {
  ts.attr parameter "weight" : !ts.tensor
  ts.attr buffer "mean" : !ts.tensor
  ts.attr constant "limit" : i64 = 3
  ts.attr "training" : i1
  ts.method "forward" = @"__torch__.Net.forward"
  ts.method static "make" = @"__torch__.Net.forward"
  ts.method property "size" = @"__torch__.Net.forward"
}
// CHECK: ts.class "private" @Base {
ts.class "private" @Base {
}
// CHECK: ts.interface module @I {
// CHECK-NEXT: ts.signature "forward" : (!ts.tensor) -> !ts.tensor
ts.interface module @I {
  ts.signature "forward" : (!ts.tensor) -> !ts.tensor
}
// CHECK: ts.enum @Color : i64 ["RED", "GREEN"] = [1, 2]
ts.enum @Color : i64 ["RED", "GREEN"] = [1, 2]
// CHECK: ts.global mutable @count : i64 = 0
ts.global mutable @count : i64 = 0
// CHECK: ts.object @m : !ts.object<@__torch__.Net> = {training = false}
ts.object @m : !ts.object<@"__torch__.Net"> = {training = false}

// CHECK-LABEL: func @__torch__.Net.forward
func.func @"__torch__.Net.forward"(%i: !ts.interface<@I>, %x: !ts.tensor) {
  // CHECK: ts.global.load @count : i64
  %0 = ts.global.load @count : i64
  // CHECK: ts.global.store %{{.*}}, @count : i64
  ts.global.store %0, @count : i64
  // CHECK: ts.object.ref @m : !ts.object<@__torch__.Net>
  %1 = ts.object.ref @m : !ts.object<@"__torch__.Net">
  // CHECK: ts.new : !ts.object<@Base>
  %2 = ts.new : !ts.object<@Base>
  // CHECK: ts.getattr %{{.*}}["training"] : !ts.object<@__torch__.Net> -> i1
  %3 = ts.getattr %1["training"] : !ts.object<@"__torch__.Net"> -> i1
  // CHECK: ts.setattr %{{.*}}["training"] = %{{.*}} : !ts.object<@__torch__.Net>, i1
  ts.setattr %1["training"] = %3 : !ts.object<@"__torch__.Net">, i1
  // CHECK: ts.call_method %{{.*}}["forward"](%{{.*}}) : !ts.interface<@I>, (!ts.tensor) -> !ts.tensor
  %4 = ts.call_method %i["forward"](%x) : !ts.interface<@I>, (!ts.tensor) -> !ts.tensor
  ts.return
}

// -----

// CHECK-LABEL: func @operators
func.func @operators(%t: !ts.tensor, %one: i64) {
  // CHECK: ts.op "aten::add.Tensor"(%{{.*}}, %{{.*}}, %{{.*}}) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %0 = ts.op "aten::add.Tensor"(%t, %t, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  // CHECK: ts.unsupported "rpc.remote"(%{{.*}}) : (i64) -> !ts.rref<i64>
  %1 = ts.unsupported "rpc.remote"(%one) : (i64) -> !ts.rref<i64>
  ts.return
}

// -----

// CHECK-LABEL: func @tensors
func.func @tensors(%t: !ts.tensor<[2,?],f32>, %u: !ts.tensor<[4],ui8>) {
  // CHECK: ts.tensor.value %{{.*}} : !ts.tensor<[2,?],f32> -> tensor<2x?xf32>
  %0 = ts.tensor.value %t : !ts.tensor<[2,?],f32> -> tensor<2x?xf32>
  // CHECK: ts.tensor.ref %{{.*}} : tensor<2x?xf32> -> !ts.tensor<[2,?],f32>
  %1 = ts.tensor.ref %0 : tensor<2x?xf32> -> !ts.tensor<[2,?],f32>
  // CHECK: ts.tensor.overwrite %{{.*}}, %{{.*}} : tensor<2x?xf32>, !ts.tensor<[2,?],f32>
  ts.tensor.overwrite %0, %t : tensor<2x?xf32>, !ts.tensor<[2,?],f32>
  // torch.uint8 is a signless byte in a builtin tensor.
  // CHECK: ts.tensor.value %{{.*}} : !ts.tensor<[4],ui8> -> tensor<4xi8>
  %2 = ts.tensor.value %u : !ts.tensor<[4],ui8> -> tensor<4xi8>
  // CHECK: ts.tensor.literal dense<[1, 2]> : tensor<2xi64> -> !ts.tensor<[2],i64>
  %3 = ts.tensor.literal dense<[1, 2]> : tensor<2xi64> -> !ts.tensor<[2],i64>
  // CHECK: ts.tensor.literal #ts.tensor_ref<"0", f32, [2], strides [1], offset 0> -> !ts.tensor<[2],f32>
  %4 = ts.tensor.literal #ts.tensor_ref<"0", f32, [2], strides [1], offset 0> -> !ts.tensor<[2],f32>
  ts.return
}

// -----

func.func private @g(i64) -> i64

// CHECK-LABEL: func @async
func.func @async(%to: !ts.str, %x: i64) {
  // CHECK: ts.fork @g(%{{.*}}) : (i64) -> !ts.future<i64>
  %0 = ts.fork @g(%x) : (i64) -> !ts.future<i64>
  // CHECK: ts.wait %{{.*}} : !ts.future<i64>
  %1 = ts.wait %0 : !ts.future<i64>
  // CHECK: ts.rpc "rpc_async", @g(%{{.*}}, %{{.*}}) : (!ts.str, i64) -> !ts.future<i64>
  %2 = ts.rpc "rpc_async", @g(%to, %x) : (!ts.str, i64) -> !ts.future<i64>
  ts.return
}

// -----

// Operands of any subtype, and tensors as values.
// CHECK-LABEL: func @operators
func.func @operators(%u: !ts.union<f64, i64>, %t: !ts.tensor<[2],f32>, %v: tensor<?x3xf32>, %one: i64, %l: !ts.list<!ts.optional<i64>>, %none: !ts.none) {
  // CHECK: ts.op "aten::add"(%{{.*}}) : (!ts.union<f64, i64>, i64) -> !ts.scalar
  %0 = ts.op "aten::add"(%u, %one) : (!ts.union<f64, i64>, i64) -> !ts.scalar
  // CHECK: ts.op "aten::add.Tensor"(%{{.*}}) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>, i64) -> !ts.tensor<*,f32>
  %1 = ts.op "aten::add.Tensor"(%t, %t, %one) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>, i64) -> !ts.tensor<*,f32>
  // CHECK: ts.op "aten::add.Tensor"(%{{.*}}) : (tensor<?x3xf32>, tensor<?x3xf32>, i64) -> tensor<?x3xf32>
  %2 = ts.op "aten::add.Tensor"(%v, %v, %one) : (tensor<?x3xf32>, tensor<?x3xf32>, i64) -> tensor<?x3xf32>
  // CHECK: ts.op "aten::append.t"
  %3 = ts.op "aten::append.t"(%l, %none) : (!ts.list<!ts.optional<i64>>, !ts.none) -> !ts.list<!ts.optional<i64>>
  // An operator of an unknown namespace takes and gives anything.
  // CHECK: ts.op "mine::scale"(%{{.*}}) : (tensor<?x3xf32>) -> i64
  %4 = ts.op "mine::scale"(%v) : (tensor<?x3xf32>) -> i64
  ts.return
}
