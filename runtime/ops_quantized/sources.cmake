# Operators on quantized tensors.
foreach(family Convolution Dispatch Elementwise Embedding Layers Linear Makers Observed Recurrent Tensors)
  list(APPEND TSRT_SOURCES ops_quantized/${family}.cpp)
endforeach()
