/// The keyed hash of a user's telephone number, in 128 bits.
///
/// The numbers of a country are few enough to try them all: without the key it hides the number,
/// with the key it does not.
public struct NumberHash: Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt128

  public init(rawValue: UInt128) {
    self.rawValue = rawValue
  }
}

extension NumberHash: NumberField {
  var number: UInt128 { rawValue }
  init?(number: UInt128) { self.init(rawValue: number) }
}

extension NumberHash {
  /// The 32 hexadecimal digits of the hash.
  public var hexadecimal: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}
