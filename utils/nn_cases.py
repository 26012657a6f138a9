"""Every class of torch.nn: arguments of constructors, and inputs of `forward`.

A case is (class, arguments, input): the arguments as Python text of a call, the
input as Python text of a tuple that is evaluated after `torch.manual_seed`.
"""

vector, signal, picture, volume = "torch.randn(4, 6)", "torch.randn(2, 4, 9)", "torch.randn(2, 4, 8, 9)", \
    "torch.randn(2, 4, 6, 7, 8)"

ACTIVATIONS = {
    "CELU": ["", "0.5, True"], "ELU": ["", "alpha=2.0, inplace=True"], "GELU": ["", "'tanh'"], "GLU": ["", "0"],
    "Hardshrink": ["", "0.2"], "Hardsigmoid": ["", "True"], "Hardswish": ["", "True"],
    "Hardtanh": ["", "-2, 3, True", "min_value=-0.5, max_value=0.25"], "Identity": ["", "3, unused=4"],
    "LeakyReLU": ["", "0.2, inplace=True"], "LogSigmoid": [""], "LogSoftmax": ["", "dim=1"], "Mish": ["", "True"],
    "PReLU": ["", "6", "6, init=0.1, dtype=torch.float32"], "RReLU": ["", "0.1, 0.2", "0.1, 0.3, True"],
    "ReLU": ["", "True"], "ReLU6": ["", "True"], "SELU": ["", "True"], "SiLU": ["", "inplace=True"], "Sigmoid": [""],
    "Softmax": ["", "0", "dim=-1"], "Softmin": ["", "1"], "Softplus": ["", "2, 10"], "Softshrink": ["", "0.1"],
    "Softsign": [""], "Tanh": [""], "Tanhshrink": [""], "Threshold": ["0.1, 20", "0.1, 20.5, True"],
    "Dropout": ["", "0.25", "p=0.5, inplace=True", "p=0.0", "1.0"], "AlphaDropout": ["", "0.3"],
    "Flatten": ["", "0", "0, 1"],
}

LOSSES = {
    "BCELoss": ("torch.rand(4, 6), torch.rand(4, 6)", ["", "torch.rand(6)", "reduction='sum'"]),
    "BCEWithLogitsLoss": ("torch.randn(4, 6), torch.rand(4, 6)",
                          ["", "torch.rand(6), pos_weight=torch.rand(6)", "reduction='none'"]),
    "CTCLoss": ("torch.randn(9, 2, 5).log_softmax(2), torch.randint(1, 5, (2, 4)), torch.tensor([9, 8]), "
                "torch.tensor([4, 3])", ["", "blank=0, reduction='sum', zero_infinity=True"]),
    "CosineEmbeddingLoss": ("torch.randn(4, 6), torch.randn(4, 6), torch.tensor([1, -1, 1, -1])",
                            ["", "0.3", "margin=0.1, reduction='sum'"]),
    "CrossEntropyLoss": ("torch.randn(4, 6), torch.randint(0, 6, (4,))",
                         ["", "torch.rand(6)", "ignore_index=2, label_smoothing=0.1", "size_average=False"]),
    "GaussianNLLLoss": ("torch.randn(4, 6), torch.randn(4, 6), torch.rand(4, 6)", ["", "full=True, reduction='sum'"]),
    "HingeEmbeddingLoss": ("torch.randn(4), torch.tensor([1, -1, 1, -1])", ["", "2.0", "reduction='none'"]),
    "HuberLoss": ("torch.randn(4, 6), torch.randn(4, 6)", ["", "delta=0.5, reduction='sum'"]),
    "KLDivLoss": ("torch.randn(4, 6).log_softmax(1), torch.randn(4, 6).softmax(1)",
                  ["", "reduction='batchmean'", "reduction='sum', log_target=False"]),
    "L1Loss": ("torch.randn(4, 6), torch.randn(4, 6)", ["", "reduction='sum'", "reduce=False"]),
    "MSELoss": ("torch.randn(4, 6), torch.randn(4, 6)", ["", "reduction='none'", "True, True"]),
    "MarginRankingLoss": ("torch.randn(4), torch.randn(4), torch.tensor([1., -1., 1., -1.])", ["", "0.2"]),
    "MultiLabelMarginLoss": ("torch.randn(2, 4), torch.tensor([[3, 0, -1, 1], [0, 1, 2, -1]])",
                             ["", "reduction='none'"]),
    "MultiLabelSoftMarginLoss": ("torch.randn(4, 6), torch.rand(4, 6).round()", ["", "torch.rand(6)"]),
    "MultiMarginLoss": ("torch.randn(4, 6), torch.randint(0, 6, (4,))", ["", "2, 0.5", "weight=torch.rand(6)"]),
    "NLLLoss": ("torch.randn(4, 6).log_softmax(1), torch.randint(0, 6, (4,))",
                ["", "torch.rand(6)", "ignore_index=1", "reduction='sum'"]),
    "NLLLoss2d": ("torch.randn(2, 4, 3, 3).log_softmax(1), torch.randint(0, 4, (2, 3, 3))", [""]),
    "PoissonNLLLoss": ("torch.randn(4, 6), torch.rand(4, 6) * 5", ["", "False, True", "full=True, reduction='sum'"]),
    "SmoothL1Loss": ("torch.randn(4, 6), torch.randn(4, 6)", ["", "beta=0.5", "beta=0.0"]),
    "SoftMarginLoss": ("torch.randn(4, 6), torch.randn(4, 6).sign()", ["", "reduction='none'"]),
    "TripletMarginLoss": ("torch.randn(4, 6), torch.randn(4, 6), torch.randn(4, 6)", ["", "2.0, 1.0, swap=True"]),
    "TripletMarginWithDistanceLoss": ("torch.randn(4, 6), torch.randn(4, 6), torch.randn(4, 6)",
                                      ["", "swap=True, margin=0.5", "distance_function=nn.PairwiseDistance(1.0)"]),
}

POOLS = {
    "AvgPool{}d": ["2", "3, 2, 1", "2, ceil_mode=True, count_include_pad=False"],
    "MaxPool{}d": ["2", "3, 2, 1", "2, dilation=2, ceil_mode=True", "2, return_indices=True"],
    "AdaptiveAvgPool{}d": ["3", "{}"], "AdaptiveMaxPool{}d": ["3", "{}, return_indices=True"],
}

NORMS = {"BatchNorm{}d": ["4", "4, momentum=None", "4, 1e-3, 0.2, False", "4, track_running_stats=False",
                          "4, dtype=torch.float32, device='cpu'"],
         "InstanceNorm{}d": ["4", "4, affine=True", "4, affine=True, track_running_stats=True"],
         "LazyBatchNorm{}d": ["", "1e-3, affine=False"],
         "LazyInstanceNorm{}d": ["", "affine=False, track_running_stats=False"]}

CONVOLUTIONS = ["4, 6, 3", "4, 6, 3, 2, 1, bias=False", "4, 4, 3, groups=2, dilation=2", "4, 8, {}, padding='same'",
                "4, 8, 3, padding='valid', dtype=torch.float32", "4, 6, 3, padding=1, padding_mode='circular'",
                "4, 6, 3, padding=2, padding_mode='reflect'", "4, 6, 3, padding=1, padding_mode='replicate'"]
TRANSPOSED = ["4, 6, 3", "4, 6, 3, 2, 1, 1", "4, 4, {}, groups=2, bias=False", "4, 6, 3, dilation=2, stride=2"]

SINGLE = [
    ("AdaptiveLogSoftmaxWithLoss", ["16, 20, [5, 10, 15]", "16, 20, (5, 10), div_value=2.0, head_bias=True"],
     "torch.randn(4, 16), torch.tensor([1, 6, 12, 19])"),
    ("Bilinear", ["3, 4, 5", "3, 4, 5, False"], "torch.randn(2, 3), torch.randn(2, 4)"),
    ("ChannelShuffle", ["2"], picture),
    ("ConstantPad1d", ["2, 1.5", "(1, 2), 3"], signal), ("ConstantPad2d", ["2, 1.5", "(1, 2, 0, 3), 3"], picture),
    ("ConstantPad3d", ["1, 0.5", "(1, 2, 0, 3, 1, 1), 3"], volume), ("ZeroPad2d", ["2", "(1, 2, 0, 3)"], picture),
    ("ReflectionPad1d", ["2", "(1, 2)"], signal), ("ReflectionPad2d", ["2", "(1, 2, 0, 3)"], picture),
    ("ReflectionPad3d", ["1", "(1, 2, 0, 3, 1, 1)"], volume), ("ReplicationPad1d", ["2", "(1, 2)"], signal),
    ("ReplicationPad2d", ["2", "(1, 2, 0, 3)"], picture), ("ReplicationPad3d", ["1", "(1, 2, 0, 3, 1, 1)"], volume),
    ("CosineSimilarity", ["", "0, 1e-4"], "torch.randn(4, 6), torch.randn(4, 6)"),
    ("PairwiseDistance", ["", "1.0, keepdim=True"], "torch.randn(4, 6), torch.randn(4, 6)"),
    ("CrossMapLRN2d", ["3", "1, 0.1, 0.5, 2", "4", "20"], picture),
    ("LocalResponseNorm", ["2", "3, 0.1, 0.5, 2.0"], picture),
    ("Dropout1d", ["", "0.2"], signal), ("Dropout2d", ["", "0.2"], picture), ("Dropout3d", ["", "0.2"], volume),
    ("FeatureAlphaDropout", ["", "0.2"], picture),
    ("Embedding", ["10, 3", "10, 3, padding_idx=-1", "10, 3, 2, max_norm=1.0, norm_type=1.0",
                   "5, 4, scale_grad_by_freq=True, sparse=True", "2, 2, _weight=torch.ones(2, 2)"],
     "torch.tensor([[1, 0], [0, 1]])"),
    ("EmbeddingBag", ["10, 3", "10, 3, mode='sum', padding_idx=1", "10, 3, 1.0, mode='max'",
                      "10, 3, mode='sum', include_last_offset=True"],
     "torch.tensor([1, 2, 4, 5, 4, 3]), torch.tensor([0, 2, 6])"),
    ("Fold", ["(4, 5), (2, 2)"], "torch.randn(2, 12, 12)"),
    ("Unfold", ["2", "(2, 3), dilation=2, padding=1, stride=(1, 2)"], picture),
    ("FractionalMaxPool2d", ["2, output_size=(3, 4)", "(2, 3), output_ratio=0.5, return_indices=True"], picture),
    ("FractionalMaxPool3d", ["2, output_size=(3, 3, 4)", "2, output_ratio=(0.5, 0.5, 0.6)"], volume),
    ("GroupNorm", ["2, 4", "4, 4, 1e-3, False"], picture),
    ("LayerNorm", ["9", "(4, 9), 1e-3", "[9], elementwise_affine=False"], signal),
    ("LPPool1d", ["2, 3", "1.5, 3, 2, True"], signal), ("LPPool2d", ["2, 3", "1, (2, 3), stride=(2, 1)"], picture),
    ("Linear", ["6, 3", "6, 0", "6, 5, bias=False", "6, 7, dtype=torch.float32"], vector),
    ("Linear", ["6, 3, dtype=torch.float64"], "torch.randn(2, 6, dtype=torch.float64)"),
    ("LazyLinear", ["3", "5, bias=False"], vector),
    ("MaxUnpool1d", ["2", "2, 2, 0"], "torch.randn(1, 1, 3), torch.tensor([[[0, 3, 5]]])"),
    ("MaxUnpool2d", ["2", "2, stride=2"], "torch.randn(1, 1, 2, 2), torch.tensor([[[[0, 3], [8, 15]]]])"),
    ("MaxUnpool3d", ["2"], "torch.randn(1, 1, 1, 1, 2), torch.tensor([[[[[0, 15]]]]])"),
    ("MultiheadAttention", ["8, 2", "8, 2, 0.5, False, True, True", "8, 4, kdim=8, vdim=8, batch_first=True",
                            "8, 2, add_bias_kv=True"],
     "torch.randn(5, 3, 8), torch.randn(5, 3, 8), torch.randn(5, 3, 8)"),
    ("MultiheadAttention", ["8, 2, kdim=6, vdim=4"], "torch.randn(5, 3, 8), torch.randn(5, 3, 6), "
     "torch.randn(5, 3, 4)"),
    ("PixelShuffle", ["2"], picture), ("PixelUnshuffle", ["3"], "torch.randn(1, 2, 6, 9)"),
    ("RNN", ["4, 5", "4, 5, 2, nonlinearity='relu', batch_first=True", "4, 5, bias=False, bidirectional=True",
             "4, 5, num_layers=3, dropout=0.5"], "torch.randn(3, 2, 4)"),
    ("GRU", ["4, 5", "4, 5, 2, batch_first=True, dropout=0.25", "4, 5, bias=False, bidirectional=True"],
     "torch.randn(3, 2, 4)"),
    ("LSTM", ["4, 5", "4, 5, 2, batch_first=True", "4, 5, bias=False, bidirectional=True", "4, 5, proj_size=3",
              "4, 5, 2, proj_size=2, bidirectional=True, dropout=0.5"], "torch.randn(3, 2, 4)"),
    ("RNNCell", ["4, 5", "4, 5, False, 'relu'"], "torch.randn(2, 4)"),
    ("GRUCell", ["4, 5", "4, 5, bias=False"], "torch.randn(2, 4)"),
    ("LSTMCell", ["4, 5", "4, 5, bias=False"], "torch.randn(2, 4)"),
    ("RNNBase", ["'LSTM', 3, 4, 2"], None), ("RNNCellBase", ["3, 4, True, 2", "3, 4, False, 3"], None),
    ("Module", [""], None), ("SyncBatchNorm", ["4", "4, affine=False"], picture),
    ("Softmax2d", [""], picture),
    ("TransformerEncoderLayer", ["8, 2, 16", "8, 2, 16, 0.2, 'gelu', batch_first=True, norm_first=True"],
     "torch.randn(5, 3, 8)"),
    ("TransformerDecoderLayer", ["8, 2, 16", "8, 2, 16, 0.2, 'gelu', norm_first=True"],
     "torch.randn(5, 3, 8), torch.randn(6, 3, 8)"),
    ("TransformerEncoder", ["nn.TransformerEncoderLayer(8, 2, 16), 2",
                            "nn.TransformerEncoderLayer(8, 2, 16), 2, norm=nn.LayerNorm(8)"], "torch.randn(5, 3, 8)"),
    ("TransformerDecoder", ["nn.TransformerDecoderLayer(8, 2, 16), 2, nn.LayerNorm(8)"],
     "torch.randn(5, 3, 8), torch.randn(6, 3, 8)"),
    ("Transformer", ["8, 2, 1, 2, 16", "8, 2, 1, 1, 16, activation='gelu', batch_first=False, norm_first=True"],
     "torch.randn(5, 3, 8), torch.randn(6, 3, 8)"),
    ("Unflatten", ["1, (2, 3)", "1, [3, 2]"], vector),
    ("Upsample", ["3", "scale_factor=2", "scale_factor=(2, 3), mode='nearest'",
                  "scale_factor=1.5, mode='bilinear', align_corners=False, recompute_scale_factor=True",
                  "(5, 7), mode='bicubic'"], picture),
    ("UpsamplingBilinear2d", ["(5, 6)", "scale_factor=2"], picture),
    ("UpsamplingNearest2d", ["(5, 6)", "scale_factor=2"], picture),
    ("Sequential", ["", "nn.Linear(6, 4), nn.ReLU(), nn.Linear(4, 2)",
                    "OrderedDict([('first', nn.Linear(6, 4)), ('second', nn.Tanh())])"], vector),
    ("ModuleList", ["", "[nn.Linear(2, 2), nn.ReLU()]"], None),
    ("ModuleDict", ["", "{'a': nn.Linear(2, 2), 'b': nn.ReLU()}", "[['x', nn.Linear(1, 1)]]"], None),
    ("ParameterList", ["", "[nn.Parameter(torch.randn(2)), torch.zeros(1, 2), 'text']"], None),
    ("ParameterDict", ["", "{'b': torch.ones(2), 'a': nn.Parameter(torch.zeros(2, 1)), 'c': 3}"], None),
    ("DataParallel", ["nn.Linear(6, 2)"], vector),
    ("Container", ["a=nn.Linear(2, 2)"], None),
]


def get_cases():
    for name, calls in ACTIVATIONS.items():
        for call in calls:
            yield name, call, vector
    for name, (inputs, calls) in LOSSES.items():
        for call in calls:
            yield name, call, inputs
    for name, calls, inputs in SINGLE:
        for call in calls:
            yield name, call, inputs
    for rank, inputs in enumerate((signal, picture, volume), 1):
        sizes = repr((3, 2, 3)[:rank])
        for table in (POOLS, NORMS):
            for name, calls in table.items():
                for call in calls:
                    yield name.format(rank), call.format(sizes), inputs
        for call in ("2, divisor_override=3",) if rank > 1 else ():
            yield "AvgPool{}d".format(rank), call, inputs
        for call in CONVOLUTIONS:
            if "reflect" not in call or rank < 3:
                yield "Conv{}d".format(rank), call.format(sizes), inputs
        for call in TRANSPOSED:
            yield "ConvTranspose{}d".format(rank), call.format(sizes), inputs
        for call in ("6, 3", "6, 3, 2, 1, bias=False"):
            yield "LazyConv{}d".format(rank), call, inputs
        for call in ("6, 3", "6, 3, 2, 1, 1, groups=2"):
            yield "LazyConvTranspose{}d".format(rank), call, inputs
    yield "BatchNorm1d", "6", vector


# Constructors and calls that fail, as expressions.
FAILURES = [
    "nn.Conv2d(3, 4, 3, groups=2)", "nn.Conv2d(4, 3, 3, groups=2)", "nn.Conv2d(4, 4, 3, groups=0)",
    "nn.Conv2d(4, 4, 3, 2, padding='same')", "nn.ConvTranspose2d(4, 4, 3, padding_mode='reflect')",
    "nn.ConvTranspose2d(1, 1, 3, stride=2)(torch.ones(1, 1, 4, 4), output_size=[1, 1])",
    "nn.ConvTranspose2d(1, 1, 3, stride=2)(torch.ones(1, 1, 4, 4), output_size=[1, 1, 2, 3, 4])",
    "nn.GroupNorm(3, 4)", "nn.Dropout(1.5)", "nn.Dropout(-0.5)", "nn.Embedding(3, 2, 4)", "nn.Embedding(3, 2, -4)",
    "nn.Embedding(3, 2, _weight=torch.ones(1, 2))", "nn.EmbeddingBag(3, 2, padding_idx=4)",
    "nn.Embedding.from_pretrained(torch.ones(2))", "nn.FractionalMaxPool2d(2)",
    "nn.FractionalMaxPool2d(2, 3, 0.5)", "nn.FractionalMaxPool2d(2, output_ratio=2.0)",
    "nn.FractionalMaxPool3d(2)", "nn.FractionalMaxPool3d(2, 3, 0.5)", "nn.FractionalMaxPool3d(2, output_ratio=2.0)",
    "nn.Hardtanh(3, 1)", "nn.MultiMarginLoss(3)", "nn.MultiheadAttention(7, 2)", "nn.RNN(2, 3, nonlinearity='x')",
    "nn.RNN(2, 3, proj_size=1)", "nn.GRU(2, 3, proj_size=1)", "nn.LSTM(2, 3, proj_size=3)",
    "nn.LSTM(2, 3, proj_size=-1)", "nn.LSTM(2, 3, dropout=2)", "nn.LSTM(2, 3, dropout=True)",
    "nn.RNNBase('XYZ', 2, 3)", "nn.TransformerEncoderLayer(8, 2, activation='x')",
    "nn.Unflatten(1, 'x')", "nn.Unflatten(1, (1, 'x'))", "nn.Unflatten('a', (1, 2))", "nn.Unflatten('a', [1])",
    "nn.Unflatten(1.5, (1,))", "nn.AdaptiveLogSoftmaxWithLoss(8, 10, [5, 3])",
    "nn.AdaptiveLogSoftmaxWithLoss(8, 10, [0, 3])", "nn.AdaptiveLogSoftmaxWithLoss(8, 10, [12])",
    "nn.Linear(2, 3)(torch.ones(2, 4))", "nn.BatchNorm2d(3)(torch.ones(2, 3))", "nn.BatchNorm1d(3)(torch.ones(3))",
    "nn.BatchNorm3d(3)(torch.ones(3))", "nn.InstanceNorm1d(3)(torch.ones(3))", "nn.InstanceNorm2d(3)(torch.ones(3))",
    "nn.InstanceNorm3d(3)(torch.ones(3))", "nn.LazyConv2d(4, 3)(torch.ones(2, 3))", "nn.LazyLinear(3).weight.shape",
    "nn.LazyLinear(3).weight.numel()", "nn.LazyLinear(3).share_memory()", "nn.Softmax2d()(torch.ones(2))",
    "nn.CrossMapLRN2d(2)(torch.ones(2))", "nn.RNNCell(2, 3)(torch.ones(1, 1, 2))", "nn.Module()(1)",
    "nn.RNNCell(2, 3, nonlinearity='x')(torch.ones(1, 2))", "nn.LSTM(2, 3)(torch.ones(2))",
    "nn.GRU(2, 3)(torch.ones(2, 2, 5))", "nn.LSTM(2, 3)(torch.ones(2, 2, 2), (torch.ones(1), torch.ones(1)))",
    "nn.LSTM(2, 3)(torch.ones(2, 2, 2), (torch.ones(1, 1, 3), torch.ones(1, 2, 3)))",
    "nn.GRU(2, 3)(torch.ones(2, 2, 2), torch.ones(1, 3))", "nn.GRU(2, 3)(torch.ones(2, 2), torch.ones(1, 2, 3))",
    "nn.Module().missing", "nn.Linear(2, 3).missing", "nn.Sequential(3)", "nn.Sequential(nn.ReLU())[1]",
    "nn.Sequential(nn.ReLU()) + 3", "nn.Sequential(nn.ReLU()) * 0", "nn.Sequential(nn.ReLU()) * 'x'",
    "nn.Sequential().insert(1, nn.ReLU())", "nn.Sequential().insert(0, 1)", "nn.ModuleList()[0]", "nn.ModuleList(3)",
    "nn.ModuleList([3])", "nn.ModuleList()(1)", "nn.ModuleDict(3)", "nn.ModuleDict([3])", "nn.ModuleDict([[1]])",
    "nn.ModuleDict()['a']", "nn.ModuleDict({'a.b': nn.ReLU()})", "nn.ModuleDict({'': nn.ReLU()})",
    "nn.ModuleDict({'training': nn.ReLU()})", "nn.ParameterList(3)", "nn.ParameterList(torch.ones(2))",
    "nn.ParameterList()(1)", "nn.ParameterList()[0]", "nn.ParameterDict(3)", "nn.ParameterDict()(1)",
    "nn.ParameterDict([[1]])", "nn.ParameterDict({1: 2})", "nn.Linear(2, 2).register_buffer('a.b', None)",
    "nn.Linear(2, 2).register_buffer('', None)", "nn.Linear(2, 2).register_buffer('weight', None)",
    "nn.Linear(2, 2).register_buffer(3, None)", "nn.Linear(2, 2).register_buffer('x', 3)",
    "nn.Linear(2, 2).register_parameter('a.b', None)", "nn.Linear(2, 2).register_parameter('', None)",
    "nn.Linear(2, 2).register_parameter('in_features', None)", "nn.Linear(2, 2).register_parameter('x', 3)",
    "nn.Linear(2, 2).register_parameter('x', torch.ones(1))", "nn.Linear(2, 2).register_parameter(3, None)",
    "nn.Linear(2, 2).add_module('x', 3)", "nn.Linear(2, 2).add_module(3, None)",
    "nn.Linear(2, 2).add_module('x.y', None)", "nn.Linear(2, 2).add_module('', None)",
    "nn.Linear(2, 2).add_module('bias', None)", "nn.Linear(2, 2).get_submodule('x')",
    "nn.Linear(2, 2).get_submodule('weight')", "nn.Linear(2, 2).get_parameter('x')",
    "nn.Linear(2, 2).get_parameter('training')", "nn.Linear(2, 2).get_buffer('weight')",
    "nn.Linear(2, 2).get_buffer('x')", "nn.Linear(2, 2).load_state_dict(3)", "nn.Linear(2, 2).load_state_dict({})",
    "nn.Linear(2, 2).load_state_dict({'weight': torch.ones(3), 'x': 1, 'y.z': 1})",
    "nn.Linear(2, 2).load_state_dict({'weight': 3, 'bias': torch.ones(2, 2)})",
    "nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2)).load_state_dict({'0.weight': torch.ones(2, 2), '2.x': 1})",
    "nn.Linear(2, 2).load_state_dict({'x': 1, 'bias': torch.ones(2, 2)}, strict=False)",
    "nn.Linear(2, 2).train(1)", "nn.Linear(2, 2).to(torch.int32)", "nn.Linear(2, 2).get_extra_state()",
    "setattr(nn.Linear(2, 2), 'weight', torch.ones(2))", "setattr(nn.Linear(2, 2), 'bias', 3)",
    "setattr(nn.Sequential(nn.ReLU()), '0', 3)", "setattr(nn.BatchNorm1d(2), 'running_mean', 'x')",
    "delattr(nn.Linear(2, 2), 'missing')", "nn.init.calculate_gain('x')",
    "nn.init.calculate_gain('leaky_relu', 'x')", "nn.init.calculate_gain('leaky_relu', True)",
    "nn.init.eye_(torch.ones(2))", "nn.init.dirac_(torch.ones(2))", "nn.init.dirac_(torch.ones(3, 1, 1), 2)",
    "nn.init.xavier_uniform_(torch.ones(2))", "nn.init.kaiming_uniform_(torch.ones(2, 2), mode='x')",
    "nn.init.orthogonal_(torch.ones(2))", "nn.init.sparse_(torch.ones(2), 0.1)",
    "nn.utils.vector_to_parameters(3, [])", "nn.utils.remove_weight_norm(nn.Linear(2, 2))",
    "nn.utils.remove_spectral_norm(nn.Linear(2, 2))", "nn.utils.spectral_norm(nn.Linear(2, 2), n_power_iterations=0)",
    "nn.utils.weight_norm(nn.utils.weight_norm(nn.Linear(2, 2)))",
    "nn.utils.fuse_conv_bn_eval(nn.Conv2d(1, 1, 1), nn.BatchNorm2d(1))",
    "nn.utils.rnn.pad_packed_sequence(nn.utils.rnn.pack_sequence([torch.ones(3), torch.ones(2)]), total_length=1)",
    "nn.utils.rnn.pack_sequence([torch.ones(2), torch.ones(3)])",
]
