import Testing

@testable import GrowthloopFindings

@Suite("Source texts · bytes become lines and columns")
struct SourceTextTests {
  @Test(arguments: [
    ("ab\ncd", 3, 2, 1), ("ab\r\ncd", 4, 2, 1), ("ab\rcd", 4, 2, 2), ("ab\r\rcd", 4, 3, 1),
    ("ab", 2, 1, 3), ("ab\n", 3, 2, 1), ("", 0, 1, 1), ("ab", 9, 1, 10),
    ("👩‍👧x", 3, 1, 4), ("a\u{2028}b\u{85}c", 4, 1, 5),
  ])
  func `a place is counted in scalars from the last line end of an editor`(
    text: String, offset: Int, line: Int, column: Int
  ) {
    let place = SourceText(name: "a", text: text).place(at: offset)
    #expect((place.line, place.column) == (line, column))
    #expect(place.description == "a:\(line):\(column)")
  }

  @Test func `a byte order mark is no part of the text`() throws {
    let source = try SourceText(name: "a", bytes: [0xEF, 0xBB, 0xBF, 0x61])
    #expect(source.text == "a")
    #expect(source.place(at: 0).column == 1)
  }

  @Test(arguments: [
    ([0x61, 0x0A, 0xC3, 0xA9, 0xFF, 0x62], "a.yaml:2:2: error: the byte 0xFF is not UTF-8"),
    ([0xEF, 0xBB, 0xBF, 0x61, 0xC0, 0x80], "a.yaml:1:2: error: the byte 0xC0 is not UTF-8"),
    ([0x61, 0xE2, 0x82], "a.yaml:1:2: error: the byte 0xE2 is not UTF-8"),
    ([0xFF, 0xFE, 0x61, 0x00], "a.yaml:1:1: error: the file is written in UTF-16"),
  ])
  func `what is not UTF-8 is refused at its first wrong byte`(bytes: [UInt8], message: String) {
    let error = #expect(throws: Diagnostic.self) {
      try SourceText(name: "a.yaml", bytes: bytes)
    }
    #expect(error?.description.split(separator: "\n").first.map(String.init) == message)
  }
}
