// What can fail in Croupier returns Result<T>; what went wrong is an Error.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

namespace croupier {

// Error classes, a subset of google.rpc.Code (same names, same meaning).
enum class Code {
  kInvalidArgument,     // the input breaks a stated limit
  kFailedPrecondition,  // the input is well formed but does not fit the state (key, version)
  kNotFound,
  kResourceExhausted,
  kDataLoss,  // stored bytes are truncated, flipped or of another format
  kUnavailable,
  kInternal,
};

// The class name in upper snake case, e.g. "INVALID_ARGUMENT".
std::string_view code_name(Code code);

struct Error {
  Code code = Code::kInternal;
  std::string message;  // says the value and the limit it broke; one line, no trailing dot
};

template <typename T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> error(Code code, std::string message) {
  return tl::unexpected<Error>(Error{code, std::move(message)});
}

}  // namespace croupier
