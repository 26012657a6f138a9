"""Values that are there later: tasks of a program run at once, so that only a program sets one later."""


class Future:
    def __init__(self, *, devices=None):
        self._done, self._value, self._error, self._callbacks = False, None, None, []

    def done(self):
        return self._done

    def wait(self):
        if not self._done:
            raise RuntimeError("the future has no value, and tasks run one after the other here: it would be waited for forever")
        if self._error is not None:
            raise self._error
        return self._value

    def value(self):
        if not self._done:
            raise RuntimeError("the future is not completed: it has no value")
        return self.wait()

    def _when_done(self, callback):
        if self._done:
            callback()
        else:
            self._callbacks.append(callback)

    def then(self, callback):
        if not callable(callback):
            raise TypeError("then(): incompatible function arguments: a callback is a function of the future, not "
                            f"{callback!r}")
        following = Future()

        def run():
            try:
                made = callback(self)
            except Exception as error:
                following._complete(None, RuntimeError(
                    f"Got the following error when running the callback: {type(error).__name__}: {error}"))
            else:
                following._complete(made, None)

        self._when_done(run)
        return following

    def add_done_callback(self, callback):
        def run():
            try:
                callback(self)
            except Exception as error:
                import sys

                sys.stderr.write(f"Got the following error when running the callback: {type(error).__name__}: {error}\n")

        self._when_done(run)

    def _complete(self, value, error):
        if self._done:
            raise RuntimeError("Attempting to mark a completed Future as complete again. Note that a Future can only be marked "
                               "completed once.")
        self._done, self._value, self._error = True, value, error
        callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            callback()

    def set_result(self, result):
        self._complete(result, None)

    def set_exception(self, result):
        assert isinstance(result, Exception), f"{result} is of type {type(result)}, not an Exception."
        self._complete(None, result)

    def __class_getitem__(cls, item):
        return cls

    def __repr__(self):
        return f"<torch.jit.Future object at {hex(id(self))}>"


Future.__module__ = "torch.jit"


def _completed(value):
    future = Future()
    future.set_result(value)
    return future


def collect_all(futures):
    whole = Future()
    left = [len(futures)]

    def run():
        left[0] -= 1
        if left[0] == 0:
            error = next((future._error for future in futures if future._error is not None), None)
            whole._complete(None if error else list(futures), error)

    for future in futures:
        future._when_done(run)
    if not futures:
        whole.set_result([])
    return whole


def wait_all(futures):
    return [future.wait() for future in collect_all(futures).wait()]
