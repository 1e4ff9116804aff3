/// One response of HTTP/1.1 with its body, as far as its bytes have come.
package struct Response {
  private var reader = ResponseReader()
  package private(set) var body: [UInt8] = []

  package init() {}

  package var status: Int { reader.status }
  package var hasBegun: Bool { reader.hasBegun }
  /// Whether the connection can carry another request once the response is finished.
  package var keepsConnection: Bool { reader.keepsConnection }

  /// Parses bytes that have come; bytes beyond the response make it malformed.
  package mutating func read(_ bytes: Span<UInt8>) -> ResponseReader.Progress {
    var progress = ResponseReader.Progress.unfinished
    var index = 0
    while index < bytes.count, progress != .malformed {
      let count = reader.bodyCount(of: bytes.count - index)
      if count > 0 {
        for place in index..<index + count { body.append(bytes[place]) }
      }
      let end = index + max(1, count)
      progress = reader.read(bytes.extracting(index..<end))
      index = end
    }
    return progress
  }

  /// Parses the end of the connection.
  package mutating func readEnd() -> ResponseReader.Progress { reader.readEnd() }
}
