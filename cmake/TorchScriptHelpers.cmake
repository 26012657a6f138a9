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
if(TS_ENABLE_THREAD_SANITIZER)
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread -shared-libsan)
  # Programs of the build find the sanitizer's runtime.
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libclang_rt.tsan-x86_64.so
                  OUTPUT_VARIABLE runtime OUTPUT_STRIP_TRAILING_WHITESPACE)
  get_filename_component(runtime ${runtime} DIRECTORY)
  add_link_options(-Wl,-rpath,${runtime})
endif()

# What programs that the build itself runs need: libMLIR is not instrumented, so
# that its memory must not be poisoned by our side of LLVM's allocators.
set(TS_RUN_BUILT ${CMAKE_COMMAND} -E env ASAN_OPTIONS=allow_user_poisoning=0:detect_leaks=0)

# ccache, when present, also for the precompiled header.
find_program(TS_CCACHE ccache)
if(TS_CCACHE)
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}
      CCACHE_PCH_EXTSUM=1 CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
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
  # An installed library gets LLVM's from the package that finds it.
  target_include_directories(${target} SYSTEM PUBLIC
    "$<BUILD_INTERFACE:${LLVM_INCLUDE_DIRS};${MLIR_INCLUDE_DIRS}>")
  target_include_directories(${target} PUBLIC
    "$<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include;${CMAKE_BINARY_DIR}/include>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  target_compile_definitions(${target} PUBLIC __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
endfunction()

# The header of include/TorchScript/PCH.h, compiled once by Clang with the flags
# of the targets that use it; a compiler without it includes what it needs. The
# .sum file beside it stands for its content in ccache's keys, so that build
# directories share objects.
set(TS_PCH_OPTIMIZE $<$<CONFIG:Release>:-O1>)
function(ts_add_precompiled_header)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_custom_target(TSPrecompiled)
    return()
  endif()
  set(header ${CMAKE_SOURCE_DIR}/include/TorchScript/PCH.h)
  set(pch ${CMAKE_BINARY_DIR}/TorchScript.pch)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${config}}")
  get_directory_property(options COMPILE_OPTIONS)
  list(FILTER options EXCLUDE REGEX "fcolor-diagnostics")
  list(TRANSFORM options REPLACE "^SHELL:" "")
  # As CMakeLists.txt defines it for the sources.
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    list(APPEND options -DNDEBUG)
  endif()
  list(JOIN options " " options)
  separate_arguments(options UNIX_COMMAND "${options}")
  list(JOIN flags " " key)
  file(SHA256 ${header} header_hash)
  string(SHA256 key "${header_hash} ${key} ${options} ${CMAKE_CXX_COMPILER_VERSION} ${LLVM_PACKAGE_VERSION}")
  file(CONFIGURE OUTPUT ${pch}.sum CONTENT "${key}")
  add_custom_command(OUTPUT ${pch}
    COMMAND ${CMAKE_CXX_COMPILER} -std=c++17 ${flags} ${options} ${TS_PCH_OPTIMIZE} -fPIC
            -D__STDC_CONSTANT_MACROS -D__STDC_FORMAT_MACROS -D__STDC_LIMIT_MACROS
            -isystem ${LLVM_INCLUDE_DIRS} -fpch-instantiate-templates
            -x c++-header ${header} -o ${pch}
    DEPENDS ${header} COMMENT "Precompiling the MLIR headers" VERBATIM)
  add_custom_target(TSPrecompiled DEPENDS ${pch})
endfunction()

# Makes a target use the precompiled header.
function(ts_use_precompiled_header target)
  target_compile_options(${target} PRIVATE ${TS_PCH_OPTIMIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(${target} PRIVATE -include-pch ${CMAKE_BINARY_DIR}/TorchScript.pch)
    add_dependencies(${target} TSPrecompiled)
  endif()
endfunction()

# ts_add_library(NAME [MLIR] SOURCES... [DEPENDS targets...] [LINK libs...])
#
# A static library, part of the installed package. With MLIR it uses the shared
# precompiled header and links libMLIR; without, only libLLVM. DEPENDS names
# TableGen targets.
function(ts_add_library name)
  cmake_parse_arguments(ARG "MLIR" "" "SOURCES;DEPENDS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES} ${ARG_UNPARSED_ARGUMENTS})
  ts_use_llvm(${name})
  if(ARG_MLIR)
    ts_use_precompiled_header(${name})
    target_link_libraries(${name} PUBLIC MLIR)
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK} LLVM)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  install(TARGETS ${name} EXPORT TorchScriptTargets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  set_property(GLOBAL APPEND PROPERTY TS_LIBRARIES TorchScript::${name})
endfunction()

# ts_use_allocator(NAME): the executable NAME, which compiles and runs nothing,
# allocates with jemalloc where that is installed. A compiler makes and drops
# millions of small operations: with the allocator of the C library it takes a
# third longer. Programs need that one all the same, which refuses what is too
# large instead of being killed later. Sanitizers have their own.
find_library(TS_JEMALLOC_LIBRARY jemalloc)
function(ts_use_allocator name)
  if(NOT TS_JEMALLOC_LIBRARY OR TS_ENABLE_SANITIZERS OR TS_ENABLE_THREAD_SANITIZER)
    return()
  endif()
  # By no name of its own, or the linker would leave it out.
  target_link_options(${name} PRIVATE
    -Wl,--push-state,--no-as-needed ${TS_JEMALLOC_LIBRARY} -Wl,--pop-state)
endfunction()

# ts_add_tool(NAME SOURCES... [LINK libs...]): an executable that uses MLIR.
function(ts_add_tool name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES} ${ARG_UNPARSED_ARGUMENTS})
  ts_use_llvm(${name})
  ts_use_precompiled_header(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} MLIR LLVM)
  # The same code model as the libraries, which the precompiled header asks for.
  set_target_properties(${name} PROPERTIES ENABLE_EXPORTS ON POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${name} PRIVATE -fPIC)
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
endfunction()

# ts_add_unittest(NAME SOURCES... [LINK libs...]): a GoogleTest program NAME
# (which ends in Tests) next to its build directory, where `make test` finds it.
function(ts_add_unittest name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  find_package(GTest REQUIRED)
  add_executable(${name} ${ARG_SOURCES} ${ARG_UNPARSED_ARGUMENTS})
  ts_use_llvm(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gtest_main LLVM)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
endfunction()

# ts_tablegen_passes(OUTPUT.h.inc NAME): the declarations of the passes in
# LLVM_TARGET_DEFINITIONS. Their statistics are the project's, which count in
# release builds of LLVM, too (see Support/PassStatistic.h).
function(ts_tablegen_passes output name)
  mlir_tablegen(${output}.raw -gen-pass-decls -name ${name})
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${output})
  add_custom_command(OUTPUT ${file}
    COMMAND sed "s/::mlir::Pass::Statistic/::mlir::ts::PassStatistic/" ${file}.raw > ${file}
    DEPENDS ${file}.raw VERBATIM)
  set(TABLEGEN_OUTPUT ${TABLEGEN_OUTPUT} ${file} PARENT_SCOPE)
endfunction()

# ts_add_tool_files(TOOLS...): the manual page of each tool and completions of
# its options, made of its --help, below share/ of the build.
function(ts_add_tool_files)
  set(pages)
  foreach(tool ${ARGN})
    set(page ${CMAKE_BINARY_DIR}/share/man/man1/${tool}.1)
    add_custom_command(OUTPUT ${page}
      COMMAND ${TS_RUN_BUILT} ${PROJECT_SOURCE_DIR}/utils/tool-files $<TARGET_FILE:${tool}> ${CMAKE_BINARY_DIR}/share
      DEPENDS ${tool} ${PROJECT_SOURCE_DIR}/utils/tool-files
      COMMENT "Writing the manual page of ${tool}" VERBATIM)
    list(APPEND pages ${page})
  endforeach()
  add_custom_target(tool-files ALL DEPENDS ${pages})
  install(DIRECTORY ${CMAKE_BINARY_DIR}/share/ DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT tools)
endfunction()
