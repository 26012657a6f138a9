"""Warnings, written to standard error."""

import _system

_filters = []
_seen = set()
_recorders = []


class WarningMessage:
    def __init__(self, message, category, place=None):
        self.message = message
        self.category = category
        self.filename, self.lineno, _ = place or ("sys", 1, "")
        self.file = self.line = self.source = None


def warn(message, category=None, stacklevel=1, source=None):
    if isinstance(message, Warning):
        category = type(message)
    elif category is None:
        category = UserWarning
    text = str(message)
    action = "default"
    for wanted, kind, part in _filters:
        if issubclass(category, kind) and text.startswith(part):
            action = wanted
            break
    if action == "error":
        raise message if isinstance(message, Warning) else category(message)
    if action == "ignore":
        return
    if _recorders:
        made = message if isinstance(message, Warning) else category(message)
        _recorders[-1].append(WarningMessage(made, category, _system.caller(stacklevel)))
        return
    if action != "always" and (category, text) in _seen:
        return
    _seen.add((category, text))
    showwarning(message if isinstance(message, Warning) else category(message), category, "", 0)


def showwarning(message, category, filename, lineno, file=None, line=None):
    """Programs may have another one here."""
    text = formatwarning(message, category, filename, lineno, line)
    if file is None:
        _system.write_error(text)
    else:
        file.write(text)


def formatwarning(message, category, filename, lineno, line=None):
    return category.__name__ + ": " + str(message) + "\n"


def simplefilter(action, category=Warning, lineno=0, append=False):
    _filters.insert(len(_filters) if append else 0, (action, category, ""))


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    text = message[2:] if message.startswith(".*") else message
    _filters.insert(len(_filters) if append else 0, (action, category, text))


def resetwarnings():
    _filters.clear()


class catch_warnings:
    def __init__(self, *, record=False, module=None, action=None, category=Warning):
        self._record = record
        self._action = action
        self._category = category

    def __enter__(self):
        global showwarning
        self._saved, self._shown = _filters[:], showwarning
        if self._action is not None:
            simplefilter(self._action, self._category)
        if self._record:
            log = []
            _recorders.append(log)
            return log
        return None

    def __exit__(self, type, value, traceback):
        global showwarning
        _filters[:], showwarning = self._saved, self._shown
        if self._record:
            _recorders.pop()
