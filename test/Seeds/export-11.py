# RUN: ts-run %s | FileCheck %s
# REQUIRES: ts-run

import torch
from torch.export import Dim
from torch.export.dynamic_shapes import refine_dynamic_shapes_from_suggested_fixes

class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        if x.shape[0] >= 3 and x.shape[0] <= 6:
            return x + 1
        return x - 1

dim = Dim("dim")
shapes = {"x": (dim,)}
try:
    torch.export.export(M(), (torch.ones(4),), dynamic_shapes=shapes)
except torch._dynamo.exc.UserError as error:
    message = str(error)
print(message)
# CHECK: Constraints violated (dim)!
# CHECK: Suggested fixes:
# CHECK-NEXT: dim = Dim('dim', min=3, max=6)
shapes = refine_dynamic_shapes_from_suggested_fixes(message, shapes)
print(shapes)
# CHECK: {'x': (Dim('dim', min=3, max=6),)}
print(torch.export.export(M(), (torch.ones(4),), dynamic_shapes=shapes).range_constraints)
# CHECK-NEXT: {'s0': VR[3, 6]}

# A root that is fixed, or bounded, changes what is derived of it.
dx = Dim("dx")
dy = dx + 2
both = {"x": (dx,), "y": (dy,)}
print(refine_dynamic_shapes_from_suggested_fixes("\nSuggested fixes:\n  dx = 4", both))
# CHECK-NEXT: {'x': (4,), 'y': (6,)}
made = refine_dynamic_shapes_from_suggested_fixes("\nSuggested fixes:\n  dx = Dim('dx', max=6)", both)
print(made, made["y"][0].max)
# CHECK-NEXT: {'x': (Dim('dx', max=6),), 'y': (dx + 2,)} 8
made = refine_dynamic_shapes_from_suggested_fixes(
    "\nSuggested fixes:\n  _dx = Dim('_dx', max=1024)\n  dx = 4*_dx", {"x": (dx,)})
print(made, made["x"][0].max)
# CHECK-NEXT: {'x': (4*_dx,)} 4096
