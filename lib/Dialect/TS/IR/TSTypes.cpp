//===- TSTypes.cpp - Types of the ts dialect ------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Parsing, printing and checking of each type.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TSTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ts;

#define GET_TYPEDEF_CLASSES
#include "TorchScript/Dialect/TS/IR/TSTypes.cpp.inc"

void TSDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "TorchScript/Dialect/TS/IR/TSTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Tensor
//===----------------------------------------------------------------------===//

bool TSTensorType::isValidDtype(Type type) {
  if (auto integer = llvm::dyn_cast<IntegerType>(type)) {
    if (integer.isSignless())
      return llvm::is_contained({1u, 8u, 16u, 32u, 64u}, integer.getWidth());
    return integer.isUnsigned() && integer.getWidth() == 8;
  }
  if (auto complex = llvm::dyn_cast<ComplexType>(type))
    return complex.getElementType().isF32() || complex.getElementType().isF64();
  return llvm::isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

bool TSTensorType::hasStaticShape() const {
  return hasRank() && hasDtype() && !ShapedType::isDynamicShape(getShape());
}

RankedTensorType TSTensorType::toBuiltin() const {
  if (!hasRank() || !hasDtype())
    return {};
  Type element = getDtype();
  if (element.isUnsignedInteger(8))
    element = IntegerType::get(getContext(), 8);
  return RankedTensorType::get(getShape(), element);
}

TSTensorType TSTensorType::fromBuiltin(RankedTensorType type) {
  return TSTensorType::get(type.getContext(), type.getShape(),
                           type.getElementType());
}

LogicalResult TSTensorType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   bool ranked, ArrayRef<int64_t> shape,
                                   Type dtype) {
  if (!ranked && !shape.empty())
    return emitError() << "a tensor without rank has no sizes";
  for (int64_t size : shape)
    if (size < 0 && !ShapedType::isDynamic(size))
      return emitError() << "negative size " << size;
  if (dtype && !isValidDtype(dtype))
    return emitError() << dtype << " is not a dtype; expected f16, bf16, f32, "
                       << "f64, i1, i8, i16, i32, i64, ui8, complex<f32> or "
                       << "complex<f64>";
  return success();
}

Type TSTensorType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  bool ranked = false;
  SmallVector<int64_t> shape;
  Type dtype;
  if (succeeded(parser.parseOptionalLess())) {
    if (failed(parser.parseOptionalStar())) {
      ranked = true;
      auto size = [&]() -> ParseResult {
        if (succeeded(parser.parseOptionalQuestion())) {
          shape.push_back(ShapedType::kDynamic);
          return success();
        }
        return parser.parseInteger(shape.emplace_back());
      };
      if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, size,
                                         " in the sizes of a tensor"))
        return {};
    }
    if (parser.parseComma())
      return {};
    if (failed(parser.parseOptionalStar()) && parser.parseType(dtype))
      return {};
    if (parser.parseGreater())
      return {};
  }
  std::optional<ArrayRef<int64_t>> sizes;
  if (ranked)
    sizes = shape;
  MLIRContext *context = parser.getContext();
  return parser.getChecked<TSTensorType>(loc, context, ranked,
                                         ArrayRef<int64_t>(shape), dtype);
}

void TSTensorType::print(AsmPrinter &printer) const {
  if (!hasRank() && !hasDtype())
    return;
  printer << '<';
  if (hasRank()) {
    printer << '[';
    llvm::interleave(
        getShape(), printer.getStream(),
        [&](int64_t size) {
          if (ShapedType::isDynamic(size))
            printer << '?';
          else
            printer << size;
        },
        ",");
    printer << ']';
  } else {
    printer << '*';
  }
  printer << ',';
  if (hasDtype())
    printer << getDtype();
  else
    printer << '*';
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Types with type parameters
//===----------------------------------------------------------------------===//

static LogicalResult checkElement(function_ref<InFlightDiagnostic()> emitError,
                                  StringRef what, Type element) {
  if (isValueType(element))
    return success();
  return emitError() << what << " of " << element
                     << ", which is not a TorchScript value type";
}

LogicalResult OptionalType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   Type element) {
  if (llvm::isa<OptionalType, TSNoneType>(element))
    return emitError() << "an optional of " << element << " has two Nones";
  return checkElement(emitError, "an optional", element);
}

LogicalResult ListType::verify(function_ref<InFlightDiagnostic()> emitError,
                               Type element) {
  return checkElement(emitError, "a list", element);
}

LogicalResult FutureType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 Type element) {
  return checkElement(emitError, "a future", element);
}

LogicalResult AwaitType::verify(function_ref<InFlightDiagnostic()> emitError,
                                Type element) {
  return checkElement(emitError, "an awaitable", element);
}

LogicalResult RRefType::verify(function_ref<InFlightDiagnostic()> emitError,
                               Type element) {
  return checkElement(emitError, "a remote reference", element);
}

LogicalResult SlotType::verify(function_ref<InFlightDiagnostic()> emitError,
                               Type element) {
  return checkElement(emitError, "a slot", element);
}

LogicalResult DictType::verify(function_ref<InFlightDiagnostic()> emitError,
                               Type key, Type value) {
  if (!isNumber(key) && !llvm::isa<StrType, DeviceType, TSTensorType>(key))
    return emitError() << "a dict cannot have keys of type " << key
                       << "; only int, float, bool, complex, str, device and "
                       << "Tensor are keys";
  return checkElement(emitError, "a dict", value);
}

LogicalResult UnionType::verify(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<Type> members) {
  if (members.size() < 2)
    return emitError() << "a union has at least two members";
  llvm::SmallPtrSet<Type, 4> seen;
  for (Type member : members) {
    if (llvm::isa<UnionType, OptionalType>(member))
      return emitError() << "a union has " << member
                         << " as a member; its members belong to the union";
    if (failed(checkElement(emitError, "a union", member)))
      return failure();
    if (!seen.insert(member).second)
      return emitError() << "a union has " << member << " twice";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Tuple
//===----------------------------------------------------------------------===//

LogicalResult TSTupleType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<Type> elements, StringAttr name,
                                  ArrayRef<StringAttr> fields) {
  for (Type element : elements)
    if (failed(checkElement(emitError, "a tuple", element)))
      return failure();
  if (!name)
    return fields.empty()
               ? success()
               : LogicalResult(emitError() << "a tuple without a name has no "
                                           << "field names");
  if (fields.size() != elements.size())
    return emitError() << "the named tuple " << name << " has "
                       << elements.size() << " elements and " << fields.size()
                       << " field names";
  llvm::StringSet<> seen;
  for (StringAttr field : fields)
    if (!seen.insert(field.getValue()).second)
      return emitError() << "the named tuple " << name << " has the field "
                         << field << " twice";
  return success();
}

Type TSTupleType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<Type> elements;
  SmallVector<StringAttr> fields;
  StringAttr name;
  std::string text;
  if (parser.parseLess())
    return {};
  if (succeeded(parser.parseOptionalString(&text)))
    name = StringAttr::get(parser.getContext(), text);
  auto element = [&]() -> ParseResult {
    if (name) {
      std::string field;
      if (parser.parseKeywordOrString(&field) || parser.parseColon())
        return failure();
      fields.push_back(StringAttr::get(parser.getContext(), field));
    }
    return parser.parseType(elements.emplace_back());
  };
  if (failed(parser.parseOptionalGreater()) &&
      (parser.parseCommaSeparatedList(element) || parser.parseGreater()))
    return {};
  return parser.getChecked<TSTupleType>(loc, parser.getContext(), elements,
                                        name, fields);
}

void TSTupleType::print(AsmPrinter &printer) const {
  printer << '<';
  if (isNamed()) {
    printer << getName();
    if (!getElements().empty())
      printer << ' ';
  }
  for (size_t i = 0, e = size(); i != e; ++i) {
    if (i)
      printer << ", ";
    if (isNamed()) {
      printer.printKeywordOrString(getFields()[i].getValue());
      printer << ": ";
    }
    printer << getElements()[i];
  }
  printer << '>';
}
