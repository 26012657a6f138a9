//===- Value.cpp - Scalars, devices and native-boxed conversion -----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversion between the native representation of a static type and boxed
// values.
//
//===----------------------------------------------------------------------===//

#include "core/Value.h"

#include "core/Error.h"
#include "core/TensorHooks.h"
#include "core/Types.h"

#include <cstdlib>

using namespace tsrt;

int64_t tsrt::doubleToInt(double value) {
  constexpr double limit = 9223372036854775808.0; // 2^63
  if (!(value >= -limit && value < limit))
    return INT64_MIN;
  return int64_t(value);
}

int64_t Scalar::toInt() const { return isIntegral() ? i : doubleToInt(re); }

tsrt_value Scalar::box() const {
  switch (kind) {
  case TSRT_BOOL:
    return boolValue(i != 0);
  case TSRT_INT:
    return intValue(i);
  case TSRT_FLOAT:
    return floatValue(re);
  default:
    return complexValue({re, im});
  }
}

bool Scalar::unbox(const tsrt_value &value, Scalar &out) {
  switch (kindOf(value)) {
  case TSRT_BOOL:
    out = Scalar(value.u.i != 0);
    return true;
  case TSRT_INT:
    out = Scalar(value.u.i);
    return true;
  case TSRT_FLOAT:
    out = Scalar(value.u.f);
    return true;
  case TSRT_COMPLEX:
    out = Scalar(Complex(value.u.c[0], value.u.c[1]));
    return true;
  default:
    return false;
  }
}

/// Device types in the order of their numbers.
static const char *const deviceKinds[] = {
    "cpu",  "cuda", "mkldnn", "opengl", "opencl", "ideep",        "hip",
    "fpga", "ort",  "xla",    "vulkan", "metal",  "xpu",          "mps",
    "meta", "hpu",  "ve",     "lazy",   "ipu",    "privateuseone"};
static constexpr int numDeviceKinds = sizeof(deviceKinds) / sizeof(char *);

const char *tsrt::deviceKindName(int kind) {
  return kind >= 0 && kind < numDeviceKinds ? deviceKinds[kind] : "unknown";
}

bool tsrt::parseDevice(std::string_view text, Device &out) {
  std::string_view name = text.substr(0, text.find(':'));
  int index = -1;
  if (name.size() != text.size()) {
    std::string_view digits = text.substr(name.size() + 1);
    if (digits.empty() || digits.size() > 4 ||
        (digits.size() > 1 && digits[0] == '0'))
      return false;
    index = 0;
    for (char c : digits) {
      if (c < '0' || c > '9')
        return false;
      index = index * 10 + (c - '0');
    }
  }
  for (int kind = 0; kind < numDeviceKinds; ++kind)
    if (name == deviceKinds[kind]) {
      out = Device::make(kind, index);
      return true;
    }
  return false;
}

std::string tsrt::deviceName(Device device) {
  std::string name = deviceKindName(device.kind());
  if (device.index() >= 0)
    name += ":" + std::to_string(device.index());
  return name;
}

void tsrt_box_value(const tsrt_type *t, const void *p, tsrt_value *out) {
  *out = noneValue();
  switch (t->kind) {
  case TSRT_NONE:
    return;
  case TSRT_BOOL:
    *out = boolValue(*static_cast<const uint8_t *>(p) != 0);
    return;
  case TSRT_INT:
  case TSRT_DEVICE:
  case TSRT_ENUM:
    out->u.i = *static_cast<const int64_t *>(p);
    out->type = t;
    return;
  case TSRT_FLOAT:
    *out = floatValue(*static_cast<const double *>(p));
    return;
  case TSRT_COMPLEX:
    *out = complexValue(*static_cast<const Complex *>(p));
    return;
  case TSRT_ANY:
  case TSRT_UNION:
  case TSRT_SCALAR:
    *out = *static_cast<const tsrt_value *>(p);
    tsrt_value_retain(out);
    return;
  case TSRT_OPTIONAL: {
    const tsrt_type *payload = t->elements[0];
    bool present = isPointerKind(payload->kind)
                       ? *static_cast<void *const *>(p) != nullptr
                       : static_cast<const char *>(p)[flagOffset(t)] != 0;
    if (present)
      tsrt_box_value(payload, p, out);
    return;
  }
  case TSRT_TUPLE: {
    auto *box =
        static_cast<tsrt_box *>(allocateObject(t, sizeof(tsrt_box) + t->size));
    std::memcpy(box->data, p, t->size);
    tsrt_native_retain(t, box->data);
    out->type = t;
    out->u.p = box;
    return;
  }
  default: {
    void *object = *static_cast<void *const *>(p);
    if (!object)
      return;
    tsrt_retain(object);
    *out = objectValue(object);
    return;
  }
  }
}

static Failure wrongType(const tsrt_value &v, const tsrt_type *t) {
  return fail("Expected a value of type '%s' but instead found type '%s'.",
              t->name, v.type ? v.type->name : "NoneType");
}

tsrt_error *tsrt_unbox_value(const tsrt_value *v, const tsrt_type *t, void *p) {
  std::memset(p, 0, t->size);
  int32_t kind = kindOf(*v);
  switch (t->kind) {
  case TSRT_NONE:
    return kind == TSRT_NONE ? nullptr : wrongType(*v, t).error;
  case TSRT_BOOL:
    if (kind != TSRT_BOOL)
      break;
    *static_cast<uint8_t *>(p) = v->u.i != 0;
    return nullptr;
  case TSRT_INT:
  case TSRT_DEVICE:
    if (kind != t->kind)
      break;
    *static_cast<int64_t *>(p) = v->u.i;
    return nullptr;
  case TSRT_ENUM:
    if (kind != TSRT_ENUM || !tsrt_type_equal(v->type, t))
      break;
    *static_cast<int64_t *>(p) = v->u.i;
    return nullptr;
  case TSRT_FLOAT:
    if (kind != TSRT_FLOAT && kind != TSRT_INT)
      break;
    *static_cast<double *>(p) = kind == TSRT_INT ? double(v->u.i) : v->u.f;
    return nullptr;
  case TSRT_COMPLEX: {
    Scalar scalar;
    if (!Scalar::unbox(*v, scalar) || scalar.isBool())
      break;
    *static_cast<Complex *>(p) = scalar.toComplex();
    return nullptr;
  }
  case TSRT_SCALAR:
    // item() of a bool tensor is a number that holds a bool.
    if (kind == TSRT_BOOL) {
      *static_cast<tsrt_value *>(p) = *v;
      return nullptr;
    }
    [[fallthrough]];
  case TSRT_ANY:
  case TSRT_UNION:
    if (!tsrt_value_isinstance(v, t))
      break;
    *static_cast<tsrt_value *>(p) = kind == TSRT_NONE ? noneValue() : *v;
    tsrt_value_retain(v);
    return nullptr;
  case TSRT_OPTIONAL: {
    if (kind == TSRT_NONE)
      return nullptr;
    const tsrt_type *payload = t->elements[0];
    tsrt_error *error = tsrt_unbox_value(v, payload, p);
    if (!error && !isPointerKind(payload->kind))
      static_cast<char *>(p)[flagOffset(t)] = 1;
    return error;
  }
  case TSRT_TUPLE: {
    if (kind != TSRT_TUPLE || v->type->num_elements != t->num_elements)
      break;
    const char *data = static_cast<tsrt_box *>(v->u.p)->data;
    for (uint32_t i = 0; i < t->num_elements; ++i) {
      Value element =
          Value::box(v->type->elements[i], data + v->type->offsets[i]);
      if (tsrt_error *error =
              tsrt_unbox_value(&element, t->elements[i],
                               static_cast<char *>(p) + t->offsets[i])) {
        // What was written so far is valid, the rest is zero.
        tsrt_native_release(t, p);
        std::memset(p, 0, t->size);
        return error;
      }
    }
    return nullptr;
  }
  default:
    if (!isPointerKind(kind) || !tsrt_value_isinstance(v, t))
      break;
    tsrt_retain(v->u.p);
    *static_cast<void **>(p) = v->u.p;
    return nullptr;
  }
  return wrongType(*v, t).error;
}
