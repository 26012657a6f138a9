//===- DeviceApi.cpp - Devices in the C ABI -------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What hosts call (tsrt_devices.h).
//
//===----------------------------------------------------------------------===//

#include "core/Dict.h"
#include "core/List.h"
#include "core/OutOfMemory.h"
#include "device/Memory.h"
#include "tensor/Quantizer.h"

#include <unordered_set>

using namespace tsrt;

int32_t tsrt_device_count(const char *kind, const char **why) {
  Device device;
  if (why)
    *why = "no device has this name";
  return parseDevice(kind, device) ? countDevices(device.kind(), why) : 0;
}

/// Opens a device by its spelling and hands it to `use`; the error otherwise.
/// `use` gets null for the processor.
template <class F>
static tsrt_error *withDevice(const char *text, const F &use) {
  return guarded([&]() -> tsrt_error * {
    Result<Accelerator *> found = Accelerator::find(text);
    if (!found)
      return found.failure().error;
    use(*found);
    return takeNoted();
  });
}

tsrt_error *tsrt_device_describe(const char *device, tsrt_device_info *info) {
  *info = {"cpu", "cpu", "", "", "", 0};
  return withDevice(device, [&](Accelerator *found) {
    if (!found)
      return;
    const DriverInfo &known = found->getInfo();
    *info = {found->getName(),     known.kind,         known.name.c_str(),
             known.driver.c_str(), known.chip.c_str(), int64_t(known.memory)};
  });
}

tsrt_error *tsrt_device_map(const char *from, const char *to) {
  return guarded([&] { return mapDevices(from, to).take(); });
}

tsrt_error *tsrt_device_set_target(const char *device) {
  return withDevice(device ? device : "cpu",
                    [](Accelerator *found) { Accelerator::setTarget(found); });
}

const char *tsrt_device_get_target(void) {
  Accelerator *target = Accelerator::getTarget();
  return target ? target->getName() : nullptr;
}

tsrt_error *tsrt_device_synchronize(const char *device) {
  return withDevice(device, [](Accelerator *found) {
    if (Status done = found ? found->synchronize() : success(); !done)
      note(done.take());
  });
}

static Dims dimsOf(int32_t rank, const int64_t *values) {
  return Dims(values, values + rank);
}

tsrt_error *tsrt_tensor_from_device(const char *device, int32_t dtype,
                                    int32_t rank, const int64_t *sizes,
                                    const int64_t *strides, void *pointer,
                                    void (*release)(void *), void *context,
                                    tsrt_tensor **result) {
  *result = nullptr;
  return withDevice(device, [&](Accelerator *found) {
    Dims shape = dimsOf(rank, sizes);
    if (!found) {
      *result = tsrt_tensor_from_memory(dtype, rank, sizes, strides, pointer,
                                        release, context);
      return;
    }
    *result = onDeviceMemory(*found, dtype, shape,
                             strides ? dimsOf(rank, strides)
                                     : contiguousStrides(shape),
                             pointer, release, context)
                  .take();
  });
}

tsrt_error *tsrt_tensor_to_device(const tsrt_tensor *t, const char *device,
                                  tsrt_tensor **result) {
  *result = nullptr;
  return withDevice(device, [&](Accelerator *found) {
    *result =
        copyTo(Tensor::borrow(const_cast<tsrt_tensor *>(t)), found).take();
  });
}

void *tsrt_tensor_device_data(const tsrt_tensor *t, const char **device) {
  Accelerator *found = acceleratorOf(t);
  if (device)
    *device = found ? found->getName() : nullptr;
  return found ? deviceData(t) : nullptr;
}

//===----------------------------------------------------------------------===//
// Tensors in values
//===----------------------------------------------------------------------===//

namespace {

/// Moves the storages of all tensors in a value.
class Mover {
public:
  explicit Mover(Accelerator &device) : device(device) {}

  void visit(const tsrt_value &value) {
    if (value.type && value.type->kind == TSRT_TUPLE)
      visitMembers(*value.type, static_cast<tsrt_box *>(value.u.p)->data);
    else if (value.type)
      visit(*value.type, &value.u);
  }

private:
  /// Visits the native representation of a value.
  void visit(const tsrt_type &type, const void *data) {
    switch (type.kind) {
    case TSRT_TENSOR:
      return visitTensor(*static_cast<tsrt_tensor *const *>(data));
    case TSRT_LIST:
      return visitList(*static_cast<tsrt_list *const *>(data));
    case TSRT_DICT:
      return visitDict(*static_cast<tsrt_dict *const *>(data));
    case TSRT_TUPLE:
      return visitMembers(type, static_cast<const char *>(data));
    case TSRT_OPTIONAL:
      return visitOptional(type, data);
    case TSRT_ANY:
    case TSRT_UNION:
      return visit(*static_cast<const tsrt_value *>(data));
    case TSRT_OBJECT:
    case TSRT_INTERFACE:
      return visitObject(*static_cast<tsrt_object *const *>(data));
    default:
      return;
    }
  }
  void visitOptional(const tsrt_type &type, const void *data) {
    tsrt_value payload;
    tsrt_box_value(&type, data, &payload);
    visit(payload);
    tsrt_value_release(&payload);
  }
  void visitTensor(tsrt_tensor *t) {
    if (t && t->storage && !isQuantized(t->dtype) && !failed())
      moveStorage(*t->storage, &device);
  }
  void visitList(tsrt_list *list) {
    if (!list || !seen.insert(list).second)
      return;
    for (int64_t i = 0; i < list->size; ++i)
      visit(*elementType(list), elementAt(list, i));
  }
  void visitDict(tsrt_dict *dict) {
    if (!dict || !seen.insert(dict).second)
      return;
    dictForEach(dict, [&](const void *, const void *value) {
      visit(*valueType(dict), value);
    });
  }
  void visitObject(tsrt_object *object) {
    if (!object || !seen.insert(object).second)
      return;
    visitMembers(*object->header.type, reinterpret_cast<const char *>(object));
  }
  void visitMembers(const tsrt_type &type, const char *data) {
    for (uint32_t i = 0; i < type.num_elements; ++i)
      visit(*type.elements[i], data + type.offsets[i]);
  }

  Accelerator &device;
  std::unordered_set<const void *> seen;
};

} // namespace

tsrt_error *tsrt_value_to_target(const tsrt_value *value) {
  Accelerator *target = Accelerator::getTarget();
  if (!target)
    return nullptr;
  return guarded([&] {
    Mover(*target).visit(*value);
    return takeNoted();
  });
}
