"""Threads of a program with one: each runs to its end when it is started, so that output has one order.

What would wait for another thread forever raises."""


class _Lock:
    def __init__(self):
        self._held = 0

    _many = False

    def acquire(self, blocking=True, timeout=-1):
        if self._held and not self._many:
            if blocking and timeout < 0:
                raise RuntimeError("the lock is held, and threads run one after the other here: it would be waited for forever")
            return False
        self._held += 1
        return True

    def release(self):
        if not self._held:
            raise RuntimeError("release unlocked lock" if not self._many else "cannot release un-acquired lock")
        self._held -= 1

    def locked(self):
        return self._held > 0

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *error):
        self.release()


class _RLock(_Lock):
    _many = True


def Lock():
    return _Lock()


def RLock():
    return _RLock()


class Event:
    def __init__(self):
        self._set = False

    def is_set(self):
        return self._set

    def set(self):
        self._set = True

    def clear(self):
        self._set = False

    def wait(self, timeout=None):
        if not self._set and timeout is None:
            raise RuntimeError("the event is not set, and threads run one after the other here: it would be waited for forever")
        return self._set


class Condition:
    def __init__(self, lock=None):
        self._lock = lock or _RLock()
        self.acquire, self.release = self._lock.acquire, self._lock.release

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *error):
        self._lock.__exit__(*error)

    def wait(self, timeout=None):
        if timeout is None:
            raise RuntimeError("threads run one after the other here: nothing would notify this one")
        return False

    def wait_for(self, predicate, timeout=None):
        found = predicate()
        return found if found or timeout is not None else self.wait()

    def notify(self, n=1):
        pass

    def notify_all(self):
        pass


class Semaphore:
    def __init__(self, value=1):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._value = value

    def acquire(self, blocking=True, timeout=None):
        if not self._value:
            if blocking and timeout is None:
                raise RuntimeError("the semaphore is at 0, and threads run one after the other here: it would be waited for "
                                   "forever")
            return False
        self._value -= 1
        return True

    def release(self, n=1):
        self._value += n

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *error):
        self.release()


BoundedSemaphore = Semaphore


class local:
    pass


class Thread:
    _count = 0

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        if name is None:
            Thread._count += 1
            name = f"Thread-{Thread._count}" + (f" ({target.__name__})" if target is not None else "")
        self.name, self.daemon = name, bool(daemon)
        self._target, self._args, self._kwargs = target, args, kwargs or {}
        self._started = False
        self.ident = None

    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def start(self):
        global _current
        if self._started:
            raise RuntimeError("threads can only be started once")
        self._started = True
        self.ident = self.native_id = id(self)
        before, _current = _current, self
        try:
            self.run()
        except SystemExit:
            pass
        except BaseException:
            import sys
            import traceback

            sys.stderr.write(f"Exception in thread {self.name}:\n" + traceback.format_exc())
        finally:
            _current = before

    def join(self, timeout=None):
        if not self._started:
            raise RuntimeError("cannot join thread before it is started")

    def is_alive(self):
        return False

    def __repr__(self):
        return f"<{type(self).__name__}({self.name}, {'stopped' if self._started else 'initial'})>"


class _MainThread(Thread):
    def __init__(self):
        Thread.__init__(self, name="MainThread")
        self._started = True
        self.ident = self.native_id = 1

    def is_alive(self):
        return True


_current = _main = _MainThread()


def current_thread():
    return _current


def main_thread():
    return _main


def get_ident():
    return _current.ident


def active_count():
    return 1 if _current is _main else 2


def enumerate():
    return [_main] if _current is _main else [_main, _current]


class Timer(Thread):
    def __init__(self, interval, function, args=None, kwargs=None):
        raise RuntimeError("there are no timers: threads run one after the other here, when they are started")
