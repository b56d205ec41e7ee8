#include "envoy/filter.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "envoy/headers.h"
#include "envoy/hook.h"
#include "envoy/metrics.h"
#include "envoy/policy.h"

namespace croupier::envoy {
namespace {

constexpr char kMetadata[] = "croupier";  // namespace of our dynamic metadata
constexpr char kReasonHeader[] = "x-croupier-reason";
constexpr char kGrpcStatusHeader[] = "grpc-status";

// Repeated for all methods: what was never sent. Repeated where it may have been sent: all resets.
// Envoy adds the header's words to those of the route.
constexpr char kRetryUnsent[] = "connect-failure,refused-stream,reset-before-request";
constexpr char kRetrySent[] = "connect-failure,refused-stream,reset";
constexpr char kRetrySentToo[] = "reset";

// What stands for a header that came more than once; no id is like it. Which of them a trusted peer
// wrote, and which its client, nobody can tell.
constexpr std::string_view kAmbiguous = "\n";

// Reads what identity needs through Envoy's callbacks, only when it is asked for.
class EnvoyFacts final : public RequestFacts {
 public:
  EnvoyFacts(AbiFilter filter, const RequestHeaders& headers)
      : filter_(filter), headers_(headers) {}

  std::string_view filter_state(std::string_view key) const override {
    AbiBuffer value{nullptr, 0};
    envoy_dynamic_module_callback_http_get_filter_state_bytes(filter_, buffer(key), &value);
    return text(value);
  }
  std::string_view header(std::string_view name) const override {
    return headers_.count(name) > 1 ? kAmbiguous : headers_.get(name);
  }
  std::string_view path() const override { return headers_.get(":path"); }
  std::string_view sni() const override {
    return attribute(AbiAttribute::kConnectionRequestedServerName);
  }
  std::string_view verified_uri_san() const override {
    bool verified = false;
    envoy_dynamic_module_callback_http_filter_get_attribute_bool(
        filter_, AbiAttribute::kConnectionMtls, &verified);
    return verified ? attribute(AbiAttribute::kConnectionUriSanPeerCertificate)
                    : std::string_view();
  }
  std::string_view peer_address() const override {
    AbiBuffer value{nullptr, 0};
    envoy_dynamic_module_callback_http_get_downstream_direct_remote_address(filter_, &value);
    return text(value);
  }

 private:
  std::string_view attribute(AbiAttribute attribute) const {
    AbiBuffer value{nullptr, 0};
    envoy_dynamic_module_callback_http_filter_get_attribute_string(filter_, attribute, &value);
    return text(value);
  }

  const AbiFilter filter_;
  const RequestHeaders& headers_;
};

// The header name with dashes for underscores, as CGI and its kin cannot tell the two apart.
std::string with_dashes(std::string_view name) {
  std::string folded(name);
  std::replace(folded.begin(), folded.end(), '_', '-');
  return folded;
}

// Formats without allocating; views into `digits`.
std::string_view number_text(std::uint64_t number, std::array<char, 20>& digits) {
  char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return {digits.data(), static_cast<std::size_t>(end - digits.data())};
}

bool is_grpc(std::string_view content_type) {
  constexpr std::string_view kGrpc = "application/grpc";
  return content_type.starts_with(kGrpc) &&
         (content_type.size() == kGrpc.size() || content_type[kGrpc.size()] == '+');
}

AbiHeader header_of(std::string_view name, std::string_view value) {
  return {name.data(), name.size(), value.data(), value.size()};
}

// The status of a refusal in gRPC's numbers. Envoy would send 0, success, for a module's answer.
std::string_view grpc_status(std::uint32_t status) {
  switch (status) {
    case 401:
      return "16";  // UNAUTHENTICATED
    case 403:
      return "7";  // PERMISSION_DENIED
    default:
      return "14";  // UNAVAILABLE
  }
}

}  // namespace

Filter::~Filter() {
  if (request_ == nullptr) return;
  request_->end_attempt(/*failed=*/false, 0);
  this_thread().requests.release(index_);
}

void Filter::set_header(std::string_view name, std::string_view value) {
  envoy_dynamic_module_callback_http_set_header(filter_, AbiHeaderType::kRequestHeader,
                                                buffer(name), buffer(value));
}

AbiHeadersStatus Filter::refuse(std::uint32_t status, Counter counter, std::string_view reason) {
  metrics().add(counter);
  finished_ = true;
  envoy_dynamic_module_callback_http_set_dynamic_metadata_string(filter_, buffer(kMetadata),
                                                                 buffer("reason"), buffer(reason));
  std::array<AbiHeader, 2> headers{header_of(kReasonHeader, reason),
                                   header_of(kGrpcStatusHeader, grpc_status(status))};
  envoy_dynamic_module_callback_http_send_response(filter_, status, headers.data(), grpc_ ? 2 : 1,
                                                   buffer(reason), buffer("croupier_refused"));
  return AbiHeadersStatus::kStopIteration;
}

AbiHeadersStatus Filter::request_headers() {
  const RequestHeaders headers(filter_);
  const EnvoyFacts facts(filter_, headers);
  const Identity identity = identify(config_.identity, facts);
  // Views into the header map end with its first change, so what is still needed is copied.
  const std::string tenant(identity.tenant);
  const std::string method(headers.get(":method"));
  grpc_ = is_grpc(headers.get("content-type"));
  const std::string* kept = nullptr;
  if (identity.state == Identity::State::kNamed) {
    const IdentitySource& source = config_.identity[static_cast<std::size_t>(identity.source)];
    if (source.kind == IdentitySource::Kind::kHeader) kept = &source.name;
  }
  const auto is_forgeable = [&](std::string_view name) {
    const auto names_tenant = [&](const IdentitySource& source) {
      return source.kind == IdentitySource::Kind::kHeader && source.name == name;
    };
    return is_steering_header(name) ||
           std::any_of(config_.identity.begin(), config_.identity.end(), names_tenant);
  };
  for (const std::string& name : headers.names_of([&](std::string_view as_sent) {
         if (kept != nullptr && *kept == as_sent) return false;
         // What a worker's gateway folds into one name is one name here.
         const bool plain = as_sent.find('_') == std::string_view::npos;
         return plain ? is_forgeable(as_sent) : is_forgeable(with_dashes(as_sent));
       })) {
    envoy_dynamic_module_callback_http_set_header(filter_, AbiHeaderType::kRequestHeader,
                                                  buffer(name), AbiBuffer{nullptr, 0});
  }
  Identity owned = identity;
  owned.tenant = tenant;
  const auto* route = static_cast<const RouteConfig*>(
      envoy_dynamic_module_callback_get_most_specific_route_config(filter_));
  return admit(owned, route, method);
}

AbiHeadersStatus Filter::admit(const Identity& identity, const RouteConfig* route,
                               std::string_view method) {
  const std::string& deck = route != nullptr && !route->deck.empty() ? route->deck : config_.deck;
  // Not one of our routes, or no route at all: Envoy's business. A cluster of ours refuses it.
  if (deck.empty()) return AbiHeadersStatus::kContinue;
  if (identity.state != Identity::State::kNamed && !config_.missing_is_guest) {
    const bool malformed = identity.state == Identity::State::kMalformed;
    return refuse(401, malformed ? Counter::kRefusedMalformedIdentity : Counter::kRefusedNoIdentity,
                  malformed ? "malformed tenant id" : "no tenant identity");
  }
  ThreadState& thread = this_thread();
  const std::shared_ptr<const View>& view = thread.view();
  if (!view) return refuse(503, Counter::kRefusedNoSnapshot, "no snapshot");
  const auto deck_index = view->snapshot->find_deck(deck);
  if (!deck_index) return refuse(503, Counter::kRefusedUnknownDeck, "unknown deck");
  auto slot = thread.requests.acquire();
  if (!slot) return refuse(503, Counter::kRefusedOverload, "too many requests in this proxy");
  request_ = slot->request;
  index_ = slot->index;

  snapshot::Caller caller;
  if (identity.state == Identity::State::kNamed) {
    caller = {.tenant = identity.tenant, .listed_only = identity.listed_only};
  }
  const auto admission = thread.deal(*deck_index, caller, request_->hand);
  if (admission == snapshot::Admission::kRefused) {
    return refuse(403, Counter::kRefusedUnknownTenant, "unknown tenant");
  }
  metrics().add(Counter::kRequests);
  const snapshot::DeckEntry& entry = view->snapshot->decks()[*deck_index];
  AttemptRules& rules = request_->hand.attempts;
  // The route beats the deck; what is said of the very tenant or its group beats the route.
  if (route != nullptr && route->repeat && !request_->hand.own_repeat) {
    rules.repeat = *route->repeat;
  }
  request_->view = view;
  request_->deck = *deck_index;
  request_->version = view->snapshot->version();
  request_->method.assign(method);
  request_->repeatable = may_repeat(rules.repeat, method);
  request_->limit = attempt_limit(rules, request_->hand.workers.size(), !entry.spill.empty());
  envoy_dynamic_module_callback_http_set_filter_state_bytes(filter_, buffer(kTokenKey),
                                                            buffer(slot->token.view()));
  if (config_.policy_door) mark_for_policy(filter_, slot->token);
  set_retry_headers(route);
  // An unlisted id that its client chose freely is told to no worker as a tenant's.
  const bool chosen = admission == snapshot::Admission::kGuest && identity.listed_only;
  if (entry.worker_headers) tell_worker(chosen ? std::string_view() : caller.tenant);
  return AbiHeadersStatus::kContinue;
}

void Filter::set_retry_headers(const RouteConfig* route) {
  std::array<char, 20> digits;
  const bool prepared = route != nullptr && route->retries;
  if (prepared) {
    if (request_->repeatable) set_header("x-envoy-retry-on", kRetrySentToo);
  } else {
    set_header("x-envoy-retry-on", request_->repeatable ? kRetrySent : kRetryUnsent);
  }
  const std::uint32_t retries = request_->limit - 1;
  if (!prepared || retries != *route->retries) {
    set_header("x-envoy-max-retries", number_text(retries, digits));
  }
  // A hedge sends a request again while its first attempt is still under way.
  if (!request_->repeatable) set_header("x-envoy-hedge-on-per-try-timeout", "false");
  const auto timeout = request_->hand.attempts.try_timeout;
  if (timeout.count() > 0) {
    set_header("x-envoy-upstream-rq-per-try-timeout-ms",
               number_text(static_cast<std::uint64_t>(timeout.count()), digits));
  }
}

void Filter::tell_worker(std::string_view tenant) {
  std::array<char, 20> digits;
  if (!tenant.empty()) set_header("x-croupier-tenant", tenant);
  set_header("x-croupier-version", number_text(request_->version, digits));
}

// For access logs, once a request: the worker that answered, or was asked last.
void Filter::write_metadata() {
  if (request_ == nullptr || !request_->view) return;
  std::array<char, 20> position;
  std::array<char, 20> version;
  std::array<char, 20> attempts;
  std::array<AbiHeader, 4> entries{};
  std::size_t count = 0;
  const auto add = [&](std::string_view key, std::string_view value) {
    entries[count++] = header_of(key, value);
  };
  add("version", number_text(request_->version, version));
  add("attempts", number_text(request_->log.count, attempts));
  if (request_->log.count > 0) {
    add("worker", request_->view->snapshot->workers()[request_->choice.worker].id);
    add("position", number_text(request_->choice.position, position));
  }
  envoy_dynamic_module_callback_http_set_dynamic_metadata_string_batch(filter_, buffer(kMetadata),
                                                                       entries.data(), count);
}

// Comes for a worker's answer and for Envoy's own; after local_reply in the latter case.
void Filter::response_headers() {
  if (finished_) return;
  finished_ = true;
  if (config_.metadata) write_metadata();
  // Envoy asks for no more attempts; what still runs is the answer of the open one.
  if (request_ != nullptr) request_->view.reset();
}

void Filter::local_reply(std::uint32_t status, std::string_view details) {
  constexpr std::uint32_t kFirstServerError = 500;
  constexpr std::string_view kLost = "upstream_reset_before_response_started";
  if (finished_ || request_ == nullptr || status < kFirstServerError) return;
  const bool refused_by_us = request_->last == Outcome::kExhausted;
  if (request_->log.count == 0 && !refused_by_us) return;  // not about attempts of ours
  // A worker is blamed for a connection that it refused or broke, not for time limits and the like:
  // a tenant's own slow requests say nothing about it to others.
  request_->end_attempt(/*failed=*/details.starts_with(kLost), steady_now_ms());
  metrics().add(hand_exhausted(*request_) ? Counter::kExhausted : Counter::kFailed);
  envoy_dynamic_module_callback_http_set_dynamic_metadata_string(
      filter_, buffer(kMetadata), buffer("reason"), buffer(failure_reason(*request_)));
}

}  // namespace croupier::envoy
