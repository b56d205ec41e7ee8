#include "croupier/ip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace croupier {
namespace {

using ::testing::HasSubstr;

TEST(ParseIp, ReadsBothKinds) {
  EXPECT_TRUE(is_ipv4(parse_ip("127.0.0.1").value()));
  EXPECT_EQ(parse_ip("::ffff:127.0.0.1"), parse_ip("127.0.0.1"));
  EXPECT_EQ(parse_ip("0:0::1"), parse_ip("::1"));
  EXPECT_FALSE(is_ipv4(parse_ip("::1").value()));
}

TEST(ParseIp, RefusesWhatIsNoAddress) {
  using namespace std::string_view_literals;
  for (const std::string_view text : {""sv, ":"sv, "1.2.3"sv, "1.2.3.4.5"sv, "01.2.3.4"sv,
                                      "[::1]"sv, "::1%lo"sv, "1.2.3.4\0"sv, " 1.2.3.4"sv}) {
    EXPECT_FALSE(parse_ip(text).has_value()) << text;
  }
  EXPECT_FALSE(parse_ip(std::string(100'000, '1')).has_value());
}

TEST(IpRange, HoldsTheAddressesOfItsNetwork) {
  struct Row {
    const char* range;
    const char* address;
    bool inside;
  };
  for (const Row& row : std::initializer_list<Row>{
           {"10.0.0.0/8", "10.255.0.1", true},
           {"10.0.0.0/8", "11.0.0.1", false},
           {"192.168.4.0/22", "192.168.7.255", true},
           {"192.168.4.0/22", "192.168.8.0", false},
           {"127.0.0.1/32", "127.0.0.1", true},
           {"127.0.0.1/32", "127.0.0.2", false},
           {"0.0.0.0/0", "203.0.113.9", true},
           {"0.0.0.0/0", "2001:db8::1", false},
           {"10.0.0.0/8", "::ffff:10.9.9.9", true},
           {"::ffff:10.0.0.0/104", "10.9.9.9", true},
           {"::1/128", "::1", true},
           {"::1/128", "::2", false},
           {"2001:db8::/33", "2001:db8:7fff::1", true},
           {"2001:db8::/33", "2001:db8:8000::1", false},
           {"::/0", "2001:db8::1", true},
           {"::/0", "1.2.3.4", true},
       }) {
    const auto range = IpRange::parse(row.range);
    const auto address = parse_ip(row.address);
    ASSERT_TRUE(range && address) << row.range << " " << row.address;
    EXPECT_EQ(range->contains(*address), row.inside) << row.range << " " << row.address;
  }
}

TEST(IpRange, RefusesWhatIsNoRange) {
  for (const char* text :
       {"", "/", "/8", "10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/08", "10.0.0/8", "::/129",
        "10.0.0.0/-1", "10.0.0.0/8x", "10.0.0.0/ 8", "10.0.0.0/8/8", "[::1]/128", "localhost",
        "10.0.0.0/99999999999999999999"}) {
    const auto range = IpRange::parse(text);
    ASSERT_FALSE(range.has_value()) << text;
    EXPECT_THAT(range.error().message, HasSubstr("not an address range")) << text;
  }
  for (const char* text : {"::1/127", "10.0.0.1/31", "10.0.0.0/6"}) {
    const auto range = IpRange::parse(text);
    ASSERT_FALSE(range.has_value()) << text;
    EXPECT_THAT(range.error().message, HasSubstr("beyond its prefix")) << text;
  }
}

}  // namespace
}  // namespace croupier
