//===- RuntimeGenerator.cpp - Random control flow graphs of tsrt ----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks of runtime operations that end in branches, as ts-lower-raise leaves
// them or before it.
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace tsfuzz;
using namespace mlir;

static void listStatement(RandomValues &values, Random &random) {
  OpBuilder &b = values.builder;
  Location loc = b.getUnknownLoc();
  Type element = values.type(1);
  auto type = ts::ListType::get(element);
  Value index = values.get(b.getI64Type());
  switch (random.below(6)) {
  case 0:
    values.add(b.create<tsrt::ListMakeOp>(
        loc, type, ValueRange{values.get(element), values.get(element)}));
    return;
  case 1:
    values.add(
        b.create<tsrt::ListSizeOp>(loc, b.getI64Type(), values.get(type)));
    return;
  case 2:
    values.add(b.create<tsrt::ListLoadOp>(loc, element, values.get(type), index,
                                          random.oneIn(2) ? b.getUnitAttr()
                                                          : UnitAttr()));
    return;
  case 3:
    b.create<tsrt::ListStoreOp>(loc, values.get(element), values.get(type),
                                index);
    return;
  case 4:
    b.create<tsrt::ListReserveOp>(loc, values.get(type), index);
    return;
  default:
    b.create<tsrt::ListAppendOp>(loc, values.get(element), values.get(type));
  }
}

static void dictStatement(RandomValues &values, Random &random) {
  OpBuilder &b = values.builder;
  Location loc = b.getUnknownLoc();
  Type key = random.pick<Type>(
      {b.getI64Type(), ts::StrType::get(b.getContext()), b.getF64Type()});
  Type value = values.type(1);
  auto type = ts::DictType::get(key, value);
  switch (random.below(5)) {
  case 0:
    b.create<tsrt::DictMakeOp>(loc, TypeRange(type),
                               ValueRange{values.get(key), values.get(value)});
    return;
  case 1:
    values.add(b.create<tsrt::DictHasOp>(loc, b.getI1Type(), values.get(type),
                                         values.get(key)));
    return;
  case 2: {
    auto get = b.create<tsrt::DictGetOp>(loc, TypeRange(value),
                                         values.get(type), values.get(key));
    values.add(get.getValue());
    return;
  }
  case 3:
    values.add(b.create<tsrt::DictGetOrOp>(loc, value, values.get(type),
                                           values.get(key), values.get(value)));
    return;
  default:
    b.create<tsrt::DictSetOp>(loc, TypeRange(), values.get(value),
                              values.get(type), values.get(key));
  }
}

/// Turns what RandomValues made of operators and containers into calls.
static void lowerCalls(Block &entry, OpBuilder &b) {
  SmallVector<Operation *> calls;
  for (Operation &op : entry)
    if (isa<ts::OperatorOp>(op))
      calls.push_back(&op);
  for (Operation *op : calls) {
    b.setInsertionPoint(op);
    auto call = b.create<tsrt::OpCallOp>(
        op->getLoc(), op->getResultTypes(), cast<ts::OperatorOp>(op).getName(),
        op->getOperands(), DenseI32ArrayAttr());
    op->replaceAllUsesWith(call);
    op->erase();
  }
}

static void statement(RandomValues &values, Random &random) {
  OpBuilder &b = values.builder;
  Location loc = b.getUnknownLoc();
  switch (random.below(10)) {
  case 0:
  case 1:
    return listStatement(values, random);
  case 2:
    return dictStatement(values, random);
  case 3:
    b.create<tsrt::RaiseIfOp>(loc, values.get(b.getI1Type()), "RuntimeError",
                              "found %lld",
                              ValueRange{values.get(b.getI64Type())});
    return;
  case 4:
    b.create<tsrt::PrintOp>(loc, ValueRange{values.any(), values.any()});
    return;
  case 5: {
    Value value = values.any();
    if (random.oneIn(2))
      b.create<tsrt::RetainOp>(loc, value);
    else
      b.create<tsrt::ReleaseOp>(loc, value);
    return;
  }
  case 6:
    values.add(b.create<tsrt::ZeroOp>(loc, values.type()));
    return;
  case 7: {
    auto load = b.create<tsrt::ElementLoadOp>(
        loc, b.getI1Type(),
        random.pick<Type>({b.getI64Type(), b.getF64Type(), b.getI1Type()}),
        values.get(values.tensorType()),
        ValueRange{values.get(b.getI64Type())});
    values.addAll(load->getResults());
    return;
  }
  case 8:
    b.create<ts::ThrowOp>(loc, "ValueError",
                          values.get(ts::StrType::get(b.getContext())));
    return;
  default:
    values.call();
  }
}

void tsfuzz::generateRuntimeBody(Block &entry, RandomValues &values,
                                 Random &random) {
  OpBuilder &b = values.builder;
  Location loc = b.getUnknownLoc();
  Region &body = *entry.getParent();
  auto function = cast<func::FuncOp>(body.getParentOp());
  b.setInsertionPointToStart(&entry);
  values.addAll(entry.getArguments());
  // What all blocks may use comes first.
  for (size_t i = 0, n = 2 + random.below(4); i < n; ++i)
    statement(values, random);
  Type carried = values.type(1);
  SmallVector<Block *> blocks{&entry};
  for (size_t i = 0, n = random.below(4); i < n; ++i) {
    Block *block = b.createBlock(&body, body.end());
    if (random.oneIn(2))
      block->addArgument(carried, loc);
    blocks.push_back(block);
  }
  size_t mark = values.mark();
  for (Block *block : blocks) {
    b.setInsertionPointToEnd(block);
    if (block != &entry) {
      values.addAll(block->getArguments());
      for (size_t i = 0, n = random.below(4); i < n; ++i)
        statement(values, random);
    }
    auto operands = [&](Block *target) {
      SmallVector<Value> passed;
      for (Type type : target->getArgumentTypes())
        passed.push_back(values.get(type));
      return passed;
    };
    size_t kind = blocks.size() > 1 ? random.below(3) : 0;
    auto target = [&] { return blocks[1 + random.below(blocks.size() - 1)]; };
    if (kind == 1) {
      Block *next = target();
      b.create<cf::BranchOp>(loc, next, operands(next));
    } else if (kind == 2) {
      Block *yes = target(), *no = target();
      Value condition = values.get(b.getI1Type());
      SmallVector<Value> first = operands(yes), second = operands(no);
      b.create<cf::CondBranchOp>(loc, condition, yes, first, no, second);
    } else {
      SmallVector<Value> results;
      for (Type type : function.getResultTypes())
        results.push_back(values.get(type));
      b.create<func::ReturnOp>(loc, results);
    }
    values.forget(mark);
  }
  for (Block *block : blocks)
    lowerCalls(*block, b);
}
