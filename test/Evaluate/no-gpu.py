# RUN: ts-run %s > %t 2>/dev/null
# RUN: diff %S/Outputs/no-gpu.out %t
# REQUIRES: ts-run
# Programs that look for a GPU: `torch.cuda`, scaled gradients and other dtypes for
# operators; the output is what Python prints.
import torch, warnings
from torch.cuda.amp import GradScaler, autocast
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    s = GradScaler()
    a = autocast()
    print([str(x.message) for x in w], s.is_enabled(), s.get_scale(), s.state_dict())
x = torch.ones(2, requires_grad=True)
o = torch.optim.SGD([x], lr=1.)
with autocast():
    l = s.scale((x * 2).sum())
l.backward(); s.unscale_(o); print(s.step(o), s.update(), x, s.scale([l, (l,)]))
with torch.autocast("cpu", enabled=False): print(torch.is_autocast_enabled())
with torch.autocast(device_type="cuda", dtype=torch.float16, enabled=False): print((torch.ones(2, 2) @ torch.ones(2, 2)).dtype)
@autocast(enabled=False)
def f(x): return x + 1
print(f(1)); s.load_state_dict({})
for f in (lambda: torch.ones(1).cuda(), torch.cuda.synchronize, lambda: torch.cuda.device(0), lambda: torch.nn.Linear(1,1).cuda()):
    try: f()
    except Exception as e: print(type(e).__name__, e)
print(torch.cuda.is_available(), torch.cuda.device_count(), torch.cuda.memory_allocated(), torch.cuda.get_arch_list())
torch.cuda.manual_seed_all(3)
torch.cuda.empty_cache()
