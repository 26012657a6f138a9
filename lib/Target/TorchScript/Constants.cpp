//===- Constants.cpp - Constant values as text ----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Literals, and the other values that attributes of the IR stand for.
//
//===----------------------------------------------------------------------===//

#include "FunctionExporter.h"

#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Frontend/Syntax/TreePrinter.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/ConvertUTF.h"

#include <cmath>

using namespace torchscript;
namespace ts = mlir::ts;

static std::string intText(int64_t value) {
  // The sign is an operator, and the positive number would not fit.
  if (value == INT64_MIN)
    return "(-9223372036854775807 - 1)";
  return std::to_string(value);
}

static std::string floatText(const ModuleNames &names, double value) {
  std::string prefix = names.isArchive() ? "" : "math.";
  if (std::isnan(value))
    return prefix + "nan";
  if (std::isinf(value))
    return (value < 0 ? "-" : "") + prefix + "inf";
  std::string text;
  llvm::raw_string_ostream os(text);
  printFloatLiteral(value, os);
  return text;
}

static std::string stringText(llvm::StringRef value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printStringLiteral(value, os);
  return text;
}

static bool isUtf8(llvm::StringRef text) {
  const auto *cursor = reinterpret_cast<const llvm::UTF8 *>(text.data());
  return llvm::isLegalUTF8String(&cursor, cursor + text.size());
}

std::optional<std::string> torchscript::constantText(const ModuleNames &names,
                                                     mlir::Attribute value) {
  using Result = std::optional<std::string>;
  return llvm::TypeSwitch<mlir::Attribute, Result>(value)
      .Case([](mlir::BoolAttr boolean) -> Result {
        return boolean.getValue() ? "True" : "False";
      })
      .Case([](mlir::IntegerAttr integer) -> Result {
        return intText(integer.getInt());
      })
      .Case([&](mlir::FloatAttr real) -> Result {
        return floatText(names, real.getValueAsDouble());
      })
      .Case([](mlir::StringAttr string) -> Result {
        if (!isUtf8(string.getValue()))
          return std::nullopt;
        return stringText(string.getValue());
      })
      .Case([](ts::NoneAttr) -> Result { return "None"; })
      .Case([](ts::DeviceAttr device) -> Result {
        std::string name = device.getKind().str();
        if (device.getIndex() >= 0)
          name += ":" + std::to_string(device.getIndex());
        return "torch.device(" + stringText(name) + ")";
      })
      .Case([&](ts::MemberAttr member) -> Result {
        return names.lookup(member.getEnumName().getValue()).str() + "." +
               member.getMember().getValue().str();
      })
      .Case([&](ts::ComplexAttr number) -> Result {
        double real = number.getReal().getValueAsDouble();
        double imaginary = number.getImag().getValueAsDouble();
        // A literal has no real part and no sign.
        if (real != 0 || std::signbit(real) || std::signbit(imaginary) ||
            !std::isfinite(imaginary))
          return std::nullopt;
        return floatText(names, imaginary) + "j";
      })
      .Case([&](ts::DictAttr dict) -> Result {
        std::string text = "{";
        for (auto [key, value] :
             llvm::zip_equal(dict.getKeys(), dict.getValues())) {
          Result left = constantText(names, key);
          Result right = constantText(names, value);
          if (!left || !right)
            return std::nullopt;
          text += *left + ":" + *right + ",";
        }
        return text + "}";
      })
      .Case<ts::TupleAttr, ts::ListAttr>([&](auto sequence) -> Result {
        bool isList = llvm::isa<ts::ListAttr>(sequence);
        std::string text = isList ? "[" : "(";
        if (auto tuple =
                llvm::dyn_cast<ts::TupleAttr>(mlir::Attribute(sequence));
            tuple && tuple.getTupleType().isNamed())
          text = names.spell(tuple.getTupleType()).value_or("") + "(";
        for (mlir::Attribute element : sequence.getElements()) {
          Result part = constantText(names, element);
          if (!part)
            return std::nullopt;
          text += *part + ",";
        }
        return text + (isList ? "]" : ")");
      })
      .Default([](mlir::Attribute) -> Result { return std::nullopt; });
}

llvm::StringRef torchscript::spellElementType(mlir::Type type) {
  std::optional<DType> dtype = ts::getDType(type);
  return dtype ? getDTypeName(*dtype) : llvm::StringRef();
}

std::string torchscript::annotatedText(const ModuleNames &names,
                                       llvm::StringRef type,
                                       llvm::StringRef text) {
  llvm::StringRef prefix = names.isArchive() ? "" : "torch.jit.";
  return (prefix + "annotate(" + type + ", " + text + ")").str();
}

std::string torchscript::memberText(llvm::StringRef object,
                                    llvm::StringRef member) {
  if (isIdentifier(member) && llvm::isASCII(member))
    return (object + "." + member).str();
  return ("getattr(" + object + ", ").str() + stringText(member) + ")";
}
