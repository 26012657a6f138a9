"""Files of sections with options."""
import re as _re
from collections.abc import MutableMapping as _MutableMapping

DEFAULTSECT = "DEFAULT"
MAX_INTERPOLATION_DEPTH = 10


class Error(Exception):
    def __init__(self, msg=""):
        self.message = msg
        super().__init__(msg)

    def __repr__(self):
        return self.message

    __str__ = __repr__


class NoSectionError(Error):
    def __init__(self, section):
        super().__init__(f"No section: {section!r}")
        self.section = section
        self.args = (section,)


class NoOptionError(Error):
    def __init__(self, option, section):
        super().__init__(f"No option {option!r} in section: {section!r}")
        self.option, self.section = option, section
        self.args = (option, section)


def _located(what, source, lineno):
    """A message, behind its place where that is known."""
    if source is None:
        return what[0].upper() + what[1:]
    line = "" if lineno is None else f" [line {lineno:2d}]"
    return f"While reading from {source!r}{line}: {what}"


class DuplicateSectionError(Error):
    def __init__(self, section, source=None, lineno=None):
        super().__init__(_located(f"section {section!r} already exists", source, lineno))
        self.section, self.source, self.lineno = section, source, lineno
        self.args = (section, source, lineno)


class DuplicateOptionError(Error):
    def __init__(self, section, option, source=None, lineno=None):
        super().__init__(_located(f"option {option!r} in section {section!r} already exists", source, lineno))
        self.section, self.option, self.source, self.lineno = section, option, source, lineno
        self.args = (section, option, source, lineno)


class ParsingError(Error):
    def __init__(self, source):
        super().__init__(f"Source contains parsing errors: {source!r}")
        self.source = source
        self.errors = []
        self.args = (source,)

    def append(self, lineno, line):
        self.errors.append((lineno, line))
        self.message += f"\n\t[line {lineno:2d}]: {line}"


class MissingSectionHeaderError(ParsingError):
    def __init__(self, filename, lineno, line):
        Error.__init__(self, f"File contains no section headers.\nfile: {filename!r}, line: {lineno}\n{line!r}")
        self.source, self.lineno, self.line = filename, lineno, line
        self.args = (filename, lineno, line)


class InterpolationError(Error):
    def __init__(self, option, section, msg):
        super().__init__(msg)
        self.option, self.section = option, section
        self.args = (option, section, msg)


class InterpolationMissingOptionError(InterpolationError):
    def __init__(self, option, section, rawval, reference):
        super().__init__(option, section, f"Bad value substitution: option {option!r} in section {section!r} contains an "
                         f"interpolation key {reference!r} which is not a valid option name. Raw value: {rawval!r}")
        self.reference = reference
        self.args = (option, section, rawval, reference)


class InterpolationSyntaxError(InterpolationError):
    pass


class InterpolationDepthError(InterpolationError):
    def __init__(self, option, section, rawval):
        super().__init__(option, section, "Recursion limit exceeded in value substitution: option "
                         f"{option!r} in section {section!r} contains an interpolation key which cannot be substituted in "
                         f"{MAX_INTERPOLATION_DEPTH} steps. Raw value: {rawval!r}")
        self.args = (option, section, rawval)


class Interpolation:
    """Values as they are written; derived classes put others into them."""

    def before_get(self, parser, section, option, value, defaults):
        return value

    def before_set(self, parser, section, option, value):
        return value

    def before_read(self, parser, section, option, value):
        return value

    def before_write(self, parser, section, option, value):
        return value


class _Substitution(Interpolation):
    def before_get(self, parser, section, option, value, defaults):
        return self._expand(parser, section, option, value, value, defaults, 1)

    def before_set(self, parser, section, option, value):
        rest = self._reference.sub("", value.replace(self._mark * 2, ""))
        if self._mark in rest:
            raise ValueError(f"invalid interpolation syntax in {value!r} at position {rest.find(self._mark)}")
        return value

    def _expand(self, parser, section, option, text, rawval, values, depth):
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, rawval)
        mark, done = self._mark, ""
        while True:
            before, found, text = text.partition(mark)
            done += before
            if not found:
                return done
            if text.startswith(mark):
                done, text = done + mark, text[1:]
                continue
            if not text.startswith(self._open):
                raise InterpolationSyntaxError(option, section, self._syntax(mark + text))
            match = self._reference.match(mark + text)
            if match is None:
                raise InterpolationSyntaxError(option, section, f"bad interpolation variable reference {mark + text!r}")
            text = (mark + text)[match.end():]
            inner, at = self._find(parser, section, option, match.group(1), rawval, values)
            if inner and mark in inner:
                values_there = values if at == section else dict(parser.items(at, raw=True))
                inner = self._expand(parser, at, option, inner, rawval, values_there, depth + 1)
            done += inner


class BasicInterpolation(_Substitution):
    _mark, _open = "%", "("
    _reference = _re.compile(r"%\(([^)]+)\)s")

    def _syntax(self, rest):
        return f"'%' must be followed by '%' or '(', found: {rest!r}"

    def _find(self, parser, section, option, name, rawval, values):
        name = parser.optionxform(name)
        if name not in values:
            raise InterpolationMissingOptionError(option, section, rawval, name) from None
        return values[name], section


class ExtendedInterpolation(_Substitution):
    _mark, _open = "$", "{"
    _reference = _re.compile(r"\$\{([^}]+)\}")

    def _syntax(self, rest):
        return f"'$' must be followed by '$' or '{{', found: {rest!r}"

    def _find(self, parser, section, option, name, rawval, values):
        path = name.split(":")
        if len(path) > 2:
            raise InterpolationSyntaxError(option, section, f"More than one ':' found: {'${' + name + '}'!r}")
        try:
            if len(path) == 1:
                return values[parser.optionxform(name)], section
            return parser.get(path[0], parser.optionxform(path[1]), raw=True), path[0]
        except (KeyError, NoSectionError, NoOptionError):
            raise InterpolationMissingOptionError(option, section, rawval, name) from None


_unset = object()


class RawConfigParser(_MutableMapping):
    BOOLEAN_STATES = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False, "off": False}
    _interpolation = Interpolation()

    def __init__(self, defaults=None, dict_type=dict, allow_no_value=False, *, delimiters=("=", ":"), comment_prefixes=("#", ";"),
                 inline_comment_prefixes=None, strict=True, empty_lines_in_values=True, default_section=DEFAULTSECT,
                 interpolation=_unset, converters=_unset):
        self._dict = dict_type
        self._sections, self._defaults, self._proxies = dict_type(), dict_type(), dict_type()
        self._allow_no_value, self._strict = allow_no_value, strict
        self._delimiters, self._comments = tuple(delimiters), tuple(comment_prefixes or ())
        self._inline, self._empty_lines = tuple(inline_comment_prefixes or ()), empty_lines_in_values
        self.default_section = default_section
        if interpolation is not _unset:
            self._interpolation = Interpolation() if interpolation is None else interpolation
        self._converters = {"int": int, "float": float, "boolean": self._convert_to_boolean}
        if converters is not _unset:
            self._converters.update(converters)
        for name, convert in self._converters.items():
            if not hasattr(self, "get" + name):
                setattr(self, "get" + name, self._getter(convert))
        self._proxies[default_section] = SectionProxy(self, default_section)
        if defaults:
            self.read_dict({default_section: defaults})

    def _getter(self, convert):
        def get(section, option, *, raw=False, vars=None, fallback=_unset):
            return self._get_conv(section, option, convert, raw=raw, vars=vars, fallback=fallback)

        return get

    #
    # Sections.
    #

    def defaults(self):
        return self._defaults

    def sections(self):
        return list(self._sections)

    def add_section(self, section):
        if section == self.default_section:
            raise ValueError(f"Invalid section name: {section!r}")
        if section in self._sections:
            raise DuplicateSectionError(section)
        self._add(section)

    def _add(self, section):
        self._sections[section] = self._dict()
        self._proxies[section] = SectionProxy(self, section)

    def has_section(self, section):
        return section in self._sections

    def options(self, section):
        return list({**self._own(section), **self._defaults})

    def _own(self, section):
        if section == self.default_section:
            return self._defaults
        if section not in self._sections:
            raise NoSectionError(section) from None
        return self._sections[section]

    def remove_section(self, section):
        existed = section in self._sections
        if existed:
            del self._sections[section], self._proxies[section]
        return existed

    def remove_option(self, section, option):
        own = self._defaults if not section else self._own(section)
        return own.pop(self.optionxform(option), _unset) is not _unset

    #
    # Values.
    #

    def optionxform(self, optionstr):
        return optionstr.lower()

    def _values(self, section, vars):
        values = dict(self._defaults)
        if section != self.default_section:
            values.update(self._own(section))
        for key, value in (vars or {}).items():
            values[self.optionxform(key)] = value if value is None else str(value)
        return values

    def get(self, section, option, *, raw=False, vars=None, fallback=_unset):
        try:
            values = self._values(section, vars)
        except NoSectionError:
            if fallback is _unset:
                raise
            return fallback
        option = self.optionxform(option)
        if option not in values:
            if fallback is _unset:
                raise NoOptionError(option, section)
            return fallback
        value = values[option]
        return value if raw or value is None else self._interpolation.before_get(self, section, option, value, values)

    def _get_conv(self, section, option, conv, *, raw=False, vars=None, fallback=_unset, **kwargs):
        try:
            found = self.get(section, option, raw=raw, vars=vars)
        except (NoSectionError, NoOptionError):
            if fallback is _unset:
                raise
            return fallback
        return conv(found)

    def getint(self, section, option, *, raw=False, vars=None, fallback=_unset, **kwargs):
        return self._get_conv(section, option, int, raw=raw, vars=vars, fallback=fallback)

    def getfloat(self, section, option, *, raw=False, vars=None, fallback=_unset, **kwargs):
        return self._get_conv(section, option, float, raw=raw, vars=vars, fallback=fallback)

    def getboolean(self, section, option, *, raw=False, vars=None, fallback=_unset, **kwargs):
        return self._get_conv(section, option, self._convert_to_boolean, raw=raw, vars=vars, fallback=fallback)

    def _convert_to_boolean(self, value):
        if value.lower() not in self.BOOLEAN_STATES:
            raise ValueError("Not a boolean: %s" % value)
        return self.BOOLEAN_STATES[value.lower()]

    def items(self, section=_unset, raw=False, vars=None):
        if section is _unset:
            return [(name, self[name]) for name in self]
        values = self._values(section, vars)
        names = list(dict.fromkeys([*self._defaults, *(self._own(section)), *map(self.optionxform, vars or {})]))
        return [(name, values[name] if raw or values[name] is None
                 else self._interpolation.before_get(self, section, name, values[name], values)) for name in names]

    def has_option(self, section, option):
        if not section or section == self.default_section:
            return self.optionxform(option) in self._defaults
        return section in self._sections and self.optionxform(option) in self._values(section, None)

    def set(self, section, option, value=None):
        if value:
            value = self._interpolation.before_set(self, section, option, value)
        own = self._defaults if not section else self._own(section)
        own[self.optionxform(option)] = value

    #
    # Texts.
    #

    def read(self, filenames, encoding=None):
        if isinstance(filenames, str) or hasattr(filenames, "__fspath__"):
            filenames = [filenames]
        done = []
        for name in filenames:
            try:
                with open(name, encoding=encoding) as file:
                    self._read(file, str(name))
            except OSError:
                continue
            done.append(str(name))
        return done

    def read_file(self, f, source=None):
        self._read(f, source if source is not None else getattr(f, "name", "<???>"))

    def read_string(self, string, source="<string>"):
        self._read(string.splitlines(keepends=True), source)

    def read_dict(self, dictionary, source="<dict>"):
        read = set()
        for section, options in dictionary.items():
            section = str(section)
            if self._strict and section in read:
                raise DuplicateSectionError(section)
            read.add(section)
            if section != self.default_section and section not in self._sections:
                self._add(section)
            for option, value in options.items():
                option = self.optionxform(str(option))
                if self._strict and (section, option) in read:
                    raise DuplicateOptionError(section, option, source)
                read.add((section, option))
                self.set(section, option, None if value is None else str(value))

    def _content(self, line):
        """A line without its comments, None where that is all of it."""
        if line.strip().startswith(self._comments):
            return None
        ends = [at for prefix in self._inline for at in range(len(line))
                if line.startswith(prefix, at) and (at == 0 or line[at - 1].isspace())]
        return line[:min(ends)].strip() if ends else line.strip()

    def _split(self, text):
        """Name and value of an option, None where it is none."""
        at = min((at for at in map(text.find, self._delimiters) if at >= 0), default=-1)
        if at < 0:
            return (text, None) if self._allow_no_value else None
        size = max(len(d) for d in self._delimiters if text.startswith(d, at))
        return (text[:at].rstrip(), text[at + size:].strip()) if at or text[:at] else None

    def _read(self, lines, source):
        read, own, section, option, indent, problem = set(), None, None, None, 0, None
        for lineno, line in enumerate(lines, 1):
            text = self._content(line)
            if not text:
                # Empty lines belong to the value before them, comments do not.
                if self._empty_lines and text is not None and line.strip() == "" and option and own.get(option) is not None:
                    own[option].append("")
                elif not self._empty_lines:
                    indent = float("inf")
                continue
            depth = len(line) - len(line.lstrip())
            if own is not None and option and depth > indent:
                if own[option] is None:
                    own[option] = []
                own[option].append(text)
                continue
            indent = depth
            header = _re.match(r"\[(.+)\]", text)
            if header:
                section, option = header.group(1), None
                if section in self._sections or section == self.default_section:
                    if self._strict and section in read and section != self.default_section:
                        raise DuplicateSectionError(section, source, lineno)
                else:
                    self._add(section)
                read.add(section)
                own = self._own(section)
                continue
            if own is None:
                raise MissingSectionHeaderError(source, lineno, line)
            parts = self._split(text)
            if parts is None or not parts[0]:
                problem = problem or ParsingError(source)
                problem.append(lineno, repr(line))
                continue
            option = self.optionxform(parts[0].rstrip())
            if self._strict and (section, option) in read:
                raise DuplicateOptionError(section, option, source, lineno)
            read.add((section, option))
            own[option] = None if parts[1] is None else [parts[1]]
        for values in [self._defaults, *self._sections.values()]:
            for option, value in values.items():
                if isinstance(value, list):
                    values[option] = "\n".join(value).rstrip()
        if problem:
            raise problem

    def write(self, fp, space_around_delimiters=True):
        equals = f" {self._delimiters[0]} " if space_around_delimiters else self._delimiters[0]
        for section, values in [(self.default_section, self._defaults), *self._sections.items()]:
            if section == self.default_section and not values:
                continue
            fp.write(f"[{section}]\n")
            for option, value in values.items():
                isBare = value is None and self._allow_no_value
                fp.write(option + ("" if isBare else equals + str(value).replace("\n", "\n\t")) + "\n")
            fp.write("\n")

    #
    # As a mapping of sections.
    #

    def __getitem__(self, key):
        if key != self.default_section and key not in self._sections:
            raise KeyError(key)
        return self._proxies[key]

    def __setitem__(self, key, value):
        if key in self and self[key] is value:
            return
        if key == self.default_section:
            self._defaults.clear()
        elif key in self._sections:
            self._sections[key].clear()
        self.read_dict({key: value})

    def __delitem__(self, key):
        if key == self.default_section:
            raise ValueError("Cannot remove the default section.")
        if not self.remove_section(key):
            raise KeyError(key)

    def __contains__(self, key):
        return key == self.default_section or key in self._sections

    def __len__(self):
        return len(self._sections) + 1

    def __iter__(self):
        return iter([self.default_section, *self._sections])

    def __eq__(self, other):
        return self is other

    __hash__ = object.__hash__


class ConfigParser(RawConfigParser):
    _interpolation = BasicInterpolation()

    def set(self, section, option, value=None):
        if not isinstance(option, str):
            raise TypeError("option keys must be strings")
        if not isinstance(value, str) and not (value is None and self._allow_no_value):
            raise TypeError("option values must be strings")
        super().set(section, option, value)

    def add_section(self, section):
        if not isinstance(section, str):
            raise TypeError("section names must be strings")
        super().add_section(section)


SafeConfigParser = ConfigParser


class SectionProxy(_MutableMapping):
    def __init__(self, parser, name):
        self._parser, self._name = parser, name
        for key in parser._converters:
            if not hasattr(self, "get" + key):
                setattr(self, "get" + key, self._getter(getattr(parser, "get" + key)))

    def _getter(self, get):
        return lambda option, fallback=None, **kwargs: get(self._name, option, fallback=fallback, **kwargs)

    @property
    def parser(self):
        return self._parser

    @property
    def name(self):
        return self._name

    def __repr__(self):
        return f"<Section: {self._name}>"

    def __getitem__(self, key):
        if not self._parser.has_option(self._name, key):
            raise KeyError(key)
        return self._parser.get(self._name, key)

    def __setitem__(self, key, value):
        self._parser.set(self._name, key, value)

    def __delitem__(self, key):
        if not (self._parser.has_option(self._name, key) and self._parser.remove_option(self._name, key)):
            raise KeyError(key)

    def __contains__(self, key):
        return self._parser.has_option(self._name, key)

    def _options(self):
        return list(self._parser.defaults()) if self._name == self._parser.default_section else self._parser.options(self._name)

    def __len__(self):
        return len(self._options())

    def __iter__(self):
        return iter(self._options())

    def get(self, option, fallback=None, *, raw=False, vars=None, **kwargs):
        return self._parser.get(self._name, option, raw=raw, vars=vars, fallback=fallback)

    def getint(self, option, fallback=None, **kwargs):
        return self._parser.getint(self._name, option, fallback=fallback, **kwargs)

    def getfloat(self, option, fallback=None, **kwargs):
        return self._parser.getfloat(self._name, option, fallback=fallback, **kwargs)

    def getboolean(self, option, fallback=None, **kwargs):
        return self._parser.getboolean(self._name, option, fallback=fallback, **kwargs)
