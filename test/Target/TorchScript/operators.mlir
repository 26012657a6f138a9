// RUN: ts-translate --export-torchscript %s | FileCheck %s
// REQUIRES: ts-translate

// Defaults are left out, keyword-only arguments named, dtypes spelled.
// CHECK-LABEL: def tensors(arg0: Tensor) -> Tensor:
// CHECK-NEXT:    _0, _1 = torch.max(torch.add(arg0, arg0, alpha=2), 1)
// CHECK-NEXT:    return torch.relu(torch.softmax(_0, 0, torch.float32)) - 1
func.func @tensors(%x: !ts.tensor) -> !ts.tensor {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %six = arith.constant 6 : i64
  %false = arith.constant false
  %0 = ts.op "aten::add.Tensor"(%x, %x, %two) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %1:2 = ts.op "aten::max.dim"(%0, %one, %false) : (!ts.tensor, i64, i1) -> (!ts.tensor, !ts.tensor)
  %2 = ts.op "aten::softmax.int"(%1#0, %zero, %six) : (!ts.tensor, i64, i64) -> !ts.tensor
  %3 = ts.op "aten::relu"(%2) : (!ts.tensor) -> !ts.tensor
  %4 = ts.op "aten::sub.Scalar"(%3, %one, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
  ts.return %4 : !ts.tensor
}

// What has neither symbol, function nor method is called by its name.
// CHECK-LABEL: def others(arg0: Tensor, arg1: Dict[str, int]) -> bool:
// CHECK-NEXT:    arg1["k"] = int(arg0.item())
// CHECK-NEXT:    return (arg0.dtype == 6) & (not "k" in arg1)
func.func @others(%x: !ts.tensor, %d: !ts.dict<!ts.str, i64>) -> i1 {
  %k = ts.constant.str "k"
  %six = arith.constant 6 : i64
  %0 = ts.op "aten::item"(%x) : (!ts.tensor) -> !ts.scalar
  %1 = ts.op "aten::Int.Scalar"(%0) : (!ts.scalar) -> i64
  ts.op "aten::_set_item.str"(%d, %k, %1) : (!ts.dict<!ts.str, i64>, !ts.str, i64) -> ()
  %2 = ts.op "prim::dtype"(%x) : (!ts.tensor) -> i64
  %3 = ts.op "aten::eq.int"(%2, %six) : (i64, i64) -> i1
  %4 = ts.op "aten::__contains__.str"(%d, %k) : (!ts.dict<!ts.str, i64>, !ts.str) -> i1
  %5 = ts.op "aten::__not__"(%4) : (i1) -> i1
  %6 = ts.op "aten::__and__.bool"(%3, %5) : (i1, i1) -> i1
  ts.return %6 : i1
}
