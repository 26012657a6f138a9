# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/unicode.out %t
# REQUIRES: ts-run
# `unicodedata`: categories, classes and normal forms; the output is what Python prints.
import unicodedata as u
for s in ("Ślusàrski Müller Weiß é", "ﬁ①Ａ\u1e9b\u0323", "한국어 각", "q\u0307\u0323 \u0344 \u2126 \u212b", "ascii", "\u0958 \u0f73 \U0001d15e", "中文，。"):
    print([" ".join(hex(ord(c)) for c in u.normalize(f, s)) for f in ("NFC", "NFD", "NFKC", "NFKD")])
    print([u.category(c) for c in s], [u.combining(c) for c in u.normalize("NFD", s)])
print(u.unidata_version, u.is_normalized("NFC", "é"), u.decomposition("é"), u.decimal("7"), u.decimal("x", -1))
for f in (lambda: u.normalize("X", "a"), lambda: u.decimal("x")):
    try: f()
    except Exception as e: print(type(e).__name__, e)
