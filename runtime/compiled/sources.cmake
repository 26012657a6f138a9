list(APPEND TSRT_SOURCES
  compiled/Convolution.cpp
  compiled/CpuLevel.cpp
  compiled/Dense.cpp
  compiled/KernelRun.cpp
  compiled/Literals.cpp
  compiled/Matmul.cpp
  compiled/Pack.cpp
  compiled/PackedMemory.cpp
  compiled/Prepared.cpp
  compiled/Program.cpp
  compiled/RowProduct.cpp
  compiled/Winograd.cpp
)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND TSRT_SOURCES compiled/Bf16x3AMX.cpp compiled/DenseAVX2.cpp compiled/DenseAVX512.cpp
                           compiled/WinogradAVX2.cpp compiled/WinogradAVX512.cpp)
  set_source_files_properties(compiled/DenseAVX2.cpp compiled/WinogradAVX2.cpp PROPERTIES COMPILE_OPTIONS
                              "-O3;-mavx2;-mfma")
  set_source_files_properties(compiled/DenseAVX512.cpp compiled/WinogradAVX512.cpp PROPERTIES COMPILE_OPTIONS
                              "-O3;-mfma;-mavx512f;-mavx512vl;-mavx512dq;-mavx512bw;-mprefer-vector-width=512")
  set_source_files_properties(compiled/Bf16x3AMX.cpp PROPERTIES COMPILE_OPTIONS
                              "-O3;-mfma;-mavx512f;-mavx512vl;-mavx512dq;-mavx512bw;-mprefer-vector-width=512;-mamx-tile;-mamx-bf16")
endif()
