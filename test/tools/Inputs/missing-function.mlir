module {
  func.func private @somewhere_else(i64) -> i64
  func.func @f(%x: i64 {ts.name = "x"}) -> i64 {
    %0 = call @somewhere_else(%x) : (i64) -> i64
    return %0 : i64
  }
}
