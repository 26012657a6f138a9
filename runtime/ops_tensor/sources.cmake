# Tensor operators, by family.
foreach(family Activations Arithmetic Attention Attributes Binary Cholesky ConstantWeights Convolutions CountDistributions Creation CtcLoss
        Distances Distributions Eigen Einsum ElementNumbers Extrema Fourier FourierTransforms FractionalPooling GridSampling Histograms Householder Indexing Joining Kernels
        LinearAlgebra Literals Losses Masked MatrixFunctions Matrices MemoryFormat Normalization NormalNumbers Pooling Products Random
        Rearranging Recurrent RecurrentSteps Reductions RefusedDTypes Resampling Sampling Scans Scatter Segments
        SmallProducts SortOrder Sorting Special SpecialMath Spectral Statistics StreamedProduct SymmetricFactors Ternary Unary
        ViewOps Vision)
  list(APPEND TSRT_SOURCES ops_tensor/${family}.cpp)
endforeach()
