# Tensor operators, by family.
foreach(family
        Arithmetic Attributes Binary Creation Extrema Kernels Literals
        Reductions Ternary Unary ViewOps)
  list(APPEND TSRT_SOURCES ops_tensor/${family}.cpp)
endforeach()
