#include "envoy/identity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace croupier::envoy {
namespace {

using ::testing::HasSubstr;

struct Facts final : RequestFacts {
  std::map<std::string, std::string, std::less<>> state;
  std::map<std::string, std::string, std::less<>> headers;
  std::string path_text = "/";
  std::string sni_text;
  std::string san;
  std::string peer = "10.1.2.3:999";

  static std::string_view find(const auto& map, std::string_view key) {
    const auto at = map.find(key);
    return at == map.end() ? std::string_view() : at->second;
  }
  std::string_view filter_state(std::string_view key) const override { return find(state, key); }
  std::string_view header(std::string_view name) const override { return find(headers, name); }
  std::string_view path() const override { return path_text; }
  std::string_view sni() const override { return sni_text; }
  std::string_view verified_uri_san() const override { return san; }
  std::string_view peer_address() const override { return peer; }
};

std::vector<IdentitySource> sources_of(const char* json) {
  snapshot::Problem problem;
  auto sources = parse_identity(snapshot::parse_json(json).value(), problem);
  EXPECT_TRUE(problem.empty()) << problem.what();
  return sources;
}

std::string problem_of(const char* json) {
  snapshot::Problem problem;
  parse_identity(snapshot::parse_json(json).value(), problem);
  return problem.what();
}

TEST(AddressRange, HoldsTheAddressesOfItsNetwork) {
  struct Row {
    const char* range;
    const char* address;
    bool inside;
  };
  for (const Row& row : std::initializer_list<Row>{
           {"10.0.0.0/8", "10.255.0.1:80", true},
           {"10.0.0.0/8", "11.0.0.1:80", false},
           {"192.168.4.0/22", "192.168.7.255", true},
           {"192.168.4.0/22", "192.168.8.0", false},
           {"127.0.0.1", "127.0.0.1:5", true},
           {"127.0.0.1", "127.0.0.2:5", false},
           {"0.0.0.0/0", "203.0.113.9:1", true},
           {"0.0.0.0/0", "[2001:db8::1]:1", false},
           {"10.0.0.0/8", "[::ffff:10.9.9.9]:1", true},
           {"::ffff:10.0.0.0/104", "10.9.9.9:1", true},
           {"::1/128", "[::1]:443", true},
           {"::1", "[::2]:443", false},
           {"2001:db8::/33", "[2001:db8:7fff::1]:1", true},
           {"2001:db8::/33", "[2001:db8:8000::1]:1", false},
           {"::/0", "[2001:db8::1]:1", true},
           {"::/0", "1.2.3.4:1", true},
       }) {
    const auto range = AddressRange::parse(row.range);
    const auto address = parse_address(row.address);
    ASSERT_TRUE(range && address) << row.range << " " << row.address;
    EXPECT_EQ(range->contains(*address), row.inside) << row.range << " " << row.address;
  }
}

TEST(AddressRange, RefusesWhatIsNoRange) {
  for (const char* text :
       {"", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0/8", "::/129", "10.0.0.0/-1",
        "10.0.0.0/8x", "10.0.0.0/ 8", "[::1]/128", "localhost", "10.0.0.0/99999999999999999999"}) {
    const auto range = AddressRange::parse(text);
    ASSERT_FALSE(range.has_value()) << text;
    EXPECT_THAT(range.error().message, HasSubstr("is not an address range"));
  }
}

TEST(ParseAddress, RefusesWhatIsNoAddress) {
  for (const char* text :
       {"", ":", "[", "[::1", "[]:1", "/var/run/socket", "host:80", "1.2.3:80", "1.2.3.4.5:80"}) {
    EXPECT_FALSE(parse_address(text).has_value()) << text;
  }
  EXPECT_FALSE(parse_address(std::string(100'000, '1')).has_value());
}

TEST(Identify, EverySourceCanAnswer) {
  struct Row {
    const char* sources;
    const char* tenant;
    bool listed_only;
  };
  Facts facts;
  facts.state["jwt.tenant"] = "from-claim";
  facts.headers["x-tenant"] = "from-header";
  facts.path_text = "/v1/from-path/x?y=z/w";
  facts.sni_text = "from-sni.example.com";
  facts.san = "spiffe://mesh/from-san";
  for (const Row& row : std::initializer_list<Row>{
           {R"([{"filter_state": "jwt.tenant"}])", "from-claim", false},
           {R"([{"uri_san_prefix": "spiffe://mesh/"}])", "from-san", false},
           {R"([{"header": "x-tenant", "trusted": ["10.0.0.0/8"]}])", "from-header", false},
           {R"([{"sni_suffix": ".example.com"}])", "from-sni", true},
           {R"([{"path_segment": 1}])", "from-path", true},
       }) {
    const auto sources = sources_of(row.sources);
    const Identity identity = identify(sources, facts);
    EXPECT_EQ(identity.state, Identity::State::kNamed) << row.sources;
    EXPECT_EQ(identity.tenant, row.tenant);
    EXPECT_EQ(identity.listed_only, row.listed_only) << row.sources;
    EXPECT_EQ(identity.source, 0);
  }
}

TEST(Identify, ASourceThatHasNothingLeavesTheWordToTheNext) {
  const auto sources = sources_of(R"([
      {"filter_state": "jwt.tenant"},
      {"uri_san_prefix": "spiffe://mesh/"},
      {"header": "x-tenant", "trusted": ["10.0.0.0/8"]},
      {"sni_suffix": ".example.com"},
      {"path_segment": 3}])");
  Facts facts;
  facts.san = "spiffe://other/acme";    // another prefix
  facts.sni_text = "acme.example.org";  // another suffix
  facts.headers["x-tenant"] = "acme";
  facts.peer = "192.0.2.1:5";  // not trusted
  facts.path_text = "/a/b/c";  // too short
  EXPECT_EQ(identify(sources, facts).state, Identity::State::kNone);
  facts.peer = "10.0.0.1:5";
  EXPECT_EQ(identify(sources, facts).source, 2);
  facts.state["jwt.tenant"] = "claimed";
  EXPECT_EQ(identify(sources, facts).tenant, "claimed");
}

TEST(Identify, AMalformedAnswerIsNotHealedByALaterSource) {
  const auto sources = sources_of(R"([{"filter_state": "claim"}, {"path_segment": 0}])");
  Facts facts;
  facts.path_text = "/acme";
  for (const std::string& bad :
       {std::string("a\nb"), std::string(256, 'x'), std::string("\xFF"), std::string("a\0b", 3)}) {
    facts.state["claim"] = bad;
    const Identity identity = identify(sources, facts);
    EXPECT_EQ(identity.state, Identity::State::kMalformed);
    EXPECT_EQ(identity.source, 0);
  }
}

TEST(Identify, PathSegmentsEndAtSlashQueryAndFragment) {
  struct Row {
    const char* path;
    std::uint32_t segment;
    const char* tenant;  // empty: none
  };
  for (const Row& row : std::initializer_list<Row>{{"/acme", 0, "acme"},
                                                   {"/acme/", 0, "acme"},
                                                   {"/acme?x=/y", 0, "acme"},
                                                   {"/acme#x", 0, "acme"},
                                                   {"/a/acme/b", 1, "acme"},
                                                   {"//acme", 1, "acme"},
                                                   {"//acme", 0, ""},
                                                   {"/", 0, ""},
                                                   {"", 0, ""},
                                                   {"*", 0, ""},
                                                   {"?a=/b", 0, ""},
                                                   {"/acme", 1, ""},
                                                   {"/acme", 64, ""}}) {
    Facts facts;
    facts.path_text = row.path;
    IdentitySource source;
    source.kind = IdentitySource::Kind::kPathSegment;
    source.segment = row.segment;
    EXPECT_EQ(identify({source}, facts).tenant, row.tenant) << row.path << " " << row.segment;
  }
}

TEST(ParseIdentity, SaysWhatIsWrong) {
  struct Row {
    const char* json;
    const char* message;
  };
  for (const Row& row : std::initializer_list<Row>{
           {R"([7])", "identity[0] is not an object"},
           {R"([{}])", "path_segment"},
           {R"([{"path_segment": -1}])", "identity[0].path_segment"},
           {R"([{"path_segment": 65}])", "a whole number from 0 to 64"},
           {R"([{"path_segment": 1, "sni_suffix": ".x"}])", "unknown key \"path_segment\""},
           {R"([{"filter_state": 4}])", "identity[0].filter_state is not a string"},
           {R"([{"header": "X-Tenant", "trusted": []}])", "a lower-case header name"},
           {R"([{"header": "", "trusted": []}])", "a lower-case header name"},
           {R"([{"header": "x-tenant"}])", "trusted"},
           {R"([{"header": "x-tenant", "trusted": [1]}])", "\"\" is not an address range"},
           {R"([{"path_segment": 0}, {"header": "a", "trusted": ["::/200"]}])",
            "identity[1].trusted: \"::/200\""},
       }) {
    EXPECT_THAT(problem_of(row.json), HasSubstr(row.message)) << row.json;
  }
}

}  // namespace
}  // namespace croupier::envoy
