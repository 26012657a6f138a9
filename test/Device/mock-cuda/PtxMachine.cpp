//===- PtxMachine.cpp - Running PTX ---------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks run one after the other. A thread runs until it ends, waits for its
// block, or comes to what 32 threads do together. Shared memory begins with
// bytes that make no sensible number.
//
//===----------------------------------------------------------------------===//

#include "PtxMath.h"

#include <algorithm>
#include <cstring>

using namespace ptx;

static constexpr unsigned kWarp = 32;

namespace {
struct Thread {
  enum State : uint8_t { Runs, AtBarrier, Together, Ended };
  State state = Runs;
  size_t at = 0;
  uint64_t *registers = nullptr;
  uint8_t *local = nullptr;
};

class Block {
public:
  Block(const Module &module, const Kernel &kernel,
        std::array<unsigned, 3> grid, std::array<unsigned, 3> size,
        void **arguments, FindRegion findRegion);
  void run(std::array<unsigned, 3> index);

private:
  [[noreturn]] void fail(const Instruction &one, const std::string &what) {
    throw Error("line " + std::to_string(one.line) + " of kernel '" +
                kernel.name + "': " + what);
  }
  void step(Thread &thread);
  bool runWarp(size_t first);
  void runTogether(const Instruction &one, Thread *threads);
  void exchange(const Instruction &one, Thread *threads);
  void loadMatrix(const Instruction &one, Thread *threads);
  void storeMatrix(const Instruction &one, Thread *threads);
  void multiplyMatrix(const Instruction &one, Thread *threads);
  void compute(const Instruction &one, Thread &thread);
  uint8_t *getMemory(const Instruction &one, Thread &thread, uint64_t address,
                     size_t bytes, bool isWrite);
  void load(const Instruction &one, Thread &thread);
  void store(const Instruction &one, Thread &thread);
  uint64_t get(const Thread &thread, const Operand &operand) const {
    uint64_t value =
        operand.value + (operand.reg < 0 ? 0 : thread.registers[operand.reg]);
    return operand.isNegated ? !value : value;
  }
  static void set(Thread &thread, int result, uint64_t value) {
    if (result >= 0)
      thread.registers[result] = value;
  }

  const Module &module;
  const Kernel &kernel;
  FindRegion findRegion;
  Region region;
  std::vector<uint8_t> parameters, shared, locals;
  std::vector<uint64_t> registers;
  std::vector<Thread> threads;
};
} // namespace

Block::Block(const Module &module, const Kernel &kernel,
             std::array<unsigned, 3> grid, std::array<unsigned, 3> size,
             void **arguments, FindRegion findRegion)
    : module(module), kernel(kernel), findRegion(findRegion),
      shared(kernel.sharedBytes) {
  for (unsigned dim = 0; dim < 3; ++dim)
    if (!size[dim] || !grid[dim] ||
        (kernel.maxThreads[dim] && size[dim] > kernel.maxThreads[dim]))
      throw Error("kernel '" + kernel.name + "' has no blocks of this size");
  for (const Parameter &parameter : kernel.parameters) {
    parameters.resize(parameter.offset + parameter.bytes);
    memcpy(&parameters[parameter.offset],
           arguments[&parameter - kernel.parameters.data()], parameter.bytes);
  }
  size_t count = size_t(size[0]) * size[1] * size[2];
  size_t perThread = kernel.numRegisters + kNumSpecial;
  registers.resize(count * perThread);
  locals.resize(count * kernel.localBytes);
  threads.resize(count);
  for (size_t i = 0; i < count; ++i) {
    threads[i].registers = &registers[i * perThread];
    threads[i].local = locals.data() + i * kernel.localBytes;
    uint64_t *special = threads[i].registers + kernel.numRegisters;
    uint64_t place[] = {i % size[0], i / size[0] % size[1],
                        i / size[0] / size[1]};
    for (unsigned dim = 0; dim < 3; ++dim) {
      special[dim] = place[dim];
      special[3 + dim] = size[dim];
      special[9 + dim] = grid[dim];
    }
    special[12] = i % kWarp;
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

uint8_t *Block::getMemory(const Instruction &one, Thread &thread,
                          uint64_t address, size_t bytes, bool isWrite) {
  if (address % bytes)
    fail(one, "an address that is not a multiple of " + std::to_string(bytes));
  bool isShared = address >= kSharedBase && address < kLocalBase;
  bool isLocal = address >= kLocalBase && address < kLocalBase + kSharedBase;
  if (isShared && (one.space == Space::Shared || one.space == Space::Generic) &&
      address - kSharedBase + bytes <= shared.size())
    return &shared[address - kSharedBase];
  if (isLocal && (one.space == Space::Local || one.space == Space::Generic) &&
      address - kLocalBase + bytes <= kernel.localBytes)
    return thread.local + (address - kLocalBase);
  if (one.space == Space::Param && address + bytes <= parameters.size() &&
      !isWrite)
    return &parameters[address];
  if (one.space == Space::Global || one.space == Space::Generic) {
    if (address < region.begin || address + bytes > region.end)
      region = findRegion(address);
    if (address >= region.begin && address + bytes <= region.end)
      return reinterpret_cast<uint8_t *>(address);
    for (auto &data : module.globals) {
      auto begin = reinterpret_cast<uint64_t>(data->data());
      if (!isWrite && address >= begin &&
          address + bytes <= begin + data->size())
        return reinterpret_cast<uint8_t *>(address);
    }
  }
  fail(one, std::string(isWrite ? "writes" : "reads") +
                " memory that nobody has given it");
}

void Block::load(const Instruction &one, Thread &thread) {
  size_t bytes = one.type.bits / 8, count = one.results.size();
  uint8_t *from = getMemory(one, thread, get(thread, one.operands[0]),
                            bytes * count, /*isWrite=*/false);
  for (int result : one.results) {
    uint64_t value = 0;
    memcpy(&value, from, bytes);
    // Registers are wider than what is loaded.
    set(thread, result,
        one.type.isSigned() ? uint64_t(extend(value, one.type)) : value);
    from += bytes;
  }
}

void Block::store(const Instruction &one, Thread &thread) {
  size_t bytes = one.type.bits / 8, count = one.operands.size() - 1;
  uint8_t *to = getMemory(one, thread, get(thread, one.operands[0]),
                          bytes * count, /*isWrite=*/true);
  for (size_t i = 0; i < count; ++i, to += bytes) {
    uint64_t value = get(thread, one.operands[i + 1]);
    memcpy(to, &value, bytes);
  }
}

//===----------------------------------------------------------------------===//
// What 32 threads do together
//===----------------------------------------------------------------------===//

void Block::exchange(const Instruction &one, Thread *first) {
  uint64_t values[kWarp];
  for (unsigned lane = 0; lane < kWarp; ++lane)
    values[lane] = get(first[lane], one.operands[0]);
  for (unsigned lane = 0; lane < kWarp; ++lane) {
    uint64_t mask = get(first[lane], one.operands[3]);
    if (uint32_t(mask) != ~0u || get(first[lane], one.operands[2]) != kWarp - 1)
      fail(one, "an exchange of some threads only");
    unsigned other = lane ^ unsigned(get(first[lane], one.operands[1]));
    bool isThere = other < kWarp;
    set(first[lane], one.results[0], values[isThere ? other : lane] & ~0u);
    if (one.results.size() > 1)
      set(first[lane], one.results[1], isThere);
  }
}

/// Whether a word is part of the instruction's name.
static bool hasWord(const Instruction &one, const char *word) {
  return std::find(one.words.begin(), one.words.end(), word) != one.words.end();
}

/// Elements of a piece: rows and columns, of an operand's the depth for one.
static std::pair<unsigned, unsigned> getShape(const Instruction &one) {
  unsigned depth = hasWord(one, "m16n16k8") ? 8 : 16;
  if (hasWord(one, "a"))
    return {16, depth};
  if (hasWord(one, "b"))
    return {depth, 16};
  return {16, 16};
}

/// Which of the 32 threads has an element of a piece, and as which of its own:
/// the chip's order is nobody's business, this is ours.
static std::pair<unsigned, unsigned> getOwner(unsigned element,
                                              unsigned numElements) {
  unsigned each = numElements / kWarp;
  return {element / each, element % each};
}

void Block::loadMatrix(const Instruction &one, Thread *first) {
  auto [rows, columns] = getShape(one);
  unsigned bytes = one.type.bits / 8, perWord = 4 / bytes;
  uint64_t address = get(first[0], one.operands[0]);
  uint64_t stride = get(first[0], one.operands[1]);
  if (address % 32 || stride * bytes % 16)
    fail(one, "a matrix that is not aligned");
  for (unsigned lane = 0; lane < kWarp; ++lane)
    for (int result : one.results)
      set(first[lane], result, 0);
  for (unsigned i = 0; i < rows * columns; ++i) {
    unsigned row = i / columns, column = i % columns;
    uint64_t place =
        hasWord(one, "row") ? row * stride + column : column * stride + row;
    uint64_t value = 0;
    memcpy(&value,
           getMemory(one, first[0], address + place * bytes, bytes, false),
           bytes);
    auto [lane, number] = getOwner(i, rows * columns);
    uint64_t &word = first[lane].registers[one.results[number / perWord]];
    word |= value << (number % perWord * one.type.bits);
  }
}

void Block::storeMatrix(const Instruction &one, Thread *first) {
  uint64_t address = get(first[0], one.operands[0]);
  uint64_t stride = get(first[0], one.operands.back());
  if (address % 32 || stride % 4 || !hasWord(one, "row"))
    fail(one, "a matrix that is not aligned");
  for (unsigned i = 0; i < 256; ++i) {
    auto [lane, number] = getOwner(i, 256);
    uint64_t value = get(first[lane], one.operands[1 + number]);
    memcpy(getMemory(one, first[0], address + (i / 16 * stride + i % 16) * 4, 4,
                     true),
           &value, 4);
  }
}

void Block::multiplyMatrix(const Instruction &one, Thread *first) {
  Type type = hasWord(one, "tf32")   ? Type{Type::Float, 32}
              : hasWord(one, "bf16") ? Type{Type::Brain, 16}
                                     : Type{Type::Float, 16};
  unsigned depth = hasWord(one, "m16n16k8") ? 8 : 16;
  unsigned numWords = type.kind == Type::Float && type.bits == 16 ? 8 : 4;
  unsigned perWord = 32 / type.bits;
  auto getElement = [&](unsigned operand, unsigned element) {
    auto [lane, number] = getOwner(element, 16 * depth);
    uint64_t word =
        get(first[lane], one.operands[operand * numWords + number / perWord]);
    word = word >> (number % perWord * type.bits) & getMask(type.bits);
    if (hasWord(one, "tf32") && (word & 0x1fff))
      fail(one, "an element that is not of tf32");
    return toDouble(word, type);
  };
  float results[256];
  for (unsigned i = 0; i < 256; ++i) {
    auto [lane, number] = getOwner(i, 256);
    double sum = toDouble(get(first[lane], one.operands[2 * numWords + number]),
                          {Type::Float, 32});
    for (unsigned p = 0; p < depth; ++p)
      sum += getElement(0, i / 16 * depth + p) * getElement(1, p * 16 + i % 16);
    results[i] = float(sum);
  }
  for (unsigned i = 0; i < 256; ++i) {
    auto [lane, number] = getOwner(i, 256);
    set(first[lane], one.results[number],
        fromDouble(results[i], {Type::Float, 32}));
  }
}

void Block::runTogether(const Instruction &one, Thread *first) {
  if (one.op == Op::Exchange)
    exchange(one, first);
  else if (one.op == Op::LoadMatrix)
    loadMatrix(one, first);
  else if (one.op == Op::StoreMatrix)
    storeMatrix(one, first);
  else
    multiplyMatrix(one, first);
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

static bool isTogether(Op op) {
  return op == Op::Exchange || op == Op::LoadMatrix || op == Op::StoreMatrix ||
         op == Op::MultiplyMatrix;
}

void Block::compute(const Instruction &one, Thread &thread) {
  uint64_t values[4] = {};
  if (one.operands.size() > 4)
    fail(one, "too many operands");
  for (size_t i = 0; i < one.operands.size(); ++i)
    values[i] = get(thread, one.operands[i]);
  if (one.op == Op::Unpack) {
    unsigned bits = one.type.bits / one.results.size();
    for (size_t i = 0; i < one.results.size(); ++i)
      set(thread, one.results[i], values[0] >> (i * bits) & getMask(bits));
    return;
  }
  if (one.op == Op::Pack) {
    unsigned bits = one.type.bits / one.operands.size();
    uint64_t whole = 0;
    for (size_t i = 0; i < one.operands.size(); ++i)
      whole |= (values[i] & getMask(bits)) << (i * bits);
    return set(thread, one.results[0], whole);
  }
  set(thread, one.results[0], calculate(one, values));
}

void Block::step(Thread &thread) {
  while (true) {
    if (thread.at >= kernel.code.size()) {
      thread.state = Thread::Ended;
      return;
    }
    const Instruction &one = kernel.code[thread.at];
    if (one.guard >= 0 &&
        bool(thread.registers[one.guard]) == one.isGuardNegated) {
      ++thread.at;
      continue;
    }
    if (isTogether(one.op)) {
      thread.state = Thread::Together;
      return;
    }
    ++thread.at;
    switch (one.op) {
    case Op::Barrier:
      thread.state = Thread::AtBarrier;
      return;
    case Op::Return:
      thread.state = Thread::Ended;
      return;
    case Op::Branch:
      thread.at = one.target;
      break;
    case Op::Load:
      load(one, thread);
      break;
    case Op::Store:
      store(one, thread);
      break;
    default:
      compute(one, thread);
    }
  }
}

/// Runs 32 threads until all wait for the block or have ended.
bool Block::runWarp(size_t first) {
  size_t end = std::min(first + kWarp, threads.size());
  bool hasRun = false;
  while (true) {
    size_t together = 0;
    for (size_t i = first; i < end; ++i) {
      if (threads[i].state == Thread::Runs) {
        step(threads[i]);
        hasRun = true;
      }
      together += threads[i].state == Thread::Together;
    }
    if (!together)
      return hasRun;
    const Instruction &one = kernel.code[threads[first].at];
    for (size_t i = first; i < end; ++i)
      if (end - first != kWarp || threads[i].state != Thread::Together ||
          threads[i].at != threads[first].at)
        fail(one, "what 32 threads do together is not done by all of them");
    runTogether(one, &threads[first]);
    for (size_t i = first; i < end; ++i) {
      ++threads[i].at;
      threads[i].state = Thread::Runs;
    }
    hasRun = true;
  }
}

void Block::run(std::array<unsigned, 3> index) {
  std::fill(shared.begin(), shared.end(), 0xfe);
  for (Thread &thread : threads) {
    thread.state = Thread::Runs;
    thread.at = 0;
    for (unsigned dim = 0; dim < 3; ++dim)
      thread.registers[kernel.numRegisters + 6 + dim] = index[dim];
  }
  while (true) {
    for (size_t first = 0; first < threads.size(); first += kWarp)
      runWarp(first);
    size_t ended = 0;
    size_t where = 0;
    for (Thread &thread : threads) {
      if (thread.state == Thread::Ended) {
        ++ended;
        continue;
      }
      if (where && where != thread.at)
        fail(kernel.code[thread.at], "threads wait at different barriers");
      where = thread.at;
      thread.state = Thread::Runs;
    }
    if (ended == threads.size())
      return;
    if (ended)
      fail(kernel.code[where - 1], "threads wait for others that have ended");
  }
}

void ptx::launch(const Module &module, const Kernel &kernel,
                 std::array<unsigned, 3> grid, std::array<unsigned, 3> block,
                 void **arguments, FindRegion findRegion) {
  Block one(module, kernel, grid, block, arguments, findRegion);
  for (unsigned z = 0; z < grid[2]; ++z)
    for (unsigned y = 0; y < grid[1]; ++y)
      for (unsigned x = 0; x < grid[0]; ++x)
        one.run({x, y, z});
}
