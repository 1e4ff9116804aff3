#ifndef KERNEL_YARDSTICK_H
#define KERNEL_YARDSTICK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A set of pending events that the HOLD model runs on: take the earliest, put it back later.
typedef struct kernel_yardstick kernel_yardstick;

enum kernel_yardstick_structure {
  /// Unsorted windows of time, of which only the current one is sorted.
  KERNEL_YARDSTICK_WINDOWS,
  /// A 4-ary heap that replaces its root, so that taking and putting back are one walk.
  KERNEL_YARDSTICK_HEAP,
};

/// Files the events 0 ..< `pending`, event `i` at `first_ticks[i]`.
///
/// `increment_count` is a power of two. Both arrays are copied.
/// Events of one tick are taken in the order in which they were put in.
kernel_yardstick *kernel_yardstick_create(enum kernel_yardstick_structure structure,
                                          const uint64_t *first_ticks, size_t pending,
                                          const uint64_t *increments, size_t increment_count);

/// Takes the earliest event and puts it back, so many times; hold number `n` since the creation
/// adds `increments[n % increment_count]`.
///
/// Returns a check sum over tick and number of all events taken since the creation, in their
/// order: from 0, times 0x9E3779B97F4A7C15, plus the tick, exclusive-or the event shifted left
/// by 32.
uint64_t kernel_yardstick_hold(kernel_yardstick *yardstick, uint64_t holds);

/// The memory that the structure has allocated, in bytes.
size_t kernel_yardstick_bytes(const kernel_yardstick *yardstick);

void kernel_yardstick_destroy(kernel_yardstick *yardstick);

#ifdef __cplusplus
}
#endif

#endif
