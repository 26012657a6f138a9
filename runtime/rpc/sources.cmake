list(APPEND TSRT_SOURCES
  rpc/Remote.cpp
)
