#include "kernel_yardstick.h"

#include "four_ary_heap.h"
#include "windowed_calendar.h"

#include <vector>

struct kernel_yardstick {
  virtual ~kernel_yardstick() = default;
  virtual uint64_t hold(uint64_t holds) = 0;
  virtual size_t bytes() const = 0;
};

namespace yardstick {

/// The HOLD model (Jones 1986) on one structure, compiled for it.
template <class Pending>
struct Hold final : kernel_yardstick {
  Hold(const uint64_t *firstTicks, size_t count, const uint64_t *increments, size_t incrementCount)
      : pending(count), increments(increments, increments + incrementCount) {
    for (size_t number = 0; number < count; ++number)
      pending.insert(firstTicks[number], uint32_t(number));
  }

  uint64_t hold(uint64_t holds) override {
    const uint64_t *const table = increments.data();
    const uint64_t mask = increments.size() - 1;
    uint64_t sum = checkSum;
    for (const uint64_t end = done + holds; done != end; ++done) {
      const PendingEvent first = pending.first();
      sum = sum * 0x9E3779B97F4A7C15 + (first.tick ^ uint64_t(first.number()) << 32);
      pending.replaceFirst(first.tick + table[done & mask]);
    }
    return checkSum = sum;
  }

  size_t bytes() const override { return pending.bytes(); }

  Pending pending;
  std::vector<uint64_t> increments;
  uint64_t done = 0;
  uint64_t checkSum = 0;
};

}  // namespace yardstick

kernel_yardstick *kernel_yardstick_create(enum kernel_yardstick_structure structure,
                                          const uint64_t *first_ticks, size_t pending,
                                          const uint64_t *increments, size_t increment_count) {
  using namespace yardstick;
  switch (structure) {
    case KERNEL_YARDSTICK_WINDOWS:
      return new Hold<WindowedCalendar>(first_ticks, pending, increments, increment_count);
    case KERNEL_YARDSTICK_HEAP:
      return new Hold<FourAryHeap>(first_ticks, pending, increments, increment_count);
  }
  return nullptr;
}

uint64_t kernel_yardstick_hold(kernel_yardstick *yardstick, uint64_t holds) {
  return yardstick->hold(holds);
}

size_t kernel_yardstick_bytes(const kernel_yardstick *yardstick) { return yardstick->bytes(); }

void kernel_yardstick_destroy(kernel_yardstick *yardstick) { delete yardstick; }
