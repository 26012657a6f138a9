list(APPEND TSRT_SOURCES
  rpc/Agent.cpp
  rpc/AgentGroup.cpp
  rpc/AgentServer.cpp
  rpc/Group.cpp
  rpc/Interface.cpp
  rpc/Metrics.cpp
  rpc/Promise.cpp
  rpc/References.cpp
  rpc/Remote.cpp
  rpc/Status.cpp
  rpc/Wire.cpp
  rpc/WireDecode.cpp
  rpc/WireEncode.cpp
  rpc/WorkPool.cpp
)
