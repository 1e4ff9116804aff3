public import Invites
import Profiles
public import Vocabulary

/// The result of a share report.
public enum ShareAnswer: Hashable, Sendable {
  case noted(InviteLifecycle.Step)
  /// The key was used for a different report.
  case keyOfAnotherReport

  /// The rule that decided.
  public var rule: RuleID {
    switch self {
    case .noted(let step): step.rule
    case .keyOfAnotherReport: CreateDecision.Refusal.keyOfAnotherRequest.rule
    }
  }
}

extension LinkEngine {
  /// The way in which the share sheet closed.
  public enum ShareOutcome: Hashable, Sendable {
    case completed(through: ReportedChannel)
    case cancelled
  }

  /// Records a share report; returns `nil` unless the code is the caller's own.
  ///
  /// A report with a known `key` changes nothing more.
  public func share(
    _ code: InviteCode, by sender: PrincipalID, _ outcome: ShareOutcome,
    key: IdempotencyKey? = nil, at now: Instant
  ) -> ShareAnswer? {
    guard var invite = store.invite(code), invite.record.sender == sender else { return nil }
    let report = key.map {
      CreateRequest(reporting: outcome, of: invite.record, key: $0, under: profile.flow)
    }
    switch report?.decide(knowing: report.flatMap { firstAnswer(to: $0, at: now) }, limit: .allowed)
    {
    case .answerAgain: return .noted(.stayed(because: .furtherAlong))
    case .refused: return .keyOfAnotherReport
    case .create, nil: break
    }
    let step = note(outcome, of: &invite, at: now)
    if case .refused = step { return .noted(step) }
    if let report { remember(report, code: code, at: now) }
    return .noted(step)
  }

  private func note(
    _ outcome: ShareOutcome, of invite: inout StoredInvite, at now: Instant
  ) -> InviteLifecycle.Step {
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

extension CreateRequest {
  /// The share report that a key stands for; reports of one link differ by channel.
  fileprivate init(
    reporting outcome: LinkEngine.ShareOutcome, of record: InviteRecord, key: IdempotencyKey,
    under flow: FlowPolicy
  ) {
    var channel: OpaqueID?
    if case .completed(let reported) = outcome { channel = OpaqueID(reported.rawValue) }
    self.init(
      key: key, sender: record.sender, context: record.context, content: channel, under: flow)
  }
}
