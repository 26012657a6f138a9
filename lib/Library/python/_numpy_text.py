"""How numpy's arrays are written."""

import _numpy_types as _types

options = {"precision": 8, "threshold": 1000, "edgeitems": 3, "linewidth": 75, "suppress": False, "nanstr": "nan", "infstr": "inf",
           "sign": "-", "formatter": None, "floatmode": "maxprec"}


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None, nanstr=None, infstr=None, formatter=None,
                     sign=None, floatmode=None, **rest):
    given = dict(precision=precision, threshold=threshold, edgeitems=edgeitems, linewidth=linewidth, suppress=suppress, nanstr=nanstr,
                 infstr=infstr, sign=sign, floatmode=floatmode)
    options.update({k: v for k, v in given.items() if v is not None})
    options["formatter"] = formatter


def get_printoptions():
    return dict(options)


class printoptions:
    def __init__(self, **given):
        self._given = given

    def __enter__(self):
        self._before = dict(options)
        set_printoptions(**self._given)
        return options

    def __exit__(self, *rest):
        options.update(self._before)


def _digits(value, size):
    """The digits of the shortest text, and the power of ten of the first."""
    text = _types.shortest(abs(value), size)
    mantissa, _, power = text.partition("e")
    whole, _, part = mantissa.partition(".")
    exponent = int(power or 0) + len(whole) - 1
    digits = whole + part
    stripped = digits.lstrip("0")
    exponent -= len(digits) - len(stripped)
    stripped = stripped.rstrip("0")
    return (stripped, exponent) if stripped else ("0", 0)


def _positional(value, size, precision):
    """Whole part and digits behind the point, at most `precision` of them."""
    digits, exponent = _digits(value, size)
    if len(digits) - exponent - 1 > precision:
        text = "%.*f" % (precision, abs(value))
        whole, _, part = text.partition(".")
    elif exponent < 0:
        whole, part = "0", "0" * (-exponent - 1) + digits if digits != "0" else ""
    else:
        digits = digits.ljust(exponent + 1, "0")
        whole, part = digits[: exponent + 1], digits[exponent + 1 :]
    return ("-" if value < 0 or str(value)[0] == "-" else "") + whole, part.rstrip("0")


def _scientific(value, size, precision):
    digits, exponent = _digits(value, size)
    if len(digits) - 1 > precision:
        text = "%.*e" % (precision, abs(value))
        mantissa, _, power = text.partition("e")
        digits, exponent = mantissa.replace(".", "").rstrip("0") or "0", int(power)
    return ("-" if value < 0 else "") + digits[0], digits[1:], exponent


def _is_finite(v):
    return v == v and v not in (float("inf"), float("-inf"))


def _special(v):
    return options["nanstr"] if v != v else options["infstr"] if v > 0 else "-" + options["infstr"]


def float_format(values, size):
    """The function that writes each of the values in the same width."""
    finite = [v for v in values if _is_finite(v)]
    sizes = [abs(v) for v in finite if v != 0]
    precision = options["precision"]
    fixed = options["floatmode"] == "fixed"
    is_scientific = False
    if sizes:
        largest, least = max(sizes), min(sizes)
        is_scientific = largest >= 1e8 or not options["suppress"] and (least < 1e-4 or largest / least > 1000.0)
    if is_scientific:
        parts = [_scientific(v, size, precision) for v in finite]
        behind = precision if fixed else max(len(p) for _, p, _ in parts)
        width = max(len(w) for w, _, _ in parts)
        power = max(max(len(str(abs(e))) for _, _, e in parts), 2)
        make = lambda v: _write_scientific(v, size, behind, power)
        total = max([width + 1 + behind + 2 + power] + [len(_special(v)) for v in values if not _is_finite(v)])
        return lambda v: (make(v) if _is_finite(v) else _special(v)).rjust(total)
    parts = [_positional(v, size, precision) for v in finite]
    behind = precision if fixed else max([len(p) for _, p in parts] or [0])
    width = max([len(w) for w, _ in parts] or [0])
    special = max([len(_special(v)) for v in values if not _is_finite(v)] or [0])
    if special:
        width = max(width, special - behind - 1)

    def write(v):
        if not _is_finite(v):
            return _special(v).rjust(width + 1 + behind)
        whole, part = _positional(v, size, behind)
        return whole.rjust(width) + "." + (part.ljust(behind, "0") if fixed else part.ljust(behind))

    return write


def _write_scientific(v, size, behind, power):
    whole, part, exponent = _scientific(v, size, behind)
    return whole + "." + part.ljust(behind, "0") + "e" + ("-" if exponent < 0 else "+") + str(abs(exponent)).rjust(power, "0")


def _complex_format(values, size):
    real = float_format([v.real for v in values], size // 2)
    imaginary = float_format([abs(v.imag) for v in values], size // 2)

    def write(v):
        part = imaginary(abs(v.imag))
        kept = part.rstrip()
        digits = kept.lstrip()
        sign = "-" if str(v.imag)[0] == "-" else "+"
        return real(v.real) + " " * (len(kept) - len(digits)) + sign + digits + "j" + " " * (len(part) - len(kept))

    return write


def element_format(values, kind):
    own = options["formatter"]
    if own:
        for key in ({"f": "float_kind", "i": "int_kind", "u": "int_kind", "c": "complex_kind", "b": "bool"}[kind.kind],
                    {"f": "float", "i": "int", "u": "int", "c": "complexfloat", "b": "bool"}[kind.kind], "all"):
            if key in own:
                return own[key]
    if kind.kind == "f":
        return float_format(values, kind.itemsize)
    if kind.kind == "c":
        return _complex_format(values, kind.itemsize)
    texts = [str(v) for v in values]
    width = max([len(t) for t in texts] + [5 if kind.kind == "b" else 0])
    return lambda v: str(v).rjust(width)


def _shown(nested, edge, out):
    """The elements that a summary shows."""
    if not isinstance(nested, list):
        out.append(nested)
        return
    rows = nested if edge is None or len(nested) <= 2 * edge else nested[:edge] + nested[-edge:]
    for row in rows:
        _shown(row, edge, out)


def _rows(nested, form, depth, indent, width, separator, edge):
    """The text of an array below a line that begins with the indent."""
    if not isinstance(nested, list):
        return form(nested)
    items = nested[:edge] + [...] + nested[-edge:] if edge is not None and len(nested) > 2 * edge else nested
    texts = ["..." if item is ... else _rows(item, form, depth - 1, indent + " ", width - 1, separator, edge) for item in items]
    if depth > 1:
        return "[" + (separator.rstrip() + "\n" * (depth - 1) + indent).join(texts) + "]"
    # What follows a word has to fit, too.
    room = width - max(len(separator.rstrip()), 1)
    done, line = "", indent
    for i, word in enumerate(texts):
        if len(line) + len(word) > room and len(line) > len(indent):
            done += line.rstrip() + "\n"
            line = indent
        line += word + (separator if i + 1 < len(texts) else "")
    return "[" + (done + line)[len(indent):] + "]"


def write(array, separator, prefix, suffix=""):
    if array.ndim == 0:
        return _single(array)
    if array.size == 0:
        return "[]"
    edge = options["edgeitems"] if array.size > options["threshold"] else None
    nested = array.tolist()
    values = []
    _shown(nested, edge, values)
    form = element_format(values, array.dtype)
    return _rows(nested, form, array.ndim, " " * (len(prefix) + 1), options["linewidth"] - len(suffix), separator, edge)


def _single(array):
    value, kind = array.item(), array.dtype
    if kind.kind == "f":
        return _types.shortest(value, kind.itemsize)
    return str(value)


def text(array):
    return write(array, " ", "")


def description(array):
    kind = array.dtype
    is_plain = kind.name in ("float64", "int64", "bool", "complex128") and array.size > 0
    if array.ndim == 0 and kind.kind == "f":
        value = array.item()
        body = _types.shortest(value, kind.itemsize)
        body = body[:-1] if body.endswith(".0") else body
    elif array.size == 0 and array.shape != (0,):
        body = f"[], shape={array.shape!r}"
    else:
        body = write(array, ", ", "array(", ")")
    if is_plain:
        return "array(" + body + ")"
    made, tail = "array(" + body + ",", f"dtype={kind.name})"
    last = len(made) - (made.rfind("\n") + 1)
    return made + (" " if last + len(tail) + 1 <= options["linewidth"] else "\n      ") + tail
