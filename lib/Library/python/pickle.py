"""Values as bytes (protocol 2), and back. Only classes are called by what is read, and functions that `_functions` names."""

import copy as _copy
import struct as _struct
import sys as _sys

# The instructions by name, as programs import them.
globals().update({
    "MARK": b'(', "EMPTY_TUPLE": b')', "STOP": b'.', "POP": b'0', "POP_MARK": b'1', "DUP": b'2', "BINBYTES":
    b'B', "SHORT_BINBYTES": b'C', "FLOAT": b'F', "BINFLOAT": b'G', "INT": b'I', "FALSE": b'I00\n', "TRUE":
    b'I01\n', "BININT": b'J', "BININT1": b'K', "LONG": b'L', "BININT2": b'M', "NONE": b'N', "PERSID": b'P',
    "BINPERSID": b'Q', "REDUCE": b'R', "STRING": b'S', "BINSTRING": b'T', "SHORT_BINSTRING": b'U', "UNICODE":
    b'V', "BINUNICODE": b'X', "EMPTY_LIST": b']', "APPEND": b'a', "BUILD": b'b', "GLOBAL": b'c', "DICT": b'd',
    "APPENDS": b'e', "GET": b'g', "BINGET": b'h', "INST": b'i', "LONG_BINGET": b'j', "LIST": b'l', "OBJ": b'o',
    "PUT": b'p', "BINPUT": b'q', "LONG_BINPUT": b'r', "SETITEM": b's', "TUPLE": b't', "SETITEMS": b'u',
    "EMPTY_DICT": b'}', "PROTO": b'\x80', "NEWOBJ": b'\x81', "EXT1": b'\x82', "EXT2": b'\x83', "EXT4": b'\x84',
    "TUPLE1": b'\x85', "TUPLE2": b'\x86', "TUPLE3": b'\x87', "NEWTRUE": b'\x88', "NEWFALSE": b'\x89', "LONG1":
    b'\x8a', "LONG4": b'\x8b', "SHORT_BINUNICODE": b'\x8c', "BINUNICODE8": b'\x8d', "BINBYTES8": b'\x8e',
    "EMPTY_SET": b'\x8f', "ADDITEMS": b'\x90', "FROZENSET": b'\x91', "NEWOBJ_EX": b'\x92', "STACK_GLOBAL":
    b'\x93', "MEMOIZE": b'\x94', "FRAME": b'\x95', "BYTEARRAY8": b'\x96', "NEXT_BUFFER": b'\x97',
    "READONLY_BUFFER": b'\x98'
})

HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 4


class PickleError(Exception):
    pass


class PicklingError(PickleError):
    pass


class UnpicklingError(PickleError):
    pass


for _class in (PickleError, PicklingError, UnpicklingError):
    _class.__module__ = "_pickle"


class Global:
    """What is written as a name of a module, be it there or not."""

    def __init__(self, module, name):
        self.module = module
        self.name = name


class Pickler:
    def __init__(self, file, protocol=None):
        self._file = file
        self._out = []
        self._memo = {}
        self._globals = {}
        self._alive = []

    def persistent_id(self, obj):
        return None

    def dump(self, obj):
        self._out = [b"\x80\x02"]
        self.save(obj)
        self._out.append(b".")
        self._file.write(b"".join(self._out))

    # Parts.

    def _remember(self, obj):
        number = len(self._memo) + len(self._globals)
        self._memo[id(obj)] = number
        self._alive.append(obj)
        self._put(number)

    def _put(self, number):
        self._out.append(b"q" + bytes([number]) if number < 256 else b"r" + _struct.pack("<I", number))

    def _get(self, number):
        self._out.append(b"h" + bytes([number]) if number < 256 else b"j" + _struct.pack("<I", number))

    def save(self, obj):
        identity = self.persistent_id(obj)
        if identity is not None:
            self.save(identity)
            self._out.append(b"Q")
            return
        out = self._out
        cls = type(obj)
        if obj is None:
            out.append(b"N")
        elif cls is bool:
            out.append(b"\x88" if obj else b"\x89")
        elif cls is int:
            self._int(obj)
        elif cls is float:
            out.append(b"G" + _struct.pack(">d", obj))
        elif id(obj) in self._memo:
            self._get(self._memo[id(obj)])
        elif cls is str:
            self._text(obj, obj)
        elif cls is bytes:
            self._reduce(Global("_codecs", "encode"), (obj.decode("latin-1"), "latin1"), obj)
        elif cls is tuple:
            self._tuple(obj)
        elif cls is list:
            out.append(b"]")
            self._remember(obj)
            self._items(obj)
        elif cls is dict:
            out.append(b"}")
            self._remember(obj)
            self._pairs(obj)
        elif cls is set or cls is frozenset:
            self._reduce(cls, (list(obj),), obj)
        elif cls is Global:
            self._global(obj.module, obj.name)
        elif isinstance(obj, type) or hasattr(obj, "__code__"):
            self._named(obj)
        else:
            self._instance(obj)

    def _text(self, text, obj):
        data = text.encode("utf-8")
        self._out.append(b"X" + _struct.pack("<I", len(data)) + data)
        self._remember(obj)

    def _int(self, value):
        if 0 <= value < 256:
            self._out.append(b"K" + bytes([value]))
        elif 0 <= value < 65536:
            self._out.append(b"M" + _struct.pack("<H", value))
        elif -(1 << 31) <= value < (1 << 31):
            self._out.append(b"J" + _struct.pack("<i", value))
        else:
            size = value.bit_length() // 8 + 1
            self._out.append(b"\x8a" + bytes([size]) + value.to_bytes(size, "little", signed=True))

    def _tuple(self, obj):
        codes = {0: b")", 1: b"\x85", 2: b"\x86", 3: b"\x87"}
        if len(obj) > 3:
            self._out.append(b"(")
        for item in obj:
            self.save(item)
        # A tuple that has itself as a part was written with it.
        if id(obj) in self._memo:
            self._out.append(b"0" * len(obj) if len(obj) <= 3 else b"1")
            self._get(self._memo[id(obj)])
            return
        self._out.append(codes.get(len(obj), b"t"))
        if obj:
            self._remember(obj)

    def _batches(self, parts, save, one, many):
        """The parts of a container: one alone, or up to 1000 at a time."""
        for start in range(0, len(parts), 1000):
            batch = parts[start : start + 1000]
            if len(batch) > 1:
                self._out.append(b"(")
            for part in batch:
                save(part)
            self._out.append(many if len(batch) > 1 else one)

    def _items(self, items):
        self._batches(list(items), self.save, b"a", b"e")

    def _pairs(self, pairs):
        self._batches(list(pairs.items()), self._pair, b"s", b"u")

    def _pair(self, pair):
        self.save(pair[0])
        self.save(pair[1])

    def _global(self, module, name):
        key = (module, name)
        if key in self._globals:
            self._get(self._globals[key])
            return
        self._out.append(b"c" + module.encode() + b"\n" + name.encode() + b"\n")
        number = len(self._memo) + len(self._globals)
        self._globals[key] = number
        self._put(number)

    def _named(self, obj):
        module = getattr(obj, "__module__", "__main__")
        name = getattr(obj, "__qualname__", obj.__name__)
        if "<" in name:
            raise AttributeError("Can't pickle local object '" + name + "'")
        self._global("__builtin__" if module == "builtins" else module, name)

    def _reduce(self, function, arguments, obj):
        self.save(function)
        self.save(arguments)
        self._out.append(b"R")
        self._remember(obj)

    def _instance(self, obj):
        cls = type(obj)
        torch = _sys.modules.get("torch")
        if torch is not None and isinstance(obj, (torch.Tensor, torch.dtype, torch.device, torch.Size)):
            import torch.serialization

            torch.serialization.write_plain(self, obj)
            return
        own = getattr(obj, "__reduce__", None) if "__reduce__" in _members(cls) else None
        if own is not None:
            parts = own()
            self._reduce(parts[0], parts[1], obj)
            rest = list(parts[2:]) + [None] * (5 - len(parts))
            if rest[1] is not None:
                self._items(rest[1])
            if rest[2] is not None:
                self._pairs(dict(rest[2]))
            self._state(rest[0])
            return
        import enum

        if isinstance(obj, enum.Enum):
            self._reduce(cls, (obj.value,), obj)
            return
        arguments = obj.__getnewargs__() if hasattr(obj, "__getnewargs__") else ()
        if isinstance(obj, tuple):
            arguments = tuple(obj) if hasattr(obj, "_fields") else (tuple(obj),)
        elif isinstance(obj, (int, float, str)):
            arguments = (cls.__mro__[-2](obj),)
        self.save(cls)
        self.save(arguments)
        self._out.append(b"R" if isinstance(obj, dict) else b"\x81")
        self._remember(obj)
        if isinstance(obj, list):
            self._items(obj)
        if isinstance(obj, dict):
            self._pairs(obj)
        if "__getstate__" in _members(cls):
            self._state(obj.__getstate__())
        else:
            self._state(_copy._plain_state(obj) or None)

    def _state(self, state):
        if state is not None:
            self.save(state)
            self._out.append(b"b")


def _members(cls):
    names = set()
    for base in cls.__mro__[:-1]:
        names.update(base.__dict__)
    return names


def _encode(text, encoding):
    return text.encode(encoding)


_functions = {("_codecs", "encode"): _encode}


class Unpickler:
    def __init__(self, file, **unused):
        self._data = file.read()
        self._at = 0

    def persistent_load(self, identity):
        raise UnpicklingError("A load persistent id instruction was encountered, but no persistent_load function was "
                              "specified.")

    def find_class(self, module, name):
        if (module, name) in _functions:
            return _functions[module, name]
        module = {"__builtin__": "builtins", "copy_reg": "copyreg"}.get(module, module)
        if module.partition(".")[0] == "torch":
            import torch.serialization

            found = torch.serialization.find_plain(module, name)
            if found is not None:
                return found
        if module not in _sys.modules:
            __import__(module)
        found = _sys.modules[module]
        for part in name.split("."):
            if not hasattr(found, part):
                raise AttributeError("Can't get attribute '" + name + "' on " + repr(_sys.modules[module]))
            found = getattr(found, part)
        if not isinstance(found, type):
            raise UnpicklingError("'" + module + "." + name + "' is no class: what is read calls nothing else")
        return found

    def _take(self, count):
        part = self._data[self._at : self._at + count]
        if len(part) != count:
            raise EOFError("Ran out of input")
        self._at += count
        return part

    def _line(self):
        end = self._data.find(b"\n", self._at)
        if end < 0:
            raise UnpicklingError("pickle data was truncated")
        part = self._data[self._at : end]
        self._at = end + 1
        return part.decode("utf-8")

    def _number(self, count, signed=False):
        return int.from_bytes(self._take(count), "little", signed=signed)

    def load(self):
        self._stack, self._marks, self._memo = [], [], {}
        while True:
            code = self._take(1)
            if code == b".":
                return self._pop()
            action = _actions.get(code)
            if action is None:
                raise UnpicklingError("invalid load key, '\\x" + code.hex() + "'.")
            action(self)

    def _push(self, value):
        self._stack.append(value)

    def _pop(self):
        if not self._stack:
            raise UnpicklingError("unexpected end of the stack")
        return self._stack.pop()

    def _pop_mark(self):
        if not self._marks:
            raise UnpicklingError("could not find MARK")
        items = self._stack
        self._stack = self._marks.pop()
        return items

    def _mark(self):
        self._marks.append(self._stack)
        self._stack = []

    def _global(self):
        module = self._line()
        self._push(self.find_class(module, self._line()))

    def _stack_global(self):
        name = self._pop()
        self._push(self.find_class(self._pop(), name))

    def _call(self):
        arguments = self._pop()
        self._push(self._pop()(*arguments))

    def _new(self):
        arguments = self._pop()
        cls = self._pop()
        self._push(cls.__new__(cls, *arguments))

    def _build(self):
        state = self._pop()
        made = self._stack[-1]
        _copy._set_state(made, state)

    def _append_all(self):
        items = self._pop_mark()
        self._stack[-1].extend(items)

    def _set_all(self):
        items = self._pop_mark()
        for i in range(0, len(items), 2):
            self._stack[-1][items[i]] = items[i + 1]

    def _set_one(self):
        value = self._pop()
        key = self._pop()
        self._stack[-1][key] = value

    def _tuple_of(self, count):
        items = [self._pop() for _ in range(count)]
        self._push(tuple(items[::-1]))

    def _recall(self, number):
        if number not in self._memo:
            raise UnpicklingError("Memo value not found at index " + str(number))
        self._push(self._memo[number])

    def _remember(self, number):
        self._memo[number] = self._stack[-1]


def _text(self, count):
    self._push(self._take(count).decode("utf-8"))


_actions = {
    b"\x80": lambda self: self._take(1),
    b"\x95": lambda self: self._take(8),
    b"N": lambda self: self._push(None),
    b"\x88": lambda self: self._push(True),
    b"\x89": lambda self: self._push(False),
    b"K": lambda self: self._push(self._number(1)),
    b"M": lambda self: self._push(self._number(2)),
    b"J": lambda self: self._push(self._number(4, True)),
    b"\x8a": lambda self: self._push(self._number(self._number(1), True)),
    b"G": lambda self: self._push(_struct.unpack(">d", self._take(8))[0]),
    b"X": lambda self: _text(self, self._number(4)),
    b"\x8c": lambda self: _text(self, self._number(1)),
    b"\x8d": lambda self: _text(self, self._number(8)),
    b"B": lambda self: self._push(self._take(self._number(4))),
    b"C": lambda self: self._push(self._take(self._number(1))),
    b"]": lambda self: self._push([]),
    b"}": lambda self: self._push({}),
    b")": lambda self: self._push(()),
    b"\x8f": lambda self: self._push(set()),
    b"(": lambda self: self._mark(),
    b"t": lambda self: self._push(tuple(self._pop_mark())),
    b"l": lambda self: self._push(self._pop_mark()),
    b"0": lambda self: self._pop(),
    b"1": lambda self: self._pop_mark(),
    b"\x85": lambda self: self._tuple_of(1),
    b"\x86": lambda self: self._tuple_of(2),
    b"\x87": lambda self: self._tuple_of(3),
    b"e": lambda self: self._append_all(),
    b"a": lambda self: self._stack[-2].append(self._pop()),
    b"u": lambda self: self._set_all(),
    b"s": lambda self: self._set_one(),
    b"\x90": lambda self: [self._stack[-1].add(item) for item in self._pop_mark()],
    b"c": lambda self: self._global(),
    b"\x93": lambda self: self._stack_global(),
    b"R": lambda self: self._call(),
    b"\x81": lambda self: self._new(),
    b"b": lambda self: self._build(),
    b"q": lambda self: self._remember(self._number(1)),
    b"r": lambda self: self._remember(self._number(4)),
    b"\x94": lambda self: self._remember(len(self._memo)),
    b"h": lambda self: self._recall(self._number(1)),
    b"j": lambda self: self._recall(self._number(4)),
    b"Q": lambda self: self._push(self.persistent_load(self._pop())),
}


def dump(obj, file, protocol=None, **unused):
    Pickler(file, protocol).dump(obj)


def dumps(obj, protocol=None, **unused):
    import io

    file = io.BytesIO()
    Pickler(file, protocol).dump(obj)
    return file.getvalue()


def load(file, **unused):
    return Unpickler(file).load()


def loads(data, **unused):
    import io

    return Unpickler(io.BytesIO(data)).load()
