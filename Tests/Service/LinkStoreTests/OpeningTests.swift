import Attribution
import Invites
import GrowthloopLinkStore
import Profiles
import TestSupport
import Testing
import Vocabulary

/// Many people who open links in their installed apps and take invites, while links end and senders
/// leave: played to an engine, and to the rules one after the other.
private struct OpeningHistory {
  let profile: Profile
  let engine: LinkEngine
  var luck: SeededChance
  var now = noon(0)
  /// The records as the life of an invite, called serially, leaves them; those erased are gone.
  var records: [InviteCode: InviteRecord] = [:]
  var codes: [InviteCode] = []
  var gone: Set<PrincipalID> = []
  var openings: [PrincipalID: [(sequence: UInt64, at: Instant, code: InviteCode)]] = [:]
  var settled: Set<PrincipalID> = []
  var outcomes: [String: Int] = [:]

  init(_ profile: Profile, seed: UInt64) {
    self.profile = profile
    luck = SeededChance(seed: seed)
    engine = .engine(profile, seed: seed)
  }

  private mutating func below(_ bound: UInt64) -> UInt64 { luck.next() % bound }

  mutating func step() {
    now = now + .minutes(Int64(below(500)))
    switch below(12) {
    case 0: create()
    case 1...7: open()
    case 8...10: accept()
    default: leave()
    }
  }

  private mutating func create() {
    let sender = PrincipalID(rawValue: 1 + below(9))
    guard !gone.contains(sender), profile.link.codeScope != .perUser || !owns(sender) else {
      return
    }
    let session = InviteSessionID(rawValue: luck.next())
    let wish = CreateRequest.wish(of: sender, key: UInt128(luck.next()))
    guard case .created(let link, _) = engine.create(wish, session: session, zone: .utc, at: now)
    else {
      return
    }
    records[link.record.code] = link.record
    codes.append(link.record.code)
  }

  private func owns(_ sender: PrincipalID) -> Bool {
    records.values.contains { $0.sender == sender }
  }

  private mutating func someone() -> PrincipalID { PrincipalID(rawValue: 100 + below(60)) }

  private mutating func open() {
    guard let code = codes.randomElement(using: &luck) else { return }
    let person = someone()
    guard !settled.contains(person) else { return }
    let sequence = engine.store.nextSequence
    let answer = engine.open(engine.resolve(code, at: now), by: person, isSignedIn: false, at: now)
    guard answer.decision.isRecorded else { return }
    openings[person, default: []].append((sequence, now, code))
    _ = records[code]?.receive(.opened, at: now, under: profile.link)
  }

  private mutating func accept() {
    guard let code = codes.randomElement(using: &luck) else { return }
    let person = someone()
    guard settled.insert(person).inserted else { return }
    let expected = expectedAnswer(to: person, taking: code)
    let answer = engine.accept(
      engine.resolve(code, at: now), by: person, hadAccount: false, at: now)
    switch answer {
    case .accepted:
      #expect(expected == nil, "accepted at \(now)")
      let inviter = engine.store.invite(code)?.record.sender
      #expect(engine.store.referrals(of: person).map(\.inviter) == [inviter])
    case .refused(let reason, _):
      #expect(expected == reason, "refused at \(now)")
    case .again: Issue.record("nothing was taken before")
    }
    outcomes[expected?.rawValue ?? "accepted", default: 0] += 1
  }

  /// What the rules say of the serial order; `nil` where the invite is taken.
  private mutating func expectedAnswer(
    to person: PrincipalID, taking code: InviteCode
  ) -> AcceptRefusal? {
    guard var record = records[code] else { return .unknown }
    let standing = profile.link.standing(of: record.lifecycle, clickedAt: now)
    if standing == .exhausted { return .exhausted }
    // What is past its retention counts no more, whether it was swept or not.
    openings[person]?.removeAll { !profile.attribution.decide(clickAt: $0.at, at: now).isKept }
    if openings[person]?.contains(where: { $0.code == code }) != true {
      openings[person, default: []].append((engine.store.nextSequence, now, code))
    }
    let arrival = Arrival(
      principal: person, route: .directOpen, installedAt: now, firstLaunchedAt: now, verifiedAt: now
    )
    let decision = profile.attribution.decide(competitors(for: person), for: arrival)
    guard let click = decision.click, decision.outcome != .none else {
      return standing == .expired ? .expired : .notCredited
    }
    guard click.inviter == record.sender else { return .creditedToAnother }
    let step = record.receive(
      .accepted(by: person, clickedAt: click.at), at: now, under: profile.link)
    records[code] = record
    return switch step {
    case .refused(.expired): .expired
    case .refused(.exhausted): .exhausted
    case .moved, .stayed: nil
    }
  }

  private func competitors(for person: PrincipalID) -> [Click] {
    (openings[person] ?? []).compactMap { opening in
      guard let record = records[opening.code] else {
        return Click(
          sequence: opening.sequence, at: opening.at, inviter: .nobody, link: .unknown)
      }
      let standing = profile.link.standing(
        of: record.lifecycle, clickedAt: opening.at, installedAt: now)
      // An invite that has brought as many as it may competes no more.
      if standing == .exhausted { return nil }
      return Click(
        sequence: opening.sequence, at: opening.at, inviter: record.sender,
        link: standing == .expired ? .expired : .valid,
        inviterState: gone.contains(record.sender) ? .deleted : .active)
    }
  }

  private mutating func leave() {
    guard below(3) == 0 else { return }
    let sender = PrincipalID(rawValue: 1 + below(9))
    guard gone.insert(sender).inserted else { return }
    _ = engine.erase(sender, at: noon(2))
    guard profile.retention.onAccountDeletion == .erase else { return }
    records = records.filter { $0.value.sender != sender }
  }
}

@Suite("P-INV-14 · taking invites, in any order", .timeLimit(.minutes(60)))
struct OpeningTests {
  @Test(arguments: ProfileID.allCases, [1, 2, 3, 4, 5, 6] as [UInt64])
  func `who takes an invite is credited as the rules say of the serial order`(
    profile: ProfileID, seed: UInt64
  ) {
    var profile = Profile(profile)
    profile.link.maxAcceptances = 3
    var history = OpeningHistory(profile, seed: seed)
    for _ in 0..<600 { history.step() }
    #expect(history.outcomes["accepted", default: 0] > 0)
    #expect(history.outcomes.count > 1, "\(history.outcomes)")
  }

  @Test(arguments: [false, true])
  func `PRV-13 · an opening past its retention neither forbids nor is exported, swept or not`(
    isSwept: Bool
  ) throws {
    let engine = LinkEngine.engine(Profile(.rin), seed: 1)
    let wish = CreateRequest.wish(of: PrincipalID(rawValue: 1), key: 1)
    let session = InviteSessionID(rawValue: 1)
    let made = engine.create(wish, session: session, zone: .utc, at: noon(0))
    guard case .created(let link, _) = made else {
      Issue.record("no link was made")
      return
    }
    let code = link.record.code
    let person = PrincipalID(rawValue: 100)
    let opened = engine.open(
      engine.resolve(code, at: noon(0)), by: person, isSignedIn: false, at: noon(0))
    #expect(opened.decision.isRecorded)
    #expect(engine.export(person, at: noon(1)).openings.count == 1)
    #expect(engine.export(PrincipalID(rawValue: 1), at: noon(0)).requests.count == 1)
    if isSwept { _ = engine.sweep(at: noon(13)) }
    #expect(engine.export(person, at: noon(13)).openings.isEmpty)
    #expect(engine.export(PrincipalID(rawValue: 1), at: noon(13)).requests.isEmpty)
    let answer = engine.accept(
      engine.resolve(code, at: noon(13)), by: person, hadAccount: false, at: noon(13))
    guard case .accepted = answer else {
      Issue.record("\(answer)")
      return
    }
  }
}
