//===- PtxReader.cpp - Reading PTX ----------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements end with semicolons; a statement is a directive or an instruction,
// with labels and a guard before it.
//
//===----------------------------------------------------------------------===//

#include "Ptx.h"

#include <cctype>
#include <cstring>
#include <set>
#include <sstream>

using namespace ptx;

namespace {
struct Token {
  std::string text;
  int line;
};

class Reader {
public:
  explicit Reader(const char *text) { split(text); }
  std::unique_ptr<Module> run();

private:
  [[noreturn]] void fail(const std::string &what) const {
    throw Error("line " + std::to_string(getLine()) + ": " + what);
  }
  int getLine() const { return tokens[std::min(next, tokens.size() - 1)].line; }
  void split(const char *text);
  const std::string &peek() const { return tokens[next].text; }
  std::string take() { return tokens[next++].text; }
  bool takeIf(const char *text) {
    if (peek() != text)
      return false;
    ++next;
    return true;
  }
  void expect(const char *text) {
    if (!takeIf(text))
      fail("expected '" + std::string(text) + "', found '" + peek() + "'");
  }
  void readVariable();
  void readKernel();
  void readParameters();
  void readBody();
  void readRegisters();
  void readInstruction();
  void readOperands(Instruction &made, size_t numResults);
  Operand readOperand();
  Operand readAddress();
  uint64_t readNumber(const std::string &text) const;
  int getRegister(const std::string &name);

  std::vector<Token> tokens;
  size_t next = 0;
  std::unique_ptr<Module> module = std::make_unique<Module>();
  /// Addresses of variables.
  std::map<std::string, uint64_t> symbols;
  Kernel *kernel = nullptr;
  std::map<std::string, int> registers;
  std::map<std::string, size_t> labels;
  std::vector<std::pair<size_t, std::string>> branches;
};
} // namespace

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

void Reader::split(const char *text) {
  int line = 1;
  auto isWord = [](char c) {
    return std::isalnum((unsigned char)c) || strchr("_$%.", c);
  };
  for (const char *at = text; *at;) {
    if (*at == '\n')
      ++line;
    if (std::isspace((unsigned char)*at)) {
      ++at;
    } else if (!strncmp(at, "//", 2)) {
      while (*at && *at != '\n')
        ++at;
    } else if (*at == '"') {
      const char *end = strchr(at + 1, '"');
      if (!end)
        throw Error("line " + std::to_string(line) + ": a text without end");
      tokens.push_back({std::string(at, end + 1), line});
      at = end + 1;
    } else if (isWord(*at)) {
      const char *begin = at;
      while (*at && isWord(*at))
        ++at;
      tokens.push_back({std::string(begin, at), line});
    } else {
      tokens.push_back({std::string(1, *at++), line});
    }
  }
  tokens.push_back({"", line});
}

static Type parseType(const std::string &word) {
  static const std::map<std::string, Type> types = {
      {"pred", {Type::Pred, 1}},     {"b8", {Type::Bits, 8}},
      {"b16", {Type::Bits, 16}},     {"b32", {Type::Bits, 32}},
      {"b64", {Type::Bits, 64}},     {"u8", {Type::Unsigned, 8}},
      {"u16", {Type::Unsigned, 16}}, {"u32", {Type::Unsigned, 32}},
      {"u64", {Type::Unsigned, 64}}, {"s8", {Type::Signed, 8}},
      {"s16", {Type::Signed, 16}},   {"s32", {Type::Signed, 32}},
      {"s64", {Type::Signed, 64}},   {"f16", {Type::Float, 16}},
      {"f32", {Type::Float, 32}},    {"f64", {Type::Float, 64}},
      {"bf16", {Type::Brain, 16}},   {"tf32", {Type::TF32, 32}}};
  auto found = types.find(word);
  return found == types.end() ? Type() : found->second;
}

static std::vector<std::string> splitDots(const std::string &text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, '.');)
    words.push_back(word);
  return words;
}

/// `0f` and `0d` are the bits of floats, of half precision `0x`.
uint64_t Reader::readNumber(const std::string &text) const {
  bool isFloat =
      text.size() == 10 && text[0] == '0' && (text[1] == 'f' || text[1] == 'F');
  bool isDouble =
      text.size() == 18 && text[0] == '0' && (text[1] == 'd' || text[1] == 'D');
  size_t used = 0;
  uint64_t value = 0;
  try {
    value = isFloat || isDouble ? std::stoull(text.substr(2), &used, 16)
                                : std::stoull(text, &used, 0);
  } catch (const std::exception &) {
    fail("'" + text + "' is no number");
  }
  if (used + (isFloat || isDouble ? 2 : 0) != text.size() &&
      text.substr(used) != "U")
    fail("'" + text + "' is no number");
  return value;
}

//===----------------------------------------------------------------------===//
// Variables and kernels
//===----------------------------------------------------------------------===//

/// [.visible] .global|.shared .align N .b8 name[size] [= {...}];
void Reader::readVariable() {
  std::string space = take();
  size_t alignment = 1;
  if (takeIf(".align"))
    alignment = std::stoul(take());
  Type type = parseType(take().substr(1));
  if (type.kind == Type::None)
    fail("a variable of no type");
  std::string name = take();
  size_t count = 1;
  if (takeIf("[")) {
    count = std::stoul(take());
    expect("]");
  }
  size_t bytes = count * type.bits / 8;
  if (space == ".shared") {
    size_t &end = kernel ? kernel->sharedBytes : module->sharedBytes;
    end = (end + alignment - 1) / alignment * alignment;
    symbols[name] = kSharedBase + end;
    end += bytes;
  } else {
    module->globals.push_back(std::make_unique<std::vector<uint8_t>>(bytes));
    uint8_t *data = module->globals.back()->data();
    symbols[name] = reinterpret_cast<uint64_t>(data);
    if (takeIf("=")) {
      bool isList = takeIf("{");
      for (size_t i = 0; i < count && !(isList && takeIf("}")); ++i) {
        bool isNegative = takeIf("-");
        uint64_t value = readNumber(take());
        value = isNegative ? -value : value;
        memcpy(data + i * type.bits / 8, &value, type.bits / 8);
        takeIf(",");
      }
      if (isList)
        takeIf("}");
    }
  }
  expect(";");
}

void Reader::readParameters() {
  expect("(");
  size_t offset = 0;
  while (!takeIf(")")) {
    if (takeIf(","))
      continue;
    expect(".param");
    Type type = parseType(take().substr(1));
    if (type.kind == Type::None)
      fail("a parameter of no type");
    std::string name;
    while (peek() != "," && peek() != ")")
      name = take();
    size_t bytes = type.bits / 8;
    offset = (offset + bytes - 1) / bytes * bytes;
    kernel->parameters.push_back({name, offset, bytes});
    symbols[name] = offset;
    offset += bytes;
  }
}

void Reader::readKernel() {
  expect(".entry");
  std::string name = take();
  kernel = &module->kernels[name];
  kernel->name = name;
  kernel->sharedBytes = module->sharedBytes;
  registers.clear();
  labels.clear();
  branches.clear();
  readParameters();
  while (takeIf(".maxntid") || takeIf(".reqntid")) {
    for (unsigned &size : kernel->maxThreads) {
      size = std::stoul(take());
      takeIf(",");
    }
  }
  expect("{");
  readBody();
  for (auto &[index, label] : branches) {
    if (!labels.count(label))
      fail("there is no label '" + label + "'");
    kernel->code[index].target = labels[label];
  }
  // Special registers are behind the others.
  for (Instruction &one : kernel->code)
    for (Operand &operand : one.operands)
      if (operand.reg < -1)
        operand.reg = int(kernel->numRegisters) - operand.reg - 2;
  kernel = nullptr;
}

void Reader::readRegisters() {
  Type type = parseType(take().substr(1));
  if (type.kind == Type::None)
    fail("registers of no type");
  do {
    std::string name = take();
    size_t count = 0;
    bool isMany = takeIf("<");
    if (isMany) {
      count = std::stoul(take());
      expect(">");
    }
    for (size_t i = 0; i < (isMany ? count : 1); ++i)
      registers[isMany ? name + std::to_string(i) : name] =
          int(kernel->numRegisters++);
  } while (takeIf(","));
  expect(";");
}

void Reader::readBody() {
  while (!takeIf("}")) {
    if (takeIf(".reg")) {
      readRegisters();
    } else if (peek() == ".shared") {
      readVariable();
    } else if (takeIf(".local")) {
      size_t alignment = takeIf(".align") ? std::stoul(take()) : 1;
      Type type = parseType(take().substr(1));
      std::string name = take();
      expect("[");
      size_t bytes = std::stoul(take()) * type.bits / 8;
      expect("]");
      expect(";");
      size_t &end = kernel->localBytes;
      end = (end + alignment - 1) / alignment * alignment;
      symbols[name] = kLocalBase + end;
      end += bytes;
    } else if (takeIf(".pragma")) {
      take();
      expect(";");
    } else if (tokens[next + 1].text == ":") {
      labels[take()] = kernel->code.size();
      expect(":");
    } else if (takeIf("{")) {
      readBody();
    } else {
      readInstruction();
    }
  }
}

int Reader::getRegister(const std::string &name) {
  static const char *const kinds[] = {"%tid", "%ntid", "%ctaid", "%nctaid"};
  auto found = registers.find(name);
  if (found != registers.end())
    return found->second;
  for (int i = 0; i < 4; ++i)
    for (int dim = 0; dim < 3; ++dim)
      if (name == std::string(kinds[i]) + '.' + "xyz"[dim])
        return -2 - (i * 3 + dim);
  if (name == "%laneid")
    return -2 - 12;
  fail("there is no register '" + name + "'");
}

Operand Reader::readAddress() {
  Operand made;
  std::string base = take();
  if (base[0] == '%')
    made.reg = getRegister(base);
  else if (symbols.count(base))
    made.value = symbols[base];
  else
    made.value = readNumber(base);
  if (takeIf("+")) {
    bool isNegative = takeIf("-");
    uint64_t offset = readNumber(take());
    made.value += isNegative ? -offset : offset;
  }
  expect("]");
  return made;
}

Operand Reader::readOperand() {
  if (takeIf("["))
    return readAddress();
  Operand made;
  made.isNegated = takeIf("!");
  bool isNegative = takeIf("-");
  std::string word = take();
  if (word[0] == '%')
    made.reg = getRegister(word);
  else if (symbols.count(word))
    made.value = symbols[word];
  else
    made.value = readNumber(word);
  if (isNegative)
    made.value = -made.value;
  return made;
}

void Reader::readOperands(Instruction &made, size_t numResults) {
  size_t position = 0;
  while (!takeIf(";")) {
    if (takeIf(",") || takeIf("|")) {
      continue;
    }
    bool isResult = position++ < numResults;
    bool isGroup = takeIf("{");
    do {
      if (isResult && peek() != "[") {
        std::string name = take();
        made.results.push_back(name == "_" ? -1 : getRegister(name));
      } else {
        made.operands.push_back(readOperand());
      }
    } while (isGroup && takeIf(","));
    if (isGroup)
      expect("}");
  }
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static const std::map<std::string, Op> &getNames() {
  static const std::map<std::string, Op> names = {
      {"abs", Op::Abs},         {"add", Op::Add},
      {"and", Op::And},         {"bar", Op::Barrier},
      {"barrier", Op::Barrier}, {"bfe", Op::BitExtract},
      {"bfi", Op::BitInsert},   {"brev", Op::BitReverse},
      {"bra", Op::Branch},      {"clz", Op::Clz},
      {"cvt", Op::Convert},     {"copysign", Op::Copysign},
      {"cvta", Op::Move},       {"div", Op::Div},
      {"shfl", Op::Exchange},   {"ex2", Op::Exp2},
      {"fma", Op::Fma},         {"ld", Op::Load},
      {"lg2", Op::Log2},        {"mad", Op::Mad},
      {"max", Op::Max},         {"min", Op::Min},
      {"mov", Op::Move},        {"mul", Op::Mul},
      {"neg", Op::Neg},         {"not", Op::Not},
      {"or", Op::Or},           {"prmt", Op::Permute},
      {"popc", Op::Popc},       {"rcp", Op::Rcp},
      {"rem", Op::Rem},         {"ret", Op::Return},
      {"exit", Op::Return},     {"rsqrt", Op::Rsqrt},
      {"selp", Op::Select},     {"setp", Op::SetPredicate},
      {"shl", Op::Shl},         {"shr", Op::Shr},
      {"sqrt", Op::Sqrt},       {"st", Op::Store},
      {"sub", Op::Sub},         {"testp", Op::Test},
      {"xor", Op::Xor}};
  return names;
}

/// Takes what a word of a name says; whether it is known.
static bool decodeWord(Instruction &made, const std::string &word) {
  static const std::map<std::string, Instruction::Compare> compares = {
      {"eq", Instruction::Eq},   {"ne", Instruction::Ne},
      {"lt", Instruction::Lt},   {"le", Instruction::Le},
      {"gt", Instruction::Gt},   {"ge", Instruction::Ge},
      {"lo", Instruction::Lt},   {"ls", Instruction::Le},
      {"hi", Instruction::Gt},   {"hs", Instruction::Ge},
      {"equ", Instruction::Equ}, {"neu", Instruction::Neu},
      {"ltu", Instruction::Ltu}, {"leu", Instruction::Leu},
      {"gtu", Instruction::Gtu}, {"geu", Instruction::Geu},
      {"num", Instruction::Num}, {"nan", Instruction::Nan}};
  static const std::map<std::string, Space> spaces = {
      {"global", Space::Global},
      {"shared", Space::Shared},
      {"local", Space::Local},
      {"param", Space::Param},
      {"const", Space::Constant}};
  static const std::set<std::string> silent = {
      "to",     "nc",        "sync",     "aligned", "uni",        "full",
      "approx", "bfly",      "v2",       "v4",      "a",          "b",
      "d",      "load",      "store",    "mma",     "row",        "col",
      "stride", "m16n16k16", "m16n16k8", "x",       "notanumber", "infinite",
      "finite", "volatile",  "relaxed",  "weak"};
  Type type = parseType(word);
  if (type.kind != Type::None) {
    (made.type.kind == Type::None ? made.type : made.from) = type;
    return true;
  }
  if (auto found = spaces.find(word); found != spaces.end()) {
    made.space = found->second;
    return true;
  }
  if (made.op == Op::SetPredicate) {
    auto found = compares.find(word);
    if (found != compares.end())
      made.compare = found->second;
    return found != compares.end();
  }
  if (word == "lo" || word == "hi" || word == "wide") {
    made.part = word == "lo"   ? Instruction::Low
                : word == "hi" ? Instruction::High
                               : Instruction::Wide;
    return true;
  }
  if (word == "NaN")
    return made.keepsNaN = true;
  if (word == "sat")
    return made.saturates = true;
  if (word.size() >= 2 && word[0] == 'r') {
    static const std::map<char, Instruction::Round> rounds = {
        {'n', Instruction::Nearest},
        {'z', Instruction::Zero},
        {'p', Instruction::Up},
        {'m', Instruction::Down}};
    auto found = rounds.find(word[1]);
    if (found != rounds.end() && (word.size() == 2 || word == "rna" ||
                                  (word.size() == 3 && word[2] == 'i'))) {
      made.round = found->second;
      made.isInteger = word.size() == 3 && word[2] == 'i';
      return true;
    }
  }
  return silent.count(word) != 0;
}

void Reader::readInstruction() {
  Instruction made;
  made.line = getLine();
  if (takeIf("@")) {
    made.isGuardNegated = takeIf("!");
    made.guard = getRegister(take());
  }
  std::string name = take();
  std::vector<std::string> words = splitDots(name);
  bool isMatrix = words[0] == "wmma";
  if (isMatrix) {
    made.op = words[1] == "load"    ? Op::LoadMatrix
              : words[1] == "store" ? Op::StoreMatrix
                                    : Op::MultiplyMatrix;
  } else {
    auto found = getNames().find(words[0]);
    if (found == getNames().end())
      fail("the instruction '" + name + "' is not known");
    made.op = found->second;
  }
  for (size_t i = 1; i < words.size(); ++i)
    if (!decodeWord(made, words[i]))
      fail("'" + words[i] + "' of '" + name + "' is not known");
  made.words = words;
  if (made.op == Op::Exchange && (words.size() < 3 || words[2] != "bfly"))
    fail("'" + name + "' is not known");
  if (made.op == Op::Branch) {
    branches.emplace_back(kernel->code.size(), take());
    expect(";");
  } else {
    bool hasNoResult = made.op == Op::Store || made.op == Op::Barrier ||
                       made.op == Op::Return || made.op == Op::StoreMatrix;
    // A truth value may follow what is exchanged.
    size_t numResults = hasNoResult ? 0 : 1;
    if (made.op == Op::Exchange && tokens[next + 1].text == "|")
      numResults = 2;
    readOperands(made, numResults);
    if (made.op == Op::Move && made.results.size() > 1)
      made.op = Op::Unpack;
    else if (made.op == Op::Move && made.operands.size() > 1)
      made.op = Op::Pack;
  }
  kernel->code.push_back(std::move(made));
}

std::unique_ptr<Module> Reader::run() {
  while (!peek().empty()) {
    if (takeIf(".version") || takeIf(".address_size")) {
      take();
    } else if (takeIf(".target")) {
      take();
      while (takeIf(","))
        take();
    } else if (peek() == ".global" || peek() == ".shared" ||
               peek() == ".const") {
      readVariable();
    } else if (peek() == ".entry") {
      readKernel();
    } else if (takeIf(".visible") || takeIf(".weak")) {
      continue;
    } else {
      fail("'" + peek() + "' is not known");
    }
  }
  return std::move(module);
}

std::unique_ptr<Module> ptx::read(const char *text) {
  return Reader(text).run();
}
