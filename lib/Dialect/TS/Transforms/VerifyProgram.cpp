//===- VerifyProgram.cpp - ts-verify-exported-program ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What torch.export's verifier asks of a program, beside what the attributes of
// the function say of themselves. Every violation is reported.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/CoreOperators.h"
#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSVERIFYEXPORTEDPROGRAM
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
class ProgramVerifier {
public:
  /// With `isCore` operators that are not in Core ATen are violations.
  ProgramVerifier(func::FuncOp program, bool isCore)
      : program(program), builder(program.getContext()), isCore(isCore) {
    auto dialect = program->getAttrOfType<StringAttr>("ts.graph_dialect");
    isFunctional = !dialect || dialect.getValue() != "TRAINING";
  }

  /// The number of violations.
  unsigned run() {
    checkArguments();
    checkResults();
    checkStorages();
    checkRanges();
    if (!llvm::hasSingleElement(program.getBody()))
      report(program) << "has branches outside of operators: a program is one "
                         "block";
    else
      checkBlock(program.getBody().front());
    return numViolations;
  }

private:
  InFlightDiagnostic report(Operation *op) {
    ++numViolations;
    return op->emitError("exported program: ");
  }
  GraphInputAttr getInput(unsigned i) {
    return program.getArgAttrOfType<GraphInputAttr>(i, "ts.graph_input");
  }
  StringRef getName(unsigned i) {
    return program.getArgAttrOfType<StringAttr>(i, "ts.name").getValue();
  }
  void checkArguments();
  void checkShape(unsigned i);
  void checkResults();
  void checkMutation(unsigned result, GraphOutputAttr output);
  /// Of tensors that share their elements none may get a new value.
  void checkStorages();
  void checkRanges();
  void checkBlock(Block &block);
  void checkOperator(OperatorOp op);

  func::FuncOp program;
  Builder builder;
  bool isFunctional = true, isCore;
  unsigned numViolations = 0;
};

struct VerifyExportedProgram
    : public ts::impl::TSVerifyExportedProgramBase<VerifyExportedProgram> {
  using TSVerifyExportedProgramBase::TSVerifyExportedProgramBase;

  void runOnOperation() override {
    unsigned violations = 0;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (isExportedProgram(function) && !function.isExternal())
        violations += ProgramVerifier(function, level == "core").run();
    if (violations > 0)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

void ProgramVerifier::checkArguments() {
  llvm::StringMap<unsigned> names, targets;
  bool hasUser = false;
  for (unsigned i = 0; i < program.getNumArguments(); ++i) {
    auto [name, isNew] = names.try_emplace(getName(i), i);
    if (!isNew)
      report(program) << "the arguments " << name->second << " and " << i
                      << " are both called '" << getName(i) << "'";
    GraphInputAttr input = getInput(i);
    StringRef kind = stringifyGraphInputKind(input.getKind());
    if (input.getKind() == GraphInputKind::User) {
      hasUser = true;
      checkShape(i);
      continue;
    }
    if (hasUser)
      report(program) << "the " << kind << " '" << input.getTarget().getValue()
                      << "' stands behind inputs of the user";
    auto [target, isFirst] =
        targets.try_emplace(input.getTarget().getValue(), i);
    if (!isFirst)
      report(program) << "the arguments " << target->second << " and " << i
                      << " both stand for '" << input.getTarget().getValue()
                      << "'";
  }
}

void ProgramVerifier::checkShape(unsigned i) {
  auto shape = program.getArgAttrOfType<AffineMapAttr>(i, "ts.shape");
  Type type = program.getArgumentTypes()[i];
  auto tensor = dyn_cast<TSTensorType>(type);
  if (shape && !tensor) {
    report(program) << "the input '" << getName(i)
                    << "' has sizes and is no tensor";
    return;
  }
  if (program.getArgAttr(i, "ts.literal") && tensor)
    report(program) << "the input '" << getName(i)
                    << "' is a constant and a tensor";
  if (!shape || !tensor.hasRank())
    return;
  ArrayRef<AffineExpr> sizes = shape.getValue().getResults();
  bool fits = sizes.size() == tensor.getShape().size();
  for (size_t dim = 0; fits && dim < sizes.size(); ++dim) {
    auto constant = dyn_cast<AffineConstantExpr>(sizes[dim]);
    int64_t size = tensor.getShape()[dim];
    fits = ShapedType::isDynamic(size) ||
           (constant && constant.getValue() == size);
  }
  if (!fits)
    report(program) << "the input '" << getName(i)
                    << "' has other sizes than its type " << type;
}

void ProgramVerifier::checkMutation(unsigned result, GraphOutputAttr output) {
  StringRef target = output.getTarget().getValue();
  bool ofUser = output.getKind() == GraphOutputKind::InputMutation;
  GraphInputKind wanted =
      output.getKind() == GraphOutputKind::ParameterMutation
          ? GraphInputKind::Parameter
      : ofUser ? GraphInputKind::User
               : GraphInputKind::Buffer;
  for (unsigned i = 0; i < program.getNumArguments(); ++i)
    if (getInput(i).getKind() == wanted &&
        (ofUser ? getName(i) : getInput(i).getTarget().getValue()) == target)
      return;
  report(program) << "the result " << result << " is a new value of '" << target
                  << "', and no " << stringifyGraphInputKind(wanted)
                  << " of that name exists";
}

void ProgramVerifier::checkResults() {
  auto outputs = program->getAttrOfType<ArrayAttr>("ts.graph_outputs");
  llvm::StringMap<unsigned> written;
  bool hasUser = false;
  for (auto [i, output] :
       llvm::enumerate(outputs.getAsRange<GraphOutputAttr>())) {
    if (output.getKind() == GraphOutputKind::User) {
      hasUser = true;
      continue;
    }
    checkMutation(unsigned(i), output);
    if (hasUser)
      report(program) << "the result " << i << ", a new value of '"
                      << output.getTarget().getValue()
                      << "', stands behind results of the user";
    auto [first, isNew] =
        written.try_emplace(output.getTarget().getValue(), unsigned(i));
    if (!isNew)
      report(program) << "the results " << first->second << " and " << i
                      << " are both new values of '"
                      << output.getTarget().getValue() << "'";
    if (!isFunctional)
      report(program) << "the result " << i << " is a new value of '"
                      << output.getTarget().getValue()
                      << "': in the training dialect writes are nodes";
  }
}

void ProgramVerifier::checkStorages() {
  auto outputs = program->getAttrOfType<ArrayAttr>("ts.graph_outputs");
  llvm::StringMap<unsigned> storages;
  auto isWritten = [&](unsigned i) {
    return llvm::any_of(outputs.getAsRange<GraphOutputAttr>(), [&](auto output) {
      return output.getKind() != GraphOutputKind::User &&
             output.getKind() != GraphOutputKind::InputMutation &&
             output.getTarget() == getInput(i).getTarget();
    });
  };
  for (unsigned i = 0; i < program.getNumArguments(); ++i) {
    auto value = program.getArgAttrOfType<TensorRefAttr>(i, "ts.value");
    if (!value || getInput(i).getKind() == GraphInputKind::User)
      continue;
    auto [other, isNew] =
        storages.try_emplace(value.getStorage().getValue(), i);
    if (!isNew && (isWritten(i) || isWritten(other->second)))
      report(program) << "'" << getInput(other->second).getTarget().getValue()
                      << "' and '" << getInput(i).getTarget().getValue()
                      << "' share their elements, and one gets a new value";
  }
}

void ProgramVerifier::checkRanges() {
  auto symbols = program->getAttrOfType<ArrayAttr>("ts.graph_symbols");
  llvm::StringMap<unsigned> names;
  for (auto [i, symbol] :
       llvm::enumerate(symbols.getAsRange<SymbolRangeAttr>())) {
    if (symbol.getMin() > symbol.getMax())
      report(program) << "the range of '" << symbol.getName().getValue()
                      << "' is empty: [" << symbol.getMin() << ", "
                      << symbol.getMax() << "]";
    if (!symbol.getName().empty() &&
        !names.try_emplace(symbol.getName().getValue(), unsigned(i)).second)
      report(program) << "there are two symbols '"
                      << symbol.getName().getValue() << "'";
  }
}

//===----------------------------------------------------------------------===//
// Graph
//===----------------------------------------------------------------------===//

void ProgramVerifier::checkOperator(OperatorOp op) {
  if (getNumberOperand(op))
    return;
  OperatorInfo info = lookupOperator(op.getName());
  if (!info.known) {
    report(op) << "'" << op.getName()
               << "' is not an allowed operator: it has no schema";
    return;
  }
  bool givesTensors = llvm::any_of(op.getResultTypes(),
                                   llvm::IsaPred<TSTensorType, ListType>);
  if (isCore && givesTensors && !isCoreOperator(op.getName()) &&
      !isSliceLoopPart(op))
    report(op) << "operator '" << op.getName() << "' is not in Core ATen";
  // What gathers the results of a loop over slices is no node.
  if (isFunctional && info.mutatedArgs != 0 && !isSliceLoopPart(op))
    report(op) << "operator '" << op.getName() << "' is not functional";
}

/// What an operation is in the program that it was made of.
static std::string describe(Operation &op) {
  if (isa<ForkOp>(op))
    return "a task (torch.jit.fork)";
  if (isa<GetAttrOp, SetAttrOp>(op))
    return "an attribute of an object that is known only when the program runs";
  if (isa<CallMethodOp>(op))
    return "a call of a method that is chosen when the program runs";
  return ("'" + op.getName().getStringRef() + "'").str();
}

/// Takes the list of an operator apart: its elements are parts of the node.
static bool isPartOfNode(Operation &op) {
  auto unpack = dyn_cast<ListUnpackOp>(op);
  return unpack && unpack.getList().hasOneUse() &&
         isa_and_nonnull<OperatorOp>(unpack.getList().getDefiningOp());
}

void ProgramVerifier::checkBlock(Block &block) {
  for (Operation &op : block) {
    if (isPartOfNode(op))
      continue;
    if (auto operation = dyn_cast<OperatorOp>(op)) {
      checkOperator(operation);
    } else if (isGraphControlFlow(&op)) {
      for (Region &region : op.getRegions())
        checkBlock(region.front());
    } else if (op.getNumRegions() != 0 ||
               (!op.hasTrait<OpTrait::IsTerminator>() &&
                !isa<ListConstructOp, DictConstructOp>(op) &&
                !isMemoryEffectFree(&op))) {
      report(&op) << describe(op)
                  << " is neither an operator nor a value of a graph";
    }
  }
}
