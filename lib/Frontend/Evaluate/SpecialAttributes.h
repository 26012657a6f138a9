//===- SpecialAttributes.h - Attributes that are no members -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_EVALUATE_SPECIALATTRIBUTES_H
#define TORCHSCRIPT_LIB_FRONTEND_EVALUATE_SPECIALATTRIBUTES_H

#include "TorchScript/Frontend/Evaluate/Interpreter.h"

namespace torchscript::evaluate {

/// `__class__`, `__name__`, `real`: what the layout of an object says. Empty
/// when there is none of that name.
Value findSpecialAttribute(Interpreter &in, const Value &object,
                           StrObject *name);
/// Assigns one of those; false when there is none of that name.
bool setSpecialAttribute(Interpreter &in, const Value &object, StrObject *name,
                         const Value &value);
/// What an attribute of a class is on an object.
Value bindAttribute(Interpreter &in, const Value &attribute,
                    const Value &object, TypeObject *type);
/// What `object.__delattr__` does.
void delAttrPlain(Interpreter &in, const Value &object, StrObject *name);

} // namespace torchscript::evaluate

#endif // TORCHSCRIPT_LIB_FRONTEND_EVALUATE_SPECIALATTRIBUTES_H
