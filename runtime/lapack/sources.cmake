list(APPEND TSRT_SOURCES
  lapack/Factorizations.cpp
  lapack/Library.cpp
  lapack/Spectra.cpp
)
