//===- ListSort.cpp - sort and sorted -------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stable sorting of lists: numbers, bools, strings, tensors of one element,
// tuples of those, and objects with __lt__. What has keys goes by SortKeys.h.
//
//===----------------------------------------------------------------------===//

#include "core/Kernel.h"
#include "ops_language/Containers.h"
#include "ops_language/SortKeys.h"

#include <algorithm>

using namespace tsrt;

namespace {

const tsrt_method *findMethod(const tsrt_type *type, std::string_view name) {
  for (uint32_t i = 0; i < type->num_methods; ++i)
    if (name == type->methods[i].name)
      return &type->methods[i];
  return nullptr;
}

bool isSortable(const tsrt_type *type) {
  switch (type->kind) {
  case TSRT_INT:
  case TSRT_FLOAT:
  case TSRT_BOOL:
  case TSRT_STR:
  case TSRT_TENSOR:
    return true;
  case TSRT_OBJECT:
    return findMethod(type, "__lt__") != nullptr;
  case TSRT_TUPLE:
    for (uint32_t i = 0; i < type->num_elements; ++i)
      if (!isSortable(type->elements[i]))
        return false;
    return true;
  default:
    return false;
  }
}

/// Sorts a span in place. NaN has no order: where it ends up in a short list
/// is what insertion gives, as in TorchScript.
template <class T>
void sortUnordered(Span<T> elements, bool reverse) {
  auto before = [reverse](T a, T b) {
    return a == b ? false : (a < b) != reverse;
  };
  constexpr int64_t insertionLimit = 16;
  if (elements.size > insertionLimit)
    return std::stable_sort(elements.begin(), elements.end(), before);
  for (int64_t i = 1; i < elements.size; ++i) {
    T element = elements[i];
    int64_t to = before(element, elements[0]) ? 0 : i;
    if (to == i)
      while (before(element, elements[to - 1]))
        --to;
    std::move_backward(elements.data + to, elements.data + i,
                       elements.data + i + 1);
    elements[to] = element;
  }
}

Status sortAny(tsrt_list *list, bool reverse);

Status notSortable(const tsrt_type *type) {
  if (type->kind == TSRT_OBJECT)
    return fail("To sort a list of %s it must define a __lt__ method with two "
                "inputs of type %s that returns a bool",
                type->name, type->name);
  return fail("Only list of Tensors, ints, floats, bools, strs, a User "
              "Defined Class that defines the __lt__ compare method or "
              "Tuples of aforementioned types can be sorted, got list of %s\n",
              type->name);
}

/// Sorts a list whose elements carry their types: all must have one, a tuple's
/// or a class's (TS-TYPE-007).
Status sortBoxed(tsrt_list *list, bool reverse) {
  if (list->size == 0)
    return success();
  Span<tsrt_value> values = span<tsrt_value>(list);
  auto typeOfValue = [](const tsrt_value &value) {
    return value.type ? value.type : &tsrt_type_none;
  };
  const tsrt_type *type = typeOfValue(values[0]);
  for (const tsrt_value &value : values)
    if (!tsrt_type_equal(typeOfValue(value), type))
      return fail("Only values of same type can be compared. Found %s and %s",
                  type->name, typeOfValue(value)->name);
  bool isSorted = type->kind == TSRT_TUPLE || type->kind == TSRT_OBJECT;
  if (!isSorted || !isSortable(type))
    return notSortable(type);
  ListRef exact =
      ListRef::adopt(tsrt_list_new(tsrt_type_list(type), list->size));
  for (const tsrt_value &value : values) {
    if (tsrt_error *error =
            tsrt_unbox_value(&value, type, tsrt_list_grow(exact.get())))
      return Failure{error};
    ++exact->size;
  }
  TSRT_TRY(sortAny(exact.get(), reverse));
  for (int64_t i = 0; i < exact->size; ++i) {
    tsrt_value sorted = Value::box(type, elementAt(exact.get(), i)).take();
    tsrt_value_release(&values[i]);
    values[i] = sorted;
  }
  return success();
}

Status sortAny(tsrt_list *list, bool reverse) {
  const tsrt_type *type = elementType(list);
  if (list->size < 2 && type->kind != TSRT_ANY && type->kind != TSRT_UNION &&
      isSortable(type))
    return success();
  if (sortByKeys(list, reverse))
    return success();
  if (type->kind == TSRT_ANY || type->kind == TSRT_UNION)
    return sortBoxed(list, reverse);
  if (type->kind == TSRT_FLOAT) {
    sortUnordered(span<double>(list), reverse);
    return success();
  }
  if (!isSortable(type))
    return notSortable(type);
  // Comparisons may fail and may even touch the list: sort a copy's addresses.
  ListRef copy = listFrom(list->header.type, list->data, list->size);
  std::vector<const char *> order;
  for (int64_t i = 0; i < copy->size; ++i)
    order.push_back(elementAt(copy.get(), i));
  Status status;
  std::stable_sort(order.begin(), order.end(),
                   [&](const char *a, const char *b) {
                     if (!status)
                       return false;
                     Result<bool> less = reverse ? elementLess(type, b, a)
                                                 : elementLess(type, a, b);
                     if (less)
                       return *less;
                     status = less.failure();
                     return false;
                   });
  if (!status)
    return status;
  ListRef sorted = ListRef::adopt(tsrt_list_new(list->header.type, copy->size));
  for (const char *element : order)
    listAppend(sorted.get(), element);
  std::swap(sorted->data, list->data);
  std::swap(sorted->size, list->size);
  std::swap(sorted->capacity, list->capacity);
  return success();
}

Result<ListRef> sorted(tsrt_list *list) {
  ListRef copy = listFrom(list->header.type, list->data, list->size);
  TSRT_TRY(sortAny(copy.get(), false));
  return copy;
}

const KernelEntry entries[] = {
    {"aten::sort.int", kernel<sortAny>},
    {"aten::sort.float", kernel<sortAny>},
    {"aten::sort.bool", kernel<sortAny>},
    {"aten::sort.str", kernel<sortAny>},
    {"aten::sort.Tensor", kernel<sortAny>},
    {"aten::sort.any", kernel<sortAny>},
    {"aten::sorted.int", kernel<sorted>},
    {"aten::sorted.float", kernel<sorted>},
    {"aten::sorted.bool", kernel<sorted>},
    {"aten::sorted.str", kernel<sorted>},
    {"aten::sorted.Tensor", kernel<sorted>},
    {"aten::sorted.any", kernel<sorted>},
};
const KernelTable table(entries);

} // namespace

Result<bool> tsrt::elementLess(const tsrt_type *type, const void *a,
                               const void *b) {
  switch (type->kind) {
  case TSRT_INT:
    return *static_cast<const int64_t *>(a) < *static_cast<const int64_t *>(b);
  case TSRT_FLOAT:
    return *static_cast<const double *>(a) < *static_cast<const double *>(b);
  case TSRT_BOOL:
    return *static_cast<const uint8_t *>(a) < *static_cast<const uint8_t *>(b);
  case TSRT_STR:
    return view(*static_cast<tsrt_str *const *>(a)) <
           view(*static_cast<tsrt_str *const *>(b));
  case TSRT_TENSOR: {
    tsrt_value args[2] = {objectValue(*static_cast<void *const *>(a)),
                          objectValue(*static_cast<void *const *>(b))};
    tsrt_value less = noneValue();
    TSRT_TRY(callOperator("aten::lt.Tensor", args, 2, &less, 1));
    Value owned = Value::adopt(less);
    return tensorToBool(static_cast<tsrt_tensor *>(less.u.p));
  }
  case TSRT_TUPLE:
    for (uint32_t i = 0; i < type->num_elements; ++i) {
      const void *left = static_cast<const char *>(a) + type->offsets[i];
      const void *right = static_cast<const char *>(b) + type->offsets[i];
      TSRT_ASSIGN(less, elementLess(type->elements[i], left, right));
      if (less)
        return true;
      TSRT_ASSIGN(greater, elementLess(type->elements[i], right, left));
      if (greater)
        return false;
    }
    return false;
  case TSRT_OBJECT: {
    void *object = *static_cast<void *const *>(a);
    const tsrt_method *method =
        findMethod(static_cast<tsrt_header *>(object)->type, "__lt__");
    if (!method)
      return fail("'%s' has no method '__lt__'", type->name);
    tsrt_value args[2] = {objectValue(object),
                          objectValue(*static_cast<void *const *>(b))};
    tsrt_value result = noneValue();
    if (tsrt_error *error = method->entry(args, &result))
      return Failure{error};
    Value owned = Value::adopt(result);
    return kindOf(result) == TSRT_BOOL && result.u.i != 0;
  }
  default:
    return fail("values of type '%s' have no order", type->name);
  }
}
