# RUN: rm -rf %t && mkdir %t && cp %s %t/save.py && cd %t && ts-run --allow-files=. save.py | FileCheck %s
# RUN: ts-run %t/exported_program.pt2 --input=5:f32=arange | FileCheck %s --check-prefix=FILE
# REQUIRES: ts-run
# The manual gives a tensor for the tuple of arguments in the first of these, and calls the program itself at the end.

import torch
import io

class MyModule(torch.nn.Module):
    def forward(self, x):
        return x + 10

exported_program = torch.export.export(MyModule(), (torch.randn(5),))

torch.export.save(exported_program, 'exported_program.pt2')
saved_exported_program = torch.export.load('exported_program.pt2')

ep = torch.export.export(MyModule(), (torch.randn(5),))

# Save to file
torch.export.save(ep, 'exported_program.pt2')

# Save to io.BytesIO buffer
buffer = io.BytesIO()
torch.export.save(ep, buffer)

# Save with extra files
extra_files = {'foo.txt': b'bar'.decode('utf-8')}
torch.export.save(ep, 'exported_program.pt2', extra_files=extra_files)

# Load ExportedProgram from file
ep = torch.export.load('exported_program.pt2')

# Load ExportedProgram from io.BytesIO object
with open('exported_program.pt2', 'rb') as f:
    buffer = io.BytesIO(f.read())
buffer.seek(0)
ep = torch.export.load(buffer)

# Load with extra files.
extra_files = {'foo.txt': ''}  # values will be replaced with data
ep = torch.export.load('exported_program.pt2', extra_files=extra_files)
print(extra_files['foo.txt'])
# CHECK: bar
print(ep.module()(torch.arange(5.0)))
# CHECK-NEXT: tensor([10., 11., 12., 13., 14.])
# FILE: 10
