//===- ProgramImporter.cpp - Exported programs as MLIR --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/ExportedProgram/ProgramImporter.h"

#include "GraphEmitter.h"
#include "SizeExpressions.h"

#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Verifier.h"

using namespace torchscript;
using namespace mlir;
using exported::InputSpec;
using exported::OutputSpec;
using exported::Tree;
using ArgumentKind = exported::Argument::Kind;

namespace {
class Importer {
public:
  Importer(const ExportedProgramFile &file, MLIRContext &context)
      : file(file), program(file.getProgram()), builder(&context),
        expressions(&context) {}

  llvm::Expected<OwningOpRef<ModuleOp>> run();

private:
  llvm::Error failure(const Twine &message) const {
    return makeArchiveError({file.getPath().str(), "", std::nullopt}, message);
  }
  /// The type of an argument, and what it is.
  mlir::Type describeInput(const InputSpec &input, const std::string &name,
                           NamedAttrList &attributes);
  void describeShape(const exported::TensorMeta &meta,
                     NamedAttrList &attributes);
  ArrayAttr describeOutputs();
  ArrayAttr describeRanges();
  /// A tree whose leaves are numbers from `next` on.
  Attribute describeTree(const Tree &tree, int64_t &next);
  llvm::Expected<func::FuncOp> makeFunction();

  const ExportedProgramFile &file;
  const exported::Program &program;
  OpBuilder builder;
  SizeExpressions expressions;
};
} // namespace

static ts::GraphInputKind getKind(InputSpec::Kind kind) {
  switch (kind) {
  case InputSpec::Kind::Parameter:
    return ts::GraphInputKind::Parameter;
  case InputSpec::Kind::Buffer:
    return ts::GraphInputKind::Buffer;
  case InputSpec::Kind::Constant:
    return ts::GraphInputKind::Constant;
  default:
    return ts::GraphInputKind::User;
  }
}

static std::optional<ts::GraphOutputKind> getKind(OutputSpec::Kind kind) {
  switch (kind) {
  case OutputSpec::Kind::UserOutput:
  case OutputSpec::Kind::Loss:
    return ts::GraphOutputKind::User;
  case OutputSpec::Kind::BufferMutation:
    return ts::GraphOutputKind::BufferMutation;
  case OutputSpec::Kind::ParameterMutation:
    return ts::GraphOutputKind::ParameterMutation;
  case OutputSpec::Kind::InputMutation:
    return ts::GraphOutputKind::InputMutation;
  default:
    return std::nullopt;
  }
}

static std::optional<ts::TreeKind> getKind(Tree::Kind kind) {
  switch (kind) {
  case Tree::Kind::Tuple:
  case Tree::Kind::NamedTuple:
    return ts::TreeKind::Tuple;
  case Tree::Kind::List:
    return ts::TreeKind::List;
  case Tree::Kind::Dict:
    return ts::TreeKind::Dict;
  default:
    return std::nullopt;
  }
}

void Importer::describeShape(const exported::TensorMeta &meta,
                             NamedAttrList &attributes) {
  SmallVector<AffineExpr> sizes;
  for (const exported::Extent &size : meta.sizes) {
    if (size.value) {
      sizes.push_back(builder.getAffineConstantExpr(*size.value));
      continue;
    }
    AffineExpr expression = expressions.parse(size.expression);
    // What is not affine is as unknown as a symbol of its own.
    sizes.push_back(expression ? expression
                               : expressions.parse(
                                     "u_" + std::to_string(llvm::hash_value(
                                                size.expression))));
  }
  attributes.set("ts.shape",
                 AffineMapAttr::get(AffineMap::get(
                     0, expressions.getSymbols().size(), sizes,
                     builder.getContext())));
  attributes.set("ts.dtype", TypeAttr::get(ts::getElementType(
                                 builder.getContext(), meta.dtype)));
}

mlir::Type Importer::describeInput(const InputSpec &input,
                                   const std::string &name,
                                   NamedAttrList &attributes) {
  MLIRContext *context = builder.getContext();
  attributes.set("ts.graph_input",
                 ts::GraphInputAttr::get(
                     context, getKind(input.kind),
                     builder.getStringAttr(input.target), input.isPersistent));
  if (input.kind != InputSpec::Kind::UserInput) {
    const exported::Payload &tensor =
        file.getTensors().find(input.target)->second;
    attributes.set("ts.value",
                   ts::TensorRefAttr::get(
                       context, builder.getStringAttr(tensor.storage),
                       ts::getElementType(context, tensor.dtype),
                       tensor.sizes, tensor.strides, tensor.offset,
                       tensor.requiresGrad));
    return ts::TSTensorType::get(context);
  }
  switch (input.argument.kind) {
  case ArgumentKind::Tensor: {
    auto meta = program.graph.tensors.find(name);
    if (meta != program.graph.tensors.end())
      describeShape(meta->second, attributes);
    return ts::TSTensorType::get(context);
  }
  case ArgumentKind::Symbol:
    return input.argument.integer == 1   ? mlir::Type(builder.getF64Type())
           : input.argument.integer == 2 ? mlir::Type(builder.getI1Type())
                                         : mlir::Type(builder.getI64Type());
  case ArgumentKind::Int:
    attributes.set("ts.literal",
                   builder.getI64IntegerAttr(input.argument.integer));
    return builder.getI64Type();
  case ArgumentKind::Float:
    attributes.set("ts.literal",
                   builder.getF64FloatAttr(input.argument.number));
    return builder.getF64Type();
  case ArgumentKind::Bool:
    attributes.set("ts.literal", builder.getBoolAttr(input.argument.integer));
    return builder.getI1Type();
  case ArgumentKind::Str:
    attributes.set("ts.literal", builder.getStringAttr(input.argument.text));
    return ts::StrType::get(context);
  case ArgumentKind::None:
    return ts::TSNoneType::get(context);
  default:
    return {};
  }
}

ArrayAttr Importer::describeOutputs() {
  SmallVector<Attribute> outputs;
  for (const OutputSpec &output : program.outputs) {
    std::optional<ts::GraphOutputKind> kind = getKind(output.kind);
    if (!kind)
      return nullptr;
    outputs.push_back(ts::GraphOutputAttr::get(
        builder.getContext(), *kind, builder.getStringAttr(output.target)));
  }
  return builder.getArrayAttr(outputs);
}

ArrayAttr Importer::describeRanges() {
  SmallVector<Attribute> ranges;
  for (const std::string &symbol : expressions.getSymbols()) {
    exported::Range range;
    if (auto it = program.ranges.find(symbol); it != program.ranges.end())
      range = it->second;
    ranges.push_back(ts::SymbolRangeAttr::get(
        builder.getContext(), builder.getStringAttr(symbol),
        range.min.value_or(0),
        range.max.value_or(std::numeric_limits<int64_t>::max())));
  }
  return builder.getArrayAttr(ranges);
}

Attribute Importer::describeTree(const Tree &tree, int64_t &next) {
  MLIRContext *context = builder.getContext();
  if (tree.kind == Tree::Kind::Leaf)
    return builder.getI64IntegerAttr(next++);
  if (tree.kind == Tree::Kind::None)
    return ts::NoneAttr::get(context);
  std::optional<ts::TreeKind> kind = getKind(tree.kind);
  if (!kind)
    return {};
  SmallVector<Attribute> children;
  for (const Tree &child : tree.children) {
    children.push_back(describeTree(child, next));
    if (!children.back())
      return {};
  }
  SmallVector<StringRef> keys(tree.keys.begin(), tree.keys.end());
  return ts::TreeAttr::get(context, *kind, builder.getArrayAttr(children),
                           keys.empty() ? ArrayAttr()
                                        : builder.getStrArrayAttr(keys));
}

llvm::Expected<func::FuncOp> Importer::makeFunction() {
  MLIRContext *context = builder.getContext();
  SmallVector<mlir::Type> types;
  SmallVector<DictionaryAttr> attributes;
  std::vector<std::string> names;
  for (const InputSpec &input : program.inputs) {
    const std::string &name = input.name;
    NamedAttrList list;
    list.set("ts.name", builder.getStringAttr(name));
    if (input.kind == InputSpec::Kind::Object ||
        input.kind == InputSpec::Kind::Token)
      return failure("input '" + Twine(name) +
                     "' is an object of a library or a token, which is not "
                     "supported");
    mlir::Type type = describeInput(input, name, list);
    if (!type)
      return failure("input '" + Twine(name) + "' is of no supported kind");
    types.push_back(type);
    attributes.push_back(list.getDictionary(context));
    names.push_back(name);
  }
  ArrayAttr outputs = describeOutputs();
  if (!outputs)
    return failure("programs with gradients or effect tokens among their "
                   "results are not supported");
  int64_t leaf = 0;
  Attribute inputTree = describeTree(program.inputTree, leaf);
  leaf = 0;
  Attribute outputTree = describeTree(program.outputTree, leaf);
  if (!inputTree || !outputTree)
    return failure("the inputs or results contain classes other than tuples, "
                   "lists and dicts, which is not supported");

  // The type of the result is known behind the body.
  auto function = builder.create<func::FuncOp>(
      builder.getUnknownLoc(), "forward",
      builder.getFunctionType(types, TypeRange()));
  for (auto [i, dictionary] : llvm::enumerate(attributes))
    function.setArgAttrs(i, dictionary);
  function->setAttr("ts.graph_outputs", outputs);
  function->setAttr("ts.graph_symbols", describeRanges());
  function->setAttr("ts.input_tree", inputTree);
  function->setAttr("ts.output_tree", outputTree);
  SmallVector<StringRef> parameters(program.parameterNames.begin(),
                                    program.parameterNames.end());
  function->setAttr("ts.parameter_names", builder.getStrArrayAttr(parameters));
  function->setAttr("ts.graph_dialect", builder.getStringAttr(program.dialect));

  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  GraphEmitter emitter(builder, builder.getUnknownLoc());
  bool isFine = true;
  for (auto [name, argument] : llvm::zip_equal(names, entry->getArguments()))
    isFine &= name.empty() || emitter.define(name, argument);
  isFine = isFine && emitter.emit(program.graph);
  SmallVector<Value> results;
  for (const OutputSpec &output : program.outputs) {
    if (!isFine)
      break;
    results.push_back(emitter.getValue(output.argument));
    isFine = bool(results.back());
  }
  if (!isFine)
    return failure(emitter.takeProblem());
  auto tuple = ts::TSTupleType::get(
      context, llvm::to_vector(ValueRange(results).getTypes()));
  Value result = builder.create<ts::TupleConstructOp>(builder.getUnknownLoc(),
                                                      tuple, results);
  builder.create<ts::ReturnOp>(builder.getUnknownLoc(), result);
  function.setFunctionType(builder.getFunctionType(types, tuple));
  return function;
}

llvm::Expected<OwningOpRef<ModuleOp>> Importer::run() {
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder.getUnknownLoc());
  (*module)->setAttr("ts.archive", builder.getStringAttr(file.getPath()));
  builder.setInsertionPointToStart(module->getBody());
  llvm::Expected<func::FuncOp> function = makeFunction();
  if (!function)
    return function.takeError();
  if (failed(verify(*module)))
    return failure("the program makes no valid module");
  return std::move(module);
}

llvm::Expected<OwningOpRef<ModuleOp>>
torchscript::importExportedProgram(const ExportedProgramFile &file,
                                   MLIRContext &context) {
  context.loadDialect<ts::TSDialect>();
  return Importer(file, context).run();
}
