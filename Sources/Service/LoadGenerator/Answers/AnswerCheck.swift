/// What an answer must have beside its status.
public enum AnswerCheck: Hashable, Sendable {
  /// A header field with that value; one of several of the name is enough.
  case header(String, ValueMatch)
  /// A text anywhere in the body.
  case contains(String)
  case json(JSONPointer, ValueMatch)
  /// A body of fewer bytes.
  case size(below: Int64)
  /// A time from the sending to the end of the answer, as a time-out counts.
  case time(below: Duration)

  /// What reports call it.
  public var name: String {
    switch self {
    case .header(let name, _): "header \(name)"
    case .contains(let text): "contains \(text.count > 40 ? "\(text.prefix(37))…" : text)"
    case .json(let pointer, _): "json \(pointer.text)"
    case .size: "size"
    case .time: "time"
    }
  }

  /// How much of an answer is kept for it.
  var reach: AnswerReach {
    switch self {
    case .header: .head
    case .contains, .json: .body
    case .size, .time: .beginning
    }
  }
}

/// A value of an answer, or how it must look.
public enum ValueMatch: Hashable, Sendable {
  /// A text, or the letters of a text in JSON.
  case text(String)
  /// A number in JSON, however it is spelled.
  case number(Double)
  /// `true`, `false` or `null` in JSON.
  case word(String)
  /// A text in which `*` stands for any letters.
  case like(String)
}

extension RequestKind {
  /// The names of the checks, and behind them that of an answer too long to be looked into.
  var checkNames: [String] {
    checks.map(\.name) + extracts.map { "extract \($0.name)" } + ["longer than 4 MiB"]
  }
}

extension Extraction {
  var reach: AnswerReach {
    switch source {
    case .header, .cookie: .head
    case .json, .between: .body
    }
  }
}

/// How much of an answer is kept until its end; more is only read.
enum AnswerReach: Int, BitwiseCopyable {
  /// Enough to show what an unexpected answer begins with.
  case beginning
  case head
  case body

  /// The most bytes that are kept.
  var most: Int {
    switch self {
    case .beginning: 1_024
    case .head: 1 << 18
    case .body: 4 << 20
    }
  }
}

/// A text in which `*` stands for any letters, as bytes.
struct BytePattern: Sendable {
  /// The parts between the stars.
  private let parts: [[UInt8]]

  init(_ text: String) {
    parts = text.split(separator: "*", omittingEmptySubsequences: false).map { Array($0.utf8) }
  }

  func matches(_ text: Span<UInt8>) -> Bool {
    guard parts.count > 1 else {
      return text.begins(with: parts[0]) && text.count == parts[0].count
    }
    guard text.begins(with: parts[0]) else { return false }
    var place = parts[0].count
    for part in parts.dropFirst().dropLast() {
      guard let found = text.place(of: part, from: place) else { return false }
      place = found + part.count
    }
    let last = parts[parts.count - 1]
    let end = text.count - last.count
    return end >= place && text.extracting(end..<text.count).begins(with: last)
  }
}

extension Span<UInt8> {
  func begins(with bytes: [UInt8]) -> Bool {
    guard count >= bytes.count else { return false }
    for place in 0..<bytes.count where self[place] != bytes[place] { return false }
    return true
  }

  /// The first place of some bytes, from a place on.
  func place(of bytes: [UInt8], from start: Int = 0) -> Int? {
    guard let first = bytes.first else { return start }
    var place = start
    while place + bytes.count <= count {
      if self[place] == first {
        var length = 1
        while length < bytes.count, self[place + length] == bytes[length] { length += 1 }
        if length == bytes.count { return place }
      }
      place += 1
    }
    return nil
  }
}

/// The parts of one whole answer of HTTP/1.1, as ranges of its bytes; a reader has found it sound.
struct AnswerParts {
  private(set) var head = 0..<0
  private(set) var body = 0..<0
  private var isChunked = false

  /// Finds the parts of the last answer among the bytes: those before it are interim.
  init(_ bytes: Span<UInt8>) {
    var start = 0
    while true {
      let end = Self.headEnd(bytes, from: start)
      head = start..<end
      body = end..<bytes.count
      // "HTTP/1.1 100 Continue"
      let isInterim = start + 9 < bytes.count && bytes[start + 9] == UInt8(ascii: "1")
      guard isInterim, end < bytes.count else { break }
      start = end
    }
    if let value = field("transfer-encoding", in: bytes) {
      isChunked = bytes.extracting(value).place(of: Array("chunked".utf8)) != nil
    }
  }

  private static func headEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var place = start
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\n") {
        var next = place + 1
        if next < bytes.count, bytes[next] == UInt8(ascii: "\r") { next += 1 }
        if next < bytes.count, bytes[next] == UInt8(ascii: "\n") { return next + 1 }
      }
      place += 1
    }
    return bytes.count
  }

  /// The value of the next header field of a name in small letters, behind a place of the head.
  func field(
    _ name: StaticString, in bytes: Span<UInt8>, from start: Int? = nil
  ) -> Range<Int>? {
    field(
      unsafe Array(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)),
      in: bytes, from: start)
  }

  func field(_ name: [UInt8], in bytes: Span<UInt8>, from start: Int? = nil) -> Range<Int>? {
    var line = start ?? head.lowerBound
    while line < head.upperBound {
      var end = line
      while end < head.upperBound, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      if let value = Self.value(of: name, in: bytes, line..<end) { return value }
      line = end + 1
    }
    return nil
  }

  private static func value(
    of name: [UInt8], in bytes: Span<UInt8>, _ line: Range<Int>
  ) -> Range<Int>? {
    guard line.count > name.count, bytes[line.lowerBound + name.count] == UInt8(ascii: ":") else {
      return nil
    }
    for place in 0..<name.count {
      let byte = bytes[line.lowerBound + place]
      let small = (65...90).contains(byte) ? byte | 32 : byte
      if small != name[place] { return nil }
    }
    var (start, end) = (line.lowerBound + name.count + 1, line.upperBound)
    while start < end, bytes[start] <= 32 { start += 1 }
    while end > start, bytes[end - 1] <= 32 { end -= 1 }
    return start..<end
  }

  /// The value of a cookie that the answer sets.
  func cookie(_ name: [UInt8], in bytes: Span<UInt8>) -> Range<Int>? {
    var start: Int?
    while let field = field("set-cookie", in: bytes, from: start) {
      let begin = field.lowerBound + name.count + 1
      if bytes.extracting(field).begins(with: name + [UInt8(ascii: "=")]) {
        var end = begin
        while end < field.upperBound, bytes[end] != UInt8(ascii: ";") { end += 1 }
        return begin..<end
      }
      start = field.upperBound
    }
    return nil
  }

  /// Writes the body behind its frames into `joined`; returns `false` where it has none.
  func joinChunks(of bytes: Span<UInt8>, to joined: inout [UInt8]) -> Bool {
    guard isChunked else { return false }
    joined.removeAll(keepingCapacity: true)
    var place = body.lowerBound
    while place < body.upperBound {
      var size = 0
      while place < body.upperBound, size < 1 << 40, let digit = bytes[place].hexadecimal {
        size = size << 4 | digit
        place += 1
      }
      while place < body.upperBound, bytes[place] != UInt8(ascii: "\n") { place += 1 }
      place += 1
      guard size > 0, place < body.upperBound else { break }
      let end = min(body.upperBound, place + size)
      joined.append(bytes.extracting(place..<end))
      // A carriage return and a line feed.
      place = end
      while place < body.upperBound, bytes[place] != UInt8(ascii: "\n") { place += 1 }
      place += 1
    }
    return true
  }
}

extension UInt8 {
  fileprivate var hexadecimal: Int? {
    switch self {
    case 48...57: Int(self) - 48
    case 65...70: Int(self) - 55
    case 97...102: Int(self) - 87
    default: nil
    }
  }
}

extension [UInt8] {
  /// Replaces `%2B` and its like by the bytes that they stand for.
  mutating func removePercentEncoding() {
    var end = 0
    var place = 0
    while place < count {
      if self[place] == UInt8(ascii: "%"), place + 2 < count,
        let high = self[place + 1].hexadecimal, let low = self[place + 2].hexadecimal
      {
        self[end] = UInt8(high << 4 | low)
        place += 3
      } else {
        self[end] = self[place]
        place += 1
      }
      end += 1
    }
    removeLast(count - end)
  }

  /// Appends bytes.
  mutating func append(_ bytes: Span<UInt8>) {
    // Lent for the time of the call, with its own length.
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

/// An answer that a request did not expect, as far as a report shows it.
public struct UnexpectedAnswer: Codable, Sendable, Hashable {
  /// What was wrong with it: its status, or the name of the check that it did not pass.
  public let flaw: String
  public let status: Int
  /// What its body begins with, in one line.
  public let beginning: String

  /// The most that are kept of a kind of request, each of another flaw.
  static let most = 8

  /// Returns bytes as text in one line, without what a terminal takes for a command.
  static func line(_ bytes: [UInt8]) -> String {
    var text = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
        text.append(" ")
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text.split(separator: " ").joined(separator: " ")
  }
}
