//===- KernelPatterns.cpp - Calls of compiled kernels ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel call passes its operands and a constant signature to the runtime,
// which checks them, allocates the results and enters the kernel.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "TorchScript/Dialect/TSRuntime/IR/KernelOps.h"
#include "TorchScript/Transforms/CpuLevels.h"
#include "TorchScript/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::tsrt;

namespace {

struct KernelCallPattern : RuntimePattern<KernelCallOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(KernelCallOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override;

private:
  /// `<kernel>$entry`, which takes all buffers in one array.
  FailureOr<StringRef> getEntry(KernelCallOp op, OpBuilder &b) const;
  StringRef makeEntry(LLVM::LLVMFuncOp kernel, OpBuilder &b) const;
  /// The address of the entry for this processor: where the kernel has
  /// versions, the runtime chooses one of the table `<kernel>$versions`.
  Value chooseEntry(KernelCallOp op, OpBuilder &b, StringRef entry) const;
  void makeVersions(LLVM::LLVMFuncOp kernel, ArrayAttr names, StringRef table,
                    OpBuilder &b) const;
  /// The entry of the kernel's function of sizes; null when it has none.
  LLVM::LLVMFuncOp getSizes(KernelCallOp op) const {
    return lowering.module.lookupSymbol<LLVM::LLVMFuncOp>(
        (getKernel(op).getName() + ts::kSizesSuffix).str());
  }
  /// The constant that describes inputs, outputs and workspace; the format is
  /// documented at tsrt_kernel_run.
  FailureOr<StringRef> getSignature(KernelCallOp op, OpBuilder &b) const;
  /// The array of the outputs before the call.
  Value buildOutputs(KernelCallOp op, OpAdaptor adaptor,
                     ConversionPatternRewriter &b) const;
  /// The call of the runtime that runs the kernel; its error.
  Value run(KernelCallOp op, OpBuilder &b, StringRef entry, StringRef signature,
            Value inputs, Value outputs) const;
  LLVM::LLVMFuncOp getKernel(KernelCallOp op) const {
    return lowering.module.lookupSymbol<LLVM::LLVMFuncOp>(
        op.getCallee().getRootReference());
  }
};

} // namespace

FailureOr<StringRef> KernelCallPattern::getEntry(KernelCallOp op,
                                                 OpBuilder &b) const {
  LLVM::LLVMFuncOp kernel = getKernel(op);
  if (!kernel)
    return op.emitOpError("calls a kernel that is not compiled: run "
                          "ts-flatten-kernels first");
  return makeEntry(kernel, b);
}

StringRef KernelCallPattern::makeEntry(LLVM::LLVMFuncOp kernel,
                                       OpBuilder &b) const {
  std::string name = (kernel.getName() + "$entry").str();
  if (auto entry = lowering.module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return entry.getName();
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfter(kernel);
  Location loc = kernel.getLoc();
  auto entry = b.create<LLVM::LLVMFuncOp>(
      loc, name,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(getContext()),
                                  {lowering.ptr()}),
      LLVM::Linkage::Internal);
  Block *body = entry.addEntryBlock(b);
  b.setInsertionPointToStart(body);
  SmallVector<Value> buffers;
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
    buffers.push_back(lowering.load(
        b, loc, lowering.ptr(),
        lowering.offset(b, loc, body->getArgument(0), 8 * int64_t(i))));
  b.create<LLVM::CallOp>(loc, kernel, buffers);
  b.create<LLVM::ReturnOp>(loc, ValueRange());
  return entry.getName();
}

/// Writes the table of tsrt_version.
void KernelCallPattern::makeVersions(LLVM::LLVMFuncOp kernel, ArrayAttr names,
                                     StringRef table, OpBuilder &b) const {
  SmallVector<std::pair<unsigned, std::string>> versions;
  auto add = [&](LLVM::LLVMFuncOp version) {
    versions.emplace_back(ts::getCpuLevel(version),
                          makeEntry(version, b).str());
  };
  add(kernel);
  for (auto name : names.getAsRange<StringAttr>())
    if (auto version =
            lowering.module.lookupSymbol<LLVM::LLVMFuncOp>(name.getValue()))
      add(version);
  MLIRContext *context = getContext();
  auto row = LLVM::LLVMStructType::getLiteral(context,
                                              {lowering.i64(), lowering.ptr()});
  auto type = LLVM::LLVMArrayType::get(row, versions.size());
  Location loc = kernel.getLoc();
  lowering.constantAggregate(
      table, type, LLVM::Linkage::Internal,
      [&](OpBuilder &init, SmallVectorImpl<Value> &rows) {
        for (auto &[level, entry] : versions) {
          Value made = init.create<LLVM::UndefOp>(loc, row);
          made = init.create<LLVM::InsertValueOp>(
              loc, made, lowering.constant(init, loc, lowering.i64(), level),
              0);
          rows.push_back(init.create<LLVM::InsertValueOp>(
              loc, made, lowering.addressOf(init, loc, entry), 1));
        }
      });
}

Value KernelCallPattern::chooseEntry(KernelCallOp op, OpBuilder &b,
                                     StringRef entry) const {
  Location loc = op.getLoc();
  LLVM::LLVMFuncOp kernel = getKernel(op);
  auto names = kernel->getAttrOfType<ArrayAttr>(ts::kCpuVersionsAttr);
  if (!names)
    return lowering.addressOf(b, loc, entry);
  std::string table = (kernel.getName() + "$versions").str();
  if (!lowering.module.lookupSymbol(table))
    makeVersions(kernel, names, table, b);
  return lowering.call(
      b, loc, "tsrt_choose_version", lowering.ptr(),
      {lowering.addressOf(b, loc, table),
       lowering.constant(b, loc, lowering.i64(), int64_t(names.size()) + 1)});
}

/// TSRT_KERNEL_DESTINATION of tsrt_kernel.h.
static constexpr int64_t kDestination = 0x1000;

namespace {
/// An output of a kernel: a destination or a result, by its index.
struct Output {
  Type type;
  bool isDestination;
  unsigned index;
};
} // namespace

/// The outputs of the kernel that is called, in order.
static SmallVector<Output> getOutputs(KernelCallOp op) {
  TypeRange results = TypeRange(op.getResultTypes()).drop_front();
  ArrayRef<int64_t> into = op.getPositions();
  SmallVector<Output> outputs;
  unsigned destination = 0, result = 0;
  for (size_t i = 0; i < results.size() + into.size(); ++i)
    if (destination < into.size() && into[destination] == int64_t(i)) {
      outputs.push_back(
          {op.getDestinations()[destination].getType(), true, destination});
      ++destination;
    } else {
      outputs.push_back({results[result], false, result});
      ++result;
    }
  return outputs;
}

FailureOr<StringRef> KernelCallPattern::getSignature(KernelCallOp op,
                                                     OpBuilder &b) const {
  LLVM::LLVMFuncOp kernel = getKernel(op);
  std::string name = (kernel.getName() + "$signature").str();
  if (auto global = lowering.module.lookupSymbol<LLVM::GlobalOp>(name))
    return global.getName();
  SmallVector<Output> outputs = getOutputs(op);
  auto workspace = kernel->getAttrOfType<IntegerAttr>(ts::kWorkspaceAttr);
  SmallVector<int64_t> words{int64_t(op.getInputs().size()),
                             int64_t(outputs.size()),
                             workspace ? workspace.getInt() : 0};
  auto append = [&](Type type, int64_t flags = 0) {
    auto tensor = dyn_cast<ts::TSTensorType>(type);
    if (!tensor) {
      words.push_back(-1);
      return;
    }
    words.push_back(getDtypeNumber(tensor.getDtype()) | flags);
    words.push_back(tensor.getShape().size());
    for (int64_t size : tensor.getShape())
      words.push_back(ShapedType::isDynamic(size) ? -1 : size);
  };
  for (Type type : op.getInputs().getTypes())
    append(type);
  for (const Output &output : outputs)
    append(output.type, output.isDestination ? kDestination : 0);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfter(kernel);
  auto type = LLVM::LLVMArrayType::get(lowering.i64(), words.size());
  auto global = b.create<LLVM::GlobalOp>(
      kernel.getLoc(), type, /*isConstant=*/true, LLVM::Linkage::Internal, name,
      b.getI64TensorAttr(words));
  return global.getName();
}

Value KernelCallPattern::buildOutputs(KernelCallOp op, OpAdaptor adaptor,
                                      ConversionPatternRewriter &b) const {
  Location loc = op.getLoc();
  SmallVector<Output> outputs = getOutputs(op);
  if (outputs.empty())
    return lowering.nullPointer(b, loc);
  Value array = lowering.stackSlot(b, loc, lowering.ptr(), outputs.size());
  for (auto [index, output] : llvm::enumerate(outputs)) {
    Value value = lowering.nullPointer(b, loc);
    // What a failed call does not write is zero.
    if (output.isDestination)
      value = adaptor.getDestinations()[output.index];
    else if (!isa<ts::TSTensorType>(output.type))
      value = lowering.spill(
          b, loc, lowering.zero(b, loc, lowering.native(output.type)));
    lowering.store(b, loc, value,
                   lowering.offset(b, loc, array, 8 * int64_t(index)));
  }
  return array;
}

Value KernelCallPattern::run(KernelCallOp op, OpBuilder &b, StringRef entry,
                             StringRef signature, Value inputs,
                             Value outputs) const {
  Location loc = op.getLoc();
  auto address = [&](StringRef symbol) -> Value {
    return b.create<LLVM::AddressOfOp>(loc, lowering.ptr(), symbol);
  };
  LLVM::LLVMFuncOp sizes = getSizes(op);
  auto program =
      getKernel(op)->getAttrOfType<FlatSymbolRefAttr>(kDeviceProgramAttr);
  SmallVector<Value> arguments;
  if (program)
    arguments.push_back(address(program.getValue()));
  arguments.push_back(chooseEntry(op, b, entry));
  if (sizes)
    arguments.push_back(address(makeEntry(sizes, b)));
  else if (program)
    arguments.push_back(lowering.nullPointer(b, loc));
  llvm::append_values(arguments, address(signature), inputs, outputs);
  StringRef function = program ? "tsrt_device_run"
                       : sizes ? "tsrt_kernel_run_sized"
                               : "tsrt_kernel_run";
  return lowering.call(b, loc, function, lowering.ptr(), arguments);
}

/// The most inputs of a kernel whose stores may be merged.
static constexpr size_t kMostMerged = 32;

LogicalResult
KernelCallPattern::matchAndRewrite(KernelCallOp op, OpAdaptor adaptor,
                                   ConversionPatternRewriter &b) const {
  Location loc = op.getLoc();
  TypeRange types = op.getResultTypes();
  if (types.empty() || !isa<ErrorType>(types.front()))
    return op.emitOpError("has no error result: run ts-lower-raise first");
  FailureOr<StringRef> entry = getEntry(op, b);
  if (failed(entry))
    return failure();
  FailureOr<StringRef> signature = getSignature(op, b);
  if (failed(signature))
    return failure();
  auto array = [&](int64_t size) -> Value {
    return size ? lowering.stackSlot(b, loc, lowering.ptr(), size)
                : lowering.nullPointer(b, loc);
  };
  Value inputs = array(op.getInputs().size());
  // The code generator looks for neighbours of each store that it might merge,
  // in quadratic time (a second for 268 weights), but not of volatile ones.
  bool isLong = op.getInputs().size() > kMostMerged;
  for (auto [index, type] : llvm::enumerate(op.getInputs().getTypes())) {
    Value value = adaptor.getInputs()[index];
    if (!isa<ts::TSTensorType>(type))
      value = lowering.spill(b, loc, value);
    b.create<LLVM::StoreOp>(loc, value,
                            lowering.offset(b, loc, inputs, 8 * int64_t(index)),
                            /*alignment=*/0, /*isVolatile=*/isLong);
  }
  Value outputs = buildOutputs(op, adaptor, b);
  SmallVector<Value> results{run(op, b, *entry, *signature, inputs, outputs)};
  for (auto [index, output] : llvm::enumerate(getOutputs(op))) {
    if (output.isDestination)
      continue;
    Value result =
        lowering.load(b, loc, lowering.ptr(),
                      lowering.offset(b, loc, outputs, 8 * int64_t(index)));
    if (!isa<ts::TSTensorType>(output.type))
      result = lowering.load(b, loc, lowering.native(output.type), result);
    results.push_back(result);
  }
  b.replaceOp(op, results);
  return success();
}

void tsrt::populateKernelPatterns(Lowering &lowering,
                                  RewritePatternSet &patterns) {
  patterns.add<KernelCallPattern>(lowering);
}
