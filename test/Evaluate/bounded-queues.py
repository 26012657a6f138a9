# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/bounded-queues.out %t
# REQUIRES: ts-run
# Threads that put into queues with a bound. The output is what Python prints.
import queue
import threading


class Prefetcher(threading.Thread):
    """Makes items in the background, at most `ahead` before they are used."""

    def __init__(self, items, ahead):
        super().__init__(daemon=True)
        self.queue = queue.Queue(ahead)
        self.items = items
        self.start()

    def run(self):
        for item in self.items:
            self.queue.put(item)
        self.queue.put(None)

    def __iter__(self):
        while (item := self.queue.get()) is not None:
            yield item
            self.queue.task_done()


print(list(Prefetcher(range(10), 2)))
bounded = queue.Queue(maxsize=2)
producer = threading.Thread(target=lambda: [bounded.put(i) for i in range(5)])
producer.start()
print([bounded.get() for _ in range(5)], bounded.empty())
producer.join()
bounded.put(1)
bounded.put(2)
print(bounded.full(), bounded.qsize())
for put in (lambda: bounded.put(3, block=False), lambda: bounded.put_nowait(3), lambda: bounded.put(3, timeout=0.01),
            lambda: bounded.put(3, timeout=-1)):
    try:
        put()
    except (queue.Full, ValueError) as error:
        print(type(error).__name__, error)
print(bounded.get(), bounded.get())
try:
    bounded.get_nowait()
except queue.Empty:
    print("empty")
for kind in (queue.LifoQueue, queue.PriorityQueue):
    kept = kind(3)
    worker = threading.Thread(target=lambda: [kept.put(i) for i in (3, 1, 2)])
    worker.start()
    worker.join()
    print(kept.full(), [kept.get() for _ in range(3)])
