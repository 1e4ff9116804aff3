import Testing

@testable import AddressBooks

@Suite("Duplicates · how words are read before they are compared")
struct WordReadingTests {
  private func key(_ word: String) -> UInt64 { SoundKey.key(of: word.utf8) }

  @Test func `words that sound alike have one key`() {
    #expect(key("philip") == key("filip"))
    #expect(key("vosberg") == key("fozberk"))
    #expect(key("anna") == key("anne"))
    #expect(key("anna") != key("enna"), "of vowels the first counts")
    #expect(key("vosberg") != key("vosdorf"))
    #expect(key("van dam") == key("vandam"))
    #expect(key("") == 0)
  }

  @Test func `consonants have six classes, and vowels none`() {
    let classes = ["bfpv", "cgjkqsxz", "dt", "l", "mn", "r"]
    for sounds in classes {
      #expect(Set(sounds.map { key("a\($0)") }).count == 1, "\(sounds)")
      #expect(Set(sounds.map { key("\($0)a") }).count == 1, "\(sounds)")
    }
    #expect(Set(classes.compactMap(\.first).map { key("a\($0)") }).count == classes.count)
    #expect(Set(classes.compactMap(\.first).map { key("\($0)a") }).count == classes.count)
    for vowel in "aeiouyhw" { #expect(key("b\(vowel)") == key("b")) }
  }

  @Test func `digits and letters of other scripts are classes of their own, in every place`() {
    let others = Array(UInt8(ascii: "0")...UInt8(ascii: "9")) + Array(UInt8(128)...255)
    let b = UInt8(ascii: "b")
    for word in [[], [b], [others[0]], [others[0], b]] as [[UInt8]] {
      let keys = others.filter { $0 != word.last }.map { SoundKey.key(of: word + [$0]) }
      #expect(Set(keys).count == keys.count)
    }
    // The classes before the last keep apart as well.
    let pairs = [[129, 128], [128, 129], [130, 128], [128, 130], [129, 130]] as [[UInt8]]
    #expect(Set(pairs.map { SoundKey.key(of: $0) }).count == pairs.count)
  }

  @Test func `four classes count and no more, and a class that follows itself counts once`() {
    #expect(key("robertson") == key("robertmann"))
    #expect(key("rober") != key("robert"))
    #expect(key("otto") == key("oto"))
    #expect(key("otato") != key("otto"), "a vowel between them makes two")
  }

  @Test(arguments: [
    ("ß", "ss"), ("à", "a"), ("ɏ", "y"), ("ḁ", "a"), ("ỿ", "y"), ("ἀ", "α"), ("ώ", "ω"),
    ("ѐ", "е"), ("ѝ", "и"), ("آ", "ا"), ("ئ", "ي"), ("ア", "あ"), ("Ｚ", "z"), ("ァ", "ぁ"),
    ("ヶ", "ゖ"), ("Ａ", "a"), ("０", "0"), ("９", "9"),
  ])
  func `letters lose marks, width and kind, from the first to the last of their script`(
    marked: String, base: String
  ) {
    #expect(folded(marked) == Array(base.unicodeScalars))
  }

  @Test(arguments: ["ɐ", "ヷ", "ｦ"])
  func `what lies just beyond those letters stays as it is`(letter: String) {
    #expect(folded(letter) == Array(letter.unicodeScalars))
  }

  @Test func `wide signs end a word as narrow ones do, the first and the last of them`() {
    for sign in ["！", "／", "：", "＠", "［", "｀", "｛", "～"] {
      #expect(folded("a\(sign)b") == ["a", nil, "b"], "\(sign)")
    }
  }

  /// The letters of a text, and `nil` between two words.
  private func folded(_ text: String) -> [Unicode.Scalar?] {
    var letters: [Unicode.Scalar?] = []
    FoldedLetters.forEach(in: text) { letters.append($0) }
    #expect(letters.last == .some(nil), "a text ends a word")
    return letters.dropLast()
  }

  @Test func `texts beyond Latin are one word only where they are equal but for case`() {
    var lexicon = Lexicon()
    // All three letters are the byte 128.
    let words = ["ڍ", "ऒ", "ޏ", "ڍ"].map { lexicon.enter($0) }
    #expect(words == [0, 1, 2, 0])
    let latin = ["Zoë", "zoe", "ZOE "].map { lexicon.enter($0) }
    #expect(Set(latin).count == 1)
    let greek = ["Άννα", "ΆΝΝΑ"].map { lexicon.enter($0) }
    #expect(greek[0] == greek[1])
    #expect(lexicon.others(0) == 1 && lexicon.others(1) == 0 && lexicon.others(latin[0]) == 2)
    let nothing = lexicon.enter(" ")
    #expect(nothing == Lexicon.missing)
  }

  @Test func `letters beyond Latin are bytes of their own, and others lose marks and capitals`() {
    var bytes: [UInt8] = []
    FoldedLetters.write("Zoë  Çelik ", into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "zoe celik")
    FoldedLetters.write("абвгдежзиклмнопрстуфхцчшщъыьэюя", into: &bytes)
    #expect(bytes.allSatisfy { $0 > 127 })
    #expect(Set(bytes).count == bytes.count)
  }

  @Test func `letters of every script are bytes above 127, and no blanks`() {
    for text in ["ŋ", "παπα", "דוד", "अनिता", "さとう", "佐藤", "张伟", "龍馬", "김철수", "𠮷田"] {
      var bytes: [UInt8] = []
      FoldedLetters.write(text, into: &bytes)
      #expect(bytes.count == text.unicodeScalars.filter(\.properties.isAlphabetic).count)
      #expect(bytes.allSatisfy { $0 > 127 }, "\(text)")
    }
  }

  @Test(arguments: ["ڍ", "ऒ", "ޏ"])
  func `letters of different scripts may share a byte`(letter: String) {
    var bytes: [UInt8] = []
    FoldedLetters.write(letter, into: &bytes)
    #expect(bytes == [128])
  }
}
