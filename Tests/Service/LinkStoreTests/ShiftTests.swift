import Attribution
import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

@Suite("Clock · what was recorded under a wrong clock is moved", .timeLimit(.minutes(60)))
struct ShiftTests {
  let folder = StoreFolder()

  private func store(_ profile: Profile = .rin) throws -> SQLiteLinkStore {
    try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: profile), root: .test)
  }

  private static let back = MomentShift(
    after: noon(1) + .hours(1), by: .days(-3_652), at: noon(1) + .hours(1))

  @Test func `clicks that are moved back keep their order and their distance, in every file`()
    throws
  {
    var store = try store()
    let engine = LinkEngine.engine(.rin, over: store)
    let code = try #require(engine.issue(to: .ann))
    engine.tap(code, on: 1, at: noon(0))
    for minute: Int64 in 0..<3 {
      engine.tap(code, on: UInt32(2 + minute), at: noon(3_653) + .minutes(minute * 20))
    }
    try engine.commit()
    let report = engine.move(by: Self.back)
    #expect(report.clicks == 3)
    try engine.commit()
    let expected = [noon(0), noon(1), noon(1) + .minutes(20), noon(1) + .minutes(40)]
    func check() throws {
      let clicks = store.clicks(on: [code])
      #expect(clicks.map(\.at) == expected)
      #expect(clicks.map(\.sequence) == [1, 5, 6, 7])
      #expect(store.newestClick == expected.last)
    }
    try check()
    let later = LinkEngine.engine(.rin, over: store)
    #expect(later.tap(code, on: 9, at: noon(1) + .hours(1)).click == 8)
    _ = later.sweep(at: noon(1))
    try later.commit()
    #expect(later.launch(by: .bob, on: 3, at: noon(1) + .hours(1)).outcome == .credited)
    try later.commit()
    // Out of the journal, and out of the database.
    for _ in 0..<2 {
      try store.close()
      store = try self.store()
      #expect(store.clicks(on: [code]).map(\.at) == expected + [noon(1) + .hours(1)])
    }
  }

  @Test func `a turn that is taken back has moved nothing`() throws {
    let full = Guarded(false)
    let store = try SQLiteLinkStore(
      in: folder.path, LinkEngine.terms(of: .rin), root: .test,
      sync: { (file) throws(StoreError) in
        if full.withLock({ $0 }) { throw .diskFull(path: file.path) }
        try file.sync()
      })
    let engine = LinkEngine.engine(.rin, over: store)
    let code = try #require(engine.issue(to: .ann))
    for minute: Int64 in 0..<3 {
      engine.tap(code, on: UInt32(minute), at: noon(3_653) + .minutes(minute))
    }
    try engine.commit()
    let before = store.clicks(on: [code])
    full.withLock { $0 = true }
    engine.move(by: Self.back)
    #expect(throws: StoreError.self) { try engine.commit() }
    #expect(store.clicks(on: [code]) == before)
    #expect(store.newestClick == noon(3_653) + .minutes(2))
  }

  @Test func `nothing is moved before what stays, and nothing beyond now`() throws {
    let engine = LinkEngine.engine(.rin)
    let code = try #require(engine.issue(to: .ann))
    engine.tap(code, on: 1, at: noon(4))
    engine.tap(code, on: 2, at: noon(6))
    engine.move(by: MomentShift(after: noon(5), by: .days(-3), at: noon(5)))
    #expect(engine.store.clicks(on: [code]).map(\.at) == [noon(4), noon(4)])
    engine.move(by: MomentShift(after: noon(3), by: .days(9), at: noon(7)))
    #expect(engine.store.clicks(on: [code]).map(\.at) == [noon(7), noon(7)])
  }

  @Test(arguments: [Interval.days(-3_652), .days(3)])
  func `openings, requests, their invites and incomplete installs move along`(
    distance: Interval
  ) throws {
    let start = distance < .zero ? noon(3_653) : noon(0)
    let now = start + distance + .hours(1)
    var store = try store(.product)
    var engine = LinkEngine.engine(.product, over: store)
    let old = try #require(engine.issue(to: .cy, at: start - .days(20)))
    let code = try #require(engine.issue(to: .ann, at: start + .minutes(1)))
    engine.tap(code, on: 1, at: start + .minutes(2))
    _ = engine.open(
      engine.resolve(code, at: start), by: .cy, isSignedIn: false, at: start + .minutes(3))
    #expect(engine.launch(by: .bob, on: 1, at: start + .minutes(4)).outcome == .credited)
    let report = engine.move(
      by: MomentShift(
        after: distance < .zero ? now : start, by: distance, at: now))
    #expect(
      [report.clicks, report.openings, report.requests, report.incompleteInstalls]
        == [1, 1, distance < .zero ? 2 : 1, 1])
    try engine.commit()
    for _ in 0..<2 {
      let invite = try #require(store.invite(code)).record
      #expect(invite.createdAt == start + distance + .minutes(1))
      #expect(invite.expiresAt == start + distance + .minutes(1) + .days(30))
      #expect(store.openings(by: .cy).map(\.at) == [start + distance + .minutes(3)])
      let referral = try #require(store.referrals(of: .bob).first)
      #expect(referral.clickedAt == start + distance + .minutes(2))
      #expect(referral.arrivedAt == start + distance + .minutes(4))
      #expect(store.click(referral.click)?.at == referral.clickedAt)
      if distance > .zero {
        #expect(store.invite(old)?.record.createdAt == start - .days(20))
      }
      try store.close()
      store = try self.store(.product)
      engine = LinkEngine.engine(.product, over: store)
    }
    // And what is due is found by its true moment.
    #expect(engine.sweep(at: now + .days(6)).incompleteInstalls == 0)
    #expect(engine.sweep(at: now + .days(8)).incompleteInstalls == 1)
  }
}
