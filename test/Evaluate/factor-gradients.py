# RUN: ts-run %s > %t 2>/dev/null
# RUN: diff %S/Outputs/factor-gradients.out %t
# REQUIRES: ts-run
# Gradients of factorizations, quantiles, Fourier transforms, special functions and writes to places. The output is that of PyTorch 1.13.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
a = torch.rand(3, 3) + 2 * torch.eye(3)
spd = a @ a.T
tall, wide = torch.rand(4, 3), torch.rand(3, 5)
b, v = torch.rand(3, 2), torch.rand(6)
square = torch.rand(4, 4)
index = torch.tensor([2, 0])


def weighed(result):
    parts = [result] if isinstance(result, torch.Tensor) else [r for r in result if isinstance(r, torch.Tensor)]
    total = 0
    for part in parts:
        if part.requires_grad:
            weights = torch.arange(part.numel()).reshape(part.shape).mul(0.37).cos()
            part = torch.view_as_real(part.resolve_conj()).sum(-1) if part.is_complex() else part
            total = total + (part * weights).sum()
    return total


cases = {
    "solve_triangular": (lambda x, y: torch.linalg.solve_triangular(x.triu(), y, upper=True), a, b),
    "solve_triangular left=False": (lambda x, y: torch.linalg.solve_triangular(x, y, upper=False, left=False, unitriangular=True), a, b.T),
    "triangular_solve": (lambda y, x: torch.triangular_solve(y, x, upper=False, transpose=True).solution, b, a),
    "cholesky_solve": (lambda x, y: torch.cholesky_solve(y, torch.linalg.cholesky(x)), spd, b),
    "cholesky_inverse": (lambda x: torch.cholesky_inverse(torch.linalg.cholesky(x)), spd),
    "cholesky_ex": (lambda x: torch.linalg.cholesky_ex(x)[0], spd),
    "inv_ex": (lambda x: torch.linalg.inv_ex(x)[0], a),
    "solve left=False": (lambda x, y: torch.linalg.solve(x, y, left=False), a, b.T),
    "lu": (lambda x: torch.linalg.lu(x)[1:], a),
    "lu tall": (lambda x: torch.linalg.lu(x)[1:], tall),
    "lu wide": (lambda x: torch.linalg.lu(x)[1:], wide),
    "lu_factor": (lambda x: torch.linalg.lu_factor(x)[0], a),
    "lu_unpack": (lambda x: torch.lu_unpack(*torch.linalg.lu_factor(x))[1:], a),
    "lu_solve": (lambda x, y: torch.linalg.lu_solve(*torch.linalg.lu_factor(x), y, adjoint=True), a, b),
    "eigvals": (lambda x: torch.linalg.eigvals(x).abs().sum(), a),
    "eig": (lambda x: torch.linalg.eig(x)[1].abs(), a),
    "svd full": (lambda x: torch.linalg.svd(x)[0].abs()[:, :3], tall),
    "lstsq": (lambda x, y: torch.linalg.lstsq(x, y).solution, tall, torch.rand(4, 2)),
    "qr wide": (lambda x: torch.linalg.qr(x)[1].abs(), wide),
    "householder": (lambda x, t: torch.linalg.householder_product(x, t), tall, torch.rand(2)),
    "matrix_power": (lambda x: torch.linalg.matrix_power(x, 3), a),
    "vander": (lambda x: torch.linalg.vander(x, N=4), v),
    "quantile": (lambda x: torch.quantile(x, torch.tensor([0.1, 0.6])), v),
    "quantile dim": (lambda x: torch.quantile(x, 0.35, dim=1, keepdim=True), wide),
    "quantile nearest": (lambda x: torch.quantile(x, torch.tensor([0.1, 0.6]), dim=0, keepdim=True, interpolation="nearest"), wide),
    "nanquantile": (lambda x: torch.nanquantile(torch.where(x > 0.9, torch.full_like(x, float("nan")), x), 0.4, dim=1), wide),
    "trapezoid": (lambda x, y: torch.trapezoid(y, x) + torch.trapezoid(y, dx=0.5), v[:5], wide),
    "cumulative_trapezoid": (lambda x: torch.cumulative_trapezoid(x, dim=0), wide),
    "combinations": (lambda x: torch.combinations(x, 2), v),
    "msort": (lambda x: torch.msort(x), wide),
    "renorm": (lambda x: torch.renorm(x, 2, 0, 0.5), wide),
    "mvlgamma": (lambda x: torch.mvlgamma(x + 2, 3), v),
    "pdist": (lambda x: torch.pdist(x), tall),
    "cdist inf": (lambda x, y: torch.cdist(x, y, p=float("inf")), tall, torch.rand(2, 3)),
    "index_reduce": (lambda x, y: torch.index_reduce(x, 0, index, y, "mean"), a, torch.rand(2, 3)),
    "put": (lambda x, y: x.put(index, y), a, torch.rand(2)),
    "select_scatter": (lambda x, y: torch.select_scatter(x, y, 1, 2), a, torch.rand(3)),
    "slice_scatter": (lambda x, y: torch.slice_scatter(x, y, 0, 1, 3, 1), a, torch.rand(2, 3)),
    "diagonal_scatter": (lambda x, y: torch.diagonal_scatter(x, y, 1), a, torch.rand(2)),
    "block_diag": (lambda x, y: torch.block_diag(x, y), a, b),
    "column_stack": (lambda x, y: torch.column_stack([x, y]), v[:3], b),
    "dstack": (lambda x, y: torch.dstack([x, y]), a, a + 1),
    "clamp": (lambda x, y: torch.clamp(x, min=y, max=y.flip(0)), v, torch.rand(6)),
    "frexp": (lambda x: torch.frexp(x * 5)[0], v),
    "multilabel_margin": (lambda x: F.multilabel_margin_loss(x, torch.tensor([[3, 0, -1, 1], [1, -1, 0, 0]])), square[:2]),
    "multi_margin": (lambda x: F.multi_margin_loss(x, torch.tensor(2)), v),
    "instance_norm": (lambda x, w: F.instance_norm(x, torch.zeros(2), torch.ones(2), w, use_input_stats=False), torch.rand(2, 2, 3), torch.rand(2)),
    "conv_transpose": (lambda x, w: F.conv_transpose2d(x, w, stride=(3, 2), padding=(1, 2), output_padding=(2, 3), dilation=4), torch.rand(1, 2, 4, 4), torch.rand(2, 1, 4, 5)),
    "rrelu": (lambda x: F.rrelu(x - 0.5, training=True), v),
    "i0e": (lambda x: torch.special.i0e(x), v),
    "i1": (lambda x: torch.special.i1(x), v),
    "i1e": (lambda x: torch.special.i1e(x), v),
    "xlog1py": (lambda x, y: torch.special.xlog1py(x, y), v, torch.rand(6)),
    "entr": (lambda x: torch.special.entr(x), v),
    "ndtri": (lambda x: torch.special.ndtri(x), v),
    "log_ndtr": (lambda x: torch.special.log_ndtr(x), v),
    "erfcx": (lambda x: torch.special.erfcx(x), v),
    "fft2": (lambda x: torch.fft.fft2(x, norm="ortho"), square),
    "irfft2": (lambda x: torch.fft.irfft2(torch.fft.rfft2(x) * (1 + 2j)), square),
    "hfft": (lambda x: torch.fft.hfft(x * (1 + 1j)), v),
    "ihfft": (lambda x: torch.fft.ihfft(x), v),
    "hfftn": (lambda x: torch.fft.hfftn(x * (1 - 1j)), square),
    "ihfft2": (lambda x: torch.fft.ihfft2(x), square),
}
for name, (function, *given) in cases.items():
    leaves = [t.clone().requires_grad_() for t in given]
    found = torch.autograd.grad(weighed(function(*leaves)), leaves)
    print(name, *[f"{g.sum().item():.5f} {(g * g).sum().item():.5f}".replace("-0.00000", "0.00000") for g in found])
print(torch.bernoulli(v.clone().requires_grad_()).requires_grad)
try:
    weighed(torch.linalg.qr(tall.clone().requires_grad_(), mode="complete")).backward()
except RuntimeError as error:
    print(type(error).__name__)
