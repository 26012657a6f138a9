"""Days of months and years."""
import datetime as _datetime

MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)
January = 1
February = 2
mdays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
EPOCH = 1970


class _Names:
    def __init__(self, names):
        self._names = names

    def __getitem__(self, index):
        return self._names[index]

    def __len__(self):
        return len(self._names)


day_name = _Names("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())
day_abbr = _Names([name[:3] for name in day_name])
month_name = _Names([""] + "January February March April May June July August September October November December".split())
month_abbr = _Names([name[:3] for name in month_name])


class IllegalMonthError(ValueError):
    def __init__(self, month):
        self.month = month

    def __str__(self):
        return f"bad month number {self.month!r}; must be 1-12"


class IllegalWeekdayError(ValueError):
    def __init__(self, weekday):
        self.weekday = weekday

    def __str__(self):
        return f"bad weekday number {self.weekday!r}; must be 0 (Monday) to 6 (Sunday)"


def isleap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _leaps(year):
    """How many there are before a year."""
    return (year - 1) // 4 - (year - 1) // 100 + (year - 1) // 400


def leapdays(y1, y2):
    return _leaps(y2) - _leaps(y1)


def weekday(year, month, day):
    if not 1 <= year <= 9999:
        year = 2000 + year % 400
    return _datetime.date(year, month, day).weekday()


def _days(year, month):
    return mdays[month] + (month == 2 and isleap(year))


def monthrange(year, month):
    if not 1 <= month <= 12:
        raise IllegalMonthError(month)
    return weekday(year, month, 1), _days(year, month)


def _rows(days):
    return [days[at:at + 7] for at in range(0, len(days), 7)]


class Calendar:
    def __init__(self, firstweekday=0):
        self.firstweekday = firstweekday

    @property
    def firstweekday(self):
        return self._firstweekday % 7

    @firstweekday.setter
    def firstweekday(self, firstweekday):
        self._firstweekday = firstweekday

    def getfirstweekday(self):
        return self.firstweekday

    def setfirstweekday(self, firstweekday):
        self.firstweekday = firstweekday

    def iterweekdays(self):
        for i in range(self.firstweekday, self.firstweekday + 7):
            yield i % 7

    def itermonthdays3(self, year, month):
        first, count = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        after = -(before + count) % 7
        y, m = (year, month - 1) if month > 1 else (year - 1, 12)
        length = _days(y, m)
        for day in range(length - before + 1, length + 1):
            yield y, m, day
        for day in range(1, count + 1):
            yield year, month, day
        y, m = (year, month + 1) if month < 12 else (year + 1, 1)
        for day in range(1, after + 1):
            yield y, m, day

    def itermonthdays4(self, year, month):
        for i, date in enumerate(self.itermonthdays3(year, month)):
            yield date + ((self.firstweekday + i) % 7,)

    def itermonthdates(self, year, month):
        for date in self.itermonthdays3(year, month):
            yield _datetime.date(*date)

    def itermonthdays(self, year, month):
        for _, m, day in self.itermonthdays3(year, month):
            yield day if m == month else 0

    def itermonthdays2(self, year, month):
        for i, day in enumerate(self.itermonthdays(year, month)):
            yield day, (self.firstweekday + i) % 7

    def monthdatescalendar(self, year, month):
        return _rows(list(self.itermonthdates(year, month)))

    def monthdays2calendar(self, year, month):
        return _rows(list(self.itermonthdays2(year, month)))

    def monthdayscalendar(self, year, month):
        return _rows(list(self.itermonthdays(year, month)))

    def _year(self, make, year, width):
        months = [make(year, month) for month in range(1, 13)]
        return [months[at:at + width] for at in range(0, 12, width)]

    def yeardatescalendar(self, year, width=3):
        return self._year(self.monthdatescalendar, year, width)

    def yeardays2calendar(self, year, width=3):
        return self._year(self.monthdays2calendar, year, width)

    def yeardayscalendar(self, year, width=3):
        return self._year(self.monthdayscalendar, year, width)


class TextCalendar(Calendar):
    def prweek(self, theweek, width):
        print(self.formatweek(theweek, width), end="")

    def formatday(self, day, weekday, width):
        return (f"{day:2}" if day else "").center(width)

    def formatweek(self, theweek, width):
        return " ".join(self.formatday(day, weekday, width) for day, weekday in theweek)

    def formatweekday(self, day, width):
        return (day_name if width >= 9 else day_abbr)[day][:width].center(width)

    def formatweekheader(self, width):
        return " ".join(self.formatweekday(day, width) for day in self.iterweekdays())

    def formatmonthname(self, theyear, themonth, width, withyear=True):
        return (f"{month_name[themonth]} {theyear!r}" if withyear else month_name[themonth]).center(width)

    def prmonth(self, theyear, themonth, w=0, l=0):
        print(self.formatmonth(theyear, themonth, w, l), end="")

    def formatmonth(self, theyear, themonth, w=0, l=0):
        w, l = max(2, w), max(1, l)
        lines = [self.formatmonthname(theyear, themonth, 7 * (w + 1) - 1), self.formatweekheader(w)]
        lines += [self.formatweek(week, w) for week in self.monthdays2calendar(theyear, themonth)]
        return "".join(line.rstrip() + "\n" * l for line in lines)

    def formatyear(self, theyear, w=2, l=1, c=6, m=3):
        w, l, c = max(2, w), max(1, l), max(2, c)
        width = 7 * (w + 1) - 1

        def line(cells):
            return formatstring(cells, width, c).rstrip()

        text = repr(theyear).center(width * m + c * (m - 1)).rstrip() + "\n" * l
        for at, row in enumerate(self.yeardays2calendar(theyear, m)):
            months = range(m * at + 1, min(m * (at + 1) + 1, 13))
            text += "\n" * l
            text += line([self.formatmonthname(theyear, month, width, False) for month in months]) + "\n" * l
            text += line([self.formatweekheader(w)] * len(months)) + "\n" * l
            for i in range(max(map(len, row))):
                weeks = [self.formatweek(weeks[i], w) if i < len(weeks) else "" for weeks in row]
                text += line(weeks) + "\n" * l
        return text

    def pryear(self, theyear, w=0, l=0, c=6, m=3):
        print(self.formatyear(theyear, w, l, c, m), end="")


def formatstring(cols, colwidth=20, spacing=6):
    return (" " * spacing).join(text.center(colwidth) for text in cols)


def format(cols, colwidth=20, spacing=6):
    print(formatstring(cols, colwidth, spacing))


c = TextCalendar()


def firstweekday():
    return c.firstweekday


def setfirstweekday(firstweekday):
    if not MONDAY <= firstweekday <= SUNDAY:
        raise IllegalWeekdayError(firstweekday)
    c.firstweekday = firstweekday


monthcalendar = c.monthdayscalendar
prweek, week, weekheader = c.prweek, c.formatweek, c.formatweekheader
prmonth, month = c.prmonth, c.formatmonth
calendar, prcal = c.formatyear, c.pryear


def timegm(tuple):
    year, month, day, hour, minute, second = tuple[:6]
    days = _datetime.date(year, month, 1).toordinal() - _datetime.date(EPOCH, 1, 1).toordinal() + day - 1
    return ((days * 24 + hour) * 60 + minute) * 60 + second
