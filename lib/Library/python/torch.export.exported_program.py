"""torch.export.exported_program: programs, which are files in memory."""

import json as _json

import _torch_jit
import torch as _torch
from torch.export import graph_signature as _graph_signature
from torch.export.dynamic_shapes import int_oo as _int_oo
from torch.export.graph_signature import ConstantArgument, ExportGraphSignature, InputKind


class ModuleCallSignature:
    def __init__(self, inputs, outputs, in_spec, out_spec, forward_arg_names=None):
        self.inputs = inputs
        self.outputs = outputs
        self.in_spec = in_spec
        self.out_spec = out_spec
        self.forward_arg_names = forward_arg_names


class ModuleCallEntry:
    def __init__(self, fqn, signature=None):
        self.fqn = fqn
        self.signature = signature

    def __repr__(self):
        return f"ModuleCallEntry(fqn={self.fqn!r}, signature={self.signature!r})"


class ValueRanges:
    def __init__(self, lower, upper):
        self.lower, self.upper = lower, upper

    def __repr__(self):
        return f"VR[{self.lower}, {self.upper}]"

    def __eq__(self, other):
        return isinstance(other, ValueRanges) and (self.lower, self.upper) == (other.lower, other.upper)


class GraphModule:
    """The graph: what is computed, as text."""

    def __init__(self, text, code):
        self._text = text
        self.code = code

    def print_readable(self, print_output=True):
        if print_output:
            print(self._text)
        return self._text


class _UnliftedModule(_torch.jit.RecursiveScriptModule):
    def train(self, mode=True):
        raise NotImplementedError("Calling train() is not supported yet.")

    def eval(self):
        raise NotImplementedError("Calling eval() is not supported yet.")


_UnliftedModule._part_class = _torch.jit.RecursiveScriptModule


class CustomDecompTable:
    """What operators become in run_decompositions(): the entries of Core ATen but for those that were removed."""

    def __init__(self, removed=(), functions=()):
        self._removed = dict.fromkeys(removed)
        self._functions = dict(functions)

    def _name(self, op):
        name = str(op)
        return name if name.count(".") == 2 else name + ".default"

    def __setitem__(self, op, function):
        self._removed.pop(self._name(op), None)
        self._functions[self._name(op)] = function

    def __getitem__(self, op):
        return self._functions[self._name(op)]

    def __contains__(self, op):
        return self._name(op) not in self._removed

    def __delitem__(self, op):
        self.pop(op)

    def pop(self, op, *default):
        name = self._name(op)
        if name in self._removed:
            if default:
                return default[0]
            raise KeyError(name)
        self._removed[name] = None
        return self._functions.pop(name, None)

    def update(self, other):
        for op, function in other.items():
            self[op] = function

    def items(self):
        return self._functions.items()

    def copy(self):
        return CustomDecompTable(self._removed, self._functions)

    def materialize(self):
        return dict(self._functions)


def default_decompositions():
    return CustomDecompTable()


def _level(table):
    if table is None:
        return {"level": "core"}
    if isinstance(table, CustomDecompTable):
        request = {"level": "core", "keep": ["aten::" + name[5:].removesuffix(".default") for name in table._removed]}
        functions = table._functions
    else:
        request, functions = {"level": "functional"}, {CustomDecompTable()._name(op): f for op, f in table.items()}
    request["texts"] = [_torch_jit.spell_decomposition(function, name) for name, function in functions.items()]
    return request


class ExportedProgram:
    """What torch.export.export makes, and what .pt2 files hold."""

    def __init__(self, file, example_inputs=None):
        own = self.__dict__
        own["_file"] = file
        own["_text"], code = _torch_jit.print_program(file)
        records = _torch_jit.read_records(file)
        name = next(name for name in records if name.endswith(("models/model.json", "serialized_exported_program.json")))
        own["_json"] = _json.loads(records[name].decode())
        own["_unlifted"] = None
        own["_example_inputs"] = example_inputs
        body = self._text[self._text.index("\n") + 1:self._text.index("\nGraph signature:")]
        own["_graph_module"] = GraphModule("\n".join(line.removeprefix("    ") for line in body.split("\n")), code)
        own["_signature"] = _graph_signature._read(self._json["graph_module"]["signature"])

    def __setattr__(self, name, value):
        if name != "example_inputs":
            raise AttributeError(f"Unable to set ExportedProgram's {name} attribute.")
        if not (isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], tuple)
                and isinstance(value[1], dict)):
            raise ValueError("Example inputs should be a tuple containing example arguments (as a tuple), and example "
                             "kwargs (as a dictionary).")
        self.__dict__["_example_inputs"] = value

    def __call__(self, *args, **kwargs):
        raise RuntimeError("Unable to call ExportedProgram directly. You should use `exported_program.module()` "
                           "instead.")

    def __str__(self):
        return self._text

    @property
    def example_inputs(self):
        return self._example_inputs

    @property
    def graph_module(self):
        return self._graph_module

    @property
    def graph(self):
        raise AttributeError("'ExportedProgram' object has no attribute 'graph': there are no nodes of torch.fx here; "
                             "graph_module.code says what is computed")

    @property
    def graph_signature(self):
        return self._signature

    @property
    def dialect(self):
        return next(iter(self._json.get("verifiers", [])), "ATEN")

    @property
    def range_constraints(self):
        def bound(value, unbounded):
            return unbounded if value is None else value

        return {name: ValueRanges(bound(item.get("min_val"), "-int_oo"), bound(item.get("max_val"), _int_oo))
                for name, item in self._json.get("range_constraints", {}).items()}

    @property
    def module_call_graph(self):
        return [ModuleCallEntry(entry["fqn"], entry.get("signature"))
                for entry in self._json["graph_module"]["module_call_graph"]]

    def _find(self, path):
        value = self.module()
        for part in path.split("."):
            value = getattr(value, part)
        return value

    def _state(self, kinds, persistent):
        return {s.target: self._find(s.target) for s in self._signature.input_specs
                if s.kind in kinds and (s.persistent is None or s.persistent is persistent)}

    @property
    def state_dict(self):
        return self._state((InputKind.PARAMETER, InputKind.BUFFER), True)

    @property
    def constants(self):
        return {**self._state((InputKind.BUFFER,), False), **self._state((InputKind.CONSTANT_TENSOR,), None)}

    def named_parameters(self):
        for name in self._signature.parameters:
            yield name, self._find(name)

    def parameters(self):
        for _, value in self.named_parameters():
            yield value

    def named_buffers(self):
        for name in self._signature.buffers:
            yield name, self._find(name)

    def buffers(self):
        for _, value in self.named_buffers():
            yield value

    def module(self):
        if self._unlifted is None:
            handle, _ = _torch_jit.load(self._file, False)
            module = _UnliftedModule(handle, None)
            _torch.jit._adopt(module)
            self.__dict__["_unlifted"] = module
        return self._unlifted

    def run_decompositions(self, decomp_table=None):
        file = _torch_jit.decompose_program(self._file, _json.dumps(_level(decomp_table)))
        return ExportedProgram(file, self._example_inputs)
