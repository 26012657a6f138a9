"""Mutual TLS: members with certificates of their names call each other; a certificate of another
authority, one of another name and none are refused."""
# RUN: %python %s
import os
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM = """
import torch.distributed.rpc as rpc

def add(x: int) -> int:
    return x + 1

def main(to: str) -> int:
    return rpc.rpc_sync(to, add, (1,))
"""


def openssl(directory, *arguments):
    subprocess.run(["openssl", *arguments], cwd=directory, check=True, capture_output=True)


def make_authority(directory, name):
    openssl(directory, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
            f"{name}.key", "-out", f"{name}.pem", "-days", "2", "-subj", f"/CN={name}")


def make_certificate(directory, name, authority, worker):
    openssl(directory, "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
            f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={worker}")
    with open(os.path.join(directory, name + ".ext"), "w") as file:
        file.write(f"subjectAltName=DNS:{worker},IP:127.0.0.1\n")
    openssl(directory, "x509", "-req", "-in", f"{name}.csr", "-CA", f"{authority}.pem", "-CAkey", f"{authority}.key",
            "-CAcreateserial", "-out", f"{name}.pem", "-days", "2", "-extfile", f"{name}.ext")


def tls(directory, name, authority="ca"):
    return [f"--tls-{option}={os.path.join(directory, file)}" for option, file in
            (("cert", name + ".pem"), ("key", name + ".key"), ("ca", authority + ".pem"))]


def main(directory):
    make_authority(directory, "ca")
    make_authority(directory, "other")
    for name, authority, worker in (("w0", "ca", "w0"), ("w1", "ca", "w1"), ("foreign", "other", "w1")):
        make_certificate(directory, name, authority, worker)
    program = os.path.join(directory, "program.py")
    with open(program, "w") as file:
        file.write(PROGRAM)
    address = os.path.join(directory, "address")
    worker = subprocess.Popen(["ts-worker", program, "--name=w0", f"--address-file={address}", *tls(directory, "w0")],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.time() + 30
        while not os.path.exists(address):
            assert time.time() < end and worker.poll() is None
            time.sleep(0.02)
        with open(address) as file:
            where = file.read().strip()

        def run(name, options):
            start = time.time()
            done = subprocess.run(
                ["ts-run", program, f"--name={name}", f"--join={where}", "--join-timeout=2", "--entry=main",
                 '--input="w0"', *options], capture_output=True, text=True, timeout=60)
            return done.returncode, done.stdout, done.stderr, time.time() - start

        code, out, err, took = run("w1", tls(directory, "w1"))
        assert (code, out) == (0, "2\n"), (code, out, err)
        # No certificate.
        code, out, err, took = run("w1", [])
        assert code == 1 and "cannot join the group" in err and took < 20, (code, err, took)
        # Signed by somebody else.
        code, out, err, took = run("w1", tls(directory, "foreign", "ca"))
        assert code == 1 and "cannot join the group" in err and took < 20, (code, err, took)
        # The certificate of w1, the name of w2.
        code, out, err, took = run("w2", tls(directory, "w1"))
        assert code == 1 and "the certificate of the caller is not one of worker w2" in err, (code, err)
        # Half of the options, and files that are not there.
        code, out, err, took = run("w1", tls(directory, "w1")[:2])
        assert code == 2 and "belong together" in err, (code, err)
        code, out, err, took = run("w1", tls(directory, "missing"))
        assert code == 1 and "missing.pem: cannot be read" in err, (code, err)
    finally:
        worker.kill()
        worker.wait()


if not shutil.which("openssl"):
    sys.exit(0)
with tempfile.TemporaryDirectory() as directory:
    main(directory)
