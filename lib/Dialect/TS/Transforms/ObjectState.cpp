//===- ObjectState.cpp - What is known about objects ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Constants for the attributes of objects that are never assigned.
//
//===----------------------------------------------------------------------===//

#include "ObjectState.h"

#include "TorchScript/Dialect/TS/IR/Literals.h"
#include "TorchScript/Dialect/TS/IR/MadeValues.h"
#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::ts;

/// True for types whose values cannot change.
static bool isImmutable(Type type) {
  if (auto tuple = dyn_cast<TSTupleType>(type))
    return llvm::all_of(tuple.getElements(), isImmutable);
  if (auto optional = dyn_cast<OptionalType>(type))
    return isImmutable(optional.getElementType());
  return isNumber(type) ||
         isa<StrType, TSNoneType, DeviceType, EnumType, ScalarType>(type);
}

namespace {
/// Whether lists and dicts are only read.
class ReadOnlyUses {
public:
  /// True when a list or dict is only read here and in functions that it is
  /// handed to, and no alias of it gets away.
  bool isOnlyRead(Value value) {
    // What is being looked at already is read only if the rest is.
    if (!seen.insert(value).second)
      return true;
    return llvm::all_of(value.getUses(),
                        [&](OpOperand &use) { return isRead(use); });
  }

private:
  bool isRead(OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<ListUnpackOp, IsNoneOp, IsInstanceOp>(user))
      return true;
    if (isa<DerefineOp, UncheckedCastOp>(user))
      return isOnlyRead(user->getResult(0));
    if (auto call = dyn_cast<func::CallOp>(user)) {
      auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
          call, call.getCalleeAttr());
      return callee && !callee.isExternal() &&
             isOnlyRead(callee.getArgument(use.getOperandNumber()));
    }
    auto read = dyn_cast<OperatorOp>(user);
    if (!read)
      return false;
    OperatorInfo info = lookupOperator(read.getName());
    // Other effects of PyTorch's own are random numbers, settings and the like:
    // no list is changed or kept.
    bool mayKeep = info.sideEffects && !read.getName().starts_with("aten::");
    if (!info.known || mayKeep || info.mutatedArgs)
      return false;
    auto isListLike = [](Type type) {
      return !isImmutable(type) && !isa<TSTensorType>(type);
    };
    return !info.aliasesArgument ||
           llvm::none_of(read.getResultTypes(), isListLike);
  }

  llvm::DenseSet<Value> seen;
};
} // namespace

static bool isOnlyRead(Value value) {
  return ReadOnlyUses().isOnlyRead(value);
}

/// True when values of the type are or may hold lists or dicts.
static bool isContainer(Type type) {
  if (auto optional = dyn_cast<OptionalType>(type))
    return isContainer(optional.getElementType());
  return !isImmutable(type) &&
         !isa<TSTensorType, ObjectType, InterfaceType>(type);
}

ObjectState::ObjectState(ModuleOp module,
                         const llvm::SetVector<func::FuncOp> &running)
    : module(module) {
  for (func::FuncOp function : running) {
    function->walk([&](SetAttrOp write) {
      written.insert({write.getObject().getType().getName(), write.getName()});
    });
    // A container that any function may change is as good as assigned.
    function->walk([&](GetAttrOp read) {
      if (isContainer(read.getType()) && !isOnlyRead(read.getValue()))
        written.insert({read.getObject().getType().getName(), read.getName()});
    });
  }
}

Value ts::makeAttributeValue(ModuleOp module, OpBuilder &builder, Location loc,
                             Attribute value, Type type) {
  MLIRContext *context = builder.getContext();
  auto constant = [&](Type exact) -> Value {
    auto *dialect = context->getLoadedDialect<TSDialect>();
    Operation *op = dialect->materializeConstant(builder, value, exact, loc);
    return op ? op->getResult(0) : Value();
  };
  auto elements = [&](ArrayAttr values, auto typeOf,
                      SmallVectorImpl<Value> &made) {
    for (auto [i, element] : llvm::enumerate(values)) {
      made.push_back(
          makeAttributeValue(module, builder, loc, element, typeOf(i)));
      if (!made.back())
        return false;
    }
    return true;
  };

  Value result;
  if (auto made = MadeValue::from(value)) {
    SmallVector<Value> arguments;
    for (Attribute argument : made->arguments) {
      Type own = getOwnType(argument);
      arguments.push_back(own ? makeAttributeValue(module, builder, loc,
                                                   argument, own)
                              : Value());
      if (!arguments.back())
        return {};
    }
    result = builder
                 .create<OperatorOp>(loc, TypeRange(made->type), made->name,
                                     arguments)
                 .getResult(0);
  } else if (isLargeLiteral(value)) {
    result = builder.create<LiteralOp>(loc, value);
  } else if (isa<IntegerAttr, FloatAttr>(value)) {
    result = constant(cast<TypedAttr>(value).getType());
  } else if (isa<StringAttr>(value)) {
    result = constant(StrType::get(context));
  } else if (isa<NoneAttr>(value)) {
    result = constant(TSNoneType::get(context));
  } else if (isa<ComplexAttr>(value)) {
    result = constant(ComplexType::get(builder.getF64Type()));
  } else if (isa<DeviceAttr>(value)) {
    result = constant(DeviceType::get(context));
  } else if (auto member = dyn_cast<MemberAttr>(value)) {
    result = constant(EnumType::get(member.getEnumName()));
  } else if (auto tensor = dyn_cast<TensorRefAttr>(value)) {
    result =
        builder.create<TensorLiteralOp>(loc, tensor.getTensorType(), tensor);
  } else if (auto dense = dyn_cast<ElementsAttr>(value)) {
    auto ranked = dyn_cast<RankedTensorType>(dense.getShapedType());
    if (ranked)
      result = builder.create<TensorLiteralOp>(
          loc, TSTensorType::fromBuiltin(ranked), value);
  } else if (auto symbol = dyn_cast<FlatSymbolRefAttr>(value)) {
    if (auto object = module.lookupSymbol<ObjectOp>(symbol.getValue()))
      result = builder.create<ObjectRefOp>(loc, object.getType(), symbol);
  } else if (auto tuple = dyn_cast<TupleAttr>(value)) {
    SmallVector<Value> made;
    TSTupleType tupleType = tuple.getTupleType();
    if (elements(
            tuple.getElements(),
            [&](size_t i) { return tupleType.getElements()[i]; }, made))
      result = builder.create<TupleConstructOp>(loc, tupleType, made);
  } else if (auto list = dyn_cast<ListAttr>(value)) {
    SmallVector<Value> made;
    Type element = list.getListType().getElementType();
    if (elements(list.getElements(), [&](size_t) { return element; }, made))
      result = builder.create<ListConstructOp>(loc, list.getListType(), made);
  } else if (auto dict = dyn_cast<DictAttr>(value)) {
    SmallVector<Value> keys, values;
    DictType dictType = dict.getDictType();
    if (elements(
            dict.getKeys(), [&](size_t) { return dictType.getKeyType(); },
            keys) &&
        elements(
            dict.getValues(), [&](size_t) { return dictType.getValueType(); },
            values))
      result = builder.create<DictConstructOp>(loc, dictType, keys, values);
  }
  if (!result || result.getType() == type)
    return result;
  if (!isSubtype(result.getType(), type))
    return {};
  return builder.create<DerefineOp>(loc, type, result);
}

/// True when the value or a part of it is a list or dict.
static bool hasContainer(Attribute value) {
  return value
      .walk([](Attribute part) {
        return isa<ListAttr, DictAttr>(part) ? WalkResult::interrupt()
                                             : WalkResult::advance();
      })
      .wasInterrupted();
}

Value ObjectState::makeConstant(GetAttrOp read) const {
  auto reference = read.getObject().getDefiningOp<ObjectRefOp>();
  if (!reference ||
      written.contains({read.getObject().getType().getName(), read.getName()}))
    return {};
  auto object = module.lookupSymbol<ObjectOp>(reference.getObject());
  Attribute value = object ? object.getFields().get(read.getName()) : nullptr;
  // A large container stays one object, made once; so does what an operator
  // makes.
  if (!value || isLargeLiteral(value) || hasMadeValue(value) ||
      (hasContainer(value) && !isOnlyRead(read.getValue())))
    return {};
  OpBuilder builder(read);
  return makeAttributeValue(module, builder, read.getLoc(), value,
                            read.getType());
}
