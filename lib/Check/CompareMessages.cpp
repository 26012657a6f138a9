//===- CompareMessages.cpp - Error texts and their places ------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes error texts in TorchScript's form apart (TS-MSG-001, TS-EXC-011).
//
//===----------------------------------------------------------------------===//

#include "CompareMessages.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

using namespace torchscript;
using llvm::StringRef;

static constexpr StringRef kFile = "  File \"";
static constexpr StringRef kHere = "<--- HERE";

/// Leaves out addresses and casts inside the recording compiler.
static std::string normalize(StringRef text) {
  llvm::SmallVector<StringRef> lines;
  text.split(lines, '\n');
  std::string result;
  for (StringRef line : lines) {
    if (line.starts_with("Cast error details:"))
      continue;
    std::string kept = line.str();
    // Files are named without their directories.
    if (line.starts_with(kFile)) {
      auto [path, rest] = line.substr(kFile.size()).split('"');
      kept = (kFile + path.rsplit('/').second + "\"" + rest).str();
      if (!path.contains('/'))
        kept = line.str();
    }
    const std::string unit = " (of Python compilation unit at: 0xADDR)";
    for (size_t at; (at = kept.find(unit)) != std::string::npos;)
      kept.erase(at, unit.size());
    result += kept + "\n";
  }
  return StringRef(result).trim(" \n:").str();
}

std::string torchscript::getMessageHead(const std::string &message) {
  StringRef text = message;
  return normalize(text.starts_with(kFile)
                       ? StringRef()
                       : text.substr(0, text.find(("\n" + kFile).str())));
}

namespace {
/// One `File` section: its line, the function of a frame, and the marked
/// characters with the line they stand in.
struct Place {
  std::string line, function, marked;
};
} // namespace

/// `N` and `f` of `  File "F", line N, in f`.
static Place readHeader(StringRef header) {
  Place place;
  StringRef rest = header.split("\", line ").second;
  auto [line, function] = rest.split(", in ");
  place.line = line.str();
  place.function = function.str();
  return place;
}

static llvm::SmallVector<Place> readPlaces(StringRef message) {
  llvm::SmallVector<StringRef> lines;
  message.split(lines, '\n');
  llvm::SmallVector<Place> places;
  bool isMarked = true;
  for (auto [index, line] : llvm::enumerate(lines)) {
    if (line.starts_with(kFile)) {
      places.push_back(readHeader(line));
      isMarked = false;
      continue;
    }
    StringRef tildes = line.trim();
    bool isLast = tildes.ends_with(kHere);
    if (isLast)
      tildes = tildes.drop_back(kHere.size()).rtrim();
    if (isMarked || index == 0 || (tildes.empty() && !isLast) ||
        tildes.find_first_not_of('~') != StringRef::npos)
      continue;
    places.back().marked += lines[index - 1].str() + "\n" +
                            line.substr(0, line.find('<')).rtrim().str() + "\n";
    isMarked = isLast;
  }
  return places;
}

static std::string explain(StringRef what, const std::string &expected,
                           const std::string &found) {
  return (what + ": expected\n" + expected + "\nfound\n" + found).str();
}

std::string torchscript::compareCompileErrors(const std::string &expected,
                                              const std::string &found) {
  llvm::SmallVector<Place> wanted = readPlaces(expected),
                           given = readPlaces(found);
  std::string differences;
  if (!wanted.empty()) {
    // Empty ranges are not marked by the recording compiler.
    bool isMarked = !wanted[0].marked.empty();
    auto spell = [&](const Place &place) {
      return "line " + place.line + "\n" + (isMarked ? place.marked : "");
    };
    std::string have = given.empty() ? "no place" : spell(given[0]);
    if (have != spell(wanted[0]))
      differences = explain("place", spell(wanted[0]), have);
  }
  std::string wantedText = getMessageHead(expected);
  std::string givenText = getMessageHead(found);
  // An error in a type comment has no place, but repeats the line.
  if (wanted.empty() && StringRef(wantedText).ends_with(kHere))
    for (int i = 0; i < 2; ++i)
      wantedText = StringRef(wantedText).rsplit('\n').first.rtrim(':').str();
  if (wantedText != givenText)
    differences += (differences.empty() ? "" : "\n") +
                   explain("text", wantedText, givenText);
  return differences;
}

/// What stands behind the last excerpt: class and message.
static std::string getTail(StringRef message) {
  size_t here = message.rfind(kHere);
  return normalize(
      here == StringRef::npos ? message : message.substr(here + kHere.size()));
}

std::string torchscript::compareRunErrors(const std::string &expected,
                                          const std::string &found) {
  auto spell = [](StringRef message) {
    std::string text;
    for (const Place &place : readPlaces(message))
      text += "line " + place.line + ", in " + place.function + "\n";
    return text;
  };
  // Frames of the recorder's library have other places than ours.
  bool hasLibraryFrames = StringRef(expected).contains("<site>/");
  // Some errors are recorded without frames: only the message counts.
  if (readPlaces(expected).empty()) {
    std::string message = normalize(
        StringRef(expected).rsplit("(most recent call last):\n").second);
    return StringRef(normalize(found)).ends_with(message)
               ? ""
               : explain("text", message, getTail(found));
  }
  std::string differences;
  if (!hasLibraryFrames && spell(expected) != spell(found))
    differences = explain("place", spell(expected), spell(found));
  if (getTail(expected) != getTail(found))
    differences += (differences.empty() ? "" : "\n") +
                   explain("text", getTail(expected), getTail(found));
  if (differences.empty() && !hasLibraryFrames &&
      normalize(expected) != normalize(found))
    differences = explain("excerpt", expected, found);
  return differences;
}
