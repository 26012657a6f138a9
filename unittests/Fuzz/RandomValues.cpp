//===- RandomValues.cpp - Values of any type ------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types are built inside out; a value of a type comes from the values at hand,
// else from a constant, a constructor, or `ts.uninitialized`.
//
//===----------------------------------------------------------------------===//

#include "RandomValues.h"

#include "TorchScript/Base/Schema/Schema.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <limits>

using namespace tsfuzz;
using namespace mlir;
using torchscript::Argument;
using torchscript::Constant;
using torchscript::FunctionSchema;
using torchscript::SchemaRegistry;
using torchscript::TypeKind;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static Type elementType(OpBuilder &b, Random &random) {
  return random.pick<Type>(
      {b.getF32Type(), b.getF32Type(), b.getF32Type(), b.getF64Type(),
       b.getI64Type(), b.getI64Type(), b.getI1Type(), b.getF16Type(),
       b.getBF16Type(), b.getIntegerType(32), b.getIntegerType(16),
       b.getIntegerType(8), b.getIntegerType(8, /*isSigned=*/false),
       ComplexType::get(b.getF32Type()), ComplexType::get(b.getF64Type())});
}

static SmallVector<int64_t> shape(Random &random) {
  static const SmallVector<int64_t> shapes[] = {
      {},     {3},    {1},       {2, 3},       {3, 4},       {3, 2},
      {2, 3}, {1, 3}, {4, 2, 3}, {1, 3, 8, 8}, {4, 3, 3, 3}, {2, 4, 4, 4},
      {0},    {0, 3}, {2, 1, 0}, {1, 1, 1, 1}, {5, 5},       {2, 2, 2, 2, 2}};
  return random.pick(ArrayRef(shapes));
}

Type RandomValues::tensorType() {
  MLIRContext *context = builder.getContext();
  if (random.oneIn(6))
    return ts::TSTensorType::get(context);
  SmallVector<int64_t> sizes = shape(random);
  for (int64_t &size : sizes)
    if (random.oneIn(12))
      size = ShapedType::kDynamic;
  std::optional<ArrayRef<int64_t>> known;
  if (!random.oneIn(10))
    known = sizes;
  return ts::TSTensorType::get(
      context, known, random.oneIn(10) ? Type() : elementType(builder, random));
}

RankedTensorType RandomValues::builtinType() {
  return RankedTensorType::get(shape(random), elementType(builder, random));
}

Type RandomValues::type(unsigned depth) {
  MLIRContext *c = builder.getContext();
  auto inner = [&] { return type(depth - 1); };
  switch (random.below(depth ? 18 : 10)) {
  case 0:
  case 1:
    return builder.getI64Type();
  case 2:
    return builder.getF64Type();
  case 3:
    return builder.getI1Type();
  case 4:
    return ts::StrType::get(c);
  case 5:
    return random.pick<Type>(
        {ComplexType::get(builder.getF64Type()), ts::ScalarType::get(c),
         ts::DeviceType::get(c), ts::TSNoneType::get(c), ts::AnyType::get(c),
         ts::GeneratorType::get(c), ts::StreamType::get(c)});
  case 6:
    return classes.empty() ? Type(builder.getI64Type())
                           : ts::ObjectType::get(c, random.pick(classes));
  default:
    return tensorType();
  case 10:
  case 11: {
    Type element = inner();
    return isa<ts::OptionalType, ts::TSNoneType, ts::UnionType, ts::AnyType>(
               element)
               ? element
               : Type(ts::OptionalType::get(element));
  }
  case 12:
  case 13:
    return ts::ListType::get(inner());
  case 14:
    return ts::DictType::get(
        random.pick<Type>({builder.getI64Type(), ts::StrType::get(c),
                           builder.getF64Type(), builder.getI1Type()}),
        inner());
  case 15: {
    SmallVector<Type> elements;
    for (size_t i = 0, n = random.below(4); i < n; ++i)
      elements.push_back(inner());
    return ts::TSTupleType::get(c, elements);
  }
  case 16:
    return ts::UnionType::get(
        c, {ts::StrType::get(c),
            random.pick<Type>({builder.getI64Type(), ts::TSNoneType::get(c),
                               builder.getF64Type()})});
  case 17:
    return ts::FutureType::get(inner());
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value RandomValues::any() {
  if (!known.empty() && !random.oneIn(4))
    return random.pick(known);
  return get(type());
}

Value RandomValues::get(Type type) {
  SmallVector<Value> candidates;
  for (Value value : known)
    if (value.getType() == type)
      candidates.push_back(value);
  if (!candidates.empty() && !random.oneIn(4))
    return random.pick(candidates);
  Value value = make(type);
  add(value);
  return value;
}

Value RandomValues::makeNumber(Type type) {
  Location loc = builder.getUnknownLoc();
  if (type.isF64())
    return builder.create<arith::ConstantOp>(
        loc, builder.getF64FloatAttr(random.pick<double>(
                 {0.0, 1.0, -1.0, 0.5, 1e-5, 1e300,
                  std::numeric_limits<double>::infinity(),
                  std::numeric_limits<double>::quiet_NaN()})));
  if (type.isInteger(1))
    return builder.create<arith::ConstantIntOp>(loc, random.below(2), 1);
  int64_t number =
      random.oneIn(8)
          ? random.pick<int64_t>({std::numeric_limits<int64_t>::min(),
                                  std::numeric_limits<int64_t>::max(), -100,
                                  int64_t(1) << 40, 1000, 64})
          : int64_t(random.below(7)) - 2;
  return builder.create<arith::ConstantIntOp>(loc, number, 64);
}

Value RandomValues::makeContainer(Type type) {
  Location loc = builder.getUnknownLoc();
  if (auto list = dyn_cast<ts::ListType>(type)) {
    SmallVector<Value> elements;
    for (size_t i = 0, n = random.below(4); i < n; ++i)
      elements.push_back(get(list.getElementType()));
    return builder.create<ts::ListConstructOp>(loc, type, elements);
  }
  if (auto dict = dyn_cast<ts::DictType>(type)) {
    SmallVector<Value> keys, values;
    for (size_t i = 0, n = random.below(3); i < n; ++i) {
      keys.push_back(get(dict.getKeyType()));
      values.push_back(get(dict.getValueType()));
    }
    return builder.create<ts::DictConstructOp>(loc, type, keys, values);
  }
  SmallVector<Value> elements;
  for (Type element : cast<ts::TSTupleType>(type).getElements())
    elements.push_back(get(element));
  return builder.create<ts::TupleConstructOp>(loc, type, elements);
}

/// A splat of zeros, or null when the type has no such constant.
static DenseElementsAttr zeros(RankedTensorType type, OpBuilder &b) {
  if (!type.hasStaticShape())
    return {};
  if (auto complex = dyn_cast<ComplexType>(type.getElementType()))
    return DenseElementsAttr::get(
        type, ArrayAttr::get(b.getContext(),
                             SmallVector<Attribute>(
                                 2, b.getZeroAttr(complex.getElementType()))));
  TypedAttr zero = b.getZeroAttr(type.getElementType());
  return zero ? DenseElementsAttr::get(type, zero) : DenseElementsAttr();
}

Value RandomValues::makeTensor(Type type) {
  Location loc = builder.getUnknownLoc();
  if (auto builtin = dyn_cast<RankedTensorType>(type)) {
    DenseElementsAttr splat;
    if (!isa<ComplexType>(builtin.getElementType()))
      splat = zeros(builtin, builder);
    if (splat && random.oneIn(2))
      return builder.create<arith::ConstantOp>(loc, splat);
    SmallVector<Value> sizes;
    for (int64_t i = 0, n = builtin.getNumDynamicDims(); i < n; ++i)
      sizes.push_back(builder.create<arith::ConstantIndexOp>(loc, 3));
    return builder.create<tensor::EmptyOp>(loc, builtin, sizes);
  }
  auto object = cast<ts::TSTensorType>(type);
  if (object.hasStaticShape() && !isa<ComplexType>(object.getDtype())) {
    auto builtin = RankedTensorType::get(object.getShape(), object.getDtype());
    if (DenseElementsAttr splat = zeros(builtin, builder))
      return builder.create<ts::TensorLiteralOp>(loc, type, splat);
  }
  return builder.create<ts::UninitializedOp>(loc, type);
}

Value RandomValues::make(Type type) {
  MLIRContext *context = builder.getContext();
  Location loc = builder.getUnknownLoc();
  auto derefine = [&](Type from) -> Value {
    return builder.create<ts::DerefineOp>(loc, type, get(from));
  };
  if (type.isInteger(64) || type.isInteger(1) || type.isF64())
    return makeNumber(type);
  if (isa<ts::ListType, ts::DictType, ts::TSTupleType>(type))
    return makeContainer(type);
  if (isa<ts::TSTensorType, RankedTensorType>(type))
    return makeTensor(type);
  if (isa<ts::TSNoneType>(type))
    return builder.create<ts::ConstantNoneOp>(loc);
  if (isa<ts::StrType>(type))
    return builder.create<ts::ConstantStrOp>(
        loc, random.pick<StringRef>({"", "a", "%s has %d", "{} and {}",
                                     "ij,jk->ik", "mean", "\xff"}));
  if (isa<ts::DeviceType>(type))
    return builder.create<ts::ConstantDeviceOp>(
        loc, ts::DeviceAttr::get(context, builder.getStringAttr("cpu"), -1));
  if (auto optional = dyn_cast<ts::OptionalType>(type))
    return derefine(random.oneIn(2) ? ts::TSNoneType::get(context)
                                    : optional.getElementType());
  if (auto members = dyn_cast<ts::UnionType>(type))
    return derefine(random.pick(members.getMembers()));
  if (isa<ts::ScalarType>(type))
    return derefine(random.pick<Type>(
        {builder.getI64Type(), builder.getF64Type(), builder.getI1Type()}));
  if (isa<ts::AnyType>(type))
    return derefine(builder.getI64Type());
  if (auto object = dyn_cast<ts::ObjectType>(type))
    return builder.create<ts::NewOp>(loc, object);
  return builder.create<ts::UninitializedOp>(loc, type);
}

//===----------------------------------------------------------------------===//
// Calls of operators
//===----------------------------------------------------------------------===//

/// The type of the dialect for one of a schema; null for those without any.
Type RandomValues::lower(const torchscript::Type *type, Type variable) {
  MLIRContext *c = builder.getContext();
  auto contained = [&](size_t i) {
    return lower(type->getContained()[i], variable);
  };
  switch (type->getKind()) {
  case TypeKind::Tensor:
    return onValues ? Type(builtinType()) : tensorType();
  case TypeKind::Int:
    return builder.getI64Type();
  case TypeKind::Float:
    return builder.getF64Type();
  case TypeKind::Bool:
    return builder.getI1Type();
  case TypeKind::Complex:
    return ComplexType::get(builder.getF64Type());
  case TypeKind::Number:
    return ts::ScalarType::get(c);
  case TypeKind::String:
    return ts::StrType::get(c);
  case TypeKind::None:
    return ts::TSNoneType::get(c);
  case TypeKind::Device:
    return ts::DeviceType::get(c);
  case TypeKind::Generator:
    return ts::GeneratorType::get(c);
  case TypeKind::Any:
    return ts::AnyType::get(c);
  case TypeKind::Variable:
    return variable;
  case TypeKind::List:
  case TypeKind::Optional:
  case TypeKind::Future: {
    bool wasOnValues = std::exchange(onValues, false);
    Type element = contained(0);
    onValues = wasOnValues;
    if (!element)
      return {};
    if (isa<ts::TSTensorType>(element))
      element = ts::TSTensorType::get(c);
    if (type->is(TypeKind::List))
      return ts::ListType::get(element);
    if (type->is(TypeKind::Future))
      return ts::FutureType::get(element);
    return isa<ts::OptionalType, ts::TSNoneType, ts::AnyType, ts::UnionType>(
               element)
               ? element
               : Type(ts::OptionalType::get(element));
  }
  case TypeKind::Dict: {
    bool wasOnValues = std::exchange(onValues, false);
    Type key = contained(0), value = contained(1);
    onValues = wasOnValues;
    if (!key || !value ||
        (!ts::isNumber(key) && !isa<ts::StrType, ts::DeviceType>(key)))
      return {};
    return ts::DictType::get(key, value);
  }
  default:
    return {};
  }
}

Value RandomValues::argument(const Argument &formal, Type variable) {
  Location loc = builder.getUnknownLoc();
  const torchscript::Type *type = formal.type;
  const Constant &constant = formal.defaultValue;
  if (formal.hasDefault() && !random.oneIn(3)) {
    switch (constant.getKind()) {
    case Constant::Kind::None:
      return get(ts::TSNoneType::get(builder.getContext()));
    case Constant::Kind::Bool:
      return builder.create<arith::ConstantIntOp>(loc, constant.getBool(), 1);
    case Constant::Kind::Int:
      return builder.create<arith::ConstantIntOp>(loc, constant.getInt(), 64);
    case Constant::Kind::Float:
      return builder.create<arith::ConstantOp>(
          loc, builder.getF64FloatAttr(constant.getFloat()));
    default:
      break;
    }
  }
  if (type->is(TypeKind::Optional)) {
    if (random.oneIn(2))
      return get(ts::TSNoneType::get(builder.getContext()));
    type = type->getContained().front();
  }
  if (type->isNumber())
    return get(random.pick<Type>({builder.getI64Type(), builder.getF64Type()}));
  Type lowered = lower(type, variable);
  return lowered ? get(lowered) : Value();
}

void RandomValues::call() {
  const std::string &name =
      random.pick(random.oneIn(4) ? names.all : names.special);
  const FunctionSchema *schema = SchemaRegistry::get().find(name);
  if (!schema)
    return;
  Type variable = type(1);
  SmallVector<Value> operands;
  for (const Argument &formal : schema->arguments) {
    Value value = argument(formal, variable);
    if (!value)
      return;
    operands.push_back(value);
  }
  for (size_t i = 0, n = schema->isVararg ? random.below(3) : 0; i < n; ++i)
    operands.push_back(get(type(0)));
  SmallVector<Type> results;
  for (const Argument &result : schema->returns) {
    Type lowered = lower(result.type, variable);
    if (!lowered)
      return;
    if (isa<ts::TSTensorType>(lowered) && !random.oneIn(4))
      lowered = ts::TSTensorType::get(builder.getContext());
    results.push_back(lowered);
  }
  auto op = builder.create<ts::OperatorOp>(
      builder.getUnknownLoc(), results, builder.getStringAttr(name), operands);
  addAll(op->getResults());
}
