import Sealing
import Vocabulary

/// A change as the files have it: whoever moves it from the journal into the database needs no key.
enum SealedChange {
  case row(SealedRow)
  case gone(RowName)
  /// New clicks, which follow all others.
  case clicks(SealedClicks)
  /// Clicks that nothing keeps.
  case strays(SealedClicks)
  /// The clicks with these numbers, and what became of them, are gone.
  case clicksGone(first: UInt64, last: UInt64)
  case erased(DeletionLedger.Entry)
}

/// A row in a box, and what is needed to open it.
struct SealedRow {
  let name: RowName
  /// The places of one key or of two; the second is zero where there is one.
  let places: (UInt32, UInt32)
  /// The turn that wrote it.
  let turn: UInt64
  let box: ArraySlice<UInt8>

  /// What the box is for.
  static func purpose(_ name: RowName, _ places: (UInt32, UInt32), _ turn: UInt64) -> [UInt8] {
    var writer = ByteWriter()
    writer.put(name.kind.rawValue)
    writer.put(name.first)
    writer.put(name.second)
    writer.put(places.0)
    writer.put(places.1)
    writer.put(turn)
    return writer.bytes
  }
}

/// Clicks of one turn in a box.
struct SealedClicks {
  let place: UInt32
  let first: UInt64
  let last: UInt64
  let turn: UInt64
  let box: ArraySlice<UInt8>

  /// Clicks that nothing keeps are in boxes of their own.
  static func purpose(
    areKept: Bool, place: UInt32, first: UInt64, last: UInt64, turn: UInt64
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.put(areKept ? 0x81 as UInt8 : 0x82)
    writer.put(first)
    writer.put(last)
    writer.put(place)
    writer.put(turn)
    return writer.bytes
  }
}

extension SealedChange {
  /// The byte that a change begins with; it stands in files and never changes its meaning.
  enum Mark: UInt8 {
    case row = 1
    case gone = 2
    case clicks = 3
    case strays = 4
    case clicksGone = 5
    case erased = 6
  }

  init(from reader: inout ByteReader) throws(ByteReader.Nonsense) {
    guard let mark = Mark(rawValue: try reader.take()) else { throw ByteReader.Nonsense() }
    switch mark {
    case .row:
      self = .row(
        SealedRow(
          name: try reader.takeRowName(), places: (try reader.take(), try reader.take()),
          turn: try reader.take(), box: try reader.takeBytes()))
    case .gone: self = .gone(try reader.takeRowName())
    case .clicks: self = .clicks(try reader.takeClicks())
    case .strays: self = .strays(try reader.takeClicks())
    case .clicksGone: self = .clicksGone(first: try reader.take(), last: try reader.take())
    case .erased:
      self = .erased(
        DeletionLedger.Entry(
          number: try reader.take(), at: Instant(milliseconds: try reader.take())))
    }
  }
}

extension ByteReader {
  mutating func takeRowName() throws(Nonsense) -> RowName {
    guard let kind = RowName.Kind(rawValue: try take()) else { throw Nonsense() }
    return RowName(kind, try take(), try take())
  }

  mutating func takeClicks() throws(Nonsense) -> SealedClicks {
    SealedClicks(
      place: try take(), first: try take(), last: try take(), turn: try take(),
      box: try takeBytes())
  }
}

extension ByteWriter {
  mutating func put(_ mark: SealedChange.Mark) { put(mark.rawValue) }

  mutating func put(_ name: RowName) {
    put(name.kind.rawValue)
    put(name.first)
    put(name.second)
  }

  mutating func put(_ row: SealedRow) {
    put(row.name)
    put(row.places.0)
    put(row.places.1)
    put(row.turn)
    put(UInt32(row.box.count))
    put(row.box)
  }

  mutating func put(_ clicks: SealedClicks) {
    put(clicks.place)
    put(clicks.first)
    put(clicks.last)
    put(clicks.turn)
    put(UInt32(clicks.box.count))
    put(clicks.box)
  }

  /// Puts a box of some bytes, and how long it is.
  mutating func seal(_ text: [UInt8], for purpose: [UInt8], under key: SealingKey) {
    put(UInt32(text.count + SealedBox.overhead))
    SealedBox.seal(text, for: purpose, under: key, behind: &bytes)
  }
}
