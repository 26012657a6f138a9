#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs recorded calls with PyTorch: what `ts-run --check` does, by the original.

    python3 utils/recorded_calls.py PROGRAM.py CALLS.json [--state=STATE.json] [-v]

Module instances are made of their recorded state: `load_instances` is the way
to get those of an exported program (`ts-translate --export-state`) in Python.
Both encodings of docs/run.md are read.
"""

import base64
import contextlib
import enum
import importlib.util
import io
import json
import math
import re
import sys
import warnings

import torch
import torch.distributed.rpc  # So that programs find it loaded.


def load_program(path, name="__main__"):
    """The module of a file, under the name its classes are known by."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def number(text):
    """A float, from JSON's number or from its decimal or hexadecimal text."""
    return float.fromhex(text) if isinstance(text, str) else float(text)


class Decoder:
    """Makes values of their encodings."""

    def __init__(self, program, storages=None):
        self.program = program
        self.storages = {key: bytearray(base64.b64decode(text)) for key, text in (storages or {}).items()}
        self.known = {}

    def class_named(self, name):
        return getattr(self.program, name, None) or getattr(torch.nn, name)

    def tensor(self, data):
        dtype = getattr(torch, data["dtype"])
        if "storage" in data:
            memory = self.storages[data["storage"]]
            if 0 in data["shape"]:
                made = torch.empty(data["shape"], dtype=dtype)
            else:
                made = torch.frombuffer(memory, dtype=dtype).as_strided(
                    data["shape"], data["strides"], data.get("offset", 0))
        elif "b64" in data:
            memory = bytearray(base64.b64decode(data["b64"]))
            made = torch.frombuffer(memory, dtype=dtype) if memory else torch.empty(0, dtype=dtype)
            made = made.reshape(data["shape"])
        else:
            elements = [complex(*map(number, e)) if isinstance(e, list) else number(e) if isinstance(e, str) else e
                        for e in data["data"]]
            made = torch.tensor(elements, dtype=dtype).reshape(data["shape"])
        return made.requires_grad_() if data.get("requires_grad") else made

    def remember(self, data, made):
        if "id" in data:
            self.known[data["id"]] = made
        return made

    def value(self, data):
        tag = data["t"].lower()
        items = data.get("v", data.get("items"))
        if tag == "ref":
            return self.known[items]
        if tag == "none":
            return None
        if tag in ("bool", "int", "str"):
            return items
        if tag == "float":
            return number(items)
        if tag == "complex":
            return complex(*map(number, items or (data["re"], data["im"])))
        if tag == "tensor":
            return self.tensor(data)
        if tag == "list":
            return [self.value(item) for item in items]
        if tag == "tuple":
            return tuple(self.value(item) for item in items)
        if tag == "dict":
            return {self.value(key): self.value(item) for key, item in items}
        if tag == "namedtuple":
            fields = data["fields"] if "items" not in data else [[None, item] for item in items]
            return self.class_named(data.get("class", data.get("name")))(*(self.value(item) for _, item in fields))
        if tag == "device":
            return torch.device(items)
        if tag in ("dtype", "layout"):
            return getattr(torch, items)
        if tag == "enum":
            return self.class_named(data["class"])[data["name"]]
        if tag == "object":
            cls = self.class_named(data["class"])
            made = self.remember(data, cls.__new__(cls))
            for name, item in data["attrs"]:
                setattr(made, name, self.value(item))
            return made
        if tag == "module":
            return self.module(data)
        raise ValueError("no value of kind " + data["t"])

    def module(self, data):
        cls = self.class_named(data["class"])
        made = self.remember(data, cls.__new__(cls))
        torch.nn.Module.__init__(made)
        for name, item in data.get("parameters", []):
            value = self.value(item)
            if value is not None:
                value = torch.nn.Parameter(value.detach(), requires_grad=value.requires_grad)
            made._parameters[name] = value
        for name, item in data.get("buffers", []):
            made._buffers[name] = self.value(item)
        for name, item in data.get("submodules", []):
            made._modules[name] = self.value(item)
        for name, item in data.get("attributes", []):
            setattr(made, name, self.value(item))
        made.training = data.get("training", True)
        return made


def load_instances(program, state):
    """The module instances of a state (a parsed file), by name."""
    decoder = Decoder(program, state.get("storages"))
    return {record["name"]: decoder.value(record["state"]) for record in state.get("instances", [])
            if "state" in record}


def encode_tensor(value):
    flat = value.detach().resolve_conj().resolve_neg().contiguous().reshape(-1)
    if value.dtype.is_complex:
        elements = [[e.real, e.imag] for e in flat.to(torch.complex128).tolist()]
    else:
        elements = flat.tolist()
    return {"t": "tensor", "dtype": str(value.dtype).replace("torch.", ""), "shape": list(value.shape),
            "data": elements}


def encode(value):
    """The encoding of a value, as far as results have it."""
    if value is None:
        return {"t": "None"}
    if isinstance(value, enum.Enum):
        return {"t": "enum", "class": type(value).__qualname__, "name": value.name}
    for kind, tag in ((bool, "bool"), (int, "int"), (float, "float"), (str, "str")):
        if isinstance(value, kind):
            return {"t": tag, "v": value}
    if isinstance(value, complex):
        return {"t": "complex", "v": [value.real, value.imag]}
    if isinstance(value, torch.device):
        return {"t": "device", "v": str(value)}
    if isinstance(value, torch.Tensor):
        return encode_tensor(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {"t": "namedtuple", "class": type(value).__name__,
                "fields": [[f, encode(getattr(value, f))] for f in value._fields]}
    if isinstance(value, tuple):
        return {"t": "tuple", "v": [encode(item) for item in value]}
    if isinstance(value, list) or type(value).__name__ == "ScriptList":
        return {"t": "list", "v": [encode(item) for item in value]}
    if isinstance(value, dict) or type(value).__name__ == "ScriptDict":
        return {"t": "dict", "v": [[encode(key), encode(item)] for key, item in value.items()]}
    if isinstance(value, torch.jit.RecursiveScriptClass):
        value = value._c
    if isinstance(value, torch._C.ScriptObject):
        names = sorted(value._attr_names()) if hasattr(value, "_attr_names") else []
        return {"t": "object", "class": value._type().name(), "attrs": [[n, encode(value.getattr(n))] for n in names]}
    if isinstance(value, torch._C.Future):
        return {"t": "future", "v": encode(value.wait())}
    if hasattr(value, "__dict__") and type(value).__module__ == "__main__":
        return {"t": "object", "class": type(value).__qualname__,
                "attrs": [[name, encode(item)] for name, item in sorted(vars(value).items())]}
    return {"t": str(value)}


def same_numbers(want, got, relative, absolute):
    if isinstance(want, list):
        return len(want) == len(got) and all(same_numbers(w, g, relative, absolute) for w, g in zip(want, got))
    want, got = number(want), number(got)
    return math.isnan(want) and math.isnan(got) or want == got or abs(want - got) <= absolute + relative * abs(want)


def same(want, got):
    """Whether encoded values agree within the tolerances of their types."""
    tag = want["t"].lower()
    if tag != got["t"].lower():
        return False
    if tag == "tensor":
        if want["dtype"] != got["dtype"] or want["shape"] != got["shape"]:
            return False
        if "b64" in want:
            want = encode_tensor(Decoder(None).tensor(want))
        single = want["dtype"] in ("float32", "complex64", "float16", "bfloat16", "complex32")
        if want["data"] is None:
            return True
        if not single and want["dtype"] not in ("float64", "complex128"):
            return want["data"] == got["data"]
        return same_numbers(want["data"], got["data"], 1e-5 if single else 1e-10, 1e-6 if single else 1e-12)
    if tag == "float":
        return same_numbers(number(want["v"]), got["v"], 1e-12, 0)
    if tag == "complex":
        parts = want.get("v") or [want["re"], want["im"]]
        return same_numbers(list(map(number, parts)), got["v"], 1e-12, 0)
    if tag in ("list", "tuple"):
        items = want.get("v", want.get("items"))
        return len(items) == len(got["v"]) and all(map(same, items, got["v"]))
    if tag == "dict":
        items = want.get("v", want.get("items"))
        return len(items) == len(got["v"]) and all(
            same(w[0], g[0]) and same(w[1], g[1]) for w, g in zip(items, got["v"]))
    if tag in ("namedtuple", "object"):
        key = "fields" if tag == "namedtuple" else "attrs"
        pairs = want.get(key) or []
        if want.get("items"):
            pairs = list(zip([name for name, _ in got[key]], want["items"]))
        return len(pairs) == len(got[key]) and all(
            w[0] == g[0] and same(w[1], g[1]) for w, g in zip(pairs, got[key]))
    if tag == "enum":
        return want["name"] == got["name"]
    if tag == "future":
        return same(want["v"], got["v"])
    return want.get("v") == got.get("v")


def last_line(error):
    """The class and message of an error, without addresses."""
    lines = str(error).strip().splitlines()
    return re.sub("0x([0-9a-f]{7,}|ADDR)", "0x-", lines[-1].strip()) if lines else ""


class Replay:
    """Runs the calls of a program in order."""

    def __init__(self, path, state):
        self.program = load_program(path)
        self.instances = load_instances(self.program, state)
        self.decoder = Decoder(self.program)
        self.scripted = {}

    def target(self, name):
        base, *rest = name.split(".")
        if not hasattr(self.program, base) and base not in self.instances and len(self.instances) == 1:
            rest, base = [base] + rest, next(iter(self.instances))
        if base not in self.scripted:
            thing = self.instances.get(base, getattr(self.program, base, None))
            self.scripted[base] = torch.jit.script(thing)
        found = self.scripted[base]
        for part in rest:
            found = getattr(found, part)
        return found

    def run(self, call):
        """What is wrong with the outcome of a call; empty for nothing."""
        error = call.get("error") or call.get("raises")
        try:
            function = self.target(call.get("fn", call.get("method")))
        except Exception as failure:
            return "cannot be scripted: " + str(failure)
        if call.get("args") is None:
            return ""
        arguments = [self.decoder.value(a) for a in call["args"]]
        named = {key: self.decoder.value(a) for key, a in call.get("kwargs", {}).items()}
        output = io.StringIO()
        try:
            with contextlib.redirect_stdout(output):
                torch.manual_seed(0)
                result = function(*arguments, **named)
        except Exception as failure:
            if not error:
                return "raised " + last_line(failure)
            if isinstance(error, dict) and error.get("message", "<unstable>") != "<unstable>" and \
                    last_line(error["message"]) != last_line(failure):
                return "raised %s, expected %s" % (last_line(failure), last_line(error["message"]))
            return ""
        if error:
            return "expected an error, got %s" % encode(result)
        if not same(call["result"], encode(result)):
            return "expected %s, got %s" % (call["result"], encode(result))
        if output.getvalue() != call.get("stdout", output.getvalue()):
            return "printed %r, expected %r" % (output.getvalue(), call["stdout"])
        if "args_after" in call and not all(map(same, call["args_after"], map(encode, arguments))):
            return "left its arguments %s, expected %s" % ([encode(a) for a in arguments], call["args_after"])
        return ""


def replay(path, calls, state):
    """What is wrong with each call, empty strings for nothing."""
    torch.set_num_threads(1)
    torch._C._set_graph_executor_optimize(False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            program = Replay(path, state)
        except Exception as failure:
            return ["cannot be loaded: %s: %s" % (type(failure).__name__, failure)] * len(calls)
        return [program.run(call) for call in calls]


def main(arguments):
    verbose = "-v" in arguments
    state = {}
    files = []
    for argument in arguments:
        if argument.startswith("--state="):
            with open(argument[8:]) as file:
                state = json.load(file)
        elif argument != "-v":
            files.append(argument)
    with open(files[1]) as file:
        recorded = json.load(file)
    outcomes = replay(files[0], recorded["calls"], state or recorded)
    for number, (call, wrong) in enumerate(zip(recorded["calls"], outcomes), 1):
        if wrong:
            print("call %d (%s): %s" % (number, call.get("fn", call.get("method")), wrong if verbose else wrong[:300]))
    failed = sum(map(bool, outcomes))
    print("%d passed, %d failed" % (len(outcomes) - failed, failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
