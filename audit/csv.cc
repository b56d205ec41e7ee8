#include "audit/csv.h"

#include <algorithm>
#include <utility>

#include "files/files.h"

namespace croupier::audit {

Result<void> split_fields(std::string_view line, Fields& fields) {
  fields.clear();
  if (line.empty()) return error(Code::kInvalidArgument, "an empty line");
  if (line.back() == '\r') {
    return error(Code::kInvalidArgument, "a carriage return ends the line; a newline alone may");
  }
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    fields.push_back(line.substr(begin, end - begin));
    if (fields.back().empty()) {
      return error(Code::kInvalidArgument, "field " + std::to_string(fields.size()) + " is empty");
    }
    begin = end + 1;
  }
  return {};
}

Result<Fields> split_names(std::string_view names) {
  if (names.empty()) return error(Code::kInvalidArgument, "nothing is named");
  Fields fields;
  if (const auto split = split_fields(names, fields); !split) return tl::unexpected(split.error());
  return fields;
}

Result<Csv> Csv::read(const std::string& path) {
  auto bytes = files::read_file(path, kMaxCsvBytes);
  if (!bytes) return tl::unexpected(std::move(bytes.error()));
  if (bytes->empty()) {
    return error(Code::kInvalidArgument, files::quote_path(path) + " is empty");
  }
  Csv csv(path);
  csv.bytes_ = std::make_unique<std::string>(std::move(*bytes));
  csv.left_ = *csv.bytes_;
  return csv;
}

Result<const Fields*> Csv::next() {
  if (left_.empty()) return nullptr;
  ++line_;
  const std::size_t end = std::min(left_.find('\n'), left_.size());
  const auto split = split_fields(left_.substr(0, end), fields_);
  if (!split) return refuse(split.error().message);
  left_.remove_prefix(std::min(end + 1, left_.size()));
  return &fields_;
}

tl::unexpected<Error> Csv::refuse(const std::string& message) const {
  return error(Code::kInvalidArgument, path_ + ":" + std::to_string(line_) + ": " + message);
}

}  // namespace croupier::audit
