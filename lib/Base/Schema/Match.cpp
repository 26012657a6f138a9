//===- Match.cpp - Overload resolution ------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Binds the arguments of a call to the formals of one of several schemas.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Schema/Match.h"
#include "TorchScript/Base/Schema/Schema.h"
#include "TypeVariables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace torchscript;

namespace {
/// The arguments of a call.
struct Call {
  llvm::ArrayRef<CallArgument> positional;
  llvm::ArrayRef<CallArgument> keywords;
  const CallArgument *self;
};

/// Matches one call against one schema.
class SchemaMatcher {
public:
  SchemaMatcher(TypeContext &context, const FunctionSchema &schema,
                const Call &call, bool allowConversions)
      : context(context), schema(schema), call(call), bindings(context),
        allowConversions(allowConversions),
        usedKeywords(call.keywords.size(), false) {}

  /// Whether the call fits; the result is in `match`, else in `failure`.
  bool run();

  SchemaMatch match;
  MatchFailure failure;

private:
  /// A formal as matching sees it: the elements of a gathered list are matched
  /// against a formal without a name of its own.
  struct Formal {
    llvm::StringRef name;
    const Type *type;
    bool isBroadcasting;
    bool isInferred;
    int64_t size;
  };

  bool fail(const llvm::Twine &reason, ArgumentSource about = {}) {
    failure.reason = (reason + "\n").str();
    failure.argument = about;
    return false;
  }

  bool bindFormal(size_t index);
  bool bindValue(const Formal &formal, const CallArgument &value,
                 ArgumentSource source, BoundArgument &bound);
  bool gather(const ListType *list);
  bool shouldGather(size_t index) const;
  bool failMismatch(const Formal &formal, const Type *expected,
                    const Type *converted, const CallArgument &value,
                    ArgumentSource source);
  int findKeyword(llvm::StringRef formal) const;
  bool checkLeftovers();
  void setResults();

  TypeContext &context;
  const FunctionSchema &schema;
  const Call &call;
  TypeBindings bindings;
  bool allowConversions;
  bool usedSelf = false;
  size_t usedPositional = 0;
  llvm::SmallVector<bool> usedKeywords;
};
} // namespace

/// The spelling of the type of an argument in a message.
static std::string spellActual(const Type *type, const CallArgument &value) {
  if (value.isInferredTensor && type->isTensor())
    return "Tensor (inferred)";
  return type->spelling();
}

bool SchemaMatcher::failMismatch(const Formal &formal, const Type *expected,
                                 const Type *converted,
                                 const CallArgument &value,
                                 ArgumentSource source) {
  std::string why;
  isSubtypeOf(converted, expected, &why);
  std::string text = "Expected a value of type '";
  text += formal.isInferred ? "Tensor (inferred)" : formal.type->spelling();
  text += ("' for argument '" + formal.name + "' but instead found type '" +
           spellActual(converted, value) + "'.\n")
              .str();
  if (formal.isInferred)
    text += ("Inferred '" + formal.name +
             "' to be of type 'Tensor' because it was not annotated with an "
             "explicit type.\n")
                .str();
  if (value.isInferredTensor && converted->isTensor())
    text += ("Inferred the value for argument '" + formal.name +
             "' to be of type 'Tensor' because it was not annotated with an "
             "explicit type.\n")
                .str();
  if (auto *list = llvm::dyn_cast<ListType>(converted))
    if (list->getElement()->isTensor())
      text += "Empty lists default to List[Tensor]. Add a variable annotation "
              "to the assignment to create an empty list of another type "
              "(torch.jit.annotate(List[T, []]) where T is the type of "
              "elements in the list for Python 2)\n";
  failure.reason = text + why;
  failure.argument = source;
  return false;
}

bool SchemaMatcher::bindValue(const Formal &formal, const CallArgument &value,
                              ArgumentSource source, BoundArgument &bound) {
  const Type *type = value.type;
  // One number where a list of fixed size is expected (TS-CALL-013).
  auto *list = llvm::dyn_cast<ListType>(unwrapOptional(formal.type));
  bool broadcast = formal.isBroadcasting && list &&
                   (type->isInt() || type->isFloat()) &&
                   list->getElement() == type;
  if (broadcast)
    type = list;

  bindings.isInferredTensor = value.isInferredTensor;
  std::string reason = bindings.match(formal.type, type);
  if (!reason.empty())
    return fail("Could not match type " + spellActual(type, value) + " to " +
                    formal.type->spelling() + " in argument '" + formal.name +
                    "': " + reason + ".",
                source);
  const Type *expected = bindings.replace(formal.type);
  if (!expected) {
    fail("Type variables in type " + formal.type->spelling() +
             " could not be inferred from actual type " +
             spellActual(type, value),
         source);
    failure.reason.pop_back(); // this one has no newline
    return false;
  }

  Conversion conversion;
  if (broadcast) {
    conversion.kind = ConversionKind::Broadcast;
    conversion.result = list;
    conversion.count = formal.size;
  } else {
    conversion = convertTo(context, type, expected, allowConversions,
                           value.isEmptyListLiteral);
  }
  if (!isSubtypeOf(conversion.result, expected))
    return failMismatch(formal, expected, conversion.result, value, source);

  bound.type = expected;
  bound.sources.push_back(source);
  bound.conversions.push_back(std::move(conversion));
  return true;
}

/// Whether the remaining positional arguments become a list (TS-CALL-009).
bool SchemaMatcher::shouldGather(size_t index) const {
  const Argument &formal = schema.arguments[index];
  auto *list = llvm::dyn_cast<ListType>(formal.type);
  bool isLast = index + 1 == schema.arguments.size() ||
                schema.arguments[index + 1].kwOnly;
  if (!allowConversions || !isLast || !list || formal.listSize ||
      llvm::isa<VariableType>(list->getElement()))
    return false;
  const Type *actual = call.positional[usedPositional].type;
  if (llvm::isa<ListType>(actual))
    return false;
  auto *tuple = llvm::dyn_cast<TupleType>(actual);
  return !tuple || convertTo(context, tuple, list, true).kind !=
                       ConversionKind::TupleToList;
}

bool SchemaMatcher::gather(const ListType *list) {
  BoundArgument bound;
  bound.isGathered = true;
  Formal element{"<varargs>", list->getElement(), false, false, 0};
  for (; usedPositional < call.positional.size(); ++usedPositional) {
    ArgumentSource source{ArgumentSource::Positional, unsigned(usedPositional)};
    if (!bindValue(element, call.positional[usedPositional], source, bound))
      return false;
  }
  bound.type = list;
  match.arguments.push_back(std::move(bound));
  return true;
}

/// The keyword argument for a formal, or -1. Operators accept `input` for
/// `self`, the name Python functions give it.
int SchemaMatcher::findKeyword(llvm::StringRef formal) const {
  bool isSelf =
      formal == "self" && llvm::StringRef(schema.name).starts_with("aten::");
  for (size_t i = 0; i < call.keywords.size(); ++i)
    if (call.keywords[i].keyword == formal ||
        (isSelf && call.keywords[i].keyword == "input"))
      return int(i);
  return -1;
}

bool SchemaMatcher::bindFormal(size_t index) {
  const Argument &argument = schema.arguments[index];
  Formal formal{argument.name, argument.type, argument.listSize.has_value(),
                argument.isInferred, argument.listSize.value_or(0)};
  const CallArgument *value = nullptr;
  ArgumentSource source;
  if (argument.name == "self" && call.self && !usedSelf) {
    usedSelf = true;
    value = call.self;
    source = {ArgumentSource::Self, 0};
  } else if (!argument.kwOnly && usedPositional < call.positional.size()) {
    if (shouldGather(index))
      return gather(llvm::cast<ListType>(argument.type));
    value = &call.positional[usedPositional];
    source = {ArgumentSource::Positional, unsigned(usedPositional++)};
  } else if (int keyword = findKeyword(argument.name); keyword >= 0) {
    value = &call.keywords[keyword];
    source = {ArgumentSource::Keyword, unsigned(keyword)};
    if (usedKeywords[keyword])
      return fail("Argument " + value->keyword + " specified twice.", source);
    usedKeywords[keyword] = true;
  } else if (!argument.hasDefault()) {
    return fail("Argument " + argument.name + " not provided.");
  }

  BoundArgument bound;
  if (value) {
    if (!bindValue(formal, *value, source, bound))
      return false;
  } else {
    bound.type = bindings.replace(argument.type);
    if (!bound.type)
      bound.type = argument.type;
    bound.sources.push_back(source);
    Conversion conversion;
    conversion.result = bound.type;
    bound.conversions.push_back(std::move(conversion));
  }
  match.arguments.push_back(std::move(bound));
  return true;
}

/// Every argument of the call must have found a formal.
bool SchemaMatcher::checkLeftovers() {
  if (call.self && !usedSelf)
    return fail("Provided self argument not used in schema.",
                {ArgumentSource::Self, 0});
  if (schema.isVararg)
    for (; usedPositional < call.positional.size(); ++usedPositional)
      match.varargs.push_back(unsigned(usedPositional));
  if (usedPositional < call.positional.size())
    return fail("Expected at most " + llvm::Twine(usedPositional) +
                    " arguments but found " +
                    llvm::Twine(call.positional.size()) +
                    " positional arguments.",
                {ArgumentSource::Positional, unsigned(usedPositional)});
  for (size_t i = 0; i < usedKeywords.size(); ++i) {
    if (usedKeywords[i])
      continue;
    const std::string &name = call.keywords[i].keyword;
    bool known = schema.getArgumentIndex(name) >= 0;
    return fail("Keyword argument " + name +
                    (known ? " specified twice." : " unknown."),
                {ArgumentSource::Keyword, unsigned(i)});
  }
  return true;
}

void SchemaMatcher::setResults() {
  std::vector<std::string> names;
  for (const Argument &result : schema.returns) {
    const Type *type = bindings.replace(result.type);
    match.resultTypes.push_back(type ? type : result.type);
    if (!result.name.empty())
      names.push_back(result.name);
  }
  if (match.resultTypes.empty())
    match.resultType = TypeContext::getNone();
  else if (match.resultTypes.size() == 1)
    match.resultType = match.resultTypes[0];
  else if (names.size() == match.resultTypes.size())
    match.resultType = context.getNamedTuple("", names, match.resultTypes);
  else
    match.resultType = context.getTuple(match.resultTypes);
}

bool SchemaMatcher::run() {
  for (size_t i = 0; i < schema.arguments.size(); ++i)
    if (!bindFormal(i))
      return false;
  if (!checkLeftovers())
    return false;
  setResults();
  match.schema = &schema;
  return true;
}

/// Overloads that TorchScript never chooses because another one with the same
/// static types is meant: a dtype is an int, so `x.view(1)` would be ambiguous.
static bool isNeverChosen(const FunctionSchema &schema) {
  return (schema.name == "aten::view" && schema.overload == "dtype") ||
         (schema.name == "aten::max" && schema.overload == "unary_out") ||
         (schema.name == "aten::min" && schema.overload == "unary_out");
}

/// Every line of `text` with two blanks before it.
static std::string indent(llvm::StringRef text) {
  std::string result;
  bool atStart = true;
  for (char c : text) {
    if (atStart)
      result += "  ";
    result += c;
    atStart = c == '\n';
  }
  return result;
}

/// The failure text for one candidate or several.
static std::string
composeMessage(llvm::ArrayRef<const FunctionSchema *> candidates,
               llvm::ArrayRef<MatchFailure> failures) {
  std::string text;
  for (const MatchFailure &failure : failures)
    text += "\n" + candidates[failure.candidate]->spelling() + ":\n" +
            failure.reason;
  if (candidates.size() == 1)
    return text.empty() ? text : text.substr(1);
  return "Arguments for call are not valid.\nThe following variants are "
         "available:\n" +
         indent(text) + "\nThe original call is";
}

MatchResult torchscript::matchSchemas(
    TypeContext &context, llvm::ArrayRef<const FunctionSchema *> candidates,
    llvm::ArrayRef<CallArgument> positional,
    llvm::ArrayRef<CallArgument> keywords, const CallArgument *self) {
  MatchResult result;
  Call call{positional, keywords, self};
  // With a single candidate the first pass would say nothing new.
  for (bool allowConversions : {false, true}) {
    if (!allowConversions && candidates.size() == 1)
      continue;
    result.failures.clear();
    for (size_t i = 0; i < candidates.size(); ++i) {
      if (candidates.size() > 1 && isNeverChosen(*candidates[i]))
        continue;
      SchemaMatcher matcher(context, *candidates[i], call, allowConversions);
      if (matcher.run()) {
        result.failures.clear();
        result.match = std::move(matcher.match);
        result.match->candidate = i;
        return result;
      }
      matcher.failure.candidate = i;
      result.failures.push_back(std::move(matcher.failure));
    }
  }
  result.message = composeMessage(candidates, result.failures);
  return result;
}

MatchResult torchscript::matchOperator(TypeContext &context,
                                       llvm::StringRef name,
                                       llvm::ArrayRef<CallArgument> positional,
                                       llvm::ArrayRef<CallArgument> keywords,
                                       const CallArgument *self) {
  SchemaRegistry &registry = SchemaRegistry::get();
  llvm::ArrayRef<const FunctionSchema *> candidates = registry.overloads(name);
  if (!candidates.empty())
    return matchSchemas(context, candidates, positional, keywords, self);

  MatchResult result;
  result.message = ("Unknown builtin op: " + name + ".\n").str();
  std::vector<std::string> similar = registry.suggest(name);
  if (similar.empty()) {
    result.message += ("Could not find any similar ops to " + name +
                       ". This op may not exist or may not be currently "
                       "supported in TorchScript.\n")
                          .str();
    return result;
  }
  result.message += "Here are some suggestions: \n";
  for (const std::string &candidate : similar)
    result.message += "\t" + candidate + "\n";
  result.message += "\nThe original call is";
  return result;
}

bool torchscript::isMethodOf(TypeContext &context, llvm::StringRef name,
                             const Type *self) {
  return llvm::any_of(SchemaRegistry::get().overloads(name),
                      [&](const FunctionSchema *schema) {
                        int index = schema->getArgumentIndex("self");
                        if (index < 0)
                          return false;
                        const Type *formal = schema->arguments[index].type;
                        TypeBindings bindings(context);
                        if (!bindings.match(formal, self).empty())
                          return false;
                        const Type *expected = bindings.replace(formal);
                        return expected && isSubtypeOf(self, expected);
                      });
}
