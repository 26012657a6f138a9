"""torch.profiler: the operators of a part of a program, and the ranges that it names, with their times."""

import enum as _enum
import json as _json
import time as _time

import _interception
import torch as _torch


class ProfilerActivity(_enum.Enum):
    CPU = 0
    CUDA = 2


class ProfilerAction(_enum.Enum):
    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3


def supported_activities():
    return {ProfilerActivity.CPU}


_current = None


class FunctionEvent:
    """One call; times are in microseconds."""

    def __init__(self, name, begin, seconds, shapes):
        self.name = self.key = name
        self.input_shapes = shapes
        self.begin, self.cpu_time_total = begin, seconds * 1e6
        self.inner = 0.0
        self.count = 1

    @property
    def self_cpu_time_total(self):
        return self.cpu_time_total - self.inner

    @property
    def cpu_time(self):
        return self.cpu_time_total / self.count

    cuda_time = cuda_time_total = self_cuda_time_total = 0.0


class EventList(list):
    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0):
        found = {}
        for event in self:
            key = (event.name, repr(event.input_shapes) if group_by_input_shape else "")
            if key not in found:
                found[key] = FunctionEvent(event.name, event.begin, 0.0, event.input_shapes)
                found[key].count = 0
            found[key].count += 1
            found[key].cpu_time_total += event.cpu_time_total
            found[key].inner += event.inner
        return EventList(found.values())

    @property
    def self_cpu_time_total(self):
        return sum(event.self_cpu_time_total for event in self)

    def table(self, sort_by=None, row_limit=100, max_src_column_width=75, header=None, top_level_events_only=False):
        events = list(self)
        if sort_by is not None:
            events.sort(key=lambda event: getattr(event, sort_by), reverse=True)
        total = self.self_cpu_time_total or 1.0
        rows = [("Name", "Self CPU %", "Self CPU", "CPU total", "CPU time avg", "# of Calls")]
        for event in events if row_limit < 0 else events[:row_limit]:
            rows.append((event.key, "{:.2f}%".format(100 * event.self_cpu_time_total / total),
                         _spell(event.self_cpu_time_total), _spell(event.cpu_time_total), _spell(event.cpu_time),
                         str(event.count)))
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        rule = "  ".join("-" * width for width in widths)
        lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows]
        return "\n".join([rule, lines[0], rule, *lines[1:], rule, "Self CPU time total: " + _spell(total), ""])


def _spell(microseconds):
    if microseconds >= 1e6:
        return "{:.3f}s".format(microseconds / 1e6)
    return "{:.3f}ms".format(microseconds / 1e3) if microseconds >= 1e3 else "{:.3f}us".format(microseconds)


class record_function:
    """Names a part of a program in what a profiler tells."""

    def __init__(self, name, args=None):
        self.name, self.args = name, args

    def __enter__(self):
        self._profile = _current
        if _current is not None:
            _current._open(self.name)
        return self

    def __exit__(self, kind, value, traceback):
        if self._profile is not None and self._profile is _current:
            self._profile._close()

    def __call__(self, function):
        def decorated(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        return decorated


class profile:
    """Notes the operators that run between `start` and `stop`, and the named ranges with those inside them."""

    def __init__(self, enabled=True, *, activities=None, schedule=None, on_trace_ready=None, record_shapes=False,
                 profile_memory=False, with_stack=False, with_flops=False, with_modules=False, use_cuda=False,
                 use_kineto=False, use_cpu=True, experimental_config=None):
        self.enabled = enabled
        self.schedule, self.on_trace_ready, self.record_shapes = schedule, on_trace_ready, record_shapes
        self.step_num = 0
        self._events, self._ranges = EventList(), []

    def _records(self):
        return self.schedule is None or self.schedule(self.step_num).value >= ProfilerAction.RECORD.value

    def _note(self, target, args, seconds):
        if not self._records():
            return
        shapes = [list(a.shape) if isinstance(a, _torch.Tensor) else [] for a in args] if self.record_shapes else []
        self._add(FunctionEvent(target, _time.perf_counter() - seconds, seconds, shapes))

    def _add(self, event):
        self._events.append(event)
        if self._ranges:
            self._ranges[-1][2] += event.cpu_time_total

    def _open(self, name):
        self._ranges.append([name, _time.perf_counter(), 0.0])

    def _close(self):
        name, begin, inner = self._ranges.pop()
        event = FunctionEvent(name, begin, _time.perf_counter() - begin, [])
        event.inner = inner
        if self._records():
            self._add(event)

    def start(self):
        global _current
        if not self.enabled:
            return
        if _current is not None:
            raise RuntimeError("Profiler is already enabled on this thread")
        _current = self
        _interception.set_observer(self._note)

    def stop(self):
        global _current
        if _current is self:
            _current = None
            _interception.set_observer(None)
            if self.schedule is None and self.on_trace_ready is not None:
                self.on_trace_ready(self)

    def step(self):
        ended = self.schedule is not None and self.schedule(self.step_num) is ProfilerAction.RECORD_AND_SAVE
        self.step_num += 1
        if ended:
            if self.on_trace_ready is not None:
                self.on_trace_ready(self)
            self._events = EventList()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, kind, value, traceback):
        self.stop()

    def events(self):
        return self._events

    function_events = property(events)

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0):
        return self._events.key_averages(group_by_input_shape)

    def table(self, sort_by=None, row_limit=100, **options):
        return self._events.table(sort_by, row_limit)

    @property
    def self_cpu_time_total(self):
        return self._events.self_cpu_time_total

    def export_chrome_trace(self, path):
        events = [{"ph": "X", "cat": "cpu_op", "name": event.name, "pid": 1, "tid": 1, "ts": event.begin * 1e6,
                   "dur": event.cpu_time_total, "args": {"Input Dims": event.input_shapes}} for event in self._events]
        with open(path, "w") as file:
            file.write(_json.dumps({"schemaVersion": 1, "traceEvents": events}))


def schedule(*, wait, warmup, active, repeat=0, skip_first=0):
    """Which steps are noted: after `skip_first`, cycles of `wait`, `warmup` and `active` steps."""
    def action(step):
        step -= skip_first
        cycle = wait + warmup + active
        if step < 0 or repeat and step // cycle >= repeat:
            return ProfilerAction.NONE
        at = step % cycle
        if at < wait:
            return ProfilerAction.NONE
        if at < wait + warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD if at < cycle - 1 else ProfilerAction.RECORD_AND_SAVE

    return action


def tensorboard_trace_handler(dir_name, worker_name=None, use_gzip=False):
    import os

    def handle(profiler):
        os.makedirs(dir_name, exist_ok=True)
        profiler.export_chrome_trace(os.path.join(dir_name, (worker_name or "worker") + ".pt.trace.json"))

    return handle
