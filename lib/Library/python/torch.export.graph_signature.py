"""torch.export.graph_signature: what the inputs and results of an exported program are."""

from dataclasses import dataclass as _dataclass
from enum import Enum as _Enum
from typing import Optional as _Optional


@_dataclass
class TensorArgument:
    name: str


@_dataclass
class TokenArgument:
    name: str


@_dataclass
class SymIntArgument:
    name: str


@_dataclass
class SymFloatArgument:
    name: str


@_dataclass
class SymBoolArgument:
    name: str


@_dataclass
class CustomObjArgument:
    name: str
    class_fqn: str
    fake_val: object = None


@_dataclass
class ConstantArgument:
    name: str
    value: object


class InputKind(_Enum):
    USER_INPUT = 1
    PARAMETER = 2
    BUFFER = 3
    CONSTANT_TENSOR = 4
    CUSTOM_OBJ = 5
    TOKEN = 6


class OutputKind(_Enum):
    USER_OUTPUT = 1
    LOSS_OUTPUT = 2
    BUFFER_MUTATION = 3
    GRADIENT_TO_PARAMETER = 4
    GRADIENT_TO_USER_INPUT = 5
    USER_INPUT_MUTATION = 6
    TOKEN = 7


@_dataclass
class InputSpec:
    kind: InputKind
    arg: object
    target: _Optional[str]
    persistent: _Optional[bool] = None

    def __post_init__(self):
        if self.kind == InputKind.BUFFER:
            assert self.persistent is not None, "Failed to specify persistent flag on BUFFER."


@_dataclass
class OutputSpec:
    kind: OutputKind
    arg: object
    target: _Optional[str]


@_dataclass
class ExportBackwardSignature:
    gradients_to_parameters: dict
    gradients_to_user_inputs: dict
    loss_output: str


def _name_or_value(arg):
    return arg.value if isinstance(arg, ConstantArgument) else arg.name


@_dataclass
class ExportGraphSignature:
    input_specs: list
    output_specs: list

    def _targets(self, kind, persistent=None):
        return tuple(s.target for s in self.input_specs
                     if s.kind == kind and (persistent is None or s.persistent is persistent))

    def _to_targets(self, kind):
        return {s.arg.name: s.target for s in self.input_specs if s.kind == kind}

    def _mutated(self, kind):
        return {s.arg.name: s.target for s in self.output_specs if s.kind == kind}

    @property
    def parameters(self):
        return self._targets(InputKind.PARAMETER)

    @property
    def buffers(self):
        return self._targets(InputKind.BUFFER)

    @property
    def non_persistent_buffers(self):
        return self._targets(InputKind.BUFFER, False)

    @property
    def lifted_tensor_constants(self):
        return self._targets(InputKind.CONSTANT_TENSOR)

    @property
    def lifted_custom_objs(self):
        return self._targets(InputKind.CUSTOM_OBJ)

    @property
    def user_inputs(self):
        return tuple(_name_or_value(s.arg) for s in self.input_specs if s.kind == InputKind.USER_INPUT)

    @property
    def user_outputs(self):
        return tuple(_name_or_value(s.arg) for s in self.output_specs
                     if s.kind in (OutputKind.USER_OUTPUT, OutputKind.LOSS_OUTPUT))

    @property
    def inputs_to_parameters(self):
        return self._to_targets(InputKind.PARAMETER)

    @property
    def inputs_to_buffers(self):
        return self._to_targets(InputKind.BUFFER)

    @property
    def inputs_to_lifted_tensor_constants(self):
        return self._to_targets(InputKind.CONSTANT_TENSOR)

    @property
    def buffers_to_mutate(self):
        return self._mutated(OutputKind.BUFFER_MUTATION)

    @property
    def user_inputs_to_mutate(self):
        return self._mutated(OutputKind.USER_INPUT_MUTATION)

    @property
    def input_tokens(self):
        return [s.arg.name for s in self.input_specs if s.kind == InputKind.TOKEN]

    @property
    def output_tokens(self):
        return [s.arg.name for s in self.output_specs if s.kind == OutputKind.TOKEN]

    @property
    def backward_signature(self):
        return None

    @property
    def assertion_dep_token(self):
        return None


_KINDS = {"user_input": InputKind.USER_INPUT, "parameter": InputKind.PARAMETER, "buffer": InputKind.BUFFER,
          "tensor_constant": InputKind.CONSTANT_TENSOR, "custom_obj": InputKind.CUSTOM_OBJ, "token": InputKind.TOKEN,
          "constant_input": InputKind.USER_INPUT}
_RESULTS = {"user_output": OutputKind.USER_OUTPUT, "loss_output": OutputKind.LOSS_OUTPUT,
            "buffer_mutation": OutputKind.BUFFER_MUTATION, "user_input_mutation": OutputKind.USER_INPUT_MUTATION,
            "gradient_to_parameter": OutputKind.GRADIENT_TO_PARAMETER,
            "gradient_to_user_input": OutputKind.GRADIENT_TO_USER_INPUT, "token": OutputKind.TOKEN}
_SYMBOLS = {"as_sym_int": SymIntArgument, "as_sym_float": SymFloatArgument, "as_sym_bool": SymBoolArgument}


def _argument(value, name=""):
    """An argument as files say it."""
    if "name" in value:
        return TensorArgument(value["name"])
    for tag, item in value.items():
        if tag == "as_tensor":
            return TensorArgument(item["name"])
        if tag in _SYMBOLS:
            if "as_name" in item:
                return _SYMBOLS[tag](item["as_name"])
            return ConstantArgument(name, next(iter(item.values())))
        if tag == "as_custom_obj":
            return CustomObjArgument(item["name"], item["class_fqn"])
        return ConstantArgument(name, None if tag == "as_none" else item)
    return ConstantArgument(name, None)


def _input_spec(spec):
    for tag, item in spec.items():
        target = item.get(tag + "_name", item.get("custom_obj_name"))
        persistent = item.get("persistent") if tag == "buffer" else None
        if tag == "constant_input":
            return InputSpec(InputKind.USER_INPUT, _argument(item["value"], item["name"]), None)
        return InputSpec(_KINDS[tag], _argument(item["arg"]), target, persistent)


def _output_spec(spec):
    for tag, item in spec.items():
        target = item.get("buffer_name", item.get("user_input_name", item.get("parameter_name")))
        return OutputSpec(_RESULTS[tag], _argument(item["arg"]), target)


def _read(signature):
    return ExportGraphSignature([_input_spec(spec) for spec in signature["input_specs"]],
                                [_output_spec(spec) for spec in signature["output_specs"]])
