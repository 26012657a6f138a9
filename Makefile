# Front door. Everything is a thin wrapper of CMake presets; see README.md.
#
#   make demo    build, classify pictures of digits, run a program, show its IR
#   make build   build into build/$(PRESET), tools in build/$(PRESET)/bin
#   make test    build and run all tests
#   make conformance   compare recorded operators (CONFORMANCE, directories of
#                records) with PyTorch in every way the tools have; ONLY=REGEX
#                picks some, CONFORMANCE_FLAGS goes to utils/conformance.py
#   make bench   time our tools against PyTorch and ONNX Runtime
#   make install PREFIX=/usr/local  install tools, libraries, headers and the
#                CMake package; DESTDIR=DIR puts them below DIR
#   make docs    write the dialect and pass reference to build/$(PRESET)/docs, and docs/operators.md
#   make format  reformat the C++ sources
#
# PRESET=debug or PRESET=asan-ubsan selects another build; JOBS=N its parallelism.

PRESET ?= release
JOBS ?= $(shell nproc)
BUILD := build/$(PRESET)
PREFIX ?= /usr/local
GROUPS := run build
CONFORMANCE ?= ../shared/conformance/opinfo ../shared/conformance/opinfo-special
ONLY ?=
CONFORMANCE_FLAGS ?=

.PHONY: all build demo test conformance bench install docs format clean packages
all: build

packages:
	@utils/install-packages $(GROUPS)

build: packages
	@utils/build $(PRESET) $(JOBS)

demo: GROUPS += demo
demo: build
	@examples/demo.sh $(BUILD)/bin

test: GROUPS += test
test: build
	@utils/run-tests $(BUILD) $(JOBS)

conformance: build
	@utils/conformance.py --tools $(BUILD)/bin --jobs $(JOBS) $(if $(ONLY),--only '$(ONLY)') \
	  --known utils/conformance-known.txt $(CONFORMANCE_FLAGS) $(CONFORMANCE)

bench: GROUPS += bench
bench: build
	/usr/bin/python3 benchmarks/bench.py --tools $(BUILD)/bin
	/usr/bin/python3 benchmarks/networks/bench.py --tools $(BUILD)/bin --directory build/bench --threads 1,2
	/usr/bin/python3 benchmarks/operators/bench.py --tools $(BUILD)/bin

install: build
	@DESTDIR='$(DESTDIR)' cmake --install $(BUILD) --prefix '$(abspath $(PREFIX))' \
	  >$(BUILD)/install.log
	@echo "installed to $(DESTDIR)$(abspath $(PREFIX))"

docs: build
	@ninja -C $(BUILD) --quiet torchscript-docs
	@python3 utils/operators.py $(BUILD)/lib/libtsrt.so
	@echo "written to $(BUILD)/docs"

format: GROUPS := optional
format: packages
	git ls-files '*.cpp' '*.h' | xargs clang-format-19 -i

clean:
	rm -rf $(BUILD)
