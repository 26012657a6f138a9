// RUN: ts-opt --convert-tsrt-to-llvm --ts-export-library --split-input-file %s | FileCheck %s

// What a library exports (Library.cpp).

// The description is found under the library's own name and a common one.
// CHECK-DAG: llvm.mlir.global external constant @lib_program()
// CHECK-DAG: llvm.mlir.global weak_odr constant @tsrt_program_description()
// CHECK-DAG: llvm.mlir.global internal constant @tsrt.functions() {{.*}} : !llvm.array<1 x
// CHECK-DAG: llvm.mlir.global internal constant @tsrt.parameters.add() {{.*}} : !llvm.array<4 x
// All names are one array, into which the tables point.
// CHECK-DAG: llvm.mlir.global internal constant @tsrt.names("x\00o\00n\00true\00b\00add\00lib_add\00")
// CHECK-DAG: %[[NAMES:.*]] = llvm.mlir.addressof @tsrt.names
// CHECK-DAG: llvm.getelementptr %[[NAMES]][13]
// CHECK-DAG: llvm.getelementptr %[[NAMES]][17]

// What is initialised already costs one load.
// CHECK: llvm.func internal @tsrt.ensure_initialized() attributes {always_inline}
// CHECK: llvm.load %{{.*}} atomic acquire
// CHECK: llvm.call @tsrt_initialize_once

// For C: numbers and objects by value, structs by address, None not at all; the
// result through the last parameter, the error returned. Every entry first sees
// to it that the library is initialised.
// CHECK: llvm.func @lib_add(%arg0: i64, %arg1: !llvm.ptr, %arg2: i1 {llvm.zeroext}, %arg3: !llvm.ptr) -> !llvm.ptr
// CHECK: llvm.call @tsrt.ensure_initialized()
// CHECK: %[[T:.*]] = llvm.load %arg1 : !llvm.ptr -> !llvm.struct<(i64, i1)>
// CHECK: %[[N:.*]] = llvm.mlir.zero : i8
// CHECK: llvm.br ^[[END:.*]](%arg0 : i64)
// CHECK: ^[[END]](%[[R:.*]]: i64):
// CHECK: llvm.store %[[R]], %arg3
// CHECK: %[[SUCCESS:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK: llvm.return %[[SUCCESS]]
module attributes {ts.library = "lib", ts.sources = {"a.py" = "def add(): pass"}} {
  func.func @add(%x: i64 {ts.name = "x"}, %o: !ts.optional<i64> {ts.name = "o"}, %n: !ts.none {ts.name = "n"}, %b: i1 {ts.name = "b", ts.default_text = "true"}) -> i64 attributes {ts.export = "lib_add", ts.callable = "add"} {
    return %x : i64
  }
}
// Initialisation registers the sources, for excerpts in errors, then prepares
// the module.
// CHECK: llvm.func internal @tsrt.initialize()
// CHECK: %[[FILE:.*]] = llvm.mlir.addressof @tsrt.text
// CHECK: %[[TEXT:.*]] = llvm.mlir.addressof @tsrt.text
// CHECK: %[[SIZE:.*]] = llvm.mlir.constant(15 : i64)
// CHECK: llvm.call @tsrt_register_source(%[[FILE]], %[[TEXT]], %[[SIZE]])
// CHECK: llvm.call @tsrt.module_init()
// CHECK: llvm.func internal @tsrt.finalize()
// CHECK: llvm.call @tsrt.module_fini()

// -----

// A function with variants looks at the shapes of its arguments. A variant that
// cannot fail gives no error. The C function chooses, and the way in for boxes
// calls that.
// CHECK: llvm.func @lib_f(%arg0: !llvm.ptr, %arg1: !llvm.ptr) -> !llvm.ptr
// CHECK: %[[DTYPE:.*]] = llvm.mlir.constant(6 : i32)
// CHECK: %[[RANK:.*]] = llvm.mlir.constant(2 : i32)
// CHECK: %[[SAME:.*]] = llvm.call @tsrt_tensor_matches(%arg0, %[[DTYPE]], %[[RANK]], %{{.*}})
// CHECK: %[[IS:.*]] = llvm.icmp "ne" %[[SAME]]
// CHECK: %[[ALL:.*]] = llvm.and %{{.*}}, %[[IS]]
// CHECK: llvm.cond_br %[[ALL]], ^[[TAKE:.*]], ^[[NEXT:.*]]
// CHECK: ^[[TAKE]]:
// CHECK: %[[R:.*]] = llvm.call @f_2x3(%arg0) : (!llvm.ptr) -> !llvm.ptr
// CHECK: %[[SUCCESS:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK: llvm.insertvalue %[[SUCCESS]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[R]], %{{.*}}[1]
// CHECK: llvm.br ^[[END:.*]](%{{.*}} : !llvm.struct<(ptr, ptr)>)
// CHECK: ^[[NEXT]]:
// CHECK: llvm.call @f(%arg0)
// CHECK: llvm.br ^[[END]](
// CHECK: llvm.func internal @f$boxed(
// CHECK: llvm.mlir.addressof @lib_f
module attributes {ts.library = "lib"} {
  func.func @f(%x: !ts.tensor) -> (!tsrt.error, !ts.tensor) attributes {ts.export = "lib_f", ts.callable = "f", ts.variants = ["f_2x3"]} {
    %e = tsrt.zero : !tsrt.error
    return %e, %x : !tsrt.error, !ts.tensor
  }
  func.func @f_2x3(%x: !ts.tensor<[2,3], f32>) -> !ts.tensor {
    %0 = ts.derefine %x : !ts.tensor<[2,3], f32> to !ts.tensor
    return %0 : !ts.tensor
  }
}

// -----

// The functions that make instances and those that drop them; the names of the
// types that C may use; the name as a worker; waiting for tasks that were left.
// CHECK: llvm.mlir.global external constant @lib_type_ints() {{.*}} : !llvm.ptr
// CHECK: llvm.func @lib_new(
// CHECK: llvm.call @tsrt_join_tasks()
// CHECK: llvm.func @lib_drop(%arg0: !llvm.ptr)
// CHECK: llvm.call @tsrt_release(%arg0)
// CHECK: llvm.call @tsrt_rpc_init
module attributes {ts.library = "lib", ts.worker = "worker0", ts.exported_types = {lib_type_ints = !ts.list<i64>}} {
  ts.class module @Net {
    ts.attr "training" : i1
  }
  func.func @new() -> (!tsrt.error, !ts.object<@Net>) attributes {ts.export = "lib_new", ts.callable = "net", ts.destroy = "lib_drop"} {
    %one = arith.constant 1 : i64
    %f = ts.fork @task(%one) : (i64) -> !ts.future<i64>
    %e = tsrt.zero : !tsrt.error
    %0 = ts.new : !ts.object<@Net>
    return %e, %0 : !tsrt.error, !ts.object<@Net>
  }
  func.func private @task(%x: i64) -> i64 {
    return %x : i64
  }
}

// -----

// A module without the attribute is no library.
// CHECK-NOT: tsrt_program
// CHECK-NOT: func @lib_add
// CHECK: llvm.func @add$boxed(
// CHECK-NOT: tsrt.initialize
module {
  func.func @add(%x: i64) -> i64 attributes {ts.export = "lib_add", ts.callable = "add"} {
    return %x : i64
  }
}
