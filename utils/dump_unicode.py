#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints lib/Library/python/_unicode_tables.py from Python's `unicodedata`.

    python3.11 utils/dump_unicode.py > lib/Library/python/_unicode_tables.py

The version of Unicode is that of the Python that runs it (3.11 has 14.0).
"""

import sys
import textwrap
import unicodedata


def ranges(value):
    """Runs of characters of one value, as `first+length value` in hexadecimal."""
    runs, start, current = [], 0, value(0)
    for code in range(1, sys.maxunicode + 2):
        found = value(code) if code <= sys.maxunicode else None
        if found != current:
            runs.append((start, code - start, current))
            start, current = code, found
    return runs


def literal(name, words, comment):
    print("\n# " + comment)
    print(name + ' = """')
    print("\n".join(textwrap.wrap(" ".join(words), 118, break_long_words=False, break_on_hyphens=False)))
    print('"""')


def main():
    print('"""Tables of Unicode ' + unicodedata.unidata_version + ', printed by utils/dump_unicode.py."""')
    print('\nversion = "' + unicodedata.unidata_version + '"')
    canonical, compatible = [], []
    for code in range(sys.maxunicode + 1):
        text = unicodedata.decomposition(chr(code))
        if not text:
            continue
        if text.startswith("<"):
            compatible.append("%x:%s" % (code, ",".join("%x" % int(p, 16) for p in text.split()[1:])))
        else:
            canonical.append("%x:%s" % (code, ",".join("%x" % int(p, 16) for p in text.split())))
    literal("canonical", canonical, "What a character decomposes into, one step of it.")
    literal("compatible", compatible, "The same for compatible characters.")
    literal("classes", ["%x+%x:%d" % run for run in ranges(lambda c: unicodedata.combining(chr(c))) if run[2]],
            "First character, number and combining class of runs; others have class 0.")
    literal("categories", ["%x%s" % (first, kind) for first, _, kind in ranges(lambda c: unicodedata.category(chr(c)))],
            "First character and category of runs.")
    composed = [c.partition(":")[0] for c in canonical
                if "," in c and unicodedata.normalize("NFC", chr(int(c.partition(":")[0], 16))) != chr(int(c.partition(":")[0], 16))]
    literal("excluded", composed, "Pairs that are never composed again.")


main()
