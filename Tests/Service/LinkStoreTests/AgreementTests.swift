import Attribution
import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

/// A random history, played to engines over two stores and to the credit rules themselves.
struct History {
  let profile: Profile
  var luck: SeededChance
  let folder = StoreFolder()
  let plain: LinkEngine
  var kept: LinkEngine
  var now = noon(0)
  var codes: [InviteCode] = []
  var owners: [InviteCode: PrincipalID] = [:]
  var gone: Set<PrincipalID> = []
  var accepted: [InviteCode: Int] = [:]
  /// The clicks of each phone, as the rules are to see them.
  var clicks: [UInt32: [(code: InviteCode, click: Click)]] = [:]
  var launched: Set<UInt32> = []
  var joined: Set<PrincipalID> = []
  var credits = 0

  init(_ profile: Profile, seed: UInt64) throws {
    self.profile = profile
    luck = SeededChance(seed: seed)
    plain = .engine(profile, seed: seed)
    let store = try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: profile), root: .test)
    kept = .engine(profile, over: store, seed: seed)
  }

  mutating func below(_ bound: UInt64) -> UInt64 { luck.next() % bound }

  /// What both engines answer, which must be the same.
  func both<Answer: Equatable>(
    _ ask: (LinkEngine) -> Answer, at location: SourceLocation = #_sourceLocation
  ) throws -> Answer {
    let answer = ask(plain)
    #expect(ask(kept) == answer, sourceLocation: location)
    try kept.commit()
    return answer
  }

  mutating func reopen(carefully: Bool) throws {
    if carefully { try (kept.store as? SQLiteLinkStore)?.close() }
    let chance = kept.chance
    kept = .engine(profile)
    // Without a close nothing but the journal may have the latest turns.
    let again = try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: profile), root: .test)
    kept = LinkEngine(following: profile, over: again, signer: signer, chance: chance)
  }
}

extension History {
  mutating func step() throws {
    now = now + .hours(Int64(below(14)))
    switch below(11) {
    case 0, 1: try create()
    case 2, 3, 4, 5: try tap()
    case 6: try launch()
    case 7: try accept()
    case 8: try leave()
    case 9: try leaveAddress()
    default: try advance()
    }
  }

  private mutating func create() throws {
    let sender = PrincipalID(rawValue: 1 + below(6))
    guard !gone.contains(sender) else { return }
    let (key, session, now) = (UInt128(luck.next()), below(3), now)
    let answer = try both {
      $0.create(
        .wish(of: sender, key: key), session: InviteSessionID(rawValue: session), zone: .utc,
        at: now)
    }
    if case .created(let link, _) = answer {
      codes.append(link.record.code)
      owners[link.record.code] = sender
    }
  }

  private mutating func tap() throws {
    guard !codes.isEmpty else { return }
    let code = codes[Int(below(UInt64(codes.count)))]
    let (phone, now) = (UInt32(100 + below(30)), now)
    guard !launched.contains(phone) else { return }
    let answer = try both { $0.tap(code, on: phone, at: now) }
    let standing: LinkStanding =
      switch answer.standing {
      case .valid, .exhausted: .valid
      case .expired: .expired
      case .unknown: .unknown
      case .tampered: .tampered
      }
    guard let sequence = answer.click else { return }
    clicks[phone, default: []].append(
      (code, Click(sequence: sequence, at: now, inviter: owners[code] ?? .nobody, link: standing)))
  }

  private mutating func launch() throws {
    let (phone, now) = (UInt32(100 + below(30)), now)
    guard launched.insert(phone).inserted else { return }
    let person = PrincipalID(rawValue: UInt64(phone))
    let expected = expectedCredit(of: person, on: phone)
    let answer = try both { $0.launch(by: person, on: phone, at: now) }
    #expect(answer.outcome == expected.outcome)
    // The inviter of one who is gone bears another name by now.
    guard answer.outcome == .credited else { return }
    credits += 1
    #expect(answer.context?.inviter == expected.inviter)
    #expect(plain.store.referrals(of: person).first?.click == expected.click?.sequence)
  }

  /// What the rules say of the serial order.
  private func expectedCredit(of person: PrincipalID, on phone: UInt32) -> CreditDecision {
    let competing = (clicks[phone] ?? []).compactMap { code, click -> Click? in
      var click = click
      let erases = profile.retention.onAccountDeletion == .erase
      if gone.contains(click.inviter) {
        if erases { return nil }
        click.inviterState = .deleted
      }
      if let most = profile.link.maxAcceptances, accepted[code, default: 0] >= most { return nil }
      return click
    }
    let arrival = Arrival(
      principal: person, principalExists: joined.contains(person), installedAt: now,
      firstLaunchedAt: now)
    return profile.attribution.decide(competing, for: arrival)
  }

  private mutating func accept() throws {
    guard let phone = launched.sorted().randomElement(using: &luck) else { return }
    let person = PrincipalID(rawValue: UInt64(phone))
    guard let referral = plain.store.referrals(of: person).first else { return }
    let now = now
    let answer = try both {
      $0.accept($0.resolve(referral.code, at: now), by: person, hadAccount: false, at: now)
    }
    if case .accepted = answer { accepted[referral.code, default: 0] += 1 }
    if let most = profile.link.maxAcceptances {
      #expect(accepted[referral.code, default: 0] <= most)
    }
  }

  private mutating func leave() throws {
    guard below(4) == 0 else { return }
    let sender = PrincipalID(rawValue: 1 + below(6))
    guard gone.insert(sender).inserted else { return }
    let now = now
    _ = try both { $0.erase(sender, at: now) }
  }

  /// Leaves an email address, withdraws it, or lets the backend deliver what waits.
  private mutating func leaveAddress() throws {
    let now = now
    guard let address = EmailAddress("a\(below(5))@example.org") else { return }
    let choice = below(6)
    let waiting = try both { $0.pendingEmails(at: now, atMost: 1) }
    _ = try both { engine in
      switch choice {
      case 0: engine.withdraw(address, at: now)
      case 1: engine.announceLaunch(at: now)
      case 2: engine.revokeLaunch()
      case 3: for notice in waiting { _ = engine.deliveredEmail(notice.id, at: now) }
      default: engine.keep(address, at: now)
      }
      return engine.store.emailNoticeCount
    }
  }

  private mutating func advance() throws {
    let now = now
    let person = PrincipalID(rawValue: 100 + below(30))
    let milestones: [Milestone] = [
      .signedUp(name: "Ann", avatar: nil), .firstValueSeen, .onboardingCompleted,
    ]
    let milestone = milestones[Int(below(3))]
    if case .signedUp = milestone { joined.insert(person) }
    _ = try both { $0.reach(milestone, person, at: now) }
    _ = try both { $0.sweep(at: now) }
    _ = try both { $0.pendingPushes(at: now, atMost: 100) }
  }

  /// Whether everything that can be asked is the same.
  func checkAgreement() throws {
    for person: UInt64 in Array(1...6) + Array(100...130) {
      let person = PrincipalID(rawValue: person)
      _ = try both { $0.invites(of: person, zone: .utc, at: now) }
      _ = try both { $0.export(person, at: now) }
    }
    for code in codes { _ = try both { $0.store.invite(code) } }
    _ = try both { $0.store.nextSequence }
    _ = try both { $0.store.announcement }
    _ = try both { $0.store.emailNotices(before: now + .days(1), atMost: 99) }
  }
}

@Suite("Stores · any history", .timeLimit(.minutes(60)))
struct AgreementTests {
  @Test(arguments: ProfileID.allCases, [1, 2, 3, 4] as [UInt64])
  func `credits are those of the rules, over either store, however often it is opened anew`(
    profile: ProfileID, seed: UInt64
  ) throws {
    var history = try History(Profile(profile), seed: seed)
    for step in 0..<400 {
      try history.step()
      if step % 37 == 36 { try history.reopen(carefully: step % 2 == 0) }
      if step % 100 == 99 { try history.checkAgreement() }
    }
    #expect(history.credits > 0)
  }
}
