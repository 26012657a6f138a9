# Attention of torch.nn in inference: the products with the packed weights of
# query, key and value, and what follows for all heads at once.
import math
from typing import Optional, Tuple
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


def split_heads(projected: Tensor, part: int, size: int, heads: int) -> Tensor:
    x = torch.narrow(projected, 2, part * size, size)
    return torch.transpose(torch.reshape(x, [x.size(0), x.size(1), heads, size // heads]), 1, 2)


def project(x: Tensor, part: int, size: int, heads: int, weight: Tensor, bias: Tensor) -> Tensor:
    rows = torch.narrow(weight, 0, part * size, size)
    return split_heads(torch.nn.functional.linear(x, rows, torch.narrow(bias, 0, part * size, size)), 0, size, heads)


def mix(q: Tensor, k: Tensor, v: Tensor, size: int, heads: int, weight: Tensor, bias: Tensor) -> Tuple[Tensor, Tensor]:
    scores = torch.matmul(q / math.sqrt(float(size // heads)), torch.transpose(k, 2, 3))
    weights = torch.softmax(scores, 3)
    mixed = torch.transpose(torch.matmul(weights, v), 1, 2)
    rows = torch.reshape(mixed, [q.size(0), q.size(2), size])
    return torch.nn.functional.linear(rows, weight, bias), weights


@register_decomposition(aten._native_multi_head_attention.default)
def multi_head_attention(query: Tensor, key: Tensor, value: Tensor, embed_dim: int, num_head: int,
                         qkv_weight: Tensor, qkv_bias: Tensor, proj_weight: Tensor, proj_bias: Tensor,
                         mask: Optional[Tensor], need_weights: bool, average_attn_weights: bool,
                         mask_type: Optional[int]) -> Tuple[Tensor, Tensor]:
    fits = mask is None and num_head > 0 and query.dim() == 3 and key.dim() == 3 and value.dim() == 3
    if fits:
        fits = (embed_dim % num_head == 0 and qkv_weight.dim() == 2 and qkv_weight.size(0) == 3 * embed_dim and
                qkv_bias.numel() == 3 * embed_dim and query.size(2) == embed_dim)
    if not fits:
        return torch._native_multi_head_attention(query, key, value, embed_dim, num_head, qkv_weight, qkv_bias,
                                                  proj_weight, proj_bias, mask, need_weights, average_attn_weights,
                                                  mask_type)
    if query is key and key is value:
        all = torch.nn.functional.linear(query, qkv_weight, qkv_bias)
        q = split_heads(all, 0, embed_dim, num_head)
        k = split_heads(all, 1, embed_dim, num_head)
        v = split_heads(all, 2, embed_dim, num_head)
    else:
        q = project(query, 0, embed_dim, num_head, qkv_weight, qkv_bias)
        k = project(key, 1, embed_dim, num_head, qkv_weight, qkv_bias)
        v = project(value, 2, embed_dim, num_head, qkv_weight, qkv_bias)
    result, weights = mix(q, k, v, embed_dim, num_head, proj_weight, proj_bias)
    if not need_weights:
        # No tensor, as the gradient of one is in inference.
        return result, query.grad
    if average_attn_weights:
        weights = torch.sum(weights, [1]) / float(num_head)
    return result, weights


@register_decomposition(aten._transformer_encoder_layer_fwd.default)
def encoder_layer(src: Tensor, embed_dim: int, num_heads: int, qkv_weight: Tensor, qkv_bias: Tensor,
                  proj_weight: Tensor, proj_bias: Tensor, use_gelu: bool, norm_first: bool, eps: float,
                  norm_weight_1: Tensor, norm_bias_1: Tensor, norm_weight_2: Tensor, norm_bias_2: Tensor,
                  ffn_weight_1: Tensor, ffn_bias_1: Tensor, ffn_weight_2: Tensor, ffn_bias_2: Tensor,
                  mask: Optional[Tensor], mask_type: Optional[int]) -> Tensor:
    fits = mask is None and num_heads > 0 and src.dim() == 3
    if fits:
        fits = (embed_dim % num_heads == 0 and qkv_weight.dim() == 2 and qkv_weight.size(0) == 3 * embed_dim and
                qkv_bias.numel() == 3 * embed_dim and src.size(2) == embed_dim)
    if not fits:
        return torch._transformer_encoder_layer_fwd(src, embed_dim, num_heads, qkv_weight, qkv_bias, proj_weight,
                                                    proj_bias, use_gelu, norm_first, eps, norm_weight_1, norm_bias_1,
                                                    norm_weight_2, norm_bias_2, ffn_weight_1, ffn_bias_1,
                                                    ffn_weight_2, ffn_bias_2, mask, mask_type)
    x = src
    if norm_first:
        x = torch.layer_norm(src, [embed_dim], norm_weight_1, norm_bias_1, eps)
    all = torch.nn.functional.linear(x, qkv_weight, qkv_bias)
    x, weights = mix(split_heads(all, 0, embed_dim, num_heads), split_heads(all, 1, embed_dim, num_heads),
                     split_heads(all, 2, embed_dim, num_heads), embed_dim, num_heads, proj_weight, proj_bias)
    x = x + src
    if norm_first:
        inner = torch.layer_norm(x, [embed_dim], norm_weight_2, norm_bias_2, eps)
    else:
        x = torch.layer_norm(x, [embed_dim], norm_weight_1, norm_bias_1, eps)
        inner = x
    inner = torch.nn.functional.linear(inner, ffn_weight_1, ffn_bias_1)
    if use_gelu:
        inner = torch.nn.functional.gelu(inner)
    else:
        inner = torch.relu(inner)
    x = x + torch.nn.functional.linear(inner, ffn_weight_2, ffn_bias_2)
    if norm_first:
        return x
    return torch.layer_norm(x, [embed_dim], norm_weight_2, norm_bias_2, eps)
