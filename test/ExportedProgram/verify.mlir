// Everything that is wrong with an exported program is reported at once.
// RUN: ts-opt %s --ts-verify-exported-program --split-input-file --verify-diagnostics

// expected-error @+7 {{exported program: the arguments 0 and 2 are both called 'b_count'}}
// expected-error @+6 {{exported program: the buffer 'count' stands behind inputs of the user}}
// expected-error @+5 {{exported program: the arguments 0 and 2 both stand for 'count'}}
// expected-error @+4 {{exported program: the result 0 is a new value of 'steps', and no buffer of that name exists}}
// expected-error @+3 {{exported program: the results 1 and 2 are both new values of 'count'}}
// expected-error @+2 {{exported program: 'count' and 'count' share their elements, and one gets a new value}}
// expected-error @+1 {{exported program: the range of 's0' is empty: [5, 3]}}
func.func @forward(%arg0: !ts.tensor {ts.graph_input = #ts.graph_input<buffer "count">, ts.name = "b_count", ts.value = #ts.tensor_ref<"w", f32, [1], strides [1], offset 0>}, %arg1: !ts.tensor {ts.dtype = f32, ts.graph_input = #ts.graph_input<user>, ts.name = "x", ts.shape = affine_map<()[s0] -> (s0)>}, %arg2: !ts.tensor {ts.graph_input = #ts.graph_input<buffer "count">, ts.name = "b_count", ts.value = #ts.tensor_ref<"w", f32, [1], strides [1], offset 0>}) -> !ts.tuple<!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor> attributes {ts.graph_dialect = "ATEN", ts.graph_outputs = [#ts.graph_output<buffer_mutation "steps">, #ts.graph_output<buffer_mutation "count">, #ts.graph_output<buffer_mutation "count">, #ts.graph_output<user>], ts.graph_symbols = [#ts.symbol_range<"s0", 5, 3>], ts.input_tree = #ts.tree<tuple, [#ts.tree<tuple, [0]>, #ts.tree<dict, []>]>, ts.output_tree = 0, ts.parameter_names = ["x"]} {
  %one = arith.constant 1 : i64
  // expected-error @+1 {{exported program: operator 'aten::add_.Tensor' is not functional}}
  %0 = ts.op "aten::add_.Tensor"(%arg0, %arg1, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  // expected-error @+1 {{exported program: 'mine::op' is not an allowed operator: it has no schema}}
  %1 = ts.op "mine::op"(%0) : (!ts.tensor) -> !ts.tensor
  %2 = ts.tuple.construct %0, %0, %0, %1 : !ts.tuple<!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor>
  ts.return %2 : !ts.tuple<!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor>
}

// -----

// In the training dialect writes are nodes, and results are not.
// expected-error @+2 {{exported program: the input 'x' has other sizes than its type '!ts.tensor<[3],f32>'}}
// expected-error @+1 {{exported program: the result 0 is a new value of 'count': in the training dialect writes are nodes}}
func.func @forward(%arg0: !ts.tensor {ts.graph_input = #ts.graph_input<buffer "count">, ts.name = "b_count", ts.value = #ts.tensor_ref<"w", f32, [1], strides [1], offset 0>}, %arg1: !ts.tensor<[3],f32> {ts.dtype = f32, ts.graph_input = #ts.graph_input<user>, ts.name = "x", ts.shape = affine_map<() -> (2)>}) -> !ts.tuple<!ts.tensor, !ts.tensor> attributes {ts.graph_dialect = "TRAINING", ts.graph_outputs = [#ts.graph_output<buffer_mutation "count">, #ts.graph_output<user>], ts.graph_symbols = [], ts.input_tree = #ts.tree<tuple, [#ts.tree<tuple, [0]>, #ts.tree<dict, []>]>, ts.output_tree = 0, ts.parameter_names = ["x"]} {
  %one = arith.constant 1 : i64
  %0 = ts.op "aten::add_.Tensor"(%arg0, %arg0, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %flag = ts.op "aten::Bool.Tensor"(%0) : (!ts.tensor) -> i1
  // expected-error @+1 {{exported program: 'ts.if' is neither an operator nor a value of a graph}}
  ts.if %flag {
    ts.yield
  }
  %2 = ts.tuple.construct %0, %0 : !ts.tuple<!ts.tensor, !ts.tensor>
  ts.return %2 : !ts.tuple<!ts.tensor, !ts.tensor>
}

// -----

// Nothing is wrong here.
func.func @forward(%arg0: !ts.tensor {ts.dtype = f32, ts.graph_input = #ts.graph_input<user>, ts.name = "x", ts.shape = affine_map<()[s0] -> (s0)>}) -> !ts.tuple<!ts.tensor> attributes {ts.graph_dialect = "ATEN", ts.graph_outputs = [#ts.graph_output<user>], ts.graph_symbols = [#ts.symbol_range<"s0", 2, 8>], ts.input_tree = #ts.tree<tuple, [#ts.tree<tuple, [0]>, #ts.tree<dict, []>]>, ts.output_tree = 0, ts.parameter_names = ["x"]} {
  %0 = ts.op "aten::relu"(%arg0) : (!ts.tensor) -> !ts.tensor
  %1 = ts.tuple.construct %0 : !ts.tuple<!ts.tensor>
  ts.return %1 : !ts.tuple<!ts.tensor>
}
