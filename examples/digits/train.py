#!/usr/bin/env python3
"""Train the digit classifier of the demo and write digits.pt and the pictures.

    /usr/bin/python3 train.py [--epochs N]

Run once, with PyTorch 1.13; the product is checked in. The training pictures
are digits drawn with Debian's fonts, shifted, rotated, scaled and noisy; three
font families are kept out of training and give the pictures of the demo.

Debian packages: python3-torch python3-pil fonts-dejavu-core fonts-dejavu-extra
fonts-liberation fonts-freefont-ttf fonts-roboto-unhinted fonts-open-sans
fonts-lato fonts-cantarell fonts-comic-neue fonts-inconsolata fonts-hack
"""
import argparse
import glob
import os
import random
from typing import Tuple

import numpy as np
import torch
from PIL import Image, ImageDraw, ImageFont
from torch import nn

HERE = os.path.dirname(os.path.abspath(__file__))
HELD_OUT = ("ComicNeue", "Cantarell", "FreeSerif")
SIZE = 28


class Digits(nn.Module):
    """Two convolutions with batch norm and max-pooling, then two linear layers."""

    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, 3, padding=1)
        self.norm1 = nn.BatchNorm2d(16)
        self.conv2 = nn.Conv2d(16, 32, 3, padding=1)
        self.norm2 = nn.BatchNorm2d(32)
        self.pool = nn.MaxPool2d(2)
        self.hidden = nn.Linear(32 * 7 * 7, 64)
        self.out = nn.Linear(64, 10)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.pool(torch.relu(self.norm1(self.conv1(x))))
        x = self.pool(torch.relu(self.norm2(self.conv2(x))))
        x = torch.relu(self.hidden(torch.flatten(x, 1)))
        return torch.log_softmax(self.out(x), dim=1)

    @torch.jit.export
    def classify(self, picture: torch.Tensor) -> Tuple[int, float]:
        """Label and probability of one grey picture, uint8 of shape [1, 28, 28]."""
        scores = self.forward((picture.to(torch.float32) / 255).unsqueeze(0))[0]
        best = int(scores.argmax())
        return best, float(torch.exp(scores[best]))


def fonts():
    """Upright text fonts with digits, as (training, held out) lists of paths."""
    paths = sorted(glob.glob("/usr/share/fonts/**/*.[to]tf", recursive=True))
    paths = [p for p in paths if not any(w in p.lower() for w in ("math", "emoji", "symbol", "icon"))]
    held = [p for p in paths if os.path.basename(p).startswith(HELD_OUT)]
    return [p for p in paths if p not in held], held


def draw(path, digit, rng):
    """One picture: SIZE x SIZE floats in [0, 1], white digit on black."""
    scale = 4
    canvas = Image.new("L", (SIZE * scale, SIZE * scale), 0)
    font = ImageFont.truetype(path, int(SIZE * scale * rng.uniform(0.62, 0.92)))
    left, top, right, bottom = font.getbbox(str(digit))
    x = (SIZE * scale - (right - left)) / 2 - left
    y = (SIZE * scale - (bottom - top)) / 2 - top
    ImageDraw.Draw(canvas).text((x, y), str(digit), fill=255, font=font)
    canvas = canvas.rotate(rng.uniform(-14, 14), resample=Image.BILINEAR,
                           translate=(rng.uniform(-3, 3) * scale, rng.uniform(-3, 3) * scale))
    pixels = np.asarray(canvas.resize((SIZE, SIZE), Image.BOX), dtype=np.float32) / 255
    noise = np.random.RandomState(rng.randrange(1 << 30)).normal(0, rng.uniform(0, 0.15), pixels.shape)
    return np.clip(pixels * rng.uniform(0.6, 1) + noise, 0, 1).astype(np.float32)


def batch(paths, count, rng):
    labels = [rng.randrange(10) for _ in range(count)]
    pictures = np.stack([draw(rng.choice(paths), d, rng) for d in labels])
    return torch.from_numpy(pictures)[:, None], torch.tensor(labels)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=12)
    args = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    rng = random.Random(0)
    train_fonts, test_fonts = fonts()
    print(len(train_fonts), "fonts to train with,", len(test_fonts), "kept out")
    x, y = batch(train_fonts, 12000, rng)
    test_x, test_y = batch(test_fonts, 1000, rng)
    model = Digits()
    steps = args.epochs * (len(x) // 64)
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=steps)
    for epoch in range(args.epochs):
        model.train()
        order = torch.randperm(len(x))
        for i in range(0, len(x) - 63, 64):
            part = order[i:i + 64]
            optimizer.zero_grad()
            loss = nn.functional.nll_loss(model(x[part]), y[part])
            loss.backward()
            optimizer.step()
            schedule.step()
        model.eval()
        with torch.no_grad():
            right = (model(test_x).argmax(1) == test_y).float().mean().item()
        print("epoch %d: loss %.4f, held-out fonts %.1f %% right" % (epoch + 1, loss.item(), 100 * right), flush=True)
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    torch.jit.script(model).save(os.path.join(HERE, "digits.pt"))
    os.makedirs(os.path.join(HERE, "pictures"), exist_ok=True)
    for digit in range(10):
        picture = draw(test_fonts[digit * 7 % len(test_fonts)], digit, rng)
        Image.fromarray((picture * 255).round().astype(np.uint8)).save(
            os.path.join(HERE, "pictures", "%d.png" % digit))


if __name__ == "__main__":
    main()
