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

  @Test func `four classes count and no more, and a class that follows itself counts once`() {
    #expect(key("robertson") == key("robertkamp"))
    #expect(key("rober") != key("robert"))
    #expect(key("otto") == key("oto"))
    #expect(key("otato") != key("otto"), "a vowel between them makes two")
  }

  @Test func `letters beyond Latin are bytes of their own, and others lose marks and capitals`() {
    var bytes: [UInt8] = []
    FoldedLetters.write("Zoë  Çelik ", into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "zoe celik")
    FoldedLetters.write("абвгдежзиклмнопрстуфхцчшщъыьэюя", into: &bytes)
    #expect(bytes.allSatisfy { $0 > 127 })
    #expect(Set(bytes).count == bytes.count)
  }
}
