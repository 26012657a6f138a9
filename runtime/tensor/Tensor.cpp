//===- Tensor.cpp - Storage, construction and element access --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tensor/Tensor.h"

#include "core/Allocator.h"
#include "core/OutOfMemory.h"
#include "core/TensorHooks.h"
#include "device/Memory.h"
#include "tensor/Copy.h"
#include "tensor/Improper.h"
#include "tensor/Quantizer.h"
#include "tsrt_program.h"

#include <algorithm>
#include <cstdarg>
#include <new>

using namespace tsrt;

//===----------------------------------------------------------------------===//
// Noted errors
//===----------------------------------------------------------------------===//

static thread_local tsrt_error *noted = nullptr;

static void noteText(const char *cls, const char *format, va_list args) {
  if (noted)
    return;
  char buffer[2048];
  vsnprintf(buffer, sizeof(buffer), format, args);
  noted = tsrt_error_new(cls, buffer);
}

Bail tsrt::bail(const char *format, ...) {
  va_list args;
  va_start(args, format);
  noteText("RuntimeError", format, args);
  va_end(args);
  return {};
}

Bail tsrt::bailAs(const char *cls, const char *format, ...) {
  va_list args;
  va_start(args, format);
  noteText(cls, format, args);
  va_end(args);
  return {};
}

bool tsrt::failed() { return noted != nullptr; }
tsrt_error *tsrt::takeNoted() { return std::exchange(noted, nullptr); }
Bail tsrt::note(tsrt_error *error) {
  if (noted)
    tsrt_error_release(error);
  else
    noted = error;
  return {};
}

//===----------------------------------------------------------------------===//
// Storage and objects
//===----------------------------------------------------------------------===//

void Storage::retain() {
  if (__libc_single_threaded)
    refs.store(refs.load(std::memory_order_relaxed) + 1,
               std::memory_order_relaxed);
  else
    refs.fetch_add(1, std::memory_order_relaxed);
}

void Storage::drop() {
  // A count of one cannot change under us: nobody else holds the storage.
  int64_t count = refs.load(std::memory_order_acquire);
  if (count != 1) {
    if (__libc_single_threaded)
      return refs.store(count - 1, std::memory_order_relaxed);
    if (refs.fetch_sub(1, std::memory_order_acq_rel) != 1)
      return;
  }
  if (release)
    release(context);
  this->~Storage();
  tsrt_free(this);
}

/// Memory of a tensor's elements.
static void *allocateElements(size_t bytes) {
  try {
    return tsrt_alloc(bytes);
  } catch (const std::bad_alloc &) {
    throw TensorMemoryError(bytes);
  }
}

Storage *Storage::allocate(size_t bytes) {
  // Small memory lies in the block of the storage, aligned like the block.
  constexpr size_t head = 64, maxInline = 8192;
  static_assert(sizeof(Storage) <= head);
  bool isInline = bytes > 0 && bytes <= maxInline;
  void *data = !isInline && bytes ? allocateElements(bytes) : nullptr;
  char *block;
  try {
    block = static_cast<char *>(tsrt_alloc(isInline ? head + bytes : head));
  } catch (...) {
    tsrt_free(data);
    throw;
  }
  auto *s = new (block) Storage;
  s->bytes = bytes;
  if (isInline) {
    s->data = block + head;
  } else if (bytes) {
    s->data = s->context = data;
    s->release = tsrt_free;
  }
  return s;
}

/// A tensor object on a storage whose reference it takes over.
static Tensor makeTensor(Storage *storage, int dtype, const Dims &sizes,
                         const Dims &strides, int64_t offset, int64_t numel) {
  tsrt_tensor *t;
  try {
    t = static_cast<tsrt_tensor *>(allocateCounted(sizeof(tsrt_tensor)));
  } catch (...) {
    storage->drop();
    throw;
  }
  t->header = {1, &tsrt_type_tensor};
  t->storage = storage;
  t->offset = offset;
  t->numel = numel;
  t->dtype = dtype;
  t->wrapped = t->requiresGrad = false;
  new (&t->sizes) Dims(sizes);
  new (&t->strides) Dims(strides);
  return Tensor(TensorRef::adopt(t));
}

void tsrt::destroyTensor(tsrt_tensor *t) {
  t->storage->drop();
  t->sizes.~Dims();
  t->strides.~Dims();
  freeObject(t);
}

const tsrt_tensor &Tensor::undefinedTensor() {
  static const tsrt_tensor *undefined = [] {
    auto *t = new tsrt_tensor();
    t->header.refcount = -1;
    t->header.type = &tsrt_type_tensor;
    t->storage = new Storage;
    t->dtype = TSRT_F32;
    return t;
  }();
  return *undefined;
}

tsrt_tensor *tsrt::improperTensor = nullptr;

tsrt_tensor *tsrt::getImproperTensor() {
  static tsrt_tensor *made = [] {
    auto *t = new tsrt_tensor();
    t->header.refcount = -1; // immortal
    t->header.type = &tsrt_type_tensor;
    t->storage = new Storage;
    t->dtype = TSRT_F32;
    t->sizes = t->strides = {0};
    return t;
  }();
  __atomic_store_n(&improperTensor, made, __ATOMIC_RELEASE);
  return made;
}

int tsrt_tensor_is_defined(const tsrt_tensor *t) { return t != improperTensor; }

/// Bytes from the first element to the last that a view reaches; false when
/// there are more than a size can say.
static bool bytesReached(const Dims &sizes, const Dims &strides, int dtype,
                         size_t &bytes) {
  size_t last = 0, step;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 0) {
      bytes = 0;
      return true;
    }
    if (__builtin_mul_overflow(size_t(sizes[i] - 1), strides[i], &step) ||
        __builtin_add_overflow(last, step, &last))
      return false;
  }
  return !__builtin_mul_overflow(last + 1, size_t(dtypeSize(dtype)), &bytes) &&
         bytes <= size_t(INT64_MAX);
}

static Bail bailSize(const Dims &sizes) {
  return bail("Storage size calculation overflowed with sizes=%s",
              sizes.str().c_str());
}

Tensor tsrt::emptyStrided(const Dims &sizes, const Dims &strides, int dtype) {
  if (failed())
    return {};
  if (isQuantized(dtype))
    return bail("a tensor of dtype %s needs a quantizer: make it with "
                "quantize_per_tensor or _empty_affine_quantized",
                tsrt_dtype_name(dtype));
  for (int64_t s : sizes)
    if (s < 0)
      return bail("Trying to create tensor with negative dimension %lld: %s",
                  (long long)s, sizes.str().c_str());
  int64_t elements = 1;
  for (int64_t s : sizes)
    if (__builtin_mul_overflow(elements, s, &elements))
      return bailSize(sizes);
  size_t bytes;
  if (!bytesReached(sizes, strides, dtype, bytes))
    return bailSize(sizes);
  return makeTensor(Storage::allocate(bytes), dtype, sizes, strides, 0,
                    elements);
}

Tensor tsrt::emptyLike(const Dims &sizes, const Dims &strides, int64_t numel,
                       int dtype) {
  return makeTensor(Storage::allocate(size_t(numel) * dtypeSize(dtype)), dtype,
                    sizes, strides, 0, numel);
}

Tensor tsrt::empty(const Dims &sizes, int dtype) {
  return emptyStrided(sizes, contiguousStrides(sizes), dtype);
}

Tensor tsrt::zeros(const Dims &sizes, int dtype) {
  Tensor t = empty(sizes, dtype);
  if (t.numel())
    std::memset(t.data(), 0, t.numel() * t.itemsize());
  return t;
}

Tensor tsrt::full(const Dims &sizes, Scalar value, int dtype) {
  Tensor t = empty(sizes, dtype);
  fillInPlace(t, value);
  return t;
}

Tensor tsrt::scalarTensor(Scalar value, int dtype) {
  Tensor t = empty({}, dtype);
  if (t)
    storeScalar(t.data(), dtype, value);
  return t;
}

static int numberDType(Scalar value) {
  return value.isBool()      ? TSRT_B8
         : value.isInt()     ? TSRT_I64
         : value.isComplex() ? TSRT_C128
                             : TSRT_F64;
}

NumberOperand::NumberOperand(Scalar value) {
  storage.data = element;
  storage.bytes = sizeof(element);
  object.header = {-1, &tsrt_type_tensor}; // nobody destroys it
  object.storage = &storage;
  object.offset = 0;
  object.numel = 1;
  object.dtype = numberDType(value);
  object.wrapped = true;
  object.requiresGrad = false;
  storeScalar(element, object.dtype, value);
  tensor = Tensor(TensorRef::adopt(&object));
}

Tensor tsrt::wrapNumber(Scalar value) {
  Tensor t = scalarTensor(value, numberDType(value));
  if (t)
    t.get()->wrapped = true;
  return t;
}

Tensor tsrt::fromInts(const Dims &values) {
  Tensor t = empty({int64_t(values.size())}, TSRT_I64);
  if (t)
    std::copy(values.begin(), values.end(), t.data<int64_t>());
  return t;
}

Tensor tsrt::viewOf(const Tensor &base, const Dims &sizes, const Dims &strides,
                    int64_t offset) {
  if (!base || failed())
    return {};
  Storage *storage = base.get()->storage;
  storage->retain();
  return makeTensor(storage, base.dtype(), sizes, strides, offset,
                    sizes.product());
}

void tsrt::resizeInPlace(const Tensor &t, const Dims &sizes) {
  if (!t || t.sizes() == sizes)
    return;
  tsrt_tensor *impl = t.get();
  int64_t elements = 1;
  bool fits = true;
  for (int64_t s : sizes)
    fits &= !__builtin_mul_overflow(elements, s, &elements);
  size_t needed = 0;
  if (!fits || __builtin_mul_overflow(size_t(elements + impl->offset),
                                      size_t(t.itemsize()), &needed)) {
    bailSize(sizes);
    return;
  }
  Storage *storage = impl->storage;
  if (needed > storage->bytes) {
    void *grown = allocateElements(needed);
    if (storage->bytes)
      std::memcpy(grown, storage->data, storage->bytes);
    if (storage->release)
      storage->release(storage->context);
    storage->data = storage->context = grown;
    storage->bytes = needed;
    storage->release = tsrt_free;
  }
  impl->sizes = sizes;
  impl->strides = contiguousStrides(sizes);
  impl->numel = elements;
}

/// The strides with which a tensor is read as one of `shape`.
static Dims broadcastStrides(const Tensor &t, const Dims &shape) {
  Dims strides(shape.size());
  size_t offset = shape.size() - size_t(t.dim());
  for (size_t i = 0; i < shape.size(); ++i)
    strides[i] = i < offset || (t.size(i - offset) == 1 && shape[i] != 1)
                     ? 0
                     : t.stride(i - offset);
  return strides;
}

/// Whether dimension `a` is inside of `b` by the strides of the operands: below
/// 0 when it is, above 0 when it is the other way round, 0 when nobody says.
/// The rule is that of PyTorch's TensorIterator.
static int compareDimensions(const Dims &shape,
                             const std::vector<Dims> &operands, int64_t a,
                             int64_t b) {
  for (const Dims &strides : operands) {
    if (strides[a] == 0 || strides[b] == 0)
      continue;
    if (strides[a] != strides[b])
      return strides[a] < strides[b] ? -1 : 1;
    if (shape[a] > shape[b])
      return 1;
  }
  return 0;
}

Dims tsrt::orderedStrides(const Dims &shape, TensorRange in) {
  std::vector<Dims> operands;
  for (const Tensor &t : in)
    if (t && t.dim() <= int64_t(shape.size()))
      operands.push_back(broadcastStrides(t, shape));
  // From the inner to the outer; what cannot be compared stays in place.
  Dims order;
  for (size_t i = shape.size(); i-- > 0;)
    order.push_back(int64_t(i));
  for (size_t i = 1; i < order.size(); ++i)
    for (size_t moved = i, other = i; other-- > 0;) {
      int found =
          compareDimensions(shape, operands, order[other], order[moved]);
      if (found < 0)
        break;
      if (found > 0) {
        std::swap(order[other], order[moved]);
        moved = other;
      }
    }
  Dims strides(shape.size());
  int64_t next = 1;
  for (int64_t d : order) {
    strides[d] = next;
    next *= shape[d];
  }
  return strides;
}

Dims tsrt::preservedStrides(const Tensor &t) {
  if (!t.numel())
    return contiguousStrides(t.sizes());
  Dims order;
  for (int64_t i = 0; i < t.dim(); ++i)
    order.push_back(i);
  std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return t.stride(a) != t.stride(b) ? t.stride(a) > t.stride(b) : a < b;
  });
  // Dense means: in order of the strides it looks contiguous.
  int64_t expected = 1;
  for (size_t i = order.size(); i-- > 0;) {
    int64_t d = order[i];
    if (t.size(d) != 1 && t.stride(d) != expected)
      return orderedStrides(t.sizes(), t);
    expected *= t.size(d);
  }
  return t.strides();
}

std::string tsrt::tensorTypeName(int dtype) {
  return std::string("CPU") + scalarTypeName(dtype) + "Type";
}

Result<Scalar> tsrt::tensorItem(const tsrt_tensor *tensor) {
  Tensor t = Tensor::borrow(const_cast<tsrt_tensor *>(tensor));
  if (t.numel() != 1)
    return fail("a Tensor with %lld elements cannot be converted to Scalar",
                (long long)t.numel());
  Scalar element = t.at(0);
  if (tsrt_error *error = t.isOnDevice() ? takeNoted() : nullptr)
    return Failure{error};
  return element;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Scalar tsrt::loadScalar(const void *p, int dtype) {
  return visitDType(integerDType(dtype), [&](auto tag) -> Scalar {
    using T = decltype(tag);
    T v;
    if constexpr (std::is_same_v<T, bool>)
      return *static_cast<const uint8_t *>(p) != 0;
    std::memcpy(&v, p, sizeof(T));
    if constexpr (std::is_same_v<T, ComplexHalf>)
      return Complex(float(v.re), float(v.im));
    else if constexpr (isComplexT<T>)
      return Complex(v.real(), v.imag());
    else if constexpr (std::is_integral_v<T>)
      return int64_t(v);
    else
      return double(v);
  });
}

void tsrt::storeScalar(void *p, int dtype, Scalar s) {
  visitDType(integerDType(dtype), [&](auto tag) {
    using T = decltype(tag);
    T v;
    // An int becomes a float in one step: by way of a double it would be
    // rounded twice.
    float single = s.isIntegral() ? float(s.i) : float(s.re);
    if constexpr (std::is_same_v<T, bool>)
      v = s.toBool();
    else if constexpr (std::is_same_v<T, ComplexHalf>) {
      v.re = Half(single);
      v.im = Half(float(s.toComplex().imag()));
    } else if constexpr (std::is_same_v<T, std::complex<float>>)
      v = T(single, float(s.toComplex().imag()));
    else if constexpr (isComplexT<T>)
      v = T(s.toComplex());
    else if constexpr (std::is_integral_v<T>)
      v = T(s.toInt());
    else if constexpr (std::is_same_v<T, double>)
      v = s.toDouble();
    else
      v = T(single);
    std::memcpy(p, &v, sizeof(T));
  });
}

Scalar Tensor::at(int64_t position) const {
  if (Accelerator *device = acceleratorOf(*this)) {
    alignas(16) char element[16] = {};
    Status read = device->download(
        element,
        static_cast<char *>(deviceData(get())) + position * itemsize(),
        size_t(itemsize()));
    return read ? loadScalar(element, dtype()) : Scalar(note(read.take()));
  }
  if (!data())
    return Scalar();
  return loadScalar(data<char>() + position * itemsize(), dtype());
}

//===----------------------------------------------------------------------===//
// Promotion
//===----------------------------------------------------------------------===//

/// The dtype of a category (-1: empty) after one more member.
static int promoteInto(int current, int dtype) {
  return current < 0 ? dtype : promoteTypes(current, dtype);
}

static int combineCategories(int higher, int lower) {
  if (higher < 0)
    return lower;
  if (lower < 0 || isComplex(higher))
    return higher;
  if (isFloating(higher))
    return isComplex(lower) ? toComplexDType(higher) : higher;
  if (higher == TSRT_B8 || isFloating(lower) || isComplex(lower))
    return promoteTypes(higher, lower);
  return higher;
}

int tsrt::resultType(TensorRange operands) {
  // Mostly they agree, and numbers are of the kind or a lower one.
  int agreed = -1, numberKind = 0;
  auto kindOfDType = [](int dtype) {
    return dtype == TSRT_B8    ? 1
           : isIntegral(dtype) ? 2
           : isFloating(dtype) ? 3
                               : 4;
  };
  for (const Tensor &t : operands) {
    if (!t)
      continue;
    if (t.wrapped() && t.dim() == 0)
      numberKind = std::max(numberKind, kindOfDType(t.dtype()));
    else if (agreed == -1 || agreed == t.dtype())
      agreed = t.dtype();
    else
      agreed = -2;
  }
  if (agreed >= 0 && numberKind <= kindOfDType(agreed))
    return agreed;
  int dims = -1, zero = -1, numbers = -1;
  for (const Tensor &t : operands) {
    if (!t)
      continue;
    int dtype = t.dtype();
    if (t.wrapped())
      dtype = isComplex(dtype)    ? int(TSRT_C64)
              : isFloating(dtype) ? int(TSRT_F32)
                                  : dtype;
    int &category = t.dim() ? dims : t.wrapped() ? numbers : zero;
    category = promoteInto(category, dtype);
  }
  int result = combineCategories(dims, combineCategories(zero, numbers));
  return result < 0 ? int(TSRT_F32) : result;
}
