// RUN: ts-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// What the verifiers refuse, and how they say it.

// expected-error @+1 {{an optional of '!ts.none' has two Nones}}
func.func private @f(!ts.optional<!ts.none>)

// -----

// expected-error @+1 {{an optional of '!ts.optional<i64>' has two Nones}}
func.func private @f(!ts.optional<!ts.optional<i64>>)

// -----

// expected-error @+1 {{a list of 'i32', which is not a TorchScript value type}}
func.func private @f(!ts.list<i32>)

// -----

// expected-error @+1 {{a tuple of '!ts.slot<i64>', which is not a TorchScript value type}}
func.func private @f(!ts.tuple<!ts.slot<i64>>)

// -----

// expected-error @+1 {{a union has at least two members}}
func.func private @f(!ts.union<i64>)

// -----

// expected-error @+1 {{a union has 'i64' twice}}
func.func private @f(!ts.union<i64, i64>)

// -----

// expected-error @+1 {{a union has '!ts.optional<i64>' as a member}}
func.func private @f(!ts.union<!ts.optional<i64>, f64>)

// -----

// expected-error @+1 {{a dict cannot have keys of type '!ts.list<i64>'}}
func.func private @f(!ts.dict<!ts.list<i64>, i64>)

// -----

// expected-error @+1 {{the named tuple "P" has the field "x" twice}}
func.func private @f(!ts.tuple<"P" x: i64, x: f64>)

// -----

// expected-error @+1 {{'i4' is not a dtype}}
func.func private @f(!ts.tensor<[2],i4>)

// -----

// expected-error @+1 {{2 sizes and 1 strides}}
"test.op"() {a = #ts.tensor_ref<"0", f32, [2, 3], strides [1], offset 0>} : () -> ()

// -----

// expected-error @+1 {{negative size, stride or offset}}
"test.op"() {a = #ts.tensor_ref<"0", f32, [2], strides [1], offset -1>} : () -> ()

// -----

// expected-error @+1 {{element 1 is "a", which is not a value of type 'i64'}}
"test.op"() {a = #ts.list<!ts.list<i64>, [1, "a"]>} : () -> ()

// -----

// expected-error @+1 {{1 elements for '!ts.tuple<i64, f64>'}}
"test.op"() {a = #ts.tuple<!ts.tuple<i64, f64>, [1]>} : () -> ()

// -----

// expected-error @+1 {{2 keys and 1 values}}
"test.op"() {a = #ts.dict<!ts.dict<i64, i64>, [1, 2], [1]>} : () -> ()

// -----

// expected-error @+1 {{a device has a kind}}
"test.op"() {a = #ts.device<"">} : () -> ()

// -----

func.func @f(%a: f64, %x: !ts.slot<i64>) {
  // expected-note @-1 {{prior use here}}
  // expected-error @+1 {{use of value '%a' expects different type than prior uses: 'i64' vs 'f64'}}
  ts.store %a, %x : !ts.slot<i64>
}

// -----

func.func @f() {
  // expected-error @+1 {{'ts.break' op is outside of a loop}}
  ts.break
}

// -----

func.func @f() -> i64 {
  // expected-error @+1 {{returns 0 values from a function with 1 results}}
  ts.return
}

// -----

func.func @f(%a: f64) -> i64 {
  // expected-error @+1 {{returns 'f64' from a function that returns 'i64'}}
  ts.return %a : f64
}

// -----

func.func @f(%c: i1, %a: i64) {
  // expected-error @+1 {{has results but no else}}
  %0 = ts.if %c -> (i64) {
    ts.yield %a : i64
  }
  ts.return
}

// -----

func.func @f(%c: i1, %a: i64) {
  // expected-error @+1 {{source has 0 operands, but target successor needs 1}}
  %0 = ts.if %c -> (i64) {
    ts.yield %a : i64
  } else {
    ts.yield
  }
  ts.return
}

// -----

func.func @f(%c: i1, %a: i64) {
  // expected-error @+1 {{along control flow edge from}}
  %0 = ts.while (%x = %a) : (i64) {
    ts.condition(%c) %c : i1
  } do {
  ^bb0(%y: i64):
    ts.yield %y : i64
  }
  ts.return
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{expects a condition that ends in 'ts.condition'}}
  ts.while {
    ts.yield
  } do {
  }
  ts.return
}

// -----

func.func @f(%c: i1, %a: i64) {
  // expected-error @+1 {{expects a message that yields one !ts.str}}
  ts.assert %c {
    ts.yield %a : i64
  }
  ts.return
}

// -----

func.func @f(%a: i64) {
  // expected-error @+1 {{'i64' is not a subtype of '!ts.optional<f64>'}}
  %0 = ts.derefine %a : i64 to !ts.optional<f64>
  ts.return
}

// -----

func.func @f(%a: !ts.list<i64>) {
  // Lists are invariant.
  // expected-error @+1 {{'!ts.list<i64>' is not a subtype of '!ts.list<!ts.optional<i64>>'}}
  %0 = ts.derefine %a : !ts.list<i64> to !ts.list<!ts.optional<i64>>
  ts.return
}

// -----

func.func @f(%a: !ts.optional<i64>) {
  // expected-error @+1 {{'f64' is not a subtype of '!ts.optional<i64>'}}
  %0 = ts.unchecked_cast %a : !ts.optional<i64> to f64
  ts.return
}

// -----

func.func @f(%a: !ts.str) {
  // expected-error @+1 {{'!ts.scalar' cannot hold '!ts.str'}}
  %0 = ts.box %a : !ts.str to !ts.scalar
  ts.return
}

// -----

func.func @f(%t: !ts.tuple<i64>) {
  // expected-error @+1 {{index 1 is outside of a tuple of 1 elements}}
  %0 = ts.tuple.index %t[1] : !ts.tuple<i64>
  ts.return
}

// -----

func.func @f(%t: !ts.tuple<i64>) {
  // expected-error @+1 {{elements 1 to 0 are outside of a tuple of 1 elements}}
  %0 = ts.tuple.slice %t[1 to 0] : !ts.tuple<i64>
  ts.return
}

// -----

func.func @f(%l: !ts.list<i64>) {
  // expected-error @+1 {{result 1 has type 'f64', expected 'i64'}}
  %0:2 = ts.list.unpack %l : !ts.list<i64> -> i64, f64
  ts.return
}

// -----

func.func @f() {
  // expected-error @+1 {{expects a name of the form "namespace::operator.overload", found "add"}}
  ts.op "add"() : () -> ()
  ts.return
}

// -----

func.func @f(%t: !ts.tensor) {
  // expected-error @+1 {{'!ts.tensor' has no known rank and dtype}}
  %0 = ts.tensor.value %t : !ts.tensor -> tensor<2xf32>
  ts.return
}

// -----

func.func @f(%t: !ts.tensor<[2],f32>) {
  // expected-error @+1 {{element type 'f64' of the value, expected 'f32'}}
  %0 = ts.tensor.value %t : !ts.tensor<[2],f32> -> tensor<2xf64>
  ts.return
}

// -----

func.func @f(%v: tensor<3xf32>) {
  // expected-error @+1 {{shape of 'tensor<3xf32>' does not match}}
  %0 = ts.tensor.ref %v : tensor<3xf32> -> !ts.tensor<[2],f32>
  ts.return
}

// -----

func.func @f() {
  // expected-error @+1 {{is not a tensor}}
  %0 = ts.tensor.literal "text" -> !ts.tensor
  ts.return
}

// -----

func.func @f() {
  // expected-error @+1 {{names no 'ts.enum': @Color}}
  %0 = ts.constant.enum <@Color, "RED"> : !ts.enum<@Color>
  ts.return
}

// -----

// expected-note @+1 {{the enum is here}}
ts.enum @Color : i64 ["RED"] = [1]
func.func @f() {
  // expected-error @+1 {{names no member of @Color: "BLUE"}}
  %0 = ts.constant.enum <@Color, "BLUE"> : !ts.enum<@Color>
  ts.return
}

// -----

// expected-error @+1 {{2 members and 1 values}}
ts.enum @Color : i64 ["RED", "GREEN"] = [1]

// -----

// expected-error @+1 {{"a" is not a value of type 'i64'}}
ts.enum @Color : i64 ["RED"] = ["a"]

// -----

ts.class @C {
  ts.attr "x" : i64
  // expected-error @+1 {{declares "x" again}}
  ts.attr "x" : f64
}

// -----

ts.class @C {
  // expected-error @+1 {{names no function: @C.f}}
  ts.method "f" = @C.f
}

// -----

ts.class @C {
  // expected-error @+1 {{'thing' is not a kind of attribute; expected parameter, buffer or constant}}
  ts.attr thing "x" : i64
}

// -----

// expected-error @+1 {{names no 'ts.class': @C}}
ts.object @m : !ts.object<@C> = {}

// -----

// expected-note @+1 {{the class is here}}
ts.class @C {
  ts.attr "x" : i64
}
// expected-error @+1 {{gives a value to "y", which its class does not have}}
ts.object @m : !ts.object<@C> = {y = 1}

// -----

ts.class @C {
  ts.attr "x" : i64
}
// expected-error @+1 {{gives "x" the value "a", which is not a value of type 'i64'}}
ts.object @m : !ts.object<@C> = {x = "a"}

// -----

ts.class @C {
  ts.attr "x" : !ts.object<@C>
}
// expected-error @+1 {{names no 'ts.object': @nobody}}
ts.object @m : !ts.object<@C> = {x = @nobody}

// -----

// expected-note @+1 {{the class is here}}
ts.class @C {
  ts.attr "x" : i64
}
func.func @f(%o: !ts.object<@C>) {
  // expected-error @+1 {{names no attribute of @C: "y"}}
  %0 = ts.getattr %o["y"] : !ts.object<@C> -> i64
  ts.return
}

// -----

ts.class @C {
  ts.attr "x" : i64
}
func.func @f(%o: !ts.object<@C>, %v: f64) {
  // expected-error @+1 {{assigns 'f64' to an attribute of type 'i64'}}
  ts.setattr %o["x"] = %v : !ts.object<@C>, f64
  ts.return
}

// -----

ts.global @g : i64 = 1
func.func @f(%v: i64) {
  // expected-error @+1 {{writes @g, which is not mutable}}
  ts.global.store %v, @g : i64
  ts.return
}

// -----

func.func private @g(i64) -> i64
func.func @f(%v: i64) {
  // expected-error @+1 {{is a future of 'f64', but @g gives 'i64'}}
  %0 = ts.fork @g(%v) : (i64) -> !ts.future<f64>
  ts.return
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{expects a block that ends in 'ts.yield' or an exit}}
  ts.if %c {
    // expected-note @+1 {{found 'llvm.unreachable'}}
    llvm.unreachable
  }
  ts.return
}

// -----

ts.class @M {
}
func.func @f(%m: !ts.object<@M>) {
  // expected-error @+1 {{expects a body whose argument is a value, not '!ts.slot<f64>'}}
  ts.with %m : !ts.object<@M> {
  ^bb0(%slot: !ts.slot<f64>):
    ts.yield
  }
  ts.return
}
