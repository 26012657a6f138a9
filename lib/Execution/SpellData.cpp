//===- SpellData.cpp - Encoded values in messages -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes encoded values as Python would, for people.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/HostValues.h"

using namespace torchscript;

/// Messages are no dumps: what is deeper or longer is left out.
static constexpr unsigned kMaxDepth = 3;
static constexpr size_t kMaxItems = 8, kMaxSize = 80;

static std::string spell(const json &data, unsigned depth);

/// Elements between brackets; dicts have pairs.
static std::string spellItems(const json &items, const char *open,
                              const char *close, unsigned depth) {
  std::string text = open;
  size_t count = 0;
  for (const json &item : items) {
    text += count ? ", " : "";
    if (++count > kMaxItems || depth >= kMaxDepth) {
      text += "...";
      break;
    }
    if (*open == '{' && item.is_array() && item.size() == 2)
      text += spell(item[0], depth + 1) + ": " + spell(item[1], depth + 1);
    else
      text += spell(item, depth + 1);
  }
  return text + (*open == '(' && count == 1 ? "," : "") + close;
}

static std::string getTag(const json &data) {
  auto tag = data.is_object() ? data.find("t") : data.end();
  return tag != data.end() && tag->is_string() ? tag->get<std::string>() : "";
}

static std::string spell(const json &data, unsigned depth) {
  std::string tag = getTag(data);
  auto value = data.is_object() ? data.find("v") : data.end();
  if (tag == "tensor" && data.contains("dtype") && data.contains("shape"))
    return "a tensor " + data["dtype"].get<std::string>() +
           data["shape"].dump();
  if (tag == "handle")
    return "a tensor";
  if (tag.empty() || tag == "None" || value == data.end())
    return tag.empty() ? "something else" : tag == "None" ? tag : "a " + tag;
  if (value->is_array() && tag == "list")
    return spellItems(*value, "[", "]", depth);
  if (value->is_array() && tag == "tuple")
    return spellItems(*value, "(", ")", depth);
  if (value->is_array() && tag == "dict")
    return spellItems(*value, "{", "}", depth);
  if (value->is_boolean())
    return value->get<bool>() ? "True" : "False";
  // Non-finite floats are strings.
  if (value->is_string() && tag == "float")
    return value->get<std::string>();
  return value->dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string torchscript::spellData(const json &data) {
  std::string tag = getTag(data), text = spell(data, 0);
  if (text.size() > kMaxSize)
    text = text.substr(0, kMaxSize - 3) + "...";
  bool isPlain = tag == "int" || tag == "float" || tag == "bool" ||
                 tag == "str" || tag == "complex" || tag == "list" ||
                 tag == "tuple" || tag == "dict";
  return isPlain ? text + " (" + tag + ")" : text;
}
