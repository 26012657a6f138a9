//===- ProgramBindings.cpp - ts-program-bindings --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Python's functions call in PyTorch's dispatcher, where TorchScript has
// operators of its own: an exported program has the former (EXP-088, EXP-212).
//
//===----------------------------------------------------------------------===//

#include "Casts.h"
#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Operators/Registry.h"
#include "TorchScript/Operators/ViewLists.h"
#include "TorchScript/Transforms/ProgramPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSPROGRAMBINDINGS
#include "TorchScript/Transforms/ProgramPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

/// More parts than this stay one list.
static constexpr int64_t kMaxParts = 4096;

//===----------------------------------------------------------------------===//
// Lists of tensors
//===----------------------------------------------------------------------===//

/// A list of tensors of known length is made of its parts, which are nodes.
static bool unpackList(OperatorOp op) {
  auto type = op.getNumResults() == 1
                  ? dyn_cast<ListType>(op.getResult(0).getType())
                  : ListType();
  if (!type || !isa<TSTensorType>(type.getElementType()))
    return false;
  Value whole = op.getResult(0);
  if (whole.use_empty() ||
      (whole.hasOneUse() && isa<ListUnpackOp>(*whole.user_begin())))
    return false;
  std::optional<int64_t> count = countParts(op);
  if (!count || *count <= 0 || *count > kMaxParts)
    return false;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  SmallVector<Type> types(size_t(*count), type.getElementType());
  auto unpack = builder.create<ListUnpackOp>(op.getLoc(), types, whole);
  Value made = builder.create<ListConstructOp>(op.getLoc(), type,
                                               unpack.getResults());
  whole.replaceAllUsesExcept(made, unpack);
  return true;
}

//===----------------------------------------------------------------------===//
// Tensors that stand in the program
//===----------------------------------------------------------------------===//

/// The elements of a list that is read by `torch.tensor` alone, or in lists
/// that are; nothing for others.
static std::optional<ValueRange> getData(Value list) {
  auto made = list.getDefiningOp<ListConstructOp>();
  bool isData = made && llvm::all_of(made->getUsers(), [](Operation *user) {
                  if (auto outer = dyn_cast<ListConstructOp>(user))
                    return getData(outer.getResult()).has_value();
                  auto op = dyn_cast<OperatorOp>(user);
                  return op && op.getName() == "aten::tensor";
                });
  return isData ? std::optional<ValueRange>(made.getElements()) : std::nullopt;
}

/// Collects the numbers of nested lists and their sizes; false when one is not
/// known or the lists are not of equal lengths.
static bool readNumbers(Value data, unsigned depth,
                        SmallVectorImpl<int64_t> &sizes,
                        SmallVectorImpl<double> &numbers,
                        SmallVectorImpl<int64_t> &ints) {
  data = lookThroughCasts(data);
  if (isa<ListType>(data.getType())) {
    std::optional<ValueRange> elements = getData(data);
    if (!elements)
      return false;
    if (depth == sizes.size())
      sizes.push_back(int64_t(elements->size()));
    if (sizes[depth] != int64_t(elements->size()))
      return false;
    return llvm::all_of(*elements, [&](Value element) {
      return readNumbers(element, depth + 1, sizes, numbers, ints);
    });
  }
  if (std::optional<bool> flag = data.getType().isInteger(1)
                                      ? getConstantBool(data)
                                      : std::nullopt) {
    ints.push_back(*flag);
    numbers.push_back(*flag);
    return depth == sizes.size();
  }
  if (std::optional<int64_t> number = getConstantInt(data)) {
    ints.push_back(*number);
    numbers.push_back(double(*number));
    return depth == sizes.size();
  }
  std::optional<double> number = getConstantNumber(data);
  if (!number)
    return false;
  // Only where the tensor is of floats.
  ints.push_back(0);
  numbers.push_back(*number);
  return depth == sizes.size();
}

/// `torch.tensor([1, 2])` is a constant of the program that is copied.
static bool liftLiteral(OperatorOp op) {
  StringRef name = op.getName();
  if (name != "aten::tensor" && name != "aten::tensor.int" &&
      name != "aten::tensor.float" && name != "aten::tensor.bool")
    return false;
  auto type = dyn_cast<TSTensorType>(op.getResult(0).getType());
  std::optional<bool> isTracked = getConstantBool(op.getArgs().back());
  if (!type || !type.hasDtype() || isTracked != false)
    return false;
  SmallVector<int64_t> sizes, ints;
  SmallVector<double> numbers;
  if (!readNumbers(op.getArgs()[0], 0, sizes, numbers, ints))
    return false;
  Type dtype = type.getDtype();
  auto shape = RankedTensorType::get(sizes, dtype);
  DenseElementsAttr dense;
  if (auto integer = dyn_cast<IntegerType>(dtype)) {
    // Fractions are cut when the program runs.
    bool isExact = llvm::all_of(llvm::zip_equal(numbers, ints), [](auto pair) {
      return std::get<0>(pair) == double(std::get<1>(pair));
    });
    if (!isExact)
      return false;
    SmallVector<APInt> words;
    for (int64_t number : ints)
      words.push_back(APInt(64, uint64_t(number)).trunc(integer.getWidth()));
    dense = DenseElementsAttr::get(shape, words);
  } else if (auto floating = dyn_cast<FloatType>(dtype)) {
    SmallVector<APFloat> words;
    for (double number : numbers) {
      APFloat word(number);
      bool losesInfo = false;
      word.convert(floating.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
      words.push_back(word);
    }
    dense = DenseElementsAttr::get(shape, words);
  } else {
    return false;
  }
  OpBuilder builder(op);
  auto full = TSTensorType::get(op.getContext(), ArrayRef<int64_t>(sizes), dtype);
  Value literal = builder.create<TensorLiteralOp>(op.getLoc(), full, dense);
  auto copy = builder.create<OperatorOp>(op.getLoc(), full,
                                         "aten::lift_fresh_copy", literal);
  Value made = copy.getResult(0);
  if (type != full)
    made = builder.create<DerefineOp>(op.getLoc(), type, made);
  op.getResult(0).replaceAllUsesWith(made);
  op.erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Operators of other names
//===----------------------------------------------------------------------===//

static Value makeNone(OpBuilder &builder, Location loc) {
  return builder.create<ConstantNoneOp>(loc);
}

static Value makeInt(OpBuilder &builder, Location loc, int64_t number) {
  return builder.create<arith::ConstantOp>(loc,
                                           builder.getI64IntegerAttr(number));
}

static bool replace(OperatorOp op, StringRef name, ValueRange args) {
  OpBuilder builder(op);
  auto made = builder.create<OperatorOp>(op.getLoc(), op.getResultTypes(), name,
                                         args);
  op.replaceAllUsesWith(made);
  op.erase();
  return true;
}

/// A device of the host: tensors of programs that are exported are there.
static Value makeHost(OpBuilder &builder, Location loc) {
  return builder.create<ConstantDeviceOp>(
      loc, DeviceAttr::get(builder.getContext(), builder.getStringAttr("cpu"),
                           -1));
}

/// `x.to(y)`: to the device and dtype of `y`.
static bool bindConversionLike(OperatorOp op) {
  auto other = dyn_cast<TSTensorType>(lookThroughCasts(op.getArgs()[1]).getType());
  std::optional<torchscript::DType> known =
      other && other.hasDtype() ? getDType(other.getDtype()) : std::nullopt;
  if (!known)
    return false;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  return replace(op, "aten::to.device",
                 {op.getArgs()[0], makeHost(builder, loc),
                  makeInt(builder, loc, int64_t(*known)), op.getArgs()[2],
                  op.getArgs()[3], op.getArgs()[4]});
}

/// `x.to(device)` and `x.to(device, dtype)` of TorchScript.
static bool bindConversion(OperatorOp op) {
  if (op.getName() == "aten::to.other")
    return bindConversionLike(op);
  if (op.getName() != "aten::to.prim_Device")
    return false;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value tensor = op.getArgs()[0], device = lookThroughCasts(op.getArgs()[1]),
        dtype = lookThroughCasts(op.getArgs()[2]), blocks = op.getArgs()[3],
        copies = op.getArgs()[4];
  bool hasDevice = !isa<TSNoneType>(device.getType()),
       hasDtype = !isa<TSNoneType>(dtype.getType());
  Value none = makeNone(builder, loc);
  if (!hasDevice)
    return hasDtype && replace(op, "aten::to.dtype",
                               {tensor, dtype, blocks, copies, none});
  if (hasDtype)
    return replace(op, "aten::to.device",
                   {tensor, device, dtype, blocks, copies, none});
  auto type = dyn_cast<TSTensorType>(lookThroughCasts(tensor).getType());
  std::optional<torchscript::DType> known =
      type && type.hasDtype() ? getDType(type.getDtype()) : std::nullopt;
  if (!known)
    return false;
  // The layout 0 is the one of strides.
  return replace(op, "aten::to.dtype_layout",
                 {tensor, makeInt(builder, loc, int64_t(*known)),
                  makeInt(builder, loc, 0), device, none, blocks, copies, none});
}

/// Functions of Python that make tensors say the device, and that the memory is
/// not pinned; those that make a tensor like another only the latter.
static bool bindFactory(OperatorOp op) {
  static const llvm::StringSet<> makers = {
      "zeros", "ones",     "full",     "empty",   "rand",        "randn",
      "arange", "eye",     "linspace", "logspace", "randint",    "randperm",
      "tril_indices", "triu_indices"};
  static const llvm::StringSet<> likes = {
      "zeros_like", "ones_like", "full_like", "empty_like", "rand_like",
      "randn_like", "randint_like", "new_zeros", "new_ones", "new_full",
      "new_empty"};
  StringRef base = getBaseName(op);
  base.consume_front("aten::");
  bool isMaker = makers.contains(base);
  if (!isMaker && !likes.contains(base))
    return false;
  const torchscript::FunctionSchema *schema =
      torchscript::SchemaRegistry::get().find(op.getName());
  if (!schema || schema->arguments.size() != op.getArgs().size())
    return false;
  OpBuilder builder(op);
  bool changed = false;
  for (auto [i, formal] : llvm::enumerate(schema->arguments)) {
    bool isDevice = formal.name == "device" && isMaker,
         isPinned = formal.name == "pin_memory";
    if ((!isDevice && !isPinned) ||
        !isa<TSNoneType>(lookThroughCasts(op.getArgs()[i]).getType()))
      continue;
    Value made =
        isDevice ? makeHost(builder, op.getLoc())
                 : Value(builder.create<arith::ConstantOp>(
                       op.getLoc(), builder.getBoolAttr(false)));
    op->setOperand(unsigned(i), made);
    changed = true;
  }
  return changed;
}

/// The operator of PyTorch that takes the same arguments.
static bool rename(OperatorOp op) {
  StringRef name = llvm::StringSwitch<StringRef>(op.getName())
                       .Case("prim::abs", "aten::abs")
                       .Case("aten::split.sizes", "aten::split_with_sizes")
                       .Case("aten::split", "aten::split_with_sizes")
                       .Default("");
  if (name.empty())
    return false;
  op.setName(name);
  return true;
}

/// Whether gradients are kept changes nothing that a program computes: regions
/// without them are written out.
static void dropGradModes(func::FuncOp function) {
  SmallVector<OperatorOp> modes;
  Value mode;
  for (Operation &operation :
       llvm::make_early_inc_range(function.getBody().front())) {
    auto op = dyn_cast<OperatorOp>(operation);
    if (op && op.getName() == "aten::set_grad_enabled") {
      // What is not known yet may depend on what is asked before.
      if (!getConstantBool(op.getArgs()[0]))
        return;
      mode = op.getArgs()[0];
      modes.push_back(op);
    } else if (op && op.getName() == "aten::is_grad_enabled") {
      OpBuilder builder(op);
      op.getResult(0).replaceAllUsesWith(
          mode ? mode
               : builder.create<arith::ConstantOp>(op.getLoc(),
                                                   builder.getBoolAttr(true)));
      op.erase();
    }
  }
  for (OperatorOp op : modes)
    op.erase();
}

namespace {
struct ProgramBindings
    : public ts::impl::TSProgramBindingsBase<ProgramBindings> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function->hasAttr("ts.input_tree") || function.isExternal())
        continue;
      SmallVector<OperatorOp> operators;
      function.walk([&](OperatorOp op) { operators.push_back(op); });
      for (OperatorOp op : operators) {
        rename(op);
        bindFactory(op);
        unpackList(op) || liftLiteral(op) || bindConversion(op);
      }
      dropGradModes(function);
      SmallVector<ListUnpackOp> unpacks;
      function.walk([&](ListUnpackOp op) { unpacks.push_back(op); });
      for (ListUnpackOp op : unpacks)
        forwardElements(op);
    }
  }
};
} // namespace
