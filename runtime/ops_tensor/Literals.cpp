//===- Literals.cpp - Tensors from numbers and nested lists, and back -----===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/ElementNumbers.h"
#include "ops_tensor/Kernels.h"

using namespace tsrt;

namespace {

/// dtype tensor() gives to numbers of a kind; -1: not a number.
int dtypeOfKind(int32_t kind) {
  switch (kind) {
  case TSRT_BOOL:
    return TSRT_B8;
  case TSRT_INT:
    return TSRT_I64;
  case TSRT_FLOAT:
    return defaultFloat;
  case TSRT_COMPLEX:
    return TSRT_C64;
  default:
    return -1;
  }
}

Tensor finishTensor(Tensor t, OptInt dtype, bool requiresGrad) {
  Tensor out = dtype ? toDType(t, int(*dtype)) : t;
  if (out && requiresGrad)
    out.get()->requiresGrad = true;
  return out;
}

/// A number as an element of the dtype that tensor() gives to its kind; the
/// wanted dtype is made from that, so floats and complex numbers have single
/// precision in every dtype.
Scalar inNaturalDType(Scalar s) {
  if (s.isFloat())
    return double(float(s.re));
  if (s.isComplex())
    return Complex(double(float(s.re)), double(float(s.im)));
  return s;
}

Tensor fromNumber(Scalar s, OptInt dtype, Ignored, bool requiresGrad) {
  if (!s.isIntegral() &&
      !checkElement(s, s.isComplex() ? TSRT_C64 : TSRT_F32))
    return {};
  return finishTensor(
      scalarTensor(inNaturalDType(s), int(dtype.value_or(dtypeOfKind(s.kind)))),
      {}, requiresGrad);
}
Tensor asTensorNumber(Scalar s, OptInt dtype, Ignored device) {
  return fromNumber(s, dtype, device, false);
}

/// Sizes of a nested list, from its first elements.
Dims nestedSizes(const tsrt_list *list) {
  Dims sizes;
  for (;;) {
    sizes.push_back(list->size);
    if (elementType(list)->kind != TSRT_LIST || list->size == 0)
      return sizes;
    list = *reinterpret_cast<tsrt_list *const *>(list->data);
  }
}

/// Copies the numbers of a nested list to `out`, which moves on.
void copyNested(const tsrt_list *list, const Dims &sizes, size_t depth,
                int dtype, char *&out) {
  if (list->size != sizes[depth]) {
    bailAs("ValueError",
           "Expected sequence of length %lld at dim %zu (got %lld)",
           LL(sizes[depth]), depth, LL(list->size));
    return;
  }
  const tsrt_type *element = elementType(list);
  for (int64_t i = 0; i < list->size && !failed(); ++i) {
    char *p = elementAt(list, i);
    if (element->kind == TSRT_LIST) {
      copyNested(*reinterpret_cast<tsrt_list **>(p), sizes, depth + 1, dtype,
                 out);
      continue;
    }
    Value boxed = Value::box(element, p);
    Scalar s;
    if (!Scalar::unbox(boxed.get(), s))
      return;
    storeScalar(out, dtype, inNaturalDType(s));
    out += tsrt_dtype_size(dtype);
  }
}

Tensor fromList(tsrt_list *list, OptInt dtype, Ignored, bool requiresGrad) {
  const tsrt_type *leaf = list->header.type;
  while (leaf->kind == TSRT_LIST)
    leaf = leaf->elements[0];
  if (leaf->kind == TSRT_TENSOR) {
    Tensors parts;
    for (tsrt_tensor *t : span<tsrt_tensor *const>(list))
      parts.push_back(Tensor::borrow(t));
    if (parts.empty())
      return bail("Input must be of ints, floats, or bools, got Tensor\n"
                  "Empty lists default to List[Tensor]. Add a variable "
                  "annotation to the assignment to create an empty list of "
                  "another type (torch.jit.annotate(List[T, []]) where T is "
                  "the type of elements in the list for Python 2)");
    int common = parts[0].dtype();
    Tensor out = empty({int64_t(parts.size())}, common);
    for (size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].numel() != 1)
        return bailAs("ValueError", "only one element tensors can be converted "
                                    "to Python scalars");
      storeScalar(out.data<char>() + i * out.itemsize(), common,
                  parts[i].at(0));
    }
    return finishTensor(out, dtype, requiresGrad);
  }
  int natural = dtypeOfKind(leaf->kind);
  if (natural < 0)
    return bail("Input must be of ints, floats, or bools, got %s", leaf->name);
  if (natural == TSRT_C64)
    return bail("Add new condition, expected Float, Complex, Int, or Bool but "
                "got%s",
                leaf->name);
  Tensor out = empty(nestedSizes(list), int(dtype.value_or(natural)));
  if (!out)
    return {};
  char *p = out.data<char>();
  copyNested(list, out.sizes(), 0, out.dtype(), p);
  return finishTensor(out, {}, requiresGrad);
}
Tensor asTensorList(tsrt_list *list, OptInt dtype, Ignored device) {
  return fromList(list, dtype, device, false);
}
Tensor asTensor(const Tensor &t, OptInt dtype, Ignored) {
  return dtype ? toDType(t, int(*dtype)) : t;
}

/// The nested list of a tensor's elements; `type` is the list's type.
ListRef toNested(const Tensor &t, const tsrt_type *type, int64_t dim) {
  ListRef list = ListRef::adopt(tsrt_list_new(type, t.size(0)));
  const tsrt_type *element = type->elements[0];
  for (int64_t i = 0; i < t.size(0) && !failed(); ++i) {
    Tensor part = selectAt(t, 0, i);
    if (dim > 1) {
      ListRef inner = toNested(part, element, dim - 1);
      tsrt_list *raw = inner.get();
      listAppend(list.get(), &raw);
      continue;
    }
    Scalar s = part.at(0);
    if (element->kind == TSRT_BOOL) {
      bool b = s.toBool();
      listAppend(list.get(), &b);
    } else if (element->kind == TSRT_INT) {
      int64_t v = s.toInt();
      listAppend(list.get(), &v);
    } else if (element->kind == TSRT_FLOAT) {
      double v = s.toDouble();
      listAppend(list.get(), &v);
    } else {
      Complex v = s.toComplex();
      listAppend(list.get(), &v);
    }
  }
  return list;
}

/// tolist(): `dim` and the element type of the annotation (0 int, 1 float,
/// 2 bool, 3 complex).
Value tolist(const Tensor &t, int64_t dim, int64_t elementKind) {
  static const tsrt_type *const kinds[] = {&tsrt_type_int, &tsrt_type_float,
                                           &tsrt_type_bool, &tsrt_type_complex};
  const tsrt_type *type = kinds[elementKind & 3];
  bool matches = elementKind == 0 ? t.dtype() == TSRT_I64
                 : elementKind == 1
                     ? t.dtype() == TSRT_F32 || t.dtype() == TSRT_F64
                 : elementKind == 2 ? t.dtype() == TSRT_B8
                                    : t.isComplex();
  if (!matches)
    return bail("Output annotation element type and runtime tensor element "
                "type must match for tolist()");
  if (dim != t.dim())
    return bail("Output annotation list dimension and runtime tensor dimension "
                "must match for tolist()");
  if (dim == 0)
    return Value::adopt(t.at(0).box());
  for (int64_t i = 0; i < dim; ++i)
    type = tsrt_type_list(type);
  return Value::adopt(objectValue(toNested(t, type, dim).take()));
}

Scalar item(const Tensor &t) {
  if (t.numel() != 1)
    return bail("a Tensor with %lld elements cannot be converted to Scalar",
                LL(t.numel()));
  return t.at(0);
}
double toFloat(const Tensor &t) { return item(t).toDouble(); }
int64_t toInt(const Tensor &t) { return item(t).toInt(); }
Complex toComplex(const Tensor &t) { return item(t).toComplex(); }
bool toBool(const Tensor &t) {
  if (t.numel() != 1)
    return t.numel() == 0
               ? bool(bail("Boolean value of Tensor with no values is "
                           "ambiguous"))
               : bool(bail("Boolean value of Tensor with more than one value "
                           "is ambiguous"));
  return t.at(0).toBool();
}
/// Conversions the language inserts: only from 0-dim tensors.
bool checkImplicit(const Tensor &t) {
  if (t.get()->requiresGrad)
    bail("Cannot input a tensor that requires grad as a scalar argument");
  else if (t.dim() != 0)
    bail("Cannot input a tensor of dimension other than 0 as a scalar "
         "argument");
  return !failed();
}
int64_t intImplicit(const Tensor &t) {
  if (!checkImplicit(t))
    return 0;
  if (!t.isIntegral(false))
    return bail("Cannot input a tensor of type %s as an integral argument",
                scalarTypeName(t.dtype()));
  return t.at(0).toInt();
}
double floatImplicit(const Tensor &t) {
  if (!checkImplicit(t))
    return 0;
  // Every number that is real: int and bool are no loss (TS-CONV-001).
  if (t.isComplex() && t.at(0).toComplex().imag() != 0)
    return bail("value cannot be converted to type double without overflow");
  return t.at(0).toDouble();
}
Complex complexImplicit(const Tensor &t) {
  if (!checkImplicit(t))
    return 0;
  return t.at(0).toComplex();
}
Scalar scalarImplicit(const Tensor &t) {
  if (!checkImplicit(t))
    return Scalar();
  return t.at(0);
}
/// A number in the place of a tensor, which promotes as a number does.
Tensor wrappedNumber(Scalar s) { return wrapNumber(s); }
/// Of int64, float64, complex128 or bool, and promotes as tensors do.
Tensor numberToTensor(Scalar s) { return full({}, s, wrapNumber(s).dtype()); }
template <class A, class B>
Complex complexOf(A a, B b) {
  auto number = [](auto v) {
    if constexpr (std::is_same_v<decltype(v), Tensor>)
      return item(v).toDouble();
    else
      return v;
  };
  return Complex(number(a), number(b));
}

const KernelEntry entries[] = {
    {"aten::tensor.float", op<fromNumber>},
    {"aten::tensor.int", op<fromNumber>},
    {"aten::tensor.bool", op<fromNumber>},
    {"aten::tensor.complex", op<fromNumber>},
    {"aten::tensor", op<fromList>},
    {"aten::as_tensor.float", op<asTensorNumber>},
    {"aten::as_tensor.int", op<asTensorNumber>},
    {"aten::as_tensor.bool", op<asTensorNumber>},
    {"aten::as_tensor.complex", op<asTensorNumber>},
    {"aten::as_tensor.list", op<asTensorList>},
    TSRT_OP("as_tensor", asTensor),
    {"prim::tolist", op<tolist>},
    TSRT_OP("item", item),
    TSRT_OP("_local_scalar_dense", item),
    {"aten::Float.Tensor", op<toFloat>},
    {"aten::Int.Tensor", op<toInt>},
    {"aten::Bool.Tensor", op<toBool>},
    {"aten::Complex.Tensor", op<toComplex>},
    {"aten::Complex.Tensor_Tensor", op<complexOf<Tensor, Tensor>>},
    {"aten::Complex.Tensor_float", op<complexOf<Tensor, double>>},
    {"aten::Complex.float_Tensor", op<complexOf<double, Tensor>>},
    {"aten::Complex.Tensor_int", op<complexOf<Tensor, double>>},
    {"aten::Complex.int_Tensor", op<complexOf<double, Tensor>>},
    {"aten::Complex.Tensor_bool", op<complexOf<Tensor, double>>},
    {"aten::Complex.bool_Tensor", op<complexOf<double, Tensor>>},
    TSRT_OP("IntImplicit", intImplicit),
    TSRT_OP("FloatImplicit", floatImplicit),
    TSRT_OP("ComplexImplicit", complexImplicit),
    TSRT_OP("ScalarImplicit", scalarImplicit),
    TSRT_OP("is_nonzero", toBool),
    {"prim::NumToTensor.Scalar", op<numberToTensor>},
    {"prim::NumToTensor.bool", op<numberToTensor>},
    {"prim::NumToTensor.wrapped", op<wrappedNumber>},
};
const KernelTable table(entries);

} // namespace
