public import Vocabulary

extension InviteLink {
  /// What a link is worth at the moment it is tapped.
  public enum Standing: String, CaseIterable, Sendable, BitwiseCopyable {
    case valid
    case expired
    case unknown
    case tampered
    /// It has brought as many people as it may.
    case exhausted
  }
}

extension LinkPolicy {
  /// Returns what a link is worth that was tapped at `click`, and led to an installation at `install`.
  ///
  /// Age speaks before exhaustion. A life of 30 days includes its last instant. The installation
  /// matters only under `clickAndInstall`: otherwise a link tapped in time stays good.
  public func standing(
    of invite: InviteLifecycle?, clickedAt click: Instant, installedAt install: Instant? = nil
  ) -> InviteLink.Standing {
    guard let invite else { return .unknown }
    if invite.isPastExpiry(at: decisiveMoment(click: click, install: install)) { return .expired }
    if let maxAcceptances, invite.acceptances >= maxAcceptances { return .exhausted }
    return .valid
  }

  /// The moment at which a link's age is looked at.
  func decisiveMoment(click: Instant, install: Instant?) -> Instant {
    switch expiryCheckedAt {
    case .click, nil: click
    case .clickAndInstall: max(click, install ?? click)
    }
  }
}
