/// An event of 16 bytes, ordered by its tick, then by the order of insertion.
struct PendingSetEvent {
  private let orderAndNumber: UInt64
  let tick: UInt64

  @inline(__always)
  init(_ number: UInt32, at tick: UInt64, order: UInt32) {
    orderAndNumber = UInt64(order) << 32 | UInt64(number)
    self.tick = tick
  }

  var number: UInt32 { UInt32(truncatingIfNeeded: orderAndNumber) }

  /// Compares both words as one number, without a branch.
  @inline(__always)
  static func < (one: Self, other: Self) -> Bool {
    UInt128(_low: one.orderAndNumber, _high: one.tick)
      < UInt128(_low: other.orderAndNumber, _high: other.tick)
  }
}
