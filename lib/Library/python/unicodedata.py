"""unicodedata: categories, decompositions and normal forms."""

import _unicode_tables as _tables

unidata_version = _tables.version
_maps, _runs = {}, {}


def _check(chr):
    if not isinstance(chr, str):
        raise TypeError("argument must be a unicode character, not " + type(chr).__name__)
    if len(chr) != 1:
        raise TypeError("need a single Unicode character as parameter")
    return ord(chr)


def _map(name):
    """Codes of characters and what they decompose into."""
    if name not in _maps:
        found = _maps[name] = {}
        for word in getattr(_tables, name).split():
            code, _, parts = word.partition(":")
            found[int(code, 16)] = [int(part, 16) for part in parts.split(",")]
    return _maps[name]


def _class(code):
    if "classes" not in _runs:
        found = _runs["classes"] = {}
        for word in _tables.classes.split():
            place, _, number = word.partition(":")
            first, _, count = place.partition("+")
            for i in range(int(count, 16)):
                found[int(first, 16) + i] = int(number)
    return _runs["classes"].get(code, 0)


def combining(chr):
    return _class(_check(chr))


def category(chr):
    from bisect import bisect_right

    code = _check(chr)
    if "categories" not in _runs:
        words = _tables.categories.split()
        _runs["categories"] = [int(word[:-2], 16) for word in words], [word[-2:] for word in words]
    firsts, kinds = _runs["categories"]
    return kinds[bisect_right(firsts, code) - 1]


def _decompose(code, maps, found):
    if 0xAC00 <= code < 0xAC00 + 11172:
        code -= 0xAC00
        found += [0x1100 + code // 588, 0x1161 + code % 588 // 28]
        if code % 28:
            found.append(0x11A7 + code % 28)
        return
    for table in maps:
        if code in table:
            for part in table[code]:
                _decompose(part, maps, found)
            return
    found.append(code)


def _compose(codes):
    if "pairs" not in _maps:
        excluded = set(int(word, 16) for word in _tables.excluded.split())
        _maps["pairs"] = {tuple(parts): code for code, parts in _map("canonical").items() if len(parts) == 2 and code not in excluded}
    pairs, found, starter, last = _maps["pairs"], [], None, -1
    for code in codes:
        rank = _class(code)
        if starter is not None and last < rank or starter is not None and last == -1:
            first = found[starter]
            joined = pairs.get((first, code))
            if 0x1100 <= first < 0x1113 and 0x1161 <= code < 0x1176:
                joined = 0xAC00 + ((first - 0x1100) * 21 + code - 0x1161) * 28
            elif 0xAC00 <= first < 0xAC00 + 11172 and (first - 0xAC00) % 28 == 0 and 0x11A7 < code < 0x11C3:
                joined = first + code - 0x11A7
            if joined is not None:
                found[starter] = joined
                continue
        if rank == 0:
            starter, last = len(found), -1
        else:
            last = rank
        found.append(code)
    return found


def normalize(form, unistr):
    if form not in ("NFC", "NFD", "NFKC", "NFKD"):
        raise ValueError("invalid normalization form")
    if unistr.isascii():
        return unistr
    maps = [_map("canonical")] + ([_map("compatible")] if "K" in form else [])
    codes = []
    for c in unistr:
        _decompose(ord(c), maps, codes)
    # Marks behind a character are ordered by their classes.
    ordered, marks = [], []
    for code in codes + [0]:
        if _class(code):
            marks.append(code)
            continue
        ordered += sorted(marks, key=_class) + [code]
        marks = []
    ordered.pop()
    return "".join([chr(code) for code in (_compose(ordered) if form.endswith("C") else ordered)])


def is_normalized(form, unistr):
    return normalize(form, unistr) == unistr


def decomposition(chr):
    code = _check(chr)
    parts = _map("canonical").get(code)
    if parts is None and code in _map("compatible"):
        raise NotImplementedError("the kinds of compatible decompositions are not here")
    return " ".join(["{:04X}".format(part) for part in parts or []])


def decimal(chr, *default):
    _check(chr)
    if chr.isdecimal():
        return int(chr)
    if default:
        return default[0]
    raise ValueError("not a decimal")
