"""JSON texts."""


class JSONDecodeError(ValueError):
    def __init__(self, msg, doc, pos):
        line = doc.count("\n", 0, pos) + 1
        column = pos - doc.rfind("\n", 0, pos)
        super().__init__(f"{msg}: line {line} column {column} (char {pos})")
        self.msg = msg
        self.doc = doc
        self.pos = pos


_escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


def _quote(text, ensure_ascii):
    parts = ['"']
    for c in text:
        if c in _escapes:
            parts.append(_escapes[c])
        elif c < " " or (ensure_ascii and c > "~"):
            n = ord(c)
            if n > 0xFFFF:
                n -= 0x10000
                parts.append(f"\\u{0xD800 | n >> 10:04x}\\u{0xDC00 | n & 0x3FF:04x}")
            else:
                parts.append(f"\\u{n:04x}")
        else:
            parts.append(c)
    parts.append('"')
    return "".join(parts)


def _number(value):
    if value != value:
        return "NaN"
    if value in (float("inf"), -float("inf")):
        return "Infinity" if value > 0 else "-Infinity"
    return float.__repr__(value)


def dumps(
    obj,
    *,
    skipkeys=False,
    ensure_ascii=True,
    check_circular=True,
    allow_nan=True,
    cls=None,
    indent=None,
    separators=None,
    default=None,
    sort_keys=False,
):
    if cls is not None:
        return cls(skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular, allow_nan=allow_nan, indent=indent,
                   separators=separators, default=default, sort_keys=sort_keys).encode(obj)
    if isinstance(indent, int):
        indent = " " * indent
    if separators is None:
        separators = (", ", ": ") if indent is None else (",", ": ")
    comma, colon = separators

    def key_of(key):
        if isinstance(key, str):
            return key
        if key is True or key is False or key is None:
            return {True: "true", False: "false", None: "null"}[key]
        if isinstance(key, int):
            return int.__repr__(key)
        if isinstance(key, float):
            return _number(key)
        if skipkeys:
            return None
        raise TypeError(
            f"keys must be str, int, float, bool or None, not {key.__class__.__name__}"
        )

    def surround(items, open, close, level):
        if not items:
            return open + close
        if indent is None:
            return open + comma.join(items) + close
        inner = "\n" + indent * (level + 1)
        return open + inner + (comma + inner).join(items) + "\n" + indent * level + close

    def write(value, level):
        if isinstance(value, str):
            return _quote(value, ensure_ascii)
        if value is None:
            return "null"
        if value is True:
            return "true"
        if value is False:
            return "false"
        if isinstance(value, int):
            return int.__repr__(value)
        if isinstance(value, float):
            return _number(value)
        if isinstance(value, (list, tuple)):
            return surround([write(item, level + 1) for item in value], "[", "]", level)
        if isinstance(value, dict):
            items = []
            for key, item in sorted(value.items()) if sort_keys else value.items():
                name = key_of(key)
                if name is not None:
                    items.append(_quote(name, ensure_ascii) + colon + write(item, level + 1))
            return surround(items, "{", "}", level)
        if default is not None:
            return write(default(value), level)
        raise TypeError(f"Object of type {value.__class__.__name__} is not JSON serializable")

    return write(obj, 0)


class _Reader:
    def __init__(self, text):
        self.text = text
        self.at = 0
        self.hook = self.pairs_hook = None
        self.make_float, self.make_int = float, int

    def fail(self, message, at=None):
        raise JSONDecodeError(message, self.text, self.at if at is None else at)

    def skip(self):
        while self.at < len(self.text) and self.text[self.at] in " \t\n\r":
            self.at += 1

    def value(self):
        self.skip()
        text, at = self.text, self.at
        c = text[at : at + 1]
        if c == '"':
            return self.string()
        if c == "{":
            return self.object()
        if c == "[":
            return self.array()
        for word, value in (
            ("null", None),
            ("true", True),
            ("false", False),
            ("NaN", float("nan")),
            ("Infinity", float("inf")),
            ("-Infinity", -float("inf")),
        ):
            if text.startswith(word, at):
                self.at += len(word)
                return value
        end = at
        while end < len(text) and text[end] in "+-0123456789.eE":
            end += 1
        part = text[at:end]
        try:
            number = self.make_int(part) if part.lstrip("-").isdigit() else self.make_float(part)
        except ValueError:
            self.fail("Expecting value")
        self.at = end
        return number

    def string(self):
        start = self.at
        self.at += 1
        parts = []
        while True:
            c = self.text[self.at : self.at + 1]
            if c == "":
                self.fail("Unterminated string starting at", start)
            self.at += 1
            if c == '"':
                return "".join(parts)
            if c != "\\":
                parts.append(c)
                continue
            c = self.text[self.at : self.at + 1]
            self.at += 1
            if c == "u":
                code = int(self.text[self.at : self.at + 4], 16)
                self.at += 4
                if 0xD800 <= code < 0xDC00 and self.text.startswith("\\u", self.at):
                    low = int(self.text[self.at + 2 : self.at + 6], 16)
                    code = 0x10000 + ((code - 0xD800) << 10 | (low - 0xDC00))
                    self.at += 6
                parts.append(chr(code))
            elif c in '"\\/':
                parts.append(c)
            elif c in "bfnrt":
                parts.append({"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}[c])
            else:
                self.fail("Invalid \\escape", self.at - 2)

    def object(self):
        pairs = []
        self.at += 1
        self.skip()
        if self.text.startswith("}", self.at):
            self.at += 1
            return self.made(pairs)
        while True:
            self.skip()
            if not self.text.startswith('"', self.at):
                self.fail("Expecting property name enclosed in double quotes")
            key = self.string()
            self.skip()
            if not self.text.startswith(":", self.at):
                self.fail("Expecting ':' delimiter")
            self.at += 1
            pairs.append((key, self.value()))
            self.skip()
            c = self.text[self.at : self.at + 1]
            if c == "}":
                self.at += 1
                return self.made(pairs)
            if c != ",":
                self.fail("Expecting ',' delimiter")
            self.at += 1

    def made(self, pairs):
        if self.pairs_hook is not None:
            return self.pairs_hook(pairs)
        return dict(pairs) if self.hook is None else self.hook(dict(pairs))

    def array(self):
        result = []
        self.at += 1
        self.skip()
        if self.text.startswith("]", self.at):
            self.at += 1
            return result
        while True:
            result.append(self.value())
            self.skip()
            c = self.text[self.at : self.at + 1]
            if c == "]":
                self.at += 1
                return result
            if c != ",":
                self.fail("Expecting ',' delimiter")
            self.at += 1


def dump(obj, fp, **keywords):
    fp.write(dumps(obj, **keywords))


class JSONEncoder:
    """Classes derived from it say in `default` what stands for values that JSON does not have."""

    def __init__(self, **keywords):
        self._keywords = keywords
        self._default = keywords.get("default")

    def default(self, o):
        raise TypeError(f"Object of type {o.__class__.__name__} is not JSON serializable")

    def encode(self, o):
        return dumps(o, **{**self._keywords, "default": self._default or self.default})

    def iterencode(self, o, _one_shot=False):
        yield self.encode(o)


def _make_reader(text, *, object_hook=None, object_pairs_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True):
    reader = _Reader(text)
    reader.hook, reader.pairs_hook = object_hook, object_pairs_hook
    reader.make_float, reader.make_int = parse_float or float, parse_int or int
    return reader


class JSONDecoder:
    def __init__(self, **keywords):
        self._keywords = keywords

    def decode(self, s):
        return loads(s, **self._keywords)

    def raw_decode(self, s, idx=0):
        reader = _make_reader(s, **self._keywords)
        reader.at = idx
        return reader.value(), reader.at


def load(fp, **keywords):
    return loads(fp.read(), **keywords)


def loads(s, *, cls=None, object_hook=None, object_pairs_hook=None, parse_float=None, parse_int=None, parse_constant=None,
          strict=True):
    if cls is not None:
        return cls(object_hook=object_hook, object_pairs_hook=object_pairs_hook).decode(s)
    if not isinstance(s, (str, bytes, bytearray)):
        raise TypeError(f"the JSON object must be str, bytes or bytearray, not {s.__class__.__name__}")
    reader = _make_reader(s if isinstance(s, str) else s.decode(), object_hook=object_hook, object_pairs_hook=object_pairs_hook,
                          parse_float=parse_float, parse_int=parse_int)
    value = reader.value()
    reader.skip()
    if reader.at != len(reader.text):
        reader.fail("Extra data")
    return value
