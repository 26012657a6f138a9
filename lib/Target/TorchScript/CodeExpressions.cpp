//===- CodeExpressions.cpp - Expressions as PyTorch prints them -----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations as texts of their operands.
//
//===----------------------------------------------------------------------===//

#include "CodePrinter.h"

#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Dialect/TS/IR/Literals.h"
#include "TorchScript/Dialect/TS/IR/TSAttrs.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <cstdio>

using namespace torchscript;
namespace ts = mlir::ts;
using llvm::StringRef;

std::string CodePrinter::spell(mlir::Type type) {
  std::optional<std::string> spelling = names.spell(type);
  return spelling ? *spelling : fail();
}

std::string CodePrinter::constant(const CodeNode &node) {
  if (!node.op && node.value)
    return literal(node.value);
  if (!node.op)
    return node.text;
  mlir::Attribute value;
  if (llvm::isa<ts::ConstantNoneOp>(node.op))
    return "None";
  if (auto tensor = llvm::dyn_cast<ts::TensorLiteralOp>(node.op))
    return names.constant(tensor.getValue());
  if (!mlir::matchPattern(node.op->getResult(0), mlir::m_Constant(&value)))
    return fail();
  return literal(value);
}

/// Floats have all digits that tell them from others, and a point below 10^10.
std::string CodePrinter::literal(mlir::Attribute value) {
  if (llvm::isa<mlir::DenseElementsAttr>(value))
    return names.constant(value);
  auto real = llvm::dyn_cast<mlir::FloatAttr>(value);
  if (real && !std::isfinite(real.getValueAsDouble())) {
    double value = real.getValueAsDouble();
    return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
  }
  if (real) {
    char digits[40];
    std::snprintf(digits, sizeof(digits), "%.17g", real.getValueAsDouble());
    bool isFloat = StringRef(digits).find_first_of(".e") != StringRef::npos ||
                   std::fabs(real.getValueAsDouble()) >= 1e10;
    return std::string(digits) + (isFloat ? "" : ".");
  }
  auto tuple = llvm::dyn_cast<ts::TupleAttr>(value);
  if (tuple && !tuple.getTupleType().isNamed()) {
    std::vector<std::string> parts;
    for (mlir::Attribute element : tuple.getElements())
      parts.push_back(literal(element));
    return "(" + llvm::join(parts, ", ") + (parts.size() == 1 ? ",)" : ")");
  }
  std::optional<std::string> written = constantText(names, value);
  if (!written)
    return fail();
  if (!llvm::isa<mlir::StringAttr>(value))
    return *written;
  // Either kind of quotes is escaped.
  std::string text;
  for (char c : *written)
    text += c == '\'' ? std::string("\\'") : std::string(1, c);
  return text;
}

std::string CodePrinter::display(const CodeNode &node) {
  mlir::Type type = node.outputs[0]->type;
  if (auto tuple = llvm::dyn_cast<ts::TSTupleType>(type)) {
    if (tuple.isNamed())
      return spell(tuple) + "(" + list(node.inputs) + ")";
    return "(" + list(node.inputs) + (node.inputs.size() == 1 ? ",)" : ")");
  }
  bool isLoose = node.inputs.empty();
  std::string out;
  if (auto dict = llvm::dyn_cast<ts::DictConstructOp>(node.op)) {
    size_t half = node.inputs.size() / 2;
    mlir::Type element = llvm::cast<ts::DictType>(type).getValueType();
    for (size_t i = 0; i < half; ++i) {
      out += (i ? ", " : "") + use(node.inputs[i]) + ": " +
             use(node.inputs[half + i]);
      isLoose |= node.inputs[half + i]->type != element;
    }
    out = "{" + out + "}";
  } else {
    for (const CodeValue *input : node.inputs)
      isLoose |= input->type != llvm::cast<ts::ListType>(type).getElementType();
    out = "[" + list(node.inputs) + "]";
  }
  return isLoose ? "annotate(" + spell(type) + ", " + out + ")" : out;
}

/// The name of a function that only calls the program; empty for others.
static std::string getIgnoredName(mlir::func::CallOp op) {
  auto function =
      mlir::SymbolTable::lookupNearestSymbolFrom<mlir::func::FuncOp>(
          op, op.getCalleeAttr());
  if (!function || function.isExternal())
    return "";
  bool isHostCall = llvm::any_of(function.front(), [](mlir::Operation &inner) {
    auto called = llvm::dyn_cast<ts::OperatorOp>(inner);
    return called && called.getName() == "host::call";
  });
  StringRef name = op.getCallee().rsplit('.').second;
  if (name.empty())
    name = op.getCallee();
  return isHostCall ? name.split('$').first.str() : "";
}

/// PyTorch compiles a static method of a module as a function of its own.
static std::string getStaticName(const MethodName &method,
                                 mlir::func::CallOp op) {
  auto owner = mlir::SymbolTable::lookupNearestSymbolFrom<ts::ClassOp>(
      op, mlir::StringAttr::get(op.getContext(), method.owner));
  if (!owner || !owner.getIsModule())
    return "";
  StringRef space = method.owner;
  space.consume_front("__torch__.");
  space = space.take_front(space.rfind('.') + 1);
  return "__torch__." + space.str() + method.name;
}

std::string CodePrinter::call(const CodeNode &node, mlir::func::CallOp op) {
  if (std::string ignored = getIgnoredName(op); !ignored.empty())
    return "^" + ignored + "()(" + list(node.inputs) + ")";
  const MethodName *method = names.lookupMethod(op.getCallee());
  std::string arguments;
  auto add = [&](llvm::ArrayRef<CodeValue *> values) {
    for (const CodeValue *value : values)
      arguments += use(value) + ", ";
  };
  if (!method || method->kind == MethodName::Static) {
    std::string name = method ? getStaticName(*method, op) : "";
    if (name.empty())
      name = names.lookup(op.getCallee()).str();
    add(node.inputs);
    return name.empty() ? fail() : shortened(name) + "(" + arguments + ")";
  }
  if (method->self != 0 || node.inputs.empty() ||
      method->kind == MethodName::Setter)
    return fail();
  add(llvm::ArrayRef(node.inputs).drop_front());
  std::string object = "(" + use(node.inputs[0]) + ")";
  return isIdentifier(method->name)
             ? object + "." + method->name + "(" + arguments + ")"
             : fail();
}

/// Whether a list of constants is the default of an argument: a list, or the
/// number that each of its elements is.
static bool isDefaultList(mlir::Value value, const Constant &expected) {
  auto list = value.getDefiningOp<ts::ListConstructOp>();
  if (!list || !expected)
    return false;
  auto isNumber = [](mlir::Value element, const Constant &number) {
    mlir::IntegerAttr integer;
    return number.getKind() == Constant::Kind::Int &&
           element.getType().isInteger(64) &&
           mlir::matchPattern(element, mlir::m_Constant(&integer)) &&
           integer.getInt() == number.getInt();
  };
  if (expected.getKind() == Constant::Kind::Int)
    return llvm::all_of(list->getOperands(), [&](mlir::Value element) {
      return isNumber(element, expected);
    });
  if (expected.getKind() != Constant::Kind::List ||
      expected.getElements().size() != list->getNumOperands())
    return false;
  return llvm::all_of(llvm::zip(list->getOperands(), expected.getElements()),
                      [&](auto pair) {
                        return isNumber(std::get<0>(pair), std::get<1>(pair));
                      });
}

std::string CodePrinter::operatorCall(const CodeNode &node, ts::OperatorOp op) {
  StringRef base = op.getName();
  auto [space, rest] = base.split("::");
  base = base.take_front(space.size() + 2 + rest.split('.').first.size());
  llvm::ArrayRef<CodeValue *> inputs = node.inputs;
  auto first = [&] { return use(inputs[0]); };
  if (base == "aten::__not__" && inputs.size() == 1 &&
      inlined.contains(inputs[0]->node) &&
      llvm::isa_and_nonnull<ts::IsNoneOp>(inputs[0]->node->op))
    return "torch.__isnot__(" + use(inputs[0]->node->inputs[0]) + ", None)";
  bool isContainer =
      !inputs.empty() &&
      llvm::isa<ts::ListType, ts::DictType, ts::StrType>(inputs[0]->type);
  if (base == "aten::__getitem__" && isContainer && inputs.size() == 2)
    return (isIdentifier(first()) ? first() : "(" + first() + ")") + "[" +
           use(inputs[1]) + "]";
  StringRef builtin = llvm::StringSwitch<StringRef>(base)
                          .Case("aten::Int", "int")
                          .Case("aten::Float", "float")
                          .Case("aten::Complex", "complex")
                          .Case("aten::Bool", "bool")
                          .Case("aten::str", "str")
                          .Case("aten::ord", "ord")
                          .Case("aten::sorted", "sorted")
                          .Default("");
  if (!builtin.empty())
    return builtin.str() + "(" + list(inputs) + ")";
  StringRef implicit = llvm::StringSwitch<StringRef>(base)
                           .Case("aten::IntImplicit", "int")
                           .Case("aten::FloatImplicit", "float")
                           .Case("aten::ComplexImplicit", "complex")
                           .Case("aten::ScalarImplicit", "number")
                           .Default("");
  if (!implicit.empty())
    return "annotate(" + implicit.str() + ", " + first() + ")";
  if (base == "prim::tolist")
    return "annotate(" + spell(node.outputs[0]->type) + ", (" + first() +
           ").tolist())";
  if (base == "prim::EnumName" || base == "prim::EnumValue")
    return "(" + first() + ")" +
           (base == "prim::EnumName" ? ".name" : ".value");
  std::string name = op.getName().str();
  // A traced number is a tensor.
  if (inputs.size() > 1 &&
      llvm::isa_and_nonnull<mlir::DenseElementsAttr>(inputs[1]->node->value))
    if (size_t at = name.find(".Scalar"); at != std::string::npos)
      name.replace(at, strlen(".Scalar"), ".Tensor");
  const FunctionSchema *schema = SchemaRegistry::get().find(name);
  if (!schema)
    schema = SchemaRegistry::get().find(base);
  if (!schema || inputs.size() < schema->arguments.size())
    return fail();
  size_t numFormals = schema->arguments.size();
  auto isKeyword = [&](size_t i) {
    return i < numFormals && schema->arguments[i].kwOnly;
  };
  auto hasDefault = [&](size_t i) {
    return i < numFormals &&
           (isDefault(op.getArgs()[i], schema->arguments[i]) ||
            // A trace has lists as they were computed.
            (!isTraced && isDefaultList(op.getArgs()[i],
                                        schema->arguments[i].defaultValue)));
  };
  // Defaults are left out behind the last argument that has another value.
  size_t numPrinted = 0;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (!hasDefault(i))
      numPrinted = i + 1;
  std::string arguments;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (i >= numPrinted)
      break;
    arguments += arguments.empty() ? "" : ", ";
    if (isKeyword(i))
      arguments += schema->arguments[i].name + "=";
    arguments += use(inputs[i]);
  }
  return spellCallee(op.getName()) + "(" + arguments + ")";
}

std::string CodePrinter::expression(const CodeNode &node) {
  auto input = [&] { return use(node.inputs[0]); };
  if (node.kind == CodeNode::Missing)
    return "uninitialized(" + spell(node.outputs[0]->type) + ")";
  if (node.kind == CodeNode::List)
    return "[" + list(node.inputs) + "]";
  if (node.kind == CodeNode::Call) {
    StringRef name = node.text;
    const char *space = name.consume_front("prim::") ? "ops.prim." : "torch.";
    return space + name.str() + "(" + list(node.inputs) + ")";
  }
  return llvm::TypeSwitch<mlir::Operation *, std::string>(node.op)
      .Case([&](ts::OperatorOp op) { return operatorCall(node, op); })
      .Case([&](mlir::func::CallOp op) { return call(node, op); })
      .Case([&](ts::CallMethodOp op) {
        std::string arguments;
        for (const CodeValue *value : llvm::ArrayRef(node.inputs).drop_front())
          arguments += use(value) + ", ";
        return "(" + input() + ")." + op.getName().str() + "(" + arguments +
               ")";
      })
      .Case([&](ts::GetAttrOp op) { return memberText(input(), op.getName()); })
      .Case<ts::TupleConstructOp, ts::ListConstructOp, ts::DictConstructOp>(
          [&](auto) { return display(node); })
      .Case([&](ts::LiteralOp op) { return literal(op.getValue()); })
      .Case([&](ts::TupleIndexOp op) {
        return "(" + input() + ")[" + std::to_string(op.getIndex()) + "]";
      })
      .Case([&](ts::TupleSliceOp op) {
        return "(" + input() + ")[" + std::to_string(op.getBegin()) + ":" +
               std::to_string(op.getEnd()) + "]";
      })
      .Case([&](ts::IsNoneOp) { return "torch.__is__(" + input() + ", None)"; })
      .Case([&](ts::UncheckedCastOp op) {
        return "unchecked_cast(" + spell(op.getType()) + ", " + input() + ")";
      })
      .Case([&](ts::UnwrapOp) {
        return "torch._unwrap_optional(" + input() + ")";
      })
      .Case([&](ts::PrintOp) { return "print(" + list(node.inputs) + ")"; })
      .Case([&](ts::WarnOp op) {
        std::string level = op.getStacklevel() == 2
                                ? ""
                                : ", " + std::to_string(op.getStacklevel());
        return "torch.warn(" + input() + level + ")";
      })
      .Case([&](ts::NewOp op) {
        std::string cls = spell(op.getType());
        return cls + ".__new__(" + cls + ")";
      })
      .Case([&](ts::ObjectRefOp op) {
        return names.constant(op.getObjectAttr());
      })
      .Case([&](ts::IsInstanceOp op) {
        std::vector<std::string> types;
        for (auto type : op.getTypes().getAsRange<mlir::TypeAttr>())
          types.push_back(spell(type.getValue()));
        return "isinstance(" + input() + ", " +
               (types.size() == 1 ? types[0]
                                  : "(" + llvm::join(types, ", ") + ")") +
               ")";
      })
      .Case([&](ts::WaitOp) { return "torch.wait(" + input() + ")"; })
      .Default([&](mlir::Operation *) { return fail(); });
}
