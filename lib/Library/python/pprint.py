"""pprint: values over several lines."""


def _sorted(items, key=None):
    """By value, or by kind and name where values do not compare."""
    try:
        return sorted(items, key=key)
    except TypeError:
        chosen = key or (lambda item: item)
        return sorted(items, key=lambda item: (str(type(chosen(item))), repr(chosen(item))))


class PrettyPrinter:
    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
        if indent < 0:
            raise ValueError("indent must be >= 0")
        if depth is not None and depth <= 0:
            raise ValueError("depth must be > 0")
        if not width:
            raise ValueError("width must be != 0")
        self._indent, self._width, self._depth, self._stream = indent, width, depth, stream
        self._compact, self._sort, self._underscore = compact, sort_dicts, underscore_numbers

    def pprint(self, object):
        print(self.pformat(object), file=self._stream)

    def pformat(self, object):
        return self._format(object, 0, 0, 0)

    def _items(self, mapping):
        return _sorted(mapping.items(), key=lambda item: item[0]) if self._sort else list(mapping.items())

    def _repr(self, value, level):
        """The value on one line."""
        kind = type(value).__repr__
        inner = level + 1
        if isinstance(value, (dict, list, tuple)) and value and self._depth is not None and level >= self._depth:
            return "{...}" if isinstance(value, dict) else "[...]" if isinstance(value, list) else "(...,)" if len(value) == 1 else "(...)"
        if isinstance(value, dict) and kind is dict.__repr__:
            return "{" + ", ".join(self._repr(k, inner) + ": " + self._repr(v, inner) for k, v in self._items(value)) + "}"
        if isinstance(value, list) and kind is list.__repr__:
            return "[" + ", ".join(self._repr(v, inner) for v in value) + "]"
        if isinstance(value, tuple) and kind is tuple.__repr__:
            return "(" + ", ".join(self._repr(v, inner) for v in value) + (",)" if len(value) == 1 else ")")
        if self._underscore and type(value) is int:
            return "{:_d}".format(value)
        return repr(value)

    def _format(self, value, column, after, level):
        """The value from `column` on, with `after` characters behind it."""
        text = self._repr(value, level)
        if len(text) <= self._width - column - after:
            return text
        kind = type(value).__repr__
        if isinstance(value, dict) and kind is dict.__repr__ and value:
            return self._block("{", "}", column, after, [(self._repr(k, level + 1) + ": ", v) for k, v in self._items(value)], level)
        if isinstance(value, list) and kind is list.__repr__ and value:
            return self._block("[", "]", column, after, [("", v) for v in value], level)
        if isinstance(value, tuple) and kind is tuple.__repr__ and value:
            return self._block("(", ",)" if len(value) == 1 else ")", column, after, [("", v) for v in value], level)
        if isinstance(value, (set, frozenset)) and kind in (set.__repr__, frozenset.__repr__) and value:
            opened, closed = ("{", "}") if type(value) is set else (type(value).__name__ + "({", "})")
            shift = len(opened) - 1
            return self._block(opened, closed, column + shift, after, [("", v) for v in _sorted(value)], level)
        if isinstance(value, str) and kind is str.__repr__ and value:
            return self._wrap(value, column, after, level)
        fields = getattr(type(value), "__dataclass_fields__", None)
        if fields is not None and getattr(getattr(type(value), "__dataclass_params__", None), "repr", True):
            name = type(value).__name__
            shown = [f for f in fields.values() if f.repr]
            inner = column + len(name) + 1
            parts = []
            for i, f in enumerate(shown):
                rest = after + 1 if i == len(shown) - 1 else 1
                parts.append(f.name + "=" + self._format(getattr(value, f.name), inner + len(f.name) + 1, rest, level + 1))
            return name + "(" + (",\n" + " " * inner).join(parts) + ")"
        return text

    def _block(self, opened, closed, column, after, items, level):
        inner = column + self._indent
        lead = " " * (self._indent - 1)
        if self._compact and not any(key for key, _ in items):
            return opened + lead + self._pack(items, inner, after + len(closed), level) + closed
        parts = []
        for i, (key, value) in enumerate(items):
            rest = after + len(closed) if i == len(items) - 1 else 1
            parts.append(key + self._format(value, inner + len(key), rest, level + 1))
        return opened + lead + (",\n" + " " * inner).join(parts) + closed

    def _pack(self, items, inner, after, level):
        """As many elements on a line as fit."""
        found, used, free = "", 0, self._width - inner
        for i, (_, value) in enumerate(items):
            last = i == len(items) - 1
            text = self._repr(value, level + 1)
            size = len(text) + (after if last else 2)
            if found and used + size <= free:
                found += ", " + text
                used += len(text) + 2
                continue
            if found:
                found += ",\n" + " " * inner
            found += text if size <= free else self._format(value, inner, after if last else 1, level + 1)
            used = len(text) + 2 if size <= free else free
        return found

    def _wrap(self, text, column, after, level):
        """A text as lines of literals."""
        outer = level == 0
        if outer:
            column, after = column + 1, after + 1
        lines = text.splitlines(True)
        chunks = []
        for i, line in enumerate(lines):
            last = i == len(lines) - 1
            free = self._width - column - (after if last else 0)
            if len(repr(line)) <= free:
                chunks.append(repr(line))
                continue
            words, current = _words(line), ""
            for j, word in enumerate(words):
                limit = free if not last or j < len(words) - 1 else self._width - column - after
                if current and len(repr(current + word)) > (limit if j == len(words) - 1 else self._width - column):
                    chunks.append(repr(current))
                    current = ""
                current += word
            if current:
                chunks.append(repr(current))
        if len(chunks) == 1:
            return chunks[0]
        joined = ("\n" + " " * column).join(chunks)
        return "(" + joined + ")" if outer else joined


def _words(line):
    """Words with the white space behind them."""
    words, current = [], ""
    for i, c in enumerate(line):
        current += c
        if c.isspace() and i + 1 < len(line) and not line[i + 1].isspace():
            words.append(current)
            current = ""
    return words + [current] if current else words


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    return PrettyPrinter(indent, width, depth, compact=compact, sort_dicts=sort_dicts,
                         underscore_numbers=underscore_numbers).pformat(object)


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    PrettyPrinter(indent, width, depth, stream, compact=compact, sort_dicts=sort_dicts,
                  underscore_numbers=underscore_numbers).pprint(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def saferepr(object):
    return PrettyPrinter()._repr(object, 0)
