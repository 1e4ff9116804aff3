import CGrowthloopMalloc

/// The memory of this process.
package enum Memory {
  /// The bytes that are allocated and not freed.
  package static var used: Int {
    let info = mallinfo2()
    return Int(info.uordblks + info.hblkhd)
  }
}
