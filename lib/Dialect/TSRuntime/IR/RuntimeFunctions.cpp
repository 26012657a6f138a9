//===- RuntimeFunctions.cpp - What C functions do -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of what is known of the functions of the runtime.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TSRuntime/IR/RuntimeFunctions.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::tsrt;

RuntimeFunction tsrt::getRuntimeFunction(llvm::StringRef name) {
  enum class Group { Unknown, Reads, Keeps, Makes, Fails, Grows };
  auto group =
      llvm::StringSwitch<Group>(name)
          .Cases("tsrt_dict_find", "tsrt_dict_find_int", "tsrt_dict_find_str",
                 Group::Reads)
          .Cases("tsrt_str_equal", "tsrt_str_compare", "tsrt_str_contains",
                 Group::Reads)
          .Cases("tsrt_str_is_alpha", "tsrt_str_is_digit", "tsrt_str_is_alnum",
                 "tsrt_str_is_space", Group::Reads)
          .Cases("tsrt_str_at", "tsrt_str_ord", "tsrt_str_of_int",
                 "tsrt_str_to_int", "tsrt_try_join", Group::Keeps)
          .Case("tsrt_try_reserve", Group::Keeps)
          .Cases("tsrt_list_new", "tsrt_dict_new", "tsrt_object_new",
                 "tsrt_literal", Group::Makes)
          .Cases("tsrt_raise", "tsrt_dict_key_error", Group::Fails)
          .Case("tsrt_try_grow", Group::Grows)
          .StartsWith("tsrt_error_", Group::Fails)
          .Default(Group::Unknown);
  RuntimeFunction result;
  result.keepsOwners = group != Group::Unknown;
  result.onlyReads = group == Group::Reads;
  result.isFresh = group == Group::Makes;
  result.isCold = group == Group::Fails || group == Group::Grows;
  return result;
}
