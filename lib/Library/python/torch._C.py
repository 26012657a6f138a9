"""What programs see of PyTorch's C++, which is not there."""


def _log_api_usage_once(event):
    return None


class ScriptObject:
    """Objects of classes of extensions: packed weights. Nothing changes them, so copies are the objects themselves."""

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self
