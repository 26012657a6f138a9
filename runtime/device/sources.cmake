list(APPEND TSRT_SOURCES
  device/Accelerator.cpp
  device/Counts.cpp
  device/DeviceApi.cpp
  device/HostCalls.cpp
  device/HostNames.cpp
  device/Library.cpp
  device/Memory.cpp
  device/OpenCL.cpp
  device/Operators.cpp
  device/Programs.cpp
  device/StreamDriver.cpp)
