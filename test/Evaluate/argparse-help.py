# RUN: ts-run %s > %t 2>/dev/null
# RUN: diff %S/Outputs/argparse-help.out %t
# REQUIRES: ts-run
# The help of argparse.
# The output is what Python prints.
import argparse
p = argparse.ArgumentParser(prog="train.py", description="Train a network on a long description that has to be wrapped at some point because it is long.", epilog="The end.", formatter_class=argparse.ArgumentDefaultsHelpFormatter)
p.add_argument("data", metavar="DIR", help="path")
p.add_argument("rest", nargs="*", help="others")
p.add_argument("-a", "--arch", default="resnet18", choices=["resnet18", "vgg"], help="architecture")
p.add_argument("--epochs", default=90, type=int, metavar="N", help="number of total epochs to run and more words that will not fit on one line of the help")
p.add_argument("--lr", "--learning-rate", default=0.1, type=float, dest="lr")
p.add_argument("--hidden", nargs="+", type=int)
p.add_argument("--betas", nargs=2, type=float, default=(0.9, 0.99), help="two")
p.add_argument("-v", action="store_true", help="verbose")
p.add_argument("--secret", help=argparse.SUPPRESS)
g = p.add_argument_group("output", "where results go")
g.add_argument("--out", required=True, help="file %(default)s")
x = p.add_mutually_exclusive_group()
x.add_argument("--cpu", action="store_true")
x.add_argument("--gpu", action="store_true")
p.print_help()
q = argparse.ArgumentParser(prog="x", formatter_class=argparse.RawTextHelpFormatter, description="a\n  b")
s = q.add_subparsers(dest="cmd", help="what to do")
a = s.add_parser("train", help="trains"); a.add_argument("--n", type=int, default=3, help="how\nmany")
s.add_parser("eval")
q.print_help(); a.print_help()
print(q.parse_args(["train", "--n", "5"]))
argparse.ArgumentParser(prog="y").print_help()
r = argparse.ArgumentParser(prog="z"); r.add_argument("--flag", action=argparse.BooleanOptionalAction, default=True, help="f"); r.print_help(); print(r.parse_args(["--no-flag"]))
