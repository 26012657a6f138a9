"""torch.testing: values that have to be close, and the texts that say where they are not."""

import math as _math

import torch

_precisions = {
    torch.float16: (1e-3, 1e-5),
    torch.bfloat16: (1.6e-2, 1e-5),
    torch.float32: (1.3e-6, 1e-5),
    torch.float64: (1e-7, 1e-7),
    torch.complex64: (1.3e-6, 1e-5),
    torch.complex128: (1e-7, 1e-7),
}
_number_dtypes = {int: torch.int64, float: torch.float64, complex: torch.complex128}


def _tolerances(dtypes, rtol, atol):
    if (rtol is None) != (atol is None):
        missing = "rtol" if rtol is None else "atol"
        raise ValueError("Both 'rtol' and 'atol' must be either specified or omitted, but got no " + missing + ".")
    if rtol is not None:
        return rtol, atol
    pairs = [_precisions.get(dtype, (0.0, 0.0)) for dtype in dtypes]
    return max(pair[0] for pair in pairs), max(pair[1] for pair in pairs)


class _Comparison:
    def __init__(self, options):
        self.options = options

    def fail(self, text, place):
        message = self.options["msg"]
        if place:
            text += "\n\nThe failure occurred for item " + "".join("[" + repr(item) + "]" for item in place)
        raise AssertionError(text if message is None else message(text) if callable(message) else message)

    def check(self, actual, expected, place):
        from collections.abc import Mapping, Sequence

        if isinstance(actual, Mapping) and isinstance(expected, Mapping):
            return self.check_mappings(actual, expected, place)
        if all(isinstance(value, Sequence) and not isinstance(value, str) for value in (actual, expected)):
            if len(actual) != len(expected):
                self.fail("The length of the sequences mismatch: {} != {}".format(len(actual), len(expected)), place)
            for i, pair in enumerate(zip(actual, expected)):
                self.check(*pair, place + (i,))
            return None
        if actual is None or expected is None:
            if actual is not expected:
                self.fail("None mismatch: {} is not {}".format(actual, expected), place)
        elif isinstance(actual, bool) and isinstance(expected, bool):
            if actual is not expected:
                self.fail("Booleans mismatch: {} is not {}".format(actual, expected), place)
        elif all(isinstance(value, (int, float, complex)) for value in (actual, expected)):
            self.check_numbers(actual, expected, place)
        elif isinstance(actual, torch.Tensor) and isinstance(expected, torch.Tensor):
            self.check_tensors(actual, expected, place)
        else:
            raise TypeError("No comparison pair was able to handle inputs of type {} and {}.".format(
                type(actual), type(expected)))

    def check_mappings(self, actual, expected, place):
        missing = [key for key in expected if key not in actual]
        additional = [key for key in actual if key not in expected]
        if missing or additional:
            self.fail("The keys of the mappings do not match:\nMissing keys in the actual mapping: {}\n"
                      "Additional keys in the actual mapping: {}".format(sorted(missing), sorted(additional)), place)
        for key in actual:
            self.check(actual[key], expected[key], place + (key,))

    def check_numbers(self, actual, expected, place):
        if self.options["check_dtype"] and type(actual) is not type(expected):
            self.fail("The (d)types do not match: {} != {}.".format(type(actual), type(expected)), place)
        dtypes = [_number_dtypes[type(value)] for value in (actual, expected)]
        rtol, atol = _tolerances(dtypes, self.options["rtol"], self.options["atol"])
        difference = abs(actual - expected)
        close = actual == expected
        if not close and self.options["equal_nan"] and actual != actual and expected != expected:
            close = True
        if not close and (rtol or atol):
            finite = all(_math.isfinite(part) for value in (actual, expected)
                         for part in (complex(value).real, complex(value).imag))
            close = finite and difference <= atol + rtol * abs(expected)
        if not close:
            self.fail(_scalar_text(difference, difference / abs(expected) if expected else float("inf"), rtol, atol),
                      place)

    def check_tensors(self, actual, expected, place):
        options = self.options
        pairs = [("shape", actual.shape, expected.shape)]
        if options["check_layout"]:
            pairs.append(("layout", actual.layout, expected.layout))
        if options["check_device"]:
            pairs.append(("device", actual.device, expected.device))
        if options["check_dtype"]:
            pairs.append(("dtype", actual.dtype, expected.dtype))
        if options["check_stride"]:
            pairs.append(("stride()", actual.stride(), expected.stride()))
        for name, left, right in pairs:
            if left != right:
                self.fail("The values for attribute '{}' do not match: {} != {}.".format(name, left, right), place)
        rtol, atol = _tolerances((actual.dtype, expected.dtype), options["rtol"], options["atol"])
        actual, expected = actual.detach(), expected.detach()
        if actual.dtype != expected.dtype:
            dtype = torch.promote_types(actual.dtype, expected.dtype)
            actual, expected = actual.to(dtype), expected.to(dtype)
        matches = torch.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=options["equal_nan"])
        if not torch.all(matches):
            self.fail(_tensor_text(actual, expected, matches, rtol, atol), place)


def _allowed(bound, exact):
    return "" if exact else " (up to {} allowed)".format(bound)


def _scalar_text(difference, relative, rtol, atol):
    exact = rtol == 0 and atol == 0
    return "Scalars are not {}!\n\nAbsolute difference: {}{}\nRelative difference: {}{}".format(
        "equal" if exact else "close", difference, _allowed(atol, exact), relative, _allowed(rtol, exact))


def _index(position, shape):
    index = []
    for size in reversed(shape):
        index.append(position % size)
        position //= size
    return tuple(reversed(index))


def _tensor_text(actual, expected, matches, rtol, atol):
    exact = rtol == 0 and atol == 0
    if actual.dim() == 0:
        difference = abs(actual.item() - expected.item())
        relative = difference / abs(expected.item()) if expected.item() else float("inf")
        return _scalar_text(difference, relative, rtol, atol)
    wide = actual.dtype if actual.dtype.is_floating_point or actual.dtype.is_complex else torch.int64
    wide = torch.float64 if wide in (torch.float16, torch.bfloat16) else wide
    left, right, wrong = actual.flatten().to(wide), expected.flatten().to(wide), ~matches.flatten()
    difference = torch.abs(left - right)
    relative = difference / torch.abs(right)
    lines = "Tensor-likes are not {}!\n\nMismatched elements: {} / {} ({:.1%})".format(
        "equal" if exact else "close", int(wrong.sum()), wrong.numel(), int(wrong.sum()) / wrong.numel())
    for name, values, bound in (("absolute", difference, atol), ("relative", relative, rtol)):
        # Elements that are close do not take part.
        values = torch.where(wrong, values, torch.zeros_like(values))
        greatest, at = torch.max(values, 0)
        lines += "\nGreatest {} difference: {} at index {}{}".format(
            name, greatest.item(), _index(at.item(), actual.shape), _allowed(bound, exact))
    return lines


def assert_close(actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False, check_device=True,
                 check_dtype=True, check_layout=True, check_stride=False, check_is_coalesced=None, msg=None):
    _Comparison({
        "rtol": rtol, "atol": atol, "equal_nan": equal_nan, "check_device": check_device, "check_dtype": check_dtype,
        "check_layout": check_layout, "check_stride": check_stride, "msg": msg,
    }).check(actual, expected, ())


def assert_allclose(actual, expected, rtol=None, atol=None, equal_nan=True, msg=""):
    if not isinstance(actual, torch.Tensor):
        actual = torch.tensor(actual)
    if not isinstance(expected, torch.Tensor):
        expected = torch.tensor(expected, dtype=actual.dtype)
    assert_close(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan, check_device=True, check_dtype=False,
                 msg=msg or None)


def make_tensor(*shape, dtype, device="cpu", low=None, high=None, requires_grad=False, **unused):
    shape = tuple(shape[0]) if len(shape) == 1 and not isinstance(shape[0], int) else shape
    if dtype == torch.bool:
        return torch.randint(0, 2, shape, dtype=dtype)
    if not dtype.is_floating_point and not dtype.is_complex:
        low, high = (0 if dtype == torch.uint8 else -9) if low is None else low, 10 if high is None else high
        return torch.randint(low, high, shape, dtype=dtype)
    low, high = -9 if low is None else low, 9 if high is None else high
    return torch.empty(shape, dtype=dtype).uniform_(low, high).requires_grad_(requires_grad)
