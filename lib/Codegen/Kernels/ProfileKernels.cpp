//===- ProfileKernels.cpp - Kernels say which part of them runs -----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part is a library call or a loop of a kernel, described by a line of JSON
// that stands in the code: kernel, kind, what it computes, source lines,
// operations and bytes.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

#include "TorchScript/Dialect/TS/IR/Locations.h"
#include "TorchScript/Dialect/TSRuntime/IR/KernelOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSPROFILEKERNELS
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

/// What a part computes.
struct Part {
  /// `convolution`, `product` or `loop`.
  StringRef kind;
  std::string what;
  /// Arithmetic operations and bytes of operands; nothing when sizes are not
  /// known.
  int64_t operations = 0, bytes = 0;
};

struct TSProfileKernels
    : public ts::impl::TSProfileKernelsBase<TSProfileKernels> {
  void runOnOperation() override;

private:
  void mark(func::FuncOp kernel);
};

} // namespace

/// What the runtime may do depends on the processor.
static constexpr const char *kBf16x3 = ", bf16x3 where there is AMX";

static int64_t countElements(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && shaped.hasStaticShape() ? shaped.getNumElements() : 0;
}

static int64_t countBytes(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.getElementType().isIntOrFloat())
    return 0;
  return countElements(type) *
         llvm::divideCeil(shaped.getElementTypeBitWidth(), 8);
}

static Part describe(tsrt::ConvolutionOp op) {
  Part part{"convolution", "", 0, 0};
  auto kernel = cast<ShapedType>(op.getWeights().getType());
  llvm::raw_string_ostream os(part.what);
  auto size = [&](int64_t dim) { return kernel.getDimSize(dim); };
  int64_t groups = op.getGroups();
  os << size(2) << "x" << size(3) << " convolution of " << size(1) * groups
     << " channels to " << size(0);
  if (groups > 1)
    os << " in " << groups << " groups";
  if (op.getScale())
    os << ", scale";
  if (op.getBias())
    os << ", bias";
  if (op.getAccumulate())
    os << ", sum";
  if (op.getActivation())
    os << ", " << *op.getActivation();
  if (op.getWinograd())
    os << ", Winograd of " << *op.getWinograd();
  if (op.getBf16x3())
    os << kBf16x3;
  part.operations =
      2 * countElements(op.getInit().getType()) * size(1) * size(2) * size(3);
  return part;
}

static Part describe(tsrt::LibraryCallOp op) {
  Part part{"product", op.getFunction().str(), 0, 0};
  ArrayRef<int64_t> p = op.getParameters();
  if (op.getFunction() != "tsrt_onednn_matmul" || p.size() < 8)
    return part;
  auto spell = [](int64_t size) {
    return ShapedType::isDynamic(size) ? "?" : std::to_string(size);
  };
  part.what = llvm::formatv("product of {0}{1}x{2} and {2}x{3}{4}{5}{6}",
                            p[0] == 1 ? "" : spell(p[0]) + " ", spell(p[1]),
                            spell(p[3]), spell(p[2]), p[5] ? ", bias" : "",
                            p[7] ? ", relu" : "", p[6] == 2 ? kBf16x3 : "");
  if (llvm::none_of(p.take_front(4), ShapedType::isDynamic))
    part.operations = 2 * p[0] * p[1] * p[2] * p[3];
  return part;
}

/// Operations of arith and math in the body.
static void addNames(linalg::LinalgOp op, llvm::SetVector<StringRef> &names,
                     int64_t &operations) {
  int64_t turns = 1;
  for (int64_t range : op.getStaticLoopRanges())
    turns *= std::max<int64_t>(range, 0);
  for (Operation &inner : op.getBlock()->without_terminator())
    if (StringRef space = inner.getName().getDialectNamespace();
        (space == "arith" || space == "math") &&
        !inner.hasTrait<OpTrait::ConstantLike>()) {
      names.insert(inner.getName().stripDialect());
      operations += turns;
    }
}

/// A loop: what its bodies compute, by the names of the operations.
static Part describeLoop(Operation *op) {
  Part part{"loop", "", 0, 0};
  llvm::SetVector<StringRef> names;
  op->walk(
      [&](linalg::LinalgOp inner) { addNames(inner, names, part.operations); });
  StringRef name = op->getName().stripDialect();
  part.what = isa<scf::ForOp>(op) ? "rows"
              : name == "generic" ? ""
                                  : name.str();
  if (!names.empty())
    part.what +=
        (part.what.empty() ? "" : ": ") + llvm::join(names.getArrayRef(), " ");
  if (part.what.empty())
    part.what = "copy";
  return part;
}

/// The part an operation of a kernel's block is; nothing for those that compute
/// nothing.
static std::optional<Part> describe(Operation *op) {
  std::optional<Part> part;
  if (auto convolution = dyn_cast<tsrt::ConvolutionOp>(op))
    part = describe(convolution);
  else if (auto call = dyn_cast<tsrt::LibraryCallOp>(op))
    part = describe(call);
  else if (isa<linalg::LinalgOp>(op) || op->walk([](linalg::LinalgOp) {
                                            return WalkResult::interrupt();
                                          }).wasInterrupted())
    part = describeLoop(op);
  if (part)
    for (Value operand : op->getOperands())
      part->bytes += countBytes(operand.getType());
  return part;
}

/// The lines of the program an operation comes from, each once.
static llvm::json::Array getPlaces(Operation *root) {
  llvm::SetVector<std::pair<StringRef, unsigned>> places;
  std::vector<SourceRange> ranges;
  root->walk([&](Operation *op) {
    if (std::optional<SourceRange> range = decodeLocation(op->getLoc()))
      ranges.push_back(*range);
  });
  for (const SourceRange &range : ranges)
    places.insert({range.file, range.line});
  llvm::json::Array array;
  for (auto [file, line] : places)
    array.push_back((file + ":" + llvm::Twine(line)).str());
  return array;
}

void TSProfileKernels::mark(func::FuncOp kernel) {
  auto module = kernel->getParentOfType<ModuleOp>();
  OpBuilder builder(kernel);
  auto pointer = LLVM::LLVMPointerType::get(&getContext());
  constexpr StringLiteral function = "tsrt_profile_enter";
  unsigned count = 0;
  for (Operation &op : llvm::make_early_inc_range(kernel.getBody().front())) {
    std::optional<Part> part = describe(&op);
    if (!part)
      continue;
    std::string text;
    llvm::raw_string_ostream(text) << llvm::json::Value(
        llvm::json::Object{{"kernel", kernel.getName()},
                           {"kind", part->kind},
                           {"what", part->what},
                           {"lines", getPlaces(&op)},
                           {"operations", part->operations},
                           {"bytes", part->bytes}});
    Location loc = op.getLoc();
    text.push_back(0);
    builder.setInsertionPoint(kernel);
    std::string name =
        (kernel.getName() + "$part" + llvm::Twine(count++)).str();
    auto global = builder.create<LLVM::GlobalOp>(
        loc, LLVM::LLVMArrayType::get(builder.getI8Type(), text.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, name,
        builder.getStringAttr(text));
    global->setAttr(tsrt::kPartAttr, builder.getUnitAttr());
    builder.setInsertionPoint(&op);
    Value address = builder.create<LLVM::AddressOfOp>(loc, pointer, name);
    builder.create<LLVM::CallOp>(loc, TypeRange(), function, address);
    ++numParts;
  }
  if (count == 0 || module.lookupSymbol(function))
    return;
  builder.setInsertionPointToStart(module.getBody());
  builder.create<LLVM::LLVMFuncOp>(
      kernel.getLoc(), function,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(&getContext()),
                                  pointer));
}

void TSProfileKernels::runOnOperation() {
  for (auto kernel : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
    if (!kernel.isExternal())
      mark(kernel);
}
