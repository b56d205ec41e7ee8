// The filter in a cluster's upstream chain, one object an attempt: tells the worker where in the
// hand it stands. Only needed for decks with `worker_headers`.
#pragma once

#include "envoy/stream_filter.h"

namespace croupier::envoy {

class UpstreamFilter final : public StreamFilter {
 public:
  explicit UpstreamFilter(AbiFilter filter) : filter_(filter) {}
  AbiHeadersStatus request_headers() override;

 private:
  const AbiFilter filter_;
};

}  // namespace croupier::envoy
