list(APPEND TSRT_SOURCES
  compiled/Constants.cpp
  compiled/Convolution.cpp
  compiled/KernelRun.cpp
  compiled/Literals.cpp
  compiled/Matmul.cpp
  compiled/Program.cpp
)
