//===- SummaryReport.cpp - Prints what is in a file -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One JSON object is the report; the text is a rendering of it.
//
//===----------------------------------------------------------------------===//

#include "SummaryReport.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <set>

using namespace torchscript;
using llvm::StringRef;
namespace json = llvm::json;

/// Strings of files may be any bytes.
static std::string asText(StringRef text) {
  return json::isUTF8(text) ? text.str() : json::fixUTF8(text);
}

llvm::Expected<TensorShape> torchscript::parseInputShape(StringRef text) {
  TensorShape shape;
  auto [sizes, dtype] = text.split(':');
  std::optional<DType> found = parseBriefName(dtype);
  if (!found)
    found = parseDTypeName(dtype);
  bool isGood = found.has_value();
  bool inBrackets = sizes.consume_front("[") && sizes.consume_back("]");
  llvm::SmallVector<StringRef> parts;
  sizes.split(parts, inBrackets ? ',' : 'x', -1, /*KeepEmpty=*/true);
  if (!sizes.empty())
    for (StringRef part : parts) {
      int64_t size = 0;
      isGood &= !part.trim().getAsInteger(10, size) && size >= 0;
      shape.sizes.push_back(size);
    }
  if (!isGood)
    return llvm::createStringError(
        "--input=%s: expected sizes and a dtype, such as 1x3x8x8:f32",
        text.str().c_str());
  shape.dtype = *found;
  return shape;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

SummaryReport::SummaryReport(llvm::MemoryBufferRef file, FileKind kind) {
  object["file"] = asText(file.getBufferIdentifier());
  object["bytes"] = int64_t(file.getBufferSize());
  object["kind"] = describe(kind);
  // What is read further needs none.
  StringRef advice = adviceFor(kind);
  if (!advice.empty() && kind != FileKind::Text &&
      kind != FileKind::ExportedProgram)
    object["advice"] = advice;
}

namespace {
/// Walks the values of an archive, by module.
class ValueTree {
public:
  explicit ValueTree(json::Array &modules) : modules(modules) {}
  void visit(const ArchiveObject &object, const std::string &path,
             unsigned depth);

private:
  static constexpr unsigned maxDepth = 256;
  json::Array &modules;
  std::set<const ArchiveObject *> seen;
};
} // namespace

/// Elements and bytes of the tensors in values, each counted once.
static std::pair<int64_t, int64_t>
countTensors(std::vector<const ArchiveValue *> work) {
  int64_t elements = 0, bytes = 0;
  std::set<const ArchiveValue *> seen;
  while (!work.empty()) {
    const ArchiveValue *value = work.back();
    work.pop_back();
    if (!value || !seen.insert(value).second)
      continue;
    if (const auto *tensor = llvm::dyn_cast<ArchiveTensor>(value)) {
      elements += tensor->getNumElements();
      bytes += tensor->getNumElements() * getItemSize(tensor->dtype);
    } else if (const auto *list = llvm::dyn_cast<ArchiveList>(value)) {
      work.insert(work.end(), list->elements.begin(), list->elements.end());
    } else if (const auto *tuple = llvm::dyn_cast<ArchiveTuple>(value)) {
      work.insert(work.end(), tuple->elements.begin(), tuple->elements.end());
    } else if (const auto *dict = llvm::dyn_cast<ArchiveDict>(value)) {
      for (auto [key, element] : dict->entries)
        work.push_back(element);
    }
  }
  return {elements, bytes};
}

void ValueTree::visit(const ArchiveObject &value, const std::string &path,
                      unsigned depth) {
  if (depth > maxDepth || !seen.insert(&value).second)
    return;
  std::vector<std::pair<std::string, const ArchiveObject *>> inner;
  std::vector<const ArchiveValue *> tensors;
  if (const ArchiveDict *attributes = value.getAttributes()) {
    for (auto [key, element] : attributes->entries) {
      const auto *name = llvm::dyn_cast<ArchiveString>(key);
      const auto *object = llvm::dyn_cast<ArchiveObject>(element);
      if (object && name)
        inner.push_back({path + "." + asText(name->value), object});
      else
        tensors.push_back(element);
    }
  } else if (value.state) {
    tensors.push_back(value.state);
  }
  auto [elements, bytes] = countTensors(std::move(tensors));
  modules.push_back(json::Object{{"path", path},
                                 {"class", asText(value.className)},
                                 {"tensor_elements", elements},
                                 {"tensor_bytes", bytes}});
  for (const auto &[name, object] : inner)
    visit(*object, name, depth + 1);
}

void SummaryReport::addArchive(const TorchScriptArchive &archive) {
  object["format_version"] = int64_t(archive.getVersion());
  int64_t lines = 0;
  for (const ArchiveCode &file : archive.getCode())
    lines += file.text.count('\n');
  object["code"] = json::Object{{"files", int64_t(archive.getCode().size())},
                                {"lines", lines}};
  json::Array files, modules;
  for (const ArchiveExtraFile &file : archive.getExtraFiles())
    files.push_back(asText(file.name));
  if (!files.empty())
    object["extra_files"] = std::move(files);
  json::Array warnings;
  for (const std::string &warning : archive.getWarnings())
    warnings.push_back(asText(warning));
  if (!warnings.empty())
    object["warnings"] = std::move(warnings);
  ValueTree(modules).visit(archive.getRoot(), "root", 0);
  object["modules"] = std::move(modules);
}

/// Counts what the nodes of a graph call, and those of the graphs that operators
/// of control flow run.
static void countTargets(const json::Object &graph,
                         std::map<std::string, int64_t> &counts,
                         unsigned depth) {
  constexpr unsigned maxDepth = 64;
  const json::Array *nodes = graph.getArray("nodes");
  if (!nodes || depth > maxDepth)
    return;
  for (const json::Value &node : *nodes) {
    const json::Object *entry = node.getAsObject();
    if (!entry)
      continue;
    ++counts[asText(entry->getString("target").value_or("?"))];
    const json::Array *inputs = entry->getArray("inputs");
    if (!inputs)
      continue;
    for (const json::Value &input : *inputs) {
      const json::Object *object = input.getAsObject();
      const json::Object *argument = object ? object->getObject("arg") : nullptr;
      const json::Object *inner =
          argument ? argument->getObject("as_graph") : nullptr;
      if (inner && inner->getObject("graph"))
        countTargets(*inner->getObject("graph"), counts, depth + 1);
    }
  }
}

/// The JSON text of an exported program: the record and its contents.
static const ZipRecord *findProgramRecord(const ZipReader &zip) {
  for (const ZipRecord &record : zip.getRecords()) {
    StringRef name = record.name;
    if (name.ends_with("serialized_exported_program.json") ||
        (name.contains("models/") && name.ends_with(".json")))
      return &record;
  }
  return nullptr;
}

llvm::Error SummaryReport::addExportedProgram(const ZipReader &zip) {
  const ZipRecord *record = findProgramRecord(zip);
  if (!record)
    return llvm::createStringError("it has no record of a program");
  // Reading may inflate: the reader keeps what it made.
  auto text = const_cast<ZipReader &>(zip).read(*record);
  if (!text)
    return text.takeError();
  auto program = json::parse(*text);
  if (!program)
    return llvm::createStringError("record '%s' is no JSON: %s",
                                   record->name.c_str(),
                                   llvm::toString(program.takeError()).c_str());
  const json::Object *root = program->getAsObject();
  const json::Object *module = root ? root->getObject("graph_module") : nullptr;
  const json::Object *graph = module ? module->getObject("graph") : nullptr;
  if (!graph)
    return llvm::createStringError("record '%s' has no graph",
                                   record->name.c_str());
  if (auto version = root->getString("torch_version"))
    object["producer"] = ("PyTorch " + *version).str();
  if (const json::Object *version = root->getObject("schema_version"))
    object["schema_version"] =
        (llvm::Twine(version->getInteger("major").value_or(0)) + "." +
         llvm::Twine(version->getInteger("minor").value_or(0)))
            .str();
  std::map<std::string, int64_t> counts;
  countTargets(*graph, counts, 0);
  json::Array operators;
  for (const auto &[name, count] : counts)
    operators.push_back(
        json::Object{{"name", name}, {"count", count}, {"served_by", "?"}});
  object["operators"] = std::move(operators);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static StringRef spell(Service service) {
  switch (service) {
  case Service::Kernel:
    return "kernel";
  case Service::Composite:
    return "composite";
  case Service::None:
    break;
  }
  return "not supported";
}

void SummaryReport::addProgram(const ProgramSummary &program) {
  json::Array methods, modules, operators;
  for (const MethodSummary &method : program.methods)
    methods.push_back(
        json::Object{{"name", method.name}, {"schema", asText(method.schema)}});
  int64_t parameters = 0, parameterBytes = 0, buffers = 0, bufferBytes = 0;
  for (const ModuleSummary &module : program.modules) {
    json::Object entry{{"path", module.path}, {"class", module.className}};
    if (!module.sameAs.empty()) {
      entry["same_as"] = module.sameAs;
    } else {
      entry["parameters"] = module.parameters;
      entry["parameter_bytes"] = module.parameterBytes;
      entry["buffers"] = module.buffers;
      entry["buffer_bytes"] = module.bufferBytes;
    }
    modules.push_back(std::move(entry));
    parameters += module.parameters;
    parameterBytes += module.parameterBytes;
    buffers += module.buffers;
    bufferBytes += module.bufferBytes;
  }
  for (const OperatorSummary &entry : program.operators)
    operators.push_back(json::Object{{"name", entry.name},
                                     {"count", int64_t(entry.count)},
                                     {"served_by", spell(entry.service)}});
  object["methods"] = std::move(methods);
  object["modules"] = std::move(modules);
  object["operators"] = std::move(operators);
  object["total"] = json::Object{{"parameters", parameters},
                                 {"parameter_bytes", parameterBytes},
                                 {"buffers", buffers},
                                 {"buffer_bytes", bufferBytes}};
}

static json::Object asObject(const std::map<std::string, uint64_t> &counts) {
  json::Object result;
  for (const auto &[name, count] : counts)
    result[name] = int64_t(count);
  return result;
}

void SummaryReport::addCost(const CostSummary &cost) {
  object["cost"] = json::Object{{"function", cost.function},
                                {"flops", cost.flops},
                                {"activation_bytes", cost.activationBytes},
                                {"peak_bytes", cost.peakBytes},
                                {"compiled", asObject(cost.compiled)},
                                {"interpreted", asObject(cost.interpreted)},
                                {"of_unknown_size", asObject(cost.unknown)}};
}

void SummaryReport::addProblem(StringRef problem) {
  if (std::optional<StringRef> file = object.getString("file"))
    if (problem.consume_front(*file))
      problem.consume_front(": ");
  object["problem"] = asText(problem);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static int64_t getInt(const json::Object &entry, StringRef key) {
  return entry.getInteger(key).value_or(0);
}

static std::string getString(const json::Object &entry, StringRef key) {
  return entry.getString(key).value_or("").str();
}

static void printModules(const json::Array &modules, llvm::raw_ostream &os) {
  os << "modules:\n";
  for (const json::Value &value : modules) {
    const json::Object &entry = *value.getAsObject();
    os << "  " << getString(entry, "path") << ": " << getString(entry, "class");
    if (entry.get("same_as"))
      os << " (the same as " << getString(entry, "same_as") << ")";
    if (int64_t count = getInt(entry, "parameters"))
      os << ", " << count << " parameters, " << getInt(entry, "parameter_bytes")
         << " bytes";
    if (int64_t count = getInt(entry, "buffers"))
      os << ", " << count << " in buffers, " << getInt(entry, "buffer_bytes")
         << " bytes";
    if (int64_t count = getInt(entry, "tensor_elements"))
      os << ", " << count << " in tensors, " << getInt(entry, "tensor_bytes")
         << " bytes";
    os << "\n";
  }
}

static void printOperators(const json::Array &operators,
                           llvm::raw_ostream &os) {
  os << "operators:\n";
  for (const json::Value &value : operators) {
    const json::Object &entry = *value.getAsObject();
    os << "  " << getInt(entry, "count") << " " << getString(entry, "name");
    std::string service = getString(entry, "served_by");
    if (service != "?")
      os << ": " << service;
    os << "\n";
  }
}

static void printCost(const json::Object &cost, llvm::raw_ostream &os) {
  os << "a call of " << getString(cost, "function") << ":\n"
     << "  " << getInt(cost, "flops") << " operations on numbers\n"
     << "  " << getInt(cost, "activation_bytes")
     << " bytes of tensors are made, " << getInt(cost, "peak_bytes")
     << " are needed at once\n";
  for (StringRef key : {"compiled", "interpreted", "of_unknown_size"}) {
    const json::Object *counts = cost.getObject(key);
    if (!counts || counts->empty())
      continue;
    std::map<std::string, int64_t> sorted;
    for (const auto &[name, count] : *counts)
      sorted[name.str()] = count.getAsInteger().value_or(0);
    os << "  "
       << (key == "compiled"      ? "compiled:"
           : key == "interpreted" ? "run by the runtime:"
                                  : "of unknown size, not counted:");
    for (const auto &[name, count] : sorted)
      os << " " << name << (count > 1 ? " x" + std::to_string(count) : "");
    os << "\n";
  }
}

std::string SummaryReport::getText(bool isJson) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (isJson) {
    os << json::Value(json::Object(object)) << "\n";
    return text;
  }
  os << getString(object, "file") << ": " << getString(object, "kind") << ", "
     << getInt(object, "bytes") << " bytes\n";
  for (StringRef key : {"producer", "schema_version", "advice"})
    if (object.get(key))
      os << key << ": " << getString(object, key) << "\n";
  if (object.get("format_version"))
    os << "format version: " << getInt(object, "format_version") << "\n";
  if (const json::Object *code = object.getObject("code"))
    os << "code: " << getInt(*code, "files") << " files, "
       << getInt(*code, "lines") << " lines\n";
  for (StringRef key : {"extra_files", "warnings"})
    if (const json::Array *list = object.getArray(key))
      for (const json::Value &entry : *list)
        os << (key == "warnings" ? "warning: " : "user's file: ")
           << entry.getAsString().value_or("") << "\n";
  if (object.get("problem"))
    os << "not imported: " << getString(object, "problem") << "\n";
  if (const json::Array *methods = object.getArray("methods")) {
    os << "methods:\n";
    for (const json::Value &method : *methods)
      os << "  " << getString(*method.getAsObject(), "name") << ": "
         << getString(*method.getAsObject(), "schema") << "\n";
  }
  const json::Array *modules = object.getArray("modules");
  if (modules && !modules->empty())
    printModules(*modules, os);
  if (const json::Object *total = object.getObject("total"))
    if (modules && !modules->empty())
      os << "  together " << getInt(*total, "parameters") << " parameters, "
         << getInt(*total, "parameter_bytes") << " bytes; "
         << getInt(*total, "buffers") << " in buffers, "
         << getInt(*total, "buffer_bytes") << " bytes\n";
  if (const json::Array *operators = object.getArray("operators"))
    printOperators(*operators, os);
  if (const json::Object *cost = object.getObject("cost"))
    printCost(*cost, os);
  return text;
}
