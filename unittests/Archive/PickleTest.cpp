//===- PickleTest.cpp - Pickle reader -------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests opcodes, memo, containers, refused names and limits.
//
//===----------------------------------------------------------------------===//

#include "TestHelpers.h"

#include "TorchScript/Archive/Pickle.h"

using namespace torchscript;
using namespace torchscript::test;
using llvm::cast;
using llvm::StringRef;

namespace {
/// Reads pickles whose PROTO is added here.
class PickleTest : public testing::Test {
protected:
  PickleTest() {
    context.file = "f.pt";
    context.record = "data.pkl";
    context.storagePrefix = "data/";
  }

  /// The value of a pickle without its PROTO and STOP.
  const ArchiveValue *read(std::string body) {
    texts.push_back(std::make_unique<std::string>("\x80\x02" + body + "."));
    auto value = readPickle(*texts.back(), context, graph);
    if (!value) {
      ADD_FAILURE() << llvm::toString(value.takeError());
      return graph.create<ArchiveNone>(0);
    }
    return *value;
  }
  /// The same as a `T`; ends the test program when it is another kind.
  template <typename T>
  const T &readAs(std::string body) {
    const ArchiveValue *value = read(std::move(body));
    if (!llvm::isa<T>(value))
      llvm::report_fatal_error("a value of another kind was read");
    return *cast<T>(value);
  }
  /// The error of a pickle without its PROTO and STOP.
  std::string fail(std::string body) {
    return failWhole("\x80\x02" + body + ".");
  }
  std::string failWhole(std::string text) {
    texts.push_back(std::make_unique<std::string>(std::move(text)));
    return errorOf(readPickle(*texts.back(), context, graph));
  }

  PickleContext context;
  ArchiveGraph graph;
  std::vector<std::unique_ptr<std::string>> texts;
};
} // namespace

TEST_F(PickleTest, Scalars) {
  EXPECT_TRUE(llvm::isa<ArchiveNone>(read("N")));
  EXPECT_TRUE(readAs<ArchiveBool>("\x88").value);
  EXPECT_FALSE(readAs<ArchiveBool>("\x89").value);
  EXPECT_EQ(readAs<ArchiveInt>("K\xff").value, 255);
  EXPECT_EQ(readAs<ArchiveInt>("M\xff\xff").value, 65535);
  EXPECT_EQ(readAs<ArchiveInt>("J\xf9\xff\xff\xff").value, -7);
  EXPECT_EQ(readAs<ArchiveInt>(bytes("\x8a\x08\0\0\0\0\0\x01\0\0")).value,
            int64_t(1) << 40);
  EXPECT_EQ(readAs<ArchiveFloat>(bytes("G\xbf\xe0\0\0\0\0\0\0")).value, -0.5);
  EXPECT_EQ(readAs<ArchiveString>(bytes("X\x03\0\0\0a\0b")).value,
            StringRef("a\0b", 3));
  EXPECT_EQ(readAs<ArchiveString>(bytes("\x8d\x01\0\0\0\0\0\0\0q")).value, "q");
}

TEST_F(PickleTest, ScalarsThroughNames) {
  const auto &number = readAs<ArchiveComplex>("cbuiltins\ncomplex\n" +
                                              bytes("G\x3f\xf0\0\0\0\0\0\0") +
                                              "K\x02" + "\x86R");
  EXPECT_EQ(number.real, 1.0);
  EXPECT_EQ(number.imaginary, 2.0);
  const auto &device =
      readAs<ArchiveDevice>("ctorch\ndevice\n" + bytes("X\x03\0\0\0cpu\x85R"));
  EXPECT_EQ(device.name, "cpu");
  const auto &member = readAs<ArchiveEnum>("c__torch__.m\nColor\nK\x02R");
  EXPECT_EQ(member.className, "__torch__.m.Color");
  EXPECT_EQ(cast<ArchiveInt>(member.value)->value, 2);
}

TEST_F(PickleTest, Containers) {
  EXPECT_EQ(readAs<ArchiveTuple>(")").elements.size(), 0u);
  EXPECT_EQ(readAs<ArchiveTuple>("K\1K\2K\3\x87").elements.size(), 3u);
  EXPECT_EQ(readAs<ArchiveTuple>("(K\1K\2K\3K\4t").elements.size(), 4u);
  EXPECT_EQ(readAs<ArchiveList>("](K\1K\2e").elements.size(), 2u);
  EXPECT_EQ(readAs<ArchiveList>("]K\1a").elements.size(), 1u);
  EXPECT_EQ(readAs<ArchiveList>("(K\1K\2l").elements.size(), 2u);
  EXPECT_EQ(readAs<ArchiveDict>("(K\1K\2d").entries.size(), 1u);
  EXPECT_EQ(readAs<ArchiveDict>("}K\1K\2s").entries.size(), 1u);
  const auto &dict =
      readAs<ArchiveDict>(bytes("}(X\1\0\0\0kK\1X\1\0\0\0kK\2u"));
  ASSERT_EQ(dict.entries.size(), 2u);
  // The last entry of a key counts.
  EXPECT_EQ(cast<ArchiveInt>(dict.lookup("k"))->value, 2);
  EXPECT_EQ(dict.lookup("other"), nullptr);
}

TEST_F(PickleTest, TypeTags) {
  EXPECT_EQ(
      readAs<ArchiveList>("ctorch.jit._pickle\nbuild_intlist\n](K\1e\x85R")
          .typeTag,
      "List[int]");
  EXPECT_EQ(readAs<ArchiveDict>("ctorch.jit._pickle\nrestore_type_tag\n}" +
                                bytes("X\x0e\0\0\0Dict[str, int]\x86R"))
                .typeTag,
            "Dict[str, int]");
}

TEST_F(PickleTest, MemoKeepsIdentity) {
  const auto &tuple = readAs<ArchiveTuple>("]q\5h\5\x86");
  EXPECT_EQ(tuple.elements[0], tuple.elements[1]);
  const auto &wide = readAs<ArchiveTuple>(bytes("]r\0\1\0\0j\0\1\0\0]\x87"));
  EXPECT_EQ(wide.elements[0], wide.elements[1]);
  EXPECT_NE(wide.elements[0], wide.elements[2]);
}

TEST_F(PickleTest, Objects) {
  const auto &object =
      readAs<ArchiveObject>("c__torch__.nn.___torch_mangle_0\nLinear\n)\x81}" +
                            bytes("(X\1\0\0\0aNub"));
  EXPECT_EQ(object.className, "__torch__.nn.___torch_mangle_0.Linear");
  ASSERT_NE(object.getAttributes(), nullptr);
  EXPECT_NE(object.getAttributes()->lookup("a"), nullptr);
  EXPECT_FALSE(object.isTorchbind());
  const auto &pair = readAs<ArchiveTuple>("c__torch__\nC\n)\x81}bq\1h\1\x86");
  EXPECT_EQ(pair.elements[0], pair.elements[1]);
  const auto &packed = readAs<ArchiveObject>(
      "c__torch__.torch.classes.quantized\nPacked\n)\x81NN\x86"
      "b");
  EXPECT_TRUE(packed.isTorchbind());
  EXPECT_EQ(packed.getAttributes(), nullptr);
}

TEST_F(PickleTest, RefusesWhatIsNotPyTorchs) {
  EXPECT_EQ(failWhole("\x80\x03."),
            "f.pt: record 'data.pkl', byte 0: pickle protocol 3; PyTorch's "
            "archives use protocol 2");
  EXPECT_EQ(failWhole("text"), "f.pt: record 'data.pkl', byte 0: not a pickle: "
                               "it does not begin with PROTO");
  EXPECT_EQ(fail("I1\n"),
            "f.pt: record 'data.pkl', byte 2: opcode 0x49 is not among those "
            "PyTorch's archives use");
  EXPECT_EQ(fail("cos\nsystem\n" + bytes("X\4\0\0\0true\x85R")),
            "f.pt: record 'data.pkl', byte 23: the call of 'os.system' is "
            "refused: it is not among the names PyTorch's archives use");
  EXPECT_EQ(fail("cos\nsystem\n"),
            "f.pt: record 'data.pkl', byte 2: the name 'os.system' where a "
            "value is expected");
  EXPECT_EQ(fail("csubprocess\nPopen\n)\x81"),
            "f.pt: record 'data.pkl', byte 21: an object of class "
            "'subprocess.Popen', which is not a TorchScript class");
  EXPECT_EQ(fail("c__torch__\nC\nK\1\x85\x81"),
            "f.pt: record 'data.pkl', byte 18: an object of class 'C' is made "
            "with arguments");
  EXPECT_EQ(fail("\x8a\1\1"), "f.pt: record 'data.pkl', byte 2: an integer of "
                              "1 bytes; TorchScript's have 8");
  EXPECT_EQ(fail("c__main__\nTensorID\nK\1\x85R"),
            "f.pt: record 'data.pkl', byte 24: '__main__.TensorID' belongs to "
            "archives older than PyTorch 1.2; load and save the file with "
            "PyTorch 1.4 or newer");
}

TEST_F(PickleTest, RefusesBrokenPickles) {
  EXPECT_EQ(failWhole("\x80\x02N"),
            "f.pt: record 'data.pkl', byte 3: the pickle ends early: 1 more "
            "bytes expected, 0 are there");
  EXPECT_EQ(failWhole(bytes("\x80\x02X\xff\0\0\0ab.")),
            "f.pt: record 'data.pkl', byte 2: the pickle ends early: 255 more "
            "bytes expected, 3 are there");
  EXPECT_EQ(fail("\x85"), "f.pt: record 'data.pkl', byte 2: a tuple of 1 finds "
                          "too few values on the stack");
  // The mark protects what is below it.
  EXPECT_EQ(fail("K\1(\x85"), "f.pt: record 'data.pkl', byte 5: a tuple of 1 "
                              "finds too few values on the stack");
  EXPECT_EQ(fail("K\1a"), "f.pt: record 'data.pkl', byte 4: an opcode finds "
                          "too few values on the stack");
  EXPECT_EQ(
      fail("K\1K\2a"),
      "f.pt: record 'data.pkl', byte 6: an element is appended to an int");
  EXPECT_EQ(fail("e"), "f.pt: record 'data.pkl', byte 2: an opcode needs a "
                       "MARK, and there is none");
  EXPECT_EQ(fail("NN"), "f.pt: record 'data.pkl', byte 4: STOP with 2 values "
                        "on the stack; one is expected");
  EXPECT_EQ(fail("}(Nu"), "f.pt: record 'data.pkl', byte 5: a dict is given a "
                          "key without a value");
  EXPECT_EQ(fail("h\7"),
            "f.pt: record 'data.pkl', byte 2: memo slot 7 was never filled");
  EXPECT_EQ(fail("cnever ends"), "f.pt: record 'data.pkl', byte 2: the line of "
                                 "a GLOBAL opcode does not end");
}

TEST_F(PickleTest, RefusesCycles) {
  EXPECT_EQ(fail("]q\1h\1a"),
            "f.pt: record 'data.pkl', byte 2: a list contains "
            "itself; archives cannot hold cycles");
  EXPECT_EQ(fail("c__torch__\nC\n)\x81q\1h\1b"),
            "f.pt: record 'data.pkl', byte 16: an object contains itself; "
            "archives cannot hold cycles");
}

TEST_F(PickleTest, KeepsLimits) {
  context.limits.maxNestingDepth = 10;
  EXPECT_TRUE(llvm::isa<ArchiveTuple>(read("N" + std::string(8, '\x85'))));
  EXPECT_EQ(fail("K\1" + std::string(10, '\x85')),
            "f.pt: record 'data.pkl', byte 2: values are nested deeper than "
            "10");

  // Shared pairs of pairs: few values, but 2^40 when written out.
  std::string pairs = "N";
  for (int i = 0; i < 40; ++i)
    pairs += "q\1h\1\x86";
  context.limits = {};
  EXPECT_NE(fail(pairs).find("shared values unfold to more than 67108864"),
            std::string::npos);

  context.limits.maxPickleValues = 100;
  EXPECT_NE(
      fail("(" + std::string(200, ')') + "t").find("more than 100 values"),
      std::string::npos);
  context.limits = {};
  EXPECT_NE(fail(bytes("Nr\xff\xff\xff\xff")).find("memo slot 4294967295"),
            std::string::npos);
  context.limits.maxPickleString = 3;
  EXPECT_NE(fail(bytes("X\4\0\0\0abcd")).find("a string of 4 bytes"),
            std::string::npos);
  context.limits = {};
  context.limits.maxPickle = 4;
  EXPECT_NE(fail("NNNN").find("the pickle has 7 bytes; the limit is 4"),
            std::string::npos);
}
