# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/saved-tensors.out %t
# REQUIRES: ts-run
# Hooks pack and unpack the tensors that gradients need. The output is PyTorch's.
import torch, torch.nn as nn
def pack(x): print("Packing", tuple(x.shape), round(x.float().sum().item(),3)); return x
def unpack(x): print("Unpacking", tuple(x.shape), round(x.float().sum().item(),3)); return x
a=torch.ones(5,requires_grad=True); b=torch.full((5,),2.,requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(pack,unpack): y=a*b
y.sum().backward(); print(a.grad)
x=torch.randn(5,requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t:(print('p',t.shape),t)[1], lambda t:t): y=x.pow(2); z=x.exp(); w=a/b; v=torch.sigmoid(x); u=torch.relu(x); s=x.softmax(0); t=x.sum()
torch.manual_seed(0)
m=nn.Sequential(nn.Linear(3,4),nn.ReLU(),nn.Linear(4,2)); i=torch.ones(2,3)
with torch.autograd.graph.saved_tensors_hooks(pack,unpack): l=m(i).pow(2).mean()
l.backward(); print(m[0].weight.grad.sum())
with torch.autograd.graph.save_on_cpu(): l=m(i).sum()
l.backward()
c=nn.Conv2d(1,2,3); 
with torch.autograd.graph.saved_tensors_hooks(pack,unpack): l=c(torch.ones(1,1,4,4)).sum()
l.backward()
def p2(x): return x*2
def u2(x): return x
q=torch.ones(3,requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(p2,u2): r=q.pow(2)
r.sum().backward(); print(q.grad)
class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx,x): ctx.save_for_backward(x); return x*x
    @staticmethod
    def backward(ctx,g): x,=ctx.saved_tensors; return 2*x*g
q.grad=None
with torch.autograd.graph.saved_tensors_hooks(pack,unpack): r=F.apply(q)
r.sum().backward(); print(q.grad)
