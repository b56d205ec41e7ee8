// Strict reading of small JSON objects: every key known, every key present, every type right. The
// first thing wrong is kept; later reads give empty values.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "croupier/result.h"

namespace croupier::files {

using Json = nlohmann::json;

// Parses without exceptions; nothing when the text is no JSON.
inline std::optional<Json> parse_json(std::string_view text) {
  Json value = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (value.is_discarded()) return std::nullopt;
  return value;
}

class Problem {
 public:
  void note(const std::string& what) {
    if (what_.empty()) what_ = what;
  }
  bool empty() const { return what_.empty(); }
  const std::string& what() const { return what_; }

 private:
  std::string what_;
};

// The fields of one object. Call every getter, then done(): it notes keys nobody asked for.
class Fields {
 public:
  Fields(const Json& object, std::string where, Problem& problem)
      : where_(std::move(where)), problem_(problem) {
    if (object.is_object()) {
      object_ = &object;
    } else {
      problem_.note(where_ + " is not an object");
    }
  }

  std::string text(const char* key) {
    const Json* value = find(key);
    if (value == nullptr) return {};
    if (!value->is_string()) return wrong(key, "a string"), std::string();
    return value->get_ref<const std::string&>();
  }

  std::uint64_t number(const char* key, std::uint64_t low, std::uint64_t high) {
    const Json* value = find(key);
    if (value == nullptr) return low;
    if (!value->is_number_unsigned() || value->get<std::uint64_t>() < low ||
        value->get<std::uint64_t>() > high) {
      wrong(key, "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
      return low;
    }
    return value->get<std::uint64_t>();
  }

  std::uint32_t number32(const char* key, std::uint32_t low, std::uint32_t high) {
    return static_cast<std::uint32_t>(number(key, low, high));
  }

  bool boolean(const char* key) {
    const Json* value = find(key);
    if (value == nullptr) return false;
    if (!value->is_boolean()) return wrong(key, "true or false"), false;
    return value->get<bool>();
  }

  // A list of at most `most` values.
  const Json& list(const char* key, std::size_t most) {
    static const Json kEmpty = Json::array();
    const Json* value = find(key);
    if (value == nullptr) return kEmpty;
    if (!value->is_array() || value->size() > most) {
      wrong(key, "a list of at most " + std::to_string(most));
      return kEmpty;
    }
    return *value;
  }

  // Whether an optional key is there; the getter still has to be called for it.
  bool has(const char* key) const { return object_ != nullptr && object_->contains(key); }

  // Says that a key must be there, whatever reads it.
  void expect(const char* key) { find(key); }

  void done() {
    if (object_ == nullptr) return;
    for (const auto& item : object_->items()) {
      bool known = false;
      for (const std::string& asked : asked_) known = known || asked == item.key();
      if (!known) problem_.note(where_ + " has an unknown key \"" + item.key() + "\"");
    }
  }

  void wrong(const char* key, const std::string& wanted) {
    problem_.note(where_ + "." + key + " is not " + wanted);
  }

 private:
  const Json* find(const char* key) {
    asked_.emplace_back(key);
    if (object_ == nullptr) return nullptr;
    const auto at = object_->find(key);
    if (at != object_->end()) return &*at;
    problem_.note(where_ + " lacks \"" + key + "\"");
    return nullptr;
  }

  const Json* object_ = nullptr;
  std::string where_;
  Problem& problem_;
  std::vector<std::string> asked_;
};

}  // namespace croupier::files
