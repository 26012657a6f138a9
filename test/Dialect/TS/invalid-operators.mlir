// RUN: ts-opt %s --split-input-file --verify-diagnostics

// Calls of operators that do not agree with the schema.

func.func @arity() {
  // expected-error @+2 {{'ts.op' op "aten::softmax.int" takes 3 operands, found 0: "self" is missing}}
  // expected-note @+1 {{the schema is aten::softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor}}
  %0 = ts.op "aten::softmax.int"() : () -> !ts.tensor
  return
}

// -----

// Defaults are operands like others.
func.func @defaults(%a: !ts.tensor<[3],f32>) {
  // expected-error @+2 {{takes 3 operands, found 2: "alpha" is missing}}
  // expected-note @+1 {{the schema is aten::add.Tensor}}
  %0 = ts.op "aten::add.Tensor"(%a, %a) : (!ts.tensor<[3],f32>, !ts.tensor<[3],f32>) -> !ts.tensor
  return
}

// -----

func.func @too_many(%a: i64) {
  // expected-error @+2 {{takes 1 operands, found 2}}
  // expected-note @+1 {{the schema is aten::neg.int(int a) -> int}}
  %0 = ts.op "aten::neg.int"(%a, %a) : (i64, i64) -> i64
  return
}

// -----

func.func @varargs() {
  // expected-error @+2 {{"aten::format" takes at least 1 operands, found 0: "self" is missing}}
  // expected-note @+1 {{the schema is aten::format(str self, ...) -> str}}
  %0 = ts.op "aten::format"() : () -> !ts.str
  return
}

// -----

func.func @vararg_slot(%s: !ts.str, %m: memref<2xf32>) {
  // expected-error @+1 {{operand 1 is of type 'memref<2xf32>', which is no TorchScript value}}
  %0 = ts.op "aten::format"(%s, %m) : (!ts.str, memref<2xf32>) -> !ts.str
  return
}

// -----

func.func @results(%a: i64) {
  // expected-error @+2 {{"aten::neg.int" gives 1 results, found 0}}
  // expected-note @+1 {{the schema is}}
  ts.op "aten::neg.int"(%a) : (i64) -> ()
  return
}

// -----

func.func @result_type(%a: i64) {
  // expected-error @+2 {{result 0 of "aten::neg.int" has type int; found '!ts.str'}}
  // expected-note @+1 {{the schema is aten::neg.int(int a) -> int}}
  %0 = ts.op "aten::neg.int"(%a) : (i64) -> !ts.str
  return
}

// -----

func.func @tensor_as_int(%a: !ts.tensor) {
  // expected-error @+2 {{result 0 of "aten::neg" has type Tensor; found 'i64'}}
  // expected-note @+1 {{the schema is aten::neg(Tensor self) -> Tensor}}
  %0 = ts.op "aten::neg"(%a) : (!ts.tensor) -> i64
  return
}

// -----

func.func @operand_type(%a: !ts.tensor, %s: !ts.str) {
  // expected-error @+2 {{operand 1 is "other" of "aten::add.Tensor", which has type Tensor; found '!ts.str'}}
  // expected-note @+1 {{the schema is}}
  %0 = ts.op "aten::add.Tensor"(%a, %s, %s) : (!ts.tensor, !ts.str, !ts.str) -> !ts.tensor
  return
}

// -----

// An int is no float.
func.func @no_conversion(%a: i64) {
  // expected-error @+2 {{operand 0 is "a" of "aten::neg.float", which has type float; found 'i64'}}
  // expected-note @+1 {{the schema is}}
  %0 = ts.op "aten::neg.float"(%a) : (i64) -> f64
  return
}

// -----

func.func @optional(%a: !ts.tensor, %n: !ts.optional<f64>, %none: !ts.none) {
  // expected-error @+2 {{operand 1 is "dim" of "aten::softmax.int", which has type int; found '!ts.optional<f64>'}}
  // expected-note @+1 {{the schema is}}
  %0 = ts.op "aten::softmax.int"(%a, %n, %none) : (!ts.tensor, !ts.optional<f64>, !ts.none) -> !ts.tensor
  return
}

// -----

// A type variable has one meaning.
func.func @variable(%l: !ts.list<i64>, %x: f64) {
  // expected-error @+2 {{operand 1 is "el" of "aten::append.t", which has type t; found 'f64'}}
  // expected-note @+1 {{the schema is}}
  %0 = ts.op "aten::append.t"(%l, %x) : (!ts.list<i64>, f64) -> !ts.list<i64>
  return
}

// -----

func.func @variable_result(%l: !ts.list<i64>, %i: i64) {
  // expected-error @+2 {{result 0 of "aten::__getitem__.t" has type t; found 'f64'}}
  // expected-note @+1 {{the schema is}}
  %0 = ts.op "aten::__getitem__.t"(%l, %i) : (!ts.list<i64>, i64) -> f64
  return
}

// -----

func.func @overload(%a: !ts.tensor, %one: i64) {
  // expected-error @+2 {{knows no operator "aten::add.Tensr"; did you mean "aten::add.Tensor"?}}
  // expected-note @+1 {{there is aten::add.Tensor, aten::add.Scalar}}
  %0 = ts.op "aten::add.Tensr"(%a, %a, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  return
}

// -----

func.func @name(%a: !ts.tensor) {
  // expected-error @+1 {{knows no operator "aten::rellu"; did you mean "aten::relu"?}}
  %0 = ts.op "aten::rellu"(%a) : (!ts.tensor) -> !ts.tensor
  return
}

// -----

func.func @no_overload(%a: !ts.tensor) {
  // expected-error @+2 {{knows no operator "aten::relu.default"; did you mean "aten::relu"?}}
  // expected-note @+1 {{there is aten::relu, aten::relu.out}}
  %0 = ts.op "aten::relu.default"(%a) : (!ts.tensor) -> !ts.tensor
  return
}

// -----

func.func @mixed(%a: !ts.tensor, %b: tensor<3xf32>, %one: i64) {
  // expected-error @+1 {{mixes tensors with !ts.tensor objects; 'ts.tensor.value' and 'ts.tensor.ref' go from one to the other}}
  %0 = ts.op "aten::add.Tensor"(%a, %b, %one) : (!ts.tensor, tensor<3xf32>, i64) -> tensor<3xf32>
  return
}

// -----

func.func @write(%a: tensor<3xf32>, %one: i64) {
  // expected-error @+2 {{writes "self", which is a value; only a !ts.tensor object can be written}}
  // expected-note @+1 {{the schema is aten::add_.Tensor}}
  %0 = ts.op "aten::add_.Tensor"(%a, %a, %one) : (tensor<3xf32>, tensor<3xf32>, i64) -> tensor<3xf32>
  return
}

// -----

func.func @element(%a: tensor<3xi4>, %one: i64) {
  // expected-error @+2 {{operand 0 is "self" of "aten::add.Tensor", which has type Tensor; found 'tensor<3xi4>'}}
  // expected-note @+1 {{the schema is}}
  %0 = ts.op "aten::add.Tensor"(%a, %a, %one) : (tensor<3xi4>, tensor<3xi4>, i64) -> tensor<3xi4>
  return
}

// -----

// The call that is left of it in the runtime's form.
func.func @runtime(%a: tensor<3xf32>) {
  // expected-error @+2 {{'tsrt.op_call' op operand 0 is "self" of "aten::neg", which has type Tensor; found 'tensor<3xf32>'}}
  // expected-note @+1 {{the schema is}}
  %0 = tsrt.op_call "aten::neg"(%a) : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @slot(%s: !ts.slot<!ts.str>, %n: !ts.none) {
  // expected-error @+1 {{operand 0 is of type '!ts.slot<!ts.str>', which is no TorchScript value}}
  %0 = ts.op "aten::__is__"(%s, %n) : (!ts.slot<!ts.str>, !ts.none) -> i1
  return
}

// -----

func.func @unknown_operator(%a: i32) {
  // expected-error @+1 {{operand 0 is of type 'i32', which is no TorchScript value}}
  ts.op "mine::any"(%a) : (i32) -> ()
  return
}
