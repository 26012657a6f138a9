"""Context managers."""

import functools as _functools


class ContextDecorator:
    def __call__(self, function):
        @_functools.wraps(function)
        def inner(*args, **keywords):
            with self._recreate():
                return function(*args, **keywords)

        return inner

    def _recreate(self):
        return self


class _GeneratorManager(ContextDecorator):
    def __init__(self, function, args, keywords):
        self._make = (function, args, keywords)
        self._generator = function(*args, **keywords)

    def _recreate(self):
        return self.__class__(*self._make)

    def __enter__(self):
        try:
            return next(self._generator)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, type, value, traceback):
        if type is None:
            try:
                next(self._generator)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        try:
            self._generator.throw(value)
        except StopIteration as stop:
            return stop is not value
        except RuntimeError as error:
            if error is value:
                return False
            if isinstance(value, StopIteration) and error.__cause__ is value:
                return False
            raise
        except BaseException as error:
            if error is not value:
                raise
            return False
        raise RuntimeError("generator didn't stop after throw()")


def contextmanager(function):
    @_functools.wraps(function)
    def make(*args, **keywords):
        return _GeneratorManager(function, args, keywords)

    return make


class AbstractContextManager:
    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        return None


class nullcontext(AbstractContextManager):
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result


class suppress(AbstractContextManager):
    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __exit__(self, type, value, traceback):
        return type is not None and issubclass(type, self._exceptions)


class closing(AbstractContextManager):
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, type, value, traceback):
        self.thing.close()


class redirect_stdout(AbstractContextManager):
    _stream = "stdout"

    def __init__(self, new_target):
        self._target = new_target
        self._old = []

    def __enter__(self):
        import sys

        self._old.append(getattr(sys, self._stream))
        setattr(sys, self._stream, self._target)
        return self._target

    def __exit__(self, type, value, traceback):
        import sys

        setattr(sys, self._stream, self._old.pop())


class redirect_stderr(redirect_stdout):
    _stream = "stderr"


class ExitStack(AbstractContextManager):
    def __init__(self):
        self._callbacks = []

    def enter_context(self, manager):
        result = type(manager).__enter__(manager)
        self._callbacks.append(lambda t, v, b: type(manager).__exit__(manager, t, v, b))
        return result

    def push(self, exit):
        if hasattr(exit, "__exit__"):
            self._callbacks.append(exit.__exit__)
        else:
            self._callbacks.append(exit)
        return exit

    def callback(self, function, /, *args, **keywords):
        def run(type, value, traceback):
            function(*args, **keywords)

        self._callbacks.append(run)
        return function

    def pop_all(self):
        other = type(self)()
        other._callbacks = self._callbacks
        self._callbacks = []
        return other

    def close(self):
        self.__exit__(None, None, None)

    def __exit__(self, kind, value, traceback):
        received = value is not None
        suppressed = False
        pending = None
        while self._callbacks:
            callback = self._callbacks.pop()
            try:
                if callback(type(value) if value is not None else None, value, None):
                    suppressed = True
                    pending = value = None
            except BaseException as error:
                pending = value = error
        if pending is not None:
            raise pending
        return received and suppressed
