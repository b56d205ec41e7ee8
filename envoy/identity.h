// Who a request is for: the sources of a fleet's `identity`, asked in order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/ip.h"
#include "files/json_fields.h"

namespace croupier::envoy {

// The IP of "ip:port", "[ip6]:port" or a bare IP; nothing when there is none.
std::optional<IpAddress> parse_address(std::string_view text);

struct IdentitySource {
  enum class Kind {
    kFilterState,  // a verified claim that Envoy copied into filter state under `name`
    kUriSan,       // the client certificate's first URI SAN, after `prefix`
    kHeader,       // header `name`, from `trusted` peers only
    kSni,          // the requested server name, less the suffix in `prefix`
    kPathSegment,  // the path's segment number `segment`, percent-decoded
  };
  Kind kind = Kind::kHeader;
  std::string name;
  std::string prefix;
  std::uint32_t segment = 0;
  std::vector<IpRange> trusted;
};

// Whether clients may choose ids of this source freely; then only listed tenants count.
bool is_listed_only(IdentitySource::Kind kind);

// What a request shows of itself. Strings may be empty where Envoy has nothing.
class RequestFacts {
 public:
  virtual ~RequestFacts() = default;
  virtual std::string_view filter_state(std::string_view key) const = 0;
  // Of a header that came more than once: something that is no id.
  virtual std::string_view header(std::string_view lower_case_name) const = 0;
  virtual std::string_view path() const = 0;
  virtual std::string_view sni() const = 0;
  virtual std::string_view verified_uri_san() const = 0;  // empty without a verified certificate
  virtual std::string_view peer_address() const = 0;      // of the direct peer
};

struct Identity {
  enum class State { kNone, kNamed, kMalformed };
  State state = State::kNone;
  std::string_view tenant;  // a valid id with kNamed; views into the facts, or into a text of this
                            // thread that the next call of identify() writes anew
  bool listed_only = false;
  int source = -1;  // which source answered
};

// The first source that answers. An answer that is no valid id is malformed: later sources are not
// asked, so that nobody can choose his source by spoiling another.
Identity identify(const std::vector<IdentitySource>& sources, const RequestFacts& facts);

// Reads the filter's "identity" list; notes what is wrong.
std::vector<IdentitySource> parse_identity(const files::Json& list, files::Problem& problem);

}  // namespace croupier::envoy
