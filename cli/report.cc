#include <cstdio>

#include "cli/command.h"
#include "cli/output.h"

namespace croupier::cli {
namespace {

int exit_status(Code code) {
  switch (code) {
    case Code::kInvalidArgument:
    case Code::kFailedPrecondition:
    case Code::kResourceExhausted:
    case Code::kDataLoss:
      return kProblems;
    case Code::kNotFound:
    case Code::kUnavailable:
    case Code::kInternal:
      return kCannotRead;
  }
  return kCannotRead;
}

}  // namespace

int print(std::string_view text, int status) {
  Output output;
  output.append(text);
  const auto written = output.finish();
  return written ? status : report(written.error());
}

int report(const Error& error) {
  std::fprintf(stderr, "croupier: %s\n", error.message.c_str());
  return exit_status(error.code);
}

}  // namespace croupier::cli
