//===- ProgramText.cpp - Programs as Python would print them --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of `print(exported_program)`, in the form of PyTorch 2.5 to 2.7.
//
//===----------------------------------------------------------------------===//

#include "ProgramStatements.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace torchscript;
using namespace torchscript::exported;
using Value = exported::Argument;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
/// Prints the forward method of a graph, and those of graphs inside it.
class MethodPrinter {
public:
  /// Without `verbose`, neither types nor places.
  MethodPrinter(llvm::raw_ostream &os, bool verbose)
      : os(os), verbose(verbose) {}

  void print(const std::vector<Parameter> &parameters, const Graph &graph,
             unsigned column);
  /// `class NAME(torch.nn.Module):` and its method.
  void printClass(StringRef name, const std::vector<Parameter> &parameters,
                  const Graph &graph, unsigned column);

private:
  void printPlace(StringRef trace, unsigned column);
  void printStatement(const Statement &statement,
                      llvm::ArrayRef<std::string> unused);
  std::string annotate(StringRef type) const {
    return verbose && !type.empty() ? ": \"" + type.str() + "\"" : "";
  }

  llvm::raw_ostream &os;
  bool verbose;
  bool isFirst = true;
  /// The last trace that was printed; none at the start.
  std::optional<std::string> previous;
};
} // namespace

/// `File: NAME:LINE in FUNCTION, code: TEXT` of the innermost call.
static std::string summarizeTrace(StringRef trace) {
  size_t at = trace.rfind("File \"");
  if (at == StringRef::npos)
    return "";
  auto [file, rest] = trace.substr(at + 6).split('"');
  auto [where, code] = rest.split('\n');
  if (!where.consume_front(", line "))
    return "";
  auto [line, function] = where.split(", in ");
  return ("File: " + file + ":" + line + " in " + function.rtrim() +
          ", code: " + code.split('\n').first.trim())
      .str();
}

void MethodPrinter::printPlace(StringRef trace, unsigned column) {
  if (previous && *previous == trace)
    return;
  previous = trace.str();
  if (!isFirst)
    os.indent(column) << "\n";
  if (trace.empty())
    os.indent(column) << "# No stacktrace found for following nodes\n";
  else
    os.indent(column + 1) << "# " << summarizeTrace(trace) << "\n";
}

void MethodPrinter::printStatement(const Statement &statement,
                                   llvm::ArrayRef<std::string> unused) {
  os << statement.name << annotate(statement.type) << " = "
     << statement.expression;
  if (!unused.empty()) {
    os << ";  ";
    for (const std::string &name : unused)
      os << name << " = ";
    os << "None";
  }
}

/// By statement, the values that it is the last to use; its own when nothing
/// uses it.
static std::vector<std::vector<std::string>>
findLastUses(const std::vector<Statement> &statements,
             const std::vector<std::string> &results) {
  std::vector<std::vector<std::string>> lastUses(statements.size());
  llvm::StringSet<> seen;
  for (const std::string &result : results)
    seen.insert(result);
  for (size_t i = statements.size(); i-- > 0;) {
    bool isUnused = !seen.contains(statements[i].name);
    for (const std::string &use : statements[i].uses)
      if (seen.insert(use).second)
        lastUses[i].push_back(use);
    if (isUnused)
      lastUses[i].push_back(statements[i].name);
  }
  return lastUses;
}

void MethodPrinter::print(const std::vector<Parameter> &parameters,
                          const Graph &graph, unsigned column) {
  os.indent(column) << "def forward(self";
  for (const Parameter &parameter : parameters)
    os << ", " << parameter.name << annotate(parameter.type);
  os << "):\n";
  column += 4;
  std::vector<std::string> results;
  std::string returned = spellResults(graph, results);
  std::vector<Statement> statements = makeStatements(graph);
  auto lastUses = findLastUses(statements, results);
  for (size_t i = 0; i < statements.size(); ++i) {
    if (verbose)
      printPlace(statements[i].trace, column);
    isFirst = false;
    os.indent(column);
    printStatement(statements[i], lastUses[i]);
    os << "\n";
  }
  os.indent(column) << "return " << returned;
}

void MethodPrinter::printClass(StringRef name,
                               const std::vector<Parameter> &parameters,
                               const Graph &graph, unsigned column) {
  os.indent(column) << "class " << name << "(torch.nn.Module):\n";
  isFirst = true;
  previous = std::nullopt;
  print(parameters, graph, column + 4);
  os << "\n";
  os.indent(column + 8) << "\n";
  for (auto &[inner, argument] : getSubgraphs(graph))
    printClass(inner, getParameters(*argument), *argument, column + 4);
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

static std::string quote(StringRef text) { return spellString(text); }

/// `TensorArgument(name='x')`
static std::string spellArgument(StringRef name, const Value &argument) {
  using Kind = Value::Kind;
  if (argument.kind == Kind::Tensor)
    return "TensorArgument(name=" + quote(argument.text) + ")";
  if (argument.kind == Kind::Symbol) {
    static const char *kinds[] = {"SymInt", "SymFloat", "SymBool"};
    return std::string(kinds[argument.integer]) + "Argument(name=" +
           quote(argument.text) + ")";
  }
  if (argument.kind == Kind::Object)
    return "CustomObjArgument(name=" + quote(argument.text) + ")";
  return "ConstantArgument(name=" + quote(name) +
         ", value=" + spellValue(argument) + ")";
}

static std::string spellTarget(StringRef target) {
  return target.empty() ? "None" : quote(target);
}

static std::string spellInput(const InputSpec &input) {
  static const char *kinds[] = {"USER_INPUT: 1",      "PARAMETER: 2",
                                "BUFFER: 3",          "CONSTANT_TENSOR: 4",
                                "CUSTOM_OBJ: 5",      "TOKEN: 6"};
  std::string persistent = "None";
  if (input.kind == InputSpec::Kind::Buffer)
    persistent = input.isPersistent ? "True" : "False";
  return std::string("InputSpec(kind=<InputKind.") + kinds[int(input.kind)] +
         ">, arg=" + spellArgument(input.name, input.argument) +
         ", target=" + spellTarget(input.target) +
         ", persistent=" + persistent + ")";
}

static std::string spellOutput(const OutputSpec &output) {
  static const char *kinds[] = {
      "USER_OUTPUT: 1",           "LOSS_OUTPUT: 2",
      "BUFFER_MUTATION: 3",       "PARAMETER_MUTATION: 8",
      "USER_INPUT_MUTATION: 6",   "GRADIENT_TO_PARAMETER: 4",
      "GRADIENT_TO_USER_INPUT: 5", "TOKEN: 7"};
  return std::string("OutputSpec(kind=<OutputKind.") + kinds[int(output.kind)] +
         ">, arg=" + spellArgument("", output.argument) +
         ", target=" + spellTarget(output.target) + ")";
}

static void printSignature(const Program &program, llvm::raw_ostream &os) {
  os << "Graph signature: ExportGraphSignature(input_specs=[";
  llvm::StringRef separator;
  for (const InputSpec &input : program.inputs) {
    os << separator << spellInput(input);
    separator = ", ";
  }
  os << "], output_specs=[";
  separator = "";
  for (const OutputSpec &output : program.outputs) {
    os << separator << spellOutput(output);
    separator = ", ";
  }
  os << "])\n";
}

static void printRanges(const Program &program, llvm::raw_ostream &os) {
  // Files of old versions have numbers for what is unbounded.
  constexpr int64_t infinite = std::numeric_limits<int64_t>::max() / 2;
  os << "Range constraints: {";
  llvm::StringRef separator;
  // Symbols by their numbers, then what is made of them.
  std::vector<std::pair<std::tuple<bool, size_t, std::string>, Range>> sorted;
  for (auto &[symbol, range] : program.ranges) {
    bool isName = llvm::all_of(
        symbol, [](char c) { return llvm::isAlnum(c) || c == '_'; });
    sorted.push_back({{!isName, isName ? symbol.size() : 0, symbol}, range});
  }
  llvm::sort(sorted, llvm::less_first());
  for (auto &[key, range] : sorted) {
    os << separator << spellExpression(std::get<2>(key)) << ": VR[";
    separator = ", ";
    if (range.min && *range.min > -infinite)
      os << *range.min << ", ";
    else
      os << "-int_oo, ";
    if (range.max && *range.max < infinite)
      os << *range.max << "]";
    else
      os << "int_oo]";
  }
  os << "}\n";
}

std::string exported::printProgram(const Program &program) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "ExportedProgram:\n";
  MethodPrinter(os, /*verbose=*/true)
      .printClass("GraphModule", getParameters(program), program.graph, 4);
  printSignature(program, os);
  printRanges(program, os);
  return text;
}

std::string exported::printCode(const Program &program) {
  std::string text;
  llvm::raw_string_ostream os(text);
  MethodPrinter(os, /*verbose=*/false)
      .print(getParameters(program), program.graph, 0);
  return text;
}
