//===- Ptx.h - PTX, to be run on the processor ------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of PTX that LLVM writes for the kernels of this compiler, after the
// instruction set's manual. What is not known is an error when it is read.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_TEST_PTX_H
#define TORCHSCRIPT_TEST_PTX_H

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace ptx {

/// What is wrong with a text, or with what a kernel does.
struct Error : std::runtime_error {
  using runtime_error::runtime_error;
};

/// How an instruction looks at its registers.
struct Type {
  enum Kind : uint8_t {
    None,
    Pred,
    Bits,
    Unsigned,
    Signed,
    Float,
    Brain,
    TF32
  };
  Kind kind = None;
  uint8_t bits = 0;
  bool isFloat() const { return kind == Float || kind == Brain; }
  bool isSigned() const { return kind == Signed; }
};

enum class Op : uint8_t {
  Abs,
  Add,
  And,
  Barrier,
  BitExtract,
  BitInsert,
  BitReverse,
  Branch,
  Clz,
  Convert,
  Copysign,
  Div,
  Exchange,
  Exp2,
  Fma,
  Load,
  Log2,
  Mad,
  Max,
  Min,
  Move,
  Mul,
  MultiplyMatrix,
  LoadMatrix,
  StoreMatrix,
  Neg,
  Not,
  Or,
  Pack,
  Permute,
  Popc,
  Rcp,
  Rem,
  Return,
  Rsqrt,
  Select,
  SetPredicate,
  Shl,
  Shr,
  Sqrt,
  Store,
  Sub,
  Test,
  Unpack,
  Xor
};

enum class Space : uint8_t { Generic, Global, Shared, Local, Param, Constant };

/// A register, a number, or an address: the number, and the register's value
/// where there is one.
struct Operand {
  int reg = -1;
  uint64_t value = 0;
  bool isNegated = false; ///< of a truth value
};

struct Instruction {
  Op op = Op::Return;
  Type type, from;
  Space space = Space::Generic;
  /// Words of the name that decide what it computes: "lt", "wide", "rni", ...
  std::vector<std::string> words;
  /// The same, decoded.
  enum Part : uint8_t { Whole, Low, High, Wide } part = Whole;
  enum Round : uint8_t { Nearest, Zero, Up, Down } round = Nearest;
  enum Compare : uint8_t {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Equ,
    Neu,
    Ltu,
    Leu,
    Gtu,
    Geu,
    Num,
    Nan
  } compare = Eq;
  bool isInteger = false, keepsNaN = false, saturates = false;
  /// The truth value that lets it run; none: always.
  int guard = -1;
  bool isGuardNegated = false;
  std::vector<int> results;
  std::vector<Operand> operands;
  /// Where a branch goes.
  size_t target = 0;
  int line = 0;
};

struct Parameter {
  std::string name;
  size_t offset = 0, bytes = 0;
};

struct Kernel {
  std::string name;
  std::vector<Parameter> parameters;
  std::vector<Instruction> code;
  size_t numRegisters = 0, localBytes = 0, sharedBytes = 0;
  /// The largest block; zeros where the text does not say.
  std::array<unsigned, 3> maxThreads{};
};

struct Module {
  std::map<std::string, Kernel> kernels;
  size_t sharedBytes = 0;
  /// Constants, whose memory kernels may read.
  std::vector<std::unique_ptr<std::vector<uint8_t>>> globals;
};

/// Addresses of a block's and a thread's own memory.
constexpr uint64_t kSharedBase = 1ull << 60, kLocalBase = 2ull << 60;
/// Numbers of special registers, behind a kernel's own: tid, ntid, ctaid and
/// nctaid, in x, y and z each, then laneid.
constexpr int kNumSpecial = 13;

/// Reads a text; throws Error.
std::unique_ptr<Module> read(const char *text);

/// A region of memory that kernels may touch.
struct Region {
  uint64_t begin = 0, end = 0;
};
/// The region that an address is in; an empty one for none.
using FindRegion = Region (*)(uint64_t address);

/// Runs a kernel; throws Error where it does what is not allowed: memory of
/// nobody, addresses that are not aligned, threads that wait for each other.
void launch(const Module &module, const Kernel &kernel,
            std::array<unsigned, 3> grid, std::array<unsigned, 3> block,
            void **arguments, FindRegion findRegion);

} // namespace ptx

#endif // TORCHSCRIPT_TEST_PTX_H
