//===- Session.cpp - A program that can be called -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens programs of every kind.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/Session.h"

#include "SessionImpl.h"
#include "TorchScript/Archive/FileKind.h"
#include "TorchScript/Dialect/TS/Transforms/FunctionClosure.h"
#include "TorchScript/Frontend/ExportedProgram/ProgramImporter.h"
#include "TorchScript/Frontend/TorchScriptArchive/ArchiveImporter.h"
#include "TorchScript/InitAll.h"
#include "TorchScript/Support/Nesting.h"
#include "tsrt_rpc.h"

#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <cstring>

using namespace torchscript;
using namespace mlir;

Session::~Session() = default;

Session::Session(const SessionOptions &options, llvm::StringRef path)
    : impl(std::make_unique<Impl>()) {
  impl->options = options;
  impl->path = path.str();
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  torchscript::registerAllDialects(registry);
  impl->context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  impl->context->loadAllAvailableDialects();
}

llvm::Expected<std::unique_ptr<Session>>
Session::open(llvm::StringRef path, const SessionOptions &options) {
  std::unique_ptr<Session> session(new Session(options, path));
  if (llvm::Error error = session->load(path))
    return std::move(error);
  return std::move(session);
}

llvm::Expected<std::unique_ptr<Session>>
Session::openArchive(std::unique_ptr<llvm::MemoryBuffer> buffer,
                     const SessionOptions &options) {
  std::unique_ptr<Session> session(
      new Session(options, buffer->getBufferIdentifier()));
  bool isProgram =
      detectFileKind(buffer->getMemBufferRef()) == FileKind::ExportedProgram;
  if (llvm::Error error =
          isProgram ? session->loadProgram(
                          ExportedProgramFile::open(std::move(buffer)))
                    : session->loadArchive(
                          TorchScriptArchive::open(std::move(buffer))))
    return std::move(error);
  session->impl->areTensorsShared = true;
  if (llvm::Error error = session->finishLoading())
    return std::move(error);
  return std::move(session);
}

ModuleOp Session::getModule() {
  return impl->importer ? impl->importer->getModule() : *impl->module;
}

llvm::StringRef Session::getPath() const { return impl->path; }

bool Session::isMLIR() const { return impl->isMLIR; }

bool Session::isCompiled() const { return impl->library != nullptr; }

const DiagnosticSink &Session::getDiagnostics() const {
  return *impl->diagnostics;
}

/// An error without a place, about the input.
static llvm::Error makeInputError(llvm::Error error) {
  return makeFailure(Failure::Kind::BadInput, llvm::toString(std::move(error)));
}

llvm::Error Session::load(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer)
    return makeFailure(Failure::Kind::BadInput,
                       path + ": " + buffer.getError().message());
  FileKind kind = detectFileKind((*buffer)->getMemBufferRef());
  if (kind == FileKind::ELF && path == "-")
    return makeFailure(Failure::Kind::BadInput,
                       "a library is not read from standard input");
  if (kind == FileKind::ELF) {
    auto library = CompiledLibrary::open(path);
    if (!library)
      return makeInputError(library.takeError());
    impl->library = std::move(*library);
    return llvm::Error::success();
  }
  // An archive's reader refuses what is none, and says what it is.
  bool isSource = kind == FileKind::Text ||
                  (kind == FileKind::Empty && path.ends_with(".py"));
  impl->isMLIR =
      kind == FileKind::MLIRBytecode ||
      (kind == FileKind::Text &&
       (path.ends_with(".mlir") || looksLikeMLIR((*buffer)->getBuffer())));
  llvm::Error error =
      impl->isMLIR ? loadMLIR(std::move(*buffer))
      : isSource
          ? loadSource((*buffer)->getBufferIdentifier(), (*buffer)->getBuffer())
      : kind == FileKind::ExportedProgram
          ? loadProgram(path == "-"
                            ? ExportedProgramFile::open(std::move(*buffer))
                            : ExportedProgramFile::open(path))
      : path == "-" ? loadArchive(TorchScriptArchive::open(std::move(*buffer)))
                    // A file is mapped anew: programs write to its tensors.
                    : loadArchive(TorchScriptArchive::open(path));
  return error ? std::move(error) : finishLoading();
}

llvm::Error Session::finishLoading() {
  impl->types = std::make_unique<HostTypes>(getModule());
  impl->objects = std::make_unique<ObjectMaker>(getModule(), *impl->types);
  connectObjects();
  auto jit = JIT::create();
  if (!jit)
    return makeInputError(jit.takeError());
  impl->jit = std::move(*jit);
  return llvm::Error::success();
}

void Session::connectObjects() {
  if (impl->archive)
    impl->objects->setTensorMemory(
        [archive = impl->archive.get()](
            llvm::StringRef key) -> llvm::Expected<llvm::StringRef> {
          auto bytes = archive->getTensorMemory(key);
          if (!bytes)
            return bytes.takeError();
          return llvm::StringRef(bytes->data(), bytes->size());
        });
  if (impl->program)
    impl->objects->setTensorMemory(
        [this](llvm::StringRef key) { return getStorage(key); });
  impl->objects->setRestorer([this](llvm::StringRef symbol,
                                    const HostValue &object,
                                    const HostValue &state) -> llvm::Error {
    OwningOpRef<ModuleOp> module = ts::extractFunction(getModule(), symbol);
    HostFunction function;
    function.name = function.symbol = symbol.str();
    auto entry = build(*module, symbol, symbol);
    if (!entry)
      return entry.takeError();
    function.entry = *entry;
    HostValue arguments[] = {object.share(), state.share()};
    return callFunction(function, arguments).takeError();
  });
}

llvm::Error Session::loadSource(llvm::StringRef path, llvm::StringRef text) {
  auto file = std::make_shared<const SourceFile>(path.str(), text.str());
  impl->diagnostics->retain(file);
  impl->importer = std::make_unique<SourceImporter>(
      file, *impl->context, *impl->diagnostics, impl->options.importPath);
  if (impl->options.runsHostFunctions) {
    std::function<std::string(llvm::StringRef, llvm::StringRef)> name;
    impl->host = makeFileProgram(file, impl->options, name);
    impl->host->connect(*this);
    impl->importer->setHostFunctions(std::move(name));
  }
  if (std::string worker = impl->importer->getWorkerName(); !worker.empty())
    tsrt_rpc_init_alone(worker.data(), worker.size());
  if (impl->diagnostics->hasErrors())
    return llvm::make_error<Failure>(impl->diagnostics);
  return llvm::Error::success();
}

llvm::Error Session::loadArchive(
    llvm::Expected<std::unique_ptr<TorchScriptArchive>> archive) {
  if (!archive)
    return makeInputError(archive.takeError());
  impl->archive = std::move(*archive);
  impl->module =
      importArchive(*impl->archive, *impl->context, *impl->diagnostics);
  if (!impl->module)
    return llvm::make_error<Failure>(impl->diagnostics);
  return llvm::Error::success();
}

llvm::Error Session::loadProgram(
    llvm::Expected<std::unique_ptr<ExportedProgramFile>> program) {
  if (!program)
    return makeInputError(program.takeError());
  impl->program = std::move(*program);
  for (const std::string &warning : impl->program->getWarnings())
    impl->diagnostics->warning({}, impl->path + ": " + warning);
  auto module = importExportedProgram(*impl->program, *impl->context);
  if (!module)
    return makeInputError(module.takeError());
  impl->module = std::move(*module);
  return unliftPrograms();
}

llvm::Error Session::unliftPrograms() {
  std::string problems;
  ScopedDiagnosticHandler handler(
      impl->context.get(), [&](mlir::Diagnostic &diagnostic) {
        problems += (problems.empty() ? "" : "\n") + diagnostic.str();
        return success();
      });
  if (succeeded(ts::runPipeline(*impl->module, impl->options.unflattensPrograms
                                                   ? ts::buildUnflattenPrograms
                                                   : ts::buildUnliftPrograms)))
    return llvm::Error::success();
  return makeFailure(Failure::Kind::BadInput, impl->path + ": " + problems);
}

llvm::Error Session::loadMLIR(std::unique_ptr<llvm::MemoryBuffer> buffer) {
  if (llvm::Error error = checkNesting(buffer->getMemBufferRef()))
    return makeInputError(std::move(error));
  std::string problems;
  llvm::raw_string_ostream os(problems);
  auto sources = std::make_shared<llvm::SourceMgr>();
  SourceMgrDiagnosticHandler handler(*sources, impl->context.get(), os);
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  impl->module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(impl->context.get()));
  if (impl->module)
    return llvm::Error::success();
  return llvm::make_error<Failure>(Failure::Kind::BadInput,
                                   llvm::StringRef(problems).rtrim('\n'),
                                   /*isRendered=*/true);
}

llvm::Error Session::openState(llvm::StringRef path) {
  auto state = RecordedState::open(path);
  if (!state)
    return makeInputError(state.takeError());
  setState(std::move(*state));
  return llvm::Error::success();
}

void Session::acceptPython() {
  if (impl->importer)
    impl->importer->acceptPython();
}

void Session::setState(std::unique_ptr<InstanceState> state) {
  if (!impl->importer)
    return;
  impl->state = std::move(state);
  impl->importer->setInstances(impl->state.get());
  auto *program = dynamic_cast<HostProgram *>(impl->state.get());
  if (program && impl->options.runsHostFunctions)
    program->connect(*this);
  impl->objects->setTensorMemory(
      [state = impl->state.get()](
          llvm::StringRef key) -> llvm::Expected<llvm::StringRef> {
        llvm::StringRef bytes = state->getTensorMemory(key);
        if (bytes.data())
          return bytes;
        return llvm::createStringError("the state has no tensor '%s'",
                                       key.str().c_str());
      });
}

void Session::setInstances(
    const InstanceSource &source,
    std::function<const HostValue *(llvm::StringRef key)> find) {
  if (!impl->importer)
    return;
  impl->importer->setInstances(&source);
  impl->objects->setTensorFinder(std::move(find));
  impl->areTensorsShared = true;
}

void Session::expectPartCalls() {
  if (impl->arePartsCalled)
    return;
  impl->arePartsCalled = true;
  impl->specialized.clear();
}

llvm::Expected<const HostValue *>
Session::getObject(llvm::StringRef symbol) {
  return impl->objects->getObject(symbol);
}

const tsrt_type *Session::getResultType(llvm::StringRef symbol) {
  auto function = getModule().lookupSymbol<func::FuncOp>(symbol);
  return function && function.getNumResults()
             ? impl->types->get(function.getResultTypes()[0])
             : nullptr;
}

HostTypes &Session::getTypes() { return *impl->types; }

/// Keeps the value of an attribute in the IR, where it can be said there.
static bool keepAssigned(ts::ObjectOp object, llvm::StringRef attribute,
                         const tsrt_value &value) {
  Builder builder(object.getContext());
  Attribute kept;
  switch (value.type ? value.type->kind : TSRT_NONE) {
  case TSRT_BOOL:
    kept = builder.getBoolAttr(value.u.i != 0);
    break;
  case TSRT_INT:
    kept = builder.getI64IntegerAttr(value.u.i);
    break;
  case TSRT_FLOAT:
    kept = builder.getF64FloatAttr(value.u.f);
    break;
  case TSRT_STR: {
    auto *text = static_cast<tsrt_str *>(value.u.p);
    kept = builder.getStringAttr(
        llvm::StringRef(text->data, size_t(text->size)));
    break;
  }
  default:
    return false;
  }
  // Only where the attribute is of this type and no other.
  NamedAttrList fields(object.getFields());
  Attribute old = fields.get(attribute);
  auto typed = dyn_cast_if_present<TypedAttr>(kept);
  auto oldTyped = dyn_cast_if_present<TypedAttr>(old);
  if (!typed || !oldTyped || typed.getType() != oldTyped.getType())
    return false;
  fields.set(attribute, kept);
  object.setFieldsAttr(fields.getDictionary(object.getContext()));
  return true;
}

llvm::Error Session::assign(llvm::StringRef symbol, llvm::StringRef attribute,
                            const HostValue &value) {
  auto object = impl->objects->getObject(symbol);
  if (!object)
    return object.takeError();
  const tsrt_type *type = (*object)->get().type;
  for (uint32_t i = 0; i < type->num_elements; ++i) {
    if (attribute != type->element_names[i])
      continue;
    char *place =
        static_cast<char *>((*object)->get().u.p) + type->offsets[i];
    tsrt_native_release(type->elements[i], place);
    std::memset(place, 0, type->elements[i]->size);
    if (tsrt_error *error =
            tsrt_unbox_value(&value.get(), type->elements[i], place)) {
      std::string message = tsrt_error_message(error);
      tsrt_error_release(error);
      return llvm::createStringError("%s", message.c_str());
    }
    // What the program has assigned itself is not in the IR.
    bool assigns =
        getModule()
            ->walk([](ts::SetAttrOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    auto declaration = getModule().lookupSymbol<ts::ObjectOp>(symbol);
    if (assigns || !declaration ||
        !keepAssigned(declaration, attribute, value.get()))
      impl->arePartsCalled = true;
    impl->specialized.clear();
    return llvm::Error::success();
  }
  return llvm::createStringError("no attribute '%s'", attribute.str().c_str());
}

llvm::Expected<llvm::StringRef> Session::getStorage(llvm::StringRef name) {
  if (llvm::StringRef bytes =
          impl->state ? impl->state->getTensorMemory(name) : llvm::StringRef();
      bytes.data())
    return bytes;
  if (!impl->archive && !impl->program)
    return llvm::createStringError("tensor '%s' is in no archive",
                                   name.str().c_str());
  auto bytes = impl->archive ? impl->archive->getTensorMemory(name)
                             : impl->program->getTensorMemory(name);
  if (!bytes)
    return bytes.takeError();
  return llvm::StringRef(bytes->data(), bytes->size());
}
