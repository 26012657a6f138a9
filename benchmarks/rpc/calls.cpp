//===- calls.cpp - How long remote calls take -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program of processes that call each other through the C ABI, as compiled
// code does. `calls serve ADDRESS-FILE [NAME ADDRESS FILE]` serves, the first
// joins nobody; `calls measure ADDRESS` is for bench.py, which runs it beside
// PyTorch's RPC; `calls load ADDRESS COUNT` is for load.py, which kills
// workers. Behind each, `--network-only` keeps to gRPC.
//
//===----------------------------------------------------------------------===//

#include "tsrt_rpc.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

/// Ends the process with the text of an error.
void check(tsrt_error *error) {
  if (!error)
    return;
  std::fprintf(stderr, "%s\n", tsrt_error_message(error));
  _exit(1);
}

// What the server has: `empty` of an int, `size` of a tensor.

const tsrt_type *const intParameter[] = {&tsrt_type_int};
const tsrt_type *const tensorParameter[] = {&tsrt_type_tensor};

tsrt_error *callEmpty(const tsrt_value *args, tsrt_value *result) {
  *result = args[0];
  return nullptr;
}

tsrt_error *callSize(const tsrt_value *args, tsrt_value *result) {
  result->type = &tsrt_type_int;
  result->u.i = tsrt_tensor_numel(static_cast<tsrt_tensor *>(args[0].u.p));
  return nullptr;
}

tsrt_error *callNap(const tsrt_value *args, tsrt_value *result) {
  usleep(useconds_t(args[0].u.i));
  return callEmpty(args, result);
}

/// Where the calls are written down, or -1.
int runs = -1;

/// Writes down that it ran: the file is there after the process was killed.
tsrt_error *callOnce(const tsrt_value *args, tsrt_value *result) {
  if (write(runs, &args[0].u.i, sizeof(int64_t)) != sizeof(int64_t))
    return tsrt_error_new("RuntimeError", "cannot write down a call");
  return callEmpty(args, result);
}

struct Served {
  const char *name;
  tsrt_entry entry;
  const tsrt_type *const *parameters;
} const served[] = {{"empty", callEmpty, intParameter},
                    {"size", callSize, tensorParameter},
                    {"nap", callNap, intParameter},
                    {"once", callOnce, intParameter}};

tsrt_error *find(void *, const char *name, const char *,
                 tsrt_rpc_function *function) {
  for (const Served &candidate : served)
    if (std::strcmp(candidate.name, name) == 0) {
      function->handle = &candidate;
      function->num_parameters = 1;
      function->parameters = candidate.parameters;
      return nullptr;
    }
  return tsrt_error_newf("RuntimeError", "no function '%s'", name);
}

tsrt_error *run(void *, const tsrt_rpc_function *function,
                const tsrt_value *args, tsrt_value *result) {
  return static_cast<const Served *>(function->handle)->entry(args, result);
}

const tsrt_rpc_provider provider{nullptr, find, run};

// The measurements.

tsrt_str *worker;

tsrt_future *begin(const Served &function, const tsrt_value &argument) {
  return tsrt_rpc_async(tsrt_type_future(&tsrt_type_int), function.entry,
                        function.name, "", worker, &argument, 1, 60);
}

int64_t end(tsrt_future *future) {
  int64_t result = 0;
  check(tsrt_wait(future, &tsrt_type_int, &result));
  tsrt_release(future);
  return result;
}

double seconds(Clock::time_point from) {
  return std::chrono::duration<double>(Clock::now() - from).count();
}

tsrt_value number(int64_t i) {
  tsrt_value value{};
  value.type = &tsrt_type_int;
  value.u.i = i;
  return value;
}

/// The median time of a call, in microseconds.
double latency(int count) {
  std::vector<double> times;
  for (int i = 0; i < count; ++i) {
    auto from = Clock::now();
    end(begin(served[0], number(i)));
    times.push_back(seconds(from) * 1e6);
  }
  std::nth_element(times.begin(), times.begin() + count / 2, times.end());
  return times[size_t(count / 2)];
}

/// Calls per second with so many in flight.
double rate(int count, int flight) {
  auto from = Clock::now();
  std::vector<tsrt_future *> open;
  for (int i = 0; i < count; ++i) {
    if (int(open.size()) == flight) {
      end(open.front());
      open.erase(open.begin());
    }
    open.push_back(begin(served[0], number(i)));
  }
  for (tsrt_future *future : open)
    end(future);
  return count / seconds(from);
}

/// GB/s of tensors of so many bytes, one at a time.
double throughput(int64_t bytes, int count) {
  int64_t size = bytes / 4;
  tsrt_tensor *tensor = tsrt_tensor_empty(TSRT_F32, 1, &size);
  std::memset(tsrt_tensor_data(tensor), 0, size_t(bytes));
  tsrt_value argument{};
  argument.type = &tsrt_type_tensor;
  argument.u.p = tensor;
  end(begin(served[1], argument));
  auto from = Clock::now();
  for (int i = 0; i < count; ++i)
    if (end(begin(served[1], argument)) != size)
      _exit(1);
  double time = seconds(from);
  tsrt_release(tensor);
  return double(bytes) * count / time / 1e9;
}

/// Calls w1 and w2 in turn, 64 in flight; what became of the calls.
void load(int64_t count) {
  tsrt_str *names[] = {tsrt_str_new("w1", 2), tsrt_str_new("w2", 2)};
  int64_t answered = 0, failed = 0, wrong = 0;
  double longest = 0;
  std::deque<std::pair<tsrt_future *, int64_t>> open;
  auto finish = [&] {
    auto [future, number] = open.front();
    open.pop_front();
    auto from = Clock::now();
    int64_t result = -1;
    if (tsrt_error *error = tsrt_wait(future, &tsrt_type_int, &result)) {
      ++failed;
      if (failed <= 3)
        std::fprintf(stderr, "%s\n", tsrt_error_message(error));
      tsrt_error_release(error);
    } else {
      ++(result == number ? answered : wrong);
    }
    longest = std::max(longest, seconds(from));
    tsrt_release(future);
  };
  for (int64_t i = 0; i < count; ++i) {
    if (open.size() == 64)
      finish();
    worker = names[i % 2];
    open.emplace_back(begin(served[3], number(i)), i);
    usleep(50);
  }
  while (!open.empty())
    finish();
  std::printf("{\"calls\": %ld, \"answered\": %ld, \"failed\": %ld, "
              "\"lost\": %ld, \"wrong\": %ld, \"longest_wait_s\": %.2f, "
              "\"live_objects\": %ld}\n",
              long(count), long(answered), long(failed),
              long(count - answered - failed - wrong), long(wrong), longest,
              long(tsrt_live_objects()));
}

void measure() {
  latency(200);
  std::printf("{\"latency_us\": %.1f, \"rate_1\": %.0f, \"rate_64\": %.0f, "
              "\"gbs_1k\": %.4f, \"gbs_1m\": %.3f, \"gbs_100m\": %.3f}\n",
              latency(2000), rate(3000, 1), rate(20000, 64),
              throughput(1000, 2000), throughput(1000000, 200),
              throughput(100000000, 5));
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 3) {
    std::fprintf(stderr, "calls serve ADDRESS-FILE | calls measure ADDRESS\n");
    return 2;
  }
  bool serves = std::strcmp(argv[1], "serve") == 0;
  tsrt_rpc_options options{};
  options.size = sizeof(options);
  if (std::strcmp(argv[argc - 1], "--network-only") == 0) {
    options.network_only = 1;
    --argc;
  }
  bool loads = std::strcmp(argv[1], "load") == 0;
  options.name = serves ? "w0" : loads ? "client" : "w1";
  options.provider = &provider;
  (serves ? options.address_file : options.join) = argv[2];
  if (serves && argc > 5) {
    options.name = argv[3];
    options.join = argv[4];
    runs = open(argv[5], O_WRONLY | O_CREAT | O_APPEND, 0600);
  }
  check(tsrt_rpc_init(&options));
  if (serves) {
    // Until its parent closes the pipe.
    char byte;
    while (read(0, &byte, 1) > 0) {
    }
  } else if (loads) {
    load(argc > 3 ? std::atoll(argv[3]) : 100000);
  } else {
    worker = tsrt_str_new("w0", 2);
    measure();
  }
  tsrt_error_release(tsrt_rpc_shutdown(/*graceful=*/0, 0));
  return 0;
}
