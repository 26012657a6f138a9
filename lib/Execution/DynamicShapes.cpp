//===- DynamicShapes.cpp - Sizes that may change --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what the caller says.
//
//===----------------------------------------------------------------------===//

#include "DynamicShapes.h"

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Execution/Failure.h"

using namespace torchscript;
using namespace mlir;

static llvm::Error fail(const llvm::Twine &message) {
  return llvm::make_error<Failure>(Failure::Kind::BadInput, message.str());
}

/// A list of names as Python prints it: `['x', 'y']`.
static std::string spellNames(ArrayRef<std::string> names) {
  std::string text = "[";
  for (const std::string &name : names)
    text += (text.size() > 1 ? ", '" : "'") + name + "'";
  return text + "]";
}

static StringRef getTypeName(Attribute example) {
  if (auto tree = dyn_cast<ts::TreeAttr>(example))
    return ts::stringifyTreeKind(tree.getKind());
  if (isa<BoolAttr>(example))
    return "bool";
  if (isa<IntegerAttr>(example))
    return "int";
  if (isa<FloatAttr>(example))
    return "float";
  if (isa<StringAttr>(example))
    return "str";
  return isa<ts::NoneAttr>(example) ? "NoneType" : "Tensor";
}

static std::string spellType(StringRef name) {
  return ("<class '" + name + "'>").str();
}

llvm::Expected<DynamicShapes::Spec>
DynamicShapes::readDim(const json &dim) const {
  Spec spec;
  if (dim.is_null())
    return spec;
  if (dim.is_number_integer()) {
    spec.kind = Kind::Fixed;
    spec.value = dim.get<int64_t>();
    return spec;
  }
  StringRef text;
  if (dim.is_string())
    text = dim.get_ref<const std::string &>();
  text.consume_front("Dim.");
  if (text == "STATIC")
    return spec;
  if (text == "AUTO" || text == "DYNAMIC") {
    spec.kind = text == "AUTO" ? Kind::Auto : Kind::Dynamic;
    return spec;
  }
  spec.kind = Kind::Named;
  // SCALE * NAME + OFFSET
  StringRef rest = text;
  if (!rest.consumeInteger(10, spec.scale)) {
    rest = rest.ltrim();
    if (!rest.consume_front("*"))
      rest = "";
  }
  rest = rest.ltrim();
  StringRef name =
      rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  rest = rest.drop_front(name.size()).ltrim();
  bool isMinus = rest.starts_with("-");
  if ((rest.consume_front("+") || rest.consume_front("-"))) {
    rest = rest.ltrim();
    if (rest.consumeInteger(10, spec.offset))
      name = "";
    if (isMinus)
      spec.offset = -spec.offset;
  }
  if (name.empty() || llvm::isDigit(name.front()) || !rest.trim().empty() ||
      spec.scale < 1) {
    // One word is the name of a Dim.
    bool isName = dim.is_string() && !text.empty() &&
                  text.find_first_of(" *+") == StringRef::npos &&
                  !llvm::isDigit(text.front());
    if (isName)
      return fail("Dim name must be a valid identifier, got " + text);
    return fail("a size in dynamic_shapes is null, an int, a name such as "
                "'batch', 'Dim.AUTO', 'Dim.DYNAMIC', 'Dim.STATIC' or "
                "'2*batch + 1' with whole numbers, not " +
                dim.dump());
  }
  spec.root = name.str();
  spec.text = spec.scale == 1 ? "" : std::to_string(spec.scale) + "*";
  spec.text += spec.root;
  if (spec.offset)
    spec.text += (spec.offset < 0 ? " - " : " + ") +
                 std::to_string(std::abs(spec.offset));
  int64_t min = 0;
  if (auto range = request.dims.find(spec.root); range != request.dims.end())
    min = range->second.first.value_or(0);
  if (spec.offset < 0 && spec.scale * min + spec.offset < 0)
    return fail("Expected derived min value of " + spec.text +
                " to be >= 0. Please specify an appropriate min value for " +
                spec.root + " (currently " + llvm::Twine(min) + ").");
  return spec;
}

unsigned DynamicShapes::addSymbol(Kind kind, int64_t hint,
                                  const std::string &root,
                                  const std::string &source) {
  Symbol symbol;
  symbol.name = "s" + std::to_string(count++);
  symbol.kind = kind;
  symbol.hint = hint;
  symbol.root = root;
  symbol.source = source;
  if (kind == Kind::Named) {
    symbol.min = 0;
    if (auto range = request.dims.find(root); range != request.dims.end()) {
      symbol.min = range->second.first.value_or(0);
      symbol.max = range->second.second;
    }
  } else {
    symbol.min = 2;
  }
  symbols.push_back(symbol);
  unsigned place = symbols.size() - 1;
  equals.push_back(getAffineSymbolExpr(place, context));
  return place;
}

llvm::Error DynamicShapes::addPlace(const Spec &spec,
                                    const std::string &source, unsigned dim,
                                    int64_t size) {
  Leaf &leaf = leaves.back();
  AffineExpr constant = getAffineConstantExpr(size, context);
  leaf.shape[dim] = constant;
  if (spec.kind == Kind::Fixed && spec.value != size)
    return fail("Static shape constraint of " + llvm::Twine(spec.value) +
                " does not match input size of " + llvm::Twine(size) +
                ", for " + source);
  bool isHint = spec.kind == Kind::Auto || spec.kind == Kind::Dynamic;
  if (spec.kind == Kind::Static || spec.kind == Kind::Fixed ||
      (isHint && size < 2))
    return llvm::Error::success();
  Place place;
  place.spec = spec;
  place.source = source;
  place.hint = size;
  place.leaf = leaves.size() - 1;
  place.dim = dim;
  bool isRoot = spec.scale == 1 && spec.offset == 0;
  auto known = llvm::find_if(symbols, [&](const Symbol &symbol) {
    return spec.kind == Kind::Named && symbol.root == spec.root;
  });
  if (isHint || (isRoot && known == symbols.end())) {
    unsigned i = addSymbol(spec.kind, size, spec.root, source);
    place.size = getAffineSymbolExpr(i, context);
    leaf.shape[dim] = place.size;
  } else {
    // Its number stays in use.
    ++count;
  }
  places.push_back(place);
  return llvm::Error::success();
}

llvm::Error DynamicShapes::bindDerived() {
  for (Place &place : places) {
    if (place.size)
      continue;
    const Spec &spec = place.spec;
    auto known = llvm::find_if(symbols, [&](const Symbol &symbol) {
      return symbol.kind == Kind::Named && symbol.root == spec.root;
    });
    unsigned i = known - symbols.begin();
    if (known == symbols.end()) {
      if ((place.hint - spec.offset) % spec.scale != 0)
        return fail("Expected shape[" + llvm::Twine(place.dim) + "] = " +
                    llvm::Twine(place.hint) +
                    " of input Tensor to be of the form " + spec.text +
                    ", where " + spec.root + " is an integer");
      i = addSymbol(Kind::Named, (place.hint - spec.offset) / spec.scale,
                    spec.root, "");
    }
    int64_t wanted = spec.scale * symbols[i].hint + spec.offset;
    if (wanted != place.hint)
      return fail("Expected input " + place.source + " to be equal to " +
                  spec.text + ", where " + spec.root + " = " +
                  llvm::Twine(symbols[i].hint) + ", but got " +
                  llvm::Twine(place.hint));
    place.size = getAffineSymbolExpr(i, context) * spec.scale + spec.offset;
    leaves[place.leaf].shape[place.dim] = place.size;
  }
  for (unsigned i = 0; i < symbols.size(); ++i) {
    Symbol &symbol = symbols[i];
    if (symbol.kind != Kind::Named)
      continue;
    if (symbol.hint < symbol.min.value_or(0) ||
        (symbol.max && symbol.hint > *symbol.max))
      return fail(llvm::Twine(symbol.hint) + " not in range [" +
                  llvm::Twine(symbol.min.value_or(0)) + ", " +
                  (symbol.max ? std::to_string(*symbol.max)
                              : std::string("int_oo")) +
                  "]");
    // Sizes 0 and 1 decide how a tensor is computed with.
    if (symbol.hint < 2 && !symbol.source.empty())
      specialize(i, symbol.hint, getAffineSymbolExpr(i, context));
  }
  return llvm::Error::success();
}

llvm::Error DynamicShapes::readTensor(Attribute example, const json &spec,
                                      const std::string &path,
                                      const std::string &source) {
  auto type = cast<ts::TSTensorType>(cast<TypeAttr>(example).getValue());
  Leaf &leaf = leaves.emplace_back();
  leaf.isTensor = true;
  leaf.dtype = type.getDtype();
  leaf.sizes.assign(type.getShape().begin(), type.getShape().end());
  for (int64_t size : leaf.sizes)
    leaf.shape.push_back(getAffineConstantExpr(size, context));
  std::map<unsigned, json> dims;
  if (spec.is_array()) {
    if (spec.size() != leaf.sizes.size())
      return fail("Expected dynamic shape spec " + spec.dump() +
                  " specified at `dynamic_shapes" + path +
                  "` to have the same length as the actual tensor shape (" +
                  llvm::Twine(leaf.sizes.size()) + ")");
    for (size_t i = 0; i < spec.size(); ++i)
      dims[i] = spec[i];
  } else if (spec.is_object()) {
    for (auto &[key, dim] : spec.items()) {
      unsigned index;
      if (StringRef(key).getAsInteger(10, index) ||
          index >= leaf.sizes.size())
        return fail("Unexpected dimension mapped to index " + key +
                    " in input tensor shape " + spec.dump() +
                    " specified at `dynamic_shapes" + path + "`");
      dims[index] = dim;
    }
  } else if (!spec.is_null()) {
    return fail("Unexpected input tensor shape " + spec.dump() +
                " specified at `dynamic_shapes" + path +
                "` (expected either a list/tuple of dimensions, or a dict "
                "mapping indices to dimensions, where each dimension is an "
                "int, a Dim, Dim.AUTO, Dim.STATIC, or Dim.DYNAMIC)");
  }
  for (auto &[i, dim] : dims) {
    auto read = readDim(dim);
    if (!read)
      return read.takeError();
    if (llvm::Error error =
            addPlace(*read, source + ".size()[" + std::to_string(i) + "]", i,
                     leaf.sizes[i]))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error DynamicShapes::readInput(Attribute example, const json &spec,
                                     const std::string &path,
                                     const std::string &source) {
  auto mismatch = [&](const llvm::Twine &what) {
    return fail("Detected mismatch between the structure of `inputs` and "
                "`dynamic_shapes`: `inputs" +
                path + "` " + what);
  };
  if (isa<TypeAttr>(example))
    return readTensor(example, spec, path, source);
  auto tree = dyn_cast<ts::TreeAttr>(example);
  if (!tree) {
    leaves.emplace_back();
    if (spec.is_null())
      return llvm::Error::success();
    return fail("Cannot associate shape " + spec.dump() +
                " specified at `dynamic_shapes" + path +
                "` to non-tensor type " + spellType(getTypeName(example)) +
                " at `inputs" + path + "` (expected None)");
  }
  bool isDict = tree.getKind() == ts::TreeKind::Dict;
  size_t size = tree.getChildren().size();
  if (!spec.is_null() && (isDict ? !spec.is_object() : !spec.is_array()))
    return mismatch("is a " + spellType(getTypeName(example)) +
                    ", but `dynamic_shapes" + path + "` is not");
  if (!spec.is_null() && spec.size() != size)
    return mismatch("has " + llvm::Twine(size) +
                    " elements, but `dynamic_shapes" + path + "` has " +
                    llvm::Twine(spec.size()) + " elements");
  for (size_t i = 0; i < size; ++i) {
    std::string key = isDict
                          ? cast<StringAttr>(tree.getKeys()[i]).str()
                          : std::to_string(i);
    std::string step = isDict ? "['" + key + "']" : "[" + key + "]";
    json inner;
    if (spec.is_array())
      inner = spec[i];
    else if (spec.is_object() && !spec.contains(key))
      return mismatch("has the key '" + key + "', but `dynamic_shapes" + path +
                      "` has not");
    else if (spec.is_object())
      inner = spec[key];
    if (llvm::Error error = readInput(tree.getChildren()[i], inner,
                                      path + step, source + step))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error DynamicShapes::read(ArrayRef<Input> inputs,
                                ArrayRef<unsigned> order) {
  const json &spec = request.dynamicShapes;
  for (auto &[name, range] : request.dims)
    if (range.first && range.second && *range.second <= *range.first)
      return fail("Cannot create Dim with inconsistent min=" +
                  llvm::Twine(*range.first) + ", max=" +
                  llvm::Twine(*range.second));
  std::vector<std::string> names, keys;
  for (const Input &input : inputs)
    names.push_back(input.name);
  bool isGiven = !spec.is_null() && !spec.empty();
  if (isGiven && spec.is_object()) {
    for (auto &[key, value] : spec.items())
      keys.push_back(key);
    bool isSame = keys.size() == names.size() &&
                  llvm::all_of(keys, [&](const std::string &key) {
                    return llvm::is_contained(names, key);
                  });
    auto only = inputs.size() == 1
                    ? dyn_cast<ts::TreeAttr>(inputs.front().example)
                    : ts::TreeAttr();
    if (!isSame)
      return fail(
          "When `dynamic_shapes` is specified as a dict, its top-level keys "
          "must be the arg names " +
          spellNames(names) + " of `inputs`, but here they are " +
          spellNames(keys) + ". " +
          (only && only.getKind() == ts::TreeKind::Dict
               ? "Since here `inputs` is a list/tuple enclosing a single dict, "
                 "maybe you just forgot to enclose `dynamic_shapes` in a "
                 "list/tuple?"
               : "Alternatively, you could also ignore arg names entirely and "
                 "specify `dynamic_shapes` as a list/tuple matching "
                 "`inputs`."));
  } else if (isGiven && (!spec.is_array() || spec.size() != inputs.size())) {
    return fail("Detected mismatch between the structure of `inputs` and "
                "`dynamic_shapes`: `inputs` has " +
                llvm::Twine(inputs.size()) +
                " elements, but `dynamic_shapes` has " +
                llvm::Twine(spec.size()) + " elements");
  }
  for (unsigned i : order) {
    const Input &input = inputs[i];
    json inner;
    std::string step = "[" + std::to_string(i) + "]";
    if (isGiven && spec.is_object()) {
      inner = spec[input.name];
      step = "['" + input.name + "']";
    } else if (isGiven) {
      inner = spec[i];
    }
    if (llvm::Error error = readInput(input.example, inner, step,
                                      "L['" + input.name + "']"))
      return error;
  }
  return bindDerived();
}

void DynamicShapes::annotate(func::FuncOp function) const {
  Builder builder(context);
  SmallVector<Attribute> shapes, bounds;
  for (const Leaf &leaf : leaves) {
    if (!leaf.isTensor) {
      shapes.push_back(builder.getUnitAttr());
      continue;
    }
    shapes.push_back(AffineMapAttr::get(
        AffineMap::get(0, symbols.size(), leaf.shape, context)));
  }
  SmallVector<int64_t> hints;
  for (const Symbol &symbol : symbols) {
    bounds.push_back(ts::SymbolRangeAttr::get(
        context, builder.getStringAttr(symbol.name), symbol.min.value_or(0),
        symbol.max.value_or(INT64_MAX)));
    hints.push_back(symbol.hint);
  }
  function->setAttr("ts.leaf_shapes", builder.getArrayAttr(shapes));
  function->setAttr("ts.graph_symbols", builder.getArrayAttr(bounds));
  function->setAttr("ts.symbol_hints", builder.getDenseI64ArrayAttr(hints));
}
