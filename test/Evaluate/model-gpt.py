# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/model-gpt.out %t
# REQUIRES: ts-run
# A language model with a cache; the output is what Python prints.
import torch
import torch.nn as nn
import torch.nn.functional as F
from typing import Dict, List, Optional, Tuple

torch.manual_seed(0)


def show(t):
    return [round(v, 3) for v in t.detach().flatten()[:4].tolist()], tuple(t.shape)


class Attn(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.h = h
        self.qkv = nn.Linear(d, 3 * d)
        self.o = nn.Linear(d, d)
    def forward(self, x, cache: Optional[Tuple[torch.Tensor, torch.Tensor]] = None):
        b, t, d = x.shape
        q, k, v = self.qkv(x).chunk(3, -1)
        q = q.view(b, t, self.h, d // self.h).transpose(1, 2)
        k = k.view(b, t, self.h, d // self.h).transpose(1, 2)
        v = v.view(b, t, self.h, d // self.h).transpose(1, 2)
        if cache is not None:
            k = torch.cat([cache[0], k], 2)
            v = torch.cat([cache[1], v], 2)
        a = (q @ k.transpose(-2, -1)) / (d // self.h) ** 0.5
        n = k.shape[2]
        mask = torch.ones(t, n, dtype=torch.bool).tril(n - t)
        a = a.masked_fill(~mask, float("-inf")).softmax(-1)
        y = (a @ v).transpose(1, 2).reshape(b, t, d)
        return self.o(y), (k, v)

class GPT(nn.Module):
    def __init__(self, vocab=11, d=8, layers=2):
        super().__init__()
        self.e = nn.Embedding(vocab, d)
        self.blocks = nn.ModuleList([Attn(d, 2) for _ in range(layers)])
        self.ln = nn.LayerNorm(d)
        self.out = nn.Linear(d, vocab, bias=False)
        self.out.weight = self.e.weight
    def forward(self, ids, caches: Optional[List[Tuple[torch.Tensor, torch.Tensor]]] = None):
        x = self.e(ids)
        new: List[Tuple[torch.Tensor, torch.Tensor]] = []
        for i, b in enumerate(self.blocks):
            c = None if caches is None else caches[i]
            y, c2 = b(self.ln(x), c)
            x = x + y
            new.append(c2)
        return self.out(x), new
    @torch.jit.export
    def generate(self, ids, n: int):
        logits, c = self.forward(ids, None)
        out: List[int] = []
        for _ in range(n):
            nxt = logits[:, -1].argmax(-1, keepdim=True)
            out.append(int(nxt.item()))
            logits, c = self.forward(nxt, c)
        return out

m = GPT()
s = torch.jit.script(m)
ids = torch.tensor([[1, 2, 3]])
with torch.no_grad():
    print(s.generate(ids, 6), m.generate(ids, 6))
    l, c = s(ids)
    print(show(l), len(c), c[0][0].shape, type(c), type(c[0]))
