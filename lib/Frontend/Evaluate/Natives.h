//===- Natives.h - Tables of built-in methods -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_EVALUATE_NATIVES_H
#define TORCHSCRIPT_LIB_FRONTEND_EVALUATE_NATIVES_H

#include "TorchScript/Frontend/Evaluate/Interpreter.h"

namespace torchscript::evaluate {

// Each adds the methods of built-in classes.
void addTypeMethods(Interpreter &in);
void addObjectMethods(Interpreter &in);
void addOperatorMethods(Interpreter &in);
void addIntMethods(Interpreter &in);
void addFloatMethods(Interpreter &in);
void addStrMethods(Interpreter &in);
void addStrSearchMethods(Interpreter &in);
void addBytesMethods(Interpreter &in);
void addListMethods(Interpreter &in);
void addTupleMethods(Interpreter &in);
void addDictMethods(Interpreter &in);
void addSetMethods(Interpreter &in);
void addIteratorMethods(Interpreter &in);
void addFunctionMethods(Interpreter &in);
void addExceptionMethods(Interpreter &in);

// Each adds functions to the module of built-in names.
void addBuiltins(Interpreter &in, ModuleObject *module);
void addIteratorBuiltins(Interpreter &in, ModuleObject *module);

/// A module of the host: its functions, or null for an unknown name.
Value makeNativeModule(Interpreter &in, llvm::StringRef name);
void addMathModule(Interpreter &in, ModuleObject *module);
void addRandomModule(Interpreter &in, ModuleObject *module);
/// The class of PCG64, for addRandomModule().
void addBitGenerator(Interpreter &in, ModuleObject *module);
void addTensorModule(Interpreter &in, ModuleObject *module);
void addScriptModule(Interpreter &in, ModuleObject *module);
void addSystemModule(Interpreter &in, ModuleObject *module);
void addFileModule(Interpreter &in, ModuleObject *module);

//===----------------------------------------------------------------------===//
// Parts of the methods that several files need
//===----------------------------------------------------------------------===//

/// `repr` of a float.
std::string formatFloat(double number);
/// `repr` of a string.
std::string quoteStr(llvm::StringRef text);
/// A number in a format such as `>8.3f`.
std::string formatNumber(Interpreter &in, const Value &number,
                         llvm::StringRef spec);
/// A text in a format such as `^10`.
std::string formatText(Interpreter &in, llvm::StringRef text,
                       llvm::StringRef spec);
/// `text % values`.
Value formatPercent(Interpreter &in, llvm::StringRef text, const Value &values);
/// `text.format(*rest, **keywords)`.
std::string formatFields(Interpreter &in, llvm::StringRef text,
                         llvm::ArrayRef<Value> rest, const Value &keywords);
/// The int a text spells; empty when it spells none.
Value parseInt(Interpreter &in, llvm::StringRef text, int base);
/// The float a text spells; false when it spells none.
bool parseFloat(llvm::StringRef text, double &result);
/// The digits of an int in a base from 2 to 36, with a sign.
std::string formatInt(Interpreter &in, const Value &number, int base);
/// Integer operations; `lhs` and `rhs` are ints.
Value intBinary(Interpreter &in, Operation op, const Value &lhs,
                const Value &rhs);
int compareInts(const Value &lhs, const Value &rhs);
/// `lhs ** rhs % modulus` of ints.
Value intPowMod(Interpreter &in, const Value &lhs, const Value &rhs,
                const Value &modulus);
/// The int nearest to zero that a float holds; raises for inf and nan.
Value truncateFloat(Interpreter &in, double number);
/// Rounds half to even; `digits` behind the point.
double roundFloat(double number, int64_t digits);
uint64_t hashFloat(double number);
uint64_t hashInt(const Value &number);
/// The mpz of an int, in `storage` when it is small.
class BigView {
public:
  explicit BigView(const Value &value);
  ~BigView() {
    if (owns)
      mpz_clear(storage);
  }
  BigView(const BigView &) = delete;
  const __mpz_struct *get() const { return pointer; }

private:
  mpz_t storage;
  const __mpz_struct *pointer;
  bool owns;
};
/// Stable sort as `sorted` does; raises what comparisons raise.
void sortValues(Interpreter &in, ValueVector &items, const Value &key,
                bool reverse);
/// Code points of a text, and back.
std::u32string decodeUtf8(llvm::StringRef text);
void appendUtf8(std::string &text, uint32_t codePoint);
std::string encodeUtf8(const std::u32string &points);
/// The bytes of a text in an encoding, and back; `name` and `errors` may be
/// empty. Raises LookupError for encodings that are not known.
Value encodeText(Interpreter &in, llvm::StringRef text, const Value &name,
                 const Value &errors);
Value decodeBytes(Interpreter &in, llvm::StringRef data, const Value &name,
                  const Value &errors);
/// The iterator over a built-in container.
Value makeIterator(Interpreter &in, const Value &container, bool reversed);
/// Adds all keys of an iterable as CPython does, whose order can be seen: a set
/// makes room at once, and an empty one takes over its table.
void fillSet(Interpreter &in, const Value &set, const Value &source);
/// The items of a list or tuple; null for others.
ValueVector *getItems(const Value &value);
/// `__getitem__`, `__setitem__` and `__delitem__` of built-in containers.
Value getItemMethod(Interpreter &in, Bound &a);
Value setItemMethod(Interpreter &in, Bound &a);
Value deleteItemMethod(Interpreter &in, Bound &a);
/// `get` of a sequence with a slice.
Value sliceSequence(Interpreter &in, const Value &sequence,
                    const SliceObject *slice);
/// A value that calls a function of C++ for each next value.
Value makeNextIterator(Interpreter &in, TypeObject *type,
                       std::function<Value(Interpreter &)> next);

} // namespace torchscript::evaluate

#endif // TORCHSCRIPT_LIB_FRONTEND_EVALUATE_NATIVES_H
