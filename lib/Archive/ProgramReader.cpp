//===- ProgramReader.cpp - Access to the JSON of programs -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramReader.h"

using namespace torchscript;
using namespace torchscript::exported;

std::string Cursor::getPath() const {
  if (!parent)
    return "";
  std::string path = parent->getPath();
  if (!path.empty() && step.front() != '[')
    path += '.';
  return path + step;
}

void Cursor::fail(const llvm::Twine &message) const {
  if (!problem.empty())
    return;
  std::string path = getPath();
  problem = (path.empty() ? message : llvm::Twine(path) + ": " + message).str();
}

Cursor Cursor::find(const char *key) const {
  if (!*this)
    return Cursor(nullptr, *this, key);
  if (!value->is_object()) {
    fail("an object is expected");
    return Cursor(nullptr, *this, key);
  }
  auto it = value->find(key);
  return Cursor(it == value->end() ? nullptr : &*it, *this, key);
}

Cursor Cursor::operator[](const char *key) const {
  Cursor member = find(key);
  if (!member && problem.empty())
    member.fail("missing");
  return member;
}

Cursor Cursor::operator[](size_t index) const {
  return Cursor(&(*value)[index], *this, "[" + std::to_string(index) + "]");
}

size_t Cursor::size() const {
  if (!*this)
    return 0;
  if (value->is_array())
    return value->size();
  fail("a list is expected");
  return 0;
}

int64_t Cursor::asInt() const {
  if (value && value->is_number_integer())
    return value->get<int64_t>();
  fail("an integer is expected");
  return 0;
}

double Cursor::asFloat() const {
  if (value && value->is_number())
    return value->get<double>();
  if (value && value->is_string()) {
    std::string text = value->get<std::string>();
    if (text == "Infinity" || text == "-Infinity" || text == "NaN")
      return std::strtod(text.c_str(), nullptr);
  }
  fail("a number is expected");
  return 0;
}

bool Cursor::asBool() const {
  if (value && value->is_boolean())
    return value->get<bool>();
  fail("true or false is expected");
  return false;
}

std::string Cursor::asString() const {
  if (value && value->is_string())
    return value->get<std::string>();
  fail("a string is expected");
  return "";
}

std::vector<std::string> Cursor::getKeys() const {
  std::vector<std::string> keys;
  if (!*this)
    return keys;
  if (!value->is_object()) {
    fail("an object is expected");
    return keys;
  }
  for (auto it = value->begin(); it != value->end(); ++it)
    keys.push_back(it.key());
  return keys;
}

std::string Cursor::getTag() const {
  std::string tag;
  for (const std::string &key : getKeys()) {
    // Old files write all members, and null for what is not meant.
    if (value->at(key).is_null())
      continue;
    if (!tag.empty()) {
      fail("says '" + tag + "' and '" + key + "'; one is expected");
      return "";
    }
    tag = key;
  }
  if (tag.empty())
    fail("says nothing");
  return tag;
}

llvm::Expected<Program>
exported::readProgram(llvm::StringRef text, const ArchivePlace &place) {
  nlohmann::json root =
      nlohmann::json::parse(text.begin(), text.end(), nullptr,
                            /*allow_exceptions=*/false);
  if (root.is_discarded())
    return makeArchiveError(place, "this is no JSON");
  std::string problem;
  Cursor at(&root, problem);
  Program program;
  Cursor version = at["schema_version"];
  // PyTorch 2.1 and 2.2 write one number.
  if (root.is_object() && root.contains("schema_version") &&
      root["schema_version"].is_number_integer()) {
    program.majorVersion = version.asInt();
  } else {
    program.majorVersion = version["major"].asInt();
    program.minorVersion = version["minor"].asInt();
  }
  if (problem.empty() && (program.majorVersion < 1 || program.majorVersion > 8))
    return makeArchiveError(
        place, "programs of schema " + llvm::Twine(program.majorVersion) + "." +
                   llvm::Twine(program.minorVersion) +
                   " are not supported; 1 to 8 are");
  if (Cursor writer = at.find("torch_version"))
    program.torchVersion = writer.asString();
  program.dialect = "ATEN";
  if (Cursor dialect = at.find("dialect"))
    program.dialect = dialect.asString();
  if (Cursor verifiers = at.find("verifiers"); verifiers.size() > 0)
    program.dialect = verifiers[size_t(0)].asString();
  Cursor module = at["graph_module"];
  program.graph = readGraph(module["graph"], 0);
  readSignature(module, program);
  Cursor ranges = at["range_constraints"];
  for (const std::string &name : ranges.getKeys()) {
    Cursor range = ranges[name.c_str()];
    Range &bounds = program.ranges[name];
    if (Cursor min = range.find("min_val"))
      bounds.min = min.asInt();
    if (Cursor max = range.find("max_val"))
      bounds.max = max.asInt();
  }
  if (!problem.empty())
    return makeArchiveError(place, problem);
  return program;
}
