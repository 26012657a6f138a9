"""Patterns of regular expressions as trees of tuples, the name of the node first."""

IGNORECASE, LOCALE, MULTILINE, DOTALL, UNICODE, VERBOSE, ASCII = 2, 4, 8, 16, 32, 64, 256
_letters = {"i": IGNORECASE, "L": LOCALE, "m": MULTILINE, "s": DOTALL, "u": UNICODE, "x": VERBOSE, "a": ASCII}
_escapes = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}
_special = "*+?{"


class error(Exception):
    """A pattern that is none."""

    def __init__(self, msg, pattern=None, pos=None):
        self.msg, self.pattern, self.pos = msg, pattern, pos
        if pattern is not None and pos is not None:
            msg = f"{msg} at position {pos}"
            newline = "\n"
            self.lineno = pattern.count(newline, 0, pos) + 1
            self.colno = pos - pattern.rfind(newline, 0, pos)
            if newline in pattern:
                msg = f"{msg} (line {self.lineno}, column {self.colno})"
        else:
            self.lineno = self.colno = None
        super().__init__(msg)


class Parser:
    def __init__(self, pattern, flags):
        self.text, self.flags, self.at = pattern, flags, 0
        self.groups = 0
        self.names = {}
        self.open = set()

    def fail(self, message, place=None):
        raise error(message, self.text, self.at if place is None else place)

    def peek(self):
        return self.text[self.at] if self.at < len(self.text) else ""

    def take(self, text):
        if self.text.startswith(text, self.at):
            self.at += len(text)
            return True
        return False

    def whole(self):
        tree = self.alternatives(self.flags)
        if self.at < len(self.text):
            self.fail("unbalanced parenthesis")
        return tree

    def alternatives(self, flags, nested=False):
        options = []
        while True:
            sequence, flags = self.sequence(flags, nested or bool(options))
            options.append(sequence)
            if not self.take("|"):
                return options[0] if len(options) == 1 else ("or", options)

    def sequence(self, flags, nested):
        items = []
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            if flags & VERBOSE:
                if self.text[self.at].isspace():
                    self.at += 1
                    continue
                if self.text[self.at] == "#":
                    end = self.text.find("\n", self.at)
                    self.at = len(self.text) if end < 0 else end + 1
                    continue
            start = self.at
            item = self.item(flags, nested or bool(items), start)
            if isinstance(item, int):
                flags = item
                continue
            if item is not None:
                items.append(self.repeated(item, flags, start))
        return ("all", items), flags

    def repeated(self, item, flags, start):
        while True:
            here = self.at
            if self.take("*"):
                low, high = 0, None
            elif self.take("+"):
                low, high = 1, None
            elif self.take("?"):
                low, high = 0, 1
            elif self.peek() == "{":
                bounds = self.bounds()
                if bounds is None:
                    return item
                low, high = bounds
            else:
                return item
            if item[0] in ("begin", "end", "edge", "final"):
                self.fail("nothing to repeat", here)
            if item[0] == "repeat":
                self.fail("multiple repeat", here)
            mode = "lazy" if self.take("?") else "possessive" if self.take("+") else "greedy"
            item = ("repeat", item, low, high, mode)

    def bounds(self):
        start = self.at
        end = self.text.find("}", start)
        body = self.text[start + 1 : end] if end >= 0 else ""
        low, comma, high = body.partition(",")
        if end < 0 or body in ("", ) or not all(c in "0123456789" for c in low + high) or not comma and not low:
            return None
        self.at = end + 1
        least = int(low) if low else 0
        most = least if not comma else int(high) if high else None
        if most is not None and most < least:
            self.fail("min repeat greater than max repeat", start + 1)
        return least, most

    def item(self, flags, nested, start):
        c = self.text[self.at]
        if c == "{":
            if self.at and self.bounds_here():
                self.fail("nothing to repeat", start)
        elif c in "*+?":
            self.fail("nothing to repeat", start)
        self.at += 1
        if c == ".":
            return ("any", flags & DOTALL)
        if c == "^":
            return ("begin", flags & MULTILINE)
        if c == "$":
            return ("end", flags & MULTILINE)
        if c == "(":
            return self.group(flags, nested, start)
        if c == "[":
            return self.set(flags, start)
        if c == "\\":
            return self.escape(flags, start)
        return ("char", c, flags & IGNORECASE)

    def bounds_here(self):
        place = self.at
        found = self.bounds() is not None
        self.at = place
        return found

    def escape(self, flags, start):
        if self.at >= len(self.text):
            self.fail("bad escape (end of pattern)", start)
        c = self.text[self.at]
        self.at += 1
        if c in "dDsSwW":
            return ("class", c, flags & ASCII)
        if c == "A":
            return ("begin", 0)
        if c == "Z":
            return ("final",)
        if c in "bB":
            return ("edge", c == "b", flags & ASCII)
        if c.isdigit() and c != "0":
            digits = c
            if self.peek().isdigit():
                digits += self.peek()
                if digits[0] in "0123" and len(self.text) > self.at + 1 and all(
                        d in "01234567" for d in self.text[self.at - 1 : self.at + 2]):
                    self.at += 2
                    return ("char", chr(int(self.text[self.at - 3 : self.at], 8)), flags & IGNORECASE)
                self.at += 1
            number = int(digits)
            if number > self.groups or number in self.open:
                self.fail("cannot refer to an open group" if number in self.open else f"invalid group reference {number}",
                          start + 1 if number not in self.open else start)
            return ("back", number, flags & IGNORECASE)
        return ("char", self.char(c, start), flags & IGNORECASE)

    def char(self, c, start):
        """The character of an escape whose letter was read."""
        if c in "xuU":
            size = {"x": 2, "u": 4, "U": 8}[c]
            digits = self.text[self.at : self.at + size]
            if len(digits) < size or not all(d in "0123456789abcdefABCDEF" for d in digits):
                self.fail(f"incomplete escape \\{c}{digits}", start)
            self.at += size
            return chr(int(digits, 16))
        if c == "0":
            digits = ""
            while len(digits) < 2 and self.peek() and self.peek() in "01234567":
                digits += self.peek()
                self.at += 1
            return chr(int(digits or "0", 8))
        if c in _escapes:
            return _escapes[c]
        if c.isascii() and c.isalpha():
            self.fail(f"bad escape \\{c}", start)
        return c

    def set(self, flags, start):
        negated = self.take("^")
        parts, first = [], True
        while True:
            if self.at >= len(self.text):
                self.fail("unterminated character set", start)
            if self.peek() == "]" and not first:
                self.at += 1
                return ("set", parts, negated, flags & IGNORECASE)
            first = False
            place = self.at
            low = self.set_part(flags)
            if self.peek() == "-" and self.text[self.at + 1 : self.at + 2] not in ("", "]"):
                self.at += 1
                high = self.set_part(flags)
                if not isinstance(low, str) or not isinstance(high, str) or high < low:
                    self.fail(f"bad character range {self.text[place:self.at]}", place)
                parts.append((low, high))
            else:
                parts.append(low if not isinstance(low, str) else (low, low))

    def set_part(self, flags):
        c = self.text[self.at]
        self.at += 1
        if c != "\\":
            return c
        if self.at >= len(self.text):
            self.fail("bad escape (end of pattern)", self.at - 1)
        c = self.text[self.at]
        self.at += 1
        if c in "dDsSwW":
            return ("class", c, flags & ASCII)
        if c in "01234567":
            self.at -= 1
            digits = ""
            while len(digits) < 3 and self.peek() and self.peek() in "01234567":
                digits += self.peek()
                self.at += 1
            return chr(int(digits, 8))
        return self.char(c, self.at - 2)

    def name(self, end, start):
        stop = self.text.find(end, self.at)
        if stop < 0:
            self.fail(f"missing {end}, unterminated name", self.at)
        name = self.text[self.at : stop]
        if not name:
            self.fail("missing group name", self.at)
        if not name.isidentifier():
            self.fail(f"bad character in group name {name!r}", self.at)
        self.at = stop + 1
        return name

    def group(self, flags, nested, start):
        kind, number = "all", None
        if self.take("?"):
            if self.take("P"):
                if self.take("<"):
                    place = self.at
                    name = self.name(">", start)
                    if name in self.names:
                        self.fail(f"redefinition of group name {name!r} as group {self.groups + 1}; "
                                  f"was group {self.names[name]}", place)
                    number = self.opened()
                    self.names[name] = number
                elif self.take("="):
                    place = self.at
                    name = self.name(")", start)
                    if name not in self.names:
                        self.fail(f"unknown group name {name!r}", place)
                    return ("back", self.names[name], flags & IGNORECASE)
                else:
                    self.fail("unknown extension ?P" + self.peek(), start + 1)
            elif self.take(":"):
                pass
            elif self.take("#"):
                end = self.text.find(")", self.at)
                if end < 0:
                    self.fail("missing ), unterminated comment", start)
                self.at = end + 1
                return None
            elif self.take("="):
                kind = "ahead"
            elif self.take("!"):
                kind = "not ahead"
            elif self.take("<="):
                kind = "behind"
            elif self.take("<!"):
                kind = "not behind"
            elif self.take(">"):
                kind = "atomic"
            elif self.take("("):
                return self.conditional(flags, start)
            else:
                flags, ends = self.inline_flags(flags, nested, start)
                if ends:
                    return flags
        else:
            number = self.opened()
        inner = self.alternatives(flags, True)
        if not self.take(")"):
            self.fail("missing ), unterminated subpattern", start)
        if number is not None:
            self.open.discard(number)
            return ("group", inner, number)
        if kind in ("behind", "not behind"):
            size = width(inner)
            if size is None:
                raise error("look-behind requires fixed-width pattern")
            return (kind, inner, size)
        return inner if kind == "all" and inner[0] != "all" else (kind, inner) if kind != "all" else ("all", [inner])

    def opened(self):
        self.groups += 1
        self.open.add(self.groups)
        return self.groups

    def conditional(self, flags, start):
        stop = self.text.find(")", self.at)
        name = self.text[self.at : stop]
        if stop < 0:
            self.fail("missing ), unterminated name", self.at)
        number = int(name) if name.isdigit() else self.names.get(name)
        if number is None:
            self.fail(f"unknown group name {name!r}", self.at)
        self.at = stop + 1
        yes, _ = self.sequence(flags, True)
        no = self.sequence(flags, True)[0] if self.take("|") else ("all", [])
        if not self.take(")"):
            self.fail("missing ), unterminated subpattern", start)
        return ("if", number, yes, no)

    def inline_flags(self, flags, nested, start):
        added = removed = 0
        minus = False
        while True:
            c = self.peek()
            self.at += 1
            if c == "-" and not minus:
                minus = True
            elif c and c in _letters:
                if minus:
                    removed |= _letters[c]
                else:
                    added |= _letters[c]
            elif c == ")" and not minus:
                if nested:
                    self.fail("global flags not at the start of the expression", start)
                self.flags |= added
                return flags | added, True
            elif c == ":":
                return flags & ~removed | added, False
            else:
                self.fail("unknown extension ?" + c if c else "unexpected end of pattern", start + 1)


def width(node):
    """How many characters a node matches, or None when that varies."""
    kind = node[0]
    if kind in ("char", "any", "class", "set"):
        return 1
    if kind == "all":
        sizes = [width(item) for item in node[1]]
        return None if None in sizes else sum(sizes)
    if kind == "or":
        sizes = {width(item) for item in node[1]}
        return sizes.pop() if len(sizes) == 1 else None
    if kind == "repeat":
        size = width(node[1])
        return size * node[2] if size is not None and node[2] == node[3] else None
    if kind in ("group", "atomic"):
        return width(node[1])
    if kind in ("back", "if"):
        return None
    return 0
