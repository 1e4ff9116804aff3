#include <stddef.h>
#include <stdlib.h>

/// Asks the processor to bring the memory at `address` near; harmless wherever it points.
static inline void prefetch(const void *address) { __builtin_prefetch(address); }

/// Memory of `size` bytes with the contents of `memory`; large ones move without being copied.
static inline void *resized(void *memory, size_t size) { return realloc(memory, size); }
