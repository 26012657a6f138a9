from typing import Tuple

import torch
from torch import Tensor


def streams(x: Tensor) -> Tuple[Tensor, bool, bool, int]:
    """Work of two streams, one of which waits for the other."""
    x = x.cuda()
    first = torch.cuda.Stream()
    second = torch.cuda.Stream(torch.device("cuda:0"), -1)
    with torch.cuda.stream(first):
        y = x * 2
        event = first.id() == torch.cuda.current_stream(0).id()
    second.wait_stream(first)
    with torch.cuda.stream(second):
        y = y + 1
    second.synchronize()
    outside = torch.cuda.current_stream().id() == torch.cuda.default_stream(0).id()
    return y, event, outside and first.query() and first.id() != second.id(), second.device_index()


def events(x: Tensor) -> Tuple[Tensor, bool, bool]:
    begin = torch.cuda.Event(True, False, False)
    end = torch.cuda.Event(enable_timing=True)
    stream = torch.cuda.current_stream()
    begin.record(stream)
    y = x.cuda().sin()
    stream.record_event(end)
    other = torch.cuda.Stream()
    other.wait_event(end)
    end.wait(other)
    end.synchronize()
    time = begin.elapsed_time(end)
    return y, end.query(), time >= 0.0


def not_recorded() -> float:
    return torch.cuda.Event(True).elapsed_time(torch.cuda.Event(True))


def not_timed() -> float:
    event = torch.cuda.Event()
    event.record(torch.cuda.current_stream(0))
    return event.elapsed_time(event)


def devices() -> Tuple[int, int, int, torch.device, torch.device]:
    """Where tensors are made without a number. For two devices."""
    begin = torch.cuda.current_device()
    with torch.cuda.device(1):
        inside = torch.cuda.current_device()
        made = torch.empty(2, device="cuda")
        stream = torch.cuda.Stream()
    torch.cuda.set_device(torch.device("cuda:1"))
    then = torch.cuda.current_device()
    torch.cuda.set_device(0)
    with torch.cuda.stream(stream):
        torch.cuda.synchronize(torch.cuda.current_device())
        there = torch.cuda.current_stream().device
    return begin, inside, then + torch.cuda.current_device(), made.device, there


def passing(fails: int) -> int:
    """A context that an error leaves."""
    s = torch.cuda.Stream()
    with torch.cuda.stream(s):
        if fails > 0:
            raise ValueError("inside")
    return 1


def too_many():
    torch.cuda.set_device(7)


def of_processor():
    return torch.cuda.Stream(torch.device("cpu")).id()
