//===- BitGeneratorModule.cpp - PCG64 for numpy.random -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The class `_PCG64` of the module `_random`. What it draws for arrays are the
// bytes of their elements.
//
//===----------------------------------------------------------------------===//

#include "BitGenerator.h"
#include "Frame.h"
#include "Natives.h"

#include "TorchScript/Frontend/Evaluate/Evaluator.h"

#include <cstring>
#include <numeric>
#include <unordered_set>

using namespace torchscript;
using namespace torchscript::evaluate;

using Wide = BitGenerator::Wide;

namespace {
struct BitGeneratorObject : HostObject {
  BitGenerator bits;
  using HostObject::HostObject;
};
} // namespace

static BitGenerator &toBits(Interpreter &in, const Value &value) {
  auto *object = value.is(Kind::Host)
                     ? dynamic_cast<BitGeneratorObject *>(value.getObject())
                     : nullptr;
  if (!object)
    in.raiseTypeError("expected a PCG64");
  return object->bits;
}

/// A non-negative int of at most so many bits.
static Wide toWide(Interpreter &in, const Value &value, unsigned width) {
  if (!in.isInt(value))
    in.raiseTypeError("expected an int, not " + in.typeName(value));
  BigView view(value);
  if (mpz_sgn(view.get()) < 0 || mpz_sizeinbase(view.get(), 2) > width)
    in.raise(in.types.OverflowError, "expected an int from 0 to 2 ** " +
                                         std::to_string(width) + " - 1");
  uint64_t words[2] = {0, 0};
  mpz_export(words, nullptr, -1, 8, 0, 0, view.get());
  return (Wide(words[1]) << 64) | words[0];
}

static uint64_t toWord(Interpreter &in, const Value &value) {
  return uint64_t(toWide(in, value, 64));
}

static Value makeWide(Interpreter &in, Wide value) {
  uint64_t words[2] = {uint64_t(value), uint64_t(value >> 64)};
  mpz_t number;
  mpz_init(number);
  mpz_import(number, 2, -1, 8, 0, 0, words);
  Value result = in.makeBig(number);
  mpz_clear(number);
  return result;
}

static size_t toCount(Interpreter &in, const Value &value) {
  int64_t count = in.toIndex(value);
  if (count < 0)
    in.raiseValueError("negative dimensions are not allowed");
  return size_t(count);
}

/// The bytes of numbers that are drawn one after the other.
template <typename Number, typename Draw>
static Value fill(Interpreter &in, size_t count, Draw draw) {
  if (count > SIZE_MAX / sizeof(Number))
    in.raise(in.types.MemoryError, "too many numbers");
  in.reserve(count * sizeof(Number));
  std::string data(count * sizeof(Number), '\0');
  for (size_t i = 0; i < count; ++i) {
    Number number = draw();
    memcpy(&data[i * sizeof(Number)], &number, sizeof(Number));
  }
  return in.makeBytes(std::move(data));
}

/// One float, or the bytes of so many; floats of 4 bytes where they are narrow.
template <double (BitGenerator::*wide)(), float (BitGenerator::*narrow)()>
static Value drawFloats(Interpreter &in, Bound &a) {
  BitGenerator &bits = toBits(in, a[0]);
  bool isNarrow = in.isTrue(a[1]);
  if (a[2].isNone())
    return in.makeFloat(isNarrow ? double((bits.*narrow)()) : (bits.*wide)());
  size_t count = toCount(in, a[2]);
  return isNarrow ? fill<float>(in, count, [&] { return (bits.*narrow)(); })
                  : fill<double>(in, count, [&] { return (bits.*wide)(); });
}

/// Parameters of distributions: a number, or a list with one for each draw.
static std::vector<double> toParameters(Interpreter &in, const Value &value,
                                        size_t count) {
  if (!getItems(value))
    return {in.toFloat(value)};
  std::vector<double> parameters;
  for (const Value &item : in.unpack(value))
    parameters.push_back(in.toFloat(item));
  if (parameters.size() != count)
    in.raiseValueError("expected a parameter for each number");
  return parameters;
}

/// The bytes of so many numbers of a distribution of one parameter.
template <typename Number, Number (BitGenerator::*next)(double)>
static Value drawOf(Interpreter &in, Bound &a) {
  BitGenerator &bits = toBits(in, a[0]);
  size_t count = toCount(in, a[2]), i = 0;
  std::vector<double> p = toParameters(in, a[1], count);
  return fill<Number>(
      in, count, [&] { return (bits.*next)(p.size() == 1 ? p[0] : p[i++]); });
}

static Value drawBetas(Interpreter &in, Bound &arguments) {
  BitGenerator &bits = toBits(in, arguments[0]);
  size_t count = toCount(in, arguments[3]), i = 0;
  std::vector<double> a = toParameters(in, arguments[1], count),
                      b = toParameters(in, arguments[2], count);
  return fill<double>(in, count, [&] {
    double first = a.size() == 1 ? a[0] : a[i];
    double second = b.size() == 1 ? b[0] : b[i];
    ++i;
    return bits.nextBeta(first, second);
  });
}

/// The bytes of integers of 1, 8, 16, 32 or 64 bits, whose differences from the
/// first one a function draws.
template <typename Draw>
static Value fillIntegers(Interpreter &in, unsigned width, size_t count,
                          Draw draw) {
  switch (width) {
  case 1:
  case 8:
    return fill<uint8_t>(in, count, draw);
  case 16:
    return fill<uint16_t>(in, count, draw);
  case 32:
    return fill<uint32_t>(in, count, draw);
  case 64:
    return fill<uint64_t>(in, count, draw);
  }
  in.raiseValueError("integers have 1, 8, 16, 32 or 64 bits");
}

/// integers(first, last, width, count): `first` is added modulo 2 ** 64; `last`
/// is the greatest difference.
static Value drawIntegers(Interpreter &in, Bound &a) {
  uint64_t first = toWord(in, a[1]), last = toWord(in, a[2]);
  unsigned width = unsigned(in.toIndex(a[3]));
  IntegerDrawer drawer(toBits(in, a[0]), width);
  if (width < 64 && last >> width)
    in.raiseValueError("the range is wider than the integers");
  return fillIntegers(in, width, toCount(in, a[4]),
                      [&] { return first + drawer.draw(last); });
}

/// integers_each(firsts, lasts, width), of lists of one length.
static Value drawIntegersEach(Interpreter &in, Bound &a) {
  ValueVector firsts = in.unpack(a[1]), lasts = in.unpack(a[2]);
  unsigned width = unsigned(in.toIndex(a[3]));
  if (firsts.size() != lasts.size())
    in.raiseValueError("expected as many first as last integers");
  IntegerDrawer drawer(toBits(in, a[0]), width);
  size_t i = 0;
  return fillIntegers(in, width, firsts.size(), [&] {
    uint64_t first = toWord(in, firsts[i]), last = toWord(in, lasts[i]);
    ++i;
    if (width < 64 && last >> width)
      in.raiseValueError("the range is wider than the integers");
    return first + drawer.draw(last);
  });
}

static Value takeBytes(Interpreter &in, const std::vector<int64_t> &numbers) {
  return in.makeBytes(
      std::string(reinterpret_cast<const char *>(numbers.data()),
                  numbers.size() * sizeof(int64_t)));
}

/// The method of R. Durstenfeld, down to the place `end`.
template <typename Draw>
static void shuffle(std::vector<int64_t> &numbers, size_t end, Draw draw) {
  for (size_t i = numbers.size(); i-- > end;)
    std::swap(numbers[i], numbers[draw(i)]);
}

/// The bytes of the integers below a count in a random order.
static Value drawOrder(Interpreter &in, Bound &a) {
  BitGenerator &bits = toBits(in, a[0]);
  size_t count = toCount(in, a[1]);
  in.reserve(count * 2 * sizeof(int64_t));
  std::vector<int64_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  shuffle(order, 1, [&](uint64_t last) { return bits.nextMasked(last); });
  return takeBytes(in, order);
}

/// sample(population, count, shuffled): the bytes of different integers below
/// the population. Large parts of it are the end of a shuffled range; others
/// are found by R. W. Floyd's method.
static Value drawSample(Interpreter &in, Bound &a) {
  BitGenerator &bits = toBits(in, a[0]);
  size_t population = toCount(in, a[1]), count = toCount(in, a[2]);
  bool isShuffled = in.isTrue(a[3]);
  if (count > population)
    in.raiseValueError("the sample is larger than the population");
  auto below = [&](uint64_t last) { return bits.nextBelow(last); };
  std::vector<int64_t> sample;
  if (population > 10000 && count > population / (isShuffled ? 50 : 20)) {
    in.reserve(population * 2 * sizeof(int64_t));
    sample.resize(population);
    std::iota(sample.begin(), sample.end(), 0);
    shuffle(sample, std::max<size_t>(population - count, 1), below);
    sample.erase(sample.begin(), sample.end() - count);
    return takeBytes(in, sample);
  }
  in.reserve(count * 8 * sizeof(int64_t));
  std::unordered_set<int64_t> found;
  for (size_t last = population - count; last < population; ++last) {
    int64_t drawn = int64_t(below(last));
    if (!found.insert(drawn).second)
      found.insert(drawn = int64_t(last));
    sample.push_back(drawn);
  }
  if (isShuffled)
    shuffle(sample, 1, below);
  return takeBytes(in, sample);
}

static Value drawRaw(Interpreter &in, Bound &a) {
  return in.makeUnsigned(toBits(in, a[0]).next64());
}

static Value getState(Interpreter &in, Bound &a) {
  BitGenerator &bits = toBits(in, a[0]);
  return in.makeTuple({makeWide(in, bits.state), makeWide(in, bits.increment),
                       in.makeInt(bits.hasHalf), in.makeInt(bits.half)});
}

static Value setState(Interpreter &in, Bound &a) {
  BitGenerator made;
  made.state = toWide(in, a[1], 128);
  made.increment = toWide(in, a[2], 128) | 1;
  made.hasHalf = in.isTrue(a[3]);
  made.half = uint32_t(toWide(in, a[4], 32));
  toBits(in, a[0]) = made;
  return Value::none();
}

static Value newGenerator(Interpreter &in, Bound &) {
  static const char name[] = "_PCG64";
  Value type = in.getAttr(in.importModule("_random"), name);
  return Value(new BitGeneratorObject(type.as<TypeObject>()));
}

static const NativeDefinition methods[] = {
    {"__new__", "cls, /, *rest, **keywords", newGenerator},
    {"getstate", "self", getState},
    {"setstate", "self, state, increment, has_half, half, /", setState},
    {"raw", "self", drawRaw},
    {"random", "self, narrow, count, /",
     drawFloats<&BitGenerator::nextDouble, &BitGenerator::nextFloat>},
    {"normal", "self, narrow, count, /",
     drawFloats<&BitGenerator::nextNormal, &BitGenerator::nextNormalFloat>},
    {"exponential", "self, narrow, count, /",
     drawFloats<&BitGenerator::nextExponential,
                &BitGenerator::nextExponentialFloat>},
    {"gamma", "self, shapes, count, /",
     drawOf<double, &BitGenerator::nextGamma>},
    {"beta", "self, a, b, count, /", drawBetas},
    {"poisson", "self, means, count, /",
     drawOf<int64_t, &BitGenerator::nextPoisson>},
    {"integers", "self, first, last, width, count, /", drawIntegers},
    {"integers_each", "self, firsts, lasts, width, /", drawIntegersEach},
    {"order", "self, count, /", drawOrder},
    {"sample", "self, population, count, shuffled, /", drawSample},
};

void evaluate::addBitGenerator(Interpreter &in, ModuleObject *module) {
  TypeObject *type = in.addType("_PCG64", in.types.object, Kind::Host, false);
  in.addMethods(type, methods);
  module->attrs->set(in.intern("_PCG64"), Value(type));
}
