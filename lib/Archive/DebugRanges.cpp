//===- DebugRanges.cpp - Where archived code came from --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and searches the tables of .debug_pkl records.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Archive/DebugRanges.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace torchscript;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace torchscript {

/// Reads one table.
class DebugRangesReader {
public:
  DebugRangesReader(const ArchivePlace &place, DebugRanges &ranges)
      : place(place), ranges(ranges) {}

  Error read(const ArchiveValue &pickle);

private:
  Error failure(const ArchiveValue *value, const Twine &message) const {
    return makeArchiveError({place.file, place.record, value->getOffset()},
                            message);
  }
  Error readEntry(const ArchiveValue *value);
  Error readSource(const ArchiveValue *value, uint32_t &index);
  Error readString(const ArchiveValue *value, StringRef &out);
  Error readNumber(const ArchiveValue *value, uint64_t &out);
  Error readTuple(const ArchiveValue *value, size_t size,
                  const std::vector<const ArchiveValue *> *&out);

  const ArchivePlace &place;
  DebugRanges &ranges;
  const ArchiveTuple *strings = nullptr;
  llvm::DenseMap<const ArchiveValue *, uint32_t> known;
};

} // namespace torchscript

Error DebugRangesReader::readTuple(
    const ArchiveValue *value, size_t size,
    const std::vector<const ArchiveValue *> *&out) {
  const auto *tuple = llvm::dyn_cast<ArchiveTuple>(value);
  if (!tuple || tuple->elements.size() != size)
    return failure(value, "a tuple of " + Twine(size) + " values is expected");
  out = &tuple->elements;
  return Error::success();
}

Error DebugRangesReader::readNumber(const ArchiveValue *value, uint64_t &out) {
  const auto *number = llvm::dyn_cast<ArchiveInt>(value);
  if (!number || number->value < 0)
    return failure(value, "a number that is not negative is expected");
  out = number->value;
  return Error::success();
}

/// Reads a string, a number of a string in the table, or None for empty.
Error DebugRangesReader::readString(const ArchiveValue *value, StringRef &out) {
  if (llvm::isa<ArchiveNone>(value)) {
    out = "";
    return Error::success();
  }
  if (strings && llvm::isa<ArchiveInt>(value)) {
    uint64_t index;
    if (Error error = readNumber(value, index))
      return error;
    if (index >= strings->elements.size())
      return failure(value, "string " + Twine(index) + " of " +
                                Twine(strings->elements.size()));
    value = strings->elements[index];
  }
  const auto *text = llvm::dyn_cast<ArchiveString>(value);
  if (!text)
    return failure(value, "a string is expected");
  out = text->value;
  return Error::success();
}

Error DebugRangesReader::readSource(const ArchiveValue *value,
                                    uint32_t &index) {
  auto [it, isNew] = known.try_emplace(value, ranges.sources.size());
  index = it->second;
  if (!isNew)
    return Error::success();
  const std::vector<const ArchiveValue *> *fields;
  if (Error error = readTuple(value, 3, fields))
    return error;
  DebugRanges::Source source;
  if (const auto *lines = llvm::dyn_cast<ArchiveList>((*fields)[0])) {
    for (const ArchiveValue *line : lines->elements)
      if (Error error = readString(line, source.lines.emplace_back()))
        return error;
  } else {
    StringRef text;
    if (Error error = readString((*fields)[0], text))
      return error;
    while (!text.empty()) {
      size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
      source.lines.push_back(text.take_front(length));
      text = text.drop_front(length);
    }
  }
  uint64_t start = 0;
  for (StringRef line : source.lines) {
    source.starts.push_back(start);
    start += line.size();
  }
  if (Error error = readString((*fields)[1], source.file))
    return error;
  if (Error error = readNumber((*fields)[2], source.firstLine))
    return error;
  ranges.sources.push_back(std::move(source));
  return Error::success();
}

Error DebugRangesReader::readEntry(const ArchiveValue *value) {
  // (offset, (source, start, end), tag)
  const std::vector<const ArchiveValue *> *fields, *range;
  const auto *tuple = llvm::dyn_cast<ArchiveTuple>(value);
  if (!tuple || tuple->elements.size() < 2)
    return failure(value, "an entry of a table of places is expected");
  fields = &tuple->elements;
  DebugRanges::Entry entry;
  if (Error error = readNumber((*fields)[0], entry.offset))
    return error;
  if (Error error = readTuple((*fields)[1], 3, range))
    return error;
  if (Error error = readSource((*range)[0], entry.source))
    return error;
  if (Error error = readNumber((*range)[1], entry.start))
    return error;
  if (Error error = readNumber((*range)[2], entry.end))
    return error;
  ranges.entries.push_back(entry);
  return Error::success();
}

Error DebugRangesReader::read(const ArchiveValue &pickle) {
  const auto *entries = llvm::dyn_cast<ArchiveTuple>(&pickle);
  if (!entries)
    return failure(&pickle, "a table of places is a tuple; this is " +
                                describeKind(pickle.getKind()));
  if (entries->elements.size() == 3)
    if (const auto *format =
            llvm::dyn_cast<ArchiveString>(entries->elements[0])) {
      if (format->value != "FORMAT_WITH_STRING_TABLE")
        return failure(format, "unknown form '" + format->value + "'");
      strings = llvm::dyn_cast<ArchiveTuple>(entries->elements[1]);
      entries = llvm::dyn_cast<ArchiveTuple>(entries->elements[2]);
      if (!strings || !entries)
        return failure(&pickle, "strings and entries are expected");
    }
  for (const ArchiveValue *entry : entries->elements)
    if (Error error = readEntry(entry))
      return error;
  for (size_t i = 1; i < ranges.entries.size(); ++i)
    if (ranges.entries[i].offset < ranges.entries[i - 1].offset)
      return failure(entries->elements[i], "the offsets do not ascend");
  return Error::success();
}

Expected<DebugRanges> DebugRanges::create(const ArchiveValue &pickle,
                                          const ArchivePlace &place) {
  DebugRanges ranges;
  if (Error error = DebugRangesReader(place, ranges).read(pickle))
    return std::move(error);
  return ranges;
}

std::optional<OriginalRange> DebugRanges::lookup(uint64_t offset) const {
  auto it = llvm::upper_bound(entries, offset,
                              [](uint64_t offset, const Entry &entry) {
                                return offset < entry.offset;
                              });
  if (it == entries.begin())
    return std::nullopt;
  const Entry &entry = *std::prev(it);
  const Source &source = sources[entry.source];
  if (source.lines.empty() || source.file.empty())
    return std::nullopt;
  auto place = [&](uint64_t byte, unsigned &line, unsigned &column) {
    size_t index =
        llvm::upper_bound(source.starts, byte) - source.starts.begin() - 1;
    line = source.firstLine + index;
    column = byte - source.starts[index] + 1;
    return index;
  };
  OriginalRange range;
  range.file = source.file;
  // The source of a traced operation is the call stack, a line each:
  // FILE(LINE): FUNCTION.
  StringRef first = source.lines.front();
  if (first.consume_front(source.file) && first.starts_with("(")) {
    range.line = range.endLine = source.firstLine;
    range.column = range.endColumn = 1;
    return range;
  }
  size_t index = place(entry.start, range.line, range.column);
  place(std::max(entry.start, entry.end), range.endLine, range.endColumn);
  range.lineText = source.lines[index].rtrim("\r\n");
  return range;
}
