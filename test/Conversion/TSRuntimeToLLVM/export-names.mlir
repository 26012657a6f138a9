// RUN: ts-opt --torchscript-to-cpu --split-input-file --verify-diagnostics %s

// What a library exports has names of its own.

module attributes {ts.library = "lib"} {
  func.func @f(%x: i64 {ts.name = "x"}) -> i64 attributes {ts.callable = "f", ts.export = "lib_f"} {
    return %x : i64
  }
  // expected-error @below {{the library exports two things as 'lib_f'}}
  func.func @g(%x: i64 {ts.name = "x"}) -> i64 attributes {ts.callable = "g", ts.export = "lib_f"} {
    return %x : i64
  }
}

// -----

// expected-error @below {{'tsrt_list_new'}}
module attributes {ts.exported_types = {tsrt_list_new = i64}, ts.library = "lib"} {
  llvm.func @tsrt_list_new()
  func.func @f(%x: i64 {ts.name = "x"}) -> i64 attributes {ts.callable = "f", ts.export = "lib_f"} {
    return %x : i64
  }
}
