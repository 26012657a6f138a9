"""Differences of sequences."""
from collections import namedtuple as _namedtuple

Match = _namedtuple("Match", "a b size")


def _share(matches, length):
    return 2.0 * matches / length if length else 1.0


class SequenceMatcher:
    def __init__(self, isjunk=None, a="", b="", autojunk=True):
        self.isjunk = isjunk
        self.autojunk = autojunk
        self.a = self.b = None
        self.set_seqs(a, b)

    def set_seqs(self, a, b):
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a):
        if a is not self.a:
            self.a = a
            self.matching_blocks = self.opcodes = None

    def set_seq2(self, b):
        if b is not self.b:
            self.b = b
            self.matching_blocks = self.opcodes = self.fullbcount = None
            self._index()

    def _index(self):
        """Where in b each element is, without junk and what is there too often."""
        places = {}
        for i, element in enumerate(self.b):
            places.setdefault(element, []).append(i)
        self.bjunk = {e for e in places if self.isjunk(e)} if self.isjunk else set()
        for element in self.bjunk:
            del places[element]
        self.bpopular = set()
        if self.autojunk and len(self.b) >= 200:
            bound = len(self.b) // 100 + 1
            self.bpopular = {e for e, where in places.items() if len(where) > bound}
            for element in self.bpopular:
                del places[element]
        self.b2j = places

    def find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None):
        a, b, junk = self.a, self.b, self.bjunk
        ahi = len(a) if ahi is None else ahi
        bhi = len(b) if bhi is None else bhi
        i, j, size = alo, blo, 0
        lengths = {}
        for ai in range(alo, ahi):
            found = {}
            for bj in self.b2j.get(a[ai], ()):
                if bj < blo:
                    continue
                if bj >= bhi:
                    break
                length = found[bj] = lengths.get(bj - 1, 0) + 1
                if length > size:
                    i, j, size = ai - length + 1, bj - length + 1, length
            lengths = found
        # What is popular may prolong a match, and then junk may.
        for isJunk in (False, True):
            while i > alo and j > blo and (b[j - 1] in junk) == isJunk and a[i - 1] == b[j - 1]:
                i, j, size = i - 1, j - 1, size + 1
            while i + size < ahi and j + size < bhi and (b[j + size] in junk) == isJunk and a[i + size] == b[j + size]:
                size += 1
        return Match(i, j, size)

    def get_matching_blocks(self):
        if self.matching_blocks is not None:
            return self.matching_blocks
        found = []
        open_ = [(0, len(self.a), 0, len(self.b))]
        while open_:
            alo, ahi, blo, bhi = open_.pop()
            i, j, size = self.find_longest_match(alo, ahi, blo, bhi)
            if size:
                found.append((i, j, size))
                if alo < i and blo < j:
                    open_.append((alo, i, blo, j))
                if i + size < ahi and j + size < bhi:
                    open_.append((i + size, ahi, j + size, bhi))
        joined = []
        for i, j, size in sorted(found):
            if joined and joined[-1][0] + joined[-1][2] == i and joined[-1][1] + joined[-1][2] == j:
                size += joined[-1][2]
                i, j = joined.pop()[:2]
            joined.append((i, j, size))
        joined.append((len(self.a), len(self.b), 0))
        self.matching_blocks = [Match(*block) for block in joined]
        return self.matching_blocks

    def get_opcodes(self):
        if self.opcodes is not None:
            return self.opcodes
        i = j = 0
        self.opcodes = codes = []
        for ai, bj, size in self.get_matching_blocks():
            if i < ai or j < bj:
                codes.append(("replace" if i < ai and j < bj else "delete" if i < ai else "insert", i, ai, j, bj))
            i, j = ai + size, bj + size
            if size:
                codes.append(("equal", ai, i, bj, j))
        return codes

    def get_grouped_opcodes(self, n=3):
        codes = list(self.get_opcodes()) or [("equal", 0, 1, 0, 1)]
        if codes[0][0] == "equal":
            tag, i1, i2, j1, j2 = codes[0]
            codes[0] = tag, max(i1, i2 - n), i2, max(j1, j2 - n), j2
        if codes[-1][0] == "equal":
            tag, i1, i2, j1, j2 = codes[-1]
            codes[-1] = tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)
        group = []
        for tag, i1, i2, j1, j2 in codes:
            if tag == "equal" and i2 - i1 > 2 * n:
                group.append((tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)))
                yield group
                group = []
                i1, j1 = max(i1, i2 - n), max(j1, j2 - n)
            group.append((tag, i1, i2, j1, j2))
        if group and not (len(group) == 1 and group[0][0] == "equal"):
            yield group

    def ratio(self):
        return _share(sum(block.size for block in self.get_matching_blocks()), len(self.a) + len(self.b))

    def quick_ratio(self):
        if self.fullbcount is None:
            self.fullbcount = {}
            for element in self.b:
                self.fullbcount[element] = self.fullbcount.get(element, 0) + 1
        left = dict(self.fullbcount)
        matches = 0
        for element in self.a:
            if left.get(element, 0) > 0:
                left[element] -= 1
                matches += 1
        return _share(matches, len(self.a) + len(self.b))

    def real_quick_ratio(self):
        return _share(min(len(self.a), len(self.b)), len(self.a) + len(self.b))


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    if not n > 0:
        raise ValueError(f"n must be > 0: {n!r}")
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError(f"cutoff must be in [0.0, 1.0]: {cutoff!r}")
    matcher = SequenceMatcher()
    matcher.set_seq2(word)
    found = []
    for candidate in possibilities:
        matcher.set_seq1(candidate)
        if matcher.real_quick_ratio() >= cutoff and matcher.quick_ratio() >= cutoff and matcher.ratio() >= cutoff:
            found.append((matcher.ratio(), candidate))
    return [candidate for _, candidate in sorted(found, reverse=True)[:n]]


def IS_LINE_JUNK(line, pat=None):
    return line.strip() in ("", "#") if pat is None else pat(line) is not None


def IS_CHARACTER_JUNK(ch, ws=" \t"):
    return ch in ws


class Differ:
    def __init__(self, linejunk=None, charjunk=None):
        self.linejunk = linejunk
        self.charjunk = charjunk

    def compare(self, a, b):
        for tag, alo, ahi, blo, bhi in SequenceMatcher(self.linejunk, a, b).get_opcodes():
            if tag == "replace":
                yield from self._similar(a, alo, ahi, b, blo, bhi)
            elif tag == "insert":
                yield from self._marked("+", b, blo, bhi)
            else:
                yield from self._marked("-" if tag == "delete" else " ", a, alo, ahi)

    def _marked(self, mark, lines, low, high):
        for at in range(low, high):
            yield f"{mark} {lines[at]}"

    def _replaced(self, a, alo, ahi, b, blo, bhi):
        removed, added = self._marked("-", a, alo, ahi), self._marked("+", b, blo, bhi)
        for part in (added, removed) if bhi - blo < ahi - alo else (removed, added):
            yield from part

    def _around(self, a, alo, ahi, b, blo, bhi):
        if alo < ahi and blo < bhi:
            yield from self._similar(a, alo, ahi, b, blo, bhi)
        else:
            yield from self._marked("-", a, alo, ahi)
            yield from self._marked("+", b, blo, bhi)

    def _similar(self, a, alo, ahi, b, blo, bhi):
        """Lines that were replaced, the most similar pair of them first."""
        best, pair, same = 0.74, None, None
        matcher = SequenceMatcher(self.charjunk)
        for j in range(blo, bhi):
            matcher.set_seq2(b[j])
            for i in range(alo, ahi):
                if a[i] == b[j]:
                    same = same or (i, j)
                    continue
                matcher.set_seq1(a[i])
                if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best and matcher.ratio() > best:
                    best, pair = matcher.ratio(), (i, j)
        if best < 0.75:
            if same is None:
                yield from self._replaced(a, alo, ahi, b, blo, bhi)
                return
            pair = same
        else:
            same = None
        i, j = pair
        yield from self._around(a, alo, i, b, blo, j)
        if same is None:
            yield from self._hinted(matcher, a[i], b[j])
        else:
            yield "  " + a[i]
        yield from self._around(a, i + 1, ahi, b, j + 1, bhi)

    def _hinted(self, matcher, old, new):
        marks = ["", ""]
        matcher.set_seqs(old, new)
        for tag, i1, i2, j1, j2 in matcher.get_opcodes():
            marks[0] += {"replace": "^", "delete": "-"}.get(tag, " ") * (i2 - i1)
            marks[1] += {"replace": "^", "insert": "+"}.get(tag, " ") * (j2 - j1)
        for sign, line, hints in zip("-+", (old, new), marks):
            yield f"{sign} {line}"
            hints = "".join(c if mark == " " and c.isspace() else mark for c, mark in zip(line, hints)).rstrip()
            if hints:
                yield f"? {hints}\n"


def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta, which):
    if int(which) not in (1, 2):
        raise ValueError(f"unknown delta choice (must be 1 or 2): {which!r}") from None
    for line in delta:
        if line[:2] in ("  ", {1: "- ", 2: "+ "}[int(which)]):
            yield line[2:]


def _lines_only(a, b, *names):
    for lines in (a, b):
        if lines and not isinstance(lines[0], str):
            raise TypeError(f"lines to compare must be str, not {type(lines[0]).__name__} ({lines[0]!r})")
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"all arguments must be str, not: {name!r}")


def _headers(signs, files, dates, lineterm):
    for sign, name, date in zip(signs, files, dates):
        yield f"{sign} {name}{chr(9) + date if date else ''}{lineterm}"


def unified_diff(a, b, fromfile="", tofile="", fromfiledate="", tofiledate="", n=3, lineterm="\n"):
    _lines_only(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)

    def span(start, stop):
        length = stop - start
        return f"{start + 1}" if length == 1 else f"{start + 1 if length else start},{length}"

    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield from _headers(("---", "+++"), (fromfile, tofile), (fromfiledate, tofiledate), lineterm)
        yield f"@@ -{span(group[0][1], group[-1][2])} +{span(group[0][3], group[-1][4])} @@{lineterm}"
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                for line in a[i1:i2]:
                    yield " " + line
            if tag in ("replace", "delete"):
                for line in a[i1:i2]:
                    yield "-" + line
            if tag in ("replace", "insert"):
                for line in b[j1:j2]:
                    yield "+" + line


def context_diff(a, b, fromfile="", tofile="", fromfiledate="", tofiledate="", n=3, lineterm="\n"):
    _lines_only(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)

    def span(start, stop):
        length = stop - start
        first = start + 1 if length else start
        return f"{first}" if length <= 1 else f"{first},{first + length - 1}"

    marks = {"replace": "! ", "delete": "- ", "insert": "+ ", "equal": "  "}
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield from _headers(("***", "---"), (fromfile, tofile), (fromfiledate, tofiledate), lineterm)
        yield "***************" + lineterm
        for rule, own, other, lines, at in (("*", "delete", "insert", a, 1), ("-", "insert", "delete", b, 3)):
            yield f"{rule * 3} {span(group[0][at], group[-1][at + 1])} {rule * 4}{lineterm}"
            if any(code[0] in ("replace", own) for code in group):
                for code in group:
                    if code[0] != other:
                        for line in lines[code[at]:code[at + 1]]:
                            yield marks[code[0]] + line
