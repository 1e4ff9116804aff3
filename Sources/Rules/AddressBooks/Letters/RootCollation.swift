/// An order of names for no language in particular, close to Unicode's own.
///
/// Letters count first, then their marks, then capitals. Signs stand before digits, digits before
/// Latin letters, and these before the other scripts in Unicode's order of scripts. Another
/// implementation of `Collation` can follow Unicode's table for a script more closely.
public struct RootCollation: Collation {
  /// Creates the collation, which has no settings.
  public init() {}

  /// The version of these keys, which a saved book must match.
  public var version: String { "root 1" }

  /// The 26 Latin capitals, A to Z.
  public var letters: [String] { RootCollation.latin }

  private static let latin = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)

  /// Returns the Latin letter that the name begins with, without its marks.
  public func letter(of name: String) -> Int? {
    var place: Int?
    guard let first = name.unicodeScalars.first(where: { !$0.properties.isWhitespace }) else {
      return nil
    }
    FoldedLetters.forEach(in: String(first)) { letter in
      guard place == nil, let letter, ("a"..."z").contains(letter) else { return }
      place = Int(letter.value) - 97
    }
    return place
  }

  /// Appends the weights of the letters, then of the marks, then of the capitals.
  public func appendKey(of name: String, to key: inout [UInt8]) {
    var marks: [UInt8] = [1]
    var capitals: [UInt8] = [1]
    for scalar in name.unicodeScalars {
      if scalar.isASCII {
        let isCapital = ("A"..."Z").contains(scalar)
        let small = isCapital ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
        PrimaryWeight.appendWeight(of: small, to: &key)
        marks.append(2)
        capitals.append(isCapital ? 3 : 2)
        continue
      }
      if let weight = DiacriticWeight.weight(of: scalar) {
        marks.append(weight + 1)
        continue
      }
      let isCapital = scalar.properties.isUppercase
      FoldedLetters.small(FoldedLetters.wide(scalar)) { small in
        let letter = Letter.marked(small)
        for base in letter?.base ?? [small] {
          PrimaryWeight.appendWeight(of: base, to: &key)
          marks.append(2)
          capitals.append(isCapital ? 3 : 2)
        }
        for mark in letter?.marks ?? [] { marks.append(mark + 1) }
      }
    }
    // Trailing weights that all names share need not be written.
    while marks.last == 2 { marks.removeLast() }
    while capitals.last == 2 { capitals.removeLast() }
    key += marks + capitals
  }
}
