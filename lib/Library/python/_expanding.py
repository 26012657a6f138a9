"""How operators get the expansions that their gradients are taken of."""


def expansion(*operators):
    # Not before: the tape imports the expansions, and may be imported by them.
    from _tape import expansions

    def decorate(function):
        for operator in operators:
            expansions[operator] = function
        return function

    return decorate


def _named(tensor, name):
    """Gives what made a tensor the name that PyTorch shows."""
    if tensor.grad_fn is not None:
        tensor.grad_fn._name = name
    return tensor


def _reduced(loss, reduction):
    return loss.mean() if reduction == 1 else loss.sum() if reduction == 2 else loss
