"""datetime: dates, times and their differences, without time zones but UTC."""

import time as _time
from collections import namedtuple as _namedtuple

MINYEAR, MAXYEAR = 1, 9999
_days = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_weekdays = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_months = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
           "December")
_epoch = 719163


def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _length(year, month):
    return 29 if month == 2 and _is_leap(year) else _days[month - 1]


def _before(year):
    year -= 1
    return year * 365 + year // 4 - year // 100 + year // 400


def _split(ordinal):
    """Year, month and day of the day that is `ordinal`-th after the last of year 0."""
    if not 1 <= ordinal <= 3652059:
        raise OverflowError("date value out of range")
    year = ordinal * 400 // 146097 + 1
    while _before(year) >= ordinal:
        year -= 1
    rest, month = ordinal - _before(year), 1
    while rest > _length(year, month):
        rest -= _length(year, month)
        month += 1
    return year, month, rest


class timedelta:
    def __init__(self, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        whole = (days + weeks * 7) * 86400 + seconds + minutes * 60 + hours * 3600
        if isinstance(whole, int):
            total = whole * 1000000 + round(microseconds + milliseconds * 1000)
        else:
            total = round(whole * 1000000 + microseconds + milliseconds * 1000)
        self._set(total)

    def _set(self, total):
        self._total = total
        seconds, self.microseconds = divmod(total, 1000000)
        self.days, self.seconds = divmod(seconds, 86400)
        if abs(self.days) > 999999999:
            raise OverflowError("days={}; must have magnitude <= 999999999".format(self.days))
        return self

    def total_seconds(self):
        return self._total / 1000000

    def __add__(self, other):
        return _span(self._total + other._total) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        return _span(self._total - other._total) if isinstance(other, timedelta) else NotImplemented

    def __neg__(self):
        return _span(-self._total)

    def __pos__(self):
        return self

    def __abs__(self):
        return _span(abs(self._total))

    def __mul__(self, other):
        return _span(round(self._total * other)) if isinstance(other, (int, float)) else NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._total / other._total
        return _span(round(self._total / other)) if isinstance(other, (int, float)) else NotImplemented

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._total // other._total
        return _span(self._total // other) if isinstance(other, int) else NotImplemented

    def __divmod__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        return self // other, self % other

    def __mod__(self, other):
        return _span(self._total % other._total) if isinstance(other, timedelta) else NotImplemented

    def __eq__(self, other):
        return self._total == other._total if isinstance(other, timedelta) else NotImplemented

    def __lt__(self, other):
        return self._total < other._total if isinstance(other, timedelta) else NotImplemented

    def __le__(self, other):
        return self._total <= other._total if isinstance(other, timedelta) else NotImplemented

    def __hash__(self):
        return hash(self._total)

    def __bool__(self):
        return self._total != 0

    def __str__(self):
        minutes, seconds = divmod(self.seconds, 60)
        hours, minutes = divmod(minutes, 60)
        text = "{}:{:02d}:{:02d}".format(hours, minutes, seconds)
        if self.days:
            text = "{} day{}, {}".format(self.days, "" if abs(self.days) == 1 else "s", text)
        return text + (".{:06d}".format(self.microseconds) if self.microseconds else "")

    def __repr__(self):
        parts = [name + "=" + str(getattr(self, name)) for name in ("days", "seconds", "microseconds") if getattr(self, name)]
        return "datetime.timedelta(" + (", ".join(parts) or "0") + ")"


def _span(total):
    return timedelta()._set(total)


timedelta.resolution = timedelta(microseconds=1)
timedelta.min = timedelta(-999999999)
timedelta.max = timedelta(days=999999999, hours=23, minutes=59, seconds=59, microseconds=999999)


class timezone:
    def __init__(self, offset, name=None):
        self._offset, self._name = offset, name

    def utcoffset(self, moment):
        return self._offset

    def dst(self, moment):
        return None

    def tzname(self, moment):
        return self._name or ("UTC" + _offset(self._offset) if self._offset else "UTC")

    def __str__(self):
        return self.tzname(None)

    def __repr__(self):
        return "datetime.timezone.utc" if self is timezone.utc else "datetime.timezone({!r})".format(self._offset)

    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return hash(self._offset)


def _offset(span):
    minutes = abs(span)._total // 60000000
    return "{}{:02d}:{:02d}".format("-" if span._total < 0 else "+", minutes // 60, minutes % 60)


timezone.utc = timezone(timedelta(0))
UTC = timezone.utc


def _format(moment, pattern):
    def number(name):
        return getattr(moment, name, 0)

    hour, ordinal = number("hour"), moment.toordinal() if isinstance(moment, date) else 1
    zone = getattr(moment, "tzinfo", None)
    found, at = "", 0
    while at < len(pattern):
        c = pattern[at]
        at += 1
        if c != "%" or at == len(pattern):
            found += c
            continue
        c = pattern[at]
        at += 1
        if c == "Y":
            found += str(moment.year)
        elif c == "y":
            found += "{:02d}".format(moment.year % 100)
        elif c == "m":
            found += "{:02d}".format(moment.month)
        elif c == "d":
            found += "{:02d}".format(moment.day)
        elif c == "H":
            found += "{:02d}".format(hour)
        elif c == "I":
            found += "{:02d}".format((hour + 11) % 12 + 1)
        elif c == "p":
            found += "AM" if hour < 12 else "PM"
        elif c == "M":
            found += "{:02d}".format(number("minute"))
        elif c == "S":
            found += "{:02d}".format(number("second"))
        elif c == "f":
            found += "{:06d}".format(number("microsecond"))
        elif c == "j":
            found += "{:03d}".format(ordinal - _before(moment.year))
        elif c in "aA":
            found += _weekdays[moment.weekday()][:3 if c == "a" else None]
        elif c in "bBh":
            found += _months[moment.month - 1][:None if c == "B" else 3]
        elif c == "w":
            found += str(ordinal % 7)
        elif c in "GV":
            year, week, _ = moment.isocalendar()
            found += str(year) if c == "G" else "{:02d}".format(week)
        elif c in "UW":
            found += "{:02d}".format((ordinal - _before(moment.year) + 6 - (moment.weekday() + (c == "U")) % 7) // 7)
        elif c == "u":
            found += str(moment.weekday() + 1)
        elif c == "F":
            found += _format(moment, "%Y-%m-%d")
        elif c in "TX":
            found += _format(moment, "%H:%M:%S")
        elif c in "Dx":
            found += _format(moment, "%m/%d/%y")
        elif c == "c":
            found += _format(moment, "%a %b ") + "{:2d}".format(moment.day) + _format(moment, " %H:%M:%S %Y")
        elif c == "z":
            found += _offset(zone.utcoffset(moment)).replace(":", "") if zone else ""
        elif c == "Z":
            found += zone.tzname(moment) if zone else ""
        elif c == "%":
            found += "%"
        else:
            found += "%" + c
    return found


def _parse(text, pattern):
    """The fields that `pattern` finds in `text`."""
    names = {"Y": ("year", 4), "m": ("month", 2), "d": ("day", 2), "H": ("hour", 2), "M": ("minute", 2),
             "S": ("second", 2), "f": ("microsecond", 6), "y": ("year", 2), "I": ("hour", 2), "j": ("days", 3)}
    expanded = pattern.replace("%F", "%Y-%m-%d").replace("%T", "%H:%M:%S")
    fields, at, i, half = {}, 0, 0, None
    problem = ValueError("time data {!r} does not match format {!r}".format(text, pattern))
    while i < len(expanded):
        c = expanded[i]
        i += 1
        if c.isspace():
            while at < len(text) and text[at].isspace():
                at += 1
        elif c != "%":
            if text[at:at + 1] != c:
                raise problem
            at += 1
        else:
            c = expanded[i]
            i += 1
            if c in names:
                name, width = names[c]
                end = at
                while end < len(text) and end - at < width and text[end].isdigit():
                    end += 1
                if end == at:
                    raise problem
                value = int(text[at:end])
                if c == "f":
                    value *= 10 ** (6 - (end - at))
                if c == "y":
                    value += 1900 if value >= 69 else 2000
                fields[name], at = value, end
            elif c in "bB":
                for k, month in enumerate(_months):
                    word = month if c == "B" else month[:3]
                    if text[at:at + len(word)].lower() == word.lower():
                        fields["month"], at = k + 1, at + len(word)
                        break
                else:
                    raise problem
            elif c in "aA":
                for day in _weekdays:
                    word = day if c == "A" else day[:3]
                    if text[at:at + len(word)].lower() == word.lower():
                        at += len(word)
                        break
                else:
                    raise problem
            elif c == "p":
                half = text[at:at + 2].upper()
                if half not in ("AM", "PM"):
                    raise problem
                at += 2
            elif c == "%":
                if text[at:at + 1] != "%":
                    raise problem
                at += 1
            else:
                raise ValueError("'{}' is a bad directive in format '{}'".format(c, pattern))
    if at != len(text):
        raise ValueError("unconverted data remains: " + text[at:])
    if half is not None:
        fields["hour"] = fields.get("hour", 12) % 12 + (12 if half == "PM" else 0)
    return fields


class IsoCalendarDate(_namedtuple("IsoCalendarDate", "year week weekday")):
    def __repr__(self):
        return "datetime.IsoCalendarDate(year={}, week={}, weekday={})".format(*self)


def _first_week(year):
    """The ordinal of the Monday of the week with the year's first Thursday."""
    fourth = _before(year) + 4
    return fourth - (fourth + 6) % 7


def _time_tuple(moment, hour, minute, second, dst):
    return _time.struct_time((moment.year, moment.month, moment.day, hour, minute, second, moment.weekday(),
                              moment.toordinal() - _before(moment.year), dst))


class date:
    def __init__(self, year, month, day):
        if not MINYEAR <= year <= MAXYEAR:
            raise ValueError("year {} is out of range".format(year))
        if not 1 <= month <= 12:
            raise ValueError("month must be in 1..12")
        if not 1 <= day <= _length(year, month):
            raise ValueError("day is out of range for month")
        self.year, self.month, self.day = year, month, day

    @classmethod
    def today(cls):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromtimestamp(cls, timestamp):
        return cls.fromordinal(_epoch + int(timestamp // 86400))

    @classmethod
    def fromordinal(cls, ordinal):
        return cls(*_split(ordinal))

    @classmethod
    def fromisoformat(cls, text):
        try:
            return cls(**_parse(text, "%Y-%m-%d"))
        except (ValueError, TypeError):
            raise ValueError("Invalid isoformat string: {!r}".format(text)) from None

    def toordinal(self):
        days = sum(_length(self.year, month) for month in range(1, self.month))
        return _before(self.year) + days + self.day

    def timetuple(self):
        return _time_tuple(self, 0, 0, 0, -1)

    def isocalendar(self):
        year = self.year
        start = _first_week(year)
        if self.toordinal() < start:
            year -= 1
            start = _first_week(year)
        elif year < MAXYEAR and self.toordinal() >= _first_week(year + 1):
            year += 1
            start = _first_week(year)
        week, day = divmod(self.toordinal() - start, 7)
        return IsoCalendarDate(year, week + 1, day + 1)

    @classmethod
    def fromisocalendar(cls, year, week, day):
        if not MINYEAR <= year <= MAXYEAR:
            raise ValueError("Year is out of range: {}".format(year))
        weeks = 52 if year == MAXYEAR else (_first_week(year + 1) - _first_week(year)) // 7
        if not 1 <= week <= weeks:
            raise ValueError("Invalid week: {}".format(week))
        if not 1 <= day <= 7:
            raise ValueError("Invalid day: {} (range is [1, 7])".format(day))
        return cls.fromordinal(_first_week(year) + (week - 1) * 7 + day - 1)

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.weekday() + 1

    def replace(self, **fields):
        return type(self)(**{**self._fields(), **fields})

    def _fields(self):
        return {"year": self.year, "month": self.month, "day": self.day}

    def _key(self):
        return (self.year, self.month, self.day)

    def _comparable(self, other):
        return type(other) is type(self) or isinstance(other, date) and isinstance(other, datetime) == isinstance(self, datetime)

    def isoformat(self):
        return "{:04d}-{:02d}-{:02d}".format(self.year, self.month, self.day)

    def strftime(self, pattern):
        return _format(self, pattern)

    def __format__(self, pattern):
        return self.strftime(pattern) if pattern else str(self)

    def ctime(self):
        return _format(self, "%c")

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        return "datetime.date({}, {}, {})".format(self.year, self.month, self.day)

    def __eq__(self, other):
        return self._key() == other._key() if self._comparable(other) else NotImplemented

    def __lt__(self, other):
        return self._key() < other._key() if self._comparable(other) else NotImplemented

    def __le__(self, other):
        return self._key() <= other._key() if self._comparable(other) else NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __add__(self, other):
        return type(self).fromordinal(self.toordinal() + other.days) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + timedelta(-other.days)
        return timedelta(self.toordinal() - other.toordinal()) if isinstance(other, date) else NotImplemented


class _Zoned:
    """What a moment says about its zone, which has no summer time."""

    fold = 0

    def utcoffset(self):
        return self.tzinfo.utcoffset(self) if self.tzinfo else None

    def tzname(self):
        return self.tzinfo.tzname(self) if self.tzinfo else None

    def dst(self):
        return self.tzinfo.dst(self) if self.tzinfo else None


class time(_Zoned):
    def __init__(self, hour=0, minute=0, second=0, microsecond=0, tzinfo=None):
        _check(hour, minute, second, microsecond)
        self.hour, self.minute, self.second, self.microsecond, self.tzinfo = hour, minute, second, microsecond, tzinfo

    @classmethod
    def fromisoformat(cls, text):
        try:
            return datetime.fromisoformat("1900-01-01T" + text.removeprefix("T")).timetz()
        except ValueError:
            raise ValueError("Invalid isoformat string: {!r}".format(text)) from None

    def replace(self, **fields):
        return type(self)(**{"hour": self.hour, "minute": self.minute, "second": self.second,
                             "microsecond": self.microsecond, "tzinfo": self.tzinfo, **fields})

    def __format__(self, pattern):
        return self.strftime(pattern) if pattern else str(self)

    def isoformat(self, timespec="auto"):
        return _clock(self, timespec)

    def strftime(self, pattern):
        return _format(self, pattern)

    def _key(self):
        return (self.hour, self.minute, self.second, self.microsecond)

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        return "datetime.time(" + _arguments(self) + ")"

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, time) else NotImplemented

    def __lt__(self, other):
        return self._key() < other._key() if isinstance(other, time) else NotImplemented

    def __le__(self, other):
        return self._key() <= other._key() if isinstance(other, time) else NotImplemented

    def __hash__(self):
        return hash(self._key())


def _check(hour, minute, second, microsecond):
    for name, value, end in (("hour", hour, 23), ("minute", minute, 59), ("second", second, 59), ("microsecond", microsecond, 999999)):
        if not 0 <= value <= end:
            raise ValueError("{} must be in 0..{}".format(name, end))


def _arguments(moment):
    text = "{}, {}".format(moment.hour, moment.minute)
    if moment.second or moment.microsecond:
        text += ", " + str(moment.second)
    if moment.microsecond:
        text += ", " + str(moment.microsecond)
    return text + (", tzinfo={!r}".format(moment.tzinfo) if moment.tzinfo else "")


def _clock(moment, timespec):
    if timespec == "auto":
        timespec = "microseconds" if moment.microsecond else "seconds"
    patterns = {"hours": "%H", "minutes": "%H:%M", "seconds": "%H:%M:%S", "microseconds": "%H:%M:%S.%f", "milliseconds": "%H:%M:%S"}
    if timespec not in patterns:
        raise ValueError("Unknown timespec value")
    text = _format(moment, patterns[timespec])
    if timespec == "milliseconds":
        text += ".{:03d}".format(moment.microsecond // 1000)
    return text + (_offset(moment.tzinfo.utcoffset(moment)) if moment.tzinfo else "")


class datetime(date, _Zoned):
    def __init__(self, year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None):
        super().__init__(year, month, day)
        _check(hour, minute, second, microsecond)
        self.hour, self.minute, self.second, self.microsecond, self.tzinfo = hour, minute, second, microsecond, tzinfo

    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_time.time(), tz)

    @classmethod
    def utcnow(cls):
        return cls.fromtimestamp(_time.time())

    today = utcnow

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        return cls(1970, 1, 1, tzinfo=tz) + timedelta(seconds=timestamp) + (tz.utcoffset(None) if tz else timedelta(0))

    utcfromtimestamp = fromtimestamp

    @classmethod
    def fromordinal(cls, ordinal):
        return cls(*_split(ordinal))

    @classmethod
    def combine(cls, day, clock):
        return cls(day.year, day.month, day.day, clock.hour, clock.minute, clock.second, clock.microsecond, clock.tzinfo)

    @classmethod
    def strptime(cls, text, pattern):
        fields = _parse(text, pattern)
        days = fields.pop("days", None)
        made = cls(**{"year": 1900, "month": 1, "day": 1, **fields})
        return made if days is None else made + timedelta(days - 1)

    @classmethod
    def fromisoformat(cls, text):
        whole = text
        zone, at = None, max(text.rfind("+"), text.rfind("-"))
        if text.endswith("Z"):
            text, zone = text[:-1], timezone.utc
        elif at > 10 and text[at + 1:].replace(":", "").isdigit():
            clock = (text[at + 1:].replace(":", "") + "00")[:4]
            span = timedelta(hours=int(clock[:2]), minutes=int(clock[2:]))
            zone = timezone(-span if text[at] == "-" else span) if span else timezone.utc
            text = text[:at]
        for pattern in ("%Y-%m-%d", "%Y-%m-%d" + text[10:11] + "%H:%M", "%Y-%m-%d" + text[10:11] + "%H:%M:%S",
                        "%Y-%m-%d" + text[10:11] + "%H:%M:%S.%f"):
            try:
                fields = _parse(text, pattern)
            except ValueError:
                continue
            return cls(**fields, tzinfo=zone)
        raise ValueError("Invalid isoformat string: {!r}".format(whole))

    def date(self):
        return date(self.year, self.month, self.day)

    def time(self):
        return time(self.hour, self.minute, self.second, self.microsecond)

    def timetz(self):
        return time(self.hour, self.minute, self.second, self.microsecond, self.tzinfo)

    def timetuple(self):
        dst = self.dst()
        return _time_tuple(self, self.hour, self.minute, self.second, -1 if dst is None else int(bool(dst)))

    def utctimetuple(self):
        at = self.astimezone(timezone.utc) if self.tzinfo else self
        return _time_tuple(at, at.hour, at.minute, at.second, 0)

    def timestamp(self):
        return self._microseconds() / 1000000

    def _microseconds(self):
        """Since the epoch, in UTC."""
        seconds = (self.toordinal() - _epoch) * 86400 + self.hour * 3600 + self.minute * 60 + self.second
        return seconds * 1000000 + self.microsecond - (self.tzinfo.utcoffset(self)._total if self.tzinfo else 0)

    def astimezone(self, tz=UTC):
        return type(self)(1970, 1, 1, tzinfo=tz) + _span(self._microseconds()) + tz.utcoffset(self)

    def _fields(self):
        return {**super()._fields(), "hour": self.hour, "minute": self.minute, "second": self.second,
                "microsecond": self.microsecond, "tzinfo": self.tzinfo}

    def _key(self):
        return self._microseconds()

    def isoformat(self, sep="T", timespec="auto"):
        return super().isoformat() + sep + _clock(self, timespec)

    def __str__(self):
        return self.isoformat(" ")

    def __repr__(self):
        return "datetime.datetime({}, {}, {}, {})".format(self.year, self.month, self.day, _arguments(self))

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        clock = ((self.hour * 60 + self.minute) * 60 + self.second) * 1000000 + self.microsecond
        days, clock = divmod(clock + other._total, 86400000000)
        seconds, microsecond = divmod(clock, 1000000)
        year, month, day = _split(self.toordinal() + days)
        return type(self)(year, month, day, seconds // 3600, seconds // 60 % 60, seconds % 60, microsecond, self.tzinfo)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        return _span(self._microseconds() - other._microseconds()) if isinstance(other, datetime) else NotImplemented


timedelta.min, timedelta.max = timedelta(-999999999), timedelta(999999999, 86399, 999999)
timedelta.resolution = timedelta(microseconds=1)
date.min, date.max, date.resolution = date(1, 1, 1), date(9999, 12, 31), timedelta(1)
datetime.min, datetime.max = datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = time.resolution = timedelta(microseconds=1)
time.min, time.max = time(), time(23, 59, 59, 999999)
