//===- ExportProgram.cpp - Exported programs of functions -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes arguments as examples, and runs the pipeline that makes an exported
// program of a function.
//
//===----------------------------------------------------------------------===//

#include "DynamicShapes.h"
#include "SessionImpl.h"

#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Dialect/TS/Transforms/FunctionClosure.h"
#include "TorchScript/Pipelines/ExportProgram.h"
#include "TorchScript/Pipelines/Pipelines.h"
#include "TorchScript/Target/ExportedProgram/ExportProgram.h"
#include "tsrt_program.h"

using namespace torchscript;
using namespace mlir;

namespace {
/// Makes examples (ts-flatten-inputs) of values.
class ExampleMaker {
public:
  explicit ExampleMaker(MLIRContext *context) : builder(context) {}

  /// Null for what cannot be an input of an exported program.
  Attribute make(const tsrt_value &value);

private:
  Attribute makeNative(const tsrt_type *type, const void *place);
  Attribute makeTensor(const tsrt_tensor *tensor);
  Attribute makeTuple(const tsrt_value &value);
  Attribute makeObject(const tsrt_value &value);
  Attribute makeList(const tsrt_list *list);
  Attribute makeDict(const tsrt_dict *dict);
  Attribute makeTree(ts::TreeKind kind, ArrayRef<Attribute> children,
                     ArrayRef<Attribute> keys = {});

  Builder builder;
};
} // namespace

Attribute ExampleMaker::makeTree(ts::TreeKind kind,
                                 ArrayRef<Attribute> children,
                                 ArrayRef<Attribute> keys) {
  if (llvm::is_contained(children, Attribute()))
    return nullptr;
  return ts::TreeAttr::get(builder.getContext(), kind,
                           builder.getArrayAttr(children),
                           keys.empty() ? ArrayAttr()
                                        : builder.getArrayAttr(keys));
}

Attribute ExampleMaker::makeNative(const tsrt_type *type, const void *place) {
  tsrt_value boxed{};
  tsrt_box_value(type, place, &boxed);
  HostValue owner(boxed);
  return make(owner.get());
}

Attribute ExampleMaker::makeTensor(const tsrt_tensor *tensor) {
  if (!tsrt_tensor_is_defined(tensor))
    return ts::NoneAttr::get(builder.getContext());
  mlir::Type element = ts::getElementType(builder.getContext(),
                                          DType(tsrt_tensor_dtype(tensor)));
  if (!element)
    return nullptr;
  const int64_t *sizes = tsrt_tensor_sizes(tensor);
  return TypeAttr::get(ts::TSTensorType::get(
      builder.getContext(),
      ArrayRef<int64_t>(sizes, size_t(tsrt_tensor_rank(tensor))), element));
}

Attribute ExampleMaker::makeTuple(const tsrt_value &value) {
  const auto *box = static_cast<const tsrt_box *>(value.u.p);
  SmallVector<Attribute> children;
  for (uint32_t i = 0; i < value.type->num_elements; ++i)
    children.push_back(makeNative(value.type->elements[i],
                                  box->data + value.type->offsets[i]));
  return makeTree(ts::TreeKind::Tuple, children);
}

/// A data class is the tuple of its fields.
Attribute ExampleMaker::makeObject(const tsrt_value &value) {
  const auto *object = static_cast<const char *>(value.u.p);
  const tsrt_type *type =
      static_cast<const tsrt_header *>(value.u.p)->type;
  SmallVector<Attribute> children;
  for (uint32_t i = 0; i < type->num_elements; ++i)
    children.push_back(
        makeNative(type->elements[i], object + type->offsets[i]));
  return makeTree(ts::TreeKind::Tuple, children);
}

Attribute ExampleMaker::makeList(const tsrt_list *list) {
  const tsrt_type *element = list->header.type->elements[0];
  SmallVector<Attribute> children;
  for (int64_t i = 0; i < list->size; ++i)
    children.push_back(makeNative(
        element, static_cast<const char *>(list->data) + i * element->size));
  return makeTree(ts::TreeKind::List, children);
}

Attribute ExampleMaker::makeDict(const tsrt_dict *dict) {
  const tsrt_type *type =
      reinterpret_cast<const tsrt_header *>(dict)->type;
  SmallVector<Attribute> children, keys;
  for (int64_t i = 0, e = tsrt_dict_size(dict); i < e; ++i) {
    const void *key, *item;
    tsrt_dict_entry(dict, i, &key, &item);
    keys.push_back(makeNative(type->elements[0], key));
    if (!isa_and_nonnull<StringAttr>(keys.back()))
      return nullptr;
    children.push_back(makeNative(type->elements[1], item));
  }
  return makeTree(ts::TreeKind::Dict, children, keys);
}

Attribute ExampleMaker::make(const tsrt_value &value) {
  if (!value.type)
    return ts::NoneAttr::get(builder.getContext());
  switch (value.type->kind) {
  case TSRT_NONE:
    return ts::NoneAttr::get(builder.getContext());
  case TSRT_BOOL:
    return builder.getBoolAttr(value.u.i != 0);
  case TSRT_INT:
    return builder.getI64IntegerAttr(value.u.i);
  case TSRT_FLOAT:
    return builder.getF64FloatAttr(value.u.f);
  case TSRT_STR: {
    const auto *text = static_cast<const tsrt_str *>(value.u.p);
    return builder.getStringAttr(StringRef(text->data, size_t(text->size)));
  }
  case TSRT_TENSOR:
    return makeTensor(static_cast<const tsrt_tensor *>(value.u.p));
  case TSRT_LIST:
    return makeList(static_cast<const tsrt_list *>(value.u.p));
  case TSRT_DICT:
    return makeDict(static_cast<const tsrt_dict *>(value.u.p));
  case TSRT_TUPLE:
    return makeTuple(value);
  case TSRT_OBJECT:
    return makeObject(value);
  default:
    return nullptr;
  }
}

/// Gives the arguments of the function their examples.
static llvm::Error setExamples(ModuleOp module, const HostFunction &function,
                               ArrayRef<HostValue> arguments,
                               const ProgramRequest &request,
                               DynamicShapes &shapes) {
  auto op = module.lookupSymbol<func::FuncOp>(function.symbol);
  unsigned first = function.self ? 1 : 0;
  if (!op || op.getNumArguments() != first + arguments.size())
    return makeFailure(Failure::Kind::Unsupported,
                       "'" + function.name +
                           "' is compiled already and cannot be exported");
  ExampleMaker maker(module.getContext());
  std::vector<DynamicShapes::Input> inputs;
  // Leaves by position come first, then those by name in the call's order.
  std::vector<std::pair<int64_t, unsigned>> places;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    const std::string &name = function.parameters[i].name;
    Attribute example = maker.make(argument.get());
    if (!example)
      return makeFailure(Failure::Kind::Unsupported,
                         "the argument '" + name +
                             "' is neither a tensor, number, string or None "
                             "nor a tuple, list, dict or data class of these, so it cannot "
                             "be an input of an exported program");
    unsigned index = first + unsigned(i);
    op.setArgAttr(index, "ts.example", example);
    op.setArgAttr(index, "ts.name", StringAttr::get(module.getContext(), name));
    Builder builder(module.getContext());
    if (auto place = llvm::find(request.named, name);
        place != request.named.end())
      op.setArgAttr(index, "ts.by_name",
                    builder.getI64IntegerAttr(place - request.named.begin()));
    else if (i >= request.numPositional)
      op.setArgAttr(index, "ts.fixed", UnitAttr::get(module.getContext()));
    if (op.getArgAttr(index, "ts.fixed"))
      continue;
    auto place = op.getArgAttrOfType<IntegerAttr>(index, "ts.by_name");
    places.emplace_back(place ? place.getInt() : -1, inputs.size());
    inputs.push_back({name, example});
  }
  llvm::sort(places);
  SmallVector<unsigned> order;
  for (auto [place, input] : places)
    order.push_back(input);
  if (llvm::Error error = shapes.read(inputs, order))
    return error;
  if (shapes.hasSymbols())
    shapes.annotate(op);
  return llvm::Error::success();
}

void ProgramRequest::readDims(const json &bounds) {
  for (auto &[name, range] : bounds.items()) {
    auto &[min, max] = dims[name];
    for (auto &[key, slot] : {std::pair("min", &min), std::pair("max", &max)})
      if (range.is_object() && range.contains(key) &&
          range[key].is_number_integer())
        *slot = range[key].get<int64_t>();
  }
}

llvm::Expected<std::unique_ptr<ExportedModule>>
Session::exportProgram(const HostFunction &function,
                       ArrayRef<HostValue> arguments,
                       const ProgramRequest &request) {
  if (impl->library)
    return makeFailure(Failure::Kind::Unsupported,
                       "a compiled library cannot be exported");
  ts::Specialization options;
  options.entry = function.self ? function.method : function.symbol;
  OwningOpRef<ModuleOp> module =
      function.self
          ? OwningOpRef<ModuleOp>(cast<ModuleOp>(getModule()->clone()))
          : ts::extractFunction(getModule(), function.symbol);
  if (function.self) {
    options.object = function.object;
    options.methods = getMethodNames(
        getModule(), getModule().lookupSymbol<ts::ObjectOp>(function.object));
  }
  DynamicShapes shapes(module->getContext(), request);
  if (llvm::Error error =
          setExamples(*module, function, arguments, request, shapes))
    return std::move(error);
  std::string problems;
  ScopedDiagnosticHandler handler(
      impl->context.get(), [&](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
          problems += (problems.empty() ? "" : "\n") +
                      spellDiagnostic(diagnostic);
        return success();
      });
  LogicalResult done = ts::runPipeline(*module, [&](OpPassManager &pm) {
    ts::buildExportProgram(pm, options, request.keepControlFlow);
    if (request.level.name != "training")
      ts::buildRunDecompositions(pm, request.level);
  });
  // A program that failed may have relied on what sizes are not.
  for (auto program : module->getOps<func::FuncOp>())
    if (shapes.hasSymbols() && program->hasAttr("ts.symbol_hints"))
      if (llvm::Error error = shapes.solve(program))
        return std::move(error);
  std::optional<ExportedModule> made;
  if (succeeded(done))
    made = torchscript::exportProgram(*module);
  // What is wrong in texts is printed with them.
  if (!made)
    return makeFailure(Failure::Kind::Unsupported,
                       problems.empty() ? "the decompositions cannot be applied"
                                        : problems);
  for (auto &[symbol, range] : shapes.getRanges())
    made->program.ranges[symbol] = {range.first, range.second};
  return std::make_unique<ExportedModule>(std::move(*made));
}
