//===- DecomposeProgram.cpp - Levels of exported programs -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts the library's texts for levels (lib/Library/levels), and what depends on
// strides, in the place of operators.
//
//===----------------------------------------------------------------------===//

#include "Casts.h"
#include "DecompositionTable.h"
#include "ProgramViews.h"

#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/CoreOperators.h"
#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Operators/Einsum.h"
#include "TorchScript/Operators/Registry.h"
#include "TorchScript/Operators/ViewLists.h"
#include "TorchScript/Transforms/ProgramPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSDECOMPOSEPROGRAM
#include "TorchScript/Transforms/ProgramPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct DecomposeProgram
    : public ts::impl::TSDecomposeProgramBase<DecomposeProgram> {
  using TSDecomposeProgramBase::TSDecomposeProgramBase;
  /// The table is made anew: it belongs to a context.
  DecomposeProgram(const DecomposeProgram &other)
      : TSDecomposeProgramBase(other) {}
  void runOnOperation() override;

private:
  LogicalResult decompose(OperatorOp op);
  /// What a text says the operator consists of; null when none does.
  Decomposition *choose(OperatorOp op);
  /// Puts the user's function in its place, if there is one; nothing when it
  /// does not fit.
  std::optional<bool> expandUsers(OperatorOp op);
  bool expand(OperatorOp op, Decomposition &text);

  std::unique_ptr<DecompositionTable> table;
};
} // namespace

//===----------------------------------------------------------------------===//
// What depends on strides
//===----------------------------------------------------------------------===//

static Value makeInt(OpBuilder &builder, Location loc, int64_t number) {
  return builder.create<arith::ConstantOp>(loc,
                                           builder.getI64IntegerAttr(number));
}

/// `x.clone(memory_format=torch.contiguous_format)`
static Value cloneContiguous(OpBuilder &builder, Location loc, Value tensor) {
  constexpr int64_t contiguousFormat = 0;
  return builder
      .create<OperatorOp>(
          loc, tensor.getType(), "aten::clone",
          ValueRange{tensor, makeInt(builder, loc, contiguousFormat)})
      .getResult(0);
}

/// The sizes of the result as ints; those that are not known are asked for.
/// Nothing when that takes more than the operands.
static std::optional<SmallVector<Value>> getSizes(OpBuilder &builder,
                                                  OperatorOp op) {
  auto type = dyn_cast<TSTensorType>(op.getResult(0).getType());
  if (!type || !type.hasRank())
    return std::nullopt;
  SmallVector<Value> sizes;
  std::optional<SmallVector<Value>> given;
  if (op.getName() == "aten::reshape" || op.getName() == "aten::view")
    given = getListElements(op.getArgs()[1]);
  Inference inference(op);
  bool isKnown = inference.run();
  for (auto [i, size] : llvm::enumerate(type.getShape())) {
    if (!ShapedType::isDynamic(size)) {
      sizes.push_back(makeInt(builder, op.getLoc(), size));
      continue;
    }
    std::optional<int64_t> wanted =
        given && i < given->size() ? getConstantInt((*given)[i]) : 0;
    if (given && i < given->size() && wanted != -1) {
      sizes.push_back((*given)[i]);
      continue;
    }
    if (!isKnown)
      return std::nullopt;
    // Sizes are arithmetic on the operands' sizes.
    Value made = getValueOrCreateConstantIndexOp(
        builder, op.getLoc(),
        inference.materialize(builder, op.getLoc(),
                              inference.getResults()[0].sizes[i]));
    sizes.push_back(builder.create<arith::IndexCastOp>(
        op.getLoc(), builder.getI64Type(), made));
  }
  return sizes;
}

/// `reshape`, `flatten`, `contiguous` and their like as `view`, behind a copy
/// where the elements lie in another order.
static bool expandReshape(OperatorOp op) {
  StringRef name = op.getName();
  OpBuilder builder(op);
  Value tensor = op.getArgs().empty() ? Value() : op.getArgs()[0];
  if (name == "aten::contiguous") {
    Value made = isProgramView(op)
                     ? tensor
                     : cloneContiguous(builder, op.getLoc(), tensor);
    op.getResult(0).replaceAllUsesWith(
        castTo(builder, made, op.getResult(0).getType()));
    op.erase();
    return true;
  }
  bool isReshape = name == "aten::reshape" || name == "aten::flatten.using_ints" ||
                   name == "aten::ravel" || name == "aten::reshape_as" ||
                   name == "aten::view_as" || name == "aten::unflatten.int" ||
                   name == "aten::_unsafe_view";
  if (!isReshape)
    return false;
  std::optional<SmallVector<Value>> sizes = getSizes(builder, op);
  if (!sizes)
    return false;
  // The others are views, or errors.
  if (mayCopy(op) && !isProgramView(op))
    tensor = cloneContiguous(builder, op.getLoc(), tensor);
  // A flattened vector is what it was.
  bool isSame = name.starts_with("aten::flatten") &&
                tensor.getType() == op.getResult(0).getType();
  if (!isSame) {
    Value list = builder.create<ListConstructOp>(
        op.getLoc(), ListType::get(builder.getI64Type()), *sizes);
    tensor = builder
                 .create<OperatorOp>(op.getLoc(), op.getResult(0).getType(),
                                     "aten::view", ValueRange{tensor, list})
                 .getResult(0);
  }
  op.getResult(0).replaceAllUsesWith(tensor);
  op.erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Lists of views
//===----------------------------------------------------------------------===//

/// The operation that takes the list apart, where nothing else uses it.
static ListUnpackOp getUnpack(OperatorOp op) {
  if (op.getNumResults() != 1 || !op.getResult(0).hasOneUse())
    return {};
  return dyn_cast<ListUnpackOp>(*op.getResult(0).user_begin());
}

/// `split_with_sizes` in the place of an operator that gives as many parts.
static OperatorOp splitWith(OperatorOp op, ArrayRef<int64_t> sizes,
                            int64_t dim) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  SmallVector<Value> values;
  for (int64_t size : sizes)
    values.push_back(makeInt(builder, loc, size));
  Value list = builder.create<ListConstructOp>(
      loc, ListType::get(builder.getI64Type()), values);
  return builder.create<OperatorOp>(
      loc, op.getResultTypes(), "aten::split_with_sizes",
      ValueRange{op.getArgs()[0], list, makeInt(builder, loc, dim)});
}

/// `unbind` is `split_with_sizes` and `squeeze` of each part.
static void expandUnbind(OperatorOp op, ListUnpackOp unpack, int64_t dim) {
  auto type = cast<TSTensorType>(lookThroughCasts(op.getArgs()[0]).getType());
  SmallVector<int64_t> shape(type.getShape());
  SmallVector<int64_t> ones(size_t(unpack->getNumResults()), 1);
  shape[size_t(dim)] = 1;
  Type part = TSTensorType::get(op.getContext(), ArrayRef<int64_t>(shape),
                                type.getDtype());
  OperatorOp split = splitWith(op, ones, dim);
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(unpack);
  Location loc = op.getLoc();
  auto parts = builder.create<ListUnpackOp>(
      loc, SmallVector<Type>(ones.size(), part), split.getResult(0));
  for (auto [old, value] : llvm::zip_equal(unpack.getResults(),
                                           parts.getResults())) {
    Value list = builder.create<ListConstructOp>(
        loc, ListType::get(builder.getI64Type()),
        ValueRange{makeInt(builder, loc, dim)});
    auto row = builder.create<OperatorOp>(loc, old.getType(),
                                          "aten::squeeze.dims",
                                          ValueRange{value, list});
    old.replaceAllUsesWith(row.getResult(0));
  }
  unpack.erase();
  op.erase();
}

/// `squeeze` of Core ATen takes a list of dimensions.
static bool expandSqueeze(OperatorOp op) {
  bool isOne = op.getName() == "aten::squeeze.dim";
  if (!isOne && op.getName() != "aten::squeeze")
    return false;
  OpBuilder builder(op);
  SmallVector<Value> dims;
  auto type = dyn_cast<TSTensorType>(lookThroughCasts(op.getArgs()[0]).getType());
  if (isOne)
    dims.push_back(op.getArgs()[1]);
  else if (!type || !type.hasRank())
    return false;
  else
    for (size_t dim = 0; dim < type.getShape().size(); ++dim)
      dims.push_back(makeInt(builder, op.getLoc(), int64_t(dim)));
  Value list = builder.create<ListConstructOp>(
      op.getLoc(), ListType::get(builder.getI64Type()), dims);
  auto made = builder.create<OperatorOp>(op.getLoc(), op.getResultTypes(),
                                         "aten::squeeze.dims",
                                         ValueRange{op.getArgs()[0], list});
  op.replaceAllUsesWith(made);
  op.erase();
  return true;
}

/// `rsub` of a number is `sub` with the number first.
static bool expandNumberLeft(OperatorOp op) {
  if (op.getName() != "aten::rsub.Scalar")
    return false;
  OpBuilder builder(op);
  Type vague = TSTensorType::get(op.getContext());
  Value number = op.getArgs()[1];
  Type scalar = ScalarType::get(op.getContext());
  if (number.getType() != scalar)
    number = builder.create<DerefineOp>(op.getLoc(), scalar, number);
  auto tensor = builder.create<OperatorOp>(op.getLoc(), vague,
                                           "prim::NumToTensor.wrapped", number);
  auto made = builder.create<OperatorOp>(
      op.getLoc(), op.getResultTypes(), "aten::sub.Tensor",
      ValueRange{tensor.getResult(0), op.getArgs()[0], op.getArgs()[2]});
  op.replaceAllUsesWith(made);
  op.erase();
  return true;
}

/// Operators that give several views of a tensor; in Core ATen there is
/// `split_with_sizes` alone.
static bool expandViews(OperatorOp op, bool isCore) {
  ListUnpackOp unpack = getUnpack(op);
  if (!unpack)
    return false;
  StringRef base = getBaseName(op);
  bool isChunk = base == "aten::chunk", isUnbind = base == "aten::unbind",
       isSplit = op.getName() == "aten::split.Tensor";
  if (isChunk || ((isUnbind || isSplit) && isCore)) {
    std::optional<Cut> cut = getCut(op);
    if (!cut || cut->sizes.empty())
      return false;
    if (isUnbind) {
      expandUnbind(op, unpack, cut->dim);
      return true;
    }
    OperatorOp made;
    if (isChunk) {
      OpBuilder builder(op);
      Value size = makeInt(builder, op.getLoc(), cut->sizes.front());
      made = builder.create<OperatorOp>(
          op.getLoc(), op.getResultTypes(), "aten::split.Tensor",
          ValueRange{op.getArgs()[0], size, op.getArgs()[2]});
    } else {
      made = splitWith(op, cut->sizes, cut->dim);
    }
    op.replaceAllUsesWith(made);
    op.erase();
    return true;
  }
  bool isComposite = base == "aten::tensor_split" || base == "aten::hsplit" ||
                     base == "aten::vsplit" || base == "aten::dsplit" ||
                     base == "aten::meshgrid" ||
                     base == "aten::broadcast_tensors";
  if (!isComposite || !expandListOperator(op))
    return false;
  forwardElements(unpack);
  return true;
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

Decomposition *DecomposeProgram::choose(OperatorOp op) {
  std::string key = ("functional/" + op.getName()).str();
  if (Decomposition *text = table->lookupLibrary(key))
    return text;
  if (level != "core" || llvm::is_contained(kept, op.getName()))
    return nullptr;
  key = ("core/" + op.getName()).str();
  if (Decomposition *text = table->lookupLibrary(key))
    return text;
  if (isCoreOperator(op.getName()) || !op.getName().starts_with("aten::"))
    return nullptr;
  return table->lookupLibrary(op.getName());
}

bool DecomposeProgram::expand(OperatorOp op, Decomposition &text) {
  Block &body = text.body.getBody().front();
  if (body.getNumArguments() != op.getArgs().size())
    return false;
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), op.getArgs()))
    if (!isSubtype(operand.getType(), argument.getType()))
      return false;
  OpBuilder builder(op);
  IRMapping mapping;
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), op.getArgs()))
    mapping.map(argument, castTo(builder, operand, argument.getType()));
  for (Operation &inner : body.without_terminator()) {
    Operation *copy = builder.clone(inner, mapping);
    copy->walk([&](Operation *nested) {
      // What becomes no node keeps its place in a user's text.
      if (!text.isUsers || nested->getNumRegions() == 0)
        nested->setLoc(op.getLoc());
      auto part = dyn_cast<OperatorOp>(nested);
      if (part && part.getName() == op.getName())
        part->setAttr(kKernelAttr, UnitAttr::get(&getContext()));
    });
  }
  Value whole = mapping.lookupOrDefault(body.getTerminator()->getOperand(0));
  for (OpResult result : op.getResults()) {
    Value value = whole;
    if (op.getNumResults() > 1)
      value = builder.create<TupleIndexOp>(op.getLoc(), whole,
                                           result.getResultNumber());
    result.replaceAllUsesWith(castTo(builder, value, result.getType()));
  }
  op.erase();
  return true;
}

std::optional<bool> DecomposeProgram::expandUsers(OperatorOp op) {
  Decomposition *text = table->lookupUsers(op.getName());
  if (!text)
    return false;
  TypeRange given = op.getResultTypes();
  std::string name = op.getName().str();
  TypeRange results = text->body.getResultTypes();
  auto tuple = results.size() == 1 ? dyn_cast<TSTupleType>(results.front())
                                   : TSTupleType();
  bool isTuple = given.size() != 1;
  if (isTuple ? !tuple || tuple.size() != given.size() : results.empty()) {
    emitError(text->getDecorator(), "the function gives other results than '")
        << name << "', which gives " << given.size();
    return std::nullopt;
  }
  if (expand(op, *text))
    return true;
  emitError(text->getDecorator(), "the function does not take the arguments "
                                  "that the program calls '")
      << name << "' with";
  return std::nullopt;
}

LogicalResult DecomposeProgram::decompose(OperatorOp op) {
  if (op->hasAttr(kKernelAttr) || isSliceLoopPart(op))
    return success();
  // The element keeps its symbol.
  if (op.getName() == "aten::item") {
    op.setName("aten::_local_scalar_dense");
    ++numDecomposed;
    return success();
  }
  std::optional<bool> isUsers = expandUsers(op);
  if (!isUsers)
    return failure();
  bool isAll = level == "core" && !llvm::is_contained(kept, op.getName());
  if (*isUsers || expandReshape(op) || expandViews(op, isAll) ||
      (isAll &&
       (expandSqueeze(op) || expandEinsum(op) || expandNumberLeft(op)))) {
    ++numDecomposed;
    return success();
  }
  Decomposition *text = choose(op);
  if (text && expand(op, *text))
    ++numDecomposed;
  return success();
}

/// Whether dtype and rank of an operand are known; others have none.
static bool isKnownOperand(Value operand) {
  auto isKnown = [](Type type) {
    auto tensor = dyn_cast<TSTensorType>(type);
    return !tensor || (tensor.hasRank() && tensor.hasDtype());
  };
  return isKnown(operand.getType()) ||
         isKnown(lookThroughCasts(operand).getType());
}

void DecomposeProgram::runOnOperation() {
  if (!table)
    table = std::make_unique<DecompositionTable>(getContext());
  table->setUsers(getOperation());
  SmallVector<OperatorOp> operators;
  for (auto function : getOperation().getOps<func::FuncOp>())
    if (isExportedProgram(function))
      function.walk([&](OperatorOp op) {
        if (unclear || llvm::all_of(op.getArgs(), isKnownOperand))
          operators.push_back(op);
      });
  for (OperatorOp op : operators)
    if (failed(decompose(op)))
      return signalPassFailure();
}
