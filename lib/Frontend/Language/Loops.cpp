//===- Loops.cpp - for statements -----------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits `for` over everything that can be iterated, unrolled where the length
// is static (TS-STMT-030, 039).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/ValueNames.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"

#include <limits>

using namespace torchscript;
namespace ts = mlir::ts;

/// Where counters of `enumerate` stand among what is iterated, and how many
/// turns each would have.
static llvm::SmallVector<int64_t> getCounters(Meaning *iterable) {
  llvm::SmallVector<int64_t> counters;
  auto *tree = llvm::dyn_cast<IterableTreeMeaning>(iterable);
  if (!tree)
    return counters;
  for (auto [position, leaf] : llvm::enumerate(tree->leaves())) {
    auto *counter = llvm::dyn_cast<RangeMeaning>(leaf);
    if (!counter || counter->end)
      continue;
    if (std::optional<int64_t> start =
            FunctionEmitter::asConstantInt(counter->start.value))
      counters.append(
          {int64_t(position), std::numeric_limits<int64_t>::max() - *start});
  }
  return counters;
}

bool FunctionEmitter::emitForOver(SourceRange range, Meaning *iterable,
                                  llvm::function_ref<bool(Meaning *)> body) {
  if (std::optional<size_t> count = iterable->staticLength(*this)) {
    LoopKind outerLoop = loop;
    loop = LoopKind::Unrolled;
    bool ok = true;
    for (size_t i = 0; ok && i < *count; ++i) {
      Meaning *element =
          iterable->element(*this, range, constantInt(range, int64_t(i)));
      ok = element && body(element);
      if (block->exits)
        break;
    }
    loop = outerLoop;
    return ok && !failed;
  }
  if (failed)
    return false;

  // The number of turns is fixed before the loop (TS-STMT-033).
  TypedValue count = iterable->length(*this, range);
  if (!count)
    return false;
  auto op = builder.create<ts::ForOp>(loc(range), count.value);
  if (auto counters = getCounters(iterable); !counters.empty())
    op->setAttr(ts::kCountersAttr, builder.getDenseI64ArrayAttr(counters));
  mlir::OpBuilder::InsertionGuard guard(builder);
  LoopKind outerLoop = loop;
  loop = LoopKind::Loop;
  enterBlock(op.getBodyBlock());
  TypedValue turn(op.getInductionVar(), TypeContext::getInt());
  Meaning *element = iterable->element(*this, range, turn);
  bool ok = element && body(element);
  leaveBlock(range);
  loop = outerLoop;
  return ok;
}

bool FunctionEmitter::emitFor(const ForStmt *statement) {
  SourceRange range = rangeOf(statement);
  Meaning *over = emitMeaning(statement->iterable);
  if (!over)
    return false;
  Meaning *iterable = over->iterable(*this, range);
  if (!iterable)
    return false;
  // What is taken from a loop that is not unrolled has the loop's place.
  SourceRange targetRange = rangeOf(statement->target);
  SourceRange elementRange =
      iterable->staticLength(*this) ? targetRange : range;
  return emitForOver(range, iterable, [&](Meaning *element) {
    return assignTarget(statement->target, element, elementRange,
                        targetRange) &&
           emitStatements(statement->body);
  });
}
