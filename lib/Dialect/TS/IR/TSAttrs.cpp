//===- TSAttrs.cpp - Attributes of the ts dialect -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Parsing, printing and checking of each attribute.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TSAttrs.h"
#include "TorchScript/Dialect/TS/IR/MadeValues.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ts;

#include "TorchScript/Dialect/TS/IR/TSEnums.cpp.inc"

/// A type with its dialect and name, which the generated code leaves out.
template <typename T>
static ParseResult parseFullType(AsmParser &parser, T &type) {
  return parser.parseType(type);
}

static void printFullType(AsmPrinter &printer, Type type) { printer << type; }

#define GET_ATTRDEF_CLASSES
#include "TorchScript/Dialect/TS/IR/TSAttrs.cpp.inc"

void TSDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "TorchScript/Dialect/TS/IR/TSAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Values and types
//===----------------------------------------------------------------------===//

static bool isDenseOfType(ShapedType dense, TSTensorType tensor) {
  auto ranked = dyn_cast<RankedTensorType>(dense);
  return ranked && isSubtype(TSTensorType::fromBuiltin(ranked), tensor);
}

bool ts::isValueOfType(Attribute attr, Type type) {
  if (auto optional = dyn_cast<OptionalType>(type))
    return isa<NoneAttr>(attr) ||
           isValueOfType(attr, optional.getElementType());
  if (auto members = dyn_cast<UnionType>(type))
    return llvm::any_of(members.getMembers(), [&](Type member) {
      return isValueOfType(attr, member);
    });
  bool any = isa<AnyType>(type);
  return llvm::TypeSwitch<Attribute, bool>(attr)
      .Case<IntegerAttr, FloatAttr>([&](TypedAttr number) {
        return isSubtype(number.getType(), type) && isNumber(number.getType());
      })
      .Case<StringAttr>([&](Attribute) { return any || isa<StrType>(type); })
      .Case<NoneAttr>([&](Attribute) { return any || isa<TSNoneType>(type); })
      .Case<ComplexAttr>(
          [&](Attribute) { return any || isa<ComplexType, ScalarType>(type); })
      .Case<DeviceAttr>([&](Attribute) { return any || isa<DeviceType>(type); })
      .Case<ListAttr>(
          [&](ListAttr list) { return isSubtype(list.getListType(), type); })
      .Case<TupleAttr>([&](TupleAttr tuple) {
        return isSubtype(tuple.getTupleType(), type);
      })
      .Case<DictAttr>(
          [&](DictAttr dict) { return isSubtype(dict.getDictType(), type); })
      .Case<MemberAttr>([&](MemberAttr member) {
        return isSubtype(EnumType::get(member.getEnumName()), type);
      })
      .Case<TensorRefAttr>([&](TensorRefAttr tensor) {
        return isSubtype(tensor.getTensorType(), type);
      })
      .Case<DenseElementsAttr, DenseResourceElementsAttr>([&](auto dense) {
        auto tensor = dyn_cast<TSTensorType>(type);
        return any || (tensor && isDenseOfType(dense.getType(), tensor));
      })
      .Case<DictionaryAttr>([&](DictionaryAttr dictionary) {
        auto made = MadeValue::from(dictionary);
        return made && isSubtype(made->type, type);
      })
      .Case<FlatSymbolRefAttr>([&](Attribute) {
        return any || isa<ObjectType, InterfaceType, CapsuleType>(type);
      })
      .Default(false);
}

static LogicalResult checkValues(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayAttr values, Type type, StringRef what) {
  for (auto [i, value] : llvm::enumerate(values))
    if (!isValueOfType(value, type))
      return emitError() << what << " " << i << " is " << value
                         << ", which is not a value of type " << type;
  return success();
}

LogicalResult ListAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ListType type, ArrayAttr elements) {
  return checkValues(emitError, elements, type.getElementType(), "element");
}

LogicalResult DictAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               DictType type, ArrayAttr keys,
                               ArrayAttr values) {
  if (keys.size() != values.size())
    return emitError() << keys.size() << " keys and " << values.size()
                       << " values";
  if (failed(checkValues(emitError, keys, type.getKeyType(), "key")))
    return failure();
  return checkValues(emitError, values, type.getValueType(), "value");
}

LogicalResult TupleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                TSTupleType type, ArrayAttr elements) {
  if (type.size() != elements.size())
    return emitError() << elements.size() << " elements for " << type;
  for (auto [i, value, element] : llvm::enumerate(elements, type.getElements()))
    if (!isValueOfType(value, element))
      return emitError() << "element " << i << " is " << value
                         << ", which is not a value of type " << element;
  return success();
}

LogicalResult DeviceAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringAttr kind, int index) {
  if (kind.empty())
    return emitError() << "a device has a kind, such as \"cpu\"";
  if (index < -1)
    return emitError() << "negative device index " << index;
  return success();
}

//===----------------------------------------------------------------------===//
// Complex
//===----------------------------------------------------------------------===//

LogicalResult ComplexAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  FloatAttr real, FloatAttr imag) {
  if (!real.getType().isF64() || !imag.getType().isF64())
    return emitError() << "the parts of a complex number are f64";
  return success();
}

Attribute ComplexAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  Type f64 = parser.getBuilder().getF64Type();
  FloatAttr real, imag;
  if (parser.parseLess() || parser.parseAttribute(real, f64) ||
      parser.parseComma() || parser.parseAttribute(imag, f64) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<ComplexAttr>(loc, parser.getContext(), real, imag);
}

void ComplexAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printAttributeWithoutType(getReal());
  printer << ", ";
  printer.printAttributeWithoutType(getImag());
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Tensor reference
//===----------------------------------------------------------------------===//

TSTensorType TensorRefAttr::getTensorType() const {
  return TSTensorType::get(getContext(), getSizes(), getDtype());
}

LogicalResult
TensorRefAttr::verify(function_ref<InFlightDiagnostic()> emitError, StringAttr,
                      Type dtype, ArrayRef<int64_t> sizes,
                      ArrayRef<int64_t> strides, int64_t offset, bool) {
  if (!TSTensorType::isValidDtype(dtype))
    return emitError() << dtype << " is not a dtype";
  if (sizes.size() != strides.size())
    return emitError() << sizes.size() << " sizes and " << strides.size()
                       << " strides";
  if (offset < 0 ||
      llvm::any_of(
          sizes, [](int64_t n) { return n < 0; }) ||
      llvm::any_of(strides, [](int64_t n) { return n < 0; }))
    return emitError() << "negative size, stride or offset";
  return success();
}

static ParseResult parseNumbers(AsmParser &parser,
                                SmallVectorImpl<int64_t> &numbers) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(numbers.emplace_back());
  });
}

Attribute TensorRefAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::string storage;
  Type dtype;
  SmallVector<int64_t> sizes, strides;
  int64_t offset = 0;
  bool requiresGrad = false;
  if (parser.parseLess() || parser.parseString(&storage) ||
      parser.parseComma() || parser.parseType(dtype) || parser.parseComma() ||
      parseNumbers(parser, sizes) || parser.parseComma() ||
      parser.parseKeyword("strides") || parseNumbers(parser, strides) ||
      parser.parseComma() || parser.parseKeyword("offset") ||
      parser.parseInteger(offset))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("requires_grad"))
      return {};
    requiresGrad = true;
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<TensorRefAttr>(
      loc, parser.getContext(), parser.getBuilder().getStringAttr(storage),
      dtype, sizes, strides, offset, requiresGrad);
}

void TensorRefAttr::print(AsmPrinter &printer) const {
  printer << '<' << getStorage() << ", " << getDtype() << ", [";
  llvm::interleaveComma(getSizes(), printer);
  printer << "], strides [";
  llvm::interleaveComma(getStrides(), printer);
  printer << "], offset " << getOffset();
  if (getRequiresGrad())
    printer << ", requires_grad";
  printer << '>';
}
