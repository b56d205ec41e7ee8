#include "croupier/result.h"

namespace croupier {

std::string_view code_name(Code code) {
  switch (code) {
    case Code::kInvalidArgument:
      return "INVALID_ARGUMENT";
    case Code::kFailedPrecondition:
      return "FAILED_PRECONDITION";
    case Code::kNotFound:
      return "NOT_FOUND";
    case Code::kResourceExhausted:
      return "RESOURCE_EXHAUSTED";
    case Code::kDataLoss:
      return "DATA_LOSS";
    case Code::kUnavailable:
      return "UNAVAILABLE";
    case Code::kInternal:
      return "INTERNAL";
  }
  return "UNKNOWN";
}

}  // namespace croupier
