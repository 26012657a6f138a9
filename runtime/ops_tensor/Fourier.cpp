//===- Fourier.cpp - Discrete Fourier transforms --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/FourierTransforms.h"
#include "ops_tensor/IndexHelpers.h"

using namespace tsrt;

namespace {

using Norm = std::optional<std::string_view>;

/// The dimensions of a transform, and its logical sizes there.
struct Axes {
  Dims dims, sizes;
};

/// The factor of a normalization mode.
double factorOf(Norm norm, const Axes &axes, bool inverse) {
  double n = 1;
  for (int64_t size : axes.sizes)
    n *= double(size);
  std::string_view mode = norm.value_or("backward");
  if (mode == "ortho")
    return 1 / std::sqrt(n);
  if (mode != "backward" && mode != "forward")
    bail("Invalid normalization mode: \"%.*s\"", int(mode.size()), mode.data());
  bool scaled = (mode == "backward") == inverse;
  return scaled ? 1 / n : 1;
}

/// `t` cut to `sizes`, or filled with zeros, along dimensions.
Tensor resized(const Tensor &t, const Dims &dims, const Dims &sizes) {
  Tensor from = t;
  Dims shape = t.sizes();
  for (size_t i = 0; i < dims.size(); ++i) {
    shape[dims[i]] = sizes[i];
    from = narrow(from, dims[i], 0, std::min(sizes[i], t.size(dims[i])));
  }
  if (from.sizes() == shape)
    return from;
  Tensor out = zeros(shape, t.dtype()), place = out;
  for (int64_t d : dims)
    place = narrow(place, d, 0, from.size(d));
  copyInPlace(place, from);
  return out;
}

bool checkAxes(const Tensor &t, const Axes &axes) {
  int dtype = t.dtype();
  if (dtype == TSRT_F16 || dtype == TSRT_BF16 || dtype == TSRT_C32)
    bail("Unsupported dtype %s", scalarTypeName(dtype));
  for (int64_t n : axes.sizes)
    if (n < 1)
      bail("Invalid number of data points (%lld) specified", LL(n));
  if (t.dim() == 0 && !axes.dims.empty())
    bailAs("IndexError",
           "Dimension specified as %lld but tensor has no dimensions",
           LL(axes.dims[0]));
  return !failed();
}

/// Fills in the second half of a transform of reals along a dimension: the
/// conjugate of the first, backwards.
void mirror(const Tensor &out, int64_t dim) {
  int64_t n = out.size(dim), inner = 1;
  for (int64_t d = dim + 1; d < out.dim(); ++d)
    inner *= out.size(d);
  auto fill = [&](auto *rows) {
    for (auto *end = rows + out.numel(); rows != end; rows += n * inner)
      for (int64_t k = n / 2 + 1; k < n; ++k)
        for (int64_t i = 0; i < inner; ++i)
          rows[k * inner + i] = std::conj(rows[(n - k) * inner + i]);
  };
  if (out.dtype() == TSRT_C128)
    fill(out.data<c128>());
  else
    fill(out.data<c64>());
}

Tensor complexToComplex(const Tensor &t, const Axes &axes, bool inverse,
                        Norm norm) {
  double factor = factorOf(norm, axes, inverse);
  if (!checkAxes(t, axes))
    return {};
  if (!t.isComplex() && axes.dims.size() == 1) {
    int64_t dim = axes.dims[0];
    Tensor in = resized(toDType(t, inexact(t.dtype())), axes.dims, axes.sizes);
    Tensor out = empty(in.sizes(), toComplexDType(in.dtype()));
    transformReal(in, narrow(out, dim, 0, in.size(dim) / 2 + 1), axes.dims,
                  !inverse, factor);
    if (!failed() && out.numel())
      mirror(out, dim);
    return out;
  }
  Tensor in = resized(toDType(t, toComplexDType(inexact(t.dtype()))), axes.dims,
                      axes.sizes);
  if (axes.dims.empty())
    return cloneOf(in);
  Tensor out = empty(in.sizes(), in.dtype());
  transformComplex(in, out, axes.dims, !inverse, factor);
  return out;
}
Tensor realToComplex(const Tensor &t, const Axes &axes, bool inverse,
                     Norm norm) {
  double factor = factorOf(norm, axes, inverse);
  if (!checkAxes(t, axes))
    return {};
  Tensor in = resized(toDType(t, inexact(t.dtype())), axes.dims, axes.sizes);
  Dims shape = in.sizes();
  shape[axes.dims.back()] = axes.sizes.back() / 2 + 1;
  Tensor out = empty(shape, toComplexDType(in.dtype()));
  transformReal(in, out, axes.dims, !inverse, factor);
  return out;
}
Tensor complexToReal(const Tensor &t, const Axes &axes, bool inverse,
                     Norm norm) {
  double factor = factorOf(norm, axes, inverse);
  if (!checkAxes(t, axes))
    return {};
  Dims given = axes.sizes;
  given.back() = given.back() / 2 + 1;
  Tensor in =
      resized(toDType(t, toComplexDType(inexact(t.dtype()))), axes.dims, given);
  Dims shape = in.sizes();
  shape[axes.dims.back()] = axes.sizes.back();
  Tensor out = empty(shape, toRealDType(in.dtype()));
  transformToReal(in, out, axes.dims, !inverse, factor);
  return out;
}

/// One dimension of n elements, or as many as there are; `half` are the ones of
/// n elements that a real result has.
Axes axisOf(const Tensor &t, OptInt n, int64_t dim, bool half = false) {
  int64_t d = wrapDim(dim, t.dim()), size = failed() ? 0 : t.size(d);
  return {{d}, {n.value_or(half ? 2 * (size - 1) : size)}};
}
bool checkReal(const char *name, const Tensor &t) {
  if (t.isComplex())
    bail("%s expects a real input tensor, but got %s", name,
         scalarTypeName(t.dtype()));
  return !failed();
}

template <bool Inverse>
Tensor fft(const Tensor &t, OptInt n, int64_t dim, Norm norm) {
  return complexToComplex(t, axisOf(t, n, dim), Inverse, norm);
}
Tensor rfft(const Tensor &t, OptInt n, int64_t dim, Norm norm) {
  return checkReal("rfft", t) ? realToComplex(t, axisOf(t, n, dim), false, norm)
                              : Tensor();
}
Tensor irfft(const Tensor &t, OptInt n, int64_t dim, Norm norm) {
  return complexToReal(t, axisOf(t, n, dim, true), true, norm);
}
Tensor hfft(const Tensor &t, OptInt n, int64_t dim, Norm norm) {
  return complexToReal(t, axisOf(t, n, dim, true), false, norm);
}
Tensor ihfft(const Tensor &t, OptInt n, int64_t dim, Norm norm) {
  return checkReal("ihfft", t) ? realToComplex(t, axisOf(t, n, dim), true, norm)
                               : Tensor();
}

/// The dimensions that an n-dimensional transform names; all without, or as
/// many of the last as there are sizes.
Axes axesOf(const Tensor &t, const std::optional<Dims> &s,
            const std::optional<Dims> &dim, bool halfInput) {
  Axes a;
  if (s && !dim && int64_t(s->size()) > t.dim()) {
    bail("Got shape with %zu values but input tensor only has %lld dimensions.",
         s->size(), LL(t.dim()));
    return a;
  }
  for (int64_t d = s ? t.dim() - int64_t(s->size()) : 0; d < t.dim() && !dim;
       ++d)
    a.dims.push_back(d);
  for (size_t i = 0; dim && i < dim->size(); ++i) {
    int64_t d = wrapDim((*dim)[i], t.dim());
    if (!failed() && a.dims.contains(d))
      bail("FFT dims must be unique");
    a.dims.push_back(d);
  }
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
  return failed() ? Tensor() : complexToComplex(t, a, Inverse, norm);
}
template <bool Inverse>
Tensor rfftn(const Tensor &t, std::optional<Dims> s, std::optional<Dims> dim,
             Norm norm) {
  const char *name = Inverse ? "ihfftn" : "rfftn";
  Axes a = checkReal(name, t) ? axesOf(t, s, dim, false) : Axes();
  if (failed() || a.dims.empty())
    return bail("%s must transform at least one axis", name);
  return realToComplex(t, a, Inverse, norm);
}
template <bool Inverse>
Tensor irfftn(const Tensor &t, std::optional<Dims> s, std::optional<Dims> dim,
              Norm norm) {
  Axes a = axesOf(t, s, dim, true);
  if (failed() || a.dims.empty())
    return bail("%s must transform at least one axis",
                Inverse ? "irfftn" : "hfftn");
  return complexToReal(t, a, Inverse, norm);
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
    out = cat({narrow(out, d, n - shift, shift), narrow(out, d, 0, n - shift)},
              d);
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
