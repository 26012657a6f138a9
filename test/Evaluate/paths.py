# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/paths.out %t
# REQUIRES: ts-run
# Paths as objects; the output is what Python prints.
from pathlib import Path, PurePath, PurePosixPath
import os
p = Path("a/./b") / "c.tar.gz"
print(p, repr(p), p.name, p.stem, p.suffix, p.suffixes, p.parent, p.parents[1], p.parts, p.is_absolute(), p.with_suffix(".pt"), p.with_name("x"), p.joinpath("q", "r"))
print(Path("/"), Path("/").parent, Path("/x").parent, Path(), Path("x").parent, PurePath("x") / "y", "z" / Path("w"), sorted([Path("b"), Path("a/c"), Path("a")]), Path("a") == Path("a/"), {Path("a"): 1}[Path("a")])
print(isinstance(p, PurePath), type(p).__name__, os.fspath(p), f"{p}", Path(".bashrc").suffix, Path("a.").suffix, Path("..").name, Path("/a//b/").as_posix(), Path("a", "/b"))
try: Path("a").with_suffix("pt")
except ValueError as e: print(e)
try: Path("/").with_name("x")
except ValueError as e: print(e)
