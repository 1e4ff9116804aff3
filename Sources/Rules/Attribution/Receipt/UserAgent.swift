/// The User-Agent header by which a program identifies itself.
public struct UserAgent: Hashable, Sendable {
  /// The header value as sent.
  public let bytes: [UInt8]

  /// Creates the header from `line`, its value as sent.
  public init(_ line: String) {
    bytes = Array(line.utf8)
  }

  /// Returns whether `word` occurs anywhere, letter by letter.
  public func holds(_ word: StaticString) -> Bool { end(of: word) != nil }

  /// Returns the place behind the first `word`, letter by letter; `nil` if there is none.
  public func end(of word: StaticString) -> Int? {
    bytes.indices.first { stands(word, at: $0) { $0 } }.map { $0 + word.utf8CodeUnitCount }
  }

  /// Returns whether `mark`, given in lower case, stands at `place`, whatever the case of its letters.
  func holds(_ mark: StaticString, at place: Int) -> Bool {
    stands(mark, at: place) {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
    }
  }

  @inline(__always)
  private func stands(_ word: StaticString, at place: Int, as read: (UInt8) -> UInt8) -> Bool {
    let count = word.utf8CodeUnitCount
    guard count <= bytes.count - place else { return false }
    return word.withUTF8Buffer { wanted in
      for offset in 0..<count where unsafe read(bytes[place + offset]) != wanted[offset] {
        return false
      }
      return true
    }
  }
}
