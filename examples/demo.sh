#!/bin/sh
# The demo of `make demo`: a network, a program, and their IR.
#
#   examples/demo.sh DIRECTORY_OF_THE_TOOLS
set -eu
bin=$1
here=$(cd "$(dirname "$0")" && pwd)

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
echo
echo "More to try: examples/README.md"
