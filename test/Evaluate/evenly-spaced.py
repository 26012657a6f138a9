# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/evenly-spaced.out %t
# REQUIRES: ts-run
# linspace and affine grids have PyTorch's bits; the output is that of PyTorch 1.13.
import torch
import torch.nn.functional as F

for dtype in (torch.float32, torch.float64):
    for start, end, steps in ((-1, 1, 12), (0, 1, 7), (-3, 5, 23), (0.1, 0.7, 57), (0, 1, 100), (0, 6.28, 40), (2, 3, 1), (5, -5, 33), (1, 2, 200)):
        values = torch.linspace(start, end, steps, dtype=dtype)
        # A number that any other bit would change.
        print(dtype, steps, sum(int(float(v).hex().replace("-", "").split("p")[0][4:] or "0", 16) * (i + 1) for i, v in enumerate(values)))
theta = torch.tensor([[[1.0, 0, 0], [0, 1, 0]]])
for align in (False, True):
    print([float(v).hex() for v in F.affine_grid(theta, [1, 1, 12, 12], align_corners=align)[0, 0, :, 0]])
grid = F.affine_grid(theta, [1, 1, 12, 12], align_corners=False).requires_grad_()
image = torch.arange(12.0).view(1, 1, 1, 12).expand(1, 1, 12, 12).pow(2).contiguous()
F.grid_sample(image, grid, align_corners=False).sum().backward()
print(grid.grad[0, 3, :, 0].round())
