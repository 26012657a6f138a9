// RUN: ts-opt %s --split-input-file --verify-diagnostics

// What operations demand of slots, methods, managers and attributes.

func.func @escapes() {
  // expected-error @below {{makes the slot "x", which only 'ts.load', 'ts.store' and 'ts.del' may use}}
  %x = ts.var "x" : !ts.slot<i64>
  // expected-note @below {{used by 'func.call'}}
  func.call @g(%x) : (!ts.slot<i64>) -> ()
  ts.return
}
func.func private @g(!ts.slot<i64>)

// -----

func.func @argument(%x: !ts.slot<i64>) {
  // expected-error @below {{expects the slot of a 'ts.var'}}
  %0 = ts.load %x : !ts.slot<i64>
  ts.return
}

// -----

func.func @kind(%x: i64) {
  // expected-error @below {{expects rpc_async, rpc_sync or remote, found "rpc"}}
  ts.rpc "rpc"(%x) : (i64) -> ()
  ts.return
}

// -----

func.func @tested(%x: !ts.any) {
  // expected-error @below {{'i32' is not a TorchScript value type}}
  %0 = ts.isinstance %x is [i32] : !ts.any
  ts.return
}

// -----

func.func @printed(%x: memref<2xf32>) {
  // expected-error @below {{operand #0 must be variadic of a TorchScript value type, but got 'memref<2xf32>'}}
  ts.print %x : memref<2xf32>
  ts.return
}

// -----

func.func @pairs(%x: i64) {
  // expected-error @below {{expects as many keys as values, found 3 operands}}
  %0 = "ts.dict.construct"(%x, %x, %x) : (i64, i64, i64) -> !ts.dict<i64, i64>
  ts.return
}

// -----

ts.interface @I {
  ts.signature "run" : (i64) -> i64
}
func.func @no_method(%o: !ts.interface<@I>) {
  // expected-error @below {{names no method of @I: "walk"}}
  ts.call_method %o["walk"]() : !ts.interface<@I>, () -> ()
  ts.return
}

// -----

ts.interface @I {
  ts.signature "run" : (i64) -> i64
}
func.func @arguments(%o: !ts.interface<@I>, %x: f64) {
  // expected-error @below {{passes arguments that do not match those of "run", which takes '(i64) -> i64'}}
  %0 = ts.call_method %o["run"](%x) : !ts.interface<@I>, (f64) -> i64
  ts.return
}

// -----

ts.interface @I {
  ts.signature "run" : (i64) -> i64
}
func.func @gives(%o: !ts.interface<@I>, %x: i64) {
  // expected-error @below {{gives '() -> f64', but "run" is '(i64) -> i64'}}
  %0 = ts.call_method %o["run"](%x) : !ts.interface<@I>, (i64) -> f64
  ts.return
}

// -----

func.func @number(%x: i64) {
  // expected-error @below {{calls a method of 'i64', which is neither an object nor an interface}}
  ts.call_method %x["run"]() : i64, () -> ()
  ts.return
}

// -----

ts.class @M {
  ts.method "__enter__" = @enter
}
func.func private @enter(!ts.object<@M>, i64) -> i64
func.func @enters(%m: !ts.object<@M>) {
  // expected-error @below {{calls "__enter__" with one argument, but it is '(!ts.object<@M>, i64) -> i64'}}
  %0 = ts.enter %m : !ts.object<@M> -> i64
  ts.return
}

// -----

ts.class @M {
  ts.method "__enter__" = @enter
}
func.func private @enter(!ts.object<@M>) -> i64
func.func @binds(%m: !ts.object<@M>) {
  // expected-error @below {{binds 'f64', but "__enter__" is '(!ts.object<@M>) -> i64'}}
  %0 = ts.enter %m : !ts.object<@M> -> f64
  ts.return
}

// -----

ts.class @M {
  ts.method "__exit__" = @exit
}
func.func private @exit(i64)
func.func @exits(%m: !ts.object<@M>) {
  // expected-error @below {{calls @exit, which is no method of a '!ts.object<@M>'}}
  ts.exit %m : !ts.object<@M>
  ts.return
}

// -----

// expected-error @below {{has the attribute 'ts.workspace', which expects an integer that is not negative, found "big"}}
func.func @f() attributes {ts.workspace = "big"} {
  ts.return
}

// -----

// expected-error @below {{has the attribute 'ts.name', which expects a string, found 3 : i64}}
func.func @f(%x: i64 {ts.name = 3 : i64}) {
  ts.return
}

// -----

// expected-error @below {{has the attribute 'ts.sources', which expects a dictionary of strings, found {a.py = 1 : i64}}}
module attributes {ts.sources = {a.py = 1 : i64}} {
}

// -----

func.func private @g(i64) -> i64
func.func @rpc_arguments(%to: !ts.str) {
  // expected-error @below {{passes arguments that do not match the type '(i64) -> i64' of @g}}
  ts.rpc "rpc_async", @g(%to, %to) : (!ts.str, !ts.str) -> !ts.future<i64>
  return
}

// -----

func.func private @g(i64) -> i64
func.func @rpc_worker(%x: i64) {
  // expected-error @below {{expects the worker's name as its first argument}}
  ts.rpc "rpc_async", @g(%x, %x) : (i64, i64) -> !ts.future<i64>
  return
}

// -----

func.func private @g(i64) -> i64
func.func @rpc_result(%to: !ts.str, %x: i64) {
  // expected-error @below {{gives '!ts.future<i64>', but "remote" of @g gives '!ts.rref<i64>'}}
  ts.rpc "remote", @g(%to, %x) : (!ts.str, i64) -> !ts.future<i64>
  return
}

// -----

func.func private @g(i64)
func.func @rpc_none(%to: !ts.str, %x: i64) {
  // expected-error @below {{"rpc_sync" of @g gives}}
  ts.rpc "rpc_sync", @g(%to, %x) : (!ts.str, i64) -> !ts.none
  return
}
