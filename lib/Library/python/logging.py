"""logging: records that go to standard error, or to a stream."""

import os as _os
import sys as _sys
import time as _time

import _system

CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0

_names = {CRITICAL: "CRITICAL", ERROR: "ERROR", WARNING: "WARNING", INFO: "INFO", DEBUG: "DEBUG", NOTSET: "NOTSET"}
_levels = {"CRITICAL": CRITICAL, "FATAL": FATAL, "ERROR": ERROR, "WARN": WARNING, "WARNING": WARNING, "INFO": INFO,
           "DEBUG": DEBUG, "NOTSET": NOTSET}
BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"


def getLevelName(level):
    return _levels[level] if level in _levels else _names.get(level, "Level %s" % level)


def addLevelName(level, name):
    _names[level] = name
    _levels[name] = level


def _level_of(level):
    if isinstance(level, int):
        return level
    if level not in _levels:
        raise ValueError("Unknown level: %r" % (level,))
    return _levels[level]


def _find_caller():
    """The place outside of this file from which a message comes."""
    up = 1
    place = _system.caller(up)
    own = place[0]
    while place is not None and place[0] == own:
        up += 1
        place = _system.caller(up)
    return place or ("(unknown file)", 0, "(unknown function)")


class LogRecord:
    def __init__(self, name, level, msg, args, exc_info=None):
        self.name, self.levelno, self.levelname = name, level, getLevelName(level)
        self.msg = msg
        self.args = args[0] if len(args) == 1 and isinstance(args[0], dict) and args[0] else args
        self.exc_info = exc_info
        self.created = _time.time()
        self.msecs = (self.created % 1) * 1000
        self.pathname, self.lineno, self.funcName = _find_caller()
        self.filename = _os.path.basename(self.pathname)
        self.module = _os.path.splitext(self.filename)[0]
        self.process, self.processName, self.threadName = 0, "MainProcess", "MainThread"

    def getMessage(self):
        return str(self.msg) % self.args if self.args else str(self.msg)


class Formatter:
    def __init__(self, fmt=None, datefmt=None, style="%"):
        self._fmt, self.datefmt, self._style = fmt or "%(message)s", datefmt, style

    def formatTime(self, record, datefmt=None):
        return _time.strftime(datefmt) if datefmt else _time.strftime("%Y-%m-%d %H:%M:%S") + ",%03d" % record.msecs

    def format(self, record):
        record.message = record.getMessage()
        if "asctime" in self._fmt:
            record.asctime = self.formatTime(record, self.datefmt)
        text = self._fmt.format(**record.__dict__) if self._style == "{" else self._fmt % record.__dict__
        if record.exc_info:
            import traceback

            text += "\n" + traceback.format_exc().rstrip("\n")
        return text


class Filter:
    def __init__(self, name=""):
        self.name = name

    def filter(self, record):
        return not self.name or record.name == self.name or record.name.startswith(self.name + ".")


class _Filterer:
    def __init__(self):
        self.filters = []

    def addFilter(self, filter):
        self.filters.append(filter)

    def removeFilter(self, filter):
        self.filters.remove(filter)

    def filter(self, record):
        return all(f.filter(record) if hasattr(f, "filter") else f(record) for f in self.filters)


class Handler(_Filterer):
    def __init__(self, level=NOTSET):
        _Filterer.__init__(self)
        self.level, self.formatter = _level_of(level), None

    def setLevel(self, level):
        self.level = _level_of(level)

    def setFormatter(self, formatter):
        self.formatter = formatter

    def format(self, record):
        return (self.formatter or Formatter()).format(record)

    def handle(self, record):
        if self.filter(record):
            self.emit(record)

    def emit(self, record):
        raise NotImplementedError("emit must be implemented by Handler subclasses")

    def flush(self):
        pass

    def close(self):
        pass


class StreamHandler(Handler):
    terminator = "\n"

    def __init__(self, stream=None):
        Handler.__init__(self)
        self.stream = _sys.stderr if stream is None else stream

    def emit(self, record):
        self.stream.write(self.format(record) + self.terminator)


class NullHandler(Handler):
    def handle(self, record):
        pass

    emit = handle


class FileHandler(StreamHandler):
    def __init__(self, filename, mode="a", encoding=None, delay=False):
        StreamHandler.__init__(self, open(filename, mode))


class Logger(_Filterer):
    def __init__(self, name, level=NOTSET):
        _Filterer.__init__(self)
        self.name, self.level = name, _level_of(level)
        self.parent, self.propagate, self.handlers, self.disabled = None, True, [], False

    def setLevel(self, level):
        self.level = _level_of(level)

    def getEffectiveLevel(self):
        logger = self
        while logger is not None:
            if logger.level:
                return logger.level
            logger = logger.parent
        return NOTSET

    def isEnabledFor(self, level):
        return not self.disabled and level > _disabled[0] and level >= self.getEffectiveLevel()

    def addHandler(self, handler):
        if handler not in self.handlers:
            self.handlers.append(handler)

    def removeHandler(self, handler):
        if handler in self.handlers:
            self.handlers.remove(handler)

    def hasHandlers(self):
        logger = self
        while logger is not None and not logger.handlers:
            logger = logger.parent if logger.propagate else None
        return logger is not None

    def getChild(self, suffix):
        return getLogger(suffix if self is root else self.name + "." + suffix)

    def log(self, level, msg, *args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        if self.isEnabledFor(level):
            record = LogRecord(self.name, level, msg, args, exc_info)
            record.__dict__.update(extra or {})
            self.handle(record)

    def handle(self, record):
        if self.disabled or not self.filter(record):
            return
        found, logger = False, self
        while logger is not None:
            for handler in logger.handlers:
                found = True
                if record.levelno >= handler.level:
                    handler.handle(record)
            logger = logger.parent if logger.propagate else None
        if not found and record.levelno >= WARNING:
            _sys.stderr.write(record.getMessage() + "\n")

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    warn = warning

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args, **kwargs)

    fatal = critical

    def __repr__(self):
        return "<%s %s (%s)>" % (type(self).__name__, self.name, getLevelName(self.getEffectiveLevel()))


class LoggerAdapter:
    def __init__(self, logger, extra=None):
        self.logger, self.extra = logger, extra

    def process(self, msg, kwargs):
        kwargs["extra"] = self.extra
        return msg, kwargs

    def log(self, level, msg, *args, **kwargs):
        msg, kwargs = self.process(msg, kwargs)
        self.logger.log(level, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)


class _RootLogger(Logger):
    pass


_RootLogger.__name__ = _RootLogger.__qualname__ = "RootLogger"
root = _RootLogger("root", WARNING)
_loggers = {}
_disabled = [NOTSET]


def getLogger(name=None):
    if not name or name == "root":
        return root
    if name not in _loggers:
        _loggers[name] = logger = Logger(name)
        logger.parent = getLogger(name.rpartition(".")[0])
    return _loggers[name]


def disable(level=CRITICAL):
    _disabled[0] = _level_of(level)


def basicConfig(*, filename=None, filemode="a", format=None, datefmt=None, style="%", level=None, stream=None,
                handlers=None, force=False, encoding=None, errors=None):
    if force:
        root.handlers = []
    if not root.handlers:
        if handlers is None:
            handlers = [FileHandler(filename, filemode) if filename else StreamHandler(stream)]
        formatter = Formatter(BASIC_FORMAT if format is None else format, datefmt, style)
        for handler in handlers:
            if handler.formatter is None:
                handler.setFormatter(formatter)
            root.addHandler(handler)
        if level is not None:
            root.setLevel(level)


def _of_root(name):
    def call(msg, *args, **kwargs):
        if not root.handlers:
            basicConfig()
        getattr(root, name)(msg, *args, **kwargs)

    call.__name__ = name
    return call


debug, info, warning, error, exception, critical = map(
    _of_root, ("debug", "info", "warning", "error", "exception", "critical"))
warn, fatal = warning, critical


def log(level, msg, *args, **kwargs):
    if not root.handlers:
        basicConfig()
    root.log(level, msg, *args, **kwargs)


def shutdown():
    pass


def captureWarnings(capture):
    pass
