# Functions every directory of the project uses.

include_guard(GLOBAL)

# Warnings are on for our code only; system headers are included as SYSTEM.
add_compile_options(-Wall -Wextra -Wno-unused-parameter
                    $<$<CXX_COMPILER_ID:Clang>:-fcolor-diagnostics>)
if(TS_ENABLE_SANITIZERS)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined
                      -fno-sanitize=vptr,function -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

# ccache, when present, also for the precompiled header.
find_program(TS_CCACHE ccache)
if(TS_CCACHE)
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      ${TS_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()

find_program(TS_LLD NAMES ld.lld-19 ld.lld)
if(TS_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_link_options(-fuse-ld=lld)
endif()

# Settings shared by all targets that include LLVM or MLIR headers.
function(ts_use_llvm target)
  target_include_directories(${target} SYSTEM PUBLIC ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
  target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR}/include ${CMAKE_BINARY_DIR}/include)
  target_compile_definitions(${target} PUBLIC __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
endfunction()

# The header of include/TorchScript/PCH.h, compiled once.
function(ts_add_precompiled_header)
  file(WRITE ${CMAKE_BINARY_DIR}/pch.cpp "// Owns the shared precompiled header.\n")
  add_library(TSPrecompiled OBJECT ${CMAKE_BINARY_DIR}/pch.cpp)
  ts_use_llvm(TSPrecompiled)
  target_precompile_headers(TSPrecompiled PRIVATE ${CMAKE_SOURCE_DIR}/include/TorchScript/PCH.h)
endfunction()

# ts_add_library(NAME [MLIR] SOURCES... [DEPENDS targets...] [LINK libs...])
#
# A static library. With MLIR it uses the shared precompiled header and links
# libMLIR; without, only libLLVM. DEPENDS names TableGen targets.
function(ts_add_library name)
  cmake_parse_arguments(ARG "MLIR" "" "SOURCES;DEPENDS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES} ${ARG_UNPARSED_ARGUMENTS})
  ts_use_llvm(${name})
  if(ARG_MLIR)
    target_precompile_headers(${name} REUSE_FROM TSPrecompiled)
    target_link_libraries(${name} PUBLIC MLIR)
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK} LLVM)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# ts_add_tool(NAME SOURCES... [LINK libs...]): an executable that uses MLIR.
function(ts_add_tool name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES} ${ARG_UNPARSED_ARGUMENTS})
  ts_use_llvm(${name})
  target_precompile_headers(${name} REUSE_FROM TSPrecompiled)
  target_link_libraries(${name} PRIVATE ${ARG_LINK} MLIR LLVM)
  set_target_properties(${name} PROPERTIES ENABLE_EXPORTS ON)
endfunction()
