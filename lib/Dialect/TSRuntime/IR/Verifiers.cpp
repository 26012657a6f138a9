//===- Verifiers.cpp - What operations of tsrt demand ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of the tsrt dialect: types, numbers of operands and callees.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/OperatorVerifier.h"
#include "TorchScript/Dialect/TSRuntime/IR/Representation.h"
#include "TorchScript/Dialect/TSRuntime/IR/KernelOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::tsrt;

/// The results without the error that ts-lower-raise puts first.
static TypeRange dropError(TypeRange results) {
  return !results.empty() && isa<ErrorType>(results.front())
             ? results.drop_front()
             : results;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// Checks that a message has one `%lld` for each value; without values it is
/// taken as it is.
static LogicalResult verifyMessage(Operation *op, StringRef message,
                                   size_t values) {
  if (!values)
    return success();
  size_t found = 0;
  while (true) {
    message = message.substr(message.find('%'));
    if (message.empty())
      break;
    if (message.consume_front("%%"))
      continue;
    if (!message.consume_front("%lld"))
      return op->emitOpError("knows only %lld and %% in a message, found \"")
             << message.take_front(4) << "\"";
    ++found;
  }
  if (found != values)
    return op->emitOpError("has ")
           << values << " values for a message with " << found << " %lld";
  return success();
}

LogicalResult ErrorNewOp::verify() {
  return verifyMessage(*this, getMessage(), getValues().size());
}

LogicalResult RaiseIfOp::verify() {
  return verifyMessage(*this, getMessage(), getValues().size());
}

LogicalResult ScopeBeginOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto exit =
      symbols.lookupNearestSymbolFrom<func::FuncOp>(*this, getExitAttr());
  if (!exit)
    return emitOpError("names no function: ") << getExitAttr();
  if (exit.getNumArguments() == 0 ||
      exit.getArgumentTypes().front() != getManager().getType())
    return emitOpError("calls ") << getExitAttr() << ", which does not take a "
                                 << getManager().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

LogicalResult OpCallOp::verify() {
  for (int32_t index : getLastUses().value_or(ArrayRef<int32_t>()))
    if (index < 0 || index >= int32_t(getNumOperands()) ||
        !isHeapPointer(getOperand(index).getType()))
      return emitOpError("last use ")
             << index << " is not an operand that holds an object";
  return ts::verifyOperatorCall(*this, getNameAttr(), getOperandTypes(),
                                dropError(getResultTypes()),
                                /*allowValues=*/false);
}

/// Checks that a call gives at most one value.
static LogicalResult verifyOneResult(Operation *op) {
  TypeRange results = dropError(op->getResultTypes());
  if (results.size() > 1)
    return op->emitOpError("gives at most one value, found ") << results.size();
  for (Type type : results)
    if (!ts::isValueType(type))
      return op->emitOpError("gives a TorchScript value, found ") << type;
  return success();
}

LogicalResult MethodCallOp::verify() {
  if (getOperands().empty() ||
      !isa<ts::InterfaceType, ts::ObjectType>(getOperands().front().getType()))
    return emitOpError("expects the object as its first operand");
  return verifyOneResult(*this);
}

LogicalResult RuntimeCallOp::verify() {
  for (Type type : getOperandTypes())
    if (!ts::isValueType(type) && !isa<ErrorType, DescriptorType>(type))
      return emitOpError("passes ")
             << type << ", which has no native representation";
  return verifyOneResult(*this);
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

LogicalResult ListMakeOp::verify() {
  Type expected = getList().getType().getElementType();
  for (auto [i, type] : llvm::enumerate(getElements().getTypes()))
    if (type != expected)
      return emitOpError("element ")
             << i << " has type " << type << ", expected " << expected;
  return success();
}

LogicalResult DictMakeOp::verify() {
  ts::DictType type = getDict().getType();
  if (getEntries().size() % 2)
    return emitOpError("expects keys and values in pairs, found ")
           << getEntries().size() << " operands";
  for (auto [i, entry] : llvm::enumerate(getEntries().getTypes())) {
    Type expected = i % 2 ? type.getValueType() : type.getKeyType();
    if (entry != expected)
      return emitOpError(i % 2 ? "value " : "key ")
             << i / 2 << " has type " << entry << ", expected " << expected;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

LogicalResult KernelCallOp::verify() {
  auto isKnown = [](Type type) {
    auto tensor = dyn_cast<ts::TSTensorType>(type);
    return tensor && tensor.hasDtype() && tensor.hasRank();
  };
  for (Type type : getInputs().getTypes())
    if (!isKnown(type) && !ts::isNumber(type))
      return emitOpError("takes numbers and tensors of known dtype and rank, found ")
             << type;
  TypeRange results = dropError(getResultTypes());
  for (Type type : results)
    if (!isKnown(type) && !ts::isNumber(type))
      return emitOpError("gives numbers and tensors of known dtype and rank, "
                         "found ")
             << type;
  for (Type type : getDestinations().getTypes())
    if (!isKnown(type))
      return emitOpError("writes to tensors of known dtype and rank, found ")
             << type;
  ArrayRef<int64_t> into = getPositions();
  int64_t count = int64_t(results.size() + getDestinations().size());
  if (into.size() != getDestinations().size())
    return emitOpError("has ")
           << getDestinations().size() << " destinations, but " << into.size()
           << " positions of outputs";
  for (auto [index, position] : llvm::enumerate(into))
    if (position < 0 || position >= count ||
        (index && position <= into[index - 1]))
      return emitOpError("expects ascending positions below ")
             << count << ", found " << position;
  return success();
}

LogicalResult LibraryCallOp::verify() {
  bool onTensors = isa<RankedTensorType>(getInit().getType());
  for (Type type : getOperandTypes())
    if (onTensors ? !isa<RankedTensorType>(type) : !isa<MemRefType>(type))
      return emitOpError("works on ranked tensors or on ranked buffers, found ")
             << type;
  auto sizes = (*this)->getAttrOfType<DenseI64ArrayAttr>(kSizeParametersAttr);
  ArrayRef<int64_t> words = sizes ? sizes.asArrayRef() : ArrayRef<int64_t>();
  if (words.size() % 3 != 0)
    return emitOpError("has an incomplete entry in '")
           << kSizeParametersAttr << "'";
  for (; !words.empty(); words = words.drop_front(3)) {
    auto isBelow = [](int64_t n, int64_t end) { return n >= 0 && n < end; };
    if (!isBelow(words[0], getParameters().size()) ||
        !isBelow(words[1], getInputs().size()) ||
        !isBelow(words[2], cast<ShapedType>(getInputs()[unsigned(words[1])].getType())
                               .getRank()))
      return emitOpError("names no size of an input in '")
             << kSizeParametersAttr << "'";
  }
  return success();
}

/// Checks that all operands are tensors, or all are buffers, of f32.
static LogicalResult verifyShaped(Operation *op, Value init) {
  bool onTensors = isa<RankedTensorType>(init.getType());
  for (Type type : op->getOperandTypes()) {
    if (onTensors ? !isa<RankedTensorType>(type) : !isa<MemRefType>(type))
      return op->emitOpError("works on ranked tensors or on ranked buffers, "
                             "found ")
             << type;
    if (!cast<ShapedType>(type).getElementType().isF32())
      return op->emitOpError("computes on f32, found ") << type;
  }
  if (op->getNumResults() != (onTensors ? 1u : 0u) ||
      (onTensors && op->getResultTypes()[0] != init.getType()))
    return op->emitOpError("has a result of the type of its destination on "
                           "tensors, and none on buffers");
  return success();
}

bool ConvolutionOp::takesWinograd() {
  auto isOnes = [](ArrayRef<int64_t> list) {
    return llvm::all_of(list, [](int64_t n) { return n == 1; });
  };
  auto in = cast<ShapedType>(getInput().getType());
  auto kernel = cast<ShapedType>(getWeights().getType());
  constexpr int64_t step = 16;
  return in.hasStaticShape() && kernel.hasStaticShape() && getChannelsLast() &&
         getConstant() && getGroups() == 1 && isOnes(getStrides()) &&
         isOnes(getDilations()) && kernel.getDimSize(2) == 3 &&
         kernel.getDimSize(3) == 3 && kernel.getDimSize(0) % step == 0 &&
         kernel.getDimSize(1) % step == 0 && getActivation() != "silu";
}

bool ConvolutionOp::takesBf16x3() {
  auto kernel = cast<ShapedType>(getWeights().getType());
  auto isZeros = [](ArrayRef<int64_t> list) {
    return llvm::all_of(list, [](int64_t n) { return n == 0; });
  };
  return getChannelsLast() && getConstant() && getGroups() == 1 &&
         isZeros(getLow()) && isZeros(getHigh()) && kernel.getDimSize(2) == 1 &&
         kernel.getDimSize(3) == 1;
}

LogicalResult ConvolutionOp::verify() {
  if (failed(verifyShaped(*this, getInit())))
    return failure();
  auto type = [](Value value) { return cast<ShapedType>(value.getType()); };
  ShapedType in = type(getInput()), kernel = type(getWeights());
  ShapedType out = type(getInit());
  for (ShapedType shaped : {in, kernel, out})
    if (shaped.getRank() != 4)
      return emitOpError("has operands of four dimensions, found ") << shaped;
  for (ArrayRef<int64_t> list :
       {getStrides(), getDilations(), getLow(), getHigh()})
    if (list.size() != 2)
      return emitOpError("has two strides, dilations and paddings, found ")
             << list.size();
  if (getGroups() < 1 ||
      llvm::any_of(getStrides(), [](auto n) { return n < 1; }) ||
      llvm::any_of(getDilations(), [](auto n) { return n < 1; }) ||
      llvm::any_of(getLow(), [](auto n) { return n < 0; }) ||
      llvm::any_of(getHigh(), [](auto n) { return n < 0; }))
    return emitOpError("has groups, strides and dilations of 1 or more and "
                       "paddings of 0 or more");
  if (!in.hasStaticShape() || !kernel.hasStaticShape() || !out.hasStaticShape())
    return success();
  bool last = getChannelsLast();
  unsigned channel = last ? 3 : 1, space = last ? 1 : 2;
  SmallVector<int64_t> wants(4, in.getDimSize(0));
  wants[channel] = kernel.getDimSize(0);
  for (unsigned d = 0; d < 2; ++d) {
    int64_t reach = getDilations()[d] * (kernel.getDimSize(2 + d) - 1) + 1;
    int64_t room =
        in.getDimSize(space + d) + getLow()[d] + getHigh()[d] - reach;
    wants[space + d] = room < 0 ? 0 : room / getStrides()[d] + 1;
  }
  if (in.getDimSize(channel) != kernel.getDimSize(1) * int64_t(getGroups()) ||
      kernel.getDimSize(0) % int64_t(getGroups()))
    return emitOpError("has ")
           << in.getDimSize(channel) << " channels in " << getGroups()
           << " groups, which weights " << kernel << " do not fit";
  if (out.getShape() != ArrayRef(wants))
    return emitOpError("gives ")
           << RankedTensorType::get(wants, out.getElementType())
           << ", but its destination is " << out;
  for (Value vector : {getScale(), getBias()})
    if (vector && type(vector).getShape() != kernel.getShape().take_front())
      return emitOpError("has a scale and bias for each of ")
             << kernel.getDimSize(0) << " filters, found " << vector.getType();
  std::optional<StringRef> activation = getActivation();
  if (activation &&
      !llvm::is_contained({"relu", "clamp", "hardswish", "silu"}, *activation))
    return emitOpError("has the unknown activation '") << *activation << "'";
  if ((activation == "clamp") != (getBounds() && getBounds()->size() == 2))
    return emitOpError("has two bounds with the activation 'clamp', and none "
                       "with others");
  if (std::optional<uint64_t> tile = getWinograd();
      tile && ((*tile != 2 && *tile != 4) || !takesWinograd()))
    return emitOpError("asks for Winograd's method on squares of ")
           << *tile << ", which is for 2 or 4, and constant weights of 3x3";
  if (getBf16x3() && !takesBf16x3())
    return emitOpError("allows bf16x3, which is for constant weights of 1x1");
  return success();
}
