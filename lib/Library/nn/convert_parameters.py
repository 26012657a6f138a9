# torch.nn.utils.convert_parameters: all parameters as one vector.
import torch


def parameters_to_vector(parameters):
    return torch.cat([parameter.view(-1) for parameter in parameters])


def vector_to_parameters(vec, parameters) -> None:
    if not isinstance(vec, torch.Tensor):
        raise TypeError("expected torch.Tensor, but got: {}".format(_name_of(vec)))
    begin = 0
    for parameter in parameters:
        end = begin + parameter.numel()
        parameter.data = vec[begin:end].view_as(parameter).data
        begin = end


def _name_of(value):
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else kind.__module__ + "." + kind.__name__
