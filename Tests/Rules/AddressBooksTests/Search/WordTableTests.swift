import Testing

@testable import AddressBooks

@Suite("The words of a book")
struct WordTableTests {
  @Test func `a word has one number, however many have come in since`() {
    var table = WordTable()
    let words = (0..<3_000).map { Array("word \($0)".utf16) }
    for (number, word) in words.enumerated() {
      let entered = table.enter(word)
      #expect(entered == number)
    }
    for (number, word) in words.enumerated() {
      let again = table.enter(word)
      #expect(again == number)
      #expect(table[number].elementsEqual(word))
    }
    #expect(table.heads.count == words.count)
  }
}
