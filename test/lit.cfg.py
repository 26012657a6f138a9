# How lit finds and runs the tests of this directory.
import os
import subprocess
import sys

import lit.formats

config.name = "TorchScript"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".py", ".test"]
config.excludes = ["Inputs", "lit.cfg.py", "lit.site.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.ts_test_dir

path = [config.ts_tools_dir, config.llvm_tools_dir, config.environment["PATH"]]
config.environment["PATH"] = os.pathsep.join(path)
for variable in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LLVM_PROFILE_FILE"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]

# %source is the root of the sources: examples, the runtime's header.
config.substitutions.append(("%source", config.ts_source_dir))
# %build is the root of the build.
config.substitutions.append(("%build", os.path.dirname(config.ts_tools_dir)))
config.substitutions.append(("%python", sys.executable))
config.substitutions.append(("%tslib", config.ts_lib_dir))
# C and C++ compilers for programs that use compiled libraries.
config.substitutions.append(("%cxx", config.ts_cxx))
config.substitutions.append(("%cc", config.ts_cc))

# A test says `REQUIRES: ts-run` when it needs a tool that may not be built.
for tool in ("ts-opt", "ts-translate", "ts-run", "ts-compile", "ts-lsp-server", "ts-reduce"):
    if os.path.exists(os.path.join(config.ts_tools_dir, tool)):
        config.available_features.add(tool)

if config.ts_sanitizers == "ON":
    config.available_features.add("sanitizers")

# Tests that compare with PyTorch run where a Python has it: %torch-python.
probe = "import importlib.util, sys; sys.exit(not importlib.util.find_spec('torch'))"
for candidate in (sys.executable, "/usr/bin/python3"):
    if os.path.exists(candidate) and not subprocess.call([candidate, "-c", probe]):
        config.available_features.add("torch")
        config.substitutions.append(("%torch-python", candidate))
        break
