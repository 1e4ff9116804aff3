/// A reader that splits the input into lines and buffers at most `limit` bytes of one.
package struct LineReader {
  package enum Line: Equatable {
    case whole([UInt8])
    /// A line above the limit; its bytes are discarded.
    case tooLong
  }

  private let limit: Int
  private var chunk: ArraySlice<UInt8> = []
  private var partial: [UInt8] = []
  private var isOverlong = false
  private var hasEnded = false

  package init(limit: Int) {
    self.limit = limit
  }

  /// Returns the next line without its end, or `nil` after the last; `read` supplies more bytes.
  package mutating func next(reading read: () throws -> [UInt8]) rethrows -> Line? {
    while true {
      if let end = chunk.firstIndex(of: UInt8(ascii: "\n")) {
        take(chunk[..<end])
        chunk = chunk[(end + 1)...]
        return finishLine()
      }
      take(chunk)
      chunk = []
      if hasEnded { return partial.isEmpty && !isOverlong ? nil : finishLine() }
      let bytes = try read()
      hasEnded = bytes.isEmpty
      chunk = bytes[...]
    }
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) {
    if isOverlong || partial.count + bytes.count > limit {
      isOverlong = true
      partial = []
    } else {
      partial += bytes
    }
  }

  private mutating func finishLine() -> Line {
    defer {
      partial = []
      isOverlong = false
    }
    if isOverlong { return .tooLong }
    if partial.last == UInt8(ascii: "\r") { partial.removeLast() }
    return .whole(partial)
  }
}
