import TestSupport
import Testing
import Vocabulary

@testable import LinkStore

@Suite("Ledger · who was deleted, by numbers alone", .timeLimit(.minutes(60)))
struct LedgerTests {
  private let folder = StoreFolder()
  private var path: String { folder.files.ledger }

  private func entries(_ count: Int) -> [DeletionLedger.Entry] {
    (0..<count).map {
      DeletionLedger.Entry(number: UInt64($0 + 1) &* 0x9E37_79B9_7F4A_7C15, at: noon(Int64($0)))
    }
  }

  @Test func `what was added is read, however often it is opened`() throws {
    try DeletionLedger.begin(path)
    let all = entries(300)
    for start in stride(from: 0, to: 300, by: 100) {
      var ledger = try DeletionLedger(path, after: start)
      try ledger.makeRoom()
      for entry in all[start..<start + 100] { try ledger.append([entry]) }
    }
    #expect(try DeletionLedger.read(path) == all)
  }

  @Test func `a last entry that is torn is left out, and said`() throws {
    let all = entries(3)
    try DeletionLedger.write(all, to: path)
    let bytes = folder.bytes(of: DeletionLedger.name)
    for cut in 1..<20 {
      try folder.write(bytes.dropLast(cut), to: DeletionLedger.name)
      var tornAt: Int?
      #expect(try DeletionLedger.read(path) { tornAt = $0 } == Array(all.dropLast()))
      #expect(tornAt == 8 + 2 * 24)
    }
  }

  @Test func `damage before the end is refused`() throws {
    try DeletionLedger.write(entries(3), to: path)
    var bytes = folder.bytes(of: DeletionLedger.name)
    bytes[10] ^= 1
    try folder.write(bytes, to: DeletionLedger.name)
    #expect(throws: StoreError.self) { try DeletionLedger.read(path) }
    // An entry that is zeros, and others behind it.
    for place in 8..<32 { bytes[place] = 0 }
    try folder.write(bytes, to: DeletionLedger.name)
    #expect(throws: StoreError.self) { try DeletionLedger.read(path) }
  }
}
