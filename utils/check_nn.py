#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the texts of torch.nn with PyTorch's classes, under Python.

    python3 utils/check_nn.py [--table] [--torch-functional] [--library=DIR]
                              [--ts-run=FILE] [CLASS ...]

Each class is constructed with several arguments after `torch.manual_seed`, by
PyTorch and by the text. Compared are bit for bit: parameters, buffers, what the
generator gives next, the attributes, the repr, and what `forward` returns in
training and in evaluation. Then calls that fail (kind and text of the error), the
functions of torch.nn.init, and small programs. `--table` prints a row for each
class; `--torch-functional` calls PyTorch's torch.nn.functional in `forward`;
`--ts-run=FILE` also scripts every class from recorded instances, with this tool
and with PyTorch, and compares the results of both.
"""
import argparse
import collections
import inspect
import pathlib
import re
import sys
import warnings

import nn_cases
import nn_library
import nn_programs
import nn_scripted
import torch

warnings.simplefilter("ignore")
COLUMNS = ("state", "attributes", "repr", "training", "evaluation")


def bits(value):
    """A value as something that `==` compares bit for bit."""
    if type(value).__name__.startswith(("Uninit", "Removable")):
        return type(value).__name__
    if isinstance(value, torch.Tensor):
        data = value.detach().contiguous()
        return (str(data.dtype), tuple(data.shape), data.requires_grad, data.numpy().tobytes())
    if isinstance(value, (list, tuple, torch.Size)):
        kind = "sizes" if isinstance(value, torch.Size) else type(value).__name__
        return (kind,) + tuple(map(bits, value))
    if isinstance(value, dict):
        return tuple((bits(key), bits(element)) for key, element in value.items())
    if callable(value):
        return getattr(value, "__name__", type(value).__name__)
    return (type(value).__name__, repr(value))


def evaluate(text, nn):
    scope = {"nn": nn, "torch": torch, "OrderedDict": collections.OrderedDict}
    return eval(text, scope)


def attempt(function):
    """What a call gives, or the kind and text of its error."""
    try:
        return function()
    except Exception as error:  # Any error is compared.
        text = re.sub(r"0x[0-9a-f]+", "0x", str(error))
        # Sets print in any order.
        text = re.sub(r"\{('[^{}]*')\}", lambda found: "{" + ", ".join(sorted(found[1].split(", "))) + "}", text)
        # The texts' classes are in modules of the same name.
        return ("error", type(error).__name__, text)


def get_state(module):
    members = [(name, bits(value), type(value) is torch.nn.Parameter)
               for name, value in [*module.named_parameters(), *module.named_buffers()]]
    return members, bits(dict(module.state_dict())), bits(torch.get_rng_state()), \
        [name for name, _ in module.named_modules()]


def get_attributes(module):
    ignored = ("_forward_pre_hooks", "_load_state_dict_pre_hooks", "_parameters", "_buffers", "_modules",
               "_load_hook", "_initialize_hook", "_flat_weights")
    found = {name: bits(value) for name, value in vars(module).items() if name not in ignored}
    return found, list(module._parameters), list(module._buffers), list(module._modules)


def run(module, inputs, train):
    torch.manual_seed(1)
    arguments = evaluate("(" + inputs + ",)", None)
    module.train(train)
    output = module(*arguments)
    return bits(output), bits(arguments), get_state(module), type(module).__name__


def examine(nn, name, call, inputs):
    torch.manual_seed(0)
    module = attempt(lambda: evaluate("nn." + name + "(" + call + ")", nn))
    if isinstance(module, tuple):
        return {"state": module}
    results = {"state": attempt(lambda: get_state(module)), "attributes": attempt(lambda: get_attributes(module)),
               "repr": attempt(lambda: repr(module))}
    for mode in ("training", "evaluation") if inputs else ():
        results[mode] = attempt(lambda: run(module, inputs, mode == "training"))
    return results


def shorten(value):
    text = repr(value)
    return text if len(text) < 600 else text[:600] + "..."


def report(what, wanted, found):
    print("{}\n  PyTorch:  {}\n  the text: {}".format(what, shorten(wanted), shorten(found)))


class Comparison:
    def __init__(self, own_functional, root):
        self.ours = nn_library.load(own_functional, root)
        self.table = collections.OrderedDict()
        self.failed = 0
        self.compared = 0

    def compare(self, what, wanted, found):
        self.compared += 1
        if wanted == found:
            return True
        self.failed += 1
        report(what, wanted, found)
        return False

    def compare_class(self, name, call, inputs):
        wanted = examine(torch.nn, name, call, inputs)
        found = examine(self.ours, name, call, inputs)
        row = self.table.setdefault(name, {})
        for column in COLUMNS:
            if column in wanted or column in found:
                same = self.compare("{}({}): {}".format(name, call, column), wanted.get(column), found.get(column))
                row[column] = row.get(column, True) and same

    def compare_scripted(self, tool, name, calls, inputs):
        count = len(evaluate("(" + inputs + ",)", None))
        found = nn_scripted.check(tool, name, calls, inputs, count)
        row = self.table[name]
        if found == "refused":
            row.setdefault("scripted", None)
        else:
            same = self.compare(name + ": scripted", "equal", found)
            row["scripted"] = row.get("scripted") is not False and same

    def compare_call(self, text):
        def call(nn):
            torch.manual_seed(0)
            return bits(evaluate(text, nn))
        self.compare(text, attempt(lambda: call(torch.nn)), attempt(lambda: call(self.ours)))

    def compare_program(self, program):
        def call(nn):
            torch.manual_seed(0)
            return attempt(lambda: [bits(value) for value in program(nn)])
        wanted, found = call(torch.nn), call(self.ours)
        if isinstance(wanted, tuple) or isinstance(found, tuple) or len(wanted) != len(found):
            self.compare(program.__name__, wanted, found)
            return
        for i, (one, other) in enumerate(zip(wanted, found)):
            self.compare("{}, value {}".format(program.__name__, i), one, other)

    def print_table(self, columns):
        print("| class | " + " | ".join(columns) + " |\n|---|" + "---|" * len(columns))
        for name, row in sorted(self.table.items()):
            cells = [{True: "equal", False: "differs", None: "–"}[row.get(column)] for column in columns]
            print("| {} | {} |".format(name, " | ".join(cells)))


def check_complete(comparison):
    """Every class of PyTorch's torch.nn has a case."""
    classes = [name for name, value in vars(torch.nn).items()
               if inspect.isclass(value) and issubclass(value, torch.nn.Module)]
    left = sorted(set(classes) - set(comparison.table))
    comparison.compare("classes without a case", [], left)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", action="store_true", help="print a row for each class")
    parser.add_argument("--torch-functional", action="store_true", help="use PyTorch's torch.nn.functional")
    parser.add_argument("--ts-run", metavar="FILE", help="also compare scripted layers, with this tool")
    parser.add_argument("--library", metavar="DIR", default=nn_library.standard, type=pathlib.Path,
                        help="the directory of the texts (default: lib/Library)")
    parser.add_argument("classes", nargs="*", metavar="CLASS")
    options = parser.parse_args()
    comparison = Comparison(not options.torch_functional, options.library)
    scripted = collections.OrderedDict()
    for name, call, inputs in nn_cases.get_cases():
        if not options.classes or name in options.classes:
            comparison.compare_class(name, call, inputs)
            if inputs:
                scripted.setdefault((name, inputs), []).append(call)
    for (name, inputs), calls in scripted.items() if options.ts_run else ():
        comparison.compare_scripted(options.ts_run, name, calls, inputs)
    if not options.classes:
        check_complete(comparison)
        for text in nn_cases.FAILURES:
            comparison.compare_call(text)
        for program in nn_programs.get_programs():
            comparison.compare_program(program)
    if options.table:
        comparison.print_table(COLUMNS + (("scripted",) if options.ts_run else ()))
    print("{} classes, {} comparisons, {} differ".format(len(comparison.table), comparison.compared,
                                                         comparison.failed))
    return 1 if comparison.failed else 0


if __name__ == "__main__":
    sys.exit(main())
