/// A parser of one JSON text to the letter of RFC 8259, which reports the place of an error.
///
/// Foundation's decoder silently accepts a superfluous comma and the first of two equal keys, names
/// no place, and crashes on 513 brackets. A contract between programs must distinguish all four.
public struct JSONParser {
  /// An error in a JSON text, with its place.
  public struct Mistake: Error, Hashable, Sendable {
    /// The byte of the line at which the error shows, from 1.
    public let column: Int
    public let words: String
  }

  /// The greatest number of open brackets.
  public static let deepestNesting = 32

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Parses `bytes`, which must be UTF-8.
  public static func parse(_ bytes: [UInt8]) throws(Mistake) -> JSONValue {
    var parser = JSONParser(bytes)
    // A byte order mark is no JSON, but some editors always write one.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.place = 3 }
    parser.skipSpace()
    let value = try parser.value()
    parser.skipSpace()
    guard parser.place == bytes.count else { throw parser.mistake("something follows the value") }
    return value
  }

  private func mistake(_ words: String, at place: Int? = nil) -> Mistake {
    Mistake(column: (place ?? self.place) + 1, words: words)
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard let byte = next, UInt32(byte) == mark.value else { return false }
    place += 1
    return true
  }

  private mutating func value() throws(Mistake) -> JSONValue {
    guard let byte = next else { throw mistake("the text ends where a value should be") }
    switch byte {
    case UInt8(ascii: "{"): return try nested(object)
    case UInt8(ascii: "["): return try nested(array)
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw mistake("no value begins so")
    }
  }

  private mutating func nested(
    _ read: (inout JSONParser) throws(Mistake) -> JSONValue
  ) throws(Mistake) -> JSONValue {
    depth += 1
    guard depth <= Self.deepestNesting else {
      throw mistake("nested more than \(Self.deepestNesting) deep")
    }
    place += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(Mistake) -> JSONValue {
    guard bytes[place...].starts(with: word.utf8) else { throw mistake("no value begins so") }
    place += word.utf8.count
    return value
  }
}

// MARK: Objects and arrays

extension JSONParser {
  private var object: (inout JSONParser) throws(Mistake) -> JSONValue {
    { parser throws(Mistake) in
      var members: [String: JSONValue] = [:]
      parser.skipSpace()
      if parser.skip("}") { return .object(members) }
      while true {
        parser.skipSpace()
        let start = parser.place
        guard parser.next == UInt8(ascii: "\"") else { throw parser.mistake("a key must be here") }
        let key = try parser.text()
        guard members[key] == nil else {
          throw parser.mistake("the key '\(key)' stands twice", at: start)
        }
        parser.skipSpace()
        guard parser.skip(":") else { throw parser.mistake("':' must follow a key") }
        parser.skipSpace()
        members[key] = try parser.value()
        parser.skipSpace()
        if parser.skip("}") { return .object(members) }
        guard parser.skip(",") else { throw parser.mistake("',' or '}' must be here") }
      }
    }
  }

  private var array: (inout JSONParser) throws(Mistake) -> JSONValue {
    { parser throws(Mistake) in
      var elements: [JSONValue] = []
      parser.skipSpace()
      if parser.skip("]") { return .array(elements) }
      while true {
        parser.skipSpace()
        elements.append(try parser.value())
        parser.skipSpace()
        if parser.skip("]") { return .array(elements) }
        guard parser.skip(",") else { throw parser.mistake("',' or ']' must be here") }
      }
    }
  }
}

// MARK: Numbers and texts

extension JSONParser {
  private mutating func number() throws(Mistake) -> JSONValue {
    let start = place
    _ = skip("-")
    let isWhole = try digits(mayLeadWithZero: false)
    guard isWhole else { throw mistake("a digit must be here") }
    var isInteger = true
    if skip(".") {
      isInteger = false
      guard try digits(mayLeadWithZero: true) else { throw mistake("a digit must be here") }
    }
    if skip("e") || skip("E") {
      isInteger = false
      if !skip("+") { _ = skip("-") }
      guard try digits(mayLeadWithZero: true) else { throw mistake("a digit must be here") }
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      throw mistake("the number is too large", at: start)
    }
    return .number(number)
  }

  /// Skips digits, and returns whether there were any.
  private mutating func digits(mayLeadWithZero: Bool) throws(Mistake) -> Bool {
    let start = place
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
    if !mayLeadWithZero, place - start > 1, bytes[start] == UInt8(ascii: "0") {
      throw mistake("a number does not begin with 0", at: start)
    }
    return place > start
  }

  private mutating func text() throws(Mistake) -> String {
    let start = place
    place += 1
    var characters: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        return String(decoding: characters, as: UTF8.self)
      case UInt8(ascii: "\\"):
        place += 1
        characters += Array(String(try escaped()).utf8)
      case 0..<0x20:
        throw mistake("a control character must be escaped")
      default:
        characters.append(byte)
        place += 1
      }
    }
    throw mistake("the text has no end", at: start)
  }

  private mutating func escaped() throws(Mistake) -> Unicode.Scalar {
    let plain: [UInt8: Unicode.Scalar] = [
      UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
      UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{c}", UInt8(ascii: "n"): "\n",
      UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]
    guard let byte = next else { throw mistake("the text has no end") }
    if let scalar = plain[byte] {
      place += 1
      return scalar
    }
    let start = place - 1
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800..<0xDC00).contains(first), skip("\\") else {
      throw mistake("half of a pair of surrogates", at: start)
    }
    let second = try hexadecimal()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw mistake("half of a pair of surrogates", at: start) }
    return scalar
  }

  private mutating func hexadecimal() throws(Mistake) -> UInt32 {
    guard skip("u"), place + 4 <= bytes.count else { throw mistake("no such escape") }
    var value: UInt32 = 0
    for byte in bytes[place..<place + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw mistake("four hexadecimal digits must be here")
      }
      value = value << 4 | UInt32(digit)
    }
    place += 4
    return value
  }
}
