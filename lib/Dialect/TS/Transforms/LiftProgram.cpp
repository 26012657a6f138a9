//===- LiftProgram.cpp - ts-lift-program ----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphTypes.h"
#include "LiftedState.h"
#include "ProgramModules.h"
#include "ProgramNames.h"

#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSLIFTPROGRAM
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
class Lifting {
public:
  Lifting(func::FuncOp function, ObjectOp object)
      : function(function), body(function.getBody().front()),
        builder(function), object(object) {
    if (object)
      state = LiftedState(function->getParentOfType<ModuleOp>(), object);
  }

  LogicalResult run();
  unsigned getNumLifted() const { return numLifted; }

private:
  LogicalResult checkBody();
  /// False after errors of operations that no graph may have; nothing behind
  /// one that ends the program.
  std::optional<bool> checkBlock(Block &block);
  /// The argument that a tensor of the object becomes.
  void addState(unsigned position, GraphInputKind kind, StringRef path,
                Attribute value, bool isPersistent = true);
  void liftState();
  void eraseObjects();
  LogicalResult liftConstants();
  LogicalResult flattenResult();
  LogicalResult flatten(Value value, SmallVectorImpl<Value> &leaves,
                        Attribute &tree);
  /// What an object of a data class holds at the end, in the order of its
  /// fields.
  LogicalResult readFields(NewOp object, SmallVectorImpl<Value> &fields);
  void nameInputs(torchscript::NodeNames &names);

  func::FuncOp function;
  Block &body;
  OpBuilder builder;
  ObjectOp object;
  LiftedState state;
  /// Objects of data classes among the results.
  SmallVector<NewOp> objects;
  /// Arguments that are parameters, buffers and constants, which come first.
  unsigned numLifted = 0;
};

struct LiftProgram : public ts::impl::TSLiftProgramBase<LiftProgram> {
  using TSLiftProgramBase::TSLiftProgramBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto function = module.lookupSymbol<func::FuncOp>(entry);
    auto root = module.lookupSymbol<ObjectOp>(object);
    if (!function || function.isExternal() || (!object.empty() && !root)) {
      module.emitError("ts-lift-program: no function '")
          << entry << "' or no object '" << object << "'";
      return signalPassFailure();
    }
    Lifting lifting(function, root);
    if (failed(lifting.run()))
      return signalPassFailure();
    numLifted += lifting.getNumLifted();
    module->removeAttr("ts.module_calls");
    // The program is all there is.
    for (Operation &op :
         llvm::make_early_inc_range(module.getBody()->getOperations()))
      if (&op != function)
        op.erase();
  }
};
} // namespace

/// Behind conversions to wider types.
static Value stripDerefines(Value value) {
  while (auto derefine = value.getDefiningOp<DerefineOp>())
    value = derefine.getOperand();
  return value;
}

//===----------------------------------------------------------------------===//
// What a program may consist of
//===----------------------------------------------------------------------===//

/// A condition in the words of torch.export: numbers that depend on data are
/// `u0`, `u1`, ...
static std::string spellCondition(Value value,
                                  SmallVectorImpl<Value> &unknown) {
  value = stripDerefines(value);
  Operation *made = value.getDefiningOp();
  if (auto constant = dyn_cast_or_null<arith::ConstantOp>(made))
    if (auto number = dyn_cast<IntegerAttr>(constant.getValue()))
      return std::to_string(number.getInt());
  if (made && isa<arith::IndexCastOp>(made))
    return spellCondition(made->getOperand(0), unknown);
  if (auto comparison = dyn_cast_or_null<arith::CmpIOp>(made)) {
    static constexpr StringRef signs[] = {"Eq", "Ne", "<",  "<=", ">",
                                          ">=", "<",  "<=", ">",  ">="};
    StringRef sign = signs[unsigned(comparison.getPredicate())];
    std::string a = spellCondition(comparison.getLhs(), unknown),
                b = spellCondition(comparison.getRhs(), unknown);
    return sign.size() == 2 && llvm::isAlpha(sign.front())
               ? (sign + "(" + a + ", " + b + ")").str()
               : a + " " + sign.str() + " " + b;
  }
  auto place = llvm::find(unknown, value);
  size_t index = size_t(place - unknown.begin());
  if (place == unknown.end())
    unknown.push_back(value);
  std::string name = "u" + std::to_string(index);
  return value.getType().isInteger(1) ? "Eq(" + name + ", 1)" : name;
}

/// Says why a branch cannot be exported.
static void refuseBranch(IfOp branch) {
  SmallVector<Value> unknown;
  auto undecided = branch->getAttrOfType<StringAttr>("ts.undecided");
  branch.emitError("Could not guard on data-dependent expression ")
      << (undecided ? undecided.str()
                    : spellCondition(branch.getCondition(), unknown))
      << ": the condition depends on the values of tensors: an exported "
         "program has no branches; write it with torch.cond or torch.where"
      << (undecided ? ", or say which it is before it with torch._check" : "");
}

std::optional<bool> Lifting::checkBlock(Block &block) {
  bool isFine = true;
  for (Operation &op : block) {
    if (isGraphControlFlow(&op)) {
      if (isa<ForOp>(op) && !matchSliceLoop(&op)) {
        op.emitError("the function of the loop uses no slice of the tensors, so "
                     "it cannot be exported");
        isFine = false;
      }
      isFine &= succeeded(settleGraphTypes(&op));
      for (Region &region : op.getRegions()) {
        std::optional<bool> inner = checkBlock(region.front());
        isFine &= inner.value_or(false);
      }
    } else if (auto branch = dyn_cast<IfOp>(op)) {
      refuseBranch(branch);
      isFine = false;
    } else if (op.getNumRegions() != 0) {
      op.emitError("how often the loop runs depends on the values of tensors: "
                   "an exported program has no loops; write it with "
                   "torch.while_loop");
      isFine = false;
    } else if (isa<func::CallOp, func::CallIndirectOp>(op)) {
      op.emitError("the call could not be inlined, so it cannot be exported");
      isFine = false;
    } else if (isa<RaiseOp, ThrowOp>(op)) {
      auto text = op.getOperand(0).getDefiningOp<ConstantStrOp>();
      op.emitError("the program raises ")
          << op.getAttrOfType<StringAttr>("class_name").getValue()
          << " for these inputs"
          << (text ? ": " + text.getValue().str() : std::string());
      // What is behind it is never reached.
      return std::nullopt;
    }
  }
  return isFine;
}

LogicalResult Lifting::checkBody() {
  if (!llvm::hasSingleElement(function.getBody()))
    return function.emitError("an exported program has one block");
  return success(checkBlock(body).value_or(false));
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

/// `p_conv_weight` for the parameter `conv.weight`.
static std::string getInputName(GraphInputKind kind, StringRef path) {
  std::string name = kind == GraphInputKind::Parameter ? "p_"
                     : kind == GraphInputKind::Buffer  ? "b_"
                                                       : "c_";
  for (char c : path)
    name += llvm::isAlnum(c) ? llvm::toLower(c) : '_';
  return name;
}

/// The type that a value of the state has where it is used.
static Type getTensorType(MLIRContext *context, Attribute value) {
  if (auto tensor = dyn_cast<TensorRefAttr>(value))
    return tensor.getTensorType();
  return TSTensorType::get(context);
}

void Lifting::addState(unsigned position, GraphInputKind kind, StringRef path,
                       Attribute value, bool isPersistent) {
  MLIRContext *context = builder.getContext();
  NamedAttrList list;
  list.set("ts.graph_input",
           GraphInputAttr::get(context, kind, builder.getStringAttr(path),
                               isPersistent));
  list.set("ts.name", builder.getStringAttr(getInputName(kind, path)));
  list.set("ts.value", value);
  function.insertArgument(position, getTensorType(context, value),
                          list.getDictionary(context), function.getLoc());
  ++numLifted;
}

void Lifting::liftState() {
  llvm::DenseMap<Attribute, unsigned> positions;
  for (const LiftedState::Tensors *list :
       {&state.getParameters(), &state.getBuffers()})
    for (auto &[value, tensor] : *list) {
      positions[value] = numLifted;
      addState(numLifted, tensor.kind, tensor.path, value,
               tensor.isPersistent);
    }
  body.walk([&](TensorLiteralOp literal) {
    auto it = positions.find(literal.getValue());
    if (it == positions.end())
      return;
    BlockArgument argument = body.getArgument(it->second);
    if (argument.getType() != literal.getType())
      argument.setType(literal.getType());
    literal.getResult().replaceAllUsesWith(argument);
    literal.erase();
  });
}

/// The description of a tensor that stands in the program.
static Attribute makeReference(DenseElementsAttr dense, StringRef name) {
  ArrayRef<int64_t> sizes = dense.getType().getShape();
  SmallVector<int64_t> strides(sizes.size(), 1);
  for (size_t i = sizes.size(); i-- > 1;)
    strides[i - 1] = strides[i] * std::max<int64_t>(sizes[i], 1);
  MLIRContext *context = dense.getContext();
  return TensorRefAttr::get(context, StringAttr::get(context, name),
                            dense.getElementType(), sizes, strides,
                            /*offset=*/0, /*requiresGrad=*/false);
}

LogicalResult Lifting::liftConstants() {
  llvm::DenseMap<Attribute, unsigned> positions;
  unsigned numMade = 0;
  WalkResult walked = body.walk([&](TensorLiteralOp literal) {
    Attribute value = literal.getValue();
    auto dense = dyn_cast<DenseElementsAttr>(value);
    if (!isa<TensorRefAttr>(value) && !dense) {
      literal.emitError("a tensor whose bytes are a resource of the module "
                        "cannot be exported");
      return WalkResult::interrupt();
    }
    auto [it, isNew] = positions.try_emplace(value, numLifted);
    // Each `torch.tensor` of the program makes a tensor of its own.
    if (dense)
      it->second = numLifted;
    if (isNew || dense) {
      const LiftedState::Tensor *tensor = state.findConstant(value);
      std::string path = "lifted_tensor_" + std::to_string(numMade);
      numMade += !tensor;
      addState(numLifted, GraphInputKind::Constant,
               tensor ? tensor->path : path,
               dense ? makeReference(dense, path) : value);
      if (dense)
        function.setArgAttr(it->second, "ts.contents", dense);
    }
    BlockArgument argument = body.getArgument(it->second);
    argument.setType(literal.getType());
    literal.getResult().replaceAllUsesWith(argument);
    literal.erase();
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

LogicalResult Lifting::readFields(NewOp object,
                                  SmallVectorImpl<Value> &fields) {
  auto declaration = function->getParentOfType<ModuleOp>().lookupSymbol<ClassOp>(
      object.getType().getSymbol());
  llvm::StringMap<std::pair<Operation *, Value>> known;
  for (Operation *user : object->getUsers()) {
    auto set = dyn_cast<SetAttrOp>(user);
    if (!set || set.getObject() != object.getResult())
      continue;
    if (set->getBlock() != &body)
      return set.emitError("whether the result gets this attribute depends on "
                           "the values of tensors, so it cannot be exported");
    auto &[place, value] = known[set.getName()];
    if (!place || place->isBeforeInBlock(set)) {
      place = set;
      value = set.getValue();
    }
  }
  if (declaration)
    for (auto field : declaration.getBody().getOps<AttrOp>()) {
      fields.push_back(known.lookup(field.getName()).second);
      if (!fields.back())
        return object.emitError("the result has no value of the attribute '")
               << field.getName() << "', so it cannot be exported";
    }
  if (!llvm::is_contained(objects, object))
    objects.push_back(object);
  return success();
}

LogicalResult Lifting::flatten(Value value, SmallVectorImpl<Value> &leaves,
                               Attribute &tree) {
  value = stripDerefines(value);
  Operation *made = value.getDefiningOp();
  if (isa_and_nonnull<ListConstructOp, DictConstructOp>(made))
    for (OpOperand &use : value.getUses())
      if (auto op = dyn_cast<OperatorOp>(use.getOwner());
          op && (lookupOperator(op.getName()).mutatedArgs >>
                     std::min(use.getOperandNumber(), 63u) &
                 1))
        return op.emitError("what the result holds after this change is not "
                            "known to the compiler, so it cannot be exported");
  TreeKind kind = TreeKind::Tuple;
  ArrayAttr keys;
  ValueRange parts;
  SmallVector<Value> fields;
  if (auto object = dyn_cast_or_null<NewOp>(made)) {
    if (failed(readFields(object, fields)))
      return failure();
    parts = fields;
  } else if (auto tuple = dyn_cast_or_null<TupleConstructOp>(made)) {
    parts = tuple.getElements();
  } else if (auto list = dyn_cast_or_null<ListConstructOp>(made)) {
    kind = TreeKind::List;
    parts = list.getElements();
  } else if (auto dict = dyn_cast_or_null<DictConstructOp>(made)) {
    kind = TreeKind::Dict;
    parts = dict.getValues();
    SmallVector<Attribute> names;
    for (Value key : dict.getKeys()) {
      auto name = key.getDefiningOp<ConstantStrOp>();
      if (!name)
        return dict.emitError("the keys of a result are not all known strings");
      names.push_back(name.getValueAttr());
    }
    keys = builder.getArrayAttr(names);
  } else if (isa<TSTupleType, ListType, DictType, ObjectType>(
                 value.getType())) {
    return mlir::emitError(value.getLoc(), "the result is of type '")
           << spellType(value.getType())
           << "' and not made here of tensors and numbers";
  } else {
    tree = builder.getI64IntegerAttr(int64_t(leaves.size()));
    leaves.push_back(value);
    return success();
  }
  SmallVector<Attribute> trees;
  for (Value part : parts)
    if (failed(flatten(part, leaves, trees.emplace_back())))
      return failure();
  tree = TreeAttr::get(builder.getContext(), kind, builder.getArrayAttr(trees),
                       keys);
  return success();
}

void Lifting::eraseObjects() {
  // Objects may be attributes of others.
  for (NewOp object : objects)
    for (Operation *user : llvm::make_early_inc_range(object->getUsers()))
      if (auto set = dyn_cast<SetAttrOp>(user))
        set.erase();
      else if (isa<DerefineOp>(user) && user->use_empty())
        user->erase();
  for (NewOp object : objects)
    if (object->use_empty())
      object.erase();
}

LogicalResult Lifting::flattenResult() {
  Operation *terminator = body.getTerminator();
  SmallVector<Value> leaves;
  Attribute tree = NoneAttr::get(builder.getContext());
  if (terminator->getNumOperands() == 1) {
    if (failed(flatten(terminator->getOperand(0), leaves, tree)))
      return failure();
  } else {
    // A function without a result returns None.
    tree = builder.getI64IntegerAttr(0);
    builder.setInsertionPoint(terminator);
    leaves.push_back(builder.create<ConstantNoneOp>(terminator->getLoc()));
  }
  builder.setInsertionPoint(terminator);
  auto type = TSTupleType::get(builder.getContext(),
                               llvm::to_vector(ValueRange(leaves).getTypes()));
  Value tuple =
      builder.create<TupleConstructOp>(terminator->getLoc(), type, leaves);
  builder.create<ReturnOp>(terminator->getLoc(), tuple);
  terminator->erase();
  eraseObjects();
  function.setType(builder.getFunctionType(body.getArgumentTypes(), type));
  SmallVector<Attribute> outputs(
      leaves.size(),
      GraphOutputAttr::get(builder.getContext(), GraphOutputKind::User,
                           builder.getStringAttr("")));
  function->setAttr("ts.output_tree", tree);
  function->setAttr("ts.graph_outputs", builder.getArrayAttr(outputs));
  return success();
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void Lifting::nameInputs(torchscript::NodeNames &names) {
  auto name = [&](unsigned i) {
    StringAttr wanted = function.getArgAttrOfType<StringAttr>(i, "ts.name");
    function.setArgAttr(
        i, "ts.name", builder.getStringAttr(names.makeInput(wanted.str())));
  };
  for (unsigned i = numLifted; i < function.getNumArguments(); ++i)
    name(i);
  for (unsigned i = 0; i < numLifted; ++i)
    name(i);
}

/// Takes out what only says of what sizes are made, and what only prints: as
/// torch.export does.
static void dropBindings(Block &body) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isa<BindShapeOp, WarnOp, PrintOp>(op) ||
        (isa<TensorValueOp, SymbolOp>(op) && op.use_empty()))
      op.erase();
}

LogicalResult Lifting::run() {
  dropBindings(body);
  if (failed(checkBody()))
    return failure();
  if (object)
    nameModuleStacks(function, object);
  liftState();
  if (failed(liftConstants()) || failed(flattenResult()))
    return failure();
  torchscript::NodeNames names;
  nameInputs(names);
  nameNodes(function, names);
  if (!function->hasAttr("ts.graph_symbols"))
    function->setAttr("ts.graph_symbols", builder.getArrayAttr({}));
  function->setAttr("ts.graph_dialect", builder.getStringAttr("TRAINING"));
  function->removeAttr("ts.schema");
  function->removeAttr("ts.object");
  function.setPublic();
  return success();
}
