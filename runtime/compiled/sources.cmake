list(APPEND TSRT_SOURCES
  compiled/Convolution.cpp
  compiled/KernelRun.cpp
  compiled/Matmul.cpp
)
