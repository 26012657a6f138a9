# RUN: ts-run %s > %t 2>/dev/null
# RUN: diff %S/Outputs/logging-and-cases.out %t
# REQUIRES: ts-run
# Loggers, adapters and formatters, what tests say of logs and warnings, places of exceptions, subcommands; the output is Python's.
import logging, sys
print(repr(logging.StreamHandler(sys.stdout)), repr(logging.NullHandler()), logging.Handler(10))
h=logging.StreamHandler(sys.stdout); h.set_name("n"); print(h.name, h)
log=logging.getLogger("z"); log.addHandler(h); log.propagate=False; log.setLevel(10)
h.setFormatter(logging.Formatter("%(funcName)s %(lineno)d %(module)s %(levelname)s %(message)s"))
def f(): log.info("hi")
f()
class A:
    def m(self): log.warning("in m")
A().m()
log.info("top")
h.setFormatter(logging.Formatter("$levelname-$message", style="$")); f()
h.setFormatter(logging.Formatter("{levelname:>9}|{message}", style="{")); f()
class MyF(logging.Formatter):
    def formatException(self, ei): return "EXC " + ei[0].__name__
    def format(self, r): return "<" + super().format(r) + ">"
h.setFormatter(MyF())
try: int("q")
except ValueError as e:
    log.error("bad", exc_info=True); log.error("bad2", exc_info=e); log.exception("x"); log.error("e", exc_info=sys.exc_info())
class Ad(logging.LoggerAdapter):
    def process(self, msg, kw): return f"[{self.extra['id']}] {msg}", kw
a=Ad(log, {"id": 7}); a.info("x %d", 2); a.critical("c"); a.setLevel(30); a.info("no"); print(a.isEnabledFor(20), a.getEffectiveLevel(), a.hasHandlers(), a.name, a)
for bad in (lambda: log.setLevel("NOPE"), lambda: log.setLevel(2.5), lambda: logging.Formatter("%(x", style="?"), lambda: log.log("INFO", "x")):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
log.setLevel(10)
log.info("%s and %s", "a", "b"); log.info({"d": 1}); log.info("%(k)s", {"k": 5}); log.info("100%")
log.addFilter(lambda r: r.levelno > 20); log.info("drop"); log.warning("stay")
print([n for n in logging.root.manager.loggerDict], logging.getLevelNamesMapping()["INFO"] , logging.getLoggerClass().__name__, logging.lastResort)
class L(logging.Logger):
    def shout(self, m): self.info(m.upper())
logging.setLoggerClass(L); q=logging.getLogger("newer"); print(type(q).__name__); q.addHandler(h); q.setLevel(10); q.shout("ab")
rec=q.makeRecord("n", 20, "/a/f.py", 3, "m %s", (1,), None, "fn", {"u": 1}); print(rec.getMessage(), rec.filename, rec.pathname, rec.funcName, rec.u, rec); q.handle(rec)


import argparse
import io
import traceback
import unittest
import warnings


class Cases(unittest.TestCase):
    def test_logs(self):
        with self.assertLogs("tested", level="INFO") as found:
            logging.getLogger("tested").info("hello")
            logging.getLogger("tested").debug("not this")
        self.assertEqual(found.output, ["INFO:tested:hello"])
        with self.assertNoLogs("tested"):
            pass

    def test_no_logs(self):
        with self.assertLogs("tested"):
            pass

    def test_warns(self):
        with self.assertWarns(UserWarning) as found:
            warnings.warn("x")
        self.assertEqual(str(found.warning), "x")
        with self.assertWarnsRegex(DeprecationWarning, "old"):
            warnings.warn("old thing", DeprecationWarning)

    def test_warns_of_another(self):
        with self.assertWarnsRegex(UserWarning, "new"):
            warnings.warn("old")


outcome = unittest.TextTestRunner(stream=io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(Cases))
print(outcome.testsRun, len(outcome.errors), [text.splitlines()[-1] for _, text in outcome.failures])


def fail():
    raise ValueError("bad") from KeyError("k")


try:
    fail()
except ValueError as e:
    frames = traceback.extract_tb(e.__traceback__)
    print([(f.lineno > 0, f.name, f.line) for f in frames], len(traceback.format_list(frames)))
parser = argparse.ArgumentParser(prog="p")
parser.add_argument("--version", action="version", version="%(prog)s 1")
parser.add_argument("-v", action="count", default=0)
parser.add_argument("rest", nargs=argparse.REMAINDER)
print(parser.parse_args(["-vv", "c", "-x"]), parser.format_help())
try:
    parser.parse_args(["--version"])
except SystemExit as e:
    print(e.code)
