"""fnmatch: names that match patterns with `*`, `?` and `[...]`."""

import re as _re


def translate(pat):
    made, i = "", 0
    while i < len(pat):
        letter = pat[i]
        i += 1
        if letter == "*":
            made += ".*"
        elif letter == "?":
            made += "."
        elif letter == "[":
            end = pat.find("]", i + (pat[i:i + 1] == "!") + 1)
            if end < 0:
                made += "\\["
                continue
            inside = pat[i:end].replace("\\", "\\\\")
            made += "[" + ("^" + inside[1:] if inside.startswith("!") else inside) + "]"
            i = end + 1
        else:
            made += _re.escape(letter)
    return "(?s:" + made + r")\Z"


def fnmatchcase(name, pat):
    return _re.match(translate(pat), name) is not None


fnmatch = fnmatchcase


def filter(names, pat):
    match = _re.compile(translate(pat)).match
    return [name for name in names if match(name)]
