import AddressBooks
import GrowthloopContacts
import Testing

@Suite("The order that needs no library, beside ICU's")
struct RootOrderTests {
  /// The letters that stand elsewhere than in ICU's order of no language in particular.
  ///
  /// Besides, Han stands in the order of its code, and not of its radicals.
  static let elsewhere: [String: String] = [
    // Letters of their own to ICU, letters with a mark to us; and ligatures.
    "Latin with marks": "ÆæØÞøþĐđĦħİıĲĳĸŁłŊŋŒœŦŧŉſ",
    // Marks upon marks.
    "Greek": "ΎΪΫΐΰϊϋύ",
    // In their place in the alphabet to ICU, behind the Russian letters to us.
    "Cyrillic": "ЂЃЄЅІЇЈЉЊЋЌЎЏђѓєѕіїјљњћќўџ",
    "Armenian": "ՙՠ",
    // The forms at the end of a word are those of its middle to ICU.
    "Hebrew": "ךםןףץ",
    "Arabic": "أؤإئاػؼؽؾؿـ",
    "Devanagari": "ऩऱऴ",
    "Tamil": "ஜனறழவ",
    // Small and voiced kana are those without to ICU.
    "Hiragana": "ぁぃぅぇぉがぎぐげござじずぜぞだぢっづでどばぱびぴぶぷべぺぼぽゃゅょゎゔゕゖ",
    "Katakana": "ァィゥェォガギグゲゴザジズゼゾダヂッヅデドバパビピブプベペボポャュョヮヴヵヶヷヸヹヺ",
  ]

  /// The letters that stand where ICU has them.
  static let agreed = NamesOfTheWorld.alphabets.filter { $0.description != "Han" }.map { alphabet in
    let others = Array((elsewhere[alphabet.description] ?? "").unicodeScalars)
    return NamesOfTheWorld.Alphabet(
      alphabet.description, letters: alphabet.letters.filter { !others.contains($0) })
  }

  private let icu: LocaleCollation

  init() throws { icu = try #require(LocaleCollation(locale: "und")) }

  /// How many of `names`, as ICU sorts them, stand before the one above them to us.
  private func disorder(among names: [String]) -> [String] {
    func key(_ name: String, by collation: some Collation) -> [UInt8] {
      var key: [UInt8] = []
      collation.appendKey(of: name, to: &key)
      return key
    }
    let sorted = names.map { ($0, key($0, by: icu)) }
      .sorted { $0.1.lexicographicallyPrecedes($1.1) }
    return zip(sorted, sorted.dropFirst()).compactMap { above, below in
      let isSame = above.1 == below.1
      let root = (key(above.0, by: RootCollation()), key(below.0, by: RootCollation()))
      return !isSame && root.1.lexicographicallyPrecedes(root.0) ? "\(above.0), \(below.0)" : nil
    }
  }

  @Test(arguments: agreed)
  func `names of a script stand in ICU's order`(alphabet: NamesOfTheWorld.Alphabet) {
    #expect(disorder(among: NamesOfTheWorld.random(3_000, seed: 1, of: [alphabet])) == [])
  }

  @Test func `names of all scripts mixed stand in ICU's order`() {
    #expect(disorder(among: NamesOfTheWorld.random(10_000, seed: 2, of: Self.agreed)) == [])
  }

  @Test(arguments: elsewhere.keys.sorted())
  func `what is listed as different does differ`(script: String) throws {
    let alphabet = try #require(NamesOfTheWorld.alphabets.first { $0.description == script })
    #expect(disorder(among: NamesOfTheWorld.random(3_000, seed: 3, of: [alphabet])) != [])
    let others = Array((Self.elsewhere[script] ?? "").unicodeScalars)
    #expect(others.allSatisfy(alphabet.letters.contains))
  }
}
