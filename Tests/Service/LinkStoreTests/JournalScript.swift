import Profiles
@testable import GrowthloopLinkStore
import GrowthloopTransport
import TestSupport
import Vocabulary

/// Writes journals by hand, for a store without people.
struct JournalScript {
  let folder: StoreFolder
  private var ring = KeyRing()

  /// Begins a store whose journal starts with the first segment.
  init(in folder: StoreFolder) throws {
    self.folder = folder
    try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test).close()
    try ChangeWriter(Database(folder.database, for: .writing)).apply([], needing: 1)
    let places = try KeyFile.read(folder.files.keys, root: RootKeys(.test).wrapping).places
    ring.append(places.dropFirst().compactMap { if case .live(let key) = $0 { key } else { nil } })
  }

  /// So many turns, each of which makes one person known.
  mutating func turns(_ count: UInt64, from first: UInt64 = 1) throws -> [[UInt8]] {
    try (first..<first + count).map { number in
      let person = Person(PrincipalID(rawValue: number), name: "Ann")
      _ = ring.use(person.id)
      var hours = ClickHours()
      let turn = TurnSealer.seal(
        number, [.person(person)], [], of: Relations.empty.clicks, &ring, &hours,
        after: DeletionLedger.Chain(RootKeys(.test)))
      guard let turn else { throw StoreError.diskFull(path: "keys") }
      return JournalFormat.bytes(ofTurn: number, turn.changes)
    }
  }

  /// A segment that is as long as it says, with zeros behind what it holds.
  static func segment(_ number: UInt64, _ turns: [UInt8], next: UInt64? = nil) -> [UInt8] {
    let end = next.map(JournalFormat.end(before:)) ?? []
    let length = JournalFormat.segmentHeader + turns.count + end.count + 300
    return JournalFormat.header(ofSegment: number, length: length) + turns + end
      + [UInt8](repeating: 0, count: 300)
  }

  func write(_ bytes: [UInt8], as number: UInt64) throws {
    try folder.write(bytes, to: Journal.name(ofSegment: number))
  }
}

extension Relations {
  fileprivate static var empty: Relations {
    Relations(LinkEngine.terms(of: .rin), deletions: RootKeys(.test).deletions)
  }
}
