"""argparse: options of the command line; their help is usage and a list."""

import _argparse_help as _texts
import os as _os
import sys as _sys

SUPPRESS = "==SUPPRESS=="
OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE, REMAINDER = "?", "*", "+", "..."


class ArgumentError(Exception):
    def __init__(self, argument, message):
        self.argument_name, self.message = argument, message

    def __str__(self):
        return self.message if self.argument_name is None else "argument {}: {}".format(
            self.argument_name, self.message)


class ArgumentTypeError(Exception):
    pass


class Namespace:
    def __init__(self, **kwargs):
        for name in kwargs:
            setattr(self, name, kwargs[name])

    def __repr__(self):
        return "Namespace(" + ", ".join(name + "=" + repr(value) for name, value in self.__dict__.items()) + ")"

    def _get_kwargs(self):
        return list(self.__dict__.items())

    def _get_args(self):
        return []

    def __eq__(self, other):
        return isinstance(other, Namespace) and vars(self) == vars(other)

    def __contains__(self, key):
        return key in self.__dict__


class HelpFormatter:
    pass


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    pass


class RawTextHelpFormatter(HelpFormatter):
    pass


class RawDescriptionHelpFormatter(HelpFormatter):
    pass


class BooleanOptionalAction:
    pass


class Action:
    """The base of actions of programs: `__call__` gets the parser, the namespace, the values and the option."""

    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False,
                 help=None, metavar=None):
        self.option_strings, self.dest, self.nargs, self.const, self.default = option_strings, dest, nargs, const, default
        self.type, self.choices, self.required, self.help, self.metavar = type, choices, required, help, metavar

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError(".__call__() not defined")


class _Argument:
    def __init__(self, flags, dest, action, nargs, const, default, type, choices, required, help, metavar):
        self.flags, self.dest, self.action, self.nargs = flags, dest, action, nargs
        self.const, self.default, self.type, self.choices = const, default, type, choices
        self.required, self.help, self.metavar = required, help, metavar

    def name(self):
        return "/".join(self.flags) if self.flags else self.metavar or self.dest

    def takes_values(self):
        return (self.action in ("store", "append", "extend") or isinstance(self.action, Action)) and self.nargs != 0

    def with_help(self, help):
        made = object.__new__(_Argument)
        made.__dict__.update(self.__dict__)
        made.help = help
        return made


_metaclass = type
_constants = {"store_true": (False, True), "store_false": (True, False), "store_const": (None, None)}


class ArgumentParser:
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(), formatter_class=HelpFormatter,
                 prefix_chars="-", fromfile_prefix_chars=None, argument_default=None, conflict_handler="error",
                 add_help=True, allow_abbrev=True, exit_on_error=True):
        self.prog = prog or _os.path.basename(_sys.argv[0])
        self.usage, self.description, self.epilog = usage, description, epilog
        self.exit_on_error, self.formatter_class, self._titled = exit_on_error, formatter_class, []
        self._arguments, self._defaults, self._groups, self._commands = [], {}, [], None
        for parent in parents:
            self._arguments += [a for a in parent._arguments if a.action != "help"]
        if add_help:
            self.add_argument("-h", "--help", action="help", default=SUPPRESS, help="show this help message and exit")

    def add_argument(self, *flags, action="store", nargs=None, const=None, default=None, type=None, choices=None,
                     required=False, help=None, metavar=None, dest=None, version=None, **kwargs):
        options = [flag for flag in flags if flag.startswith("-")]
        if dest is None:
            longest = [flag for flag in options if flag.startswith("--")] or options or list(flags)
            dest = longest[0].lstrip("-").replace("-", "_") if options else longest[0]
        if action is BooleanOptionalAction:
            action = "boolean"
            options += ["--no-" + flag[2:] for flag in options if flag.startswith("--")]
        if isinstance(action, _metaclass) and issubclass(action, Action):
            given = dict(nargs=nargs, const=const, default=default, type=type, choices=choices, help=help, metavar=metavar)
            given = {key: value for key, value in given.items() if value is not None}
            if required and options:
                given["required"] = True
            action = action(option_strings=options, dest=dest, **given, **kwargs)
            nargs, const, default, type, choices = action.nargs, action.const, action.default, action.type, action.choices
            required = action.required
        elif kwargs:
            raise TypeError("__init__() got an unexpected keyword argument " + repr(next(iter(kwargs))))
        if not isinstance(action, str) and not isinstance(action, Action):
            raise ValueError("unknown action " + repr(action))
        if action in _constants:
            before, after = _constants[action]
            const = const if action == "store_const" else after
            default = before if default is None else default
        if action == "version":
            const, default = version, SUPPRESS
            help = "show program's version number and exit" if help is None else help
        made = _Argument(options, dest, action, nargs, const, default, type, choices,
                         required if options else nargs not in ("?", "*", REMAINDER), help, metavar)
        self._arguments.append(made)
        return made

    def set_defaults(self, **kwargs):
        self._defaults.update(kwargs)
        for argument in self._arguments:
            if argument.dest in kwargs:
                argument.default = kwargs[argument.dest]

    def get_default(self, dest):
        for argument in self._arguments:
            if argument.dest == dest:
                return argument.default
        return self._defaults.get(dest)

    def add_argument_group(self, title=None, description=None):
        group = _Titled(self, title, description)
        self._titled.append(group)
        return group

    def add_mutually_exclusive_group(self, required=False):
        group = _Exclusive(self, required)
        self._groups.append(group)
        return group

    def add_subparsers(self, dest=None, required=False, title=None, help=None, metavar=None, **unused):
        self._commands = _Commands(self, dest, required, help, metavar)
        return self._commands

    def parse_args(self, args=None, namespace=None):
        found, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error("unrecognized arguments: " + " ".join(rest))
        return found

    def parse_intermixed_args(self, args=None, namespace=None):
        return self.parse_args(args, namespace)

    def parse_known_args(self, args=None, namespace=None):
        words = list(_sys.argv[1:] if args is None else args)
        found = Namespace() if namespace is None else namespace
        for argument in self._arguments:
            if argument.default is not SUPPRESS and not hasattr(found, argument.dest):
                is_rest = not argument.flags and argument.nargs == "*" and argument.default is None
                setattr(found, argument.dest, [] if is_rest else argument.default)
        for name, value in self._defaults.items():
            if not hasattr(found, name):
                setattr(found, name, value)
        try:
            return found, _Parse(self, words, found).run()
        except ArgumentError as error:
            if not self.exit_on_error:
                raise
            self.error(str(error))

    def format_usage(self):
        return _texts.usage(self, SUPPRESS)

    def format_help(self):
        return _texts.help_text(self, SUPPRESS)

    def print_help(self, file=None):
        (file or _sys.stdout).write(self.format_help())

    def print_usage(self, file=None):
        (file or _sys.stdout).write(self.format_usage())

    def exit(self, status=0, message=None):
        if message:
            _sys.stderr.write(message)
        _sys.exit(status)

    def error(self, message):
        self.print_usage(_sys.stderr)
        self.exit(2, "{}: error: {}\n".format(self.prog, message))


class _Group:
    def __init__(self, parser):
        self.parser, self.members = parser, []

    def add_argument(self, *flags, **kwargs):
        made = self.parser.add_argument(*flags, **kwargs)
        self.members.append(made)
        return made


class _Titled(_Group):
    """Arguments with a section of their own in the help."""

    def __init__(self, parser, title, description):
        _Group.__init__(self, parser)
        self.title, self.description = title, description

    def add_mutually_exclusive_group(self, required=False):
        return self.parser.add_mutually_exclusive_group(required)


class _Exclusive(_Group):
    def __init__(self, parser, required):
        _Group.__init__(self, parser)
        self.required = required


class _Commands:
    def __init__(self, parser, dest, required, help, metavar):
        self.parser, self.dest, self.required, self.known = parser, dest, required, {}
        self.help, self.metavar, self.helps = help, metavar, {}

    def add_parser(self, name, **kwargs):
        self.helps[name] = kwargs.pop("help", None)
        self.known[name] = made = ArgumentParser(prog=self.parser.prog + " " + name, **kwargs)
        return made


def _is_number(word):
    try:
        float(word)
    except ValueError:
        return False
    return True


class _Parse:
    """One run over the words of a command line."""

    def __init__(self, parser, words, found):
        self.parser, self.words, self.found = parser, words, found
        self.seen, self.rest = [], []

    def is_flag(self, word):
        return word.startswith("-") and len(word) > 1 and not _is_number(word)

    def find(self, flag):
        options = [a for a in self.parser._arguments if a.flags]
        for argument in options:
            if flag in argument.flags:
                return argument, flag
        if flag.startswith("--"):
            close = [(a, name) for a in options for name in a.flags if name.startswith(flag)]
            if len(close) > 1:
                raise ArgumentError(None, "ambiguous option: {} could match {}".format(
                    flag, ", ".join(name for _, name in close)))
            return close[0] if close else (None, flag)
        return None, flag

    def convert(self, argument, word):
        function = argument.type or str
        try:
            value = function(word)
        except ArgumentTypeError as error:
            raise ArgumentError(argument.name(), str(error))
        except (TypeError, ValueError):
            raise ArgumentError(argument.name(), "invalid {} value: {!r}".format(
                getattr(function, "__name__", repr(function)), word))
        if argument.choices is not None and value not in argument.choices:
            raise ArgumentError(argument.name(), "invalid choice: {!r} (choose from {})".format(
                value, ", ".join(map(repr, argument.choices))))
        return value

    def take(self, argument, given):
        """The value of an argument from the words before the next option."""
        nargs, count = argument.nargs, 0
        while count < len(self.words) and not self.is_flag(self.words[count]):
            count += 1
        if given is not None:
            return self.convert(argument, given) if nargs in (None, "?") else [self.convert(argument, given)]
        need = 1 if nargs is None else nargs if isinstance(nargs, int) else 1 if nargs == "+" else 0
        if count < need:
            raise ArgumentError(argument.name(), "expected one argument" if nargs is None else
                                "expected at least one argument" if nargs == "+" else
                                "expected {} argument{}".format(need, "s" if need != 1 else ""))
        taken = min(count, 1) if nargs == "?" else count if nargs in ("*", "+") else need
        words, self.words = self.words[:taken], self.words[taken:]
        if nargs == "?":
            return self.convert(argument, words[0]) if words else argument.const
        values = [self.convert(argument, word) for word in words]
        return values[0] if nargs is None else values

    def store(self, argument, flag, given):
        action, dest = argument.action, argument.dest
        self.seen.append(argument)
        if action == "help":
            self.parser.print_help()
            self.parser.exit()
        elif action == "version":
            print(argument.const % {"prog": self.parser.prog})
            self.parser.exit()
        elif action == "boolean":
            setattr(self.found, dest, not flag.startswith("--no-"))
        elif action == "count":
            setattr(self.found, dest, (getattr(self.found, dest) or 0) + 1)
        elif action in _constants:
            if given is not None:
                raise ArgumentError(argument.name(), "ignored explicit argument {!r}".format(given))
            setattr(self.found, dest, argument.const)
        elif isinstance(action, Action):
            values = [] if argument.nargs == 0 else self.take(argument, given)
            action(self.parser, self.found, values, flag)
        elif action in ("append", "extend"):
            value, before = self.take(argument, given), list(getattr(self.found, dest) or [])
            setattr(self.found, dest, before + (list(value) if action == "extend" else [value]))
        else:
            setattr(self.found, dest, self.take(argument, given))

    def positional(self, waiting):
        argument = waiting.pop(0)
        if argument.nargs == REMAINDER:
            self.seen.append(argument)
            setattr(self.found, argument.dest, [self.convert(argument, word) for word in self.words])
            self.words = []
        elif argument.nargs in ("*", "+"):
            # What comes behind it gets its words, too.
            count = 0
            while count < len(self.words) and not self.is_flag(self.words[count]):
                count += 1
            kept = self.words[max(0, count - len(waiting)):]
            self.words = self.words[:max(0, count - len(waiting))]
            self.store(argument, None, None)
            self.words += kept
        else:
            self.store(argument, None, None)

    def run(self):
        waiting = [a for a in self.parser._arguments if not a.flags]
        while self.words:
            word = self.words[0]
            if word == "--":
                self.rest += self.words[1:]
                break
            if self.is_flag(word):
                self.words.pop(0)
                name, equals, given = word.partition("=")
                argument, name = self.find(name)
                if argument is None and not word.startswith("--") and len(word) > 2:
                    argument, name = self.find(word[:2])
                    equals, given = "=", word[2:]
                    if argument is not None and not argument.takes_values():
                        # Several options of a letter in one word.
                        self.words.insert(0, "-" + given)
                        equals, given = "", ""
                if argument is None:
                    self.rest.append(word)
                else:
                    self.store(argument, name, given if equals else None)
            elif self.parser._commands is not None and not waiting:
                self.command(self.words.pop(0))
            elif waiting:
                self.positional(waiting)
            else:
                self.rest.append(self.words.pop(0))
        return self.finish()

    def command(self, name):
        commands = self.parser._commands
        if name not in commands.known:
            raise ArgumentError(commands.dest or "command", "invalid choice: {!r} (choose from {})".format(
                name, ", ".join(map(repr, commands.known))))
        if commands.dest:
            setattr(self.found, commands.dest, name)
        words, self.words = self.words, []
        _, rest = commands.known[name].parse_known_args(words, self.found)
        self.rest += rest
        self.seen.append(commands)

    def finish(self):
        commands = self.parser._commands
        if commands is not None and commands not in self.seen:
            if commands.dest:
                setattr(self.found, commands.dest, None)
            if commands.required:
                raise ArgumentError(None, "the following arguments are required: " + (commands.dest or "command"))
        missing = [a.name() for a in self.parser._arguments if a.required and a not in self.seen]
        if missing:
            raise ArgumentError(None, "the following arguments are required: " + ", ".join(missing))
        for group in self.parser._groups:
            used = [a for a in group.members if a in self.seen]
            if len(used) > 1:
                raise ArgumentError(used[1].name(), "not allowed with argument " + used[0].name())
            if group.required and not used:
                raise ArgumentError(None, "one of the arguments {} is required".format(
                    " ".join(a.name() for a in group.members)))
        for argument in self.parser._arguments:
            value = getattr(self.found, argument.dest, None)
            if isinstance(value, str) and argument not in self.seen and value is argument.default and argument.type:
                setattr(self.found, argument.dest, self.convert(argument, value))
        return self.rest
