//===- Registry.cpp - What the compiler knows of operators ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The families' tables, and what is asked of any operator.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Operators/Registry.h"

#include "Families.h"
#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Base/Types/FunctionSchema.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/Residue.h"
#include "TorchScript/Operators/Dtypes.h"
#include "TorchScript/Operators/HalfPrecision.h"
#include "TorchScript/Operators/Lowering.h"
#include "TorchScript/Operators/OperatorBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::ts;

bool ts::isLibraryCall(OperatorOp op) {
  const OperatorEntry *entry = findOperator(op);
  return entry && entry->isLibrary && (!entry->rule || inferResultTypes(op));
}

StringRef ts::getBaseName(OperatorOp op) {
  return op.getName().split('.').first;
}

const OperatorEntry *ts::findOperator(OperatorOp op) {
  static const llvm::StringMap<OperatorEntry> table = [] {
    llvm::StringMap<OperatorEntry> entries;
    for (ArrayRef<OperatorEntry> family :
         {operators::getContractions(),  operators::getConvolutions(),
          operators::getCreations(),     operators::getDataDependent(),
          operators::getIndexings(),     operators::getLibraryCalls(),
          operators::getLinearAlgebra(), operators::getNormalizations(),
          operators::getPoolings(),      operators::getQuantizedLayers(),
          operators::getRandoms(),       operators::getRearrangings(),
          operators::getRecurrents(),    operators::getReductions(),
          operators::getResamplings(),   operators::getScans(),
          operators::getSortings(),      operators::getSpectral(),
          operators::getTexts(),         operators::getViews()})
      for (const OperatorEntry &entry : family)
        entries.try_emplace(entry.name, entry);
    return entries;
  }();
  auto it = table.find(op.getName());
  return it != table.end() ? &it->second : operators::findPointwise(op);
}

ViewKind ts::getViewKind(OperatorOp op) {
  const OperatorEntry *entry = findOperator(op);
  ViewKind kind = entry ? entry->view : ViewKind::None;
  bool isReal = true;
  if (kind == ViewKind::Conjugate || kind == ViewKind::Adjoint ||
      kind == ViewKind::Part) {
    Type dtype = getTensorDtype(lookThroughCasts(op.getArgs()[0]).getType());
    isReal = dtype && !isa<ComplexType>(dtype);
    if (!dtype)
      return ViewKind::Strided;
  }
  switch (kind) {
  case ViewKind::Conjugate:
    return isReal ? ViewKind::Identity : ViewKind::None;
  case ViewKind::Adjoint:
    return isReal ? ViewKind::Permute : ViewKind::None;
  case ViewKind::Part:
    return isReal ? ViewKind::Identity : ViewKind::Strided;
  case ViewKind::Identity:
  case ViewKind::Contiguous:
  case ViewKind::Convert:
  case ViewKind::Drop:
    break;
  default:
    return kind;
  }
  // What has another dtype than its argument has elements of its own.
  Type from = getTensorDtype(lookThroughCasts(op.getArgs()[0]).getType());
  Type to = getTensorDtype(op.getResult(0).getType());
  return from && to && from != to ? ViewKind::None : ViewKind::Identity;
}

std::optional<bool> ts::returnsArgument(OperatorOp op) {
  // Outside of training dropout gives its argument, which schemas do not say.
  if (getViewKind(op) == ViewKind::Identity)
    return true;
  // A conversion to another dtype makes a tensor, and so does a conjugation.
  const OperatorEntry *entry = findOperator(op);
  if (entry && entry->view != ViewKind::None &&
      getViewKind(op) == ViewKind::None)
    return false;
  return std::nullopt;
}

bool ts::changesNothing(OperatorOp op) {
  StringRef name = op.getName();
  if (!name.consume_front("aten::") || !name.consume_back("_") ||
      (name != "dropout" && name != "alpha_dropout" &&
       name != "feature_dropout" && name != "feature_alpha_dropout"))
    return false;
  // It raises unless this is a probability.
  std::optional<double> share = getConstantNumber(op.getArgs()[1]);
  return share && *share >= 0 && *share <= 1 &&
         (*share == 0 || getConstantInt(op.getArgs()[2]) == 0);
}

bool ts::readsOthersOnly(OperatorOp op) {
  static const llvm::StringSet<> names = [] {
    llvm::StringSet<> bases;
    for (const OperatorEntry &entry : operators::getIndexings())
      bases.insert(entry.name.split('.').first);
    return bases;
  }();
  StringRef base = getBaseName(op);
  return base.consume_back("_") && names.contains(base);
}

bool ts::dependsOnOrder(OperatorOp op) {
  static const llvm::StringSet<> names = [] {
    llvm::StringSet<> bases;
    bases.insert("aten::empty_like");
    for (const OperatorEntry &entry : operators::getRandoms())
      bases.insert(entry.name.split('.').first);
    return bases;
  }();
  StringRef base = getBaseName(op);
  base.consume_back("_");
  return names.contains(base);
}

/// The number of the format that the operator asks for: 0 is row-major, 2 and 3
/// have channels last; nothing where it does not ask, or keeps that of an
/// operand, which is 1. -1 when it is not known.
static std::optional<int64_t> getFormat(OperatorOp op) {
  const torchscript::FunctionSchema *schema =
      torchscript::SchemaRegistry::get().find(op.getName());
  if (!schema)
    return std::nullopt;
  for (auto [index, argument] : llvm::enumerate(schema->arguments)) {
    if (argument.name != "memory_format" || index >= op.getArgs().size())
      continue;
    Value format = lookThroughCasts(op.getArgs()[index]);
    std::optional<int64_t> number = getConstantInt(format);
    if (isNone(format) || number == 1)
      return std::nullopt;
    return number.value_or(-1);
  }
  return std::nullopt;
}

ElementOrder ts::getOrder(OperatorOp op) {
  if (std::optional<int64_t> format = getFormat(op))
    return *format == 0 ? ElementOrder::RowMajor : ElementOrder::Other;
  switch (getViewKind(op)) {
  case ViewKind::Permute:
  case ViewKind::Strided:
    return ElementOrder::Other;
  case ViewKind::None:
    break;
  default:
    return ElementOrder::Kept;
  }
  static const llvm::StringSet<> rowMajor = {
      "aten::addbmm", "aten::addmm",  "aten::addmv", "aten::baddbmm",
      "aten::bmm",    "aten::matmul", "aten::mm",    "aten::mv"};
  if (rowMajor.contains(getBaseName(op)))
    return ElementOrder::RowMajor;
  static const llvm::StringSet<> others = {
      "aten::empty_strided", "aten::new_empty_strided", "aten::nonzero",
      "aten::argwhere",      "aten::quantile",          "aten::nanquantile",
      "aten::rot90",         "aten::int_repr"};
  return others.contains(getBaseName(op)) ? ElementOrder::Other
                                          : ElementOrder::Kept;
}

bool ts::asksForOrder(OperatorOp op) {
  StringRef base = getBaseName(op);
  return base == "aten::stride" || base == "aten::is_contiguous" ||
         base == "aten::as_strided" || base == "aten::_reshape_alias" ||
         base == "aten::storage_offset";
}

bool ts::asksForStrides(OperatorOp op) {
  return op.getName() == "aten::view" || mayShareStorage(op);
}

bool ts::isElementwise(OperatorOp op) {
  const OperatorEntry *entry = findOperator(op);
  return operators::findPointwise(op) ||
         (entry && entry->view == ViewKind::Convert) ||
         getBaseName(op) == "aten::clone";
}

bool ts::fillsInOrder(OperatorOp op) {
  StringRef base = getBaseName(op);
  return base == "aten::arange" || base == "aten::linspace" ||
         base == "aten::logspace" || base == "aten::range";
}

bool ts::changesSizes(OperatorOp op) {
  static const llvm::StringSet<> names = {
      "aten::_resize_output_", "aten::as_strided_", "aten::detach_",
      "aten::_mkldnn_transpose_", "aten::rename_", "aten::resize_",
      "aten::resize_as_", "aten::resize_as_sparse_", "aten::set_",
      "aten::set_data", "aten::sparse_resize_",
      "aten::sparse_resize_and_clear_", "aten::squeeze_", "prims::resize",
      // A view, whatever its schema says.
      "prims::as_strided", "aten::swapaxes_", "aten::swapdims_", "aten::t_",
      "aten::transpose_", "aten::unsqueeze_"};
  return names.contains(getBaseName(op));
}

std::optional<int64_t> ts::countProducts(OperatorOp op) {
  std::optional<int64_t> count = operators::countProductsOfMatrices(op);
  return count ? count : operators::countProductsOfConvolution(op);
}

bool ts::mayCopy(OperatorOp op) {
  if (op.getNumResults() != 1)
    return false;
  switch (getViewKind(op)) {
  case ViewKind::Identity:
    return true;
  case ViewKind::Reshape: {
    StringRef base = getBaseName(op);
    return base == "aten::reshape" || base == "aten::reshape_as" ||
           base == "aten::flatten" || base == "aten::ravel";
  }
  default:
    return false;
  }
}

bool ts::mayShareStorage(OperatorOp op) {
  return op.getName() == "aten::_unsafe_view";
}

std::optional<SmallVector<TSTensorType>>
ts::inferResultTypes(OperatorOp op, bool *isCertain, bool *isComputed) {
  if (refusesDtypes(op))
    return std::nullopt;
  Inference inference(op);
  if (!inference.run())
    return std::nullopt;
  if (isCertain)
    *isCertain = inference.getOpenConditions().empty();
  if (isComputed) {
    const OperatorEntry *entry = findOperator(op);
    *isComputed = !inference.isOfText() && (entry->lower || entry->isLibrary ||
                                            entry->view != ViewKind::None);
  }
  SmallVector<TSTensorType> types;
  for (unsigned i = 0; i < op.getNumResults(); ++i)
    types.push_back(inference.getStaticType(i));
  return types;
}

bool ts::isComputed(OperatorOp op) {
  bool isComputed = false;
  return inferResultTypes(op, /*isCertain=*/nullptr, &isComputed) && isComputed;
}

/// Whether a value of the type `has` can be a result of the type `wants`.
static bool isFitting(TSTensorType has, Type wants) {
  TSTensorType tensor = getTensorType(wants);
  if (!tensor || tensor.getDtype() != has.getDtype() || !tensor.hasRank() ||
      tensor.getShape().size() != has.getShape().size())
    return false;
  for (auto [a, b] : llvm::zip_equal(tensor.getShape(), has.getShape()))
    if (a != b && !ShapedType::isDynamic(a) && !ShapedType::isDynamic(b))
      return false;
  return true;
}

/// Whether MLIR 19 gives buffers of the type an address: not those with a size
/// of zero behind the first dimension.
static bool hasAddress(Value value) {
  TSTensorType type = getTensorType(value);
  return !type || !type.hasRank() || type.getShape().empty() ||
         !llvm::is_contained(type.getShape().drop_front(), 0);
}

/// Where the requirement does not hold, the operator itself runs, and raises.
static void buildFallback(OpBuilder &builder, OperatorOp op, Value isGood) {
  Location loc = op.getLoc();
  auto type = TSTensorType::get(op.getContext(), ArrayRef<int64_t>(),
                                builder.getI1Type());
  Value flag = builder.create<TensorRefOp>(loc, type, isGood);
  Value holds = builder
                    .create<OperatorOp>(loc, TypeRange(builder.getI1Type()),
                                        "aten::Bool.Tensor", flag)
                    .getResult(0);
  Value yes = builder.create<arith::ConstantIntOp>(loc, 1, 1);
  Value fails = builder.create<arith::XOrIOp>(loc, holds, yes);
  auto branch = builder.create<IfOp>(loc, TypeRange(), fails,
                                     /*withElse=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.getThenBlock());
  Operation *copy = builder.clone(*op);
  copy->setAttr(kFallbackAttr, builder.getUnitAttr());
  builder.create<YieldOp>(loc, ValueRange());
}

/// Whether no element of a tensor has a part in the results, at most its sizes.
static bool isUnread(Value tensor, ArrayRef<Value> results) {
  if (llvm::is_contained(results, tensor))
    return false;
  return llvm::all_of(tensor.getUsers(), [&](Operation *user) {
    if (isa<tensor::DimOp>(user))
      return true;
    // What a loop yields is in its results.
    if (user->hasTrait<OpTrait::IsTerminator>())
      user = user->getParentOp();
    return user->getNumResults() > 0 && isMemoryEffectFree(user) &&
           llvm::all_of(user->getResults(),
                        [&](Value value) { return isUnread(value, results); });
  });
}

/// Whether a tensor is sure to have no elements.
static bool isEmpty(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && llvm::is_contained(type.getShape(), 0);
}

/// What an operation without side effects gives that computes nothing, as
/// operands have no elements: what it starts from, or what is put around them.
/// Null for others, and for those with several results.
static Value getUncomputed(OpBuilder &builder, Operation *op) {
  if (op->getNumResults() != 1)
    return {};
  if (auto loops = dyn_cast<linalg::LinalgOp>(op))
    return llvm::is_contained(loops.getStaticLoopRanges(), 0)
               ? loops.getDpsInits().front()
               : Value();
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return isEmpty(insert.getSource()) ? insert.getDest() : Value();
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || !type.hasStaticShape())
    return {};
  Location loc = op->getLoc();
  if (auto pad = dyn_cast<tensor::PadOp>(op);
      pad && isEmpty(pad.getSource()) && pad.getConstantPaddingValue()) {
    Value around = pad.getConstantPaddingValue();
    Value init = builder.create<tensor::EmptyOp>(loc, type.getShape(),
                                                 type.getElementType());
    return builder.create<linalg::FillOp>(loc, around, init).getResult(0);
  }
  if (isEmpty(op->getResult(0)) && isMemoryEffectFree(op))
    return builder.create<tensor::EmptyOp>(loc, type.getShape(),
                                           type.getElementType());
  return {};
}

/// Erases what computes nothing of the operations behind `last` (null: the
/// beginning of the block) up to the insertion point; `values` are replaced.
static void eraseUncomputed(OpBuilder &builder, Operation *last,
                            MutableArrayRef<Value> values) {
  Block *block = builder.getInsertionBlock();
  Block::iterator next = last ? std::next(last->getIterator()) : block->begin();
  while (next != builder.getInsertionPoint()) {
    Operation *op = &*next++;
    if (isa<tensor::EmptyOp>(op))
      continue;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(op);
    Value given = getUncomputed(builder, op);
    if (!given)
      continue;
    for (Value &value : values)
      if (value == op->getResult(0))
        value = given;
    op->getResult(0).replaceAllUsesWith(given);
    op->erase();
  }
}

/// By the lowering of the operator's entry. Operands without an address have no
/// elements, and are not read.
static SmallVector<Value>
lowerByEntry(OpBuilder &builder, OperatorOp op,
             llvm::function_ref<Value(Value operand)> getValue) {
  const OperatorEntry *entry = findOperator(op);
  if (!entry || !entry->lower || refusesDtypes(op) ||
      !llvm::all_of(op.getResults(), hasAddress))
    return {};
  Inference inference(op);
  bool isGuarded = op->hasAttr(kGuardedAttr);
  if (isGuarded)
    inference.assumeEqual();
  if (!inference.run() || inference.isOfText() ||
      (!isGuarded && !inference.getOpenConditions().empty()))
    return {};
  // A type that the operands contradict is left to the runtime.
  for (OpResult result : op.getResults())
    if (!isFitting(inference.getStaticType(result.getResultNumber()),
                   result.getType()))
      return {};
  Operation *last = getLastBuilt(builder);
  SmallVector<Value> placeholders;
  auto getOperand = [&](Value operand) -> Value {
    TSTensorType type = getTensorType(operand);
    if (hasAddress(operand) || !type.hasStaticShape())
      return getValue(operand);
    placeholders.push_back(builder.create<tensor::EmptyOp>(
        op.getLoc(), type.getShape(), getComputeType(type.getDtype())));
    return placeholders.back();
  };
  Lowering lowering(builder, op, inference, getOperand);
  SmallVector<Value> values = entry->lower(lowering);
  Value requirement = lowering.getRequirement();
  SmallVector<Value> needed(values);
  if (requirement)
    needed.push_back(requirement);
  if (!placeholders.empty() && values.size() == op.getNumResults()) {
    eraseUncomputed(builder, last, needed);
    values.assign(needed.begin(), needed.begin() + values.size());
    requirement = requirement ? needed.back() : requirement;
    // What nothing computes is no kernel's result.
    for (auto [index, value] : llvm::enumerate(values))
      if (value.getDefiningOp<tensor::EmptyOp>())
        value =
            lowering.fill(lowering.sizes(index), lowering.element(index), 0);
  }
  if (!llvm::all_of(placeholders,
                    [&](Value value) { return isUnread(value, needed); })) {
    eraseBuilt(builder, last);
    return {};
  }
  if (values.size() == op.getNumResults() && requirement)
    buildFallback(builder, op, requirement);
  for (auto [index, value] : llvm::enumerate(values)) {
    // The rule may know more or less of the sizes than the type says.
    TSTensorType wanted = getTensorType(op.getResult(index).getType());
    auto type = RankedTensorType::get(wanted.getShape(),
                                      getRanked(value).getElementType());
    if (type != value.getType())
      value = builder.create<tensor::CastOp>(op.getLoc(), type, value);
  }
  return values;
}

/// As the operator on float32, with results that are rounded.
static SmallVector<Value>
lowerHalfPrecision(OpBuilder &builder, OperatorOp op,
                   llvm::function_ref<Value(Value operand)> getValue) {
  Inference inference(op);
  Lowering lowering(builder, op, inference, getValue);
  OperatorOp wide = buildInSinglePrecision(
      builder, op, [&](OpBuilder &b, Value tensor, Type type) {
        return lowering.convert(getValue(tensor),
                                getTensorDtype(tensor.getType()),
                                getTensorDtype(type));
      });
  if (!wide)
    return {};
  if (Attribute guarded = op->getAttr(kGuardedAttr))
    wide->setAttr(kGuardedAttr, guarded);
  SmallVector<Value> values = lowerByEntry(builder, wide, getValue);
  for (unsigned i = 0; i < values.size(); ++i)
    values[i] =
        lowering.convert(values[i], getTensorDtype(wide.getResult(i).getType()),
                         getTensorDtype(op.getResult(i).getType()));
  wide.erase();
  return values;
}

SmallVector<Value>
ts::lowerOperator(OpBuilder &builder, OperatorOp op,
                  llvm::function_ref<Value(Value operand)> getValue) {
  SmallVector<Value> values = lowerByEntry(builder, op, getValue);
  return values.empty() ? lowerHalfPrecision(builder, op, getValue) : values;
}
