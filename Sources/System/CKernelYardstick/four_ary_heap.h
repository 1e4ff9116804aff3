#pragma once

#include "pending_event.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace yardstick {

/// A 4-ary heap whose sibling groups are cache lines.
class FourAryHeap {
 public:
  explicit FourAryHeap(size_t capacity) {
    // Children of i are 4 i + 1 … 4 i + 4: with three places before the root, each group of
    // siblings starts a cache line.
    bytes_ = ((capacity + 3) * sizeof(PendingEvent) + 63) / 64 * 64;
    memory_ = static_cast<PendingEvent *>(std::aligned_alloc(64, bytes_));
    if (memory_ == nullptr) throw std::bad_alloc();
    heap_ = memory_ + 3;
  }
  FourAryHeap(const FourAryHeap &) = delete;
  FourAryHeap &operator=(const FourAryHeap &) = delete;
  ~FourAryHeap() { std::free(memory_); }

  size_t bytes() const { return bytes_; }

  /// No more than `capacity` events may be put in.
  void insert(uint64_t tick, uint32_t number) {
    siftUp(count_++, PendingEvent(tick, nextOrder_++, number));
  }

  const PendingEvent &first() { return heap_[0]; }

  /// Takes the first event and puts it back at `tick`, in one walk.
  void replaceFirst(uint64_t tick) {
    const PendingEvent event(tick, nextOrder_++, heap_[0].number());
    // The hole sinks to the bottom, and the event rises from there: an event that is put back
    // belongs near the bottom, so asking on the way down would cost a comparison a level.
    size_t hole = 0;
    size_t child = 1;
    while (child + 4 <= count_) {
      __builtin_prefetch(heap_ + 4 * child + 1);
      __builtin_prefetch(heap_ + 4 * child + 5);
      __builtin_prefetch(heap_ + 4 * child + 9);
      __builtin_prefetch(heap_ + 4 * child + 13);
      const size_t left = child + (heap_[child + 1] < heap_[child] ? 1 : 0);
      const size_t right = child + 2 + (heap_[child + 3] < heap_[child + 2] ? 1 : 0);
      const size_t least = heap_[right] < heap_[left] ? right : left;
      heap_[hole] = heap_[least];
      hole = least;
      child = 4 * hole + 1;
    }
    if (child < count_) {
      size_t least = child;
      for (size_t other = child + 1; other < count_; ++other)
        if (heap_[other] < heap_[least]) least = other;
      heap_[hole] = heap_[least];
      hole = least;
    }
    siftUp(hole, event);
  }

 private:
  void siftUp(size_t hole, PendingEvent event) {
    while (hole > 0) {
      const size_t parent = (hole - 1) / 4;
      if (!(event < heap_[parent])) break;
      heap_[hole] = heap_[parent];
      hole = parent;
    }
    heap_[hole] = event;
  }

  PendingEvent *memory_ = nullptr;
  PendingEvent *heap_ = nullptr;
  size_t bytes_ = 0;
  size_t count_ = 0;
  uint32_t nextOrder_ = 0;
};

}  // namespace yardstick
