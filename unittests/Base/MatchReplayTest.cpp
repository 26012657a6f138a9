//===- MatchReplayTest.cpp - Replay of recorded overload choices ----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares overload resolution with choices PyTorch recorded for random calls.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Schema/Match.h"
#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Base/Types/TypeParser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace torchscript;

namespace {
/// Replays one recorded call.
class Replay {
public:
  explicit Replay(TypeContext &context) : context(context) {}

  /// The outcome in the form of the record: schema, conversions, results; or
  /// the checksum of the message.
  std::string outcome(llvm::StringRef name, llvm::StringRef arguments) {
    llvm::SmallVector<CallArgument> positional, keywords;
    for (llvm::StringRef text : llvm::split(arguments, ';')) {
      if (text.empty())
        continue;
      auto [left, right] = text.split('=');
      CallArgument argument = makeArgument(right.empty() ? left : right);
      if (!right.empty())
        argument.keyword = left.str();
      (right.empty() ? positional : keywords).push_back(argument);
    }
    MatchResult result = matchOperator(context, name, positional, keywords);
    message = result.message;
    if (!result) {
      llvm::StringRef text(result.message);
      return "!" +
             llvm::utohexstr(llvm::crc32(llvm::arrayRefFromStringRef(text)),
                             /*LowerCase=*/true, /*Width=*/8);
    }
    const SchemaMatch &match = *result.match;
    if (!SchemaRegistry::get().getBuiltinBody(match.schema).empty())
      return "*";
    std::string chosen = recordedOverload(name, match);
    std::vector<std::string> results;
    for (const Type *type : match.resultTypes)
      results.push_back(type->spelling());
    std::string line = chosen + "\t" + llvm::join(conversionsOf(match), ",") +
                       "\t" + llvm::join(results, ";");
    return llvm::StringRef(line).rtrim('\t').str();
  }

  std::string message;

private:
  static bool isUnconverted(const BoundArgument &bound) {
    return !bound.isGathered &&
           bound.conversions[0].kind == ConversionKind::None;
  }

  CallArgument makeArgument(llvm::StringRef text) {
    CallArgument argument;
    if (text == "[]") {
      argument.isEmptyListLiteral = true;
      argument.type = context.getList(TypeContext::getTensor());
    } else {
      argument.type =
          parseType(context, text,
                    [](llvm::StringRef) -> const Type * { return nullptr; });
    }
    return argument;
  }

  /// The overload PyTorch shows for a node: a node stores no overload, the
  /// first one that accepts its operands by position stands for it. That is
  /// another one than was resolved where keywords or gathering told overloads
  /// apart.
  std::string recordedOverload(llvm::StringRef name, const SchemaMatch &match) {
    llvm::SmallVector<CallArgument> operands;
    for (size_t i = 0; i < match.arguments.size(); ++i) {
      const BoundArgument &bound = match.arguments[i];
      CallArgument operand;
      operand.type =
          bound.isGathered ? bound.type : bound.conversions[0].result;
      if (match.schema->arguments[i].defaultValue.isNone() &&
          bound.sources[0].kind == ArgumentSource::Default)
        operand.type = TypeContext::getNone();
      operands.push_back(operand);
    }
    for (const FunctionSchema *candidate :
         SchemaRegistry::get().overloads(name)) {
      FunctionSchema positional = *candidate;
      for (Argument &argument : positional.arguments)
        argument.kwOnly = false;
      if (positional.arguments.size() != operands.size())
        continue;
      MatchResult again =
          matchSchemas(context, {&positional, &positional}, operands);
      if (again && llvm::all_of(again.match->arguments, isUnconverted))
        return candidate->getFullName();
    }
    return match.schema->getFullName();
  }

  /// The names of the operations that carry a conversion out.
  static void collect(const Conversion &conversion, const Type *expected,
                      bool inTuple, std::vector<std::string> &names) {
    switch (conversion.kind) {
    case ConversionKind::None:
    case ConversionKind::EmptyList:
      break;
    case ConversionKind::TensorToInt:
      names.push_back("IntImplicit");
      break;
    case ConversionKind::TensorToFloat:
      names.push_back("FloatImplicit");
      break;
    case ConversionKind::TensorToComplex:
      names.push_back("ComplexImplicit");
      break;
    case ConversionKind::TensorToNumber:
      names.push_back("ScalarImplicit");
      break;
    case ConversionKind::NumberToInt:
      names.push_back("Int");
      break;
    case ConversionKind::NumberToFloat:
      names.push_back("Float");
      break;
    case ConversionKind::NumberToComplex:
      names.push_back("Complex");
      break;
    case ConversionKind::StringToDevice:
      names.push_back("device");
      break;
    case ConversionKind::Broadcast:
      names.push_back("ListConstruct");
      break;
    case ConversionKind::TupleToList:
    case ConversionKind::TupleToTuple:
      names.push_back(conversion.kind == ConversionKind::TupleToList
                          ? "ListConstruct"
                          : "TupleConstruct");
      if (!conversion.elements.empty())
        names.push_back("TupleUnpack");
      for (const Conversion &element : conversion.elements)
        collect(element, nullptr, true, names);
      break;
    }
  }

  static std::vector<std::string> conversionsOf(const SchemaMatch &match) {
    std::vector<std::string> names;
    for (const BoundArgument &bound : match.arguments) {
      if (bound.isGathered)
        names.push_back("ListConstruct");
      for (const Conversion &conversion : bound.conversions)
        collect(conversion, bound.type, false, names);
    }
    llvm::sort(names);
    return names;
  }

  TypeContext &context;
};
} // namespace

TEST(MatchReplay, AgreesWithPyTorch) {
  auto file = llvm::MemoryBuffer::getFile(TS_TEST_DATA "/matches.txt");
  ASSERT_TRUE(bool(file));
  TypeContext context;
  Replay replay(context);
  size_t calls = 0, agreed = 0;
  for (llvm::StringRef line :
       llvm::split((*file)->getBuffer().trim('\n'), '\n')) {
    auto [name, rest] = line.split('\t');
    auto [arguments, expected] = rest.split('\t');
    std::string actual = replay.outcome(name, arguments);
    ++calls;
    if (actual == expected) {
      ++agreed;
      continue;
    }
    ADD_FAILURE() << name.str() << "(" << arguments.str() << ")\n  recorded "
                  << expected.str() << "\n  computed " << actual << "\n"
                  << replay.message;
  }
  EXPECT_GE(calls, 3000u);
  RecordProperty("agreed", int(agreed));
}
