import Attribution
import Invites
import Profiles
import RandomStreams
import Vocabulary

/// The clicks that the matching service attributes to one arrival.
struct ArrivalMatch: ~Copyable {
  /// The clicks that compete for the credit.
  private(set) var clicks: [Click] = []
  /// The sender and the place of the link of each.
  private var senders: [(inviter: Inviter, link: UInt32)] = []
  /// Whether a click is missing because its link had reached its number of acceptances.
  var meetsUsedLink = false
  /// Whether the match was lost on its way to the app.
  var isLost = false

  mutating func add(_ click: Click, by inviter: Inviter, link: UInt32) {
    clicks.append(click)
    senders.append((inviter, link))
  }

  /// Empties the match and keeps its memory.
  mutating func reset() {
    if !clicks.isEmpty {
      clicks.removeAll(keepingCapacity: true)
      senders.removeAll(keepingCapacity: true)
    }
    meetsUsedLink = false
    isLost = false
  }

  /// Returns the sender and the link's place of the click with this sequence number; `nil` without
  /// such a click.
  func sender(ofClick sequence: UInt64) -> (inviter: Inviter, link: UInt32)? {
    guard let place = clicks.firstIndex(where: { $0.sequence == sequence }) else { return nil }
    return senders[place]
  }
}

/// The newest click of all people, and the clicks that the matching service stores: only where
/// phones are not identified, or matches are false at times.
struct StoredClicks {
  /// The clicks by their looks; `nil` where phones are identified.
  var book: ClickBook?
  /// The newest click, which a false match returns.
  private(set) var latest: ClickFootprint?
  private var sequence: UInt64 = 0

  /// Records a click on the link at `link` of member number `inviter`.
  mutating func record(
    at moment: Instant, link: UInt32, of inviter: UInt32, signals: DeviceSignals
  ) {
    let click = ClickFootprint(
      sequence: sequence, at: moment, link: UInt64(inviter) | UInt64(link) << 32, signals: signals)
    sequence += 1
    latest = click
    book?.record(click)
  }
}

extension ClickFootprint {
  /// The number of the member whose link it is, and the link's place.
  fileprivate var sender: (number: UInt32, link: UInt32) {
    (UInt32(truncatingIfNeeded: link), UInt32(truncatingIfNeeded: link >> 32))
  }
}

extension GrowthModel {
  /// Finds the clicks that the matching service attributes to the newcomer.
  ///
  /// The result uses the memory of `spareMatch`, which the caller puts back.
  mutating func match(
    _ person: PersonNumber, installedAt installed: Instant, at now: Instant
  ) -> ArrivalMatch {
    var match = spareMatch.take() ?? ArrivalMatch()
    match.reset()
    let newest = people[Int(territory.place(of: person))].firstClick
    if plan.needs.storesClicks || plan.profile.deferred.matchRate < 1 {
      var draw = plan.streams[.device][person, 1]
      if let world = plan.world {
        let looks = world.app(of: Int(person), at: now)
        matchByLooks(looks, to: &match, installedAt: installed, at: now, using: &draw)
        return match
      }
      let identified = newest == ReceivedInvites.none ? nil : invites[newest].inviter
      let decision = plan.profile.deferred.degrade(
        Self.decision(on: identified), stranger: stored.latest, using: &draw)
      switch decision {
      case .matched(let found) where identified != nil && found.basis != .signals: break
      case .matched:
        if let stranger = stored.latest {
          add(stranger, to: &match, installedAt: installed, at: now)
        }
        return match
      case .ambiguous, .noMatch:
        match.isLost = decision == .noMatch(because: .lost)
        return match
      }
    }
    var place = newest
    // The list begins with the newest.
    var sequence = UInt64(UInt32.max)
    while place != ReceivedInvites.none {
      let record = invites[place]
      add(
        sequence: sequence, at: instant(record.at), by: record.inviter,
        standing: record.standing,
        link: link(of: record.inviter, invite: record.number), to: &match,
        installedAt: installed, at: now)
      place = record.next
      sequence -= 1
    }
    return match
  }

  /// Finds the clicks of phones that look alike.
  private mutating func matchByLooks(
    _ looks: DeviceSignals, to match: inout ArrivalMatch, installedAt installed: Instant,
    at now: Instant, using draw: inout some RandomNumberGenerator
  ) {
    guard let found = stored.book?.contenders(for: looks, launchedAt: now) else { return }
    let stranger = stored.book?.newestKept
    let decision = plan.profile.deferred.degrade(found.decision, stranger: stranger, using: &draw)
    match.isLost = decision == .noMatch(because: .lost)
    guard let chosen = decision.match else { return }
    if chosen == found.decision.match {
      for click in found.clicks { add(click, to: &match, installedAt: installed, at: now) }
    } else if let stranger {
      add(stranger, to: &match, installedAt: installed, at: now)
    }
  }

  /// Returns the match of a phone that is identified, with the newest click on a link of `inviter`.
  private static func decision(on inviter: Inviter?) -> MatchDecision {
    guard let inviter else { return .noMatch(because: .noClick) }
    return .matched(
      MatchDecision.Match(
        click: UInt64(UInt32.max), link: inviter.person, basis: .token, score: 0, competing: 0))
  }

  private func add(
    _ click: ClickFootprint, to match: inout ArrivalMatch, installedAt installed: Instant,
    at now: Instant
  ) {
    let (number, link) = click.sender
    add(
      sequence: click.sequence, at: click.at, by: inviter(number), standing: .valid, link: link,
      to: &match, installedAt: installed, at: now)
  }

  /// Adds a click to the match, unless its link is no longer known or used up.
  private func add(
    sequence: UInt64, at moment: Instant, by inviter: Inviter, standing: LinkStanding, link: UInt32,
    to match: inout ArrivalMatch, installedAt installed: Instant, at now: Instant
  ) {
    let account: AccountState = inviter.isDeleted(at: seconds(now)) ? .deleted : .active
    // A link that was unknown at the click had been erased before, so nothing of it can be erased
    // now.
    guard standing == .unknown || plan.profile.retention.knowsLinks(of: account) else { return }
    var standing = standing
    if standing == .valid, let life = life(ofLinkAt: link, of: inviter) {
      switch plan.profile.link.standing(of: life, clickedAt: moment, installedAt: installed) {
      case .valid: break
      case .exhausted:
        match.meetsUsedLink = true
        return
      case .expired: standing = .expired
      case .unknown: standing = .unknown
      case .tampered: standing = .tampered
      }
    }
    match.add(
      Click(
        sequence: sequence, at: moment, inviter: PrincipalID(rawValue: inviter.person),
        link: standing, inviterState: account),
      by: inviter, link: link)
  }
}
