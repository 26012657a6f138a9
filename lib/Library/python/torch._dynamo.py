"""torch._dynamo: of it there are the exceptions of torch.export."""

from torch._dynamo import exc
