# torch.utils.hooks: what registering a hook returns.


class RemovableHandle(object):
    next_id: int = 0

    def __init__(self, hooks_dict):
        self.hooks_dict = hooks_dict
        self.id = RemovableHandle.next_id
        RemovableHandle.next_id += 1

    def remove(self) -> None:
        hooks = self.hooks_dict
        if hooks is not None and self.id in hooks:
            del hooks[self.id]

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback) -> None:
        self.remove()
