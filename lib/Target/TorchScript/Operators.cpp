//===- Operators.cpp - Operators with a syntax of their own ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that Python writes with symbols: arithmetic, comparisons,
// subscripts, membership, formatting.
//
//===----------------------------------------------------------------------===//

#include "FunctionExporter.h"

#include "TorchScript/Base/Schema/Schema.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;
namespace ts = mlir::ts;

/// `aten::add.Tensor` without the overload.
static llvm::StringRef withoutOverload(llvm::StringRef name) {
  size_t colons = name.find("::");
  size_t dot = name.find('.', colons == llvm::StringRef::npos ? 0 : colons);
  return name.take_front(dot);
}

void FunctionExporter::operatorCall(ts::OperatorOp op) {
  llvm::StringRef base = withoutOverload(op.getName());
  if (loopHeader(op, base) || infix(op, base) || containerAccess(op) ||
      subscript(op, base) || special(op, base))
    return;
  const FunctionSchema *schema = SchemaRegistry::get().find(op.getName());
  if (!schema)
    return refuse(op, "operator '" + op.getName() + "', which has no schema");
  plainCall(op, *schema);
}

void FunctionExporter::finish(ts::OperatorOp op, const Text &text) {
  if (op.getNumResults() == 1)
    return define(op.getResult(0), text);
  flush();
  std::string targets;
  for (mlir::Value result : op.getResults()) {
    targets += (targets.empty() ? "" : ", ") + target(result);
  }
  line(targets + (targets.empty() ? "" : " = ") + text.text);
}

/// The number of turns of a loop that is written `for x in ...`: what stands
/// behind `in`.
bool FunctionExporter::loopHeader(ts::OperatorOp op, llvm::StringRef base) {
  if (!loopOfCount(op))
    return false;
  mlir::ValueRange args = op.getArgs();
  if (base == "aten::len") {
    define(op.getResult(0), take(args[0]));
    return true;
  }
  llvm::SmallVector<Text> parts = take({args[0], args[1], args[2]});
  bool fromZero = mlir::matchPattern(args[0], mlir::m_Zero());
  bool byOne = mlir::matchPattern(args[2], mlir::m_One());
  std::string text = "range(";
  if (!fromZero || !byOne)
    text += parts[0].text + ", ";
  text += parts[1].text;
  if (!byOne)
    text += ", " + parts[2].text;
  define(op.getResult(0), combine(text + ")", Binding::Atom, parts));
  return true;
}

//===----------------------------------------------------------------------===//
// Infix and prefix operators
//===----------------------------------------------------------------------===//

namespace {
struct Infix {
  llvm::StringRef spelling;
  Binding binding = Binding::Atom;
};
} // namespace

static Infix getInfix(llvm::StringRef base) {
  return llvm::StringSwitch<Infix>(base)
      .Case("aten::add", {"+", Binding::Sum})
      .Case("aten::sub", {"-", Binding::Sum})
      .Case("aten::mul", {"*", Binding::Product})
      .Case("aten::div", {"/", Binding::Product})
      .Case("aten::floordiv", {"//", Binding::Product})
      .Case("aten::remainder", {"%", Binding::Product})
      .Case("aten::matmul", {"@", Binding::Product})
      .Case("aten::pow", {"**", Binding::Power})
      .Case("aten::__and__", {"&", Binding::BitAnd})
      .Case("aten::__or__", {"|", Binding::BitOr})
      .Case("aten::__xor__", {"^", Binding::BitXor})
      .Case("aten::__lshift__", {"<<", Binding::Shift})
      .Case("aten::__rshift__", {">>", Binding::Shift})
      .Case("aten::eq", {"==", Binding::Compare})
      .Case("aten::ne", {"!=", Binding::Compare})
      .Case("aten::lt", {"<", Binding::Compare})
      .Case("aten::le", {"<=", Binding::Compare})
      .Case("aten::gt", {">", Binding::Compare})
      .Case("aten::ge", {">=", Binding::Compare})
      .Case("aten::__is__", {"is", Binding::Compare})
      .Case("aten::__isnot__", {"is not", Binding::Compare})
      .Default({});
}

/// The binding an operand on the other side of the associative one needs.
static Binding tighter(Binding binding) {
  return static_cast<Binding>(static_cast<unsigned>(binding) + 1);
}

bool FunctionExporter::infix(ts::OperatorOp op, llvm::StringRef base) {
  mlir::ValueRange args = op.getArgs();
  if (op.getNumResults() != 1)
    return false;
  llvm::StringRef prefix =
      llvm::StringSwitch<llvm::StringRef>(base)
          .Case("aten::neg", "-")
          .Case("aten::__not__", names.isArchive() ? "" : "not ")
          .Default("");
  if (!prefix.empty() && args.size() == 1) {
    Text input = take(args[0]);
    llvm::StringRef text = input.text;
    bool isNot = prefix == "not ";
    if (isNot && input.binding == Binding::Compare &&
        text.ends_with(" is None") && args[0].getDefiningOp<ts::IsNoneOp>()) {
      define(op.getResult(0), combine((text.drop_back(4) + "not None").str(),
                                      Binding::Compare, input));
      return true;
    }
    Binding binding = isNot ? Binding::Not : Binding::Sign;
    define(
        op.getResult(0),
        combine((prefix + operand(op, input, args[0].getType(), binding)).str(),
                binding, input));
    return true;
  }

  // Readers find out types from `is`: in archives they stand in the text.
  if (names.isArchive() && base.starts_with("aten::__is"))
    return false;
  Infix infix = getInfix(base);
  // The factor `alpha` of sums has no symbol.
  bool hasAlpha = args.size() == 3 && infix.binding == Binding::Sum &&
                  mlir::matchPattern(args[2], mlir::m_One());
  if (infix.spelling.empty() || (args.size() != 2 && !hasAlpha))
    return false;
  llvm::SmallVector<Text> parts = take({args[0], args[1]});
  bool isPower = infix.binding == Binding::Power;
  bool isComparison = infix.binding == Binding::Compare;
  Binding left =
      isPower || isComparison ? tighter(infix.binding) : infix.binding;
  Binding right = isPower ? Binding::Sign : tighter(infix.binding);
  std::string text = operand(op, parts[0], args[0].getType(), left) + " " +
                     infix.spelling.str() + " " +
                     operand(op, parts[1], args[1].getType(), right);
  define(op.getResult(0), combine(text, infix.binding, parts));
  return true;
}

//===----------------------------------------------------------------------===//
// Subscripts and membership
//===----------------------------------------------------------------------===//

/// `modules[index]`: which interface is meant is stated around it.
bool FunctionExporter::containerAccess(ts::OperatorOp op) {
  ContainerAccess access = getContainerAccess(op);
  if (!access.container)
    return false;
  Text container = texts.lookup(access.container);
  Text index = take(op.getArgs()[1]);
  Text text =
      combine(container.text + "[" + index.text + "]", Binding::Atom, index);
  text.looseness = Looseness::Display;
  finish(op, text);
  return true;
}

bool FunctionExporter::subscript(ts::OperatorOp op, llvm::StringRef base) {
  mlir::ValueRange args = op.getArgs();
  auto text = [&](const Text &part, mlir::Value value) {
    return exact(op, part, value.getType());
  };
  auto object = [&](const Text &part, mlir::Value value) {
    return operand(op, part, value.getType(), Binding::Atom);
  };
  if (base == "aten::__getitem__") {
    llvm::SmallVector<Text> parts = take({args[0], args[1]});
    finish(op, combine(object(parts[0], args[0]) + "[" +
                           text(parts[1], args[1]) + "]",
                       Binding::Atom, parts));
    return true;
  }
  if (base == "aten::__contains__") {
    // The element is written, and evaluated, first.
    llvm::SmallVector<Text> parts = take({args[1], args[0]});
    std::string written =
        operand(op, parts[0], args[1].getType(), Binding::BitOr) + " in " +
        operand(op, parts[1], args[0].getType(), Binding::BitOr);
    finish(op, combine(written, Binding::Compare, parts));
    return true;
  }
  bool usesResult = op.getNumResults() == 1 && !op.getResult(0).use_empty();
  if (base == "aten::_set_item" && !usesResult) {
    llvm::SmallVector<Text> parts = take({args[2], args[0], args[1]});
    flush();
    line(object(parts[1], args[0]) + "[" + text(parts[2], args[1]) +
         "] = " + text(parts[0], args[2]));
    return true;
  }
  if (base == "aten::Delete" && !usesResult) {
    llvm::SmallVector<Text> parts = take({args[0], args[1]});
    flush();
    line("del " + object(parts[0], args[0]) + "[" + text(parts[1], args[1]) +
         "]");
    return true;
  }
  bool isSequence =
      !args.empty() && llvm::isa<ts::ListType, ts::StrType>(args[0].getType());
  if (base == "aten::slice" && isSequence && args.size() == 4) {
    llvm::SmallVector<Text> parts = take({args[0], args[1], args[2], args[3]});
    // Bounds that are left out: None, or the defaults of the operator.
    bool noStart = parts[1].text == "None" || parts[1].text == "0";
    bool noEnd =
        parts[2].text == "None" || parts[2].text == "9223372036854775807";
    std::string range = (noStart ? "" : text(parts[1], args[1])) + ":" +
                        (noEnd ? "" : text(parts[2], args[2]));
    if (parts[3].text != "1")
      range += ":" + text(parts[3], args[3]);
    finish(op, combine(object(parts[0], args[0]) + "[" + range + "]",
                       Binding::Atom, parts));
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

/// Attributes of tensors that are operators.
static bool isTensorProperty(llvm::StringRef base) {
  return llvm::StringSwitch<bool>(base)
      .Cases("prim::dtype", "prim::device", "prim::layout", true)
      .Cases("prim::is_cuda", "prim::is_cpu", "prim::is_sparse", true)
      .Cases("prim::is_quantized", "prim::is_mkldnn", "prim::is_meta", true)
      .Cases("prim::requires_grad", "prim::data", "prim::grad", true)
      .Cases("prim::name", "prim::is_xpu", "prim::is_sparse_csr", true)
      .Cases("prim::is_mps", "prim::is_vulkan", "prim::is_ipu", true)
      .Cases("prim::is_nested", "prim::is_ort", "prim::T", "prim::H", true)
      .Cases("aten::is_leaf", "aten::mT", "aten::mH", "aten::real", true)
      .Cases("aten::imag", "aten::retains_grad", "aten::output_nr", true)
      .Default(false);
}

bool FunctionExporter::special(ts::OperatorOp op, llvm::StringRef base) {
  mlir::ValueRange args = op.getArgs();
  llvm::SmallVector<mlir::Value> operands(args);
  if (isTensorProperty(base) && args.size() == 1 && !names.isArchive()) {
    Text input = take(args[0]);
    llvm::StringRef property = base.split("::").second;
    finish(op,
           combine(parenthesized(input, Binding::Atom) + "." + property.str(),
                   Binding::Atom, input));
    return true;
  }
  if (base == "prim::tolist") {
    // The result type is stated: the other operands encode it.
    Text input = take(args[0]);
    std::string list = parenthesized(input, Binding::Atom) + ".tolist()";
    std::string type = spell(op, op.getResult(0).getType());
    finish(op, combine(annotatedText(names, type, list), Binding::Atom, input));
    return true;
  }
  if ((base == "prim::EnumValue" || base == "prim::EnumName") &&
      args.size() == 1) {
    Text input = take(args[0]);
    std::string member = base == "prim::EnumName" ? ".name" : ".value";
    finish(op, combine(parenthesized(input, Binding::Atom) + member,
                       Binding::Atom, input));
    return true;
  }
  // What conversions of arguments became.
  llvm::StringRef implicit = llvm::StringSwitch<llvm::StringRef>(base)
                                 .Case("aten::IntImplicit", "int")
                                 .Case("aten::FloatImplicit", "float")
                                 .Case("aten::ComplexImplicit", "complex")
                                 .Default("");
  if (!implicit.empty()) {
    Text input = take(args[0]);
    finish(op, combine(annotatedText(names, implicit, input.text),
                       Binding::Atom, input));
    return true;
  }
  if (base == "aten::format" && !operands.empty()) {
    llvm::SmallVector<Text> parts = take(operands);
    std::string text = parenthesized(parts[0], Binding::Atom) + ".format(";
    for (size_t i = 1; i < parts.size(); ++i)
      text += (i > 1 ? ", " : "") + exact(op, parts[i], args[i].getType());
    finish(op, combine(text + ")", Binding::Atom, parts));
    return true;
  }
  if (base == "aten::percentFormat" && !operands.empty()) {
    llvm::SmallVector<Text> parts = take(operands);
    std::string text = parenthesized(parts[0], Binding::Product) + " % ";
    if (parts.size() == 2) {
      // One argument stands alone: a tuple there holds the arguments.
      text += operand(op, parts[1], args[1].getType(), Binding::Sign);
    } else {
      text += "(";
      for (size_t i = 1; i < parts.size(); ++i)
        text += exact(op, parts[i], args[i].getType()) + ", ";
      text += ")";
    }
    finish(op, combine(text, Binding::Product, parts));
    return true;
  }
  return false;
}
