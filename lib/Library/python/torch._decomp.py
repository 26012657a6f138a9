"""torch._decomp: what the library's texts of operators register themselves with."""

import _compositions


def register_decomposition(operators):
    def decorate(function):
        _compositions.register(operators, function)
        return function

    return decorate
