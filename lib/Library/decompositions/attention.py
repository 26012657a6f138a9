# Attention and encoder layers as products, softmax and elementwise operators, from
# their definitions in the PyTorch documentation.
import math
from typing import Optional, Tuple
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


# What stands for a tensor that an operator does not give: its own second result,
# of operands as small as can be. Nothing is computed where nobody looks at it.
def nothing(like: Tensor) -> Tensor:
    one = torch.zeros([1, 1, 1], dtype=like.dtype)
    packed = torch.zeros([3, 1], dtype=like.dtype)
    return aten._native_multi_head_attention(one, one, one, 1, 1, packed, packed.reshape([3]), one.reshape([1, 1]),
                                             one.reshape([1]), None, False, True, None)[1]


# A mask of truth values as numbers to be added.
def added_mask(mask: Tensor, like: Tensor) -> Tensor:
    if mask.dtype != torch.bool:
        return mask
    zeros = torch.zeros(mask.size(), dtype=like.dtype)
    return torch.masked_fill(zeros, torch.logical_not(mask), -math.inf)


@register_decomposition(aten._scaled_dot_product_attention.default)
def attention(query: Tensor, key: Tensor, value: Tensor, attn_mask: Optional[Tensor], dropout_p: float,
              need_attn_weights: bool, is_causal: bool) -> Tuple[Tensor, Tensor]:
    if is_causal and attn_mask is not None:
        return aten._scaled_dot_product_attention(query, key, value, attn_mask, dropout_p, need_attn_weights,
                                                  is_causal)
    scores = torch.matmul(query / math.sqrt(query.size(-1)), key.transpose(-2, -1))
    if is_causal:
        all = torch.ones([query.size(-2), key.size(-2)], dtype=torch.bool)
        scores = scores + added_mask(torch.tril(all), query)
    elif attn_mask is not None:
        scores = scores + added_mask(attn_mask, query)
    weights = torch.softmax(scores, -1)
    if dropout_p > 0:
        weights = torch.dropout(weights, dropout_p, True)
    # The weights are given whether asked for or not.
    return torch.matmul(weights, value), weights


# A part of [batch, time, parts * d], as [batch, heads, time, d / heads].
def split_heads(projected: Tensor, first: int, size: int, heads: int) -> Tensor:
    x = torch.narrow(projected, 2, first, size)
    return x.reshape([x.size(0), x.size(1), heads, size // heads]).transpose(1, 2)


# [batch, time, d] to [batch, heads, time, d / heads], by the part of the packed
# weights that starts at `first`.
def project(x: Tensor, weight: Tensor, bias: Tensor, first: int, size: int, heads: int) -> Tensor:
    rows = aten.slice(weight, 0, first, first + size)
    numbers = aten.slice(bias, 0, first, first + size)
    return split_heads(aten.linear(x, rows, numbers), 0, size, heads)


@register_decomposition(aten._native_multi_head_attention.default)
def multi_head_attention(query: Tensor, key: Tensor, value: Tensor, embed_dim: int, num_head: int,
                         qkv_weight: Tensor, qkv_bias: Tensor, proj_weight: Tensor, proj_bias: Tensor,
                         mask: Optional[Tensor], need_weights: bool, average_attn_weights: bool,
                         mask_type: Optional[int]) -> Tuple[Tensor, Tensor]:
    size, heads = embed_dim, num_head
    # One element is the call that stands for a tensor without anything.
    fits = query.numel() > 1 and query.dim() == 3 and key.dim() == 3 and value.dim() == 3
    fits = fits and heads > 0 and qkv_weight.dim() == 2 and qkv_bias.dim() == 1
    if fits:
        fits = size % heads == 0 and qkv_weight.size(0) == 3 * size and qkv_bias.size(0) == 3 * size
        fits = fits and query.size(2) == size
    if fits and mask is not None:
        # The type of a mask is to be said, and not that of one for the source. Two
        # dimensions are batch and columns.
        fits = mask_type is not None and mask_type != 0
        if mask.dim() == 2:
            fits = fits and mask.size(0) == query.size(0) and mask.size(1) == key.size(1)
    if not fits:
        return aten._native_multi_head_attention(
            query, key, value, embed_dim, num_head, qkv_weight, qkv_bias, proj_weight, proj_bias, mask,
            need_weights, average_attn_weights, mask_type)
    if query is key and key is value:
        # One product with all of the packed weights.
        packed = aten.linear(query, qkv_weight, qkv_bias)
        q = split_heads(packed, 0, size, heads)
        k = split_heads(packed, size, size, heads)
        v = split_heads(packed, 2 * size, size, heads)
    else:
        q = project(query, qkv_weight, qkv_bias, 0, size, heads)
        k = project(key, qkv_weight, qkv_bias, size, size, heads)
        v = project(value, qkv_weight, qkv_bias, 2 * size, size, heads)
    scores = torch.matmul(q / math.sqrt(size // heads), k.transpose(-2, -1))
    if mask is not None:
        hidden = mask.to(torch.bool)
        if mask.dim() == 2:
            hidden = hidden.reshape([mask.size(0), 1, 1, mask.size(1)])
        scores = torch.masked_fill(scores, hidden, -math.inf)
    weights = torch.softmax(scores, -1)
    mixed = torch.matmul(weights, v).transpose(1, 2).reshape([query.size(0), query.size(1), size])
    result = aten.linear(mixed, proj_weight, proj_bias)
    if not need_weights:
        return result, nothing(query)
    if average_attn_weights:
        weights = torch.sum(weights, [1]) / heads
    return result, weights


@register_decomposition(aten._transformer_encoder_layer_fwd.default)
def encoder_layer(src: Tensor, embed_dim: int, num_heads: int, qkv_weight: Tensor, qkv_bias: Tensor,
                  proj_weight: Tensor, proj_bias: Tensor, use_gelu: bool, norm_first: bool, eps: float,
                  norm_weight_1: Tensor, norm_bias_1: Tensor, norm_weight_2: Tensor, norm_bias_2: Tensor,
                  ffn_weight_1: Tensor, ffn_bias_1: Tensor, ffn_weight_2: Tensor, ffn_bias_2: Tensor,
                  mask: Optional[Tensor], mask_type: Optional[int]) -> Tensor:
    x = src
    if norm_first:
        x = torch.layer_norm(x, [embed_dim], norm_weight_1, norm_bias_1, eps)
    x = src + aten._native_multi_head_attention(x, x, x, embed_dim, num_heads, qkv_weight, qkv_bias, proj_weight,
                                                proj_bias, mask, False, True, mask_type)[0]
    if norm_first:
        inner = torch.layer_norm(x, [embed_dim], norm_weight_2, norm_bias_2, eps)
    else:
        x = torch.layer_norm(x, [embed_dim], norm_weight_1, norm_bias_1, eps)
        inner = x
    inner = aten.linear(inner, ffn_weight_1, ffn_bias_1)
    inner = aten.gelu(inner, approximate="none") if use_gelu else torch.relu(inner)
    x = x + aten.linear(inner, ffn_weight_2, ffn_bias_2)
    if norm_first:
        return x
    return torch.layer_norm(x, [embed_dim], norm_weight_2, norm_bias_2, eps)
