//===- InterfaceCalls.cpp - Calls of methods by name ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Methods of an interface: the classes of the module that have the method with
// exactly these types are asked for directly; objects of others, those that the
// host made among them, take the call through boxes.
//
//===----------------------------------------------------------------------===//

#include "BoxedArguments.h"
#include "Lowering.h"

using namespace mlir;
using namespace mlir::tsrt;

namespace {

/// So many classes are compared with; the rest take the general call.
constexpr size_t kMaxDirect = 8;

/// A method that can be called with the native values at hand.
struct DirectMethod {
  Type object;
  StringRef function;
  bool raises;
};

/// Writes the function that stands for all calls of one method with the same
/// types: the object and arguments to the error and result.
class DispatchWriter {
public:
  DispatchWriter(Lowering &l, MethodCallOp op, LLVM::LLVMFuncOp function)
      : l(l), op(op), function(function), loc(function.getLoc()),
        arguments(function.getArguments()) {}

  void write(OpBuilder &b) {
    Value low = l.call(b, loc, "tsrt_check_stack", l.ptr(), {});
    returnIf(b, isSet(b, low), [&](OpBuilder &b) { giveError(b, low); });
    // The header is the count and the type.
    Value type = l.load(b, loc, l.ptr(), l.offset(b, loc, arguments[0], 8));
    for (const DirectMethod &method : findMethods()) {
      Value same = b.create<LLVM::ICmpOp>(loc, LLVM::ICmpPredicate::eq, type,
                                          l.descriptor(b, loc, method.object));
      returnIf(b, same, [&](OpBuilder &b) { callDirectly(b, method); });
    }
    callBoxed(b);
  }

private:
  /// Methods of this name whose parameters and result are those of the call.
  SmallVector<DirectMethod> findMethods() {
    SmallVector<DirectMethod> methods;
    TypeRange parameters = TypeRange(op.getOperandTypes()).drop_front();
    TypeRange results = TypeRange(op.getResultTypes()).drop_front();
    for (auto declaration : l.module.getOps<ts::ClassOp>()) {
      ts::MethodOp method = declaration.lookupMethod(op.getName());
      auto known =
          method ? l.callable.find(method.getFunction()) : l.callable.end();
      if (known == l.callable.end() || method.getIsStatic())
        continue;
      FunctionType type = known->second;
      TypeRange given = type.getResults();
      bool raises = !given.empty() && isa<ErrorType>(given.front());
      if (TypeRange(type.getInputs()).drop_front() != parameters ||
          (raises ? given.drop_front() : given) != results)
        continue;
      methods.push_back({type.getInput(0), method.getFunction(), raises});
      if (methods.size() == kMaxDirect)
        break;
    }
    return methods;
  }

  Value isSet(OpBuilder &b, Value pointer) {
    return b.create<LLVM::ICmpOp>(loc, LLVM::ICmpPredicate::ne, pointer,
                                  l.nullPointer(b, loc));
  }

  /// What `then` writes, which returns, runs on the condition; goes on
  /// otherwise.
  void returnIf(OpBuilder &b, Value condition,
                function_ref<void(OpBuilder &)> then) {
    Block *here = b.getInsertionBlock();
    Region &body = function.getBody();
    Block *taken = b.createBlock(&body, body.end());
    Block *next = b.createBlock(&body, body.end());
    b.setInsertionPointToEnd(here);
    b.create<LLVM::CondBrOp>(loc, condition, taken, next);
    b.setInsertionPointToStart(taken);
    then(b);
    b.setInsertionPointToStart(next);
  }

  bool hasResult() { return op.getNumResults() > 1; }

  /// Returns the error and the result, if there is one.
  void give(OpBuilder &b, Value error, Value result) {
    if (hasResult()) {
      Value both = b.create<LLVM::UndefOp>(
          loc, function.getFunctionType().getReturnType());
      both = b.create<LLVM::InsertValueOp>(loc, both, error, 0);
      error = b.create<LLVM::InsertValueOp>(loc, both, result, 1);
    }
    b.create<LLVM::ReturnOp>(loc, error);
  }

  void giveError(OpBuilder &b, Value error) {
    give(b, error,
         hasResult() ? l.zero(b, loc, l.native(op.getResultTypes()[1]))
                     : Value());
  }

  void callDirectly(OpBuilder &b, const DirectMethod &method) {
    auto callee = FlatSymbolRefAttr::get(b.getContext(), method.function);
    SmallVector<Type> results;
    if (method.raises)
      results.push_back(function.getFunctionType().getReturnType());
    else if (hasResult())
      results.push_back(l.native(op.getResultTypes()[1]));
    auto call = b.create<LLVM::CallOp>(loc, results, callee, arguments);
    if (method.raises)
      b.create<LLVM::ReturnOp>(loc, call.getResults());
    else
      give(b, l.nullPointer(b, loc), hasResult() ? call.getResult() : Value());
  }

  void callBoxed(OpBuilder &b) {
    BoxedArguments boxed(l, b, loc, op.getOperandTypes(), arguments);
    Value result = l.stackSlot(b, loc, l.valueType());
    Value error =
        l.call(b, loc, "tsrt_object_call", l.ptr(),
               {l.methodSite(b, loc, op.getName()), boxed.array, result});
    boxed.release(l, b, loc);
    give(b, error,
         hasResult() ? l.unboxOwned(b, loc, op.getResultTypes()[1],
                                    l.load(b, loc, l.valueType(), result))
                     : Value());
  }

  Lowering &l;
  MethodCallOp op;
  LLVM::LLVMFuncOp function;
  Location loc;
  ValueRange arguments;
};

struct MethodCallPattern : RuntimePattern<MethodCallOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(MethodCallOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    TypeRange types = op.getResultTypes();
    if (types.empty() || !isa<ErrorType>(types.front()))
      return op.emitOpError("has no error result: run ts-lower-raise first");
    std::string name;
    llvm::raw_string_ostream(name)
        << "tsrt.method." << op.getName() << "."
        << FunctionType::get(getContext(), op.getOperandTypes(), types);
    SmallVector<Type> parameters, results;
    for (Type type : op.getOperandTypes())
      parameters.push_back(lowering.native(type));
    for (Type type : types)
      results.push_back(lowering.native(type));
    Type result = results.size() == 1
                      ? results.front()
                      : LLVM::LLVMStructType::getLiteral(getContext(), results);
    auto function = lowering.helper(
        name, result, parameters, [&](OpBuilder &b, LLVM::LLVMFuncOp function) {
          DispatchWriter(lowering, op, function).write(b);
        });
    auto call = b.create<LLVM::CallOp>(loc, function, adaptor.getOperands());
    SmallVector<Value> replacements;
    if (results.size() == 1)
      replacements.push_back(call.getResult());
    else
      for (size_t i = 0; i < results.size(); ++i)
        replacements.push_back(
            b.create<LLVM::ExtractValueOp>(loc, call.getResult(), int64_t(i)));
    b.replaceOp(op, replacements);
    return success();
  }
};

} // namespace

void tsrt::populateInterfacePatterns(Lowering &lowering,
                                     RewritePatternSet &patterns) {
  patterns.add<MethodCallPattern>(lowering);
}
