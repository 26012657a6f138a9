import torch
from functools import partial
from torchvision.models.densenet import DenseNet
from torchvision.models.efficientnet import EfficientNet, MBConvConfig, FusedMBConvConfig
from torchvision.models.mobilenetv2 import MobileNetV2
from torchvision.models.resnet import Bottleneck, ResNet
from torchvision.models.vision_transformer import VisionTransformer


def digest(module):
    """The bits of a module's state as one number."""
    total = 0
    for value in module.state_dict().values():
        bits = value.contiguous().view(torch.int32) if value.dtype == torch.float32 else value
        total = (total * 31 + int(bits.to(torch.int64).sum())) % (1 << 61)
    return total


def show(name, make):
    torch.manual_seed(0)
    module = make().eval()
    print(name, len(module.state_dict()), sum(p.numel() for p in module.parameters()), digest(module))
    x = torch.rand(2, 3, 32, 32)
    for key, parameter in module.named_parameters():
        if key.startswith("heads"):
            torch.nn.init.normal_(parameter)
    with torch.no_grad():
        logits = module(x)
        scripted = torch.jit.script(module)(x)
    scale = logits.abs().max()
    print(tuple(logits.shape), [round(v, 3) for v in (logits / scale)[1, :5].tolist()], bool((scripted - logits).abs().max() / scale < 1e-4))


settings = [FusedMBConvConfig(1, 3, 1, 8, 8, 1), MBConvConfig(4, 3, 2, 8, 16, 2, 1.0, 1.0)]
show("resnet", partial(ResNet, Bottleneck, [1, 2, 1, 1], num_classes=10, zero_init_residual=True))
show("mobilenetv2", partial(MobileNetV2, num_classes=10, width_mult=0.5))
show("vision_transformer", partial(VisionTransformer, 32, 8, 2, 4, 32, 64, num_classes=10))
show("densenet", partial(DenseNet, 8, (2, 3), 16, num_classes=10, memory_efficient=True))
show("efficientnet", partial(EfficientNet, settings, 0.2, num_classes=10))

# Operators, in programs and in compiled code; classes of other modules whose defaults are computed.
from torchvision import ops
from torchvision.models.detection import _utils as detection


class Decoder(torch.nn.Module):
    __annotations__ = {"coder": detection.BoxCoder}

    def __init__(self):
        super().__init__()
        self.coder = detection.BoxCoder((10.0, 10.0, 5.0, 5.0))

    def forward(self, codes, boxes, scores):
        boxes = self.coder.decode_single(codes, boxes)
        return boxes[ops.nms(boxes, scores, 0.3)]


torch.manual_seed(0)
corners = torch.rand(6, 2) * 10
boxes = torch.cat([corners, corners + torch.rand(6, 2) * 10], 1)
codes, scores = torch.randn(6, 4), torch.rand(6)
decoder = Decoder()
print(decoder(codes, boxes, scores))
print(torch.equal(torch.jit.script(decoder)(codes, boxes, scores), decoder(codes, boxes, scores)))
print(ops.roi_align(torch.arange(32.0).reshape(1, 2, 4, 4), [boxes[:2] / 5], 2))
