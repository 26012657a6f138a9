list(APPEND TSRT_SOURCES
  ops_language/Builtins.cpp
  ops_language/Comparisons.cpp
  ops_language/Conversions.cpp
  ops_language/Dicts.cpp
  ops_language/ListReductions.cpp
  ops_language/ListSort.cpp
  ops_language/Lists.cpp
  ops_language/ScalarArithmetic.cpp
  ops_language/ScalarMath.cpp
  ops_language/SortKeys.cpp
  ops_language/StrCase.cpp
  ops_language/StrFormat.cpp
  ops_language/StrSearch.cpp
  ops_language/StrSplit.cpp
)
# libstdc++'s stable_sort uses a function it has itself deprecated.
set_source_files_properties(ops_language/ListSort.cpp ops_tensor/Eigen.cpp PROPERTIES
  COMPILE_OPTIONS -Wno-deprecated-declarations)
