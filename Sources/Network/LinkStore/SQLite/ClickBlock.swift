import Attribution
import Vocabulary

/// Many clicks in one row: they come by the thousand, are read at start only, and go together.
struct ClickBlock {
  /// The most clicks of a block.
  static let most = 1_024

  private(set) var clicks: [ClickFootprint] = []

  var isFull: Bool { clicks.count >= Self.most }

  init() {}

  init(decoding bytes: [UInt8]) throws(ByteReader.Nonsense) {
    var reader = ByteReader(bytes[...])
    while !reader.isAtEnd { clicks.append(try reader.takeClick()) }
  }

  var encoded: [UInt8] {
    var writer = ByteWriter()
    for click in clicks { writer.put(click) }
    return writer.bytes
  }

  mutating func append(_ click: ClickFootprint) { clicks.append(click) }

  mutating func remove(_ sequence: UInt64) { clicks.removeAll { $0.sequence == sequence } }
}
