import Invites
import GrowthloopLinkStore
import Profiles
import TestSupport
import Testing
import Vocabulary

@Suite("P-EDG-11 · a creation that is tried again makes no second record", .timeLimit(.minutes(60)))
struct RepeatedCreationTests {
  @Test(arguments: ProfileID.allCases)
  func `a repeated key gets the first answer`(profile: ProfileID) throws {
    let engine = LinkEngine.engine(Profile(profile))
    let first = try #require(engine.create(.wish(of: .ann, key: 5), zone: .utc, at: noon(0)).link)
    let again = engine.create(.wish(of: .ann, key: 5), zone: .utc, at: noon(0) + .hours(3))
    #expect(again == .again(first, wasCreated: true))
    #expect(again.rule == "P-EDG-11")
    #expect(engine.store.invites(of: .ann).count == 1)
  }

  @Test func `a key is remembered through its last instant`() throws {
    let engine = LinkEngine.engine(.product)
    let first = try #require(engine.create(.wish(of: .ann, key: 5), zone: .utc, at: noon(0)).link)
    #expect(
      engine.create(.wish(of: .ann, key: 5), zone: .utc, at: noon(1))
        == .again(first, wasCreated: true))
    let later = engine.create(.wish(of: .ann, key: 5), zone: .utc, at: noon(1) + .milliseconds(1))
    #expect(later.link?.record.code != first.record.code)
  }

  @Test func `a key used for something else is refused`() {
    let engine = LinkEngine.engine(.product)
    _ = engine.create(.wish(of: .ann, key: 5), zone: .utc, at: noon(0))
    let other = engine.create(.wish(of: .ann, key: 5, context: .content), zone: .utc, at: noon(0))
    #expect(other == .refused(because: .request(.keyOfAnotherRequest)))
  }

  @Test func `two senders may use the same key`() {
    let engine = LinkEngine.engine(.product)
    let codes = [PrincipalID.ann, .bob].map { engine.issue(to: $0, key: 5) }
    #expect(Set(codes).count == 2)
  }

  @Test func `the scope of codes decides what a second wish gets`() {
    let rin = LinkEngine.engine(.rin)
    let first = rin.issue(to: .ann, key: 1)
    #expect(rin.create(.wish(of: .ann, key: 2), zone: .utc, at: noon(9)).rule == "LNK-07")
    #expect(rin.issue(to: .ann, key: 3) == first)
    let again = rin.create(.wish(of: .ann, key: 2), zone: .utc, at: noon(9))
    #expect(again == (again.link.map { .again($0, wasCreated: false) }))

    let design = LinkEngine.engine(.design)
    let visit = design.issue(to: .ann, key: 1, session: 1)
    #expect(design.issue(to: .ann, key: 2, session: 1) == visit)
    #expect(design.issue(to: .ann, key: 3, session: 2) != visit)

    let product = LinkEngine.engine(.product)
    #expect(product.issue(to: .ann, key: 1) != product.issue(to: .ann, key: 2))
  }

  @Test func `P-LIM-01 · the 51st invite of a day is refused, and a retry of the 50th is not`() {
    let engine = LinkEngine.engine(.product)
    for key: UInt128 in 1...50 { #expect(engine.issue(to: .ann, key: key) != nil) }
    let refused = engine.create(.wish(of: .ann, key: 51), zone: .utc, at: noon(0) + .hours(11))
    #expect(
      refused == .refused(because: .request(.limit(.dailyLimit(until: noon(0) + .hours(12))))))
    #expect(refused.rule == "P-LIM-01")
    #expect(engine.create(.wish(of: .ann, key: 50), zone: .utc, at: noon(0)).link != nil)
    #expect(engine.issue(to: .ann, key: 51, at: noon(0) + .hours(12)) != nil)
  }

  @Test(arguments: [Interval.hours(9), .hours(-7), .minutes(330)])
  func `P-LIM-03 · a day ends at the sender's midnight, wherever that is`(utcOffset: Interval) {
    let engine = LinkEngine.engine(.product)
    func create(_ key: UInt128, at now: Instant) -> CreateAnswer {
      engine.create(.wish(of: .ann, key: key), zone: CivilZone(offset: utcOffset), at: now)
    }
    for key: UInt128 in 1...50 { #expect(create(key, at: noon(0)).link != nil) }
    // Noon in UTC is as long before the midnight as the offset leaves of twelve hours.
    let midnight = noon(0) + .hours(12) - utcOffset
    let early = create(51, at: midnight - .milliseconds(1))
    #expect(early == .refused(because: .request(.limit(.dailyLimit(until: midnight)))))
    #expect(create(51, at: midnight).link != nil)
  }

  @Test(arguments: [
    ("2026-03-28T23:30:00+01:00", "2026-03-29T09:00:00+02:00", "2026-03-30T00:00:00+02:00"),
    ("2026-10-24T23:30:00+02:00", "2026-10-25T09:00:00+01:00", "2026-10-26T00:00:00+01:00"),
  ])
  func `P-LIM-03 · a day is the sender's on both sides of a change of the clock`(
    evening: String, morning: String, midnight: String
  ) {
    let engine = LinkEngine.engine(.product)
    for key: UInt128 in 1...50 {
      let answer = engine.create(
        .wish(of: .ann, key: key), zone: .berlin, at: moment(key < 50 ? evening : morning))
      #expect(answer.link != nil)
    }
    // The invites of the evening before are of no account in the morning.
    for key: UInt128 in 51...99 {
      let answer = engine.create(.wish(of: .ann, key: key), zone: .berlin, at: moment(morning))
      #expect(answer.link != nil)
    }
    let late = engine.create(
      .wish(of: .ann, key: 100), zone: .berlin, at: moment(midnight) - .seconds(1))
    #expect(
      late == .refused(because: .request(.limit(.dailyLimit(until: moment(midnight))))))
  }

  @Test func `P-LNK-06 · without a signer a signed link is refused, and nothing is kept`() {
    let engine = LinkEngine(
      following: .product, over: MemoryLinkStore(LinkEngine.terms(of: .product)),
      chance: SeededChance(seed: 1))
    let answer = engine.create(.wish(of: .ann, key: 1), zone: .utc, at: noon(0))
    #expect(answer == .refused(because: .writing(.signerMissing)))
    #expect(engine.store.invites(of: .ann).isEmpty)
  }

  @Test func `P-LNK-09 · a signed link leads to its sender's newest live invite`() throws {
    let engine = LinkEngine.engine(.product)
    let older = try #require(engine.create(.wish(of: .ann, key: 1), zone: .utc, at: noon(0)).link)
    let newer = try #require(engine.create(.wish(of: .ann, key: 2), zone: .utc, at: noon(1)).link)
    #expect(older.text == newer.text)
    #expect(engine.resolve(older.text, at: noon(2)).code == newer.record.code)
    let meddled = older.text.replacing("ctx=generic", with: "ctx=content")
    #expect(engine.resolve(meddled + "x", at: noon(2)).standing == .tampered)
  }
}
