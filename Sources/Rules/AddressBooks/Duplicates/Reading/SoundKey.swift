/// A phonetic key of a word: the classes of its first four consonants.
///
/// The classes are those of Soundex, but the first letter is classed too, so that Philip meets
/// Filip.
enum SoundKey {
  /// Returns a number that words share which sound alike; zero for a word without letters.
  static func key(of word: some Sequence<UInt8>) -> UInt64 {
    var key: UInt64 = 0
    var last: UInt8 = 0
    var length = 0
    for letter in word where letter != UInt8(ascii: " ") {
      let group = consonantClass(of: letter)
      if length == 0 {
        key = UInt64(group == 0 ? letter : group)
        length = 1
      } else if group != 0, group != last {
        key = key << 8 | UInt64(group)
        length += 1
        if length == 4 { break }
      }
      last = group
    }
    return key
  }

  /// Returns zero for vowels; letters of other scripts and digits are classes of their own.
  private static func consonantClass(of letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "p"), UInt8(ascii: "v"): 1
    case UInt8(ascii: "c"), UInt8(ascii: "g"), UInt8(ascii: "j"), UInt8(ascii: "k"),
      UInt8(ascii: "q"), UInt8(ascii: "s"), UInt8(ascii: "x"), UInt8(ascii: "z"):
      2
    case UInt8(ascii: "d"), UInt8(ascii: "t"): 3
    case UInt8(ascii: "l"): 4
    case UInt8(ascii: "m"), UInt8(ascii: "n"): 5
    case UInt8(ascii: "r"): 6
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"),
      UInt8(ascii: "u"), UInt8(ascii: "y"), UInt8(ascii: "h"), UInt8(ascii: "w"):
      0
    default: letter
    }
  }
}
