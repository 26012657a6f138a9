"""The few functions of torch._C that do nothing where PyTorch's C++ is not there."""


def _log_api_usage_once(event):
    return None
