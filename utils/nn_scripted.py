"""Scripts the layers of a class from recorded instances, with the tool and with PyTorch."""
import json
import pathlib
import subprocess
import tempfile

import record_calls

HEAD = '''import torch
from torch import Tensor, nn
from collections import OrderedDict


class Holder(nn.Module):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, {parameters}):
        torch.manual_seed(1)
        return self.layer({names})


INPUTS = [{inputs}]
INSTANCES = []


def add(name, layer):
    if type(layer).__name__.startswith("Lazy"):
        layer(*INPUTS)  # From now on it is no lazy one.
    INSTANCES.append((name, Holder(layer)))


torch.manual_seed(0)
'''


def write_program(path, name, cases, inputs, count):
    """A program with an instance of each case in training and in evaluation, and its calls."""
    names = ["x%d" % i for i in range(count)]
    text = HEAD.format(names=", ".join(names), parameters=", ".join(name + ": Tensor" for name in names),
                       inputs=inputs)
    for i, call in enumerate(cases):
        for mode in ("train", "eval"):
            text += "add(\"{0}{1}\", nn.{2}({3}).{0}())\n".format(mode, i, name, call)
    path.write_text(text + "CALLS = [(name + \".forward\", INPUTS) for name, _ in INSTANCES]\n")


def check(tool, name, cases, inputs, count):
    """What the tool finds for a class with `count` inputs.

    "equal", "refused" where PyTorch compiles none of the instances, or the differences.
    """
    with tempfile.TemporaryDirectory() as scratch:
        program = pathlib.Path(scratch, "layers.py")
        write_program(program, name, cases, inputs, count)
        text = record_calls.record_apart(str(program))
        if text is None:
            return "not recorded"
        record = json.loads(text)
        # PyTorch's own gaps are nobody's wish.
        record["calls"] = [call for call in record["calls"] if call.get("error", {}).get("stage") != "compile"]
        if not record["calls"]:
            return "refused"
        calls = program.with_suffix(".json")
        calls.write_text(json.dumps(record))
        run = subprocess.run([tool, program, "--check=" + str(calls)], capture_output=True, text=True)
        return run.stdout + run.stderr if run.returncode else "equal"
