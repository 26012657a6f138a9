"""torch.hub: where downloads would be kept. There is no network here."""

import os as _os

_dir = [None]


def _get_torch_home():
    home = _os.environ.get("TORCH_HOME")
    if home is None:
        home = _os.path.join(_os.environ.get("XDG_CACHE_HOME", "~/.cache"), "torch")
    return _os.path.expanduser(home)


def get_dir():
    return _os.path.join(_get_torch_home(), "hub") if _dir[0] is None else _dir[0]


def set_dir(d):
    _dir[0] = d


def _refuse(what):
    def call(*args, **kwargs):
        raise ImportError("'torch.hub." + what + "' is not available: programs have no network here")

    call.__name__ = what
    return call


load = _refuse("load")
list = _refuse("list")
help = _refuse("help")
load_state_dict_from_url = _refuse("load_state_dict_from_url")
download_url_to_file = _refuse("download_url_to_file")
