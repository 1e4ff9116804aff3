#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/// Asks the processor to bring the memory at `address` near; harmless wherever it points.
static inline void prefetch(const void *address) { __builtin_prefetch(address); }

// Blocks of memory that grow. Small ones are the allocator's. A large one lies in a stretch of
// addresses with room for more, in huge pages where the system has them: it takes memory only where
// it was written, is not moved while there is room, and costs the processor few lookups of addresses.

enum { cache_line = 64, huge_page = 1 << 21, largest_small_block = 1 << 20 };

#ifdef __linux__
// The C library's header has these only for programs that ask for all of GNU's.
extern void *mremap(void *block, size_t size, size_t new_size, int flags, ...);
enum { mremap_may_move = 1, mremap_fixed = 2 };
#endif

/// A stretch of addresses that begins a huge page; `NULL` if the system has none of this size.
static inline void *reserved_stretch(size_t size) {
  char *whole = (char *)mmap(
      NULL, size + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
      -1, 0);
  if (whole == MAP_FAILED) return NULL;
  size_t before = (huge_page - (size_t)whole % huge_page) % huge_page;
  if (before > 0) munmap(whole, before);
  munmap(whole + before + size, huge_page - before);
#ifdef MADV_HUGEPAGE
  madvise(whole + before, size, MADV_HUGEPAGE);
#endif
  return whole + before;
}

/// Gives back a block of `capacity` bytes.
static inline void release_block(void *block, size_t capacity) {
  if (capacity > largest_small_block) munmap(block, capacity);
  else free(block);
}

/// A block of at least `wanted` bytes with the first `kept` bytes of `block`, which is given back;
/// `NULL` if there is no memory. `*capacity` is the size of the old block, then of the new one.
static inline void *grown_block(void *block, size_t kept, size_t wanted, size_t *capacity) {
  size_t size = 0;
  char *larger = NULL;
  if (wanted <= largest_small_block) {
    size = (wanted + cache_line - 1) / cache_line * cache_line;
    larger = (char *)aligned_alloc(cache_line, size);
  } else {
    // Systems that count addresses as memory may refuse the room for more.
    for (size_t room = 16; larger == NULL && room > 0; room /= 4) {
      size = (wanted * room + huge_page - 1) / huge_page * huge_page;
      larger = (char *)reserved_stretch(size);
    }
  }
  if (larger == NULL) return NULL;
#ifdef __linux__
  if (*capacity > largest_small_block && kept > 0) {
    // Whole pages move without being copied. They take the whole stretch, so that it stays one mapping:
    // many systems move no block of two.
    if (mremap(block, *capacity, size, mremap_may_move | mremap_fixed, larger) != MAP_FAILED) {
      *capacity = size;
      return larger;
    }
    // The system may have given up the stretch before it failed: it is touched no more.
    larger = (char *)reserved_stretch(size);
    if (larger == NULL) return NULL;
  }
#endif
  if (kept > 0) memcpy(larger, block, kept);
  release_block(block, *capacity);
  *capacity = size;
  return larger;
}
