list(APPEND TSRT_SOURCES
  compiled/Convolution.cpp
  compiled/KernelRun.cpp
  compiled/Literals.cpp
  compiled/Matmul.cpp
  compiled/Prepared.cpp
  compiled/Program.cpp
)
