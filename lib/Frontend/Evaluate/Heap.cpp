//===- Heap.cpp - Memory of an evaluation -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Objects are counted by references. Cycles are found as reference counting
// collectors do: what is referenced only from inside a set of containers that
// nothing outside reaches can go.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Evaluate/Objects.h"

#include <memory>

using namespace torchscript::evaluate;

static thread_local Heap *currentHeap = nullptr;

/// How deep destructors nest before objects wait for their turn.
static constexpr unsigned kMaxDestroying = 64;

Heap::Heap() = default;
Heap::~Heap() = default;
Heap *Heap::current() { return currentHeap; }

HeapScope::HeapScope(Heap &heap) : previous(currentHeap) {
  currentHeap = &heap;
}
HeapScope::~HeapScope() { currentHeap = previous; }

Object::Object(Kind kind, TypeObject *cls) : kind(kind), cls(cls) {
  if (cls)
    cls->retain();
}

Object::~Object() {
  if (attrs)
    attrs->release();
  if (cls)
    cls->release();
}

void *Object::operator new(size_t size) {
  if (currentHeap)
    currentHeap->add(size);
  return ::operator new(size);
}

void Object::operator delete(void *memory, size_t size) {
  if (currentHeap)
    currentHeap->remove(size);
  ::operator delete(memory);
}

void Object::destroy(Object *object) {
  Heap *heap = currentHeap;
  if (!heap) {
    delete object;
    return;
  }
  if (object->isWatched) {
    auto found = heap->watchedNumbers.find(object);
    heap->watched.erase(found->second);
    heap->watchedNumbers.erase(found);
  }
  if (heap->destroying >= kMaxDestroying) {
    heap->waiting.push_back(object);
    return;
  }
  ++heap->destroying;
  delete object;
  --heap->destroying;
  while (heap->destroying == 0 && !heap->waiting.empty()) {
    Object *next = heap->waiting.back();
    heap->waiting.pop_back();
    ++heap->destroying;
    delete next;
    --heap->destroying;
  }
}

Container::Container(Kind kind, TypeObject *cls) : Object(kind, cls) {
  Heap *heap = currentHeap;
  if (!heap)
    return;
  next = heap->first;
  if (next)
    next->previous = this;
  heap->first = this;
  ++heap->numContainers;
}

Container::~Container() {
  Heap *heap = currentHeap;
  if (previous)
    previous->next = next;
  else if (heap && heap->first == this)
    heap->first = next;
  if (next)
    next->previous = previous;
  if (heap)
    --heap->numContainers;
}

uint64_t Heap::watch(Object *object) {
  auto [found, isNew] = watchedNumbers.try_emplace(object, numWatched + 1);
  if (isNew) {
    object->isWatched = true;
    watched[++numWatched] = object;
  }
  return found->second;
}

Object *Heap::findWatched(uint64_t number) const {
  auto found = watched.find(number);
  return found == watched.end() ? nullptr : found->second;
}

void Heap::clear() {
  std::vector<Value> all;
  for (Container *container = first; container; container = container->next)
    all.emplace_back(container);
  for (Value &container : all)
    container.as<Container>()->clear();
}

/// The container a value is, or null.
static Container *asContainer(const Value &value) {
  return value.isObject() ? dynamic_cast<Container *>(value.getObject())
                          : nullptr;
}

size_t Heap::collect() {
  for (Container *c = first; c; c = c->next)
    c->outside = c->refs;
  // References from containers are none from outside.
  for (Container *c = first; c; c = c->next)
    c->traverse(
        [](const Value &value, void *) {
          if (Container *target = asContainer(value))
            --target->outside;
        },
        nullptr);
  // What is reached from outside stays, with all that it reaches.
  std::vector<Container *> work;
  for (Container *c = first; c; c = c->next)
    if (c->outside > 0)
      work.push_back(c);
  while (!work.empty()) {
    Container *c = work.back();
    work.pop_back();
    c->traverse(
        [](const Value &value, void *data) {
          Container *target = asContainer(value);
          if (!target || target->outside > 0)
            return;
          target->outside = 1;
          static_cast<std::vector<Container *> *>(data)->push_back(target);
        },
        &work);
  }
  std::vector<Value> garbage;
  for (Container *c = first; c; c = c->next)
    if (c->outside <= 0)
      garbage.emplace_back(c);
  for (Value &container : garbage)
    container.as<Container>()->clear();
  return garbage.size();
}
