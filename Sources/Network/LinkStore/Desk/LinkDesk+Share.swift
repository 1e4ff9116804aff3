public import Invites
import Profiles
public import Vocabulary

/// What comes of the report of a share.
public enum ShareAnswer: Hashable, Sendable {
  case noted(InviteLifecycle.Step)
  /// The key was used for a report that said something else.
  case keyOfAnotherReport

  /// The rule that spoke.
  public var rule: RuleID {
    switch self {
    case .noted(let step): step.rule
    case .keyOfAnotherReport: CreateDecision.Refusal.keyOfAnotherRequest.rule
    }
  }
}

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
    if let report { store.write(.request(AnsweredRequest(report, code: code, at: now))) }
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
  /// The report of a share as it is remembered by its key: by the channel reports of one link differ.
  fileprivate init(
    reporting outcome: LinkDesk.ShareOutcome, of record: InviteRecord, key: IdempotencyKey,
    under flow: FlowPolicy
  ) {
    var channel: OpaqueID?
    if case .completed(let reported) = outcome { channel = OpaqueID(reported.rawValue) }
    self.init(
      key: key, sender: record.sender, context: record.context, content: channel, under: flow)
  }
}
