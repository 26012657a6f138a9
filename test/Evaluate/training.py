# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/training.out %t
# REQUIRES: ts-run
# Every optimizer trains a small network. The output is that of PyTorch 1.13.
import torch
import torch.nn as nn
import torch.optim as optim
torch.manual_seed(0)
class MLP(nn.Module):
    def __init__(self, i, h, o):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(i, h), nn.ReLU(), nn.Dropout(0.1), nn.Linear(h, o))
    def forward(self, x):
        return self.net(x)
X = torch.randn(64, 4)
y = (X[:, 0] * X[:, 1] > 0).long()
model = MLP(4, 16, 2)
print(model)
crit = nn.CrossEntropyLoss()
for name, mk in [("sgd", lambda p: optim.SGD(p, lr=0.1, momentum=0.9, nesterov=True, weight_decay=1e-4)), ("adam", lambda p: optim.Adam(p, lr=0.01)), ("adamw", lambda p: optim.AdamW(p, lr=0.01)), ("rms", lambda p: optim.RMSprop(p, lr=0.01)), ("adagrad", lambda p: optim.Adagrad(p)), ("adadelta", lambda p: optim.Adadelta(p)), ("adamax", lambda p: optim.Adamax(p)), ("nadam", lambda p: optim.NAdam(p)), ("radam", lambda p: optim.RAdam(p)), ("asgd", lambda p: optim.ASGD(p)), ("rprop", lambda p: optim.Rprop(p))]:
    torch.manual_seed(1)
    model = MLP(4, 16, 2)
    opt = mk(model.parameters())
    sched = optim.lr_scheduler.StepLR(opt, step_size=10, gamma=0.5)
    for epoch in range(30):
        model.train()
        opt.zero_grad()
        out = model(X)
        loss = crit(out, y)
        loss.backward()
        gn = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        if epoch % 10 == 0:
            print(f"{name} epoch {epoch}: loss={loss.item():.4f} gn={gn:.4f} lr={sched.get_last_lr()[0]:.4g}")
    model.eval()
    with torch.no_grad():
        acc = (model(X).argmax(1) == y).float().mean()
    print(f"{name} acc {acc:.3f}", loss)
print(opt)
print(sorted(opt.state_dict().keys()), opt.state_dict()["param_groups"][0]["params"])
