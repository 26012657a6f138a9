"""timeit: how long functions take."""

from time import perf_counter as default_timer

default_number, default_repeat = 1000000, 5


class Timer:
    def __init__(self, stmt="pass", setup="pass", timer=default_timer, globals=None):
        for code in (stmt, setup):
            if not callable(code) and code != "pass":
                raise NotImplementedError("timeit takes functions here: a program cannot run text as code")
        self._run, self._setup, self._timer = stmt, setup, timer

    def timeit(self, number=default_number):
        if callable(self._setup):
            self._setup()
        start = self._timer()
        for _ in range(number):
            if callable(self._run):
                self._run()
        return self._timer() - start

    def repeat(self, repeat=default_repeat, number=default_number):
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self):
        number = 1
        while True:
            taken = self.timeit(number)
            if taken >= 0.2:
                return number, taken
            number *= 10


def timeit(stmt="pass", setup="pass", timer=default_timer, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt="pass", setup="pass", timer=default_timer, repeat=default_repeat, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)
