list(APPEND TSRT_SOURCES
  core/Allocator.cpp
  core/Compiled.cpp
  core/Dict.cpp
  core/Error.cpp
  core/Format.cpp
  core/List.cpp
  core/Object.cpp
  core/Operators.cpp
  core/Parallel.cpp
  core/Print.cpp
  core/String.cpp
  core/Traceback.cpp
  core/Types.cpp
  core/Value.cpp
)
