# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/source-texts.out %t
# REQUIRES: ts-run
# inspect gives the text of functions and classes. The output is Python's.
import inspect, functools
def deco(f):
    @functools.wraps(f)
    def w(*a): return f(*a)
    return w
class A:
    """Doc."""
    x = 1
    @deco
    @staticmethod
    def m(a,
          b):
        # inside
        return a

        # after
    # less
    def n(self): return 1

    class B:
        pass
    @property
    def p(self):
        return 3  # tail


# outside
def g(x):
    if x:
        return 1
    # end comment
  # odd
    return 2
    # trailing
y = [lambda x: x+1,
  2]
def one(x): return x

@deco
def h(x):

    def inner(y):
        return y
    return inner
print(inspect.getsource(A)); print(inspect.getsource(A.m)); print(inspect.getsource(A.n)); print(inspect.getsource(A.B)); print(inspect.getsource(A.p.fget))
print(inspect.getsource(g)); print(inspect.getsourcelines(g)); print(inspect.getsource(y[0])); print(inspect.getsource(one)); print(inspect.getsource(h)); print(inspect.getsource(h(1))); print(inspect.getsourcelines(A().n))
for bad in (len, 3, int, 'x'):
    try: inspect.getsource(bad)
    except Exception as e: print(type(e).__name__, e)
try:
    print(inspect.getsource(exec)) 
except TypeError as e: print(e)
print(inspect.getmodule(g).__name__, inspect.getcomments(g))
