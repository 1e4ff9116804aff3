public import Invites
import Profiles
public import Vocabulary

extension LinkDesk {
  /// How the share sheet closed over a link.
  public enum ShareOutcome: Hashable, Sendable {
    case completed(through: ReportedChannel)
    case cancelled
  }

  /// What the report of a share did; `nil` unless the code is the caller's own.
  ///
  /// A report with a `key` that was here before changes nothing more.
  public func share(
    _ code: InviteCode, by sender: PrincipalID, _ outcome: ShareOutcome,
    key: IdempotencyKey? = nil, at now: Instant
  ) -> InviteLifecycle.Step? {
    guard var invite = store.invite(code), invite.record.sender == sender else { return nil }
    if let key {
      let name = AnsweredRequest.Name(sender: sender, key: key)
      if store.request(name) != nil { return .stayed(because: .furtherAlong) }
      let report = CreateRequest(
        key: key, sender: sender, context: invite.record.context, content: invite.record.content,
        under: profile.flow)
      store.write(.request(AnsweredRequest(report, code: code, at: now)))
    }
    switch outcome {
    case .cancelled:
      return receive(.shareCancelled, &invite, at: now)
    case .completed(let channel):
      let before = invite
      let step = invite.record.receive(
        .shareCompleted(through: channel), at: now, under: profile.link)
      if case .refused = step { return step }
      invite.shares += 1
      invite.sharedAt = invite.sharedAt ?? now
      if invite != before { store.write(.invite(invite)) }
      return step
    }
  }
}
