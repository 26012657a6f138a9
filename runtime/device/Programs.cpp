//===- Programs.cpp - Kernels on devices ----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads the programs of compiled code for devices, once for each, and launches
// their kernels.
//
//===----------------------------------------------------------------------===//

#include "device/Launch.h"
#include "tensor/Tensor.h"

using namespace tsrt;

/// The images of a program in words.
static std::string listImages(const tsrt_device_program &program) {
  static const char *const kinds[] = {"?", "PTX", "code objects", "SPIR-V"};
  std::string text;
  for (int64_t i = 0; i < program.num_images; ++i) {
    const tsrt_device_image &image = program.images[i];
    text +=
        (i ? ", " : "") +
        std::string(kinds[image.kind >= 1 && image.kind <= 3 ? image.kind : 0]);
    if (*image.chip)
      text += std::string(" for ") + image.chip;
  }
  return text;
}

Status Accelerator::load(const tsrt_device_program *program, Loaded *&loaded) {
  auto found = programs.find(program);
  if (found != programs.end()) {
    loaded = &found->second;
    return success();
  }
  Loaded made;
  Problem problem;
  // Of several images that the device takes, the last that it loads: they are
  // ordered from the oldest chip to the newest.
  for (int64_t i = program->num_images; i-- > 0 && !made.program;) {
    if (!driver->takes(program->images[i]))
      continue;
    Problem why = driver->load(program->images[i], made.program);
    if (why.empty())
      break;
    made.program = nullptr;
    problem = why;
  }
  if (!made.program && problem.empty())
    return fail("the kernels of this program are not for the device '%s' (%s): "
                "there are %s",
                name.c_str(), getInfo().name.c_str(),
                listImages(*program).c_str());
  if (!made.program)
    return check("loading kernels", problem);
  made.kernels.resize(size_t(program->num_kernels));
  ++statistics.programs;
  loaded = &programs.emplace(program, std::move(made)).first->second;
  return success();
}

Status Accelerator::launch(const tsrt_device_program *program, int64_t index,
                           const int64_t *grid, void *const *arguments) {
  if (grid[0] == 0 || grid[1] == 0 || grid[2] == 0)
    return success();
  std::lock_guard<std::mutex> lock(mutex);
  Loaded *loaded;
  TSRT_TRY(load(program, loaded));
  const tsrt_device_kernel &description = program->kernels[index];
  Driver::Kernel &kernel = loaded->kernels[size_t(index)];
  Problem problem;
  if (!kernel)
    problem = driver->find(loaded->program, description.name, kernel);
  if (problem.empty())
    problem = driver->launch(kernel, description, grid, arguments);
  if (problem.empty()) {
    ++statistics.launches;
    return success();
  }
  std::string what = std::string("kernel '") + description.name + "'";
  if (description.place)
    what += std::string(" (") + description.place + ")";
  return check(what.c_str(), problem);
}

void Accelerator::forget(const tsrt_device_program *program) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = programs.find(program);
  if (found == programs.end())
    return;
  driver->unload(found->second.program);
  programs.erase(found);
}

//===----------------------------------------------------------------------===//
// What compiled code calls
//===----------------------------------------------------------------------===//

/// The device of the kernel function that the thread is in.
static thread_local Accelerator *current = nullptr;

DeviceScope::DeviceScope(Accelerator *device)
    : before(std::exchange(current, device)) {}
DeviceScope::~DeviceScope() { current = before; }

/// Notes the error of a status.
static void noteError(Status status) {
  if (!status)
    note(status.take());
}

void tsrt_device_launch(const tsrt_device_program *program, int64_t kernel,
                        const int64_t *grid, void *const *arguments) {
  if (!failed())
    noteError(current->launch(program, kernel, grid, arguments));
}

void tsrt_device_copy(void *to, const void *from, int64_t bytes) {
  if (!failed())
    noteError(current->copy(to, from, size_t(bytes)));
}

void tsrt_device_read(void *to, const void *from, int64_t bytes) {
  // After an error the host code goes on with something that is the same each
  // time.
  std::memset(to, 0, size_t(bytes));
  if (!failed())
    noteError(current->download(to, from, size_t(bytes)));
}

void tsrt_device_forget(const tsrt_device_program *program) {
  Accelerator::forEach([&](Accelerator &device) { device.forget(program); });
}

Result<Accelerator *> tsrt::chooseDevice(const tsrt_device_program &program) {
  if (Accelerator *target = Accelerator::getTarget())
    return target;
  Result<Accelerator *> found = fail("this program has no kernels for devices");
  for (int64_t i = 0; i < program.num_images; ++i) {
    int kind = program.images[i].kind == tsrt_image_ptx     ? CudaDevice
               : program.images[i].kind == tsrt_image_hsaco ? HipDevice
                                                            : OpenCLDevice;
    found = Accelerator::find(Device::make(kind, -1));
    if (!found)
      continue;
    Accelerator::setTarget(*found);
    return found;
  }
  return found;
}
