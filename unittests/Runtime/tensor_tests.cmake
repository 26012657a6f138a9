# Tests of tensors and their operators.
list(APPEND sources
  TensorOpsTest.cpp
  TensorPrintTest.cpp
  TensorTest.cpp
)
