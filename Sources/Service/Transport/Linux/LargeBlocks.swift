internal import CGrowthloopMalloc

/// The C library's allocation of large blocks.
public enum LargeBlocks {
  /// The size in bytes from which a block has its own pages.
  public static let size = 64 << 10

  /// Gives every large block its own pages, which return to the system when it is freed.
  ///
  /// By default the allocator raises its threshold to as much as 32 MB after it frees a block of
  /// that size, and takes such blocks from the heap. There the slabs of clicks leave gaps between
  /// small blocks that stay: the heap grew by half a megabyte a minute under load.
  public static func keepApart() {
    let done = mallopt(M_MMAP_THRESHOLD, Int32(size))
    precondition(done == 1, "the allocator takes a threshold of \(size) bytes")
  }
}
