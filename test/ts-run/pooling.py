# Maxima keep NaN and -inf, in both tiers; a window that hangs over the edge
# counts what it has.
# RUN: ts-run %s --entry=maxima --input=3:i64 | FileCheck %s --check-prefix=MAX
# RUN: ts-run %s --entry=maxima --input=3:i64 --specialize=false | FileCheck %s --check-prefix=MAX
# RUN: ts-run %s --entry=averages --input=1x1x3x3:f32=arange > %t
# RUN: ts-run %s --entry=averages --input=1x1x3x3:f32=arange --specialize=false > %t.runtime
# RUN: diff %t %t.runtime
# RUN: FileCheck %s --check-prefix=AVG < %t
# RUN: not ts-run %s --entry=averages --input=3x3:f32=arange 2>&1 | FileCheck %s --check-prefix=RANK
# RUN: ts-run %s --entry=ints --input=1x1x4x4:i64=arange --tier=compiled | FileCheck %s --check-prefix=INT
# RUN: ts-run %s --entry=ints --input=1x1x4x4:i64=arange --specialize=false | FileCheck %s --check-prefix=INT
import torch
import torch.nn.functional as F


# MAX: nan 5
# MAX-NEXT: -inf 7
def maxima(unused):
    x = torch.tensor([[[[1.0, float("nan"), 2.0, 3.0],
                        [4.0, 0.0, 5.0, -1.0],
                        [float("-inf"), float("-inf"), 6.0, 0.5],
                        [float("-inf"), float("-inf"), 0.0, 7.0]]]])
    return F.max_pool2d(x, 2)


# AVG: {{^}}  2  3
# AVG-NEXT: 5  6
# AVG: 2.0000  3.5000
# AVG-NEXT: 6.5000  8.0000
# AVG: 0.8889  1.6667  1.3333
# RANK: Expected 3D or 4D input tensor
def averages(x):
    return (F.avg_pool2d(x, 2, 1), F.avg_pool2d(x, 2, ceil_mode=True),
            F.avg_pool2d(x, 3, 1, 1))


# Averages of ints are cut off; what they are divided by may be negative.
# INT: -5 -9
# INT-NEXT: {{ *}}-21 -25
# INT: 0   1   3
# INT-NEXT: 6   7   9
# INT-NEXT: 12  13  15
def ints(x):
    return (F.avg_pool2d(x, 2, divisor_override=-2),
            F.avg_pool2d(x, 2, 2, 1, count_include_pad=False))
