"""Runs a group of workers for a test: `group.py PROGRAM WORLD [OPTION...] [-- WORKER-OPTION...]`.

w1 ... are ts-worker, w0 is ts-run with the options; all on the loopback address, the group ends when
w0 does. The output is w0's, then that of workers that failed. Nothing outlives the limit in seconds.
"""
import os
import subprocess
import sys
import tempfile
import time

LIMIT = 60


def start(command, log):
    return subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)


def wait_for(path, process, end):
    while not os.path.exists(path):
        if process.poll() is not None or time.time() > end:
            return ""
        time.sleep(0.02)
    with open(path) as file:
        return file.read().strip()


def main():
    program, world = sys.argv[1], int(sys.argv[2])
    rest = sys.argv[3:]
    split = rest.index("--") if "--" in rest else len(rest)
    options, worker_options = rest[:split], rest[split + 1:]
    end = time.time() + LIMIT
    with tempfile.TemporaryDirectory() as directory:
        address_file = os.path.join(directory, "address")
        size = f"--world-size={world}"
        workers = []

        def start_worker(number, more):
            log = open(os.path.join(directory, f"w{number}.log"), "w+")
            command = ["ts-worker", program, f"--name=w{number}", size] + more + worker_options
            workers.append((start(command, log), log))

        try:
            start_worker(1, [f"--address-file={address_file}"])
            address = wait_for(address_file, workers[0][0], end)
            for number in range(2, world):
                start_worker(number, [f"--join={address}"])
            command = ["ts-run", program, "--name=w0", size, f"--join={address or '127.0.0.1:1'}",
                       "--join-timeout=20", "--shutdown-timeout=20"] + options
            status = subprocess.call(command, stdin=subprocess.DEVNULL, timeout=LIMIT)
            sys.stdout.flush()
            for process, log in workers:
                if status:
                    process.terminate()
                code = process.wait(timeout=max(1, end - time.time()))
                log.seek(0)
                text = log.read()
                if (code and not status) or os.environ.get("SHOW"):
                    print(f"worker ended with {code}:\n{text}")
                    status = status or code
                elif "hi from" in text:
                    sys.stdout.write("".join(l for l in text.splitlines(True) if "hi from" in l))
        finally:
            for process, log in workers:
                if process.poll() is None:
                    process.kill()
                log.close()
    return status


sys.exit(main())
