//===- Check.cpp - Recorded calls -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runner behind --check. The format is that of the recorded examples (see
// docs/run.md) or of the archive samples.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Check/Check.h"
#include "TorchScript/Frontend/Modules/RecordedState.h"

#include "CheckSignatures.h"
#include "CompareMessages.h"
#include "ExportCheck.h"

#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace torchscript;

namespace {

/// One recorded call.
struct Call {
  std::string function;
  std::vector<json> positional;
  std::vector<std::pair<std::string, json>> named;
  json result, after;
  bool hasResult = false, onlyCompile = false;
  std::string errorStage, errorMessage;
  std::optional<std::string> stdoutText;
  std::vector<std::string> warnings;
};

/// Starts the random numbers where each recorded call began.
void seedGenerator() {
  tsrt_value seed{};
  seed.type = &tsrt_type_int;
  if (tsrt_error *error = tsrt_op_call(tsrt_op_resolve("aten::manual_seed"),
                                       &seed, 1, nullptr, 0))
    tsrt_error_release(error);
}

/// What a call prints and warns of.
struct Capture {
  std::string text;
  std::vector<std::string> warnings;

  Capture() {
    tsrt_set_print(append, this);
    tsrt_set_warn(warn, this);
  }
  ~Capture() {
    tsrt_set_print(nullptr, nullptr);
    tsrt_set_warn(nullptr, nullptr);
  }
  static void append(void *context, const char *bytes, size_t size) {
    static_cast<Capture *>(context)->text.append(bytes, size);
  }
  static void warn(void *context, const char *bytes, size_t size) {
    llvm::StringRef text(bytes, size);
    text.consume_front("Warning: ");
    static_cast<Capture *>(context)->warnings.push_back(text.rtrim("\n").str());
  }
};

/// Addresses in printed text are not the same twice.
std::string maskAddresses(std::string text) {
  size_t at = 0;
  while ((at = text.find(" at 0x", at)) != std::string::npos) {
    size_t begin = at + 4, end = begin + 2;
    while (end < text.size() && isxdigit(static_cast<unsigned char>(text[end])))
      ++end;
    text.replace(begin, end - begin, "0xADDR");
    at = begin;
  }
  return text;
}

/// A tensor of the elements with a gap behind each: every second one of a
/// tensor that has each twice. As it is when it has no dimension.
llvm::Expected<HostValue> makeStrided(const json &data) {
  auto shape = data.find("shape"), elements = data.find("data");
  if (shape == data.end() || !shape->is_array() || shape->empty() ||
      elements == data.end() || !elements->is_array() ||
      !shape->back().is_number_integer())
    return makeValue(data, &tsrt_type_tensor);
  json twice = data;
  twice["shape"].back() = 2 * shape->back().get<int64_t>();
  twice["data"] = json::array();
  for (const json &element : *elements) {
    twice["data"].push_back(element);
    twice["data"].push_back(element);
  }
  auto tensor = makeValue(twice, &tsrt_type_tensor);
  if (!tensor)
    return tensor.takeError();
  auto number = [](int64_t value) {
    tsrt_value result{};
    result.type = &tsrt_type_int;
    result.u.i = value;
    return result;
  };
  tsrt_value arguments[] = {tensor->get(), number(-1), number(0),
                            number(INT64_MAX), number(2)};
  tsrt_value result{};
  if (tsrt_error *error = tsrt_op_call(tsrt_op_resolve("aten::slice.Tensor"),
                                       arguments, 5, &result, 1)) {
    tsrt_error_release(error);
    return makeValue(data, &tsrt_type_tensor);
  }
  return HostValue(result);
}

/// Makes the tensors in `data` and puts handles in their place, so that they
/// can be looked at after the call.
void replaceTensors(json &data, std::vector<HostValue> &tensors, bool strided) {
  if (data.is_object() && data.value("t", "") == "tensor") {
    if (auto tensor =
            strided ? makeStrided(data) : makeValue(data, &tsrt_type_tensor)) {
      data = {{"t", "handle"}, {"v", tensors.size()}};
      tensors.push_back(std::move(*tensor));
    } else {
      llvm::consumeError(tensor.takeError());
    }
    return;
  }
  if (data.is_structured())
    for (json &part : data)
      replaceTensors(part, tensors, strided);
}

/// Puts the tensors as they are now in place of the handles.
void restoreTensors(json &data, const std::vector<HostValue> &tensors) {
  if (data.is_object() && data.value("t", "") == "handle") {
    data = encodeValue(tensors[data["v"].get<size_t>()].get());
    return;
  }
  if (data.is_structured())
    for (json &part : data)
      restoreTensors(part, tensors);
}

/// Reads both formats of recorded calls.
std::vector<Call> readCalls(const json &file) {
  bool isSample = !file.contains("format");
  auto value = [&](const json &data) {
    return isSample ? fromSampleEncoding(data) : data;
  };
  std::vector<Call> calls;
  for (const json &record : file.value("calls", json::array())) {
    Call call;
    call.function = record.at(isSample ? "method" : "fn").get<std::string>();
    for (const json &argument : record.value("args", json::array()))
      call.positional.push_back(value(argument));
    // Left out when the call changed none of its arguments.
    call.after =
        record.value("args_after", record.value("args", json::array()));
    if (isSample)
      call.after = json::array();
    if (record.contains("kwargs") && record["kwargs"].is_object())
      for (auto &[name, argument] : record["kwargs"].items())
        call.named.emplace_back(name, value(argument));
    if (record.contains("result")) {
      call.hasResult = true;
      call.result = value(record["result"]);
    }
    if (record.contains("stdout"))
      call.stdoutText = record["stdout"].get<std::string>();
    for (const json &warning : record.value("warnings", json::array()))
      call.warnings.push_back(warning.get<std::string>());
    if (record.contains("error")) {
      call.errorStage = record["error"].value("stage", "run");
      call.errorMessage = record["error"].value("message", "");
    } else if (record.contains("raises")) {
      call.errorStage = "run";
    }
    call.onlyCompile = record.value("compiled", false);
    calls.push_back(std::move(call));
  }
  return calls;
}

/// Whether all strings in `data` are text: TorchScript's strings are bytes, and
/// slicing may leave bytes that the host cannot take.
bool isText(const json &data) {
  if (data.is_string()) {
    const std::string &text = data.get_ref<const std::string &>();
    const auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.data());
    return llvm::isLegalUTF8String(&begin, begin + text.size());
  }
  return !data.is_structured() || llvm::all_of(data, isText);
}

class Checker {
public:
  Checker(Session &session, const json &compiled, const CheckOptions &options)
      : session(session), compiled(compiled), options(options) {}

  /// Runs one call; the returned text says what is wrong.
  std::string run(const Call &call) {
    auto compiledFunction = session.compile(call.function);
    if (!compiledFunction)
      return checkFailure(call, compiledFunction.takeError());
    const HostFunction *function = *compiledFunction;
    if (call.errorStage == "compile")
      return "expected a compile error, but it compiled: " +
             getMessageHead(call.errorMessage);
    if (std::string difference =
            compareSignatures(session, call.function, compiled);
        !difference.empty())
      return difference;
    if (call.onlyCompile)
      return checkFailure(call, session.prepare(*function));
    // Containers are copied at the host boundary, tensors are shared.
    std::vector<json> positional = call.positional;
    std::vector<HostValue> tensors;
    for (json &argument : positional)
      replaceTensors(argument, tensors, options.strided);
    auto arguments = bindArguments(*function, positional, call.named, tensors);
    if (!arguments) {
      std::string message = llvm::toString(arguments.takeError());
      return call.errorStage == "call" ? "" : message;
    }
    function = session.specialize(*function, *arguments);
    if (llvm::Error error = session.prepare(*function))
      return checkFailure(call, std::move(error));
    seedGenerator();
    Capture capture;
    llvm::Expected<HostValue> result = callFunction(*function, *arguments);
    if (!result)
      return checkRunError(call, result.takeError(), capture);
    json found = encodeValue(result->get());
    if (!isText(found))
      return call.errorStage == "call"
                 ? ""
                 : "the result holds a string that is not valid UTF-8";
    if (!call.errorStage.empty())
      return "expected an error at stage '" + call.errorStage +
             "', but the call returned " + result->str();
    if (call.hasResult)
      if (std::string difference =
              compareValues(call.result, found, options.tolerance);
          !difference.empty())
        return difference;
    if (std::string difference = checkOutput(call, capture);
        !difference.empty())
      return difference;
    for (size_t i = 0; i < positional.size() && i < call.after.size(); ++i) {
      restoreTensors(positional[i], tensors);
      if (std::string difference =
              compareValues(call.after[i], positional[i], options.tolerance,
                            "argument " + std::to_string(i) + " after");
          !difference.empty())
        return difference;
    }
    return "";
  }

private:
  /// What is wrong with a function that cannot be called; nothing for no
  /// error.
  std::string checkFailure(const Call &call, llvm::Error error) {
    std::string problem;
    llvm::handleAllErrors(
        std::move(error),
        [&](const Failure &failure) { problem = checkFailure(call, failure); },
        [&](const llvm::ErrorInfoBase &other) { problem = other.message(); });
    return problem;
  }

  std::string checkFailure(const Call &call, const Failure &failure) {
    using Kind = Failure::Kind;
    // ts-compile leaves out what does not compile.
    if (session.isCompiled() && call.errorStage == "compile")
      return "";
    if (failure.getKind() == Kind::NotCallable && call.onlyCompile)
      return "";
    if (failure.getKind() == Kind::NotFound && call.errorStage == "lookup")
      return "";
    if (failure.getKind() != Kind::Compile || call.errorStage != "compile")
      return failure.getMessage();
    if (!options.messages || call.errorMessage == "<unstable>")
      return "";
    return compareCompileErrors(call.errorMessage, failure.getMessage());
  }

  std::string checkRunError(const Call &call, llvm::Error error,
                            const Capture &capture) {
    std::string message;
    bool isUnsupported = false;
    llvm::handleAllErrors(std::move(error), [&](const RunError &raised) {
      message = raised.getReport();
      isUnsupported = raised.isUnsupported();
    });
    if (isUnsupported ||
        (call.errorStage != "run" && call.errorStage != "crash" &&
         call.errorStage != "call"))
      return message;
    if (std::string difference = checkOutput(call, capture);
        !difference.empty())
      return difference;
    if (!options.messages || call.errorStage == "crash" ||
        call.errorMessage == "<unstable>" || call.errorMessage.empty())
      return "";
    return compareRunErrors(call.errorMessage, message);
  }

  std::string checkOutput(const Call &call, const Capture &capture) const {
    auto quote = [](const json &text) {
      return text.dump(-1, ' ', false, json::error_handler_t::replace);
    };
    for (const std::string &warning : capture.warnings)
      if (options.warnings && !llvm::is_contained(call.warnings, warning))
        return "warned of " + quote(warning) + ", expected " +
               quote(call.warnings);
    if (!call.stdoutText || maskAddresses(capture.text) == *call.stdoutText)
      return "";
    return "printed " + quote(capture.text) + ", expected " +
           quote(*call.stdoutText);
  }

  Session &session;
  /// What was recorded of the compiled names.
  json compiled;
  const CheckOptions &options;
};

} // namespace

static llvm::Error makeFileError(llvm::StringRef file,
                                 const llvm::Twine &problem) {
  return llvm::make_error<Failure>(Failure::Kind::BadInput,
                                   file + ": " + problem);
}

/// Puts arguments by name into the order of the file: that of the call.
static void orderNames(std::vector<Call> &calls, llvm::StringRef text) {
  auto file = nlohmann::ordered_json::parse(text.begin(), text.end(), nullptr,
                                            /*allow_exceptions=*/false);
  if (!file.is_object() || !file.contains("calls") ||
      file["calls"].size() != calls.size())
    return;
  for (size_t i = 0; i < calls.size(); ++i) {
    const auto &record = file["calls"][i];
    if (!record.is_object() || !record.contains("kwargs"))
      continue;
    std::vector<std::pair<std::string, json>> ordered;
    for (auto &[name, value] : record["kwargs"].items())
      for (auto &argument : calls[i].named)
        if (argument.first == name)
          ordered.push_back(std::move(argument));
    calls[i].named = std::move(ordered);
  }
}

namespace {
/// An exported program that was written and read back, before the recorded
/// calls change the state.
class ReopenedProgram {
public:
  ReopenedProgram(Session &session, const json &facts,
                  const std::vector<Call> &calls, size_t example)
      : facts(facts), calls(calls), example(example) {
    if (auto function = session.compile(facts["entry"].get<std::string>()))
      types = (*function)->types;
    else
      llvm::consumeError(function.takeError());
    if (std::error_code error =
            llvm::sys::fs::createTemporaryFile("exported", "pt2", path)) {
      problem = error.message();
      return;
    }
    remover.setFile(path);
    auto opened = reopenExport(session, facts, calls[example].positional,
                               calls[example].named, path);
    if (opened)
      program = std::move(*opened);
    else
      problem = llvm::toString(opened.takeError());
  }

  /// Runs the recorded calls whose inputs it takes, the example among them, and
  /// those that have to fail.
  void run(const CheckOptions &options,
           llvm::function_ref<void(const std::string &, std::string)> count);

private:
  const json &facts;
  const std::vector<Call> &calls;
  const size_t example;
  llvm::SmallString<128> path;
  llvm::FileRemover remover;
  std::unique_ptr<Session> program;
  /// The classes of the text.
  HostTypes *types = nullptr;
  /// Why there is no program.
  std::string problem;
};
} // namespace

void ReopenedProgram::run(
    const CheckOptions &options,
    llvm::function_ref<void(const std::string &, std::string)> count) {
  if (!program)
    return count("export: file", problem);
  Checker checker(*program, json::object(), options);
  for (auto [i, recorded] : llvm::enumerate(calls)) {
    if (recorded.function != facts["entry"] || !recorded.hasResult)
      continue;
    Call call = recorded;
    call.function = program->chooseEntry();
    call.stdoutText.reset();
    for (json &argument : call.positional)
      argument = spellFields(argument, types);
    for (auto &[name, argument] : call.named)
      argument = spellFields(argument, types);
    call.result = spellFields(call.result, types);
    call.after = spellFields(call.after, types);
    std::string difference = checker.run(call);
    if (i == example || !isInputMismatch(difference))
      count("export: file, call " + std::to_string(i + 1), difference);
  }
  for (ExportFact &fact :
       checkRuntimeErrors(*program, facts, calls[example].positional))
    count("export: file, " + fact.name, std::move(fact.problem));
}

/// Whether a part of the module was a compiled one when it was recorded. Its
/// text was in the memory of who recorded it.
static bool hasCompiledParts(const InstanceValue &module) {
  return llvm::any_of(module.submodules, [](const InstanceMember &part) {
    llvm::StringRef name = part.value->text;
    return name == "TopLevelTracedModule" || name == "RecursiveScriptModule" ||
           hasCompiledParts(*part.value);
  });
}

/// Whether that holds for some instance, where all of them could be made.
static bool hasCompiledParts(const RecordedState &state) {
  auto failed = [&](llvm::StringRef name) { return !state.find(name); };
  return llvm::none_of(state.getNames(), failed) &&
         llvm::any_of(state.getNames(), [&](llvm::StringRef name) {
           return hasCompiledParts(*state.find(name));
         });
}

llvm::Expected<CheckReport> torchscript::runCheck(
    Session &session, llvm::StringRef recorded, const CheckOptions &options,
    llvm::function_ref<void(const CheckFailure &)> onFailure) {
  auto buffer = llvm::MemoryBuffer::getFile(recorded);
  if (!buffer)
    return makeFileError(recorded, buffer.getError().message());
  json file = json::parse((*buffer)->getBuffer().begin(),
                          (*buffer)->getBuffer().end(), nullptr,
                          /*allow_exceptions=*/false);
  if (!file.is_object() || !(file.contains("calls") || file.contains("export")))
    return makeFileError(recorded, "not a file of recorded calls");
  if (file.contains("calls") && !file["calls"].is_array())
    return makeFileError(recorded, "damaged record: 'calls' is no list");
  if (file.contains("export"))
    session.acceptPython();
  CheckReport report;
  try {
    auto state = RecordedState::read(file);
    if (!state)
      return makeFileError(recorded, llvm::toString(state.takeError()));
    if (options.construct && hasCompiledParts(**state)) {
      auto made = options.construct(file["instances"].dump());
      if (!made)
        return makeFileError(recorded, llvm::toString(made.takeError()));
      session.setState(std::move(*made));
    } else if (!(*state)->getNames().empty()) {
      session.setState(std::move(*state));
    }
    Checker checker(session, file.value("compiled", json::object()), options);
    unsigned index = 0;
    auto count = [&](const std::string &name, std::string problem) {
      ++index;
      if (problem.empty()) {
        ++report.passed;
        return;
      }
      report.failures.push_back({index, name, std::move(problem)});
      onFailure(report.failures.back());
    };
    std::vector<Call> calls = readCalls(file);
    orderNames(calls, (*buffer)->getBuffer());
    const json facts = file.value("export", json::object());
    size_t example = facts.value("example_call", size_t(0));
    std::optional<ReopenedProgram> reopened;
    if (facts.contains("entry") && !facts.contains("error") &&
        example < calls.size())
      reopened.emplace(session, facts, calls, example);
    for (const Call &call : calls)
      count(call.function, checker.run(call));
    // Facts of interfaces alone have no example.
    if (!facts.contains("entry") || example >= calls.size())
      return std::move(report);
    for (ExportFact &fact : checkExport(
             session, facts, calls[example].positional, calls[example].named))
      count("export: " + fact.name, std::move(fact.problem));
    if (reopened)
      reopened->run(options, count);
  } catch (const json::exception &error) {
    // The library reports records that lack a key this way.
    return makeFileError(recorded,
                         llvm::Twine("damaged record: ") + error.what());
  }
  return std::move(report);
}
