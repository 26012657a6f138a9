# RUN: ts-run %s | FileCheck %s
# REQUIRES: ts-run

import torch

class ConvBatchnorm(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.conv = torch.nn.Conv2d(1, 3, 1, 1)
        self.bn = torch.nn.BatchNorm2d(3)

    def forward(self, x):
        x = self.conv(x)
        x = self.bn(x)
        return (x,)

mod = ConvBatchnorm()
inp = torch.randn(1, 1, 3, 3)

ep_for_training = torch.export.export_for_training(mod, (inp,))
print(ep_for_training)
# CHECK: def forward(self, p_conv_weight: "f32[3, 1, 1, 1]", p_conv_bias: "f32[3]", p_bn_weight: "f32[3]", p_bn_bias: "f32[3]", b_bn_running_mean: "f32[3]", b_bn_running_var: "f32[3]", b_bn_num_batches_tracked: "i64[]", x: "f32[1, 1, 3, 3]"):
# CHECK: conv2d: "f32[1, 3, 3, 3]" = torch.ops.aten.conv2d.default(x, p_conv_weight, p_conv_bias)
# CHECK: add_: "i64[]" = torch.ops.aten.add_.Tensor(b_bn_num_batches_tracked, 1)
# CHECK: batch_norm: "f32[1, 3, 3, 3]" = torch.ops.aten.batch_norm.default(conv2d, p_bn_weight, p_bn_bias, b_bn_running_mean, b_bn_running_var, True, 0.1, 1e-05, True)
# CHECK: return (batch_norm,)
# CHECK: target='bn.num_batches_tracked', persistent=True)
# CHECK: Range constraints: {}

# Lower to core aten inference IR, but keep conv2d
decomp_table = torch.export.default_decompositions()
del decomp_table[torch.ops.aten.conv2d.default]
ep_for_inference = ep_for_training.run_decompositions(decomp_table)

print(ep_for_inference)
# CHECK: def forward(self, p_conv_weight: "f32[3, 1, 1, 1]"
# CHECK: conv2d: "f32[1, 3, 3, 3]" = torch.ops.aten.conv2d.default(x, p_conv_weight, p_conv_bias)
# CHECK: add: "i64[]" = torch.ops.aten.add.Tensor(b_bn_num_batches_tracked, 1)
# CHECK: _native_batch_norm_legit_functional = torch.ops.aten._native_batch_norm_legit_functional.default(conv2d, p_bn_weight, p_bn_bias, b_bn_running_mean, b_bn_running_var, True, 0.1, 1e-05)
# CHECK-NEXT: getitem: "f32[1, 3, 3, 3]" = _native_batch_norm_legit_functional[0]
# CHECK-NEXT: getitem_3: "f32[3]" = _native_batch_norm_legit_functional[3]
# CHECK-NEXT: getitem_4: "f32[3]" = _native_batch_norm_legit_functional[4]
# CHECK-NEXT: return (getitem_3, getitem_4, add, getitem)
# CHECK: OutputSpec(kind=<OutputKind.BUFFER_MUTATION: 3>, arg=TensorArgument(name='getitem_3'), target='bn.running_mean')
# CHECK: Range constraints: {}

# Lower to core aten inference IR, but customize conv2d
decomp_table = torch.export.default_decompositions()


def my_awesome_custom_conv2d_function(x, weight, bias, stride=[1, 1], padding=[0, 0], dilation=[1, 1], groups=1):
    return 2 * torch.ops.aten.convolution(x, weight, bias, stride, padding, dilation, False, [0, 0], groups)


decomp_table[torch.ops.aten.conv2d.default] = my_awesome_custom_conv2d_function
ep_for_inference = ep_for_training.run_decompositions(decomp_table)

print(ep_for_inference)
# CHECK: convolution: "f32[1, 3, 3, 3]" = torch.ops.aten.convolution.default(x, p_conv_weight, p_conv_bias, [1, 1], [0, 0], [1, 1], False, [0, 0], 1)
# CHECK: mul: "f32[1, 3, 3, 3]" = torch.ops.aten.mul.Tensor(convolution, 2)
# CHECK: add: "i64[]" = torch.ops.aten.add.Tensor(b_bn_num_batches_tracked, 1)
# CHECK: _native_batch_norm_legit_functional = torch.ops.aten._native_batch_norm_legit_functional.default(mul, p_bn_weight, p_bn_bias, b_bn_running_mean, b_bn_running_var, True, 0.1, 1e-05)
# CHECK: return (getitem_3, getitem_4, add, getitem)
