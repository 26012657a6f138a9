"""The recorder of a trace: it is told of every operator of a run and writes the text of a method."""

import warnings as _warnings

import _torch
import torch
from _torch_trace_check import TracerWarning
from _torch_trace_values import Line, TracedFloat, TracedSize, arithmetic, as_recorded, fill, literal, make_traced, make_value, tokens_in

_largest_literal = 4096
# Of a module, which can have a constant as a member.
_largest_literal_of_module = 16
_numbers = (TracedSize, TracedFloat)
_indexing = ("index", "index_put", "index_put_")
_questions = ("requires_grad", "is_leaf", "stride", "storage_offset", "is_contiguous", "data_ptr")


_container = ("Encountering a {} at the output of the tracer might cause the trace to be incorrect, this is only valid if "
              "the container structure does not change based on the module's inputs. Consider using a constant container "
              "instead (e.g. for `list`, use a `tuple` instead. for `dict`, use a `NamedTuple` instead). If you absolutely "
              "need this and know the side effects, pass strict=False to trace() to allow this behavior.")


class Path:
    """A member of what is traced."""

    def __init__(self, owner, name):
        path = owner if isinstance(owner, str) else owner.text
        self.name = name
        self.text = path + "." + name if name.isidentifier() else "getattr({}, {!r})".format(path, name)


def _tensors_in(value):
    if isinstance(value, (torch.Tensor, *_numbers)):
        yield value
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _tensors_in(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _tensors_in(item)


class Recorder:
    def __init__(self, root=None, traces=None, parent=None):
        self.lines = []
        # Variables for members, by their paths, in the order in which they are used first.
        self.members = {}
        # What the parts of a module do, by their identities.
        self.traces = {} if traces is None else traces
        self.parent = parent
        # Values of the caller that a part uses, in the order in which it does.
        self.parameters = []
        self.known = {}
        self.alive = []
        self.environment = {}
        self.constants = {}
        self.root = root
        if root is not None:
            self.add_members(root, "self")

    # Values and their names.

    def add_members(self, module, path):
        for name, value in [*module._parameters.items(), *module._buffers.items()]:
            if value is not None and id(value) not in self.known:
                self.bind(value, Path(path, name))
        for name, value in module.__dict__.items():
            if isinstance(value, torch._C.ScriptObject):
                self.bind(value, Path(path, name))
        for name, part in module._modules.items():
            if part is not None:
                place = Path(path, name)
                self.known.setdefault(id(part), place)
                self.alive.append(part)
                self.add_members(part, place)

    def bind(self, thing, value):
        self.known[id(thing)] = value
        self.alive.append(thing)

    def add_input(self, thing, name):
        """An input of the whole, or what is in it."""
        if isinstance(thing, torch.Tensor):
            value = make_value(text=name)
            value.name = name if name.isidentifier() else None
            self.bind(thing, value)
        elif isinstance(thing, (tuple, list)):
            for i, item in enumerate(thing):
                self.add_input(item, name + "[" + str(i) + "]")
        elif isinstance(thing, dict):
            for key, item in thing.items():
                self.add_input(item, name + "[" + repr(key) + "]")

    def text_of(self, place):
        """The variable of a member."""
        if place.text not in self.members:
            self.members[place.text] = ("_m" + str(len(self.members)), place)
        return self.members[place.text][0]

    def member_lines(self):
        """Members are read at the beginning, those that are used last first."""
        return [variable + " = " + place.text for variable, place in reversed(list(self.members.values()))]

    def constant(self, tensor):
        if self.root is not None and tensor.numel() > _largest_literal_of_module:
            name = "_constant" + str(len(self.constants))
            self.constants[name] = tensor.detach()
            self.bind(tensor, Path("self", name))
        elif tensor.numel() > _largest_literal:
            raise RuntimeError("torch.jit.trace: a tensor of " + str(tensor.numel()) +
                               " elements that is no input of the function; trace a module that has it")
        else:
            self.add_line([tensor], "torch.tensor({}, dtype={})".format(literal(tensor.tolist()), tensor.dtype._code))
        return self.known[id(tensor)]

    def is_computed(self, thing):
        """Whether a tensor is no constant of those who call."""
        return id(thing) in self.known or self.parent is not None and self.parent.is_computed(thing)

    def value_of(self, thing):
        known = self.known.get(id(thing))
        if known is None and self.parent is not None and self.parent.is_computed(thing):
            known = make_value(origin=self.parent.value_of(thing))
            self.parameters.append(known)
            self.bind(thing, known)
        elif known is None:
            known = self.constant(thing) if isinstance(thing, torch.Tensor) else make_value(text=int.__repr__(thing))
        if isinstance(known, Path):
            return make_value(text=self.text_of(known))
        return known

    def use(self, thing):
        """The token of a value, which gets the name of the variable that it is used by."""
        value = self.value_of(thing)
        root = value.root()
        if root.name is None and root.text is None:
            name = _torch.local_name(thing)
            root.name = name if name and name != "self" else None
        return value.token

    def spell(self, thing, is_tensor=False):
        if isinstance(thing, (torch.Tensor, torch._C.ScriptObject)):
            return self.use(thing)
        if isinstance(thing, _numbers):
            return self.use(thing) if is_tensor else self.number_of(thing)
        if isinstance(thing, (list, tuple)):
            return "[" + ", ".join(self.spell(item) for item in thing) + "]"
        return literal(thing)

    def number_of(self, size):
        """A size as a number; PyTorch puts this right behind what computes the size."""
        token = self.use(size)
        value = self.known.get(id(size))
        made = make_value()
        line = Line([made], ("float(" if isinstance(size, TracedFloat) else "int(") + token + ")")
        at = self.lines.index(value.line) + 1 if value is not None and value.line in self.lines else 0
        self.lines.insert(at, line)
        return made.token

    # What the operators tell.

    def add_line(self, results, text, is_kept=False):
        """A line whose results are these objects."""
        made = [make_value() for _ in results]
        self.lines.append(Line(made, text, is_kept))
        for thing, value in zip(results, made):
            self.bind(thing, value)

    def add_results(self, result, text, is_kept=False):
        """A line whose result has tensors in it, or is one."""
        if isinstance(result, torch.Tensor):
            self.add_line([result], text, is_kept)
            return
        if isinstance(result, (tuple, list)) and result:
            self.unpack(result, text, is_kept)
            return
        whole = make_value()
        self.lines.append(Line([whole], text, is_kept))
        self.add_parts(result, whole.token)

    def unpack(self, items, text, is_kept=False):
        """A line that has the items of a sequence as its results, and what they have in them behind it."""
        made = [make_value() for _ in items]
        line = Line(made, text, is_kept)
        line.is_unpacked = True
        self.lines.append(line)
        for item, value in zip(items, made):
            if isinstance(item, torch.Tensor):
                self.bind(item, value)
            else:
                self.add_parts(item, value.token)

    def add_parts(self, result, text):
        if isinstance(result, torch.Tensor):
            self.bind(result, make_value(text=text))
        elif isinstance(result, (tuple, list)) and result:
            self.unpack(result, text)
        elif isinstance(result, dict):
            for key, item in result.items():
                self.add_parts(item, text + "[" + repr(key) + "]")

    def call(self, name, args, kwargs, result):
        _torch.recorder = None
        try:
            self.record(name, args, kwargs, result)
        finally:
            _torch.recorder = self

    def record(self, name, args, kwargs, result):
        space, _, short = name.partition("::")
        if short in _questions or space == "prim":
            return
        if space == "aten":
            short, args, kwargs = as_recorded(short, args, kwargs, result)
        is_tensor = short in arithmetic
        parts = [self.spell(value, is_tensor) for value in args]
        if short == "arange":
            parts = ["torch.ops.aten.ScalarImplicit(" + self.use(value) + ")" if isinstance(value, _numbers) else part
                     for value, part in zip(args, parts)] + parts[len(args):]
        if short in _indexing:
            parts[1] = "torch.jit.annotate(List[Optional[Tensor]], " + parts[1] + ")"
        parts += [key + "=" + self.spell(value) for key, value in kwargs.items()]
        text = "torch.ops." + space + "." + short + "(" + ", ".join(parts) + ")"
        changes = (short.endswith("_") and not short.endswith("__")) or "out" in kwargs or short == "__setitem__"
        if result is None:
            self.lines.append(Line([], text, True))
        elif isinstance(result, (tuple, list)) and result and all(isinstance(r, torch.Tensor) for r in result):
            self.add_line(list(result), text, changes)
        else:
            self.add_results(result, text, changes)

    def compute(self, number, operator, operands):
        """Arithmetic of sizes."""
        is_tensor_first = isinstance(operands[0], _numbers)
        parts = [self.spell(operand, True) if isinstance(operand, _numbers) or is_tensor_first else
                 "torch.tensor(" + literal(operand) + ")" for operand in operands]
        made = make_value()
        self.lines.append(Line([made], "torch.ops.aten.{}({})".format(operator, ", ".join(parts))))
        size = make_traced(number, self, made)
        self.bind(size, made)
        return size

    def mix(self, compute, operator, operands):
        """Arithmetic of a size and a tensor, in this order."""
        before = _torch.recorder
        _torch.recorder = None
        try:
            result = compute(*(each if isinstance(each, torch.Tensor) else each.bare for each in operands))
        finally:
            _torch.recorder = before
        if before is not None:
            before.call("aten::" + operator, operands, {}, result)
        return result

    def note_conversion(self, kind):
        """A size that the program makes a number: its conversion is fixed."""
        if _torch.recorder is self:
            torch._note_conversion(f"Converting a tensor to a Python {kind}" + torch._baked, stacklevel=4)

    def made(self, tensor):
        """A tensor that `torch.tensor` made: a constant that is copied."""
        _torch.recorder = None
        try:
            source, moved = tensor.clone(), tensor.clone()
            self.constant(source)
            self.add_line([moved], "torch.ops.aten.to({}, torch.device(\"cpu\"), {})".format(
                self.use(source), tensor.dtype._code))
            self.add_line([tensor], "torch.ops.aten.detach({})".format(self.use(moved)))
        finally:
            _torch.recorder = self

    def count(self, tensor, number):
        """The number of elements, as sizes()."""
        if not self.is_computed(tensor) or isinstance(self.known.get(id(tensor)), Path):
            return number
        value = make_value()
        self.lines.append(Line([value], "torch.ops.prim.NumToTensor(torch.ops.aten.numel({}))".format(self.use(tensor))))
        made = TracedSize(number, self, value)
        self.bind(made, value)
        return made

    def size(self, tensor, dim):
        """One size, by the number it is asked for with; None where the sizes themselves say it."""
        if not isinstance(dim, int) or not 0 > dim >= -tensor.ndim:
            return None
        if not self.is_computed(tensor) or isinstance(self.known.get(id(tensor)), Path):
            return None
        token, value = self.use(tensor), make_value()
        self.lines.append(Line([value], "torch.ops.prim.NumToTensor(torch.ops.aten.size({}, {}))".format(token, dim)))
        import _torch

        _torch.recorder = None
        number = int(tensor.shape[dim])
        _torch.recorder = self
        made = TracedSize(number, self, value)
        self.bind(made, value)
        return made

    def sizes(self, tensor, sizes):
        """The sizes of a tensor as numbers that the function computes; None for what is no result of it."""
        if not self.is_computed(tensor) or isinstance(self.known.get(id(tensor)), Path):
            return None
        token, made = self.use(tensor), []
        for i, number in enumerate(sizes):
            value = make_value()
            self.lines.append(Line([value], "torch.ops.prim.NumToTensor(torch.ops.aten.size({}, {}))".format(token, i)))
            made.append(TracedSize(number, self, value))
            self.bind(made[-1], value)
        return tuple(made)

    def function(self, function, args, kwargs, result):
        for name, known in self.environment.items():
            if known is function:
                break
        else:
            name = "f" + str(len(self.environment))
            self.environment[name] = function
        self.record_call(name, args, kwargs, result)

    def record_call(self, callee, args, kwargs, result):
        parts = [self.spell(value) for value in args]
        parts += [key + "=" + self.spell(value) for key, value in kwargs.items()]
        self.add_results(result, "{}({})".format(callee, ", ".join(parts)), True)

    def spell_module(self, module):
        known = self.known.get(id(module))
        if known is None:
            raise RuntimeError("torch.jit.trace: a compiled module is called that is no part of the traced one")
        return self.text_of(known)

    def enter(self, module, args, kwargs):
        """Calls a part of what is traced: a method of its own, whose parameters are the values it uses."""
        place = self.known.get(id(module))
        if not isinstance(place, Path):
            return module.forward(*args, **kwargs)
        inner = type(self)(module, self.traces, self)
        _torch.recorder = inner
        try:
            result = module.forward(*args, **kwargs)
        finally:
            _torch.recorder = self
        results = []
        for thing in _tensors_in(result):
            value = inner.known.get(id(thing))
            # What it gives back as it was is no result.
            if isinstance(value, Path):
                value = make_value(text=inner.text_of(value))
            elif value is None or value in inner.parameters:
                continue
            made = make_value(origin=value, is_result=True)
            self.bind(thing, made)
            results.append(made)
        inner.module, inner.place = module, place
        self.text_of(place)
        self.lines.append(Line(results, "", inner.has_effects(), inner))
        return result

    def has_effects(self):
        return any(line.is_kept for line in self.lines)

    # The text of what was told.

    def needed(self, texts):
        """The lines that compute what these texts name, and those that change something."""
        used, kept = set(), []

        def note(text):
            for value in tokens_in(text):
                if value.token not in used:
                    used.add(value.token)
                    if value.text is not None:
                        note(value.text)

        for text in texts:
            note(text)
        for line in reversed(self.lines):
            results = [value for value in line.results if value.token in used]
            # A call of a part stays, as in PyTorch, where it has no result that is used, too.
            if not results and not line.is_kept and line.call is None:
                continue
            if line.call is not None:
                line.results = results
                line.text = self.finish_call(line.call, results)
            note(line.text)
            kept.append(line)
        self.lines = kept[::-1]
        return used

    def finish_call(self, inner, results):
        """The text of a call of a part, whose method is made for the results that are used.

        What the part was given stays its parameter, where it takes it for nothing that is needed, too."""
        inner.outputs = [value.origin.token for value in results]
        inner.needed(inner.outputs)
        known = self.traces.setdefault(id(inner.module), [])
        known.append(inner)
        arguments = ", ".join(value.origin.token for value in inner.parameters)
        return "\x04{}\x04{}".format(self.text_of(inner.place), arguments)

    def show(self, given, method):
        """Parameters and lines, as texts; parts get their methods, too."""
        taken = set(given)

        def choose(value, name):
            text, i = name, 0
            while text in taken:
                text, i = name + str(i), i + 1
            taken.add(text)
            value.shown = text

        for i, value in enumerate(self.parameters):
            choose(value, value.known_name() or "argument_" + str(i + 1))
        count = 0
        lines = []
        for line in self.lines:
            for value in line.results:
                name = value.known_name()
                if name is None:
                    count += 1
                choose(value, name or "_" + str(count))
            text = line.text
            if line.call is not None:
                _, place, arguments = text.split("\x04")
                name = line.call.method_name()
                text = place + ("" if name == "forward" else "." + name) + "(" + arguments + ")"
            results = ", ".join(value.shown for value in line.results)
            if line.is_unpacked and len(line.results) == 1:
                results += ","
            lines.append((results + " = " if results else "") + fill(text))
        return lines

    def method_name(self):
        calls = [inner for inner in self.traces[id(self.module)][::-1]]
        at = [i for i, inner in enumerate(calls) if inner is self][0]
        return "forward" + (str(at) if at else "")

    def output(self, value, is_strict):
        if isinstance(value, (torch.Tensor, *_numbers)):
            return self.use(value)
        if isinstance(value, tuple):
            return "(" + "".join(self.output(item, is_strict) + ", " for item in value) + ")"
        if isinstance(value, dict) and is_strict:
            raise RuntimeError(_container.format("dict"))
        if isinstance(value, list):
            if is_strict:
                _warnings.warn(_container.format("list"), TracerWarning, stacklevel=6)
            return "[" + ", ".join(self.output(item, is_strict) for item in value) + "]"
        if isinstance(value, dict):
            items = [repr(key) + ": " + self.output(item, is_strict) for key, item in value.items()]
            return "{" + ", ".join(items) + "}"
        raise RuntimeError("Only tensors, lists, tuples of tensors, or dictionary of tensors can be output from traced "
                           "functions")
