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


def _is_word(letter):
    return letter.isalnum() or letter == "_"


def _hyphens(word):
    """Where a word may be parted: behind hyphens between parts that have letters."""
    places = []
    for i, letter in enumerate(word):
        before, behind = i, i + 1
        while before and _is_word(word[before - 1]):
            before -= 1
        while behind < len(word) and _is_word(word[behind]):
            behind += 1
        ends = i - before >= 2 and not word[i - 1].isdigit()
        if letter == "-" and ends and any(not c.isdigit() for c in word[i + 2:behind]):
            places.append(i + 1)
    return places


class TextWrapper:
    def __init__(self, width=70, initial_indent="", subsequent_indent="", expand_tabs=True, replace_whitespace=True,
                 fix_sentence_endings=False, break_long_words=True, drop_whitespace=True, break_on_hyphens=True, tabsize=8,
                 *, max_lines=None, placeholder=" [...]"):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _chunks(self, text):
        """Words, parted at hyphens, and what is between them."""
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = "".join([" " if c in "\t\n\x0b\x0c\r" else c for c in text])
        chunks, begin = [], 0
        for i in range(1, len(text) + 1):
            if i == len(text) or text[i].isspace() != text[begin].isspace():
                chunk, at = text[begin:i], 0
                if self.break_on_hyphens and not chunk.isspace():
                    for place in _hyphens(chunk):
                        chunks.append(chunk[at:place])
                        at = place
                if at < len(chunk):
                    chunks.append(chunk[at:])
                begin = i
        return chunks

    def _part(self, chunk, room):
        """Where a chunk that fits on no line is cut."""
        if self.break_on_hyphens and len(chunk) > room:
            hyphen = chunk.rfind("-", 0, room)
            if hyphen > 0 and chunk[:hyphen].strip("-"):
                return hyphen + 1
        return room

    def _cut(self, lines, line, room, indent):
        """Ends the last line that there may be with the placeholder."""
        while line:
            if line[-1].strip() and len("".join(line)) + len(self.placeholder) <= room:
                lines.append(indent + "".join(line) + self.placeholder)
                return
            line.pop()
        if lines and len(lines[-1].rstrip()) + len(self.placeholder) <= self.width:
            lines[-1] = lines[-1].rstrip() + self.placeholder
        else:
            lines.append(indent + self.placeholder.lstrip())

    def wrap(self, text):
        if self.width <= 0:
            raise ValueError(f"invalid width {self.width!r} (must be > 0)")
        chunks, lines = self._chunks(text), []
        while chunks:
            indent = self.subsequent_indent if lines else self.initial_indent
            room = self.width - len(indent)
            line, used = [], 0
            if self.drop_whitespace and lines and not chunks[0].strip():
                chunks.pop(0)
            while chunks and used + len(chunks[0]) <= room:
                used += len(chunks[0])
                line.append(chunks.pop(0))
            if chunks and len(chunks[0]) > room:
                if self.break_long_words:
                    end = self._part(chunks[0], max(room - used, 1) if room < 1 else room - used)
                    if end > 0:
                        line.append(chunks[0][:end])
                        chunks[0] = chunks[0][end:]
                elif not line:
                    line.append(chunks.pop(0))
            if self.drop_whitespace and line and not line[-1].strip():
                line.pop()
            if not line:
                continue
            is_rest = not chunks or self.drop_whitespace and len(chunks) == 1 and not chunks[0].strip()
            if self.max_lines is None or len(lines) + 1 < self.max_lines or is_rest and len("".join(line)) <= room:
                lines.append(indent + "".join(line))
            else:
                self._cut(lines, line, room, indent)
                break
        return lines

    def fill(self, text):
        return "\n".join(self.wrap(text))


def wrap(text, width=70, **keywords):
    return TextWrapper(width=width, **keywords).wrap(text)


def fill(text, width=70, **keywords):
    return TextWrapper(width=width, **keywords).fill(text)


def shorten(text, width, **keywords):
    return TextWrapper(width=width, max_lines=1, **keywords).fill(" ".join(text.split()))
