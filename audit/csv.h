// Plain lists of fields: one entry a line, fields between commas, no header line, no quoting. Ids
// are bytes, whatever they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/result.h"

namespace croupier::audit {

inline constexpr std::uint64_t kMaxCsvBytes = std::uint64_t{4} << 30;

using Fields = std::vector<std::string_view>;

// The fields of a line, one or more. kInvalidArgument: it is empty, a field is, or a carriage
// return ends it; `fields` means nothing then.
Result<void> split_fields(std::string_view line, Fields& fields);

// Names between commas, one or more, out of a command line. kInvalidArgument: nothing is named, or
// as split_fields says.
Result<Fields> split_names(std::string_view names);

// Goes through a file line by line.
class Csv {
 public:
  // The whole file, in memory. Errors as files::read_file's, up to kMaxCsvBytes; kInvalidArgument:
  // it is empty.
  static Result<Csv> read(const std::string& path);

  // The next line's fields, valid until the next call, their bytes as long as take_bytes() says;
  // null at the end. A last line may lack its newline. Errors as split_fields', with the place.
  Result<const Fields*> next();

  // kInvalidArgument at the line that next() gave last: "hands.csv:7: message".
  tl::unexpected<Error> refuse(const std::string& message) const;

  // Keeps what the fields point into.
  std::unique_ptr<std::string> take_bytes() && { return std::move(bytes_); }

 private:
  explicit Csv(std::string path) : path_(std::move(path)) {}

  std::string path_;
  std::unique_ptr<std::string> bytes_;
  std::string_view left_;
  std::size_t line_ = 0;  // from 1
  Fields fields_;
};

}  // namespace croupier::audit
