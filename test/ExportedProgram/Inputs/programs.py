"""Writes small exported programs: programs.py NAME OUT.pt2 [LAYOUT].

LAYOUT is `archive` (PyTorch 2.9 and later), `saved` (2.8), `legacy` (2.3 to 2.7) or `first` (2.1 and 2.2). Python's own
modules suffice: what torch.save writes is made with stand-ins of its classes.
"""

import io
import json
import pickle
import struct
import sys
import types
import zipfile


def tensor(name):
    return {"as_tensor": {"name": name}}


def symbol(name):
    return {"as_expr": {"expr_str": "Symbol('%s', positive=True, integer=True)" % name, "hint": {"as_int": 2}}}


def size(value):
    return value if isinstance(value, dict) else {"as_int": value}


def meta(sizes, dtype=7, grad=False):
    strides, step = [], 1
    for extent in reversed(sizes):
        strides.insert(0, {"as_int": step})
        step *= extent if isinstance(extent, int) else 2
    return {"dtype": dtype, "sizes": [size(s) for s in sizes], "requires_grad": grad,
            "device": {"type": "cpu", "index": None}, "strides": strides, "storage_offset": {"as_int": 0}, "layout": 7}


def node(target, outputs, trace=None, **inputs):
    return {"target": target, "inputs": [{"name": n.rstrip("_"), "arg": a, "kind": 1} for n, a in inputs.items()],
            "outputs": [tensor(o) if isinstance(o, str) else o for o in outputs],
            "metadata": {"stack_trace": trace} if trace else {}}


def leaf():
    return {"type": None, "context": None, "children_spec": []}


def tuple_of(*children):
    return {"type": "builtins.tuple", "context": "null", "children_spec": list(children)}


def list_of(*children):
    return {"type": "builtins.list", "context": "null", "children_spec": list(children)}


def dict_of(**children):
    return {"type": "builtins.dict", "context": json.dumps(list(children)), "children_spec": list(children.values())}


class Program:
    """Names of inputs are those of the graph; `state` maps paths to (kind, input, sizes, numbers)."""

    def __init__(self, state, users, values, nodes, outputs, args, result, kwargs=None, names=None, ranges=None,
                 mutations=()):
        self.state = state
        inputs = [tensor(entry[1]) for entry in state.values()]
        specs = []
        for path, (kind, name, _, _) in state.items():
            specs.append({kind: {"arg": {"name": name}, kind + "_name": path}})
            if kind == "buffer":
                specs[-1][kind]["persistent"] = True
        for user in users:
            argument = user if isinstance(user, dict) else tensor(user)
            inputs.append(argument)
            specs.append({"user_input": {"arg": argument}})
        results = [{"buffer_mutation": {"arg": {"name": value}, "buffer_name": path}} for value, path in mutations]
        results += [{"user_output": {"arg": tensor(o) if isinstance(o, str) else o}} for o in outputs]
        for _, (_, name, sizes, _) in state.items():
            values[name] = meta(sizes, grad=True)
        graph = {"inputs": inputs,
                 "outputs": [tensor(v) for v, _ in mutations] + [tensor(o) if isinstance(o, str) else o for o in outputs],
                 "nodes": nodes, "tensor_values": values, "sym_int_values": {}, "sym_bool_values": {},
                 "is_single_tensor_return": False, "custom_obj_values": {}, "sym_float_values": {}}
        spec = [1, tuple_of(args, kwargs or dict_of())]
        call = {"inputs": [], "outputs": [], "in_spec": json.dumps(spec), "out_spec": json.dumps([1, result]),
                "forward_arg_names": names}
        self.json = {
            "graph_module": {"graph": graph, "signature": {"input_specs": specs, "output_specs": results},
                             "module_call_graph": [{"fqn": "", "signature": call}], "metadata": {}},
            "opset_version": {"aten": 10}, "range_constraints": ranges or {},
            "schema_version": {"major": 8, "minor": 14}, "verifiers": ["ATEN"], "torch_version": "2.9.0"}

    def write(self, path, layout):
        tensors = save({p: s[2:] for p, s in self.state.items()})
        with zipfile.ZipFile(path, "w") as file:
            if layout in ("legacy", "first"):
                is_first = layout == "first"
                self.make_old(is_first)
                file.writestr("serialized_exported_program.json", json.dumps(self.json))
                file.writestr("serialized_state_dict." + ("json" if is_first else "pt"), tensors)
                file.writestr("serialized_constants." + ("json" if is_first else "pt"), b"" if is_first else save({}))
                file.writestr("version", "2" if is_first else "8.2")
                return
            file.writestr("program/archive_format", "pt2")
            file.writestr("program/archive_version", "0")
            if layout == "saved":
                self.json["schema_version"]["minor"] = 8
                file.writestr("program/data/weights/model.pt", tensors)
                file.writestr("program/data/constants/model.pt", save({}))
            else:
                self.write_payloads(file)
            file.writestr("program/models/model.json", json.dumps(self.json))

    def make_old(self, is_first):
        """The spelling of schema 8.2 or 2."""
        self.json["schema_version"]["minor"] = 2
        for each in self.json["graph_module"]["graph"]["nodes"]:
            for argument in each["inputs"]:
                argument.pop("kind", None)
        if is_first:
            self.json["schema_version"] = 2
            self.json["dialect"] = self.json.pop("verifiers")[0]
            spell_unions(self.json)

    def write_payloads(self, file):
        config = {}
        for i, (name, (kind, _, sizes, numbers)) in enumerate(self.state.items()):
            file.writestr("program/data/weights/weight_%d" % i, struct.pack("<%df" % len(numbers), *numbers))
            config[name] = {"path_name": "weight_%d" % i, "is_param": kind == "parameter", "use_pickle": False,
                            "tensor_meta": meta(sizes, grad=kind == "parameter")}
        file.writestr("program/data/weights/model_weights_config.json", json.dumps({"config": config}))
        file.writestr("program/data/constants/model_constants_config.json", json.dumps({"config": {}}))


def spell_unions(value):
    """PyTorch 2.1 and 2.2 write all tags of a union, and infix expressions."""
    if isinstance(value, list):
        for each in value:
            spell_unions(each)
    elif isinstance(value, dict):
        for each in value.values():
            spell_unions(each)
        if len(value) == 1 and next(iter(value)).startswith("as_"):
            for tag in ("as_tensor", "as_int", "as_none", "as_sym_int"):
                value.setdefault(tag, None)
        if str(value.get("expr_str", "")).startswith("Symbol('"):
            value["expr_str"] = value["expr_str"].split("'")[1]


def stand_in(module, name):
    """A name that a pickle can hold."""
    space = sys.modules.setdefault(module, types.ModuleType(module))
    made = type(name, (), {"__module__": module})
    setattr(space, name, made)
    return made


def save(tensors):
    """What torch.save writes of a dict of (sizes, numbers)."""
    rebuild, storage = stand_in("torch._utils", "_rebuild_tensor_v2"), stand_in("torch", "FloatStorage")

    class Storage:
        def __init__(self, key, count):
            self.key, self.count = key, count

    class Saved:
        def __init__(self, *parts):
            self.parts = parts

        def __reduce__(self):
            return rebuild, self.parts

    class Pickler(pickle.Pickler):
        def persistent_id(self, value):
            if isinstance(value, Storage):
                return ("storage", storage, value.key, "cpu", value.count)
            return None

    blob, archive = io.BytesIO(), io.BytesIO()
    made = {}
    for i, (name, (sizes, numbers)) in enumerate(tensors.items()):
        strides, step = [], 1
        for extent in reversed(sizes):
            strides.insert(0, step)
            step *= extent
        made[name] = Saved(Storage(str(i), len(numbers)), 0, tuple(sizes), tuple(strides), False, {})
    Pickler(blob, 2).dump(made)
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("archive/data.pkl", blob.getvalue())
        for i, (_, numbers) in enumerate(tensors.values() and [(s, n) for s, n in tensors.values()]):
            file.writestr("archive/data/%d" % i, struct.pack("<%df" % len(numbers), *numbers))
        file.writestr("archive/version", "3\n")
    return archive.getvalue()


def linear(target="torch.ops.aten.linear.default"):
    """x of any number of rows times a weight, plus a bias; relu of that."""
    n = symbol("s0")
    return Program(
        {"fc.weight": ("parameter", "p_fc_weight", [2, 3], [1, 2, 3, -1, -2, -3]),
         "fc.bias": ("parameter", "p_fc_bias", [2], [0.5, 1])},
        ["x"], {"x": meta([n, 3]), "linear": meta([n, 2]), "relu": meta([n, 2])},
        [node(target, ["linear"], 'File "/home/somebody/net.py", line 7, in forward\n    y = self.fc(x)',
              input=tensor("x"), weight=tensor("p_fc_weight"), bias=tensor("p_fc_bias")),
         node("torch.ops.aten.relu.default", ["relu"], self=tensor("linear"))],
        ["relu"], tuple_of(leaf()), leaf(), names=["x"], ranges={"s0": {"min_val": 0, "max_val": 8}})


def nested():
    """A dict, a list and an argument by name; the result is a dict and a tuple."""
    n = symbol("s0")
    twice = {"as_expr": {"expr_str": "2*s0 + 1", "hint": None}}
    return Program(
        {}, ["d_a", "d_b", "items_0", "items_1", {"as_int": 3}],
        {"d_a": meta([n]), "d_b": meta([twice]), "items_0": meta([2]), "items_1": meta([2]), "add": meta([2]),
         "sum_1": meta([]), "sum_2": meta([])},
        [node("torch.ops.aten.add.Tensor", ["add"], self=tensor("items_0"), other=tensor("items_1"), alpha={"as_int": 2}),
         node("torch.ops.aten.sum.default", ["sum_1"], self=tensor("d_a")),
         node("torch.ops.aten.sum.default", ["sum_2"], self=tensor("d_b"))],
        ["add", "sum_1", "sum_2"], tuple_of(dict_of(a=leaf(), b=leaf()), list_of(leaf(), leaf())),
        tuple_of(leaf(), dict_of(one=leaf(), two=leaf())), kwargs=dict_of(times=leaf()), names=["d", "items"])


def counter():
    """A buffer that every call adds to; the new value is a result, too."""
    return Program(
        {"steps.count": ("buffer", "b_steps_count", [1], [10])}, ["x"],
        {"x": meta([1]), "add": meta([1]), "mul": meta([1])},
        [node("torch.ops.aten.add.Tensor", ["add"], self=tensor("b_steps_count"), other=tensor("x")),
         node("torch.ops.aten.mul.Tensor", ["mul"], self=tensor("add"), other=tensor("x"))],
        ["add", "mul"], tuple_of(leaf()), tuple_of(leaf(), leaf()), names=["x"], mutations=[("add", "steps.count")])


def graph_of(inputs, nodes, outputs, values):
    return {"inputs": [tensor(i) for i in inputs], "outputs": [tensor(o) for o in outputs], "nodes": nodes,
            "tensor_values": values, "sym_int_values": {}, "sym_bool_values": {}, "is_single_tensor_return": False}


def branches():
    """torch.cond on a tensor; sizes that are computed; a loop."""
    n = symbol("s0")
    count = {"as_sym_int": {"as_name": "sym_size"}}
    double = {"as_sym_int": {"as_name": "double"}}
    positive = graph_of(["x"], [node("torch.ops.aten.sin.default", ["sin"], self=tensor("x"))], ["sin"],
                        {"x": meta([n]), "sin": meta([n])})
    negative = graph_of(["x"], [node("torch.ops.aten.neg.default", ["neg"], self=tensor("x"))], ["neg"],
                        {"x": meta([n]), "neg": meta([n])})
    small = graph_of(["v"], [node("torch.ops.aten.sum.default", ["total"], self=tensor("v")),
                             node("torch.ops.aten.lt.Scalar", ["less"], self=tensor("total"), other={"as_float": 100.0})],
                     ["less"], {})
    grow = graph_of(["v"], [node("torch.ops.aten.mul.Scalar", ["more"], self=tensor("v"), other={"as_int": 3})], ["more"], {})
    nodes = [
        node("torch.ops.aten.sum.default", ["sum_1"], self=tensor("x")),
        node("torch.ops.aten.gt.Scalar", ["gt"], self=tensor("sum_1"), other={"as_int": 0}),
        {"target": "torch.ops.higher_order.cond", "metadata": {}, "outputs": [tensor("getitem")],
         "inputs": [{"name": "", "arg": tensor("gt")},
                    {"name": "", "arg": {"as_graph": {"name": "true_graph_0", "graph": positive}}},
                    {"name": "", "arg": {"as_graph": {"name": "false_graph_0", "graph": negative}}},
                    {"name": "", "arg": {"as_tensors": [{"name": "x"}]}}]},
        node("torch.ops.aten.sym_size.int", [count], self=tensor("x"), dim={"as_int": 0}),
        {"target": "_operator.mul", "metadata": {}, "outputs": [double],
         "inputs": [{"name": "a", "arg": count}, {"name": "b", "arg": {"as_int": 2}}]},
        node("torch.ops.aten.full.default", ["full"],
             size={"as_sym_ints": [{"as_name": "double"}]}, fill_value={"as_float": 1.5}),
        {"target": "torch.ops.higher_order.while_loop", "metadata": {}, "outputs": [tensor("grown")],
         "inputs": [{"name": "", "arg": {"as_graph": {"name": "cond", "graph": small}}},
                    {"name": "", "arg": {"as_graph": {"name": "body", "graph": grow}}},
                    {"name": "", "arg": {"as_tensors": [{"name": "full"}]}},
                    {"name": "", "arg": {"as_tensors": []}}]}]
    return Program({}, ["x"], {"x": meta([n]), "getitem": meta([n])}, nodes, ["getitem", "grown"], tuple_of(leaf()),
                   tuple_of(leaf(), leaf()), names=["x"])


def broken(change):
    program = linear()
    graph = program.json["graph_module"]["graph"]
    if change == "operator":
        graph["nodes"][0]["target"] = "torch.ops.aten.linaer.default"
    elif change == "argument":
        graph["nodes"][1]["inputs"][0]["name"] = "it"
    elif change == "type":
        graph["nodes"][1]["inputs"][0]["arg"] = {"as_string": "x"}
    elif change == "name":
        graph["nodes"][0]["inputs"][0]["arg"] = tensor("y")
    elif change == "twice":
        graph["nodes"][1]["outputs"] = [tensor("linear")]
    elif change == "kind":
        graph["nodes"][0]["outputs"] = [{"as_tensors": [{"name": "linear"}]}]
    elif change == "missing":
        del program.json["graph_module"]["signature"]["output_specs"]
    elif change == "tag":
        graph["inputs"][0] = {"as_tensor": {"name": "x"}, "as_int": 3}
    elif change == "weight":
        program.json["graph_module"]["signature"]["input_specs"][0]["parameter"]["parameter_name"] = "fc.wait"
    elif change == "short":
        path, (kind, name, sizes, numbers) = next(iter(program.state.items()))
        program.state[path] = (kind, name, sizes, numbers[:5])
    elif change == "version":
        program.json["schema_version"]["major"] = 9
    elif change == "tree":
        program.json["graph_module"]["module_call_graph"][0]["signature"]["out_spec"] = json.dumps([1, tuple_of()])
    return program


PROGRAMS = {"linear": linear, "nested": nested, "counter": counter, "branches": branches}

if __name__ == "__main__":
    wanted, output = sys.argv[1:3]
    layout = sys.argv[3] if len(sys.argv) > 3 else "archive"
    if wanted == "compiled":
        with zipfile.ZipFile(output, "w") as archive:
            archive.writestr("net/archive_format", "pt2")
            archive.writestr("net/data/aotinductor/model/x.so", "")
    else:
        made = PROGRAMS[wanted]() if wanted in PROGRAMS else broken(wanted)
        made.write(output, layout)
