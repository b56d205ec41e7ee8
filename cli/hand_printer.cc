#include "cli/hand_printer.h"

#include <algorithm>

namespace croupier::cli {
namespace {

constexpr std::string_view kSeparator = ", ";

// Characters, not bytes. (Characters that terminals draw two columns wide count as one.)
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

void append_padded(Output& output, std::string_view text, std::size_t columns) {
  output.append(text);
  const std::size_t used = width(text);
  output.append(std::string(used < columns ? columns - used : 0, ' '));
  output.append("  ");
}

}  // namespace

void HandPrinter::begin(std::string_view tenant, std::string_view deck) {
  first_member_ = true;
  if (!json_) {
    row_ = {std::string(tenant), std::string(deck), {}};
    return;
  }
  output_.append(R"({"tenant": )");
  append_json_string(output_, tenant);
  if (with_deck_) {
    output_.append(R"(, "deck": )");
    append_json_string(output_, deck);
  }
  output_.append(R"(, "hand": [)");
}

void HandPrinter::begin(std::uint64_t ordinal) {
  first_member_ = true;
  if (!json_) {
    row_ = {std::to_string(ordinal), {}, {}};
    return;
  }
  output_.append(R"({"ordinal": )");
  output_.append(ordinal);
  output_.append(R"(, "hand": [)");
}

void HandPrinter::separate() {
  if (!first_member_) {
    if (json_) {
      output_.append(kSeparator);
    } else {
      row_[2] += kSeparator;
    }
  }
  first_member_ = false;
}

void HandPrinter::add(std::uint64_t worker) {
  separate();
  if (json_) {
    output_.append(worker);
  } else {
    row_[2] += std::to_string(worker);
  }
}

void HandPrinter::add(std::string_view worker) {
  separate();
  if (json_) {
    append_json_string(output_, worker);
  } else {
    row_[2] += worker;
  }
}

void HandPrinter::end(std::string_view note) {
  if (json_) {
    output_.append("]}\n");
    return;
  }
  if (!note.empty()) row_[2].append(" (").append(note).append(")");
  if (sampled_) {
    print(row_);
    return;
  }
  sample_.push_back(std::move(row_));
  if (sample_.size() == kSampleRows) print_sample();
}

void HandPrinter::finish() {
  if (!json_ && !sampled_) print_sample();
}

void HandPrinter::print(const Row& row) {
  append_padded(output_, row[0], tenant_width_);
  if (with_deck_) append_padded(output_, row[1], deck_width_);
  output_.append(row[2]);
  output_.append("\n");
}

void HandPrinter::print_sample() {
  sampled_ = true;
  const Row heading = {subject_ == Subject::kTenant ? "TENANT" : "ORDINAL", "DECK", "HAND"};
  sample_.insert(sample_.begin(), heading);
  for (const Row& row : sample_) {
    tenant_width_ = std::max(tenant_width_, width(row[0]));
    deck_width_ = std::max(deck_width_, width(row[1]));
  }
  for (const Row& row : sample_) print(row);
  sample_ = {};
}

}  // namespace croupier::cli
