//===- Attributes.cpp - Attributes of tensors, conversions, copies --------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/Memory.h"
#include "ops_tensor/ElementNumbers.h"
#include "ops_tensor/Kernels.h"
#include "ops_tensor/MemoryFormat.h"
#include "ops_tensor/Reduce.h"
#include "tensor/Improper.h"
#include "tensor/Quantizer.h"
#include "tsrt_eager.h"

using namespace tsrt;

namespace {

Dims sizesOf(const Tensor &t) { return t.sizes(); }
int64_t sizeInt(const Tensor &t, int64_t dim) {
  dim = wrapOwnDim(dim, t.dim());
  return failed() ? 0 : t.size(dim);
}
Dims stridesOf(const Tensor &t) { return t.strides(); }
int64_t strideInt(const Tensor &t, int64_t dim) {
  return t.stride(wrapDim(dim, t.dim()));
}
int64_t dimOf(const Tensor &t) { return t.dim(); }
int64_t numelOf(const Tensor &t) { return t.numel(); }
int64_t lenOf(const Tensor &t) {
  if (!t.dim())
    return bail("len() of a 0-d tensor");
  return t.size(0);
}
int64_t dtypeOf(const Tensor &t) { return t.dtype(); }
int64_t layoutOf(const Tensor &) { return 0; }
Device deviceOf(const Tensor &t) {
  Accelerator *device = acceleratorOf(t);
  return device ? device->getDevice() : Device();
}
bool isOnCpu(const Tensor &t) { return !acceleratorOf(t); }
bool isOnCuda(const Tensor &t) { return deviceOf(t).kind() == CudaDevice; }
int64_t elementSize(const Tensor &t) { return t.itemsize(); }
int64_t storageOffset(const Tensor &t) { return t.offset(); }
bool requiresGrad(const Tensor &t) { return t.get()->requiresGrad; }
bool isFloatingPoint(const Tensor &t) { return t.isFloating(); }
bool isComplexTensor(const Tensor &t) { return t.isComplex(); }
bool isSigned(const Tensor &t) {
  return t.dtype() != TSRT_U8 && t.dtype() != TSRT_B8;
}
bool isContiguous(const Tensor &t) { return t.isContiguous(); }
bool yes(const Tensor &) { return true; }
bool no(const Tensor &) { return false; }
bool isQuantizedTensor(const Tensor &t) { return quantizerOf(t) != nullptr; }
bool noWithDevice(const Tensor &, Ignored) { return false; }
int64_t deviceIndex(const Tensor &t) { return deviceOf(t).index(); }
/// Without a graph of gradients every tensor is a first output.
int64_t firstOutput(const Tensor &) { return 0; }
Tensor noGradient(const Tensor &) {
  return Tensor::borrow(getImproperTensor());
}
std::optional<std::string> noName(const Tensor &) { return {}; }
void retainGrad(const Tensor &t) {
  if (!requiresGrad(t))
    bail("can't retain_grad on Tensor that has requires_grad=False");
}
bool isSameSize(const Tensor &a, const Tensor &b) {
  return a.sizes() == b.sizes();
}
bool isSetTo(const Tensor &a, const Tensor &b) {
  return a.get()->storage == b.get()->storage && a.sizes() == b.sizes() &&
         a.strides() == b.strides() && a.offset() == b.offset();
}

bool hasStrides(const Tensor &t, const Dims &strides) {
  for (int64_t d = 0; d < t.dim(); ++d)
    if (t.size(d) != 1 && t.stride(d) != strides[d])
      return false;
  return true;
}
Tensor copyAs(const Tensor &t, int dtype, const Ignored &format);

/// copyAs on the device of the tensor: there where the bytes stay as they are,
/// else through the host.
Tensor copyOnDevice(const Tensor &t, int dtype, const Ignored &format) {
  Accelerator *device = acceleratorOf(t);
  int64_t f = isNone(format) ? 1 : format.u.i;
  bool isSame = dtype == t.dtype() && preservedStrides(t) == t.strides() &&
                (f == 1 || hasStrides(t, formatStrides(t.sizes(), f)));
  Dims strides =
      f == 1 ? preservedStrides(t) : formatStrides(t.sizes(), f);
  if (!isSame && dtype == t.dtype() && !quantizerOf(t)) {
    Tensor made = emptyOn(device, t.sizes(), strides, dtype);
    if (!made || copyRuns(made, t))
      return made;
  }
  if (!isSame) {
    Tensor made = copyTo(copyAs(onHost(t), dtype, format), device);
    if (made)
      countHostCall("aten::to",
                    t.numel() * t.itemsize() + made.numel() * made.itemsize());
    return made;
  }
  Tensor out = emptyOn(device, t.sizes(), t.strides(), dtype);
  copyInPlace(out, t);
  return out;
}
Tensor copyAs(const Tensor &t, int dtype, const Ignored &format) {
  int64_t f = isNone(format) ? 1 : format.u.i;
  if (!takesFormat(t.dim(), f))
    return {};
  if (t.isOnDevice())
    return copyOnDevice(t, dtype, format);
  if (quantizerOf(t))
    return asQuantizedLike(
        copyAs(integersOf(t), integerDType(t.dtype()), format), t);
  Tensor out = emptyStrided(
      t.sizes(), f == 1 ? preservedStrides(t) : formatStrides(t.sizes(), f),
      dtype);
  copyInPlace(out, t);
  return out;
}
Tensor cloneTensor(const Tensor &t, Ignored format) {
  // PyTorch preserves no order of quantized tensors.
  if (quantizerOf(t) && isNone(format))
    return copyAs(t, t.dtype(), intValue(0));
  return copyAs(t, t.dtype(), format);
}
Tensor contiguousTensor(const Tensor &t, Ignored format) {
  int64_t f = isNone(format) ? 0 : format.u.i;
  if (!takesFormat(t.dim(), f))
    return {};
  return hasStrides(t, formatStrides(t.sizes(), f)) || !t.numel()
             ? t
             : copyAs(t, t.dtype(), format);
}
bool isContiguousFormat(const Tensor &t, Ignored format) {
  if (std::optional<int64_t> rank = getFormatRank(format.u.i);
      rank && *rank != t.dim())
    return false;
  return !t.numel() || hasStrides(t, formatStrides(t.sizes(), format.u.i));
}

Tensor convert(const Tensor &t, OptInt dtype, bool copy,
               const Ignored &format) {
  int to = int(dtype.value_or(t.dtype()));
  if (to != t.dtype() && (quantizerOf(t) || isQuantized(to)))
    return bail("%s", quantizerOf(t)
                          ? "Creation of quantized tensor requires quantized "
                            "dtype like torch.quint8"
                          : "Copying from non-quantized Tensor to a quantized "
                            "Tensor is not allowed, please use "
                            "quantize_tensor");
  if (!quantizerOf(t) && !isValidDType(to))
    return bail("conversion to dtype %s is not supported by this runtime",
                tsrt_dtype_name(to));
  bool formatted =
      !isNone(format) && format.u.i >= 2 && !isContiguousFormat(t, format);
  return to == t.dtype() && !copy && !formatted ? t : copyAs(t, to, format);
}
/// convert() to the device, if one is given. What is converted is converted
/// on the host where the tensor lies there before or after.
Tensor moveAndConvert(const Tensor &t, const Ignored &device, OptInt dtype,
                      bool copy, const Ignored &format) {
  if (kindOf(device) != TSRT_DEVICE)
    return convert(t, dtype, copy, format);
  Device wanted{device.u.i};
  if (wanted.kind() == CpuDevice)
    return convert(onHost(t), dtype, copy && !t.isOnDevice(), format);
  Result<Accelerator *> found = Accelerator::find(wanted);
  if (!found)
    return note(found.failure().error);
  if (acceleratorOf(t) == *found)
    return convert(t, dtype, copy, format);
  return copyTo(convert(onHost(t), dtype, false, format), *found);
}
Tensor toDevice(const Tensor &t, Ignored device, int64_t dtype, bool, bool copy,
                Ignored format) {
  return moveAndConvert(t, device, dtype, copy, format);
}
Tensor toScalarType(const Tensor &t, int64_t dtype, bool, bool copy,
                    Ignored format) {
  return convert(t, dtype, copy, format);
}
Tensor toOther(const Tensor &t, const Tensor &other, bool, bool copy,
               Ignored format) {
  tsrt_value device = noneValue();
  if (acceleratorOf(t) != acceleratorOf(other))
    Ret<Device>::put(deviceOf(other), &device);
  return moveAndConvert(t, device, other.dtype(), copy, format);
}
Tensor toLayout(const Tensor &t, OptInt dtype, Ignored, Ignored device, Ignored,
                bool, bool copy, Ignored format) {
  return moveAndConvert(t, device, dtype, copy, format);
}
Tensor toPrimDevice(const Tensor &t, Ignored device, OptInt dtype, bool,
                    bool copy) {
  return moveAndConvert(t, device, dtype, copy, noneValue());
}
Tensor toPrimDType(const Tensor &t, OptInt dtype, bool, bool copy) {
  return convert(t, dtype, copy, noneValue());
}
Tensor toPrimOther(const Tensor &t, bool, bool copy) {
  return convert(t, {}, copy, noneValue());
}
Tensor toCopy(const Tensor &t, OptInt dtype, Ignored, Ignored device, Ignored,
              bool, Ignored format) {
  return moveAndConvert(t, device, dtype, true, format);
}
Tensor typeAs(const Tensor &t, const Tensor &other) {
  return toDType(t, other.dtype());
}
Tensor cpu(const Tensor &t) { return onHost(t); }
Tensor cuda(const Tensor &t) {
  Result<Accelerator *> found =
      Accelerator::find(Device::make(CudaDevice, -1));
  return found ? copyTo(t, *found) : Tensor(note(found.failure().error));
}
template <int D>
Tensor cast(const Tensor &t, bool) {
  return quantizerOf(t) ? convert(t, D, false, noneValue()) : toDType(t, D);
}

Tensor copyTensor(const Tensor &self, const Tensor &source) {
  // Of itself there is nothing to copy, nor to refuse.
  if (!self.is(source) && !refuseExpanded(self) && !refuseOverlap(self, source))
    copyInPlace(self, source);
  return self;
}
Tensor copyTo(const Tensor &self, const Tensor &source, bool) {
  return copyTensor(self, source);
}
Tensor fillScalar(const Tensor &self, Scalar value) {
  if (checkElement(value, self.dtype()))
    fillInPlace(self, value);
  return self;
}
Tensor fillTensor(const Tensor &self, const Tensor &value) {
  if (value.dim() != 0)
    return bail("fill_ only supports 0-dimension value tensor but got tensor "
                "with %lld dimensions.",
                LL(value.dim()));
  return fillScalar(self, value.at(0));
}
Tensor zeroInPlace(const Tensor &self) {
  fillInPlace(self, 0);
  return self;
}
Tensor fillCopy(const Tensor &self, Scalar v) {
  return fillScalar(cloneOf(self), v);
}
Tensor fillCopyTensor(const Tensor &self, const Tensor &v) {
  return fillTensor(cloneOf(self), v);
}
Tensor zeroCopy(const Tensor &self) { return fillCopy(self, 0); }

Tensor detach(const Tensor &t) {
  Tensor out = viewOf(t, t.sizes(), t.strides(), t.offset());
  if (out)
    out.get()->requiresGrad = false;
  return out;
}
Tensor detachInPlace(const Tensor &t) {
  t.get()->requiresGrad = false;
  return t;
}
Tensor requireGrad(const Tensor &t, bool on) {
  if (on && t.isIntegral())
    return bail("Only Tensors of floating point and complex dtype can require "
                "gradients");
  t.get()->requiresGrad = on;
  return t;
}
Tensor alias(const Tensor &t) {
  return viewOf(t, t.sizes(), t.strides(), t.offset());
}
Tensor identity(const Tensor &t) { return t; }

Tensor resizeTo(const Tensor &t, const Dims &size, Ignored) {
  resizeInPlace(t, size);
  return t;
}
Tensor resizeAs(const Tensor &t, const Tensor &like, Ignored) {
  resizeInPlace(t, like.sizes());
  return t;
}
/// Makes `t` share `source`'s storage and view.
Tensor setSource(const Tensor &t, const Tensor &source) {
  tsrt_tensor_set_source(t.get(), source.get());
  return t;
}

bool canCastTypes(int64_t from, int64_t to) {
  return canCast(int(from), int(to));
}
int64_t promote(int64_t a, int64_t b) { return promoteTypes(int(a), int(b)); }
int64_t resultTensor(const Tensor &a, const Tensor &b) {
  return resultType({a, b});
}
int64_t resultScalar(const Tensor &a, Scalar b) {
  return resultType({a, wrapNumber(b)});
}
int64_t scalarResult(Scalar a, const Tensor &b) {
  return resultType({wrapNumber(a), b});
}
int64_t scalarScalar(Scalar a, Scalar b) {
  return resultType({wrapNumber(a), wrapNumber(b)});
}

const KernelEntry entries[] = {
    TSRT_OP("size", sizesOf),
    {"aten::size.int", op<sizeInt>},
    {"prim::shape", op<sizesOf>},
    TSRT_OP("sym_size", sizesOf),
    {"aten::sym_size.int", op<sizeInt>},
    TSRT_OP("stride", stridesOf),
    {"aten::stride.int", op<strideInt>},
    TSRT_OP("dim", dimOf),
    {"prim::ndim", op<dimOf>},
    TSRT_OP("numel", numelOf),
    {"aten::len.Tensor", op<lenOf>},
    {"prim::dtype", op<dtypeOf>},
    {"prim::layout", op<layoutOf>},
    {"prim::device", op<deviceOf>},
    {"prim::requires_grad", op<requiresGrad>},
    {"prim::data", constantOp<detach>},
    {"aten::data", constantOp<detach>},
    {"prim::grad", constantOp<noGradient>},
    {"prim::name", op<noName>},
    TSRT_OP("retain_grad", retainGrad),
    TSRT_OP("output_nr", firstOutput),
    {"prim::is_cpu", op<isOnCpu>},
    {"prim::is_cuda", op<isOnCuda>},
    {"prim::is_ipu", op<no>},
    {"prim::is_meta", op<no>},
    {"prim::is_mkldnn", op<no>},
    {"prim::is_mps", op<no>},
    {"prim::is_nested", op<no>},
    {"prim::is_ort", op<no>},
    {"prim::is_quantized", op<isQuantizedTensor>},
    {"prim::is_sparse", op<no>},
    {"prim::is_sparse_csr", op<no>},
    {"prim::is_vulkan", op<no>},
    {"prim::is_xpu", op<no>},
    TSRT_OP("is_leaf", yes),
    TSRT_OP("retains_grad", no),
    TSRT_OP("is_conj", no),
    TSRT_OP("is_neg", no),
    TSRT_OP("is_inference", no),
    TSRT_OP("is_distributed", no),
    TSRT_OP("is_coalesced", no),
    TSRT_OP("is_pinned", noWithDevice),
    TSRT_OP("get_device", deviceIndex),
    TSRT_OP("element_size", elementSize),
    TSRT_OP("storage_offset", storageOffset),
    TSRT_OP("is_floating_point", isFloatingPoint),
    TSRT_OP("is_complex", isComplexTensor),
    TSRT_OP("is_signed", isSigned),
    TSRT_OP("is_contiguous", isContiguous),
    {"aten::is_contiguous.memory_format", op<isContiguousFormat>},
    TSRT_OP("is_same_size", isSameSize),
    TSRT_OP("is_set_to", isSetTo),
    TSRT_OP("clone", cloneTensor),
    TSRT_OP("contiguous", contiguousTensor),
    {"aten::to.device", op<toDevice>},
    {"aten::to.dtype", op<toScalarType>},
    {"aten::to.other", op<toOther>},
    {"aten::to.dtype_layout", op<toLayout>},
    {"aten::to.prim_Device", op<toPrimDevice>},
    {"aten::to.prim_dtype", op<toPrimDType>},
    {"aten::to.prim_other", op<toPrimOther>},
    TSRT_OP("_to_copy", toCopy),
    TSRT_OP("type_as", typeAs),
    TSRT_OP("cpu", cpu),
    TSRT_OP("cuda", cuda),
    TSRT_OP("_cast_Byte", cast<TSRT_U8>),
    TSRT_OP("_cast_Char", cast<TSRT_I8>),
    TSRT_OP("_cast_Double", cast<TSRT_F64>),
    TSRT_OP("_cast_Float", cast<TSRT_F32>),
    TSRT_OP("_cast_Half", cast<TSRT_F16>),
    TSRT_OP("_cast_Int", cast<TSRT_I32>),
    TSRT_OP("_cast_Long", cast<TSRT_I64>),
    TSRT_OP("_cast_Short", cast<TSRT_I16>),
    TSRT_OP("copy_", copyTo),
    {"aten::copy_.Tensor", op<copyTensor>},
    {"aten::copy_.int", op<fillScalar>},
    {"aten::copy_.float", op<fillScalar>},
    {"aten::fill_.Scalar", op<fillScalar>},
    {"aten::fill_.Tensor", op<fillTensor>},
    TSRT_OP("zero_", zeroInPlace),
    {"aten::fill.Scalar", op<fillCopy>},
    {"aten::fill.Tensor", op<fillCopyTensor>},
    TSRT_OP("zero", zeroCopy),
    {"aten::detach", constantOp<detach>},
    {"aten::detach_", constantOp<detachInPlace>},
    {"aten::requires_grad_", constantOp<requireGrad>},
    TSRT_OP("alias", alias),
    TSRT_OP("lift", identity),
    TSRT_OP("lift_fresh", identity),
    TSRT_OP("resize_", resizeTo),
    TSRT_OP("resize_as_", resizeAs),
    {"aten::set_.source_Tensor", op<setSource>},
    TSRT_OP("can_cast", canCastTypes),
    TSRT_OP("promote_types", promote),
    {"aten::result_type.Tensor", op<resultTensor>},
    {"aten::result_type.Scalar", op<resultScalar>},
    {"aten::result_type.Scalar_Tensor", op<scalarResult>},
    {"aten::result_type.Scalar_Scalar", op<scalarScalar>},
};
const KernelTable table(entries);

} // namespace
