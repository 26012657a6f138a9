"""torchvision.extension: torchvision's operators are part of the runtime, there is no library to load."""

_HAS_OPS = True


def _has_ops():
    return True


def _assert_has_ops():
    pass


def _check_cuda_version():
    return -1


def _load_library(lib_name):
    # What is in the others (images, videos) fails where it is called.
    pass
