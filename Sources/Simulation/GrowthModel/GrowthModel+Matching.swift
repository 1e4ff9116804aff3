import Attribution
import Invites
import Profiles
import RandomStreams
import Vocabulary

extension GrowthModel {
  /// Puts into `competing` the clicks that the matching service takes for the newcomer's.
  mutating func findClicks(of person: UInt32, installedAt installed: Instant, at now: Instant) {
    competing.removeAll(keepingCapacity: true)
    competingLinks.removeAll(keepingCapacity: true)
    meetsUsedLink = false
    isMatchLost = false
    var luck = ground.streams.device[UInt64(person), 1]
    if let world = ground.world, book != nil {
      let looks = world.app(of: Int(person), at: now)
      guard let found = book?.contenders(for: looks, launchedAt: now) else { return }
      let stranger = book?.newestKept
      let decision = ground.profile.deferred.degrade(
        found.decision, stranger: stranger, using: &luck)
      isMatchLost = decision == .noMatch(because: .lost)
      guard let match = decision.match else { return }
      if match == found.decision.match {
        for click in found.clicks { compete(click, installedAt: installed) }
      } else if let stranger {
        compete(stranger, installedAt: installed)
      }
      return
    }
    let newest = people[Int(person)].firstClick
    if ground.profile.deferred.matchRate < 1 || ground.profile.deferred.falseMatchRate > 0 {
      let stranger = latestClick.map {
        ClickFootprint(
          sequence: UInt64($0.sequence), at: instant($0.at),
          link: Self.name(ofLinkAt: $0.link, of: $0.inviter), signals: DeviceSignals())
      }
      let decision = ground.profile.deferred.degrade(
        identified(newest), stranger: stranger, using: &luck)
      switch decision {
      case .matched(let match) where newest != ClickLists.none && match.basis != .signals: break
      case .matched:
        if let stranger { compete(stranger, installedAt: installed) }
        return
      case .ambiguous, .noMatch:
        isMatchLost = decision == .noMatch(because: .lost)
        return
      }
    }
    var place = newest
    while place != ClickLists.none {
      let record = clicks[place]
      let link =
        ground.keepsLinks ? links.place(of: record.invite, by: record.inviter) : LinkBook.none
      compete(
        sequence: UInt64(record.sequence), at: instant(record.at), inviter: record.inviter,
        standing: LinkStanding.allCases[Int(record.standing)], link: link, installedAt: installed)
      place = record.next
    }
  }

  /// The match of a phone that is known by what it is.
  private func identified(_ newest: UInt32) -> MatchDecision {
    guard newest != ClickLists.none else { return .noMatch(because: .noClick) }
    return .matched(
      MatchDecision.Match(
        click: UInt64(clicks[newest].sequence), link: UInt64(clicks[newest].inviter),
        basis: .token, score: 0, competing: 0))
  }

  /// The number under which the matching service knows a link.
  static func name(ofLinkAt place: UInt32, of inviter: UInt32) -> UInt64 {
    UInt64(inviter) | UInt64(place) << 32
  }

  private mutating func compete(_ click: ClickFootprint, installedAt installed: Instant) {
    compete(
      sequence: click.sequence, at: click.at, inviter: UInt32(truncatingIfNeeded: click.link),
      standing: .valid, link: UInt32(truncatingIfNeeded: click.link >> 32), installedAt: installed)
  }

  private mutating func compete(
    sequence: UInt64, at moment: Instant, inviter: UInt32, standing: LinkStanding, link: UInt32,
    installedAt installed: Instant
  ) {
    let member = members[Int(inviter)]
    let account: AccountState = member.stage == .deleted ? .deleted : .active
    // What was unknown when it was clicked was erased before: nothing of it can be erased now.
    guard standing == .unknown || ground.profile.retention.knowsLinks(of: account) else { return }
    var standing = standing
    if standing == .valid, link != LinkBook.none {
      switch ground.profile.link.standing(
        of: links[link], clickedAt: moment, installedAt: installed)
      {
      case .valid: break
      case .exhausted:
        meetsUsedLink = true
        return
      case .expired: standing = .expired
      case .unknown: standing = .unknown
      case .tampered: standing = .tampered
      }
    }
    competingLinks.append(link)
    competing.append(
      Click(
        sequence: sequence, at: moment, inviter: PrincipalID(rawValue: UInt64(member.person)),
        link: standing, inviterState: account))
  }
}
