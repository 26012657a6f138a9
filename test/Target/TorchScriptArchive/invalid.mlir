// RUN: split-file %s %t
// RUN: not ts-translate %t/several.mlir --export-torchscript-archive -o %t/no.pt 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not ts-translate %t/several.mlir --export-torchscript-archive --instance=c -o %t/no.pt 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not ts-translate %t/empty.mlir --export-torchscript-archive -o %t/no.pt 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not ts-translate %t/storage.mlir --export-torchscript-archive -o %t/no.pt 2>&1 | FileCheck %s --check-prefix=STORAGE
// RUN: not ts-translate %t/refused.mlir --export-torchscript-archive -o %t/no.pt 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not ts-translate %t/made.mlir --export-torchscript-archive -o %t/no.pt 2>&1 | FileCheck %s --check-prefix=MADE
// RUN: not ts-translate %t/good.mlir --export-torchscript-archive 2>&1 | FileCheck %s --check-prefix=NO-FILE
// RUN: not ts-translate %t/good.mlir --export-torchscript-archive -o %t/missing/no.pt 2>&1 | FileCheck %s --check-prefix=NO-DIRECTORY
// RUN: not ts-translate %t/good.mlir --export-torchscript-archive -o /dev/full 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not ts-translate %t/good.mlir --instance=a 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not ls %t/no.pt
// RUN: ts-translate %t/several.mlir --export-torchscript-archive --instance=b -o %t/yes.pt
// RUN: ts-translate %t/yes.pt --no-sources | FileCheck %s --check-prefix=YES
// What an archive cannot hold is named at its place, and no file is left.
// YES: ts.object @root{{.*}} = {n = 2 : i64, training = true}

//--- several.mlir
// SEVERAL: error: has several instances, an archive holds one: name it with --instance: 'a' 'b'
// UNKNOWN: error: has no instance 'c'
ts.object @a : !ts.object<@__torch__.M> = {n = 1 : i64, training = true}
ts.object @b : !ts.object<@__torch__.M> = {n = 2 : i64, training = true}
ts.class module @__torch__.M {
  ts.attr "training" : i1
  ts.attr "n" : i64
}

//--- empty.mlir
// EMPTY: error: has neither an instance of a module nor a function that an archive could hold
ts.class @__torch__.C {
  ts.attr "n" : i64
}

//--- storage.mlir
// STORAGE: storage.mlir:2:1: error: cannot be written into an archive: tensor 'data/0' is in no archive or state
ts.object @root : !ts.object<@__torch__.M> = {w = #ts.tensor_ref<"data/0", f32, [2], strides [1], offset 0>}
ts.class module @__torch__.M {
  ts.attr "w" : !ts.tensor
}

//--- refused.mlir
// REFUSED: error: cannot be written as TorchScript text: a remote call, for which archives have no form
func.func @f(%x: i64) -> i64 {
  ts.return %x : i64
}
func.func @g(%to: !ts.str, %x: i64) -> i64 {
  %r = ts.rpc "rpc_sync", @f(%to, %x) : (!ts.str, i64) -> i64
  ts.return %r : i64
}

//--- good.mlir
// NO-FILE: error: --export-torchscript-archive needs a file: -o FILE.pt
// NO-DIRECTORY: error: {{.*}}no.pt: cannot be written: No such file or directory
// DEVICE: error: /dev/full: cannot be written: not a regular file
// ALONE: error: --instance goes with --export-torchscript-archive
func.func @f(%x: i64) -> i64 {
  ts.return %x : i64
}

//--- made.mlir
// MADE: error: cannot be written into an archive: a value that 'aten::ones_like' makes
ts.object @a : !ts.object<@__torch__.M> = {
  t = {arguments = [dense<1.0> : tensor<2xf32>], operator = "aten::ones_like", type = !ts.tensor}, training = true}
ts.class module @__torch__.M {
  ts.attr "training" : i1
  ts.attr "t" : !ts.tensor
}
