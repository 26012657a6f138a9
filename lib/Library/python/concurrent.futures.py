"""Executors of a program with one thread: a call runs when it is submitted."""

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"


class CancelledError(Exception):
    pass


TimeoutError = TimeoutError


class Future:
    def __init__(self):
        self._done, self._result, self._error, self._callbacks = False, None, None, []

    def done(self):
        return self._done

    def running(self):
        return not self._done

    def cancel(self):
        return False

    def cancelled(self):
        return False

    def _wait(self):
        if not self._done:
            raise RuntimeError("the future has no result, and calls run one after the other here: it would be waited for forever")

    def result(self, timeout=None):
        self._wait()
        if self._error is not None:
            raise self._error
        return self._result

    def exception(self, timeout=None):
        self._wait()
        return self._error

    def add_done_callback(self, fn):
        if self._done:
            fn(self)
        else:
            self._callbacks.append(fn)

    def _finish(self):
        self._done = True
        for callback in self._callbacks:
            callback(self)

    def set_result(self, result):
        self._result = result
        self._finish()

    def set_exception(self, exception):
        self._error = exception
        self._finish()


class Executor:
    def __init__(self, max_workers=None, *args, initializer=None, initargs=(), **kwargs):
        if max_workers is not None and max_workers <= 0:
            raise ValueError("max_workers must be greater than 0")
        self._open, self._initializer, self._initargs = True, initializer, initargs

    def submit(self, fn, /, *args, **kwargs):
        if not self._open:
            raise RuntimeError("cannot schedule new futures after shutdown")
        if self._initializer is not None:
            self._initializer(*self._initargs)
            self._initializer = None
        future = Future()
        try:
            result = fn(*args, **kwargs)
        except Exception as error:
            future.set_exception(error)
        else:
            future.set_result(result)
        return future

    def map(self, func, *iterables, timeout=None, chunksize=1):
        futures = [self.submit(func, *args) for args in zip(*iterables)]
        return (future.result() for future in futures)

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._open = False

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.shutdown()
        return False


class ThreadPoolExecutor(Executor):
    pass


class ProcessPoolExecutor(Executor):
    pass


def as_completed(fs, timeout=None):
    return iter(list(fs))


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    import collections

    return collections.namedtuple("DoneAndNotDoneFutures", "done not_done")(set(fs), set())
