#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the runtime's random numbers with PyTorch's, bit for bit.

    python3 utils/check_random.py --ts-run=build/release/bin/ts-run [NAME ...]

Each expression below is a function of a size `n`; a program draws it for many
sizes after `torch.manual_seed(0)`, and one number more after each, so that also
how many numbers were consumed is compared.
"""
import argparse
import importlib.util
import pathlib
import subprocess
import sys
import tempfile

import numpy
import torch

SIZES = [*range(1, 41), 1000, 1001, 10001]

# Weights and probabilities of n elements.
W32, W64 = "torch.arange(n).add(1).float().div(n + 1.0)", "torch.arange(n).add(1).double().div(n + 1.0)"
EXPRESSIONS = {
    "rand": "torch.rand(n, dtype={real})", "randn": "torch.randn(n, dtype={real})",
    "uniform": "torch.empty(n, dtype={real}).uniform_(-0.1, 0.3)",
    "normal": "torch.empty(n, dtype={real}).normal_(0.5, 2.3)",
    "bernoulli": "torch.empty(n, dtype={number}).bernoulli_(0.3)",
    "bernoulli_tensor": "torch.bernoulli(" + W32 + ")", "bernoulli_double": "torch.bernoulli(" + W64 + ")",
    "bernoulli_into": "torch.empty(n, dtype={number}).bernoulli_(" + W64 + ")",
    "exponential": "torch.empty(n, dtype={real}).exponential_(2.5)",
    "geometric": "torch.empty(n, dtype={whole}).geometric_(0.3)",
    "cauchy": "torch.empty(n, dtype={real}).cauchy_(1.0, 2.5)",
    "log_normal": "torch.empty(n, dtype={real}).log_normal_(0.5, 0.25)",
    "random": "torch.empty(n, dtype={any}).random_()", "random_to": "torch.empty(n, dtype={any}).random_(7)",
    "random_from": "torch.empty(n, dtype={whole}).random_(-3, 7)",
    "randint": "torch.randint(-5, 1000000, [n])", "randint_large": "torch.randint(0, 9000000000, [n])",
    "randperm": "torch.randperm(n)",
    "multinomial": "torch.multinomial(" + W32 + ", 5, True)", "multinomial_one": "torch.multinomial(" + W64 + ", 1)",
    "multinomial_rows": "torch.multinomial(torch.arange(3 * n).float().add(1).view(3, n), n // 2 + 1)",
    "normal_mean": "torch.normal(" + W32 + ", 2.0)", "normal_both": "torch.normal(" + W64 + ", " + W64 + ")",
    "normal_std": "torch.normal(1.0, " + W32 + ")", "complex": "torch.randn(n, dtype=torch.complex64)",
    "complex_wide": "torch.randn(n, dtype=torch.complex128)", "complex_rand": "torch.rand(n, dtype=torch.complex64)",
    "dropout": "torch.dropout(" + W32 + ", 0.3, True)", "dropout_wide": "torch.dropout(" + W64 + ", 0.3, True)",
    "dropout_native": "torch.native_dropout(" + W32 + ", 0.3, True)[0]",
    "dropout_transposed": "torch.dropout(torch.ones(n, 3).t(), 0.5, True)",
    "transposed_coins": "torch.bernoulli(torch.ones(n, 3).t() / 2)",
    "transposed_p": "torch.bernoulli(torch.ones(n, 3).t(), 0.3)",
    "dropout_native_transposed": "torch.native_dropout(torch.ones(n, 3).t(), 0.3, True)[0]",
    "dropout_feature": "torch.feature_dropout(torch.ones(n, 3, 2), 0.3, True)",
    "dropout_alpha": "torch.alpha_dropout(" + W32 + ", 0.3, True)",
    "rrelu": "torch.rrelu(" + W32 + ".neg(), 0.1, 0.3, True)",
    "transposed_normal": "torch.empty(n, 3).t().normal_()", "transposed_uniform": "torch.empty(n, 3).t().uniform_()",
    "transposed_bernoulli": "torch.empty(n, 3).t().bernoulli_(0.3)",
    "slice_normal": "torch.zeros(n, 4)[:, 1:3].normal_()", "slice_uniform": "torch.zeros(2 * n)[::2].uniform_()",
    "like": "torch.randn_like(torch.ones(2, n).t())", "like_rand": "torch.rand_like(torch.ones(2, n).t())",
    "poisson": "torch.poisson(" + W32 + " * 40)", "poisson_wide": "torch.poisson(" + W64 + " * 12)",
    "binomial": "torch.binomial(torch.arange(n).float() % 50, " + W32 + ")",
    "binomial_wide": "torch.binomial(torch.arange(n).double() % 70, " + W64 + ")",
    "gamma": "torch._standard_gamma(" + W32 + " * 3)", "gamma_wide": "torch._standard_gamma(" + W64 + " * 2)",
    "erfinv": "torch.empty(n, dtype={wide}).uniform_(-1.0, 1.0).erfinv_()",
    "xavier": "torch.nn.init.xavier_uniform_(torch.empty(n, 3))",
    "xavier_normal": "torch.nn.init.xavier_normal_(torch.empty(n, 3))",
    "orthogonal": "torch.linalg.qr(torch.empty(n, 5).normal_(0.0, 1.0))[0]",
}
DTYPES = {
    "wide": ["float32", "float64"], "real": ["float32", "float64", "float16", "bfloat16"],
    "number": ["float32", "float64", "int64", "bool"], "whole": ["float32", "float64", "int64", "int32"],
    "any": ["float32", "float64", "float16", "int64", "int32", "uint8"],
}


def get_functions():
    for name, expression in EXPRESSIONS.items():
        found = [field for field in DTYPES if "{" + field + "}" in expression]
        if not found:
            yield name, expression
        for dtype in DTYPES[found[0]] if found else ():
            yield name + "_" + dtype, expression.replace("{" + found[0] + "}", "torch." + dtype)


def write_program(path):
    text = "import torch\nfrom typing import List\n"
    for name, expression in get_functions():
        text += ("\n\ndef {}(sizes: List[int]) -> List[torch.Tensor]:\n    torch.manual_seed(0)\n"
                 "    results: List[torch.Tensor] = []\n    for n in sizes:\n        results.append({})\n"
                 "        results.append(torch.rand(1, dtype=torch.float64))\n    return results\n").format(
                     name, expression)
    path.write_text(text)


def get_bytes(tensor):
    data = tensor.detach().contiguous()
    return tuple(data.shape), (data.view(torch.int16) if data.dtype == torch.bfloat16 else data).numpy().tobytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ts-run", required=True, metavar="FILE", help="the tool that runs the program")
    parser.add_argument("--option", dest="options", action="append", default=[], metavar="OPTION",
                        help="a further option of the tool")
    parser.add_argument("names", nargs="*", metavar="NAME", help="the functions to compare (default: all)")
    options = parser.parse_args()
    compared, failed = 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        program, output = pathlib.Path(scratch, "draws.py"), pathlib.Path(scratch, "draws.npz")
        write_program(program)
        spec = importlib.util.spec_from_file_location("draws", program)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for name, expression in get_functions():
            if options.names and name not in options.names:
                continue
            run = subprocess.run([options.ts_run, program, "--entry=" + name, "--input=" + str(SIZES),
                                  "--save-output=" + str(output), *options.options], capture_output=True, text=True)
            if run.returncode:
                sys.exit("{}: {}".format(name, run.stdout + run.stderr))
            wanted = [get_bytes(tensor) for tensor in getattr(module, name)(SIZES)]
            with numpy.load(output) as found:
                values = [(found[key].shape, found[key].tobytes()) for key in found.files]
            wrong = [SIZES[i // 2] for i, (one, other) in enumerate(zip(wanted, values)) if one != other]
            compared, failed = compared + 1, failed + bool(wrong)
            if wrong or len(wanted) != len(values):
                print("{}: {} differs for sizes {}".format(name, expression, wrong[:8]))
    print("{} functions, {} differ".format(compared, failed))
    return 1 if failed or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
