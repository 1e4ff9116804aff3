/// A crowded range of time, divided into windows of equal width.
@frozen
@usableFromInline
struct Rung: BitwiseCopyable {
  /// The first tick of the first window.
  @usableFromInline let base: UInt64
  /// The tick after the last window.
  @usableFromInline let limit: UInt64
  /// The width of a window, as a power of two.
  @usableFromInline let shift: UInt64
  /// The number of windows.
  @usableFromInline let windows: Int
  /// The window whose turn is next.
  @usableFromInline var next = 0
  /// The start of the rung's entries among the ladder's.
  @usableFromInline let firstEntry: Int
  /// The start of the rung's windows among the ladder's columns.
  @usableFromInline let firstWindow: Int

  /// Divides the time from `base` to `limit` into about `wanted` windows.
  @inlinable
  init(
    from base: UInt64, to limit: UInt64, wanted: Int, firstEntry: Int = 0, firstWindow: Int = 0
  ) {
    self.base = base
    self.limit = limit
    self.firstEntry = firstEntry
    self.firstWindow = firstWindow
    let last = limit - base - 1
    // The narrowest power of two that makes fewer than twice as many.
    let bits = UInt64(64 - last.leadingZeroBitCount)
    let kept = UInt64(64 - max(wanted, 1).leadingZeroBitCount)
    shift = bits > kept ? bits - kept : 0
    windows = Int(truncatingIfNeeded: last >> shift) + 1
  }

  /// A rung whose only window was taken.
  @inlinable
  static var past: Rung {
    var rung = Rung(from: 0, to: 1, wanted: 1)
    rung.next = rung.windows
    return rung
  }

  /// Whether every window was taken.
  @inlinable
  var isPast: Bool { next == windows }

  @inlinable
  @inline(__always)
  func window(of tick: UInt64) -> Int { Int(truncatingIfNeeded: (tick &- base) &>> shift) }

  /// Returns the first tick of `window`.
  @inlinable
  func start(of window: Int) -> UInt64 { base &+ UInt64(truncatingIfNeeded: window) &<< shift }

  /// Returns the tick after `window`.
  @inlinable
  func end(of window: Int) -> UInt64 { window + 1 == windows ? limit : start(of: window + 1) }
}
