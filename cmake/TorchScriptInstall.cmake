# What `make install` copies besides libraries and tools: headers with what
# TableGen wrote for them, TableGen files, and the CMake package TorchScript.

include(CMakePackageConfigHelpers)
set(TS_INSTALL_CMAKEDIR ${CMAKE_INSTALL_LIBDIR}/cmake/TorchScript)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/TorchScript
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
        FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.def")
install(DIRECTORY ${PROJECT_BINARY_DIR}/include/TorchScript
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
        FILES_MATCHING PATTERN "*.inc" PATTERN "CMakeFiles" EXCLUDE)

install(EXPORT TorchScriptTargets NAMESPACE TorchScript::
        DESTINATION ${TS_INSTALL_CMAKEDIR} COMPONENT development)
get_property(TS_LIBRARIES GLOBAL PROPERTY TS_LIBRARIES)
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/TorchScriptConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/TorchScriptConfig.cmake
  INSTALL_DESTINATION ${TS_INSTALL_CMAKEDIR}
  PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
# Interfaces may change with every 0.x.
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/cmake/TorchScriptConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cmake/TorchScriptConfig.cmake
              ${PROJECT_BINARY_DIR}/cmake/TorchScriptConfigVersion.cmake
        DESTINATION ${TS_INSTALL_CMAKEDIR} COMPONENT development)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tools)
