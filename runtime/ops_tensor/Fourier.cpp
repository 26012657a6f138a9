//===- Fourier.cpp - Discrete Fourier transforms --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A mixed-radix transform in double: lengths split by their prime factors, so
// the work is n times their sum.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/Reduce.h"

using namespace tsrt;

namespace {

/// out[k] = sum of in[j * stride] * w^(j k), w = exp(sign 2 pi i / n); roots
/// holds the n0 = step * n powers of the principal root.
void transform(const c128 *in, int64_t stride, c128 *out, int64_t n,
               const std::vector<c128> &roots, int64_t step) {
  if (n == 1) {
    out[0] = in[0];
    return;
  }
  int64_t p = 2;
  while (n % p && p * p <= n)
    ++p;
  if (n % p)
    p = n;
  int64_t m = n / p;
  std::vector<c128> parts(n);
  for (int64_t r = 0; r < p; ++r)
    transform(in + r * stride, stride * p, parts.data() + r * m, m, roots,
              step * p);
  for (int64_t k = 0; k < n; ++k) {
    c128 s = 0;
    for (int64_t r = 0; r < p; ++r)
      s += parts[r * m + k % m] * roots[(r * k % n) * step];
    out[k] = s;
  }
}
std::vector<c128> dft(const std::vector<c128> &in, bool inverse) {
  int64_t n = int64_t(in.size());
  std::vector<c128> roots(n), out(n);
  for (int64_t k = 0; k < n; ++k)
    roots[k] =
        std::polar(1.0, (inverse ? 2 : -2) * M_PI * double(k) / double(n));
  if (n)
    transform(in.data(), 1, out.data(), n, roots, 1);
  return out;
}

enum class Kind { Complex, RealToHalf, HalfToReal };

/// The factor of a normalization mode.
double factorOf(std::optional<std::string_view> norm, int64_t n, bool inverse) {
  std::string_view mode = norm.value_or("backward");
  if (mode == "ortho")
    return 1 / std::sqrt(double(n));
  if (mode != "backward" && mode != "forward")
    bail("Invalid normalization mode: \"%.*s\"", int(mode.size()), mode.data());
  bool scaled = (mode == "backward") == inverse;
  return scaled ? 1 / double(n) : 1;
}

/// One transform along `dim` with logical length n (of the real signal).
Tensor along(const Tensor &t, int64_t dim, int64_t n, bool inverse, Kind kind,
             std::optional<std::string_view> norm) {
  dim = wrapDim(dim, t.dim());
  if (failed())
    return {};
  if (n < 1)
    return bail("Invalid number of data points (%lld) specified", LL(n));
  double factor = factorOf(norm, n, inverse);
  Tensor rows = movedim(t, dim, -1);
  int64_t have = rows.size(-1), half = n / 2 + 1;
  int64_t outN = kind == Kind::RealToHalf ? half : n;
  bool wide = toRealDType(t.dtype()) == TSRT_F64;
  int dtype = kind == Kind::HalfToReal ? (wide ? TSRT_F64 : TSRT_F32)
                                       : (wide ? TSRT_C128 : TSRT_C64);
  std::vector<c128> all = elementsAs<c128>(rows);
  Dims shape = rows.sizes();
  shape.back() = outN;
  int64_t count = have ? int64_t(all.size()) / have : 0;
  std::vector<c128> result(count * outN);
  for (int64_t r = 0; r < count; ++r) {
    std::vector<c128> row(n);
    int64_t take = std::min(have, kind == Kind::HalfToReal ? half : n);
    std::copy_n(all.data() + r * have, take, row.data());
    if (kind == Kind::HalfToReal) { // the other half by symmetry
      row[0] = row[0].real();
      if (n % 2 == 0)
        row[n / 2] = row[n / 2].real();
      for (int64_t k = half; k < n; ++k)
        row[k] = std::conj(row[n - k]);
    }
    std::vector<c128> out = dft(row, inverse);
    for (int64_t k = 0; k < outN; ++k)
      result[r * outN + k] = out[k] * factor;
  }
  Tensor out = empty(shape, dtype);
  if (out && out.numel())
    storeElements(Compute::C128, result.data(), dtype, out.data(),
                  out.itemsize(), out.numel());
  return contiguous(movedim(out, -1, dim));
}
using Norm = std::optional<std::string_view>;

template <bool Inverse>
Tensor fft(const Tensor &t, OptInt n, int64_t dim, Norm norm) {
  return along(t, dim, n.value_or(t.size(dim)), Inverse, Kind::Complex, norm);
}
Tensor rfft(const Tensor &t, OptInt n, int64_t dim, Norm norm) {
  if (t.isComplex())
    return bail("rfft expects a real input tensor, but got %s",
                scalarTypeName(t.dtype()));
  return along(t, dim, n.value_or(t.size(dim)), false, Kind::RealToHalf, norm);
}
Tensor irfft(const Tensor &t, OptInt n, int64_t dim, Norm norm) {
  return along(t, dim, n.value_or(2 * (t.size(dim) - 1)), true,
               Kind::HalfToReal, norm);
}
Tensor hfft(const Tensor &t, OptInt n, int64_t dim, Norm norm) {
  return along(t, dim, n.value_or(2 * (t.size(dim) - 1)), false,
               Kind::HalfToReal, norm);
}
Tensor ihfft(const Tensor &t, OptInt n, int64_t dim, Norm norm) {
  if (t.isComplex())
    return bail("ihfft expects a real input tensor, but got %s",
                scalarTypeName(t.dtype()));
  return along(t, dim, n.value_or(t.size(dim)), true, Kind::RealToHalf, norm);
}

/// Dimensions and lengths of an n-dimensional transform; `last` is the default
/// number of trailing dimensions when only sizes are given.
struct Axes {
  Dims dims, sizes;
};
Axes axesOf(const Tensor &t, const std::optional<Dims> &s,
            const std::optional<Dims> &dim, bool halfInput) {
  Axes a;
  if (dim)
    a.dims = wrapDims(*dim, t.dim());
  else
    for (int64_t d = s ? t.dim() - int64_t(s->size()) : 0; d < t.dim(); ++d)
      a.dims.push_back(d);
  if (s && s->size() != a.dims.size())
    bail("When given, dim and shape arguments must have the same length");
  if (failed())
    return a;
  for (size_t i = 0; i < a.dims.size(); ++i) {
    int64_t n = s ? (*s)[i] : -1;
    bool half = halfInput && i + 1 == a.dims.size();
    if (n == -1)
      n = half ? 2 * (t.size(a.dims[i]) - 1) : t.size(a.dims[i]);
    a.sizes.push_back(n);
  }
  return a;
}
template <bool Inverse>
Tensor fftn(const Tensor &t, std::optional<Dims> s, std::optional<Dims> dim,
            Norm norm) {
  Axes a = axesOf(t, s, dim, false);
  Tensor out = t;
  for (size_t i = a.dims.size(); i-- > 0 && !failed();)
    out = along(out, a.dims[i], a.sizes[i], Inverse, Kind::Complex, norm);
  if (a.dims.empty() && !t.isComplex())
    return toDType(t, toComplexDType(inexact(t.dtype())));
  return out;
}
template <bool Inverse>
Tensor rfftn(const Tensor &t, std::optional<Dims> s, std::optional<Dims> dim,
             Norm norm) {
  Axes a = axesOf(t, s, dim, false);
  if (failed() || a.dims.empty())
    return bail("rfftn must transform at least one axis");
  Tensor out =
      along(t, a.dims.back(), a.sizes.back(), Inverse, Kind::RealToHalf, norm);
  for (size_t i = a.dims.size() - 1; i-- > 0 && !failed();)
    out = along(out, a.dims[i], a.sizes[i], Inverse, Kind::Complex, norm);
  return out;
}
template <bool Inverse>
Tensor irfftn(const Tensor &t, std::optional<Dims> s, std::optional<Dims> dim,
              Norm norm) {
  Axes a = axesOf(t, s, dim, true);
  if (failed() || a.dims.empty())
    return bail("irfftn must transform at least one axis");
  Tensor out = t;
  for (size_t i = 0; i + 1 < a.dims.size() && !failed(); ++i)
    out = along(out, a.dims[i], a.sizes[i], Inverse, Kind::Complex, norm);
  return along(out, a.dims.back(), a.sizes.back(), Inverse, Kind::HalfToReal,
               norm);
}
template <auto F>
Tensor twoDims(const Tensor &t, std::optional<Dims> s, const Dims &dim,
               Norm norm) {
  return F(t, s, dim, norm);
}

Tensor rolled(const Tensor &t, std::optional<Dims> dim, bool inverse) {
  Dims dims = dim ? wrapDims(*dim, t.dim()) : Dims();
  if (!dim)
    for (int64_t d = 0; d < t.dim(); ++d)
      dims.push_back(d);
  if (failed())
    return {};
  Tensor out = t;
  for (int64_t d : dims) {
    int64_t n = out.size(d), shift = inverse ? (n + 1) / 2 : n / 2;
    Tensor next = empty(out.sizes(), out.dtype());
    copyInPlace(narrow(next, d, 0, shift), narrow(out, d, n - shift, shift));
    copyInPlace(narrow(next, d, shift, n - shift),
                narrow(out, d, 0, n - shift));
    out = next;
  }
  return out;
}
Tensor fftshift(const Tensor &t, std::optional<Dims> dim) {
  return rolled(t, dim, false);
}
Tensor ifftshift(const Tensor &t, std::optional<Dims> dim) {
  return rolled(t, dim, true);
}
Tensor frequencies(int64_t n, double d, int64_t count, bool wrap, int dtype) {
  Tensor out = empty({count}, TSRT_F64);
  for (int64_t i = 0; i < count && out; ++i)
    out.data<double>()[i] =
        double(wrap && i >= (n + 1) / 2 ? i - n : i) / (double(n) * d);
  return toDType(out, dtype);
}
Tensor fftfreq(int64_t n, double d, OptInt dtype, Ignored, Ignored, Ignored) {
  return frequencies(n, d, n, true, int(dtype.value_or(defaultFloat)));
}
Tensor rfftfreq(int64_t n, double d, OptInt dtype, Ignored, Ignored, Ignored) {
  return frequencies(n, d, n / 2 + 1, false, int(dtype.value_or(defaultFloat)));
}

const KernelEntry entries[] = {
    TSRT_OP_O("fft_fft", fft<false>),
    TSRT_OP_O("fft_ifft", fft<true>),
    TSRT_OP_O("fft_rfft", rfft),
    TSRT_OP_O("fft_irfft", irfft),
    TSRT_OP_O("fft_hfft", hfft),
    TSRT_OP_O("fft_ihfft", ihfft),
    TSRT_OP_O("fft_fftn", fftn<false>),
    TSRT_OP_O("fft_ifftn", fftn<true>),
    TSRT_OP_O("fft_rfftn", rfftn<false>),
    TSRT_OP_O("fft_irfftn", irfftn<true>),
    TSRT_OP_O("fft_hfftn", irfftn<false>),
    TSRT_OP_O("fft_ihfftn", rfftn<true>),
    TSRT_OP_O("fft_fft2", twoDims<fftn<false>>),
    TSRT_OP_O("fft_ifft2", twoDims<fftn<true>>),
    TSRT_OP_O("fft_rfft2", twoDims<rfftn<false>>),
    TSRT_OP_O("fft_irfft2", twoDims<irfftn<true>>),
    TSRT_OP_O("fft_hfft2", twoDims<irfftn<false>>),
    TSRT_OP_O("fft_ihfft2", twoDims<rfftn<true>>),
    TSRT_OP("fft_fftshift", fftshift),
    TSRT_OP("fft_ifftshift", ifftshift),
    TSRT_OP("fft_fftfreq", fftfreq),
    TSRT_OP("fft_rfftfreq", rfftfreq),
};
const KernelTable table(entries);

} // namespace
