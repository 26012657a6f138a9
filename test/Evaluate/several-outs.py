# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/several-outs.out %t
# REQUIRES: ts-run
# Results written into given tensors: those of several results come as a tuple.
import torch

t = torch.tensor([[3., 1., 2.], [5., 9., 4.]])
values, places = torch.empty(0), torch.empty(0, dtype=torch.long)
for made in (torch.sort(t, 1, out=(values, places)), torch.topk(t, 2, 0, out=(values, places)),
             torch.max(t, 0, out=(values, places)), torch.kthvalue(t, 2, 1, out=(values, places))):
    print(values, places, made[0] is values, made[1] is places)
q, r = torch.empty(0), torch.empty(0)
torch.linalg.qr(torch.eye(2) * 2, out=(q, r))
print((q @ r).round().tolist())
joined = torch.empty(0)
print(torch.cat([t, t], 1, out=joined) is joined, joined.shape)
print(torch.stack((t, t), out=joined) is joined, joined.shape)
print(torch.where(t > 2, t, torch.zeros(()), out=joined) is joined, joined)
for call in (lambda: torch.sort(t, out=(values, )), lambda: torch.exp(t, out=(t, ))):
    try:
        call()
    except (TypeError, RuntimeError) as error:
        print(type(error).__name__)
