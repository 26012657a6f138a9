"""The texts of argparse: usage, and sections of arguments with what each is for, on lines of 78 letters."""

import textwrap as _textwrap

_width = 78
_help_column = 24


def _metavar(argument):
    if argument.metavar is not None:
        return argument.metavar
    if argument.choices is not None:
        return "{" + ",".join(map(str, argument.choices)) + "}"
    return argument.dest.upper() if argument.flags else argument.dest


def placeholder(argument):
    """What stands for the values of an argument."""
    one, nargs = _metavar(argument), argument.nargs
    many = one if isinstance(one, tuple) else (one,) * (nargs if isinstance(nargs, int) else 2)
    one = many[0] if many else ""
    if nargs == "?":
        return "[" + one + "]"
    if nargs == "*":
        return "[" + one + " ...]"
    if nargs == "+":
        return one + " [" + many[-1] + " ...]"
    if nargs == "...":
        return "..."
    return " ".join(many) if isinstance(nargs, int) else one


def _option(argument):
    if argument.action == "boolean":
        return " | ".join(argument.flags)
    return argument.flags[0] + (" " + placeholder(argument) if argument.takes_values() else "")


def _usage_parts(parser, shown):
    groups = {id(a): group for group in parser._groups for a in group.members}
    parts = []
    for argument in shown:
        if not argument.flags:
            continue
        group = groups.get(id(argument))
        if group is None:
            text = _option(argument)
            parts.append(text if argument.required else "[" + text + "]")
        elif argument is group.members[0]:
            text = " | ".join([_option(a) for a in group.members])
            parts.append("(" + text + ")" if group.required else "[" + text + "]")
    return parts


def usage(parser, suppress):
    if parser.usage:
        return "usage: " + parser.usage.replace("%(prog)s", parser.prog) + "\n"
    shown = [a for a in parser._arguments if a.help is not suppress]
    options = _usage_parts(parser, shown)
    others = [placeholder(a) for a in shown if not a.flags]
    if parser._commands is not None:
        others.append("{" + ",".join(parser._commands.known) + "} ...")
    whole = " ".join(["usage: " + parser.prog, *options, *others])
    if len(whole) <= _width:
        return whole + "\n"
    first = "usage: " + parser.prog

    def lines(parts, begin, indent):
        made, line = [], begin
        for part in parts:
            if len(line) + 1 + len(part) > _width and line != begin:
                made.append(line)
                line = " " * (indent - 1)
            line += " " + part
        return made + [line]

    if len(first) > 0.75 * _width:
        indent = len("usage: ")
        made = [first] + lines(options, " " * (indent - 1), indent)
        made += lines(others, " " * (indent - 1), indent) if others else []
    else:
        indent = len(first) + 1
        made = lines(options or others, first, indent)
        if options and others:
            made += lines(others, " " * (indent - 1), indent)
    return "\n".join(made) + "\n"


def _expand(parser, argument, suppress):
    text = argument.help
    if "%" not in text:
        return text
    given = {name: value.__name__ if hasattr(value, "__name__") else value
             for name, value in vars(argument).items() if value is not suppress}
    if argument.choices is not None:
        given["choices"] = ", ".join(map(str, argument.choices))
    return text % {**given, "prog": parser.prog}


def _with_default(argument, suppress):
    """The help of an argument that tells its default, as ArgumentDefaultsHelpFormatter has it."""
    may = argument.flags or argument.nargs in ("?", "*")
    if "%(default)" in argument.help or argument.default is suppress or not may:
        return argument
    return argument.with_help(argument.help + " (default: %(default)s)")


def _items(parser, arguments, suppress):
    items = []
    for argument in arguments:
        if argument.help is suppress:
            continue
        values = " " + placeholder(argument) if argument.takes_values() and argument.flags else ""
        head = ", ".join(flag + values for flag in argument.flags) or _metavar(argument)
        text = None
        if argument.help:
            if parser.formatter_class.__name__ == "ArgumentDefaultsHelpFormatter":
                argument = _with_default(argument, suppress)
            text = _expand(parser, argument, suppress)
        items.append((2, head if isinstance(head, str) else " ".join(head), text))
    return items


def _commands(parser):
    commands = parser._commands
    items = [(2, commands.metavar or "{" + ",".join(commands.known) + "}", commands.help)]
    return items + [(4, name, commands.helps[name]) for name in commands.known if commands.helps.get(name)]


def _section(title, description, items, column, is_raw):
    lines = [title + ":"]
    if description:
        lines += ["  " + line for line in _textwrap.wrap(description, _width - 2)]
        lines += [""] if items else []
    for indent, head, text in items:
        line = " " * indent + head
        wrapped = []
        if text:
            wrapped = text.splitlines() if is_raw else _textwrap.wrap(" ".join(text.split()), max(_width - column, 11))
        if wrapped and len(line) <= column - 2:
            line = line.ljust(column) + wrapped.pop(0)
        lines.append(line)
        lines += [" " * column + more for more in wrapped]
    return "\n".join(lines) + "\n"


def help_text(parser, suppress):
    kind = parser.formatter_class.__name__
    is_raw_text = kind == "RawTextHelpFormatter"
    fill = (lambda text: text) if is_raw_text or kind == "RawDescriptionHelpFormatter" else (
        lambda text: "\n".join(_textwrap.wrap(" ".join(text.split()), _width)))
    titled = {id(a) for group in parser._titled for a in group.members}
    positional = _items(parser, [a for a in parser._arguments if not a.flags and id(a) not in titled], suppress)
    if parser._commands is not None:
        positional += _commands(parser)
    sections = [("positional arguments", None, positional),
                ("options", None, _items(parser, [a for a in parser._arguments if a.flags and id(a) not in titled], suppress))]
    sections += [(group.title, group.description, _items(parser, group.members, suppress)) for group in parser._titled]
    longest = max([indent + len(head) for section in sections for indent, head, _ in section[2]], default=0)
    column = min(longest + 2, _help_column)
    texts = [usage(parser, suppress)]
    if parser.description:
        texts.append(fill(parser.description.replace("%(prog)s", parser.prog)) + "\n")
    texts += [_section(*section, column, is_raw_text) for section in sections if section[2] or section[1]]
    if parser.epilog:
        texts.append(fill(parser.epilog.replace("%(prog)s", parser.prog)) + "\n")
    return "\n".join(texts)
