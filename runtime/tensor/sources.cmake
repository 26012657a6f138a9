list(APPEND TSRT_SOURCES
  tensor/CApi.cpp
  tensor/Constants.cpp
  tensor/Convert.cpp
  tensor/Copy.cpp
  tensor/DType.cpp
  tensor/Elements.cpp
  tensor/Iterator.cpp
  tensor/NotImplemented.cpp
  tensor/Pointwise.cpp
  tensor/Print.cpp
  tensor/Quantizer.cpp
  tensor/Tensor.cpp
  tensor/Views.cpp
)
