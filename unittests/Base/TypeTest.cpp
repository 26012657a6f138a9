//===- TypeTest.cpp - Tests of types and their context --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of uniquing, canonical forms, spelling and class types.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Types/Type.h"
#include "TorchScript/Base/Types/FunctionSchema.h"
#include "gtest/gtest.h"

using namespace torchscript;
using TC = TypeContext;

TEST(Type, StructuralTypesAreSharedBetweenContexts) {
  TypeContext a, b;
  EXPECT_EQ(a.getList(TC::getInt()), b.getList(TC::getInt()));
  EXPECT_EQ(a.getOptional(a.getTuple({TC::getInt(), TC::getString()})),
            b.getOptional(b.getTuple({TC::getInt(), TC::getString()})));
  EXPECT_NE(a.getList(TC::getInt()), a.getList(TC::getBool()));
  EXPECT_NE(static_cast<const Type *>(a.getTuple({})),
            static_cast<const Type *>(a.getTuple({TC::getNone()})));
}

TEST(Type, NominalTypesBelongToOneContext) {
  TypeContext a, b;
  ClassType *inA = a.getOrCreateClass("__torch__.C", false);
  ClassType *inB = b.getOrCreateClass("__torch__.C", false);
  EXPECT_NE(inA, inB);
  EXPECT_EQ(inA, a.getOrCreateClass("__torch__.C", false));
  EXPECT_NE(a.getList(inA), b.getList(inB));
  EXPECT_TRUE(a.getList(inA)->containsNominal());
  EXPECT_EQ(a.lookupNominal("__torch__.C"), inA);
  EXPECT_EQ(a.lookupNominal("__torch__.D"), nullptr);
  EXPECT_EQ(inA->getShortName(), "C");
}

TEST(Type, OptionalIsCanonical) {
  TypeContext c;
  const Type *optional = c.getOptional(TC::getInt());
  EXPECT_EQ(c.getOptional(optional), optional);
  EXPECT_EQ(c.getUnion({TC::getNone(), TC::getInt()}), optional);
  // Optional of a Union is a type of its own; both hold the same values.
  const Type *ofUnion =
      c.getOptional(c.getUnion({TC::getInt(), TC::getString()}));
  const Type *withNone =
      c.getUnion({TC::getString(), TC::getNone(), TC::getInt()});
  EXPECT_EQ(ofUnion->schemaSpelling(), "Union(int, str)?");
  EXPECT_EQ(c.getOptional(withNone), ofUnion);
  EXPECT_TRUE(isSubtypeOf(ofUnion, withNone));
  EXPECT_TRUE(isSubtypeOf(withNone, ofUnion));
  EXPECT_FALSE(isSubtypeOf(c.getList(ofUnion), c.getList(withNone)));
  EXPECT_EQ(c.getOptional(TC::getAny())->spelling(), "Optional[Any]");
  EXPECT_EQ(c.getOptional(TC::getNone()), TC::getNone());
}

TEST(Type, UnionIsCanonical) {
  TypeContext c;
  const Type *list = c.getList(TC::getInt());
  EXPECT_EQ(
      c.getUnion({TC::getInt(), TC::getString(), TC::getFloat()})->spelling(),
      "Union[float, int, str]");
  EXPECT_EQ(
      c.getUnion({list, TC::getTensor(), TC::getBool()})->schemaSpelling(),
      "Union(Tensor, int[], bool)");
  EXPECT_EQ(c.getUnion({TC::getInt(), TC::getInt()}), TC::getInt());
  EXPECT_EQ(c.getUnion({TC::getAny(), TC::getInt()}), TC::getAny());
  EXPECT_EQ(c.getUnion({TC::getInt(), TC::getComplex(), TC::getFloat()}),
            TC::getNumber());
  EXPECT_EQ(c.getUnion({TC::getNumber(), TC::getNone()}),
            c.getOptional(TC::getNumber()));
  EXPECT_EQ(c.getUnion({TC::getNumber(), TC::getString()})->spelling(),
            "Union[str, number]");
  // A member that another one covers disappears.
  EXPECT_EQ(c.getUnion({c.getTuple({TC::getInt()}),
                        c.getTuple({c.getOptional(TC::getInt())})}),
            c.getTuple({c.getOptional(TC::getInt())}));
}

TEST(Type, NamedTuplesKeepNamesAndFields) {
  TypeContext c;
  auto *point = c.getNamedTuple("__torch__.P", {"x", "y"},
                                {TC::getInt(), TC::getFloat()});
  EXPECT_EQ(point->spelling(), "__torch__.P");
  EXPECT_EQ(point->getFieldIndex("y"), 1);
  EXPECT_EQ(point->getFieldIndex("z"), -1);
  EXPECT_NE(
      static_cast<const Type *>(point),
      static_cast<const Type *>(c.getTuple({TC::getInt(), TC::getFloat()})));
  EXPECT_TRUE(isSubtypeOf(point, c.getTuple({TC::getInt(), TC::getFloat()})));
  EXPECT_FALSE(isSubtypeOf(c.getTuple({TC::getInt(), TC::getFloat()}), point));
  EXPECT_EQ(c.getNamedTuple("", {"values", "indices"},
                            {TC::getTensor(), TC::getTensor()})
                ->spelling(),
            "Tuple[Tensor, Tensor]");
}

TEST(Type, EnumsShowTheirKind) {
  TypeContext c;
  const EnumType *color = c.getOrCreateEnum(
      "__torch__.Color", TC::getInt(),
      {{"RED", Constant::integer(1)}, {"BLUE", Constant::integer(2)}});
  EXPECT_EQ(color->spelling(), "Enum<__torch__.Color>");
  EXPECT_EQ(c.getList(color)->spelling(), "List[__torch__.Color]");
  EXPECT_EQ(color->annotationSpelling(), "__torch__.Color");
  EXPECT_EQ(color->getMemberIndex("BLUE"), 1);
  EXPECT_EQ(Constant::enumMember(color, 1).spelling(), "__torch__.Color.BLUE");
  EXPECT_TRUE(isSubtypeOf(color, TC::getLeaf(TypeKind::AnyEnum)));
}

TEST(Type, WithoutNone) {
  TypeContext c;
  EXPECT_EQ(withoutNone(c, c.getOptional(TC::getInt())), TC::getInt());
  EXPECT_EQ(withoutNone(
                c, c.getUnion({TC::getInt(), TC::getString(), TC::getNone()})),
            c.getUnion({TC::getInt(), TC::getString()}));
  EXPECT_EQ(withoutNone(c, TC::getNone()), nullptr);
  EXPECT_TRUE(canBeNone(c.getOptional(TC::getInt())));
  EXPECT_FALSE(canBeNone(TC::getAny()));
}

TEST(Type, SubstituteRebuildsCanonically) {
  TypeContext c;
  const Type *variable = c.getVariable("t");
  const Type *formal = c.getDict(TC::getString(), c.getOptional(variable));
  EXPECT_TRUE(formal->containsTypeVariable());
  const Type *made = c.substitute(formal, [&](const Type *leaf) {
    return leaf == variable ? c.getOptional(TC::getInt()) : leaf;
  });
  EXPECT_EQ(made->spelling(), "Dict[str, Optional[int]]");
  EXPECT_EQ(c.substitute(formal, [](const Type *) { return nullptr; }),
            nullptr);
}

TEST(Type, ClassMembers) {
  TypeContext c;
  ClassType *type = c.getOrCreateClass("__torch__.M", true);
  type->addAttribute({"w", TC::getTensor(), AttributeKind::Parameter, {}});
  type->addAttribute({"n", TC::getInt(), AttributeKind::Regular, {}});
  type->addAttribute({"n", TC::getFloat(), AttributeKind::Regular, {}});
  ASSERT_EQ(type->getAttributes().size(), 2u);
  EXPECT_EQ(type->findAttribute("n")->type, TC::getFloat());
  EXPECT_EQ(type->getAttributeIndex("w"), 0);
  EXPECT_EQ(type->findAttribute("m"), nullptr);
  EXPECT_EQ(type->findMethod("forward"), nullptr);
}

namespace {
/// `name(self, x: argument) -> result`.
FunctionSchema makeMethod(std::string name, const Type *self,
                          const Type *argument, const Type *result) {
  FunctionSchema schema;
  schema.name = std::move(name);
  schema.arguments.resize(2);
  schema.arguments[0].name = "self";
  schema.arguments[0].type = self;
  schema.arguments[1].name = "x";
  schema.arguments[1].type = argument;
  schema.returns.resize(1);
  schema.returns[0].type = result;
  return schema;
}
} // namespace

TEST(Type, ClassesImplementInterfaces) {
  TypeContext c;
  InterfaceType *interface = c.getOrCreateInterface("__torch__.I", false);
  ClassType *type = c.getOrCreateClass("__torch__.C", false);
  FunctionSchema wanted =
      makeMethod("one", interface, TC::getInt(), c.getOptional(TC::getInt()));
  interface->addMethod({"one", &wanted, false});

  std::string why;
  EXPECT_FALSE(isSubtypeOf(type, interface, &why));
  EXPECT_EQ(why, "Class '__torch__.C' does not have method 'one' but "
                 "'__torch__.I' does.\n");

  // Parameters may be wider, results narrower.
  FunctionSchema good = makeMethod("one", type, TC::getAny(), TC::getInt());
  type->addMethod({"one", &good, false});
  EXPECT_TRUE(isSubtypeOf(type, interface));
  EXPECT_TRUE(isSubtypeOf(type, c.getOptional(interface)));

  FunctionSchema bad = makeMethod("one", type, TC::getBool(), TC::getInt());
  type->addMethod({"one", &bad, false});
  why.clear();
  EXPECT_FALSE(isSubtypeOf(type, interface, &why));
  EXPECT_NE(why.find("Method on class '__torch__.C' (1) is not compatible with "
                     "interface '__torch__.I' (2)"),
            std::string::npos);
}

TEST(Type, ModuleInterfacesNeedModules) {
  TypeContext c;
  InterfaceType *interface = c.getOrCreateInterface("__torch__.I", true);
  EXPECT_EQ(interface->spelling(), "__torch__.I");
  EXPECT_EQ(interface->schemaSpelling(), "InterfaceType<I>");
  EXPECT_FALSE(
      isSubtypeOf(c.getOrCreateClass("__torch__.C", false), interface));
  EXPECT_TRUE(isSubtypeOf(c.getOrCreateClass("__torch__.M", true), interface));
}
