//===- FrameValues.cpp - Instructions on values -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "Natives.h"

using namespace torchscript;
using namespace torchscript::evaluate;

namespace torchscript::evaluate {

bool runLoadAttr(Interpreter &in, Frame &f, uint32_t a) {
  f.peek() = in.getAttr(f.peek(), f.name(a));
  return false;
}

bool runStoreAttr(Interpreter &in, Frame &f, uint32_t a) {
  Value object = f.pop(), value = f.pop();
  in.setAttr(object, f.name(a), value);
  return false;
}

bool runDeleteAttr(Interpreter &in, Frame &f, uint32_t a) {
  in.delAttr(f.pop(), f.name(a));
  return false;
}

bool runLoadMethod(Interpreter &in, Frame &f, uint32_t a) {
  Value object = f.pop();
  TypeObject *type = in.typeOf(object);
  StrObject *name = f.name(a);
  Kind kind = object.kind();
  bool isPlain = !type->hasGetAttribute && kind != Kind::Type &&
                 kind != Kind::Super && kind != Kind::Module &&
                 kind != Kind::Host;
  if (isPlain) {
    Value *found = in.lookUp(type, name);
    bool isMethod = found && (found->is(Kind::Function) ||
                              (found->is(Kind::Native) &&
                               found->as<NativeObject>()->owner));
    DictObject *own =
        object.isObject() ? object.getObject()->attrs : nullptr;
    if (isMethod && !(own && own->find(name))) {
      f.push(*found);
      f.push(std::move(object));
      return false;
    }
  }
  f.push(in.getAttr(object, name));
  f.push(Value());
  return false;
}

bool runLoadItem(Interpreter &in, Frame &f, uint32_t) {
  Value key = f.pop();
  f.peek() = in.getItem(f.peek(), key);
  return false;
}

bool runStoreItem(Interpreter &in, Frame &f, uint32_t) {
  Value key = f.pop(), object = f.pop(), value = f.pop();
  in.setItem(object, key, value);
  return false;
}

bool runDeleteItem(Interpreter &in, Frame &f, uint32_t) {
  Value key = f.pop(), object = f.pop();
  in.delItem(object, key);
  return false;
}

bool runBuildSlice(Interpreter &in, Frame &f, uint32_t) {
  Value step = f.pop(), stop = f.pop();
  f.peek() = in.makeSlice(f.peek(), stop, step);
  return false;
}

bool runBinary(Interpreter &in, Frame &f, uint32_t a) {
  Value rhs = f.pop();
  f.peek() = in.binary(Operation(a), f.peek(), rhs);
  return false;
}

bool runInPlace(Interpreter &in, Frame &f, uint32_t a) {
  Value rhs = f.pop();
  f.peek() = in.inPlace(Operation(a), f.peek(), rhs);
  return false;
}

bool runUnary(Interpreter &in, Frame &f, uint32_t a) {
  if (UnaryOperator(a) == UnaryOperator::Not)
    f.peek() = Value::boolean(!in.isTrue(f.peek()));
  else
    f.peek() = in.unary(UnaryOperator(a), f.peek());
  return false;
}

bool runCompare(Interpreter &in, Frame &f, uint32_t a) {
  Value rhs = f.pop();
  Value lhs = std::move(f.peek());
  switch (Comparison(a)) {
  case Comparison::Is:
    f.peek() = Value::boolean(lhs.isSame(rhs));
    break;
  case Comparison::IsNot:
    f.peek() = Value::boolean(!lhs.isSame(rhs));
    break;
  case Comparison::In:
    f.peek() = Value::boolean(in.contains(rhs, lhs));
    break;
  case Comparison::NotIn:
    f.peek() = Value::boolean(!in.contains(rhs, lhs));
    break;
  default:
    f.peek() = in.compare(Comparison(a), lhs, rhs);
    break;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

/// Takes the topmost values from the stack, in order.
static ValueVector take(Frame &f, uint32_t count) {
  ValueVector items(std::make_move_iterator(f.top - count),
                    std::make_move_iterator(f.top));
  f.top -= count;
  return items;
}

bool runBuildList(Interpreter &in, Frame &f, uint32_t a) {
  f.push(in.makeList(take(f, a)));
  return false;
}

bool runBuildTuple(Interpreter &in, Frame &f, uint32_t a) {
  f.push(in.makeTuple(take(f, a)));
  return false;
}

bool runBuildSet(Interpreter &in, Frame &f, uint32_t a) {
  Value set = in.makeSet();
  for (const Value &item : take(f, a))
    in.setAdd(set, item);
  f.push(std::move(set));
  return false;
}

bool runCopySet(Interpreter &in, Frame &f, uint32_t) {
  Value copy = in.makeSet();
  fillSet(in, copy, f.peek());
  f.peek() = std::move(copy);
  return false;
}

bool runBuildDict(Interpreter &in, Frame &f, uint32_t a) {
  Value dict = in.makeDict();
  ValueVector items = take(f, 2 * a);
  for (size_t i = 0; i < items.size(); i += 2)
    in.dictSet(dict, items[i], items[i + 1]);
  f.push(std::move(dict));
  return false;
}

bool runListAppend(Interpreter &, Frame &f, uint32_t a) {
  Value item = f.pop();
  f.peek(a - 1).as<ListObject>()->items.push_back(std::move(item));
  return false;
}

bool runSetAdd(Interpreter &in, Frame &f, uint32_t a) {
  Value item = f.pop();
  in.setAdd(f.peek(a - 1), item);
  return false;
}

bool runDictAdd(Interpreter &in, Frame &f, uint32_t a) {
  Value value = f.pop(), key = f.pop();
  in.dictSet(f.peek(a - 1), key, value);
  return false;
}

bool runListExtend(Interpreter &in, Frame &f, uint32_t) {
  Value iterable = f.pop();
  auto *list = f.peek().as<ListObject>();
  for (Value &item : in.unpack(iterable))
    list->items.push_back(std::move(item));
  return false;
}

bool runSetExtend(Interpreter &in, Frame &f, uint32_t) {
  Value items = f.pop();
  for (const Value &item : items.as<ListObject>()->items)
    in.setAdd(f.peek(), item);
  return false;
}

bool runDictExtend(Interpreter &in, Frame &f, uint32_t) {
  Value source = f.pop();
  if (!source.is(Kind::Dict) && !in.findAttr(source, in.names.plainKeys))
    in.raiseTypeError("'" + in.typeName(source) + "' object is not a mapping");
  in.dictUpdate(f.peek(), source);
  return false;
}

bool runDictMerge(Interpreter &in, Frame &f, uint32_t) {
  Value source = f.pop();
  if (!source.is(Kind::Dict) && !in.findAttr(source, in.names.plainKeys))
    in.raiseTypeError("argument after ** must be a mapping, not " +
                      in.typeName(source));
  Value copy = in.makeDict();
  in.dictUpdate(copy, source);
  for (auto &entry : copy.as<DictObject>()->entries) {
    if (!entry.key)
      continue;
    if (!entry.key.is(Kind::Str))
      in.raiseTypeError("keywords must be strings");
    if (in.dictFind(f.peek(), entry.key))
      in.raiseTypeError("got multiple values for keyword argument '" +
                        entry.key.as<StrObject>()->text + "'");
    in.dictSet(f.peek(), entry.key, entry.value);
  }
  return false;
}

bool runListToTuple(Interpreter &in, Frame &f, uint32_t) {
  f.peek() = in.makeTuple(f.peek().as<ListObject>()->items);
  return false;
}

bool runUnpack(Interpreter &in, Frame &f, uint32_t a) {
  Value source = f.pop();
  ValueVector items;
  if (source.is(Kind::Tuple) && in.typeOf(source) == in.types.tuple) {
    items = source.as<TupleObject>()->items;
  } else {
    if (!in.findSpecial(source, in.names.iter_) &&
        !in.findSpecial(source, in.names.getitem_))
      in.raiseTypeError("cannot unpack non-iterable " + in.typeName(source) +
                        " object");
    Value iterator = in.iterate(source);
    while (items.size() <= a) {
      Value item = in.next(iterator);
      if (!item)
        break;
      items.push_back(std::move(item));
    }
  }
  if (items.size() > a)
    in.raiseValueError("too many values to unpack (expected " +
                       llvm::Twine(a) + ")");
  if (items.size() < a)
    in.raiseValueError("not enough values to unpack (expected " +
                       llvm::Twine(a) + ", got " + llvm::Twine(items.size()) +
                       ")");
  for (size_t i = items.size(); i > 0; --i)
    f.push(std::move(items[i - 1]));
  return false;
}

bool runUnpackStar(Interpreter &in, Frame &f, uint32_t a) {
  size_t before = a & 0xffff, after = a >> 16;
  ValueVector items = in.unpack(f.pop());
  if (items.size() < before + after)
    in.raiseValueError("not enough values to unpack (expected at least " +
                       llvm::Twine(before + after) + ", got " +
                       llvm::Twine(items.size()) + ")");
  size_t end = items.size() - after;
  for (size_t i = items.size(); i > end; --i)
    f.push(items[i - 1]);
  f.push(in.makeList(ValueVector(items.begin() + before, items.begin() + end)));
  for (size_t i = before; i > 0; --i)
    f.push(items[i - 1]);
  return false;
}

bool runGetIter(Interpreter &in, Frame &f, uint32_t) {
  f.peek() = in.iterate(f.peek());
  return false;
}

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

bool runFormatValue(Interpreter &in, Frame &f, uint32_t a) {
  Value spec = a & 8 ? f.pop() : Value();
  Value value = std::move(f.peek());
  switch (a & 7) {
  case 1:
    value = in.makeStr(in.str(value));
    break;
  case 2:
    value = in.makeStr(in.repr(value));
    break;
  case 3:
    value = in.call(in.loadBuiltin(in.intern("ascii")), {value});
    break;
  default:
    break;
  }
  f.peek() = in.makeStr(
      in.format(value, spec ? llvm::StringRef(spec.as<StrObject>()->text) : ""));
  return false;
}

bool runBuildString(Interpreter &in, Frame &f, uint32_t a) {
  std::string text;
  for (const Value &part : take(f, a)) {
    in.reserve(text.size());
    text += part.as<StrObject>()->text;
  }
  f.push(in.makeStr(std::move(text)));
  return false;
}

} // namespace torchscript::evaluate
