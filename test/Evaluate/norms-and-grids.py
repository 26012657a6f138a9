# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/norms-and-grids.out %t
# REQUIRES: ts-run
# Norms by tuples of dimensions, scripted, too, and gradients of samples at the places of pixels; the output is that of PyTorch 1.13.
import argparse
import torch
import torch.nn.functional as F


@torch.jit.script
def norms(x):
    return torch.norm(x), torch.norm(x, dim=1), torch.norm(x, 2, 1), torch.norm(x, p=2, dim=[1, 2]), torch.norm(x, p=1, dim=(0, 2), keepdim=True), torch.norm(x, "fro")


x = torch.arange(8.0).view(2, 2, 2)
print(norms(x))
z = torch.ones(2, 3, 3, requires_grad=True)
for arguments in ({}, {"dim": 1}, {"dim": (1, 2)}, {"dim": (0, 1, 2)}, {"p": 2, "dim": (1, 2)}):
    try:
        print(arguments, torch.norm(z, **arguments).grad_fn.name())
    except RuntimeError as e:
        print(e)
image = torch.arange(16.0).view(1, 1, 4, 4).requires_grad_()
for padding in ("zeros", "border"):
    for align in (False, True):
        theta = torch.tensor([[[1.0, 0, 0], [0, 1, 0]]], requires_grad=True)
        grid = F.affine_grid(theta, [1, 1, 4, 4], align_corners=align)
        out = F.grid_sample(image, grid, padding_mode=padding, align_corners=align)
        gradients = torch.autograd.grad((out * torch.linspace(0, 1, 16).view(1, 1, 4, 4)).sum(), [theta, image, grid])
        print(padding, align, out.flatten()[[0, 5, 15]].tolist(), gradients[1].sum().round())
        print(gradients[2][0, 1:3, 1:3])
parser = argparse.ArgumentParser(prog="p", add_help=False)
group = parser.add_mutually_exclusive_group()
group.add_argument("--a", action="store_true")
group.add_argument("--b", type=int)
must = parser.add_mutually_exclusive_group(required=True)
must.add_argument("--c")
must.add_argument("--d", action="store_true")
print(parser.format_usage())
