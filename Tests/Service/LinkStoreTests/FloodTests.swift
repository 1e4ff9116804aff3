import Attribution
import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

@Suite(
  "Floods · what one user repeats takes no more room, and no more work", .timeLimit(.minutes(60)))
struct FloodTests {
  private static func engine(
    _ profile: Profile = .rin
  ) -> (engine: LinkEngine, store: MemoryLinkStore) {
    let store = MemoryLinkStore(LinkEngine.terms(of: profile))
    return (.engine(profile, over: store), store)
  }

  @Test(arguments: ProfileID.allCases)
  func `opening a link over and over leaves 64 openings, and few names of others`(
    profile: ProfileID
  ) throws {
    let (engine, store) = Self.engine(Profile(profile))
    let link = engine.resolve(try #require(engine.issue(to: .ann)), at: noon(0))
    for second: Int64 in 0..<5_000 {
      _ = engine.open(link, by: .bob, isSignedIn: false, at: noon(0) + .seconds(second))
    }
    let kept = store.openings(by: .bob)
    #expect(kept.count == 64)
    #expect(kept.first?.at == noon(0) && kept.last?.at == noon(0) + .seconds(4_999))
    #expect(store.relations.openings.count == 64)
    #expect(store.relations.openingsByAge.count <= 2 * 64 + 1_001)
    // And they are due like any others.
    #expect(engine.sweep(at: noon(40)).openings == 64)
    #expect(store.relations.openingsOf.isEmpty)
  }

  @Test(arguments: ProfileID.allCases, 1...8 as ClosedRange<UInt64>)
  func `ATT-03 · D-RES-04 · no flood of one link pushes the inviter of another one out`(
    profile: ProfileID, seed: UInt64
  ) throws {
    let (engine, _) = Self.engine(Profile(profile))
    var luck = SeededChance(seed: seed)
    let senders: [PrincipalID] = [.ann, .cy, PrincipalID(rawValue: 9)]
    let codes = try senders.map { try #require(engine.issue(to: $0)) }
    // One of them is gone, and under some profiles the links with the account.
    engine.set(.suspended, of: senders[Int(seed % 3)])
    var all: [Click] = []
    var now = noon(0)
    for _ in 0..<400 {
      now = now + .minutes(Int64(luck.next() % 30))
      // Long runs of one link, as whoever floods makes them.
      let place = luck.next() % 40 == 0 ? Int(luck.next() % 3) : Int(seed % 3)
      let sequence = engine.store.nextSequence
      _ = engine.open(
        engine.resolve(codes[place], at: now), by: .bob, isSignedIn: false, at: now)
      all.append(
        Click(
          sequence: sequence, at: now, inviter: senders[place],
          inviterState: place == Int(seed % 3) ? .suspended : .active))
    }
    #expect(engine.store.openings(by: .bob).count == 64)
    let arrival = Arrival(principal: .bob, installedAt: now, firstLaunchedAt: now)
    let decision = engine.profile.attribution.decide(all, for: arrival)
    let answer = engine.launch(by: .bob, on: 1, at: now)
    #expect(answer.outcome == decision.outcome)
    #expect(answer.context?.inviter == (decision.showsInviter ? decision.inviter : nil))
    #expect(decision.outcome == .credited)
  }

  @Test func `of very many links the newest stay, or under first-touch the first`() throws {
    let openings = (1...200 as ClosedRange<UInt64>).map {
      Opening(
        sequence: $0, at: noon(0) + .seconds(Int64($0)), principal: .bob,
        code: .numbered($0), standing: .valid)
    }
    let next = Opening(
      sequence: 201, at: noon(1), principal: .bob, code: .numbered(201), standing: .valid)
    func kept(_ model: AttributionPolicy.Model) -> Set<UInt64> {
      Set(openings.map(\.sequence)).subtracting(
        OpeningLimit.surplus(of: openings, before: next, model: model).map(\.sequence))
    }
    #expect(kept(.lastClick) == Set(138...200))
    #expect(kept(.firstTouch) == Set(1...63))
    let few = Array(openings.prefix(63))
    #expect(OpeningLimit.surplus(of: few, before: next, model: .lastClick).isEmpty)
  }

  @Test func `80,000 openings of an earlier release are read at a start, and deleted`() throws {
    let folder = StoreFolder()
    let terms = LinkEngine.terms(of: .rin)
    var store = try SQLiteLinkStore(in: folder.path, terms, root: .test)
    let code = try #require(LinkEngine.engine(.rin, over: store).issue(to: .ann))
    for number: UInt64 in 1...80_000 {
      store.write(
        .opening(
          Opening(
            sequence: number, at: noon(0) + .milliseconds(Int64(number)), principal: .bob,
            code: code, standing: .valid)))
      if number % 10_000 == 0 { try store.commit() }
    }
    try store.close()
    store = try SQLiteLinkStore(in: folder.path, terms, root: .test)
    #expect(store.openings(by: .bob).count == 80_000)
    let engine = LinkEngine.engine(.rin, over: store)
    #expect(engine.erase(.bob, at: noon(1)).wasKnown)
    try engine.commit()
    #expect(store.openings(by: .bob).isEmpty)
    try store.close()
    #expect(try SQLiteLinkStore(in: folder.path, terms, root: .test).openings(by: .bob).isEmpty)
  }

  @Test func `the next opening of an earlier release's user removes all but 64`() throws {
    let (engine, store) = Self.engine()
    let code = try #require(engine.issue(to: .ann))
    for number: UInt64 in 1...5_000 {
      store.write(
        .opening(
          Opening(
            sequence: number, at: noon(0), principal: .bob, code: code, standing: .valid)))
    }
    _ = engine.open(engine.resolve(code, at: noon(1)), by: .bob, isSignedIn: false, at: noon(1))
    #expect(store.openings(by: .bob).count == 64)
  }

  @Test(arguments: ProfileID.allCases)
  func `P-EDG-11 · of a user's keys the last 400 find their answers, and 500 are kept at most`(
    profile: ProfileID
  ) throws {
    var profile = Profile(profile)
    profile.limits.dailyInvites = nil
    let (engine, store) = Self.engine(profile)
    var answers: [CreateAnswer] = []
    for key: UInt128 in 0..<1_500 {
      answers.append(
        engine.create(
          .wish(of: .ann, key: key), zone: .utc, at: noon(0) + .milliseconds(Int64(key))))
      #expect(store.requestCount(of: .ann) <= 500)
    }
    for key in 1_100..<1_500 {
      let again = engine.create(
        .wish(of: .ann, key: UInt128(key)), zone: .utc, at: noon(0) + .hours(1))
      #expect(again.rule == "P-EDG-11")
      #expect(again.link == answers[key].link)
    }
    #expect(engine.export(.ann, at: noon(0)).requests.count <= 500)
    #expect(store.relations.requestsByAge.count <= 2 * 500 + 1_001)
    let code = try #require(answers[0].link?.record.code)
    for key: UInt128 in 0..<700 {
      _ = engine.share(
        code, by: .ann, .completed(through: .messages), key: IdempotencyKey(rawValue: key << 20),
        at: noon(0))
    }
    #expect(store.requestCount(of: .ann) <= 500)
  }

  @Test func `as many keys are kept as two days' invites need`() {
    let (engine, store) = Self.engine(.product)
    #expect(engine.mostRequests == 500)
    var profile = Profile.product
    profile.limits.dailyInvites = 2_000
    #expect(LinkEngine.engine(profile, over: store).mostRequests == 4_000)
  }

  @Test func `a tap that leaves no click shows the same page, and opens the invite`() throws {
    let (engine, store) = Self.engine(.product)
    let code = try #require(engine.issue(to: .ann))
    func tap(leavesClick: Bool) -> TapAnswer {
      engine.tap(
        engine.resolve(code, at: noon(0)), by: .browser(.iOS), device: .phone(1),
        leavesClick: leavesClick, at: noon(0))
    }
    let unkept = tap(leavesClick: false)
    #expect(unkept.click == nil && unkept.isWritten)
    #expect(store.invite(code)?.record.status == .opened)
    #expect(store.clicks(on: [code]).isEmpty)
    let kept = tap(leavesClick: true)
    #expect((kept.content, kept.rule, kept.click) == (unkept.content, unkept.rule, 1))
  }

  @Test func `of one user 4,000 invites are kept, and only those that serve no more go`()
    throws
  {
    let (engine, store) = Self.engine(.design)
    var key: UInt128 = 0
    func create(at now: Instant) -> CreateAnswer {
      key += 1
      return engine.create(
        .wish(of: .ann, key: key), session: InviteSessionID(rawValue: UInt64(key)), zone: .utc,
        at: now)
    }
    let taken = try #require(create(at: noon(0)).link?.record.code)
    engine.tap(taken, on: 1, at: noon(0))
    #expect(engine.launch(by: .bob, on: 1, at: noon(0)).outcome == .credited)
    for number in 1..<4_000 { #expect(create(at: noon(number < 150 ? 0 : 20)).link != nil) }
    let refused = create(at: noon(60))
    #expect(refused == .refused(because: .tooMany(most: 4_000)))
    #expect(refused.rule == "P-LIM-01")
    // 30 days after the last second of their life no click of theirs is left.
    #expect(create(at: noon(60) + .milliseconds(1)).link != nil)
    #expect(store.inviteCount(of: .ann) == 3_901)
    #expect(store.invite(taken) != nil)
    for _ in 0..<99 { #expect(create(at: noon(61)).link != nil) }
    for _ in 0..<49 { #expect(create(at: noon(61)).link != nil) }
    #expect(store.inviteCount(of: .ann) == 4_000)
    #expect(create(at: noon(61)) == .refused(because: .tooMany(most: 4_000)))
  }

  @Test(arguments: ProfileID.allCases)
  func `an account with 3,000 invites is deleted, or gets a pseudonym, and comes back whole`(
    profile: ProfileID
  ) throws {
    let folder = StoreFolder()
    var profile = Profile(profile)
    profile.link.codeScope = .perInvite
    profile.limits.dailyInvites = nil
    let terms = LinkEngine.terms(of: profile)
    var store = try SQLiteLinkStore(in: folder.path, terms, root: .test)
    var engine = LinkEngine.engine(profile, over: store)
    for key in 0..<3_000 as Range<UInt128> {
      #expect(engine.issue(to: .ann, key: key, at: noon(0) + .seconds(Int64(key % 7))) != nil)
    }
    try engine.commit()
    let listed = store.invites(of: .ann)
    try store.close()
    store = try SQLiteLinkStore(in: folder.path, terms, root: .test)
    #expect(store.invites(of: .ann) == listed)
    engine = .engine(profile, over: store, seed: 2)
    _ = engine.erase(.ann, at: noon(1))
    try engine.commit()
    #expect(store.inviteCount(of: .ann) == 0)
    let fate = profile.retention.fate(of: .click, of: .inviter)
    let pseudonym = store.invite(listed[0].record.code)?.record.sender
    #expect((pseudonym != nil) == (fate == .pseudonymised))
    if let pseudonym {
      #expect(store.invites(of: pseudonym).map(\.record.code) == listed.map(\.record.code))
    }
  }
}
