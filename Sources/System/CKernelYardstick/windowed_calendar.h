#pragma once

#include "pending_event.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace yardstick {

/// A calendar that keeps the future in unsorted windows of time and sorts one window when its turn
/// comes.
///
/// A window is a chain of chunks of events in the order of insertion; the windows ahead form a
/// ring, and what lies beyond waits in no order. The width of a window, a power of two ticks,
/// follows the rate of events. After the ladder queue of Tang, Goh and Thng (2005).
class WindowedCalendar {
 public:
  explicit WindowedCalendar(size_t capacity) { beyond_.reserve(capacity); }

  size_t bytes() const {
    return (slots_.capacity() + beyond_.capacity() + current_.capacity()) * sizeof(PendingEvent) +
           (previous_.capacity() + ring_.capacity()) * sizeof(uint32_t) + sizeof(*this);
  }

  void insert(uint64_t tick, uint32_t number) {
    ++count_;
    file(PendingEvent(tick, nextOrder_++, number));
  }

  const PendingEvent &first() {
    if (__builtin_expect(cursor_ == end_, 0)) openNextWindow();
    return current_[cursor_];
  }

  /// Takes the first event, which `first()` has returned, and puts it back at `tick`.
  void replaceFirst(uint64_t tick) {
    const uint32_t number = current_[cursor_++].number();
    file(PendingEvent(tick, nextOrder_++, number));
  }

 private:
  static constexpr size_t chunkSize = 32;
  static constexpr unsigned mostBucketBits = 11;

  void file(PendingEvent event) {
    // Before the first window is open all events are beyond: currentWindow_ is none then.
    const uint64_t ahead = (event.tick >> shift_) - currentWindow_;
    if (__builtin_expect(ahead - 1 < ring_.size() - 1, 1)) {
      append(ring_[(event.tick >> shift_) & ringMask_], event);
    } else if (ahead == 0 && isOpen_) {
      insertIntoCurrent(event);
    } else {
      beyond_.push_back(event);
    }
  }

  /// `window` is the slot after its last event; at a multiple of the chunk size, 0 among them, the
  /// chunk before is full.
  void append(uint32_t &window, PendingEvent event) {
    uint32_t slot = window;
    if (__builtin_expect(slot % chunkSize == 0, 0)) slot = startChunk(slot);
    slots_[slot] = event;
    window = slot + 1;
  }

  uint32_t startChunk(uint32_t slot) {
    uint32_t chunk = freeChunk_;
    if (chunk != none) {
      freeChunk_ = previous_[chunk];
    } else {
      chunk = uint32_t(previous_.size());
      // By an eighth at a time: doubling would leave up to half of the memory unused.
      if (previous_.size() == previous_.capacity()) {
        previous_.reserve(previous_.size() + previous_.size() / 8 + 16);
        slots_.reserve(previous_.capacity() * chunkSize);
      }
      previous_.push_back(none);
      slots_.resize(slots_.size() + chunkSize);
    }
    previous_[chunk] = slot / chunkSize - 1;  // `none` where there is no chunk before
    return chunk * chunkSize;
  }

  void insertIntoCurrent(PendingEvent event) {
    if (end_ == current_.size()) current_.resize(current_.size() + current_.size() / 2 + 64);
    size_t place = end_++;
    while (place > cursor_ && event < current_[place - 1]) {
      current_[place] = current_[place - 1];
      --place;
    }
    current_[place] = event;
    ++eventsSeen_;
  }

  void openNextWindow() {
    if (!isOpen_) rebuild();
    // So seldom that filing all events anew costs each event taken four touches at the most.
    if (windowsSeen_ >= 256 && windowsSeen_ + eventsSeen_ >= count_ / 4) adapt();
    size_t slot;
    do {
      if (count_ == beyond_.size()) jump();
      ++currentWindow_;
      ++windowsSeen_;
      if (currentWindow_ >= nextPull_) pull();
      slot = ring_[currentWindow_ & ringMask_];
    } while (slot == 0);
    ring_[currentWindow_ & ringMask_] = 0;
    prefetch(ring_[(currentWindow_ + 1) & ringMask_]);
    sort(uint32_t(slot));
    eventsSeen_ += end_;
  }

  /// Sorts the chain that ends before `slot` into `current_`: by buckets of time, then by insertion.
  void sort(uint32_t slot) {
    chain_.clear();
    uint32_t chunk = (slot - 1) / chunkSize;
    const uint32_t inLast = slot - chunk * chunkSize;
    for (; chunk != none; chunk = previous_[chunk]) chain_.push_back(chunk);
    const size_t total = (chain_.size() - 1) * chunkSize + inLast;
    if (current_.size() < total) current_.resize(total + total / 2);

    // Two buckets for an event leave little to the insertion sort below.
    unsigned bits = 6;
    while (bits < mostBucketBits && size_t(1) << bits < 2 * total) ++bits;
    const size_t buckets = size_t(1) << bits;
    const unsigned fine = shift_ > bits ? shift_ - bits : 0;
    uint32_t starts[(size_t(1) << mostBucketBits) + 1];
    std::fill_n(starts, buckets + 1, 0);
    for (size_t link = chain_.size(); link-- > 0;) {
      const PendingEvent *events = &slots_[chain_[link] * chunkSize];
      const size_t n = link == 0 ? inLast : chunkSize;
      for (size_t i = 0; i < n; ++i) ++starts[((events[i].tick >> fine) & (buckets - 1)) + 1];
    }
    for (size_t bucket = 0; bucket < buckets; ++bucket) starts[bucket + 1] += starts[bucket];
    for (size_t link = chain_.size(); link-- > 0;) {
      const PendingEvent *events = &slots_[chain_[link] * chunkSize];
      const size_t n = link == 0 ? inLast : chunkSize;
      for (size_t i = 0; i < n; ++i)
        current_[starts[(events[i].tick >> fine) & (buckets - 1)]++] = events[i];
    }
    // The chain goes back to the pool, its oldest chunk last.
    previous_[chain_.back()] = freeChunk_;
    freeChunk_ = chain_.front();

    for (size_t i = 1; i < total; ++i) {
      const PendingEvent event = current_[i];
      size_t place = i;
      while (place > 0 && event < current_[place - 1]) {
        current_[place] = current_[place - 1];
        --place;
      }
      current_[place] = event;
    }
    cursor_ = 0;
    end_ = total;
  }

  void prefetch(uint32_t slot) {
    if (slot == 0) return;
    for (uint32_t chunk = (slot - 1) / chunkSize; chunk != none; chunk = previous_[chunk])
      for (size_t line = 0; line < chunkSize; line += 4)
        __builtin_prefetch(&slots_[chunk * chunkSize + line]);
  }

  /// Files what was beyond the ring and no longer is; twice a turn of the ring is often enough.
  void pull() {
    nextPull_ = currentWindow_ + ring_.size() / 2;
    size_t kept = 0;
    for (const PendingEvent event : beyond_) {
      const uint64_t ahead = (event.tick >> shift_) - currentWindow_;
      if (ahead < ring_.size())
        append(ring_[(event.tick >> shift_) & ringMask_], event);
      else
        beyond_[kept++] = event;
    }
    beyond_.resize(kept);
  }

  /// Goes to just before the earliest event where the ring is empty.
  void jump() {
    uint64_t earliest = ~uint64_t(0);
    for (const PendingEvent &event : beyond_) earliest = std::min(earliest, event.tick);
    currentWindow_ = (earliest >> shift_) - 1;
    nextPull_ = 0;
  }

  /// Halves or doubles the windows where they have long held too much or too little.
  void adapt() {
    const double mean = double(eventsSeen_) / double(windowsSeen_);
    const double target = double(targetSize());
    windowsSeen_ = 0;
    eventsSeen_ = 0;
    if ((mean > 2 * target && shift_ > 0) || mean < target / 2) rebuild();
  }

  /// Events for a window; measured: fewer where many land in the window that is open, more where
  /// the ends of all windows outgrow the cache.
  size_t targetSize() const { return count_ < 30'000 ? 48 : count_ < 300'000 ? 192 : 384; }

  /// Chooses the width by the events that come first, and files all events anew.
  void rebuild() {
    for (uint32_t &window : ring_) {
      uint32_t slot = window;
      while (slot != 0) {
        const uint32_t chunk = (slot - 1) / chunkSize;
        for (uint32_t i = chunk * chunkSize; i < slot; ++i) beyond_.push_back(slots_[i]);
        slot = (previous_[chunk] + 1) * uint32_t(chunkSize);
      }
      window = 0;
    }
    // The order of insertion comes with each event, so the order of filing is free.
    std::vector<PendingEvent> all;
    all.swap(beyond_);
    slots_.clear();
    previous_.clear();
    freeChunk_ = none;

    std::vector<uint64_t> sample;
    const size_t stride = all.size() / 4096 + 1;
    for (size_t i = 0; i < all.size(); i += stride) sample.push_back(all[i].tick);
    const size_t early = sample.size() / 16;
    std::nth_element(sample.begin(), sample.begin() + long(early), sample.end());
    const uint64_t earliest = *std::min_element(sample.begin(), sample.begin() + long(early) + 1);
    const double gap = double(sample[early] - earliest) / double(early * stride + 1);
    const double width = std::max(1.0, gap * double(targetSize()));
    shift_ = 0;
    while (double(uint64_t(2) << shift_) <= width * 1.41) ++shift_;

    size_t windows = 1024;
    while (windows < all.size() / 8) windows *= 2;
    ring_.assign(windows, 0);
    ringMask_ = windows - 1;
    uint64_t first = ~uint64_t(0);
    for (const PendingEvent &event : all) first = std::min(first, event.tick);
    currentWindow_ = (first >> shift_) - 1;
    nextPull_ = currentWindow_ + windows / 2;
    isOpen_ = true;
    for (const PendingEvent &event : all) file(event);
  }

  static constexpr uint32_t none = ~uint32_t(0);

  // The window that is open: sorted, taken up to the cursor.
  std::vector<PendingEvent> current_;
  size_t cursor_ = 0;
  size_t end_ = 0;

  std::vector<uint32_t> ring_ = std::vector<uint32_t>(1, 0);
  uint64_t ringMask_ = 0;
  uint64_t currentWindow_ = 0;
  uint64_t nextPull_ = 0;
  unsigned shift_ = 0;
  bool isOpen_ = false;

  // The chunks: 64 slots each, and the chunk before it in its chain or in the pool.
  std::vector<PendingEvent> slots_;
  std::vector<uint32_t> previous_;
  std::vector<uint32_t> chain_;
  uint32_t freeChunk_ = none;

  std::vector<PendingEvent> beyond_;
  size_t count_ = 0;
  uint32_t nextOrder_ = 0;
  uint64_t windowsSeen_ = 0;
  uint64_t eventsSeen_ = 0;
};

}  // namespace yardstick
