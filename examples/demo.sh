#!/bin/sh
# The demo of `make demo`: a network, a program, and their IR.
#
#   examples/demo.sh DIRECTORY_OF_THE_TOOLS
set -eu
bin=$1
shown=$(dirname "$0")
here=$(cd "$shown" && pwd)

echo "== examples/digits/digits.pt on pictures it was not trained on"
echo
printf '  %-12s %-6s %s\n' picture label probability
for picture in "$here"/digits/pictures/*.png; do
  result=$("$bin/ts-run" "$here/digits/digits.pt" --entry=classify --input="$picture")
  printf '%s\n' "$result" | tr -d '(),' |
    { read -r label probability
      printf '  %-12s %-6s %5.1f %%\n' "$(basename "$picture")" "$label" \
             "$(awk "BEGIN { print 100 * $probability }")"; }
done

echo
echo "== examples/primes.py, compiled to machine code"
echo
"$bin/ts-run" "$here/primes.py" --entry=main --input=100

echo
echo "== examples/tagger.py, a script with a module of torch.nn: it is built and scripted here"
echo
"$bin/ts-run" "$here/tagger.py"

echo
echo "== count_primes after import: the ts dialect, source form"
echo
"$bin/ts-translate" --import-torchscript "$here/primes.py" |
  awk '/func.func @count_primes/ { on = 1 } on { print } on && /^  }/ { exit }'

echo
echo "== count_primes after --torchscript-to-linalg"
echo
"$bin/ts-translate" --import-torchscript "$here/primes.py" |
  "$bin/ts-opt" --torchscript-to-linalg |
  awk '/func.func @count_primes/ { on = 1 } on { print } on && /^  }/ { exit }'

cat <<END

== What you saw

* digits.pt, saved by torch.jit.save, recognised pictures of fonts it was not
  trained on: its network became machine code for their shape.
* primes.py, a program of lists and loops, ran as machine code.
* tagger.py made a module with random weights, scripted it and called it, as it
  would with PyTorch.
* The same function in the ts dialect as imported, and as linalg, scf and arith.
  Neither PyTorch nor a Python program took part.

== What to try next (PATH=$bin:\$PATH)

  ts-run $shown/digits/digits.pt --input=1x1x28x28:f32=0.5 --benchmark
  ts-compile $shown/primes.py -o primes.so        # a library, and primes.h
  ts-translate --export-program $shown/tagger.py --input=1x3:i64 -o tagger.pt2
  ts-run YOUR.pt --input=1x3x224x224:f32=randn --report-residue
  make install PREFIX=\$HOME/ts

More: examples/README.md; how it works: docs/architecture.md
END
