#include "envoy/request.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

#include "envoy/hub.h"

namespace croupier::envoy {

void Request::end_attempt(bool failed, std::int64_t now_ms) {
  if (!open) return;
  open->end();
  if (failed) open->failed(now_ms);
  open.reset();
}

void Request::reset() {
  // A slot is kept for later requests; what a large hand needed is not.
  constexpr std::size_t kKeptMembers = 64;
  if (hand.workers.capacity() > kKeptMembers) hand.workers = {};
  view.reset();
  log = {};
  last = Outcome::kMember;
  choice = {};
  open.reset();
}

bool hand_exhausted(const Request& request) {
  if (request.last == Outcome::kExhausted) return true;
  const auto& members = request.hand.workers;
  return std::all_of(members.begin(), members.end(),
                     [&](std::uint32_t worker) { return request.log.has_tried(worker); });
}

std::string failure_reason(const Request& request) {
  const auto of = [](std::size_t part, std::size_t whole) {
    return std::to_string(part) + " of " + std::to_string(whole);
  };
  const std::size_t size = request.hand.workers.size();
  if (hand_exhausted(request)) return "hand exhausted " + of(size, size);
  if (request.log.count >= request.limit) {
    return "attempts exhausted " + of(request.log.count, request.limit);
  }
  if (!request.repeatable && request.log.count > 0) {
    return request.method + " is not repeated once it was sent, attempt " +
           of(request.log.count, request.limit);
  }
  return "attempt " + of(request.log.count, request.limit) + " failed";
}

std::optional<RequestTable::Slot> RequestTable::acquire() {
  if (free_.empty()) {
    if (entries_.size() >= kMaxRequestsPerThread) return std::nullopt;
    if (salt_ == 0) salt_ = reinterpret_cast<std::uintptr_t>(this);
    entries_.emplace_back();
    // Room for every entry, so that release() never allocates.
    if (free_.capacity() < entries_.size()) free_.reserve(2 * entries_.size());
    free_.push_back(static_cast<std::uint32_t>(entries_.size() - 1));
  }
  const std::uint32_t index = free_.back();
  free_.pop_back();
  Entry& entry = entries_[index];
  entry.living = true;
  ++entry.generation;
  Slot slot{&entry.request, index, {}};
  const std::uint32_t mark = entry.generation ^ static_cast<std::uint32_t>(salt_ >> 6);
  std::memcpy(&slot.token.bytes[0], &index, 4);
  std::memcpy(&slot.token.bytes[4], &entry.generation, 4);
  std::memcpy(&slot.token.bytes[8], &mark, 4);
  return slot;
}

void RequestTable::release(std::uint32_t index) {
  Entry& entry = entries_[index];
  entry.request.reset();
  entry.living = false;
  if (entry.hash) by_hash_.erase(*std::exchange(entry.hash, std::nullopt));
  free_.push_back(index);
}

void RequestTable::remember_hash(const Token& token, std::uint64_t hash) {
  std::uint32_t index = 0;
  std::memcpy(&index, token.bytes.data(), sizeof index);
  entries_[index].hash = hash;
  by_hash_[hash] = index;
}

Request* RequestTable::find_hash(std::uint64_t hash) {
  const auto at = by_hash_.find(hash);
  return at == by_hash_.end() ? nullptr : &entries_[at->second].request;
}

Request* RequestTable::find(std::string_view token) {
  if (token.size() != sizeof(Token::bytes)) return nullptr;
  std::uint32_t index = 0;
  std::uint32_t generation = 0;
  std::uint32_t mark = 0;
  std::memcpy(&index, token.data(), 4);
  std::memcpy(&generation, token.data() + 4, 4);
  std::memcpy(&mark, token.data() + 8, 4);
  if (index >= entries_.size()) return nullptr;
  Entry& entry = entries_[index];
  if (!entry.living || entry.generation != generation) return nullptr;
  if (mark != (generation ^ static_cast<std::uint32_t>(salt_ >> 6))) return nullptr;
  return &entry.request;
}

const std::shared_ptr<const View>& ThreadState::view() {
  const std::uint64_t generation = hub().generation();
  if (generation != generation_) {
    view_ = hub().view();
    generation_ = generation;
  }
  return view_;
}

ThreadState& this_thread() {
  thread_local ThreadState state;
  return state;
}

std::int64_t steady_now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace croupier::envoy
