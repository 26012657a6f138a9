"""Recurrent layers as steps, each recorded."""

import torch
from _tape import expansions


def _cell(kind, gates, state, h_gates=None):
    if kind == "lstm":
        i, f, g, o = gates.chunk(4, 1)
        c = f.sigmoid() * state[1] + i.sigmoid() * g.tanh()
        return [o.sigmoid() * c.tanh(), c]
    return [gates.tanh() if kind == "rnn_tanh" else gates.relu()]


def _step(kind, projected, state, w_hh, b_hh):
    hidden = torch.nn.functional.linear(state[0], w_hh, b_hh)
    if kind != "gru":
        return _cell(kind, projected + hidden, state)
    ir, iz, im = projected.chunk(3, 1)
    hr, hz, hm = hidden.chunk(3, 1)
    z = (iz + hz).sigmoid()
    new = (im + (ir + hr).sigmoid() * hm).tanh()
    return [(state[0] - new) * z + new]


def _layer(kind, x, state, weights, reverse, w_hr=None):
    """One direction of one layer; the steps are along dimension 0."""
    w_ih, w_hh = weights[0], weights[1]
    b_ih, b_hh = (weights[2], weights[3]) if len(weights) > 3 else (None, None)
    projected = torch.nn.functional.linear(x, w_ih, b_ih).unbind(0)
    outputs = []
    for part in projected[::-1] if reverse else projected:
        state = _step(kind, part, state, w_hh, b_hh)
        if w_hr is not None:
            state[0] = state[0] @ w_hr.t()
        outputs.append(state[0])
    return torch.stack(outputs[::-1] if reverse else outputs, 0), state


def _recurrent(kind):
    def expand(input, hx, params, has_biases, *rest, **kwargs):
        if not isinstance(params, (list, tuple)) or not isinstance(has_biases, bool):
            return NotImplemented  # packed sequences
        num_layers, dropout, train, bidirectional, batch_first = rest
        states = list(hx) if kind == "lstm" else [hx]
        directions = 2 if bidirectional else 1
        projects = kind == "lstm" and states[0].shape[2] != states[1].shape[2]
        per = (4 if has_biases else 2) + projects
        x = input.transpose(0, 1) if batch_first else input
        last = [[] for _ in states]
        for layer in range(num_layers):
            outputs = []
            for direction in range(directions):
                k = layer * directions + direction
                weights = list(params[k * per : (k + 1) * per])
                w_hr = weights.pop() if projects else None
                out, state = _layer(kind, x, [s[k] for s in states], weights, direction == 1, w_hr)
                outputs.append(out)
                for place, s in zip(last, state):
                    place.append(s)
            x = torch.cat(outputs, -1) if directions > 1 else outputs[0]
            if dropout and train and layer + 1 < num_layers:
                x = torch.dropout(x, dropout, True)
        return (x.transpose(0, 1) if batch_first else x,) + tuple(torch.stack(s, 0) for s in last)

    return expand


for _kind in ("lstm", "gru", "rnn_tanh", "rnn_relu"):
    expansions[_kind] = _recurrent(_kind)


def _one_cell(kind):
    def expand(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
        states = list(hx) if kind == "lstm" else [hx]
        state = _step(kind, torch.nn.functional.linear(input, w_ih, b_ih), states, w_hh, b_hh)
        return tuple(state) if kind == "lstm" else state[0]

    return expand


for _kind in ("lstm", "gru", "rnn_tanh", "rnn_relu"):
    expansions[_kind + "_cell"] = _one_cell(_kind)
