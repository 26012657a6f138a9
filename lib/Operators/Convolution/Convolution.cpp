//===- Convolution.cpp - Convolutions -------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All overloads are read into one form. A transposed convolution is one of the
// stretched input with the turned kernel; in one dimension it is one in two.
//
//===----------------------------------------------------------------------===//

#include "../Families.h"
#include "../Windows.h"
#include "TorchScript/Operators/Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ts;

namespace {
#include "TorchScript/Operators/ConvolutionArguments.h.inc"

/// input [N, C, ...] or [C, ...]; weight [F, C / groups, ...], when transposed
/// [C, F / groups, ...]; bias [F].
struct Parameters {
  TensorInfo input, weight;
  std::optional<TensorInfo> bias;
  SmallVector<int64_t> stride, dilation, padLow, padHigh, outputPadding;
  int64_t groups = 1, spatial = 2;
  bool isTransposed = false;

  bool hasBatch() const { return input.getRank() == spatial + 2; }
  /// Where the spatial sizes begin.
  int64_t first() const { return input.getRank() - spatial; }
};
} // namespace

/// Reads the padding, a list or one of two words.
static bool readPadding(const Argument &argument, Parameters &p) {
  std::optional<StringRef> mode = getConstantStr(argument.getValue());
  if (!mode) {
    auto padding = getSpatial(ListArgument(argument.getValue()), p.spatial, 0);
    if (!padding)
      return false;
    p.padLow = p.padHigh = *padding;
    return true;
  }
  for (int64_t d = 0; d < p.spatial; ++d) {
    std::optional<int64_t> kernel = getConstant(p.weight.sizes[2 + d]);
    if (!kernel || (*mode != "same" && *mode != "valid") ||
        (*mode == "same" && p.stride[d] != 1))
      return false;
    int64_t total = *mode == "same" ? p.dilation[d] * (*kernel - 1) : 0;
    p.padLow.push_back(total / 2);
    p.padHigh.push_back(total - total / 2);
  }
  return true;
}

/// Nothing when a parameter is not constant or is wrong for every input.
static std::optional<Parameters> getParameters(Inference &i, OperatorOp op) {
  ConvolutionArguments args(op);
  std::optional<TensorInfo> input = i.typedTensor(args.input());
  std::optional<TensorInfo> weight = i.typedTensor(args.weight());
  if (!input || !weight || weight->getRank() < 3 || weight->getRank() > 5 ||
      input->dtype != weight->dtype || input->isBool())
    return std::nullopt;
  Parameters p{*input, *weight, i.typedTensor(args.bias()), {}, {}, {}, {}, {}};
  p.spatial = weight->getRank() - 2;
  StringRef base = getBaseName(op);
  bool isGeneral = base.ends_with("convolution");
  if (!isGeneral && base[base.size() - 2] - '0' != p.spatial)
    return std::nullopt;
  if ((p.input.getRank() != p.spatial + 2 &&
       (isGeneral || p.input.getRank() != p.spatial + 1)) ||
      (args.bias() &&
       (!p.bias || p.bias->dtype != input->dtype || p.bias->getRank() != 1)))
    return std::nullopt;
  std::optional<bool> transposed =
      isGeneral ? args.transposed().constant() : base.contains("transpose");
  auto stride = getSpatial(args.stride(), p.spatial, 1);
  auto dilation = getSpatial(args.dilation(), p.spatial, 1);
  auto output = args.output_padding()
                    ? getSpatial(args.output_padding(), p.spatial, 0)
                    : SmallVector<int64_t>(p.spatial, 0);
  std::optional<int64_t> groups = args.groups().constant();
  if (!transposed || !stride || !dilation || !output || !groups || *groups <= 0)
    return std::nullopt;
  p.isTransposed = *transposed;
  p.stride = *stride;
  p.dilation = *dilation;
  p.outputPadding = *output;
  p.groups = *groups;
  if (!readPadding(args.padding(), p))
    return std::nullopt;
  for (int64_t d = 0; d < p.spatial; ++d) {
    if (p.stride[d] <= 0 || p.dilation[d] <= 0 || p.padLow[d] < 0)
      return std::nullopt;
    // The turned kernel is read in place.
    if (p.isTransposed &&
        (p.outputPadding[d] < 0 || !getConstant(p.weight.sizes[2 + d]) ||
         (p.outputPadding[d] >= p.stride[d] &&
          p.outputPadding[d] >= p.dilation[d])))
      return std::nullopt;
  }
  return p;
}

static bool inferConvolution(Inference &i, OperatorOp op) {
  std::optional<Parameters> p = getParameters(i, op);
  if (!p)
    return false;
  ArrayRef<Size> in = p->input.sizes, weight = p->weight.sizes;
  Size channels = in[p->first() - 1];
  Size filters = p->isTransposed ? weight[1] * p->groups : weight[0];
  if (p->isTransposed) {
    i.requireEqual(channels, weight[0]);
    i.requireEqual(weight[0] % p->groups, i.constant(0));
  } else {
    i.requireEqual(channels, weight[1] * p->groups);
    i.requireEqual(weight[0] % p->groups, i.constant(0));
  }
  if (p->bias)
    i.requireEqual(p->bias->sizes[0], filters);
  // Without filters or channels PyTorch looks at other sizes first.
  i.requireAtLeast(filters, 1);
  i.requireAtLeast(channels, 1);
  SmallVector<Size> sizes;
  if (p->hasBatch())
    sizes.push_back(in[0]);
  sizes.push_back(filters);
  for (int64_t d = 0; d < p->spatial; ++d) {
    Size size = in[p->first() + d],
         reach = (weight[2 + d] - 1) * p->dilation[d];
    i.requireAtLeast(weight[2 + d], 1);
    if (p->isTransposed) {
      i.requireAtLeast(size, 1);
      size = (size - 1) * p->stride[d] - (p->padLow[d] + p->padHigh[d]) +
             reach + (p->outputPadding[d] + 1);
      i.requireAtLeast(size, 1);
    } else {
      Size room = size + (p->padLow[d] + p->padHigh[d]) - reach - 1;
      i.requireAtLeast(room, 0);
      size = room.floorDiv(p->stride[d]) + 1;
    }
    sizes.push_back(size);
  }
  return i.result(p->input.dtype, sizes);
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

/// The input with stride - 1 zeros between elements, and as many around it as
/// let the kernel reach over the rim.
static Value stretchInput(Lowering &l, const Parameters &p, Value input) {
  Sizes has = l.sizesOf(input), sizes = has;
  Sizes offsets(has.size(), l.builder.getIndexAttr(0));
  Sizes strides(has.size(), l.builder.getIndexAttr(1));
  for (int64_t d = 0; d < p.spatial; ++d) {
    Size extent = (p.input.sizes[p.first() + d] - 1) * p.stride[d] + 1;
    sizes[2 + d] = l.materialize(extent);
    strides[2 + d] = l.builder.getIndexAttr(p.stride[d]);
  }
  if (llvm::any_of(p.stride, [](int64_t n) { return n != 1; }))
    input = l.builder.create<tensor::InsertSliceOp>(
        l.loc, input, l.fill(sizes, l.element(), 0), offsets, has, strides);
  SmallVector<int64_t> low, high;
  for (int64_t d = 0; d < p.spatial; ++d) {
    int64_t reach = p.dilation[d] * (*getConstant(p.weight.sizes[2 + d]) - 1);
    low.push_back(reach - p.padLow[d]);
    high.push_back(reach - p.padHigh[d] + p.outputPadding[d]);
    int64_t cutLow = std::max<int64_t>(-low[d], 0);
    int64_t cutHigh = std::max<int64_t>(-high[d], 0);
    if (cutLow || cutHigh) {
      Size extent = (p.input.sizes[p.first() + d] - 1) * p.stride[d] + 1 -
                    (cutLow + cutHigh);
      input = l.slice(input, 2 + d, l.builder.getIndexAttr(cutLow),
                      l.materialize(extent), l.builder.getIndexAttr(1));
      low[d] = std::max<int64_t>(low[d], 0);
      high[d] = std::max<int64_t>(high[d], 0);
    }
  }
  return l.pad(input, low, high, 0);
}

/// [C, F / groups, ...] to [F, C / groups, ...], each kernel turned around.
static Value turnWeight(Lowering &l, const Parameters &p, Value weight) {
  Sizes has = l.sizesOf(weight), sizes = has;
  sizes[0] = l.materialize(p.weight.sizes[1] * p.groups);
  sizes[1] = l.materialize(p.weight.sizes[0].floorDiv(p.groups));
  Value filters = l.index(has[1]), channels = l.index(sizes[1]);
  return l.gather(
      weight, sizes, [&](OpBuilder &b, Location loc, ValueRange indices) {
        // f = group * (F / groups) + inner
        Value group = b.createOrFold<arith::DivUIOp>(loc, indices[0], filters);
        Value inner = b.createOrFold<arith::RemUIOp>(loc, indices[0], filters);
        Value start = b.createOrFold<arith::MulIOp>(loc, group, channels);
        SmallVector<Value> source{
            b.createOrFold<arith::AddIOp>(loc, start, indices[1]), inner};
        for (int64_t d = 0; d < p.spatial; ++d) {
          Value last = b.create<arith::ConstantIndexOp>(
              loc, *getConstant(p.weight.sizes[2 + d]) - 1);
          source.push_back(
              b.createOrFold<arith::SubIOp>(loc, last, indices[2 + d]));
        }
        return source;
      });
}

/// Splits dimension `dim` into groups.
static Value splitGroups(Lowering &l, Value value, int64_t dim,
                         int64_t groups) {
  RankedTensorType type = getRanked(value);
  SmallVector<int64_t> shape(type.getShape());
  Sizes sizes = l.sizesOf(value);
  bool isKnown = !ShapedType::isDynamic(shape[dim]);
  int64_t part = isKnown ? shape[dim] / groups : ShapedType::kDynamic;
  OpFoldResult partSize = l.builder.getIndexAttr(part);
  if (!isKnown)
    partSize = l.builder.createOrFold<arith::DivUIOp>(
        l.loc, l.index(sizes[dim]), l.index(l.builder.getIndexAttr(groups)));
  shape[dim] = part;
  shape.insert(shape.begin() + dim, groups);
  sizes[dim] = partSize;
  sizes.insert(sizes.begin() + dim, l.builder.getIndexAttr(groups));
  SmallVector<ReassociationIndices> reassociation;
  for (int64_t d = 0; d < int64_t(shape.size()); ++d)
    if (d == dim + 1)
      reassociation.back().push_back(d);
    else
      reassociation.push_back({d});
  return l.builder.create<tensor::ExpandShapeOp>(
      l.loc, RankedTensorType::get(shape, type.getElementType()), value,
      reassociation, sizes);
}

static Value joinGroups(Lowering &l, Value value, int64_t dim) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t d = 0; d < getRanked(value).getRank(); ++d)
    if (d == dim + 1)
      groups.back().push_back(d);
    else
      groups.push_back({d});
  return l.builder.create<tensor::CollapseShapeOp>(l.loc, value, groups);
}

/// One loop nest over groups for any number of dimensions. Products of channels
/// are added first, as matrix products do.
static Value buildGrouped(Lowering &l, Value input, Value weight, Value init,
                          ArrayRef<int64_t> strides,
                          ArrayRef<int64_t> dilations) {
  MLIRContext *context = l.builder.getContext();
  unsigned spatial = strides.size(), outer = 3 + spatial;
  auto d = [&](unsigned dim) { return getAffineDimExpr(dim, context); };
  // n, g, f, o.., k.., c
  AffineExpr channel = d(outer + spatial);
  SmallVector<AffineExpr> in{d(0), d(1), channel}, kernel{d(1), d(2), channel},
      out{d(0), d(1), d(2)};
  for (unsigned s = 0; s < spatial; ++s) {
    AffineExpr o = d(3 + s), k = d(outer + s);
    in.push_back(o * strides[s] + k * dilations[s]);
    kernel.push_back(k);
    out.push_back(o);
  }
  unsigned loops = outer + 1 + spatial;
  SmallVector<utils::IteratorType> iterators(outer,
                                             utils::IteratorType::parallel);
  iterators.resize(loops, utils::IteratorType::reduction);
  SmallVector<AffineMap> maps;
  for (ArrayRef<AffineExpr> exprs :
       {ArrayRef(in), ArrayRef(kernel), ArrayRef(out)})
    maps.push_back(AffineMap::get(loops, 0, exprs, context));
  return l.builder
      .create<linalg::GenericOp>(
          l.loc, init.getType(), ValueRange{input, weight}, init, maps,
          iterators,
          [&](OpBuilder &b, Location loc, ValueRange args) {
            Value product = multiplyElements(b, loc, args[0], args[1]);
            Value sum = addElements(b, loc, args[2], product);
            b.create<linalg::YieldOp>(loc, sum);
          })
      .getResult(0);
}

template <typename OpT>
static Value buildNamed(Lowering &l, Value input, Value weight, Value init,
                        ArrayRef<int64_t> strides,
                        ArrayRef<int64_t> dilations) {
  return l.builder
      .create<OpT>(l.loc, init.getType(), ValueRange{input, weight}, init,
                   l.builder.getI64TensorAttr(strides),
                   l.builder.getI64TensorAttr(dilations))
      .getResult(0);
}

/// The convolution of a padded input.
static Value build(Lowering &l, Value input, Value weight, Value init,
                   ArrayRef<int64_t> strides, ArrayRef<int64_t> dilations,
                   int64_t groups) {
  // Named operations are those that libraries know: of real numbers.
  bool isPlane = strides.size() == 2 &&
                 !isa<ComplexType>(getRanked(input).getElementType());
  if (groups == 1 && isPlane)
    return buildNamed<linalg::Conv2DNchwFchwOp>(l, input, weight, init, strides,
                                                dilations);
  Value grouped = splitGroups(l, init, 1, groups);
  input = splitGroups(l, input, 1, groups);
  weight = splitGroups(l, weight, 0, groups);
  Value result =
      isPlane ? buildNamed<linalg::Conv2DNgchwGfchwOp>(
                    l, input, weight, grouped, strides, dilations)
              : buildGrouped(l, input, weight, grouped, strides, dilations);
  return joinGroups(l, result, 1);
}

static SmallVector<Value> lowerConvolution(Lowering &l) {
  std::optional<Parameters> p = getParameters(l.inference, l.op);
  if (!p || !isArithmetic(l.dtype()))
    return {};
  Value input = l.tensor(p->input.value), weight = l.tensor(p->weight.value);
  Sizes sizes = l.sizes();
  if (!p->hasBatch()) {
    input = l.unsqueeze(input, 0);
    sizes.insert(sizes.begin(), l.builder.getIndexAttr(1));
  }
  SmallVector<int64_t> strides = p->stride, dilations = p->dilation;
  if (p->isTransposed) {
    input = stretchInput(l, *p, input);
    weight = turnWeight(l, *p, weight);
    strides.assign(p->spatial, 1);
  } else {
    input = l.pad(input, p->padLow, p->padHigh, 0);
  }
  Value init = p->bias ? l.broadcast(l.tensor(p->bias->value), sizes, 1)
                       : l.fill(sizes, l.element(), 0);
  bool isFlat = p->spatial == 1;
  if (isFlat) {
    input = l.unsqueeze(input, 2);
    weight = l.unsqueeze(weight, 2);
    init = l.unsqueeze(init, 2);
    strides.insert(strides.begin(), 1);
    dilations.insert(dilations.begin(), 1);
  }
  Value result = build(l, input, weight, init, strides, dilations, p->groups);
  if (isFlat)
    result = l.squeeze(result, 2);
  return {p->hasBatch() ? result : l.squeeze(result, 0)};
}

ArrayRef<OperatorEntry> operators::getConvolutions() {
  static const OperatorEntry entries[] = {
#define TS_OPERATOR(arguments, name, rule, lowering) {name, rule, lowering},
#include "Operators.def"
  };
  return entries;
}

std::optional<int64_t> operators::countProductsOfConvolution(OperatorOp op) {
  if (!isAmong(getConvolutions(), op))
    return std::nullopt;
  Inference inference(op);
  std::optional<Parameters> p = getParameters(inference, op);
  // Each element of the weight of a filter meets each of the result's, when
  // transposed each of a channel those of the input.
  std::optional<int64_t> count =
      p ? countElements(p->isTransposed ? p->input.value : op.getResult(0))
        : std::nullopt;
  std::optional<int64_t> weight =
      p ? countElements(p->weight.value) : std::nullopt;
  std::optional<int64_t> filters =
      p ? getConstant(p->weight.sizes[0]) : std::nullopt;
  if (!count || !weight || !filters || *filters == 0)
    return std::nullopt;
  return *count * (*weight / *filters);
}
