#pragma once

#include <cstdint>

namespace yardstick {

/// An event of 16 bytes that is ordered by its tick, then by the order of insertion, of which it
/// can tell 2^32 apart.
struct PendingEvent {
  uint64_t orderAndNumber;
  uint64_t tick;

  PendingEvent() = default;
  PendingEvent(uint64_t tick, uint32_t order, uint32_t number)
      : orderAndNumber(uint64_t(order) << 32 | number), tick(tick) {}

  uint32_t number() const { return uint32_t(orderAndNumber); }

  /// Both words as one number: two instructions compare it without a branch.
  unsigned __int128 key() const { return (unsigned __int128)tick << 64 | orderAndNumber; }

  bool operator<(const PendingEvent &other) const { return key() < other.key(); }
};

static_assert(sizeof(PendingEvent) == 16);

}  // namespace yardstick
