//===- ProgramAttributes.cpp - ts-program-attributes ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectState.h"

#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSPROGRAMATTRIBUTES
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
/// The attributes of objects along one function.
class AttributeFlow {
public:
  explicit AttributeFlow(func::FuncOp function)
      : function(function), module(function->getParentOfType<ModuleOp>()),
        builder(function) {}

  LogicalResult run();

private:
  /// An object and the name of its attribute.
  using Place = std::pair<ObjectOp, StringAttr>;

  /// Whether all reads and assignments are of known objects in the function's
  /// own block.
  bool isStraight();
  std::optional<Place> getPlace(Value object, StringAttr name);
  AttrOp getDeclaration(const Place &place);
  /// Takes a read out when its value is known.
  void read(GetAttrOp op);
  /// Copies what buffers were assigned.
  LogicalResult writeBack();
  /// `conv.weight`: the path from the object that the method is of.
  std::string spell(const Place &place);

  func::FuncOp function;
  ModuleOp module;
  OpBuilder builder;
  llvm::MapVector<std::pair<Operation *, StringAttr>, Value> assigned;
  /// Where an attribute was assigned last.
  llvm::DenseMap<std::pair<Operation *, StringAttr>, Location> places;
};

struct ProgramAttributes
    : public ts::impl::TSProgramAttributesBase<ProgramAttributes> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr("ts.input_tree") &&
          llvm::hasSingleElement(function.getBody()) &&
          failed(AttributeFlow(function).run()))
        return signalPassFailure();
  }
};
} // namespace

std::optional<AttributeFlow::Place> AttributeFlow::getPlace(Value object,
                                                            StringAttr name) {
  while (isa_and_nonnull<DerefineOp, UncheckedCastOp>(object.getDefiningOp()))
    object = object.getDefiningOp()->getOperand(0);
  auto ref = object.getDefiningOp<ObjectRefOp>();
  auto named = ref ? module.lookupSymbol<ObjectOp>(ref.getObjectAttr())
                   : ObjectOp();
  return named ? std::optional(Place(named, name)) : std::nullopt;
}

bool AttributeFlow::isStraight() {
  bool isFine = true, hasAny = false;
  function.walk([&](Operation *op) {
    Value object;
    StringAttr name;
    if (auto read = dyn_cast<GetAttrOp>(op)) {
      object = read.getObject();
      name = read.getNameAttr();
    } else if (auto write = dyn_cast<SetAttrOp>(op)) {
      object = write.getObject();
      name = write.getNameAttr();
    } else {
      isFine &= !isa<func::CallOp, func::CallIndirectOp, CallMethodOp>(op);
      return;
    }
    // Objects that the function makes are taken apart by other passes.
    if (object.getDefiningOp<NewOp>())
      return;
    hasAny = true;
    // Objects in objects are known once the outer ones are read.
    isFine &= op->getParentOp() == function &&
              (getPlace(object, name) || object.getDefiningOp<GetAttrOp>());
  });
  return isFine && hasAny;
}

AttrOp AttributeFlow::getDeclaration(const Place &place) {
  ObjectOp object = place.first;
  auto type =
      module.lookupSymbol<ClassOp>(object.getObjectType().getSymbol());
  if (type)
    for (auto attribute : type.getBody().getOps<AttrOp>())
      if (attribute.getNameAttr() == place.second)
        return attribute;
  return {};
}

void AttributeFlow::read(GetAttrOp op) {
  std::optional<Place> place = getPlace(op.getObject(), op.getNameAttr());
  if (!place)
    return;
  Value value = assigned.lookup({place->first, place->second});
  builder.setInsertionPoint(op);
  if (!value) {
    Attribute field = place->first.getFields().get(place->second);
    if (field)
      value = makeAttributeValue(module, builder, op.getLoc(), field,
                                 op.getType());
    // A list or dict is one object, read once.
    if (value && !isa<TSTensorType, ObjectType>(value.getType()))
      assigned.insert({{place->first, place->second}, value});
  }
  if (!value)
    return;
  if (value.getType() != op.getType()) {
    if (!isSubtype(value.getType(), op.getType()))
      return;
    value = builder.create<DerefineOp>(op.getLoc(), op.getType(), value);
  }
  op.replaceAllUsesWith(value);
  op.erase();
}

/// The path of an object below another; nothing when it is not there.
static std::optional<std::string> findPath(ModuleOp module, ObjectOp from,
                                           ObjectOp to, unsigned depth = 0) {
  if (from == to)
    return "";
  if (depth > 64)
    return std::nullopt;
  for (NamedAttribute field : from.getFields())
    if (auto symbol = dyn_cast<FlatSymbolRefAttr>(field.getValue()))
      if (auto inner = module.lookupSymbol<ObjectOp>(symbol))
        if (auto rest = findPath(module, inner, to, depth + 1))
          return field.getName().str() + "." + *rest;
  return std::nullopt;
}

std::string AttributeFlow::spell(const Place &place) {
  auto entry = function->getAttrOfType<FlatSymbolRefAttr>("ts.object");
  auto root = entry ? module.lookupSymbol<ObjectOp>(entry) : ObjectOp();
  std::optional<std::string> path =
      root ? findPath(module, root, place.first) : std::nullopt;
  return path.value_or("") + place.second.str();
}

/// The tensor that a value is after writes in place.
static Value getWritten(Value value) {
  while (Operation *made = value.getDefiningOp()) {
    auto op = dyn_cast<OperatorOp>(made);
    StringRef base = op ? op.getName().split('.').first : StringRef();
    bool isWrite = base.ends_with("_") && !base.ends_with("__");
    if (!isWrite && !isa<DerefineOp, UncheckedCastOp>(made))
      break;
    value = made->getOperand(0);
  }
  return value;
}

LogicalResult AttributeFlow::writeBack() {
  Operation *terminator = function.getBody().front().getTerminator();
  builder.setInsertionPoint(terminator);
  SmallVector<std::string> wrong;
  Location where = function.getLoc();
  for (auto &[key, value] : assigned) {
    if (!places.count(key))
      continue;
    Place place(cast<ObjectOp>(key.first), key.second);
    AttrOp declaration = getDeclaration(place);
    Attribute field = place.first.getFields().get(place.second);
    Value inner = value;
    while (auto derefine = inner.getDefiningOp<DerefineOp>())
      inner = derefine.getOperand();
    if (!isa<TSTensorType>(inner.getType()))
      continue;
    Location loc = places.find(key)->second;
    auto buffer = dyn_cast_or_null<TensorRefAttr>(field);
    if (!buffer || !declaration ||
        declaration.getKind() == FieldKind::Attribute) {
      wrong.push_back("self." + spell(place));
      where = loc;
      continue;
    }
    // `self.count += 1` writes in place and assigns the same tensor.
    auto same = getWritten(inner).getDefiningOp<TensorLiteralOp>();
    if (same && same.getValue() == buffer)
      continue;
    Value tensor = builder.create<TensorLiteralOp>(
        loc, buffer.getTensorType(), buffer);
    buildWrite(builder, loc, tensor, inner);
  }
  if (wrong.empty())
    return success();
  bool isOne = wrong.size() == 1;
  return mlir::emitError(where, "The tensor attribute")
         << (isOne ? " " : "s ") << llvm::join(wrong, ", ")
         << (isOne ? " was" : " were")
         << " assigned during export. Such attributes must be registered as "
            "buffers using the `register_buffer` API";
}

LogicalResult AttributeFlow::run() {
  if (!isStraight())
    return success();
  for (Operation &op :
       llvm::make_early_inc_range(function.getBody().front())) {
    if (auto get = dyn_cast<GetAttrOp>(op)) {
      read(get);
      continue;
    }
    auto set = dyn_cast<SetAttrOp>(op);
    if (!set)
      continue;
    if (set.getObject().getDefiningOp<NewOp>())
      continue;
    std::optional<Place> place = getPlace(set.getObject(), set.getNameAttr());
    if (!place)
      return set.emitError("assigns an attribute of an object that is not "
                           "known, which cannot be exported");
    assigned[{place->first, place->second}] = set.getValue();
    places.insert_or_assign({place->first, place->second}, set.getLoc());
    set.erase();
  }
  return writeBack();
}
