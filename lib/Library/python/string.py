"""Kinds of characters."""

whitespace = " \t\n\r\v\f"
ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdef" + "ABCDEF"
octdigits = "01234567"
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    return (sep or " ").join(word.capitalize() for word in s.split(sep))


class _Names:
    """Has every name, and keeps those that it is asked for."""

    def __init__(self):
        self.found = {}

    def __contains__(self, name):
        return True

    def __getitem__(self, name):
        self.found[name] = None


class Template:
    delimiter = "$"

    def __init__(self, template):
        self.template = template

    def _run(self, values, safe):
        text = self.template
        result = []
        i = 0
        while i < len(text):
            if text[i] != "$":
                result.append(text[i])
                i += 1
                continue
            if text[i + 1 : i + 2] == "$":
                result.append("$")
                i += 2
                continue
            braced = text[i + 1 : i + 2] == "{"
            start = end = i + 2 if braced else i + 1
            while end < len(text) and (text[end].isalnum() or text[end] == "_"):
                end += 1
            name = text[start:end]
            if braced and text[end : end + 1] == "}":
                end += 1
            if not name:
                if not safe:
                    raise ValueError("Invalid placeholder in string")
                result.append("$")
                i += 1
                continue
            if name in values:
                result.append(str(values[name]))
            elif safe:
                result.append(text[i:end])
            else:
                raise KeyError(name)
            i = end
        return "".join(result)

    def get_identifiers(self):
        names = _Names()
        self._run(names, True)
        return list(names.found)

    def is_valid(self):
        try:
            self._run(_Names(), False)
        except ValueError:
            return False
        return True

    def substitute(self, mapping={}, /, **keywords):
        return self._run({**mapping, **keywords}, False)

    def safe_substitute(self, mapping={}, /, **keywords):
        return self._run({**mapping, **keywords}, True)


class Formatter:
    """What str.format does, in parts that classes may replace."""

    def format(self, text, /, *args, **keywords):
        return self.vformat(text, args, keywords)

    def vformat(self, text, args, keywords):
        used = set()
        made, _ = self._run(text, args, keywords, used, 2, 0)
        self.check_unused_args(used, args, keywords)
        return made

    def _run(self, text, args, keywords, used, depth, number):
        if depth < 0:
            raise ValueError("Max string recursion exceeded")
        parts = []
        for literal, field, spec, conversion in self.parse(text):
            parts.append(literal)
            if field is None:
                continue
            if field == "" or field[0] in ".[":
                if number is False:
                    raise ValueError("cannot switch from manual field specification to automatic field numbering")
                field, number = str(number) + field, number + 1
            elif field.split(".")[0].split("[")[0].isdigit():
                if number:
                    raise ValueError("cannot switch from manual field specification to automatic field numbering")
                number = False
            value, first = self.get_field(field, args, keywords)
            used.add(first)
            value = self.convert_field(value, conversion)
            spec, number = self._run(spec, args, keywords, used, depth - 1, number)
            parts.append(self.format_field(value, spec))
        return "".join(parts), number

    def get_value(self, key, args, keywords):
        return args[key] if isinstance(key, int) else keywords[key]

    def check_unused_args(self, used, args, keywords):
        pass

    def format_field(self, value, spec):
        return format(value, spec)

    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        if conversion not in ("s", "r", "a"):
            raise ValueError(f"Unknown conversion specifier {conversion}")
        return {"s": str, "r": repr, "a": ascii}[conversion](value)

    def get_field(self, field, args, keywords):
        end = min((at for at in (field.find("."), field.find("[")) if at >= 0), default=len(field))
        first, rest = field[:end], field[end:]
        first = int(first) if first.isdigit() else first
        value = self.get_value(first, args, keywords)
        while rest:
            if rest[0] == ".":
                end = min((at for at in (rest.find(".", 1), rest.find("[", 1)) if at >= 0), default=len(rest))
                value, rest = getattr(value, rest[1:end]), rest[end:]
            else:
                key, rest = rest[1 : rest.index("]")], rest[rest.index("]") + 1 :]
                value = value[int(key) if key.isdigit() else key]
        return value, first

    def parse(self, text):
        """Literal text, field, format and conversion, one after the other; the rest is None after the last text."""
        at, end = 0, len(text)
        while at < end:
            literal = ""
            while at < end and text[at] not in "{}":
                literal += text[at]
                at += 1
            if at == end:
                yield literal, None, None, None
                return
            if text[at + 1 : at + 2] == text[at]:
                yield literal + text[at], None, None, None
                at += 2
                continue
            if text[at] == "}":
                raise ValueError("Single '}' encountered in format string")
            depth, start = 1, at + 1
            at += 1
            while at < end and depth:
                depth += (text[at] == "{") - (text[at] == "}")
                at += 1
            if depth:
                raise ValueError("expected '}' before end of string" if start < end else "Single '{' encountered in format string")
            inner = text[start : at - 1]
            stop = inner.find("[")
            colon = inner.find(":", inner.find("]", stop) if 0 <= stop < inner.find(":") else 0)
            field, spec = (inner, "") if colon < 0 else (inner[:colon], inner[colon + 1 :])
            field, mark, conversion = field.partition("!")
            yield literal, field, spec, conversion if mark else None
