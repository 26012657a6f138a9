//===- HostCalls.cpp - Operators on tensors of devices --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators of the runtime work on the host. On tensors of devices those that
// look at no elements run as they are; the others run on copies, are counted,
// and what they give goes back.
//
//===----------------------------------------------------------------------===//

#include "device/HostCalls.h"

#include "core/Kernel.h"
#include "device/HostNames.h"
#include "device/Memory.h"

using namespace tsrt;

namespace {

/// The tensor of a value, or null.
tsrt_tensor *tensorOf(const tsrt_value &value) {
  return kindOf(value) == TSRT_TENSOR ? static_cast<tsrt_tensor *>(value.u.p)
                                      : nullptr;
}

/// The tensors of a list; empty for other values.
TensorSpan tensorsOf(const tsrt_value &value) {
  TensorSpan span{};
  if (kindOf(value) == TSRT_LIST)
    Arg<TensorSpan>::get(value, span);
  return span;
}

bool isDeviceName(const tsrt_value &value) {
  return kindOf(value) == TSRT_DEVICE && Device{value.u.i}.kind() != CpuDevice;
}

/// Which devices the tensors of a call lie on.
class Places {
public:
  /// Notes the device of a tensor; numbers and tensors without dimensions go
  /// with any.
  void add(const tsrt_tensor *t) {
    if (!t)
      return;
    Accelerator *device = acceleratorOf(t);
    if (!device)
      isHostUsed |= !t->sizes.empty();
    else if (!found)
      found = device;
    else if (device != found)
      second = device;
  }
  void add(const tsrt_value &value) {
    add(tensorOf(value));
    for (tsrt_tensor *t : tensorsOf(value))
      add(t);
  }
  Accelerator *getDevice() const { return found; }
  /// PyTorch's error of tensors on different devices, or null.
  tsrt_error *refuseMixed() const {
    if (!found || (!isHostUsed && !second))
      return nullptr;
    return fail("Expected all tensors to be on the same device, but found at "
                "least two devices, %s and %s!",
                found->getName(), second ? second->getName() : "cpu")
        .error;
  }

private:
  Accelerator *found = nullptr, *second = nullptr;
  bool isHostUsed = false;
};

/// The arguments of a call on the host, for as long as it lasts.
class HostArguments {
public:
  HostArguments(HostMirrors &mirrors, const tsrt_value *args, int32_t count)
      : mirrors(mirrors), values(args, args + count) {
    for (tsrt_value &value : values)
      convert(value);
  }
  ~HostArguments() {
    for (tsrt_value &value : owned)
      tsrt_value_release(&value);
  }
  HostArguments(const HostArguments &) = delete;
  const tsrt_value *data() const { return values.data(); }
  /// The device that factories are told to make their tensors on.
  Device wanted{};

private:
  void own(tsrt_value &value, void *object) {
    value.u.p = object;
    owned.push_back(value);
  }
  void convert(tsrt_value &value) {
    if (isDeviceName(value)) {
      wanted.bits = value.u.i;
      value = noneValue();
    } else if (tsrt_tensor *t = tensorOf(value)) {
      if (acceleratorOf(t))
        own(value, mirrors.toHost(Tensor::borrow(t)).take());
    } else if (TensorSpan tensors = tensorsOf(value); tensors.size) {
      std::vector<TensorRef> copies;
      for (tsrt_tensor *t : tensors)
        copies.push_back(TensorRef::adopt(
            t ? mirrors.toHost(Tensor::borrow(t)).take() : nullptr));
      // Of the list's own type, which may be one of optional tensors.
      auto *list = static_cast<tsrt_list *>(value.u.p);
      tsrt_list *made = tsrt_list_new(list->header.type, list->size);
      tsrt_list_reserve_all(made, list->size);
      for (int64_t i = 0; i < list->size; ++i)
        static_cast<tsrt_tensor **>(made->data)[i] = copies[size_t(i)].take();
      made->size = list->size;
      own(value, made);
    }
  }

  HostMirrors &mirrors;
  std::vector<tsrt_value> values, owned;
};

/// Makes a result on the host one on the device.
void giveBack(HostMirrors &mirrors, tsrt_value &result, Accelerator *device) {
  auto convert = [&](tsrt_tensor *&t) {
    if (!t)
      return;
    Tensor moved = mirrors.toDevice(Tensor::borrow(t), device);
    if (!moved)
      return;
    tsrt_release(t);
    t = moved.take();
  };
  if (tensorOf(result)) {
    auto *t = static_cast<tsrt_tensor *>(result.u.p);
    convert(t);
    result.u.p = t;
    return;
  }
  TensorSpan tensors = tensorsOf(result);
  for (int64_t i = 0; i < tensors.size; ++i)
    convert(static_cast<tsrt_tensor **>(
        static_cast<tsrt_list *>(result.u.p)->data)[i]);
}

} // namespace

bool tsrt::hasDevice(const tsrt_value *args, int32_t count) {
  bool mayHaveTensors = haveAccelerators.load(std::memory_order_relaxed);
  for (int32_t i = 0; i < count; ++i) {
    if (isDeviceName(args[i]))
      return true;
    if (!mayHaveTensors)
      continue;
    if (tsrt_tensor *t = tensorOf(args[i]); t && acceleratorOf(t))
      return true;
    for (tsrt_tensor *t : tensorsOf(args[i]))
      if (t && acceleratorOf(t))
        return true;
  }
  return false;
}

bool tsrt::knowsDevices(const std::string &op, const tsrt_value *args,
                        int32_t count) {
  NameParts name(op);
  if (name.isPrim)
    return name.base != "abs" && name.base != "tolist" && name.base != "max" &&
           name.base != "min" && name.base != "NumToTensor";
  if (!name.isAten)
    return op.compare(0, 6, "cuda::") == 0;
  bool hasTensors = false, hasLists = false;
  for (int32_t i = 0; i < count; ++i) {
    hasTensors |= tensorOf(args[i]) != nullptr;
    hasLists |= tensorsOf(args[i]).size != 0;
  }
  // Comparisons of devices, texts and lists of them.
  if (!hasTensors && !hasLists && name.overload == "device")
    return true;
  int32_t container = count ? kindOf(args[0]) : TSRT_NONE;
  if (isOfContainers(name, container == TSRT_LIST || container == TSRT_DICT) &&
      (hasLists || container == TSRT_DICT))
    return true;
  if (looksAtNoElements(name.base))
    return true;
  // One overload reads where to cut from a tensor.
  if (givesViews(name.base))
    return name.base != "narrow" || name.overload != "Tensor";
  tsrt_tensor *first = count ? tensorOf(args[0]) : nullptr;
  return mayGiveViews(name.base) && first &&
         Tensor::borrow(first).isContiguous();
}

tsrt_error *tsrt::callOnHost(const tsrt_op *op, const std::string &name,
                             const tsrt_value *args, int32_t numArgs,
                             tsrt_value *results, int32_t numResults) {
  Places places;
  for (int32_t i = 0; i < numArgs; ++i)
    places.add(args[i]);
  if (!Accelerator::getTarget() && !takesMixedDevices(NameParts(name).base))
    if (tsrt_error *error = places.refuseMixed())
      return error;
  HostMirrors mirrors;
  HostArguments arguments(mirrors, args, numArgs);
  if (tsrt_error *error = takeNoted())
    return error;
  Accelerator *device = places.getDevice();
  if (arguments.wanted.kind() != CpuDevice) {
    Result<Accelerator *> found = Accelerator::find(arguments.wanted);
    if (!found)
      return found.failure().error;
    device = *found;
  }
  if (tsrt_error *error =
          tsrt_op_call(op, arguments.data(), numArgs, results, numResults))
    return error;
  if (mayChangeArguments(NameParts(name)))
    mirrors.writeBack();
  for (int32_t i = 0; i < numResults; ++i)
    giveBack(mirrors, results[i], device);
  countHostCall(name.c_str(), mirrors.getBytes());
  tsrt_error *error = takeNoted();
  for (int32_t i = 0; error && i < numResults; ++i) {
    tsrt_value_release(&results[i]);
    results[i] = noneValue();
  }
  return error;
}
