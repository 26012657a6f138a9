# RUN: ts-run %s > %t 2>/dev/null
# RUN: diff %S/Outputs/old-methods.out %t
# REQUIRES: ts-run
# Methods of tensors that programs of older versions call. The output is that of PyTorch 1.13.
import torch
import numpy as np
torch.manual_seed(0)
a = torch.randn(3, 3)
lu, piv = a.lu()
print(lu, piv)
print(len(a.lu(get_infos=True)), torch.lu_unpack(*a.lu())[0])
print(a.new(np.array([[1.5, 2]])), a.new([1, 2]), torch.ones(2).long().new(np.array([3])))
