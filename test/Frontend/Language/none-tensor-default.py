# RUN: ts-run %s --entry=show --input=1:f32=1 | FileCheck %s
# RUN: ts-run %s --entry=add --input=1:f32=1 --input=1:f32=2 | FileCheck %s --check-prefix=GIVEN
# RUN: not ts-run %s --entry=add --input=1:f32=1 2>&1 | FileCheck %s --check-prefix=LEFT-OUT
# RUN: not ts-run %s --entry=call --input=1:f32=1 2>&1 | FileCheck %s --check-prefix=CALL
# RUN: ts-translate %s --functions=add | FileCheck %s --check-prefix=SCHEMA
# RUN: not ts-translate %s --functions=add --export-torchscript-archive -o %t.pt 2>&1 | FileCheck %s --check-prefix=ARCHIVE
# REQUIRES: ts-run
# None as the default of a tensor is a tensor without anything, which is not
# None, prints, and is refused by operators. Code cannot leave it out.
# CHECK: False
# CHECK-NEXT: [ Tensor (undefined) ]
# GIVEN: 3
# LEFT-OUT: return x + y
# LEFT-OUT: Expected a proper Tensor but got None (or an undefined Tensor in C++) for argument #1
# CALL: error: Unsupported value kind: Tensor
# SCHEMA: ts.default = #ts.none
# SCHEMA-SAME: add(Tensor x, Tensor y=[ Tensor (undefined) ]) -> Tensor
# ARCHIVE: error: cannot be written as TorchScript text: None as the default of tensor 'y'
import torch


def show(x: torch.Tensor, y: torch.Tensor = None):
    print(y is None)
    print(y)


def add(x: torch.Tensor, y: torch.Tensor = None) -> torch.Tensor:
    return x + y


def call(x: torch.Tensor) -> torch.Tensor:
    return add(x)
