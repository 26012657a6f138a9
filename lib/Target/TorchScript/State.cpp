//===- State.cpp - Export of objects as recorded state --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the values of modules beside the text of their classes. Modules and
// objects have an `id` and are referred to by it where they stand again;
// tensors name their storage.
//
//===----------------------------------------------------------------------===//

#include "Classes.h"
#include "FunctionExporter.h"

#include "TorchScript/Target/TorchScript/ExportTorchScript.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/JSON.h"

#include <cmath>

using namespace torchscript;
namespace ts = mlir::ts;
namespace json = llvm::json;

namespace {
/// Writes all instances of a module.
class StateWriter {
public:
  StateWriter(mlir::ModuleOp module, StorageBytes storages,
              llvm::raw_ostream &os)
      : module(module), names(module), storages(storages), os(os), out(os, 0) {}

  bool write();

private:
  /// Deepest nesting of objects in each other.
  static constexpr unsigned maxDepth = 256;

  void tag(llvm::StringRef name) { out.attribute("t", name); }
  void text(llvm::StringRef key, llvm::StringRef value);
  void number(double value);
  bool value(mlir::Attribute data);
  bool values(llvm::ArrayRef<mlir::Attribute> elements);
  bool tensor(ts::TensorRefAttr tensor);
  bool object(llvm::StringRef symbol);
  bool members(llvm::StringRef key, ts::ObjectOp object, ts::ClassOp type,
               llvm::function_ref<bool(ts::AttrOp)> isWanted);
  bool fail(const llvm::Twine &what) { return refuse(current, what); }

  mlir::ModuleOp module;
  ModuleNames names;
  StorageBytes storages;
  llvm::raw_ostream &os;
  json::OStream out;
  /// Where errors belong.
  mlir::Operation *current = nullptr;
  unsigned depth = 0;
  llvm::StringSet<> written;
  llvm::MapVector<mlir::StringAttr, bool> usedStorages;
};
} // namespace

void StateWriter::text(llvm::StringRef key, llvm::StringRef value) {
  out.attribute(key, json::isUTF8(value) ? value.str() : json::fixUTF8(value));
}

void StateWriter::number(double value) {
  if (std::isnan(value))
    out.value("nan");
  else if (std::isinf(value))
    out.value(value < 0 ? "-inf" : "inf");
  else
    out.value(value);
}

bool StateWriter::values(llvm::ArrayRef<mlir::Attribute> elements) {
  bool valid = true;
  out.attributeArray("v", [&] {
    for (mlir::Attribute element : elements)
      valid &= value(element);
  });
  return valid;
}

bool StateWriter::tensor(ts::TensorRefAttr tensor) {
  llvm::StringRef dtype = spellElementType(tensor.getDtype());
  if (dtype.empty())
    return fail("a tensor of this dtype");
  auto numbers = [&](llvm::StringRef key, llvm::ArrayRef<int64_t> list) {
    out.attributeArray(key, [&] {
      for (int64_t element : list)
        out.value(element);
    });
  };
  tag("tensor");
  text("dtype", dtype);
  numbers("shape", tensor.getSizes());
  numbers("strides", tensor.getStrides());
  if (tensor.getOffset())
    out.attribute("offset", tensor.getOffset());
  if (tensor.getRequiresGrad())
    out.attribute("requires_grad", true);
  text("storage", tensor.getStorage().getValue());
  usedStorages[tensor.getStorage()] = true;
  return true;
}

/// One encoded value.
bool StateWriter::value(mlir::Attribute data) {
  if (auto symbol = llvm::dyn_cast<mlir::FlatSymbolRefAttr>(data))
    return object(symbol.getValue());
  bool valid = true;
  out.object([&] {
    valid = llvm::TypeSwitch<mlir::Attribute, bool>(data)
                .Case([&](ts::NoneAttr) {
                  tag("None");
                  return true;
                })
                .Case([&](mlir::BoolAttr boolean) {
                  tag("bool");
                  out.attribute("v", boolean.getValue());
                  return true;
                })
                .Case([&](mlir::IntegerAttr integer) {
                  tag("int");
                  out.attribute("v", integer.getInt());
                  return true;
                })
                .Case([&](mlir::FloatAttr real) {
                  tag("float");
                  out.attributeBegin("v");
                  number(real.getValueAsDouble());
                  out.attributeEnd();
                  return true;
                })
                .Case([&](ts::ComplexAttr complex) {
                  tag("complex");
                  out.attributeArray("v", [&] {
                    number(complex.getReal().getValueAsDouble());
                    number(complex.getImag().getValueAsDouble());
                  });
                  return true;
                })
                .Case([&](mlir::StringAttr string) {
                  tag("str");
                  text("v", string.getValue());
                  return json::isUTF8(string.getValue()) ||
                         fail("a string that is not UTF-8");
                })
                .Case([&](ts::DeviceAttr device) {
                  tag("device");
                  std::string name = device.getKind().str();
                  if (device.getIndex() >= 0)
                    name += ":" + std::to_string(device.getIndex());
                  text("v", name);
                  return true;
                })
                .Case([&](ts::MemberAttr member) {
                  tag("enum");
                  text("class", names.lookup(member.getEnumName().getValue()));
                  text("name", member.getMember().getValue());
                  return true;
                })
                .Case([&](ts::ListAttr list) {
                  tag("list");
                  return values(list.getElements().getValue());
                })
                .Case([&](ts::TupleAttr tuple) {
                  ts::TSTupleType type = tuple.getTupleType();
                  if (!type.isNamed()) {
                    tag("tuple");
                    return values(tuple.getElements().getValue());
                  }
                  bool inner = true;
                  tag("namedtuple");
                  text("class", names.lookup(type.getName().getValue()));
                  out.attributeArray("fields", [&] {
                    for (auto [name, element] :
                         llvm::zip(type.getFields(), tuple.getElements()))
                      out.array([&, name = name, element = element] {
                        out.value(name.getValue());
                        inner &= value(element);
                      });
                  });
                  return inner;
                })
                .Case([&](ts::DictAttr dict) {
                  bool inner = true;
                  tag("dict");
                  out.attributeArray("v", [&] {
                    for (auto [key, element] :
                         llvm::zip(dict.getKeys(), dict.getValues()))
                      out.array([&, key = key, element = element] {
                        inner &= value(key);
                        inner &= value(element);
                      });
                  });
                  return inner;
                })
                .Case([&](ts::TensorRefAttr reference) {
                  return tensor(reference);
                })
                .Default([&](mlir::Attribute) {
                  return fail("the value of an attribute");
                });
  });
  return valid;
}

/// Pairs of name and value of the attributes that are wanted.
bool StateWriter::members(llvm::StringRef key, ts::ObjectOp object,
                          ts::ClassOp type,
                          llvm::function_ref<bool(ts::AttrOp)> isWanted) {
  bool valid = true;
  out.attributeArray(key, [&] {
    for (auto attribute : type.getBody().getOps<ts::AttrOp>()) {
      mlir::Attribute field = object.getFields().get(attribute.getName());
      if (attribute.getKind() == ts::FieldKind::Constant ||
          !isWanted(attribute))
        continue;
      out.array([&] {
        out.value(attribute.getName());
        valid &= value(field ? field : ts::NoneAttr::get(object.getContext()));
      });
    }
    if (key == "attributes")
      for (const auto &[tensor, name] :
           names.getTensorConstants(type.getSymName()))
        out.array([&, tensor = tensor, name = llvm::StringRef(name)] {
          out.value(name);
          valid &= value(tensor);
        });
  });
  return valid;
}

/// An object, or a reference to one that was written.
bool StateWriter::object(llvm::StringRef symbol) {
  auto object = module.lookupSymbol<ts::ObjectOp>(symbol);
  auto type =
      object
          ? module.lookupSymbol<ts::ClassOp>(object.getObjectType().getName())
          : ts::ClassOp();
  bool valid = true;
  out.object([&] {
    if (!type) {
      valid = fail("object '" + symbol + "', whose class is not declared");
      return;
    }
    if (!written.insert(symbol).second) {
      tag("ref");
      text("v", symbol);
      return;
    }
    mlir::Operation *outer = std::exchange(current, object);
    unsigned depthBefore = depth;
    if (object->hasAttr("ts.restorer")) {
      valid = fail("the state of object '" + symbol +
                   "', which '__setstate__' restores when it is loaded");
    } else if (++depth > maxDepth) {
      valid = fail("objects that are nested too deeply");
    } else if (!type.getIsModule()) {
      tag("object");
      text("class", names.lookup(type.getSymName()));
      text("id", symbol);
      valid = members("attrs", object, type, [](ts::AttrOp) { return true; });
    } else {
      tag("module");
      text("class", names.lookup(type.getSymName()));
      text("id", symbol);
      auto training = object.getFields().getAs<mlir::BoolAttr>("training");
      out.attribute("training", !training || training.getValue());
      auto isSubmodule = [&](ts::AttrOp op) {
        auto member =
            object.getFields().getAs<mlir::FlatSymbolRefAttr>(op.getName());
        auto target = member
                          ? module.lookupSymbol<ts::ObjectOp>(member.getValue())
                          : ts::ObjectOp();
        return target && names.isModule(target.getObjectType());
      };
      auto ofKind = [](ts::FieldKind kind) {
        return [kind](ts::AttrOp op) { return op.getKind() == kind; };
      };
      valid =
          members("parameters", object, type, ofKind(ts::FieldKind::Parameter));
      valid &= members("buffers", object, type, ofKind(ts::FieldKind::Buffer));
      valid &= members("submodules", object, type, isSubmodule);
      valid &= members("attributes", object, type, [&](ts::AttrOp op) {
        return op.getKind() == ts::FieldKind::Attribute &&
               op.getName() != "training" &&
               op.getName() != "_is_full_backward_hook" && !isSubmodule(op);
      });
    }
    depth = depthBefore;
    current = outer;
  });
  return valid;
}

bool StateWriter::write() {
  bool valid = true;
  current = module;
  out.object([&] {
    out.attribute("format", 1);
    out.attributeArray("instances", [&] {
      for (auto op : module.getOps<ts::ObjectOp>()) {
        if (op.getSymName().contains('.'))
          continue;
        out.object([&] {
          text("name", op.getSymName());
          text("class", names.lookup(op.getObjectType().getName()));
          out.attributeBegin("state");
          valid &= object(op.getSymName());
          out.attributeEnd();
        });
        os << '\n';
      }
    });
    os << '\n';
    out.attributeObject("storages", [&] {
      for (auto [key, used] : usedStorages) {
        llvm::Expected<llvm::StringRef> bytes = storages(key.getValue());
        if (bytes)
          out.attribute(key.getValue(), llvm::encodeBase64(*bytes));
        else
          valid = fail(llvm::toString(bytes.takeError()));
        os << '\n';
      }
    });
  });
  os << '\n';
  return valid;
}

llvm::LogicalResult torchscript::exportState(mlir::ModuleOp module,
                                             StorageBytes storages,
                                             llvm::raw_ostream &os) {
  return llvm::success(StateWriter(module, storages, os).write());
}
