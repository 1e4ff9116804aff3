import Vocabulary

/// A change as it is stored: copying it from the journal to the database needs no key.
enum SealedChange {
  case row(SealedRow)
  case gone(RowName)
  /// New clicks, which follow all others.
  case clicks(SealedClicks)
  /// Clicks that are written and not stored.
  case strays(SealedClicks)
  /// Removes the clicks with these numbers, and their marks.
  case clicksGone(first: UInt64, last: UInt64)
  /// A deletion, and the seal of all deletions until then; earlier releases wrote none.
  case deleted(DeletionLedger.Entry, DeletionLedger.Seal?)
  /// The places of keys that are destroyed with the turn.
  case released([UInt32])
}

/// A sealed row, with the label that opens it.
struct SealedRow {
  let label: Label
  let box: ArraySlice<UInt8>

  /// The bytes before the box, which are authenticated with it.
  struct Label {
    let name: RowName
    /// The places of one key or of two; the second is zero where there is one.
    let places: (UInt32, UInt32)
    /// The turn that wrote it.
    let turn: UInt64
  }
}

extension SealedRow.Label: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    name = try fields.name(\.name)
    places = (try fields.next(\.places.0), try fields.next(\.places.1))
    turn = try fields.next(\.turn)
  }
}

extension RowName: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self = try fields.name { $0 }
  }
}

extension RowFields {
  fileprivate mutating func name(_ name: (Row) -> RowName) throws(Failure) -> RowName {
    RowName(
      try next { name($0).kind }, try next { name($0).first }, try next { name($0).second })
  }
}

/// Clicks of one turn in a box.
struct SealedClicks {
  let label: Label
  let box: ArraySlice<UInt8>

  /// The bytes before the box.
  struct Label {
    let place: UInt32
    let first: UInt64
    let last: UInt64
    let turn: UInt64
  }
}

extension SealedClicks.Label: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self.init(
      place: try fields.next(\.place), first: try fields.next(\.first),
      last: try fields.next(\.last), turn: try fields.next(\.turn))
  }

  /// The bytes that are authenticated with the box; they differ for clicks that are not stored.
  func purpose(areKept: Bool) -> [UInt8] {
    var writer = FixedWidthWriter()
    writer.put(areKept ? 0x81 as UInt8 : 0x82)
    writer.put(first)
    writer.put(last)
    writer.put(place)
    writer.put(turn)
    return writer.bytes
  }
}

extension SealedChange {
  /// The first byte of a change; its meaning never changes.
  enum Mark: UInt8 {
    case row = 1
    case gone = 2
    case clicks = 3
    case strays = 4
    case clicksGone = 5
    /// A deletion of an earlier release.
    case erased = 6
    case deleted = 7
    case released = 8
  }

  init(from reader: inout FixedWidthReader) throws(MalformedField) {
    guard let mark = Mark(rawValue: try reader.take()) else { throw MalformedField() }
    switch mark {
    case .row:
      self = .row(
        SealedRow(label: try SealedRow.Label(from: &reader), box: try reader.takeBytes()))
    case .gone: self = .gone(try RowName(from: &reader))
    case .clicks: self = .clicks(try reader.takeClicks())
    case .strays: self = .strays(try reader.takeClicks())
    case .clicksGone: self = .clicksGone(first: try reader.take(), last: try reader.take())
    case .erased:
      self = .deleted(
        DeletionLedger.Entry(number: try reader.take(), at: try Instant(from: &reader)), nil)
    case .deleted:
      self = .deleted(
        try DeletionLedger.Entry(from: &reader), try DeletionLedger.Seal(from: &reader))
    case .released:
      var places: [UInt32] = []
      for _ in 0..<(try reader.take() as UInt32) { places.append(try reader.take()) }
      self = .released(places)
    }
  }
}

extension FixedWidthReader {
  mutating func takeClicks() throws(MalformedField) -> SealedClicks {
    SealedClicks(label: try SealedClicks.Label(from: &self), box: try takeBytes())
  }
}

extension FixedWidthWriter {
  mutating func put(_ mark: SealedChange.Mark) { put(mark.rawValue) }

  mutating func put(_ clicks: SealedClicks) {
    put(clicks.label)
    put(UInt32(clicks.box.count))
    put(clicks.box)
  }

  /// Appends the length of a box, and the box.
  mutating func seal(_ text: [UInt8], for purpose: [UInt8], under key: SealingKey) {
    put(UInt32(text.count + SealedBox.overhead))
    SealedBox.seal(text, for: purpose, under: key, behind: &bytes)
  }
}
