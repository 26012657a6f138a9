"""Classifies a digit with digits.pt, compiled by ts-compile, through ctypes.

  ts-compile ../digits/digits.pt -o digits.so --signature='forward(x: f32[1,1,28,28])'
  python3 digits.py digits.so

Needs neither PyTorch nor numpy: the library, its runtime, and nothing else.
Licence: Apache-2.0 WITH LLVM-exception.
"""

import ctypes
import os
import sys

F32 = 6  # tsrt_dtype

library = ctypes.CDLL(os.path.abspath(sys.argv[1]))
pointer = ctypes.POINTER(ctypes.c_void_p)


def function(name, result, *parameters):
    found = getattr(library, name)  # the runtime's functions come along
    found.restype, found.argtypes = result, parameters
    return found


create = function("digits_create", ctypes.c_void_p, pointer)
destroy = function("digits_destroy", None, ctypes.c_void_p)
forward = function("digits_forward", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, pointer)
message = function("tsrt_error_message", ctypes.c_char_p, ctypes.c_void_p)
release = function("tsrt_release", None, ctypes.c_void_p)
tensor_data = function("tsrt_tensor_data", ctypes.POINTER(ctypes.c_float), ctypes.c_void_p)
tensor_from_memory = function(
    "tsrt_tensor_from_memory", ctypes.c_void_p, ctypes.c_int32, ctypes.c_int32,
    ctypes.POINTER(ctypes.c_int64), ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


def check(error):
    """Raises what a function returned."""
    if error:
        raise RuntimeError(message(error).decode())


def classify(model, picture):
    """The most likely digit of 28 rows of 28 numbers from 0 to 1."""
    pixels = (ctypes.c_float * 784)(*(pixel for row in picture for pixel in row))
    sizes = (ctypes.c_int64 * 4)(1, 1, 28, 28)
    x = tensor_from_memory(F32, 4, sizes, None, pixels, None, None)
    y = ctypes.c_void_p()
    try:
        check(forward(model, x, ctypes.byref(y)))
    finally:
        release(x)
    scores = tensor_data(y)[:10]
    release(y)
    return scores.index(max(scores))


def draw_one():
    """A vertical stroke with a serif."""
    picture = [[0.0] * 28 for _ in range(28)]
    for row in range(5, 23):
        for column in (13, 14, 15):
            picture[row][column] = 1.0
    for step in range(4):
        picture[6 + step][12 - step] = picture[5 + step][12 - step] = 1.0
    return picture


model = ctypes.c_void_p()
check(create(ctypes.byref(model)))
print("the picture shows a", classify(model, draw_one()))
wrong = ctypes.c_void_p()
sizes = (ctypes.c_int64 * 1)(3)
vector = tensor_from_memory(F32, 1, sizes, None, (ctypes.c_float * 3)(), None, None)
error = forward(model, vector, ctypes.byref(wrong))
print("a vector is refused:", message(error).decode().splitlines()[0])
function("tsrt_error_release", None, ctypes.c_void_p)(error)
release(vector)
destroy(model)
