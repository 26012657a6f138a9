"""unittest: cases with assertions, suites of them, and what became of each."""

import re as _re
import sys as _sys
import time as _time
import traceback as _traceback
import warnings as _warnings
from collections import namedtuple as _namedtuple


class SkipTest(Exception):
    pass


def skip(reason):
    def decorate(item):
        item.__unittest_skip__ = True
        item.__unittest_skip_why__ = reason
        return item

    return decorate


def skipIf(condition, reason):
    return skip(reason) if condition else lambda item: item


def skipUnless(condition, reason):
    return skipIf(not condition, reason)


def expectedFailure(item):
    item.__unittest_expecting_failure__ = True
    return item


class _Raises:
    """What a block has to raise, or to warn of."""

    def __init__(self, case, expected, pattern=None):
        self.case, self.expected, self.pattern = case, expected, pattern
        self.exception = None

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        if kind is None:
            names = self.expected if isinstance(self.expected, tuple) else (self.expected,)
            raise self.case.failureException(" or ".join(cls.__name__ for cls in names) + " not raised")
        if not issubclass(kind, self.expected):
            return False
        self.exception = value
        if self.pattern is not None and not _re.search(self.pattern, str(value)):
            raise self.case.failureException('"{}" does not match "{}"'.format(
                getattr(self.pattern, "pattern", self.pattern), value))
        return True


class _Warns(_Raises):
    def __enter__(self):
        self._catcher = _warnings.catch_warnings(record=True)
        self.warnings = self._catcher.__enter__()
        _warnings.simplefilter("always", self.expected)
        return self

    def __exit__(self, kind, value, traceback):
        self._catcher.__exit__(kind, value, traceback)
        if kind is not None:
            return False
        of_class = [w for w in self.warnings if issubclass(w.category, self.expected)]
        for warning in of_class:
            if self.pattern is None or _re.search(self.pattern, str(warning.message)):
                self.warning, self.filename, self.lineno = warning.message, warning.filename, warning.lineno
                return None
        names = self.expected if isinstance(self.expected, tuple) else (self.expected,)
        raise self.case.failureException('"{}" does not match "{}"'.format(
            getattr(self.pattern, "pattern", self.pattern), of_class[0].message) if of_class else
            " or ".join(cls.__name__ for cls in names) + " not triggered")


class _Logs:
    """What a block has to log, or not to."""

    def __init__(self, case, logger, level, wanted):
        import logging

        self.case, self.wanted = case, wanted
        self.logger = logger if isinstance(logger, logging.Logger) else logging.getLogger(logger)
        self.level = logging.INFO if level is None else logging.getLevelName(level) if isinstance(level, str) else level

    def __enter__(self):
        import logging

        found = _namedtuple("_LoggingWatcher", "records output")([], [])

        class Keep(logging.Handler):
            def emit(self, record):
                found.records.append(record)
                found.output.append(self.format(record))

        handler = Keep()
        handler.setLevel(self.level)
        handler.setFormatter(logging.Formatter("%(levelname)s:%(name)s:%(message)s"))
        self.before = self.logger.handlers, self.logger.level, self.logger.propagate
        self.logger.handlers, self.logger.propagate = [handler], False
        self.logger.setLevel(self.level)
        self.found = found
        return found if self.wanted else None

    def __exit__(self, kind, value, traceback):
        import logging

        self.logger.handlers, level, self.logger.propagate = self.before
        self.logger.setLevel(level)
        if kind is not None:
            return False
        name = logging.getLevelName(self.level)
        if self.wanted and not self.found.records:
            raise self.case.failureException(f"no logs of level {name} or higher triggered on {self.logger.name}")
        if not self.wanted and self.found.records:
            raise self.case.failureException(f"Unexpected logs found: {self.found.output!r}")


class _SubTest:
    def __init__(self, case, message, parameters):
        self.case = case
        self.text = " ".join(([] if message is None else ["[" + str(message) + "]"]) + (
            ["(" + ", ".join("{}={!r}".format(*item) for item in parameters.items()) + ")"] if parameters else []))

    def __enter__(self):
        pass

    def __exit__(self, kind, value, traceback):
        if kind is None or not issubclass(kind, Exception) or issubclass(kind, SkipTest):
            return False
        self.case._result._add(_Part(self.case, self.text), value)
        self.case._has_failed = True
        return True


class _Part:
    """A part of a test as it is told of."""

    def __init__(self, case, text):
        self.case, self.text = case, text
        self.failureException = case.failureException

    def id(self):
        return self.case.id() + " " + self.text

    def __str__(self):
        return str(self.case) + " " + self.text


class TestCase:
    failureException = AssertionError
    longMessage = True
    maxDiff = 640

    def __init__(self, methodName="runTest"):
        self._testMethodName = methodName
        self._cleanups = []

    def setUp(self):
        pass

    def tearDown(self):
        pass

    @classmethod
    def setUpClass(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        pass

    def id(self):
        return type(self).__module__ + "." + type(self).__qualname__ + "." + self._testMethodName

    def shortDescription(self):
        text = getattr(self, self._testMethodName).__doc__
        return text.strip().split("\n")[0].strip() if text else None

    def __str__(self):
        return "{} ({}.{})".format(self._testMethodName, type(self).__module__, type(self).__qualname__)

    def countTestCases(self):
        return 1

    def addCleanup(self, function, *args, **kwargs):
        self._cleanups.append((function, args, kwargs))

    def subTest(self, msg=None, **params):
        return _SubTest(self, msg, params)

    def skipTest(self, reason):
        raise SkipTest(reason)

    def run(self, result=None):
        result = TestResult() if result is None else result
        method = getattr(self, self._testMethodName)
        result.startTest(self)
        self._result, self._has_failed = result, False
        is_expected = getattr(method, "__unittest_expecting_failure__", False)
        for item in (method, type(self)):
            if getattr(item, "__unittest_skip__", False):
                result.addSkip(self, item.__unittest_skip_why__)
                result.stopTest(self)
                return result
        error = self._attempt(self._set_up_and_run)
        for function, args, kwargs in reversed(self._cleanups):
            error = self._attempt(lambda: function(*args, **kwargs)) or error
        if isinstance(error, SkipTest):
            result.addSkip(self, str(error))
        elif is_expected:
            if error is None:
                result.addUnexpectedSuccess(self)
            else:
                result.addExpectedFailure(self, error)
        elif error is not None:
            result._add(self, error)
        elif not self._has_failed:
            result.addSuccess(self)
        result.stopTest(self)
        return result

    __call__ = run

    def _attempt(self, function):
        try:
            function()
        except Exception as error:
            return error
        return None

    def _set_up_and_run(self):
        self.setUp()
        try:
            getattr(self, self._testMethodName)()
        finally:
            self.tearDown()

    # Assertions.

    def fail(self, msg=None):
        raise self.failureException(msg)

    def _require(self, holds, text, msg):
        if not holds:
            raise self.failureException(text if msg is None else text + " : " + str(msg))

    def assertTrue(self, expr, msg=None):
        self._require(expr, repr(expr) + " is not true", msg)

    def assertFalse(self, expr, msg=None):
        self._require(not expr, repr(expr) + " is not false", msg)

    def assertEqual(self, first, second, msg=None):
        self._require(first == second, "{!r} != {!r}".format(first, second), msg)

    assertListEqual = assertTupleEqual = assertDictEqual = assertSetEqual = assertMultiLineEqual = assertEqual
    assertSequenceEqual = assertEqual

    def assertNotEqual(self, first, second, msg=None):
        self._require(first != second, "{!r} == {!r}".format(first, second), msg)

    def assertIs(self, expr1, expr2, msg=None):
        self._require(expr1 is expr2, "{!r} is not {!r}".format(expr1, expr2), msg)

    def assertIsNot(self, expr1, expr2, msg=None):
        self._require(expr1 is not expr2, "unexpectedly identical: {!r}".format(expr1), msg)

    def assertIsNone(self, obj, msg=None):
        self._require(obj is None, "{!r} is not None".format(obj), msg)

    def assertIsNotNone(self, obj, msg=None):
        self._require(obj is not None, "unexpectedly None", msg)

    def assertIn(self, member, container, msg=None):
        self._require(member in container, "{!r} not found in {!r}".format(member, container), msg)

    def assertNotIn(self, member, container, msg=None):
        self._require(member not in container, "{!r} unexpectedly found in {!r}".format(member, container), msg)

    def assertIsInstance(self, obj, cls, msg=None):
        self._require(isinstance(obj, cls), "{!r} is not an instance of {!r}".format(obj, cls), msg)

    def assertNotIsInstance(self, obj, cls, msg=None):
        self._require(not isinstance(obj, cls), "{!r} is an instance of {!r}".format(obj, cls), msg)

    def assertLess(self, a, b, msg=None):
        self._require(a < b, "{!r} not less than {!r}".format(a, b), msg)

    def assertLessEqual(self, a, b, msg=None):
        self._require(a <= b, "{!r} not less than or equal to {!r}".format(a, b), msg)

    def assertGreater(self, a, b, msg=None):
        self._require(a > b, "{!r} not greater than {!r}".format(a, b), msg)

    def assertGreaterEqual(self, a, b, msg=None):
        self._require(a >= b, "{!r} not greater than or equal to {!r}".format(a, b), msg)

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        apart = abs(first - second)
        if delta is not None:
            self._require(apart <= delta, "{!r} != {!r} within {!r} delta ({!r} difference)".format(
                first, second, delta, apart), msg)
            return
        places = 7 if places is None else places
        self._require(first == second or round(apart, places) == 0, "{!r} != {!r} within {!r} places ({!r} difference)"
                      .format(first, second, places, apart), msg)

    def assertNotAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        apart = abs(first - second)
        is_far = apart > delta if delta is not None else first != second and round(apart, places or 7) != 0
        self._require(is_far, "{!r} == {!r} within {!r} places".format(first, second, places or 7), msg)

    def assertRegex(self, text, expected_regex, msg=None):
        self._require(_re.search(expected_regex, text), "Regex didn't match: {!r} not found in {!r}".format(
            getattr(expected_regex, "pattern", expected_regex), text), msg)

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        self._require(not _re.search(unexpected_regex, text), "Regex matched: {!r} in {!r}".format(
            getattr(unexpected_regex, "pattern", unexpected_regex), text), msg)

    def assertCountEqual(self, first, second, msg=None):
        rest = list(second)
        for item in first:
            self._require(item in rest, "Element counts were not equal: {!r}".format(item), msg)
            rest.remove(item)
        self._require(not rest, "Element counts were not equal: {!r}".format(rest), msg)

    def assertRaises(self, expected_exception, *args, **kwargs):
        return self._raises(_Raises(self, expected_exception), args, kwargs)

    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs):
        return self._raises(_Raises(self, expected_exception, expected_regex), args, kwargs)

    def assertWarns(self, expected_warning, *args, **kwargs):
        return self._raises(_Warns(self, expected_warning), args, kwargs)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **kwargs):
        return self._raises(_Warns(self, expected_warning, expected_regex), args, kwargs)

    def assertLogs(self, logger=None, level=None):
        return _Logs(self, logger, level, True)

    def assertNoLogs(self, logger=None, level=None):
        return _Logs(self, logger, level, False)

    def _raises(self, block, args, kwargs):
        if not args:
            return block
        with block:
            args[0](*args[1:], **kwargs)


class TestResult:
    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failures, self.errors, self.skipped = [], [], []
        self.expectedFailures, self.unexpectedSuccesses = [], []
        self.testsRun = 0
        self.shouldStop = False

    def startTest(self, test):
        self.testsRun += 1

    def stopTest(self, test):
        pass

    def _add(self, test, error):
        text = "".join(_traceback.format_exception(type(error), error, error.__traceback__))
        if isinstance(error, test.failureException):
            self.addFailure(test, text)
        else:
            self.addError(test, text)

    def addFailure(self, test, error):
        self.failures.append((test, error))

    def addError(self, test, error):
        self.errors.append((test, error))

    def addSuccess(self, test):
        pass

    def addSkip(self, test, reason):
        self.skipped.append((test, reason))

    def addExpectedFailure(self, test, error):
        self.expectedFailures.append((test, str(error)))

    def addUnexpectedSuccess(self, test):
        self.unexpectedSuccesses.append(test)

    def wasSuccessful(self):
        return not (self.failures or self.errors or self.unexpectedSuccesses)

    def stop(self):
        self.shouldStop = True

    def __repr__(self):
        return "<unittest.result.TestResult run={} errors={} failures={}>".format(
            self.testsRun, len(self.errors), len(self.failures))


class _TextResult(TestResult):
    """Tells of each test as it ends."""

    def __init__(self, stream, verbosity):
        TestResult.__init__(self)
        self.stream, self.verbosity = stream, verbosity

    def startTest(self, test):
        TestResult.startTest(self, test)
        if self.verbosity > 1:
            self.stream.write(str(test) + " ... ")

    def _tell(self, letter, word):
        if self.verbosity:
            self.stream.write(word + "\n" if self.verbosity > 1 else letter)

    def addSuccess(self, test):
        self._tell(".", "ok")

    def addFailure(self, test, error):
        TestResult.addFailure(self, test, error)
        self._tell("F", "FAIL")

    def addError(self, test, error):
        TestResult.addError(self, test, error)
        self._tell("E", "ERROR")

    def addSkip(self, test, reason):
        TestResult.addSkip(self, test, reason)
        self._tell("s", "skipped {!r}".format(reason))

    def addExpectedFailure(self, test, error):
        TestResult.addExpectedFailure(self, test, error)
        self._tell("x", "expected failure")

    def addUnexpectedSuccess(self, test):
        TestResult.addUnexpectedSuccess(self, test)
        self._tell("u", "unexpected success")


class TestSuite:
    def __init__(self, tests=()):
        self._tests = list(tests)

    def __iter__(self):
        return iter(self._tests)

    def addTest(self, test):
        self._tests.append(test)

    def addTests(self, tests):
        for test in tests:
            self.addTest(test)

    def countTestCases(self):
        return sum(test.countTestCases() for test in self._tests)

    def run(self, result):
        before = None
        for test in self._tests:
            if result.shouldStop:
                break
            cls = type(test)
            if isinstance(test, TestCase) and cls is not before:
                if before is not None:
                    before.tearDownClass()
                cls.setUpClass()
                before = cls
            test.run(result)
        if before is not None:
            before.tearDownClass()
        return result

    __call__ = run


class TestLoader:
    testMethodPrefix = "test"

    def getTestCaseNames(self, testCaseClass):
        return sorted(name for name in dir(testCaseClass)
                      if name.startswith(self.testMethodPrefix) and callable(getattr(testCaseClass, name)))

    def loadTestsFromTestCase(self, testCaseClass):
        return TestSuite([testCaseClass(name) for name in self.getTestCaseNames(testCaseClass)])

    def loadTestsFromModule(self, module):
        return TestSuite([self.loadTestsFromTestCase(value) for value in vars(module).values()
                          if isinstance(value, type) and issubclass(value, TestCase) and value is not TestCase])

    def loadTestsFromName(self, name, module=None):
        value = _sys.modules["__main__"] if module is None else module
        parts = name.split(".")
        for i, part in enumerate(parts):
            if isinstance(value, type) and issubclass(value, TestCase):
                return TestSuite([value(part)])
            value = getattr(value, part)
        return self.loadTestsFromTestCase(value)


defaultTestLoader = TestLoader()


class TextTestRunner:
    def __init__(self, stream=None, descriptions=True, verbosity=1, failfast=False, buffer=False, resultclass=None,
                 warnings=None):
        self.stream = _sys.stderr if stream is None else stream
        self.verbosity = verbosity

    def run(self, test):
        result = _TextResult(self.stream, self.verbosity)
        begin = _time.perf_counter()
        test.run(result)
        seconds = _time.perf_counter() - begin
        write = self.stream.write
        if self.verbosity:
            write("\n")
        for kind, found in (("ERROR", result.errors), ("FAIL", result.failures)):
            for case, text in found:
                write("=" * 70 + "\n" + kind + ": " + str(case) + "\n" + "-" * 70 + "\n" + text + "\n")
        write("-" * 70 + "\n")
        write("Ran {} test{} in {:.3f}s\n\n".format(result.testsRun, "" if result.testsRun == 1 else "s", seconds))
        counts = [("failures", result.failures), ("errors", result.errors), ("skipped", result.skipped),
                  ("expected failures", result.expectedFailures), ("unexpected successes", result.unexpectedSuccesses)]
        told = ", ".join("{}={}".format(name, len(found)) for name, found in counts if found)
        write(("OK" if result.wasSuccessful() else "FAILED") + (" (" + told + ")" if told else "") + "\n")
        return result


def main(module="__main__", defaultTest=None, argv=None, testRunner=None, testLoader=defaultTestLoader, exit=True,
         verbosity=1, failfast=None, catchbreak=None, buffer=None, warnings=None):
    """Runs the tests of a module, or those that the command line names."""
    module = _sys.modules[module] if isinstance(module, str) else module
    names = [name for name in (_sys.argv if argv is None else argv)[1:] if not name.startswith("-")]
    if "-v" in (_sys.argv if argv is None else argv):
        verbosity = 2
    suite = TestSuite([testLoader.loadTestsFromName(name, module) for name in names]) if names else \
        testLoader.loadTestsFromModule(module)
    runner = TextTestRunner(verbosity=verbosity) if testRunner is None else testRunner
    runner = runner() if isinstance(runner, type) else runner
    result = runner.run(suite)
    if exit:
        _sys.exit(not result.wasSuccessful())
    return result
