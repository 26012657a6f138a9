//===- NodeNames.h - Names of a graph ---------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How torch.export names the inputs and nodes of a graph. Names are given
// twice: nodes are numbered in the order of the graph; then inputs get their
// names by path, and nodes in their way are renamed.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_BASE_NODENAMES_H
#define TORCHSCRIPT_BASE_NODENAMES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <string>

namespace torchscript {

/// The names in use in one graph.
class NodeNames {
public:
  /// A free name for a node: `wanted`, or with the next number behind it.
  /// Names of Python's own functions start at 1.
  std::string makeNode(llvm::StringRef wanted);
  /// A free name for an input: `wanted`, or with the first free number.
  std::string makeInput(llvm::StringRef wanted);
  /// A free name for a node that has one: a number behind it is counted up.
  std::string renameNode(llvm::StringRef wanted);

private:
  llvm::StringSet<> used;
  /// The last number behind a name.
  llvm::StringMap<uint64_t> counts;
};

/// `max_pool` for `maxPool`: the case of names of nodes.
std::string toSnakeCase(llvm::StringRef name);
/// What a node of that target is called before numbers are given: `add` for
/// `torch.ops.aten.add.Tensor` and `_operator.add`.
std::string getBaseName(llvm::StringRef target);

} // namespace torchscript

#endif // TORCHSCRIPT_BASE_NODENAMES_H
