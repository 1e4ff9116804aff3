import Attribution
import Invites
import Profiles
import Vocabulary

/// The numbers of rows moved to their true moments.
public struct ShiftReport: Hashable, Sendable {
  public let clicks: Int
  public let openings: Int
  public let requests: Int
  public let incompleteInstalls: Int
  public let emails: Int
}

extension LinkEngine {
  /// Moves rows that were recorded under a wrong clock to their true moments.
  ///
  /// That is clicks, openings, answered requests with the invites they made, incomplete installs,
  /// and addresses for notices. All of it is one turn, of the size of the moved rows.
  @discardableResult
  public func move(by shift: MomentShift) -> ShiftReport {
    let renumbered = moveClicks(by: shift)
    let openings = store.openings(before: .distantFuture, atMost: .max)
      .filter { $0.at > shift.after }
    for opening in openings {
      store.write(.openingGone(opening))
      store.write(.opening(opening.moved(by: shift)))
    }
    let requests = store.requests(before: .distantFuture, atMost: .max)
      .filter { $0.at > shift.after }
    for request in requests {
      store.write(.request(request.moved(by: shift)))
      if let invite = store.invite(request.code), invite.record.createdAt > shift.after {
        store.write(.invite(invite.moved(by: shift)))
      }
    }
    var installs = 0
    for referral in store.incompleteReferrals(before: .distantFuture, atMost: .max) {
      let moved = referral.moved(by: shift, click: renumbered[referral.click])
      guard moved != referral else { continue }
      installs += 1
      // Removed and written again: due rows are found by their first moment.
      store.write(.referralGone(referral.pair))
      store.write(.referral(moved))
    }
    let emails = store.emailNotices(before: .distantFuture, atMost: .max)
      .filter { $0.since > shift.after }
    for email in emails { store.write(.email(email.moved(by: shift))) }
    return ShiftReport(
      clicks: renumbered.count, openings: openings.count, requests: requests.count,
      incompleteInstalls: installs, emails: emails.count)
  }

  /// Moves the clicks, and returns their new numbers by the old ones.
  private func moveClicks(by shift: MomentShift) -> [UInt64: UInt64] {
    let clicks = store.clicks(after: shift.after)
    guard let first = clicks.first else { return [:] }
    // Clicks are kept in order of time and number: none comes before those that stay, and the old places
    // come before the new ones.
    let floor = store.latestClick(until: shift.after)
    func corrected(_ moment: Instant) -> Instant {
      max(shift.corrected(moment), floor ?? shift.corrected(moment))
    }
    let start = corrected(first.at)
    for click in clicks {
      var place = click.erased
      place.at = start
      store.write(.clickErased(place))
    }
    var numbers: [UInt64: UInt64] = [:]
    for click in clicks where !click.isErased {
      var moved = ClickFootprint(
        sequence: store.nextSequence, at: corrected(click.at), link: click.link,
        visitor: click.visitor, signals: click.signals)
      moved.isSpent = click.isSpent
      numbers[click.sequence] = moved.sequence
      store.write(.click(moved))
    }
    return numbers
  }
}

extension Opening {
  fileprivate func moved(by shift: MomentShift) -> Opening {
    Opening(
      sequence: sequence, at: shift.corrected(at), principal: principal, code: code,
      standing: standing)
  }
}

extension AnsweredRequest {
  fileprivate func moved(by shift: MomentShift) -> AnsweredRequest {
    AnsweredRequest(request, code: code, at: shift.corrected(at))
  }
}

extension EmailNotice {
  fileprivate func moved(by shift: MomentShift) -> EmailNotice {
    EmailNotice(id, to: address, since: shift.corrected(since))
  }
}

extension StoredInvite {
  fileprivate func moved(by shift: MomentShift) -> StoredInvite {
    let life = record.lifecycle
    let moved = InviteLifecycle(
      resuming: life.status, createdAt: shift.corrected(life.createdAt),
      expiresAt: life.expiresAt.map { $0 + shift.distance },
      acceptedAt: life.acceptedAt.map(shift.corrected), acceptances: life.acceptances)
    return StoredInvite(
      record.living(moved), shares: shares, sharedAt: sharedAt.map(shift.corrected))
  }
}

extension Referral {
  fileprivate func moved(by shift: MomentShift, click number: UInt64?) -> Referral {
    var moved = Referral(
      pair, code: code, kind: kind, click: number ?? click,
      clickedAt: shift.corrected(clickedAt), route: route, arrivedAt: shift.corrected(arrivedAt))
    moved.signedUpAt = signedUpAt.map(shift.corrected)
    moved.acceptedAt = acceptedAt.map(shift.corrected)
    moved.connectedAt = connectedAt.map(shift.corrected)
    moved.firstValueAt = firstValueAt.map(shift.corrected)
    moved.completedAt = completedAt.map(shift.corrected)
    moved.toldAt = toldAt.map(shift.corrected)
    return moved
  }
}
