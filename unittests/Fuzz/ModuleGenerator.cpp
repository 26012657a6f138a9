//===- ModuleGenerator.cpp - Random modules -------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of statements for each form; what they call is in RandomValues.
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"

using namespace tsfuzz;
using namespace mlir;

llvm::StringRef tsfuzz::getFormName(Form form) {
  static constexpr llvm::StringLiteral names[] = {
      "source", "ssa", "value", "scf", "runtime", "kernels"};
  return names[unsigned(form)];
}

namespace {

/// Writes the body of one function.
class BodyGenerator {
public:
  BodyGenerator(Form form, func::FuncOp function, RandomValues &values,
                Random &random)
      : form(form), function(function), values(values), b(values.builder),
        random(random), loc(b.getUnknownLoc()) {}

  void run() {
    b.setInsertionPointToStart(&function.getBody().front());
    values.addAll(function.getArguments());
    statements(3);
    end(/*isFunction=*/true);
  }

private:
  void statements(unsigned depth);
  void statement(unsigned depth);
  void sourceStatement(unsigned depth);
  void simpleStatement();
  void branch(unsigned depth);
  void countedLoop(unsigned depth);
  void conditionalLoop(unsigned depth);
  void structuredBranch(unsigned depth);
  void structuredLoop(unsigned depth);
  void assertion();
  void arithmetic();
  void tensorDoor();
  void callFunction();
  void end(bool isFunction = false);
  void region(Region &body, unsigned depth, llvm::function_ref<void()> finish);
  SmallVector<Value> pickAll(TypeRange types) {
    SmallVector<Value> picked;
    for (Type type : types)
      picked.push_back(values.get(type));
    return picked;
  }

  Form form;
  func::FuncOp function;
  RandomValues &values;
  OpBuilder &b;
  Random &random;
  Location loc;
  SmallVector<Value> slots;
  unsigned loops = 0;
};

} // namespace

void BodyGenerator::statements(unsigned depth) {
  for (size_t i = 0, n = 1 + random.below(5); i < n; ++i)
    statement(depth);
}

/// Writes into the block of a region and ends it.
void BodyGenerator::region(Region &body, unsigned depth,
                           llvm::function_ref<void()> finish) {
  OpBuilder::InsertionGuard guard(b);
  size_t mark = values.mark(), slotMark = slots.size();
  b.setInsertionPointToStart(&body.front());
  values.addAll(body.getArguments());
  statements(depth - 1);
  finish();
  values.forget(mark);
  slots.resize(slotMark);
}

void BodyGenerator::simpleStatement() {
  switch (random.below(12)) {
  case 0:
    b.create<ts::PrintOp>(loc, ValueRange{values.any(), values.any()});
    return;
  case 1:
    arithmetic();
    return;
  case 2: {
    Value value = values.any();
    values.add(b.create<ts::IsNoneOp>(loc, b.getI1Type(), value));
    return;
  }
  case 3:
    values.add(b.create<ts::IsInstanceOp>(
        loc, b.getI1Type(), values.any(),
        b.getTypeArrayAttr({values.type(1), values.type(0)})));
    return;
  case 4:
    values.get(ts::ListType::get(values.type(1)));
    return;
  case 5:
    callFunction();
    return;
  case 6:
    if (form == Form::Value)
      tensorDoor();
    return;
  case 7:
    if (form != Form::Source) {
      b.create<ts::ThrowOp>(loc, "ValueError",
                            values.get(ts::StrType::get(b.getContext())));
      return;
    }
    [[fallthrough]];
  default:
    values.call();
  }
}

void BodyGenerator::arithmetic() {
  Value a = values.get(b.getI64Type()), c = values.get(b.getI64Type());
  switch (random.below(4)) {
  case 0:
    values.add(b.create<arith::AddIOp>(loc, a, c));
    break;
  case 1:
    values.add(b.create<arith::MulIOp>(loc, a, c));
    break;
  case 2:
    values.add(b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::slt, a, c));
    break;
  default:
    values.add(b.create<arith::SIToFPOp>(loc, b.getF64Type(), a));
  }
}

/// From tensor objects to values, back, or into one.
void BodyGenerator::tensorDoor() {
  RankedTensorType type = values.builtinType();
  if (type.getElementType().isUnsignedInteger())
    return;
  auto object = ts::TSTensorType::fromBuiltin(type);
  switch (random.below(3)) {
  case 0:
    values.add(b.create<ts::TensorValueOp>(loc, type, values.get(object)));
    break;
  case 1:
    values.add(b.create<ts::TensorRefOp>(loc, object, values.get(type)));
    break;
  default:
    b.create<ts::TensorOverwriteOp>(loc, values.get(type), values.get(object));
  }
}

void BodyGenerator::callFunction() {
  SmallVector<func::FuncOp> functions(
      function->getParentOfType<ModuleOp>().getOps<func::FuncOp>());
  func::FuncOp callee = random.pick(functions);
  if (form == Form::SSA && random.oneIn(2) && callee.getNumResults() <= 1) {
    Type result = callee.getNumResults() ? callee.getResultTypes().front()
                                         : ts::TSNoneType::get(b.getContext());
    if (!ts::isValueType(result))
      return;
    auto fork =
        b.create<ts::ForkOp>(loc, ts::FutureType::get(result), callee.getName(),
                             pickAll(callee.getArgumentTypes()));
    values.add(b.create<ts::WaitOp>(loc, result, fork));
    return;
  }
  auto call =
      b.create<func::CallOp>(loc, callee, pickAll(callee.getArgumentTypes()));
  values.addAll(call.getResults());
}

//===----------------------------------------------------------------------===//
// Statements of the ts dialect
//===----------------------------------------------------------------------===//

void BodyGenerator::branch(unsigned depth) {
  SmallVector<Type> types;
  bool carries = form != Form::Source;
  for (size_t i = 0, n = carries ? random.below(3) : 0; i < n; ++i)
    types.push_back(values.type(1));
  auto op = b.create<ts::IfOp>(loc, types, values.get(b.getI1Type()),
                               !types.empty() || random.oneIn(2));
  auto finish = [&] {
    if (types.empty())
      return end();
    b.create<ts::YieldOp>(loc, pickAll(types));
  };
  region(op.getThenRegion(), depth, finish);
  if (op.getElseBlock())
    region(op.getElseRegion(), depth, finish);
  values.addAll(op.getResults());
}

void BodyGenerator::countedLoop(unsigned depth) {
  SmallVector<Value> inits;
  bool carries = form != Form::Source;
  for (size_t i = 0, n = carries ? random.below(3) : 0; i < n; ++i)
    inits.push_back(values.get(values.type(1)));
  auto op = b.create<ts::ForOp>(loc, values.get(b.getI64Type()), inits);
  ++loops;
  region(op.getBody(), depth, [&] {
    if (inits.empty())
      return end();
    b.create<ts::YieldOp>(loc, pickAll(op.getResultTypes()));
  });
  --loops;
  values.addAll(op.getResults());
}

void BodyGenerator::conditionalLoop(unsigned depth) {
  SmallVector<Value> inits;
  bool carries = form != Form::Source;
  for (size_t i = 0, n = carries ? random.below(3) : 0; i < n; ++i)
    inits.push_back(values.get(values.type(1)));
  auto op = b.create<ts::WhileOp>(loc, inits);
  region(op.getCondition(), 1, [&] {
    Value condition = values.get(b.getI1Type());
    b.create<ts::ConditionOp>(loc, condition, pickAll(op.getResultTypes()));
  });
  ++loops;
  region(op.getBody(), depth, [&] {
    if (inits.empty())
      return end();
    b.create<ts::YieldOp>(loc, pickAll(op.getResultTypes()));
  });
  --loops;
  values.addAll(op.getResults());
}

void BodyGenerator::assertion() {
  OperationState state(loc, ts::AssertOp::getOperationName());
  state.addOperands(values.get(b.getI1Type()));
  Region *message = state.addRegion();
  bool hasMessage = random.oneIn(2);
  if (hasMessage)
    message->emplaceBlock();
  auto op = cast<ts::AssertOp>(b.create(state));
  if (hasMessage)
    region(op.getMessage(), 1, [&] {
      b.create<ts::YieldOp>(
          loc, ValueRange(values.get(ts::StrType::get(b.getContext()))));
    });
}

void BodyGenerator::sourceStatement(unsigned depth) {
  switch (random.below(6)) {
  case 0: {
    auto slot = b.create<ts::VarOp>(loc, "x", values.type(1));
    Type type = slot.getSlot().getType().getElementType();
    b.create<ts::StoreOp>(loc, values.get(type), slot);
    slots.push_back(slot);
    return;
  }
  case 1:
  case 2:
    if (!slots.empty())
      values.add(b.create<ts::LoadOp>(loc, random.pick(slots)));
    return;
  case 3:
  case 4:
    if (!slots.empty()) {
      Value slot = random.pick(slots);
      Type type = cast<ts::SlotType>(slot.getType()).getElementType();
      b.create<ts::StoreOp>(loc, values.get(type), slot);
    }
    return;
  default:
    if (!slots.empty() && random.oneIn(4))
      b.create<ts::DelOp>(loc, random.pick(slots));
    else
      assertion();
  }
}

//===----------------------------------------------------------------------===//
// Statements of scf
//===----------------------------------------------------------------------===//

void BodyGenerator::structuredBranch(unsigned depth) {
  SmallVector<Type> types;
  for (size_t i = 0, n = random.below(3); i < n; ++i)
    types.push_back(values.type(1));
  auto op = b.create<scf::IfOp>(loc, types, values.get(b.getI1Type()),
                                /*addThenBlock=*/true, /*addElseBlock=*/true);
  auto fill = [&](Region &body) {
    if (!body.front().empty())
      body.front().clear();
    region(body, depth, [&] { b.create<scf::YieldOp>(loc, pickAll(types)); });
  };
  fill(op.getThenRegion());
  fill(op.getElseRegion());
  values.addAll(op.getResults());
}

void BodyGenerator::structuredLoop(unsigned depth) {
  SmallVector<Value> inits;
  for (size_t i = 0, n = random.below(3); i < n; ++i)
    inits.push_back(values.get(values.type(1)));
  Value low = values.get(b.getI64Type()), high = values.get(b.getI64Type());
  Value step = b.create<arith::ConstantIntOp>(loc, 1, 64);
  auto op = b.create<scf::ForOp>(loc, low, high, step, inits);
  op.getBody()->clear();
  region(op.getRegion(), depth,
         [&] { b.create<scf::YieldOp>(loc, pickAll(op.getResultTypes())); });
  values.addAll(op.getResults());
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void BodyGenerator::statement(unsigned depth) {
  if (form == Form::Source && random.oneIn(3))
    return sourceStatement(depth);
  if (!depth || !random.oneIn(4))
    return simpleStatement();
  if (form == Form::SCF)
    return random.oneIn(2) ? structuredBranch(depth) : structuredLoop(depth);
  switch (random.below(3)) {
  case 0:
    return branch(depth);
  case 1:
    return countedLoop(depth);
  default:
    return conditionalLoop(depth);
  }
}

/// Ends a block that yields nothing.
void BodyGenerator::end(bool isFunction) {
  bool isSource = form == Form::Source;
  if (isFunction) {
    SmallVector<Value> results = pickAll(function.getResultTypes());
    if (isSource)
      b.create<ts::ReturnOp>(loc, TypeRange(), results);
    else
      b.create<func::ReturnOp>(loc, results);
    return;
  }
  switch (isSource ? random.below(8) : 7) {
  case 0:
    b.create<ts::ReturnOp>(loc, TypeRange(),
                           pickAll(function.getResultTypes()));
    return;
  case 1:
    b.create<ts::RaiseOp>(loc, "ValueError",
                          values.get(ts::StrType::get(b.getContext())));
    return;
  case 2:
    if (loops) {
      b.create<ts::BreakOp>(loc);
      return;
    }
    [[fallthrough]];
  case 3:
    if (loops) {
      b.create<ts::ContinueOp>(loc);
      return;
    }
    [[fallthrough]];
  default:
    b.create<ts::YieldOp>(loc);
  }
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// A class with some attributes, and an object of it.
static std::string declareClass(OpBuilder &b, RandomValues &values,
                                Random &random) {
  Location loc = b.getUnknownLoc();
  auto declaration = b.create<ts::ClassOp>(loc, "__torch__.C", random.oneIn(2));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&declaration.getBody().front());
  SmallVector<NamedAttribute> fields;
  b.create<ts::AttrOp>(loc, "count", b.getI64Type(), ts::FieldKind::Attribute,
                       Attribute());
  fields.push_back(b.getNamedAttr("count", b.getI64IntegerAttr(3)));
  b.create<ts::AttrOp>(loc, "weight", ts::TSTensorType::get(b.getContext()),
                       ts::FieldKind::Attribute, Attribute());
  auto zeros = DenseElementsAttr::get(
      RankedTensorType::get({2, 3}, b.getF32Type()), b.getF32FloatAttr(0));
  fields.push_back(b.getNamedAttr("weight", zeros));
  b.setInsertionPointAfter(declaration);
  OperationState state(loc, ts::ObjectOp::getOperationName());
  state.addAttribute("sym_name", b.getStringAttr("m"));
  state.addAttribute("type", TypeAttr::get(ts::ObjectType::get(b.getContext(),
                                                               "__torch__.C")));
  state.addAttribute("fields", b.getDictionaryAttr(fields));
  b.create(state);
  return "__torch__.C";
}

OwningOpRef<ModuleOp> tsfuzz::generateModule(MLIRContext &context, Form form,
                                             uint64_t seed,
                                             const OperatorNames &names) {
  Random random(seed);
  OpBuilder b(&context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(b.getUnknownLoc());
  if (form == Form::Kernels) {
    generateKernels(*module, random);
    return module;
  }
  RandomValues values(b, random, names);
  values.onValues = form == Form::Value;
  b.setInsertionPointToEnd(module->getBody());
  if (random.oneIn(2))
    values.classes.push_back(declareClass(b, values, random));
  SmallVector<func::FuncOp> functions;
  for (size_t i = 0, n = 1 + random.below(3); i < n; ++i) {
    SmallVector<Type> inputs, results;
    for (size_t k = 0, m = random.below(5); k < m; ++k)
      inputs.push_back(form == Form::Value && random.oneIn(2)
                           ? Type(values.builtinType())
                           : values.type());
    if (random.oneIn(2))
      results.push_back(values.type());
    b.setInsertionPointToEnd(module->getBody());
    functions.push_back(
        b.create<func::FuncOp>(b.getUnknownLoc(), "f" + std::to_string(i),
                               b.getFunctionType(inputs, results)));
    functions.back().addEntryBlock();
  }
  for (func::FuncOp function : functions) {
    size_t mark = values.mark();
    if (form == Form::Runtime)
      generateRuntimeBody(function.getBody().front(), values, random);
    else
      BodyGenerator(form, function, values, random).run();
    values.forget(mark);
  }
  return module;
}
