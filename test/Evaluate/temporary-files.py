# RUN: ts-run %s > %t 2>/dev/null
# RUN: diff %S/Outputs/temporary-files.out %t
# REQUIRES: ts-run
# Temporary files are kept in memory: a program needs no leave for them.
# The output is what Python prints.
import fnmatch
import glob
import os
import shutil
import tempfile
from pathlib import Path

import torch

with tempfile.TemporaryDirectory() as name:
    d = Path(name)
    torch.save(torch.arange(3.0), d / "ckpt.pt")
    print(d.exists(), (d / "ckpt.pt").is_file(), (d / "ckpt.pt").name, (d / "ckpt.pt").suffix)
    (d / "a.txt").write_text("abc")
    print(torch.load(os.path.join(name, "ckpt.pt")), (d / "a.txt").stat().st_size)
    (d / "sub").mkdir()
    (d / "sub" / "b.txt").write_text("b")
    print(sorted(p.name for p in d.iterdir()), [os.path.basename(p) for p in glob.glob(name + "/*.pt")],
          [p.name for p in d.rglob("b.*")], [p.name for p in d.glob("*/*")])
    print([(top[len(name) + 1:], sorted(dirs), sorted(files)) for top, dirs, files in os.walk(name)])
    for bad in (lambda: open(d / "none"), lambda: (d / "no" / "where").write_text("x"), lambda: (d / "sub").read_text(),
                lambda: (d / "sub").mkdir(), lambda: os.rmdir(d / "sub")):
        try:
            bad()
        except OSError as e:
            print(type(e).__name__, str(e).partition(":")[0])
    (d / "a.txt").rename(d / "c.txt")
    shutil.copytree(d / "sub", d / "again")
    shutil.move(d / "sub", d / "moved")
    (d / "moved" / "b.txt").write_text("moved")
    print((d / "moved" / "b.txt").read_text(), (d / "again" / "b.txt").exists(), (d / "sub").exists(), (d / "c.txt").relative_to(d))
    (d / "c.txt").unlink()
    print(sorted(os.listdir(d)))
print(os.path.exists(name))
with tempfile.NamedTemporaryFile(suffix=".bin") as f:
    f.write(b"named")
    f.seek(0)
    print(f.read(), os.path.exists(f.name), f.name.endswith(".bin"))
print(os.path.exists(f.name))
print(fnmatch.fnmatch("a.py", "*.p?"), fnmatch.fnmatch("a.py", "[!a]*"), fnmatch.fnmatch("x[", "x["),
      fnmatch.filter(["a.py", "b.txt"], "*.py"), Path("a/b.py").match("*.py"), Path("a/b").is_relative_to("a"))
