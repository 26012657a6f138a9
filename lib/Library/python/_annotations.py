"""Annotations that are texts: the types they name."""

import builtins as _builtins
import re as _re

_token = _re.compile(r"\s*(\.\.\.|[A-Za-z_][A-Za-z_0-9]*|\d+|'[^']*'|\"[^\"]*\"|[\[\],.|()])")


class _Reader:
    def __init__(self, text, names):
        self.text, self.names, self.tokens, place = text, names, [], 0
        while text[place:].strip():
            found = _token.match(text, place)
            if not found:
                raise SyntaxError(f"Forward reference must be an expression -- got {text!r}")
            self.tokens.append(found.group(1))
            place = found.end()
        self.tokens.append("")
        self.place = 0

    def take(self, wanted=None):
        token = self.tokens[self.place]
        if wanted is not None and token != wanted:
            raise SyntaxError(f"Forward reference must be an expression -- got {self.text!r}")
        self.place += 1
        return token

    def peek(self):
        return self.tokens[self.place]

    def union(self):
        made = self.part()
        while self.peek() == "|":
            self.take()
            made = made | self.part() if made is not None else self.part() | None
        return made

    def part(self):
        token = self.take()
        if token == "[":
            made = self.items("]")
        elif token == "(":
            made = tuple(self.items(")"))
        elif token == "...":
            made = ...
        elif token[:1] in ("'", '"') and token:
            made = evaluate(token[1:-1], self.names)
        elif token.isdigit():
            made = int(token)
        elif token and (token[0].isalpha() or token[0] == "_"):
            made = self.name(token)
        else:
            raise SyntaxError(f"Forward reference must be an expression -- got {self.text!r}")
        while self.peek() in (".", "["):
            if self.take() == ".":
                made = getattr(made, self.take())
            else:
                parameters = self.items("]")
                made = made[parameters[0] if len(parameters) == 1 else tuple(parameters)]
        return made

    def items(self, end):
        made = []
        while self.peek() != end:
            made.append(self.union())
            if self.peek() != end:
                self.take(",")
        self.take(end)
        return made

    def name(self, name):
        if name in ("None", "True", "False"):
            return {"None": None, "True": True, "False": False}[name]
        for names in self.names:
            if name in names:
                return names[name]
        if hasattr(_builtins, name):
            return getattr(_builtins, name)
        raise NameError(f"name {name!r} is not defined")


def evaluate(text, names):
    """The type that a text names, by the first of the dicts `names` that has it; texts in it are read, too."""
    reader = _Reader(text, names)
    made = reader.union()
    reader.take("")
    return made
