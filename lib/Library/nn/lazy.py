# torch.nn.modules.lazy and the placeholders of torch.nn.parameter: modules that
# learn the size of their input from the first one they see. A placeholder is no
# tensor here; `materialize` puts a tensor in its place.
import torch
import warnings
from torch.nn.parameter import Parameter


class UninitializedTensorMixin(object):
    def __init__(self, requires_grad=False, device=None, dtype=None) -> None:
        self.requires_grad = requires_grad
        self.device = torch.device("cpu" if device is None else device)
        self.dtype = torch.get_default_dtype() if dtype is None else dtype
        self.grad = None

    def __getattr__(self, name: str):
        if name == "shape":
            raise RuntimeError("Can't access the shape of an uninitialized parameter or buffer. This error usually "
                               "happens in `load_state_dict` when trying to load an uninitialized parameter into an "
                               "initialized one. Call `forward` to initialize the parameters before accessing their "
                               "attributes.")
        if name.startswith("__"):
            raise AttributeError("'{}' object has no attribute '{}'".format(type(self).__name__, name))
        raise ValueError("Attempted to use an uninitialized parameter in <method '{}' of 'torch._C._TensorBase' "
                         "objects>. This error happens when you are using a `LazyModule` or explicitly manipulating "
                         "`torch.nn.parameter.{}` objects. When using LazyModules Call `forward` with a dummy batch "
                         "to initialize the parameters before calling torch functions".format(
                             name, type(self).__name__))

    def share_memory_(self):
        raise RuntimeError("Can't share memory on an uninitialized parameter or buffer. Call `forward` to initialize "
                           "the parameters before calling `module.share_memory()`.")

    def __repr__(self):
        return "<{}>".format(type(self).__name__)

    def is_floating_point(self) -> bool:
        return self.dtype.is_floating_point

    def is_complex(self) -> bool:
        return self.dtype.is_complex

    def detach(self):
        return self

    def requires_grad_(self, requires_grad: bool = True):
        self.requires_grad = requires_grad
        return self

    def to(self, device=None, dtype=None):
        return type(self)(requires_grad=self.requires_grad, device=self.device if device is None else device,
                          dtype=self.dtype if dtype is None else dtype)

    def float(self):
        return self.to(dtype=torch.float32)

    def double(self):
        return self.to(dtype=torch.float64)

    def half(self):
        return self.to(dtype=torch.float16)

    def bfloat16(self):
        return self.to(dtype=torch.bfloat16)

    def cpu(self):
        return self.to(device="cpu")


class UninitializedParameter(UninitializedTensorMixin):
    def __init__(self, requires_grad=True, device=None, dtype=None) -> None:
        super().__init__(requires_grad, device, dtype)

    def make(self, shape):
        return Parameter(torch.empty(shape, device=self.device, dtype=self.dtype), self.requires_grad)


class UninitializedBuffer(UninitializedTensorMixin):
    def make(self, shape):
        return torch.empty(shape, device=self.device, dtype=self.dtype)


def is_lazy(value) -> bool:
    return isinstance(value, UninitializedTensorMixin)


class LazyModuleMixin(object):
    cls_to_become = None

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self._load_hook = self._register_load_state_dict_pre_hook(self._lazy_load_hook)
        self._initialize_hook = self.register_forward_pre_hook(self._infer_parameters)
        warnings.warn("Lazy modules are a new feature under heavy development so changes to the API or functionality "
                      "can happen at any moment.")

    def materialize(self, name, shape) -> None:
        members = self._parameters if name in self._parameters else self._buffers
        members[name] = members[name].make(shape)

    def has_uninitialized_params(self) -> bool:
        for member in [*self._parameters.values(), *self._buffers.values()]:
            if is_lazy(member):
                return True
        return False

    def initialize_parameters(self, *args, **kwargs):
        raise NotImplementedError("initialize_parameters is not implemented for {}".format(self.__class__.__name__))

    # Members whose saved value has a size take it.
    def _lazy_load_hook(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        for members in (self._parameters, self._buffers):
            for name in list(members):
                saved = state_dict.get(prefix + name)
                if is_lazy(members[name]) and saved is not None and not is_lazy(saved):
                    self.materialize(name, saved.shape)

    def _infer_parameters(self, module, input) -> None:
        module.initialize_parameters(*input)
        if module.has_uninitialized_params():
            raise RuntimeError("module {} has not been fully initialized".format(self._get_name()))
        module._initialize_hook.remove()
        module._load_hook.remove()
        del module._initialize_hook
        del module._load_hook
        if module.cls_to_become is not None:
            module.__class__ = module.cls_to_become

    def _replicate_for_data_parallel(self):
        raise RuntimeError("Modules with uninitialized parameters can't be used with `DataParallel`. Run a dummy "
                           "forward pass to correctly initialize the modules")
