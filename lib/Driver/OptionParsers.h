//===- OptionParsers.h - Values that options take ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values out of range are wrong use, found while options are parsed.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DRIVER_OPTIONPARSERS_H
#define TORCHSCRIPT_LIB_DRIVER_OPTIONPARSERS_H

#include "llvm/Support/CommandLine.h"

namespace torchscript {

/// A whole number from `least` to `most`.
template <unsigned least, unsigned most>
struct RangeParser : llvm::cl::parser<unsigned> {
  using llvm::cl::parser<unsigned>::parser;

  /// True after an error, as LLVM has it.
  bool parse(llvm::cl::Option &option, llvm::StringRef,
             llvm::StringRef argument, unsigned &value) {
    if (!argument.getAsInteger(10, value) && value >= least && value <= most)
      return false;
    return option.error("expected a number from " + llvm::Twine(least) +
                        " to " + llvm::Twine(most) + ", not '" + argument +
                        "'");
  }
};

/// A number of calls; without a value the one the option begins with.
struct CallsParser : RangeParser<1, 1000000000> {
  using RangeParser::RangeParser;

  bool parse(llvm::cl::Option &option, llvm::StringRef name,
             llvm::StringRef argument, unsigned &value) {
    value = kDefaultCalls;
    return !argument.empty() &&
           RangeParser::parse(option, name, argument, value);
  }
  static constexpr unsigned kDefaultCalls = 20;
};

/// A number that is not negative; not NaN.
struct ToleranceParser : llvm::cl::parser<double> {
  using llvm::cl::parser<double>::parser;

  bool parse(llvm::cl::Option &option, llvm::StringRef,
             llvm::StringRef argument, double &value) {
    if (!argument.getAsDouble(value) && value >= 0)
      return false;
    return option.error("expected a number that is not negative, not '" +
                        argument + "'");
  }
};

using LevelParser = RangeParser<0, 3>;
using ThreadsParser = RangeParser<1, 4096>;

/// An optimization level, `-O2`.
using LevelOption = llvm::cl::opt<unsigned, false, LevelParser>;
/// A number of threads; 0 when it is not given.
using ThreadsOption = llvm::cl::opt<unsigned, false, ThreadsParser>;

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_DRIVER_OPTIONPARSERS_H
