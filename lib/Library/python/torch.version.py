"""torch.version: the version that programs see."""

from torch import __version__

debug = False
cuda = hip = None
git_version = "Unknown"
