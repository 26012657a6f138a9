//===- SessionTest.cpp - Sessions as a library ----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sessions return their errors, print nothing, and share no state: several
// compile and run at the same time. utils/check-threads runs these under
// ThreadSanitizer.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/Session.h"
#include "tsrt.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <thread>

using namespace torchscript;

namespace {

/// A source text in a file of its own.
class SourceText {
public:
  explicit SourceText(llvm::StringRef text, llvm::StringRef ending = "py") {
    int descriptor = -1;
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("session", ending,
                                                    descriptor, path));
    llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    os << text;
  }
  ~SourceText() { llvm::sys::fs::remove(path); }
  llvm::StringRef getPath() const { return path; }

private:
  llvm::SmallString<128> path;
};

/// Kind and text of a failure.
std::pair<Failure::Kind, std::string> describe(llvm::Error error) {
  std::pair<Failure::Kind, std::string> result;
  llvm::handleAllErrors(std::move(error), [&](const Failure &failure) {
    result = {failure.getKind(), failure.getMessage()};
  });
  return result;
}

/// Calls a function as ts-run does; the text that print would show.
llvm::Expected<std::string> call(Session &session, llvm::StringRef name,
                                 const std::vector<json> &arguments) {
  auto function = session.compile(name);
  if (!function)
    return function.takeError();
  auto values = bindArguments(**function, arguments, {});
  if (!values)
    return values.takeError();
  const HostFunction *chosen = session.specialize(**function, *values);
  if (llvm::Error error = session.prepare(*chosen))
    return std::move(error);
  auto result = callFunction(*chosen, *values);
  if (!result)
    return result.takeError();
  return result->str();
}

json makeInt(int64_t value) { return {{"t", "int"}, {"v", value}}; }

json makeTensor(const std::vector<int64_t> &shape,
                const std::vector<double> &data) {
  return {
      {"t", "tensor"}, {"dtype", "float32"}, {"shape", shape}, {"data", data}};
}

TEST(Session, ReturnsItsErrors) {
  auto missing = Session::open("no/such/file.py", {});
  ASSERT_FALSE(missing);
  auto [kind, text] = describe(missing.takeError());
  EXPECT_EQ(kind, Failure::Kind::BadInput);
  EXPECT_NE(text.find("no/such/file.py"), std::string::npos);

  SourceText wrong("def f(:\n    return 1\n");
  auto syntax = Session::open(wrong.getPath(), {});
  ASSERT_FALSE(syntax);
  EXPECT_NE(describe(syntax.takeError()).second.find(":1:7: error:"),
            std::string::npos);

  SourceText mlir("func.func @f() { return 1 }\n", "mlir");
  auto module = Session::open(mlir.getPath(), {});
  ASSERT_FALSE(module);
  EXPECT_NE(describe(module.takeError()).second.find("error:"),
            std::string::npos);
}

TEST(Session, TellsFailuresApart) {
  SourceText text("def bad(x: int) -> str:\n    return x\n"
                  "class C:\n    def get(self) -> int:\n        return 1\n"
                  "def good(x: int) -> int:\n    return x // 0\n");
  auto session = Session::open(text.getPath(), {});
  ASSERT_TRUE(bool(session));
  EXPECT_EQ(describe((*session)->compile("none").takeError()).first,
            Failure::Kind::NotFound);
  EXPECT_EQ(describe((*session)->compile("C").takeError()).first,
            Failure::Kind::NotCallable);
  EXPECT_EQ(describe((*session)->compile("bad").takeError()).first,
            Failure::Kind::Compile);
  // The same answer when asked again.
  EXPECT_EQ(describe((*session)->compile("bad").takeError()).first,
            Failure::Kind::Compile);
  auto raised = call(**session, "good", {makeInt(1)});
  ASSERT_FALSE(raised);
  bool isRunError = false;
  llvm::handleAllErrors(raised.takeError(), [&](const RunError &error) {
    isRunError = true;
    EXPECT_FALSE(error.isUnsupported());
    EXPECT_NE(error.getReport().find("division"), std::string::npos);
  });
  EXPECT_TRUE(isRunError);
}

TEST(Session, KeepsWhatOthersLoad) {
  // Weights are looked for in the session that asks for them.
  SourceText lost("func.func @f() -> !ts.tensor {\n"
                  "  %w = ts.tensor.literal #ts.tensor_ref<\"0\", f32, [2], "
                  "strides [1], offset 0> -> !ts.tensor\n"
                  "  return %w : !ts.tensor\n}\n",
                  "mlir");
  SourceText fine("def g(x: int) -> int:\n    return x + 1\n");
  auto first = Session::open(lost.getPath(), {});
  auto second = Session::open(fine.getPath(), {});
  ASSERT_TRUE(first && second);
  EXPECT_EQ(llvm::cantFail(call(**second, "g", {makeInt(41)})), "42");
  auto result = call(**first, "f", {});
  ASSERT_FALSE(result);
  EXPECT_EQ(llvm::toString(result.takeError()),
            "tensor '0' is in no archive or state");
}

TEST(Session, CompilesBesideOthers) {
  SourceText text("from torch import Tensor\n"
                  "import torch\n"
                  "def count(n: int) -> int:\n"
                  "    total = 0\n"
                  "    for i in range(n):\n"
                  "        total += i * i\n"
                  "    return total\n"
                  "def words(n: int) -> str:\n"
                  "    parts = [str(i) for i in range(n)]\n"
                  "    return '-'.join(parts)\n"
                  "def dense(x: Tensor) -> Tensor:\n"
                  "    return torch.relu(x.matmul(x) - 1.0).sum()\n");
  constexpr unsigned numThreads = 4;
  std::vector<std::string> found(numThreads);
  auto work = [&](unsigned number) {
    auto session = Session::open(text.getPath(), {});
    if (!session) {
      found[number] = llvm::toString(session.takeError());
      return;
    }
    auto add = [&](llvm::Expected<std::string> result) {
      found[number] +=
          (result ? *result : llvm::toString(result.takeError())) + " ";
    };
    std::vector<double> data(16, double(number + 1));
    add(call(**session, "count", {makeInt(int64_t(number) + 10)}));
    add(call(**session, "words", {makeInt(4)}));
    add(call(**session, "dense", {makeTensor({4, 4}, data)}));
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < numThreads; ++i)
    threads.emplace_back(work, i);
  for (std::thread &thread : threads)
    thread.join();
  // 16 elements of 4 (i + 1)^2 - 1.
  EXPECT_EQ(found[0], "285 0-1-2-3 48\n[ CPUFloatType{} ] ");
  EXPECT_EQ(found[1], "385 0-1-2-3 240\n[ CPUFloatType{} ] ");
  EXPECT_EQ(found[2], "506 0-1-2-3 560\n[ CPUFloatType{} ] ");
  EXPECT_EQ(found[3], "650 0-1-2-3 1008\n[ CPUFloatType{} ] ");
}

/// Two sessions whose kernels share their loops and products among two threads
/// each, at once: weights are packed in the first calls, in both.
TEST(Session, SessionsWithSeveralThreadsRunAtOnce) {
  SourceText text("import torch\n"
                  "import torch.nn.functional as F\n"
                  "from torch import Tensor\n"
                  "w = torch.linspace(-1.0, 1.0, 512 * 512).reshape(512, 512)\n"
                  "k = torch.linspace(-1.0, 1.0, 32 * 32 * 9)\n"
                  "def rows(x: Tensor) -> Tensor:\n"
                  "    return torch.softmax(x, -1).amax(0).sum()\n"
                  "def product(x: Tensor) -> Tensor:\n"
                  "    return F.linear(x, w).amax()\n"
                  "def picture(x: Tensor) -> Tensor:\n"
                  "    y = x.reshape(1, 32, 64, 64)\n"
                  "    return F.conv2d(y, k.reshape(32, 32, 3, 3)).amax()\n");
  std::vector<double> data(256 * 512);
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = double(i % 251) / 251;
  auto work = [&](std::string &found) {
    auto session = Session::open(text.getPath(), {});
    if (!session) {
      found = llvm::toString(session.takeError());
      return;
    }
    for (int turn = 0; turn < 3; ++turn)
      for (const char *function : {"rows", "product", "picture"}) {
        auto result = call(**session, function, {makeTensor({256, 512}, data)});
        found += (result ? *result : llvm::toString(result.takeError())) + " ";
      }
  };
  int32_t before = tsrt_get_num_threads();
  tsrt_set_num_threads(2);
  std::string alone, found[2];
  std::thread first([&] { work(found[0]); });
  work(found[1]);
  first.join();
  tsrt_set_num_threads(1);
  work(alone);
  tsrt_set_num_threads(before);
  EXPECT_NE(alone.find("CPUFloatType"), std::string::npos) << alone;
  EXPECT_EQ(found[0], alone);
  EXPECT_EQ(found[1], alone);
}

} // namespace
