#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records what PyTorch does with small programs, for `ts-run --check`.

    python3 utils/record_calls.py [--check] PROGRAM.py|DIRECTORY ...

NAME.py lists at its end what to call; the outcomes are written to
NAME.expected.json beside it (see docs/run.md):

    INSTANCES = [("m", Net(2)),            # optional: the modules, by name
                 ("n", "Net", [2])]        # one that the checker has to construct
    CALLS = [("f", [1, "a"]),              # a function and its arguments
             ("f", [1], {"b": 2}),         # arguments by name
             ("m.forward", [torch.ones(2)]),
             ("g", None)]                  # only compile
    UNSTABLE = ["g"]                       # optional: the texts of these errors do
                                           # not count, only that they are errors

A program with EXPORT is one of torch.export: its calls are Python's, not
TorchScript's, with stand-ins for what PyTorch 1.13 lacks (`torch.cond`,
`torch._check`, ...), and EXPORT holds the facts of the exported program, which
nobody computes: they are those of the rules that the program names.

    EXPORT = {"entry": "m.forward", "example_call": 0, "dims": {"n": {"max": 8}},
              "dynamic_shapes": {"x": ["n"]},
              "levels": {"training": '''
    def forward(self, x):
        add = aten.add.Tensor(x, 1)
        return (add,)
    '''}}                                # without what says that values end

With --check nothing is written: files that say something else than PyTorch does
are reported; floats may differ as much as between two machines. Without PyTorch
there is nothing to do, which is said.
"""

import contextlib
import copy
import io
import json
import math
import os
import re
import sys
import warnings

try:
    import torch
    import newer_functions
    import recorded_calls
except ImportError:
    torch = None

RUN_ERROR = "The following operation failed in the TorchScript interpreter."


def json_numbers(data):
    """JSON has no infinities and no NaN: they are strings."""
    if isinstance(data, float) and not math.isfinite(data):
        return "nan" if math.isnan(data) else "inf" if data > 0 else "-inf"
    if isinstance(data, dict):
        return {key: json_numbers(item) for key, item in data.items()}
    if isinstance(data, (list, tuple)):
        return [json_numbers(item) for item in data]
    return data


def encode(value):
    """The encoding of a result, an argument or an attribute."""
    if isinstance(value, torch.nn.Module):
        return encode_module(value)
    if isinstance(value, torch.Tensor):
        data = recorded_calls.encode_tensor(value)
        return {**data, "requires_grad": True} if value.requires_grad and value.is_leaf else data
    if isinstance(value, (torch.dtype, torch.layout)):
        kind = "dtype" if isinstance(value, torch.dtype) else "layout"
        return {"t": kind, "v": str(value).replace("torch.", "")}
    if callable(value) and not isinstance(value, type) and hasattr(value, "__name__"):
        return {"t": "function", "v": value.__name__}
    if type(value) is list:
        return {"t": "list", "v": [encode(item) for item in value]}
    if type(value) is tuple:
        return {"t": "tuple", "v": [encode(item) for item in value]}
    if type(value) is dict:
        return {"t": "dict", "v": [[encode(key), encode(item)] for key, item in value.items()]}
    return recorded_calls.encode(value)


def encode_module(module):
    """The state that a module is scripted from."""
    own = {name: value for name, value in vars(module).items()
           if name != "training" and name not in vars(torch.nn.Module())}
    if isinstance(module, torch.jit.ScriptModule):
        own = {}
    parts = {"parameters": module._parameters, "buffers": module._buffers, "attributes": own,
             "submodules": module._modules}
    data = {"t": "module", "class": type(module).__qualname__, "training": module.training}
    for key, items in parts.items():
        if items:
            data[key] = [[name, encode(item)] for name, item in items.items()]
    return data


def non_persistent(module, prefix=""):
    """The paths of buffers that state dicts leave out."""
    paths = [prefix + name for name in module._buffers if name in module._non_persistent_buffers_set]
    for name, part in module._modules.items():
        paths += non_persistent(part, prefix + name + ".")
    return paths


def spell_code(text):
    """The code of a graph: namespaces in full, and where values are used last."""
    lines = text.strip("\n").split("\n")
    names = [line.split(" = ")[0].strip() for line in lines[1:-1]]
    known = set(names) | {part.strip() for part in lines[0][lines[0].index("(") + 1:lines[0].rindex(")")].split(",")}
    # Names that stand for values: no attributes, and no names of arguments.
    used = [[word for word in re.findall(r"(?<![\w.'])[A-Za-z_]\w*(?![\w(.])(?! = )", line.split(" = ", 1)[-1])
             if word in known - {"self"}] for line in lines]
    result = [lines[0]]
    for i, line in enumerate(lines[1:-1], 1):
        target = line.split(" = ")[0].strip()
        last = [word for word in dict.fromkeys(used[i]) if not any(word in later for later in used[i + 1:])]
        if not any(target in later for later in used[i + 1:]):
            last.append(target)
        line = re.sub(r"(?<== )(aten|higher_order)\.", r"torch.ops.\1.", line)
        result.append(line + (";  %s = None" % " = ".join(last) if last else ""))
    return "\n".join(result + [lines[-1]])


def spell_export(facts):
    """The facts of an exported program as records hold them."""
    levels = {name: {"code": spell_code(text)} for name, text in facts.get("levels", {}).items()}
    return {**facts, **({"levels": levels} if levels else {})}


def masked(text):
    """A message without what differs from one machine to the next."""
    text = re.sub(r"0x[0-9a-f]{6,}", "0xADDR", text)
    text = text.replace(os.getcwd() + "/", "")
    return text.replace(os.path.dirname(os.path.dirname(torch.__file__)), "<site>")


class Recorder:
    """Compiles and calls what one program names."""

    def __init__(self, path):
        self.program = recorded_calls.load_program(path)
        self.instances, self.arguments = {}, {}
        for name, made, *arguments in getattr(self.program, "INSTANCES", []):
            if arguments:
                self.arguments[name] = [encode(value) for value in arguments[0]]
                made = getattr(self.program, made)(*arguments[0])
            self.instances[name] = made
        self.scripted = {}
        self.compiled = {}
        self.unstable = getattr(self.program, "UNSTABLE", [])
        self.export = getattr(self.program, "EXPORT", None)

    def error(self, name, stage, failure):
        message = "<unstable>" if name in self.unstable else masked(str(failure))
        return {"error": {"stage": stage, "type": type(failure).__name__, "message": message}}

    def script(self, name):
        """The compiled thing of this name, or the record of its failure."""
        if name in self.scripted:
            return self.scripted[name]
        thing = self.instances[name] if name in self.instances else getattr(self.program, name)
        if self.export:
            return thing
        try:
            made = torch.jit.script(thing)
            if isinstance(made, torch.jit.ScriptModule):
                names = made._c._method_names()
                self.compiled[name] = {"methods": sorted(str(getattr(made, n).schema) for n in names)}
            elif hasattr(made, "schema"):
                self.compiled[name] = {"schema": str(made.schema)}
        except Exception as failure:
            made = self.error(name, "compile", failure)
        self.scripted[name] = made
        return made

    def call(self, name, arguments, named=None):
        """The record of one entry of CALLS."""
        record = {"fn": name}
        if arguments is not None:
            record["args"] = [encode(a) for a in arguments]
        if named:
            record["kwargs"] = {key: encode(a) for key, a in named.items()}
        base, *path = name.split(".")
        target = self.script(base)
        if isinstance(target, dict):
            return {**record, **target}
        for part in path:
            target = getattr(target, part)
        if arguments is None:
            return {**record, "compiled": True}
        arguments = copy.deepcopy(arguments)
        output = io.StringIO()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                with contextlib.redirect_stdout(output):
                    record["result"] = encode(target(*arguments, **copy.deepcopy(named or {})))
            except Exception as failure:
                stage = "run" if RUN_ERROR in str(failure) else "call"
                record.update(self.error(name, stage, failure))
        if output.getvalue():
            record["stdout"] = masked(output.getvalue())
        if caught:
            record["warnings"] = [str(warning.message) for warning in caught]
        after = [encode(a) for a in arguments]
        if "error" not in record and after != record["args"]:
            record["args_after"] = after
        return record


def record(path):
    """The text of the record of one program, whose directory is the current."""
    torch.set_num_threads(1)
    torch._C._set_graph_executor_optimize(False)
    newer_functions.install()
    torch.manual_seed(0)
    recorder = Recorder(path)
    # Before any call changes it.
    instances = []
    for name, module in recorder.instances.items():
        instances.append({"name": name, "class": type(module).__qualname__, "state": encode(module)})
        if name in recorder.arguments:
            instances[-1]["args"] = recorder.arguments[name]
        if recorder.export:
            instances[-1]["non_persistent_buffers"] = non_persistent(module)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        calls = [recorder.call(*entry) for entry in recorder.program.CALLS]
    if not calls:
        raise ValueError("CALLS is empty")
    parts = {"format": 1, "oracle": "torch " + torch.__version__.split("+")[0], "compiled": recorder.compiled}
    if instances:
        parts["instances"] = instances
    lines = [" %s: %s" % (json.dumps(key), json.dumps(json_numbers(item))) for key, item in parts.items()]
    if recorder.export:
        parts["export"] = spell_export(recorder.export)
        lines.append(' "export": %s' % json.dumps(parts["export"]))
    lines.append(' "calls": [\n  %s\n ]' % ",\n  ".join(json.dumps(json_numbers(c)) for c in calls))
    return "{\n" + ",\n".join(lines) + "\n}\n"


def record_apart(path):
    """record() in a child: programs do not see each other's classes."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        status = 1
        try:
            os.chdir(os.path.dirname(os.path.abspath(path)))
            with os.fdopen(writer, "w") as pipe:
                pipe.write(record(os.path.basename(path)))
            status = 0
        except BaseException as failure:
            print("%s: %s: %s" % (path, type(failure).__name__, failure), file=sys.stderr)
        finally:
            os._exit(status)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        text = pipe.read()
    return text if os.waitpid(child, 0)[1] == 0 else None


def same_call(want, got):
    """Whether two records of a call agree within the tolerances of results."""
    values = ("result", "args_after")
    rest = [{key: item for key, item in call.items() if key not in values} for call in (want, got)]
    if rest[0] != rest[1] or ("result" in want) != ("result" in got):
        return False
    after = want.get("args_after", want.get("args")), got.get("args_after", got.get("args"))
    return ("result" not in want or recorded_calls.same(want["result"], got["result"])) and (
        not after[0] or len(after[0]) == len(after[1]) and all(map(recorded_calls.same, *after)))


def same_file(old, new):
    """Whether the texts of two records agree."""
    want, got = json.loads(old), json.loads(new)
    return len(want["calls"]) == len(got["calls"]) and all(map(same_call, want.pop("calls"), got.pop("calls"))) and \
        want == got


def programs(names):
    for name in names:
        if not os.path.isdir(name):
            yield name
            continue
        for directory, _, files in sorted(os.walk(name)):
            yield from (os.path.join(directory, f) for f in sorted(files) if f.endswith(".py"))


def main(arguments):
    only_check = "--check" in arguments
    names = [a for a in arguments if a != "--check"]
    if not names:
        print(__doc__)
        return 2
    if not torch:
        print("PyTorch is not installed: nothing is recorded")
        return 0
    failed = count = 0
    for path in programs(names):
        count += 1
        text = record_apart(path)
        target = path[:-len(".py")] + ".expected.json"
        old = open(target).read() if os.path.exists(target) else None
        if text is None:
            failed += 1
        elif only_check:
            if not old or not same_file(old, text):
                failed += 1
                print(target + ": differs from what PyTorch does")
        elif text != old:
            with open(target, "w") as file:
                file.write(text)
            print(target)
    print("%d programs, %d failed" % (count, failed))
    return failed != 0 or count == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
