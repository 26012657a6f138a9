"""torch.jit.frontend: the classes of what is refused while the syntax is read."""

from torch.jit import FrontendError, NotSupportedError, UnsupportedNodeError
