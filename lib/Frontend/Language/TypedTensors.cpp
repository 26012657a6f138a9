//===- TypedTensors.cpp - torch.FloatTensor and the like ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tensor types that name a dtype: as annotations they are Tensor, their
// calls make a tensor from data, or an empty one of the sizes they are given.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FileScope.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"

#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;

namespace {
/// `torch.FloatTensor`.
class TypedTensorMeaning : public TypeMeaning {
public:
  explicit TypedTensorMeaning(int64_t dtype)
      : TypeMeaning(TypeContext::getTensor()), dtype(dtype) {}
  std::string describe() const override { return "LegacyTypedConstructor"; }
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override;

private:
  const int64_t dtype;
};
} // namespace

Meaning *TypedTensorMeaning::call(FunctionEmitter &emitter,
                                  const CallSite &site,
                                  const ActualArguments &arguments) {
  auto fail = [&](const llvm::Twine &what) -> Meaning * {
    emitter.error(site.call,
                  "Legacy Tensor Constructor only supports two schemas in "
                  "TorchScript: \n'new(IntArrayRef size, *, Device? "
                  "device=None)',\n'new(PyObject* data, *, Device? "
                  "device=None)\n'" +
                      what);
    return nullptr;
  };
  // The device is accepted and has no effect.
  for (const ActualArgument &keyword : arguments.keywords)
    if (keyword.name != "device")
      return fail("Got kwarg " + keyword.name);
  llvm::ArrayRef<ActualArgument> given = arguments.positional;
  bool areSizes = llvm::all_of(given, [](const ActualArgument &argument) {
    return argument.value.type->isInt();
  });
  if (given.size() > 1 && !areSizes)
    return fail("Got multiple positional arguments that were not all integers");
  ActualArguments made;
  made.keywords.push_back(
      {"dtype", site.call, emitter.constantInt(site.call, dtype)});
  if (given.size() == 1 && !areSizes) {
    made.positional.push_back(given[0]);
  } else {
    llvm::SmallVector<TypedValue> sizes;
    for (const ActualArgument &argument : given)
      sizes.push_back(argument.value);
    made.positional.push_back(
        {"", site.call,
         emitter.makeList(site.call, sizes, TypeContext::getInt())});
  }
  llvm::StringRef op =
      areSizes && !given.empty() ? "aten::empty" : "aten::tensor";
  return OperatorMeaning(op).call(emitter, site, made);
}

Meaning *torchscript::makeTypedTensor(Compilation &unit, llvm::StringRef name) {
  auto dtype = llvm::StringSwitch<int64_t>(name)
                   .Case("ByteTensor", 0)
                   .Case("CharTensor", 1)
                   .Case("ShortTensor", 2)
                   .Case("IntTensor", 3)
                   .Case("LongTensor", 4)
                   .Case("HalfTensor", 5)
                   .Case("FloatTensor", 6)
                   .Case("DoubleTensor", 7)
                   .Case("BoolTensor", 11)
                   .Default(-1);
  return dtype < 0 ? nullptr : unit.make<TypedTensorMeaning>(dtype);
}
