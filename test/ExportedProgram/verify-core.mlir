// A program of the level core calls operators of Core ATen only.
// RUN: ts-opt %s --ts-verify-exported-program=level=core --verify-diagnostics
// RUN: ts-opt %s --ts-verify-exported-program > /dev/null

func.func @forward(%arg0: !ts.tensor<[2,2],f32> {ts.dtype = f32, ts.graph_input = #ts.graph_input<user>, ts.name = "x", ts.shape = affine_map<() -> (2, 2)>}) -> !ts.tuple<!ts.tensor> attributes {ts.graph_dialect = "ATEN", ts.graph_outputs = [#ts.graph_output<user>], ts.graph_symbols = [], ts.input_tree = #ts.tree<tuple, [#ts.tree<tuple, [0]>, #ts.tree<dict, []>]>, ts.output_tree = 0, ts.parameter_names = ["x"]} {
  // expected-error @+1 {{exported program: operator 'aten::matmul' is not in Core ATen}}
  %0 = ts.op "aten::matmul"(%arg0, %arg0) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %1 = ts.op "aten::relu"(%0) : (!ts.tensor) -> !ts.tensor
  %2 = ts.tuple.construct %1 : !ts.tuple<!ts.tensor>
  ts.return %2 : !ts.tuple<!ts.tensor>
}
