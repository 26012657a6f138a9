//===- OperatorCalls.cpp - Operators written as calls ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses how an operator is called: a builtin, a function of `torch` or
// `math`, a method, or by its name through `torch.ops`.
//
//===----------------------------------------------------------------------===//

#include "FunctionExporter.h"

#include "TorchScript/Base/DType.h"
#include "TorchScript/Base/Schema/Names.h"
#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Base/Types/Type.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;
namespace ts = mlir::ts;

//===----------------------------------------------------------------------===//
// Callees
//===----------------------------------------------------------------------===//

/// The Python builtin that is the operator; empty for none.
static llvm::StringRef getBuiltin(llvm::StringRef base) {
  return llvm::StringSwitch<llvm::StringRef>(base)
      .Case("aten::len", "len")
      .Case("aten::Int", "int")
      .Case("aten::Float", "float")
      .Case("aten::Bool", "bool")
      .Case("aten::Complex", "complex")
      .Case("aten::str", "str")
      .Case("aten::ord", "ord")
      .Case("aten::chr", "chr")
      .Case("aten::hex", "hex")
      .Case("aten::oct", "oct")
      .Case("aten::bin", "bin")
      .Case("aten::divmod", "divmod")
      .Case("aten::sorted", "sorted")
      .Case("aten::list", "list")
      .Case("prim::abs", "abs")
      .Case("prim::min", "min")
      .Case("prim::max", "max")
      .Default("");
}

/// Whether a module's function of the operator's name is this very operator.
static bool isFunctionOf(llvm::StringRef module, llvm::StringRef operation,
                         llvm::StringRef base) {
  std::optional<PythonName> found =
      lookupPythonName((module + "." + operation).str());
  return found && found->kind == PythonName::Kind::Operator &&
         found->target == base;
}

/// `torch.NAME` is what `aten` has, without exception but two.
std::string torchscript::spellCallee(llvm::StringRef name) {
  auto [space, rest] = name.split("::");
  llvm::StringRef operation = rest.split('.').first;
  if (space == "aten" && (operation == "grad" || operation == "backward"))
    return ("torch.autograd." + operation).str();
  if (space == "aten")
    return ("torch." + operation).str();
  return ("ops." + space + "." + operation).str();
}

std::string FunctionExporter::calleeOf(ts::OperatorOp op, bool &isMethod) {
  llvm::StringRef base = op.getName();
  auto [space, rest] = base.split("::");
  llvm::StringRef operation = rest.split('.').first;
  base = base.take_front(space.size() + 2 + operation.size());
  isMethod = false;
  if (llvm::StringRef builtin = getBuiltin(base); !builtin.empty())
    return builtin.str();
  if (names.isArchive())
    return spellCallee(op.getName());
  bool hasTensor = llvm::any_of(op.getArgs(), [](mlir::Value value) {
    return llvm::isa<ts::TSTensorType>(value.getType());
  });
  mlir::Type first =
      op.getArgs().empty() ? mlir::Type() : op.getArgs()[0].getType();
  if (first && llvm::isa<ts::ListType, ts::DictType, ts::StrType>(first) &&
      llvm::StringSwitch<bool>(operation)
          .Cases("append", "extend", "insert", "pop", "remove", "clear", true)
          .Cases("reverse", "sort", "copy", "index", "count", true)
          .Cases("keys", "values", "items", "get", "setdefault", true)
          .Cases("update", "popitem", "upper", "lower", "strip", true)
          .Cases("lstrip", "rstrip", "split", "rsplit", "splitlines", true)
          .Cases("join", "find", "rfind", "rindex", "replace", true)
          .Cases("startswith", "endswith", "isdigit", "isalpha", true)
          .Cases("isalnum", "isspace", "isupper", "islower", true)
          .Cases("capitalize", "title", "swapcase", "center", "ljust", true)
          .Cases("rjust", "zfill", "partition", "rpartition", true)
          .Cases("expandtabs", "casefold", "isidentifier", "istitle", true)
          .Cases("isnumeric", "isdecimal", "isprintable", true)
          .Default(false)) {
    isMethod = true;
    return "." + operation.str();
  }
  if (first && llvm::isa<ts::RRefType>(first)) {
    isMethod = true;
    return "." + operation.str();
  }
  if (!hasTensor && isFunctionOf("math", operation, base))
    return "math." + operation.str();
  if (isFunctionOf("torch", operation, base))
    return "torch." + operation.str();
  bool isPlain = space == "aten" && !operation.starts_with("__");
  if (isPlain && first && llvm::isa<ts::TSTensorType>(first)) {
    const FunctionSchema *schema = SchemaRegistry::get().find(op.getName());
    isMethod = schema && !schema->arguments.empty() &&
               schema->arguments[0].name == "self";
    if (isMethod)
      return "." + operation.str();
  }
  return "torch.ops." + space.str() + "." + operation.str();
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

std::string FunctionExporter::argument(ts::OperatorOp op,
                                       const FunctionSchema &schema,
                                       unsigned index, const Text &text) {
  mlir::Value value = op.getArgs()[index];
  if (index >= schema.arguments.size())
    return exact(op, text, value.getType());
  const Argument &formal = schema.arguments[index];
  const Type *written = formal.getWrittenType();
  if (const auto *optional = llvm::dyn_cast<OptionalType>(written))
    written = optional->getElement();
  int64_t number;
  bool isDtype = !names.isArchive() && written->is(TypeKind::ScalarType) &&
                 !text.text.empty() &&
                 !llvm::StringRef(text.text).getAsInteger(10, number);
  std::optional<DType> dtype = isDtype ? getDType(number) : std::nullopt;
  if (dtype)
    return ("torch." + getDTypeName(*dtype)).str();
  // A display takes its element type from the formal.
  if (text.looseness == Looseness::Display &&
      (names.isArchive() || formal.type->containsTypeVariable()))
    return exact(op, text, value.getType());
  return text.text;
}

/// Whether the operand is the constant the schema has as default.
bool torchscript::isDefault(mlir::Value value, const Argument &formal) {
  const Constant &expected = formal.defaultValue;
  if (!expected)
    return false;
  if (value.getDefiningOp<ts::ConstantNoneOp>())
    return expected.isNone();
  if (auto cast = value.getDefiningOp<ts::DerefineOp>())
    return isDefault(cast.getInput(), formal);
  if (auto string = value.getDefiningOp<ts::ConstantStrOp>())
    return expected.getKind() == Constant::Kind::String &&
           string.getValue() == expected.getString();
  mlir::Attribute attribute;
  if (!mlir::matchPattern(value, mlir::m_Constant(&attribute)))
    return false;
  if (auto boolean = llvm::dyn_cast<mlir::BoolAttr>(attribute))
    return expected.getKind() == Constant::Kind::Bool &&
           boolean.getValue() == expected.getBool();
  if (auto integer = llvm::dyn_cast<mlir::IntegerAttr>(attribute))
    return expected.getKind() == Constant::Kind::Int &&
           integer.getInt() == expected.getInt();
  if (auto real = llvm::dyn_cast<mlir::FloatAttr>(attribute))
    return expected.getKind() == Constant::Kind::Float &&
           real.getValueAsDouble() == expected.getFloat();
  return false;
}

void FunctionExporter::plainCall(ts::OperatorOp op,
                                 const FunctionSchema &schema) {
  mlir::ValueRange args = op.getArgs();
  size_t numFormals = schema.arguments.size();
  if (args.size() < numFormals)
    return refuse(op, "operator '" + op.getName() + "' with too few operands");
  auto isKeyword = [&](size_t i) {
    return i < numFormals && schema.arguments[i].kwOnly;
  };
  auto hasDefault = [&](size_t i) {
    return i < numFormals && isDefault(args[i], schema.arguments[i]);
  };
  // Defaults at the end of the positional arguments are left out.
  size_t numPositional = 0;
  for (size_t i = 0; i < args.size(); ++i)
    if (!isKeyword(i) && !hasDefault(i))
      numPositional = i + 1;
  llvm::SmallVector<unsigned> written;
  for (size_t i = 0; i < args.size(); ++i)
    if (isKeyword(i) ? !hasDefault(i) : i < numPositional)
      written.push_back(i);

  llvm::SmallVector<mlir::Value> operands;
  for (unsigned i : written)
    operands.push_back(args[i]);
  llvm::SmallVector<Text> parts = take(operands);
  bool isMethod = false;
  std::string text = calleeOf(op, isMethod);
  if (isMethod && written.empty())
    return refuse(op, "operator '" + op.getName() + "' without its object");
  std::string list;
  for (size_t n = isMethod ? 1 : 0; n < written.size(); ++n) {
    if (!list.empty())
      list += ", ";
    if (isKeyword(written[n]))
      list += schema.arguments[written[n]].name + "=";
    list += argument(op, schema, written[n], parts[n]);
  }
  if (isMethod)
    text = operand(op, parts[0], args[0].getType(), Binding::Atom) + text;
  finish(op, combine(text + "(" + list + ")", Binding::Atom, parts));
}
