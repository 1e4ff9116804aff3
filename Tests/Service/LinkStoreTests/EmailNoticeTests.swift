import Attribution
import Foundation
import Profiles
import GrowthloopTransport
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

@Suite(
  "P-EDG-14 · an email address is kept once, sealed, and goes with its key",
  .timeLimit(.minutes(60)))
struct EmailNoticeTests {
  let folder = StoreFolder()
  let shelf = StoreFolder()

  private static let ada = address("Ada.Lovelace@example.org")
  private static let bob = address("bob@example.org")

  private static func address(_ text: String) -> EmailAddress {
    guard let address = EmailAddress(text) else { preconditionFailure("\(text) is an address") }
    return address
  }

  private func open(
    _ path: String? = nil, schema: Schema = .current, isFull: Guarded<Bool> = Guarded(false),
    seed: UInt64 = 1
  ) throws -> LinkEngine {
    let store = try SQLiteLinkStore(
      in: path ?? folder.path, LinkEngine.terms(of: .product), root: .test, schema: schema,
      sync: { (file) throws(StoreError) in
        if isFull.withLock({ $0 }) { throw .diskFull(path: file.path) }
        try file.sync()
      })
    return .engine(.product, over: store, seed: seed)
  }

  private func close(_ engine: LinkEngine) throws {
    try (engine.store as? SQLiteLinkStore)?.close()
  }

  private func traces(_ address: EmailAddress) -> [UInt8] { Array(address.text.utf8) }

  private func addresses(_ engine: LinkEngine, at now: Instant) -> [String] {
    engine.pendingEmails(at: now, atMost: 99).map(\.address)
  }

  @Test(arguments: [true, false])
  func `P-EDG-14 · one notice waits for an address, however often it is left and opened anew`(
    isClosed: Bool
  ) throws {
    for day: Int64 in 0...2 {
      let engine = try open()
      engine.keep(Self.ada, at: noon(day))
      if day == 1 { engine.keep(Self.bob, at: noon(day)) }
      try engine.commit()
      if isClosed { try close(engine) }
    }
    let engine = try open()
    #expect(engine.store.emailNoticeCount == 2)
    // The last consent counts: who left it again is the younger.
    engine.announceLaunch(at: noon(3))
    #expect(addresses(engine, at: noon(3)) == [Self.bob, Self.ada].map(\.text))
    #expect(engine.emailNotice(to: Self.ada, at: noon(3))?.since == noon(2))
    let memory = LinkEngine.engine(.product)
    for day: Int64 in 0...2 { memory.keep(Self.ada, at: noon(day)) }
    #expect(memory.store.emailNoticeCount == 1)
  }

  @Test(arguments: [true, false])
  func `P-EDG-14 · no notice is given out before the launch, and each until it is delivered`(
    isClosed: Bool
  ) throws {
    func visit(_ body: (LinkEngine) throws -> Void) throws {
      let engine = try open()
      try body(engine)
      try engine.commit()
      if isClosed { try close(engine) }
    }
    try visit { engine in
      for address in [Self.ada, Self.bob] { engine.keep(address, at: noon(0)) }
      #expect(addresses(engine, at: noon(0)) == [])
      let id = try #require(engine.store.emailNotice(to: Self.ada.text)).id
      #expect(!engine.deliveredEmail(id, at: noon(0)))
      engine.announceLaunch(at: noon(1))
    }
    try visit { engine in
      #expect(engine.store.announcement?.at == noon(1))
      engine.announceLaunch(at: noon(2))
      #expect(engine.store.announcement?.at == noon(1))
      let first = try #require(engine.pendingEmails(at: noon(2), atMost: 1).first)
      #expect(engine.pendingEmails(at: noon(2), atMost: 1) == [first])
      for _ in 0..<2 { #expect(engine.deliveredEmail(first.id, at: noon(2))) }
    }
    try visit { engine in
      #expect(addresses(engine, at: noon(2)) == [Self.bob.text])
      engine.revokeLaunch()
      #expect(addresses(engine, at: noon(2)) == [])
    }
    try visit { engine in
      #expect(engine.store.announcement == nil && engine.store.emailNoticeCount == 1)
    }
  }

  @Test(arguments: ["delivered", "withdrawn", "swept"])
  func `P-EDG-14, P-PRV-08 · once it is gone no file and no copy of the data gives it back`(
    way: String
  ) throws {
    let engine = try open()
    engine.keep(Self.ada, at: noon(0))
    engine.keep(Self.bob, at: noon(200))
    engine.announceLaunch(at: noon(200))
    try engine.commit()
    let id = try #require(engine.store.emailNotice(to: Self.ada.text)).id
    #expect(try !folder.holds(traces(Self.ada)))
    let before = try folder.copy()
    #expect(try Burglar(withKeysOf: folder).texts(in: before).hold(traces(Self.ada)))
    switch way {
    case "delivered": #expect(engine.deliveredEmail(id, at: noon(200)))
    case "withdrawn": engine.withdraw(Self.ada, at: noon(200))
    default:
      #expect(engine.sweep(at: noon(365)).emails == 0)
      #expect(engine.sweep(at: noon(365) + .milliseconds(1)).emails == 1)
    }
    try engine.commit()
    #expect(addresses(engine, at: noon(300)) == [Self.bob.text])
    let left = try Burglar(withKeysOf: folder).texts(in: before)
    #expect(!left.hold(traces(Self.ada)) && left.hold(traces(Self.bob)))
    #expect(try !folder.holds(traces(Self.bob)))
  }

  @Test func `P-EDG-14 · a notice that was delivered or withdrawn comes back from no backup`()
    throws
  {
    let engine = try open()
    let (data, keys) = ("\(shelf.path)/data", "\(shelf.path)/keys")
    for address in [Self.ada, Self.bob, Self.address("cy@example.org")] {
      engine.keep(address, at: noon(0))
    }
    engine.announceLaunch(at: noon(0))
    try engine.commit()
    _ = try StoreBackup.copyData(of: folder.path, to: data)
    _ = try StoreBackup.copyKeys(of: folder.path, to: keys, root: .test, at: noon(0))
    let id = try #require(engine.store.emailNotice(to: Self.ada.text)).id
    #expect(engine.deliveredEmail(id, at: noon(1)))
    engine.withdraw(Self.bob, at: noon(1))
    try engine.commit()
    let restored = "\(shelf.path)/restored"
    _ = try StoreRestore.restore(
      data, keys: keys, ledger: folder.files.ledger, to: restored, root: .test, at: noon(1))
    #expect(addresses(try open(restored), at: noon(1)) == ["cy@example.org"])
  }

  @Test func `P-EDG-14 · who withdrew may come again, and stays`() throws {
    var engine = try open()
    for _ in 0..<2 {
      engine.keep(Self.ada, at: noon(0))
      try engine.commit()
      engine.withdraw(Self.ada, at: noon(0))
      try engine.commit()
      #expect(engine.emailNotice(to: Self.ada, at: noon(0)) == nil)
    }
    engine.keep(Self.ada, at: noon(1))
    // Known or not, a withdrawal leaves nothing.
    engine.withdraw(Self.bob, at: noon(1))
    try engine.commit()
    try close(engine)
    engine = try open()
    #expect(engine.emailNotice(to: Self.ada, at: noon(1))?.since == noon(1))
    #expect(engine.store.emailNoticeCount == 1)
  }

  @Test func `P-EDG-14 · known or unknown, an address makes a turn of the same changes`() throws {
    func turn(_ seed: UInt64, _ body: (LinkEngine) -> Void) throws -> [Int] {
      let engine = try open(seed: seed)
      let before = (folder.journalTexts, try DeletionLedger.copied(folder.files.ledger).count)
      body(engine)
      try engine.commit()
      return [
        folder.journalTexts - before.0,
        try DeletionLedger.copied(folder.files.ledger).count - before.1,
      ]
    }
    let left = try (1...2).map { try turn($0) { $0.keep(Self.ada, at: noon(0)) } }
    #expect(left[0] == left[1] && left[0][1] == 0)
    let withdrawn = try (3...4).map { try turn($0) { $0.withdraw(Self.ada, at: noon(0)) } }
    #expect(withdrawn[0] == withdrawn[1] && withdrawn[0][1] == 1)
  }

  @Test func `P-EDG-14 · what cannot be written is taken back, an address and its withdrawal`()
    throws
  {
    let isFull = Guarded(false)
    let engine = try open(isFull: isFull)
    engine.keep(Self.ada, at: noon(0))
    engine.announceLaunch(at: noon(0))
    try engine.commit()
    isFull.withLock { $0 = true }
    engine.keep(Self.bob, at: noon(1))
    engine.keep(Self.ada, at: noon(1))
    #expect(throws: StoreError.self) { try engine.commit() }
    engine.withdraw(Self.ada, at: noon(1))
    engine.revokeLaunch()
    #expect(throws: StoreError.self) { try engine.commit() }
    #expect(engine.pendingEmails(at: noon(1), atMost: 9).map(\.since) == [noon(0)])
    #expect(engine.emailNotice(to: Self.bob, at: noon(1)) == nil)
    #expect(!engine.store.isErased(engine.pendingEmails(at: noon(1), atMost: 9)[0].id))
  }

  @Test func `P-EDG-14 · what is due waits for no sweep, and blocks nothing behind it`() throws {
    let engine = LinkEngine.engine(.product)
    for number: Int64 in 0..<9 {
      engine.keep(Self.address("a\(number)@example.org"), at: noon(number))
    }
    // The oldest consent again, now the youngest.
    engine.keep(Self.address("a0@example.org"), at: noon(20))
    engine.announceLaunch(at: noon(20))
    let now = noon(365 + 6)
    #expect(engine.emailNotice(to: Self.address("a5@example.org"), at: now) == nil)
    #expect(
      engine.pendingEmails(at: now, atMost: 2).map(\.address)
        == ["a6@example.org", "a7@example.org"])
    #expect(addresses(engine, at: now).count == 4)
    let sweeps = (0..<4).map { _ in engine.sweep(at: now, atMost: 2) }
    #expect(sweeps.map(\.emails) == [2, 2, 1, 0])
    #expect(sweeps.map(\.isPartial) == [true, true, false, false])
    #expect(engine.store.emailNoticeCount == 4)
  }

  @Test func `P-EDG-14 · an address that is left over and over takes no more room`() throws {
    let store = MemoryLinkStore(LinkEngine.terms(of: .product))
    let engine = LinkEngine.engine(.product, over: store)
    engine.keep(Self.bob, at: noon(0))
    for second: Int64 in 1...5_000 { engine.keep(Self.ada, at: noon(0) + .seconds(second)) }
    #expect(store.relations.emails.byAge.count <= 1_004)
    #expect(
      store.emailNotices(before: noon(9), atMost: 9).map(\.address)
        == [Self.bob, Self.ada].map(\.text))
  }

  @Test func `P-EDG-14 · consent under a wrong clock is moved with everything else`() throws {
    var engine = try open()
    engine.keep(Self.bob, at: noon(0))
    engine.keep(Self.ada, at: noon(3_653))
    try engine.commit()
    let report = engine.move(by: MomentShift(after: noon(2), by: .days(-3_652), at: noon(2)))
    #expect(report.emails == 1)
    try engine.commit()
    try close(engine)
    engine = try open()
    #expect(engine.emailNotice(to: Self.ada, at: noon(2))?.since == noon(1))
    #expect(engine.sweep(at: noon(366) + .milliseconds(1)).emails == 2)
  }

  @Test func `P-EDG-14 · a store from before there were addresses opens, and takes them`() throws {
    let first = Schema(versions: [Schema.current.versions[0]])
    var engine = try open(schema: first)
    engine.introduce(.ann, name: "Ann", avatar: nil)
    try engine.commit()
    try close(engine)
    engine = try open()
    #expect(engine.store.person(.ann)?.name == "Ann")
    engine.keep(Self.ada, at: noon(0))
    try engine.commit()
    try close(engine)
    engine = try open()
    #expect(engine.emailNotice(to: Self.ada, at: noon(0)) != nil)
    try close(engine)
    // The earlier release would miss rows where there are some that it does not know.
    #expect(throws: StoreError.newerSchema(path: folder.database, found: 3, known: 1)) {
      try open(schema: first)
    }
    #expect(try StoreCheck.check(folder.path, root: .test).damages == [])
  }
}

extension StoreFolder {
  /// How many bytes the turns of the journal have.
  fileprivate var journalTexts: Int {
    journal.reduce(0) { count, name in
      let bytes = bytes(of: name)
      var place = JournalFormat.segmentHeader
      while let turn = JournalFormat.turn(at: place, of: bytes) {
        place += JournalFormat.turnHeader + turn.changes.count
      }
      return count + place - JournalFormat.segmentHeader
    }
  }
}
