#!/bin/sh
# Times a device: benchmarks/gpu/run.sh [--target=cuda] [--models DIRECTORY] ..., see run.py --help.
# Needs a built ts-run, python3 and a driver: libcuda.so.1, libamdhip64.so or libOpenCL.so.1.
exec python3 "$(dirname "$0")/run.py" "$@"
