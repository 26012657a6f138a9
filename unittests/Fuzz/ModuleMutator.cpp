//===- ModuleMutator.cpp - Damage to modules ------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every mutation leaves the use lists and blocks sound, so that only the
// verifier decides whether the result is a module.
//
//===----------------------------------------------------------------------===//

#include "ModuleMutator.h"

#include "RandomValues.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AttrTypeSubElements.h"

#include <limits>

using namespace tsfuzz;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

/// The tokens of a text: words, numbers and single characters.
static std::vector<StringRef> tokenize(StringRef text) {
  std::vector<StringRef> tokens;
  auto isWord = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '.' || c == '%' || c == '@';
  };
  while (!text.empty()) {
    StringRef token = text.take_while(isWord);
    if (token.empty())
      token = text.take_front(1);
    tokens.push_back(token);
    text = text.drop_front(token.size());
  }
  return tokens;
}

std::string tsfuzz::mutateText(std::string text, Random &random) {
  std::vector<StringRef> tokens = tokenize(text);
  if (tokens.empty())
    return text;
  static constexpr StringRef numbers[] = {
      "0", "1", "-1", "2", "7", "64", "9223372036854775807", "1.0e+300", "?"};
  static constexpr StringRef types[] = {"i64",
                                        "f64",
                                        "i1",
                                        "f32",
                                        "!ts.str",
                                        "!ts.tensor",
                                        "!ts.none",
                                        "!ts.any",
                                        "!ts.list<i64>",
                                        "index",
                                        "!ts.scalar",
                                        "!ts.optional<i64>",
                                        "tensor<2xf32>",
                                        "memref<2xf32>",
                                        "!tsrt.error",
                                        "!ts.tensor<[2,3],f32>",
                                        "!ts.dict<!ts.str, i64>",
                                        "!ts.tuple<i64, f64>"};
  for (size_t i = 0, n = 1 + random.below(2); i < n; ++i) {
    size_t at = random.below(tokens.size());
    switch (random.below(6)) {
    case 0:
      tokens[at] = "";
      break;
    case 1:
      tokens[at] = random.pick(tokens);
      break;
    case 2: {
      // Another word where a word was.
      for (size_t k = 0; k < 40 && tokens[at].size() < 2; ++k)
        at = random.below(tokens.size());
      StringRef other = random.pick(tokens);
      for (size_t k = 0; k < 40 && other.size() < 2; ++k)
        other = random.pick(tokens);
      tokens[at] = other;
      break;
    }
    case 3: {
      for (size_t k = 0; k < 200; ++k) {
        at = random.below(tokens.size());
        if (!tokens[at].empty() && llvm::isDigit(tokens[at].front()))
          break;
      }
      tokens[at] = random.pick(ArrayRef(numbers));
      break;
    }
    case 4: {
      static const llvm::StringRef known[] = {"i64",  "f64", "i1",    "f32",
                                              "none", "str", "tensor"};
      for (size_t k = 0; k < 300 && !llvm::is_contained(known, tokens[at]); ++k)
        at = random.below(tokens.size());
      bool isTyped = at >= 3 && tokens[at - 1] != "." && tokens[at].size() <= 3;
      if (isTyped)
        tokens[at] = random.pick(ArrayRef(types));
      break;
    }
    default: {
      size_t length = std::min(random.below(12), tokens.size() - at);
      tokens.erase(tokens.begin() + at, tokens.begin() + at + length);
      if (tokens.empty())
        return "";
    }
    }
  }
  std::string result;
  for (StringRef token : tokens)
    result += token;
  return result;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

namespace {

class Mutation {
public:
  Mutation(ModuleOp module, Random &random, const OperatorNames &names)
      : module(module), random(random), names(names), b(module.getContext()) {
    module.walk([&](Operation *op) {
      // MLIR 19 crashes where it verifies a contraction of another body than
      // its own.
      if (op == module ||
          isa_and_present<linalg::ContractionOpInterface>(op->getParentOp()))
        return;
      ops.push_back(op);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          llvm::append_range(values, block.getArguments());
      llvm::append_range(values, op->getResults());
    });
  }

  void run();

private:
  void changeOperand(Operation *op);
  void changeType(Operation *op);
  void replaceType();
  void changeAttribute(Operation *op);
  void changeName(Operation *op);
  void renameOperator(Operation *op);
  void eraseOp(Operation *op);
  void copyOp(Operation *op);
  void changeRegions(Operation *op);
  void changeArity(Operation *op);
  void addAttribute(Operation *op);
  Type pickType();
  Attribute vary(Attribute attribute);

  ModuleOp module;
  Random &random;
  const OperatorNames &names;
  OpBuilder b;
  std::vector<Operation *> ops;
  std::vector<Value> values;
};

} // namespace

/// A type of some value in the module, or of some form.
Type Mutation::pickType() {
  if (!values.empty() && !random.oneIn(3))
    return random.pick(values).getType();
  RandomValues types(b, random, names);
  switch (random.below(8)) {
  case 0:
    return types.builtinType();
  case 1:
    return MemRefType::get({3, 3}, b.getF32Type());
  case 2:
    return random.pick<Type>({b.getIndexType(), b.getI32Type(), b.getF32Type(),
                              b.getNoneType(), b.getIntegerType(8),
                              UnrankedTensorType::get(b.getF32Type())});
  case 3:
    return ts::SlotType::get(types.type(1));
  default:
    return types.type();
  }
}

void Mutation::changeOperand(Operation *op) {
  if (!op->getNumOperands() || values.empty())
    return;
  OpOperand &operand = op->getOpOperand(random.below(op->getNumOperands()));
  SmallVector<Value> candidates;
  for (Value value : values)
    if (value.getType() == operand.get().getType())
      candidates.push_back(value);
  if (candidates.empty() || random.oneIn(4))
    operand.set(random.pick(values));
  else
    operand.set(random.pick(candidates));
}

void Mutation::changeType(Operation *op) {
  if (op->getNumResults()) {
    op->getResult(random.below(op->getNumResults())).setType(pickType());
    return;
  }
  for (Region &region : op->getRegions())
    if (!region.empty() && region.getNumArguments())
      region.getArgument(random.below(region.getNumArguments()))
          .setType(pickType());
}

/// One type instead of another, everywhere.
void Mutation::replaceType() {
  if (values.empty())
    return;
  Type from = random.pick(values).getType(), to = pickType();
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](Type type) -> std::optional<Type> {
    return type == from ? std::optional<Type>(to) : std::nullopt;
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

/// An attribute of the same kind with another value, or of another kind.
Attribute Mutation::vary(Attribute attribute) {
  if (random.oneIn(8))
    return random.pick<Attribute>({b.getUnitAttr(), b.getI64IntegerAttr(-1),
                                   b.getStringAttr("x"), b.getArrayAttr({}),
                                   TypeAttr::get(pickType())});
  if (auto number = dyn_cast<IntegerAttr>(attribute)) {
    int64_t value = random.pick<int64_t>({0, 1, -1, 2, 7, 1000,
                                          std::numeric_limits<int64_t>::min(),
                                          std::numeric_limits<int64_t>::max()});
    return IntegerAttr::get(number.getType(), value);
  }
  if (isa<StringAttr>(attribute))
    return b.getStringAttr(random.pick<StringRef>(
        {"", "f", "forward", "__enter__", "count", "x\n\"%d", "kernels"}));
  if (isa<SymbolRefAttr>(attribute)) {
    SmallVector<StringRef> symbols{"missing"};
    for (Operation *op : ops)
      if (auto symbol = dyn_cast<SymbolOpInterface>(op))
        symbols.push_back(symbol.getName());
    return FlatSymbolRefAttr::get(b.getContext(), random.pick(symbols));
  }
  if (auto array = dyn_cast<ArrayAttr>(attribute)) {
    SmallVector<Attribute> elements(array.getValue());
    if (elements.empty() || random.oneIn(3))
      elements.push_back(b.getStringAttr("x"));
    else if (random.oneIn(2))
      elements.pop_back();
    else
      elements[random.below(elements.size())] = vary(elements.back());
    return b.getArrayAttr(elements);
  }
  if (auto array = dyn_cast<DenseI64ArrayAttr>(attribute)) {
    SmallVector<int64_t> elements(array.asArrayRef());
    if (elements.empty() || random.oneIn(3))
      elements.push_back(-1);
    else if (random.oneIn(2))
      elements.pop_back();
    else
      elements[random.below(elements.size())] =
          random.pick<int64_t>({-1, 0, 1, 100});
    return b.getDenseI64ArrayAttr(elements);
  }
  if (auto fields = dyn_cast<DictionaryAttr>(attribute)) {
    SmallVector<NamedAttribute> entries(fields.getValue());
    if (entries.empty())
      return attribute;
    NamedAttribute &entry = entries[random.below(entries.size())];
    if (random.oneIn(2))
      entries.erase(&entry);
    else
      entry.setValue(vary(entry.getValue()));
    return b.getDictionaryAttr(entries);
  }
  if (isa<TypeAttr>(attribute))
    return TypeAttr::get(pickType());
  return attribute;
}

void Mutation::changeAttribute(Operation *op) {
  DictionaryAttr attributes = op->getAttrDictionary();
  if (attributes.empty())
    return;
  NamedAttribute attribute =
      attributes.getValue()[random.below(attributes.size())];
  if (attribute.getName() == SymbolTable::getSymbolAttrName()) {
    // An empty symbol has no spelling.
    Attribute other = vary(attribute.getValue());
    if (other != b.getStringAttr(""))
      op->setAttr(attribute.getName(), other);
    return;
  }
  if (random.oneIn(10))
    op->removeAttr(attribute.getName());
  else
    op->setAttr(attribute.getName(), vary(attribute.getValue()));
}

void Mutation::addAttribute(Operation *op) {
  static constexpr StringRef known[] = {
      "ts.sources",  "ts.export",       "ts.library",   "ts.variants",
      "ts.kernel",   "ts.workspace",    "ts.constant",  "ts.restorer",
      "ts.state",    "ts.named_result", "ts.instances", "ts.mutable_tensors",
      "ts.instance", "ts.destroy",      "ts.schema",    "ts.callable"};
  Operation *holder = op;
  if (!random.oneIn(3))
    holder = module;
  holder->setAttr(
      random.pick(ArrayRef(known)),
      random.pick<Attribute>({b.getUnitAttr(), b.getI64IntegerAttr(3),
                              b.getStringAttr("lib"), b.getDictionaryAttr({}),
                              b.getArrayAttr({b.getStringAttr("f0")}),
                              FlatSymbolRefAttr::get(b.getContext(), "f0")}));
}

/// Another operation with the same operands, types, attributes and regions.
void Mutation::changeName(Operation *op) {
  SmallVector<RegisteredOperationName> candidates;
  for (RegisteredOperationName name :
       b.getContext()->getRegisteredOperations()) {
    StringRef space = name.getDialectNamespace();
    if (space == "ts" || space == "tsrt" || space == "scf" || space == "arith")
      candidates.push_back(name);
  }
  OperationName name = random.oneIn(2) ? OperationName(random.pick(candidates))
                                       : random.pick(ops)->getName();
  OperationState state(op->getLoc(), name);
  state.addOperands(op->getOperands());
  state.addTypes(op->getResultTypes());
  state.addAttributes(op->getAttrs());
  for (Block *successor : op->getSuccessors())
    state.addSuccessors(successor);
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  b.setInsertionPoint(op);
  Operation *other = b.create(state);
  for (auto [from, to] : llvm::zip(op->getRegions(), other->getRegions()))
    to.takeBody(from);
  op->replaceAllUsesWith(other->getResults());
  op->erase();
}

void Mutation::renameOperator(Operation *op) {
  for (size_t k = 0; k < 50 && !isa<ts::OperatorOp>(op); ++k)
    op = random.pick(ops);
  auto call = dyn_cast<ts::OperatorOp>(op);
  if (!call)
    return changeOperand(op);
  call.setName(random.pick(random.oneIn(2) ? names.all : names.special));
}

void Mutation::eraseOp(Operation *op) {
  for (Value result : op->getResults()) {
    if (result.use_empty())
      continue;
    SmallVector<Value> candidates;
    for (Value value : values)
      if (value.getType() == result.getType() && value != result)
        candidates.push_back(value);
    if (candidates.empty())
      return;
    result.replaceAllUsesWith(random.pick(candidates));
  }
  // Values of its regions may have got into use elsewhere.
  WalkResult used = op->walk([&](Operation *nested) {
    for (Operation *user : nested->getUsers())
      if (!op->isAncestor(user))
        return WalkResult::interrupt();
    for (Region &region : nested->getRegions())
      for (Value argument : region.getArguments())
        for (Operation *user : argument.getUsers())
          if (!op->isAncestor(user))
            return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (!used.wasInterrupted())
    op->erase();
}

void Mutation::copyOp(Operation *op) {
  Operation *place = random.oneIn(2) ? op : random.pick(ops);
  Operation *copy = op->clone();
  if (auto symbol = dyn_cast<SymbolOpInterface>(copy);
      symbol && !random.oneIn(4))
    symbol.setName((symbol.getName() + "$copy").str());
  b.setInsertionPoint(place);
  b.insert(copy);
}

void Mutation::changeRegions(Operation *op) {
  if (isa<linalg::ContractionOpInterface>(op))
    return;
  for (size_t k = 0; k < 50 && !op->getNumRegions(); ++k)
    op = random.pick(ops);
  if (!op->getNumRegions())
    return;
  Region &region = op->getRegion(random.below(op->getNumRegions()));
  switch (random.below(4)) {
  case 0:
    if (op->getNumRegions() > 1) {
      Region other;
      other.takeBody(op->getRegion(0));
      op->getRegion(0).takeBody(op->getRegion(1));
      op->getRegion(1).takeBody(other);
    }
    return;
  case 1:
    if (!region.empty())
      region.front().addArgument(pickType(), op->getLoc());
    return;
  case 2:
    if (!region.empty() && region.getNumArguments() &&
        region.getArguments().back().use_empty())
      region.front().eraseArgument(region.getNumArguments() - 1);
    return;
  default:
    region.push_back(new Block());
    b.setInsertionPointToEnd(&region.back());
    if (!region.hasOneBlock() && !region.front().empty() &&
        region.front().back().getNumOperands() == 0)
      b.clone(region.front().back());
  }
}

void Mutation::changeArity(Operation *op) {
  if (random.oneIn(2) && op->getNumOperands())
    op->eraseOperand(random.below(op->getNumOperands()));
  else if (!values.empty())
    op->insertOperands(random.below(op->getNumOperands() + 1),
                       random.pick(values));
}

void Mutation::run() {
  if (ops.empty())
    return;
  Operation *op = random.pick(ops);
  switch (random.below(18)) {
  case 0:
  case 1:
  case 2:
  case 3:
    return changeOperand(op);
  case 4:
    return changeType(op);
  case 5:
  case 6:
    return replaceType();
  case 7:
  case 8:
    return changeAttribute(op);
  case 9:
    return changeName(op);
  case 10:
    return renameOperator(op);
  case 11:
  case 12:
    return eraseOp(op);
  case 13:
  case 14:
    return copyOp(op);
  case 15:
    return changeRegions(op);
  case 16:
    return addAttribute(op);
  default:
    return changeArity(op);
  }
}

void tsfuzz::mutateModule(ModuleOp module, Random &random,
                          const OperatorNames &names) {
  Mutation(module, random, names).run();
}
