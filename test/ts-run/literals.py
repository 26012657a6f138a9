# Large lists and dicts of constants are tables in the data section; values from
# PyTorch, in both tiers and from a library.
# RUN: rm -rf %t && mkdir %t
# RUN: ts-run %s --check=%S/Inputs/literals.json --check-leaks | FileCheck %s
# RUN: ts-run %s --check=%S/Inputs/literals.json --specialize=false | FileCheck %s
# RUN: ts-compile %s -o %t/literals.so
# RUN: ts-run %t/literals.so --check=%S/Inputs/literals.json --check-leaks | FileCheck %s
# CHECK-NOT: call
# CHECK: 0 failed
# The code makes them by calls, not element by element.
# RUN: ts-compile %s --entry=ints,nested -o %t/literals.ll
# RUN: grep -v '^@tsrt.text' %t/literals.ll | FileCheck %s --check-prefix=CODE
# CODE-NOT: store i64 -3000,
# CODE: call {{.*}}@tsrt_literal(
# CODE-NOT: store i64 -3000,
# They come back as text.
# RUN: ts-translate --import-torchscript %s | ts-opt --pass-pipeline='builtin.module(func.func(ts-fold-literals))' | ts-translate --export-torchscript -o %t/literals.py
# RUN: ts-run %t/literals.py --check=%S/Inputs/literals.json | FileCheck %s
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

import torch


class Pair(NamedTuple):
    key: str
    value: int


def ints(i: int):
    x = [
        0, -10, 200, -3000, 40000, -500000, 6000000, -70000000, 800000000, -9000000000, 100000000000, -1100000000000,
        12000000000000, -130000000000000, 1400000000000000, -15, 160, -1700, 18000, -190000, 2000000, -21000000,
        220000000, -2300000000, 24000000000, -250000000000, 2600000000000, -27000000000000, 280000000000000,
        -2900000000000000, 30, -310, 3200, -33000, 340000, -3500000, 36000000, -370000000, 3800000000, -39000000000,
        400000000000, -4100000000000, 42000000000000, -430000000000000, 4400000000000000, -45, 460, -4700, 48000,
        -490000, 5000000, -51000000, 520000000, -5300000000, 54000000000, -550000000000, 5600000000000,
        -57000000000000, 580000000000000, -5900000000000000, 60, -610, 6200, -63000, 640000, -6500000]
    x.append(len(x))
    return x[i], x[-1], max(x)


def floats(i: int):
    x = [
        -1e-30, 1.1, 2.2, 3.3, 4.4, -1e-25, 6.6, 7.0, 8.1, 9.2, -1e-20, 11.4, 12.5, 13.6, 14.0, -1e-15, 16.2, 17.3,
        18.4, 19.5, -1e-10, 21.0, 22.1, 23.2, 24.3, -1e-5, 26.5, 27.6, 28.0, 29.1, -1e0, 31.3, 32.4, 33.5, 34.6, -1e5,
        36.1, 37.2, 38.3, 39.4, -1e10, 41.6, 42.0, 43.1, 44.2, -1e15, 46.4, 47.5, 48.6, 49.0, -1e20, 51.2, 52.3, 53.4,
        54.5, -1e25, 56.0, 57.1, 58.2, 59.3, -1e30, 61.5, 62.6, 63.0, 64.1, -1e35]
    return x[i], x[-1]


def bools(i: int):
    x = [
        False, True, True, False, True, True, False, True, True, False, True, True, False, True, True, False, True,
        True, False, True, True, False, True, True, False, True, True, False, True, True, False, True, True, False,
        True, True, False, True, True, False, True, True, False, True, True, False, True, True, False, True, True,
        False, True, True, False, True, True, False, True, True, False, True, True, False, True, True]
    return x[i], x[-i]


def complexes(i: int):
    x = [
        0j, 1j, 2j, 3j, 4j, 5j, 6j, 7j, 8j, 9j, 10j, 11j, 12j, 13j, 14j, 15j, 16j, 17j, 18j, 19j, 20j, 21j, 22j, 23j,
        24j, 25j, 26j, 27j, 28j, 29j, 30j, 31j, 32j, 33j, 34j, 35j, 36j, 37j, 38j, 39j, 40j, 41j, 42j, 43j, 44j, 45j,
        46j, 47j, 48j, 49j, 50j, 51j, 52j, 53j, 54j, 55j, 56j, 57j, 58j, 59j, 60j, 61j, 62j, 63j, 64j, 65j]
    return x[i]


def strings(i: int):
    x = [
        "", "é", "w w", "a\0b", "'", "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "s12",
        "s13", "s14", "s15", "s16", "s17", "s18", "s19", "s20", "s21", "s22", "s23", "s24", "s25", "s26", "s27",
        "s28", "s29", "s30", "s31", "s32", "s33", "s34", "s35", "s36", "s37", "s38", "s39", "s40", "s41", "s42",
        "s43", "s44", "s45", "s46", "s47", "s48", "s49", "s50", "s51", "s52", "s53", "s54", "s55", "s56", "s57",
        "s58", "s59", "s60"]
    return x[i], len(x[i]), x[-1] + x[i], x[0] == ""


def optionals(i: int):
    x: List[Optional[int]] = [
        0, None, 2, None, 4, None, 6, None, 8, None, 10, None, 12, None, 14, None, 16, None, 18, None, 20, None, 22,
        None, 24, None, 26, None, 28, None, 30, None, 32, None, 34, None, 36, None, 38, None, 40, None, 42, None, 44,
        None, 46, None, 48, None, 50, None, 52, None, 54, None, 56, None, 58, None, 60, None, 62, None, 64, None]
    y: List[Optional[str]] = [
        "o0", None, None, "o3", None, None, "o6", None, None, "o9", None, None, "o12", None, None, "o15", None, None,
        "o18", None, None, "o21", None, None, "o24", None, None, "o27", None, None, "o30", None, None, "o33", None,
        None, "o36", None, None, "o39", None, None, "o42", None, None, "o45", None, None, "o48", None, None, "o51",
        None, None, "o54", None, None, "o57", None, None, "o60", None, None, "o63", None, None]
    return x[i], x[i + 1], y[i], y[i + 1]


def tuples(i: int):
    x = [
        (0, ("t0", 0.5, True)), (1, ("t1", 1.5, False)), (2, ("t2", 2.5, True)), (3, ("t3", 3.5, False)), (4, ("t4",
        4.5, True)), (5, ("t5", 5.5, False)), (6, ("t6", 6.5, True)), (7, ("t7", 7.5, False)), (8, ("t8", 8.5, True)),
        (9, ("t9", 9.5, False)), (10, ("t10", 10.5, True)), (11, ("t11", 11.5, False)), (12, ("t12", 12.5, True)),
        (13, ("t13", 13.5, False)), (14, ("t14", 14.5, True)), (15, ("t15", 15.5, False)), (16, ("t16", 16.5, True)),
        (17, ("t17", 17.5, False)), (18, ("t18", 18.5, True)), (19, ("t19", 19.5, False)), (20, ("t20", 20.5, True)),
        (21, ("t21", 21.5, False))]
    return x[i]


def named(i: int):
    x = [
        Pair("p0", 0), Pair("p1", 1), Pair("p2", 2), Pair("p3", 3), Pair("p4", 4), Pair("p5", 5), Pair("p6", 6),
        Pair("p7", 7), Pair("p8", 8), Pair("p9", 9), Pair("p10", 10), Pair("p11", 11), Pair("p12", 12), Pair("p13",
        13), Pair("p14", 14), Pair("p15", 15), Pair("p16", 16), Pair("p17", 17), Pair("p18", 18), Pair("p19", 19),
        Pair("p20", 20), Pair("p21", 21), Pair("p22", 22), Pair("p23", 23), Pair("p24", 24), Pair("p25", 25),
        Pair("p26", 26), Pair("p27", 27), Pair("p28", 28), Pair("p29", 29), Pair("p30", 30), Pair("p31", 31),
        Pair("p32", 32)]
    return x[i]


def nested(i: int):
    x = [
        ["n0", "m0"], ["n1", "m1"], ["n2", "m2"], ["n3", "m3"], ["n4", "m4"], ["n5", "m5"], ["n6", "m6"], ["n7",
        "m7"], ["n8", "m8"], ["n9", "m9"], ["n10", "m10"], ["n11", "m11"], ["n12", "m12"], ["n13", "m13"], ["n14",
        "m14"], ["n15", "m15"], ["n16", "m16"], ["n17", "m17"], ["n18", "m18"], ["n19", "m19"], ["n20", "m20"],
        ["n21", "m21"], ["n22", "m22"], ["n23", "m23"], ["n24", "m24"], ["n25", "m25"], ["n26", "m26"], ["n27",
        "m27"], ["n28", "m28"], ["n29", "m29"], ["n30", "m30"], ["n31", "m31"], ["n32", "m32"]]
    x[i].append("more")
    return x[i], x[i + 1]


def anything(i: int) -> Any:
    x: List[Any] = [
        0, "a1", 2.5, [3, 2], (4, "b"), True, None, {"d": 7}, 8, "a9", 10.5, [11, 2], (12, "b"), True, None, {"d":
        15}, 16, "a17", 18.5, [19, 2], (20, "b"), True, None, {"d": 23}, 24, "a25", 26.5, [27, 2], (28, "b"), True,
        None, {"d": 31}, 32, "a33", 34.5, [35, 2], (36, "b"), True, None, {"d": 39}, 40, "a41", 42.5, [43, 2], (44,
        "b"), True, None, {"d": 47}, 48, "a49", 50.5, [51, 2], (52, "b"), True, None, {"d": 55}, 56, "a57", 58.5, [59,
        2], (60, "b"), True, None, {"d": 63}, 64, "a65"]
    return x[i]


def unions(i: int):
    x: List[Union[int, str]] = [
        "u0", 1, "u2", 3, "u4", 5, "u6", 7, "u8", 9, "u10", 11, "u12", 13, "u14", 15, "u16", 17, "u18", 19, "u20", 21,
        "u22", 23, "u24", 25, "u26", 27, "u28", 29, "u30", 31, "u32", 33, "u34", 35, "u36", 37, "u38", 39, "u40", 41,
        "u42", 43, "u44", 45, "u46", 47, "u48", 49, "u50", 51, "u52", 53, "u54", 55, "u56", 57, "u58", 59, "u60", 61,
        "u62", 63, "u64", 65]
    y = x[i]
    if isinstance(y, int):
        return y + 1
    return -1


def by_name(key: str):
    x = {
        "k0": 0, "k1": 1, "k2": 2, "k3": 3, "k4": 4, "k5": 5, "k6": 6, "k7": 7, "k8": 8, "k9": 9, "k10": 10, "k11":
        11, "k12": 12, "k13": 13, "k14": 14, "k15": 15, "k16": 16, "k17": 17, "k18": 18, "k19": 19, "k20": 20, "k21":
        21, "k22": 22, "k23": 23, "k24": 24, "k25": 25, "k26": 26, "k27": 27, "k28": 28, "k29": 29, "k30": 30, "k31":
        31, "k32": 32, "twice": 1, "twice": 2}
    x["new"] = len(x)
    return key in x, x["k5"], x["twice"], len(x)


def by_number(key: int):
    x = {
        -5: ["v0"], -4: ["v1"], -3: ["v2"], -2: ["v3"], -1: ["v4"], 0: ["v5"], 1: ["v6"], 2: ["v7"], 3: ["v8"], 4:
        ["v9"], 5: ["v10"], 6: ["v11"], 7: ["v12"], 8: ["v13"], 9: ["v14"], 10: ["v15"], 11: ["v16"], 12: ["v17"], 13:
        ["v18"], 14: ["v19"], 15: ["v20"], 16: ["v21"], 17: ["v22"], 18: ["v23"], 19: ["v24"], 20: ["v25"], 21:
        ["v26"], 22: ["v27"], 23: ["v28"], 24: ["v29"], 25: ["v30"], 26: ["v31"], 27: ["v32"]}
    return x[key]


def by_tuple(key: float):
    x = {
        0.5: (0, "v0"), 1.5: (1, "v1"), 2.5: (2, "v2"), 3.5: (3, "v3"), 4.5: (4, "v4"), 5.5: (5, "v5"), 6.5: (6,
        "v6"), 7.5: (7, "v7"), 8.5: (8, "v8"), 9.5: (9, "v9"), 10.5: (10, "v10"), 11.5: (11, "v11"), 12.5: (12,
        "v12"), 13.5: (13, "v13"), 14.5: (14, "v14"), 15.5: (15, "v15"), 16.5: (16, "v16"), 17.5: (17, "v17"), 18.5:
        (18, "v18"), 19.5: (19, "v19"), 20.5: (20, "v20"), 21.5: (21, "v21")}
    return x[key]


def matrix():
    x = torch.tensor([
        [0, 0, 0], [1, 1, -1], [2, 4, -2], [3, 9, -3], [4, 16, -4], [5, 25, -5], [6, 36, -6], [7, 49, -7], [8, 64,
        -8], [9, 81, -9], [10, 100, -10], [11, 121, -11], [12, 144, -12], [13, 169, -13], [14, 196, -14], [15, 225,
        -15], [16, 256, -16], [17, 289, -17], [18, 324, -18], [19, 361, -19], [20, 400, -20], [21, 441, -21]])
    return x.sum(), x.shape


def twice(n: int):
    # A new list each time.
    total = 0
    for i in range(n):
        x = [
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
        x[0] += 1
        total += x[0]
    return total
