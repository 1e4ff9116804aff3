import Attribution
import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

@Suite("PRV-07 · what is due is deleted, in memory and in the files", .timeLimit(.minutes(60)))
struct StoreRetentionTests {
  let folder = StoreFolder()

  @Test func `a sweep deletes clicks that are due from the files, and no others`() throws {
    let store = try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test)
    let engine = LinkEngine.engine(.rin, over: store)
    let code = try #require(engine.issue(to: .ann))
    for day: Int64 in 0...3 {
      engine.tap(code, on: UInt32(day), at: noon(day))
      try engine.commit()
    }
    let before = try folder.copy()
    #expect(
      try Burglar(withKeysOf: folder).clicks(in: before).map(\.at) == (0...3).map { noon($0) })
    #expect(engine.sweep(at: noon(8)).clicksKeptFrom == noon(1))
    try engine.commit()
    // Not even from a copy of the files that was made before.
    #expect(
      try Burglar(withKeysOf: folder).clicks(in: before).map(\.at) == (1...3).map { noon($0) })
    // The last instant of its window still counts, the next does not.
    #expect(engine.launch(by: .bob, on: 1, at: noon(8)).outcome == .credited)
    #expect(engine.launch(by: .cy, on: 2, at: noon(9) + .milliseconds(1)).outcome == .none)
  }

  @Test func `a click that is due decides nothing, swept or not`() throws {
    let engine = LinkEngine.engine(.rin)
    engine.tap(try #require(engine.issue(to: .ann)), on: 1, at: noon(0))
    let answer = engine.launch(by: .bob, on: 1, at: noon(7) + .milliseconds(1))
    #expect(answer.outcome == .none)
    #expect(answer.rule == "RES-08")
  }

  @Test func `PRV-12 · an install that came to nothing is forgotten`() throws {
    let engine = LinkEngine.engine(.rin)
    let code = try #require(engine.issue(to: .ann))
    for phone: UInt32 in [1, 2] { engine.tap(code, on: phone, at: noon(0)) }
    _ = engine.launch(by: .bob, on: 1, at: noon(0))
    _ = engine.launch(by: .cy, on: 2, at: noon(0))
    _ = engine.reach(.signedUp(name: "Cy", avatar: nil), .cy, at: noon(1))
    _ = engine.reach(.onboardingCompleted, .cy, at: noon(1))
    #expect(engine.sweep(at: noon(7)).incompleteInstalls == 0)
    #expect(engine.sweep(at: noon(7) + .milliseconds(1)).incompleteInstalls == 1)
    #expect(engine.store.referrals(by: .ann).map(\.invitee) == [.cy])
    // A completion that comes too late finds nothing.
    #expect(engine.reach(.onboardingCompleted, .bob, at: noon(8)).referral == nil)
  }

  @Test func `openings and keys of requests go when they are due`() throws {
    let engine = LinkEngine.engine(.rin)
    let link = engine.resolve(try #require(engine.issue(to: .ann)), at: noon(0))
    _ = engine.open(link, by: .bob, isSignedIn: false, at: noon(0))
    let early = engine.sweep(at: noon(1))
    #expect((early.openings, early.requests) == (0, 0))
    let late = engine.sweep(at: noon(7) + .milliseconds(1))
    #expect((late.openings, late.requests) == (1, 1))
    #expect(engine.store.openings(by: .bob).isEmpty)
  }

  @Test func `nothing is left of the keys of who is erased, nor of those that are due`() throws {
    let store = MemoryLinkStore(LinkEngine.terms(of: .rin))
    let engine = LinkEngine.engine(.rin, over: store)
    for sender in [PrincipalID.ann, .bob] { _ = try #require(engine.issue(to: sender)) }
    #expect(store.relations.requestKeys.count == 2)
    _ = engine.erase(.ann, at: noon(2))
    #expect(store.relations.requestKeys.keys.elementsEqual([.bob]))
    _ = engine.sweep(at: noon(2))
    #expect(store.relations.requestKeys.isEmpty)
  }

  @Test func `what is due may go slice by slice, the oldest first`() throws {
    let engine = LinkEngine.engine(.rin)
    let link = engine.resolve(try #require(engine.issue(to: .ann)), at: noon(0))
    for hour: Int64 in 0..<5 {
      _ = engine.open(link, by: .bob, isSignedIn: false, at: noon(0) + .hours(hour))
    }
    let now = noon(8)
    let slices = (0..<3).map { _ in engine.sweep(at: now, atMost: 2) }
    #expect(slices.map(\.openings) == [2, 2, 1])
    #expect(slices.map(\.isPartial) == [true, true, false])
    #expect(engine.store.openings(by: .bob).isEmpty)
  }

  @Test func `no number of a click is given twice, though all clicks are swept`() throws {
    let store = try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test)
    let engine = LinkEngine.engine(.rin, over: store)
    engine.tap(try #require(engine.issue(to: .ann)), on: 1, at: noon(0))
    _ = engine.sweep(at: noon(30))
    try engine.commit()
    try store.close()
    let again = try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test)
    #expect(again.nextSequence == 2)
  }
}
