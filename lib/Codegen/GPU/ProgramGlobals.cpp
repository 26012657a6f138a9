//===- ProgramGlobals.cpp - What the runtime is told of device code -------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant structures that point to each other.
//
//===----------------------------------------------------------------------===//

#include "ProgramGlobals.h"

#include "TorchScript/Dialect/TSRuntime/IR/KernelOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::ts;

std::string ts::getProgramSymbol() {
  return std::string(kDeviceCode) + "$program";
}

namespace {
/// Makes constants of a module.
class Globals {
public:
  explicit Globals(ModuleOp module)
      : module(module), b(module.getLoc(), module.getContext()) {
    b.setInsertionPointToEnd(module.getBody());
    pointer = LLVM::LLVMPointerType::get(b.getContext());
    word = b.getI64Type();
  }

  /// A global whose value `build` computes.
  LLVM::GlobalOp make(StringRef name, Type type,
                      llvm::function_ref<Value()> build,
                      bool isConstant = true) {
    auto global = b.create<LLVM::GlobalOp>(
        type, isConstant, LLVM::Linkage::Internal,
        (StringRef(kDeviceCode) + "$" + name).str(), Attribute(),
        /*alignment=*/8);
    fill(global, build);
    return global;
  }
  void fill(LLVM::GlobalOp global, llvm::function_ref<Value()> build) {
    OpBuilder::InsertionGuard guard(b);
    global.getInitializerRegion().getBlocks().clear();
    b.createBlock(&global.getInitializerRegion());
    Value value = build();
    b.create<LLVM::ReturnOp>(value);
  }
  LLVM::GlobalOp makeBytes(StringRef name, StringRef bytes) {
    auto type = LLVM::LLVMArrayType::get(b.getI8Type(), bytes.size());
    return b.create<LLVM::GlobalOp>(
        type, /*isConstant=*/true, LLVM::Linkage::Internal,
        (StringRef(kDeviceCode) + "$" + name).str(), b.getStringAttr(bytes),
        /*alignment=*/16);
  }
  Value address(LLVM::GlobalOp global) {
    return b.create<LLVM::AddressOfOp>(pointer, global.getSymName());
  }
  Value null() { return b.create<LLVM::ZeroOp>(pointer); }
  Value number(Type type, int64_t value) {
    return b.create<LLVM::ConstantOp>(type, b.getIntegerAttr(type, value));
  }
  /// A structure or array of values.
  Value group(Type type, ArrayRef<Value> members) {
    Value made = b.create<LLVM::UndefOp>(type);
    for (auto [index, member] : llvm::enumerate(members))
      made = b.create<LLVM::InsertValueOp>(made, member, index);
    return made;
  }
  Type structure(ArrayRef<Type> members) {
    return LLVM::LLVMStructType::getLiteral(b.getContext(), members);
  }
  /// tsrt_device_program.
  Type getProgramType() {
    return structure({pointer, word, pointer, word, pointer});
  }

  ModuleOp module;
  ImplicitLocOpBuilder b;
  Type pointer, word;
};
} // namespace

/// The array of tsrt_device_kernel.
static LLVM::GlobalOp buildKernels(Globals &g,
                                   ArrayRef<KernelDescription> kernels) {
  Type block = LLVM::LLVMArrayType::get(g.word, 3);
  Type kernel =
      g.structure({g.pointer, block, g.word, g.pointer, g.pointer});
  Type type = LLVM::LLVMArrayType::get(kernel, kernels.size());
  SmallVector<std::array<LLVM::GlobalOp, 3>> texts;
  for (auto [index, each] : llvm::enumerate(kernels)) {
    std::string prefix = "kernel" + std::to_string(index);
    StringRef bytes(reinterpret_cast<const char *>(each.argumentBytes.data()),
                    each.argumentBytes.size());
    std::array<LLVM::GlobalOp, 3> made;
    made[0] = g.makeBytes(prefix + "$name", each.name + '\0');
    made[1] = g.makeBytes(prefix + "$arguments", bytes);
    if (!each.place.empty())
      made[2] = g.makeBytes(prefix + "$place", each.place + '\0');
    texts.push_back(made);
  }
  return g.make("kernels", type, [&] {
    SmallVector<Value> members;
    for (auto [each, text] : llvm::zip(kernels, texts)) {
      SmallVector<Value> sizes;
      for (int64_t size : each.block)
        sizes.push_back(g.number(g.word, size));
      members.push_back(g.group(
          kernel, {g.address(text[0]), g.group(block, sizes),
                   g.number(g.word, each.argumentBytes.size()),
                   g.address(text[1]),
                   text[2] ? g.address(text[2]) : g.null()}));
    }
    return g.group(type, members);
  });
}

LLVM::GlobalOp ts::buildProgram(ModuleOp module,
                                ArrayRef<KernelDescription> kernels) {
  Globals g(module);
  LLVM::GlobalOp described = buildKernels(g, kernels);
  LLVM::GlobalOp place = g.make(
      "place", g.pointer, [&] { return g.null(); }, /*isConstant=*/false);
  LLVM::GlobalOp program = g.make("program", g.getProgramType(), [&] {
    return g.group(g.getProgramType(),
                   {g.null(), g.number(g.word, 0), g.address(described),
                    g.number(g.word, kernels.size()), g.address(place)});
  });
  program->setAttr(tsrt::kDeviceProgramAttr, g.b.getUnitAttr());
  return program;
}

/// tsrt_image_kind.
static int64_t getImageKind(DeviceKind kind) {
  switch (kind) {
  case DeviceKind::NVVM:
    return 1;
  case DeviceKind::ROCDL:
    return 2;
  case DeviceKind::SPIRV:
    return 3;
  }
  llvm_unreachable("all kinds are listed");
}

void ts::addImages(ModuleOp module, ArrayRef<ImageDescription> images) {
  Globals g(module);
  auto program = module.lookupSymbol<LLVM::GlobalOp>(getProgramSymbol());
  g.b.setInsertionPoint(program);
  Type number = g.b.getI32Type();
  Type image = g.structure({number, g.pointer, g.pointer, g.word});
  Type type = LLVM::LLVMArrayType::get(image, images.size());
  SmallVector<std::pair<LLVM::GlobalOp, LLVM::GlobalOp>> contents;
  for (auto [index, each] : llvm::enumerate(images)) {
    std::string prefix = "image" + std::to_string(index);
    LLVM::GlobalOp chip =
        g.makeBytes(prefix + "$chip", each.target.chip + '\0');
    contents.emplace_back(chip, g.makeBytes(prefix, each.bytes));
  }
  LLVM::GlobalOp all = g.make("images", type, [&] {
    SmallVector<Value> members;
    for (auto [each, content] : llvm::zip(images, contents))
      members.push_back(g.group(
          image, {g.number(number, getImageKind(each.target.kind)),
                  g.address(content.first), g.address(content.second),
                  g.number(g.word, each.bytes.size())}));
    return g.group(type, members);
  });
  StringRef prefix = kDeviceCode;
  auto find = [&](StringRef name) {
    return module.lookupSymbol<LLVM::GlobalOp>((prefix + name).str());
  };
  LLVM::GlobalOp kernels = find("$kernels"), place = find("$place");
  auto count = cast<LLVM::LLVMArrayType>(kernels.getType()).getNumElements();
  g.fill(program, [&] {
    return g.group(g.getProgramType(),
                   {g.address(all), g.number(g.word, images.size()),
                    g.address(kernels), g.number(g.word, count),
                    g.address(place)});
  });
}
