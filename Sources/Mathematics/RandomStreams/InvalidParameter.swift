/// The error for a parameter outside of its range.
public struct InvalidParameter: Error, Hashable, CustomStringConvertible {
  /// The parameter's name.
  public let name: String
  /// The refused value; a count is given as a real number.
  public let value: Double
  /// The range, as the end of a sentence with "must be".
  public let allowed: String

  /// Creates the error of the parameter `name`; `allowed` is the range, as after "must be".
  public init(_ name: String, is value: Double, allowed: String) {
    self.name = name
    self.value = value
    self.allowed = allowed
  }

  public var description: String { "\(name) must be \(allowed), not \(value)" }

  static func require(
    _ holds: Bool, _ name: String, _ value: Double, _ allowed: String
  ) throws(InvalidParameter) {
    guard holds else { throw InvalidParameter(name, is: value, allowed: allowed) }
  }

  static func requireProbability(_ value: Double, _ name: String) throws(InvalidParameter) {
    try require(value >= 0 && value <= 1, name, value, "from 0 to 1")
  }

  static func requirePositive(_ value: Double, _ name: String) throws(InvalidParameter) {
    try require(value > 0 && value < .infinity, name, value, "above 0 and finite")
  }

  static func requireFinite(_ value: Double, _ name: String) throws(InvalidParameter) {
    try require(value.isFinite, name, value, "finite")
  }

  static func requireSpread(_ value: Double, _ name: String) throws(InvalidParameter) {
    try require(value >= 0 && value < .infinity, name, value, "at least 0 and finite")
  }

  static func requireShape(_ value: Double, _ name: String) throws(InvalidParameter) {
    try require(value >= 1e-100 && value <= 1e100, name, value, "from 10^-100 to 10^100")
  }

  static func requireCount(
    _ value: Int, _ name: String, atLeast least: Int
  ) throws(InvalidParameter) {
    // Far below 2^53, so that a count is exact as a real number.
    try require(
      value >= least && value <= 1_000_000_000_000_000, name, Double(value),
      "from \(least) to 10^15")
  }
}

/// A selection of `size` of `total` things without repetition.
public struct Selection: Hashable, Sendable, BitwiseCopyable {
  /// The number of things that are selected, from 0 to the total.
  public let size: Int
  /// The number of things to select from, from 0 to 10^15.
  public let total: Int

  /// - Throws: `InvalidParameter` unless the total is from 0 to 10^15 and the size from 0 to the
  ///   total.
  public init(_ size: Int, of total: Int) throws(InvalidParameter) {
    try InvalidParameter.requireCount(total, "total", atLeast: 0)
    try InvalidParameter.require(
      size >= 0 && size <= total, "size", Double(size), "from 0 to the total, \(total)")
    self.size = size
    self.total = total
  }

  /// Returns places below the total, in the order of the draws: every selection is exactly equally
  /// likely, in every order.
  ///
  /// - Complexity: O(size) in time and memory, whatever the total (Fisher and Yates's shuffle, of
  ///   which only moved places are stored).
  public func sample(using generator: inout some RandomNumberGenerator) -> [Int] {
    var moved = MovedPlaces(capacity: size)
    var selected: [Int] = []
    selected.reserveCapacity(size)
    for place in 0..<size {
      let other = place + Int(generator.uniform(below: UInt64(total - place)))
      selected.append(moved.put(moved[place], at: other))
    }
    return selected
  }
}

/// A row of places that contains each at itself, except those that moved.
private struct MovedPlaces {
  private var slots: [(place: Int, holds: Int)]
  private let shift: Int

  /// Reserves memory for this many moves, which use at most half of the slots.
  init(capacity: Int) {
    let bits = Int.bitWidth - (2 * capacity).leadingZeroBitCount
    slots = Array(repeating: (place: -1, holds: 0), count: 1 << bits)
    shift = Int.bitWidth - bits
  }

  subscript(place: Int) -> Int {
    let slot = slot(of: place)
    return slots[slot].place == place ? slots[slot].holds : place
  }

  /// Puts `content` at `place` and returns the previous content.
  mutating func put(_ content: Int, at place: Int) -> Int {
    let slot = slot(of: place)
    let former = slots[slot].place == place ? slots[slot].holds : place
    slots[slot] = (place, content)
    return former
  }

  /// Returns the slot that holds `place`, or the free one that would.
  private func slot(of place: Int) -> Int {
    // Knuth's multiplicative hashing; neighbours that are taken lead on to the next.
    let product = UInt64(place) &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(product >> UInt64(shift)) & (slots.count - 1)
    while slots[slot].place != place, slots[slot].place >= 0 {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}
