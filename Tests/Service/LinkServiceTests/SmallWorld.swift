import Attribution
import Foundation
import Invites
import GrowthloopFindings
import GrowthloopLinkStore
import Profiles
import TestSockets
import TestSupport
import Testing
import Vocabulary
import GrowthloopTransport

@testable import GrowthloopLinkService

/// A few inviters and phones, all of whom talk to one service at the same time.
struct SmallWorld {
  let profile: Profile
  let service: Service
  let witness = Witness()
  let codes: [String]
  private let seed: UInt64
  private let told = Told()

  static let inviters = (1...4 as ClosedRange<UInt64>).map { PrincipalID(rawValue: $0) }
  static let phones: ClosedRange<UInt64> = 100...105

  init(_ profile: Profile, seed: UInt64, daysInASecond: Double) throws {
    self.profile = profile
    self.seed = seed
    let witness = witness
    service = try Service(
      profile, clock: .rehearsing(from: noon(0), speed: daysInASecond * 86_400),
      isBehindProxy: true
    ) { WitnessedStore($0, witness) }
    codes = try Self.inviters.map { [service] in try service.create(by: $0) }
  }

  /// Lets everybody act at once, and returns when all have.
  func run() throws {
    var luck = SeededChance(seed: seed)
    let done = DispatchGroup()
    func act(_ body: @escaping @Sendable () throws -> Void) {
      done.enter()
      Thread.detachNewThread {
        defer { done.leave() }
        do { try body() } catch { Issue.record(error) }
      }
    }
    for phone in Self.phones {
      for taps in [UInt64](repeating: 1 + luck.next() % 6, count: 2) {
        let links = (0..<taps).map { _ in codes[Int(luck.next() % UInt64(codes.count))] }
        act { for link in links { try tap(link, on: phone) } }
      }
      let links = (0..<luck.next() % 8).map { _ in codes[Int(luck.next() % UInt64(codes.count))] }
      act {
        for link in links { try tap(link, on: phone) }
        try launch(on: phone)
      }
      let opened = (0..<luck.next() % 6).map { _ in codes[Int(luck.next() % UInt64(codes.count))] }
      act { for link in opened { try open(link, by: PrincipalID(rawValue: phone)) } }
    }
    let leaving = Self.inviters[Int(luck.next() % UInt64(Self.inviters.count))]
    let looks = luck.next() % 20
    act {
      for _ in 0..<looks { try service.tap("/invite/\(codes[0])", userAgent: "WhatsApp/2") }
      _ = try service.call(.delete, "/users/\(OpaqueID(leaving))", by: .user(leaving))
    }
    try done.waitOrThrow()
    try service.server.stop()
  }

  private func tap(_ code: String, on phone: UInt64) throws {
    let answer = try service.call(
      .post, "/invite/\(code)",
      body: ["model": "390x844@3", "timeZone": "Europe/Rome", "locale": "it-IT"],
      fields: ["User-Agent": Service.iPhone, "X-Forwarded-For": "203.0.113.\(phone)"])
    #expect(answer.status == 204)
  }

  /// Has a link open the app of a user who is about to sign up.
  private func open(_ code: String, by user: PrincipalID) throws {
    let answer = try service.call(
      .post, "/invites/\(code)/open", by: .user(user), body: ["isSignedIn": false])
    #expect(answer.status == 200)
  }

  /// Launches the app of a new user, who accepts where there is something to accept.
  private func launch(on phone: UInt64) throws {
    let user = PrincipalID(rawValue: phone)
    let answer = try service.launch(
      by: user,
      device: [
        "platform": "iOS", "osVersion": "18.5", "model": "390x844@3", "timeZone": "Europe/Rome",
        "language": "it", "locale": "it-IT",
      ], fields: ["X-Forwarded-For": "203.0.113.\(phone)"])
    let invite = answer["invite"]
    told[user] = (answer["outcome"]?.text, invite?["inviter"]?.text)
    guard let code = invite?["code"]?.text else { return }
    _ = try service.call(.post, "/invites/\(code)/accept", by: .user(user))
  }
}

extension SmallWorld {
  /// Holds what each new user was told against the rules over the serial order; returns how many
  /// credits there were.
  func checkCredits() throws -> Int {
    var invites: [InviteCode: StoredInvite] = [:]
    var people: [PrincipalID: Person] = [:]
    var clicks: [UInt64: ClickFootprint] = [:]
    var openings: Set<Opening> = []
    var credits = 0
    for event in witness.events {
      switch event {
      case .wrote(.invite(let invite)): invites[invite.record.code] = invite
      case .wrote(.inviteGone(let code)): invites[code] = nil
      case .wrote(.person(let person)): people[person.id] = person
      case .wrote(.personGone(let id)): people[id] = nil
      case .wrote(.click(let click)): clicks[click.sequence] = click
      case .wrote(.opening(let opening)): openings.insert(opening)
      case .wrote(.openingGone(let opening)): openings.remove(opening)
      case .wrote: continue
      case .launched(let device, let user, let moment):
        let followed =
          clicks.values.filter { $0.isThere(for: device) }.map { $0.followed }
          + openings.filter { $0.principal == user }.map { $0.followed }
        let competing = followed.sorted { $0.sequence < $1.sequence }
          .compactMap { self.competitor($0, invites, people, launchedAt: moment) }
        let expected = profile.attribution.decide(
          competing, for: Arrival(principal: user, installedAt: moment, firstLaunchedAt: moment))
        let answer = try #require(told[user])
        #expect(answer.outcome == expected.outcome.rawValue, "\(user) at \(moment)")
        guard expected.outcome == .credited else { continue }
        credits += 1
        #expect(answer.inviter == expected.inviter.map { OpaqueID($0).text })
      }
    }
    return credits
  }

  /// A click or an opening as the credit rules are to see it.
  private func competitor(
    _ click: FollowedLink, _ invites: [InviteCode: StoredInvite],
    _ people: [PrincipalID: Person], launchedAt moment: Instant
  ) -> Click? {
    guard let record = click.code.flatMap({ invites[$0] })?.record else { return nil }
    let link: LinkStanding
    switch profile.link.standing(
      of: record.lifecycle, clickedAt: click.at, installedAt: moment)
    {
    case .valid: link = .valid
    case .expired: link = .expired
    case .exhausted: return nil
    case .unknown, .tampered: link = .unknown
    }
    return Click(
      sequence: click.sequence, at: click.at, inviter: record.sender, link: link,
      inviterState: people[record.sender]?.account ?? .active)
  }
}

/// That somebody followed a link, in a browser or into the app.
private struct FollowedLink {
  let sequence: UInt64
  let at: Instant
  let code: InviteCode?
}

extension Opening {
  fileprivate var followed: FollowedLink { FollowedLink(sequence: sequence, at: at, code: code) }
}

extension ClickFootprint {
  fileprivate var followed: FollowedLink {
    FollowedLink(sequence: sequence, at: at, code: InviteCode(packed: link))
  }

  /// Whether something of it is left, and it came from the same phone: each has its address.
  fileprivate func isThere(for device: DeviceSignals) -> Bool {
    !isErased && signals[.address] == device[.address]
  }
}

/// What the service told each new user, on whatever thread.
private final class Told: Sendable {
  typealias Answer = (outcome: String?, inviter: String?)
  private let answers = Guarded<[PrincipalID: Answer]>([:])

  subscript(user: PrincipalID) -> Answer? {
    get { answers.withLock { $0[user] } }
    set { answers.withLock { $0[user] = newValue } }
  }
}
