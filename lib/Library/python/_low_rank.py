"""Singular values of matrices of low rank, by products with random matrices (Halko, Martinsson and Tropp, 2009)."""

import torch


def _product(a, b):
    return torch.sparse.mm(a, b) if a.is_sparse else torch.matmul(a, b)


def _basis(a, q, niter, m):
    """Orthonormal columns that nearly span what `a - m` maps to; `q` of them."""
    dtype = a.dtype if a.is_floating_point() or a.is_complex() else torch.get_default_dtype()
    back, back_m = a.mH if not a.is_sparse else a.t(), None if m is None else m.mH

    def image(matrix, shift, vectors):
        made = _product(matrix, vectors)
        return torch.linalg.qr(made if shift is None else made - torch.matmul(shift, vectors)).Q

    found = image(a, m, torch.randn(a.shape[-1], q, dtype=dtype))
    for _ in range(niter):
        found = image(a, m, image(back, back_m, found))
    return found


def svd_lowrank(A, q=6, niter=2, M=None):
    q = 6 if q is None else q
    rows, columns = A.shape[-2:]
    back = A.mT if not A.is_sparse else A.t()
    shift, back_shift = None if M is None else M.broadcast_to(A.shape), None if M is None else M.broadcast_to(A.shape).mT
    isTall = not (rows < columns or columns > q)
    # The small side of the product with the basis is the one to factor.
    basis = _basis(A, q, niter, shift) if isTall else _basis(back, q, niter, back_shift)
    other, other_shift = (back, back_shift) if isTall else (A, shift)
    part = _product(other, basis.conj())
    if other_shift is not None:
        part = part - torch.matmul(other_shift, basis.conj())
    assert part.shape[-1] == q, (part.shape, q)
    U, S, Vh = torch.linalg.svd(part.mT if isTall else part, full_matrices=False)
    V = Vh.mH
    return (torch.matmul(basis, U), S, V) if isTall else (U, S, torch.matmul(basis, V))


def pca_lowrank(A, q=None, center=True, niter=2):
    rows, columns = A.shape[-2:]
    if q is None:
        q = min(6, rows, columns)
    elif not 0 <= q <= min(rows, columns):
        raise ValueError(f"q(={q}) must be non-negative integer and not greater than min(m, n)={min(rows, columns)}")
    if not niter >= 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    if not center:
        return svd_lowrank(A, q, niter)
    if A.is_sparse:
        if A.dim() != 2:
            raise ValueError("pca_lowrank input is expected to be 2-dimensional tensor")
        return svd_lowrank(A, q, niter, (torch.sparse.sum(A, 0).to_dense() / rows).expand(rows, columns))
    return svd_lowrank(A - A.mean(-2, keepdim=True), q, niter)
