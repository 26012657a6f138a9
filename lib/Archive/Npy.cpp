//===- Npy.cpp - numpy's npy files ----------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses and prints the header of npy files and brings arrays into C order.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Archive/Npy.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileOutputBuffer.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace torchscript;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace {
/// What the header of an npy file says.
struct Header {
  DType dtype = DType::Float32;
  bool swapBytes = false;
  bool fortranOrder = false;
  llvm::SmallVector<int64_t, 4> shape;
  /// Number of elements and of bytes.
  uint64_t count = 0, size = 0;
};

/// Reads the header's text: `{'descr': '<f4', 'fortran_order': False,
/// 'shape': (2, 3), }`, with the keys in any order.
class HeaderParser {
public:
  HeaderParser(StringRef text, const ArchivePlace &place,
               const ArchiveLimits &limits)
      : rest(text), place(place), limits(limits) {}

  Error parse(Header &header);

private:
  Error failure(const Twine &message) const {
    return makeArchiveError(place, "npy header: " + message);
  }
  /// Skips blanks and then `token`, if it comes next.
  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  bool parseString(StringRef &out);
  Error parseDescr(Header &header);
  Error parseShape(Header &header);

  StringRef rest;
  const ArchivePlace &place;
  const ArchiveLimits &limits;
};
} // namespace

bool HeaderParser::parseString(StringRef &out) {
  rest = rest.ltrim();
  if (rest.empty() || (rest[0] != '\'' && rest[0] != '"'))
    return false;
  size_t end = rest.find(rest[0], 1);
  if (end == StringRef::npos)
    return false;
  out = rest.slice(1, end);
  rest = rest.drop_front(end + 1);
  return true;
}

Error HeaderParser::parseDescr(Header &header) {
  StringRef descr;
  if (!parseString(descr) || descr.size() < 2)
    return failure("'descr' is not the name of a simple type; arrays of "
                   "records are not supported");
  char order = descr[0];
  StringRef type = descr.drop_front();
  // '<' and '|' say little endian or one byte, '=' the order of this machine.
  if (!StringRef("<>|=").contains(order))
    return failure("unknown type '" + descr + "'");
  for (unsigned number = 0; number < 30; ++number) {
    auto dtype = static_cast<DType>(number);
    if (number > unsigned(DType::QUInt2x4) &&
        number < unsigned(DType::Float8E5M2))
      continue;
    StringRef known = getNpyDescr(dtype);
    if (known.empty() || known.drop_front() != type)
      continue;
    header.dtype = dtype;
    header.swapBytes = order == '>';
    return Error::success();
  }
  return failure("arrays of type '" + descr + "' are not supported");
}

Error HeaderParser::parseShape(Header &header) {
  if (!consume("("))
    return failure("'shape' is not a tuple");
  while (!consume(")")) {
    int64_t size;
    rest = rest.ltrim();
    if (rest.consumeInteger(10, size) || size < 0)
      return failure("'shape' is not a tuple of sizes");
    rest.consume_front("L");
    header.shape.push_back(size);
    if (header.shape.size() > limits.maxTensorRank)
      return failure("more than " + Twine(limits.maxTensorRank) +
                     " dimensions");
    if (!consume(",")) {
      if (!consume(")"))
        return failure("'shape' is not a tuple of sizes");
      break;
    }
  }
  return Error::success();
}

Error HeaderParser::parse(Header &header) {
  bool hasDescr = false, hasOrder = false, hasShape = false;
  if (!consume("{"))
    return failure("a dict is expected");
  while (!consume("}")) {
    StringRef key;
    if (!parseString(key) || !consume(":"))
      return failure("a key and a value are expected");
    if (key == "descr") {
      hasDescr = true;
      if (Error error = parseDescr(header))
        return error;
    } else if (key == "shape" && !hasShape) {
      hasShape = true;
      if (Error error = parseShape(header))
        return error;
    } else if (key == "fortran_order") {
      hasOrder = true;
      header.fortranOrder = consume("True");
      if (!header.fortranOrder && !consume("False"))
        return failure("'fortran_order' is neither True nor False");
    } else {
      return failure("unexpected key '" + key + "'");
    }
    if (!consume(",")) {
      if (!consume("}"))
        return failure("the dict does not end");
      break;
    }
  }
  if (!hasDescr || !hasOrder || !hasShape)
    return failure("'descr', 'fortran_order' and 'shape' are expected");
  int64_t count = 1;
  bool empty = false;
  for (int64_t size : header.shape) {
    empty |= size == 0;
    if (llvm::MulOverflow(count, std::max<int64_t>(size, 1), count))
      return failure("the shape has too many elements");
  }
  int64_t bytes;
  if (llvm::MulOverflow<int64_t>(count, getItemSize(header.dtype), bytes))
    return failure("the shape has too many elements");
  header.count = empty ? 0 : count;
  header.size = empty ? 0 : bytes;
  return Error::success();
}

/// Copies an array from Fortran order into C order.
static void copyFortran(const Header &header, const char *source,
                        char *target) {
  unsigned itemSize = getItemSize(header.dtype);
  size_t rank = header.shape.size();
  llvm::SmallVector<uint64_t, 4> strides(rank), index(rank, 0);
  uint64_t stride = 1;
  for (size_t dim = 0; dim < rank; ++dim) {
    strides[dim] = stride;
    stride *= header.shape[dim];
  }
  uint64_t position = 0;
  for (uint64_t i = 0; i < header.count; ++i) {
    memcpy(target + i * itemSize, source + position * itemSize, itemSize);
    for (size_t dim = rank; dim-- > 0;) {
      position += strides[dim];
      if (++index[dim] < uint64_t(header.shape[dim]))
        break;
      position -= strides[dim] * header.shape[dim];
      index[dim] = 0;
    }
  }
}

Expected<NpyArray> torchscript::readNpy(StringRef bytes,
                                        const ArchivePlace &place,
                                        const ArchiveLimits &limits) {
  StringRef rest = bytes;
  if (!rest.consume_front("\x93NUMPY"))
    return makeArchiveError(place, "not an npy file");
  if (rest.size() < 2 || rest[0] < 1 || rest[0] > 3)
    return makeArchiveError(place, "npy files of versions 1 to 3 are read");
  unsigned lengthSize = rest[0] == 1 ? 2 : 4;
  rest = rest.drop_front(2);
  if (rest.size() < lengthSize)
    return makeArchiveError(place, "the npy file is cut off");
  uint64_t length = lengthSize == 2
                        ? llvm::support::endian::read16le(rest.data())
                        : llvm::support::endian::read32le(rest.data());
  rest = rest.drop_front(lengthSize);
  if (length > rest.size() || length > limits.maxNpyHeader)
    return makeArchiveError(place,
                            "an npy header of " + Twine(length) + " bytes");
  Header header;
  HeaderParser parser(rest.take_front(length), place, limits);
  if (Error error = parser.parse(header))
    return std::move(error);
  rest = rest.drop_front(length);
  if (rest.size() < header.size)
    return makeArchiveError(place, Twine(rest.size()) +
                                       " bytes of data; the shape needs " +
                                       Twine(header.size));

  NpyArray array;
  array.dtype = header.dtype;
  array.shape.assign(header.shape.begin(), header.shape.end());
  array.data.resize(header.size);
  if (header.size == 0)
    return std::move(array);
  if (header.fortranOrder && header.shape.size() > 1)
    copyFortran(header, rest.data(), array.data.data());
  else
    memcpy(array.data.data(), rest.data(), header.size);
  if (header.swapBytes) {
    unsigned unit = getItemSize(array.dtype);
    if (array.dtype == DType::Complex64 || array.dtype == DType::Complex128 ||
        array.dtype == DType::Complex32)
      unit /= 2;
    for (auto it = array.data.begin(); it != array.data.end(); it += unit)
      std::reverse(it, it + unit);
  }
  return std::move(array);
}

Expected<NpyArray> torchscript::readNpyFile(StringRef path,
                                            const ArchiveLimits &limits) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  ArchivePlace place{path.str(), "", std::nullopt};
  if (!file)
    return makeArchiveError(place,
                            "cannot be read: " + file.getError().message());
  return readNpy((*file)->getBuffer(), place, limits);
}

Expected<std::string> torchscript::writeNpy(const NpyArrayRef &array) {
  StringRef descr = getNpyDescr(array.dtype);
  if (descr.empty())
    return makeArchiveError({}, "npy files cannot hold " +
                                    getDTypeName(array.dtype));
  int64_t size = getItemSize(array.dtype);
  std::string shape = "(";
  for (int64_t extent : array.shape) {
    if (extent < 0 || llvm::MulOverflow(size, extent, size))
      return makeArchiveError({}, "an array with the size " + Twine(extent));
    shape += llvm::itostr(extent) + (array.shape.size() == 1 ? "," : ", ");
  }
  if (array.shape.size() > 1)
    shape.resize(shape.size() - 2);
  shape += ")";
  if (uint64_t(size) != array.data.size())
    return makeArchiveError({}, Twine(array.data.size()) +
                                    " bytes of data; the shape needs " +
                                    Twine(size));
  std::string header = ("{'descr': '" + descr +
                        "', 'fortran_order': False, 'shape': " + shape + ", }")
                           .str();
  // Magic, version and length are 10 bytes; data begins on a multiple of 64.
  header.append(-(header.size() + 11) & 63, ' ');
  header += '\n';
  std::string result("\x93NUMPY\1\0", 8);
  result += char(header.size() & 0xff);
  result += char(header.size() >> 8);
  result += header;
  result += array.data;
  return result;
}

Error torchscript::writeNpyFile(StringRef path, const NpyArrayRef &array) {
  Expected<std::string> bytes = writeNpy(array);
  if (!bytes)
    return bytes.takeError();
  // Written under a temporary name and renamed by commit.
  auto output = llvm::FileOutputBuffer::create(path, bytes->size());
  if (!output)
    return makeArchiveError({path.str(), "", std::nullopt},
                            "cannot be written: " +
                                llvm::toString(output.takeError()));
  memcpy((*output)->getBufferStart(), bytes->data(), bytes->size());
  if (Error error = (*output)->commit())
    return makeArchiveError({path.str(), "", std::nullopt},
                            "cannot be written: " +
                                llvm::toString(std::move(error)));
  return Error::success();
}
