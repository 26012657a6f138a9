#!/usr/bin/env python3
"""Call a network's library of ts-compile once, in a process without the compiler.

    first_result.py LIBRARY.so INPUT.npy

The library was made with --prefix=network, for the shape of the input. Prints
processor seconds from the start of the process to the result, those of a
second call, and the most memory of the process in MB. Start-up of Python (some
0.01 s and 10 MB) counts.
"""
import ast
import ctypes
import os
import resource
import sys
import time

F32 = 6  # tsrt_dtype


def load_array(path):
    with open(path, "rb") as file:
        data = file.read()
    end = 10 + int.from_bytes(data[8:10], "little")
    return ast.literal_eval(data[10:end].decode())["shape"], data[end:]


def main():
    path, data = sys.argv[1:]
    library = ctypes.CDLL(os.path.abspath(path))
    pointer = ctypes.c_void_p
    create, forward = library.network_create, library.network_forward
    for function in (create, forward, library.tsrt_tensor_from_memory):
        function.restype = pointer
    library.tsrt_set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    shape, elements = load_array(data)
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    model, y = pointer(), pointer()
    if create(ctypes.byref(model)):
        raise SystemExit("the instance cannot be made")
    x = pointer(library.tsrt_tensor_from_memory(F32, len(shape), sizes, None, elements, None, None))
    times = [0.0]
    for _ in range(2):
        if forward(model, x, ctypes.byref(y)):
            raise SystemExit("the call failed")
        times.append(time.process_time())
        library.tsrt_release(y)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{times[1]:.3f} {times[2] - times[1]:.3f} {memory:.0f}")


if __name__ == "__main__":
    main()
