# RUN: ts-run %s | FileCheck %s
# REQUIRES: ts-run

import torch
from torch import nn

class CustomModule(nn.Module):
    def __init__(self):
        super(CustomModule, self).__init__()

        # Define a parameter
        self.my_parameter = nn.Parameter(torch.tensor(2.0))

        # Define two buffers
        self.register_buffer('my_buffer1', torch.tensor(3.0))
        self.register_buffer('my_buffer2', torch.tensor(4.0))

    def forward(self, x1, x2):
        # Use the parameter, buffers, and both inputs in the forward method
        output = (x1 + self.my_parameter) * self.my_buffer1 + x2 * self.my_buffer2

        # Mutate one of the buffers (e.g., increment it by 1)
        self.my_buffer2.add_(1.0)  # In-place addition

        return output

model = CustomModule()

# If you don't want to decompose anything
ep = torch.export.export(model, (torch.ones(2), torch.ones(2)))
ep = ep.run_decompositions(decomp_table={})
print(ep.graph_module.code)
# CHECK: def forward(self, p_my_parameter, b_my_buffer1, b_my_buffer2, x1, x2):
# CHECK: add = torch.ops.aten.add.Tensor(x1, p_my_parameter)
# CHECK: mul = torch.ops.aten.mul.Tensor(add, b_my_buffer1)
# CHECK: mul_1 = torch.ops.aten.mul.Tensor(x2, b_my_buffer2)
# CHECK: add_1 = torch.ops.aten.add.Tensor(mul, mul_1)
# CHECK: add_2 = torch.ops.aten.add.Tensor(b_my_buffer2, 1.0)
# CHECK: return (add_2, add_1)
print(ep.graph_signature)
# CHECK: ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.PARAMETER: 2>, arg=TensorArgument(name='p_my_parameter'), target='my_parameter', persistent=None),
# CHECK-SAME: InputSpec(kind=<InputKind.BUFFER: 3>, arg=TensorArgument(name='b_my_buffer1'), target='my_buffer1', persistent=True)
# CHECK-SAME: output_specs=[OutputSpec(kind=<OutputKind.BUFFER_MUTATION: 3>, arg=TensorArgument(name='add_2'), target='my_buffer2'), OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='add_1'), target=None)])

# If you want to get a core aten operator set except for certain operators, you can do the following:
ep = torch.export.export(model, (torch.ones(2), torch.ones(2)))
decomp_table = torch.export.default_decompositions()
del decomp_table[torch.ops.aten.add.Tensor]
ep = ep.run_decompositions(decomp_table=decomp_table)
print(ep.dialect)
# CHECK: ATEN
