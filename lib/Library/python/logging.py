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
    if not isinstance(level, str):
        raise TypeError("Level not an integer or a valid string: %r" % (level,))
    if level not in _levels:
        raise ValueError("Unknown level: %r" % (level,))
    return _levels[level]


def getLevelNamesMapping():
    return dict(_levels)


def _find_caller():
    """The place outside of this file from which a message comes."""
    up = 1
    place = _system.caller(up)
    own = place[0]
    while place is not None and place[0] == own:
        up += 1
        place = _system.caller(up)
    return place or ("(unknown file)", 0, "(unknown function)")


def _exception_of(exc_info):
    """What `exc_info` stands for: class, exception and traceback of one, or of the one that is handled."""
    if isinstance(exc_info, BaseException):
        return type(exc_info), exc_info, exc_info.__traceback__
    return exc_info if isinstance(exc_info, tuple) else _sys.exc_info()


class LogRecord:
    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None):
        self.name, self.levelno, self.levelname = name, level, getLevelName(level)
        self.msg = msg
        self.args = args[0] if args and len(args) == 1 and isinstance(args[0], dict) and args[0] else args
        self.exc_info, self.exc_text, self.stack_info = exc_info, None, sinfo
        self.created = _time.time()
        self.msecs = (self.created % 1) * 1000
        self.relativeCreated = (self.created - _started) * 1000
        self.pathname, self.lineno, self.funcName = pathname, lineno, func
        self.filename = _os.path.basename(self.pathname)
        self.module = _os.path.splitext(self.filename)[0]
        self.process, self.processName, self.thread, self.threadName = 0, "MainProcess", 0, "MainThread"

    def __repr__(self):
        return '<LogRecord: %s, %s, %s, %s, "%s">' % (self.name, self.levelno, self.pathname, self.lineno, self.msg)

    def getMessage(self):
        return str(self.msg) % self.args if self.args else str(self.msg)


def makeLogRecord(values):
    record = LogRecord(None, 0, "", 0, "", (), None)
    record.__dict__.update(values)
    return record


class Formatter:
    converter = _time.localtime
    default_time_format, default_msec_format = "%Y-%m-%d %H:%M:%S", "%s,%03d"

    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *, defaults=None):
        if style not in ("%", "{", "$"):
            raise ValueError("Style must be one of: %,{,$")
        self._fmt = fmt or {"%": "%(message)s", "{": "{message}", "$": "${message}"}[style]
        self.datefmt, self._style, self._defaults = datefmt, style, defaults

    def formatTime(self, record, datefmt=None):
        at = type(self).converter(record.created)
        if datefmt:
            return _time.strftime(datefmt, at)
        text = _time.strftime(self.default_time_format, at)
        return self.default_msec_format % (text, record.msecs) if self.default_msec_format else text

    def formatException(self, exc_info):
        import traceback

        return "".join(traceback.format_exception(*exc_info)).rstrip("\n")

    def formatStack(self, stack_info):
        return stack_info

    def usesTime(self):
        return "asctime" in self._fmt

    def formatMessage(self, record):
        values = {**self._defaults, **record.__dict__} if self._defaults else record.__dict__
        if self._style == "{":
            return self._fmt.format(**values)
        if self._style == "$":
            import string

            return string.Template(self._fmt).substitute(values)
        return self._fmt % values

    def format(self, record):
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        text = self.formatMessage(record)
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        for more in (record.exc_text, record.stack_info and self.formatStack(record.stack_info)):
            if more:
                text += ("" if text.endswith("\n") else "\n") + more
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
        if filter not in self.filters:
            self.filters.append(filter)

    def removeFilter(self, filter):
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        return all(f.filter(record) if hasattr(f, "filter") else f(record) for f in self.filters)


class Handler(_Filterer):
    def __init__(self, level=NOTSET):
        _Filterer.__init__(self)
        self.level, self.formatter, self.name = _level_of(level), None, None

    def get_name(self):
        return self.name

    def set_name(self, name):
        self.name = name

    # One thread at a time runs the program.
    def acquire(self):
        pass

    release = createLock = acquire

    def handleError(self, record):
        import traceback

        if raiseExceptions:
            _sys.stderr.write("--- Logging error ---\n" + traceback.format_exc())

    def setLevel(self, level):
        self.level = _level_of(level)

    def setFormatter(self, formatter):
        self.formatter = formatter

    def format(self, record):
        return (self.formatter or Formatter()).format(record)

    def handle(self, record):
        passes = self.filter(record)
        if passes:
            self.emit(record)
        return passes

    def __repr__(self):
        return "<%s (%s)>" % (type(self).__name__, getLevelName(self.level))

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
        try:
            self.stream.write(self.format(record) + self.terminator)
        except Exception:
            self.handleError(record)

    def flush(self):
        if hasattr(self.stream, "flush"):
            self.stream.flush()

    def setStream(self, stream):
        before, self.stream = self.stream, stream
        return before if before is not stream else None

    def __repr__(self):
        name = str(getattr(self.stream, "name", ""))
        return "<%s %s(%s)>" % (type(self).__name__, name + " " if name else "", getLevelName(self.level))


class NullHandler(Handler):
    def handle(self, record):
        pass

    emit = handle


class FileHandler(StreamHandler):
    def __init__(self, filename, mode="a", encoding=None, delay=False):
        StreamHandler.__init__(self, open(filename, mode))
        self.baseFilename = _os.path.abspath(_os.fspath(filename))

    def close(self):
        self.stream.close()


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

    def makeRecord(self, name, level, fn, lno, msg, args, exc_info, func=None, extra=None, sinfo=None):
        record = LogRecord(name, level, fn, lno, msg, args, exc_info, func, sinfo)
        for key in extra or ():
            if key in ("message", "asctime") or key in record.__dict__:
                raise KeyError("Attempt to overwrite %r in LogRecord" % key)
            record.__dict__[key] = extra[key]
        return record

    def findCaller(self, stack_info=False, stacklevel=1):
        return (*_find_caller(), None)

    def log(self, level, msg, *args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        if not isinstance(level, int):
            raise TypeError("level must be an integer")
        if self.isEnabledFor(level):
            exc_info = _exception_of(exc_info) if exc_info else None
            path, line, function = _find_caller()
            self.handle(self.makeRecord(self.name, level, path, line, msg, args, exc_info, function, extra))

    def handle(self, record):
        if not self.disabled and self.filter(record):
            self.callHandlers(record)

    def callHandlers(self, record):
        found, logger = False, self
        while logger is not None:
            for handler in logger.handlers:
                found = True
                if record.levelno >= handler.level:
                    handler.handle(record)
            logger = logger.parent if logger.propagate else None
        if not found and lastResort is not None and record.levelno >= lastResort.level:
            lastResort.handle(record)

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
        if self.isEnabledFor(level):
            msg, kwargs = self.process(msg, kwargs)
            self.logger.log(level, msg, *args, **kwargs)

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args, **kwargs)

    warn = warning

    def isEnabledFor(self, level):
        return self.logger.isEnabledFor(level)

    def setLevel(self, level):
        self.logger.setLevel(level)

    def getEffectiveLevel(self):
        return self.logger.getEffectiveLevel()

    def hasHandlers(self):
        return self.logger.hasHandlers()

    name = property(lambda self: self.logger.name)
    manager = property(lambda self: self.logger.manager)

    def __repr__(self):
        return "<%s %s (%s)>" % (type(self).__name__, self.name, getLevelName(self.getEffectiveLevel()))


class _LastResort(StreamHandler):
    """Of messages that no handler takes."""

    stream = property(lambda self: _sys.stderr, lambda self, stream: None)


_LastResort.__name__ = _LastResort.__qualname__ = "_StderrHandler"
lastResort = _LastResort()
lastResort.setLevel(WARNING)
raiseExceptions = True
_started = _time.time()


class Manager:
    def __init__(self, rootnode):
        self.root, self.loggerDict, self.loggerClass = rootnode, _loggers, None

    def getLogger(self, name):
        return getLogger(name)


def getLoggerClass():
    return _class[0]


def setLoggerClass(klass):
    _class[0] = klass


class _RootLogger(Logger):
    pass


_RootLogger.__name__ = _RootLogger.__qualname__ = "RootLogger"
root = _RootLogger("root", WARNING)
_loggers = {}
_class = [Logger]
Logger.root, Logger.manager = root, Manager(root)
_disabled = [NOTSET]


def getLogger(name=None):
    if not name or name == "root":
        return root
    if name not in _loggers:
        _loggers[name] = logger = _class[0](name)
        above = name.rpartition(".")[0]
        while above and above not in _loggers:
            above = above.rpartition(".")[0]
        logger.parent = _loggers[above] if above else root
        for other in _loggers.values():
            if other.name.startswith(name + ".") and len(other.parent.name if other.parent is not root else "") < len(name):
                other.parent = logger
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
