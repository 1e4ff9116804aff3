/// The number of a person in the market, below 2^40.
typealias PersonNumber = UInt64

/// The number of a person in five bytes, as records keep it.
struct KeptPerson: BitwiseCopyable, Equatable {
  private let low: UInt32
  private let high: UInt8

  static let none = KeptPerson(noPerson)
  /// The number of no person.
  static let noPerson: PersonNumber = 1 << 40 - 1

  init(_ number: PersonNumber) {
    low = UInt32(truncatingIfNeeded: number)
    high = UInt8(truncatingIfNeeded: number >> 32)
  }

  var number: PersonNumber { UInt64(low) | UInt64(high) << 32 }
}
