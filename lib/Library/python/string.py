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


class Template:
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

    def substitute(self, mapping={}, /, **keywords):
        return self._run({**mapping, **keywords}, False)

    def safe_substitute(self, mapping={}, /, **keywords):
        return self._run({**mapping, **keywords}, True)


class Formatter:
    def format(self, text, /, *args, **keywords):
        return text.format(*args, **keywords)
