"""Tables as texts with separators."""

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = range(4)


class Error(Exception):
    pass


class Dialect:
    delimiter = ","
    quotechar = '"'
    escapechar = None
    doublequote = True
    skipinitialspace = False
    lineterminator = "\r\n"
    quoting = QUOTE_MINIMAL
    strict = False


class excel(Dialect):
    pass


class excel_tab(excel):
    delimiter = "\t"


class unix_dialect(Dialect):
    lineterminator = "\n"
    quoting = QUOTE_ALL


_dialects = {"excel": excel, "excel-tab": excel_tab, "unix": unix_dialect}


def register_dialect(name, dialect=excel, **options):
    _dialects[name] = _make_dialect(dialect, options)


def unregister_dialect(name):
    if name not in _dialects:
        raise Error("unknown dialect")
    del _dialects[name]


def get_dialect(name):
    if name not in _dialects:
        raise Error("unknown dialect")
    return _dialects[name]


def list_dialects():
    return list(_dialects)


def _make_dialect(dialect, options):
    base = get_dialect(dialect) if isinstance(dialect, str) else dialect
    made = Dialect()
    for name in ("delimiter", "quotechar", "escapechar", "doublequote", "skipinitialspace", "lineterminator",
                 "quoting", "strict"):
        setattr(made, name, options.pop(name) if name in options else getattr(base, name))
    for name in options:
        raise TypeError(f"'{name}' is an invalid keyword argument for this function")
    if not isinstance(made.delimiter, str) or len(made.delimiter) != 1:
        raise TypeError('"delimiter" must be a 1-character string')
    return made


class _Reader:
    def __init__(self, lines, dialect):
        self.dialect = dialect
        self.line_num = 0
        self._lines = iter(lines)

    def __iter__(self):
        return self

    def _next_line(self):
        line = next(self._lines)
        if not isinstance(line, str):
            raise Error(f"iterator should return strings, not {type(line).__name__} "
                        "(the file should be opened in text mode)")
        self.line_num += 1
        return line

    def __next__(self):
        d = self.dialect
        fields, field = [], []
        quoted = was_quoted = False
        line = self._next_line()
        i = 0
        while True:
            if i >= len(line):
                if not quoted:
                    break
                # A quoted field goes on in the next line.
                try:
                    line, i = self._next_line(), 0
                except StopIteration:
                    if d.strict:
                        raise Error("unexpected end of data") from None
                    break
                continue
            c = line[i]
            i += 1
            if d.escapechar is not None and c == d.escapechar and i < len(line):
                field.append(line[i])
                i += 1
            elif quoted:
                if c != d.quotechar:
                    field.append(c)
                elif d.doublequote and line[i:i + 1] == d.quotechar:
                    field.append(c)
                    i += 1
                else:
                    quoted = False
            elif c == d.quotechar and d.quoting != QUOTE_NONE and not field and not was_quoted:
                quoted = was_quoted = True
            elif c == d.delimiter:
                fields.append(self._finish(field, was_quoted))
                field, was_quoted = [], False
            elif c in "\r\n":
                if line[i:].strip("\r\n"):
                    raise Error("new-line character seen in unquoted field - do you need to open the file in "
                                "universal-newline mode?")
                break
            elif not (c == " " and d.skipinitialspace and not field and not was_quoted):
                field.append(c)
        if fields or field or was_quoted:
            fields.append(self._finish(field, was_quoted))
        return fields

    def _finish(self, field, was_quoted):
        text = "".join(field)
        if self.dialect.quoting == QUOTE_NONNUMERIC and not was_quoted:
            return float(text)
        return text


def reader(csvfile, dialect="excel", **options):
    return _Reader(csvfile, _make_dialect(dialect, options))


class _Writer:
    def __init__(self, file, dialect):
        self.dialect = dialect
        self._file = file

    def _spell(self, value, is_single):
        d = self.dialect
        text = "" if value is None else repr(value) if isinstance(value, float) else str(value)
        special = any(c in text for c in (d.delimiter, d.quotechar or "", "\r", "\n") if c)
        if d.quoting == QUOTE_NONE:
            if special and d.escapechar is None:
                raise Error("need to escape, but no escapechar set")
            return "".join(d.escapechar + c if c in (d.delimiter, d.quotechar, "\r", "\n") else c for c in text)
        is_number = isinstance(value, (int, float))
        if not (special or d.quoting == QUOTE_ALL or (d.quoting == QUOTE_NONNUMERIC and not is_number) or
                (is_single and not text)):
            return text
        quote = d.quotechar
        return quote + text.replace(quote, quote * 2 if d.doublequote else d.escapechar + quote) + quote

    def writerow(self, row):
        try:
            values = list(row)
        except TypeError:
            raise Error(f"iterable expected, not {type(row).__name__}") from None
        line = self.dialect.delimiter.join(self._spell(value, len(values) == 1) for value in values)
        return self._file.write(line + self.dialect.lineterminator)

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)


def writer(csvfile, dialect="excel", **options):
    return _Writer(csvfile, _make_dialect(dialect, options))


class DictReader:
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", *args, **options):
        self._fieldnames = None if fieldnames is None else list(fieldnames)
        self.restkey = restkey
        self.restval = restval
        self.reader = reader(f, dialect, *args, **options)
        self.dialect = dialect
        self.line_num = 0

    def __iter__(self):
        return self

    @property
    def fieldnames(self):
        if self._fieldnames is None:
            try:
                self._fieldnames = next(self.reader)
            except StopIteration:
                pass
        self.line_num = self.reader.line_num
        return self._fieldnames

    @fieldnames.setter
    def fieldnames(self, value):
        self._fieldnames = value

    def __next__(self):
        if self.line_num == 0:
            self.fieldnames
        row = next(self.reader)
        self.line_num = self.reader.line_num
        while not row:
            row = next(self.reader)
        names = self.fieldnames
        result = dict(zip(names, row))
        if len(names) < len(row):
            result[self.restkey] = row[len(names):]
        for name in names[len(row):]:
            result[name] = self.restval
        return result


class DictWriter:
    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel", *args, **options):
        self.fieldnames = fieldnames
        self.restval = restval
        if extrasaction.lower() not in ("raise", "ignore"):
            raise ValueError(f"extrasaction ({extrasaction}) must be 'raise' or 'ignore'")
        self.extrasaction = extrasaction
        self.writer = writer(f, dialect, *args, **options)

    def writeheader(self):
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

    def _list(self, row):
        if self.extrasaction == "raise":
            wrong = [name for name in row if name not in self.fieldnames]
            if wrong:
                raise ValueError("dict contains fields not in fieldnames: " + ", ".join(repr(x) for x in wrong))
        return [row.get(name, self.restval) for name in self.fieldnames]

    def writerow(self, rowdict):
        return self.writer.writerow(self._list(rowdict))

    def writerows(self, rowdicts):
        for row in rowdicts:
            self.writerow(row)
