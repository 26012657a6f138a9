//===- FlattenInputs.cpp - ts-flatten-inputs ------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AffineMap.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSFLATTENINPUTS
#include "TorchScript/Dialect/TS/Transforms/ProgramPasses.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
/// Makes the new arguments of one function, behind the old ones.
class Flattening {
public:
  explicit Flattening(func::FuncOp function)
      : function(function), body(function.getBody().front()),
        builder(OpBuilder::atBlockBegin(&body)) {}

  LogicalResult run();
  unsigned getNumLeaves() const { return leaves; }

private:
  /// The value of type `type` that an example stands for; null after an error.
  /// Its leaves become arguments when `isInput`. `tree` is how they are nested.
  Value make(Attribute example, Type type, const Twine &name, bool isInput,
             Attribute &tree);
  Value makeContainer(TreeAttr example, Type type, const Twine &name,
                      bool isInput, Attribute &tree);
  /// An object of a data class: a tuple of its fields.
  Value makeObject(TreeAttr example, ObjectType object, Type type,
                   const Twine &name, bool isInput, Attribute &tree);
  Value makeTensor(TSTensorType type, const Twine &name);
  Value makeLiteral(Attribute literal);
  /// An argument behind the others; the number of the leaf.
  Attribute addArgument(Type type, const Twine &name, Attribute literal,
                        Value &argument);
  Value convert(Value value, Type type, const Twine &name);
  /// Says what the sizes of arguments are made of, where they may change.
  void bindShapes();

  func::FuncOp function;
  Block &body;
  OpBuilder builder;
  SmallVector<DictionaryAttr> attributes;
  unsigned leaves = 0;
};

struct FlattenInputs : public ts::impl::TSFlattenInputsBase<FlattenInputs> {
  using TSFlattenInputsBase::TSFlattenInputsBase;

  void runOnOperation() override {
    auto function = getOperation().lookupSymbol<func::FuncOp>(entry);
    if (!function || function.isExternal()) {
      getOperation().emitError("ts-flatten-inputs: no function '")
          << entry << "'";
      return signalPassFailure();
    }
    Flattening flattening(function);
    if (failed(flattening.run()))
      return signalPassFailure();
    numLeaves += flattening.getNumLeaves();
    // Attributes are spelled from here.
    if (!object.empty())
      function->setAttr("ts.object",
                        FlatSymbolRefAttr::get(&getContext(), object));
  }
};
} // namespace

/// `name` in lower case, with `_` for what no name has.
static std::string makeName(const Twine &path) {
  std::string name;
  for (char c : path.str())
    name += llvm::isAlnum(c) ? llvm::toLower(c) : '_';
  return name;
}

Attribute Flattening::addArgument(Type type, const Twine &name,
                                  Attribute literal, Value &argument) {
  NamedAttrList list;
  list.set("ts.graph_input",
           GraphInputAttr::get(builder.getContext(), GraphInputKind::User,
                               builder.getStringAttr(""), true));
  list.set("ts.name", builder.getStringAttr(makeName(name)));
  if (literal)
    list.set("ts.literal", literal);
  // Sizes that may change.
  auto shapes = function->getAttrOfType<ArrayAttr>("ts.leaf_shapes");
  auto shape = shapes && leaves < shapes.size()
                   ? dyn_cast<AffineMapAttr>(shapes[leaves])
                   : AffineMapAttr();
  if (auto tensor = dyn_cast<TSTensorType>(type); tensor && shape) {
    SmallVector<int64_t> sizes;
    for (AffineExpr size : shape.getValue().getResults()) {
      auto constant = dyn_cast<AffineConstantExpr>(size);
      sizes.push_back(constant ? constant.getValue() : ShapedType::kDynamic);
    }
    type = TSTensorType::get(builder.getContext(), ArrayRef<int64_t>(sizes),
                             tensor.getDtype());
    list.set("ts.shape", shape);
    list.set("ts.dtype", TypeAttr::get(tensor.getDtype()));
  }
  attributes.push_back(list.getDictionary(builder.getContext()));
  argument = body.addArgument(type, function.getLoc());
  return builder.getI64IntegerAttr(leaves++);
}

Value Flattening::convert(Value value, Type type, const Twine &name) {
  if (value.getType() == type)
    return value;
  if (isSubtype(value.getType(), type))
    return builder.create<DerefineOp>(function.getLoc(), type, value);
  function.emitError("the example of '")
      << name << "' is of type '" << spellType(value.getType())
      << "'; the function takes '" << spellType(type) << "'";
  return nullptr;
}

Value Flattening::makeLiteral(Attribute literal) {
  Location loc = function.getLoc();
  if (auto text = dyn_cast<StringAttr>(literal))
    return builder.create<ConstantStrOp>(loc, text.getValue());
  if (isa<NoneAttr>(literal))
    return builder.create<ConstantNoneOp>(loc);
  return builder.create<arith::ConstantOp>(loc, cast<TypedAttr>(literal));
}

Value Flattening::makeObject(TreeAttr example, ObjectType object, Type type,
                             const Twine &name, bool isInput,
                             Attribute &tree) {
  auto declaration = function->getParentOfType<ModuleOp>().lookupSymbol<ClassOp>(
      object.getSymbol());
  SmallVector<AttrOp> fields;
  if (declaration)
    llvm::append_range(fields, declaration.getBody().getOps<AttrOp>());
  ArrayRef<Attribute> children = example.getChildren().getValue();
  if (fields.size() != children.size()) {
    function.emitError("the example of '")
        << name << "' has " << children.size() << " fields; the function takes '"
        << spellType(type) << "'";
    return nullptr;
  }
  Value made = builder.create<NewOp>(function.getLoc(), object);
  SmallVector<Attribute> trees(children.size());
  for (auto [i, field] : llvm::enumerate(fields)) {
    Value part = make(children[i], field.getType(), name + "_" + field.getName(),
                      isInput, trees[i]);
    if (!part)
      return nullptr;
    builder.create<SetAttrOp>(function.getLoc(), made, field.getNameAttr(),
                              part);
  }
  tree = TreeAttr::get(builder.getContext(), TreeKind::Tuple,
                       builder.getArrayAttr(trees), ArrayAttr());
  return convert(made, type, name);
}

Value Flattening::makeContainer(TreeAttr example, Type type, const Twine &name,
                                bool isInput, Attribute &tree) {
  Location loc = function.getLoc();
  Type inner = type;
  while (auto optional = dyn_cast<OptionalType>(inner))
    inner = optional.getElementType();
  auto tuple = dyn_cast<TSTupleType>(inner);
  auto list = dyn_cast<ListType>(inner);
  auto dict = dyn_cast<DictType>(inner);
  if (auto object = dyn_cast<ObjectType>(inner);
      object && example.getKind() == TreeKind::Tuple)
    return makeObject(example, object, type, name, isInput, tree);
  ArrayRef<Attribute> children = example.getChildren().getValue();
  bool fits = example.getKind() == TreeKind::Tuple
                  ? tuple && tuple.size() == children.size()
              : example.getKind() == TreeKind::List
                  ? bool(list)
                  : dict && isa<StrType>(dict.getKeyType());
  if (!fits) {
    function.emitError("the example of '")
        << name << "' is a " << stringifyTreeKind(example.getKind())
        << "; the function takes '" << spellType(type) << "'";
    return nullptr;
  }
  SmallVector<Value> parts, keys;
  SmallVector<Attribute> trees(children.size());
  for (auto [i, child] : llvm::enumerate(children)) {
    std::string key =
        tuple && tuple.isNamed() ? tuple.getFields()[i].str()
        : dict ? cast<StringAttr>(example.getKeys()[i]).str()
               : std::to_string(i);
    Type element = tuple  ? tuple.getElements()[i]
                   : list ? list.getElementType()
                          : dict.getValueType();
    parts.push_back(
        make(child, element, name + "_" + key, isInput, trees[i]));
    if (!parts.back())
      return nullptr;
    if (dict)
      keys.push_back(builder.create<ConstantStrOp>(loc, key));
  }
  tree = TreeAttr::get(builder.getContext(), example.getKind(),
                       builder.getArrayAttr(trees), example.getKeys());
  Value made;
  if (tuple)
    made = builder.create<TupleConstructOp>(loc, tuple, parts);
  else if (list)
    made = builder.create<ListConstructOp>(loc, list, parts);
  else
    made = builder.create<DictConstructOp>(loc, dict, keys, parts);
  return convert(made, type, name);
}

Value Flattening::make(Attribute example, Type type, const Twine &name,
                       bool isInput, Attribute &tree) {
  if (auto container = dyn_cast<TreeAttr>(example))
    return makeContainer(container, type, name, isInput, tree);
  auto tensor = dyn_cast<TypeAttr>(example);
  if (tensor && isInput && isa<TSTensorType>(tensor.getValue())) {
    Value argument;
    tree = addArgument(tensor.getValue(), name, Attribute(), argument);
    return convert(argument, type, name);
  }
  if (!isa<StringAttr, NoneAttr, IntegerAttr, FloatAttr>(example)) {
    function.emitError("the example of '")
        << name << "' is neither a tensor nor a number, string or None";
    return nullptr;
  }
  Value constant = makeLiteral(example);
  if (isInput) {
    Value unused;
    tree = addArgument(constant.getType(), name, example, unused);
  }
  return convert(constant, type, name);
}

void Flattening::bindShapes() {
  auto symbols = function->getAttrOfType<ArrayAttr>("ts.graph_symbols");
  if (!symbols || symbols.empty())
    return;
  Location loc = function.getLoc();
  builder.setInsertionPointToStart(&body);
  SmallVector<Value> sizes;
  for (auto symbol : symbols.getAsRange<SymbolRangeAttr>())
    sizes.push_back(builder.create<SymbolOp>(
        loc, builder.getIndexType(), symbol.getName(),
        builder.getI64IntegerAttr(std::max<int64_t>(symbol.getMin(), 2)),
        symbol.getMax() == INT64_MAX
            ? IntegerAttr()
            : builder.getI64IntegerAttr(symbol.getMax())));
  for (BlockArgument argument : body.getArguments()) {
    auto type = dyn_cast<TSTensorType>(argument.getType());
    auto shape = function.getArgAttrOfType<AffineMapAttr>(
        argument.getArgNumber(), "ts.shape");
    if (!type || !shape || type.hasStaticShape())
      continue;
    Value value =
        builder.create<TensorValueOp>(
            loc, RankedTensorType::get(type.getShape(), type.getDtype()),
            argument);
    builder.create<BindShapeOp>(loc, value, shape, sizes);
  }
}

LogicalResult Flattening::run() {
  unsigned count = function.getNumArguments();
  SmallVector<Attribute> positional, named, keys, names;
  // Arguments by name come in the order of the call.
  SmallVector<unsigned> order = llvm::to_vector(llvm::seq(0u, count));
  auto getPlace = [&](unsigned i) -> int64_t {
    auto place = function.getArgAttrOfType<IntegerAttr>(i, "ts.by_name");
    return place ? place.getInt() : -1;
  };
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::pair(getPlace(a), a) < std::pair(getPlace(b), b);
  });
  for (unsigned i : order) {
    Attribute example = function.getArgAttr(i, "ts.example");
    auto name = function.getArgAttrOfType<StringAttr>(i, "ts.name");
    if (!example || !name)
      return function.emitError("argument ")
             << i + 1 << " has no 'ts.example' or no 'ts.name'";
    bool isInput = !function.getArgAttr(i, "ts.fixed");
    bool isNamed = bool(function.getArgAttr(i, "ts.by_name"));
    BlockArgument argument = body.getArgument(i);
    Attribute tree;
    Value value =
        make(example, argument.getType(), name.getValue(), isInput, tree);
    if (!value)
      return failure();
    argument.replaceAllUsesWith(value);
    if (!isInput)
      continue;
    (isNamed ? named : positional).push_back(tree);
    if (isNamed)
      keys.push_back(name);
    names.push_back(name);
  }
  body.eraseArguments(0, count);
  function.setType(builder.getFunctionType(body.getArgumentTypes(),
                                           function.getResultTypes()));
  function.setAllArgAttrs(attributes);
  bindShapes();
  MLIRContext *context = builder.getContext();
  Attribute pair[] = {
      TreeAttr::get(context, TreeKind::Tuple, builder.getArrayAttr(positional),
                    ArrayAttr()),
      TreeAttr::get(context, TreeKind::Dict, builder.getArrayAttr(named),
                    keys.empty() ? ArrayAttr() : builder.getArrayAttr(keys))};
  function->setAttr("ts.input_tree",
                    TreeAttr::get(context, TreeKind::Tuple,
                                  builder.getArrayAttr(pair), ArrayAttr()));
  function->setAttr("ts.parameter_names", builder.getArrayAttr(names));
  return success();
}
