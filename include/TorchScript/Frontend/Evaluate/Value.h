//===- Value.h - Values of the evaluator -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value is one word: a small integer, a constant such as None, or a counted
// pointer to an object. Objects belong to the heap of an evaluation, which
// counts their bytes and takes apart the cycles that are left at its end.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_EVALUATE_VALUE_H
#define TORCHSCRIPT_FRONTEND_EVALUATE_VALUE_H

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace torchscript::evaluate {

struct TypeObject;
struct DictObject;
struct Container;

/// How an object is laid out; instances of subclasses have the kind of the
/// built-in class that they extend.
enum class Kind : uint8_t {
  None,
  Ellipsis,
  NotImplemented,
  Bool,
  Int,
  Float,
  Complex,
  Str,
  Bytes,
  List,
  Tuple,
  Dict,
  Set,
  Slice,
  Range,
  Function,
  Native,
  BoundMethod,
  Type,
  Instance,
  Module,
  Cell,
  Code,
  Generator,
  Iterator,
  Property,
  StaticMethod,
  ClassMethod,
  Super,
  Exception,
  View,
  Host, ///< a value of the TensorOperators or the ScriptCompiler
};

/// Base of all objects. Attributes beyond the layout, where the class allows
/// them, are in `attrs`.
struct Object {
  uint32_t refs = 0;
  Kind kind;
  /// True for what must not be changed: a frozenset.
  bool frozen = false;
  /// Whether the heap knows a number that it is found by while it lives.
  bool isWatched = false;
  TypeObject *cls;
  DictObject *attrs = nullptr;

  Object(Kind kind, TypeObject *cls);
  Object(const Object &) = delete;
  Object &operator=(const Object &) = delete;
  virtual ~Object();

  /// Counted by the current heap.
  static void *operator new(size_t size);
  static void operator delete(void *memory, size_t size);

  void retain() { ++refs; }
  void release() {
    if (--refs == 0)
      destroy(this);
  }

private:
  static void destroy(Object *object);
};

/// A value; empty (none of Python's values) when made without one.
class Value {
public:
  Value() : bits(0) {}
  Value(Object *object) : bits(reinterpret_cast<uintptr_t>(object)) {
    if (object)
      object->retain();
  }
  Value(const Value &other) : bits(other.bits) {
    if (isObject())
      getObject()->retain();
  }
  Value(Value &&other) noexcept : bits(other.bits) { other.bits = 0; }
  Value &operator=(const Value &other) {
    Value copy(other);
    std::swap(bits, copy.bits);
    return *this;
  }
  Value &operator=(Value &&other) noexcept {
    if (this != &other) {
      uintptr_t old = bits;
      bits = other.bits;
      other.bits = 0;
      if (old && !(old & 3))
        reinterpret_cast<Object *>(old)->release();
    }
    return *this;
  }
  ~Value() {
    if (isObject())
      getObject()->release();
  }

  static Value none() { return fromBits(2); }
  static Value ellipsis() { return fromBits(6); }
  static Value notImplemented() { return fromBits(10); }
  static Value boolean(bool value) { return fromBits(value ? 18 : 14); }
  /// An integer of 63 bits.
  static Value small(int64_t value) {
    return fromBits((uintptr_t(value) << 1) | 1);
  }
  static bool fitsSmall(int64_t value) {
    return value >= -(int64_t(1) << 62) && value < (int64_t(1) << 62);
  }

  /// Whether there is a value at all.
  explicit operator bool() const { return bits != 0; }
  bool isSmall() const { return bits & 1; }
  int64_t getSmall() const { return int64_t(bits) >> 1; }
  bool isObject() const { return bits && !(bits & 3); }
  Object *getObject() const { return reinterpret_cast<Object *>(bits); }
  bool isNone() const { return bits == 2; }
  bool isTrue() const { return bits == 18; }
  bool isFalse() const { return bits == 14; }
  bool isBool() const { return bits == 18 || bits == 14; }
  bool isNotImplemented() const { return bits == 10; }
  Kind kind() const {
    if (isObject())
      return getObject()->kind;
    if (isSmall())
      return Kind::Int;
    return bits == 2    ? Kind::None
           : bits == 6  ? Kind::Ellipsis
           : bits == 10 ? Kind::NotImplemented
                        : Kind::Bool;
  }
  bool is(Kind wanted) const { return bits && kind() == wanted; }
  /// Python's `is`; equal small integers are one object.
  bool isSame(const Value &other) const { return bits == other.bits; }
  uintptr_t getBits() const { return bits; }

  /// The object, which must be a T.
  template <typename T>
  T *as() const {
    return static_cast<T *>(getObject());
  }
  /// The object when its kind is T's, else null.
  template <typename T>
  T *dyn() const {
    return isObject() && getObject()->kind == T::kKind
               ? static_cast<T *>(getObject())
               : nullptr;
  }

private:
  static Value fromBits(uintptr_t bits) {
    Value value;
    value.bits = bits;
    return value;
  }
  uintptr_t bits;
};

/// The memory of one evaluation. The heap of the running evaluation is current
/// in its thread.
class Heap {
public:
  Heap();
  ~Heap();
  /// The heap that objects of this thread are counted in.
  static Heap *current();

  /// Bytes of the living objects.
  size_t getUsed() const { return used; }
  void add(size_t bytes) { used += bytes; }
  void remove(size_t bytes) { used -= bytes; }
  /// Takes apart every container that is left: cycles.
  void clear();
  /// Finds containers that only reach each other and takes them apart; the
  /// number of them.
  size_t collect();
  size_t getNumContainers() const { return numContainers; }
  /// A number that an object is found by as long as it lives (a weak
  /// reference).
  uint64_t watch(Object *object);
  /// The object of such a number; null when it is gone.
  Object *findWatched(uint64_t number) const;

private:
  friend struct Container;
  friend struct Object;
  friend class HeapScope;
  size_t used = 0;
  size_t numContainers = 0;
  Container *first = nullptr;
  unsigned destroying = 0;
  std::vector<Object *> waiting;
  uint64_t numWatched = 0;
  std::unordered_map<const Object *, uint64_t> watchedNumbers;
  std::unordered_map<uint64_t, Object *> watched;
};

/// Makes a heap current for a while.
class HeapScope {
public:
  explicit HeapScope(Heap &heap);
  ~HeapScope();

private:
  Heap *previous;
};

/// An allocator that counts in the current heap.
template <typename T>
struct CountedAllocator {
  using value_type = T;
  CountedAllocator() = default;
  template <typename U>
  CountedAllocator(const CountedAllocator<U> &) {}
  T *allocate(size_t count) {
    T *memory = std::allocator<T>().allocate(count);
    if (Heap *heap = Heap::current())
      heap->add(count * sizeof(T));
    return memory;
  }
  void deallocate(T *memory, size_t count) {
    if (Heap *heap = Heap::current())
      heap->remove(count * sizeof(T));
    std::allocator<T>().deallocate(memory, count);
  }
  bool operator==(const CountedAllocator &) const { return true; }
  bool operator!=(const CountedAllocator &) const { return false; }
};
using ValueVector = std::vector<Value, CountedAllocator<Value>>;

/// An object that may be part of a cycle.
struct Container : Object {
  Container(Kind kind, TypeObject *cls);
  ~Container() override;
  /// Calls `visit` for each value it holds.
  virtual void traverse(void (*visit)(const Value &, void *), void *data) = 0;
  /// Lets go of all values.
  virtual void clear() = 0;

private:
  friend class Heap;
  Container *previous = nullptr, *next = nullptr;
  /// References from outside, while cycles are looked for.
  int64_t outside = 0;
};

} // namespace torchscript::evaluate

#endif // TORCHSCRIPT_FRONTEND_EVALUATE_VALUE_H
