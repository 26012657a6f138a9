# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/linear-algebra.out %t
# REQUIRES: ts-run
# torch.linalg, torch.fft and torch.special by their names. The output is that of PyTorch 1.13.
import torch
torch.manual_seed(0)
torch.set_printoptions(precision=3, sci_mode=False)
A = torch.tensor([[4., 2.], [1., 3.]]); S = A @ A.T
print(torch.linalg.det(A), torch.linalg.inv(A), torch.linalg.norm(A), torch.linalg.matrix_rank(A), torch.linalg.cond(A))
print(torch.linalg.solve(A, torch.tensor([1., 2.])), torch.linalg.eigvalsh(S), torch.linalg.eigh(S).eigenvalues, torch.linalg.cholesky(S))
u, s, vh = torch.linalg.svd(A); print(s, (u @ torch.diag(s) @ vh - A).abs().max() < 1e-5)
q, r = torch.linalg.qr(A); print((q @ r - A).abs().max() < 1e-5, torch.linalg.matrix_power(A, 3), torch.linalg.pinv(A), torch.linalg.multi_dot([A, S, A]))
print(torch.linalg.vector_norm(torch.arange(4.)), torch.linalg.norm(torch.arange(4.), ord=1), torch.linalg.norm(A, "nuc"), torch.linalg.slogdet(A), torch.linalg.lstsq(A, torch.eye(2)).solution)
print(torch.linalg.cross(torch.tensor([1., 0, 0]), torch.tensor([0., 1, 0])), torch.linalg.eigvals(A), torch.trace(A), torch.kron(A, torch.eye(2)), torch.outer(torch.arange(3.), torch.ones(2)))
print(torch.fft.fft(torch.arange(4.)), torch.fft.ifft(torch.fft.fft(torch.arange(4.))).real, torch.fft.rfft(torch.ones(4)), torch.fft.fftfreq(4), torch.fft.fftshift(torch.arange(5)), torch.fft.fft2(torch.eye(2)))
print(torch.special.erf(torch.tensor([0.5])), torch.special.gammaln(torch.tensor([5.])), torch.special.expit(torch.zeros(2)), torch.special.logit(torch.tensor([0.3])), torch.special.i0(torch.ones(1)), torch.special.entr(torch.tensor([0.5])), torch.special.log_softmax(torch.ones(2), 0), torch.special.xlogy(torch.tensor([0., 2.]), torch.tensor([0., 3.])))
try: torch.linalg.inv(torch.zeros(2, 2))
except Exception as e: print(type(e).__name__, e)
try: torch.linalg.cholesky(-torch.eye(2))
except RuntimeError as e: print(str(e)[:100])
X = torch.randn(20, 3); y = X @ torch.tensor([1., -2., 0.5]) + 0.1
Xb = torch.cat([X, torch.ones(20, 1)], 1); print(torch.linalg.lstsq(Xb, y.unsqueeze(1)).solution.flatten())
Xc = X - X.mean(0); print((Xc.T @ Xc / 19).shape, torch.cov(X.T).allclose(Xc.T @ Xc / 19, atol=1e-5))
U, Sg, V = torch.svd(Xc); print(Sg)
print(torch.einsum("ij,jk->ik", A, S), torch.tensordot(A, S, dims=1), torch.matrix_exp(torch.zeros(2, 2)), torch.block_diag(A, S), torch.cartesian_prod(torch.tensor([1, 2]), torch.tensor([3, 4])), torch.combinations(torch.arange(3)))
