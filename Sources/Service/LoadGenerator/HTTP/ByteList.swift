/// The bytes of many short texts in one array.
struct ByteList: Sendable {
  private(set) var bytes: [UInt8] = []
  private var ends: [Int] = [0]
  private(set) var longest = 0

  init(_ texts: [String]) {
    ends.reserveCapacity(texts.count + 1)
    for text in texts {
      bytes += text.utf8
      ends.append(bytes.count)
      longest = max(longest, text.utf8.count)
    }
  }

  var count: Int { ends.count - 1 }

  /// The range of the bytes of a text.
  subscript(index: Int) -> Range<Int> { ends[index]..<ends[index + 1] }
}
