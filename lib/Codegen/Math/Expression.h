//===- Expression.h - Arithmetic as operations --------------------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface that Functions.h asks for, which writes operations of the arith
// and math dialects on floats or vectors of them. Nothing is fast-math, but
// mulAdd may be fused.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_CODEGEN_MATH_EXPRESSION_H
#define TORCHSCRIPT_LIB_CODEGEN_MATH_EXPRESSION_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <optional>

namespace mlir::ts::math_expressions {

using FP = arith::CmpFPredicate;
using IP = arith::CmpIPredicate;

/// `like` with another element type; the same shape.
inline Type withElement(Type like, Type element) {
  if (auto vector = dyn_cast<VectorType>(like))
    return vector.clone(element);
  return element;
}

/// A constant of a type of floats or integers, or vectors of them.
inline Value makeConstant(ImplicitLocOpBuilder &b, Type type, TypedAttr one) {
  if (auto vector = dyn_cast<VectorType>(type))
    return b.create<arith::ConstantOp>(
        DenseElementsAttr::get(vector, cast<Attribute>(one)));
  return b.create<arith::ConstantOp>(one);
}

/// Whether the code around `op` is for processors with AVX-512.
bool hasAVX512(Operation *op);

/// x * y + z of floats or vectors of them, rounded once, by the instruction of
/// the processor or device that the code around is for; null where there may be
/// none.
Value createFused(ImplicitLocOpBuilder &b, Value x, Value y, Value z);

/// Truth values.
struct Mask {
  ImplicitLocOpBuilder *b;
  Value v;

  friend Mask operator&(Mask x, Mask y) {
    return {x.b, x.b->create<arith::AndIOp>(x.v, y.v)};
  }
  friend Mask operator|(Mask x, Mask y) {
    return {x.b, x.b->create<arith::OrIOp>(x.v, y.v)};
  }
};

struct Expression;

/// The bits of floats, as integers of their width.
struct Bits {
  ImplicitLocOpBuilder *b;
  Value v;

  Bits number(int64_t x) const {
    return {b, makeConstant(*b, v.getType(),
                            b->getIntegerAttr(getElementTypeOrSelf(v), x))};
  }
  template <typename OpT>
  Bits binary(Bits y) const {
    return {b, b->create<OpT>(v, y.v)};
  }
  Bits operator+(Bits y) const { return binary<arith::AddIOp>(y); }
  Bits operator-(Bits y) const { return binary<arith::SubIOp>(y); }
  Bits operator&(Bits y) const { return binary<arith::AndIOp>(y); }
  Bits operator|(Bits y) const { return binary<arith::OrIOp>(y); }
  Bits operator^(Bits y) const { return binary<arith::XOrIOp>(y); }
  Bits operator+(int64_t y) const { return *this + number(y); }
  Bits operator&(int64_t y) const { return *this & number(y); }
  Bits operator<<(int y) const { return binary<arith::ShLIOp>(number(y)); }
  Bits operator>>(int y) const { return binary<arith::ShRSIOp>(number(y)); }
  Mask compare(IP predicate, int y) const {
    return {b, b->create<arith::CmpIOp>(predicate, v, number(y).v)};
  }
  Mask operator!=(int y) const { return compare(IP::ne, y); }
  Mask operator<(int y) const { return compare(IP::slt, y); }
};

/// Whether instructions of AVX-512 can take `x`, 16 words or 8 double words,
/// where `b` writes.
bool isVectorOfAVX512(OpBuilder &b, Value x);

/// A float of single or double precision, or a vector of them.
struct Expression {
  using Wide = Expression;
  ImplicitLocOpBuilder *b;
  Value v;

  friend Expression like(Expression x, double number) {
    return {x.b,
            makeConstant(*x.b, x.v.getType(),
                         x.b->getFloatAttr(getElementTypeOrSelf(x.v), number))};
  }
  template <typename OpT>
  static Expression binary(Expression x, Expression y) {
    return {x.b, x.b->create<OpT>(x.v, y.v)};
  }
  static Mask compare(FP predicate, Expression x, Expression y) {
    return {x.b, x.b->create<arith::CmpFOp>(predicate, x.v, y.v)};
  }
  Expression as(Type element) const {
    Type type = withElement(v.getType(), element);
    if (element.isF64())
      return {b, b->create<arith::ExtFOp>(type, v)};
    return {b, b->create<arith::TruncFOp>(type, v)};
  }

#define TS_ARITHMETIC(symbol, op)                                              \
  friend Expression operator symbol(Expression x, Expression y) {              \
    return binary<arith::op>(x, y);                                            \
  }                                                                            \
  friend Expression operator symbol(Expression x, double y) {                  \
    return binary<arith::op>(x, like(x, y));                                   \
  }                                                                            \
  friend Expression operator symbol(double x, Expression y) {                  \
    return binary<arith::op>(like(y, x), y);                                   \
  }
  TS_ARITHMETIC(+, AddFOp)
  TS_ARITHMETIC(-, SubFOp)
  TS_ARITHMETIC(*, MulFOp)
  TS_ARITHMETIC(/, DivFOp)
#undef TS_ARITHMETIC
#define TS_COMPARISON(symbol, predicate)                                       \
  friend Mask operator symbol(Expression x, Expression y) {                    \
    return compare(FP::predicate, x, y);                                       \
  }                                                                            \
  friend Mask operator symbol(Expression x, double y) {                        \
    return compare(FP::predicate, x, like(x, y));                              \
  }
  TS_COMPARISON(<, OLT)
  TS_COMPARISON(>, OGT)
  TS_COMPARISON(>=, OGE)
  TS_COMPARISON(==, OEQ)
  TS_COMPARISON(!=, UNE)
#undef TS_COMPARISON
  friend Expression operator-(Expression x) {
    return {x.b, x.b->create<arith::NegFOp>(x.v)};
  }
  friend Expression select(Mask mask, Expression x, Expression y) {
    return {x.b, x.b->create<arith::SelectOp>(mask.v, x.v, y.v)};
  }
  friend Expression abs(Expression x) {
    return {x.b, x.b->create<::mlir::math::AbsFOp>(x.v)};
  }
  friend Expression sqrt(Expression x) {
    return {x.b, x.b->create<::mlir::math::SqrtOp>(x.v)};
  }
  friend Expression mulAdd(Expression x, Expression y, Expression z) {
    auto fused = arith::FastMathFlags::contract;
    Value product = x.b->create<arith::MulFOp>(x.v, y.v, fused);
    return {x.b, x.b->create<arith::AddFOp>(product, z.v, fused)};
  }
  /// The instruction of AVX-512, where the function is for such processors.
  friend std::optional<Expression> scaleAtOnce(Expression x, Expression n) {
    if (!isVectorOfAVX512(*x.b, x.v))
      return std::nullopt;
    bool isWide = getElementTypeOrSelf(x.v).isF64();
    Value all = x.b->create<arith::ConstantOp>(
        isWide ? x.b->getI8IntegerAttr(-1) : x.b->getI16IntegerAttr(-1));
    Value rounding = x.b->create<arith::ConstantOp>(x.b->getI32IntegerAttr(4));
    auto call = x.b->create<LLVM::CallIntrinsicOp>(
        x.v.getType(),
        x.b->getStringAttr(isWide ? "llvm.x86.avx512.mask.scalef.pd.512"
                                  : "llvm.x86.avx512.mask.scalef.ps.512"),
        ValueRange{x.v, n.v, x.v, all, rounding});
    return Expression{x.b, call.getResult(0)};
  }
  friend std::optional<Expression> fusedAtOnce(Expression x, Expression y,
                                               Expression z) {
    Value fused = createFused(*x.b, x.v, y.v, z.v);
    return fused ? std::optional(Expression{x.b, fused}) : std::nullopt;
  }
  friend Bits toBits(Expression x) {
    unsigned width = getElementTypeOrSelf(x.v).getIntOrFloatBitWidth();
    Type type = withElement(x.v.getType(), x.b->getIntegerType(width));
    return {x.b, x.b->create<arith::BitcastOp>(type, x.v)};
  }
  static Type floatsOf(Bits x) {
    bool isWide = getElementTypeOrSelf(x.v).getIntOrFloatBitWidth() == 64;
    return withElement(x.v.getType(), isWide ? Type(x.b->getF64Type())
                                             : Type(x.b->getF32Type()));
  }
  friend Expression widen(Expression x) { return x.as(x.b->getF64Type()); }
  friend Expression narrow(Expression x) { return x.as(x.b->getF32Type()); }
};

/// The instruction of AVX-512, as above.
inline std::optional<Expression> lookUpAtOnce(Bits place,
                                              const float (&table)[32]) {
  ImplicitLocOpBuilder &b = *place.b;
  if (!isVectorOfAVX512(b, place.v))
    return std::nullopt;
  auto type = VectorType::get(16, b.getF32Type());
  auto half = [&](unsigned first) -> Value {
    return b.create<arith::ConstantOp>(
        DenseElementsAttr::get(type, ArrayRef(table + first, 16)));
  };
  auto call = b.create<LLVM::CallIntrinsicOp>(
      type, b.getStringAttr("llvm.x86.avx512.vpermi2var.ps.512"),
      ValueRange{half(0), place.v, half(16)});
  return Expression{&b, call.getResult(0)};
}
inline Expression fromBits(Bits x) {
  return {x.b, x.b->create<arith::BitcastOp>(Expression::floatsOf(x), x.v)};
}
inline Expression toNumber(Bits x) {
  return {x.b, x.b->create<arith::SIToFPOp>(Expression::floatsOf(x), x.v)};
}

} // namespace mlir::ts::math_expressions

#endif // TORCHSCRIPT_LIB_CODEGEN_MATH_EXPRESSION_H
