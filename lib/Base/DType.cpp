//===- DType.cpp - Element types as archives spell them -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one table of element types.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/DType.h"

#include "llvm/Support/ErrorHandling.h"

using namespace torchscript;
using llvm::StringRef;

namespace {
struct Row {
  DType dtype;
  unsigned itemSize;
  StringRef name;
  StringRef storageKind;
  StringRef npyDescr;
};
} // namespace

static const Row rows[] = {
    {DType::UInt8, 1, "uint8", "Byte", "|u1"},
    {DType::Int8, 1, "int8", "Char", "|i1"},
    {DType::Int16, 2, "int16", "Short", "<i2"},
    {DType::Int32, 4, "int32", "Int", "<i4"},
    {DType::Int64, 8, "int64", "Long", "<i8"},
    {DType::Float16, 2, "float16", "Half", "<f2"},
    {DType::Float32, 4, "float32", "Float", "<f4"},
    {DType::Float64, 8, "float64", "Double", "<f8"},
    {DType::Complex32, 4, "complex32", "ComplexHalf", "<V4"},
    {DType::Complex64, 8, "complex64", "ComplexFloat", "<c8"},
    {DType::Complex128, 16, "complex128", "ComplexDouble", "<c16"},
    {DType::Bool, 1, "bool", "Bool", "|b1"},
    {DType::QInt8, 1, "qint8", "QInt8", ""},
    {DType::QUInt8, 1, "quint8", "QUInt8", ""},
    {DType::QInt32, 4, "qint32", "QInt32", ""},
    {DType::BFloat16, 2, "bfloat16", "BFloat16", "<V2"},
    {DType::QUInt4x2, 1, "quint4x2", "QUInt4x2", ""},
    {DType::QUInt2x4, 1, "quint2x4", "QUInt2x4", ""},
    {DType::Float8E5M2, 1, "float8_e5m2", "Float8_e5m2", ""},
    {DType::Float8E4M3FN, 1, "float8_e4m3fn", "Float8_e4m3fn", ""},
    {DType::Float8E5M2FNUZ, 1, "float8_e5m2fnuz", "Float8_e5m2fnuz", ""},
    {DType::Float8E4M3FNUZ, 1, "float8_e4m3fnuz", "Float8_e4m3fnuz", ""},
    {DType::UInt16, 2, "uint16", "UInt16", "<u2"},
    {DType::UInt32, 4, "uint32", "UInt32", "<u4"},
    {DType::UInt64, 8, "uint64", "UInt64", "<u8"},
};

static const Row &getRow(DType dtype) {
  for (const Row &row : rows)
    if (row.dtype == dtype)
      return row;
  llvm_unreachable("dtype without a row");
}

unsigned torchscript::getItemSize(DType dtype) {
  return getRow(dtype).itemSize;
}

StringRef torchscript::getDTypeName(DType dtype) { return getRow(dtype).name; }

StringRef torchscript::getNpyDescr(DType dtype) {
  return getRow(dtype).npyDescr;
}

std::optional<DType> torchscript::parseDTypeName(StringRef name) {
  for (const Row &row : rows)
    if (row.name == name)
      return row.dtype;
  return std::nullopt;
}

std::optional<DType> torchscript::parseStorageKind(StringRef kind) {
  for (const Row &row : rows)
    if (row.storageKind == kind)
      return row.dtype;
  return std::nullopt;
}

bool torchscript::isQuantized(DType dtype) {
  switch (dtype) {
  case DType::QInt8:
  case DType::QUInt8:
  case DType::QInt32:
  case DType::QUInt4x2:
  case DType::QUInt2x4:
    return true;
  default:
    return false;
  }
}
