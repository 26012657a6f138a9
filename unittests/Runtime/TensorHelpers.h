//===- TensorHelpers.h - Calls of operators in tests ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What tests of tensors have in common.
//
//===----------------------------------------------------------------------===//

#ifndef UNITTESTS_RUNTIME_TENSORHELPERS_H
#define UNITTESTS_RUNTIME_TENSORHELPERS_H

#include "Helpers.h"

#include <gtest/gtest.h>

namespace tsrt::test {

/// The first result of an operator; a failure of the test when it raises.
inline Value call(const char *name, std::vector<Value> args) {
  std::vector<tsrt_value> raw;
  for (const Value &a : args)
    raw.push_back(a.get());
  // Room for the results of every operator the tests call.
  tsrt_value out[3] = {noneValue(), noneValue(), noneValue()};
  tsrt_error *error =
      tsrt_op_call(tsrt_op_find(name), raw.data(), int32_t(raw.size()), out, 1);
  EXPECT_EQ(nullptr, error) << (error ? tsrt_error_message(error) : "");
  tsrt_error_release(error);
  return Value::adopt(out[0]);
}

/// The tensor in a value.
inline tsrt_tensor *tensorOf(const Value &v) {
  return static_cast<tsrt_tensor *>(v.get().u.p);
}

} // namespace tsrt::test

#endif // UNITTESTS_RUNTIME_TENSORHELPERS_H
