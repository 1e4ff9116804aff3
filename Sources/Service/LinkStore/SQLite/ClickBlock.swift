/// A table row with boxes of clicks under one key: clicks come in thousands, are read at start
/// only, and go together.
struct ClickBlock {
  /// The most bytes of a row, unless it has one larger box.
  static let most = 64 << 10

  private(set) var place: UInt32 = 0
  private(set) var first: UInt64 = 0
  private(set) var last: UInt64 = 0
  private var writer = FixedWidthWriter()

  var boxes: [UInt8] { writer.bytes }
  var isEmpty: Bool { writer.isEmpty }

  /// Whether the clicks may be added to this row.
  func takes(_ clicks: SealedClicks) -> Bool {
    isEmpty
      || place == clicks.label.place && clicks.label.first > last
        && writer.bytes.count + clicks.box.count < Self.most
  }

  mutating func append(_ clicks: SealedClicks) {
    if isEmpty { (place, first) = (clicks.label.place, clicks.label.first) }
    last = clicks.label.last
    writer.put(clicks)
  }

  /// Calls `body` with each box of a row, in order.
  static func each(
    in bytes: ArraySlice<UInt8>, _ body: (SealedClicks) throws -> Void
  ) throws {
    var reader = FixedWidthReader(bytes)
    while !reader.isAtEnd { try body(try reader.takeClicks()) }
  }
}
