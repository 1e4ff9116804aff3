/// The first four letters of a word, in one integer, from the top.
///
/// Nearly all comparisons of a search end here, without a look at the word itself.
struct TermHead: Hashable, Sendable, BitwiseCopyable {
  let letters: UInt64
  /// The bits of the letters that a word must share to begin with this one.
  let mask: UInt64

  static let most = 4

  init(_ word: [UInt16]) {
    var packed: UInt64 = 0
    for letter in word.prefix(Self.most) { packed = packed << 16 | UInt64(letter) }
    let room = 16 * UInt64(Self.most - min(Self.most, word.count))
    letters = packed << room
    mask = word.isEmpty ? 0 : ~0 << room
  }

  /// Returns whether a word that begins with `other` begins with this one, by the first four
  /// letters.
  @inline(__always)
  func begins(_ other: UInt64) -> Bool { (letters ^ other) & mask == 0 }
}

extension TermHead {
  private static let second: UInt64 = 0x0000_FFFF_0000_0000
  private static let third: UInt64 = 0x0000_0000_FFFF_0000

  /// Returns whether a word that begins with `other` may, with one typing error, begin with this
  /// one, which has four letters.
  ///
  /// It compares three letters, so that one too many on either side is still found. The test may
  /// accept a wrong word; it never rejects a right one.
  @inline(__always)
  func mightSlipInto(_ other: UInt64) -> Bool {
    let here = letters ^ other
    // Each letter against the one before it, and against the one behind it.
    let early = letters << 16 ^ other
    let late = other << 16 ^ letters
    if here >> 48 == 0 {
      return here & Self.second == 0 || here & Self.third == 0
        || early & (Self.second | Self.third) == 0 || late & (Self.second | Self.third) == 0
        || (early | late) & Self.second == 0
    }
    return here & (Self.second | Self.third) == 0 || early >> 16 == 0 || late >> 16 == 0
      || ((early | late) >> 48 == 0 && here & Self.third == 0)
  }
}
