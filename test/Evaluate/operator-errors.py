# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/operator-errors.out %t
# REQUIRES: ts-run
# The texts of errors of operators and built-in functions.
def t(f):
    try: print("ok", f())
    except Exception as e: print(type(e).__name__, "|", e)
def plus(a, b): a += b
def times(a, b): a *= b
t(lambda: b"a" + "b"); t(lambda: "a" * "b"); t(lambda: [1] * "a"); t(lambda: print(sep=1)); t(lambda: print(end=[])); t(lambda: dict([1])); t(lambda: dict([(1, 2, 3)])); t(lambda: plus("a", 1)); t(lambda: plus((1,), 1)); t(lambda: plus([1], 1)); t(lambda: times("a", "b")); t(lambda: plus(b"a", 1)); t(lambda: "a" * 1.5); t(lambda: 1.5 * [1]); t(lambda: {}.update([1])); t(lambda: {}.update(["ab"])); t(lambda: plus(1, "a")); t(lambda: times(None, 2)); t(lambda: [1] + (1,)); t(lambda: (1,) + [1])

class M(type):
    def __dir__(cls): return ["meta"]
class A:
    x = 1
    def __dir__(self): return ["z", "b"]
class B(metaclass=M): pass
print([n for n in dir(A) if n[0] != "_"], dir(A()), dir(B), "__dir__" in dir(A))
