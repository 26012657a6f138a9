//===- Lists.cpp - Operators on lists -------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element access, growth, search and comparison of lists of any element type.
//
//===----------------------------------------------------------------------===//

#include "core/Dict.h"
#include "core/Kernel.h"
#include "ops_language/Containers.h"

#include <sstream>

using namespace tsrt;

namespace {

Failure indexError() { return fail("list index out of range"); }

/// Moves elements [from, size) by `delta` positions.
void moveTail(tsrt_list *list, int64_t from, int64_t delta) {
  size_t stride = elementType(list)->size;
  std::memmove(elementAt(list, from + delta), elementAt(list, from),
               size_t(list->size - from) * stride);
}

/// Removes element `i` without releasing it.
void closeGap(tsrt_list *list, int64_t i) {
  moveTail(list, i + 1, -1);
  --list->size;
}

Result<Value> getItem(tsrt_list *list, int64_t index) {
  int64_t i = normalizeIndex(index, list->size);
  if (i < 0)
    return indexError();
  return Value::box(elementType(list), elementAt(list, i));
}

Result<ListRef> setItem(tsrt_list *list, int64_t index,
                        const tsrt_value &element) {
  int64_t i = normalizeIndex(index, list->size);
  if (i < 0)
    return indexError();
  const tsrt_type *type = elementType(list);
  Native value;
  TSRT_TRY(value.assign(type, element));
  char *slot = elementAt(list, i);
  std::swap_ranges(slot, slot + type->size, static_cast<char *>(value.data()));
  return ListRef::retain(list);
}

Status deleteItem(tsrt_list *list, int64_t index) {
  int64_t i = normalizeIndex(index, list->size);
  if (i < 0)
    return indexError();
  Value removed = Value::box(elementType(list), elementAt(list, i));
  tsrt_native_release(elementType(list), elementAt(list, i));
  closeGap(list, i);
  return success();
}

Result<ListRef> append(tsrt_list *list, const tsrt_value &element) {
  Native value;
  TSRT_TRY(value.assign(elementType(list), element));
  void *slot = tsrt_list_grow(list);
  std::memcpy(slot, value.data(), elementType(list)->size);
  ++list->size;
  value.disown();
  return ListRef::retain(list);
}

/// Appends all elements of a list of the same type, which may be `list`.
void appendAll(tsrt_list *list, const tsrt_list *other) {
  int64_t count = other->size;
  const tsrt_type *type = elementType(list);
  if (list->size + count > list->capacity)
    listReserve(list, std::max(list->size + count, list->capacity * 2));
  for (int64_t i = 0; i < count; ++i)
    tsrt_native_retain(type, elementAt(other, i));
  if (count)
    std::memcpy(elementAt(list, list->size), elementAt(other, 0),
                size_t(count) * type->size);
  list->size += count;
}

Status sameElementType(const tsrt_list *a, const tsrt_list *b) {
  if (tsrt_type_equal(elementType(a), elementType(b)))
    return success();
  return fail("Expected a value of type '%s' but instead found type '%s'.",
              a->header.type->name, b->header.type->name);
}

Status extend(tsrt_list *list, tsrt_list *other) {
  TSRT_TRY(sameElementType(list, other));
  appendAll(list, other);
  return success();
}

Result<ListRef> extendInPlace(tsrt_list *list, tsrt_list *other) {
  TSRT_TRY(extend(list, other));
  return ListRef::retain(list);
}

Result<ListRef> concatenate(tsrt_list *a, tsrt_list *b) {
  TSRT_TRY(sameElementType(a, b));
  ListRef result =
      ListRef::adopt(tsrt_list_new(a->header.type, a->size + b->size));
  appendAll(result.get(), a);
  appendAll(result.get(), b);
  return result;
}

/// The longest list that TorchScript tries to make.
constexpr int64_t kMaxLength = INT64_MAX / 16;

Result<ListRef> repeat(tsrt_list *list, int64_t n) {
  int64_t total = 0;
  if (__builtin_mul_overflow(list->size, n, &total) || total < 0 ||
      total > kMaxLength)
    return fail("vector::reserve");
  ListRef result = ListRef::adopt(tsrt_list_new(list->header.type, total));
  for (int64_t i = 0; i < n; ++i)
    appendAll(result.get(), list);
  return result;
}

Result<ListRef> repeatInPlace(tsrt_list *list, int64_t n) {
  int64_t size = list->size, total = 0;
  if (__builtin_mul_overflow(size, n, &total) || total > kMaxLength)
    return fail("vector::reserve");
  if (n <= 0) {
    for (int64_t i = 0; i < size; ++i)
      tsrt_native_release(elementType(list), elementAt(list, i));
    list->size = 0;
    return ListRef::retain(list);
  }
  listReserve(list, total);
  ListRef once = listFrom(list->header.type, list->data, size);
  for (int64_t i = 1; i < n; ++i)
    appendAll(list, once.get());
  return ListRef::retain(list);
}

Status insert(tsrt_list *list, int64_t index, const tsrt_value &element) {
  const tsrt_type *type = elementType(list);
  Native value;
  TSRT_TRY(value.assign(type, element));
  int64_t i = index < 0 ? std::max<int64_t>(index + list->size, 0)
                        : std::min(index, list->size);
  tsrt_list_grow(list);
  moveTail(list, i, 1);
  std::memcpy(elementAt(list, i), value.data(), type->size);
  ++list->size;
  value.disown();
  return success();
}

Result<Value> pop(tsrt_list *list, int64_t index) {
  if (list->size == 0)
    return fail("pop from empty list");
  int64_t i = normalizeIndex(index, list->size);
  if (i < 0)
    return indexError();
  Value element = Value::box(elementType(list), elementAt(list, i));
  tsrt_native_release(elementType(list), elementAt(list, i));
  closeGap(list, i);
  return element;
}

void clear(tsrt_list *list) {
  // The list is empty before the elements go.
  ListRef old = ListRef::adopt(tsrt_list_new(list->header.type, 0));
  std::swap(old->data, list->data);
  std::swap(old->size, list->size);
  std::swap(old->capacity, list->capacity);
}

ListRef copy(tsrt_list *list) {
  return listFrom(list->header.type, list->data, list->size);
}

void reverse(tsrt_list *list) {
  size_t stride = elementType(list)->size;
  for (int64_t i = 0, j = list->size - 1; i < j; ++i, --j)
    std::swap_ranges(elementAt(list, i), elementAt(list, i) + stride,
                     elementAt(list, j));
}

Result<ListRef> slice(tsrt_list *list, std::optional<int64_t> start,
                      std::optional<int64_t> end, int64_t step) {
  TSRT_ASSIGN(range, sliceRange(list->size, start, end, step));
  if (range.step == 1)
    return listFrom(list->header.type,
                    range.count ? elementAt(list, range.start) : nullptr,
                    range.count);
  ListRef result =
      ListRef::adopt(tsrt_list_new(list->header.type, range.count));
  for (int64_t i = 0; i < range.count; ++i)
    listAppend(result.get(), elementAt(list, range.start + i * range.step));
  return result;
}

/// The position of the first element that `equals`, or -1.
template <class T, class Equals>
int64_t positionIn(Span<T> elements, const Equals &equals) {
  for (int64_t i = 0; i < elements.size; ++i)
    if (equals(elements[i]))
      return i;
  return -1;
}

/// The position of an element, or -1.
Result<int64_t> findElement(tsrt_list *list, const tsrt_value &element) {
  const tsrt_type *type = elementType(list);
  if (type->kind == kindOf(element)) {
    if (type->kind == TSRT_INT)
      return positionIn(span<int64_t>(list),
                        [&](int64_t e) { return e == element.u.i; });
    if (type->kind == TSRT_FLOAT)
      return positionIn(span<double>(list),
                        [&](double e) { return e == element.u.f; });
    if (type->kind == TSRT_STR) {
      std::string_view wanted = view(static_cast<tsrt_str *>(element.u.p));
      return positionIn(span<tsrt_str *>(list),
                        [&](tsrt_str *e) { return view(e) == wanted; });
    }
  }
  Native wanted;
  TSRT_TRY(wanted.assign(type, element));
  for (int64_t i = 0; i < list->size; ++i) {
    TSRT_ASSIGN(equal, elementsEqual(type, elementAt(list, i), wanted.data()));
    if (equal)
      return i;
  }
  return int64_t(-1);
}

Result<bool> contains(tsrt_list *list, const tsrt_value &element) {
  TSRT_ASSIGN(position, findElement(list, element));
  return position >= 0;
}

Result<int64_t> count(tsrt_list *list, const tsrt_value &element) {
  const tsrt_type *type = elementType(list);
  Native wanted;
  TSRT_TRY(wanted.assign(type, element));
  int64_t matches = 0;
  for (int64_t i = 0; i < list->size; ++i) {
    TSRT_ASSIGN(equal, elementsEqual(type, elementAt(list, i), wanted.data()));
    matches += equal;
  }
  return matches;
}

/// The text of an element in the error of index(): as a C++ stream writes it.
std::string streamText(const tsrt_value &value) {
  std::ostringstream stream;
  switch (kindOf(value)) {
  case TSRT_FLOAT:
    stream << value.u.f;
    break;
  case TSRT_STR:
    stream << view(static_cast<tsrt_str *>(value.u.p));
    break;
  case TSRT_INT:
  case TSRT_BOOL:
    stream << value.u.i;
    break;
  default:
    stream << view(StrRef::adopt(tsrt_value_str(&value)).get());
    break;
  }
  return stream.str();
}

Result<int64_t> indexOf(tsrt_list *list, const tsrt_value &element) {
  TSRT_ASSIGN(position, findElement(list, element));
  if (position < 0)
    return failText(kRuntimeError,
                    "'" + streamText(element) + "' is not in list");
  return position;
}

Status removeElement(tsrt_list *list, const tsrt_value &element) {
  TSRT_ASSIGN(position, findElement(list, element));
  if (position < 0)
    return fail("list.remove(x): x not in list");
  return deleteItem(list, position);
}

Result<bool> listsEqual(tsrt_list *a, tsrt_list *b) {
  if (a->size != b->size)
    return false;
  TSRT_TRY(sameElementType(a, b));
  for (int64_t i = 0; i < a->size; ++i) {
    TSRT_ASSIGN(
        equal, elementsEqual(elementType(a), elementAt(a, i), elementAt(b, i)));
    if (!equal)
      return false;
  }
  return true;
}

Result<bool> listsDiffer(tsrt_list *a, tsrt_list *b) {
  TSRT_ASSIGN(equal, listsEqual(a, b));
  return !equal;
}

/// list(str): one-byte strings.
ListRef charactersOf(std::string_view s) {
  ListRef result = ListRef::adopt(
      tsrt_list_new(tsrt_type_list(&tsrt_type_str), int64_t(s.size())));
  for (char c : s) {
    StrRef character = makeStr({&c, 1});
    listAppend(result.get(), &character);
  }
  return result;
}

int64_t length(tsrt_list *list) { return list->size; }

/// Reads any container's length.
Result<int64_t> lengthOfAny(const tsrt_value &value) {
  switch (kindOf(value)) {
  case TSRT_LIST:
    return static_cast<tsrt_list *>(value.u.p)->size;
  case TSRT_DICT:
    return tsrt_dict_size(static_cast<tsrt_dict *>(value.u.p));
  case TSRT_STR:
    return static_cast<tsrt_str *>(value.u.p)->size;
  case TSRT_TUPLE:
    return int64_t(value.type->num_elements);
  default:
    return fail("object of type '%s' has no len()",
                value.type ? value.type->name : "NoneType");
  }
}

const KernelEntry entries[] = {
    {"aten::len.t", kernel<length>},
    {"aten::len.any", kernel<lengthOfAny>},
    {"aten::__getitem__.t", kernel<getItem>},
    {"aten::select.t", kernel<getItem>},
    {"aten::_set_item.t", kernel<setItem>},
    {"aten::Delete.t", kernel<deleteItem>},
    {"aten::append.t", kernel<append>},
    {"aten::extend.t", kernel<extend>},
    {"aten::add.t", kernel<concatenate>},
    {"aten::add_.t", kernel<extendInPlace>},
    {"aten::mul.left_t", kernel<repeat>},
    {"aten::mul.right_",
     fn([](int64_t n, tsrt_list *list) { return repeat(list, n); })},
    {"aten::mul_.t", kernel<repeatInPlace>},
    {"aten::insert.t", kernel<insert>},
    {"aten::pop.t", kernel<pop>},
    {"aten::clear.t", kernel<clear>},
    {"aten::copy.t", kernel<copy>},
    {"aten::list.t", kernel<copy>},
    {"aten::list", kernel<charactersOf>},
    {"aten::reverse.t", kernel<reverse>},
    {"aten::slice.t", kernel<slice>},
    {"aten::__contains__.int_list", kernel<contains>},
    {"aten::__contains__.float_list", kernel<contains>},
    {"aten::__contains__.str_list", kernel<contains>},
    {"aten::count.int", kernel<count>},
    {"aten::count.float", kernel<count>},
    {"aten::count.bool", kernel<count>},
    {"aten::count.str", kernel<count>},
    {"aten::count.Tensor", kernel<count>},
    {"aten::index.list_int", kernel<indexOf>},
    {"aten::index.list_float", kernel<indexOf>},
    {"aten::index.list_bool", kernel<indexOf>},
    {"aten::index.list_str", kernel<indexOf>},
    {"aten::index.list_Tensor", kernel<indexOf>},
    {"aten::remove.int", kernel<removeElement>},
    {"aten::remove.float", kernel<removeElement>},
    {"aten::remove.bool", kernel<removeElement>},
    {"aten::remove.str", kernel<removeElement>},
    {"aten::remove.Tensor", kernel<removeElement>},
    {"aten::eq.int_list", kernel<listsEqual>},
    {"aten::eq.float_list", kernel<listsEqual>},
    {"aten::eq.bool_list", kernel<listsEqual>},
    {"aten::eq.str_list", kernel<listsEqual>},
    {"aten::eq.Tensor_list", kernel<listsEqual>},
    {"aten::ne.int_list", kernel<listsDiffer>},
    {"aten::ne.float_list", kernel<listsDiffer>},
    {"aten::ne.bool_list", kernel<listsDiffer>},
    {"aten::ne.str_list", kernel<listsDiffer>},
    {"aten::ne.Tensor_list", kernel<listsDiffer>},
};
const KernelTable table(entries);

} // namespace

Result<SliceRange> tsrt::sliceRange(int64_t size, std::optional<int64_t> start,
                                    std::optional<int64_t> end, int64_t step) {
  if (step == 0)
    return fail("List slice should have non-zero step");
  // Bounds are clipped to [0, size], or [-1, size - 1] going backwards.
  int64_t low = step < 0 ? -1 : 0, high = step < 0 ? size - 1 : size;
  auto clip = [&](int64_t bound) {
    if (bound < 0)
      bound += size;
    return std::max(low, std::min(high, bound));
  };
  int64_t first = start ? clip(*start) : (step < 0 ? high : low);
  int64_t last = end ? clip(*end) : (step < 0 ? low : high);
  int64_t count = 0;
  uint64_t magnitude = step < 0 ? 0 - uint64_t(step) : uint64_t(step);
  if (step > 0 ? first < last : first > last)
    count = int64_t((uint64_t(std::abs(last - first)) - 1) / magnitude) + 1;
  return SliceRange{first, step, count};
}

Result<bool> tsrt::tensorToBool(const tsrt_tensor *tensor) {
  tsrt_value arg = objectValue(const_cast<tsrt_tensor *>(tensor));
  tsrt_value result = noneValue();
  TSRT_TRY(callOperator("aten::Bool.Tensor", &arg, 1, &result, 1));
  return result.u.i != 0;
}

Result<bool> tsrt::elementsEqual(const tsrt_type *type, const void *a,
                                 const void *b) {
  if (type->kind != TSRT_TENSOR)
    return keyEqual(type, a, b);
  tsrt_value args[2] = {objectValue(*static_cast<void *const *>(a)),
                        objectValue(*static_cast<void *const *>(b))};
  tsrt_value equal = noneValue();
  TSRT_TRY(callOperator("aten::eq.Tensor", args, 2, &equal, 1));
  Value owned = Value::adopt(equal);
  return tensorToBool(static_cast<tsrt_tensor *>(equal.u.p));
}
