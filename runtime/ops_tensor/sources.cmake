# Tensor operators, by family.
foreach(family Activations Arithmetic Attention Attributes Binary Cholesky ConstantWeights Convolutions CountDistributions Creation CtcLoss
        Distances Distributions Eigen Einsum ElementNumbers Extrema Fourier FourierTransforms FractionalPooling GridSampling Histograms Householder Indexing Joining Kernels
        LinearAlgebra Literals Losses Masked MatrixFunctions Matrices MemoryFormat Normalization NormalNumbers Pooling Products Random
        Rearranging Recurrent RecurrentSteps Reductions RefusedDTypes Resampling Sampling Scans Scatter Segments
        SmallProducts SortOrder Sorting Special SpecialMath Spectral Statistics StreamedProduct SymmetricFactors Ternary Unary
        ViewOps Vision)
  list(APPEND TSRT_SOURCES ops_tensor/${family}.cpp)
endforeach()
# PyTorch's products and quotients of complex numbers are those of the textbook:
# nothing brings an infinity back that has become NaN.
set_source_files_properties(ops_tensor/Arithmetic.cpp ops_tensor/Reductions.cpp ops_tensor/Scans.cpp ops_tensor/Ternary.cpp
                            ops_tensor/Unary.cpp PROPERTIES COMPILE_OPTIONS -fcomplex-arithmetic=basic)
