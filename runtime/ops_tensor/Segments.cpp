//===- Segments.cpp - Reductions of segments of a dimension ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions of runs of elements whose lengths or borders a tensor says.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Reduce.h"

#include <limits>

using namespace tsrt;

namespace {

enum class Kind { Max, Mean, Min, Sum, Prod };

std::optional<Kind> parseKind(std::string_view name) {
  static constexpr std::pair<std::string_view, Kind> kinds[] = {
      {"max", Kind::Max},
      {"mean", Kind::Mean},
      {"min", Kind::Min},
      {"sum", Kind::Sum},
      {"prod", Kind::Prod}};
  for (auto [spelling, kind] : kinds)
    if (spelling == name)
      return kind;
  return std::nullopt;
}

/// What a segment without elements gives.
template <class T>
T startOf(Kind kind, const OptScalar &initial) {
  if (initial)
    return T(initial->toDouble());
  switch (kind) {
  case Kind::Max:
    return -std::numeric_limits<T>::infinity();
  case Kind::Min:
    return std::numeric_limits<T>::infinity();
  case Kind::Prod:
    return 1;
  default:
    return 0;
  }
}
template <class T>
T combine(Kind kind, T sum, T x) {
  switch (kind) {
  case Kind::Max:
    return isNan(x) || x > sum ? x : sum;
  case Kind::Min:
    return isNan(x) || x < sum ? x : sum;
  case Kind::Prod:
    return sum * x;
  default:
    return sum + x;
  }
}

/// `borders[s]` to `borders[s + 1]` is segment s of each of the `outer` rows;
/// `inner` elements lie side by side at each place of the axis.
struct Shape {
  int64_t outer, segments, length, inner;
  std::vector<int64_t> borders;
};

template <class T>
void reduceSegments(const Shape &shape, Kind kind, const OptScalar &initial,
                    const T *in, T *out) {
  for (int64_t o = 0; o < shape.outer; ++o)
    for (int64_t s = 0; s < shape.segments; ++s) {
      const int64_t *border = &shape.borders[o * (shape.segments + 1) + s];
      for (int64_t i = 0; i < shape.inner; ++i) {
        T sum = startOf<T>(kind, initial);
        for (int64_t k = border[0]; k < border[1]; ++k)
          sum =
              combine(kind, sum, in[(o * shape.length + k) * shape.inner + i]);
        int64_t count = border[1] - border[0];
        if (kind == Kind::Mean && count == 0 && !initial)
          sum = std::numeric_limits<T>::quiet_NaN();
        else if (kind == Kind::Mean && count > 0 && !isNan(sum))
          sum /= T(count);
        out[(o * shape.segments + s) * shape.inner + i] = sum;
      }
    }
}

/// The borders of all segments; an error when they do not lie in the rows.
bool findBorders(Shape &shape, const Tensor &given, bool areOffsets,
                 bool isChecked) {
  std::vector<int64_t> values = elementsAs<int64_t>(given);
  int64_t step = shape.segments + areOffsets;
  for (int64_t o = 0; o < shape.outer; ++o) {
    int64_t end = 0;
    if (!areOffsets)
      shape.borders.push_back(0);
    for (int64_t i = 0; i < step; ++i) {
      int64_t v = values[o * step + i];
      if (!areOffsets && v < 0 && isChecked)
        return bail("lengths contains negative value!");
      end = areOffsets ? v : end + v;
      if (end < 0 || end > shape.length)
        return bail("Expected all rows of lengths along axis to sum to "
                    "data.size(lengths.dim()-1) when !unsafe.");
      shape.borders.push_back(end);
    }
    if (!areOffsets && isChecked && end != shape.length)
      return bail("Expected all rows of lengths along axis to sum to "
                  "data.size(lengths.dim()-1) when !unsafe.");
  }
  return true;
}

Tensor segmentReduce(const Tensor &t, std::string_view reduce,
                     std::optional<Tensor> lengths,
                     std::optional<Tensor> indices,
                     std::optional<Tensor> offsets, int64_t axis, bool unsafe,
                     OptScalar initial) {
  std::optional<Kind> kind = parseKind(reduce);
  if (!kind)
    return bail("unsupported reduction given! %.*s", int(reduce.size()),
                reduce.data());
  if (indices && *indices)
    return bail("segment_reduce(): indices based reduction is not supported "
                "yet.");
  bool areOffsets = !(lengths && *lengths);
  if (areOffsets && !(offsets && *offsets))
    return bail("segment_reduce(): Either lengths or offsets must be defined.");
  const Tensor &given = areOffsets ? *offsets : *lengths;
  axis = wrapDim(axis, t.dim());
  if (failed())
    return {};
  if (given.dim() != axis + 1)
    return bail("segment_reduce(): Expected axis to be the last dimension of "
                "%s but got %lld.",
                areOffsets ? "offsets" : "lengths", LL(axis));
  Shape shape;
  shape.outer = t.sizes().slice(0, axis).product();
  shape.segments = given.size(-1) - areOffsets;
  shape.length = t.size(axis);
  shape.inner = t.sizes().slice(axis + 1, t.dim()).product();
  if (given.numel() != shape.outer * given.size(-1) || shape.segments < 0)
    return bail("segment_reduce(): Expected the sizes of %s to be those of "
                "data up to the axis",
                areOffsets ? "offsets" : "lengths");
  if (!findBorders(shape, given, areOffsets, !unsafe))
    return {};
  Dims sizes = t.sizes();
  sizes[axis] = shape.segments;
  Tensor result;
  withCompute<floatTypes>("_segment_reduce_cpu", t.dtype(), [&](auto tag) {
    using T = decltype(tag);
    std::vector<T> in = elementsAs<T>(t);
    Tensor raw = empty(sizes, nativeDType(ComputeOf<T>::value));
    if (raw)
      reduceSegments(shape, *kind, initial, in.data(), raw.data<T>());
    result = toDType(raw, t.dtype());
  });
  return result;
}

const KernelEntry entries[] = {
    TSRT_OP_O("segment_reduce", segmentReduce),
};
const KernelTable table(entries);

} // namespace
