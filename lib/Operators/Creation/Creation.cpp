//===- Creation.cpp - Tensors of numbers ----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Families.h"
#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "TorchScript/Operators/Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <cfloat>
#include <cmath>
#include <functional>

using namespace mlir;
using namespace mlir::ts;

namespace {
#include "TorchScript/Operators/CreationArguments.h.inc"
} // namespace

static bool inferFill(Inference &i, OperatorOp op) {
  FillArguments args(op);
  Type dtype = Float32Type::get(i.getContext());
  SmallVector<Size> sizes;
  if (args.self().getValue()) {
    std::optional<TensorInfo> self = i.typedTensor(args.self());
    if (!self)
      return false;
    dtype = self->dtype;
    sizes = self->sizes;
  }
  if (args.size().getValue()) {
    std::optional<SmallVector<Size>> list =
        i.integerList(args.size().getValue());
    if (!list)
      return false;
    sizes = *list;
    for (Size size : sizes)
      i.requireAtLeast(size, 0);
  }
  // full and tensor take the dtype of their number.
  StringRef base = getBaseName(op);
  NumberArgument number(args.fill_value() ? args.fill_value().getValue()
                                          : args.t().getValue());
  if ((base.ends_with("::full") || base.ends_with("::tensor")) && number) {
    Type type = number.getValue().getType();
    if (!isNumber(type))
      return false;
    if (isa<IntegerType>(type))
      dtype = type;
    else if (isa<ComplexType>(type))
      dtype = ComplexType::get(Float32Type::get(i.getContext()));
  }
  bool isFloatNumber = number && number.getValue().getType().isF64();
  dtype = getDtype(args.dtype(), dtype);
  // A float becomes a tensor through single precision, which may overflow.
  if (base.ends_with("::tensor") && isFloatNumber && dtype && !dtype.isF32())
    return false;
  return dtype && isOnProcessor(args.device()) &&
         operators::takesFormat(args.memory_format(), sizes.size()) &&
         i.result(dtype, sizes);
}

/// Whether a kernel fills the tensor: it is row-major.
static bool isFilledHere(Lowering &l) {
  return isMovable(l.dtype()) &&
         operators::isRowMajor(FillArguments(l.op).memory_format());
}

static SmallVector<Value> lowerZeros(Lowering &l) {
  if (!isFilledHere(l))
    return {};
  return {l.fill(l.sizes(), l.element(), 0)};
}

static SmallVector<Value> lowerOnes(Lowering &l) {
  if (!isFilledHere(l))
    return {};
  return {l.fill(l.sizes(), l.element(), 1)};
}

/// `tensor` rounds a float to f32 first, and refuses one that is too large for
/// that. Whether neither changes anything.
static bool staysExact(const NumberArgument &number, Type dtype) {
  if (!number.getValue().getType().isF64())
    return true;
  std::optional<double> value = number.constant();
  if (!value || (std::isfinite(*value) && std::abs(*value) > FLT_MAX))
    return false;
  return !dtype.isF64() || double(float(*value)) == *value;
}

Value ts::getNumberOfElements(Value tensor, Type dtype) {
  auto made = lookThroughCasts(tensor).getDefiningOp<OperatorOp>();
  if (!made || !llvm::is_contained({"aten::tensor.int", "aten::tensor.float",
                                    "aten::tensor.bool"},
                                   made.getName()))
    return {};
  FillArguments args(made);
  NumberArgument number(args.t().getValue());
  Type type = number.getValue().getType();
  if (getDtype(args.dtype(), Type()) != dtype)
    return {};
  bool fits = isa<FloatType>(dtype) || type == dtype;
  if (std::optional<int64_t> value = getConstantInt(number.getValue());
      value && isa<IntegerType>(dtype))
    fits |= *value >= 0 && *value <= 1;
  // A float is rounded to f32 on its way, and refused when it is too large.
  if (type.isF64()) {
    std::optional<double> value = number.constant();
    fits &= value && double(float(*value)) == *value;
  }
  return fits ? number.getValue() : Value();
}

static SmallVector<Value> lowerFull(Lowering &l) {
  FillArguments args(l.op);
  Value value = args.fill_value().getValue();
  for (Argument other :
       {Argument(args.value()), Argument(args.s()), Argument(args.t())})
    value = value ? value : other.getValue();
  NumberArgument number(value);
  if (!operators::isRowMajor(args.memory_format()))
    return {};
  bool isTensor = getBaseName(l.op).ends_with("::tensor");
  Fit fit = getFit(number, l.dtype());
  if (fit == Fit::Never ||
      (isTensor && fit != Fit::Checked && !staysExact(number, l.dtype())))
    return {};
  l.requireFit(number, l.dtype());
  return {l.fill(l.sizes(), l.convertNumber(number.getValue(), l.dtype()))};
}

//===----------------------------------------------------------------------===//
// Numbers of lists
//===----------------------------------------------------------------------===//

namespace {
/// The numbers of a list, or of lists of one length, in row-major order.
struct Numbers {
  SmallVector<int64_t> shape;
  SmallVector<Value> elements;
};
} // namespace

/// Longer lists are made into tensors as fast by the runtime.
static constexpr size_t kMostNumbers = 1024;

/// The elements of a list; of one that is an element itself where nothing but
/// lists around it and operators that make tensors of these have it.
static std::optional<SmallVector<Value>> getNested(Value value, size_t depth) {
  if (depth == 0)
    return getListElements(value);
  auto list = value.getDefiningOp<ListConstructOp>();
  auto isRead = [](Operation *user) {
    auto op = dyn_cast<OperatorOp>(user);
    return op && !lookupOperator(op.getName()).mutatedArgs &&
           llvm::all_of(op.getResultTypes(), [](Type type) {
             return isa<TSTensorType, RankedTensorType>(type);
           });
  };
  std::function<bool(Operation *)> isHeld = [&](Operation *user) {
    return isRead(user) || (isa<ListConstructOp>(user) &&
                            llvm::all_of(user->getUsers(), isHeld));
  };
  if (!list || !llvm::all_of(list->getUsers(), isHeld))
    return std::nullopt;
  return SmallVector<Value>(list.getElements());
}

/// Adds what a list holds; false when that is not known, or differs in length
/// from what lists beside it hold.
static bool collectNumbers(Value value, size_t depth, Numbers &numbers) {
  std::optional<SmallVector<Value>> elements = getNested(value, depth);
  if (!elements || numbers.elements.size() + elements->size() > kMostNumbers)
    return false;
  if (numbers.shape.size() == depth)
    numbers.shape.push_back(elements->size());
  if (numbers.shape[depth] != int64_t(elements->size()))
    return false;
  for (Value element : *elements) {
    Value inner = lookThroughCasts(element);
    if (isa<ListType>(inner.getType())) {
      if (!collectNumbers(inner, depth + 1, numbers))
        return false;
      continue;
    }
    if (numbers.shape.size() != depth + 1 || !isNumber(inner.getType()) ||
        isa<ComplexType>(inner.getType()))
      return false;
    numbers.elements.push_back(inner);
  }
  return true;
}

static std::optional<Numbers> getNumbers(const ListArgument &list) {
  Numbers numbers;
  if (!list || !collectNumbers(list.getValue(), 0, numbers) ||
      numbers.elements.empty())
    return std::nullopt;
  return numbers;
}

static bool inferList(Inference &i, OperatorOp op) {
  ListArguments args(op);
  std::optional<Numbers> numbers = getNumbers(args.data());
  if (!numbers || !isOnProcessor(args.device()))
    return false;
  Type number = numbers->elements.front().getType();
  Type dtype = getDtype(args.dtype(),
                        number.isF64()
                            ? Type(Float32Type::get(i.getContext()))
                            : number);
  SmallVector<Size> sizes;
  for (int64_t size : numbers->shape)
    sizes.push_back(i.constant(size));
  return dtype && i.result(dtype, sizes);
}

/// Floats of a list are rounded to single precision first.
static SmallVector<Value> lowerList(Lowering &l) {
  if (!isComputable(l.dtype()))
    return {};
  Numbers numbers = *getNumbers(ListArguments(l.op).data());
  Type single = l.builder.getF32Type();
  SmallVector<Value> elements;
  for (Value number : numbers.elements) {
    Type type = number.getType();
    if (type.isF64()) {
      number = l.convertNumber(number, single);
      type = single;
    }
    elements.push_back(
        convertElement(l.builder, l.loc, number, type, l.dtype()));
  }
  auto type = RankedTensorType::get(numbers.shape, l.element());
  return {l.builder.create<tensor::FromElementsOp>(l.loc, type, elements)};
}

/// A tensor of the number's own dtype, int64, float64, complex128 or bool.
static bool inferNumber(Inference &i, OperatorOp op) {
  Type type = lookThroughCasts(NumberArguments(op).a().getValue()).getType();
  return isNumber(type) && i.result(type, {});
}
static SmallVector<Value> lowerNumber(Lowering &l) {
  Value number = lookThroughCasts(NumberArguments(l.op).a().getValue());
  return {l.fill({}, l.convertNumber(number, l.dtype()))};
}

//===----------------------------------------------------------------------===//
// A number for each index
//===----------------------------------------------------------------------===//

static bool inferRange(Inference &i, OperatorOp op) {
  RangeArguments args(op);
  if (!isOnProcessor(args.device()))
    return false;
  SmallVector<NumberArgument> numbers;
  for (NumberArgument number : {args.start(), args.end(), args.step()})
    if (number.getValue())
      numbers.push_back(number);
  bool isWhole = llvm::all_of(numbers, [](const NumberArgument &number) {
    return isa<IntegerType>(number.getValue().getType());
  });
  MLIRContext *context = i.getContext();
  Type dtype =
      getDtype(args.dtype(), isWhole ? Type(IntegerType::get(context, 64))
                                     : Type(Float32Type::get(context)));
  if (!dtype || (!isComputable(dtype) && !isHalf(dtype)) || dtype.isInteger(1))
    return false;
  std::optional<double> step =
      args.step() ? args.step().constant() : std::optional<double>(1);
  // No tensor has more elements than doubles count exactly.
  constexpr double kMost = double(int64_t(1) << 53);
  if (!step || *step == 0 || !(std::abs(*step) <= kMost))
    return false;
  if (isWhole) {
    Size start =
        args.start() ? i.integer(args.start().getValue()) : i.constant(0);
    Size distance = i.integer(args.end().getValue()) - start;
    if (*step < 0)
      distance = distance * -1;
    i.requireAtLeast(distance, 0);
    return i.result(dtype, distance.ceilDiv(int64_t(std::abs(*step))));
  }
  std::optional<double> start =
      args.start() ? args.start().constant() : std::optional<double>(0);
  std::optional<double> end = args.end().constant();
  if (!start || !end)
    return false;
  // As integers of 64 bits bounds and step are truncated before they are
  // counted with, as others afterwards.
  if (isa<IntegerType>(dtype) &&
      (std::trunc(*step) == 0 ||
       !(std::abs(*start) <= kMost && std::abs(*end) <= kMost)))
    return false;
  if (dtype.isInteger(64)) {
    start = std::trunc(*start);
    end = std::trunc(*end);
    step = std::trunc(*step);
  }
  double size = std::ceil((*end - *start) / *step);
  if (!(size >= 0 && size <= kMost))
    return false;
  return i.result(dtype, i.constant(int64_t(size)));
}

/// start + index * step, integers in 64 bits, halves in single precision and
/// others in double precision.
static SmallVector<Value> lowerRange(Lowering &l) {
  RangeArguments args(l.op);
  Type wide = isHalf(l.dtype())           ? Type(l.builder.getF32Type())
              : isa<FloatType>(l.dtype()) ? Type(l.builder.getF64Type())
                                          : Type(l.builder.getI64Type());
  auto read = [&](const NumberArgument &number, double otherwise) {
    return number ? l.convertNumber(number.getValue(), wide)
                  : l.constant(wide, otherwise);
  };
  Value start = read(args.start(), 0), step = read(args.step(), 1);
  return {l.generate(
      l.sizes(), l.element(),
      [&](OpBuilder &b, Location loc, ValueRange indices) -> Value {
        Type i64 = b.getI64Type();
        Value index = b.create<arith::IndexCastOp>(loc, i64, indices[0]);
        Value number;
        if (isa<FloatType>(wide)) {
          Value factor = b.create<arith::SIToFPOp>(loc, wide, index);
          number = b.create<arith::AddFOp>(
              loc, start, b.create<arith::MulFOp>(loc, factor, step));
        } else {
          number = b.create<arith::AddIOp>(
              loc, start, b.create<arith::MulIOp>(loc, index, step));
        }
        return convertElement(b, loc, number, wide, l.dtype());
      })};
}

/// Whether a number can be an end of an interval of the dtype: those of
/// integers are truncated.
static bool isEnd(const NumberArgument &number, Type dtype) {
  constexpr double kMost = double(int64_t(1) << 53);
  Type type = number.getValue().getType();
  if (!isNumber(type) || isa<ComplexType>(type))
    return false;
  if (isa<FloatType>(dtype) || isa<IntegerType>(type))
    return true;
  std::optional<double> value = number.constant();
  return value && std::abs(*value) <= kMost;
}

static bool inferLinspace(Inference &i, OperatorOp op) {
  LinspaceArguments args(op);
  Size steps = i.integer(args.steps().getValue());
  Type dtype = getDtype(args.dtype(), Type(Float32Type::get(i.getContext())));
  if (!dtype || !isComputable(dtype) || dtype.isInteger(1) ||
      !isOnProcessor(args.device()) || !isEnd(args.start(), dtype) ||
      !isEnd(args.end(), dtype))
    return false;
  i.requireAtLeast(steps, 0);
  return i.result(dtype, steps);
}

/// The first half from the start on, the second one back from the end. As long
/// as there are two vectors left, the elements of one are counted from its
/// first element, as PyTorch's loop does. Integers are computed in double
/// precision, and truncated twice: the first of a vector, and each.
static SmallVector<Value> lowerLinspace(Lowering &l) {
  LinspaceArguments args(l.op);
  constexpr int64_t kVectorBits = 256;
  int64_t lanes = kVectorBits / l.dtype().getIntOrFloatBitWidth();
  bool isFloat = isa<FloatType>(l.dtype());
  ImplicitLocOpBuilder outer(l.loc, l.builder);
  Type i64 = outer.getI64Type();
  Type wide = isFloat ? l.dtype() : Type(outer.getF64Type());
  Value start = l.convertNumber(args.start().getValue(), isFloat ? wide : i64);
  Value end = l.convertNumber(args.end().getValue(), isFloat ? wide : i64);
  Value steps = args.steps().getValue();
  auto widen = [&](ImplicitLocOpBuilder &b, Value whole) -> Value {
    return b.create<arith::SIToFPOp>(wide, whole);
  };
  Value distance = isFloat
                       ? outer.create<arith::SubFOp>(end, start).getResult()
                       : widen(outer, outer.create<arith::SubIOp>(end, start));
  if (!isFloat) {
    start = widen(outer, start);
    end = widen(outer, end);
  }
  Value one = outer.create<arith::ConstantIntOp>(1, i64);
  Value last = outer.create<arith::SubIOp>(steps, one);
  Value step = outer.create<arith::DivFOp>(distance, widen(outer, last));
  Value back = outer.create<arith::NegFOp>(step);
  return {l.generate(
      l.sizes(), l.element(),
      [&](OpBuilder &builder, Location loc, ValueRange indices) -> Value {
        ImplicitLocOpBuilder b(loc, builder);
        auto whole = [&](int64_t n) -> Value {
          return b.create<arith::ConstantIntOp>(n, i64);
        };
        auto isLess = [&](Value x, Value y) -> Value {
          return b.create<arith::CmpIOp>(arith::CmpIPredicate::slt, x, y);
        };
        auto truncate = [&](Value x) -> Value {
          return b.create<arith::FPToSIOp>(i64, x);
        };
        // `count` steps away from an end.
        auto walk = [&](Value from, Value by, Value count) -> Value {
          if (isFloat)
            return b.create<math::FmaOp>(by, widen(b, count), from);
          return b.create<arith::AddFOp>(
              from, b.create<arith::MulFOp>(by, widen(b, count)));
        };
        Value index = b.create<arith::IndexCastOp>(i64, indices[0]);
        Value inPairs = b.create<arith::SubIOp>(
            steps, b.create<arith::RemSIOp>(steps, whole(2 * lanes)));
        Value lane = b.create<arith::RemSIOp>(index, whole(lanes));
        lane =
            b.create<arith::SelectOp>(isLess(index, inPairs), lane, whole(0));
        Value first = b.create<arith::SubIOp>(index, lane);
        Value half = b.create<arith::DivSIOp>(steps, whole(2));
        Value left = b.create<arith::SubIOp>(last, first);
        Value base = b.create<arith::SelectOp>(isLess(first, half),
                                               walk(start, step, first),
                                               walk(end, back, left));
        if (!isFloat)
          base = widen(b, truncate(base));
        Value number = b.create<arith::AddFOp>(
            base, b.create<arith::MulFOp>(step, widen(b, lane)));
        // One step is the start.
        Value isMore = isLess(whole(1), steps);
        number = b.create<arith::SelectOp>(isMore, number, start);
        return isFloat
                   ? number
                   : convertElement(b, loc, truncate(number), i64, l.dtype());
      })};
}

static bool inferEye(Inference &i, OperatorOp op) {
  EyeArguments args(op);
  Size rows = i.integer(args.n().getValue());
  Size columns = args.m() ? i.integer(args.m().getValue()) : rows;
  i.requireAtLeast(rows, 0);
  i.requireAtLeast(columns, 0);
  Type dtype = getDtype(args.dtype(), Type(Float32Type::get(i.getContext())));
  return dtype && isOnProcessor(args.device()) &&
         i.result(dtype, {rows, columns});
}

static SmallVector<Value> lowerEye(Lowering &l) {
  if (!isArithmetic(l.dtype()))
    return {};
  return {l.generate(
      l.sizes(), l.element(),
      [&](OpBuilder &b, Location loc, ValueRange indices) -> Value {
        Value isOn = b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::eq,
                                             indices[0], indices[1]);
        return convertElement(b, loc, isOn, b.getI1Type(), l.dtype());
      })};
}

ArrayRef<OperatorEntry> operators::getCreations() {
  static const OperatorEntry entries[] = {
#define TS_OPERATOR(arguments, name, rule, lowering) {name, rule, lowering},
#include "Operators.def"
  };
  return entries;
}
