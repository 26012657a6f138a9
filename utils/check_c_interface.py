#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs recorded calls through the C functions that ts-compile makes.

For each FILE.py with a FILE.expected.json whose recorded calls all pass in
`ts-run --check`: compiles the file to an object, reads the generated header,
writes a C program that makes the arguments, calls the functions and shows the
results, compiles and runs it, and compares. All objects must be gone in the end.

  utils/check_c_interface.py --build build/release FILE.py...
  utils/check_c_interface.py --build build/release --sanitize build/asan-ubsan FILE.py...

With --sanitize, the code of the program, the driver and the runtime (that of a
build with the preset asan-ubsan, or tsan with --sanitizer=thread) are checked by
a sanitizer.

Calls that C cannot express (arguments of a wrong type, objects built by hand,
functions as values) are counted and left out.
"""

import argparse
import concurrent.futures
import json
import math
import os
import re
import struct
import sys
import tempfile

from check_compiled import INCLUDE, compile_command, run

DTYPES = {"uint8": ("TSRT_U8", "B"), "int8": ("TSRT_I8", "b"), "int16": ("TSRT_I16", "h"), "int32": ("TSRT_I32", "i"),
          "int64": ("TSRT_I64", "q"), "float16": ("TSRT_F16", "e"), "float32": ("TSRT_F32", "f"),
          "float64": ("TSRT_F64", "d"), "complex64": ("TSRT_C64", "ff"), "complex128": ("TSRT_C128", "dd"),
          "bool": ("TSRT_B8", "?"), "bfloat16": ("TSRT_BF16", None)}
TOLERANCE = {"float16": 1e-3, "bfloat16": 1e-2, "float32": 1e-5, "complex64": 1e-5}


class Unsupported(Exception):
    """A call that C does not express."""


class Header:
    """The declarations of a generated header."""

    def __init__(self, text):
        self.lists, self.dicts, self.optionals, self.structs = {}, {}, {}, {}
        self.enums, self.objects, self.functions, self.releases = {}, {}, {}, {}
        for name, body in re.findall(r"^typedef struct (\w+) \{\n(.*?)^\} \1;", text, re.M | re.S):
            fields = self.fields(body)
            if "int64_t size, capacity;" in body:
                self.lists[name] = (self.strip(fields["data"]), None)
            elif list(fields) == ["value", "has_value"] and re.search(
                    r"counts when `has_value`. \*/\ntypedef struct " + name + r" \{", text):
                self.optionals[name] = fields["value"]
            else:
                self.structs[name] = fields
        for name, body in re.findall(r"^struct (\w+) \{\n(.*?)^\};", text, re.M | re.S):
            self.objects[name] = {key: value for key, value in self.fields(body).items() if key != "header"}
        for name in re.findall(r"^typedef int64_t (\w+);", text, re.M):
            self.enums[name] = re.findall(r"^#define " + name + r"_(\w+) \d+$", text, re.M)
        for name, maker in re.findall(r"^static inline (\w+) \*(\w+)\(.*elements, int64_t size\)", text, re.M):
            self.lists[name] = (self.lists[name][0], maker)
        makers = dict(re.findall(r"^static inline (\w+) \*(\w+)\(void\)", text, re.M))
        for setter, name, key, value in re.findall(
                r"^static inline tsrt_error \*(\w+)\((\w+) \*dict, (.*?)key, (.*?)value\)", text, re.M):
            self.dicts[name] = (key.strip(), value.strip(), makers[name], setter)
        self.releases = {name: function for function, name in re.findall(
            r"^static inline void (\w+)\(const (\w+) \*value\)", text, re.M)}
        for comment, name, parameters in re.findall(
                r"^/\*\*((?:(?!\*/).)*?)\*/\ntsrt_error \*(\w+)\((.*?)\);$", text, re.M | re.S):
            notes = re.findall(r"^ \*   (\w+): .*?(?:, default (.*))?$", comment, re.M)
            self.functions[name] = (
                [self.parameter(p) for p in parameters.split(", ")] if parameters != "void" else [], dict(notes))

    @staticmethod
    def strip(pointer):
        """What a pointer points to."""
        return pointer[:-1].strip()

    @staticmethod
    def parameter(text):
        kind, name = re.fullmatch(r"(.*?)(\w+)", text).groups()
        return kind.strip(), name

    def fields(self, body):
        found = {}
        for line in body.splitlines():
            line = line.strip().rstrip(";")
            if "," not in line and not line.startswith("char empty"):
                kind, name = self.parameter(line)
                found[name] = kind
        return found


def c_string(data):
    return '"' + "".join(f"\\{byte:03o}" for byte in data) + '"'


def c_double(value):
    value = float(value)
    if math.isnan(value):
        return "NAN"
    return ("-" if value < 0 else "") + "INFINITY" if math.isinf(value) else value.hex()


def c_int(value):
    return "INT64_MIN" if value == -2**63 else f"INT64_C({value})"


def tensor_bytes(data):
    """The memory of an encoded tensor."""
    dtype, code = data["dtype"], DTYPES[data["dtype"]][1]
    memory = b""
    for element in data["data"]:
        if isinstance(element, list):
            memory += struct.pack(code, *map(float, element))
        elif code is None:
            memory += struct.pack("f", float(element))[2:]
        elif dtype.startswith("float"):
            memory += struct.pack(code, float(element))
        else:
            memory += struct.pack(code, element)
    return memory


def elements(shown):
    """The elements of a tensor that a driver has shown."""
    code, memory = DTYPES[shown["dtype"]][1], bytes.fromhex(shown["v"])
    if code is None:
        return [struct.unpack("f", b"\0\0" + memory[i:i + 2])[0] for i in range(0, len(memory), 2)]
    values = struct.unpack(f"={len(memory) // struct.calcsize('=' + code[0])}{code[0]}", memory)
    return list(zip(values[::2], values[1::2])) if len(code) == 2 else list(values)


def encode(value):
    """A default of the header, which is plain JSON, as records encode values."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return {"t": "None" if value is None else type(value).__name__, "v": value}
    if isinstance(value, list):
        return {"t": "list", "v": list(map(encode, value))}
    return value


class Driver:
    """The C program that makes the calls of a record."""

    def __init__(self, header, prefix):
        self.header, self.prefix = header, prefix
        self.shown, self.declarations, self.bodies, self.instances = set(), [], [], {}
        self.expected, self.left_out = [], 0

    def begin(self):
        self.lines, self.drops, self.count = [], [], 0

    def name(self):
        self.count += 1
        return f"v{self.count}"

    def keep(self, kind, expression, drop):
        """A variable with a value that is dropped after the call."""
        name = self.name()
        self.lines.append(f"{kind} {name} = {expression};")
        self.drops.append(drop.format(name))
        return name

    def make(self, kind, data):
        """A C expression of a type for an encoded value."""
        header, tag = self.header, data["t"]
        if kind.endswith("*") and tag == "None":
            return "NULL"
        if kind == "int64_t" and tag in ("int", "dtype") and isinstance(data["v"], int):
            return c_int(data["v"])
        if kind == "double" and tag in ("int", "float"):
            return c_double(data["v"])
        if kind == "bool" and tag == "bool":
            return "true" if data["v"] else "false"
        if kind == "tsrt_str *" and tag == "str":
            memory = data["v"].encode(errors="surrogatepass")
            return self.keep(kind, f"tsrt_str_new({c_string(memory)}, {len(memory)})", "tsrt_release({});")
        if data.get("requires_grad"):
            raise Unsupported
        if kind == "tsrt_tensor *" and tag == "tensor" and data["dtype"] in DTYPES and "data" in data:
            shape, memory = data["shape"], tensor_bytes(data)
            sizes, bytes_ = self.name(), self.name()
            self.lines.append(f"const int64_t {sizes}[] = {{{', '.join(map(str, shape)) or '0'}}};")
            self.lines.append(f"static const unsigned char {bytes_}[] = {c_string(memory)};")
            return self.keep(
                kind, f"make_tensor({DTYPES[data['dtype']][0]}, {len(shape)}, {sizes}, {bytes_})", "tsrt_release({});")
        if kind == "tsrt_complex" and tag in ("int", "float", "complex"):
            real, imag = data["v"] if tag == "complex" else (data["v"], 0)
            return f"(tsrt_complex){{{c_double(real)}, {c_double(imag)}}}"
        if kind == "tsrt_value":
            return self.make_value(data)
        if kind in header.enums and tag == "enum":
            return f"{kind}_{data['name']}"
        if kind in header.optionals:
            if tag == "None":
                return f"({kind}){{0}}"
            return f"({kind}){{{self.make(header.optionals[kind], data)}, true}}"
        if kind in header.structs and tag in ("tuple", "namedtuple"):
            values = data["v"] if tag == "tuple" else [value for _, value in data["fields"]]
            fields = list(header.structs[kind].values())
            if len(fields) != len(values):
                raise Unsupported
            return f"({kind}){{{', '.join(map(self.make, fields, values)) or '0'}}}"
        pointed = Header.strip(kind)
        if pointed in header.lists and tag == "list":
            element, maker = header.lists[pointed]
            array, values = self.name(), [self.make(element, value) for value in data["v"]]
            self.lines.append(f"{element} {array}[{len(values) or 1}] = {{{', '.join(values) or '0'}}};")
            return self.keep(kind, f"{maker}({'(const void *)' if element.endswith('*') else ''}{array}, {len(values)})",
                             "tsrt_release({});")
        if pointed in header.dicts and tag == "dict":
            key, value, maker, setter = header.dicts[pointed]
            made = self.keep(kind, f"{maker}()", "tsrt_release({});")
            for k, v in data["v"]:
                self.lines.append(f"if ({setter}({made}, {self.make(key, k)}, {self.make(value, v)})) abort();")
            return made
        raise Unsupported

    def make_value(self, data):
        tag = data["t"]
        if tag == "None":
            return "(tsrt_value){&tsrt_type_none, {0}}"
        if tag in ("int", "bool"):
            return f"(tsrt_value){{&tsrt_type_{tag}, {{.i = {c_int(int(data['v']))}}}}}"
        if tag == "float":
            return f"(tsrt_value){{&tsrt_type_float, {{.f = {c_double(data['v'])}}}}}"
        if tag == "complex":
            return f"(tsrt_value){{&tsrt_type_complex, {{.c = {{{', '.join(map(c_double, data['v']))}}}}}}}"
        if tag in ("str", "tensor"):
            return f"(tsrt_value){{&tsrt_type_{tag}, {{.p = {self.make(f'tsrt_{tag} *', data)}}}}}"
        raise Unsupported

    def show(self, kind):
        """The name of the function that shows values of a type."""
        header = self.header
        name = "show_" + kind.rstrip(" *")
        if name in self.shown or kind in ("int64_t", "double", "bool", "uint8_t", "tsrt_complex", "tsrt_value",
                                          "tsrt_str *", "tsrt_tensor *"):
            return name
        self.shown.add(name)
        null = 'if (!v) { printf("{\\"t\\":\\"None\\"}"); return; }\n  '
        if kind in header.enums:
            members = ", ".join(f'"{member}"' for member in header.enums[kind])
            body = f'static const char *const names[] = {{{members}}};\n  printf("{{\\"t\\":\\"enum\\",\\"name\\":\\"%s\\"}}", names[v]);'
        elif kind in header.optionals:
            body = (f'if (v.has_value)\n    {self.show(header.optionals[kind])}(v.value);\n  else\n'
                    '    printf("{\\"t\\":\\"None\\"}");')
        elif kind in header.structs:
            shows = ['printf("{\\"t\\":\\"tuple\\",\\"v\\":[");']
            for i, (field, of) in enumerate(header.structs[kind].items()):
                shows += ['printf(",");'] if i else []
                shows.append(f"{self.show(of)}(v.{field});")
            body = "\n  ".join(shows + ['printf("]}");'] + ([] if header.structs[kind] else ["(void)v;"]))
        elif Header.strip(kind) in header.lists:
            element = header.lists[Header.strip(kind)][0]
            body = (f'{null}printf("{{\\"t\\":\\"list\\",\\"v\\":[");\n  for (int64_t i = 0; i < v->size; ++i) {{\n'
                    f'    printf(i ? "," : "");\n    {self.show(element)}(v->data[i]);\n  }}\n  printf("]}}");')
        elif Header.strip(kind) in header.dicts:
            key, value, maker, _ = header.dicts[Header.strip(kind)]
            reader = maker[:-len("_new")] + "_entry"
            body = (f'{null}printf("{{\\"t\\":\\"dict\\",\\"v\\":[");\n  for (int64_t i = 0; i < tsrt_dict_size(v); ++i) {{\n'
                    f'    {key} key;\n    {value} value;\n    {reader}(v, i, &key, &value);\n    printf(i ? ",[" : "[");\n'
                    f'    {self.show(key)}(key);\n    printf(",");\n    {self.show(value)}(value);\n    printf("]");\n  }}\n'
                    '  printf("]}");')
        elif Header.strip(kind) in header.objects:
            shows = [null + 'printf("{\\"t\\":\\"object\\",\\"attrs\\":[");']
            for i, (field, of) in enumerate(sorted(header.objects[Header.strip(kind)].items())):
                shows.append(f'printf("{"," if i else ""}[\\"{field}\\",");')
                shows += [f"{self.show(of)}(v->{field});", 'printf("]");']
            body = "\n  ".join(shows + ['printf("]}");'])
        else:
            raise Unsupported
        self.declarations.append(f"static void {name}({kind} v) {{\n  {body}\n}}\n")
        return name

    def release(self, kind, name):
        if kind == "tsrt_value":
            return f"tsrt_value_release(&{name});"
        if kind.endswith("*"):
            return f"tsrt_release({name});"
        function = self.header.releases.get(kind)
        return f"{function}(&{name});" if function else ""

    def argument(self, kind, data):
        """An expression for a parameter: structs are passed by address."""
        by_address = re.fullmatch(r"const (\w+) \*", kind)
        if not by_address:
            return self.make(kind, data), self.show(kind)
        struct_type = by_address[1]
        name = self.name()
        made = self.make(struct_type, data)
        self.lines.append(f"const {struct_type} {name} = {made};")
        return "&" + name, self.show(struct_type)

    def add_call(self, call):
        header, error = self.header, call.get("error")
        if call.get("compiled") or (error and error["stage"] in ("compile", "lookup", "construct", "import")):
            return
        try:
            if error and error["stage"] == "call":
                raise Unsupported
            self.begin()
            symbol = self.prefix + "_" + call["fn"].replace(".", "_")
            symbol = symbol if symbol in header.functions else symbol + "_"
            if symbol not in header.functions:
                raise Unsupported
            parameters, notes = header.functions[symbol]
            parameters, arguments = list(parameters), []
            instance = call["fn"].split(".")[0]
            create = f"{self.prefix}_{instance}_create"
            if "." in call["fn"] and create in header.functions:
                self.instances[instance] = Header.strip(header.functions[create][0][0][0])
                parameters.pop(0)
                arguments.append("instance_" + instance)
            result = parameters.pop() if parameters and parameters[-1][1] == "result" else None
            given = {**dict(zip([name for _, name in parameters], call["args"])), **call.get("kwargs", {})}
            if len(call["args"]) > len(parameters) or set(given) - {name for _, name in parameters}:
                raise Unsupported
            after = []
            for kind, name in parameters:
                if name not in given:
                    try:
                        given[name] = encode(json.loads(notes.get(name) or ""))
                    except ValueError:
                        raise Unsupported from None
                expression, show = self.argument(kind, given[name])
                arguments.append(expression)
                after.append(f"{show}({'*' * kind.startswith('const ')}{expression.replace('&', '(&', 1) + ')' if expression.startswith('&') else expression});")
            shows = ["printf(\"\\\"result\\\":\");"]
            if result:
                kind = Header.strip(result[0])
                self.lines.append(f"{kind} result;\n  memset(&result, 0xff, sizeof result);")
                arguments.append("&result")
                shows.append(self.show(kind) + "(result);")
                shows.append(self.release(kind, "result"))
            else:
                shows.append("show_uint8_t(0);")
            if "args_after" in call:
                shows.append('printf(",\\"after\\":[");')
                for i, show in enumerate(after):
                    shows += ['printf(",");'] if i else []
                    shows.append(show)
                shows.append('printf("]");')
        except Unsupported:
            self.left_out += 1
            return
        number = len(self.expected)
        self.expected.append(call)
        lines = "\n  ".join(self.lines)
        self.bodies.append(f"static void call_{number}(void) {{\n  {lines}\n  tsrt_error *error = {symbol}({', '.join(arguments)});\n"
                           f'  printf("{{");\n  if (error) {{\n    show_error(error);\n  }} else {{\n    ' + "\n    ".join(shows) +
                           '\n  }\n  printf("}\\n");\n  ' + "\n  ".join(reversed(self.drops)) + "\n}\n")

    def text(self, header_name):
        lines = [f'#include "{header_name}"', '#include "c_driver.h"', ""] + self.declarations
        lines += [f"static {kind}instance_{name};" for name, kind in self.instances.items()] + self.bodies
        lines.append("int main(void) {\n  tsrt_set_print(drop, NULL);\n  tsrt_set_warn(drop, NULL);")
        lines += [f"  if ({self.prefix}_{name}_create(&instance_{name})) abort();" for name in self.instances]
        lines += [f"  call_{i}();" for i in range(len(self.expected))]
        lines.append("  tsrt_join_tasks();")
        lines += [f"  {self.prefix}_{name}_destroy(instance_{name});" for name in self.instances]
        return "\n".join(lines + ["  return 0;\n}\n"])


def is_close(a, b, tolerance):
    a, b = float(a), float(b)
    return a == b or (math.isnan(a) and math.isnan(b)) or abs(a - b) <= tolerance * max(abs(a), abs(b), 1e-1)


def agrees(recorded, shown):
    """Whether a driver has shown what the record says."""
    tag = recorded["t"]
    if tag == "namedtuple":
        return agrees({"t": "tuple", "v": [value for _, value in recorded["fields"]]}, shown)
    if tag == "str":
        return shown["t"] == "bytes" and bytes.fromhex(shown["v"]) == recorded["v"].encode(errors="surrogatepass")
    if tag == "tensor":
        if shown["t"] != "memory" or shown["dtype"] != recorded["dtype"] or shown["shape"] != recorded["shape"]:
            return False
        tolerance, seen = TOLERANCE.get(recorded["dtype"], 1e-12), elements(shown)
        return len(seen) == len(recorded["data"]) and all(
            all(map(is_close, a, b, (tolerance, tolerance))) if isinstance(a, list) else is_close(a, b, tolerance)
            for a, b in zip(recorded["data"], seen))
    if tag == "device":
        name, _, index = recorded["v"].partition(":")
        return shown["v"] == {"cpu": 0, "cuda": 1}.get(name, -1) + (int(index) + 1 if index else 0) * 256
    if tag != shown["t"]:
        return False
    if tag == "enum":
        return recorded["name"] == shown["name"]
    if tag == "float":
        return is_close(recorded["v"], shown["v"], 1e-12)
    if tag == "complex":
        return all(is_close(a, b, 1e-12) for a, b in zip(recorded["v"], shown["v"]))
    if tag in ("list", "tuple"):
        return len(recorded["v"]) == len(shown["v"]) and all(map(agrees, recorded["v"], shown["v"]))
    if tag == "dict":
        return len(recorded["v"]) == len(shown["v"]) and all(
            agrees(*pair) for a, b in zip(recorded["v"], shown["v"]) for pair in zip(a, b))
    if tag == "object":
        return [n for n, _ in recorded["attrs"]] == [n for n, _ in shown["attrs"]] and all(
            agrees(a, b) for (_, a), (_, b) in zip(recorded["attrs"], shown["attrs"]))
    return recorded.get("v") == shown.get("v")


def check(file, options, directory):
    """What happened to one file, its counts of calls, and the output that says why."""
    tools = os.path.join(options.build, "bin")
    recorded = os.path.splitext(file)[0] + ".expected.json"
    if not options.all and run([os.path.join(tools, "ts-run"), "--check=" + recorded, file])[0] != 0:
        return "not run by ts-run", 0, 0, ""
    with open(recorded) as text:
        record = json.load(text)
    stem = os.path.join(directory, os.path.splitext(os.path.basename(file))[0])
    command, names = compile_command(file, tools, record, stem + ".o")
    if options.sanitize:
        command.append("--sanitize=" + options.sanitizer)
    status, text = run(command)
    if status != 0:
        nothing = not names and status == 1
        return ("passed" if nothing else "not compiled"), 0, 0, text
    with open(stem + ".h") as text:
        header = Header(text.read())
    prefix = re.sub(r"\W", "_", os.path.basename(stem))
    driver = Driver(header, prefix)
    for call in record["calls"]:
        driver.add_call(call)
    with open(stem + ".c", "w") as out:
        out.write(driver.text(os.path.basename(stem) + ".h"))
    library = os.path.join(options.sanitize or options.build, "lib")
    here = os.path.dirname(os.path.abspath(__file__))
    command = [*options.cc.split(), "-std=gnu11", "-g", "-Wall", "-Werror", "-Wno-unused-function", "-I" + INCLUDE, "-I" + here,
               "-I" + directory, stem + ".c", stem + ".o", "-L" + library, "-ltsrt", "-lm",
               "-Wl,-rpath," + os.path.abspath(library), "-o", stem]
    if options.sanitize:
        runtime = run([options.cc.split()[0], "-print-file-name=libclang_rt.asan-x86_64.so"])[1].strip()
        checks = "address,undefined" if options.sanitizer == "address" else "thread"
        command += ["-fsanitize=" + checks, "-shared-libsan", "-Wl,-rpath," + os.path.dirname(runtime)]
    status, text = run(command)
    if status != 0:
        return "wrong C", len(driver.expected), driver.left_out, text
    status, text = run([stem])
    lines = [line for line in text.splitlines() if line.startswith("{")]
    if status != 0 or len(lines) != len(driver.expected):
        return "failed", len(driver.expected), driver.left_out, f"exit status {status}\n" + text[-4000:]
    problems = []
    for call, line in zip(driver.expected, lines):
        shown = json.loads(line)
        if ("error" in call) != ("error" in shown):
            problems.append(f"{call['fn']}: {line[:400]}")
        elif "error" not in call:
            if not agrees(call["result"], shown["result"]):
                problems.append(f"{call['fn']}: expected {json.dumps(call['result'])[:400]}, got {line[:400]}")
            # Python's lists and dicts are copied for a call, C's are not.
            for a, b in zip(call.get("args_after", []), shown.get("after", [])):
                if a["t"] == "tensor" and not agrees(a, b):
                    problems.append(f"{call['fn']}: an argument is {json.dumps(b)[:400]} after the call")
    for ending in ("", ".c", ".h", ".o"):
        os.remove(stem + ending)
    return ("differs" if problems else "passed"), len(driver.expected), driver.left_out, "\n".join(problems)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE.py")
    parser.add_argument("--build", default="build/release", help="build directory of the tools and the runtime")
    parser.add_argument("--sanitize", metavar="BUILD", help="build directory of a runtime with the sanitizer")
    parser.add_argument("--sanitizer", choices=["address", "thread"], default="address")
    parser.add_argument("--cc", default="clang-19", help="C compiler and its options")
    parser.add_argument("--keep", metavar="DIR", help="write the C programs there and leave them")
    parser.add_argument("--all", action="store_true", help="do not leave out files whose calls fail in ts-run")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    counts, calls, left_out = {}, 0, 0
    files = [file for file in options.files if os.path.exists(os.path.splitext(file)[0] + ".expected.json")]
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        directory = options.keep or temporary
        for file, (outcome, made, omitted, text) in zip(files, pool.map(lambda f: check(f, options, directory), files)):
            counts[outcome] = counts.get(outcome, 0) + 1
            calls += made
            left_out += omitted
            if outcome not in ("passed", "not run by ts-run"):
                print(f"{file}: {outcome}\n{text.rstrip()}")
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())) +
          f"; {calls} calls, {left_out} left out")
    return 0 if set(counts) <= {"passed", "not run by ts-run"} else 1


if __name__ == "__main__":
    sys.exit(main())
