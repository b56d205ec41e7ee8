#include "fleet/deals/deal_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "croupier/hash.h"

namespace croupier::fleet {
namespace {

using ::testing::HasSubstr;

DealFile bounded_file() {
  return {.deck = "api",
          .policy = Policy::kBounded,
          .version = 7,
          .ancestors = {"00112233445566ff", "0123456789abcdef"},
          .hand = 4,
          .max_overlap = 2,
          .stripes = 4,
          .stripe_size = 2,
          .key_check = "0123456789abcdef",
          .slots = {"a", "b", "c", "d", "e", "f", "g", "\u00fc"},
          .next = 3,
          .records = {{"acme", 2, {}}, {"\u79df\u6237", 0, {}}}};
}

DealFile search_file() {
  DealFile file;
  file.deck = "api";
  file.policy = Policy::kSearch;
  file.version = 1;
  file.hand = 2;
  file.max_overlap = 1;
  file.records = {{"a \"quoted\" id", 0, {"w1", "w2"}}, {"b", 0, {"w3", "w1"}}};
  return file;
}

std::string refusal(const std::string& text) {
  const auto file = decode_deal_file(text);
  return file ? "accepted" : file.error().message;
}

// The text with one part replaced and its digest put right, as who edits it by hand might.
std::string edited(const DealFile& file, const std::string& from, const std::string& to) {
  std::string text = encode(file);
  text.resize(text.rfind("{\"digest\""));
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  return text + "{\"digest\":\"" + hex(sha256(text)) + "\"}\n";
}

TEST(DealFile, IsReadAsItWasWritten) {
  for (const DealFile& file : {bounded_file(), search_file()}) {
    const std::string text = encode(file);
    const auto read = decode_deal_file(text);
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(encode(*read), text);
    EXPECT_EQ(digest_of(text).size(), 64u);
  }
}

TEST(DealFile, CutAnywhereItIsRefused) {
  const std::string text = encode(bounded_file());
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_NE(refusal(text.substr(0, size)), "accepted") << size;
  }
}

TEST(DealFile, AnyChangedByteIsNoticed) {
  const std::string text = encode(search_file());
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string changed = text;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    EXPECT_NE(refusal(changed), "accepted") << at;
  }
  EXPECT_THAT(refusal(text + text), HasSubstr("another digest"));
}

TEST(DealFile, WhatCannotBeIsRefusedWithItsLine) {
  const DealFile file = bounded_file();
  EXPECT_EQ(refusal(edited(file, "\"format\":1", "\"format\":1")), "accepted");
  EXPECT_THAT(refusal(edited(file, "\"format\":1", "\"format\":2")), HasSubstr("format 2"));
  EXPECT_THAT(refusal(edited(file, "66ff", "66f")), HasSubstr("16 hex digits each"));
  EXPECT_THAT(refusal(edited(file, "66ff", "66fg")), HasSubstr("16 hex digits each"));
  EXPECT_THAT(refusal(edited(file, "\"bounded\"", "\"hmac\"")), HasSubstr("bounded or search"));
  EXPECT_THAT(refusal(edited(file, "\"count\":2", "\"count\":3")),
              HasSubstr("3 records announced, 2 there"));
  EXPECT_THAT(refusal(edited(file, "\"ordinal\":2", "\"ordinal\":0")), HasSubstr("ordinal 0"));
  EXPECT_THAT(refusal(edited(file, "\"ordinal\":2", "\"ordinal\":-1")), HasSubstr("line 2"));
  EXPECT_THAT(refusal(edited(file, "acme", "\u79df\u6237")), HasSubstr("line 3"));
  EXPECT_THAT(refusal(edited(file, "acme", "")), HasSubstr("line 2"));
  EXPECT_THAT(refusal(edited(file, "\"b\"", "\"a\"")), HasSubstr("slots"));
  EXPECT_THAT(refusal(edited(file, "\"next\"", "\"nexd\"")), HasSubstr("line 1"));
  EXPECT_THAT(refusal(edited(file, "\"id\":\"acme\"", "\"id\":\"acme\",\"x\":1")),
              HasSubstr("unknown key"));
  EXPECT_THAT(refusal(edited(search_file(), "\"w1\",\"w2\"", "\"w1\"")), HasSubstr("of 2 workers"));
  EXPECT_THAT(refusal(edited(search_file(), "\"w1\",\"w2\"", "\"w1\",\"w1\"")),
              HasSubstr("free of repeats"));
}

}  // namespace
}  // namespace croupier::fleet
