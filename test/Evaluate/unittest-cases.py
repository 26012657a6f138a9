# RUN: ts-run %s > %t 2>/dev/null
# RUN: diff %S/Outputs/unittest-cases.out %t
# REQUIRES: ts-run
# Cases of unittest, and what becomes of each.
# The output is what Python prints.
import io
import unittest

import torch


class TestThings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        print("class begins")

    @classmethod
    def tearDownClass(cls):
        print("class ends")

    def setUp(self):
        self.x = torch.ones(2)
        self.addCleanup(lambda: print("cleaned", end=" "))

    def tearDown(self):
        print("torn", end=" ")

    def test_equal(self):
        self.assertEqual(self.x.tolist(), [1.0, 1.0])
        self.assertTrue(torch.equal(self.x, self.x))
        self.assertAlmostEqual(0.1 + 0.2, 0.3)
        self.assertIn(1, [1, 2])
        self.assertIsInstance(self.x, torch.Tensor)
        self.assertRegex("abc", "b.")
        self.assertCountEqual([1, 2, 2], [2, 1, 2])
        with self.assertRaises(ValueError) as cm:
            int("x")
        print(cm.exception, end=" ")
        with self.assertRaisesRegex(RuntimeError, "size"):
            torch.ones(2) + torch.ones(3)

    def test_fails(self):
        self.assertEqual(1, 2, "numbers")

    def test_breaks(self):
        raise KeyError("k")

    def test_raises_nothing(self):
        with self.assertRaises(ValueError):
            pass

    @unittest.skip("not today")
    def test_skipped(self):
        print("never")

    @unittest.expectedFailure
    def test_expected(self):
        self.assertLess(2, 1)

    def test_parts(self):
        for i in range(3):
            with self.subTest(i=i):
                self.assertNotEqual(i, 1)


suite = unittest.defaultTestLoader.loadTestsFromTestCase(TestThings)
result = unittest.TestResult()
suite.run(result)
print(result.testsRun, result.wasSuccessful())
print(sorted(test.id().rpartition(".")[2] for test, _ in result.failures))
print([text.strip().splitlines()[-1] for test, text in result.failures + result.errors])
print(result.skipped[0][1], len(result.expectedFailures))
stream = io.StringIO()
result = unittest.TextTestRunner(stream=stream, verbosity=1).run(unittest.TestSuite([TestThings("test_equal")]))
print(stream.getvalue().splitlines()[-1], result.wasSuccessful())
try:
    unittest.main(argv=["x", "TestThings.test_fails"])
except SystemExit as e:
    print("exit", bool(e.code))
