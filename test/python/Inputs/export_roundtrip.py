"""Compares functions before and after a trip through the importer and exporter.

usage: export_roundtrip.py TS_TRANSLATE FILE.py

The file has functions and `CALLS = [(name, [arguments]), ...]`. It is imported
by ts-translate, exported again, and PyTorch scripts both texts: results and
errors of every call must agree.
"""
import copy
import importlib.util
import os
import subprocess
import sys
import tempfile


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def outcome(function, arguments):
    try:
        return repr(function(*copy.deepcopy(arguments)))
    except Exception as error:  # The message's last line names the error.
        return "error: " + str(error).strip().splitlines()[-1]


def main(translate, path):
    import torch

    imported = subprocess.run(
        [translate, "--import-torchscript", path], check=True, capture_output=True
    ).stdout
    exported = subprocess.run(
        [translate, "--export-torchscript", "-"],
        input=imported,
        check=True,
        capture_output=True,
    ).stdout
    with tempfile.TemporaryDirectory() as directory:
        copy_path = os.path.join(directory, "exported.py")
        with open(copy_path, "wb") as file:
            file.write(exported)
        before, after = load(path, "before"), load(copy_path, "after")
        passed = failed = 0
        for name, arguments in before.CALLS:
            want = outcome(torch.jit.script(getattr(before, name)), arguments)
            got = outcome(torch.jit.script(getattr(after, name)), arguments)
            if got == want:
                passed += 1
            else:
                failed += 1
                print(f"{name}{tuple(arguments)}: expected {want}, got {got}")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
