import GrowthloopTransport
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

@Suite("Ledger · who was deleted, by numbers alone", .timeLimit(.minutes(60)))
struct LedgerTests {
  private let folder = StoreFolder()
  private let keys = RootKeys(.test)
  private var path: String { folder.files.ledger }

  private func entries(_ count: Int) -> [DeletionLedger.Entry] {
    (0..<count).map { place in
      let fate: DeletionLedger.Fate = place % 2 == 0 ? .erased : .pseudonymised
      let number = UInt64(place + 1) &* 0x9E37_79B9_7F4A_7C15
      return DeletionLedger.Entry(number: number, at: noon(Int64(place)), fate: fate)
    }
  }

  private func read() throws -> DeletionLedger.Content {
    try DeletionLedger.read(path, under: keys)
  }

  @Test func `what was added is read, however often it is opened`() throws {
    try DeletionLedger.begin(path, under: keys)
    let all = entries(300)
    for start in stride(from: 0, to: 300, by: 100) {
      var ledger = try DeletionLedger.goOn(
        with: read(), Array(all[..<start]), inJournal: 0, under: keys)
      for entry in all[start..<start + 100] { try ledger.append([entry]) }
    }
    #expect(try read().whole() == all)
    #expect(try DeletionLedger.copied(path).count == 300)
  }

  @Test func `cut anywhere it is damaged, and what stands before the cut is read`() throws {
    let all = entries(5)
    try DeletionLedger.write(all, to: path, under: keys)
    let bytes = folder.bytes(of: DeletionLedger.name)
    for length in 8..<bytes.count {
      try folder.write(Array(bytes[..<length]), to: DeletionLedger.name)
      let content = try read()
      #expect(content.damage != nil)
      #expect(content.entries == Array(all.prefix((length - 8) / 32)))
    }
  }

  @Test func `whichever bit turned over, it is damaged`() throws {
    try DeletionLedger.write(entries(3), to: path, under: keys)
    let bytes = folder.bytes(of: DeletionLedger.name)
    for bit in 0..<bytes.count * 8 {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << (bit % 8)
      try folder.write(damaged, to: DeletionLedger.name)
      #expect(throws: StoreError.self, "bit \(bit)") { try read().whole() }
    }
  }

  @Test func `without the root secret nobody adds an entry, nor an end after fewer`() throws {
    let other = RootKeys(.random())
    try DeletionLedger.write(entries(3), to: path, under: other)
    #expect(throws: StoreError.self) { try read().whole() }
    try DiskFile.remove(path)
    try DeletionLedger.write(entries(3), to: path, under: keys)
    var bytes = folder.bytes(of: DeletionLedger.name)
    let end = bytes.suffix(32)
    bytes.replaceSubrange(8 + 2 * 32..<8 + 3 * 32, with: end)
    try folder.write(bytes, to: DeletionLedger.name)
    #expect(throws: StoreError.self) { try read().whole() }
  }

  /// The bytes that earlier releases wrote.
  static func unlinked(_ entries: [DeletionLedger.Entry]) -> [UInt8] {
    Array("gldele1\n".utf8)
      + entries.flatMap { entry in
        var writer = FixedWidthWriter()
        writer.put(entry.number)
        writer.put(entry.at.milliseconds)
        writer.put(Checksum.of(writer.bytes[...]))
        writer.put(0 as UInt32)
        return writer.bytes
      } + [UInt8](repeating: 0, count: 48)
  }

  @Test func `a ledger of an earlier release is read, and its damage found`() throws {
    let all = entries(3).map { DeletionLedger.Entry(number: $0.number, at: $0.at) }
    let bytes = Self.unlinked(all)
    try folder.write(bytes, to: DeletionLedger.name)
    #expect(try read().whole() == all)
    #expect(try DeletionLedger.copied(path).count == 3)
    for byte in 8..<80 {
      var damaged = bytes
      damaged[byte] ^= 4
      try folder.write(damaged, to: DeletionLedger.name)
      #expect(throws: StoreError.self) { try read().whole() }
    }
  }
}
