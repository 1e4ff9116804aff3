/// Boxes of clicks, all under one key, in one row: they come by the thousand, are read at start only,
/// and go together.
struct ClickBlock {
  /// How many bytes of boxes a row has, unless one box has more.
  static let most = 64 << 10

  private(set) var place: UInt32 = 0
  private(set) var first: UInt64 = 0
  private(set) var last: UInt64 = 0
  private var writer = ByteWriter()

  var boxes: [UInt8] { writer.bytes }
  var isEmpty: Bool { writer.isEmpty }

  /// Whether the clicks may stand in this row.
  func takes(_ clicks: SealedClicks) -> Bool {
    isEmpty
      || place == clicks.place && clicks.first > last
        && writer.bytes.count + clicks.box.count < Self.most
  }

  mutating func append(_ clicks: SealedClicks) {
    if isEmpty { (place, first) = (clicks.place, clicks.first) }
    last = clicks.last
    writer.put(clicks)
  }

  /// The boxes of a row, one after the other.
  static func each(
    in bytes: ArraySlice<UInt8>, _ body: (SealedClicks) throws -> Void
  ) throws {
    var reader = ByteReader(bytes)
    while !reader.isAtEnd { try body(try reader.takeClicks()) }
  }
}
