import Attribution
import Invites
import Profiles
import RandomStreams
import Vocabulary

/// The clicks that the matching service attributes to one arrival.
struct ArrivalMatch: ~Copyable {
  /// The clicks that compete for the credit.
  private(set) var clicks: [Click] = []
  /// The place of each click's link.
  private var links: [UInt32] = []
  /// Whether a click is missing because its link had reached its number of acceptances.
  var meetsUsedLink = false
  /// Whether the match was lost on its way to the app.
  var isLost = false

  /// Adds a click and the place of its link.
  mutating func add(_ click: Click, link: UInt32) {
    clicks.append(click)
    links.append(link)
  }

  /// Empties the match and keeps its memory.
  mutating func reset() {
    clicks.removeAll(keepingCapacity: true)
    links.removeAll(keepingCapacity: true)
    meetsUsedLink = false
    isLost = false
  }

  /// Returns the place of the link of the click with this sequence number; `nil` without such a click.
  func link(ofClick sequence: UInt64) -> UInt32? {
    guard let place = clicks.firstIndex(where: { $0.sequence == sequence }) else { return nil }
    return links[place]
  }
}

extension GrowthModel {
  /// Finds the clicks that the matching service attributes to the newcomer.
  ///
  /// The result uses the memory of `spareMatch`, which the caller puts back.
  mutating func match(
    _ person: UInt32, installedAt installed: Instant, at now: Instant
  ) -> ArrivalMatch {
    var match = spareMatch.take() ?? ArrivalMatch()
    match.reset()
    var draw = plan.streams[.device][UInt64(person), 1]
    if let world = plan.world, book != nil {
      let looks = world.app(of: Int(person), at: now)
      guard let found = book?.contenders(for: looks, launchedAt: now) else { return match }
      let stranger = book?.newestKept
      let decision = plan.profile.deferred.degrade(
        found.decision, stranger: stranger, using: &draw)
      match.isLost = decision == .noMatch(because: .lost)
      guard let chosen = decision.match else { return match }
      if chosen == found.decision.match {
        for click in found.clicks { add(click, to: &match, installedAt: installed) }
      } else if let stranger {
        add(stranger, to: &match, installedAt: installed)
      }
      return match
    }
    let newest = people[Int(person)].firstClick
    if plan.profile.deferred.matchRate < 1 || plan.profile.deferred.falseMatchRate > 0 {
      let stranger = latestClick.map {
        ClickFootprint(
          sequence: UInt64($0.sequence), at: instant($0.at),
          link: Self.name(ofLinkAt: $0.link, of: $0.inviter), signals: DeviceSignals())
      }
      let decision = plan.profile.deferred.degrade(
        identified(newest), stranger: stranger, using: &draw)
      switch decision {
      case .matched(let match) where newest != ClickLists.none && match.basis != .signals: break
      case .matched:
        if let stranger { add(stranger, to: &match, installedAt: installed) }
        return match
      case .ambiguous, .noMatch:
        match.isLost = decision == .noMatch(because: .lost)
        return match
      }
    }
    var place = newest
    while place != ClickLists.none {
      let record = clicks[place]
      let link =
        plan.keepsLinks ? links.place(of: record.invite, by: record.inviter) : LinkBook.none
      add(
        sequence: UInt64(record.sequence), at: instant(record.at), inviter: record.inviter,
        standing: LinkStanding.allCases[Int(record.standing)], link: link, to: &match,
        installedAt: installed)
      place = record.next
    }
    return match
  }

  /// Returns the match of a phone that is identified.
  private func identified(_ newest: UInt32) -> MatchDecision {
    guard newest != ClickLists.none else { return .noMatch(because: .noClick) }
    return .matched(
      MatchDecision.Match(
        click: UInt64(clicks[newest].sequence), link: UInt64(clicks[newest].inviter),
        basis: .token, score: 0, competing: 0))
  }

  /// Returns the number by which the matching service identifies a link.
  static func name(ofLinkAt place: UInt32, of inviter: UInt32) -> UInt64 {
    UInt64(inviter) | UInt64(place) << 32
  }

  private func add(
    _ click: ClickFootprint, to match: inout ArrivalMatch, installedAt installed: Instant
  ) {
    add(
      sequence: click.sequence, at: click.at, inviter: UInt32(truncatingIfNeeded: click.link),
      standing: .valid, link: UInt32(truncatingIfNeeded: click.link >> 32), to: &match,
      installedAt: installed)
  }

  /// Adds a click to the match, unless its link is no longer known or used up.
  private func add(
    sequence: UInt64, at moment: Instant, inviter: UInt32, standing: LinkStanding, link: UInt32,
    to match: inout ArrivalMatch, installedAt installed: Instant
  ) {
    let member = members[Int(inviter)]
    let account: AccountState = member.stage == .deleted ? .deleted : .active
    // A link that was unknown at the click had been erased before, so nothing of it can be erased
    // now.
    guard standing == .unknown || plan.profile.retention.knowsLinks(of: account) else { return }
    var standing = standing
    if standing == .valid, link != LinkBook.none {
      switch plan.profile.link.standing(
        of: links[link], clickedAt: moment, installedAt: installed)
      {
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
        sequence: sequence, at: moment, inviter: PrincipalID(rawValue: UInt64(member.person)),
        link: standing, inviterState: account),
      link: link)
  }
}
