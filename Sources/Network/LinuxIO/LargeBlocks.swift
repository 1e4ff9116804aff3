internal import CMalloc

/// How the C library's allocator keeps large blocks.
public enum LargeBlocks {
  /// From how many bytes on a block has pages of its own.
  public static let size = 64 << 10

  /// Gives every large block pages of its own, which go back to the system with it.
  ///
  /// By itself the allocator takes blocks of up to 32 MB out of its heap once it has freed one of that
  /// size. There the slabs of clicks, which come and go in turn, lie among small blocks that stay, and
  /// every gap that no longer fits makes the heap a little larger: half a megabyte a minute under load.
  public static func keepApart() {
    let done = mallopt(M_MMAP_THRESHOLD, Int32(size))
    precondition(done == 1, "the allocator takes a threshold of \(size) bytes")
  }
}
