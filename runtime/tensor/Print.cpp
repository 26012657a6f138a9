//===- Print.cpp - The text of tensors ------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The layout of TorchScript's print: one format for a whole vector or matrix,
// chosen from the magnitudes of its elements; matrices broken into column
// blocks of 80 characters; higher ranks as a sequence of matrices in which the
// first index varies fastest.
//
//===----------------------------------------------------------------------===//

#include "core/TensorHooks.h"
#include "device/Memory.h"
#include "tensor/Copy.h"
#include "tensor/Improper.h"
#include "tensor/Quantizer.h"

#include <cmath>
#include <iomanip>
#include <limits>
#include <sstream>

using namespace tsrt;

namespace {

constexpr int lineWidth = 80;

/// How the numbers of one block are written: divided by `scale`, in `width`
/// characters. The notation and precision are set on the stream, where they
/// stay until the next block chooses others.
struct Format {
  double scale = 1;
  int width = 0;
};

/// Decimal digits before the point (1 for zero, negative for small numbers).
int decimalExponent(double magnitude) {
  return magnitude == 0 ? 1 : int(std::floor(std::log10(magnitude)) + 1);
}

Format chooseFormat(std::ostream &os, const double *values, int64_t n) {
  Format format;
  bool integral = true, anyFinite = false;
  double low = 0, high = 0;
  for (int64_t i = 0; i < n; ++i) {
    double v = std::fabs(values[i]);
    if (!std::isfinite(v))
      continue;
    integral &= v == std::ceil(v);
    low = anyFinite ? std::min(low, v) : v;
    // As in PyTorch, only the first negative number counts for the width.
    high = anyFinite ? std::max(high, values[i]) : v;
    anyFinite = true;
  }
  int lowExp = anyFinite ? decimalExponent(low) : 1;
  int highExp = anyFinite ? decimalExponent(high) : 1;
  if (integral && highExp <= 9) {
    format.width = highExp + 1;
    os << std::defaultfloat;
  } else if (integral) {
    format.width = 11;
    os << std::scientific << std::setprecision(4);
  } else if (highExp - lowExp > 4) {
    format.width = std::abs(highExp) > 99 || std::abs(lowExp) > 99 ? 12 : 11;
    os << std::scientific << std::setprecision(4);
  } else {
    os << std::fixed << std::setprecision(4);
    if (highExp > 5 || highExp < 0) {
      format.width = 7;
      format.scale = std::pow(10, highExp - 1);
    } else {
      format.width = highExp == 0 ? 7 : highExp + 6;
    }
  }
  return format;
}

void writeScale(std::ostream &os, double scale) {
  std::ios state(nullptr);
  state.copyfmt(os);
  os << std::defaultfloat << scale << " *\n";
  os.copyfmt(state);
}

void writeMatrix(std::ostream &os, const double *values, int64_t rows,
                 int64_t columns, int indent) {
  Format format = chooseFormat(os, values, rows * columns);
  std::string margin(indent, ' ');
  os << margin;
  int64_t perLine = (lineWidth - indent) / (format.width + 1);
  for (int64_t first = 0; first < columns; first += perLine) {
    int64_t last = std::min(first + perLine, columns) - 1;
    if (perLine < columns)
      os << (first ? "\n" : "") << "Columns " << first + 1 << " to " << last + 1
         << margin;
    if (format.scale != 1) {
      writeScale(os, format.scale);
      os << margin;
    }
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t c = first; c <= last; ++c) {
        os << std::setw(format.width) << values[r * columns + c] / format.scale;
        if (c != last)
          os << " ";
        else if (r + 1 < rows)
          os << "\n" << margin << (format.scale != 1 ? " " : "");
        else
          os << "\n";
      }
  }
}

void writeMatrices(std::ostream &os, const Dims &sizes, const double *values) {
  size_t outer = sizes.size() - 2;
  int64_t rows = sizes[outer], columns = sizes[outer + 1];
  Dims leading = sizes.slice(0, outer), strides = contiguousStrides(sizes);
  Dims index(outer);
  for (int64_t n = leading.product(), k = 0; k < n; ++k) {
    if (k)
      os << "\n";
    os << "(";
    int64_t position = 0;
    for (size_t d = 0; d < outer; ++d) {
      os << index[d] + 1 << ",";
      position += index[d] * strides[d];
    }
    os << ".,.) = \n";
    writeMatrix(os, values + position, rows, columns, 1);
    for (size_t d = 0; d < outer && ++index[d] == sizes[d]; ++d)
      index[d] = 0;
  }
}

/// What is printed of a quantizer, behind the type; in the notation of the
/// numbers before it, as in PyTorch.
void writeQuantizer(std::ostream &os, const Quantizer &quantizer) {
  os << ", qscheme: " << schemeName(quantizer.scheme);
  if (quantizer.isPerTensor()) {
    os << ", scale: " << quantizer.scale
       << ", zero_point: " << quantizer.zeroPoint;
    return;
  }
  auto write = [&](const char *what, const std::vector<double> &values,
                   int dtype) {
    Tensor t = empty({int64_t(values.size())}, dtype);
    for (size_t i = 0; t && i < values.size(); ++i)
      storeScalar(t.data<char>() + i * t.itemsize(), dtype, values[i]);
    os << ", " << what << ": " << formatTensor(t.get());
  };
  bool isFloat = quantizer.scheme == Quantizer::PerChannelAffineFloat;
  write("scales", quantizer.scales, isFloat ? TSRT_F32 : TSRT_F64);
  write("zero_points", quantizer.zeroPoints, isFloat ? TSRT_F32 : TSRT_I64);
  os << ", axis: " << quantizer.axis;
}

/// "CUDA" of a kind of devices.
const char *nameBackend(int kind) {
  return kind == CudaDevice ? "CUDA" : kind == HipDevice ? "HIP" : "OpenCL";
}

/// The message of an error, which is over then.
std::string takeMessage(Status status) {
  tsrt_error *error = status.take();
  std::string text = tsrt_error_message(error);
  tsrt_error_release(error);
  return text;
}

} // namespace

std::string tsrt::formatTensor(const tsrt_tensor *tensor) {
  if (tensor == improperTensor)
    return "[ Tensor (undefined) ]";
  std::ostringstream os;
  Tensor object = Tensor::borrow(const_cast<tsrt_tensor *>(tensor));
  Accelerator *device = acceleratorOf(object);
  Tensor t = onHost(object);
  if (!t) {
    // It could not be read, and the caller cannot fail.
    Status error(takeNoted());
    return std::string("[ unreadable: ") + takeMessage(std::move(error)) + " ]";
  }
  std::vector<double> values =
      elementsAs<double>(quantizerOf(t) ? dequantize(t) : t);
  const Dims &sizes = t.sizes();
  if (sizes.empty()) {
    os << values[0] << "\n";
  } else if (values.empty()) {
    // Nothing above the type line.
  } else if (sizes.size() == 1) {
    Format format = chooseFormat(os, values.data(), sizes[0]);
    if (format.scale != 1)
      writeScale(os, format.scale);
    for (double v : values)
      os << std::setw(format.width) << v / format.scale << "\n";
  } else if (sizes.size() == 2) {
    writeMatrix(os, values.data(), sizes[0], sizes[1], 0);
  } else {
    writeMatrices(os, sizes, values.data());
  }
  std::string type = tensorTypeName(t.dtype());
  if (device)
    type.replace(0, 3, nameBackend(device->getDevice().kind()));
  os << "[ " << (quantizerOf(t) ? "Quantized" : "") << type << "{";
  for (size_t i = 0; i < sizes.size(); ++i)
    os << (i ? "," : "") << sizes[i];
  os << "}";
  if (quantizerOf(t))
    writeQuantizer(os, *quantizerOf(t));
  os << " ]";
  return os.str();
}
