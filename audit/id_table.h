// Numbers ids in the order they come.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "croupier/position_index.h"
#include "croupier/xxh64.h"

namespace croupier::audit {

// Ids are bytes that somebody else keeps. 16 bytes each, and up to 26 to find them.
class IdTable {
 public:
  std::uint32_t size() const { return static_cast<std::uint32_t>(ids_.size()); }
  std::string_view id(std::uint32_t number) const { return ids_[number]; }

  // The id's number, from 0; that of a new id is the size there was.
  std::uint32_t find_or_add(std::string_view id) {
    const std::uint32_t number = index_.find_or_add(xxh64(id), size(), Same{ids_, id});
    if (number == size()) ids_.push_back(id);
    return number;
  }

  std::optional<std::uint32_t> find(std::string_view id) const {
    const std::uint32_t number = index_.find(xxh64(id), Same{ids_, id});
    if (number == PositionIndex::kNone) return std::nullopt;
    return number;
  }

 private:
  struct Same {
    const std::vector<std::string_view>& ids;
    std::string_view id;
    bool operator()(std::uint32_t number) const { return ids[number] == id; }
  };

  std::vector<std::string_view> ids_;
  PositionIndex index_;
};

}  // namespace croupier::audit
