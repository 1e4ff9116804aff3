/// Asks the processor to bring the memory at `address` near; harmless wherever it points.
static inline void prefetch(const void *address) { __builtin_prefetch(address); }
