import TestSupport

/// Names that nobody has, of letters that people have, in many scripts.
enum NamesOfTheWorld {
  /// The letters of a script, and what is called by its name in the tests.
  struct Alphabet: Sendable, CustomStringConvertible {
    let description: String
    let letters: [Unicode.Scalar]

    init(_ name: String, letters: [Unicode.Scalar]) {
      description = name
      self.letters = letters
    }

    init(_ name: String, _ blocks: ClosedRange<UInt32>...) {
      description = name
      letters = blocks.joined().compactMap(Unicode.Scalar.init).filter {
        $0.properties.isAlphabetic && $0.properties.generalCategory != .unassigned
      }
    }
  }

  static let alphabets = [
    Alphabet("ASCII", 0x41...0x7A), Alphabet("Latin with marks", 0xC0...0x17F),
    Alphabet("Vietnamese", 0x1EA0...0x1EF9), Alphabet("Greek", 0x386...0x3CE),
    Alphabet("Cyrillic", 0x400...0x45F), Alphabet("Georgian", 0x10D0...0x10F0),
    Alphabet("Armenian", 0x531...0x586), Alphabet("Hebrew", 0x5D0...0x5EA),
    Alphabet("Arabic", 0x621...0x64A), Alphabet("Devanagari", 0x905...0x939),
    Alphabet("Bengali", 0x985...0x9B9), Alphabet("Tamil", 0xB85...0xBB9),
    Alphabet("Thai", 0xE01...0xE2E), Alphabet("Hangul", 0xAC00...0xD7A3),
    Alphabet("Hiragana", 0x3041...0x3096), Alphabet("Katakana", 0x30A1...0x30FA),
    Alphabet("Han", 0x4E00...0x9FEF),
  ]

  /// So many names, each of one script or, seldom, of two; some have a blank, a hyphen or a digit.
  static func random(
    _ count: Int, seed: UInt64, of alphabets: [Alphabet] = NamesOfTheWorld.alphabets
  ) -> [String] {
    var chance = SeededChance(seed: seed)
    func pick<Element>(_ elements: [Element]) -> Element {
      elements[Int(chance.next() % UInt64(elements.count))]
    }
    return (0..<count).map { _ in
      var name = ""
      var alphabet = pick(alphabets)
      for _ in 0...Int(chance.next() % 7) {
        name.unicodeScalars.append(pick(alphabet.letters))
        switch chance.next() % 24 {
        case 0: name += pick([" ", "-", "'", "."])
        case 1: name += "\(chance.next() % 10)"
        case 2: alphabet = pick(alphabets)
        default: break
        }
      }
      return name
    }
  }
}
