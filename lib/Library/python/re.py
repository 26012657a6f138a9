"""re: regular expressions, matched by trying. Each node becomes a function of a place and what
comes after it; a run of single characters is a loop. Steps count like those of the program."""

import enum
import functools
from types import MappingProxyType as _MappingProxyType

import _re_parse
from _re_parse import error


class RegexFlag(enum.IntFlag):
    NOFLAG = 0
    IGNORECASE = I = 2
    LOCALE = L = 4
    MULTILINE = M = 8
    DOTALL = S = 16
    UNICODE = U = 32
    VERBOSE = X = 64
    ASCII = A = 256
    DEBUG = 128

    def __repr__(self):
        names = [f"re.{flag.name}" for flag in RegexFlag if flag.value and self.value & flag.value]
        return "|".join(names) or "re.NOFLAG"

    __str__ = __repr__


NOFLAG = RegexFlag.NOFLAG
IGNORECASE = I = RegexFlag.IGNORECASE
LOCALE = L = RegexFlag.LOCALE
MULTILINE = M = RegexFlag.MULTILINE
DOTALL = S = RegexFlag.DOTALL
UNICODE = U = RegexFlag.UNICODE
VERBOSE = X = RegexFlag.VERBOSE
ASCII = A = RegexFlag.ASCII
DEBUG = RegexFlag.DEBUG


def _is_word(c, ascii):
    return (c.isalnum() or c == "_") and (not ascii or c.isascii())


def _in_class(c, letter, ascii):
    kind = letter.lower()
    if kind == "d":
        found = c in "0123456789" if ascii else c.isdecimal()
    elif kind == "s":
        found = c in " \t\n\r\f\v" if ascii else c.isspace()
    else:
        found = _is_word(c, ascii)
    return found != letter.isupper()


def _single(node):
    """The test of a node that matches one character; None for others."""
    kind = node[0]
    if kind == "char":
        c = node[1]
        if node[2] and c.lower() != c.upper():
            low = c.lower()
            return lambda x: x.lower() == low
        return lambda x: x == c
    if kind == "any":
        return (lambda x: True) if node[1] else (lambda x: x != "\n")
    if kind == "class":
        letter, ascii = node[1], node[2]
        return lambda x: _in_class(x, letter, ascii)
    if kind == "set":
        return _set_test(node[1], node[2], node[3])
    if kind == "all" and len(node[1]) == 1:
        return _single(node[1][0])
    return None


def _set_test(parts, negated, ignores):
    def has(c):
        for part in parts:
            if part[0] == "class":
                if _in_class(c, part[1], part[2]):
                    return True
            elif part[0] <= c <= part[1]:
                return True
        return False

    if ignores:
        return lambda c: (has(c.lower()) or has(c.upper())) != negated
    return lambda c: has(c) != negated


class _State:
    """One attempt: the text and the groups that were found."""

    __slots__ = ("text", "start", "end", "spans", "last")

    def __init__(self, text, start, end, groups):
        self.text, self.start, self.end = text, start, end
        self.spans = [None] * (groups + 1)
        self.last = None


def _compile(node, then):
    """A function of a state and a place that gives the end of a match, or None."""
    test = _single(node)
    if test is not None:

        def one(s, i):
            return then(s, i + 1) if i < s.end and test(s.text[i]) else None

        return one
    return _compilers[node[0]](node, then)


def _all(node, then):
    for item in reversed(node[1]):
        then = _compile(item, then)
    return then


def _or(node, then):
    options = [_compile(option, then) for option in node[1]]

    def match(s, i):
        for option in options:
            end = option(s, i)
            if end is not None:
                return end
        return None

    return match


def _group(node, then):
    number = node[2]
    starts = []

    def close(s, i):
        start = starts.pop()
        before, last = s.spans[number], s.last
        s.spans[number], s.last = (start, i), number
        end = then(s, i)
        if end is None:
            s.spans[number], s.last = before, last
        starts.append(start)
        return end

    inner = _compile(node[1], close)

    def match(s, i):
        starts.append(i)
        end = inner(s, i)
        starts.pop()
        return end

    return match


def _repeat(node, then):
    _, inner, low, high, mode = node
    if mode == "possessive":
        return _atomic(("atomic", ("repeat", inner, low, high, "greedy")), then)
    test = _single(inner)
    if test is not None:
        return _run_of(test, low, high, mode, then)
    # The turns made, and where the last one began that was not asked for by `low`.
    turns = []

    def again(s, i):
        count, last = turns[-1]
        turns.append((count + 1, last))
        end = turn(s, i)
        turns.pop()
        return end

    body = _compile(inner, again)

    def leave(s, i):
        kept = turns.pop()
        end = then(s, i)
        turns.append(kept)
        return end

    def another(s, i):
        """One more turn; none follows one that began at the same place."""
        count, last = turns[-1]
        if high is not None and count >= high or i == last:
            return None
        turns[-1] = count, i
        spans, found = s.spans[:], s.last
        end = body(s, i)
        turns[-1] = count, last
        if end is None:
            s.spans, s.last = spans, found
        return end

    def turn(s, i):
        if turns[-1][0] < low:
            return body(s, i)
        first, second = (leave, another) if mode == "lazy" else (another, leave)
        end = first(s, i)
        return second(s, i) if end is None else end

    def match(s, i):
        turns.append((0, None))
        end = turn(s, i)
        turns.pop()
        return end

    return match


def _run_of(test, low, high, mode, then):
    def greedy(s, i):
        most = s.end if high is None else min(s.end, i + high)
        j, text = i, s.text
        while j < most and test(text[j]):
            j += 1
        while j - i >= low:
            end = then(s, j)
            if end is not None:
                return end
            j -= 1
        return None

    def lazy(s, i):
        most = s.end if high is None else min(s.end, i + high)
        j, text = i, s.text
        while True:
            if j - i >= low:
                end = then(s, j)
                if end is not None:
                    return end
            if j >= most or not test(text[j]):
                return None
            j += 1

    return lazy if mode == "lazy" else greedy


def _same(s, i):
    return i


def _atomic(node, then):
    inner = _compile(node[1], _same)

    def match(s, i):
        end = inner(s, i)
        return None if end is None else then(s, end)

    return match


def _look(node, then):
    wanted = not node[0].startswith("not")
    inner = _compile(node[1], _same)
    size = node[2] if node[0].endswith("behind") else 0

    def match(s, i):
        found = i >= size and inner(s, i - size) is not None
        return then(s, i) if found == wanted else None

    return match


def _back(node, then):
    number, ignores = node[1], node[2]

    def match(s, i):
        span = s.spans[number]
        if span is None:
            return None
        text = s.text[span[0] : span[1]]
        other = s.text[i : i + len(text)]
        same = other.lower() == text.lower() if ignores else other == text
        return then(s, i + len(text)) if same and i + len(text) <= s.end else None

    return match


def _if(node, then):
    yes, no = _compile(node[2], then), _compile(node[3], then)
    return lambda s, i: (no if s.spans[node[1]] is None else yes)(s, i)


def _begin(node, then):
    if node[1]:
        return lambda s, i: then(s, i) if i == 0 or s.text[i - 1] == "\n" else None
    return lambda s, i: then(s, i) if i == 0 else None


def _end(node, then):
    def match(s, i):
        if i == s.end or s.text[i] == "\n" and (node[1] or i + 1 == s.end):
            return then(s, i)
        return None

    return match


def _final(node, then):
    return lambda s, i: then(s, i) if i == s.end else None


def _edge(node, then):
    wanted, ascii = node[1], node[2]

    def match(s, i):
        before = i > 0 and _is_word(s.text[i - 1], ascii)
        after = i < s.end and _is_word(s.text[i], ascii)
        return then(s, i) if (before != after) == wanted else None

    return match


_compilers = {
    "all": _all, "or": _or, "group": _group, "repeat": _repeat, "atomic": _atomic, "ahead": _look, "not ahead": _look,
    "behind": _look, "not behind": _look, "back": _back, "if": _if, "begin": _begin, "end": _end, "final": _final,
    "edge": _edge,
}


class Match:
    def __init__(self, pattern, text, pos, endpos, end, state, start):
        self.re, self.string, self.pos, self.endpos = pattern, text, pos, endpos
        self._spans = [(start, end)] + state.spans[1:]
        self.lastindex = state.last
        self.lastgroup = next((n for n, k in pattern.groupindex.items() if k == state.last), None)

    def _number(self, group):
        if isinstance(group, str):
            group = self.re.groupindex.get(group, -1)
        if not isinstance(group, int) or not 0 <= group < len(self._spans):
            raise IndexError("no such group")
        return group

    def _text(self, group, default=None):
        span = self._spans[self._number(group)]
        return default if span is None else self.string[span[0] : span[1]]

    def group(self, *groups):
        if len(groups) < 2:
            return self._text(groups[0] if groups else 0)
        return tuple(self._text(g) for g in groups)

    def __getitem__(self, group):
        return self._text(group)

    def groups(self, default=None):
        return tuple(self._text(i, default) for i in range(1, len(self._spans)))

    def groupdict(self, default=None):
        return {name: self._text(number, default) for name, number in self.re.groupindex.items()}

    def span(self, group=0):
        return self._spans[self._number(group)] or (-1, -1)

    def start(self, group=0):
        return self.span(group)[0]

    def end(self, group=0):
        return self.span(group)[1]

    @property
    def regs(self):
        return tuple(span or (-1, -1) for span in self._spans)

    def expand(self, template):
        return _expander(self.re, template)(self)

    def __repr__(self):
        return f"<re.Match object; span={self.span()}, match={self.group()!r}>"


class Pattern:
    def __init__(self, pattern, flags):
        parser = _re_parse.Parser(pattern, int(flags))
        tree = parser.whole()
        self.pattern, self.flags = pattern, parser.flags | (0 if parser.flags & 256 else 32)
        self.groups, self.groupindex = parser.groups, _MappingProxyType(parser.names)
        self._match = _compile(tree, _same)
        self._full = _compile(tree, lambda s, i: i if i == s.end else None)
        self._more = _compile(tree, lambda s, i: i if i > s.start else None)

    def _try(self, function, string, place, pos, end):
        state = _State(string, place, end, self.groups)
        found = function(state, place)
        return None if found is None else Match(self, string, pos, end, found, state, place)

    def _bounds(self, string, pos, endpos):
        if not isinstance(string, str):
            raise TypeError(f"expected string or bytes-like object, got {type(string).__name__!r}")
        end = len(string) if endpos is None else max(0, min(endpos, len(string)))
        return max(0, min(pos, len(string))), end

    def match(self, string, pos=0, endpos=None):
        pos, end = self._bounds(string, pos, endpos)
        return self._try(self._match, string, pos, pos, end)

    def fullmatch(self, string, pos=0, endpos=None):
        pos, end = self._bounds(string, pos, endpos)
        return self._try(self._full, string, pos, pos, end)

    def search(self, string, pos=0, endpos=None):
        pos, end = self._bounds(string, pos, endpos)
        for place in range(pos, end + 1):
            found = self._try(self._match, string, place, pos, end)
            if found is not None:
                return found
        return None

    def finditer(self, string, pos=0, endpos=None):
        pos, end = self._bounds(string, pos, endpos)
        place, advances = pos, False
        while place <= end:
            # Where the match before was empty, the next one is not.
            found = self._try(self._more if advances else self._match, string, place, pos, end)
            advances = False
            if found is None:
                place += 1
                continue
            yield found
            advances = found.end() == place
            place = found.end()

    def findall(self, string, pos=0, endpos=None):
        found = []
        for m in self.finditer(string, pos, endpos):
            found.append(m.group() if not self.groups else m.groups("")[0] if self.groups == 1 else m.groups(""))
        return found

    def split(self, string, maxsplit=0):
        parts, place = [], 0
        for m in self.finditer(string):
            if maxsplit and len(parts) >= maxsplit * (1 + self.groups):
                break
            parts.append(string[place : m.start()])
            parts.extend(m.groups())
            place = m.end()
        return parts + [string[place:]]

    def subn(self, repl, string, count=0):
        write = repl if callable(repl) else _expander(self, repl)
        parts, place, made = [], 0, 0
        for m in self.finditer(string):
            if count and made >= count:
                break
            parts += [string[place : m.start()], write(m)]
            place = m.end()
            made += 1
        return "".join(parts + [string[place:]]), made

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def __eq__(self, other):
        return isinstance(other, Pattern) and (self.pattern, self.flags) == (other.pattern, other.flags)

    def __hash__(self):
        return hash((self.pattern, self.flags))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __repr__(self):
        flags = self.flags & ~32
        return f"re.compile({self.pattern!r}" + (f", {RegexFlag(flags)!r})" if flags else ")")


def _expander(pattern, template):
    """What writes a template such as `\\2-\\g<name>` for a match."""
    parts, i = [], 0
    while i < len(template):
        c = template[i]
        i += 1
        if c != "\\":
            parts.append(c)
            continue
        c = template[i : i + 1]
        i += 1
        if c == "g":
            end = template.find(">", i)
            if template[i : i + 1] != "<" or end < 0:
                raise error("missing <" if template[i : i + 1] != "<" else "missing >, unterminated name", template, i)
            name = template[i + 1 : end]
            if name.isdigit():
                parts.append(int(name))
            elif name in pattern.groupindex:
                parts.append(pattern.groupindex[name])
            else:
                raise IndexError(f"unknown group name {name!r}")
            i = end + 1
        elif c == "0":
            digits = ""
            while len(digits) < 2 and template[i : i + 1] and template[i] in "01234567":
                digits += template[i]
                i += 1
            parts.append(chr(int(digits or "0", 8)))
        elif c.isdigit():
            if template[i : i + 1].isdigit():
                c += template[i]
                i += 1
            parts.append(int(c))
        elif c in _re_parse._escapes and c:
            parts.append(_re_parse._escapes[c])
        elif c.isascii() and c.isalpha():
            raise error(f"bad escape \\{c}", template, i - 2)
        else:
            parts.append("\\" + c)
        if isinstance(parts[-1], int) and parts[-1] > pattern.groups:
            raise error(f"invalid group reference {parts[-1]}", template, i - len(str(parts[-1])))
    return lambda m: "".join(p if isinstance(p, str) else m._text(p, "") for p in parts)


@functools.lru_cache(maxsize=512)
def _cached(pattern, flags):
    return Pattern(pattern, flags)


def compile(pattern, flags=0):
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError("cannot process flags argument with a compiled pattern")
        return pattern
    if not isinstance(pattern, str):
        raise TypeError("first argument must be string or compiled pattern")
    return _cached(pattern, int(flags))


def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)


def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)


def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)


def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)


def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)


def escape(pattern):
    return "".join("\\" + c if c in "()[]{}?*+-|^$\\.&~# \t\n\r\v\f" else c for c in pattern)


def purge():
    _cached.cache_clear()
