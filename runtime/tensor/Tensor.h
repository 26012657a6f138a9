//===- Tensor.h - The tensor object and its C++ handle ----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A tensor is a view (sizes, strides, offset) of a reference-counted storage.
// Failing functions of this library note the error (bail) and return an
// undefined tensor or a zero; undefined tensors pass through every operation,
// and the boxed adapter (ops_tensor/Kernels.h) hands the first noted error to
// the caller. So a chain of operations needs no check at every link.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_TENSOR_TENSOR_H
#define TSRT_TENSOR_TENSOR_H

#include "core/Ref.h"
#include "core/TensorHooks.h"
#include "core/Value.h"
#include "tensor/DType.h"
#include "tensor/Dims.h"

#include <atomic>
#include <optional>
#include <vector>

namespace tsrt {

struct DeviceMemory;

/// Memory shared by the tensors that view it.
struct Storage {
  std::atomic<int64_t> refs{1};
  void *data = nullptr;
  size_t bytes = 0;
  /// Called with `context` when the last view dies; null: nothing to do, the
  /// memory lies behind the storage itself or belongs to someone else.
  void (*release)(void *) = nullptr;
  void *context = nullptr;
  /// Where the bytes are when they lie on a device (device/Memory.h): `data`,
  /// which only ever addresses memory of the host, is null then.
  DeviceMemory *memory = nullptr;

  void retain();
  void drop();
  /// Uninitialised memory from the pool, in one block with the storage.
  static Storage *allocate(size_t bytes);
};

} // namespace tsrt

struct tsrt_tensor {
  tsrt_header header;
  tsrt::Storage *storage;
  int64_t offset; /* elements */
  int64_t numel;
  int32_t dtype;
  /// Made from a number: takes part in promotion as one.
  bool wrapped;
  bool requiresGrad;
  tsrt::Dims sizes, strides;
};

namespace tsrt {

/// Converts to whatever the failing function returns: an undefined tensor, an
/// empty list, zero.
struct Bail {
  template <class T>
  operator T() const {
    return T();
  }
};

/// Notes an error of class RuntimeError, unless one is noted already.
[[gnu::format(printf, 1, 2)]] Bail bail(const char *format, ...);
/// The same with another class.
[[gnu::format(printf, 2, 3)]] Bail bailAs(const char *cls, const char *format,
                                          ...);
/// Is an error noted?
bool failed();
/// Notes an error that another function returned.
Bail note(tsrt_error *error);

/// Owning handle of a tensor; copies share the object. The accessors of an
/// undefined handle answer as an empty float tensor of rank 0 would.
class Tensor {
public:
  Tensor() = default;
  Tensor(TensorRef ref) : ref(std::move(ref)) {}
  /// A handle of a borrowed object.
  static Tensor borrow(tsrt_tensor *t) { return Tensor(TensorRef::retain(t)); }

  bool defined() const { return bool(ref); }
  explicit operator bool() const { return bool(ref); }
  tsrt_tensor *get() const { return ref.get(); }
  tsrt_tensor *take() { return ref.take(); }
  bool is(const Tensor &o) const { return get() == o.get(); }

  int dtype() const { return impl().dtype; }
  int64_t dim() const { return int64_t(impl().sizes.size()); }
  int64_t numel() const { return impl().numel; }
  const Dims &sizes() const { return impl().sizes; }
  const Dims &strides() const { return impl().strides; }
  /// Size of dimension `d`, counted from the end when negative; 0 when there is
  /// no such dimension.
  int64_t size(int64_t d) const {
    d += d < 0 ? dim() : 0;
    return d >= 0 && d < dim() ? impl().sizes[d] : 0;
  }
  int64_t stride(int64_t d) const {
    d += d < 0 ? dim() : 0;
    return d >= 0 && d < dim() ? impl().strides[d] : 0;
  }
  int64_t offset() const { return impl().offset; }
  int64_t itemsize() const { return dtypeSize(dtype()); }
  bool wrapped() const { return impl().wrapped; }
  bool isContiguous() const {
    const tsrt_tensor &t = impl();
    int64_t expected = 1;
    for (size_t i = t.sizes.size(); i-- > 0;) {
      if (t.sizes[i] == 1)
        continue;
      if (t.strides[i] != expected)
        return t.numel == 0;
      expected *= t.sizes[i];
    }
    return true;
  }
  /// Do the elements lie on a device? data() is null then.
  bool isOnDevice() const {
    return impl().storage && impl().storage->memory != nullptr;
  }
  bool isComplex() const { return tsrt::isComplex(dtype()); }
  bool isFloating() const { return tsrt::isFloating(dtype()); }
  bool isIntegral(bool withBool = true) const {
    return tsrt::isIntegral(dtype(), withBool);
  }

  /// The first element (null storage: null).
  template <class T = void>
  T *data() const {
    const tsrt_tensor &t = impl();
    return t.storage && t.storage->data
               ? reinterpret_cast<T *>(static_cast<char *>(t.storage->data) +
                                       t.offset * dtypeSize(t.dtype))
               : nullptr;
  }
  /// Reads the element at a storage position relative to data().
  Scalar at(int64_t position) const;

private:
  const tsrt_tensor &impl() const {
    return ref ? *ref.get() : undefinedTensor();
  }
  static const tsrt_tensor &undefinedTensor();
  TensorRef ref;
};

using Tensors = std::vector<Tensor>;
class NumberOperand;

/// Several tensors, borrowed for a call.
class TensorRange {
public:
  TensorRange(const Tensors &tensors)
      : first(tensors.data()), count(tensors.size()) {}
  TensorRange(std::initializer_list<Tensor> tensors)
      : first(tensors.begin()), count(tensors.size()) {}
  /// Of one tensor.
  TensorRange(const Tensor &tensor) : first(&tensor), count(1) {}
  const Tensor *begin() const { return first; }
  const Tensor *end() const { return first + count; }
  size_t size() const { return count; }
  const Tensor &operator[](size_t i) const { return first[i]; }

private:
  const Tensor *first;
  size_t count;
};

using OptInt = std::optional<int64_t>;
using OptScalar = std::optional<Scalar>;

/// What a kernel may look at and, if it wants to, use for its result.
struct Input {
  Input(const Tensor &tensor, Reuse reuse = Reuse::None)
      : tensor(tensor), reuse(reuse) {}
  Input(const NumberOperand &number);
  operator const Tensor &() const { return tensor; }
  const Tensor *operator->() const { return &tensor; }

  const Tensor &tensor;
  Reuse reuse;
};

/// A new tensor with uninitialised elements.
Tensor empty(const Dims &sizes, int dtype);
Tensor emptyStrided(const Dims &sizes, const Dims &strides, int dtype);
/// emptyStrided for what is known to be sound: the shape of another tensor of
/// `numel` elements that lie close together.
Tensor emptyLike(const Dims &sizes, const Dims &strides, int64_t numel,
                 int dtype);
/// Zeros, or `value` everywhere.
Tensor zeros(const Dims &sizes, int dtype);
Tensor full(const Dims &sizes, Scalar value, int dtype);
/// A 0-dim tensor that counts as a number in promotion; int64, float64,
/// complex128 or bool.
Tensor wrapNumber(Scalar value);
/// wrapNumber without memory of its own: for the operand of a call whose result
/// shares nothing with its operands.
class NumberOperand {
public:
  explicit NumberOperand(Scalar value);
  NumberOperand(const NumberOperand &) = delete;
  operator const Tensor &() const { return tensor; }

private:
  Storage storage;
  tsrt_tensor object;
  alignas(16) char element[16];
  Tensor tensor;
};
inline Input::Input(const NumberOperand &number)
    : Input(static_cast<const Tensor &>(number)) {}
/// A 0-dim tensor of a dtype.
Tensor scalarTensor(Scalar value, int dtype);
/// A one-dimensional int64 tensor.
Tensor fromInts(const Dims &values);
/// A view of `base`'s storage; `offset` in elements from the storage's start.
Tensor viewOf(const Tensor &base, const Dims &sizes, const Dims &strides,
              int64_t offset);
/// Gives `t` another shape in place, growing its storage where needed.
void resizeInPlace(const Tensor &t, const Dims &sizes);
/// Writes a number into one element of storage type `dtype`.
void storeScalar(void *p, int dtype, Scalar value);
Scalar loadScalar(const void *p, int dtype);
/// Strides of a copy: those of `t` when it is dense without overlaps, else dense
/// ones of the same order of dimensions: what PyTorch calls "preserve".
Dims preservedStrides(const Tensor &t);
/// Dense strides of a result of `shape` whose dimensions are in the order of
/// those of the operands, each broadcast to the shape; the first that says which
/// of two dimensions is the inner one decides.
Dims orderedStrides(const Dims &shape, TensorRange operands);
/// "CPUFloatType" and the like.
std::string tensorTypeName(int dtype);

/// The dtype results of a promotion over operands, by PyTorch's three
/// categories: tensors with dimensions, without, numbers.
int resultType(TensorRange operands);

} // namespace tsrt

#endif // TSRT_TENSOR_TENSOR_H
