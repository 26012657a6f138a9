# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/decimal-numbers.out %t
# REQUIRES: ts-run
# decimal: arithmetic, roundings, formats and what is refused; modules by their names with importlib: the output is Python's.
import decimal, math
from decimal import Decimal as D, getcontext, localcontext, ROUND_HALF_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_HALF_DOWN
print(D("0.1") + D("0.2"), D(1) / D(3), D("10") / 4, D(2) / 3, D("1e3") * 2, D("1.10") + D("2.20"), D("-0.0"), D("1E+5"), D("0.0000001"), D("123456789012345678901234567890.5") + 0)
print(D("2.675").quantize(D("0.01"), ROUND_HALF_UP), [str(D("-2.5").quantize(D(1), r)) for r in (ROUND_HALF_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_HALF_DOWN)], D("1.005").quantize(D(".01")), D(5).quantize(D("0.00")))
print(D(7) // 2, D(-7) // 2, D(-7) % 3, divmod(D("7.5"), 2), D(2) ** 10, D(2) ** -2, D("1.1") ** 5, D(2).sqrt(), D("0.25").sqrt(), D(100).sqrt(), D("1.21") ** D("0.5"))
print(D(0.1), D.from_float(0.5), D((1, (1, 2, 3), -2)), D(3).as_tuple(), D("1.20").normalize(), D("1200").normalize(), float(D("1.5")), int(D("-3.7")), round(D("2.5")), round(D("2.675"), 2), abs(D("-3")), -D("2"), +D("1.23"))
print(D("1.0") == 1, D("1.5") == 1.5, D(1) < 2, D("0.1") < 0.1, hash(D("1.0")) == hash(1), hash(D("0.5")) == hash(0.5), sorted([D(3), D("1.5"), D(-2)]), max(D(1), D(2)), sum([D("0.1")] * 10), bool(D(0)), D(3) in (1, 3), {D("1.0"): "a"}[1])
print(f"{D('1234567.891'):,.2f}", f"{D('3.14159'):.2f}", f"{D('0.256'):.1%}", f"{D('12'):>8}|{D('12'):<6}|{D('12'):^7}|{D('-12'):08.2f}", f"{D('12345'):e}", f"{D('12345'):.2e}", f"{D('1.50')}", f"{D('5'):+}", f"{D('0.00001'):f}", str(D("NaN")), repr(D("-Infinity")), f"{D('2.5'):.0f}", f"{D('1E+3'):f}")
with localcontext() as ctx:
    ctx.prec = 5
    print(D(1) / 7, D("123456") + 0, D(2).sqrt(), D(1).exp())
print(D(1).exp(), D(2).ln(), D(100).log10(), D("0.5").exp(), D(10).ln(), D("2.5").log10())
print(getcontext().prec, getcontext().rounding, D("1.5").to_integral_value(), D("3.2").as_integer_ratio(), D("2.5").is_finite(), D("1.25").adjusted(), D("-1").is_signed(), math.floor(D("-1.5")), math.ceil(D("1.2")), D("1e-7") * 1, D("5").compare(D(3)), D(1).max(3))
for f in (lambda: D(1) / 0, lambda: D(0) / 0, lambda: D("abc"), lambda: D(-1).sqrt(), lambda: D(1) % 0, lambda: D("1e50").quantize(D("1")), lambda: D([1]), lambda: D("Infinity") - D("Infinity")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(isinstance(decimal.DivisionByZero(), ZeroDivisionError), issubclass(decimal.InvalidOperation, ArithmeticError), D("Infinity") > 1, D("NaN") == D("NaN"), D("inf") + 1, -D("inf"))
getcontext().prec = 10; print(D(22) / 7, D(1) / 3 * 3)
import importlib
m = importlib.import_module("math"); n = importlib.import_module("torch.nn.functional"); p = importlib.import_module(".parse", "json") if False else importlib.import_module(".abc", "collections")
print(m.pi, n.relu.__name__, p.Mapping.__name__)
for bad in (lambda: importlib.import_module("nothing.here"), lambda: importlib.import_module(".x"), lambda: importlib.import_module("..x", "a")):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
