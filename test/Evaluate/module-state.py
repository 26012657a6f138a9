# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/module-state.out %t
# REQUIRES: ts-run
# Modules whose state is tied, copied, averaged and watched by hooks. The output is that of PyTorch 1.13.
import torch, torch.nn as nn, copy
torch.manual_seed(7)
class EMA:
    def __init__(self, model, decay=0.9):
        self.shadow = {n: p.detach().clone() for n, p in model.named_parameters()}
        self.decay = decay
    def update(self, model):
        for n, p in model.named_parameters():
            self.shadow[n].mul_(self.decay).add_(p.detach(), alpha=1 - self.decay)
    def norm(self): return sum(v.pow(2).sum() for v in self.shadow.values()).sqrt().item()
class Tied(nn.Module):
    def __init__(self, v, d):
        super().__init__()
        self.emb = nn.Embedding(v, d)
        self.out = nn.Linear(d, v, bias=False)
        self.out.weight = self.emb.weight
        self.register_buffer("steps", torch.zeros((), dtype=torch.long))
    def forward(self, i):
        self.steps += 1
        return self.out(torch.tanh(self.emb(i)))
m = Tied(6, 4); ema = EMA(m)
print(len(list(m.parameters())), m.out.weight is m.emb.weight, list(m.state_dict()), sum(p.numel() for p in m.parameters()))
opt = torch.optim.SGD([{"params": [m.emb.weight], "lr": 0.5}], lr=0.1, momentum=0.5)
idx = torch.tensor([0, 1, 2, 3])
for i in range(4):
    l = nn.functional.cross_entropy(m(idx), (idx + 1) % 6)
    opt.zero_grad(); l.backward(); opt.step(); ema.update(m)
    print(i, f"{l.item():.4f}", f"{ema.norm():.4f}", m.steps.item(), m.emb.weight.grad.abs().sum(1))
c = copy.deepcopy(m); print(c.out.weight is c.emb.weight, torch.equal(c.emb.weight, m.emb.weight), c.steps)
with torch.no_grad():
    for p in c.parameters(): p.zero_()
print(c.emb.weight.sum(), m.emb.weight.abs().sum() > 0, c.emb.weight.requires_grad)
sd = m.state_dict(); sd["extra"] = torch.ones(1)
try: c.load_state_dict(sd)
except RuntimeError as e: print(str(e).split("\n")[1].strip())
print(c.load_state_dict({k: v for k, v in sd.items() if k != "extra"}), torch.equal(c.emb.weight, m.emb.weight))
for n, p in m.named_parameters(): print(n, p.shape, p.dtype, p.is_leaf, p.grad is not None)
m.emb.weight.requires_grad_(False); print([p.requires_grad for p in m.parameters()], m(idx).requires_grad)
m.half() if False else m.double(); print(m.emb.weight.dtype, m(idx).dtype, m.steps.dtype)
seq = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Dropout(0.5))
print(seq.training, seq.eval()[2].training, seq.train(True)[1].training, [type(x).__name__ for x in seq.modules()], seq[0].bias, seq(torch.ones(2, 2)).shape)
w = seq[0].weight; b = w.data_ptr() == seq.state_dict()["0.weight"].data_ptr() if False else True
w.data.fill_(1.0); print(w, seq[0].weight.sum())
nn.utils.clip_grad_value_([w], 0.1); v = nn.utils.parameters_to_vector(seq.parameters()); print(v.shape, v.requires_grad); nn.utils.vector_to_parameters(torch.zeros_like(v), seq.parameters()); print(seq[0].weight)
h = []
hk = seq[0].register_forward_pre_hook(lambda mod, inp: h.append(inp[0].shape)); seq(torch.ones(3, 2)); hk.remove(); seq(torch.ones(3, 2)); print(h)
gh = []
bk = seq[0].register_full_backward_hook(lambda mod, gi, go: gh.append((gi[0] is None, go[0].shape))); seq(torch.ones(3, 2)).sum().backward(); bk.remove(); print(gh)
x = torch.ones(2, 2, requires_grad=True); y = x * 2; z = y.detach(); z[0, 0] = 9; print(y, z.requires_grad, x.data, x.grad)
t = torch.arange(6.); s = t.view(2, 3); s[0] = -1; u = t[::2]; u += 10; print(t, s.is_contiguous(), u.storage_offset(), s.t().stride(), t.data_ptr() == s.data_ptr() if False else "", torch.as_strided(t, (2, 2), (1, 2)))
print(getattr(m, "missing", "none"), hasattr(m, "emb"), list(dict(m.named_children())), "emb.weight" in m.state_dict(), m.get_submodule("emb"), m.get_parameter("emb.weight").shape)
try: m.nope
except AttributeError as e: print(e)
try: m.emb = 3
except TypeError as e: print(e)
m.extra = nn.Parameter(torch.ones(1)); del m.extra; m.note = "x"; print(m.note, len(list(m.parameters())), m)
print([hasattr(torch.ones(1), name) for name in ("relu", "alias", "conv2d", "_modules", "softmax", "linear")])
try:
    torch.ones(1).alias
except AttributeError as e:
    print(e)
