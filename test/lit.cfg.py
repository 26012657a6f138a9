# How lit finds and runs the tests of this directory.
import os
import platform
import shutil
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
for tool in ("ts-opt", "ts-translate", "ts-run", "ts-compile", "ts-lsp-server", "ts-reduce",
             "ts-worker"):
    if os.path.exists(os.path.join(config.ts_tools_dir, tool)):
        config.available_features.add(tool)

if platform.machine() in ("x86_64", "AMD64"):
    config.available_features.add("x86-64")

# Code objects for AMD's chips are linked by LLVM's linker.
if any(shutil.which(name, path=config.environment["PATH"]) for name in ("ld.lld-19", "ld.lld")):
    config.available_features.add("lld")

# Workers call each other where gRPC was found.
if all(os.path.exists(os.path.join(directory, name)) for directory, name in
       ((config.ts_tools_dir, "ts-worker"), (config.ts_lib_dir, "libtsrt_rpc.so"))):
    config.available_features.add("rpc")

if config.ts_sanitizers == "ON":
    config.available_features.add("sanitizers")

# Tests on devices run where an OpenCL driver is, and where what translates SPIR-V for it is.
def runs(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


if "ts-run" in config.available_features:
    # What drivers compile is kept for the next run of the tests.
    config.environment["POCL_CACHE_DIR"] = os.path.join(config.ts_test_dir, "pocl-cache")
    if '"opencl:0"' in runs(os.path.join(config.ts_tools_dir, "ts-run"), "--list-devices", "--json") and shutil.which("llvm-spirv-15"):
        config.available_features.add("opencl")
# A driver of CUDA that runs PTX on this processor.
config.substitutions.append(("%mockcuda", os.path.join(config.ts_test_dir, "mock-cuda")))
# Oclgrind as a driver: its own way, by preloading, does not reach libraries that are opened.
oclgrind = "/usr/lib/oclgrind/liboclgrind-rt-icd.so"
if os.path.exists(oclgrind):
    config.available_features.add("oclgrind")
    config.substitutions.append(("%oclgrind", oclgrind))
for tool in ("spirv-as", "spirv-val", "llvm-spirv-14"):
    if shutil.which(tool):
        config.available_features.add(tool)

# Tests that compare with PyTorch run where a Python has it: %torch-python.
probe = "import importlib.util, sys; sys.exit(not importlib.util.find_spec('torch'))"
for candidate in (sys.executable, "/usr/bin/python3"):
    if os.path.exists(candidate) and not subprocess.call([candidate, "-c", probe]):
        config.available_features.add("torch")
        config.substitutions.append(("%torch-python", candidate))
        # The models of torchvision are read as texts: %torchvision is the directory it is in.
        place = "import importlib.util, os; print(os.path.dirname(os.path.dirname(importlib.util.find_spec('torchvision').origin)))"
        found = subprocess.run([candidate, "-c", place], capture_output=True, text=True)
        if not found.returncode:
            config.available_features.add("torchvision")
            config.substitutions.append(("%torchvision", found.stdout.strip()))
        break
