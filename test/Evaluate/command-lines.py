# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/command-lines.out %t
# REQUIRES: ts-run
# argparse and logging. The output is Python's.
import argparse, logging, sys
p = argparse.ArgumentParser(prog="train", description="Trains.")
p.add_argument("data"); p.add_argument("extra", nargs="*"); p.add_argument("--lr", type=float, default=0.1, help="rate"); p.add_argument("-n", "--num-layers", type=int, default="3")
p.add_argument("--act", choices=["relu", "gelu"], default="relu"); p.add_argument("-v", action="count", default=0); p.add_argument("--flag", action="store_true"); p.add_argument("--no-bias", dest="bias", action="store_false"); p.add_argument("--dims", type=int, nargs="+"); p.add_argument("--tag", action="append")
print(p.parse_args(["x"])); print(p.parse_args("x a b --lr 3e-4 -n 5 -vv --flag --no-bias --dims 1 2 3 --tag=a --tag b --act gelu".split()))
print(vars(p.parse_args(["x", "--num", "4"]))["num_layers"], p.parse_known_args(["x", "--zz", "--lr=-1"]))
q = argparse.ArgumentParser(prog="q", exit_on_error=False); q.add_argument("--k", type=int, required=True)
try: q.parse_args(["--k", "z"])
except argparse.ArgumentError as e: print(e)
try: p.parse_args([])
except SystemExit as e: print("exit", e.code)
s = argparse.ArgumentParser(); sub = s.add_subparsers(dest="cmd"); a = sub.add_parser("fit"); a.add_argument("--e", type=int, default=1); print(s.parse_args(["fit", "--e", "2"]), s.parse_args([]), argparse.Namespace(a=1) == argparse.Namespace(a=1))
log = logging.getLogger("app.net"); h = logging.StreamHandler(sys.stdout); h.setFormatter(logging.Formatter("[%(levelname)s] %(name)s: %(message)s")); logging.getLogger("app").addHandler(h)
log.setLevel(logging.DEBUG); log.info("step %d of %s", 1, "ten"); log.debug("d"); log.warning("w %(k)s", {"k": 2}); log.log(35, "odd"); print(log, log.isEnabledFor(5), logging.getLevelName(20), log.parent.name, log.getEffectiveLevel(), logging.getLogger("app.net") is log)
log.setLevel("ERROR"); log.info("hidden"); log.error("shown")
