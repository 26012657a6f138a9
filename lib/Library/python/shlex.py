"""Words of a command line."""
import re as _re
from collections import deque as _deque
from io import StringIO as _StringIO

_letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
_accented = "".join(chr(code) for code in range(0xDF, 0x100) if code != 0xF7) + "".join(
    chr(code) for code in range(0xC0, 0xDF) if code != 0xD7)


class shlex:
    def __init__(self, instream=None, infile=None, posix=False, punctuation_chars=False):
        if instream is None:
            import sys

            instream = sys.stdin
        self.instream = _StringIO(instream) if isinstance(instream, str) else instream
        self.infile = infile
        self.posix = posix
        self.eof = None if posix else ""
        self.commenters = "#"
        self.wordchars = _letters + (_accented if posix else "")
        self.whitespace = " \t\r\n"
        self.whitespace_split = False
        self.quotes = "'\""
        self.escape = "\\"
        self.escapedquotes = '"'
        self.pushback = _deque()
        self.lineno = 1
        self.debug = 0
        self.token = ""
        self._ahead = []
        self._punctuation = "();<>|&" if punctuation_chars is True else punctuation_chars or ""
        if self._punctuation:
            self.wordchars += "~-./*?="
            for char in self._punctuation:
                self.wordchars = self.wordchars.replace(char, "")

    @property
    def punctuation_chars(self):
        return self._punctuation

    def _next(self):
        char = self._ahead.pop() if self._ahead else self.instream.read(1)
        if char == "\n":
            self.lineno += 1
        return char

    def _back(self, char):
        if char == "\n":
            self.lineno -= 1
        if char:
            self._ahead.append(char)

    def push_token(self, tok):
        self.pushback.appendleft(tok)

    def get_token(self):
        return self.pushback.popleft() if self.pushback else self.read_token()

    def _quoted(self, quote):
        """What stands between quotes; the first has been read."""
        text = ""
        while True:
            char = self._next()
            if not char:
                raise ValueError("No closing quotation")
            if char == quote:
                return text
            if self.posix and char in self.escape and quote in self.escapedquotes:
                following = self._next()
                if not following:
                    raise ValueError("No escaped character")
                text += following if following in (quote, char) else char + following
            else:
                text += char

    def _skip(self):
        """The first character of the next token."""
        while True:
            char = self._next()
            if char and char in self.commenters:
                self.instream.readline()
                self.lineno += 1
            elif not char or char not in self.whitespace:
                return char

    def read_token(self):
        char = self._skip()
        if not char:
            return self.eof
        if not self.posix and char in self.quotes:
            return char + self._quoted(char) + char
        if char in self._punctuation:
            text = ""
            while char and char in self._punctuation:
                text += char
                char = self._next()
            self._back(char)
            return text
        isWord = char in self.wordchars or char in self.quotes or self.whitespace_split
        if not isWord and not (self.posix and char in self.escape):
            return char
        text = ""
        while char and char not in self.whitespace and char not in self._punctuation:
            if char in self.commenters:
                self.instream.readline()
                self.lineno += 1
                break
            if char in self.quotes and self.posix:
                text += self._quoted(char)
            elif self.posix and char in self.escape:
                following = self._next()
                if not following:
                    raise ValueError("No escaped character")
                text += following
            elif char in self.wordchars or char in self.quotes or self.whitespace_split:
                text += char
            else:
                break
            char = self._next()
        if char and char not in self.commenters and char not in self.whitespace:
            self._back(char)
        return text

    def __iter__(self):
        return self

    def __next__(self):
        token = self.get_token()
        if token == self.eof:
            raise StopIteration
        return token


def split(s, comments=False, posix=True):
    words = shlex(s, posix=posix)
    words.whitespace_split = True
    if not comments:
        words.commenters = ""
    return list(words)


def quote(s):
    if not s:
        return "''"
    if _re.search(r"[^\w@%+=:,./-]", s, _re.ASCII) is None:
        return s
    return "'" + s.replace("'", "'\"'\"'") + "'"


def join(split_command):
    return " ".join(quote(word) for word in split_command)
