import Foundation
import TestSupport
import Testing

@testable import GrowthloopFindings

@Suite("JSON · to the letter of RFC 8259")
struct JSONParserTests {
  private func parse(_ text: String) -> JSONValue? { try? JSONParser.parse(Array(text.utf8)) }

  @Test(arguments: [
    ("null", JSONValue.null), (" true ", .bool(true)), ("false", .bool(false)), ("0", .integer(0)),
    ("-0", .integer(0)), ("-12", .integer(-12)), ("9223372036854775807", .integer(.max)),
    ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.5e3", .number(1_500)),
    ("1E-2", .number(0.01)), (#""""#, .text("")),
    (#""a\"\\\/\b\f\n\r\t""#, .text("a\"\\/\u{8}\u{c}\n\r\t")),
    (#""\u00e9\uD83D\uDE00""#, .text("é😀")), ("[]", .array([])), ("{}", .object([:])),
    (
      "[1, [2], {\"a\": null}]",
      .array([.integer(1), .array([.integer(2)]), .object(["a": .null])])
    ),
    ("\u{feff}{\"a\":1}", .object(["a": .integer(1)])),
  ])
  func `what is JSON is read`(text: String, value: JSONValue) {
    #expect(parse(text) == value)
  }

  @Test(arguments: [
    "", " ", "nul", "tru", "True", "01", "-", "-01", "1.", ".5", "1e", "1e+", "+1", "0x1", "1e400",
    "NaN",
    "Infinity", "[1,]", "[,1]", "[1 2]", "[1", "]", "{\"a\":1,}", "{,}", "{\"a\"}", "{\"a\":}",
    "{a:1}", "{\"a\":1 \"b\":2}", "{\"a\":1}}", "1 2", "'a'", "\"a", "\"\\x\"", "\"\\u12\"",
    "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"a\tb\"", "\"\u{0}\"",
    "{\"a\":1,\"a\":2}",
    "// 1", "[1] // one",
  ])
  func `what is not JSON is refused`(text: String) {
    #expect(parse(text) == nil)
  }

  @Test func `a mistake is told with its place`() {
    #expect {
      try JSONParser.parse(Array(#"{"a": [1, 2,]}"#.utf8))
    } throws: {
      ($0 as? JSONParser.Mistake) == JSONParser.Mistake(column: 13, words: "no value begins so")
    }
  }

  /// Whatever Foundation can write is read back as it was.
  @Test(arguments: UInt64(1)...60)
  func `what is written by another is read as it was meant`(seed: UInt64) throws {
    var chance = SeededChance(seed: seed)
    let value = randomValue(depth: 5, &chance)
    let encoder = JSONEncoder()
    if seed.isMultiple(of: 2) { encoder.outputFormatting = .prettyPrinted }
    #expect(try JSONParser.parse(Array(encoder.encode(value))) == value)
  }

  /// Cutting or changing a byte never crashes, whatever comes of it.
  @Test(arguments: UInt64(1)...40)
  func `no damage to a text does damage to the reader`(seed: UInt64) throws {
    var chance = SeededChance(seed: seed)
    var bytes = Array(try JSONEncoder().encode(randomValue(depth: 4, &chance)))
    for _ in 0..<40 where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &chance)
      bytes[place] = UInt8.random(in: 0x20..<0x7F, using: &chance)
      for text in [bytes, Array(bytes.prefix(place))] {
        do {
          // What is taken for JSON says the same when it is written and read again.
          let value = try JSONParser.parse(text)
          #expect(try JSONParser.parse(Array(JSONEncoder().encode(value))) == value)
        } catch let mistake as JSONParser.Mistake {
          #expect((1...text.count + 1).contains(mistake.column))
        }
      }
    }
  }

  private func randomValue(depth: Int, _ chance: inout SeededChance) -> JSONValue {
    switch Int.random(in: depth == 0 ? 0..<5 : 0..<8, using: &chance) {
    case 0: return .null
    case 1: return .bool(.random(using: &chance))
    case 2: return .integer(.random(in: .min ... .max, using: &chance))
    case 3: return .number(Double(Int.random(in: -9_999...9_999, using: &chance)) + 0.5)
    case 4: return .text(randomText(&chance))
    case 5, 6:
      return .array((0..<3).map { _ in randomValue(depth: depth - 1, &chance) })
    default:
      let members = (0..<3).map {
        (randomText(&chance) + "\($0)", randomValue(depth: depth - 1, &chance))
      }
      return .object(Dictionary(uniqueKeysWithValues: members))
    }
  }

  private func randomText(_ chance: inout SeededChance) -> String {
    let letters: [Character] = [
      "a", "é", "😀", "\"", "\\", "/", "\n", "\u{1}", "—", " ", "\u{2028}",
    ]
    return String((0..<6).compactMap { _ in letters.randomElement(using: &chance) })
  }
}
