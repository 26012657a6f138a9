//===- SortKeys.h - Sorting by integers ---------------------------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers, bools, strings and tuples of those are sorted by integers in whose
// order the values are.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_LANGUAGE_SORTKEYS_H
#define TSRT_OPS_LANGUAGE_SORTKEYS_H

#include "tsrt.h"

namespace tsrt {

/// Sorts a list in place and stably; false, and nothing is done, when its
/// elements have no keys: another type, a NaN, or a tuple of many members.
bool sortByKeys(tsrt_list *list, bool reverse);

} // namespace tsrt

#endif // TSRT_OPS_LANGUAGE_SORTKEYS_H
