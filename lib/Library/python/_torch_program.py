"""What a program leaves at its top level for those who compile it."""

import torch
from torch.jit import RecursiveScriptModule, ScriptFunction
from torch.nn import Module


def _plain(value):
    """A module without parts that are compiled already."""
    if isinstance(value, RecursiveScriptModule):
        return value._materialize()
    for name, part in value._modules.items():
        if isinstance(part, Module):
            plain = _plain(part)
            if plain is not part:
                value._modules[name] = plain
    return value


def _name_of(value, namespace):
    name = type(value).__name__
    name = getattr(value, "original_name", name).lower()
    return name + "_" if name in namespace else name


def _needs_arguments(cls):
    code = getattr(cls.__init__, "__code__", None)
    if code is None:
        return False
    defaults = cls.__init__.__defaults__ or ()
    keywords = cls.__init__.__kwdefaults__ or {}
    return code.co_argcount - 1 > len(defaults) or code.co_kwonlyargcount > len(keywords)


def collect(namespace, made=None):
    """Names with instances and functions, and what to say of the choice."""
    if made is not None:
        if isinstance(made, Module):
            return [(_name_of(made, namespace), _plain(made))], ""
        return [], "an object of class '" + type(made).__name__ + "' is no module"
    found = []
    for kinds in ((RecursiveScriptModule, ScriptFunction), Module):
        for name, value in namespace.items():
            if isinstance(value, kinds) and not any(value is other for _, other in found):
                found.append((name, value))
        if found:
            return [(name, _plain(value) if isinstance(value, Module) else value) for name, value in found], ""
    classes = [
        cls for cls in namespace.values()
        if isinstance(cls, type) and issubclass(cls, Module) and cls.__module__ == "__main__"
    ]
    if not classes:
        return [], "it makes no module and scripts no function"
    free = [cls for cls in classes if not _needs_arguments(cls)]
    if not free:
        return [], ("it makes no module, and the constructors of its classes need arguments: say how with "
                    "--instantiate='" + classes[-1].__name__ + "(...)'")
    cls = free[-1]
    value = cls()
    text = "no module is made here; this is " + cls.__name__ + "()"
    return [(_name_of(value, namespace), value)], text + " (--instantiate says another)"


def _number(value):
    return float(value) if isinstance(value, str) else complex(*value) if isinstance(value, list) else value


def _decode(data, namespace):
    """The value that a recorded argument stands for."""
    tag, value = data["t"], data.get("v")
    if tag == "None":
        return None
    if tag in ("bool", "int", "str"):
        return value
    if tag == "float":
        return float(value)
    if tag == "complex":
        return complex(*map(float, value))
    if tag in ("list", "tuple"):
        items = [_decode(item, namespace) for item in value]
        return items if tag == "list" else tuple(items)
    if tag == "dict":
        return {_decode(key, namespace): _decode(item, namespace) for key, item in value}
    if tag == "device":
        return torch.device(value)
    if tag == "dtype":
        return getattr(torch, value)
    if tag == "enum":
        return namespace[data["class"]][data["name"]]
    if tag == "namedtuple":
        return namespace[data["class"]](*[_decode(item, namespace) for _, item in data["fields"]])
    if tag == "tensor" and "data" in data:
        elements = [_number(element) for element in data["data"]]
        made = torch.tensor(elements, dtype=getattr(torch, data["dtype"])).reshape(data["shape"])
        return made.requires_grad_(data.get("requires_grad", False))
    raise NotImplementedError("a recorded argument of the form '" + tag + "' for a constructor")


def _restore(module, state, namespace):
    module.train(state.get("training", True))
    for kind in ("parameters", "buffers"):
        own = getattr(module, "_" + kind)
        for name, data in state.get(kind, []):
            if own.get(name) is not None:
                own[name].data = _decode(data, namespace).data
    for name, data in state.get("submodules", []):
        if data["t"] == "module":
            _restore(module._modules[name], data, namespace)


def construct(namespace, text):
    """The recorded instances of a JSON text, made as they were and with their recorded tensors."""
    import json

    found = []
    for record in json.loads(text):
        made = namespace[record["class"]](*[_decode(data, namespace) for data in record.get("args", [])])
        _restore(made, record["state"], namespace)
        found.append((record["name"], _plain(made)))
    return found


def load(made, names, tensors):
    made.load_state_dict(dict(zip(names, tensors)))
