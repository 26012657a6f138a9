"""Indentation and lines of text."""


def dedent(text):
    lines = text.split("\n")
    margin = None
    for line in lines:
        stripped = line.lstrip(" \t")
        if not stripped:
            continue
        indent = line[: len(line) - len(stripped)]
        if margin is None:
            margin = indent
        else:
            while not indent.startswith(margin):
                margin = margin[:-1]
    margin = margin or ""
    return "\n".join("" if not line.strip(" \t") else line[len(margin) :] for line in lines)


def indent(text, prefix, predicate=None):
    if predicate is None:
        predicate = lambda line: line.strip()
    return "".join(prefix + line if predicate(line) else line for line in text.splitlines(True))


def wrap(text, width=70, initial_indent="", subsequent_indent=""):
    lines = []
    line = initial_indent
    used = False
    for word in text.split():
        while len(word) > width - len(line) and not used and len(word) > width - len(subsequent_indent):
            room = max(width - len(line), 1)
            lines.append(line + word[:room])
            word = word[room:]
            line = subsequent_indent
        if used and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = subsequent_indent + word
        else:
            line += (" " if used else "") + word
        used = True
    if used:
        lines.append(line)
    return lines


def fill(text, width=70, **keywords):
    return "\n".join(wrap(text, width, **keywords))


def shorten(text, width, placeholder=" [...]"):
    words = text.split()
    whole = " ".join(words)
    if len(whole) <= width:
        return whole
    while words and len(" ".join(words)) + len(placeholder) > width:
        words.pop()
    return " ".join(words) + placeholder if words else placeholder.strip()
