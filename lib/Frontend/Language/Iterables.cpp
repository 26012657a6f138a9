//===- Iterables.cpp - What can be iterated -------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Length and elements of lists, strings, dicts, tensors, ranges, zip and
// enumerate (TS-STMT-030 to 043).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Meaning *ValueMeaning::iterable(FunctionEmitter &emitter, SourceRange range) {
  const Type *type = value.type;
  if (const auto *tuple = llvm::dyn_cast<TupleType>(type)) {
    llvm::SmallVector<Meaning *> elements;
    for (size_t i = 0; i < tuple->size(); ++i)
      elements.push_back(
          emitter.makeValue(emitter.tupleElement(range, value, i)));
    return emitter.make<StaticTupleMeaning>(elements);
  }
  // A dict is iterated over a snapshot of its keys.
  if (type->is(TypeKind::Dict)) {
    TypedValue keys = emitter.callOperator(range, "aten::keys", {value});
    return keys ? emitter.makeValue(keys) : nullptr;
  }
  if (type->is(TypeKind::List) || type->isTensor() || type->isString())
    return this;
  emitter.error(range, "'" + value.spelling() + "' object is not iterable");
  return nullptr;
}

std::optional<size_t> ValueMeaning::staticLength(FunctionEmitter &emitter) {
  if (const auto *tuple = llvm::dyn_cast<TupleType>(value.type))
    return tuple->size();
  return std::nullopt;
}

TypedValue ValueMeaning::length(FunctionEmitter &emitter, SourceRange range) {
  return emitter.callOperator(range, "aten::len", {value});
}

Meaning *ValueMeaning::element(FunctionEmitter &emitter, SourceRange range,
                               TypedValue index) {
  if (value.type->isTensor()) {
    TypedValue row = emitter.callOperator(
        range, "aten::select", {value, emitter.constantInt(range, 0), index});
    return row ? emitter.makeValue(row) : nullptr;
  }
  return subscript(emitter, range, index, nullptr);
}

//===----------------------------------------------------------------------===//
// Static tuples
//===----------------------------------------------------------------------===//

TypedValue StaticTupleMeaning::asValue(FunctionEmitter &emitter,
                                       SourceRange range) {
  llvm::SmallVector<TypedValue> values;
  for (Meaning *element : elements) {
    values.push_back(element->asValue(emitter, range));
    if (!values.back())
      return {};
  }
  return emitter.makeTuple(range, values);
}

bool StaticTupleMeaning::asElements(FunctionEmitter &emitter, SourceRange range,
                                    llvm::SmallVectorImpl<Meaning *> &out,
                                    std::optional<size_t>) {
  out.append(elements.begin(), elements.end());
  return true;
}

TypedValue StaticTupleMeaning::length(FunctionEmitter &emitter,
                                      SourceRange range) {
  return emitter.constantInt(range, int64_t(elements.size()));
}

Meaning *StaticTupleMeaning::element(FunctionEmitter &emitter,
                                     SourceRange range, TypedValue index) {
  return subscript(emitter, range, index, nullptr);
}

Meaning *StaticTupleMeaning::subscript(FunctionEmitter &emitter,
                                       SourceRange range, TypedValue index,
                                       const Type *) {
  std::optional<int64_t> position = FunctionEmitter::asConstantInt(index.value);
  if (!position) {
    emitter.error(range,
                  "Expected integer literal for index. ModuleList/Sequential "
                  "indexing is only supported with integer literals. "
                  "Enumeration is supported, e.g. 'for index, v in "
                  "enumerate(self): ...'");
    return nullptr;
  }
  int64_t size = int64_t(elements.size());
  int64_t adjusted = *position < 0 ? *position + size : *position;
  if (adjusted < 0 || adjusted >= size) {
    emitter.error(range, "Index " + llvm::Twine(*position) +
                             " out of range of length " + llvm::Twine(size));
    return nullptr;
  }
  return elements[adjusted];
}

//===----------------------------------------------------------------------===//
// range
//===----------------------------------------------------------------------===//

TypedValue RangeMeaning::length(FunctionEmitter &emitter, SourceRange range) {
  if (onlyEnd)
    return end;
  return emitter.emitOp(range, "aten::__range_length", {start, end, step},
                        TypeContext::getInt());
}

Meaning *RangeMeaning::element(FunctionEmitter &emitter, SourceRange range,
                               TypedValue index) {
  if (onlyEnd)
    return emitter.makeValue(index);
  // The counter of enumerate; constant where the loop is unrolled.
  if (!end) {
    std::optional<int64_t> from = FunctionEmitter::asConstantInt(start.value);
    std::optional<int64_t> at = FunctionEmitter::asConstantInt(index.value);
    if (from && at)
      return emitter.makeValue(emitter.constantInt(range, *from + *at));
    if (from && *from == 0)
      return emitter.makeValue(index);
  }
  return emitter.makeValue(emitter.emitOp(range, "aten::__derive_index",
                                          {index, start, step},
                                          TypeContext::getInt()));
}

//===----------------------------------------------------------------------===//
// zip and enumerate
//===----------------------------------------------------------------------===//

std::optional<size_t>
IterableTreeMeaning::staticLength(FunctionEmitter &emitter) {
  std::optional<size_t> shortest;
  for (Meaning *child : children)
    if (std::optional<size_t> length = child->staticLength(emitter))
      shortest = shortest ? std::min(*shortest, *length) : *length;
  return shortest;
}

llvm::SmallVector<Meaning *> IterableTreeMeaning::leaves() const {
  llvm::SmallVector<Meaning *> result;
  for (Meaning *child : children) {
    if (auto *tree = llvm::dyn_cast<IterableTreeMeaning>(child))
      result.append(tree->leaves());
    else
      result.push_back(child);
  }
  return result;
}

TypedValue IterableTreeMeaning::length(FunctionEmitter &emitter,
                                       SourceRange range) {
  llvm::SmallVector<TypedValue> lengths;
  for (Meaning *child : leaves()) {
    // The counter of enumerate has no end of its own.
    if (auto *counter = llvm::dyn_cast<RangeMeaning>(child))
      if (!counter->end)
        continue;
    lengths.push_back(child->length(emitter, range));
    if (!lengths.back())
      return {};
  }
  if (lengths.size() == 1)
    return lengths[0];
  TypedValue list = emitter.makeList(range, lengths, TypeContext::getInt());
  return emitter.callOperator(range, "prim::min", {list});
}

Meaning *IterableTreeMeaning::element(FunctionEmitter &emitter,
                                      SourceRange range, TypedValue index) {
  llvm::SmallVector<Meaning *> elements;
  for (Meaning *child : children) {
    elements.push_back(child->element(emitter, range, index));
    if (!elements.back())
      return nullptr;
  }
  return emitter.make<StaticTupleMeaning>(elements);
}
