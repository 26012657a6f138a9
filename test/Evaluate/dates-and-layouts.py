# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/dates-and-layouts.out %t
# REQUIRES: ts-run
# `datetime`, `pprint` and `timeit`; the output is what Python prints.
from datetime import datetime, date, timedelta, time, timezone
import datetime as dt
from pprint import pprint, pformat
import timeit
d = datetime(2024, 2, 28, 13, 5, 9, 1500)
print(d, repr(d), d + timedelta(days=2, hours=11), d.isoformat(), d.strftime("%a %d %b %Y %I:%M:%S %p %j %f %y|%A|%B|%c|%x|%X|%F %T %%"))
print(f"{d:%Y%m%d-%H%M%S}", d.date(), d.time(), d.weekday(), d.timetuple if False else "")
print(timedelta(seconds=3725.5), timedelta(-1), repr(timedelta(1, 2, 3)), str(timedelta(days=3, seconds=5)), timedelta(hours=1) / 2, timedelta(hours=5) // timedelta(hours=2))
print(datetime(2024, 3, 1) - d, (datetime(2024, 3, 1) - d).total_seconds(), d < datetime(2025, 1, 1), d == d.replace(microsecond=1500))
print(datetime.strptime("2023-11-05 07:08:09", "%Y-%m-%d %H:%M:%S"), datetime.fromisoformat("2020-01-02T03:04:05"), date.fromisoformat("2020-02-29"))
print(date(2024, 1, 31).toordinal(), date.fromordinal(738000), date(2024, 12, 25) - date(2024, 2, 1), repr(date(2020, 1, 1)), date(2020,1,1).isoweekday())
print(datetime(2000, 1, 1, tzinfo=timezone.utc), datetime(2000, 1, 1, tzinfo=timezone.utc).timestamp(), timezone(timedelta(hours=-5)), repr(timezone.utc))
print(time(4, 5), repr(time(4, 5, 6)), datetime.combine(date(2020, 1, 1), time(3)), datetime.max, date.min)
print(datetime.fromtimestamp(86400.25, tz=timezone.utc), (datetime.now() - datetime.now()) < timedelta(1))
for f in (lambda: date(2023, 2, 29), lambda: datetime(2020, 1, 1, 25), lambda: datetime.strptime("x", "%Y"), lambda: date(1,1,1) - timedelta(5), lambda: datetime.strptime("2020 1", "%Y")):
    try:
        f()
    except (ValueError, OverflowError) as e:
        print(type(e).__name__, e)
print(sorted([date(2021,1,1), date(2020,5,5)]), {date(2020,1,1): 1}[date(2020,1,1)], isinstance(d, date), sum([timedelta(1), timedelta(2)], timedelta()))
cfg = {"model": {"name": "resnet", "layers": [64, 128, 256, 512], "options": {"dropout": 0.5, "act": "relu"}}, "b": (1,), "data": ["train"] * 14, "a": {3, 1, 2}, "long": "the quick brown fox jumps over the lazy dog " * 3}
pprint(cfg)
pprint(cfg, width=40, indent=2)
pprint(list(range(40)), compact=True)
pprint(cfg, depth=1)
print(pformat({"z": 1, "a": 2}), pformat({"z": 1, "a": 2}, sort_dicts=False), pformat("x" * 100), pformat([]))
pprint([[i] * 10 for i in range(4)], width=30)
from dataclasses import dataclass, field
@dataclass
class C:
    name: str = "abc" * 10
    items: list = field(default_factory=lambda: list(range(30)))
pprint(C())
print(timeit.timeit(lambda: None, number=3) >= 0, timeit.default_timer() > 0)
try:
    timeit.timeit("1 + 1")
except NotImplementedError as e:
    print(str(e).replace("timeit takes functions here: a program cannot run text as code", "no text is run"))
for d in (date(2021,1,3), date(2020,12,31), date(2024,2,29), date(2018,12,31), date(1,1,1), date(9999,12,31)):
    print(d.isocalendar(), d.isocalendar()[1], d.isocalendar().week, date.fromisocalendar(*d.isocalendar())==d, d.timetuple(), d.strftime("%G-%V %U %W %j %u"))
print(divmod(timedelta(hours=25), timedelta(hours=7)), timedelta.max, timedelta.min, timedelta.resolution)
t=datetime(2024,5,6,7,8,9,tzinfo=timezone(timedelta(hours=2)))
print(t.utcoffset(), t.tzname(), t.dst(), t.timetz(), t.timetuple(), t.utctimetuple().tm_hour, t.fold, t.astimezone(timezone.utc))
print(datetime.fromisoformat("2024-05-06T07:08:09+02:00"), datetime.fromisoformat("2024-05-06 07:08:09Z"), repr(datetime.fromisoformat("2024-05-06T07:08:09-05:30")), time.fromisoformat("04:05"), time(1,2).replace(minute=5), f"{time(3,4):%H.%M}")
for bad in (lambda: date.fromisocalendar(2021,54,1), lambda: date.fromisocalendar(2021,1,8), lambda: time.fromisoformat("x"), lambda: datetime.fromisoformat("2024-13-01")):
    try: bad()
    except ValueError as e: print(e)
