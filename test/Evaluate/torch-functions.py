# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/torch-functions.out %t
# REQUIRES: ts-run
# Classes with __torch_function__ say what functions of torch do. The output is PyTorch's.
import torch, torch.nn as nn
class ScalarTensor:
    def __init__(self, N, value): self._N=N; self._value=value
    def __repr__(self): return "ScalarTensor(N={}, value={})".format(self._N,self._value)
    def tensor(self): return self._value*torch.eye(self._N)
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if kwargs is None: kwargs={}
        if func not in HANDLED or not all(issubclass(t,(torch.Tensor,ScalarTensor)) for t in types): return NotImplemented
        return HANDLED[func](*args,**kwargs)
HANDLED={}
import functools
def implements(f):
    def dec(func):
        functools.update_wrapper(func,f); HANDLED[f]=func; return func
    return dec
@implements(torch.mean)
def mean(input): return float(input._value)/input._N
def ensure_tensor(d): return d.tensor() if isinstance(d,ScalarTensor) else torch.as_tensor(d)
@implements(torch.add)
def add(input,other):
    try:
        if input._N==other._N: return ScalarTensor(input._N,input._value+other._value)
        raise ValueError("Shape mismatch!")
    except AttributeError: return torch.add(ensure_tensor(input),ensure_tensor(other))
d=ScalarTensor(5,2); print(d, torch.mean(d), torch.add(d,d)); t=torch.tensor([[1,1,1,1,1]]); print(torch.add(d,t)); print(torch.add(t,d))
try: torch.mul(d,3)
except TypeError as e: print(str(e)[:70])
class Logging(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func is not torch.Tensor.__repr__: print(f"func: {func.__name__}, args: {len(args)}")
        if kwargs is None: kwargs={}
        return super().__torch_function__(func,types,args,kwargs)
x=torch.ones(2,2).as_subclass(Logging)
y=torch.add(x,1); print(type(y).__name__); z=x.relu(); print(type(z).__name__)
w=x+y; print(type(w).__name__); print(torch.nn.functional.relu(x).sum().item())
class Meta(object):
    def __init__(s,data,metadata=None,**k): s._t=torch.as_tensor(data,**k); s._m=metadata
    def __repr__(s): return "Metadata:\n{}\n\ndata:\n{}".format(s._m,s._t)
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if kwargs is None: kwargs={}
        metadatas=tuple(a._m for a in args if hasattr(a,'_m'))
        args=[getattr(a,'_t',a) for a in args]
        ret=func(*args,**kwargs)
        return Meta(ret,metadata=metadatas[0])
m=Meta([[1,2],[3,4]],metadata={'o':'g'}); print(torch.add(torch.tensor([[1,2],[1,2]]),m)); print(torch.mul(torch.tensor([[1,2],[1,2]]),m)); print(torch.nn.functional.relu(m)); print(torch.cat([torch.zeros(1,2),torch.ones(1,2)]))
print(torch.overrides.is_tensor_like(m), torch.overrides.has_torch_function((m,)), torch.overrides.is_tensor_like(3))
class Silent(torch.Tensor):
    __torch_function__ = torch._C._disabled_torch_function_impl
class Loud(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print("asked", func.__name__, [t.__name__ for t in types])
        return super().__torch_function__(func, types, args, kwargs or {})
silent, loud = torch.ones(2).as_subclass(Silent), torch.ones(2).as_subclass(Loud)
print(type(torch.add(silent, 1)).__name__, type(silent + 1).__name__, type(silent.sum()).__name__, type(loud + silent).__name__)
