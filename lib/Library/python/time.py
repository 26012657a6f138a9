"""Clocks, and times of the calendar; the local time is UTC."""

from _system import perf_counter, time

monotonic = perf_counter
process_time = thread_time = perf_counter
timezone = altzone = daylight = 0
tzname = ("UTC", "UTC")


def perf_counter_ns():
    return int(perf_counter() * 1e9)


def time_ns():
    return int(time() * 1e9)


monotonic_ns = perf_counter_ns
process_time_ns = thread_time_ns = perf_counter_ns


def sleep(seconds):
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    end = perf_counter() + seconds
    while perf_counter() < end:
        pass


class struct_time(tuple):
    _fields = ("tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst")

    def __getattr__(self, name):
        if name in struct_time._fields:
            return self[struct_time._fields.index(name)]
        raise AttributeError(f"'time.struct_time' object has no attribute {name!r}")

    def __repr__(self):
        return "time.struct_time(" + ", ".join(f"{n}={v!r}" for n, v in zip(self._fields, self)) + ")"


def gmtime(seconds=None):
    import datetime

    at = datetime.datetime.fromtimestamp(int(time() if seconds is None else seconds))
    first = datetime.date(at.year, 1, 1)
    return struct_time((at.year, at.month, at.day, at.hour, at.minute, at.second, at.weekday(),
                        at.toordinal() - first.toordinal() + 1, 0))


localtime = gmtime


def _moment(t):
    import datetime

    return datetime.datetime(*(gmtime() if t is None else t)[:6])


def strptime(string, format="%a %b %d %H:%M:%S %Y"):
    import datetime

    return datetime.datetime.strptime(string, format).timetuple()


def mktime(t):
    import datetime

    return (_moment(t) - datetime.datetime(1970, 1, 1)).total_seconds()


def strftime(format, t=None):
    return _moment(t).strftime(format)


def asctime(t=None):
    return _moment(t).ctime()


def ctime(seconds=None):
    return asctime(gmtime(seconds))
