// RUN: ts-opt --convert-ts-to-tsrt --verify-diagnostics %s

// All that is not supported is reported, not only the first.
func.func @f(%x: i64) -> i64 {
  // expected-error @below {{not supported yet: first thing}}
  %0 = ts.unsupported "first thing"(%x) : (i64) -> i64
  // expected-error @below {{not supported yet: second thing}}
  %1 = ts.unsupported "second thing"(%0) : (i64) -> i64
  return %1 : i64
}
