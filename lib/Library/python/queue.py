"""Queues of a program whose threads run one after the other.

A thread that waits for room goes on as if another one had made it, since those that take run behind it. What would wait for
an item, or would have the main thread wait, raises.
"""
import heapq
import threading
from collections import deque


class Empty(Exception):
    pass


class Full(Exception):
    pass


class Queue:
    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self.unfinished_tasks = 0
        self._init(maxsize)

    def _init(self, maxsize):
        self.queue = deque()

    def _qsize(self):
        return len(self.queue)

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.popleft()

    def qsize(self):
        return self._qsize()

    def empty(self):
        return not self._qsize()

    def full(self):
        return 0 < self.maxsize <= self._qsize()

    def put(self, item, block=True, timeout=None):
        if self.full():
            isMain = threading.current_thread() is threading.main_thread()
            if block and timeout is not None and timeout < 0:
                raise ValueError("'timeout' must be a non-negative number")
            if not block or timeout is not None and isMain:
                raise Full
            if isMain:
                raise RuntimeError("the queue is full, and no other thread takes from it")
        self._put(item)
        self.unfinished_tasks += 1

    def get(self, block=True, timeout=None):
        if not self._qsize():
            if block and timeout is None:
                raise RuntimeError("the queue is empty, and no other thread puts into it")
            raise Empty
        return self._get()

    def put_nowait(self, item):
        return self.put(item, block=False)

    def get_nowait(self):
        return self.get(block=False)

    def task_done(self):
        if self.unfinished_tasks <= 0:
            raise ValueError("task_done() called too many times")
        self.unfinished_tasks -= 1

    def join(self):
        if self.unfinished_tasks:
            raise RuntimeError("tasks are not done, and no other thread does them")


class PriorityQueue(Queue):
    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        heapq.heappush(self.queue, item)

    def _get(self):
        return heapq.heappop(self.queue)


class LifoQueue(Queue):
    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.pop()


class SimpleQueue(Queue):
    def __init__(self):
        super().__init__()
