# Tests of tensors and their operators.
list(APPEND sources
  SmallTensorsTest.cpp
  TensorOpsTest.cpp
  TensorPrintTest.cpp
  TensorTest.cpp
)
