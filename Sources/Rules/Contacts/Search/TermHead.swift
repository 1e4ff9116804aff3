/// The first eight letters of a word, in one integer that sixteen bytes hold.
///
/// Nearly all comparisons of a search end here, without a look at the word itself.
struct TermHead: Hashable, Sendable, BitwiseCopyable {
  let letters: UInt128
  /// How many letters there are; at most `most` are in the integer.
  let count: Int

  static let most = 8

  init(_ word: some Collection<UInt16>) {
    count = word.count
    var packed: UInt128 = 0
    for letter in word.prefix(Self.most) { packed = packed << 16 | UInt128(letter) }
    letters = packed << (16 * UInt128(Self.most - min(Self.most, word.count)))
  }

  /// The bits of the letters that a word must share to begin with this one.
  var mask: UInt128 { TermHead.mask(count) }

  private static func mask(_ count: Int) -> UInt128 {
    count == 0 ? 0 : ~0 << (16 * UInt128(most - min(most, count)))
  }
}

extension TermHead {
  /// Whether a word that begins with `other` might, but for one slip, begin with this one.
  ///
  /// Looks at seven letters at most, so that a letter too many on either side is still in sight.
  /// What passes need not be right; nothing that is right is held back.
  func mightSlipInto(_ other: UInt128) -> Bool {
    let seen = min(count, Self.most - 1)
    let difference = (letters ^ other) & Self.mask(seen)
    guard difference != 0 else { return true }
    let place = UInt128(difference.leadingZeroBitCount / 16)
    let rest = Self.mask(seen) & (~0 >> (16 * place))
    let behind = rest & (rest >> 16)
    // Another letter; a letter too many; a letter too few; two letters swapped.
    return difference & behind == 0
      || (letters << 16 ^ other) & rest & Self.mask(seen - 1) == 0
      || (other << 16 ^ letters) & rest == 0
      || (difference & (behind >> 16) == 0 && swapsTwo(with: other, at: place))
  }

  private func swapsTwo(with other: UInt128, at place: UInt128) -> Bool {
    guard place < 7 else { return false }
    let pair = { (word: UInt128) in UInt32(truncatingIfNeeded: word >> (16 * (6 - place))) }
    let mine = pair(letters)
    return mine << 16 | mine >> 16 == pair(other)
  }
}
