import torch


def rate():
    return torch.ones(3).exponential_(-1.0)


def chance():
    return torch.ones(3).geometric_(1.0)


def spread():
    return torch.ones(3).log_normal_(0.0, 0.0)


def many():
    return torch.multinomial(torch.ones(3), 4)


def nothing():
    return torch.multinomial(torch.zeros(2, 3), 2, True)


def negative():
    return torch.multinomial(torch.tensor([-1.0, 2.0]), 2, True)


def events():
    return torch.poisson(torch.tensor([1.0, -1.0]))


def endless():
    nothing = torch.tensor([float("nan")])
    print(torch.binomial(nothing, torch.tensor([0.5])).isnan(), torch._standard_gamma(nothing).isnan())
