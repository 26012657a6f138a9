# Streams, events and the current device. A device has one queue here, which works in
# order: all its streams are this queue, so that each finds what the others did before.
import torch
from typing import Any, Optional, Union


def _index(device: Optional[Union[int, torch.device]]) -> int:
    if device is None:
        return torch.ops.cuda._current_device()
    elif isinstance(device, int):
        return device if device >= 0 else torch.ops.cuda._current_device()
    else:
        if device.type != "cuda":
            raise ValueError("Expected a cuda device, but got: {}".format(str(device)))
        number = device.index
        return torch.ops.cuda._current_device() if number is None else number


class Stream:
    def __init__(self, device: Optional[Union[int, torch.device]] = None, priority: int = 0) -> None:
        self._device = _index(device)
        self._number = torch.ops.cuda._make_stream(self._device)

    @property
    def device(self) -> torch.device:
        return torch.device("cuda:" + str(self._device))

    def device_index(self) -> int:
        return self._device

    def id(self) -> int:
        return self._number

    def synchronize(self) -> None:
        torch.ops.cuda.synchronize(self._device)

    # What is waited for is done.
    def query(self) -> bool:
        torch.ops.cuda.synchronize(self._device)
        return True

    def wait_stream(self, stream: "Stream") -> None:
        if stream.device_index() != self._device:
            stream.synchronize()

    # Not by the methods of Event, whose own signatures name this class.
    def wait_event(self, event: "Event") -> None:
        if event._device >= 0 and event._device != self._device:
            torch.ops.cuda.synchronize(event._device)

    def record_event(self, event: "Event") -> None:
        event._device = self._device
        if event._has_time:
            event._time = torch.ops.cuda._time_done(self._device)


class Event:
    def __init__(self, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False) -> None:
        self._has_time = enable_timing
        self._device = -1
        self._time = 0.0

    def record(self, stream: Stream) -> None:
        self._device = stream.device_index()
        if self._has_time:
            self._time = torch.ops.cuda._time_done(self._device)

    def synchronize(self) -> None:
        if self._device >= 0:
            torch.ops.cuda.synchronize(self._device)

    def query(self) -> bool:
        self.synchronize()
        return True

    def wait(self, stream: Stream) -> None:
        if stream.device_index() != self._device:
            self.synchronize()

    def elapsed_time(self, end: "Event") -> float:
        if self._device < 0 or end._device < 0:
            raise RuntimeError("Both events must be recorded before calculating elapsed time.")
        if not self._has_time or not end._has_time:
            raise RuntimeError("CUDA error: invalid resource handle")
        return end._time - self._time


def _stream_of(device: int, number: int) -> Stream:
    stream = Stream(device)
    stream._number = number
    return stream


def current_stream(device: Optional[Union[int, torch.device]] = None) -> Stream:
    index = _index(device)
    return _stream_of(index, torch.ops.cuda._current_stream(index))


def default_stream(device: Optional[Union[int, torch.device]] = None) -> Stream:
    return _stream_of(_index(device), 0)


def set_stream(stream: Stream) -> None:
    torch.ops.cuda._set_device(stream.device_index())
    torch.ops.cuda._set_stream(stream.device_index(), stream.id())


def set_device(device: Union[int, torch.device]) -> None:
    torch.ops.cuda._set_device(_index(device))


class StreamContext:
    def __init__(self, stream: Optional[Stream]) -> None:
        self.stream = stream
        self._device = 0
        self._before = 0
        self._there = 0

    def __enter__(self) -> None:
        stream = self.stream
        if stream is not None:
            self._device = torch.ops.cuda._current_device()
            self._before = torch.ops.cuda._current_stream(self._device)
            self._there = torch.ops.cuda._current_stream(stream.device_index())
            set_stream(stream)

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        stream = self.stream
        if stream is not None:
            torch.ops.cuda._set_stream(stream.device_index(), self._there)
            torch.ops.cuda._set_device(self._device)
            torch.ops.cuda._set_stream(self._device, self._before)


def stream(stream: Optional[Stream]) -> StreamContext:
    return StreamContext(stream)


class device:
    def __init__(self, device: Union[int, torch.device]) -> None:
        self.idx = _index(device)
        self.prev_idx = -1

    def __enter__(self) -> None:
        self.prev_idx = torch.ops.cuda._exchange_device(self.idx)

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        torch.ops.cuda._set_device(self.prev_idx)
