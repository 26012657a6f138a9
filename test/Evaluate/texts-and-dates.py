# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/texts-and-dates.out %t
# REQUIRES: ts-run
# Words of command lines, calendars, differences of texts and files of options. The output is Python's.
import calendar
import configparser
import difflib
import io
import shlex

# Words of command lines.
for text in ["a b  c", "a 'b c' d", 'say "it\'s \\"so\\"" \\$x', "x='1 2' y", "'' a", "one # two", "tab\tnew\nline", 'a"b c"d']:
    print(shlex.split(text), shlex.split(text, comments=True))
    try:
        print(shlex.split(text, posix=False))
    except ValueError as e:
        print(e)
for text in ["'open", '"open', "end\\"]:
    try:
        print(shlex.split(text))
    except ValueError as e:
        print(e)
print(list(shlex.shlex("a = 'b c'; f(x-1) # end\nnext")), list(shlex.shlex("a&&b || c", punctuation_chars=True)))
words = shlex.shlex("one two\nthree", posix=True)
print(words.get_token(), words.get_token(), words.lineno, words.get_token(), words.get_token())
words.push_token("again")
print(words.get_token())
for text in ["plain", "", "with space", "it's", "a$b", "x=1,y:2/z@%+"]:
    print(shlex.quote(text))
print(shlex.join(["python", "a b.py", "--name=it's"]), shlex.split(shlex.join(["a b", "c'd", ""])))

# Months.
print(calendar.isleap(2000), calendar.isleap(1900), calendar.leapdays(1999, 2025), calendar.monthrange(2024, 2))
print(calendar.weekday(2026, 11, 29), calendar.day_name[calendar.weekday(2026, 11, 29)], list(calendar.month_abbr), len(calendar.day_abbr))
print(calendar.month(2024, 2))
calendar.prmonth(2026, 11, 4)
print(calendar.TextCalendar(6).formatmonth(2023, 10, 3, 1))
print(calendar.calendar(2023))
print(calendar.TextCalendar().formatyear(2025, m=4, c=2))
print(calendar.monthcalendar(2024, 9), calendar.Calendar(6).monthdays2calendar(2021, 2)[0])
print(list(calendar.Calendar().itermonthdates(2022, 12))[-1], list(calendar.Calendar(3).itermonthdays4(2022, 1))[:2])
print(len(calendar.Calendar().yeardayscalendar(2020)), calendar.timegm((2020, 2, 30, 1, 2, 3)), calendar.SUNDAY)
print(calendar.month_name[1:3], calendar.firstweekday(), list(calendar.Calendar(2).iterweekdays()))
for call in [lambda: calendar.monthrange(2020, 13), lambda: calendar.setfirstweekday(9)]:
    try:
        call()
    except ValueError as e:
        print(type(e).__name__, e)

# Differences.
old = "one two three four five six seven eight".split()
new = "one 2 three four fife six eight nine".split()
print("\n".join(difflib.unified_diff(old, new, "old", "new", lineterm="")))
print("\n".join(difflib.unified_diff(old, new, "old", "new", "yesterday", "today", n=0, lineterm="")))
print("\n".join(difflib.context_diff(old, new, "old", "new", lineterm="", n=1)))
a = ["The quick brown fox\n", "jumps over\n", "the lazy dog\n", "  indented line\n", "same\n"]
b = ["The quick browm fox\n", "leaps over\n", "the lazy dogs\n", "\tindented line here\n", "new\n", "same\n"]
delta = list(difflib.ndiff(a, b))
print("".join(delta))
print(list(difflib.restore(delta, 1)) == a, list(difflib.restore(delta, 2)) == b)
print("".join(difflib.Differ().compare(["abcd\n", "x\n", "x\n"], ["abce\n", "y\n", "x\n", "z\n"])))
matcher = difflib.SequenceMatcher(None, "private Thread currentThread;", "private volatile Thread currentThread;")
print(round(matcher.ratio(), 4), matcher.quick_ratio(), matcher.real_quick_ratio(), matcher.get_matching_blocks())
print(matcher.get_opcodes(), matcher.find_longest_match(2, 20, 4, 30))
print(difflib.SequenceMatcher(lambda c: c == " ", " abcd", "abcd abcd").find_longest_match(0, 5, 0, 9))
print(difflib.SequenceMatcher(None, "ab" * 150, "ba" * 120).ratio(), difflib.SequenceMatcher(None, "ab" * 150, "ba" * 120, autojunk=False).ratio())
print(difflib.SequenceMatcher(None, "", "").ratio(), list(difflib.unified_diff(old, old)))
print(difflib.get_close_matches("appel", ["ape", "apple", "peach", "puppy"]), difflib.get_close_matches("wheel", ["while", "heel", "well"], n=1, cutoff=0.5))
try:
    difflib.get_close_matches("a", ["b"], n=0)
except ValueError as e:
    print(e)

# Files of options.
text = """
; first
[DEFAULT]
base = /home
Level: 3

[paths]
data = %(base)s/data
model = %(data)s/model
percent = 5%%
list =
    one
    # skipped
    two

    three
[train]
lr = 0.1
epochs=10
shuffle = Yes
name = a : b = c
"""
parser = configparser.ConfigParser()
parser.read_string(text)
print(parser.sections(), parser.defaults(), parser.options("train"))
print(parser["paths"]["model"], parser.get("paths", "model", raw=True), repr(parser["paths"]["list"]), parser["paths"]["percent"])
print(parser.getfloat("train", "lr"), parser.getint("train", "epochs"), parser["train"].getboolean("shuffle"), parser["train"]["name"])
print(parser.getint("train", "none", fallback=7), parser["train"].get("none"), parser["train"].get("none", "x"), parser.has_option("train", "LR"))
print(parser.items("paths", raw=True), dict(parser["train"]), parser["train"], "train" in parser, "x" in parser, list(parser))
parser["new"] = {"a": 1, "B": "two"}
parser.set("new", "c", "3")
parser.add_section("empty")
out = io.StringIO()
parser.write(out)
print(out.getvalue())
print(parser.remove_option("new", "a"), parser.remove_section("empty"), parser.remove_section("empty"), dict(parser["new"]), len(parser))
for call in [lambda: parser.get("nowhere", "a"), lambda: parser.get("new", "zz"), lambda: parser["nowhere"], lambda: parser["new"]["zz"],
             lambda: parser.add_section("new"), lambda: parser.getint("train", "name"), lambda: parser.getboolean("train", "lr"),
             lambda: parser.set("new", "a", 1), lambda: parser.set("new", "a", "5%"),
             lambda: parser.read_string("a = 1"), lambda: parser.read_string("[s]\n= 1\n[t]"), lambda: parser.read_string("[s]\nb = 1\nb = 2"),
             lambda: parser.read_string("[s2]\n[s2]"), lambda: parser.read_string("[q]\nnovalue")]:
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
parser.read_dict({"loop": {"a": "%(b)s", "b": "%(a)s", "c": "%(d)s"}})
for option in "ac":
    try:
        print(parser.get("loop", option))
    except configparser.Error as e:
        print(type(e).__name__, e)
extended = configparser.ConfigParser(interpolation=configparser.ExtendedInterpolation(), allow_no_value=True, inline_comment_prefixes=("#",))
extended.read_string("[a]\nx = 1 # one\nflag\n[b]\ny = ${a:x}-${z}\nz = $$9\n")
print(extended["b"]["y"], extended["a"]["flag"], dict(extended["b"]), extended["a"]["x"])
plain = configparser.RawConfigParser(delimiters=("=",), converters={"list": lambda v: v.split(",")})
plain.optionxform = str
plain.read_string("[S]\nKey:a = %(x)s,2\n")
print(plain.items("S"), plain["S"].getlist("Key:a"), plain.getlist("S", "Key:a"))
raw = configparser.RawConfigParser()
raw.read_dict({"s": {"e": "%x", "f": "%(a"}})
loose = configparser.ConfigParser()
loose._sections = raw._sections
for option in "ef":
    try:
        print(loose.get("s", option))
    except configparser.Error as e:
        print(type(e).__name__, e)
