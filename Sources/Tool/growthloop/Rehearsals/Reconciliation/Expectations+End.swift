import Attribution
import Invites
import Profiles
import Vocabulary

/// A referral as it must be stored in the end.
struct LastingReferral: Hashable {
  /// The inviter in the invitee's records; `nil` for a pseudonym.
  let inviter: UInt32?
  let kind: String
  let isConnected: Bool
}

extension Expectations {
  /// Returns the referral that the retention rules keep; `nil` if none.
  func lasting(_ invitee: UInt32, under profile: Profile, at end: Instant) -> LastingReferral? {
    guard let referral = referrals[invitee], referral.outcome != .none, !referral.isWithdrawn,
      let inviter = referral.inviter, deletions[invitee] == nil,
      profile.retention.decide(referral.install, at: end).isKept
    else { return nil }
    let isInviterGone = deletions[inviter] != nil
    if isInviterGone, profile.retention.fate(of: .referral, of: .inviter) == .erased { return nil }
    return LastingReferral(
      inviter: isInviterGone ? nil : inviter,
      kind: referral.outcome == .credited ? "credited" : "recordedOnly",
      isConnected: referral.connectedAt != nil)
  }

  /// Returns the number of invitees that count as accepted under the profile.
  func accepted(by inviter: UInt32, under profile: Profile, at end: Instant) -> Int {
    referrals.values.count { referral in
      referral.inviter == inviter && referral.outcome == .credited && !referral.isWithdrawn
        && deletions[inviter] == nil && countsAfterDeletion(referral, under: profile)
        && profile.retention.decide(referral.install, at: end).isKept
        && profile.metrics.acceptance(of: referral.facts).instant != nil
    }
  }

  /// Whether a referral still counts for the inviter after the invitee's deletion.
  private func countsAfterDeletion(
    _ referral: ExpectedReferral, under profile: Profile
  ) -> Bool {
    guard let deleted = deletions[referral.invitee] else { return true }
    let isComplete = referral.completedAt.map { $0 <= deleted } ?? false
    return profile.retention.fate(of: isComplete ? .referral : .incompleteInstall, of: .invitee)
      .keepsCount
  }

  /// Whether a push to the inviter waits in the end.
  func isPushWaiting(_ invitee: UInt32, under profile: Profile, at end: Instant) -> Bool {
    guard let referral = referrals[invitee], referral.toldAt != nil,
      let lasting = lasting(invitee, under: profile, at: end)
    else { return false }
    return lasting.inviter != nil
  }
}
