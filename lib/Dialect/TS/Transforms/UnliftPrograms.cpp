//===- UnliftPrograms.cpp - ts-unlift-programs ----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a module of an exported program, as `ExportedProgram.module()` does:
// parameters and buffers are attributes again, inputs and results are nested as
// they were, and new values of buffers are written to them.
//
//===----------------------------------------------------------------------===//

#include "InputChecks.h"
#include "UnflattenProgram.h"

#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Dialect/TS/IR/ModuleStacks.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSUNLIFTPROGRAMS
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
/// A module of the tree that the paths of attributes make.
struct ModuleNode {
  /// Path of the module, empty for the program itself.
  std::string path;
  std::string className;
  struct Field {
    FieldKind kind;
    Attribute value;
  };
  llvm::MapVector<StringAttr, Field> fields;
  llvm::MapVector<StringAttr, ModuleNode *> children;
};

class Unlifting {
public:
  Unlifting(func::FuncOp program, bool unflatten)
      : program(program), module(program->getParentOfType<ModuleOp>()),
        builder(program), unflatten(unflatten) {}

  LogicalResult run();

private:
  LogicalResult collectState();
  /// The modules that the program's operations are of, with their classes.
  LogicalResult collectModules();
  std::string makeClassName(StringRef path);
  ModuleNode *getNode(StringRef path);
  ObjectType getType(const ModuleNode &node) {
    return ObjectType::get(
        FlatSymbolRefAttr::get(builder.getContext(), node.className));
  }
  void declare(ModuleNode &node);
  FlatSymbolRefAttr makeObject(ModuleNode &node);

  /// The type of an input that is nested as `tree`; null for one that the
  /// language cannot spell.
  Type getInputType(Attribute tree);
  Type getContainerType(TreeAttr tree, ArrayRef<Type> elements);
  LogicalResult makeParameters();
  /// Takes the input apart: the values of its leaves, and their checks.
  void takeApart(Attribute tree, Value value, const Twine &where,
                 InputChecks &checks);
  LogicalResult makeBody();
  FailureOr<Value> putTogether(Attribute tree, ArrayRef<Value> leaves);
  Value getAttribute(StringRef path);

  func::FuncOp program;
  ModuleOp module;
  OpBuilder builder;
  bool unflatten;
  /// The classes of modules, by path, as Python spells them.
  llvm::MapVector<StringAttr, std::string> types;
  ModuleMethods methods;
  std::vector<std::unique_ptr<ModuleNode>> nodes;
  ModuleNode *root = nullptr;
  /// Arguments of the program that are the user's, by number of the leaf.
  SmallVector<unsigned> users;
  struct Parameter {
    std::string name;
    Attribute tree;
    Type type;
    /// What messages call it.
    std::string where;
    bool isKeyword;
  };
  std::vector<Parameter> parameters;
  func::FuncOp forward;
  IRMapping mapping;
};

struct TSUnliftPrograms
    : public ts::impl::TSUnliftProgramsBase<TSUnliftPrograms> {
  using TSUnliftProgramsBase::TSUnliftProgramsBase;

  void runOnOperation() override {
    SmallVector<func::FuncOp> programs;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (isExportedProgram(function))
        programs.push_back(function);
    if (programs.size() > 1) {
      programs[1].emitError("is a second exported program of the module; only "
                            "one can become the module's object");
      return signalPassFailure();
    }
    for (func::FuncOp program : programs) {
      if (failed(verifyExportedProgram(program)) ||
          failed(Unlifting(program, unflatten).run()))
        return signalPassFailure();
      ++numUnlifted;
    }
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

std::string Unlifting::makeClassName(StringRef path) {
  auto isTaken = [&](StringRef name) {
    return module.lookupSymbol(name) ||
           llvm::any_of(nodes, [&](auto &other) {
             return other->className == name;
           });
  };
  auto type = types.find(builder.getStringAttr(path));
  if (type != types.end()) {
    // `__torch__.torch.nn.modules.linear.___torch_mangle_0.Linear` is a second
    // class of the name, as in archives.
    auto [space, name] = StringRef(type->second).rsplit('.');
    std::string prefix = "__torch__.";
    if (space != "__main__")
      prefix += space.str() + ".";
    std::string made = prefix + name.str();
    for (unsigned i = 0; isTaken(made); ++i)
      made = prefix + "___torch_mangle_" + std::to_string(i) + "." + name.str();
    return made;
  }
  std::string made = "__torch__.ExportedProgram";
  if (path.empty())
    return made;
  made += "_";
  for (char c : path)
    made += llvm::isAlnum(c) ? c : '_';
  // Paths that differ in other characters.
  while (isTaken(made))
    made += "_";
  return made;
}

/// Whether a class can be called so: `torch.nn.modules.linear.Linear`.
static bool isClassName(StringRef name) {
  SmallVector<StringRef> parts;
  name.split(parts, '.');
  return parts.size() > 1 && llvm::all_of(parts, [](StringRef part) {
    return !part.empty() && !llvm::isDigit(part.front()) &&
           llvm::all_of(part, [](char c) {
             return llvm::isAlnum(c) || c == '_';
           });
  });
}

LogicalResult Unlifting::collectModules() {
  llvm::DenseSet<const void *> seen;
  llvm::SetVector<StringAttr> paths;
  bool hasStack = false, hasNodes = false;
  program.walk([&](Operation *op) {
    hasNodes |= isa<OperatorOp>(op);
    StringRef text = getModuleStack(op->getLoc());
    if (text.empty() || !seen.insert(text.data()).second)
      return;
    hasStack = true;
    for (const ModuleStackEntry &entry : parseModuleStack(text)) {
      StringAttr path = builder.getStringAttr(entry.path);
      paths.insert(path);
      if (isClassName(entry.type))
        types.insert({path, entry.type});
    }
  });
  if (hasNodes && !hasStack)
    return program.emitError("no operator of the program says which modules it "
                             "is of ('nn_module_stack'), so the modules cannot "
                             "be told");
  root = getNode("");
  for (StringAttr path : paths)
    getNode(path);
  return success();
}

ModuleNode *Unlifting::getNode(StringRef path) {
  for (auto &node : nodes)
    if (node->path == path)
      return node.get();
  auto [parentPath, name] = path.rsplit('.');
  if (name.empty() && !path.empty()) {
    name = path;
    parentPath = "";
  }
  ModuleNode *parent = path.empty() ? nullptr : getNode(parentPath);
  auto node = std::make_unique<ModuleNode>();
  node->path = path.str();
  node->className = makeClassName(path);
  nodes.push_back(std::move(node));
  ModuleNode *made = nodes.back().get();
  if (parent)
    parent->children[builder.getStringAttr(name)] = made;
  return made;
}

static FieldKind getFieldKind(GraphInputKind kind) {
  switch (kind) {
  case GraphInputKind::Parameter:
    return FieldKind::Parameter;
  case GraphInputKind::Buffer:
    return FieldKind::Buffer;
  default:
    return FieldKind::Attribute;
  }
}

LogicalResult Unlifting::collectState() {
  root = getNode("");
  for (unsigned i = 0; i < program.getNumArguments(); ++i) {
    auto input = program.getArgAttrOfType<GraphInputAttr>(i, "ts.graph_input");
    if (input.getKind() == GraphInputKind::User) {
      users.push_back(i);
      continue;
    }
    auto [path, name] = input.getTarget().getValue().rsplit('.');
    if (name.empty()) {
      name = input.getTarget();
      path = "";
    }
    ModuleNode::Field field{getFieldKind(input.getKind()),
                            program.getArgAttr(i, "ts.value")};
    getNode(path)->fields.insert({builder.getStringAttr(name), field});
  }
  for (auto &node : nodes)
    for (auto &[name, child] : node->children)
      if (node->fields.count(name))
        return program.emitError("the path '")
               << child->path << "' names a tensor and a module";
  return success();
}

void Unlifting::declare(ModuleNode &node) {
  OpBuilder::InsertionGuard guard(builder);
  auto op = builder.create<ClassOp>(program.getLoc(), node.className, true);
  builder.setInsertionPointToEnd(&op.getBody().front());
  auto declareField = [&](StringRef name, Type type, FieldKind kind) {
    builder.create<AttrOp>(program.getLoc(), name, type, kind, Attribute());
  };
  for (auto &[name, field] : node.fields)
    declareField(name, TSTensorType::get(builder.getContext()), field.kind);
  declareField("training", builder.getI1Type(), FieldKind::Attribute);
  for (auto &[name, child] : node.children)
    declareField(name, getType(*child), FieldKind::Attribute);
  if (&node == root)
    builder.create<MethodOp>(program.getLoc(), "forward", forward.getSymName(),
                             false, false);
  for (func::FuncOp method : methods[node.path])
    builder.create<MethodOp>(program.getLoc(), getMethodName(method),
                             method.getSymName(), false, false);
}

FlatSymbolRefAttr Unlifting::makeObject(ModuleNode &node) {
  NamedAttrList fields;
  for (auto &[name, field] : node.fields)
    fields.set(name, field.value);
  fields.set("training", builder.getBoolAttr(false));
  for (auto &[name, child] : node.children)
    fields.set(name, makeObject(*child));
  std::string symbol = node.path.empty() ? "root" : "root." + node.path;
  auto object = builder.create<ObjectOp>(
      program.getLoc(), builder.getStringAttr(symbol), StringAttr(),
      TypeAttr::get(getType(node)), fields.getDictionary(builder.getContext()));
  return FlatSymbolRefAttr::get(object);
}

Value Unlifting::getAttribute(StringRef path) {
  Value object = forward.getArgument(0);
  const ModuleNode *node = root;
  while (true) {
    auto [name, rest] = path.split('.');
    StringAttr key = builder.getStringAttr(name);
    auto child = node->children.find(key);
    Type type = child == node->children.end()
                    ? Type(TSTensorType::get(builder.getContext()))
                    : Type(getType(*child->second));
    object =
        builder.create<GetAttrOp>(program.getLoc(), type, object, key);
    if (rest.empty() || child == node->children.end())
      return object;
    node = child->second;
    path = rest;
  }
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

Type Unlifting::getContainerType(TreeAttr tree, ArrayRef<Type> elements) {
  MLIRContext *context = builder.getContext();
  if (tree.getKind() == TreeKind::Tuple)
    return TSTupleType::get(context, elements);
  Type element =
      elements.empty() ? Type(TSTensorType::get(context)) : elements.front();
  if (!llvm::all_equal(elements))
    return {};
  if (tree.getKind() == TreeKind::List)
    return ListType::get(element);
  return DictType::get(StrType::get(context), element);
}

Type Unlifting::getInputType(Attribute tree) {
  if (auto leaf = dyn_cast<IntegerAttr>(tree))
    return program.getArgumentTypes()[users[leaf.getInt()]];
  if (isa<NoneAttr>(tree))
    return TSNoneType::get(builder.getContext());
  auto container = cast<TreeAttr>(tree);
  SmallVector<Type> elements;
  for (Attribute child : container.getChildren()) {
    elements.push_back(getInputType(child));
    if (!elements.back())
      return {};
  }
  return getContainerType(container, elements);
}

LogicalResult Unlifting::makeParameters() {
  auto pair = dyn_cast<TreeAttr>(program->getAttr("ts.input_tree"));
  auto children = pair ? pair.getChildren() : ArrayAttr();
  auto positional = children && children.size() == 2
                        ? dyn_cast<TreeAttr>(children[0])
                        : TreeAttr();
  auto named = children && children.size() == 2
                   ? dyn_cast<TreeAttr>(children[1])
                   : TreeAttr();
  if (!positional || !named || positional.getKind() != TreeKind::Tuple ||
      named.getKind() != TreeKind::Dict)
    return program.emitError("'ts.input_tree' is no pair of a tuple and a "
                             "dict");
  auto names = program->getAttrOfType<ArrayAttr>("ts.parameter_names");
  for (auto [i, tree] : llvm::enumerate(positional.getChildren())) {
    std::string name = "args_" + std::to_string(i);
    if (auto leaf = dyn_cast<IntegerAttr>(tree))
      name = program
                 .getArgAttrOfType<StringAttr>(users[leaf.getInt()], "ts.name")
                 .str();
    else if (names && i < names.size() && isa<StringAttr>(names[i]))
      name = cast<StringAttr>(names[i]).str();
    parameters.push_back({name, tree, getInputType(tree),
                          "*args[" + std::to_string(i) + "]", false});
  }
  for (auto [i, tree] : llvm::enumerate(named.getChildren())) {
    std::string name = cast<StringAttr>(named.getKeys()[i]).str();
    parameters.push_back({name, tree, getInputType(tree), name, true});
  }
  for (const Parameter &parameter : parameters)
    if (!parameter.type)
      return program.emitError("the input '")
             << parameter.name
             << "' has a list or dict of values of several types, which "
                "TorchScript has not";
  return success();
}

void Unlifting::takeApart(Attribute tree, Value value, const Twine &where,
                          InputChecks &checks) {
  Location loc = program.getLoc();
  if (auto leaf = dyn_cast<IntegerAttr>(tree)) {
    unsigned index = users[leaf.getInt()];
    checks.check(index, value, where.str());
    mapping.map(program.getArgument(index), value);
    return;
  }
  auto container = dyn_cast<TreeAttr>(tree);
  if (!container)
    return;
  ArrayRef<Attribute> children = container.getChildren().getValue();
  SmallVector<Value> parts;
  if (auto tuple = dyn_cast<TSTupleType>(value.getType())) {
    for (auto [i, type] : llvm::enumerate(tuple.getElements()))
      parts.push_back(builder.create<TupleIndexOp>(
          loc, type, value, builder.getI64IntegerAttr(i)));
  } else if (auto list = dyn_cast<ListType>(value.getType())) {
    SmallVector<Type> types(children.size(), list.getElementType());
    auto unpack = builder.create<ListUnpackOp>(loc, types, value);
    llvm::append_range(parts, unpack.getResults());
  } else {
    Type type = cast<DictType>(value.getType()).getValueType();
    for (Attribute key : container.getKeys() ? container.getKeys().getValue()
                                             : ArrayRef<Attribute>()) {
      Value text =
          builder.create<ConstantStrOp>(loc, cast<StringAttr>(key).getValue());
      parts.push_back(builder
                          .create<OperatorOp>(loc, type,
                                              "aten::__getitem__.Dict_str",
                                              ValueRange{value, text})
                          .getResult(0));
    }
  }
  for (auto [i, child] : llvm::enumerate(children)) {
    std::string place =
        container.getKind() == TreeKind::Dict
            ? "['" + cast<StringAttr>(container.getKeys()[i]).str() + "']"
            : "[" + std::to_string(i) + "]";
    takeApart(child, parts[i], where + place, checks);
  }
}

//===----------------------------------------------------------------------===//
// The method
//===----------------------------------------------------------------------===//

FailureOr<Value> Unlifting::putTogether(Attribute tree,
                                        ArrayRef<Value> leaves) {
  Location loc = program.getLoc();
  if (auto leaf = dyn_cast<IntegerAttr>(tree))
    return leaves[leaf.getInt()];
  if (isa<NoneAttr>(tree))
    return Value(builder.create<ConstantNoneOp>(loc));
  auto container = cast<TreeAttr>(tree);
  SmallVector<Value> parts;
  for (Attribute child : container.getChildren()) {
    FailureOr<Value> part = putTogether(child, leaves);
    if (failed(part))
      return failure();
    parts.push_back(*part);
  }
  Type type = getContainerType(container,
                               llvm::to_vector(ValueRange(parts).getTypes()));
  if (!type)
    return program.emitError("the result has a list or dict of values of "
                             "several types, which TorchScript has not");
  if (isa<TSTupleType>(type))
    return Value(builder.create<TupleConstructOp>(loc, type, parts));
  if (isa<ListType>(type))
    return Value(builder.create<ListConstructOp>(loc, type, parts));
  SmallVector<Value> keys;
  if (container.getKeys())
    for (Attribute key : container.getKeys())
      keys.push_back(
          builder.create<ConstantStrOp>(loc, cast<StringAttr>(key).getValue()));
  return Value(builder.create<DictConstructOp>(loc, type, keys, parts));
}

LogicalResult Unlifting::makeBody() {
  Location loc = program.getLoc();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(forward.addEntryBlock());
  InputChecks checks(builder, program);
  for (auto [i, parameter] : llvm::enumerate(parameters))
    takeApart(parameter.tree, forward.getArgument(i + 1), parameter.where,
              checks);
  for (unsigned i = 0; i < program.getNumArguments(); ++i) {
    auto input = program.getArgAttrOfType<GraphInputAttr>(i, "ts.graph_input");
    if (input.getKind() != GraphInputKind::User)
      mapping.map(program.getArgument(i), getAttribute(input.getTarget()));
  }
  if (!llvm::hasSingleElement(program.getBody()))
    return program.emitError("an exported program has one block");
  Block &body = program.getBody().front();
  auto tuple = body.getTerminator()->getNumOperands() == 1
                   ? body.getTerminator()
                         ->getOperand(0)
                         .getDefiningOp<TupleConstructOp>()
                   : TupleConstructOp();
  if (!tuple)
    return program.emitError("an exported program returns a tuple that it "
                             "makes");
  for (Operation &op : body.without_terminator())
    if (&op != tuple || !op.hasOneUse())
      builder.clone(op, mapping);
  auto outputs = program->getAttrOfType<ArrayAttr>("ts.graph_outputs");
  SmallVector<Value> leaves;
  llvm::SmallDenseMap<Value, Value> written;
  for (auto [attribute, result] :
       llvm::zip_equal(outputs, tuple.getElements())) {
    auto output = cast<GraphOutputAttr>(attribute);
    Value value = mapping.lookupOrDefault(result);
    if (output.getKind() == GraphOutputKind::User) {
      Value copied = written.lookup(value);
      leaves.push_back(copied ? copied : value);
      continue;
    }
    Value target;
    for (unsigned i = 0; i < program.getNumArguments() && !target; ++i) {
      auto input =
          program.getArgAttrOfType<GraphInputAttr>(i, "ts.graph_input");
      bool isUser = input.getKind() == GraphInputKind::User;
      bool wantsUser = output.getKind() == GraphOutputKind::InputMutation;
      StringAttr name =
          isUser ? program.getArgAttrOfType<StringAttr>(i, "ts.name")
                 : input.getTarget();
      if (isUser == wantsUser && name == output.getTarget())
        target = mapping.lookup(program.getArgument(i));
    }
    if (!target || !isa<TSTensorType>(target.getType()) ||
        !isa<TSTensorType>(value.getType()))
      return program.emitError("the result ")
             << output << " is the value of no tensor among the arguments";
    written[value] = buildWrite(builder, loc, target, value);
  }
  FailureOr<Value> result =
      putTogether(program->getAttr("ts.output_tree"), leaves);
  if (failed(result))
    return failure();
  builder.create<ReturnOp>(loc, *result);
  forward.setFunctionType(builder.getFunctionType(
      forward.getArgumentTypes(), (*result).getType()));
  return success();
}

LogicalResult Unlifting::run() {
  if (unflatten && failed(collectModules()))
    return failure();
  if (failed(collectState()) || failed(makeParameters()))
    return failure();
  SmallVector<Type> types = {getType(*root)};
  for (const Parameter &parameter : parameters)
    types.push_back(parameter.type);
  forward = builder.create<func::FuncOp>(
      program.getLoc(), root->className + ".forward",
      builder.getFunctionType(types, TypeRange()));
  forward.setArgAttr(0, "ts.name", builder.getStringAttr("self"));
  for (auto [i, parameter] : llvm::enumerate(parameters)) {
    forward.setArgAttr(i + 1, "ts.name",
                       builder.getStringAttr(parameter.name));
    if (parameter.isKeyword)
      forward.setArgAttr(i + 1, "ts.keyword_only", builder.getUnitAttr());
  }
  if (failed(makeBody()))
    return failure();
  if (unflatten)
    methods = outlineModules(
        forward, [&](StringRef path) { return getType(*getNode(path)); });
  for (auto &node : nodes)
    declare(*node);
  makeObject(*root);
  program.erase();
  return success();
}
