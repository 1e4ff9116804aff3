/// A JSON pointer (RFC 6901), by which a value is found in the bytes of a text without a copy of it.
public struct JSONPointer: Hashable, Sendable {
  /// The pointer as written.
  public let text: String
  private let steps: [[UInt8]]

  /// Creates a pointer such as `/items/0/name`; `nil` for a text that is none.
  public init?(_ text: String) {
    var steps: [[UInt8]] = []
    guard text.isEmpty || text.first == "/" else { return nil }
    for word in text.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      var step: [UInt8] = []
      var isEscaped = false
      for byte in word.utf8 {
        if isEscaped {
          guard byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else { return nil }
          step.append(byte == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
        } else if byte != UInt8(ascii: "~") {
          step.append(byte)
        }
        isEscaped = !isEscaped && byte == UInt8(ascii: "~")
      }
      guard !isEscaped else { return nil }
      steps.append(step)
    }
    self.text = text
    self.steps = steps
  }

  /// Finds the value in a JSON text; `nil` where there is none, or the text is no JSON on the way.
  func find(in text: Span<UInt8>) -> Range<Int>? {
    var reader = JSONScan(text)
    reader.skipSpace()
    for step in steps {
      guard reader.enter(step) else { return nil }
    }
    let start = reader.place
    return reader.skipValue() ? start..<reader.place : nil
  }
}

/// A scan over the bytes of a JSON text that keeps nothing but its place.
struct JSONScan: ~Escapable {
  private let text: Span<UInt8>
  private(set) var place = 0

  @_lifetime(copy text)
  init(_ text: Span<UInt8>) {
    self.text = text
  }

  private var next: UInt8? { place < text.count ? text[place] : nil }

  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      place += 1
    }
  }

  private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard let byte = next, UInt32(byte) == mark.value else { return false }
    place += 1
    return true
  }

  /// Moves to the value of a member or an element; returns `false` where there is none.
  mutating func enter(_ step: [UInt8]) -> Bool {
    if skip("{") { return enterMember(step) }
    guard skip("["), let index = Self.index(step) else { return false }
    skipSpace()
    for _ in 0..<index {
      guard skipValue() else { return false }
      skipSpace()
      guard skip(",") else { return false }
      skipSpace()
    }
    return next != nil && next != UInt8(ascii: "]")
  }

  /// The names of the members of an object; `nil` for a text that is none.
  static func names(in text: Span<UInt8>) -> [String]? {
    var scan = JSONScan(text)
    var names: [String] = []
    scan.skipSpace()
    guard scan.skip("{") else { return nil }
    while true {
      scan.skipSpace()
      if names.isEmpty, scan.skip("}") { return names }
      let start = scan.place
      guard scan.skipText() else { return nil }
      var name: [UInt8] = []
      text.appendJSON(start..<scan.place, to: &name)
      names.append(String(decoding: name, as: UTF8.self))
      scan.skipSpace()
      guard scan.skip(":"), scan.skipValue() else { return nil }
      scan.skipSpace()
      if scan.skip("}") { return names }
      guard scan.skip(",") else { return nil }
    }
  }

  private mutating func enterMember(_ name: [UInt8]) -> Bool {
    while true {
      skipSpace()
      guard let isNamed = skipText(comparing: name) else { return false }
      skipSpace()
      guard skip(":") else { return false }
      skipSpace()
      if isNamed { return true }
      guard skipValue() else { return false }
      skipSpace()
      guard skip(",") else { return false }
    }
  }

  /// The number of an element, without leading zeros.
  private static func index(_ step: [UInt8]) -> Int? {
    guard !step.isEmpty, step.count < 10, step.count == 1 || step[0] != UInt8(ascii: "0") else {
      return nil
    }
    var index = 0
    for byte in step {
      guard (48...57).contains(byte) else { return nil }
      index = index * 10 + Int(byte) - 48
    }
    return index
  }

  /// Skips a text; returns whether it is the given one, and `nil` where there is no text.
  private mutating func skipText(comparing name: [UInt8]) -> Bool? {
    let start = place
    guard skipText() else { return nil }
    var letters = JSONLetters(text, start + 1..<place - 1)
    for byte in name {
      guard letters.next() == byte else { return false }
    }
    return letters.next() == nil
  }

  private mutating func skipText() -> Bool {
    guard skip("\"") else { return false }
    while let byte = next {
      place += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return true }
    }
    return false
  }

  /// Skips a value of any depth; returns `false` where none ends.
  mutating func skipValue() -> Bool {
    var depth = 0
    repeat {
      skipSpace()
      guard let byte = next else { return false }
      switch byte {
      case UInt8(ascii: "\""): guard skipText() else { return false }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        place += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        place += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"): place += 1
      default: skipWord()
      }
      if depth < 0 { return false }
    } while depth > 0
    return place <= text.count
  }

  private mutating func skipWord() {
    let start = place
    while let byte = next, byte > 0x20, !",:]}[{\"".utf8.contains(byte) { place += 1 }
    if place == start { place += 1 }
  }
}

/// The letters of a text in JSON, without its marks and escapes.
struct JSONLetters: ~Escapable {
  private let text: Span<UInt8>
  private var place: Int
  private let end: Int
  /// Bytes of an escaped letter that are still to come, the next one lowest.
  private var pending: UInt32 = 0

  /// Takes the bytes between the quotation marks.
  @_lifetime(copy text)
  init(_ text: Span<UInt8>, _ range: Range<Int>) {
    self.text = text
    place = range.lowerBound
    end = range.upperBound
  }

  mutating func next() -> UInt8? {
    if pending != 0 {
      defer { pending >>= 8 }
      return UInt8(truncatingIfNeeded: pending)
    }
    guard place < end else { return nil }
    let byte = text[place]
    place += 1
    guard byte == UInt8(ascii: "\\"), place < end else { return byte }
    let mark = text[place]
    place += 1
    switch mark {
    case UInt8(ascii: "b"): return 8
    case UInt8(ascii: "f"): return 12
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "r"): return 13
    case UInt8(ascii: "t"): return 9
    case UInt8(ascii: "u"): return escaped()
    default: return mark
    }
  }

  /// The first byte of a letter in hexadecimal digits, perhaps of two halves; a half alone is U+FFFD.
  private mutating func escaped() -> UInt8? {
    var value = digits()
    if (0xD800..<0xDC00).contains(value), place + 6 <= end, text[place] == UInt8(ascii: "\\"),
      text[place + 1] == UInt8(ascii: "u")
    {
      let before = place
      place += 2
      let low = digits()
      if (0xDC00..<0xE000).contains(low) {
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      } else {
        place = before
      }
    }
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    // No letter but U+0000 has a byte of zero, and that has one byte.
    for byte in UTF8.encode(scalar)?.reversed() ?? [] { pending = pending << 8 | UInt32(byte) }
    return scalar.value == 0 ? 0 : next()
  }

  private mutating func digits() -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 where place < end {
      value = value << 4 | UInt32(Character(Unicode.Scalar(text[place])).hexDigitValue ?? 0)
      place += 1
    }
    return value
  }
}
