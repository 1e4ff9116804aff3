/// A circle of one address book, by its place among them.
public struct CircleID: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The place of the circle in its book, from 0 to 127.
  public let rawValue: UInt8

  /// Creates the id of the circle at that place; `nil` beyond the 128 that a book can have.
  public init?(rawValue: UInt8) {
    guard rawValue < 128 else { return nil }
    self.rawValue = rawValue
  }

  init(place: Int) { rawValue = UInt8(place) }

  public static func < (left: CircleID, right: CircleID) -> Bool { left.rawValue < right.rawValue }
}

/// The circles of one contact, in sixteen bytes.
public struct CircleSet: Hashable, Sendable, BitwiseCopyable {
  var bits: UInt128 = 0

  /// Creates an empty set.
  public init() {}

  /// Whether the set has no circle.
  public var isEmpty: Bool { bits == 0 }
  /// The number of circles, at most 128.
  public var count: Int { bits.nonzeroBitCount }

  /// The circles in the order of their places.
  public var members: [CircleID] {
    (0..<128).filter { bits >> UInt128($0) & 1 == 1 }.map { CircleID(place: $0) }
  }

  /// Returns whether `circle` is in the set.
  public func contains(_ circle: CircleID) -> Bool { bits >> UInt128(circle.rawValue) & 1 == 1 }

  /// Adds `circle`; a second time has no effect.
  public mutating func insert(_ circle: CircleID) { bits |= 1 << UInt128(circle.rawValue) }

  /// Removes `circle`; an absent one has no effect.
  public mutating func remove(_ circle: CircleID) { bits &= ~(1 << UInt128(circle.rawValue)) }

  /// Returns whether no circle is in both sets.
  public func isDisjoint(with other: CircleSet) -> Bool { bits & other.bits == 0 }

  /// Returns the circles that are in either set.
  public func union(_ other: CircleSet) -> CircleSet {
    var both = self
    both.bits |= other.bits
    return both
  }
}

extension CircleSet: ExpressibleByArrayLiteral {
  /// Creates a set from circles in any order, repeated or not.
  public init(arrayLiteral circles: CircleID...) {
    for circle in circles { insert(circle) }
  }
}
