#include "fleet/ring_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "fleet/rfc3339.h"

namespace croupier::fleet {
namespace {

using std::chrono::sys_seconds;
using testing::ElementsAre;
using testing::HasSubstr;

// As dskit writes it.
const std::string kPage = R"({"shards":[
{"id":"ingester-0","state":"ACTIVE","address":"10.1.0.10:9095","timestamp":"2026-11-30T14:57:26Z",
 "registered_timestamp":"2026-10-31T14:57:26Z","read_only":false,
 "read_only_updated_timestamp":"0001-01-01T00:00:00Z","zone":"zone-a","tokens":[7,4294967295]},
{"id":"ingester-1","state":"LEAVING","address":"10.1.0.11:9095","timestamp":"0001-01-01T00:00:00Z",
 "registered_timestamp":"0001-01-01T00:00:00Z","read_only":true,
 "read_only_updated_timestamp":"2026-11-30T15:57:26.5+01:00","zone":"","tokens":null}
],"now":"2026-11-30T14:57:26.293733854Z"}
)";

sys_seconds at(std::int64_t seconds) {
  return sys_seconds(std::chrono::seconds(seconds));
}

TEST(RingPage, GivesInstancesInTheirOrder) {
  const auto page = read_ring_page(kPage);
  ASSERT_TRUE(page) << page.error().message;
  EXPECT_EQ(page->now, at(1'796'050'646));
  ASSERT_EQ(page->instances.size(), 2U);
  const auto& first = page->instances[0];
  EXPECT_EQ(first.id, "ingester-0");
  EXPECT_EQ(first.zone, "zone-a");
  EXPECT_THAT(first.tokens, ElementsAre(7, 4'294'967'295));
  EXPECT_EQ(first.registered, at(1'796'050'646 - 30 * 86'400));
  EXPECT_FALSE(first.read_only);
  EXPECT_EQ(first.read_only_updated, at(0));
  const auto& second = page->instances[1];
  EXPECT_EQ(second.zone, "");
  EXPECT_TRUE(second.tokens.empty());
  EXPECT_EQ(second.registered, at(0));
  EXPECT_TRUE(second.read_only);
  EXPECT_EQ(second.read_only_updated, at(1'796'050'646));
}

TEST(RingPage, OfVersionsWithoutReadOnlyInstances) {
  const auto page = read_ring_page(
      R"({"shards":[{"id":"a","zone":"z","tokens":[1],
                     "registered_timestamp":"2026-01-01T00:00:00Z"}],
          "now":"2026-11-30T14:57:26Z","storageLastUpdated":"2026-11-30T14:57:26Z"})");
  ASSERT_TRUE(page) << page.error().message;
  EXPECT_FALSE(page->instances[0].read_only);
}

TEST(RingPage, NestedVeryDeepItIsRefused) {
  const std::string deep(200'000, '[');
  EXPECT_FALSE(
      read_ring_page(R"({"shards":[],"now":)" + deep + std::string(deep.size(), ']') + "}"));
  EXPECT_FALSE(read_ring_page(R"({"shards":[],"now":)" + deep));
}

struct BadPage {
  const char* name;
  const char* from;
  const char* to;
  const char* message;
};

class BadRingPage : public testing::TestWithParam<BadPage> {};

TEST_P(BadRingPage, IsRefusedWithItsPlace) {
  std::string text = kPage;
  const std::size_t begin = text.find(GetParam().from);
  ASSERT_NE(begin, std::string::npos);
  text.replace(begin, std::string(GetParam().from).size(), GetParam().to);
  const auto page = read_ring_page(text);
  ASSERT_FALSE(page);
  EXPECT_EQ(page.error().code, Code::kInvalidArgument);
  EXPECT_THAT(page.error().message, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Rows, BadRingPage,
    testing::Values(
        BadPage{"Html", "{\"shards\"", "\n<!DOCTYPE html>", "HTML, not JSON"},
        BadPage{"OtherText", "{\"shards\"", "ring", "not JSON at byte 1"},
        BadPage{"List", kPage.c_str(), "[]", "the page is not an object"},
        BadPage{"Empty", kPage.c_str(), "", "cut short: the JSON ends at byte 0"},
        BadPage{"NoShards", "\"shards\"", "\"storageLastUpdated\"", "shards is missing"},
        BadPage{"NoInstance", kPage.c_str(), R"({"shards":[],"now":"2026-01-01T00:00:00Z"})",
                "shards is not a list of 1 to 65536 instances"},
        BadPage{"ShardsNoList", kPage.c_str(), R"({"shards":{},"now":"2026-01-01T00:00:00Z"})",
                "shards is not a list"},
        BadPage{"NoNow", "\"now\"", "\"storageLastUpdated\"", "now is missing"},
        BadPage{"UnknownKey", "\"now\"", "\"then\"", "the page has key \"then\""},
        BadPage{"UnknownKeyOfInstance", "\"state\":\"L", "\"mood\":\"L",
                "shards[1] has key \"mood\""},
        BadPage{"KeyTwice", "\"state\":\"L", "\"id\":\"L", "key \"id\" stands twice"},
        BadPage{"InstanceNoObject", "{\"id\":\"ingester-0\"", "1,{\"id\":\"ingester-0\"",
                "shards[0] is not an object"},
        BadPage{"IdTwice", "ingester-1", "ingester-0", "shards[1].id \"ingester-0\" stands twice"},
        BadPage{"NoId", "\"id\":\"ingester-1\",", "", "shards[1].id is missing"},
        BadPage{"EmptyId", "ingester-1", "", "shards[1].id: id is empty"},
        BadPage{"IdNoText", "\"ingester-1\"", "1", "shards[1].id is not text"},
        BadPage{"ZoneWithControl", "zone-a", "zone\\n", "shards[0].zone: "},
        BadPage{"NoZone", "\"zone\":\"zone-a\",", "", "shards[0].zone is missing"},
        BadPage{"TokensAbsent", ",\"tokens\":[7,4294967295]", "", "shards[0].tokens is missing"},
        BadPage{"NoTokensAtAll", "[7,4294967295]", "[]", "no instance has tokens"},
        BadPage{"TokenTooLarge", "4294967295", "4294967296",
                "shards[0].tokens is not a list of 32-bit numbers"},
        BadPage{"TokenNegative", "[7,", "[-7,", "shards[0].tokens is not a list"},
        BadPage{"TokenNoNumber", "[7,", "[\"7\",", "shards[0].tokens is not a list"},
        BadPage{"TimeInWords", "2026-10-31T14:57:26Z", "30 days ago",
                "shards[0].registered_timestamp \"30 days ago\" is no RFC 3339 time"},
        BadPage{"TimeAsNumber", "\"2026-10-31T14:57:26Z\"", "1796050646",
                "shards[0].registered_timestamp is not text"},
        BadPage{"TimeBefore1970", "2026-10-31T14:57:26Z", "1969-12-31T23:59:59Z",
                "is not in the years 1970 to 9999"},
        BadPage{"NowOfGoText", "2026-11-30T14:57:26.293733854Z", "2026-11-30 14:57:26 +0000 UTC",
                "now \"2026-11-30 14:57:26 +0000 UTC\" is no RFC 3339 time"},
        BadPage{"ReadOnlyNoBool", "\"read_only\":true", "\"read_only\":1",
                "shards[1].read_only is not true or false"},
        BadPage{"ReadOnlyAlone", "\"read_only\":true,", "", "shards[1].read_only is missing"}),
    [](const auto& row) { return row.param.name; });

TEST(RingPage, CutAnywhereIsRefused) {
  const std::size_t whole = kPage.rfind('}') + 1;
  for (std::size_t size = 0; size < whole; ++size) {
    const auto page = read_ring_page(std::string_view(kPage).substr(0, size));
    ASSERT_FALSE(page) << size;
    EXPECT_THAT(page.error().message, HasSubstr("cut short")) << size;
  }
}

TEST(RingPage, BytesThatAreNoUtf8AreRefused) {
  std::string text = kPage;
  text[text.find("zone-a")] = '\xFF';
  EXPECT_THAT(read_ring_page(text).error().message, HasSubstr("not JSON at byte"));
}

TEST(Rfc3339, ReadsTimesAndNothingElse) {
  EXPECT_EQ(parse_rfc3339("1970-01-01T00:00:00Z"), at(0));
  EXPECT_EQ(parse_rfc3339("2024-02-29T23:59:59.999Z"), at(1'709'251'199));
  EXPECT_EQ(parse_rfc3339("1970-01-01T01:30:00+01:30"), at(0));
  EXPECT_EQ(parse_rfc3339("1969-12-31T19:00:00-05:00"), at(0));
  for (const char* bad :
       {"", "2026-11-30", "2026-11-30T14:57:26", "2026-11-30 14:57:26Z", "2023-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-01T24:00:00Z",
        "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "2026-01-01T00:00:00.Z",
        "2026-01-01T00:00:00Z ", "2026-01-01T00:00:00+1:00", "26-01-01T00:00:00Z",
        "2026-01-01T00:00:00+24:00", "-026-01-01T00:00:00Z"}) {
    EXPECT_EQ(parse_rfc3339(bad), std::nullopt) << bad;
  }
}

}  // namespace
}  // namespace croupier::fleet
