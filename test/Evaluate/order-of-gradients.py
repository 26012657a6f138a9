# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/order-of-gradients.out %t
# REQUIRES: ts-run
# Gradients of images lie in memory as the input of a pooling does, and as the gradient of a resampling does; those of
# volumes are row-major but for trilinear resampling. The output is that of PyTorch 1.13.
import torch
import torch.nn.functional as F

images = torch.arange(2 * 4 * 6 * 6, dtype=torch.float32).reshape(2, 4, 6, 6)
volumes = torch.arange(2 * 4 * 4 * 4 * 4, dtype=torch.float32).reshape(2, 4, 4, 4, 4)


def show(name, f, x, last):
    for input_format in (torch.contiguous_format, last):
        for output_format in (torch.contiguous_format, last):
            leaf = x.contiguous(memory_format=input_format).requires_grad_()
            y = f(leaf)
            weights = torch.arange(y.numel(), dtype=torch.float32).reshape(y.shape).contiguous(memory_format=output_format)
            gradient, = torch.autograd.grad(y, leaf, weights)
            print(name, gradient.stride(), gradient.flatten()[-3:])


for name, f in (
    ("average", lambda x: F.avg_pool2d(x, 2)),
    ("maximum", lambda x: F.max_pool2d(x, 2)),
    ("adaptive average", lambda x: F.adaptive_avg_pool2d(x, (3, 2))),
    ("mean", lambda x: F.adaptive_avg_pool2d(x, 1)),
    ("adaptive maximum", lambda x: F.adaptive_max_pool2d(x, (3, 2))),
    ("nearest", lambda x: F.interpolate(x, scale_factor=2)),
    ("bilinear", lambda x: F.interpolate(x, scale_factor=2, mode="bilinear")),
    ("bicubic", lambda x: F.interpolate(x, size=(6, 6), mode="bicubic", align_corners=True)),
):
    show(name, f, images, torch.channels_last)
for name, f in (
    ("average of volumes", lambda x: F.avg_pool3d(x, 2)),
    ("maximum of volumes", lambda x: F.max_pool3d(x, 2)),
    ("nearest of volumes", lambda x: F.interpolate(x, scale_factor=2)),
    ("trilinear", lambda x: F.interpolate(x, scale_factor=2, mode="trilinear")),
):
    show(name, f, volumes, torch.channels_last_3d)

# A plane without a batch is row-major.
plane = images[0].permute(1, 2, 0).contiguous().permute(2, 0, 1).requires_grad_()
gradient, = torch.autograd.grad(F.avg_pool2d(plane, 2).sum(), plane)
print("plane", gradient.stride())
