# Tensor operators, by family.
foreach(family CtcLoss FractionalPooling GridSampling Householder MatrixFunctions Sampling Segments Spectral SymmetricFactors Fourier Special SpecialMath LinearAlgebra Losses Attention Recurrent Resampling Rearranging Scans SmallProducts Sorting Statistics Activations Normalization Random
        Arithmetic Eigen Histograms Attributes Binary Convolutions Creation Extrema Indexing
        Joining Kernels Literals Masked Pooling Products Reductions Scatter
        Ternary Unary ViewOps Vision)
  list(APPEND TSRT_SOURCES ops_tensor/${family}.cpp)
endforeach()
