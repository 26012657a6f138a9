//===- ExportedProgram.h - Programs of torch.export.save --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The contents of a `.pt2` file as plain data: the graph with its arguments,
// its signature, the trees of inputs and results, and the tensors. All
// versions that PyTorch 2.1 to 2.13 wrote are read. What is here is well
// formed (names are defined before they are used, every tensor of the
// signature exists and lies inside its record), but what it says of sizes is
// only a claim.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_ARCHIVE_EXPORTEDPROGRAM_H
#define TORCHSCRIPT_ARCHIVE_EXPORTEDPROGRAM_H

#include "TorchScript/Archive/Limits.h"
#include "TorchScript/Archive/TorchSave.h"
#include "TorchScript/Archive/Zip.h"
#include "TorchScript/Base/DType.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>

namespace torchscript {
namespace exported {

/// A size: a number, or an expression of symbols as the file spells it
/// (`2*s0 + 1`, or Python's `repr` of the expression's tree).
struct Extent {
  std::optional<int64_t> value;
  std::string expression;
  /// What it was for the example inputs.
  std::optional<int64_t> hint;
};

/// What a graph says of a tensor. Sizes and strides count elements.
struct TensorMeta {
  DType dtype = DType::Float32;
  std::vector<Extent> sizes, strides;
  Extent offset;
  bool requiresGrad = false;
  std::string device = "cpu";
};

struct Graph;

/// An argument or a result of a node.
struct Argument {
  enum class Kind {
    None,
    Tensor,       ///< a value of the graph: `text`
    Symbol,       ///< an int, float or bool of the graph (`integer`: 0, 1,
                  ///< 2): `text`
    Int,          ///< `integer`
    Float,        ///< `number`
    Complex,      ///< `number`, `imaginary`
    Bool,         ///< `integer`
    Str,          ///< `text`
    DType,        ///< `integer`, as PyTorch numbers it in TorchScript
    Layout,       ///< likewise
    MemoryFormat, ///< likewise
    Device,       ///< `text`
    Object,       ///< a value of a class of a library: `text`
    Graph,        ///< a graph of an operator of control flow: `graph`
    List,         ///< `elements`
  };
  Kind kind = Kind::None;
  std::string text;
  int64_t integer = 0;
  double number = 0, imaginary = 0;
  std::vector<Argument> elements;
  std::shared_ptr<Graph> graph;
};

/// One call of an operator.
struct Node {
  /// What the text of the program calls it; of several results, the whole.
  std::string name;
  /// `torch.ops.aten.add.Tensor`, `_operator.mul`, `torch.sym_max`, ...
  std::string target;
  /// By the names of the operator's schema; names are empty where an operator
  /// of control flow is called.
  std::vector<std::pair<std::string, Argument>> inputs;
  std::vector<Argument> outputs;
  /// File, line and text of the program's source, as Python reports them.
  std::string stackTrace;
  /// What else is said of it: `nn_module_stack`, ...
  std::map<std::string, std::string> metadata;
};

/// A number that a node gives.
struct SymbolicNumber {
  enum class Kind { Int, Float, Bool };
  Kind kind = Kind::Int;
  /// Of an int or bool; of floats only the expression.
  Extent extent;
};

struct Graph {
  std::vector<Argument> inputs, outputs;
  std::vector<Node> nodes;
  std::map<std::string, TensorMeta> tensors;
  std::map<std::string, SymbolicNumber> numbers;
  /// The result is one tensor, not a tuple of one.
  bool isSingleResult = false;
};

struct InputSpec {
  enum class Kind {
    UserInput,
    Parameter,
    Buffer,
    Constant, ///< a tensor
    Object,   ///< of a class of a library
    Token,
  };
  Kind kind = Kind::UserInput;
  /// What the graph calls it.
  std::string name;
  /// The value in the graph, or the literal that the input has to be.
  Argument argument;
  /// The path of the attribute; empty for inputs of users and tokens.
  std::string target;
  /// Of buffers: whether the state dict has it.
  bool isPersistent = true;
};

struct OutputSpec {
  enum class Kind {
    UserOutput,
    Loss,
    BufferMutation,    ///< new value of the buffer `target`
    ParameterMutation, ///< new value of the parameter `target`
    InputMutation,     ///< new value of the input that the graph calls `target`
    GradientToParameter,
    GradientToInput,
    Token,
  };
  Kind kind = Kind::UserOutput;
  Argument argument;
  std::string target;
};

/// How inputs or results are nested.
struct Tree {
  enum class Kind { Leaf, None, Tuple, List, Dict, NamedTuple, Other };
  Kind kind = Kind::Leaf;
  /// What Python calls it, of other kinds than leaves.
  std::string type;
  /// What else its type is made of, as JSON: the keys of a dict.
  std::string context;
  /// Keys of a dict.
  std::vector<std::string> keys;
  std::vector<Tree> children;

  size_t countLeaves() const;
};

/// Bounds of a symbol; none: unbounded.
struct Range {
  std::optional<int64_t> min, max;
};

struct Program {
  Graph graph;
  std::vector<InputSpec> inputs;
  std::vector<OutputSpec> outputs;
  /// The pair of positional arguments and arguments by name.
  Tree inputTree;
  Tree outputTree;
  /// Names of the parameters of `forward`; empty when the file does not say.
  std::vector<std::string> parameterNames;
  /// By symbol or expression.
  std::map<std::string, Range> ranges;
  /// Paths of the modules that are called, behind the program itself.
  std::vector<std::string> calledModules;
  /// The fields of the named tuples in the trees, by the tuple's context.
  std::map<std::string, std::vector<std::string>> namedTuples;
  /// `TRAINING` or `ATEN`.
  std::string dialect;
  std::string torchVersion;
  int64_t majorVersion = 0, minorVersion = 0;
};

/// `f32[2, s0]`
std::string spellType(const TensorMeta &meta);
/// The text of `print(program)`, as PyTorch 2.5 to 2.7 writes it.
std::string printProgram(const Program &program);
/// The text of `program.graph_module.code`: no types, no places.
std::string printCode(const Program &program);

/// A tensor of the file. Offset and strides count elements.
struct Payload {
  DType dtype = DType::Float32;
  std::vector<int64_t> sizes, strides;
  int64_t offset = 0;
  bool requiresGrad = false;
  /// Not of the state dict: a constant or a buffer that is not persistent.
  bool isConstant = false;
  /// Names the memory for `ExportedProgramFile::getTensorMemory`; tensors of
  /// the same name share it.
  std::string storage;
};

/// Reads the JSON text of a program. `record` is for errors.
llvm::Expected<Program> readProgram(llvm::StringRef text,
                                    const ArchivePlace &place);

} // namespace exported

/// An open `.pt2` file.
class ExportedProgramFile {
public:
  static llvm::Expected<std::unique_ptr<ExportedProgramFile>>
  open(llvm::StringRef path, const ArchiveOptions &options = {});
  /// The buffer's identifier names it.
  static llvm::Expected<std::unique_ptr<ExportedProgramFile>>
  open(std::unique_ptr<llvm::MemoryBuffer> buffer,
       const ArchiveOptions &options = {});

  llvm::StringRef getPath() const { return buffer->getBufferIdentifier(); }
  const exported::Program &getProgram() const { return program; }
  /// Parameters, buffers and constants by path.
  const std::map<std::string, exported::Payload> &getTensors() const {
    return tensors;
  }
  /// The memory of a storage for tensors to live in: 16-byte aligned, the same
  /// at each call. It may be written; the file stays as it is.
  llvm::Expected<llvm::MutableArrayRef<char>>
  getTensorMemory(llvm::StringRef storage);
  /// What was tolerated.
  llvm::ArrayRef<std::string> getWarnings() const { return warnings; }

private:
  ExportedProgramFile(std::unique_ptr<llvm::MemoryBuffer> buffer,
                      const ArchiveOptions &options)
      : buffer(std::move(buffer)), limits(options.limits),
        checkCrc(options.checkCrc) {}

  llvm::Error load();
  /// Full name of the record with the program; finds `root` and `model`.
  llvm::Expected<std::string> findProgram();
  llvm::Error readLegacyTensors();
  llvm::Error readTensors(llvm::StringRef directory);
  llvm::Error readPayloads(llvm::StringRef directory, llvm::StringRef config);
  llvm::Error readSavedTensors(llvm::StringRef record);
  llvm::Error addSaved(TorchSaveFile &file, const ArchiveTensor &tensor,
                       llvm::StringRef name, llvm::StringRef record);
  llvm::Error checkSignature();
  llvm::Expected<llvm::StringRef> readRecord(llvm::StringRef name);
  llvm::Error failure(llvm::StringRef record, const llvm::Twine &message) const;

  std::unique_ptr<llvm::MemoryBuffer> buffer;
  ArchiveLimits limits;
  bool checkCrc;
  std::unique_ptr<ZipReader> zip;
  /// The directory of all records with its slash; empty in old files.
  std::string root;
  /// The name of the program among those of the file.
  std::string model;
  exported::Program program;
  std::map<std::string, exported::Payload> tensors;
  /// Records that hold files of torch.save, and the slices they are.
  llvm::StringMap<std::unique_ptr<TorchSaveFile>> saved;
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> views;
  llvm::StringMap<std::unique_ptr<std::max_align_t[]>> alignedCopies;
  std::vector<std::string> warnings;
};

/// Gives the bytes of `Payload::storage`.
using StorageReader =
    llvm::function_ref<llvm::Expected<llvm::StringRef>(llvm::StringRef)>;

/// Writes a program and its tensors, by path, as PyTorch 2.9 and later do. The
/// same program gives the same bytes. There is no file on failure.
llvm::Error
writeExportedProgram(const exported::Program &program,
                     const std::map<std::string, exported::Payload> &tensors,
                     StorageReader read, llvm::StringRef path);
/// The bytes of such a file; `name` is what its records stand below.
llvm::Expected<std::string>
packExportedProgram(const exported::Program &program,
                    const std::map<std::string, exported::Payload> &tensors,
                    StorageReader read, llvm::StringRef name);

} // namespace torchscript

#endif // TORCHSCRIPT_ARCHIVE_EXPORTEDPROGRAM_H
