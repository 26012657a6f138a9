"""Small programs over a namespace `nn`: what they yield is compared."""
import copy
from collections import OrderedDict

import torch


def initializers(nn):
    init = nn.init
    shapes = [(3, 4), (4, 3), (16, 5), (2, 3, 3), (4, 2, 3, 3), (6, 2, 1, 2, 3), (40, 50)]
    for shape in shapes:
        for dtype in (torch.float32, torch.float64):
            for call in (lambda t: init.uniform_(t, -1, 2), lambda t: init.normal_(t, 1.0, 0.5),
                         lambda t: init.trunc_normal_(t), lambda t: init.trunc_normal_(t, 0.5, 2.0, -1.0, 1.5),
                         lambda t: init.constant_(t, 0.3), init.ones_, init.zeros_, init.xavier_uniform_,
                         lambda t: init.xavier_normal_(t, 1.4), init.kaiming_uniform_, init.kaiming_normal_,
                         lambda t: init.kaiming_normal_(t, mode="fan_out", nonlinearity="relu"),
                         lambda t: init.kaiming_uniform_(t, 0.2, "fan_out", "leaky_relu"), init.orthogonal_,
                         lambda t: init.orthogonal_(t, gain=0.5)):
                tensor = torch.full(shape, 7.0, dtype=dtype)
                yield call(tensor) is tensor
                yield tensor
    for tensor in (torch.ones(3, 5), torch.ones(5, 3)):
        yield init.eye_(tensor)
        yield init.sparse_(tensor, 0.4)
        yield init.sparse_(tensor, sparsity=0.1, std=1.0)
    for tensor in (torch.ones(4, 2, 3), torch.ones(4, 2, 3, 4), torch.ones(2, 4, 1, 2, 3)):
        yield init.dirac_(tensor)
        yield init.dirac_(tensor, 2)
    yield init.kaiming_uniform_(torch.ones(0, 3))
    for name in ("linear", "conv2d", "sigmoid", "tanh", "relu", "selu", "leaky_relu"):
        yield init.calculate_gain(name)
    yield init.calculate_gain("leaky_relu", 2)
    yield init.xavier_normal(torch.ones(2, 3))


def make_tree(nn):
    class Inner(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(3, 3)
            self.register_buffer("counter", torch.zeros(2))
            self.register_buffer("hidden", torch.ones(1), persistent=False)
            self.tied = self.linear.weight

        def forward(self, x, scale=1):
            return self.linear(x) * scale + self.counter[0]

    class Outer(nn.Module):
        def __init__(self):
            super().__init__()
            self.a = Inner()
            self.b = self.a
            self.empty = None
            self.layers = nn.ModuleList([Inner(), nn.ReLU()])
            self.scale = nn.Parameter(torch.rand(1))
            self.register_parameter("nothing", None)
            self.register_buffer("no_buffer", None)
            self.register_module("c", nn.Identity())

        def extra_repr(self):
            return "first=1\nsecond=2"

        def forward(self, x):
            for layer in self.layers:
                x = layer(x)
            return self.a(x) * self.scale

    return Outer()


def tree(nn):
    m = make_tree(nn)
    yield repr(m)
    yield m(torch.ones(2, 3))
    yield [name for name, _ in m.named_parameters()]
    yield [name for name, _ in m.named_parameters(prefix="p", recurse=False)]
    yield [name for name, _ in m.named_buffers()]
    yield [name for name, _ in m.named_modules()]
    yield [name for name, _ in m.named_modules(prefix="x", remove_duplicate=False)]
    yield [name for name, _ in m.named_children()]
    yield [type(child).__name__ for child in m.children()]
    yield [type(child).__name__ for child in m.modules()]
    yield [p.numel() for p in m.parameters()]
    yield [b.numel() for b in m.buffers(recurse=False)]
    yield m.state_dict()
    yield m.state_dict(prefix="q.", keep_vars=True)
    yield dict(m.state_dict()._metadata)
    yield m.get_submodule("a.linear") is m.a.linear
    yield m.get_submodule("") is m
    yield m.get_parameter("a.linear.weight")
    yield m.get_buffer("layers.0.counter")
    yield [name for name in dir(m) if not name.startswith("_") and name not in dir(torch.nn.Module)]
    del m.scale
    yield hasattr(m, "scale")
    del m.layers[0]
    yield repr(m.layers)
    m.extra = 3
    m.extra = nn.ReLU()
    yield "extra" in m.__dict__
    m.extra = None
    yield repr(m)
    m.a.counter = torch.ones(2)
    m.a.hidden = nn.Parameter(torch.zeros(1))
    yield m.state_dict()


def loading(nn):
    m, other = make_tree(nn), make_tree(nn)
    yield repr(m.load_state_dict(other.state_dict()))
    yield m.state_dict()
    state = other.state_dict()
    state.pop("a.linear.weight")
    state["what"] = torch.ones(1)
    state["a.strange"] = torch.ones(1)
    state["scale"] = torch.ones(1) * 2
    yield repr(m.load_state_dict(state, strict=False))
    yield m.scale
    norm = nn.Sequential(nn.BatchNorm1d(2))
    plain = OrderedDict((key, value) for key, value in norm.state_dict().items() if "num" not in key)
    yield repr(norm.load_state_dict(plain))
    numbers = nn.ParameterList([torch.zeros(())])
    yield repr(numbers.load_state_dict({"0": torch.ones(1)}))
    yield list(numbers)

    class Extra(nn.Module):
        def get_extra_state(self):
            return {"answer": 42}

        def set_extra_state(self, state):
            self.seen = state

    extra = nn.Sequential(Extra())
    yield extra.state_dict()
    yield repr(extra.load_state_dict(extra.state_dict()))
    yield extra[0].seen
    handle = m.register_load_state_dict_post_hook(lambda module, keys: keys.missing_keys.clear())
    yield repr(m.load_state_dict({}, strict=False))
    handle.remove()
    lazy, known = nn.LazyLinear(2), nn.Linear(3, 2)
    yield repr(lazy.load_state_dict(known.state_dict()))
    yield lazy.weight


def conversions(nn):
    m = make_tree(nn)
    weight = m.a.linear.weight
    m.double()
    yield weight is m.a.linear.weight
    yield m.state_dict()
    for call in (lambda: m.half(), lambda: m.bfloat16().float(), lambda: m.to(torch.float64),
                 lambda: m.to("cpu"), lambda: m.to("cpu", torch.float32), lambda: m.to(torch.ones(1).double()),
                 lambda: m.to(dtype=torch.float32, non_blocking=True), lambda: m.cpu(),
                 lambda: m.type(torch.float64), lambda: m.to(device="cpu")):
        yield call() is m
        yield [str(value.dtype) for value in m.state_dict().values()]
    yield m.requires_grad_(False) is m
    yield [p.requires_grad for p in m.parameters()]
    yield m.eval() is m
    yield [child.training for child in m.modules()]
    m.train()
    yield [child.training for child in m.modules()]
    m.zero_grad()
    m.zero_grad(set_to_none=True)
    names = []
    yield m.apply(lambda module: names.append(type(module).__name__)) is m
    yield names
    duplicate = copy.deepcopy(m)
    yield duplicate.state_dict()
    yield duplicate.a is duplicate.b
    conv = nn.Conv2d(3, 4, 2).to(memory_format=torch.channels_last)
    yield conv.weight.stride()
    rnn = nn.LSTM(2, 3).double()
    yield [str(w.dtype) for w in rnn._flat_weights]
    yield [[w.shape for w in layer] for layer in nn.GRU(2, 3, 2, bidirectional=True).all_weights]


def hooks(nn):
    m = nn.Linear(2, 2)
    log = []
    first = m.register_forward_pre_hook(lambda module, args: log.append(("pre", len(args))))
    m.register_forward_pre_hook(lambda module, args: args[0] + 1)
    m.register_forward_hook(lambda module, args, result: result * 2)
    with m.register_forward_hook(lambda module, args, result: log.append(("post", args[0].sum().item()))):
        yield m(torch.ones(1, 2))
    first.remove()
    first.remove()
    yield m(torch.ones(1, 2))
    yield log

    class WithKeywords(nn.Module):
        def forward(self, x, *rest, flag=False):
            return (x, rest, flag)

    yield WithKeywords()(1, 2, 3, flag=True)


def containers(nn):
    s = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 2))
    yield repr(s[0:2])
    yield repr(s[-1])
    yield len(s)
    s.append(nn.Tanh()).extend([nn.Sigmoid()])
    s.insert(1, nn.ELU())
    s.insert(-1, nn.SELU())
    yield repr(s)
    del s[1]
    del s[0:2]
    yield repr(s)
    yield repr(s.pop(0))
    s[0] = nn.Mish()
    yield repr(s)
    yield repr(s + nn.Sequential(nn.CELU()))
    yield repr(s * 2)
    yield repr(2 * s)
    s *= 2
    s += nn.Sequential(nn.GLU())
    yield repr(s)
    yield [type(module).__name__ for module in s]
    yield [name for name in dir(s) if name.isdigit()]

    class Tail(nn.Sequential):
        pass

    yield repr(Tail(OrderedDict([("a", nn.ReLU()), ("b", nn.Linear(1, 1)), ("c", nn.Tanh())]))[1:])
    modules = nn.ModuleList([nn.ReLU()])
    modules.append(nn.Tanh())
    modules.extend(nn.ModuleList([nn.ELU()]))
    modules += [nn.SELU()]
    modules.insert(0, nn.GLU())
    modules[1] = nn.Mish()
    yield repr(modules)
    yield repr(modules + [nn.ReLU()])
    yield repr(modules.pop(-1))
    yield repr(modules[1:3])
    del modules[::2]
    yield repr(modules)
    yield nn.ReLU() in modules
    named = nn.ModuleDict(OrderedDict([("z", nn.ReLU()), ("a", nn.Tanh())]))
    named["m"] = nn.ELU()
    named.update({"a": nn.SELU(), "b": nn.GLU()})
    yield repr(named)
    yield [list(named), list(named.keys()), [name for name, _ in named.items()], len(named), "a" in named]
    yield [type(module).__name__ for module in named.values()]
    yield repr(named.pop("z"))
    del named["a"]
    yield repr(named)
    named.clear()
    yield repr(named)


def parameters(nn):
    values = nn.ParameterList([torch.ones(2), nn.Parameter(torch.zeros(1, 2))])
    values.append(torch.rand(3))
    values.extend([1, "x"])
    values += [nn.Parameter(torch.rand(2).double())]
    values[0] = torch.zeros(5)
    yield repr(values)
    yield repr(values[1:3])
    yield len(values)
    yield [type(value).__name__ for value in values]
    yield [name for name, _ in values.named_parameters()]
    table = nn.ParameterDict({"b": torch.ones(2), "a": torch.ones(1)})
    table["c"] = nn.Parameter(torch.rand(2, 2))
    yield repr(table)
    yield [list(table), list(table.keys()), len(table), "a" in table, list(reversed(table))]
    yield [value.shape for value in table.values()]
    yield [name for name, _ in table.items()]
    yield table.setdefault("a")
    yield table.setdefault("d", torch.zeros(1))
    yield table.get("missing", 3)
    yield repr(table.copy())
    yield repr(table | nn.ParameterDict({"x": torch.ones(1)}))
    table |= nn.ParameterDict({"y": torch.ones(1)})
    yield table.popitem()[0]
    yield table.pop("a")
    yield repr(nn.ParameterDict().fromkeys(["p", "q"], 1))
    yield repr(table)
    table.clear()
    yield repr(table)


def sequences(nn):
    rnn = nn.utils.rnn
    parts = [torch.rand(4, 3), torch.rand(2, 3), torch.rand(1, 3)]
    padded = rnn.pad_sequence(parts, batch_first=True, padding_value=9.0)
    yield padded
    yield rnn.pad_sequence(parts)
    packed = rnn.pack_padded_sequence(padded, torch.tensor([4, 2, 1]), batch_first=True)
    yield packed
    yield repr(packed)
    yield rnn.pad_packed_sequence(packed, batch_first=True)
    yield rnn.pad_packed_sequence(packed, total_length=6, padding_value=-1.0)
    other = rnn.pack_padded_sequence(padded, [1, 4, 2], batch_first=True, enforce_sorted=False)
    yield other
    yield rnn.pad_packed_sequence(other)
    yield rnn.pack_sequence(parts)
    yield rnn.unpack_sequence(rnn.pack_sequence(parts[::-1], enforce_sorted=False))
    yield rnn.unpad_sequence(padded, torch.tensor([4, 2, 1]), batch_first=True)
    yield rnn.PackedSequence(packed.data, packed.batch_sizes)
    yield other.double()
    yield other.cpu() is other
    yield [packed.is_cuda, packed.is_pinned()]
    for module in (nn.LSTM(3, 2, 2, bidirectional=True), nn.GRU(3, 2), nn.RNN(3, 2), nn.LSTM(3, 4, proj_size=2)):
        for batch in (packed, other):
            yield module(batch)
        yield module(parts[0])
        single = module(padded.transpose(0, 1))
        yield module(padded.transpose(0, 1), single[1])
    yield nn.utils.rnn.invert_permutation(torch.tensor([2, 0, 1]))


def cells(nn):
    x, h, c = torch.rand(2, 3), torch.rand(2, 4), torch.rand(2, 4)
    for module, state in ((nn.RNNCell(3, 4), h), (nn.GRUCell(3, 4), h), (nn.LSTMCell(3, 4), (h, c))):
        yield module(x, state)
        yield module(x[0], tuple(part[0] for part in state) if isinstance(state, tuple) else state[0])


def tools(nn):
    conv, norm = nn.Conv2d(3, 4, 3).eval(), nn.BatchNorm2d(4).eval()
    norm.running_mean.uniform_()
    norm.running_var.uniform_(0.5, 2)
    nn.init.uniform_(norm.weight)
    x = torch.rand(1, 3, 5, 5)
    yield nn.utils.fusion.fuse_conv_bn_eval(conv, norm)(x)
    yield nn.utils.fusion.fuse_conv_bn_eval(nn.Conv2d(3, 4, 3, bias=False).eval(), norm)(x)
    yield nn.utils.fusion.fuse_conv_bn_eval(nn.ConvTranspose2d(3, 4, 3).eval(), norm, transpose=True)(x)
    yield nn.utils.fusion.fuse_linear_bn_eval(nn.Linear(3, 4).eval(), norm)(torch.rand(2, 3))
    m = nn.Linear(2, 3)
    vector = nn.utils.parameters_to_vector(m.parameters())
    yield vector
    nn.utils.vector_to_parameters(vector * 2, m.parameters())
    yield m.state_dict()
    m(torch.ones(1, 2)).sum().backward()
    yield nn.utils.clip_grad_norm_(m.parameters(), 0.5)
    yield nn.utils.clip_grad_norm_(m.parameters(), 0.5, float("inf"))
    nn.utils.clip_grad_value_(m.parameters(), 0.1)
    yield [p.grad for p in m.parameters()]
    for module in (nn.utils.weight_norm(nn.Linear(3, 4)), nn.utils.weight_norm(nn.Linear(3, 4), dim=None),
                   nn.utils.spectral_norm(nn.Linear(3, 4)), nn.utils.spectral_norm(nn.Linear(3, 4).eval())):
        yield module(torch.ones(2, 3))
        yield module.state_dict()
    yield nn.utils.remove_weight_norm(nn.utils.weight_norm(nn.Linear(3, 4))).state_dict()
    yield nn.utils.remove_spectral_norm(nn.utils.spectral_norm(nn.Linear(3, 4))).state_dict()
    deep = nn.utils.spectral_norm(nn.ConvTranspose2d(3, 4, 2), n_power_iterations=3)
    yield deep(torch.ones(1, 3, 2, 2))
    yield deep.state_dict()


def attention(nn):
    m = nn.MultiheadAttention(8, 2)
    q, k = torch.rand(4, 3, 8), torch.rand(5, 3, 8)
    mask = torch.tensor([[False, True, False, False, True]] * 3)
    for arguments in ({}, {"need_weights": False}, {"average_attn_weights": False}, {"key_padding_mask": mask},
                      {"attn_mask": torch.rand(4, 5)}, {"attn_mask": torch.rand(6, 4, 5) > 0.5}):
        yield m(q, k, k, **arguments)
    yield m(q[:, 0], k[:, 0], k[:, 0])
    layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    encoder = nn.TransformerEncoder(layer, 2)
    yield [nn.Transformer.generate_square_subsequent_mask(4)]
    for training in (True, False):
        encoder.train(training)
        torch.manual_seed(3)
        yield encoder(q, src_key_padding_mask=torch.zeros(4, 3).bool())
        yield encoder(q, mask=torch.rand(3, 3))
    # Fused layers round differently, and padding comes back as zeros.
    x = torch.rand(3, 6, 8)
    lengths = torch.tensor([[5], [2], [4]])
    for changes in ({}, {"activation": "gelu"}, {"activation": torch.tanh}, {"norm_first": True}):
        encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, **changes), 2,
                                        nn.LayerNorm(8)).eval()
        for padding in (torch.arange(6) >= lengths, torch.arange(6) < lengths):
            with torch.no_grad():
                yield (encoder(x, src_key_padding_mask=padding) * 1e3).round()
                yield (encoder(x, mask=torch.zeros(6, 6), src_key_padding_mask=padding) * 1e3).round()
            yield (encoder(x, src_key_padding_mask=padding) * 1e3).round()
            frozen = copy.deepcopy(encoder).requires_grad_(False)
            yield (frozen(x, src_key_padding_mask=padding) * 1e3).round()
    model = nn.Transformer(8, 2, 1, 1, 16)
    model.eval()
    yield model(q, k, tgt_mask=model.generate_square_subsequent_mask(5))
    yield model(q[:, 0], k[:, 0])


def layers(nn):
    embedding = nn.Embedding.from_pretrained(torch.rand(4, 3), padding_idx=1)
    yield embedding(torch.tensor([1, 2]))
    yield embedding.weight.requires_grad
    yield nn.EmbeddingBag.from_pretrained(torch.rand(4, 3), mode="sum").weight
    yield nn.ConvTranspose2d(1, 1, 3, stride=2)(torch.ones(1, 1, 4, 4), output_size=[10, 9])
    yield nn.ConvTranspose2d(1, 1, 3, stride=2)(torch.ones(1, 1, 4, 4), output_size=torch.Size([1, 1, 10, 9]))
    yield repr(nn.SyncBatchNorm.convert_sync_batchnorm(nn.Sequential(nn.BatchNorm2d(2), nn.Conv2d(2, 2, 1))))
    adaptive = nn.AdaptiveLogSoftmaxWithLoss(8, 10, [3, 6])
    x = torch.rand(4, 8)
    yield adaptive.log_prob(x)
    yield adaptive.predict(x)
    yield adaptive(x[0], torch.tensor(4))
    pool, unpool = nn.MaxPool2d(2, return_indices=True), nn.MaxUnpool2d(2)
    y, indices = pool(torch.rand(1, 1, 5, 5))
    yield unpool(y, indices, output_size=[5, 5])
    for module in (nn.BatchNorm2d(2), nn.GRU(2, 2), nn.Linear(2, 2), nn.MultiheadAttention(4, 2),
                   nn.AdaptiveLogSoftmaxWithLoss(8, 10, [3])):
        torch.manual_seed(5)
        (module.reset_parameters if hasattr(module, "reset_parameters") else module._reset_parameters)()
        yield module.state_dict()


def get_programs():
    return [initializers, tree, loading, conversions, hooks, containers, parameters, sequences, cells, tools,
            attention, layers]
