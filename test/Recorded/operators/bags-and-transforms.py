# Bags of embeddings with all of their results, transforms by their own names, products of three.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/bags-and-transforms.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/bags-and-transforms.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import List, Optional
from torch import Tensor
aten = torch.ops.aten


def bag(w: Tensor, i: Tensor, o: Tensor, mode: int, s: Optional[Tensor], last: bool):
    return torch.embedding_bag(w, i, o, False, mode, False, s, last)


def bagp(w: Tensor, i: Tensor, o: Tensor, mode: int, s: Optional[Tensor], last: bool, p: Optional[int]):
    return torch.embedding_bag(w, i, o, False, mode, False, s, last, p)


def core(w: Tensor, i: Tensor, o: Tensor, mode: int, s: Optional[Tensor], last: bool, p: int):
    return torch._embedding_bag(w, i, o, False, mode, False, s, last, p)


def fwd(w: Tensor, i: Tensor, o: Tensor, mode: int, s: Optional[Tensor], last: bool, p: int):
    return torch._embedding_bag_forward_only(w, i, o, False, mode, False, s, last, p)


def fft(x: Tensor, n: int):
    y = aten._fft_r2c(x,[0,1],n,True)
    return y, aten._fft_r2c(x,[1],n,False), aten._fft_c2c(y,[0],n,True), aten._fft_c2c(y,[1,0],n,False), aten._fft_c2r(y,[0,1],n,4), aten._pdist_forward(x, 2.0)


def tri(a: Tensor, b: Tensor, c: Tensor):
    return torch._trilinear(a,b,c,[1,3],[0],[1,2],[2,3]), torch._trilinear(a,b,c,[1,3],[0],[1,2],[])


W = torch.arange(12.).reshape(4,3)
I = torch.tensor([0,1,2,3,1,1]); 
CALLS = [("bag",[W,I,o,m,s,l]) for o,l in ((torch.tensor([0,2,2,5]),False),(torch.tensor([0,3,6]),True),(torch.tensor([0]),False)) for m in (0,1,2) for s in (None,)]
CALLS += [("bag",[W,I,torch.tensor([0,2,2,5]),0,torch.arange(6.),False])]
CALLS += [(f,[W,I,torch.tensor([0,2,2,5]),m,None,False,p]) for f in ("bagp","core","fwd") for m in (0,1,2) for p in (-1,1)]
CALLS += [("fft",[torch.arange(12.).reshape(3,4)**2,n]) for n in (0,1,2)]
CALLS += [("tri",[torch.arange(6.).reshape(2,3),torch.arange(12.).reshape(2,3,2),torch.arange(4.).reshape(2,2)])]
