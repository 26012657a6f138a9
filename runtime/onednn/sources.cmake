list(APPEND TSRT_SOURCES
  onednn/Convolution.cpp
  onednn/Gemm.cpp
)
